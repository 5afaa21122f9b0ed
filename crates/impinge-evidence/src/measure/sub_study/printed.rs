//! Johnson's algorithm and Signed Volumes with the formulas of the Signed Volumes paper as printed.
//!
//! The library's own forms of both ([`impinge::gjk::Johnson`], [`impinge::gjk::SignedVolumes`]) depart from the paper where that
//! saves digits. What the paper says of accuracy and time it says of the printed forms, so they are here, for studies only.
//!
//! **Source.** Montanari et al. 2017, equations 16 to 19; Algorithms 2 to 5. Misprints are mended as the library's files
//! list them (the minus of equation 27, the cyclic order of Algorithm 4, the start of d at infinity, vertices dropped where
//! CompareSigns is 0); the printed determinants and the missing guards are kept. Failures are those of the originals.
//!
//! | symbol | meaning |
//! |---|---|
//! | Δ_j(W) | cofactor of s_j in the subset W |
//! | μ, C_j | signed length, area or volume of the simplex; the same with s_j replaced by the projected origin |
//!
//! In the plane a triangle has the origin in its own plane, and Algorithm 4 is given p_O = 0.

use impinge::gjk::{Simplex, SubAlgorithm};
use impinge::observe::Details;
use impinge::{Vec2, Vec3, Vector};

/// All subsets of four vertices, the small ones first.
const BY_SIZE: [usize; 15] = [1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15];

/// Johnson's algorithm: Δ_i(W ∪ s_i) = Σ Δ_j(W) (s_j·s_l − s_j·s_i), every subset anew in each call. Where no subset passes, the
/// point before stays.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintedJohnson {
    det_a: Option<f64>,
}

impl<V: Vector<Scalar = f64>> SubAlgorithm<V> for PrintedJohnson {
    const NAME: &'static str = "gjk-johnson-printed";

    fn closest(&mut self, s: &mut Simplex<V>) -> V {
        let n = s.len();
        let mut products = [[0.0; 4]; 4];
        for (i, row) in products.iter_mut().enumerate().take(n) {
            for (j, product) in row.iter_mut().enumerate().take(n) {
                *product = s.point(i).dot(s.point(j));
            }
        }
        let all = (1_usize << n) - 1;
        let mut delta = [[0.0; 4]; 16];
        for w in BY_SIZE.into_iter().filter(|w| w & !all == 0) {
            if w.is_power_of_two() {
                delta[w][w.trailing_zeros() as usize] = 1.0;
                continue;
            }
            for i in members(w) {
                let rest = w & !(1 << i);
                let l = rest.trailing_zeros() as usize;
                delta[w][i] = members(rest).map(|j| delta[rest][j] * (products[j][l] - products[j][i])).sum();
            }
        }
        let passes = |&w: &usize| {
            members(w).all(|j| delta[w][j] > 0.0) && members(all & !w).all(|i| delta[w | 1 << i][i] <= 0.0)
        };
        let newest = 1 << (n - 1);
        let found = BY_SIZE.into_iter().filter(|w| w & !all == 0 && w & newest != 0).find(passes);
        let (mask, weights) = match found {
            Some(w) => {
                let det: f64 = delta[w].iter().sum();
                self.det_a = Some(det);
                (w, delta[w].map(|d| d / det))
            }
            None => {
                self.det_a = None;
                let mut weights = [0.0; 4];
                weights[..n - 1].copy_from_slice(&s.weights()[..n - 1]);
                (newest - 1, weights)
            }
        };
        s.keep_set(mask, weights);
        s.combination()
    }

    fn details(&self) -> Details<f64> {
        Details { det_a: self.det_a, ..Details::default() }
    }
}

/// The slots in a set.
fn members(set: usize) -> impl Iterator<Item = usize> {
    (0..4).filter(move |slot| set >> slot & 1 == 1)
}

/// Signed Volumes by Algorithms 2 to 5.
#[derive(Clone, Copy, Debug, Default)]
pub struct PrintedSignedVolumes {
    det_m: Option<f64>,
}

/// W by its mask, and λ by index of the vertex.
type Found = (usize, [f64; 4], f64);

impl SubAlgorithm<Vec3<f64>> for PrintedSignedVolumes {
    const NAME: &'static str = "gjk-signed-volumes-printed";

    fn closest(&mut self, s: &mut Simplex<Vec3<f64>>) -> Vec3<f64> {
        let (mask, weights, det) = match s.len() {
            1 => (1, [1.0, 0.0, 0.0, 0.0], 1.0),
            2 => s1d(s, 1, 0),
            3 => s2d(s, [2, 1, 0]),
            _ => s3d(s),
        };
        self.det_m = Some(det);
        s.keep_set(mask, weights);
        s.combination()
    }

    fn details(&self) -> Details<f64> {
        Details { det_m: self.det_m, ..Details::default() }
    }
}

impl SubAlgorithm<Vec2<f64>> for PrintedSignedVolumes {
    const NAME: &'static str = "gjk-signed-volumes-printed";

    fn closest(&mut self, s: &mut Simplex<Vec2<f64>>) -> Vec2<f64> {
        let (mask, weights, det) = match s.len() {
            1 => (1, [1.0, 0.0, 0.0, 0.0], 1.0),
            2 => s1d(s, 1, 0),
            _ => in_plane(s, [2, 1, 0], |i| s.point(i), Vec2::ZERO),
        };
        self.det_m = Some(det);
        s.keep_set(mask, weights);
        s.combination()
    }

    fn details(&self) -> Details<f64> {
        Details { det_m: self.det_m, ..Details::default() }
    }
}

/// Equation 22.
fn compare_signs(a: f64, b: f64) -> bool {
    (a > 0.0 && b > 0.0) || (a < 0.0 && b < 0.0)
}

/// Algorithm 3, with the newest vertex first.
fn s3d(s: &Simplex<Vec3<f64>>) -> Found {
    const ORDER: [usize; 4] = [3, 2, 1, 0];
    let p = ORDER.map(|i| s.point(i));
    // C_{4,j}: minors of the matrix of coordinates, without column j.
    let minor = |a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>| {
        a.x * (b.y * c.z - c.y * b.z) - b.x * (a.y * c.z - c.y * a.z) + c.x * (a.y * b.z - b.y * a.z)
    };
    let c = [
        -minor(p[1], p[2], p[3]),
        minor(p[0], p[2], p[3]),
        -minor(p[0], p[1], p[3]),
        minor(p[0], p[1], p[2]),
    ];
    let det = c[0] + c[1] + c[2] + c[3];
    let same = c.map(|c| compare_signs(det, c));
    if same == [true; 4] {
        return (15, [c[3] / det, c[2] / det, c[1] / det, c[0] / det], det);
    }
    let mut best = Best::new();
    for (j, face) in [(1, [3, 1, 0]), (2, [3, 2, 0]), (3, [3, 2, 1])] {
        if !same[j] {
            best.offer(s, s2d(s, face));
        }
    }
    best.found.unwrap_or((1 << 3, [0.0, 0.0, 0.0, 1.0], det))
}

/// Algorithm 4 in space, with the newest vertex first.
fn s2d(s: &Simplex<Vec3<f64>>, order: [usize; 3]) -> Found {
    let [s1, s2, s3] = order.map(|i| s.point(i));
    let n = (s2 - s1).cross(s3 - s1);
    // Equation 25; NaN where the triangle has no area.
    let p = n * (s1.dot(n) / n.norm_squared());
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
    in_plane(s, order, |i| flat(s.point(i)), flat(p))
}

/// Lines 10 to 26 of Algorithm 4: the triangle and the origin projected.
fn in_plane<V: Vector<Scalar = f64>>(
    s: &Simplex<V>,
    order: [usize; 3],
    flat: impl Fn(usize) -> Vec2<f64>,
    p: Vec2<f64>,
) -> Found {
    let [a, b, c] = order.map(&flat);
    let area = |a: Vec2<f64>, b: Vec2<f64>, c: Vec2<f64>| {
        a.x * b.y + b.x * c.y + c.x * a.y - a.x * c.y - b.x * a.y - c.x * b.y
    };
    let mu = area(a, b, c);
    let parts = [area(p, b, c), area(a, p, c), area(a, b, p)];
    let same = parts.map(|part| compare_signs(mu, part));
    if same == [true; 3] {
        let mut weights = [0.0; 4];
        let mut mask = 0;
        for (&i, part) in order.iter().zip(parts) {
            weights[i] = part / mu;
            mask |= 1 << i;
        }
        return (mask, weights, mu);
    }
    let mut best = Best::new();
    for (dropped, other) in [(1, order[2]), (2, order[1])] {
        if !same[dropped] {
            best.offer(s, s1d(s, order[0], other));
        }
    }
    best.found.unwrap_or_else(|| only(order[0]))
}

/// Algorithm 5, with the newest vertex first.
fn s1d<V: Vector<Scalar = f64>>(s: &Simplex<V>, i: usize, j: usize) -> Found {
    let (s1, s2) = (s.point(i), s.point(j));
    let t = s2 - s1;
    let p = s2 - t * (s2.dot(t) / t.dot(t));
    let axis = (1..V::DIM).fold(0, |best, k| if t.get(k).abs() > t.get(best).abs() { k } else { best });
    let mu = s1.get(axis) - s2.get(axis);
    let c = [p.get(axis) - s2.get(axis), s1.get(axis) - p.get(axis)];
    if c.iter().all(|&c| compare_signs(mu, c)) {
        let mut weights = [0.0; 4];
        (weights[i], weights[j]) = (c[0] / mu, c[1] / mu);
        return (1 << i | 1 << j, weights, mu);
    }
    only(i)
}

/// A single vertex.
fn only(i: usize) -> Found {
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

    fn offer<V: Vector<Scalar = f64>>(&mut self, s: &Simplex<V>, found: Found) {
        let (mask, weights, _) = found;
        let point = members(mask).fold(V::ZERO, |sum, i| sum + s.point(i) * weights[i]);
        if point.norm_squared() < self.least {
            (self.found, self.least) = (Some(found), point.norm_squared());
        }
    }
}
