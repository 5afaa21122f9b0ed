//! Features of cores in the plane. Here edges take the place of faces, see [`FeatureSpace`].

use super::MAX_FACES;
use super::support::{Corner, Facing, FeatureSpace, Patch, boxed};
use crate::math::Vec2;
use crate::shape::{Core2, Id, LentPolygon, Support};

impl FeatureSpace for Vec2<f64> {
    fn each_face(core: &Core2<'_>, near: Id, visit: &mut dyn FnMut(Vec2<f64>)) {
        let mut both = |axis: usize| {
            visit(-Vec2::axis(axis));
            visit(Vec2::axis(axis));
        };
        match core {
            Core2::Segment(s) if s.half_length() > 0.0 => both(0),
            Core2::Rectangle(_) => (0..2).for_each(both),
            Core2::Polygon(p, _) => {
                let count = p.vertex_count();
                let near = near.0 as usize;
                if count <= MAX_FACES {
                    (0..count).for_each(|i| visit(edge_normal(p, i)));
                } else if near < count {
                    visit(edge_normal(p, (near + count - 1) % count));
                    visit(edge_normal(p, near));
                }
            }
            Core2::Point | Core2::Segment(_) | Core2::Ellipse(_) | Core2::Custom(..) => {}
        }
    }

    fn line_count(_: &Core2<'_>) -> usize {
        0
    }

    fn each_line(_: &Core2<'_>, _: Id, _: bool, _: &mut dyn FnMut(Vec2<f64>)) {}

    fn across(_: Vec2<f64>, _: Vec2<f64>, _: f64) -> Option<Vec2<f64>> {
        None
    }

    fn straightened(_: &Core2<'_>, _: Vec2<f64>) -> Option<Vec2<f64>> {
        None
    }

    fn patch(core: &Core2<'_>, d: Vec2<f64>, near: Id, facing: Facing) -> Patch<Vec2<f64>> {
        match core {
            Core2::Point => boxed(&[], d, facing),
            // The core of a capsule of zero length: a disc, which has no edge.
            Core2::Segment(s) if s.half_length() == 0.0 => boxed(&[], d, facing),
            Core2::Segment(s) => boxed(&[(1, s.half_length())], d, facing),
            Core2::Rectangle(s) => {
                let half = s.half_extents();
                boxed(&[(0, half.x), (1, half.y)], d, facing)
            }
            Core2::Polygon(p, factor) => polygon(p, *factor, d, near, facing),
            Core2::Ellipse(_) | Core2::Custom(..) => Patch::curved(core.support(d)),
        }
    }
}

/// Outward unit normal of edge `i`, which leaves vertex `i`.
fn edge_normal(p: &LentPolygon<'_>, i: usize) -> Vec2<f64> {
    let next = p.vertex((i + 1) % p.vertex_count());
    -(next - p.vertex(i)).unit().perp()
}

/// The edge before or after the support vertex, if it is level enough, the more level of two; otherwise the vertex.
fn polygon(p: &LentPolygon<'_>, factor: f64, d: Vec2<f64>, near: Id, facing: Facing) -> Patch<Vec2<f64>> {
    let count = p.vertex_count();
    let at = |i: usize| p.vertex(i);
    let corner = |i: usize| Corner::vertex(at(i) * factor, Id(i as u32));
    let mut top =
        if (near.0 as usize) < count { near.0 as usize } else { p.support_from(d, Id::NONE).1.0 as usize };
    // A step or so: the vertex was chosen in the precision of the polygon.
    for _ in 0..count {
        let (before, after) = ((top + count - 1) % count, (top + 1) % count);
        let rise = |i: usize| (at(i) - at(top)).dot(d);
        let next = if rise(after) >= rise(before) { after } else { before };
        if rise(next) <= 0.0 {
            break;
        }
        top = next;
    }
    let slope = |i: usize| -(at(i) - at(top)).unit().dot(d);
    let (before, after) = ((top + count - 1) % count, (top + 1) % count);
    let next = if slope(after) <= slope(before) { after } else { before };
    if slope(next) <= facing.tilt {
        Patch::edge([corner(top), corner(next)])
    } else {
        Patch::vertex(corner(top).point, Id(top as u32))
    }
}
