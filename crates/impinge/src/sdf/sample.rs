//! What a map says of a point, and how far that may be from the truth.
//!
//! # Symbols
//! All lengths are in spacings.
//!
//! | here | meaning |
//! |---|---|
//! | p, d | the point, and its true signed distance; f a point of the surface nearest to it |
//! | c, v, r | the eight corners of its cell, the values there, and \|c − p\| |
//! | w | weights of the corners with Σ w = 1 and Σ w c = p: those of the trilinear value V = Σ w v |
//! | s | the side of the cell: 1, or 8 in the coarse layer |
//! | e | by how much a value at a corner may be off, rounding included |
//!
//! # The value
//! A signed distance changes by no more than the way that is gone, so max(v − r) − e <= d <= min(v + r) + e. This is narrower
//! where the surface is some cells away: from |c − f| >= |d(c)| follows |d(c)|² − |c − p|² <= |d|² + 2 (c − p) · (p − f), and the sum
//! of it over the corners, times w, is d² >= Σ w d(c)² − Σ w r². The last sum is s² (x (1 − x) + y (1 − y) + z (1 − z)), where x, y
//! and z are the place in the cell.
//!
//! # The gradient
//! The true gradient is n = ±(p − f) / |d|, plus outside. The same inequality, written for n, is a half-space for it:
//! (c − p) · (p − f) / |d| >= (d(c)² − r² − d²) / (2 |d|). Over the four corners of the face on the +x side, times weights that
//! bring them to the foot of p on that face, the left side sums up to s (1 − x) times the first component: a lower bound on it.
//! The face on the −x side gives an upper bound, and so on. The components of n are in these intervals, and n is of length 1. Near the
//! surface and near a ridge, where several points are as near as f, the intervals are those of any unit vector.

use super::DistanceMap;
use super::blocks::{EMPTY, NODES, PER_BLOCK, SIDE};
use crate::math::{Real, Vec3};

/// What a map says of a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sample<T: Real> {
    /// Signed distance from the surface, negative inside.
    pub value: T,
    /// The true signed distance differs from the value by no more than this.
    pub error: T,
    /// Where the distance grows, and how fast; of length 1 at most, but for rounding.
    pub gradient: Vec3<T>,
    /// The true gradient, a unit vector that points away from the nearest point of the surface (inside towards it), differs from it
    /// by no more than this; where several points are nearest, each of theirs. 2 says nothing.
    pub gradient_error: T,
}

/// What a look-up loses by rounding, in `f32`, as a part of the values and the side of the cell: see [`local`].
const ULPS: f32 = 8.0 * f32::EPSILON;

/// The same in `f64`, of numbers beyond the box.
const FAR_ULPS: f64 = 32.0 * f64::EPSILON;

/// What a cell says, in spacings.
#[derive(Clone, Copy)]
struct Local {
    value: f64,
    /// The true signed distance is from here
    low: f64,
    /// to here.
    high: f64,
    gradient: [f64; 3],
    gradient_error: f64,
}

impl<T: Real> DistanceMap<T> {
    /// What the map says of a point: inside its box from the values around it, outside from the nearest point of the box. Of a
    /// point that is not finite it knows nothing: the value is NaN, its error infinite, the gradient 0 and its error 1.
    ///
    /// ```
    /// use impinge::mesh::TriangleMesh;
    /// use impinge::sdf::{DistanceMap, MapSettings};
    /// use impinge::Vec3;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let (mesh, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
    /// let map = DistanceMap::build(&mesh, &MapSettings { cells: 32, ..MapSettings::default() })?;
    /// let beside = map.sample(Vec3::new(0.3, 0.3, -0.04));
    /// assert!((beside.value - 0.04).abs() <= beside.error && beside.error < 0.02);
    /// assert!(map.sample(Vec3::new(0.2, 0.2, 0.2)).value < 0.0);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn sample(&self, point: Vec3<T>) -> Sample<T> {
        let p: Vec3<f64> = point.cast();
        let grid = &self.blocks.grid;
        let u = (p - grid.origin) * self.per_spacing;
        let inside = |x: f64, cells: usize| x >= 0.0 && x <= cells as f64;
        if inside(u.x, grid.cells[0]) && inside(u.y, grid.cells[1]) && inside(u.z, grid.cells[2]) {
            self.finish(&self.within(u))
        } else if u.is_finite() {
            self.finish(&self.beyond(u))
        } else {
            let (value, gradient) = (T::of(f64::NAN), Vec3::splat(T::ZERO));
            Sample { value, error: T::INFINITY, gradient, gradient_error: T::ONE }
        }
    }

    /// In the unit of the mesh, rounded outward.
    #[inline]
    fn finish(&self, local: &Local) -> Sample<T> {
        let grid = &self.blocks.grid;
        let error = Real::max(local.high - local.value, local.value - local.low);
        let value = local.value * grid.spacing;
        // Rounding to the type, of numbers below its range too.
        let more = T::EPSILON.f64() * (value.abs() + error * grid.spacing);
        let least = T::power_of_two(1 - T::MAX_EXPONENT);
        let [x, y, z] = local.gradient.map(T::of);
        let gradient_error = local.gradient_error + 4.0 * T::EPSILON.f64();
        Sample {
            value: T::of(value),
            error: T::of(error * grid.spacing + 2.0 * more) + least,
            gradient: Vec3::new(x, y, z),
            gradient_error: T::of(Real::min(gradient_error, 2.0)),
        }
    }

    /// What the cell of a place of the box says, given in spacings from the origin.
    #[inline]
    fn within(&self, u: Vec3<f64>) -> Local {
        let grid = &self.blocks.grid;
        // The last cell has its far wall.
        let cell = |x: f64, cells: usize| (x as usize).min(cells - 1);
        let [i, j, k] = [cell(u.x, grid.cells[0]), cell(u.y, grid.cells[1]), cell(u.z, grid.cells[2])];
        let [nx, ny, _] = grid.blocks();
        let [bx, by, bz] = [i / SIDE, j / SIDE, k / SIDE];
        let slot = self.blocks.slots[(bz * ny + by) * nx + bx];
        if slot == EMPTY {
            let [cx, cy, _] = grid.corners();
            let at = (bz * cy + by) * cx + bx;
            let values = corners(&self.coarse[at..], cx, cx * cy);
            let scale = 1.0 / SIDE as f64;
            let place = [u.x * scale - bx as f64, u.y * scale - by as f64, u.z * scale - bz as f64];
            return local(values, place, SIDE as f32, self.off);
        }
        let at = slot as usize * PER_BLOCK + ((k % SIDE) * NODES + j % SIDE) * NODES + i % SIDE;
        let values = corners(&self.values[at..], NODES, NODES * NODES);
        let place = [u.x - i as f64, u.y - j as f64, u.z - k as f64];
        local(values, place, 1.0, self.off)
    }

    /// What is known beyond the box, where nothing of the mesh is. With q the nearest point of the box, the angle at q between p and any
    /// point of the mesh is a right one or larger: so √(|p − q|² + d(q)²) <= d(p) <= |p − q| + d(q).
    fn beyond(&self, u: Vec3<f64>) -> Local {
        let grid = &self.blocks.grid;
        let most = Vec3::new(grid.cells[0] as f64, grid.cells[1] as f64, grid.cells[2] as f64);
        let q = u.max(Vec3::ZERO).min(most);
        let way = u - q;
        let gap = way.norm();
        let at = self.within(q);
        // By how much the place of a point so far away may be off.
        let lost = FAR_ULPS * gap + self.rounding;
        let low = hypot(gap, Real::max(at.low, 0.0)) - lost;
        let high = gap + at.high + lost;
        let value = hypot(gap, Real::max(at.value, 0.0));
        // Where the nearest point of the surface should be, seen from the point.
        let [x, y, z] = at.gradient;
        let guess = way + Vec3::new(x, y, z) * at.value;
        let gradient = guess.normalized().unwrap_or(Vec3::ZERO);
        // The mesh is in a ball, so the gradient is in a cone around the way from its middle.
        let (middle, radius) = self.ball();
        let far = u - middle;
        let (unit, length) = (far.normalized().unwrap_or(Vec3::ZERO), far.norm());
        let sine = radius / length;
        let gradient_error = if sine < 1.0 {
            let cosine = Real::sqrt((1.0 - sine) * (1.0 + sine));
            (gradient - unit).norm() + Real::sqrt(Real::max(2.0 - 2.0 * cosine, 0.0)) + lost / gap
        } else {
            2.0
        };
        Local {
            value,
            low,
            high,
            gradient: gradient.to_array(),
            gradient_error: Real::min(gradient_error, 2.0),
        }
    }

    /// A ball around the mesh, in spacings from the origin.
    fn ball(&self) -> (Vec3<f64>, f64) {
        let grid = &self.blocks.grid;
        let [low, high] = [self.bounds.min, self.bounds.max].map(|p| (p - grid.origin) * self.per_spacing);
        ((low + high) * 0.5, ((high - low) * 0.5).norm() + self.rounding)
    }
}

/// √(a² + b²) of numbers that are not negative, however large.
fn hypot(a: f64, b: f64) -> f64 {
    Vec3::new(a, b, 0.0).norm()
}

/// The values at the corners of a cell, x fastest.
#[inline]
fn corners(from: &[f32], row: usize, plane: usize) -> [f32; 8] {
    // One check for all: the last is the farthest.
    let from = &from[..plane + row + 2];
    [
        from[0],
        from[1],
        from[row],
        from[row + 1],
        from[plane],
        from[plane + 1],
        from[plane + row],
        from[plane + row + 1],
    ]
}

/// What the corners of a cell of side `s` say of a place in it, from 0 to 1 along each axis. `off`: by how much the values may be off
/// beside their rounding to `f32`.
///
/// In `f32`, as the values are. With u = 2^-24 and L the largest value: a place is off by u, a way r by 7 u s, the sums v ± r by
/// u (L + 2 s), the trilinear value by 8 u L + 4 u s, and the values themselves by u L: [`ULPS`] of L + s hold all of it.
#[inline]
fn local(v: [f32; 8], place: [f64; 3], s: f32, off: f32) -> Local {
    let [x, y, z] = place.map(|x| Real::max(Real::min(x as f32, 1.0), 0.0));
    let largest = v.iter().fold(0.0_f32, |most, v| Real::max(v.abs(), most));
    let size = largest + s;
    let e = off + ULPS * size;

    // Ways to the walls of the cell, squared.
    let [wx, wy, wz] = [x, y, z].map(|x| [x * x, (1.0 - x) * (1.0 - x)]);
    let (mut lows, mut highs) = ([0.0_f32; 8], [0.0_f32; 8]);
    let mut squares = [0.0_f32; 8];
    for i in 0..8 {
        let r = s * Real::sqrt(wx[i & 1] + wy[i >> 1 & 1] + wz[i >> 2]);
        (lows[i], highs[i]) = (v[i] - r, v[i] + r);
        // No larger than the true ones.
        let least = Real::max(v[i].abs() - e, 0.0);
        squares[i] = least * least;
    }
    let mut low = lows.iter().fold(f32::NEG_INFINITY, |most, &l| Real::max(l, most)) - e;
    let mut high = highs.iter().fold(f32::INFINITY, |least, &h| Real::min(h, least)) + e;

    let rows = Means::of(&v, [x, y, z]);
    let value = rows.value;
    let step = |axis: usize| (rows.faces[axis][1] - rows.faces[axis][0]) / s;
    let mut gradient = [step(0), step(1), step(2)];
    let mut length = dot(gradient, gradient);
    if length > 1.0 {
        // The true one is of length 1: it is nearer to this.
        let scale = 1.0 / Real::sqrt(length);
        (gradient, length) = (gradient.map(|g| g * scale), 1.0);
    }

    let spread = [x * (1.0 - x), y * (1.0 - y), z * (1.0 - z)].map(|w| w * s * s);
    let sum = spread[0] + spread[1] + spread[2];
    let means = Means::of(&squares, [x, y, z]);
    let slack = ULPS * size * size;
    let least = means.value - sum - slack;
    if least > 0.0 {
        let least = Real::sqrt(least) * (1.0 - f32::EPSILON);
        if low > -least {
            low = Real::max(low, least);
        } else if high < least {
            high = Real::min(high, -least);
        }
    }
    let (sign, near, far) = if low > 0.0 { (1.0, low, high) } else { (-1.0, -high, -low) };
    let mut gradient_error = Real::sqrt(length) + 1.0;
    if near > 0.0 && far >= near {
        let bounds = components(&means.faces, &spread, [x, y, z], s, [near, far], slack);
        gradient_error = Real::min(farthest(bounds, gradient.map(|g| g * sign)), gradient_error);
    }
    Local {
        value: f64::from(value),
        low: f64::from(low),
        high: f64::from(high),
        gradient: gradient.map(f64::from),
        gradient_error: f64::from(gradient_error + ULPS),
    }
}

#[inline]
fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Means of numbers at the corners of a cell.
struct Means {
    /// The trilinear one.
    value: f32,
    /// The bilinear ones over the low and the high face of each axis.
    faces: [[f32; 2]; 3],
}

impl Means {
    #[inline]
    fn of(q: &[f32; 8], [x, y, z]: [f32; 3]) -> Self {
        let mean = |a: f32, b: f32, t: f32| a * (1.0 - t) + b * t;
        let rows = [mean(q[0], q[1], x), mean(q[2], q[3], x), mean(q[4], q[5], x), mean(q[6], q[7], x)];
        let planes = [mean(rows[0], rows[1], y), mean(rows[2], rows[3], y)];
        let across = |i: usize| mean(mean(q[i], q[2 + i], y), mean(q[4 + i], q[6 + i], y), z);
        let faces = [[across(0), across(1)], [mean(rows[0], rows[2], z), mean(rows[1], rows[3], z)], planes];
        Self { value: mean(planes[0], planes[1], z), faces }
    }
}

/// Intervals that hold the components of the unit vector from the nearest point of the surface to the place. The distance is from
/// `near` to `far`; `slack` is what squares of distances lose by rounding.
#[inline]
fn components(
    faces: &[[f32; 2]; 3],
    spread: &[f32; 3],
    place: [f32; 3],
    s: f32,
    [near, far]: [f32; 2],
    slack: f32,
) -> [[f32; 2]; 3] {
    let (half_near, half_far) = (0.5 / near, 0.5 / far);
    let sum = spread[0] + spread[1] + spread[2];
    let mut bounds = [[0.0; 2]; 3];
    for axis in 0..3 {
        let across = sum - spread[axis] + slack;
        for wall in 0..2 {
            let way = s * if wall == 1 { 1.0 - place[axis] } else { place[axis] };
            let a = faces[axis][wall] - across - way * way;
            // (a − d²) / 2d is least at one of the ends, whatever a is. What is lost are some roundings of its two parts.
            let least = Real::min(a * half_near - 0.5 * near, a * half_far - 0.5 * far)
                - ULPS * (a.abs() * half_near + far);
            // On the wall itself nothing is known.
            bounds[axis][1 - wall] = if way > 0.0 { Real::max(least / way, -1.0) } else { -1.0 };
        }
    }
    bounds.map(|[low, high]| [low, -high])
}

/// The most that a unit vector with components in these intervals differs from `g`.
#[inline]
fn farthest(bounds: [[f32; 2]; 3], g: [f32; 3]) -> f32 {
    // What the others have at least is not left for a component.
    let least = bounds.map(|[low, high]| {
        let size = Real::max(Real::max(low, -high), 0.0);
        size * size
    });
    let sum = least[0] + least[1] + least[2];
    let mut squared = 0.0;
    for axis in 0..3 {
        let most = Real::sqrt(Real::max(1.0 - (sum - least[axis]) + ULPS, 0.0));
        let low = Real::max(bounds[axis][0], -most);
        let high = Real::min(bounds[axis][1], most);
        let off = Real::max((g[axis] - low).abs(), (high - g[axis]).abs());
        squared += off * off;
    }
    Real::sqrt(squared)
}

/// No error of a place in a cell with values of its own is larger, if no value is: of the corners, times their weights, the ways
/// to the place are at most half the diagonal of the cell.
pub(super) fn worst_error(largest: f64, off: f64) -> f64 {
    const HALF_DIAGONAL: f64 = 0.866_025_403_784_438_7;
    HALF_DIAGONAL + off + 2.0 * f64::from(ULPS) * (largest + 1.0)
}
