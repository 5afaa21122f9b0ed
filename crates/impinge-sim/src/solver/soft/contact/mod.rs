//! Four soft contacts at once (SIMD), in space or in the plane.
//!
//! # How it works
//!
//! - Four contacts that share no dynamic body are stored in SIMD lanes, see [`lanes`](super::lanes). If there are fewer, the
//!   first is repeated on a dummy body without mass, which also stands for static bodies.
//! - [`Softness`] defines how soft a contact is.
//! - Points are solved one after the other, each using the result of the previous ones. Velocities of bodies change once, at the end.
//! - Directions and arms are those at the start of the step. The separation is σ plus the change at the point by shifts and rotations
//!   since, with the same row that gives the speed. So a rolling ball does not seem to lift off.
//! - Friction acts in the relaxing pass only. In the first pass points separate to resolve overlaps, at a speed that does not belong to
//!   the bodies; friction against it would push tall stacks over (Box2D and rapier do the same).
//!
//! A contact of the plane has two points, one tangent and one angular speed, so that its arms, inertias and rolling resistance are
//! numbers: it has less than half of the numbers of one of space.

mod belts;
mod bounce;
mod in_plane;
mod in_space;

pub(super) use self::belts::{FourBelts, find_belts};

use core::fmt::Debug;

use impinge::{Real, Vec2, Vec3};

use self::in_plane::PlaneContacts;
use self::in_space::SpaceContacts;
use super::SoftSettings;
use super::lanes::LANES;
use crate::bodies::Bodies;
use crate::continuous::CoreSpace;
use crate::softness::Softness;
use crate::solver_body::SolverBody;
use crate::solver_contact::SolverContact;

/// Spaces in which contacts are solved, four at once.
pub trait SolverSpace: CoreSpace {
    /// Four contacts.
    #[doc(hidden)]
    type Contacts: FourContacts<Self>;
}

impl<T: Real> SolverSpace for Vec3<T>
where
    Self: CoreSpace,
{
    type Contacts = SpaceContacts<T>;
}

impl<T: Real> SolverSpace for Vec2<T>
where
    Self: CoreSpace,
{
    type Contacts = PlaneContacts<T>;
}

/// Four contacts during a step, each between two bodies.
pub trait FourContacts<V: SolverSpace>: Clone + Debug + Send + Sync + 'static {
    type Impulses: FourImpulses<V>;

    /// Prepares contacts for the sub-steps. `places` are the indices of the bodies in `moving`, or none for static bodies and for contacts
    /// that only fill up the four.
    fn new(
        bodies: &Bodies<V>,
        contacts: [u32; LANES],
        places: [[u32; 2]; LANES],
        moving: &[SolverBody<V>],
    ) -> Self;
    /// Makes slots of bodies relative to this one.
    fn count_from(&mut self, first: usize);
    /// Runs a stage, and changes the velocities of the bodies.
    fn run(&mut self, stage: &Stage<'_, V::Scalar>, moving: &mut [SolverBody<V>]);
    /// Scales the impulses of a sub-step to one that is this many times as long.
    fn scale_impulses(&mut self, times: V::Scalar);
    /// The impulses to keep for the next step.
    fn impulses(&self) -> Self::Impulses;
    /// The arm from the center of A to the middle of the points, in space.
    fn arm(&self, lane: usize) -> Vec3<V::Scalar>;
    /// Sets the index of the velocities of its surfaces.
    fn set_belts(&mut self, belts: u32);
}

/// The impulses of four contacts after a step, and their signed distances at its start.
pub trait FourImpulses<V: SolverSpace>: Copy + Debug + Send + Sync + 'static {
    /// No impulses.
    const NONE: Self;

    /// Signed distance of one of the four at the start of the step.
    fn signed_distance(&self, lane: usize) -> V::Scalar;
    /// Whether those of one of the four are finite.
    fn is_finite(&self, lane: usize) -> bool;
    /// Stores the impulses of one of the four in a contact.
    fn store(&self, lane: usize, contact: &mut SolverContact<V>);
}

/// Settings that all contacts share in the passes of a sub-step.
#[derive(Clone, Copy, Debug)]
pub struct Pass<T> {
    /// 1 / length of the sub-step.
    rate: T,
    push_speed: T,
    /// Softness between two dynamic bodies, and against an immovable one.
    softness: [Softness<T>; 2],
}

impl<T: Real> Pass<T> {
    /// Settings for sub-steps of length `h`.
    pub fn new(settings: &SoftSettings<T>, h: T) -> Self {
        let frequency = settings.frequency.min(T::of(super::STIFFEST) / h);
        let softness = [frequency, T::TWO * frequency].map(|f| Softness::new(f, settings.damping_ratio, h));
        Self { rate: T::ONE / h, push_speed: settings.push_speed, softness }
    }

    /// Softness of a contact with an immovable body, or of one between two dynamic bodies.
    pub(crate) fn softness_of(&self, firm: bool) -> Softness<T> {
        self.softness[usize::from(firm)]
    }

    /// The bias velocity that corrects a separation, negated, and its softness.
    #[inline]
    pub(crate) fn bias(&self, separation: T, softness: Softness<T>) -> (T, Softness<T>) {
        if separation > T::ZERO {
            (separation * self.rate, Softness::RIGID) // Speculative: it may approach by that much.
        } else {
            ((softness.bias_rate * separation).max(-self.push_speed), softness)
        }
    }

    /// The relaxing pass, which removes the speed that resolved overlaps.
    pub fn relaxing(self) -> Self {
        Self { softness: [Softness::RIGID; 2], ..self }
    }
}

/// Solver stage, applied to all contacts, one color after the other.
#[derive(Clone, Copy, Debug)]
pub enum Stage<'b, T> {
    /// Warm start: applies the impulses of the last sub-step again.
    WarmStart,
    /// Resolves overlaps.
    Solve(Pass<T>),
    /// Relaxes: friction, and speeds along the normal; with the belts of all contacts.
    Relax(Pass<T>, &'b [FourBelts<T>]),
    /// Restitution for impacts faster than this.
    Bounce(T),
}
