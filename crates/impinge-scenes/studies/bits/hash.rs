//! The hash of a list of answers.

use std::fmt::Debug;

use impinge::expel::{Hit, Trace};
use impinge::{Contact, Pose, Real, Vec3, Vector};

/// FNV-1a, of 64 bits.
pub struct Bits {
    hash: u64,
    pub answers: u64,
}

impl Bits {
    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    /// A number of `f32` is one of `f64` too; a NaN is like every other one.
    pub fn number<T: Real>(&mut self, x: T) -> &mut Self {
        let x = x.f64();
        self.bytes(&if x.is_nan() { f64::NAN } else { x }.to_bits().to_le_bytes());
        self
    }
    pub fn vector<V: Vector>(&mut self, v: V) -> &mut Self {
        (0..V::DIM).for_each(|axis| {
            self.number(v.get(axis));
        });
        self
    }
    pub fn name(&mut self, name: impl Debug) -> &mut Self {
        self.bytes(format!("{name:?}").as_bytes());
        self
    }
    /// An answer with all its numbers: the shortest text that is read back to the bit.
    pub fn told(&mut self, answer: impl Debug) {
        self.name(answer).answers += 1;
    }
    pub fn count(&mut self, count: u64) -> &mut Self {
        self.bytes(&count.to_le_bytes());
        self
    }
    pub fn contact<V: Vector>(&mut self, c: &Contact<V>) -> &mut Self {
        self.number(c.signed_distance).number(c.error);
        self.vector(c.point_a).vector(c.point_b).vector(c.normal);
        self.name(c.status).count(u64::from(c.iterations))
    }
    /// A pose in space: by where it takes a frame.
    pub fn pose<T: Real>(&mut self, pose: &Pose<Vec3<T>>) -> &mut Self {
        self.vector(pose.translation());
        (0..3).for_each(|axis| {
            self.vector(pose.rotation() * Vec3::axis(axis));
        });
        self
    }
    pub fn hit<T: Real>(&mut self, hit: Option<&Hit<T>>) -> &mut Self {
        match hit {
            None => self.count(0),
            Some(hit) => {
                self.vector(hit.point).vector(hit.normal).number(hit.distance).count(hit.body.into())
            }
        }
    }
    pub fn trace<T: Real>(&mut self, trace: &Trace<T>) -> &mut Self {
        self.number(trace.fraction).number(trace.zone.thickness).pose(&trace.pose).hit(trace.hit.as_ref());
        self.name(trace.start).name(trace.clear).count(trace.pairs).count(trace.steps)
    }
}

/// Prints the hash of a query's answers.
pub fn line<R>(question: &str, place: &str, ask: impl FnOnce(&mut Bits) -> R) -> R {
    let mut bits = Bits { hash: 0xcbf2_9ce4_8422_2325, answers: 0 };
    let result = ask(&mut bits);
    println!("{question:<12} {place:<10} {:6} answers  {:016x}", bits.answers, bits.hash);
    result
}
