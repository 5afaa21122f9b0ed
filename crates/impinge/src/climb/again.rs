//! The same climb in a pair that moved a little: the curvature is that of the last query, corrected on the way.
//!
//! [`climb`](super::climb) spends two support calls to measure D before its first step. After a small motion D is nearly
//! what it was; and every step shows how w really turned with n, which corrects D for the next one.
//!
//! **Source.** A quasi-Newton method: the symmetric rank-one correction (Broyden 1967). With δ a step, y the change of w
//! along it and r = y − D δ, the matrix D + r rᵗ/(r·δ) maps δ to y and stays symmetric.
//!
//! **An edge.** Where w jumps across n, as between the ends of an edge, n is held at right angles to the edge, and only
//! the turn about the edge is climbed.
//!
//! **Guarantee.** That of [`climb`](super::climb). A D of another pair makes bad steps, and steps that do not rise end
//! the climb.

use super::{FAIR_SHARE, LONGEST, MAX_CALLS, PROBE, Peak, Tangents};
use crate::math::{Real, Vector};
use crate::pair::{Obstacle, Vertex};

/// A correction with |r·δ| below this × |r||δ| is left out, as is usual: it would blow D up.
const SKIP: f64 = 1.0e-8;

/// How w turns with n, as the last query knew it: the matrix D, by what it makes of the tangents of a direction.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bend<V> {
    normal: V,
    images: Option<[V; 2]>,
}

impl<V: Tangents> Bend<V> {
    /// u·D v, if D is known.
    pub fn between(&self, u: V, v: V) -> Option<V::Scalar> {
        let [s, t] = self.normal.tangents();
        self.images.map(|[ds, dt]| u.dot(ds) * v.dot(s) + u.dot(dt) * v.dot(t))
    }

    /// Drops what is known.
    pub fn forget(&mut self) {
        self.images = None;
    }
}

/// In which directions n may turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Free<V> {
    /// All.
    All,
    /// Only along this one: unit, and at right angles to n.
    Along(V),
}

/// Climbs from the unit direction `normal`, whose support point is `vertex`, until no more than `enough` is to be
/// gained.
pub fn climb_again<V: Tangents>(
    obstacle: &impl Obstacle<V>,
    normal: V,
    vertex: Vertex<V>,
    enough: V::Scalar,
    free: Free<V>,
    bend: &mut Bend<V>,
) -> Peak<V> {
    let (zero, one) = (V::Scalar::ZERO, V::Scalar::ONE);
    let probe = V::Scalar::of(PROBE);
    let mut best =
        Peak { normal, separation: normal.dot(vertex.point), vertex, to_gain: V::Scalar::INFINITY, calls: 0 };
    let [s, t] = match free {
        Free::All => normal.tangents(),
        Free::Along(s) => [s, V::ZERO],
    };
    let flat = t == V::ZERO;
    // D in the basis s, t: kept, or measured.
    let (mut dss, mut dst, mut dtt) = (zero, zero, zero);
    if let (Some(ss), Some(st), Some(tt)) = (bend.between(s, s), bend.between(s, t), bend.between(t, t)) {
        (dss, dst, dtt) = (ss, st, tt);
    } else {
        let ws = obstacle.support(-(normal + s * probe), &vertex).point - vertex.point;
        best.calls += 1;
        dss = ws.dot(s) / probe;
        if !flat {
            let wt = obstacle.support(-(normal + t * probe), &vertex).point - vertex.point;
            best.calls += 1;
            dst = (ws.dot(t) + wt.dot(s)) * V::Scalar::HALF / probe;
            dtt = wt.dot(t) / probe;
        }
    }
    while best.calls < MAX_CALLS {
        (dss, dtt) = (dss.min(zero), dtt.min(zero));
        let g = best.separation;
        let off = best.vertex.point - best.normal * g;
        let (ps, pt) = (off.dot(s), off.dot(t));
        let (jss, jtt) = (dss - g, if flat { -one } else { dtt - g });
        let determinant = jss * jtt - dst * dst;
        if !(determinant > zero && jss < zero) {
            break;
        }
        let (ds, dt) = ((dst * pt - jtt * ps) / determinant, (dst * ps - jss * pt) / determinant);
        best.to_gain = (ds * ps + dt * pt) * V::Scalar::HALF;
        if best.to_gain <= enough {
            break;
        }
        let longest = V::Scalar::of(LONGEST);
        let length = (ds * ds + dt * dt).sqrt();
        let share = if length > longest { longest / length } else { one };
        let n = (best.normal + s * (ds * share) + t * (dt * share)).unit();
        let w = obstacle.support(-n, &best.vertex);
        best.calls += 1;
        let reached = n.dot(w.point);
        let rose = reached - g;
        // How w turned along the step that was made.
        let (way, turned) = (n - best.normal, w.point - best.vertex.point);
        let (xs, xt) = (way.dot(s), way.dot(t));
        let (rs, rt) = (turned.dot(s) - dss * xs - dst * xt, turned.dot(t) - dst * xs - dtt * xt);
        let (rs, rt) = if flat { (rs, zero) } else { (rs, rt) };
        let product = rs * xs + rt * xt;
        let sizes = ((rs * rs + rt * rt) * (xs * xs + xt * xt)).sqrt();
        if product.abs() > V::Scalar::of(SKIP) * sizes {
            dss += rs * rs / product;
            dst += rs * rt / product;
            dtt += rt * rt / product;
        }
        if rose <= zero {
            best.to_gain = V::Scalar::INFINITY;
            break;
        }
        let fair = rose >= best.to_gain * V::Scalar::of(FAIR_SHARE);
        best = Peak {
            normal: n,
            separation: reached,
            vertex: w,
            to_gain: V::Scalar::INFINITY,
            calls: best.calls,
        };
        if !fair && length <= longest {
            break;
        }
    }
    *bend = Bend { normal, images: None };
    if best.to_gain <= enough {
        // As vectors, so that the next query can turn them into its own basis.
        let [u, v] = normal.tangents();
        let image = |e: V| {
            let (x, y) = (e.dot(s), e.dot(t));
            s * (dss * x + dst * y) + t * (dst * x + dtt * y)
        };
        bend.images = Some([image(u), image(v)]);
    }
    best
}
