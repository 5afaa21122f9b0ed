//! Masses in the plane: density times area, and the moment of inertia about the axis that points at the viewer.
//!
//! Convex shapes are measured by [`Measured`]. A compound is the sum of its children, so their intersections count twice; a region is the
//! sum of its convex parts. Everything else has no area: chains, half-planes, regions whose sides cross, shapes known by their support
//! mapping.

use impinge::body::{AnyBody, Compound, Region};
use impinge::{AnyShape2, Measured, Pose, Real, Shape, Vec2};

use super::{Mass, MassSpace, compound_of, rounded_reach};

type InPlane<T> = Mass<Vec2<T>>;

impl<T: Real> MassSpace for Vec2<T> {
    fn unit_mass(shape: &AnyBody<Self>) -> InPlane<T> {
        unit_mass(shape)
    }
    fn convex_mass<S: Measured<Self>>(shape: &S) -> InPlane<T> {
        of_convex(shape)
    }
    fn inner_size(shape: &AnyBody<Self>) -> T {
        inner_size(shape)
    }
    fn core_radius<S: Shape<V = Self> + Measured<Self>>(shape: &S) -> T {
        thinness(shape) * T::HALF
    }
    fn reach(shape: &AnyBody<Self>, center: Self) -> T {
        reach(shape, center)
    }
}

/// The region that a body is.
pub(crate) fn region_of<T: Real>(shape: &AnyBody<Vec2<T>>) -> Option<&Region<T>> {
    let AnyBody::Pieces(pieces) = shape else { return None };
    pieces.itself().downcast_ref()
}

/// The convex parts of a region, if its sides do not cross.
pub(crate) fn convex_parts<T: Real>(shape: &AnyBody<Vec2<T>>) -> Option<Compound<AnyShape2<T>>> {
    region_of(shape)?.convex_parts().ok()
}

/// Mass of a body of density 1; zero if it has no area.
fn unit_mass<T: Real>(shape: &AnyBody<Vec2<T>>) -> InPlane<T> {
    let of_parts =
        |compound: &Compound<AnyShape2<T>>| InPlane::of_parts(compound.parts().iter().map(of_convex));
    if let AnyBody::Convex(convex) = shape {
        of_convex(convex)
    } else if let Some(compound) = compound_of(shape) {
        of_parts(compound)
    } else {
        convex_parts(shape).map_or(Mass::none(), |parts| of_parts(&parts))
    }
}

/// Mass of a convex shape of density 1; zero if it has no area.
fn of_convex<T: Real, S: Measured<Vec2<T>>>(shape: &S) -> InPlane<T> {
    let measure = shape.measure();
    Mass { mass: measure.volume, center: measure.centroid, inertia: measure.inertia }
}

impl<T: Real> InPlane<T> {
    /// Combined mass of several parts of one body, in the same frame.
    pub fn of_parts(parts: impl IntoIterator<Item = Self>) -> Self {
        // About the first center, then about the common one, to avoid cancellation.
        let (mut mass, mut first, mut second) = (0.0, Vec2::<f64>::ZERO, 0.0);
        let mut origin = None;
        for part in parts {
            let from = *origin.get_or_insert(part.center.cast::<f64>());
            let (m, arm) = (part.mass.f64(), part.center.cast::<f64>() - from);
            mass += m;
            first += arm * m;
            second += part.inertia.f64() + arm.dot(arm) * m;
        }
        let Some(origin) = origin.filter(|_| mass > 0.0) else { return Self::none() };
        let arm = first / mass;
        let inertia = T::of(second - arm.dot(arm) * mass);
        Self { mass: T::of(mass), center: (origin + arm).cast(), inertia }
    }
}

/// Lower bound on the half width of a convex shape: area / perimeter, with that of its box, which is not less.
///
/// With width w and diameter D, the area is at most w D and the perimeter at least 2 D: so this is at most w/2. The centroid is w/3 or
/// more inside, so a circle about it with half of this radius is inside too.
fn thinness<T: Real, S: Shape<V = Vec2<T>> + Measured<Vec2<T>>>(shape: &S) -> T {
    let half = shape.aabb(&Pose::IDENTITY).half_extents();
    let perimeter = (half.x + half.y) * T::of(4.0);
    if perimeter > T::ZERO { shape.measure().volume / perimeter } else { T::ZERO }
}

/// Distance that a body can move without passing through something: about half of its thinnest side; 0 for a shape without an inside.
fn inner_size<T: Real>(shape: &AnyBody<Vec2<T>>) -> T {
    let of_parts = |compound: &Compound<AnyShape2<T>>| {
        let least = compound.parts().iter().map(thinness).fold(T::INFINITY, Real::min);
        if least.is_finite() { least } else { T::ZERO }
    };
    if let AnyBody::Convex(convex) = shape {
        thinness(convex)
    } else if let Some(compound) = compound_of(shape) {
        of_parts(compound)
    } else {
        convex_parts(shape).map_or(T::ZERO, |parts| of_parts(&parts))
    }
}

/// Upper bound on the distance of a point of a body from `center`; 0 if it is unbounded. Exact within rounding for polygons and circles;
/// for other shapes the distance of the farthest corner of the box.
fn reach<T: Real>(shape: &AnyBody<Vec2<T>>, center: Vec2<T>) -> T {
    let found = match shape {
        AnyBody::Convex(AnyShape2::ConvexPolygon(polygon)) => {
            Some(polygon.vertices().iter().fold(T::ZERO, |most, &v| most.max((v - center).norm())))
        }
        AnyBody::Convex(AnyShape2::Circle(circle)) => Some(circle.radius() + center.norm()),
        _ => None,
    };
    rounded_reach(shape, center, found)
}
