//! Triangle meshes, compounds and half-spaces in the front door: answers against exact arithmetic, brute force, and what is known
//! by hand. For more poses: `cargo run --release -p impinge --example mesh_study`.

mod bodies;
mod input;
mod oracle;
mod rays;
mod relations;
mod surfaces;
mod volumes;
