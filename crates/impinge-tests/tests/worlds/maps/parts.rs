//! Maps taken apart and put together again.

use impinge::sdf::{MapError, MapParts};

use super::*;

fn of(shape: &Triangles) -> MapParts {
    DistanceMap::build(&mesh_of::<f64>(shape), &settings(20)).expect("a map").parts()
}

#[test]
fn parts_make_the_same_map() {
    for shape in [meshes::torus(12, 8), meshes::terrain(6, 0.3, 1)] {
        let mesh = mesh_of::<f64>(&shape);
        let map = DistanceMap::build(&mesh, &settings(20)).expect("a map");
        let again = DistanceMap::<f64>::from_parts(map.parts()).expect("the same map");
        assert_eq!(again.parts(), map.parts());
        assert_eq!(again.report(), map.report());
        let mut rng = Rng::new(2);
        for p in points(&map, &mesh, 1000, &mut rng) {
            assert_eq!(again.sample(p), map.sample(p));
        }
    }
}

/// Whatever is wrong is found, and nothing panics.
#[test]
fn damaged_parts_are_refused() {
    type Damage<'a> = (&'a str, &'a dyn Fn(&mut MapParts));
    let damage: &[Damage<'_>] = &[
        ("a NaN", &|parts| parts.values[700] = f32::NAN),
        ("a jump", &|parts| parts.values[700] += 3.0),
        ("a jump of the coarse layer", &|parts| parts.coarse[3] -= 30.0),
        ("a value too few", &|parts| parts.values.truncate(parts.values.len() - 1)),
        ("a corner too few", &|parts| parts.coarse.truncate(parts.coarse.len() - 1)),
        ("a block too many", &|parts| parts.present.push(false)),
        ("a block turned", &|parts| parts.present.swap(0, 1)),
        ("cells that are none", &|parts| parts.cells = [0; 3]),
        ("cells not in blocks", &|parts| parts.cells[0] += 1),
        ("many cells", &|parts| parts.cells = [u32::MAX - 7; 3]),
        ("no spacing", &|parts| parts.spacing = 0.0),
        ("a spacing that is NaN", &|parts| parts.spacing = f64::NAN),
        ("an infinite origin", &|parts| parts.origin[1] = f64::INFINITY),
        ("a mesh beyond the box", &|parts| parts.bounds[1][2] += 100.0),
        ("a negative band", &|parts| parts.band = -1.0),
        ("a negative error", &|parts| parts.node_error = -1.0),
        ("words too many", &|parts| parts.doubtful_cells.push(0)),
        ("no doubts", &|parts| parts.closed = !parts.closed),
    ];
    for shape in [meshes::torus(12, 8), meshes::terrain(6, 0.3, 1)] {
        let parts = of(&shape);
        for (name, damage) in damage {
            let mut parts = parts.clone();
            let before = parts.clone();
            damage(&mut parts);
            if parts == before {
                continue; // Two blocks that are alike.
            }
            let refused = DistanceMap::<f64>::from_parts(parts);
            assert!(matches!(refused, Err(MapError::BadParts { .. })), "{name}: {refused:?}");
        }
    }
}
