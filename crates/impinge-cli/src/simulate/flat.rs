//! Bodies of the plane as triangles at z = 0.

use std::f64::consts::TAU;

use impinge::body::{Chain, Compound, Region};
use impinge::{AnyShape2, Vec2};

use crate::drawn::{self, Triangles};

/// Number of corners that a circle is drawn with.
const AROUND: u32 = 64;
/// Distance from a side, relative to its coordinates, within which a point is on it: rounding, times a thousand.
const SAME: f64 = 1000.0 * f64::EPSILON;
/// Thickness with which a chain is drawn, relative to the size of its box.
const THICKNESS: f64 = 0.004;

/// Triangles of a convex shape.
pub fn convex(shape: &AnyShape2<f64>) -> Triangles {
    match shape {
        AnyShape2::Circle(circle) => disc(circle.radius()),
        _ => drawn::flat_triangles(shape),
    }
}

/// Triangles of all parts.
pub fn compound(compound: &Compound<AnyShape2<f64>>) -> Triangles {
    let mut all = Triangles::default();
    for part in compound.parts() {
        let Triangles { points, triangles } = convex(part.shape());
        let placed = points.into_iter().map(|[x, y, _]| *part.pose() * Vec2::new(x, y));
        let first = all.points.len() as u32;
        all.points.extend(placed.map(|p| [p.x, p.y, 0.0]));
        all.triangles.extend(triangles.into_iter().map(|corners| corners.map(|corner| first + corner)));
    }
    all
}

/// Triangles of a region, without its holes; the outline alone if its rings cross.
pub fn region(region: &Region<f64>) -> Triangles {
    let Ok(parts) = region.convex_parts() else {
        let rings = region.rings().map(|ring| sides(ring, true)).collect::<Vec<_>>().concat();
        return strips(&rings);
    };
    let points = region.points();
    let mut all = Triangles::default();
    all.points.extend(points.iter().map(|p| [p.x, p.y, 0.0]));
    for part in parts.parts() {
        let AnyShape2::ConvexPolygon(polygon) = part.shape() else { continue };
        // The fan around its middle has all points of the outline on its edges as corners: triangles of neighbors share them, and no
        // edge is drawn between them.
        let corners = polygon.vertices();
        let middle = corners.iter().fold(Vec2::ZERO, |sum, v| sum + *v) * (1.0 / corners.len() as f64);
        all.points.push([middle.x, middle.y, 0.0]);
        let center = all.points.len() as u32 - 1;
        let around: Vec<u32> =
            sides(corners, true).into_iter().flat_map(|side| between(side, points)).collect();
        all.triangles.extend((0..around.len()).map(|i| [center, around[i], around[(i + 1) % around.len()]]));
    }
    all
}

/// Points from the start of a side up to its end, which are in order and on it, up to rounding.
fn between([a, b]: [Vec2<f64>; 2], points: &[Vec2<f64>]) -> Vec<u32> {
    let along = b - a;
    let (squared, near) = (along.norm_squared(), SAME * (a.max_abs() + b.max_abs()));
    let place = |p: Vec2<f64>| (p - a).dot(along) / squared;
    let is_on = |p: Vec2<f64>| {
        let apart = (p - a).perp().dot(along).abs();
        p == a || (p != b && apart <= near * squared.sqrt() && place(p) > 0.0 && place(p) < 1.0)
    };
    let mut on: Vec<u32> = (0..points.len()).filter(|&k| is_on(points[k])).map(|k| k as u32).collect();
    on.sort_by(|&k, &l| place(points[k as usize]).total_cmp(&place(points[l as usize])));
    on.dedup_by_key(|k| points[*k as usize].to_array().map(f64::to_bits));
    on
}

/// A strip along each segment of a chain.
pub fn chain(chain: &Chain<f64>) -> Triangles {
    strips(&sides(chain.points(), chain.is_closed()))
}

/// A disc with a radius as its mark, so that one sees it roll: edges are drawn where triangles share no corners.
fn disc(radius: f64) -> Triangles {
    let corner = |k: u32| {
        let angle = TAU * f64::from(k) / f64::from(AROUND);
        [radius * angle.cos(), radius * angle.sin(), 0.0]
    };
    // The first corner stands at both ends.
    let points = [[0.0; 3]].into_iter().chain((0..AROUND).map(corner)).chain([corner(0)]);
    Triangles { points: points.collect(), triangles: (1..=AROUND).map(|k| [0, k, k + 1]).collect() }
}

fn sides(points: &[Vec2<f64>], is_closed: bool) -> Vec<[Vec2<f64>; 2]> {
    let back = points.first().zip(points.last()).filter(|_| is_closed).map(|(first, last)| [*last, *first]);
    points.windows(2).map(|ends| [ends[0], ends[1]]).chain(back).collect()
}

fn strips(sides: &[[Vec2<f64>; 2]]) -> Triangles {
    let ends = || sides.iter().flatten().copied();
    let Some(first) = ends().next() else { return Triangles::default() };
    let (min, max) = ends().fold((first, first), |(min, max), p| (min.min(p), max.max(p)));
    let half = 0.5 * THICKNESS * (max - min).norm();
    let mut all = Triangles::default();
    for [a, b] in sides {
        let along = (*b - *a).normalized().unwrap_or(Vec2::ZERO) * half;
        let across = Vec2::new(-along.y, along.x);
        let first = all.points.len() as u32;
        let corners = [*a - along - across, *b + along - across, *b + along + across, *a - along + across];
        all.points.extend(corners.map(|p| [p.x, p.y, 0.0]));
        all.triangles.extend([[0, 1, 2], [0, 2, 3]].map(|corners| corners.map(|corner| first + corner)));
    }
    all
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn area(of: &Triangles) -> f64 {
        let at = |k: u32| of.points[k as usize];
        let twice = of.triangles.iter().map(|corners| {
            let [a, b, c] = corners.map(at);
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        });
        0.5 * twice.sum::<f64>()
    }

    /// Number of edges that are drawn: those of one triangle only.
    fn edges(of: &Triangles) -> usize {
        let mut count = BTreeMap::new();
        for [a, b, c] in &of.triangles {
            for (u, v) in [(a, b), (b, c), (c, a)] {
                *count.entry((u.min(v), u.max(v))).or_insert(0) += 1;
            }
        }
        count.values().filter(|count| **count == 1).count()
    }

    #[test]
    fn holes_stay_holes_and_only_outlines_are_edges() {
        let ring = |h: f64| [[-h, -h], [h, -h], [h, h], [-h, h]];
        let mut hole = ring(1.0);
        hole.reverse();
        let frame = region(&Region::new(&[ring(2.0), hole]));
        assert_eq!((area(&frame), edges(&frame)), (12.0, 8));
        // Stairs, whose corners are nearly on a line.
        let corner = |x: u32, y: u32| [0.5 * f64::from(x), 0.3 * f64::from(y)];
        let mut stairs = vec![[-3.4, 0.0], corner(10, 0)];
        stairs.extend((0..10).rev().flat_map(|i| [corner(i + 1, 10 - i), corner(i, 10 - i)]));
        stairs.push([-3.4, 3.0]);
        let drawn = region(&Region::new(&[stairs.clone()]));
        assert!((area(&drawn) - 0.15 * 55.0 - 3.4 * 3.0).abs() < 1e-12, "{}", area(&drawn));
        assert_eq!(edges(&drawn), stairs.len());
        // Rings that cross have no parts: eight strips.
        let shifted = ring(2.0).map(|[x, y]| [x + 1.0, y + 1.0]);
        assert_eq!(region(&Region::new(&[ring(2.0), shifted])).triangles.len(), 16);
    }

    #[test]
    fn chains_are_strips_and_circles_have_a_mark() {
        let path = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]];
        let open = chain(&Chain::new(&path));
        assert_eq!((open.triangles.len(), open.points.len()), (4, 8));
        assert_eq!(chain(&Chain::closed(&path)).triangles.len(), 6);
        let disc = convex(&impinge::Circle::new(1.0).into());
        assert!((area(&disc) - 0.5 * TAU).abs() < 0.01);
        assert_eq!(edges(&disc), AROUND as usize + 2);
    }
}
