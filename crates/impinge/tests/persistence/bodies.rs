//! Bodies that slide, turn and roll on a floor for a thousand steps: the ids stay, and the points do not jump.

use impinge::contact::{Manifold, Persistence, Persistent};
use impinge::query::{PerturbationSettings, perturbed_manifold};
use impinge::{ConvexPolyhedron, Cuboid, Pose, Real, Rot3, Rotation, Shape, Vec3, Vector};

const STEPS: u32 = 1000;

fn pose<T: Real>(at: [f64; 3], turn: Rot3<f64>) -> Pose<Vec3<T>> {
    let turn = Rot3::from_xyzw(turn.to_xyzw().map(T::of));
    Pose::new(Vec3::from(at).cast::<T>(), turn)
}

fn about(axis: [f64; 3], angle: f64) -> Rot3<f64> {
    Rot3::from_axis_angle(axis, angle)
}

/// What a ride showed.
#[derive(Debug, Default)]
struct Ride {
    /// Contacts that began after the first step, and that ended.
    began: usize,
    ended: usize,
    /// Contacts in the last step.
    last: usize,
    /// By how much a contact's point on B moved farther in a step than the point of B there did.
    jump: f64,
    /// How far a contact's point moved at most in a step in the frame in which it moved less.
    crept: f64,
}

/// `floor` at rest, `body` along `path`.
fn ride<T: Real, A: Shape<V = Vec3<T>>, B: Shape<V = Vec3<T>>>(
    floor: &A,
    body: &B,
    manifold: impl Fn(&A, &impinge::At<&B>) -> Manifold<Vec3<T>>,
    path: impl Fn(f64) -> Pose<Vec3<T>>,
    size: f64,
) -> Ride {
    let settings = Persistence::of_size(T::of(size));
    let mut contacts = Persistent::<Vec3<T>, u32>::new();
    let mut result = Ride::default();
    let mut before: Option<Pose<Vec3<T>>> = None;
    for i in 0..STEPS {
        let pose = path(f64::from(i));
        let old: Vec<_> = contacts.contacts().to_vec();
        contacts.update(&manifold(floor, &body.at(pose)), &Pose::IDENTITY, &pose, &settings);
        if let Some(before) = before {
            result.began += contacts.began().len();
            result.ended += contacts.ended().len();
            for c in contacts.contacts().iter().filter(|c| c.age > 0) {
                let was = old.iter().find(|o| o.id == c.id).expect("it is older than this step");
                // The point of B that touches now moved so far, and the one that touched before so far.
                let carried = |local: Vec3<T>| (pose.transform(local) - before.transform(local)).norm().f64();
                let moved = (c.point.point_b - was.point.point_b).norm().f64();
                let with_body = carried(c.local_b).max(carried(was.local_b));
                result.jump = result.jump.max(moved - with_body);
                let crept = (c.local_a - was.local_a).norm().min((c.local_b - was.local_b).norm());
                result.crept = result.crept.max(crept.f64());
                assert_eq!(c.data, i - 1);
            }
        }
        for c in contacts.contacts_mut() {
            c.data = i;
        }
        before = Some(pose);
    }
    result.last = contacts.contacts().len();
    result
}

fn perturbed<A: Shape<V = Vec3<T>>, B: Shape<V = Vec3<T>>, T: Real>(a: &A, b: &B) -> Manifold<Vec3<T>> {
    perturbed_manifold(a, b, &PerturbationSettings::default())
}

/// The path of a box that slides along a curve, turning all the while, 0.01 deep in the floor.
fn slide<T: Real>(step: f64) -> Pose<Vec3<T>> {
    let (sin, cos) = Real::sin_cos(0.01 * step);
    pose([3.0 * cos, 2.0 * sin, 1.49], about([0.0, 0.0, 1.0], 0.02 * step))
}

fn sliding<T: Real>() {
    let floor = Cuboid::new(Vec3::new(10.0, 10.0, 1.0).cast::<T>());
    let body = Cuboid::new(Vec3::new(1.0, 0.75, 0.5).cast::<T>());
    let corners: Vec<Vec3<T>> = (0..8)
        .map(|i| {
            Vec3::new(0.75, 0.5, 0.5)
                .zip(Vec3::new(1.0, 2.0, 4.0), |h, bit| if i & bit as u32 == 0 { h } else { -h })
        })
        .map(|v: Vec3<f64>| v.cast())
        .collect();
    let tolerance = 256.0 * T::EPSILON.f64();
    let rides = [
        ride(&floor, &body, |a, b| perturbed(a, b), slide::<T>, 0.5),
        ride(&floor, &ConvexPolyhedron::new(&corners), |a, b| perturbed(a, b), slide::<T>, 0.5),
    ];
    for r in rides {
        assert_eq!((r.began, r.ended, r.last), (0, 0, 4), "{r:?}");
        assert!(r.jump <= tolerance && r.crept <= tolerance, "{r:?}");
    }
}

#[test]
fn a_sliding_turning_box() {
    sliding::<f32>();
    sliding::<f64>();
}
