//! Walls, grooves, corners and slopes too steep to stand on.

use impinge::scene::SlideStatus;

use super::*;

/// A block whose face is the plane through a point across a normal, as a turned cuboid.
fn wall(normal: V, through: V) -> Standing {
    let normal = normal.unit();
    let axis = v(0.0, 0.0, 1.0).cross(normal);
    let turn = match axis.normalized() {
        Some(axis) => Rot3::from_axis_angle(axis, v(0.0, 0.0, 1.0).dot(normal).acos()),
        None => Rot3::IDENTITY,
    };
    (Cuboid::new([20.0, 20.0, 1.0]).into(), Pose::new(through - normal, turn))
}

fn amid(shape: AnyShape<f64>, at: [f64; 3], settings: Settings3, walls: &[(V, V)]) -> Player {
    let mut player = Player::new(shape, at, settings);
    for &(normal, through) in walls {
        let (body, pose) = wall(normal, through);
        player.among(body, pose);
    }
    player
}

#[test]
fn a_wall_removes_only_the_inward_component() {
    for (kind, shape) in players() {
        let floor = (v(0.0, 0.0, 1.0), Vec3::ZERO);
        let mut player = amid(
            shape,
            [0.0, 0.0, 0.9],
            Settings3::default(),
            &[floor, (v(-1.0, 0.0, 0.0), v(1.0, 0.0, 0.0))],
        );
        player.push(v(0.0, 0.0, -0.2));
        for i in 0..200 {
            let before = player.pose.translation();
            let slid = player.push(v(0.05, 0.04, -0.01));
            let step = player.pose.translation() - before;
            assert!((step.y - 0.04).abs() < 1e-6, "{kind} {i} {step:?} {slid:?}");
            if i > 20 {
                assert!(step.x.abs() < 1e-6 && step.z.abs() < 1e-6, "{kind} {i} {step:?}");
                assert_eq!(slid.wall.map(|hit| hit.object), Some(player.handles[1]));
                assert_eq!(slid.ground.map(|hit| hit.object), Some(player.handles[0]));
                assert!(slid.status == SlideStatus::Done);
            }
        }
        assert!(player.most_traces <= 4, "{kind}: {} motions", player.most_traces);
    }
}

/// Two walls at all angles, above a floor: pushed into the corner the player comes to rest there and does not shake; pushed
/// out it leaves at once.
#[test]
fn corners_do_not_trap() {
    for (kind, shape) in players() {
        for degrees in [10.0, 30.0, 60.0, 90.0, 120.0, 150.0, 170.0_f64] {
            let half = degrees.to_radians() / 2.0;
            let (sin, cos) = half.sin_cos();
            // The corner is at the origin and opens along −x.
            let walls = [
                (v(0.0, 0.0, 1.0), v(0.0, 0.0, -0.8)),
                (v(-sin, cos, 0.0), Vec3::ZERO),
                (v(-sin, -cos, 0.0), Vec3::ZERO),
            ];
            let away = -0.7 / sin;
            let mut player = amid(shape.clone(), [away, 0.0, 0.1], Settings3::default(), &walls);
            let mut rest = v(0.0, 0.0, 0.0);
            let mut slid = player.push(v(0.0, 0.0, -0.2));
            for i in 0..60 {
                let side = if i % 2 == 0 { 0.02 } else { -0.02 } * sin;
                slid = player.push(v(-away / 20.0, side, -0.02));
                if i == 40 {
                    rest = player.pose.translation();
                }
            }
            let shaken = (player.pose.translation() - rest).norm();
            let clearance = slid.clearance;
            println!("{kind} {degrees}: {} motions at most, shaken by {shaken:.1e}", player.most_traces);
            // What it is pushed sideways it may give way to where the corner is wide.
            assert!(shaken < 0.03, "{kind} {degrees}: {shaken}");
            let before = player.pose.translation();
            let out = player.push(v(-0.1, 0.0, 0.0));
            let gone = player.pose.translation() - before;
            assert!(
                (gone - v(-0.1, 0.0, 0.0)).norm() < 1e-9 && out.status == SlideStatus::Done,
                "{kind} {degrees}: {gone:?}"
            );
            assert!(clearance > 0.0);
        }
    }
}

/// Three planes close the way: the player is blocked, and stays where it is to the last bit.
#[test]
fn three_planes_block() {
    let mut rng = Rng::new(11);
    let mut blocked = 0;
    for round in 0..100 {
        let (kind, shape) = players().swap_remove(round % 4);
        // Planes around a direction, each about as steep.
        let into = rng.unit3::<f64>();
        let [s, t] = {
            let s = into.cross(if into.x.abs() < 0.7 { v(1.0, 0.0, 0.0) } else { v(0.0, 1.0, 0.0) }).unit();
            [s, into.cross(s)]
        };
        let walls: Vec<(V, V)> = (0..3)
            .map(|k| {
                let (sin, cos) = (f64::from(k) * 2.0944 + rng.between(-0.4, 0.4)).sin_cos();
                let normal = (s * cos + t * sin - into * rng.between(0.4, 1.5)).unit();
                (normal, normal * -2.0)
            })
            .collect();
        let settings = Settings3 { slope: 0.0, ..Settings3::default() };
        let mut player = amid(shape, [0.0; 3], settings, &walls);
        player.checked = false;
        for _ in 0..200 {
            player.push(into * 1.0);
        }
        player.checked = true;
        let before = player.pose;
        let slid = player.push(into * 1.0);
        let moved = (player.pose.translation() - before.translation()).norm();
        assert!(moved < 2.0 * slid.clearance, "{round} {kind}: {moved:e} {slid:?}");
        blocked += usize::from(slid.status == SlideStatus::Blocked && player.pose == before);
    }
    println!("{blocked} of 100 are at rest");
    assert!(blocked > 90, "{blocked}");
}

/// A slope that is too steep is not walked up, and one that is not is. Who falls onto a steep one slides down.
#[test]
fn steep_slopes_are_walls() {
    for (kind, shape) in players() {
        for (degrees, climbs) in [(20.0_f64, true), (40.0, true), (50.0, false), (75.0, false)] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let walls = [(v(0.0, 0.0, 1.0), Vec3::ZERO), (v(-sin, 0.0, cos), v(1.0, 0.0, 0.0))];
            let mut player = amid(shape.clone(), [0.0, 0.0, 0.9], Settings3::default(), &walls);
            for _ in 0..100 {
                player.push(v(0.05, 0.0, -0.02));
            }
            let height = player.pose.translation().z - 0.8;
            println!("{kind} on {degrees} degrees: {height:.3} high");
            assert!(if climbs { height > 1.0 } else { height < 0.05 }, "{kind} {degrees}: {height}");
            if !climbs {
                player.pose = Pose::at([2.5, 0.0, 8.0]);
                player.push(v(0.0, 0.0, -9.0));
                let mut slid = player.push(v(0.0, 0.0, -0.2));
                for _ in 0..100 {
                    slid = player.push(v(0.0, 0.0, -0.2));
                }
                assert_eq!(
                    slid.ground.map(|hit| hit.object),
                    Some(player.handles[0]),
                    "{kind} {degrees} {slid:?}"
                );
            }
        }
    }
}
