//! Convex hulls: of a cloud, as polygons that know their neighbors, and the error if there is none.

use impinge::hull::solid_hull;
use impinge::{ConvexPolyhedron, Support, Vec3};
use impinge_scenes::Rng;

fn main() {
    // 400 points of a ball, moved to a grid: many lie in one plane, so not all faces are triangles.
    let mut rng = Rng::new(7);
    let points: Vec<Vec3<f64>> =
        (0..400).map(|_| rng.in_ball::<f64>().map(|x| (x * 4.0).round() / 4.0)).collect();
    let hull = solid_hull(&points).expect("the points span space");
    let t = hull.topology();
    let (v, e, f) = (t.vertex_count(), t.edge_count(), t.face_count());
    println!("{} points: {v} vertices, {e} edges, {f} faces", points.len());
    assert_eq!(v + f, e + 2, "Euler's formula");

    let mut sides = [0; 16];
    (0..f as u32).for_each(|face| sides[t.face_vertices(face).len()] += 1);
    for (sides, count) in sides.iter().enumerate().filter(|(_, count)| **count > 0) {
        println!("  {count} faces with {sides} sides");
    }
    let report = hull.check(&points).expect("a correct hull");
    assert_eq!(report.faces, f);

    // Walk uphill from vertex to neighbor: on a convex solid the top is reached from everywhere.
    let up = Vec3::new(1.0, 2.0, 3.0);
    let height = |v: u32| hull.vertices()[v as usize].dot(up);
    let mut path = vec![0];
    while let Some(higher) =
        t.neighbors(path[path.len() - 1]).find(|&n| height(n) > height(path[path.len() - 1]))
    {
        path.push(higher);
    }
    let top = path[path.len() - 1];
    println!("uphill towards (1, 2, 3): {path:?}, to {:?}", hull.vertices()[top as usize].to_array());
    let farthest = ConvexPolyhedron::from_solid(hull.clone()).support(up);
    assert_eq!(farthest.dot(up), height(top), "the walk finds what the support mapping finds");

    // No hull, and why.
    let (o, x, y) = (Vec3::ZERO, Vec3::axis(0), Vec3::axis(1));
    let nan = Vec3::splat(f64::NAN);
    let why = |points: &[Vec3<f64>]| solid_hull(points).expect_err("no solid").to_string();
    let refused = [
        why(&[]),
        why(&[o, o]),
        why(&[o, x, x * 0.1, x * 7.0]),
        why(&[o, x, y, x + y]),
        why(&[o, nan, x, nan]),
    ];
    refused.iter().for_each(|text| println!("{text}"));
    let last = "invalid shape: point 1 has a coordinate that is not finite; point 3 has a coordinate that is not finite";
    assert_eq!(refused[4], last);
    assert!(refused[3].ends_with("all points lie in one plane; the hull is a flat polygon"));
}
