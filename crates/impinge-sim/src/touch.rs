//! Touches: the manifolds of a step, and the impulses of the last one.
//!
//! Worlds are larger than caches, so a step is limited by memory bandwidth. The data of a contact that a step of resting bodies needs are
//! in a [`Touch`], 228 bytes in `f32`: its points in the frames of the bodies, which move with them, and its impulses. Everything else is
//! in its [`Finding`], written when its manifold is computed, and read only in that step and when the manifold is replaced.

use core::ops::Range;

use impinge::feature::Feature;
use impinge::manifolds::Manifold;
use impinge::scene::{ObjectHandle, SceneManifold};
use impinge::{Real, Rot3, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::{Frame, State};
use crate::speculative::Pair;

/// Limit on the points of a manifold.
pub(crate) const MAX_POINTS: usize = 4;

/// A contact of two bodies, or two pieces of them. Fields that most passes read come first, contiguous.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
#[repr(C)]
pub(crate) struct Touch<T: Real> {
    pub a: ObjectHandle,
    pub b: ObjectHandle,
    /// Number of its points.
    count: u8,
    /// Whether its manifold is that of an earlier step: its points have moved with the bodies since.
    pub is_kept: bool,
    /// The smaller of the two bodies, which was at `center` and `rotation` in the frame of the other when the manifold was computed.
    smaller: Smaller,
    /// Error bound of the signed distance, now and when the manifold was computed.
    pub error: T,
    found_error: T,
    center: Vec3<T>,
    rotation: Rot3<T>,
    /// Distance of the farthest point of the smaller one from its center of mass.
    reach: T,
    /// Normal in the frame of A.
    pub normal: Vec3<T>,
    /// Anchors: points on A and on B relative to the centers of mass, in the frames of the bodies.
    pub anchors: [[Vec3<T>; 2]; MAX_POINTS],
    /// Normal impulse of each point in the last sub-step: kept for the next, like those below.
    pub impulses: [T; MAX_POINTS],
    /// Normal impulse of each point in the whole step.
    pub totals: [T; MAX_POINTS],
    /// Tangential impulse, in the world.
    pub tangent_impulse: Vec3<T>,
    /// Angular impulse about the normal.
    pub twist_impulse: T,
    /// Angular impulse against rolling.
    pub rolling_impulse: Vec3<T>,
}

/// Data of a touch that matter only when its manifold is computed.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Finding<T: Real> {
    /// Pieces of bodies that are not convex.
    pub pieces: Pieces,
    /// Points and normal as computed.
    placed: Placed<T>,
    features: [(Feature, Feature); MAX_POINTS],
    /// Tangential impulse of each point, in the world; for a solver with friction at each point.
    pub tangent_impulses: [Vec3<T>; MAX_POINTS],
}

/// A touch in the world.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Placed<T: Real> {
    /// Unit normal, from A to B.
    pub normal: Vec3<T>,
    pub signed_distance: T,
    /// Points of the touch, padded with zeros.
    pub points: [PlacedPoint<T>; MAX_POINTS],
}

/// A point of a touch, in the world.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct PlacedPoint<T: Real> {
    pub point_a: Vec3<T>,
    pub point_b: Vec3<T>,
    pub signed_distance: T,
}

/// Pieces of two bodies, and the patch of their contacts.
type Pieces = (Option<u32>, Option<u32>, u32);

/// Sort key of touches: bodies, and pieces of them.
pub(crate) type Key = (ObjectHandle, ObjectHandle, Pieces);

/// The smaller one of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Smaller {
    A,
    B,
}

impl<T: Real> PlacedPoint<T> {
    const NONE: Self = Self { point_a: Vec3::ZERO, point_b: Vec3::ZERO, signed_distance: T::ZERO };

    /// Midpoint of the points on A and on B.
    pub fn middle(&self) -> Vec3<T> {
        (self.point_a + self.point_b) * T::HALF
    }
}

impl<T: Real> Placed<T> {
    /// Midpoint of its first `count` points.
    pub fn middle(&self, count: usize) -> Vec3<T> {
        let sum = self.points[..count].iter().fold(Vec3::ZERO, |sum, p| sum + p.middle());
        sum / T::of(count.max(1) as f64)
    }
}

impl<T: Real> Touch<T> {
    /// Number of its points.
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// Total normal impulse in the last sub-step.
    pub fn impulse(&self) -> T {
        self.impulses[..self.count()].iter().fold(T::ZERO, |sum, &impulse| sum + impulse)
    }

    /// Total normal impulse in the whole step.
    pub fn push(&self) -> T {
        self.totals[..self.count()].iter().fold(T::ZERO, |sum, &total| sum + total)
    }

    /// Whether one of the bodies moves: bodies at rest that sleep are skipped.
    pub fn is_awake(&self, states: &[State<T>]) -> bool {
        states[self.a.index()].is_awake() || states[self.b.index()].is_awake()
    }

    /// Its bodies.
    pub fn pair(&self) -> Pair {
        (self.a, self.b)
    }

    /// The touch of a new manifold; without impulses.
    pub fn new(found: &SceneManifold<Vec3<T>>, states: &[State<T>]) -> Self {
        let (a, b) = (&states[found.a.index()], &states[found.b.index()]);
        let manifold = &found.manifold;
        let mut anchors = [[Vec3::ZERO; 2]; MAX_POINTS];
        for (to, from) in anchors.iter_mut().zip(manifold.points()) {
            *to =
                [a.rotation.unrotate(from.point_a - a.center), b.rotation.unrotate(from.point_b - b.center)];
        }
        let (reach_a, reach_b) = (reach(a), reach(b));
        let (smaller, reach) = if reach_b <= reach_a { (Smaller::B, reach_b) } else { (Smaller::A, reach_a) };
        let (center, rotation) = smaller.against(a, b);
        Self {
            a: found.a,
            b: found.b,
            count: manifold.points().len().min(MAX_POINTS) as u8,
            is_kept: false,
            smaller,
            error: manifold.error,
            found_error: manifold.error,
            center,
            rotation,
            reach,
            normal: a.rotation.unrotate(manifold.normal),
            anchors,
            impulses: [T::ZERO; MAX_POINTS],
            totals: [T::ZERO; MAX_POINTS],
            tangent_impulse: Vec3::ZERO,
            twist_impulse: T::ZERO,
            rolling_impulse: Vec3::ZERO,
        }
    }

    /// Keeps its manifold if it has at least `points` points, and no point of one body has moved relative to the other by more than
    /// `most` since it was computed.
    pub fn keep(&mut self, points: usize, most: T, states: &[State<T>]) {
        let (center, rotation) = self.smaller.against(&states[self.a.index()], &states[self.b.index()]);
        let [x, y, z, _] = self.rotation.inverse().compose(&rotation).to_xyzw();
        // The angle is 2 asin of the length of x, y, z, which is at most π times the length.
        let moved = (center - self.center).norm() + T::PI * Vec3::new(x, y, z).norm() * self.reach;
        self.is_kept = self.count() >= points && moved <= most;
        if self.is_kept {
            // Points and the true distance have each changed by no more than the motion.
            self.error = self.found_error + T::TWO * moved;
        }
    }

    /// Its points after they moved with the bodies.
    fn placed(&self, [a, b]: [&Frame<T>; 2]) -> Placed<T> {
        let normal = a.rotation.rotate(self.normal);
        let (mut points, mut least) = ([PlacedPoint::NONE; MAX_POINTS], T::INFINITY);
        for (p, [on_a, on_b]) in points.iter_mut().zip(self.anchors).take(self.count()) {
            p.point_a = a.center + a.rotation.rotate(on_a);
            p.point_b = b.center + b.rotation.rotate(on_b);
            p.signed_distance = (p.point_b - p.point_a).dot(normal);
            least = least.min(p.signed_distance);
        }
        Placed { normal, signed_distance: least, points }
    }

    /// Takes the impulses of the last step, those of points from the indices in `same`.
    pub fn remember(&mut self, last: &Self, same: [Option<usize>; MAX_POINTS]) {
        for (i, old) in same.into_iter().enumerate() {
            if let Some(old) = old {
                (self.impulses[i], self.totals[i]) = (last.impulses[old], last.totals[old]);
            }
        }
        self.tangent_impulse = last.tangent_impulse;
        self.twist_impulse = last.twist_impulse;
        self.rolling_impulse = last.rolling_impulse;
    }
}

impl<T: Real> Finding<T> {
    /// The data of a new manifold; without impulses.
    pub fn new(found: &SceneManifold<Vec3<T>>) -> Self {
        let manifold = &found.manifold;
        let mut points = [PlacedPoint::NONE; MAX_POINTS];
        for (to, from) in points.iter_mut().zip(manifold.points()) {
            let signed_distance = from.signed_distance;
            *to = PlacedPoint { point_a: from.point_a, point_b: from.point_b, signed_distance };
        }
        let mut features = [(Feature::Curved, Feature::Curved); MAX_POINTS];
        for (to, from) in features.iter_mut().zip(manifold.points()) {
            *to = (from.feature_a, from.feature_b);
        }
        Self {
            pieces: (found.part_a, found.part_b, found.patch),
            placed: Placed { normal: manifold.normal, signed_distance: manifold.signed_distance, points },
            features,
            tangent_impulses: [Vec3::ZERO; MAX_POINTS],
        }
    }

    /// For each point of a manifold, the index of the one with the same features on both bodies among the `count` of this one.
    pub fn same(&self, count: usize, manifold: &Manifold<Vec3<T>>) -> [Option<usize>; MAX_POINTS] {
        core::array::from_fn(|i| {
            let p = manifold.points().get(i)?;
            self.features[..count].iter().position(|old| *old == (p.feature_a, p.feature_b))
        })
    }

    /// Takes the impulses of the last step from the indices in `same`.
    pub fn remember(&mut self, last: &Self, same: [Option<usize>; MAX_POINTS]) {
        for (to, old) in self.tangent_impulses.iter_mut().zip(same) {
            if let Some(old) = old {
                *to = last.tangent_impulses[old];
            }
        }
    }
}

impl Smaller {
    /// Center and rotation of the smaller body in the frame of the other one.
    fn against<T: Real>(self, a: &State<T>, b: &State<T>) -> (Vec3<T>, Rot3<T>) {
        let (body, frame) = if self == Self::B { (b, a) } else { (a, b) };
        let back = frame.rotation.inverse();
        (frame.rotation.unrotate(body.center - frame.center), back.compose(&body.rotation))
    }
}

/// Upper bound on the distance of a point of a body from its center of mass; infinite for half-spaces.
fn reach<T: Real>(state: &State<T>) -> T {
    if state.reach > T::ZERO { state.reach } else { T::INFINITY }
}

/// All touches of a world, by handles and pieces.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Touches<T: Real> {
    pub list: Vec<Touch<T>>,
    /// Findings of the touches, in the same order.
    pub findings: Vec<Finding<T>>,
}

impl<T: Real> Default for Touches<T> {
    fn default() -> Self {
        Self { list: Vec::new(), findings: Vec::new() }
    }
}

impl<T: Real> Touches<T> {
    /// Sort key of a touch.
    pub fn key(&self, i: usize) -> Key {
        let touch = &self.list[i];
        (touch.a, touch.b, self.findings[i].pieces)
    }

    /// A touch in the world, for bodies at their poses at the start of the step.
    pub fn placed(&self, i: usize, states: &[State<T>]) -> Placed<T> {
        let touch = &self.list[i];
        if !touch.is_kept {
            return self.findings[i].placed;
        }
        let frame = |body: ObjectHandle| states[body.index()].frame();
        touch.placed([&frame(touch.a), &frame(touch.b)])
    }

    /// A touch at the start of the step, for bodies that have moved since.
    pub fn placed_at_start(&self, i: usize, states: &[State<T>]) -> Placed<T> {
        let touch = &self.list[i];
        if !touch.is_kept {
            return self.findings[i].placed;
        }
        touch.placed([touch.a, touch.b].map(|body| &states[body.index()].start))
    }

    /// Copies other touches into its own memory.
    pub fn copy(&mut self, others: &Self) {
        self.list.clone_from(&others.list);
        self.findings.clone_from(&others.findings);
    }

    /// Removes the touches of a body.
    pub fn forget(&mut self, body: ObjectHandle) {
        let Self { list, findings } = self;
        let of_body = |touch: &Touch<T>| touch.a == body || touch.b == body;
        let mut i = 0;
        findings.retain(|_| {
            i += 1;
            !of_body(&list[i - 1])
        });
        list.retain(|touch| !of_body(touch));
    }

    /// Whether they are consistent with a world with this many slots for bodies.
    pub fn fit(&self, places: usize) -> bool {
        let fits = |touch: &Touch<T>| {
            let bodies = touch.a.index() < places && touch.b.index() < places && touch.a < touch.b;
            bodies && touch.count() <= MAX_POINTS
        };
        self.list.len() == self.findings.len()
            && self.list.iter().all(fits)
            && (1..self.list.len()).all(|i| self.key(i - 1) < self.key(i))
    }
}

/// Touches of one pair, which are consecutive.
pub(crate) fn pairs<T: Real>(list: &[Touch<T>]) -> impl Iterator<Item = Range<usize>> {
    let mut end = 0;
    list.chunk_by(|s, t| s.pair() == t.pair()).map(move |pair| {
        let start = end;
        end += pair.len();
        start..end
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the size given at the top of this file. More would be slower in large worlds.
    #[test]
    fn touches_are_small() {
        assert_eq!(size_of::<Touch<f32>>(), 228);
    }
}
