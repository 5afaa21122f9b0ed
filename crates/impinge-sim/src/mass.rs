//! Mass, center of mass and inertia: given, or computed from a shape and its density.
//!
//! Convex shapes are measured by [`Measured`]. A compound is the sum of its children, so their intersections count twice. A closed
//! triangle mesh is cut into tetrahedra from the middle of its box, whose signed volumes cancel outside (divergence theorem): a
//! tetrahedron 0, a, b, c of volume V has first moment V (a + b + c)/4 and second moments V (aaᵀ + bbᵀ + ccᵀ + ssᵀ)/20 with s = a + b +
//! c. Everything else has no volume: open meshes, terrain, half-spaces, distance maps, shapes known by their support mapping.

use impinge::body::{AnyBody, Compound};
use impinge::math::Mat3;
use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, Measured, Pose, Real, Vec3};
use serde::{Deserialize, Serialize};

use crate::error::WorldError;

/// Rounding of a reach, in ε of the size: a difference, three products, two sums and a root.
const REACH_ULPS: f64 = 8.0;

/// Mass, center of mass and inertia, in the frame of the shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mass<T> {
    /// Mass.
    pub mass: T,
    /// Center of mass.
    pub center: Vec3<T>,
    /// Moment of inertia about the center of mass.
    pub inertia: Mat3<T>,
}

/// Source of the mass of a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) enum Weight<T> {
    /// Density: the mass is the volume times this.
    Density(T),
    /// A given mass.
    Mass(Mass<T>),
}

impl<T: Real> Mass<T> {
    /// Zero mass.
    pub(crate) fn none() -> Self {
        Self { mass: T::ZERO, center: Vec3::ZERO, inertia: Mat3::default() }
    }

    /// Mass of a shape of uniform density: convex, a compound of any shapes, or a closed triangle mesh.
    ///
    /// # Errors
    /// If the density is not a finite number above 0, or the shape has no volume.
    pub fn of_shape(shape: &AnyBody<Vec3<T>>, density: T) -> Result<Self, WorldError> {
        let unit = match shape {
            AnyBody::Convex(convex) => Self::of_convex(convex),
            AnyBody::Pieces(pieces) => {
                let pieces = pieces.itself();
                if let Some(compound) = pieces.downcast_ref::<Compound<AnyShape<T>>>() {
                    Self::of_parts(compound.parts().iter().map(Self::of_convex))
                } else if let Some(mesh) = pieces.downcast_ref::<TriangleMesh<T>>() {
                    Self::of_mesh(mesh)
                } else {
                    Self::none()
                }
            }
            _ => Self::none(),
        };
        unit.times(density)
    }

    /// Combined mass of several parts of one body, in the same frame.
    pub fn of_parts(parts: impl IntoIterator<Item = Self>) -> Self {
        // About the first center, then about the common one, to avoid cancellation.
        let (mut mass, mut first, mut second) = (0.0, Vec3::<f64>::ZERO, Mat3::default());
        let mut origin = None;
        for part in parts {
            let from = *origin.get_or_insert(part.center.cast::<f64>());
            let (m, arm) = (part.mass.f64(), part.center.cast::<f64>() - from);
            mass += m;
            first += arm * m;
            second += part.inertia.cast::<f64>() + Mat3::point_inertia(arm) * m;
        }
        let Some(origin) = origin.filter(|_| mass > 0.0) else { return Self::none() };
        let arm = first / mass;
        Self::symmetric(mass, origin + arm, second - Mat3::point_inertia(arm) * mass)
    }

    /// Mass of a convex shape of density 1; zero if it has no volume.
    pub(crate) fn of_convex<S: Measured<Vec3<T>>>(shape: &S) -> Self {
        let measure = shape.measure();
        Self::symmetric(measure.volume.f64(), measure.centroid.cast(), measure.inertia.cast())
    }

    fn of_mesh(mesh: &TriangleMesh<T>) -> Self {
        if !mesh.is_closed() {
            return Self::none();
        }
        let bounds = mesh.bounds();
        let origin = (bounds.min.cast::<f64>() + bounds.max.cast::<f64>()) * 0.5;
        let (mut volume, mut first, mut second) = (0.0, Vec3::<f64>::ZERO, Mat3::<f64>::default());
        for (_, corners) in mesh.triangles() {
            let [a, b, c] = corners.map(|i| mesh.vertices()[i as usize].cast::<f64>() - origin);
            let v = a.dot(b.cross(c)) / 6.0;
            let s = a + b + c;
            volume += v;
            first += s * (v / 4.0);
            // The inertia of a point is linear in aaᵀ, like the second moments.
            let points = [a, b, c, s].map(Mat3::point_inertia);
            second += (points[0] + points[1] + points[2] + points[3]) * (v / 20.0);
        }
        if volume == 0.0 {
            return Self::none();
        }
        // All triangles may face inward.
        let sign = Real::sign_of(volume, 1.0);
        let arm = first / volume;
        Self::symmetric(volume * sign, origin + arm, (second - Mat3::point_inertia(arm) * volume) * sign)
    }

    /// Rounds the mass, and makes the inertia exactly symmetric.
    fn symmetric(mass: f64, center: Vec3<f64>, inertia: Mat3<f64>) -> Self {
        let inertia = (inertia + inertia.transpose()) * 0.5;
        Self { mass: T::of(mass), center: center.cast(), inertia: inertia.cast() }
    }

    /// Multiplies the density by a factor.
    pub(crate) fn times(self, density: T) -> Result<Self, WorldError> {
        if !density.is_finite() {
            return Err(WorldError::NotFinite { what: "density" });
        }
        if density <= T::ZERO {
            return Err(WorldError::NotPositive { what: "density", found: density.f64() });
        }
        if self.mass > T::ZERO {
            Ok(Self { mass: self.mass * density, inertia: self.inertia * density, ..self })
        } else {
            Err(WorldError::NoVolume)
        }
    }

    /// Checks the mass, and returns the values that a solver needs: the inverses of mass and inertia.
    pub(crate) fn inverses(&self) -> Result<(T, Mat3<T>), WorldError> {
        let found = self.mass.f64();
        if !(self.mass.is_finite() && self.center.is_finite() && self.inertia.max_abs().is_finite()) {
            return Err(WorldError::NotFinite { what: "mass" });
        }
        if found <= 0.0 {
            return Err(WorldError::NotPositive { what: "mass", found });
        }
        let inverse_mass = T::ONE / self.mass;
        if !inverse_mass.is_finite() {
            return Err(WorldError::NotFinite { what: "inverse of the mass" });
        }
        // Positive definite by Sylvester's criterion.
        let m = self.inertia;
        let (a, b) = (m.x_axis, m.y_axis);
        let symmetric = a.y == b.x && a.z == m.z_axis.x && b.z == m.z_axis.y;
        let positive = a.x > T::ZERO && a.x * b.y - a.y * b.x > T::ZERO && m.determinant() > T::ZERO;
        if !(symmetric && positive) {
            return Err(WorldError::Inertia);
        }
        Ok((inverse_mass, m.inverse().ok_or(WorldError::Inertia)?))
    }

    /// The half extent of the thinnest side of a box with this mass and inertia, or up to 1.8 times less: with λ the principal second
    /// moments per mass, √(3 / (1/λ₁ + 1/λ₂ + 1/λ₃)), which lies between √(λ_min) and √(3 λ_min).
    pub(crate) fn thinness(&self) -> T {
        let m = self.inertia.cast::<f64>() * (1.0 / self.mass.f64());
        let half_trace = (m.x_axis.x + m.y_axis.y + m.z_axis.z) * 0.5;
        let second = Mat3::IDENTITY * half_trace - m;
        // 1/λ₁ + 1/λ₂ + 1/λ₃ is the trace of the inverse.
        let sum = second.inverse().map_or(0.0, |i| i.x_axis.x + i.y_axis.y + i.z_axis.z);
        if sum > 0.0 { T::of(Real::sqrt(3.0 / sum)) } else { T::ZERO }
    }
}

/// Distance that a body can move without passing through something: about half of its thinnest side; 0 for a shape without an inside.
pub(crate) fn inner_size<T: Real>(shape: &AnyBody<Vec3<T>>) -> T {
    let of_convex = |mass: Mass<T>| if mass.mass > T::ZERO { mass.thinness() } else { T::ZERO };
    match shape {
        AnyBody::Convex(convex) => of_convex(Mass::of_convex(convex)),
        AnyBody::Pieces(pieces) => {
            let pieces = pieces.itself();
            if let Some(compound) = pieces.downcast_ref::<Compound<AnyShape<T>>>() {
                let sizes = compound.parts().iter().map(|part| of_convex(Mass::of_convex(part)));
                let least = sizes.fold(T::INFINITY, Real::min);
                if least.is_finite() { least } else { T::ZERO }
            } else if let Some(mesh) = pieces.downcast_ref::<TriangleMesh<T>>() {
                // Half of the thickness of a wall, a third of the radius of a ball.
                let area: f64 = mesh.triangles().map(|(_, corners)| area_of(mesh, corners)).sum();
                if mesh.is_closed() && area > 0.0 { T::of(mesh.volume().abs() / area) } else { T::ZERO }
            } else {
                T::ZERO
            }
        }
        _ => T::ZERO,
    }
}

/// Upper bound on the distance of a point of a body from `center`; 0 if it is unbounded. Exact within rounding for polyhedra and balls;
/// for other shapes the distance of the farthest corner of the box.
pub(crate) fn reach<T: Real>(shape: &AnyBody<Vec3<T>>, center: Vec3<T>) -> T {
    let bounds = shape.aabb(&Pose::IDENTITY);
    let corner = (bounds.min - center).abs().max((bounds.max - center).abs()).norm();
    let found = match shape {
        AnyBody::Convex(AnyShape::ConvexPolyhedron(hull)) => {
            hull.vertices().iter().fold(T::ZERO, |most, &v| most.max((v - center).norm()))
        }
        AnyBody::Convex(AnyShape::Sphere(ball)) => ball.radius() + center.norm(),
        _ => corner,
    };
    // Each of these has a few roundings of ε of the distance of the corner.
    let found = found + corner * (T::of(REACH_ULPS) * T::EPSILON);
    if corner.is_finite() { found.min(corner) } else { T::ZERO }
}

fn area_of<T: Real>(mesh: &TriangleMesh<T>, corners: [u32; 3]) -> f64 {
    let [a, b, c] = corners.map(|i| mesh.vertices()[i as usize].cast::<f64>());
    (b - a).cross(c - a).norm() * 0.5
}
