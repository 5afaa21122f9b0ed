//! Computation of determinants in the printed Signed Volumes.
//!
//! **Source.** Montanari et al. 2017: Algorithms 3 to 5 and equations 24 to 27 for [`AsPrinted`]; section 4.3 for [`ExactSigns`], where the paper
//! takes det M and its minors from Shewchuk's `orient3d` and `orient2d` (here those of the crate `robust`). [`ExactDeterminants`] is not in the paper:
//! the remaining error is that of the projections, which section 4.3 says is most of it.
//!
//! | symbol | meaning |
//! |---|---|
//! | C_{4,j} | det M with s_j replaced by the origin |
//! | p_O | the origin projected on the plane or line of a simplex |
//!
//! **Failure.** Exact signs are those of the projected points, whose own rounding is in p_O already. The values of Shewchuk's predicates are rounded
//! where their signs are not in doubt.

use impinge::{Vec2, Vec3, Vector};
use robust::{Coord, Coord3D, orient2d, orient3d};

use super::doubled::{Doubled, cross, dot, minus, point};

/// Numbers of Algorithms 3 to 5; by default as printed.
pub trait Arithmetic: Copy + Default {
    /// C_{4,1} to C_{4,4} and det M of a tetrahedron (equation 24).
    #[inline]
    fn volumes(p: [Vec3<f64>; 4]) -> ([f64; 4], f64) {
        // Minors of the matrix of coordinates, without column j.
        let minor = |a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>| {
            a.x * (b.y * c.z - c.y * b.z) - b.x * (a.y * c.z - c.y * a.z) + c.x * (a.y * b.z - b.y * a.z)
        };
        let c = [
            -minor(p[1], p[2], p[3]),
            minor(p[0], p[2], p[3]),
            -minor(p[0], p[1], p[3]),
            minor(p[0], p[1], p[2]),
        ];
        (c, c[0] + c[1] + c[2] + c[3])
    }

    /// det M of a triangle of the plane (equation 26).
    #[inline]
    fn area(a: Vec2<f64>, b: Vec2<f64>, c: Vec2<f64>) -> f64 {
        a.x * b.y + b.x * c.y + c.x * a.y - a.x * c.y - b.x * a.y - c.x * b.y
    }

    /// p_O of a triangle (equation 25); NaN if it has no area.
    #[inline]
    fn onto_plane([s1, s2, s3]: [Vec3<f64>; 3]) -> Vec3<f64> {
        let n = (s2 - s1).cross(s3 - s1);
        n * (s1.dot(n) / n.norm_squared())
    }

    /// p_O of an edge (equation 27, with minus).
    #[inline]
    fn onto_line<V: Vector<Scalar = f64>>(s1: V, s2: V) -> V {
        let t = s2 - s1;
        s2 - t * (s2.dot(t) / t.dot(t))
    }
}

/// The formulas as printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct AsPrinted;

/// Determinants with exact signs.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactSigns;

/// Determinants that are rounded once, at their end.
#[derive(Clone, Copy, Debug, Default)]
pub struct ExactDeterminants;

impl Arithmetic for AsPrinted {}

impl Arithmetic for ExactSigns {
    fn volumes([s1, s2, s3, s4]: [Vec3<f64>; 4]) -> ([f64; 4], f64) {
        let coord = |v: Vec3<f64>| Coord3D { x: v.x, y: v.y, z: v.z };
        let det = |a, b, c, d| orient3d(coord(a), coord(b), coord(c), coord(d));
        let o = Vec3::ZERO;
        let c = [det(o, s2, s3, s4), det(s1, o, s3, s4), det(s1, s2, o, s4), det(s1, s2, s3, o)];
        (c, det(s1, s2, s3, s4))
    }

    fn area(a: Vec2<f64>, b: Vec2<f64>, c: Vec2<f64>) -> f64 {
        let coord = |v: Vec2<f64>| Coord { x: v.x, y: v.y };
        orient2d(coord(a), coord(b), coord(c))
    }
}

impl Arithmetic for ExactDeterminants {
    fn volumes(p: [Vec3<f64>; 4]) -> ([f64; 4], f64) {
        let [s1, s2, s3, s4] = p.map(point);
        let minor = |a, b, c| dot(a, cross(b, c));
        let zero = Doubled::default();
        let c = [
            zero.minus(minor(s2, s3, s4)),
            minor(s1, s3, s4),
            zero.minus(minor(s1, s2, s4)),
            minor(s1, s2, s3),
        ];
        let det = c.iter().fold(zero, |sum, &c| sum.plus(c));
        (c.map(Doubled::value), det.value())
    }

    fn area(a: Vec2<f64>, b: Vec2<f64>, c: Vec2<f64>) -> f64 {
        let a = point(a);
        let (to_b, to_c) = (minus(point(b), a), minus(point(c), a));
        to_b[0].times(to_c[1]).minus(to_b[1].times(to_c[0])).value()
    }
}

#[cfg(test)]
mod tests {
    use impinge_scenes::Rng;

    use super::*;

    /// All three compute the same numbers up to rounding, with the same signs.
    #[test]
    fn forms_agree_on_round_simplexes() {
        let mut rng = Rng::new(8);
        for _ in 0..1_000 {
            let p: [Vec3<f64>; 4] = std::array::from_fn(|_| rng.in_ball());
            let numbers = |(c, det): ([f64; 4], f64)| [c[0], c[1], c[2], c[3], det];
            let printed = numbers(AsPrinted::volumes(p));
            let signs = numbers(ExactSigns::volumes(p));
            let exact = numbers(ExactDeterminants::volumes(p));
            // `orient3d` may have the other sign, but then it does for all five.
            let sign = (printed[4] * signs[4]).signum();
            for k in 0..5 {
                assert!((printed[k] - exact[k]).abs() < 1e-14 && (sign * signs[k] - exact[k]).abs() < 1e-14);
            }
            let [a, b, c, _] = p.map(|v| Vec2::new(v.x, v.y));
            let exact = ExactDeterminants::area(a, b, c);
            for area in [AsPrinted::area(a, b, c), ExactSigns::area(a, b, c)] {
                assert!((area - exact).abs() < 1e-14, "{area} {exact}");
            }
        }
    }

    /// Four points of one plane far from the origin: the printed sum is noise, the predicate is zero.
    #[test]
    fn a_plane_has_no_volume() {
        let on = |x: f64, y: f64| Vec3::new(x, y, x + 2.0 * y);
        let large = f64::from(1 << 25);
        let p = [
            on(large + 1.0, 3.0),
            on(7.0, large - 5.0),
            on(1.0 - large, 11.0),
            on(large - 13.0, large + 3.0),
        ];
        assert_eq!([ExactSigns::volumes(p).1, ExactDeterminants::volumes(p).1], [0.0; 2]);
    }
}
