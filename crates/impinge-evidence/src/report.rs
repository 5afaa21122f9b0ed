//! The folder of a paper: its page and its origin; and the front page over all papers.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::claim::{Finding, Paper, Tally, claims};
use crate::html;
use crate::made::{FILE, Made};
use crate::measure::BUILD;
use crate::order::{Order, Summary};
use crate::record::{Record, write as write_file};
use crate::spread::cores;
use crate::study::{Part, Stop};
use crate::verdicts::today;

/// Writes `index.html` and `run.json`; returns the path of the page, and the latter.
pub(crate) fn write(order: &Order, parts: &[Part], records: &[Record]) -> Result<(PathBuf, Made), Stop> {
    let made = Made::of(order, machine(), today(), records);
    write_file(&order.folder.join(FILE), made.json()?.as_bytes())?;
    let path = order.folder.join("index.html");
    let title = order.paper.title();
    write_file(&path, html::page(title, &body(order, &made, parts, records)).as_bytes())?;
    Ok((path, made))
}

fn body(order: &Order, made: &Made, parts: &[Part], records: &[Record]) -> String {
    let findings: Vec<&Finding> = records.iter().flat_map(|record| &record.out.findings).collect();
    let mut out = format!("<h1>{}</h1>\n", html::text(order.paper.title()));
    let _ = writeln!(
        out,
        "<p>What the paper says, what we found, and the numbers. {}.</p>",
        html::text(order.paper.citation())
    );
    let _ = writeln!(
        out,
        "<p class=\"quiet\"><code>{}</code><br>impinge {}, effort {}, {} configurations for each point, seed {}; {}; {}. Times are of this \
         machine and of one thread; all else is the same on every machine. We wrote one of the contestants in every comparison: see \
         what that means in the book's page on evidence.</p>",
        html::text(&order.command),
        made.version,
        made.effort.name(),
        made.configurations,
        made.seed,
        html::text(&made.machine),
        html::text(&made.build),
    );
    let _ = writeln!(out, "<h2 id=\"claims\">Verdicts: {}</h2>", counted(made.tally()));
    out += &html::claims(claims(order.paper), &findings);
    out += "<h2 id=\"rules\">What words mean</h2>\n";
    out += &html::rules();
    out += "<h2>Contents</h2>\n<nav><ul>\n";
    for record in records {
        let figures = record.out.figures.iter().map(|f| (&f.id, f.heading()));
        let tables = record.out.tables.iter().filter(|t| !t.hidden).map(|t| (&t.id, t.title.clone()));
        for (id, name) in figures.chain(tables) {
            let _ = writeln!(out, "<li><a href=\"#{id}\">{}</a></li>", html::text(&name));
        }
    }
    out += "</ul></nav>\n";
    for record in records {
        let shown = record.out.tables.iter().any(|table| !table.hidden);
        if record.out.notes.is_empty() && record.out.figures.is_empty() && !shown {
            continue;
        }
        let about = parts.iter().find(|part| part.name == record.part).map_or("", |part| part.about);
        let _ = writeln!(out, "<h2 id=\"{}\">{}</h2>", record.part, html::text(about));
        for note in &record.out.notes {
            let _ = writeln!(out, "<p>{}</p>", html::text(note));
        }
        let command = command(order, &record.part);
        for figure in &record.out.figures {
            out += &html::figure(figure, &command);
        }
        for table in record.out.tables.iter().filter(|table| !table.hidden) {
            out += &html::table(table);
        }
    }
    out
}

/// Command that reproduces one part.
fn command(order: &Order, part: &str) -> String {
    let flag = order.effort.of([" --quick", "", " --full"]);
    let number = order.configurations.map(|n| format!(" --configurations {n}")).unwrap_or_default();
    format!("impinge reproduce {}{flag}{number} --seed {} --only {part}", order.paper.name(), order.seed)
}

fn counted(tally: Tally) -> String {
    let Tally { agrees, partly, differs, open, vacuous, derived } = tally;
    format!(
        "{agrees} agree, {partly} in part, {differs} differ, {open} open, {vacuous} vacuous; {derived} derived"
    )
}

/// The front page over the folders of papers, in `folder`.
///
/// # Errors
/// If it cannot be written.
pub fn write_front_page(folder: &Path, command: &str, summaries: &[Summary]) -> Result<PathBuf, Stop> {
    let figures: usize = summaries.iter().map(|s| s.figures).sum();
    let tables: usize = summaries.iter().map(|s| s.tables).sum();
    let mut out = String::from("<h1>Five papers, made again</h1>\n");
    let _ = writeln!(
        out,
        "<p>{figures} figures and {tables} tables of five documents on collision detection, measured again with impinge, and a verdict \
         on each of their statements.</p>\n<p class=\"quiet\"><code>{}</code><br>{}; {}</p>",
        html::text(command),
        html::text(&machine()),
        html::text(BUILD)
    );
    out += "<div class=\"wide\"><table>\n<thead><tr><th>paper</th><th class=\"number\">figures</th><th class=\"number\">tables</th>\
            <th class=\"number\">agree</th><th class=\"number\">in part</th><th class=\"number\">differ</th><th class=\"number\">open</th>\
            <th class=\"number\">vacuous</th><th class=\"number\">derived</th></tr></thead>\n<tbody>\n";
    for s in summaries {
        let (name, title) = (s.paper.name(), html::text(s.paper.title()));
        let _ = write!(
            out,
            "<tr><td><a href=\"{name}/index.html\">{title}</a><br><span class=\"quiet\">{}</span></td>",
            html::text(s.paper.citation())
        );
        for number in [s.figures, s.tables].into_iter().chain(s.tally.numbers()) {
            let _ = write!(out, "<td class=\"number\">{number}</td>");
        }
        out += "</tr>\n";
    }
    out += "</tbody>\n</table></div>\n";
    let path = folder.join("index.html");
    write_file(&path, html::page("Five papers, made again", &out).as_bytes())?;
    Ok(path)
}

/// Folders of the papers in the common one.
impl Paper {
    /// Path of its folder in the common one.
    pub fn folder(self, all: &Path) -> PathBuf {
        all.join(self.name())
    }
}

/// The machine in a few words.
pub(crate) fn machine() -> String {
    let threads = cores();
    let model = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    let model = model.unwrap_or_else(|| std::env::consts::ARCH.into());
    format!("{model}, {threads} threads, {}", std::env::consts::OS)
}
