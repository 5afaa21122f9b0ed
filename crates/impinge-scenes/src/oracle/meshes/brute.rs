//! Two triangle soups by brute force, every triangle against every other one: whether they meet, their distance, and the closest pair.
//!
//! Pairs that their boxes, or a plane between them, prove to be too far apart are skipped in `f64`, with room for rounding; the rest is
//! decided in exact numbers. 1000 against 1000 triangles: a few hundredths of a second.

use super::Triangle;
use super::exact::Ratio;
use super::features::squared_distance;
use super::share::share_a_point;
use super::signs::{Point, cross, dot, minus};

/// Rounding of the bounds in `f64`, relative to the sum of the sizes of their terms: each is fewer than 16 operations.
const ROUNDING: f64 = 32.0 * f64::EPSILON;

/// The smallest distance of two soups.
#[derive(Clone, Debug)]
pub struct Nearest {
    /// The squared distance, exact.
    pub squared: Ratio,
    /// A pair of triangles at that distance: the first one, by the index of the first and then of the second.
    pub pair: (usize, usize),
}

/// The first pair of triangles that share a point.
pub fn first_shared(a: &[Triangle], b: &[Triangle]) -> Option<(usize, usize)> {
    let boxes: Vec<Bounds> = b.iter().map(Bounds::of).collect();
    let all = Bounds::around(&boxes)?;
    for (i, triangle) in a.iter().enumerate() {
        let bounds = Bounds::of(triangle);
        if !bounds.meets(&all) {
            continue;
        }
        let hit =
            boxes.iter().zip(b).position(|(other, t)| bounds.meets(other) && share_a_point(triangle, t));
        if let Some(j) = hit {
            return Some((i, j));
        }
    }
    None
}

/// All pairs of triangles that share a point.
pub fn all_shared(a: &[Triangle], b: &[Triangle]) -> Vec<(usize, usize)> {
    let boxes: Vec<Bounds> = b.iter().map(Bounds::of).collect();
    let mut pairs = Vec::new();
    for (i, triangle) in a.iter().enumerate() {
        let bounds = Bounds::of(triangle);
        let hits = boxes.iter().zip(b).enumerate();
        let hits = hits.filter(|(_, (other, t))| bounds.meets(other) && share_a_point(triangle, t));
        pairs.extend(hits.map(|(j, _)| (i, j)));
    }
    pairs
}

/// The smallest distance of two soups; `None` if one is empty.
pub fn nearest(a: &[Triangle], b: &[Triangle]) -> Option<Nearest> {
    let [one, two] = [a, b].map(|soup| soup.iter().map(Bounds::of).collect::<Vec<_>>());
    let mut most = start(a, b, &one, &two)?;
    // Pairs that may be the closest, with a lower bound of each.
    let mut left: Vec<(f64, usize, usize)> = Vec::new();
    for (i, bounds) in one.iter().enumerate() {
        for (j, other) in two.iter().enumerate() {
            if bounds.least_squared(other) > most {
                continue;
            }
            let (low, high) = bracket(&a[i], &b[j]);
            if low <= most {
                most = most.min(high);
                left.push((low, i, j));
            }
        }
    }
    let mut best: Option<Nearest> = None;
    for (_, i, j) in left.into_iter().filter(|(low, ..)| *low <= most) {
        let squared = squared_distance(&a[i], &b[j]);
        if best.as_ref().is_none_or(|b| squared < b.squared) {
            let done = squared.is_zero();
            best = Some(Nearest { squared, pair: (i, j) });
            if done {
                break;
            }
        }
    }
    best
}

/// The smallest distance of a point from a soup; `None` if it is empty. The first index of the pair is 0.
pub fn nearest_to_point(p: Point, soup: &[Triangle]) -> Option<Nearest> {
    nearest(&[[p; 3]], soup)
}

/// An upper bound of the squared distance, from a few steps back and forth between near boxes.
fn start(a: &[Triangle], b: &[Triangle], one: &[Bounds], two: &[Bounds]) -> Option<f64> {
    let closest = |from: &Bounds, to: &[Bounds]| {
        let gap = |k: &usize| from.least_squared(&to[*k]) + 1e-3 * from.apart_squared(&to[*k]);
        (0..to.len()).min_by(|i, j| gap(i).total_cmp(&gap(j)))
    };
    let mut i = 0;
    let mut most = f64::INFINITY;
    if a.is_empty() {
        return None;
    }
    for _ in 0..4 {
        let j = closest(&one[i], two)?;
        i = closest(&two[j], one)?;
        most = most.min(bracket(&a[i], &b[j]).1);
    }
    Some(most)
}

/// Bounds of the squared distance of two triangles: between two of their points that are approximately the closest, and across planes at
/// right angles to the line between them. Both with room for rounding.
fn bracket(a: &Triangle, b: &Triangle) -> (f64, f64) {
    let (mut best, mut across) = (f64::INFINITY, [0.0; 3]);
    let mut take = |p: Point, q: Point| {
        let v = minus(q, p);
        let squared = dot(v, v);
        if squared < best {
            (best, across) = (squared, v);
        }
    };
    for i in 0..3 {
        take(a[i], on_triangle(a[i], b));
        take(on_triangle(b[i], a), b[i]);
        for j in 0..3 {
            let (p, q) = on_segments([a[i], a[(i + 1) % 3]], [b[j], b[(j + 1) % 3]]);
            take(p, q);
        }
    }
    let size = a.iter().chain(b).flatten().fold(0.0_f64, |m, c| m.max(c.abs()));
    let room = ROUNDING * size;
    let length = best.sqrt();
    // Points on triangles are rounded.
    let high = (length + 4.0 * room) * (1.0 + ROUNDING);
    let sizes = across.iter().map(|c| c.abs()).sum::<f64>();
    let gaps = a.iter().flat_map(|p| b.iter().map(|q| dot(minus(*q, *p), across)));
    let gap = gaps.fold(f64::INFINITY, f64::min) - room * sizes;
    let low = if gap > 0.0 && length > 0.0 { gap / length * (1.0 - ROUNDING) } else { 0.0 };
    (low * low * (1.0 - ROUNDING), high * high * (1.0 + ROUNDING))
}

/// Approximately the closest point of a triangle to p; certainly a point of it, up to rounding.
fn on_triangle(p: Point, &[a, b, c]: &Triangle) -> Point {
    let (u, v) = (minus(b, a), minus(c, a));
    let n = cross(u, v);
    let under = dot(n, n);
    if under > 0.0 {
        let w = minus(p, a);
        // Barycentric coordinates of b and c in the foot.
        let (s, t) = (dot(cross(w, v), n) / under, dot(cross(u, w), n) / under);
        if s >= 0.0 && t >= 0.0 && s + t <= 1.0 {
            return [0, 1, 2].map(|i| a[i] + s * u[i] + t * v[i]);
        }
    }
    let feet = [[a, b], [b, c], [c, a]].map(|edge| on_segment(p, edge));
    let apart = |q: &Point| dot(minus(p, *q), minus(p, *q));
    feet.into_iter().min_by(|x, y| apart(x).total_cmp(&apart(y))).unwrap_or(a)
}

fn on_segment(p: Point, [a, b]: [Point; 2]) -> Point {
    let u = minus(b, a);
    let under = dot(u, u);
    let t = if under > 0.0 { (dot(minus(p, a), u) / under).clamp(0.0, 1.0) } else { 0.0 };
    [0, 1, 2].map(|i| a[i] + t * u[i])
}

/// Approximately the closest points of two segments.
fn on_segments([a, b]: [Point; 2], [c, d]: [Point; 2]) -> (Point, Point) {
    let (u, v, w) = (minus(b, a), minus(d, c), minus(c, a));
    let n = cross(u, v);
    let under = dot(n, n);
    let s = if under > 0.0 { (dot(w, cross(v, n)) / under).clamp(0.0, 1.0) } else { 0.0 };
    let p = [0, 1, 2].map(|i| a[i] + s * u[i]);
    let q = on_segment(p, [c, d]);
    (on_segment(q, [a, b]), q)
}

/// A box around a triangle.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: Point,
    high: Point,
}

impl Bounds {
    fn of([a, b, c]: &Triangle) -> Self {
        let fold = |f: fn(f64, f64) -> f64| [0, 1, 2].map(|i| f(f(a[i], b[i]), c[i]));
        Self { low: fold(f64::min), high: fold(f64::max) }
    }

    fn around(boxes: &[Self]) -> Option<Self> {
        boxes.iter().copied().reduce(|x, y| Self {
            low: [0, 1, 2].map(|i| x.low[i].min(y.low[i])),
            high: [0, 1, 2].map(|i| x.high[i].max(y.high[i])),
        })
    }

    fn meets(&self, other: &Self) -> bool {
        (0..3).all(|i| self.low[i] <= other.high[i] && other.low[i] <= self.high[i])
    }

    /// A lower bound of the squared distance of the boxes.
    fn least_squared(&self, other: &Self) -> f64 {
        let gap = |i: usize| (self.low[i] - other.high[i]).max(other.low[i] - self.high[i]).max(0.0);
        let gaps = [gap(0), gap(1), gap(2)];
        dot(gaps, gaps) * (1.0 - ROUNDING)
    }

    /// Approximately the squared distance of the centers, times four.
    fn apart_squared(&self, other: &Self) -> f64 {
        let between = [0, 1, 2].map(|i| self.low[i] + self.high[i] - other.low[i] - other.high[i]);
        dot(between, between)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    fn soup(count: usize, size: f64, at: f64, seed: u64) -> Vec<Triangle> {
        let mut rng = Rng::new(seed);
        let mut triangle = || {
            let c = [at + rng.uniform(), rng.uniform(), rng.uniform()];
            [(); 3].map(|()| c.map(|c| c + size * rng.between(-1.0, 1.0)))
        };
        (0..count).map(|_| triangle()).collect()
    }

    /// Checks that skipped pairs are never the closest.
    #[test]
    fn agrees_with_all_pairs_in_exact_numbers() {
        let mut met = 0;
        for seed in 0..30 {
            let (a, b) = (soup(9, 0.2, 0.0, seed), soup(8, 0.2, 0.1 * (seed % 14) as f64, seed + 100));
            let all = a.iter().flat_map(|a| b.iter().map(move |b| squared_distance(a, b)));
            let truth = all.min().expect("there are triangles");
            let found = nearest(&a, &b).expect("there are triangles");
            assert!(found.squared == truth, "{seed}");
            assert!(squared_distance(&a[found.pair.0], &b[found.pair.1]) == truth);
            let shared = first_shared(&a, &b);
            assert_eq!(shared.is_some(), truth.is_zero());
            assert_eq!(shared, all_shared(&a, &b).first().copied());
            met += usize::from(truth.is_zero());
        }
        assert!((5..=25).contains(&met), "{met}");
    }

    #[test]
    fn many_pairs_are_quick_and_ties_are_decided_by_index() {
        // Two layers of 2 × 9 × 9 triangles each, 1 apart: every triangle is at the smallest distance from some other.
        let cell = |i: usize, j: usize, z: f64| {
            let at = |x: usize, y: usize| [x as f64, y as f64, z];
            [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]]
        };
        let layer = |z: f64| -> Vec<Triangle> {
            (0..9).flat_map(|i| (0..9).map(move |j| (i, j))).flat_map(|(i, j)| cell(i, j, z)).collect()
        };
        let found = nearest(&layer(0.0), &layer(1.0)).expect("there are triangles");
        assert!(found.squared == Ratio::whole(1.0.into()));
        assert_eq!(found.pair, (0, 0));
        assert!(nearest(&layer(0.0), &[]).is_none() && nearest(&[], &layer(0.0)).is_none());
        assert!(first_shared(&layer(0.0), &[]).is_none() && first_shared(&[], &layer(0.0)).is_none());
        // Large soups that are apart.
        let found =
            nearest(&soup(1000, 0.02, 0.0, 1), &soup(1000, 0.02, 1.2, 2)).expect("there are triangles");
        assert!(found.squared.root() > 0.1 && found.squared.root() < 0.4);
    }

    #[test]
    fn points() {
        let flat = [[0., 0., 0.], [4., 0., 0.], [0., 4., 0.]];
        let up = flat.map(|[x, y, _]| [x, y, 9.0]);
        let found = nearest_to_point([1., 1., 7.], &[flat, up]).expect("there are triangles");
        assert!(found.squared == Ratio::whole(4.0.into()) && found.pair == (0, 1));
        assert!(nearest_to_point([1., 1., 0.], &[up, flat]).expect("there are triangles").squared.is_zero());
    }
}
