//! Distances and depths of polyhedra by V-Clip, proven.
//!
//! The walk of [`vclip`](crate::vclip) finds the nearest features. Their nearest points form a simplex of GJK, which makes one
//! support call along the difference: if that closes the gap, the answer is proven, and GJK ends with its first step. If
//! it does not (the walk stalled, or the bodies meet), GJK continues from there, followed by EPA. So every answer has the
//! certificate and the error of [`distance`](crate::distance()) and [`contact`](crate::contact()), however the walk ended.

use super::ladder::{self, Cores};
use super::space::Trail;
use super::{Contact, Distance, QuerySpace, Settings, contact, distance};
use crate::epa::Gap;
use crate::gjk::{Gjk, Goal, Proximity, SubAlgorithm, Voronoi};
use crate::math::{Real, Vec3};
use crate::pair::Prepared;
use crate::shape::{At, ConvexPolyhedron, Shape};
use crate::vclip::{Ending, Feature};

/// GJK's answer, started from the end of a walk. `None` if V-Clip cannot walk.
#[inline(never)]
pub(super) fn walked<V: QuerySpace>(
    trail: &mut Trail,
    gjk: &mut Gjk<V, Voronoi>,
    prepared: &Prepared<'_, V>,
    goal: &Goal<f64>,
) -> Option<Proximity<V>> {
    let (mut simplex, calls) = V::walk(prepared, trail)?;
    let closest = Voronoi.closest(&mut simplex);
    let mut found = gjk.run_on(&prepared.pair, goal, simplex, closest);
    found.calls += calls;
    Some(found)
}

/// V-Clip for two polyhedra that move little from query to query: a warm start from the features of the last query. Use one for
/// each pair. Only the start of the walk is kept, so it cannot make an answer wrong.
///
/// `iterations` of an answer are support calls: 1 if the features found are proven at once, one more in the first query,
/// and more if GJK had to continue.
///
/// ```
/// use impinge::answer::Vclip;
/// use impinge::study::vclip::Feature;
/// use impinge::{ConvexPolyhedron, Pose, Rot3, Shape, distance};
///
/// let cube = ConvexPolyhedron::new(&[-1.0, 1.0].map(|x| [-1.0, 1.0].map(|y| [-1.0, 1.0].map(|z| [x, y, z]))).concat().concat());
/// let mut vclip = Vclip::new();
/// for i in 0..100 {
///     let turn = Rot3::from_axis_angle([1.0, 2.0, 3.0], 0.01 * f64::from(i));
///     let (a, b) = ((&cube).at(Pose::IDENTITY), (&cube).at(Pose::new([4.0, 0.0, 0.0], turn)));
///     let (walked, cold) = (vclip.distance(&a, &b), distance(&a, &b));
///     assert!((walked.distance - cold.distance).abs() <= walked.error + cold.error);
///     assert!(i == 0 || vclip.steps() < 8);
/// }
/// assert!(matches!(vclip.features(), Some([Feature::Face(_), Feature::Vertex(_)])));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Vclip {
    trail: Trail,
}

impl Vclip {
    /// Creates it with nothing kept: the first walk starts from the vertices farthest towards the other body.
    pub fn new() -> Self {
        Self::default()
    }

    /// Starts the first walk from these features of A and of B, if the bodies have them.
    pub fn from_features(features: [Feature; 2]) -> Self {
        Self { trail: Trail { features: Some(features), ..Trail::default() } }
    }

    /// The nearest features found by the last walk, of A and of B, or those that showed that the bodies meet.
    pub fn features(&self) -> Option<[Feature; 2]> {
        self.trail.features
    }

    /// Ending of the last walk. The answer is proven in every case.
    pub fn ending(&self) -> Option<Ending> {
        self.trail.ending
    }

    /// Number of feature pairs visited by the last walk.
    pub fn steps(&self) -> u32 {
        self.trail.steps
    }

    /// The distance of two polyhedra, as by [`distance`](crate::distance()).
    #[inline(never)]
    pub fn distance<T: Real>(
        &mut self,
        a: &At<&ConvexPolyhedron<T>>,
        b: &At<&ConvexPolyhedron<T>>,
    ) -> Distance<Vec3<T>> {
        let prepared = Prepared::new(&a.parts(), &b.parts());
        let (gjk, found) = self.apart(&prepared, f64::INFINITY);
        distance::answer(&prepared, &gjk, prepared.pair.rounding, found).narrowed()
    }

    /// The signed distance of two polyhedra, with witness points and normal, as by [`contact`](crate::contact()).
    #[inline(never)]
    pub fn contact<T: Real>(
        &mut self,
        a: &At<&ConvexPolyhedron<T>>,
        b: &At<&ConvexPolyhedron<T>>,
    ) -> Contact<Vec3<T>> {
        let prepared = Prepared::new(&a.parts(), &b.parts());
        let found = match self.apart(&prepared, f64::INFINITY) {
            (_, Cores::Apart(found)) => found,
            (gjk, Cores::Meet(found)) => {
                let rounding = prepared.pair.rounding;
                let gaps = Gap { bound: rounding, value: rounding };
                ladder::deep(&gjk, &prepared, None, gaps, found.calls)
            }
        };
        contact::answer(&prepared, &found).narrowed()
    }

    /// The nearest points of the cores, or the fact that they meet; the simplex that shows it is GJK's.
    fn apart(
        &mut self,
        prepared: &Prepared<'_, Vec3<f64>>,
        far: f64,
    ) -> (Gjk<Vec3<f64>, Voronoi>, Cores<Vec3<f64>>) {
        let gap = ladder::gap(prepared, &Settings::default());
        let goal = ladder::first_goal(prepared, far, gap);
        let mut gjk = Gjk::new();
        // The cores of polyhedra are polyhedra, so there is a walk.
        let walked = walked(&mut self.trail, &mut gjk, prepared, &goal);
        let found = walked.unwrap_or_else(|| gjk.run(&prepared.pair, &goal, &mut ()));
        let cores = ladder::from_gjk(&mut gjk, prepared, gap, goal, found);
        (gjk, cores)
    }
}
