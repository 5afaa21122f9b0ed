//! Mass, center of mass and inertia: given, or computed from a shape and its density.

pub(crate) mod in_plane;
pub(crate) mod in_space;

use impinge::body::{AnyBody, Compound};
use impinge::{Dimension, Measured, Pose, Real, Shape, Vec3, Vector};
use serde::{Deserialize, Serialize};

use crate::error::{WorldError, positive};
use crate::space::Space;

/// Spaces whose shapes have masses and sizes.
pub trait MassSpace: Space {
    /// Mass of a body of density 1; zero if it has no volume.
    #[doc(hidden)]
    fn unit_mass(shape: &AnyBody<Self>) -> Mass<Self>;
    /// Mass of a convex shape of density 1; zero if it has no volume.
    #[doc(hidden)]
    fn convex_mass<S: Measured<Self>>(shape: &S) -> Mass<Self>;
    /// Distance that a body can move without passing through something: about half of its thinnest side; 0 for a shape without an inside.
    #[doc(hidden)]
    fn inner_size(shape: &AnyBody<Self>) -> Self::Scalar;
    /// Half of the inner size of a convex shape that has a mass.
    #[doc(hidden)]
    fn core_radius<S: Shape<V = Self> + Measured<Self>>(shape: &S) -> Self::Scalar;
    /// Upper bound on the distance of a point of a body from `center`; 0 if it is unbounded.
    #[doc(hidden)]
    fn reach(shape: &AnyBody<Self>, center: Self) -> Self::Scalar;
}

/// Rounding of a reach, in ε of the size: a difference, three products, two sums and a root.
const REACH_ULPS: f64 = 8.0;

/// Mass, center of mass and inertia, in the frame of the shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    deny_unknown_fields,
    bound(
        serialize = "V: Serialize, V::Scalar: Serialize, V::Inertia: Serialize",
        deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>, V::Inertia: Deserialize<'de>"
    )
)]
pub struct Mass<V: Vector> {
    /// Mass; in the plane, density times area.
    pub mass: V::Scalar,
    /// Center of mass.
    pub center: V,
    /// Moment of inertia about the center of mass.
    pub inertia: V::Inertia,
}

/// Source of the mass of a body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    rename_all = "kebab-case",
    bound(
        serialize = "V: Serialize, V::Scalar: Serialize, V::Inertia: Serialize",
        deserialize = "V: Deserialize<'de>, V::Scalar: Deserialize<'de>, V::Inertia: Deserialize<'de>"
    )
)]
pub enum Weight<V: Vector> {
    /// Density: the mass is the volume times this.
    Density(V::Scalar),
    /// A given mass.
    Mass(Mass<V>),
}

impl<V: MassSpace> Mass<V> {
    /// Zero mass.
    pub(crate) fn none() -> Self {
        Self { mass: V::Scalar::ZERO, center: V::ZERO, inertia: V::Inertia::default() }
    }

    /// Mass of a shape of uniform density: convex, a compound of any shapes, a closed triangle mesh, or in the plane a region.
    ///
    /// # Errors
    /// If the density is not a finite number above 0, or the shape has no volume.
    pub fn of_shape(shape: &AnyBody<V>, density: V::Scalar) -> Result<Self, WorldError> {
        V::unit_mass(shape).times(density)
    }

    /// Multiplies the density by a factor.
    pub(crate) fn times(self, density: V::Scalar) -> Result<Self, WorldError> {
        positive("density", density)?;
        if self.mass > V::Scalar::ZERO {
            let inertia = V::flat_inertia(&(V::lift_inertia(&self.inertia) * density));
            Ok(Self { mass: self.mass * density, inertia, ..self })
        } else {
            Err(WorldError::NoVolume)
        }
    }
}

impl<V: Space> Mass<V> {
    /// The mass of the same body in space.
    pub(crate) fn lift(&self) -> Mass<Vec3<V::Scalar>> {
        Mass { mass: self.mass, center: self.center.lift(), inertia: V::lift_inertia(&self.inertia) }
    }

    /// The mass of which a mass in space is the image.
    pub(crate) fn flat(mass: &Mass<Vec3<V::Scalar>>) -> Self {
        Self { mass: mass.mass, center: V::flat(mass.center), inertia: V::flat_inertia(&mass.inertia) }
    }
}

/// The parts of a compound.
pub(crate) fn compound_of<V: Dimension>(shape: &AnyBody<V>) -> Option<&Compound<V::Any>> {
    let AnyBody::Pieces(pieces) = shape else { return None };
    pieces.itself().downcast_ref()
}

/// Bounds a reach by that of the farthest corner of the box, and adds rounding.
fn rounded_reach<V: Space>(shape: &AnyBody<V>, center: V, found: Option<V::Scalar>) -> V::Scalar {
    let bounds = shape.aabb(&Pose::IDENTITY);
    let corner = Vector::max(Vector::abs(bounds.min - center), Vector::abs(bounds.max - center)).norm();
    // Each of these has a few roundings of ε of the distance of the corner.
    let found = found.unwrap_or(corner) + corner * (V::Scalar::of(REACH_ULPS) * V::Scalar::EPSILON);
    if corner.is_finite() { found.min(corner) } else { V::Scalar::ZERO }
}
