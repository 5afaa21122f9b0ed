//! Findings as a table for spreadsheets: RFC 4180, one line each.
//!
//! Text is on one line and in quotes. A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula: text that does
//! gets an apostrophe before it.

use std::io::Write;

use super::finding::{Finding, Measures};
use super::report::Report;
use crate::failure::{Failure, on_one_line};

/// What stands in the columns.
const COLUMNS: &str = "kind,a,b,distance,error,limit,depth,depth_at_least,way_x,way_y,way_z,volume,volume_error,deviation,\
                       a_x,a_y,a_z,b_x,b_y,b_z,proof";

/// Findings, worst first, and then files that could not be read.
pub fn write(out: &mut impl Write, report: &Report<'_>) -> Result<(), Failure> {
    write!(out, "{COLUMNS}\r\n")?;
    for finding in report.worst_first() {
        write!(out, "{}\r\n", line(report, finding))?;
    }
    let blank = ",".repeat(COLUMNS.matches(',').count() - 1);
    for file in &report.parts.unreadable {
        write!(out, "unreadable,{}{blank}{}\r\n", text(&file.name), text(&file.reason))?;
    }
    Ok(())
}

fn line(report: &Report<'_>, finding: &Finding) -> String {
    let Measures { distance, error, limit, way_out, volume, deviation, point_a, point_b, .. } =
        &finding.measures;
    let by = way_out.map(|out| out.by);
    let numbers = [
        Some(*distance),
        Some(*error),
        Some(*limit),
        way_out.map(|out| out.depth),
        way_out.map(|out| out.at_least),
        by.map(|by| by[0]),
        by.map(|by| by[1]),
        by.map(|by| by[2]),
        volume.map(|v| v.value),
        volume.map(|v| v.error),
        *deviation,
    ];
    let points = point_a.iter().chain(point_b).map(|x| Some(*x));
    let cells: Vec<String> =
        numbers.into_iter().chain(points).map(|x| x.map_or_else(String::new, |x| format!("{x:?}"))).collect();
    let (a, b) = (text(report.name(finding.a)), text(report.name(finding.b)));
    format!("{},{a},{b},{},{}", finding.kind.word(), cells.join(","), text(&finding.proof()))
}

/// A cell of text.
fn text(text: &str) -> String {
    let text = on_one_line(text);
    let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    #[test]
    fn text_stays_text() {
        for (given, expected) in [
            ("a", "\"a\""),
            ("a,\"b\"", "\"a,\"\"b\"\"\""),
            ("=1+1", "\"'=1+1\""),
            ("@x", "\"'@x\""),
            ("a\nb\tc", "\"a\\nb\\tc\""),
        ] {
            assert_eq!(super::text(given), expected);
        }
    }
}
