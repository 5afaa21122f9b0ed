//! The constraint graph: compact data of contacts and bodies for groups and colors. Contacts and states themselves are far larger, and are
//! read as rarely as possible.

use impinge::persist::ContactBrief;
use impinge::{Real, Vec3};

use crate::body::{BodyKind, State};
use crate::continuous::CoreSpace;
use crate::solver_contact::{SolverContact, impulse};

/// Mass ratio from which the number of sub-steps grows. A light body under a heavy one is a soft spring for its mass: the depth by which
/// it sinks falls with the square of the sub-steps. Impulses build up by the light mass in each, so that the ratio is also the number of
/// sub-steps until the heavy body is carried. A power of 2/3 is between both: with 1/2 a stack of four collapses under a body of 1,000
/// times the mass.
const HEAVY: f64 = 16.0;

/// Limit on the factor on the number of sub-steps, reached at a ratio of 8,192.
const MOST_EXTRA: u8 = 64;

/// A light body carries a heavy one if the contact force is more than this many times its own weight.
const CARRIES: f64 = 2.0;

/// Compact data of a body for sorting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role<T> {
    mass: T,
    inverse_mass: T,
    is_dynamic: bool,
    is_awake: bool,
    /// Whether it does not move in this step: contacts with it need not read it.
    pub stays: bool,
}

impl<T: Real> Role<T> {
    pub fn new(state: &State<T>) -> Self {
        let stands = || state.velocity == Vec3::ZERO && state.angular_velocity == Vec3::ZERO;
        Self {
            mass: state.mass.mass,
            inverse_mass: state.inverse_mass,
            is_dynamic: state.is_dynamic(),
            is_awake: state.is_awake(),
            stays: match state.kind {
                BodyKind::Dynamic => false,
                BodyKind::Kinematic => stands(),
                BodyKind::Fixed => true,
            },
        }
    }
}

/// Compact data of a contact for sorting.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// Slots of its bodies.
    pub bodies: [u32; 2],
    /// Which of them are dynamic.
    pub gives_way: [bool; 2],
    /// Whether one of them moves: bodies at rest that sleep are skipped.
    pub is_awake: bool,
    /// Factor on the requested number of sub-steps that it needs.
    pub times: u8,
    /// Number of its points.
    pub count: u8,
}

impl Link {
    /// Link of a contact whose lighter body carries the other.
    pub fn new<T: Real>(brief: &ContactBrief, roles: &[Role<T>]) -> Self {
        let places = [brief.pair.0, brief.pair.1].map(|body| body.index());
        let bodies = places.map(|place| &roles[place]);
        Self {
            bodies: places.map(|place| place as u32),
            gives_way: bodies.map(|body| body.is_dynamic),
            is_awake: bodies.iter().any(|body| body.is_awake),
            times: times(bodies),
            count: brief.count,
        }
    }

    /// Resets the factor on the sub-steps to 1 if the lighter body does not carry the other: the impulse of the contact is at most `load`
    /// per unit of its mass.
    pub fn ease<T: Real, V: CoreSpace<Scalar = T>>(
        &mut self,
        contact: &SolverContact<V>,
        roles: &[Role<T>],
        load: T,
    ) {
        let [a, b] = self.bodies.map(|body| roles[body as usize].mass);
        let lighter = if a < b { a } else { b };
        let is_carried = impulse(contact) > load * lighter;
        if !is_carried {
            self.times = 1;
        }
    }
}

/// Lower bound on the impulse of a carrying contact in a sub-step of this length, per unit of the lighter body's mass.
pub(super) fn load<T: Real>(gravity: Vec3<T>, substep: T) -> T {
    gravity.norm() * substep * T::of(CARRIES)
}

/// Factor on the sub-steps for two bodies: (ratio / [`HEAVY`])^(2/3) of their masses, rounded up.
fn times<T: Real>([a, b]: [&Role<T>; 2]) -> u8 {
    let (light, heavy) = if a.mass < b.mass { (a, b) } else { (b, a) };
    // Bodies that are not dynamic have zero mass.
    let ratio = heavy.mass * light.inverse_mass / T::of(HEAVY);
    let mut times = 1;
    while times < MOST_EXTRA && T::of(f64::from(times).powi(3)) < ratio * ratio {
        times += 1;
    }
    times
}
