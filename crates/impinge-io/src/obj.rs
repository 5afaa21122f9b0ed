//! Wavefront OBJ.
//!
//! Read are the vertices that faces, lines or points use, and the faces as polygons; of a file without any of them,
//! all vertices. Groups are laid together. Comments, materials and all else that has no place in a mesh are passed
//! over, whatever they say.

use std::fmt::Write;
use std::path::Path;

use impinge::Vec3;

use crate::{Error, Mesh, Reason, read_file, write_file};

/// Vertices and faces of a file.
///
/// # Errors
/// If the file cannot be read, is damaged or has no vertices.
pub fn read(path: impl AsRef<Path>) -> Result<Mesh, Error> {
    let path = path.as_ref();
    parse(&read_file(path)?).map_err(|reason| Error::new(path, reason))
}

/// Writes vertices and polygons. Numbers are written so that reading gives them back to the bit.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    write_file(path.as_ref(), to_text(mesh).as_bytes())
}

fn to_text(mesh: &Mesh) -> String {
    let mut text = String::from("# written by impinge\n");
    for v in &mesh.vertices {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "v {} {} {}", v.x, v.y, v.z);
    }
    for face in &mesh.faces {
        text.push('f');
        for &v in face {
            let _ = write!(text, " {}", u64::from(v) + 1);
        }
        text.push('\n');
    }
    text
}

fn parse(bytes: &[u8]) -> Result<Mesh, Reason> {
    let bytes = &mesh_lines(bytes);
    let models = load(bytes).map_err(|error| locate(bytes, &error))?;
    let mut mesh = Mesh::default();
    for tobj::Model { mesh: part, .. } in &models {
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend(part.positions.as_chunks::<3>().0.iter().map(|&p| Vec3::from(p)));
        let mut corners = part.indices.iter().map(|i| first + i);
        // Without arities all faces are triangles.
        let triangles = vec![3; if part.face_arities.is_empty() { part.indices.len() / 3 } else { 0 }];
        for &arity in part.face_arities.iter().chain(&triangles) {
            let face: Vec<u32> = corners.by_ref().take(arity as usize).collect();
            // Arities 1 and 2 are points and lines.
            if arity > 2 {
                mesh.faces.push(face);
            }
        }
    }
    if mesh.vertices.is_empty() {
        mesh.vertices = loose_vertices(bytes);
    }
    if mesh.vertices.is_empty() { Err(Reason::NoVertices) } else { Ok(mesh) }
}

fn load(bytes: &[u8]) -> Result<Vec<tobj::Model>, tobj::LoadError> {
    let no_materials = |_: &Path| Ok(Default::default());
    Ok(tobj::load_obj_buf(&mut &*bytes, &tobj::LoadOptions::default(), no_materials)?.0)
}

/// The lines that make up the mesh, each in one piece where a backslash goes on to the next. Empty lines stand for
/// the others, so that lines keep their numbers.
fn mesh_lines(bytes: &[u8]) -> Vec<u8> {
    let mut kept = Vec::with_capacity(bytes.len());
    let mut lines = bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    while let Some(mut line) = lines.next() {
        let word = line.split(u8::is_ascii_whitespace).next();
        let is_mesh = matches!(word, Some(b"v" | b"vt" | b"vn" | b"f" | b"l" | b"p"));
        let mut end = 1;
        while let Some(head) = line.strip_suffix(b"\\") {
            kept.extend_from_slice(if is_mesh { head } else { b"" });
            line = lines.next().unwrap_or_default();
            end += 1;
        }
        kept.extend_from_slice(if is_mesh { line } else { b"" });
        kept.resize(kept.len() + end, b'\n');
    }
    kept
}

/// The vertices of a file in which nothing uses them; its numbers have been checked.
fn loose_vertices(bytes: &[u8]) -> Vec<Vec3<f64>> {
    let text = String::from_utf8_lossy(bytes);
    text.lines()
        .filter_map(|line| {
            let mut words = line.split_whitespace();
            words.next().filter(|&w| w == "v")?;
            let mut number = || words.next()?.parse().ok();
            Some(Vec3::new(number()?, number()?, number()?))
        })
        .collect()
}

/// The first line at which reading fails. The parser does not tell, so it is asked about longer and longer heads of
/// the file, by halving.
fn locate(bytes: &[u8], error: &tobj::LoadError) -> Reason {
    let ends: Vec<usize> =
        bytes.iter().enumerate().filter(|&(_, &b)| b == b'\n').map(|(i, _)| i + 1).collect();
    let line = 1 + ends.partition_point(|&end| load(&bytes[..end]).is_ok());
    Reason::ObjLine { what: error.to_string(), line }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pyramid() -> Mesh {
        let vertices =
            [[0.1, 0.0, 0.0], [1.0 / 3.0, 1e-300, 0.0], [1.0, 1e9, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, -1.0]];
        let faces = vec![vec![0, 1, 2, 3], vec![0, 4, 1], vec![1, 4, 2], vec![2, 4, 3], vec![3, 4, 0]];
        Mesh { vertices: vertices.map(Vec3::from).to_vec(), faces }
    }

    #[test]
    fn what_is_written_is_read_to_the_bit() {
        assert_eq!(parse(to_text(&pyramid()).as_bytes()).unwrap(), pyramid());
        let tetrahedron = Mesh {
            vertices: pyramid().vertices[..4].to_vec(),
            faces: vec![vec![0, 1, 2], vec![0, 3, 1], vec![1, 3, 2], vec![2, 3, 0]],
        };
        assert_eq!(parse(to_text(&tetrahedron).as_bytes()).unwrap(), tetrahedron);
    }

    #[test]
    fn groups_are_laid_together_and_the_rest_passed_over() {
        let text = b"# gr\xfc\xdfe\nmtllib missing.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\ng a\nusemtl\nf 1 2 3\nv 0 0 1\no b\n\
                     usemtl x\nvn 0 0 1\nf 1//1 2//1 -1//-1\ns off\n";
        let mesh = parse(text).unwrap();
        assert_eq!(mesh.vertices.len(), 4);
        assert_eq!(mesh.vertices[3], Vec3::new(0.0, 0.0, 1.0));
        assert_eq!(mesh.faces, [[0, 1, 2], [0, 1, 3]]);
    }

    #[test]
    fn a_backslash_goes_on_to_the_next_line() {
        let text =
            "v 0 0 0\r\nv 1 0 0\r\n# no \\\r\nv 9 9 9\r\nv 0 1 0\r\nf 1 \\\r\n2 \\\r\n 3\r\nvt 0 0\r\n";
        let mesh = parse(text.as_bytes()).unwrap();
        assert_eq!((mesh.vertices.len(), mesh.faces), (3, vec![vec![0, 1, 2]]));
        let error = parse(format!("{text}f 1 2 7\n").as_bytes()).unwrap_err();
        assert!(matches!(error, Reason::ObjLine { line: 10, .. }), "{error:?}");
    }

    #[test]
    fn vertices_without_faces_are_points() {
        let mesh = parse(b"# v 7 8 9\nv 1 2 3\n  v 4 5 6\nvn 0 0 1\n").unwrap();
        assert_eq!(mesh.vertices, [Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)]);
        assert!(mesh.faces.is_empty());
    }

    #[test]
    fn damaged_files_say_the_line() {
        for (text, line) in [
            ("v 0 0 0\nv 1 zero 0\nf 1 2 1\n", 2),
            ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 9\nf 1 2 3\n", 5),
            ("v 0 0", 1),
        ] {
            let error = parse(text.as_bytes()).unwrap_err();
            assert!(matches!(error, Reason::ObjLine { line: l, .. } if l == line), "{text}: {error:?}");
        }
        for text in ["", "# nothing\n"] {
            assert!(matches!(parse(text.as_bytes()), Err(Reason::NoVertices)), "{text}");
        }
    }

    #[test]
    fn any_bytes_give_an_answer() {
        let good = to_text(&pyramid()).into_bytes();
        let mut refused = 0;
        for i in 0..good.len() {
            let mut damaged = good.clone();
            damaged[i] = 0xff;
            refused += usize::from(parse(&damaged).is_err());
        }
        assert!(refused > good.len() / 2, "{refused} of {} damaged files refused", good.len());
    }
}
