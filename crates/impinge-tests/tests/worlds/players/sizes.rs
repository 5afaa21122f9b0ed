//! Players on ground of any size, among objects added in any order.

use impinge::body::{AnyBody, Compound, HeightField};
use impinge::mesh::TriangleMesh;
use impinge::scene::{Scene, SceneSlideSettings, SlideMemory};
use impinge::*;
use impinge_scenes::Rng;

/// A floor: its name, and where it stands.
type Floor<T> = (&'static str, AnyBody<Vec3<T>>, Pose<Vec3<T>>);

/// Floors of one size, of every form, with their top at height 0.
fn floors<T: Real>(half: f64) -> Vec<Floor<T>> {
    let h = T::of(half);
    let (zero, one) = (T::ZERO, T::ONE);
    let block = Cuboid::new([h, h, one]);
    let low = Pose::at(Vec3::new(zero, zero, -one));
    let corners = [[-h, -h, zero], [h, -h, zero], [h, h, zero], [-h, h, zero]];
    let (mesh, _) = TriangleMesh::new(&corners, &[[0, 1, 2], [0, 2, 3]]).unwrap();
    let field = HeightField::from_fn(3, 3, [h, h, one], |_, _| 0.0);
    vec![
        ("box", block.into(), low),
        ("cube", Cuboid::new([h, h, h]).into(), Pose::at(Vec3::new(zero, zero, -h))),
        ("mesh", mesh.into(), Pose::IDENTITY),
        ("field", field.into(), Pose::at(Vec3::new(-h, -h, zero))),
        ("compound", Compound::<AnyShape<T>>::new([(block.into(), low)]).into(), Pose::IDENTITY),
    ]
}

/// On a floor of half extent 1e11 the second call ended 0.041 deep, as the least clearance did not know of the floor. No call may end
/// deeper than promised, on a floor of any size.
fn vast<T: Real>(sizes: &[f64]) {
    let t = T::of;
    let player = Capsule::new(t(0.5), t(0.3));
    let settings = SceneSlideSettings { step: t(0.25), ..SceneSlideSettings::default() };
    for &half in sizes {
        for (name, body, pose) in floors::<T>(half) {
            let mut scene = Scene::<Vec3<T>>::new();
            let shape = scene.add_shape(body);
            let _ = scene.add(shape, pose).unwrap();
            let mut memory = SlideMemory::new();
            let mut at = Pose::at(Vec3::new(t(0.1), t(0.2), t(1.5)));
            let mut gone = 0.0;
            for call in 0..12 {
                let by = Vec3::new(t(0.11), t(0.03), t(-0.3));
                let slid = scene.slide(&player, &at, by, &settings, &mut memory).unwrap();
                let feet = slid.pose.translation().z.f64() - 0.8;
                assert!(slid.clear && feet >= 0.9 * slid.clearance.f64(), "{name} {half:e} {call}: {slid:?}");
                gone += (slid.pose.translation() - at.translation()).x.f64();
                at = slid.pose;
            }
            assert!(gone > 1.0, "{name} {half:e}: went {gone}");
        }
    }
}

#[test]
fn a_vast_floor_let_the_player_sink() {
    vast::<f64>(&[1e2, 1e4, 1e6, 1e9, 1e10, 1e11, 1e12]);
    vast::<f32>(&[1e2, 1e4, 1e6, 1e9, 1e10, 1e11, 1e12]);
}

/// If two objects were met at exactly the same time, the one added first decided, so that the end depended on the order of
/// adding. It may depend on where they stand alone.
fn orders<T: Real>() {
    let t = T::of;
    let at = |x: f64, y: f64, z: f64| Pose::at(Vec3::new(t(x), t(y), t(z)));
    let mut rng = Rng::new(12);
    let (mut ties, mut slides) = (0, 0);
    for round in 0..24 {
        // Symmetric about the way of the player: corners, funnels, blocks side by side, on a grid.
        let mut bodies: Vec<(AnyShape<T>, Pose<Vec3<T>>)> =
            vec![(Cuboid::new([t(8.0), t(8.0), t(1.0)]).into(), at(0.0, 0.0, -1.0))];
        for _ in 0..2 {
            let half = [t(0.5), t(0.5), t(0.125 * (1 + rng.below(8)) as f64)];
            let (x, y) = (1.0 + 0.5 * rng.below(4) as f64, 0.25 * rng.below(6) as f64);
            let z = half[2].f64();
            for y in [y, -y] {
                let (shape, pose): (AnyShape<T>, _) = match round % 3 {
                    0 => (Cuboid::new(half).into(), at(x, y, z)),
                    1 => (Sphere::new(t(0.5)).into(), at(x, y, 0.5)),
                    _ => {
                        let turn = Rot3::from_axis_angle([t(0.0), t(0.0), t(1.0)], t(y.signum() * 0.7));
                        (Cuboid::new(half).into(), Pose::new(at(x, y, z).translation(), turn))
                    }
                };
                bodies.push((shape, pose));
            }
        }
        let player: AnyShape<T> = match round % 2 {
            0 => Cuboid::new([t(0.25), t(0.25), t(0.75)]).into(),
            _ => Capsule::new(t(0.5), t(0.25)).into(),
        };
        let settings = SceneSlideSettings { step: t(0.3), free: t(0.5), ..SceneSlideSettings::default() };
        let run = |order: &[usize]| {
            let mut scene = Scene::<Vec3<T>>::new();
            for &k in order {
                let shape = scene.add_shape(bodies[k].0.clone());
                let _ = scene.add(shape, bodies[k].1).unwrap();
            }
            let (mut memory, mut pose, mut ends) = (SlideMemory::new(), at(-1.0, 0.0, 1.0), Vec::new());
            for k in 0..16 {
                let by = if k < 8 { [0.25, 0.0, -0.25] } else { [0.25, 0.125, -0.0625] };
                let by = Vec3::from(by.map(t));
                let slid = scene.slide(&player, &pose, by, &settings, &mut memory).unwrap();
                pose = slid.pose;
                let hits =
                    [slid.ground, slid.wall].map(|hit| hit.map(|hit| (hit.point, hit.normal, hit.distance)));
                ends.push((slid.pose, slid.status, slid.step, slid.distance, slid.clear, hits));
            }
            ends
        };
        let first = run(&[0, 1, 2, 3, 4]);
        for order in [[4, 3, 2, 1, 0], [2, 1, 0, 4, 3], [1, 4, 3, 0, 2]] {
            assert_eq!(first, run(&order), "{bodies:?}");
        }
        slides += 16;
        ties += first.iter().filter(|end| end.5[1].is_some()).count();
    }
    assert!(ties * 8 > slides, "{ties} of {slides}");
}

#[test]
fn the_end_depended_on_the_order_of_adding() {
    orders::<f32>();
    orders::<f64>();
}

/// Two blocks hit at the same time and point, at distances that differ in the last digit: the one added first was reported.
#[test]
fn the_distance_depended_on_the_order_of_adding() {
    let at = |x: f32, y: f32, z: f32| Pose::at([x, y, z]);
    let block = Cuboid::<f32>::new([0.5, 0.5, 0.125]);
    let objects = [
        (Cuboid::new([16.0, 16.0, 1.0]), at(0.0, 0.0, -1.0)),
        (block, at(1.0, -2.0, 0.125)),
        (block, at(1.5, -2.0, 0.125)),
    ];
    let player = Capsule::<f32>::new(0.5, 0.25);
    let run = |order: [usize; 3]| {
        let mut scene = Scene::<Vec3<f32>>::new();
        for k in order {
            let shape = scene.add_shape(objects[k].0);
            let _ = scene.add(shape, objects[k].1).unwrap();
        }
        let (mut memory, settings) = (SlideMemory::new(), SceneSlideSettings::default());
        let (fall, aside) = (Vec3::new(0.25, 0.0, -0.25), Vec3::new(0.0, -0.46484375, 0.0));
        let last = Vec3::new(-0.75, -0.78125, 0.0);
        let pushes = [fall, fall, fall, fall, aside, fall, fall, fall, fall, fall, last];
        let (mut pose, mut walls) = (at(0.0, 0.0, 0.8), Vec::new());
        for by in pushes {
            let slid = scene.slide(&player, &pose, by, &settings, &mut memory).unwrap();
            walls.push((slid.pose, slid.wall.map(|hit| (hit.point, hit.normal, hit.distance))));
            pose = slid.pose;
        }
        walls
    };
    let first = run([0, 1, 2]);
    assert!(first[10].1.is_some());
    assert_eq!(first, run([2, 1, 0]));
}

/// A player of `f32` that was stopped while it grazed flat ground was rounded to a place nearer than a cast keeps, by more than the
/// tolerance of that. So the next motion was stopped at once, although it led along the ground, and then tilted up: a bump of 16
/// clearances. On flat ground nobody rises above where it rests.
#[test]
fn a_grazing_stop_became_a_bump() {
    let t = |x: f64, y: f64, z: f64| Vec3::new(x as f32, y as f32, z as f32);
    let boxes = (0..144).map(|k| {
        let (x, y) = (f64::from(k % 12) - 5.5, f64::from(k / 12) - 5.5);
        (AnyShape::from(Cuboid::<f32>::new([0.5, 0.5, 0.5])), Pose::at(t(x, y, -0.5)))
    });
    let floors: [AnyBody<Vec3<f32>>; 2] =
        [HalfSpace::new([0.0, 0.0, 1.0], 0.0).into(), Compound::new(boxes).into()];
    let players: [(AnyShape<f32>, f64); 3] = [
        (Cylinder::new(0.75, 0.25).into(), 0.75),
        (Capsule::new(0.5, 0.25).into(), 0.75),
        (Cuboid::new([0.25, 0.25, 0.75]).into(), 0.75),
    ];
    let mut rng = Rng::new(504);
    let (mut steps, mut grazes) = (0, 0);
    for floor in floors {
        let mut scene = Scene::<Vec3<f32>>::new();
        let shape = scene.add_shape(floor);
        let _ = scene.add(shape, Pose::IDENTITY).unwrap();
        for (player, low) in &players {
            for clearance in [Some(0.0), None] {
                let settings = SceneSlideSettings { clearance, ..SceneSlideSettings::default() };
                let (mut memory, mut pose) = (SlideMemory::new(), Pose::at(t(0.0, 0.025, 0.8)));
                pose = scene.slide(player, &pose, t(0.0, 0.0, -2.0), &settings, &mut memory).unwrap().pose;
                for _ in 0..300 {
                    let c = scene.slide(player, &pose, Vec3::ZERO, &settings, &mut memory).unwrap().clearance;
                    // About the middle, and down by a little less or more than from rest to contact.
                    let at = pose.translation().cast::<f64>();
                    let [x, y] = [at.x, at.y]
                        .map(|x| if x.abs() > 4.0 { -0.5 * x.signum() } else { rng.between(-0.5, 0.5) });
                    let by = t(x, y, -rng.between(0.0, 2.0) * f64::from(c));
                    let slid = scene.slide(player, &pose, by, &settings, &mut memory).unwrap();
                    let [feet, before] = [slid.pose, pose].map(|pose| f64::from(pose.translation().z) - low);
                    // The least clearance depends on the push.
                    let rest = f64::max(before, 2.25 * f64::from(slid.clearance));
                    let gone = slid.pose.translation() - pose.translation();
                    assert!(slid.clear && feet <= rest, "{feet:e} {by:?} {slid:?}");
                    assert!((gone.x - by.x).abs() < c && (gone.y - by.y).abs() < c, "{by:?} {slid:?}");
                    (steps, grazes) = (steps + 1, grazes + u32::from(slid.traces > 1));
                    pose = slid.pose;
                }
            }
        }
    }
    assert!(grazes * 8 > steps, "{grazes} of {steps}");
}
