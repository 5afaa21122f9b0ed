//! One figure by either method, and observations of it.

use impinge::shape::Shape;
use impinge::{Cuboid, Pose, Vec3, intersects};
use impinge_sim::WorldError;

use super::plan::Plan;
use super::step::{Figure, Trouble};
use crate::measure::thread_ns;
use crate::study::Stop;

/// Gravity of both.
pub(super) const GRAVITY: Vec3<f64> = Vec3::new(0.0, 0.0, -9.81);

/// Points of a line of energy.
const POINTS: usize = 60;

/// Observations of a figure.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub method: String,
    pub steps: usize,
    /// The largest opening of a joint, in meters.
    pub opened: f64,
    /// Largest violation of a limit, in radians.
    pub passed: f64,
    /// Largest energy above that at the start, and at the end, relative to weight times size.
    pub rise: f64,
    pub end: f64,
    /// Steps after which two bodies without a joint between them overlap, by the front door.
    pub overlaps: usize,
    /// Number of stops by the collision detection; none of ours.
    pub stopped: usize,
    /// Steps with conditions that do not hold.
    pub incomplete: usize,
    /// Processor time of a step, in microseconds.
    pub micros: f64,
    /// Time, and energy as `end` is.
    pub line: Vec<[f64; 2]>,
}

/// Recorder of observations. It measures both methods by the poses alone.
struct Watch {
    seen: Watched,
    /// With the poses of the observed figure; its joints know how far they are open.
    probe: Figure,
    start: f64,
    scale: f64,
    rate: f64,
    each: usize,
    ns: f64,
}

impl Watch {
    fn new(method: String, plan: &Plan, rate: f64, seconds: f64) -> Self {
        let probe = plan.figure();
        let steps = (rate * seconds).round() as usize;
        let seen = Watched {
            method,
            steps,
            opened: 0.0,
            passed: 0.0,
            rise: 0.0,
            end: 0.0,
            overlaps: 0,
            stopped: 0,
            incomplete: 0,
            micros: 0.0,
            line: vec![[0.0, 0.0]],
        };
        let start = probe.energy(GRAVITY);
        let scale = GRAVITY.norm() * plan.limbs.iter().map(|limb| limb.mass).sum::<f64>() * plan.size();
        Self { seen, probe, start, scale, rate, each: steps.div_ceil(POINTS).max(1), ns: 0.0 }
    }

    /// Takes the poses after a step, and the energy.
    fn see(&mut self, plan: &Plan, step: usize, poses: impl Iterator<Item = Pose<Vec3<f64>>>, energy: f64) {
        for (body, pose) in self.probe.bodies.iter_mut().zip(poses) {
            body.pose = pose;
        }
        let seen = &mut self.seen;
        seen.opened = seen.opened.max(self.probe.opened());
        seen.passed = seen.passed.max(self.probe.passed());
        seen.end = (energy - self.start) / self.scale;
        seen.rise = seen.rise.max(seen.end);
        seen.overlaps += usize::from(plan.solid && overlap(plan, &self.probe));
        if (step + 1).is_multiple_of(self.each) {
            seen.line.push([(step + 1) as f64 / self.rate, seen.end]);
        }
    }

    fn done(mut self) -> Watched {
        self.seen.micros = self.ns / 1000.0 / self.seen.steps as f64;
        self.seen
    }
}

/// Whether two bodies without a joint between them overlap, by the front door.
fn overlap(plan: &Plan, figure: &Figure) -> bool {
    let limb = |b: usize| Cuboid::new(plan.limbs[b].half).at(figure.bodies[b].pose);
    (0..plan.limbs.len()).any(|b| {
        let stands = |&(half, center): &([f64; 3], Vec3<f64>)| {
            intersects(&limb(b), &Cuboid::new(half).at(Pose::at(center)))
        };
        let joined = |a| plan.links.iter().any(|link| [link.a, Some(link.b)] == [Some(a), Some(b)]);
        plan.standing.iter().any(stands) || (0..b).any(|a| !joined(a) && intersects(&limb(a), &limb(b)))
    })
}

/// By Lagrange multipliers, at a rate.
pub(super) fn by_multipliers(plan: &Plan, rate: f64, seconds: f64) -> Result<Watched, Stop> {
    let mut watch = Watch::new(format!("multipliers, {rate} Hz"), plan, rate, seconds);
    let mut figure = plan.figure();
    let mut around = plan.surroundings(&figure)?;
    for step in 0..watch.seen.steps {
        let start = thread_ns();
        let did = figure.step(1.0 / rate, GRAVITY, around.as_mut());
        watch.ns += thread_ns() - start;
        let did = did.map_err(|trouble| Stop::Failed(told(trouble)))?;
        watch.seen.stopped += did.stopped;
        watch.seen.incomplete += usize::from(!did.complete);
        let energy = figure.energy(GRAVITY);
        watch.see(plan, step, figure.bodies.iter().map(|body| body.pose), energy);
    }
    Ok(watch.done())
}

/// By the tree of joints of `impinge-sim`, on one thread.
pub(super) fn by_tree(plan: &Plan, rate: f64, seconds: f64) -> Result<Watched, Stop> {
    let failed = |e: WorldError| Stop::Failed(format!("tree of joints: {e}"));
    let mut watch = Watch::new(format!("ours, {rate} Hz"), plan, rate, seconds);
    let mut ours = plan.ours().map_err(failed)?;
    let pool = one_thread()?;
    for step in 0..watch.seen.steps {
        let (did, ns) = pool.install(|| {
            let start = thread_ns();
            let did = ours.world.step(1.0 / rate);
            (did, thread_ns() - start)
        });
        did.map_err(failed)?;
        watch.ns += ns;
        let mut poses = Vec::with_capacity(ours.bodies.len());
        for &body in &ours.bodies {
            poses.push(*ours.world.pose(body).map_err(failed)?);
        }
        watch.see(plan, step, poses.into_iter(), ours.world.energy());
    }
    Ok(watch.done())
}

/// A thread for a whole step, so that its clock sees all of it.
pub(super) fn one_thread() -> Result<rayon::ThreadPool, Stop> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
    pool.map_err(|e| Stop::Failed(format!("thread: {e}")))
}

/// A sentence.
pub(super) fn told(trouble: Trouble) -> String {
    match trouble {
        Trouble::Singular(singular) => format!("multipliers: the system is singular at {singular:?}"),
        Trouble::Motion(error) => format!("multipliers: {error}"),
    }
}
