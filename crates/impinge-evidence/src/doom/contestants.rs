//! The printed mover beside ours: the same chains of random motions in the same places, judged by the same oracle.
//!
//! A chain that ended in overlap, or outside a closed room, restarts from a free place: after passing through, it says nothing more. In the
//! open place, chains restart before they reach its rim, since the report has no backs of polygons.

use impinge::expel::{MotionSettings, Mover};
use impinge::mesh::TriangleMesh;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Real, Vec3, distance};
use impinge_scenes::Rng;
use impinge_scenes::rooms::{self, Faces};

use super::motions::{Place, bodies, place, places};
use super::printed::{Fixed, PrintedMover, PrintedSettings, Reading};
use crate::claim::Verdict;
use crate::drawing::{Drawing, Ink};
use crate::figure::Figure;
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};

/// Motions of a chain.
const CHAIN: usize = 100;

/// Distance from the rim at which chains among open hills restart: more than a body.
const RIM: f64 = 4.5;

/// Failures that the page lists for each contestant.
const LISTED: usize = 2;

/// Zones up to which a stop counts as in contact: the lines in front of edges are up to two zones out, and what comes in at a slant
/// meets a hull beside the polygon.
const IN_CONTACT: f64 = 2.2;

/// Bodies, named as in their tables.
const BODIES: [&str; 4] = ["box", "letter U", "hull", "pentagon"];

/// Result of a motion.
struct Went {
    pose: Pose<Vec3<f64>>,
    normal: Option<Vec3<f64>>,
    zone: f64,
}

/// A mover of bodies.
trait Contestant {
    fn go(&mut self, pose: &Pose<Vec3<f64>>, motion: &Motion<Vec3<f64>>) -> Result<Went, Stop>;
}

struct Ours<'a> {
    body: PolygonMesh<f64>,
    place: &'a Place,
    mover: Mover,
}

impl Contestant for Ours<'_> {
    fn go(&mut self, pose: &Pose<Vec3<f64>>, motion: &Motion<Vec3<f64>>) -> Result<Went, Stop> {
        let (body, standing) =
            (PlacedMesh::new(&self.body, *pose), PlacedMesh::new(&self.place.level, Pose::IDENTITY));
        let trace = self
            .mover
            .move_by(&body, motion, &standing, &MotionSettings::default())
            .map_err(|e| Stop::Failed(format!("{}: {e}", self.place.name)))?;
        Ok(Went { pose: trace.pose, normal: trace.hit.map(|hit| hit.normal), zone: trace.zone.thickness })
    }
}

struct Printed<T: Real> {
    body: PolygonMesh<T>,
    level: Fixed<T>,
    mover: PrintedMover<T>,
    zone: f64,
    /// In the precision of the contestant, so that nothing is rounded twice.
    pose: Pose<Vec3<T>>,
    /// Name under which `pose` is reported.
    told: Option<Pose<Vec3<f64>>>,
}

impl<T: Real> Printed<T> {
    fn new(faces: &Faces, place: &Place, reading: Reading) -> Result<Self, Stop> {
        let settings = PrintedSettings::new(reading);
        let level = Fixed::new(&mesh::<T>(&place.faces)?, &Pose::IDENTITY, &settings);
        Ok(Self {
            body: mesh(faces)?,
            level,
            mover: PrintedMover::new(settings),
            zone: settings.zone,
            pose: Pose::IDENTITY,
            told: None,
        })
    }
}

impl<T: Real> Contestant for Printed<T> {
    fn go(&mut self, pose: &Pose<Vec3<f64>>, motion: &Motion<Vec3<f64>>) -> Result<Went, Stop> {
        if self.told != Some(*pose) {
            self.pose = pose.cast();
        }
        let cast = |v: Vec3<f64>| v.cast::<T>();
        let motion = if motion.is_translation() {
            Motion::translation(cast(motion.linear()))
        } else {
            let turn = Motion::rotation(cast(motion.center()), cast(motion.axis()), T::of(motion.angle()));
            turn.moving(cast(motion.linear()))
        };
        let moved = self.mover.move_by(&PlacedMesh::new(&self.body, self.pose), &motion, &[&self.level]);
        self.pose = moved.pose;
        let pose = moved.pose.cast();
        self.told = Some(pose);
        Ok(Went { pose, normal: moved.met.map(|met| met.normal.cast()), zone: self.zone })
    }
}

fn mesh<T: Real>(faces: &Faces) -> Result<PolygonMesh<T>, Stop> {
    let built = PolygonMesh::from_polygons(&faces.points_in::<T>(), &faces.polygons);
    built.map(|(mesh, _)| mesh).map_err(|e| Stop::Failed(format!("mesh: {e}")))
}

/// The contestants.
const CONTESTANTS: [&str; 6] = [
    "ours, f64",
    "printed, to the letter, f64",
    "printed, gaps closed, f64",
    "printed, to the letter, f32",
    "printed, gaps closed, f32",
    "not the report: gaps closed and both roots, f64",
];

/// Contestants from the report.
const PRINTED: std::ops::Range<usize> = 1..5;

fn contestant<'a>(who: usize, faces: &Faces, place: &'a Place) -> Result<Box<dyn Contestant + 'a>, Stop> {
    Ok(match who {
        0 => Box::new(Ours { body: mesh(faces)?, place, mover: Mover::new() }),
        1 => Box::new(Printed::<f64>::new(faces, place, Reading::Letter)?),
        2 => Box::new(Printed::<f64>::new(faces, place, Reading::Mended)?),
        3 => Box::new(Printed::<f32>::new(faces, place, Reading::Letter)?),
        4 => Box::new(Printed::<f32>::new(faces, place, Reading::Mended)?),
        _ => Box::new(Printed::<f64>::new(faces, place, Reading::BothRoots)?),
    })
}

/// A motion that ended in overlap or outside.
#[derive(Clone, Debug)]
struct Failure {
    place: &'static str,
    body: &'static str,
    turned: bool,
    outside: bool,
    from: Pose<Vec3<f64>>,
    motion: Motion<Vec3<f64>>,
}

/// Observations.
#[derive(Clone, Debug, Default)]
struct Tally {
    motions: usize,
    stopped: usize,
    /// Translations, and turns and screws, that ended in overlap.
    overlaps: [usize; 2],
    /// The same that ended outside a closed room.
    outside: [usize; 2],
    enclosed: usize,
    /// Stops farther than [`IN_CONTACT`] zones from everything.
    far: usize,
    farthest: f64,
    nearest: f64,
    failures: Vec<Failure>,
}

impl Tally {
    fn add(&mut self, other: &Self) {
        self.motions += other.motions;
        self.stopped += other.stopped;
        self.enclosed += other.enclosed;
        self.far += other.far;
        for k in 0..2 {
            self.overlaps[k] += other.overlaps[k];
            self.outside[k] += other.outside[k];
        }
        self.farthest = self.farthest.max(other.farthest);
        self.nearest = if self.nearest == 0.0 { other.nearest } else { self.nearest.min(other.nearest) };
        self.failures.extend(other.failures.iter().cloned());
    }

    fn all_overlaps(&self) -> usize {
        self.overlaps[0] + self.overlaps[1]
    }

    fn all_outside(&self) -> usize {
        self.outside[0] + self.outside[1]
    }
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let chains = task.effort.of([1, 50, 500]);
    let swings = swings(task)?;
    let (places, bodies) = (places()?, bodies().map(rounded));
    let cells = places.len() * bodies.len();
    let jobs = CONTESTANTS.len() * cells * chains;
    let seed = task.seed.wrapping_mul(1_000_003);
    let all = task.on_all_cores(jobs, |job| {
        let (who, rest) = (job % CONTESTANTS.len(), job / CONTESTANTS.len());
        let (cell, chain) = (rest % cells, rest / cells);
        let (place, body) = (&places[cell / bodies.len()], cell % bodies.len());
        // The same for all contestants.
        let seed = seed.wrapping_add((chain * cells + cell) as u64);
        one_chain(who, place, &bodies[body], BODIES[body], seed).map(|tally| (who, cell, tally))
    })?;
    let mut told = vec![vec![Tally::default(); cells]; CONTESTANTS.len()];
    for found in all {
        let (who, cell, tally) = found?;
        told[who][cell].add(&tally);
    }
    draw(out, &places, &told, &swings);
    Ok(())
}

/// With coordinates representable in single precision, so that all contestants move the same bodies.
fn rounded(faces: Faces) -> Faces {
    faces.map(|p| p.cast::<f32>().cast())
}

fn one_chain(who: usize, place: &Place, faces: &Faces, name: &'static str, seed: u64) -> Result<Tally, Stop> {
    let mut rng = Rng::new(seed);
    let mut mover = contestant(who, faces, place)?;
    let built = TriangleMesh::from_polygons(&faces.points, &faces.polygons);
    let (triangles, _) = built.map_err(|e| Stop::Failed(format!("body: {e}")))?;
    let mut tally = Tally::default();
    let begin = |rng: &mut Rng| Pose::new(place.free, rng.rotation3());
    let mut pose = begin(&mut rng);
    let mut push = rng.unit3::<f64>();
    for _ in 0..CHAIN {
        let angle = rng.between(-3.0, 3.0);
        let motion = match rng.below(5) {
            0 => Motion::translation(rng.unit3::<f64>() * [0.1, 3.0, 100.0][rng.below(3)]),
            1 | 2 => Motion::translation(push),
            3 => Motion::rotation(pose.translation(), rng.unit3::<f64>(), angle),
            _ => Motion::screw(pose.translation(), rng.unit3::<f64>(), angle, rng.between(-2.0, 2.0)),
        };
        let went = mover.go(&pose, &motion)?;
        let turned = !motion.is_translation();
        tally.motions += 1;
        let apart = distance(&triangles.at(went.pose), &place.triangles.at(Pose::IDENTITY)).distance;
        let at = went.pose.translation();
        let overlaps = apart <= 0.0;
        tally.overlaps[usize::from(turned)] += usize::from(overlaps);
        tally.enclosed += usize::from(place.closed.is_some());
        let outside = !overlaps && place.closed.is_some_and(|half| at.max_abs() > half);
        tally.outside[usize::from(turned)] += usize::from(outside);
        push = rng.unit3();
        let keep = rng.below(2) == 0;
        if let Some(normal) = went.normal
            && !overlaps
        {
            tally.stopped += 1;
            let zones = apart / went.zone;
            tally.far += usize::from(zones > IN_CONTACT);
            tally.farthest = tally.farthest.max(zones);
            tally.nearest = if tally.nearest == 0.0 { zones } else { tally.nearest.min(zones) };
            push = if keep { push - normal * push.dot(normal) } else { -normal };
        }
        if overlaps || outside {
            if tally.failures.len() < LISTED {
                let (place, from) = (place.name, pose);
                tally.failures.push(Failure { place, body: name, turned, outside, from, motion });
            }
            pose = begin(&mut rng);
        } else if place.closed.is_none() && at.max_abs() > RIM {
            pose = begin(&mut rng);
        } else {
            pose = went.pose;
        }
    }
    Ok(tally)
}

/// Bodies that rotate from beside a table, lower than its top, over the rim: for each contestant, the number that ends in overlap.
fn swings(task: &Task<'_>) -> Result<Vec<Swung>, Stop> {
    let turns = task.effort.of([100, 5_000, 50_000]);
    let table = rooms::cuboid([1.0, 1.0, 0.5], 1);
    let place = solid("table", &table)?;
    let bodies = bodies().map(|faces| rounded(faces.map(|p| p * SMALL)));
    let seed = task.seed;
    let found = task.on_all_cores(CONTESTANTS.len(), |who| swing(who, &place, &bodies, turns, seed))?;
    found.into_iter().collect()
}

/// A place whose inside counts as overlap too.
fn solid(name: &'static str, faces: &Faces) -> Result<Place, Stop> {
    let built = TriangleMesh::from_polygons(&faces.points, &faces.polygons);
    let (triangles, _) = built.map_err(|e| Stop::Failed(format!("{name}: {e}")))?;
    Ok(Place { triangles, ..place(name, faces, [0.0; 3], None)? })
}

/// Factor by which swinging bodies are smaller than others.
const SMALL: f64 = 0.2;

/// Rotations over the rim: all, those that were stopped, those that ended in overlap.
#[derive(Clone, Copy, Debug, Default)]
struct Swung {
    turns: usize,
    stopped: usize,
    overlaps: usize,
}

fn swing(who: usize, place: &Place, bodies: &[Faces; 4], turns: usize, seed: u64) -> Result<Swung, Stop> {
    let mut rng = Rng::new(seed.wrapping_add(77));
    let mut seen = Swung::default();
    for faces in bodies {
        let mut mover = contestant(who, faces, place)?;
        let built = TriangleMesh::from_polygons(&faces.points, &faces.polygons);
        let (triangles, _) = built.map_err(|e| Stop::Failed(format!("body: {e}")))?;
        for _ in 0..turns.div_ceil(bodies.len()) {
            // Right of the table, whose rim is at x = 1, and up to the left about an axis near along y.
            let start = Vec3::new(rng.between(1.4, 1.8), rng.between(-0.5, 0.5), rng.between(0.1, 0.4));
            let pose = Pose::new(start, rng.rotation3());
            let center = Vec3::new(rng.between(0.9, 1.2), 0.0, rng.between(0.1, 0.5));
            let axis = Vec3::new(rng.between(-0.2, 0.2), -1.0, rng.between(-0.2, 0.2));
            let went = mover.go(&pose, &Motion::rotation(center, axis, rng.between(2.5, 3.0)))?;
            let apart = distance(&triangles.at(went.pose), &place.triangles.at(Pose::IDENTITY)).distance;
            seen.turns += 1;
            seen.stopped += usize::from(went.normal.is_some());
            seen.overlaps += usize::from(apart <= 0.0);
        }
    }
    Ok(seen)
}

fn draw(out: &mut Out, places: &[Place], told: &[Vec<Tally>], swings: &[Swung]) {
    out.note(
        "The printed collision detection is read in two ways: to the letter, with nothing but misprints mended, and with gaps closed where \
         another section of the report says what must stand in them. Its zone is the report's, a quarter of a unit of which 32 are a \
         meter. Translations that also turn are taken as a translation and a turn, as the report does.",
    );
    let columns = [
        "mover",
        "place",
        "body",
        "motions",
        "stopped",
        "overlaps by translations",
        "overlaps by turns",
        "ended outside",
        "farthest stop, zones",
    ];
    let mut table = Table::new("printed-motions", "Random motions by our mover and by the printed one", columns)
        .note("The oracle is the front door's distance of the triangle meshes, in f64. What ended in overlap or outside begins anew.");
    let mut sums = Vec::new();
    for (who, cells) in CONTESTANTS.iter().zip(told) {
        let mut sum = Tally::default();
        for (cell, tally) in cells.iter().enumerate() {
            sum.add(tally);
            table.row([
                (*who).into(),
                places[cell / BODIES.len()].name.into(),
                BODIES[cell % BODIES.len()].into(),
                tally.motions.into(),
                tally.stopped.into(),
                tally.overlaps[0].into(),
                tally.overlaps[1].into(),
                tally.all_outside().into(),
                tally.farthest.into(),
            ]);
        }
        sums.push(sum);
    }
    out.table(table);
    let columns = [
        "mover",
        "motions",
        "stopped",
        "overlaps by translations",
        "overlaps by turns",
        "ended outside",
        "stops beyond 2.2 zones",
        "nearest stop, zones",
        "farthest stop, zones",
    ];
    let mut table = Table::new("printed-sums", "All places and bodies together", columns);
    for (who, sum) in CONTESTANTS.iter().zip(&sums) {
        table.row([
            (*who).into(),
            sum.motions.into(),
            sum.stopped.into(),
            sum.overlaps[0].into(),
            sum.overlaps[1].into(),
            sum.all_outside().into(),
            sum.far.into(),
            sum.nearest.into(),
            sum.farthest.into(),
        ]);
    }
    out.table(table);
    failures(out, &sums);
    let columns = ["mover", "turns", "stopped", "ended in overlap"];
    let mut table = Table::new("printed-swings", "Small bodies that turn from beside a table over its rim and down onto it", columns)
        .note("Each starts lower than the top. A vertex that comes out of the plane of the top beside it, and then falls onto it, meets the plane twice.");
    for (who, swung) in CONTESTANTS.iter().zip(swings) {
        table.row([(*who).into(), swung.turns.into(), swung.stopped.into(), swung.overlaps.into()]);
    }
    out.table(table);
    rim(out, swings);
    let ours = sums[0].all_overlaps();
    let printed = &sums[PRINTED];
    let failed = |(sum, swung): (&Tally, &Swung)| sum.all_overlaps() + sum.all_outside() + swung.overlaps;
    let clean = printed.iter().zip(&swings[PRINTED]).filter(|pair| failed(*pair) == 0).count();
    let swung: usize = swings[PRINTED].iter().map(|s| s.overlaps).sum();
    let all: usize = swings[PRINTED].iter().map(|s| s.turns).sum();
    let list = |count: fn(&Tally) -> usize| {
        let counts = printed.iter().zip(&CONTESTANTS[PRINTED]).map(|(sum, who)| {
            let who = who.trim_start_matches("printed, ");
            format!("{who}: {} of {}", count(sum), sum.motions)
        });
        counts.collect::<Vec<_>>().join("; ")
    };
    out.finding(
        "doom-printed-no-overlap",
        Verdict::of(clean, printed.len()),
        format!("in overlap or outside, printed {}, and {swung} of {all} turns over a rim; ours {ours} of {}, and {} of {}", list(|s| s.all_overlaps() + s.all_outside()), sums[0].motions, swings[0].overlaps, swings[0].turns),
        "The zone covers planes and lines in front of edges, and not rims; of two times at which a turning vertex meets a plane only the \
         first is looked at, though the vertex may come out of the plane there and fall onto the front later.",
    );
    let translations: usize = printed.iter().map(|sum| sum.outside[0]).sum();
    let enclosed: usize = printed.iter().map(|sum| sum.enclosed).sum();
    out.finding(
        "doom-printed-fast",
        Verdict::of(usize::from(translations == 0), 1),
        format!("{translations} of {enclosed} motions of the printed mover in closed rooms ended outside by a translation, {} by a turn", printed.iter().map(|s| s.outside[1]).sum::<usize>()),
        "",
    );
    let farthest = printed.iter().map(|sum| sum.farthest).fold(0.0, f64::max);
    let (far, stopped): (usize, usize) =
        printed.iter().fold((0, 0), |(far, all), s| (far + s.far, all + s.stopped));
    out.finding(
        "doom-printed-contact",
        if farthest <= IN_CONTACT {
            Verdict::Agrees
        } else if 100 * far <= stopped {
            Verdict::Partly
        } else {
            Verdict::Differs
        },
        format!("{far} of {stopped} stops of the printed mover are beyond {IN_CONTACT} zones, the farthest {} zones away", shown(farthest)),
        "What comes in at a slant meets the moved plane beside the polygon, since bounds are asked without the zone.",
    );
}

/// The case in the plane: a point beside a table that turns over its rim, as the printed rules have it and as ours.
fn rim(out: &mut Out, swings: &[Swung]) {
    const RIM: [f64; 2] = [0.7, 0.3];
    const RADIUS: f64 = 0.412;
    let at = |degrees: f64| {
        let (sin, cos) = degrees.to_radians().sin_cos();
        [RIM[0] + RADIUS * cos, RIM[1] + RADIUS * sin]
    };
    let [first, second] = {
        let out = ((0.5 - RIM[1]) / RADIUS).asin().to_degrees();
        [out, 180.0 - out]
    };
    let arc = |from: f64, to: f64| (0..=40).map(move |k| at(from + (to - from) * f64::from(k) / 40.0));
    let drawing = Drawing::new("a point that turns about a point beside a table")
        .polygon([[-0.5, -0.2], [0.5, -0.2], [0.5, 0.5], [-0.5, 0.5]], Ink::Second)
        .line([[0.5, 0.5], [1.3, 0.5]], Ink::Around)
        .line(arc(14.0, second), Ink::First)
        .line(arc(second, 186.0), Ink::Marked)
        .dot(at(14.0), Ink::First)
        .dot(at(first), Ink::Around)
        .dot(at(second), Ink::Marked)
        .dot(RIM, Ink::Around)
        .name(at(14.0), "start", [8.0, -4.0])
        .name(at(first), "first root", [8.0, 4.0])
        .name(at(second), "second root", [-60.0, 10.0])
        .name(RIM, "axis", [6.0, -12.0])
        .name([-0.5, 0.1], "table", [10.0, 0.0]);
    let [letter, mended, both] = [1, 2, 5].map(|who| swings[who]);
    out.figure(
        Figure::new("printed-rim", "", "where the printed rules let a vertex pass")
            .says(
                "The smallest fraction in range gives the first collision with the plane, whose bounds are then checked.",
                format!(
                    "The first root is where the vertex comes out of the plane, beside the polygon; the second, on the polygon, is not                      looked at. Of {} turns over a rim {} end in overlap to the letter, {} with gaps closed, {} if both roots count, and {}                      of ours.",
                    letter.turns, letter.overlaps, mended.overlaps, both.overlaps, swings[0].overlaps
                ),
            )
            .panel(drawing.panel()),
    );
}

/// The first motions that were not stopped, so that they can be reproduced.
fn failures(out: &mut Out, sums: &[Tally]) {
    let columns = [
        "mover",
        "place",
        "body",
        "ended",
        "from x, y, z",
        "turned x, y, z, w",
        "moves by",
        "turns about",
        "by, rad",
    ];
    let mut table =
        Table::new("printed-failures", "The first motions that ended in overlap or outside", columns)
            .note("Turns are about the body's origin, after what it moves.");
    let numbers = |v: &[f64]| v.iter().map(|x| shown(*x)).collect::<Vec<_>>().join(", ");
    for (who, sum) in CONTESTANTS.iter().zip(sums) {
        for kind in [false, true] {
            for f in sum.failures.iter().filter(|f| f.turned == kind).take(LISTED) {
                let [from, linear, axis] = [f.from.translation(), f.motion.linear(), f.motion.axis()];
                let xyz = |v: Vec3<f64>| numbers(&[v.x, v.y, v.z]);
                table.row([
                    (*who).into(),
                    f.place.into(),
                    f.body.into(),
                    if f.outside { "outside" } else { "in overlap" }.into(),
                    xyz(from).into(),
                    numbers(&f.from.rotation().to_xyzw()).into(),
                    xyz(linear).into(),
                    if f.turned { xyz(axis) } else { "–".into() }.into(),
                    f.motion.angle().into(),
                ]);
            }
        }
    }
    out.table(table);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same seeds, the same places: all are stopped about as often, and ours is never in overlap.
    #[test]
    fn chains_of_all_contestants_run_and_ours_never_overlaps() {
        let (places, bodies) = (places().expect("places"), bodies().map(rounded));
        let run = |who: usize| one_chain(who, &places[3], &bodies[1], BODIES[1], 5).expect("a chain");
        for who in 0..CONTESTANTS.len() {
            let tally = run(who);
            assert!(tally.motions == CHAIN && tally.stopped > CHAIN / 4, "{who}: {}", tally.stopped);
            assert!(who > 0 || tally.all_overlaps() + tally.all_outside() == 0);
        }
    }

    /// Sections 2.4 and 3.3: small bodies end in a table that they turn onto over its rim, unless the second root counts.
    #[test]
    fn printed_turns_over_a_rim_end_in_overlap_and_ours_do_not() {
        let table = rooms::cuboid([1.0, 1.0, 0.5], 1);
        let place = solid("table", &table).expect("a table");
        let bodies = bodies().map(|faces| rounded(faces.map(|p| p * SMALL)));
        let overlaps = |who: usize| swing(who, &place, &bodies, 100, 1).expect("turns").overlaps;
        assert_eq!(overlaps(0), 0);
        for who in PRINTED {
            assert!(overlaps(who) > 5, "{who}: {}", overlaps(who));
        }
        assert!(overlaps(5) < overlaps(2));
    }
}
