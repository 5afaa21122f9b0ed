//! Support of a point cloud by brute force.

use impinge::{Real, Vec3};

/// A point cloud, in `f64` for any input precision.
#[derive(Clone, Debug)]
pub struct Cloud {
    points: Vec<Vec3<f64>>,
    size: f64,
}

impl Cloud {
    /// A cloud of these points.
    pub fn new<T: Real>(points: &[Vec3<T>]) -> Self {
        let points: Vec<Vec3<f64>> = points.iter().map(|p| p.cast()).collect();
        let size = points.iter().map(|p| p.max_abs()).fold(0.0, f64::max);
        Self { points, size }
    }

    /// The largest dot product of a point with the direction.
    pub fn farthest(&self, direction: Vec3<f64>) -> f64 {
        self.points.iter().map(|p| p.dot(direction)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The largest coordinate.
    pub fn size(&self) -> f64 {
        self.size
    }
}
