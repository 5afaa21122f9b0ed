//! Worlds of bodies in motion.

use impinge::Real;
use impinge_scenes::worlds::WorldScene;
use impinge_sim::generic::{WorldSettings, WorldSpace};
use impinge_sim::study::ThesisSettings;
use impinge_sim::{NoOverlapSettings, SoftSettings, Solver};

use crate::hash::line;

/// Steps of each world: enough for things to fall, touch, slide and sleep.
const STEPS: usize = 90;

pub fn simulations<T: Real, V: WorldSpace<Scalar = T>>(place: &str, scenes: Vec<WorldScene<V>>) {
    let soft = Solver::Soft(SoftSettings::default());
    let apart = Solver::NoOverlap(NoOverlapSettings::default());
    let thesis = Solver::Thesis(ThesisSettings::default());
    for scene in scenes {
        // The solver of the thesis is for space and has no joints, and only the soft step has belts.
        let solvers = match scene.name {
            _ if V::DIM == 2 => 2,
            "chain" | "figures" | "gears" => 2,
            "conveyor" => 1,
            _ => 3,
        };
        let all = [("soft", soft), ("no-overlap", apart), ("thesis", thesis)];
        for (name, solver) in all.into_iter().take(solvers) {
            let settings = WorldSettings { solver, ..WorldSettings::default() };
            let mut world = (scene.make)(settings, scene.few, 1);
            line(&format!("{} {name}", scene.name), place, |bits| {
                for step in 0..STEPS {
                    let report =
                        (scene.step)(&mut world, T::of(1.0 / scene.rate)).map_err(|error| error.to_string());
                    bits.name(&report);
                    if step % 15 == 14 {
                        for body in world.bodies() {
                            bits.told((world.pose(body), world.velocity(body), world.angular_velocity(body)));
                        }
                    }
                }
            });
        }
    }
}
