//! Free motion: what every solver does between contacts.

use impinge::math::Mat3;
use impinge::{Real, Rot3, Vec3};

use crate::body::{BodyKind, State};

/// Forces, gravity and damping, for `time`.
pub(crate) fn velocities<T: Real>(state: &mut State<T>, gravity: Vec3<T>, time: T) {
    if !state.is_dynamic() {
        return;
    }
    let pull = gravity * state.gravity_scale + state.force * state.inverse_mass;
    state.velocity = (state.velocity + pull * time) / (T::ONE + time * state.linear_damping);
    let turn = state.world_inverse_inertia() * state.torque;
    state.angular_velocity = (state.angular_velocity + turn * time) / (T::ONE + time * state.angular_damping);
    state.angular_velocity = gyroscopic(state, time);
}

/// The angular velocity after `time` without torque: one step of Newton's method on Euler's equations in the frame of the body,
/// I (w' − w) + h w' × I w' = 0, which is stable for any step (backward Euler).
fn gyroscopic<T: Real>(state: &State<T>, time: T) -> Vec3<T> {
    let inertia = state.mass.inertia;
    let w = state.rotation.unrotate(state.angular_velocity);
    let momentum = inertia * w;
    let residual = w.cross(momentum) * time;
    // A spin about a principal axis stays as it is: what is left is rounding, below half a unit in the last place of the momentum.
    if residual.max_abs() <= momentum.max_abs() * (T::EPSILON * T::HALF) {
        return state.angular_velocity;
    }
    let jacobian = inertia + (cross_matrix(w) * inertia - cross_matrix(momentum)) * time;
    match jacobian.inverse() {
        Some(inverse) => state.rotation.rotate(w - inverse * residual),
        None => state.angular_velocity,
    }
}

/// The matrix of v ×.
fn cross_matrix<T: Real>(v: Vec3<T>) -> Mat3<T> {
    let zero = T::ZERO;
    Mat3::from_columns(Vec3::new(zero, v.z, -v.y), Vec3::new(-v.z, zero, v.x), Vec3::new(v.y, -v.x, zero))
}

/// Center and rotation after `time` at the present velocities.
pub(crate) fn positions<T: Real>(state: &mut State<T>, time: T) {
    if state.kind == BodyKind::Fixed {
        return;
    }
    state.center += state.velocity * time;
    state.rotation = turned(&state.rotation, state.angular_velocity * time);
}

/// A rotation followed by the turn by `angle`, of which the direction is the axis: exact to the second order, unit.
pub(crate) fn turned<T: Real>(rotation: &Rot3<T>, angle: Vec3<T>) -> Rot3<T> {
    let [x, y, z, w] = rotation.to_xyzw();
    let v = Vec3::new(x, y, z);
    let half = angle * T::HALF;
    let real = w - half.dot(v);
    let vector = v + half * w + half.cross(v);
    Rot3::try_normalize_xyzw([vector.x, vector.y, vector.z, real]).unwrap_or(*rotation)
}
