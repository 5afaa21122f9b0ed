//! Chains of motions pushed against walls: after each the surfaces must be apart as the rounded pose places them, and on
//! the way too; a motion that was stopped must have been stopped by something within the zone.

use impinge::expel::{MotionSettings, Mover, Trace};
use impinge::mesh::polygon::PlacedMesh;
use impinge::{Motion, Pose, Real, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::movers::{bodies, places, vector};
use impinge_scenes::oracle::surfaces::{cross, distance, placed};
use impinge_tests::in_both_precisions;

in_both_precisions!(chains_of_motions_end_in_no_overlap, pushes_do_not_creep);

/// Counts what a run saw, so that the test tests something.
#[derive(Default, Debug)]
struct Seen {
    motions: usize,
    hits: usize,
    free: usize,
    pushed: usize,
    turned: usize,
}

fn chains_of_motions_end_in_no_overlap<T: Real>() {
    let mut seen = Seen::default();
    let mut mover = Mover::new();
    let length = 60;
    for (b, (body_name, body)) in bodies::<T>().iter().enumerate() {
        for (p, (place_name, place, free)) in places::<T>().iter().enumerate() {
            let name = format!("{body_name} in {place_name}, {}", T::NAME);
            let mut rng = Rng::new((100 * b + p) as u64);
            // In a frame of its own, so that nothing is along the axes.
            let world = Pose::new(vector::<T>(&mut rng, 1.0), rng.rotation3());
            let standing = PlacedMesh::new(place, world);
            let surfaces = placed(place, &world);
            let start = (0..100).map(|_| world.compose(&Pose::new(free.cast::<T>(), rng.rotation3())));
            let start = start.into_iter().find(|pose| !cross(&placed(body, pose), &surfaces));
            let mut pose = start.unwrap_or_else(|| panic!("{name} starts inside"));
            let mut push = vector::<T>(&mut rng, 1.0);
            for step in 0..length {
                let moving = PlacedMesh::new(body, pose);
                let settings = MotionSettings::default();
                if step % 10 == 0 {
                    push = vector(&mut rng, 1.0);
                }
                let trace = match rng.below(4) {
                    // Far, at random; on in the same direction; along what was hit; a turn.
                    0 => {
                        let length = [0.1, 3.0, 1000.0][rng.below(3)];
                        let by = vector::<T>(&mut rng, length);
                        check_slide(&mut mover, &moving, by, &standing, &settings)
                    }
                    1 | 2 => check_slide(&mut mover, &moving, push, &standing, &settings),
                    _ => {
                        seen.turned += 1;
                        let off = [0.0, 0.5, 3.0][rng.below(3)];
                        let center = pose.translation() + vector(&mut rng, off);
                        let angle = T::of(rng.between(-1.0, 1.0) * [0.3, 3.0, 8.0][rng.below(3)]);
                        let turning = Motion::rotation(center, rng.unit3(), angle);
                        check_turn(&mut mover, &moving, &turning, &standing, &settings)
                    }
                };
                seen.motions += 1;
                seen.hits += usize::from(trace.hit.is_some());
                seen.free += usize::from(trace.hit.is_none());
                assert!(trace.clear, "{name}, step {step}: {trace:?}");
                let now = placed(body, &trace.pose);
                assert!(!cross(&now, &surfaces), "{name}, step {step}: {trace:?}");
                if trace.hit.is_some() {
                    let away = distance(&now, &surfaces);
                    let zone = trace.zone;
                    assert!(away > 0.0);
                    let explained = zone.thickness + zone.pose + 8.0 * zone.error + zone.floor;
                    assert!(away <= explained, "{name}, step {step}: {away} > {explained}, {trace:?}");
                }
                if let Some(hit) = trace.hit {
                    // The next pushes go along it, or once more into it.
                    if rng.bits() & 1 == 0 {
                        push = push - hit.normal * push.dot(hit.normal);
                        seen.pushed += 1;
                    } else {
                        push = -hit.normal * T::HALF;
                    }
                }
                pose = trace.pose;
            }
        }
    }
    assert!(seen.hits > seen.motions / 4 && seen.free > seen.motions / 10, "{seen:?}");
    assert!(seen.turned > seen.motions / 8 && seen.pushed > seen.motions / 16, "{seen:?}");
}

/// A translation, and some poses on its way.
fn check_slide<T: Real>(
    mover: &mut Mover,
    moving: &PlacedMesh<'_, T>,
    by: Vec3<T>,
    standing: &PlacedMesh<'_, T>,
    settings: &MotionSettings,
) -> Trace<T> {
    let trace = mover.translate(moving, by, standing, settings).unwrap();
    let surfaces = placed(standing.mesh, &standing.pose);
    for i in 1..5 {
        let f = trace.fraction * T::of(f64::from(i) / 5.0);
        let pose = Pose::new(moving.pose.translation() + by * f, moving.pose.rotation());
        assert!(!cross(&placed(moving.mesh, &pose), &surfaces), "on the way: {trace:?}");
    }
    trace
}

fn check_turn<T: Real>(
    mover: &mut Mover,
    moving: &PlacedMesh<'_, T>,
    turning: &Motion<Vec3<T>>,
    standing: &PlacedMesh<'_, T>,
    settings: &MotionSettings,
) -> Trace<T> {
    let trace = mover.move_by(moving, turning, standing, settings).unwrap();
    let surfaces = placed(standing.mesh, &standing.pose);
    for i in 1..5 {
        let angle = turning.angle() * trace.fraction * T::of(f64::from(i) / 5.0);
        let pose = turned(&moving.pose, turning, angle);
        assert!(!cross(&placed(moving.mesh, &pose), &surfaces), "on the way: {trace:?}");
    }
    let end = turned(&moving.pose, turning, turning.angle() * trace.fraction);
    let off = (end.translation() - trace.pose.translation()).norm().f64();
    assert!(off <= 1e4 * T::EPSILON.f64() * 10.0, "{off} {trace:?}");
    trace
}

pub fn turned<T: Real>(pose: &Pose<Vec3<T>>, turning: &Motion<Vec3<T>>, angle: T) -> Pose<Vec3<T>> {
    let turn = impinge::Rot3::from_axis_angle(turning.axis(), angle);
    let center = turning.center();
    Pose::new(center + turn.rotate(pose.translation() - center), turn.compose(&pose.rotation()))
}

/// A thousand pushes into a wall change nothing after the first; a thousand along it are never stopped; away is free.
fn pushes_do_not_creep<T: Real>() {
    let mut mover = Mover::new();
    let settings = MotionSettings::default();
    let all = bodies::<T>();
    let (_, room, _) = &places::<T>()[0];
    let mut rng = Rng::new(77);
    for (name, body) in &all {
        for _ in 0..4 {
            let world = Pose::new(vector::<T>(&mut rng, 2.0), rng.rotation3());
            let standing = PlacedMesh::new(room, world);
            let start = world.compose(&Pose::new(Vec3::ZERO, rng.rotation3()));
            // Towards a wall, in the room's frame.
            let wall = world.rotation().rotate(Vec3::new(T::ZERO, T::ZERO, -T::ONE));
            let go = |mover: &mut Mover, pose: Pose<Vec3<T>>, by: Vec3<T>| {
                mover.translate(&PlacedMesh::new(body, pose), by, &standing, &settings).unwrap()
            };
            let first = go(&mut mover, start, wall * T::of(9.0));
            assert!(first.hit.is_some());
            let mut pose = first.pose;
            for i in 0..1000 {
                let by = wall * T::of(rng.between(0.001, 10.0));
                let push = go(&mut mover, pose, by);
                // The first push may begin with a thinner zone than the fall.
                assert!(push.fraction == T::ZERO || i == 0, "{name}, push {i}: {push:?}");
                assert!(push.pose == pose || i == 0);
                pose = push.pose;
            }
            let normal = first.hit.unwrap().normal;
            let mut stopped = 0;
            for _ in 0..1000 {
                let side = vector::<T>(&mut rng, 0.02);
                let along = side - normal * side.dot(normal);
                let slide = go(&mut mover, pose, along);
                stopped += usize::from(slide.fraction < T::ONE);
                pose = slide.pose;
            }
            assert_eq!(stopped, 0, "{name}");
            let back = go(&mut mover, pose, -wall);
            assert_eq!(back.fraction, T::ONE, "{name}: {back:?}");
        }
    }
}
