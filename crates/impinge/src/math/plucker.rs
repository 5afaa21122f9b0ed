//! Directed lines in Plücker coordinates, and the side on which they pass one another.
//!
//! # Source
//! Van Waveren, *Robust Continuous Collision Detection Between Arbitrary Polyhedra Using Trajectory Parameterization of
//! Polyhedral Features* (2005), sections 2.1, 2.3 and 2.5.
//!
//! # Symbols
//! | here | the paper | meaning |
//! |---|---|---|
//! | direction d = b − a | (−p2, p5, −p4) | direction of the line |
//! | moment m = a × b | (p3, −p1, p0) | normal of the plane through the line and the origin, with their distance |
//! | side(p, q) = −(d_p · m_q + m_p · d_q) | s | see [`Line::side`] |
//!
//! d · m = 0 is the paper's 0 = p0 p4 + p1 p5 + p2 p3.
//!
//! # Guarantees
//! [`Line::side_within`] bounds the error of the side. Two polygons that share an edge use the same line, so they get
//! the same answer in any case.
//!
//! # Misprints
//! All of these are in the paper:
//! - Section 2.5 rotates clockwise about z (x cos α + y sin α), against convention, without saying so. Here rotations
//!   are counter-clockwise, so the sine has the opposite sign.
//! - Sections 2.4, 2.5: r = tan(α/2) is given "for 0 < α < π". It holds for −π < α < π.
//! - Sections 2.4, 2.5: for a = 0 the root is −c/(2b), and not −c/b.
//!
//! Section 2.1 leaves two things open. |s| represents the volume of the tetrahedron a b c d: it is six times the
//! volume. And s is positive if the lines have the orientation of the frame, which it does not define for two lines:
//! for a = 0, b = x, c = y, d = z, where c d turns about a b as y turns to z, s = −1 in any frame. Here the sign is
//! that of [`Line::side`].
//!
//! Section 2.3 is right where it looks wrong: its β is minus the derivative of the side, so f = α/β has the sign that
//! section 2.2 (f = −α/β) lacks.

use super::{Real, Vec3, Vector};

/// A directed line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line<T> {
    /// Direction of the line, of any length.
    pub direction: Vec3<T>,
    /// Cross product of a point of the line and the direction.
    pub moment: Vec3<T>,
}

/// A number with a bound on its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Within<T> {
    /// The computed value.
    pub value: T,
    /// Bound on the error.
    pub error: T,
}

/// Side of a rotating line as a function of the angle: `constant + cosine cos α + sine sin α`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurningSide<T> {
    /// v0 of the paper.
    pub constant: T,
    /// v2 of the paper.
    pub cosine: T,
    /// Minus v1 of the paper, which rotates the other way.
    pub sine: T,
}

impl<T: Real> Line<T> {
    /// The line through `a` and then `b`.
    #[inline]
    pub fn through(a: Vec3<T>, b: Vec3<T>) -> Self {
        Self { direction: b - a, moment: a.cross(b) }
    }

    /// The line through `point` along `direction`: the path of a moving point.
    #[inline]
    pub fn path(point: Vec3<T>, direction: Vec3<T>) -> Self {
        Self { direction, moment: point.cross(direction) }
    }

    /// The same line in the opposite direction.
    #[inline]
    #[must_use]
    pub fn reversed(&self) -> Self {
        Self { direction: -self.direction, moment: -self.moment }
    }

    /// The permuted inner product: six times the signed volume of the tetrahedron of two points of each line. Zero if
    /// they intersect or are parallel. The path of a point that falls onto the front of a polygon has a positive side
    /// to every edge that runs counter-clockwise around the point where it lands.
    #[inline]
    pub fn side(&self, other: &Self) -> T {
        -(self.direction.dot(other.moment) + self.moment.dot(other.direction))
    }

    /// [`Line::side`] with a bound on its error, for lines made by [`Line::through`] or [`Line::path`].
    ///
    /// With M the [`Line::reach`] of a line, a component of its moment is off by at most ε M, and one of its direction by
    /// ε/2 of itself. Six products and five sums add ε/2 and 5ε/2: together 4.5 ε (|d_p|₁ M_q + M_p |d_q|₁), and 8 leaves
    /// room for the squares of ε.
    pub fn side_within(&self, other: &Self, reach: T, reach_other: T) -> Within<T> {
        let size = self.direction.sum_abs() * reach_other + reach * other.direction.sum_abs();
        Within { value: self.side(other), error: T::of(8.0) * T::EPSILON * size }
    }

    /// A bound on the moment of the line through `a` and `b` (or through `a` along `b`), term by term: twice the
    /// product of the largest coordinates.
    #[inline]
    pub fn reach(a: Vec3<T>, b: Vec3<T>) -> T {
        T::TWO * a.max_abs() * b.max_abs()
    }

    /// Rate at which the side to `other` grows while this line moves along `velocity`: −(v × d_p) · d_q. The direction
    /// stays fixed, so the side is linear: side + f rate.
    #[inline]
    pub fn side_rate(&self, other: &Self, velocity: Vec3<T>) -> T {
        -velocity.cross(self.direction).dot(other.direction)
    }

    /// The side to `other` while this line rotates about an axis through the origin, given as a unit vector k,
    /// counter-clockwise when it points at the viewer.
    ///
    /// Direction and moment rotate as vectors: v becomes v∥ + (v − v∥) cos α + (k × v) sin α, with v∥ the part along k.
    /// The paper has k = z.
    pub fn side_turning(&self, other: &Self, axis: Vec3<T>) -> TurningSide<T> {
        let (d, m, e, n) = (self.direction, self.moment, other.direction, other.moment);
        let constant = -(axis.dot(d) * axis.dot(n) + axis.dot(m) * axis.dot(e));
        TurningSide {
            constant,
            cosine: self.side(other) - constant,
            sine: -(axis.cross(d).dot(n) + axis.cross(m).dot(e)),
        }
    }
}

impl<T: Real> TurningSide<T> {
    /// Coefficients a, b and c of a r² + 2 b r + c, which is (1 + r²) times the side at r = tan(α/2).
    #[inline]
    pub fn quadratic(&self) -> [T; 3] {
        [self.constant - self.cosine, self.sine, self.constant + self.cosine]
    }

    /// The side after a rotation by the angle with r = tan(α/2).
    pub fn at(&self, half_tangent: T) -> T {
        let [a, b, c] = self.quadratic();
        let r = half_tangent;
        ((a * r + T::TWO * b) * r + c) / (T::ONE + r * r)
    }
}

/// The smallest r > 0 at which a r² + 2 b r + c falls to zero or below, for c > 0; `None` if it never does.
///
/// The root c / (√(b² − a c) − b), or, if that would cancel, −(b + √(b² − a c)) / a. Both are the exact root of a
/// quadratic whose coefficients have relative errors of at most 8ε. For a = 0 this is −c/(2b). With c ≤ 0 the answer is
/// 0.
pub fn first_root<T: Real>(a: T, b: T, c: T) -> Option<T> {
    if c <= T::ZERO {
        return Some(T::ZERO);
    }
    let discriminant = b * b - a * c;
    // Also for NaN.
    if discriminant.partial_cmp(&T::ZERO).is_none_or(|order| order.is_lt()) {
        return None;
    }
    let root = discriminant.sqrt();
    if b < T::ZERO {
        Some(c / (root - b))
    } else if a < T::ZERO {
        Some((b + root) / -a)
    } else {
        None
    }
}
