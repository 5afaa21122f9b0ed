//! Joints belong to islands: what stands apart moves as if they were not there.

use impinge::{Capsule, Cuboid, HalfSpace, Pose, Rot3, Sphere, Vec3};
use impinge_sim::joint::{Ball, Hinge, Motor};
use impinge_sim::{Body, BodyHandle, Joint, World, WorldSettings};

const UP: [f64; 3] = [0.0, 0.0, 1.0];

type Add = fn(&mut World<f64>, f64) -> Vec<BodyHandle>;

/// A pyramid of more than one piece.
fn pyramid(world: &mut World<f64>, x: f64) -> Vec<BodyHandle> {
    let cube = world.add_shape(Cuboid::new([0.5; 3]));
    let rows = (0..33).flat_map(|row| (0..33 - row).map(move |i| (row, i)));
    let at = |(row, i): (i32, i32)| [x, f64::from(i) * 1.1 + f64::from(row) * 0.55, 0.5 + f64::from(row)];
    rows.map(|place| world.add(Body::dynamic(cube, Pose::at(at(place)))).unwrap()).collect()
}

/// A heavy ball on a light one, which takes more sub-steps.
fn heavy(world: &mut World<f64>, x: f64) -> Vec<BodyHandle> {
    let cube = world.add_shape(Cuboid::new([0.5; 3]));
    let light = world.add(Body::dynamic(cube, Pose::at([x, 0.0, 0.5]))).unwrap();
    let heavy = world.add(Body::dynamic(cube, Pose::at([x, 0.0, 1.5])).density(300.0)).unwrap();
    vec![light, heavy]
}

/// A chain that falls onto the floor and onto a loose ball.
fn chain(world: &mut World<f64>, x: f64) -> Vec<BodyHandle> {
    let (link, ball) = (world.add_shape(Capsule::new(0.2, 0.08)), world.add_shape(Sphere::new(0.3)));
    let mut all = vec![world.add(Body::dynamic(ball, Pose::at([x, 1.0, 0.3]))).unwrap()];
    let level = Rot3::from_axis_angle([1.0, 0.0, 0.0], core::f64::consts::FRAC_PI_2);
    for i in 0..8 {
        let y = 0.5 * f64::from(i);
        let body = world.add(Body::dynamic(link, Pose::new([x, y, 1.0], level))).unwrap();
        if i > 0 {
            let joint = Joint::ball([x, y - 0.25, 1.0], UP, Ball { cone: Some(1.2), ..Ball::default() });
            world.add_joint(*all.last().unwrap(), body, joint).unwrap();
        }
        all.push(body);
    }
    all
}

/// A loop of hinges on the floor with a motor, with a light body under a heavy one: joints in no tree, more sub-steps.
fn linkage(world: &mut World<f64>, x: f64) -> Vec<BodyHandle> {
    let cube = world.add_shape(Cuboid::new([0.2; 3]));
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    let bodies = corners.map(|[a, b]| {
        let body = Body::dynamic(cube, Pose::at([x + a, b, 0.2]));
        world.add(body).unwrap()
    });
    for i in 0..4 {
        let [[a, b], [c, d]] = [corners[i], corners[(i + 1) % 4]];
        let middle = [x + (a + c) / 2.0, (b + d) / 2.0, 0.2];
        let motor = (i == 0).then_some(Motor { speed: 1.0, strength: 0.5 });
        let joint = Joint::hinge(middle, UP, Hinge { motor, ..Hinge::default() });
        world.add_joint(bodies[i], bodies[(i + 1) % 4], joint).unwrap();
    }
    let heavy = Body::dynamic(cube, Pose::at([x, 0.0, 0.6])).density(400.0);
    [bodies.to_vec(), vec![world.add(heavy).unwrap()]].concat()
}

/// A driven wheel on a fixed post, and a kinematic bar that pushes a chain.
fn machine(world: &mut World<f64>, x: f64) -> Vec<BodyHandle> {
    let cube = world.add_shape(Cuboid::new([0.2; 3]));
    let post = world.add(Body::fixed(cube, Pose::at([x, 0.0, 2.0]))).unwrap();
    let wheel = world.add(Body::dynamic(cube, Pose::at([x, 0.5, 2.0]))).unwrap();
    let motor = Some(Motor { speed: 3.0, strength: 5.0 });
    let hinge = Joint::hinge([x, 0.0, 2.0], [1.0, 0.0, 0.0], Hinge { motor, ..Hinge::default() });
    world.add_joint(post, wheel, hinge).unwrap();
    let bar = Body::kinematic(cube, Pose::at([x, -2.0, 0.25])).velocity([0.0, 0.5, 0.0]);
    world.add(bar).unwrap();
    [vec![wheel], chain(world, x)].concat()
}

const PARTS: [Add; 5] = [pyramid, heavy, chain, linkage, machine];

/// Poses of the bodies of part `of` after some steps, in a world with these parts, each far from the others.
fn run(parts: &[usize], of: usize, threads: usize) -> Vec<Pose<Vec3<f64>>> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut world = World::<f64>::new(WorldSettings::default());
        let floor = world.add_shape(HalfSpace::new(UP, 0.0));
        world.add(Body::fixed(floor, Pose::IDENTITY)).unwrap();
        let added: Vec<_> = parts.iter().map(|&part| PARTS[part](&mut world, 10.0 * part as f64)).collect();
        for _ in 0..40 {
            world.step(1.0 / 60.0).unwrap();
        }
        let place = parts.iter().position(|part| *part == of).unwrap();
        added[place].iter().map(|body| *world.pose(*body).unwrap()).collect()
    })
}

#[test]
fn a_figure_does_not_change_what_stands_apart_from_it() {
    for part in 0..PARTS.len() {
        let alone = run(&[part], part, 1);
        for (parts, threads) in [(&[0, 1, 2, 3, 4], 1), (&[4, 3, 2, 1, 0], 1), (&[2, 4, 1, 0, 3], 3)] {
            assert!(alone == run(parts, part, threads), "part {part} among {parts:?}, {threads} threads");
        }
    }
}
