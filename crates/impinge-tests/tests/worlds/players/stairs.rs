//! Steps up and down.

use impinge::scene::Step;

use super::*;

/// Stairs along x from 1 on, with steps of this height and depth, a floor before them, and a wall beside them at y = 1.
fn stairs(height: f64, depth: f64, count: u32) -> Vec<Standing> {
    let mut bodies: Vec<Standing> = vec![
        (HalfSpace::new([0.0, 0.0, 1.0], 0.0).into(), Pose::IDENTITY),
        (Cuboid::new([30.0, 0.5, 10.0]).into(), Pose::at([0.0, 1.5, 5.0])),
    ];
    for i in 0..count {
        let low = 1.0 + depth * f64::from(i);
        let half = (40.0 - low) / 2.0;
        bodies.push((
            Cuboid::new([half, 5.0, height / 2.0]).into(),
            Pose::at([low + half, -4.1, height * (f64::from(i) + 0.5)]),
        ));
    }
    bodies
}

fn climb(shape: &AnyShape<f64>, speed: f64, side: f64, height: f64, step: f64) -> (Player, f64, u32, u32) {
    let settings = Settings3 { step, ..Settings3::default() };
    let mut player = Player::new(shape.clone(), [0.0, 0.0, 0.9], settings);
    for (body, pose) in stairs(height, 0.4, 6) {
        player.among(body, pose);
    }
    let (mut ups, mut downs, mut highest) = (0, 0, 0.0_f64);
    for i in 0..(5.0 / speed) as u32 {
        let slid = player.push(v(speed, side, -0.02));
        ups += u32::from(slid.step == Step::Up);
        downs += u32::from(slid.step == Step::Down);
        highest = highest.max(player.pose.translation().z - 0.8);
        if i % 20 == 0 {
            player.check_path(30);
        }
    }
    (player, highest, ups, downs)
}

/// Up six stairs, slowly and fast, alone and pressed against a wall; not without steps, nor where they are too high.
#[test]
fn stairs_are_climbed_and_walls_are_not() {
    for (kind, shape) in players() {
        for (speed, side) in [(0.1, 0.0), (0.01, 0.0), (0.1, 0.05), (0.25, 0.1)] {
            let (player, highest, ups, _) = climb(&shape, speed, side, 0.2, 0.25);
            let at = player.pose.translation();
            println!(
                "{kind} at {speed}, {side}: {highest:.3} high, {ups} steps, {} motions at most",
                player.most_traces
            );
            assert!(
                highest > 1.2 && highest < 1.3 && ups >= 4,
                "{kind} {speed} {side}: {highest} {ups} {at:?}"
            );
            assert!(at.x > 3.4, "{kind} {speed} {side}: {at:?}");
        }
        let (player, highest, ups, _) = climb(&shape, 0.1, 0.0, 0.35, 0.25);
        assert!(highest < 0.1 && ups == 0, "{kind}: {highest} {ups} {:?}", player.pose);
    }
}

/// Down the same stairs: the player stays on its feet, and does not without steps.
#[test]
fn stairs_are_walked_down() {
    for (kind, shape) in players() {
        let (mut player, ..) = climb(&shape, 0.1, 0.0, 0.2, 0.25);
        let (mut stood, mut downs, mut pushes) = (0, 0, 0);
        while player.pose.translation().x > 0.0 && pushes < 200 {
            let slid = player.push(v(-0.05, 0.0, 0.0));
            (stood, pushes) = (stood + u32::from(slid.ground.is_some()), pushes + 1);
            downs += u32::from(slid.step == Step::Down);
        }
        let height = player.pose.translation().z - 0.8;
        println!(
            "{kind}: down in {pushes} pushes, stood {stood}, {downs} steps down, {height:.3} above the floor"
        );
        assert!(stood == pushes && pushes < 200 && downs >= 5, "{kind}: {stood} {pushes} {downs}");
        assert!(height < 0.01 + 0.02);
    }
}
