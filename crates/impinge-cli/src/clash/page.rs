//! Findings as a page: the assembly in 3D, and a table for each kind whose rows take the camera to the clash.

use std::io::Write;

use impinge::Vec3;
use impinge_page::{
    Body, BodyId, Cell, Column, Geometry, Lines, Page, Pose, Role, Row, Section, Table, View,
};

use super::finding::{Finding, Kind};
use super::frame::{Frame, frame};
use super::report::Report;
use crate::failure::Failure;

/// Writes the page.
pub fn write(out: &mut impl Write, report: &Report<'_>) -> Result<(), Failure> {
    let worst = worst_kinds(report);
    let mut view = View::space();
    let bodies = add_bodies(&mut view, report, &worst);
    add_proofs(&mut view, report);
    let mut page = Page::new("Clashes");
    page.intro(intro(report)).view(view);
    for kind in Kind::ALL {
        if report.count(kind) > 0 {
            page.table(table(report, kind, &bodies));
        }
    }
    page.section(reading());
    if !report.parts.unreadable.is_empty() {
        page.section(unreadable(report));
    }
    Ok(page.write_to(out)?)
}

/// Worst kind of finding about each part.
fn worst_kinds(report: &Report<'_>) -> Vec<Option<Kind>> {
    let mut worst: Vec<Option<Kind>> = vec![None; report.parts.parts.len()];
    for finding in &report.findings {
        for part in [finding.a, finding.b] {
            let kind = &mut worst[part as usize];
            *kind = Some(kind.map_or(finding.kind, |kind| kind.min(finding.kind)));
        }
    }
    worst
}

/// All parts; equal shapes share their triangles.
fn add_bodies(view: &mut View, report: &Report<'_>, worst: &[Option<Kind>]) -> Vec<BodyId> {
    let parts = report.parts;
    let mut shapes = Vec::with_capacity(parts.shapes.len());
    for mesh in &parts.shapes {
        let corners = mesh.vertices().iter().map(|v| v.to_array());
        let triangles = mesh.triangles().map(|(_, corners)| corners);
        // Coordinates beyond single precision cannot be drawn: such a part has no triangles on the page.
        let drawn = Geometry::try_new(corners, triangles).unwrap_or_else(|_| Geometry::new([], []));
        shapes.push(view.geometry(drawn));
    }
    let mut bodies = Vec::with_capacity(parts.parts.len());
    for (part, kind) in parts.parts.iter().zip(worst) {
        let mesh = &parts.shapes[part.shape];
        let body = Body::new(&part.name, shapes[part.shape])
            .at(Pose::position(part.at.to_array()))
            .role(kind.map_or(Role::Quiet, role))
            .opacity(if kind.is_some() { 0.7 } else { 1.0 })
            .group(kind.map_or("clear", Kind::title))
            .fact("triangles", mesh.len().to_string())
            .fact("inside", if mesh.is_closed() { "solid" } else { "none: the surface is open" });
        bodies.push(view.body(body));
    }
    bodies
}

fn role(kind: Kind) -> Role {
    if kind.is_collision() { Role::Bad } else { Role::Warn }
}

/// Separating translations as arrows, gaps as segments.
fn add_proofs(view: &mut View, report: &Report<'_>) {
    let ways = report.findings.iter().filter_map(|finding| {
        let from = Vec3::from(finding.measures.point_b);
        let by = finding.measures.way_out?.by;
        Some((from.to_array(), (from + Vec3::from(by)).to_array()))
    });
    view.lines(Lines::arrows(ways).role(Role::Good));
    let is_gap = |finding: &&Finding| finding.measures.distance > 0.0;
    let gaps = report.findings.iter().filter(is_gap);
    view.lines(Lines::segments(gaps.map(|f| (f.measures.point_a, f.measures.point_b))).role(Role::Accent));
}

fn intro(report: &Report<'_>) -> String {
    let counts: Vec<String> =
        Kind::ALL.iter().map(|kind| format!("{} {}", report.count(*kind), kind.word())).collect();
    format!(
        "{} parts, {} pairs near one another; tolerance {}, clearance {}: {}. A row takes the camera to its clash. Green arrows are \
         ways out: the second part moved by one is free.",
        report.parts.parts.len(),
        report.near_pairs,
        report.limits.tolerance,
        report.limits.clearance,
        counts.join(", ")
    )
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
    let text = if kind == Kind::Contained { ["inner", "outer"] } else { ["A", "B"] };
    let columns = text.into_iter().map(Column::text).chain(names.iter().map(|name| Column::number(*name)));
    let mut table = Table::new(capitalized(kind.title()), columns);
    for finding in report.worst_first().into_iter().filter(|finding| finding.kind == kind) {
        let Frame { center, radius, .. } = frame(report.parts, finding);
        let around = Vec3::new(radius, radius, radius);
        let is_swapped = finding.measures.a_is_inside == Some(false);
        let pair = if is_swapped { [finding.b, finding.a] } else { [finding.a, finding.b] };
        let named = pair.iter().map(|part| report.name(*part).into());
        let numbers = names.iter().map(|name| measure(finding, name).map_or(Cell::from("–"), Cell::from));
        table.row(
            Row::new(named.chain(numbers))
                .bodies(pair.map(|part| bodies[part as usize]))
                .frame((center - around).to_array(), (center + around).to_array()),
        );
    }
    table
}

/// The number in the column of this name.
fn measure(finding: &Finding, name: &str) -> Option<f64> {
    let measures = &finding.measures;
    match name {
        "distance" => Some(measures.distance),
        "error" => Some(measures.error),
        "required" => Some(measures.limit),
        "depth" => measures.way_out.map(|out| out.depth),
        "at least" => measures.way_out.map(|out| out.at_least),
        "volume" => measures.volume.map(|volume| volume.value),
        _ => measures.deviation,
    }
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
        .text("The proof of each finding in words, and all digits, are in the reports as JSON and CSV.");
    section
}

fn unreadable(report: &Report<'_>) -> Section {
    let mut files = Table::new("Files", [Column::text("file"), Column::text("reason")]);
    for file in &report.parts.unreadable {
        files.row(Row::new([file.name.as_str().into(), file.reason.as_str().into()]));
    }
    let mut section = Section::new("Files that could not be read");
    section.text("What is in them was not looked at.").table(files);
    section
}
