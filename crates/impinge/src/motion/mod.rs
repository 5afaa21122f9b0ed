//! Polyhedra of any form: what they are made of, and what is asked of them before and while they move.
//!
//! - [`mesh`]: polygon meshes, concave or open, built from polygons or triangles and repaired where they are broken.
//! - [`trace`]: where a moving point, or a ray, first meets a mesh; nothing slips through at edges.
//! - [`position`](mod@position): whether a point is inside a closed mesh, outside, or on its surface, exactly.
//! - [`solid`]: whether a mesh starts inside another one, and a way out.

pub mod mesh;
mod pierce;
pub mod position;
pub mod solid;
pub mod trace;

pub use mesh::{MeshSettings, PolygonMesh};
