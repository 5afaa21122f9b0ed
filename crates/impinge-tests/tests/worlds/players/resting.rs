//! Casts of bodies that rest on a surface of triangles.

use super::*;

/// Bodies that touch a floor of many triangles slide and turn on it: no impact. A wall in the way is met at its time, also where it is
/// part of the same mesh.
#[test]
fn a_body_resting_on_a_mesh_slides() {
    let floor = flat_mesh::<f64>(10.0, 40);
    // The same floor with a wall at x = 4, in one mesh.
    let mut points: Vec<V> = floor.vertices().to_vec();
    let mut triangles: Vec<[u32; 3]> = floor.triangles().map(|(_, corners)| corners).collect();
    let first = points.len() as u32;
    points.extend([v(4.0, -9.0, 0.0), v(4.0, 9.0, 0.0), v(4.0, 9.0, 3.0), v(4.0, -9.0, 3.0)]);
    triangles.extend([[first, first + 2, first + 1], [first, first + 3, first + 2]]);
    let (room, _) = TriangleMesh::new(&points, &triangles).unwrap();
    let mut rng = Rng::new(5);
    let (mut slid, mut met) = (0, 0);
    for (kind, shape) in players() {
        for _ in 0..20 {
            let start = v(rng.between(-3.0, 0.0), rng.between(-3.0, 3.0), 0.8);
            let body = At::new(&shape, Pose::at(start));
            let along = v(rng.between(1.0, 3.0), rng.between(-3.0, 3.0), 0.0);
            for mesh in [&floor, &room] {
                let free = cast(&body, mesh, &Motion::translation(along), &Motion::still());
                assert_eq!(free.map(|i| i.time), None, "{kind} by {along:?}");
                let back = cast(mesh, &body, &Motion::translation(-along), &Motion::still());
                assert_eq!(back.map(|i| i.time), None, "{kind} by {along:?}");
                slid += 1;
            }
            let turn = Motion::rotation(start, v(0.0, 0.0, 1.0), rng.between(-3.0, 3.0)).moving(along);
            assert!(cast(&body, &floor, &turn, &Motion::still()).is_none(), "{kind} turning");
            // On, into the wall.
            let impact = cast(&body, &room, &Motion::translation(along * 4.0), &Motion::still());
            let alone = TriangleMesh::new(&points, &triangles[triangles.len() - 2..]).unwrap().0;
            let expected = cast(&body, &alone, &Motion::translation(along * 4.0), &Motion::still());
            let (impact, expected) = match (impact, expected) {
                (Some(impact), Some(expected)) => (impact, expected),
                (None, None) => continue, // Past the wall.
                other => panic!("{kind}: {other:?}"),
            };
            assert!((impact.time - expected.time).abs() < 1e-6, "{kind}: {impact:?} {expected:?}");
            assert!(impact.normal.x > 0.999, "{kind}: {impact:?}");
            met += 1;
            // Down into the floor, and away from it.
            let down = cast(&body, &floor, &Motion::translation([0.5, 0.0, -0.5]), &Motion::still())
                .expect("it is in the way");
            assert!(down.time < 1e-6, "{kind}: {down:?}");
            assert!(cast(&body, &floor, &Motion::translation([1.0, 0.0, 0.5]), &Motion::still()).is_none());
        }
    }
    println!("{slid} slides, {met} impacts");
    assert!(slid == 160 && met > 20);
}

/// A push along flat ground, from heights at which a cast calls the player in touch with it.
fn pushed<S: Shape<V: Dimension<Scalar = f64>>>(scene: &Scene<S::V>, player: &S, feet: f64, by: S::V) {
    let up = S::V::DIM - 1;
    let settings = SceneSlideSettings { clearance: Some(0.0), ..SceneSlideSettings::default() };
    let mut memory = SlideMemory::new();
    let at = |height: f64| Pose::at(S::V::axis(0) * 0.19 + S::V::axis(up) * (feet + height));
    let clearance = scene.slide(player, &at(1e-6), by, &settings, &mut memory).unwrap().clearance;
    for i in 0..500 {
        let from = at(clearance * (1.24 + 0.0002 * f64::from(i)));
        let slid = scene.slide(player, &from, by, &settings, &mut memory).unwrap();
        let gone = slid.pose.translation() - from.translation();
        assert!(slid.clear && slid.wall.is_none(), "{i} {slid:?}");
        assert!((gone - by).norm() <= 1e-6 && gone.get(up) <= 2.0 * clearance, "{i} {gone:?} {slid:?}");
    }
}

#[test]
fn who_was_as_near_as_casts_keep_was_stopped_by_flat_ground() {
    let mut plane = Scene::new();
    let floor = plane.add_shape(Rectangle::new([100.00288664105781, 1.0]));
    plane.add(floor, Pose::at([0.0, -1.0])).unwrap();
    // Where a first touch left it nearer than the next cast would keep it.
    let settings = SceneSlideSettings { clearance: Some(0.0), ..SceneSlideSettings::default() };
    let by = Vec2::new(0.00390625, -1.788112058836993e-8);
    for [x, above] in [
        [0.1906236928854284, 7.029288e-10],
        [0.2006, 6.966265e-10],
        [0.21208, 7.086265e-10],
        [0.21739, 6.976265e-10],
        [0.22060000000000002, 6.966265e-10],
    ] {
        let from = Pose::at([x, 0.75 + above]);
        let slid = plane.slide(&Capsule2::new(0.5, 0.25), &from, by, &settings, &mut SlideMemory::new());
        let slid = slid.unwrap();
        assert!(slid.clear && slid.wall.is_none(), "{slid:?}");
        assert!((slid.pose.translation() - from.translation() - by).norm() <= 1e-6, "{slid:?}");
    }
    for sink in [0.0, 1e-9, 1.8e-8, 1e-7] {
        pushed(&plane, &Capsule2::new(0.5, 0.25), 0.75, Vec2::new(0.004, -sink));
        pushed(&plane, &Rectangle::new([0.25, 0.75]), 0.75, Vec2::new(0.004, -sink));
    }
    let mut space = Scene::new();
    let floor = space.add_shape(flat_mesh::<f64>(4.0, 8));
    space.add(floor, Pose::IDENTITY).unwrap();
    for sink in [0.0, 1e-9, 1e-7] {
        pushed(&space, &Cuboid::new([0.25, 0.25, 0.75]), 0.75, Vec3::new(0.15, 0.06, -sink));
        pushed(&space, &Capsule::new(0.5, 0.25), 0.75, Vec3::new(0.15, 0.06, -sink));
    }
}

/// Kept as near as casts do, within the tolerance of one: the next triangle comes no nearer than the one below it.
#[test]
fn the_next_triangle_of_flat_ground_was_a_bump() {
    let settings = SceneSlideSettings { clearance: Some(0.0), ..SceneSlideSettings::default() };
    let (player, by) = (Cuboid::new([0.25, 0.25, 0.75]), v(0.15625, 0.0625, 0.0));
    for cells in [1, 2, 4, 8] {
        let mut scene = Scene::new();
        let floor = scene.add_shape(flat_mesh::<f64>(16.0, cells));
        scene.add(floor, Pose::IDENTITY).unwrap();
        let mut memory = SlideMemory::new();
        let mut slide = |height: f64| {
            let from = v(-0.37890625, 0.15625, 0.75 + height);
            let slid = scene.slide(&player, &Pose::at(from), by, &settings, &mut memory).unwrap();
            assert!(slid.clear && slid.wall.is_none() && slid.traces == 1, "{cells} {height:e} {slid:?}");
            let off = slid.pose.translation() - from - by;
            assert!(off.norm() <= 4.0 * slid.clearance, "{cells} {height:e} {off:?} {slid:?}");
            slid.clearance
        };
        let clearance = slide(1.580442e-10);
        for i in 0..100 {
            slide(clearance * (1.25 + 0.001 * f64::from(i)));
        }
    }
}
