//! Bodies that slide, turn, roll and tremble on a floor for a thousand steps: the ids stay, and the points do not jump.

use impinge::manifolds::{Manifold, ManifoldSettings};
use impinge::persist::{Persistence, Persistent};
use impinge::query::manifold_with;
use impinge::study::perturbation::{PerturbationSettings, perturbed_manifold};
use impinge::{
    At, Capsule, Circle, Cone, ConvexPolyhedron, Cuboid, Cylinder, Dimension, Pose, Real, Rectangle, Rot2,
    Rot3, Shape, Sphere, Vec2, Vec3, Vector, manifold,
};
use impinge_scenes::Rng;

const STEPS: u32 = 1000;
const UP: [f64; 3] = [0.0, 0.0, 1.0];

/// Observations of a ride.
#[derive(Debug, Default)]
struct Ride {
    /// Contacts that began after the first step, that ended, and that there are in the last step.
    changes: (usize, usize, usize),
    /// By how much a contact's point on B moved farther in a step than the point of B there did.
    slip: f64,
    /// By how much it moved farther than any point of B at that distance from B's origin did.
    jump: f64,
}

/// `floor` at rest, `body` along `path`. Contacts carry the number of the last step, to see that data goes with them.
fn ride<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
    floor: &A,
    body: &B,
    manifold: impl Fn(&A, &At<&B>) -> Manifold<A::V>,
    path: impl Fn(f64) -> Pose<A::V>,
) -> Ride {
    let settings = Persistence::of_size(<A::V as Vector>::Scalar::HALF);
    let mut contacts = Persistent::<A::V, u32>::new();
    let mut result = Ride::default();
    let mut before = path(0.0);
    for i in 0..STEPS {
        let pose = path(f64::from(i));
        let old: Vec<_> = contacts.contacts().to_vec();
        contacts.update(&manifold(floor, &body.at(pose)), &Pose::IDENTITY, &pose, &settings);
        if i > 0 {
            result.changes.0 += contacts.began().len();
            result.changes.1 += contacts.ended().len();
        }
        let moved_by = |local: A::V| (pose.transform(local) - before.transform(local)).norm().f64();
        for c in contacts.contacts().iter().filter(|c| c.age > 0) {
            let was = old.iter().find(|o| o.id == c.id).expect("it is older than this step");
            let moved = (c.point.point_b - was.point.point_b).norm().f64();
            let here = moved_by(c.local_b).max(moved_by(was.local_b));
            let around = (0..A::V::DIM).fold(here, |most, k| {
                let out = A::V::axis(k) * c.local_b.norm();
                most.max(moved_by(out)).max(moved_by(-out))
            });
            (result.slip, result.jump) = (result.slip.max(moved - here), result.jump.max(moved - around));
            assert_eq!(c.data, i - 1);
        }
        contacts.contacts_mut().iter_mut().for_each(|c| c.data = i);
        before = pose;
    }
    result.changes.2 = contacts.contacts().len();
    result
}

/// All points: which few are kept is left to the contacts.
fn all<A: Shape<V: Dimension>, B: Shape<V = A::V>>(a: &A, b: &B) -> Manifold<A::V> {
    manifold_with(a, b, &ManifoldSettings { max_points: None, ..Default::default() })
}

/// Olvång's way, whose points have no ids.
fn sampled<A: Shape<V: Dimension>, B: Shape<V = A::V>>(a: &A, b: &B) -> Manifold<A::V> {
    perturbed_manifold(a, b, &PerturbationSettings::default())
}

fn v3<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(x, y, z).cast()
}

fn about(axis: [f64; 3], angle: f64) -> Rot3<f64> {
    Rot3::from_axis_angle(axis, angle)
}

fn pose<T: Real>(at: [f64; 3], turn: Rot3<f64>) -> Pose<Vec3<T>> {
    Pose::new(Vec3::from(at).cast::<T>(), Rot3::from_xyzw(turn.to_xyzw().map(T::of)))
}

fn floor<T: Real>() -> Cuboid<T> {
    Cuboid::new(v3(10.0, 10.0, 1.0))
}

fn brick<T: Real>() -> Cuboid<T> {
    Cuboid::new(v3(1.0, 0.75, 0.5))
}

/// A body that slides along a curve, turning all the while, 0.01 deep in the floor; `height` is that of its origin above
/// its lowest point.
fn slide<T: Real>(height: f64) -> impl Fn(f64) -> Pose<Vec3<T>> + Copy {
    move |step| {
        let (sin, cos) = Real::sin_cos(0.01 * step);
        pose([3.0 * cos, 2.0 * sin, 0.99 + height], about(UP, 0.02 * step))
    }
}

/// A body of radius 0.5 about its z axis that lies on the floor and rolls along a wide circle, by 0.02 a step.
fn roll<T: Real>(step: f64) -> Pose<Vec3<T>> {
    let (sin, cos) = Real::sin_cos(0.005 * step);
    // Down on its side, rolled by the way over the radius, and round the circle.
    let rolled = about([1.0, 0.0, 0.0], -0.04 * step);
    let lying = rolled.compose(&about([0.0, 1.0, 0.0], std::f64::consts::FRAC_PI_2));
    pose([4.0 * cos, 4.0 * sin, 1.49], about(UP, 0.005 * step).compose(&lying))
}

/// Rounding of places up to 10 from the origin.
fn rounding<T: Real>() -> f64 {
    64.0 * T::EPSILON.f64()
}

fn sliding<T: Real>() {
    let corners: Vec<Vec3<T>> = (0..8_u32)
        .map(|i| v3(f64::from(i & 1) * 1.5, f64::from(i >> 1 & 1), f64::from(i >> 2) - 0.5))
        .collect();
    let hull = ConvexPolyhedron::new(&corners);
    let can = Cylinder::new(T::of(0.75), T::of(0.5));
    let cone = Cone::new(T::of(0.5), T::of(0.5));
    let (low, high) = (slide::<T>(0.5), slide::<T>(0.75));
    let rides = [
        ride(&floor(), &brick(), |a, b| manifold(a, b), low),
        ride(&floor(), &brick(), |a, b| all(a, b), low),
        ride(&floor(), &brick(), |a, b| sampled(a, b), low),
        ride(&floor(), &hull, |a, b| manifold(a, b), low),
        ride(&floor(), &hull, |a, b| sampled(a, b), low),
        // Four of the 16 corners of a rim, which are at rest in the body.
        ride(&floor(), &can, |a, b| manifold(a, b), high),
        ride(&floor(), &can, |a, b| all(a, b), high),
        ride(&floor(), &cone, |a, b| manifold(a, b), slide::<T>(0.25)),
        ride(&floor(), &cone, |a, b| all(a, b), slide::<T>(0.25)),
    ];
    for (i, r) in rides.iter().enumerate() {
        assert_eq!(r.changes, (0, 0, 4), "{i}: {r:?}");
        assert!(r.slip <= rounding::<T>(), "{i}: {r:?}");
    }
}

#[test]
fn sliding_turning_bodies_keep_their_contacts() {
    sliding::<f32>();
    sliding::<f64>();
}

fn rolling<T: Real>() {
    let can = Cylinder::new(T::of(0.75), T::of(0.5));
    let capsule = Capsule::new(T::of(0.75), T::of(0.5));
    let ball = Sphere::new(T::of(0.5));
    let rides = [
        (ride(&floor(), &can, |a, b| manifold(a, b), roll), 2),
        (ride(&floor(), &capsule, |a, b| manifold(a, b), roll), 2),
        (ride(&floor(), &ball, |a, b| manifold(a, b), roll), 1),
    ];
    for (r, count) in rides {
        assert_eq!(r.changes, (0, 0, count), "{r:?}");
        assert!(r.jump <= rounding::<T>(), "{r:?}");
    }
    // Sampled, a can has points r δ = 1/128 ahead of the contact and behind it, less than it rolls in a step: they are
    // taken for one another, and some restart.
    let r = ride(&floor(), &can, |a, b| sampled(a, b), roll);
    assert!(r.changes.0 > 100, "{r:?}");
}

#[test]
fn rolling_bodies_keep_their_contacts() {
    rolling::<f32>();
    rolling::<f64>();
}

/// The contact itself changes: contacts come and go, but no more than must.
fn changing<T: Real>() {
    // Over the edge of the floor, turning: two corners become crossings of edges, and one of these leaves.
    let off = |step: f64| pose::<T>([8.0 + 0.003 * step, 0.0, 1.49], about(UP, 0.001 * step));
    let r = ride(&floor(), &brick(), |a, b| manifold(a, b), off);
    assert_eq!(r.changes, (0, 1, 3), "{r:?}");
    assert!(r.slip <= 0.01, "{r:?}");
    // A plate that wanders about on a round pillar, so that its corners and the rim take turns.
    let pillar = Cylinder::new(T::of(1.0), T::of(0.75));
    let plate = Cuboid::new(v3::<T>(1.0, 1.0, 0.5));
    let wander = |step: f64| {
        let (sin, cos) = Real::sin_cos(0.01 * step);
        pose([0.3 * cos, 0.3 * sin, 1.49], about(UP, 0.003 * step))
    };
    for r in [
        ride(&pillar, &plate, |a, b| manifold(a, b), wander),
        ride(&pillar, &plate, |a, b| all(a, b), wander),
    ] {
        assert!(r.changes.0 <= 2 && r.changes.0 == r.changes.1 && r.changes.2 == 4, "{r:?}");
    }
    // A brick that trembles, by 0.005 in height and angle, with a margin in which its raised corners still count.
    let margin = ManifoldSettings { margin: 0.02, ..Default::default() };
    let tremble = |step: f64| {
        let mut rng = Rng::new(step as u64);
        let tilt = about(rng.unit3::<f64>().to_array(), rng.between(0.0, 0.005));
        pose::<T>([1.0, 0.5, 1.495 + rng.between(-0.005, 0.005)], tilt.compose(&about(UP, 0.002 * step)))
    };
    let r = ride(&floor(), &brick(), |a, b| manifold_with(a, b, &margin), tremble);
    assert_eq!(r.changes, (0, 0, 4), "{r:?}");
    assert!(r.slip <= rounding::<T>(), "{r:?}");
}

#[test]
fn contacts_change_only_where_they_must() {
    changing::<f32>();
    changing::<f64>();
}

/// In the plane: a rectangle that slides to and fro and off the ground, and a wheel.
fn plane<T: Real>() {
    let v2 = |x: f64, y: f64| Vec2::new(x, y).cast::<T>();
    let at = |x: f64, y: f64, angle: f64| Pose::new(v2(x, y), Rot2::from_angle(T::of(angle)));
    let ground = Rectangle::new(v2(5.0, 1.0));
    let brick = Rectangle::new(v2(1.0, 0.5));
    let to_and_fro = |step: f64| at(3.0 * Real::sin_cos(0.02 * step).0, 1.49, 0.0);
    for r in [
        ride(&ground, &brick, |a, b| manifold(a, b), to_and_fro),
        ride(&ground, &brick, |a, b| sampled(a, b), to_and_fro),
    ] {
        assert_eq!(r.changes, (0, 0, 2), "{r:?}");
        assert!(r.slip <= rounding::<T>(), "{r:?}");
    }
    // Over the edge: a corner of the brick becomes one of the ground, and both contacts go on.
    let r = ride(&ground, &brick, |a, b| manifold(a, b), |step| at(3.0 + 0.0025 * step, 1.49, 0.0));
    assert_eq!(r.changes, (0, 0, 2), "{r:?}");
    assert!(r.slip <= rounding::<T>(), "{r:?}");
    let wheel = Circle::new(T::HALF);
    let r = ride(&ground, &wheel, |a, b| manifold(a, b), |step| at(0.004 * step - 2.0, 1.49, -0.008 * step));
    assert_eq!(r.changes, (0, 0, 1), "{r:?}");
    assert!(r.jump <= rounding::<T>(), "{r:?}");
}

#[test]
fn contacts_of_the_plane_last() {
    plane::<f32>();
    plane::<f64>();
}
