//! Sub-algorithm by Voronoi regions: finds the face of the simplex that is nearest to the origin.
//!
//! **Source.** Olvång's thesis, section 2.3.2, Algorithms 2 and 3 and the text on tetrahedra, with the shortcut it
//! names: the newest vertex is part of the answer, so only the regions around it are examined.
//!
//! **Departures.** If the origin is outside several faces, all of them are tried and the nearest point is taken; the
//! thesis decides by further planes, whose signs rounding can flip. The nearest point of a triangle is found as a
//! multiple of its normal, not as a combination of its vertices: so its direction stays right when the origin is very
//! near, as between two faces that almost touch.
//!
//! **Misprint.** Algorithm 2 has t = a·c/|c|² with c = b − a; the nearest point of the line a + t c is at
//! t = −a·c/|c|².
//!
//! **Failure.** A flat triangle or tetrahedron has no normal; its edges or faces are tried instead. If it is flat
//! except for rounding, signs are noise, and another edge or face may be taken: the weights then make a point of the
//! simplex, but not the nearest one. GJK uses that point for its bound, so the price is a run that stalls, not a wrong
//! distance.

use super::{Simplex, SubAlgorithm};
use crate::math::{Each, Real, Vec2, Vec3, Vector};

/// Steps of [`SubAlgorithm::refine`]. Each leaves the residual times rounding times the ratio of length to thickness of
/// the simplex; one is enough down to a thickness of 1e-8.
const REFINEMENTS: usize = 3;

/// The Voronoi region sub-algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Voronoi;

/// The point of a face nearest to the origin: the face's vertices, their weights, and the point.
#[derive(Clone, Copy)]
struct Nearest<V: Vector> {
    point: V,
    squared: V::Scalar,
    kept: [usize; 3],
    weights: [V::Scalar; 3],
    len: usize,
}

impl<V: Vector> Nearest<V> {
    #[inline(always)]
    fn vertex(s: &Simplex<V>, i: usize) -> Self {
        let point = s.point(i);
        let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
        Self { point, squared: point.norm_squared(), kept: [i; 3], weights: [one, zero, zero], len: 1 }
    }

    #[inline(always)]
    fn nearer(self, other: Self) -> Self {
        if other.squared < self.squared { other } else { self }
    }

    #[inline(always)]
    fn apply(&self, s: &mut Simplex<V>) -> V {
        let ([i, j, k], [a, b, c]) = (self.kept, self.weights);
        match self.len {
            1 => s.keep([i], [a]),
            2 => s.keep([i, j], [a, b]),
            _ => s.keep([i, j, k], [a, b, c]),
        }
        self.point
    }
}

/// The nearest point of the edge from vertex `i` to the newest `n` (Algorithm 2).
#[inline(always)]
fn edge<V: Vector>(s: &Simplex<V>, i: usize, n: usize) -> Nearest<V> {
    let (a, b) = (s.point(i), s.point(n));
    let c = a - b;
    // b + t c, perpendicular to c.
    let along = -b.dot(c);
    if along <= V::Scalar::ZERO {
        return Nearest::vertex(s, n);
    }
    let squared = c.norm_squared();
    if along >= squared {
        return Nearest::vertex(s, i);
    }
    let t = along / squared;
    let point = b + c * t;
    let weights = [t, V::Scalar::ONE - t, V::Scalar::ZERO];
    Nearest { point, squared: point.norm_squared(), kept: [i, n, n], weights, len: 2 }
}

/// The nearest point of the triangle of vertices `i`, `j` and the newest `n` (Algorithm 3).
#[inline(always)]
fn triangle<T: Real>(s: &Simplex<Vec3<T>>, i: usize, j: usize, n: usize) -> Nearest<Vec3<T>> {
    let (a, b, c) = (s.point(i), s.point(j), s.point(n));
    let (ca, cb) = (a - c, b - c);
    let normal = ca.cross(cb);
    // The foot of the origin is c + α ca + β cb with α |normal|² = normal·(cb × c), β |normal|² = normal·(c × ca).
    let alpha = normal.dot(cb.cross(c));
    let beta = normal.dot(c.cross(ca));
    if alpha > T::ZERO && beta > T::ZERO {
        let squared = normal.norm_squared();
        let height = normal.dot(c);
        let inverse = T::ONE / squared;
        let (alpha, beta) = (alpha * inverse, beta * inverse);
        let gamma = T::ONE - alpha - beta;
        if gamma > T::ZERO {
            let point = normal * (height * inverse);
            let kept = [i, j, n];
            return Nearest {
                point,
                squared: point.norm_squared(),
                kept,
                weights: [alpha, beta, gamma],
                len: 3,
            };
        }
        // Beyond the old edge, or a triangle that is flat within rounding.
        return beyond(s, i, j, n);
    }
    if alpha > T::ZERO {
        edge(s, i, n)
    } else if beta > T::ZERO {
        edge(s, j, n)
    } else {
        edge(s, i, n).nearer(edge(s, j, n))
    }
}

/// For a triangle that is flat, or has the origin beyond its old edge due to rounding.
#[cold]
#[inline(never)]
fn beyond<T: Real>(s: &Simplex<Vec3<T>>, i: usize, j: usize, n: usize) -> Nearest<Vec3<T>> {
    edge(s, i, n).nearer(edge(s, j, n)).nearer(edge(s, i, j))
}

/// A space whose simplexes have Voronoi regions.
pub trait VoronoiSpace: Vector {
    /// See [`SubAlgorithm::closest`].
    fn closest(s: &mut Simplex<Self>) -> Self;
    /// The change of the weights of a full simplex when its point moves by `way`; their sum is unchanged.
    fn shift(s: &Simplex<Self>, way: Self) -> [Self::Scalar; 4];
}

impl<V: VoronoiSpace> SubAlgorithm<V> for Voronoi {
    const NAME: &'static str = "gjk-voronoi";

    #[inline(always)]
    fn closest(&mut self, s: &mut Simplex<V>) -> V {
        V::closest(s)
    }

    /// Iterative refinement: the point that the weights make is computed to rounding, however poor they are, and the
    /// weights are moved by its error.
    fn refine(&mut self, s: &mut Simplex<V>) {
        for _ in 0..REFINEMENTS {
            let missed = s.combination();
            let Some(better) = s.reweighted(V::shift(s, -missed)) else { return };
            if better.combination().norm_squared() < missed.norm_squared() {
                *s = better;
            } else {
                return;
            }
        }
    }
}

impl<T: Real> VoronoiSpace for Vec3<T> {
    #[inline(always)]
    fn closest(s: &mut Simplex<Self>) -> Self {
        let newest = s.len() - 1;
        // Faces with the origin on their outer side; for a triangle, itself.
        let mut outside = [true, false, false];
        match newest {
            0 => return s.point(0),
            1 => return edge(s, 0, 1).apply(s),
            2 => {}
            _ => match tetrahedron(s) {
                Inside::Yes(weights) => {
                    s.keep([0, 1, 2, 3], weights);
                    return Vec3::ZERO;
                }
                Inside::No(faces) => outside = faces,
                Inside::Unclear => return try_all_faces(s),
            },
        }
        let mut best = Nearest { squared: T::INFINITY, ..Nearest::vertex(s, newest) };
        for (out, (i, j)) in outside.into_iter().zip([(0, 1), (1, 2), (0, 2)]) {
            if out {
                best = best.nearer(triangle(s, i, j, newest));
            }
        }
        best.apply(s)
    }

    fn shift(s: &Simplex<Self>, way: Self) -> [T; 4] {
        let [a, b, c, d] = [0, 1, 2, 3].each(|i| s.point(i));
        let (da, db, dc) = (a - d, b - d, c - d);
        let (ab, bc, ca) = (da.cross(db), db.cross(dc), dc.cross(da));
        let inverse = T::ONE / ab.dot(dc);
        let [a, b, c] = [bc, ca, ab].each(|normal| normal.dot(way) * inverse);
        [a, b, c, -(a + b + c)]
    }
}

/// Position of the origin relative to a tetrahedron.
enum Inside<T> {
    /// Inside, with these weights.
    Yes([T; 4]),
    /// Outside the faces opposite to vertices 2, 0 and 1.
    No([bool; 3]),
    /// Undecidable due to rounding.
    Unclear,
}

/// Whether the origin is in the tetrahedron whose newest vertex is 3, from the volumes of the tetrahedra that it makes
/// with three vertices, as fractions of the whole.
#[inline(always)]
fn tetrahedron<T: Real>(s: &Simplex<Vec3<T>>) -> Inside<T> {
    let [a, b, c, d] = [0, 1, 2, 3].each(|i| s.point(i));
    let (da, db, dc) = (a - d, b - d, c - d);
    let (ab, bc, ca) = (da.cross(db), db.cross(dc), dc.cross(da));
    let volume = ab.dot(dc);
    let sign = volume.sign_of(T::ONE);
    let (part_a, part_b, part_c) = (-bc.dot(d) * sign, -ca.dot(d) * sign, -ab.dot(d) * sign);
    let outside = [part_c <= T::ZERO, part_a <= T::ZERO, part_b <= T::ZERO];
    if outside != [false; 3] {
        return Inside::No(outside);
    }
    let volume = volume.abs();
    let part_d = volume - part_a - part_b - part_c;
    if part_d >= T::ZERO {
        let inverse = T::ONE / volume;
        return Inside::Yes([part_a * inverse, part_b * inverse, part_c * inverse, part_d * inverse]);
    }
    Inside::Unclear
}

/// For a tetrahedron that is flat, or that has the origin beyond its old face due to rounding: then no sign can be
/// trusted.
#[cold]
#[inline(never)]
fn try_all_faces<T: Real>(s: &mut Simplex<Vec3<T>>) -> Vec3<T> {
    let mut best = triangle(s, 0, 1, 2);
    for (i, j) in [(0, 1), (1, 2), (0, 2)] {
        best = best.nearer(triangle(s, i, j, 3));
    }
    best.apply(s)
}

impl<T: Real> VoronoiSpace for Vec2<T> {
    #[inline(always)]
    fn closest(s: &mut Simplex<Self>) -> Self {
        match s.len() {
            1 => s.point(0),
            2 => edge(s, 0, 1).apply(s),
            _ => planar_triangle(s),
        }
    }

    fn shift(s: &Simplex<Self>, way: Self) -> [T; 4] {
        let [a, b, c] = [0, 1, 2].each(|i| s.point(i));
        let (ca, cb) = (a - c, b - c);
        let inverse = T::ONE / ca.perp_dot(cb);
        let (a, b) = (way.perp_dot(cb) * inverse, ca.perp_dot(way) * inverse);
        [a, b, -(a + b), T::ZERO]
    }
}

/// The nearest point of a triangle in the plane: the origin if it is inside, otherwise on an edge at the newest vertex, 2.
fn planar_triangle<T: Real>(s: &mut Simplex<Vec2<T>>) -> Vec2<T> {
    let [a, b, c] = [0, 1, 2].each(|i| s.point(i));
    let (ca, cb) = (a - c, b - c);
    let area = ca.perp_dot(cb);
    let sign = area.sign_of(T::ONE);
    // Areas of the triangles of the origin and two vertices, as fractions of the whole.
    let (part_a, part_b) = (cb.perp_dot(c) * sign, c.perp_dot(ca) * sign);
    if part_a > T::ZERO && part_b > T::ZERO {
        let part_c = area.abs() - part_a - part_b;
        if part_c >= T::ZERO {
            let inverse = T::ONE / area.abs();
            s.keep([0, 1, 2], [part_a * inverse, part_b * inverse, part_c * inverse]);
            return Vec2::ZERO;
        }
        // Beyond the old edge, or flat: only due to rounding.
        return edge(s, 0, 2).nearer(edge(s, 1, 2)).nearer(edge(s, 0, 1)).apply(s);
    }
    if part_a > T::ZERO {
        edge(s, 0, 2).apply(s)
    } else if part_b > T::ZERO {
        edge(s, 1, 2).apply(s)
    } else {
        edge(s, 0, 2).nearer(edge(s, 1, 2)).apply(s)
    }
}
