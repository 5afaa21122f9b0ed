//! Volume, first moment and inertia by Monte Carlo, with standard errors.

use crate::{Rng, Space};

/// A sampled estimate of a number.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate {
    /// Mean.
    pub value: f64,
    /// Standard error of the mean.
    pub error: f64,
}

impl Estimate {
    /// Whether `value` is within `sigmas` standard errors, or within `tolerance`.
    pub fn agrees(&self, value: f64, sigmas: f64, tolerance: f64) -> bool {
        (self.value - value).abs() <= sigmas * self.error + tolerance
    }
}

/// Monte Carlo estimates for a shape. In the plane volume is area.
#[derive(Clone, Copy, Debug, Default)]
pub struct MonteCarlo {
    /// Volume.
    pub volume: Estimate,
    /// ∫(x - about) over the shape, one entry per coordinate.
    pub first: [Estimate; 3],
    /// Moment of inertia about the point `about`, with the entries of [`Space::inertia_entries`].
    pub inertia: [Estimate; 6],
    /// Number of samples that fell inside.
    pub hits: usize,
}

/// Samples `count` points of the box from `low` to `high`, which must contain the shape; `inside` tests a point.
pub fn monte_carlo<V: Space>(
    inside: impl Fn([f64; 3]) -> bool,
    (low, high): ([f64; 3], [f64; 3]),
    about: [f64; 3],
    count: usize,
    rng: &mut Rng,
) -> MonteCarlo {
    let space: f64 = (0..V::DIM).map(|i| high[i] - low[i]).product();
    let mut hits = 0;
    let mut sums = [(0.0, 0.0); 10];
    for _ in 0..count {
        let mut p = [0.0; 3];
        for i in 0..V::DIM {
            p[i] = rng.between(low[i], high[i]);
        }
        if !inside(p) {
            continue;
        }
        hits += 1;
        let r = [p[0] - about[0], p[1] - about[1], p[2] - about[2]];
        let inertia = V::point_inertia(r);
        let values = [1.0].into_iter().chain(r).chain(inertia);
        for (sum, value) in sums.iter_mut().zip(values) {
            sum.0 += value;
            sum.1 += value * value;
        }
    }
    let n = count as f64;
    let estimates = sums.map(|(sum, squares)| {
        let mean = sum / n;
        let variance = (squares / n - mean * mean).max(0.0);
        Estimate { value: space * mean, error: space * (variance / n).sqrt() }
    });
    let [volume, x, y, z, inertia @ ..] = estimates;
    MonteCarlo { volume, first: [x, y, z], inertia, hits }
}
