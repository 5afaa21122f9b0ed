//! A step does not allocate after warm-up: bodies that rest, sleep, fly fast, hit one another or are joined, under an allocator that counts.

use impinge::{Cuboid, Pose, Rot3, Sphere};
use impinge_scenes::worlds::{FigureSettings, add_figure};
use impinge_sim::joint::Distance;
use impinge_sim::{Body, EventSettings, Joint, Material, SleepSettings, World, WorldSettings};
use impinge_sim_tests::{add_floor, run};
use impinge_tests::counting::{Counting, asked};

#[global_allocator]
static COUNTING: Counting = Counting;

/// The same pile and the same shots again and again: after the first rounds nothing is allocated.
#[test]
fn steps_do_not_allocate() {
    let mut world = World::<f64>::new(WorldSettings {
        sleep: Some(SleepSettings::default()),
        events: Some(EventSettings { impact: 0.1 }),
        ..WorldSettings::default()
    });
    add_floor(&mut world);
    let (cube, ball) = (world.add_shape(Cuboid::new([0.5; 3])), world.add_shape(Sphere::new(0.1)));
    let zone = world.add_shape(Cuboid::new([9.0, 9.0, 0.5]));
    world.add(Body::fixed(zone, Pose::at([0.0, 0.0, 1.0])).sensor()).unwrap();
    let place = |i: u32| Pose::at([1.1 * f64::from(i % 3), 0.0, 0.5 + f64::from(i / 3)]);
    let start = |i: u32| Pose::at([0.3 * f64::from(i), -9.0 - f64::from(i % 2), 0.7]);
    let cubes: Vec<_> = (0..9).map(|i| world.add(Body::dynamic(cube, place(i))).unwrap()).collect();
    let rubber = Material { restitution: 0.9, ..Material::default() };
    let shots: Vec<_> =
        (0..8).map(|i| world.add(Body::dynamic(ball, start(i)).material(rubber)).unwrap()).collect();
    let mut last = 0;
    for _ in 0..12 {
        for (i, cube) in (0..).zip(&cubes) {
            world.set_pose(*cube, place(i)).unwrap();
            world.set_velocity(*cube, [0.0; 3]).unwrap();
            world.set_angular_velocity(*cube, [0.0; 3]).unwrap();
        }
        for (i, shot) in (0..).zip(&shots) {
            world.set_pose(*shot, start(i)).unwrap();
            world.set_velocity(*shot, [0.0, 400.0, 0.0]).unwrap();
        }
        last = asked(|| run(&mut world, 90)).1;
    }
    assert_eq!(last, 0, "the last round allocated {last} times");
}

/// Figures that fall, one beside the others and two that meet, and a board that hangs on two ropes: trees apart, trees that meet others, and
/// joints in no tree. They are taken out and put in again, so that each fall is the same to the bit: after the first ones nothing is
/// allocated. A fall that began with the loads of the last one would go another way each time, and once in a while have more contacts than
/// any before.
#[test]
fn steps_of_figures_do_not_allocate() {
    let mut world = World::<f64>::default();
    add_floor(&mut world);
    let board = world.add_shape(Cuboid::new([0.5, 0.1, 0.05]));
    let hook = world.add(Body::fixed(board, Pose::at([0.0, 9.0, 3.0]))).unwrap();
    let (mut last, mut ends) = (u64::MAX, Vec::new());
    for _ in 0..4 {
        let swing = world.add(Body::dynamic(board, Pose::at([0.0, 9.0, 2.0]))).unwrap();
        for x in [-0.4, 0.4] {
            let rope = Joint::distance([x, 9.0, 3.0], [x, 9.0, 2.0], Distance::default());
            world.add_joint(hook, swing, rope).unwrap();
        }
        let mut bodies = vec![swing];
        for (y, z) in [(0.0, 0.1), (3.0, 0.1), (3.1, 2.1)] {
            let lean = Rot3::from_axis_angle([0.0, 1.0, 0.0], 0.3);
            let figure =
                add_figure(&mut world, &Pose::new([0.0, y, z], lean), &FigureSettings::default()).unwrap();
            bodies.extend(figure.bones);
        }
        last = asked(|| run(&mut world, 60)).1;
        ends.push(bodies.iter().map(|body| world.pose(*body).unwrap().translation()).collect::<Vec<_>>());
        // The last first, so that each gets its place again.
        bodies.into_iter().rev().for_each(|body| world.remove(body).unwrap());
    }
    assert!(ends.windows(2).all(|pair| pair[0] == pair[1]), "all falls are the same");
    assert_eq!(last, 0, "the last fall allocated {last} times");
}
