//! Findings as a table, for spreadsheets and for files of results.

use impinge_io::results::{Table, Values};

use super::finding::{Finding, Measures};
use super::report::Report;
use crate::failure::on_one_line;

/// Findings, worst first, then files that could not be read. Every text is on one line.
pub fn table(report: &Report<'_>) -> Table {
    let findings = report.worst_first();
    let unreadable = &report.parts.unreadable;
    let rows = findings.len() + unreadable.len();
    let texts = |of: &dyn Fn(&Finding) -> String, file: &dyn Fn(usize) -> Option<String>| {
        let files = (0..unreadable.len()).map(file);
        Values::Texts(findings.iter().map(|f| Some(on_one_line(&of(f)))).chain(files).collect())
    };
    let numbers = |of: &dyn Fn(&Measures) -> Option<f64>| {
        let mut all: Vec<Option<f64>> = findings.iter().map(|f| of(&f.measures)).collect();
        all.resize(rows, None);
        Values::Numbers(all)
    };
    let points = |of: &dyn Fn(&Measures) -> Option<[f64; 3]>| {
        let mut all: Vec<Option<[f64; 3]>> = findings.iter().map(|f| of(&f.measures)).collect();
        all.resize(rows, None);
        Values::Points(all)
    };
    let proofs = findings.iter().map(|f| f.proof()).chain(unreadable.iter().map(|file| file.reason.clone()));
    Table::new()
        .with("kind", texts(&|f| f.kind.word().into(), &|_| Some("unreadable".into())))
        .with("a", texts(&|f| report.name(f.a).into(), &|k| Some(on_one_line(&unreadable[k].name))))
        .with("b", texts(&|f| report.name(f.b).into(), &|_| None))
        .with("distance", numbers(&|m| Some(m.distance)))
        .with("error", numbers(&|m| Some(m.error)))
        .with("limit", numbers(&|m| Some(m.limit)))
        .with("depth", numbers(&|m| m.way_out.map(|out| out.depth)))
        .with("depth_at_least", numbers(&|m| m.way_out.map(|out| out.at_least)))
        .with("way", points(&|m| m.way_out.map(|out| out.by)))
        .with("volume", numbers(&|m| m.volume.map(|v| v.value)))
        .with("volume_error", numbers(&|m| m.volume.map(|v| v.error)))
        .with("deviation", numbers(&|m| m.deviation))
        .with("point_a", points(&|m| Some(m.point_a)))
        .with("point_b", points(&|m| Some(m.point_b)))
        .with("normal", points(&|m| Some(m.normal)))
        .with("proof", Values::texts(proofs.map(|proof| on_one_line(&proof))))
}
