//! Motions by the million, to see that none ends inside anything.
//!
//! `cargo run --release -p impinge --example motion_study -- [motions] [seed]`, 20,000 motions by default. It fails if one ended
//! inside something.
//!
//! Chains of 1,000 motions each: translations of a tenth to a thousand times the size of the body, turns of up to 8 radians about
//! near and far axes, screws that advance by as much as 30, pushes into what was hit and along it. Bodies: a box, letters, a hull,
//! a needle, a polygon, a point. Places: a room, and one with stairs, hills, needles, letters. Both precisions. After every motion
//! the vertices, as the end pose places them in the bodies' own numbers, are checked against the place by exact predicates; every
//! eighth motion is looked at on its way too; and for every motion that was stopped the distance of the surfaces, by brute force,
//! must be within the zone.
//!
//! A tenth of the chains start in overlap: pushed into what the body rests on, or anywhere in solid. Whether they do is judged by
//! exact predicates and solid angles. All must be found, none may move or get a proof; then the body is freed, if there is
//! a way out no longer than 1.5 times the push, and the chain goes on from there.

use std::process::ExitCode;

use impinge::expel::{MotionSettings, Mover, Start, Trace};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Real, Rot3, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::movers::{bodies, places, vector};
use impinge_scenes::oracle::surfaces::{Triangle, cross, distance, overlap, placed, solid};

/// Starts in overlap of a chain that has any.
const STARTS: usize = 100;

/// Observations.
#[derive(Default)]
struct Tally {
    motions: u64,
    turns: u64,
    screws: u64,
    fast: u64,
    stopped: u64,
    held: u64,
    sampled: u64,
    crossings: u64,
    unclear: u64,
    early: u64,
    nearest: f64,
    furthest: f64,
    pairs: u64,
    steps: u64,
    overlaps: u64,
    found: u64,
    false_proofs: u64,
    freed: u64,
}

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1).map(|a| a.parse::<u64>().expect("a whole number"));
    let motions = arguments.next().unwrap_or(20_000);
    let seed = arguments.next().unwrap_or(1);
    println!(
        "| numbers | motions | turns | screws | 1,000 times their size | stopped | at fraction 0 | looked at on the way | crossings | floor not kept | stopped early | distance at stops, in zones | pairs a query | steps | starts in overlap | found | false proofs | freed |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|");
    let sound = [run::<f32>(motions / 2, seed), run::<f64>(motions / 2, seed)];
    if sound == [true; 2] { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Whether nothing went wrong.
fn run<T: Real>(motions: u64, seed: u64) -> bool {
    let mut tally = Tally { nearest: f64::INFINITY, ..Tally::default() };
    let (bodies, places) = (bodies::<T>(), places::<T>());
    let mut chain = 0;
    while tally.motions < motions {
        let (_, body) = &bodies[chain % bodies.len()];
        let (_, place, free) = &places[chain / bodies.len() % places.len()];
        let mut rng = Rng::new(seed.wrapping_mul(1_000_003).wrapping_add(chain as u64));
        walk(body, place, *free, chain % 10 == 9, &mut rng, &mut tally);
        chain += 1;
    }
    println!(
        "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {:.3} to {:.3} | {:.1} | {:.1} | {} | {} | {} | {} |",
        T::NAME,
        tally.motions,
        tally.turns,
        tally.screws,
        tally.fast,
        tally.stopped,
        tally.held,
        tally.sampled,
        tally.crossings,
        tally.unclear,
        tally.early,
        tally.nearest,
        tally.furthest,
        tally.pairs as f64 / tally.motions as f64,
        tally.steps as f64 / tally.motions as f64,
        tally.overlaps,
        tally.found,
        tally.false_proofs,
        tally.freed,
    );
    tally.crossings + tally.unclear + tally.early + tally.false_proofs == 0 && tally.found == tally.overlaps
}

/// A chain of 1,000 motions.
fn walk<T: Real>(
    body: &PolygonMesh<T>,
    place: &PolygonMesh<T>,
    free: Vec3<f64>,
    in_overlap: bool,
    rng: &mut Rng,
    tally: &mut Tally,
) {
    let world = Pose::new(vector::<T>(rng, 1.0), rng.rotation3());
    let standing = PlacedMesh::new(place, world);
    let surfaces = placed(place, &world);
    let mut pose = loop {
        let pose = world.compose(&Pose::new(free.cast::<T>(), rng.rotation3()));
        if !cross(&placed(body, &pose), &surfaces) {
            break pose;
        }
    };
    let mut mover = Mover::new();
    if in_overlap {
        // As many as make up for chains that are a thousand motions long.
        for _ in 0..STARTS {
            if let Some(freed) = start_in_overlap(body, &standing, &surfaces, pose, rng, &mut mover, tally) {
                pose = freed;
            }
        }
    }
    let mut push = vector::<T>(rng, 1.0);
    for step in 0..1000 {
        if step % 16 == 0 {
            push = vector(rng, 1.0);
        }
        let moving = PlacedMesh::new(body, pose);
        let kind = rng.below(5);
        let by = if kind == 0 {
            let length = [0.1, 3.0, 1000.0][rng.below(3)];
            tally.fast += u64::from(length == 1000.0);
            vector::<T>(rng, length)
        } else {
            push
        };
        let off = [0.0, 0.5, 3.0][rng.below(3)];
        let center = pose.translation() + vector(rng, off);
        let angle = T::of(rng.between(-1.0, 1.0) * [0.3, 3.0, 8.0][rng.below(3)]);
        let turning = Motion::rotation(center, rng.unit3(), angle);
        let advance = T::of(rng.between(-1.0, 1.0) * [0.1, 2.0, 30.0][rng.below(3)]);
        let screw = Motion::screw(center, turning.axis(), angle, advance);
        let trace = match kind {
            3 => mover.move_by(&moving, &turning, &standing, &MotionSettings::default()),
            4 => mover.move_by(&moving, &screw, &standing, &MotionSettings::default()),
            _ => mover.translate(&moving, by, &standing, &MotionSettings::default()),
        };
        let trace = trace.expect("the motion is finite");
        let on_the_way = |f: f64| {
            let f = trace.fraction * T::of(f);
            match kind {
                3 => turned(&pose, &turning, angle * f),
                4 => moved(&turned(&pose, &turning, angle * f), screw.axis() * (advance * f)),
                _ => moved(&pose, by * f),
            }
        };
        tally.turns += u64::from(kind == 3);
        tally.screws += u64::from(kind == 4);
        check(body, &trace, &surfaces, tally);
        if step % 8 == 0 {
            for i in 1..16 {
                tally.sampled += 1;
                tally.crossings +=
                    u64::from(cross(&placed(body, &on_the_way(f64::from(i) / 16.0)), &surfaces));
            }
        }
        if let Some(hit) = trace.hit {
            push = if rng.bits() & 1 == 0 { push - hit.normal * push.dot(hit.normal) } else { -hit.normal };
        }
        pose = trace.pose;
    }
}

/// A body put into overlap, asked, and freed: where it is then, if there was a way out.
fn start_in_overlap<T: Real>(
    body: &PolygonMesh<T>,
    standing: &PlacedMesh<'_, T>,
    surfaces: &[Triangle],
    from: Pose<Vec3<T>>,
    rng: &mut Rng,
    mover: &mut Mover,
    tally: &mut Tally,
) -> Option<Pose<Vec3<T>>> {
    let settings = MotionSettings::default();
    let by = vector::<T>(rng, 20.0);
    let rest = mover.translate(&PlacedMesh::new(body, from), by, standing, &settings).expect("finite");
    // Along what stopped it: a little, more than a zone, up to as deep as it is large; or anywhere.
    let deep = [0.002, 0.02, 0.1, 0.5][rng.below(4)];
    let into = rest.hit.map_or(vector(rng, 3.0), |hit| hit.normal * T::of(-deep));
    let pose = moved(&rest.pose, if rng.below(4) == 0 { vector(rng, 3.0) } else { into });
    let volumes = [solid(body), solid(standing.mesh)];
    if !overlap(&placed(body, &pose), surfaces, volumes) {
        return None;
    }
    tally.overlaps += 1;
    let moving = PlacedMesh::new(body, pose);
    let turning = Motion::rotation(pose.translation(), rng.unit3(), T::ONE);
    let screw = Motion::screw(turning.center(), turning.axis(), T::ONE, T::ONE);
    let traces = [
        mover.translate(&moving, by, standing, &settings).expect("finite"),
        mover.move_by(&moving, &turning, standing, &settings).expect("finite"),
        mover.move_by(&moving, &screw, standing, &settings).expect("finite"),
    ];
    let clearance = mover.clearance(&moving, standing, 1.0).expect("finite").distance;
    tally.found += u64::from(traces.iter().all(|trace| trace.start == Start::Overlapping));
    let proven = |trace: &Trace<T>| trace.clear || trace.fraction > T::ZERO || trace.pose != pose;
    if traces.iter().any(proven) || clearance > 0.0 {
        tally.false_proofs += 1;
        eprintln!("in overlap: {clearance} {traces:?}");
    }
    let depth = 1.5 * deep + 4.0 * rest.zone.thickness;
    let freeing = MotionSettings { free: Some(depth), ..settings };
    let trace = mover.translate(&moving, by, standing, &freeing).expect("finite");
    if trace.start != Start::Freed {
        return None;
    }
    tally.freed += 1;
    let way = (trace.from.translation() - pose.translation()).norm().f64();
    let still_in = overlap(&placed(body, &trace.from), surfaces, volumes);
    if still_in || !trace.clear || way > depth * (1.0 + 2.0 * T::EPSILON.f64()) {
        tally.false_proofs += 1;
        eprintln!("freed by {way} of {depth}: {trace:?}");
    }
    check(body, &trace, surfaces, tally);
    Some(trace.pose)
}

fn moved<T: Real>(pose: &Pose<Vec3<T>>, by: Vec3<T>) -> Pose<Vec3<T>> {
    Pose::new(pose.translation() + by, pose.rotation())
}

fn turned<T: Real>(pose: &Pose<Vec3<T>>, turning: &Motion<Vec3<T>>, angle: T) -> Pose<Vec3<T>> {
    let turn = Rot3::from_axis_angle(turning.axis(), angle);
    let center = turning.center();
    Pose::new(center + turn.rotate(pose.translation() - center), turn.compose(&pose.rotation()))
}

fn check<T: Real>(body: &PolygonMesh<T>, trace: &Trace<T>, surfaces: &[Triangle], tally: &mut Tally) {
    tally.motions += 1;
    tally.pairs += trace.pairs;
    tally.steps += trace.steps;
    tally.unclear += u64::from(!trace.clear);
    let now = placed(body, &trace.pose);
    if cross(&now, surfaces) {
        tally.crossings += 1;
        eprintln!("crossing: {trace:?}");
    }
    if trace.hit.is_some() {
        tally.stopped += 1;
        tally.held += u64::from(trace.fraction == T::ZERO);
        let away = distance(&now, surfaces);
        let zone = trace.zone;
        tally.nearest = tally.nearest.min(away / zone.thickness);
        tally.furthest = tally.furthest.max(away / zone.thickness);
        // Vertices that were placed in the bodies' numbers are off by up to the floor.
        if away > zone.thickness + zone.floor + 2.0 * zone.pose + 8.0 * zone.error {
            tally.early += 1;
            eprintln!("early by {}: {trace:?}", away / zone.thickness);
        }
    }
}
