//! Findings as a page: the assembly in 3D, what was not read or is not proven, and a table for each kind whose rows show a pair alone.

use std::io::Write;

use impinge::Vec3;
use impinge_page::{Body, BodyId, Cell, Column, Lines, Page, Role, Row, Section, Table, View};

use super::finding::{Finding, Kind, Measures};
use super::frame::{Frame, frame};
use super::geometries::{copies, geometry, pose};
use super::report::Report;
use crate::failure::Failure;

/// Names in the introduction; tables have all.
const MOST_NAMES: usize = 5;

/// Writes the page.
pub fn write(out: &mut impl Write, report: &Report<'_>) -> Result<(), Failure> {
    let standings = standings(report);
    let mut view = View::space();
    view.unit(unit(report));
    let bodies = add_bodies(&mut view, report, &standings);
    add_proofs(&mut view, report, &bodies);
    add_legend(&mut view, report, &standings);
    let mut page = Page::new("Clashes");
    intro(&mut page, report);
    page.view(view);
    if !report.parts.unreadable.is_empty() {
        page.table(unreadable(report));
    }
    if !report.unproven.is_empty() {
        page.table(unproven(report, &bodies));
    }
    for kind in Kind::ALL {
        if report.count(kind) > 0 {
            page.table(table(report, kind, &bodies));
        }
    }
    page.section(reading());
    Ok(page.write_to(out)?)
}

/// Unit behind a length; empty if no file states one.
fn unit(report: &Report<'_>) -> &'static str {
    match report.parts.units.key() {
        "file" => "",
        known => known,
    }
}

/// State of a part: its group, and its color.
#[derive(Clone, Copy, PartialEq)]
enum Standing {
    Clear,
    /// It has a finding other than a collision.
    Near(Kind),
    /// It is open, so that it may collide.
    Unproven,
    Collides(Kind),
}

impl Standing {
    fn role(self) -> Role {
        match self {
            Self::Clear => Role::Quiet,
            Self::Near(_) => Role::Warn,
            Self::Unproven => Role::Unproven,
            Self::Collides(_) => Role::Bad,
        }
    }

    fn group(self) -> &'static str {
        match self {
            Self::Clear => "clear",
            Self::Near(kind) | Self::Collides(kind) => kind.title(),
            Self::Unproven => "not proven: open",
        }
    }
}

/// The worst that is known of each part.
fn standings(report: &Report<'_>) -> Vec<Standing> {
    let mut worst: Vec<Option<Kind>> = vec![None; report.parts.parts.len()];
    for finding in &report.findings {
        for part in [finding.a, finding.b] {
            let kind = &mut worst[part as usize];
            *kind = Some(kind.map_or(finding.kind, |kind| kind.min(finding.kind)));
        }
    }
    let standing = |(part, kind): (u32, Option<Kind>)| match kind {
        Some(kind) if kind.is_collision() => Standing::Collides(kind),
        _ if report.unproven.binary_search(&part).is_ok() => Standing::Unproven,
        Some(kind) => Standing::Near(kind),
        None => Standing::Clear,
    };
    (0..).zip(worst).map(standing).collect()
}

/// All parts; equal shapes share their triangles, turned ones too.
fn add_bodies(view: &mut View, report: &Report<'_>, standings: &[Standing]) -> Vec<BodyId> {
    let parts = report.parts;
    let copies = copies(&parts.shapes);
    let mut drawn = Vec::with_capacity(parts.shapes.len());
    for (number, mesh) in parts.shapes.iter().enumerate() {
        let (of, _) = copies[number];
        drawn.push(if of == number { view.geometry(geometry(mesh)) } else { drawn[of] });
    }
    let mut bodies = Vec::with_capacity(parts.parts.len());
    for (number, (part, standing)) in (0..).zip(parts.parts.iter().zip(standings)) {
        let mesh = &parts.shapes[part.shape];
        let inside = match (mesh.is_closed(), parts.is_inside_out(number)) {
            (true, true) => "solid, though its faces face inward",
            (true, false) => "solid",
            _ => "none: the surface is open",
        };
        let body = Body::new(&part.name, drawn[part.shape])
            .at(pose(copies[part.shape].1, part.at))
            .role(standing.role())
            .opacity(if *standing == Standing::Clear { 1.0 } else { 0.7 })
            .group(standing.group())
            .fact("triangles", mesh.len().to_string())
            .fact("inside", inside);
        bodies.push(view.body(body));
    }
    bodies
}

/// Separating translations as arrows, gaps as segments; each belongs to its pair.
fn add_proofs(view: &mut View, report: &Report<'_>, bodies: &[BodyId]) {
    for Finding { a, b, measures, .. } in &report.findings {
        let pair = [*a, *b].map(|part| bodies[part as usize]);
        if let Some(out) = measures.way_out {
            let from = Vec3::from(measures.point_b);
            let to = from + Vec3::from(out.by);
            let way = Lines::arrows([(from.to_array(), to.to_array())]);
            view.lines(way.role(Role::Good).between(pair));
        }
        if measures.distance > 0.0 {
            let gap = Lines::segments([(measures.point_a, measures.point_b)]);
            view.lines(gap.role(Role::Accent).between(pair));
        }
    }
}

/// Legend: the meaning of colors, with counts; only those that are there.
fn add_legend(view: &mut View, report: &Report<'_>, standings: &[Standing]) {
    let parts = |role: Role| standings.iter().filter(|standing| standing.role() == role).count();
    let findings = |is: &dyn Fn(&Finding) -> bool| report.findings.iter().filter(|f| is(f)).count();
    let entries = [
        (Role::Bad, parts(Role::Bad), "in a collision"),
        (Role::Unproven, parts(Role::Unproven), "not proven (open)"),
        (Role::Warn, parts(Role::Warn), "touching or too near"),
        (Role::Quiet, parts(Role::Quiet), "clear"),
        (Role::Good, findings(&|f| f.measures.way_out.is_some()), "ways out (arrows)"),
        (Role::Accent, findings(&|f| f.measures.distance > 0.0), "gaps (lines)"),
    ];
    for (role, count, meaning) in entries.into_iter().filter(|(_, count, _)| *count > 0) {
        view.legend(role, format!("{meaning}: {count}"));
    }
}

fn intro(page: &mut Page, report: &Report<'_>) {
    let counts: Vec<String> =
        Kind::ALL.iter().map(|kind| format!("{} {}", report.count(*kind), kind.word())).collect();
    page.intro(format!(
        "{} parts, {} pairs near one another: {}. Tolerance {}, clearance {}; lengths in {}.",
        report.parts.parts.len(),
        report.near_pairs,
        counts.join(", "),
        report.limits.tolerance,
        report.limits.clearance,
        report.parts.units.phrase(),
    ));
    if !report.parts.unreadable.is_empty() {
        let names: Vec<&str> = report.parts.unreadable.iter().map(|file| file.name.as_str()).collect();
        page.intro(format!("Not read, so that nothing is known of them: {}.", listed(&names)));
    }
    if !report.unproven.is_empty() {
        page.intro(format!(
            "Not proven, as these are open, so that nothing can be proven to be outside of them: {}.",
            listed(&report.unproven_names())
        ));
    }
    page.intro(
        "A row shows its pair alone, in two colors, and a second click all parts again. Green arrows are ways out: the second part moved by \
         one is free.",
    );
}

/// The first of the names, and the number of the others.
fn listed(names: &[&str]) -> String {
    let first = names.iter().take(MOST_NAMES).copied().collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST_NAMES) {
        0 => first,
        more => format!("{first} and {more} more"),
    }
}

/// The findings of one kind, worst first.
fn table(report: &Report<'_>, kind: Kind, bodies: &[BodyId]) -> Table {
    let names: &[&str] = match kind {
        Kind::Hard => &["depth", "at least", "volume"],
        Kind::Contained => &["volume", "depth", "at least"],
        Kind::Duplicate => &["volume", "deviation"],
        Kind::Clearance => &["distance", "error", "required"],
        Kind::Touching => &["distance", "error", "depth"],
    };
    let is_of_kind = |finding: &&Finding| finding.kind == kind;
    let findings: Vec<&Finding> = report.worst_first().into_iter().filter(is_of_kind).collect();
    let has_doubt = findings.iter().any(|finding| !report.is_proven(finding));
    let text = if kind == Kind::Contained { ["inner", "outer"] } else { ["A", "B"] };
    let numbers = names.iter().map(|name| Column::number(measured(name, unit(report))));
    let proven = has_doubt.then(|| Column::text("proven"));
    let columns = text.into_iter().map(Column::text).chain(numbers).chain(proven);
    let mut table = Table::new(capitalized(kind.title()), columns);
    for finding in findings {
        let Frame { center, radius, .. } = frame(report.parts, finding);
        let around = Vec3::new(radius, radius, radius);
        let is_swapped = finding.measures.a_is_inside == Some(false);
        let pair = if is_swapped { [finding.b, finding.a] } else { [finding.a, finding.b] };
        let named = pair.iter().map(|part| report.name(*part).into());
        let numbers = names.iter().map(|name| measure(finding, name).unwrap_or(Cell::from("–")));
        let proven =
            has_doubt.then(|| Cell::from(if report.is_proven(finding) { "yes" } else { "no: open" }));
        let [first, second] = pair.map(|part| bodies[part as usize]);
        table.row(
            Row::new(named.chain(numbers).chain(proven))
                .pair([first], [second])
                .frame((center - around).to_array(), (center + around).to_array()),
        );
    }
    table
}

/// Name of a column with its unit.
fn measured(name: &str, unit: &str) -> String {
    match (name, unit) {
        (_, "") => name.into(),
        ("volume", unit) => format!("{name}, {unit}³"),
        (_, unit) => format!("{name}, {unit}"),
    }
}

/// The number in the column of this name, with its error.
fn measure(finding: &Finding, name: &str) -> Option<Cell> {
    let Measures { distance, error, limit, way_out, volume, deviation, .. } = finding.measures;
    Some(match name {
        "distance" => Cell::Measured { value: distance, error },
        "error" => Cell::Measured { value: error, error },
        "required" => limit.into(),
        "depth" => {
            way_out.map(|out| Cell::Measured { value: out.depth, error: error.max(out.then_error) })?
        }
        "at least" => {
            way_out.map(|out| Cell::Measured { value: out.at_least, error: error.max(out.then_error) })?
        }
        "volume" => volume.map(|volume| Cell::Measured { value: volume.value, error: volume.error })?,
        _ => deviation?.into(),
    })
}

/// With a capital first letter.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Explanation of the numbers.
fn reading() -> Section {
    let mut section = Section::new("How to read it");
    section
        .text(
            "Depth is the length of a translation of the second part that frees it, proven by a query at its end; no translation \
             that is shorter than \u{201c}at least\u{201d} does. The true distance differs from the one given by no more than its error. \
             Volume is what both parts have in common; a dash stands where there is none, as of an open surface.",
        )
        .text(
            "Numbers have as many digits as their error allows; the pointer over one shows all. The proof of each finding in words, and all \
             digits, are in the reports as JSON and CSV. Shapes that are turned copies of one another are drawn as one, within two \
             millionths of their size.",
        );
    section
}

/// Files that could not be read, and the reasons.
fn unreadable(report: &Report<'_>) -> Table {
    let mut files = Table::new("Not read", [Column::text("file"), Column::text("reason")]);
    for file in &report.parts.unreadable {
        files.row(Row::new([file.name.as_str().into(), file.reason.as_str().into()]));
    }
    files
}

/// Parts that are open and not allowed to be.
fn unproven(report: &Report<'_>, bodies: &[BodyId]) -> Table {
    let mut parts = Table::new("Not proven: open", [Column::text("part"), Column::number("triangles")]);
    for &part in &report.unproven {
        let triangles = report.parts.shape(part).len() as f64;
        parts.row(Row::new([report.name(part).into(), triangles.into()]).bodies([bodies[part as usize]]));
    }
    parts
}
