//! Recall of a core's point in a later query, without a search.
//!
//! **Answers** which point of a core is the one that an earlier query kept: the id of a vertex, or a position in the
//! core's own frame. A core moves as a rigid body, so its points stay its points and need not be searched again.
//!
//! **Guarantee.** For any input, the result is a point of this core, within the rounding of a support point: polyhedra
//! read the vertex with that id, boxes choose a corner by signs, curved cores project the position back onto their own
//! surface. So data kept from another shape, size or scale is useless but harmless. For a position that the core's own
//! support mapping returned, it is that point, except for rounding.
//!
//! **Cost.** A table look-up, or the operations of one support point of a simple core.
//!
//! **Failure.** `None` for an id that the core does not have, and for shapes that are known only by their support
//! mapping: it is not known which points are theirs.

use super::common::{corner, times};
use super::cores::{Core2, Core3};
use super::parts::Recall;
use super::{Id, Support};
use crate::math::{Vec2, Vec3, Vector};

/// The point of an ellipse or ellipsoid on the ray from its center through `place`: r q/|q| with q = place/r.
#[inline]
fn onto_ellipsoid<V: Vector>(place: V, radii: V) -> V {
    times(radii, place.zip(radii, |x, r| x / r).unit())
}

impl Recall<Vec3<f64>> for Core3<'_> {
    #[inline]
    fn recall(&self, place: Vec3<f64>, id: Id) -> Option<Vec3<f64>> {
        Some(match self {
            Self::Point => Vec3::ZERO,
            // The corner or rim point farthest along a corner or rim point is that point itself.
            Self::Segment(s) => s.support(place),
            Self::Rectangle(s) => s.support(place),
            Self::Cuboid(s) => s.support(place),
            Self::Disc(s) => s.support(place),
            Self::Cylinder(s) => s.support(place),
            Self::EllipticDisc(s) => {
                let p = onto_ellipsoid(place.xy(), s.radii());
                Vec3::new(p.x, p.y, 0.0)
            }
            Self::Ellipsoid(s) => onto_ellipsoid(place, s.radii()),
            Self::Cone(s) => {
                if place.z > (s.base() + s.apex()) * 0.5 {
                    return Some(Vec3::new(0.0, 0.0, s.apex()));
                }
                let p = place.xy().unit() * s.radius();
                Vec3::new(p.x, p.y, s.base())
            }
            Self::Frustum(s) => {
                let (half, z) = if place.z > 0.0 { (s.top(), s.high()) } else { (s.bottom(), s.low()) };
                let p = corner(place.xy(), half);
                Vec3::new(p.x, p.y, z)
            }
            Self::Triangle(s) => *s.corners().get(id.0 as usize)?,
            Self::Polyhedron(s, f) if (id.0 as usize) < s.topology().vertex_count() => s.vertex(id.0) * *f,
            Self::Polyhedron(..) | Self::Custom(..) => return None,
        })
    }
}

impl Recall<Vec2<f64>> for Core2<'_> {
    #[inline]
    fn recall(&self, place: Vec2<f64>, id: Id) -> Option<Vec2<f64>> {
        Some(match self {
            Self::Point => Vec2::ZERO,
            Self::Segment(s) => s.support(place),
            Self::Rectangle(s) => s.support(place),
            Self::Ellipse(s) => onto_ellipsoid(place, s.radii()),
            Self::Polygon(s, f) if (id.0 as usize) < s.vertex_count() => s.vertex(id.0 as usize) * *f,
            Self::Polygon(..) | Self::Custom(..) => return None,
        })
    }
}
