//! Small-vector list: needs no heap memory while it is short.
//!
//! Faces have few corners: all of boxes and most of hulls have at most [`FEW`], also when clipped by one another. Such
//! lists are on the stack. A longer one, such as for a prism with a hundred sides, moves to the heap once.

use alloc::vec::Vec;
use core::fmt::{self, Debug, Formatter};

/// Number of items that fit without the heap. Two faces of 8 corners clip to 16. With a larger number every query would
/// take longer: the lists are initialized and copied as a whole.
pub(crate) const FEW: usize = 16;

/// A list that is on the stack up to `N` items.
#[derive(Clone)]
pub(crate) struct Few<T, const N: usize = FEW> {
    few: [T; N],
    len: usize,
    many: Vec<T>,
}

impl<T: Copy + Default, const N: usize> Few<T, N> {
    pub(crate) fn new() -> Self {
        Self { few: [T::default(); N], len: 0, many: Vec::new() }
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        if self.len < N {
            self.few[self.len] = item;
        } else {
            if self.many.is_empty() {
                self.many.extend_from_slice(&self.few);
            }
            self.many.push(item);
        }
        self.len += 1;
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
        self.many.clear();
    }

    /// Keeps the first `len` items.
    pub(crate) fn truncate(&mut self, len: usize) {
        if self.len > N && len <= N {
            self.few[..len].copy_from_slice(&self.many[..len]);
            self.many.clear();
        } else if self.len > N && len < self.len {
            self.many.truncate(len);
        }
        self.len = self.len.min(len);
    }

    #[inline]
    pub(crate) fn items(&self) -> &[T] {
        if self.len <= N { &self.few[..self.len] } else { &self.many }
    }

    #[inline]
    pub(crate) fn items_mut(&mut self) -> &mut [T] {
        if self.len <= N { &mut self.few[..self.len] } else { &mut self.many }
    }
}

impl<T: Copy + Default + Debug, const N: usize> Debug for Few<T, N> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.items()).finish()
    }
}

impl<T: Copy + Default, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Copy + Default, const N: usize> FromIterator<T> for Few<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut few = Self::new();
        for item in items {
            few.push(item);
        }
        few
    }
}

#[cfg(feature = "serde")]
impl<T: Copy + Default + serde::Serialize, const N: usize> serde::Serialize for Few<T, N> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.items().serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_points_that_are_pushed_short_or_long() {
        for count in [0, 1, FEW - 1, FEW, FEW + 1, 3 * FEW] {
            let mut list: Few<usize> = (0..count).collect();
            assert_eq!(list.items(), (0..count).collect::<Vec<_>>());
            for len in (0..count).rev() {
                list.items_mut()[len / 2] = 100 + len;
                let expected = list.items()[..len].to_vec();
                list.truncate(len + 1);
                list.truncate(len);
                assert_eq!(list.items(), expected);
            }
            list.clear();
            assert!(list.items().is_empty());
            list.push(7);
            assert_eq!(list.items(), [7]);
        }
    }
}
