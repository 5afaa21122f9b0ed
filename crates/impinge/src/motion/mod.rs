//! Polyhedra of any form: what they are made of, and what is asked of them while they move.
//!
//! - [`mesh`]: polygon meshes, concave or open, built from polygons or triangles and repaired where they are broken.

pub mod mesh;
