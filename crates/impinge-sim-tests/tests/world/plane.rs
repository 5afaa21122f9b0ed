//! Worlds in the plane: the same guarantees as in space, on shapes of the plane.

use impinge::body::{Chain, Compound, Region};
use impinge::{
    AnyShape2, Capsule2, Circle, ConvexPolygon, HalfSpace, Pose, Ray, Rectangle, Rot2, Segment2, Vec2,
};
use impinge_sim::joint::{Distance, Hinge, Motor, Slider};
use impinge_sim::plane::{Body, Event, Joint, Mass, PreSolve, StepHooks, World, WorldSettings};
use impinge_sim::{
    BodyHandle, EventSettings, Material, NoOverlapSettings, SleepSettings, SoftSettings, Solver, WorldError,
};

use std::sync::Arc;

const TIME: f64 = 1.0 / 60.0;

fn weightless() -> WorldSettings<f64> {
    WorldSettings { gravity: Vec2::ZERO, ..WorldSettings::default() }
}

/// A ground below y = 0.
fn ground(world: &mut World<f64>) -> BodyHandle {
    let shape = world.add_shape(HalfSpace::new([0.0, 1.0], 0.0));
    world.add(Body::fixed(shape, Pose::IDENTITY)).unwrap()
}

fn run(world: &mut World<f64>, steps: usize) {
    for _ in 0..steps {
        world.step(TIME).unwrap();
    }
}

/// A pyramid of unit squares with this many at the base.
fn pyramid(settings: WorldSettings<f64>, base: usize) -> (World<f64>, Vec<BodyHandle>) {
    let mut world = World::new(settings);
    ground(&mut world);
    let square = world.add_shape(Rectangle::new([0.5, 0.5]));
    let mut all = Vec::new();
    for row in 0..base {
        for i in 0..base - row {
            let at = [i as f64 * 1.05 + row as f64 * 0.525, 0.52 + row as f64 * 1.02];
            all.push(world.add(Body::dynamic(square, Pose::at(at))).unwrap());
        }
    }
    (world, all)
}

#[test]
fn bodies_fall_and_come_to_rest_at_their_heights() {
    let mut world = World::<f64>::default();
    ground(&mut world);
    let l = Region::new(&[[[0.0, 0.0], [2.0, 0.0], [2.0, 0.5], [0.5, 0.5], [0.5, 2.0], [0.0, 2.0]]]);
    let dumbbell: Compound<AnyShape2<f64>> = Compound::new([
        (Circle::new(0.5).into(), Pose::at([-1.0, 0.0])),
        (Circle::new(0.5).into(), Pose::at([1.0, 0.0])),
        (Rectangle::new([1.0, 0.1]).into(), Pose::IDENTITY),
    ]);
    let triangle = ConvexPolygon::new(&[[-1.0, 0.0], [1.0, 0.0], [0.0, 2.0]]);
    let shapes = [
        (world.add_shape(Circle::new(0.5)), 0.5),
        (world.add_shape(Rectangle::new([0.5, 0.25])), 0.25),
        (world.add_shape(Capsule2::new(0.5, 0.25)), 0.75),
        (world.add_shape(triangle), 0.0),
        (world.add_shape(Arc::new(l)), 0.0),
        (world.add_shape(dumbbell), 0.5),
    ];
    let bodies: Vec<_> = shapes
        .iter()
        .enumerate()
        .map(|(i, (shape, height))| {
            let at = Pose::at([5.0 * i as f64, height + 0.5]);
            (world.add(Body::dynamic(*shape, at)).unwrap(), *height)
        })
        .collect();
    run(&mut world, 240);
    for (i, (body, height)) in bodies.into_iter().enumerate() {
        let found = world.pose(body).unwrap().translation().y;
        // A capsule on its end may have tipped over.
        let fits = (found - height).abs() < 5e-3 || (i == 2 && (found - 0.25).abs() < 5e-3);
        assert!(fits, "body {i} is at {found} instead of {height}");
        assert!(world.velocity(body).unwrap().norm() < 0.02, "body {i} moves");
    }
}

#[test]
fn masses_are_those_of_closed_forms() {
    let mut world = World::<f64>::default();
    let bar = world.add_shape(Rectangle::new([1.0, 0.5]));
    let bar = world.add(Body::dynamic(bar, Pose::IDENTITY).density(3.0)).unwrap();
    let mass = world.mass(bar).unwrap();
    assert!((mass.mass - 6.0).abs() < 1e-12 && (mass.inertia - 6.0 * 1.25 / 3.0).abs() < 1e-12);
    // An L of three squares.
    let l = Region::new(&[[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]]]);
    let mass = Mass::<f64>::of_shape(&Arc::new(l).into(), 1.0).unwrap();
    assert!((mass.mass - 3.0).abs() < 1e-12);
    assert!((mass.center - Vec2::new(5.0 / 6.0, 5.0 / 6.0)).norm() < 1e-12);
    // Each square has 1/6 about its own center; those are at √2/3·½, √5/3·½ … from the common one.
    let arms = [[0.5, 0.5], [1.5, 0.5], [0.5, 1.5]].map(|c| (Vec2::from(c) - mass.center).norm_squared());
    assert!((mass.inertia - (0.5 + arms.iter().sum::<f64>())).abs() < 1e-12);
    // A chain has no area.
    let chain: Chain<f64> = Chain::new(&[[0.0, 0.0], [1.0, 0.0], [2.0, 1.0]]);
    let chain = world.add_shape(Arc::new(chain));
    assert!(matches!(world.add(Body::dynamic(chain, Pose::IDENTITY)), Err(WorldError::NoVolume)));
}

#[test]
fn a_free_body_moves_as_it_must() {
    let mut world = World::new(weightless());
    let bar = world.add_shape(Rectangle::new([1.0, 0.1]));
    let body = Body::dynamic(bar, Pose::at([1.0, 2.0])).velocity([3.0, -1.0]).angular_velocity(-2.0);
    let bar = world.add(body).unwrap();
    let (energy, momentum) = (world.energy(), world.momentum());
    run(&mut world, 60);
    let pose = world.pose(bar).unwrap();
    assert!((pose.translation() - Vec2::new(4.0, 1.0)).norm() < 1e-12);
    let turned = pose.rotation().inverse().compose(&Rot2::from_angle(-2.0)).sin().abs();
    // Of second order: (θ per sub-step)² / 12.
    assert!(turned < 2e-5, "off by {turned}");
    assert!((world.energy() - energy).abs() < 1e-12 * energy);
    assert!((world.momentum().angular - momentum.angular).abs() < 1e-12 * momentum.angular.abs());
}

#[test]
fn forces_and_impulses_act_at_points() {
    let mut world = World::new(weightless());
    let square = world.add_shape(Rectangle::new([0.5, 0.5]));
    let body = world.add(Body::dynamic(square, Pose::IDENTITY)).unwrap();
    world.apply_impulse_at(body, [0.0, 1.0], [0.5, 0.0]).unwrap();
    assert_eq!(world.velocity(body).unwrap(), Vec2::new(0.0, 1.0));
    assert!((world.angular_velocity(body).unwrap() - 3.0).abs() < 1e-12, "0.5 / (1/6)");
    world.apply_angular_impulse(body, -0.5).unwrap();
    assert!(world.angular_velocity(body).unwrap().abs() < 1e-12);
    world.apply_torque(body, 1.0).unwrap();
    world.apply_force(body, [6.0, 0.0]).unwrap();
    world.step(TIME).unwrap();
    assert!((world.angular_velocity(body).unwrap() - 6.0 * TIME).abs() < 1e-12);
    assert!((world.velocity(body).unwrap().x - 6.0 * TIME).abs() < 1e-12);
    assert!(
        world.apply_torque(body, f64::NAN).is_err() && world.set_velocity(body, [f64::NAN, 0.0]).is_err()
    );
}

#[test]
fn a_block_slides_as_far_as_friction_lets_it() {
    let mut world = World::<f64>::default();
    ground(&mut world);
    let square = world.add_shape(Rectangle::new([0.5, 0.5]));
    let material = Material { friction: 0.3, ..Material::default() };
    world.set_settings(WorldSettings::default());
    let body = Body::dynamic(square, Pose::at([0.0, 0.5])).velocity([3.0, 0.0]).material(material);
    let body = world.add(body).unwrap();
    let floor = world.bodies().next().unwrap();
    world.set_material(floor, material).unwrap();
    run(&mut world, 180);
    let way = world.pose(body).unwrap().translation().x;
    assert!((way - 9.0 / (2.0 * 0.3 * 9.81)).abs() < 0.05, "it slid {way}");
    assert!(world.velocity(body).unwrap().norm() < 1e-3);
}

#[test]
fn joints_leave_the_motions_that_they_name() {
    let mut world = World::new(weightless());
    let square = world.add_shape(Rectangle::new([0.5, 0.1]));
    let base = world.add(Body::fixed(square, Pose::IDENTITY)).unwrap();
    let add =
        |world: &mut World<f64>, x: f64, y: f64| world.add(Body::dynamic(square, Pose::at([x, y]))).unwrap();
    let motor = Some(Motor { speed: 2.0, strength: 100.0 });
    let door = add(&mut world, 1.0, 0.0);
    let hinge = Joint::hinge([0.5, 0.0], Hinge { motor, ..Hinge::default() });
    let hinge = world.add_joint(base, door, hinge).unwrap();
    let cart = add(&mut world, 0.0, 5.0);
    let slider = Joint::slider([0.0, 5.0], [1.0, 1.0], Slider { motor, ..Slider::default() });
    let slider = world.add_joint(base, cart, slider).unwrap();
    let rod = add(&mut world, -5.0, 0.0);
    world.set_velocity(rod, [0.0, 2.0]).unwrap();
    let distance = world.add_joint(base, rod, Joint::distance([0.0, 0.0], [-5.0, 0.0], Distance::default()));
    let distance = distance.unwrap();
    let welded = add(&mut world, 2.0, 0.0);
    world.add_joint(door, welded, Joint::weld([1.5, 0.0])).unwrap();
    run(&mut world, 30);
    assert!((world.joint(hinge).unwrap().position - 1.0).abs() < 0.05);
    assert!((world.joint(slider).unwrap().position - 1.0).abs() < 0.05);
    let cart = world.pose(cart).unwrap();
    assert!((cart.translation() - Vec2::new(0.0, 5.0)).perp_dot(Vec2::new(1.0, 1.0)).abs() < 1e-3);
    assert!(cart.rotation().sin().abs() < 1e-3, "a slider does not turn");
    assert!((world.joint(distance).unwrap().position - 5.0).abs() < 1e-2);
    let [one, other] = [door, welded].map(|body| world.pose(body).unwrap().rotation().angle());
    assert!((one - other).abs() < 1e-2 && (one - 1.0).abs() < 0.05);
}

#[test]
fn gears_turn_at_their_ratio_and_a_pendulum_swings_in_its_time() {
    let mut world = World::new(weightless());
    let wheel = world.add_shape(Circle::new(0.5));
    let base = world.add(Body::fixed(wheel, Pose::at([0.0, 9.0]))).unwrap();
    let wheels = [0.0, 2.0].map(|x| world.add(Body::dynamic(wheel, Pose::at([x, 0.0]))).unwrap());
    for (x, wheel) in [0.0, 2.0].into_iter().zip(wheels) {
        world.add_joint(base, wheel, Joint::hinge([x, 0.0], Hinge::default())).unwrap();
    }
    world.add_joint(wheels[0], wheels[1], Joint::gear(2.0)).unwrap();
    world.set_angular_velocity(wheels[0], 4.0).unwrap();
    run(&mut world, 10);
    let [a, b] = wheels.map(|wheel| world.angular_velocity(wheel).unwrap());
    assert!((a + 2.0 * b).abs() < 1e-3 && a > 1.0, "{a} and {b}");

    // A bob on a weightless rod of 1: small swings take 2π √(1/g) and a little more for their size.
    let mut world = World::<f64>::default();
    let bob = world.add_shape(Circle::new(0.01));
    let base = world.add(Body::fixed(bob, Pose::IDENTITY)).unwrap();
    let start: f64 = 0.1;
    let at = [start.sin(), -start.cos()];
    let bob = world.add(Body::dynamic(bob, Pose::at(at))).unwrap();
    world.add_joint(base, bob, Joint::hinge([0.0, 0.0], Hinge::default())).unwrap();
    let (mut crossings, mut last) = (Vec::new(), start);
    for step in 0..1200 {
        world.step(1.0 / 240.0).unwrap();
        let x = world.pose(bob).unwrap().translation().x;
        if last > 0.0 && x <= 0.0 {
            crossings.push((f64::from(step) + last / (last - x)) / 240.0);
        }
        last = x;
    }
    let period = crossings[1] - crossings[0];
    assert!((period / 2.006_7 - 1.0).abs() < 2e-3, "it swings in {period}");
}

#[test]
fn nothing_passes_a_thin_wall() {
    for speed in [20.0, 200.0, 5_000.0] {
        let mut world = World::new(weightless());
        let wall: Chain<f64> = Chain::new(&[[0.0, -50.0], [0.0, 50.0]]);
        let wall = world.add_shape(Arc::new(wall));
        world.add(Body::fixed(wall, Pose::IDENTITY)).unwrap();
        let plate = world.add_shape(Rectangle::new([0.01, 50.0]));
        world.add(Body::fixed(plate, Pose::at([-3.0, 0.0]))).unwrap();
        let region = Region::new(&[[[0.0, 0.0], [0.4, 0.0], [0.4, 0.1], [0.1, 0.1], [0.1, 0.4], [0.0, 0.4]]]);
        let two: Compound<AnyShape2<f64>> = Compound::new([
            (Rectangle::new([0.2, 0.1]).into(), Pose::at([0.0, 0.1])),
            (Rectangle::new([0.1, 0.2]).into(), Pose::at([0.1, -0.1])),
        ]);
        let shapes = [
            world.add_shape(Circle::new(0.1)),
            world.add_shape(Rectangle::new([0.3, 0.02])),
            world.add_shape(Arc::new(region)),
            world.add_shape(two),
        ];
        let bodies: Vec<_> = (0..40)
            .map(|i| {
                let pose = Pose::new([-1.5, -20.0 + f64::from(i)], Rot2::from_angle(f64::from(i)));
                let body = Body::dynamic(shapes[i as usize % 4], pose);
                let body = body.velocity([speed, 0.3 * speed * f64::from(i % 3 - 1)]);
                world.add(body.angular_velocity(f64::from(i % 7) * 5.0)).unwrap()
            })
            .collect();
        for step in 0..60 {
            world.step(TIME).unwrap();
            for (i, body) in bodies.iter().enumerate() {
                let at = world.pose(*body).unwrap().transform(world.mass(*body).unwrap().center);
                let is_in = at.y.abs() > 49.0 || (-3.0..=0.0).contains(&at.x);
                assert!(is_in, "body {i} is at {at:?}, at a speed of {speed} in step {step}");
            }
        }
    }
}

#[test]
fn a_pyramid_stands_and_sleeps_and_wakes() {
    let sleep = Some(SleepSettings::default());
    let (mut world, all) = pyramid(WorldSettings { sleep, ..WorldSettings::default() }, 8);
    run(&mut world, 240);
    let top = world.pose(*all.last().unwrap()).unwrap().translation();
    assert!((top.y - 7.5).abs() < 0.02, "the top is at {top:?}");
    assert!(all.iter().all(|body| world.is_asleep(*body).unwrap()));
    world.apply_impulse(all[0], [-20.0, 0.0]).unwrap();
    run(&mut world, 5);
    assert!(!world.is_asleep(*all.last().unwrap()).unwrap());
}

#[test]
fn a_world_that_was_read_goes_on_to_the_bit_and_threads_do_not_matter() {
    let (mut world, all) = pyramid(WorldSettings::default(), 10);
    let hinge = Joint::hinge([0.0, 11.0], Hinge::default());
    world.add_joint(all[0], all[54], hinge).unwrap();
    run(&mut world, 20);
    let text = serde_json::to_string(&world).unwrap();
    let mut read: World<f64> = serde_json::from_str(&text).unwrap();
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool(1).install(|| run(&mut world, 60));
    pool(4).install(|| run(&mut read, 60));
    for body in all {
        assert_eq!(world.pose(body), read.pose(body));
        assert_eq!(world.velocity(body), read.velocity(body));
    }
    // A world in space is refused in the plane, and the other way round.
    let space = serde_json::to_string(&impinge_sim::World::<f64>::default()).unwrap();
    let error = serde_json::from_str::<World<f64>>(&space).unwrap_err().to_string();
    assert!(error.contains("a world with 3 dimensions; this one needs 2"), "{error}");
    let error = serde_json::from_str::<impinge_sim::World<f64>>(&text).unwrap_err().to_string();
    assert!(error.contains("a world with 2 dimensions; this one needs 3"), "{error}");
    // So is one in which a body has left the plane.
    let damaged = text.replacen("\"torque\":{\"x\":0.0", "\"torque\":{\"x\":1.0", 1);
    assert!(damaged != text && serde_json::from_str::<World<f64>>(&damaged).is_err());
}

#[test]
fn sensors_hooks_events_and_queries_work() {
    let events = Some(EventSettings { impact: 0.0 });
    let mut world = World::new(WorldSettings { events, ..WorldSettings::default() });
    let floor = ground(&mut world);
    let circle = world.add_shape(Circle::new(0.5));
    let area = world.add_shape(Rectangle::new([2.0, 0.25]));
    let platform = world.add_shape(Segment2::new(1.0));
    let sensor = world.add(Body::fixed(area, Pose::at([0.0, 3.0])).sensor()).unwrap();
    let platform = world
        .add(Body::fixed(platform, Pose::new([5.0, 1.0], Rot2::from_angle(core::f64::consts::FRAC_PI_2))))
        .unwrap();
    let falling = world.add(Body::dynamic(circle, Pose::at([0.0, 4.0]))).unwrap();
    let jumper = world.add(Body::dynamic(circle, Pose::at([5.0, 0.0])).velocity([0.0, 9.0])).unwrap();
    let mut one_way = |contact: &mut PreSolve<'_, f64>| {
        let side = if contact.a == platform { contact.normal } else { -contact.normal };
        contact.enabled = (contact.a != platform && contact.b != platform) || side.y > 0.5;
    };
    let (mut entered, mut left, mut hit) = (0, 0, 0);
    for _ in 0..240 {
        world.step_with(TIME, StepHooks { pre_solve: Some(&mut one_way), clock: None }).unwrap();
        for event in world.events() {
            match event {
                Event::Entered { sensor: s, body } if (*s, *body) == (sensor, falling) => entered += 1,
                Event::Left { sensor: s, body } if (*s, *body) == (sensor, falling) => left += 1,
                Event::Impact { a, b, normal, .. } if (*a, *b) == (floor, falling) => {
                    hit += 1;
                    assert!((normal.y - 1.0).abs() < 1e-6);
                }
                _ => {}
            }
        }
    }
    assert!((entered, left) == (1, 1) && hit > 0, "{entered} {left} {hit}");
    let height = world.pose(jumper).unwrap().translation().y;
    assert!((height - 1.5).abs() < 0.02, "the jumper is at {height}");
    let hit = world.ray_cast(&Ray::new([0.0, 9.0], [0.0, -1.0]), 99.0, |_| true).unwrap();
    assert!(hit.object == falling && (hit.hit.distance - 8.0).abs() < 0.01);
    assert_eq!(world.overlaps(&Circle::new(0.1).into(), &Pose::at([0.0, 0.5]), |_| true), [falling]);
    assert_eq!(world.closest_point([0.0, 2.0], 9.0, |b| b != floor).unwrap().object, falling);
    let mut lines = 0;
    world.debug_lines(0.1, |line| lines += usize::from(line.from != line.to));
    assert!(lines > 8);
    let contact = world.contacts().find(|c| (c.a, c.b) == (floor, falling)).unwrap();
    assert!(contact.points().len() == 1 && contact.impulse() > 0.0);
}

#[test]
fn no_overlap_keeps_bodies_apart() {
    let solver = Solver::NoOverlap(NoOverlapSettings::default());
    let (mut world, all) = pyramid(WorldSettings { solver, ..WorldSettings::default() }, 4);
    let circle = world.add_shape(Circle::new(0.5));
    let ball = Body::dynamic(circle, Pose::at([-9.0, 2.0])).velocity([40.0, 0.0]).angular_velocity(3.0);
    let ball = world.add(ball).unwrap();
    let hanging = world.add(Body::dynamic(circle, Pose::at([-9.0, 6.0]))).unwrap();
    world.add_joint(ball, hanging, Joint::distance([-9.0, 2.0], [-9.0, 6.0], Distance::default())).unwrap();
    for _ in 0..120 {
        let report = world.step(TIME).unwrap();
        assert!(report.least_gap.is_some_and(|gap| gap > 0.0));
        let scene = &mut world.scene().clone();
        for found in scene.contacts(0.01) {
            assert!(found.contact.signed_distance > 0.0 || [found.a, found.b] == [ball, hanging]);
        }
    }
    assert!(world.velocity(all[0]).unwrap().is_finite());
}

#[test]
fn thin_rods_gain_no_energy() {
    let mut state: u64 = 7;
    let mut random = |from: f64, to: f64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        from + (to - from) * ((state >> 11) as f64 / (1_u64 << 53) as f64)
    };
    for case in 0..60 {
        let mut world = World::<f64>::default();
        let floor = ground(&mut world);
        let frictionless = Material { restitution: 0.0, ..Material::default() };
        world.set_material(floor, frictionless).unwrap();
        let rod = world.add_shape(Rectangle::new([1.0, random(0.01, 0.2)]));
        let spin = if case % 2 == 0 { random(-5.0, 5.0) } else { random(-100.0, 100.0) };
        let pose = Pose::new([0.0, random(1.2, 1.7)], Rot2::from_angle(random(0.0, 6.3)));
        let body = Body::dynamic(rod, pose).velocity([0.0, -2.0]).angular_velocity(spin);
        world.add(body.material(frictionless)).unwrap();
        let rate = [30.0, 60.0, 240.0][case % 3];
        let mut energy = world.energy();
        for _ in 0..(2.0 * rate) as usize {
            world.step(1.0 / rate).unwrap();
            let now = world.energy();
            assert!(now <= energy * 1.01 + 1e-9, "case {case}: {energy} to {now}");
            energy = energy.max(now);
        }
    }
}

#[test]
fn what_is_only_in_space_is_refused() {
    let solver = Solver::Thesis(Default::default());
    let mut world = World::<f64>::new(WorldSettings { solver, ..WorldSettings::default() });
    assert!(matches!(world.step(TIME), Err(WorldError::OnlyInSpace)));
    world.set_settings(WorldSettings {
        solver: Solver::Soft(SoftSettings::default()),
        ..WorldSettings::default()
    });
    assert!(world.step(TIME).is_ok());
}

/// Belts carry, and rollers whose surfaces turn drive a plank.
#[test]
fn surfaces_that_move_carry() {
    let mut world = World::<f64>::default();
    let [belt, square, plank] =
        [[20.0, 0.5], [0.5, 0.5], [3.0, 0.1]].map(|half| world.add_shape(Rectangle::new(half)));
    world.add(Body::fixed(belt, Pose::at([0.0, -0.5])).surface_velocity([2.0, 0.0], 0.0)).unwrap();
    let cargo = world.add(Body::dynamic(square, Pose::at([0.0, 0.5]))).unwrap();
    let roller = world.add_shape(Circle::new(0.5));
    for x in [-1.5, 1.5] {
        let body = Body::fixed(roller, Pose::at([x, 9.5])).surface_velocity([0.0, 0.0], -4.0);
        world.add(body).unwrap();
    }
    let plank = world.add(Body::dynamic(plank, Pose::at([0.0, 10.1]))).unwrap();
    run(&mut world, 36);
    for body in [cargo, plank] {
        let velocity = world.velocity(body).unwrap();
        assert!((velocity.x - 2.0).abs() < 0.02 && velocity.y.abs() < 0.02, "{velocity:?}");
    }
}

/// The frames of a slider have an axis in the plane, whose directions are rounded.
#[test]
fn sliders_stay_in_the_plane_with_both_solvers() {
    for solver in [Solver::default(), Solver::NoOverlap(NoOverlapSettings::default())] {
        let mut world = World::<f64>::new(WorldSettings { solver, ..WorldSettings::default() });
        let square = world.add_shape(Rectangle::new([0.5, 0.5]));
        let base = world.add(Body::fixed(square, Pose::IDENTITY)).unwrap();
        let cart = Body::dynamic(square, Pose::new([3.0, 1.0], Rot2::from_angle(0.3)));
        let cart = world.add(cart.velocity([1.0, 0.5])).unwrap();
        world.add_joint(base, cart, Joint::slider([3.0, 1.0], [0.6, 0.7], Slider::default())).unwrap();
        run(&mut world, 60);
        let text = serde_json::to_string(&world).unwrap();
        let read: World<f64> = serde_json::from_str(&text).unwrap();
        assert_eq!(read.pose(cart), world.pose(cart));
    }
}
