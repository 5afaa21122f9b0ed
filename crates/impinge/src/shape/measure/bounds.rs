//! Bounds on volume, centroid and inertia of a shape known only by its support mapping.
//!
//! Let P be the convex hull of the support points in a set of directions, Q the intersection of the half-spaces whose
//! planes touch the shape there. The set starts uniform and adds the normals of the faces of P, round by round; so P
//! and Q soon agree if the shape is a polytope. Then P ⊆ K ⊆ Q for the shape K. With c the centroid of P and R the
//! distance from c to the farthest vertex of Q:
//!
//! - volume: vol P <= vol K <= vol Q; the result is the middle.
//! - centroid: vol K (c_K - c) = ∫(x - c) over K minus P, so |c_K - c| <= (1 - vol P / vol K) R <= (1 - vol P / vol Q) R.
//! - inertia about c: the integrand |r|² 1 - r rᵀ is positive semidefinite, so I_P ≼ I_K ≼ I_Q; the result is the
//!   middle, and half the norm of I_Q - I_P bounds its error. Moving from c to c_K subtracts at most vol Q |c_K - c|².
//!
//! Support points may be off by rounding: planes are moved outward by `slack`, [`SLACK_ULPS`] ε × the largest
//! coordinate, and P is assumed too large, Q too small, by that times the area of the box around Q.
//!
//! Cost: up to about 1100 support calls and five hulls in space, 128 calls in the plane. The volume of shapes that fill
//! their box is then known to 0.3 % or better, that of polytopes nearly to rounding.

use alloc::vec::Vec;

use super::Measure;
use super::polytope::{Moments, mean};
use crate::hull::solid_hull;
use crate::math::{Aabb, Each, Mat3, Real, Vec2, Vec3, Vector};

/// Rounding of a support point, in ε × its largest coordinate: a few operations per combinator, with room for nesting.
/// If it were smaller, rounding could break the bounds for shapes that are polytopes; a larger value costs nothing
/// noticeable.
const SLACK_ULPS: f64 = 64.0;

/// Rounds in which the normals of P join the directions. Each about doubles their number if the shape is round, and
/// divides the width of the bounds by 2 in space, by 4 in the plane.
const ROUNDS: usize = 3;

/// Number of initial directions in the plane; a multiple of 4, so that the axes are among them.
const PLANAR_START: usize = 16;

/// In the plane a direction joins only if it differs by this angle (radians) from its neighbors: if lines meet at a
/// smaller angle, their intersection is lost to rounding.
const LEAST_TURN: f64 = 1e-3;

/// A space in which the measure of a shape can be bounded from its support mapping alone.
pub trait MeasureSpace: Vector {
    /// Bounds from support points in a fixed set of directions. Long, and called once per shape: compiled once for all of them.
    fn bracket(support: &dyn Fn(Self) -> Self) -> Measure<Self>;
}

/// Properties of P and Q in either dimension.
struct Bracket<V> {
    /// Volume of P, 0 if it is flat.
    inner: f64,
    /// Volume of Q.
    outer: f64,
    /// Volume by which P may be too large.
    excess: f64,
    /// Centroid of P, or a point of it.
    center: V,
    /// Largest distance from `center` to a point of Q.
    radius: f64,
}

impl<V> Bracket<V> {
    /// Whether the interior is known only up to rounding.
    fn is_flat(&self) -> bool {
        self.inner <= self.excess
    }

    /// The volume and its error.
    fn volume(&self) -> (f64, f64) {
        if self.is_flat() {
            return (0.0, self.outer);
        }
        let low = self.inner - self.excess;
        (0.5 * (low + self.outer), 0.5 * (self.outer - low).max(0.0))
    }

    /// Error of the centroid.
    fn centroid_error(&self) -> f64 {
        if self.is_flat() {
            return self.radius;
        }
        let beyond = 1.0 - (self.inner - self.excess) / self.outer;
        (beyond.max(0.0) + self.excess / self.inner).min(1.0) * self.radius
    }

    /// The result, from an inertia and its error about `center`. This adds the rounding to `T`.
    fn finish<T: Real, W: Vector<Scalar = T>>(
        &self,
        centroid: W,
        inertia: W::Inertia,
        error: f64,
    ) -> Measure<W> {
        let (volume, volume_error) = self.volume();
        let centroid_error = self.centroid_error();
        let shift = self.outer * centroid_error * centroid_error;
        let squared = self.radius * self.radius;
        let rounding = 4.0 * T::EPSILON.f64();
        let up = |error: f64, scale: f64| {
            let error = T::of((error + rounding * scale) * (1.0 + rounding));
            // If sizes are so large that volumes overflow, nothing is known.
            if error >= T::ZERO { error } else { T::INFINITY }
        };
        Measure {
            volume: T::of(volume),
            volume_error: up(volume_error, self.outer),
            centroid,
            centroid_error: up(centroid_error, self.radius + centroid.max_abs().f64()),
            inertia,
            inertia_error: up(error + shift + self.excess * squared, self.outer * squared),
        }
    }
}

impl<T: Real> MeasureSpace for Vec2<T> {
    #[inline(never)]
    fn bracket(support: &dyn Fn(Self) -> Self) -> Measure<Self> {
        // The shape gets the direction rounded to T, so the lines have that as their normal.
        let touch = |d: Vec2<f64>| {
            let d = d.cast::<T>();
            (d.cast::<f64>(), support(d).cast::<f64>())
        };
        let mut touching: Vec<(Vec2<f64>, Vec2<f64>)> = (0..PLANAR_START)
            .map(|i| {
                let (sin, cos) = Real::sin_cos(core::f64::consts::TAU * i as f64 / PLANAR_START as f64);
                touch(Vec2::new(cos, sin))
            })
            .collect();
        for _ in 0..ROUNDS {
            let mut finer = Vec::with_capacity(2 * touching.len());
            for (i, &(a, p)) in touching.iter().enumerate() {
                let (b, q) = touching[(i + 1) % touching.len()];
                finer.push((a, p));
                let normal = -(q - p).perp().unit();
                if a.perp_dot(normal) > LEAST_TURN && normal.perp_dot(b) > LEAST_TURN {
                    finer.push(touch(normal));
                }
            }
            touching = finer;
        }
        let (directions, points): (Vec<_>, Vec<_>) = touching.into_iter().unzip();
        let count = points.len();
        let size = points.iter().fold(0.0_f64, |m, p| m.max(p.max_abs()));
        let slack = SLACK_ULPS * T::EPSILON.f64() * size;

        // Support points in the order of their directions run around P; neighboring lines meet at a vertex of Q.
        let middle = points.iter().fold(Vec2::ZERO, |sum, p| sum + *p * (1.0 / count as f64));
        let (inner, first, _) = planar_moments(&points, middle);
        let center = if inner > 0.0 { middle + first * (1.0 / inner) } else { middle };
        let reach = |i: usize| directions[i].dot(points[i] - center) + slack;
        let outer_points: Vec<Vec2<f64>> = (0..count)
            .map(|i| {
                let j = (i + 1) % count;
                let (a, b) = (directions[i], directions[j]);
                center - (b * reach(i) - a * reach(j)).perp() * (1.0 / a.perp_dot(b))
            })
            .collect();
        let (outer, _, outer_polar) = planar_moments(&outer_points, center);
        let (_, _, inner_polar) = planar_moments(&points, center);
        let radius = outer_points.iter().fold(0.0_f64, |m, p| m.max((*p - center).norm()));
        let excess = slack * 8.0 * radius;
        let bracket = Bracket { inner, outer, excess, center, radius };
        let (value, error) = if bracket.is_flat() {
            (0.0, outer_polar)
        } else {
            (0.5 * (inner_polar + outer_polar), 0.5 * (outer_polar - inner_polar).abs())
        };
        bracket.finish(bracket.center.cast(), T::of(value), error)
    }
}

/// Area, first moment and polar moment of a counter-clockwise polygon about `origin`; the first moment is relative to it.
fn planar_moments(points: &[Vec2<f64>], origin: Vec2<f64>) -> (f64, Vec2<f64>, f64) {
    let (mut area, mut first, mut polar) = (0.0, Vec2::ZERO, 0.0);
    for (i, &p) in points.iter().enumerate() {
        let (p, q) = (p - origin, points[(i + 1) % points.len()] - origin);
        let a = 0.5 * p.perp_dot(q);
        area += a;
        first += (p + q) * (a / 3.0);
        polar += a * (p.dot(p) + p.dot(q) + q.dot(q)) / 6.0;
    }
    (area, first, polar)
}

impl<T: Real> MeasureSpace for Vec3<T> {
    #[inline(never)]
    fn bracket(support: &dyn Fn(Self) -> Self) -> Measure<Self> {
        let touch = |d: Vec3<f64>| {
            let d = d.cast::<T>();
            (d.cast::<f64>(), support(d).cast::<f64>())
        };
        let (mut directions, mut points): (Vec<_>, Vec<_>) = icosphere().into_iter().map(touch).unzip();
        // Thin shapes get good bounds only if their normal is among the directions.
        let thin = thin_directions(&points);
        let size = points.iter().fold(0.0_f64, |m, p| m.max(p.max_abs()));
        let slack = SLACK_ULPS * T::EPSILON.f64() * size;
        let mut joining: Vec<Vec3<f64>> = thin.to_vec();
        let mut hull = None;
        for _ in 0..=ROUNDS {
            let mut found = false;
            for (d, p) in joining.drain(..).map(touch) {
                let reach = points.iter().fold(f64::NEG_INFINITY, |m, q| m.max(d.dot(*q)));
                found |= d.dot(p) > reach + slack;
                directions.push(d);
                points.push(p);
            }
            // If the normals of P find no new point, P is the shape itself up to rounding.
            if hull.is_some() && !found {
                break;
            }
            hull = solid_hull(&points).ok();
            joining.extend(hull.iter().flat_map(|p| p.normals().iter().copied()));
        }

        let middle = mean(&points);
        // A volume that may be nothing but rounding has no centroid.
        let noise =
            Aabb::of_points(points.iter().copied()).map_or(0.0, |b| slack * surface(b.half_extents()));
        let inner = hull.map(|p| Moments::of_solid(&p, middle)).filter(|m| m.volume > noise);
        let center = inner.map_or(middle, |m| m.centroid());
        let planes = directions.iter().zip(&points).map(|(d, p)| (*d, d.dot(*p - center) + slack * d.norm()));
        let Some((outer, radius, sides)) = outer_polytope(planes) else {
            return of_box(&points, slack);
        };
        let excess = slack * surface(sides);
        // The last hull may have cut off as much as rounding allows, and the volume of a needle is nothing but rounding.
        let (inner_volume, outer_volume) = (inner.map_or(0.0, |m| m.volume), outer.volume.max(0.0) + excess);
        let bracket = Bracket { inner: inner_volume, outer: outer_volume, excess, center, radius };
        let outer_inertia = outer.inertia_about(Vec3::ZERO);
        let (value, error) = match inner {
            Some(inner) if !bracket.is_flat() => {
                let inner_inertia = inner.inertia_about(center);
                ((inner_inertia + outer_inertia) * 0.5, norm(outer_inertia - inner_inertia) * 0.5)
            }
            _ => (Mat3::default(), norm(outer_inertia)),
        };
        let value = Mat3::from_columns(value.x_axis.cast(), value.y_axis.cast(), value.z_axis.cast());
        bracket.finish(bracket.center.cast(), value, error)
    }
}

/// Moments of a polytope that contains {x : d·x <= h} for all given planes (d, h > 0), its largest distance from the
/// origin, and the half extents of the box around it. `None` if the hulls fail.
///
/// Its polar dual is the hull of the points y = d/h. For each face of that hull take the x along the face's normal with
/// x·y >= 1 for all vertices y of the face. The hull of these x contains Q, however inexact the normals are: a point
/// outside the hull of the y is t z with t > 1 and z on some face, hence x·(t z) > 1 for that face's x; so the dual of
/// the hull of the x lies within the hull of the y, and taking duals reverses the inclusion.
fn outer_polytope(planes: impl Iterator<Item = (Vec3<f64>, f64)>) -> Option<(Moments, f64, Vec3<f64>)> {
    let dual: Option<Vec<Vec3<f64>>> = planes.map(|(d, h)| (h > 0.0).then(|| d * (1.0 / h))).collect();
    let dual = dual?;
    let hull = solid_hull(&dual).ok()?;
    let mut corners = Vec::with_capacity(hull.normals().len());
    for (face, normal) in hull.normals().iter().enumerate() {
        let vertices = hull.topology().face_vertices(face as u32);
        let reach = vertices
            .iter()
            .map(|&v| hull.vertices()[v as usize].dot(*normal))
            .fold(f64::INFINITY, |m, r| if r < m { r } else { m });
        if reach.is_nan() || reach <= 0.0 {
            return None;
        }
        // Outward by more than the rounding of the product and the quotient.
        corners.push(*normal * ((1.0 + SLACK_ULPS * f64::EPSILON) / reach));
    }
    let radius = corners.iter().fold(0.0_f64, |m, p| m.max(p.norm()));
    let sides = Aabb::of_points(corners.iter().copied())?.half_extents();
    let moments = Moments::of_solid(&solid_hull(&corners).ok()?, Vec3::ZERO);
    Some((moments, radius, sides))
}

/// Surface area of a box with these half extents.
fn surface(half: Vec3<f64>) -> f64 {
    8.0 * (half.x * half.y + half.y * half.z + half.z * half.x)
}

/// A bound on the largest absolute eigenvalue of a symmetric matrix: the largest absolute column sum.
fn norm(m: Mat3<f64>) -> f64 {
    [m.x_axis, m.y_axis, m.z_axis].iter().fold(0.0_f64, |n, c| n.max(c.x.abs() + c.y.abs() + c.z.abs()))
}

/// The fallback if no hull could be built: the shape lies in the box around its support points.
fn of_box<T: Real>(points: &[Vec3<f64>], slack: f64) -> Measure<Vec3<T>> {
    let bounds = Aabb::of_points(points.iter().copied()).unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO });
    let bounds = bounds.grown(slack);
    let sides = bounds.half_extents();
    let outer = 8.0 * sides.x * sides.y * sides.z;
    let (center, radius) = (bounds.center(), sides.norm());
    let bracket = Bracket { inner: 0.0, outer, excess: 0.0, center, radius };
    bracket.finish(center.cast(), Mat3::default(), outer * radius * radius)
}

/// The 42 directions of an icosahedron's vertices and edges. The axes are among them.
fn icosphere() -> Vec<Vec3<f64>> {
    /// The cosine between neighbors is 0.45, the next smaller one -0.45.
    const NEIGHBOUR: f64 = 0.0;
    let golden = 0.5 + 0.5 * Real::sqrt(5.0_f64);
    let mut points: Vec<Vec3<f64>> = Vec::with_capacity(42);
    for (a, b) in [(1.0, golden), (-1.0, golden), (1.0, -golden), (-1.0, -golden)] {
        points.extend([Vec3::new(0.0, a, b), Vec3::new(a, b, 0.0), Vec3::new(b, 0.0, a)].each(Vector::unit));
    }
    for i in 0..12 {
        for j in 0..i {
            if points[i].dot(points[j]) > NEIGHBOUR {
                points.push((points[i] + points[j]).unit());
            }
        }
    }
    points
}

/// Both normals of the best-fitting plane of some points, and the two directions in it across their longest extent:
/// those in which a thin shape is thin.
fn thin_directions(points: &[Vec3<f64>]) -> [Vec3<f64>; 4] {
    let farthest = |f: &dyn Fn(Vec3<f64>) -> f64| {
        points.iter().copied().fold((Vec3::ZERO, 0.0), |m, p| if f(p) > m.1 { (p, f(p)) } else { m }).0
    };
    let a = points[0];
    let along = (farthest(&|p| (p - a).norm()) - a).unit();
    let off = farthest(&|p| (p - a).cross(along).norm()) - a;
    // The remainder across it may be nothing but rounding: its cross product is perpendicular nevertheless.
    let off = off - along * off.dot(along);
    let normal = along.cross(off).normalized().unwrap_or_else(|| along.any_orthogonal());
    let across = along.cross(normal).unit();
    [normal, -normal, across, -across]
}
