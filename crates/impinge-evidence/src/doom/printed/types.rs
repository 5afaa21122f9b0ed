//! What the printed mover is told, what it answers and what it counts.

use impinge::{Pose, Real, Vec3};

use super::zone::Reading;

/// The report's zone: a quarter of a unit, of which 32 are a meter (section 6).
pub const REPORTED_ZONE: f64 = 0.25 / 32.0;

/// How the printed mover works.
#[derive(Clone, Copy, Debug)]
pub struct PrintedSettings {
    /// e; 0 for no zone: sections 2.2 to 2.5 by themselves.
    pub zone: f64,
    /// How gaps are read.
    pub reading: Reading,
    /// Whether sides are kept for both kinds of pairs (section 4).
    pub keep_sides: bool,
    /// Whether polygons that face away from a translation are passed over (section 4).
    pub culling: bool,
    /// Whether internal edges and vertices are passed over (section 4).
    pub internal: bool,
    /// Whether the tree is asked what is near (section 5).
    pub tree: bool,
}

impl PrintedSettings {
    /// All of the report, with a reading.
    pub fn new(reading: Reading) -> Self {
        Self { zone: REPORTED_ZONE, reading, keep_sides: true, culling: true, internal: true, tree: true }
    }
}

/// Which features met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A vertex of the moving body and a polygon of a standing one.
    VertexPolygon,
    /// A polygon of the moving body and a vertex of a standing one.
    PolygonVertex,
    /// Two edges.
    EdgeEdge,
}

/// What stopped a motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Met<T: Real> {
    /// What is completed: a fraction of a translation, tan(α/2) of a turn.
    pub f: T,
    /// From the standing body to the moving one.
    pub normal: Vec3<T>,
    /// Where: the vertex, or the point of the moving edge, when they meet.
    pub point: Vec3<T>,
    /// Which features.
    pub kind: Kind,
    /// The standing vertex, edge or polygon, by its index among all that is near.
    pub feature: usize,
    /// Which of the standing bodies, by its number.
    pub body: usize,
}

/// Where a motion ended.
#[derive(Clone, Copy, Debug)]
pub struct Moved<T: Real> {
    /// How much is completed.
    pub fraction: T,
    /// The pose there.
    pub pose: Pose<Vec3<T>>,
    /// What stopped it.
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
    /// Sides that were wanted, and those that were computed.
    pub sides_asked: u64,
    pub sides_computed: u64,
}
