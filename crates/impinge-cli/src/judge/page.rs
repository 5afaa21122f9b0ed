//! The page of a judged folder: the scores, and the worst pairs, drawn one by one.

use std::path::Path;

use impinge_io::cases::{CasePose, CaseSet, CaseShape};
use impinge_page::{Body, Column, GeometryId, Page, Pose, Role, Row, Section, Step, Table, View};

use super::report::{COLUMNS, cells, sentence, totals};
use super::score::{Score, right};
use super::{Findings, JudgeArgs, Judged};
use crate::drawn;
use crate::failure::Failure;

/// Most pairs drawn for a set and query, and for all of them: enough to see what goes wrong.
const DRAWN_OF_SET: usize = 4;
const DRAWN: usize = 48;
/// Errors below this, relative to the size, are not drawn: they would be invisible.
const VISIBLE: f64 = 1e-4;

/// A pair worth looking at.
struct Fault<'a> {
    judged: &'a Judged<'a>,
    pair: usize,
    what: String,
}

/// Writes the page.
pub fn save(file: &Path, findings: &Findings<'_>, args: &JudgeArgs) -> Result<(), Failure> {
    let mut page = Page::new(format!(
        "{} judged",
        args.answers.file_name().unwrap_or(args.answers.as_os_str()).display()
    ));
    page.intro(format!(
        "Answers of {} to the pairs of {}, compared with the certified truth.",
        args.answers.display(),
        args.cases.display()
    ));
    for (query, score) in totals(findings) {
        page.intro(sentence(query, &score));
    }
    let faults = faults(findings);
    if !faults.is_empty() {
        page.view(view(&faults)?);
        page.table(list(&faults));
    }
    let mut section = Section::new("Scores");
    section.table(scores(findings));
    page.section(section);
    let mut section = Section::new("How to read it");
    section.text(format!(
        "A verdict is wrong where the truth says otherwise by more than {:.0e} of the size of the pair; nearer, bodies touch. The size is \
         the bounding radius of the larger shape and the largest coordinate of the two positions. Errors of numbers are relative to it. A \
         missed pair overlaps and was said to be apart; a false hit is apart and was said to meet. A click on a row of a pair draws it.",
        findings.touching
    ));
    page.section(section);
    page.save(file).map_err(|e| Failure::of(file, e))
}

/// Wrong verdicts first, then missing answers, then the largest errors, over all sets.
fn faults<'a>(findings: &'a Findings<'a>) -> Vec<Fault<'a>> {
    let of = |judged: &'a Judged<'a>| {
        let score = &judged.score;
        let told = |pairs: &'a [usize], what: &'static str, rank: f64| {
            pairs.iter().map(move |&pair| (rank, pair, what.to_owned()))
        };
        let worst = [&score.distance, &score.depth].into_iter().filter_map(|errors| errors.worst());
        let worst = worst.filter(|(error, _)| *error > VISIBLE);
        let worst = worst.map(|(error, pair)| (-error, pair, format!("off by {error:.1e} of the size")));
        let all = told(&score.missed, "overlap missed", f64::NEG_INFINITY)
            .chain(told(&score.false_hits, "false hit", f64::NEG_INFINITY))
            .chain(told(&score.nan, "no answer", f64::MIN))
            .chain(worst);
        all.take(DRAWN_OF_SET).map(move |(rank, pair, what)| (rank, Fault { judged, pair, what }))
    };
    let mut faults: Vec<(f64, Fault<'a>)> = findings.judged.iter().flat_map(of).collect();
    faults.sort_by(|a, b| a.0.total_cmp(&b.0));
    faults.into_iter().map(|(_, fault)| fault).take(DRAWN).collect()
}

fn view(faults: &[Fault<'_>]) -> Result<View, Failure> {
    let mut view = View::space();
    view.legend(Role::First, "A").legend(Role::Second, "B");
    let mut shapes: Vec<(&CaseShape, GeometryId)> = Vec::new();
    for fault in faults {
        let set = fault.judged.set;
        let mut step = Step::new(format!("{}, pair {}: {}", set.name, fault.pair, fault.what));
        for (name, shape, pose, role) in [
            ("A", &set.a, &set.poses[fault.pair][0], Role::First),
            ("B", &set.b, &set.poses[fault.pair][1], Role::Second),
        ] {
            let known = shapes.iter().find(|(known, _)| *known == shape).map(|(_, geometry)| *geometry);
            let geometry = match known {
                Some(geometry) => geometry,
                None => {
                    let built = shape.build::<f64>().map_err(|e| told(set, &e.to_string()))?;
                    let geometry = view.geometry(drawn::solid(&built));
                    shapes.push((shape, geometry));
                    geometry
                }
            };
            step.body(Body::new(name, geometry).role(role).opacity(0.7).at(placed(set, shape, pose)?));
        }
        let judged = fault.judged;
        step.number("truth", right(judged.query, &judged.truth[fault.pair]));
        step.number("answer", judged.answers[fault.pair]);
        view.step(step);
    }
    Ok(view)
}

fn told(set: &CaseSet, what: &str) -> Failure {
    Failure::Said(format!("set `{}`: {what}", set.name))
}

fn placed(set: &CaseSet, shape: &CaseShape, pose: &CasePose) -> Result<Pose, Failure> {
    let pose = shape.pose::<f64>(pose).map_err(|e| told(set, &e.to_string()))?;
    Ok(Pose::new(pose.translation().to_array(), pose.rotation().to_xyzw()))
}

fn list(faults: &[Fault<'_>]) -> Table {
    let columns = [
        Column::text("set"),
        Column::text("what"),
        Column::text("query"),
        Column::number("pair"),
        Column::number("truth"),
        Column::number("answer"),
    ];
    let mut table = Table::new("Worst pairs", columns);
    for (step, fault) in faults.iter().enumerate() {
        let (judged, pair) = (fault.judged, fault.pair);
        let truth = right(judged.query, &judged.truth[pair]);
        let cells = [
            judged.set.name.as_str().into(),
            fault.what.as_str().into(),
            judged.query.name().into(),
            (pair as f64).into(),
            truth.into(),
            judged.answers[pair].into(),
        ];
        table.row(Row::new(cells).step(step));
    }
    table
}

/// A row per set and query, those with most wrong answers first.
fn scores(findings: &Findings<'_>) -> Table {
    let column =
        |name: &str| if name == "set" || name == "query" { Column::text(name) } else { Column::number(name) };
    let mut table = Table::new("Each set and query", COLUMNS.map(column));
    let mut row = |cells: [String; 10]| {
        let cell = |text: String| text.parse::<f64>().map_or(text.into(), Into::into);
        table.row(Row::new(cells.map(cell)));
    };
    let mut judged: Vec<&Judged<'_>> = findings.judged.iter().collect();
    judged.sort_by_key(|judged| std::cmp::Reverse(judged.score.wrong()));
    for judged in judged {
        row(cells(&judged.set.name, Some(judged.query), &judged.score));
    }
    for set in &findings.missing {
        row(cells(&set.name, None, &Score { n: set.poses.len(), ..Score::default() }));
    }
    table
}
