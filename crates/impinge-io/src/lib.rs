//! Files for impinge: point clouds, pairs of shapes, moving features, Wavefront OBJ and STL.
//!
//! | format | extension | read | write |
//! |---|---|---|---|
//! | [`clouds`]: many point clouds in one binary file | any | [`clouds::read`] | [`clouds::write`] |
//! | [`cases`]: pairs of shapes at many poses, with the truth about them | a folder | [`cases::read`] | [`cases::write`] |
//! | [`ccd`]: moving points against moving features, with the truth about them | any | [`ccd::read`] | [`ccd::write`] |
//! | [`obj`]: Wavefront OBJ | `obj` | [`obj::read`] | [`obj::write`] |
//! | [`stl`]: STL, text or binary | `stl` | [`stl::read`] | [`stl::write`], binary |
//!
//! [`read_mesh`], [`read_points`] and [`write_mesh`] pick the format by the extension. Every [`Error`] names the file, and says what is
//! wrong and where. What is read is a [`Source`]: a regular file, of which no more than [`MAX_BYTES`] are read unless the
//! caller allows more.

pub mod cases;
pub mod ccd;
pub mod clouds;
mod error;
pub mod obj;
mod source;
pub mod stl;
mod write;

use std::path::Path;

use impinge::Vec3;

pub use error::{Error, Reason};
pub use source::{MAX_BYTES, Source};

/// Extensions of mesh files, in lower case.
pub const EXTENSIONS: &[&str] = &["obj", "stl"];

/// Vertices and polygons.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners.
    pub vertices: Vec<Vec3<f64>>,
    /// For each polygon, its corners as indices into `vertices`.
    pub faces: Vec<Vec<u32>>,
}

/// A format of mesh files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MeshFormat {
    /// Wavefront OBJ.
    Obj,
    /// STL, which is written as binary.
    Stl,
}

impl MeshFormat {
    /// The format that the extension of a name stands for, in lower or upper case.
    ///
    /// # Errors
    /// If the extension is none of [`EXTENSIONS`], or there is none.
    pub fn of(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("obj") => Ok(Self::Obj),
            Some("stl") => Ok(Self::Stl),
            _ => Err(Error::new(path, Reason::UnknownExtension(extension))),
        }
    }
}

/// Vertices and polygons of a mesh file, in the format that its extension names.
///
/// # Errors
/// If the extension is unknown, the file cannot be read or is damaged, or it has no polygons.
pub fn read_mesh(source: impl Into<Source>) -> Result<Mesh, Error> {
    let source = source.into();
    let mesh = read(source.clone())?;
    if mesh.faces.is_empty() { Err(source.error(Reason::NoFaces)) } else { Ok(mesh) }
}

/// The vertices of a mesh file, in the format that its extension names.
///
/// # Errors
/// If the extension is unknown, or the file cannot be read or is damaged.
pub fn read_points(source: impl Into<Source>) -> Result<Vec<Vec3<f64>>, Error> {
    Ok(read(source.into())?.vertices)
}

fn read(source: Source) -> Result<Mesh, Error> {
    match MeshFormat::of(&source.path)? {
        MeshFormat::Obj => obj::read(source),
        MeshFormat::Stl => stl::read(source),
    }
}

/// Writes a mesh, in the format that the extension of the name stands for.
///
/// # Errors
/// If the extension is unknown, or the file cannot be written; of STL, if a coordinate is beyond the largest `f32`.
pub fn write_mesh(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    match MeshFormat::of(&path)? {
        MeshFormat::Obj => obj::write(path, mesh),
        MeshFormat::Stl => stl::write(path, mesh),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_extension_lists_the_known_ones() {
        for (name, found) in [("a.ply", "`.ply`"), ("a", "no extension")] {
            let text = read_points(name).unwrap_err().to_string();
            assert!(text.contains(name) && text.contains(found), "{text}");
            for known in EXTENSIONS {
                assert!(text.contains(&format!(".{known}")), "{text}");
            }
        }
    }

    #[test]
    fn a_missing_file_is_named() {
        for name in ["missing.obj", "missing.STL"] {
            for error in [read_points(name).unwrap_err(), read_mesh(name).unwrap_err()] {
                assert!(matches!(error.reason, Reason::Io(_)) && error.to_string().contains(name), "{error}");
            }
        }
    }

    #[test]
    fn a_mesh_needs_polygons() {
        let path = std::env::temp_dir().join(format!("impinge-io-polygons-{}.obj", std::process::id()));
        std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 0 1 0\n").unwrap();
        let (points, error) = (read_points(&path).unwrap(), read_mesh(&path).unwrap_err());
        std::fs::write(&path, "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 -2 -1\n").unwrap();
        let mesh = read_mesh(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert_eq!(points.len(), 3);
        assert!(
            error.to_string().ends_with("the file has no faces: its vertices alone bound nothing"),
            "{error}"
        );
        assert_eq!((mesh.vertices.len(), mesh.faces), (4, vec![vec![0, 1, 2, 3]]));
    }
}
