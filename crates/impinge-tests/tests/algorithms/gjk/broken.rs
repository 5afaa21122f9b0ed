//! Obstacles that break their promise: support points that are NaN, infinite or of no convex body.
//!
//! What went wrong: `Gjk::run_on` with a NaN point panicked, NaN went on through comparisons that are false for it, and
//! bounds of NaN passed for a proof. What must hold: no algorithm panics, asks more often than it says, or reports as
//! proven what rests on a number that is not finite.

use core::cell::Cell;

use impinge::Status;
use impinge::math::{Real, Vec2, Vec3, Vector};
use impinge::study::certify::{CertifySettings, CertifySpace, certify, certify_about_axis};
use impinge::study::climb::{Bend, Free, Tangents, climb, climb_again};
use impinge::study::epa::{DepthSpace, Gap, Start};
use impinge::study::gjk::separating::{Decision, isa_gjk, proximity, sa_gjk};
use impinge::study::gjk::swept::{Depth, Swept, swept_gjk};
use impinge::study::gjk::{
    Backup, Gjk, Goal, Johnson, JohnsonBackup, Known, MAX_STEPS, Proximity, QuickSpace, SignedVolumes,
    SignedVolumesExact, Simplex, SubAlgorithm, Voronoi,
};
use impinge::study::mpr::{Aim, PortalSpace, decide, depth_along, penetration};
use impinge::study::pair::{Obstacle, Vertex};
use impinge_scenes::{Rng, Space};

/// Defect of an obstacle.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// Support points are NaN from a call on.
    Nan(u32),
    /// One coordinate is NaN from a call on.
    HalfNan(u32),
    /// Support points are infinite along the direction, from a call on.
    Infinite(u32),
    /// The same against the direction.
    InfiniteAgainst(u32),
    /// Coordinates whose squares are infinite.
    Huge(u32),
    /// Points of A are NaN, their difference is not.
    NanWitness,
    /// Points at random, of no body.
    Random,
    /// The center is NaN.
    NanCenter,
    /// Size and rounding are NaN.
    NanSize,
    /// Always zero.
    Zero,
}

/// A ball with a fault.
struct Broken<V> {
    center: V,
    fault: Fault,
    polytope: bool,
    calls: Cell<u32>,
    seed: u64,
}

impl<V: Vector + Space> Broken<V> {
    /// Signed distance, if all finite answers of the obstacle are true.
    fn truth(&self) -> Option<f64> {
        let wild = matches!(self.fault, Fault::Huge(_) | Fault::Random | Fault::Zero);
        (!wild).then(|| self.center.norm().f64() - 1.0)
    }

    /// Whether bounds on a signed distance do not hold.
    fn refutes(&self, lower: V::Scalar, upper: V::Scalar) -> bool {
        let slack = 1e3 * V::Scalar::EPSILON.f64();
        self.truth().is_some_and(|truth| lower.f64() > truth + slack || upper.f64() < truth - slack)
    }

    fn wrong(&self) -> V {
        V::axis(0) * V::Scalar::of(f64::NAN)
    }
}

impl<V: Vector + Space> Obstacle<V> for Broken<V> {
    fn support(&self, direction: V, _: &Vertex<V>) -> Vertex<V> {
        let calls = self.calls.get() + 1;
        self.calls.set(calls);
        let point = self.center + direction.unit();
        let vertex = Vertex { point, a: point * V::Scalar::HALF, ..Vertex::default() };
        let at = |from: u32, point: V| if calls > from { Vertex { point, ..vertex } } else { vertex };
        let infinite = direction.map(|c| c.sign_of(V::Scalar::INFINITY));
        match self.fault {
            Fault::Nan(from) => at(from, self.wrong().map(|_| V::Scalar::of(f64::NAN))),
            Fault::HalfNan(from) => at(from, point + self.wrong()),
            Fault::Infinite(from) => at(from, infinite),
            Fault::InfiniteAgainst(from) => at(from, -infinite),
            Fault::Huge(from) => {
                at(from, direction.unit() * V::Scalar::power_of_two(V::Scalar::MAX_EXPONENT - 10))
            }
            Fault::NanWitness => Vertex { a: self.wrong(), ..vertex },
            Fault::Random => {
                let mut rng = Rng::new(self.seed + u64::from(calls));
                Vertex { point: V::random_unit(&mut rng) * V::Scalar::of(rng.between(0.0, 2.0)), ..vertex }
            }
            Fault::Zero => Vertex::default(),
            Fault::NanCenter | Fault::NanSize => vertex,
        }
    }
    fn center(&self) -> V {
        if self.fault == Fault::NanCenter { self.wrong() } else { self.center }
    }
    fn size(&self) -> V::Scalar {
        if self.fault == Fault::NanSize { self.wrong().get(0) } else { self.center.norm() + V::Scalar::ONE }
    }
    fn rounding(&self) -> V::Scalar {
        V::Scalar::of(32.0) * V::Scalar::EPSILON * self.size()
    }
    fn is_polytope(&self) -> bool {
        self.polytope
    }
}

/// Faults from the first call on.
const AT_ONCE: [Fault; 4] = [Fault::Nan(0), Fault::HalfNan(0), Fault::Infinite(0), Fault::InfiniteAgainst(0)];

/// Wrong answers of algorithms, each with its name and the fault.
#[derive(Default)]
struct Wrongs {
    list: Vec<(String, String)>,
    runs: usize,
}

impl Wrongs {
    /// Runs an algorithm that makes `most` support calls at most; it returns what is wrong with its answer, if anything.
    fn try_it<V: Vector + Space>(
        &mut self,
        name: &str,
        obstacle: &Broken<V>,
        most: u32,
        run: impl FnOnce(&Broken<V>) -> Option<&'static str>,
    ) {
        let mut run = Some(run);
        self.try_any(name, obstacle, most, &mut || run.take().and_then(|run| run(obstacle)));
    }

    /// The same code for all algorithms.
    fn try_any<V: Vector + Space>(
        &mut self,
        name: &str,
        obstacle: &Broken<V>,
        most: u32,
        run: &mut dyn FnMut() -> Option<&'static str>,
    ) {
        obstacle.calls.set(0);
        self.runs += 1;
        let told = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
        let told = told.unwrap_or(Some("panic")).or((obstacle.calls.get() > most).then_some("calls"));
        if let Some(told) = told {
            let fault = obstacle.fault;
            let place = obstacle.center.norm().f64();
            let at = format!("{fault:?} at {place} in {}D, {}", V::DIM, V::Scalar::NAME);
            self.list.push((format!("{name}: {told}"), at));
        }
    }
}

fn is_known_at_once(obstacle: &Broken<impl Vector>) -> bool {
    AT_ONCE.contains(&obstacle.fault)
}

/// The answer of a run that began with points of its own, `foreign` ones if they are not the obstacle's.
fn wrong_in_proximity<V: Vector + Space>(
    obstacle: &Broken<V>,
    foreign: bool,
    found: &Proximity<V>,
) -> Option<&'static str> {
    let (lower, upper) = (found.lower.f64(), found.upper.f64());
    if lower.is_nan() || upper.is_nan() || lower == f64::INFINITY || upper < 0.0 {
        Some("bounds")
    } else if found.status == Status::Converged && (is_known_at_once(obstacle) || upper.is_infinite()) {
        Some("converged")
    } else if obstacle.refutes(
        if lower > 0.0 { found.lower } else { -V::Scalar::INFINITY },
        if foreign { V::Scalar::INFINITY } else { found.upper },
    ) {
        Some("untrue")
    } else if !found.axis.is_finite() || !found.closest.is_finite() {
        Some("axis or point")
    } else {
        None
    }
}

fn wrong_in_decision<V: Vector + Space>(obstacle: &Broken<V>, found: &Decision<V>) -> Option<&'static str> {
    match found {
        Decision::Undecided { lower, upper } => {
            (lower.f64().is_nan() || upper.f64().is_nan()).then_some("undecided within NaN")
        }
        _ if is_known_at_once(obstacle) => Some("a verdict"),
        Decision::Apart { axis, separation } => {
            let wrong = !separation.is_finite() || obstacle.refutes(*separation, V::Scalar::INFINITY);
            (wrong || !axis.is_finite()).then_some("apart")
        }
        Decision::Meet { .. } if obstacle.refutes(-V::Scalar::INFINITY, V::Scalar::of(1e-4)) => Some("meet"),
        Decision::Meet { point_a, point_b, residual } => {
            (!point_a.is_finite() || !point_b.is_finite() || !residual.is_finite())
                .then_some("meet at no point")
        }
    }
}

/// Bounds of a depth or a signed distance.
fn wrong_in_bounds<T: Real>(lower: T, upper: T, status: Status) -> Option<&'static str> {
    let (lower, upper) = (lower.f64(), upper.f64());
    if lower.is_nan() || upper.is_nan() {
        Some("bounds of NaN")
    } else if status == Status::Converged && !(lower.is_finite() && upper.is_finite()) {
        Some("converged to no number")
    } else {
        None
    }
}

/// Simplices around the origin, of points that are there.
fn simplex<V: Vector>(len: usize) -> Simplex<V> {
    let corner = |i: usize| {
        let point = if i < V::DIM { V::axis(i) } else { V::axis(0) + V::axis(1) + V::axis(V::DIM - 1) };
        let point = if i < V::DIM { point } else { -point };
        Vertex { point, a: point, ..Vertex::default() }
    };
    let mut simplex = Simplex::new(corner(V::DIM));
    for i in 0..len - 1 {
        simplex.push(corner(i));
    }
    simplex
}

fn gjk<V: Vector + Space, S: SubAlgorithm<V>>(wrongs: &mut Wrongs, obstacle: &Broken<V>) {
    let rounding = V::Scalar::of(1e-5);
    let goal = Goal { far: V::Scalar::INFINITY, near: rounding, gap: rounding, steps: MAX_STEPS };
    let name = |what: &str| format!("{what} {}", S::NAME);
    wrongs.try_it(&name("run"), obstacle, MAX_STEPS, |o| {
        wrong_in_proximity(o, false, &Gjk::<V, S>::new().run(o, &goal, &mut ()))
    });
    wrongs.try_it(&name("from an axis of NaN"), obstacle, MAX_STEPS, |o| {
        let mut gjk = Gjk::<V, S>::from_axis(o.wrong());
        wrong_in_proximity(o, false, &gjk.run(o, &goal, &mut ()))
    });
    for len in 1..=V::DIM + 1 {
        for (nan, closest) in
            [(false, V::axis(0)), (false, obstacle.wrong()), (true, V::axis(0)), (true, obstacle.wrong())]
        {
            wrongs.try_it(&name("run_on"), obstacle, MAX_STEPS, |o| {
                let mut start = simplex(len - 1 + usize::from(len == 1));
                if nan && len > 1 {
                    start.push(Vertex { point: o.wrong(), ..Vertex::default() });
                }
                let found = Gjk::<V, S>::new().run_on(o, &goal, start, closest);
                wrong_in_proximity(o, true, &found)
            });
        }
    }
    for nan in [false, true] {
        wrongs.try_it(&name("run_from"), obstacle, 2 * MAX_STEPS, |o| {
            let mut known = Known::new();
            for i in 0..V::DIM {
                known.push(&Vertex { point: V::axis(i), ..Vertex::default() });
            }
            if nan {
                known.push(&Vertex { point: o.wrong(), ..Vertex::default() });
            }
            wrong_in_proximity(o, true, &Gjk::<V, S>::new().run_from(o, &goal, &known))
        });
    }
    wrongs.try_it(&name("sa_gjk"), obstacle, MAX_STEPS, |o| {
        wrong_in_decision(o, &sa_gjk::<V, S>(o, rounding, &mut ()))
    });
    wrongs.try_it(&name("isa_gjk"), obstacle, MAX_STEPS, |o| {
        wrong_in_decision(o, &isa_gjk(&mut Gjk::<V, S>::from_axis(o.wrong()), o, rounding, &mut ()))
    });
    wrongs.try_it(&name("proximity"), obstacle, MAX_STEPS, |o| {
        wrong_in_proximity(o, false, &proximity(&mut Gjk::<V, S>::new(), o, rounding))
    });
    wrongs.try_it(&name("swept_gjk"), obstacle, MAX_STEPS, |o| {
        let deep = |_: &Broken<V>, _: &Simplex<V>| Depth {
            normal: V::axis(0),
            depth: [V::Scalar::ZERO; 2],
            point_a: V::ZERO,
            point_b: V::ZERO,
        };
        let radii = [V::Scalar::of(0.25); 2];
        let found = swept_gjk(&mut Gjk::<V, S>::new(), o, radii, rounding, deep, &mut ());
        match found {
            Swept::Undecided { lower, upper } => {
                (lower.f64().is_nan() || upper.f64().is_nan()).then_some("undecided within NaN")
            }
            _ if is_known_at_once(o) => Some("a verdict"),
            Swept::Apart { axis, separation } => {
                (!axis.is_finite() || !separation.is_finite()).then_some("apart by no number")
            }
            Swept::Shallow(d) | Swept::Deep(d) => {
                let finite = d.normal.is_finite() && d.depth.iter().all(|d| d.is_finite());
                (!finite || !d.point_a.is_finite() || !d.point_b.is_finite()).then_some("depth of NaN")
            }
        }
    });
}

fn others<V>(wrongs: &mut Wrongs, obstacle: &Broken<V>)
where
    V: Vector + Space + QuickSpace + PortalSpace + DepthSpace + CertifySpace + Tangents,
{
    let rounding = V::Scalar::of(1e-5);
    wrongs.try_it("quick", obstacle, 64, |o| {
        (V::quick(o, rounding).is_some() && is_known_at_once(o)).then_some("a verdict")
    });
    wrongs.try_it("mpr", obstacle, 1000, |o| wrong_in_decision(o, &decide(o, &mut ()).decision));
    wrongs.try_it("depth_along", obstacle, 1000, |o| {
        let found = depth_along(o, V::axis(1), &Aim::default());
        wrong_in_bounds(found.lower, found.upper, found.status)
    });
    wrongs.try_it("penetration", obstacle, 2000, |o| match penetration(o, &Aim::default(), &mut ()) {
        (_, Some(found)) if is_known_at_once(o) && found.status == Status::Converged => Some("converged"),
        (_, Some(found)) => wrong_in_bounds(found.depth, found.depth, found.status),
        (verdict, None) => wrong_in_decision(o, &verdict),
    });
    for len in 1..=V::DIM + 1 {
        for nan in [false, true] {
            let start = || {
                let mut start = simplex::<V>(if nan { (len - 1).max(1) } else { len });
                if nan && len > 1 {
                    start.push(Vertex { point: obstacle.wrong(), ..Vertex::default() });
                }
                start
            };
            let gap = Gap { bound: rounding, value: rounding };
            wrongs.try_it("epa", obstacle, 2000, |o| {
                let found = V::depth(o, &start(), &gap, &mut ());
                wrong_in_bounds(found.lower, found.upper, found.status)
            });
            wrongs.try_it("epa from", obstacle, 2000, |o| {
                let mut begin = Start::default();
                begin.known.push(&Vertex { point: o.wrong(), ..Vertex::default() });
                let found = V::depth_from(o, &start(), &gap, &mut begin);
                wrong_in_bounds(found.lower, found.upper, found.status)
            });
        }
    }
    wrongs.try_it("certify", obstacle, 1100 + MAX_STEPS, |o| {
        let found = certify(o, &CertifySettings { budget: 1000, ..CertifySettings::default() });
        let wrong = found.lower > V::Scalar::ZERO && is_known_at_once(o);
        let wrong = wrong || o.refutes(found.lower, found.upper);
        wrong_in_bounds(found.lower, found.upper, found.status).or(wrong.then_some("untrue"))
    });
    wrongs.try_it("climb", obstacle, 100, |o| {
        let vertex = Vertex { point: V::axis(0), ..Vertex::default() };
        let found = climb(o, V::axis(0), vertex, V::Scalar::ZERO);
        let again = climb_again(o, V::axis(0), vertex, V::Scalar::ZERO, Free::All, &mut Bend::default());
        let nan = |x: V::Scalar| !x.is_finite();
        (nan(found.separation) || nan(again.separation)).then_some("separation")
    });
}

fn obstacles<V: Vector + Space>(rng: &mut Rng) -> Vec<Broken<V>> {
    let mut faults = vec![Fault::NanWitness, Fault::Random, Fault::NanCenter, Fault::NanSize, Fault::Zero];
    for from in [0, 1, 2, 3, 5, 8] {
        faults.extend([Fault::Nan(from), Fault::HalfNan(from), Fault::Huge(from)]);
        faults.extend([Fault::Infinite(from), Fault::InfiniteAgainst(from)]);
    }
    let mut all = Vec::new();
    for fault in faults {
        for distance in [0.0, 0.3, 1.0, 3.0] {
            let center = V::random_unit(rng) * V::Scalar::of(distance);
            for polytope in [false, true] {
                all.push(Broken { center, fault, polytope, calls: Cell::new(0), seed: rng.bits() >> 1 });
            }
        }
    }
    all
}

fn check<V>(wrongs: &mut Wrongs)
where
    V: Vector + Space + QuickSpace + PortalSpace + DepthSpace + CertifySpace + Tangents,
    Voronoi: SubAlgorithm<V>,
    SignedVolumes: SubAlgorithm<V>,
    SignedVolumesExact: SubAlgorithm<V>,
{
    for obstacle in obstacles::<V>(&mut Rng::new(10)) {
        gjk::<V, Voronoi>(wrongs, &obstacle);
        gjk::<V, SignedVolumes>(wrongs, &obstacle);
        gjk::<V, SignedVolumesExact>(wrongs, &obstacle);
        gjk::<V, Backup<V>>(wrongs, &obstacle);
        gjk::<V, JohnsonBackup<V>>(wrongs, &obstacle);
        gjk::<V, Johnson<V>>(wrongs, &obstacle);
        others(wrongs, &obstacle);
    }
}

#[test]
fn a_broken_obstacle_gets_no_proof_and_no_panic() {
    let mut wrongs = Wrongs::default();
    check::<Vec2<f32>>(&mut wrongs);
    check::<Vec2<f64>>(&mut wrongs);
    check::<Vec3<f32>>(&mut wrongs);
    check::<Vec3<f64>>(&mut wrongs);
    for obstacle in obstacles::<Vec3<f64>>(&mut Rng::new(11)) {
        wrongs.try_it("certify_about_axis", &obstacle, 1100 + MAX_STEPS, |o| {
            let settings = CertifySettings { budget: 1000, ..CertifySettings::default() };
            let found = certify_about_axis(o, o.center, &settings);
            wrong_in_bounds(found.lower, found.upper, found.status)
        });
    }
    assert!(wrongs.runs > 50_000, "only {} runs", wrongs.runs);
    let mut kinds = std::collections::BTreeMap::<_, Vec<_>>::new();
    for (kind, at) in &wrongs.list {
        kinds.entry(kind).or_default().push(at);
    }
    let few: Vec<_> =
        kinds.iter().map(|(kind, at)| format!("{} times {kind}, as for {}", at.len(), at[0])).collect();
    assert!(few.is_empty(), "{} of {} are wrong: {few:#?}", wrongs.list.len(), wrongs.runs);
}
