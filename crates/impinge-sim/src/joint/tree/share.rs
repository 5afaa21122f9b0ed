//! One tree after the other, or many side by side on threads.
//!
//! All that belongs to a tree lies in one piece of each list, so lists are cut between trees and halves are given to threads. What a tree
//! becomes depends on nothing outside of it: the same bits for any number of threads.

use impinge::Real;

use super::link::{Link, LinkRow, NONE, TreeBody};
use super::{MAX_HELD, Trees};
use crate::joint::active::Active;
use crate::joint::speeds::{Speeds, Twist};

/// So many joints are given to another thread at least: some tens of microseconds.
const STRETCH: usize = 64;

/// A tree, with all that belongs to it.
#[derive(Debug)]
pub(crate) struct TreePart<'a, T: Real> {
    pub(super) links: &'a mut [Link],
    pub(super) rows: &'a mut [LinkRow<T>],
    pub(super) active: &'a mut [Active<T>],
    pub(super) bodies: &'a mut [TreeBody<T>],
    pub(super) speeds: &'a mut [Twist<T>],
    pub(super) saved: &'a mut [Twist<T>],
    pub(super) stale: &'a mut bool,
}

/// Some trees, and what a caller has for each of them.
struct Parts<'a, T: Real, X> {
    /// Where they begin among the links, and where the last one ends.
    starts: &'a [u32],
    /// The same among the items.
    items_at: &'a [u32],
    links: &'a mut [Link],
    rows: &'a mut [LinkRow<T>],
    active: &'a mut [Active<T>],
    bodies: &'a mut [TreeBody<T>],
    speeds: &'a mut [Twist<T>],
    saved: &'a mut [Twist<T>],
    stale: &'a mut [bool],
    items: &'a mut [X],
}

impl<'a, T: Real, X> Parts<'a, T, X> {
    fn count(&self) -> usize {
        self.stale.len()
    }

    /// The first `trees`, and the others.
    fn cut(self, trees: usize) -> (Self, Self) {
        let links = (self.starts[trees] - self.starts[0]) as usize;
        let items = (self.items_at[trees] - self.items_at[0]) as usize;
        let (links_a, links_b) = self.links.split_at_mut(links);
        let (rows_a, rows_b) = self.rows.split_at_mut(links * MAX_HELD);
        let (active_a, active_b) = self.active.split_at_mut(links);
        let (bodies_a, bodies_b) = self.bodies.split_at_mut(links + trees);
        let (speeds_a, speeds_b) = self.speeds.split_at_mut(links + trees);
        let (saved_a, saved_b) = self.saved.split_at_mut(links + trees);
        let (stale_a, stale_b) = self.stale.split_at_mut(trees);
        let (items_a, items_b) = self.items.split_at_mut(items);
        let first = Self {
            starts: &self.starts[..=trees],
            items_at: &self.items_at[..=trees],
            links: links_a,
            rows: rows_a,
            active: active_a,
            bodies: bodies_a,
            speeds: speeds_a,
            saved: saved_a,
            stale: stale_a,
            items: items_a,
        };
        let others = Self {
            starts: &self.starts[trees..],
            items_at: &self.items_at[trees..],
            links: links_b,
            rows: rows_b,
            active: active_b,
            bodies: bodies_b,
            speeds: speeds_b,
            saved: saved_b,
            stale: stale_b,
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
            rayon::join(|| first.run(f, threads), || others.run(f, threads));
            return;
        }
        let mut left = self;
        while left.count() > 0 {
            let (first, others) = left.cut(1);
            let Parts { links, rows, active, bodies, speeds, saved, stale, items, .. } = first;
            f(TreePart { links, rows, active, bodies, speeds, saved, stale: &mut stale[0] }, items);
            left = others;
        }
    }
}

impl<T: Real> Trees<T> {
    /// How many.
    pub fn count(&self) -> usize {
        self.stale.len()
    }

    /// Joints in trees.
    pub fn joints(&self) -> usize {
        self.links.len()
    }

    /// Ready for passes, after trees have grown.
    pub fn begin(&mut self) {
        let (links, bodies) = (self.links.len(), self.bodies.len());
        self.stale.clear();
        self.stale.resize(self.starts.len(), true);
        self.starts.push(links as u32);
        self.rows.resize(links * MAX_HELD, LinkRow::NONE);
        self.speeds.resize(bodies, [impinge::Vec3::ZERO; 2]);
        self.saved.resize(bodies, [impinge::Vec3::ZERO; 2]);
    }

    /// The tree of a dynamic body, and its number among the bodies of that tree.
    pub fn tree_of(&self, place: usize) -> Option<(usize, usize)> {
        let slot = *self.slots.get(place)?;
        if slot == NONE {
            return None;
        }
        // The tree t has its bodies from starts[t] + t on.
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

    /// Places of the bodies of joint `k` in its tree.
    pub fn at(&self, k: usize) -> [usize; 2] {
        let link = &self.links[k];
        let tree = self.starts.partition_point(|&start| start as usize <= k) - 1;
        let (child, parent) = (k - self.starts[tree] as usize + 1, link.parent as usize);
        if link.child_is_b { [parent, child] } else { [child, parent] }
    }

    /// Does `f` with all trees, each with its items: those of tree t are from `items_at[t]` to the next.
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
            rows: &mut self.rows,
            active,
            bodies: &mut self.bodies,
            speeds: &mut self.speeds,
            saved: &mut self.saved,
            stale: &mut self.stale,
            items,
        };
        parts.run(&f, rayon::current_num_threads());
    }

    /// Writes the velocities of all trees back.
    pub fn scatter<S: Speeds<T> + ?Sized>(&self, speeds: &mut S) {
        for (body, &twist) in self.bodies.iter().zip(&self.speeds).filter(|(body, _)| !body.is_firm()) {
            speeds.set_twist(body.place as usize, twist);
        }
    }

    /// Inertia that tension adds to each body, by places.
    pub fn scatter_added(&self, added: &mut [impinge::math::Mat3<T>]) {
        for body in self.bodies.iter().filter(|body| !body.is_firm()) {
            added[body.place as usize] = body.added;
        }
    }
}

impl<T: Real> TreePart<'_, T> {
    /// Reads the velocities of its bodies.
    pub fn gather<S: Speeds<T> + ?Sized>(&mut self, speeds: &S) {
        for (body, twist) in self.bodies.iter().zip(self.speeds.iter_mut()) {
            *twist = speeds.twist(body.place as usize);
        }
    }
}
