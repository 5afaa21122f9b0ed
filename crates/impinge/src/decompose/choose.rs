//! Which plane cuts a piece best: the one after which, and after one more cut of each half, the hulls have the least volume.
//!
//! One cut ahead is enough to see that a ring is to be cut through its hole: the first such cut gains nothing, the second one
//! does. By what the first one gains alone a ring would be cut into thinner rings without end.

use alloc::vec::Vec;

use super::candidates::{candidates, few, through};
use super::piece::{Halves, Piece};
use super::plane::Plane;
use super::whole::Whole;
use crate::hull::hull_volume;
use crate::math::Vec3;

/// Of the planes that were tried, so many are refined. More gain little.
const REFINED: usize = 3;
/// The first steps of a refinement: a shift by this part of the size of the piece, a turn by four times this angle (its tangent).
const FIRST_STEP: f64 = 0.04;
/// How many rounds a refinement has; after one without gain the steps are halved.
const ROUNDS: u32 = 4;
/// A cut that takes away more than this part of the hull is made without looking ahead. Larger takes longer; smaller, and rings are
/// cut into rings.
const CLEAR_GAIN: f64 = 0.05;
/// From so many planes, the best ones, it is looked one cut ahead, and from those through the worst point.
const AHEAD: usize = 4;

/// The plane that cuts a piece best; `None` if no plane cuts it. `worst` is where it is most concave.
pub(super) fn best_cut(whole: &Whole, piece: &Piece, worst: Option<Vec3<f64>>) -> Option<Plane> {
    let planes = candidates(whole, piece);
    let mut tried = volumes(whole, piece, planes);
    tried.sort_by(|a, b| a.0.total_cmp(&b.0));
    tried.truncate(REFINED.max(AHEAD));
    for best in tried.iter_mut().take(REFINED) {
        refine(whole, piece, best);
    }
    tried.truncate(AHEAD);
    tried.sort_by(|a, b| a.0.total_cmp(&b.0));
    let own = hull_volume(&piece.hull_points());
    if let Some(&(volume, plane)) = tried.first()
        && own - volume > CLEAR_GAIN * own
    {
        return Some(plane);
    }
    if let Some(worst) = worst {
        tried.extend(volumes(whole, piece, through(piece, worst)));
    }
    let score = |plane: &Plane| {
        let after = |half: Piece| {
            let own = hull_volume(&half.hull_points());
            volumes(whole, &half, few(&half)).iter().fold(own, |least, &(volume, _)| least.min(volume))
        };
        piece.split(whole, plane).map(after).iter().sum::<f64>()
    };
    let scored = tried.into_iter().map(|(volume, plane)| (score(&plane), volume, plane));
    let best = scored.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    best.map(|(_, _, plane)| plane)
}

/// The volumes of both hulls after each cut, of those planes that cut the piece; on all threads, in the order of the planes.
#[cfg(feature = "parallel")]
fn volumes(whole: &Whole, piece: &Piece, planes: Vec<Plane>) -> Vec<(f64, Plane)> {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    let tried = planes.into_par_iter().map_init(Halves::default, |halves, plane| {
        volume(whole, piece, &plane, halves).map(|volume| (volume, plane))
    });
    tried.collect::<Vec<_>>().into_iter().flatten().collect()
}

/// The volumes of both hulls after each cut, of those planes that cut the piece.
#[cfg(not(feature = "parallel"))]
fn volumes(whole: &Whole, piece: &Piece, planes: Vec<Plane>) -> Vec<(f64, Plane)> {
    let halves = &mut Halves::default();
    planes.into_iter().filter_map(|plane| Some((volume(whole, piece, &plane, halves)?, plane))).collect()
}

fn volume(whole: &Whole, piece: &Piece, plane: &Plane, halves: &mut Halves) -> Option<f64> {
    if !piece.divide(whole, plane, halves) {
        return None;
    }
    let [behind, front] = [0, 1].map(|half| hull_volume(&halves.points[half]));
    // A half without volume leaves the other one as it was.
    (behind > 0.0 && front > 0.0).then_some(behind + front)
}

/// Shifts and turns a plane as long as that gains.
fn refine(whole: &Whole, piece: &Piece, best: &mut (f64, Plane)) {
    let halves = &mut Halves::default();
    let Some(first) = piece.points.first() else { return };
    let (low, high) = piece.points.iter().fold((*first, *first), |(l, h), &p| (l.min(p), h.max(p)));
    let (middle, size) = ((low + high) * 0.5, (high - low).norm());
    let mut step = FIRST_STEP;
    for _ in 0..ROUNDS {
        let plane = best.1;
        let u = plane.normal.any_orthogonal();
        let v = plane.normal.cross(u);
        let center = middle - plane.normal * (plane.normal.dot(middle) - plane.offset);
        let turned = |by: Vec3<f64>| Plane::through(center, (plane.normal + by * (4.0 * step)).unit());
        let shifted = |by: f64| Plane { offset: plane.offset + by * size, ..plane };
        let tries = [shifted(step), shifted(-step), turned(u), turned(-u), turned(v), turned(-v)];
        let before = best.0;
        for plane in tries {
            if let Some(volume) = volume(whole, piece, &plane, halves)
                && volume < best.0
            {
                *best = (volume, plane);
            }
        }
        if best.0 >= before {
            step *= 0.5;
        }
    }
}
