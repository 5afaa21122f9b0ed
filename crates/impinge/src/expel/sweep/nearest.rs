//! Two features at rest: a separating direction, and the separation along it.
//!
//! A unit direction u and the separation along it, the least u · x over the moving feature minus the greatest over the
//! standing one, is a proof: the distance is at least that, for any u. So nothing here needs to be exact to be
//! safe. It needs to be good to be useful: the separation must come within rounding of the distance, even if
//! features of length 1 are 1e-11 apart. That takes directions perpendicular to edges and polygons to the last
//! digit, which the difference of the nearest points does not give:
//!
//! | nearest points | direction |
//! |---|---|
//! | inside a polygon | its normal |
//! | inside two edges | the cross product; with twice the digits if they are nearly parallel |
//! | inside an edge, at a vertex | the difference minus its component along the edge, subtracted twice |
//! | two vertices | their difference: one rounding per component, so accurate to the last digit |

use crate::math::{Double, Real, Vec3};
use crate::mesh::polygon::Side;

/// Below this square of the sine of their angle the cross product of two edges is computed with twice the digits. At it, a
/// product in `f64` has lost 7 of 53 binary digits. Larger only costs time.
const NEARLY_PARALLEL: f64 = 1e-4;

/// Below this square of the sine, (8ε)², edges count as parallel: along their whole length they diverge by less than 8ε of
/// it, so the nearest points may as well be taken at an end.
const PARALLEL: f64 = 64.0 * f64::EPSILON * f64::EPSILON;

/// The fraction of the distance of the nearest points that their direction must show as a separation: 1 − 2⁻³⁰. If it shows less,
/// rounding mistook a place beside them for the nearest one, from which a long feature leans over; then the direction
/// from each place is tried. Nearer to 1 costs time if rounding alone takes as much.
const SHOWN: f64 = 1.0 - 9.313_225_746_154_785e-10;

/// Location of the nearest points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::expel) enum Region {
    /// Inside the polygon, or inside both edges.
    Inside,
    /// At an end of an edge, or on the rim of the polygon.
    Rim,
}

/// The proof that two features are apart.
#[derive(Clone, Copy, Debug)]
pub(in crate::expel) struct Nearest {
    /// Unit vector, from the standing feature to the moving one.
    pub direction: Vec3<f64>,
    /// Separation along the direction. Negative behind a one-sided polygon.
    pub separation: f64,
    /// A point of the standing feature that is nearest to the moving one.
    pub point: Vec3<f64>,
    pub region: Region,
}

impl Nearest {
    /// Whether the separation shows the distance, whose square is given.
    #[inline]
    fn shows(&self, away: f64) -> bool {
        self.separation >= SHOWN * Real::sqrt(away)
    }

    /// The one of two directions that shows more.
    fn or_further(self, other: Self) -> Self {
        if other.separation > self.separation { other } else { self }
    }
}

/// A convex polygon: its corners counter-clockwise seen from where the unit normal points.
#[derive(Clone, Copy)]
pub(in crate::expel) struct Ring<'a> {
    pub corners: &'a [Vec3<f64>],
    /// Side k runs from corner k to the next.
    pub sides: &'a [Side],
    pub normal: Vec3<f64>,
    pub two_sided: bool,
}

impl Ring<'_> {
    /// Height of a point above the plane.
    #[inline]
    pub fn height(&self, x: Vec3<f64>) -> f64 {
        self.normal.dot(x - self.corners[0])
    }
}

/// A moving point and a standing polygon.
pub(in crate::expel) fn point_polygon(x: Vec3<f64>, ring: &Ring<'_>) -> Nearest {
    let corners = ring.corners;
    // Least distance to a side that the point is beyond.
    let mut best: Option<(f64, usize, f64)> = None;
    for (k, &c) in corners.iter().enumerate() {
        let d = corners[(k + 1) % corners.len()] - c;
        let g = x - c;
        if d.cross(ring.normal).dot(g) > 0.0 {
            let along = clamp(g.dot(d) / d.norm_squared());
            let away = (g - d * along).norm_squared();
            if best.is_none_or(|(least, ..)| away < least) {
                best = Some((away, k, along));
            }
        }
    }
    let height = ring.height(x);
    let front = if ring.two_sided && height < 0.0 { -ring.normal } else { ring.normal };
    let seen = |direction: Vec3<f64>, point: Vec3<f64>, region: Region| {
        let mut separation = f64::INFINITY;
        for &c in corners {
            separation = Real::min(direction.dot(x - c), separation);
        }
        Nearest { direction, separation, point, region }
    };
    let Some((away, k, along)) = best else {
        return seen(front, x - ring.normal * height, Region::Inside);
    };
    let from_side = |k: usize, along: f64| {
        let (direction, point) = from_segment(x, corners[k], corners[(k + 1) % corners.len()], along);
        seen(direction.unwrap_or(front), point, Region::Rim)
    };
    let found = from_side(k, along);
    if found.shows(away) {
        return found;
    }
    (0..corners.len()).fold(found, |best, k| {
        let d = corners[(k + 1) % corners.len()] - corners[k];
        best.or_further(from_side(k, clamp((x - corners[k]).dot(d) / d.norm_squared())))
    })
}

/// A moving edge a b and a standing edge p q. `outward` decides which direction is out if they cross.
pub(in crate::expel) fn edge_edge(
    [a, b]: [Vec3<f64>; 2],
    [p, q]: [Vec3<f64>; 2],
    outward: Vec3<f64>,
    touching: f64,
) -> Nearest {
    let (d, e) = (b - a, q - p);
    let mut n = d.cross(e);
    let (size, most) = (n.norm_squared(), d.norm_squared() * e.norm_squared());
    let (mut on_moving, mut on_standing) = (f64::NAN, f64::NAN);
    if size > NEARLY_PARALLEL * most {
        let r = a - p;
        on_moving = -r.cross(e).dot(n) / size;
        on_standing = -r.cross(d).dot(n) / size;
    } else if most > 0.0 {
        let crossing = wide_crossing(a, b, p, q);
        if crossing.0.norm_squared() > PARALLEL * most {
            (n, on_moving, on_standing) = crossing;
        }
    }
    let inside = |s: f64| (0.0..=1.0).contains(&s);
    let seen = |direction: Vec3<f64>, point: Vec3<f64>, region: Region| {
        let mut separation = f64::INFINITY;
        for (x, y) in [(a, p), (a, q), (b, p), (b, q)] {
            separation = Real::min(direction.dot(x - y), separation);
        }
        Nearest { direction, separation, point, region }
    };
    if inside(on_moving) && inside(on_standing) {
        let n = n.unit();
        let apart = n.dot(a - p);
        let up = if apart.abs() <= touching { n.dot(outward) } else { apart };
        return seen(if up < 0.0 { -n } else { n }, p + e * on_standing, Region::Inside);
    }
    // An end and the other edge: the nearest of four pairs.
    let ends = [(a, [p, q]), (b, [p, q]), (p, [a, b]), (q, [a, b])];
    let along = |(x, [c, d]): (Vec3<f64>, [Vec3<f64>; 2])| clamp((x - c).dot(d - c) / (d - c).norm_squared());
    let from_end = |k: usize, s: f64| {
        let (x, [c, d]) = ends[k];
        let (direction, point) = from_segment(x, c, d, s);
        let (direction, point) = if k < 2 { (direction, point) } else { (direction.map(|u| -u), x) };
        seen(direction.unwrap_or_else(|| outward.unit()), point, Region::Rim)
    };
    // Square of the distance, index of the pair, parameter along the edge.
    let mut best = (f64::INFINITY, 0, 0.0);
    for (k, &(x, [c, d])) in ends.iter().enumerate() {
        let s = along(ends[k]);
        let away = (x - c - (d - c) * s).norm_squared();
        if away < best.0 {
            best = (away, k, s);
        }
    }
    let found = from_end(best.1, best.2);
    if found.shows(best.0) {
        return found;
    }
    (0..4).fold(found, |best, k| best.or_further(from_end(k, along(ends[k]))))
}

/// Unit direction from the point of the segment c d at `along` to x, and that point. `None` if x lies on it.
fn from_segment(x: Vec3<f64>, c: Vec3<f64>, d: Vec3<f64>, along: f64) -> (Option<Vec3<f64>>, Vec3<f64>) {
    // Each end is tested by the difference to itself: beside a far end a small component along the edge is lost in rounding, and
    // a direction that is tilted by it has a separation that is off by that times the length of the edge.
    if (x - c).dot(d - c) <= 0.0 {
        return ((x - c).normalized(), c);
    }
    if (x - d).dot(d - c) >= 0.0 {
        return ((x - d).normalized(), d);
    }
    let edge = (d - c).unit();
    let away = x - c - edge * edge.dot(x - c);
    // The residue along the edge after one step is rounding of the long difference x − c; for the unit vector it is
    // only rounding.
    let direction = away.normalized().and_then(|u| (u - edge * edge.dot(u)).normalized());
    (direction, c + (d - c) * along)
}

/// Clamps to 0 to 1; 0 for NaN, that is for an edge without length.
#[inline]
fn clamp(s: f64) -> f64 {
    if s > 1.0 {
        1.0
    } else if s > 0.0 {
        s
    } else {
        0.0
    }
}

/// Crossing of edges that are nearly parallel, in numbers with twice the digits of `f64`.
///
/// The cross product of two edges at an angle φ has lost a fraction of its digits that grows with 1/sin φ in `f64`. Differences of
/// `f64` coordinates are exact here, and everything else is accurate to 2⁻¹⁰⁰, so that the normal of two edges is accurate to its last
/// digit down to angles of 2⁻⁵⁰.
///
/// For the edges a b and p q: the cross product n of their directions, and the parameter on each (0 at the first end, 1 at the
/// second) at which it is nearest to the line of the other.
fn wide_crossing(a: Vec3<f64>, b: Vec3<f64>, p: Vec3<f64>, q: Vec3<f64>) -> (Vec3<f64>, f64, f64) {
    let difference = |a: Vec3<f64>, b: Vec3<f64>| Double::difference(a.to_array(), b.to_array());
    let (d, e, r) = (difference(b, a), difference(q, p), difference(a, p));
    let n = Double::cross(&d, &e);
    let size = Double::dot(&n, &n).0;
    // a + s d − p − t e is along n: s = −(r × e) · n / n², t = −(r × d) · n / n².
    let on_first = -Double::dot(&Double::cross(&r, &e), &n).0 / size;
    let on_second = -Double::dot(&Double::cross(&r, &d), &n).0 / size;
    (Vec3::new(n[0].0, n[1].0, n[2].0), on_first, on_second)
}
