//! Files for impinge: point clouds, pairs of shapes, moving features, meshes.
//!
//! | format | extension | read | write |
//! |---|---|---|---|
//! | [`clouds`]: many point clouds in one binary file | any | [`clouds::read`] | [`clouds::write`] |
//! | [`cases`]: pairs of shapes at many poses, with the ground truth | a folder | [`cases::read`] | [`cases::write`] |
//! | [`ccd`]: moving points against moving features, with the ground truth | any | [`ccd::read`] | [`ccd::write`] |
//! | [`gltf`]: glTF 2.0 | `glb`, `gltf` | [`gltf::read`] | [`gltf::write`], `glb` |
//! | [`collada`]: Collada | `dae` | [`collada::read`] | |
//! | [`pcd`]: point clouds, PCD | `pcd` | [`pcd::read`] | |
//! | [`xyz`]: points as text | `xyz` | [`xyz::read`] | |
//! | [`isdf`]: signed distance maps | `isdf` | [`isdf::read`] | [`isdf::write`] |
//! | [`obj`]: Wavefront OBJ | `obj` | [`obj::read`] | [`obj::write`] |
//! | [`off`]: OFF | `off` | [`off::read`] | [`off::write`] |
//! | [`ply`]: PLY, text or binary | `ply` | [`ply::read`] | [`ply::write`], binary |
//! | [`stl`]: STL, text or binary | `stl` | [`stl::read`] | [`stl::write`], binary |
//! | [`threemf`]: 3MF | `3mf` | [`threemf::read`] | [`threemf::write`] |
//! | [`png`]: PNG images | `png` | | [`png::Picture::write`] |
//! | [`robot`]: robots, URDF and SRDF | `urdf`, `srdf` | [`robot::read`], [`robot::read_allowed`] | [`robot::write_allowed`] |
//! | [`results`]: tables of contacts and counts | `jsonl`, `csv`, `parquet`, `vtp`, `vtu` | | [`results::write()`] |
//! | [`scene`]: scenes of named bodies | `toml`, `json` | [`scene::read`] | |
//!
//! [`ZipWriter`] creates archives. [`read_mesh`], [`read_parts`], [`read_points`], [`write_mesh`] and [`write_parts`] select the format by the extension.
//! Every [`Error`] names the file, the reason and the position. Input is a [`Source`]: a regular file, of which at most [`MAX_BYTES`] are
//! read unless the caller allows more.

mod affine;
pub mod cases;
pub mod ccd;
pub mod clouds;
pub mod collada;
mod crc;
mod error;
mod folders;
mod formats;
mod geometry;
pub mod gltf;
pub mod isdf;
mod mesh;
pub mod obj;
pub mod off;
pub mod pcd;
pub mod ply;
pub mod png;
mod precision;
pub mod results;
pub mod robot;
pub mod scene;
mod source;
pub mod stl;
pub mod threemf;
mod unit;
mod weld;
mod words;
mod write;
mod xml;
pub mod xyz;
mod zip;

pub use error::{Error, Reason};
pub use folders::Folders;
pub use formats::{MeshFormat, read_mesh, read_parts, read_points, write_mesh, write_parts};
pub use geometry::{Geometry, MeshFile};
pub use mesh::{Mesh, Part};
pub use source::{MAX_BYTES, Source};
pub use unit::{Unit, UnknownUnit};
pub use weld::{Weld, Welded};
pub use write::WholeFile;
pub use zip::ZipWriter;

/// Extensions of mesh files, in lower case. Files of points are those of [`MeshFormat::Pcd`] and [`MeshFormat::Xyz`].
pub const EXTENSIONS: &[&str] = &["glb", "gltf", "obj", "off", "ply", "stl", "3mf", "dae"];

/// The program in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
