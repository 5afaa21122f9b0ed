//! The printed mover against formulas by hand and our own motions, and the cases in which it fails.

use impinge::expel::{MotionSettings, Mover};
use impinge::mesh::TriangleMesh;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Real, Rot3, Vec3, distance};
use impinge_scenes::Rng;
use impinge_scenes::rooms::{self, Faces};

use super::placed::MOST_REACH;
use super::types::{Kind, Moved, REPORTED_ZONE};
use super::{Fixed, PrintedMover, PrintedSettings, Reading};

const E: f64 = REPORTED_ZONE;

fn mesh<T: Real>(faces: &Faces) -> PolygonMesh<T> {
    PolygonMesh::from_polygons(&faces.points_in::<T>(), &faces.polygons).expect("a mesh").0
}

fn floor<T: Real>(settings: &PrintedSettings) -> Fixed<T> {
    Fixed::new(&mesh(&rooms::floor(8.0, 1)), &Pose::IDENTITY, settings)
}

fn cube<T: Real>() -> PolygonMesh<T> {
    mesh(&rooms::cuboid([0.5; 3], 1))
}

fn at<T: Real>(x: f64, y: f64, z: f64) -> Pose<Vec3<T>> {
    Pose::at(Vec3::new(x, y, z).cast::<T>())
}

fn vec<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(x, y, z).cast()
}

fn near<T: Real>(found: T, expected: f64, tolerance: f64) {
    assert!((found.f64() - expected).abs() <= tolerance, "{found} {expected}");
}

/// Sections 2.2, 2.3, 3.1 and 3.2: a corner onto a floor, a floor that a corner meets from below, an edge across an edge.
fn stops<T: Real>(tolerance: f64) {
    let settings = PrintedSettings::new(Reading::Letter);
    let mut mover = PrintedMover::<T>::new(settings);
    // A corner down: half the diagonal of a cube above the floor.
    let tip = Rot3::<f64>::between(Vec3::splat(1.0).unit(), Vec3::new(0.0, 0.0, -1.0));
    let pose: Pose<Vec3<f64>> = Pose::new(Vec3::new(0.1, 0.2, 2.0), tip);
    let pose: Pose<Vec3<T>> = pose.cast();
    let moved = mover.translate(&PlacedMesh::new(&cube(), pose), vec(0.5, 0.0, -4.0), &[&floor(&settings)]);
    near(moved.fraction, (2.0 - 0.75_f64.sqrt() - E) / 4.0, tolerance);
    assert_eq!(moved.met.map(|met| met.kind), Some(Kind::VertexPolygon));
    // The same seen from the other: a needle's tip that stands, and a slab that falls onto it.
    let spike = rooms::extruded(&[[-0.1, 0.0], [0.1, 0.0], [0.0, 1.0]], -0.1, 0.1);
    let peak = spike.map(|p| Vec3::new(p.x * (1.0 - p.y), p.z * (p.y - 1.0), p.y));
    let standing = Fixed::<T>::new(&mesh(&peak), &Pose::IDENTITY, &settings);
    let slab: PolygonMesh<T> = mesh(&rooms::cuboid([2.0, 2.0, 0.25], 1));
    let moved =
        mover.translate(&PlacedMesh::new(&slab, at(0.3, 0.1, 3.25)), vec(0.0, 0.5, -4.0), &[&standing]);
    near(moved.fraction, (3.0 - 1.0 - E) / 4.0, tolerance);
    assert_eq!(moved.met.map(|met| met.kind), Some(Kind::PolygonVertex));
    // Two roofs across one another: ridges at z = 0 and, upside down, at 3, whose planes meet at right angles.
    let ridge = rooms::extruded(&[[-1.0, -1.0], [1.0, -1.0], [0.0, 0.0]], -2.0, 2.0);
    let below = mesh::<T>(&ridge.clone().map(|p| Vec3::new(p.x, -p.z, p.y)));
    let above = mesh::<T>(&ridge.map(|p| Vec3::new(p.z, -p.x, -p.y)));
    let standing = Fixed::new(&below, &Pose::IDENTITY, &settings);
    let moved =
        mover.translate(&PlacedMesh::new(&above, at(0.2, 0.3, 3.0)), vec(0.1, 0.1, -4.0), &[&standing]);
    near(moved.fraction, (3.0 - 2.0_f64.sqrt() * E) / 4.0, tolerance);
    assert_eq!(moved.met.map(|met| met.kind), Some(Kind::EdgeEdge));
}

#[test]
fn translations_stop_as_formulas_predict() {
    stops::<f64>(1e-13);
    stops::<f32>(1e-5);
}

/// Sections 2.4 and 3.3: a beam that turns about one of its ends until the corner far off is within the zone of the floor.
fn falls<T: Real>(reading: Reading, tolerance: f64) {
    let settings = PrintedSettings::new(reading);
    let mut mover = PrintedMover::<T>::new(settings);
    let beam: PolygonMesh<T> = mesh(&rooms::cuboid([1.0, 0.25, 0.25], 1));
    // The axis is along y through the left end, 1 above the floor; the lower far corner is at (2, −0.25) from it.
    let body = PlacedMesh::new(&beam, at(0.0, 0.0, 1.0));
    let moved =
        mover.rotate(&body, vec(-1.0, 0.0, 1.0), vec(0.0, 1.0, 0.0), T::of(1.2), &[&floor(&settings)]);
    let radius = 2.0_f64.hypot(0.25);
    let angle = ((1.0 - E) / radius).asin() - 0.25_f64.atan2(2.0);
    near(moved.fraction, angle / 1.2, tolerance);
    // And as much the other way about the opposite axis.
    let moved =
        mover.rotate(&body, vec(-1.0, 0.0, 1.0), vec(0.0, -1.0, 0.0), T::of(-1.2), &[&floor(&settings)]);
    near(moved.fraction, angle / 1.2, tolerance);
    // Away from the floor by less than what would bring it back.
    let moved =
        mover.rotate(&body, vec(-1.0, 0.0, 1.0), vec(0.0, -1.0, 0.0), T::of(1.2), &[&floor(&settings)]);
    assert!(moved.met.is_none());
}

#[test]
fn turns_stop_as_formulas_predict() {
    for reading in [Reading::Letter, Reading::Mended] {
        falls::<f64>(reading, 1e-12);
        falls::<f32>(reading, 1e-5);
    }
}

fn triangles(faces: &Faces) -> TriangleMesh<f64> {
    TriangleMesh::from_polygons(&faces.points, &faces.polygons).expect("triangles").0
}

/// Boxes past boxes: what stops our motions also stops the printed ones, and there the boxes are apart by at most the zone's
/// reach. Of the corrected reading; only translations and short turns, since long ones fail (below).
#[test]
fn random_boxes_stop_as_in_our_own_motions() {
    let settings = PrintedSettings::new(Reading::Mended);
    let (faces, still) = (rooms::cuboid([0.5, 0.3, 0.4], 1), rooms::cuboid([0.6, 0.5, 0.7], 1));
    let (body, other) = (mesh::<f64>(&faces), mesh::<f64>(&still));
    let (own, around) = (triangles(&faces), triangles(&still));
    let mut rng = Rng::new(3);
    let (mut printed, mut ours) = (PrintedMover::new(settings), Mover::new());
    let mut stopped = 0;
    for k in 0..300 {
        let pose = Pose::new(rng.unit3::<f64>() * 2.0, rng.rotation3());
        let standing = Fixed::new(&other, &Pose::IDENTITY, &settings);
        let motion = if k % 3 == 0 {
            Motion::rotation(rng.unit3::<f64>() * 3.0, rng.unit3::<f64>(), 0.5)
        } else {
            Motion::translation((rng.unit3::<f64>() * 0.3 - pose.translation()) * 1.5)
        };
        let moved = printed.move_by(&PlacedMesh::new(&body, pose), &motion, &[&standing]);
        let trace = ours
            .move_by(
                &PlacedMesh::new(&body, pose),
                &motion,
                &PlacedMesh::new(&other, Pose::IDENTITY),
                &MotionSettings::default(),
            )
            .expect("a motion");
        assert!(trace.hit.is_none() || moved.met.is_some(), "{k}");
        let apart = distance(&own.at(moved.pose), &around.at(Pose::IDENTITY)).distance;
        assert!(apart > 0.0, "{k}");
        if moved.met.is_some() {
            stopped += 1;
            assert!(apart <= 1.01 * MOST_REACH * E, "{k}: {apart}");
            assert!(trace.hit.is_none() || moved.fraction <= trace.fraction, "{k}");
        }
    }
    assert!(stopped > 100, "{stopped}");
}

/// Section 3.1 to the letter: a point above a box that goes on upwards is behind the bottom of the box, and is stopped at once; unless
/// the broad phase leaves the bottom out.
#[test]
fn to_the_letter_a_point_behind_a_polygon_may_not_move_on() {
    let point = PolygonMesh::<f64>::point(Vec3::ZERO);
    let up = |reading| {
        let settings = PrintedSettings { tree: false, ..PrintedSettings::new(reading) };
        let standing = Fixed::new(&cube(), &Pose::IDENTITY, &settings);
        let body = PlacedMesh::new(&point, at(0.1, 0.2, 3.0));
        PrintedMover::new(settings).translate(&body, vec(0.0, 0.0, 1.0), &[&standing]).fraction
    };
    assert_eq!([up(Reading::Letter), up(Reading::Mended)], [0.0, 1.0]);
}

fn point_turned(reading: Reading, start: [f64; 3], angle: f64) -> (Moved<f64>, f64) {
    let settings = PrintedSettings::new(reading);
    let standing = Fixed::new(&cube(), &Pose::IDENTITY, &settings);
    let point = PolygonMesh::<f64>::point(Vec3::ZERO);
    let [x, y, z] = start;
    let body = PlacedMesh::new(&point, at(x, y, z));
    // About y, counter-clockwise seen from its tip: from z to x.
    let (center, axis) = (vec(0.7, 0.0, 0.3), vec(0.0, -1.0, 0.0));
    let moved = PrintedMover::new(settings).rotate(&body, center, axis, angle, &[&standing]);
    let deep = 0.5 - moved.pose.translation().max_abs();
    (moved, deep)
}

/// Sections 2.4 and 3.3: a point beside a box and lower than its top turns over the rim and down onto the top. The first root ahead is
/// where it comes out of the plane of the top, beside it, so that the second is not considered and the point ends inside.
#[test]
fn a_vertex_that_starts_behind_a_plane_passes_it_on_the_way_back() {
    for reading in [Reading::Letter, Reading::Mended] {
        let (moved, deep) = point_turned(reading, [1.1, 0.05, 0.4], 3.0);
        assert!(moved.met.is_none() && deep > 0.02, "{reading:?} {deep}");
        // From above the plane it is stopped, and where the second root counts too.
        let (moved, deep) = point_turned(Reading::BothRoots, [1.1, 0.05, 0.4], 3.0);
        assert!(moved.met.is_some() && deep < 0.0);
        let (moved, deep) = point_turned(reading, [1.1, 0.05, 0.6], 3.0);
        assert!(moved.met.is_some() && deep < 0.0, "{reading:?}");
    }
}

/// Figure 3: a point in the zone that rises first, does not reach the hull, and would fall through the floor. To the letter the bounds are
/// tested along the floor where it is highest, which no path between the edges is.
#[test]
fn to_the_letter_a_vertex_in_the_zone_is_not_stopped_at_its_highest_point() {
    let turned = |reading| {
        let settings = PrintedSettings::new(reading);
        let point = PolygonMesh::<f64>::point(Vec3::ZERO);
        let body = PlacedMesh::new(&point, at(0.1, 0.0, 0.5 * E));
        // It is highest after 0.01 of a radian, higher by 0.05 mm.
        let center = vec(0.1 + 0.01, 0.0, 0.5 * E - 1.0);
        let mut mover = PrintedMover::new(settings);
        mover.rotate(&body, center, vec(0.0, 1.0, 0.0), 1.0, &[&floor(&settings)])
    };
    let (letter, mended) = (turned(Reading::Letter), turned(Reading::Mended));
    assert!(letter.met.is_none() && letter.pose.translation().z < -0.1);
    near(mended.fraction, 0.01, 1e-4);
}

/// Section 3.4 to the letter: two ridges across one another at the hull, of which one turns up and away, meet there as if they approached.
#[test]
fn to_the_letter_an_edge_may_not_leave_the_zone_by_a_turn() {
    let turned = |reading| {
        let settings = PrintedSettings::new(reading);
        let ridge = rooms::extruded(&[[-1.0, -1.0], [1.0, -1.0], [0.0, 0.0]], -2.0, 2.0);
        let below = mesh::<f64>(&ridge.clone().map(|p| Vec3::new(p.x, -p.z, p.y)));
        let above = mesh::<f64>(&ridge.map(|p| Vec3::new(p.z, -p.x, -p.y)));
        let standing = Fixed::new(&below, &Pose::IDENTITY, &settings);
        let body = PlacedMesh::new(&above, at(0.2, 0.3, E));
        // About an axis along y far to the left, so that the upper ridge is lifted.
        let (center, axis) = (vec(-3.0, 0.0, 0.0), vec(0.0, -1.0, 0.0));
        PrintedMover::new(settings).rotate(&body, center, axis, 0.3, &[&standing])
    };
    assert!(turned(Reading::Letter).met.is_some());
    assert!(turned(Reading::Mended).met.is_none());
}

/// A cube that lies on the floor has four contacts; in the zone, not below it.
#[test]
fn a_cube_on_a_floor_has_four_contacts() {
    let settings = PrintedSettings::new(Reading::Letter);
    let mut mover = PrintedMover::<f64>::new(settings);
    let fall = mover.translate(
        &PlacedMesh::new(&cube(), at(0.1, 0.2, 2.0)),
        vec(0.0, 0.0, -4.0),
        &[&floor(&settings)],
    );
    near(fall.pose.translation().z, 0.5 + E, 1e-12);
    let contacts = mover.contacts(&PlacedMesh::new(&cube(), fall.pose), &[&floor(&settings)], 1.01 * E);
    assert_eq!(contacts.len(), 4);
    assert!(contacts.iter().all(|c| c.normal == Vec3::new(0.0, 0.0, 1.0) && c.kind == Kind::VertexPolygon));
    assert!(mover.contacts(&PlacedMesh::new(&cube(), fall.pose), &[&floor(&settings)], 0.99 * E).is_empty());
}

/// Section 2.6: for two triangles 6 calculations of a vertex and a polygon, and 9 of two edges; computed sides are fewer than queried ones
/// and change nothing.
#[test]
fn two_triangles_take_fifteen_calculations() {
    let triangle = mesh::<f64>(&rooms::single_polygon(3));
    for keep_sides in [false, true] {
        let settings = PrintedSettings {
            keep_sides,
            culling: false,
            tree: false,
            ..PrintedSettings::new(Reading::Mended)
        };
        let standing = Fixed::new(&triangle, &Pose::IDENTITY, &settings);
        let mut mover = PrintedMover::new(settings);
        let body = PlacedMesh::new(
            &triangle,
            Pose::new([0.1, 0.2, 1.0], Rot3::from_axis_angle([1.0, 0.0, 0.0], 2.5)),
        );
        let moved = mover.translate(&body, vec(0.0, 0.0, -3.0), &[&standing]);
        assert!(moved.met.is_some());
        assert_eq!((mover.counts.vertex_polygon, mover.counts.edge_edge), (6, 9));
        assert!(mover.counts.sides_computed <= mover.counts.sides_asked);
        assert_eq!(mover.counts.sides_computed == mover.counts.sides_asked, !keep_sides);
    }
}
