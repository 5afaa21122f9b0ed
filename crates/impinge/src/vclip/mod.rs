//! V-Clip: a walk over the features of two polyhedra to the nearest two.
//!
//! **Answers** which vertices, edges or faces of two convex polyhedra are nearest to one another, or that they
//! intersect. Use it if a pair moves a little from step to step: with a warm start from the features of the last step
//! the walk takes one step or none. Its public entry point is [`Vclip`](crate::answer::Vclip), which proves the result
//! of the walk.
//!
//! **Source.** Mirtich, "V-Clip: fast and robust polyhedral collision detection", 1998, as in the lecture on proximity
//! queries; `docs/book/vclip.md` lists the errors on its slides.
//!
//! | word | meaning |
//! |---|---|
//! | feature | a vertex, an edge or a face, all of them closed |
//! | region of a feature | the points outside a body that are no nearer to any other feature of it |
//! | Voronoi plane | the boundary of a region towards an adjacent feature |
//! | measure | the distance of the two features, then the sum of their dimensions |
//!
//! **Idea.** Two features are the nearest ones if each contains the point nearest to the other in its region. If one
//! does not, the Voronoi plane that is crossed identifies an adjacent feature that is nearer, or as near and smaller.
//!
//! **Guarantee.** The measure falls from step to step. Without rounding that follows from how each step is chosen; with
//! rounding it is compared, and a walk that does not get nearer ends ([`Ending::Stalled`]). So it cannot return to
//! features it has left. The result of the walk is not a proof: one support call along the difference of the nearest
//! points is, and [`Vclip`](crate::answer::Vclip) makes it.
//!
//! **Cost.** A step examines the edges around a vertex, the four planes of an edge, or all corners of a face.
//!
//! **Failure.** Faces that are nearly coplanar, and bodies within rounding of touching, may end the walk a feature or
//! two beside the nearest ones. The number of steps is bounded by the number of features ([`Ending::Budget`]).

mod clip;
mod nearest;
mod side;

use self::clip::FaceCut;
pub use self::nearest::Nearest;
use self::nearest::{along, between_segments, foot, segments};
use self::side::Side;
use crate::math::{Each, Mat3, Real, Turn, Vec3};
use crate::pair::{Prepared, Vertex};
use crate::shape::{Core3, Id};

/// A vertex, edge or face of a polyhedron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feature {
    /// A vertex by its index.
    Vertex(u32),
    /// An edge by the smaller of its half-edges; see [`Topology`](crate::hull::Topology).
    Edge(u32),
    /// A face by its index.
    Face(u32),
}

impl Feature {
    /// Dimension of the feature: 0 for a vertex, 1 for an edge, 2 for a face.
    pub fn dimension(self) -> u32 {
        match self {
            Self::Vertex(_) => 0,
            Self::Edge(_) => 1,
            Self::Face(_) => 2,
        }
    }
}

/// Reason why the walk went on to another pair of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A vertex is outside the region of the other feature.
    Vertex,
    /// An edge is nearest outside the region of the other feature, or at one of its ends.
    Edge,
    /// An edge leads from the vertex towards the face.
    Face,
    /// The vertex is below the face, and no edge leads back: the body is nearer through another face.
    Escape,
    /// An edge passes by a face, and the edge of the face that it passes is not nearer: the nearest of all its edges is taken.
    Boundary,
}

/// A step of the walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Move {
    /// The old features, of A and of B.
    pub from: [Feature; 2],
    /// The new features.
    pub to: [Feature; 2],
    /// Reason for the step.
    pub reason: Reason,
}

/// Reason why a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Each of the two features contains the point nearest to the other in its region.
    Nearest,
    /// The bodies share a point: an edge passes through a face, or a vertex is inside.
    Meet,
    /// Rounding left nothing to gain; the features are the nearest that were found.
    Stalled,
    /// The number of steps reached the number of features.
    Budget,
}

/// Result of a walk.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    /// The features, of A and of B.
    pub features: [Feature; 2],
    /// The nearest points of the features, in the frame and units of the pair; if the bodies intersect, a point of B − A near the origin.
    pub nearest: Nearest,
    /// Reason why the walk ended.
    pub ending: Ending,
    /// Number of pairs of features examined.
    pub steps: u32,
}

/// Two placed polyhedra, as the walk sees them: each in its own frame, in `f64` and in the unit of the pair.
#[derive(Clone, Copy, Debug)]
pub struct Polyhedra<'a> {
    sides: [Side<'a>; 2],
    /// Rotation of B in A's frame.
    turn: Mat3<f64>,
    /// Position of B's origin in A's frame.
    offset: Vec3<f64>,
}

/// Result of examining a pair of features.
enum Look {
    To([Feature; 2], Reason),
    Nearest,
    Meet,
}

/// A pair of features and the walk's measure there: the squared distance, then the sum of the dimensions.
#[derive(Clone, Copy)]
struct Measured {
    features: [Feature; 2],
    squared: f64,
}

impl Measured {
    fn dimensions(&self) -> u32 {
        self.features[0].dimension() + self.features[1].dimension()
    }

    /// The same after `last`, from which one step led here. From a feature to a smaller one in it the distance is
    /// unchanged, so any computed difference is rounding.
    fn after(mut self, last: &Self) -> Self {
        if self.dimensions() < last.dimensions() {
            self.squared = Real::min(self.squared, last.squared);
        }
        self
    }

    /// Whether the measure is below that of `other`.
    fn is_below(&self, other: &Self) -> bool {
        self.squared < other.squared
            || (self.squared == other.squared && self.dimensions() < other.dimensions())
    }
}

impl<'a> Polyhedra<'a> {
    /// The cores of a pair, if both are polyhedra.
    pub fn of(prepared: &Prepared<'a, Vec3<f64>>) -> Option<Self> {
        let pair = &prepared.pair;
        let (Core3::Polyhedron(a, factor_a), Core3::Polyhedron(b, factor_b)) = (pair.a, pair.b) else {
            return None;
        };
        let sides = [Side { polyhedron: a, factor: factor_a }, Side { polyhedron: b, factor: factor_b }];
        Some(Self { sides, turn: pair.turn, offset: pair.offset })
    }

    /// Whether A has the first and B the second of these features.
    pub fn have(&self, [of_a, of_b]: [Feature; 2]) -> bool {
        self.sides[0].has(of_a) && self.sides[1].has(of_b)
    }

    /// Walks from a pair of features to the nearest ones; `watch` sees every step. A feature that a body does not have
    /// is replaced by the first vertex.
    #[inline(never)]
    pub fn walk(&self, start: [Feature; 2], watch: &mut dyn FnMut(&Move)) -> Walk {
        let first = |i: usize| if self.sides[i].has(start[i]) { start[i] } else { Feature::Vertex(0) };
        let mut now = [first(0), first(1)];
        let mut left = now;
        let corners = [0, 1].each(|i| Feature::Vertex(self.sides[i].corner(now[i])));
        let mut best = Measured { features: corners, squared: f64::INFINITY };
        let most = (self.sides[0].features() + self.sides[1].features()) as u32;
        let ended = |features, ending, best: &Measured, steps| {
            let nearest = self.nearest(best.features);
            Walk { features, nearest, ending, steps }
        };
        for step in 1..=most {
            let (squared, look) = self.look(now);
            if let Some(squared) = squared {
                let mut measured = Measured { features: now, squared };
                if left == best.features {
                    measured = measured.after(&best);
                }
                if !measured.is_below(&best) {
                    return ended(best.features, Ending::Stalled, &best, step);
                }
                debug_assert!(measured.squared <= best.squared, "the measure of a walk falls");
                best = measured;
            }
            let (mut to, mut reason) = match look {
                Look::Nearest => return ended(now, Ending::Nearest, &best, step),
                Look::Meet => return ended(now, Ending::Meet, &best, step),
                Look::To(to, reason) => (to, reason),
            };
            if let [Feature::Edge(g), Feature::Edge(h)] = to
                && now.iter().any(|feature| matches!(feature, Feature::Face(_)))
                && self.edges_squared(g, h) >= best.squared
            {
                // The edge over which the other one leaves the prism need not be the nearest of the face.
                (to, reason) = (self.on_boundary(now), Reason::Boundary);
                if let [Feature::Edge(g), Feature::Edge(h)] = to
                    && self.edges_squared(g, h) >= best.squared
                {
                    return ended(best.features, Ending::Stalled, &best, step);
                }
            }
            watch(&Move { from: now, to, reason });
            (left, now) = (now, to);
        }
        ended(best.features, Ending::Budget, &best, most)
    }

    /// Examines a pair of features: the squared distance, if the walk measures it, and the next move.
    fn look(&self, now: [Feature; 2]) -> (Option<f64>, Look) {
        // The smaller feature first.
        let x = usize::from(now[0].dimension() > now[1].dimension());
        let y = 1 - x;
        let (side_x, side_y) = (&self.sides[x], &self.sides[y]);
        let with = |side: usize, feature: Feature, reason| {
            let mut to = now;
            to[side] = feature;
            Look::To(to, reason)
        };
        match (now[x], now[y]) {
            (Feature::Vertex(v), Feature::Vertex(w)) => {
                let (from_x, from_y) = (side_x.vertex(v), side_y.vertex(w));
                let seen = self.carried(x, from_x);
                let squared = (seen - from_y).norm_squared();
                let look = if squared == 0.0 {
                    Look::Meet
                } else if let Some(edge) = side_y.clip_at_vertex(w, seen) {
                    with(y, edge, Reason::Vertex)
                } else if let Some(edge) = side_x.clip_at_vertex(v, self.carried(y, from_y)) {
                    with(x, edge, Reason::Vertex)
                } else {
                    Look::Nearest
                };
                (Some(squared), look)
            }
            (Feature::Vertex(v), Feature::Edge(h)) => {
                let seen = self.carried(x, side_x.vertex(v));
                let ends = side_y.ends(h);
                let squared = (foot(ends, seen) - seen).norm_squared();
                let look = if squared == 0.0 {
                    Look::Meet
                } else if let Some(feature) = side_y.clip_at_edge(h, seen) {
                    with(y, feature, Reason::Vertex)
                } else if let Some(edge) = side_x.clip_segment_at_vertex(v, ends.each(|p| self.carried(y, p)))
                {
                    with(x, edge, Reason::Edge)
                } else {
                    Look::Nearest
                };
                (Some(squared), look)
            }
            (Feature::Edge(g), Feature::Edge(h)) => {
                let (ends_x, ends_y) = (side_x.ends(g), side_y.ends(h));
                let seen = ends_x.each(|p| self.carried(x, p));
                let squared = self.edges_squared(g, h);
                let look = if squared == 0.0 {
                    Look::Meet
                } else if let Some(feature) = side_y.clip_segment_at_edge(h, seen) {
                    with(y, feature, Reason::Edge)
                } else if let Some(feature) =
                    side_x.clip_segment_at_edge(g, ends_y.each(|p| self.carried(y, p)))
                {
                    with(x, feature, Reason::Edge)
                } else {
                    Look::Nearest
                };
                (Some(squared), look)
            }
            (Feature::Vertex(v), Feature::Face(f)) => {
                let seen = self.carried(x, side_x.vertex(v));
                if let Some(edge) = side_y.clip_at_face(f, seen) {
                    return (None, with(y, edge, Reason::Vertex));
                }
                let height = side_y.height(f, seen);
                let look = if height == 0.0 {
                    Look::Meet
                } else if let Some(edge) = self.towards(x, v, f, height) {
                    with(x, edge, Reason::Face)
                } else if height > 0.0 {
                    Look::Nearest
                } else {
                    side_y.entered(f, seen).map_or(Look::Meet, |face| with(y, face, Reason::Escape))
                };
                (Some(height * height), look)
            }
            (Feature::Edge(g), Feature::Face(f)) => {
                let seen = side_x.ends(g).each(|p| self.carried(x, p));
                let look = match side_y.clip_segment_at_face(f, seen) {
                    FaceCut::Pierced => Look::Meet,
                    FaceCut::Beyond(h) => with(y, side_y.edge(h), Reason::Edge),
                    FaceCut::End(end) => {
                        let topology = side_x.topology();
                        let vertex = [topology.origin(g), topology.target(g)][end];
                        with(x, Feature::Vertex(vertex), Reason::Edge)
                    }
                };
                (None, look)
            }
            // Two faces, or a face first: only from a caller's kept features; a walk never gets here by itself.
            (Feature::Face(_) | Feature::Edge(_), _) => {
                (None, with(x, Feature::Vertex(side_x.corner(now[x])), Reason::Face))
            }
        }
    }

    /// The edge that leads from vertex `v` of a side most steeply to the plane of face `f` of the other side. The
    /// vertex is `height` above that plane.
    fn towards(&self, side: usize, v: u32, f: u32, height: f64) -> Option<Feature> {
        let body = &self.sides[side];
        let up = self.turned(1 - side, self.sides[1 - side].normal(f));
        body.steepest(v, if height > 0.0 { -up } else { up })
    }

    /// The squared distance of an edge of A and one of B.
    fn edges_squared(&self, g: u32, h: u32) -> f64 {
        between_segments(self.sides[0].ends(g).each(|p| self.carried(0, p)), self.sides[1].ends(h))
    }

    /// A pair of features, one of them a face, with the face replaced by the nearest of its edges.
    #[cold]
    fn on_boundary(&self, now: [Feature; 2]) -> [Feature; 2] {
        let y = usize::from(matches!(now[1], Feature::Face(_)));
        let (Feature::Face(face), Feature::Edge(g)) = (now[y], now[1 - y]) else { return now };
        let seen = self.sides[1 - y].ends(g).each(|p| self.carried(1 - y, p));
        let mut to = now;
        to[y] = self.sides[y].nearest_edge(face, |ends| between_segments(seen, ends));
        to
    }

    /// Maps a point from a side's frame to the frame of the other.
    #[inline]
    fn carried(&self, side: usize, point: Vec3<f64>) -> Vec3<f64> {
        if side == 0 { self.turn.unturn(point - self.offset) } else { self.turn.turn(point) + self.offset }
    }

    /// Maps a direction from a side's frame to the frame of the other.
    #[inline]
    fn turned(&self, side: usize, direction: Vec3<f64>) -> Vec3<f64> {
        if side == 0 { self.turn.unturn(direction) } else { self.turn.turn(direction) }
    }

    /// b − a, for a vertex of A and one of B.
    #[inline]
    fn difference(&self, a: u32, b: u32) -> Vertex<Vec3<f64>> {
        let at_a = self.sides[0].vertex(a);
        let point = self.carried(1, self.sides[1].vertex(b)) - at_a;
        Vertex { point, a: at_a, id_a: Id(a), id_b: Id(b) }
    }

    /// The nearest points of two features. For an edge and a face, and for a vertex beside the prism over a face, a
    /// point of each.
    pub fn nearest(&self, features: [Feature; 2]) -> Nearest {
        let x = usize::from(features[0].dimension() > features[1].dimension());
        let y = 1 - x;
        let (side_x, side_y) = (&self.sides[x], &self.sides[y]);
        // A vertex of side x and one of side y.
        let pair = |v: u32, w: u32| if x == 0 { self.difference(v, w) } else { self.difference(w, v) };
        let ends = |side: &Side<'_>, h: u32| [side.topology().origin(h), side.topology().target(h)];
        match (features[x], features[y]) {
            (Feature::Vertex(v), Feature::Edge(h)) => {
                let [tail, head] = ends(side_y, h);
                let t = along(side_y.ends(h), self.carried(x, side_x.vertex(v)));
                match t {
                    _ if t <= 0.0 => Nearest::new(&[pair(v, tail)]),
                    _ if t >= 1.0 => Nearest::new(&[pair(v, head)]),
                    _ => Nearest::new(&[pair(v, tail), pair(v, head)]),
                }
            }
            (Feature::Vertex(v), Feature::Face(f)) => {
                let corners = side_y.triangle(f, self.carried(x, side_x.vertex(v)));
                Nearest::new(&corners.each(|w| pair(v, w)))
            }
            (Feature::Edge(g), Feature::Edge(h)) => {
                let seen = side_x.ends(g).each(|p| self.carried(x, p));
                let [s, t] = segments(seen, side_y.ends(h));
                let ([p, q], [v, w]) = (ends(side_x, g), ends(side_y, h));
                let inner = |t: f64| t > 0.0 && t < 1.0;
                let (end_x, end_y) = (if s < 0.5 { p } else { q }, if t < 0.5 { v } else { w });
                match (inner(s), inner(t)) {
                    (false, false) => Nearest::new(&[pair(end_x, end_y)]),
                    (true, false) => Nearest::new(&[pair(p, end_y), pair(q, end_y)]),
                    (false, true) => Nearest::new(&[pair(end_x, v), pair(end_x, w)]),
                    // The triangle of the parallelogram that contains it.
                    (true, true) if s + t <= 1.0 => Nearest::new(&[pair(p, v), pair(q, v), pair(p, w)]),
                    (true, true) => Nearest::new(&[pair(q, w), pair(p, w), pair(q, v)]),
                }
            }
            (first, second) => Nearest::new(&[pair(side_x.corner(first), side_y.corner(second))]),
        }
    }
}
