//! What moves: polyhedra, meshes, players, moving features.

mod motion;
mod motion_mesh;
mod moving_features;
mod slide;
