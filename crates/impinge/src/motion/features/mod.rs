//! todo
mod exact;
mod nearest;
mod polygon;
mod search;
mod signs;
mod wide;

use crate::math::{Real, Vec2, Vec3, Vector};
use crate::observe::Status;
use polygon::Moving;
use search::{Query, search};

type V3 = Vec3<f64>;

/// Steps after which a search gives up, by default; see [`CcdSettings::steps`].
pub const STEPS: u32 = 512;

/// What counts as a touch, until when, and for how long to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CcdSettings<T> {
    /// Features that come within this distance touch; 0 by default. Below zero or NaN counts as 0.
    pub separation: T,
    /// Last time asked for, above 0 and at most 1; 1 by default.
    pub until: T,
    /// Largest number of steps; [`STEPS`] by default. A search that spends them reports a touch, with
    /// [`Status::Budget`].
    pub steps: u32,
}

impl<T: Real> Default for CcdSettings<T> {
    fn default() -> Self {
        Self { separation: T::ZERO, until: T::ONE, steps: STEPS }
    }
}

/// The first touch of two moving features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureImpact<V: Vector> {
    /// When they touch first, rounded down: before this time they do not, proven.
    pub time: V::Scalar,
    /// They touch at some moment from `time` to this one, proven; `None` where that could not be proved.
    pub latest: Option<V::Scalar>,
    /// The point of the first feature that is nearest to the second, at `time`.
    pub point_a: V,
    /// The point of the second feature that is nearest to the first, at `time`.
    pub point_b: V,
    /// Unit, from the first feature to the second.
    pub normal: V,
    /// Weights of the points given, in their order, in `point_a` and `point_b`.
    pub weights: [V::Scalar; 4],
    /// [`Status::Converged`] where the touch is proved.
    pub status: Status,
    /// Steps of the search.
    pub iterations: u32,
}

const VERTEX_FACE: [(usize, usize); 3] = [(0, 1), (0, 2), (0, 3)];
const EDGE_EDGE: [(usize, usize); 4] = [(0, 2), (0, 3), (1, 3), (1, 2)];

/// vf
pub fn vertex_face<T: Real>(
    v0: Vec3<T>,
    v1: Vec3<T>,
    f0: [Vec3<T>; 3],
    f1: [Vec3<T>; 3],
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<Vec3<T>>> {
    let start = [v0, f0[0], f0[1], f0[2]].map(Vec3::cast);
    let end = [v1, f1[0], f1[1], f1[2]].map(Vec3::cast);
    run(&start, &end, &VERTEX_FACE, 1, settings)
}

/// ee
pub fn edge_edge<T: Real>(
    a0: [Vec3<T>; 2],
    a1: [Vec3<T>; 2],
    b0: [Vec3<T>; 2],
    b1: [Vec3<T>; 2],
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<Vec3<T>>> {
    let start = [a0[0], a0[1], b0[0], b0[1]].map(Vec3::cast);
    let end = [a1[0], a1[1], b1[0], b1[1]].map(Vec3::cast);
    run(&start, &end, &EDGE_EDGE, 2, settings)
}

fn run<T: Real, const N: usize>(
    start: &[V3; 4],
    end: &[V3; 4],
    pairs: &[(usize, usize); N],
    first: usize,
    settings: &CcdSettings<T>,
) -> Option<FeatureImpact<Vec3<T>>>
where
    [V3; N]: nearest::Flat,
{
    let moving = Moving::new(start, end, pairs).unwrap();
    let query = Query { start, end, pairs, separation: settings.separation.f64() / moving.unit, until: settings.until.f64(), steps: settings.steps };
    let found = search(&query, &moving)?;
    let _ = first;
    Some(FeatureImpact {
        time: T::of(found.time),
        latest: found.latest.map(T::of),
        point_a: Vec3::ZERO, point_b: Vec3::ZERO, normal: found.plane.unwrap_or(V3::ZERO).cast(),
        weights: found.near.weights.map(T::of), status: found.status, iterations: found.steps
    })
}

/// ve
pub fn vertex_edge<T: Real>(_: Vec2<T>) {}
