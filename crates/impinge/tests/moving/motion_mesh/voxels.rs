//! Bodies of cubes: they touch in whole faces, have straight corners, and hang together by edges and vertices only.

use impinge::expel::shrunk;
use impinge::mesh::MeshError;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh, is_in_solid};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::Rng;

/// The surface of some cells of a grid, stretched.
fn body<T: Real>(cells: &[[i32; 3]], stretch: [f64; 3]) -> PolygonMesh<T> {
    let (mut points, mut rings): (Vec<Vec3<T>>, Vec<[u32; 4]>) = (Vec::new(), Vec::new());
    for cell in cells {
        for axis in 0..3 {
            for end in [0, 1] {
                let mut beyond = *cell;
                beyond[axis] += 2 * end - 1;
                if cells.contains(&beyond) {
                    continue;
                }
                let mut ring = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(i, j)| {
                    let mut corner = *cell;
                    corner[axis] += end;
                    corner[(axis + 1) % 3] += i;
                    corner[(axis + 2) % 3] += j;
                    let [x, y, z] = [0, 1, 2].map(|k| f64::from(corner[k]) * stretch[k]);
                    points.push(Vec3::new(x, y, z).cast());
                    points.len() as u32 - 1
                });
                if end == 0 {
                    ring.reverse();
                }
                rings.push(ring);
            }
        }
    }
    PolygonMesh::from_polygons(&points, &rings).expect("a sound mesh").0
}

/// Cells of a grid, each with its chance.
fn cells(rng: &mut Rng) -> Vec<[i32; 3]> {
    let (side, chance) = (2 + rng.below(3) as i32, rng.between(0.2, 0.7));
    let all = (0..side).flat_map(|x| (0..side).flat_map(move |y| (0..side).map(move |z| [x, y, z])));
    let mut some: Vec<[i32; 3]> = all.filter(|_| rng.uniform() < chance).collect();
    if some.is_empty() {
        some.push([0; 3]);
    }
    some
}

/// An edge through the first corner of a polygon, or through a diagonal that lies on its rim because corners are straight, was
/// taken to pass through the polygon: bodies that share a face only were called solid.
fn touching<T: Real>() {
    let mut rng = Rng::new(9);
    let (mut apart, mut together) = (0, 0);
    for round in 0..400 {
        let (a, mut b) = (cells(&mut rng), cells(&mut rng));
        if round % 4 != 0 {
            b.retain(|cell| !a.contains(cell));
        }
        if b.is_empty() {
            continue;
        }
        let shared = b.iter().any(|cell| a.contains(cell));
        let stretch = [(); 3].map(|()| if round % 2 == 0 { 1.0 } else { rng.between(0.3, 3.0) });
        let found = is_in_solid(
            &PlacedMesh::new(&body::<T>(&a, stretch), Pose::IDENTITY),
            &PlacedMesh::new(&body(&b, stretch), Pose::IDENTITY),
        );
        assert_eq!(found.is_some(), shared, "round {round}: {found:?}");
        *(if shared { &mut together } else { &mut apart }) += 1;
    }
    assert!(apart > 200 && together > 50, "{apart} {together}");
}

#[test]
fn voxel_bodies_that_touch_are_not_in_solid() {
    touching::<f32>();
    touching::<f64>();
}

/// Parts that touch in an edge or a vertex were kept together by one vertex, though their planes part: the polygons were bent,
/// cut, and left the surface open.
fn closed<T: Real>() {
    let mut rng = Rng::new(10);
    for round in 0..250 {
        let full = body::<T>(&cells(&mut rng), [1.0; 3]);
        let amount = 10_f64.powf(rng.between(-3.0, -0.6));
        let small = shrunk(&full, amount).expect("less than half a cell");
        assert!(small.is_closed(), "round {round} by {amount}");

        assert!((0.0..full.volume()).contains(&small.volume()), "round {round} by {amount}");
    }
    // Two cubes that share an edge come apart, each a cube of its own.
    let pair = body::<T>(&[[0, 0, 0], [1, 1, 0]], [1.0; 3]);
    let small = shrunk(&pair, 0.125).expect("less than half a cell");
    assert_eq!((small.vertices().len(), small.polygons().len()), (16, 12));
    assert!((small.volume() - 2.0 * 0.75_f64.powi(3)).abs() < 1e-6, "{}", small.volume());
}

#[test]
fn shrunk_voxel_bodies_stay_closed() {
    closed::<f32>();
    closed::<f64>();
}

/// A negative amount and NaN were let through if the rest of the settings made up for it, or if there
/// were no polygons.
#[test]
fn shrunk_refuses_invalid_amounts() {
    let cube = body::<f64>(&[[0, 0, 0]], [1.0; 3]);
    let point = PolygonMesh::point(Vec3::new(1.0, 2.0, 3.0));
    for amount in [-1.0, -1e-20, -f64::MIN_POSITIVE, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-300] {
        for mesh in [&cube, &point] {
            let refused = matches!(shrunk(mesh, amount), Err(MeshError::BadSetting { what: "amount", .. }));
            assert!(refused, "{amount}");
        }
    }
    assert_eq!(shrunk(&cube, 0.0).expect("nothing taken away").volume(), 1.0);
    assert_eq!(shrunk(&point, 0.5).expect("a point stays").vertices(), point.vertices());
}
