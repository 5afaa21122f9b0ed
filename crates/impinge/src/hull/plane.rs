//! The convex hull of points in the plane.
//!
//! Answers: which points are corners of the smallest convex polygon that contains all of them, in counter-clockwise order.
//!
//! Source: Andrew, "Another efficient algorithm for convex hulls in two dimensions", 1979 (the monotone chain), with
//! the exact orientation test of Shewchuk, "Adaptive precision floating-point arithmetic", 1997.
//!
//! Guarantees: every decision is exact, so corners are strict: no two are equal and no three are collinear. Output
//! corners are input points, bit for bit. In the decisions, coordinates below 2^-300 of the largest count as zero.
//! Cost: O(n log n). Failure: points that are not finite, and points that do not span the plane.

use alloc::vec::Vec;

use robust::{Coord, orient2d};

use super::input::scaled;
use crate::error::{Extent, Problem, ShapeError};
use crate::math::{Real, Vec2, sort_numbers};

/// A convex polygon: corners that are input points, counter-clockwise.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon<T> {
    vertices: Vec<Vec2<T>>,
    sources: Vec<u32>,
}

impl<T: Real> Polygon<T> {
    /// Corners, counter-clockwise, from the one with the smallest x; of several, the lowest.
    pub fn vertices(&self) -> &[Vec2<T>] {
        &self.vertices
    }

    /// For each corner, its index in the input; of equal points, the first.
    pub fn sources(&self) -> &[u32] {
        &self.sources
    }
}

/// The convex hull of points in the plane.
///
/// ```
/// use impinge::Vec2;
/// use impinge::hull::planar_hull;
///
/// let points = [[2.0, 0.0], [0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 3.0]].map(Vec2::from);
/// let hull = planar_hull(&points)?;
/// assert_eq!(hull.sources(), [1, 0, 4]); // no corner in the middle of a side, none inside
/// # Ok::<(), impinge::ShapeError>(())
/// ```
///
/// # Errors
/// If a coordinate is not finite (every such point is listed), or the points do not span the plane: the error says, by
/// exact predicates, whether there are none, only one point, or all lie on one line.
pub fn planar_hull<T: Real>(points: &[Vec2<T>]) -> Result<Polygon<T>, ShapeError> {
    let wide: Vec<Vec2<f64>> = scaled(points, Vec2::cast)?;
    let sources = corners(&wide).map_err(|extent| ShapeError::new(Problem::Flat(extent)))?;
    Ok(Polygon { vertices: sources.iter().map(|&i| points[i as usize]).collect(), sources })
}

/// Indices of the corners of finite points of moderate size, counter-clockwise.
pub(super) fn corners(points: &[Vec2<f64>]) -> Result<Vec<u32>, Extent> {
    let mut order: Vec<u32> = (0..points.len() as u32).collect();
    let key = |i: u32| (points[i as usize].x, points[i as usize].y);
    // -0 and 0 are the same coordinate, hence not `total_cmp`.
    sort_numbers(&mut order, &|a, b| {
        key(a).partial_cmp(&key(b)).unwrap_or(core::cmp::Ordering::Equal).then(a.cmp(&b))
    });
    order.dedup_by(|b, a| key(*a) == key(*b));
    match order.len() {
        0 => return Err(Extent::Empty),
        1 => return Err(Extent::Point),
        _ => {}
    }
    close(points, order.iter().copied(), order.iter().rev().skip(1).copied())
}

/// The convex hull of points that already run around it, as [`Polygon::vertices`] do except for rounding: along the
/// lower side to the last point, and back. Takes linear time, or that of [`planar_hull`] if they do not.
///
/// # Errors
/// As [`planar_hull`].
pub(crate) fn planar_hull_of_loop<T: Real>(points: &[Vec2<T>]) -> Result<Polygon<T>, ShapeError> {
    let wide: Vec<Vec2<f64>> = scaled(points, Vec2::cast)?;
    let key = |i: usize| (wide[i].x, wide[i].y);
    let turn = (1..wide.len()).find(|&i| key(i) <= key(i - 1)).unwrap_or(wide.len());
    let returns = (turn..wide.len()).all(|i| key(i) < key(i - 1) && key(i) > key(0));
    if turn < 2 || !returns {
        return planar_hull(points);
    }
    let there = 0..turn as u32;
    let back = (turn as u32..wide.len() as u32).chain([0]);
    let sources = close(&wide, there, back).map_err(|extent| ShapeError::new(Problem::Flat(extent)))?;
    Ok(Polygon { vertices: sources.iter().map(|&i| points[i as usize]).collect(), sources })
}

/// The strict corners of two chains: `there` ascending from the first point to the last, `back` descending to the
/// first.
fn close(
    points: &[Vec2<f64>],
    there: impl Iterator<Item = u32>,
    back: impl Iterator<Item = u32>,
) -> Result<Vec<u32>, Extent> {
    let mut chain: Vec<u32> = Vec::new();
    extend_chain(&mut chain, 0, points, there);
    let lower = chain.len();
    extend_chain(&mut chain, lower - 1, points, back);
    chain.pop();
    if chain.len() < 3 { Err(Extent::Line) } else { Ok(chain) }
}

/// Appends points in order, first removing those that would not make a strict left turn. The first `keep` stay.
fn extend_chain(chain: &mut Vec<u32>, keep: usize, points: &[Vec2<f64>], order: impl Iterator<Item = u32>) {
    let at = |i: u32| Coord { x: points[i as usize].x, y: points[i as usize].y };
    for next in order {
        while let &[.., a, b] = &chain[keep..]
            && orient2d(at(a), at(b), at(next)) <= 0.0
        {
            chain.pop();
        }
        chain.push(next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<T: Real>() {
        let points = |list: &[(f64, f64)]| -> Vec<Vec2<T>> {
            list.iter().map(|&(x, y)| Vec2::new(T::of(x), T::of(y))).collect()
        };
        let square =
            points(&[(0., 0.), (1., 0.), (2., 0.), (2., 2.), (0., 2.), (1., 1.), (0., 0.), (2., 1.)]);
        let hull = planar_hull(&square).unwrap();
        assert_eq!(hull.sources(), [0, 2, 3, 4]);
        assert_eq!(hull.vertices()[2], square[3]);
        let extent = |list: &[(f64, f64)]| planar_hull(&points(list)).unwrap_err().extent();
        assert_eq!(extent(&[]), Some(Extent::Empty));
        assert_eq!(extent(&[(0., 1.), (-0., 1.)]), Some(Extent::Point));
        assert_eq!(extent(&[(0., 0.), (0.1, 0.1), (3., 3.), (0.7, 0.7)]), Some(Extent::Line));
        let bad = points(&[(0., 0.), (f64::NAN, 0.), (1., 0.), (0., f64::INFINITY)]);
        let text = alloc::string::ToString::to_string(&planar_hull(&bad).unwrap_err());
        assert!(text.contains("point 1 has") && text.contains("point 3 has"), "{text}");
        for exponent in [-100, 100] {
            let scale = T::power_of_two(exponent);
            let moved: Vec<_> = square.iter().map(|&p| p * scale).collect();
            assert_eq!(planar_hull(&moved).unwrap().sources(), hull.sources());
        }
    }

    #[test]
    fn both_precisions() {
        check::<f32>();
        check::<f64>();
    }
}
