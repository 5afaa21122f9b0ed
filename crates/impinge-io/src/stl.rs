//! STL, text or binary.
//!
//! A file is binary if its size is what the number of triangles in its header says, whatever the header starts with;
//! otherwise it is text if it starts with `solid`. Equal vertices become one.

use std::io::Cursor;
use std::path::Path;

use impinge::Vec3;

use crate::{Error, Mesh, Reason, read_file};

/// Bytes of a binary file before the triangles: a free text of 80 bytes and their number.
const HEADER: usize = 84;
/// Bytes of a triangle in a binary file.
const TRIANGLE: u64 = 50;

/// Vertices and triangles of a file.
///
/// # Errors
/// If the file cannot be read, is damaged or has no triangles.
pub fn read(path: impl AsRef<Path>) -> Result<Mesh, Error> {
    let path = path.as_ref();
    parse(read_file(path)?).map_err(|reason| Error::new(path, reason))
}

fn parse(mut bytes: Vec<u8>) -> Result<Mesh, Reason> {
    let count = bytes.get(HEADER - 4..HEADER).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let announced = count.map(|n| HEADER as u64 + TRIANGLE * u64::from(n));
    let length = bytes.len() as u64;
    if announced == Some(length) {
        // The free text of some binary files starts with `solid`, which the reader takes for a text file.
        bytes[0] = b' ';
    } else if bytes.starts_with(b"solid") {
        // The reader wants a space even if no name follows.
        bytes.insert(5, b' ');
    } else {
        return Err(Reason::Stl(match (count, announced) {
            (Some(count), Some(announced)) => format!(
                "a binary file of {count} triangles has {announced} bytes, this one has {length}; \
                 a text file starts with `solid`"
            ),
            _ => format!("{length} bytes are too few, a binary file has at least {HEADER}"),
        }));
    }
    let mesh = stl_io::read_stl(&mut Cursor::new(bytes)).map_err(|e| Reason::Stl(e.to_string()))?;
    if mesh.vertices.is_empty() {
        return Err(Reason::NoVertices);
    }
    Ok(Mesh {
        vertices: mesh.vertices.iter().map(|v| Vec3::from(v.0.map(f64::from))).collect(),
        faces: mesh.faces.iter().map(|f| f.vertices.map(|v| v as u32).to_vec()).collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "solid one\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0.25\n\
                        endloop\nendfacet\nendsolid one\n";

    fn binary(start: &str) -> Vec<u8> {
        let corner = |x: f32, y, z| stl_io::Vertex::new([x, y, z]);
        let triangle = |c| stl_io::Triangle {
            normal: stl_io::Normal::new([0.0, 0.0, 1.0]),
            vertices: [corner(0.0, 0.0, 0.0), corner(1.0, 0.0, 0.0), c],
        };
        let mut bytes = Vec::new();
        let triangles = [triangle(corner(0.0, 1.0, 0.25)), triangle(corner(0.0, 0.0, 1.0))];
        stl_io::write_stl(&mut bytes, triangles.iter()).unwrap();
        bytes[..start.len()].copy_from_slice(start.as_bytes());
        bytes
    }

    #[test]
    fn both_kinds_are_read() {
        for (bytes, vertices, faces) in [
            (TEXT.as_bytes().to_vec(), 3, 1),
            (TEXT.replace("solid one", "solid").into_bytes(), 3, 1),
            (binary(""), 4, 2),
            (binary("solid by name only"), 4, 2),
        ] {
            let mesh = parse(bytes).unwrap();
            assert_eq!((mesh.vertices.len(), mesh.faces.len()), (vertices, faces));
            assert!(mesh.vertices.contains(&Vec3::new(0.0, 1.0, 0.25)));
        }
    }

    #[test]
    fn a_cut_binary_file_says_so() {
        let bytes = binary("");
        for length in 0..bytes.len() {
            assert!(matches!(parse(bytes[..length].to_vec()), Err(Reason::Stl(_))), "{length}");
        }
        let text = parse(bytes[..150].to_vec()).unwrap_err().to_string();
        assert!(text.contains("2 triangles has 184 bytes, this one has 150"), "{text}");
    }

    #[test]
    fn a_damaged_text_file_is_refused() {
        for text in [&TEXT[..60], &TEXT.replace("vertex 1 0 0", "vertex 1 zero 0")] {
            assert!(matches!(parse(text.as_bytes().to_vec()), Err(Reason::Stl(_))), "{text}");
        }
        assert!(matches!(parse(b"solid x\nendsolid x\n".to_vec()), Err(Reason::NoVertices)));
    }
}
