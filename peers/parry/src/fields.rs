//! Terrain: contacts of shapes with a height field, by parry's `HeightField` and ours; and distances by parry's `TriMesh` of the same
//! triangles, since its `HeightField` answers no distances and no intersection tests.
//!
//! `cargo run --release --bin fields -- [SIDE]` makes hills of SIDE × SIDE samples (1000 unless said otherwise), and asks about
//! balls, boxes and capsules above, on and in them. It prints a line for each query: medians of the best of five rounds, in
//! nanoseconds of processor time, and how far the answers are apart at most where both found one.

use impinge::body::HeightField;
use impinge::{
    AnyShape, Capsule, Cuboid, Pose, Settings, Shape, Sphere, Vec3, contact_within, distance, intersects,
};
use impinge_peers_common::{report, thread_ns, timed};
use impinge_scenes::Rng;
use parry3d_f64::math::{Pose as PeerPose, Rotation, Vector};
use parry3d_f64::query;
use parry3d_f64::shape::{
    Ball, Capsule as PeerCapsule, Cuboid as PeerCuboid, HeightField as PeerField, TriMesh,
};
use parry3d_f64::utils::Array2;

/// Contacts are looked for up to this far, in cells.
const MARGIN: f64 = 0.5;

/// Pairs of each kind.
const PAIRS: usize = 300;

type PeerShape = Box<dyn parry3d_f64::shape::Shape>;

/// A body and where it stands, here and there.
type Pair = (AnyShape<f64>, Pose<Vec3<f64>>, PeerShape, PeerPose);

fn main() {
    let side: u32 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1000);
    let hills = |r: u32, c: u32| {
        let (x, y) = (f64::from(c), f64::from(r));
        ((x * 0.05).sin() * 8.0 + (y * 0.07).cos() * 6.0 + (x * 0.9).sin() * (y * 0.8).cos() * 0.4) as f32
    };
    let start = thread_ns();
    let field = HeightField::<f64>::from_fn(side, side, [1.0, 1.0, 1.0], hills);
    println!("ours: {:.1} ms to build, {} bytes", (thread_ns() - start) * 1e-6, field.heap_bytes());
    // Theirs has y up and its middle at the origin: x is ours, z is minus our y.
    let last = side - 1;
    let heights =
        Array2::from_fn(side as usize, side as usize, |i, j| f64::from(hills(last - i as u32, j as u32)));
    let span = f64::from(last);
    let peer = PeerField::new(heights, Vector::new(span, 1.0, span));
    let (points, faces) = triangles(&field);
    let mesh = TriMesh::new(points, faces).expect("a mesh with triangles");
    let there = |p: Vec3<f64>| Vector::new(p.x - 0.5 * span, p.z, 0.5 * span - p.y);

    let mut rng = Rng::new(1);
    for (kind, low, high) in
        [("above", 0.25, 0.45), ("on", -0.05, 0.05), ("in", -0.5, -0.1), ("far", 5.0, 50.0)]
    {
        let mut pairs: Vec<Pair> = Vec::new();
        for k in 0..PAIRS {
            let (x, y) = (rng.between(20.0, span - 20.0), rng.between(20.0, span - 20.0));
            let normal = field.normal_at(x, y).expect("a place in the field");
            let foot = Vec3::new(x, y, field.height_at(x, y).expect("a place in the field"));
            let (ours, theirs): (AnyShape<f64>, PeerShape) = match k % 3 {
                0 => (Sphere::new(0.75).into(), Box::new(Ball::new(0.75))),
                1 => (
                    Cuboid::new([1.0, 0.5, 0.75]).into(),
                    Box::new(PeerCuboid::new(Vector::new(1.0, 0.75, 0.5))),
                ),
                _ => (Capsule::new(1.0, 0.5).into(), Box::new(PeerCapsule::new_y(1.0, 0.5))),
            };
            let middle = foot + normal * (0.75 + rng.between(low, high));
            pairs.push((
                ours,
                Pose::at(middle),
                theirs,
                PeerPose::from_parts(there(middle), Rotation::IDENTITY),
            ));
        }
        let settings = Settings { margin: Some(MARGIN), ..Settings::default() };
        let identity = PeerPose::from_parts(Vector::new(0.0, 0.0, 0.0), Rotation::IDENTITY);
        let ours = timed(&pairs, |(shape, pose, ..)| {
            contact_within(&field, &shape.at(*pose), &settings).map(|found| found.signed_distance)
        });
        let theirs = timed(&pairs, |(.., shape, pose)| {
            let found = query::contact(&identity, &peer, pose, &**shape, MARGIN).expect("supported");
            found.map(|contact| contact.dist)
        });
        report(kind, "contact", &ours, "HeightField", &theirs);
        let ours = timed(&pairs, |(shape, pose, ..)| Some(distance(&field, &shape.at(*pose)).distance));
        // The mesh has our coordinates, but not our axes for its shapes: balls, and boxes and capsules turned up.
        let up = Rotation::from_rotation_x(std::f64::consts::FRAC_PI_2);
        let mesh_pose = |pose: &Pose<Vec3<f64>>| {
            let p = pose.translation();
            PeerPose::from_parts(Vector::new(p.x, p.y, p.z), up)
        };
        let theirs = timed(&pairs, |(_, pose, shape, _)| {
            Some(query::distance(&identity, &mesh, &mesh_pose(pose), &**shape).expect("supported").distance)
        });
        report(kind, "distance", &ours, "TriMesh", &theirs);
        let ours = timed(&pairs, |(shape, pose, ..)| {
            Some(f64::from(u8::from(intersects(&field, &shape.at(*pose)))))
        });
        let theirs = timed(&pairs, |(_, pose, shape, _)| {
            let found =
                query::intersection_test(&identity, &mesh, &mesh_pose(pose), &**shape).expect("supported");
            Some(f64::from(u8::from(found.intersecting)))
        });
        report(kind, "intersects", &ours, "TriMesh", &theirs);
    }
}

/// All triangles of a field.
fn triangles(field: &HeightField<f64>) -> (Vec<Vector>, Vec<[u32; 3]>) {
    let (rows, columns) = (field.rows(), field.columns());
    let point = |k: u32| {
        let (row, column) = (f64::from(k / columns), f64::from(k % columns));
        Vector::new(column, row, f64::from(field.heights()[k as usize]))
    };
    let mut faces = Vec::new();
    for row in 0..rows - 1 {
        for a in row * columns..(row + 1) * columns - 1 {
            faces.push([a, a + 1, a + columns + 1]);
            faces.push([a, a + columns + 1, a + columns]);
        }
    }
    ((0..rows * columns).map(point).collect(), faces)
}
