//! Files for impinge: point clouds, pairs of shapes, moving features, Wavefront OBJ and STL.
//!
//! | format | extension | read | write |
//! |---|---|---|---|
//! | [`clouds`]: many point clouds in one binary file | any | [`clouds::read`] | [`clouds::write`] |
//! | [`cases`]: pairs of shapes at many poses, with the truth about them | a folder | [`cases::read`] | [`cases::write`] |
//! | [`ccd`]: moving points against moving features, with the truth about them | any | [`ccd::read`] | [`ccd::write`] |
//! | [`obj`]: Wavefront OBJ | `obj` | [`obj::read`] | [`obj::write`] |
//! | [`stl`]: STL, text or binary | `stl` | [`stl::read`] | |
//!
//! [`read_points`] picks the format by the extension. Every [`Error`] names the file, and says what is wrong and
//! where.

pub mod cases;
pub mod ccd;
pub mod clouds;
mod error;
pub mod obj;
pub mod stl;

use std::fs;
use std::path::Path;

use impinge::Vec3;

pub use error::{Error, Reason};

/// Extensions that [`read_points`] knows, in lower case.
pub const EXTENSIONS: &[&str] = &["obj", "stl"];

/// Vertices and polygons.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners.
    pub vertices: Vec<Vec3<f64>>,
    /// For each polygon, its corners as indices into `vertices`.
    pub faces: Vec<Vec<u32>>,
}

/// The vertices of a mesh file, in the format that its extension names.
///
/// # Errors
/// If the extension is unknown, or the file cannot be read or is damaged.
pub fn read_points(path: impl AsRef<Path>) -> Result<Vec<Vec3<f64>>, Error> {
    let path = path.as_ref();
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    match extension.as_deref() {
        Some("obj") => Ok(obj::read(path)?.vertices),
        Some("stl") => Ok(stl::read(path)?.vertices),
        _ => Err(Error::new(path, Reason::UnknownExtension(extension))),
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, Error> {
    fs::read(path).map_err(|e| Error::new(path, e))
}

fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|e| Error::new(path, e))
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
            let error = read_points(name).unwrap_err();
            assert!(matches!(error.reason, Reason::Io(_)) && error.to_string().contains(name), "{error}");
        }
    }
}
