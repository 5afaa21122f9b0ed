//! Bodies with many contacts: they go on as long as anything lets them, and say when nothing does.

use impinge::expel::{MAX_TRACES, MotionSettings, Mover, SlideSettings, SlideStatus, slide};
use impinge::hull::solid_hull;
use impinge::mesh::polygon::{MeshSettings, PlacedMesh, PolygonMesh};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::Rng;
use impinge_scenes::oracle::surfaces;
use impinge_scenes::rooms::{self, Faces};

use super::{at, mesh, v};

/// A capsule with this many sides: upright sides, bevels above and below, flat ends.
pub fn capsule<T: Real>(sides: usize, radius: f64, half: f64) -> PolygonMesh<T> {
    let rings = [(-half, 0.35), (-half + 0.3 * radius, 0.8), (-half + radius, 1.0)];
    let mut points: Vec<Vec3<T>> = Vec::new();
    for (z, part) in rings {
        for k in 0..sides {
            let (sin, cos) = f64::sin_cos(core::f64::consts::TAU * k as f64 / sides as f64);
            points.extend([z, -z].map(|z| v::<T>(radius * part * cos, radius * part * sin, z)));
        }
    }
    PolygonMesh::from_solid(&solid_hull(&points).expect("a solid"))
}

/// An upright wall between two points of the plane.
pub fn wall(faces: &mut Faces, [a, b]: [[f64; 2]; 2], low: f64, high: f64) {
    faces.add(
        &[[b, [low, 0.0]], [a, [low, 0.0]], [a, [high, 0.0]], [b, [high, 0.0]]]
            .map(|[p, z]| Vec3::new(p[0], p[1], z[0])),
    );
}

/// With polygons that stop bodies on both sides, so that nothing gets behind a wall.
pub fn two_sided<T: Real>(faces: &Faces) -> PolygonMesh<T> {
    let settings = MeshSettings { two_sided: true, ..MeshSettings::default() };
    PolygonMesh::with_settings(&faces.points_in::<T>(), &faces.polygons, &settings).expect("a sound mesh").0
}

#[derive(Debug, Default)]
struct Tally {
    slides: usize,
    /// Ends that were blocked before they moved.
    blocked: usize,
    most_traces: u32,
}

/// Pushes a body about, mostly towards a place, and asserts after each push: it crosses nothing; it went no farther than it was
/// pushed, and a step; if it did not move, no level or falling way is free that leads towards where it was pushed.
fn wander<T: Real>(
    body: &PolygonMesh<T>,
    world: &[PlacedMesh<'_, T>],
    start: Pose<Vec3<T>>,
    towards: Vec3<f64>,
    (step, pushes, seed): (f64, usize, u64),
) -> Tally {
    let mut rng = Rng::new(seed);
    let mut mover = Mover::new();
    let settings = SlideSettings { step: T::of(step), ..SlideSettings::default() };
    let standing: Vec<_> = world.iter().map(|w| surfaces::placed(w.mesh, &w.pose)).collect();
    let still = MotionSettings::default();
    let zone = world.iter().fold(0.0, |most: f64, w| {
        let trace = mover.translate(&PlacedMesh::new(body, start), Vec3::ZERO, w, &still).expect("finite");
        most.max(trace.zone.thickness)
    });
    let (mut pose, mut wish) = (start, Vec3::ZERO);
    let mut tally = Tally::default();
    for push in 0..pushes {
        if push % 10 == 0 {
            let to = towards + rng.unit3::<f64>() - pose.translation().cast();
            let length = 10_f64.powf(rng.between(-2.0, 0.0));
            let fall = [0.0, 0.1, 0.5][rng.below(3)] * length;
            wish = Vec3::new(to.x, to.y, 0.0).unit() * length - Vec3::new(0.0, 0.0, fall);
        }
        let slid =
            mover.slide(&PlacedMesh::new(body, pose), wish.cast(), world, &settings).expect("a sound motion");
        let gone: Vec3<f64> = (slid.pose.translation() - pose.translation()).cast();
        let moving = surfaces::placed(body, &slid.pose);
        assert!(slid.clear && !standing.iter().any(|s| surfaces::cross(&moving, s)), "push {push}: {slid:?}");
        assert!(gone.norm() <= wish.norm() + step + 4.0 * zone, "push {push}: {gone:?} {slid:?}");
        let spent = slid.status == SlideStatus::Spent && gone != Vec3::ZERO;
        assert!(slid.left == Vec3::ZERO || spent, "push {push}: {slid:?}");
        assert!(slid.traces <= MAX_TRACES && (gone != Vec3::ZERO || slid.status == SlideStatus::Blocked));
        tally.slides += 1;
        tally.most_traces = tally.most_traces.max(slid.traces);
        if gone.norm() < 6.0 * zone && wish.norm() > 60.0 * zone {
            tally.blocked += 1;
            for _ in 0..40 {
                let mut direction = rng.unit3::<f64>();
                direction.z = if rng.below(2) == 0 { 0.0 } else { -direction.z.abs() };
                let direction = direction.unit();
                if direction.dot(wish.unit()) < 0.3 {
                    continue;
                }
                let by = (direction * (30.0 * zone)).cast();
                let ended = PlacedMesh::new(body, slid.pose);
                let stopped =
                    |w: &PlacedMesh<'_, T>| mover.translate(&ended, by, w, &still).expect("finite").hit;
                assert!(
                    world.iter().map(stopped).any(|hit| hit.is_some()),
                    "push {push}: {direction:?} is free {slid:?}"
                );
            }
        }
        pose = slid.pose;
    }
    tally
}

/// A capsule of 12 sides between stairs and walls touches seven planes and more. Six were kept: the one that stopped it was
/// dropped, and it stayed where it was for good. None must be dropped.
pub fn seven_contacts_do_not_stick<T: Real>() {
    let mut tally = Tally::default();
    for round in 0..8 {
        let rise = 0.05 + 0.03 * f64::from(round);
        let mut faces = rooms::floor(30.0, 4).and(&rooms::stairs(6, 0.5, rise, 4.0));
        wall(&mut faces, [[20.0, -0.6], [-14.0, -0.6]], 0.0, 6.0);
        wall(&mut faces, [[-14.0, -1.9], [20.0, -1.9]], 0.0, 6.0);
        let stairs = two_sided::<T>(&faces);
        let body = capsule::<T>(12, 0.3, 0.6);
        let world = [PlacedMesh::new(&stairs, at(0.0, 0.0, 0.0))];
        let step = if round % 2 == 0 { 0.25 } else { 0.0 };
        let next = wander(
            &body,
            &world,
            at(-1.0, -1.2, 1.0),
            Vec3::new(1.0, -1.2, 0.0),
            (step, 150, 7 + round as u64),
        );
        tally.slides += next.slides;
        tally.blocked += next.blocked;
        tally.most_traces = tally.most_traces.max(next.most_traces);
    }
    assert!(tally.slides == 1200 && tally.blocked > 10, "{tally:?}");
}

/// Hulls in worlds of several bodies: what one of them stops must not be refused for the sake of another.
pub fn several_bodies_do_not_stick<T: Real>() {
    let (mut blocked, mut most) = (0, 0);
    for round in 0..6 {
        let mut rng = Rng::new(31 + round);
        let mut meshes = vec![mesh::<T>(&rooms::floor(30.0, 3))];
        for _ in 0..10 {
            let half = [rng.between(0.2, 1.0), rng.between(0.2, 1.0), rng.between(0.02, 0.5)];
            let place = Vec3::new(rng.between(-3.0, 3.0), rng.between(-3.0, 3.0), half[2]);
            meshes.push(mesh(&rooms::cuboid(half, 1).map(|p| p + place)));
        }
        let world: Vec<_> = meshes.iter().map(|mesh| PlacedMesh::new(mesh, at(0.0, 0.0, 0.0))).collect();
        let size = Vec3::new(0.25, 0.3, 0.5);
        let hull = mesh::<T>(
            &rooms::random_hull(14, round).map(|p| Vec3::new(p.x * size.x, p.y * size.y, p.z * size.z)),
        );
        let tally = wander(&hull, &world, at(0.0, 0.0, 2.5), Vec3::ZERO, (0.25, 150, round));
        (blocked, most) = (blocked + tally.blocked, most.max(tally.most_traces));
    }
    assert!(blocked > 5 && most > 3, "{blocked} {most}");
}

/// Corners of two and three walls at any angle, between leaning ones, end the way, and only they.
pub fn corners_of_walls_at_any_angle<T: Real>() {
    let (mut blocked, mut most) = (0, 0);
    for round in 0..10 {
        let mut rng = Rng::new(5 + round);
        let mut faces = rooms::floor(30.0, 1);
        let (sin, cos) = rng.between(0.2, 2.9).sin_cos();
        wall(&mut faces, [[0.0, 0.0], [-12.0 * cos, -12.0 * sin]], -1.0, 6.0);
        wall(&mut faces, [[-12.0, 0.0], [0.0, 0.0]], -1.0, 6.0);
        if round % 2 == 0 {
            wall(&mut faces, [[-12.0, -4.0], [6.0, -4.0]], -1.0, 6.0);
        }
        let lean = rng.between(-0.1, 0.1);
        let corner =
            two_sided::<T>(&faces.map(|p| if p.z > 5.0 { p + Vec3::new(lean, -lean, 0.0) } else { p }));
        let world = [PlacedMesh::new(&corner, at(0.0, 0.0, 0.0))];
        let body = capsule::<T>(5 + rng.below(9), 0.3, 0.6);
        let tally = wander(&body, &world, at(-6.0, -1.2, 1.5), Vec3::new(-1.0, -0.5, 0.0), (0.25, 80, round));
        (blocked, most) = (blocked + tally.blocked, most.max(tally.most_traces));
    }
    assert!(blocked > 20 && (4..=MAX_TRACES).contains(&most), "{blocked} {most}");
}

/// A body that stands nearer to the floor than the zone allows was refused every motion that a wall of another body ended,
/// and stayed for good.
pub fn too_near_to_one_body_does_not_stick_at_another<T: Real>() {
    let floor = mesh::<T>(&rooms::floor(8.0, 1));
    let mut upright = Faces::default();
    wall(&mut upright, [[2.0, -4.0], [2.0, 4.0]], -1.0, 3.0);
    let wall = two_sided::<T>(&upright);
    let body = mesh::<T>(&rooms::cuboid([0.5; 3], 1));
    let world = [PlacedMesh::new(&floor, at(0.0, 0.0, 0.0)), PlacedMesh::new(&wall, at(0.0, 0.0, 0.0))];
    let up = T::ONE + T::EPSILON * T::TWO;
    let start = Pose::new(Vec3::new(T::ZERO, T::ZERO, T::HALF * up), Default::default());
    let slid = slide(&PlacedMesh::new(&body, start), v(9.0, 1.0, 0.0), &world, &SlideSettings::default())
        .expect("finite");
    let end: Vec3<f64> = slid.pose.translation().cast();
    assert!(!slid.clear && (end.x - 1.5).abs() < 0.01 && (end.y - 1.0).abs() < 0.01, "{slid:?}");
}
