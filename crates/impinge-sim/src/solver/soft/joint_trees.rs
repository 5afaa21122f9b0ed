//! Trees of joints, solved together with the contacts of their bodies with immovable ones.
//!
//! In each pass of a sub-step a tree is solved, then each of its contacts once, with the response of the whole tree. This is repeated if
//! a contact changed a speed by more than [`SETTLED`], or pushed a limit, a motor or friction beyond its bounds, which the next round
//! takes out; at most [`ROUNDS`] times. A resting tree needs one round, a landing one two. More sweeps over the contacts of a round would
//! only agree better on limits that are not those of the next one. Speculative contacts are checked, and ask the tree for their responses
//! only once they must act.
//!
//! Contacts with other dynamic bodies are solved like all others, with the masses of both bodies alone. Trees share nothing here, so
//! threads take some each.
//!
//! A tree that has no such contact, and touches nothing that is moved from outside, is apart: nothing else in the step can affect it. It
//! goes through all sub-steps at once, while all of it is in the cache, before the rest of the world does.

use impinge::{Real, Vec3, parallel};

use super::SoftSettings;
use super::contact::Pass;
use super::sub_steps::{positions, velocities};
use super::tree_contact::{Side, TreeContact};
use crate::bodies::Bodies;
use crate::body::{BodyKind, State};
use crate::continuous::CoreSpace;
use crate::joint::{JointPass, Joints, TreePart};
use crate::solver_body::{BySlot, SolverBody};
use crate::solver_contact::{SolverContact, is_awake, placed};
use crate::space::Space;

/// Contacts per task in preparation.
const STRETCH: usize = 64;

/// Limit on the rounds of joints and contacts in a pass.
const ROUNDS: usize = 2;

/// A tree has settled if no contact changed a speed by more than this fraction of the effect of gravity in a sub-step.
const SETTLED: f64 = 1.0 / 16.0;

/// The contacts of trees, in reused memory.
#[derive(Clone, Debug)]
pub(super) struct Together<T: Real> {
    /// Tree of each contact, and its index among those kept.
    of: Vec<(u32, u32)>,
    /// Index of the first contact of each tree; one more for the end.
    starts: Vec<u32>,
    contacts: Vec<TreeContact<T>>,
    /// Whether each tree goes through all sub-steps alone.
    apart: Vec<bool>,
}

/// Sub-steps of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct SubSteps<T> {
    pub count: usize,
    /// Factor on their requested number. Impulses are stored as those of the requested sub-steps.
    pub times: T,
    /// Length of each sub-step.
    pub h: T,
    pub gravity: Vec3<T>,
    /// The pass that corrects errors, and the relaxing one.
    pub soft: BothPass<T>,
    pub relaxing: BothPass<T>,
    pub bounce_speed: T,
}

/// A pass over joints, and the matching one over contacts.
#[derive(Clone, Copy, Debug)]
pub(super) struct BothPass<T> {
    pub joints: JointPass<T>,
    pub contacts: Pass<T>,
    /// A tree has settled if no contact changed a speed by more than this.
    settled: T,
}

impl<T: Real> SubSteps<T> {
    /// The sub-steps of a batch that takes this many times as many as requested.
    pub fn new(settings: &SoftSettings<T>, gravity: Vec3<T>, time: T, times: usize) -> Self {
        let count = settings.substeps.max(1) * times;
        let h = time / T::of(count as f64);
        let [soft, relaxing] = settings.joints.passes(h);
        let (contacts, settled) = (Pass::new(settings, h), gravity.norm() * h * T::of(SETTLED));
        Self {
            count,
            times: T::of(times as f64),
            h,
            gravity,
            soft: BothPass { joints: soft, contacts, settled },
            relaxing: BothPass { joints: relaxing, contacts: contacts.relaxing(), settled },
            bounce_speed: settings.bounce_speed,
        }
    }
}

/// A tree with its contacts, and everything that it may touch.
struct Touching<'a, 'b, T: Real, V: Space<Scalar = T>> {
    tree: &'a mut TreePart<'b, T>,
    contacts: &'a mut [TreeContact<T>],
    moving: &'a BySlot<'a, V>,
}

impl<T: Real> Default for Together<T> {
    fn default() -> Self {
        Self { of: Vec::new(), starts: Vec::new(), contacts: Vec::new(), apart: Vec::new() }
    }
}

/// The tree of a contact, if it is one between a tree and an immovable body, or within a tree.
pub(super) fn tree_of<T: Real, V: CoreSpace<Scalar = T>>(
    bodies: &Bodies<V>,
    contact: &SolverContact<V>,
) -> Option<usize> {
    let of = |place: usize| bodies.joints.tree_of(place).map(|(tree, _)| tree);
    let (a, b) = (contact.a.index(), contact.b.index());
    match [a, b].map(|place| bodies.states[place].is_dynamic()) {
        [true, true] => of(a).filter(|_| of(a) == of(b)),
        [true, false] => of(a),
        [false, true] => of(b),
        [false, false] => None,
    }
}

impl<T: Real> Together<T> {
    /// Finds the contacts of trees among contacts that are awake. Joints must be prepared.
    pub fn prepare<V: CoreSpace<Scalar = T>>(&mut self, bodies: &mut Bodies<V>) {
        let all = &*bodies;
        let Bodies { states, contacts, joints, .. } = all;
        self.of.clear();
        self.starts.clear();
        self.apart.clear();
        self.apart.resize(joints.trees(), true);
        for (i, contact) in contacts.contacts().iter().enumerate() {
            let places = [contact.a, contact.b].map(|body| body.index());
            let tree = if is_awake(contact, states) { tree_of(bodies, contact) } else { None };
            self.of.extend(tree.map(|tree| (tree as u32, i as u32)));
            if tree.is_none() || places.iter().any(|&place| states[place].kind == BodyKind::Kinematic) {
                for (tree, _) in places.into_iter().filter_map(|place| joints.tree_of(place)) {
                    self.apart[tree] = false;
                }
            }
        }
        self.of.sort_unstable();
        for (i, &(tree, _)) in self.of.iter().enumerate() {
            self.starts.resize(tree as usize + 1, i as u32);
        }
        self.starts.resize(joints.trees() + 1, self.of.len() as u32);
        parallel::map_into(&self.of, &mut self.contacts, STRETCH, |&(_, i)| {
            let i = i as usize;
            let (contact, placed) = (&contacts.contacts()[i], placed(contacts, i, states));
            let sides = [contact.a, contact.b].map(|body| {
                let place = body.index();
                Side { place, body: joints.tree_of(place).map(|(_, body)| body) }
            });
            TreeContact::new(contact, &placed, sides, states, &all.surface(i), &all.belts)
        });
        bodies.joints.set_apart(&mut self.apart);
    }

    /// Runs all sub-steps of trees of the batch that are apart, and calls `take` for their bodies: slot, state and motion.
    pub fn run_apart(
        &mut self,
        joints: &mut Joints<T>,
        steps: &SubSteps<T>,
        take: impl FnMut(usize, &State<T>, &SolverBody<Vec3<T>>),
    ) {
        let (h, gravity) = (steps.h, steps.gravity);
        let run = |tree: &mut TreePart<'_, T>, contacts: &mut [TreeContact<T>]| {
            let moving = &BySlot::<Vec3<T>>::nobody();
            contacts.iter_mut().for_each(|contact| contact.scale_impulses(T::ONE / steps.times));
            tree.follow(None, h);
            contacts.iter().for_each(|contact| contact.ask(tree));
            for i in 0..steps.count {
                let elapsed = T::of(i as f64) * h;
                tree.each_body(|state, body| velocities(state, body, gravity, elapsed, h));
                tree.pass(|tree| {
                    Touching { tree, contacts, moving }.solve(&steps.soft);
                    tree.limit_speeds(h);
                });
                tree.each_body(|state, body| positions(state, body, h));
                tree.follow(None, h);
                tree.pass(|tree| {
                    Touching { tree, contacts, moving }.relax(&steps.relaxing);
                    tree.limit_speeds(h);
                });
            }
            tree.pass(|tree| {
                Touching { tree, contacts, moving }.bounce(steps.bounce_speed);
                tree.limit_speeds(h);
            });
            contacts.iter_mut().for_each(|contact| contact.scale_impulses(steps.times));
        };
        joints.each_apart(&self.starts, &mut self.contacts, run, take);
    }

    /// Begins the sub-steps of trees of the batch that are not apart.
    pub fn begin<V: Space<Scalar = T>>(
        &mut self,
        joints: &mut Joints<T>,
        moving: &mut BySlot<'_, V>,
        steps: &SubSteps<T>,
    ) {
        if steps.times == T::ONE {
            return;
        }
        joints.each_tree(moving, &self.starts, &mut self.contacts, |_, contacts, _| {
            contacts.iter_mut().for_each(|contact| contact.scale_impulses(T::ONE / steps.times));
        });
    }

    /// The pass that corrects errors, after the warm start.
    pub fn solve<V: Space<Scalar = T>>(
        &mut self,
        joints: &mut Joints<T>,
        moving: &mut BySlot<'_, V>,
        steps: &SubSteps<T>,
    ) {
        joints.each_tree(moving, &self.starts, &mut self.contacts, |tree, contacts, moving| {
            tree.look_at_ways(moving);
            contacts.iter().for_each(|contact| contact.ask(tree));
            Touching { tree, contacts, moving }.solve(&steps.soft);
        });
    }

    /// The relaxing pass.
    pub fn relax<V: Space<Scalar = T>>(
        &mut self,
        joints: &mut Joints<T>,
        moving: &mut BySlot<'_, V>,
        steps: &SubSteps<T>,
    ) {
        joints.each_tree(moving, &self.starts, &mut self.contacts, |tree, contacts, moving| {
            tree.look_at_ways(moving);
            Touching { tree, contacts, moving }.relax(&steps.relaxing);
        });
    }

    /// Applies restitution, after all sub-steps.
    pub fn bounce<V: Space<Scalar = T>>(
        &mut self,
        joints: &mut Joints<T>,
        moving: &mut BySlot<'_, V>,
        steps: &SubSteps<T>,
    ) {
        joints.each_tree(moving, &self.starts, &mut self.contacts, |tree, contacts, moving| {
            Touching { tree, contacts, moving }.bounce(steps.bounce_speed);
            contacts.iter_mut().for_each(|contact| contact.scale_impulses(steps.times));
        });
    }

    /// Stores the impulses for the next step. Returns whether all are finite.
    pub fn store<V: CoreSpace<Scalar = T>>(&self, kept: &mut [SolverContact<V>]) -> bool {
        let mut finite = true;
        for (&(_, i), contact) in self.of.iter().zip(&self.contacts) {
            contact.store(&mut kept[i as usize]);
            finite &= contact.is_finite();
        }
        finite
    }
}

impl<T: Real, V: Space<Scalar = T>> Touching<'_, '_, T, V> {
    /// The pass that corrects errors, after the warm start.
    fn solve(&mut self, pass: &BothPass<T>) {
        self.tree.warm_start();
        acting(self.contacts).for_each(|contact| contact.warm_start(self.tree));
        self.rounds(pass, false);
    }

    /// The relaxing pass, which ends a sub-step.
    fn relax(&mut self, pass: &BothPass<T>) {
        self.rounds(pass, true);
        acting(self.contacts).for_each(TreeContact::count);
    }

    /// Applies restitution to impacts faster than this, after all sub-steps.
    fn bounce(&mut self, slowest: T) {
        for contact in self.contacts.iter_mut() {
            contact.bounce(slowest, self.tree);
        }
        self.tree.settle();
    }

    /// Solves joints and contacts alternately.
    fn rounds(&mut self, pass: &BothPass<T>, friction: bool) {
        let Self { tree, contacts, moving } = self;
        contacts.iter_mut().for_each(|contact| contact.aim(&pass.contacts, tree, moving));
        tree.solve(&pass.joints);
        let (mut held, mut settled) = (true, true);
        for round in 0..ROUNDS {
            if !settled {
                tree.solve_again(&pass.joints, held);
            }
            for contact in contacts.iter_mut() {
                if contact.must_begin(tree) {
                    contact.begin_to_act(tree);
                    settled = false;
                }
            }
            // The first round is for all contacts that act, the others only as long as something changes.
            if round > 0 && settled {
                return;
            }
            if tree.find_wholes() {
                acting(contacts).for_each(|contact| contact.respond(tree));
            }
            let bounds = [pass.settled, if round == 0 { -T::ONE } else { pass.settled }];
            let mut largest = T::ZERO;
            for contact in acting(contacts) {
                largest = largest.max(contact.solve(friction, bounds, tree));
            }
            settled = largest <= pass.settled;
            held = tree.settle();
            settled &= held;
        }
    }
}

/// Contacts that act.
fn acting<T: Real>(contacts: &mut [TreeContact<T>]) -> impl Iterator<Item = &mut TreeContact<T>> {
    contacts.iter_mut().filter(|contact| contact.acts())
}
