//! Clipping of two silhouettes in the collision plane, in two steps (thesis, section 2.6).
//!
//! 1. Vertices of X inside Y, and vertices of Y inside X.
//! 2. Crossings of an edge of X with an edge of Y.
//!
//! The result is the set Z, the corners of X ∩ Y, here also put in order around it.
//!
//! | symbol | meaning |
//! |---|---|
//! | X, Y | the silhouettes of A and of B: polygons, or a segment or point |
//! | Z | corners of their common part |
//! | c | the mean of a polygon's vertices, its "center" in the thesis |
//! | μ | parameter on an edge, 0 to 1 |
//!
//! **Cost.** Vertices of X times vertices of Y, twice.

use super::MAX_SAMPLES;
use crate::feature::Feature;
use crate::feature::Few;
use crate::feature::region::nearest;
use crate::math::{Vec2, Vector, sort_by};
use crate::shape::Id;

/// Method of forming and clipping silhouettes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Clip {
    /// The silhouette is the convex hull of the samples. A point is inside if it is on the inner side of every edge;
    /// for a segment or point, if it is on it.
    #[default]
    Repaired,
    /// Clipping of the thesis: the silhouette is the samples in the order they came, and a point is inside if it is on the
    /// same side of every edge as the center. In a segment or single point the center lies on the edges themselves, and
    /// every point of the plane counts as inside. Included to measure that.
    AsWritten,
}

/// A sample in the collision plane.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Sample {
    /// Position of the sample projected onto the plane.
    pub at: Vec2<f64>,
    /// Height above the plane, along the normal.
    pub height: f64,
    /// The vertex, if the shape has vertices.
    pub id: Option<Id>,
}

/// A silhouette: vertices in order around it, counter-clockwise if it is repaired.
#[derive(Clone, Debug, Default)]
pub(super) struct Silhouette {
    vertices: Few<Sample>,
    clip: Clip,
}

/// A corner of Z and the part of each silhouette that made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Corner {
    pub at: Vec2<f64>,
    pub feature_x: Feature,
    pub feature_y: Feature,
}

impl Default for Corner {
    fn default() -> Self {
        Self { at: Vec2::ZERO, feature_x: Feature::Curved, feature_y: Feature::Curved }
    }
}

impl Silhouette {
    /// A silhouette of samples in the order they were taken, each of them once.
    pub(super) fn of(samples: Few<Sample>, clip: Clip, slack: f64) -> Self {
        let vertices = match clip {
            Clip::Repaired => hull(samples, slack),
            Clip::AsWritten => samples,
        };
        Self { vertices, clip }
    }

    fn vertices(&self) -> &[Sample] {
        self.vertices.as_slice()
    }

    /// Each edge once: none for a point, one for a segment.
    fn edges(&self) -> impl Iterator<Item = [Sample; 2]> + '_ {
        let v = self.vertices();
        let count = if v.len() < 3 { v.len().saturating_sub(1) } else { v.len() };
        (0..count).map(move |i| [v[i], v[(i + 1) % v.len()]])
    }

    fn holds(&self, p: Vec2<f64>, slack: f64) -> bool {
        match self.clip {
            Clip::Repaired => self.holds_point(p, slack),
            Clip::AsWritten => self.holds_as_written(p),
        }
    }

    /// Tests (p_{i+1} − p_i) × (p − p_i) >= 0 for every edge.
    fn holds_point(&self, p: Vec2<f64>, slack: f64) -> bool {
        match *self.vertices() {
            [] => false,
            [v] => (v.at - p).norm() <= slack,
            [from, to] => (nearest(p, from.at, to.at) - p).norm() <= slack,
            _ => self.edges().all(|[from, to]| (to.at - from.at).unit().perp_dot(p - from.at) >= -slack),
        }
    }

    /// u_i = n × e_i, v_i = p_i − p, w_i = p_i − c; inside if (v_i·u_i)(w_i·u_i) >= 0 for every i.
    fn holds_as_written(&self, p: Vec2<f64>) -> bool {
        let v = self.vertices();
        let c = v.iter().fold(Vec2::ZERO, |sum, s| sum + s.at) * (1.0 / v.len() as f64);
        (0..v.len()).all(|i| {
            let u = (v[(i + 1) % v.len()].at - v[i].at).perp();
            (v[i].at - p).dot(u) * (v[i].at - c).dot(u) >= 0.0
        })
    }

    /// The part of the silhouette to which an interior point belongs, as far as vertices tell.
    fn whole(&self) -> Feature {
        match *self.vertices() {
            [v] => vertex(v),
            [from, to] => edge([from, to]),
            _ => Feature::Curved,
        }
    }

    /// The height at a point of the silhouette: that of the combination of samples there. `None` if no combination
    /// comes within the slack of it, since the samples are on one line except for rounding.
    pub(super) fn height(&self, p: Vec2<f64>, slack: f64) -> Option<f64> {
        let (first, rest) = self.vertices().split_first()?;
        let relative = p - first.at;
        let (way, rise) = match *rest {
            [] => (Vec2::ZERO, 0.0),
            [last] => {
                let along = last.at - first.at;
                let t = (along.dot(relative) / along.norm_squared()).clamp(0.0, 1.0);
                let t = if t.is_finite() { t } else { 0.0 };
                (along * t, (last.height - first.height) * t)
            }
            _ => {
                // The triangle of the fan about the first vertex that has p between its legs, or the last one.
                let legs = |i: usize| [rest[i].at - first.at, rest[i + 1].at - first.at];
                let mut i = 0;
                while i + 2 < rest.len() && legs(i)[1].perp_dot(relative) > 0.0 {
                    i += 1;
                }
                let [a, b] = legs(i);
                // relative = α a + β b
                let area = a.perp_dot(b);
                let alpha = (relative.perp_dot(b) / area).clamp(0.0, 1.0);
                let beta = (a.perp_dot(relative) / area).clamp(0.0, 1.0 - alpha);
                let rise =
                    (rest[i].height - first.height) * alpha + (rest[i + 1].height - first.height) * beta;
                (a * alpha + b * beta, rise)
            }
        };
        ((way - relative).norm() <= slack).then_some(first.height + rise)
    }
}

/// Z: the corners of the common part, in order around it. Two within `merge` are one.
pub(super) fn clip(x: &Silhouette, y: &Silhouette, slack: f64, merge: f64) -> Few<Corner> {
    let mut z = Few::new();
    // Step 1.
    for v in x.vertices() {
        if y.holds(v.at, slack) {
            add(&mut z, Corner { at: v.at, feature_x: vertex(*v), feature_y: y.whole() }, merge);
        }
    }
    for v in y.vertices() {
        if x.holds(v.at, slack) {
            add(&mut z, Corner { at: v.at, feature_x: x.whole(), feature_y: vertex(*v) }, merge);
        }
    }
    // Step 2.
    for e in x.edges() {
        for f in y.edges() {
            if let Some(at) = crossing(e, f, slack) {
                add(&mut z, Corner { at, feature_x: edge(e), feature_y: edge(f) }, merge);
            }
        }
    }
    in_order(&mut z);
    z
}

fn add(z: &mut Few<Corner>, corner: Corner, merge: f64) {
    if z.iter().all(|c| (c.at - corner.at).norm() > merge) {
        z.push(corner);
    }
}

fn vertex(v: Sample) -> Feature {
    v.id.map_or(Feature::Curved, Feature::Vertex)
}

fn edge([from, to]: [Sample; 2]) -> Feature {
    match (from.id, to.id) {
        (Some(a), Some(b)) => Feature::edge(a, b),
        _ => Feature::Curved,
    }
}

/// The point where two edges cross. p₁ + μ_a e = p₃ + μ_b f, both μ from 0 to 1; in the plane that is the meaning of
/// equations 11 and 12. For edges that are parallel except for rounding both μ are rounding too, and the two points do
/// not agree within the slack.
fn crossing(e: [Sample; 2], f: [Sample; 2], slack: f64) -> Option<Vec2<f64>> {
    let (along_e, along_f) = (e[1].at - e[0].at, f[1].at - f[0].at);
    let between = f[0].at - e[0].at;
    let cross = along_e.perp_dot(along_f);
    // 0 if they are parallel; step 1 finds the ends of parallel edges.
    if cross == 0.0 {
        return None;
    }
    let (mu_a, mu_b) = (between.perp_dot(along_f) / cross, between.perp_dot(along_e) / cross);
    let within = |mu: f64| (0.0..=1.0).contains(&mu);
    if !(within(mu_a) && within(mu_b)) {
        return None;
    }
    let (on_e, on_f) = (e[0].at + along_e * mu_a, f[0].at + along_f * mu_b);
    ((on_e - on_f).norm() <= slack).then_some(on_e)
}

/// Sorts the corners around the mean.
fn in_order(z: &mut Few<Corner>) {
    let items = z.as_mut_slice();
    if items.len() < 3 {
        return;
    }
    let mean = items.iter().fold(Vec2::ZERO, |sum, c| sum + c.at) * (1.0 / items.len() as f64);
    sort_by(items, |a, b| around(a.at - mean).total_cmp(&around(b.at - mean)));
}

/// A value that grows with the angle of a direction, from −2 to 2: the position on the square |x| + |y| = 1.
fn around(d: Vec2<f64>) -> f64 {
    let length = d.sum_abs();
    if length == 0.0 {
        return 0.0;
    }
    let across = d.x / length;
    if d.y >= 0.0 { 1.0 - across } else { across - 1.0 }
}

/// The convex hull, counter-clockwise (Andrew 1979). A corner that stands out by no more than the slack is dropped.
fn hull(mut samples: Few<Sample>, slack: f64) -> Few<Sample> {
    let points = samples.as_mut_slice();
    let Some(&any) = points.first() else { return samples };
    let (low, high) = points
        .iter()
        .fold((any.at, any.at), |(low, high), s| (Vector::min(low, s.at), Vector::max(high, s.at)));
    let extent = high - low;
    // Along the longer side, so that the ends of a segment come first and last, regardless of rounding across it.
    let place = |s: &Sample| if extent.y > extent.x { s.at.perp() * -1.0 } else { s.at };
    sort_by(points, |a, b| {
        let (a, b) = (place(a), place(b));
        a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
    });
    if extent.max_abs() <= slack {
        return [points[0]].into_iter().collect();
    }
    // From the first to the last on the right-hand side, then back on the left.
    let mut hull = Few::new();
    let last = points.len() - 1;
    chain(&mut hull, |i| points[i], last, slack);
    chain(&mut hull, |i| points[last - i], last, slack);
    hull
}

/// One side of the hull, from point 0 to point `last`, which belongs to the other side: every corner turns left.
fn chain(hull: &mut Few<Sample>, point: impl Fn(usize) -> Sample, last: usize, slack: f64) {
    let (mut stack, mut height) = ([0_u8; MAX_SAMPLES], 0);
    for i in 0..=last {
        let p = point(i).at;
        while height >= 2 {
            let (a, b) = (point(stack[height - 2].into()).at, point(stack[height - 1].into()).at);
            if (b - a).perp_dot(p - a) > slack * (p - a).norm() {
                break;
            }
            height -= 1;
        }
        stack[height] = i as u8;
        height += 1;
    }
    for &i in &stack[..height - 1] {
        hull.push(point(i.into()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLACK: f64 = 1e-14;

    fn silhouette(points: &[[f64; 2]], clip: Clip) -> Silhouette {
        let sample = |&p: &[f64; 2]| Sample { at: Vec2::from(p), height: p[0], id: None };
        Silhouette::of(points.iter().map(sample).collect(), clip, SLACK)
    }

    fn places(z: &Few<Corner>) -> alloc::vec::Vec<[f64; 2]> {
        z.iter().map(|c| c.at.to_array()).collect()
    }

    #[test]
    fn hulls_do_not_depend_on_the_order_of_samples() {
        let of = |points: &[[f64; 2]]| -> alloc::vec::Vec<[f64; 2]> {
            silhouette(points, Clip::Repaired).vertices().iter().map(|s| s.at.to_array()).collect()
        };
        assert_eq!(of(&[]).len(), 0);
        assert_eq!(of(&[[1.0, 2.0], [1.0, 2.0]]), [[1.0, 2.0]]);
        let square = [[1.0, 1.0], [0.0, 0.0], [0.5, 0.5], [1.0, 0.0], [0.5, 0.0], [0.0, 1.0], [0.0, 1.0]];
        assert_eq!(of(&square), [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        // A segment, upright except for rounding, with the middle farthest to the right.
        assert_eq!(of(&[[0.0, 0.0], [1e-16, 0.5], [-1e-16, 1.0]]), [[0.0, 0.0], [-1e-16, 1.0]]);
        assert_eq!(of(&[[1e-16, 0.0], [-1e-16, 0.1], [0.0, 1.0], [0.0, 0.9]]).len(), 2);
        // The astroid: gradients of a convex function along a circle need not be in convex position.
        let star = [[1.0, 0.0], [0.25, 0.25], [0.0, 1.0], [-0.25, 0.25], [-1.0, 0.0], [0.0, -1.0]];
        assert_eq!(of(&star).len(), 4);
    }

    #[test]
    fn the_common_part_of_two_polygons_is_found() {
        let square = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]];
        let moved = square.map(|[x, y]| [x + 1.0, y + 1.0]);
        let corners = [[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [1.0, 2.0]];
        for rule in [Clip::Repaired, Clip::AsWritten] {
            let z = clip(&silhouette(&square, rule), &silhouette(&moved, rule), SLACK, 1e-9);
            assert_eq!(places(&z), corners);
            // Equal polygons, whose edges lie on one another.
            let z = clip(&silhouette(&square, rule), &silhouette(&square, rule), SLACK, 1e-9);
            assert_eq!(places(&z), square);
            // Far apart; both are polygons, so the test is not fooled.
            let far = silhouette(&square.map(|[x, y]| [x + 9.0, y]), rule);
            assert!(places(&clip(&silhouette(&square, rule), &far, SLACK, 1e-9)).is_empty());
        }
        // A segment through the square, and segments on one line: the plane's case.
        let line = |from: f64, to: f64| silhouette(&[[from, 1.0], [to, 1.0]], Clip::Repaired);
        let z = clip(&silhouette(&square, Clip::Repaired), &line(1.0, 5.0), SLACK, 1e-9);
        assert_eq!(places(&z), [[1.0, 1.0], [2.0, 1.0]]);
        assert_eq!(places(&clip(&line(0.0, 2.0), &line(1.0, 3.0), SLACK, 1e-9)), [[2.0, 1.0], [1.0, 1.0]]);
        assert!(places(&clip(&line(0.0, 1.0), &line(2.0, 3.0), SLACK, 1e-9)).is_empty());
    }

    /// The thesis' inside test finds every point of the plane inside a segment, and inside a point.
    #[test]
    fn as_written_finds_points_inside_flat_silhouettes() {
        for shape in [&[[0.0, 0.0]][..], &[[0.0, 0.0], [1.0, 0.0]]] {
            let far = Vec2::new(-70.0, 30.0);
            assert!(silhouette(shape, Clip::AsWritten).holds(far, SLACK));
            assert!(!silhouette(shape, Clip::Repaired).holds(far, SLACK));
        }
    }

    #[test]
    fn heights_are_those_of_the_plane_through_the_samples() {
        // Heights were set to x.
        let square = silhouette(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]], Clip::Repaired);
        for (x, y) in [(0.0, 0.0), (0.5, 1.75), (1.0, 1.0), (2.0, 0.25), (0.125, 1.0)] {
            assert!((square.height(Vec2::new(x, y), SLACK).unwrap() - x).abs() < 1e-15);
        }
        let (segment, point) = (&[[0.0, 0.0], [4.0, 4.0]], &[[3.0, 0.0]]);
        let at = |shape: &[[f64; 2]], p: [f64; 2]| silhouette(shape, Clip::Repaired).height(p.into(), SLACK);
        assert_eq!(at(segment, [1.0, 1.0]), Some(1.0));
        assert_eq!(at(point, [3.0, 0.0]), Some(3.0));
        // There is nothing beside them.
        assert_eq!(at(segment, [5.0, 5.0]), None);
        assert_eq!(at(point, [1.0, 1.0]), None);
    }
}
