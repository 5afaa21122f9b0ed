//! What groups and colors are found from: who touches whom, in a few bytes, and what each body does. Touches and states themselves are
//! far larger, and are gone through as seldom as can be.

use impinge::{Real, Vec3};

use crate::body::{BodyKind, State};
use crate::renew::Brief;
use crate::touch::Touch;

/// A light body under a heavy one is a soft spring for its mass. From this ratio of masses on there are more sub-steps: the part by
/// which it sinks falls with their square, so their number grows with the root of the ratio.
const HEAVY: f64 = 16.0;

/// At most so many times the sub-steps asked for, that is up to a ratio of 1,024.
const MOST_EXTRA: u8 = 8;

/// A light body carries a heavy one if the contact presses with more than this many times its own weight.
const CARRIES: f64 = 2.0;

/// What sorting needs to know of a body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Role<T> {
    mass: T,
    inverse_mass: T,
    is_dynamic: bool,
    is_awake: bool,
    /// Whether it stays where it is in this step: contacts with it need not look at it.
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

/// What sorting needs to know of a touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The places of its bodies.
    pub bodies: [u32; 2],
    /// Which of them are dynamic.
    pub gives_way: [bool; 2],
    /// Whether one of them moves: what stands and sleeps is left alone.
    pub is_awake: bool,
    /// How many times the sub-steps asked for it needs.
    pub times: u8,
    /// Of its points.
    pub count: u8,
}

impl Link {
    /// Of a touch whose lighter body carries the other.
    pub fn new<T: Real>(brief: &Brief, roles: &[Role<T>]) -> Self {
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

    /// Takes no more sub-steps than asked for where the lighter body does not carry the other: the touch presses with no more than
    /// `load` for each unit of its mass.
    pub fn ease<T: Real>(&mut self, touch: &Touch<T>, roles: &[Role<T>], load: T) {
        let [a, b] = self.bodies.map(|body| roles[body as usize].mass);
        let lighter = if a < b { a } else { b };
        let is_carried = touch.impulse() > load * lighter;
        if !is_carried {
            self.times = 1;
        }
    }
}

/// What a touch that carries presses with in a sub-step of this length, for each unit of the lighter body's mass, or more.
pub(super) fn load<T: Real>(gravity: Vec3<T>, substep: T) -> T {
    gravity.norm() * substep * T::of(CARRIES)
}

/// How many times the sub-steps asked for two bodies need: the root of the ratio of masses, where it is more than [`HEAVY`].
fn times<T: Real>([a, b]: [&Role<T>; 2]) -> u8 {
    let (light, heavy) = if a.mass < b.mass { (a, b) } else { (b, a) };
    // Bodies that are not dynamic have no mass.
    let ratio = heavy.mass * light.inverse_mass;
    let mut times = 1;
    while times < MOST_EXTRA && T::of(f64::from(times * times) * HEAVY) < ratio {
        times += 1;
    }
    times
}
