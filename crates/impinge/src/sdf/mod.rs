//! Signed distance fields: the distance of a point from the surface of a mesh, and its side, by a look-up in a grid.
//!
//! It answers: the signed distance of any point and its gradient, in the time of a look-up, regardless of the number of triangles of the
//! mesh; each with a bound on its error. Use it for bodies with too many triangles, and for many queries. [`TriangleMesh::nearest`] gives
//! the exact distance, at a cost that grows with the mesh.
//!
//! ```
//! use impinge::mesh::TriangleMesh;
//! use impinge::sdf::{DistanceMap, MapSettings};
//! use impinge::Vec3;
//!
//! let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
//! let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
//! let (mesh, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
//! let map = DistanceMap::build(&mesh, &MapSettings { cells: 40, ..MapSettings::default() })?;
//! let sample = map.sample(Vec3::new(0.25, 0.25, -0.0625));
//! assert!((sample.value - 0.0625).abs() <= sample.error); // a fact, not a wish
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Outline
//! 1. A grid around the mesh, one spacing for all axes, in blocks of 8 × 8 × 8 cells.
//! 2. The coarse layer: distances at the corners of all blocks.
//! 3. Blocks with a point within the band get values of their own, by one of several methods.
//! 4. Signs, exact for closed meshes.
//! 5. A look-up takes the eight corners of a cell, of a block or, beyond the band, of the coarse layer.
//!
//! | file | contents |
//! |---|---|
//! | `settings.rs` | settings, methods, errors, the report |
//! | `grid.rs` | positions of nodes, and the memory limit |
//! | `blocks.rs` | the blocks with values, and their storage |
//! | `build.rs` | the steps above |
//! | `methods/` | distances at nodes, one method per file |
//! | `sign.rs` | signs of nodes: the side of the surface |
//! | `sample.rs` | look-ups |
//! | `cell.rs` | interpolation in a cell, and the proof of its bounds |
//! | `bounds.rs` | bounds on the errors of a whole map: in the band, in the box, beyond it |
//! | `parts.rs` | a map as plain data and back, for files |
//! | `pseudo.rs` | signs by pseudonormals, and the proof that the surface allows it |
//! | `winding.rs` | signs of open meshes by the winding number, and the cells in doubt |
//! | `caps.rs` | caps over the holes of an open mesh |
//! | `cloud.rs` | samples of a surface, in a BVH of balls |
//! | `sampled.rs` | a map with samples: a body that can touch others |
//! | `ray.rs` | ray casts, by sphere tracing |
//! | `against/` | maps and other bodies: convex shapes, half-spaces, maps |
//! | `watch.rs` | progress and cancellation |
//!
//! # Where rounding enters
//! | source | bound |
//! |---|---|
//! | distances at nodes | 16 ε of the largest coordinate, and the proven error of the method: [`MapReport::node_error`] |
//! | positions of nodes, and of points in cells | 16 ε of the largest coordinate |
//! | values kept as `f32`, and sums and products of a look-up, in `f32` | 2^-19 of the values and of some sides of the cell |
//!
//! # Open meshes
//! The signed distance of an open mesh jumps where the winding number passes through 1/2 away from the surface: in its holes. In the
//! cells where that may happen [`Sample::error`] covers both signs.
//!
//! ε is that of `f64`, 2^-52. All of it is in [`Sample::error`]. Signs of closed meshes are decided exactly.

mod against;
mod blocks;
mod bounds;
mod build;
mod caps;
mod cell;
pub(crate) mod cloud;
mod grid;
mod methods;
mod parts;
mod pseudo;
mod ray;
mod sample;
mod sampled;
mod settings;
mod sign;
mod winding;

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::ops::ControlFlow;

pub use against::{Deepest, DeepestSettings, MapContact, MapContactSettings, MapContacts, SampleName};
pub(crate) use against::{Lookup, PLACE_ULPS, contact_of, deepest_of_parts, nearest_sample};
pub use parts::MapParts;
pub use ray::{MapHit, MapRay};
pub use sample::Sample;
pub use sampled::SampledMap;
pub use settings::{MapError, MapProgress, MapReport, MapSettings, Method, Sign};

use crate::math::{Aabb, Real, Vec3};
use crate::mesh::TriangleMesh;
use blocks::Blocks;
use bounds::Bounds;
use settings::Watch;
use sign::Doubt;

/// Signed distance field of a mesh, on a grid. See the [module](self).
#[derive(Clone)]
pub struct DistanceMap<T: Real> {
    blocks: Blocks,
    /// Values at the corners of all blocks, x fastest, in spacings.
    coarse: Vec<f32>,
    /// Values of the blocks that have some, in spacings.
    values: Vec<f32>,
    /// For each block of the grid of an open mesh, whether signs are in doubt; empty for a closed mesh.
    doubtful_blocks: Vec<bool>,
    /// For each block with values of an open mesh, the cells in which signs are in doubt; empty for a closed mesh.
    doubtful_cells: Vec<Doubt>,
    /// Box around the mesh.
    bounds: Aabb<Vec3<f64>>,
    /// Error bound of a value in spacings, before it is rounded to `f32`.
    node_error: f64,
    /// Rounding error of the position of a point or node, in spacings.
    rounding: f64,
    /// Sum of both, rounded up.
    off: f32,
    /// 1 / spacing.
    per_spacing: f64,
    /// The far corner of the box, in spacings from the origin: its cells along each axis.
    far: Vec3<f64>,
    /// Width of the band, in spacings.
    band: f64,
    method: Method,
    sign: Sign,
    closed: bool,
    /// Whether everything beyond the box is known to be outside.
    sure_beyond: bool,
    scalar: PhantomData<T>,
}

impl<T: Real> DistanceMap<T> {
    /// Builds the map of a mesh. Values are negative inside: for a closed mesh where its winding number is not 0, regardless of the way
    /// its triangles face; for an open mesh where it is 1/2 or more, or -1/2 or less.
    ///
    /// # Errors
    /// A setting that is not valid, or a grid that is too fine or needs too much memory: see [`MapError`].
    pub fn build(mesh: &TriangleMesh<T>, settings: &MapSettings) -> Result<Self, MapError> {
        Self::build_with(mesh, settings, |_| ControlFlow::Continue(()))
    }

    /// The same, with a callback that gets the progress several times a second. If it breaks, the build is cancelled.
    ///
    /// # Errors
    /// The same as [`DistanceMap::build`], and [`MapError::Cancelled`].
    pub fn build_with(
        mesh: &TriangleMesh<T>,
        settings: &MapSettings,
        mut progress: impl FnMut(MapProgress) -> ControlFlow<()>,
    ) -> Result<Self, MapError> {
        build::build(mesh, settings, Watch::new(&mut progress))
    }

    /// The box that the map covers. Beyond it distances are bounded by those on its border.
    pub fn bounds(&self) -> Aabb<Vec3<T>> {
        let grid = &self.blocks.grid;
        Aabb { min: grid.origin.cast(), max: grid.node(grid.cells).cast() }
    }

    /// Box around the mesh.
    pub fn mesh_bounds(&self) -> Aabb<Vec3<T>> {
        Aabb { min: self.bounds.min.cast(), max: self.bounds.max.cast() }
    }

    /// The side of a cell, in the unit of the mesh.
    pub fn spacing(&self) -> T {
        T::of(self.blocks.grid.spacing)
    }

    /// Method by which signs were decided.
    pub fn sign(&self) -> Sign {
        self.sign
    }

    /// Report on the map as a whole. It scans all values.
    pub fn report(&self) -> MapReport {
        let spacing = self.blocks.grid.spacing;
        let Bounds { band, in_box, beyond } = self.error_bounds();
        MapReport {
            cells: self.blocks.grid.cells,
            spacing,
            band: self.band * spacing,
            blocks: self.blocks.len(),
            bytes: self.heap_bytes(),
            method: self.method,
            sign: self.sign,
            closed: self.closed,
            node_error: self.node_error * spacing,
            band_error: band,
            box_error: in_box,
            beyond_error: beyond,
        }
    }

    pub(crate) fn grid(&self) -> &grid::Grid {
        &self.blocks.grid
    }

    /// Box around the mesh.
    pub(crate) fn wide_bounds(&self) -> Aabb<Vec3<f64>> {
        self.bounds
    }

    /// Memory on the heap, in bytes.
    pub fn heap_bytes(&self) -> usize {
        self.coarse.capacity() * size_of::<f32>()
            + self.values.capacity() * size_of::<f32>()
            + self.doubtful_blocks.capacity()
            + self.doubtful_cells.capacity() * size_of::<Doubt>()
            + self.blocks.heap_bytes()
    }
}

impl<T: Real> fmt::Debug for DistanceMap<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DistanceMap").field("report", &self.report()).finish_non_exhaustive()
    }
}
