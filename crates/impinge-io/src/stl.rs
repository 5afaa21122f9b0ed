//! STL, text or binary.
//!
//! A file is binary if its size matches the number of triangles in its header, regardless of how the header starts; otherwise it is text
//! if it starts with `solid`. Equal vertices are merged. Files are written as binary.
//!
//! A file is streamed: only the mesh is kept, and a table of its vertices until the end. Normals are ignored.
//!
//! The solids of a text file are its parts, except for those that bound one body together, such as the named patches of its surface: solids
//! that share an edge which is open in both are one part, named by the first of them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use impinge::Vec3;

use crate::mesh::stem;
use crate::precision::Precision;
use crate::source::without_mark;
use crate::words::{Lines, point, shown, words};
use crate::write::write_file;
use crate::{Error, Mesh, Part, Reason, Source};

/// Bytes of a binary file before the triangles: a free text of 80 bytes and the number of triangles.
const HEADER: usize = 84;
/// Bytes of a triangle in a binary file.
const TRIANGLE: u64 = 50;

/// Reads vertices and triangles of a file.
///
/// # Errors
/// If the file cannot be read, is damaged or has no triangles.
pub fn read(source: impl Into<Source>) -> Result<Mesh, Error> {
    let source = source.into();
    read_from(&source).map(|parsed| parsed.mesh).map_err(|reason| source.error(reason))
}

/// Reads the parts of a file: its solids if it is a text with several of them.
///
/// # Errors
/// The same as [`read`].
pub fn read_parts(source: impl Into<Source>) -> Result<Vec<Part>, Error> {
    let source = source.into();
    let Parsed { mesh, solids, precision } = read_from(&source).map_err(|reason| source.error(reason))?;
    Ok(parts(mesh, solids, precision, &stem(&source.path)))
}

fn read_from(source: &Source) -> Result<Parsed, Reason> {
    let (mut file, length) = source.open()?;
    // The header and the length show whether the rest is worth reading.
    let mut head = Vec::with_capacity(HEADER);
    file.by_ref().take(HEADER as u64).read_to_end(&mut head)?;
    parse(&head, BufReader::new(file), length)
}

/// Writes the mesh as a binary file: polygons cut into triangles, coordinates rounded to `f32`, as the format requires.
///
/// # Errors
/// If a coordinate is beyond the largest `f32`, the number of triangles exceeds 32 bits, or the file cannot be written.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    let path = path.as_ref();
    let bytes = to_bytes(mesh).map_err(|reason| Error::new(path, reason))?;
    write_file(path, &bytes)
}

fn to_bytes(mesh: &Mesh) -> Result<Vec<u8>, Reason> {
    let triangles = mesh.cut_faces().map_err(Reason::Stl)?;
    let Ok(announced) = u32::try_from(triangles.len()) else {
        let count = triangles.len();
        return Err(Reason::Stl(format!("{count} triangles are more than the format can represent")));
    };
    let mut bytes = b"written by impinge".to_vec();
    bytes.resize(HEADER - 4, 0);
    bytes.extend(announced.to_le_bytes());
    for corners in triangles {
        let [a, b, c] = corners.map(|v| mesh.vertices[v as usize]);
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
    Ok(bytes)
}

/// Kind of a file.
enum Kind {
    Binary,
    Text,
}

/// The kind of a file that begins with these bytes and has this length.
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
        _ => format!("{length} bytes are too few; a binary file has at least {HEADER}"),
    }))
}

/// The content of a file.
struct Parsed {
    mesh: Mesh,
    /// Solids of a text, each with its first face and its name.
    solids: Vec<(usize, String)>,
    precision: Precision,
}

/// The content of a file that begins with `head`, continues with `rest`, and has this length.
fn parse(head: &[u8], rest: impl BufRead, length: u64) -> Result<Parsed, Reason> {
    let mut parsed = match kind(head, length)? {
        Kind::Binary => binary(rest, (length - HEADER as u64) / TRIANGLE)?,
        Kind::Text => text(head.chain(rest))?,
    };
    parsed.mesh.resolution = parsed.precision.resolution(&parsed.mesh.vertices);
    if parsed.mesh.vertices.is_empty() { Err(Reason::NoVertices) } else { Ok(parsed) }
}

/// The parts of a mesh: solids, joined where they share an edge that is open in both.
fn parts(mesh: Mesh, solids: Vec<(usize, String)>, precision: Precision, unnamed: &str) -> Vec<Part> {
    if solids.len() < 2 {
        return vec![Part { name: unnamed.to_owned(), mesh, color: None }];
    }
    let starts = solids.iter().map(|(start, _)| *start);
    let ranges: Vec<_> = starts.clone().zip(starts.skip(1).chain([mesh.faces.len()])).collect();
    let first = first_of_part(&mesh, &ranges);
    let mut own: Vec<Vec<&Vec<u32>>> = vec![Vec::new(); solids.len()];
    for (&part, &(start, end)) in first.iter().zip(&ranges) {
        own[part].extend(&mesh.faces[start..end]);
    }
    let mut parts = Vec::new();
    for ((_, name), faces) in solids.iter().zip(own).filter(|(_, faces)| !faces.is_empty()) {
        let (own, _) = mesh.of_faces(&faces);
        let resolution = precision.resolution(&own.vertices);
        let name = if name.is_empty() { unnamed } else { name };
        parts.push(Part { name: name.to_owned(), mesh: Mesh { resolution, ..own }, color: None });
    }
    parts
}

/// For each solid, which has the faces of a range, the first one of its part.
fn first_of_part(mesh: &Mesh, ranges: &[(usize, usize)]) -> Vec<usize> {
    // Each leads to a smaller one of its part, or to itself.
    let mut first: Vec<usize> = (0..ranges.len()).collect();
    // For each edge that is open so far, a solid that has it.
    let mut open: HashMap<[u32; 2], usize> = HashMap::new();
    for (solid, &(start, end)) in ranges.iter().enumerate() {
        // How often each edge occurs in the solid.
        let mut own: HashMap<[u32; 2], usize> = HashMap::new();
        for face in &mesh.faces[start..end] {
            for (k, &a) in face.iter().enumerate() {
                let b = face[(k + 1) % face.len()];
                *own.entry([a.min(b), a.max(b)]).or_default() += 1;
            }
        }
        for (edge, _) in own.into_iter().filter(|(_, count)| count % 2 == 1) {
            match open.entry(edge) {
                Entry::Vacant(vacant) => {
                    vacant.insert(solid);
                }
                Entry::Occupied(other) => {
                    let (a, b) = (root(&mut first, *other.get()), root(&mut first, solid));
                    first[a.max(b)] = a.min(b);
                }
            }
        }
    }
    (0..first.len()).map(|solid| root(&mut first, solid)).collect()
}

/// The smallest number that this one leads to, with path halving.
fn root(first: &mut [usize], mut solid: usize) -> usize {
    while first[solid] != solid {
        first[solid] = first[first[solid]];
        solid = first[solid];
    }
    solid
}

/// A mesh under construction, with equal vertices merged.
struct Welded<K> {
    mesh: Mesh,
    places: HashMap<[K; 3], u32>,
    /// Bits of a coordinate, with 0 never negative: as few as the file has.
    bits: fn(f64) -> K,
}

impl<K: Eq + Hash> Welded<K> {
    fn new(bits: fn(f64) -> K) -> Self {
        Self { mesh: Mesh::default(), places: HashMap::new(), bits }
    }

    fn triangle(&mut self, corners: [Vec3<f64>; 3]) -> Result<(), String> {
        let mut face = Vec::with_capacity(3);
        for corner in corners {
            let next =
                u32::try_from(self.mesh.vertices.len()).map_err(|_| "more vertices than 32 bits can name")?;
            let bits = corner.to_array().map(|c| (self.bits)(c + 0.0));
            let place = *self.places.entry(bits).or_insert(next);
            if place == next {
                self.mesh.vertices.push(corner);
            }
            face.push(place);
        }
        self.mesh.faces.push(face);
        Ok(())
    }
}

fn binary(mut rest: impl Read, count: u64) -> Result<Parsed, Reason> {
    let mut welded = Welded::new(|c| (c as f32).to_bits());
    let mut record = [0; TRIANGLE as usize];
    for i in 0..count {
        rest.read_exact(&mut record)?;
        let number = |k: usize| f32::from_le_bytes([record[k], record[k + 1], record[k + 2], record[k + 3]]);
        // After the normal.
        let corner = |c: usize| Vec3::from([0, 4, 8].map(|k| f64::from(number(12 + 12 * c + k))));
        let corners = [0, 1, 2].map(corner);
        let byte = HEADER as u64 + TRIANGLE * i;
        if !corners.iter().all(|c| c.is_finite()) {
            let what = format!("triangle {i} has a coordinate that is not finite");
            return Err(Reason::Byte { what, byte });
        }
        welded.triangle(corners).map_err(|what| Reason::Byte { what, byte })?;
    }
    Ok(Parsed { mesh: welded.mesh, solids: Vec::new(), precision: Precision::Single })
}

fn text(input: impl BufRead) -> Result<Parsed, Reason> {
    let mut lines = Lines::new(input);
    let mut welded = Welded::new(f64::to_bits);
    // The corners of the current triangle.
    let mut corners: Option<Vec<Vec3<f64>>> = None;
    let mut is_open = false;
    let mut digits = 0;
    let mut solids = Vec::new();
    while let Some(line) = lines.next()? {
        let mut words = words(line);
        let Some(word) = words.next() else { continue };
        let done = match (word.to_ascii_lowercase().as_slice(), &mut corners) {
            (b"solid", None) => {
                is_open = true;
                let name = words.by_ref().map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ");
                solids.push((welded.mesh.faces.len(), name));
                Ok(())
            }
            (b"endsolid", None) => {
                is_open = false;
                Ok(())
            }
            (b"facet", None) if is_open => {
                corners = Some(Vec::with_capacity(3));
                Ok(())
            }
            (b"outer" | b"endloop", Some(_)) => Ok(()),
            (b"vertex", Some(corners)) => {
                point(words.by_ref(), &mut digits).map(|vertex| corners.push(vertex))
            }
            (b"endfacet", Some(found)) => match <[Vec3<f64>; 3]>::try_from(found.as_slice()) {
                Ok(triangle) => {
                    corners = None;
                    welded.triangle(triangle)
                }
                Err(_) => Err(format!("a triangle has {} corners", found.len())),
            },
            _ => Err(format!("`{}` does not belong here", shown(word))),
        };
        drop(words);
        done.map_err(|what| lines.wrong(what))?;
        if corners.as_ref().is_some_and(|corners| corners.len() > 3) {
            return Err(lines.wrong("a triangle has a fourth corner"));
        }
    }
    match is_open || corners.is_some() {
        true => Err(lines.wrong("the file ends without `endsolid`: it is cut off")),
        false => Ok(Parsed { mesh: welded.mesh, solids, precision: Precision::Digits(digits) }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "solid one\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0.25\n\
                        endloop\nendfacet\nendsolid one\n";

    /// Parses a file of these bytes.
    fn parse(bytes: Vec<u8>) -> Result<Mesh, Reason> {
        let (head, rest) = bytes.split_at(HEADER.min(bytes.len()));
        super::parse(head, rest, bytes.len() as u64).map(|parsed| parsed.mesh)
    }

    /// A solid with some faces of a tetrahedron at x.
    fn solid(name: &str, x: i32, faces: &[usize]) -> String {
        let corners = [[x, 0, 0], [x + 1, 0, 0], [x, 1, 0], [x, 0, 1]];
        let mut text = format!("solid {name}\n");
        for &face in faces {
            text += "facet normal 0 0 0\nouter loop\n";
            for v in [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]][face] {
                let [x, y, z] = corners[v];
                text += &format!("vertex {x} {y} {z}\n");
            }
            text += "endloop\nendfacet\n";
        }
        text + "endsolid\n"
    }

    /// Two bodies in a file were one part, and so could not clash.
    #[test]
    fn solids_are_parts_and_patches_of_one_surface_are_not() {
        let all = &[0, 1, 2, 3][..];
        let text = [
            solid("left", 0, all),
            solid("floor", 5, &[0]),
            solid("", 9, all),
            solid("walls of it", 5, &[1, 2, 3]),
            solid("none", 0, &[]),
        ];
        let found = read_parts(Source::from_bytes("dir/file.stl", text.concat().into_bytes())).unwrap();
        let names: Vec<_> = found.iter().map(|part| (part.name.as_str(), part.mesh.faces.len())).collect();
        assert_eq!(names, [("left", 4), ("floor", 4), ("file", 4)]);
        assert!(found.iter().all(|part| part.mesh.vertices.len() == 4 && part.mesh.resolution > 0.0));
        assert!(found[1].mesh.vertices.iter().all(|v| v.x >= 5.0 && v.x <= 6.0));
        let one = read_parts(Source::from_bytes("one.stl", solid("x", 0, all).into_bytes())).unwrap();
        assert_eq!((one.len(), one[0].name.as_str()), (1, "one"));
    }

    fn binary(start: &str) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        bytes[..start.len()].copy_from_slice(start.as_bytes());
        bytes[HEADER - 4] = 2;
        for last in [[0.0, 1.0, 0.25], [-0.0, 0.0, 1.0]] {
            let numbers: [[f32; 3]; 4] = [[0.0, 0.0, 1.0], [0.0, -0.0, 0.0], [1.0, 0.0, 0.0], last];
            bytes.extend(numbers.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
            bytes.extend([0; 2]);
        }
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
    fn a_truncated_binary_file_is_reported() {
        let bytes = binary("");
        for length in 0..bytes.len() {
            assert!(matches!(parse(bytes[..length].to_vec()), Err(Reason::Stl(_))), "{length}");
        }
        let text = parse(bytes[..150].to_vec()).unwrap_err().to_string();
        assert!(text.contains("2 triangles has 184 bytes, this one has 150"), "{text}");
    }

    #[test]
    fn a_damaged_text_file_is_refused() {
        for (text, line, wanted) in [
            (TEXT[..60].to_owned(), 5, "three coordinates"),
            (TEXT.replace("vertex 1 0 0", "vertex 1 zero 0"), 5, "`zero` is not a coordinate"),
            (TEXT.replace("vertex 1 0 0\n", ""), 7, "a triangle has 2 corners"),
            (TEXT.replace("endloop\n", "vertex 1 1 1\n"), 7, "a fourth corner"),
            (TEXT.replace("endfacet\n", ""), 8, "`endsolid` does not belong here"),
            (TEXT.replace("endsolid one\n", ""), 8, "without `endsolid`"),
            (TEXT.replace("facet normal", "face normal"), 2, "`face` does not belong here"),
        ] {
            match parse(text.clone().into_bytes()) {
                Err(Reason::Line { what, line: at }) => {
                    assert!(at == line && what.contains(wanted), "{text}: {what} (line {at})");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(matches!(parse(b"solid x\nendsolid x\n".to_vec()), Err(Reason::NoVertices)));
    }

    #[test]
    fn a_byte_order_mark_is_skipped() {
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
        bytes.resize(crate::source::MAX_LINE + 10, b' ');
        assert!(matches!(parse(bytes), Err(Reason::LongLine { line: 1, .. })));
    }

    #[test]
    fn written_data_reads_back() {
        let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, -1.0]];
        let faces = vec![vec![0, 1, 2, 3], vec![0, 4, 1], vec![1, 4, 2], vec![2, 4, 3], vec![3, 4, 0]];
        let mesh = Mesh::new(vertices.map(Vec3::from).to_vec(), faces);
        let bytes = to_bytes(&mesh).unwrap();
        assert_eq!(bytes.len() as u64, HEADER as u64 + 6 * TRIANGLE);
        // The normal of the first triangle, up.
        assert_eq!(bytes[HEADER + 8..HEADER + 12], 1.0_f32.to_le_bytes());
        let read = parse(bytes).unwrap();
        let corners = |m: &Mesh, f: &[u32]| f.iter().map(|&v| m.vertices[v as usize]).collect::<Vec<_>>();
        assert_eq!((read.vertices.len(), read.faces.len()), (5, 6));
        assert_eq!(corners(&read, &read.faces[1]), corners(&mesh, &[3, 1, 2]));
        let huge = Mesh::new(vec![Vec3::splat(1e39); 3], vec![vec![0, 1, 2]]);
        assert!(
            to_bytes(&huge).unwrap_err().to_string().contains("1000000000000000000000000000000000000000")
        );
    }
}
