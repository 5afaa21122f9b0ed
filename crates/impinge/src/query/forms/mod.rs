//! Bodies of any form in the front door.
mod meshes;
mod triangles;

pub use meshes::{Between as MeshBetween, mesh_distance, mesh_intersects};
