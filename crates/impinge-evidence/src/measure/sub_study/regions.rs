//! Number of regions that Signed Volumes as printed inspect for the simplexes of runs of GJK.

use impinge::Vec3;
use impinge::study::gjk::{Simplex, SubAlgorithm};
use impinge::study::pair::Obstacle;

use super::algorithm::{Watch, algorithm_1};
use super::printed::{AsPrinted, Inspected, PrintedSignedVolumes, inspected};

/// Sums over some runs.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Regions {
    /// Calls of the sub-algorithm.
    pub calls: u64,
    /// Regions inspected.
    pub inspected: u64,
    /// Inspections of a region that had been inspected in the same call.
    pub repeated: u64,
    /// Calls that the first region answered.
    pub by_the_first: u64,
    /// Calls among them with a single vertex, which has no other region.
    pub of_a_vertex: u64,
}

impl Regions {
    /// Sum of both.
    pub fn and(&self, other: &Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            inspected: self.inspected + other.inspected,
            repeated: self.repeated + other.repeated,
            by_the_first: self.by_the_first + other.by_the_first,
            of_a_vertex: self.of_a_vertex + other.of_a_vertex,
        }
    }

    /// The share of all inspections that are repeated.
    pub fn repeated_share(&self) -> f64 {
        self.repeated as f64 / self.inspected as f64
    }

    /// Share of the calls on more than a vertex that the first region answered.
    pub fn first_share(&self) -> f64 {
        (self.by_the_first - self.of_a_vertex) as f64 / (self.calls - self.of_a_vertex) as f64
    }
}

impl Watch<Vec3<f64>> for Regions {
    fn asked(&mut self, simplex: &Simplex<Vec3<f64>>) {
        let Inspected { regions, repeated, .. } = inspected(simplex);
        self.calls += 1;
        self.inspected += u64::from(regions);
        self.repeated += u64::from(repeated);
        self.by_the_first += u64::from(regions == 1);
        self.of_a_vertex += u64::from(simplex.len() == 1);
    }

    fn told<S: SubAlgorithm<Vec3<f64>>>(&mut self, _: &S, _: &Simplex<Vec3<f64>>) {}
}

/// Regions inspected for these pairs.
pub fn regions_of(pairs: &[&dyn Obstacle<Vec3<f64>>], tolerance: f64) -> Regions {
    let mut regions = Regions::default();
    for pair in pairs {
        algorithm_1(&mut PrintedSignedVolumes::<AsPrinted>::default(), *pair, tolerance, &mut regions);
    }
    regions
}
