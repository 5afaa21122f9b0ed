//! What the front door's functions share: the signed distance of two cores, with bounds.

use super::{Settings, default_gap};
use crate::epa::{Depth, DepthSpace};
use crate::gjk::{Gjk, Goal, MAX_STEPS, Proximity, Voronoi};
use crate::math::{Real, Vector};
use crate::observe::Status;
use crate::pair::{Obstacle, Prepared};
use crate::shape::Space;

/// The signed distance of two cores, in the pair's units and frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solution<W: Vector<Scalar = f64>> {
    /// The signed distance is between these, but for rounding.
    pub lower: f64,
    pub upper: f64,
    /// What is reported: one of the two.
    pub value: f64,
    /// Unit, from A to B.
    pub normal: W,
    pub point_a: W,
    pub point_b: W,
    pub calls: u32,
    pub status: Status,
}

/// The gap to stop at, in the pair's units.
#[inline]
pub(super) fn gap<V: Space>(prepared: &Prepared<'_, V>, settings: &Settings) -> f64 {
    let pair = &prepared.pair;
    if pair.polytope {
        return pair.rounding;
    }
    let relative = settings.gap.unwrap_or(default_gap::<V::Scalar>());
    Real::max(relative * pair.size, pair.rounding)
}

/// The point of the cores nearest to one another, by GJK. `None` where the cores meet within rounding; the simplex that
/// shows it is then in `gjk`.
#[inline]
pub(super) fn apart<V: Space>(
    gjk: &mut Gjk<V::Wide, Voronoi>,
    prepared: &Prepared<'_, V>,
    far: f64,
    gap: f64,
) -> Result<Solution<V::Wide>, Proximity<V::Wide>>
where
    V::Wide: DepthSpace,
    Voronoi: crate::gjk::SubAlgorithm<V::Wide>,
{
    let pair = &prepared.pair;
    let goal = Goal { far, near: pair.rounding, gap, steps: MAX_STEPS };
    let found = gjk.run(pair, &goal, &mut ());
    if found.upper <= goal.near {
        return Err(found);
    }
    let (point_a, point_b) = gjk.simplex().witnesses();
    Ok(Solution {
        lower: found.lower,
        upper: found.upper,
        value: found.upper,
        normal: found.closest * (1.0 / found.upper),
        point_a,
        point_b,
        calls: found.calls,
        status: found.status,
    })
}

/// The depth of two cores that meet, by EPA.
#[inline(never)]
pub(super) fn deep<V: Space>(
    gjk: &Gjk<V::Wide, Voronoi>,
    prepared: &Prepared<'_, V>,
    gap: f64,
) -> Solution<V::Wide>
where
    V::Wide: DepthSpace,
    Voronoi: crate::gjk::SubAlgorithm<V::Wide>,
{
    let depth: Depth<V::Wide> = V::Wide::depth(&prepared.pair, gjk.simplex(), gap, &mut ());
    Solution {
        lower: -depth.upper,
        upper: -depth.lower,
        value: -depth.upper,
        normal: depth.normal,
        point_a: depth.point_a,
        point_b: depth.point_b,
        calls: depth.calls,
        status: depth.status,
    }
}

/// How far apart the bounds are, with rounding.
#[inline]
pub(super) fn error<V: Space>(prepared: &Prepared<'_, V>, solution: &Solution<V::Wide>) -> f64 {
    solution.upper - solution.lower + prepared.pair.rounding()
}
