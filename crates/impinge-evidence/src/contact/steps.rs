//! Step counts of GJK and EPA, as Feng & Tan count them.
//!
//! **Source.** Feng and Tan 2019, Boxes 1 and 2, section 5.2: the updates of GJK until a direction separates the bodies or a
//! simplex holds the origin, and the iterations of EPA until the nearest face is part of the boundary. Each is one support call
//! of the Minkowski difference.
//!
//! Balls are part of their shapes here, as in the paper, and not added to a core, so that GJK runs on the sphere itself. As in the
//! paper, EPA does not run on them.

use impinge::answer::default_gap;
use impinge::study::epa::{Gap, epa3};
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, Voronoi};
use impinge::study::pair::{Grown, Obstacle, Prepared};
use impinge::{AnyShape, At, Shape, Vec3};

/// Step counts of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Counts {
    /// Whether a common point was found.
    pub meets: bool,
    /// Updates of GJK.
    pub updates: u32,
    /// Iterations of EPA, and the overlap that it found; `None` if the bodies are apart or one is round.
    pub depth: Option<(u32, f64)>,
}

/// GJK, and EPA behind it, on two placed shapes.
pub(super) fn counted(a: &At<&AnyShape<f64>>, b: &At<&AnyShape<f64>>) -> Counts {
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let (pair, radius_a, radius_b) = (&prepared.pair, prepared.radius_a, prepared.radius_b);
    let round = radius_a + radius_b > 0.0;
    if round {
        let grown = Grown { obstacle: pair, radius_a, radius_b };
        let (meets, updates, _) = gjk(&grown);
        return Counts { meets, updates, depth: None };
    }
    let (meets, updates, run) = gjk(pair);
    let gap = default_gap::<f64>() * pair.size();
    let depth = meets.then(|| {
        let behind: &dyn Obstacle<Vec3<f64>> = pair;
        let found = epa3(&behind, run.simplex(), &Gap { bound: gap, value: gap }, &mut ());
        (found.calls, prepared.frame.length(found.upper))
    });
    Counts { meets, updates, depth }
}

/// Box 1: ends as soon as a direction separates the bodies, or a simplex holds the origin.
pub(super) fn gjk(obstacle: &dyn Obstacle<Vec3<f64>>) -> (bool, u32, Gjk<Vec3<f64>, Voronoi>) {
    // Arbitrary, as in the paper: the x axis of A, independent of where B is.
    let mut run = Gjk::from_axis(Vec3::new(1.0, 0.0, 0.0));
    let goal = Goal { far: 0.0, near: obstacle.rounding(), gap: 0.0, steps: MAX_STEPS };
    let found = run.run(&obstacle, &goal, &mut ());
    (found.upper <= goal.near, found.calls, run)
}

#[cfg(test)]
mod tests {
    use impinge::{ConvexPolyhedron, Pose, Sphere};

    use super::*;

    /// A pyramid that stands in the top of another is found by four support points at least, and the face by one more.
    #[test]
    fn a_simplex_and_a_face_at_least() {
        let base = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let pyramid = AnyShape::from(ConvexPolyhedron::new(&base.map(Vec3::from)));
        let at = |z: f64| (&pyramid).at(Pose::at([0.125 * z, 0.25 * z, z]));
        let meet = counted(&at(0.0), &at(0.99));
        let (iterations, overlap) = meet.depth.unwrap();
        assert!(meet.meets && meet.updates >= 4 && iterations >= 1, "{meet:?}");
        assert!((overlap - 0.01).abs() < 1e-12, "{meet:?}");
        let apart = counted(&at(0.0), &at(2.5));
        assert!(!apart.meets && apart.depth.is_none() && apart.updates <= 2, "{apart:?}");
        let ball = AnyShape::from(Sphere::new(0.5));
        let round = counted(&at(0.0), &(&ball).at(Pose::at([0.0625, 0.125, 1.25])));
        assert!(round.meets && round.depth.is_none() && round.updates >= 4, "{round:?}");
    }
}
