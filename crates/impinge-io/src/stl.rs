//! STL, text or binary.
//!
//! A file is binary if its size is what the number of triangles in its header says, whatever the header starts with;
//! otherwise it is text if it starts with `solid`. Equal vertices become one. Files are written as binary.

use std::io::{Cursor, Read};
use std::path::Path;

use impinge::Vec3;

use crate::source::{MAX_LINE, without_mark};
use crate::write::write_file;
use crate::{Error, Mesh, Reason, Source};

/// Bytes of a binary file before the triangles: a free text of 80 bytes and their number.
const HEADER: usize = 84;
/// Bytes of a triangle in a binary file.
const TRIANGLE: u64 = 50;

/// Vertices and triangles of a file.
///
/// # Errors
/// If the file cannot be read, is damaged or has no triangles.
pub fn read(source: impl Into<Source>) -> Result<Mesh, Error> {
    let source = source.into();
    read_from(&source).map_err(|reason| source.error(reason))
}

fn read_from(source: &Source) -> Result<Mesh, Reason> {
    let (mut file, length) = source.open()?;
    // The header and the length show whether the rest is worth reading.
    let mut bytes = Vec::with_capacity(HEADER);
    file.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
    kind(&bytes, length)?;
    let head = bytes.len() as u64;
    bytes.extend(source.rest(file, length.saturating_sub(head))?);
    parse(bytes)
}

/// Writes the mesh as a binary file: polygons as fans of triangles, coordinates rounded to `f32`, as the format has them.
///
/// # Errors
/// If a coordinate is beyond the largest `f32`, there are more triangles than 32 bits can count, or the file cannot be
/// written.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    let path = path.as_ref();
    let bytes = to_bytes(mesh).map_err(|reason| Error::new(path, reason))?;
    write_file(path, &bytes)
}

fn to_bytes(mesh: &Mesh) -> Result<Vec<u8>, Reason> {
    let count = mesh.faces.iter().map(|face| face.len().saturating_sub(2)).sum::<usize>();
    let Ok(announced) = u32::try_from(count) else {
        return Err(Reason::Stl(format!("{count} triangles are more than the format can count")));
    };
    let mut bytes = b"written by impinge".to_vec();
    bytes.resize(HEADER - 4, 0);
    bytes.extend(announced.to_le_bytes());
    for face in &mesh.faces {
        for i in 2..face.len() {
            let at = |v: u32| {
                let vertex = mesh.vertices.get(v as usize).copied();
                vertex.ok_or_else(|| Reason::Stl(format!("a face names vertex {v}, there is none")))
            };
            let [a, b, c] = [at(face[0])?, at(face[i - 1])?, at(face[i])?];
            let normal = (b - a).cross(c - a).normalized().unwrap_or(Vec3::ZERO);
            for number in [normal, a, b, c].iter().flat_map(|v| v.to_array()) {
                let rounded = number as f32;
                if !rounded.is_finite() {
                    return Err(Reason::Stl(format!(
                        "a coordinate is {number}, the format goes to {:e}",
                        f32::MAX
                    )));
                }
                bytes.extend(rounded.to_le_bytes());
            }
            bytes.extend([0; 2]);
        }
    }
    Ok(bytes)
}

/// The two kinds of files.
enum Kind {
    Binary,
    Text,
}

/// Of which kind a file is that begins with these bytes and has this length.
fn kind(head: &[u8], length: u64) -> Result<Kind, Reason> {
    let count = head.get(HEADER - 4..HEADER).map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let announced = count.map(|n| HEADER as u64 + TRIANGLE * u64::from(n));
    if announced == Some(length) {
        return Ok(Kind::Binary);
    }
    if without_mark(head).starts_with(b"solid") {
        return Ok(Kind::Text);
    }
    Err(Reason::Stl(match (count, announced) {
        (Some(count), Some(announced)) => format!(
            "a binary file of {count} triangles has {announced} bytes, this one has {length}; \
             a text file starts with `solid`"
        ),
        _ => format!("{length} bytes are too few, a binary file has at least {HEADER}"),
    }))
}

fn parse(mut bytes: Vec<u8>) -> Result<Mesh, Reason> {
    match kind(&bytes, bytes.len() as u64)? {
        // The free text of some binary files starts with `solid`, which the reader takes for a text file.
        Kind::Binary => bytes[0] = b' ',
        Kind::Text => {
            if let Some(line) = bytes.split(|&b| b == b'\n').position(|line| line.len() > MAX_LINE) {
                return Err(Reason::LongLine { line: line + 1, limit: MAX_LINE });
            }
            let mark = bytes.len() - without_mark(&bytes).len();
            // The reader wants a space even if no name follows.
            bytes.splice(..mark + 5, *b"solid ");
        }
    }
    let mesh = stl_io::read_stl(&mut Cursor::new(bytes)).map_err(|e| Reason::Stl(e.to_string()))?;
    if mesh.vertices.is_empty() {
        return Err(Reason::NoVertices);
    }
    let wrong = |face: &stl_io::IndexedTriangle| {
        face.vertices.iter().any(|&v| mesh.vertices[v].0.iter().any(|c| !c.is_finite()))
    };
    if let Some(triangle) = mesh.faces.iter().position(wrong) {
        return Err(Reason::Stl(format!("triangle {triangle} has a coordinate that is not finite")));
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

    #[test]
    fn a_byte_order_mark_is_passed_over() {
        let marked = [b"\xef\xbb\xbf", TEXT.as_bytes()].concat();
        assert_eq!(parse(marked).unwrap(), parse(TEXT.as_bytes().to_vec()).unwrap());
        let other_ends = TEXT.replace('\n', "\r\n").into_bytes();
        assert_eq!(parse(other_ends).unwrap(), parse(TEXT.as_bytes().to_vec()).unwrap());
    }

    #[test]
    fn coordinates_that_are_not_finite_are_refused() {
        for value in [f32::NAN, f32::INFINITY] {
            let mut bytes = binary("");
            let second = HEADER + TRIANGLE as usize + 12;
            bytes[second..second + 4].copy_from_slice(&value.to_le_bytes());
            let text = parse(bytes).unwrap_err().to_string();
            assert!(text.contains("triangle 1 has a coordinate that is not finite"), "{text}");
        }
        let text =
            parse(TEXT.replace("vertex 1 0 0", "vertex 1 nan 0").into_bytes()).unwrap_err().to_string();
        assert!(text.contains("finite") || text.contains("valid"), "{text}");
    }

    #[test]
    fn an_endless_line_is_refused() {
        let mut bytes = b"solid".to_vec();
        bytes.resize(MAX_LINE + 10, b' ');
        assert!(matches!(parse(bytes), Err(Reason::LongLine { line: 1, .. })));
    }

    #[test]
    fn what_is_written_is_read() {
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, -1.0]];
        let faces = vec![vec![0, 1, 2, 3], vec![0, 4, 1], vec![1, 4, 2], vec![2, 4, 3], vec![3, 4, 0]];
        let mesh = Mesh { vertices: vertices.map(Vec3::from).to_vec(), faces };
        let bytes = to_bytes(&mesh).unwrap();
        assert_eq!(bytes.len() as u64, HEADER as u64 + 6 * TRIANGLE);
        // Of the first triangle the normal, up.
        assert_eq!(bytes[HEADER + 8..HEADER + 12], 1.0_f32.to_le_bytes());
        let read = parse(bytes).unwrap();
        let corners = |m: &Mesh, f: &[u32]| f.iter().map(|&v| m.vertices[v as usize]).collect::<Vec<_>>();
        assert_eq!((read.vertices.len(), read.faces.len()), (5, 6));
        assert_eq!(corners(&read, &read.faces[1]), corners(&mesh, &[0, 2, 3]));
        let huge = Mesh { vertices: vec![Vec3::splat(1e39); 3], faces: vec![vec![0, 1, 2]] };
        assert!(
            to_bytes(&huge).unwrap_err().to_string().contains("1000000000000000000000000000000000000000")
        );
    }
}
