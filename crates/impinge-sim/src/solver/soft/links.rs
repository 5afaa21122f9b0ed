//! What groups and colors are found from: who touches whom, in a few bytes. Touches themselves are far larger, and are gone through as
//! seldom as can be.

use impinge::{Real, Vec3};

use crate::body::State;
use crate::touch::Touch;

/// A light body under a heavy one is a soft spring for its mass. From this ratio of masses on there are more sub-steps: the part by
/// which it sinks falls with their square, so their number grows with the root of the ratio.
const HEAVY: f64 = 16.0;

/// At most so many times the sub-steps asked for, that is up to a ratio of 1,024.
const MOST_EXTRA: u8 = 8;

/// A light body carries a heavy one if the contact presses with more than this many times its own weight.
const CARRIES: f64 = 2.0;

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
    /// Of a touch, in sub-steps as asked for of length `substep`.
    pub fn new<T: Real>(touch: &Touch<T>, states: &[State<T>], gravity: Vec3<T>, substep: T) -> Self {
        let bodies = [touch.a, touch.b].map(|body| &states[body.index()]);
        Self {
            bodies: [touch.a, touch.b].map(|body| body.index() as u32),
            gives_way: bodies.map(State::is_dynamic),
            is_awake: bodies.iter().any(|body| body.is_awake()),
            times: times(touch, bodies, gravity, substep),
            count: touch.count() as u8,
        }
    }
}

/// How many times the sub-steps asked for a touch needs: the root of the ratio of masses, where a light body carries a heavy one of more
/// than [`HEAVY`] times its mass.
fn times<T: Real>(touch: &Touch<T>, [a, b]: [&State<T>; 2], gravity: Vec3<T>, substep: T) -> u8 {
    let (light, heavy) = if a.mass.mass < b.mass.mass { (a, b) } else { (b, a) };
    // Bodies that are not dynamic have no mass.
    let ratio = heavy.mass.mass * light.inverse_mass;
    let mut times = 1;
    if ratio > T::of(HEAVY) {
        let load = gravity.norm() * substep * T::of(CARRIES);
        let is_carried = touch.impulse() > load * light.mass.mass;
        while is_carried && times < MOST_EXTRA && T::of(f64::from(times * times) * HEAVY) < ratio {
            times += 1;
        }
    }
    times
}
