//! Bodies as triangles, and half-spaces as plates.

use std::collections::BTreeMap;
use std::sync::Arc;

use impinge::body::AnyBody;
use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, HalfSpace, Pose, Rot3, Vec3};

use crate::drawn::{self, Triangles};

/// What a body looks like.
pub enum Looks {
    Convex(AnyShape<f64>),
    Mesh(Arc<TriangleMesh<f64>>),
    HalfSpace(HalfSpace<Vec3<f64>>),
    /// It is not drawn.
    Unknown,
}

impl Looks {
    /// Of a body of a world.
    pub fn of(body: &AnyBody<Vec3<f64>>) -> Self {
        match body {
            AnyBody::Convex(shape) => Self::Convex(shape.clone()),
            AnyBody::HalfSpace(half_space) => Self::HalfSpace(*half_space),
            _ => Self::Unknown,
        }
    }

    /// In words, such that equal looks have equal words.
    fn key(&self) -> Option<String> {
        match self {
            Self::Convex(shape) => serde_json::to_string(shape).ok(),
            Self::Mesh(mesh) => Some(format!("mesh {:p}", Arc::as_ptr(mesh))),
            Self::HalfSpace(_) | Self::Unknown => None,
        }
    }

    fn triangles(&self) -> Triangles {
        match self {
            Self::Convex(shape) => drawn::solid_triangles(shape),
            Self::Mesh(mesh) => drawn::mesh_triangles(mesh),
            Self::HalfSpace(_) | Self::Unknown => Triangles::default(),
        }
    }
}

/// Triangles that many bodies share.
#[derive(Default)]
pub struct Gallery {
    pub triangles: Vec<Triangles>,
    known: BTreeMap<String, usize>,
}

impl Gallery {
    /// The number of the triangles of a body; none of a half-space.
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

/// A plate below the plane of a half-space, of these half extents, in the middle below `center`: its pose.
pub fn plate(half_space: &HalfSpace<Vec3<f64>>, center: Vec3<f64>, thickness: f64) -> Pose<Vec3<f64>> {
    let normal = half_space.normal();
    let height = normal.dot(center) - half_space.offset();
    let turn = Rot3::between(Vec3::axis(2), normal);
    Pose::new(center - normal * (height + thickness), turn)
}
