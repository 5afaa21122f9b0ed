//! Placed bodies with names, which `check` and the program without a command query.
//!
//! | file | what it holds |
//! |---|---|
//! | `files.rs` | bodies from files |
//! | `meshes.rs` | meshes from files, and their repairs |
//! | `scaled.rs` | shapes in another unit |
//! | `state.rs` | states of two bodies |
//! | `standing.rs` | how two of them are related, with the proof |
//! | `within.rs` | whether one is inside the other |
//! | `answers.rs` | all near pairs, as a table, as lines of JSON and as a page |

pub mod answers;
pub mod files;
pub mod meshes;
mod scaled;
pub mod standing;
pub mod state;
mod within;

use std::sync::Arc;

use impinge::body::AnyBody;
use impinge::mesh::TriangleMesh;
use impinge::scene::Scene;
use impinge::{AnyShape, Pose, Vec3};

use crate::failure::Failure;

/// A body with a name.
pub struct NamedBody {
    pub name: String,
    /// Group that is shown and hidden together on a page; may be empty.
    pub group: String,
    pub form: Form,
    pub pose: Pose<Vec3<f64>>,
    /// Whether a page draws it in the background, as a floor.
    pub quiet: bool,
}

/// Geometry of a body. Cheap to clone.
#[derive(Clone)]
pub enum Form {
    Convex(AnyShape<f64>),
    Mesh(Arc<TriangleMesh<f64>>),
}

impl Form {
    /// Whether it is a mesh without an inside.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Mesh(mesh) if !mesh.is_closed())
    }

    /// Body for the queries.
    pub fn any(&self) -> AnyBody<Vec3<f64>> {
        match self {
            Form::Convex(shape) => shape.clone().into(),
            Form::Mesh(mesh) => Arc::clone(mesh).into(),
        }
    }
}

impl NamedBody {
    /// A body without a group.
    pub fn new(name: impl Into<String>, form: Form, pose: Pose<Vec3<f64>>) -> Self {
        Self { name: name.into(), group: String::new(), form, pose, quiet: false }
    }
}

/// Pairs that are at most `margin` apart and not `allowed` to be, in the order of the bodies.
pub fn near_pairs(
    bodies: &[NamedBody],
    margin: f64,
    allowed: impl Fn(usize, usize) -> bool,
) -> Result<Vec<[usize; 2]>, Failure> {
    let mut scene = Scene::<Vec3<f64>>::new();
    let cannot = |body: &NamedBody, e: &dyn std::fmt::Display| Failure::Said(format!("{}: {e}", body.name));
    for (k, body) in bodies.iter().enumerate() {
        let shape = scene.add_shape(body.form.any());
        let object = scene.add(shape, body.pose).map_err(|e| cannot(body, &e))?;
        scene.set_user_data(object, k as u64).map_err(|e| cannot(body, &e))?;
    }
    let contacts: Vec<_> = scene.contacts(margin).iter().map(|contact| [contact.a, contact.b]).collect();
    let number = |object| scene.user_data(object).map_or(0, |k| k as usize);
    let mut pairs: Vec<[usize; 2]> = contacts.iter().map(|pair| pair.map(number)).collect();
    pairs.iter_mut().for_each(|pair| pair.sort_unstable());
    pairs.retain(|[a, b]| !allowed(*a, *b));
    pairs.sort_unstable();
    Ok(pairs)
}
