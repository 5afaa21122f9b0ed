//! After warm-up a step of the no-overlap solver asks for no memory, under an allocator that counts.
#![allow(unsafe_code)] // An allocator cannot be written otherwise. This one adds a count to the system's.

#[path = "../examples/no_overlap/scenes.rs"]
#[expect(dead_code, reason = "letters and figures are for other tests")]
mod scenes;

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use impinge_sim::NoOverlapSettings;

/// The system's allocator, and how often this thread has asked it for memory.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

#[test]
fn a_step_asks_for_no_memory_after_warm_up() {
    // One thread: tasks that are handed to others take memory.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let mut world = scenes::floor(NoOverlapSettings::<f64>::default());
        scenes::wall(&mut world, 4, 4, 0.25 / 32.0);
        scenes::shoot(&mut world, [0.8, 0.45], 30.0);
        let (mut casts, mut last) = (0, 0);
        for step in 0..120 {
            let before = COUNT.with(Cell::get);
            casts += world.step(1.0 / 60.0).unwrap().casts;
            if COUNT.with(Cell::get) > before {
                last = step;
            }
        }
        assert!(casts > 100, "{casts} casts");
        // Lists grow as long as more bodies come to touch than ever before.
        assert!(last < 90, "step {last} asked for memory");
    });
}
