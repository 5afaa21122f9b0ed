//! Gaps between the bodies of a world of boxes and balls, by formulas of this file alone: an oracle beside the solver that claims
//! that they are apart.
//!
//! **Answers** a lower bound on the least distance of two bodies, that is above zero exactly where all of them are apart.
//!
//! **Source.** The separating-axis theorem: two boxes are apart if and only if their shadows are, along a face normal of one of them or along the
//! cross product of an edge of each. Along a unit axis n the gap of the shadows is |n·d| − r_a − r_b.
//!
//! | symbol | meaning |
//! |---|---|
//! | d | from one middle to the other |
//! | r | half of a shadow: the sum of half sides, each times |n·u| with its axis u |
//!
//! **Cost.** 15 axes for each pair whose surrounding balls are near one another.
//!
//! **Failure.** `None` for a world that holds something else. Rounding: a few ε of the world's size, far below any gap of interest.

use impinge::body::AnyBody;
use impinge::{AnyShape, Pose, Vec3};
use impinge_sim::World;

/// Cross products of unit axes shorter than this come from parallel edges: a face normal does as well.
const PARALLEL: f64 = 1e-6;

enum Solid {
    /// Half sides along axes.
    Box {
        axes: [Vec3<f64>; 3],
        half: [f64; 3],
    },
    Ball,
}

struct Placed {
    middle: Vec3<f64>,
    /// Radius of the ball, or of the ball around the box.
    radius: f64,
    solid: Solid,
}

impl Placed {
    fn new(shape: &AnyShape<f64>, pose: &Pose<Vec3<f64>>) -> Option<Self> {
        let middle = pose.translation();
        let turned = |x, y, z| pose.rotation().rotate(Vec3::new(x, y, z));
        match shape {
            AnyShape::Cuboid(cuboid) => {
                let axes = [turned(1.0, 0.0, 0.0), turned(0.0, 1.0, 0.0), turned(0.0, 0.0, 1.0)];
                let half: [f64; 3] = cuboid.half_extents().into();
                let radius = Vec3::from(half).norm();
                Some(Self { middle, radius, solid: Solid::Box { axes, half } })
            }
            AnyShape::Sphere(ball) => Some(Self { middle, radius: ball.radius(), solid: Solid::Ball }),
            _ => None,
        }
    }
}

/// The least gap of any two bodies of a world, as far as it is below `near`; not positive if two of them meet. `None` if a body is neither
/// a box nor a ball.
pub(super) fn least_gap(world: &World<f64>, near: f64) -> Option<f64> {
    let scene = world.scene();
    let (mut placed, mut grounds) = (Vec::new(), Vec::new());
    for body in world.bodies() {
        let (shape, pose) = (scene.shape_of(body).ok()?, world.pose(body).ok()?);
        match (shape, shape.convex()) {
            (AnyBody::HalfSpace(ground), _) => grounds.push(ground.at(*pose)),
            (_, Some(shape)) => placed.push(Placed::new(shape, pose)?),
            (_, None) => return None,
        }
    }
    let mut least = near;
    for a in &placed {
        for ground in &grounds {
            let half = match &a.solid {
                Solid::Ball => a.radius,
                Solid::Box { axes, half } => shadow(ground.normal(), axes, half),
            };
            least = least.min(ground.signed_distance(a.middle) - half);
        }
    }
    for (k, a) in placed.iter().enumerate() {
        for b in &placed[..k] {
            let around = (a.middle - b.middle).norm() - a.radius - b.radius;
            if around < least {
                least = least.min(gap(a, b));
            }
        }
    }
    Some(least)
}

fn gap(a: &Placed, b: &Placed) -> f64 {
    match (&a.solid, &b.solid) {
        (Solid::Ball, Solid::Ball) => (a.middle - b.middle).norm() - a.radius - b.radius,
        (Solid::Ball, Solid::Box { axes, half }) => from_box(a.middle - b.middle, axes, half) - a.radius,
        (Solid::Box { axes, half }, Solid::Ball) => from_box(b.middle - a.middle, axes, half) - b.radius,
        (Solid::Box { axes: u, half: p }, Solid::Box { axes: v, half: q }) => {
            boxes(b.middle - a.middle, [u, v], [p, q])
        }
    }
}

/// Distance of a point from a box, both relative to its center; 0 inside.
fn from_box(point: Vec3<f64>, axes: &[Vec3<f64>; 3], half: &[f64; 3]) -> f64 {
    let beyond = |k: usize| (point.dot(axes[k]).abs() - half[k]).max(0.0);
    Vec3::new(beyond(0), beyond(1), beyond(2)).norm()
}

/// r, half of the shadow of a box along a unit axis.
fn shadow(n: Vec3<f64>, axes: &[Vec3<f64>; 3], half: &[f64; 3]) -> f64 {
    (0..3).map(|i| half[i] * n.dot(axes[i]).abs()).sum()
}

/// The greatest gap of the shadows of two boxes.
fn boxes(d: Vec3<f64>, axes: [&[Vec3<f64>; 3]; 2], half: [&[f64; 3]; 2]) -> f64 {
    let [u, v] = axes;
    let along = |n: Vec3<f64>| d.dot(n).abs() - shadow(n, u, half[0]) - shadow(n, v, half[1]);
    let faces = u.iter().chain(v).map(|&n| along(n));
    let edges = u.iter().flat_map(|&a| v.iter().map(move |&b| a.cross(b)));
    let edges = edges.filter(|n| n.norm() > PARALLEL).map(|n| along(n * (1.0 / n.norm())));
    faces.chain(edges).fold(f64::NEG_INFINITY, f64::max)
}

#[cfg(test)]
mod tests {
    use impinge::{Cuboid, Shape, Sphere, distance};
    use impinge_scenes::Rng;

    use super::*;

    /// The front door agrees on whether they are apart, and its distance is at least as large.
    #[test]
    fn gaps_are_lower_bounds_and_tell_apart_from_overlap() {
        let shapes = [
            AnyShape::from(Cuboid::new([0.5, 0.25, 0.25])),
            AnyShape::from(Cuboid::new([1.0, 0.1, 0.7])),
            AnyShape::from(Sphere::new(0.5)),
        ];
        let mut rng = Rng::new(7);
        let (mut apart, mut met) = (0, 0);
        for k in 0..20_000 {
            let (a, b) = (&shapes[k % 3], &shapes[k / 3 % 3]);
            let [p, q] = [rng.pose3(0.9), rng.pose3(0.9)];
            let (found, truth) = (
                gap(&Placed::new(a, &p).unwrap(), &Placed::new(b, &q).unwrap()),
                distance(&a.at(p), &b.at(q)),
            );
            // Bodies that just touch are neither.
            if found.abs() < 1e-9 {
                continue;
            }
            assert_eq!(found > 0.0, truth.distance > 0.0, "{found:e} {truth:?}");
            assert!(found <= truth.distance + truth.error + 1e-9, "{found:e} {truth:?}");
            if found > 0.0 { apart += 1 } else { met += 1 }
        }
        assert!(apart > 3_000 && met > 3_000, "{apart} {met}");
    }
}
