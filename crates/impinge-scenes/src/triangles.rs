//! Points and triangles, with translation, rotation and joining.

use impinge::{Real, Vec3};

use crate::oracle::meshes::{Triangle, soup};

type Point = Vec3<f64>;

/// Points and the triangles between them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triangles {
    /// Points.
    pub points: Vec<Point>,
    /// Corners of each triangle, counter-clockwise seen from outside.
    pub triangles: Vec<[u32; 3]>,
}

impl Triangles {
    /// The same surface inside out.
    #[must_use]
    pub fn flipped(mut self) -> Self {
        self.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        self
    }

    /// Maps every point.
    #[must_use]
    pub fn map(mut self, f: impl FnMut(Point) -> Point) -> Self {
        self.points = self.points.into_iter().map(f).collect();
        self
    }

    /// Translates the mesh.
    #[must_use]
    pub fn moved(self, x: f64, y: f64, z: f64) -> Self {
        self.map(|p| p + Vec3::new(x, y, z))
    }

    /// Scales the mesh about the origin.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        self.map(|p| p * factor)
    }

    /// Rotates the mesh by quarter turns about z, exactly.
    #[must_use]
    pub fn quarter_turns(self, count: usize) -> Self {
        let turn = |p: Point| Vec3::new(-p.y, p.x, p.z);
        self.map(|p| (0..count % 4).fold(p, |p, _| turn(p)))
    }

    /// Rotates the mesh by thirds of a turn about the diagonal, exactly: x becomes y, y becomes z.
    #[must_use]
    pub fn third_turns(self, count: usize) -> Self {
        let turn = |p: Point| Vec3::new(p.z, p.x, p.y);
        self.map(|p| (0..count % 3).fold(p, |p, _| turn(p)))
    }

    /// Joins both, sharing nothing.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        let first = self.points.len() as u32;
        self.points.extend_from_slice(&other.points);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|i| i + first)));
        self
    }

    /// The mesh in the form of the oracle.
    pub fn soup(&self) -> Vec<Triangle> {
        soup(&self.points, &self.triangles)
    }

    /// Two triangles for a square whose corners run counter-clockwise.
    pub(crate) fn square(&mut self, [a, b, c, d]: [u32; 4]) {
        self.triangles.extend([[a, b, c], [a, c, d]]);
    }

    /// Adds the squares of a grid of points: `columns` × `rows` of them, `at` gives the index of a point.
    pub(crate) fn grid(&mut self, columns: usize, rows: usize, at: impl Fn(usize, usize) -> u32) {
        for (i, j) in (0..columns).flat_map(|i| (0..rows).map(move |j| (i, j))) {
            self.square([at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]);
        }
    }
}

/// Sine and cosine of part `k` of `n` of a full turn.
pub(crate) fn circle(k: usize, n: usize) -> (f64, f64) {
    Real::sin_cos(core::f64::consts::TAU * k as f64 / n as f64)
}
