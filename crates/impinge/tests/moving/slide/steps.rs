//! Steps: taken where they get over something, and nowhere else.

use impinge::expel::{Mover, SlideSettings, SlideTrace, Step};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::rooms::{self, Faces};

use super::sticking::{capsule, two_sided, wall};
use super::{at, mesh};

/// Pushes a body this many times, and passes each result to `each`.
fn push<T: Real>(
    body: &PolygonMesh<T>,
    world: &[PlacedMesh<'_, T>],
    (start, step): (Pose<Vec3<T>>, f64),
    pushes: impl IntoIterator<Item = Vec3<f64>>,
    mut each: impl FnMut(&SlideTrace<T>),
) -> Vec3<f64> {
    let settings = SlideSettings { step: T::of(step), ..SlideSettings::default() };
    let (mut mover, mut pose) = (Mover::new(), start);
    for by in pushes {
        let slid =
            mover.slide(&PlacedMesh::new(body, pose), by.cast(), world, &settings).expect("a sound motion");
        each(&slid);
        pose = slid.pose;
    }
    pose.translation().cast()
}

/// On sloped ground along a tall wall a step up was taken in nearly every push, since a body in the air is not slowed by the
/// slope. A step must get over what is in the way.
pub fn beside_a_wall_on_a_slope_there_is_no_step<T: Real>() {
    let mut rng = Rng::new(4);
    let (mut slides, mut walls) = (0, 0);
    for _ in 0..40 {
        let (slope, around) = (rng.between(0.02, 0.75), rng.between(0.0, 6.3));
        let ground = Vec3::new(slope.sin() * around.cos(), slope.sin() * around.sin(), slope.cos());
        let height = |x: f64, y: f64| -(ground.x * x + ground.y * y) / ground.z;
        let mut faces = Faces::default();
        let corners = [[-20.0, -20.0], [20.0, -20.0], [20.0, 20.0], [-20.0, 20.0]];
        faces.add(&corners.map(|[x, y]| Vec3::new(x, y, height(x, y))));
        wall(&mut faces, [[-18.0, 1.0], [18.0, 1.0 + rng.between(-3.0, 3.0)]], -25.0, 25.0);
        let hill = two_sided::<T>(&faces);
        let world = [PlacedMesh::new(&hill, at(0.0, 0.0, 0.0))];
        let body =
            if rng.below(2) == 0 { capsule(12, 0.3, 0.6) } else { mesh(&rooms::cuboid([0.3, 0.3, 0.6], 1)) };
        let start = at(0.0, 4.0, height(0.0, 4.0) + 1.0);
        // Down onto the ground, to the wall, and along it.
        let fall = core::iter::repeat_n(Vec3::new(0.0, 0.0, -0.3), 5);
        let along = Vec3::new(rng.between(-0.2, 0.2), -0.2, -0.1);
        push(&body, &world, (start, 0.25), fall.chain(core::iter::repeat_n(along, 30)), |slid| {
            assert_ne!(slid.step, Step::Up, "{slid:?}");
            slides += 1;
            walls += usize::from(slid.wall.is_some());
        });
    }
    assert!(slides == 1400 && walls > 300, "{walls} of {slides} met the wall");
}

/// Stairs of many heights are climbed if they are lower than a step, and only then; by boxes and by capsules with bevels.
pub fn stairs_of_many_heights<T: Real>() {
    let (mut climbed, mut refused) = (0, 0);
    for round in 0..28 {
        let rise = 0.03 + 0.02 * f64::from(round / 2);
        let stairs = mesh::<T>(&rooms::stairs(4, 0.8, rise, 4.0));
        let floor = mesh::<T>(&rooms::floor(10.0, 2));
        let world = [PlacedMesh::new(&floor, at(0.0, 0.0, 0.0)), PlacedMesh::new(&stairs, at(0.0, 0.0, 0.0))];
        let box_like = round % 2 == 0;
        let body = if box_like { mesh(&rooms::cuboid([0.2, 0.2, 0.5], 1)) } else { capsule(12, 0.2, 0.5) };
        let pushes = core::iter::repeat_n(Vec3::new(0.15, 0.01, -0.1), 60);
        let mut ups = 0;
        let end = push(&body, &world, (at(-1.0, -2.0, 0.6), 0.2), pushes, |slid| {
            ups += usize::from(slid.step == Step::Up);
        });
        let over = end.x > 3.0;
        // A bevel of the capsule, not too steep to stand on, leads 0.06 higher.
        let limit = if box_like { 0.2 } else { 0.26 };
        assert_eq!(over, rise < limit, "{rise} high, {end:?} after {ups} steps");
        if over {
            climbed += 1;
            // Low stairs do not stop a bevel, which slides over them.
            assert!(ups == 4 || !box_like, "{ups} steps of {rise}");
        } else {
            refused += 1;
            assert!(ups == 0 && end.x < 0.0, "{end:?} after {ups} steps");
        }
    }
    assert!(climbed >= 18 && refused >= 6, "{climbed} {refused}");
}

/// A rail that is low and thin: one push over all of it first steps onto it.
pub fn a_rail_is_stepped_over<T: Real>() {
    let floor = mesh::<T>(&rooms::floor(10.0, 2));
    let rail = mesh::<T>(&rooms::cuboid([0.05, 2.0, 0.1], 1));
    let world = [PlacedMesh::new(&floor, at(0.0, 0.0, 0.0)), PlacedMesh::new(&rail, at(0.0, 0.0, 0.1))];
    let body = mesh::<T>(&rooms::cuboid([0.2, 0.2, 0.5], 1));
    let pushes = [Vec3::new(0.0, 0.0, -0.2), Vec3::new(2.5, 0.0, -0.1), Vec3::new(0.1, 0.0, -0.1)];
    let mut steps = Vec::new();
    let end = push(&body, &world, (at(-1.0, 0.0, 0.55), 0.25), pushes, |slid| {
        steps.push(slid.step);
    });
    assert!(end.x > 1.0 && (end.z - 0.5).abs() < 0.01, "{end:?} {steps:?}");
    assert_eq!(steps, [Step::Level, Step::Down, Step::Level], "up, on, and down");
    // With no room above it there is no step.
    let low = rooms::cuboid([3.0, 3.0, 0.1], 1).map(|p| p + Vec3::new(0.0, 0.0, 1.2));
    let ceiling = mesh::<T>(&low);
    let [a, b] = world;
    let world = [a, b, PlacedMesh::new(&ceiling, at(0.0, 0.0, 0.0))];
    let end = push(&body, &world, (at(-1.0, 0.0, 0.55), 0.25), pushes, |slid| {
        assert_ne!(slid.step, Step::Up);
    });
    assert!((end.x + 0.25).abs() < 0.02, "{end:?}");
}

/// One who falls beside a ledge does not step onto it, and one who is pushed by less than the zone still climbs.
pub fn steps_need_ground_and_no_haste<T: Real>() {
    let ledge = mesh::<T>(&rooms::cuboid([1.0, 1.0, 1.0], 1));
    let world = [PlacedMesh::new(&ledge, at(0.0, 0.0, 0.0))];
    let body = mesh::<T>(&rooms::cuboid([0.2, 0.2, 0.5], 1));
    let falling = [Vec3::new(0.1, 0.0, -0.2); 4];
    let end = push(&body, &world, (at(-1.3, 0.0, 1.6), 0.5), falling, |slid| assert_ne!(slid.step, Step::Up));
    assert!(end.x < -1.19 && end.z < 1.0, "{end:?}");
    let floor = mesh::<T>(&rooms::floor(60.0, 2));
    let world = [PlacedMesh::new(&floor, at(0.0, 0.0, 0.0)), PlacedMesh::new(&ledge, at(0.0, 0.0, -0.8))];
    let small = Vec3::new(1e-3, 0.0, -1e-3);
    let mut ups = 0;
    let end = push(&body, &world, (at(-1.21, 0.0, 0.51), 0.25), [small; 60], |slid| {
        ups += usize::from(slid.step == Step::Up);
    });
    assert!(ups == 1 && end.z > 0.69, "{end:?} after {ups} steps");
}
