//! The closest point on a surface to a point.

use super::TriangleMesh;
use crate::broad::bvh::each_near;
use crate::math::{Real, Vec3, Vector, built_with_the_crate, exponent_of, least_above_zero};
use crate::mesh::Position;
use crate::mesh::polygon::build::flushed;

/// Rounding of a point of a triangle: about ten operations on numbers of the size of its corners and the point.
pub(crate) const POINT_ULPS: f64 = 16.0;

/// Feature of a triangle that a point is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum SurfaceFeature {
    /// A vertex, by its index in [`TriangleMesh::vertices`].
    Vertex(u32),
    /// The edge between two vertices, the smaller index first.
    Edge([u32; 2]),
    /// The interior of the triangle.
    Face,
}

/// The closest point on a surface to another point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SurfacePoint<T: Real> {
    /// The point on the surface.
    pub point: Vec3<T>,
    /// Signed distance; negative inside a closed mesh, and only there: the sign is exact. 0 on the surface of a closed mesh.
    pub signed_distance: T,
    /// The true distance differs by no more than this.
    pub error: T,
    /// The face of the input; the one with the smallest index if several are equally near.
    pub face: u32,
    /// The nearest feature of the face. Rounding decides if a point is above the border of two.
    pub feature: SurfaceFeature,
}

built_with_the_crate! {
    /// [`TriangleMesh::nearest`].
    fn nearest<'a, T: Real>(
        mesh: &'a TriangleMesh<T>,
        point: Vec3<T>,
    ) -> Option<SurfacePoint<T>> = TriangleMesh::nearest_to;
}

impl<T: Real> TriangleMesh<T> {
    /// The closest point on the surface to `point`, and its signed distance: negative inside a closed mesh. Whether the point is inside
    /// is decided exactly, as by [`TriangleMesh::position`], with coordinates below 2^-300 taken as 0. `None` if a coordinate is not
    /// finite, or the point is so far away that its distance overflows the type.
    ///
    /// ```
    /// use impinge::mesh::{SurfaceFeature, TriangleMesh};
    /// use impinge::Vec3;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let (mesh, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
    /// let nearest = mesh.nearest(Vec3::new(1.0, 1.0, 0.25)).unwrap();
    /// assert_eq!((nearest.signed_distance, nearest.point), (-0.25, Vec3::new(1.0, 1.0, 0.0)));
    /// assert_eq!((nearest.face, nearest.feature), (0, SurfaceFeature::Face));
    /// let beside = mesh.nearest(Vec3::new(2.0, -3.0, -4.0)).unwrap();
    /// assert_eq!((beside.signed_distance, beside.feature), (5.0, SurfaceFeature::Edge([0, 1])));
    /// # Ok::<(), impinge::mesh::MeshError>(())
    /// ```
    pub fn nearest(&self, point: Vec3<T>) -> Option<SurfacePoint<T>> {
        nearest(self, point)
    }

    fn nearest_to(&self, point: Vec3<T>) -> Option<SurfacePoint<T>> {
        let p: Vec3<f64> = point.cast();
        if !p.is_finite() {
            return None;
        }
        let Found { triangle, point: nearest, distance, least } = self.nearest_wide(p)?;
        let off = distance - least;
        let bounds = self.wide_bounds();
        let size = p.max_abs().max(bounds.min.max_abs()).max(bounds.max.max_abs());
        let signed = match self.position_wide(p) {
            Some(Position::Inside) => -distance,
            Some(Position::Surface) => 0.0,
            Some(Position::Outside) | None => distance,
        };
        // The side is that of a point whose coordinates below 2^-300 are flushed to 0.
        let flushed = (p - flushed(p)).sum_abs();
        let rounding = POINT_ULPS * f64::EPSILON * size + off + T::EPSILON.f64() * distance + flushed;
        let signed_distance = T::of(signed);
        if !signed_distance.is_finite() {
            return None;
        }
        Some(SurfacePoint {
            point: nearest.cast(),
            signed_distance,
            // Both may have been rounded to numbers below the range of the type.
            error: T::of(rounding * (1.0 + T::EPSILON.f64())) + T::TWO * least_above_zero(),
            face: self.face(triangle),
            feature: self.feature(triangle, p),
        })
    }

    /// The feature of a triangle that is nearest to a point.
    fn feature(&self, triangle: u32, p: Vec3<f64>) -> SurfaceFeature {
        self.foot(triangle, p).1
    }

    /// The closest point of a triangle to a point, and its feature.
    pub(crate) fn foot(&self, triangle: u32, p: Vec3<f64>) -> (Vec3<f64>, SurfaceFeature) {
        let names = self.triangles[triangle as usize];
        let (foot, region) = region(self.corners(triangle), p);
        let feature = match region {
            Region::Inside => SurfaceFeature::Face,
            Region::Corner(k) => SurfaceFeature::Vertex(names[k]),
            Region::Side(k) => {
                let (u, v) = (names[k], names[(k + 1) % 3]);
                SurfaceFeature::Edge([u.min(v), u.max(v)])
            }
        };
        (foot, feature)
    }

    /// The neighbor of a triangle across an edge.
    pub(crate) fn across_edge(&self, triangle: u32, ends: [u32; 2]) -> Option<u32> {
        let names = self.triangles[triangle as usize];
        let is_it = |&k: &usize| ends.contains(&names[k]) && ends.contains(&names[(k + 1) % 3]);
        (0..3).find(is_it).and_then(|side| self.neighbor(triangle, side))
    }

    /// The triangle nearest to a point.
    fn nearest_wide(&self, p: Vec3<f64>) -> Option<Found> {
        let mut best: Option<Found> = None;
        let mut least = f64::INFINITY;
        each_near(&self.tree, [p.to_array(); 2], f64::INFINITY, |triangle| {
            let corners = self.corners(triangle);
            let point = nearest_of(corners, p);
            let distance = (point - p).norm();
            least = Real::min(distance - off(corners, p), least);
            // Among equally near ones the one with the smallest index, so that the answer does not depend on the walk.
            let first = |other: &Found| {
                distance < other.distance
                    || (distance == other.distance && self.face(triangle) < self.face(other.triangle))
            };
            if best.as_ref().is_none_or(first) {
                best = Some(Found { triangle, point, distance, least });
            }
            best.as_ref().map_or(f64::INFINITY, |best| best.distance)
        });
        best.map(|found| Found { least, ..found })
    }

    /// Whether some triangle is so thin that the distance from it has a larger rounding error than coordinates do.
    pub(crate) fn has_thin(&self) -> bool {
        (0..self.len() as u32).any(|t| thinness(self.corners(t)) > REFINED)
    }

    /// Distance of a point from the surface. Triangle `start` is examined first: the nearer it is, the less remains to be examined.
    /// `thin` is [`TriangleMesh::has_thin`].
    pub(crate) fn near_from(&self, p: Vec3<f64>, start: u32, thin: bool) -> Near {
        let (mut best, mut squared, mut least) = (start, f64::INFINITY, f64::INFINITY);
        let mut limit = f64::INFINITY;
        let mut look = |triangle: u32| {
            let corners = self.corners(triangle);
            let found = (nearest_of(corners, p) - p).norm_squared();
            if thin {
                least = Real::min(Real::sqrt(found) - off(corners, p), least);
            }
            if found < squared {
                (squared, best) = (found, triangle);
                limit = Real::sqrt(found);
            }
            limit
        };
        let first = look(start);
        each_near(&self.tree, [p.to_array(); 2], first, look);
        let distance = Real::sqrt(squared);
        Near { triangle: best, distance, off: if thin { distance - least } else { 0.0 } }
    }
}

/// Distance of a point from a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    /// The nearest triangle; any of them if there are several.
    pub(crate) triangle: u32,
    /// The least of the distances, regardless of which triangle was examined first.
    pub(crate) distance: f64,
    /// Bound on its error because triangles are thin, in addition to [`POINT_ULPS`].
    pub(crate) off: f64,
}

/// The nearest point of a surface.
struct Found {
    triangle: u32,
    point: Vec3<f64>,
    distance: f64,
    /// Lower bound: no triangle is nearer, up to rounding of coordinates.
    least: f64,
}

/// Error of the distance between a point and a very thin triangle: its normal is rounded, so the foot is beside the closest point. The
/// foot is still a point of the triangle, so the error never exceeds the length of the triangle.
pub(crate) fn off([a, b, c]: [Vec3<f64>; 3], p: Vec3<f64>) -> f64 {
    let (u, v) = (b - a, c - a);
    let thin = thinness([a, b, c]);
    if thin <= REFINED {
        return 0.0;
    }
    let long = u.norm() + v.norm();
    Real::min(POINT_ULPS * f64::EPSILON * thin * ((p - a).norm() + long), long)
}

/// Approximate ratio of length to width of a triangle. 0 without area: then its sides decide, which do not have this rounding error.
fn thinness([a, b, c]: [Vec3<f64>; 3]) -> f64 {
    let (u, v) = (b - a, c - a);
    let (area, sides) = (u.cross(v).norm(), u.norm() * v.norm());
    if area > 0.0 { sides / area } else { 0.0 }
}

/// A normal of a triangle, of any length, and its square; zero if there is no area.
#[inline]
pub(crate) fn normal_of([a, b, c]: [Vec3<f64>; 3]) -> (Vec3<f64>, f64) {
    let normal = (b - a).cross(c - a);
    let squared = normal.norm_squared();
    if squared > LOW_SQUARE && squared < HIGH_SQUARE {
        return (normal, squared);
    }
    let normal = normal.normalized().unwrap_or(Vec3::ZERO);
    (normal, normal.norm_squared())
}

/// Normals with squares beyond these, 2^-600 and 2^600, are normalized. Corners are at most 2^300, so the product of a normal, a side and
/// a vector to a point at most [`FAR`] away is at most about 2^1000, a finite number; and it is at least 2^-900 unless the point is
/// within rounding of the triangle.
const LOW_SQUARE: f64 = 2.409_919_865_102_884e-181;
const HIGH_SQUARE: f64 = 4.149_515_568_880_993e180;

/// Points farther from a corner than this, 2^390, are moved nearer along the line to it: to 2^389 at most, which is 2^88 times the length
/// of the triangle. The closest point of the triangle changes by at most 2^-88 of that length.
const FAR: f64 = 2.521_728_396_569_246_7e117;

/// A point moved nearer to a corner, if it is too far away to compute with; see [`FAR`].
#[cold]
#[inline(never)]
fn brought_near(a: Vec3<f64>, p: Vec3<f64>) -> Vec3<f64> {
    let way = p - a;
    a + way * f64::power_of_two(388 - exponent_of(way.max_abs()))
}

/// Region of a triangle that a point is in.
#[derive(Clone, Copy)]
pub(super) enum Region {
    Inside,
    /// The side from this corner to the next.
    Side(usize),
    Corner(usize),
}

/// Triangles with sides this many times as long as their width are thin: rounding turns their normal by that many ε, and a foot computed
/// in one step is off by that many roundings of their size.
const THIN: f64 = 16.0;

/// Up to this ratio, the error left after the refinement in [`thin_foot`] is no more than rounding.
const REFINED: f64 = 16_777_216.0;

/// The foot of a point on a thin triangle, computed from its corners, so that it is on the triangle: `Some(None)` if it is outside,
/// `None` if the triangle is not thin. The residual between the foot and the point gives the error of the foot; two corrections are
/// applied.
#[inline]
fn thin_foot([a, b, c]: [Vec3<f64>; 3], p: Vec3<f64>, normal: Vec3<f64>) -> Option<Option<Vec3<f64>>> {
    let (u, v) = (b - a, c - a);
    let longest = u.norm_squared().max(v.norm_squared()).max((v - u).norm_squared());
    let scale = u.cross(v).dot(normal);
    if longest * normal.norm() <= THIN * scale {
        return None;
    }
    let (mut x, mut y, mut left) = (0.0, 0.0, p - a);
    for _ in 0..3 {
        x += left.cross(v).dot(normal) / scale;
        y += u.cross(left).dot(normal) / scale;
        left = p - (a + u * x + v * y);
    }
    Some((x >= 0.0 && y >= 0.0 && x + y <= 1.0).then(|| a + u * x + v * y))
}

/// The closest point of a triangle to a point. If the triangle has no area, its sides decide.
#[inline]
pub(crate) fn nearest_of(corners: [Vec3<f64>; 3], p: Vec3<f64>) -> Vec3<f64> {
    region(corners, p).0
}

/// The closest point of a triangle to a point, and its region.
#[inline]
pub(super) fn region([a, b, c]: [Vec3<f64>; 3], p: Vec3<f64>) -> (Vec3<f64>, Region) {
    let p = if (p - a).max_abs() <= FAR { p } else { brought_near(a, p) };
    let (normal, squared) = normal_of([a, b, c]);
    let inner = |u: Vec3<f64>, v: Vec3<f64>| normal.cross(v - u).dot(p - u) >= 0.0;
    if squared > 0.0
        && let Some(foot) = thin_foot([a, b, c], p, normal)
    {
        if let Some(foot) = foot {
            return (foot, Region::Inside);
        }
    } else if squared > 0.0 && inner(a, b) && inner(b, c) && inner(c, a) {
        // Above the interior: the foot.
        return (p - normal * (normal.dot(p - a) / squared), Region::Inside);
    }
    let on = |u: Vec3<f64>, v: Vec3<f64>, k: usize| {
        let way = v - u;
        let length = way.norm_squared();
        let part = if length > 0.0 { (way.dot(p - u) / length).clamp(0.0, 1.0) } else { 0.0 };
        // From the nearer end, so that an end is reached exactly.
        let point = if part <= 0.5 { u + way * part } else { v - way * (1.0 - part) };
        let region = if part == 0.0 {
            Region::Corner(k)
        } else if part == 1.0 {
            Region::Corner((k + 1) % 3)
        } else {
            Region::Side(k)
        };
        (point, region)
    };
    let mut best = on(a, b, 0);
    for other in [on(b, c, 1), on(c, a, 2)] {
        if (other.0 - p).norm_squared() < (best.0 - p).norm_squared() {
            best = other;
        }
    }
    best
}
