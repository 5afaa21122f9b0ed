//! Support feature of a core: not just one support point, but all points farthest along a direction.
//!
//! Feng & Tan, sections 2.4 and 4.3: the support point is not unique if a whole edge or face is farthest, and a contact
//! point taken from one arbitrary support point jumps around. So the whole feature is found, here for every core.
//!
//! An edge counts as farthest if it is within an angle of the plane perpendicular to the direction, a face if its
//! normal is within that angle of the direction. An angle and not a height, so that small features count like large
//! ones. A contact manifold also needs features that are tilted a little: see [`Facing`].

use super::Few;
use super::types::Feature;
use crate::climb::Tangents;
use crate::gjk::VoronoiSpace;
use crate::math::{Each, Real, Vector};
use crate::shape::{Id, Space};

/// Angles within which a feature counts as farthest, in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facing {
    /// Corners are equally far if the line between them is within this angle of level.
    pub level: f64,
    /// An edge or face that has one of the farthest corners belongs to the feature if it is within this angle of level.
    /// Not less than `level`.
    pub tilt: f64,
}

impl Facing {
    /// The same angle for both.
    pub fn within(angle: f64) -> Self {
        Self { level: angle, tilt: angle }
    }
}

/// A corner of a feature: a vertex, or a point of a rim.
#[derive(Clone, Copy, Debug)]
pub struct Corner<W> {
    /// Position of the corner.
    pub(crate) point: W,
    /// Name of the corner.
    pub(super) name: Feature,
}

impl<W: Vector> Default for Corner<W> {
    fn default() -> Self {
        Self { point: W::ZERO, name: Feature::Curved }
    }
}

impl<W: Vector> Corner<W> {
    pub(super) fn vertex(point: W, id: Id) -> Self {
        Self { point, name: Feature::Vertex(id) }
    }

    /// A corner at some point of the rim of a face.
    pub(super) fn rim(point: W, face: u32) -> Self {
        Self { point, name: Feature::Rim { face: Id(face), place: Id::NONE } }
    }
}

/// A flat round face.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Round<W> {
    pub(crate) center: W,
    /// Two perpendicular half axes.
    pub(super) axes: [W; 2],
    /// Whether the half axes are equal.
    pub(super) circular: bool,
}

/// A feature and its position, in the frame of its core.
#[derive(Clone, Debug)]
pub struct Patch<W: Vector> {
    /// Name of the feature.
    pub(crate) feature: Feature,
    /// Corners: one for a vertex or curved point, two for an edge, those of a face in order around it; none for a round face.
    pub(crate) corners: Few<Corner<W>>,
    pub(crate) round: Option<Round<W>>,
    /// For a line on a cylinder: how far inside the axis is. A bare segment is its own axis.
    pub(super) tube: Option<f64>,
}

impl<W: Vector> Patch<W> {
    pub(super) fn vertex(point: W, id: Id) -> Self {
        Self::loop_of(Feature::Vertex(id), [Corner::vertex(point, id)])
    }

    pub(super) fn curved(point: W) -> Self {
        Self::loop_of(Feature::Curved, [Corner { point, name: Feature::Curved }])
    }

    pub(super) fn edge(ends: [Corner<W>; 2]) -> Self {
        Self::loop_of(Feature::edge(ends[0].name.vertex_id(), ends[1].name.vertex_id()), ends)
    }

    /// The same line, with the axis of its cylinder this far inside.
    pub(super) fn on_tube(mut self, inside: f64) -> Self {
        self.tube = (self.corners.len() == 2).then_some(inside);
        self
    }

    pub(super) fn round(face: u32, center: W, axes: [W; 2], circular: bool) -> Self {
        Self {
            feature: Feature::Face(Id(face)),
            corners: Few::new(),
            round: Some(Round { center, axes, circular }),
            tube: None,
        }
    }

    pub(super) fn loop_of(feature: Feature, corners: impl IntoIterator<Item = Corner<W>>) -> Self {
        Self { feature, corners: corners.into_iter().collect(), round: None, tube: None }
    }
}

/// Operations that contact features need of the plane or space. In the plane, edges take the place of faces.
pub trait FeatureSpace: Space + Tangents + VoronoiSpace {
    /// Visits the outward unit normals of the flat faces, by id. For a core with more than
    /// [`MAX_FACES`](super::MAX_FACES) only those around vertex `near`.
    fn each_face(core: &Self::Core<'_>, near: Id, visit: &mut dyn FnMut(Self));

    /// Number of directions that [`FeatureSpace::each_line`] visits if it visits all.
    fn line_count(core: &Self::Core<'_>) -> usize;

    /// Visits the unit directions of the straight edges: all, or those at vertex `near`. None in the plane.
    fn each_line(core: &Self::Core<'_>, near: Id, all: bool, visit: &mut dyn FnMut(Self));

    /// The unit direction perpendicular to two unit lines; `None` if they are parallel within `angle`, and in the plane.
    fn across(a: Self, b: Self, angle: f64) -> Option<Self>;

    /// The unit direction near `d` in which a straight line of a curved side is farthest.
    fn straightened(core: &Self::Core<'_>, d: Self) -> Option<Self>;

    /// The support feature along the unit direction `d`. `near` is the support vertex, or one near it.
    fn patch(core: &Self::Core<'_>, d: Self, near: Id, facing: Facing) -> Patch<Self>;
}

/// The support feature of a box of any dimension: a point, segment, rectangle or solid box. `axes` are its own axes and
/// half extents; bit k of a corner's id is its side along axis k.
pub(super) fn boxed<W: Vector<Scalar = f64>>(axes: &[(usize, f64)], d: W, facing: Facing) -> Patch<W> {
    let (mut base, mut id) = (W::ZERO, 0);
    let mut flat: [(u32, W); 2] = [(0, W::ZERO); 2];
    let (mut flats, mut upright) = (0, 0);
    for (k, &(axis, half)) in axes.iter().enumerate() {
        let (along, side) = (d.get(axis), W::axis(axis) * half);
        // Sine of the edge's angle with the plane. A direction has at most two such components (in the plane one).
        if along.abs() <= facing.tilt && flats < W::DIM - 1 {
            base -= side;
            flat[flats] = (1 << k, side * 2.0);
            flats += 1;
        } else {
            let positive = along >= 0.0;
            base += if positive { side } else { -side };
            id |= u32::from(positive) << k;
            upright = 2 * axis as u32 + u32::from(positive);
        }
    }
    let [(bit0, side0), (bit1, side1)] = flat;
    let corner = |step: W, bits: u32| Corner::vertex(base + step, Id(id | bits));
    let first = corner(W::ZERO, 0);
    match flats {
        0 => Patch::vertex(base, Id(id)),
        1 => Patch::edge([first, corner(side0, bit0)]),
        _ => {
            let face = if axes.len() < W::DIM { u32::from(d.get(W::DIM - 1) >= 0.0) } else { upright };
            let corners =
                [first, corner(side0, bit0), corner(side0 + side1, bit0 | bit1), corner(side1, bit1)];
            Patch::loop_of(Feature::Face(Id(face)), corners)
        }
    }
}

/// The corner farthest along `d`.
pub(super) fn farthest<W: Vector<Scalar = f64>>(corners: &[Corner<W>], d: W) -> Corner<W> {
    let mut top = corners[0];
    for corner in &corners[1..] {
        if (corner.point - top.point).dot(d) > 0.0 {
            top = *corner;
        }
    }
    top
}

/// The longest edge that is farthest along `d`, or the farthest vertex. `edges` are pairs of corners.
pub(super) fn edge_or_vertex<W: Vector<Scalar = f64>>(
    corners: &[Corner<W>],
    edges: &[[u8; 2]],
    d: W,
    facing: Facing,
) -> Patch<W> {
    let top = farthest(corners, d);
    let mut best: Option<(f64, [Corner<W>; 2])> = None;
    for &[i, j] in edges {
        let (p, q) = (corners[i as usize], corners[j as usize]);
        let length = (q.point - p.point).norm();
        // One end is farthest, the other within the tilt.
        let below = [p, q].each(|c| (top.point - c.point).dot(d));
        let (high, low) = (Real::min(below[0], below[1]), Real::max(below[0], below[1]));
        let is_top = high <= facing.level * length && low <= facing.tilt * length;
        if p.name != q.name && is_top && best.is_none_or(|(longest, _)| length > longest) {
            best = Some((length, [p, q]));
        }
    }
    match best {
        // Ends that coincide are one vertex.
        Some((length, ends)) if length > 0.0 => Patch::edge(ends),
        _ => Patch::vertex(top.point, top.name.vertex_id()),
    }
}

/// Whether two unit vectors are within a small angle of one another.
#[inline]
pub(super) fn aligned<W: Vector<Scalar = f64>>(a: W, b: W, angle: f64) -> bool {
    (a - b).norm_squared() <= angle * angle
}
