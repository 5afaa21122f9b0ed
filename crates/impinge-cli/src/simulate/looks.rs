//! Bodies as triangles, and half-spaces as plates.

use std::collections::BTreeMap;
use std::sync::Arc;

use impinge::body::{AnyBody, Compound, Pieces};
use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, AnyShape2, HalfSpace, Pose, Rot3, Vec2, Vec3};

use super::flat;
use crate::drawn::{self, Triangles};

/// Appearance of a body.
pub enum Looks {
    Convex(AnyShape<f64>),
    Mesh(Arc<TriangleMesh<f64>>),
    /// A body of many pieces; drawn if it is a mesh or a compound of named shapes.
    Pieces(Arc<dyn Pieces<Vec3<f64>> + Send + Sync>),
    HalfSpace(HalfSpace<Vec3<f64>>),
    /// The same in the plane, and a body of many pieces: a region, a chain or a compound.
    Flat(AnyShape2<f64>),
    FlatPieces(Arc<dyn Pieces<Vec2<f64>> + Send + Sync>),
    /// Not drawn.
    Unknown,
}

impl Looks {
    /// Appearance of a body of a world.
    pub fn of(body: &AnyBody<Vec3<f64>>) -> Self {
        match body {
            AnyBody::Convex(shape) => Self::Convex(shape.clone()),
            AnyBody::Pieces(pieces) => Self::Pieces(Arc::clone(pieces)),
            AnyBody::HalfSpace(half_space) => Self::HalfSpace(*half_space),
            _ => Self::Unknown,
        }
    }

    /// Appearance of a body of a world in the plane.
    pub fn of_plane(body: &AnyBody<Vec2<f64>>) -> Self {
        match body {
            AnyBody::Convex(shape) => Self::Flat(shape.clone()),
            AnyBody::Pieces(pieces) => Self::FlatPieces(Arc::clone(pieces)),
            AnyBody::HalfSpace(half_plane) => {
                let normal = half_plane.normal();
                Self::HalfSpace(HalfSpace::new([normal.x, normal.y, 0.0], half_plane.offset()))
            }
            _ => Self::Unknown,
        }
    }

    /// A key that is equal for equal appearances.
    fn key(&self) -> Option<String> {
        match self {
            Self::Convex(shape) => serde_json::to_string(shape).ok(),
            Self::Mesh(mesh) => Some(format!("mesh {:p}", Arc::as_ptr(mesh))),
            Self::Pieces(pieces) => Some(format!("pieces {:p}", Arc::as_ptr(pieces))),
            Self::Flat(shape) => serde_json::to_string(shape).ok(),
            Self::FlatPieces(pieces) => Some(format!("pieces {:p}", Arc::as_ptr(pieces))),
            Self::HalfSpace(_) | Self::Unknown => None,
        }
    }

    fn triangles(&self) -> Triangles {
        match self {
            Self::Convex(shape) => drawn::solid_triangles(shape),
            Self::Mesh(mesh) => drawn::mesh_triangles(mesh),
            Self::Pieces(pieces) => {
                let itself = pieces.itself();
                match (itself.downcast_ref(), itself.downcast_ref()) {
                    (Some(mesh), _) => drawn::mesh_triangles(mesh),
                    (_, Some(compound)) => compound_triangles(compound),
                    _ => Triangles::default(),
                }
            }
            Self::Flat(shape) => flat::convex(shape),
            Self::FlatPieces(pieces) => {
                let itself = pieces.itself();
                if let Some(region) = itself.downcast_ref() {
                    flat::region(region)
                } else if let Some(chain) = itself.downcast_ref() {
                    flat::chain(chain)
                } else {
                    itself.downcast_ref().map(flat::compound).unwrap_or_default()
                }
            }
            Self::HalfSpace(_) | Self::Unknown => Triangles::default(),
        }
    }
}

/// Triangles of all parts.
fn compound_triangles(compound: &Compound<AnyShape<f64>>) -> Triangles {
    let mut all = Triangles::default();
    for part in compound.parts() {
        let Triangles { points, triangles } = drawn::solid_triangles(part.shape());
        let first = all.points.len() as u32;
        all.points.extend(points.into_iter().map(|p| (*part.pose() * Vec3::from(p)).to_array()));
        all.triangles.extend(triangles.into_iter().map(|corners| corners.map(|corner| first + corner)));
    }
    all
}

/// Triangles, shared by many bodies.
#[derive(Default)]
pub struct Gallery {
    pub triangles: Vec<Triangles>,
    known: BTreeMap<String, usize>,
}

impl Gallery {
    /// Index of the triangles of a body; none for a half-space.
    pub fn of(&mut self, looks: &Looks) -> Option<usize> {
        let key = looks.key()?;
        let next = self.triangles.len();
        let number = *self.known.entry(key).or_insert(next);
        if number == next {
            self.triangles.push(looks.triangles());
        }
        Some(number)
    }
}

/// Pose of a plate below the plane of a half-space, with half its extent along its axis `up`, and its middle below `center`.
pub fn plate(
    half_space: &HalfSpace<Vec3<f64>>,
    center: Vec3<f64>,
    thickness: f64,
    up: usize,
) -> Pose<Vec3<f64>> {
    let normal = half_space.normal();
    let height = normal.dot(center) - half_space.offset();
    let turn = Rot3::between(Vec3::axis(up), normal);
    Pose::new(center - normal * (height + thickness), turn)
}

#[cfg(test)]
mod tests {
    use impinge::Cuboid;

    use super::*;

    #[test]
    fn a_compound_is_drawn_part_by_part_and_bodies_of_one_shape_share_the_triangles() {
        let part = |x: f64| (AnyShape::from(Cuboid::new([1.0, 1.0, 1.0])), Pose::at([x, 0.0, 0.0]));
        let body = AnyBody::from(Compound::new([part(0.0), part(10.0)]));
        let mut gallery = Gallery::default();
        assert_eq!(gallery.of(&Looks::of(&body)), Some(0));
        assert_eq!(gallery.of(&Looks::of(&body.clone())), Some(0));
        let Triangles { points, triangles } = &gallery.triangles[0];
        assert_eq!((points.len(), triangles.len()), (16, 24));
        assert_eq!(points.iter().filter(|p| p[0] >= 9.0).count(), 8);
        assert!(triangles.iter().all(|corners| corners.iter().all(|&c| (c < 8) == (corners[0] < 8))));
    }
}
