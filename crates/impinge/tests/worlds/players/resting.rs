//! Casts of bodies that rest on a surface of triangles.

use super::*;

/// Bodies that touch a floor of many triangles slide and turn on it: no impact. A wall in the way is met at its time, also where it is
/// part of the same mesh.
#[test]
fn what_rests_on_a_mesh_slides() {
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
