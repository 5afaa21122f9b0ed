//! The solver against a dense one, and figures against physics.

use impinge::{Pose, Rot3, Vec3};
use impinge_scenes::Rng;

use super::dense;
use super::joint::{Joint, Kind, Limit};
use super::order::{Node, Order};
use super::plan;
use super::rigid::{Rigid, Six};
use super::row::{Ends, Rows};
use super::step::{Figure, Trouble};
use super::surroundings::{Surroundings, ZONE};
use super::system::{Side, Singular, System, add_forces};
use super::watch::{GRAVITY, Watched, by_multipliers, by_tree};

const KINDS: [Kind; 5] = [Kind::Fixed, Kind::Ball, Kind::Universal, Kind::Hinge, Kind::Slider];

fn random_body(rng: &mut Rng) -> Rigid {
    let half = [0; 3].map(|_| rng.between(0.1, 0.4));
    let speed = Six { linear: rng.in_ball(), angular: rng.in_ball::<f64>() * 2.0 };
    Rigid::cuboid(half, rng.pose3(1.0), rng.between(0.5, 3.0), speed)
}

/// A joint between bodies in their poses: closed, at a point near both.
fn closed(a: Option<usize>, b: usize, kind: Kind, bodies: &[Rigid], rng: &mut Rng) -> Joint {
    let world = Pose::new(bodies[b].pose.translation() + rng.in_ball::<f64>() * 0.3, rng.rotation3());
    let within = |body: usize| bodies[body].pose.inverse().compose(&world);
    Joint { a, b, frames: [a.map_or(world, within), within(b)], kind, limit: None, friction: 0.0 }
}

fn random_tree(count: usize, hangs: bool, rng: &mut Rng) -> (Vec<Rigid>, Vec<Joint>) {
    let bodies: Vec<Rigid> = (0..count).map(|_| random_body(rng)).collect();
    let mut joints = Vec::new();
    for b in 1..count {
        // Either end may be A.
        let (other, kind) = (rng.below(b), KINDS[rng.below(5)]);
        let (a, b) = if rng.below(2) == 0 { (other, b) } else { (b, other) };
        joints.push(closed(Some(a), b, kind, &bodies, rng));
    }
    if hangs {
        joints.push(closed(None, rng.below(count), KINDS[rng.below(5)], &bodies, rng));
    }
    (bodies, joints)
}

fn rows_of(bodies: &[Rigid], joints: &[Joint]) -> Vec<Rows> {
    let pose = |body: usize| bodies[body].pose;
    let ends = |joint: &Joint| Ends::new([joint.a.map_or(Pose::IDENTITY, pose), pose(joint.b)], joint.frames);
    joints.iter().map(|joint| joint.rows(&ends(joint))).collect()
}

/// Trees of all joints, free and hanging: the same multipliers as by a dense matrix, and accelerations that fit the forces.
#[test]
fn the_tree_agrees_with_a_dense_matrix() {
    let mut rng = Rng::new(21);
    for case in 0..60 {
        let (bodies, joints) = random_tree(1 + case % 12, case % 2 == 0, &mut rng);
        let rows = rows_of(&bodies, &joints);
        let order = Order::new(bodies.len(), &joints);
        assert!(order.auxiliary.is_empty());
        let mut forces: Vec<Six> =
            bodies.iter().map(|_| Six { linear: rng.in_ball(), angular: rng.in_ball() }).collect();
        let count: usize = rows.iter().map(|rows| rows.as_slice().len()).sum();
        let wanted: Vec<f64> = (0..count).map(|_| rng.between(-1.0, 1.0)).collect();
        let expected = dense::multipliers(&bodies, &rows, &forces, &wanted).unwrap();

        let first = |joint: usize| rows[..joint].iter().map(|rows| rows.as_slice().len()).sum::<usize>();
        let of = |node| match node {
            Node::Body(body) => forces[body].to_array(),
            Node::Joint(joint) => {
                let mut part = [0.0; 6];
                for k in 0..rows[joint].as_slice().len() {
                    part[k] = -wanted[first(joint) + k];
                }
                part
            }
        };
        let mut side: Side = order.places.iter().map(|place| of(place.node)).collect();
        let mut system = System::default();
        system.factor(&order, &bodies, &rows).unwrap();
        system.solve(&order, &mut side);
        let scale = expected.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
        for (place, part) in order.places.iter().zip(&side) {
            if let Node::Joint(joint) = place.node {
                for k in 0..rows[joint].as_slice().len() {
                    let error = (part[k] - expected[first(joint) + k]).abs();
                    assert!(error < 1e-9 * scale, "case {case}: {error} of {scale}");
                }
            }
        }
        add_forces(&order, &rows, &side, &mut forces);
        for (body, force) in forces.iter().enumerate() {
            let (a, expected) = (side[order.of_body[body]], bodies[body].response(force).to_array());
            for (a, expected) in a.iter().zip(expected) {
                assert!((a - expected).abs() < 1e-9 * scale, "case {case}: {a} against {expected}");
            }
        }
    }
}

/// A ring of bodies, hung up twice: the rows that close loops are auxiliary, and the forces are those of a dense matrix.
#[test]
fn loops_agree_with_a_dense_matrix() {
    let mut rng = Rng::new(22);
    for _ in 0..20 {
        let bodies: Vec<Rigid> = (0..6).map(|_| random_body(&mut rng)).collect();
        let mut joints: Vec<Joint> =
            (0..6).map(|b| closed(Some((b + 1) % 6), b, Kind::Ball, &bodies, &mut rng)).collect();
        joints.push(closed(None, 0, Kind::Ball, &bodies, &mut rng));
        joints.push(closed(None, 3, Kind::Ball, &bodies, &mut rng));
        let rows = rows_of(&bodies, &joints);
        let mut figure = Figure::new(bodies.clone(), joints);
        let time = 0.01;
        let (found, seen) = figure.forces(time, GRAVITY, &[], 0.0).unwrap();
        assert_eq!((seen.rows, seen.complete), (6, true));

        let mut forces: Vec<Six> =
            bodies.iter().map(|body| Six { linear: GRAVITY * body.mass, angular: Vec3::ZERO }).collect();
        let speeds: Vec<Six> = bodies.iter().map(Rigid::speed).collect();
        let wanted = rows.iter().flat_map(|rows| {
            let (a, b) = rows.bodies;
            rows.as_slice().iter().map(move |row| (a, b, *row))
        });
        let wanted: Vec<f64> =
            wanted.map(|(a, b, row)| -row.rate(a.map(|a| &speeds[a]), &speeds[b]) / time).collect();
        let multipliers = dense::multipliers(&bodies, &rows, &forces, &wanted).unwrap();
        let mut next = multipliers.iter();
        for rows in &rows {
            for row in rows.as_slice() {
                row.add_force(*next.next().unwrap(), rows.bodies.0, rows.bodies.1, &mut forces);
            }
        }
        let scale = multipliers.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
        for (found, expected) in found.iter().zip(&forces) {
            let apart = found.plus(&expected.times(-1.0));
            assert!(apart.dot(&apart).sqrt() < 1e-8 * scale, "{found:?} {expected:?}");
        }
    }
}

/// A free tree of all joints, with friction, limits, and spin: no external influence, so nothing changes.
#[test]
fn a_free_figure_keeps_its_momentum_to_rounding() {
    let mut rng = Rng::new(23);
    let (bodies, mut joints) = random_tree(9, false, &mut rng);
    for (j, joint) in joints.iter_mut().enumerate() {
        joint.friction = 0.1;
        joint.limit = Some([Limit::Cone(0.5), Limit::Pyramid([0.3, 0.4]), Limit::Range([-0.2, 0.2])][j % 3]);
    }
    let mut figure = Figure::new(bodies, joints);
    let momentum = |figure: &Figure| {
        let sum =
            |of: &dyn Fn(&Rigid) -> Vec3<f64>| figure.bodies.iter().fold(Vec3::ZERO, |sum, b| sum + of(b));
        let about = |body: &Rigid| body.spin + body.pose.translation().cross(body.momentum);
        [sum(&|body| body.momentum), sum(&about)]
    };
    let (start, mut rows) = (momentum(&figure), 0);
    for _ in 0..300 {
        rows += figure.step(1.0 / 120.0, Vec3::ZERO, None).unwrap().rows;
    }
    assert!(rows > 300, "limits and friction are met");
    for (now, start) in momentum(&figure).into_iter().zip(start) {
        assert!((now - start).norm() < 1e-11 * start.norm(), "{now:?} {start:?}");
    }
    assert!(figure.opened() < 0.05, "{}", figure.opened());
}

/// A pendulum's joint stays closed, its energy errs by the first order of the step, and it goes where ours goes.
#[test]
fn a_chain_drifts_little_and_follows_ours() {
    let plan = plan::chain(4);
    let seen = [60.0, 240.0, 960.0].map(|rate| by_multipliers(&plan, rate, 1.0).unwrap());
    let of = |number: fn(&Watched) -> f64| seen.each_ref().map(number);
    let [opened, end, rise] = [of(|seen| seen.opened), of(|seen| seen.end), of(|seen| seen.rise)];
    assert!(opened[0] < 0.06 && opened[1] < 0.3 * opened[0] && opened[2] < 0.1 * opened[1], "{opened:?}");
    assert!(end[0].abs() < 0.06 && end[2].abs() < 0.1 * end[0].abs(), "{end:?}");
    assert!(rise.iter().all(|&rise| rise < 1e-3), "{rise:?}");

    let mut apart = Vec::new();
    for rate in [240.0, 960.0] {
        let (mut figure, mut ours) = (plan.figure(), plan.ours().unwrap());
        for _ in 0..(0.5 * rate) as usize {
            figure.step(1.0 / rate, GRAVITY, None).unwrap();
            ours.world.step(1.0 / rate).unwrap();
        }
        let between = figure.bodies.iter().zip(&ours.bodies).map(|(body, &other)| {
            (body.pose.translation() - ours.world.pose(other).unwrap().translation()).norm()
        });
        apart.push(between.fold(0.0, f64::max));
    }
    assert!(apart[0] < 0.02 && apart[1] < 0.5 * apart[0], "{apart:?}");
}

/// A link swings into each limit and stays within it; so does every part of a hanging person.
#[test]
fn limits_hold() {
    let limits = [
        (Kind::Ball, Limit::Cone(0.5)),
        (Kind::Ball, Limit::Pyramid([0.4, 0.6])),
        (Kind::Universal, Limit::Cone(0.5)),
        (Kind::Hinge, Limit::Range([-0.3, 0.5])),
        (Kind::Slider, Limit::Range([-0.2, 0.3])),
    ];
    for (kind, limit) in limits {
        let body = Rigid::cuboid([0.3, 0.05, 0.05], Pose::at([0.3, 0.0, 0.0]), 1.0, Six::default());
        // The axis of a limit of direction is the link's; a hinge turns across gravity, a slider along it.
        let turn = match kind {
            Kind::Hinge => Rot3::between(Vec3::axis(2), Vec3::axis(1)),
            Kind::Slider => Rot3::IDENTITY,
            _ => Rot3::between(Vec3::axis(2), Vec3::new(0.8, 0.6, 0.0)),
        };
        let joint = Joint {
            a: None,
            b: 0,
            frames: [Pose::turned(turn), Pose::new([-0.3, 0.0, 0.0], turn)],
            kind,
            limit: Some(limit),
            friction: 0.0,
        };
        // If a link goes round a cone, straight rows pass its limit, by less in shorter steps.
        for (rate, most) in [(120.0, 0.08), (480.0, 0.01)] {
            let mut figure = Figure::new(vec![body.clone()], vec![joint]);
            let (mut met, mut passed) = (0, 0.0_f64);
            for _ in 0..(2.0 * rate) as usize {
                met += figure.step(1.0 / rate, GRAVITY, None).unwrap().rows;
                passed = passed.max(figure.passed());
            }
            assert!(
                met > 100 && passed < most,
                "{kind:?} {limit:?}, {rate} Hz: {met} rows, passed by {passed}"
            );
            let rest = figure.bodies[0].speed();
            assert!(rest.dot(&rest) < 1e-2 || kind != Kind::Hinge, "it rests at its limit: {rest:?}");
        }
    }
    let seen = by_multipliers(&plan::hanging(), 120.0, 0.5).unwrap();
    assert!(seen.passed < 0.05 && seen.overlaps == 0 && seen.rise < 0.01, "{seen:?}");
}

/// All joints in one machine, and the opening that it allows.
#[test]
fn a_machine_of_all_joints_holds() {
    let seen = by_multipliers(&plan::machine(), 120.0, 1.0).unwrap();
    assert!(seen.opened < 0.01 && seen.passed < 0.02 && seen.rise < 0.01 && seen.incomplete == 0, "{seen:?}");
    let ours = by_tree(&plan::machine(), 60.0, 1.0).unwrap();
    assert!(ours.opened < 0.01, "{ours:?}");
}

/// A singular system names its cause, and nothing has moved.
#[test]
fn singular_systems_are_reported() {
    let mut rng = Rng::new(24);
    let refused = |bodies: Vec<Rigid>, joints: Vec<Joint>, expected: Singular| {
        let mut figure = Figure::new(bodies, joints);
        let before: Vec<_> = figure.bodies.iter().map(|body| (body.pose, body.momentum, body.spin)).collect();
        let found = figure.step(0.01, GRAVITY, None);
        assert_eq!(found, Err(Trouble::Singular(expected)));
        let after = figure.bodies.iter().map(|body| (body.pose, body.momentum, body.spin));
        assert!(after.eq(before));
    };
    let bodies: Vec<Rigid> = (0..3).map(|_| random_body(&mut rng)).collect();
    // A universal joint whose axes fall together.
    let mut universal = closed(Some(0), 1, Kind::Universal, &bodies, &mut rng);
    let x_to_z = Rot3::between(Vec3::axis(0), Vec3::axis(2));
    universal.frames[1] = universal.frames[1].compose(&Pose::turned(x_to_z));
    refused(
        bodies.clone(),
        vec![closed(Some(1), 2, Kind::Hinge, &bodies, &mut rng), universal],
        Singular::Joint(1),
    );
    // A body without mass, and one without inertia about an axis.
    let mut massless = bodies.clone();
    massless[2].mass = 0.0;
    massless[2].momentum = Vec3::ZERO;
    refused(massless, vec![], Singular::Body(2));
    let mut thin = bodies.clone();
    thin[1] = Rigid::cuboid([0.5, 0.0, 0.0], Pose::IDENTITY, 1.0, Six::default());
    refused(thin, vec![], Singular::Body(1));
    // Held twice: the second joint is redundant.
    let hinge = closed(Some(0), 1, Kind::Hinge, &bodies, &mut rng);
    refused(bodies.clone(), vec![hinge, hinge], Singular::Joint(1));
    // Four bars with parallel hinges: three of the five rows that close the ring are there already.
    let bars: Vec<Rigid> = (0..3)
        .map(|k| {
            Rigid::cuboid([0.1; 3], Pose::at([f64::from(k), f64::from(k % 2), 0.0]), 1.0, Six::default())
        })
        .collect();
    let at = |a: Option<usize>, b: usize, x: f64| {
        let world = Pose::at([x, 0.5, 0.0]);
        let within = |body: usize| bars[body].pose.inverse().compose(&world);
        Joint {
            a,
            b,
            frames: [a.map_or(world, within), within(b)],
            kind: Kind::Hinge,
            limit: None,
            friction: 0.0,
        }
    };
    let ring = vec![at(None, 0, -0.5), at(Some(0), 1, 0.5), at(Some(1), 2, 1.5), at(None, 2, 2.5)];
    refused(bars, ring, Singular::Joint(3));
}

/// Friction of a hinge holds a bar below what gravity turns it by, and not above; a box on a floor slows down by μ g.
#[test]
fn friction_has_the_given_strength() {
    for (friction, stays) in [(3.0, true), (2.8, false)] {
        // The torque of gravity is 9.81 · 0.3 = 2.94.
        let body = Rigid::cuboid([0.3, 0.05, 0.05], Pose::at([0.3, 0.0, 0.0]), 1.0, Six::default());
        let turn = Rot3::between(Vec3::axis(2), Vec3::axis(1));
        let frames = [Pose::turned(turn), Pose::new([-0.3, 0.0, 0.0], turn)];
        let joint = Joint { a: None, b: 0, frames, kind: Kind::Hinge, limit: None, friction };
        let mut figure = Figure::new(vec![body], vec![joint]);
        for _ in 0..60 {
            figure.step(1.0 / 60.0, GRAVITY, None).unwrap();
        }
        let fell = -figure.bodies[0].pose.translation().z;
        assert!(if stays { fell < 1e-4 } else { fell > 1e-3 }, "{friction}: {fell}");
    }
    let speed = Six { linear: Vec3::new(3.0, 0.0, 0.0), angular: Vec3::ZERO };
    let half = [0.3, 0.2, 0.1];
    let body = Rigid::cuboid(half, Pose::at([0.0, 0.0, 0.1 + ZONE]), 2.0, speed);
    let mut figure = Figure::new(vec![body], vec![]);
    let boxed = |half: [f64; 3]| super::super::meshes::mesh(&impinge_scenes::rooms::cuboid(half, 1)).unwrap();
    let floor = (boxed([9.0, 9.0, 0.5]), Pose::at([0.0, 0.0, -0.5]));
    let mut around = Surroundings::new(vec![floor], vec![boxed(half)], &[], 0.5);
    for _ in 0..30 {
        let seen = figure.step(1.0 / 60.0, GRAVITY, Some(&mut around)).unwrap();
        assert!(seen.contacts >= 4 && seen.complete && seen.stopped == 0, "{seen:?}");
    }
    // Half a second: 3 − 0.5 · 9.81 / 2. Friction along both tangents may be up to √2 as strong, as its pyramid is.
    let slowed = 3.0 - figure.bodies[0].speed().linear.x;
    assert!((0.999..1.42).contains(&(slowed / (0.5 * 9.81 * 0.5))), "{slowed}");
    let height = figure.bodies[0].pose.translation().z - 0.1;
    assert!((height - ZONE).abs() < 1e-4, "{height}");
}

/// A person falls onto a floor: no overlap by an independent check, joints that hold, no energy gain. Ours is measured the same way.
#[test]
fn a_person_falls_without_overlap() {
    let plan = plan::falling();
    let figure = plan.figure();
    let around = plan.surroundings(&figure).unwrap().unwrap();
    assert!(!around.meet(0, 1) && around.meet(0, 2), "joined bodies do not meet, others do");
    let seen = by_multipliers(&plan, 60.0, 0.7).unwrap();
    assert!(seen.overlaps == 0 && seen.opened < 0.05 && seen.rise < 0.01 && seen.end < -0.05, "{seen:?}");
    let ours = by_tree(&plan, 60.0, 0.7).unwrap();
    assert!(ours.opened < 0.05 && ours.end < -0.05, "{ours:?}");
    // The start is the same for both, and free of overlap.
    assert_eq!(seen.line[0], ours.line[0]);
}
