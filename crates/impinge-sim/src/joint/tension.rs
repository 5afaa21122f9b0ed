//! Added inertia of bodies that are pulled harder than a sub-step can follow.
//!
//! A link of a chain under the force f at the arm r is a pendulum of stiffness K = r · f against rotation across r: it swings at √(K /
//! I), and a sub-step of length h can only follow h √(K / I) < 2. A light link under a heavy ball is far beyond that, and its swings grow
//! until the chain bursts. So it rotates as if it had the additional inertia h² K, which keeps h √(K / I) below 1 (the geometric
//! stiffness of Andrews, Teichmann and Kry, "Geometric Stiffness for Real-time Constrained Multibody Dynamics", 2017, here as inertia
//! alone, which removes no energy).
//!
//! **Guarantee.** Nothing changes for a body that a sub-step can follow: h² K up to [`FOLLOWED`] m r². The change is of second order in
//! h, and only joints see it.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::six::symmetric_product;
use crate::body::State;

/// A sub-step follows swings with h² K up to this fraction of m r²: those with h √(K / I) up to 1/2 if the inertia is m r².
const FOLLOWED: f64 = 0.25;

/// Largest energy that a body which spins may give back from added inertia, in I / h²: that of a turn by a radian in a sub-step. The added
/// inertia is gone in the next sub-step, and with it what it did to the others: faster spins under a strong pull would gain energy.
const SPUN: f64 = 1.0;

/// Least inertia about an axis across an arm r, in √ε of m r². A joint turns an error of its impulse by the angle of a sub-step into one of
/// the velocity that is m r² / I times larger, and rounding does it again.
const LEVER: f64 = 4.0;

/// Least inertia about any axis, in ε of m r² with the mass of the heavier body of the joint: less would be lost in the sums of a tree.
const LOST: f64 = 256.0;

/// The inertia to add for a body that a joint pulls at `arm` by this impulse in a sub-step of length `h`; `heavier` is the larger mass of
/// its bodies.
pub(super) fn added_inertia<T: Real>(
    state: &State<T>,
    arm: Vec3<T>,
    impulse: Vec3<T>,
    h: T,
    heavier: T,
) -> Option<Mat3<T>> {
    if !state.is_dynamic() {
        return None;
    }
    let squared = arm.norm_squared();
    let swung = state.mass.mass * squared;
    let pulled = h * arm.dot(impulse) - T::of(FOLLOWED) * swung;
    let inverse = trace(&state.inverse_inertia);
    // Only a body that needs it gets some, so that others keep their bits.
    let needed = |least: T| if least * inverse > T::ONE { least } else { T::ZERO };
    let lever = needed(swung * (T::EPSILON.sqrt() * T::of(LEVER)));
    let about = needed(heavier * squared * (T::EPSILON * T::of(LOST)));
    let (mut added, spin) = (pulled.max(lever), (state.angular_velocity * h).norm_squared());
    if added <= T::ZERO && about == T::ZERO {
        return None;
    }
    if added * inverse * spin > T::of(SPUN) {
        added = T::of(SPUN) / (inverse * spin);
    }
    // Across the arm: added (1 − r rᵀ / r²).
    let across = Mat3::point_inertia(arm) * (added.max(T::ZERO) / squared);
    Some(if about > T::ZERO { across + Mat3::diagonal(about, about, about) } else { across })
}

/// Upper bound on the largest eigenvalue.
fn trace<T: Real>(m: &Mat3<T>) -> T {
    m.x_axis.x + m.y_axis.y + m.z_axis.z
}

/// The inertia of a body with these axes plus the added one, in the world, and its inverse. No axes: that of a body of the plane.
#[inline(always)]
pub(super) fn inertias<T: Real>(state: &State<T>, axes: Option<&Mat3<T>>, added: Mat3<T>) -> [Mat3<T>; 2] {
    let turned = |m| axes.map_or(m, |axes| symmetric_product(*axes * m, axes));
    let (inertia, inverse) = (turned(state.mass.inertia), turned(state.inverse_inertia));
    if added == Mat3::default() {
        return [inertia, inverse];
    }
    (inertia + added).inverse().map_or([inertia, inverse], |inverse| [inertia + added, inverse])
}
