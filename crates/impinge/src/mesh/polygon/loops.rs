//! Half-edge structure: polygons as loops that can be joined and cut without copying.
//!
//! A half-edge is one side of one polygon. Its twin is the same edge in the direction of the neighbor. An edge that does not have exactly
//! one half-edge in each direction has no twins at first; it is crowded if it has more than one half-edge. See `crowds` for those that
//! get twins later.

use alloc::vec;
use alloc::vec::Vec;

use super::NONE;

/// Rings of polygons, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Rings {
    pub(super) corners: Vec<u32>,
    /// Index at which each ring begins, and the end of the last one.
    pub(super) starts: Vec<u32>,
}

impl Rings {
    pub(super) fn new() -> Self {
        Self { corners: Vec::new(), starts: vec![0] }
    }

    pub(super) fn len(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    pub(super) fn get(&self, ring: usize) -> &[u32] {
        &self.corners[self.starts[ring] as usize..self.starts[ring + 1] as usize]
    }

    pub(super) fn push(&mut self, ring: &[u32]) {
        self.corners.extend_from_slice(ring);
        self.starts.push(self.corners.len() as u32);
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u32]> + Clone {
        (0..self.len()).map(|ring| self.get(ring))
    }
}

/// The loops of all polygons.
#[derive(Clone, Debug)]
pub(super) struct Loops {
    /// Origin vertex of each half-edge.
    pub(super) origin: Vec<u32>,
    /// The half-edge in the opposite direction, or [`NONE`].
    pub(super) twin: Vec<u32>,
    pub(super) next: Vec<u32>,
    pub(super) previous: Vec<u32>,
    /// Polygon of each half-edge, as long as polygons are not merged.
    pub(super) face: Vec<u32>,
    /// Some half-edge of each polygon, [`NONE`] for a polygon that is gone.
    pub(super) first: Vec<u32>,
    /// Whether several half-edges run between the same vertices and are not twins.
    pub(super) crowded: Vec<bool>,
    /// Whether the two polygons at the edge lie face to face, with no space between them.
    pub(super) shut: Vec<bool>,
    /// Whether every edge has as many half-edges in one direction as in the other.
    pub(super) closed: bool,
}

impl Loops {
    pub(super) fn new(rings: &Rings) -> Self {
        let count = rings.corners.len();
        let mut loops = Self {
            origin: rings.corners.clone(),
            twin: vec![NONE; count],
            next: (1..=count as u32).collect(),
            previous: (0..count as u32).map(|h| h.wrapping_sub(1)).collect(),
            face: vec![0; count],
            first: rings.starts[..rings.len()].to_vec(),
            crowded: vec![false; count],
            shut: vec![false; count],
            closed: true,
        };
        for face in 0..rings.len() {
            let (start, end) = (rings.starts[face], rings.starts[face + 1]);
            loops.face[start as usize..end as usize].fill(face as u32);
            loops.next[end as usize - 1] = start;
            loops.previous[start as usize] = end - 1;
        }
        loops.join_twins();
        loops
    }

    /// Vertex at the end of a half-edge.
    #[inline]
    pub(super) fn target(&self, half_edge: u32) -> u32 {
        self.origin[self.next[half_edge as usize] as usize]
    }

    fn join_twins(&mut self) {
        // Half-edges between the same vertices are consecutive once sorted.
        let mut keys: Vec<(u64, u32)> = (0..self.origin.len() as u32)
            .map(|h| {
                let (a, b) = (self.origin[h as usize], self.target(h));
                (u64::from(a.min(b)) << 32 | u64::from(a.max(b)), h)
            })
            .collect();
        keys.sort_unstable();
        for group in keys.chunk_by(|a, b| a.0 == b.0) {
            let forward = group.iter().filter(|k| u64::from(self.origin[k.1 as usize]) == k.0 >> 32).count();
            self.closed &= 2 * forward == group.len();
            match *group {
                [_] => {}
                [(_, a), (_, b)] if forward == 1 => {
                    self.twin[a as usize] = b;
                    self.twin[b as usize] = a;
                }
                _ => group.iter().for_each(|k| self.crowded[k.1 as usize] = true),
            }
        }
    }

    /// Half-edges of one polygon, in order.
    pub(super) fn ring(&self, face: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.first[face as usize];
        let mut next = (first != NONE).then_some(first);
        core::iter::from_fn(move || {
            let h = next?;
            let after = self.next[h as usize];
            next = (after != first).then_some(after);
            Some(h)
        })
    }
}
