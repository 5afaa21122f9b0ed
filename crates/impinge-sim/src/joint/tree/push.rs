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
//!
//! Contacts ask for the bodies that they touch, and see no others. So whole responses are found, and a push is told, for these and those
//! between them and the root only; all others learn in `settle` what all pushes together did.

use impinge::{Real, Vec3};

use super::share::TreePart;
use crate::joint::six::{Response, Six};
use crate::joint::speeds::Twist;

impl<T: Real> TreePart<'_, T> {
    /// Velocity and angular velocity of a body.
    pub fn twist(&self, body: usize) -> Twist<T> {
        self.speeds[body]
    }

    /// How far a body has come and turned in this step.
    pub fn way(&self, body: usize) -> Twist<T> {
        [self.bodies[body].moving.shift, self.bodies[body].moving.turn]
    }

    /// Changes the velocity of a body as if it stood by itself.
    pub fn push_alone(&mut self, body: usize, impulse: Twist<T>) {
        let (mass, inertia) = self.bodies[body].own;
        self.speeds[body][0] += impulse[0] * mass;
        self.speeds[body][1] += inertia * impulse[1];
    }

    /// From now on this body may be pushed, and its response with the whole tree is found.
    pub fn ask_for(&mut self, mut body: usize) {
        while !core::mem::replace(&mut self.bodies[body].is_asked, true) && body > 0 {
            body = self.links[body - 1].parent as usize;
        }
    }

    /// How a body that was asked for responds with the whole tree.
    pub fn whole(&self, body: usize) -> &Response<T> {
        &self.bodies[body].whole
    }

    /// Finds the responses with the whole tree, if they are not those of the last call. Whether they have changed.
    pub fn find_wholes(&mut self) -> bool {
        if !core::mem::replace(&mut self.mark.stale, false) {
            return false;
        }
        self.bodies[0].whole = self.bodies[0].response;
        for (k, link) in self.links.iter().enumerate() {
            let (before, child) = self.bodies.split_at_mut(k + 1);
            let (parent, child) = (&before[link.parent as usize], &mut child[0]);
            if child.is_asked {
                let above = (!parent.is_firm()).then_some(&parent.whole);
                child.whole = link.whole(&child.response, above);
            }
        }
        true
    }

    /// An impulse on a body that was asked for, and what it turns about its center of mass: all bodies of the tree respond.
    pub fn push(&mut self, body: usize, impulse: Twist<T>) {
        for other in self.bodies.iter_mut() {
            other.change = [Vec3::ZERO; 2];
        }
        self.bodies[body].change = self.bodies[body].response.to(&Six::of(impulse)).twist();
        // Joints with higher numbers are in the response.
        for (k, link) in self.links[..body].iter().enumerate().rev() {
            let (before, child) = self.bodies.split_at_mut(k + 1);
            let (parent, child) = (&mut before[link.parent as usize], &child[0]);
            if !(parent.is_firm() || (is_zero(&child.change) && is_zero(&parent.change))) {
                link.up(&child.change, &mut parent.change, true);
            }
        }
        for (k, link) in self.links.iter_mut().enumerate() {
            let (before, child) = self.bodies.split_at_mut(k + 1);
            let (parent, child) = (&before[link.parent as usize], &mut child[0]);
            if child.is_asked && !(is_zero(&child.change) && is_zero(&parent.change)) {
                link.pass_on(&mut child.change, &parent.change);
            }
        }
        for (speed, body) in self.speeds.iter_mut().zip(self.bodies.iter_mut()) {
            if body.is_asked {
                for i in [0, 1] {
                    speed[i] += body.change[i];
                    body.pending[i] += body.change[i];
                }
            }
        }
    }

    /// Tells all bodies what pushes did, and adds what pushes gave to the impulses of the joints. Whether all are within their bounds.
    pub fn settle(&mut self) -> bool {
        let mut held = true;
        for (k, link) in self.links.iter_mut().enumerate() {
            let (before, child) = self.bodies.split_at_mut(k + 1);
            let (parent, child) = (&before[link.parent as usize], &mut child[0]);
            if !child.is_asked && !is_zero(&parent.pending) {
                link.pass_on(&mut child.pending, &parent.pending);
                self.speeds[k + 1][0] += child.pending[0];
                self.speeds[k + 1][1] += child.pending[1];
            }
            held &= link.settle(&mut self.active[k].constraint);
        }
        self.bodies.iter_mut().for_each(|body| body.pending = [Vec3::ZERO; 2]);
        held
    }
}

fn is_zero<T: Real>(twist: &Twist<T>) -> bool {
    *twist == [Vec3::ZERO; 2]
}
