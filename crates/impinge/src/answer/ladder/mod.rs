//! The ladder: the signed distance of two cores, with bounds, by one method after the other until one proves it.
//!
//! | rung | method | apart | overlapping |
//! |---|---|---|---|
//! | [`Closed`](crate::observe::Rung::Closed) | a closed form | points, segments, boxes | the same, and boxes by separating axes |
//! | [`Gjk`](crate::observe::Rung::Gjk) | GJK to its first goal | polytopes to rounding, curved cores to a coarse gap | shows that the cores meet |
//! | [`Peak`](crate::observe::Rung::Peak) | Newton refinement at a smooth peak ([`climb`](crate::climb::climb)) | curved cores | |
//! | [`Ridge`](crate::observe::Rung::Ridge) | the same along an edge ([`climb_ridge`](crate::climb::climb_ridge)) | cores with rims or edges | |
//! | [`FineGjk`](crate::observe::Rung::FineGjk) | GJK to the gap, and a better direction for its lower bound | curved cores | |
//! | [`Epa`](crate::observe::Rung::Epa) | EPA; it climbs to peaks and ridges itself | | all others |
//! | [`Judge`](crate::observe::Rung::Judge) | branch and bound over the directions | all | all |
//!
//! The bounds of each rung hold on their own. A rung that leaves them wider than requested hands over to the next, and the last one always
//! answers. Each query goes up from below: the rungs up to `FineGjk` are in `apart.rs`, with those of curved cores in `curved.rs`, and
//! `Epa` is in `deep.rs`. Both files end with the rung `Judge`, which is tried where bounds stay `PATIENCE` times too wide (`solution.rs`).

mod apart;
mod curved;
mod deep;
mod solution;

pub(crate) use apart::{apart, cold_goal, first_goal, from_gjk};
pub(crate) use deep::{deep, from_epa};
pub(crate) use solution::{Cores, Solution, ended, error, gap, simple};

use super::{QuerySpace, Settings};
use crate::closed::Answer;
use crate::epa::Gap;
use crate::gjk::Gjk;
use crate::pair::Prepared;

/// The signed distance of the cores, by the best iterative method for them if there is no closed form. Stops early if they are farther
/// apart than `far`. `boxes` is the result of the separating axes of two boxes, if they were tested.
#[inline(always)]
pub(super) fn iterate<V: QuerySpace>(
    prepared: &Prepared<'_, V>,
    boxes: Option<&Answer<V>>,
    settings: &Settings,
    far: f64,
) -> Solution<V> {
    let gap = gap(prepared, settings);
    let mut gjk = Gjk::new();
    match apart(&mut gjk, prepared, far, gap) {
        Cores::Apart(found) => found,
        Cores::Meet(found) => deep(&gjk, prepared, boxes, Gap { bound: gap, value: gap }, found.calls),
    }
}
