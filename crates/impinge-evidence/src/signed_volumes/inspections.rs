//! Section 5.2: the number of regions that Signed Volumes inspect, the number inspected twice, and the gain of keeping them. On the spheres of figures 16 to 21,
//! with hill climbing.

use impinge::Shape;
use impinge_scenes::Rng;

use super::bodies::sphere;
use super::spheres::{Stand, place};
use crate::claim::Verdict;
use crate::figure::{BarChart, Figure};
use crate::measure::{Couple, Regions, Sub, cost, regions};
use crate::study::{Out, Stop, Task};
use crate::table::Table;
use crate::timed::{Timed, holding};

/// ε_tol of figure 17.
const TOLERANCE: f64 = 1e-8;

/// Relative slowdown up to which exact predicates count as slightly slower.
const SLIGHTLY: f64 = 1.5;

struct Row {
    vertices: usize,
    stand: Stand,
    regions: Regions,
    /// Nanoseconds in the sub-algorithm per query: as printed, regions kept, exact signs.
    ns: [f64; 3],
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let sizes: &[usize] =
        task.effort.of([&[100, 1000], &[50, 100, 200, 500, 1000, 2000], &[50, 100, 200, 500, 1000, 2000]]);
    let (queries, loops) = task.effort.of([(100, 5), (500, 20), (2_000, 30)]);
    let mut rows = Vec::new();
    for (n, &vertices) in sizes.iter().enumerate() {
        let body = sphere(vertices, true);
        for (k, stand) in Stand::ALL.into_iter().enumerate() {
            task.reached((3 * n + k) as f64 / (3 * sizes.len()) as f64)?;
            let mut rng = Rng::new(task.seed.wrapping_add((vertices * 8 + k) as u64));
            let poses: Vec<_> = (0..queries).map(|_| place(&body, stand, &mut rng)).collect();
            let couples: Vec<Couple<'_>> =
                poses.iter().map(|&[a, b]| [(&body).at(a), (&body).at(b)]).collect();
            let ns = [Sub::SignedVolumesPrinted, Sub::SignedVolumesKept, Sub::SignedVolumesExact]
                .map(|sub| cost(sub, &couples, TOLERANCE, loops).sub_ns);
            rows.push(Row { vertices, stand, regions: regions(&couples, TOLERANCE), ns });
        }
    }
    draw(&rows, out);
    judge(&rows, out);
    Ok(())
}

/// Sums over all sizes.
fn sum(rows: &[Row], stand: Stand) -> Regions {
    rows.iter().filter(|row| row.stand == stand).fold(Regions::default(), |sum, row| sum.and(&row.regions))
}

fn draw(rows: &[Row], out: &mut Out) {
    let columns = [
        "vertices",
        "spheres",
        "calls",
        "regions inspected",
        "of them again",
        "calls answered by the first region",
        "ns per query, as printed",
        "with regions kept",
        "with exact signs",
    ];
    let mut table = Table::new("inspections-table", "Regions that Signed Volumes inspect", columns);
    for row in rows {
        let r = &row.regions;
        let counts = [r.calls, r.inspected, r.repeated, r.by_the_first].map(|count| (count as usize).into());
        table.row(
            [row.vertices.into(), row.stand.name().into()]
                .into_iter()
                .chain(counts)
                .chain(row.ns.map(Into::into)),
        );
    }
    let mut bars =
        BarChart::new("", "in %", ["inspections that are repeated", "calls that the first region answers"]);
    let mut said = Vec::new();
    for stand in Stand::ALL {
        let sum = sum(rows, stand);
        let [again, first] = [sum.repeated_share(), sum.first_share()].map(|share| 100.0 * share);
        bars = bars.row(stand.name(), [again, first]);
        said.push(format!("{}: {again:.0} % of the inspections repeated, {first:.0} % of the calls answered by the first region", stand.name()));
    }
    out.figure(
        Figure::new("inspections", "", "regions that Signed Volumes inspect")
            .says(
                "Overlapping, the first region is the answer; some regions are inspected twice, which explains why less is saved near contact.",
                format!("{}.", said.join("; ")),
            )
            .panel(bars),
    );
    out.table(table);
}

fn judge(rows: &[Row], out: &mut Out) {
    let [apart, near, overlapping] = Stand::ALL.map(|stand| sum(rows, stand));
    let first = 100.0 * overlapping.first_share();
    out.finding(
        "signed-volumes-first-region",
        if first > 50.0 { Verdict::Agrees } else { Verdict::Differs },
        format!("Overlapping, the first region answers {first:.0} % of the calls on more than one vertex."),
        "The last call of such a query always ends there. The calls before it look for a way, as they do apart.",
    );
    let shares = [apart, near, overlapping].map(|sum| 100.0 * sum.repeated_share());
    out.finding(
        "signed-volumes-regions-twice",
        Verdict::of(usize::from(shares[1] > 0.0) + usize::from(shares[1] > shares[0].max(shares[2])), 2),
        format!(
            "Of all inspections {:.1} % are repeated apart, {:.1} % near contact, {:.1} % overlapping.",
            shares[0], shares[1], shares[2]
        ),
        "",
    );
    let total = |k: usize| rows.iter().map(|row| row.ns[k]).sum::<f64>();
    let [kept, exact] = [1, 2].map(|k| total(k) / total(0));
    let timed = vec![Timed::below("regions kept, by as printed", kept, 1.0)];
    out.timed(
        "signed-volumes-regions-kept",
        Verdict::of(holding(&timed), 1),
        format!("With each region inspected once the sub-algorithm takes {kept:.2} times as long, over all sizes and stands."),
        "To keep something costs, too.",
        timed,
    );
    let timed = vec![Timed::between("exact signs, by as printed", exact, [1.0, SLIGHTLY])];
    out.timed(
        "signed-volumes-exact-slower",
        Verdict::of(holding(&timed), 1),
        format!(
            "With exact signs the sub-algorithm takes {exact:.2} times as long, over all sizes and stands."
        ),
        "",
        timed,
    );
}
