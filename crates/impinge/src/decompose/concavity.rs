//! How concave a part is: how far its hull is from the solid.
//!
//! Two lengths, of which the larger one counts:
//! - how far a point of the hull is from the solid, and
//! - how deep a point of the surface of the solid lies inside the hull. This finds slots and holes that are too narrow for the
//!   first one.
//!
//! Wei, Liu, Ling, Su, "Approximate convex decomposition for 3D meshes with collision-aware concavity and tree search", 2022,
//! ask for both on surfaces, by random samples. Here the largest value is searched by branch and bound: triangles and boxes
//! that could hold more than what was found are halved. What they could hold is known by two facts:
//! - Both lengths change by no more than the way between two points: a triangle or box whose middle has the value v and whose
//!   corners are within r of it has none above v + r.
//! - The distance from one triangle of the surface is convex, and the depth below one plane is linear: over a triangle both
//!   are largest at a corner.
//!
//! So the answers are proven, up to the tolerances below and rounding.
//!
//! Cost: the tree of the surface is asked for each triangle and box that is looked at, some hundreds for a part.

use alloc::vec::Vec;

use super::depths::Depths;
use super::hull::Hull;
use super::piece::Piece;
use super::watch::Watch;
use super::whole::Whole;
use crate::math::{Aabb, Each, Real, Vec3};

/// How much more than what was found there may be, on surfaces and once more inside, as a part of the concavity that is asked for.
/// Smaller, and more triangles are looked at; larger, and parts are cut that need not be.
pub(super) const TOLERANCE: f64 = 0.025;

/// The same for a part that is more concave than asked for, as a part of its own concavity: it is cut in any case.
const COARSE: f64 = 0.125;

/// Parts of the concavity that is asked for, below the last of which values are not told apart. It takes long to be sure of
/// small ones, so large ones are asked for first.
const FLOORS: [f64; 4] = [0.9, 0.5, 0.25, 0.1];

/// The same for points inside a hull, where there is a dimension more to look at.
const FLOOR_INSIDE: f64 = 0.9;

/// Triangles and boxes that are looked at before the caller is asked whether to go on: some milliseconds.
const STEPS: u32 = 1 << 13;

/// Steps of the budget that such a look takes, about.
const LOOK: usize = 16;

/// Triangles and boxes are halved at most so often. They are then smaller than a thousandth of the whole, triangles smaller than
/// [`FINEST`].
const MAX_DEPTH: usize = 30;

/// Lengths below this part of the unit count as 0, however little is asked for.
pub(super) const FINEST: f64 = 1e-4;

/// How far in front of a polygon a point is looked at to see whether the polygon bounds the solid, as a part of the unit. Narrower
/// slots count as closed.
const IN_FRONT: f64 = 1e-6;

/// Whether the hull of some pieces is concave, and where it is most. The length is a bound: none is larger. If it is at most
/// `asked`, no more is known of it; above `enough` it is no bound any more. Infinite if the work was cancelled.
pub(super) fn concavity<'a>(
    whole: &Whole,
    hull: &Hull,
    pieces: impl Iterator<Item = &'a Piece> + Clone,
    asked: f64,
    enough: f64,
    watch: &mut Watch<'_>,
) -> (f64, Option<Vec3<f64>>) {
    // With both tolerances at most what is asked for, however the sum is rounded.
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
        // What was not looked at may be anything.
        return (f64::INFINITY, search.at);
    }
    // Once on surfaces, and once more inside.
    (search.limit() + search.slack(), search.at)
}

/// Polygons up to this part of the unit below the surface of a hull count as on it: more than rounding.
const ON_SURFACE: f64 = 1e-9;

/// What is known of some hulls, in all: bounds, and 0 where they are no more than [`Found::ZERO`].
pub(super) struct Found {
    /// No point on the surface of them is farther from the solid.
    pub(super) distance: f64,
    /// The larger one of that and of how deep the surface lies inside them at most.
    pub(super) concavity: f64,
}

impl Found {
    /// Part of the concavity that is asked for: a bound that is no larger, without a value that was found, is rounding as a rule.
    const ZERO: f64 = 0.126;
}

/// Bounds of the largest values over some hulls with their pieces, at most 2.5 % above a value that was found or that much of what is
/// asked for, twice that where there are hollows; more if the budget is spent.
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
                // Only values above the floor are told apart there.
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

/// How far the surface of the hull is from the solid.
fn farthest_on_surface(whole: &Whole, hull: &Hull, search: &mut Search<'_, '_>) {
    let value = |triangle: &[Vec3<f64>; 3], middle: Vec3<f64>, radius: f64, limit: f64| {
        let (distance, nearest) = whole.surface.nearest(middle, limit - radius);
        if distance + radius <= limit {
            // That of any triangle near enough: the middle may be nearer to the surface.
            return (f64::NEG_INFINITY, distance + radius);
        }
        let to_nearest = |p: Vec3<f64>| whole.surface.distance_from(p, nearest);
        let bound = triangle.iter().fold(0.0, |m, &corner| Real::max(to_nearest(corner), m));
        // Inside the solid the distance counts the other way.
        if bound > limit && whole.holds(middle) { (-distance, bound) } else { (distance, bound) }
    };
    for triangle in hull.triangles() {
        search.over(triangle, value, |p| !whole.holds(p));
    }
}

/// How deep the surface of a piece lies inside the hull.
fn deepest(whole: &Whole, depths: &Depths<'_>, piece: &Piece, search: &mut Search<'_, '_>) {
    let value = |triangle: &[Vec3<f64>; 3], middle: Vec3<f64>, radius: f64, limit: f64| {
        depths.over(triangle, middle, radius, limit)
    };
    for polygon in 0..piece.polygon_count() {
        let normal = whole.mesh.polygons()[piece.source(polygon) as usize].normal;
        // Surfaces inside the solid bound nothing.
        let bounds = |p: Vec3<f64>| !whole.holds(p + normal * (IN_FRONT * whole.unit));
        let mut ring = piece.ring(polygon);
        let (Some(first), Some(mut before)) = (ring.next(), ring.next()) else { continue };
        for corner in ring {
            search.over([first, before, corner], value, bounds);
            before = corner;
        }
    }
}

/// Whether some of the surface of a piece is inside the hull, and not on its surface: if not there is no hollow.
fn has_inner_surface(whole: &Whole, depths: &Depths<'_>, piece: &Piece) -> bool {
    (0..piece.polygon_count()).any(|polygon| {
        let ring = piece.ring(polygon);
        let middle = ring.clone().fold(Vec3::ZERO, |sum, p| sum + p) * (1.0 / ring.len() as f64);
        // On a plane of the hull if its middle is, since all its corners are behind that plane.
        depths.of(middle) > ON_SURFACE * whole.unit
    })
}

/// How far points inside the hull are from the solid: only in hollows they can be farther than those on its surface, which
/// must have been looked at before.
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
        // From no point of the box it is farther to the surface of the hull.
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

/// A search for the largest value.
struct Search<'a, 'b> {
    /// No value above it was found; at least the floor.
    best: f64,
    /// The largest value found.
    seen: f64,
    /// Where it was found.
    at: Option<Vec3<f64>>,
    /// What is asked for.
    asked: f64,
    /// If the best is above it, the search ends.
    enough: f64,
    /// How much more than the best may stay unknown above what is asked for, as a part of the best.
    coarse: f64,
    /// Whether a bound is wanted where the budget is spent.
    reports: bool,
    /// What was not looked at any closer is no more than this: at the last depth, or where the budget is spent.
    left: f64,
    /// Asked every [`STEPS`].
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

    /// Begins to look for values above a part of what is asked for, and for more than what was found.
    fn begin(&mut self, floor: f64) {
        self.best = Real::max(self.seen, floor * self.asked);
        self.left = 0.0;
    }

    /// Counts the steps since the caller was asked last.
    fn count(&mut self) {
        self.watch.charge(self.steps as usize * LOOK);
        self.steps = 0;
    }

    /// Leaves a triangle or box whose values are no more than this.
    fn leave(&mut self, bound: f64) {
        self.left = Real::max(bound, self.left);
    }

    /// No value is larger, 0 if none was found and none is above `zero`; `more` is what is added to what was found.
    fn bound(&self, zero: f64, more: f64) -> f64 {
        let bound = Real::max(self.limit() + more, self.left);
        if self.seen == 0.0 && bound <= zero { 0.0 } else { bound }
    }

    /// Counts a step, and says whether there is to be one.
    fn goes_on(&mut self) -> bool {
        self.steps += 1;
        if self.steps == STEPS {
            self.count();
            self.watch.go_on();
        }
        self.best <= self.enough && !self.watch.stopped()
    }

    /// How much more than the best may stay unknown. Of a part that is too concave it need not be known well.
    fn slack(&self) -> f64 {
        if self.best > self.asked { self.best * self.coarse } else { self.asked * TOLERANCE }
    }

    /// The largest value that may stay unknown.
    fn limit(&self) -> f64 {
        self.best + self.slack()
    }

    fn find(&mut self, value: f64, at: Vec3<f64>) {
        self.seen = Real::max(value, self.seen);
        self.at = Some(at);
        self.best = Real::max(value, self.best);
    }

    /// Looks for more than the best in a triangle. `value` gives the value at the middle and a bound for the whole triangle, by the
    /// radius of the triangle and the limit; no value if no point of the triangle is above the limit.
    /// `counts` says whether a point is to be looked at.
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
            // Where there is to be no step any more, each triangle is looked at once all the same: something is known of it then.
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
            // What is hardly more than 0 is rounding, as a rule, and is left alone.
            if v > self.seen && v > self.asked * TOLERANCE {
                if counts(middle) {
                    self.find(v, middle);
                } else if v > self.best && radius <= self.asked {
                    // How finely surfaces are looked at that bound the solid in part.
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
