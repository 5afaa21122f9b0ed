//! Square roots in single precision: a look at a table, and Newton's method on the inverse root.
//!
//! **Source.** Van Waveren 2005, section 4, which refers to Turkowski (Graphics Gems V) and needs at most two iterations. Neither
//! the size of the table nor the accuracy is given.
//!
//! | symbol | meaning |
//! |---|---|
//! | x | positive and normal; else the root is that of the standard library |
//! | y | about 1/√x: from the table by the last bit of the exponent and the first bits of the mantissa |
//! | y' = y (3 − x y²)/2 | one iteration: a relative error δ becomes 3δ²/2 |
//!
//! √x = x y. **Cost.** A table entry, and three products and a difference for each iteration.

/// Bits of an `f32` below its exponent.
const MANTISSA: u32 = 23;
/// Bias of exponents in an `f32`.
const BIAS: i32 = 127;

/// Inverse roots of the middles of equal parts of [1, 2) and [2, 4).
#[derive(Clone, Debug)]
pub struct RootTable {
    bits: u32,
    entries: Vec<f32>,
}

impl RootTable {
    /// Table by this many bits of the mantissa: 2 · 2^bits entries.
    pub fn new(bits: u32) -> Self {
        let parts = 1_u32 << bits;
        let middle = |k: u32| 1.0 + (f64::from(k) + 0.5) / f64::from(parts);
        let half = |scale: f64| (0..parts).map(move |k| (1.0 / (scale * middle(k)).sqrt()) as f32);
        Self { bits, entries: half(1.0).chain(half(2.0)).collect() }
    }

    /// The root of `x` after this many iterations.
    pub fn root(&self, x: f32, iterations: u32) -> f32 {
        if !x.is_normal() || x < 0.0 {
            return x.sqrt();
        }
        let bits = x.to_bits();
        let exponent = (bits >> MANTISSA) as i32 - BIAS;
        let odd = (exponent & 1) as usize;
        let part = (bits & ((1 << MANTISSA) - 1)) >> (MANTISSA - self.bits);
        let scale = f32::from_bits(((BIAS - (exponent >> 1)) as u32) << MANTISSA);
        let mut y = self.entries[odd << self.bits | part as usize] * scale;
        let half = 0.5 * x;
        for _ in 0..iterations {
            y *= 1.5 - half * y * y;
        }
        x * y
    }

    /// Largest error of roots, in units of the last place, over every `step`-th number of [1, 4).
    pub fn error(&self, iterations: u32, step: usize) -> f64 {
        let (low, high) = (1.0_f32.to_bits(), 4.0_f32.to_bits());
        (low..high).step_by(step).fold(0.0, |worst: f64, bits| {
            let x = f32::from_bits(bits);
            let exact = f64::from(x).sqrt();
            // All roots are in [1, 2), where the last place is ε.
            worst.max((f64::from(self.root(x, iterations)) - exact).abs() / f64::from(f32::EPSILON))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_squared_by_each_iteration_and_every_exponent_is_the_same() {
        let table = RootTable::new(6);
        let [seed, one, two] = [0, 1, 2].map(|n| table.error(n, 997) * f64::from(f32::EPSILON));
        assert!(
            seed < 1.0 / 128.0 && one < 1.6 * 0.75 * seed * seed + 1e-6 && two < 4e-7,
            "{seed} {one} {two}"
        );
        for exponent in -120..120 {
            let scale = 2.0_f32.powi(exponent);
            let x = 1.7 * scale * scale.signum();
            assert!((f64::from(table.root(x, 2)) / f64::from(x).sqrt() - 1.0).abs() < 4e-7, "{exponent}");
        }
        assert_eq!((table.root(0.0, 2), table.root(4.0, 3)), (0.0, 2.0));
        assert!(table.root(-1.0, 2).is_nan());
    }
}
