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
//! **Cost.** For a joint with d rows 2 inverses of d × d matrices in each sub-step and for each round after the first, and 4 d products
//! of vectors in each round. The order is that of a walk from the root: it depends on the joints alone.

mod grow;
mod link;

use impinge::{Real, Vec3};

use self::link::{Link, LinkRow, NONE, Response, product};
use super::constraint::Constraint;
use super::pass::JointPass;
use crate::body::State;
use crate::moving::Moving;

/// A tree is solved at most this often in a pass. Mostly one or two rounds are needed.
const ROUNDS: usize = 3;

/// The trees of a world's joints, in memory that is used again.
#[derive(Clone, Debug)]
pub(super) struct Trees<T> {
    /// Tree by tree, parents before children.
    links: Vec<Link>,
    /// Where each tree begins among the links.
    starts: Vec<u32>,
    rows: Vec<LinkRow<T>>,
    /// Velocities before a round.
    saved: Vec<[Vec3<T>; 2]>,
    responses: Vec<Response<T>>,
    /// The first joint of each body, and the next ones of both bodies of each joint, by places.
    heads: Vec<u32>,
    nexts: Vec<[u32; 2]>,
    /// The place of each body among the responses.
    slots: Vec<u32>,
    queue: Vec<u32>,
}

impl<T> Default for Trees<T> {
    fn default() -> Self {
        Self {
            links: Vec::new(),
            starts: Vec::new(),
            rows: Vec::new(),
            saved: Vec::new(),
            responses: Vec::new(),
            heads: Vec::new(),
            nexts: Vec::new(),
            slots: Vec::new(),
            queue: Vec::new(),
        }
    }
}

impl<T: Real> Trees<T> {
    /// Rows, responses and inverses for bodies as they stand now, in sub-steps of length `h`.
    pub fn factor(&mut self, constraints: &mut [(usize, Constraint<T>)], states: &[State<T>], h: T) {
        self.rows.clear();
        for link in &mut self.links {
            let constraint = &mut constraints[link.constraint as usize].1;
            constraint.choose(states, h);
            link.first = self.rows.len() as u32;
            constraint.each_held(|held| self.rows.push(LinkRow::new(held)));
            link.count = self.rows.len() as u32 - link.first;
        }
        let Self { links, rows, responses, .. } = self;
        eliminate(links, rows, responses, constraints);
    }

    /// One pass: all rows of all trees hold after it, as far as their bounds allow.
    pub fn solve(
        &mut self,
        constraints: &mut [(usize, Constraint<T>)],
        moving: &mut [Moving<T>],
        pass: &JointPass<T>,
    ) {
        let Self { links, starts, rows, saved, responses, .. } = self;
        for (i, &start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).map_or(links.len(), |&next| next as usize);
            let links = &links[start as usize..end];
            for link in links {
                let constraint = &constraints[link.constraint as usize].1;
                for row in link.rows_mut(rows) {
                    row.target = link.sign::<T>() * constraint.held_target(&row.held, pass);
                }
            }
            for round in 1..=ROUNDS {
                save(links, moving, saved);
                up(links, rows, moving);
                let held = down(links, rows, constraints, moving);
                if held || round == ROUNDS {
                    break;
                }
                restore(links, moving, saved);
                let last = round + 1 == ROUNDS;
                for link in links {
                    let constraint = &mut constraints[link.constraint as usize].1;
                    for row in link.rows_mut(rows) {
                        row.is_out |=
                            constraint.take_out(&row.held, link.sign::<T>() * row.impulse, last, moving);
                    }
                }
                eliminate(links, rows, responses, constraints);
            }
            for link in links {
                let constraint = &mut constraints[link.constraint as usize].1;
                for row in link.rows(rows) {
                    constraint.add_held(&row.held, link.sign::<T>() * row.impulse);
                }
            }
        }
    }
}

/// Leaves to root: responses and inverses.
fn eliminate<T: Real>(
    links: &[Link],
    rows: &mut [LinkRow<T>],
    responses: &mut [Response<T>],
    constraints: &[(usize, Constraint<T>)],
) {
    for link in links {
        let constraint = &constraints[link.constraint as usize].1;
        for (slot, is_b) in link.slots.into_iter().zip([link.child_is_b, !link.child_is_b]) {
            if slot != NONE {
                responses[slot as usize] = Response::of(constraint.response(usize::from(is_b)));
            }
        }
    }
    for link in links.iter().rev() {
        let rows = link.rows_mut(rows);
        let child = responses[link.slots[0] as usize];
        let parent = responses.get(link.slots[1] as usize).copied();
        for row in rows.iter_mut() {
            let [turn_c, turn_p] = link.turns(&row.held);
            row.child = child.to(row.held.along, turn_c);
            row.parent = parent.map_or([Vec3::ZERO; 2], |parent| parent.to(row.held.along, turn_p));
        }
        link.invert(rows);
        if let Some(parent) = responses.get_mut(link.slots[1] as usize) {
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
}

/// Leaves to root: the velocity of each parent with all that hangs on it.
fn up<T: Real>(links: &[Link], rows: &[LinkRow<T>], moving: &mut [Moving<T>]) {
    for link in links.iter().rev().filter(|link| link.slots[1] != NONE) {
        let rows = link.rows(rows);
        let speeds = link.speeds(rows, moving);
        let parent = &mut moving[link.parent as usize];
        for row in rows {
            // The impulse on the parent is opposite to that on the child.
            let impulse = product(&row.inverse_t, &speeds);
            parent.velocity += row.parent[0] * impulse;
            parent.angular_velocity += row.parent[1] * impulse;
        }
    }
}

/// Root to leaves: impulses and velocities. Whether all are within their bounds.
fn down<T: Real>(
    links: &[Link],
    rows: &mut [LinkRow<T>],
    constraints: &[(usize, Constraint<T>)],
    moving: &mut [Moving<T>],
) -> bool {
    let mut held = true;
    for link in links {
        let rows = link.rows_mut(rows);
        let constraint = &constraints[link.constraint as usize].1;
        let speeds = link.speeds(rows, moving);
        let child = &mut moving[link.child as usize];
        for row in rows {
            row.impulse = -product(&row.inverse_s, &speeds);
            child.velocity += row.child[0] * row.impulse;
            child.angular_velocity += row.child[1] * row.impulse;
            held &= row.is_out || constraint.within_bounds(&row.held, link.sign::<T>() * row.impulse);
        }
    }
    held
}

/// Keeps the velocities of a tree.
fn save<T: Real>(links: &[Link], moving: &[Moving<T>], saved: &mut Vec<[Vec3<T>; 2]>) {
    saved.clear();
    for body in bodies(links) {
        saved.push([moving[body].velocity, moving[body].angular_velocity]);
    }
}

/// Brings them back.
fn restore<T: Real>(links: &[Link], moving: &mut [Moving<T>], saved: &[[Vec3<T>; 2]]) {
    for (body, &[velocity, angular_velocity]) in bodies(links).zip(saved) {
        (moving[body].velocity, moving[body].angular_velocity) = (velocity, angular_velocity);
    }
}

/// The bodies of a tree: its root, which may be fixed, and all children.
fn bodies(links: &[Link]) -> impl Iterator<Item = usize> {
    let root = links.first().map(|link| link.parent as usize);
    root.into_iter().chain(links.iter().map(|link| link.child as usize))
}
