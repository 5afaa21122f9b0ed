//! Vectors, places and rigid motions in double-double. The plane is that of z = 0.

use std::ops::{Add, Mul, Neg, Sub};

use super::dd::Dd;

/// A vector of space.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct V(pub [Dd; 3]);

impl V {
    pub const ZERO: Self = Self([Dd::ZERO; 3]);

    pub fn of(p: [f64; 3]) -> Self {
        Self(p.map(Dd::from))
    }

    pub fn axis(i: usize) -> Self {
        let mut v = Self::ZERO;
        v.0[i % 3] = Dd::ONE;
        v
    }

    pub fn f64(self) -> [f64; 3] {
        self.0.map(Dd::f64)
    }

    pub fn is_finite(self) -> bool {
        self.0.iter().all(|c| c.is_finite())
    }

    pub fn dot(self, other: Self) -> Dd {
        let [x, y, z] = [0, 1, 2].map(|i| self.0[i] * other.0[i]);
        x + y + z
    }

    pub fn cross(self, other: Self) -> Self {
        let ([a, b, c], [x, y, z]) = (self.0, other.0);
        Self([b * z - c * y, c * x - a * z, a * y - b * x])
    }

    pub fn norm(self) -> Dd {
        self.dot(self).sqrt()
    }

    /// Largest coordinate, without sign.
    pub fn max_abs(self) -> Dd {
        self.0.iter().fold(Dd::ZERO, |m, c| m.max(c.abs()))
    }

    /// Unit vector; the x axis for zero.
    pub fn unit(self) -> Self {
        let largest = self.max_abs();
        if largest <= Dd::ZERO {
            return Self::axis(0);
        }
        // Below 2⁻⁴⁰⁰ lengths are lifted first, exactly: one over the least numbers is beyond the largest.
        let lift = if largest.f64() < 2_f64.powi(-400) { 2_f64.powi(600) } else { 1.0 };
        let v = self * lift.into();
        let v = v * (Dd::ONE / (largest * lift.into()));
        v * (Dd::ONE / v.norm())
    }
}

impl Add for V {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self([0, 1, 2].map(|i| self.0[i] + other.0[i]))
    }
}

impl Sub for V {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Neg for V {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.map(|c| -c))
    }
}

impl Mul<Dd> for V {
    type Output = Self;
    fn mul(self, factor: Dd) -> Self {
        Self(self.0.map(|c| c * factor))
    }
}

/// A rotation, as the images of the axes, and then a translation.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// Images of the axes.
    pub axes: [V; 3],
    pub at: V,
}

impl Place {
    pub const HERE: Self = Self {
        axes: [
            V([Dd::ONE, Dd::ZERO, Dd::ZERO]),
            V([Dd::ZERO, Dd::ONE, Dd::ZERO]),
            V([Dd::ZERO, Dd::ZERO, Dd::ONE]),
        ],
        at: V::ZERO,
    };

    /// From a quaternion x y z w, which is made unit.
    pub fn new(quaternion: [f64; 4], at: V) -> Self {
        let q = quaternion.map(Dd::from);
        let squared = q.iter().fold(Dd::ZERO, |s, c| s + *c * *c);
        let [x, y, z, w] = q;
        // The matrix of a quaternion of any length, divided by its square.
        let two = Dd::from(2.0) / squared;
        let one = Dd::ONE;
        let axes = [
            V([one - (y * y + z * z) * two, (x * y + w * z) * two, (x * z - w * y) * two]),
            V([(x * y - w * z) * two, one - (x * x + z * z) * two, (y * z + w * x) * two]),
            V([(x * z + w * y) * two, (y * z - w * x) * two, one - (x * x + y * y) * two]),
        ];
        Self { axes, at }
    }

    /// A turn of the plane, from its cosine and sine, which are made unit.
    pub fn planar(cos: f64, sin: f64, at: V) -> Self {
        let along = V::of([cos, sin, 0.0]).unit();
        let [c, s, _] = along.0;
        Self { axes: [along, V([-s, c, Dd::ZERO]), V::axis(2)], at }
    }

    /// A turn about an axis of any length, by an angle in radians.
    pub fn turn(axis: V, angle: Dd) -> Self {
        let k = axis.unit();
        let (sin, cos) = angle.sin_cos();
        // Rodrigues: v cos + (k × v) sin + k (k·v)(1 − cos).
        let axes = [0, 1, 2].map(|i| {
            let v = V::axis(i);
            v * cos + k.cross(v) * sin + k * (k.0[i] * (Dd::ONE - cos))
        });
        Self { axes, at: V::ZERO }
    }

    pub fn rotate(&self, v: V) -> V {
        self.axes[0] * v.0[0] + self.axes[1] * v.0[1] + self.axes[2] * v.0[2]
    }

    pub fn unrotate(&self, v: V) -> V {
        V(self.axes.map(|a| a.dot(v)))
    }

    pub fn apply(&self, p: V) -> V {
        self.rotate(p) + self.at
    }

    /// `inner` first, then this.
    pub fn after(&self, inner: &Self) -> Self {
        Self { axes: inner.axes.map(|a| self.rotate(a)), at: self.apply(inner.at) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // One over 10⁻³²⁰ is infinite: the unit vector was NaN, and with it every support point of a disc that is turned by so
    // little.
    #[test]
    fn the_least_vectors_have_a_direction() {
        for tiny in [1e-320, 5e-324, 1e-300, 1e-120] {
            let unit = V::of([0.0, -tiny, 0.0]).unit();
            assert!((unit + V::axis(1)).norm().f64() < 1e-30, "{tiny:e}: {unit:?}");
        }
    }

    #[test]
    fn places_turn_and_undo() {
        let place = Place::new([0.1, -0.2, 0.3, 0.9], V::of([1.0, 2.0, 3.0]));
        let v = V::of([0.3, -5.0, 2.0]);
        assert!((place.unrotate(place.rotate(v)) - v).norm().f64() < 1e-29);
        assert!((place.rotate(v).norm() - v.norm()).abs().f64() < 1e-29);
        // A quarter turn about z takes x to y.
        let quarter = Place::new([0.0, 0.0, 1.0, 1.0], V::ZERO).rotate(V::axis(0));
        assert!((quarter - V::axis(1)).norm().f64() < 1e-30);
        let half = Place::turn(V::of([0.0, 0.0, 3.0]), Dd::from(std::f64::consts::PI));
        assert!((half.rotate(V::axis(0)) + V::axis(0)).norm().f64() < 1e-15);
        assert!((half.after(&half).rotate(v) - v).norm().f64() < 1e-14);
    }
}
