//! Belts: bodies whose surface moves although they do not, such as conveyors, turntables and tracks.
//!
//! Friction and rolling resistance act against the velocity of the surface instead of that of the body. So friction carries what lies on a
//! belt along, with at most Coulomb's limit, and pushes the belt back if it is dynamic. A belt adds energy as friction does work.

use impinge::scene::{ObjectHandle, Scene};
use impinge::{Real, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::{Frame, State};
use crate::joint::Twist;
use crate::space::Space;

/// A body whose surface moves.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
struct Belt<T: Real> {
    body: ObjectHandle,
    /// Velocity of the surface at the origin of the shape, relative to the body, in the frame of the shape; not both are 0.
    velocity: Vec3<T>,
    /// Angular velocity about the origin of the shape.
    angular_velocity: Vec3<T>,
}

/// All belts of a world, in space, in the order of handles.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Belts<T: Real>(Vec<Belt<T>>);

impl<T: Real> Default for Belts<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Real> Belts<T> {
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&self, body: ObjectHandle) -> Result<usize, usize> {
        self.0.binary_search_by_key(&body, |belt| belt.body)
    }

    /// Sets the velocity of the surface of a body.
    pub fn set(&mut self, body: ObjectHandle, [velocity, angular_velocity]: Twist<T>) {
        let moves = velocity != Vec3::ZERO || angular_velocity != Vec3::ZERO;
        let belt = Belt { body, velocity, angular_velocity };
        match self.find(body) {
            Ok(at) if moves => self.0[at] = belt,
            Ok(at) => {
                self.0.remove(at);
            }
            Err(at) if moves => self.0.insert(at, belt),
            Err(_) => {}
        }
    }

    /// Whether all are bodies of the scene, in the right order, and their velocities those of its space.
    pub fn fit<V: Space<Scalar = T>>(&self, scene: &Scene<V>) -> bool {
        let fits = |belt: &Belt<T>| {
            scene.pose(belt.body).is_ok()
                && V::flat(belt.velocity).lift() == belt.velocity
                && V::lift_angular(V::flat_angular(belt.angular_velocity)) == belt.angular_velocity
        };
        self.0.iter().all(fits) && self.0.is_sorted_by(|x, y| x.body < y.body)
    }

    /// Whether all velocities are below this number.
    pub fn are_below(&self, limit: T) -> bool {
        let fastest = |belt: &Belt<T>| belt.velocity.max_abs().max(belt.angular_velocity.max_abs());
        self.0.iter().all(|belt| fastest(belt) < limit)
    }

    /// Keeps what lies on belts awake.
    pub fn wake(&self, states: &mut [State<T>]) {
        self.0.iter().for_each(|belt| states[belt.body.index()].wake());
    }

    /// Velocity of the surface of B relative to that of A at a point, less that of the bodies; and the angular velocity.
    pub fn relative(&self, pair: [ObjectHandle; 2], states: &[State<T>], point: Vec3<T>) -> Twist<T> {
        self.relative_at(pair, states, point, State::frame)
    }

    /// The same at the start of the last soft step.
    pub fn relative_at_start(
        &self,
        pair: [ObjectHandle; 2],
        states: &[State<T>],
        point: Vec3<T>,
    ) -> Twist<T> {
        self.relative_at(pair, states, point, |state| state.start)
    }

    fn relative_at(
        &self,
        pair: [ObjectHandle; 2],
        states: &[State<T>],
        point: Vec3<T>,
        frame: impl Fn(&State<T>) -> Frame<T>,
    ) -> Twist<T> {
        let [a, b] = pair.map(|body| {
            let state = &states[body.index()];
            let Some((origin, [velocity, turn])) = self.motion_in(body, state, frame(state)) else {
                return [Vec3::ZERO; 2];
            };
            [velocity + turn.cross(point - origin), turn]
        });
        [b[0] - a[0], b[1] - a[1]]
    }

    /// The origin of a body whose surface moves, and the velocity of the surface there less that of the body.
    pub fn motion(&self, body: ObjectHandle, state: &State<T>) -> Option<(Vec3<T>, Twist<T>)> {
        self.motion_in(body, state, state.frame())
    }

    fn motion_in(
        &self,
        body: ObjectHandle,
        state: &State<T>,
        Frame { center, rotation }: Frame<T>,
    ) -> Option<(Vec3<T>, Twist<T>)> {
        let belt = &self.0[self.find(body).ok()?];
        let origin = center - rotation.rotate(state.mass.center);
        Some((origin, [rotation.rotate(belt.velocity), rotation.rotate(belt.angular_velocity)]))
    }
}
