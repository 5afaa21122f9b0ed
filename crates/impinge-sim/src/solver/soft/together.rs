//! Trees of joints, and the contacts of their bodies with what cannot give way, solved together.
//!
//! In each pass of a sub-step a tree is solved, then its contacts, which see the whole tree; then again, as long as a contact changed a
//! speed by more than [`SETTLED`], or pushed a limit, a motor or friction beyond its bounds, which the next round takes out; at most
//! [`ROUNDS`] times. What rests needs one round, what lands some more.
//!
//! Contacts with other dynamic bodies are solved as all others are, by the masses of both bodies alone. Trees share nothing here, so
//! threads take some each.
//!
//! A tree that has no such contact, and touches nothing that is moved from outside, is apart: nothing that happens elsewhere in the step
//! can reach it. It goes through all sub-steps at once, while all of it is in the cache, before the rest of the world does.

use impinge::{Real, Vec3};

use super::contact::Pass;
use super::passes::{positions, velocities};
use super::tree_contact::{Side, TreeContact};
use crate::bodies::Bodies;
use crate::body::{BodyKind, State};
use crate::joint::{JointPass, Joints, TreePart};
use crate::moving::Moving;
use crate::touch::Touch;

/// Rounds of joints and contacts in a pass, at most.
const ROUNDS: usize = 6;

/// A tree has settled where no contact changed a speed by more than this part of what gravity does in a sub-step.
const SETTLED: f64 = 1.0 / 16.0;

/// The contacts of trees, in memory that is used again.
#[derive(Clone, Debug)]
pub(super) struct Together<T: Real> {
    /// Tree and touch of each.
    of: Vec<(u32, u32)>,
    /// Where those of each tree begin; one more for the end.
    starts: Vec<u32>,
    contacts: Vec<TreeContact<T>>,
    /// Whether each tree goes through all sub-steps by itself.
    apart: Vec<bool>,
    settled: T,
}

/// The sub-steps of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubSteps<T> {
    pub count: usize,
    /// Length of each.
    pub h: T,
    pub gravity: Vec3<T>,
    /// Passes over joints, and the one over contacts.
    pub push: JointPass<T>,
    pub relax: JointPass<T>,
    pub pass: Pass<T>,
    pub bounce_speed: T,
}

impl<T: Real> Default for Together<T> {
    fn default() -> Self {
        Self { of: Vec::new(), starts: Vec::new(), contacts: Vec::new(), apart: Vec::new(), settled: T::ZERO }
    }
}

/// Whether a touch is one of a tree with what cannot give way, or with itself, and of which tree.
pub(super) fn tree_of<T: Real>(bodies: &Bodies<T>, touch: &Touch<T>) -> Option<usize> {
    let of = |place: usize| bodies.joints.tree_of(place).map(|(tree, _)| tree);
    let (a, b) = (touch.a.index(), touch.b.index());
    match [a, b].map(|place| bodies.states[place].is_dynamic()) {
        [true, true] => of(a).filter(|_| of(a) == of(b)),
        [true, false] => of(a),
        [false, true] => of(b),
        [false, false] => None,
    }
}

impl<T: Real> Together<T> {
    /// Finds the contacts of trees among touches that are awake. Joints must be ready.
    pub fn prepare(&mut self, bodies: &mut Bodies<T>, h: T) {
        let Bodies { states, touches, rules, joints, conditions, .. } = &*bodies;
        self.settled = conditions.gravity.norm() * h * T::of(SETTLED);
        self.of.clear();
        self.starts.clear();
        self.contacts.clear();
        self.apart.clear();
        self.apart.resize(joints.trees(), true);
        for (i, touch) in touches.iter().enumerate() {
            let places = [touch.a, touch.b].map(|body| body.index());
            let tree = if touch.is_awake(states) { tree_of(bodies, touch) } else { None };
            self.of.extend(tree.map(|tree| (tree as u32, i as u32)));
            if tree.is_none() || places.iter().any(|&place| states[place].kind == BodyKind::Kinematic) {
                for (tree, _) in places.into_iter().filter_map(|place| joints.tree_of(place)) {
                    self.apart[tree] = false;
                }
            }
        }
        self.of.sort_unstable();
        for &(tree, i) in &self.of {
            self.starts.resize(tree as usize + 1, self.contacts.len() as u32);
            let touch = &touches[i as usize];
            let sides = [touch.a, touch.b].map(|body| {
                let place = body.index();
                Side { place, body: joints.tree_of(place).map(|(_, body)| body) }
            });
            self.contacts.push(TreeContact::new(touch, sides, states, rules));
        }
        self.starts.resize(joints.trees() + 1, self.contacts.len() as u32);
        bodies.joints.set_apart(&mut self.apart);
    }

    /// All sub-steps of trees that are apart.
    pub fn run_apart(
        &mut self,
        joints: &mut Joints<T>,
        states: &mut [State<T>],
        moving: &mut [Moving<T>],
        steps: &SubSteps<T>,
    ) {
        let Self { starts, contacts, settled, .. } = self;
        let SubSteps { count, h, gravity, push, relax, pass, bounce_speed } = steps;
        let relaxing = pass.relaxing();
        joints.each_apart(states, moving, starts, contacts, |tree, contacts, moving| {
            tree.follow(None, *h);
            contacts.iter().for_each(|contact| contact.ask(tree));
            for _ in 0..*count {
                tree.each_body(|state, body| velocities(state, body, *gravity, *h));
                tree.pass(|tree| soft_pass(tree, contacts, moving, push, pass, *settled));
                tree.each_body(|state, body| positions(state, body, *h));
                tree.follow(None, *h);
                tree.pass(|tree| relaxing_pass(tree, contacts, moving, relax, &relaxing, *settled));
            }
            tree.pass(|tree| bounces(tree, contacts, moving, *bounce_speed));
        });
    }

    /// The pass that undoes errors, after the impulses of the last sub-step.
    pub fn solve(
        &mut self,
        joints: &mut Joints<T>,
        moving: &mut [Moving<T>],
        push: &JointPass<T>,
        soft: &Pass<T>,
    ) {
        let Self { starts, contacts, settled, .. } = self;
        joints.each_tree(moving, starts, contacts, |tree, contacts, moving| {
            tree.look_at_ways(moving);
            contacts.iter().for_each(|contact| contact.ask(tree));
            soft_pass(tree, contacts, moving, push, soft, *settled);
        });
    }

    /// The relaxing pass.
    pub fn relax(
        &mut self,
        joints: &mut Joints<T>,
        moving: &mut [Moving<T>],
        relax: &JointPass<T>,
        relaxing: &Pass<T>,
    ) {
        let Self { starts, contacts, settled, .. } = self;
        joints.each_tree(moving, starts, contacts, |tree, contacts, moving| {
            tree.look_at_ways(moving);
            relaxing_pass(tree, contacts, moving, relax, relaxing, *settled);
        });
    }

    /// Bounces of impacts faster than this, after all sub-steps.
    pub fn bounce(&mut self, joints: &mut Joints<T>, moving: &mut [Moving<T>], slowest: T) {
        let Self { starts, contacts, .. } = self;
        joints.each_tree(moving, starts, contacts, |tree, contacts, moving| {
            bounces(tree, contacts, moving, slowest);
        });
    }

    /// Keeps the impulses for the next step.
    pub fn store(&self, touches: &mut [Touch<T>]) {
        for (&(_, i), contact) in self.of.iter().zip(&self.contacts) {
            contact.store(&mut touches[i as usize]);
        }
    }
}

/// The pass that undoes errors, after the impulses of the last sub-step.
fn soft_pass<T: Real>(
    tree: &mut TreePart<'_, T>,
    contacts: &mut [TreeContact<T>],
    moving: &[Moving<T>],
    push: &JointPass<T>,
    soft: &Pass<T>,
    settled: T,
) {
    tree.warm_start();
    contacts.iter().for_each(|contact| contact.warm_start(tree));
    rounds(tree, contacts, push, settled, |contact, tree| contact.solve(soft, tree, moving));
}

/// The relaxing pass, which ends a sub-step.
fn relaxing_pass<T: Real>(
    tree: &mut TreePart<'_, T>,
    contacts: &mut [TreeContact<T>],
    moving: &[Moving<T>],
    relax: &JointPass<T>,
    relaxing: &Pass<T>,
    settled: T,
) {
    rounds(tree, contacts, relax, settled, |contact, tree| contact.relax(relaxing, tree, moving));
    contacts.iter_mut().for_each(TreeContact::count);
}

/// Bounces, after all sub-steps.
fn bounces<T: Real>(
    tree: &mut TreePart<'_, T>,
    contacts: &mut [TreeContact<T>],
    moving: &[Moving<T>],
    slowest: T,
) {
    contacts.iter_mut().for_each(|contact| contact.bounce(slowest, tree, moving));
    tree.settle();
}

/// Joints and contacts in turn.
fn rounds<T: Real>(
    tree: &mut TreePart<'_, T>,
    contacts: &mut [TreeContact<T>],
    pass: &JointPass<T>,
    settled: T,
    mut solve: impl FnMut(&mut TreeContact<T>, &mut TreePart<'_, T>) -> T,
) {
    tree.solve(pass);
    if contacts.is_empty() {
        return;
    }
    let mut held = true;
    for round in 0..ROUNDS {
        if round > 0 {
            tree.solve_again(pass, held);
        }
        if tree.find_wholes() {
            contacts.iter_mut().for_each(|contact| contact.respond(tree));
        }
        let mut largest = T::ZERO;
        for contact in contacts.iter_mut() {
            largest = largest.max(solve(contact, tree));
        }
        held = tree.settle();
        if held && largest <= settled {
            return;
        }
    }
}
