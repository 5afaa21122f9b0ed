//! Contact places, and their reduction: keeps the deepest point, and those that span the largest contact polygon.
//!
//! **Answers** which points of a manifold to keep if a solver wants at most n.
//!
//! | n | kept |
//! |---|---|
//! | 1 | the deepest |
//! | 2 | and the farthest from it |
//! | 3, 4 | and those that make the largest triangle or quadrilateral with it |
//! | more | and, one after the other, the one that adds most area |
//!
//! **Ties.** Depths within the tie are equal, and the smallest pair of feature ids goes first. Lengths and areas within
//! [`SHARE`] are equal, and the first around the polygon is taken. So rounding and small rotations do not change the
//! choice.
//!
//! **Required depth.** Points that are equal within the tie are not equally deep. If no kept point has the required
//! depth, the choice is made once more, beginning with one that has it. A body that trembles by less keeps its points.
//!
//! **Guarantee.** If any point has the required depth, one of the kept ones has. The kept points are as deep as the
//! dropped ones, except for the tie. The kept area is that of the largest triangle or quadrilateral that has the first
//! point as a corner, except for [`SHARE`] at each of its corners.
//!
//! **Cost.** Points squared.

use crate::feature::{Feature, Few};
use crate::math::{Vec2, sort_by};

/// Number of places that fit without the heap: two round faces of 16 corners clip to no more.
pub(super) const MANY: usize = 32;

/// A part of a contact within this angle of level is level, and places within this fraction of the smaller side's
/// extent are merged. If it were smaller, a body that trembles by a millionth would gain and lose points; if larger,
/// the area of the polygon would be off by more than this fraction of its extent times its circumference.
pub(crate) const LEVEL: f64 = 1.0 / 65536.0;

/// Allowed loss of depth of the places against the query: of the polygon of a round part, as a fraction of its radius,
/// before the witness is added (with 16 sides a tilt of 5·10⁻⁵); and of the few points kept of many, as a fraction of
/// the contact's extent. If it were smaller, the deepest point of a standing cylinder would run around its rim as it
/// trembles; if larger, the points would represent less of the depth.
pub(crate) const SHORT: f64 = 1.0 / 1_048_576.0;

/// A place where the shapes meet.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spot {
    pub at: Vec2<f64>,
    /// Height of A's surface.
    pub height: f64,
    /// Height of B's surface above A's.
    pub distance: f64,
    pub names: [Feature; 2],
}

/// Lengths and areas that differ by less than this fraction are equal. If it were smaller, a square rotated on a square
/// by 45° would alternate between two sets of four of its eight corners; if larger, less of the possible area would be
/// kept.
pub(crate) const SHARE: f64 = 1.0 / 8192.0;

/// Indices of the points to keep: all in order, or the deepest first and on around the polygon. Depths within `tie` are
/// equal; but one point is kept whose signed distance is `shown` or less.
pub(super) fn pick(spots: &[Spot], most: usize, tie: f64, shown: f64) -> Few<usize, MANY> {
    if spots.len() <= most {
        return (0..spots.len()).collect();
    }
    if most == 0 {
        return Few::new();
    }
    let least = least(spots);
    let kept = around(spots, most, first_within(spots, least + tie));
    if least > shown || kept.iter().any(|&i| spots[i].distance <= shown) {
        return kept;
    }
    around(spots, most, first_within(spots, shown))
}

/// The points that span the largest area with the given first one. There are more points than are kept.
fn around(spots: &[Spot], most: usize, start: usize) -> Few<usize, MANY> {
    let count = spots.len();
    let mut kept = Few::new();
    // Around the polygon from the deepest, and relative to it.
    let around: Few<Vec2<f64>, MANY> =
        spots[start..].iter().chain(&spots[..start]).map(|spot| spot.at - spots[start].at).collect();
    let at = around.as_slice();
    // Twice the area of the triangle with the deepest.
    let area = |j: usize, k: usize| at[j].perp_dot(at[k]);
    kept.push(0);
    match most {
        1 => {}
        2 => kept.push(best(1..count, |k| at[k].norm_squared()).0),
        3 => {
            let third = |j: usize| best(j + 1..count, |k| area(j, k));
            let (second, _) = best(1..count - 1, |j| third(j).1);
            kept.push(second);
            kept.push(third(second).0);
        }
        _ => {
            let between = |j: usize| best(1..j, |k| area(k, j));
            let beyond = |j: usize| best(j + 1..count, |k| area(j, k));
            let (across, _) = best(2..count - 1, |j| between(j).1 + beyond(j).1);
            for k in [between(across).0, across, beyond(across).0] {
                kept.push(k);
            }
        }
    }
    while kept.len() < most {
        add(&mut kept, at);
    }
    sort_by(kept.as_mut_slice(), usize::cmp);
    for k in &mut kept {
        *k = (start + *k) % count;
    }
    kept
}

/// The deepest point; of equally deep ones, that with the smallest feature ids.
pub(super) fn deepest(spots: &[Spot]) -> usize {
    first_within(spots, least(spots))
}

/// The smallest signed distance.
pub(super) fn least(spots: &[Spot]) -> f64 {
    spots.iter().fold(f64::INFINITY, |least, spot| if spot.distance < least { spot.distance } else { least })
}

/// The point with the smallest feature ids of those whose signed distance is at most this.
fn first_within(spots: &[Spot], distance: f64) -> usize {
    let deep = (0..spots.len()).filter(|&i| spots[i].distance <= distance);
    deep.min_by_key(|&i| spots[i].names).unwrap_or(0)
}

/// The first index with the largest value, within [`SHARE`], and that value.
fn best(range: core::ops::Range<usize>, value: impl Fn(usize) -> f64) -> (usize, f64) {
    let mut found = (range.start, f64::NEG_INFINITY);
    for k in range {
        let v = value(k);
        if v > found.1 + SHARE * found.1.abs() || found.1 == f64::NEG_INFINITY {
            found = (k, v);
        }
    }
    found
}

/// Adds the point that makes the largest triangle with its two kept neighbors.
fn add(kept: &mut Few<usize, MANY>, at: &[Vec2<f64>]) {
    sort_by(kept.as_mut_slice(), usize::cmp);
    let mut found = (0, f64::NEG_INFINITY);
    let list = kept.as_slice();
    for (i, &from) in list.iter().enumerate() {
        // After the last one the polygon closes at the deepest.
        let (end, to) = list.get(i + 1).map_or((at.len(), 0), |&next| (next, next));
        for k in from + 1..end {
            let gain = (at[k] - at[from]).perp_dot(at[to] - at[from]);
            if gain > found.1 + SHARE * found.1.abs() || found.1 == f64::NEG_INFINITY {
                found = (k, gain);
            }
        }
    }
    kept.push(found.0);
}
