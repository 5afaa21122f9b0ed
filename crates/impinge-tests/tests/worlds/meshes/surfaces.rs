//! Points and boxes against meshes, compared with exact arithmetic on every triangle.

use impinge::mesh::{Position, SurfaceFeature};
use impinge::{Aabb, Real, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::meshes::{Triangles, all, cube};
use impinge_scenes::oracle::judge::Subject;
use impinge_scenes::oracle::meshes::{Triangle, nearest_to_point, share_a_point, winding_number};

/// The nearest point is as near as the nearest of all triangles, on the face and feature that are named; the sign is exact.
fn points<T: Real>(rounds: usize) {
    let mut rng = Rng::new(60);
    let mut seen = [0; 4];
    for named in all(2, 8) {
        let Subject { mesh, wide } = Subject::<T>::new(&named.mesh);
        let soup = wide.soup();
        for round in 0..rounds {
            let on = wide.points[rng.below(wide.points.len())];
            let p: Vec3<T> = match round % 4 {
                0 => on.cast(),
                1 => (on + rng.in_ball::<f64>() * 1e-9).cast(),
                2 => (on + rng.in_ball::<f64>()).cast(),
                _ => (rng.in_ball::<f64>() * 4.0).cast(),
            };
            let found = mesh.nearest(p).unwrap();
            let exact: Vec3<f64> = p.cast();
            let what = format!("{}, {p:?}: {found:?}", named.name);
            let truth = nearest_to_point(exact.to_array(), &soup).unwrap().squared.root();
            let off = (found.signed_distance.f64().abs() - truth).abs();
            assert!(off <= found.error.f64(), "{what}: {truth}");
            // The sign.
            let winding = winding_number(exact.to_array(), &soup);
            let inside = named.closed && winding.is_some_and(|w| w != 0);
            assert_eq!(found.signed_distance < T::ZERO, inside, "{what}");
            assert_eq!(
                mesh.position(p) == Some(Position::Surface),
                named.closed && winding.is_none(),
                "{what}"
            );
            // What is named.
            let corners = wide.triangles[found.face as usize];
            let rounding = found.error.f64() + 8.0 * T::EPSILON.f64() * 8.0;
            let at: Vec3<f64> = found.point.cast();
            let vertex = |v: u32| mesh.vertices()[v as usize].cast::<f64>();
            let of_face = |v: u32| corners.iter().any(|&c| wide.points[c as usize] == vertex(v));
            let to = |feature: Triangle| nearest_to_point(at.to_array(), &[feature]).unwrap().squared.root();
            match found.feature {
                SurfaceFeature::Vertex(v) => {
                    assert!(of_face(v) && found.point == mesh.vertices()[v as usize], "{what}");
                    seen[0] += 1;
                }
                SurfaceFeature::Edge([u, v]) => {
                    let [a, b] = [u, v].map(|v| vertex(v).to_array());
                    assert!(u < v && of_face(u) && of_face(v) && to([a, b, b]) <= rounding, "{what}");
                    seen[1] += 1;
                }
                SurfaceFeature::Face => {
                    assert!(to(corners.map(|c| wide.points[c as usize].to_array())) <= rounding, "{what}");
                    seen[2] += 1;
                }
            }
            seen[3] += usize::from(inside);
        }
    }
    assert!(seen.iter().all(|&count| count >= rounds), "{seen:?}");
}

#[test]
fn nearest_points_name_their_features() {
    points::<f64>(40);
    points::<f32>(20);
}

/// The faces of a box as triangles.
fn skin(low: Vec3<f64>, high: Vec3<f64>) -> Vec<Triangle> {
    let pick = |at: f64, l: f64, h: f64| if at > 0.5 { h } else { l };
    let corner = |p: Vec3<f64>| {
        Vec3::new(pick(p.x, low.x, high.x), pick(p.y, low.y, high.y), pick(p.z, low.z, high.z))
    };
    cube(1.0).map(corner).soup()
}

fn brute(mesh: &Triangles, low: Vec3<f64>, high: Vec3<f64>) -> Vec<u32> {
    let skin = skin(low, high);
    let bounds = Aabb { min: low, max: high };
    let meets = |t: &Triangle| {
        t.iter().any(|&p| bounds.contains(Vec3::from(p))) || skin.iter().any(|face| share_a_point(t, face))
    };
    (0..).zip(&mesh.soup()).filter(|(_, t)| meets(t)).map(|(face, _)| face).collect()
}

/// Exactly the triangles that share a point with the box, where it touches them too.
fn boxes<T: Real>(rounds: usize) {
    let mut rng = Rng::new(61);
    let (mut met, mut touched) = (0, 0);
    for named in all(2, 9) {
        let Subject { mesh, wide } = Subject::<T>::new(&named.mesh);
        for round in 0..rounds {
            let mut corner = || -> Vec3<T> {
                let on = wide.points[rng.below(wide.points.len())];
                match round % 3 {
                    0 => on.cast(), // its corners touch
                    1 => (on + rng.in_ball::<f64>()).cast(),
                    _ => (rng.in_ball::<f64>() * 3.0).cast(),
                }
            };
            let (p, q) = (corner(), corner());
            let bounds = Aabb { min: p.min(q), max: p.max(q) };
            let mut found = Vec::new();
            mesh.each_in_box(&bounds, |face| found.push(face));
            found.sort_unstable();
            let right = brute(&wide, bounds.min.cast(), bounds.max.cast());
            assert_eq!(found, right, "{}: {bounds:?}", named.name);
            met += found.len();
            touched += usize::from(round % 3 == 0);
        }
    }
    assert!(met > 10 * rounds && touched > rounds, "{met} {touched}");
}

#[test]
fn boxes_meet_the_triangles_that_share_a_point() {
    boxes::<f64>(30);
    boxes::<f32>(12);
}

#[test]
fn invalid_boxes_meet_nothing() {
    let mesh = Subject::<f64>::new(&cube(2.0)).mesh;
    let count = |min: [f64; 3], max: [f64; 3]| {
        let mut count = 0;
        mesh.each_in_box(&Aabb { min: Vec3::from(min), max: Vec3::from(max) }, |_| count += 1);
        count
    };
    assert_eq!(count([f64::NEG_INFINITY; 3], [f64::INFINITY; 3]), 12);
    assert_eq!(count([-1e300; 3], [1e300; 3]), 12);
    assert_eq!(count([0.5; 3], [1.5; 3]), 0); // inside
    let corner = brute(&cube(2.0), Vec3::splat(2.0), Vec3::splat(2.0)).len();
    assert!(corner >= 3 && count([2.0; 3], [2.0; 3]) == corner);
    assert_eq!(count([1.0; 3], [0.0, 3.0, 3.0]), 0);
    assert_eq!(count([f64::NAN, 0.0, 0.0], [3.0; 3]), 0);
    assert_eq!(count([0.0; 3], [3.0, f64::NAN, 3.0]), 0);
}

/// Enough triangles to be sorted in parallel: the same order, tree and answers on any number of threads.
#[cfg(feature = "parallel")]
#[test]
fn threads_do_not_change_a_mesh() {
    use impinge_scenes::meshes::bumpy_sphere;
    let fine = bumpy_sphere(40, 0.2, 3);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mesh = pool.install(|| Subject::<f64>::new(&fine).mesh);
        let order: Vec<_> = mesh.triangles().collect();
        let mut rng = Rng::new(62);
        let points = (0..200).map(|_| rng.in_ball::<f64>() * 2.0).collect::<Vec<_>>();
        let answers: Vec<_> = points.into_iter().map(|p| mesh.nearest(p)).collect();
        (order, answers, mesh.volume().to_bits(), mesh.heap_bytes())
    };
    let one = on(1);
    assert!(one.0.len() > 1 << 14 && one == on(2) && one == on(3));
}
