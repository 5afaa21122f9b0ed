//! Sub-algorithm for simplexes that defeat the others: it tries every face, in doubled precision.
//!
//! **Answers** the same as [`Voronoi`](super::Voronoi), and works on every simplex. Use it if a run has stalled: bodies
//! as thin as 10⁻⁹ of their length, and pairs in which one body is 10⁹ times as large as the other, make triangles and
//! tetrahedra whose weights plain numbers cannot resolve.
//!
//! **Source.** The Backup procedure of Gilbert, Johnson and Keerthi 1988: all subsets are solved, and of those whose
//! weights are all positive the one with the nearest point is taken. Sums and products of doubled numbers: Dekker 1971.
//!
//! | symbol | meaning |
//! |---|---|
//! | a | the first vertex of a subset; e₁, e₂, e₃ lead from it to the others |
//! | t | weights of the others: an edge and a triangle solve (eᵢ·eⱼ) t = −a·eᵢ, a tetrahedron Σ tᵢ eᵢ = −a |
//!
//! **Guarantee.** The point is a combination of the vertices with non-negative weights. A triangle as narrow as 10⁻¹²
//! of its length keeps 8 digits of its weights, a tetrahedron more.
//!
//! **Cost.** A few microseconds per call: 15 subsets of a tetrahedron.

use super::{Simplex, SubAlgorithm};
use crate::math::{Double, Each, Real, Vector};

/// The sub-algorithm in doubled precision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Doubled;

type Wide = [Double; 3];

/// A subset, its weights by vertex index, and its point nearest to the origin.
struct Nearest {
    mask: usize,
    weights: [f64; 4],
    point: [f64; 3],
    squared: Double,
}

impl<V: Vector> SubAlgorithm<V> for Doubled {
    const NAME: &'static str = "gjk-doubled";

    fn closest(&mut self, simplex: &mut Simplex<V>) -> V {
        let count = simplex.len();
        let mut points = [[0.0; 3]; 4];
        for (i, point) in points.iter_mut().enumerate().take(count) {
            for (k, c) in point.iter_mut().enumerate().take(V::DIM) {
                *c = simplex.point(i).get(k).f64();
            }
        }
        let mut best: Option<Nearest> = None;
        for mask in 1..1_usize << count {
            // A subset of one dimension more than the space has no interior.
            if mask.count_ones() as usize <= V::DIM + 1
                && let Some(found) = nearest(&points, mask)
                && best.as_ref().is_none_or(|b| found.squared.minus(b.squared).0 < 0.0)
            {
                best = Some(found);
            }
        }
        // A single vertex is an answer unless it is not finite.
        let Some(best) = best else { return simplex.newest().point };
        simplex.keep_set(best.mask, best.weights.each(V::Scalar::of));
        let mut point = V::ZERO;
        for k in 0..V::DIM {
            point += V::axis(k) * V::Scalar::of(best.point[k]);
        }
        point
    }
}

/// The nearest point of the face with these vertices; `None` if it is not inside the face.
fn nearest(points: &[[f64; 3]; 4], mask: usize) -> Option<Nearest> {
    let mut ids = [0; 4];
    let mut count = 0;
    for i in (0..4).filter(|i| mask >> i & 1 == 1) {
        ids[count] = i;
        count += 1;
    }
    let first = points[ids[0]];
    let a = first.each(|c| Double(c, 0.0));
    let edge = |i: usize| Double::difference(points[ids[i]], first);
    let mut t = [Double::ZERO; 3];
    match count {
        1 => {}
        2 => {
            let e = edge(1);
            t[0] = Double::ZERO.minus(Double::dot(&a, &e)).over(Double::dot(&e, &e));
        }
        3 => {
            let (e, f) = (edge(1), edge(2));
            let dot = Double::dot;
            let (ee, ef, ff, ae, af) = (dot(&e, &e), dot(&e, &f), dot(&f, &f), dot(&a, &e), dot(&a, &f));
            let det = ee.times(ff).minus(ef.times(ef));
            t[0] = ef.times(af).minus(ff.times(ae)).over(det);
            t[1] = ef.times(ae).minus(ee.times(af)).over(det);
        }
        _ => {
            let (e, f, g) = (edge(1), edge(2), edge(3));
            let volume = |x: &Wide, y: &Wide, z: &Wide| Double::dot(x, &Double::cross(y, z));
            let back = a.each(|c| Double(-c.0, -c.1));
            let det = volume(&e, &f, &g);
            t[0] = volume(&back, &f, &g).over(det);
            t[1] = volume(&e, &back, &g).over(det);
            t[2] = volume(&e, &f, &back).over(det);
        }
    }
    let rest = t[..count - 1].iter().fold(Double(1.0, 0.0), |rest, &t| rest.minus(t));
    // Not finite if the face is flat.
    let inside = rest.0 > 0.0 && t[..count - 1].iter().all(|t| t.0 > 0.0 && t.0.is_finite());
    if !inside {
        return None;
    }
    let mut weights = [0.0; 4];
    let mut point = [Double::ZERO; 3];
    for (i, &id) in ids[..count].iter().enumerate() {
        let weight = if i == 0 { rest } else { t[i - 1] };
        weights[id] = weight.0;
        for (sum, &c) in point.iter_mut().zip(&points[id]) {
            *sum = sum.plus(weight.times(Double(c, 0.0)));
        }
    }
    let squared = Double::dot(&point, &point);
    let point = point.each(|c| c.0 + c.1);
    squared.0.is_finite().then_some(Nearest { mask, weights, point, squared })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Vec3;
    use crate::pair::Vertex;

    fn simplex(points: &[[f64; 3]]) -> Simplex<Vec3<f64>> {
        let vertex = |p: &[f64; 3]| Vertex { point: Vec3::from(*p), ..Vertex::default() };
        let mut simplex = Simplex::new(vertex(&points[0]));
        points[1..].iter().for_each(|p| simplex.push(vertex(p)));
        simplex
    }

    /// Needles of length 1 and width down to 10⁻¹² with the origin above their interior: the result is the foot of the height.
    #[test]
    fn weights_of_needles_are_right() {
        for width in [1e-3, 1e-6, 1e-9, 1e-12] {
            for height in [1.0, 1e-3, 1e-9] {
                let triangle = [
                    [-0.75, -0.25 * width, height],
                    [0.25, -0.25 * width, height],
                    [0.25, 0.75 * width, height],
                ];
                let mut s = simplex(&triangle);
                let point = Doubled.closest(&mut s);
                assert_eq!(s.len(), 3, "{width} {height}");
                assert!((point - Vec3::new(0.0, 0.0, height)).norm() <= 1e-16, "{width} {height}: {point:?}");
                assert!((s.combination() - point).norm() <= 1e-15);
                // Barycentric, from the differences of the corners.
                for (&w, expected) in s.weights().iter().zip([0.25, 0.5, 0.25]) {
                    assert!((w - expected).abs() < 1e-6, "{width} {height}: {:?}", s.weights());
                }
            }
        }
    }

    /// If the origin is beside a face, a smaller one is taken; if it is inside all of them, the point is zero.
    #[test]
    fn the_smallest_face_that_holds_the_nearest_point_is_taken() {
        let corners = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0]];
        let mut s = simplex(&corners);
        assert!((Doubled.closest(&mut s) - Vec3::splat(1.0 / 3.0)).norm() < 1e-16);
        assert_eq!(s.len(), 3);
        let mut s = simplex(&[[1.0, -1.0, 0.0], [1.0, 2.0, 0.0], [3.0, 0.0, 0.0]]);
        assert!((Doubled.closest(&mut s) - Vec3::new(1.0, 0.0, 0.0)).norm() < 1e-30);
        assert_eq!(s.weights().len(), 2);
        let mut s = simplex(&[[1.0, 1.0, 1.0], [2.0, 1.0, 1.0], [1.0, 3.0, 1.0], [1.0, 1.0, 4.0]]);
        assert_eq!(Doubled.closest(&mut s), Vec3::splat(1.0));
        let width = 1e-9;
        let mut s =
            simplex(&[[-1.0, 0.0, 0.0], [1.0, -width, 0.0], [1.0, width, -width], [1.0, width, width]]);
        assert!(Doubled.closest(&mut s).norm() < 1e-25);
        assert_eq!(s.len(), 4);
        // Flat: the same point three times.
        let mut s = simplex(&[[0.0, 2.0, 0.0]; 3]);
        assert_eq!(Doubled.closest(&mut s), Vec3::new(0.0, 2.0, 0.0));
    }
}
