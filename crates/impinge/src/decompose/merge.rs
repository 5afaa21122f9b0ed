//! Parts: pieces that share a hull; and merging of parts that were cut unnecessarily.
//!
//! Two touching parts may be merged if their common hull is within the requested concavity, measured against the solid and
//! not against the parts: so errors do not add up. The pair that adds the least volume comes first. A part inside
//! another one adds negative volume, and vanishes. The volume that a merge may add is limited too ([`MERGE_BALL`]): a shallow
//! hollow between two large parts is worth a part.
//!
//! If the budget ends it, parts stay as they are; only if there are more than allowed, the rest become one, regardless of
//! its concavity.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};

use super::concavity::concavity;
use super::hull::Hull;
use super::limit::limited;
use super::piece::Piece;
use super::settings::Watch;
use super::whole::Whole;
use crate::math::{Real, Vec3, sort_by};

/// Distance of boxes, relative to the unit, at which parts may touch: cuts are rounded by much less.
const NEAR: f64 = 1e-9;

/// Radius of a ball, in units of the requested concavity: a merge may add at most its volume. Larger makes fewer
/// parts with more empty space: on a cow 1, 1.5 and 2 gave 19, 16 and 13
/// parts with 2.0, 2.3 and 3.2 % more volume than it has.
const MERGE_BALL: f64 = 1.25;

/// Number of nearest parts considered even if they do not touch, when parts must become fewer.
const NEAREST: usize = 8;

/// Approximate cost, in steps, of adding a point to a hull.
const HULL: usize = 32;

/// Two parts that may be merged.
struct Pair {
    /// Volume that their common hull adds.
    growth: f64,
    parts: [u32; 2],
}

impl PartialEq for Pair {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}
impl Eq for Pair {}
impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Pair {
    fn cmp(&self, other: &Self) -> Ordering {
        self.growth.total_cmp(&other.growth).then(self.parts.cmp(&other.parts))
    }
}

/// A part of the decomposition.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Its pieces, by index.
    pub(super) pieces: Vec<u32>,
    pub(super) hull: Hull,
    /// Bound on its concavity.
    pub(super) concavity: f64,
    /// Point where it is most concave, if it is.
    pub(super) worst: Option<Vec3<f64>>,
}

impl Part {
    /// A part of some pieces. If it is more concave than `enough`, its concavity is not known exactly.
    pub(super) fn new(
        whole: &Whole,
        all: &[Piece],
        pieces: Vec<u32>,
        hull: Hull,
        asked: f64,
        enough: f64,
        watch: &mut Watch<'_>,
    ) -> Self {
        let (concavity, worst) =
            concavity(whole, &hull, pieces.iter().map(|&i| &all[i as usize]), asked, enough, watch);
        Self { pieces, hull, concavity, worst }
    }

    /// The same part, enlarged to have fewer vertices; its concavity is then unknown.
    pub(super) fn limited(&self, most: usize) -> Self {
        let hull = limited(&self.hull, most);
        Self { pieces: self.pieces.clone(), hull, concavity: f64::INFINITY, worst: None }
    }
}

/// Merges parts as long as they stay within `asked`, and then as long as there are more than `most`. The callback gets the number
/// left, and may stop the merging.
pub(super) fn merge(
    whole: &Whole,
    pieces: &[Piece],
    parts: Vec<Part>,
    asked: f64,
    most: usize,
    watch: &mut Watch<'_>,
) -> Vec<Part> {
    let mut parts: Vec<Option<Part>> = parts.into_iter().map(Some).collect();
    let mut left = parts.len();
    for forced in [false, true] {
        let mut waiting = BinaryHeap::new();
        for j in 1..parts.len() as u32 {
            if !watch.go_on() {
                return few(parts.into_iter().flatten().collect(), most, watch);
            }
            offer(whole, &parts, j, asked, forced, &mut waiting, watch);
        }
        while let Some(Reverse(Pair { parts: [i, j], .. })) = waiting.pop() {
            if forced && left <= most {
                break;
            }
            let (Some(a), Some(b)) = (&parts[i as usize], &parts[j as usize]) else { continue };
            let Some(hull) = common(a, b) else { continue };
            let members = a.pieces.iter().chain(&b.pieces).copied().collect();
            let enough = if forced { f64::INFINITY } else { asked };
            let part = Part::new(whole, pieces, members, hull, asked, enough, watch);
            if watch.stopped() {
                return few(parts.into_iter().flatten().collect(), most, watch);
            }
            if !forced && part.concavity > asked {
                continue;
            }
            left -= 1;
            (parts[i as usize], parts[j as usize]) = (None, None);
            parts.push(Some(part));
            if !watch.tell(left, asked / whole.unit) {
                return few(parts.into_iter().flatten().collect(), most, watch);
            }
            offer(whole, &parts, parts.len() as u32 - 1, asked, forced, &mut waiting, watch);
        }
    }
    few(parts.into_iter().flatten().collect(), most, watch)
}

/// Limits the number of parts: the rest become one with the last. Not if the caller cancelled.
pub(super) fn few(mut parts: Vec<Part>, most: usize, watch: &Watch<'_>) -> Vec<Part> {
    if parts.len() <= most || watch.cancelled() {
        return parts;
    }
    // The largest stay unchanged.
    parts.sort_unstable_by(|a, b| {
        b.hull.volume.total_cmp(&a.hull.volume).then_with(|| a.pieces.cmp(&b.pieces))
    });
    let rest = parts.split_off(most - 1);
    let points: Vec<_> = rest.iter().flat_map(|part| part.hull.vertices()).copied().collect();
    match Hull::of(&points) {
        Some(hull) => {
            let pieces = rest.iter().flat_map(|part| part.pieces.iter().copied()).collect();
            parts.push(Part { pieces, hull, concavity: f64::INFINITY, worst: None });
        }
        None => parts.extend(rest),
    }
    parts
}

/// Queues the pairs of a part with those before it: with all that it may touch, and if parts must become fewer, with
/// the nearest ones.
fn offer(
    whole: &Whole,
    parts: &[Option<Part>],
    new: u32,
    asked: f64,
    forced: bool,
    waiting: &mut BinaryHeap<Reverse<Pair>>,
    watch: &mut Watch<'_>,
) {
    let Some(b) = &parts[new as usize] else { return };
    let reach = b.hull.bounds.grown(NEAR * whole.unit);
    let mut near: Vec<(f64, u32)> = Vec::new();
    for (i, a) in (0..new).zip(parts) {
        if let Some(a) = a {
            let gap = (a.hull.bounds.min - reach.max).max(reach.min - a.hull.bounds.max).max(Vec3::ZERO);
            near.push((gap.norm_squared(), i));
        }
    }
    watch.charge(near.len());
    sort_by(&mut near, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let radius = MERGE_BALL * asked;
    let most = 4.0 / 3.0 * f64::PI * radius * radius * radius;
    for (k, &(gap, i)) in near.iter().enumerate() {
        if gap > 0.0 && !(forced && k < NEAREST) {
            break;
        }
        let Some(a) = &parts[i as usize] else { continue };
        watch.charge(HULL * (a.hull.vertices().len() + b.hull.vertices().len()));
        if let Some(hull) = common(a, b) {
            let growth = hull.volume - a.hull.volume - b.hull.volume;
            if forced || growth <= most {
                waiting.push(Reverse(Pair { growth, parts: [i, new] }));
            }
        }
    }
}

/// The hull of both parts.
fn common(a: &Part, b: &Part) -> Option<Hull> {
    let points: Vec<_> = a.hull.vertices().iter().chain(b.hull.vertices()).copied().collect();
    Hull::of(&points)
}
