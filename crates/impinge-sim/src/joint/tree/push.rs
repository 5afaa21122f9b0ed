//! Pushes from outside on a tree whose rows hold: what a contact does to all of a figure.
//!
//! A foot that lands is light, and all of the figure is behind it. A contact that knew only the mass of the foot would take many passes
//! to stop the rest. So contacts of bodies in a tree see the response of the whole tree.
//!
//! **Whole responses.** With the whole response W′_p of the parent, F = J_p W′_p J_pᵀ is what its joint feels of it with the child
//! attached. Without the child it would feel B, where F = B − B (S + B)⁻¹ B = S − S (S + B)⁻¹ S. So (S + B)⁻¹ = S⁻¹ − S⁻¹ F S⁻¹ = Q,
//! and the child with the whole tree responds by W′_c = W_c − W_c J_cᵀ Q J_c W_c. The root's W is whole.
//!
//! **A push** at one body goes up to the root and down to all leaves as a pass does, from rest and with all rates wanted at 0. Rows of
//! limits, motors and friction are held as they were left by the last pass; what a push adds to their impulses is told
//! ([`TreePart::settle`]), so that a pass can take out those that would leave their bounds.

use impinge::{Real, Vec3};

use super::link::{Response, product};
use super::share::TreePart;
use super::{MAX_HELD, rows, rows_mut};
use crate::joint::speeds::Twist;

impl<T: Real> TreePart<'_, T> {
    /// Velocity and angular velocity of a body.
    pub fn twist(&self, body: usize) -> Twist<T> {
        self.speeds[body]
    }

    /// Changes the velocity of a body by itself.
    pub fn add_twist(&mut self, body: usize, change: Twist<T>) {
        self.speeds[body][0] += change[0];
        self.speeds[body][1] += change[1];
    }

    /// How a body responds with the whole tree.
    pub fn whole(&self, body: usize) -> &Response<T> {
        &self.bodies[body].whole
    }

    /// Finds the responses with the whole tree, if they are not those of the last call. Whether they have changed.
    pub fn find_wholes(&mut self) -> bool {
        if !core::mem::replace(self.stale, false) {
            return false;
        }
        self.bodies[0].whole = self.bodies[0].response;
        for (k, link) in self.links.iter().enumerate() {
            let rows = rows(self.rows, k, link);
            let parent = &self.bodies[link.parent as usize];
            // S⁻¹ F, row by row.
            let mut product_f = [[T::ZERO; MAX_HELD]; MAX_HELD];
            if !parent.is_firm() {
                let mut f = [[T::ZERO; MAX_HELD]; MAX_HELD];
                for (i, row) in rows.iter().enumerate() {
                    let [along, turn] = parent.whole.to(row.held.along, link.turns(&row.held)[1]);
                    for (j, other) in rows.iter().enumerate() {
                        f[i][j] = other.held.along.dot(along) + link.turns(&other.held)[1].dot(turn);
                    }
                }
                for (i, row) in rows.iter().enumerate() {
                    for (j, column) in f[..rows.len()].iter().enumerate() {
                        // F is symmetric.
                        product_f[i][j] = product(&row.inverse_s, column);
                    }
                }
            }
            let mut whole = self.bodies[k + 1].response;
            for (i, row) in rows.iter().enumerate() {
                // Q J_c W_c: a row of Q, times the columns W_c J_cᵀ.
                let mut taken = [Vec3::ZERO; 2];
                for (j, other) in rows.iter().enumerate() {
                    let q = row.inverse_s[j] - product(&product_f[i], &other.inverse_s);
                    taken[0] += other.child[0] * q;
                    taken[1] += other.child[1] * q;
                }
                whole.give_up(row.child, taken);
            }
            self.bodies[k + 1].whole = whole;
        }
        true
    }

    /// An impulse on one body, and what it turns about its center of mass: all bodies of the tree respond.
    pub fn push(&mut self, body: usize, impulse: Twist<T>) {
        for other in self.bodies.iter_mut() {
            other.change = [Vec3::ZERO; 2];
        }
        self.bodies[body].change = self.bodies[body].response.to(impulse[0], impulse[1]);
        // Joints with higher numbers are in the response.
        for (k, link) in self.links[..body].iter().enumerate().rev() {
            let (child, parent) = (&self.bodies[k + 1].change, &self.bodies[link.parent as usize]);
            if parent.is_firm() || (is_zero(child) && is_zero(&parent.change)) {
                continue;
            }
            let rows = rows(self.rows, k, link);
            let speeds = link.speeds(rows, child, &parent.change);
            let parent = &mut self.bodies[link.parent as usize].change;
            for row in rows {
                let impulse = product(&row.inverse_t, &speeds);
                parent[0] += row.parent[0] * impulse;
                parent[1] += row.parent[1] * impulse;
            }
        }
        for (k, link) in self.links.iter().enumerate() {
            let (child, parent) = (&self.bodies[k + 1].change, &self.bodies[link.parent as usize].change);
            if is_zero(child) && is_zero(parent) {
                continue;
            }
            let rows = rows_mut(self.rows, k, link);
            let speeds = link.speeds(rows, child, parent);
            let child = &mut self.bodies[k + 1].change;
            for row in rows {
                let impulse = -product(&row.inverse_s, &speeds);
                row.given += impulse;
                child[0] += row.child[0] * impulse;
                child[1] += row.child[1] * impulse;
            }
        }
        for (speed, body) in self.speeds.iter_mut().zip(self.bodies.iter()) {
            speed[0] += body.change[0];
            speed[1] += body.change[1];
        }
    }

    /// Adds what pushes gave to the impulses of the joints. Whether all are within their bounds.
    pub fn settle(&mut self) -> bool {
        let mut held = true;
        for (k, link) in self.links.iter().enumerate() {
            let constraint = &mut self.active[k].constraint;
            for row in rows_mut(self.rows, k, link) {
                let given = link.sign::<T>() * core::mem::replace(&mut row.given, T::ZERO);
                held &= row.is_out || constraint.within_bounds(&row.held, given);
                constraint.add_held(&row.held, given);
            }
        }
        held
    }
}

fn is_zero<T: Real>(twist: &Twist<T>) -> bool {
    *twist == [Vec3::ZERO; 2]
}
