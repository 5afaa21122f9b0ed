//! A contact that is kept from step to step: the manifold of two bodies, or of two pieces of them, with your data.
//!
//! Worlds are larger than caches, so a step is limited by memory bandwidth. What a step of resting bodies needs is in a
//! [`CachedContact`]: its points in the frames of the bodies, which move with them, and your data. Everything else is in its
//! [`ContactDetails`], written when its manifold is computed, and read only in that step and when the manifold is replaced.

use super::matching::same_points;
use crate::feature::Feature;
use crate::manifolds::Manifold;
use crate::math::{MotionSpace, Real, Rotation, Vector};
use crate::scene::{ObjectHandle, SceneManifold};

/// Limit on the points of a cached contact.
pub const MAX_POINTS: usize = 4;

/// Your data of a contact, carried from step to step: impulses for a warm start, for example.
///
/// `()` stands for none, an array has a value for each point, which stays with a point as long as its features do.
pub trait ContactData: Copy + Default + Send + Sync {
    /// Data for the new manifold of a contact that had these: `same[i]` is the index of the old point that is point i, if there is one.
    #[must_use]
    fn carried(&self, same: &[Option<usize>; MAX_POINTS]) -> Self;
}

impl ContactData for () {
    fn carried(&self, _: &[Option<usize>; MAX_POINTS]) -> Self {}
}

impl<X: Copy + Default + Send + Sync> ContactData for [X; MAX_POINTS] {
    fn carried(&self, same: &[Option<usize>; MAX_POINTS]) -> Self {
        let mut data = Self::default();
        for (to, old) in data.iter_mut().zip(same) {
            if let Some(old) = *old {
                *to = self[old];
            }
        }
        data
    }
}

/// A contact of two bodies, or two pieces of them, with your data. Fields that most passes read come first, contiguous.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize, V::Rotation: serde::Serialize, D: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>, \
                           V::Rotation: serde::Deserialize<'de>, D: serde::Deserialize<'de>"
        )
    )
)]
#[repr(C)]
pub struct CachedContact<V: Vector, D> {
    /// A: the smaller handle.
    pub a: ObjectHandle,
    /// B: the larger handle.
    pub b: ObjectHandle,
    /// Number of its points.
    count: u8,
    pub(super) is_kept: bool,
    /// The smaller of the two bodies, which was at `center` and `rotation` in the frame of the other when the manifold was computed.
    smaller: Smaller,
    /// Error bound of the signed distance, now and when the manifold was computed.
    error: V::Scalar,
    found_error: V::Scalar,
    center: V,
    rotation: V::Rotation,
    /// Distance of the farthest point of the smaller one from its center.
    reach: V::Scalar,
    /// Normal in the frame of A.
    normal: V,
    /// Points on A and on B relative to the centers, in the frames of the bodies.
    anchors: [[V; 2]; MAX_POINTS],
    /// Your data; the default when the contact begins.
    pub data: D,
}

/// Data of a contact that matter only when its manifold is computed.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize, E: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>, E: serde::Deserialize<'de>"
        )
    )
)]
pub struct ContactDetails<V: Vector, E> {
    /// The piece of A and that of B, if they have pieces, and the patch of the pair; see [`SceneManifold`].
    pub pieces: (Option<u32>, Option<u32>, u32),
    /// Points and normal as computed.
    pub(super) placed: PlacedContact<V>,
    features: [(Feature, Feature); MAX_POINTS],
    /// Your data that are seldom read.
    pub data: E,
}

/// A cached contact in the common frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub struct PlacedContact<V: Vector> {
    /// Unit normal, from A to B.
    pub normal: V,
    /// Signed distance of the bodies, or of their pieces.
    pub signed_distance: V::Scalar,
    /// Points of the contact, padded with zeros.
    pub points: [PlacedPoint<V>; MAX_POINTS],
}

/// A point of a cached contact in the common frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        deny_unknown_fields,
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub struct PlacedPoint<V: Vector> {
    /// Witness point on A.
    pub point_a: V,
    /// Witness point on B.
    pub point_b: V,
    /// Signed distance at this point.
    pub signed_distance: V::Scalar,
}

/// Sort key of contacts: bodies, and pieces of them.
pub(super) type Key = (ObjectHandle, ObjectHandle, (Option<u32>, Option<u32>, u32));

/// Center and rotation of a body.
pub(super) type Frame<V> = (V, <V as Vector>::Rotation);

/// The smaller one of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Smaller {
    A,
    B,
}

impl<V: Vector> PlacedPoint<V> {
    const NONE: Self = Self { point_a: V::ZERO, point_b: V::ZERO, signed_distance: V::Scalar::ZERO };

    /// Midpoint of the points on A and on B.
    #[inline]
    pub fn middle(&self) -> V {
        (self.point_a + self.point_b) * V::Scalar::HALF
    }
}

impl<V: Vector, D> CachedContact<V, D> {
    /// Number of its points, at most [`MAX_POINTS`].
    #[inline]
    pub fn count(&self) -> usize {
        self.count.into()
    }

    /// Its bodies.
    #[inline]
    pub fn pair(&self) -> (ObjectHandle, ObjectHandle) {
        (self.a, self.b)
    }

    /// Whether its manifold is that of an earlier step: its points have moved with the bodies since.
    #[inline]
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Bound on the error of the signed distance.
    #[inline]
    pub fn error(&self) -> V::Scalar {
        self.error
    }

    /// Unit normal from A to B, in the frame of A.
    #[inline]
    pub fn normal(&self) -> V {
        self.normal
    }

    /// Points on A and on B relative to the centers of the bodies, in their frames; padded with zeros.
    #[inline]
    pub fn anchors(&self) -> &[[V; 2]; MAX_POINTS] {
        &self.anchors
    }

    /// The contact of a new manifold.
    pub(super) fn new(
        found: &SceneManifold<V>,
        [a, b]: [Frame<V>; 2],
        [reach_a, reach_b]: [V::Scalar; 2],
        data: D,
    ) -> Self {
        let manifold = &found.manifold;
        let mut anchors = [[V::ZERO; 2]; MAX_POINTS];
        for (to, from) in anchors.iter_mut().zip(manifold.points()) {
            *to = [a.1.unrotate(from.point_a - a.0), b.1.unrotate(from.point_b - b.0)];
        }
        let (smaller, reach) = if reach_b <= reach_a { (Smaller::B, reach_b) } else { (Smaller::A, reach_a) };
        let (center, rotation) = smaller.against(&a, &b);
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
            normal: a.1.unrotate(manifold.normal),
            anchors,
            data,
        }
    }

    /// Its points after they moved with the bodies.
    pub(super) fn placed(&self, [a, b]: [Frame<V>; 2]) -> PlacedContact<V> {
        let normal = a.1.rotate(self.normal);
        let (mut points, mut least) = ([PlacedPoint::NONE; MAX_POINTS], V::Scalar::INFINITY);
        for (p, [on_a, on_b]) in points.iter_mut().zip(self.anchors).take(self.count()) {
            p.point_a = a.0 + a.1.rotate(on_a);
            p.point_b = b.0 + b.1.rotate(on_b);
            p.signed_distance = (p.point_b - p.point_a).dot(normal);
            least = least.min(p.signed_distance);
        }
        PlacedContact { normal, signed_distance: least, points }
    }

    /// Whether it can be one of a table with this many slots for bodies.
    pub(super) fn fits(&self, places: usize) -> bool {
        self.a.index() < places && self.b.index() < places && self.a < self.b && self.count() <= MAX_POINTS
    }
}

impl<V: MotionSpace, D> CachedContact<V, D> {
    /// Keeps its manifold if it has at least `points` points, and no point of one body has moved relative to the other by more than
    /// `most` since it was computed.
    #[inline]
    pub(super) fn keep(&mut self, points: usize, most: V::Scalar, [a, b]: [Frame<V>; 2]) {
        let (center, rotation) = self.smaller.against(&a, &b);
        let sine = V::half_sine(&self.rotation.inverse().compose(&rotation));
        // The angle is 2 asin of the sine of its half, which is at most π times that.
        let moved = (center - self.center).norm() + V::Scalar::PI * sine * self.reach;
        self.is_kept = self.count() >= points && moved <= most;
        if self.is_kept {
            // Points and the true distance have each changed by no more than the motion.
            self.error = self.found_error + V::Scalar::TWO * moved;
        }
    }
}

impl<V: Vector, E> ContactDetails<V, E> {
    /// The data of a new manifold.
    pub(super) fn new(found: &SceneManifold<V>, data: E) -> Self {
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
            placed: PlacedContact {
                normal: manifold.normal,
                signed_distance: manifold.signed_distance,
                points,
            },
            features,
            data,
        }
    }

    /// Features of A and of B of the points, padded with the default.
    pub fn features(&self) -> &[(Feature, Feature); MAX_POINTS] {
        &self.features
    }

    /// For each point of a manifold, the index of the one with the same features on both bodies among the `count` of this one.
    pub(super) fn same(&self, count: usize, manifold: &Manifold<V>) -> [Option<usize>; MAX_POINTS] {
        same_points(&self.features[..count], manifold.points())
    }
}

impl Smaller {
    /// Center and rotation of the smaller body in the frame of the other one.
    #[inline]
    fn against<V: Vector>(self, a: &Frame<V>, b: &Frame<V>) -> Frame<V> {
        let (body, frame) = if self == Self::B { (b, a) } else { (a, b) };
        let back = frame.1.inverse();
        (frame.1.unrotate(body.0 - frame.0), back.compose(&body.1))
    }
}
