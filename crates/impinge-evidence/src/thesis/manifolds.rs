//! Contact points by perturbed sampling as the thesis writes it: sections 4.2.3 and 5.3.
//!
//! Bodies rest on a plate, tilted by up to the angle of the sampling, or overlap at random as in an unorganized pile. The depth is
//! that of SA-GJK and EPA as printed; points are sampled and clipped as written, by three rules for quadratic surfaces. A point is **far**
//! if it is farther from either body than the depth and a hundredth of their size; points **jump** if a turn of one body by a thousandth
//! moves one of them by more than a twentieth of the size.

use impinge::answer::Settings;
use impinge::query::any;
use impinge::{
    AnyShape, At, Cone, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, Point, Pose, Rot3, RoundCuboid,
    Support, Vec3,
};
use impinge_scenes::Rng;

use super::precision::{Contestant, tolerance};
use crate::claim::Verdict;
use crate::measure::printed::clip::{Rule, Sampling, contact_points, quadrics};
use crate::measure::printed::{Difference, Voronoi, epa, gjk};
use crate::measure::thread_ns;
use crate::study::{Out, Stop, Task};
use crate::table::{Table, shown};
use crate::timed::{Timed, holding};

/// Samples of each body and the length of the perturbation, as in the stacks: the thesis gives neither.
const SAMPLES: usize = 8;
const SIZE: f64 = 1.0 / 64.0;

/// Distance below which points are merged, in units.
const SAME: f64 = 1e-6;

/// Approximate size of bodies.
const EXTENT: f64 = 2.0;
const FAR: f64 = 0.01 * EXTENT;
const JUMP: f64 = 0.05 * EXTENT;

/// Rotation between two looks.
const TURN: f64 = 1e-3;

/// Depth of a body in the plate.
const DEEP: f64 = 0.01;

/// Kind of body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Box,
    Hull,
    RoundBox,
    Ellipsoid,
    Cylinder,
    Cone,
}

impl Kind {
    const ALL: [Self; 6] =
        [Self::Box, Self::Hull, Self::RoundBox, Self::Ellipsoid, Self::Cylinder, Self::Cone];

    fn name(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Hull => "hull of 50 points",
            Self::RoundBox => "round box",
            Self::Ellipsoid => "ellipsoid",
            Self::Cylinder => "cylinder",
            Self::Cone => "cone",
        }
    }

    fn is_sharp(self) -> bool {
        matches!(self, Self::Cylinder | Self::Cone)
    }

    fn shape(self, seed: u64) -> AnyShape<f64> {
        match self {
            Self::Box => Cuboid::new([1.0; 3]).into(),
            Self::Hull => {
                let mut rng = Rng::new(seed ^ 0x51);
                let points: Vec<Vec3<f64>> = (0..50).map(|_| rng.unit3()).collect();
                ConvexPolyhedron::new(&points).into()
            }
            Self::RoundBox => RoundCuboid::new([0.75; 3], 0.25).into(),
            Self::Ellipsoid => Ellipsoid::new([0.5, 1.0, 0.75]).into(),
            Self::Cylinder => Cylinder::new(1.0, 1.0).into(),
            Self::Cone => Cone::new(1.0, 1.0).into(),
        }
    }
}

const RULES: [(Rule, &str); 3] = [
    (Rule::Sampled, "all sampled"),
    (Rule::Quadrics, "one point for quadrics"),
    (Rule::Sharp, "one point for cones and cylinders"),
];

/// Observations of a kind by a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Seen {
    manifolds: f64,
    points: f64,
    far: f64,
    jumps: f64,
}

impl Seen {
    fn share_far(self) -> f64 {
        self.far / self.manifolds
    }
    fn share_of_jumps(self) -> f64 {
        self.jumps / self.manifolds
    }
}

/// Two bodies: resting or in a pile.
type Bodies = ([AnyShape<f64>; 2], [Pose<Vec3<f64>>; 2]);

fn bodies(kind: Kind, rests: bool, seed: u64, rng: &mut Rng) -> Bodies {
    let shape = kind.shape(seed);
    if !rests {
        let poses = std::array::from_fn(|_| rng.pose3(0.7));
        return ([shape.clone(), shape], poses);
    }
    let plate = AnyShape::from(Cuboid::new([2.0, 2.0, 1.0]));
    // Any turn about the vertical, then a tilt up to the angle of the sampling.
    let around = Rot3::from_axis_angle([0.0, 0.0, 1.0], rng.between(0.0, std::f64::consts::TAU));
    let angle = rng.between(0.0, std::f64::consts::TAU);
    let tilt = Rot3::from_axis_angle([angle.cos(), angle.sin(), 0.0], rng.between(0.0, SIZE));
    let turn = tilt.compose(&around);
    let down = turn.unrotate(Vec3::new(0.0, 0.0, -1.0));
    let lowest = turn.rotate(shape.support(down)).z;
    let place = [rng.between(-0.5, 0.5), rng.between(-0.5, 0.5), 1.0 - DEEP - lowest];
    ([shape, plate], [Pose::new(place, turn), Pose::IDENTITY])
}

/// The depth vector of two bodies, as printed; `None` if they do not meet or none was found.
fn depth((shapes, poses): &Bodies) -> Option<Vec3<f64>> {
    let bodies = Difference::new(shapes.each_ref(), poses);
    match gjk::sa_gjk::<_, Voronoi>(&bodies, tolerance())? {
        (true, simplex) => epa::depth(&bodies, &simplex, tolerance()).filter(|depth| depth.norm() > 0.0),
        (false, _) => None,
    }
}

fn points((shapes, poses): &Bodies, depth: Vec3<f64>, rule: Rule) -> Vec<Vec3<f64>> {
    let bodies = Difference::new(shapes.each_ref(), poses);
    let curved = quadrics(shapes.each_ref(), poses, depth);
    let sampling = Sampling { samples: SAMPLES, size: SIZE, same: SAME, rule };
    contact_points(&bodies, shapes.each_ref(), curved, depth, &sampling)
}

/// Whether a point is farther from either body than the depth and a little.
fn is_far((shapes, poses): &Bodies, point: Vec3<f64>, depth: f64) -> bool {
    let point = AnyShape::from(Point::new(point));
    let at = At::new(&point, Pose::IDENTITY);
    shapes.iter().zip(poses).any(|(shape, pose)| {
        any::distance(&at, &At::new(shape, *pose), &Settings::default()).distance > depth + FAR
    })
}

/// Largest distance of a point of one set from the nearest of the other.
fn moved(some: &[Vec3<f64>], others: &[Vec3<f64>]) -> f64 {
    let nearest = |p: &Vec3<f64>| others.iter().map(|q| (*q - *p).norm()).fold(f64::INFINITY, f64::min);
    some.iter().map(nearest).fold(0.0, f64::max)
}

/// Number of pairs of a kind.
fn see(kind: Kind, rests: bool, seed: u64, count: usize) -> [Seen; 3] {
    let mut rng = Rng::new(seed.wrapping_mul(0x9e37_79b9).wrapping_add(kind as u64));
    let mut seen = [Seen::default(); 3];
    for _ in 0..count {
        let first = bodies(kind, rests, seed, &mut rng);
        let axis: Vec3<f64> = rng.unit3();
        let Some(depth_now) = depth(&first) else { continue };
        let turned = Rot3::from_axis_angle(axis, TURN).compose(&first.1[0].rotation());
        let second = (first.0.clone(), [Pose::new(first.1[0].translation(), turned), first.1[1]]);
        let depth_then = depth(&second);
        for (seen, (rule, _)) in seen.iter_mut().zip(RULES) {
            let now = points(&first, depth_now, rule);
            seen.manifolds += 1.0;
            seen.points += now.len() as f64;
            let far = now.is_empty() || now.iter().any(|p| is_far(&first, *p, depth_now.norm()));
            seen.far += f64::from(u8::from(far));
            let jumps = depth_then.is_some_and(|depth| {
                let then = points(&second, depth, rule);
                moved(&now, &then).max(moved(&then, &now)) > JUMP
            });
            seen.jumps += f64::from(u8::from(jumps));
        }
    }
    seen
}

/// Makes the table and judges.
pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let count = task.effort.of([300, 3_000, 20_000]);
    let seed = task.seed;
    let cases: Vec<(Kind, bool)> =
        Kind::ALL.into_iter().flat_map(|kind| [(kind, true), (kind, false)]).collect();
    let found = task.on_all_cores(cases.len(), |k| see(cases[k].0, cases[k].1, seed, count))?;
    let columns =
        ["bodies", "where", "rule", "manifolds", "points, mean", "with a far point, %", "that jump, %"];
    let note = format!(
        "{SAMPLES} samples of each body at a tangent of 1/64. Far: farther from either body than the depth and {FAR} units. Jumping: by more than \
         {JUMP} units when one body turns by {TURN}."
    );
    let title = "Sections 4.2.3 and 5.3: contact points by sampling, clipped as written";
    let mut table = Table::new("manifolds", title, columns).note(note);
    for ((kind, rests), seen) in cases.iter().zip(&found) {
        for (seen, (_, rule)) in seen.iter().zip(RULES) {
            table.row([
                kind.name().into(),
                if *rests { "on a plate" } else { "in a pile" }.into(),
                rule.into(),
                seen.manifolds.into(),
                (seen.points / seen.manifolds).into(),
                (100.0 * seen.share_far()).into(),
                (100.0 * seen.share_of_jumps()).into(),
            ]);
        }
    }
    out.table(table);
    // Places and both rests of a kind, by a rule.
    let of = |kind: Kind, rule: usize, share: fn(Seen) -> f64| {
        let both = cases.iter().zip(&found).filter(|((k, _), _)| *k == kind);
        both.map(|(_, seen)| share(seen[rule])).sum::<f64>() / 2.0
    };
    statements(out, &of);
    let pile = |kind: Kind| {
        let place = cases.iter().position(|case| *case == (kind, false)).unwrap_or_default();
        found[place][0]
    };
    let piled = pile(Kind::Ellipsoid);
    out.finding(
        "thesis-quadric-piles",
        Verdict::of(usize::from(piled.share_of_jumps() > 0.1) + usize::from(piled.share_far() > 0.01), 2),
        format!(
            "ellipsoids in a pile: points jump in {} % of all small turns, {} % have a far one",
            percent(piled.share_of_jumps()),
            percent(piled.share_far())
        ),
        "Of two bodies in one step; the thesis looked at whole piles, and could not tell whether normals or points were to blame.",
    );
    times(task, out);
    Ok(())
}

fn statements(out: &mut Out, of: &dyn Fn(Kind, usize, fn(Seen) -> f64) -> f64) {
    let far = |kind: Kind, rule: usize| of(kind, rule, Seen::share_far);
    let (flat, round) = (far(Kind::Box, 0), far(Kind::RoundBox, 0));
    out.finding(
        "thesis-rounded-points",
        if round < flat { Verdict::Agrees } else { Verdict::Differs },
        format!("with a far point: boxes {} %, round boxes {} %", percent(flat), percent(round)),
        "As written, every point is inside a silhouette of two samples, which boxes on an edge have and round boxes have not.",
    );
    let others = Kind::ALL.into_iter().filter(|kind| !kind.is_sharp()).map(|kind| far(kind, 0));
    let (worst, best) =
        others.fold((0.0, f64::INFINITY), |(worst, best), x| (f64::max(worst, x), f64::min(best, x)));
    let (cylinders, cones) = (far(Kind::Cylinder, 0), far(Kind::Cone, 0));
    let (by_one_cylinder, by_one_cone) = (far(Kind::Cylinder, 2), far(Kind::Cone, 2));
    out.finding(
        "thesis-sharp-points",
        Verdict::of([cylinders, cones].iter().filter(|share| **share > worst).count(), 2),
        format!(
            "with a far point: cylinders {} %, cones {} %, others {} to {} %; with one point for each collision {} and {} %",
            percent(cylinders),
            percent(cones),
            percent(best),
            percent(worst),
            percent(by_one_cylinder),
            percent(by_one_cone)
        ),
        "One point cannot hold a cylinder that stands on its cap.",
    );
    let mean = Kind::ALL.map(|kind| 1.0 - far(kind, 2)).iter().sum::<f64>() / 6.0;
    out.finding(
        "thesis-sampling-works",
        if mean > 0.5 { Verdict::Agrees } else { Verdict::Differs },
        format!("{} % of all manifolds have no far point, by the thesis' rules", percent(mean)),
        "",
    );
}

/// Section 5.3: the statement that the reference implementation is quite slow.
fn times(task: &Task<'_>, out: &mut Out) {
    let count = task.effort.of([200, 1_000, 1_000]);
    let ratio = |kind: Kind| {
        let mut rng = Rng::new(task.seed);
        let set: Vec<(Bodies, Vec3<f64>)> = (0..count)
            .map(|_| bodies(kind, true, task.seed, &mut rng))
            .filter_map(|bodies| depth(&bodies).map(|depth| (bodies, depth)))
            .collect();
        let time = |one: &dyn Fn(&Bodies, Vec3<f64>)| {
            let run = || {
                let start = thread_ns();
                set.iter().for_each(|(bodies, depth)| one(bodies, *depth));
                thread_ns() - start
            };
            (0..3).map(|_| run()).fold(f64::INFINITY, f64::min)
        };
        let sampled = time(&|bodies, depth| {
            std::hint::black_box(points(bodies, depth, Rule::Sampled));
        });
        let by_mpr = time(&|(shapes, poses), _| {
            std::hint::black_box(Contestant::PrintedMprDepth.ask(shapes.each_ref(), poses));
        });
        sampled / by_mpr
    };
    let (flat, round) = (ratio(Kind::Box), ratio(Kind::RoundBox));
    let timed = vec![
        Timed::above("boxes, points by MPR's depth", flat, 1.0),
        Timed::above("round boxes, points by MPR's depth", round, 1.0),
    ];
    out.timed(
        "thesis-sampling-slow",
        Verdict::of(holding(&timed), timed.len()),
        format!(
            "time of the points over that of MPR with its depth: boxes {}, round boxes {}",
            shown(flat),
            shown(round)
        ),
        "As printed, bodies that rest on a plate.",
        timed,
    );
}

fn percent(share: f64) -> String {
    shown(format!("{:.1e}", 100.0 * share).parse().unwrap_or(100.0 * share))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_point_for_cones_and_cylinders_is_not_far_where_they_rest() {
        for kind in [Kind::Cylinder, Kind::Cone] {
            for rests in [true, false] {
                let [sampled, quadrics, sharp] = see(kind, rests, 1, 100);
                assert!(sharp.manifolds > 50.0 && sharp.points == sharp.manifolds, "{sharp:?}");
                assert!(sharp.far <= if rests { 0.0 } else { 0.25 * sharp.manifolds }, "{sharp:?}");
                assert!(sampled.points > quadrics.points && quadrics.points >= sharp.points);
            }
        }
    }

    #[test]
    fn a_box_at_rest_has_its_four_corners() {
        let [sampled, ..] = see(Kind::Box, true, 2, 100);
        assert!(sampled.manifolds > 90.0 && sampled.points >= 2.0 * sampled.manifolds, "{sampled:?}");
    }
}
