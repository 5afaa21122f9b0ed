//! Terrain: a height field over a regular grid.
//!
//! Like every [`Body`](super::Body) it supports intersection, distance and contact queries with other bodies. Use
//! it for ground that has one height at each place, with up to 2^27 cells; for caves and overhangs use a
//! [`TriangleMesh`](crate::mesh::TriangleMesh).
//!
//! | file | contents |
//! |---|---|
//! | `grid.rs` | the samples, and the tree over them |
//! | `serial.rs` | serialization, with the feature `serde` |

mod grid;
#[cfg(feature = "serde")]
mod serial;
mod start;

use alloc::vec::Vec;
use core::any::Any;

#[doc(hidden)]
pub use grid::Grid;

use super::{LentMesh, Middle, Pieces, Placed, Tree};
use crate::broad::bvh::MOST_ITEMS;
use crate::error::{Problem, ShapeError};
use crate::math::{
    Aabb, Each, Pose, Precision, Real, Vec3, problem_with, problem_with_height, problem_with_length,
};
use crate::mesh::{allowed_instead, flat_to, in_front};
use crate::shape::{Core3, Parts, Triangle};

/// Maximum number of cells of a height field: two triangles each.
const MOST_CELLS: usize = MOST_ITEMS / 2;

/// Terrain: a surface over a regular grid of heights.
///
/// ```
/// use impinge::body::HeightField;
/// use impinge::{Pose, Shape, Sphere, contact, distance};
///
/// // A ridge along y, 8 by 4 cells of half a meter.
/// let ridge = |_, column: u32| 4.0 - (column as f32 - 4.0).abs();
/// let field = HeightField::<f64>::from_fn(5, 9, [0.5, 0.5, 0.25], ridge);
/// assert_eq!(field.height_at(2.0, 1.0), Some(1.0));
/// let ball = Sphere::new(0.25).at(Pose::at([2.0, 1.0, 2.0]));
/// let d = distance(&field, &ball);
/// assert!((d.distance - 0.75).abs() <= d.error);
/// let raised = field.at(Pose::at([0.0, 0.0, 0.875]));
/// assert!(contact(&raised, &ball).signed_distance < 0.0);
/// ```
///
/// # Frame
/// The sample of row i and column j is the point (j, i, height) times the spacing (x, y, z), rounded to `T`: rows are arranged
/// along y, columns along x, and z is the height. Each cell between four samples is two triangles that share the diagonal from its
/// first sample, that of the lowest row and column, to its last. Triangles face up.
///
/// # Names of pieces
/// Cell k is that of row k / (columns − 1) and column k mod (columns − 1). Its triangles are 2 k, on the right of the diagonal (the
/// one with the sample of the next column), and 2 k + 1, on its left.
///
/// # Solidity
/// A height field is not solid: it is a surface without thickness. A body entirely below it is apart from it, and the depth of a
/// [`contact`](fn@crate::contact) is the distance to the nearer side of the triangle.
///
/// # Memory
/// The samples, 4 bytes each, and 2.3 bytes for each cell for the lowest and highest samples of blocks; an eighth of a byte if there
/// are holes. Triangles are not stored.
#[derive(Clone, Debug)]
pub struct HeightField<T: Real> {
    spacing: Vec3<T>,
    grid: Grid,
}

impl<T: Real> HeightField<T> {
    /// Creates a field of `rows` times `columns` samples, row by row. `spacing` is the distance of columns and of rows, along x and y,
    /// and the scale of a sample along z.
    ///
    /// # Panics
    /// See [`HeightField::try_new`].
    pub fn new(rows: u32, columns: u32, spacing: impl Into<Vec3<T>>, heights: Vec<f32>) -> Self {
        Self::try_new(rows, columns, spacing, heights).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Same as [`HeightField::new`], with errors instead of panics.
    ///
    /// # Errors
    /// If there are fewer than two rows or columns, more than 2^24 of either or more than 2^27 cells, another number of heights
    /// than `rows` times `columns`, a spacing that is not positive, or a point that is not finite or above
    /// [`LIMIT`](crate::math::Real::LIMIT). All problems are listed; points by their index in `heights`.
    pub fn try_new(
        rows: u32,
        columns: u32,
        spacing: impl Into<Vec3<T>>,
        heights: Vec<f32>,
    ) -> Result<Self, ShapeError> {
        let spacing = spacing.into();
        let mut error = ShapeError::default();
        for (what, count) in [("rows", rows as usize), ("columns", columns as usize)] {
            if count < 2 {
                error.push(Problem::TooFew { what, count, least: 2 });
            }
            // Beyond this, coordinates in f32 of neighboring samples may be equal.
            if count > 1 << 24 {
                error.push(Problem::TooMany { what, count, most: 1 << 24 });
            }
        }
        let cells = (rows.saturating_sub(1) as usize).saturating_mul(columns.saturating_sub(1) as usize);
        if cells > MOST_CELLS {
            error.push(Problem::TooMany { what: "cells", count: cells, most: MOST_CELLS });
        }
        let needed = (rows as usize).saturating_mul(columns as usize);
        if heights.len() != needed {
            error.push(Problem::WrongCount { what: "heights", count: heights.len(), needed });
        }
        for (what, value) in
            [("spacing along x", spacing.x), ("spacing along y", spacing.y), ("scale of heights", spacing.z)]
        {
            if let Some(problem) = problem_with(what, value) {
                error.push(problem);
            } else if value < T::ZERO {
                error.push(Problem::Negative { what, value: value.f64() });
            } else if value == T::ZERO {
                error.push(Problem::Zero { what });
            }
        }
        let last = |count: u32| f64::from(count.saturating_sub(1));
        for (what, far) in
            [("width", last(columns) * spacing.x.f64()), ("length", last(rows) * spacing.y.f64())]
        {
            if let Some(problem) = problem_with_length::<T>(what, far) {
                error.push(problem);
            }
        }
        for (index, &h) in heights.iter().enumerate() {
            if let Some(problem) = problem_with_height(index, h, spacing.z) {
                error.push(problem);
            }
        }
        if !error.problems().is_empty() {
            return Err(error);
        }
        let wide = spacing.cast::<f64>().to_array();
        let single = size_of::<T>() < size_of::<f64>();
        Ok(Self { spacing, grid: Grid::new(rows, columns, wide, single, heights) })
    }

    /// Creates a field with samples from a function of row and column.
    ///
    /// # Panics
    /// See [`HeightField::try_new`].
    pub fn from_fn(
        rows: u32,
        columns: u32,
        spacing: impl Into<Vec3<T>>,
        mut height: impl FnMut(u32, u32) -> f32,
    ) -> Self {
        let mut heights = Vec::new();
        if (rows as usize).saturating_mul(columns as usize) > 4 * MOST_CELLS {
            return Self::new(rows, columns, spacing, heights); // Panics with the number of cells.
        }
        for row in 0..rows {
            heights.extend((0..columns).map(|column| height(row, column)));
        }
        Self::new(rows, columns, spacing, heights)
    }

    /// This field with holes in place of the cells, by row and column, for which a function returns true; earlier holes are
    /// filled. Around a hole the surface ends at the sides of the neighboring cells.
    ///
    /// # Panics
    /// If no cell is left.
    #[must_use]
    pub fn with_holes(self, is_hole: impl FnMut(u32, u32) -> bool) -> Self {
        self.try_with_holes(is_hole).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Same as [`HeightField::with_holes`], with errors instead of panics.
    ///
    /// # Errors
    /// If no cell is left.
    pub fn try_with_holes(self, mut is_hole: impl FnMut(u32, u32) -> bool) -> Result<Self, ShapeError> {
        let across = self.grid.columns - 1;
        let grid = self.grid.with_holes(|cell| is_hole(cell / across, cell % across));
        if !grid.has_cells() {
            return Err(ShapeError::new(Problem::TooFew {
                what: "cells that are not holes",
                count: 0,
                least: 1,
            }));
        }
        Ok(Self { grid, ..self })
    }

    /// Number of samples along y.
    pub fn rows(&self) -> u32 {
        self.grid.rows
    }

    /// Number of samples along x.
    pub fn columns(&self) -> u32 {
        self.grid.columns
    }

    /// Distance of columns and of rows, along x and y, and scale of a sample along z.
    pub fn spacing(&self) -> Vec3<T> {
        self.spacing
    }

    /// The samples, row by row.
    pub fn heights(&self) -> &[f32] {
        &self.grid.heights
    }

    /// True if a cell is a hole; false if the cell does not exist.
    pub fn is_hole(&self, row: u32, column: u32) -> bool {
        let (rows, columns) = (self.grid.rows - 1, self.grid.columns - 1);
        row < rows && column < columns && self.grid.is_hole(row * columns + column)
    }

    /// The bounding box of all cells that are not holes.
    pub fn bounds(&self) -> Aabb<Vec3<T>> {
        let [min, max] = self.grid.bounds().each(|p| Vec3::from(p).cast());
        Aabb { min, max }
    }

    /// Number of bytes on the heap.
    pub fn heap_bytes(&self) -> usize {
        self.grid.heap_bytes()
    }

    /// Corners of a triangle by its name, see [`HeightField`], counter-clockwise seen from above; `None` if it does not exist.
    pub fn triangle(&self, name: u32) -> Option<[Vec3<T>; 3]> {
        let is_there = name / 2 < self.grid.cells() && !self.grid.is_hole(name / 2);
        is_there.then(|| self.grid.triangle(name).each(|p| p.cast()))
    }

    /// The height at a place, rounded; `None` outside the field, in a hole, or for a NaN.
    pub fn height_at(&self, x: T, y: T) -> Option<T> {
        let Above { corners: [a, b, c], place: p, cell } = self.above(x, y)?;
        // In coordinates along two sides, which are not parallel seen from above; as fractions of the cell, since products of lengths
        // may overflow.
        let part = |q: Vec3<f64>| Vec3::new((q.x - a.x) / cell.x, (q.y - a.y) / cell.y, q.z - a.z);
        let (u, v, w) = (part(b), part(c), part(p));
        let turn = u.x * v.y - u.y * v.x;
        let (s, t) = ((w.x * v.y - w.y * v.x) / turn, (u.x * w.y - u.y * w.x) / turn);
        Some(T::of(a.z + s * u.z + t * v.z))
    }

    /// The upward unit normal of the triangle at a place; `None` outside the field, in a hole, or for a NaN.
    pub fn normal_at(&self, x: T, y: T) -> Option<Vec3<T>> {
        let Above { corners: [a, b, c], cell, .. } = self.above(x, y)?;
        let rise = Real::max((b.z - a.z).abs(), (c.z - a.z).abs());
        if rise == 0.0 {
            return Some(Vec3::axis(2));
        }
        // From the sides as fractions of the cell, which gives the normal times the cell.
        let part = |q: Vec3<f64>| Vec3::new((q.x - a.x) / cell.x, (q.y - a.y) / cell.y, (q.z - a.z) / rise);
        let normal = part(b).cross(part(c));
        let least = Real::min(Real::min(cell.x, cell.y), rise);
        let [x, y, z] = [normal.x * (least / cell.x), normal.y * (least / cell.y), normal.z * (least / rise)];
        Some(Vec3::new(x, y, z).unit().cast())
    }

    /// The triangle above a place.
    fn above(&self, x: T, y: T) -> Option<Above> {
        let p = Vec3::new(x.f64(), y.f64(), 0.0);
        let column = place(p.x, self.spacing.x.f64(), self.grid.columns, |k| self.grid.x(k))?;
        let row = place(p.y, self.spacing.y.f64(), self.grid.rows, |k| self.grid.y(k))?;
        self.grid.cell(row, column)?;
        let (from, to) = (self.grid.point(row, column), self.grid.point(row + 1, column + 1));
        let cell = to - from;
        let left = (p.x - from.x) / cell.x < (p.y - from.y) / cell.y;
        Some(Above { corners: self.grid.half_cell(row, column, left), place: p, cell })
    }

    /// This field placed at `pose`.
    pub fn at(&self, pose: Pose<Vec3<T>>) -> Placed<'_, Self, Vec3<T>> {
        Placed { body: self, pose }
    }
}

/// A place in the base of a field, and the triangle above it.
struct Above {
    corners: [Vec3<f64>; 3],
    /// With height 0.
    place: Vec3<f64>,
    /// The size of the cell: its sides, and the height difference of opposite corners.
    cell: Vec3<f64>,
}

/// The interval between samples that contains a coordinate: the number of its first sample.
fn place(x: f64, spacing: f64, count: u32, at: impl Fn(u32) -> f64) -> Option<u32> {
    if !(x >= 0.0 && x <= at(count - 1)) {
        return None;
    }
    // The quotient is rounded, and so are the positions of samples: it may be one off.
    let mut k = ((x / spacing) as u32).min(count - 2);
    if x < at(k) {
        k -= 1;
    } else if k < count - 2 && x >= at(k + 1) {
        k += 1;
    }
    Some(k)
}

impl<T: Real> Pieces<Vec3<f64>> for HeightField<T> {
    fn precision(&self) -> Precision {
        T::PRECISION
    }
    fn tree(&self) -> Tree<'_> {
        Tree::Grid(&self.grid)
    }
    fn piece(&self, item: u32) -> Parts<'_, Vec3<f64>> {
        let corners = self.grid.triangle(item).each(|p| p.cast::<T>().cast());
        Parts::of(Core3::Triangle(Triangle::of_corners(corners)), T::PRECISION)
    }
    fn name(&self, item: u32) -> u32 {
        item
    }
    fn reach(&self) -> f64 {
        let [low, high] = self.grid.bounds().each(Vec3::from);
        low.abs().max(high.abs()).norm()
    }
    fn each_part(&self, visit: &mut dyn FnMut(u32, Vec3<f64>) -> bool) {
        let grid = &self.grid;
        if !grid.has_holes() {
            visit(0, grid.point(0, 0));
            return;
        }
        // The first cell of a part, in row order, has none on its left and none below it. Other cells may, too.
        for row in 0..grid.rows - 1 {
            for column in 0..grid.columns - 1 {
                let is_first = grid.cell(row, column).is_some()
                    && (column == 0 || grid.cell(row, column - 1).is_none())
                    && (row == 0 || grid.cell(row - 1, column).is_none());
                if is_first && !visit(0, grid.point(row, column)) {
                    return;
                }
            }
        }
    }
    fn is_solid(&self) -> bool {
        false
    }
    fn holds(&self, _: Vec3<f64>) -> bool {
        false
    }
    fn allowed_instead(
        &self,
        item: u32,
        point: Vec3<f64>,
        normal: Vec3<f64>,
        other: &mut Middle<Vec3<f64>>,
    ) -> Option<Vec3<f64>> {
        // Above or below the surface, or beside it on one side of the near part.
        let Middle { point: middle, in_front: known } = *other;
        let is_in_front = known.unwrap_or_else(|| match self.above(T::of(middle.x), T::of(middle.y)) {
            Some(Above { corners: [a, b, c], .. }) => {
                *other.in_front.insert((b - a).cross(c - a).dot(middle - a) >= 0.0)
            }
            None => in_front(&self.grid, item, middle),
        });
        allowed_instead(&self.grid, item, point, normal, is_in_front)
    }
    fn flat_to(&self, item: u32, point: Vec3<f64>, near: f64) -> Option<u32> {
        flat_to(&self.grid, item, point, near)
    }
    fn mesh(&self) -> Option<LentMesh<'_>> {
        None
    }
    fn itself(&self) -> &dyn Any {
        self
    }
}
