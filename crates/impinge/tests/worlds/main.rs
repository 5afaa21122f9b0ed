//! Many bodies: broad phase, batches and scenes.

mod broad;
#[path = "../front/mod.rs"]
mod front;
mod meshes;
mod scene;
