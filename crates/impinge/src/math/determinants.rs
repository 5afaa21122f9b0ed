//! Exact orientation predicates: on which side of a line or plane a point lies, for numbers of any magnitude.
//!
//! Three methods are tried in order: the determinant in `f64`, if it exceeds its rounding error; the adaptive
//! determinant of Shewchuk 1997 (crate `robust`), which is exact as long as nothing overflows or underflows; and
//! integers of some thousand bits, which hold everything that `f64` coordinates can produce. Cost: usually a few ns, a
//! few µs for coordinates that need the last method.
//!
//! # When nothing underflows
//! A number of magnitude at least 2^e is a multiple of 2^(e−52), and so are differences of such numbers. Products of d
//! of these are multiples of 2^(d (e−52)), and all terms of the adaptive determinant are such products: with d (e − 52)
//! ≥ −1074 no bit is lost. That is e ≥ −485 for two factors, and e ≥ −306 for three.

use robust::{Coord, Coord3D, orient2d, orient3d};

use super::wide::{Wide, add, mul, parts, shifted, sign, sub};
use super::{Each, Vec2, Vec3};

/// Shewchuk's bounds on the rounding of the determinants, (3 + 16 u) u and (7 + 56 u) u with u = 2⁻⁵³, relative to the
/// sum of the absolute values of their terms, plus some margin for underflow if the determinant is not tiny.
const AREA_ROUNDING: f64 = 4.0 * U;
const VOLUME_ROUNDING: f64 = 8.0 * U;
const U: f64 = 0.5 * f64::EPSILON;

/// Underflow cannot change a determinant of at least this: it loses 2⁻¹⁰⁷⁴ per product, times at most 2^300.
const LEAST: f64 = f64::from_bits((1023 - 600) << 52);

/// Coordinates up to this, and products of three differences of them, do not overflow, nor do the halves into which factors are split.
const LARGE: f64 = f64::from_bits((1023 + 300) << 52);

/// The lower limits derived above, for two factors and for three.
const SMALL: [f64; 2] = [f64::from_bits((1023 - 485) << 52), f64::from_bits((1023 - 306) << 52)];

/// Words of a difference of two numbers: slightly more than the range from 2⁻¹⁰⁷⁴ to 2^1024, and the sign.
const DIFFERENCE: usize = 33;

/// Twice the area of the triangle a, b, c: positive if c is to the left of the line from a to b. Only its sign is
/// meaningful, and the sign is exact.
#[inline]
pub(crate) fn turn(a: Vec2<f64>, b: Vec2<f64>, c: Vec2<f64>) -> f64 {
    let (left, right) = ((a.x - c.x) * (b.y - c.y), (a.y - c.y) * (b.x - c.x));
    let area = left - right;
    // False also if a coordinate is not finite.
    let certain = area.abs() > AREA_ROUNDING * (left.abs() + right.abs()) && area.abs() > LEAST;
    if certain { area } else { turn_closely(a, b, c) }
}

/// Six times the volume of the tetrahedron a, b, c, d: positive if d is below the plane through a, b, c, which run
/// counter-clockwise seen from above. Only its sign is meaningful, and the sign is exact.
pub(crate) fn volume(a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>, d: Vec3<f64>) -> f64 {
    let [a_, b_, c_] = [a - d, b - d, c - d];
    let [bc, cb] = [b_.x * c_.y, c_.x * b_.y];
    let [ca, ac] = [c_.x * a_.y, a_.x * c_.y];
    let [ab, ba] = [a_.x * b_.y, b_.x * a_.y];
    let volume = a_.z * (bc - cb) + b_.z * (ca - ac) + c_.z * (ab - ba);
    let [a_z, b_z, c_z] = [a_.z.abs(), b_.z.abs(), c_.z.abs()];
    let sum = a_z * (bc.abs() + cb.abs()) + b_z * (ca.abs() + ac.abs()) + c_z * (ab.abs() + ba.abs());
    let certain = volume.abs() > VOLUME_ROUNDING * sum && volume.abs() > LEAST;
    let moderate = a_z < LARGE && b_z < LARGE && c_z < LARGE;
    if certain && moderate { volume } else { volume_closely([a, b, c, d]) }
}

/// Whether all numbers are 0 or of a magnitude in the range.
fn all_within(numbers: &[f64], least: f64) -> bool {
    numbers.iter().all(|x| *x == 0.0 || (least..LARGE).contains(&x.abs()))
}

#[cold]
fn turn_closely(a: Vec2<f64>, b: Vec2<f64>, c: Vec2<f64>) -> f64 {
    let numbers = [a.x, b.x, c.x, a.y, b.y, c.y];
    if all_within(&numbers, SMALL[0]) {
        let [a, b, c] = [a, b, c].each(|p| Coord { x: p.x, y: p.y });
        return orient2d(a, b, c);
    }
    turn_in_whole_numbers(&numbers)
}

#[cold]
fn volume_closely(points: [Vec3<f64>; 4]) -> f64 {
    let [a, b, c, d] = points;
    let numbers = [a.x, b.x, c.x, d.x, a.y, b.y, c.y, d.y, a.z, b.z, c.z, d.z];
    if all_within(&numbers, SMALL[1]) {
        let [a, b, c, d] = points.each(|p| Coord3D { x: p.x, y: p.y, z: p.z });
        return orient3d(a, b, c, d);
    }
    volume_in_whole_numbers(&numbers)
}

/// Coordinates of points relative to the last point, all x first, in units of the last bit of the finest coordinate.
/// Coordinates that are not finite, which no body has, count as 0.
fn differences<const P: usize, const D: usize>(numbers: &[f64]) -> [[Wide<DIFFERENCE>; D]; P] {
    let number = |x: f64| if x.is_finite() { parts(x) } else { (0, 0) };
    let known = numbers.iter().map(|&x| number(x)).filter(|n| n.0 != 0);
    let unit = known.map(|(_, exponent)| exponent).min().unwrap_or(0);
    let place = |x: f64| match number(x) {
        (0, _) => [0; DIFFERENCE],
        (mantissa, exponent) => shifted(mantissa, exponent - unit),
    };
    core::array::from_fn(|point| {
        core::array::from_fn(|axis| {
            let row = &numbers[axis * (P + 1)..(axis + 1) * (P + 1)];
            sub(&place(row[point]), &place(row[P]))
        })
    })
}

#[inline(never)]
fn turn_in_whole_numbers(numbers: &[f64; 6]) -> f64 {
    let [a, b] = differences::<2, 2>(numbers);
    let area: Wide<66> = sub(&mul(&a[0], &b[1]), &mul(&a[1], &b[0]));
    f64::from(sign(&area, 0))
}

#[inline(never)]
fn volume_in_whole_numbers(numbers: &[f64; 12]) -> f64 {
    let [a, b, c] = differences::<3, 3>(numbers);
    let term = |u: &[Wide<DIFFERENCE>; 3], v: &[Wide<DIFFERENCE>; 3], z: &Wide<DIFFERENCE>| -> Wide<99> {
        let area: Wide<66> = sub(&mul(&u[0], &v[1]), &mul(&v[0], &u[1]));
        mul(&area, z)
    };
    let sum = add(&add(&term(&b, &c, &a[2]), &term(&c, &a, &b[2])), &term(&a, &b, &c[2]));
    f64::from(sign(&sum, 0))
}

#[cfg(test)]
mod tests {
    use impinge_scenes::Rng;

    use super::*;
    use crate::math::Real;

    /// Integers from −3 to 3, and numbers next to them.
    fn numbers() -> impl FnMut() -> f64 {
        let mut rng = Rng::linear(3);
        move || {
            let bits = rng.bits();
            let whole = ((bits >> 40) % 7) as f64 - 3.0;
            let next = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0][(bits >> 60) as usize % 8];
            whole * (1.0 + next * f64::EPSILON)
        }
    }

    /// Scaling all coordinates by any power of two keeps the sign, and all three methods agree.
    #[test]
    fn signs_do_not_change_with_the_magnitude() {
        let mut next = numbers();
        let (mut zeros, mut close) = (0, 0);
        for k in 0..4000 {
            let flat: [f64; 6] = core::array::from_fn(|_| next());
            let solid: [f64; 12] = core::array::from_fn(|_| next());
            let plane = |f: f64| {
                let at = |k: usize| Vec2::new(flat[k] * f, flat[3 + k] * f);
                turn(at(0), at(1), at(2))
            };
            let space = |f: f64| {
                let at = |k: usize| Vec3::new(solid[k] * f, solid[4 + k] * f, solid[8 + k] * f);
                volume(at(0), at(1), at(2), at(3))
            };
            let sign = |x: f64| f64::from(i8::from(x > 0.0) - i8::from(x < 0.0));
            let [area, full] = [sign(plane(1.0)), sign(space(1.0))];
            assert_eq!([turn_in_whole_numbers(&flat), volume_in_whole_numbers(&solid)], [area, full]);
            for exponent in [-1018, -600, -537, -400, 300, 512, 1019 - k % 2] {
                let f = <f64 as Real>::power_of_two(exponent);
                assert_eq!([sign(plane(f)), sign(space(f))], [area, full], "{exponent} {flat:?} {solid:?}");
            }
            zeros += usize::from(area == 0.0) + usize::from(full == 0.0);
            close += usize::from(area != 0.0 && plane(1.0).abs() < 1e-12);
        }
        assert!(zeros > 200 && close > 200, "{zeros} {close}");
    }

    /// Coordinates from one end of the floating-point range to the other.
    #[test]
    fn magnitudes_may_be_mixed() {
        let (large, small) = (<f64 as Real>::LIMIT, f64::from_bits(1));
        let at = |x: f64, y: f64| Vec2::new(x, y);
        for (c, expected) in [(small, 1.0), (0.0, 0.0), (-small, -1.0)] {
            let sign = turn(at(-large, 0.0), at(large, 0.0), at(0.0, c));
            assert!(sign * expected > 0.0 || (sign == 0.0 && expected == 0.0), "{c:e} {sign:e}");
            let at = |x: f64, y: f64, z: f64| Vec3::new(x, y, z);
            let sign =
                volume(at(-large, 0.0, 0.0), at(large, 0.0, 0.0), at(0.0, large, 0.0), at(0.0, 1.0, c));
            assert!(sign * expected < 0.0 || (sign == 0.0 && expected == 0.0), "{c:e} {sign:e}");
        }
    }
}
