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
//! **A push** at one body changes its velocity by W p at once. The rest of the tree learns of it along the way to the next body that is
//! looked at or pushed: a body that is left gives the impulses on it to its parent, as a pass does, whose velocity changes by its own W;
//! and a body that is reached takes up the change of its parent since it was last left, with all target rates at 0. So a sweep over
//! contacts in the order of the tree costs about two walks over its bodies, regardless of their number. Rows of limits, motors and
//! friction are held in the state of the last pass; the impulse that pushes add to them is recorded ([`TreePart::settle`]), so that a pass
//! can take out those that would leave their bounds.
//!
//! Contacts ask for the bodies that they touch, and see no others. So whole responses are computed only for these and those between
//! them and the root; `settle` brings the total of all pushes to all bodies.

use impinge::{Real, Vec3};

use super::free::MAX_FREE;
use super::link::TreeBody;
use super::share::TreePart;
use crate::joint::six::{Symmetric, add};
use crate::joint::speeds::Twist;

impl<T: Real> TreePart<'_, T> {
    /// Velocity and angular velocity of a body; after pushes, only if it has been reached or all are settled.
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

    /// Applies an impulse on a requested body, with its angular part about the center of mass: all bodies of the tree respond, once they
    /// are reached.
    pub fn push(&mut self, body: usize, impulse: &Twist<T>) {
        self.mark.is_pushed = true;
        self.reach(body);
        self.take(body, impulse);
    }

    /// Brings the velocity of a requested body up to date after pushes at others.
    pub fn reach(&mut self, body: usize) {
        let (mut at, mut to) = (core::mem::replace(&mut self.mark.cursor, body), body);
        // Up to the first common ancestor, as parents come before their children; then down the way that was noted.
        while at != to {
            if at > to {
                at = self.leave(at);
            } else {
                let parent = self.links[to - 1].parent as usize;
                self.bodies[parent].way_down = to as u32;
                to = parent;
            }
        }
        while at != body {
            let child = self.bodies[at].way_down as usize;
            self.follow_parent(at, child);
            at = child;
        }
    }

    /// Gives the impulses on a body to its parent, whose index is returned.
    fn leave(&mut self, body: usize) -> usize {
        let link = &mut self.links[body - 1];
        let parent = link.parent as usize;
        let impulse = core::mem::replace(&mut self.bodies[body].pushed, [Vec3::ZERO; 2]);
        if impulse != [Vec3::ZERO; 2] {
            let passed = link.push_up(&impulse);
            // Its own response has these already.
            link.rates = [T::ZERO; MAX_FREE];
            self.take(parent, &passed);
            self.bodies[body].seen = self.bodies[parent].pending;
        }
        parent
    }

    /// Applies an impulse on a body whose velocity is up to date.
    fn take(&mut self, body: usize, impulse: &Twist<T>) {
        let TreeBody { whole, pushed, pending, .. } = &mut self.bodies[body];
        let change = whole.to(impulse);
        add(pushed, impulse, T::ONE);
        add(pending, &change, T::ONE);
        add(&mut self.speeds[body], &change, T::ONE);
    }

    /// Changes the velocity of a child by pushes that its parent knows of.
    fn follow_parent(&mut self, parent: usize, child: usize) {
        let total = self.bodies[parent].pending;
        let body = &mut self.bodies[child];
        let since = [total[0] - body.seen[0], total[1] - body.seen[1]];
        if since != [Vec3::ZERO; 2] {
            body.seen = total;
            let change = self.links[child - 1].push_down(&since);
            add(&mut body.pending, &change, T::ONE);
            add(&mut self.speeds[child], &change, T::ONE);
        }
    }

    /// Propagates pushes to all bodies, and adds their impulses to the joints. Returns whether all are within their bounds.
    pub fn settle(&mut self) -> bool {
        if !core::mem::replace(&mut self.mark.is_pushed, false) {
            return true;
        }
        self.reach(0);
        let mut held = true;
        for k in 0..self.links.len() {
            let parent = self.links[k].parent as usize;
            self.follow_parent(parent, k + 1);
            held &= self.links[k].settle(&mut self.active[k].constraint, &self.bodies[parent].pending);
        }
        for body in self.bodies.iter_mut() {
            (body.pushed, body.pending, body.seen) = ([Vec3::ZERO; 2], [Vec3::ZERO; 2], [Vec3::ZERO; 2]);
        }
        held
    }
}
