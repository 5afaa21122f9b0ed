//! The joints of a world, in the order in which they were added, and their passes in a step.

use impinge::math::Mat3;
use impinge::scene::{ObjectHandle, Scene};
use impinge::{Pose, Real, Vec3, parallel};
use serde::{Deserialize, Serialize};

use super::active::Active;
use super::constraint::Load;
use super::definition::Joint;
use super::pass::JointPass;
use super::place::Ends;
use super::speeds::Speeds;
use super::tension::inertias as with_added;
use super::tree::{TreePart, Trees};
use super::{JointHandle, JointKind, JointReading};
use crate::body::State;
use crate::debug_line::Draw;
use crate::error::WorldError;
use crate::solver_body::SolverBody;
use crate::space::Space;

/// Joints per task in preparation.
const STRETCH: usize = 256;

/// A joint between two bodies.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Held<T: Real> {
    pub handle: JointHandle,
    pub bodies: [ObjectHandle; 2],
    pub kind: JointKind<T>,
    /// Frames in those of the shapes.
    frames: [Pose<Vec3<T>>; 2],
    load: Load<T>,
    /// Whether collision of the pair is disabled on behalf of this joint.
    pub ignores: bool,
    /// Whether this joint allows the bodies to collide.
    pub collides: bool,
}

impl<T: Real> Held<T> {
    fn ends(&self, states: &[State<T>]) -> Ends<T> {
        Ends::new(&self.frames, self.states(states))
    }

    fn states<'a>(&self, states: &'a [State<T>]) -> [&'a State<T>; 2] {
        self.bodies.map(|body| &states[body.index()])
    }

    /// Draws the joint as debug lines.
    pub fn draw(&self, states: &[State<T>], size: T, draw: &mut Draw<'_, T>) {
        super::draw::draw(&self.kind, &self.ends(states), self.states(states), size, draw);
    }

    /// State of the joint.
    pub fn read(&self, states: &[State<T>]) -> JointReading<T> {
        let [position, twist, mut speed, gap] = self.kind.read(&self.ends(states), self.states(states));
        if !speed.is_finite() {
            // Products of speeds that large overflow.
            let part = T::power_of_two(-T::MAX_EXPONENT / 2);
            let slow = |state: &State<T>| {
                let [velocity, angular_velocity] = [state.velocity, state.angular_velocity].map(|v| v * part);
                State { velocity, angular_velocity, ..*state }
            };
            let [a, b] = self.states(states).map(slow);
            let most = T::power_of_two(T::MAX_EXPONENT / 2 - 1);
            speed = self.kind.read(&self.ends(states), [&a, &b])[2].max(-most).min(most) / part;
        }
        let Load { force, torque, .. } = self.load;
        JointReading { position, twist, speed, gap, force, torque }
    }
}

/// The joints of a world. Data read from a file are checked, except for the bodies, which the world knows.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "Written<T>", bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Joints<T: Real> {
    /// Joints, by rising handles.
    held: Vec<Held<T>>,
    /// Number of the next joint.
    next: u64,
    /// Joints of this step with a body that is awake: tree by tree, then those in no tree.
    #[serde(skip)]
    active: Vec<Active<T>>,
    #[serde(skip)]
    trees: Trees<T>,
    /// Joints with a body that is awake, and those of the last step: as long as they are the same, so are the trees. Then the order of
    /// joints in trees.
    #[serde(skip)]
    awake: Vec<Awake<T>>,
    #[serde(skip)]
    last_awake: Vec<Awake<T>>,
    #[serde(skip)]
    order: Vec<u32>,
    /// Inertia that tension adds to each body, by slots, if there are joints in no tree.
    #[serde(skip)]
    inertias: Vec<Mat3<T>>,
    /// Empty ranges: no items for any tree.
    #[serde(skip)]
    nothing_at: Vec<u32>,
}

/// A joint with a body that is awake.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Awake<T> {
    /// Its index among the joints.
    joint: u32,
    /// The slots of its bodies, if it holds the position of one relative to the other.
    holds: Option<[usize; 2]>,
    /// Masses of its bodies, 0 unless dynamic.
    masses: [T; 2],
}

/// Joints in serialized form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
struct Written<T: Real> {
    held: Vec<Held<T>>,
    next: u64,
}

impl<T: Real> TryFrom<Written<T>> for Joints<T> {
    type Error = WorldError;

    fn try_from(written: Written<T>) -> Result<Self, WorldError> {
        let Written { held, next } = written;
        for joint in &held {
            joint.kind.check()?;
            if !joint.load.is_finite() {
                return Err(WorldError::Snapshot { what: "joints" });
            }
        }
        let rise = held.windows(2).all(|pair| pair[0].handle < pair[1].handle);
        match held.last() {
            Some(last) if !rise || last.handle.0 >= next => {
                Err(WorldError::StaleJoint { joint: last.handle.0 })
            }
            _ => Ok(Self { held, next, ..Self::default() }),
        }
    }
}

impl<T: Real> Default for Joints<T> {
    fn default() -> Self {
        Self {
            held: Vec::new(),
            next: 0,
            active: Vec::new(),
            trees: Trees::default(),
            awake: Vec::new(),
            last_awake: Vec::new(),
            order: Vec::new(),
            inertias: Vec::new(),
            nothing_at: Vec::new(),
        }
    }
}

impl<T: Real> Joints<T> {
    /// Adds a checked joint, last in the order.
    pub fn add<V: Space<Scalar = T>>(
        &mut self,
        bodies: [ObjectHandle; 2],
        joint: &Joint<V>,
        poses: [&Pose<Vec3<T>>; 2],
        ignores: bool,
    ) -> Result<JointHandle, WorldError> {
        joint.kind.check()?;
        let frames = joint.place.in_bodies(poses)?;
        let mut kind = joint.kind;
        if let JointKind::Distance(distance) = &mut kind
            && distance.length.is_none()
        {
            let [a, b] = [0, 1].map(|i| poses[i].transform(frames[i].translation()));
            distance.length = Some((b - a).norm());
        }
        let handle = JointHandle(self.next);
        self.next += 1;
        self.held.push(Held {
            handle,
            bodies,
            kind,
            frames,
            load: Load::default(),
            ignores,
            collides: joint.collide,
        });
        Ok(handle)
    }

    fn place(&self, joint: JointHandle) -> Result<usize, WorldError> {
        let found = self.held.binary_search_by_key(&joint, |held| held.handle);
        found.map_err(|_| WorldError::StaleJoint { joint: joint.0 })
    }

    pub fn get(&self, joint: JointHandle) -> Result<&Held<T>, WorldError> {
        Ok(&self.held[self.place(joint)?])
    }

    pub fn get_mut(&mut self, joint: JointHandle) -> Result<&mut Held<T>, WorldError> {
        let place = self.place(joint)?;
        Ok(&mut self.held[place])
    }

    pub fn remove(&mut self, joint: JointHandle) -> Result<Held<T>, WorldError> {
        let place = self.place(joint)?;
        Ok(self.held.remove(place))
    }

    /// Removes all joints of a body that is removed.
    pub fn remove_body(&mut self, body: ObjectHandle) {
        self.held.retain(|held| !held.bodies.contains(&body));
    }

    /// Whether joints that were read from a file connect bodies of the scene.
    pub fn fit<V: Space>(&self, scene: &Scene<V>) -> bool {
        self.held.iter().all(|held| {
            let [a, b] = held.bodies;
            a != b && scene.contains(a) && scene.contains(b)
        })
    }

    /// All joints, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Held<T>> {
        self.held.iter()
    }

    /// Prepares the joints for sub-steps of length `h`, with the loads of the last step, and exact bounds.
    pub fn prepare<V: Space<Scalar = T>>(&mut self, states: &[State<T>], h: T) {
        self.gather::<V>(states);
        self.begin(|_| 0, |_| h, T::ZERO);
        self.follow(|place| &states[place], h);
    }

    /// Gathers the joints of this step and their trees. Call `begin` before using them.
    #[inline(never)]
    pub fn gather<V: Space<Scalar = T>>(&mut self, states: &[State<T>]) {
        let Self { held, awake, last_awake, order, active, trees, .. } = self;
        core::mem::swap(awake, last_awake);
        awake.clear();
        let mass = |state: &State<T>| if state.is_dynamic() { state.mass.mass } else { T::ZERO };
        for (i, joint) in held.iter().enumerate() {
            let both = joint.states(states);
            if both.iter().any(|state| state.is_awake()) {
                let holds = joint.kind.holds_place().then(|| joint.bodies.map(|body| body.index()));
                awake.push(Awake { joint: i as u32, holds, masses: both.map(mass) });
            }
        }
        if awake == last_awake && trees.places() == states.len() {
            trees.look(states);
        } else {
            trees.grow(awake.iter().map(|joint| joint.holds), states, order);
            let make = |i: u32| {
                let place = awake[i as usize].joint as usize;
                let joint = &held[place];
                let bodies = joint.bodies.map(|body| body.index());
                Active::new(place, bodies, joint.kind, joint.frames, V::DIM == 2)
            };
            active.clear();
            for (k, &i) in order.iter().enumerate() {
                let mut joint = make(i);
                (joint.constraint.in_tree, joint.constraint.at) = (true, trees.at(k));
                active.push(joint);
            }
            // Joints in no tree, in their order.
            order.sort_unstable();
            let mut taken = order.iter().peekable();
            for i in 0..awake.len() as u32 {
                if taken.next_if_eq(&&i).is_none() {
                    active.push(make(i));
                }
            }
        }
    }

    /// Begins a step, with the loads of the last one and without rows. Joints are solved in batches, by their bodies, which depend on one
    /// another only within a batch; sub-steps are of length `h` in each. Limits and drives may exceed their bounds by the impulse that
    /// moves two bodies by `unseen` in a sub-step.
    #[inline(never)]
    pub fn begin(
        &mut self,
        batch: impl Fn([usize; 2]) -> usize + Sync,
        h: impl Fn(usize) -> T + Sync,
        unseen: T,
    ) {
        let Self { held, active, trees, .. } = self;
        let held = &*held;
        let begin = |_: usize, some: &mut [Active<T>]| {
            for active in some {
                let Held { kind, frames, load, .. } = &held[active.joint];
                active.batch = batch(active.constraint.bodies);
                active.begin(kind, frames, load, h(active.batch), unseen);
            }
        };
        if parallel::is_shared(active.len(), STRETCH) {
            parallel::each_stretch(active, STRETCH, &begin);
        } else {
            begin(0, active);
        }
        trees.set_batches(active);
        self.nothing_at.clear();
        self.nothing_at.resize(self.trees.count() + 1, 0);
    }

    /// Whether any joint has a body that is awake, once they are gathered.
    pub fn is_active(&self) -> bool {
        !self.active.is_empty()
    }

    /// Slots of the bodies of all joints of this step.
    pub fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        self.active.iter().map(|joint| joint.constraint.bodies)
    }

    /// Chooses the batch of all passes from now on; that of a new step is 0.
    pub fn choose(&mut self, batch: usize) {
        self.trees.batch = batch;
    }

    /// Computes the rows for the bodies as they are now, in sub-steps of length `h`.
    #[inline(never)]
    pub fn follow<'s>(&mut self, state: impl Fn(usize) -> &'s State<T> + Sync, h: T) {
        let Self { active, trees, inertias, nothing_at, .. } = self;
        let (in_trees, alone) = active.split_at_mut(trees.joints());
        let batch = trees.batch;
        let has_alone = alone.iter().any(|joint| joint.batch == batch);
        if has_alone {
            inertias.resize(trees.places(), Mat3::default());
            inertias.fill(Mat3::default());
            for joint in alone.iter_mut().filter(|joint| joint.batch == batch) {
                let bodies = joint.constraint.bodies;
                let states = bodies.map(&state);
                joint.look(states, [&states[0].axes(), &states[1].axes()]);
                for (body, added) in bodies.into_iter().zip(joint.added(states, h)) {
                    if let Some(added) = added {
                        inertias[body] += added;
                    }
                }
            }
        }
        let added = has_alone.then_some(inertias.as_slice());
        if trees.has_any(false) {
            trees.each(in_trees, nothing_at, &mut [(); 0], |mut tree, _| {
                if tree.is_in(batch, false) {
                    tree.look(&state);
                    tree.follow(added, h);
                }
            });
        }
        if has_alone {
            trees.scatter_added(inertias);
        }
        for joint in alone.iter_mut().filter(|joint| joint.batch == batch) {
            let bodies = joint.constraint.bodies;
            let inertias = bodies.map(|body| {
                let state = state(body);
                with_added(state, Some(&state.axes()), inertias[body])[1]
            });
            joint.rows(bodies.map(|body| state(body).inverse_mass), inertias);
        }
    }

    /// Solves the joints in no tree, in order: with a pass, or as a warm start.
    #[inline(never)]
    pub fn solve_alone<S: Speeds<T> + ?Sized>(&mut self, speeds: &mut S, pass: Option<&JointPass<T>>) {
        let batch = self.trees.batch;
        let alone = &mut self.active[self.trees.joints()..];
        for joint in alone.iter_mut().filter(|joint| joint.batch == batch) {
            let bodies = joint.constraint.bodies;
            let mut pair = bodies.map(|body| speeds.twist(body));
            match pass {
                Some(pass) => {
                    joint.constraint.solve(&mut pair, pass);
                    joint.constraint.limit_speeds(&mut pair);
                }
                None => {
                    joint.constraint.brake(&mut pair);
                    joint.constraint.warm_start(&mut pair);
                }
            }
            for (body, twist) in bodies.into_iter().zip(pair) {
                speeds.set_twist(body, twist);
            }
        }
    }

    /// One pass over all joints: those in no tree, then the trees.
    #[inline(never)]
    pub fn solve<S: Speeds<T> + ?Sized>(&mut self, speeds: &mut S, pass: &JointPass<T>) {
        self.solve_alone(speeds, Some(pass));
        let nothing_at = core::mem::take(&mut self.nothing_at);
        self.each_tree(speeds, &nothing_at, &mut [(); 0], |tree, _, _| tree.solve(pass));
        self.nothing_at = nothing_at;
    }

    /// Warm start: applies the impulses of the last sub-step again.
    #[inline(never)]
    pub fn warm_start<S: Speeds<T> + ?Sized>(&mut self, speeds: &mut S) {
        self.solve_alone(speeds, None);
        let nothing_at = core::mem::take(&mut self.nothing_at);
        self.each_tree(speeds, &nothing_at, &mut [(); 0], |tree, _, _| tree.warm_start());
        self.nothing_at = nothing_at;
    }

    /// Begins passes on positions instead of velocities: clears impulses, and disables drives, friction and springs.
    pub fn only_hold(&mut self) {
        self.active.iter_mut().for_each(|joint| joint.constraint.only_hold());
    }

    /// Drops the impulses of joints of some bodies.
    pub fn forget(&mut self, mut of: impl FnMut([usize; 2]) -> bool) {
        for joint in self.active.iter_mut().filter(|joint| of(joint.constraint.bodies)) {
            joint.constraint.forget();
        }
    }

    /// Copies the data that a step may change, so that it can be undone.
    pub fn note(&self, noted: &mut Vec<Held<T>>) {
        noted.clear();
        noted.extend_from_slice(&self.held);
    }

    /// Undoes a step.
    pub fn undo(&mut self, noted: &[Held<T>]) {
        self.held.copy_from_slice(noted);
    }

    /// Calls `f` for all trees of the batch that are not apart, each with its items: those of tree t are from `items_at[t]` to the next. Velocities
    /// are read before and written after it.
    #[inline(never)]
    pub fn each_tree<S: Speeds<T> + ?Sized, X: Send>(
        &mut self,
        speeds: &mut S,
        items_at: &[u32],
        items: &mut [X],
        f: impl Fn(&mut TreePart<'_, T>, &mut [X], &S) + Sync,
    ) {
        let Self { active, trees, .. } = self;
        if !trees.has_any(false) {
            return;
        }
        let (joints, batch) = (trees.joints(), trees.batch);
        let before = &*speeds;
        trees.each(&mut active[..joints], items_at, items, |mut tree, items| {
            if tree.is_in(batch, false) {
                tree.gather(before);
                f(&mut tree, items, before);
            }
        });
        trees.scatter(speeds);
    }

    /// Limits the velocities of all bodies with joints in the batch, after contacts have changed them, except those of trees that are apart.
    #[inline(never)]
    pub fn limit_speeds<S: Speeds<T> + ?Sized>(&mut self, speeds: &mut S, h: T) {
        self.trees.limit_speeds(speeds, h);
        let batch = self.trees.batch;
        let alone = &mut self.active[self.trees.joints()..];
        for joint in alone.iter_mut().filter(|joint| joint.batch == batch) {
            let bodies = joint.constraint.bodies;
            let mut pair = bodies.map(|body| speeds.twist(body));
            joint.constraint.limit_speeds(&mut pair);
            for (body, twist) in bodies.into_iter().zip(pair) {
                speeds.set_twist(body, twist);
            }
        }
    }

    /// Marks the trees that may run apart. A tree that touches only itself and static bodies can go through all sub-steps alone, in
    /// memory that stays in cache, unless it stands on a moving body or has a joint in no tree.
    pub fn set_apart(&mut self, apart: &mut [bool]) {
        for body in self.active[self.trees.joints()..].iter().flat_map(|joint| joint.constraint.bodies) {
            if let Some((tree, _)) = self.trees.tree_of(body) {
                apart[tree] = false;
            }
        }
        self.trees.set_apart(apart);
    }

    /// Calls `f` for all trees of the batch that are apart, each with its items, and then `take` for their bodies: slot, state and motion.
    #[inline(never)]
    pub fn each_apart<X: Send>(
        &mut self,
        items_at: &[u32],
        items: &mut [X],
        f: impl Fn(&mut TreePart<'_, T>, &mut [X]) + Sync,
        take: impl FnMut(usize, &State<T>, &SolverBody<Vec3<T>>),
    ) {
        let Self { active, trees, .. } = self;
        if !trees.has_any(true) {
            return;
        }
        let (joints, batch) = (trees.joints(), trees.batch);
        trees.each(&mut active[..joints], items_at, items, |mut tree, items| {
            if tree.is_in(batch, true) {
                f(&mut tree, items);
            }
        });
        trees.scatter_apart(take);
    }

    /// Number of trees in this step.
    pub fn trees(&self) -> usize {
        self.trees.count()
    }

    /// The tree of a dynamic body, and its index among the bodies of that tree.
    pub fn tree_of(&self, place: usize) -> Option<(usize, usize)> {
        self.trees.tree_of(place)
    }

    /// Stores the loads for the next step, except those that overflowed, since bodies are stopped then.
    #[inline(never)]
    pub fn store(&mut self) {
        for joint in &self.active {
            let held = &mut self.held[joint.joint];
            let load = joint.constraint.load();
            (held.load, held.kind) = (if load.is_finite() { load } else { Load::default() }, joint.kind);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Ball, Hinge, Joint, Motor};
    use super::*;
    use crate::World;
    use crate::body::Body;
    use impinge::Cuboid;

    /// Two meshing wheels, one driven, and a chain that is thrown.
    fn world() -> World<f64> {
        let mut world = World::default();
        let cube = world.add_shape(Cuboid::new([0.1, 0.1, 0.1]));
        let base = world.add(Body::fixed(cube, Pose::IDENTITY)).unwrap();
        let z = [0.0, 0.0, 1.0];
        let wheels = [1.0, 2.0].map(|x| world.add(Body::dynamic(cube, Pose::at([x, 0.0, 0.0]))).unwrap());
        for (x, wheel) in [1.0, 2.0].into_iter().zip(wheels) {
            let motor = (x == 1.0).then_some(Motor { speed: 5.0, strength: 0.01 });
            let hinge = Hinge { motor, friction: 0.001, limits: None };
            world.add_joint(base, wheel, Joint::hinge([x, 0.0, 0.0], z, hinge)).unwrap();
        }
        world.add_joint(wheels[0], wheels[1], Joint::gear(z, z, 2.0)).unwrap();
        let mut last = base;
        for i in 0..5 {
            let x = -0.3 * f64::from(i);
            let body = Body::dynamic(cube, Pose::at([x - 0.3, 0.0, 0.0])).velocity([0.0, 1.0, 2.0]);
            let body = world.add(body).unwrap();
            let ball = Ball { cone: Some(0.5), twist: Some([-0.2, 0.3]), friction: 1e-4 };
            world.add_joint(last, body, Joint::ball([x - 0.15, 0.0, 0.0], [-1.0, 0.0, 0.0], ball)).unwrap();
            last = body;
        }
        world
    }

    #[test]
    fn joints_that_are_read_back_continue_to_the_bit() {
        let mut world = world();
        for _ in 0..40 {
            world.step(1.0 / 60.0).unwrap();
        }
        let mut copy = world.clone();
        copy.bodies.joints =
            serde_json::from_str(&serde_json::to_string(&world.bodies.joints).unwrap()).unwrap();
        for _ in 0..100 {
            world.step(1.0 / 60.0).unwrap();
            copy.step(1.0 / 60.0).unwrap();
        }
        for (one, other) in world.bodies.states.iter().zip(&copy.bodies.states) {
            assert_eq!((one.center, one.rotation), (other.center, other.rotation));
            assert_eq!((one.velocity, one.angular_velocity), (other.velocity, other.angular_velocity));
        }
        for (one, other) in world.bodies.joints.iter().zip(copy.bodies.joints.iter()) {
            assert_eq!(one.read(&world.bodies.states), other.read(&copy.bodies.states));
        }
    }

    #[test]
    fn broken_files_are_refused() {
        let text = serde_json::to_string(&world().bodies.joints).unwrap();
        let read = |text: &str| serde_json::from_str::<Joints<f64>>(text).map(|joints| joints.held.len());
        assert_eq!(read(&text).unwrap(), 8);
        for (from, to) in [
            ("\"next\":8", "\"next\":7"),
            ("\"handle\":1,", "\"handle\":5,"),
            ("\"strength\":0.01", "\"strength\":-0.01"),
            ("\"cone\":0.5", "\"cone\":9.5"),
            ("\"next\":8", "\"next\":8,\"more\":1"),
        ] {
            assert!(text.contains(from), "{from}");
            assert!(read(&text.replacen(from, to, 1)).is_err(), "{to}");
        }
    }
}
