//! A shape as the algorithms see it: its core, the pose of the core, and the radius of the added ball.
//!
//! Sphere, capsule, lozenge, wheel and round box are a point, segment, rectangle, disc and box with a ball added
//! (Olvång's thesis, section 3.2.2). Distances and depths of such shapes are those of the cores minus the radii, so the
//! algorithms run on cores, which are smaller, simpler and often polytopes.

use super::{Bounded, Id, Support};
use crate::math::{Motion, Pose, Precision, Real, Rotation, Vector};

/// Loss from rotating a placed shape, in ε × (its translation + reach): 8 for the matrix of the outer rotation and a
/// vector rotated by it, 8 for the product of the rotations, which rotates the points of the core. Translating it
/// afterwards is one sum, and loses ε × the translated value.
pub(super) const PLACED_ULPS: f64 = 16.0;

/// A shape split into parts: all points within `radius` of `core`, which is placed at `pose`.
///
/// Everything is in `f64`, regardless of the precision of the shape, and so are all results about it; the precision
/// only states how exact an answer needs to be and can be. The loss from composing poses and adding radii is accounted
/// for even in `f64`.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a, W: Space> {
    /// The shape without the ball, in its own frame.
    pub core: W::Core<'a>,
    /// Pose of the core; its rotation counts as divided by its length.
    pub pose: Pose<W>,
    /// Radius of the ball.
    pub radius: f64,
    /// Bound on how far rounding has moved a point of the shape, if poses were composed or radii added; 0 otherwise.
    pub lost: f64,
    /// Whether its type says that it is a ball, so that its rotation does not matter.
    pub ball: bool,
    /// Precision of the shape, and of answers about it.
    pub precision: Precision,
}

impl<'a, W: Space> Parts<'a, W> {
    /// The parts of a core in its own frame, without a ball.
    #[inline(always)]
    pub fn of(core: W::Core<'a>, precision: Precision) -> Self {
        Self { core, pose: Pose::IDENTITY, radius: 0.0, lost: 0.0, ball: false, precision }
    }

    /// The parts of a ball about the origin.
    #[inline(always)]
    pub(super) fn ball<T: Real>(radius: T) -> Self {
        Self { ball: true, ..Self::of(W::point(), T::PRECISION) }.grown(radius.f64())
    }

    /// The parts placed at `pose`, of either precision.
    #[inline(always)]
    #[must_use]
    pub fn placed<V: Widen<Wide = W>>(mut self, pose: &Pose<V>) -> Self {
        let pose = V::widen_pose(pose);
        // Most shapes are in their own frame, and composing costs a square root and rounding.
        if self.pose == Pose::IDENTITY {
            self.pose = pose;
            return self;
        }
        let turned = self.pose.translation().sum_abs() + self.core.reach() + f64::MIN_POSITIVE;
        self.lost += f64::EPSILON * (pose.translation().sum_abs() + PLACED_ULPS * turned);
        self.pose = W::compose(&pose, &self.pose);
        self
    }

    /// The parts with a ball added.
    #[inline(always)]
    #[must_use]
    pub fn grown(mut self, radius: f64) -> Self {
        let before = self.radius;
        self.radius += radius;
        if before != 0.0 {
            self.lost += f64::EPSILON * self.radius;
        }
        self
    }
}

/// Pose of B relative to A, in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relative<W: Vector> {
    /// Whether A is rotated at all: `turn_a` is the identity if not.
    pub turned: bool,
    /// Rotation of A.
    pub turn_a: <W::Rotation as Rotation<W>>::Turn,
    /// Rotation of B in A's frame.
    pub turn: <W::Rotation as Rotation<W>>::Turn,
    /// Position of B's origin in A's frame.
    pub offset: W,
}

/// The plane or space in `f64`, in which everything is computed.
pub trait Space: Widen<Wide = Self> + Vector<Scalar = f64> {
    /// Cores of shapes, borrowed for `'a`.
    type Core<'a>: CoreShape<Self>;

    /// A single point at the origin.
    fn point<'a>() -> Self::Core<'a>;
    /// The pose of `b` relative to `a`. Rotations count as divided by their length, so a rotation in `f32` is one in
    /// `f64` too.
    fn relative(a: &Pose<Self>, b: &Pose<Self>) -> Relative<Self>;
    /// The pose of `b` relative to `origin`, along the axes of their common frame.
    fn relative_to_point(origin: Self, b: &Pose<Self>) -> Relative<Self>;
    /// Applies `inner` first, then `outer`; both rotations count as divided by their length.
    fn compose(outer: &Pose<Self>, inner: &Pose<Self>) -> Pose<Self>;
}

/// The plane or space in either precision, with conversions to `f64` and back.
pub trait Widen: Vector {
    /// The same space in `f64`.
    type Wide: Space;

    /// Converts to `f64`, without error.
    fn widen(self) -> Self::Wide;
    /// Rounds to this precision.
    fn narrow(wide: Self::Wide) -> Self;
    /// Converts the numbers of a pose to `f64`, without error.
    fn widen_pose(pose: &Pose<Self>) -> Pose<Self::Wide>;
    /// The core of a shape that is known only by its support mapping.
    fn custom<'a>(shape: &'a dyn Bounded<Self>) -> <Self::Wide as Space>::Core<'a>;
    /// Returns a value that is already in `f64`; `None` if it is not.
    fn wide<A: BySpace>(own: A::Of<Self>) -> Option<A::Of<Self::Wide>>;
    /// Converts an answer from `f64` to this precision: in `f64` it is returned without a copy, otherwise `narrow` converts it.
    fn answer<A: BySpace>(
        wide: A::Of<Self::Wide>,
        narrow: impl FnOnce(A::Of<Self::Wide>) -> A::Of<Self>,
    ) -> A::Of<Self>;
}

/// A type for each space and precision.
pub trait BySpace {
    /// The type in the space of `V`.
    type Of<V: Widen>;
}

impl<V: Widen> Motion<V> {
    /// The same motion in `f64`.
    #[inline]
    pub(crate) fn widened(&self) -> Motion<V::Wide> {
        self.with_vectors(V::widen)
    }
}

/// A core as the algorithms see it.
pub trait CoreShape<W: Vector>: Support<W> + Recall<W> + Copy + core::fmt::Debug {
    /// The core scaled by a power of two, without error.
    #[must_use]
    fn scaled(&self, factor: f64) -> Self;
    /// Largest distance of a point of the core from its origin.
    fn reach(&self) -> f64;
    /// Radius of a ball about its origin that contains the core, within a few roundings: tighter than
    /// [`reach`](Self::reach) if that is available at once, infinite if it is not.
    fn around(&self) -> f64;
    /// Bound on the error of a support point's value along a unit direction, beyond that of any support mapping in
    /// `f64`: for polytopes, which may choose a vertex in a precision below `f64`, and for shapes that are known only
    /// by their support mapping.
    fn choice_error(&self) -> f64;
    /// Whether the core is the convex hull of finitely many points.
    fn is_polytope(&self) -> bool;
    /// Whether its surface is smooth and curved everywhere.
    fn is_smooth(&self) -> bool;
}

/// A core that can recall its points.
pub trait Recall<V: Vector> {
    /// The point of this core that a vertex id, or a position near it, stands for, both from an earlier support call.
    /// `place` is finite.
    fn recall(&self, place: V, id: Id) -> Option<V>;
}
