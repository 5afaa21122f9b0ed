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
//! A signed distance changes by no more than the way that is gone, so max(v − r) − e <= d <= min(v + r) + e. The mean of v + r, times
//! the weights w, is no less than its minimum: so V is off by Σ w r at most, half the diagonal of the cell.
//!
//! # The gradient
//! The true gradient is n = ±(p − f) / |d|, plus outside. No corner is nearer to the surface than to f: d(c)² <= |c − f|². With
//! c − f = (c − p) + (p − f) this is a half-space that holds ±n: (c − p) · ±n >= (d(c)² − |c − p|² − d²) / 2 |d|. For weights that
//! bring the corners to a point x of the cell, Σ w c = x, the sum of it is
//!
//! (x − p) · ±n >= (Σ w (d(c)² − |c − p|²) − d²) / 2 |d|, where Σ w |c − p|² = |x − p|² + s² Σ t (1 − t)
//!
//! and t are the three coordinates of x in the cell. Take for x the point where the cell is left along the gradient g of the trilinear
//! value: then the left side is g · n times a known length, and |g − n|² = 1 + |g|² − 2 g · n has an upper bound. Near the surface and
//! near a ridge, where several points are as near as f, it is no better than |g| + 1.

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
    #[inline(never)]
    pub fn sample(&self, point: Vec3<T>) -> Sample<T> {
        self.sample_in(point.cast())
    }

    /// The same in `f64`, for points that were brought into the frame of the map.
    #[inline]
    pub(crate) fn sample_wide(&self, point: Vec3<f64>) -> Sample<f64> {
        self.sample_in(point)
    }

    #[inline]
    fn sample_in<U: Real>(&self, p: Vec3<f64>) -> Sample<U> {
        let grid = &self.blocks.grid;
        let u = (p - grid.origin) * self.per_spacing;
        let inside = |x: f64, cells: usize| x >= 0.0 && x <= cells as f64;
        if inside(u.x, grid.cells[0]) && inside(u.y, grid.cells[1]) && inside(u.z, grid.cells[2]) {
            self.finish(&self.within(u))
        } else if u.is_finite() {
            self.finish(&self.beyond(u))
        } else {
            let (value, gradient) = (U::of(f64::NAN), Vec3::splat(U::ZERO));
            Sample { value, error: U::INFINITY, gradient, gradient_error: U::ONE }
        }
    }

    /// In the unit of the mesh, rounded outward.
    #[inline]
    fn finish<U: Real>(&self, local: &Local) -> Sample<U> {
        let grid = &self.blocks.grid;
        let error = Real::max(local.high - local.value, local.value - local.low);
        let value = local.value * grid.spacing;
        // Rounding to the type, of numbers below its range too.
        let more = U::EPSILON.f64() * (value.abs() + error * grid.spacing);
        let least = U::power_of_two(1 - U::MAX_EXPONENT);
        let [x, y, z] = local.gradient.map(U::of);
        let gradient_error = local.gradient_error + 4.0 * U::EPSILON.f64();
        Sample {
            value: U::of(value),
            error: U::of(error * grid.spacing + 2.0 * more) + least,
            gradient: Vec3::new(x, y, z),
            gradient_error: U::of(Real::min(gradient_error, 2.0)),
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
            let doubt = !self.doubtful_blocks.is_empty() && self.doubtful_blocks[(bz * ny + by) * nx + bx];
            return local(values, place, SIDE as f32, self.off, doubt);
        }
        let at = slot as usize * PER_BLOCK + ((k % SIDE) * NODES + j % SIDE) * NODES + i % SIDE;
        let values = corners(&self.values[at..], NODES, NODES * NODES);
        let place = [u.x - i as f64, u.y - j as f64, u.z - k as f64];
        let doubt = !self.doubtful_cells.is_empty()
            && self.doubtful_cells[slot as usize][k % SIDE] >> (i % SIDE + SIDE * (j % SIDE)) & 1 == 1;
        local(values, place, 1.0, self.off, doubt)
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
        let high = gap + Real::max(at.high, -at.low) + lost;
        let low = if self.sure_beyond { hypot(gap, Real::max(at.low, 0.0)) - lost } else { -high };
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
        let gradient_error = if sine < 1.0 && self.sure_beyond {
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

    /// Whether nothing beyond the box is inside. The winding number is harmonic there, and 0 far away: by size it is largest on the
    /// border of the box, where there is no surface. If it passes through 1/2 in none of the cells along the border, and a point of the
    /// border is outside, all of it is, and all beyond.
    pub(super) fn is_sure_beyond(&self) -> bool {
        if self.closed {
            return true;
        }
        let grid = &self.blocks.grid;
        let [nx, ny, nz] = grid.blocks();
        let sure = |[x, y, z]: [usize; 3]| {
            let Some(slot) = self.blocks.slot([x, y, z]) else {
                return !self.doubtful_blocks[(z * ny + y) * nx + x];
            };
            let last =
                |b: usize, n: usize| move |c: usize| (b == 0 && c == 0) || (b + 1 == n && c + 1 == SIDE);
            let on_border = [last(x, nx), last(y, ny), last(z, nz)];
            (0..SIDE * SIDE * SIDE).all(|cell| {
                let at = [cell % SIDE, cell / SIDE % SIDE, cell / (SIDE * SIDE)];
                let inner = (0..3).all(|axis| !on_border[axis](at[axis]));
                inner || self.doubtful_cells[slot][at[2]] >> (at[0] + SIDE * at[1]) & 1 == 0
            })
        };
        let border = |i: usize, n: usize| i == 0 || i + 1 == n;
        let all = (0..nx * ny * nz).map(|at| [at % nx, at / nx % ny, at / (nx * ny)]);
        let mut along = all.filter(|&[x, y, z]| border(x, nx) || border(y, ny) || border(z, nz));
        self.coarse[0] > 0.0 && along.all(sure)
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
/// beside their rounding to `f32`. `doubt`: whether their signs may be wrong, or change where there is no surface.
///
/// In `f32`, as the values are. With u = 2^-24 and L the largest value: a place is off by u, a way r by 7 u s, the sums v ± r by
/// u (L + 2 s), the trilinear value by 8 u L + 4 u s, and the values themselves by u L: [`ULPS`] of L + s hold all of it.
#[inline]
fn local(v: [f32; 8], place: [f64; 3], s: f32, off: f32, doubt: bool) -> Local {
    let at = place.map(|x| Real::max(Real::min(x as f32, 1.0), 0.0));
    let [x, y, z] = at;
    let size = most(v.map(f32::abs)) + s;
    let e = off + ULPS * size;

    // Squares of the ways to the walls of the cell.
    let [xl, yl, zl] = at.map(|x| x * x);
    let [xh, yh, zh] = at.map(|x| (1.0 - x) * (1.0 - x));
    let [ll, hl, lh, hh] = [yl + zl, yh + zl, yl + zh, yh + zh];
    let r =
        [xl + ll, xh + ll, xl + hl, xh + hl, xl + lh, xh + lh, xl + hh, xh + hh].map(|q| s * Real::sqrt(q));
    let signs: [f32; 8] = if doubt { v.map(|v| -v.abs()) } else { v.map(|v| -v) };
    let high = e - most(both(signs, r));
    let low = if doubt { -high } else { most(both(v, r)) - e };

    // Along x, then y, then z.
    let rows: [f32; 4] = core::array::from_fn(|i| mean(v[2 * i], v[2 * i + 1], x));
    let planes = [mean(rows[0], rows[1], y), mean(rows[2], rows[3], y)];
    let value = mean(planes[0], planes[1], z);
    let steps: [f32; 4] = core::array::from_fn(|i| v[2 * i + 1] - v[2 * i]);
    let dx = mean(mean(steps[0], steps[1], y), mean(steps[2], steps[3], y), z);
    let dy = mean(rows[1] - rows[0], rows[3] - rows[2], z);
    let per_side = 1.0 / s;
    let g = [dx * per_side, dy * per_side, (planes[1] - planes[0]) * per_side];
    // The true gradient is of length 1: it is nearer to one that is no longer.
    let length = Real::sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
    let scale = 1.0 / Real::max(length, 1.0);
    let (gradient, length) = (g.map(|g| g * scale), length * scale);

    let outside = low > 0.0;
    let [near, far] = if outside { [low, high] } else { [-high, -low] };
    let mut gradient_error = length + 1.0;
    if near > 0.0 && far >= near {
        let away = if outside { gradient } else { gradient.map(|g| -g) };
        let least = along(&v, at, away, s, e, [near, far]);
        let squared = 1.0 + length * length - 2.0 * least;
        gradient_error = Real::min(Real::sqrt(Real::max(squared, 0.0)), gradient_error);
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
fn mean(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// The largest, found in three steps.
#[inline]
fn most(q: [f32; 8]) -> f32 {
    let [a, b, c, d] = core::array::from_fn(|i| Real::max(q[i], q[i + 4]));
    Real::max(Real::max(a, c), Real::max(b, d))
}

/// a − b.
#[inline]
fn both(a: [f32; 8], b: [f32; 8]) -> [f32; 8] {
    core::array::from_fn(|i| a[i] - b[i])
}

/// How much of `g` the unit vector from the nearest point of the surface to the place has at least, times its length. The distance is
/// from `near` to `far`. See the [module](self).
#[inline]
fn along(v: &[f32; 8], at: [f32; 3], g: [f32; 3], s: f32, e: f32, [near, far]: [f32; 2]) -> f32 {
    // Where the way along g leaves the cell, and how long it is, as a part of g.
    let to_wall: [f32; 3] = core::array::from_fn(|i| {
        let way = if g[i] > 0.0 { 1.0 - at[i] } else { at[i] };
        way / Real::max(g[i].abs(), f32::MIN_POSITIVE)
    });
    let part = Real::min(Real::min(to_wall[0], to_wall[1]), to_wall[2]);
    let exit: [f32; 3] = core::array::from_fn(|i| Real::max(Real::min(at[i] + part * g[i], 1.0), 0.0));
    let [x, y, z] = exit;
    let way = [x - at[0], y - at[1], z - at[2]];
    let spread: [f32; 3] = core::array::from_fn(|i| way[i] * way[i] + exit[i] * (1.0 - exit[i]));
    // Squares of distances, no larger than the true ones.
    let q = v.map(|v| {
        let least = Real::max(v.abs() - e, 0.0);
        least * least
    });
    let rows: [f32; 4] = core::array::from_fn(|i| mean(q[2 * i], q[2 * i + 1], x));
    let mean = mean(mean(rows[0], rows[1], y), mean(rows[2], rows[3], y), z);
    let size = far + 4.0 * s;
    let a = mean - s * s * (spread[0] + spread[1] + spread[2]) - ULPS * size * size;
    // (a − d²) / 2d is least at one of the ends, whatever a is. What is lost are some roundings of its parts and of the way.
    let (half_near, half_far) = (0.5 / near, 0.5 / far);
    let least =
        Real::min(a * half_near - 0.5 * near, a * half_far - 0.5 * far) - ULPS * (a.abs() * half_near + size);
    let length = part * s;
    // On the wall itself nothing is known.
    if length > 0.0 { least / length } else { -1.0 }
}

/// No error of a place in a cell with values of its own is larger, if no value is: of the corners, times their weights, the ways
/// to the place are at most half the diagonal of the cell.
pub(super) fn worst_error(largest: f64, off: f64) -> f64 {
    const HALF_DIAGONAL: f64 = 0.866_025_403_784_438_7;
    HALF_DIAGONAL + off + 2.0 * f64::from(ULPS) * (largest + 1.0)
}
