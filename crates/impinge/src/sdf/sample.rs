//! Look-ups: finds the cell of a point, handles points beyond the box, and converts back to the unit of the mesh. The interpolation in
//! the cell, with the proof of its bounds, is in `cell.rs`.

use super::DistanceMap;
use super::blocks::{EMPTY, NODES, PER_BLOCK, SIDE};
use super::cell::{Local, corners, local};
use crate::math::lanes::Four;
use crate::math::{Aabb, Each, Real, Vec3, built_with_the_crate};

/// Result of a look-up at a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sample<T: Real> {
    /// Signed distance from the surface, negative inside.
    pub value: T,
    /// Error bound: the true signed distance differs from the value by no more than this.
    pub error: T,
    /// Gradient of the distance; its length is at most 1, up to rounding.
    pub gradient: Vec3<T>,
    /// Error bound of the gradient: the true gradient, a unit vector that points away from the closest point of the surface (inside
    /// towards it), differs by no more than this; if several points are nearest, this holds for each of them. 2 carries no information.
    pub gradient_error: T,
}

/// Rounding error in `f64`, relative to numbers beyond the box.
const FAR_ULPS: f64 = 32.0 * f64::EPSILON;

/// Rounding constant, 3 · 2^51: added to a number from -1/2 to 2^32 it rounds the number to an integer, ties to even, and leaves that in
/// the low bits of the sum.
const WHOLE: f64 = 6_755_399_441_055_744.0;

/// Result for a point beyond the box, or in it, in the unit of the mesh.
struct Known {
    value: f64,
    error: f64,
    gradient: [f64; 3],
    gradient_error: f64,
}

built_with_the_crate! {
    /// [`DistanceMap::sample`], coordinate by coordinate.
    fn sample_at<'a, T: Real>(
        map: &'a DistanceMap<T>,
        x: f64,
        y: f64,
        z: f64,
    ) -> Sample<T> = DistanceMap::sample_at;
}

impl<T: Real> DistanceMap<T> {
    /// Looks up a point: inside the box from the values around it, outside from the nearest point of the box. For a point that is not
    /// finite, or so far away that its distance overflows the type, the value is NaN, its error infinite, the gradient 0 and its error 1.
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
    #[inline]
    pub fn sample(&self, point: Vec3<T>) -> Sample<T> {
        // In registers: if a point had just been stored to memory and were loaded again, look-ups would wait for one another.
        sample_at(self, point.x.f64(), point.y.f64(), point.z.f64())
    }

    /// The same, coordinate by coordinate.
    #[inline(always)]
    fn sample_at(&self, x: f64, y: f64, z: f64) -> Sample<T> {
        self.sample_in(Vec3::new(x, y, z))
    }

    /// The same in `f64`, for points that were transformed into the frame of the map.
    #[inline]
    pub(crate) fn sample_wide(&self, point: Vec3<f64>) -> Sample<f64> {
        self.sample_in(point)
    }

    #[inline(always)]
    fn sample_in<U: Real>(&self, p: Vec3<f64>) -> Sample<U> {
        let u = (p - self.blocks.grid.origin) * self.per_spacing;
        let inside = |x: f64, most: f64| x >= 0.0 && x <= most;
        if inside(u.x, self.far.x) && inside(u.y, self.far.y) && inside(u.z, self.far.z) {
            let (local, side) = self.within(u);
            let side = side * self.blocks.grid.spacing;
            finish(&Known {
                value: f64::from(local.value) * side,
                error: f64::from(local.error) * side,
                gradient: local.gradient.each(f64::from),
                gradient_error: f64::from(local.gradient_error),
            })
        } else {
            self.sample_beyond(p, u)
        }
    }

    #[inline(never)]
    fn sample_beyond<U: Real>(&self, p: Vec3<f64>, u: Vec3<f64>) -> Sample<U> {
        if p.is_finite() {
            let sample = finish::<U>(&self.beyond(p, u));
            if sample.value.is_finite() && sample.error.is_finite() {
                return sample;
            }
        }
        let (value, gradient) = (U::of(f64::NAN), Vec3::splat(U::ZERO));
        Sample { value, error: U::INFINITY, gradient, gradient_error: U::ONE }
    }

    /// Interpolates in the cell of a point in the box, given in spacings from the origin; also returns the side of the cell.
    #[inline(always)]
    fn within(&self, u: Vec3<f64>) -> (Local, f64) {
        // On the border of two cells either one will do; the last cell includes its far wall.
        let whole = |x: f64, most: f64| Real::min(x - 0.5, most - 0.75) + WHOLE;
        let cell = [whole(u.x, self.far.x), whole(u.y, self.far.y), whole(u.z, self.far.z)];
        let [i, j, k] = cell.each(|x| x.to_bits() as u32 as usize);
        let [nx, ny, _] = self.blocks.grid.blocks();
        let [bx, by, bz] = [i / SIDE, j / SIDE, k / SIDE];
        let block = (bz * ny + by) * nx + bx;
        let slot = self.blocks.slots[block];
        if slot == EMPTY {
            let (cx, cy) = (nx + 1, ny + 1);
            let at = (bz * cy + by) * cx + bx;
            let side = SIDE as f32;
            let per_side = Four::splat(1.0 / side);
            let values = corners(&self.coarse[at..], cx, cx * cy).each(|v| v * per_side);
            let scale = 1.0 / SIDE as f64;
            let place = [u.x * scale - bx as f64, u.y * scale - by as f64, u.z * scale - bz as f64];
            let doubt = !self.doubtful_blocks.is_empty() && self.doubtful_blocks[block];
            return (local(values, place.each(|x| x as f32), self.off / side, doubt), SIDE as f64);
        }
        let slot = slot as usize;
        let at = slot * PER_BLOCK + ((k % SIDE) * NODES + j % SIDE) * NODES + i % SIDE;
        let values = corners(&self.values[at..], NODES, NODES * NODES);
        let place = [u.x - (cell[0] - WHOLE), u.y - (cell[1] - WHOLE), u.z - (cell[2] - WHOLE)];
        let doubt = !self.doubtful_cells.is_empty()
            && self.doubtful_cells[slot][k % SIDE] >> (i % SIDE + SIDE * (j % SIDE)) & 1 == 1;
        (local(values, place.each(|x| x as f32), self.off, doubt), 1.0)
    }

    /// Result for a point p beyond the box, u in spacings from the origin, where no part of the mesh is. With q the nearest point of the
    /// box, the angle at q between p and any point of the mesh is at least a right angle: so √(|p − q|² + d(q)²) <= d(p) <= |p − q| +
    /// d(q). All in the unit of the mesh, since points in spacings may overflow.
    fn beyond(&self, p: Vec3<f64>, u: Vec3<f64>) -> Known {
        let grid = &self.blocks.grid;
        let spacing = grid.spacing;
        let q = u.max(Vec3::ZERO).min(self.far);
        let wall = grid.place(q.x, q.y, q.z);
        let along = |u: f64, q: f64, p: f64, wall: f64| if u == q { 0.0 } else { p - wall };
        let way = Vec3::new(
            along(u.x, q.x, p.x, wall.x),
            along(u.y, q.y, p.y, wall.y),
            along(u.z, q.z, p.z, wall.z),
        );
        let gap = way.norm();
        let (at, side) = self.within(q);
        let side = side * spacing;
        let [at_value, at_low, at_high] = [at.value, at.low, at.high].each(|x| f64::from(x) * side);
        // Rounding error of the position of a point so far away.
        let lost = FAR_ULPS * gap + self.rounding * spacing;
        let high = gap + Real::max(at_high, -at_low) + lost;
        let low = if self.sure_beyond { hypot(gap, Real::max(at_low, 0.0)) - lost } else { -high };
        let value = hypot(gap, Real::max(at_value, 0.0));
        // Estimated nearest point of the surface, relative to the point.
        let [x, y, z] = at.gradient.each(f64::from);
        let guess = way + Vec3::new(x, y, z) * at_value;
        let gradient = guess.normalized().unwrap_or(Vec3::ZERO);
        // The mesh is in a ball, so the gradient is in a cone around the vector from its middle. Directions at an angle θ to its axis are
        // 2 sin(θ/2) = sin θ · √(2 / (1 + cos θ)) from it: this form has no difference, so it is accurate for small θ too.
        let (middle, radius) = self.ball();
        let far = p - middle;
        let (unit, length) = (far.normalized().unwrap_or(Vec3::ZERO), far.norm());
        let sine = (radius + lost) / length;
        let gradient_error = if sine < 1.0 && self.sure_beyond {
            let cosine = Real::sqrt((1.0 - sine) * (1.0 + sine));
            let chord = sine * Real::sqrt(2.0 / (1.0 + cosine));
            (gradient - unit).norm() + chord + FAR_ULPS
        } else {
            2.0
        };
        Known {
            value,
            error: Real::max(high - value, value - low),
            gradient: gradient.to_array(),
            gradient_error: Real::min(gradient_error, 2.0),
        }
    }

    /// Whether nothing beyond the box is inside. The winding number is harmonic there, and 0 far away: its magnitude is largest on the
    /// border of the box, where there is no surface. If it passes through 1/2 in none of the cells along the border, and a point of the
    /// border is outside, then all of the border is, and everything beyond.
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

    /// A ball around the mesh.
    fn ball(&self) -> (Vec3<f64>, f64) {
        let Aabb { min, max } = self.bounds;
        ((min + max) * 0.5, ((max - min) * 0.5).norm() + self.rounding * self.blocks.grid.spacing)
    }
}

/// Converts a result to another precision, rounded outward.
#[inline(always)]
fn finish<U: Real>(known: &Known) -> Sample<U> {
    let Known { value, error, .. } = *known;
    // Rounding to the type, also of numbers below its range.
    let more = U::EPSILON.f64() * (value.abs() + error);
    let least = U::power_of_two(1 - U::MAX_EXPONENT);
    let [x, y, z] = known.gradient.each(U::of);
    let gradient_error = known.gradient_error + 4.0 * U::EPSILON.f64();
    Sample {
        value: U::of(value),
        error: U::of(error + 2.0 * more) + least,
        gradient: Vec3::new(x, y, z),
        gradient_error: U::of(Real::min(gradient_error, 2.0)),
    }
}

/// √(a² + b²) of numbers that are not negative, without overflow.
fn hypot(a: f64, b: f64) -> f64 {
    Vec3::new(a, b, 0.0).norm()
}
