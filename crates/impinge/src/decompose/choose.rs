//! Choice of the best plane for a cut: the one after which, and after one more cut of each half, the hulls have the least volume.
//!
//! Looking one cut ahead is enough to see that a ring must be cut through its hole: the first such cut gains nothing, the second one
//! does. Judged by the gain of the first cut alone, a ring would be cut into ever thinner rings.

use alloc::vec;
use alloc::vec::Vec;

use super::candidates::{candidates, few, quarters, through};
use super::cell::Plane;
use super::piece::{Halves, Piece};
use super::settings::Watch;
use super::whole::Whole;
use crate::hull::hull_volume;
use crate::math::{Aabb, Each, Vec3, sort_by};
use crate::parallel;

/// Number of tried planes that are refined. More gain little.
const REFINED: usize = 3;
/// First steps of a refinement: a shift relative to the size of the piece, and a turn by four times this angle (its tangent).
const FIRST_STEP: f64 = 0.04;
/// Number of rounds of a refinement; after one without gain the steps are halved.
const ROUNDS: u32 = 4;
/// A cut that removes more than this fraction of the hull is made without looking ahead. Larger takes longer; smaller, and rings are
/// cut into rings.
const CLEAR_GAIN: f64 = 0.05;
/// The same for the second cut when looking ahead.
const SOME_GAIN: f64 = 0.02;
/// Without a clear gain, halves below this fraction of the hull are not cut off.
const SLIVER: f64 = 0.02;
/// Number of planes, the best ones, from which to look one cut ahead, and of planes through the worst point.
const AHEAD: usize = 4;

/// Planes tried, or looked ahead from, between two calls of the callback: a fraction of a second.
const AT_ONCE: usize = 32;
const AHEAD_AT_ONCE: usize = 4;

/// Approximate number of planes tried for both halves when looking one cut ahead.
const PLANES_AHEAD: usize = 40;

/// Approximate cost of trying a plane, in steps: two hulls of points of the piece, each of which is visited several times.
fn effort(piece: &Piece) -> usize {
    256 + 8 * (piece.points.len() + piece.inner.len())
}

/// Number of batches per thread when planes are tried at once: more, and threads wait less for one another.
const STRETCHES_PER_THREAD: usize = 4;

/// Perturbation of points, relative to their extent, if only the volume of a hull matters: many lie in one plane, which takes long to
/// establish. Larger than rounding, and far smaller than the gain of a cut.
const SHAKE: f64 = 1e-10;

/// The best plane to cut a piece; `None` if no plane cuts it. `worst` is the point where it is most concave.
pub(super) fn best_cut(
    whole: &Whole,
    piece: &Piece,
    worst: Option<Vec3<f64>>,
    watch: &mut Watch<'_>,
) -> Option<Plane> {
    if let Some(coarse) = piece.coarse() {
        // Details too fine for the coarse copy are left to the piece itself.
        let found = best_cut(whole, &coarse, worst, watch);
        if found.is_some_and(|plane| piece.is_cut_by(&plane)) || watch.stopped() {
            return found;
        }
    }
    let own = hull_volume(&piece.hull_points());
    let mut tried = volumes(whole, piece, &candidates(whole, piece), watch);
    sort(&mut tried);
    tried.truncate(REFINED.max(AHEAD));
    for best in tried.iter_mut().take(REFINED) {
        refine(whole, piece, best, watch);
    }
    sort(&mut tried);
    if let Some(&(volume, plane)) = tried.first()
        && own - volume > CLEAR_GAIN * own
    {
        return Some(plane);
    }
    // Without a clear gain: look one cut ahead, and make no slivers. If even that gains little, other cuts are useless: cut through the
    // worst point.
    tried.truncate(AHEAD);
    tried.extend(volumes(whole, piece, &quarters(piece), watch));
    let first = tried.first().copied();
    let halves = &mut Halves::default();
    tried.retain(|(_, plane)| {
        both(whole, piece, plane, halves).is_some_and(|both| both.iter().all(|&volume| volume > SLIVER * own))
    });
    let anywhere = least_ahead(whole, piece, &tried, worst, watch);
    let there = worst.and_then(|point| {
        let tried = volumes(whole, piece, &through(whole, piece, point), watch);
        least_ahead(whole, piece, &tried, worst, watch)
    });
    match (anywhere, there) {
        (Some(a), Some(b)) if a.0 < b.0 && own - a.0 > SOME_GAIN * own => Some(a.1),
        (_, Some(b)) => Some(b.1),
        (a, None) => a.or(first).map(|(_, plane)| plane),
    }
}

fn sort(tried: &mut [(f64, Plane)]) {
    sort_by(tried, |a, b| a.0.total_cmp(&b.0));
}

/// The first of the planes after which, and after one more cut of each half, the volume is least; on all threads.
fn least_ahead(
    whole: &Whole,
    piece: &Piece,
    tried: &[(f64, Plane)],
    worst: Option<Vec3<f64>>,
    watch: &mut Watch<'_>,
) -> Option<(f64, Plane)> {
    let mut all: Vec<(f64, Plane)> = tried.to_vec();
    for some in all.chunks_mut(AHEAD_AT_ONCE) {
        watch.charge(some.len() * PLANES_AHEAD * effort(piece));
        if !watch.go_on() {
            return None;
        }
        parallel::each(some, 1, &|_, (volume, plane)| *volume = volume_ahead(whole, piece, plane, worst));
    }
    all.into_iter().min_by(|a, b| a.0.total_cmp(&b.0))
}

/// Volume of the hulls after a cut and one more of each half.
fn volume_ahead(whole: &Whole, piece: &Piece, plane: &Plane, worst: Option<Vec3<f64>>) -> f64 {
    let after = |half: Piece| {
        let own = hull_volume(&half.hull_points());
        let mut planes = few(&half);
        planes.extend(worst.into_iter().flat_map(|worst| through(whole, &half, worst)));
        volumes_of(whole, &half, &planes).iter().fold(own, |least, &(volume, _)| least.min(volume))
    };
    piece.split(whole, plane).each(after).iter().sum()
}

/// Volumes of both hulls after each cut, for the planes that cut the piece, in the order of the planes.
fn volumes(whole: &Whole, piece: &Piece, planes: &[Plane], watch: &mut Watch<'_>) -> Vec<(f64, Plane)> {
    let mut found = Vec::new();
    for some in planes.chunks(AT_ONCE) {
        watch.charge(some.len() * effort(piece));
        if !watch.go_on() {
            break;
        }
        found.extend(volumes_of(whole, piece, some));
    }
    found
}

/// [`volumes`] without interruption, on all threads.
fn volumes_of(whole: &Whole, piece: &Piece, planes: &[Plane]) -> Vec<(f64, Plane)> {
    let stretch = planes.len().div_ceil(parallel::threads() * STRETCHES_PER_THREAD).max(1);
    let mut lists: Vec<Vec<(f64, Plane)>> = vec![Vec::new(); planes.len().div_ceil(stretch)];
    parallel::each(&mut lists, 1, &|i, list| {
        let halves = &mut Halves::default();
        let some = &planes[i * stretch..usize::min((i + 1) * stretch, planes.len())];
        list.extend(some.iter().filter_map(|&plane| Some((volume(whole, piece, &plane, halves)?, plane))));
    });
    lists.into_iter().flatten().collect()
}

fn volume(whole: &Whole, piece: &Piece, plane: &Plane, halves: &mut Halves) -> Option<f64> {
    both(whole, piece, plane, halves).map(|[behind, front]| behind + front)
}

/// Volumes of both hulls after a cut; `None` if one has no volume: then the other one is unchanged.
fn both(whole: &Whole, piece: &Piece, plane: &Plane, halves: &mut Halves) -> Option<[f64; 2]> {
    if !piece.divide(whole, plane, halves) {
        return None;
    }
    let both = [0, 1].each(|half| {
        let points = &mut halves.points[half];
        let size = Aabb::of_points(points.iter().copied()).map_or(0.0, |b| (b.max - b.min).max_abs());
        shake(points, SHAKE * size);
        let volume = hull_volume(points);
        // Volume that the perturbation gave a flat half.
        if volume > 10.0 * SHAKE * size * size * size { volume } else { 0.0 }
    });
    both.iter().all(|&volume| volume > 0.0).then_some(both)
}

/// Moves points by at most this much, each in its own direction.
fn shake(points: &mut [Vec3<f64>], by: f64) {
    // The generator of Lehmer 1951, with the factor of Park and Miller 1988.
    let mut state = 1_u64;
    let mut next = || {
        state = state * 48_271 % 0x7fff_ffff;
        (state as f64 / f64::from(0x7fff_ffff) * 2.0 - 1.0) * by
    };
    points.iter_mut().for_each(|p| *p += Vec3::new(next(), next(), next()));
}

/// Shifts and tilts a plane as long as that gains.
fn refine(whole: &Whole, piece: &Piece, best: &mut (f64, Plane), watch: &mut Watch<'_>) {
    let halves = &mut Halves::default();
    let Some(first) = piece.points.first() else { return };
    let (low, high) = piece.points.iter().fold((*first, *first), |(l, h), &p| (l.min(p), h.max(p)));
    let (middle, size) = ((low + high) * 0.5, (high - low).norm());
    let mut step = FIRST_STEP;
    for _ in 0..ROUNDS {
        watch.charge(6 * effort(piece));
        if !watch.go_on() {
            return;
        }
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
