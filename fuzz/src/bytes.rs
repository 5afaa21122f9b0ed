//! Choices read from bytes. A byte of 0, and every byte beyond the end, is the simplest choice, so that to shorten an
//! input or to set its bytes to 0 makes it simpler.

/// Reads an input from its beginning.
pub struct Bytes<'a> {
    data: &'a [u8],
    at: usize,
    /// All lengths are times this; a power of two.
    unit: f64,
    /// Lengths read so far, in units, for equal ones.
    lengths: Vec<f64>,
}

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8], unit: f64) -> Self {
        Self { data, at: 0, unit, lengths: vec![1.0] }
    }

    pub fn byte(&mut self) -> u8 {
        let byte = self.data.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    /// One of `n` choices.
    pub fn pick(&mut self, n: u8) -> u8 {
        self.byte() % n
    }

    /// From 0 to below 1, in 2¹⁶ steps; then with 2 bytes more, so that most numbers have all their bits.
    pub fn fraction(&mut self) -> f64 {
        let high = u16::from_le_bytes([self.byte(), self.byte()]);
        let low = u16::from_le_bytes([self.byte(), self.byte()]);
        (f64::from(high) + f64::from(low) / 65537.0) / 65536.0
    }

    /// From −1 to 1. The sign costs no byte: it is by where in the input the number stands.
    pub fn signed(&mut self) -> f64 {
        let f = self.fraction();
        if self.at.is_multiple_of(2) { f } else { -f }
    }

    /// A seed for what is too long to read.
    pub fn seed(&mut self) -> u64 {
        u64::from_le_bytes([self.byte(), self.byte(), self.byte(), 0, 0, 0, 0, 1])
    }

    /// 10 to the power of −`orders` to `orders`.
    fn decade(&mut self, orders: f64) -> f64 {
        10_f64.powf((2.0 * self.fraction() - 1.0) * orders)
    }

    /// A size, in 10⁻⁶ to 10⁶, most often a simple one.
    pub fn size(&mut self) -> f64 {
        let choice = self.byte();
        let high = f64::from(choice >> 4);
        let last = self.lengths[usize::from(choice >> 4) % self.lengths.len()];
        let size = match choice % 16 {
            0..=2 => 1.0,
            3 | 4 => 1.0 + high,
            5 => (1.0 + high) / 8.0,
            6 => 10_f64.powf((high / 15.0 * 12.0).round() - 6.0),
            7 | 8 => last,
            9 => last * (1.0 + f64::EPSILON * (1.0 + high)),
            10 => last * (1.0 + 1e-9 * (1.0 + high)),
            11..=13 => 0.1 + 2.0 * self.fraction(),
            14 => self.decade(2.0),
            _ => self.decade(6.0),
        };
        self.lengths.push(size);
        size * self.unit
    }

    /// A coordinate: often 0, on a grid, or a length read before.
    pub fn coordinate(&mut self) -> f64 {
        let choice = self.byte();
        let high = choice >> 4;
        let last = self.lengths[usize::from(high >> 1) % self.lengths.len()];
        let sign = if high.is_multiple_of(2) { 1.0 } else { -1.0 };
        let c = match choice % 12 {
            0 | 1 => 0.0,
            2 | 3 => f64::from(high) - 8.0,
            4 => (f64::from(high) - 8.0) / 4.0,
            5 => sign * last,
            6 => sign * 2.0 * last,
            7 => sign * 1e-9,
            8 => sign * self.decade(6.0),
            _ => 4.0 * self.signed(),
        };
        c * self.unit
    }

    /// An angle in radians: none, next to none, quarter turns, any, several turns.
    pub fn angle(&mut self) -> f64 {
        let choice = self.byte();
        let high = f64::from(choice >> 4);
        match choice % 8 {
            0 => 0.0,
            1 => self.tiny(),
            2 => 1e-320 * (1.0 + high),
            3 => std::f64::consts::FRAC_PI_2 * (high - 8.0),
            4 | 5 => std::f64::consts::PI * self.signed(),
            6 => 2.0 * std::f64::consts::TAU * self.signed(),
            _ => self.signed() / 8.0,
        }
    }

    /// A small number with sign, 0 to 0.1, for what is nearly so.
    pub fn tiny(&mut self) -> f64 {
        const STEPS: [f64; 8] = [0.0, 1e-16, 3e-16, 1e-12, 1e-9, 1e-6, 1e-3, 0.1];
        let choice = self.byte();
        let step = STEPS[usize::from(choice % 8)];
        if choice & 0x80 == 0 { step } else { -step }
    }
}
