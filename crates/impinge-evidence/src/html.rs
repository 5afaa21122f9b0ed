//! Pieces of the page: figures, tables, claims.

use std::fmt::Write as _;

use impinge_page::swatch;

use crate::claim::{Claim, Finding};
use crate::figure::Figure;
use crate::rule::RULES;
use crate::table::{Cell, Table};

pub use impinge_page::html as text;

/// A page around its contents. It loads nothing.
pub fn page(title: &str, body: &str) -> String {
    let title = text(title);
    let style = include_str!("page.css");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// A figure with its caption: the paper's statement, the finding, and the command that reproduces it.
pub fn figure(figure: &Figure, command: &str) -> String {
    let heading = figure.heading();
    let mut out = format!("<figure id=\"{}\">\n<h3>{}</h3>\n", figure.id, text(&heading));
    let shared = figure.shared_legend();
    // Writing to a string cannot fail.
    if let Some(names) = &shared {
        out += "<div class=\"legend\">";
        for (number, name) in names.iter().enumerate() {
            let _ = write!(out, "<span>{} {}</span>", swatch(number, figure.is_scattered()), text(name));
        }
        out += "</div>\n";
    }
    out += "<div class=\"panels\">\n";
    for panel in &figure.panels {
        out += &panel.svg(&heading, shared.is_none());
        out.push('\n');
    }
    out += "</div>\n<figcaption>\n";
    for (name, line) in [("Paper", &figure.claims), ("Found", &figure.found)] {
        if !line.is_empty() {
            let _ = writeln!(out, "<p><b>{name}:</b> {}</p>", text(line));
        }
    }
    let (command, id) = (text(command), &figure.id);
    let _ = writeln!(out, "<p><code>{command}</code> · <a href=\"{id}.csv\">numbers</a></p>");
    out += "</figcaption>\n</figure>\n";
    out
}

/// A table; columns of numbers are aligned right.
pub fn table(table: &Table) -> String {
    let numeric: Vec<bool> = (0..table.columns.len())
        .map(|c| {
            let numbers = table.rows.iter().filter(|row| matches!(row[c], Cell::Number(_))).count();
            2 * numbers > table.rows.len()
        })
        .collect();
    let class = |c: usize| if numeric[c] { " class=\"number\"" } else { "" };
    let mut out = format!(
        "<div class=\"wide\" id=\"{}\">\n<table>\n<caption><span>{}</span></caption>\n<thead><tr>",
        table.id,
        text(&table.title)
    );
    for (c, name) in table.columns.iter().enumerate() {
        let _ = write!(out, "<th{}>{}</th>", class(c), text(name));
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in &table.rows {
        out += "<tr>";
        for (c, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{}</td>", class(c), text(&cell.shown()));
        }
        out += "</tr>\n";
    }
    out += "</tbody>\n</table>\n</div>\n";
    let (note, id) = (text(&table.note), &table.id);
    let _ = writeln!(out, "<p class=\"note\">{note} <a href=\"{id}.csv\">numbers</a></p>");
    out
}

/// Meaning of the words of statements, in numbers.
pub fn rules() -> String {
    let rows = RULES
        .iter()
        .map(|[what, holds]| format!("<tr><td>{}</td><td>{}</td></tr>\n", text(what), text(holds)));
    let head = "<table>\n<thead><tr><th>a statement like</th><th>holds</th></tr></thead>\n<tbody>\n";
    format!("{head}{}</tbody>\n</table>\n", rows.collect::<String>())
}

/// The claims of a paper, each with its verdict, in the paper's order.
pub fn claims(claims: &[Claim], findings: &[&Finding]) -> String {
    let mut out = String::from(
        "<table class=\"claims\">\n<thead><tr><th>where</th><th>the paper says</th><th>verdict</th><th>we found</th><th>why</th></tr></thead>\n<tbody>\n",
    );
    for claim in claims {
        let finding = findings.iter().find(|finding| finding.claim == claim.id);
        let (verdict, found, why) = match finding {
            Some(f) => (f.verdict.name(), f.found.as_str(), f.why.as_str()),
            None => ("open", "not measured in this run", ""),
        };
        let derived =
            if claim.derived { "<br><span class=\"quiet\">derived: no sentence says so</span>" } else { "" };
        let before = claim.before.map_or(String::new(), |before| {
            format!("; before: {} ({})", text(before.rule), before.verdict.name())
        });
        let _ = writeln!(
            out,
            "<tr id=\"{}\"><td data-name=\"where\">{}</td><td data-name=\"the paper says\">{}{derived}</td>\
             <td class=\"verdict {verdict}\">{verdict}</td><td data-name=\"we found\">{}<br><span class=\"quiet\">judged by {}{before}</span></td><td{}>{}</td></tr>",
            claim.id,
            text(claim.section),
            text(claim.says),
            text(found),
            text(claim.judged_by),
            if why.is_empty() { "" } else { " data-name=\"why\"" },
            text(why),
        );
    }
    out += "</tbody>\n</table>\n";
    out
}
