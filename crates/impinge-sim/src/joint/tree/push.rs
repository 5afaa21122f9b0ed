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
//! **A push** at one body changes its velocity by W p. Others see it as the solver visits them: from one body to the next one it goes up
//! to the first common ancestor, whose velocity changes by W times the impulse that arrives there, and down to the next body. So contacts
//! that are visited in the order of the tree propagate their impulses over each joint twice in a sweep, and each still sees those of all
//! the others. What has arrived at a body on the way up stays there until the solver leaves its subtree ([`TreeBody::risen`]).
//! Rows of limits, motors and friction are held in the state of the last pass; the impulse that pushes add to them is recorded
//! ([`TreePart::settle`]), so that a pass can take out those that would leave their bounds.
//!
//! Contacts ask for the bodies that they touch, and see no others. So whole responses are computed only for these and those between them
//! and the root; `settle` brings the total of all pushes to all bodies.

use impinge::{Real, Vec3};

use super::link::TreeBody;
use super::share::TreePart;
use crate::joint::six::{Symmetric, add};
use crate::joint::speeds::Twist;

/// A body is light if it is lighter than this part of its tree; then it gives way to forces that the tree resists by this part of how it
/// would alone.
const LIGHT: f64 = 1.0 / 16.0;

impl<T: Real> TreePart<'_, T> {
    /// Velocity and angular velocity of a body that is visited, or of any after `settle`.
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

    /// The least response to an impulse on a body that contacts count on. A tree that hangs on an immovable body, or on one that the user
    /// moves, may give way less or not at all, and forces between it and the ground then have no limit. A free tree gives way as one mass
    /// at least, so that is the bound; light bodies, which such forces would throw, are allowed more.
    pub fn least_response(&self, body: usize, [p, turn]: &Twist<T>) -> T {
        if !self.bodies[0].is_firm() {
            return T::ZERO;
        }
        let (mass, inertia) = self.bodies[body].own;
        let alone = p.norm_squared() * mass + turn.dot(inertia * *turn);
        let whole = T::of(1.0 / self.mark.mass);
        (alone * T::of(LIGHT)).min(whole / T::of(LIGHT)).max(whole)
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
        self.mark.mass = self.bodies.iter().map(|body| body.state.mass.mass.f64()).sum();
        for (k, link) in self.links.iter().enumerate() {
            let (before, child) = self.bodies.split_at_mut(k + 1);
            if child[0].is_asked {
                child[0].whole = link.whole(&before[link.parent as usize].whole);
            }
        }
        true
    }

    /// Applies an impulse on a requested body, with its angular part about the center of mass: all bodies of the tree respond once they are
    /// visited or settled.
    pub fn push(&mut self, body: usize, impulse: &Twist<T>) {
        self.visit(body);
        self.mark.is_pushed = true;
        self.bump(body, impulse);
    }

    /// The response of a body to an impulse on it or on its subtree.
    #[inline(always)]
    fn bump(&mut self, body: usize, impulse: &Twist<T>) -> Twist<T> {
        let TreeBody { whole, pending, risen, .. } = &mut self.bodies[body];
        let change = whole.to(impulse);
        add(pending, &change, T::ONE);
        add(risen, impulse, T::ONE);
        add(&mut self.speeds[body], &change, T::ONE);
        change
    }

    /// Brings the velocity of a requested body up to date.
    pub fn visit(&mut self, body: usize) {
        let (mut from, mut to) = (core::mem::replace(&mut self.mark.at, body), body);
        if from == to || !self.mark.is_pushed {
            return;
        }
        // A parent comes before its children.
        while from != to {
            let child = from.max(to);
            let parent = self.links[child - 1].parent as usize;
            if child == from {
                let impulse = core::mem::replace(&mut self.bodies[child].risen, [Vec3::ZERO; 2]);
                if impulse != [Vec3::ZERO; 2] {
                    let passed = self.links[child - 1].push_up(&impulse);
                    let change = self.bump(parent, &passed);
                    add(&mut self.links[child - 1].seen, &change, T::ONE);
                }
                from = parent;
            } else {
                self.bodies[parent].toward = child as u32;
                to = parent;
            }
        }
        while to != body {
            let (parent, child) = (to, self.bodies[to].toward as usize);
            let (now, link) = (self.bodies[parent].pending, &mut self.links[child - 1]);
            let mut unseen = now;
            add(&mut unseen, &link.seen, -T::ONE);
            if unseen != [Vec3::ZERO; 2] {
                link.seen = now;
                let change = link.follow(&unseen);
                add(&mut self.bodies[child].pending, &change, T::ONE);
                add(&mut self.speeds[child], &change, T::ONE);
            }
            to = child;
        }
    }

    /// Propagates pushes to all bodies, and adds their impulses to the joints. Returns whether all are within their bounds.
    pub fn settle(&mut self) -> bool {
        if !core::mem::replace(&mut self.mark.is_pushed, false) {
            return true;
        }
        let mut body = core::mem::replace(&mut self.mark.at, 0);
        while body > 0 {
            let impulse = core::mem::replace(&mut self.bodies[body].risen, [Vec3::ZERO; 2]);
            let link = &mut self.links[body - 1];
            body = link.parent as usize;
            if impulse != [Vec3::ZERO; 2] {
                let passed = link.push_up(&impulse);
                match body {
                    0 => {
                        self.bump(0, &passed);
                    }
                    _ => add(&mut self.bodies[body].risen, &passed, T::ONE),
                }
            }
        }
        // Changes by W differ by rounding from those along the joints, which keep these together.
        let mut held = true;
        for (k, link) in self.links.iter_mut().enumerate() {
            let (before, child) = self.bodies.split_at_mut(k + 1);
            let (parent, child) = (&before[link.parent as usize].pending, &mut child[0]);
            let mut change = link.push_down(parent);
            core::mem::swap(&mut change, &mut child.pending);
            let speed = &mut self.speeds[k + 1];
            speed[0] += child.pending[0] - change[0];
            speed[1] += child.pending[1] - change[1];
            held &= link.settle(&mut self.active[k].constraint, parent);
            link.seen = [Vec3::ZERO; 2];
        }
        for body in self.bodies.iter_mut() {
            (body.pending, body.risen) = ([Vec3::ZERO; 2], [Vec3::ZERO; 2]);
        }
        held
    }
}
