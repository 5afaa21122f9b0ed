//! EPA in space against all axes of polytopes, closed forms, and pairs where C is flat or its best direction is not alone. The
//! mesh is watched: at every step it is closed and goes around the origin.

use std::collections::HashMap;

use impinge::study::epa::{Gap, epa3};
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, Simplex, Voronoi};
use impinge::study::observe::{Interval, Status, Step};
use impinge::study::pair::{Vertex, separation};
use impinge::{
    Cone, ConvexPolyhedron, Cuboid, Cylinder, Disc, Ellipsoid, Pose, Real, RectanglePatch, Rot3, Segment,
    Vec3,
};
use impinge_scenes::{Rng, clouds};

use crate::native::Core3;

pub type Native<'a, T> = crate::native::Native<'a, Vec3<T>>;

/// A pair in its own precision and units, not prepared.
pub fn native<'a, T: Real>(a: Core3<'a, T>, b: Core3<'a, T>, pose: Pose<Vec3<T>>) -> Native<'a, T> {
    crate::native::native(a, b, &pose, 2.0)
}

/// GJK's simplex, where they meet.
fn simplex<T: Real>(pair: &Native<'_, T>) -> Option<Simplex<Vec3<T>>> {
    let goal = Goal { far: T::ZERO, near: pair.rounding, gap: T::ZERO, steps: MAX_STEPS };
    let mut gjk = Gjk::<Vec3<T>, Voronoi>::new();
    let found = gjk.run(pair, &goal, &mut ());
    (found.upper <= T::of(4.0) * pair.rounding).then_some(*gjk.simplex())
}

/// Invariant of the mesh at every step: it is closed, and winds around the origin at least once, by the solid angles of
/// its faces. That is what the lower bound rests on. Faces may be folded, as where many points are in one plane.
fn mesh_is_sound<T: Real>(step: &Step<'_, Vec3<T>>, size: T) {
    let mut edges = HashMap::new();
    let (mut turns, mut nearest) = (0.0, f64::INFINITY);
    for face in step.faces {
        for k in 0..3 {
            *edges.entry([face[k], face[(k + 1) % 3]]).or_insert(0) += 1;
        }
        let [a, b, c] = face.map(|i| step.vertices[i as usize].point.cast::<f64>());
        let normal = (b - a).cross(c - a);
        let (above, area) = (normal.dot(a), normal.norm());
        nearest = nearest.min(Real::abs(above) / area);
        // Tangent of half the solid angle, of van Oosterom and Strackee.
        let [x, y, z] = [a.norm(), b.norm(), c.norm()];
        let cos = x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y;
        turns += f64::atan2(a.dot(b.cross(c)), cos) / std::f64::consts::TAU;
    }
    for (&[i, j], count) in &edges {
        assert_eq!(edges.get(&[j, i]), Some(count), "the mesh has a hole at {i} {j}");
    }
    // On a face the origin is neither inside nor outside.
    assert!(turns > 0.99 || nearest < 1e-5 * size.f64(), "the mesh goes around the origin {turns} times");
    let [low, high] = step.bounds;
    assert!(low <= high + size * T::EPSILON * T::of(64.0), "{low} {high}");
}

/// EPA where they meet, with the checks that need no truth.
fn depth<T: Real>(pair: &Native<'_, T>, gap: T) -> Option<Interval<Vec3<T>>> {
    let simplex = simplex(pair)?;
    let mut steps = 0;
    let found = epa3(pair, &simplex, &Gap { bound: gap, value: gap }, &mut |step: &Step<'_, Vec3<T>>| {
        steps += 1;
        mesh_is_sound(step, pair.size);
    });
    assert!(found.calls >= steps && found.calls < 700, "{found:?}");
    assert!((found.normal.norm() - T::ONE).abs() <= T::of(8.0) * T::EPSILON, "{found:?}");
    // Bodies that touch may be apart by rounding.
    assert!(-pair.rounding <= found.lower && found.lower <= found.upper, "{found:?}");
    let (g, _) = separation(pair, found.normal, &Vertex::default());
    assert!((g + found.upper).abs() <= T::of(8.0) * pair.rounding, "{g} {found:?}");
    Some(found)
}

/// The least −g over all normals that a face of B − A can have: planes through three vertices of either, and edges of one
/// across edges of the other. There are more here than faces; one that is not a face gives no less.
fn by_all_axes<T: Real>(pair: &Native<'_, T>, a: &[Vec3<T>], b: &[Vec3<T>]) -> T {
    let turn = |v: Vec3<T>| impinge::math::Turn::turn(&pair.turn, v);
    let ways = |p: &[Vec3<T>]| -> Vec<Vec3<T>> {
        (0..p.len()).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| p[i] - p[j]).collect()
    };
    let (along_a, along_b) = (ways(a), ways(b).into_iter().map(turn).collect::<Vec<_>>());
    let mut normals = Vec::new();
    for (one, other) in [(&along_a, &along_a), (&along_b, &along_b), (&along_a, &along_b)] {
        normals.extend(one.iter().flat_map(|&u| other.iter().map(move |&v| u.cross(v))));
    }
    let mut least = T::INFINITY;
    for n in normals.into_iter().filter(|n| n.norm() > T::of(1e-3)) {
        for n in [n.unit(), -n.unit()] {
            least = least.min(-separation(pair, n, &Vertex::default()).0);
        }
    }
    least
}

fn corners_of<T: Real>(core: &Core3<'_, T>) -> Vec<Vec3<T>> {
    match core {
        Core3::Cuboid(c) => (0..8)
            .map(|i| {
                let h = c.half_extents();
                let side = |k: usize, x: T| if i >> k & 1 == 1 { x } else { -x };
                Vec3::new(side(0, h.x), side(1, h.y), side(2, h.z))
            })
            .collect(),
        Core3::Polyhedron(p) => p.vertices().to_vec(),
        _ => vec![],
    }
}

fn polytopes<T: Real>() {
    let hulls = [6, 7].map(|n| ConvexPolyhedron::new(&clouds::on_sphere::<T>(n, n as u64)));
    let mut rng = Rng::new(31);
    let (mut met, mut converged, mut most) = (0, 0, 0);
    for i in 0..120 {
        let mut core = |kind: usize| match kind {
            0 => Core3::Cuboid(Cuboid::new([(); 3].map(|()| T::of(rng.between(0.2, 1.0))))),
            k => Core3::Polyhedron(&hulls[k - 1]),
        };
        let (a, b) = (core(i % 3), core(i / 3 % 3));
        let pair = native(a, b, rng.pose3::<T>(0.5));
        let gap = T::of(2.0) * pair.rounding;
        let Some(found) = depth(&pair, gap) else { continue };
        let truth = by_all_axes(&pair, &corners_of(&a), &corners_of(&b));
        let slack = T::of(2.0) * pair.rounding;
        assert!(found.lower <= truth + slack && truth <= found.upper + slack, "{found:?} {truth}");
        assert!(found.upper - found.lower <= T::of(8.0) * gap, "{found:?} {truth}");
        // The witnesses lie along the normal, deep by the depth.
        let off = (found.point_b - found.point_a + found.normal * found.upper).norm();
        let beside = (gap * pair.size).sqrt();
        assert!(off <= T::of(32.0) * pair.rounding + beside, "{off} {found:?}");
        met += 1;
        converged += u32::from(found.status == Status::Converged);
        most = most.max(found.calls);
    }
    println!("{}: {met} met, {converged} converged, {most} calls at most", T::NAME);
    assert!(met >= 60 && converged * 10 >= met * 9 && most < 60, "{met} {converged} {most}");
}

#[test]
fn depths_of_polytopes_agree_with_all_their_axes() {
    polytopes::<f64>();
    polytopes::<f32>();
}

fn ball<'a, T: Real>(r: T) -> Core3<'a, T> {
    Core3::Ellipsoid(Ellipsoid::new([r, r, r]))
}

/// The bounds to a coarse gap, the value as exactly as Newton's method gives it.
fn balls<T: Real>() {
    let mut rng = Rng::new(32);
    let (mut met, mut sharp) = (0, 0);
    for _ in 0..60 {
        let [ra, rb] = [(); 2].map(|()| T::of(rng.between(0.3, 1.0)));
        let pose = rng.pose3::<T>(0.5);
        let pair = native(ball(ra), ball(rb), pose);
        let truth = ra + rb - pose.translation().norm();
        let Some(simplex) = simplex(&pair) else {
            assert!(truth <= pair.rounding);
            continue;
        };
        let value = T::of(4.0) * pair.rounding;
        let gap = Gap { bound: T::of(1e-3), value };
        let found = epa3(&pair, &simplex, &gap, &mut |step: &Step<'_, Vec3<T>>| {
            mesh_is_sound(step, pair.size);
        });
        assert!(
            found.lower <= truth + pair.rounding && truth <= found.upper + pair.rounding,
            "{found:?} {truth}"
        );
        // A quarter of the gap more is for the rounding of faces.
        if found.status == Status::Converged {
            assert!(found.upper - found.lower <= T::of(1.26e-3), "{found:?}");
            sharp += u32::from(found.upper - truth <= T::of(4.0) * value);
        }
        met += 1;
    }
    assert!(met >= 30 && sharp * 10 >= met * 9, "{met} {sharp}");
    // One center: all directions are equal, and even the large mesh is full. Both bounds hold.
    let pair = native(ball(T::ONE), ball(T::HALF), Pose::IDENTITY);
    let found = depth(&pair, T::ZERO).unwrap();
    assert_eq!(found.status, Status::Budget);
    assert!((found.upper.f64() - 1.5).abs() <= pair.rounding.f64(), "{found:?}");
    assert!(found.lower > T::of(1.45) && found.lower <= found.upper, "{found:?}");
    assert!(found.calls > 384, "{found:?}");
}

#[test]
fn balls_are_closed_forms() {
    balls::<f64>();
    balls::<f32>();
}

/// Simplexes of one, two, three and four vertices to begin with; C flat, a segment, a point.
fn degenerate<T: Real>() {
    let t = T::of;
    let cuboid = |x: f64, y: f64, z: f64| Core3::Cuboid(Cuboid::new([t(x), t(y), t(z)]));
    let unit = cuboid(1.0, 1.0, 1.0);
    let bar = Core3::Segment(Segment::new(T::ONE)); // along z
    let patch = Core3::Rectangle(RectanglePatch::new([T::ONE, T::ONE])); // across z
    let disc = Core3::Disc(Disc::new(T::ONE));
    let tube = Core3::Cylinder(Cylinder::new(T::ONE, T::HALF));
    let cone = Core3::Cone(Cone::new(T::ONE, T::ONE));
    let point = Core3::<T>::Point;
    let at = |x: f64, y: f64, z: f64| Pose::at([t(x), t(y), t(z)]);
    let turned = |axis: [f64; 3], angle: f64, p: [f64; 3]| {
        Pose::new(p.map(t), Rot3::from_axis_angle(Vec3::from(axis.map(t)), t(angle)))
    };
    let right = std::f64::consts::FRAC_PI_2;
    // Depth, and the normal if it is known up to its sign.
    let cases = [
        ("boxes at one place", unit, unit, at(0.0, 0.0, 0.0), 2.0, None),
        ("boxes in part", unit, unit, at(1.5, 0.2, 0.1), 0.5, Some([1.0, 0.0, 0.0])),
        ("boxes face to face", unit, unit, at(2.0, 0.5, 0.25), 0.0, Some([1.0, 0.0, 0.0])),
        ("boxes edge to edge", unit, unit, at(2.0, 2.0, 0.25), 0.0, None),
        ("boxes corner to corner", unit, unit, at(2.0, 2.0, 2.0), 0.0, None),
        (
            "a small box in a large one",
            unit,
            cuboid(0.1, 0.1, 0.1),
            at(0.0, 0.7, 0.0),
            0.4,
            Some([0.0, 1.0, 0.0]),
        ),
        (
            "a box on its edge",
            unit,
            unit,
            turned([0.0, 1.0, 0.0], right / 2.0, [2.0, 0.0, 0.0]),
            Real::sqrt(2.0) - 1.0,
            Some([1.0, 0.0, 0.0]),
        ),
        ("a point in a box", point, unit, at(0.75, 0.1, 0.2), 0.25, Some([1.0, 0.0, 0.0])),
        ("a point at a corner", point, unit, at(1.0, 1.0, 1.0), 0.0, None),
        ("points", point, point, at(0.0, 0.0, 0.0), 0.0, None),
        ("a point on a bar", point, bar, at(0.0, 0.0, 0.25), 0.0, None),
        ("bars on one line", bar, bar, at(0.0, 0.0, 0.5), 0.0, None),
        (
            "crossing bars",
            bar,
            bar,
            turned([1.0, 0.0, 0.0], right, [0.0, 0.0, 0.0]),
            0.0,
            Some([1.0, 0.0, 0.0]),
        ),
        ("a bar through a box", bar, unit, at(0.25, 0.0, 0.0), 0.75, Some([1.0, 0.0, 0.0])),
        ("a bar through a patch", bar, patch, at(0.0, 0.25, 0.5), 0.5, Some([0.0, 0.0, 1.0])),
        ("patches in one plane", patch, patch, at(0.5, 0.5, 0.0), 0.0, Some([0.0, 0.0, 1.0])),
        ("discs in one plane", disc, disc, at(0.5, 0.5, 0.0), 0.0, Some([0.0, 0.0, 1.0])),
        ("a disc in a box", disc, unit, at(0.0, 0.0, 0.75), 0.25, Some([0.0, 0.0, 1.0])),
        ("balls touching", ball(T::ONE), ball(T::ONE), at(1.2, 1.6, 0.0), 0.0, None),
        ("a point at the center of a ball", point, ball(T::ONE), at(0.0, 0.0, 0.0), 1.0, None),
        ("cylinders, one on the other", tube, tube, at(0.1, 0.0, 1.75), 0.25, Some([0.0, 0.0, 1.0])),
        ("a cone in a box", cone, cuboid(2.0, 2.0, 0.5), at(0.0, 0.0, -0.75), 0.25, Some([0.0, 0.0, 1.0])),
    ];
    let mut ends = [0; 3];
    for (name, a, b, pose, truth, normal) in cases {
        for flip in [false, true] {
            let pose = if flip { pose.inverse() } else { pose };
            let pair = if flip { native(b, a, pose) } else { native(a, b, pose) };
            let found = depth(&pair, t(4.0) * pair.rounding).unwrap_or_else(|| panic!("{name} do not meet"));
            let few = t(16.0) * pair.rounding;
            assert!(found.lower <= t(truth) + few && t(truth) <= found.upper + few, "{name}: {found:?}");
            let wide = if found.status == Status::Budget { t(0.05) } else { t(4.0) * few };
            assert!(found.upper - found.lower <= wide, "{name}: {found:?}");
            if let (Some(n), false) = (normal, flip) {
                let along = found.normal.dot(Vec3::from(n.map(t))).abs();
                assert!(along > t(1.0 - 1e-5), "{name}: {found:?}");
            }
            ends[found.status as usize] += 1;
        }
    }
    println!("{}: {ends:?} converged, stalled, out of room", T::NAME);
    assert!(ends[0] >= 36 && ends[2] >= 2, "{ends:?}");
}

#[test]
fn degenerate_pairs_and_every_way_to_end() {
    degenerate::<f64>();
    degenerate::<f32>();
}

/// Whether the support point of the best direction is its witness was decided by comparing a squared length with a length:
/// right for sizes near 1 only. Of a pair as small as 10⁻¹², a corner passed for the foot of the normal. Everything times 2ᵏ
/// must give the same answer times 2ᵏ, to the bit.
fn scaled<T: Real>(exponents: &[i32]) {
    let mut rng = Rng::new(33);
    let (mut met, mut beside) = (0, 0);
    for i in 0..40 {
        let [x, y, z, u] = [(); 4].map(|()| rng.between(0.2, 1.0));
        let pose = rng.pose3::<T>(0.6);
        let run = |k: i32| {
            let s = T::power_of_two(k);
            let size = |v: f64| T::of(v) * s;
            let a = Core3::Cuboid(Cuboid::new([size(x), size(y), size(z)]));
            let b = match i % 3 {
                0 => Core3::Cuboid(Cuboid::new([size(u), size(x), size(y)])),
                1 => Core3::Ellipsoid(Ellipsoid::new([size(u), size(y), size(z)])),
                _ => Core3::Cylinder(Cylinder::new(size(z), size(u))),
            };
            let pair = native(a, b, Pose::new(pose.translation() * s, pose.rotation()));
            let gap = T::of(1e-4) * s;
            let simplex = simplex(&pair)?;
            let found = epa3(&pair, &simplex, &Gap { bound: gap, value: gap }, &mut ());
            let unit = T::ONE / s;
            let (_, corner) = separation(&pair, found.normal, &Vertex::default());
            Some((
                [found.lower * unit, found.upper * unit],
                [found.normal, found.point_a * unit, found.point_b * unit],
                found.status,
                found.calls,
                (corner.a - found.point_a).norm() * unit > T::of(0.01),
            ))
        };
        let Some(unscaled) = run(0) else { continue };
        met += 1;
        beside += u32::from(unscaled.4);
        for &k in exponents {
            assert_eq!(run(k), Some(unscaled), "times 2^{k}");
        }
    }
    assert!(met >= 20 && beside >= 10, "{met} {beside}");
}

#[test]
fn a_witness_does_not_depend_on_the_unit_of_length() {
    scaled::<f64>(&[-60, -40, -20, 20, 40, 60]);
    scaled::<f32>(&[-8, 8]);
}
