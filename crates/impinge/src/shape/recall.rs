//! A point of a core found again in a later query, without a search.
//!
//! **Answers** which point of a core is the one that an earlier query kept: the id of a vertex, or a place in the
//! core's own frame. A core moves as a rigid body, so its points stay its points, and need not be looked for again.
//!
//! **Guarantee.** Whatever is given, what comes back is a point of this very core, within the rounding of a support
//! point: polyhedra read the vertex of that id, boxes take a corner by its signs, curved cores pull the place back onto
//! their own surface. So what was kept of another shape, another size or another scale is of no use, but does no harm.
//! For a place that the core's own support mapping gave, it is that point, but for rounding.
//!
//! **Cost.** A table look-up, or the operations of one support point of a simple core.
//!
//! **Failure.** `None` for an id that the core does not have, and for shapes that are known by their support mapping
//! only: which points are theirs is not known.

use super::common::{corner, times};
use super::cores::{Core2, Core3};
use super::parts::Recall;
use super::{Id, Support};
use crate::math::{Real, Vec2, Vec3, Vector};

/// The point of an ellipse or ellipsoid on the way from its center to `place`: r q/|q| with q = place/r.
#[inline]
fn onto_ellipsoid<V: Vector>(place: V, radii: V) -> V {
    times(radii, place.zip(radii, |x, r| x / r).unit())
}

impl<S: Real, T: Real> Recall<Vec3<T>> for Core3<'_, S, T> {
    #[inline]
    fn recall(&self, place: Vec3<T>, id: Id) -> Option<Vec3<T>> {
        Some(match self {
            Self::Point => Vec3::ZERO,
            // The corner or point of the rim farthest along a corner or point of the rim is itself.
            Self::Segment(s) => s.support(place),
            Self::Rectangle(s) => s.support(place),
            Self::Cuboid(s) => s.support(place),
            Self::Disc(s) => s.support(place),
            Self::Cylinder(s) => s.support(place),
            Self::EllipticDisc(s) => {
                let p = onto_ellipsoid(place.xy(), s.radii());
                Vec3::new(p.x, p.y, T::ZERO)
            }
            Self::Ellipsoid(s) => onto_ellipsoid(place, s.radii()),
            Self::Cone(s) => {
                if place.z > (s.base() + s.apex()) * T::HALF {
                    return Some(Vec3::new(T::ZERO, T::ZERO, s.apex()));
                }
                let p = place.xy().unit() * s.radius();
                Vec3::new(p.x, p.y, s.base())
            }
            Self::Frustum(s) => {
                let (half, z) = if place.z > T::ZERO { (s.top(), s.high()) } else { (s.bottom(), s.low()) };
                let p = corner(place.xy(), half);
                Vec3::new(p.x, p.y, z)
            }
            Self::Triangle(s) => *s.corners().get(id.0 as usize)?,
            Self::Polyhedron(s, f) => s.vertices().get(id.0 as usize)?.cast() * *f,
            Self::Custom(..) => return None,
        })
    }
}

impl<S: Real, T: Real> Recall<Vec2<T>> for Core2<'_, S, T> {
    #[inline]
    fn recall(&self, place: Vec2<T>, id: Id) -> Option<Vec2<T>> {
        Some(match self {
            Self::Point => Vec2::ZERO,
            Self::Segment(s) => s.support(place),
            Self::Rectangle(s) => s.support(place),
            Self::Ellipse(s) => onto_ellipsoid(place, s.radii()),
            Self::Polygon(s, f) => s.vertices().get(id.0 as usize)?.cast() * *f,
            Self::Custom(..) => return None,
        })
    }
}
