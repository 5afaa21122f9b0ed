//! Continuous collision: bodies that move far in a step stop where they first touch something, so that nothing passes through
//! anything, however fast it is.
//!
//! A body is *fast* in a step in which it moves by more than half of its inner size; see [`inner_size`](crate::mass::inner_size).
//! Two bodies that are not fast cannot pass through one another, for their centers would have to. A fast one is cast along its way,
//! with its turn of less than half a circle, against all that it may meet, which moves too. The solver has moved all bodies freely
//! before that; the scene still has them where the step began.
//!
//! 1. Fast bodies are found, each with a box around its whole way.
//! 2. Each is cast against the bodies that are not fast; two fast ones are cast against one another.
//! 3. Impacts are taken in the order of their times. A body stops at its first one, with its velocity: the next step begins in
//!    contact, and the solver does the rest. Other fast bodies are cast against the one that now stands there.
//!
//! **Pairs that touch at the start** have constraints in the solver, which keep them apart there. They are not cast as they are, or a
//! body that slides fast would stick to the ground. Instead a ball of half the inner size about the center of mass is cast, which must
//! not reach the other body: so a ball that rolls fast over a mesh does not leave through a hill. A body that is not convex has no such
//! ball.
//!
//! What is lost is the rest of the step of a body that stops. What is not found: a kinematic body that runs over a slow one, and more
//! than half a turn in one step.
//!
//! Cost: one pass over all bodies; for each fast one a search of the tree and casts against what is near its way. Each body stops once.

use impinge::math::Aabb;
use impinge::scene::{ObjectHandle, Scene};
use impinge::{CastSettings, Motion, Pose, Real, Rot3, Shape, Sphere, Vec3, cast_with};

use crate::body::{BodyKind, State};
use crate::touch::Touch;
use crate::world::World;

/// A body is fast if it moves by more than this part of its inner size. With one half, two bodies that are not fast cannot exchange
/// places.
const SLOW_PART: f64 = 0.5;

/// An angle of at most π is no more than this times the distance of the two unit quaternions: 4 asin(d/2) ≤ π d / √2.
const ANGLE_PER_DISTANCE: f64 = 2.25;

/// Memory of sweeps, used again in each step.
#[derive(Clone, Debug)]
pub(crate) struct Sweeps<T: Real> {
    fast: Vec<Sweep<T>>,
    /// For each place of the scene its number among the fast bodies.
    number: Vec<Option<u32>>,
    /// What one fast body may meet.
    near: Vec<ObjectHandle>,
    /// Fast bodies that may meet, both ways round, sorted.
    pairs: Vec<[u32; 2]>,
    /// The earliest last.
    impacts: Vec<Impact<T>>,
}

impl<T: Real> Default for Sweeps<T> {
    fn default() -> Self {
        let (fast, number, near) = (Vec::new(), Vec::new(), Vec::new());
        Self { fast, number, near, pairs: Vec::new(), impacts: Vec::new() }
    }
}

/// A fast body.
#[derive(Clone, Copy, Debug)]
struct Sweep<T: Real> {
    handle: ObjectHandle,
    way: Way<T>,
    /// Around the whole way.
    bounds: Aabb<Vec3<T>>,
    /// Of the ball that must not reach what the body touches at the start.
    core: T,
    /// When it stops, in parts of the step.
    stops: Option<T>,
}

/// A fast body meets another one, which moves on if it is not fast.
#[derive(Clone, Copy, Debug)]
struct Impact<T> {
    time: T,
    fast: u32,
    /// Another fast body that moves until then.
    with: Option<u32>,
}

/// How a body moves in a step: its center of mass straight on, while it turns about that.
#[derive(Clone, Copy, Debug)]
struct Way<T: Real> {
    start: Pose<Vec3<T>>,
    center: Vec3<T>,
    by: Vec3<T>,
    axis: Vec3<T>,
    angle: T,
}

impl<T: Real> Way<T> {
    /// From where the scene has it to where its state is.
    fn new(start: &Pose<Vec3<T>>, state: &State<T>) -> Self {
        let center = start.transform(state.mass.center);
        let (axis, angle) = if state.rotation == start.rotation() {
            (Vec3::axis(0), T::ZERO)
        } else {
            state.rotation.compose(&start.rotation().inverse()).to_axis_angle()
        };
        Self { start: *start, center, by: state.center - center, axis, angle }
    }

    /// No point of the body moves farther.
    fn bound(start: &Pose<Vec3<T>>, state: &State<T>) -> T {
        let by = state.center - start.transform(state.mass.center);
        let ([x, y, z, w], [a, b, c, d]) = (state.rotation.to_xyzw(), start.rotation().to_xyzw());
        let sign = (x * a + y * b + z * c + w * d).sign_of(T::ONE);
        let (x, y, z, w) = (x - a * sign, y - b * sign, z - c * sign, w - d * sign);
        let turn = (x * x + y * y + z * z + w * w).sqrt() * T::of(ANGLE_PER_DISTANCE);
        by.norm() + turn * state.reach
    }

    /// Where its shape is at a time from 0 to 1.
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
        // Ways are between poses that are valid.
        Motion::try_rotation(center, self.axis, self.angle * part)
            .and_then(|motion| motion.try_moving(self.by * part))
            .unwrap_or(Motion::still())
    }

    /// The motion of the center of mass alone.
    fn straight(&self, from: T, until: T) -> Motion<Vec3<T>> {
        Motion::try_translation(self.by * (until - from)).unwrap_or(Motion::still())
    }
}

/// Stops fast bodies at their first impact. The scene must have the poses at the start of the step, the states those at its end.
pub(crate) fn stop_at_impacts<T: Real>(world: &mut World<T>) {
    if !world.settings.continuous {
        return;
    }
    let mut sweeps = core::mem::take(&mut world.sweeps);
    let reach = sweeps.find_fast(&world.scene, &world.states);
    if !sweeps.fast.is_empty() {
        let among = Among { scene: &world.scene, states: &world.states, touches: &world.touches };
        sweeps.find_impacts(&among, reach);
        sweeps.take_impacts(&among);
        sweeps.stop(&mut world.states);
    }
    world.sweeps = sweeps;
}

/// What fast bodies move among.
struct Among<'a, T: Real> {
    scene: &'a Scene<Vec3<T>>,
    states: &'a [State<T>],
    touches: &'a [Touch<T>],
}

impl<T: Real> Sweeps<T> {
    /// Finds fast bodies; returns how far the farthest of the others moves.
    fn find_fast(&mut self, scene: &Scene<Vec3<T>>, states: &[State<T>]) -> T {
        self.fast.clear();
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
            // A point that turns by a leaves its place by no more than a, and no more than 2, times its distance.
            let turned = way.angle.min(T::TWO) * state.reach;
            let bounds = aabb.union(&moved).grown(turned);
            let core = if shape.convex().is_some() { state.inner_size * T::HALF } else { T::ZERO };
            self.fast.push(Sweep { handle, way, bounds, core, stops: None });
        }
        farthest
    }

    /// The first impact of each fast body with what is not fast, and those of two fast ones.
    fn find_impacts(&mut self, among: &Among<'_, T>, farthest: T) {
        let Self { fast, number, near, pairs, impacts } = self;
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
            // The handle is one of the scene.
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
        impacts.sort_by(latest_first);
    }

    /// Takes impacts in the order of their times, and adds those with bodies that have stopped.
    fn take_impacts(&mut self, among: &Among<'_, T>) {
        let Self { fast, pairs, impacts, .. } = self;
        while let Some(impact) = impacts.pop() {
            let bodies = [Some(impact.fast), impact.with];
            let stopped = |i: u32| fast[i as usize].stops.is_some();
            if bodies.into_iter().flatten().any(stopped) {
                continue; // It does not come so far, or not against one that moves.
            }
            for i in bodies.into_iter().flatten() {
                fast[i as usize].stops = Some(impact.time);
            }
            for i in bodies.into_iter().flatten() {
                let from = pairs.partition_point(|pair| pair[0] < i);
                for &[_, j] in pairs[from..].iter().take_while(|pair| pair[0] == i) {
                    let (stands, moves) = (&fast[i as usize], &fast[j as usize]);
                    if moves.stops.is_some() {
                        continue;
                    }
                    let start = stands.way.pose(impact.time);
                    let way = Way { start, by: Vec3::ZERO, angle: T::ZERO, ..stands.way };
                    let times = [impact.time, T::ONE];
                    if let Some(time) = among.impact(moves, times, stands.handle, &way) {
                        let next = Impact { time, fast: j, with: None };
                        let at = impacts.partition_point(|other| latest_first(other, &next).is_lt());
                        impacts.insert(at, next);
                    }
                }
            }
        }
    }

    fn stop(&self, states: &mut [State<T>]) {
        for sweep in &self.fast {
            if let Some(time) = sweep.stops {
                states[sweep.handle.index()].set_pose(&sweep.way.pose(time));
            }
        }
    }
}

/// By time, of equal ones by the bodies: a total order, as times are numbers.
fn latest_first<T: Real>(a: &Impact<T>, b: &Impact<T>) -> core::cmp::Ordering {
    let by_time = b.time.partial_cmp(&a.time).unwrap_or(core::cmp::Ordering::Equal);
    by_time.then_with(|| (b.fast, b.with).cmp(&(a.fast, a.with)))
}

/// Pairs of fast bodies whose boxes overlap, both ways round, sorted: along the x axis, each against those that begin before it ends.
fn find_pairs<T: Real>(fast: &[Sweep<T>], pairs: &mut Vec<[u32; 2]>, scene: &Scene<Vec3<T>>) {
    // The order of beginnings is kept in the list of pairs until the pairs are found.
    pairs.extend((0..fast.len() as u32).map(|i| [i, i]));
    let begin = |i: u32| fast[i as usize].bounds.min.x;
    pairs.sort_by(|a, b| {
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

impl<T: Real> Among<'_, T> {
    /// When a fast body first meets another one between two times, which are parts of the step, if it does.
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
                return Some(in_step(impact.time));
            }
        }
        if sweep.core <= T::ZERO {
            return None;
        }
        let center = Pose::try_new(sweep.way.center + sweep.way.by * from, Rot3::IDENTITY).ok()?;
        let core = Sphere::try_new(sweep.core).ok()?.at(center);
        let impact = cast_with(&core, &b, &sweep.way.straight(from, until), &other_motion, &settings)?;
        // A ball that is inside already cannot be kept out.
        (!impact.at_start && impact.time > T::ZERO).then(|| in_step(impact.time))
    }

    /// Whether two bodies have a contact in this step.
    fn touch(&self, a: ObjectHandle, b: ObjectHandle) -> bool {
        let pair = (a.min(b), a.max(b));
        self.touches.binary_search_by_key(&pair, |touch| (touch.a, touch.b)).is_ok()
    }
}
