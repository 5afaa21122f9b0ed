//! Settings, answers and counts of the printed mover.

use impinge::{Pose, Real, Vec3};

use super::zone::Reading;

/// The report's zone: a quarter of a unit, of which 32 are a meter (section 6).
pub const REPORTED_ZONE: f64 = 0.25 / 32.0;

/// Settings of the printed mover.
#[derive(Clone, Copy, Debug)]
pub struct PrintedSettings {
    /// e; 0 for no zone: sections 2.2 to 2.5 alone.
    pub zone: f64,
    /// Reading of the gaps.
    pub reading: Reading,
    /// Whether sides are kept for both kinds of pairs (section 4).
    pub keep_sides: bool,
    /// Whether polygons that face away from a translation are skipped (section 4).
    pub culling: bool,
    /// Whether internal edges and vertices are skipped (section 4).
    pub internal: bool,
    /// Whether the broad phase uses the tree (section 5).
    pub tree: bool,
}

impl PrintedSettings {
    /// Everything in the report, with a reading.
    pub fn new(reading: Reading) -> Self {
        Self { zone: REPORTED_ZONE, reading, keep_sides: true, culling: true, internal: true, tree: true }
    }
}

/// Kind of the colliding features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A vertex of the moving body and a polygon of a standing one.
    VertexPolygon,
    /// A polygon of the moving body and a vertex of a standing one.
    PolygonVertex,
    /// Two edges.
    EdgeEdge,
}

/// Collision that stopped a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met<T: Real> {
    /// Completed part: a fraction of a translation, tan(α/2) of a turn.
    pub f: T,
    /// From the standing body to the moving one.
    pub normal: Vec3<T>,
    /// Place: the vertex, or the point of the moving edge, when they meet.
    pub point: Vec3<T>,
    /// The features.
    pub kind: Kind,
    /// The standing vertex, edge or polygon, by its index among everything nearby.
    pub feature: usize,
    /// Index of the standing body.
    pub body: usize,
}

/// End of a motion.
#[derive(Clone, Copy, Debug)]
pub struct Moved<T: Real> {
    /// Completed part.
    pub fraction: T,
    /// The final pose.
    pub pose: Pose<Vec3<T>>,
    /// Collision that stopped it.
    pub met: Option<Met<T>>,
}

/// Work of all motions so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Calculations for a vertex and a polygon.
    pub vertex_polygon: u64,
    /// Calculations for two edges.
    pub edge_edge: u64,
    /// The same if each polygon had vertices and edges of its own.
    pub unshared: u64,
    /// Polygons that the broad phase left.
    pub polygons: u64,
    /// Sides that were queried, and those that were computed.
    pub sides_asked: u64,
    pub sides_computed: u64,
}
