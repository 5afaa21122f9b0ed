//! OFF, the object file format of Geomview, as text.
//!
//! A file begins with `OFF`, or `COFF`, `NOFF`, `STOFF` and the like if vertices have more than coordinates; the word may be missing.
//! Then come the numbers of vertices, faces and edges, then a line for each vertex, then a line for each face: the number of its corners,
//! and the corners. The rest of a line (normals, colors, texture coordinates) is ignored, and so are empty lines and comments after `#`.
//! Faces of fewer than three corners are dropped. The corners of a face may go on in the next lines, if nothing comes after them there.
//!
//! Vertices of four or n dimensions and the binary variant are rejected. The numbers in the header are checked against the length of the
//! file before memory is allocated for them.
//!
//! Source: the description of the format in the Geomview manual, section "OFF Files".

use std::fmt::Write;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::precision::Precision;
use crate::words::{Lines, point, shown, whole, words};
use crate::write::write_file;
use crate::{Error, Mesh, Reason, Source};

/// Minimum number of bytes of a vertex in a file: three digits with their ends.
const VERTEX: u64 = 6;
/// Minimum number of bytes of a face in a file: its number of corners, which may be 0.
const FACE: u64 = 2;

/// Reads vertices and faces of a file.
///
/// # Errors
/// If the file cannot be read, is damaged or has no vertices.
pub fn read(source: impl Into<Source>) -> Result<Mesh, Error> {
    let source = source.into();
    let parsed = source.open().and_then(|(file, length)| parse(BufReader::new(file), length));
    parsed.map_err(|reason| source.error(reason))
}

/// Writes vertices and polygons. Numbers are written so that reading them gives the same bits.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    write_file(path.as_ref(), to_text(mesh).as_bytes())
}

fn to_text(mesh: &Mesh) -> String {
    // Writing to a string cannot fail.
    let mut text = format!("OFF\n{} {} 0\n", mesh.vertices.len(), mesh.faces.len());
    for v in &mesh.vertices {
        let _ = writeln!(text, "{} {} {}", v.x, v.y, v.z);
    }
    for face in &mesh.faces {
        let _ = write!(text, "{}", face.len());
        face.iter().for_each(|v| {
            let _ = write!(text, " {v}");
        });
        text.push('\n');
    }
    text
}

fn parse(input: impl BufRead, length: u64) -> Result<Mesh, Reason> {
    let mut lines = Lines::new(input);
    let [vertices, faces] = counts(&mut lines)?;
    for (count, size, what) in [(vertices, VERTEX, "vertices"), (faces, FACE, "faces")] {
        // The last line may have no end.
        let left = length.saturating_sub(lines.read) + 1;
        if count.checked_mul(size).is_none_or(|needed| needed > left) {
            return Err(lines.wrong(format!("the file is too short for the {count} {what} that it declares")));
        }
    }
    let mut mesh = Mesh::default();
    let mut digits = 0;
    for i in 0..vertices {
        let Some(line) = lines.next_said()? else {
            return Err(lines.wrong(format!("the file ends after {i} of {vertices} vertices")));
        };
        let vertex = point(words(line), &mut digits).map_err(|what| lines.wrong(what))?;
        mesh.vertices.push(vertex);
    }
    for i in 0..faces {
        let face = face(&mut lines, i, [vertices, faces], length)?;
        if face.len() > 2 {
            mesh.faces.push(face);
        }
    }
    mesh.resolution = Precision::Digits(digits).resolution(&mesh.vertices);
    if mesh.vertices.is_empty() { Err(Reason::NoVertices) } else { Ok(mesh) }
}

/// The numbers of vertices and of faces, after the optional first word.
fn counts<R: BufRead>(lines: &mut Lines<R>) -> Result<[u64; 2], Reason> {
    let Some(line) = lines.next_said()? else { return Err(Reason::NoVertices) };
    let mut first: Vec<Vec<u8>> = words(line).take(4).map(<[u8]>::to_vec).collect();
    // The word may be written together with the number after it.
    let letters = first[0].iter().take_while(|byte| !byte.is_ascii_digit()).count();
    if first[0].starts_with(b"OFF") && letters == 3 && first[0].len() > 3 {
        let number = first[0].split_off(3);
        first.insert(1, number);
    }
    if let Some(kind) = first[0].strip_suffix(b"OFF") {
        let unread = match kind {
            _ if first.get(1).is_some_and(|word| word == b"BINARY") => Some("binary"),
            _ if kind.contains(&b'4') || kind.contains(&b'n') => Some("of more than three dimensions"),
            _ if !kind.iter().all(u8::is_ascii_uppercase) => Some("of an unknown kind"),
            _ => None,
        };
        if let Some(unread) = unread {
            return Err(
                lines.wrong(format!("the file is {unread}; only text in three dimensions is supported"))
            );
        }
        first.remove(0);
        if first.is_empty() {
            first = match lines.next_said()? {
                Some(line) => words(line).take(3).map(<[u8]>::to_vec).collect(),
                None => return Err(lines.wrong("the numbers of vertices and faces are missing")),
            };
        }
    }
    let number = |i: usize| first.get(i).and_then(|word| whole(word));
    match (number(0), number(1)) {
        (Some(vertices), Some(faces)) => Ok([vertices, faces]),
        _ => {
            let found = shown(&first.join(&b' '));
            Err(lines
                .wrong(format!("expected the numbers of vertices, faces and edges instead of `{found}`")))
        }
    }
}

/// The corners of face `i`. If they take more than one line, they end with the last one.
fn face<R: BufRead>(
    lines: &mut Lines<R>,
    i: u64,
    [vertices, faces]: [u64; 2],
    length: u64,
) -> Result<Vec<u32>, Reason> {
    // Every corner has a digit and a space before it, so a larger number cannot be true.
    let most = length.saturating_sub(lines.read) / 2;
    let mut face = Face::default();
    loop {
        let Some(line) = lines.next_said()? else {
            return Err(lines.wrong(match face.count {
                None => format!("the file ends after {i} of {faces} faces"),
                Some(count) => format!("a face has {} of {count} corners", face.corners.len()),
            }));
        };
        let is_whole = face.add(line, vertices, most);
        if is_whole.map_err(|what| lines.wrong(what))? {
            return Ok(face.corners);
        }
    }
}

/// A face that is being read.
#[derive(Default)]
struct Face {
    /// Number of its corners, once it is known.
    count: Option<u64>,
    corners: Vec<u32>,
}

impl Face {
    /// Adds the corners of a line; whether these are all.
    fn add(&mut self, line: &[u8], vertices: u64, most: u64) -> Result<bool, String> {
        let mut words = words(line);
        let is_first = self.count.is_none();
        let count = match self.count {
            Some(count) => count,
            None => {
                let word = words.next().unwrap_or_default();
                whole(word).ok_or_else(|| format!("`{}` is not a number of corners", shown(word)))?
            }
        };
        if count > most {
            return Err(format!("the file is too short for the {count} corners that its face declares"));
        }
        self.count = Some(count);
        while (self.corners.len() as u64) < count {
            let Some(word) = words.next() else { return Ok(false) };
            let index = whole(word).filter(|&v| v < vertices).and_then(|v| u32::try_from(v).ok());
            self.corners.push(index.ok_or_else(|| {
                format!("`{}` is not a vertex index; there are {vertices} vertices", shown(word))
            })?);
        }
        match words.next() {
            Some(word) if !is_first => Err(format!(
                "`{}` comes after the {count} corners of a face that began on another line",
                shown(word)
            )),
            _ => Ok(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use impinge::Vec3;

    use super::*;

    fn of(text: &str) -> Result<Mesh, Reason> {
        parse(text.as_bytes(), text.len() as u64)
    }

    fn pyramid() -> Mesh {
        let vertices = [[0.1, 0.0, 0.0], [1.0 / 3.0, 1e-300, 0.0], [1.0, 1e9, 0.0], [0.0, 1.0, -0.5]];
        let faces = vec![vec![0, 1, 2, 3], vec![0, 3, 1], vec![1, 3, 2]];
        Mesh::new(vertices.map(Vec3::from).to_vec(), faces)
    }

    #[test]
    fn written_data_reads_back_to_the_bit() {
        assert_eq!(of(&to_text(&pyramid())).unwrap(), pyramid());
    }

    #[test]
    fn every_header_is_read() {
        let body = "0 0 0 9 9 9\n1 0 0\n\n0 1 0 # corner\n3 0 1 2 255 0 0\n2 0 1\n";
        for header in [
            "OFF\n3 2 0\n",
            "OFF 3 2 0\n",
            "\t  OFF3 2 0 # at once\n",
            "# first\nOFF # kind\n# counts\n3 2\n",
            "3 2 0\n",
            "COFF\n3 2 0\n",
            "NOFF\n3 2 0\n",
            "STCNOFF\r\n3 2 0\r\n",
            "\u{feff}OFF\n3 2 0\n",
        ] {
            let mesh = of(&format!("{header}{body}")).unwrap_or_else(|e| panic!("{header}: {e}"));
            assert_eq!((mesh.vertices.len(), mesh.faces), (3, vec![vec![0, 1, 2]]), "{header}");
            assert_eq!(mesh.vertices[2], Vec3::new(0.0, 1.0, 0.0));
        }
    }

    /// Some writers begin a new line after a corner; their files were refused.
    #[test]
    fn faces_may_take_several_lines() {
        let mesh = of("OFF\n4 2 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n4 0 1\n3\n2\n3 0 1 2\n").unwrap();
        assert_eq!(mesh.faces, [vec![0, 1, 3, 2], vec![0, 1, 2]]);
    }

    #[test]
    fn damaged_files_are_reported_with_line_and_reason() {
        for (text, line, what) in [
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3\n", 6, "`3` is not a vertex index; there are 3"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 -1\n", 6, "`-1` is not a vertex index"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n4 0 1\n", 6, "4 corners"),
            ("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n", 5, "ends after 0 of 1 faces"),
            (
                "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n4 0 1\n2 0 1 2\n",
                7,
                "`1` comes after the 4 corners of a face that",
            ),
            ("OFF\n3 1 0\n0 0 0\n1 0 nan\n0 1 0\n3 0 1 2\n", 4, "must be finite"),
            ("OFF\n3 1 0\n0 0 0\n1 zero 0\n0 1 0\n3 0 1 2\n", 4, "`zero` is not a coordinate"),
            ("OFF\n3 1 0\n0 0 0\n1 0\n0 1 0\n3 0 1 2\n", 4, "three coordinates"),
            ("OFF\n18446744073709551615 1 0\n", 2, "too short"),
            ("OFF\n3 4000000000 0\n0 0 0\n0 0 0\n0 0 0\n", 2, "too short"),
            ("OFF BINARY\n3 1 0\n", 1, "binary"),
            ("4OFF\n3 1 0\n", 1, "more than three dimensions"),
            ("OFF\n", 1, "numbers of vertices and faces are missing"),
            ("solid x\n", 1, "instead of `solid x`"),
        ] {
            match of(text) {
                Err(Reason::Line { what: told, line: at }) => {
                    assert!(at == line && told.contains(what), "{text}: {told} (line {at})");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(matches!(of(""), Err(Reason::NoVertices)));
        assert!(matches!(of("OFF\n0 0 0\n"), Err(Reason::NoVertices)));
    }
}
