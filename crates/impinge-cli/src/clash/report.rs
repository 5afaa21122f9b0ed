//! The report of a run, which the printers of text, JSON, CSV, BCF and page read.

use std::collections::BTreeMap;
use std::io::Write;

use impinge::Vec3;
use serde::Serialize;

use super::finding::{Finding, Kind, Measures, by_severity};
use super::near::Limits;
use super::parts::Parts;
use crate::failure::{Failure, on_one_line};
use crate::open;
use crate::table::{self, Align, number};

/// Number of findings that the table shows; the reports have all.
const SHOWN: usize = 20;

/// Report of a run.
pub struct Report<'a> {
    pub parts: &'a Parts,
    /// In the order of their parts.
    pub findings: Vec<Finding>,
    pub limits: Limits,
    /// Parts that are open and not allowed to be, in rising order: nothing can be proven to be outside of them.
    pub unproven: Vec<u32>,
    /// Number of rules.
    pub rules: usize,
    /// Pairs that were queried, and pairs that rules ignored.
    pub near_pairs: usize,
    pub ignored_pairs: usize,
}

/// The document of JSON.
#[derive(Serialize)]
struct Document<'a> {
    program: &'static str,
    version: &'static str,
    /// Unit of all lengths.
    unit: &'static str,
    tolerance: f64,
    clearance: f64,
    rules: usize,
    counts: Counts,
    /// Worst first.
    findings: Vec<Row<'a>>,
    /// Names of parts that are open and not allowed to be.
    unproven: Vec<&'a str>,
    unreadable: Vec<UnreadableRow<'a>>,
    parts: Vec<PartRow<'a>>,
}

#[derive(Serialize)]
struct Counts {
    parts: usize,
    /// Number of shapes that differ in more than a translation.
    shapes: usize,
    /// Number of parts with an open surface: they are surfaces, not solids.
    open: usize,
    /// Number of those that are not allowed to be open.
    unproven: usize,
    unreadable: usize,
    near_pairs: usize,
    ignored_pairs: usize,
    #[serde(flatten)]
    kinds: BTreeMap<&'static str, usize>,
}

#[derive(Serialize)]
struct Row<'a> {
    kind: Kind,
    a: &'a str,
    b: &'a str,
    /// Severity within its kind; none if no depth was found.
    severity: f64,
    #[serde(flatten)]
    measures: &'a Measures,
    /// Whether the kind is proven: false if a part is open and no collision was found.
    proven: bool,
    proof: String,
}

#[derive(Serialize)]
struct UnreadableRow<'a> {
    name: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
struct PartRow<'a> {
    name: &'a str,
    triangles: usize,
    solid: bool,
    /// Whether its faces face inward.
    inside_out: bool,
    /// Points at open edges that were welded, how far apart at most, and gaps that were closed.
    welded: usize,
    weld_distance: f64,
    gaps_closed: usize,
    /// Parts of one number share a shape.
    shape: usize,
    min: [f64; 3],
    max: [f64; 3],
}

impl Report<'_> {
    /// Name of a part.
    pub fn name(&self, part: u32) -> &str {
        &self.parts.parts[part as usize].name
    }

    /// Number of findings of a kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.findings.iter().filter(|finding| finding.kind == kind).count()
    }

    /// Findings, worst first.
    pub fn worst_first(&self) -> Vec<&Finding> {
        by_severity(&self.findings)
    }

    /// Number of parts without an inside.
    pub fn open(&self) -> usize {
        (0..self.parts.parts.len() as u32).filter(|part| !self.parts.is_solid(*part)).count()
    }

    /// Names of parts that are open and not allowed to be.
    pub fn unproven_names(&self) -> Vec<&str> {
        self.unproven.iter().map(|part| self.name(*part)).collect()
    }

    /// Whether the kind of a finding is proven: one that is not a collision may hide one if a part is open.
    pub fn is_proven(&self, finding: &Finding) -> bool {
        let is_open = |part: u32| self.unproven.binary_search(&part).is_ok();
        finding.kind.is_collision() || !(is_open(finding.a) || is_open(finding.b))
    }

    /// One document of JSON.
    pub fn write_json(&self, out: &mut impl Write) -> Result<(), Failure> {
        let parts = self.parts;
        let document = Document {
            program: "impinge clash",
            version: env!("CARGO_PKG_VERSION"),
            unit: parts.units.key(),
            tolerance: self.limits.tolerance,
            clearance: self.limits.clearance,
            rules: self.rules,
            counts: Counts {
                parts: parts.parts.len(),
                shapes: parts.shapes.len(),
                open: self.open(),
                unproven: self.unproven.len(),
                unreadable: parts.unreadable.len(),
                near_pairs: self.near_pairs,
                ignored_pairs: self.ignored_pairs,
                kinds: Kind::ALL.iter().map(|kind| (kind.word(), self.count(*kind))).collect(),
            },
            findings: self.worst_first().into_iter().map(|finding| self.row(finding)).collect(),
            unproven: self.unproven_names(),
            unreadable: parts
                .unreadable
                .iter()
                .map(|file| UnreadableRow { name: &file.name, reason: &file.reason })
                .collect(),
            parts: (0..)
                .zip(&parts.parts)
                .map(|(k, part)| PartRow {
                    name: &part.name,
                    triangles: parts.shapes[part.shape].len(),
                    solid: parts.shapes[part.shape].is_closed(),
                    inside_out: parts.is_inside_out(k),
                    welded: part.welded.points,
                    weld_distance: part.welded.distance,
                    gaps_closed: part.welded.gaps,
                    shape: part.shape,
                    min: part.bounds.min.to_array(),
                    max: part.bounds.max.to_array(),
                })
                .collect(),
        };
        serde_json::to_writer(&mut *out, &document)?;
        Ok(writeln!(out)?)
    }

    fn row<'a>(&'a self, finding: &'a Finding) -> Row<'a> {
        Row {
            kind: finding.kind,
            a: self.name(finding.a),
            b: self.name(finding.b),
            severity: finding.severity(),
            measures: &finding.measures,
            proven: self.is_proven(finding),
            proof: finding.proof(),
        }
    }

    /// A summary and the worst findings, for people; `hint` is added if there are more.
    pub fn write_text(&self, out: &mut impl Write, hint: &str) -> Result<(), Failure> {
        let parts = self.parts;
        let Limits { tolerance, clearance } = self.limits;
        writeln!(
            out,
            "{} parts of {} shapes, {} pairs near, {} ignored by rules; tolerance {tolerance}, clearance {clearance}; lengths in {}",
            parts.parts.len(),
            parts.shapes.len(),
            self.near_pairs,
            self.ignored_pairs,
            parts.units.phrase()
        )?;
        let counts: Vec<String> =
            Kind::ALL.iter().map(|kind| format!("{} {}", kind.word(), self.count(*kind))).collect();
        writeln!(out, "{}", counts.join(", "))?;
        let allowed = self.open() - self.unproven.len();
        if allowed > 0 {
            writeln!(out, "{allowed} parts are open, as `--allow-open` permits: surfaces with no inside")?;
        }
        let welded = parts.parts.iter().filter(|part| part.welded.points > 0);
        let distance = welded.clone().fold(0.0, |most: f64, part| most.max(part.welded.distance));
        if distance > 0.0 {
            writeln!(out, "{} parts have welded seams, {distance:.1e} apart at most", welded.count())?;
        }
        let inward = (0..parts.parts.len() as u32).filter(|part| parts.is_inside_out(*part)).count();
        if inward > 0 {
            writeln!(out, "{inward} parts have faces that face inward: taken as the solids that they bound")?;
        }
        open::write_text(out, &self.unproven_names())?;
        for file in parts.unreadable.iter().take(SHOWN) {
            writeln!(out, "not read: {}", on_one_line(&file.reason))?;
        }
        if parts.unreadable.len() > SHOWN {
            writeln!(out, "and {} more files that could not be read", parts.unreadable.len() - SHOWN)?;
        }
        if self.findings.is_empty() {
            return Ok(());
        }
        writeln!(out)?;
        let rows: Vec<_> = self.worst_first().iter().take(SHOWN).map(|f| self.table_row(f)).collect();
        let columns = [
            ("kind", Align::Left),
            ("A", Align::Left),
            ("B", Align::Left),
            ("distance", Align::Right),
            ("way out of B", Align::Left),
            ("volume", Align::Right),
        ];
        table::write(out, columns, &rows)?;
        if self.findings.len() > SHOWN {
            writeln!(out, "and {} more{hint}", self.findings.len() - SHOWN)?;
        }
        Ok(())
    }

    fn table_row(&self, finding: &Finding) -> [String; 6] {
        let Measures { distance, way_out, volume, .. } = &finding.measures;
        let way = way_out.map_or_else(String::new, |out| {
            let [x, y, z] = Vec3::from(out.by).to_array().map(number);
            format!("({x}, {y}, {z})")
        });
        let signed = way_out.map_or(*distance, |out| -out.depth);
        [
            finding.kind.word().into(),
            on_one_line(self.name(finding.a)),
            on_one_line(self.name(finding.b)),
            number(signed),
            way,
            volume.map_or_else(String::new, |v| number(v.value)),
        ]
    }
}
