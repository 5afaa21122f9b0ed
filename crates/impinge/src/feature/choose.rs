//! Choice of the normal among several equally good directions.
//!
//! Feng & Tan, section 4.3: if the origin is equally far from several faces of the Minkowski difference, EPA finds one
//! of them, "depending (randomly) on numerical round-off errors and also on algorithmic implementation details". Here
//! it is the first in a fixed order, and the answer reports that there are others.
//!
//! The faces of B − A have the normals of A's faces, of B's faces (reversed), and those perpendicular to an edge of A
//! and an edge of B. They are tested in this order, each by its id; the first whose g is within the tie of the query's
//! is taken. The axis of a cylinder counts as an edge; next come straight lines on curved sides. If none is as good,
//! the query's normal stays.
//!
//! This also restores the digits of the normal that the query lost: GJK's normal of bodies a distance s apart is
//! accurate only to ε/s, that of a face to ε.
//!
//! **What is tested.** All faces of cores with up to 64, otherwise those at the support
//! vertex of the query's normal. All pairs of edges if there are up to 144 (a box has 3 edge
//! directions), otherwise the edges at both support vertices. So for large polyhedra a tie between distant faces may go
//! unnoticed. To detect ties of round bodies, five more directions are tested, but never taken: opposite to the normal,
//! and four perpendicular to it.
//!
//! **Cost.** A dot product or a few for each direction, which reject nearly all: g(m) <= m·c for every point c of B −
//! A, and some points are known. A support call for each of the rest.

use super::FEW;
use super::support::{FeatureSpace, aligned};
use super::{CoreDistance, NEARLY};
use crate::math::{Turn, Vector};
use crate::pair::{Obstacle, Prepared, Vertex};

/// Limit on the pairs of edges tested, each in two directions, in about 5 µs: as many as two hulls with the edges of a
/// box or octahedron have.
#[doc(hidden)]
pub const MAX_EDGE_PAIRS: usize = 144;

/// Number of points of B − A kept for rejecting directions. More would reject few more.
const KNOWN: usize = 8;

/// The query's normal and the chosen one count as the same direction if they are within this angle. On a curved surface
/// of radius r all directions within √(2 tie/r) are as good, which is one contact and not two: 0.1 in `f32` for a
/// radius of a hundredth of the size. Other faces that near are tested anyway.
const CAP: f64 = 0.125;

/// The chosen normal.
pub(crate) struct Choice<W> {
    pub normal: W,
    /// Whether another direction is as good.
    pub ambiguous: bool,
}

/// Takes the first of the directions that are as good as the query's, within `tie`. Edges within `angle` are parallel.
/// `unique` means that the cores are apart, so that only one direction is the best, and others within the tie are the
/// same except for rounding. If `others` is false, the search ends at the first.
pub(super) fn choose<V: FeatureSpace>(
    prepared: &Prepared<'_, V>,
    found: &CoreDistance<V>,
    tie: f64,
    angle: f64,
    unique: bool,
    others: bool,
) -> Choice<V> {
    let pair = &prepared.pair;
    let normal = found.normal;
    let start = pair.support(-normal, &Vertex::default());
    let mut known = [start.point; KNOWN];
    if unique {
        // The nearest point is a point of B − A too, and rejects nearly all.
        known[1] = normal * found.value;
    }
    let floor = found.value - tie;
    let mut ask = Asked { obstacle: pair, floor, known, oldest: 2, first: None, ambiguous: false, others };
    V::each_face(&pair.a, start.id_a, &mut |m| ask.offer(m));
    if others || ask.first.is_none() {
        V::each_face(&pair.b, start.id_b, &mut |m| ask.offer(-pair.turn.turn(m)));
    }
    if let (Some(normal), false) = (ask.first, others) {
        return Choice { normal, ambiguous: false };
    }
    let all = V::line_count(&pair.a) * V::line_count(&pair.b) <= MAX_EDGE_PAIRS;
    let axes = V::line_count(&pair.a) == 1 && V::line_count(&pair.b) == 1;
    // Apart, g(m) >= s − tie holds only within √(2 tie/s) of the query's normal: both edges are perpendicular to it within that.
    let tilt = if unique { 4.0 * tie / found.value } else { 1.0 };
    let across_normal = |line: V| line.dot(normal) * line.dot(normal) <= tilt;
    let each_line_b = |visit: &mut dyn FnMut(V)| {
        V::each_line(&pair.b, start.id_b, all, &mut |b| {
            let b = pair.turn.turn(b);
            if across_normal(b) {
                visit(b);
            }
        });
    };
    let (mut lines_b, mut count) = ([V::ZERO; FEW], 0);
    each_line_b(&mut |b| {
        if let Some(place) = lines_b.get_mut(count) {
            *place = b;
        }
        count += 1;
    });
    V::each_line(&pair.a, start.id_a, all, &mut |a| {
        if !across_normal(a) {
            return;
        }
        let mut offer = |b: V| {
            if let Some(m) = V::across(a, b, angle) {
                ask.offer(m);
                ask.offer(-m);
            } else if axes {
                // Parallel axes: the direction from one to the other.
                if let Some(m) = (pair.offset - a * a.dot(pair.offset)).normalized() {
                    ask.offer(m);
                }
            }
        };
        match lines_b.get(..count) {
            Some(lines) => lines.iter().copied().for_each(offer),
            // More than there is room for: recomputed for each line of A.
            None => each_line_b(&mut offer),
        }
    });
    // These are the query's normal except for its error, and not another contact.
    if let (None, Some(m)) = (ask.first, V::straightened(&pair.a, normal)) {
        ask.offer(m);
    }
    if let (None, Some(m)) = (ask.first, V::straightened(&pair.b, pair.turn.unturn(-normal))) {
        ask.offer(-pair.turn.turn(m));
    }
    let taken = ask.first.unwrap_or(normal);
    if others && !unique {
        ask.first = Some(taken);
        let [s, t] = taken.tangents();
        let other = if aligned(taken, normal, CAP) { V::ZERO } else { normal };
        for m in [other, -taken, s, -s, t, -t] {
            // In the plane there is no second tangent.
            if m != V::ZERO {
                ask.offer(m);
            }
        }
    }
    Choice { normal: taken, ambiguous: ask.ambiguous && !unique }
}

/// State of the tests.
struct Asked<'a, W: Vector<Scalar = f64>, O> {
    obstacle: &'a O,
    /// A direction with a g of at least this is as good as the query's.
    floor: f64,
    known: [W; KNOWN],
    oldest: usize,
    first: Option<W>,
    ambiguous: bool,
    /// Whether the search continues after the first.
    others: bool,
}

impl<W: Vector<Scalar = f64>, O: Obstacle<W>> Asked<'_, W, O> {
    fn offer(&mut self, m: W) {
        let again = self.first.is_some_and(|first| !self.others || aligned(first, m, NEARLY));
        if again || self.known.iter().any(|c| c.dot(m) < self.floor) {
            return;
        }
        let vertex = self.obstacle.support(-m, &Vertex::default());
        if vertex.point.dot(m) < self.floor {
            self.known[self.oldest] = vertex.point;
            // The first two stay.
            self.oldest = if self.oldest + 1 == KNOWN { 2 } else { self.oldest + 1 };
        } else if self.first.is_none() {
            self.first = Some(m);
        } else {
            self.ambiguous = true;
        }
    }
}
