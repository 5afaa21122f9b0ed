//! EPA in the plane: a polygon around the origin that expands at its edge nearest to the origin.
//!
//! **Answers** the depth of two overlapping shapes in the plane, with a lower and an upper bound. Use it after GJK has
//! found a simplex that contains the origin.
//!
//! **Source.** van den Bergen 2001, as in Olvång's thesis, section 2.5, which covers only space.
//!
//! | symbol | meaning |
//! |---|---|
//! | m | outward unit normal of an edge |
//! | h(m) | the largest m·x in C = B − A; the depth is the smallest of all |
//! | n | −m, the normal from A to B: g(n) = min n·x over C = −h(−n) = −h(m) |
//!
//! **Guarantee.** Upper bound: the smallest h(m) evaluated; each is a support call. Lower bound: the smallest m·a over
//! the edges from a to b. Proof: if all these are positive, each edge is seen from the origin under an angle between 0
//! and π, counter-clockwise. The polygon is closed, so it turns around the origin at least once, and all its points are
//! at least L away from the origin. So it contains the disc of radius L; and C, convex, contains the polygon. It
//! matters neither whether the polygon is convex, nor what rounding did on the way.
//!
//! **Cost.** One support call and a scan of the edges per step. A few steps for polygons. Each step on a curved
//! boundary divides an edge's gap by 4; if many edges are equally near (circles with one center) all of them must be
//! divided, and the run ends with [`Status::Budget`], with the right upper bound and a lower bound that is less by a
//! fraction of (π/128)²/2.
//!
//! **Failure.** [`Status::Stalled`] if the point found is not beyond the edge and yet the gap is not closed: only
//! rounding remains. A flat C (two collinear segments) has depth 0 across its line.

use super::Start;
use super::best::sound;
use crate::climb::Peak;
use crate::gjk::{MAX_KNOWN, Simplex};
use crate::math::{Real, Vec2};
use crate::observe::{Details, Interval, Observer, Status, Step, watches};
use crate::pair::{Guard, Obstacle, Vertex};

/// Limit on the vertices of the polygon, and so on the steps. More would help only if many edges are equally near; each
/// costs 80 bytes of stack.
#[doc(hidden)]
pub const MAX_VERTICES: usize = 128;

/// An edge counts as near a smooth peak while its squared length is within this × gap × size.
const SMOOTH: f64 = 64.0;

/// An edge, identified by the vertex where it begins.
#[derive(Clone, Copy, Debug)]
struct Edge<T> {
    /// Outward unit normal.
    m: Vec2<T>,
    /// m·a = m·b.
    distance: T,
    /// The vertex where it ends.
    next: usize,
    /// The vertex where the edge before it begins.
    last: usize,
}

/// A closed polygon of points of C, counter-clockwise.
struct Polygon<T: Real> {
    vertices: [Vertex<Vec2<T>>; MAX_VERTICES],
    edges: [Edge<T>; MAX_VERTICES],
    len: usize,
}

/// The smallest support value found.
struct Best<T: Real> {
    value: T,
    m: Vec2<T>,
    calls: u32,
}

/// The depth of two overlapping shapes, from a simplex of points of C that contains the origin within rounding.
///
/// Stops when the bounds are `gap` apart or after `budget` support calls.
pub fn epa2<T: Real>(
    obstacle: &impl Obstacle<Vec2<T>>,
    simplex: &Simplex<Vec2<T>>,
    gap: T,
    budget: u32,
    observer: &mut impl Observer<Vec2<T>>,
) -> Interval<Vec2<T>> {
    let mut best = Best { value: T::INFINITY, m: Vec2::axis(0), calls: 0 };
    let obstacle = &Guard::new(obstacle);
    let depth = match start(obstacle, simplex, &mut best) {
        First::Polygon(mut polygon) => polygon.grow(obstacle, gap, budget, best, observer),
        First::Flat(ends) => best.depth(T::ZERO, nearest_of(&ends), Status::Converged),
    };
    sound(depth, obstacle)
}

/// The same, beginning with known points of C; at the end they are those of the last polygon.
pub(super) fn epa2_from<T: Real>(
    obstacle: &impl Obstacle<Vec2<T>>,
    simplex: &Simplex<Vec2<T>>,
    gap: T,
    start_with: &mut Start<Vec2<T>>,
) -> Interval<Vec2<T>> {
    let mut best = Best { value: T::INFINITY, m: Vec2::axis(0), calls: 0 };
    let obstacle = &Guard::new(obstacle);
    if let Some(peak) = &start_with.peak {
        best.calls = peak.calls;
        (best.value, best.m) = (-peak.separation, -peak.normal);
    }
    let begun = match around(start_with, obstacle.rounding()) {
        Some(polygon) => First::Polygon(polygon),
        None => start(obstacle, simplex, &mut best),
    };
    let depth = match begun {
        First::Polygon(mut polygon) => {
            let depth = polygon.grow(obstacle, gap, MAX_VERTICES as u32, best, &mut ());
            polygon.keep(start_with, &depth, gap * obstacle.size());
            depth
        }
        First::Flat(ends) => best.depth(T::ZERO, nearest_of(&ends), Status::Converged),
    };
    sound(depth, obstacle)
}

/// The convex hull of known points by gift wrapping, if it contains the origin beyond rounding.
fn around<T: Real>(known: &Start<Vec2<T>>, floor: T) -> Option<Polygon<T>> {
    let mut points = [*known.known.vertices().first()?; 2 * MAX_KNOWN];
    let mut count = 0;
    for vertex in known.known.vertices().iter().chain(known.near.vertices()) {
        points[count] = *vertex;
        count += 1;
    }
    let points = &points[..count];
    let mut hull = [points[0]; 2 * MAX_KNOWN];
    let leftmost = |m: usize, i: usize| if points[i].point.x < points[m].point.x { i } else { m };
    let first = (1..points.len()).fold(0, leftmost);
    let (mut last, mut len) = (first, 0);
    loop {
        hull[len] = points[last];
        len += 1;
        let from = points[last].point;
        let mut next = first;
        for i in 0..points.len() {
            let (p, q) = (points[i].point - from, points[next].point - from);
            let turn = q.perp_dot(p);
            // To the right of the line to `next`, or farther along it.
            if next == last || turn < T::ZERO || (turn == T::ZERO && p.norm_squared() > q.norm_squared()) {
                next = i;
            }
        }
        last = next;
        if last == first {
            break;
        }
        if len == points.len() {
            return None; // Rounding led the line astray.
        }
    }
    let polygon = (len > 2).then(|| Polygon::new(&hull[..len]))?;
    (polygon.nearest().1 > floor).then_some(polygon)
}

impl<T: Real> Polygon<T> {
    /// Expands at the edge nearest to the origin until the bounds are `gap` apart.
    fn grow(
        &mut self,
        obstacle: &impl Obstacle<Vec2<T>>,
        gap: T,
        budget: u32,
        mut best: Best<T>,
        observer: &mut impl Observer<Vec2<T>>,
    ) -> Interval<Vec2<T>> {
        let polygon = self;
        let mut iteration = 0;
        loop {
            let (nearest, lower) = polygon.nearest();
            let Edge { m, next, distance, .. } = polygon.edges[nearest];
            let status = if best.value - lower <= gap {
                Some(Status::Converged)
            } else if polygon.len == MAX_VERTICES || best.calls >= budget {
                Some(Status::Budget)
            } else {
                let ends = [polygon.vertices[nearest], polygon.vertices[next]];
                let found = best.ask(obstacle, m, &ends[0]);
                if watches(observer) {
                    polygon.tell(observer, iteration, m * distance, found, [-best.value, -lower]);
                }
                iteration += 1;
                let beyond = found.point.dot(m) > distance && ends.iter().all(|end| end.point != found.point);
                if beyond {
                    polygon.divide(nearest, found, obstacle.rounding());
                    None
                } else if best.value - lower <= gap {
                    Some(Status::Converged)
                } else {
                    Some(Status::Stalled) // The edge is on the boundary within rounding.
                }
            };
            if let Some(status) = status {
                return best.depth(lower, polygon.witnesses(best.m), status);
            }
        }
    }

    /// Keeps the corners for the next query, and the peak if it is smooth: the nearest edge is then as short as the gap makes it.
    fn keep(&self, start: &mut Start<Vec2<T>>, depth: &Interval<Vec2<T>>, gap_by_size: T) {
        start.known.clear();
        let (nearest, _) = self.nearest();
        // Both ways from the nearest edge, since the next answer will be there.
        let (mut right, mut left) = (nearest, self.edges[nearest].next);
        let ends = [self.vertices[right], self.vertices[left]];
        let smooth = (ends[1].point - ends[0].point).norm_squared() <= T::of(SMOOTH) * gap_by_size;
        for _ in 0..MAX_KNOWN / 2 {
            start.known.push(&self.vertices[right]);
            start.known.push(&self.vertices[left]);
            (right, left) = (self.edges[right].last, self.edges[left].next);
        }
        let (normal, separation, to_gain) = (depth.normal, -depth.upper, T::ZERO);
        start.peak = smooth.then_some(Peak { normal, separation, vertex: ends[0], to_gain, calls: 0 });
    }
}

impl<T: Real> Best<T> {
    /// Evaluates and records h(m).
    fn ask(
        &mut self,
        obstacle: &impl Obstacle<Vec2<T>>,
        m: Vec2<T>,
        near: &Vertex<Vec2<T>>,
    ) -> Vertex<Vec2<T>> {
        let found = obstacle.support(m, near);
        self.calls += 1;
        let value = found.point.dot(m);
        if value < self.value {
            (self.value, self.m) = (value, m);
        }
        found
    }

    /// The answer. Rounding can make a depth of zero negative.
    fn depth(&self, lower: T, (point_a, point_b): (Vec2<T>, Vec2<T>), status: Status) -> Interval<Vec2<T>> {
        let upper = self.value.max(T::ZERO);
        let lower = lower.max(T::ZERO).min(upper);
        Interval { lower, upper, normal: -self.m, point_a, point_b, calls: self.calls, status }
    }
}

/// The points of A and of B at parameter `t` of an edge.
fn part<T: Real>([p, q]: &[Vertex<Vec2<T>>; 2], t: T) -> (Vec2<T>, Vec2<T>) {
    let mean = |p: Vec2<T>, q: Vec2<T>| p + (q - p) * t;
    (mean(p.a, q.a), mean(p.b(), q.b()))
}

/// The points of A and of B at the foot of the origin on an edge.
fn nearest_of<T: Real>(ends: &[Vertex<Vec2<T>>; 2]) -> (Vec2<T>, Vec2<T>) {
    let along = ends[1].point - ends[0].point;
    let t = -ends[0].point.dot(along) / along.norm_squared();
    // NaN, if the ends coincide, becomes 0.
    part(ends, t.max(T::ZERO).min(T::ONE))
}

/// Start of EPA.
enum First<T: Real> {
    /// A polygon with an interior.
    Polygon(Polygon<T>),
    /// Two ends of C, which is flat: there is nothing to expand.
    Flat([Vertex<Vec2<T>>; 2]),
}

/// An initial polygon.
fn start<T: Real>(
    obstacle: &impl Obstacle<Vec2<T>>,
    simplex: &Simplex<Vec2<T>>,
    best: &mut Best<T>,
) -> First<T> {
    let floor = obstacle.rounding();
    let given = simplex.vertices();
    // A triangle that is not flat within rounding: twice its area is base × height.
    if let &[a, b, c] = given {
        let (ab, ac) = (b.point - a.point, c.point - a.point);
        let area = ab.perp_dot(ac);
        let longest = ab.norm_squared().max(ac.norm_squared()).max((c.point - b.point).norm_squared());
        if area.abs() > floor * longest.sqrt() {
            let counter_clockwise = if area > T::ZERO { [a, b, c] } else { [a, c, b] };
            return First::Polygon(Polygon::new(&counter_clockwise));
        }
    }
    // Two points that are apart: those of the simplex farthest from one another, or else the farthest along an axis.
    let mut ends = [given[0]; 2];
    let mut width = floor;
    for (i, p) in given.iter().enumerate() {
        for q in &given[..i] {
            let apart = (p.point - q.point).norm();
            if apart > width {
                (ends, width) = ([*q, *p], apart);
            }
        }
    }
    for i in 0..2 {
        if width > floor {
            break;
        }
        let axis = Vec2::axis(i);
        let high = best.ask(obstacle, axis, &given[0]);
        let low = best.ask(obstacle, -axis, &given[0]);
        width = (high.point - low.point).norm();
        ends = [low, high];
    }
    if width <= floor {
        return First::Flat(ends); // C is a point.
    }
    // The support points on both sides of the line through them.
    let [a, b] = ends;
    let across = (b.point - a.point).perp().unit();
    let left = best.ask(obstacle, across, &a);
    let right = best.ask(obstacle, -across, &a);
    let middle = a.point.dot(across);
    let (up, down) = (left.point.dot(across) - middle, middle - right.point.dot(across));
    match (up > floor, down > floor) {
        (false, false) => First::Flat(ends),
        (true, false) => First::Polygon(Polygon::new(&[a, b, left])),
        (false, true) => First::Polygon(Polygon::new(&[a, right, b])),
        (true, true) => First::Polygon(Polygon::new(&[a, right, b, left])),
    }
}

impl<T: Real> Polygon<T> {
    /// A polygon of vertices in counter-clockwise order.
    fn new(vertices: &[Vertex<Vec2<T>>]) -> Self {
        let none = Edge { m: Vec2::ZERO, distance: T::ZERO, next: 0, last: 0 };
        let mut polygon = Self {
            vertices: [Vertex::default(); MAX_VERTICES],
            edges: [none; MAX_VERTICES],
            len: vertices.len(),
        };
        polygon.vertices[..vertices.len()].copy_from_slice(vertices);
        for i in 0..vertices.len() {
            polygon.join(i, (i + 1) % vertices.len());
        }
        polygon
    }

    /// Sets the edge from vertex `i` to vertex `next`.
    fn join(&mut self, i: usize, next: usize) {
        let (a, b) = (self.vertices[i].point, self.vertices[next].point);
        // The difference is rounded once, so m is right to a few ε however short the edge is.
        let m = (a - b).perp().unit();
        self.edges[i] = Edge { m, distance: m.dot(a).min(m.dot(b)), next, last: self.edges[i].last };
        self.edges[next].last = i;
    }

    /// The edge nearest to the origin, and its distance.
    fn nearest(&self) -> (usize, T) {
        let mut nearest = (0, self.edges[0].distance);
        for (i, edge) in self.edges[..self.len].iter().enumerate() {
            if edge.distance < nearest.1 {
                nearest = (i, edge.distance);
            }
        }
        nearest
    }

    /// The points of A and of B where the ray along `m` leaves the polygon: t m with lower ≤ t ≤ h(m), so that they lie
    /// along the normal. If rounding hides that edge, the foot on the nearest.
    fn witnesses(&self, m: Vec2<T>) -> (Vec2<T>, Vec2<T>) {
        for (i, edge) in self.edges[..self.len].iter().enumerate() {
            let ends = [self.vertices[i], self.vertices[edge.next]];
            let (right, left) = (m.perp_dot(ends[0].point), m.perp_dot(ends[1].point));
            if right <= T::ZERO && left >= T::ZERO && left > right && edge.m.dot(m) > T::ZERO {
                return part(&ends, right / (right - left));
            }
        }
        let (nearest, _) = self.nearest();
        nearest_of(&[self.vertices[nearest], self.vertices[self.edges[nearest].next]])
    }

    /// Inserts a new vertex into edge `i`, and drops the adjacent vertices that it leaves inside. Support points leave
    /// none; but a polygon of known points can have vertices that are not on the boundary of C.
    fn divide(&mut self, i: usize, found: Vertex<Vec2<T>>, rounding: T) {
        let new = self.len;
        self.vertices[new] = found;
        self.len += 1;
        let (mut from, mut to) = (i, self.edges[i].next);
        let sees = |edge: &Edge<T>| edge.m.dot(found.point) > edge.distance + rounding;
        while sees(&self.edges[to]) && self.edges[to].next != from {
            let next = self.edges[to].next;
            self.drop(to);
            to = next;
        }
        while sees(&self.edges[self.edges[from].last]) && self.edges[from].last != to {
            let last = self.edges[from].last;
            self.drop(from);
            from = last;
        }
        self.join(from, new);
        self.join(new, to);
    }

    /// Removes a vertex and its edge: the edge no longer counts, since it is infinitely far away.
    fn drop(&mut self, i: usize) {
        self.edges[i] = Edge { m: Vec2::ZERO, distance: T::INFINITY, next: i, last: i };
    }

    #[cold]
    fn tell(
        &self,
        observer: &mut impl Observer<Vec2<T>>,
        iteration: u32,
        point: Vec2<T>,
        found: Vertex<Vec2<T>>,
        bounds: [T; 2],
    ) {
        // An edge is reported as a triangle whose last two corners coincide.
        let mut faces = [[0; 3]; MAX_VERTICES];
        for (i, face) in faces[..self.len].iter_mut().enumerate() {
            let next = self.edges[i].next as u32;
            *face = [i as u32, next, next];
        }
        observer.step(&Step {
            algorithm: "epa2",
            iteration,
            vertices: &self.vertices[..self.len],
            faces: &faces[..self.len],
            point,
            cell: &[],
            found,
            bounds,
            details: Details::default(),
        });
    }
}
