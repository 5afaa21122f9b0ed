//! Merges coplanar polygons as long as they stay convex.
//!
//! # Source
//! Hertel and Mehlhorn, *Fast triangulation of simple polygons* (1983): drop diagonals as long as both ends stay convex.
//! The paper merges triangles of one polygon, which gives at most four times as many pieces as needed; here all edges between coplanar
//! polygons are considered, longest first, repeated until nothing changes.
//!
//! Two convex coplanar polygons on both sides of an edge share one straight run of edges. Their union is convex if the two corners at the
//! ends of the run are. Corners may be straight: the ring keeps a vertex in the middle of a side as long as other polygons end there.
//! Finally, vertices at which only one straight edge continues are dropped.
//!
//! # Tolerance
//! With 0, coplanar means exactly coplanar. Above 0, all corners of the polygon with the smaller base must lie within the tolerance of
//! the plane of the other's base, so that bends do not add up, and all turns must be convex in its view.
//!
//! # Cost
//! O(n log n) for sorting; each pass O(n). With a tolerance a merge costs the corners of the smaller polygon.

use alloc::vec;
use alloc::vec::Vec;

use super::base::Base;
use super::exact::{collinear, strictly_between};
use super::loops::Loops;
use super::{MeshReport, NONE};
use crate::math::{Each, Vec3, sort_by};

/// Limit on the passes over all edges. Each pass merges something, but two or three do nearly all; more would only cost time.
const MAX_PASSES: usize = 32;

/// Merges all that can be merged, and returns the largest distance of any corner from the plane that it was merged into.
pub(super) fn merge(
    points: &[Vec3<f64>],
    loops: &mut Loops,
    bases: &mut [Base],
    flat: f64,
    report: &mut MeshReport,
) -> f64 {
    let owner = (0..loops.first.len() as u32).collect();
    let mut merger = Merger { points, loops, bases, owner, flat, bent: 0.0 };
    let mut seams = merger.seams();
    for _ in 0..MAX_PASSES {
        let before = report.merged;
        seams.retain(|&h| {
            let merged = merger.try_join(h);
            report.merged += usize::from(merged);
            !merged && merger.is_live(h)
        });
        if report.merged == before {
            break;
        }
    }
    for h in 0..merger.loops.face.len() {
        if merger.is_live(h as u32) {
            merger.loops.face[h] = merger.owner_of(merger.loops.face[h]);
        }
    }
    let bent = merger.bent;
    report.straightened += straighten(points, loops);
    bent
}

struct Merger<'a> {
    points: &'a [Vec3<f64>],
    loops: &'a mut Loops,
    bases: &'a mut [Base],
    /// The polygon that each polygon was merged into; itself if it still exists.
    owner: Vec<u32>,
    flat: f64,
    bent: f64,
}

impl Merger<'_> {
    fn at(&self, v: u32) -> Vec3<f64> {
        self.points[v as usize]
    }

    /// Whether a half-edge is in a ring.
    fn is_live(&self, h: u32) -> bool {
        self.loops.face[h as usize] != NONE
    }

    fn owner_of(&mut self, mut face: u32) -> u32 {
        while self.owner[face as usize] != face {
            let above = self.owner[self.owner[face as usize] as usize];
            self.owner[face as usize] = above;
            face = above;
        }
        face
    }

    /// One half-edge of each edge between coplanar polygons, longest first.
    fn seams(&self) -> Vec<u32> {
        let loops = &*self.loops;
        let length = |h: u32| (self.at(loops.target(h)) - self.at(loops.origin[h as usize])).norm_squared();
        let mut seams: Vec<(f64, u32)> = (0..loops.origin.len() as u32)
            .filter(|&h| {
                let twin = loops.twin[h as usize];
                let base = |h: u32| &self.bases[loops.face[h as usize] as usize];
                twin != NONE && h < twin && one_plane(base(h), base(twin), self.flat)
            })
            .map(|h| (length(h), h))
            .collect();
        sort_by(&mut seams, |a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        seams.into_iter().map(|seam| seam.1).collect()
    }

    /// Joins the polygons on both sides of an edge if the result is convex.
    fn try_join(&mut self, h: u32) -> bool {
        if !self.is_live(h) {
            return false;
        }
        let (p, q) = (self.loops.face[h as usize], self.loops.face[self.loops.twin[h as usize] as usize]);
        let (p, q) = (self.owner_of(p), self.owner_of(q));
        if p == q {
            return false;
        }
        let (large, small) =
            if self.bases[p as usize].area >= self.bases[q as usize].area { (p, q) } else { (q, p) };
        let base = self.bases[large as usize];
        let Some(run) = self.run(h, &base) else { return false };
        if self.flat > 0.0 {
            let Some(bend) = self.bend(small, &base) else { return false };
            self.bent = self.bent.max(bend);
        }
        self.join(p, q, large, &run);
        true
    }

    /// The whole run of edges that two polygons share at an edge, if the corners at its ends would be convex.
    ///
    /// `None` for an edge in the middle of a run: the edges at its ends ask for it. The near end is checked before the other one is
    /// sought. Otherwise long runs would be walked again and again.
    fn run(&self, h: u32, base: &Base) -> Option<Run> {
        let loops = &*self.loops;
        let (next, previous) = (|h: u32| loops.next[h as usize], |h: u32| loops.previous[h as usize]);
        let twin = |h: u32| loops.twin[h as usize];
        let convex = |arriving: u32, leaving: u32| {
            let (a, b) = (loops.origin[arriving as usize], loops.origin[leaving as usize]);
            base.view.convex(self.at(a), self.at(b), self.at(loops.target(leaving)))
        };
        // Whether the run continues before the half-edge of p, at which its twin in q ends; and after it.
        let more_before = |p: u32, q: u32| twin(previous(p)) == next(q) && twin(previous(p)) != NONE;
        let more_after = |p: u32, q: u32| twin(next(p)) == previous(q) && twin(next(p)) != NONE;
        let start_is_convex = |p: u32, q: u32| convex(previous(p), next(q));
        let end_is_convex = |p: u32, q: u32| convex(previous(q), next(p));

        let (mut first_p, mut last_q) = (h, twin(h));
        let (mut last_p, mut first_q) = (h, twin(h));
        match (more_before(h, twin(h)), more_after(h, twin(h))) {
            // In the middle; also if two polygons share all their edges, back to back.
            (true, true) => return None,
            (true, false) => {
                if !end_is_convex(last_p, first_q) {
                    return None;
                }
                while more_before(first_p, last_q) {
                    (first_p, last_q) = (previous(first_p), next(last_q));
                }
                if !start_is_convex(first_p, last_q) {
                    return None;
                }
            }
            (false, _) => {
                if !start_is_convex(first_p, last_q) {
                    return None;
                }
                while more_after(last_p, first_q) {
                    (last_p, first_q) = (next(last_p), previous(first_q));
                }
                if !end_is_convex(last_p, first_q) {
                    return None;
                }
            }
        }
        Some(Run {
            first_p,
            last_p,
            first_q,
            last_q,
            before_p: previous(first_p),
            after_p: next(last_p),
            before_q: previous(first_q),
            after_q: next(last_q),
        })
    }

    /// Largest distance of the corners of a polygon from a plane; `None` if it is above the tolerance, or if the polygon is not convex as
    /// seen there.
    fn bend(&self, face: u32, base: &Base) -> Option<f64> {
        let mut most: f64 = 0.0;
        for h in self.loops.ring(face) {
            let v = self.loops.origin[h as usize];
            let distance = base.distance(self.at(v));
            let before = self.loops.origin[self.loops.previous[h as usize] as usize];
            if distance > self.flat
                || !base.view.convex(self.at(before), self.at(v), self.at(self.loops.target(h)))
            {
                return None;
            }
            most = most.max(distance);
        }
        Some(most)
    }

    fn join(&mut self, p: u32, q: u32, large: u32, run: &Run) {
        let loops = &mut *self.loops;
        for (first, last) in [(run.first_p, run.last_p), (run.first_q, run.last_q)] {
            let mut h = first;
            loop {
                loops.face[h as usize] = NONE;
                if h == last {
                    break;
                }
                h = loops.next[h as usize];
            }
        }
        for (arriving, leaving) in [(run.before_p, run.after_q), (run.before_q, run.after_p)] {
            loops.next[arriving as usize] = leaving;
            loops.previous[leaving as usize] = arriving;
        }
        // The earlier polygon stays, so that the order is that of the input.
        let (stays, goes) = (p.min(q), p.max(q));
        self.owner[goes as usize] = stays;
        self.bases[stays as usize] = self.bases[large as usize];
        loops.first[goes as usize] = NONE;
        loops.first[stays as usize] = run.after_p;
    }
}

/// The edges that polygons p and q share, in the direction of each, and the half-edges before and after.
struct Run {
    first_p: u32,
    last_p: u32,
    first_q: u32,
    last_q: u32,
    before_p: u32,
    after_p: u32,
    before_q: u32,
    after_q: u32,
}

/// Whether two polygons lie in one plane, side by side.
fn one_plane(p: &Base, q: &Base, flat: f64) -> bool {
    let exactly = q.corners.iter().all(|&corner| p.side(corner) == 0.0);
    let nearly = || flat > 0.0 && q.corners.iter().all(|&corner| p.distance(corner) <= flat);
    let [u, v, w] = q.corners;
    (exactly || nearly()) && p.view.turn(u, v, w) > 0.0
}

/// Drops vertices at which only one straight edge continues; returns their number.
fn straighten(points: &[Vec3<f64>], loops: &mut Loops) -> usize {
    let mut leaving = vec![0_u32; points.len()];
    let live = |loops: &Loops, h: usize| loops.face[h] != NONE;
    for h in (0..loops.origin.len()).filter(|&h| live(loops, h)) {
        leaving[loops.origin[h] as usize] += 1;
    }
    let mut dropped = 0;
    for h in 0..loops.origin.len() {
        if !live(loops, h) {
            continue;
        }
        let m = loops.origin[h];
        let before = loops.previous[h] as usize;
        let (back, back_before) = (loops.twin[h], loops.twin[before]);
        let shared = back != NONE
            && back_before != NONE
            && leaving[m as usize] == 2
            && loops.next[back as usize] == back_before;
        let alone = back == NONE
            && back_before == NONE
            && leaving[m as usize] == 1
            && !loops.crowded[h]
            && !loops.crowded[before];
        let [a, m, b] = [loops.origin[before], m, loops.target(h as u32)].each(|v| points[v as usize]);
        if !(shared || alone) || !strictly_between(a, b, m) || !collinear(a, b, m) {
            continue;
        }
        dropped += 1;
        skip(loops, before as u32, h as u32);
        if shared {
            skip(loops, back, back_before);
            loops.twin[before] = back;
            loops.twin[back as usize] = before as u32;
        }
    }
    dropped
}

/// Merges two consecutive half-edges into one.
fn skip(loops: &mut Loops, kept: u32, dropped: u32) {
    let after = loops.next[dropped as usize];
    loops.next[kept as usize] = after;
    loops.previous[after as usize] = kept;
    let face = loops.face[dropped as usize];
    loops.first[face as usize] = kept;
    loops.face[dropped as usize] = NONE;
}
