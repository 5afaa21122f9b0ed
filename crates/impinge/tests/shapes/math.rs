//! Vectors, matrices, rotations, poses, boxes and the words of errors, in both precisions.

mod boxes;
mod errors;
mod matrices;
mod operators;
mod plucker;
mod poses;
mod rotations;
mod vectors;

use impinge::{Real, Vec2, Vec3, Vector};
use impinge_scenes::Rng;

/// Random cases of each check.
const CASES: usize = 2000;

/// `k` ε in `f64`, to compare with.
fn eps<T: Real>(k: f64) -> f64 {
    k * T::EPSILON.f64()
}

/// Far from 1, and its inverse as far on the other side; both normal numbers.
fn extreme<T: Real>() -> T {
    T::of(if T::MAX_EXPONENT < 200 { 1e30 } else { 1e300 })
}

/// 2^`exponent`, down to the smallest subnormal number.
fn power<T: Real>(exponent: i32) -> T {
    let least = 1 - T::MAX_EXPONENT;
    if exponent >= least {
        T::power_of_two(exponent)
    } else {
        T::power_of_two(least) * T::power_of_two(exponent - least)
    }
}

/// The exponent of the smallest subnormal number.
fn smallest_exponent<T: Real>() -> i32 {
    let mut exponent = 1 - T::MAX_EXPONENT;
    while power::<T>(exponent - 1) > T::ZERO {
        exponent -= 1;
    }
    exponent
}

/// Whole numbers from -9 to 9, whose products are exact.
fn whole<T: Real>(rng: &mut Rng) -> T {
    T::of(rng.below(19) as f64 - 9.0)
}

fn whole2<T: Real>(rng: &mut Rng) -> Vec2<T> {
    Vec2::new(whole(rng), whole(rng))
}

fn whole3<T: Real>(rng: &mut Rng) -> Vec3<T> {
    Vec3::new(whole(rng), whole(rng), whole(rng))
}

/// Asserts that no component differs by more than `tolerance`.
#[track_caller]
fn near<V: Vector>(a: V, b: V, tolerance: f64) {
    let off = (0..V::DIM).map(|i| (a.get(i).f64() - b.get(i).f64()).abs()).fold(0.0, f64::max);
    assert!(off <= tolerance, "{a:?} and {b:?} differ by {off}, more than {tolerance}");
}

/// The length, computed in `f64` whatever the precision.
fn length<V: Vector>(v: V) -> f64 {
    (0..V::DIM).map(|i| v.get(i).f64() * v.get(i).f64()).sum::<f64>().sqrt()
}
