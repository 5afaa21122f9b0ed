//! An allocator that counts: who promises not to allocate is held to it.
#![allow(unsafe_code)] // An allocator cannot be written otherwise. This one adds a count to the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, and how often each thread has asked it for memory.
///
/// A test program that counts makes it its own:
///
/// ```
/// use impinge_tests::counting::{Counting, asked};
///
/// #[global_allocator]
/// static COUNTING: Counting = Counting;
///
/// let (list, times) = asked(|| vec![1_u64; 100]);
/// assert_eq!((list.len(), times), (100, 1));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // At the end of a thread the counter is gone, and nobody asks for it.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: every call goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) }
    }
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        unsafe { System.realloc(place, layout, size) }
    }
}

/// Result of `work`, and its number of allocations on this thread, if the program's allocator is [`Counting`].
pub fn asked<R>(work: impl FnOnce() -> R) -> (R, u64) {
    let before = ASKED.get();
    let result = work();
    (result, ASKED.get() - before)
}
