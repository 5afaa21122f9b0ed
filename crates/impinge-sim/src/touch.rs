//! Where bodies touch: the manifolds of a step, and the impulses of the last one.
//!
//! Worlds are larger than caches, so a step takes as long as its way to and from memory. What a step of bodies at rest needs of a contact
//! stands in a [`Touch`], 228 bytes in `f32`: its points in the frames of the bodies, which go with them, and its impulses. All else is
//! its [`Finding`], written when its manifold is found, and read only in that step and when a manifold is found in its place.

use core::ops::Range;

use impinge::contact::{Feature, Manifold};
use impinge::scene::{ObjectHandle, SceneManifold};
use impinge::{Real, Rot3, Vec3};
use serde::{Deserialize, Serialize};

use crate::ahead::Pair;
use crate::body::{Frame, State};

/// At most this many points of a manifold.
pub(crate) const MAX_POINTS: usize = 4;

/// Where two bodies touch, or two pieces of them. What most passes read stands first, side by side.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
#[repr(C)]
pub(crate) struct Touch<T: Real> {
    pub a: ObjectHandle,
    pub b: ObjectHandle,
    /// Of its points.
    count: u8,
    /// Whether its manifold is that of a step before: its points have gone with the bodies since.
    pub is_kept: bool,
    /// The smaller of the two bodies, which was at `center` and `rotation` in the frame of the other when the manifold was found.
    smaller: Smaller,
    /// The true signed distance differs by no more than this, and did when the manifold was found.
    pub error: T,
    found_error: T,
    center: Vec3<T>,
    rotation: Rot3<T>,
    /// The farthest point of the smaller one from its center of mass.
    reach: T,
    /// In the frame of A.
    pub normal: Vec3<T>,
    /// Points on A and on B from the centers of mass, in the frames of the bodies.
    pub anchors: [[Vec3<T>; 2]; MAX_POINTS],
    /// Of each point, along the normal, in the last sub-step: kept for the next, as those below.
    pub impulses: [T; MAX_POINTS],
    /// The same of the whole step.
    pub totals: [T; MAX_POINTS],
    /// Across the normal, in the world.
    pub tangent_impulse: Vec3<T>,
    /// About the normal.
    pub twist_impulse: T,
    /// Against rolling.
    pub rolling_impulse: Vec3<T>,
}

/// What only matters of a touch when its manifold is found.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Finding<T: Real> {
    /// Pieces of bodies that are not convex.
    pub pieces: Pieces,
    /// As it was found.
    placed: Placed<T>,
    features: [(Feature, Feature); MAX_POINTS],
    /// Of each point, across the normal, in the world; with a solver that has friction at each point.
    pub tangent_impulses: [Vec3<T>; MAX_POINTS],
}

/// Where a touch is, in the world.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Placed<T: Real> {
    /// Unit, from A to B.
    pub normal: Vec3<T>,
    pub signed_distance: T,
    /// As many as the touch has, and then zeros.
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

/// What touches are sorted by: bodies, and pieces of them.
pub(crate) type Key = (ObjectHandle, ObjectHandle, Pieces);

/// Which body is the smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Smaller {
    A,
    B,
}

impl<T: Real> PlacedPoint<T> {
    const NONE: Self = Self { point_a: Vec3::ZERO, point_b: Vec3::ZERO, signed_distance: T::ZERO };

    /// Between the points on A and on B.
    pub fn middle(&self) -> Vec3<T> {
        (self.point_a + self.point_b) * T::HALF
    }
}

impl<T: Real> Placed<T> {
    /// The middle of its first points, as many as `count`.
    pub fn middle(&self, count: usize) -> Vec3<T> {
        let sum = self.points[..count].iter().fold(Vec3::ZERO, |sum, p| sum + p.middle());
        sum / T::of(count.max(1) as f64)
    }
}

impl<T: Real> Touch<T> {
    /// How many points it has.
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// How much it pushed along the normal in the last sub-step.
    pub fn impulse(&self) -> T {
        self.impulses[..self.count()].iter().fold(T::ZERO, |sum, &impulse| sum + impulse)
    }

    /// How much it pushed along the normal in the whole step.
    pub fn push(&self) -> T {
        self.totals[..self.count()].iter().fold(T::ZERO, |sum, &total| sum + total)
    }

    /// Whether one of the bodies moves: what stands and sleeps is left alone.
    pub fn is_awake(&self, states: &[State<T>]) -> bool {
        states[self.a.index()].is_awake() || states[self.b.index()].is_awake()
    }

    /// Its bodies.
    pub fn pair(&self) -> Pair {
        (self.a, self.b)
    }

    /// Of a manifold that was found just now; without impulses.
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

    /// Keeps its manifold if it has at least so many points, and no point of one body has moved against the other by more than `most`
    /// since it was found.
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

    /// Where its points are after they went with the bodies.
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

    /// Takes over the impulses of the last step, those of points from the places in `same`.
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
    /// Of a manifold that was found just now; without impulses.
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

    /// For each point of a manifold the place of the one with the same features on both bodies among the `count` of this one.
    pub fn same(&self, count: usize, manifold: &Manifold<Vec3<T>>) -> [Option<usize>; MAX_POINTS] {
        core::array::from_fn(|i| {
            let p = manifold.points().get(i)?;
            self.features[..count].iter().position(|old| *old == (p.feature_a, p.feature_b))
        })
    }

    /// Takes over the impulses of the last step from the places in `same`.
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

/// The farthest point of a body from its center of mass, or more; infinite for half-spaces.
fn reach<T: Real>(state: &State<T>) -> T {
    if state.reach > T::ZERO { state.reach } else { T::INFINITY }
}

/// All touches of a world, by handles and pieces.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Touches<T: Real> {
    pub list: Vec<Touch<T>>,
    /// As many, in the same order.
    pub findings: Vec<Finding<T>>,
}

impl<T: Real> Default for Touches<T> {
    fn default() -> Self {
        Self { list: Vec::new(), findings: Vec::new() }
    }
}

impl<T: Real> Touches<T> {
    /// What a touch is sorted by.
    pub fn key(&self, i: usize) -> Key {
        let touch = &self.list[i];
        (touch.a, touch.b, self.findings[i].pieces)
    }

    /// Where a touch is, of bodies that stand where they stood at the start of the step.
    pub fn placed(&self, i: usize, states: &[State<T>]) -> Placed<T> {
        let touch = &self.list[i];
        if !touch.is_kept {
            return self.findings[i].placed;
        }
        let frame = |body: ObjectHandle| states[body.index()].frame();
        touch.placed([&frame(touch.a), &frame(touch.b)])
    }

    /// Where a touch was at the start of the step, of bodies that have moved since.
    pub fn placed_at_start(&self, i: usize, states: &[State<T>]) -> Placed<T> {
        let touch = &self.list[i];
        if !touch.is_kept {
            return self.findings[i].placed;
        }
        touch.placed([touch.a, touch.b].map(|body| &states[body.index()].start))
    }

    /// Becomes the same as others, in its own memory.
    pub fn copy(&mut self, others: &Self) {
        self.list.clone_from(&others.list);
        self.findings.clone_from(&others.findings);
    }

    /// Forgets those of a body.
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

    /// Whether they may be those of a world with so many places for bodies.
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

/// Touches of one pair, which follow one another.
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

    /// As the head of this file says. More would be slower in large worlds.
    #[test]
    fn touches_are_small() {
        assert_eq!(size_of::<Touch<f32>>(), 228);
    }
}
