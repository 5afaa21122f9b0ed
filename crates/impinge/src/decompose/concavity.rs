//! Concavity of a part: the distance of its hull from the solid.
//!
//! It is the larger of two lengths:
//! - the largest distance of a point of the hull from the solid, and
//! - the largest depth of a point of the solid's surface inside the hull. This finds slots and holes that are too narrow for the
//!   first one.
//!
//! Wei, Liu, Ling, Su, "Approximate convex decomposition for 3D meshes with collision-aware concavity and tree search", 2022,
//! require both on surfaces, by random samples. Here branch and bound finds the maximum: triangles and boxes
//! that could exceed the best value found are halved. Two facts bound their values:
//! - Both lengths change by at most the distance between two points: in a triangle or box whose center has the value v and whose
//!   corners are within r of it, no value exceeds v + r.
//! - The distance from one triangle of the surface is convex, and the depth below one plane is linear: over a triangle both
//!   are largest at a corner.
//!
//! So the results are proven, up to the tolerances below and rounding.
//!
//! Cost: a query of the surface's tree for each triangle and box visited, some hundreds for a part.

use alloc::vec::Vec;

use super::depths::Depths;
use super::hull::Hull;
use super::piece::Piece;
use super::settings::Watch;
use super::whole::Whole;
use crate::math::{Aabb, Each, Real, Vec3};

/// Tolerance on surfaces, and once more inside, relative to the requested concavity: the true value may exceed the best found by it.
/// Smaller, and more triangles are visited; larger, and parts are cut unnecessarily.
pub(super) const TOLERANCE: f64 = 0.025;

/// The same for a part that is more concave than requested, relative to its own concavity: it is cut in any case.
const COARSE: f64 = 0.125;

/// Floors relative to the requested concavity: values below the last one are not resolved. Small values take long to
/// establish, so large ones are searched first.
const FLOORS: [f64; 4] = [0.9, 0.5, 0.25, 0.1];

/// The same for points inside a hull, where the search has one more dimension.
const FLOOR_INSIDE: f64 = 0.9;

/// Triangles and boxes visited between two calls of the callback: some milliseconds.
const STEPS: u32 = 1 << 13;

/// Approximate steps of the budget per visit.
const LOOK: usize = 16;

/// Deepest halving of triangles and boxes. They are then smaller than a thousandth of the whole, triangles smaller than
/// [`FINEST`].
const MAX_DEPTH: usize = 30;

/// Lengths below this, relative to the unit, count as 0, however small the requested concavity.
pub(super) const FINEST: f64 = 1e-4;

/// Distance in front of a polygon, relative to the unit, of the point that decides whether the polygon bounds the solid. Narrower
/// slots count as closed.
const IN_FRONT: f64 = 1e-6;

/// The concavity of the hull of some pieces, and where it is attained. It is an upper bound. If it is at most
/// `asked`, nothing more is known; above `enough` it is no longer a bound. Infinite if the work was cancelled.
pub(super) fn concavity<'a>(
    whole: &Whole,
    hull: &Hull,
    pieces: impl Iterator<Item = &'a Piece> + Clone,
    asked: f64,
    enough: f64,
    watch: &mut Watch<'_>,
) -> (f64, Option<Vec3<f64>>) {
    // Both tolerances together stay within the requested concavity, however the sum is rounded.
    let mut search = Search::new(asked, (1.0 - 2.0 * TOLERANCE - 8.0 * f64::EPSILON) * asked, enough, watch);
    farthest_on_surface(whole, hull, &mut search);
    if search.goes_on() {
        let depths = Depths::new(hull);
        if pieces.clone().any(|piece| has_inner_surface(whole, &depths, piece)) {
            farthest_inside(whole, hull, &mut search);
        }
        for piece in pieces {
            deepest(whole, &depths, piece, &mut search);
        }
    }
    search.count();
    if search.watch.stopped() {
        // Unvisited regions may have any value.
        return (f64::INFINITY, search.at);
    }
    // One tolerance for surfaces, and one for the inside.
    (search.limit() + search.slack(), search.at)
}

/// Depth below the surface of a hull, relative to the unit, up to which polygons count as on it: more than rounding.
const ON_SURFACE: f64 = 1e-9;

/// Bounds for some hulls together; 0 if they are at most [`Found::ZERO`].
pub(super) struct Found {
    /// Largest distance of a point on their surface from the solid.
    pub(super) distance: f64,
    /// The larger of that and the largest depth of the surface inside them.
    pub(super) concavity: f64,
}

impl Found {
    /// Fraction of the requested concavity: a bound below it, without a value found, is usually rounding.
    const ZERO: f64 = 0.126;
}

/// Bounds on the maxima over some hulls with their pieces, at most 2.5 % above a value found or that fraction of the requested
/// concavity, twice that if there are hollows; more if the budget is spent.
pub(super) fn largest(
    whole: &Whole,
    hulls: &[(&Hull, Vec<&Piece>)],
    asked: f64,
    watch: &mut Watch<'_>,
) -> Found {
    let mut search = Search::new(asked, 0.0, f64::INFINITY, watch);
    (search.coarse, search.reports) = (TOLERANCE, true);
    let zero = Real::max(Found::ZERO * asked, FINEST * whole.unit);
    let depths: Vec<Depths<'_>> = hulls.iter().map(|(hull, _)| Depths::new(hull)).collect();
    let mut inside = 0.0;
    for floor in FLOORS {
        search.begin(floor);
        hulls.iter().for_each(|(hull, _)| farthest_on_surface(whole, hull, &mut search));
        for ((hull, pieces), depths) in hulls.iter().zip(&depths).filter(|_| floor >= FLOOR_INSIDE) {
            if pieces.iter().any(|piece| has_inner_surface(whole, depths, piece)) {
                farthest_inside(whole, hull, &mut search);
                // Only values above the floor are resolved there.
                inside = if search.seen >= floor * asked { search.slack() } else { 0.0 };
            }
        }
        if search.seen >= floor * asked || search.watch.stopped() {
            break;
        }
    }
    let distance = search.bound(zero, inside);
    for floor in FLOORS {
        search.begin(floor);
        for ((_, pieces), depths) in hulls.iter().zip(&depths) {
            pieces.iter().for_each(|piece| deepest(whole, depths, piece, &mut search));
        }
        if search.seen >= floor * asked || search.watch.stopped() {
            break;
        }
    }
    let concavity = Real::max(search.bound(zero, 0.0), distance);
    search.count();
    Found { distance, concavity }
}

/// Distance of the surface of the hull from the solid.
fn farthest_on_surface(whole: &Whole, hull: &Hull, search: &mut Search<'_, '_>) {
    let value = |triangle: &[Vec3<f64>; 3], middle: Vec3<f64>, radius: f64, limit: f64| {
        let (distance, nearest) = whole.surface.nearest(middle, limit - radius);
        if distance + radius <= limit {
            // The distance to any triangle near enough: the middle may be nearer to the surface.
            return (f64::NEG_INFINITY, distance + radius);
        }
        let to_nearest = |p: Vec3<f64>| whole.surface.distance_from(p, nearest);
        let bound = triangle.iter().fold(0.0, |m, &corner| Real::max(to_nearest(corner), m));
        // Inside the solid, the distance is negative.
        if bound > limit && whole.holds(middle) { (-distance, bound) } else { (distance, bound) }
    };
    for triangle in hull.triangles() {
        search.over(triangle, value, |p| !whole.holds(p));
    }
}

/// Depth of the surface of a piece inside the hull.
fn deepest(whole: &Whole, depths: &Depths<'_>, piece: &Piece, search: &mut Search<'_, '_>) {
    let value = |triangle: &[Vec3<f64>; 3], middle: Vec3<f64>, radius: f64, limit: f64| {
        depths.over(triangle, middle, radius, limit)
    };
    for polygon in 0..piece.polygon_count() {
        let normal = whole.mesh.polygons()[piece.source(polygon) as usize].normal;
        // Surfaces inside the solid are not its boundary.
        let bounds = |p: Vec3<f64>| !whole.holds(p + normal * (IN_FRONT * whole.unit));
        let mut ring = piece.ring(polygon);
        let (Some(first), Some(mut before)) = (ring.next(), ring.next()) else { continue };
        for corner in ring {
            search.over([first, before, corner], value, bounds);
            before = corner;
        }
    }
}

/// Whether some of the surface of a piece is inside the hull and not on its surface: otherwise there is no hollow.
fn has_inner_surface(whole: &Whole, depths: &Depths<'_>, piece: &Piece) -> bool {
    (0..piece.polygon_count()).any(|polygon| {
        let ring = piece.ring(polygon);
        let middle = ring.clone().fold(Vec3::ZERO, |sum, p| sum + p) * (1.0 / ring.len() as f64);
        // On a plane of the hull if its center is, since all its corners are behind that plane.
        depths.of(middle) > ON_SURFACE * whole.unit
    })
}

/// Distance of points inside the hull from the solid: only in hollows can they be farther than those on its surface, which
/// must have been searched before.
fn farthest_inside(whole: &Whole, hull: &Hull, search: &mut Search<'_, '_>) {
    let on_surface = search.limit();
    let mut stack = [(hull.bounds, 0, f64::INFINITY); MAX_DEPTH + 1];
    let mut waiting = 1;
    while waiting > 0 {
        waiting -= 1;
        let (bounds, depth, known) = stack[waiting];
        let goes_on = search.goes_on();
        if !goes_on && (depth > 0 || !search.reports) {
            search.leave(known);
            continue;
        }
        let (middle, half) = (bounds.center(), bounds.half_extents());
        let radius = half.norm();
        let inside = hull.depth_to(middle, -radius);
        let limit = search.limit() + search.slack();
        // No point of the box is farther from the surface of the hull.
        if inside < -radius || on_surface + inside + radius <= limit {
            continue;
        }
        let enough = limit - radius;
        let (distance, _) = whole.surface.nearest(middle, enough);
        if distance <= enough {
            continue;
        }
        let v = if whole.holds(middle) { -distance } else { distance };
        if v > search.best && inside >= 0.0 {
            search.find(v, middle);
        }
        if v + radius <= limit {
            continue;
        }
        if depth == MAX_DEPTH || !goes_on {
            search.leave(v + radius);
            continue;
        }
        let longest = if half.x >= half.y && half.x >= half.z {
            Vec3::new(half.x, 0.0, 0.0)
        } else if half.y >= half.z {
            Vec3::new(0.0, half.y, 0.0)
        } else {
            Vec3::new(0.0, 0.0, half.z)
        };
        for sign in [-0.5, 0.5] {
            let part = Aabb::around(middle + longest * sign, half - longest * 0.5);
            stack[waiting] = (part, depth + 1, v + radius);
            waiting += 1;
        }
    }
}

/// A search for the maximum.
struct Search<'a, 'b> {
    /// Upper bound on the values searched so far; at least the floor.
    best: f64,
    /// Largest value found.
    seen: f64,
    /// Point where it was found.
    at: Option<Vec3<f64>>,
    /// Requested concavity.
    asked: f64,
    /// Value above which the search ends.
    enough: f64,
    /// Relative tolerance for values above the requested concavity.
    coarse: f64,
    /// Whether a bound is needed if the budget is spent.
    reports: bool,
    /// Upper bound on what was not refined: at the last depth, or when the budget was spent.
    left: f64,
    /// Polled every [`STEPS`].
    watch: &'a mut Watch<'b>,
    steps: u32,
}

impl<'a, 'b> Search<'a, 'b> {
    fn new(asked: f64, floor: f64, enough: f64, watch: &'a mut Watch<'b>) -> Self {
        Self {
            best: floor,
            seen: 0.0,
            at: None,
            asked,
            enough,
            coarse: COARSE,
            reports: false,
            left: 0.0,
            watch,
            steps: 0,
        }
    }

    /// Starts the search for values above a fraction of the requested concavity, and above the best found.
    fn begin(&mut self, floor: f64) {
        self.best = Real::max(self.seen, floor * self.asked);
        self.left = 0.0;
    }

    /// Charges the steps since the last poll.
    fn count(&mut self) {
        self.watch.charge(self.steps as usize * LOOK);
        self.steps = 0;
    }

    /// Skips a triangle or box whose values are at most this.
    fn leave(&mut self, bound: f64) {
        self.left = Real::max(bound, self.left);
    }

    /// Upper bound on all values, 0 if none was found and none is above `zero`; `more` is added to the value found.
    fn bound(&self, zero: f64, more: f64) -> f64 {
        let bound = Real::max(self.limit() + more, self.left);
        if self.seen == 0.0 && bound <= zero { 0.0 } else { bound }
    }

    /// Counts a step, and returns whether to continue.
    fn goes_on(&mut self) -> bool {
        self.steps += 1;
        if self.steps == STEPS {
            self.count();
            self.watch.go_on();
        }
        self.best <= self.enough && !self.watch.stopped()
    }

    /// Tolerance of the search. A part that is too concave needs less accuracy.
    fn slack(&self) -> f64 {
        if self.best > self.asked { self.best * self.coarse } else { self.asked * TOLERANCE }
    }

    /// Largest value that may stay undetected.
    fn limit(&self) -> f64 {
        self.best + self.slack()
    }

    fn find(&mut self, value: f64, at: Vec3<f64>) {
        self.seen = Real::max(value, self.seen);
        self.at = Some(at);
        self.best = Real::max(value, self.best);
    }

    /// Searches a triangle for values above the best. `value` gives the value at the center and a bound for the whole triangle, by the
    /// radius of the triangle and the limit; no value if no point of the triangle is above the limit.
    /// `counts` says whether a point is to be considered.
    fn over(
        &mut self,
        triangle: [Vec3<f64>; 3],
        value: impl Fn(&[Vec3<f64>; 3], Vec3<f64>, f64, f64) -> (f64, f64),
        counts: impl Fn(Vec3<f64>) -> bool,
    ) {
        let mut stack = [(triangle, 0, f64::INFINITY); MAX_DEPTH + 1];
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let (triangle, depth, known) = stack[waiting];
            // Even without steps left, each triangle is visited once: then something is known about it.
            let goes_on = self.goes_on();
            if !goes_on && (depth > 0 || !self.reports) {
                self.leave(known);
                continue;
            }
            let [a, b, c] = triangle;
            let middle = (a + b + c) * (1.0 / 3.0);
            let reach = |p: Vec3<f64>| (p - middle).norm();
            let radius = Real::max(Real::max(reach(a), reach(b)), reach(c));
            let (v, bound) = value(&triangle, middle, radius, self.limit());
            // A value hardly above 0 is usually rounding, and is skipped.
            if v > self.seen && v > self.asked * TOLERANCE {
                if counts(middle) {
                    self.find(v, middle);
                } else if v > self.best && radius <= self.asked {
                    // Resolution for surfaces that bound the solid in part.
                    continue;
                }
            }
            let bound = Real::min(v + radius, bound);
            if bound <= self.limit() {
                continue;
            }
            if depth == MAX_DEPTH || !goes_on {
                self.leave(bound);
                continue;
            }
            // Across its longest side.
            let [ab, bc, ca] = [b - a, c - b, a - c].each(|side| side.norm_squared());
            let (a, b, c) = if ab >= bc && ab >= ca {
                (a, b, c)
            } else if bc >= ca {
                (b, c, a)
            } else {
                (c, a, b)
            };
            let cut = (a + b) * 0.5;
            for half in [[a, cut, c], [cut, b, c]] {
                stack[waiting] = (half, depth + 1, bound);
                waiting += 1;
            }
        }
    }
}
