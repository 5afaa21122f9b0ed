//! Section 4, counted: the work left by shared features, kept sides, culling and internal edges, and whether tangents of half the
//! angle sort collisions as angles do.

use impinge::Pose;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge_scenes::{Rng, rooms};

use super::cost::Way;
use super::meshes::mesh;
use super::printed::{Counts, Fixed, PrintedMover, PrintedSettings, Reading, RootTable};
use super::savings::ways;
use crate::claim::Verdict;
use crate::study::{Effort, Out, Stop, Task};
use crate::table::{Table, shown};

/// A box over hills, translated and rotated: the work, and the end of each motion, to the bit.
fn work(
    settings: PrintedSettings,
    level: &PolygonMesh<f64>,
    motions: &[Way],
) -> Result<(Counts, Vec<f64>), Stop> {
    let body = mesh(&rooms::cuboid([0.5, 0.3, 0.4], 1))?;
    let standing = Fixed::new(level, &Pose::IDENTITY, &settings);
    let mut mover = PrintedMover::new(settings);
    let ends = motions
        .iter()
        .map(|(pose, motion)| mover.move_by(&PlacedMesh::new(&body, *pose), motion, &[&standing]).fraction);
    let ends = ends.collect();
    Ok((mover.counts, ends))
}

pub(super) fn counted(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let level = mesh(&rooms::terrain(11.5, 0.3, 23, 5))?;
    let translations = ways(&level, task.effort.of([32, 256, 256]), task.seed);
    let all = PrintedSettings::new(Reading::Mended);
    let rows = [
        ("all", all),
        ("sides not kept", PrintedSettings { keep_sides: false, ..all }),
        ("no culling", PrintedSettings { culling: false, ..all }),
        ("internal edges too", PrintedSettings { internal: false, ..all }),
    ];
    let columns = [
        "optimizations",
        "polygons near",
        "vertex-polygon",
        "edge-edge",
        "both, if polygons shared nothing",
        "sides asked",
        "sides computed",
    ];
    let mut table = Table::new("printed-work", "What the printed mover computes for a translation", columns)
        .note("A box over hills, as for the savings; means. Sides are asked only for pairs that would be met first.");
    let mut found = Vec::new();
    for (name, settings) in rows {
        let (counts, ends) = work(settings, &level, &translations)?;
        let mean = |count: u64| count as f64 / translations.len() as f64;
        table.row([
            name.into(),
            mean(counts.polygons).into(),
            mean(counts.vertex_polygon).into(),
            mean(counts.edge_edge).into(),
            mean(counts.unshared).into(),
            mean(counts.sides_asked).into(),
            mean(counts.sides_computed).into(),
        ]);
        found.push((counts, ends));
    }
    out.table(table);
    let ((kept, ends), (fresh, same)) = (&found[0], &found[1]);
    let saved = 1.0 - kept.sides_computed as f64 / fresh.sides_computed as f64;
    out.finding(
        "doom-sides-shared",
        match saved {
            _ if ends != same => Verdict::Differs,
            _ if saved >= MANY => Verdict::Agrees,
            _ if saved > 0.0 => Verdict::Partly,
            _ => Verdict::Differs,
        },
        format!("{} % of the sides that are asked for have been computed before; all motions end where they end without", shown((100.0 * saved).round())),
        "Most pairs are ruled out by their times, before sides are asked for.",
    );
    // Without culling and flags, so that only sharing differs.
    let (bare, _) = work(PrintedSettings { culling: false, internal: false, ..all }, &level, &translations)?;
    let tests = bare.vertex_polygon + bare.edge_edge;
    let ratio = bare.unshared as f64 / tests as f64;
    out.finding(
        "doom-shared-once",
        if ratio > 2.0 {
            Verdict::Agrees
        } else if ratio > 1.0 {
            Verdict::Partly
        } else {
            Verdict::Differs
        },
        format!(
            "{} times as many calculations if polygons shared no vertices and edges",
            shown((100.0 * ratio).round() / 100.0)
        ),
        "",
    );
    tangents(out, task.effort.of([2_000, 100_000, 1_000_000]), task.seed);
    roots(task.effort, out);
    Ok(())
}

/// Share of sides above which savings are large.
const MANY: f64 = 1.0 / 3.0;

/// Rows of collisions of one turn: whether the least tangent of half the angle is that of the least angle, in single precision.
fn tangents(out: &mut Out, rows: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut other = 0;
    for _ in 0..rows {
        // Half of the turns within one part in 10⁵ of another.
        let (scale, near) = (rng.between(1e-3, 3.0), if rng.below(2) == 0 { 1e-5 } else { 1.0 });
        let r: Vec<f32> = (0..8).map(|_| (scale * (1.0 + near * rng.uniform())) as f32).collect();
        let angle = |r: f32| 2.0 * r.atan();
        let least = r.iter().copied().fold(f32::INFINITY, f32::min);
        other += usize::from(r.iter().any(|r| angle(*r) < angle(least)));
    }
    out.finding(
        "doom-tangent",
        Verdict::of(usize::from(other == 0), 1),
        format!("{other} of {rows} rows of eight collisions have another first one by angle than by tangent"),
        "",
    );
}

/// Units in the last place up to which a root counts as accurate.
const ACCURATE: f64 = 2.0;

fn roots(effort: Effort, out: &mut Out) {
    let step = effort.of([4_099, 61, 1]);
    let columns = ["seed", "no iteration", "one", "two", "three"];
    let mut table = Table::new("square-roots", "Largest error of square roots in single precision, in units of the last place", columns)
        .note("Tables of the inverse root by the last bit of the exponent and the first bits of the mantissa, and Newton's iterations.");
    let mut two = Vec::new();
    for bits in [0, 2, 4, 6, 8] {
        let seed = RootTable::new(bits);
        let errors = [0, 1, 2, 3].map(|iterations| seed.error(iterations, step));
        two.push((bits, errors[2]));
        let name = format!("table of {} entries", 2 << bits);
        table.row([name.into(), errors[0].into(), errors[1].into(), errors[2].into(), errors[3].into()]);
    }
    out.table(table);
    let enough = two.iter().filter(|(_, error)| *error <= ACCURATE).count();
    let list: Vec<String> =
        two.iter().map(|(bits, error)| format!("{} entries {}", 2 << bits, shown(*error))).collect();
    out.finding(
        "doom-square-root",
        Verdict::of(enough, two.len()),
        format!("units of the last place after two iterations: {}", list.join(", ")),
        "The report does not say how the first guess is made.",
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Neither kept sides nor skipped features change the end of a motion of a box above the hills.
    #[test]
    fn optimizations_change_the_work_and_not_the_ends() {
        let level = mesh(&rooms::terrain(4.0, 0.3, 8, 5)).expect("hills");
        let motions = ways(&level, 60, 7);
        let all = PrintedSettings::new(Reading::Mended);
        let run = |settings| work(settings, &level, &motions).expect("motions");
        let (counts, ends) = run(all);
        assert!(ends.iter().filter(|f| **f < 1.0).count() > 10);
        let fresh = run(PrintedSettings { keep_sides: false, ..all });
        assert!(fresh.1 == ends && counts.sides_computed < fresh.0.sides_computed);
        let tree = run(PrintedSettings { tree: false, ..all });
        assert!(tree.1 == ends && counts.vertex_polygon < tree.0.vertex_polygon);
        let culling = run(PrintedSettings { culling: false, ..all });
        assert!(culling.1 == ends && counts.edge_edge < culling.0.edge_edge);
    }
}
