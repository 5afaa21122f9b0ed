//! Seeded numbers and clouds.

use impinge::{Real, Rot3, Vec3};

/// splitmix64: small, fast, the same on all machines.
pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From −1 to 1.
    pub fn signed(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// From 0 to `end` − 1.
    pub fn below(&mut self, end: u64) -> u64 {
        self.bits() % end
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
