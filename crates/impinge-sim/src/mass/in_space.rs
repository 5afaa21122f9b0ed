//! Masses in space.
//!
//! Convex shapes are measured by [`Measured`]. A compound is the sum of its children, so their intersections count twice. A closed
//! triangle mesh is cut into tetrahedra from the middle of its box, whose signed volumes cancel outside (divergence theorem): a
//! tetrahedron 0, a, b, c of volume V has first moment V (a + b + c)/4 and second moments V (aaᵀ + bbᵀ + ccᵀ + ssᵀ)/20 with s = a + b +
//! c. Everything else has no volume: open meshes, terrain, half-spaces, distance maps, shapes known by their support mapping.

use impinge::body::AnyBody;
use impinge::math::Mat3;
use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, Measured, Real, Shape, Vec3};

use super::{Mass, MassSpace, compound_of, rounded_reach};
use crate::error::{WorldError, finite, number, positive};

type InSpace<T> = Mass<Vec3<T>>;

impl<T: Real> MassSpace for Vec3<T> {
    fn unit_mass(shape: &AnyBody<Self>) -> InSpace<T> {
        unit_mass(shape)
    }
    fn convex_mass<S: Measured<Self>>(shape: &S) -> InSpace<T> {
        of_convex(shape)
    }
    fn inner_size(shape: &AnyBody<Self>) -> T {
        inner_size(shape)
    }
    fn core_radius<S: Shape<V = Self> + Measured<Self>>(shape: &S) -> T {
        thinness(&of_convex(shape)) * T::HALF
    }
    fn reach(shape: &AnyBody<Self>, center: Self) -> T {
        reach(shape, center)
    }
}

/// The mesh that a body is.
pub(crate) fn mesh_of<T: Real>(shape: &AnyBody<Vec3<T>>) -> Option<&TriangleMesh<T>> {
    let AnyBody::Pieces(pieces) = shape else { return None };
    pieces.itself().downcast_ref()
}

/// Mass of a body of density 1; zero if it has no volume.
fn unit_mass<T: Real>(shape: &AnyBody<Vec3<T>>) -> InSpace<T> {
    if let AnyBody::Convex(convex) = shape {
        of_convex(convex)
    } else if let Some(compound) = compound_of(shape) {
        InSpace::of_parts(compound.parts().iter().map(of_convex))
    } else {
        mesh_of(shape).map_or(Mass::none(), of_mesh)
    }
}

/// Mass of a convex shape of density 1; zero if it has no volume.
pub(crate) fn of_convex<T: Real, S: Measured<Vec3<T>>>(shape: &S) -> InSpace<T> {
    let measure = shape.measure();
    symmetric(measure.volume.f64(), measure.centroid.cast(), measure.inertia.cast())
}

fn of_mesh<T: Real>(mesh: &TriangleMesh<T>) -> InSpace<T> {
    if !mesh.is_closed() {
        return Mass::none();
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
        return Mass::none();
    }
    // All triangles may face inward.
    let sign = Real::sign_of(volume, 1.0);
    let arm = first / volume;
    symmetric(volume * sign, origin + arm, (second - Mat3::point_inertia(arm) * volume) * sign)
}

/// Rounds the mass, and makes the inertia exactly symmetric.
fn symmetric<T: Real>(mass: f64, center: Vec3<f64>, inertia: Mat3<f64>) -> InSpace<T> {
    let inertia = (inertia + inertia.transpose()) * 0.5;
    Mass { mass: T::of(mass), center: center.cast(), inertia: inertia.cast() }
}

impl<T: Real> InSpace<T> {
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
        symmetric(mass, origin + arm, second - Mat3::point_inertia(arm) * mass)
    }

    /// Checks the mass, and returns the values that a solver needs: the inverses of mass and inertia.
    pub(crate) fn inverses(&self) -> Result<(T, Mat3<T>), WorldError> {
        positive("mass", self.mass)?;
        finite("center of mass", self.center)?;
        let Mat3 { x_axis, y_axis, z_axis } = self.inertia;
        [x_axis, y_axis, z_axis].into_iter().try_for_each(|column| finite("inertia", column))?;
        let inverse_mass = T::ONE / self.mass;
        number("inverse of the mass", inverse_mass)?;
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
}

/// The half extent of the thinnest side of a box with this mass and inertia, or up to 1.8 times less: with λ the principal second
/// moments per mass, √(3 / (1/λ₁ + 1/λ₂ + 1/λ₃)), which lies between √(λ_min) and √(3 λ_min).
fn thinness<T: Real>(mass: &InSpace<T>) -> T {
    let m = mass.inertia.cast::<f64>() * (1.0 / mass.mass.f64());
    let half_trace = (m.x_axis.x + m.y_axis.y + m.z_axis.z) * 0.5;
    let second = Mat3::IDENTITY * half_trace - m;
    // 1/λ₁ + 1/λ₂ + 1/λ₃ is the trace of the inverse.
    let sum = second.inverse().map_or(0.0, |i| i.x_axis.x + i.y_axis.y + i.z_axis.z);
    if sum > 0.0 { T::of(Real::sqrt(3.0 / sum)) } else { T::ZERO }
}

/// Distance that a body can move without passing through something: about half of its thinnest side; 0 for a shape without an inside.
pub(crate) fn inner_size<T: Real>(shape: &AnyBody<Vec3<T>>) -> T {
    let of_mass = |mass: InSpace<T>| if mass.mass > T::ZERO { thinness(&mass) } else { T::ZERO };
    if let AnyBody::Convex(convex) = shape {
        of_mass(of_convex(convex))
    } else if let Some(compound) = compound_of(shape) {
        let sizes = compound.parts().iter().map(|part| of_mass(of_convex(part)));
        let least = sizes.fold(T::INFINITY, Real::min);
        if least.is_finite() { least } else { T::ZERO }
    } else if let Some(mesh) = mesh_of(shape) {
        // Half of the thickness of a wall, a third of the radius of a ball.
        let area: f64 = mesh.triangles().map(|(_, corners)| area_of(mesh, corners)).sum();
        if mesh.is_closed() && area > 0.0 { T::of(mesh.volume().abs() / area) } else { T::ZERO }
    } else {
        T::ZERO
    }
}

/// Upper bound on the distance of a point of a body from `center`; 0 if it is unbounded. Exact within rounding for polyhedra and balls;
/// for other shapes the distance of the farthest corner of the box.
fn reach<T: Real>(shape: &AnyBody<Vec3<T>>, center: Vec3<T>) -> T {
    let found = match shape {
        AnyBody::Convex(AnyShape::ConvexPolyhedron(hull)) => {
            Some(hull.vertices().iter().fold(T::ZERO, |most, &v| most.max((v - center).norm())))
        }
        AnyBody::Convex(AnyShape::Sphere(ball)) => Some(ball.radius() + center.norm()),
        _ => None,
    };
    rounded_reach(shape, center, found)
}

fn area_of<T: Real>(mesh: &TriangleMesh<T>, corners: [u32; 3]) -> f64 {
    let [a, b, c] = corners.map(|i| mesh.vertices()[i as usize].cast::<f64>());
    (b - a).cross(c - a).norm() * 0.5
}
