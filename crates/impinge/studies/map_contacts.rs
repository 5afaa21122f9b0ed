//! A peg in a hole, a nut on a bolt, a torus through a torus: contacts of distance maps, held against exact queries on the meshes.
//!
//! ```sh
//! cargo run --release -p impinge --example map_contacts          # coarse, for a test
//! cargo run --release -p impinge --example map_contacts -- fine  # cells a quarter as large, samples an eighth, a minute or more
//! ```
//!
//! Hulls of these pairs always overlap. Maps tell a fit from a jam, and say how far they may be off; no bound is broken.

use std::time::Instant;

use impinge::mesh::TriangleMesh;
use impinge::sdf::{DeepestSettings, MapContactSettings, MapContacts, MapSettings, SampleName, SampledMap};
use impinge::{AnyShape, ConvexPolyhedron, Cuboid, Pose, Rot3, Shape, Sphere, Vec3, distance, intersects};
use impinge_scenes::Rng;
use impinge_scenes::fits::{self, Fit, Thread};
use impinge_scenes::meshes::{Triangles, torus};

type P = Pose<Vec3<f64>>;

struct Body {
    mesh: TriangleMesh<f64>,
    map: SampledMap<f64>,
    hull: ConvexPolyhedron<f64>,
}

fn body(triangles: &Triangles, cells: usize, spacing: f64, band: f64) -> Body {
    let (mesh, _) = TriangleMesh::new(&triangles.points, &triangles.triangles).expect("made by a formula");
    let settings = MapSettings { cells, band, ..MapSettings::default() };
    let map = SampledMap::new(&mesh, &settings, spacing).expect("closed");
    let hull = ConvexPolyhedron::try_new(&triangles.points).expect("a solid");
    Body { mesh, map, hull }
}

/// Turned by an angle about an axis, then moved.
fn at(place: [f64; 3], axis: [f64; 3], angle: f64) -> P {
    Pose::new(place, Rot3::from_axis_angle(axis, angle))
}

/// What was found over many poses.
#[derive(Default)]
struct Tally {
    free: usize,
    proven_free: usize,
    /// The widest gap of those that are not proven.
    widest_open: f64,
    jams: usize,
    jams_seen: usize,
    contacts: usize,
    off: f64,
    bound: f64,
    map_time: f64,
    mesh_time: f64,
}

/// One pair at one pose: every contact held against the exact distance, and the whole against the meshes.
fn hold(a: &Body, b: &Body, pose: &P, found: &mut MapContacts<f64>, tally: &mut Tally) {
    let here = Pose::IDENTITY;
    let clock = Instant::now();
    a.map.contacts(&here, &b.map, pose, &MapContactSettings::default(), found);
    tally.map_time += clock.elapsed().as_secs_f64();
    for c in found.points() {
        let (p, other, frame) = match c.sample {
            Some(SampleName::A(_)) => (c.point_a, b, pose),
            _ => (c.point_b, a, &here),
        };
        let truth = other.mesh.nearest(frame.untransform(p)).expect("finite");
        let off = (truth.signed_distance - c.signed_distance).abs();
        assert!(off <= c.error + truth.error + 1e-12, "a bound is broken: {c:?}, {truth:?}");
        tally.off = tally.off.max(off);
        tally.bound = tally.bound.max(c.error);
    }
    tally.contacts += found.points().len();
    let clock = Instant::now();
    let exact = distance(&a.mesh, &b.mesh.at(*pose));
    tally.mesh_time += clock.elapsed().as_secs_f64();
    assert!(intersects(&a.hull, &(&b.hull).at(*pose)), "hulls of such pairs overlap");
    if exact.distance > exact.error {
        tally.free += 1;
        // No contact is claimed that is proven to be one.
        assert!(found.points().iter().all(|c| c.signed_distance + c.error >= 0.0));
        let near = distance(&a.map, &b.map.at(*pose));
        assert!((near.distance - exact.distance).abs() <= near.error + exact.error, "{near:?} {exact:?}");
        if near.distance > near.error {
            tally.proven_free += 1;
        } else {
            tally.widest_open = tally.widest_open.max(exact.distance);
        }
    } else {
        tally.jams += 1;
        assert!(found.lower() <= 0.0, "proven apart, and not");
        tally.jams_seen += usize::from(!found.points().is_empty());
    }
}

/// How long the deepest point of a convex shape takes, and how wide its bounds are.
fn shapes_in(body: &Body, rng: &mut Rng) {
    let shapes: [(&str, AnyShape<f64>); 3] = [
        ("ball", Sphere::new(0.3).into()),
        ("box", Cuboid::new([0.4, 0.3, 0.2]).into()),
        ("plate", Cuboid::new([3.0, 3.0, 0.2]).into()),
    ];
    let spacing = body.map.map().spacing();
    for (name, shape) in shapes {
        let poses: Vec<P> = (0..1000).map(|_| rng.pose3(1.5)).collect();
        let (mut lookups, mut wide, mut near) = (0, 0.0, 0);
        let clock = Instant::now();
        for pose in &poses {
            let found =
                body.map.map().deepest(&Pose::IDENTITY, &(&shape).at(*pose), &DeepestSettings::default());
            lookups += found.lookups;
            if found.upper.abs() < 3.0 * spacing {
                wide += (found.upper - found.lower) / spacing;
                near += 1;
            }
        }
        let time = clock.elapsed().as_secs_f64() * 1e6 / poses.len() as f64;
        println!(
            "{name} in the map of the hole: {time:.0} µs, {} look-ups; near the surface, bounds {:.1} spacings apart",
            lookups as usize / poses.len(),
            wide / f64::from(near.max(1)),
        );
    }
}

fn main() {
    let (fit, thread) = (Fit::default(), Thread::default());
    // The gap between peg and hole is 0.05. Samples 0.016 apart cover the surface within 0.009, those 0.125 apart within 0.072. The band is
    // wider than the gap, or look-ups in the gap are eight times as coarse.
    let fine = std::env::args().any(|argument| argument == "fine");
    let (finer, spacing, band) = if fine { (4, 0.015_625, 8.0) } else { (1, 0.125, 4.0) };
    let mut rng = Rng::new(1);
    let mut found = MapContacts::new();
    let mut small = |size: f64| rng.between(-size, size);
    let pairs: [(&str, Body, Body, Vec<P>); 3] = [
        (
            "peg in a hole",
            body(&fits::hole(&fit), 96 * finer, spacing, band),
            body(&fits::peg(&fit), 96 * finer, spacing, band),
            (0..60)
                .map(|_| at([small(0.06), small(0.06), 0.6 + small(0.5)], [0.6, 0.8, 0.0], small(0.06)))
                .collect(),
        ),
        (
            "nut on a bolt",
            body(&fits::bolt(&thread), 128 * finer, spacing, band),
            body(&fits::nut(&thread), 96 * finer, spacing, band),
            (0..60)
                .map(|_| {
                    // Screwed on, and then pushed along the axis and to the side.
                    let angle = small(3.0);
                    let up = thread.pitch * (2.0 + angle / core::f64::consts::TAU) + small(0.12);
                    at([small(0.03), small(0.03), up], [0.0, 0.0, 1.0], angle)
                })
                .collect(),
        ),
        (
            "torus through a torus",
            body(&torus(48, 24), 96 * finer, spacing, band),
            body(&torus(48, 24), 96 * finer, spacing, band),
            (0..60)
                .map(|_| at([1.0 + small(0.3), small(0.3), small(0.3)], [1.0, 0.0, 0.0], 1.571 + small(0.5)))
                .collect(),
        ),
    ];
    shapes_in(&pairs[0].1, &mut Rng::new(2));
    println!(
        "pair                    samples      MB   free (proven, widest gap of the others)   jams (seen)   contacts   worst off   worst bound   map, µs   mesh distance, µs"
    );
    for (name, a, b, poses) in &pairs {
        let mut tally = Tally::default();
        for pose in poses {
            hold(a, b, pose, &mut found, &mut tally);
        }
        let per_pose = 1e6 / poses.len() as f64;
        println!(
            "{name:22} {:8} {:7.1} {:6} {:8} {:25.4} {:7} {:7} {:10} {:11.5} {:13.5} {:9.0} {:12.0}",
            a.map.len() + b.map.len(),
            (a.map.heap_bytes() + b.map.heap_bytes()) as f64 / 1e6,
            tally.free,
            tally.proven_free,
            tally.widest_open,
            tally.jams,
            tally.jams_seen,
            tally.contacts,
            tally.off,
            tally.bound,
            tally.map_time * per_pose,
            tally.mesh_time * per_pose,
        );
        assert!(tally.free >= 5 && tally.jams >= 10, "{name}: {} {}", tally.free, tally.jams);
        assert!(20 * tally.jams_seen >= 17 * tally.jams, "{name}: {} of {}", tally.jams_seen, tally.jams);
    }
}
