//! Upper bound of one cell: no direction in it separates better than this.
//!
//! A cell is the cone over `rows` unit corners n_i (an arc of 2, a spherical triangle of 3). Let c_j be any points of B
//! − A. A unit n of the cell is Σ α_i n_i with α_i >= 0 and 1 <= Σα <= 1/d, where d is the distance of the flat
//! triangle n_1 n_2 n_3 from the origin. For every p in the convex hull of the c_j
//!
//! ```text
//! g(n) <= n·p = Σ α_i (n_i·p) <= W        if W = max over i of n_i·p is not positive   (Σα >= 1)
//!                             <= W/d      if it is positive                            (Σα <= 1/d)
//! ```
//!
//! The p with the smallest W is the solution of a matrix game with entries M_ij = n_i·c_j: one player mixes corners by
//! weights β, the other points by weights λ. A tableau of `rows` lines solves it ([`Game`]). Its result need not be
//! exact: W is recomputed from the weights λ, and any weights give a valid bound.
//!
//! If the points in play are `rows` in number and their plane has the normal m, the bound of the cell is sharper
//! ([`around_a_face`]): the plane is a face as in EPA, and near a face g has a kink, not a round top.

use crate::math::{Each, Real, Vector};

/// Largest number of points that a cell may weigh: its 3 corners' own, up to 3 in play in its parent, 1 found inside it, 4 of GJK.
pub(super) const MAX_POINTS: usize = 11;

/// Limit on exchanges. A game of 3 lines ends after 3 to 8; if it is stopped at the limit, its result is a valid bound all the same.
const MAX_EXCHANGES: usize = 16;

/// Error of a wedge q_a × q_b, in ε (|q_a| + |q_b|) × the longest c_j: two products and their difference, and 3 for
/// each q, which is the dot product of a c_j.
const WEDGE_ULPS: f64 = 8.0;

/// The bound of a cell, with the weights that prove it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound<V: Vector> {
    /// Upper bound on g(n) in the cell, except for rounding.
    pub upper: V::Scalar,
    /// Unit direction in the cell in which the points in play reach least, so that g may be largest there.
    pub direction: V,
    /// p, a point of B − A.
    pub point: V,
    /// Weights of the points, by index.
    pub weights: [V::Scalar; MAX_POINTS],
}

/// Bounds g over the cell with these corners by these points (1 to [`MAX_POINTS`]). `shortest` is d of the module
/// documentation; `basis` spans the space of directions that is searched. A bound below `floor` need not be sharp.
pub(super) fn bound<V: Vector>(
    corners: &[V],
    points: &[V],
    shortest: V::Scalar,
    basis: &[V],
    floor: V::Scalar,
) -> Bound<V> {
    let zero = V::Scalar::ZERO;
    let over_corners = |p: V| corners.iter().fold(-V::Scalar::INFINITY, |m, n| m.max(n.dot(p)));
    if floor <= zero {
        for (k, &point) in points.iter().enumerate() {
            let upper = over_corners(point);
            if upper <= floor {
                let mut weights = [zero; MAX_POINTS];
                weights[k] = V::Scalar::ONE;
                return Bound { upper, direction: corners[0], point, weights };
            }
        }
    }
    let game = Game::solve(corners, points);
    let mut point = V::ZERO;
    let mut in_play = [V::ZERO; 3];
    let mut count = 0;
    for (&c, &w) in points.iter().zip(&game.points) {
        if w > zero {
            point += c * w;
            in_play[count.min(2)] = c;
            count += 1;
        }
    }
    let mut direction = V::ZERO;
    for (&n, &w) in corners.iter().zip(&game.corners) {
        direction += n * w;
    }
    let direction = direction.unit();
    let largest = over_corners(point);
    let mut upper = largest;
    if largest > zero {
        upper = point.norm().min(largest / shortest);
    }
    if upper > floor && count == corners.len() {
        upper = upper.min(around_a_face(corners, &in_play[..count], direction, basis));
    }
    Bound { upper, direction, point, weights: game.points }
}

/// The bound of a cell near the normal m of the plane through `rows` points c_j.
///
/// Let v = max m·c_j < 0 and q_j the part of c_j perpendicular to m. If the disc of radius ρ about the origin is in the
/// hull of the q_j, then min t·q_j <= −ρ for every unit t perpendicular to m, so for n = m cos θ + t sin θ
///
/// ```text
/// g(n) <= min n·c_j <= v cos θ − ρ sin θ
/// ```
///
/// This first falls with θ and then grows: over the cell it is largest at θ = 0 or at the corner farthest from m.
fn around_a_face<V: Vector>(corners: &[V], c: &[V], m: V, basis: &[V]) -> V::Scalar {
    let (zero, one, infinity) = (V::Scalar::ZERO, V::Scalar::ONE, V::Scalar::INFINITY);
    let value = c.iter().fold(-infinity, |v, c| v.max(m.dot(*c)));
    let cos = corners.iter().fold(one, |x, n| x.min(m.dot(*n)));
    if value >= zero || cos <= zero {
        return infinity;
    }
    let ([t, u], count) = across(m, basis);
    let radius = if count == 1 {
        let (p, q) = (c[0].dot(t), c[1].dot(t));
        (-p.min(q)).min(p.max(q))
    } else {
        let longest = c.iter().fold(zero, |l, c| l.max(c.norm_squared())).sqrt();
        inscribed(&[0, 1, 2].each(|j| [c[j].dot(t), c[j].dot(u)]), longest)
    };
    if radius <= zero {
        return infinity;
    }
    let sin = (one - cos * cos).max(zero).sqrt();
    value.max(value * cos - radius * sin)
}

/// Radius of the largest disc about the origin in a triangle, or slightly less; not positive if the origin is outside.
/// `size`: see [`WEDGE_ULPS`].
fn inscribed<T: Real>(q: &[[T; 2]; 3], size: T) -> T {
    let length = |v: [T; 2]| (v[0] * v[0] + v[1] * v[1]).sqrt();
    let mut radius = T::INFINITY;
    let mut sign = T::ZERO;
    for i in 0..3 {
        let (a, b) = (q[i], q[(i + 1) % 3]);
        let wedge = a[0] * b[1] - a[1] * b[0];
        if sign == T::ZERO {
            sign = wedge.sign_of(T::ONE);
        }
        let sure = wedge * sign - T::of(WEDGE_ULPS) * T::EPSILON * (length(a) + length(b)) * size;
        let edge = length([b[0] - a[0], b[1] - a[1]]);
        if sure <= T::ZERO || edge <= T::ZERO {
            return -T::ONE;
        }
        radius = radius.min(sure / edge);
    }
    radius
}

/// Unit vectors that span the searched directions perpendicular to the unit `m`, and their number: 1 in a plane, 2 in
/// space. `basis` is orthonormal.
pub(super) fn across<V: Vector>(m: V, basis: &[V]) -> ([V; 2], usize) {
    let mut found = [V::ZERO; 2];
    let count = basis.len() - 1;
    for k in 0..count {
        // Twice, since the first pass leaves an error if a base vector is nearly along m.
        let project = |mut t: V| {
            for _ in 0..2 {
                t -= m * m.dot(t);
                if k > 0 {
                    t -= found[0] * found[0].dot(t);
                }
            }
            t
        };
        let mut longest = V::ZERO;
        for &e in basis {
            let t = project(e);
            if t.norm_squared() > longest.norm_squared() {
                longest = t;
            }
        }
        found[k] = project(longest.unit()).unit();
    }
    (found, count)
}

/// The solution of a matrix game: weights of corners and of points, each non-negative and with sum 1 except for rounding.
pub(super) struct Game<T> {
    /// β.
    pub corners: [T; 3],
    /// λ.
    pub points: [T; MAX_POINTS],
}

impl<T: Real> Game<T> {
    /// Solves max over β of min over j of Σ β_i n_i·c_j.
    ///
    /// With entries M' = M + constant > 0 it is the linear program: maximize Σ x_j with Σ_j M'_ij x_j + y_i = 1, x >=
    /// 0, y >= 0. Then λ = x/Σx, and β are the prices of the lines, divided by their sum (von Neumann and Dantzig). The
    /// tableau begins with the y in play, which is a feasible solution.
    pub fn solve<V: Vector<Scalar = T>>(corners: &[V], points: &[V]) -> Self {
        const PRICE: usize = 3; // the line of reduced costs, after up to 3 lines of the game
        let (zero, one) = (T::ZERO, T::ONE);
        let (lines, slacks) = (corners.len(), points.len());
        let right = slacks + lines;
        // By columns: points, slacks, right-hand side.
        let mut table = [[zero; 4]; MAX_POINTS + 4];
        let (mut low, mut high) = (T::INFINITY, -T::INFINITY);
        for (column, c) in table.iter_mut().zip(points) {
            for (entry, n) in column.iter_mut().zip(corners) {
                *entry = n.dot(*c);
                low = low.min(*entry);
                high = high.max(*entry);
            }
        }
        // Entries from 1 to 2: their differences keep all digits. If all are equal, any unit will do.
        let inverse = one / if high > low { high - low } else { one };
        for column in &mut table[..slacks] {
            for entry in &mut column[..lines] {
                *entry = (*entry - low) * inverse + one;
            }
            column[PRICE] = -one;
        }
        let mut in_play = [0; 3];
        for i in 0..lines {
            in_play[i] = slacks + i;
            table[slacks + i][i] = one;
            table[right][i] = one;
        }
        for _ in 0..MAX_EXCHANGES {
            // The column that gains most enters, the line that allows least leaves.
            let mut enter = right;
            let mut least = -T::EPSILON;
            for (k, column) in table[..right].iter().enumerate() {
                if column[PRICE] < least {
                    (enter, least) = (k, column[PRICE]);
                }
            }
            let entering = table[enter];
            let mut leave = lines;
            for i in 0..lines {
                if entering[i] > T::EPSILON
                    && (leave == lines
                        || table[right][i] * entering[leave] < table[right][leave] * entering[i])
                {
                    leave = i;
                }
            }
            if enter == right || leave == lines {
                break;
            }
            let inverse = one / entering[leave];
            let mut factor = entering;
            factor[leave] -= one; // x − (pivot − 1) x/pivot = x/pivot
            for column in &mut table[..=right] {
                let x = column[leave] * inverse;
                for (entry, f) in column.iter_mut().zip(&factor) {
                    *entry -= *f * x;
                }
            }
            in_play[leave] = enter;
        }
        let mut game = Self { corners: [zero; 3], points: [zero; MAX_POINTS] };
        let (mut points, mut corners) = (zero, zero);
        for i in 0..lines {
            if in_play[i] < slacks {
                game.points[in_play[i]] = table[right][i].max(zero);
                points += game.points[in_play[i]];
            }
            game.corners[i] = table[slacks + i][PRICE].max(zero);
            corners += game.corners[i];
        }
        if points <= zero || corners <= zero {
            // Unreachable without an exchange, and every exchange raises both sums.
            game.points[0] = one;
            game.corners[0] = one;
            return game;
        }
        let (points, corners) = (one / points, one / corners);
        game.points = game.points.map(|w| w * points);
        game.corners = game.corners.each(|w| w * corners);
        game
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;

    fn check<T: Real>() {
        let v = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z));
        let corners = [v(1.0, 0.0, 0.0), v(0.0, 1.0, 0.0), v(0.0, 0.0, 1.0)];
        // The plane x + y + z = −1 by its points on the axes. The game is worth only −1/3, but the octant is within the
        // angle that the face dominates, so the bound is minus the plane's distance.
        let c = [v(-1.0, 0.0, 0.0), v(0.0, -1.0, 0.0), v(0.0, 0.0, -1.0)];
        let d = T::of(1.0 / 3.0).sqrt();
        let b = bound(&corners, &c, d, &corners, -T::INFINITY);
        assert!((b.upper + d).abs() <= T::of(4.0) * T::EPSILON);
        assert!((b.direction - v(1.0, 1.0, 1.0).unit()).norm() <= T::of(8.0) * T::EPSILON);
        // Beyond the origin the bound is the distance.
        let b = bound(&corners, &c.map(|c| -c), d, &corners, -T::INFINITY);
        assert!((b.upper - d).abs() <= T::of(8.0) * T::EPSILON);
        assert!((b.point - v(1.0, 1.0, 1.0) * T::of(1.0 / 3.0)).norm() <= T::of(8.0) * T::EPSILON);
        // One point: at the best corner.
        let b = bound(&corners, &[v(-3.0, -2.0, -4.0)], d, &corners, -T::INFINITY);
        assert!(b.upper == -T::TWO && b.direction == corners[1]);
    }

    #[test]
    fn bounds_agree_with_closed_forms() {
        check::<f32>();
        check::<f64>();
    }

    #[test]
    fn tangents_are_orthonormal() {
        let basis = [0, 1, 2].map(Vec3::<f64>::axis);
        for m in [basis[2], Vec3::new(1.0, 1e-9, 1e-12).unit(), Vec3::new(-1.0, 1.0, 1.0).unit()] {
            let ([t, u], count) = across(m, &basis);
            assert_eq!(count, 2);
            for x in [t.dot(u), t.dot(m), u.dot(m), t.norm() - 1.0, u.norm() - 1.0] {
                assert!(Real::abs(x) <= 4.0 * f64::EPSILON);
            }
        }
    }
}
