//! Random numbers: SplitMix64 (Steele, Lea and Flood 2014), identical on all machines and quick to seed; and two older generators, whose
//! numbers published results and the fuzz targets began with.

use impinge::{Pose, Real, Rot2, Rot3, Vec2, Vec3};

/// A seeded random number generator.
#[derive(Clone, Debug)]
pub struct Rng {
    state: u64,
    kind: Kind,
}

/// A generator.
#[derive(Clone, Copy, Debug)]
enum Kind {
    SplitMix,
    Linear,
    XorShift,
}

impl Rng {
    /// A generator with a seed. Equal seeds give equal numbers.
    pub fn new(seed: u64) -> Self {
        Self { state: seed, kind: Kind::SplitMix }
    }

    /// The linear congruential generator of Knuth's MMIX. Its low bits are poor.
    pub fn linear(seed: u64) -> Self {
        Self { state: seed, kind: Kind::Linear }
    }

    /// The generator xorshift* (Marsaglia 2003, Vigna 2016).
    pub fn xorshift(seed: u64) -> Self {
        let mut rng = Self { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, kind: Kind::XorShift };
        rng.bits();
        rng
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        match self.kind {
            Kind::SplitMix => self.split_mix(),
            Kind::Linear => {
                self.state = self
                    .state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                self.state
            }
            Kind::XorShift => {
                self.state ^= self.state >> 12;
                self.state ^= self.state << 25;
                self.state ^= self.state >> 27;
                self.state.wrapping_mul(0x2545_f491_4f6c_dd1d)
            }
        }
    }

    fn split_mix(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of at least 0, below 1.
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// A number of at least −1, below 1.
    pub fn signed(&mut self) -> f64 {
        self.uniform() * 2.0 - 1.0
    }

    /// A number of at least `low`, below `high` (up to rounding).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    /// An index below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.bits()) * count as u128) >> 64) as usize
    }

    /// A vector uniform on the unit circle.
    pub fn unit2<T: Real>(&mut self) -> Vec2<T> {
        let (sin, cos) = Real::sin_cos(self.between(0.0, core::f64::consts::TAU));
        Vec2::new(cos, sin).cast()
    }

    /// A vector uniform on the unit sphere: by Archimedes the height is uniform.
    pub fn unit3<T: Real>(&mut self) -> Vec3<T> {
        let around = self.unit2::<f64>();
        let z = self.between(-1.0, 1.0);
        let r = Real::sqrt((1.0 - z * z).max(0.0));
        Vec3::new(around.x * r, around.y * r, z).cast()
    }

    /// A point uniform in the unit ball.
    pub fn in_ball<T: Real>(&mut self) -> Vec3<T> {
        loop {
            let [x, y, z] = [(); 3].map(|()| self.between(-1.0, 1.0));
            if x * x + y * y + z * z <= 1.0 {
                return Vec3::new(x, y, z).cast();
            }
        }
    }

    /// A rotation uniform among all rotations of space (Shoemake 1992).
    pub fn rotation3<T: Real>(&mut self) -> Rot3<T> {
        let (a, b, u) = (self.unit2::<f64>(), self.unit2::<f64>(), self.uniform());
        let (p, q) = (Real::sqrt(1.0 - u), Real::sqrt(u));
        Rot3::from_xyzw([a.x * p, a.y * p, b.x * q, b.y * q].map(T::of))
    }

    /// A random rotation, with a translation of up to `range` along each axis.
    pub fn pose3<T: Real>(&mut self, range: f64) -> Pose<Vec3<T>> {
        let [x, y, z] = [(); 3].map(|()| T::of(self.between(-range, range)));
        Pose::new([x, y, z], self.rotation3())
    }

    /// A random rotation of the plane, with a translation of up to `range` along each axis.
    pub fn pose2<T: Real>(&mut self, range: f64) -> Pose<Vec2<T>> {
        let [x, y] = [(); 2].map(|()| T::of(self.between(-range, range)));
        Pose::new([x, y], Rot2::from_angle(T::of(self.between(0.0, core::f64::consts::TAU))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published results depend on these.
    #[test]
    fn the_sequences_stay() {
        let first = |mut rng: Rng| [rng.bits(), rng.bits(), rng.bits()];
        assert_eq!(first(Rng::new(1)), SPLIT_MIX);
        assert_eq!(first(Rng::linear(1)), LINEAR);
        assert_eq!(first(Rng::xorshift(1)), XORSHIFT);
        let (mut signed, mut between) = (Rng::new(5), Rng::new(5));
        for _ in 0..1000 {
            assert_eq!(signed.signed().to_bits(), between.between(-1.0, 1.0).to_bits());
        }
    }

    const SPLIT_MIX: [u64; 3] = [0x910a_2dec_8902_5cc1, 0xbeeb_8da1_658e_ec67, 0xf893_a2ee_fb32_555e];
    const LINEAR: [u64; 3] = [0x6c57_6fac_43fd_007c, 0x8268_86b3_864a_1b1b, 0xa5fa_e199_2097_aa0e];
    const XORSHIFT: [u64; 3] = [0x54c4_4c79_f1fe_9d67, 0xa845_f342_007a_0e78, 0x7d6e_0b87_8a79_4779];
}
