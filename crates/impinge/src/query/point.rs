//! Point queries of bodies of any form: those of a pair whose B is a point.

use super::front::{contact, intersects};
use crate::answer::Contact;
use crate::body::Body;
use crate::nonconvex::Dimension;
use crate::shape::Point;

/// Whether a body contains a point; its boundary counts. False if a coordinate is not finite or above
/// [`LIMIT`](crate::math::Real::LIMIT).
///
/// ```
/// use impinge::mesh::TriangleMesh;
/// use impinge::{Pose, Shape, Sphere, Vec3, contains_point};
///
/// let ball = Sphere::new(1.0).at(Pose::at([2.0, 0.0, 0.0]));
/// assert!(contains_point(&ball, Vec3::from([1.0, 0.0, 0.0])));
/// assert!(!contains_point(&ball, Vec3::from([0.5, 0.0, 0.0])));
///
/// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Vec3::from);
/// let faces = vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3], vec![2, 0, 3]];
/// let (mesh, _) = TriangleMesh::from_polygons(&corners, &faces).unwrap();
/// assert!(contains_point(&mesh, Vec3::from([1.0, 1.0, 1.0]))); // closed meshes are solid
/// ```
pub fn contains_point<B: Body<V: Dimension>>(body: &B, point: B::V) -> bool {
    Point::try_new(point).is_ok_and(|point| intersects(body, &point))
}

/// The signed distance of a point from a body, negative if it is inside, and the nearest point of the body's surface: the
/// [`Contact`] of the body, as A, with the point, as B. `point_a` is the nearest point, the normal leads out of the body, and `part_a` is
/// the face of a mesh or the part of a compound. `None` if a coordinate is not finite or above
/// [`LIMIT`](crate::math::Real::LIMIT).
///
/// ```
/// use impinge::{Cuboid, Vec3, closest_point};
///
/// let block = Cuboid::new([1.0, 2.0, 3.0]);
/// let outside = closest_point(&block, Vec3::from([1.5, 0.0, 0.0])).unwrap();
/// assert_eq!((outside.signed_distance, outside.point_a.to_array()), (0.5, [1.0, 0.0, 0.0]));
/// let inside = closest_point(&block, Vec3::from([0.75, 0.0, 0.0])).unwrap();
/// assert_eq!((inside.signed_distance, inside.point_a.to_array()), (-0.25, [1.0, 0.0, 0.0]));
/// ```
///
/// For a body of several parts that overlap, and for a body with a margin of its own, see [`body`](crate::body) for what is inside.
pub fn closest_point<B: Body<V: Dimension>>(body: &B, point: B::V) -> Option<Contact<B::V>> {
    Point::try_new(point).ok().map(|point| contact(body, &point))
}
