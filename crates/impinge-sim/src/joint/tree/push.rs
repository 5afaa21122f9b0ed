//! Pushes from outside on a tree whose rows hold: the effect of a contact on a whole ragdoll.
//!
//! A foot that lands is light, but the whole ragdoll is behind it. A contact that used only the mass of the foot would take many passes
//! to stop the rest. So contacts of bodies in a tree use the response of the whole tree.
//!
//! **Whole responses.** W is the response of a body's velocity to an impulse, with the whole tree. An impulse p on a child gives it the
//! rate s · p / d along each free direction, and p − U (s · p) / d goes on to its parent; the parent's change x comes back as x − s (U ·
//! x) / d. So the response of the child is (1 − s Uᵀ / d) W (1 − U sᵀ / d) + s sᵀ / d with W of the parent, which is 0 if that is
//! immovable.
//!
//! **A push** at one body goes up to the root and down to all leaves as a pass does, from rest and with all target rates at 0. Rows of
//! limits, motors and friction are held in the state of the last pass; the impulse that a push adds to them is recorded
//! ([`TreePart::settle`]), so that a pass can take out those that would leave their bounds.
//!
//! Contacts ask for the bodies that they touch, and see no others. So whole responses are computed, and a push is propagated, only for
//! these and those between them and the root; `settle` brings the total of all pushes to all others.

use impinge::{Real, Vec3};

use super::link::TreeBody;
use super::share::TreePart;
use crate::joint::six::{Symmetric, add};
use crate::joint::speeds::Twist;

impl<T: Real> TreePart<'_, T> {
    /// Velocity and angular velocity of a body.
    pub fn twist(&self, body: usize) -> Twist<T> {
        self.speeds[body]
    }

    /// Translation and rotation of a body in this step.
    pub fn way(&self, body: usize) -> Twist<T> {
        [self.bodies[body].moving.shift, self.bodies[body].moving.turn]
    }

    /// Changes the velocity of a body as if it were not in a tree.
    pub fn push_alone(&mut self, body: usize, impulse: Twist<T>) {
        let (mass, inertia) = self.bodies[body].own;
        self.speeds[body][0] += impulse[0] * mass;
        self.speeds[body][1] += inertia * impulse[1];
    }

    /// Marks a body that may be pushed, whose response with the whole tree is needed.
    pub fn ask_for(&mut self, mut body: usize) {
        while !core::mem::replace(&mut self.bodies[body].is_asked, true) {
            self.mark.stale = true;
            if body > 0 {
                body = self.links[body - 1].parent as usize;
            }
        }
    }

    /// Response of a requested body, with the whole tree.
    pub fn whole(&self, body: usize) -> &Symmetric<T> {
        &self.bodies[body].whole
    }

    /// Computes the responses with the whole tree, if they are stale. Returns whether they have changed.
    pub fn find_wholes(&mut self) -> bool {
        if !core::mem::replace(&mut self.mark.stale, false) {
            return false;
        }
        for (k, link) in self.links.iter().enumerate() {
            let (before, child) = self.bodies.split_at_mut(k + 1);
            if child[0].is_asked {
                child[0].whole = link.whole(&before[link.parent as usize].whole);
            }
        }
        true
    }

    /// Applies an impulse on a requested body, with its angular part about the center of mass: all bodies of the tree respond.
    pub fn push(&mut self, mut body: usize, mut impulse: Twist<T>) {
        self.mark.is_pushed = true;
        while body > 0 {
            let link = &mut self.links[body - 1];
            impulse = link.push_up(&impulse);
            body = link.parent as usize;
        }
        self.bodies[0].change = self.bodies[0].whole.to(&impulse);
        self.pend(0);
        for k in 0..self.links.len() {
            if self.bodies[k + 1].is_asked {
                let link = &mut self.links[k];
                self.bodies[k + 1].change = link.push_down(&self.bodies[link.parent as usize].change);
                self.pend(k + 1);
            }
        }
    }

    /// Records that a push has changed the velocity of a body.
    fn pend(&mut self, body: usize) {
        let TreeBody { change, pending, .. } = &mut self.bodies[body];
        add(pending, change, T::ONE);
        add(&mut self.speeds[body], change, T::ONE);
    }

    /// Propagates pushes to all bodies, and adds their impulses to the joints. Returns whether all are within their bounds.
    pub fn settle(&mut self) -> bool {
        if !core::mem::replace(&mut self.mark.is_pushed, false) {
            return true;
        }
        let mut held = true;
        for (k, link) in self.links.iter_mut().enumerate() {
            let (before, child) = self.bodies.split_at_mut(k + 1);
            let (parent, child) = (&before[link.parent as usize].pending, &mut child[0]);
            if !child.is_asked {
                child.pending = link.push_down(parent);
                add(&mut self.speeds[k + 1], &child.pending, T::ONE);
            }
            held &= link.settle(&mut self.active[k].constraint, parent);
        }
        self.bodies.iter_mut().for_each(|body| body.pending = [Vec3::ZERO; 2]);
        held
    }
}
