//! Solves trees one after the other, or many in parallel on threads.
//!
//! All data of a tree are contiguous in each list, so lists are split between trees and halves are given to threads. The result of a tree
//! depends on nothing outside of it: bitwise identical for any number of threads.

use impinge::parallel::{each_stretch, is_shared, join, threads as number_of_threads};
use impinge::{Real, Vec3};

use super::link::{Link, NONE, TreeBody};
use super::{Mark, Trees};
use crate::body::{BodyKind, State};
use crate::joint::active::Active;
use crate::joint::constraint::limit_speed;
use crate::joint::speeds::{Speeds, Twist};
use crate::solver_body::{BySlot, SolverBody};
use crate::space::Space;

/// Smallest number of joints per task: a few tens of microseconds.
const STRETCH: usize = 64;

/// A tree, with all its data.
#[derive(Debug)]
pub(crate) struct TreePart<'a, T: Real> {
    pub(super) links: &'a mut [Link<T>],
    pub(super) active: &'a mut [Active<T>],
    pub(super) bodies: &'a mut [TreeBody<T>],
    pub(super) speeds: &'a mut [Twist<T>],
    pub(super) mark: &'a mut Mark,
}

/// Some trees, with a caller's items for each of them.
struct Parts<'a, T: Real, X> {
    /// Index of the first link of each, and the end of the last one.
    starts: &'a [u32],
    /// The same for the items.
    items_at: &'a [u32],
    links: &'a mut [Link<T>],
    active: &'a mut [Active<T>],
    bodies: &'a mut [TreeBody<T>],
    speeds: &'a mut [Twist<T>],
    marks: &'a mut [Mark],
    items: &'a mut [X],
}

impl<'a, T: Real, X> Parts<'a, T, X> {
    fn count(&self) -> usize {
        self.marks.len()
    }

    /// Splits off the first `trees`.
    fn cut(self, trees: usize) -> (Self, Self) {
        let links = (self.starts[trees] - self.starts[0]) as usize;
        let items = (self.items_at[trees] - self.items_at[0]) as usize;
        let (links_a, links_b) = self.links.split_at_mut(links);
        let (active_a, active_b) = self.active.split_at_mut(links);
        let (bodies_a, bodies_b) = self.bodies.split_at_mut(links + trees);
        let (speeds_a, speeds_b) = self.speeds.split_at_mut(links + trees);
        let (marks_a, marks_b) = self.marks.split_at_mut(trees);
        let (items_a, items_b) = self.items.split_at_mut(items);
        let first = Self {
            starts: &self.starts[..=trees],
            items_at: &self.items_at[..=trees],
            links: links_a,
            active: active_a,
            bodies: bodies_a,
            speeds: speeds_a,
            marks: marks_a,
            items: items_a,
        };
        let others = Self {
            starts: &self.starts[trees..],
            items_at: &self.items_at[trees..],
            links: links_b,
            active: active_b,
            bodies: bodies_b,
            speeds: speeds_b,
            marks: marks_b,
            items: items_b,
        };
        (first, others)
    }

    fn run(self, f: &(impl Fn(TreePart<'_, T>, &mut [X]) + Sync), threads: usize)
    where
        X: Send,
    {
        if threads > 1 && self.count() > 1 && self.links.len() >= 2 * STRETCH {
            let half = self.count() / 2;
            let (first, others) = self.cut(half);
            join(|| first.run(f, threads), || others.run(f, threads));
            return;
        }
        let mut left = self;
        while left.count() > 0 {
            let (first, others) = left.cut(1);
            let Parts { links, active, bodies, speeds, marks, items, .. } = first;
            f(TreePart { links, active, bodies, speeds, mark: &mut marks[0] }, items);
            left = others;
        }
    }
}

impl<T: Real> Trees<T> {
    /// Number of trees.
    pub fn count(&self) -> usize {
        self.marks.len()
    }

    /// Number of joints in trees.
    pub fn joints(&self) -> usize {
        self.links.len()
    }

    /// Number of slots of the world for which trees have grown.
    pub fn places(&self) -> usize {
        self.slots.len()
    }

    /// Prepares for passes over the same trees, with the current states of bodies.
    pub fn look(&mut self, states: &[State<T>]) {
        self.marks.fill(Mark::NEW);
        let look = |_: usize, bodies: &mut [TreeBody<T>]| {
            bodies.iter_mut().for_each(|body| body.begin(&states[body.place as usize]));
        };
        if is_shared(self.bodies.len(), STRETCH) {
            each_stretch(&mut self.bodies, STRETCH, &look);
        } else {
            look(0, &mut self.bodies);
        }
    }

    /// Prepares for passes, after trees have grown.
    pub(super) fn begin(&mut self) {
        let (links, bodies) = (self.links.len(), self.bodies.len());
        self.marks.clear();
        self.marks.resize(self.starts.len(), Mark::NEW);
        self.starts.push(links as u32);
        self.speeds.resize(bodies, [Vec3::ZERO; 2]);
    }

    /// The tree of a dynamic body, and its index among the bodies of that tree.
    pub fn tree_of(&self, place: usize) -> Option<(usize, usize)> {
        let slot = *self.slots.get(place)?;
        if slot == NONE {
            return None;
        }
        // Tree t has its bodies from starts[t] + t on.
        let (mut low, mut high) = (0, self.count());
        while high - low > 1 {
            let middle = usize::midpoint(low, high);
            if (self.starts[middle] as usize + middle) <= slot as usize {
                low = middle
            } else {
                high = middle
            }
        }
        Some((low, slot as usize - self.starts[low] as usize - low))
    }

    /// Indices of the bodies of joint `k` in its tree.
    pub fn at(&self, k: usize) -> [usize; 2] {
        let link = &self.links[k];
        let tree = self.starts.partition_point(|&start| start as usize <= k) - 1;
        let (child, parent) = (k - self.starts[tree] as usize + 1, link.parent as usize);
        if link.child_is_b { [parent, child] } else { [child, parent] }
    }

    /// Calls `f` for all trees, each with its items: those of tree t are from `items_at[t]` to the next.
    pub fn each<X: Send>(
        &mut self,
        active: &mut [Active<T>],
        items_at: &[u32],
        items: &mut [X],
        f: impl Fn(TreePart<'_, T>, &mut [X]) + Sync,
    ) {
        let parts = Parts {
            starts: &self.starts,
            items_at,
            links: &mut self.links,
            active,
            bodies: &mut self.bodies,
            speeds: &mut self.speeds,
            marks: &mut self.marks,
            items,
        };
        parts.run(&f, number_of_threads());
    }

    /// Marks the trees that go through all sub-steps alone, unless their root moves.
    pub fn set_apart(&mut self, apart: &[bool]) {
        for (tree, (mark, &is_apart)) in self.marks.iter_mut().zip(apart).enumerate() {
            let root = &self.bodies[self.starts[tree] as usize + tree].state;
            mark.is_apart = is_apart && root.kind != BodyKind::Kinematic;
        }
    }

    /// Puts each tree into the batch of its first joint. Trees begin a step in batch 0.
    pub fn set_batches(&mut self, active: &[Active<T>]) {
        self.batch = 0;
        for (mark, &first) in self.marks.iter_mut().zip(&self.starts) {
            mark.batch = active[first as usize].batch;
        }
    }

    /// Whether any tree of the batch is apart, or is not.
    pub fn has_any(&self, apart: bool) -> bool {
        self.marks.iter().any(|mark| mark.is_in(self.batch, apart))
    }

    /// The bodies of trees of the batch that are apart, or of all others, with their velocities, except immovable ones.
    fn bodies(&self, apart: bool) -> impl Iterator<Item = (&TreeBody<T>, &Twist<T>)> {
        let trees = (0..self.count()).filter(move |&tree| self.marks[tree].is_in(self.batch, apart));
        let of = |tree: usize| self.starts[tree] as usize + tree..self.starts[tree + 1] as usize + tree + 1;
        let all = trees.flat_map(of).map(|i| (&self.bodies[i], &self.speeds[i]));
        all.filter(|(body, _)| !body.is_firm())
    }

    /// Writes back the velocities of all trees that are not apart.
    pub fn scatter<S: Speeds<T> + ?Sized>(&self, speeds: &mut S) {
        for (body, &twist) in self.bodies(false) {
            speeds.set_twist(body.place as usize, twist);
        }
    }

    /// Limits the velocities of the bodies of all trees that are not apart, after contacts have changed them.
    pub fn limit_speeds<S: Speeds<T> + ?Sized>(&self, speeds: &mut S, h: T) {
        for (body, _) in self.bodies(false) {
            let (place, reach) = (body.place as usize, body.state.reach);
            let mut twist = speeds.twist(place);
            if limit_speed(&mut twist, reach, h) {
                speeds.set_twist(place, twist);
            }
        }
    }

    /// Calls `take` for the bodies of trees that are apart: slot, state and motion.
    pub fn scatter_apart(&self, mut take: impl FnMut(usize, &State<T>, &SolverBody<Vec3<T>>)) {
        self.bodies(true).for_each(|(body, _)| take(body.place as usize, &body.state, &body.moving));
    }

    /// Inertia that tension adds to each body, by slots.
    pub fn scatter_added(&self, added: &mut [impinge::math::Mat3<T>]) {
        for body in self.bodies.iter().filter(|body| !body.is_firm()) {
            added[body.place as usize] = body.added;
        }
    }
}

impl<T: Real> TreePart<'_, T> {
    /// Loads the velocities of its bodies.
    pub fn gather<S: Speeds<T> + ?Sized>(&mut self, speeds: &S) {
        for (body, twist) in self.bodies.iter().zip(self.speeds.iter_mut()) {
            *twist = speeds.twist(body.place as usize);
        }
    }

    /// Loads the motion of its bodies in this step.
    pub fn look_at_ways<V: Space<Scalar = T>>(&mut self, moving: &BySlot<'_, V>) {
        for body in self.bodies.iter_mut() {
            body.moving = SolverBody::nobody();
            if let Some(found) = moving.find(body.place as usize) {
                body.moving.set_twist(found.twist());
                body.moving.set_way(found.way());
            }
        }
    }

    pub fn is_in(&self, batch: usize, apart: bool) -> bool {
        self.mark.is_in(batch, apart)
    }

    /// Calls `f` for its bodies, between passes.
    pub fn each_body(&mut self, f: impl Fn(&mut State<T>, &mut SolverBody<Vec3<T>>)) {
        for body in self.bodies.iter_mut() {
            f(&mut body.state, &mut body.moving);
        }
    }

    /// Limits the velocities of its bodies, after contacts have changed them.
    pub fn limit_speeds(&mut self, h: T) {
        for (speed, body) in self.speeds.iter_mut().zip(self.bodies.iter()) {
            if !body.is_firm() {
                limit_speed(speed, body.state.reach, h);
            }
        }
    }

    /// Runs a pass on velocities that its bodies store themselves.
    pub fn pass(&mut self, f: impl FnOnce(&mut Self)) {
        for (body, twist) in self.bodies.iter().zip(self.speeds.iter_mut()) {
            *twist = [body.moving.velocity, body.moving.angular_velocity];
        }
        f(self);
        for (body, twist) in self.bodies.iter_mut().zip(self.speeds.iter()) {
            [body.moving.velocity, body.moving.angular_velocity] = *twist;
        }
    }
}
