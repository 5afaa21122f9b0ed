//! Trees of joints, solved exactly in one pass (articulated bodies): chains, robots and ragdolls.
//!
//! A row-by-row solver propagates an impulse one joint further in each pass, so a long chain, or a heavy ball on a light one, stretches
//! or bursts. If the joints between dynamic bodies have no loop, the equality rows can be solved all at once, in time linear in their
//! number: by articulated-body inertias (Featherstone, "The Calculation of Robot Dynamics using Articulated-Body Inertias", 1983), here
//! for impulses instead of forces. Baraff ("Linear-Time Dynamics using Lagrange Multipliers", 1996) eliminates the rows that hold instead
//! of the directions that are free, five instead of one for a hinge. Limits, motors and friction are among these rows while they act
//! within their bounds. A joint that closes a loop stays with the row-by-row solver.
//!
//! **Symbols.** Each joint has a child and a parent, which is nearer to the root. A motion is a velocity with an angular velocity, always
//! at the joint's point here. The child may move relative to its parent along the free directions s; along the rows it must change its
//! motion by e, the target less the current value. A is the inertia of a body with its whole subtree, and h the impulse that the subtree
//! gives it; initially its own inertia, and 0.
//!
//! **Leaves to root.** With U = A s and d = s · U for each direction in turn (see `free.rs`), the parent receives the inertia A − U Uᵀ /
//! d, and the impulse h − U (s · h) / d − (A − U Uᵀ / d) e.
//!
//! **Root to leaves.** The change x of the parent's velocity is final: that of the child is x + e + s q with the rate q = (s · h − U · (x
//! + e)) / d, and the joint applies the impulse that causes it. A hinge takes one division.
//!
//! **Bounds.** If a limit would pull or a motor is too weak, its row gets the impulse of its bound and is taken out, and the tree is
//! solved again from its previous state; after [`ROUNDS`] rounds all limits and drives are taken out.
//!
//! **Pushes** from outside, such as those of contacts, are in `push.rs`.
//!
//! **Rest.** Rows, responses and inverses are kept within a step as long as no body turns, and none slides; errors are computed in each sub-step.
//!
//! **Cost.** For a joint with f free directions f divisions, for a ball joint the inverse of a 3 × 3 matrix, in each sub-step and for
//! each round after the first, and 4 f products of vectors in each round. The order is that of a walk from the root: it depends on the
//! joints alone. Trees share nothing, so they are solved in parallel, with bitwise identical results.

mod free;
mod grow;
mod link;
mod points;
mod push;
mod share;

pub(crate) use share::TreePart;

use impinge::{Real, Vec3};

use self::grow::Search;
use self::link::{Link, TreeBody};
use super::constraint::limit_speed;
use super::pass::JointPass;
use super::six::{Symmetric, add};
use super::speeds::Twist;
use super::tension::inertias;
use crate::body::State;

/// Rotation in radians, about any axis, at which the rows and responses of a tree are computed again within a step. Smaller ones occur in
/// bodies at rest and in those that fall without a spin: below 2.4e-3 radians per second, at 240 sub-steps.
const TURNED: f64 = 1e-5;

/// Motion of the arms of a joint at which the same is done, such as that of a slider.
const MOVED: f64 = 1e-4;

/// Limit on the rounds of a tree in a pass. Usually one or two are needed.
const ROUNDS: usize = 3;

/// The trees of a world's joints, in reused memory.
#[derive(Clone, Debug)]
pub(super) struct Trees<T: Real> {
    /// Links tree by tree, parents before children.
    links: Vec<Link<T>>,
    /// Index of the first link of each tree.
    starts: Vec<u32>,
    /// Bodies of each tree: its root, which may be fixed, and the children of its links.
    bodies: Vec<TreeBody<T>>,
    /// The velocities of these bodies.
    speeds: Vec<Twist<T>>,
    /// Flags of each tree.
    marks: Vec<Mark>,
    /// Batch of the passes now; see [`Joints::begin`](super::table::Joints::begin).
    pub(super) batch: usize,
    /// Index of each dynamic body of the world among the bodies.
    slots: Vec<u32>,
    /// Bodies that each joint connects, while trees grow.
    holds: Vec<Option<[usize; 2]>>,
    search: Search,
}

impl<T: Real> Default for Trees<T> {
    fn default() -> Self {
        Self {
            links: Vec::new(),
            starts: Vec::new(),
            bodies: Vec::new(),
            speeds: Vec::new(),
            marks: Vec::new(),
            batch: 0,
            slots: Vec::new(),
            holds: Vec::new(),
            search: Search::default(),
        }
    }
}

/// Flags of a tree.
#[derive(Clone, Copy, Debug)]
struct Mark {
    /// Whether its whole responses must be recomputed.
    stale: bool,
    /// Whether there were pushes that have not reached the joints yet, and the body that was visited last.
    is_pushed: bool,
    at: usize,
    /// Whether it goes through all sub-steps alone.
    is_apart: bool,
    batch: usize,
    /// Whether rows and responses still hold if no body has turned since: the tree is apart, and no row was taken out.
    holds: bool,
    /// Total mass of its bodies, once contacts need it.
    mass: f64,
}

impl Mark {
    const NEW: Self =
        Self { stale: true, is_pushed: false, at: 0, is_apart: false, batch: 0, holds: false, mass: 0.0 };

    fn is_in(&self, batch: usize, apart: bool) -> bool {
        (self.batch, self.is_apart) == (batch, apart)
    }
}

/// Passes of a step.
impl<T: Real> TreePart<'_, T> {
    /// Loads the states of its bodies from the world.
    pub(super) fn look<'s>(&mut self, state: impl Fn(usize) -> &'s State<T>) {
        self.bodies.iter_mut().for_each(|body| body.state = *state(body.place as usize));
    }

    /// Computes rows, responses and inverses for the bodies as they are now, in sub-steps of length `h`. `added`: inertia that joints
    /// outside of the tree add to the bodies of the world.
    pub fn follow(&mut self, added: Option<&[impinge::math::Mat3<T>]>, h: T) {
        if self.follow_errors() {
            return;
        }
        self.mark.holds = self.mark.is_apart;
        for body in self.bodies.iter_mut() {
            body.axes = body.state.axes();
            body.turned = body.moving.turn;
            body.added = added.map_or_else(Default::default, |added| added[body.place as usize]);
        }
        for active in self.active.iter_mut() {
            let at = active.constraint.at;
            let states = at.map(|at| &self.bodies[at].state);
            active.look(states, at.map(|at| &self.bodies[at].axes));
            for (at, added) in at.into_iter().zip(active.added(states, h)) {
                if let Some(added) = added {
                    self.bodies[at].added += added;
                }
            }
        }
        let in_plane = self.active.first().is_some_and(|active| active.constraint.in_plane);
        for body in self.bodies.iter_mut() {
            let (state, axes) = (&body.state, (!in_plane).then_some(&body.axes));
            let [inertia, inverse] =
                if state.is_dynamic() { inertias(state, axes, body.added) } else { Default::default() };
            (body.own, body.own_inertia) = ((state.inverse_mass, inverse), inertia);
        }
        for (link, active) in self.links.iter_mut().zip(self.active.iter_mut()) {
            let [a, b] = active.constraint.at.map(|at| self.bodies[at].own);
            active.rows([a.0, b.0], [a.1, b.1]);
            active.constraint.choose(active.constraint.at.map(|at| &self.bodies[at].state), h);
            link.take_rows(&active.constraint);
        }
        self.eliminate();
    }

    /// Computes only the errors of rows, if no body has turned since everything else was computed; returns whether that is so. Limits and
    /// drives stay with the tree, or with the rows that are solved separately, as they were.
    fn follow_errors(&mut self) -> bool {
        let most = T::of(TURNED);
        if !self.mark.holds
            || self.bodies.iter().any(|body| (body.moving.turn - body.turned).max_abs() > most)
        {
            return false;
        }
        let mut same = true;
        for (link, active) in self.links.iter().zip(self.active.iter_mut()) {
            let at = active.constraint.at;
            let states = at.map(|at| &self.bodies[at].state);
            active.look(states, at.map(|at| &self.bodies[at].axes));
            let ([a, b], before) = (at.map(|at| self.bodies[at].own), active.constraint.counts());
            active.rows([a.0, b.0], [a.1, b.1]);
            same &= active.constraint.counts() == before;
            same &= link.has_arms_of(&active.constraint, T::of(MOVED));
        }
        same
    }

    /// Warm start: applies the impulses of the last sub-step again.
    pub fn warm_start(&mut self) {
        self.active.iter().for_each(|active| active.constraint.brake(self.speeds));
        self.active.iter().for_each(|active| active.constraint.warm_start(self.speeds));
    }

    /// One pass over the joints of the tree: first the rows that are solved separately, then those of the tree. The latter hold after it,
    /// as far as their bounds allow.
    pub fn solve(&mut self, pass: &JointPass<T>) {
        for (link, active) in self.links.iter_mut().zip(self.active.iter()) {
            link.aim(&active.constraint, pass);
        }
        self.solve_again(pass, false);
    }

    /// Repeats the pass. Rows of the tree that held and whose bodies have not changed since still hold.
    pub fn solve_again(&mut self, pass: &JointPass<T>, held: bool) {
        let mut moved = false;
        for active in self.active.iter_mut() {
            moved |= active.constraint.solve(self.speeds, pass);
        }
        if held && !moved {
            return;
        }
        for round in 1..=ROUNDS {
            self.up();
            let held = self.down();
            if held || round == ROUNDS {
                break;
            }
            let last = round + 1 == ROUNDS;
            for (link, active) in self.links.iter_mut().zip(self.active.iter_mut()) {
                link.take_out(&mut active.constraint, last, self.speeds);
            }
            self.mark.holds = false;
            self.eliminate();
        }
        let mut fast = false;
        for (speed, body) in self.speeds.iter_mut().zip(self.bodies.iter()) {
            add(speed, &body.change, T::ONE);
            fast |= !body.is_firm() && limit_speed(speed, body.state.reach, pass.h);
        }
        for (link, active) in self.links.iter().zip(self.active.iter_mut()) {
            link.keep(&mut active.constraint);
        }
        if fast {
            self.active.iter_mut().for_each(|active| active.constraint.forget_impulses());
        }
    }

    /// Leaves to root: inertias, and the response of the root.
    fn eliminate(&mut self) {
        self.mark.stale = true;
        for body in self.bodies.iter_mut() {
            body.inertia = Symmetric::inertia(body.state.mass.mass, body.own_inertia);
        }
        for (k, link) in self.links.iter_mut().enumerate().rev() {
            // A parent comes before its child.
            let (before, child) = self.bodies.split_at_mut(k + 1);
            let parent = &mut before[link.parent as usize];
            let is_firm = parent.is_firm();
            link.eliminate(&child[0].inertia, (!is_firm).then_some(&mut parent.inertia));
        }
        let root = &mut self.bodies[0];
        root.whole = if root.is_firm() { Symmetric::default() } else { root.inertia.inverse() };
    }

    /// Leaves to root: the impulse of each subtree on its parent.
    fn up(&mut self) {
        self.bodies.iter_mut().for_each(|body| body.impulse = [Vec3::ZERO; 2]);
        for (k, link) in self.links.iter_mut().enumerate().rev() {
            let (before, child) = self.bodies.split_at_mut(k + 1);
            let parent = link.parent as usize;
            let impulse = link.up(&child[0].impulse, &self.speeds[k + 1], &self.speeds[parent]);
            add(&mut before[parent].impulse, &impulse, T::ONE);
        }
    }

    /// Root to leaves: impulses and changes of velocities. Returns whether all are within their bounds.
    fn down(&mut self) -> bool {
        let root = &mut self.bodies[0];
        root.change = root.whole.to(&root.impulse);
        let mut held = true;
        for (k, link) in self.links.iter_mut().enumerate() {
            let (before, child) = self.bodies.split_at_mut(k + 1);
            child[0].change = link.down(&before[link.parent as usize].change);
            held &= link.is_within_bounds(&self.active[k].constraint);
        }
        held
    }
}
