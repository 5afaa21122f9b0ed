//! Wavefront OBJ.
//!
//! All vertices are read, in the order of the file, and the faces as polygons. Only the vertex of a corner counts; everything after its
//! `/` is ignored, and so are faces of fewer than three corners, normals, materials and everything else that does not belong to a mesh.
//!
//! The parts of a file are its objects (`o`) or, if it has none, its groups (`g`); faces with the same name are one part.
//!
//! The reader is our own: it processes one line at a time, so that an endless file costs no memory, and reports the line of every error.
//! The additional features of crates for this format (textures, normals, materials) are not needed here, and they fail on indices that do
//! not matter.

use std::collections::HashMap;
use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::mesh::stem;
use crate::precision::Precision;
use crate::source::{MAX_LINE, next_line, without_mark};
use crate::words::{number, point, shown};
use crate::write::write_file;
use crate::{Error, Mesh, Part, Reason, Source};

/// Reads vertices and faces of a file.
///
/// # Errors
/// If the file cannot be read, is damaged or has no vertices.
pub fn read(source: impl Into<Source>) -> Result<Mesh, Error> {
    let source = source.into();
    let parsed = source.open().and_then(|(file, _)| parse(BufReader::new(file)));
    parsed.map(|parsed| parsed.mesh).map_err(|reason| source.error(reason))
}

/// Reads the parts of a file that have faces, in the order of their first occurrence, each with the vertices that it uses in their order.
/// Faces before the first name are a part named like the file.
///
/// # Errors
/// If the file cannot be read, is damaged or has no vertices.
pub fn read_parts(source: impl Into<Source>) -> Result<Vec<Part>, Error> {
    let source = source.into();
    let parsed = source.open().and_then(|(file, _)| parse(BufReader::new(file)));
    let parsed = parsed.map_err(|reason| source.error(reason))?;
    Ok(parts(parsed, &stem(&source.path)))
}

/// Writes vertices and polygons. Numbers are written so that reading them gives the same bits.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    write_file(path.as_ref(), to_text(mesh).as_bytes())
}

/// Writes parts, each as an object with its name, and with its color at all of its vertices. Like [`write()`].
///
/// # Errors
/// If the file cannot be written.
pub fn write_parts(path: impl AsRef<Path>, parts: &[Part]) -> Result<(), Error> {
    write_file(path.as_ref(), parts_to_text(parts).as_bytes())
}

fn to_text(mesh: &Mesh) -> String {
    let mut text = String::from("# written by impinge\n");
    add(&mut text, mesh, None, 0);
    text
}

fn parts_to_text(parts: &[Part]) -> String {
    let mut text = String::from("# written by impinge\n");
    let mut first = 0;
    for Part { name, mesh, color } in parts {
        let name: Vec<&str> = name.split(|c: char| c.is_whitespace() || c.is_control()).collect();
        let _ = writeln!(text, "o {}", name.join(" ").trim());
        add(&mut text, mesh, *color, first);
        first += mesh.vertices.len() as u64;
    }
    text
}

/// Appends a mesh behind the vertices before it.
fn add(text: &mut String, mesh: &Mesh, color: Option<[u8; 4]>, first: u64) {
    let color = color.map_or_else(String::new, |color| {
        let [r, g, b, _] = color.map(|c| f64::from(c) / 255.0);
        format!(" {r:.4} {g:.4} {b:.4}")
    });
    for v in &mesh.vertices {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "v {} {} {}{color}", v.x, v.y, v.z);
    }
    for face in &mesh.faces {
        text.push('f');
        for &v in face {
            let _ = write!(text, " {}", first + u64::from(v) + 1);
        }
        text.push('\n');
    }
}

/// The content of a file.
struct Parsed {
    mesh: Mesh,
    names: Names,
    precision: Precision,
    /// Colors of the vertices.
    colors: Vec<Option<[u8; 3]>>,
}

/// Names, each with the index of the first face that it applies to.
#[derive(Default)]
struct Names {
    objects: Vec<(usize, String)>,
    groups: Vec<(usize, String)>,
}

fn parts(parsed: Parsed, unnamed: &str) -> Vec<Part> {
    let Parsed { mesh, names: Names { objects, groups }, precision, colors } = parsed;
    let names = if objects.is_empty() { groups } else { objects };
    let first = (names.first().map_or(0, |(start, _)| *start) > 0 || names.is_empty())
        .then(|| (0, unnamed.to_owned()));
    let names: Vec<(usize, String)> = first.into_iter().chain(names).collect();
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut of_part: Vec<(&str, Vec<&Vec<u32>>)> = Vec::new();
    for (i, (start, name)) in names.iter().enumerate() {
        let end = names.get(i + 1).map_or(mesh.faces.len(), |(next, _)| *next);
        if *start < end {
            let place = *places.entry(name).or_insert(of_part.len());
            if place == of_part.len() {
                of_part.push((name, Vec::new()));
            }
            of_part[place].1.extend(&mesh.faces[*start..end]);
        }
    }
    let part = |(name, faces): (&str, Vec<&Vec<u32>>)| {
        let (own, used) = mesh.of_faces(&faces);
        let resolution = precision.resolution(&own.vertices);
        let mut its = used.iter().map(|&v| colors[v as usize]);
        let color = its.next().flatten().filter(|first| its.all(|other| other == Some(*first)));
        Part {
            name: name.to_owned(),
            mesh: Mesh { resolution, ..own },
            color: color.map(|[r, g, b]| [r, g, b, u8::MAX]),
        }
    };
    of_part.into_iter().map(part).collect()
}

fn parse(mut input: impl BufRead) -> Result<Parsed, Reason> {
    let (mut digits, mut colors) = (0, Vec::new());
    let mut mesh = Mesh::default();
    let mut names = Names::default();
    // The largest vertex that a face refers to, and the line that does: vertices may come after the faces.
    let mut farthest = (0, 0);
    let (mut line, mut more, mut number) = (Vec::new(), Vec::new(), 0);
    while next_line(&mut input, &mut line, &mut number)? {
        let first = number;
        // A backslash continues on the next line.
        while let Some(head) = line.trim_ascii_end().strip_suffix(b"\\") {
            line.truncate(head.len());
            if !next_line(&mut input, &mut more, &mut number)? {
                break;
            }
            if line.len() + more.len() > MAX_LINE {
                return Err(Reason::LongLine { line: first, limit: MAX_LINE });
            }
            line.extend_from_slice(&more);
        }
        let told = |what: String| Reason::Line { what, line: first };
        let content = if first == 1 { without_mark(&line) } else { &line[..] };
        if content.trim_ascii_end().contains(&b'\r') {
            return Err(told("carriage return within a line; lines must end with LF or CR LF".into()));
        }
        let mut words = content.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        match words.next() {
            Some(b"v") => {
                let vertex = point(words.by_ref(), &mut digits).map_err(told)?;
                colors.push(color(words));
                mesh.vertices.push(vertex);
            }
            Some(b"f") => {
                let corner = |word| corner(word, mesh.vertices.len());
                let face = words.map(corner).collect::<Result<Vec<u32>, String>>().map_err(told)?;
                let largest = face.iter().fold(0, |m: u64, &v| m.max(u64::from(v) + 1));
                if largest > farthest.0 {
                    farthest = (largest, first);
                }
                if face.len() > 2 {
                    mesh.faces.push(face);
                }
            }
            Some(kind @ (b"o" | b"g")) => {
                // A group may have several names; they are one here. Without a name, the format uses `default`.
                let name = words.map(String::from_utf8_lossy).collect::<Vec<_>>().join(" ");
                let name = if name.is_empty() { "default".into() } else { name };
                let list = if kind == b"o" { &mut names.objects } else { &mut names.groups };
                list.push((mesh.faces.len(), name));
            }
            _ => {}
        }
    }
    if farthest.0 > mesh.vertices.len() as u64 {
        let what = format!("there is no vertex {}; there are {}", farthest.0, mesh.vertices.len());
        return Err(Reason::Line { what, line: farthest.1 });
    }
    if mesh.vertices.is_empty() {
        return Err(Reason::NoVertices);
    }
    let precision = Precision::Digits(digits);
    mesh.resolution = precision.resolution(&mesh.vertices);
    Ok(Parsed { mesh, names, precision, colors })
}

/// The color after the coordinates of a vertex: three numbers from 0 to 1, which may be followed by others.
fn color<'a>(mut words: impl Iterator<Item = &'a [u8]>) -> Option<[u8; 3]> {
    let [r, g, b] = [(); 3].map(|()| words.next().and_then(number));
    Some([r?, g?, b?].map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8))
}

/// The vertex of a corner of a face, counted from 0: the number before the first slash. A negative number counts back from the vertices
/// read so far.
fn corner(word: &[u8], vertices: usize) -> Result<u32, String> {
    let index = word.split(|&b| b == b'/').next().unwrap_or_default();
    let index = str::from_utf8(index).ok().and_then(|text| text.parse::<i64>().ok());
    let vertex = match index {
        Some(index) if index > 0 => Some(index - 1),
        Some(index) if index < 0 => index.checked_add_unsigned(vertices as u64).filter(|&i| i >= 0),
        _ => None,
    };
    let vertex = vertex.and_then(|i| u32::try_from(i).ok());
    vertex.ok_or_else(|| {
        format!("`{}` is not a vertex index; there are {vertices} vertices so far", shown(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    use impinge::Vec3;

    /// The mesh alone.
    fn parse(input: impl BufRead) -> Result<Mesh, Reason> {
        super::parse(input).map(|parsed| parsed.mesh)
    }

    #[test]
    fn parts_are_objects_or_groups() {
        let vertices = "v 9 9 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
        let of = |text: &str| {
            let parsed = super::parse(format!("{vertices}{text}").as_bytes()).unwrap();
            let part = |p: Part| (p.name, p.mesh.vertices.len(), p.mesh.faces);
            parts(parsed, "file").into_iter().map(part).collect::<Vec<_>>()
        };
        let (one, two) = (vec![0, 1, 2], vec![2, 0, 1]);
        let named = |name: &str, vertices, faces: &[&Vec<u32>]| {
            (name.to_owned(), vertices, faces.iter().map(|f| f.to_vec()).collect::<Vec<_>>())
        };
        assert_eq!(of("f 2 3 4\n"), [named("file", 3, &[&one])]);
        let groups = "g a b\nf 2 3 4\ng\nf 5 2 3\ng empty\ng a b\nf 2 3 5\n";
        assert_eq!(of(groups), [named("a b", 4, &[&one, &vec![0, 1, 3]]), named("default", 3, &[&two])]);
        let objects = "f 2 3 4\no x\ng a\nf 2 3 4\ng b\nf 5 2 3\no y\nf 5 2 3\n";
        let x = named("x", 4, &[&one, &vec![3, 0, 1]]);
        assert_eq!(of(objects), [named("file", 3, &[&one]), x, named("y", 3, &[&two])]);
        assert_eq!(of("o nothing\n"), []);
    }

    #[test]
    fn parts_of_one_color_have_it() {
        let text =
            "v 0 0 0 1 0.5 0\nv 1 0 0 1 0.5 0\nv 0 1 0 1 0.5 0\nv 0 0 1 0 0 0\no a\nf 1 2 3\no b\nf 2 3 4\n";
        let color = |text: &str| {
            let parts = parts(super::parse(text.as_bytes()).unwrap(), "file");
            parts.iter().map(|p| p.color).collect::<Vec<_>>()
        };
        assert_eq!(color(text), [Some([255, 128, 0, 255]), None]);
        assert_eq!(color(&text.replacen(" 1 0.5 0", "", 1)), [None, None]);
    }

    fn pyramid() -> Mesh {
        let vertices =
            [[0.1, 0.0, 0.0], [1.0 / 3.0, 1e-300, 0.0], [1.0, 1e9, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, -1.0]];
        let faces = vec![vec![0, 1, 2, 3], vec![0, 4, 1], vec![1, 4, 2], vec![2, 4, 3], vec![3, 4, 0]];
        Mesh::new(vertices.map(Vec3::from).to_vec(), faces)
    }

    #[test]
    fn written_data_reads_back_to_the_bit() {
        assert_eq!(parse(to_text(&pyramid()).as_bytes()).unwrap(), pyramid());
        let tetrahedron = Mesh::new(
            pyramid().vertices[..4].to_vec(),
            vec![vec![0, 1, 2], vec![0, 3, 1], vec![1, 3, 2], vec![2, 3, 0]],
        );
        assert_eq!(parse(to_text(&tetrahedron).as_bytes()).unwrap(), tetrahedron);
    }

    #[test]
    fn groups_are_merged_and_the_rest_is_skipped() {
        let text = b"# gr\xfc\xdfe\nmtllib missing.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\ng a\nusemtl\nf 1 2 3\nv 0 0 1\no b\n\
                     usemtl x\nvn 0 0 1\nf 1//1 2//1 -1//-1\ns off\n";
        let mesh = parse(&text[..]).unwrap();
        assert_eq!(mesh.vertices.len(), 4);
        assert_eq!(mesh.vertices[3], Vec3::new(0.0, 0.0, 1.0));
        assert_eq!(mesh.faces, [[0, 1, 2], [0, 1, 3]]);
    }

    #[test]
    fn a_backslash_continues_a_line() {
        let text =
            "v 0 0 0\r\nv 1 0 0\r\n# no \\\r\nv 9 9 9\r\nv 0 1 0\r\nf 1 \\\r\n2 \\\r\n 3\r\nvt 0 0\r\n";
        let mesh = parse(text.as_bytes()).unwrap();
        assert_eq!((mesh.vertices.len(), mesh.faces), (3, vec![vec![0, 1, 2]]));
        let error = parse(format!("{text}f 1 2 7\n").as_bytes()).unwrap_err();
        assert!(matches!(error, Reason::Line { line: 10, .. }), "{error:?}");
    }

    #[test]
    fn vertices_without_faces_are_points() {
        let mesh = parse(&b"# v 7 8 9\nv 1 2 3\n  v 4 5 6\nvn 0 0 1\n"[..]).unwrap();
        assert_eq!(mesh.vertices, [Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)]);
        assert!(mesh.faces.is_empty());
    }

    #[test]
    fn damaged_files_are_reported_with_the_line() {
        for (text, line) in [
            ("v 0 0 0\nv 1 zero 0\nf 1 2 1\n", 2),
            ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 9\nf 1 2 3\n", 5),
            ("v 0 0", 1),
            ("v 0 0 0\nv nan 0 0\n", 2),
            ("v 0 0 0\nv 0 -inf 0\n", 2),
            ("v 0 0 0\n\nv 0 1e999 0\n", 3),
            ("v 0 0 0\nf 0 1 1\n", 2),
            ("v 0 0 0\nf 1 1 -2\n", 2),
            ("v 0 0 0\nf 1 1 9223372036854775808\n", 2),
            ("v 0 0 0\nf 1 1 -9223372036854775808\n", 2),
            ("v 0 0 0\rv 1 0 0\rf 1 2 2\r", 1),
        ] {
            let error = parse(text.as_bytes()).unwrap_err();
            assert!(matches!(error, Reason::Line { line: l, .. } if l == line), "{text}: {error:?}");
        }
        for text in ["", "# nothing\n"] {
            assert!(matches!(parse(text.as_bytes()), Err(Reason::NoVertices)), "{text}");
        }
    }

    /// Regression: a normal index near 2^63 made an earlier parser panic; it is not needed, so it is not read.
    #[test]
    fn indices_after_a_slash_do_not_matter() {
        for behind in
            ["/", "//", "/9223372036854775807", "//9223372036854775807/x", "/-9223372036854775808/-1"]
        {
            let text = format!("v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\nf 1{behind} 2{behind} -1{behind}\n");
            assert_eq!(parse(text.as_bytes()).unwrap().faces, [[0, 1, 2]], "{text}");
        }
    }

    /// Regression: vertices that no face uses were dropped; a hull of points needs all of them.
    #[test]
    fn all_vertices_are_read_in_their_order() {
        let mesh = parse(&b"v 9 0 0\nv 0 0 0\nv 1 0 0\nv 8 0 0\nv 0 1 0\nf 2 3 5\nv 7 0 0\n"[..]).unwrap();
        let x: Vec<f64> = mesh.vertices.iter().map(|v| v.x).collect();
        assert_eq!((x, mesh.faces), (vec![9.0, 0.0, 1.0, 8.0, 0.0, 7.0], vec![vec![1, 2, 4]]));
        // A face may come before its vertices.
        let early = parse(&b"f 1 2 3\nv 0 0 0\nv 1 0 0\nv 0 1 0\n"[..]).unwrap();
        assert_eq!(early.faces, [[0, 1, 2]]);
    }

    /// Regression: the mark was taken as a part of the first word, so the first vertex was lost.
    #[test]
    fn a_byte_order_mark_is_skipped() {
        let mesh = parse(&b"\xef\xbb\xbfv 1 2 3\nv 4 5 6\n"[..]).unwrap();
        assert_eq!(mesh.vertices, [Vec3::new(1.0, 2.0, 3.0), Vec3::new(4.0, 5.0, 6.0)]);
    }

    #[test]
    fn an_endless_line_ends() {
        let zeros = std::io::repeat(0);
        let error = parse(BufReader::new(zeros)).unwrap_err();
        assert!(matches!(error, Reason::LongLine { line: 1, .. }), "{error}");
        let backslashes = std::io::BufReader::new(Repeat(b"v 1 \\\n", 0));
        let error = parse(backslashes).unwrap_err();
        assert!(matches!(error, Reason::LongLine { line: 1, .. }), "{error}");
    }

    /// The same bytes again and again, with the position in them.
    struct Repeat(&'static [u8], usize);

    impl std::io::Read for Repeat {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            for byte in buffer.iter_mut() {
                *byte = self.0[self.1];
                self.1 = (self.1 + 1) % self.0.len();
            }
            Ok(buffer.len())
        }
    }

    #[test]
    fn any_bytes_give_an_answer() {
        let good = to_text(&pyramid()).into_bytes();
        let mut refused = 0;
        for i in 0..good.len() {
            let mut damaged = good.clone();
            damaged[i] = 0xff;
            refused += usize::from(parse(&damaged[..]).is_err());
        }
        assert!(refused > good.len() / 2, "{refused} of {} damaged files refused", good.len());
    }
}
