//! Figures 16 to 21: time in the sub-algorithm and in all of GJK, on polygonal spheres.
//!
//! Two spheres of radius 1 with the same number of vertices, turned at random and beside one another in a random direction: apart by about 2, near
//! to touching, and overlapping by about 1. Support points by a scan of all vertices or by hill climbing from the last one. The paper averages
//! a million runs of one query; here each loop over some random queries is run several times and the fastest counts.

use impinge::{ConvexPolyhedron, Pose, Shape, Vec3};
use impinge_scenes::Rng;

use super::bodies::sphere;
use crate::claim::Verdict;
use crate::figure::{Chart, Figure};
use crate::measure::{Cost, Couple, Sub, cost};
use crate::rule::time_left;
use crate::study::{Out, Stop, Task};
use crate::table::Table;
use crate::timed::{Timed, holding, ranked};

const SUBS: [Sub; 7] = [
    Sub::JohnsonBackupPrinted,
    Sub::BackupPrinted,
    Sub::SignedVolumesPrinted,
    Sub::JohnsonBackup,
    Sub::Backup,
    Sub::SignedVolumes,
    Sub::Voronoi,
];

/// JB, BK and SV, as printed and in the library.
const TRIPLES: [[Sub; 3]; 2] = [
    [Sub::JohnsonBackupPrinted, Sub::BackupPrinted, Sub::SignedVolumesPrinted],
    [Sub::JohnsonBackup, Sub::Backup, Sub::SignedVolumes],
];

/// JB as a sub-algorithm: printed forms are compared with printed forms.
fn base_of(sub: Sub) -> Sub {
    if TRIPLES[0].contains(&sub) { Sub::JohnsonBackupPrinted } else { Sub::JohnsonBackup }
}

/// Signed Volumes in both forms, each of which decides half of a verdict.
const FORMS: [(&str, Sub); 2] =
    [("SV", Sub::SignedVolumes), ("SV as printed by JB as printed", Sub::SignedVolumesPrinted)];

/// ε_tol, over the paper's range.
const TOLERANCES: [f64; 4] = [1e-8, 1e-10, 1e-12, 1e-14];

/// Tolerances of figures 16 and 17.
const LOOSEST: f64 = 1e-8;

/// Nine of ten points: all but a few.
const MOST_POINTS: f64 = 0.9;

/// Relative placement of the spheres.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Stand {
    Apart,
    Near,
    Overlapping,
}

impl Stand {
    pub(super) const ALL: [Self; 3] = [Self::Apart, Self::Near, Self::Overlapping];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Near => "near",
            Self::Overlapping => "overlapping",
        }
    }

    /// The signed distance, in radii.
    fn gap(self) -> f64 {
        match self {
            Self::Apart => 2.0,
            Self::Near => 1e-6,
            Self::Overlapping => -1.0,
        }
    }
}

/// One point of a figure.
struct Point {
    vertices: usize,
    stand: Stand,
    climbs: bool,
    tolerance: f64,
    sub: Sub,
    cost: Cost,
}

/// Poses of two spheres of the same form: near to one another by the front door's signed distance, a few times.
pub(super) fn place(body: &ConvexPolyhedron<f64>, stand: Stand, rng: &mut Rng) -> [Pose<Vec3<f64>>; 2] {
    let (first, turn, way) = (Pose::new([0.0; 3], rng.rotation3()), rng.rotation3(), rng.unit3::<f64>());
    let mut away = 2.0 + stand.gap();
    if stand == Stand::Near {
        for _ in 0..8 {
            let second = Pose::new(way * away, turn);
            away += stand.gap() - impinge::contact(&body.at(first), &body.at(second)).signed_distance;
        }
    }
    [first, Pose::new(way * away, turn)]
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    const COARSE: &[usize] = &[10, 30, 100, 300, 1000, 3000, 10_000];
    const FINE: &[usize] = &[10, 20, 50, 100, 200, 500, 700, 1000, 2000, 5000, 10_000];
    let sizes = task.effort.of([COARSE, FINE, FINE]);
    let (queries, loops) = task.effort.of([(8, 3), (64, 15), (128, 30)]);
    let mut points = Vec::new();
    for (n, &vertices) in sizes.iter().enumerate() {
        for climbs in [false, true] {
            task.reached((2 * n + usize::from(climbs)) as f64 / (2 * sizes.len()) as f64)?;
            let body = sphere(vertices, climbs);
            for stand in Stand::ALL {
                // The same poses with and without climbing.
                let mut rng = Rng::new(task.seed ^ (vertices * 8 + stand as usize) as u64);
                let poses: Vec<_> = (0..queries).map(|_| place(&body, stand, &mut rng)).collect();
                let couples: Vec<Couple<'_>> =
                    poses.iter().map(|&[a, b]| [(&body).at(a), (&body).at(b)]).collect();
                // The times of GJK itself are shown with climbing only.
                for &tolerance in if climbs { &TOLERANCES[..] } else { &[1e-8, 1e-14] } {
                    for sub in SUBS {
                        let cost = cost(sub, &couples, tolerance, loops);
                        points.push(Point { vertices, stand, climbs, tolerance, sub, cost });
                    }
                }
            }
        }
    }
    out.note(
        "Times are of one thread on this machine. BK and JB are the library's Johnson with and without its memory of earlier calls; those as printed keep \
         nothing from call to call; SV as printed is the paper's Algorithms 2 to 5 without the library's guards for needles, and is held against JB as printed; ours is what the library takes itself, which the paper does not have. \
         The paper does not say what ε_rel of condition 10 is; here ε_rel² = ε_tol.",
    );
    for (number, climbs, tolerance) in
        [(16, false, 1e-8), (17, true, 1e-8), (18, false, 1e-14), (19, true, 1e-14)]
    {
        draw_sub(&points, number, climbs, tolerance, out);
    }
    draw_gjk(&points, 20, Stand::Apart, out);
    draw_gjk(&points, 21, Stand::Overlapping, out);
    out.table(table(&points));
    judge(&points, out);
    Ok(())
}

/// All numbers.
fn table(points: &[Point]) -> Table {
    let columns = [
        "vertices",
        "spheres",
        "hill climbing",
        "ε_tol",
        "sub-algorithm",
        "ns in the sub-algorithm per query",
        "ns in GJK per query",
        "calls of the sub-algorithm per query",
        "calls of Backup per query",
    ];
    let mut table = Table::new("spheres", "Figures 16 to 21 in numbers", columns).hidden();
    for p in points {
        table.row([
            p.vertices.into(),
            p.stand.name().into(),
            (if p.climbs { "yes" } else { "no" }).into(),
            p.tolerance.into(),
            p.sub.name().into(),
            p.cost.sub_ns.into(),
            p.cost.gjk_ns.into(),
            p.cost.calls.into(),
            p.cost.backups.into(),
        ]);
    }
    table
}

/// Percent by which `sub` is faster than JB of its form, at every point that both have.
fn gains<'a>(
    points: &'a [Point],
    sub: Sub,
    of: fn(&Cost) -> f64,
    keep: impl Fn(&Point) -> bool + 'a,
) -> impl Iterator<Item = f64> + 'a {
    points.iter().filter(move |p| p.sub == sub && keep(p)).filter_map(move |p| {
        let base = points.iter().find(|q| q.sub == base_of(sub) && same(p, q))?;
        Some(100.0 * (1.0 - of(&p.cost) / of(&base.cost)))
    })
}

fn same(p: &Point, q: &Point) -> bool {
    (p.vertices, p.stand, p.climbs, p.tolerance) == (q.vertices, q.stand, q.climbs, q.tolerance)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), x| (sum + x, count + 1.0));
    sum / count
}

fn sub_ns(cost: &Cost) -> f64 {
    cost.sub_ns
}

fn gjk_ns(cost: &Cost) -> f64 {
    cost.gjk_ns
}

/// The ratio of times behind a gain in percent.
fn left(gain: f64) -> f64 {
    1.0 - gain / 100.0
}

/// Two ratios that decide whether this share of all points is below a limit, or at least half of them.
fn at_most_points(what: &str, ratios: impl IntoIterator<Item = f64>, part: f64, limit: f64) -> Vec<Timed> {
    let ratios: Vec<f64> = ratios.into_iter().collect();
    let percent = 100.0 * part;
    vec![
        Timed::below(
            format!("{what}, the best {percent:.0} % of points"),
            ranked(ratios.iter().copied(), part),
            limit,
        ),
        Timed::below(format!("{what}, the best half"), ranked(ratios, 0.5), limit),
    ]
}

/// A percentage as a sentence has it: less or more.
fn percent(gain: f64) -> String {
    if gain >= 0.0 { format!("{gain:.0} % less") } else { format!("{:.0} % more", -gain) }
}

/// Figures 16 to 19.
fn draw_sub(points: &[Point], number: usize, climbs: bool, tolerance: f64, out: &mut Out) {
    let here = move |p: &Point| p.climbs == climbs && p.tolerance == tolerance;
    let says = match number {
        16 | 17 => {
            "SV is always as fast as JB or faster: 5 % less time near contact, 10 to 25 % less apart and overlapping; BK takes most."
        }
        _ => {
            "SV takes least on average: 10 to 25 % less than JB apart, 15 to 30 % less overlapping; near contact it is like JB."
        }
    };
    let found = Stand::ALL.map(|stand| {
        let gain = |sub| percent(mean(gains(points, sub, sub_ns, move |p| here(p) && p.stand == stand)));
        format!(
            "{}: SV takes {} time than JB, both as printed {}",
            stand.name(),
            gain(Sub::SignedVolumes),
            gain(Sub::SignedVolumesPrinted)
        )
    });
    let with = if climbs { "with" } else { "without" };
    let mut figure = Figure::new(
        format!("figure-{number}"),
        format!("Figure {number}"),
        format!("time in the sub-algorithm per query, ε_tol = {tolerance:.0e}, {with} hill climbing"),
    )
    .says(says, format!("On average over the sizes: {}.", found.join("; ")));
    for (stand, letter) in Stand::ALL.into_iter().zip(["(a)", "(b)", "(c)"]) {
        let heading = format!("{letter} {}", stand.name());
        let mut chart = Chart::new(heading, "vertices of a sphere", "sub-algorithm, ns per query").log_x();
        for sub in SUBS {
            let own = points.iter().filter(|p| here(p) && p.stand == stand && p.sub == sub);
            chart = chart.line(sub.name(), own.map(|p| (p.vertices as f64, p.cost.sub_ns)));
        }
        figure = figure.panel(chart);
    }
    out.figure(figure);
}

/// Figures 20 and 21: the paper's contours as one line for each tolerance.
fn draw_gjk(points: &[Point], number: usize, stand: Stand, out: &mut Out) {
    let here = move |p: &Point| p.climbs && p.stand == stand;
    let all: Vec<f64> = gains(points, Sub::SignedVolumes, gjk_ns, here).collect();
    let low = all.iter().copied().fold(f64::INFINITY, f64::min);
    let high = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let says = match number {
        20 => {
            "Time rises with the mesh, and below ε_tol = 1e-10; with 700 vertices and more GJK takes longer with JB."
        }
        _ => "In contact SV takes 5 to 25 % off the time of GJK.",
    };
    let found = format!(
        "SV takes {} time than JB in GJK on average, from {} to {}.",
        percent(mean(all.into_iter())),
        percent(low),
        percent(high)
    );
    let mut figure = Figure::new(
        format!("figure-{number}"),
        format!("Figure {number}"),
        format!("time of GJK on spheres that are {}, with hill climbing", stand.name()),
    )
    .says(says, found);
    for (sub, letter) in [(Sub::JohnsonBackup, "(a)"), (Sub::SignedVolumes, "(b)")] {
        let heading = format!("{letter} {}", sub.name());
        let mut chart = Chart::new(heading, "vertices of a sphere", "GJK, ns per query").log_x().log_y();
        for tolerance in TOLERANCES {
            let own = points.iter().filter(|p| here(p) && p.sub == sub && p.tolerance == tolerance);
            chart = chart
                .line(format!("ε_tol = {tolerance:.0e}"), own.map(|p| (p.vertices as f64, p.cost.gjk_ns)));
        }
        figure = figure.panel(chart);
    }
    out.figure(figure);
}

fn judge(points: &[Point], out: &mut Out) {
    judge_sub(points, out);
    judge_gjk(points, out);
}

/// Findings about the time in the sub-algorithm: figures 16 to 19.
fn judge_sub(points: &[Point], out: &mut Out) {
    let mut sub_claim = |id: &str, tolerance: f64, stand: Stand, [low, high]: [f64; 2]| {
        let here = move |p: &Point| p.tolerance == tolerance && p.stand == stand;
        let [plain, printed] = FORMS.map(|(_, sub)| mean(gains(points, sub, sub_ns, here)));
        let limits = time_left([low, high]);
        let timed = FORMS.map(|(name, _)| name).into_iter().zip([plain, printed]);
        let timed: Vec<Timed> = timed.map(|(name, gain)| Timed::between(name, left(gain), limits)).collect();
        out.timed(
            id,
            Verdict::of(holding(&timed), 2),
            format!(
                "On average over sizes, with and without climbing: SV {} time than JB, both as printed {}.",
                percent(plain),
                percent(printed)
            ),
            "More than the range differs too. Both sub-algorithms are ours, so this is the ratio of two programs and not only of two methods.",
            timed,
        );
    };
    sub_claim("signed-volumes-near-5", LOOSEST, Stand::Near, [5.0, 5.0]);
    sub_claim("signed-volumes-apart-10-25", LOOSEST, Stand::Apart, [10.0, 25.0]);
    sub_claim("signed-volumes-overlapping-10-25", LOOSEST, Stand::Overlapping, [10.0, 25.0]);
    sub_claim("signed-volumes-apart-fine", 1e-14, Stand::Apart, [10.0, 25.0]);
    sub_claim("signed-volumes-overlapping-15-30", 1e-14, Stand::Overlapping, [15.0, 30.0]);
    sub_claim("signed-volumes-near-fine", 1e-14, Stand::Near, [-5.0, 5.0]);
    let here = |p: &Point| p.tolerance == LOOSEST;
    let slower = |sub: Sub| gains(points, sub, sub_ns, here).filter(|g| *g < -5.0).count();
    let all = gains(points, Sub::SignedVolumes, sub_ns, here).count();
    let (plain, printed) = (slower(Sub::SignedVolumes), slower(Sub::SignedVolumesPrinted));
    let timed = FORMS.map(|(name, sub)| {
        let all = gains(points, sub, sub_ns, here).map(left);
        Timed::below(format!("{name}, at its worst point"), ranked(all, 1.0), 1.05)
    });
    out.timed(
        "signed-volumes-never-slower",
        Verdict::of(holding(&timed), 2),
        format!(
            "SV takes more than 5 % longer than JB at {plain} of {all} points, both as printed at {printed}."
        ),
        "",
        timed.to_vec(),
    );
    // The slowest of others by BK, at every point and in both forms.
    let by_backup = |with_volumes: bool| -> Vec<f64> {
        let of_form = |[jb, bk, sv]: [Sub; 3]| {
            let slowest = move |p: &Point| {
                let others =
                    points.iter().filter(|q| same(p, q) && (q.sub == jb || with_volumes && q.sub == sv));
                others.map(|q| q.cost.sub_ns / p.cost.sub_ns).fold(0.0, f64::max)
            };
            points.iter().filter(move |p| p.sub == bk && p.tolerance == LOOSEST).map(slowest)
        };
        TRIPLES.into_iter().flat_map(of_form).collect()
    };
    let others = by_backup(true);
    let all = others.len();
    let most = others.iter().filter(|ratio| **ratio < 1.0).count();
    let timed = at_most_points("JB or SV by BK", others, MOST_POINTS, 1.0);
    out.timed(
        "signed-volumes-backup-most",
        Verdict::of(holding(&timed), 2),
        format!("BK takes most of BK, JB and SV at {most} of {all} points, as printed and in the library."),
        "",
        timed,
    );
    let exceptions = all - most;
    let johnson = by_backup(false);
    let behind = johnson.iter().filter(|ratio| **ratio > 1.0).count();
    let timed = vec![Timed::above("JB by BK, at its worst point", ranked(johnson, 1.0), 1.0)];
    out.timed(
        "signed-volumes-jb-behind-bk",
        Verdict::of(holding(&timed), 1),
        format!("JB takes longer than BK alone at {behind} of {all} points, as printed and in the library ({exceptions} points have something else than BK as the slowest)."),
        "The paper's case comes from the signs that Johnson gets wrong and from cofactors computed twice; the procedure takes up what JB has solved, in both forms.",
        timed,
    );
}

/// Findings about the time of GJK with hill climbing: figures 20 and 21.
fn judge_gjk(points: &[Point], out: &mut Out) {
    let gjk = |sub: Sub| mean(gains(points, sub, gjk_ns, |p| p.climbs));
    let (plain, printed) = (gjk(Sub::SignedVolumes), gjk(Sub::SignedVolumesPrinted));
    let timed = [("SV", plain), ("SV as printed by JB as printed", printed)]
        .map(|(name, gain)| Timed::between(name, left(gain), time_left([10.0, 10.0])))
        .to_vec();
    out.timed(
        "signed-volumes-gjk-10",
        Verdict::of(holding(&timed), 2),
        format!(
            "With hill climbing, over all points: SV takes {} time in GJK than JB, both as printed {}.",
            percent(plain),
            percent(printed)
        ),
        "",
        timed,
    );
    let contact: Vec<f64> =
        gains(points, Sub::SignedVolumes, gjk_ns, |p| p.climbs && p.stand == Stand::Overlapping).collect();
    let [low, high] =
        contact.iter().fold([f64::INFINITY, f64::NEG_INFINITY], |[a, b], &gain| [a.min(gain), b.max(gain)]);
    let timed = vec![
        Timed::between("SV by JB, at the worst point", left(low), time_left([5.0, 5.0])),
        Timed::between("SV by JB, at the best point", left(high), time_left([25.0, 25.0])),
    ];
    out.timed(
        "signed-volumes-gjk-contact",
        Verdict::of(holding(&timed), 2),
        format!(
            "Overlapping, SV takes from {} time in GJK at the worst of {} points to {} at the best; on average {}.",
            percent(low),
            contact.len(),
            percent(high),
            percent(mean(contact.iter().copied()))
        ),
        "",
        timed,
    );
    let gain_of =
        |stand: Stand| mean(gains(points, Sub::SignedVolumes, gjk_ns, move |p| p.climbs && p.stand == stand));
    let [apart, near, overlapping] = Stand::ALL.map(gain_of);
    let timed =
        vec![Timed::below("time left overlapping by that apart", left(overlapping) / left(apart), 1.0)];
    out.timed(
        "signed-volumes-contact-more",
        Verdict::of(holding(&timed), 1),
        format!("SV takes {} time overlapping, {} apart.", percent(overlapping), percent(apart)),
        "",
        timed,
    );
    let timed = vec![
        Timed::between("apart", left(apart), time_left([0.0, 15.0])),
        Timed::between("near", left(near), time_left([0.0, 15.0])),
    ];
    out.timed(
        "signed-volumes-gjk-others",
        Verdict::of(holding(&timed), 2),
        format!("SV takes {} time apart, {} near.", percent(apart), percent(near)),
        "",
        timed,
    );
    let large: Vec<f64> = gains(points, Sub::SignedVolumes, gjk_ns, |p| {
        p.climbs && p.stand == Stand::Apart && p.vertices >= 700
    })
    .collect();
    let slower = large.iter().filter(|gain| **gain > 0.0).count();
    let timed = at_most_points("SV by JB", large.iter().copied().map(left), MOST_POINTS, 1.0);
    out.timed(
        "signed-volumes-700",
        Verdict::of(holding(&timed), 2),
        format!("GJK takes longer with JB at {slower} of {} points.", large.len()),
        "",
        timed,
    );
    let mut falls = Vec::new();
    for tolerance in TOLERANCES {
        let line: Vec<&Point> = points
            .iter()
            .filter(|p| {
                p.sub == Sub::JohnsonBackup && p.climbs && p.stand == Stand::Apart && p.tolerance == tolerance
            })
            .collect();
        falls.extend(line.windows(2).map(|w| w[0].cost.gjk_ns / w[1].cost.gjk_ns));
    }
    let (rising, neighbors) = (falls.iter().filter(|ratio| **ratio < 1.0).count(), falls.len());
    let timed = at_most_points("a size by the next", falls, MOST_POINTS, 1.0);
    out.timed(
        "signed-volumes-mesh-rises",
        Verdict::of(holding(&timed), 2),
        format!("It rises between {rising} of {neighbors} neighbors in size, over all ε_tol."),
        "",
        timed,
    );
    let fine = |p: &&Point| p.sub == Sub::JohnsonBackup && p.climbs && p.stand == Stand::Apart;
    let largest = points.iter().map(|p| p.vertices).max().unwrap_or(0);
    let at = |tolerance: f64| {
        points
            .iter()
            .filter(fine)
            .find(|p| p.vertices == largest && p.tolerance == tolerance)
            .map_or(f64::NAN, |p| p.cost.calls)
    };
    let (coarse, middle, exact) = (at(LOOSEST), at(1e-10), at(1e-14));
    let rises = |from: f64, to: f64| to > 1.05 * from;
    out.finding(
        "signed-volumes-threshold",
        match (rises(middle, exact), rises(coarse, middle)) {
            (true, false) => Verdict::Agrees,
            (true, true) => Verdict::Partly,
            (false, _) => Verdict::Differs,
        },
        format!(
            "Spheres of {largest} vertices apart: {coarse:.1} calls of JB per query at ε_tol = 1e-8, {middle:.1} at 1e-10, {exact:.1} at 1e-14."
        ),
        "Polyhedra are solved exactly after finitely many steps, so that a tighter tolerance stops costing more once it is below the mesh.",
    );
}
