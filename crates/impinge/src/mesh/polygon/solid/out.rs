//! A way out of an initial overlap.
//!
//! # Method
//! Consider a translation that separates two bodies and is shortest, at least among its neighbors. It goes along the normal of a contact
//! at its end: the normal of a polygon of one of them, or the cross product of two edges. Its length is the difference of the heights,
//! along that normal, of two vertices, one of each: the vertex and the polygon, or the two edges, that touch last. So directions are
//! taken from the features that cross now, and again from those that cross near the end of the best way so far; lengths come from heights
//! of vertices; and each candidate is tested by moving the mesh there.
//!
//! In a corner of free space no single normal leads out. So two more ways are tried: push the mesh out of one crossing polygon after the
//! other, by the depth of the edge's end behind it, each time out of the deepest, or of the shallowest.
//!
//! Along a direction the lengths are sorted; the first free one is sought by doubling and bisection, as if everything beyond a free
//! length were free. If it is not, a later exit may be found instead of an earlier one. The result is free in any case.
//!
//! # Cost
//! At most [`MOST_DIRECTIONS`] directions, most of which take one test once a short way is known; a test is that of
//! [`in_solid`](super::in_solid) again.

use alloc::vec::Vec;

use super::share::{each_crossing, ring, shares_volume, wide, wide_bounds};
use super::{Evidence, WayOut};
use crate::math::{Aabb, Each, Real, Vec3};
use crate::mesh::polygon::PolygonMesh;

/// Limit on the directions tried. Bodies that overlap a little cross in about ten polygons; more directions come from bodies deep inside
/// one another, for which one normal is as good as the next.
pub const MOST_DIRECTIONS: usize = 128;

/// Limit on the crossings whose edges are multiplied, since each gives many products.
const MOST_CROSSINGS: usize = 32;

/// Limit on the vertices of each mesh whose heights give lengths; for large meshes only the outermost are kept.
const MOST_VERTICES: usize = 256;

/// Limit on the rounds that look again at the crossings near the end of the best way. Each must shorten it; two or three do.
const MOST_ROUNDS: usize = 4;

/// Fraction of the way at which to look again: near the end, where the features that touch last still cross. Nearer, rounding would hide
/// it.
const MOST_OF_THE_WAY: f64 = 0.75;

/// Limit on the pushes of one way. A corner of three walls takes three, and as many again if walls are not at right angles.
const MOST_PUSHES: usize = 24;

/// Directions that differ by less are the same: 1 − cos of about 10⁻⁴.
const SAME_DIRECTION: f64 = 1e-8;

/// Slack of a way out in ε of the precision × size, so that rounding cannot leave the bodies crossing.
const SLACK: f64 = 32.0;

pub(super) fn way_out<T: Real>(moving: &PolygonMesh<f64>, standing: &PolygonMesh<T>) -> Option<WayOut<T>> {
    let bounds = wide_bounds(moving);
    let size = [bounds, wide_bounds(standing)]
        .iter()
        .fold(0.0, |most: f64, b| most.max(b.min.max_abs()).max(b.max.max_abs()));
    let slack = SLACK * T::EPSILON.f64() * size;
    let mut best = shortest(moving, standing, directions(moving, standing), slack, None);
    for _ in 0..MOST_ROUNDS {
        let Some(way) = best else { break };
        let here = moving.shifted(way.direction.cast::<f64>() * (way.depth.f64() * MOST_OF_THE_WAY));
        best = shortest(moving, standing, directions(&here, standing), slack, best);
        if best == Some(way) {
            break;
        }
    }
    for deepest in [true, false] {
        let Some(way) = pushed(moving, standing, deepest, slack) else { continue };
        let Some(direction) = way.normalized() else { continue };
        let (direction, depth): (Vec3<T>, T) = (direction.cast(), T::of(way.norm() + slack));
        let by = direction.cast::<f64>() * depth.f64();
        let shorter = best.is_none_or(|b| depth < b.depth);
        if shorter && shares_volume(&moving.shifted(by), standing).is_none() {
            best = Some(WayOut { depth, direction });
        }
    }
    best
}

/// The shortest way along the given directions, if it is shorter than the best one known.
fn shortest<T: Real>(
    moving: &PolygonMesh<f64>,
    standing: &PolygonMesh<T>,
    directions: Vec<Vec3<f64>>,
    slack: f64,
    mut best: Option<WayOut<T>>,
) -> Option<WayOut<T>> {
    for direction in directions {
        // Rounded as in the result, so no longer exactly unit.
        let direction: Vec3<T> = direction.cast();
        let lengths = lengths(moving, standing, direction.cast(), slack);
        let limit = best.map_or(f64::INFINITY, |b| b.depth.f64());
        let shorter = lengths.partition_point(|&length| length < limit);
        let free = |depth: T| {
            let by = direction.cast::<f64>() * depth.f64();
            shares_volume(&moving.shifted(by), standing).is_none()
        };
        let lengths: Vec<T> = lengths[..shorter].iter().map(|&length| T::of(length)).collect();
        if let Some(depth) = first_free(&lengths, best.is_some(), free) {
            best = Some(WayOut { depth, direction });
        }
    }
    best
}

/// The way that pushes out of one crossing polygon after the other lead, if they lead out.
fn pushed<T: Real>(
    moving: &PolygonMesh<f64>,
    standing: &PolygonMesh<T>,
    deepest: bool,
    slack: f64,
) -> Option<Vec3<f64>> {
    let mut way = Vec3::ZERO;
    for _ in 0..MOST_PUSHES {
        let here = moving.shifted(way);
        let mut push: Option<(f64, Vec3<f64>)> = None;
        each_crossing(&here, standing, &mut |evidence| {
            // Depth of the end of the edge behind the polygon, and the direction out.
            let (depth, out) = match evidence {
                Evidence::MovingEdge { edge, polygon } => {
                    let plane = &standing.polygons()[polygon as usize];
                    (deepest_end(&here, edge, plane.normal, plane.offset), plane.normal)
                }
                Evidence::StandingEdge { edge, polygon } => {
                    let plane = &here.polygons()[polygon as usize];
                    (deepest_end(standing, edge, plane.normal, plane.offset), -plane.normal)
                }
                _ => return true,
            };
            if push.is_none_or(|(best, _)| if deepest { depth > best } else { depth < best }) {
                push = Some((depth, out));
            }
            true
        });
        let Some((depth, out)) = push else {
            return shares_volume(&here, standing).is_none().then_some(way);
        };
        way += out * (depth.max(0.0) + slack);
    }
    None
}

/// Depth of the deeper end of an edge behind a plane.
fn deepest_end<T: Real>(mesh: &PolygonMesh<T>, edge: u32, normal: Vec3<f64>, offset: f64) -> f64 {
    let [a, b] = mesh.edges()[edge as usize].ends.each(|v| offset - normal.dot(wide(mesh, v)));
    a.max(b)
}

/// The first free length, assuming that everything beyond a free length is free. `last_first` tries the last one first, and gives up if
/// it is not free.
fn first_free<T: Real>(lengths: &[T], last_first: bool, free: impl Fn(T) -> bool) -> Option<T> {
    let last = lengths.len().checked_sub(1)?;
    if last_first && !free(lengths[last]) {
        return None;
    }
    // Doubling: `bad` is known not to be free, `good` is known to be free.
    let (mut bad, mut good, mut step) = (None, None, 0);
    while good.is_none() {
        let at = step.min(last);
        if free(lengths[at]) {
            good = Some(at);
        } else if at == last {
            return None;
        } else {
            bad = Some(at);
        }
        step = 2 * step + 1;
    }
    let mut good = good?;
    let mut low = bad.map_or(0, |bad| bad + 1);
    while low < good {
        let middle = (low + good) / 2;
        if free(lengths[middle]) {
            good = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(lengths[good])
}

/// Unit directions in which the moving mesh may leave.
fn directions<T: Real>(moving: &PolygonMesh<f64>, standing: &PolygonMesh<T>) -> Vec<Vec3<f64>> {
    let mut directions: Vec<Vec3<f64>> = Vec::new();
    let mut add = |d: Option<Vec3<f64>>| {
        if let Some(d) = d
            && directions.len() < MOST_DIRECTIONS
            && directions.iter().all(|e| e.dot(d) < 1.0 - SAME_DIRECTION)
        {
            directions.push(d);
        }
    };
    let normal_m = |p: u32| moving.polygons()[p as usize].normal;
    let normal_s = |p: u32| standing.polygons()[p as usize].normal;
    let mut crossings = Vec::new();
    each_crossing(moving, standing, &mut |evidence| {
        match evidence {
            Evidence::MovingEdge { polygon, .. } => add(Some(normal_s(polygon))),
            Evidence::StandingEdge { polygon, .. } => add(Some(-normal_m(polygon))),
            _ => {}
        }
        if crossings.len() < MOST_CROSSINGS && !crossings.contains(&evidence) {
            crossings.push(evidence);
        }
        true
    });
    // Edges of one mesh that cross a polygon of the other, against edges of the other that cross a polygon of the first: if the bodies
    // overlap a little, two of them touch last.
    for crossing in &crossings {
        let Evidence::MovingEdge { edge, polygon } = *crossing else { continue };
        for other in &crossings {
            let Evidence::StandingEdge { edge: other, .. } = *other else { continue };
            let d = along(moving, edge).cross(along(standing, other));
            add((if d.dot(normal_s(polygon)) < 0.0 { -d } else { d }).normalized());
        }
    }
    for axis in 0..3 {
        add(Some(Vec3::axis(axis)));
        add(Some(-Vec3::axis(axis)));
    }
    // Edges that cross a polygon, against its sides: out over that side.
    for evidence in crossings {
        let (edge, sides, out) = match evidence {
            Evidence::MovingEdge { edge, polygon } => {
                (along(moving, edge), sides(standing, polygon), normal_s(polygon))
            }
            Evidence::StandingEdge { edge, polygon } => {
                (along(standing, edge), sides(moving, polygon), -normal_m(polygon))
            }
            _ => continue,
        };
        for side in sides {
            let d = edge.cross(side);
            add((if d.dot(out) < 0.0 { -d } else { d }).normalized());
        }
    }
    // Completely inside: out through nearby polygons.
    let near = wide_bounds(moving);
    let near = near.grown(near.half_extents().max_abs());
    standing.near(&near, |q| add(Some(normal_s(q))));
    (0..moving.polygons().len() as u32).for_each(|p| add(Some(-normal_m(p))));
    directions
}

fn along<T: Real>(mesh: &PolygonMesh<T>, edge: u32) -> Vec3<f64> {
    let [a, b] = mesh.edges()[edge as usize].ends.each(|v| wide(mesh, v));
    b - a
}

fn sides<T: Real>(mesh: &PolygonMesh<T>, polygon: u32) -> Vec<Vec3<f64>> {
    ring(mesh, polygon).zip(ring(mesh, polygon).cycle().skip(1)).map(|(a, b)| b - a).collect()
}

/// Lengths at which features may separate along a direction, in rising order.
fn lengths<T: Real>(
    moving: &PolygonMesh<f64>,
    standing: &PolygonMesh<T>,
    direction: Vec3<f64>,
    slack: f64,
) -> Vec<f64> {
    // Distance over which the moving mesh passes all of the standing one.
    let reach = {
        let b = wide_bounds(standing).union(&wide_bounds(moving));
        (b.max - b.min).norm()
    };
    let from = wide_bounds(moving);
    let by = direction * reach;
    let swept = from.union(&Aabb { min: from.min + by, max: from.max + by });
    let mut walls = Vec::new();
    standing.near(&swept, |q| walls.extend(ring(standing, q).map(|c| direction.dot(c))));
    let mut own: Vec<f64> = moving.vertices().iter().map(|v| direction.dot(*v)).collect();
    for heights in [&mut walls, &mut own] {
        heights.sort_unstable_by(f64::total_cmp);
        heights.dedup_by(|b, a| *b - *a <= slack);
    }
    // The lowest vertices of the moving mesh must rise above walls first.
    own.truncate(MOST_VERTICES);
    let Some(&lowest) = own.first() else { return Vec::new() };
    walls.retain(|&wall| wall >= lowest);
    if walls.len() > MOST_VERTICES {
        let step = walls.len().div_ceil(MOST_VERTICES);
        // From the top down, so that the highest stays.
        walls = walls.into_iter().rev().step_by(step).rev().collect();
    }
    let mut lengths: Vec<f64> = Vec::new();
    for wall in walls {
        lengths.extend(own.iter().map(|height| wall - height + slack).take_while(|&length| length > 0.0));
    }
    lengths.sort_unstable_by(f64::total_cmp);
    lengths.dedup_by(|b, a| *b - *a <= slack);
    lengths
}
