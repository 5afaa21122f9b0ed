//! Whether one body is inside the other, if one of them is convex; two meshes are compared by the library.
//!
//! A convex body is inside a mesh if it is clear of the surface and overlaps the solid. Anything is inside a convex body if points whose hull
//! contains it are. These points are the corners of a polytope; those of a cylinder are on a prism around it, those of other round shapes the
//! corners of a box: then a body that is inside by a hair is only said to overlap, which is true as well.

use std::f64::consts::TAU;

use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, Bounded, Point, Pose, Shape, Vec3, contact, distance};

use super::state::State;
use super::{Form, NamedBody};

/// Number of sides of the prism around a cylinder.
const SIDES: u32 = 24;

/// Relation of two bodies that overlap, if one is inside the other.
pub fn within(a: &NamedBody, b: &NamedBody) -> Option<State> {
    if is_inside(a, b) {
        Some(State::Inside)
    } else if is_inside(b, a) {
        Some(State::Contains)
    } else {
        None
    }
}

/// Whether a body is proven to be inside another one that it overlaps.
fn is_inside(inner: &NamedBody, outer: &NamedBody) -> bool {
    match (&inner.form, &outer.form) {
        (Form::Mesh(_), Form::Mesh(_)) => false,
        (Form::Convex(shape), Form::Mesh(mesh)) => {
            mesh.is_closed() && {
                let surface: TriangleMesh<f64> = TriangleMesh::clone(mesh).into_surface();
                let found = distance(&shape.clone().at(inner.pose), &surface.at(outer.pose));
                found.distance > found.error
            }
        }
        (Form::Mesh(mesh), Form::Convex(shape)) => {
            holds(shape, &outer.pose, &inner.pose, mesh.vertices().iter().copied(), 0.0)
        }
        (Form::Convex(shape), Form::Convex(other)) => {
            let (points, radius) = around(shape);
            holds(other, &outer.pose, &inner.pose, points.into_iter(), radius)
        }
    }
}

/// Whether balls of this radius around all points are inside a convex shape.
fn holds(
    shape: &AnyShape<f64>,
    pose: &Pose<Vec3<f64>>,
    of_points: &Pose<Vec3<f64>>,
    mut points: impl Iterator<Item = Vec3<f64>>,
    radius: f64,
) -> bool {
    let outer = shape.clone().at(*pose);
    points.all(|point| {
        let found = contact(&Point::new(of_points.transform(point)), &outer);
        found.signed_distance + found.error < -radius
    })
}

/// Points and a radius: the shape is in the hull of the balls around them.
fn around(shape: &AnyShape<f64>) -> (Vec<Vec3<f64>>, f64) {
    let corners = |half: Vec3<f64>| -> Vec<Vec3<f64>> {
        let side = |c: u32, bit: u32, size: f64| if c >> bit & 1 == 1 { size } else { -size };
        (0..8).map(|c| Vec3::new(side(c, 0, half.x), side(c, 1, half.y), side(c, 2, half.z))).collect()
    };
    match shape {
        AnyShape::Sphere(sphere) => (vec![Vec3::ZERO], sphere.radius()),
        AnyShape::Capsule(capsule) => {
            let end = Vec3::axis(2) * capsule.half_length();
            (vec![end, -end], capsule.radius())
        }
        AnyShape::ConvexPolyhedron(polyhedron) => (polyhedron.vertices().to_vec(), 0.0),
        AnyShape::Triangle(triangle) => (triangle.corners().to_vec(), 0.0),
        AnyShape::Cylinder(cylinder) => {
            let out = cylinder.radius() / (0.5 * TAU / f64::from(SIDES)).cos() * (1.0 + 1e-12);
            let corner = |k: u32| {
                let (sin, cos) = (TAU * f64::from(k) / f64::from(SIDES)).sin_cos();
                Vec3::new(out * cos, out * sin, cylinder.half_height())
            };
            let top = (0..SIDES).map(corner);
            (top.flat_map(|p| [p, Vec3::new(p.x, p.y, -p.z)]).collect(), 0.0)
        }
        _ => {
            let bounds = shape.aabb(&Pose::IDENTITY);
            let middle = (bounds.min + bounds.max) * 0.5;
            (
                corners((bounds.max - bounds.min) * 0.5).into_iter().map(|corner| middle + corner).collect(),
                0.0,
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use impinge::{Capsule, Cuboid, Cylinder, Ellipsoid, Sphere};

    use super::*;
    use crate::bodies::standing::between;

    fn cube(half: f64) -> Form {
        let points: Vec<Vec3<f64>> = (0..8)
            .map(|c| Vec3::from([0, 1, 2].map(|k| if c >> k & 1 == 1 { half } else { -half })))
            .collect();
        let faces = [
            [0, 2, 3],
            [0, 3, 1],
            [4, 5, 7],
            [4, 7, 6],
            [0, 1, 5],
            [0, 5, 4],
            [2, 6, 7],
            [2, 7, 3],
            [0, 4, 6],
            [0, 6, 2],
            [1, 3, 7],
            [1, 7, 5],
        ];
        Form::Mesh(Arc::new(TriangleMesh::new(&points, &faces).unwrap().0))
    }

    /// A convex body in another one, or in a mesh, was said to overlap.
    #[test]
    fn what_is_inside_was_said_to_overlap() {
        let at = |form: Form, x: f64| NamedBody::new("it", form, Pose::at([x, 0.0, 0.0]));
        let ball = || Form::Convex(Sphere::new(0.5).into());
        let rod = || Form::Convex(Cylinder::new(0.4, 0.2).into());
        let pill = || Form::Convex(Capsule::new(0.2, 0.2).into());
        let egg = || Form::Convex(Ellipsoid::new([0.3, 0.2, 0.4]).into());
        let block = || Form::Convex(Cuboid::new([0.3, 0.3, 0.3]).into());
        let small: [&dyn Fn() -> Form; 6] = [&ball, &rod, &pill, &egg, &block, &|| cube(0.3)];
        let large: [&dyn Fn() -> Form; 3] =
            [&|| Form::Convex(Cuboid::new([1.0, 1.0, 1.0]).into()), &|| cube(1.0), &|| {
                Form::Convex(Sphere::new(1.0).into())
            }];
        for outer in large {
            for inner in small {
                let [one, two] = [at(inner(), 0.1), at(outer(), 0.0)];
                assert_eq!(between(&one, &two).state, State::Inside);
                assert_eq!(between(&two, &one).state, State::Contains);
                assert!(between(&one, &two).signed_distance < -0.5);
                // Through the wall, and beside it.
                assert_eq!(between(&at(inner(), 1.0), &two).state, State::Overlapping);
                assert_eq!(between(&at(inner(), 1.6), &two).state, State::Apart);
            }
        }
        assert_eq!(between(&at(ball(), 0.0), &at(ball(), 0.0)).state, State::Overlapping);
    }
}
