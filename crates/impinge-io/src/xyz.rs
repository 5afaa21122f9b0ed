//! XYZ: points as text, one on each line.
//!
//! A line begins with three coordinates, separated by spaces, tabs, commas or semicolons; what follows (colors, normals, intensities) is ignored.
//! Empty lines and comments after `#` or `//` are skipped, and so is a first line of names. There are no faces.

use std::io::{BufRead, BufReader};

use impinge::Vec3;

use crate::words::{Lines, number, point};
use crate::{Error, Reason, Source};

/// Reads the points of a file.
///
/// # Errors
/// If the file cannot be read, is damaged or has no points.
pub fn read(source: impl Into<Source>) -> Result<Vec<Vec3<f64>>, Error> {
    let source = source.into();
    let parsed = source.open().and_then(|(file, _)| parse(BufReader::new(file)));
    parsed.map_err(|reason| source.error(reason))
}

fn parse(input: impl BufRead) -> Result<Vec<Vec3<f64>>, Reason> {
    let mut lines = Lines::new(input);
    let mut points = Vec::new();
    let mut is_first = true;
    while let Some(line) = lines.next_said()? {
        let is_between = |b: &u8| b.is_ascii_whitespace() || matches!(b, b',' | b';');
        let mut words = line.split(is_between).filter(|word| !word.is_empty()).peekable();
        let begin = words.peek().copied().unwrap_or_default();
        let skipped = begin.is_empty() || begin.starts_with(b"//") || is_first && number(begin).is_none();
        is_first = false;
        if skipped {
            continue;
        }
        match point(words, &mut 0) {
            Ok(point) => points.push(point),
            Err(what) => return Err(lines.wrong(what)),
        }
    }
    if points.is_empty() { Err(Reason::NoVertices) } else { Ok(points) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_with_whatever_follows_them() {
        let text = "x,y,z,intensity\n1 2 3\n# comment\n\n// comment\n4,5,6,255\n 7;8\t9 0.1 0.2 0.3\n";
        let wanted = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]].map(Vec3::from);
        assert_eq!(parse(text.as_bytes()).unwrap(), wanted);
        assert_eq!(parse(&text.as_bytes()[16..]).unwrap(), wanted);
    }

    #[test]
    fn damage_is_reported_with_the_line() {
        for (text, line, what) in [
            ("1 2 3\n4 5\n", 2, "three coordinates"),
            ("1 2 3\n4 five 6\n", 2, "`five` is not a coordinate"),
            ("a b c\nd e f\n", 2, "`d` is not a coordinate"),
            ("1 2 nan\n", 1, "finite"),
        ] {
            match parse(text.as_bytes()) {
                Err(Reason::Line { what: told, line: at }) => {
                    assert!(at == line && told.contains(what), "{text}: {told} (line {at})");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        assert!(matches!(parse(&b""[..]), Err(Reason::NoVertices)));
    }
}
