//! Signed Volumes as printed: Algorithms 2 to 5 without the library's guards.
//!
//! **Answers** which point of a simplex is nearest to the origin. For real use take [`impinge::study::gjk::SignedVolumes`].
//!
//! **Source.** Montanari et al. 2017, section 4, Algorithms 2 to 5, equations 20 to 28.
//!
//! | symbol | meaning |
//! |---|---|
//! | s_1 | the newest vertex |
//! | μ, C_j | signed length, area or volume of the simplex; the same with s_j replaced by the projected origin |
//! | p_O | the origin projected on the plane or line of the simplex |
//!
//! In the plane a triangle contains the origin in its own plane, and Algorithm 4 gets p_O = 0.
//!
//! **Misprints.** Corrected as the library's file lists them: the minus of equation 27, the cyclic order of Algorithm 4, the start of d at infinity,
//! vertices dropped where CompareSigns is 0. The printed determinants are kept, and there is no guard against needles.
//!
//! **Forms.** Determinants by [`Arithmetic`], as printed, with the exact predicates of section 4.3, or with twice the digits; regions
//! as printed or each inspected once, by [`Regions`].
//!
//! **Failure.** Those of the original. A needle has a normal that is poor and not NaN, so its signs may be wrong, and the edges that would
//! be right are not searched.

use std::marker::PhantomData;

use impinge::study::gjk::{Simplex, SubAlgorithm};
use impinge::study::observe::Details;
use impinge::{Vec2, Vec3, Vector};

use super::arithmetic::{Arithmetic, AsPrinted};
use super::regions::{Forgotten, Found, Inspected, Regions};
use super::subsets::members;

/// Signed Volumes by Algorithms 2 to 5.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintedSignedVolumes<A = AsPrinted, R = Forgotten> {
    det_m: Option<f64>,
    regions: R,
    arithmetic: PhantomData<A>,
}

impl<A: Arithmetic, R: Regions> SubAlgorithm<Vec3<f64>> for PrintedSignedVolumes<A, R> {
    /// Implementation of all forms.
    const NAME: &'static str = "gjk-signed-volumes-printed";

    fn closest(&mut self, s: &mut Simplex<Vec3<f64>>) -> Vec3<f64> {
        let (mask, weights, det) = in_space::<A, R>(s, &mut self.regions);
        self.det_m = Some(det);
        s.keep_set(mask, weights);
        s.combination()
    }

    fn details(&self) -> Details<f64> {
        Details { det_m: self.det_m, ..Details::default() }
    }
}

impl<A: Arithmetic, R: Regions> SubAlgorithm<Vec2<f64>> for PrintedSignedVolumes<A, R> {
    /// Implementation of all forms.
    const NAME: &'static str = "gjk-signed-volumes-printed";

    fn closest(&mut self, s: &mut Simplex<Vec2<f64>>) -> Vec2<f64> {
        let regions = &mut self.regions;
        regions.begin();
        let (mask, weights, det) = match s.len() {
            1 => only(0, regions),
            2 => s1d::<A, R, _>(s, 1, 0, regions),
            _ => in_plane::<A, R, _>(s, [2, 1, 0], |i| s.point(i), Vec2::ZERO, regions),
        };
        self.det_m = Some(det);
        s.keep_set(mask, weights);
        s.combination()
    }

    fn details(&self) -> Details<f64> {
        Details { det_m: self.det_m, ..Details::default() }
    }
}

/// Number of regions that Algorithms 2 to 5 inspect for a simplex, some of them more than once.
pub fn inspected(s: &Simplex<Vec3<f64>>) -> Inspected {
    let mut regions = Inspected::default();
    in_space::<AsPrinted, Inspected>(s, &mut regions);
    regions
}

/// Algorithm 2.
#[inline]
fn in_space<A: Arithmetic, R: Regions>(s: &Simplex<Vec3<f64>>, regions: &mut R) -> Found {
    regions.begin();
    match s.len() {
        1 => only(0, regions),
        2 => s1d::<A, R, _>(s, 1, 0, regions),
        3 => s2d::<A, R>(s, [2, 1, 0], regions),
        _ => s3d::<A, R>(s, regions),
    }
}

/// Equation 22.
fn compare_signs(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

/// Algorithm 3, with the newest vertex first.
fn s3d<A: Arithmetic, R: Regions>(s: &Simplex<Vec3<f64>>, regions: &mut R) -> Found {
    const ORDER: [usize; 4] = [3, 2, 1, 0];
    regions.inspect(15);
    let (c, det) = A::volumes(ORDER.map(|i| s.point(i)));
    let same = c.map(|c| compare_signs(det, c));
    if same == [true; 4] {
        return (15, [c[3] / det, c[2] / det, c[1] / det, c[0] / det], det);
    }
    let mut best = Best::new();
    for (j, face) in [(1, [3, 1, 0]), (2, [3, 2, 0]), (3, [3, 2, 1])] {
        if !same[j] {
            let found = s2d::<A, R>(s, face, regions);
            best.offer(s, found, regions);
        }
    }
    best.found.unwrap_or_else(|| only(3, regions))
}

/// Algorithm 4 in space, with the newest vertex first.
fn s2d<A: Arithmetic, R: Regions>(s: &Simplex<Vec3<f64>>, order: [usize; 3], regions: &mut R) -> Found {
    let points = order.map(|i| s.point(i));
    let [s1, s2, s3] = points;
    let p = A::onto_plane(points);
    // Lines 4 to 9: the projection whose area is largest. Coordinates k and l are left, in cyclic order.
    let area = |k: usize, l: usize| {
        let term = |a: Vec3<f64>, b: Vec3<f64>| a.get(k) * b.get(l) - b.get(k) * a.get(l);
        term(s2, s3) + term(s1, s2) + term(s3, s1)
    };
    let mut left = (1, 2);
    for other in [(2, 0), (0, 1)] {
        if area(other.0, other.1).abs() > area(left.0, left.1).abs() {
            left = other;
        }
    }
    let flat = |v: Vec3<f64>| Vec2::new(v.get(left.0), v.get(left.1));
    in_plane::<A, R, _>(s, order, |i| flat(s.point(i)), flat(p), regions)
}

/// Lines 10 to 26 of Algorithm 4: the triangle and the origin projected.
fn in_plane<A: Arithmetic, R: Regions, V: Vector<Scalar = f64>>(
    s: &Simplex<V>,
    order: [usize; 3],
    flat: impl Fn(usize) -> Vec2<f64>,
    p: Vec2<f64>,
    regions: &mut R,
) -> Found {
    let [a, b, c] = order.map(&flat);
    let whole = order.iter().fold(0, |mask, i| mask | 1 << i);
    regions.inspect(whole);
    let mu = A::area(a, b, c);
    let parts = [A::area(p, b, c), A::area(a, p, c), A::area(a, b, p)];
    let same = parts.map(|part| compare_signs(mu, part));
    if same == [true; 3] {
        let mut weights = [0.0; 4];
        for (&i, part) in order.iter().zip(parts) {
            weights[i] = part / mu;
        }
        return (whole, weights, mu);
    }
    let mut best = Best::new();
    for (dropped, other) in [(1, order[2]), (2, order[1])] {
        if !same[dropped] {
            let found = s1d::<A, R, V>(s, order[0], other, regions);
            best.offer(s, found, regions);
        }
    }
    best.found.unwrap_or_else(|| only(order[0], regions))
}

/// Algorithm 5, with the newest vertex first.
fn s1d<A: Arithmetic, R: Regions, V: Vector<Scalar = f64>>(
    s: &Simplex<V>,
    i: usize,
    j: usize,
    regions: &mut R,
) -> Found {
    let edge = 1 << i | 1 << j;
    if let Some(found) = regions.found(edge) {
        return found;
    }
    regions.inspect(edge);
    let (s1, s2) = (s.point(i), s.point(j));
    let t = s2 - s1;
    let p = A::onto_line(s1, s2);
    let axis = (1..V::DIM).fold(0, |best, k| if t.get(k).abs() > t.get(best).abs() { k } else { best });
    let mu = s1.get(axis) - s2.get(axis);
    let c = [p.get(axis) - s2.get(axis), s1.get(axis) - p.get(axis)];
    let found = if c.iter().all(|&c| compare_signs(mu, c)) {
        let mut weights = [0.0; 4];
        (weights[i], weights[j]) = (c[0] / mu, c[1] / mu);
        (edge, weights, mu)
    } else {
        only(i, regions)
    };
    regions.keep(edge, found);
    found
}

/// A single vertex.
fn only<R: Regions>(i: usize, regions: &mut R) -> Found {
    regions.inspect(1 << i);
    let mut weights = [0.0; 4];
    weights[i] = 1.0;
    (1 << i, weights, 1.0)
}

/// The nearest of the candidates: d, W and λ of Algorithms 3 and 4.
struct Best {
    found: Option<Found>,
    least: f64,
}

impl Best {
    fn new() -> Self {
        Self { found: None, least: f64::INFINITY }
    }

    fn offer<R: Regions, V: Vector<Scalar = f64>>(&mut self, s: &Simplex<V>, found: Found, regions: &mut R) {
        let (mask, weights, _) = found;
        let squared = regions.squared(mask).unwrap_or_else(|| {
            let point = members(mask).fold(V::ZERO, |sum, i| sum + s.point(i) * weights[i]);
            let squared = point.norm_squared();
            regions.keep_squared(mask, squared);
            squared
        });
        if squared < self.least {
            (self.found, self.least) = (Some(found), squared);
        }
    }
}

#[cfg(test)]
mod tests {
    use impinge::study::pair::Vertex;
    use impinge_scenes::Rng;

    use super::super::{ExactDeterminants, ExactSigns, Kept, nearest_point};
    use super::*;

    fn simplex(points: &[Vec3<f64>]) -> Simplex<Vec3<f64>> {
        let vertex = |&point: &Vec3<f64>| Vertex { point, ..Vertex::default() };
        let mut s = Simplex::new(vertex(&points[0]));
        points[1..].iter().for_each(|p| s.push(vertex(p)));
        s
    }

    /// Random simplexes whose newest vertex is part of the answer, as in GJK.
    fn simplexes(count: usize, seed: u64) -> Vec<Vec<Vec3<f64>>> {
        let mut rng = Rng::new(seed);
        let mut all = Vec::new();
        while all.len() < count {
            let n = rng.below(4) + 1;
            let away = rng.unit3::<f64>() * rng.between(0.0, 1.5);
            let points: Vec<Vec3<f64>> = (0..n).map(|_| rng.in_ball::<f64>() + away).collect();
            let before = nearest_point(&points[..n.max(2) - 1]);
            // A support point: at least as far against v as all others.
            let newest = points[n - 1].dot(before);
            if n == 1 || points[..n - 1].iter().all(|p| newest < p.dot(before)) {
                all.push(points);
            }
        }
        all
    }

    /// All forms find the nearest point of simplexes that GJK may build, and keeping regions changes no bit.
    #[test]
    fn forms_agree_with_the_doubled_answer() {
        for points in simplexes(3_000, 9) {
            let s = simplex(&points);
            let truth = nearest_point(&points);
            let mut copies = [s; 4];
            let [plain, signs, feet, kept] = &mut copies;
            let found = [
                PrintedSignedVolumes::<AsPrinted>::default().closest(plain),
                PrintedSignedVolumes::<ExactSigns>::default().closest(signs),
                PrintedSignedVolumes::<ExactDeterminants>::default().closest(feet),
                PrintedSignedVolumes::<AsPrinted, Kept>::default().closest(kept),
            ];
            for v in found {
                assert!((v - truth).norm() < 1e-6, "{points:?} {v:?} {truth:?}");
            }
            assert_eq!(found[0], found[3]);
            assert_eq!(copies[0].weights(), copies[3].weights());
        }
    }

    /// Counts as in the paper: one region if the answer is inside, at most 8 different ones, and some twice.
    #[test]
    fn regions_are_eight_at_most_and_some_are_inspected_twice() {
        let (mut repeated, mut first) = (0, 0);
        for points in simplexes(3_000, 10) {
            let seen = inspected(&simplex(&points));
            assert!(seen.regions >= 1 && seen.regions - seen.repeated <= 8, "{seen:?}");
            repeated += usize::from(seen.repeated > 0);
            first += usize::from(seen.regions == 1);
        }
        assert!(repeated > 100 && first > 100, "{repeated} {first}");
    }
}
