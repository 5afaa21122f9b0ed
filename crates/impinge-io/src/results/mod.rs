//! Results in files: contacts as JSON lines, CSV and VTP.
//!
//! | format | one of | for |
//! |---|---|---|
//! | [`to_json_lines`] | line | programs |
//! | [`to_csv`] | row | spreadsheets; quoted as RFC 4180 has it |
//! | [`to_vtp`] | point | ParaView and other viewers that know VTK |
//!
//! [`write_contacts`] picks the format by the extension. Numbers are written so that reading gives them back to the bit, and
//! the same contacts give the same bytes.

mod vtp;

use std::fmt::Write;
use std::path::Path;

use serde::Serialize;

use crate::write::write_file;
use crate::{Error, Reason};

pub use vtp::to_vtp;

/// Extensions of results, in lower case.
pub const EXTENSIONS: &[&str] = &["jsonl", "csv", "vtp"];

/// How two named bodies stand to one another.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ContactRow {
    /// Name of body A.
    pub a: String,
    /// Name of body B.
    pub b: String,
    /// A word for it, such as `apart`, `touching` or `overlapping`.
    pub state: String,
    /// Positive apart, negative inside.
    pub signed_distance: f64,
    /// The true signed distance differs by no more than this.
    pub error: f64,
    /// On A.
    pub point_a: [f64; 3],
    /// On B.
    pub point_b: [f64; 3],
    /// Unit, from A to B.
    pub normal: [f64; 3],
}

/// Writes contacts in the format of the extension, whole or not at all.
///
/// # Errors
/// If the extension is none of [`EXTENSIONS`], or the file cannot be written.
pub fn write_contacts(path: impl AsRef<Path>, rows: &[ContactRow]) -> Result<(), Error> {
    let path = path.as_ref();
    let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
    let text = match extension.as_deref() {
        Some("jsonl") => to_json_lines(rows),
        Some("csv") => to_csv(rows),
        Some("vtp") => to_vtp(rows),
        _ => return Err(Error::new(path, Reason::ResultExtension(extension))),
    };
    write_file(path, text.as_bytes())
}

/// One JSON object on each line. Numbers that are not finite become `null`, as JSON has none.
pub fn to_json_lines(rows: &[ContactRow]) -> String {
    let mut text = String::new();
    for row in rows {
        // Only maps with keys that are no strings, and writers that fail, give an error.
        text.push_str(&serde_json::to_string(row).unwrap_or_default());
        text.push('\n');
    }
    text
}

/// A header and one row for each contact, lines ended by CR LF.
pub fn to_csv(rows: &[ContactRow]) -> String {
    let mut text = String::from(
        "a,b,state,signed_distance,error,point_a_x,point_a_y,point_a_z,point_b_x,point_b_y,point_b_z,\
         normal_x,normal_y,normal_z\r\n",
    );
    for row in rows {
        let words = [&row.a, &row.b, &row.state].map(|word| quoted(word));
        text.push_str(&words.join(","));
        let numbers = [row.signed_distance, row.error].into_iter();
        for number in numbers.chain(row.point_a).chain(row.point_b).chain(row.normal) {
            // Writing to a string cannot fail.
            let _ = write!(text, ",{number}");
        }
        text.push_str("\r\n");
    }
    text
}

/// A field of CSV: in quotes if it holds what would end it, quotes doubled. What a spreadsheet would take for a formula gets a
/// quote before it.
fn quoted(word: &str) -> String {
    let guarded =
        if word.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{word}") } else { word.into() };
    match guarded.contains([',', '"', '\n', '\r']) || guarded.trim() != guarded {
        true => format!("\"{}\"", guarded.replace('"', "\"\"")),
        false => guarded,
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub fn rows() -> Vec<ContactRow> {
        let row = |a: &str, b: &str, signed_distance| ContactRow {
            a: a.into(),
            b: b.into(),
            state: if signed_distance < 0.0 { "overlapping" } else { "apart" }.into(),
            signed_distance,
            error: 1e-16,
            point_a: [0.1, 0.0, 1.0 / 3.0],
            point_b: [0.1, 0.0, 0.5],
            normal: [0.0, 0.0, 1.0],
        };
        vec![row("floor", "box", -0.25), row("a \"b\", <c>\n", "=1+1", 0.125)]
    }

    #[test]
    fn names_cannot_break_csv() {
        let text = to_csv(&rows());
        assert_eq!(text.matches("\r\n").count(), 3);
        assert!(
            text.contains("\r\nfloor,box,overlapping,-0.25,0.0000000000000001,0.1,0,0.3333333333333333,"),
            "{text}"
        );
        assert!(text.contains("\r\n\"a \"\"b\"\", <c>\n\",'=1+1,apart,0.125,"), "{text}");
        assert_eq!((quoted(""), quoted(" a"), quoted("a")), (String::new(), "\" a\"".into(), "a".into()));
    }

    #[test]
    fn json_lines_are_one_each() {
        let text = to_json_lines(&rows());
        let values: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!((values.len(), &values[1]["a"]), (2, &serde_json::Value::from("a \"b\", <c>\n")));
        assert_eq!(values[0]["point_a"][2].as_f64(), Some(1.0 / 3.0));
    }

    #[test]
    fn the_extension_picks_the_format() {
        let folder = std::env::temp_dir();
        for (extension, wanted) in
            [("jsonl", to_json_lines(&rows())), ("CSV", to_csv(&rows())), ("vtp", to_vtp(&rows()))]
        {
            let path = folder.join(format!("impinge-io-results-{}.{extension}", std::process::id()));
            write_contacts(&path, &rows()).unwrap();
            let found = std::fs::read_to_string(&path).unwrap();
            std::fs::remove_file(&path).unwrap();
            assert_eq!(found, wanted);
        }
        let told = write_contacts("results.parquet", &rows()).unwrap_err().to_string();
        assert!(EXTENSIONS.iter().all(|e| told.contains(e)) && told.contains("`.parquet`"), "{told}");
    }
}
