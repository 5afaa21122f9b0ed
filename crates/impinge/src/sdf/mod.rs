//! Signed distance maps: how far a point is from the surface of a mesh, and on which side, by a look at a grid.
//!
//! What it answers: the signed distance of any point and the way in which it grows, in the time of a look-up, however many
//! triangles the mesh has; each with a bound on its error. Take it for bodies so detailed that their triangles are too many, and
//! that are asked often. [`TriangleMesh::nearest`] gives the exact distance, at a cost that grows with the mesh.
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
//! | file | what it holds |
//! |---|---|
//! | `settings.rs` | settings, methods, errors, the report |
//! | `grid.rs` | where nodes are, and how much memory is too much |
//! | `blocks.rs` | which blocks have values, and where |
//! | `build.rs` | the steps above |
//! | `methods/` | distances at nodes, one method per file |
//! | `sign.rs` | which side of the surface nodes are on |
//! | `sample.rs` | looking up |
//! | `cell.rs` | what the corners of a cell say, and why the bounds hold |
//! | `parts.rs` | a map taken apart and put together again, for files |
//! | `pseudo.rs` | sides by normals, and the proof that the surface allows it |
//! | `winding.rs` | the same for open meshes, and where it is in doubt |
//! | `caps.rs` | caps over the holes of an open mesh |
//! | `cloud.rs` | samples of a surface, under a tree of balls |
//! | `sampled.rs` | a map with samples: a body that can touch others |
//! | `ray.rs` | where a ray meets the surface, by sphere tracing |
//! | `against/` | maps and other bodies: convex shapes, half-spaces, maps |
//! | `watch.rs` | tells the caller, and asks whether to go on |
//!
//! # Where rounding enters
//! | where | how much, at most |
//! |---|---|
//! | distances at nodes | 16 ε of the largest coordinate, and the proven error of the method: [`MapReport::node_error`] |
//! | places of nodes, and of points in cells | 16 ε of the largest coordinate |
//! | values kept as `f32`, and sums and products of a look-up, in `f32` | 2^-19 of the values and of some sides of the cell |
//!
//! # Open meshes
//! The signed distance of an open mesh jumps where the winding number passes through 1/2 beside the surface: in its holes. In the cells
//! where that may happen [`Sample::error`] holds both signs.
//!
//! ε is that of `f64`, 2^-52. All of it is in [`Sample::error`]. Signs of closed meshes are decided exactly.

mod against;
mod blocks;
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
mod watch;
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
use sign::Doubt;
use watch::Watch;

/// The signed distance from the surface of a mesh, on a grid. See the [module](self).
#[derive(Clone)]
pub struct DistanceMap<T: Real> {
    blocks: Blocks,
    /// Values at the corners of all blocks, x fastest, in spacings.
    coarse: Vec<f32>,
    /// Values of the blocks that have some, in spacings.
    values: Vec<f32>,
    /// Of an open mesh, for each block of the grid whether signs are in doubt; of a closed one empty.
    doubtful_blocks: Vec<bool>,
    /// Of an open mesh, for each block with values the cells in which signs are in doubt; of a closed one empty.
    doubtful_cells: Vec<Doubt>,
    /// Box around the mesh.
    bounds: Aabb<Vec3<f64>>,
    /// By how many spacings a value may be off before it is rounded to `f32`.
    node_error: f64,
    /// By how many spacings the place of a point or node may be off.
    rounding: f64,
    /// Both together, rounded up.
    off: f32,
    /// 1 / spacing.
    per_spacing: f64,
    /// The far corner of the box, in spacings from the origin: its cells along each axis.
    far: Vec3<f64>,
    /// In spacings.
    band: f64,
    method: Method,
    sign: Sign,
    closed: bool,
    /// Whether all beyond the box is known to be outside.
    sure_beyond: bool,
    scalar: PhantomData<T>,
}

impl<T: Real> DistanceMap<T> {
    /// A map of a mesh. Negative is inside: where the winding number of a closed mesh is not 0, whichever way its triangles face. Of an
    /// open mesh, where it is 1/2 or more, or -1/2 or less.
    ///
    /// # Errors
    /// A setting that makes no sense, or a grid that is too fine or needs too much memory: see [`MapError`].
    pub fn build(mesh: &TriangleMesh<T>, settings: &MapSettings) -> Result<Self, MapError> {
        Self::build_with(mesh, settings, |_| ControlFlow::Continue(()))
    }

    /// The same, with a callback that is told several times a second how far it is. If it breaks, there is no map.
    ///
    /// # Errors
    /// As [`DistanceMap::build`], and [`MapError::Cancelled`].
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

    /// How signs were decided.
    pub fn sign(&self) -> Sign {
        self.sign
    }

    /// What is known of the map as a whole. It goes through all values.
    pub fn report(&self) -> MapReport {
        let spacing = self.blocks.grid.spacing;
        let largest = self.values.iter().fold(0.0_f64, |most, v| most.max(f64::from(v.abs())));
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
            worst_error: cell::worst_error(largest, self.node_error + self.rounding) * spacing,
        }
    }

    pub(crate) fn grid(&self) -> &grid::Grid {
        &self.blocks.grid
    }

    /// Box around the mesh.
    pub(crate) fn wide_bounds(&self) -> Aabb<Vec3<f64>> {
        self.bounds
    }

    /// Bytes on the heap.
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
