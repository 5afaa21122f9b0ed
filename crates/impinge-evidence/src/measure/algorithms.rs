//! The algorithms of `impinge pairs` one by one, each on two prepared shapes.
//!
//! Distances and depths are those of the cores, minus the radii of their balls; only MPR, which does not use cores, runs on
//! the whole shapes. All run in `f64`, as the front door does, on shapes and poses of the requested precision.

use impinge::Status;
use impinge::Vec3;
use impinge::study::certify::{self, certify};
use impinge::study::epa::{Gap, epa3};
use impinge::study::gjk::separating::{Decision, sa_gjk};
use impinge::study::gjk::swept::{Depth, Swept, swept_gjk};
use impinge::study::gjk::{
    Backup, Gjk, Goal, Johnson, JohnsonBackup, MAX_STEPS, SignedVolumes, Simplex, SubAlgorithm, Voronoi,
};
use impinge::study::mpr::{self, Aim};
use impinge::study::pair::{Grown, Obstacle};

use super::ask::{Algorithm, Query};
use super::counted::Counted;
use super::work::{Answer, Cores, OnCores, Options, Work};

/// Radius by which swept shapes are grown, in sizes of the pair: so large that no pair is farther apart, and every
/// distance is found as a shallow depth.
const GROWTH: f64 = 1.0;

/// The work for an algorithm and a query; `None` where they do not fit.
// Not inlined: a program of few optimizations would then build the algorithms itself, and time them so.
#[inline(never)]
pub fn work(algorithm: Algorithm, query: Query) -> Option<Work> {
    use {Algorithm as A, Query as Q};
    let on_cores: OnCores = match (algorithm, query) {
        (A::Auto, query) => return Some(Work::FrontDoor(query)),
        (A::Vclip, query) => return Some(Work::Vclip(query)),
        (A::GjkJohnson, query) => gjk::<Johnson<Vec3<f64>>>(query),
        (A::GjkBackup, query) => gjk::<Backup<Vec3<f64>>>(query),
        (A::GjkJohnsonBackup, query) => gjk::<JohnsonBackup<Vec3<f64>>>(query),
        (A::GjkVoronoi, query) => gjk::<Voronoi>(query),
        (A::GjkSignedVolumes, query) => gjk::<SignedVolumes>(query),
        // Each pair is independent, so there is no axis of an earlier step to begin with.
        (A::SaGjk | A::IsaGjk, Q::Intersect) => separating,
        (A::Swept, Q::Intersect) => swept_intersect,
        (A::Swept, Q::Contact) => swept_contact,
        (A::Mpr, Q::Intersect) => mpr_intersect,
        (A::Mpr, Q::Contact) => mpr_contact,
        (A::Epa, Q::Contact) => gjk_contact::<Voronoi>,
        (A::Certify, Q::Intersect) => certify_intersect,
        (A::Certify, Q::Distance) => certify_distance,
        (A::Certify, Q::Contact) => certify_contact,
        _ => return None,
    };
    Some(Work::Algorithm(on_cores))
}

/// GJK with one sub-algorithm, and EPA behind it for depths.
fn gjk<S: SubAlgorithm<Vec3<f64>>>(query: Query) -> OnCores {
    match query {
        Query::Intersect => gjk_intersect::<S>,
        Query::Distance => gjk_distance::<S>,
        Query::Contact => gjk_contact::<S>,
    }
}

/// The gap to stop at, in the pair's units.
pub(crate) fn gap(pair: &Cores<'_>, options: &Options) -> f64 {
    let gap = options.gap.unwrap_or(pair.gap);
    (gap * pair.pair.size()).max(pair.pair.rounding())
}

/// Whether GJK finds the bodies to meet. Bodies whose distance is within rounding touch.
fn gjk_intersect<S: SubAlgorithm<Vec3<f64>>>(pair: &Cores<'_>, _: &Options) -> Answer {
    let radii = pair.radius_a + pair.radius_b;
    let far = radii + pair.pair.rounding();
    let goal = Goal { far, near: far, gap: 0.0, steps: MAX_STEPS };
    let found = Gjk::<_, S>::new().run(&pair.pair, &goal, &mut ());
    let apart = found.lower > far;
    if apart || found.upper <= far { Answer::verdict(!apart, Some(found.calls)) } else { Answer::NONE }
}

/// The distance by GJK, from above; zero where the balls around the cores meet.
fn gjk_distance<S: SubAlgorithm<Vec3<f64>>>(pair: &Cores<'_>, options: &Options) -> Answer {
    let radii = pair.radius_a + pair.radius_b;
    let rounding = pair.pair.rounding();
    let goal = Goal { far: f64::INFINITY, near: radii + rounding, gap: gap(pair, options), steps: MAX_STEPS };
    let found = Gjk::<_, S>::new().run(&pair.pair, &goal, &mut ());
    let value = if found.upper <= goal.near { 0.0 } else { found.upper - radii };
    // Below zero the lower bound says nothing about the distance.
    let least = (found.lower - radii).max(0.0);
    answer(pair, value, (value - least).max(0.0) + rounding, found.calls)
}

/// The signed distance by GJK with EPA behind it.
fn gjk_contact<S: SubAlgorithm<Vec3<f64>>>(pair: &Cores<'_>, options: &Options) -> Answer {
    let radii = pair.radius_a + pair.radius_b;
    let (gap, rounding) = (gap(pair, options), pair.pair.rounding());
    let mut gjk = Gjk::<_, S>::new();
    let goal = Goal { far: f64::INFINITY, near: rounding, gap, steps: MAX_STEPS };
    let found = gjk.run(&pair.pair, &goal, &mut ());
    if found.upper > rounding {
        return answer(pair, found.upper - radii, found.upper - found.lower + rounding, found.calls);
    }
    let depth = epa3(&pair.pair, gjk.simplex(), &Gap { bound: gap, value: gap }, &mut ());
    let error = depth.upper - depth.lower + rounding;
    answer(pair, -depth.upper - radii, error, found.calls + depth.calls)
}

/// SA-GJK. It runs on rounded shapes themselves, not on their cores, since it knows no distances.
fn separating(pair: &Cores<'_>, _: &Options) -> Answer {
    let eps = pair.pair.rounding();
    let counted = Counted::new(pair.pair);
    let verdict = if pair.radius_a + pair.radius_b == 0.0 {
        sa_gjk::<_, Voronoi>(&counted, eps, &mut ())
    } else {
        let (radius_a, radius_b) = (pair.radius_a, pair.radius_b);
        sa_gjk::<_, Voronoi>(&Grown { obstacle: &counted, radius_a, radius_b }, eps, &mut ())
    };
    let calls = Some(counted.calls());
    match verdict {
        Decision::Apart { .. } => Answer::verdict(false, calls),
        Decision::Meet { .. } => Answer::verdict(true, calls),
        Decision::Undecided { .. } => Answer { calls, ..Answer::NONE },
    }
}

pub(crate) fn grown<'a>(pair: &'a Cores<'_>) -> Grown<'a, impl Obstacle<Vec3<f64>>, f64> {
    Grown { obstacle: &pair.pair, radius_a: pair.radius_a, radius_b: pair.radius_b }
}

/// Swept GJK with the balls of rounded shapes.
fn swept_intersect(pair: &Cores<'_>, options: &Options) -> Answer {
    let (found, calls) = sweep(pair, options, 0.0);
    match found {
        Swept::Apart { .. } => Answer::verdict(false, Some(calls)),
        Swept::Shallow(_) | Swept::Deep(_) => Answer::verdict(true, Some(calls)),
        Swept::Undecided { .. } => Answer { calls: Some(calls), ..Answer::NONE },
    }
}

/// Swept GJK with larger balls, which are subtracted again.
fn swept_contact(pair: &Cores<'_>, options: &Options) -> Answer {
    let growth = GROWTH * pair.pair.size();
    let (Swept::Shallow(found) | Swept::Deep(found), calls) = sweep(pair, options, growth) else {
        return Answer::NONE;
    };
    let [lower, upper] = found.depth;
    answer(pair, 2.0 * growth - upper, upper - lower + pair.pair.rounding(), calls)
}

/// Result of swept GJK, and its support calls.
fn sweep(pair: &Cores<'_>, options: &Options, growth: f64) -> (Swept<Vec3<f64>>, u32) {
    let gap = gap(pair, options);
    let counted = Counted::new(pair.pair);
    let found = swept(&counted, [pair.radius_a + growth, pair.radius_b + growth], gap);
    (found, counted.calls())
}

/// Swept GJK with EPA behind it.
pub(crate) fn swept(counted: &Counted<'_>, radii: [f64; 2], gap: f64) -> Swept<Vec3<f64>> {
    let deep = |obstacle: &_, simplex: &Simplex<_>| {
        let found = epa3(obstacle, simplex, &Gap { bound: gap, value: gap }, &mut ());
        let depth = [found.lower, found.upper];
        Depth { normal: found.normal, depth, point_a: found.point_a, point_b: found.point_b }
    };
    swept_gjk(&mut Gjk::<_, Voronoi>::new(), &counted.as_dyn(), radii, gap, deep, &mut ())
}

fn mpr_intersect(pair: &Cores<'_>, _: &Options) -> Answer {
    let decided = if pair.radius_a + pair.radius_b == 0.0 {
        mpr::decide(&pair.pair, &mut ())
    } else {
        mpr::decide(&grown(pair), &mut ())
    };
    match decided.decision {
        mpr::Decision::Undecided { .. } => Answer::NONE,
        decision => Answer::verdict(decision.is_meet(), Some(decided.calls)),
    }
}

/// The depth by MPR's heuristic. For bodies that are apart it knows only a separating axis: the value is how far that separates
/// them, a lower bound of the distance.
fn mpr_contact(pair: &Cores<'_>, options: &Options) -> Answer {
    let aim = Aim { gap: gap(pair, options), ..Aim::default() };
    match mpr::penetration(&grown(pair), &aim, &mut ()) {
        (_, Some(found)) => Answer { error: f64::NAN, ..answer(pair, -found.depth, 0.0, found.calls) },
        (mpr::Decision::Apart { separation, .. }, None) => {
            Answer { value: separation * pair.unit, ..Answer::NONE }
        }
        _ => Answer::NONE,
    }
}

fn certify_intersect(pair: &Cores<'_>, options: &Options) -> Answer {
    let (lower, upper, calls, _) = certified(pair, options);
    let radii = pair.radius_a + pair.radius_b;
    // What is left within rounding touches.
    let apart = lower > radii || (upper > radii && lower + upper - 2.0 * radii > 4.0 * pair.pair.rounding());
    Answer::verdict(!apart, Some(calls))
}

fn certify_distance(pair: &Cores<'_>, options: &Options) -> Answer {
    let (lower, upper, calls, value) = certified(pair, options);
    let radii = pair.radius_a + pair.radius_b;
    let value =
        if lower <= radii && value - radii <= 2.0 * pair.pair.rounding() { 0.0 } else { value - radii };
    answer(pair, value, (upper - lower).max(0.0), calls)
}

fn certify_contact(pair: &Cores<'_>, options: &Options) -> Answer {
    let (lower, upper, calls, value) = certified(pair, options);
    answer(pair, value - pair.radius_a - pair.radius_b, upper - lower, calls)
}

/// The interval of the cores, the support calls, and the value of the best direction.
fn certified(pair: &Cores<'_>, options: &Options) -> (f64, f64, u32, f64) {
    let mut settings = certify::CertifySettings::of_size(pair.pair.size());
    if let Some(gap) = options.gap {
        settings.gap = gap * pair.pair.size();
    }
    let found = certify(&pair.pair, &settings);
    debug_assert!(found.status != Status::Stalled || found.upper >= found.lower);
    // The lower end has the rounding taken off.
    (found.lower, found.upper, found.calls, (found.lower + pair.pair.rounding()).min(found.upper))
}

/// An answer from lengths in the pair's units.
pub(crate) fn answer(pair: &Cores<'_>, value: f64, error: f64, calls: u32) -> Answer {
    let (value, error) = (value * pair.unit, error * pair.unit);
    // In the requested precision, as the front door does.
    let value = (pair.round)(value);
    Answer { value, error: error + pair.epsilon * value.abs(), calls: Some(calls), judged: None }
}
