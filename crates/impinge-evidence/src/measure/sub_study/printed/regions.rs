//! Memory of Signed Volumes for inspected regions.
//!
//! **Source.** Montanari et al. 2017, section 5.2: the printed algorithms may inspect some regions twice, since two faces of a tetrahedron share an
//! edge and all of them the newest vertex; with a richer cache each would be inspected once. The paper leaves that out as beyond its scope, so
//! what is kept is our choice: where the search of an edge ended, and how far away the point of a region is.
//!
//! | kept | saves |
//! |---|---|
//! | result of S1D for an edge | a second S1D if two triangles share it |
//! | \|v\|² of a region | the norm that Algorithms 3 and 4 compare, otherwise recomputed for each caller |

/// W by its mask, λ by index of the vertex, and the determinant solved.
pub type Found = (usize, [f64; 4], f64);

/// A memory of regions, by the mask of their vertices.
pub trait Regions: Clone + Default {
    /// A new simplex.
    #[inline(always)]
    fn begin(&mut self) {}
    /// A region is inspected.
    #[inline(always)]
    fn inspect(&mut self, _region: usize) {}
    /// Region where the search of an edge ended, if it is known.
    #[inline(always)]
    fn found(&self, _edge: usize) -> Option<Found> {
        None
    }
    /// It ended there.
    #[inline(always)]
    fn keep(&mut self, _edge: usize, _found: Found) {}
    /// |v|² of a region, if it is known.
    #[inline(always)]
    fn squared(&self, _region: usize) -> Option<f64> {
        None
    }
    /// It is that.
    #[inline(always)]
    fn keep_squared(&mut self, _region: usize, _squared: f64) {}
}

/// Nothing is kept: the algorithms as printed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forgotten;

impl Regions for Forgotten {}

/// Each region is inspected once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Kept {
    /// By mask; those whose bit is set belong to this simplex.
    edges: [Found; 16],
    has_edge: u32,
    squares: [f64; 16],
    has_square: u32,
}

impl Regions for Kept {
    #[inline]
    fn begin(&mut self) {
        (self.has_edge, self.has_square) = (0, 0);
    }
    #[inline]
    fn found(&self, edge: usize) -> Option<Found> {
        (self.has_edge >> edge & 1 == 1).then(|| self.edges[edge])
    }
    #[inline]
    fn keep(&mut self, edge: usize, found: Found) {
        self.edges[edge] = found;
        self.has_edge |= 1 << edge;
    }
    #[inline]
    fn squared(&self, region: usize) -> Option<f64> {
        (self.has_square >> region & 1 == 1).then(|| self.squares[region])
    }
    #[inline]
    fn keep_squared(&mut self, region: usize, squared: f64) {
        self.squares[region] = squared;
        self.has_square |= 1 << region;
    }
}

/// Numbers of regions that the printed algorithms inspected for a simplex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Inspected {
    /// All inspections.
    pub regions: u32,
    /// Inspections of a region that had been inspected before.
    pub repeated: u32,
    seen: u32,
}

impl Regions for Inspected {
    fn inspect(&mut self, region: usize) {
        self.regions += 1;
        self.repeated += self.seen >> region & 1;
        self.seen |= 1 << region;
    }
}
