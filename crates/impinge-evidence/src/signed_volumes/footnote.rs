//! Sections 5.2 and 6: numbers of calls of the sub-algorithms, and the case of the footnote of section 5.2, in which JB takes longer than BK.
//!
//! The footnote names a run of Cameron's program: hill climbing, one pair, 400 points, a seed. The pair comes out of that program's generator, which
//! the paper does not print, so here many pairs of 400 points take its place: points at random on a sphere, ε_tol = 1e-8 as in figure 17,
//! hill climbing, apart by about 2. The paper's reason is that Johnson's algorithm is accurate only to √ε, so that GJK with JB takes a
//! longer path. That can be counted: the pairs in which JB is called more often than BK.

use impinge::{ConvexPolyhedron, Shape};
use impinge_scenes::{Rng, clouds};

use super::spheres::{Stand, place};
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::measure::{Couple, Sub, watched};
use crate::study::{Out, Stop, Task};
use crate::table::{Table, change};

/// Printed forms: JB, BK, SV.
const SUBS: [Sub; 3] = [Sub::JohnsonBackupPrinted, Sub::BackupPrinted, Sub::SignedVolumesPrinted];

/// Vertices of the bodies; that of the footnote among them.
const SIZES: [usize; 5] = [20, 100, FOOTNOTE, 1000, 4000];
const FOOTNOTE: usize = 400;

const TOLERANCES: [f64; 2] = [1e-8, 1e-14];

/// Relative difference in calls from which it counts.
const COUNTS: f64 = 0.01;

/// Calls of one kind of pairs.
struct Row {
    vertices: usize,
    stand: Stand,
    tolerance: f64,
    calls: [u64; 3],
    /// Calls of the Backup procedure by JB.
    backups: u64,
    /// Pairs in which JB is called more often than BK, and less often.
    more: usize,
    less: usize,
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let pairs = task.effort.of([40, 1_000, 10_000]);
    let mut rows = Vec::new();
    for (n, vertices) in SIZES.into_iter().enumerate() {
        let body = ConvexPolyhedron::new(&clouds::on_sphere::<f64>(vertices, task.seed));
        for (k, stand) in Stand::ALL.into_iter().enumerate() {
            task.reached((3 * n + k) as f64 / (3 * SIZES.len()) as f64)?;
            let mut rng = Rng::new(task.seed.wrapping_add((vertices * 8 + k) as u64));
            let poses: Vec<_> = (0..pairs).map(|_| place(&body, stand, &mut rng)).collect();
            for tolerance in TOLERANCES {
                let couples = poses.iter().map(|&[a, b]| [(&body).at(a), (&body).at(b)]);
                rows.push(row(vertices, stand, tolerance, couples));
            }
        }
    }
    show(&rows, pairs, out);
    judge(&rows, pairs, out);
    Ok(())
}

fn row<'a>(vertices: usize, stand: Stand, tolerance: f64, couples: impl Iterator<Item = Couple<'a>>) -> Row {
    let mut row = Row { vertices, stand, tolerance, calls: [0; 3], backups: 0, more: 0, less: 0 };
    for couple in couples {
        let runs = SUBS.map(|sub| watched(sub, &couple, tolerance));
        for (sum, run) in row.calls.iter_mut().zip(&runs) {
            *sum += u64::from(run.calls);
        }
        row.backups += u64::from(runs[0].backups);
        row.more += usize::from(runs[0].calls > runs[1].calls);
        row.less += usize::from(runs[0].calls < runs[1].calls);
    }
    row
}

fn show(rows: &[Row], pairs: usize, out: &mut Out) {
    let columns = [
        "vertices",
        "spheres",
        "ε_tol",
        "calls per pair, JB",
        "BK",
        "SV",
        "calls of Backup by JB",
        "pairs with more calls of JB than of BK",
        "with less",
    ];
    let mut table =
        Table::new("footnote-calls", "Calls of JB, BK and SV as printed, with hill climbing", columns)
            .note(format!("{pairs} pairs for each row."));
    for row in rows {
        let calls = row.calls.map(|calls| (calls as f64 / pairs as f64).into());
        let counts = [row.backups as usize, row.more, row.less].map(Into::into);
        table.row(
            [row.vertices.into(), row.stand.name().into(), row.tolerance.into()]
                .into_iter()
                .chain(calls)
                .chain(counts),
        );
    }
    let mut chart = Chart::new("", "vertices of a body", "calls of JB beside SV, in %").log_x();
    for stand in Stand::ALL {
        let line = SIZES.map(|vertices| {
            (vertices as f64, excess(rows, |row| row.vertices == vertices && row.stand == stand))
        });
        chart = chart.line(stand.name(), line);
    }
    out.figure(
        Figure::new("footnote", "", "how often JB is called beside SV, both as printed")
            .says(
                "An inaccurate direction leads GJK astray, on fine meshes more than on coarse ones.",
                format!("JB is called {} % beside SV, over all pairs.", change(excess(rows, |_| true), 2)),
            )
            .panel(chart),
    );
    out.table(table);
}

/// Percent by which JB is called more often than SV.
fn excess(rows: &[Row], keep: impl Fn(&Row) -> bool) -> f64 {
    let [jb, sv] = rows
        .iter()
        .filter(|row| keep(row))
        .fold([0, 0], |[jb, sv], row| [jb + row.calls[0], sv + row.calls[2]]);
    100.0 * (jb as f64 / sv as f64 - 1.0)
}

fn judge(rows: &[Row], pairs: usize, out: &mut Out) {
    let footnote = rows
        .iter()
        .find(|row| row.vertices == FOOTNOTE && row.stand == Stand::Apart && row.tolerance == TOLERANCES[0]);
    if let Some(row) = footnote {
        let all: usize = rows.iter().map(|row| row.more).sum();
        out.finding(
            "signed-volumes-footnote",
            if row.more > 0 { Verdict::Agrees } else { Verdict::Differs },
            format!(
                "In {} of {pairs} pairs of {FOOTNOTE} vertices apart JB is called more often than BK, both as printed, in {} less often; in {all} of {} pairs \
                 of all sizes and stands. JB falls back {} times.",
                row.more,
                row.less,
                pairs * rows.len(),
                row.backups
            ),
            "The paper's own pair comes from a generator that it does not print.",
        );
    }
    let of_size = |vertices: usize| excess(rows, |row| row.vertices == vertices);
    let (coarse, fine) = (of_size(SIZES[0]), of_size(SIZES[SIZES.len() - 1]));
    out.finding(
        "signed-volumes-finer-accuracy",
        if fine > coarse && fine > 100.0 * COUNTS { Verdict::Agrees } else { Verdict::Differs },
        format!(
            "JB is called {} % beside SV on bodies of {} vertices, {} % on those of {}.",
            change(coarse, 2),
            SIZES[0],
            change(fine, 2),
            SIZES[SIZES.len() - 1]
        ),
        "",
    );
    let all = excess(rows, |_| true);
    out.finding(
        "signed-volumes-fewer-iterations",
        if all > 100.0 * COUNTS { Verdict::Agrees } else { Verdict::Differs },
        format!(
            "Over all sizes, stands and tolerances JB is called {} % beside SV, both as printed.",
            change(all, 2)
        ),
        "Agrees from 1 % on. Tables II and III are judged by themselves.",
    );
}
