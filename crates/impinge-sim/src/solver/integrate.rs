//! Integration of free motion between contacts, shared by all solvers.
//!
//! [`velocities`] applies forces, [`positions`] moves by the velocities. Together they are symplectic Euler for the center of mass: of
//! first order, and the energy of an oscillation stays bounded. A body without torque keeps its angular momentum and its energy, both up
//! to rounding. Up to one radian in a step that is the energy-momentum method (Simo & Wong, "Unconditionally stable algorithms for rigid
//! body dynamics that exactly preserve energy and momentum", 1991): with J the inertia and w the angular velocity, both in the frame of
//! the body, the mean m of w and of the next w' solves J (m − w) + h/2 m × J m = 0, and the body rotates by the quaternion (h/2 m, 1),
//! normalized. This is of second order. A body that turns farther is rotated by `free_spin.rs`.

use impinge::math::Mat3;
use impinge::{Real, Rot3, Vec3};

use super::free_spin;
use crate::body::{BodyKind, State};
use crate::space::Space;

/// Largest rotation in a step, in radians, for which Newton's method and a rotation of second order are good enough.
const SMALL_TURN: f64 = 1.0;

/// Limit on the steps of Newton's method; each squares the error, which begins as the square of the angle of a step. Six are enough for
/// one radian per step. It ends when the residual is at most ε of the momentum.
const NEWTON_STEPS: usize = 8;

/// Rounding of the energy in a step, in ε: above it, Newton's method has not converged.
const ENERGY_ULPS: f64 = 64.0;

/// Bodies stay within this fraction of the largest coordinate, so that queries along the vectors between them do not overflow.
const RANGE: f64 = 1.0 / 64.0;

/// Applies forces, gravity and damping for `time`, a part of a step that begins at `elapsed`: the factors on the velocities in all parts
/// are together 1 / (1 + rate × step).
pub(crate) fn velocities<T: Real>(state: &mut State<T>, gravity: Vec3<T>, elapsed: T, time: T) {
    if !state.is_awake() {
        return;
    }
    let pull = gravity * state.gravity_scale + state.force * state.inverse_mass;
    state.velocity += pull * time;
    if state.torque != Vec3::ZERO {
        state.angular_velocity += state.world_inverse_inertia() * state.torque * time;
    }
    let until = elapsed + time;
    let damping = |rate: T| (T::ONE + until * rate) / (T::ONE + elapsed * rate);
    if state.linear_damping != T::ZERO {
        state.velocity /= damping(state.linear_damping);
    }
    if state.angular_damping != T::ZERO {
        state.angular_velocity /= damping(state.angular_damping);
    }
}

/// Advances center, rotation and angular velocity by `time` without forces. A body that would leave the range of numbers stays where it
/// is and stops.
pub(crate) fn positions<V: Space>(state: &mut State<V::Scalar>, time: V::Scalar) {
    if state.kind == BodyKind::Fixed || state.asleep {
        return;
    }
    let center = state.center + state.velocity * time;
    let (rotation, angular_velocity) = if state.is_dynamic() {
        spin::<V>(state, time)
    } else {
        (turned(&state.rotation, state.angular_velocity * time), state.angular_velocity)
    };
    let is_turned = rotation.to_xyzw().iter().all(|x| x.is_finite());
    if fits(center) && is_turned && angular_velocity.is_finite() {
        (state.center, state.rotation, state.angular_velocity) = (center, rotation, angular_velocity);
    } else if !has_nan(state.velocity) && !has_nan(state.angular_velocity) {
        (state.velocity, state.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
    }
}

/// Whether a component is NaN: no number that a body could stop at, so that the step is refused.
fn has_nan<T: Real>(v: Vec3<T>) -> bool {
    v.to_array().iter().any(|x| x.partial_cmp(x).is_none())
}

/// Whether a center is in the range of bodies; false for NaN.
pub(crate) fn fits<T: Real>(center: Vec3<T>) -> bool {
    center.max_abs() < T::LIMIT * T::of(RANGE)
}

/// Rotation and angular velocity after `time` without torque.
fn spin<V: Space>(state: &State<V::Scalar>, time: V::Scalar) -> (Rot3<V::Scalar>, Vec3<V::Scalar>) {
    if V::DIM == 3 {
        return spin_in_space(state, time);
    }
    let turn = state.angular_velocity * time;
    let is_small = turn.z.abs() <= V::Scalar::of(SMALL_TURN);
    let rotation = if is_small { state.rotation.turned_by(turn) } else { turned(&state.rotation, turn) };
    (rotation, state.angular_velocity)
}

fn spin_in_space<T: Real>(state: &State<T>, time: T) -> (Rot3<T>, Vec3<T>) {
    let inertia = state.mass.inertia;
    let turn = state.angular_velocity * time;
    let w = state.rotation.unrotate(state.angular_velocity);
    let far = || {
        let found = free_spin::spin(&state.rotation, &inertia, w, time);
        found.unwrap_or((state.rotation, state.angular_velocity))
    };
    if turn.norm_squared() > T::of(SMALL_TURN * SMALL_TURN) {
        return far();
    }
    let momentum = inertia * w;
    let gyroscopic = w.cross(momentum) * time;
    if gyroscopic.max_abs() <= T::EPSILON * momentum.max_abs() {
        // A ball, a cube, or a body so slow that a step does not change it.
        return (state.rotation.turned_by(turn), state.angular_velocity);
    }
    let half = time * T::HALF;
    let mut mean = w;
    for _ in 0..NEWTON_STEPS {
        let momentum = inertia * mean;
        let residual = inertia * (mean - w) + mean.cross(momentum) * half;
        let jacobian = inertia + (cross(mean, &inertia) - cross_matrix(momentum)) * half;
        let Some(change) = solve(&jacobian, residual) else { break };
        mean -= change;
        // The equation is quadratic, so this is all that a step leaves.
        let left = change.cross(inertia * change) * half;
        if left.max_abs() <= T::EPSILON * momentum.max_abs() {
            break;
        }
    }
    let next = mean * T::TWO - w;
    let (before, after) = (w.dot(momentum), next.dot(inertia * next));
    let stays = (after - before).abs() <= before * (T::of(ENERGY_ULPS) * T::EPSILON);
    if !stays {
        return far();
    }
    let rotation = state.rotation.turned_by(state.rotation.rotate(mean * time));
    (rotation, rotation.rotate(next))
}

/// The solution of `matrix` x = `right` by Cramer's rule, if it is finite.
fn solve<T: Real>(matrix: &Mat3<T>, right: Vec3<T>) -> Option<Vec3<T>> {
    let (a, b, c) = (matrix.x_axis, matrix.y_axis, matrix.z_axis);
    let bc = b.cross(c);
    let inverse = T::ONE / a.dot(bc);
    let x = Vec3::new(right.dot(bc), a.dot(right.cross(c)), a.dot(b.cross(right))) * inverse;
    x.is_finite().then_some(x)
}

/// v × each column.
fn cross<T: Real>(v: Vec3<T>, m: &Mat3<T>) -> Mat3<T> {
    Mat3::from_columns(v.cross(m.x_axis), v.cross(m.y_axis), v.cross(m.z_axis))
}

/// The matrix of v ×.
fn cross_matrix<T: Real>(v: Vec3<T>) -> Mat3<T> {
    let zero = T::ZERO;
    Mat3::from_columns(Vec3::new(zero, v.z, -v.y), Vec3::new(-v.z, zero, v.x), Vec3::new(v.y, -v.x, zero))
}

/// A rotation, followed by one at a constant angular velocity, given as its axis times its angle.
fn turned<T: Real>(rotation: &Rot3<T>, turn: Vec3<T>) -> Rot3<T> {
    if turn.norm_squared() > T::of(SMALL_TURN * SMALL_TURN) {
        return free_spin::turned(rotation, turn);
    }
    // `turned_by` takes twice the tangent of half of the angle.
    let half = turn.norm() * T::HALF;
    let (sin, cos) = half.sin_cos();
    rotation.turned_by(if sin.abs() <= T::EPSILON { turn } else { turn * (sin / (cos * half)) })
}
