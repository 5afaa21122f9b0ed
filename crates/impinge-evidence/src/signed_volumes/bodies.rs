//! The bodies of the Signed Volumes paper, by formulas: polygonal spheres, gear teeth, knots.
//!
//! The paper's own meshes are not published. These have the same forms and as many vertices or facets.

use std::f64::consts::{PI, TAU};

use impinge::hull::solid_hull;
use impinge::shape::Strategy;
use impinge::{ConvexPolyhedron, Pose, Real, Rot3, Vec3};

/// Points of a unit sphere, evenly spread along a spiral whose turns are golden angles.
fn spiral(count: usize) -> Vec<Vec3<f64>> {
    let golden = PI * (3.0 - Real::sqrt(5.0_f64));
    let point = |i: usize| {
        let z = 1.0 - (2.0 * i as f64 + 1.0) / count as f64;
        let ((sin, cos), ring) = (Real::sin_cos(golden * i as f64), Real::sqrt(1.0 - z * z));
        Vec3::new(ring * cos, ring * sin, z)
    };
    (0..count).map(point).collect()
}

/// A polygonal unit sphere whose support points are found by a scan, or by climbing from the last one.
pub fn sphere(vertices: usize, climbs: bool) -> ConvexPolyhedron<f64> {
    let strategy = if climbs { Strategy::Walk } else { Strategy::Scan };
    // The points of a sphere are all vertices of their hull.
    let hull = solid_hull(&spiral(vertices)).expect("a hull of points on a sphere");
    ConvexPolyhedron::with_strategy(hull, strategy)
}

/// Teeth of the gear.
const TEETH: f64 = 20.0;
/// Radius of the pitch circle in modules; heights and widths are in modules too.
const PITCH_RADIUS: f64 = TEETH / 2.0;
/// Pressure angle, in degrees.
const PRESSURE: f64 = 20.0;
/// Distance by which the tooth extends beyond the pitch circle.
const ADDENDUM: f64 = 1.0;
/// Width of the tooth along the axis of the gear.
const WIDTH: f64 = 5.0;
/// Reduction of the thickness of each flank at the ends of the width: teeth are crowned, so that they do not touch with an edge.
const CROWN: f64 = 0.02;

/// A tooth with involute flanks, as the hull of `rows` points from root to tip on each of `slices` sections. It stands out along x from a
/// gear whose axis is parallel to z; the origin is where the middle of the tooth crosses the pitch circle, so that coordinates are small.
pub fn tooth(rows: usize, slices: usize) -> ConvexPolyhedron<f64> {
    let (_, cos) = Real::sin_cos(PRESSURE.to_radians());
    let (base, tip) = (PITCH_RADIUS * cos, PITCH_RADIUS + ADDENDUM);
    // Half of the tooth's angle at the base circle: that at the pitch circle, and the involute between both.
    let half = PI / (2.0 * TEETH) + involute(base, PITCH_RADIUS);
    let mut points = Vec::new();
    for row in 0..rows {
        let radius = base + (tip - base) * row as f64 / (rows - 1) as f64;
        for slice in 0..slices {
            let along = 2.0 * slice as f64 / (slices - 1) as f64 - 1.0;
            let angle = half - involute(base, radius) - CROWN * along * along / radius;
            let (sin, cos) = Real::sin_cos(angle);
            for side in [-1.0, 1.0] {
                points.push(Vec3::new(radius * cos - PITCH_RADIUS, side * radius * sin, 0.5 * WIDTH * along));
            }
        }
    }
    ConvexPolyhedron::new(&points)
}

/// The angle by which the involute of a circle has turned where it is `radius` from the center: tan α − α with cos α = base / radius.
fn involute(base: f64, radius: f64) -> f64 {
    let tan = Real::sqrt((radius / base) * (radius / base) - 1.0);
    tan - Real::atan2(tan, 1.0)
}

/// Places of the teeth of two gears that are about to touch in the pitch point, the origin, and the unit direction in which the second one
/// leaves the first: the line of action. The second gear is out of line by `tilt` about the x and the y axis, in radians.
pub fn meshing(tilt: [f64; 2]) -> ([Pose<Vec3<f64>>; 2], Vec3<f64>) {
    let quarter = PI / (2.0 * TEETH);
    let turn = |axis: [f64; 3], angle: f64| Rot3::from_axis_angle(axis, angle);
    let arm = Vec3::new(PITCH_RADIUS, 0.0, 0.0);
    // Each tooth is rotated about the axis of its gear, which is an arm's length away, so that one flank is in the pitch point.
    let about_axis = turn([0.0, 0.0, 1.0], -quarter);
    let beside = about_axis.rotate(arm) - arm;
    let first = Pose::new(beside, about_axis);
    let tilt = turn([1.0, 0.0, 0.0], tilt[0]).compose(&turn([0.0, 1.0, 0.0], tilt[1]));
    let second = Pose::new(-beside, tilt.compose(&turn([0.0, 0.0, 1.0], PI - quarter)));
    let (sin, cos) = Real::sin_cos(PRESSURE.to_radians());
    ([first, second], Vec3::new(sin, cos, 0.0))
}

/// A torus knot (2, 3) with a round tube, cut across into convex parts: each the hull of two polygons of `sides` corners. About 6 across,
/// its middle in the origin.
pub fn knot(parts: usize, sides: usize) -> Vec<ConvexPolyhedron<f64>> {
    const TUBE: f64 = 0.4;
    let center = |t: f64| {
        let ((sin2, cos2), (sin3, cos3)) = (Real::sin_cos(2.0 * t), Real::sin_cos(3.0 * t));
        Vec3::new((2.0 + cos3) * cos2, (2.0 + cos3) * sin2, sin3)
    };
    let ring = |k: usize| -> Vec<Vec3<f64>> {
        let t = TAU * (k % parts) as f64 / parts as f64;
        // By differences, which is as good as a derivative for the appearance.
        let step = 1e-3;
        let tangent = (center(t + step) - center(t - step)).unit();
        let out = center(t) - tangent * center(t).dot(tangent);
        let u = out.unit();
        let v = tangent.cross(u);
        let corner = |i: usize| {
            let (sin, cos) = Real::sin_cos(TAU * i as f64 / sides as f64);
            center(t) + (u * cos + v * sin) * TUBE
        };
        (0..sides).map(corner).collect()
    };
    (0..parts)
        .map(|k| {
            let mut points = ring(k);
            points.extend(ring(k + 1));
            ConvexPolyhedron::new(&points)
        })
        .collect()
}
