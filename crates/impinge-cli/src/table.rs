//! Tables of text with aligned columns.

use std::io::{self, Write};

/// Alignment of a column.
#[derive(Clone, Copy)]
pub enum Align {
    Left,
    Right,
}

/// Writes a header, a rule and the rows; columns are as wide as their widest cell and two spaces apart.
pub fn write<const N: usize>(
    out: &mut impl Write,
    columns: [(&str, Align); N],
    rows: &[[String; N]],
) -> io::Result<()> {
    let width = |c: usize| rows.iter().map(|r| r[c].chars().count()).chain([columns[c].0.len()]).max();
    let widths: [usize; N] = std::array::from_fn(|c| width(c).unwrap_or_default());
    let mut line = |cells: [&str; N]| {
        let mut text = String::new();
        for ((cell, width), (_, align)) in cells.iter().zip(widths).zip(columns) {
            match align {
                Align::Left => text += &format!("{cell:<width$}  "),
                Align::Right => text += &format!("{cell:>width$}  "),
            }
        }
        writeln!(out, "{}", text.trim_end())
    };
    line(columns.map(|(name, _)| name))?;
    let rules = widths.map(|w| "-".repeat(w));
    line(std::array::from_fn(|c| rules[c].as_str()))?;
    rows.iter().try_for_each(|row| line(std::array::from_fn(|c| row[c].as_str())))
}

/// A number with about four significant digits, short enough for a table.
pub fn number(x: f64) -> String {
    let size = x.abs();
    if x == 0.0 {
        "0".into()
    } else if (1e-3..1e5).contains(&size) {
        let text = format!("{x:.3}");
        text.trim_end_matches('0').trim_end_matches('.').into()
    } else {
        format!("{x:.2e}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut out = Vec::new();
        let rows = [["a".into(), "1".into()], ["long name".into(), "12.5".into()]];
        write(&mut out, [("name", Align::Left), ("x", Align::Right)], &rows).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert_eq!(text, "name          x\n---------  ----\na             1\nlong name  12.5\n");
    }

    #[test]
    fn numbers_are_short() {
        for (x, text) in [(0.0, "0"), (1.0, "1"), (-0.25, "-0.25"), (4.18879, "4.189"), (1e-17, "1.00e-17")] {
            assert_eq!(number(x), text);
        }
    }
}
