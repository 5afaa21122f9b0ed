//! One-sided chains: who comes from behind passes, who comes from the front is stopped, and nobody is stuck.

use impinge::Status;
use impinge::body::Chain;
use impinge::scene::{Scene, SceneSlide, SceneSlideSettings, SlideMemory, SlideStatus, Start};
use impinge::*;
use impinge_scenes::Rng;

type V2<T> = Vec2<T>;

fn vec<T: Real>(x: f64, y: f64) -> V2<T> {
    Vec2::new(T::of(x), T::of(y))
}

fn chain<T: Real>(points: &[[f64; 2]]) -> Chain<T> {
    let points: Vec<V2<T>> = points.iter().map(|p| vec(p[0], p[1])).collect();
    Chain::new(&points).one_sided()
}

/// A scene of chains.
fn scene<T: Real>(chains: &[&[[f64; 2]]]) -> Scene<V2<T>> {
    let mut scene = Scene::new();
    for points in chains {
        let shape = scene.add_shape(chain::<T>(points));
        scene.add(shape, Pose::IDENTITY).unwrap();
    }
    scene
}

/// A ledge 3 above the ground, jumped through from below: in the call in which its center passed, the player ended 0.75 deep with
/// `Done`, and was stuck there for good. It must pass, come down on the ledge, and stand there.
fn jump<T: Real>(player: &impl Shape<V = V2<T>>, high: f64) {
    let scene = scene::<T>(&[&[[0.0, 3.0], [5.0, 3.0]]]);
    let settings = SceneSlideSettings::default();
    let mut memory = SlideMemory::new();
    for step in [0.05, 0.25, 0.31, 1.0, 4.0] {
        let mut pose: Pose<V2<T>> = Pose::at(vec(2.0, 1.0));
        let mut passed = 0;
        while pose.translation().y.f64() < 5.0 {
            let before = pose.translation();
            let slid = scene.slide(player, &pose, vec(0.0, step), &settings, &mut memory).unwrap();
            let gone = (slid.pose.translation() - before).y.f64();
            // Neither stopped nor pushed, except for the clearance once it is out.
            let pushed = if slid.start == Start::Freed { 4.0 * slid.clearance.f64() } else { 1e-6 };
            assert!(slid.status == SlideStatus::Done && slid.clear, "{slid:?}");
            assert!(gone >= step - 1e-6 && gone <= step + pushed, "{gone} {slid:?}");
            passed += u32::from(slid.passing);
            pose = slid.pose;
        }
        assert!(passed >= (2.0 * high / step) as u32, "{passed} {step}");
        let mut last: Option<SceneSlide<V2<T>>> = None;
        for _ in 0..(4.0 / step) as usize + 2 {
            let slid = scene.slide(player, &pose, vec(0.0, -step), &settings, &mut memory).unwrap();
            assert!(slid.clear && !slid.passing, "{slid:?}");
            (pose, last) = (slid.pose, Some(slid));
        }
        let feet = pose.translation().y.f64() - high - 3.0;
        let last = last.unwrap();
        assert!(last.ground.is_some() && feet > 0.0 && feet < 3.0 * last.clearance.f64(), "{feet} {last:?}");
    }
}

#[test]
fn a_jump_through_a_ledge_got_stuck() {
    jump::<f64>(&Rectangle::new([0.5, 1.0]), 1.0);
    jump::<f32>(&Rectangle::new([0.5, 1.0]), 1.0);
    jump::<f64>(&Capsule2::new(0.5, 0.5), 1.0);
    jump::<f32>(&Circle::new(0.75), 0.75);
}

/// Who turns back in the middle of a ledge falls through it again, from wherever it is: half through, or with its head under a ceiling.
#[test]
fn who_turns_back_half_way_falls_again() {
    let scene = scene::<f64>(&[&[[0.0, 3.0], [5.0, 3.0]], &[[5.0, 5.0], [0.0, 5.0]]]);
    let (settings, mut memory) = (SceneSlideSettings::default(), SlideMemory::new());
    let player = Rectangle::new([0.5, 1.25]);
    for k in 0..60 {
        let mut pose = Pose::at([2.0, 1.0]);
        let up = 0.02 + f64::from(k) * 0.06;
        let slid = scene.slide(&player, &pose, Vec2::new(0.0, up), &settings, &mut memory).unwrap();
        assert!(slid.clear && slid.pose.translation().y < 3.75, "{slid:?}");
        pose = slid.pose;
        for _ in 0..40 {
            let slid = scene.slide(&player, &pose, Vec2::new(0.01, -0.1), &settings, &mut memory).unwrap();
            assert!(slid.clear && slid.status == SlideStatus::Done, "{slid:?}");
            assert!((slid.pose.translation() - pose.translation()).y < -0.09, "{slid:?}");
            pose = slid.pose;
        }
    }
}

/// A ledge that rises into who stands on it carries it, if `free` allows that deep; without it, it passes.
#[test]
fn a_ledge_that_rises_carries() {
    let mut scene = Scene::<Vec2<f64>>::new();
    let shape = scene.add_shape(chain::<f64>(&[[0.0, 3.0], [5.0, 3.0]]));
    let ledge = scene.add(shape, Pose::IDENTITY).unwrap();
    let (player, mut memory) = (Rectangle::new([0.5, 1.0]), SlideMemory::new());
    for free in [0.1, 0.0] {
        let settings = SceneSlideSettings { free, ..SceneSlideSettings::default() };
        let mut pose = Pose::at([2.0, 4.01]);
        for k in 0..20 {
            scene.move_object(ledge, Pose::at([0.0, f64::from(k) * 0.05])).unwrap();
            pose = scene.slide(&player, &pose, Vec2::new(0.0, -0.02), &settings, &mut memory).unwrap().pose;
        }
        let feet = pose.translation().y - 1.0 - 3.95;
        assert!(if free > 0.0 { feet > 0.0 && feet < 0.02 } else { feet < -0.5 }, "{feet}");
        scene.move_object(ledge, Pose::IDENTITY).unwrap();
    }
}

/// The side was that of the center at the start: a ball that turned over a hill went through its far slope from the front. A touch
/// counts by the side from which it comes when it comes.
fn over_the_hill<T: Real>() {
    let hill = chain::<T>(&[[-4.0, 0.0], [0.0, 4.0], [4.0, 0.0]]);
    let ball = Circle::new(T::of(0.25)).at(Pose::at(vec(-4.0, 3.0)));
    let turn = Motion::turn(vec::<T>(0.0, 2.0), T::of(-3.3));
    let found = cast(&hill, &ball, &Motion::still(), &turn).expect("the far slope is in the way");
    let end = Circle::new(T::of(0.25)).at(turn.pose(found.time) * Pose::at(vec(-4.0, 3.0)));
    let apart = contact(&hill, &end);
    assert!(found.part_a == Some(1) && !found.at_start, "{found:?}");
    assert!(apart.signed_distance.f64().abs() < 1e-4 && apart.normal.dot(found.normal).f64() > 0.99);
    // The other way round, and the hill turned instead of the ball.
    let back = cast(&ball, &hill, &turn, &Motion::still()).unwrap();
    assert!((back.time - found.time).abs().f64() < 1e-5);
    let still = Motion::still();
    let other = cast(&hill, &ball, &Motion::turn(vec::<T>(0.0, 2.0), T::of(3.3)), &still).unwrap();
    assert!((other.time - found.time).abs().f64() < 1e-4, "{other:?} {found:?}");
    // From inside the hill out below it, and round onto it.
    let inner = Circle::new(T::of(0.25)).at(Pose::at(vec(-2.0, 0.5)));
    let found =
        cast(&hill, &inner, &Motion::still(), &Motion::turn(vec::<T>(-5.0, 2.0), T::of(-6.2))).unwrap();
    assert!(found.part_a == Some(0) && found.time.f64() > 0.5 && !found.at_start, "{found:?}");
}

#[test]
fn a_turn_passed_a_hill_from_the_front() {
    over_the_hill::<f32>();
    over_the_hill::<f64>();
}

/// The first time at which a body comes to touch from the front, by small steps: `Some` only if that is clear. Of one segment.
fn first_touch(
    segment: [[f64; 2]; 2],
    shape: &AnyShape2<f64>,
    pose: &Pose<V2<f64>>,
    motion: &Motion<V2<f64>>,
    steps: u32,
) -> Option<f64> {
    let [a, b] = segment.map(|p| Vec2::new(p[0], p[1]));
    let (line, left) = (Segment2::between(a, b), (b - a).normalized().unwrap().perp());
    let mut apart = true;
    for k in 0..=steps {
        let time = f64::from(k) / f64::from(steps);
        let found = contact(&line, &shape.at(motion.pose(time) * *pose));
        if found.signed_distance > 1e-3 {
            apart = true;
        } else if found.signed_distance <= 0.0 && apart {
            // From where it was a moment ago.
            let before = contact(&line, &shape.at(motion.pose(time - 1.0 / f64::from(steps)) * *pose));
            apart = false;
            if k > 0 && before.normal.dot(left) > 1.0 / 64.0 {
                return Some(time);
            }
        }
    }
    None
}

/// Casts onto one segment against small steps: shapes that fly, turn and do both, from all sides.
#[test]
fn casts_count_from_the_front_only() {
    let mut rng = Rng::new(34);
    let segment = [[-1.5, -0.25], [1.5, 0.25]];
    let one = chain::<f64>(&segment);
    let (mut hits, mut passes, mut again) = (0, 0, 0);
    for round in 0..900 {
        let shape: AnyShape2<f64> = match round % 3 {
            0 => Circle::new(rng.between(0.1, 0.6)).into(),
            1 => Rectangle::new([rng.between(0.1, 0.6), rng.between(0.1, 0.6)]).into(),
            _ => Capsule2::new(rng.between(0.1, 0.6), rng.between(0.1, 0.4)).into(),
        };
        let pose = rng.pose2::<f64>(2.0);
        let line = Segment2::between(Vec2::new(-1.5, -0.25), Vec2::new(1.5, 0.25));
        if contact(&line, &(&shape).at(pose)).signed_distance < 1e-3 {
            continue;
        }
        let by = Vec2::new(rng.between(-5.0, 5.0), rng.between(-5.0, 5.0));
        let center = Vec2::new(rng.between(-2.0, 2.0), rng.between(-1.0, 1.0));
        let turn = Motion::turn(center, rng.between(-12.0, 12.0));
        let motion = match round % 4 {
            0 => Motion::translation(by),
            1 | 2 => turn,
            _ => turn.moving(by),
        };
        let placed = (&shape).at(pose);
        let plain = cast(&line, &placed, &Motion::still(), &motion);
        let found = cast(&one, &placed, &Motion::still(), &motion);
        let truth = first_touch(segment, &shape, &pose, &motion, 800);
        match (found, truth) {
            (Some(found), Some(truth)) => {
                hits += 1;
                let least = plain.unwrap();
                assert!(found.time >= least.time - 1e-8 && found.status == Status::Converged, "{found:?}");
                again += u32::from(found.time > least.time + 1e-3);
                assert!(
                    found.time <= truth + 1e-9 && found.time > truth - 0.05,
                    "{round}: {found:?} {truth}"
                );
            }
            (None, None) => passes += u32::from(plain.is_some()),
            // A touch too short for the small steps, or one within their rounding.
            (Some(found), None) => {
                let left = Vec2::new(-0.5, 3.0).normalized().unwrap();
                let end = (&shape).at(motion.pose(found.time) * pose);
                let near = contact(&line, &end);
                assert!(near.signed_distance < 1e-6 && near.normal.dot(left) > 0.0, "{round}: {found:?}");
            }
            (None, Some(truth)) => panic!("{round}: touched at {truth} {motion:?} {pose:?} {shape:?}"),
        }
    }
    assert!(hits > 100 && passes > 100 && again > 3, "{hits} {passes} {again}");
}
