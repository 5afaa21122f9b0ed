//! Compounds: convex parts under a tree, by parry's `Compound` and ours.
//!
//! `cargo run --release --bin compounds` makes bodies of 8 to 512 parts (boxes, balls and capsules in a ball of space) and asks about
//! pairs of them, and about each and a box, near, touching, overlapping and far. It prints a line for each query: medians of the
//! best of five rounds, in nanoseconds of processor time, and how far the answers are apart at most.

use impinge::body::Compound;
use impinge::{
    AnyShape, Body, Capsule, Cuboid, Pose, Rot3, Settings, Shape, Sphere, Vec3, contact_within, distance,
    intersects,
};
use impinge_peers_common::{report, timed};
use impinge_scenes::Rng;
use parry3d_f64::math::{Pose as PeerPose, Rotation, Vector};
use parry3d_f64::query;
use parry3d_f64::shape::{
    Ball, Capsule as PeerCapsule, Compound as PeerCompound, Cuboid as PeerCuboid, Shape as PeerShape,
    SharedShape,
};

/// Contacts are looked for up to this far; bodies have radius 1.
const MARGIN: f64 = 0.05;

/// Pairs of each kind.
const PAIRS: usize = 200;

fn there(pose: &Pose<Vec3<f64>>) -> PeerPose {
    let (p, q) = (pose.translation(), pose.rotation().to_xyzw());
    PeerPose::from_parts(Vector::new(p.x, p.y, p.z), Rotation::from_xyzw(q[0], q[1], q[2], q[3]))
}

/// Number of parts in a ball of radius 1.
fn body(count: usize, seed: u64) -> (Compound<AnyShape<f64>>, PeerCompound) {
    let mut rng = Rng::new(seed);
    let size = 0.9 / (count as f64).cbrt();
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for k in 0..count {
        let pose = Pose::new(rng.in_ball::<f64>() * (1.0 - size), rng.rotation3());
        let (here, peer): (AnyShape<f64>, SharedShape) = match k % 3 {
            0 => {
                let half = [size * 0.5, size * 0.35, size * 0.25];
                (
                    Cuboid::new(half).into(),
                    SharedShape::new(PeerCuboid::new(Vector::new(half[0], half[1], half[2]))),
                )
            }
            1 => (Sphere::new(size * 0.4).into(), SharedShape::new(Ball::new(size * 0.4))),
            _ => (
                Capsule::new(size * 0.4, size * 0.2).into(),
                SharedShape::new(PeerCapsule::new_z(size * 0.4, size * 0.2)),
            ),
        };
        ours.push((here, pose));
        theirs.push((there(&pose), peer));
    }
    (Compound::new(ours), PeerCompound::new(theirs))
}

fn main() {
    for count in [8, 64, 512] {
        let (a, peer_a) = body(count, 1);
        let (b, peer_b) = body(count, 2);
        let block = Cuboid::new([0.3, 0.2, 0.25]);
        let peer_block = PeerCuboid::new(Vector::new(0.3, 0.2, 0.25));
        compare(&format!("{count} and {count}"), &a, &peer_a, &|pose| b.at(pose), &peer_b);
        compare(&format!("{count} and box"), &a, &peer_a, &|pose| block.at(pose), &peer_block);
    }
}

/// Asks about A, which rests, and B, which is moved until it is as far from A as each kind of pose has it.
fn compare<B: Body<V = Vec3<f64>>>(
    name: &str,
    a: &Compound<AnyShape<f64>>,
    peer_a: &dyn PeerShape,
    at: &dyn Fn(Pose<Vec3<f64>>) -> B,
    peer_b: &dyn PeerShape,
) {
    let mut rng = Rng::new(3);
    let identity = PeerPose::from_parts(Vector::new(0.0, 0.0, 0.0), Rotation::IDENTITY);
    for (kind, low, high) in
        [("near", 0.01, 0.04), ("on", -1e-3, 1e-3), ("in", -0.2, -0.05), ("far", 2.0, 20.0)]
    {
        let mut poses = Vec::new();
        while poses.len() < PAIRS {
            let (way, turn): (Vec3<f64>, Rot3<f64>) = (rng.unit3(), rng.rotation3());
            let start = way * 4.0;
            // As far as it comes until it touches, and then by as much less.
            let back = impinge::Motion::translation(-start);
            let Some(hit) = impinge::cast(a, &at(Pose::new(start, turn)), &impinge::Motion::still(), &back)
            else {
                continue;
            };
            let pose = Pose::new(start * (1.0 - hit.time) + way * rng.between(low, high), turn);
            poses.push((pose, there(&pose)));
        }
        let settings = Settings { margin: Some(MARGIN), ..Settings::default() };
        let ours = timed(&poses, |(pose, _)| {
            contact_within(a, &at(*pose), &settings).map(|found| found.signed_distance)
        });
        let theirs = timed(&poses, |(_, pose)| {
            query::contact(&identity, peer_a, pose, peer_b, MARGIN).expect("supported").map(|c| c.dist)
        });
        report(&format!("{name} {kind}"), "contact", &ours, "Compound", &theirs);
        let ours = timed(&poses, |(pose, _)| Some(distance(a, &at(*pose)).distance));
        let theirs = timed(&poses, |(_, pose)| {
            Some(query::distance(&identity, peer_a, pose, peer_b).expect("supported").distance)
        });
        report(&format!("{name} {kind}"), "distance", &ours, "Compound", &theirs);
        let ours = timed(&poses, |(pose, _)| Some(f64::from(u8::from(intersects(a, &at(*pose))))));
        let theirs = timed(&poses, |(_, pose)| {
            let found = query::intersection_test(&identity, peer_a, pose, peer_b).expect("supported");
            Some(f64::from(u8::from(found.intersecting)))
        });
        report(&format!("{name} {kind}"), "intersects", &ours, "Compound", &theirs);
    }
}
