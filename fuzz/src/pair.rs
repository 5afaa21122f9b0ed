//! Two bodies in one frame, read from bytes.

use std::fmt;

use impinge::{At, Pose, Real, Rotation, Shape, Support, Vector};

use crate::body::{Body, Named};
use crate::bytes::Bytes;
use crate::oracle::{Truth, Unit, placed};

/// A pair, and what else its checks need.
pub struct Pair<S: Named> {
    pub a: At<Body<S>>,
    pub b: At<Body<S>>,
    /// For random directions.
    pub seed: u64,
    /// Chooses settings, and which rarer checks are made.
    pub options: u8,
    /// Lengths are 2 to this power times what the bytes say.
    pub unit: Unit,
}

impl<S: Named> Pair<S> {
    /// `None` where the bytes stand for no pair.
    pub fn read(data: &[u8], unit: Unit) -> Option<Self> {
        let scale = 2_f64.powi(unit.0);
        let mut bytes = Bytes::new(data, scale);
        let options = bytes.byte();
        let placing = bytes.byte();
        let a = Body::<S>::read(&mut bytes)?;
        let b = if placing & 0x80 == 0 { Body::<S>::read(&mut bytes)? } else { a.clone() };
        let none = <<S::V as Vector>::Rotation as Rotation<S::V>>::IDENTITY;
        let turn_a = S::rotation(&mut bytes, &none);
        let turn_b = S::rotation(&mut bytes, &turn_a);
        let far = match placing >> 5 & 3 {
            0 | 1 => S::V::ZERO,
            2 => S::vector(&mut bytes),
            _ => S::V::splat(Real::of(1e3 * scale)),
        };
        let a = a.at(Pose::new(far, turn_a));
        // Where B stands: as read; at A; or so far along a direction that they touch, nearly touch, or overlap a little.
        let offset = match placing % 8 {
            0 => S::V::ZERO,
            1..=3 => S::vector(&mut bytes),
            n => {
                let direction = match n {
                    4 => S::V::axis(usize::from(bytes.byte())),
                    5 => -turn_a.rotate(S::V::axis(usize::from(bytes.byte()))),
                    6 => turn_b.rotate(S::V::axis(usize::from(bytes.byte()))),
                    _ => S::vector(&mut bytes).unit(),
                };
                let turned = b.clone().at(Pose::turned(turn_b));
                let reach = a.support(direction).dot(direction) - far.dot(direction);
                let touch = reach - turned.support(-direction).dot(direction);
                let slide = if bytes.byte() % 3 == 1 { S::vector(&mut bytes) } else { S::V::ZERO };
                let along = direction * (touch * Real::of(1.0 + bytes.tiny()));
                along + slide - direction * direction.dot(slide)
            }
        };
        let seed = bytes.seed();
        let pose = Pose::try_new(far + offset, turn_b).ok()?;
        Some(Self { a, b: b.at(pose), seed, options, unit })
    }

    /// Truth about it.
    pub fn truth(&self) -> Truth {
        let unit = self.unit;
        let at = [&self.a, &self.b].map(|body| unit.vector(body.pose().translation()));
        Truth::new([&self.a, &self.b].map(|s| placed(s, unit)), at, unit, S::V::DIM == 2, self.seed)
    }

    pub fn kinds(&self) -> String {
        let kind = |body: &Body<S>| {
            let name = body.name();
            name.split('(').next().unwrap_or_default().to_owned()
        };
        let mut names = [kind(self.a.shape()), kind(self.b.shape())];
        names.sort();
        names.join(" ")
    }
}

impl<S: Named> fmt::Display for Pair<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = <<S::V as Vector>::Scalar as Real>::NAME;
        for (name, body) in [("A", &self.a), ("B", &self.b)] {
            writeln!(f, "  {name} ({number}): {}", body.shape().describe())?;
            writeln!(f, "     at {:?} {:?}", body.pose().translation(), body.pose().rotation())?;
        }
        Ok(())
    }
}
