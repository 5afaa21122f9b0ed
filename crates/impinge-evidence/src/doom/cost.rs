//! Cost of motions of polygon meshes past others.

use std::hint::black_box;

use impinge::expel::{MotionError, MotionSettings, Mover};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Motion, Pose, Vec3};

use crate::measure::thread_ns;

/// Means for each motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MotionCost {
    /// Nanoseconds, in the best round.
    pub ns: f64,
    /// The share that met something.
    pub hits: f64,
    /// Pairs of features.
    pub pairs: f64,
    /// Steps along the motion.
    pub steps: f64,
}

/// Start of a body, and its motion.
pub(super) type Way = (Pose<Vec3<f64>>, Motion<Vec3<f64>>);

/// The cost of motions of a body past a level that stands at the origin.
///
/// # Errors
/// If a motion is not valid.
pub(super) fn motion_cost(
    body: &PolygonMesh<f64>,
    level: &PolygonMesh<f64>,
    motions: &[Way],
    settings: &MotionSettings,
    rounds: u32,
) -> Result<MotionCost, MotionError> {
    let standing = PlacedMesh::new(level, Pose::IDENTITY);
    let mut mover = Mover::new();
    let mut best = f64::INFINITY;
    let (mut hits, mut pairs, mut steps) = (0, 0, 0);
    for round in 0..rounds {
        let start = thread_ns();
        for (pose, motion) in black_box(motions) {
            let trace =
                black_box(mover.move_by(&PlacedMesh::new(body, *pose), motion, &standing, settings)?);
            if round == 0 {
                hits += u64::from(trace.hit.is_some());
                pairs += trace.pairs;
                steps += trace.steps;
            }
        }
        best = best.min(thread_ns() - start);
    }
    let count = motions.len() as f64;
    Ok(MotionCost {
        ns: best / count,
        hits: hits as f64 / count,
        pairs: pairs as f64 / count,
        steps: steps as f64 / count,
    })
}
