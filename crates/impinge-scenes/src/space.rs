//! Operations in two and three dimensions for generators and oracles. Oracles compute in `f64` on three coordinates; in the plane the
//! third is 0.

use impinge::{Pose, Real, Vec2, Vec3, Vector};

use crate::Rng;

/// The plane or space, in either precision.
pub trait Space: Vector {
    /// The coordinates in `f64`.
    fn coordinates(self) -> [f64; 3];
    /// A vector from coordinates, rounded.
    fn from_coordinates(c: [f64; 3]) -> Self;
    /// A random unit vector.
    fn random_unit(rng: &mut Rng) -> Self;
    /// A random pose, with a translation of up to `range` along each axis.
    fn random_pose(rng: &mut Rng, range: f64) -> Pose<Self>;
    /// The independent entries of a moment of inertia: the polar moment, or xx, yy, zz, xy, yz, zx.
    fn inertia_entries(inertia: Self::Inertia) -> [f64; 6];
    /// The same entries for a unit mass at `r`.
    fn point_inertia(r: [f64; 3]) -> [f64; 6];
}

impl<T: Real> Space for Vec2<T> {
    fn coordinates(self) -> [f64; 3] {
        [self.x.f64(), self.y.f64(), 0.0]
    }
    fn from_coordinates([x, y, _]: [f64; 3]) -> Self {
        Self::new(T::of(x), T::of(y))
    }
    fn random_unit(rng: &mut Rng) -> Self {
        rng.unit2()
    }
    fn random_pose(rng: &mut Rng, range: f64) -> Pose<Self> {
        rng.pose2(range)
    }
    fn inertia_entries(inertia: T) -> [f64; 6] {
        [inertia.f64(), 0.0, 0.0, 0.0, 0.0, 0.0]
    }
    fn point_inertia([x, y, _]: [f64; 3]) -> [f64; 6] {
        [x * x + y * y, 0.0, 0.0, 0.0, 0.0, 0.0]
    }
}

impl<T: Real> Space for Vec3<T> {
    fn coordinates(self) -> [f64; 3] {
        self.to_array().map(Real::f64)
    }
    fn from_coordinates(c: [f64; 3]) -> Self {
        Self::from(c.map(T::of))
    }
    fn random_unit(rng: &mut Rng) -> Self {
        rng.unit3()
    }
    fn random_pose(rng: &mut Rng, range: f64) -> Pose<Self> {
        rng.pose3(range)
    }
    fn inertia_entries(i: Self::Inertia) -> [f64; 6] {
        [i.x_axis.x, i.y_axis.y, i.z_axis.z, i.x_axis.y, i.y_axis.z, i.z_axis.x].map(Real::f64)
    }
    fn point_inertia([x, y, z]: [f64; 3]) -> [f64; 6] {
        [y * y + z * z, z * z + x * x, x * x + y * y, -x * y, -y * z, -z * x]
    }
}
