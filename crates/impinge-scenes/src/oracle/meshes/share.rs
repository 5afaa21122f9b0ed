//! Exact test whether two triangles share a point. A triangle may be a segment or a point, and touching counts.
//!
//! Two triangles share a point if and only if an edge of one of them shares a point with the other one: this holds for triangles that
//! cross, for coplanar ones, and for those without an area.

use super::Triangle;
use super::signs::{Point, open_axis, side, turn};

/// The edges of a triangle.
pub(super) fn edges([a, b, c]: Triangle) -> [[Point; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// Whether two triangles share a point.
pub fn share_a_point(a: &Triangle, b: &Triangle) -> bool {
    boxes_meet(a, b)
        && (edges(*a).into_iter().any(|edge| segment_meets(edge, b))
            || edges(*b).into_iter().any(|edge| segment_meets(edge, a)))
}

/// Whether an edge of one of two triangles passes through the other, from one side of its plane to the other side.
pub fn pass_through(a: &Triangle, b: &Triangle) -> bool {
    [(a, b), (b, a)].into_iter().any(|(from, to)| {
        let [x, y, z] = *to;
        let is_across = |[p, q]: [Point; 2]| side(x, y, z, p) * side(x, y, z, q) < 0;
        edges(*from).into_iter().any(|edge| is_across(edge) && segment_meets(edge, to))
    })
}

/// Whether the boxes around two sets of points share a point.
fn boxes_meet(a: &[Point], b: &[Point]) -> bool {
    let least = |points: &[Point], axis: usize| points.iter().map(|p| p[axis]).fold(f64::INFINITY, f64::min);
    let most =
        |points: &[Point], axis: usize| points.iter().map(|p| p[axis]).fold(f64::NEG_INFINITY, f64::max);
    (0..3).all(|axis| least(a, axis) <= most(b, axis) && least(b, axis) <= most(a, axis))
}

/// Whether a point lies on a triangle.
pub(super) fn point_is_on(p: Point, triangle: &Triangle) -> bool {
    segment_meets([p, p], triangle)
}

/// Whether a segment, or a point given twice, shares a point with a triangle.
pub(super) fn segment_meets([p, q]: [Point; 2], triangle: &Triangle) -> bool {
    let [a, b, c] = *triangle;
    let Some(axis) = open_axis(a, b, c) else {
        return edges(*triangle).into_iter().any(|edge| segments_meet([p, q], edge));
    };
    match [side(a, b, c, p), side(a, b, c, q)] {
        [0, 0] => {
            let inside = |p: Point| {
                let turns = edges(*triangle).map(|[a, b]| turn(a, b, p, axis));
                turns.iter().all(|t| *t >= 0) || turns.iter().all(|t| *t <= 0)
            };
            inside(p) || inside(q) || edges(*triangle).into_iter().any(|edge| cross_seen([p, q], edge, axis))
        }
        [one, two] if one == two => false,
        // The line meets the plane in one point, which is in the segment: the line must pass the edges on one side.
        _ => {
            let passes = edges(*triangle).map(|[a, b]| side(p, q, a, b));
            passes.iter().all(|s| *s >= 0) || passes.iter().all(|s| *s <= 0)
        }
    }
}

/// Whether two segments share a point.
pub(super) fn segments_meet([p, q]: [Point; 2], [a, b]: [Point; 2]) -> bool {
    if side(p, q, a, b) != 0 {
        return false;
    }
    let corners = [[p, q, a], [p, q, b], [p, a, b], [q, a, b]];
    match corners.into_iter().find_map(|[a, b, c]| open_axis(a, b, c)) {
        Some(axis) => cross_seen([p, q], [a, b], axis),
        // All on one line: boxes of collinear segments meet if and only if the segments do.
        None => boxes_meet(&[p, q], &[a, b]),
    }
}

/// Whether two coplanar segments share a point, seen along an axis along which that plane has an area.
fn cross_seen([p, q]: [Point; 2], [a, b]: [Point; 2], axis: usize) -> bool {
    let [pq_a, pq_b] = [turn(p, q, a, axis), turn(p, q, b, axis)];
    let [ab_p, ab_q] = [turn(a, b, p, axis), turn(a, b, q, axis)];
    if pq_a * pq_b < 0 && ab_p * ab_q < 0 {
        return true;
    }
    // Otherwise an end of one of them lies on the other one.
    (pq_a == 0 && boxes_meet(&[p, q], &[a]))
        || (pq_b == 0 && boxes_meet(&[p, q], &[b]))
        || (ab_p == 0 && boxes_meet(&[a, b], &[p]))
        || (ab_q == 0 && boxes_meet(&[a, b], &[q]))
}

#[cfg(test)]
mod tests {
    use super::super::signs::{cross, dot, minus};
    use super::*;
    use crate::Rng;

    const FLAT: Triangle = [[0., 0., 0.], [4., 0., 0.], [0., 4., 0.]];

    /// Checks both orders, with every order of corners.
    fn check(a: Triangle, b: Triangle, truth: bool) {
        for [i, j, k] in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [0, 2, 1], [2, 1, 0]] {
            let turned = [b[i], b[j], b[k]];
            assert_eq!(share_a_point(&a, &turned), truth, "{a:?} {turned:?}");
            assert_eq!(share_a_point(&turned, &a), truth, "{turned:?} {a:?}");
        }
    }

    #[test]
    fn crossing_and_apart() {
        check(FLAT, [[1., 1., -1.], [1., 1., 1.], [9., 9., 1.]], true);
        check(FLAT, [[1., 1., 1.], [1., 1., 2.], [9., 9., 1.]], false);
        // It crosses the plane beside the triangle.
        check(FLAT, [[3., 3., -1.], [3., 3., 1.], [9., 9., 1.]], false);
        // The edge of the flat one pierces the other.
        check(FLAT, [[2., -1., -1.], [2., 1., -1.], [2., 0., 5.]], true);
    }

    #[test]
    fn touching_counts() {
        let up = 1e-300;
        // Corner on face, on edge, on corner; edge on edge.
        check(FLAT, [[1., 1., 0.], [1., 1., 1.], [2., 1., 1.]], true);
        check(FLAT, [[2., 2., 0.], [3., 3., 1.], [3., 4., 1.]], true);
        check(FLAT, [[4., 0., 0.], [5., 0., 1.], [5., 1., 1.]], true);
        check(FLAT, [[2., -1., -1.], [2., 1., 1.], [9., 0., 0.]], true);
        check(FLAT, [[1., 1., up], [1., 1., 1.], [2., 1., 1.]], false);
        check(FLAT, [[2_f64.next_up(), 2., 0.], [3., 3., 1.], [3., 4., 1.]], false);
        check(FLAT, [[4_f64.next_up(), 0., 0.], [5., 0., 1.], [5., 1., 1.]], false);
    }

    #[test]
    fn in_one_plane() {
        check(FLAT, FLAT, true);
        // One within the other; edges that cross; a shared edge from both sides; a corner on a corner; beside.
        check(FLAT, [[1., 1., 0.], [1.5, 1., 0.], [1., 1.5, 0.]], true);
        check(FLAT, [[-1., 1., 0.], [5., 1., 0.], [-1., 2., 0.]], true);
        check(FLAT, [[0., 4., 0.], [4., 0., 0.], [4., 4., 0.]], true);
        check(FLAT, [[4., 0., 0.], [5., 0., 0.], [5., -1., 0.]], true);
        check(FLAT, [[2.5, 2.5, 0.], [5., 2., 0.], [5., 5., 0.]], false);
        check(FLAT, FLAT.map(|p| [p[0], p[1], 1e-9]), false);
    }

    #[test]
    fn without_area() {
        let point = |p: Point| [p, p, p];
        check(FLAT, point([1., 1., 0.]), true);
        check(FLAT, point([2., 2., 0.]), true);
        check(FLAT, point([2., 2_f64.next_up(), 0.]), false);
        check(FLAT, point([1., 1., 1.]), false);
        // Segments: through, along an edge, in the plane beside, against one another.
        let segment = |p: Point, q: Point| [p, q, [0, 1, 2].map(|i| 0.5 * (p[i] + q[i]))];
        check(FLAT, segment([1., 1., -2.], [1., 1., 2.]), true);
        check(FLAT, segment([3., 3., -2.], [3., 3., 2.]), false);
        check(FLAT, segment([-2., 0., 0.], [8., 0., 0.]), true);
        check(FLAT, segment([4., 1., 0.], [1., 4., 0.]), false);
        check(segment([0., 0., 0.], [2., 2., 2.]), segment([2., 0., 0.], [0., 2., 2.]), true);
        check(segment([0., 0., 0.], [2., 2., 2.]), segment([2., 2., 2.], [8., 8., 8.]), true);
        check(segment([0., 0., 0.], [2., 2., 2.]), segment([4., 4., 4.], [8., 8., 8.]), false);
        check(segment([0., 0., 0.], [2., 2., 2.]), segment([2., 0., 0.], [0., 2., 3.]), false);
        check(point([0.1; 3]), point([0.1; 3]), true);
        check(point([0.1; 3]), point([0.1, 0.1, 0.1_f64.next_up()]), false);
    }

    /// Whether a plane has all of one triangle in front of it and all of the other behind it: triangles with an area have such a plane at
    /// right angles to a normal, to an edge of each, or within the plane to an edge.
    fn are_parted(a: &Triangle, b: &Triangle) -> bool {
        let sides = |t: &Triangle| edges(*t).map(|[p, q]| minus(q, p));
        let normal = |t: &Triangle| cross(minus(t[1], t[0]), minus(t[2], t[0]));
        let mut axes = vec![normal(a), normal(b)];
        axes.extend(sides(a).into_iter().flat_map(|u| sides(b).map(|v| cross(u, v))));
        axes.extend(sides(a).into_iter().chain(sides(b)).map(|u| cross(normal(a), u)));
        let reach = |t: &Triangle, axis: Point| t.map(|p| dot(p, axis));
        let before = |x: [f64; 3], y: [f64; 3]| x.into_iter().all(|x| y.into_iter().all(|y| x < y));
        axes.into_iter().any(|n| before(reach(a, n), reach(b, n)) || before(reach(b, n), reach(a, n)))
    }

    /// On a small grid all kinds of contact are common, and `f64` does not round.
    #[test]
    fn agrees_with_planes_between_and_with_distances_on_a_grid() {
        let mut rng = Rng::new(7);
        let (mut hits, mut touches, mut flat) = (0, 0, 0);
        for _ in 0..4_000 {
            let mut draw = || -> Triangle { [(); 3].map(|()| [(); 3].map(|()| rng.below(4) as f64)) };
            let (a, b) = (draw(), draw());
            let shared = share_a_point(&a, &b);
            // Distances of features do not detect an edge through a face.
            let touch = super::super::features::least_between_features(&a, &b).is_zero();
            assert!(shared || !touch, "{a:?} {b:?}");
            assert_eq!(shared, share_a_point(&b, &a), "{a:?} {b:?}");
            hits += usize::from(shared);
            touches += usize::from(touch);
            if [&a, &b].into_iter().all(|&[p, q, r]| open_axis(p, q, r).is_some()) {
                assert_eq!(shared, !are_parted(&a, &b), "{a:?} {b:?}");
            } else {
                flat += 1;
                assert!(!(shared && are_parted(&a, &b)), "{a:?} {b:?}");
            }
        }
        assert!(hits > touches + 400 && touches > 900 && flat > 100, "{hits} {touches} {flat}");
    }
}
