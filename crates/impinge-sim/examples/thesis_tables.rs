use impinge_sim::*;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args[1].parse().unwrap();
    let it: usize = args[2].parse().unwrap();
    let frac: f64 = args[3].parse().unwrap();
    let damp: f64 = args[4].parse().unwrap();
    for algorithm in ThesisAlgorithm::ALL {
        let t =
            ThesisSettings { algorithm, iterations: it, fraction: frac, damping: damp, ..Default::default() };
        let s =
            StackSettings::<f64> { solver: Solver::Thesis(t), steps: 6000, at_most: n, ..Default::default() };
        let clock = std::time::Instant::now();
        let r = tallest_stack(&s, &mut |_| ()).unwrap();
        println!(
            "{algorithm:?} tallest {} t/box {:?} {:.1}s",
            r.tallest,
            r.time_per_box_us,
            clock.elapsed().as_secs_f64()
        );
        for t in &r.trials {
            println!("   {t:?}");
        }
    }
}
