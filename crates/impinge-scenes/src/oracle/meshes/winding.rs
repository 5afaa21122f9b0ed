//! Winding number of a surface about a point, by rays and exact signs.
//!
//! A closed surface with its front outside has winding number 1 about a point inside it; inside out, −1; where two sheets of it overlap,
//! 2. The point is the origin of a ray; triangles that contain the point itself are left out, so that the answer is that just beyond the
//! point, along the ray.

use super::Triangle;
use super::exact::{Exact, Ratio, Wide, determinant};
use super::signs::{Point, cross, dot, minus, open_axis};
use crate::Rng;

/// Rounding of a determinant of three vectors that are differences of rounded points, relative to the product of their sizes: at most six
/// terms of about ten roundings each.
const ROUNDING: f64 = 128.0 * f64::EPSILON;

/// Limit on the random rays; each hits an edge exactly with negligible probability.
const TRIES: u64 = 64;

/// A point in homogeneous coordinates: quotients with one denominator, such as the point at which an edge crosses a face.
#[derive(Clone, Debug)]
pub(super) struct Place {
    over: Wide,
    /// Denominator, positive.
    under: Exact,
    /// Rounded coordinates.
    pub near: Point,
}

impl Place {
    pub fn new(over: Wide, under: Exact) -> Self {
        let (over, under) = if under.sign() < 0 { (Wide(over.0.map(|c| -c)), -under) } else { (over, under) };
        let near = [0, 1, 2].map(|i| Ratio::new(over.0[i].clone(), under.clone()).f64());
        Self { over, under, near }
    }

    pub fn point(p: Point) -> Self {
        Self { over: Wide::of(p), under: 1.0.into(), near: p }
    }

    /// The centroid of a triangle.
    pub fn middle([a, b, c]: &Triangle) -> Self {
        let sum = Wide::of(*a).plus(&Wide::of(*b)).plus(&Wide::of(*c));
        Self::new(sum, 3.0.into())
    }

    /// The vector from here to a point, times the denominator.
    fn to(&self, p: Point) -> Wide {
        Wide::of(p).times(&self.under).minus(&self.over)
    }

    /// Whether it lies on a triangle that has an area.
    pub fn is_on(&self, triangle: &Triangle) -> bool {
        let [a, b, c] = *triangle;
        let size = largest(triangle).max(largest(&[self.near]));
        let beside = |i: usize| {
            let (low, high) = (a[i].min(b[i]).min(c[i]), a[i].max(b[i]).max(c[i]));
            self.near[i] < low - ROUNDING * size || self.near[i] > high + ROUNDING * size
        };
        if (0..3).any(beside) {
            return false;
        }
        let (u, v, w) = (minus(a, self.near), minus(b, self.near), minus(c, self.near));
        if dot(u, cross(v, w)).abs() > ROUNDING * size * size * size {
            return false;
        }
        let Some(axis) = open_axis(a, b, c) else { return false };
        let [a, b, c] = triangle.map(|p| self.to(p));
        if !determinant(&a, &b, &c).is_zero() {
            return false;
        }
        let (j, k) = ((axis + 1) % 3, (axis + 2) % 3);
        let turn = |a: &Wide, b: &Wide| (&(&a.0[j] * &b.0[k]) - &(&a.0[k] * &b.0[j])).sign();
        let turns = [turn(&a, &b), turn(&b, &c), turn(&c, &a)];
        turns.iter().all(|t| *t >= 0) || turns.iter().all(|t| *t <= 0)
    }
}

fn largest(points: &[Point]) -> f64 {
    points.iter().flatten().fold(0.0_f64, |m, c| m.max(c.abs()))
}

/// Winding number of a closed surface about a point; `None` for a point on it.
pub fn winding_number(p: Point, soup: &[Triangle]) -> Option<i32> {
    let place = Place::point(p);
    if soup.iter().any(|t| place.is_on(t)) {
        return None;
    }
    let mut rng = Rng::new(0);
    let found = (0..TRIES).find_map(|_| {
        let d = rng.unit3::<f64>();
        winding_beyond(&place, [d.x, d.y, d.z], soup, |_| false)
    });
    Some(found.expect("a random ray that meets no edge"))
}

/// Winding number about the points just beyond `from` along a ray, if the triangles for which `left_out` is true contain `from` and the
/// ray lies in the plane of none of them. `None` if the ray meets an edge.
pub(super) fn winding_beyond(
    from: &Place,
    ray: Point,
    soup: &[Triangle],
    left_out: impl Fn(usize) -> bool,
) -> Option<i32> {
    let mut winding = 0;
    for (i, triangle) in soup.iter().enumerate() {
        if !left_out(i) {
            winding += crossing(from, ray, triangle)?;
        }
    }
    Some(winding)
}

/// 1 if the ray leaves through the triangle, from behind it, −1 if it enters, 0 if it misses; `None` if it meets its edges, or runs in
/// its plane through it.
fn crossing(from: &Place, ray: Point, triangle: &Triangle) -> Option<i32> {
    let around = largest(&[from.near]);
    let rough = triangle.map(|p| minus(p, from.near));
    let sizes = triangle.map(|p| largest(&[p]) + around);
    let length = ray.iter().map(|c| c.abs()).sum::<f64>();
    // Sides of the edges on which the line of the ray passes.
    let mut sides = [0; 3];
    let mut unclear = false;
    for i in 0..3 {
        let j = (i + 1) % 3;
        let value = dot(ray, cross(rough[i], rough[j]));
        if value.abs() > ROUNDING * length * sizes[i] * sizes[j] {
            sides[i] = if value > 0.0 { 1 } else { -1 };
        } else {
            unclear = true;
        }
    }
    if sides.contains(&1) && sides.contains(&-1) {
        return Some(0);
    }
    let value = dot(rough[0], cross(rough[1], rough[2]));
    let mut along = if value > 0.0 { 1 } else { -1 };
    if unclear || value.abs() <= ROUNDING * sizes[0] * sizes[1] * sizes[2] {
        let exact = triangle.map(|p| from.to(p));
        let d = Wide::of(ray);
        sides = [0, 1, 2].map(|i| determinant(&d, &exact[i], &exact[(i + 1) % 3]).sign());
        along = determinant(&exact[0], &exact[1], &exact[2]).sign();
    }
    if sides.contains(&1) && sides.contains(&-1) {
        return Some(0);
    }
    if sides.contains(&0) {
        // A triangle without area has no sides; otherwise only the part ahead counts.
        let [a, b, c] = *triangle;
        let ahead = sides.iter().sum::<i32>() * along;
        return if open_axis(a, b, c).is_none() || ahead < 0 { Some(0) } else { None };
    }
    // The ray meets the plane at det(a, b, c) / (ray · normal), both with the same factor.
    Some(if along * sides[0] > 0 { sides[0] } else { 0 })
}

/// Whether every edge of a soup is run as often one way as the other: only then do winding numbers distinguish inside from outside.
/// Corners are the same if their coordinates are.
pub fn is_closed(soup: &[Triangle]) -> bool {
    let mut edges: Vec<([u64; 6], i32)> = Vec::with_capacity(3 * soup.len());
    for [a, b, c] in soup {
        for [p, q] in [[a, b], [b, c], [c, a]] {
            let (p, q) = (bits(*p), bits(*q));
            let (low, high, way) = if p < q { (p, q, 1) } else { (q, p, -1) };
            if p != q {
                edges.push(([low[0], low[1], low[2], high[0], high[1], high[2]], way));
            }
        }
    }
    edges.sort_unstable();
    edges.chunk_by(|x, y| x.0 == y.0).all(|run| run.iter().map(|e| e.1).sum::<i32>() == 0)
}

/// The bit patterns of a point as a key; −0 is 0.
pub(super) fn bits(p: Point) -> [u64; 3] {
    p.map(|c| (c + 0.0).to_bits())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cube, flipped};
    use super::*;

    #[test]
    fn inside_outside_and_on() {
        let outer = cube([0.; 3], 4.);
        assert!(is_closed(&outer) && !is_closed(&outer[1..]));
        for (p, truth) in [
            ([2., 2., 2.], Some(1)),
            ([5., 2., 2.], Some(0)),
            ([4., 2., 2.], None),
            ([4., 4., 4.], None),
            ([4., 4., 1.], None),
            ([4_f64.next_up(), 2., 2.], Some(0)),
            ([4_f64.next_down(), 2., 2.], Some(1)),
            ([1e-300, 1e-300, 1e-300], Some(1)),
            ([-1e-300, 0., 0.], Some(0)),
        ] {
            assert_eq!(winding_number(p, &outer), truth, "{p:?}");
            assert_eq!(winding_number(p, &flipped(&outer)), truth.map(|w| -w), "{p:?}");
        }
        // A cavity, and the same shell twice.
        let inner = cube([1.; 3], 2.);
        let hollow = [outer.clone(), flipped(&inner)].concat();
        let doubled = [outer, inner].concat();
        assert_eq!(winding_number([2.; 3], &hollow), Some(0));
        assert_eq!(winding_number([0.5; 3], &hollow), Some(1));
        assert_eq!(winding_number([2.; 3], &doubled), Some(2));
        assert_eq!(winding_number([0.5; 3], &doubled), Some(1));
    }

    /// Checks that rays along edges and through corners are rejected, and that those beside them are not.
    #[test]
    fn rays_through_edges_are_refused() {
        let outer = cube([0.; 3], 4.);
        let from = Place::point([2., 2., 2.]);
        assert_eq!(winding_beyond(&from, [1., 1., 1.], &outer, |_| false), None);
        assert_eq!(winding_beyond(&from, [1., 0., 0.], &outer, |_| false), None, "the diagonal of a face");
        assert_eq!(winding_beyond(&from, [1., 0.1, 0.], &outer, |_| false), Some(1));
        // From the middle of a face, both ways.
        let face = Place::point([4., 1., 2.]);
        let held = |i: usize| face.is_on(&outer[i]);
        assert_eq!((0..12).filter(|i| held(*i)).count(), 1);
        assert_eq!(winding_beyond(&face, [1., 0.1, 0.2], &outer, held), Some(0));
        assert_eq!(winding_beyond(&face, [-1., 0.1, 0.2], &outer, held), Some(1));
    }
}
