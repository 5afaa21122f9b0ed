//! CSV rows for spreadsheets, as in RFC 4180.

use super::table::{Table, Values};

/// A header and one row for each row of the table, lines ended by CR LF; fields are empty if there is no value.
pub fn to_csv(table: &Table) -> String {
    let columns = table.flat();
    let names: Vec<String> = columns.iter().map(|(name, _)| quoted(name)).collect();
    let mut text = names.join(",") + "\r\n";
    for row in 0..table.rows() {
        let cell = |(_, values): &(String, Values)| match values {
            Values::Texts(all) => all[row].as_deref().map(quoted),
            // Unlike `{}`, this writes small and large numbers with an exponent.
            Values::Numbers(all) => all[row].map(|x| format!("{x:?}")),
            Values::Integers(all) => all[row].map(|x| x.to_string()),
            Values::Truths(all) => all[row].map(|x| x.to_string()),
            Values::Points(_) => None,
        };
        let cells: Vec<String> = columns.iter().map(|column| cell(column).unwrap_or_default()).collect();
        text.push_str(&cells.join(","));
        text.push_str("\r\n");
    }
    text
}

/// A field: quoted if it contains characters that would end it, with quotes doubled. A field that a spreadsheet would take for a formula
/// gets an apostrophe before it.
fn quoted(word: &str) -> String {
    let guarded =
        if word.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{word}") } else { word.into() };
    match guarded.contains([',', '"', '\n', '\r']) || guarded.trim() != guarded {
        true => format!("\"{}\"", guarded.replace('"', "\"\"")),
        false => guarded,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::contacts;
    use super::*;

    #[test]
    fn names_cannot_break_a_row() {
        let text = to_csv(&contacts());
        assert_eq!(text.matches("\r\n").count(), 3);
        assert!(text.starts_with("a,b,signed_distance,volume,face,colliding,point_a_x,point_a_y,point_a_z,"));
        assert!(text.contains("\r\nfloor,box,-0.25,1e-16,,true,0.1,0.0,0.3333333333333333,"), "{text}");
        assert!(text.contains("\r\n\"a \"\"b\"\", <c>\n\",'=1+1,0.125,,7,,0.1,"), "{text}");
        assert_eq!((quoted(""), quoted(" a"), quoted("a")), (String::new(), "\" a\"".into(), "a".into()));
    }
}
