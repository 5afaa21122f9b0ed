//! Segments between points of the plane, under a tree.

use alloc::vec::Vec;

use crate::body::{Middle, Tree};
use crate::broad::bvh::{Items, MOST_ITEMS, StaticBvh, each_near};
use crate::error::{Problem, ShapeError};
use crate::math::{Aabb, Each, Pose, Real, Rot2, Vec2, Vector, problem_with};
use crate::mesh::{RISE, is_level};
use crate::shape::{Core2, Parts, Segment2};

/// Middle, direction and half length of a segment are each computed by some operations on its ends: the error of its ends is this many
/// ε of the half length.
const SIDE_ULPS: f64 = 8.0;

/// A point this near to the end of a segment is at it, as a fraction of its length.
const NEAR: f64 = 1.0 / 4096.0;

/// A contact normal between the ends of a segment is that of the segment: its cosine is above this, however rounded.
const STRAIGHT: f64 = 1.0 - 1.0 / 4096.0;

/// A body that touches an open end along a normal that leans to the left by less than this, as a sine, comes lengthwise: about one
/// degree.
const LENGTHWISE: f64 = 1.0 / 64.0;

/// Segments, each from a point to the one after it.
#[derive(Clone, Debug)]
pub(super) struct Sides<T: Real> {
    pub(super) points: Vec<Vec2<T>>,
    /// Starts of the rings, and the number of points. One range if it is open.
    starts: Vec<u32>,
    is_open: bool,
    /// For each item of the tree, the number of the segment: that of its starting point.
    order: Vec<u32>,
    tree: StaticBvh,
    bounds: Aabb<Vec2<f64>>,
    /// Number of dropped points.
    pub(super) dropped: usize,
}

impl<T: Real> Sides<T> {
    /// Creates rings, or one open polyline, dropping points that repeat the one before. An error lists all problems; each
    /// needs `least` points after that.
    pub(super) fn new<'a>(
        rings: impl Iterator<Item = &'a [Vec2<T>]>,
        is_open: bool,
        what: &'static str,
        least: usize,
    ) -> Result<Self, ShapeError> {
        let mut error = ShapeError::default();
        let (mut points, mut starts, mut index) = (Vec::<Vec2<T>>::new(), Vec::new(), 0);
        for ring in rings {
            let start = points.len();
            starts.push(start as u32);
            for &p in ring {
                let problem = problem_with("x", p.x).or(problem_with("y", p.y));
                match problem {
                    Some(Problem::NotFinite { .. }) => error.push(Problem::PointNotFinite { index }),
                    Some(_) => error.push(Problem::PointTooLarge { index }),
                    None if points[start..].last() != Some(&p) => points.push(p),
                    None => {}
                }
                index += 1;
            }
            while !is_open && points.len() > start + 1 && points[start..].first() == points.last() {
                points.pop();
            }
            let count = points.len() - start;
            if count < least {
                error.push(Problem::TooFew { what, count, least });
            }
        }
        if points.len() > MOST_ITEMS {
            error.push(Problem::TooMany { what: "points", count: points.len(), most: MOST_ITEMS });
        }
        if starts.is_empty() {
            error.push(Problem::TooFew { what: "rings", count: 0, least: 1 });
        }
        error.or_ok(())?;
        starts.push(points.len() as u32);
        points.shrink_to_fit();
        let wide = points.iter().map(|p| p.cast());
        let bounds = Aabb::of_points(wide).unwrap_or(Aabb { min: Vec2::ZERO, max: Vec2::ZERO });
        let dropped = index - points.len();
        let sides = Self {
            points,
            starts,
            is_open,
            order: Vec::new(),
            tree: StaticBvh::new(&Ends(&[])).0,
            bounds,
            dropped,
        };
        let ends: Vec<[Vec2<f64>; 2]> = (0..sides.count()).map(|side| sides.ends(side)).collect();
        let (tree, order) = StaticBvh::new(&Ends(&ends));
        Ok(Self { tree, order, ..sides })
    }

    /// Number of segments.
    pub(super) fn count(&self) -> u32 {
        self.points.len() as u32 - u32::from(self.is_open)
    }

    /// The points of each ring, by their numbers.
    pub(super) fn rings(&self) -> impl ExactSizeIterator<Item = core::ops::Range<u32>> + '_ {
        self.starts.windows(2).map(|w| w[0]..w[1])
    }

    /// The ring of a point.
    pub(super) fn ring_of(&self, point: u32) -> usize {
        self.starts.partition_point(|&start| start <= point) - 1
    }

    /// The point after another one.
    pub(super) fn after(&self, point: u32) -> u32 {
        let ring = self.ring_of(point);
        if point + 1 == self.starts[ring + 1] { self.starts[ring] } else { point + 1 }
    }

    /// A point in `f64`.
    #[inline]
    pub(super) fn wide(&self, point: u32) -> Vec2<f64> {
        self.points[point as usize].cast()
    }

    /// Ends of a segment, in `f64`.
    #[inline]
    pub(super) fn ends(&self, side: u32) -> [Vec2<f64>; 2] {
        [self.wide(side), self.wide(self.after(side))]
    }

    /// Bounding box of all points.
    pub(super) fn bounds(&self) -> Aabb<Vec2<f64>> {
        self.bounds
    }

    pub(super) fn tree(&self) -> Tree<'_> {
        Tree::Stored(&self.tree)
    }

    /// The segment of an item of the tree.
    #[inline]
    pub(super) fn side(&self, item: u32) -> u32 {
        self.order[item as usize]
    }

    /// A segment as a convex shape, by its number in the tree.
    pub(super) fn piece<'a>(&self, item: u32) -> Parts<'a, Vec2<f64>> {
        let [a, b] = self.ends(self.side(item)).each(|p| p * 0.5);
        let (middle, along) = (a + b, b - a);
        let half = along.norm();
        let narrow = T::of(half);
        let (core, turn) = match along.normalized() {
            Some(unit) if narrow > T::ZERO => {
                (Core2::Segment(Segment2::of_size(narrow.f64())), Rot2::from_y_axis(unit))
            }
            // Shorter than the least number.
            _ => (Core2::Point, Rot2::default()),
        };
        let rounded = middle.sum_abs() + SIDE_ULPS * half + f64::MIN_POSITIVE;
        let lost = (narrow.f64() - half).abs() + f64::EPSILON * rounded;
        Parts { pose: Pose::of(middle, turn), lost, ..Parts::of(core, T::PRECISION) }
    }

    /// The normal of a segment, by its number in the tree, if the neighboring segments rise along that of a contact, or the contact is
    /// from behind: no body beyond them touches there. At joints a segment by itself has ends that the chain does not have. The normal
    /// is on the side of `other`, or on the left.
    pub(super) fn allowed_instead(
        &self,
        item: u32,
        normal: Vec2<f64>,
        other: Option<&mut Middle<Vec2<f64>>>,
    ) -> Option<Vec2<f64>> {
        let side = self.side(item);
        let [a, b] = self.ends(side);
        let left = (b - a).normalized()?.perp();
        let is_left = other.is_none_or(|other| {
            let middle = other.point;
            other.is_in_front(left.dot(middle - a) >= 0.0, || self.is_left(side, middle))
        });
        let out = if is_left { left } else { -left };
        if is_level(normal, out) {
            return None;
        }
        // The end that is highest along the normal touches, and the neighbor beyond it must not rise. The sum of their normals
        // determines the side of both on which the normal is.
        let goes_on = normal.dot(b - a) > 0.0;
        let way = |end: Vec2<f64>, far: u32| (self.wide(far) - end).unit();
        let beyond = if goes_on {
            self.beyond(side).map(|far| way(b, far))
        } else {
            self.before(side).map(|far| way(a, far))
        };
        let rises = beyond.is_some_and(|way| normal.dot(way) > RISE);
        let both = left + beyond.map_or(Vec2::ZERO, |way| if goes_on { way.perp() } else { -way.perp() });
        let is_behind = both.dot(normal) < 0.0;
        (rises || is_behind == is_left).then_some(out)
    }

    /// Whether a point is on the left of the segments around one: of the place nearest to it, as far as they lead there with ever
    /// decreasing distance. At a joint the sum of both normals decides.
    fn is_left(&self, mut side: u32, point: Vec2<f64>) -> bool {
        let foot = |side: u32| {
            let [a, b] = self.ends(side);
            let way = b - a;
            let part = way.dot(point - a) / way.norm_squared();
            (a + way * part.clamp(0.0, 1.0), part, way.unit().perp())
        };
        let mut before = None;
        for _ in 0..self.count() {
            let (on, part, left) = foot(side);
            let beyond = if part >= 1.0 {
                self.beyond(side).map(|_| self.after(side))
            } else if part <= 0.0 {
                self.before(side)
            } else {
                None
            };
            let Some(beyond) = beyond else { return left.dot(point - on) >= 0.0 };
            let (further, _, other) = foot(beyond);
            if before == Some(beyond) || (point - further).norm_squared() >= (point - on).norm_squared() {
                return (left + other).dot(point - on) >= 0.0;
            }
            (before, side) = (Some(side), beyond);
        }
        true
    }

    /// The segment that contains a point within `near`, if the chain is straight from a segment, by its number in the tree, to there.
    pub(super) fn flat_to(&self, item: u32, point: Vec2<f64>, near: f64) -> Option<u32> {
        let mut side = self.side(item);
        let [a, b] = self.ends(side);
        let along = (b - a).normalized()?;
        let goes_on = along.dot(point - a) > 0.0;
        for _ in 0..self.count() {
            let [a, b] = self.ends(side);
            let way = (b - a).unit();
            if !is_level(way, along) {
                return None;
            }
            let (before, beyond) = (way.dot(a - point) > near, way.dot(point - b) > near);
            side = match (before, beyond) {
                (false, false) => return (way.perp().dot(point - a).abs() <= near).then_some(side),
                (false, true) if goes_on && self.beyond(side).is_some() => self.after(side),
                (true, false) if !goes_on => self.before(side)?,
                _ => return None,
            };
        }
        None
    }

    /// Whether a body that touches a segment, by its number in the tree, at a point of it is on the left of the segments there:
    /// `normal` leads to it.
    ///
    /// Between the ends of a segment a contact normal is ±l, with l the normal to its left. At a joint of two segments with the normals
    /// l and m it lies between l and m for a body on the left, between −l and −m for one on the right: in either case within 90° of l +
    /// m or of its opposite, so that both segments give the same answer and nothing slips between them. At an open end it may be any;
    /// there a body that comes lengthwise is not on the left.
    pub(super) fn is_left_of(&self, item: u32, point: Vec2<f64>, normal: Vec2<f64>) -> bool {
        let side = self.side(item);
        let [a, b] = self.ends(side);
        let Some(along) = (b - a).normalized() else { return true };
        let left = along.perp();
        let rise = left.dot(normal);
        let [to_a, to_b] = [a, b].each(|p| (p - point).norm());
        let near = NEAR * (b - a).norm();
        if rise.abs() > STRAIGHT && to_a > near && to_b > near {
            return rise > 0.0;
        }
        let joined = if to_a <= to_b {
            self.before(side).and_then(|far| (a - self.wide(far)).normalized())
        } else {
            self.beyond(side).and_then(|far| (self.wide(far) - b).normalized())
        };
        match joined.map(|other| left + other.perp()) {
            None => rise > LENGTHWISE,
            // A spike of two segments that lie on one another has both sides on its left.
            Some(sum) if sum.norm() <= RISE => rise >= -RISE,
            Some(sum) => sum.dot(normal) > 0.0,
        }
    }

    /// The point after the end of a segment, if it exists.
    fn beyond(&self, side: u32) -> Option<u32> {
        let end = self.after(side);
        let last = self.is_open && end + 1 == self.points.len() as u32;
        (!last).then(|| self.after(end))
    }

    /// The point before another one.
    fn before(&self, point: u32) -> Option<u32> {
        let ring = self.ring_of(point);
        match (point == self.starts[ring], self.is_open) {
            (false, _) => Some(point - 1),
            (true, true) => None,
            (true, false) => Some(self.starts[ring + 1] - 1),
        }
    }

    /// Bound on the distance of a point from the origin.
    pub(super) fn reach(&self) -> f64 {
        self.bounds.min.abs().max(self.bounds.max.abs()).norm()
    }

    /// Bound on [`Parts::lost`] of a piece: half a length is no more than the reach, and is rounded to the precision of points.
    pub(super) fn lost(&self) -> f64 {
        Real::max(T::EPSILON.f64(), 2.0 * SIDE_ULPS * f64::EPSILON) * self.reach()
    }

    /// Calls `visit` with the segments near a box, given by its corners, until it returns false.
    pub(super) fn near(&self, low: Vec2<f64>, high: Vec2<f64>, mut visit: impl FnMut(u32) -> bool) {
        let corners = [[low.x, low.y, 0.0], [high.x, high.y, 0.0]];
        each_near(&self.tree, corners, 0.0, |item| if visit(self.side(item)) { 0.0 } else { -1.0 });
    }

    /// Number of bytes on the heap.
    pub(super) fn heap_bytes(&self) -> usize {
        self.points.capacity() * size_of::<Vec2<T>>()
            + (self.starts.capacity() + self.order.capacity()) * size_of::<u32>()
            + self.tree.heap_bytes()
    }
}

/// Segments as items of the tree.
struct Ends<'a>(&'a [[Vec2<f64>; 2]]);

impl Items for Ends<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn each_point(&self, item: usize, visit: impl FnMut([f64; 3])) {
        self.0[item].each(|p| [p.x, p.y, 0.0]).into_iter().for_each(visit);
    }
    fn weight(&self, item: usize) -> f64 {
        let [a, b] = self.0[item];
        (b - a).norm()
    }
}
