//! Newton refinement (climb) of a pair that moved a little: uses the curvature of the last query, corrected on the way.
//!
//! [`climb`](super::climb) spends two support calls to measure D before its first step. After a small motion D is
//! nearly unchanged; and every step shows how w actually turned with n, which corrects D for the next one.
//!
//! **Source.** A quasi-Newton method: the symmetric rank-one correction (Broyden 1967). With δ a step, y the change of w
//! along it and r = y − D δ, the matrix D + r rᵗ/(r·δ) maps δ to y and stays symmetric.
//!
//! **An edge.** If w jumps across n, as between the ends of an edge, n is kept perpendicular to the edge, and only the
//! turn about the edge is refined.
//!
//! **Guarantee.** As for [`climb`](super::climb). A D of another pair makes bad steps, and steps that do not rise end
//! the climb; a direction counts as a peak only if a step gained what D predicted.

use core::hint::black_box;

use super::{FAIR_SHARE, LONGEST, MAX_CALLS, Peak, Tangents, measure, newton};
use crate::math::{Each, Real};
use crate::pair::{Obstacle, Vertex};

/// A correction with |r·δ| below this × |r||δ| is skipped, as usual: it would blow D up.
const SKIP: f64 = 1.0e-8;

/// With a D that no step has confirmed, a direction counts as a peak only if p² is within this × the required accuracy
/// × the size: even with a radius of this fraction of the size a step would not be worth its call. If it were larger, a
/// D of another pair could end the climb too early; if smaller, bodies at rest would pay for a step.
const SHARPEST: f64 = 1.0 / 1024.0;

/// Rate at which w turns with n, as the last query knew it: the matrix D, given by its images of the tangents of a direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bend<V> {
    normal: V,
    images: Option<[V; 2]>,
}

impl<V: Tangents> Bend<V> {
    /// u·D u, u·D v and v·D v, if D is known.
    pub fn in_basis(&self, u: V, v: V) -> Option<[V::Scalar; 3]> {
        let [ds, dt] = self.images?;
        let [s, t] = self.normal.tangents();
        let turned = |e: V| ds * e.dot(s) + dt * e.dot(t);
        Some([u.dot(turned(u)), u.dot(turned(v)), v.dot(turned(v))])
    }

    /// The same in another unit of length; `factor` of the new units make one of the old.
    pub fn scale(&mut self, factor: V::Scalar) {
        let scaled = self.images.map(|images| images.each(|d| d * factor));
        self.images = scaled.filter(|images| images.iter().all(|d| d.is_finite()));
    }
}

/// Directions in which n may turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Free<V> {
    /// All directions.
    All,
    /// Only along this one: a unit vector perpendicular to n.
    Along(V),
}

/// Climbs from the unit direction `normal`, whose support point is `vertex`, until at most `enough` can be gained.
/// `bend` is what is known of D; afterwards it is what this climb found.
pub fn climb_again<V: Tangents>(
    obstacle: &impl Obstacle<V>,
    normal: V,
    vertex: Vertex<V>,
    enough: V::Scalar,
    free: Free<V>,
    bend: &mut Bend<V>,
) -> Peak<V> {
    let (zero, one, infinity) = (V::Scalar::ZERO, V::Scalar::ONE, V::Scalar::INFINITY);
    let (longest, share) = (V::Scalar::of(LONGEST), V::Scalar::of(FAIR_SHARE));
    let separation = normal.dot(vertex.point);
    let mut best = Peak { normal, separation, vertex, to_gain: infinity, calls: 0 };
    let [s, t] = match free {
        Free::All => normal.tangents(),
        Free::Along(s) => [s, V::ZERO],
    };
    let flat = t == V::ZERO;
    // A kept D must prove itself; a measured one need not.
    let mut trusted = false;
    let mut turning = Turning::new(bend.in_basis(s, t).unwrap_or_else(|| {
        trusted = true;
        measure(obstacle, &mut best, [s, t], flat)
    }));
    while best.calls < MAX_CALLS {
        let g = best.separation;
        // p in the basis at the start, near enough to that at the current direction.
        let off = best.vertex.point - best.normal * g;
        let (ps, pt) = (off.dot(s), off.dot(t));
        let Some(([ds, dt], to_gain)) = newton([ps, pt], turning.0, g, flat) else { break };
        if to_gain <= enough {
            let at_rest = ps * ps + pt * pt <= enough * obstacle.size() * V::Scalar::of(SHARPEST);
            if trusted || at_rest {
                best.to_gain = to_gain;
                break;
            }
        }
        let length = (ds * ds + dt * dt).sqrt();
        let part = if length > longest { longest / length } else { one };
        let n = (best.normal + s * (ds * part) + t * (dt * part)).unit();
        let w = obstacle.support(-n, &best.vertex);
        best.calls += 1;
        // Change of w along the step taken.
        let (way, turned) = (n - best.normal, w.point - best.vertex.point);
        turning.correct([way.dot(s), way.dot(t)], [turned.dot(s), turned.dot(t)]);
        let separation = n.dot(w.point);
        let rose = separation - g;
        if rose <= zero {
            break;
        }
        best = Peak { normal: n, separation, vertex: w, to_gain: infinity, calls: best.calls };
        let fair = rose >= to_gain * share;
        trusted = trusted || (fair && rose * share <= to_gain);
        if !fair && length <= longest {
            break;
        }
    }
    *bend = Bend { normal, images: None };
    if best.to_gain <= enough {
        // As vectors, so that the next query can convert them to a basis of its own.
        let image = |e: V| {
            let ([dss, dst, dtt], x, y) = (turning.0, e.dot(s), e.dot(t));
            s * (dss * x + dst * y) + t * (dst * x + dtt * y)
        };
        bend.images = Some(normal.tangents().each(image));
    }
    best
}

/// D in the basis s, t: the entries ss, st and tt. The diagonal is at most 0.
struct Turning<T>([T; 3]);

impl<T: Real> Turning<T> {
    #[inline]
    fn new([ss, st, tt]: [T; 3]) -> Self {
        Self([ss.min(T::ZERO), st, tt.min(T::ZERO)])
    }

    /// Corrects it by how w turned along a step x, by the symmetric rank-one update; both in the basis s, t.
    ///
    /// LLVM 22.1.2, the one of Rust 1.95, makes a vector of rs², rs rt and rt² at level 3 and puts rt² in the place of rs rt; 22.1.4 does
    /// not. `black_box` hides from it that the first factors are one number: `docs/results/bits.md` has the function by itself.
    #[inline(never)]
    fn correct(&mut self, [xs, xt]: [T; 2], [ws, wt]: [T; 2]) {
        let [ss, st, tt] = self.0;
        let (rs, rt) = (ws - ss * xs - st * xt, wt - st * xs - tt * xt);
        let rs = black_box(rs);
        let product = rs * xs + rt * xt;
        let sizes = ((rs * rs + rt * rt) * (xs * xs + xt * xt)).sqrt();
        if product.abs() > T::of(SKIP) * sizes {
            *self = Self::new([ss + rs * rs / product, st + rs * rt / product, tt + rt * rt / product]);
        }
    }
}
