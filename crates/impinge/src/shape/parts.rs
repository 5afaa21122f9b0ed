//! What the algorithms see of a shape: its core, where that stands, and the radius of the ball that was added to it.
//!
//! Sphere, capsule, lozenge, wheel and round box are a point, segment, rectangle, disc and box with a ball added
//! (Olvång's thesis, section 3.2.2). Distances and depths of such shapes are those of the cores less the radii, so the
//! algorithms run on cores, which are smaller, simpler and often polytopes.

use super::{Bounded, Id, Support};
use crate::math::{Motion, Pose, Precision, Real, Rotation, Vector};

/// What turning a placed shape loses, in ε × (its translation + reach): 8 for the matrix of the outer rotation and a vector
/// turned by it, 8 for the product of the rotations, which turns the points of the core. Moving it then is one sum, and
/// loses ε × what is moved.
pub(super) const PLACED_ULPS: f64 = 16.0;

/// A shape taken apart: all points within `radius` of `core`, which stands at `pose`.
///
/// All of it is in `f64`, whatever the precision of the shape, and so is all that is found out about it; the precision only says how
/// exact an answer needs to be and can be. What composing poses and adding radii loses even in `f64` is counted.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'a, W: Space> {
    /// The shape without the ball, in its own frame.
    pub core: W::Core<'a>,
    /// Where the core stands; its rotation counts as divided by its length.
    pub pose: Pose<W>,
    /// Radius of the ball.
    pub radius: f64,
    /// Bound on how far rounding has moved a point of the shape, where poses were composed or radii added; 0 elsewhere.
    pub lost: f64,
    /// Whether its type says that it is a ball, so that it does not matter how it is turned.
    pub ball: bool,
    /// That of the shape, and of answers about it.
    pub precision: Precision,
}

impl<'a, W: Space> Parts<'a, W> {
    /// A core in its own frame, without a ball.
    #[inline(always)]
    pub fn of(core: W::Core<'a>, precision: Precision) -> Self {
        Self { core, pose: Pose::IDENTITY, radius: 0.0, lost: 0.0, ball: false, precision }
    }

    /// A ball about the origin.
    #[inline(always)]
    pub(super) fn ball<T: Real>(radius: T) -> Self {
        Self { ball: true, ..Self::of(W::point(), T::PRECISION) }.grown(radius.f64())
    }

    /// Placed at `pose`, of either precision.
    #[inline(always)]
    #[must_use]
    pub fn placed<V: Widen<Wide = W>>(mut self, pose: &Pose<V>) -> Self {
        let pose = V::widen_pose(pose);
        // Most shapes stand in their own frame, and composing costs a square root and rounding.
        if self.pose == Pose::IDENTITY {
            self.pose = pose;
            return self;
        }
        let turned = self.pose.translation().sum_abs() + self.core.reach() + f64::MIN_POSITIVE;
        self.lost += f64::EPSILON * (pose.translation().sum_abs() + PLACED_ULPS * turned);
        self.pose = W::compose(&pose, &self.pose);
        self
    }

    /// With a ball added.
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

/// Where B stands as seen from A, in `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Relative<W: Vector> {
    /// Whether A is turned at all: `turn_a` is the identity where not.
    pub turned: bool,
    /// How A is turned.
    pub turn_a: <W::Rotation as Rotation<W>>::Turn,
    /// How B is turned in A's frame.
    pub turn: <W::Rotation as Rotation<W>>::Turn,
    /// Where B's origin is in A's frame.
    pub offset: W,
}

/// The plane or space in `f64`, in which everything is computed.
pub trait Space: Widen<Wide = Self> + Vector<Scalar = f64> {
    /// Cores of shapes, borrowed for `'a`.
    type Core<'a>: CoreShape<Self>;

    /// A single point at the origin.
    fn point<'a>() -> Self::Core<'a>;
    /// The pose of `b` as seen from `a`. Rotations count as divided by their length, so a rotation in `f32` is one in
    /// `f64` too.
    fn relative(a: &Pose<Self>, b: &Pose<Self>) -> Relative<Self>;
    /// The pose of `b` as seen from `origin`, along the axes of the frame in which both stand.
    fn relative_to_point(origin: Self, b: &Pose<Self>) -> Relative<Self>;
    /// `inner` first, then `outer`; both rotations count as divided by their length.
    fn compose(outer: &Pose<Self>, inner: &Pose<Self>) -> Pose<Self>;
}

/// The plane or space in either precision, with the way to `f64` and back.
pub trait Widen: Vector {
    /// The same space in `f64`.
    type Wide: Space;

    /// In `f64`, without error.
    fn widen(self) -> Self::Wide;
    /// Rounded to this precision.
    fn narrow(wide: Self::Wide) -> Self;
    /// The numbers of a pose in `f64`, without error.
    fn widen_pose(pose: &Pose<Self>) -> Pose<Self::Wide>;
    /// The core of a shape that is known by its support mapping only.
    fn custom<'a>(shape: &'a dyn Bounded<Self>) -> <Self::Wide as Space>::Core<'a>;
    /// What is in `f64` already; `None` of what is not.
    fn wide<A: BySpace>(own: A::Of<Self>) -> Option<A::Of<Self::Wide>>;
    /// An answer in `f64` as one in this precision: itself in `f64`, without a copy, else what `narrow` makes of it.
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
    /// The same in `f64`.
    #[inline]
    pub(crate) fn widened(&self) -> Motion<V::Wide> {
        self.with_vectors(V::widen)
    }
}

/// A core as the algorithms see it.
pub trait CoreShape<W: Vector>: Support<W> + Recall<W> + Copy + core::fmt::Debug {
    /// The core times a power of two, without error.
    #[must_use]
    fn scaled(&self, factor: f64) -> Self;
    /// No point of the core is farther from its origin.
    fn reach(&self) -> f64;
    /// Radius of a ball about its origin that holds the core, within a few roundings: nearer to the core than
    /// [`reach`](Self::reach) where that is found at once, infinite where it is not known at once.
    fn around(&self) -> f64;
    /// Bound on the error of a support point's value along a unit direction, beyond what any support mapping in `f64` has
    /// of its own: of polytopes, whose choice of a vertex may be made in a precision below `f64`, and of shapes that are
    /// known by their support mapping only.
    fn choice_error(&self) -> f64;
    /// Whether it is the hull of finitely many points.
    fn is_polytope(&self) -> bool;
    /// Whether its surface is smooth and curved all over.
    fn is_smooth(&self) -> bool;
}

/// A core that recognizes its points.
pub trait Recall<V: Vector> {
    /// The point of this core that a vertex id, or a place near it, stands for, both from an earlier support call.
    /// `place` is finite.
    fn recall(&self, place: V, id: Id) -> Option<V>;
}
