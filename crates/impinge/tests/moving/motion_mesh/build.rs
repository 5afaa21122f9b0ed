//! Counts on solids that are known, and bad input.

use impinge::mesh::polygon::{EdgeKind, MeshSettings, PolygonMesh};
use impinge::mesh::{MeshError, MeshReport};
use impinge::{Real, Vec3};
use impinge_scenes::rooms::{self, Faces};
use impinge_scenes::{Rng, clouds};

use super::check::{check, count, euler, internal};

type Built<T> = (PolygonMesh<T>, MeshReport);

fn triangles<T: Real>(faces: &Faces) -> Built<T> {
    PolygonMesh::from_triangles(&faces.points_in(), &faces.triangles()).unwrap()
}

fn polygons<T: Real>(faces: &Faces) -> Built<T> {
    PolygonMesh::from_polygons(&faces.points_in(), &faces.polygons).unwrap()
}

fn cubes<T: Real>() {
    for cells in [1, 2, 5] {
        for soup in [false, true] {
            let faces = rooms::cuboid([1.0, 2.0, 0.5], cells);
            let faces = if soup { faces.soup() } else { faces };
            let (mesh, report) = triangles::<T>(&faces);
            check(&mesh, true);
            assert_eq!((mesh.vertices().len(), mesh.edges().len(), mesh.polygons().len()), (8, 12, 6));
            assert_eq!(internal(&mesh), 0);
            assert_eq!(count(&mesh, EdgeKind::Convex), 12);
            assert!(mesh.is_closed() && report.is_clean());
            assert_eq!(report.merged, 12 * cells * cells - 6);
            let (room, _) = triangles::<T>(&faces.flipped());
            check(&room, true);
            assert_eq!((room.edges().len(), count(&room, EdgeKind::Concave), internal(&room)), (12, 12, 12));
            assert!((0..8).all(|v| room.vertex_is_internal(v)));
        }
    }
    // Two-sided, the same room has no internal edge.
    let faces = rooms::room([1.0; 3], 1);
    let settings = MeshSettings { two_sided: true, ..MeshSettings::default() };
    let (room, _) = PolygonMesh::with_settings(&faces.points_in::<T>(), &faces.polygons, &settings).unwrap();
    assert_eq!((internal(&room), count(&room, EdgeKind::Concave)), (0, 12));
    assert!((0..8).all(|v| !room.vertex_is_internal(v)));
}

fn floors<T: Real>() {
    let faces = rooms::floor(8.0, 9);
    let (mesh, report) = triangles::<T>(&faces);
    check(&mesh, true);
    assert_eq!((mesh.polygons().len(), mesh.edges().len(), mesh.vertices().len()), (1, 4, 4));
    assert_eq!((report.merged, report.dangling), (2 * 81 - 1, 4));
    // Not merged, every seam is internal and so is every vertex inside.
    let settings = MeshSettings { merge: false, ..MeshSettings::default() };
    let (mesh, _) =
        PolygonMesh::with_settings(&faces.points_in::<T>(), &faces.triangles(), &settings).unwrap();
    check(&mesh, true);
    let border = 4 * 9;
    assert_eq!(internal(&mesh), mesh.edges().len() - border);
    assert_eq!(count(&mesh, EdgeKind::Flat), internal(&mesh));
    let inside = (0..mesh.vertices().len() as u32).filter(|&v| mesh.vertex_is_internal(v)).count();
    assert_eq!(inside, 8 * 8);
}

fn letters<T: Real>() {
    // Corners of the outline that turn right.
    for (name, concave) in [('L', 1), ('U', 2), ('T', 2), ('E', 4)] {
        let faces = rooms::letter(name);
        let (mesh, report) = polygons::<T>(&faces);
        check(&mesh, true);
        assert_eq!(report.non_convex, 2, "both caps are cut");
        assert_eq!(count(&mesh, EdgeKind::Concave), concave, "{name}");
        assert_eq!(internal(&mesh), concave + count(&mesh, EdgeKind::Flat));
        assert_eq!(count(&mesh, EdgeKind::Dangling) + count(&mesh, EdgeKind::Crowded), 0);
        assert!(mesh.is_closed());
        assert_eq!(euler(&mesh), 2);
        // Each cap in as few pieces as corners that turn right allow, and no more than twice that.
        assert!(count(&mesh, EdgeKind::Flat) <= 2 * 2 * concave, "{name}");
    }
    let (stairs, _) = polygons::<T>(&rooms::stairs(10, 1.0, 0.5, 3.0));
    check(&stairs, true);
    assert_eq!((count(&stairs, EdgeKind::Concave), euler(&stairs)), (9, 2));
}

fn all_scenes<T: Real>() {
    for cells in [1, 4, 9] {
        for (name, closed, faces) in rooms::all(cells, 7) {
            for (mesh, report) in [triangles::<T>(&faces.soup()), polygons::<T>(&faces)] {
                // A face of a hull in single precision is not in one plane: cut, and merged where it still is.
                check(&mesh, true);
                assert_eq!(mesh.is_closed(), closed, "{name}");
                assert_eq!(report.crowded, 0, "{name}");
                assert_eq!(report.dangling == 0, closed, "{name} {report:?}");
                assert_eq!(count(&mesh, EdgeKind::Dangling), report.dangling);
                let genus_0 = !["needles", "torus", "bricks"].contains(&name);
                if genus_0 && closed {
                    assert_eq!(euler(&mesh), 2, "{name}");
                }
            }
        }
    }
}

/// A wall of one polygon beside two smaller ones, in one plane, at a concave and at a convex edge.
fn junctions<T: Real>() {
    let p = |x: f64, y: f64, z: f64| Vec3::new(x, y, z);
    let long = [p(0., 0., 0.), p(4., 0., 0.), p(4., 2., 0.), p(0., 2., 0.)];
    for (third, kind) in [(0.0, EdgeKind::Flat), (1.0, EdgeKind::Concave), (-1.0, EdgeKind::Convex)] {
        let (y, z) = if third == 0.0 { (3.0, 0.0) } else { (2.0, third) };
        let mut faces = Faces::default();
        faces.add(&long);
        faces.add(&[p(0., 2., 0.), p(1., 2., 0.), p(1., y, z), p(0., y, z)]);
        faces.add(&[p(1., 2., 0.), p(4., 2., 0.), p(4., y, z), p(1., y, z)]);
        let settings = MeshSettings { merge: false, ..MeshSettings::default() };
        let points = faces.points_in::<T>();
        let (mesh, report) = PolygonMesh::with_settings(&points, &faces.polygons, &settings).unwrap();
        check(&mesh, true);
        assert_eq!(report.junctions, 1);
        assert_eq!(mesh.ring(0).len(), 5);
        assert_eq!(count(&mesh, EdgeKind::Dangling), 7);
        // Between the two small ones, and two between them and the long one.
        let flat = if third == 0.0 { 3 } else { 1 };
        assert_eq!(count(&mesh, EdgeKind::Flat), flat);
        assert_eq!(count(&mesh, kind), if third == 0.0 { 3 } else { 2 });
        // Merged, one polygon of one plane or two of two remain.
        let (mesh, _) = polygons::<T>(&faces);
        check(&mesh, true);
        assert_eq!(mesh.polygons().len(), if third == 0.0 { 1 } else { 2 });
        assert_eq!(count(&mesh, kind), usize::from(third != 0.0));
    }
}

fn solids<T: Real>() {
    for seed in 0..5 {
        let points: Vec<Vec3<T>> = clouds::on_sphere(40, seed);
        let hull = impinge::hull::solid_hull(&points).unwrap();
        let mesh = PolygonMesh::from_solid(&hull);
        assert_eq!(mesh.polygons().len(), hull.topology().face_count());
        assert_eq!((euler(&mesh), internal(&mesh), mesh.is_closed()), (2, 0, true));
        assert!(mesh.flatness() <= 32.0 * T::EPSILON.f64());
    }
    let point = PolygonMesh::point(Vec3::new(T::ONE, T::TWO, T::ZERO));
    assert_eq!((point.vertices().len(), point.edges().len(), point.polygons().len()), (1, 0, 0));
    assert!(!point.vertex_is_internal(0));
    assert_eq!(point.radius_about(Vec3::new(1.0, 2.0, 0.0)), 0.0);
}

/// Edges at which four polygons meet.
fn crowds<T: Real>() {
    let cube = rooms::cuboid([1.0; 3], 1);
    let up = |z: f64| rooms::cuboid([1.0; 3], 1).map(|p| p + Vec3::new(0.0, 0.0, z));
    // Two boxes, one on the other: their walls are one, and the faces between them can never be hit.
    let (mesh, report) = polygons::<T>(&cube.clone().and(&up(2.0)));
    check(&mesh, true);
    assert!(mesh.is_closed() && report.crowded == 0);
    assert_eq!((mesh.polygons().len(), count(&mesh, EdgeKind::Concave), internal(&mesh)), (8, 4, 4));
    let settings = MeshSettings { merge: false, ..MeshSettings::default() };
    let faces = cube.clone().and(&up(2.0));
    let points = faces.points_in::<T>();
    let (mesh, _) = PolygonMesh::with_settings(&points, &faces.polygons, &settings).unwrap();
    check(&mesh, true);
    assert_eq!((count(&mesh, EdgeKind::Flat), count(&mesh, EdgeKind::Concave), internal(&mesh)), (4, 4, 8));
    // Two boxes that touch along an edge: two concave edges in place of two sharp ones.
    let (mesh, report) =
        polygons::<T>(&cube.clone().and(&cube.clone().map(|p| p + Vec3::new(0.0, 2.0, 2.0))));
    check(&mesh, true);
    assert_eq!((count(&mesh, EdgeKind::Concave), report.crowded, mesh.edges().len()), (2, 0, 24));
    // A floor of four squares with two fronts: one square on each side, sharp at its rim.
    let sheet = rooms::floor(2.0, 2);
    let (mesh, report) = polygons::<T>(&sheet.clone().and(&sheet.flipped()));
    check(&mesh, true);
    assert_eq!((mesh.polygons().len(), mesh.edges().len(), report.crowded), (2, 4, 0));
    assert_eq!((count(&mesh, EdgeKind::Convex), internal(&mesh)), (4, 0));
    // The same box twice is one.
    let (mesh, report) = polygons::<T>(&cube.clone().and(&cube.clone()));
    assert_eq!((mesh.polygons().len(), report.duplicate), (6, 6));
    // A box and its hollow: walls without thickness, sharp on one side, concave on the other.
    let (mesh, report) = polygons::<T>(&cube.clone().and(&cube.flipped()));
    check(&mesh, true);
    assert_eq!(
        (report.crowded, count(&mesh, EdgeKind::Convex), count(&mesh, EdgeKind::Concave)),
        (0, 12, 12)
    );
}

#[test]
fn known_solids_have_the_counts_they_should() {
    crowds::<f32>();
    crowds::<f64>();
    cubes::<f32>();
    cubes::<f64>();
    floors::<f32>();
    floors::<f64>();
    letters::<f32>();
    letters::<f64>();
    junctions::<f32>();
    junctions::<f64>();
    solids::<f32>();
    solids::<f64>();
}

#[test]
fn all_scenes_close() {
    all_scenes::<f32>();
    all_scenes::<f64>();
}

/// Any polygon of the plane, however it winds, gives a mesh that passes the checks.
#[test]
fn any_ring_of_points_gives_a_sound_mesh() {
    let mut rng = Rng::new(11);
    let (mut cut, mut tangled, mut dropped) = (0, 0, 0);
    for round in 0..4000 {
        let n = 3 + rng.below(9);
        let grid = 2.0 + rng.below(6) as f64;
        let flat = rng.below(3) > 0;
        let points: Vec<Vec3<f64>> = (0..n)
            .map(|_| {
                let [x, y, z] = [(); 3].map(|()| rng.below(grid as usize) as f64);
                // In the plane z = x + 2 y, or in space.
                Vec3::new(x, y, if flat { x + 2.0 * y } else { z })
            })
            .collect();
        let ring: Vec<u32> = (0..n as u32).collect();
        match PolygonMesh::from_polygons(&points, &[ring]) {
            Ok((mesh, report)) => {
                check(&mesh, true);
                assert!(!flat || report.non_planar == 0, "round {round}");
                cut += report.non_convex + report.non_planar;
                tangled += report.tangled;
            }
            Err(error) => {
                assert_eq!(error, MeshError::Empty);
                dropped += 1;
            }
        }
    }
    assert!(cut > 2000 && tangled > 300 && dropped > 50, "{cut} {tangled} {dropped}");
}

/// Star-shaped rings are simple: cut, they keep their area and are never called tangled.
#[test]
fn simple_rings_are_cut_into_their_area() {
    let mut rng = Rng::new(5);
    let mut hollow = 0;
    for round in 0..500 {
        let n = 4 + rng.below(60);
        let corner = |k: usize, rng: &mut Rng| {
            let (s, c) = Real::sin_cos(core::f64::consts::TAU * k as f64 / n as f64);
            let r = rng.between(0.2, 1.0) * 1024.0;
            // Whole numbers, so that the plane z = x − y holds all of them.
            let (x, y) = ((r * c).round(), (r * s).round());
            Vec3::new(x, y, x - y)
        };
        let points: Vec<_> = (0..n).map(|k| corner(k, &mut rng)).collect();
        let twice = |ring: &[Vec3<f64>]| {
            (0..ring.len())
                .map(|k| {
                    let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
                    a.x * b.y - a.y * b.x
                })
                .sum::<f64>()
        };
        let ring: Vec<u32> = (0..n as u32).collect();
        let (mesh, report) = PolygonMesh::from_polygons(&points, &[ring]).unwrap();
        check(&mesh, true);
        assert_eq!((report.tangled, report.non_planar), (0, 0), "round {round}");
        hollow += report.non_convex;
        let whole: f64 = (0..mesh.polygons().len() as u32)
            .map(|p| twice(&mesh.corners(p).map(|v| mesh.vertices()[v as usize]).collect::<Vec<_>>()))
            .sum();
        assert_eq!(whole, twice(&points), "round {round}");
        // Pieces hang together: one border.
        assert_eq!(count(&mesh, EdgeKind::Crowded), 0);
    }
    assert!(hollow > 450, "{hollow}");
}

fn bad_input_is_refused_by_name<T: Real>() {
    let v = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z));
    let good = [v(0., 0., 0.), v(1., 0., 0.), v(1., 1., 0.), v(0., 1., 0.)];
    let with = |index: usize, point: Vec3<T>| {
        let mut points = good.to_vec();
        points[index] = point;
        PolygonMesh::from_polygons(&points, &[[0, 1, 2, 3]]).map(|built| built.1)
    };
    assert_eq!(with(2, v(f64::NAN, 0., 0.)).unwrap_err(), MeshError::NotFinite { point: 2 });
    assert_eq!(with(1, v(0., f64::INFINITY, 0.)).unwrap_err(), MeshError::NotFinite { point: 1 });
    let build = |rings: &[&[u32]]| PolygonMesh::from_polygons(&good, rings).map(|built| built.1);
    let wrong = build(&[&[0, 1, 2], &[0, 2, 9]]).unwrap_err();
    assert_eq!(wrong, MeshError::NoSuchPoint { face: 1, corner: 2, index: 9 });
    assert_eq!(wrong.to_string(), "corner 2 of polygon 1 refers to point 9, which does not exist");
    assert_eq!(build(&[]).unwrap_err(), MeshError::Empty);
    assert_eq!(build(&[&[], &[0], &[0, 1], &[0, 1, 0, 1], &[2, 2, 2]]).unwrap_err(), MeshError::Empty);
    // Whatever is wrong beside it, the good square stays.
    let square: &[u32] = &[0, 1, 2, 3];
    let report = build(&[square, &[1, 2, 3, 0], &[2, 3, 0, 1], &[0, 1], &[0, 0, 1, 1]]).unwrap();
    assert_eq!((report.duplicate, report.zero_area, report.dangling), (2, 2, 4));
    // Back to back: a sheet with two fronts, whose edges are sharp.
    let (sheet, report) = PolygonMesh::from_polygons(&good, &[square, &[3, 2, 1, 0]]).unwrap();
    assert_eq!((report.duplicate, sheet.edges().len(), count(&sheet, EdgeKind::Convex)), (0, 4, 4));
    assert!(sheet.is_closed() && sheet.polygons().len() == 2);
    // Three polygons at one edge.
    let points = [good.as_slice(), &[v(0., 0.5, 1.), v(0., 0.5, -1.)]].concat();
    let (fan, report) = PolygonMesh::from_polygons(&points, &[[0, 1, 2], [1, 0, 4], [1, 0, 5]]).unwrap();
    check(&fan, true);
    assert_eq!((report.crowded, report.dangling, report.unused), (3, 6, 1));
    assert_eq!(internal(&fan), 0);
    // Two that run their edge the same way.
    let (twisted, report) = PolygonMesh::from_polygons(&good, &[[0, 1, 2], [0, 3, 2]]).unwrap();
    assert_eq!((twisted.polygons().len(), report.crowded), (2, 2));
    // A polygon that is not in one plane.
    let report = with(2, v(1., 1., 1.)).unwrap();
    assert_eq!((report.non_planar, report.non_convex), (1, 0));
    // Nearly in one plane, and let through.
    let mut bent = good.to_vec();
    bent[2] = v(1., 1., 0.001);
    let settings = MeshSettings { flat: 0.01, ..MeshSettings::default() };
    let (mesh, report) = PolygonMesh::with_settings(&bent, &[[0, 1, 2], [0, 2, 3]], &settings).unwrap();
    check(&mesh, false);
    assert_eq!((mesh.polygons().len(), report.merged), (1, 1));
    assert!(mesh.flatness() >= 0.0005 && mesh.flatness() < 0.01);
    for settings in [
        MeshSettings { flat: -1.0, ..MeshSettings::default() },
        MeshSettings { weld: f64::NAN, ..MeshSettings::default() },
    ] {
        let error = PolygonMesh::with_settings(&good, &[square], &settings).unwrap_err();
        assert!(matches!(error, MeshError::BadSetting { .. }));
    }
}

#[test]
fn bad_input_is_repaired_or_refused() {
    bad_input_is_refused_by_name::<f32>();
    bad_input_is_refused_by_name::<f64>();
    // Too large, and too small, for exact products of three.
    let square = |s: f64| [[0., 0.], [s, 0.], [s, s], [0., s]].map(|[x, y]| Vec3::new(x, y, 0.0));
    let build = |s: f64| PolygonMesh::from_polygons(&square(s), &[[0, 1, 2, 3]]).map(|built| built.1);
    assert_eq!(build(1e200).unwrap_err(), MeshError::TooLarge { point: 1 });
    assert_eq!(build(1e-200).unwrap_err(), MeshError::Empty);
    for s in [1e-80, 1e80] {
        assert!(build(s).unwrap().is_clean());
    }
}

fn welding<T: Real>() {
    // A cube as a soup with points that tremble.
    let mut rng = Rng::new(3);
    let faces = rooms::cuboid([1.0; 3], 3).soup().map(|p| p + rng.in_ball::<f64>() * 1e-4);
    let settings = MeshSettings { weld: 1e-3, flat: 1e-3, ..MeshSettings::default() };
    let (mesh, report) =
        PolygonMesh::with_settings(&faces.points_in::<T>(), &faces.polygons, &settings).unwrap();
    check(&mesh, false);
    assert_eq!(faces.points.len() - report.welded, 6 * 9 + 2);
    assert!(mesh.is_closed() && report.dangling == 0);
    // Merged to few polygons, but a corner may not be quite convex any more.
    assert!(mesh.polygons().len() < 54, "{}", mesh.polygons().len());
    assert!(mesh.flatness() < 4e-3);
    let (open, _) = PolygonMesh::from_polygons(&faces.points_in::<T>(), &faces.polygons).unwrap();
    assert!(!open.is_closed());
    // -0 and 0 are one.
    let p = |x: f64, y: f64| Vec3::new(T::of(x), T::of(y), T::ZERO);
    let points = [p(0., 0.), p(1., 0.), p(0., 1.), p(-0., 0.), p(0., -1.), p(1., -0.)];
    let (mesh, report) = PolygonMesh::from_triangles(&points, &[[0, 1, 2], [3, 4, 5]]).unwrap();
    assert_eq!((report.welded, mesh.vertices().len()), (2, 3));
}

#[test]
fn near_points_become_one() {
    welding::<f32>();
    welding::<f64>();
}

/// Everything times a power of two is the same mesh times that power.
fn scaling<T: Real>() {
    for (name, _, faces) in rooms::all(4, 3) {
        let points = faces.points_in::<T>();
        let (mesh, report) = PolygonMesh::from_triangles(&points, &faces.triangles()).unwrap();
        for exponent in [-60, 60] {
            let scale = T::power_of_two(exponent);
            let scaled: Vec<Vec3<T>> = points.iter().map(|&p| p * scale).collect();
            let (other, again) = PolygonMesh::from_triangles(&scaled, &faces.triangles()).unwrap();
            assert_eq!(report, again, "{name}");
            assert_eq!(mesh.edges(), other.edges(), "{name}");
            assert_eq!(mesh.flatness() * scale.f64(), other.flatness(), "{name}");
            for (a, b) in mesh.polygons().iter().zip(other.polygons()) {
                assert_eq!((a.normal, a.offset * scale.f64(), a.first), (b.normal, b.offset, b.first));
            }
        }
    }
}

#[test]
fn scale_changes_nothing() {
    scaling::<f32>();
    scaling::<f64>();
}
