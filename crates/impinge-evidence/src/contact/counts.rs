//! Tables 1 and 2: the mean number of updates of GJK for pairs apart and in contact, and of iterations of EPA, by pair of kinds, in packings of four
//! densities. The pairs are those whose boxes overlap, as after the paper's global search.

use impinge::broad::AxialBsp;
use impinge::hull::planar_hull;
use impinge::{AnyShape, Bounded, Pose, Real, Shape, Vec2, Vec3};
use impinge_scenes::Rng;

use super::packing::{Kind, Packing, SIZES, pack};
use super::steps::counted;
use crate::claim::Verdict;
use crate::drawing::{Drawing, Ink};
use crate::figure::{BarChart, Chart, Figure};
use crate::rule::{is_about, is_within};
use crate::study::{Out, Stop, Task};
use crate::table::{Cell, Table, change};

/// One of the paper's simulations.
pub struct Simulation {
    name: &'static str,
    id: &'static str,
    table: &'static str,
    figure: &'static str,
    kinds: [Kind; 3],
    /// The pairs of the table's columns.
    groups: &'static [[Kind; 2]],
    /// The paper's numbers: for each stage GJK(0), GJK(1) and EPA, by group; NaN if it has none.
    paper: [[&'static [f64]; 3]; 4],
    /// Bodies at the usual effort, as in the paper.
    bodies: usize,
}

const NONE: f64 = f64::NAN;

pub const SIMULATIONS: [Simulation; 2] = [
    Simulation {
        name: "Simulation I",
        id: "1",
        table: "Table 1",
        figure: "Figure 5",
        kinds: [Kind::P5, Kind::P16, Kind::F16],
        groups: &[
            [Kind::P5, Kind::P5],
            [Kind::P5, Kind::P16],
            [Kind::P5, Kind::F16],
            [Kind::P16, Kind::P16],
            [Kind::P16, Kind::F16],
            [Kind::F16, Kind::F16],
        ],
        paper: [
            [
                &[3.65, 4.02, 4.00, 3.98, 4.14, 4.08],
                &[5.30, 6.18, 6.30, 6.86, 6.72, 6.70],
                &[1.29, 1.69, 1.61, 1.94, 2.18, 1.91],
            ],
            [
                &[3.69, 3.86, 3.89, 4.10, 3.81, 3.78],
                &[5.29, 6.26, 6.17, 6.69, 6.51, 6.45],
                &[1.54, 1.84, 1.84, 2.34, 2.32, 2.33],
            ],
            [
                &[3.67, 3.86, 3.85, 3.81, 3.93, 3.82],
                &[5.25, 6.26, 6.21, 6.46, 6.56, 6.42],
                &[1.56, 1.90, 1.90, 2.41, 2.28, 2.23],
            ],
            [
                &[3.67, 3.88, 3.82, 3.95, 3.81, 3.78],
                &[5.22, 6.23, 6.13, 6.48, 6.49, 6.45],
                &[1.62, 1.97, 1.97, 2.48, 2.45, 2.41],
            ],
        ],
        bodies: 5000,
    },
    Simulation {
        name: "Simulation II",
        id: "2",
        table: "Table 2",
        figure: "Figure 6",
        kinds: [Kind::P5, Kind::P16, Kind::S],
        groups: &[
            [Kind::P5, Kind::P5],
            [Kind::P5, Kind::P16],
            [Kind::P16, Kind::P16],
            [Kind::P5, Kind::S],
            [Kind::P16, Kind::S],
        ],
        paper: [
            [
                &[3.51, 3.84, 3.81, 4.05, 4.26],
                &[5.40, 6.43, 6.79, 11.2, 10.6],
                &[1.20, 1.30, 1.82, NONE, NONE],
            ],
            [
                &[3.85, 3.81, 3.93, 4.38, 4.47],
                &[5.23, 6.13, 6.55, 9.90, 9.89],
                &[1.52, 1.91, 2.38, NONE, NONE],
            ],
            [
                &[3.65, 3.85, 3.93, 4.56, 4.65],
                &[5.27, 6.25, 6.67, 9.70, 9.65],
                &[1.51, 1.84, 2.14, NONE, NONE],
            ],
            [
                &[3.65, 3.80, 3.89, 4.46, 4.59],
                &[5.27, 6.25, 6.59, 9.62, 9.53],
                &[1.55, 1.85, 2.15, NONE, NONE],
            ],
        ],
        bodies: 5500,
    },
];

/// Filled shares of the box, loose to tight.
const DENSITIES: [f64; 4] = [0.10, 0.22, 0.34, 0.45];

const MEASURES: [&str; 3] = ["GJK(0)", "GJK(1)", "EPA"];

/// Sums over the pairs of a group: GJK apart, GJK in contact, EPA.
#[derive(Clone, Copy, Default)]
struct Sum {
    steps: [u64; 3],
    pairs: [u64; 3],
}

impl Sum {
    fn add(&mut self, measure: usize, steps: u32) {
        self.steps[measure] += u64::from(steps);
        self.pairs[measure] += 1;
    }

    fn mean(&self, measure: usize) -> f64 {
        self.steps[measure] as f64 / self.pairs[measure] as f64
    }
}

/// Means by stage, measure and group.
type Means = Vec<[Vec<f64>; 3]>;

pub(super) fn run(task: &Task<'_>, simulation: &Simulation, out: &mut Out) -> Result<(), Stop> {
    let bodies = task.effort.of([400, simulation.bodies, 2 * simulation.bodies]);
    let rounds = task.effort.of([80, 200, 400]);
    let mut means: Means = Vec::new();
    let mut by_size = BySize::default();
    let mut sums = Vec::new();
    let columns = [
        "stage",
        "density",
        "bodies",
        "pairs with overlapping boxes",
        "contacts",
        "mean overlap by width",
        "largest overlap by width",
        "rounds of pushing",
    ];
    let id = format!("packings-{}", simulation.id);
    let mut packings = Table::new(id, format!("{}: our packings", simulation.name), columns)
        .note("Widths are about 1.5. The paper's bodies fall into a box for 10 s; ours are put there and pushed apart.");
    let mut snapshots = Figure::new(
        format!("figure-{}", simulation.figure.trim_start_matches("Figure ")),
        simulation.figure,
        format!("{}: a layer of the packing at four stages", simulation.name),
    );
    for (stage, density) in DENSITIES.into_iter().enumerate() {
        let mut rng = Rng::new(task.seed ^ (0x9e37 * (stage as u64 + 1)));
        let mut tell = |share: f64| task.reached((stage as f64 + share) / DENSITIES.len() as f64);
        let packing = pack(&simulation.kinds, bodies, density, rounds, &mut rng, &mut tell)?;
        let (by_group, pairs) = count(simulation, &packing, &mut by_size)?;
        packings.row([
            (stage + 1).into(),
            density.into(),
            bodies.into(),
            pairs.into(),
            packing.contacts.into(),
            packing.overlap[0].into(),
            packing.overlap[1].into(),
            packing.rounds.into(),
        ]);
        snapshots = snapshots.panel(layer(&packing, stage + 1, density).panel());
        means.push([0, 1, 2].map(|measure| by_group.iter().map(|sum| sum.mean(measure)).collect()));
        sums.push(by_group);
    }
    let fills = format!(
        "Ours fill {:.0} to {:.0} % of the box; bodies whose middle is in a layer of a width: solid P5, pyramids; dashed P16, prisms; dotted {}.",
        100.0 * DENSITIES[0],
        100.0 * DENSITIES[3],
        if simulation.kinds[2] == Kind::S { "S, spheres" } else { "F16, frustums" }
    );
    out.figure(snapshots.says("Bodies are loose at first and ever tighter.", fills));
    draw(simulation, &means, out);
    out.table(results(simulation, &means, &sums));
    out.table(packings);
    if simulation.id == "1" {
        judge_polyhedra(&means, &by_size, out);
    } else {
        judge_spheres(&means, out);
        judge_both(task, simulation, &means, out);
    }
    Ok(())
}

/// Sums over pairs of small bodies, of a small and a large one, and of large ones.
type BySize = [Sum; 3];

/// Counts all pairs whose boxes overlap.
fn count(
    simulation: &Simulation,
    packing: &Packing,
    by_size: &mut BySize,
) -> Result<(Vec<Sum>, usize), Stop> {
    let boxes: Vec<_> =
        packing.bodies.iter().map(|body| packing.shapes[body.shape].aabb(&body.pose)).collect();
    let tree = AxialBsp::from_boxes(&boxes).map_err(|e| Stop::Failed(format!("packing: {e}")))?;
    let mut pairs = Vec::new();
    tree.pairs_into(0.0, &mut pairs);
    pairs.sort_unstable();
    let mut sums = vec![Sum::default(); simulation.groups.len()];
    for &(i, j) in &pairs {
        let [a, b] = [i, j].map(|k| &packing.bodies[k as usize]);
        let is_group = |group: &&[Kind; 2]| **group == [a.kind, b.kind] || **group == [b.kind, a.kind];
        let Some(group) = simulation.groups.iter().position(|group| is_group(&group)) else { continue };
        let found = counted(&(&packing.shapes[a.shape]).at(a.pose), &(&packing.shapes[b.shape]).at(b.pose));
        sums[group].add(usize::from(found.meets), found.updates);
        let large = [a, b].iter().filter(|body| 2 * (body.shape % SIZES.len()) >= SIZES.len()).count();
        by_size[large].add(usize::from(found.meets), found.updates);
        if let Some((iterations, _)) = found.depth {
            sums[group].add(2, iterations);
        }
    }
    Ok((sums, pairs.len()))
}

/// The outlines of the bodies whose middle is in a layer across the box, seen along y, the far ones first.
fn layer(packing: &Packing, stage: usize, density: f64) -> Drawing {
    let middle = 0.5 * packing.edge;
    let mut near: Vec<_> =
        packing.bodies.iter().filter(|b| (b.pose.translation().y - middle).abs() < 0.75).collect();
    near.sort_by(|p, q| q.pose.translation().y.total_cmp(&p.pose.translation().y));
    let mut drawing = Drawing::new(format!("stage {stage}, {:.0} % full", 100.0 * density)).line(
        [[0.0, 0.0], [packing.edge, 0.0], [packing.edge, packing.edge], [0.0, packing.edge], [0.0, 0.0]],
        Ink::Around,
    );
    for body in near {
        let points: Vec<Vec2<f64>> = outline(packing, body.shape)
            .map(|v| body.pose.transform(v))
            .map(|v| Vec2::new(v.x, v.z))
            .collect();
        let ink = match body.kind {
            Kind::P5 => Ink::First,
            Kind::P16 => Ink::Second,
            Kind::F16 | Kind::S => Ink::Around,
        };
        if let Ok(hull) = planar_hull(&points) {
            drawing = drawing.polygon(hull.vertices().iter().map(|v| [v.x, v.y]), ink);
        }
    }
    drawing
}

/// Points whose hull has the outline of a shape: its vertices, or a circle seen along y, which keeps its outline under rotation.
fn outline(packing: &Packing, shape: usize) -> Box<dyn Iterator<Item = Vec3<f64>> + '_> {
    match &packing.shapes[shape] {
        AnyShape::ConvexPolyhedron(body) => Box::new(body.vertices().iter().copied()),
        other => {
            let radius = other.aabb(&Pose::IDENTITY).half_extents().x;
            Box::new((0..200).map(move |k| {
                // A spiral over the sphere: some of its points are near every outline.
                let z = 1.0 - (2.0 * f64::from(k) + 1.0) / 200.0;
                let ((sin, cos), ring) = (Real::sin_cos(2.4 * f64::from(k)), Real::sqrt(1.0 - z * z));
                Vec3::new(ring * cos, ring * sin, z) * radius
            }))
        }
    }
}

fn group_name(group: &[Kind; 2]) -> String {
    format!("{}-{}", group[0].name(), group[1].name())
}

/// The table with the paper's value beside ours.
fn results(simulation: &Simulation, means: &Means, sums: &[Vec<Sum>]) -> Table {
    let mut columns = vec!["stage".to_owned(), "mean of".to_owned()];
    for group in simulation.groups {
        columns.push(group_name(group));
        columns.push(format!("{}, paper", group_name(group)));
    }
    columns.push("pairs".into());
    let title = format!("{}: mean updates of GJK and iterations of EPA, by pair of kinds", simulation.table);
    let mut table = Table::new(format!("table-{}", simulation.id), title, columns)
        .note("GJK(0): pairs apart whose boxes overlap; GJK(1): pairs in contact; EPA: behind the latter. P5 pyramid, P16 octagonal prism, F16 octagonal frustum, S sphere.");
    for (stage, by_measure) in means.iter().enumerate() {
        for (measure, name) in MEASURES.into_iter().enumerate() {
            let mut row: Vec<Cell> = vec![(stage + 1).into(), name.into()];
            for (ours, paper) in by_measure[measure].iter().zip(simulation.paper[stage][measure]) {
                row.push((*ours).into());
                row.push((*paper).into());
            }
            row.push((sums[stage].iter().map(|sum| sum.pairs[measure]).sum::<u64>() as usize).into());
            table.row(row);
        }
    }
    table
}

fn draw(simulation: &Simulation, means: &Means, out: &mut Out) {
    let mut figure = Figure::new(
        format!("table-{}-stages", simulation.id),
        simulation.table,
        format!("{}: steps at four stages, the paper's and ours", simulation.name),
    );
    for (measure, name) in MEASURES.into_iter().enumerate() {
        for ours in [false, true] {
            let whose = if ours { "here" } else { "paper" };
            let heading = format!("{name}, {whose}");
            let mut chart = Chart::new(heading, "stage, from loose to tight", format!("{name}, mean steps"));
            for (g, group) in simulation.groups.iter().enumerate() {
                let value = |stage: usize| {
                    if ours { means[stage][measure][g] } else { simulation.paper[stage][measure][g] }
                };
                chart = chart.line(group_name(group), (0..4).map(|stage| (stage as f64 + 1.0, value(stage))));
            }
            figure = figure.panel(chart);
        }
    }
    let all = |measure: usize| {
        let values = means.iter().flat_map(move |m| m[measure].iter().copied()).filter(|x| x.is_finite());
        values.fold([f64::INFINITY, 0.0_f64], |[low, high], x| [low.min(x), high.max(x)])
    };
    let [apart, contact, epa] = [0, 1, 2].map(all);
    let found = format!(
        "GJK takes {:.1} to {:.1} updates apart and {:.1} to {:.1} in contact, EPA {:.1} to {:.1} iterations.",
        apart[0], apart[1], contact[0], contact[1], epa[0], epa[1]
    );
    let says = if simulation.id == "1" {
        "GJK takes about 4 updates apart and 6 to 7 in contact, whatever the shape; EPA about 2 iterations."
    } else {
        "With spheres GJK takes slightly more updates apart, and over 50 % more in contact."
    };
    out.figure(figure.says(says, found.clone()));
    let mut bars = Figure::new(
        format!("table-{}-groups", simulation.id),
        simulation.table,
        format!("{}: the tightest stage by pair of kinds", simulation.name),
    )
    .says("More vertices, slightly more steps.", found);
    for (measure, name) in MEASURES.into_iter().enumerate() {
        let mut chart = BarChart::new(name, "mean steps", ["paper", "here"]);
        for (g, group) in simulation.groups.iter().enumerate() {
            if simulation.paper[3][measure][g].is_finite() {
                chart = chart.row(group_name(group), [simulation.paper[3][measure][g], means[3][measure][g]]);
            }
        }
        bars = bars.panel(chart);
    }
    out.figure(bars);
}

fn mean(values: impl IntoIterator<Item = f64>) -> f64 {
    let finite = values.into_iter().filter(|x| x.is_finite());
    let (sum, count) = finite.fold((0.0, 0.0), |(sum, count), x| (sum + x, count + 1.0));
    sum / count
}

/// The mean over groups of a measure at a stage, or over all stages.
fn over_groups(means: &Means, measure: usize, stage: Option<usize>) -> f64 {
    let stages = means.iter().enumerate().filter(|(k, _)| stage.is_none_or(|s| s == *k));
    mean(stages.flat_map(|(_, m)| m[measure].iter().copied()))
}

fn judge_polyhedra(means: &Means, by_size: &BySize, out: &mut Out) {
    let [apart, contact, epa] = [0, 1, 2].map(|measure| over_groups(means, measure, None));
    let gjk_why = "Updates are support calls, from an arbitrary first direction as in the paper.";
    out.finding(
        "contact-apart-4",
        Verdict::yes_or_no(is_about(apart, 4.0)),
        format!("{apart:.2} on average over groups and stages; the paper's table has 3.9."),
        gjk_why,
    );
    let spread = |numbers: &mut dyn Iterator<Item = f64>| {
        let [low, high] = numbers.fold([f64::INFINITY, 0.0], |[a, b], x| [a.min(x), f64::max(b, x)]);
        high / low
    };
    let by_group = |measure: usize| {
        spread(&mut (0..means[0][0].len()).map(|g| mean(means.iter().map(|m| m[measure][g]))))
    };
    let of_sizes = |measure: usize| spread(&mut by_size.iter().map(|sum| sum.mean(measure)));
    let factors = [by_group(0), by_group(1), of_sizes(0), of_sizes(1)];
    out.finding(
        "contact-apart-shape",
        Verdict::of(factors.iter().filter(|factor| **factor < 1.3).count(), factors.len()),
        format!(
            "The largest mean by the least: by group {:.2} apart and {:.2} in contact, by size {:.2} and {:.2}.",
            factors[0], factors[1], factors[2], factors[3]
        ),
        "",
    );
    out.finding(
        "contact-meet-6",
        Verdict::yes_or_no(is_within(contact, [6.0, 7.0])),
        format!("{contact:.2} on average over groups and stages; the paper's table has 6.2."),
        gjk_why,
    );
    out.finding(
        "contact-epa-2",
        Verdict::yes_or_no(is_within(epa, [1.0, 2.0])),
        format!("{epa:.2} on average over groups and stages; the paper's table has 2.0."),
        "Our EPA asks the nearest face only, and stops on bounds.",
    );
    let group = |measure: usize, g: usize| mean(means.iter().map(|m| m[measure][g]));
    let [gjk, of_epa] = [1, 2].map(|measure| group(measure, 3) / group(measure, 0));
    out.finding(
        "contact-shape-little",
        if (1.0..=1.5).contains(&gjk) { Verdict::Agrees } else { Verdict::Differs },
        format!("In contact, prisms with 16 vertices take {gjk:.2} times as many updates as pyramids with 5; in the paper 1.26 times."),
        "",
    );
    out.finding(
        "contact-shape-epa",
        Verdict::yes_or_no(of_epa > gjk && of_epa < 1.5 * gjk),
        format!("Iterations of EPA rise by a factor of {of_epa:.2} from pyramids to prisms, updates of GJK by {gjk:.2}."),
        "",
    );
    let change = |measure: usize| over_groups(means, measure, Some(3)) - over_groups(means, measure, Some(0));
    let (gjk, epa) = (change(1), change(2));
    out.finding(
        "contact-tighter",
        Verdict::of(usize::from(gjk < 0.0) + usize::from(epa > 0.0), 2),
        format!("From the loosest to the tightest stage updates in contact change by {gjk:+.2}, iterations by {epa:+.2}; in the paper by −0.18 and +0.38."),
        "",
    );
}

fn judge_spheres(means: &Means, out: &mut Out) {
    let of =
        |measure: usize, groups: [usize; 2]| mean(means.iter().flat_map(|m| groups.map(|g| m[measure][g])));
    // P5 and P16 with one another, and each with spheres.
    let polyhedra = |measure: usize| mean(means.iter().flat_map(|m| [0, 1, 2].map(|g| m[measure][g])));
    let apart = 100.0 * (of(0, [3, 4]) / polyhedra(0) - 1.0);
    let contact = 100.0 * (of(1, [3, 4]) / polyhedra(1) - 1.0);
    out.finding(
        "contact-sphere-apart",
        Verdict::yes_or_no(apart > 0.0 && apart < 50.0),
        format!("Apart, pairs with a sphere change updates by {apart:+.0} % beside pairs without; in the paper +17 %."),
        "",
    );
    out.finding(
        "contact-sphere-meet",
        if contact > 50.0 { Verdict::Agrees } else { Verdict::Differs },
        format!("In contact, pairs with a sphere change updates by {contact:+.0} % beside pairs without; in the paper +65 %."),
        "",
    );
}

/// Groups that both simulations have, from the output of the first one.
fn judge_both(task: &Task<'_>, simulation: &Simulation, means: &Means, out: &mut Out) {
    let Some(first) = task.table("polyhedra", "table-1") else { return };
    let mut changes = Vec::new();
    for (measure, name) in MEASURES.into_iter().enumerate() {
        let (mut before, mut now) = (Vec::new(), Vec::new());
        for (g, group) in simulation.groups.iter().enumerate() {
            let Some(column) = first.columns.iter().position(|column| *column == group_name(group)) else {
                continue;
            };
            now.extend(means.iter().map(|m| m[measure][g]));
            let rows = first.rows.iter().filter(|row| row[1].exact() == name);
            before.extend(rows.filter_map(|row| row[column].number()));
        }
        changes.push(100.0 * (mean(now) / mean(before) - 1.0));
    }
    let holds = changes.iter().filter(|percent| percent.abs() <= 10.0).count();
    out.finding(
        "contact-consistent",
        Verdict::of(holds, changes.len()),
        format!(
            "Beside the packings without spheres: GJK apart {} %, in contact {} %, EPA {} %.",
            change(changes[0], 0),
            change(changes[1], 0),
            change(changes[2], 0)
        ),
        "",
    );
}
