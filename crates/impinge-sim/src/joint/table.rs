//! The joints of a world, in the order in which they were added, and their passes in a step.

use impinge::scene::ObjectHandle;
use impinge::{Pose, Real, Vec3};
use serde::{Deserialize, Serialize};

use super::constraint::{Constraint, JointPass, Load};
use super::place::Ends;
use super::tree::Trees;
use super::{Joint, JointHandle, JointKind, JointReading};
use crate::body::State;
use crate::error::WorldError;

/// A joint between two bodies.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Held<T: Real> {
    pub handle: JointHandle,
    pub bodies: [ObjectHandle; 2],
    pub kind: JointKind<T>,
    /// In the frames of the shapes.
    frames: [Pose<Vec3<T>>; 2],
    load: Load<T>,
    /// Whether the pair is ignored on behalf of this joint.
    pub ignores: bool,
    /// Whether the bodies may collide as far as this joint is concerned.
    pub collides: bool,
}

impl<T: Real> Held<T> {
    fn ends(&self, states: &[State<T>]) -> Ends<T> {
        Ends::new(&self.frames, self.states(states))
    }

    fn states<'a>(&self, states: &'a [State<T>]) -> [&'a State<T>; 2] {
        self.bodies.map(|body| &states[body.index()])
    }

    /// How it stands.
    pub fn read(&self, states: &[State<T>]) -> JointReading<T> {
        let [position, twist, speed, gap] = self.kind.read(&self.ends(states), self.states(states));
        let Load { force, torque, .. } = self.load;
        JointReading { position, twist, speed, gap, force, torque }
    }
}

/// The joints of a world.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Joints<T: Real> {
    /// By rising handles.
    held: Vec<Held<T>>,
    /// The number of the next one.
    next: u64,
    /// Those of this step, of joints with a dynamic body, each with the place of its joint.
    #[serde(skip)]
    constraints: Vec<(usize, Constraint<T>)>,
    #[serde(skip)]
    trees: Trees<T>,
}

impl<T: Real> Default for Joints<T> {
    fn default() -> Self {
        Self { held: Vec::new(), next: 0, constraints: Vec::new(), trees: Trees::default() }
    }
}

impl<T: Real> Joints<T> {
    /// A checked joint, last in the order.
    pub fn add(
        &mut self,
        bodies: [ObjectHandle; 2],
        joint: &Joint<T>,
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

    /// Removes all joints of a body that is taken out.
    pub fn remove_body(&mut self, body: ObjectHandle) {
        self.held.retain(|held| !held.bodies.contains(&body));
    }

    /// All, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Held<T>> {
        self.held.iter()
    }

    /// Ready for the sub-steps of length `h`, with the loads of the last step.
    #[inline(never)]
    pub fn prepare(&mut self, states: &[State<T>], h: T) {
        self.constraints.clear();
        for (place, held) in self.held.iter().enumerate() {
            if held.states(states).iter().any(|state| state.is_dynamic()) {
                let bodies = held.bodies.map(|body| body.index());
                self.constraints.push((place, Constraint::new(bodies, &held.load, h)));
            }
        }
        self.refresh(states);
        self.trees.grow(&mut self.constraints, states);
        self.trees.factor(&mut self.constraints, states, h);
    }

    /// After bodies have moved in a sub-step of length `h`.
    #[inline(never)]
    pub fn follow(&mut self, states: &[State<T>], h: T) {
        self.refresh(states);
        self.trees.factor(&mut self.constraints, states, h);
    }

    /// Rows for bodies as they stand now.
    fn refresh(&mut self, states: &[State<T>]) {
        for (place, constraint) in &mut self.constraints {
            let held = &mut self.held[*place];
            let ends = held.ends(states);
            constraint.begin(&ends, held.states(states));
            held.kind.rows(&ends, constraint);
        }
    }

    /// Applies the impulses of the last sub-step again.
    #[inline(never)]
    pub fn warm_start(&self, states: &mut [State<T>]) {
        self.constraints.iter().for_each(|(_, constraint)| constraint.warm_start(states));
    }

    /// One pass over all joints: what stands by itself in the order of joints, then all trees.
    #[inline(never)]
    pub fn solve(&mut self, states: &mut [State<T>], pass: &JointPass<T>) {
        self.constraints.iter_mut().for_each(|(_, constraint)| constraint.solve(states, pass));
        self.trees.solve(&mut self.constraints, states, pass);
    }

    /// Keeps the loads for the next step.
    #[inline(never)]
    pub fn store(&mut self) {
        for (place, constraint) in &self.constraints {
            self.held[*place].load = constraint.load();
        }
    }
}
