//! Continuous collision detection: fast bodies stop at their time of impact, so that nothing tunnels through anything, regardless of its
//! speed.
//!
//! A body is *fast* in a step in which it moves by more than half of its inner size; see [`inner_size`](crate::mass::inner_size). Two
//! bodies that are not fast cannot pass through one another, because their centers would have to. A fast one is cast along its way, with
//! its rotation of less than half a turn, against all bodies that it may meet, which move too. The solver has already moved all bodies
//! freely; the scene still has them at the start of the step.
//!
//! 1. Find the fast bodies, each with a box around its whole way.
//! 2. Cast each against the bodies that are not fast; cast two fast ones against one another.
//! 3. Process impacts in the order of their times. A body stops at its first one and keeps its velocity: the next step begins in contact,
//!    and the solver does the rest. Other fast bodies are cast against the one that has stopped there.
//!
//! **Pairs that touch at the start** have constraints in the solver, which keep them apart there. They are not cast as they are, or a
//! body that slides fast would stick to the ground. Instead a core is cast, a ball of half the inner size about the center of mass, which
//! must not reach the other body: so a ball that rolls fast over a mesh does not leave through a hill. A body that is not convex has no
//! such ball.
//!
//! **Jointed bodies** in a tree stop together, at the first impact of any of them: one that stopped alone would tear its joints.
//!
//! **Energy.** A body that stops early on its way down has not fallen as far as its speed implies. It, or the tree that stops with it, is
//! slowed down by as much as gravity would have done in the rest of the time, and its angular velocity stays what it was in the frame of
//! the body, so that stops add no energy.
//!
//! A body that stops loses the rest of the step. In that time another body may overlap it a little: a slow body by at most its own
//! motion, less than half of its inner size; a fast one that touched it at the start by less than the part outside of the ball. Neither
//! can pass it, and the next step begins with their contact. Not detected: a kinematic body that runs over a slow one, and more than half
//! a turn in one step.
//!
//! Cost: one pass over all bodies; for each fast one a query of the broad phase and casts against the bodies near its way. Each body
//! stops once.

use core::cell::RefCell;

use impinge::math::Aabb;
use impinge::scene::{ObjectHandle, Scene};
use impinge::{CastSettings, Impact as Cast, Motion, Pose, Real, Rot3, Shape, Sphere, Vec3, cast_with};

use crate::body::{BodyKind, State};
use crate::hooks::Asked;
use crate::joint::Joints;
use crate::solver_contact::SolverContact;

/// A body is fast if it moves by more than this fraction of its inner size. With one half, two bodies that are not fast cannot exchange
/// places.
const SLOW_PART: f64 = 0.5;

/// Radii of the balls about the center of mass that must not reach a body touched at the start, relative to the first: if one already
/// overlaps a little, a smaller one is tried.
const CORES: [f64; 3] = [1.0, 0.25, 0.0625];

/// Bound on an angle of at most π by the distance of the two unit quaternions: 4 asin(d/2) ≤ π d / √2.
const ANGLE_PER_DISTANCE: f64 = 2.25;

/// Working memory of sweeps, reused in each step.
#[derive(Clone, Debug)]
pub(crate) struct Sweeps<T: Real> {
    fast: Vec<Sweep<T>>,
    /// For each slot of the scene, its index among the fast bodies.
    number: Vec<Option<u32>>,
    /// Bodies that one fast body may meet.
    near: Vec<ObjectHandle>,
    /// Pairs of fast bodies that may meet, in both orders, sorted.
    pairs: Vec<[u32; 2]>,
    /// Impacts, the earliest last.
    impacts: Vec<Impact<T>>,
    /// Fast bodies of trees: the tree and the index of the body, sorted.
    joined: Vec<[u32; 2]>,
    /// Stop of each tree.
    stops: Vec<Stop<T>>,
}

/// Bodies that stop together.
#[derive(Clone, Copy, Debug, Default)]
struct Stop<T> {
    /// Time of the stop, as a fraction of the step.
    time: Option<T>,
    /// Kinetic energy at the end of the step, and the work that gravity has not done at the stop.
    kinetic: T,
    missing: T,
}

impl<T: Real> Stop<T> {
    /// Moves a body back to its pose at the stop, `rest` before the end of the step.
    fn bring_back(&mut self, state: &mut State<T>, pose: &Pose<Vec3<T>>, gravity: Vec3<T>, rest: T) {
        self.kinetic += state.kinetic_energy();
        let end = state.center;
        let spin = state.rotation.unrotate(state.angular_velocity);
        state.set_pose(pose);
        state.angular_velocity = state.rotation.rotate(spin);
        // A body that is pushed out of an overlap moves less far down than its velocity says.
        let fall = gravity.dot(end - state.center).max(gravity.dot(state.velocity) * rest);
        self.missing += fall * state.mass.mass * state.gravity_scale;
    }

    /// Factor on velocities at the stop.
    fn slower(&self) -> T {
        if self.missing > T::ZERO && self.kinetic > T::ZERO {
            ((self.kinetic - self.missing).max(T::ZERO) / self.kinetic).sqrt()
        } else {
            T::ONE
        }
    }
}

impl<T: Real> Default for Sweeps<T> {
    fn default() -> Self {
        let (fast, number, near) = (Vec::new(), Vec::new(), Vec::new());
        let (pairs, impacts) = (Vec::new(), Vec::new());
        Self { fast, number, near, pairs, impacts, joined: Vec::new(), stops: Vec::new() }
    }
}

/// A fast body.
#[derive(Clone, Copy, Debug)]
struct Sweep<T: Real> {
    handle: ObjectHandle,
    way: Way<T>,
    /// Bounds of the whole way.
    bounds: Aabb<Vec3<T>>,
    /// Radius of the ball that must not reach a body touched at the start.
    core: T,
    /// The tree of joints that it belongs to.
    tree: Option<u32>,
    /// Time at which it stops, as a fraction of the step.
    stops: Option<T>,
}

/// Impact of a fast body on another one, which moves on if it is not fast.
#[derive(Clone, Copy, Debug)]
struct Impact<T> {
    time: T,
    fast: u32,
    /// The other body, if it is fast and moves until then.
    with: Option<u32>,
}

/// Motion of a body in a step: its center of mass moves straight, and the body rotates about it.
#[derive(Clone, Copy, Debug)]
struct Way<T: Real> {
    start: Pose<Vec3<T>>,
    center: Vec3<T>,
    by: Vec3<T>,
    axis: Vec3<T>,
    angle: T,
}

impl<T: Real> Way<T> {
    /// The way from the pose in the scene to the pose of the state.
    fn new(start: &Pose<Vec3<T>>, state: &State<T>) -> Self {
        let center = start.transform(state.mass.center);
        let (axis, angle) = if state.rotation == start.rotation() {
            (Vec3::axis(0), T::ZERO)
        } else {
            state.rotation.compose(&start.rotation().inverse()).to_axis_angle()
        };
        Self { start: *start, center, by: state.center - center, axis, angle }
    }

    /// Upper bound on the distance that a point of the body moves.
    fn bound(start: &Pose<Vec3<T>>, state: &State<T>) -> T {
        let by = state.center - start.transform(state.mass.center);
        let ([x, y, z, w], [a, b, c, d]) = (state.rotation.to_xyzw(), start.rotation().to_xyzw());
        let sign = (x * a + y * b + z * c + w * d).sign_of(T::ONE);
        let (x, y, z, w) = (x - a * sign, y - b * sign, z - c * sign, w - d * sign);
        let turn = (x * x + y * y + z * z + w * w).sqrt() * T::of(ANGLE_PER_DISTANCE);
        by.norm() + turn * state.reach
    }

    /// The pose of its shape at a time from 0 to 1.
    fn pose(&self, time: T) -> Pose<Vec3<T>> {
        if time == T::ZERO {
            return self.start;
        }
        let turn = Rot3::try_from_axis_angle(self.axis, self.angle * time).unwrap_or(Rot3::IDENTITY);
        let arm = turn.rotate(self.start.translation() - self.center);
        let at = self.center + self.by * time + arm;
        Pose::try_new(at, turn.compose(&self.start.rotation())).unwrap_or(self.start)
    }

    /// Its motion from the pose at `from` to that at `until`.
    fn motion(&self, from: T, until: T) -> Motion<Vec3<T>> {
        let part = until - from;
        let center = self.center + self.by * from;
        // Ways connect valid poses.
        Motion::try_rotation(center, self.axis, self.angle * part)
            .and_then(|motion| motion.try_moving(self.by * part))
            .unwrap_or(Motion::still())
    }

    /// The motion of the center of mass alone.
    fn straight(&self, from: T, until: T) -> Motion<Vec3<T>> {
        Motion::try_translation(self.by * (until - from)).unwrap_or(Motion::still())
    }
}

/// Stops fast bodies at their time of impact. The scene must have the poses at the start of the step, the states those at its end;
/// `step` is its length.
pub(crate) fn stop_at_impacts<T: Real>(
    scene: &Scene<Vec3<T>>,
    contacts: &[SolverContact<T>],
    joints: &Joints<T>,
    (gravity, step): (Vec3<T>, T),
    states: &mut [State<T>],
    sweeps: &mut Sweeps<T>,
    asked: &mut Asked<'_, T>,
) {
    let farthest = sweeps.find_fast(scene, joints, states);
    if !sweeps.fast.is_empty() {
        let asked = asked.asks().then(|| RefCell::new(asked));
        let among = Among { scene, states, contacts, asked };
        sweeps.find_impacts(&among, farthest);
        sweeps.take_impacts(&among);
        sweeps.stop(scene, joints, (gravity, step), states);
    }
}

/// Surroundings of the fast bodies.
struct Among<'a, 'h, T: Real> {
    scene: &'a Scene<Vec3<T>>,
    states: &'a [State<T>],
    contacts: &'a [SolverContact<T>],
    /// The caller's say, if there is one.
    asked: Option<RefCell<&'a mut Asked<'h, T>>>,
}

impl<T: Real> Sweeps<T> {
    /// Finds fast bodies; returns the largest distance that one of the others moves.
    fn find_fast(&mut self, scene: &Scene<Vec3<T>>, joints: &Joints<T>, states: &[State<T>]) -> T {
        self.fast.clear();
        self.joined.clear();
        let mut farthest = T::ZERO;
        for handle in scene.objects() {
            let state = &states[handle.index()];
            if state.kind == BodyKind::Fixed || state.asleep {
                continue;
            }
            let Ok(start) = scene.pose(handle) else { continue };
            let bound = Way::bound(start, state);
            let is_fast = state.is_dynamic() && bound > state.inner_size * T::of(SLOW_PART);
            if !is_fast {
                farthest = farthest.max(bound);
                continue;
            }
            let Ok(shape) = scene.shape_of(handle) else { continue };
            let way = Way::new(start, state);
            let aabb = shape.aabb(start);
            let moved = Aabb { min: aabb.min + way.by, max: aabb.max + way.by };
            // A point rotated by the angle a moves by at most a, and at most 2, times its distance.
            let turned = way.angle.min(T::TWO) * state.reach;
            let bounds = aabb.union(&moved).grown(turned);
            let core = if shape.convex().is_some() { state.inner_size * T::HALF } else { T::ZERO };
            let tree = joints.tree_of(handle.index()).map(|(tree, _)| tree as u32);
            self.joined.extend(tree.map(|tree| [tree, self.fast.len() as u32]));
            self.fast.push(Sweep { handle, way, bounds, core, tree, stops: None });
        }
        self.joined.sort_unstable();
        farthest
    }

    /// Finds the first impact of each fast body with the bodies that are not fast, and the impacts of two fast ones.
    fn find_impacts(&mut self, among: &Among<'_, '_, T>, farthest: T) {
        let Self { fast, number, near, pairs, impacts, .. } = self;
        number.clear();
        number.resize(among.scene.places(), None);
        for (i, sweep) in fast.iter().enumerate() {
            number[sweep.handle.index()] = Some(i as u32);
        }
        impacts.clear();
        pairs.clear();
        for (i, sweep) in fast.iter().enumerate() {
            near.clear();
            let bounds = sweep.bounds.grown(farthest);
            // The handle comes from the scene.
            let _ = among.scene.each_in_box(sweep.handle, &bounds, |other| {
                if number[other.index()].is_none() {
                    near.push(other);
                }
            });
            near.sort_unstable();
            let mut first = None;
            for &other in near.iter() {
                let Ok(start) = among.scene.pose(other) else { continue };
                let way = Way::new(start, &among.states[other.index()]);
                first = among.impact(sweep, [T::ZERO, first.unwrap_or(T::ONE)], other, &way).or(first);
            }
            impacts.extend(first.map(|time| Impact { time, fast: i as u32, with: None }));
        }
        find_pairs(fast, pairs, among.scene);
        for &[i, j] in pairs.iter().filter(|[i, j]| i < j) {
            let (a, b) = (&fast[i as usize], &fast[j as usize]);
            let time = among.impact(a, [T::ZERO, T::ONE], b.handle, &b.way);
            impacts.extend(time.map(|time| Impact { time, fast: i, with: Some(j) }));
        }
        impacts.sort_unstable_by(latest_first);
    }

    /// Processes impacts in the order of their times, and adds those with bodies that have stopped.
    fn take_impacts(&mut self, among: &Among<'_, '_, T>) {
        while let Some(impact) = self.impacts.pop() {
            let bodies = [Some(impact.fast), impact.with];
            let stopped = |i: u32| self.fast[i as usize].stops.is_some();
            if bodies.into_iter().flatten().any(stopped) {
                continue; // It stops before the impact, or the impact was with a body that still moved.
            }
            for i in bodies.into_iter().flatten() {
                let Some(tree) = self.fast[i as usize].tree else {
                    self.fast[i as usize].stops = Some(impact.time);
                    self.meet_stopped(i, impact.time, among);
                    continue;
                };
                let from = self.joined.partition_point(|joined| joined[0] < tree);
                let mut at = from;
                while let Some(&[_, k]) = self.joined.get(at).filter(|joined| joined[0] == tree) {
                    self.fast[k as usize].stops.get_or_insert(impact.time);
                    at += 1;
                }
                for at in from..at {
                    self.meet_stopped(self.joined[at][1], impact.time, among);
                }
            }
        }
    }

    /// Adds impacts of others with a fast body that rests from this time on.
    fn meet_stopped(&mut self, i: u32, time: T, among: &Among<'_, '_, T>) {
        let Self { fast, pairs, impacts, .. } = self;
        let from = pairs.partition_point(|pair| pair[0] < i);
        for &[_, j] in pairs[from..].iter().take_while(|pair| pair[0] == i) {
            let (stands, moves) = (&fast[i as usize], &fast[j as usize]);
            if moves.stops.is_some() {
                continue;
            }
            let way = Way { start: stands.way.pose(time), by: Vec3::ZERO, angle: T::ZERO, ..stands.way };
            if let Some(time) = among.impact(moves, [time, T::ONE], stands.handle, &way) {
                let next = Impact { time, fast: j, with: None };
                let at = impacts.partition_point(|other| latest_first(other, &next).is_lt());
                impacts.insert(at, next);
            }
        }
    }

    /// Moves stopped bodies back to their stops.
    fn stop(
        &mut self,
        scene: &Scene<Vec3<T>>,
        joints: &Joints<T>,
        (gravity, step): (Vec3<T>, T),
        states: &mut [State<T>],
    ) {
        let Self { fast, stops, .. } = self;
        stops.clear();
        stops.resize(joints.trees(), Stop::default());
        let mut any_tree = false;
        for sweep in fast.iter().filter(|sweep| sweep.stops.is_some()) {
            let state = &mut states[sweep.handle.index()];
            match (sweep.tree, sweep.stops) {
                (Some(tree), time) => (stops[tree as usize].time, any_tree) = (time, true),
                (None, Some(time)) => {
                    let mut stop = Stop::default();
                    stop.bring_back(state, &sweep.way.pose(time), gravity, (T::ONE - time) * step);
                    slow_down(state, stop.slower());
                }
                (None, None) => {}
            }
        }
        if !any_tree {
            return;
        }
        let tree_of = |handle: ObjectHandle| joints.tree_of(handle.index()).map(|(tree, _)| tree);
        for handle in scene.objects() {
            let (Some(tree), Ok(start)) = (tree_of(handle), scene.pose(handle)) else { continue };
            let stop = &mut stops[tree];
            if let Some(time) = stop.time {
                let state = &mut states[handle.index()];
                let pose = Way::new(start, state).pose(time);
                stop.bring_back(state, &pose, gravity, (T::ONE - time) * step);
            }
        }
        for handle in scene.objects() {
            if let Some(tree) = tree_of(handle) {
                slow_down(&mut states[handle.index()], stops[tree].slower());
            }
        }
    }
}

fn slow_down<T: Real>(state: &mut State<T>, factor: T) {
    if factor < T::ONE {
        state.velocity *= factor;
        state.angular_velocity *= factor;
    }
}

/// Orders by time, then by bodies: a total order, since times are not NaN.
fn latest_first<T: Real>(a: &Impact<T>, b: &Impact<T>) -> core::cmp::Ordering {
    let by_time = b.time.partial_cmp(&a.time).unwrap_or(core::cmp::Ordering::Equal);
    by_time.then_with(|| (b.fast, b.with).cmp(&(a.fast, a.with)))
}

/// Sweep and prune: pairs of fast bodies whose boxes overlap, in both orders, sorted. Along the x axis, each is tested against those that
/// begin before it ends.
fn find_pairs<T: Real>(fast: &[Sweep<T>], pairs: &mut Vec<[u32; 2]>, scene: &Scene<Vec3<T>>) {
    // The list of pairs holds the order of beginnings until the pairs are found.
    pairs.extend((0..fast.len() as u32).map(|i| [i, i]));
    let begin = |i: u32| fast[i as usize].bounds.min.x;
    pairs.sort_unstable_by(|a, b| {
        let by_place = begin(a[0]).partial_cmp(&begin(b[0])).unwrap_or(core::cmp::Ordering::Equal);
        by_place.then_with(|| a.cmp(b))
    });
    let count = fast.len();
    for at in 0..count {
        let i = pairs[at][0];
        for next in at + 1..count {
            let j = pairs[next][0];
            let (a, b) = (&fast[i as usize], &fast[j as usize]);
            if b.bounds.min.x > a.bounds.max.x {
                break;
            }
            if a.bounds.overlaps(&b.bounds) && is_asked(scene, a.handle, b.handle) {
                pairs.push([i, j]);
                pairs.push([j, i]);
            }
        }
    }
    pairs.drain(..count);
    pairs.sort_unstable();
}

fn is_asked<T: Real>(scene: &Scene<Vec3<T>>, a: ObjectHandle, b: ObjectHandle) -> bool {
    let (Ok(first), Ok(second)) = (scene.layers(a), scene.layers(b)) else { return false };
    first.meet(&second) && !scene.is_ignored(a, b).unwrap_or(true)
}

impl<T: Real> Among<'_, '_, T> {
    /// First impact of a fast body on another one between two times, which are fractions of the step.
    fn impact(
        &self,
        sweep: &Sweep<T>,
        [from, until]: [T; 2],
        other: ObjectHandle,
        way: &Way<T>,
    ) -> Option<T> {
        let scene = self.scene;
        let (Ok(a), Ok(b)) = (scene.shape_of(sweep.handle), scene.shape_of(other)) else { return None };
        let settings = CastSettings::default();
        let (motion, other_motion) = (sweep.way.motion(from, until), way.motion(from, until));
        let b = b.at(way.pose(from));
        let in_step = |time: T| from + time * (until - from);
        if !self.touch(sweep.handle, other) {
            let a = a.at(sweep.way.pose(from));
            let impact = cast_with(&a, &b, &motion, &other_motion, &settings)?;
            if !impact.at_start && impact.time > T::ZERO {
                return self.stops(sweep.handle, other, &impact).then(|| in_step(impact.time));
            }
        }
        if sweep.core <= T::ZERO {
            return None;
        }
        let center = Pose::try_new(sweep.way.center + sweep.way.by * from, Rot3::IDENTITY).ok()?;
        let motion = sweep.way.straight(from, until);
        for part in CORES {
            let core = Sphere::try_new(sweep.core * T::of(part)).ok()?.at(center);
            let impact = cast_with(&core, &b, &motion, &other_motion, &settings)?;
            // A ball that already overlaps is not kept out; a smaller one may be.
            if !impact.at_start {
                return self.stops(sweep.handle, other, &impact).then(|| in_step(impact.time));
            }
        }
        None
    }

    /// Whether the caller lets a fast body stop at an impact with another one.
    fn stops(&self, fast: ObjectHandle, other: ObjectHandle, impact: &Cast<Vec3<T>>) -> bool {
        let Some(Ok(mut asked)) = self.asked.as_ref().map(RefCell::try_borrow_mut) else { return true };
        let point = (impact.point_a + impact.point_b) * T::HALF;
        let pair = [(fast, impact.part_a), (other, impact.part_b)];
        asked.stops((self.scene, self.states), pair, (impact.normal, point, impact.distance))
    }

    /// Whether two bodies have a contact in this step.
    fn touch(&self, a: ObjectHandle, b: ObjectHandle) -> bool {
        let pair = (a.min(b), a.max(b));
        self.contacts.binary_search_by_key(&pair, SolverContact::pair).is_ok()
    }
}
