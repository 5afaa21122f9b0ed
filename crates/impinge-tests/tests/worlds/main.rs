//! Many bodies: broad phase, batches and scenes.

mod broad;
mod ghosts;
mod height_field;
mod inside;
mod maps;
mod meshes;
mod outlines;
mod players;
mod scene;
mod ways_out;
