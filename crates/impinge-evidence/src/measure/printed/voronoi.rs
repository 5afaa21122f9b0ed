//! The point of a simplex closest to the origin by Voronoi regions, as the thesis prints it.
//!
//! **Source.** Olvång's thesis, section 2.3.2: Algorithm 2 for segments, Algorithm 3 for triangles, the text for tetrahedra.
//!
//! | symbol | meaning |
//! |---|---|
//! | a, b, c, d | the points of the simplex |
//! | n | the normal of a triangle, not unit; of a split plane |
//! | front | a bit for each edge of a triangle whose outer side has the origin |
//! | center | the mean of a tetrahedron's points |
//!
//! **Misprint.** Algorithm 2 has t = a·c/|c|² with c = b − a. The closest point of the line a + t c has (a + t c)·c = 0, so
//! t = −a·c/|c|², as the text above it says.
//!
//! **Open in the text.** The text names the cases of none, one, two and three faces in front of the origin. Rounding, and a flat
//! tetrahedron, make four: then the first three are taken.
//!
//! **Cost.** Up to four planes of faces and two split planes, then one triangle and one segment.
//!
//! **Failure.** With two or three faces in front, the text's split planes suppose that the closest point is above one of the triangles or
//! on their common edge. If a face is obtuse at an end of that edge, it may be on another edge of the face that is rejected: of the
//! points (2, −3, −3), (−1, 3, −3), (−2, 3, −2), (0, 1, −2) the closest one is on an edge, and the text gives the vertex (0, 1, −2); the test
//! `split_planes_can_give_up_the_right_face` has the numbers. In GJK v becomes longer then, and Algorithm 1 ends with a wrong distance, in
//! every precision.
//!
//! A triangle without an area has no normal: Algorithm 3, which supposes that there is none, divides by zero, and v is not a
//! number; so does Algorithm 2 for a segment without a length. Signs near zero are taken as they come, so that in single precision a thin
//! tetrahedron may be given to the wrong face.

use impinge::{Real, Vec3};

use super::simplex::{Closest, Simplex};

/// Voronoi regions.
pub(crate) struct Voronoi;

type Found<T> = (Vec3<T>, Simplex<T>);

impl<T: Real> Closest<T> for Voronoi {
    fn closest(w: &Simplex<T>) -> Found<T> {
        match *w.points() {
            [a] => (a, *w),
            [a, b] => segment(a, b),
            [a, b, c] => triangle(a, b, c),
            [a, b, c, d] => tetrahedron([a, b, c, d]),
            _ => (Vec3::ZERO, *w),
        }
    }
}

/// Algorithm 2.
fn segment<T: Real>(a: Vec3<T>, b: Vec3<T>) -> Found<T> {
    let c = b - a;
    let t = -(a.dot(c) / c.norm_squared());
    if t < T::ZERO {
        (a, Simplex::of([a]))
    } else if t > T::ONE {
        (b, Simplex::of([b]))
    } else {
        (a + c * t, Simplex::of([a, b]))
    }
}

/// Algorithm 3.
pub(super) fn triangle<T: Real>(a: Vec3<T>, b: Vec3<T>, c: Vec3<T>) -> Found<T> {
    let (ba, ac, cb) = (a - b, c - a, b - c);
    let n = (b - a).cross(ac);
    let mut front = 0;
    if n.cross(ba).dot(a) < T::ZERO {
        front += 1;
    }
    if n.cross(ac).dot(a) < T::ZERO {
        front += 2;
    }
    if n.cross(cb).dot(b) < T::ZERO {
        front += 4;
    }
    match front {
        0 => {
            let n = n * (T::ONE / n.norm());
            (n * n.dot(a), Simplex::of([a, b, c]))
        }
        1 => segment(a, b),
        2 => segment(a, c),
        3 if a.dot(ba) > T::ZERO => segment(a, b),
        3 => segment(a, c),
        4 => segment(b, c),
        5 if b.dot(cb) > T::ZERO => segment(b, c),
        5 => segment(a, b),
        _ if c.dot(ac) > T::ZERO => segment(a, c),
        _ => segment(b, c),
    }
}

/// The faces of a tetrahedron, by the places of their points.
const FACES: [[usize; 3]; 4] = [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]];

/// The text on tetrahedra.
fn tetrahedron<T: Real>(p: [Vec3<T>; 4]) -> Found<T> {
    let center = (p[0] + p[1] + p[2] + p[3]) * T::of(0.25);
    let mut fronts = [0; 4];
    let mut count = 0;
    for (f, [i, j, k]) in FACES.into_iter().enumerate() {
        let n = (p[j] - p[i]).cross(p[k] - p[i]);
        if (n.dot(p[i] - center) > T::ZERO) == (n.dot(p[i]) < T::ZERO) {
            fronts[count] = f;
            count += 1;
        }
    }
    let of = |[i, j, k]: [usize; 3]| triangle(p[i], p[j], p[k]);
    match count {
        0 => (Vec3::ZERO, Simplex::of(p)),
        1 => of(FACES[fronts[0]]),
        2 => of(two(&p, FACES[fronts[0]], FACES[fronts[1]])),
        _ => of(three(&p, fronts[0], fronts[1], fronts[2])),
    }
}

/// The closest of two faces in front of the origin: by a plane through their common edge perpendicular to the first.
fn two<T: Real>(p: &[Vec3<T>; 4], first: [usize; 3], second: [usize; 3]) -> [usize; 3] {
    let Some(&third) = first.iter().find(|i| !second.contains(i)) else { return first };
    let mut edge = first.into_iter().filter(|i| *i != third);
    let (Some(i), Some(j)) = (edge.next(), edge.next()) else { return first };
    let (a, b, c) = (p[i], p[j], p[third]);
    let n = (b - a).cross(c - a).cross(b - a);
    if ((a - c).dot(n) < T::ZERO) == (a.dot(n) < T::ZERO) { first } else { second }
}

/// The closest of three faces in front of the origin: by two planes through edges at their common point a.
fn three<T: Real>(p: &[Vec3<T>; 4], f: usize, g: usize, h: usize) -> [usize; 3] {
    let in_all = |i: &usize| [f, g, h].iter().all(|face| FACES[*face].contains(i));
    let common = (0..4).find(in_all).unwrap_or(0);
    let mut others = (0..4).filter(|i| *i != common);
    let [b, c, d] = std::array::from_fn(|_| others.next().unwrap_or(common));
    let a = p[common];
    // Whether the origin is beyond the plane through the edge from a to `along`, perpendicular to the triangle with `third`, on the side of
    // `third`.
    let beside = |along: usize, third: usize| {
        let (edge, third) = (p[along] - a, p[third] - a);
        let n = third.cross(edge).cross(edge);
        (n.dot(third) > T::ZERO) == (n.dot(a) < T::ZERO)
    };
    if beside(d, b) {
        if beside(b, c) { [common, b, c] } else { [common, b, d] }
    } else if beside(c, d) {
        [common, c, d]
    } else {
        [common, b, c]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::printed::Johnson;
    use crate::measure::printed::johnson::tests::{is_closest, simplexes};

    #[test]
    fn regions_find_the_closest_point_with_few_exceptions() {
        let (mut wrong, mut inside) = (0, 0);
        for w in simplexes(20_000) {
            let (v, reduced) = Voronoi::closest(&w);
            inside += usize::from(reduced.points().len() == 4);
            wrong += usize::from(!is_closest(&w, v));
        }
        assert!((1..100).contains(&wrong) && inside > 100, "{wrong} wrong, {inside} inside");
    }

    /// Faces a c d and b c d are in front of the origin, their common edge is c d.
    #[test]
    fn split_planes_can_give_up_the_right_face() {
        let points = [[2.0, -3.0, -3.0], [-1.0, 3.0, -3.0], [-2.0, 3.0, -2.0], [0.0, 1.0, -2.0]]
            .map(Vec3::<f64>::from);
        let w = Simplex::of(points);
        let (by_cofactors, by_regions) = (Johnson::closest(&w).0, Voronoi::closest(&w).0);
        assert!(is_closest(&w, by_cofactors) && !is_closest(&w, by_regions));
        assert_eq!(by_regions, Vec3::new(0.0, 1.0, -2.0));
        // The right one is on the edge from a to d.
        let [a, .., d] = points;
        assert!((d - a).cross(by_cofactors - a).norm() < 1e-12);
        assert!(by_cofactors.norm() < by_regions.norm() - 0.04);
    }
}
