//! Continuous collision detection: fast bodies stop at their time of impact, so that nothing tunnels through anything, regardless of its
//! form and its speed.
//!
//! A body is *fast* in a step in which it moves by more than half of its inner size; see [`inner_size`](crate::mass::inner_size). A fast
//! one is cast along its way, with its rotation of less than half a turn, against all bodies that it may meet, which move too. The solver
//! has already moved all bodies freely; the scene still has them at the start of the step.
//!
//! 1. Find the fast bodies, each with a box around its whole way, and the bodies near them: all of these have a *sweep*.
//! 2. Cast each fast one against the bodies that are not fast; cast two fast ones against one another.
//! 3. Process impacts in the order of their times. A body stops at its first one and keeps its velocity: the next step begins in contact,
//!    and the solver does the rest. Others are cast against the one that has stopped there.
//!
//! **Pairs that touch at the start** have constraints in the solver, which keep them apart there. They are not cast as they are, or a
//! body that slides fast would stick to the ground. Instead their *cores* are cast, balls inside of them (`cores.rs`), which must not
//! reach the other body: so a ball that rolls fast over a mesh does not leave through a hill, and no part of a compound leaves through a
//! wall that another part lies against. What starts with a core in another body has a smaller ball kept out of it, down to any size, with
//! some leeway among slow bodies, which would hold one another in their overlaps otherwise: only
//! a core with its center inside of the other body is not kept out.
//!
//! **Bodies that are not fast** have sweeps too if something faster than half of *their* inner size comes near: a large body over a small
//! one, or a kinematic one, or one that stopped ahead. Only cores are cast for them: surfaces are left to contacts.
//!
//! **Kinematic bodies** do not stop. A body whose core one of them reaches is carried along for the rest of the step, up to the first
//! fixed body in the way.
//!
//! **Jointed bodies** in a tree stop together, at the first impact of any of them: one that stopped alone would tear its joints.
//!
//! **Energy.** A body that stops early on its way down has not fallen as far as its speed implies. It, or the tree that stops with it, is
//! slowed down by as much as gravity would have done in the rest of the time, and its angular velocity stays what it was in the frame of
//! the body, so that stops add no energy.
//!
//! A body that stops loses the rest of the step. In that time another body may overlap it, up to its cores, and the next step begins with
//! their contact. Not kept apart: a body between a kinematic and a fixed one, or in a tree of joints that a kinematic one runs over.
//!
//! Cost: one pass over all bodies; for each fast one a query of the broad phase and casts against the bodies near its way. Each body
//! stops once.

mod cores;
mod guard;
mod inside;
mod stop;
mod way;

use core::cell::RefCell;

use impinge::body::AnyBody;
use impinge::math::Aabb;
use impinge::scene::{ObjectHandle, Scene};
use impinge::{Real, Vec3};

pub(crate) use self::cores::CoreSpace;

use self::cores::{Cores, CoresOf};
use self::guard::{Among, Moved, cores_reach};
use self::stop::{Stop, slow_down};
use self::way::Way;
use crate::body::{BodyKind, State};
use crate::hooks::Asked;
use crate::joint::Joints;
use crate::solver_contact::SolverContacts;

/// A body is fast if it moves by more than this fraction of its inner size. With one half, two bodies that are not fast cannot exchange
/// places.
const SLOW_PART: f64 = 0.5;

/// Bodies are in one another deeply from this fraction of the inner size on: half of the way to a core.
const DEEP: f64 = 0.125;

/// Working memory of sweeps, reused in each step.
#[derive(Clone, Debug)]
pub(crate) struct Sweeps<V: CoreSpace> {
    /// Fast bodies first, then others near them.
    sweeps: Vec<Sweep<V>>,
    /// For each slot of the scene, the index of its sweep.
    number: Vec<Option<u32>>,
    /// Bodies that one of them may meet.
    near: Vec<ObjectHandle>,
    /// Pairs of sweeps that may meet, in both orders, sorted.
    pairs: Vec<[u32; 2]>,
    /// Bodies that are not fast and something that may run over them.
    overrun: Vec<(u32, ObjectHandle)>,
    /// Bodies and kinematic ones that may reach them.
    pushed: Vec<(u32, ObjectHandle)>,
    /// Impacts, the earliest last.
    impacts: Vec<Impact<V::Scalar>>,
    /// Sweeps of trees: the tree and the index, sorted.
    joined: Vec<[u32; 2]>,
    /// Stop of each tree.
    stops: Vec<Stop<V::Scalar>>,
    cores: Cores<V>,
}

impl<V: CoreSpace> Default for Sweeps<V> {
    fn default() -> Self {
        Self {
            sweeps: Vec::new(),
            number: Vec::new(),
            near: Vec::new(),
            pairs: Vec::new(),
            overrun: Vec::new(),
            pushed: Vec::new(),
            impacts: Vec::new(),
            joined: Vec::new(),
            stops: Vec::new(),
            cores: Cores::default(),
        }
    }
}

/// A dynamic body on its way.
#[derive(Clone, Copy, Debug)]
struct Sweep<V: CoreSpace> {
    handle: ObjectHandle,
    is_fast: bool,
    way: Way<V>,
    /// Bounds of the whole way.
    bounds: Aabb<V>,
    cores: CoresOf<V>,
    /// The tree of joints that it belongs to.
    tree: Option<u32>,
    /// Time at which it stops, as a fraction of the step.
    stops: Option<V::Scalar>,
}

impl<V: CoreSpace> Sweep<V> {
    fn moved(&self) -> Moved<'_, V> {
        Moved { handle: self.handle, way: &self.way, cores: Some(self.cores) }
    }
}

/// Impact of a body on another one.
#[derive(Clone, Copy, Debug)]
struct Impact<T> {
    time: T,
    body: u32,
    /// The other body, if it stops as well and moves until then.
    with: Option<u32>,
}

/// Motion of the bodies that are not fast.
struct Slow<T> {
    /// Largest distance that a point of one of them moves.
    farthest: T,
    /// Least inner size of all dynamic bodies.
    least: T,
}

/// Stops fast bodies at their time of impact. The scene must have the poses at the start of the step, the states those at its end;
/// `deepest` is the largest depth of a contact at its start, `step` is its length.
pub(crate) fn stop_at_impacts<T: Real, V: CoreSpace<Scalar = T>>(
    scene: &Scene<V>,
    (contacts, deepest): (&SolverContacts<V>, T),
    joints: &Joints<T>,
    (gravity, step): (Vec3<T>, T),
    states: &mut [State<T>],
    sweeps: &mut Sweeps<V>,
    asked: &mut Asked<'_, V>,
) {
    let hook = asked.asks().then(|| RefCell::new(&mut *asked));
    let among = Among { scene, states, contacts: contacts.contacts(), joints, asked: hook };
    let slow = sweeps.find_fast(&among);
    if deepest > slow.least * T::of(DEEP) {
        sweeps.find_deep(&among, contacts);
    }
    if slow.farthest > slow.least * T::of(SLOW_PART) {
        sweeps.find_overrun(&among, &slow);
    }
    if !sweeps.sweeps.is_empty() {
        sweeps.find_impacts(&among, slow.farthest);
        sweeps.take_impacts(&among);
        sweeps.stop(scene, joints, (gravity, step), states);
        sweeps.carry(scene, states, asked);
    }
}

/// Bounds of a body on its way.
fn bounds_of<T: Real, V: CoreSpace<Scalar = T>>(
    shape: &AnyBody<V>,
    way: &Way<V>,
    state: &State<T>,
) -> Aabb<V> {
    let aabb = shape.aabb(&way.start);
    let moved = Aabb { min: aabb.min + way.by, max: aabb.max + way.by };
    // A point rotated by the angle a moves by at most a, and at most 2, times its distance.
    let turned = way.angle.min(T::TWO) * state.reach;
    aabb.union(&moved).grown(turned)
}

impl<T: Real, V: CoreSpace<Scalar = T>> Sweeps<V> {
    /// Finds fast bodies.
    fn find_fast(&mut self, among: &Among<'_, '_, V>) -> Slow<T> {
        self.sweeps.clear();
        self.joined.clear();
        self.overrun.clear();
        self.pushed.clear();
        self.cores.tidy();
        let mut slow = Slow { farthest: T::ZERO, least: T::INFINITY };
        for handle in among.scene.objects() {
            let state = &among.states[handle.index()];
            if state.is_dynamic() {
                slow.least = slow.least.min(state.inner_size);
            }
            if state.kind == BodyKind::Fixed || state.asleep {
                continue;
            }
            let Ok(start) = among.scene.pose(handle) else { continue };
            let bound = Way::bound(start, state);
            if state.is_dynamic() && bound > state.inner_size * T::of(SLOW_PART) {
                self.add(among, handle, true);
            } else {
                slow.farthest = slow.farthest.max(bound);
            }
        }
        slow
    }

    /// The sweep of a dynamic body, added if it has none yet.
    fn add(&mut self, among: &Among<'_, '_, V>, handle: ObjectHandle, is_fast: bool) -> Option<u32> {
        if self.sweeps.is_empty() {
            self.number.clear();
            self.number.resize(among.scene.places(), None);
        }
        if let Some(known) = self.number[handle.index()] {
            return Some(known);
        }
        let state = &among.states[handle.index()];
        let (Ok(start), Ok(shape)) = (among.scene.pose(handle), among.scene.shape_of(handle)) else {
            return None;
        };
        let way = Way::new(start, state);
        let bounds = bounds_of(shape, &way, state);
        let cores = self.cores.of(shape, state);
        let tree = among.joints.tree_of(handle.index()).map(|(tree, _)| tree as u32);
        let number = self.sweeps.len() as u32;
        self.joined.extend(tree.map(|tree| [tree, number]));
        self.number[handle.index()] = Some(number);
        self.sweeps.push(Sweep { handle, is_fast, way, bounds, cores, tree, stops: None });
        Some(number)
    }

    fn is_fast(&self, body: ObjectHandle) -> bool {
        !self.sweeps.is_empty() && self.number[body.index()].is_some_and(|i| self.sweeps[i as usize].is_fast)
    }

    /// Finds bodies that something faster than half of their inner size comes to, although neither is fast by its own size.
    fn find_overrun(&mut self, among: &Among<'_, '_, V>, slow: &Slow<T>) {
        let mut near = core::mem::take(&mut self.near);
        for handle in among.scene.objects() {
            let state = &among.states[handle.index()];
            if state.kind == BodyKind::Fixed || state.asleep || self.is_fast(handle) {
                continue;
            }
            let (Ok(start), Ok(shape)) = (among.scene.pose(handle), among.scene.shape_of(handle)) else {
                continue;
            };
            let bound = Way::bound(start, state);
            if bound <= slow.least * T::of(SLOW_PART) {
                continue;
            }
            let bounds = bounds_of(shape, &Way::new(start, state), state).grown(slow.farthest);
            near.clear();
            // The handle comes from the scene.
            let _ = among.scene.each_in_box(handle, &bounds, |other| {
                let other_state = &among.states[other.index()];
                if other_state.is_dynamic() && bound > other_state.inner_size * T::of(SLOW_PART) {
                    near.push(other);
                }
            });
            near.sort_unstable();
            for &other in near.iter() {
                if !self.is_fast(other) {
                    let added = self.add(among, other, false);
                    self.overrun.extend(added.map(|other| (other, handle)));
                }
            }
        }
        self.near = near;
    }

    /// Finds bodies that are in one another by more than a fraction of an inner size, and not fast.
    fn find_deep(&mut self, among: &Among<'_, '_, V>, contacts: &SolverContacts<V>) {
        for (i, contact) in contacts.contacts().iter().enumerate() {
            let (a, b) = contact.pair();
            let size = |body: ObjectHandle| {
                let state = &among.states[body.index()];
                if state.is_dynamic() { state.inner_size } else { T::INFINITY }
            };
            if self.is_fast(a) || self.is_fast(b) {
                continue;
            }
            let placed = contacts.placed(i, |body| {
                let state = &among.states[body.index()];
                let pose = among.scene.pose(body).copied().unwrap_or(state.pose());
                (pose.transform(V::flat(state.mass.center)), pose.rotation())
            });
            if -placed.signed_distance <= size(a).min(size(b)) * T::of(DEEP) {
                continue;
            }
            let (body, other) = if among.states[a.index()].is_dynamic() { (a, b) } else { (b, a) };
            let added = self.add(among, body, false);
            self.overrun.extend(added.map(|body| (body, other)));
        }
        self.overrun.dedup();
    }

    /// Finds the first impact of each fast body with the bodies that are not fast, and the impacts of other pairs.
    fn find_impacts(&mut self, among: &Among<'_, '_, V>, farthest: T) {
        self.impacts.clear();
        let mut pairs = core::mem::take(&mut self.pairs);
        pairs.clear();
        let fast = self.sweeps.partition_point(|sweep| sweep.is_fast);
        find_pairs(&self.sweeps[..fast], &mut pairs, among.scene);
        for &[i, j] in pairs.iter().filter(|[i, j]| i < j) {
            let (a, b) = (&self.sweeps[i as usize], &self.sweeps[j as usize]);
            let time = among.impact(&a.moved(), &b.moved(), [T::ZERO, T::ONE], &self.cores);
            self.impacts.extend(time.map(|time| Impact { time, body: i, with: Some(j) }));
        }
        self.find_overrun_times(among, &mut pairs);
        let mut near = core::mem::take(&mut self.near);
        for i in 0..self.sweeps.len() {
            let sweep = self.sweeps[i];
            if !sweep.is_fast {
                continue;
            }
            near.clear();
            let bounds = sweep.bounds.grown(farthest);
            // The handle comes from the scene.
            let _ = among.scene.each_in_box(sweep.handle, &bounds, |other| {
                if !self.is_fast(other) {
                    near.push(other);
                }
            });
            near.sort_unstable();
            let mut first = None;
            for &other in near.iter() {
                let state = &among.states[other.index()];
                let Ok(start) = among.scene.pose(other) else { continue };
                let way = Way::new(start, state);
                let mut moved = Moved { handle: other, way: &way, cores: None };
                if state.is_dynamic() {
                    let Some(j) = self.add(among, other, false) else { continue };
                    pairs.extend([[i as u32, j], [j, i as u32]]);
                    moved.cores = Some(self.sweeps[j as usize].cores);
                } else if state.kind == BodyKind::Kinematic {
                    self.pushed.push((i as u32, other));
                }
                let times = [T::ZERO, first.unwrap_or(T::ONE)];
                first = among.impact(&sweep.moved(), &moved, times, &self.cores).or(first);
            }
            self.impacts.extend(first.map(|time| Impact { time, body: i as u32, with: None }));
        }
        self.near = near;
        pairs.sort_unstable();
        pairs.dedup();
        self.pairs = pairs;
        self.joined.sort_unstable();
        self.impacts.sort_unstable_by(latest_first);
    }

    /// Adds the impacts on cores of bodies that are not fast.
    fn find_overrun_times(&mut self, among: &Among<'_, '_, V>, pairs: &mut Vec<[u32; 2]>) {
        for at in 0..self.overrun.len() {
            let (i, other) = self.overrun[at];
            let Ok(start) = among.scene.pose(other) else { continue };
            let state = &among.states[other.index()];
            let with = if state.is_dynamic() { self.add(among, other, false) } else { None };
            match with {
                Some(j) => pairs.extend([[i, j], [j, i]]),
                None => self.pushed.push((i, other)),
            }
            let way = Way::new(start, state);
            let cores = with.map(|j| self.sweeps[j as usize].cores);
            let body = self.sweeps[i as usize];
            let moved = Moved { handle: other, way: &way, cores };
            let time = among.reach(&body.moved(), &moved, [T::ZERO, T::ONE], &self.cores);
            self.impacts.extend(time.map(|time| Impact { time, body: i, with }));
        }
    }

    /// Processes impacts in the order of their times, and adds those with bodies that have stopped.
    fn take_impacts(&mut self, among: &Among<'_, '_, V>) {
        while let Some(impact) = self.impacts.pop() {
            let bodies = [Some(impact.body), impact.with];
            let stopped = |i: u32| self.sweeps[i as usize].stops.is_some();
            if bodies.into_iter().flatten().any(stopped) {
                continue; // It stops before the impact, or the impact was with a body that still moved.
            }
            for i in bodies.into_iter().flatten() {
                let Some(tree) = self.sweeps[i as usize].tree else {
                    self.sweeps[i as usize].stops = Some(impact.time);
                    self.meet_stopped(i, impact.time, among);
                    continue;
                };
                let from = self.joined.partition_point(|joined| joined[0] < tree);
                let mut at = from;
                while let Some(&[_, k]) = self.joined.get(at).filter(|joined| joined[0] == tree) {
                    self.sweeps[k as usize].stops.get_or_insert(impact.time);
                    at += 1;
                }
                for at in from..at {
                    self.meet_stopped(self.joined[at][1], impact.time, among);
                }
            }
        }
    }

    /// Adds impacts of others with a body that rests from this time on.
    fn meet_stopped(&mut self, i: u32, time: T, among: &Among<'_, '_, V>) {
        let Self { sweeps, pairs, impacts, cores, .. } = self;
        let from = pairs.partition_point(|pair| pair[0] < i);
        for &[_, j] in pairs[from..].iter().take_while(|pair| pair[0] == i) {
            let (stands, moves) = (&sweeps[i as usize], &sweeps[j as usize]);
            if moves.stops.is_some() {
                continue;
            }
            let way = stands.way.stopped(time);
            let (stands, times) = (Moved { way: &way, ..stands.moved() }, [time, T::ONE]);
            let met = if moves.is_fast {
                among.impact(&moves.moved(), &stands, times, cores)
            } else {
                among.reach(&moves.moved(), &stands, times, cores)
            };
            if let Some(time) = met {
                let next = Impact { time, body: j, with: None };
                let at = impacts.partition_point(|other| latest_first(other, &next).is_lt());
                impacts.insert(at, next);
            }
        }
    }

    /// Moves stopped bodies back to their stops.
    fn stop(
        &mut self,
        scene: &Scene<V>,
        joints: &Joints<T>,
        (gravity, step): (Vec3<T>, T),
        states: &mut [State<T>],
    ) {
        let Self { sweeps, stops, .. } = self;
        stops.clear();
        stops.resize(joints.trees(), Stop::default());
        let mut any_tree = false;
        for sweep in sweeps.iter().filter(|sweep| sweep.stops.is_some()) {
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

    /// Moves bodies that have stopped along with kinematic ones that reach their cores in the rest of the step.
    fn carry(&self, scene: &Scene<V>, states: &mut [State<T>], asked: &mut Asked<'_, V>) {
        for &(i, kinematic) in &self.pushed {
            let sweep = &self.sweeps[i as usize];
            let (Some(time), None) = (sweep.stops, sweep.tree) else { continue };
            let (Ok(start), Ok(pusher)) = (scene.pose(kinematic), scene.shape_of(kinematic)) else {
                continue;
            };
            let pushes = Way::new(start, &states[kinematic.index()]);
            let state = states[sweep.handle.index()];
            let rest = Way::<V>::new(&state.pose(), &state);
            let body = Moved { way: &rest, ..sweep.moved() };
            let Some(reached) = cores_reach(&body, (&pushes, pusher), [time, T::ONE], &self.cores, T::ONE)
            else {
                continue;
            };
            if !reached.stops(asked, (scene, &*states), [sweep.handle, kinematic]) {
                continue;
            }
            let relative = pushes.pose(reached.time).inverse() * rest.start;
            let mut state = state;
            state.set_pose(&(pushes.pose(T::ONE) * relative));
            let way = Way::new(&rest.start, &state);
            let Ok(shape) = scene.shape_of(sweep.handle) else { continue };
            let (body, bounds) = (Moved { way: &way, ..body }, bounds_of(shape, &way, &state));
            let mut until = T::ONE;
            // The handle comes from the scene.
            let _ = scene.each_in_box(sweep.handle, &bounds, |other| {
                let still = states[other.index()].kind == BodyKind::Fixed;
                if let (true, Ok(pose), Ok(shape)) = (still, scene.pose(other), scene.shape_of(other)) {
                    let wall = Way::new(pose, &states[other.index()]);
                    let met = cores_reach(&body, (&wall, shape), [T::ZERO, T::ONE], &self.cores, T::ONE);
                    until = until.min(met.map_or(T::ONE, |met| met.time));
                }
            });
            let state = &mut states[sweep.handle.index()];
            state.set_pose(&way.pose(until));
            state.wake();
        }
    }
}

/// Orders by time, then by bodies: a total order, since times are not NaN.
fn latest_first<T: Real>(a: &Impact<T>, b: &Impact<T>) -> core::cmp::Ordering {
    let by_time = b.time.partial_cmp(&a.time).unwrap_or(core::cmp::Ordering::Equal);
    by_time.then_with(|| (b.body, b.with).cmp(&(a.body, a.with)))
}

/// Sweep and prune: pairs of fast bodies whose boxes overlap, in both orders, sorted. Along the x axis, each is tested against those that
/// begin before it ends.
fn find_pairs<T: Real, V: CoreSpace<Scalar = T>>(
    fast: &[Sweep<V>],
    pairs: &mut Vec<[u32; 2]>,
    scene: &Scene<V>,
) {
    // The list of pairs holds the order of beginnings until the pairs are found.
    pairs.extend((0..fast.len() as u32).map(|i| [i, i]));
    let begin = |i: u32| fast[i as usize].bounds.min.get(0);
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
            if b.bounds.min.get(0) > a.bounds.max.get(0) {
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

fn is_asked<V: CoreSpace>(scene: &Scene<V>, a: ObjectHandle, b: ObjectHandle) -> bool {
    let (Ok(first), Ok(second)) = (scene.layers(a), scene.layers(b)) else { return false };
    first.meet(&second) && !scene.is_ignored(a, b).unwrap_or(true)
}
