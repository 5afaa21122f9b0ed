//! Finds the trees among joints.

use impinge::Real;
use impinge::math::Mat3;

use super::Trees;
use super::link::{Link, NONE, Response};
use crate::body::State;
use crate::joint::constraint::Constraint;

impl<T: Real> Trees<T> {
    /// Finds the trees, and tells the constraints that are in one.
    pub fn grow(&mut self, constraints: &mut [(usize, Constraint<T>)], states: &[State<T>]) {
        self.links.clear();
        self.starts.clear();
        self.queue.clear();
        self.responses.clear();
        self.heads.clear();
        self.slots.clear();
        if constraints.is_empty() {
            return;
        }
        self.heads.resize(states.len(), NONE);
        self.slots.resize(states.len(), NONE);
        self.nexts.clear();
        self.nexts.resize(constraints.len(), [NONE; 2]);
        // From the last to the first, so that lists rise.
        for (i, (_, constraint)) in constraints.iter().enumerate().rev().filter(|(_, c)| c.1.holds_place()) {
            for (next, body) in self.nexts[i].iter_mut().zip(constraint.bodies) {
                (*next, self.heads[body]) = (self.heads[body], i as u32);
            }
        }
        // Trees stand on what cannot give way, if they touch it; else on the first body of a joint.
        for i in 0..constraints.len() {
            let [a, b] = constraints[i].1.bodies;
            let [firm_a, firm_b] = [a, b].map(|body| !states[body].is_dynamic());
            if (firm_a || firm_b) && constraints[i].1.holds_place() {
                let (parent, child) = if firm_a { (a, b) } else { (b, a) };
                if self.slots[child] == NONE {
                    self.starts.push(self.links.len() as u32);
                    self.link(constraints, i, parent, child);
                    self.spread(constraints, states);
                }
            }
        }
        for i in 0..constraints.len() {
            let [a, _] = constraints[i].1.bodies;
            if constraints[i].1.holds_place() && self.slots[a] == NONE && states[a].is_dynamic() {
                self.starts.push(self.links.len() as u32);
                self.reach(a);
                self.spread(constraints, states);
            }
        }
    }

    /// All that hangs on the bodies in the queue.
    fn spread(&mut self, constraints: &mut [(usize, Constraint<T>)], states: &[State<T>]) {
        while let Some(body) = self.queue.pop() {
            let body = body as usize;
            let mut joint = self.heads[body];
            while joint != NONE {
                let i = joint as usize;
                let [a, b] = constraints[i].1.bodies;
                let other = if a == body { b } else { a };
                if states[other].is_dynamic() && self.slots[other] == NONE {
                    self.link(constraints, i, body, other);
                }
                joint = self.nexts[i][usize::from(a != body)];
            }
        }
    }

    fn reach(&mut self, body: usize) {
        self.slots[body] = self.responses.len() as u32;
        let zero = Mat3::diagonal(T::ZERO, T::ZERO, T::ZERO);
        self.responses.push(Response::of((T::ZERO, zero)));
        self.queue.push(body as u32);
    }

    fn link(&mut self, constraints: &mut [(usize, Constraint<T>)], i: usize, parent: usize, child: usize) {
        self.reach(child);
        let constraint = &mut constraints[i].1;
        constraint.in_tree = true;
        self.links.push(Link {
            constraint: i as u32,
            child: child as u32,
            child_is_b: constraint.bodies[1] == child,
            parent: parent as u32,
            slots: [child, parent].map(|body| self.slots[body]),
            first: 0,
            count: 0,
        });
    }
}
