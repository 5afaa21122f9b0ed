//! Seeded numbers and clouds.

use impinge::{Real, Rot3, Vec3};
use impinge_scenes::Rng;

/// Random numbers and points.
pub struct Random(Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(Rng::new(seed))
    }

    /// From −1 to 1.
    pub fn signed(&mut self) -> f64 {
        self.0.signed()
    }

    /// From 0 to `end` − 1.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0.bits() % end
    }

    /// In the cube from −1 to 1.
    pub fn in_cube(&mut self) -> Vec3<f64> {
        Vec3::new(self.signed(), self.signed(), self.signed())
    }

    /// In the unit ball.
    pub fn in_ball(&mut self) -> Vec3<f64> {
        loop {
            let p = self.in_cube();
            if p.norm_squared() <= 1.0 {
                return p;
            }
        }
    }

    /// On the unit sphere.
    pub fn on_sphere(&mut self) -> Vec3<f64> {
        self.in_ball().unit()
    }

    pub fn rotation(&mut self) -> Rot3<f64> {
        let axis = self.on_sphere();
        let angle = 3.0 * self.signed();
        Rot3::from_axis_angle(axis, angle)
    }
}

/// `count` points from a generator.
pub fn cloud(count: usize, mut point: impl FnMut() -> Vec3<f64>) -> Vec<Vec3<f64>> {
    (0..count).map(|_| point()).collect()
}

/// Rounded to the precision.
pub fn rounded<T: Real, U: Real>(points: &[Vec3<U>]) -> Vec<Vec3<T>> {
    points.iter().map(|p| p.cast()).collect()
}

/// Turned.
pub fn turned(points: &[Vec3<f64>], rotation: Rot3<f64>) -> Vec<Vec3<f64>> {
    points.iter().map(|&p| rotation.rotate(p)).collect()
}
