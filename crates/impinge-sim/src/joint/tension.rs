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

/// The inertia to add for a body that a joint pulls at `arm` by this impulse in a sub-step of length `h`.
pub(super) fn added_inertia<T: Real>(
    state: &State<T>,
    arm: Vec3<T>,
    impulse: Vec3<T>,
    h: T,
) -> Option<Mat3<T>> {
    let squared = arm.norm_squared();
    let added = h * arm.dot(impulse) - T::of(FOLLOWED) * state.mass.mass * squared;
    if !(state.is_dynamic() && added > T::ZERO) {
        return None;
    }
    // Across the arm: added (1 − r rᵀ / r²).
    Some(Mat3::point_inertia(arm) * (added / squared))
}

/// The inertia of a body with these axes plus the added one, in the world, and its inverse.
#[inline(always)]
pub(super) fn inertias<T: Real>(state: &State<T>, axes: &Mat3<T>, added: Mat3<T>) -> [Mat3<T>; 2] {
    let turned = |m| symmetric_product(*axes * m, axes);
    let (inertia, inverse) = (turned(state.mass.inertia), turned(state.inverse_inertia));
    if added == Mat3::default() {
        return [inertia, inverse];
    }
    (inertia + added).inverse().map_or([inertia, inverse], |inverse| [inertia + added, inverse])
}
