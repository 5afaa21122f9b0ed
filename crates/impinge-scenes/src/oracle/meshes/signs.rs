//! Exact signs of determinants of points: in `f64` if the value exceeds its rounding error, otherwise in exact numbers.

use super::exact::{Wide, determinant};

/// A point or vector by its coordinates.
pub(super) type Point = [f64; 3];

/// Rounding of the determinant of three differences of points, relative to the sum of the absolute values of its terms: Shewchuk (1997)
/// proves (7 + 56 ε) ε with ε = 2⁻⁵³, which is 7.8e-16.
const ROUNDING: f64 = 1e-15;

/// If a sum of products of three is below this size, digits may have been lost to underflow.
const UNDERFLOW: f64 = 1e-280;

pub(super) fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

pub(super) fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// The determinant of three rows in `f64`, and the sum of the absolute values of its terms.
fn rough([a, b, c]: [Point; 3]) -> (f64, f64) {
    let (mut value, mut size) = (0.0, 0.0);
    for (i, x) in a.into_iter().enumerate() {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        let (plus, minus) = (b[j] * c[k], b[k] * c[j]);
        value += x * (plus - minus);
        size += x.abs() * (plus.abs() + minus.abs());
    }
    (value, size)
}

/// Side of the plane through a, b and c that the point d is on: 1 if a, b and c run counter-clockwise seen from d (in front), −1 behind,
/// 0 in the plane.
pub(super) fn side(a: Point, b: Point, c: Point, d: Point) -> i32 {
    if a == b || a == c || a == d || b == c || b == d || c == d {
        return 0;
    }
    let (value, size) = rough([minus(b, a), minus(c, a), minus(d, a)]);
    if value.abs() > ROUNDING * size && size > UNDERFLOW {
        return if value > 0.0 { 1 } else { -1 };
    }
    let [a, b, c, d] = [a, b, c, d].map(Wide::of);
    determinant(&b.minus(&a), &c.minus(&a), &d.minus(&a)).sign()
}

/// Turn of the corner a, b, c seen along axis `drop`, whose coordinate is left out: 1 to the left, −1 to the right, 0 straight.
pub(super) fn turn(a: Point, b: Point, c: Point, drop: usize) -> i32 {
    if a == b || a == c || b == c {
        return 0;
    }
    let (j, k) = ((drop + 1) % 3, (drop + 2) % 3);
    let (u, v) = (minus(b, a), minus(c, a));
    let (left, right) = (u[j] * v[k], u[k] * v[j]);
    let (value, size) = (left - right, left.abs() + right.abs());
    if value.abs() > ROUNDING * size && size > UNDERFLOW {
        return if value > 0.0 { 1 } else { -1 };
    }
    let [a, b, c] = [a, b, c].map(Wide::of);
    let (u, v) = (b.minus(&a), c.minus(&a));
    (&(&u.0[j] * &v.0[k]) - &(&u.0[k] * &v.0[j])).sign()
}

/// An axis along which the plane of a, b and c is seen with an area: `None` if they lie on one line.
pub(super) fn open_axis(a: Point, b: Point, c: Point) -> Option<usize> {
    // The axis nearest to the normal first: its sign rarely needs exact numbers.
    let normal = cross(minus(b, a), minus(c, a)).map(f64::abs);
    let first = (0..3).max_by(|&i, &j| normal[i].total_cmp(&normal[j])).unwrap_or(0);
    [first, (first + 1) % 3, (first + 2) % 3].into_iter().find(|&axis| turn(a, b, c, axis) != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_bit_decides() {
        let ulp = f64::EPSILON;
        let [a, b, c] = [[0.1, 0.1, 0.1], [0.3, 0.1, 0.1], [0.1, 0.7, 0.1]];
        for (height, truth) in [(0.1, 0), (0.1 + ulp, 1), (0.1 - ulp, -1), (0.1_f64.next_up(), 1)] {
            assert_eq!(side(a, b, c, [0.2, 0.2, height]), truth);
            assert_eq!(side(b, a, c, [0.2, 0.2, height]), -truth);
        }
        // Points on the diagonal of a plane, where rounding hides the sign.
        let on = |t: f64| [t, t, 12.0];
        assert_eq!(turn(on(0.5), on(12.0), on(24.0), 2), 0);
        assert_eq!(turn(on(0.5), on(12.0), [24.0, 24.0_f64.next_up(), 12.0], 2), 1);
        assert_eq!(turn(on(0.5), on(12.0), [24.0_f64.next_up(), 24.0, 12.0], 2), -1);
        assert_eq!(open_axis(on(0.0), on(1.0), on(3.0)), None);
        assert_eq!(open_axis([0.0; 3], [1.0, 0.0, 1e-300], [2.0, 0.0, 0.0]), Some(1));
    }
}
