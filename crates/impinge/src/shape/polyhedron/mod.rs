//! Convex polyhedron: the convex hull of points in space.
//!
//! Frame: the coordinates given. Source: row "polyhedron" of the thesis' section 3.2.2, and its section 5.4 for a
//! support mapping whose cost grows slowly with the number of vertices.
//!
//! Support: [`support_map`] chooses between a scan and a tree over the directions.
//!
//! Memory: vertices, normals and adjacency take 172 (`f32`, which stores normals in `f64` too) or 160 (`f64`) bytes per
//! vertex if all faces are triangles. The support mapping adds 16 or 28 bytes per vertex to a small polyhedron, and
//! about 20 to 90 or 30 to 100 to one with a tree. [`ConvexPolyhedron::heap_bytes`] gives the actual number.

mod cells;
mod gauss;
mod gauss_build;
mod oct_map;
mod support_map;
mod walk;

use alloc::vec::Vec;

pub use gauss::SUPPORT_ULPS;
pub use support_map::{Strategy, scan_limit};

use super::common::{aabb_by_reach, vectors};
use super::measure::polytope::polytope_measure;
use super::{Bounded, Id, Measure, Measured, Support};
use crate::error::ShapeError;
use crate::hull::{Solid, Topology, solid_hull};
use crate::math::{Aabb, Pose, Real, Vec3, built_with_the_crate, exponent_of};
use support_map::SupportMap;

/// A convex polyhedron, in the coordinates of the points it was built from.
///
/// ```
/// use impinge::{ConvexPolyhedron, Measured, Support, Vec3};
///
/// let corners = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
/// let tetrahedron = ConvexPolyhedron::new(&corners);
/// assert_eq!(tetrahedron.topology().face_count(), 4);
/// assert_eq!(tetrahedron.support(Vec3::new(1.0, 2.0, 3.0)), corners[3]);
/// assert!(f64::abs(tetrahedron.measure().volume - 1.0 / 6.0) < 1e-15);
///
/// let flat = ConvexPolyhedron::try_new(&corners[..3]).unwrap_err();
/// assert_eq!(flat.to_string(), "invalid shape: all points lie in one plane; the hull is a flat polygon");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct ConvexPolyhedron<T: Real> {
    solid: Solid<T>,
    map: SupportMap<T>,
    measure: Measure<Vec3<T>>,
    /// Distance of the farthest vertex from the origin.
    reach: T,
    /// Normals of the faces as exact as their vertices allow; empty for `f64`, where those of the solid are exact.
    fine_normals: Vec<Vec3<f64>>,
}

built_with_the_crate! {
    /// Implements [`ConvexPolyhedron::with_strategy`].
    fn polyhedron_of<T: Real>(
        solid: Solid<T>,
        strategy: Strategy,
    ) -> ConvexPolyhedron<T> = ConvexPolyhedron::of_solid;
}

impl<T: Real> ConvexPolyhedron<T> {
    /// The convex hull of these points: vectors, arrays, or point types of other libraries.
    ///
    /// # Panics
    /// If a coordinate is not finite or above [`LIMIT`](Real::LIMIT), or the points lie in one plane; see
    /// [`ConvexPolyhedron::try_new`].
    pub fn new<P: Copy + Into<Vec3<T>>>(points: &[P]) -> Self {
        Self::try_new(points).unwrap_or_else(|error| panic!("{error}"))
    }

    /// The convex hull of these points.
    ///
    /// # Errors
    /// If a coordinate is not finite or above [`LIMIT`](Real::LIMIT) (every such point is listed), or the points do not
    /// span space: the error says, by exact predicates, whether there are none, only one point, or all lie on one line
    /// or in one plane.
    pub fn try_new<P: Copy + Into<Vec3<T>>>(points: &[P]) -> Result<Self, ShapeError> {
        Ok(Self::from_solid(solid_hull(&vectors(points))?))
    }

    /// The polyhedron of a hull that is already known.
    ///
    /// With more than [`scan_limit`] vertices their order changes: neighbors on the surface become neighbors in memory.
    pub fn from_solid(solid: Solid<T>) -> Self {
        Self::with_strategy(solid, Strategy::Automatic)
    }

    /// The polyhedron of a hull with a prescribed way to find support points: to compare one with another.
    pub fn with_strategy(solid: Solid<T>, strategy: Strategy) -> Self {
        polyhedron_of(solid, strategy)
    }

    fn of_solid(mut solid: Solid<T>, strategy: Strategy) -> Self {
        let faces = solid.topology().face_count() as u32;
        let size = solid.vertices().iter().fold(T::ZERO, |m, v| m.max(v.max_abs()));
        let scale = f64::power_of_two(-exponent_of(size.f64()));
        let normals: Vec<Vec3<f64>> = (0..faces).map(|f| face_normal(&solid, f, scale)).collect();
        let strategy = if is_thin(&solid, &normals, scale) { Strategy::Scan } else { strategy };
        let mut map = SupportMap::new(solid.vertices(), solid.topology(), &normals, strategy);
        if let Some(order) = map.tree_order(solid.vertices().len()) {
            solid = solid.reordered(&order);
            map.renumber(&order);
        }
        let measure = polytope_measure(&solid);
        let reach = solid.vertices().iter().fold(T::ZERO, |m, v| m.max(v.norm()));
        let fine = size_of::<T>() < size_of::<f64>();
        let fine_normals =
            if fine { (0..faces).map(|f| fine_normal(&solid, f)).collect() } else { Vec::new() };
        Self { solid, map, measure, reach, fine_normals }
    }

    /// The polyhedron moved by a pose: the convex hull of the moved vertices, each rounded.
    ///
    /// # Errors
    /// If rounding makes it flat or a coordinate is above [`LIMIT`](Real::LIMIT).
    pub fn moved(&self, pose: &Pose<Vec3<T>>) -> Result<Self, ShapeError> {
        let points: Vec<Vec3<T>> = self.vertices().iter().map(|&v| pose.transform(v)).collect();
        Self::try_new(&points)
    }

    /// The vertices. Their index is their [`Id`].
    pub fn vertices(&self) -> &[Vec3<T>] {
        self.solid.vertices()
    }

    /// Distance of the farthest vertex from the origin.
    #[inline]
    pub fn reach(&self) -> T {
        self.reach
    }

    /// Outward unit normals of the faces.
    pub fn normals(&self) -> &[Vec3<T>] {
        self.solid.normals()
    }

    /// Outward unit normal of a face, as exact as its vertices allow: those of an `f32` polyhedron are rounded.
    #[inline]
    pub(crate) fn fine_normal(&self, face: u32) -> Vec3<f64> {
        let stored = || self.normals()[face as usize].cast::<f64>();
        self.fine_normals.get(face as usize).copied().unwrap_or_else(stored)
    }

    /// Adjacency of vertices, edges and faces.
    pub fn topology(&self) -> &Topology {
        self.solid.topology()
    }

    /// The hull from which it was built.
    pub fn solid(&self) -> &Solid<T> {
        &self.solid
    }

    /// Bytes held on the heap by vertices and adjacency, and by the support mapping.
    pub fn heap_bytes(&self) -> (usize, usize) {
        let points = size_of::<Vec3<T>>() * (self.vertices().len() + self.normals().len())
            + size_of::<Vec3<f64>>() * self.fine_normals.len();
        (points + 4 * self.vertices().len() + self.topology().heap_bytes(), self.map.heap_bytes())
    }
}

/// The normal of a face from its vertices.
fn fine_normal<T: Real>(solid: &Solid<T>, face: u32) -> Vec3<f64> {
    let ids = solid.topology().face_vertices(face);
    let at = |i: usize| solid.vertices()[ids[i] as usize].cast::<f64>();
    let first = at(0);
    let area = (2..ids.len()).fold(Vec3::ZERO, |sum, i| sum + (at(i - 1) - first).cross(at(i) - first));
    area.normalized().unwrap_or(solid.normals()[face as usize].cast())
}

/// A polyhedron is scanned if its width is below this many ε × size along the normal of its largest face: faces were
/// merged within 8, and the normals of a body not much thicker than that hardly show where its vertices are farthest.
const THIN_ULPS: f64 = 4096.0;

/// Whether a polyhedron is hardly thicker than the tolerance of its faces. `scale` brings its vertices to size 1.
fn is_thin<T: Real>(solid: &Solid<T>, normals: &[Vec3<f64>], scale: f64) -> bool {
    let at = |v: &Vec3<T>| v.cast::<f64>() * scale;
    let area = |f: usize| {
        let corners = solid.topology().face_vertices(f as u32);
        let first = at(&solid.vertices()[corners[0] as usize]);
        let way = |i: usize| at(&solid.vertices()[corners[i] as usize]) - first;
        (2..corners.len()).fold(0.0, |sum, i| sum + way(i - 1).cross(way(i)).dot(normals[f]))
    };
    let largest =
        (0..normals.len()).map(|f| (area(f), f)).fold((0.0, 0), |m, a| if a.0 > m.0 { a } else { m });
    let normal = normals[largest.1];
    let heights = solid.vertices().iter().map(|v| at(v).dot(normal));
    let (low, high) =
        heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (Real::min(x, l), Real::max(x, h)));
    high - low < THIN_ULPS * T::EPSILON.f64()
}

/// Unit normal of a face in `f64`, regardless of the precision of the vertices: its vector area. `scale` brings the
/// vertices to a size near 1, so that no product overflows or underflows.
fn face_normal<T: Real>(solid: &Solid<T>, face: u32, scale: f64) -> Vec3<f64> {
    let corners = solid.topology().face_vertices(face);
    let at = |i: usize| solid.vertices()[corners[i] as usize].cast::<f64>() * scale;
    let first = at(0);
    let fan = (2..corners.len()).map(|i| (at(i - 1) - first).cross(at(i) - first));
    fan.fold(Vec3::ZERO, |area, part| area + part).unit()
}

impl<T: Real> Support<Vec3<T>> for ConvexPolyhedron<T> {
    #[inline]
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        self.map.support(direction).0
    }

    #[inline]
    fn support_from(&self, direction: Vec3<T>, hint: Id) -> (Vec3<T>, Id) {
        let (point, id) = self.map.support_from(&self.solid, direction, hint.0);
        (point, Id(id))
    }

    #[inline]
    fn center(&self) -> Vec3<T> {
        self.measure.centroid
    }
}

impl<T: Real> Bounded<Vec3<T>> for ConvexPolyhedron<T> {
    fn aabb(&self, pose: &Pose<Vec3<T>>) -> Aabb<Vec3<T>> {
        aabb_by_reach(pose, |u| self.support(u).dot(u))
    }
}

impl<T: Real> Measured<Vec3<T>> for ConvexPolyhedron<T> {
    fn measure(&self) -> Measure<Vec3<T>> {
        self.measure
    }
}
