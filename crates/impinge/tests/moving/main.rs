//! Moving things: polyhedra, meshes, players, features.

mod motion;
mod motion_mesh;
mod moving_features;
mod slide;
