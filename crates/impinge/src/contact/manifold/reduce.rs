//! Few points for many: the deepest, and those around which the contact polygon is largest.
//!
//! **Answers** which points of a manifold to keep where a solver wants at most n.
//!
//! | n | kept |
//! |---|---|
//! | 1 | the deepest |
//! | 2 | and the farthest from it |
//! | 3, 4 | and those that make the largest triangle or quadrilateral with it |
//! | more | and, one after the other, the one that adds most area |
//!
//! **Ties.** Depths within the tie are equal, and the least pair of feature ids goes first. Lengths and areas within
//! [`SHARE`] are equal, and the first around the polygon is taken. So rounding and small turns do not change the choice.
//!
//! **Shown.** Points that are equal within the tie are not equally deep. Where none of those kept is as deep as has to be
//! shown, the choice is made once more, beginning with one that is. A body that trembles by less keeps its points.
//!
//! **Guarantee.** If any point is as deep as has to be shown, one of those kept is. What is kept is as deep as what is left
//! out, but for the tie. The area kept is that of the largest triangle or quadrilateral that has the first point as a
//! corner, but for [`SHARE`] at each of its corners.
//!
//! **Cost.** Points squared.

use super::super::few::Few;
use super::spots::{MANY, Spot};
use crate::math::{Vec2, sort_by};

/// Lengths and areas that differ by less than this share are equal. Smaller, and a square turned on a square by 45° would
/// keep now one, now the other four of its eight corners; larger, and less of the area is kept than could be.
pub(crate) const SHARE: f64 = 1.0 / 8192.0;

/// Which to keep, by index: all in order, or the deepest first and on around the polygon. Depths within `tie` are equal; but
/// of those whose signed distance is `shown` or less, one is kept.
pub(super) fn pick(spots: &[Spot], most: usize, tie: f64, shown: f64) -> Few<usize, MANY> {
    if spots.len() <= most {
        return (0..spots.len()).collect();
    }
    if most == 0 {
        return Few::new();
    }
    let least = least(spots);
    let kept = around(spots, most, first_within(spots, least + tie));
    if least > shown || kept.items().iter().any(|&i| spots[i].distance <= shown) {
        return kept;
    }
    around(spots, most, first_within(spots, shown))
}

/// Those that make the most of the polygon with the one to begin with. There are more than are kept.
fn around(spots: &[Spot], most: usize, start: usize) -> Few<usize, MANY> {
    let count = spots.len();
    let mut kept = Few::new();
    // On around from the deepest, and relative to it.
    let around: Few<Vec2<f64>, MANY> =
        spots[start..].iter().chain(&spots[..start]).map(|spot| spot.at - spots[start].at).collect();
    let at = around.items();
    // Of the triangle with the deepest, twice.
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
    while kept.items().len() < most {
        add(&mut kept, at);
    }
    sort_by(kept.items_mut(), usize::cmp);
    for k in kept.items_mut() {
        *k = (start + *k) % count;
    }
    kept
}

/// The deepest; of equally deep ones that with the least feature ids.
pub(super) fn deepest(spots: &[Spot]) -> usize {
    first_within(spots, least(spots))
}

/// The least signed distance.
pub(super) fn least(spots: &[Spot]) -> f64 {
    spots.iter().fold(f64::INFINITY, |least, spot| if spot.distance < least { spot.distance } else { least })
}

/// Of those whose signed distance is no more than this, the one with the least feature ids.
fn first_within(spots: &[Spot], distance: f64) -> usize {
    let deep = (0..spots.len()).filter(|&i| spots[i].distance <= distance);
    deep.min_by_key(|&i| spots[i].names).unwrap_or(0)
}

/// The first with the largest value, within [`SHARE`], and that value.
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

/// Adds the point that makes the largest triangle with the two kept around it.
fn add(kept: &mut Few<usize, MANY>, at: &[Vec2<f64>]) {
    sort_by(kept.items_mut(), usize::cmp);
    let mut found = (0, f64::NEG_INFINITY);
    let list = kept.items();
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
