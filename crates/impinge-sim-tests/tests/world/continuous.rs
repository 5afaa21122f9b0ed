//! Nothing passes through anything, however fast it is.

use impinge::body::{AnyBody, Compound};
use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, Capsule, Cuboid, HalfSpace, Pose, Real, Rot3, Sphere, Vec3};
use impinge_scenes::searches::ALL;
use impinge_sim::{Body, Material, World, WorldSettings};

fn weightless<T: Real>() -> World<T> {
    World::new(WorldSettings { gravity: Vec3::ZERO, ..WorldSettings::default() })
}

/// Bullets of many forms and directions against walls of many kinds, at 1,000 sizes a step.
fn walls<T: Real>() {
    let mut hits = 0;
    let v = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z));
    for form in 0..4 {
        for wall in 0..4 {
            for seed in 0..6 {
                let mut world = weightless::<T>();
                let elastic = Material { restitution: T::of(f64::from(seed % 2)), ..Material::default() };
                let shape = match wall {
                    0 => world.add_shape(Cuboid::new(v(0.01, 50.0, 50.0))),
                    1 => world.add_shape(HalfSpace::new(v(-1.0, 0.0, 0.0), T::ZERO)),
                    2 => {
                        let corners = [v(0.0, -90.0, -90.0), v(0.0, 90.0, -90.0), v(0.0, 0.0, 90.0)];
                        let corners = corners.map(|corner| corner.to_array());
                        world.add_shape(TriangleMesh::new(&corners, &[[0, 2, 1]]).unwrap().0)
                    }
                    _ => world.add_shape(Sphere::new(T::of(30.0))),
                };
                let at = if wall == 3 { v(30.0, 0.0, 0.0) } else { Vec3::ZERO };
                world.add(Body::fixed(shape, Pose::at(at)).material(elastic)).unwrap();
                let bullet = match form {
                    0 => world.add_shape(Sphere::new(T::of(0.1))),
                    1 => world.add_shape(Cuboid::new(v(0.1, 0.1, 0.1))),
                    2 => world.add_shape(Capsule::new(T::of(0.4), T::of(0.05))),
                    _ => world.add_shape(Cuboid::new(v(0.02, 0.3, 0.2))),
                };
                let turn = Rot3::from_axis_angle(v(1.0, f64::from(seed), 0.5), T::of(f64::from(seed)));
                let start = v(-37.0, f64::from(seed), 2.0 - f64::from(seed));
                // 1,000 times 0.2 in a sixtieth of a second.
                let body = Body::dynamic(bullet, Pose::new(start, turn)).velocity(v(12_000.0, -20.0, 10.0));
                let spin = T::of(30.0 * f64::from(seed));
                let bullet =
                    world.add(body.angular_velocity(v(0.0, 0.0, 1.0) * spin).material(elastic)).unwrap();
                for step in 0..30 {
                    world.step(T::of(1.0 / 60.0)).unwrap();
                    let at = world.pose(bullet).unwrap().translation();
                    // Along the wall it may come to its rim, and then past it.
                    if (wall == 0 || wall == 2) && at.y.abs().max(at.z.abs()).f64() > 25.0 {
                        break;
                    }
                    // How far its center is on the far side of the surface.
                    let beyond = if wall == 3 { T::of(30.0) - (at - v(30.0, 0.0, 0.0)).norm() } else { at.x };
                    hits += u32::from(step == 0 && beyond.f64() > -0.6); // It would be 160 beyond.
                    assert!(beyond.f64() < 0.0, "form {form}, wall {wall}, seed {seed}, step {step}: {at:?}");
                }
            }
        }
    }
    assert_eq!(hits, 96);
}

#[test]
fn bullets_do_not_pass_through_walls() {
    walls::<f64>();
    walls::<f32>();
}

/// Two boxes as one body, and a cube as a mesh.
fn tumblers() -> [AnyBody<Vec3<f64>>; 2] {
    let part = |half: [f64; 3], at: [f64; 3]| (AnyShape::from(Cuboid::new(half)), Pose::at(at));
    let boxes = Compound::new([part([0.5, 0.1, 0.1], [0.0; 3]), part([0.1, 0.4, 0.1], [0.3, 0.3, 0.0])]);
    let corners: Vec<[f64; 3]> =
        (0..8_u8).map(|i| [i & 1, i >> 1 & 1, i >> 2].map(|x| 0.6 * f64::from(x) - 0.3)).collect();
    let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let (cube, _) = TriangleMesh::from_polygons(&corners, &sides).unwrap();
    [boxes.into(), cube.into()]
}

/// A compound and a mesh went through a wall in the step after they had stopped at it, because bodies in contact were not cast unless they
/// were convex.
#[test]
fn tumbling_compounds_and_meshes_stay_before_a_wall() {
    for shape in tumblers() {
        for speed in [60.0, 120.0, 600.0] {
            for seed in 0..20 {
                let mut world = weightless::<f64>();
                let (wall, body) =
                    (world.add_shape(Cuboid::new([0.25, 20.0, 20.0])), world.add_shape(shape.clone()));
                world.add(Body::fixed(wall, Pose::at([0.25, 0.0, 0.0]))).unwrap();
                let phase = f64::from(seed);
                let turn = Rot3::from_axis_angle(Vec3::new(1.0, phase, 0.5), phase);
                let body = Body::dynamic(body, Pose::new([-4.0 - 0.1 * phase, 0.0, 0.0], turn));
                let spin = Vec3::new(phase.sin(), phase.cos(), 0.5) * (3.0 * phase);
                let body = world.add(body.velocity([speed, 0.0, 0.0]).angular_velocity(spin)).unwrap();
                for step in 0..30 {
                    world.step(1.0 / 60.0).unwrap();
                    let at = world.pose(body).unwrap().transform(world.mass(body).unwrap().center);
                    assert!(at.x < 0.0, "speed {speed}, seed {seed}, step {step}: {at:?}");
                }
            }
        }
    }
}

/// A body on the floor went through the wall if both were one body: it had a contact with that.
#[test]
fn crates_stay_in_a_room_that_is_one_body() {
    let part = |half: [f64; 3], at: [f64; 3]| (AnyShape::from(Cuboid::new(half)), Pose::at(at));
    let room = Compound::new([
        part([40.0, 40.0, 0.25], [-40.0, 0.0, -0.25]),
        part([0.25, 40.0, 4.0], [0.25, 0.0, 4.0]),
    ]);
    for shape in tumblers() {
        for speed in [20.0, 40.0, 60.0] {
            for seed in 0..20 {
                let mut world = World::<f64>::default();
                let (room, body) = (world.add_shape(room.clone()), world.add_shape(shape.clone()));
                world.add(Body::fixed(room, Pose::IDENTITY)).unwrap();
                let start = Pose::at([-2.0 - 0.1 * f64::from(seed), 0.0, 0.3]);
                let body = world.add(Body::dynamic(body, start).velocity([speed, 0.0, 0.0])).unwrap();
                for step in 0..60 {
                    world.step(1.0 / 60.0).unwrap();
                    let at = world.pose(body).unwrap().transform(world.mass(body).unwrap().center);
                    assert!(at.x < 0.0 && at.z > 0.0, "speed {speed}, seed {seed}, step {step}: {at:?}");
                }
            }
        }
    }
}

/// Bodies and walls of all forms, in flight, on a floor, in touch at the start, against plates that move, pressed, and in rooms.
#[test]
fn nothing_passes_through_anything() {
    let search = ALL.iter().find(|search| search.name == "tunnels").unwrap();
    for row in (search.run)(3, 224) {
        assert_eq!(row.faults, 0, "{}: {:?}", row.name, row.first);
    }
}

/// Two bullets that come at one another hit, and keep their momentum; two side by side do not.
#[test]
fn bullets_hit_bullets() {
    let mut world = weightless::<f64>();
    let ball = world.add_shape(Sphere::new(0.1));
    let mut add = |x: f64, y: f64, speed: f64| {
        world.add(Body::dynamic(ball, Pose::at([x, y, 0.0])).velocity([speed, 0.0, 0.0])).unwrap()
    };
    let (left, right) = (add(-60.0, 0.0, 12_000.0), add(70.0, 0.0, -12_000.0));
    // One behind the other at the same speed, and one that passes beside all.
    let (first, second, beside) =
        (add(-60.0, 9.0, 9_000.0), add(-60.5, 9.0, 9_000.0), add(60.0, 9.3, -9_000.0));
    for _ in 0..4 {
        world.step(1.0 / 60.0).unwrap();
    }
    let x = |world: &World<f64>, body| world.pose(body).unwrap().translation().x;
    assert!(x(&world, left) < x(&world, right), "they did not change places");
    let speeds = [left, right].map(|body| world.velocity(body).unwrap().x);
    assert!(speeds[0] <= 1.0 && speeds[1] >= -1.0, "{speeds:?}");
    assert!((speeds[0] + speeds[1]).abs() < 1e-6);
    assert!((x(&world, first) - 540.0).abs() < 1e-9 && (x(&world, second) - 539.5).abs() < 1e-9);
    assert!((x(&world, beside) + 540.0).abs() < 1e-9);
}

/// A bullet behind another that stops at a wall stops at that one.
#[test]
fn a_queue_of_bullets_stops_at_a_wall() {
    let mut world = weightless::<f64>();
    let (ball, wall) = (world.add_shape(Sphere::new(0.1)), world.add_shape(Cuboid::new([0.05, 9.0, 9.0])));
    world.add(Body::fixed(wall, Pose::IDENTITY)).unwrap();
    let queue: Vec<_> = (0..5)
        .map(|i| {
            let at = Pose::at([-30.0 - f64::from(i), 0.0, 0.0]);
            world.add(Body::dynamic(ball, at).velocity([12_000.0, 0.0, 0.0])).unwrap()
        })
        .collect();
    for _ in 0..60 {
        world.step(1.0 / 60.0).unwrap();
        let places: Vec<_> = queue.iter().map(|ball| world.pose(*ball).unwrap().translation().x).collect();
        assert!(places[0] < 0.0 && places.is_sorted_by(|a, b| a > b), "{places:?}");
    }
}

/// A fast sliding body does not stick to its obstacle, and a wall at the end still stops it.
#[test]
fn fast_bodies_slide_on_the_ground() {
    let mut world = World::<f64>::default();
    let (floor, wall) = (
        world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0)),
        world.add_shape(Cuboid::new([0.1, 9.0, 9.0])),
    );
    let puck = world.add_shape(Cuboid::new([0.1, 0.1, 0.05]));
    let ice = Material { friction: 0.0, ..Material::default() };
    world.add(Body::fixed(floor, Pose::IDENTITY).material(ice)).unwrap();
    world.add(Body::fixed(wall, Pose::at([100.1, 0.0, 0.0])).material(ice)).unwrap();
    let puck = Body::dynamic(puck, Pose::at([0.0, 0.0, 0.05])).velocity([60.0, 0.0, 0.0]).material(ice);
    let puck = world.add(puck).unwrap();
    for _ in 0..60 {
        world.step(1.0 / 60.0).unwrap();
    }
    let at = world.pose(puck).unwrap().translation();
    assert!((at.x - 60.0).abs() < 0.1 && (at.z - 0.05).abs() < 0.01, "{at:?}");
    for _ in 0..60 {
        world.step(1.0 / 60.0).unwrap();
        assert!(world.pose(puck).unwrap().translation().x < 99.95);
    }
}

/// Without it bullets do pass: the tests above test something.
#[test]
fn it_can_be_switched_off() {
    let mut world = World::<f64>::new(WorldSettings {
        gravity: Vec3::ZERO,
        continuous: false,
        ..WorldSettings::default()
    });
    let (ball, wall) = (world.add_shape(Sphere::new(0.1)), world.add_shape(Cuboid::new([0.05, 9.0, 9.0])));
    world.add(Body::fixed(wall, Pose::IDENTITY)).unwrap();
    let bullet = Body::dynamic(ball, Pose::at([-30.0, 0.0, 0.0])).velocity([12_000.0, 0.0, 0.0]);
    let bullet = world.add(bullet).unwrap();
    world.step(1.0 / 60.0).unwrap();
    assert!(world.pose(bullet).unwrap().translation().x > 100.0);
}

/// Bodies that fall one behind the other do not run over those that have stopped, with continuous collision or without.
#[test]
fn a_pile_that_falls_fast_hardly_overlaps() {
    let deepest = [true, false].map(|continuous| {
        let mut world = World::<f32>::new(WorldSettings { continuous, ..WorldSettings::default() });
        let (floor, form) =
            (world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0)), world.add_shape(Cuboid::new([0.4; 3])));
        world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
        for i in 0..4_u8 {
            for j in 0..8_u8 {
                let (x, z) = (f32::from(i) + 0.1 * f32::from(j % 3), 1.0 + 1.3 * f32::from(j));
                let turn =
                    Rot3::from_axis_angle(Vec3::new(1.0, f32::from(i), f32::from(j)), f32::from(i + j));
                // A quarter of a cube in each step.
                let body =
                    Body::dynamic(form, Pose::new([x * 1.5, 0.0, z], turn)).velocity([0.0, 0.0, -12.0]);
                world.add(body).unwrap();
            }
        }
        (0..60).fold(0.0, |deepest, _| f32::max(deepest, world.step(1.0 / 60.0).unwrap().deepest))
    });
    let [on, off] = deepest;
    assert!(on < 0.1 && on < 1.1 * off, "{deepest:?}");
}

/// A body that has stopped may still be run over in the same step by what moves less than half of its inner size, or by what touched it at
/// the start, but not by more than that: centers stay outside, and both come apart again.
#[test]
fn a_body_does_not_pass_one_that_stopped_ahead_of_it() {
    let mut world = weightless::<f64>();
    let wall = world.add_shape(Cuboid::new([0.05, 9.0, 9.0]));
    world.add(Body::fixed(wall, Pose::at([0.05, 0.0, 0.0]))).unwrap();
    let (small, large) = (world.add_shape(Cuboid::new([0.1; 3])), world.add_shape(Cuboid::new([0.5; 3])));
    // Two that touch and fly at the wall, and a large one that comes down beside it on the first.
    let mut add = |shape, at: [f64; 3], velocity: [f64; 3]| {
        world.add(Body::dynamic(shape, Pose::at(at)).velocity(velocity)).unwrap()
    };
    let first = add(small, [-5.0, 0.0, 0.0], [12_000.0, 0.0, 0.0]);
    let follower = add(small, [-5.2, 0.0, 0.0], [12_000.0, 0.0, 0.0]);
    let above = add(large, [-0.55, 0.0, 0.65], [0.0, 0.0, -8.0]);
    let mut deepest = [0.0, 0.0];
    for step in 0..60 {
        world.step(1.0 / 60.0).unwrap();
        let [one, two] =
            [follower, above].map(|body| world.scene().contact_between(first, body).unwrap().signed_distance);
        assert!(one > -0.1 && two > -0.25, "step {step}: {one}, {two}");
        deepest = [one.min(deepest[0]), two.min(deepest[1])];
        let [a, b] = [first, follower].map(|body| world.pose(body).unwrap().translation());
        assert!(a.x < 0.0 && (b.x < a.x || (b - a).norm() > 0.2), "step {step}: {a:?}, {b:?}");
    }
    assert!(deepest[0] < -0.01 && deepest[1] < -0.01, "it happens: {deepest:?}");
    for body in [follower, above] {
        let apart = world.scene().contact_between(first, body).unwrap().signed_distance;
        assert!(apart > -0.01, "they come apart: {apart}");
    }
}

/// A heavy impact drives them into one another, farther than their cores; each is pushed out of one neighbor and into another.
#[test]
fn cubes_that_fall_in_columns_come_out_of_one_another() {
    let mut world = World::<f64>::default();
    let base = world.add_shape(Cuboid::new([20.0, 20.0, 1.0]));
    world.add(Body::fixed(base, Pose::at([0.0, 0.0, -1.0]))).unwrap();
    let cube = world.add_shape(Cuboid::new([0.25; 3]));
    for i in 0..15 {
        for k in 0..15 {
            let at = [0.6 * (f64::from(i) - 7.0), 0.0, 5.0 + 0.6 * f64::from(k)];
            world.add(Body::dynamic(cube, Pose::at(at))).unwrap();
        }
    }
    let mut deepest: f64 = 0.0;
    for step in 0..300 {
        let depth = world.step(1.0 / 60.0).unwrap().deepest;
        deepest = deepest.max(depth);
        assert!(step < 240 || depth < 0.02, "{depth} deep in step {step}");
    }
    assert!(deepest > 0.15, "the impact is hard enough: {deepest}");
}
