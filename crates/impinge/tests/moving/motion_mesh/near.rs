//! The broad phase of a mesh against brute force.

use impinge::mesh::polygon::{Gathered, MeshSettings, PolygonMesh};
use impinge::{Aabb, Real, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::rooms;

fn wide<T: Real>(b: Aabb<Vec3<T>>) -> Aabb<Vec3<f64>> {
    Aabb { min: b.min.cast(), max: b.max.cast() }
}

fn against_brute_force<T: Real>() {
    let mut rng = Rng::new(6);
    // One scratch for all meshes, small and large in turn.
    let mut near = Gathered::new();
    let (mut polygons, mut edges, mut vertices) = (0, 0, 0);
    for cells in [9, 2, 5] {
        for (name, _, faces) in rooms::all(cells, 3) {
            let settings = MeshSettings { merge: cells != 5, ..MeshSettings::default() };
            let (mesh, _) =
                PolygonMesh::with_settings(&faces.points_in::<T>(), &faces.polygons, &settings).unwrap();
            for _ in 0..200 {
                let center = rng.in_ball::<f64>() * 4.0;
                let half = [(); 3].map(|()| rng.between(0.0, 1.5));
                let query = Aabb::around(center, Vec3::from(half));
                mesh.gather(&query, &mut near);
                let sorted = |list: &[u32]| {
                    let mut list = list.to_vec();
                    list.sort_unstable();
                    list
                };
                let found: Vec<u32> = (0..mesh.polygons().len() as u32)
                    .filter(|&p| wide(mesh.polygons()[p as usize].bounds).overlaps(&query))
                    .collect();
                assert_eq!(sorted(near.polygons()), found, "{name}");
                let mut visited = Vec::new();
                mesh.near(&query, |p| visited.push(p));
                assert_eq!(visited, near.polygons());
                let at = |v: u32| mesh.vertices()[v as usize].cast::<f64>();
                let expected: Vec<u32> = (0..mesh.edges().len() as u32)
                    .filter(|&e| {
                        let edge = &mesh.edges()[e as usize];
                        let own = Aabb::of_points(edge.ends.map(at)).unwrap();
                        !edge.is_internal() && own.overlaps(&query)
                    })
                    .collect();
                assert_eq!(sorted(near.edges()), expected, "{name}");
                let expected: Vec<u32> = (0..mesh.vertices().len() as u32)
                    .filter(|&v| !mesh.vertex_is_internal(v) && query.contains(at(v)))
                    .collect();
                assert_eq!(sorted(near.vertices()), expected, "{name}");
                polygons += found.len();
                edges += near.edges().len();
                vertices += near.vertices().len();
            }
        }
    }
    assert!(polygons > 10_000 && edges > 10_000 && vertices > 3_000, "{polygons} {edges} {vertices}");
    // A point, and boxes that hold nothing.
    let point = PolygonMesh::point(Vec3::splat(T::ONE));
    point.gather(&Aabb::around(Vec3::splat(1.0), Vec3::splat(0.0)), &mut near);
    assert_eq!((near.vertices(), near.edges().len(), near.polygons().len()), (&[0][..], 0, 0));
    point.gather(&Aabb::around(Vec3::splat(f64::NAN), Vec3::splat(1.0)), &mut near);
    assert!(near.vertices().is_empty());
}

#[test]
fn nearby_polygons_are_found_once() {
    against_brute_force::<f32>();
    against_brute_force::<f64>();
}
