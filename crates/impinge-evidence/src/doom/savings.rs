//! Savings of the optimizations of sections 4 and 5, the number of internal edges, and the growth of the cost with the level.

use impinge::expel::{MotionSettings, Sides};
use impinge::mesh::polygon::{MeshSettings, PolygonMesh};
use impinge::{Motion, Pose, Vec3};
use impinge_scenes::{Rng, rooms};

use super::cost::{MotionCost, Way, motion_cost};
use super::meshes::mesh;
use crate::claim::Verdict;
use crate::figure::{BarChart, Chart, Figure};
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};
use crate::timed::{Timed, holding};

type Mesh = PolygonMesh<f64>;

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let queries = task.effort.of([64, 256, 256]);
    let rounds = task.effort.of([3, 12, 30]);
    let cells = task.effort.of([23, 71, 71]);
    let costs = options(task, queries, rounds, cells)?;
    let [plain, culling, asked, kept, internal, tree] = &costs[..] else { return Ok(()) };
    let names = [
        "as it is",
        "without culling",
        "sides asked, not kept",
        "sides asked and kept",
        "internal edges too",
        "without the tree",
    ];
    let mut time = BarChart::new("", "time of a motion, in µs", ["a box over hills"]).logarithmic();
    let mut pairs = BarChart::new("", "for each motion", ["pairs of features", "steps"]);
    for (name, cost) in names.iter().zip(&costs) {
        time = time.row(*name, [cost.ns / 1000.0]);
        pairs = pairs.row(*name, [cost.pairs, cost.steps]);
    }
    let ratio = |cost: &MotionCost| cost.ns / plain.ns;
    let digits = |x: f64| shown((100.0 * x).round() / 100.0);
    out.figure(
        Figure::new("savings-time", "", "what each optimization saves, in time")
            .says(
                "Internal edges, culling, kept sides and a tree keep exact calculations few.",
                format!(
                    "Without the tree {} times as long, without flags of internal edges {}, without culling {}.",
                    shown(ratio(tree).round()),
                    digits(ratio(internal)),
                    digits(ratio(culling))
                ),
            )
            .panel(time),
    );
    out.figure(
        Figure::new("savings-pairs", "", "what each optimization saves, in pairs and steps")
            .says(
                "Each leaves out pairs that cannot meet.",
                format!(
                    "{} pairs are looked at where {} would be without flags.",
                    shown(plain.pairs.round()),
                    shown(internal.pairs.round())
                ),
            )
            .panel(pairs),
    );
    let mut slower = |id: &str, cost: &MotionCost, least: f64, found: String| {
        let timed = vec![Timed::above("without it by with it", ratio(cost), least)];
        out.timed(id, Verdict::of(holding(&timed), 1), found, "", timed);
    };
    slower(
        "doom-internal-speed",
        internal,
        1.05,
        format!("{} times as long without the flags", digits(ratio(internal))),
    );
    slower(
        "doom-culling",
        culling,
        1.02,
        format!("{} times as long without culling", digits(ratio(culling))),
    );
    slower("doom-tree", tree, 10.0, format!("{} times as long without the tree", shown(ratio(tree).round())));
    let timed = vec![
        Timed::below("kept by asked each time", kept.ns / asked.ns, 0.98),
        Timed::below("kept by not asked at all", kept.ns / plain.ns, 0.98),
    ];
    out.timed(
        "doom-sides",
        // Being faster than not testing, but not than testing each time, is not a merit of keeping.
        if timed[0].holds() { Verdict::of(holding(&timed), 2) } else { Verdict::Differs },
        format!(
            "asked each time {} µs, kept {}, not asked at all {}",
            digits(asked.ns / 1e3),
            digits(kept.ns / 1e3),
            digits(plain.ns / 1e3)
        ),
        if plain.ns < 0.98 * kept.ns {
            "The distances that a side spares are few and cheap here, so that not to ask is best."
        } else {
            ""
        },
        timed,
    );
    task.reached(0.6)?;
    edges(out)?;
    growth(task, out, queries, rounds)
}

/// A box moved over hills with all optimizations, and without each.
fn options(task: &Task<'_>, queries: usize, rounds: u32, cells: usize) -> Result<Vec<MotionCost>, Stop> {
    let faces = rooms::terrain(0.5 * cells as f64, 0.3, cells, 5);
    let level = mesh(&faces)?;
    let settings = MeshSettings { internal: false, ..MeshSettings::default() };
    let untold = PolygonMesh::with_settings(&faces.points, &faces.polygons, &settings);
    let (untold, _) = untold.map_err(|e| Stop::Failed(format!("hills: {e}")))?;
    let body = mesh(&rooms::cuboid([0.5, 0.3, 0.4], 1))?;
    let motions = ways(&level, queries, task.seed);
    let all = MotionSettings::default();
    let rows = [
        (&level, all),
        (&level, MotionSettings { culling: false, ..all }),
        (&level, MotionSettings { sides: Sides::Asked, ..all }),
        (&level, MotionSettings { sides: Sides::Kept, ..all }),
        (&untold, all),
        (&level, MotionSettings { tree: false, ..all }),
    ];
    let mut costs: Vec<MotionCost> = Vec::new();
    // Interleaved, so that a slow moment affects all rows alike; the row without the tree is not worth it.
    for round in 0..rounds {
        task.reached(0.6 * f64::from(round) / f64::from(rounds))?;
        for (i, (level, settings)) in rows.iter().enumerate() {
            if round > 0 && !settings.tree {
                continue;
            }
            let cost = cost(&body, level, &motions, settings, 1)?;
            match costs.get_mut(i) {
                Some(best) => best.ns = best.ns.min(cost.ns),
                None => costs.push(cost),
            }
        }
    }
    Ok(costs)
}

fn cost(
    body: &Mesh,
    level: &Mesh,
    motions: &[Way],
    settings: &MotionSettings,
    rounds: u32,
) -> Result<MotionCost, Stop> {
    motion_cost(body, level, motions, settings, rounds).map_err(|e| Stop::Failed(format!("motion: {e}")))
}

/// Ways of about 1 from places above the hills, most of them down.
pub(super) fn ways(level: &Mesh, count: usize, seed: u64) -> Vec<Way> {
    let mut rng = Rng::new(seed);
    // A level may be smaller than the distance that bodies keep from its end.
    let half = (level.bounds().half_extents().x - 3.0).max(0.5);
    let high = level.bounds().max.z + 0.7;
    let way = |_| {
        let at = [rng.between(-half, half), rng.between(-half, half), high];
        let by = rng.unit3::<f64>() - Vec3::new(0.0, 0.0, 0.5);
        (Pose::new(at, rng.rotation3()), Motion::translation(by))
    };
    (0..count).map(way).collect()
}

/// Meshes that represent environments; a room in one form only.
const OUTDOORS_AND_INDOORS: [&[&str]; 2] = [&["hills"], &["room, merged", "20 stairs"]];

/// Number of internal edges.
fn edges(out: &mut Out) -> Result<(), Stop> {
    let apart = MeshSettings { merge: false, ..MeshSettings::default() };
    let room = rooms::room([4.0, 4.0, 4.0], 4);
    let triangles = PolygonMesh::with_settings(&room.points, &room.triangles(), &apart);
    let (triangles, _) = triangles.map_err(|e| Stop::Failed(format!("room: {e}")))?;
    let meshes: [(&str, Mesh); 6] = [
        ("hills", mesh(&rooms::terrain(35.5, 0.3, 71, 5))?),
        ("room, merged", mesh(&room)?),
        ("room in triangles", triangles),
        ("20 stairs", mesh(&rooms::stairs(20, 0.3, 0.2, 2.0))?),
        ("torus", mesh(&rooms::torus(48, 24))?),
        ("letter S", mesh(&rooms::letter('S'))?),
    ];
    let mut bars = BarChart::new("", "internal edges, in percent", ["ours"]);
    let mut table = Table::new("internal-edges", "Internal edges", ["mesh", "edges", "internal", "percent"])
        .note("The report has more than 30 % for the levels of its game.");
    let (mut above, mut list) = (0, Vec::new());
    // Internal edges and all, outdoors and indoors; bodies are not an environment.
    let mut around = [[0; 2]; 2];
    for (name, mesh) in &meshes {
        let internal = mesh.edges().iter().filter(|edge| edge.is_internal()).count();
        let percent = 100.0 * internal as f64 / mesh.edges().len() as f64;
        above += usize::from(percent > 30.0);
        list.push(format!("{name} {percent:.0} %"));
        if let Some(place) = OUTDOORS_AND_INDOORS.iter().position(|names| names.contains(name)) {
            around[place][0] += internal;
            around[place][1] += mesh.edges().len();
        }
        bars = bars.row(*name, [percent.round()]);
        table.row([(*name).into(), mesh.edges().len().into(), internal.into(), percent.into()]);
    }
    out.figure(
        Figure::new("internal-edges-figure", "Figure 5", "internal edges, by mesh")
            .says(
                "On the average more than 30 % of all edges, indoors and outdoors.",
                format!("{above} of {} meshes have more.", meshes.len()),
            )
            .panel(bars),
    );
    out.table(table);
    let shares = around.map(|[internal, all]| 100.0 * internal as f64 / all as f64);
    out.finding(
        "doom-internal",
        Verdict::of(shares.iter().filter(|share| **share > 30.0).count(), shares.len()),
        format!("outdoors {:.0} %, indoors {:.0} %; by mesh: {}", shares[0], shares[1], list.join(", ")),
        "Levels of our own, few and regular; the game's are not public.",
    );
    Ok(())
}

/// A box, a letter and a point over larger and larger levels.
fn growth(task: &Task<'_>, out: &mut Out, queries: usize, rounds: u32) -> Result<(), Stop> {
    let cells: &[usize] = task.effort.of([&[8, 23, 71], &[8, 23, 71, 224], &[8, 23, 71, 224, 708]]);
    let bodies: [(&str, Mesh); 3] = [
        ("box", mesh(&rooms::cuboid([0.5, 0.3, 0.4], 1))?),
        ("letter U", mesh(&rooms::letter('U').map(|p| p * 0.25))?),
        ("point", Mesh::point(Vec3::ZERO)),
    ];
    let mut lines = vec![Vec::new(); 3];
    for (i, &cells) in cells.iter().enumerate() {
        task.reached(0.7 + 0.3 * i as f64 / 5.0)?;
        let level = mesh(&rooms::terrain(0.5 * cells as f64, 0.3, cells, 5))?;
        let motions = ways(&level, queries, task.seed);
        for (line, (_, body)) in lines.iter_mut().zip(&bodies) {
            let cost = cost(body, &level, &motions, &MotionSettings::default(), rounds)?;
            line.push((level.polygons().len() as f64, cost.ns / 1000.0));
        }
    }
    let mut chart = Chart::new("", "polygons of the level", "time of a motion, in µs").log_x();
    for ((name, _), line) in bodies.iter().zip(&lines) {
        chart = chart.line(*name, line.iter().copied());
    }
    let last = |i: usize| lines[i].last().map_or(f64::NAN, |p| p.1);
    let grown = last(0) / lines[0][0].1;
    out.figure(
        Figure::new("growth", "", "time of a motion as the level grows")
            .says(
                "A tree localizes what may collide.",
                format!(
                    "For a box {} times as long over the largest level.",
                    shown((100.0 * grown).round() / 100.0)
                ),
            )
            .panel(chart),
    );
    let ratio = last(0) / last(2);
    let timed = vec![Timed::above("a box by a point", ratio, 4.0)];
    out.timed(
        "doom-point",
        // The other half: polygons need no case of their own among the random motions.
        Verdict::of(1 + holding(&timed), 2),
        format!("a point takes {} µs, a box {} times as long; a pentagon is among the bodies of the random motions", shown(last(2)), shown((10.0 * ratio).round() / 10.0)),
        "",
        timed,
    );
    Ok(())
}
