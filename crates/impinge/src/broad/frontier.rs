//! The queue of a best-first search, owned by the caller so that searches on one tree share nothing and do not allocate
//! after the first.

use alloc::vec::Vec;

use crate::math::Real;

/// Distance, number, and whether it belongs to a box.
type Entry<T> = (T, u32, bool);

/// Memory of [`AabbTree::each_by_distance`](super::AabbTree::each_by_distance). Create one and reuse it.
#[derive(Clone, Debug, Default)]
pub struct Frontier<T> {
    heap: Vec<Entry<T>>,
}

impl<T: Real> Frontier<T> {
    /// An empty queue.
    pub fn new() -> Self {
        Self { heap: Vec::new() }
    }

    pub(super) fn clear(&mut self) {
        self.heap.clear();
    }

    /// Whether `a` comes out first: the nearer one; of equally near ones nodes before boxes, then the lower number.
    fn first(a: &Entry<T>, b: &Entry<T>) -> bool {
        a.0 < b.0 || (a.0 == b.0 && (a.2, a.1) < (b.2, b.1))
    }

    pub(super) fn push(&mut self, distance: T, item: u32, is_box: bool) {
        self.heap.push((distance, item, is_box));
        let mut at = self.heap.len() - 1;
        while at > 0 {
            let above = (at - 1) / 2;
            if !Self::first(&self.heap[at], &self.heap[above]) {
                break;
            }
            self.heap.swap(at, above);
            at = above;
        }
    }

    pub(super) fn pop(&mut self) -> Option<Entry<T>> {
        let last = self.heap.len().checked_sub(1)?;
        self.heap.swap(0, last);
        let top = self.heap.pop();
        let mut at = 0;
        loop {
            let mut least = at;
            for below in [2 * at + 1, 2 * at + 2] {
                if below < self.heap.len() && Self::first(&self.heap[below], &self.heap[least]) {
                    least = below;
                }
            }
            if least == at {
                return top;
            }
            self.heap.swap(at, least);
            at = least;
        }
    }
}
