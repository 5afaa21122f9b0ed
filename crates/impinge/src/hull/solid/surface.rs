//! Navigation on a closed surface of triangles.
//!
//! A half-edge has the index `3 t + i`: the edge of triangle `t` from its corner `i` to the next.

use alloc::vec::Vec;

use super::quickhull::Triangles;

impl Triangles {
    /// The origin vertex of a half-edge.
    #[inline]
    pub fn origin(&self, half_edge: u32) -> u32 {
        self.corners[half_edge as usize / 3][half_edge as usize % 3]
    }

    /// The target vertex of a half-edge.
    #[inline]
    pub fn target(&self, half_edge: u32) -> u32 {
        self.origin(next(half_edge))
    }

    /// The triangle on the other side.
    #[inline]
    pub fn across(&self, half_edge: u32) -> u32 {
        self.neighbors[half_edge as usize / 3][half_edge as usize % 3]
    }

    /// The half-edge in the opposite direction.
    #[inline]
    pub fn twin(&self, half_edge: u32) -> u32 {
        let (other, start) = (self.across(half_edge), self.target(half_edge));
        let corners = self.corners[other as usize];
        3 * other + corners.iter().position(|&c| c == start).unwrap_or(0) as u32
    }

    /// The next half-edge on the rim of the region of triangles for which `inside` holds.
    #[inline]
    pub fn next_on_rim(&self, half_edge: u32, inside: impl Fn(u32) -> bool) -> u32 {
        let mut h = next(half_edge);
        while inside(self.across(h)) {
            h = next(self.twin(h));
        }
        h
    }

    /// The previous half-edge on the rim of the region of triangles for which `inside` holds.
    #[inline]
    pub fn previous_on_rim(&self, half_edge: u32, inside: impl Fn(u32) -> bool) -> u32 {
        let mut h = previous(half_edge);
        while inside(self.across(h)) {
            h = previous(self.twin(h));
        }
        h
    }

    /// The rim of a region, counter-clockwise, starting at one of its half-edges. `rim` is overwritten.
    pub fn rim(&self, start: u32, inside: impl Fn(u32) -> bool, rim: &mut Vec<u32>) {
        rim.clear();
        let mut h = start;
        loop {
            rim.push(h);
            h = self.next_on_rim(h, &inside);
            if h == start {
                return;
            }
        }
    }
}

/// The next half-edge of the same triangle.
#[inline]
pub(super) fn next(half_edge: u32) -> u32 {
    if half_edge % 3 == 2 { half_edge - 2 } else { half_edge + 1 }
}

/// The previous half-edge of the same triangle.
#[inline]
pub(super) fn previous(half_edge: u32) -> u32 {
    if half_edge.is_multiple_of(3) { half_edge + 2 } else { half_edge - 1 }
}
