//! The angle of an axis of B in a plane of A, and its rate.

use impinge::{Real, Vec3};

use super::super::row::{Ends, Row};

/// Length of a direction's projection into a plane below which its angle is ignored: 0.6 degrees from the plane's
/// normal, a small swing turns the angle a hundred times as far.
const ACROSS: f64 = 0.01;

/// An angle, and the row of its rate.
pub(super) struct Angle {
    pub radians: f64,
    rate: Row,
}

/// atan2(z · s, z · c), for z fixed in B and for s and c fixed in A and at a right angle. It grows about
/// (z · c (z × s) − z · s (z × c)) / ((z · s)² + (z · c)²). None where z is across both.
pub(super) fn angle(ends: &Ends, z: Vec3<f64>, [sine, cosine]: [Vec3<f64>; 2]) -> Option<Angle> {
    let (s, c) = (z.dot(sine), z.dot(cosine));
    let squared = s * s + c * c;
    if squared <= ACROSS * ACROSS {
        return None;
    }
    let e = (z.cross(sine) * c - z.cross(cosine) * s) / squared;
    Some(Angle { radians: Real::atan2(s, c), rate: ends.about(e, 0.0) })
}

impl Angle {
    /// C = angle − low ≥ 0.
    pub fn at_least(&self, low: f64) -> Row {
        Row { value: self.radians - low, ..self.rate }
    }

    /// C = high − angle ≥ 0.
    pub fn at_most(&self, high: f64) -> Row {
        let Row { on_a, on_b, .. } = self.rate;
        Row { on_a: on_a.times(-1.0), on_b: on_b.times(-1.0), value: high - self.radians }
    }
}
