//! Result types of the contact features: state, features, contact type.

use core::fmt::{self, Display, Formatter};

use crate::math::{Real, Vector};
use crate::observe::Status;
use crate::shape::{Id, Space, Widen};

/// State of two shapes: apart, touching or overlapping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum State {
    /// Farther apart than the tolerance.
    Apart,
    /// Apart or overlapping by at most the tolerance.
    Touching,
    /// Overlapping by more than the tolerance.
    Overlapping,
}

/// A feature: a part of a shape's surface.
///
/// | core | vertices | faces |
/// |---|---|---|
/// | polyhedron, polygon | index in `vertices()` | index in `topology()`, `normals()` |
/// | box, rectangle, rectangle patch, segment | bit k of the id is set on the positive side of axis k | 2 k, plus 1 on the positive side of axis k |
/// | frustum | as a box, z up; corners that coincide have the smallest id | as a box |
/// | triangle | 0, 1, 2 as given | 0 if the corners run counter-clockwise, 1 on the other side |
/// | rectangle patch, disc | | 0 below, 1 above |
/// | cylinder | none | caps: 0 below, 1 above |
/// | cone | apex: 0 | base: 0 |
///
/// An edge is named by the ids of its ends, the smaller first. A straight line on the side of a cylinder or cone is an
/// edge too; ends on a rim have [`Id::NONE`]. A segment's axis is its only one, axis 0; point and sphere are vertex 0.
/// A shape with an added ball (capsule, round box, ..) has the features of its core, moved outward by the radius.
///
/// Places on the round rim of a face are fixed to the body and turn with it: in a contact manifold the face is a
/// polygon of k corners on its rim, corner i at the angle 2πi/k from the body's x axis. Place 2i is corner i, place 2i
/// + 1 the side from there to the next corner, and [`Id::NONE`] any point of the rim.
///
/// The order of features has no meaning of its own: it breaks ties.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Feature {
    /// A point of a curved surface or rim, or of a shape known only by its support mapping.
    // The first variant, so that lists of features are initialized by zeros.
    #[default]
    Curved,
    /// A vertex.
    Vertex(Id),
    /// A straight edge, by its ends.
    Edge([Id; 2]),
    /// A flat face.
    Face(Id),
    /// A place on the round rim of a face.
    Rim {
        /// The face.
        face: Id,
        /// Position on the rim.
        place: Id,
    },
}

impl Feature {
    /// The edge between two vertices.
    pub fn edge(a: Id, b: Id) -> Self {
        Self::Edge(if a <= b { [a, b] } else { [b, a] })
    }

    /// The vertex, or [`Id::NONE`] if it is not a vertex.
    pub(crate) fn vertex_id(self) -> Id {
        if let Self::Vertex(id) = self { id } else { Id::NONE }
    }

    /// Dimension: 0 for a vertex, 1 for an edge, 2 for a face, `None` for a point of a curved surface or rim.
    pub fn dimension(&self) -> Option<u32> {
        match self {
            Self::Vertex(_) => Some(0),
            Self::Edge(_) => Some(1),
            Self::Face(_) => Some(2),
            Self::Rim { .. } | Self::Curved => None,
        }
    }
}

impl Display for Feature {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let name = |f: &mut Formatter<'_>, id: Id| {
            if id == Id::NONE { f.write_str("rim") } else { write!(f, "{}", id.0) }
        };
        match *self {
            Self::Vertex(id) => write!(f, "vertex {}", id.0),
            Self::Edge([Id::NONE, Id::NONE]) => f.write_str("side line"),
            Self::Edge([a, b]) => {
                f.write_str("edge ")?;
                name(f, a)?;
                f.write_str("-")?;
                name(f, b)
            }
            Self::Face(id) => write!(f, "face {}", id.0),
            Self::Rim { face, place: Id::NONE } => write!(f, "rim of face {}", face.0),
            Self::Rim { face, place } if place.0 % 2 == 0 => {
                write!(f, "corner {} on the rim of face {}", place.0 / 2, face.0)
            }
            Self::Rim { face, place } => write!(f, "side {} on the rim of face {}", place.0 / 2, face.0),
            Self::Curved => f.write_str("curved"),
        }
    }
}

/// Type of a contact by its features (Feng & Tan, section 4.2.2); the features themselves say which shape has which.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum ContactType {
    /// v-v: only if the shapes are apart or touch.
    VertexVertex,
    /// v-e: in space only if they are apart or touch; the common type in the plane.
    VertexEdge,
    /// e-e: crossing or parallel edges.
    EdgeEdge,
    /// v-f.
    VertexFace,
    /// e-f: an edge parallel to a face.
    EdgeFace,
    /// f-f: parallel faces.
    FaceFace,
}

impl ContactType {
    /// The type of two features; `None` if one is curved.
    pub fn of(a: Feature, b: Feature) -> Option<Self> {
        let (a, b) = (a.dimension()?, b.dimension()?);
        Some(match (a.min(b), a.max(b)) {
            (0, 0) => Self::VertexVertex,
            (0, 1) => Self::VertexEdge,
            (1, 1) => Self::EdgeEdge,
            (0, _) => Self::VertexFace,
            (1, _) => Self::EdgeFace,
            _ => Self::FaceFace,
        })
    }

    /// The paper's name: v-v, v-e, e-e, v-f, e-f or f-f.
    pub fn name(&self) -> &'static str {
        match self {
            Self::VertexVertex => "v-v",
            Self::VertexEdge => "v-e",
            Self::EdgeEdge => "e-e",
            Self::VertexFace => "v-f",
            Self::EdgeFace => "e-f",
            Self::FaceFace => "f-f",
        }
    }
}

impl Display for ContactType {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Feng & Tan's contact features of two shapes.
///
/// **Guarantees of the points.** Let s be `signed_distance`, e `error`, t the touching tolerance as a length, and r = 2
/// ε \|p\| the rounding of the coordinates of a point p. Each point is on or in its shape within 4 e + r. `point_b` −
/// `point_a` is s × `normal` within e + t + 4 √((e + t) \|s\|) and both r, and the angle within which features are
/// level times their extents, each up to twice the reach of its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Features<V: Vector> {
    /// Apart, touching or overlapping.
    pub state: State,
    /// The distance, or minus the penetration depth.
    pub signed_distance: V::Scalar,
    /// Bound on the difference between the true signed distance of the given shapes and poses and `signed_distance`.
    pub error: V::Scalar,
    /// Unit vector from A to B. It gives the signed distance within the tolerance.
    pub normal: V,
    /// Point on A: the centroid of the region where the two features face one another; the query's point if they are
    /// curved, or face one another only within the tolerance.
    pub point_a: V,
    /// Point on B: the same place, `signed_distance` along the normal from `point_a`, within the guarantees above.
    pub point_b: V,
    /// One point for both: the midpoint of `point_a` and `point_b`.
    pub point: V,
    /// Type of the contact; `None` if one feature is curved.
    pub contact_type: Option<ContactType>,
    /// The smallest feature of A that contains the region.
    pub feature_a: Feature,
    /// The smallest feature of B that contains the region.
    pub feature_b: Feature,
    /// Whether another direction gives the same depth within the tolerance. The normal is then the first in a fixed
    /// order.
    pub ambiguous: bool,
    /// Reason why the query ended.
    pub status: Status,
    /// Number of support calls of the Minkowski difference in the query.
    pub iterations: u32,
}

impl<W: Space> Features<W> {
    /// The same features in another precision.
    pub(crate) fn narrowed<V: Widen<Wide = W>>(self) -> Features<V> {
        let (point_a, point_b) = (V::narrow(self.point_a), V::narrow(self.point_b));
        Features {
            state: self.state,
            signed_distance: Real::of(self.signed_distance),
            error: Real::of(self.error),
            normal: V::narrow(self.normal),
            point_a,
            point_b,
            // From the points as rounded, so that it is their midpoint to the last digit.
            point: V::narrow((point_a.widen() + point_b.widen()) * 0.5),
            contact_type: self.contact_type,
            feature_a: self.feature_a,
            feature_b: self.feature_b,
            ambiguous: self.ambiguous,
            status: self.status,
            iterations: self.iterations,
        }
    }
}

impl<V: Vector> Features<V> {
    /// Distance of the shapes; 0 if they overlap.
    pub fn gap(&self) -> V::Scalar {
        self.signed_distance.max(V::Scalar::ZERO)
    }

    /// Penetration depth of the shapes; 0 if they are apart.
    pub fn overlap(&self) -> V::Scalar {
        (-self.signed_distance).max(V::Scalar::ZERO)
    }
}

/// Formats one line, such as `overlapping by 0.25 along (0, 0, 1): f-f, face 5 of A, face 4 of B, at (0, 0, 0.875)`.
impl<V: Vector> Display for Features<V> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let vector = |f: &mut Formatter<'_>, v: V| {
            for i in 0..V::DIM {
                f.write_str(if i == 0 { "(" } else { ", " })?;
                // Adding zero turns −0 into 0.
                (v.get(i) + V::Scalar::ZERO).fmt(f)?;
            }
            f.write_str(")")
        };
        match self.state {
            State::Apart => f.write_str("apart by ")?,
            State::Touching => f.write_str("touching within ")?,
            State::Overlapping => f.write_str("overlapping by ")?,
        }
        self.signed_distance.abs().fmt(f)?;
        f.write_str(" along ")?;
        vector(f, self.normal)?;
        f.write_str(": ")?;
        match self.contact_type {
            Some(kind) => f.write_str(kind.name())?,
            None => f.write_str("curved")?,
        }
        write!(f, ", {} of A, {} of B, at ", self.feature_a, self.feature_b)?;
        vector(f, self.point)?;
        if self.ambiguous { f.write_str(", other directions are as good") } else { Ok(()) }
    }
}
