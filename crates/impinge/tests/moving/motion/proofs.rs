//! Claims of a proof are true, also if bodies are thin, bent or nearer than the floor; and provable claims are proven.

use impinge::expel::{MotionSettings, Mover, Start};
use impinge::hull::solid_hull;
use impinge::mesh::Position;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh, position};
use impinge::{Motion, Pose, Real, Vec3};
use impinge_scenes::movers::mesh;
use impinge_scenes::oracle::surfaces::{cross, distance, placed};
use impinge_scenes::{Rng, rooms};
use impinge_tests::in_both_precisions;

in_both_precisions!(
    nearer_than_the_floor_is_not_clear,
    thin_rooms_are_rooms,
    faces_that_are_not_flat_are_nearer_than_their_corners,
    leaning_edges_are_as_far_as_they_are,
    far_axes_and_long_ways_have_a_wide_floor,
);

fn v<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(T::of(x), T::of(y), T::of(z))
}

fn small<T: Real>(half: [f64; 3], at: Vec3<f64>) -> PolygonMesh<T> {
    mesh(&rooms::cuboid(half, 1).map(|p| p + at))
}

/// A motion of bodies between half the floor and the floor apart ended as proven clear: the second sweep, which looks half the
/// floor far, found nothing near, and that was taken for the proof of the end. Nearer than the floor nothing may be called clear,
/// and beyond it everything is.
fn nearer_than_the_floor_is_not_clear<T: Real>() {
    let mut rng = Rng::new(31);
    let mut mover = Mover::new();
    let (mut near, mut far) = (0, 0);
    for _ in 0..400 {
        let mut half = [0; 3].map(|_| 0.75 + rng.below(8) as f64 * 0.125);
        // A long body has a floor larger than it is thick, in single numbers.
        half[1] *= [1.0, 1e6][rng.below(2)];
        let (body, wall) = (small::<T>([0.5; 3], Vec3::ZERO), small::<T>(half, Vec3::ZERO));
        let standing = PlacedMesh::new(&wall, Pose::IDENTITY);
        let touching = half[0] + 0.5;
        let at = |gap: f64| Pose::at(v::<T>(touching + gap, 0.25, 0.125));
        let zone = mover.translate(
            &PlacedMesh::new(&body, at(0.0)),
            Vec3::ZERO,
            &standing,
            &MotionSettings::default(),
        );
        let floor = zone.unwrap().zone.floor;
        let pose = at(floor * (0.4 + rng.below(100) as f64 * 0.01));
        // Half sides are exact in both precisions, so the rounded pose tells the gap.
        let gap = pose.translation().x.f64() - touching;
        let moving = PlacedMesh::new(&body, pose);
        let still = Motion::rotation(Vec3::ZERO, v(0.0, 0.0, 1.0), T::ZERO);
        let by = [v(0.0, 0.0, 0.0), v(0.0, 0.5, 0.0), v(0.0, 0.0, -0.25)][rng.below(3)];
        for motion in [Motion::translation(by), still] {
            let trace = mover.move_by(&moving, &motion, &standing, &MotionSettings::default()).unwrap();
            let band = 2.0 * trace.zone.error + 4.0 * (body.flatness() + wall.flatness());
            assert!(gap >= trace.zone.floor || !trace.clear, "{gap:e} {trace:?}");
            assert!(gap < trace.zone.floor + band || trace.clear, "{gap:e} {trace:?}");
            (near, far) = (near + u32::from(!trace.clear), far + u32::from(trace.clear));
        }
        let freed = mover.free(&moving, &standing, 100.0 * floor, &MotionSettings::default()).unwrap();
        assert!(freed.clear && freed.pose.translation().x.f64() - touching >= floor, "{freed:?}");
    }
    assert!(near >= 300 && far >= 200, "{near} near, {far} far");
}

/// A room 2e-6 wide and 2e5 long was taken for a body: its volume, summed of tetrahedra as large as the cube of its length, was no
/// more than their rounding. So a body outside of its walls was proven clear. A room is distinguished from a body if it is wider than the
/// rounding of its vertices.
fn thin_rooms_are_rooms<T: Real>() {
    let mut rng = Rng::new(32);
    let body = small::<T>([0.25; 3], Vec3::ZERO);
    let mut mover = Mover::new();
    for case in 0..84 {
        let (long, narrow, turned) = (case % 6, case / 6 % 7, case / 42 == 1);
        let mut half = [1.0, 1.0, 10_f64.powi(long)];
        // Turned, its vertices are rounded.
        let least = if turned { 64.0 * T::EPSILON.f64() * half[2] } else { 0.0 };
        half[rng.below(2)] = Real::max(10_f64.powi(-narrow), least);
        let axis: Vec3<f64> = rng.unit3();
        let turn = |p: Vec3<f64>| {
            let (sin, cos) = (0.6, 0.8);
            if turned { p * cos + axis.cross(p) * sin + axis * (axis.dot(p) * (1.0 - cos)) } else { p }
        };
        let room: PolygonMesh<T> = mesh(&rooms::room(half, 1).map(turn));
        let thin: PolygonMesh<T> = mesh(&rooms::cuboid(half, 1).map(turn));
        let far = v::<T>(3.0, -2.0, 3.0 * half[2]);
        assert_eq!(position(&room, far), Some(Position::Inside), "{half:?}");
        assert_eq!(position(&thin, far), Some(Position::Outside), "{half:?}");
        assert!(room.volume() < 0.0 && thin.volume() > 0.0, "{half:?}");
        let moving = PlacedMesh::new(&body, Pose::at(far));
        for (walls, start) in [(&room, Start::Overlapping), (&thin, Start::Apart)] {
            let standing = PlacedMesh::new(walls, Pose::IDENTITY);
            let [ahead, back] = [[&moving, &standing], [&standing, &moving]].map(|[moving, standing]| {
                mover.translate(moving, Vec3::ZERO, standing, &MotionSettings::default()).unwrap()
            });
            assert!(ahead.start == start && back.start == start, "{half:?} {ahead:?} {back:?}");
            assert!(ahead.clear == (start == Start::Apart) && back.clear == ahead.clear, "{half:?}");
        }
    }
}

/// The clearance of a hull in single precision over an edge was 5e-8 more than its distance: faces of a hull are flat up to
/// rounding, and what is between their corners was nearer than its edges and vertices, which alone were measured. The clearance
/// must be a lower bound of the distance of the triangles, and no more below it than is explained.
fn faces_that_are_not_flat_are_nearer_than_their_corners<T: Real>() {
    let mut rng = Rng::new(33);
    let mut mover = Mover::new();
    let mut bent = 0;
    for _ in 0..150 {
        let points: Vec<Vec3<T>> = (0..60)
            .map(|_| {
                let p: Vec3<f64> = rng.unit3();
                v(p.x * 0.02, p.y * 12.0, p.z * 2e-4)
            })
            .collect();
        let hull = PolygonMesh::from_solid(&solid_hull(&points).unwrap());
        let edge = small::<T>([1.0, 3.0, 0.5], Vec3::new(1.0, 0.0, -1.5));
        let (a, b) = (PlacedMesh::new(&hull, Pose::IDENTITY), PlacedMesh::new(&edge, Pose::IDENTITY));
        let truth = distance(&placed(&hull, &a.pose), &placed(&edge, &b.pose));
        let found = mover.clearance(&a, &b, 9.0).unwrap();
        assert!(truth > 0.9 && found.distance <= truth, "{:e} more, {found:?}", found.distance - truth);
        let zone = mover.translate(&a, Vec3::ZERO, &b, &MotionSettings::default()).unwrap().zone;
        let flatness = hull.flatness() + edge.flatness();
        assert!(found.distance >= truth - 4.0 * flatness - 2.0 * zone.error, "{truth:e} {found:?}");
        bent += u32::from(flatness > 1e-9);
    }
    assert!(bent >= 100 || T::EPSILON.f64() < 1e-9, "{bent} bent");
}

/// A wedge 4e-6 thick under a cuboid was reported to touch it, 1.3e-6 away: the place on an edge nearest to the end of another one was
/// off by the rounding of a long difference, and from the place beside it the other edge leans over. What is apart must be
/// measured so.
fn leaning_edges_are_as_far_as_they_are<T: Real>() {
    let mut rng = Rng::new(34);
    let mut mover = Mover::new();
    // Wedges are thicker than the floor.
    let unit = Real::max(2e-6, 4096.0 * T::EPSILON.f64());
    let found = [
        [2.0, 1.0, -0.1],
        [-1.0, -1.0, 0.2],
        [1.0, 1.0, -0.2],
        [2.0, -1.0, -0.1],
        [-1.0, 1.0, -0.2],
        [0.0, -1.0, 0.0],
        [1.0, -1.0, -0.1],
        [-1.0, 1.0, 0.0],
    ];
    let block = small::<T>([1.0, 1.0, 0.5], Vec3::new(1.0, 1.0, 0.5));
    let mut apart = 0;
    for round in 0..300 {
        let mut points = found;
        if round > 0 {
            for p in &mut points {
                let grid = |rng: &mut Rng, step: f64| (rng.below(5) as f64 - 2.0) * step;
                *p = [grid(&mut rng, 1.0), grid(&mut rng, 0.5), grid(&mut rng, 0.1)];
            }
        }
        let points: Vec<Vec3<T>> = points.iter().map(|p| v(p[0], p[1] * unit, p[2])).collect();
        let Ok(hull) = solid_hull(&points) else { continue };
        let wedge = PolygonMesh::from_solid(&hull);
        let (a, b) =
            (PlacedMesh::new(&block, Pose::at(v(0.0, unit, 0.0))), PlacedMesh::new(&wedge, Pose::IDENTITY));
        let surfaces = [placed(&block, &a.pose), placed(&wedge, &b.pose)];
        let clear = mover.translate(&a, Vec3::ZERO, &b, &MotionSettings::default()).unwrap();
        if clear.start == Start::Overlapping || cross(&surfaces[0], &surfaces[1]) {
            continue;
        }
        let truth = distance(&surfaces[0], &surfaces[1]);
        let loss = 2.0 * clear.zone.error + 4.0 * (block.flatness() + wedge.flatness());
        let told = mover.clearance(&a, &b, 9.0).unwrap();
        assert!(told.distance <= truth, "{truth:e} {told:?}");
        if truth > clear.zone.floor + loss {
            assert!(told.distance >= truth * (1.0 - 1e-8) - loss, "{truth:e} {told:?}");
            assert!(clear.clear, "{truth:e} {clear:?}");
            apart += 1;
        }
    }
    assert!(apart >= 20, "{apart} apart");
}

/// Turned about an axis whose center was 1e4 times its size away, a body that touched another one went into it and was proven clear:
/// the slack, within which a motion counts as along a surface, grows with the rounding of such a way, and what was behind a
/// surface by more than the floor, which did not grow, was not near it. What is proven must keep the floor, however far the
/// center is and the way goes.
fn far_axes_and_long_ways_have_a_wide_floor<T: Real>() {
    let mut rng = Rng::new(35);
    let mut mover = Mover::new();
    let (body, ground) = (small::<T>([0.5; 3], Vec3::ZERO), small::<T>([3.0; 3], Vec3::ZERO));
    let standing = PlacedMesh::new(&ground, Pose::IDENTITY);
    let surface = placed(&ground, &Pose::IDENTITY);
    let (mut clear, mut close) = (0, 0);
    for round in 0..300 {
        let far = 10_f64.powi(rng.below(8) as i32);
        let gap = [0.0, 1e-13, 1e-12, 1e-11, 1e-10, 1e-8, 1e-3][rng.below(7)];
        let nears = 10_f64.powi(-(rng.below(8) as i32) - 5);
        let (x, motion) = if round % 2 == 0 {
            // A corner goes down by half the angle.
            (0.25, Motion::rotation(v(far, 0.0, 3.5), v(1.0, 0.0, 0.0), T::of(2.0 * nears)))
        } else {
            (-far, Motion::translation(v(far + 0.25, 0.0, -nears)))
        };
        let moving = PlacedMesh::new(&body, Pose::at(v(x, 0.125, 3.5 + gap)));
        let trace = mover.move_by(&moving, &motion, &standing, &MotionSettings::default()).unwrap();
        let end = placed(&body, &trace.pose);
        (clear, close) = (clear + u32::from(trace.clear), close + u32::from(!trace.clear));
        if trace.clear {
            // In single numbers vertices that are placed by them are off by up to half the floor.
            let kept = 0.5 * trace.zone.floor - 64.0 * f64::EPSILON;
            assert!(!cross(&end, &surface), "{gap:e} {motion:?} {trace:?}");
            assert!(distance(&end, &surface) >= kept, "{gap:e} {motion:?} {trace:?}");
        }
    }
    assert!(clear >= 30 && close >= 60, "{clear} clear, {close} not");
}
