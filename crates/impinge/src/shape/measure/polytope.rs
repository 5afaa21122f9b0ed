//! Volume, centroid and inertia of a polytope from its faces, in `f64`.
//!
//! A polytope is cut into tetrahedra from an interior point to triangles of its faces. None has a negative volume, so
//! nothing cancels, and the centroid is a mean of interior points; if all volumes are 0, as rounding can make those of
//! a sliver, it is the chosen point. A tetrahedron 0, a, b, c of volume V has first moment V (a + b + c)/4 and second
//! moments ∫xxᵀ = V (aaᵀ + bbᵀ + ccᵀ + ssᵀ)/20 with s = a + b + c.

use super::Measure;
use crate::hull::Solid;
use crate::math::{Mat3, Real, Vec3, exponent_of};

/// Volume, first and second moments about a reference point, in `f64`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    /// The reference point.
    pub origin: Vec3<f64>,
    /// Volume.
    pub volume: f64,
    /// ∫x.
    pub first: Vec3<f64>,
    /// ∫xxᵀ.
    pub second: Mat3<f64>,
}

impl Moments {
    /// Moments of a polyhedron about a point, which should be in its interior.
    pub fn of_solid<T: Real>(solid: &Solid<T>, origin: Vec3<f64>) -> Self {
        Self::of_faces(solid, Vec3::cast, origin)
    }

    /// Moments of a polyhedron with its vertices mapped by `place`.
    fn of_faces<T: Real>(solid: &Solid<T>, place: impl Fn(Vec3<T>) -> Vec3<f64>, origin: Vec3<f64>) -> Self {
        let mut sum = Self { origin, volume: 0.0, first: Vec3::ZERO, second: Mat3::default() };
        for face in 0..solid.topology().face_count() {
            let corners = solid.topology().face_vertices(face as u32);
            let at = |i: usize| place(solid.vertices()[corners[i] as usize]) - origin;
            for i in 2..corners.len() {
                sum.add_tetrahedron(at(0), at(i - 1), at(i));
            }
        }
        sum
    }

    fn add_tetrahedron(&mut self, a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>) {
        // Values below 0 are rounding errors.
        let volume = Real::max(a.dot(b.cross(c)) / 6.0, 0.0);
        let s = a + b + c;
        self.volume += volume;
        self.first += s * (volume / 4.0);
        self.second += (outer(a) + outer(b) + outer(c) + outer(s)) * (volume / 20.0);
    }

    /// Center of mass; the reference point if there is no volume.
    pub fn centroid(&self) -> Vec3<f64> {
        let massive = self.volume >= f64::MIN_POSITIVE;
        if massive { self.origin + self.first * (1.0 / self.volume) } else { self.origin }
    }

    /// Moment of inertia about a point.
    pub fn inertia_about(&self, point: Vec3<f64>) -> Mat3<f64> {
        // With r = x - p and p relative to the origin: ∫rrᵀ = ∫xxᵀ - m pᵀ - p mᵀ + V ppᵀ, m the first moment.
        let p = point - self.origin;
        let cross = product(self.first, p);
        let second = self.second - cross - cross.transpose() + outer(p) * self.volume;
        let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
        Mat3::IDENTITY * trace - second
    }
}

/// Measure of a convex polyhedron, exact up to rounding. Volume and inertia are infinite, or zero, if they are outside
/// the range of numbers; the centroid is not.
pub(crate) fn polytope_measure<T: Real>(solid: &Solid<T>) -> Measure<Vec3<T>> {
    // Scaled to size 1, so that no product overflows or underflows.
    let largest = solid.vertices().iter().fold(T::ZERO, |m, v| m.max(v.max_abs()));
    let exponent = exponent_of(largest.f64());
    let (down, up) = (f64::power_of_two(-exponent), f64::power_of_two(exponent));
    let scaled = |v: Vec3<T>| v.cast::<f64>() * down;
    let weight = 1.0 / solid.vertices().len() as f64;
    let mean = solid.vertices().iter().fold(Vec3::ZERO, |sum, &v| sum + scaled(v) * weight);
    let moments = Moments::of_faces(solid, scaled, mean);
    // Again about the centroid, so that the term subtracted for the shift is zero up to rounding.
    let moments = Moments::of_faces(solid, scaled, moments.centroid());
    let volume = moments.volume * up * up * up;
    let inertia = moments.inertia_about(moments.centroid()) * up * up * up * up * up;
    Measure::exact(T::of(volume), (moments.centroid() * up).cast(), inertia.cast())
}

/// Mean of some points.
pub(crate) fn mean<T: Real>(points: &[Vec3<T>]) -> Vec3<f64> {
    let weight = 1.0 / points.len() as f64;
    points.iter().fold(Vec3::ZERO, |sum, p| sum + p.cast::<f64>() * weight)
}

/// a bᵀ.
fn product(a: Vec3<f64>, b: Vec3<f64>) -> Mat3<f64> {
    Mat3::from_columns(a * b.x, a * b.y, a * b.z)
}

fn outer(a: Vec3<f64>) -> Mat3<f64> {
    product(a, a)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::hull::solid_hull;
    use crate::shape::{Cuboid, Frustum, Measured};

    /// Corners of a frustum (a box, if both ends are equal), moved off the origin.
    fn corners<T: Real>(bottom: [f64; 2], top: [f64; 2], z: [f64; 2], offset: Vec3<f64>) -> Vec<Vec3<T>> {
        let mut corners = Vec::new();
        for (half, z) in [(bottom, z[0]), (top, z[1])] {
            for (x, y) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
                corners.push((Vec3::new(x * half[0], y * half[1], z) + offset).cast());
            }
        }
        corners
    }

    fn close<T: Real>(found: Measure<Vec3<T>>, truth: Measure<Vec3<T>>, offset: Vec3<f64>) {
        let allowed = 32.0 * T::EPSILON.f64();
        assert!((found.volume / truth.volume - T::ONE).abs().f64() <= allowed);
        assert!((found.centroid.cast() - offset).max_abs() <= allowed * offset.norm());
        assert!((found.inertia - truth.inertia).max_abs().f64() <= allowed * truth.inertia.max_abs().f64());
    }

    fn check<T: Real>() {
        let offset = Vec3::new(3.0, -2.0, 5.0);
        let cuboid = solid_hull(&corners::<T>([1.0, 0.5], [1.0, 0.5], [-0.25, 0.25], offset)).unwrap();
        let truth = Cuboid::new([1.0, 0.5, 0.25].map(T::of)).measure();
        close(polytope_measure(&cuboid), truth, offset);

        let frustum = Frustum::new([1.0, 0.5].map(T::of), [0.25, 0.75].map(T::of), T::ONE);
        let z = [frustum.low().f64(), frustum.high().f64()];
        let solid = solid_hull(&corners::<T>([1.0, 0.5], [0.25, 0.75], z, offset)).unwrap();
        close(polytope_measure(&solid), frustum.measure(), offset);
    }

    #[test]
    fn boxes_and_frustums_measure_as_their_closed_forms() {
        check::<f32>();
        check::<f64>();
    }
}
