//! Figures with a bone that the user moves: the rest follows as far as it can, and constraints that contradict one another give way.

use impinge::{HalfSpace, Pose, Real, Rot3, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::worlds::{Figure, FigureSettings, add_figure};
use impinge_sim::{Body, BodyKind, World};
use serde::{Deserialize, Serialize};

use super::v;

fn on_floor<T: Real>(pose: &Pose<Vec3<T>>) -> (World<T>, Figure) {
    let mut world = World::default();
    let floor = world.add_shape(HalfSpace::new(v::<T>(0.0, 0.0, 1.0), T::ZERO));
    world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
    let figure = add_figure(&mut world, pose, &FigureSettings::default()).unwrap();
    (world, figure)
}

/// The largest speed in three seconds.
fn fastest<T: Real + Serialize + for<'a> Deserialize<'a>>(world: &mut World<T>, figure: &Figure) -> f64 {
    let mut fastest = 0.0_f64;
    for _ in 0..180 {
        world.step(T::of(1.0 / 60.0)).unwrap();
        for &bone in &figure.bones {
            fastest = fastest.max(world.velocity(bone).unwrap().norm().f64());
        }
    }
    serde_json::from_str::<World<T>>(&serde_json::to_string(&*world).unwrap()).unwrap();
    fastest
}

// 13 of 14 bones led to NaN: contacts of bones that could not give way got forces without a limit.
#[test]
fn bones_pressed_on_the_floor_do_not_explode() {
    fn check<T: Real + Serialize + for<'a> Deserialize<'a>>(most: f64) {
        for bone in 0..14 {
            let (mut world, figure) = on_floor::<T>(&Pose::at(v(0.0, 0.0, 0.05)));
            for _ in 0..120 {
                world.step(T::of(1.0 / 60.0)).unwrap();
            }
            world.set_kind(figure.bones[bone], BodyKind::Kinematic).unwrap();
            world.set_velocity(figure.bones[bone], v::<T>(0.0, 0.0, -0.1)).unwrap();
            world.set_angular_velocity(figure.bones[bone], Vec3::ZERO).unwrap();
            let speed = fastest(&mut world, &figure);
            assert!(speed < most, "bone {bone}: {speed} m/s");
        }
    }
    check::<f64>(400.0);
    check::<f32>(400.0);
}

// 48 of 64 figures reached speeds up to 1e220 m/s: a bone that goes on through the floor, at several meters per second, drags the others.
#[test]
fn figures_with_a_bone_that_goes_on_through_the_floor_stay_finite() {
    for seed in 0..64 {
        let mut rng = Rng::new(seed);
        let rotation: Rot3<f64> = rng.rotation3();
        let (mut world, figure) = on_floor(&Pose::new(v(0.0, 0.0, 1.0), rotation));
        for _ in 0..rng.below(60) {
            world.step(1.0 / 60.0).unwrap();
        }
        world.set_kind(figure.bones[rng.below(14)], BodyKind::Kinematic).unwrap();
        let speed = fastest(&mut world, &figure);
        assert!(speed < 3000.0, "figure {seed}: {speed} m/s");
    }
}
