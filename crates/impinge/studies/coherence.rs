//! Support calls and time of warm queries against cold ones, on pairs in coherent motion: the tables of
//! `docs/results/warm.md`.
//!
//! ```sh
//! cargo run --release --example coherence
//! ```

use impinge::*;
use impinge_scenes::coherent::{Family, Place, Regime, count, planars, solids};

const MOTIONS: u64 = 4;

fn table<V: Place, S: Shape<V = V>>(families: &[Family<S>]) {
    for family in families {
        if let Some(name) = std::env::args().nth(2)
            && name != family.name
        {
            continue;
        }
        for regime in Regime::ALL {
            let calls = count(family, regime, MOTIONS);
            print!("| {} | {} | {:.2} ", family.name, regime.name(), calls.hits as f64 / calls.steps as f64);
            for (_, [cold, warm]) in calls.queries() {
                let mean = |n: u64| n as f64 / calls.steps as f64;
                if cold == 0 && warm == 0 {
                    print!("| none ");
                } else {
                    print!("| {:.2} / {:.2} = {:.2} ", mean(warm), mean(cold), warm as f64 / cold as f64);
                }
            }
            println!("|");
        }
    }
}

fn main() {
    let all = std::env::args().nth(1).is_none();
    println!("## f64");
    table::<Vec3<f64>, _>(&solids());
    table::<Vec2<f64>, _>(&planars());
    if !all {
        return;
    }
    println!("## f32");
    table::<Vec3<f32>, _>(&solids());
    table::<Vec2<f32>, _>(&planars());
}
