//! After warm-up a step of the no-overlap solver asks for no memory, under an allocator that counts.

use impinge_scenes::worlds::no_overlap as scenes;
use impinge_sim::NoOverlapSettings;
use impinge_tests::counting::{Counting, asked};

#[global_allocator]
static COUNTING: Counting = Counting;

#[test]
fn a_step_does_not_allocate_after_warm_up() {
    // One thread: tasks that are handed to others take memory.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    pool.install(|| {
        let mut world = scenes::floor(NoOverlapSettings::<f64>::default());
        scenes::wall(&mut world, 4, 4, 0.25 / 32.0);
        scenes::shoot(&mut world, [0.8, 0.45], 30.0);
        let (mut casts, mut last) = (0, 0);
        for step in 0..120 {
            let (report, times) = asked(|| world.step(1.0 / 60.0));
            casts += report.unwrap().casts;
            if times > 0 {
                last = step;
            }
        }
        assert!(casts > 100, "{casts} casts");
        // Lists grow as long as more bodies come to touch than ever before.
        assert!(last < 90, "step {last} asked for memory");
    });
}
