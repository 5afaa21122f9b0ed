//! The exact squared distance of two triangles: a quotient of two exact numbers.
//!
//! From the definition: it is 0 if they share a point; otherwise the closest points lie on two features, and it is the minimum of corner
//! to face (if the foot is on the face), edge to edge (if both feet are on the edges) and corner to edge, for all features of both. A
//! triangle may be a segment or a point.

use std::cmp::Ordering;

use super::Triangle;
use super::exact::{Exact, Ratio, Wide};
use super::share::share_a_point;

/// Squared distance of two triangles.
pub fn squared_distance(a: &Triangle, b: &Triangle) -> Ratio {
    if share_a_point(a, b) { Ratio::whole(Exact::default()) } else { least_between_features(a, b) }
}

/// The smallest squared distance between a feature of the surface of one and one of the other: that of the triangles, unless an edge
/// pierces a face.
pub(super) fn least_between_features(a: &Triangle, b: &Triangle) -> Ratio {
    let [one, two] = [a, b].map(|t| t.map(Wide::of));
    let mut least: Option<Ratio> = None;
    let mut take = |found: Option<Ratio>| {
        if let Some(found) = found
            && least.as_ref().is_none_or(|l| found.cmp(l) == Ordering::Less)
        {
            least = Some(found);
        }
    };
    for (from, to) in [(&one, &two), (&two, &one)] {
        for p in from {
            take(to_face(p, to));
            for i in 0..3 {
                take(Some(to_edge(p, &to[i], &to[(i + 1) % 3])));
            }
        }
    }
    for i in 0..3 {
        for j in 0..3 {
            take(edge_to_edge([&one[i], &one[(i + 1) % 3]], [&two[j], &two[(j + 1) % 3]]));
        }
    }
    least.expect("there are corners")
}

/// (n·(p − a))² / n², if the foot of p lies on the triangle.
fn to_face(p: &Wide, [a, b, c]: &[Wide; 3]) -> Option<Ratio> {
    let normal = b.minus(a).cross(&c.minus(a));
    let within = |a: &Wide, b: &Wide| normal.cross(&b.minus(a)).dot(&p.minus(a)).sign() >= 0;
    if normal.is_zero() || !(within(a, b) && within(b, c) && within(c, a)) {
        return None;
    }
    Some(Ratio::new(normal.dot(&p.minus(a)).squared(), normal.dot(&normal)))
}

/// Squared distance of a point from a segment, which may be a point.
fn to_edge(p: &Wide, a: &Wide, b: &Wide) -> Ratio {
    let (along, to) = (b.minus(a), p.minus(a));
    let (t, length) = (to.dot(&along), along.dot(&along));
    if t.sign() <= 0 {
        return Ratio::whole(to.dot(&to));
    }
    if t >= length {
        let to = p.minus(b);
        return Ratio::whole(to.dot(&to));
    }
    Ratio::new(&(&to.dot(&to) * &length) - &t.squared(), length)
}

/// (w·n)² / n² with n = u × v, if the closest points of the lines lie within both segments.
fn edge_to_edge([a, b]: [&Wide; 2], [c, d]: [&Wide; 2]) -> Option<Ratio> {
    let (u, v, w) = (b.minus(a), d.minus(c), c.minus(a));
    let n = u.cross(&v);
    let under = n.dot(&n);
    // a + s u and c + t v are closest at s = w·(v × n) / n² and t = w·(u × n) / n².
    let within = |x: &Exact| x.sign() >= 0 && *x <= under;
    if under.is_zero() || !within(&w.dot(&v.cross(&n))) || !within(&w.dot(&u.cross(&n))) {
        return None;
    }
    Some(Ratio::new(w.dot(&n).squared(), under))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    const FLAT: Triangle = [[0., 0., 0.], [4., 0., 0.], [0., 4., 0.]];

    fn check(a: Triangle, b: Triangle, over: f64, under: f64) {
        let truth = Ratio::new(over.into(), under.into());
        assert!(squared_distance(&a, &b) == truth && squared_distance(&b, &a) == truth, "{a:?} {b:?}");
        assert!(truth.root_is_within((over / under).sqrt().next_down(), (over / under).sqrt().next_up()));
    }

    #[test]
    fn between_all_kinds_of_features() {
        let spike = |p: [f64; 3]| [p, [p[0], p[1], p[2] + 5.0], [p[0] + 1.0, p[1], p[2] + 6.0]];
        // Corner to face, to edge, to corner; edge to edge; face to face; crossing.
        check(FLAT, spike([1., 1., 3.]), 9., 1.);
        check(FLAT, spike([3., 3., 1.]), 3., 1.);
        check(FLAT, spike([6., -1., 2.]), 9., 1.);
        check(FLAT, [[2., -3., -2.], [2., -3., 2.], [2., -9., 0.]], 9., 1.);
        check(FLAT, FLAT.map(|[x, y, _]| [x + 1.0, y, 2.0]), 4., 1.);
        check(FLAT, [[1., 1., -1.], [1., 1., 1.], [2., 2., 1.]], 0., 1.);
        // Without area.
        check([[1., 1., 5.]; 3], FLAT, 25., 1.);
        check([[0., 0., 0.], [1., 1., 1.], [2., 2., 2.]], [[1., 0., 0.]; 3], 2., 3.);
        check([[0.; 3]; 3], [[1., 2., 2.]; 3], 9., 1.);
    }

    /// Checks that the distance of triangles is that of their points: no two points are closer, and some are as close as the sampling is
    /// fine.
    #[test]
    fn no_two_points_are_nearer() {
        let mut rng = Rng::new(3);
        for _ in 0..40 {
            let mut draw =
                |x: f64| -> Triangle { [(); 3].map(|()| [x + rng.uniform(), rng.uniform(), rng.uniform()]) };
            let (a, b) = (draw(0.0), draw(1.5));
            let truth = squared_distance(&a, &b).root();
            let n = 24;
            let grid = |t: &Triangle| -> Vec<[f64; 3]> {
                let at = |i: usize, j: usize| {
                    let (u, v) = (i as f64 / n as f64, j as f64 / n as f64);
                    [0, 1, 2].map(|k| t[0][k] * (1.0 - u - v) + t[1][k] * u + t[2][k] * v)
                };
                (0..=n).flat_map(|i| (0..=n - i).map(move |j| (i, j))).map(|(i, j)| at(i, j)).collect()
            };
            let (p, q) = (grid(&a), grid(&b));
            let apart =
                |p: &[f64; 3], q: &[f64; 3]| (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt();
            let sampled =
                p.iter().flat_map(|p| q.iter().map(move |q| apart(p, q))).fold(f64::INFINITY, f64::min);
            assert!(truth <= sampled * (1.0 + 1e-15), "{truth} {sampled}");
            // Cells have sides of at most √3 / 24 each.
            assert!(sampled <= truth + 2.0 * 1.75 / n as f64, "{truth} {sampled}");
        }
    }
}
