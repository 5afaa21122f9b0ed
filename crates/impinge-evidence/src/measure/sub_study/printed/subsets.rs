//! Subsets of the four vertices of a simplex: bit i is set where vertex i is in it.

/// All subsets, the small ones first.
pub const BY_SIZE: [usize; 15] = [1, 2, 4, 8, 3, 5, 6, 9, 10, 12, 7, 11, 13, 14, 15];

/// The vertices in a subset.
#[inline]
pub fn members(subset: usize) -> impl Iterator<Item = usize> {
    (0..4).filter(move |vertex| subset >> vertex & 1 == 1)
}
