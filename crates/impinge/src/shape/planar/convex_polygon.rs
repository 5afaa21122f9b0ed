//! Convex polygon: the convex hull of points in the plane.
//!
//! Frame: the coordinates given. Vertices run counter-clockwise; their index is their [`Id`].
//!
//! Support: a scan for few vertices; for many, a binary search over the edge directions, O(log n), finished by a walk.
//! From a hint: a walk along the boundary, O(1) if the direction changed little.

use alloc::vec::Vec;

use crate::error::ShapeError;
use crate::hull::{Polygon, planar_hull, planar_hull_of_loop};
use crate::math::{Aabb, Pose, Real, Vec2, exponent_of};
use crate::shape::common::{aabb_by_reach, farthest, level, tame, vectors};
use crate::shape::{Bounded, Id, Measure, Measured, Support};

/// Up to this many vertices a scan is faster than the search.
const SCAN_LIMIT: usize = 16;

/// Number of steps after which a walk from a hint gives up: a search is then cheaper.
const WALK_LIMIT: usize = 16;

/// A convex polygon with an interior, its vertices as given. For collinear points use [`Segment2`](super::Segment2).
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexPolygon<T: Real> {
    vertices: Vec<Vec2<T>>,
    sources: Vec<u32>,
    /// First edge that turns by a half turn or more from edge 0; edge i leaves vertex i.
    half_turn: usize,
    measure: Measure<Vec2<T>>,
    /// Distance of the farthest vertex from the origin.
    reach: T,
}

impl<T: Real> ConvexPolygon<T> {
    /// The convex hull of these points: vectors, arrays, or point types of other libraries.
    ///
    /// # Panics
    /// If a coordinate is not finite, above [`LIMIT`](crate::math::Real::LIMIT) or the points lie on one line; see
    /// [`ConvexPolygon::try_new`].
    pub fn new<P: Copy + Into<Vec2<T>>>(points: &[P]) -> Self {
        Self::try_new(points).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The convex hull of these points.
    ///
    /// # Errors
    /// If a coordinate is not finite or above [`LIMIT`](crate::math::Real::LIMIT) (every such point is listed), or the
    /// points do not span the plane: the error says, by exact predicates, whether there are none, only one point, or
    /// all lie on one line.
    pub fn try_new<P: Copy + Into<Vec2<T>>>(points: &[P]) -> Result<Self, ShapeError> {
        Ok(Self::from_hull(&planar_hull(&vectors(points))?))
    }

    /// The polygon of points that already run around it, except for rounding: in linear time.
    pub(crate) fn from_loop(points: &[Vec2<T>]) -> Result<Self, ShapeError> {
        Ok(Self::from_hull(&planar_hull_of_loop(points)?))
    }

    fn from_hull(hull: &Polygon<T>) -> Self {
        let (vertices, sources) = (hull.vertices().to_vec(), hull.sources().to_vec());
        let measure = measure(&vertices);
        let reach = vertices.iter().fold(T::ZERO, |m, v| m.max(v.norm()));
        let mut polygon = Self { vertices, sources, half_turn: 0, measure, reach };
        let first = polygon.edge(0);
        polygon.half_turn =
            (1..polygon.vertices.len()).find(|&i| !in_first_half(first, polygon.edge(i))).unwrap_or(1);
        polygon
    }

    /// The vertices, counter-clockwise.
    pub fn vertices(&self) -> &[Vec2<T>] {
        &self.vertices
    }

    /// Distance of the farthest vertex from the origin.
    #[inline]
    pub fn reach(&self) -> T {
        self.reach
    }

    /// For each vertex, its index among the input points.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }

    /// The edge from vertex i to the next.
    #[inline]
    fn edge(&self, i: usize) -> Vec2<T> {
        self.vertices[self.after(i)] - self.vertices[i]
    }

    #[inline]
    fn after(&self, i: usize) -> usize {
        if i + 1 == self.vertices.len() { 0 } else { i + 1 }
    }

    #[inline]
    fn before(&self, i: usize) -> usize {
        if i == 0 { self.vertices.len() - 1 } else { i - 1 }
    }

    /// Whether products with its edges might lose digits below the smallest normal number, and mislead a search along them.
    #[inline(always)]
    fn is_tiny(&self) -> bool {
        self.reach < T::power_of_two(-5 * (T::MAX_EXPONENT / 8))
    }

    /// The direction, tamed; for a tiny polygon, level.
    #[inline(always)]
    fn asked(&self, direction: Vec2<T>) -> Vec2<T> {
        if self.is_tiny() { level(direction) } else { tame(direction) }
    }

    /// Index of a support vertex along a tame direction.
    fn search(&self, d: Vec2<T>) -> usize {
        if self.vertices.len() <= SCAN_LIMIT || self.is_tiny() {
            return farthest(&self.vertices, d);
        }
        // Vertex i is the farthest if the direction rotated left lies between edges i - 1 and i.
        let left = d.perp();
        let range = if in_first_half(self.edge(0), left) {
            0..self.half_turn
        } else {
            self.half_turn..self.vertices.len()
        };
        let (mut low, mut high) = (range.start, range.end);
        while low < high {
            let middle = low + (high - low) / 2;
            if self.edge(middle).perp_dot(left) > T::ZERO { low = middle + 1 } else { high = middle }
        }
        let found = if low == self.vertices.len() { 0 } else { low };
        // At most a step or so, if rounding misled the search.
        self.walk(d, found, self.vertices.len()).unwrap_or(found)
    }

    /// The vertex reached from `start` by following edges that rise along `d`; `None` after `limit` steps.
    fn walk(&self, d: Vec2<T>, start: usize, limit: usize) -> Option<usize> {
        let mut i = start;
        let step = if self.edge(i).dot(d) > T::ZERO { Self::after } else { Self::before };
        for _ in 0..limit {
            let next = step(self, i);
            // The difference, not the two heights: its sign survives rounding if edges are short.
            if (self.vertices[next] - self.vertices[i]).dot(d) <= T::ZERO {
                return Some(i);
            }
            i = next;
        }
        None
    }
}

/// Whether `direction` is counter-clockwise of `first` by less than a half turn.
#[inline]
fn in_first_half<T: Real>(first: Vec2<T>, direction: Vec2<T>) -> bool {
    let side = first.perp_dot(direction);
    side > T::ZERO || (side == T::ZERO && first.dot(direction) > T::ZERO)
}

/// Computed from triangles about the first vertex, in `f64` and at size 1. A triangle 0, p, q of area A has centroid (p
/// + q)/3 and, about 0, the polar moment A (p² + p·q + q²)/6.
///
/// The centroid is a mean of those of the triangles, with no negative weight, so it lies within the polygon, even if
/// areas are nothing but rounding; it is the mean of the vertices if they are 0.
fn measure<T: Real>(vertices: &[Vec2<T>]) -> Measure<Vec2<T>> {
    let largest = vertices.iter().fold(T::ZERO, |m, v| m.max(v.max_abs()));
    let exponent = exponent_of(largest.f64());
    let (down, up) = (f64::power_of_two(-exponent), f64::power_of_two(exponent));
    let origin = vertices[0].cast::<f64>() * down;
    let place = |v: Vec2<T>| v.cast::<f64>() * down - origin;
    let (mut area, mut first, mut polar) = (0.0, Vec2::ZERO, 0.0);
    for pair in vertices[1..].windows(2) {
        let (p, q) = (place(pair[0]), place(pair[1]));
        // Vertices go around counter-clockwise by exact signs: values below 0 are rounding errors.
        let a = Real::max(0.5 * p.perp_dot(q), 0.0);
        area += a;
        first += (p + q) * (a / 3.0);
        polar += a * (p.dot(p) + p.dot(q) + q.dot(q)) / 6.0;
    }
    let centroid = if area >= f64::MIN_POSITIVE {
        first * (1.0 / area)
    } else {
        let weight = 1.0 / vertices.len() as f64;
        vertices.iter().fold(Vec2::ZERO, |sum, &v| sum + place(v) * weight)
    };
    let inertia = (polar - first.dot(centroid)) * up * up * up * up;
    Measure::exact(T::of(area * up * up), ((origin + centroid) * up).cast(), T::of(inertia))
}

impl<T: Real> Support<Vec2<T>> for ConvexPolygon<T> {
    #[inline]
    fn support(&self, direction: Vec2<T>) -> Vec2<T> {
        self.vertices[self.search(self.asked(direction))]
    }

    fn support_from(&self, direction: Vec2<T>, hint: Id) -> (Vec2<T>, Id) {
        let d = self.asked(direction);
        let start = hint.0 as usize;
        let walked = (self.vertices.len() > SCAN_LIMIT && start < self.vertices.len() && !self.is_tiny())
            .then(|| self.walk(d, start, WALK_LIMIT))
            .flatten()
            // Rounding can stop a walk at the lowest vertex, which lies on the far side of the center.
            .filter(|&i| (self.vertices[i] - self.measure.centroid).dot(d) > T::ZERO);
        let found = walked.unwrap_or_else(|| self.search(d));
        (self.vertices[found], Id(found as u32))
    }

    #[inline]
    fn center(&self) -> Vec2<T> {
        self.measure.centroid
    }
}

impl<T: Real> Bounded<Vec2<T>> for ConvexPolygon<T> {
    fn aabb(&self, pose: &Pose<Vec2<T>>) -> Aabb<Vec2<T>> {
        aabb_by_reach(pose, |u| self.vertices[self.search(u)].dot(u))
    }
}

impl<T: Real> Measured<Vec2<T>> for ConvexPolygon<T> {
    fn measure(&self) -> Measure<Vec2<T>> {
        self.measure
    }
}
