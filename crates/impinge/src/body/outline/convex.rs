//! Convex decomposition of a region.
//!
//! The result is a set of convex polygons that together are the region, as a [`Compound`], whose depths
//! are those of solid parts and not of sides.
//!
//! # Method
//! The rings that bound the solid are merged into one ring for each part of it (`bridge.rs`), which is cut into triangles by ear
//! clipping (Meisters 1975), and triangles are joined across their common sides while the result is convex (Hertel and Mehlhorn 1983).
//! The number of parts is at most four times the minimum.
//!
//! # Guarantees
//! All decisions are exact signs, and corners of parts are points of the region, bit for bit: parts do not overlap, and leave no
//! gap. Cost: O(n²) in the worst case. Failure: rings that cross or touch are rejected, with the two sides.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::fmt;

use super::bridge::{bridge, segments_meet};
use super::region::{Region, is_between};
use crate::body::Compound;
use crate::math::determinants::turn;
use crate::math::{Pose, Real, Vec2, Vec3};
use crate::mesh::{View, cut};
use crate::shape::{AnyShape2, ConvexPolygon};

/// Reason why a region has no convex parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConvexPartsError {
    /// Two sides, by their numbers, cross or touch elsewhere than at a point that they share in a ring.
    Crossing {
        /// The sides.
        sides: [u32; 2],
    },
    /// No cut was found.
    Tangled,
}

impl fmt::Display for ConvexPartsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crossing { sides: [a, b] } => {
                write!(f, "sides {a} and {b} cross or touch; separate them to decompose the rings")
            }
            Self::Tangled => write!(f, "the rings are tangled and cannot be decomposed"),
        }
    }
}

impl core::error::Error for ConvexPartsError {}

impl<T: Real> Region<T> {
    /// Decomposes this region into convex parts: they share sides, do not overlap and leave no gap.
    ///
    /// ```
    /// use impinge::body::Region;
    /// use impinge::{Circle, Pose, Shape, contact};
    ///
    /// // The letter L, and a ball in its foot.
    /// let l = Region::<f64>::new(&[[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 2.0], [2.0, 4.0], [0.0, 4.0]]]);
    /// let parts = l.convex_parts()?;
    /// assert_eq!(parts.parts().len(), 2);
    /// assert!(contact(&parts, &Circle::new(0.5).at(Pose::at([3.0, 1.0]))).signed_distance < -1.25);
    /// # Ok::<(), impinge::body::ConvexPartsError>(())
    /// ```
    ///
    /// # Errors
    /// If sides cross or touch; see [`ConvexPartsError`].
    pub fn convex_parts(&self) -> Result<Compound<AnyShape2<T>>, ConvexPartsError> {
        self.check_simple()?;
        let at = |point: u32| self.sides.wide(point);
        let mut triangles = Vec::new();
        let points: Vec<Vec3<f64>> =
            self.sides.points.iter().map(|p| Vec3::new(p.x.f64(), p.y.f64(), 0.0)).collect();
        for (outer, holes) in self.solid_rings() {
            let ring = bridge(outer, holes, &at).ok_or(ConvexPartsError::Tangled)?;
            if cut(&points, &ring, View::onto(Vec3::axis(2)), &mut triangles) {
                return Err(ConvexPartsError::Tangled);
            }
        }
        triangles.retain(|&[a, b, c]| turn(at(a), at(b), at(c)) > 0.0);
        let mut parts = Vec::new();
        for part in joined(&triangles, &at) {
            let corners: Vec<Vec2<T>> = part.iter().map(|&k| self.sides.points[k as usize]).collect();
            let polygon = ConvexPolygon::try_new(&corners).map_err(|_| ConvexPartsError::Tangled)?;
            parts.push((polygon.into(), Pose::IDENTITY));
        }
        if parts.is_empty() { Err(ConvexPartsError::Tangled) } else { Ok(Compound::new(parts)) }
    }

    /// Checks that no two sides meet except at a common end.
    fn check_simple(&self) -> Result<(), ConvexPartsError> {
        for side in 0..self.sides.count() {
            let [a, b] = self.sides.ends(side);
            let (next, mut found) = (self.sides.after(side), None);
            let low = Vec2::new(a.x.min(b.x), a.y.min(b.y));
            let high = Vec2::new(a.x.max(b.x), a.y.max(b.y));
            self.sides.near(low, high, |other| {
                let [c, d] = self.sides.ends(other);
                let meet = if other <= side {
                    false // Tested from the other side.
                } else if other == next || self.sides.after(other) == side {
                    // They share a point: they must not lie on one another.
                    let (from, shared, to) = if other == next { (a, b, d) } else { (c, a, b) };
                    turn(from, shared, to) == 0.0 && !is_between(from, to, shared)
                } else {
                    segments_meet(a, b, c, d)
                };
                if meet {
                    found = Some(other);
                }
                !meet
            });
            if let Some(other) = found {
                return Err(ConvexPartsError::Crossing { sides: [side, other] });
            }
        }
        Ok(())
    }

    /// The rings that bound the solid, if no rings meet: each outer one counter-clockwise, with the holes directly in it, clockwise.
    fn solid_rings(&self) -> Vec<(Vec<u32>, Vec<Vec<u32>>)> {
        let at = |point: u32| self.sides.wide(point);
        let (mut outers, mut holes) = (Vec::new(), Vec::new());
        for (number, points) in self.sides.rings().enumerate() {
            // The leftmost corner, and among those the lowest, turns in the direction of the ring.
            let first = points.clone().fold(points.start, |best, k| {
                if (at(k).x, at(k).y) < (at(best).x, at(best).y) { k } else { best }
            });
            let mut ring: Vec<u32> = (first..points.end).chain(points.start..first).collect();
            let left = turn(at(ring[ring.len() - 1]), at(ring[0]), at(ring[1])) > 0.0;
            let around = self.winding_of(at(first), |side| !points.contains(&side));
            let inside = around + if left { 1 } else { -1 };
            if around == 0 {
                if !left {
                    ring.reverse();
                }
                outers.push((number, ring));
            } else if inside == 0 {
                if left {
                    ring.reverse();
                }
                holes.push(ring);
            }
        }
        // Among the outer rings around a hole, the innermost one.
        let is_in =
            |p: Vec2<f64>, ring: usize| self.winding_of(p, |side| self.sides.ring_of(side) == ring) != 0;
        // A point of a ring is on it, and neither inside it nor outside.
        let depth = |own: usize, ring: &[u32]| {
            outers.iter().filter(|(number, _)| *number != own && is_in(at(ring[0]), *number)).count()
        };
        let depths: Vec<usize> = outers.iter().map(|(number, ring)| depth(*number, ring)).collect();
        let mut of: Vec<Vec<Vec<u32>>> = outers.iter().map(|_| Vec::new()).collect();
        for hole in holes {
            let around = (0..outers.len()).filter(|&k| is_in(at(hole[0]), outers[k].0));
            if let Some(k) = around.max_by_key(|&k| depths[k]) {
                of[k].push(hole);
            }
        }
        outers.into_iter().zip(of).map(|((_, ring), holes)| (ring, holes)).collect()
    }
}

/// Joins triangles across common sides while the result is convex.
fn joined(triangles: &[[u32; 3]], at: &impl Fn(u32) -> Vec2<f64>) -> Vec<Vec<u32>> {
    let mut parts: Vec<Vec<u32>> = triangles.iter().map(|t| t.to_vec()).collect();
    let mut of_side = BTreeMap::new();
    for (k, part) in parts.iter().enumerate() {
        for i in 0..3 {
            of_side.insert((part[i], part[(i + 1) % 3]), k);
        }
    }
    let common: Vec<(u32, u32)> =
        of_side.keys().copied().filter(|&(u, v)| u < v && of_side.contains_key(&(v, u))).collect();
    for (u, v) in common {
        let (Some(&k), Some(&l)) = (of_side.get(&(u, v)), of_side.get(&(v, u))) else { continue };
        if k == l {
            continue;
        }
        // The first from the end of the side around to its start, and the second likewise.
        let (Some(first), Some(second)) = (opened(&parts[k], u, v), opened(&parts[l], v, u)) else {
            continue;
        };
        let (m, n) = (first.len(), second.len());
        let is_convex =
            convex(at(second[n - 2]), at(v), at(first[1])) && convex(at(first[m - 2]), at(u), at(second[1]));
        if !is_convex {
            continue;
        }
        // v … u of the first, then on from u to before v of the second.
        let whole: Vec<u32> = first.into_iter().chain(second[1..n - 1].iter().copied()).collect();
        for i in 0..whole.len() {
            of_side.insert((whole[i], whole[(i + 1) % whole.len()]), k);
        }
        (parts[k], parts[l]) = (whole, Vec::new());
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// A ring from `v` around to `u`, if it has a side from u to v.
fn opened(ring: &[u32], u: u32, v: u32) -> Option<Vec<u32>> {
    let n = ring.len();
    let place = (0..n).find(|&i| ring[i] == u && ring[(i + 1) % n] == v)?;
    Some((0..n).map(|k| ring[(place + 1 + k) % n]).collect())
}

/// Whether the path over b turns left or is straight.
fn convex(a: Vec2<f64>, b: Vec2<f64>, c: Vec2<f64>) -> bool {
    let turns = turn(a, b, c);
    turns > 0.0 || (turns == 0.0 && is_between(a, c, b))
}
