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
use crate::math::{Vec2, Vec3, Vector};

/// The point of an ellipse or ellipsoid on the way from its center to `place`: r q/|q| with q = place/r.
#[inline]
fn onto_ellipsoid<V: Vector>(place: V, radii: V) -> V {
    times(radii, place.zip(radii, |x, r| x / r).unit())
}

impl Recall<Vec3<f64>> for Core3<'_> {
    #[inline]
    fn recall(&self, place: Vec3<f64>, id: Id) -> Option<Vec3<f64>> {
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
