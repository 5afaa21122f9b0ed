//! The farthest point of a cloud along a direction, by a look at each.

use impinge::{Real, Vec3};

/// A cloud of points, in `f64` whatever their precision.
#[derive(Clone, Debug)]
pub struct Cloud {
    points: Vec<Vec3<f64>>,
    size: f64,
}

impl Cloud {
    /// These points.
    pub fn new<T: Real>(points: &[Vec3<T>]) -> Self {
        let points: Vec<Vec3<f64>> = points.iter().map(|p| p.cast()).collect();
        let size = points.iter().map(|p| p.max_abs()).fold(0.0, f64::max);
        Self { points, size }
    }

    /// The largest scalar product of a point with the direction.
    pub fn farthest(&self, direction: Vec3<f64>) -> f64 {
        self.points.iter().map(|p| p.dot(direction)).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The largest coordinate.
    pub fn size(&self) -> f64 {
        self.size
    }
}
