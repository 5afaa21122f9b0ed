//! Signed Volumes sub-algorithm: drops the vertices that lie on the wrong side, then solves a small system.
//!
//! **Answers** the same as [`Voronoi`](super::Voronoi), and works on every simplex, not only if the newest vertex is
//! part of the answer. Use it if simplexes are flat: no determinant in it is a square.
//!
//! **Source.** Montanari, Petrinic and Barbieri 2017, section 4, Algorithms 2 to 5, equations 20 to 28.
//!
//! | symbol | meaning |
//! |---|---|
//! | s_1 | the newest vertex; s_2.. the others |
//! | det M, μ | signed volume, area or length of the simplex, times 6, 2 or 1 |
//! | C_j | the same with s_j replaced by the origin or its projection; λ_j = C_j / det M |
//! | p_O | the origin projected on the plane or line of the simplex |
//!
//! A tetrahedron in space and a triangle in the plane have the origin in their own space: they need no projection. A
//! triangle in space is projected along the axis that shows its largest area, an edge onto the axis in which it is
//! longest.
//!
//! **Departures.** Determinants are those of differences with s_1: the same numbers, but a small simplex far from the
//! origin keeps its sign. All C_j are tested, not only those of the older vertices, so that rounding (or a simplex of
//! another origin) cannot leave a negative weight. A full simplex counts as containing the origin only if no C_j is
//! within its rounding error of zero; otherwise the faces in doubt are searched. A triangle's point is p_O, whose
//! direction stays right near contact, where Σ λ_j s_j agrees with it. If it does not, or the triangle is a needle, the
//! normal is poor: all edges are searched, and their nearest point is projected in place of the origin.
//!
//! **[`SignedVolumesExact`]** takes det M and C_j from the exact predicates of Shewchuk (crate `robust`), as section 4.3
//! describes: the signs of a full simplex are then exact, unless products underflow. For triangles in space p_O is
//! rounded before they see it, so there it changes little, as the paper found.
//!
//! **Cost.** No memory. A tetrahedron outside one face costs one S3D and one S2D; regions shared by two faces may be
//! searched twice.
//!
//! **Failure.** With plain determinants a tetrahedron whose volume is below rounding does not count as containing the
//! origin: the answer is then a point of a face, too far by up to the width of the tetrahedron, √ε for a needle. With
//! exact ones it is right to a few ε. A point or line given as a triangle has no p_O, so its edges are searched.
//!
//! **Misprints.** Equation 27 and Algorithm 5, line 3: p_O = s_2 − (s_2·t)/(t·t) t, with minus. Algorithm 4, lines 11
//! to 14: j runs from 1, k = l and l = j, and there is no (−1)^j, since s_j, s_k, s_l follow in cyclic order; that
//! order must also be kept when coordinate J is discarded (for y it leaves z, x). Algorithm 5, lines 11 to 13: k is 2,
//! then 1. Lines 10 of Algorithm 3 and 20 of Algorithm 4 test CompareSigns(det, −C_j); with C_j = 0 or NaN that finds
//! nothing and leaves W unset, so the text is right: a vertex is dropped if CompareSigns(det, C_j) = 0. d starts at
//! infinity. Equation 24 and line 3 of Algorithm 3: (−1)^(j+4). Section 4.2.1 says nine of 15 regions remain, the
//! introduction that six are eliminated; seven are eliminated and 2^3 = 8 remain, as section 3.2 has it. Section 4.1
//! swaps "former" and "latter". Algorithm 1, lines 8 and 9: w ∈ W, and the loop is left, not continued.

use robust::{Coord, Coord3D, orient2d, orient3d};

use super::{Simplex, SubAlgorithm};
use crate::math::{Each, Real, Vec2, Vec3, Vector};
use crate::observe::Details;

/// Bound on the error of a computed C_j of a full simplex, in ε × (largest coordinate)^d: six products of three factors
/// in space, each with up to three rounded differences and four more roundings. If it were smaller, a simplex might
/// count as containing an origin outside it; if larger, faces would be searched without need.
const VOLUME_ULPS: f64 = 32.0;

/// A triangle whose squared sine at s_1 is below this × ε is a needle: its normal is off by ε over the sine, which
/// moves p_O by a fraction of the needle's width that must stay small, here 1/1024. If it were smaller, the signs of
/// C_j might be wrong; if larger, all edges would be searched when one would do.
const NEEDLE_ULPS: f64 = 1024.0;

/// Signed Volumes, with plain determinants.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SignedVolumes {
    det_m: Option<f64>,
}

/// Signed Volumes, with determinants of exact sign.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SignedVolumesExact {
    det_m: Option<f64>,
}

/// The point of a face nearest to the origin; weights by vertex index.
#[derive(Clone, Copy)]
struct Nearest<V: Vector> {
    point: V,
    squared: V::Scalar,
    mask: usize,
    weights: [V::Scalar; 4],
    det_m: V::Scalar,
}

impl<V: Vector> Nearest<V> {
    #[inline]
    fn new(point: V, kept: &[usize], weights: &[V::Scalar], det_m: V::Scalar) -> Self {
        let mut all = [V::Scalar::ZERO; 4];
        let mut mask = 0;
        for (&i, &weight) in kept.iter().zip(weights) {
            mask |= 1 << i;
            all[i] = weight;
        }
        Self { point, squared: point.norm_squared(), mask, weights: all, det_m }
    }

    /// The nearer of two; the first if they are equally near.
    #[inline]
    fn nearer(best: Option<Self>, other: Self) -> Option<Self> {
        match best {
            None => Some(other),
            Some(best) => Some(if other.squared < best.squared { other } else { best }),
        }
    }
}

/// Equation 22: whether both have the same sign, with `b` beyond its error bound. False for NaN.
#[inline]
fn compare_signs<T: Real>(a: T, b: T, bound: T) -> bool {
    (a > T::ZERO && b > bound) || (a < T::ZERO && b < -bound)
}

/// Method of computing determinants.
trait Determinants {
    /// See [`VOLUME_ULPS`]; 0 if the signs are exact.
    const ULPS: f64;
    /// det M and C_1 .. C_4 of a tetrahedron (equations 23 and 24).
    fn volumes<T: Real>(s: [Vec3<T>; 4]) -> (T, [T; 4]);
    /// det M of a triangle in the plane (equation 26).
    fn area<T: Real>(s: [Vec2<T>; 3]) -> T;
}

struct Plain;

impl Determinants for Plain {
    const ULPS: f64 = VOLUME_ULPS;

    /// With e_j = s_j − s_1: det M = −e_2·(e_3 × e_4), C_2 = s_1·(e_3 × e_4) and so on; C_1 is the remainder.
    #[inline]
    fn volumes<T: Real>([s1, s2, s3, s4]: [Vec3<T>; 4]) -> (T, [T; 4]) {
        let (e2, e3, e4) = (s2 - s1, s3 - s1, s4 - s1);
        let n2 = e3.cross(e4);
        let det = -e2.dot(n2);
        let (c2, c3, c4) = (s1.dot(n2), s1.dot(e4.cross(e2)), s1.dot(e2.cross(e3)));
        (det, [det - c2 - c3 - c4, c2, c3, c4])
    }

    #[inline]
    fn area<T: Real>([a, b, c]: [Vec2<T>; 3]) -> T {
        (b - a).perp_dot(c - a)
    }
}

struct Exact;

impl Determinants for Exact {
    const ULPS: f64 = 0.0;

    fn volumes<T: Real>([s1, s2, s3, s4]: [Vec3<T>; 4]) -> (T, [T; 4]) {
        let coord = |v: Vec3<T>| Coord3D { x: v.x.f64(), y: v.y.f64(), z: v.z.f64() };
        let det = |a, b, c, d| T::of(orient3d(coord(a), coord(b), coord(c), coord(d)));
        let o = Vec3::ZERO;
        (
            det(s1, s2, s3, s4),
            [det(o, s2, s3, s4), det(s1, o, s3, s4), det(s1, s2, o, s4), det(s1, s2, s3, o)],
        )
    }

    fn area<T: Real>(s: [Vec2<T>; 3]) -> T {
        let [a, b, c] = s.each(|v| Coord { x: v.x.f64(), y: v.y.f64() });
        T::of(orient2d(a, b, c))
    }
}

/// Algorithm 3, on the vertices 3 (the newest), 0, 1, 2.
fn s3d<T: Real, D: Determinants>(s: &Simplex<Vec3<T>>) -> Nearest<Vec3<T>> {
    let order = [3, 0, 1, 2];
    let points = order.each(|i| s.point(i));
    let (det, c) = D::volumes(points);
    let largest = points.iter().fold(T::ZERO, |m, p| p.max_abs().max(m));
    let bound = T::of(D::ULPS) * T::EPSILON * largest * largest * largest;
    let same = c.each(|c| compare_signs(det, c, bound));
    if same == [true; 4] {
        let inverse = T::ONE / (c[0] + c[1] + c[2] + c[3]);
        return Nearest::new(Vec3::ZERO, &order, &c.each(|c| c * inverse), det);
    }
    let mut best = None;
    for (j, [a, b, c]) in [(1, [3, 1, 2]), (2, [3, 0, 2]), (3, [3, 0, 1]), (0, [0, 1, 2])] {
        if !same[j] {
            best = Nearest::nearer(best, s2d::<T, D>(s, a, b, c));
        }
    }
    best.unwrap_or_else(|| vertex(s, 3))
}

/// Algorithm 4, on a triangle in space whose newest vertex is the first.
fn s2d<T: Real, D: Determinants>(s: &Simplex<Vec3<T>>, i: usize, j: usize, k: usize) -> Nearest<Vec3<T>> {
    let points = [i, j, k].each(|i| s.point(i));
    let [s1, s2, s3] = points;
    let (e2, e3) = (s2 - s1, s3 - s1);
    let normal = e2.cross(e3);
    let squared = normal.norm_squared();
    // Equation 25; NaN if the triangle has no area.
    let p = normal * (s1.dot(normal) / squared);
    // The components of the normal are the areas of the three projections.
    let shades = Vector::abs(normal);
    let flat = |v: Vec3<T>| {
        if shades.x >= shades.y && shades.x >= shades.z {
            Vec2::new(v.y, v.z)
        } else if shades.y >= shades.z {
            Vec2::new(v.z, v.x)
        } else {
            Vec2::new(v.x, v.y)
        }
    };
    let ([f1, f2, f3], o) = (points.each(flat), flat(p));
    let mu = D::area([f1, f2, f3]);
    let c = [D::area([o, f2, f3]), D::area([f1, o, f3]), D::area([f1, f2, o])];
    let same = c.each(|c| compare_signs(mu, c, T::ZERO));
    if same == [true; 3] {
        let inverse = T::ONE / (c[0] + c[1] + c[2]);
        let weights = c.each(|c| c * inverse);
        let combination = s1 * weights[0] + s2 * weights[1] + s3 * weights[2];
        if (p - combination).max_abs() <= s.rounding() {
            return Nearest::new(p, &[i, j, k], &weights, mu);
        }
    } else if squared > T::of(NEEDLE_ULPS) * T::EPSILON * e2.norm_squared() * e3.norm_squared() {
        return edges(s, [i, j, k], same);
    }
    needle(s, [i, j, k], normal, mu)
}

/// The nearest point of a triangle whose normal is too poor to project the distant origin: the nearest point q of its
/// edges, moved within the plane to the point perpendicular to it, if that is inside. The projected point is then q,
/// and the error is proportional to its length.
///
/// With e_2, e_3 the edges from s_1: q + t_2 e_2 + t_3 e_3, t_2 = −q·(e_3 × n)/|n|², t_3 = −q·(n × e_2)/|n|².
#[cold]
fn needle<T: Real>(s: &Simplex<Vec3<T>>, order: [usize; 3], normal: Vec3<T>, mu: T) -> Nearest<Vec3<T>> {
    let edge = edges(s, order, [false; 3]);
    let [s1, s2, s3] = order.each(|i| s.point(i));
    let (q, inverse) = (edge.point, T::ONE / normal.norm_squared());
    let t2 = -q.dot((s3 - s1).cross(normal)) * inverse;
    let t3 = -q.dot(normal.cross(s2 - s1)) * inverse;
    let [w1, w2, w3] = order.each(|i| edge.weights[i]);
    let weights = [w1 - t2 - t3, w2 + t2, w3 + t3];
    if weights.iter().all(|&w| w > T::ZERO) {
        let point = s1 * weights[0] + s2 * weights[1] + s3 * weights[2];
        let inside = Nearest::new(point, &order, &weights, mu);
        if inside.squared < edge.squared {
            return inside;
        }
    }
    edge
}

/// Algorithm 4 in the plane, where the triangle of the vertices 2 (the newest), 0, 1 is full: p_O is the origin.
fn s2d_planar<T: Real, D: Determinants>(s: &Simplex<Vec2<T>>) -> Nearest<Vec2<T>> {
    let order = [2, 0, 1];
    let points = order.each(|i| s.point(i));
    let ([s1, s2, s3], o) = (points, Vec2::ZERO);
    let mu = D::area([s1, s2, s3]);
    let c = [D::area([o, s2, s3]), D::area([s1, o, s3]), D::area([s1, s2, o])];
    let largest = points.iter().fold(T::ZERO, |m, p| p.max_abs().max(m));
    let bound = T::of(D::ULPS) * T::EPSILON * largest * largest;
    let same = c.each(|c| compare_signs(mu, c, bound));
    if same == [true; 3] {
        let inverse = T::ONE / (c[0] + c[1] + c[2]);
        return Nearest::new(Vec2::ZERO, &order, &c.each(|c| c * inverse), mu);
    }
    edges(s, order, same)
}

/// The nearest of the edges that remain when a vertex with a different sign is dropped.
fn edges<V: Vector>(s: &Simplex<V>, [i, j, k]: [usize; 3], same: [bool; 3]) -> Nearest<V> {
    let mut best = None;
    for (dropped, a, b) in [(1, i, k), (2, i, j), (0, j, k)] {
        if !same[dropped] {
            best = Nearest::nearer(best, s1d(s, a, b));
        }
    }
    best.unwrap_or_else(|| vertex(s, i))
}

/// Algorithm 5, on an edge whose newest vertex is the first.
fn s1d<V: Vector>(s: &Simplex<V>, i: usize, j: usize) -> Nearest<V> {
    let (s1, s2) = (s.point(i), s.point(j));
    let t = s2 - s1;
    // Equation 27, with minus.
    let p = s2 - t * (s2.dot(t) / t.norm_squared());
    let mut axis = 0;
    for other in 1..V::DIM {
        if t.get(other).abs() > t.get(axis).abs() {
            axis = other;
        }
    }
    let mu = s1.get(axis) - s2.get(axis);
    let c = [p.get(axis) - s2.get(axis), s1.get(axis) - p.get(axis)];
    if c.iter().all(|&c| compare_signs(mu, c, V::Scalar::ZERO)) {
        let inverse = V::Scalar::ONE / (c[0] + c[1]);
        return Nearest::new(p, &[i, j], &[c[0] * inverse, c[1] * inverse], mu);
    }
    let (first, second) = (vertex(s, i), vertex(s, j));
    if second.squared < first.squared { second } else { first }
}

#[inline]
fn vertex<V: Vector>(s: &Simplex<V>, i: usize) -> Nearest<V> {
    Nearest::new(s.point(i), &[i], &[V::Scalar::ONE], V::Scalar::ONE)
}

/// Algorithm 2 in space.
#[inline]
fn in_space<T: Real, D: Determinants>(s: &Simplex<Vec3<T>>) -> Nearest<Vec3<T>> {
    match s.len() {
        1 => vertex(s, 0),
        2 => s1d(s, 1, 0),
        3 => s2d::<T, D>(s, 2, 0, 1),
        _ => s3d::<T, D>(s),
    }
}

/// Algorithm 2 in the plane.
#[inline]
fn in_plane<T: Real, D: Determinants>(s: &Simplex<Vec2<T>>) -> Nearest<Vec2<T>> {
    match s.len() {
        1 => vertex(s, 0),
        2 => s1d(s, 1, 0),
        _ => s2d_planar::<T, D>(s),
    }
}

macro_rules! sub_algorithm {
    ($name:ident, $text:literal, $vector:ident, $search:ident, $determinants:ident) => {
        impl<T: Real> SubAlgorithm<$vector<T>> for $name {
            const NAME: &'static str = $text;

            #[inline]
            fn closest(&mut self, s: &mut Simplex<$vector<T>>) -> $vector<T> {
                let found = $search::<T, $determinants>(s);
                self.det_m = Some(found.det_m.f64());
                s.keep_set(found.mask, found.weights);
                found.point
            }

            fn details(&self) -> Details<T> {
                Details { det_m: self.det_m.map(T::of), ..Details::default() }
            }
        }
    };
}

sub_algorithm!(SignedVolumes, "gjk-signed-volumes", Vec2, in_plane, Plain);
sub_algorithm!(SignedVolumes, "gjk-signed-volumes", Vec3, in_space, Plain);
sub_algorithm!(SignedVolumesExact, "gjk-signed-volumes-exact", Vec2, in_plane, Exact);
sub_algorithm!(SignedVolumesExact, "gjk-signed-volumes-exact", Vec3, in_space, Exact);
