//! Trees of joints, solved exactly in one pass: chains, robots and figures.
//!
//! A row-by-row solver carries an impulse one joint further in each pass, so a long chain, or a heavy ball on a light one, stretches
//! or bursts. Where the joints between dynamic bodies have no loop, the rows that must hold can be solved all at once, in a time that
//! grows with their number (Baraff, "Linear-Time Dynamics using Lagrange Multipliers", 1996; Featherstone's articulated bodies are
//! the same elimination). Limits, motors and friction are among these rows while they act within their bounds. A joint that closes a
//! loop stays with the row-by-row solver.
//!
//! **Symbols.** Each joint has a child c and a parent p one nearer to the root, and the rows J v = J_c v_c + J_p v_p, v = (velocity,
//! angular velocity). W is how a body's velocity responds to an impulse; at first that is M⁻¹. b is the speed wanted, negated.
//!
//! **Leaves to root.** With the joint's impulse λ the child gets W_c J_cᵀ λ. So, with S = J_c W_c J_cᵀ and T = S + J_p W_p J_pᵀ, the
//! subtree takes up λ = −T⁻¹ (J v + b), and the parent with its subtree responds by W_p − W_p J_pᵀ T⁻¹ J_p W_p from then on.
//!
//! **Root to leaves.** The parent's velocity is final: λ = −S⁻¹ (J v + b), and v_c becomes v_c + W_c J_cᵀ λ.
//!
//! **Bounds.** Where a limit would pull or a motor is too weak, its row gets the impulse of its bound and is taken out, and the tree is
//! solved again from where it was; after [`ROUNDS`] rounds all limits and drives are taken out.
//!
//! **Pushes** from outside, such as those of contacts, are in `push.rs`.
//!
//! **Cost.** For a joint with d rows 2 inverses of d × d matrices in each sub-step and for each round after the first, and 4 d products
//! of vectors in each round. The order is that of a walk from the root: it depends on the joints alone. Trees share nothing, so they are
//! solved side by side on many threads, to the same bits.

mod grow;
mod link;
mod push;
mod share;

pub(crate) use link::Response;
pub(crate) use share::TreePart;

use impinge::{Real, Vec3};

use self::grow::Search;
use self::link::{Link, LinkRow, TreeBody, product};
use super::constraint::MAX_HELD;
use super::pass::JointPass;
use super::speeds::Twist;
use super::tension::inverse_inertia;
use crate::body::State;

/// A tree is solved at most this often in a pass. Mostly one or two rounds are needed.
const ROUNDS: usize = 3;

/// The trees of a world's joints, in memory that is used again.
#[derive(Clone, Debug)]
pub(super) struct Trees<T> {
    /// Tree by tree, parents before children.
    links: Vec<Link>,
    /// Where each tree begins among the links.
    starts: Vec<u32>,
    /// As many for each link as a joint can have.
    rows: Vec<LinkRow<T>>,
    /// Of each tree its root, which may be fixed, and the children of its links.
    bodies: Vec<TreeBody<T>>,
    /// The velocities of these bodies, and those before a round.
    speeds: Vec<Twist<T>>,
    saved: Vec<Twist<T>>,
    /// Whether the whole responses of a tree are to be found anew.
    stale: Vec<bool>,
    /// The place of each dynamic body of the world among the bodies.
    slots: Vec<u32>,
    search: Search,
}

impl<T> Default for Trees<T> {
    fn default() -> Self {
        Self {
            links: Vec::new(),
            starts: Vec::new(),
            rows: Vec::new(),
            bodies: Vec::new(),
            speeds: Vec::new(),
            saved: Vec::new(),
            stale: Vec::new(),
            slots: Vec::new(),
            search: Search::default(),
        }
    }
}

/// The passes of a step.
impl<T: Real> TreePart<'_, T> {
    /// Rows, responses and inverses for bodies as they stand now, in sub-steps of length `h`. `added`: inertia that joints outside of
    /// the tree add to the bodies of the world.
    pub(super) fn follow(&mut self, states: &[State<T>], added: Option<&[impinge::math::Mat3<T>]>, h: T) {
        for body in self.bodies.iter_mut() {
            body.added = added.map_or_else(Default::default, |added| added[body.place as usize]);
        }
        for active in self.active.iter_mut() {
            active.look(states);
            for (at, added) in active.constraint.at.into_iter().zip(active.added(states, h)) {
                if let Some(added) = added {
                    self.bodies[at].added += added;
                }
            }
        }
        for body in self.bodies.iter_mut() {
            let state = &states[body.place as usize];
            let inertia =
                if state.is_dynamic() { inverse_inertia(state, body.added) } else { Default::default() };
            body.own = (state.inverse_mass, inertia);
        }
        for (k, active) in self.active.iter_mut().enumerate() {
            let [a, b] = active.constraint.at.map(|at| self.bodies[at].own);
            active.rows([a.0, b.0], [a.1, b.1]);
            active.constraint.choose(states, h);
            let mut count = 0;
            active.constraint.each_held(|held| {
                self.rows[k * MAX_HELD + count] = LinkRow::new(held);
                count += 1;
            });
            self.links[k].count = count as u32;
        }
        self.eliminate();
    }

    /// Applies the impulses of the last sub-step again.
    pub fn warm_start(&mut self) {
        self.active.iter().for_each(|active| active.constraint.warm_start(self.speeds));
    }

    /// One pass over the joints of the tree: what is not solved with it, then all rows that are. They hold after it, as far as their
    /// bounds allow.
    pub fn solve(&mut self, pass: &JointPass<T>) {
        self.active.iter_mut().for_each(|active| active.constraint.solve(self.speeds, pass));
        for (k, link) in self.links.iter().enumerate() {
            let constraint = &self.active[k].constraint;
            for row in rows_mut(self.rows, k, link) {
                row.target = link.sign::<T>() * constraint.held_target(&row.held, pass);
            }
        }
        for round in 1..=ROUNDS {
            self.saved.copy_from_slice(self.speeds);
            self.up();
            let held = self.down();
            if held || round == ROUNDS {
                break;
            }
            self.speeds.copy_from_slice(self.saved);
            let last = round + 1 == ROUNDS;
            for (k, link) in self.links.iter().enumerate() {
                let constraint = &mut self.active[k].constraint;
                for row in rows_mut(self.rows, k, link) {
                    let change = link.sign::<T>() * row.impulse;
                    row.is_out |= constraint.take_out(&row.held, change, last, self.speeds);
                }
            }
            self.eliminate();
        }
        for (k, link) in self.links.iter().enumerate() {
            for row in rows(self.rows, k, link) {
                self.active[k].constraint.add_held(&row.held, link.sign::<T>() * row.impulse);
            }
        }
    }

    /// Leaves to root: responses and inverses.
    fn eliminate(&mut self) {
        *self.stale = true;
        self.bodies.iter_mut().for_each(|body| body.response = Response::of(body.own));
        for (k, link) in self.links.iter().enumerate().rev() {
            let rows = rows_mut(self.rows, k, link);
            let (parent, child) = (self.bodies[link.parent as usize].response, self.bodies[k + 1].response);
            for row in rows.iter_mut() {
                let [turn_c, turn_p] = link.turns(&row.held);
                row.child = child.to(row.held.along, turn_c);
                row.parent = parent.to(row.held.along, turn_p);
            }
            let is_firm = self.bodies[link.parent as usize].is_firm();
            link.invert(rows, is_firm);
            if is_firm {
                continue;
            }
            let parent = &mut self.bodies[link.parent as usize].response;
            for k in 0..rows.len() {
                let mut taken = [Vec3::ZERO; 2];
                for (row, &part) in rows.iter().zip(&rows[k].inverse_t) {
                    taken[0] += row.parent[0] * part;
                    taken[1] += row.parent[1] * part;
                }
                parent.give_up(rows[k].parent, taken);
            }
        }
    }

    /// Leaves to root: the velocity of each parent with all that hangs on it.
    fn up(&mut self) {
        for (k, link) in self.links.iter().enumerate().rev() {
            if self.bodies[link.parent as usize].is_firm() {
                continue;
            }
            let rows = rows(self.rows, k, link);
            let speeds = aimed(link, rows, &self.speeds[k + 1], &self.speeds[link.parent as usize]);
            let parent = &mut self.speeds[link.parent as usize];
            for row in rows {
                // The impulse on the parent is opposite to that on the child.
                let impulse = product(&row.inverse_t, &speeds);
                parent[0] += row.parent[0] * impulse;
                parent[1] += row.parent[1] * impulse;
            }
        }
    }

    /// Root to leaves: impulses and velocities. Whether all are within their bounds.
    fn down(&mut self) -> bool {
        let mut held = true;
        for (k, link) in self.links.iter().enumerate() {
            let constraint = &self.active[k].constraint;
            let rows = rows_mut(self.rows, k, link);
            let speeds = aimed(link, rows, &self.speeds[k + 1], &self.speeds[link.parent as usize]);
            let child = &mut self.speeds[k + 1];
            for row in rows {
                row.impulse = -product(&row.inverse_s, &speeds);
                child[0] += row.child[0] * row.impulse;
                child[1] += row.child[1] * row.impulse;
                held &= row.is_out || constraint.within_bounds(&row.held, link.sign::<T>() * row.impulse);
            }
        }
        held
    }
}

/// J v + b of each row: its rate less the one that is wanted.
fn aimed<T: Real>(link: &Link, rows: &[LinkRow<T>], child: &Twist<T>, parent: &Twist<T>) -> [T; MAX_HELD] {
    let mut speeds = link.speeds(rows, child, parent);
    for (speed, row) in speeds.iter_mut().zip(rows) {
        *speed -= row.target;
    }
    speeds
}

/// The rows of the link of number `k`.
fn rows<'a, T>(rows: &'a [LinkRow<T>], k: usize, link: &Link) -> &'a [LinkRow<T>] {
    &rows[k * MAX_HELD..k * MAX_HELD + link.count as usize]
}

fn rows_mut<'a, T>(rows: &'a mut [LinkRow<T>], k: usize, link: &Link) -> &'a mut [LinkRow<T>] {
    &mut rows[k * MAX_HELD..k * MAX_HELD + link.count as usize]
}
