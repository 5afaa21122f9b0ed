//! The point of a simplex closest to the origin by Johnson's cofactors, as the thesis prints it.
//!
//! **Source.** Olvång's thesis, section 2.3.1, equations 6 to 9.
//!
//! | symbol | meaning |
//! |---|---|
//! | X, Y | subsets of the simplex |
//! | C_j | cofactor C_1,j of the matrix of X |
//! | λ | weights: C divided by the sum of all C |
//! | p | the point of the affine hull of X closest to the origin, Σ λ x |
//!
//! **Misprints.**
//! - Equation 9 takes x_k from X, the same one for all j, usually the first. For j = k the factor x_k − x_j is zero, and so is the
//!   cofactor: of two points, λ of the first would always be 0. Expanded along the row of x_k, the recursion needs x_k from Y, which is X
//!   without x_j; any of them gives the same number.
//! - "Pick the largest one for which λ > 0": if several subsets have λ > 0, the largest need not hold the closest point. Over the edge
//!   of a tetrahedron the origin may project into a face on the far side. Every p with λ > 0 is a point of the hull, and the closest point
//!   is one of them, so the nearest is taken; the test `the_largest_subset_is_not_always_the_closest` has such a case.
//!
//! **Cost.** All subsets from scratch in each call: 28 cofactors of four points, and a point for each subset with λ > 0.
//!
//! **Failure.** Cofactors of large subsets are products of up to six lengths, and lose their signs if the simplex is thin. A single
//! point always passes, so there is always an answer, which need not be the closest.

use impinge::{Real, Vec3};

use super::simplex::{Closest, Simplex};

/// Johnson's algorithm.
pub(crate) struct Johnson;

/// All subsets of four points, the small ones first.
const BY_SIZE: [usize; 15] = [1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15];

impl<T: Real> Closest<T> for Johnson {
    fn closest(w: &Simplex<T>) -> (Vec3<T>, Simplex<T>) {
        let (mut best, mut kept) = (T::INFINITY, 1);
        let mut v = w.points()[0];
        each_convex(w.points(), |mask, p| {
            let squared = p.norm_squared();
            if squared < best {
                (best, v, kept) = (squared, p, mask);
            }
        });
        (v, w.subset(kept))
    }
}

/// Calls `of` with every subset whose λ are all positive, and its p.
fn each_convex<T: Real>(x: &[Vec3<T>], mut of: impl FnMut(usize, Vec3<T>)) {
    let n = x.len();
    let mut products = [[T::ZERO; 4]; 4];
    for i in 0..n {
        for j in 0..=i {
            products[i][j] = x[i].dot(x[j]);
            products[j][i] = products[i][j];
        }
    }
    let members = |mask: usize| (0..n).filter(move |i| mask >> i & 1 == 1);
    let mut cofactors = [[T::ZERO; 4]; 16];
    for mask in BY_SIZE.into_iter().filter(|mask| mask >> n == 0) {
        if mask.is_power_of_two() {
            let i = mask.trailing_zeros() as usize;
            cofactors[mask][i] = T::ONE;
            of(mask, x[i]);
            continue;
        }
        let mut sum = T::ZERO;
        let mut positive = true;
        for j in members(mask) {
            // Equation 9, with x_k of Y.
            let y = mask & !(1 << j);
            let k = y.trailing_zeros() as usize;
            let mut c = T::ZERO;
            for i in members(y) {
                c += cofactors[y][i] * (products[k][i] - products[j][i]);
            }
            cofactors[mask][j] = c;
            positive &= c > T::ZERO;
            sum += c;
        }
        if positive {
            let inverse = T::ONE / sum;
            of(mask, members(mask).fold(Vec3::ZERO, |p, i| p + x[i] * (cofactors[mask][i] * inverse)));
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use impinge_scenes::Rng;

    use super::*;

    /// Simplexes at random, the origin mostly outside.
    pub(in crate::measure::printed) fn simplexes(count: usize) -> impl Iterator<Item = Simplex<f64>> {
        let mut rng = Rng::new(7);
        (0..count).map(move |i| {
            let aside: Vec3<f64> = rng.unit3::<f64>() * 0.3;
            let points: [Vec3<f64>; 4] = std::array::from_fn(|_| rng.in_ball::<f64>() + aside);
            Simplex::of(points).subset([15, 7, 3, 15][i % 4])
        })
    }

    /// The condition of the closest point: no point of the simplex is before the plane across v through it.
    pub(in crate::measure::printed) fn is_closest(w: &Simplex<f64>, v: Vec3<f64>) -> bool {
        w.points().iter().all(|x| v.dot(*x) >= v.norm_squared() - 1e-9)
    }

    #[test]
    fn cofactors_find_the_closest_point() {
        let mut kept = [0; 5];
        for w in simplexes(20_000) {
            let (v, reduced) = Johnson::closest(&w);
            assert!(is_closest(&w, v), "{w:?}");
            kept[reduced.points().len()] += 1;
        }
        assert!(kept[1..].iter().all(|count| *count > 100), "{kept:?}");
    }

    #[test]
    fn the_largest_subset_is_not_always_the_closest() {
        let mut cases = 0;
        for w in simplexes(20_000) {
            let mut found: Vec<(usize, f64)> = Vec::new();
            each_convex(w.points(), |mask, p| found.push((mask, p.norm())));
            let size = |mask: usize| mask.count_ones();
            let largest = found.iter().map(|(mask, _)| size(*mask)).max().unwrap();
            let of_largest = found.iter().filter(|(mask, _)| size(*mask) == largest);
            let at_best = of_largest.map(|(_, length)| *length).fold(f64::INFINITY, f64::min);
            let closest = found.iter().map(|(_, length)| *length).fold(f64::INFINITY, f64::min);
            cases += usize::from(at_best > closest + 0.01);
        }
        assert!(cases > 100, "{cases}");
    }

    /// With x_k of X, as printed, the first point of two never has a weight.
    #[test]
    fn as_printed_equation_9_gives_the_first_point_no_weight() {
        let (a, b) = (Vec3::new(-1.0_f64, 1.0, 0.0), Vec3::new(1.0, 1.0, 0.0));
        let (k, j) = (a, a);
        assert_eq!((k - j).dot(b), 0.0);
        let (v, _) = Johnson::closest(&Simplex::of([a, b]));
        assert_eq!(v, Vec3::new(0.0, 1.0, 0.0));
    }
}
