//! The solids with a closed form; see [`super::closed`] for their use.
//!
//! **Stability.** Roots are computed about the point of the line nearest to the axis or center, as t = m − c with half a
//! chord c = √((r − q)(r + q)), q the distance there: no digits of a distant origin enter, and r² − q² does not cancel. The
//! cone's quadratic, which has no such center, is solved by the larger root and the product of both.

use super::line::Line;
use crate::math::{Each, Real, Vec2, Vec3, Vector};
use crate::shape::Frustum;

/// A solid with a closed form.
pub(super) trait Solid<W: Vector<Scalar = f64>> {
    /// Negative inside, positive outside, 0 on the surface; near it, the distance or depth, or a smaller magnitude.
    fn side(&self, p: W) -> f64;
    /// Outward normal at a point of the surface, not unit.
    fn normal(&self, p: W) -> W;
    /// The candidates for the entry of a line; unused ones are not finite.
    fn entries(&self, line: &Line<W>) -> [f64; 3];
}

/// An unused candidate.
const NOWHERE: f64 = f64::NAN;

/// Entry of a line into a ball: t = −b − √(r² − q²), b and q of the point nearest to the center.
#[inline]
fn ball_entry<W: Vector<Scalar = f64>>(line: &Line<W>, center: W, radius: f64) -> f64 {
    let o = line.foot - center;
    let m = -o.dot(line.direction);
    let q = (o + line.direction * m).norm();
    m - Real::sqrt((radius - q) * (radius + q))
}

/// Entry of a line into the round tube about the last axis (in the plane, the strip).
#[inline]
fn tube_entry<W: Vector<Scalar = f64>>(line: &Line<W>, radius: f64) -> f64 {
    let (o, d) = (off_axis(line.foot), off_axis(line.direction));
    let squared = d.norm_squared();
    let m = -o.dot(d) / squared;
    let q = (o + d * m).norm();
    m - Real::sqrt((radius - q) * (radius + q) / squared)
}

/// The vector without its last component.
#[inline]
fn off_axis<W: Vector<Scalar = f64>>(v: W) -> W {
    v - W::axis(W::DIM - 1) * v.get(W::DIM - 1)
}

/// Crossing of a line with height `level` of an axis when it runs towards the inside of |x| <= level.
#[inline]
fn cap_entry<W: Vector<Scalar = f64>>(line: &Line<W>, axis: usize, level: f64) -> f64 {
    let d = line.direction.get(axis);
    (Real::sign_of(d, -level) - line.foot.get(axis)) / d
}

/// All points within `radius` of a segment on the last axis, from −`half` to `half`; a ball if `half` is 0.
pub(super) struct Tube {
    pub(super) half: f64,
    pub(super) radius: f64,
}

impl Tube {
    fn off<W: Vector<Scalar = f64>>(&self, p: W) -> W {
        let z = p.get(W::DIM - 1);
        p - W::axis(W::DIM - 1) * Real::max(Real::min(z, self.half), -self.half)
    }
}

impl<W: Vector<Scalar = f64>> Solid<W> for Tube {
    #[inline]
    fn side(&self, p: W) -> f64 {
        self.off(p).norm() - self.radius
    }
    fn normal(&self, p: W) -> W {
        self.off(p)
    }
    #[inline]
    fn entries(&self, line: &Line<W>) -> [f64; 3] {
        if self.half == 0.0 {
            return [ball_entry(line, W::ZERO, self.radius), NOWHERE, NOWHERE];
        }
        let side = tube_entry(line, self.radius);
        let z = line.at(side).get(W::DIM - 1);
        if Real::abs(z) <= self.half {
            return [side, NOWHERE, NOWHERE];
        }
        // The first of the two balls along the line.
        let end = Real::sign_of(line.direction.get(W::DIM - 1), self.half);
        let [first, second] = [-end, end].each(|z| ball_entry(line, W::axis(W::DIM - 1) * z, self.radius));
        [first, second, NOWHERE]
    }
}

/// A box about the origin.
pub(super) struct Block<W> {
    pub(super) half: W,
}

impl<W: Vector<Scalar = f64>> Solid<W> for Block<W> {
    #[inline]
    fn side(&self, p: W) -> f64 {
        let beyond = Vector::abs(p) - self.half;
        (1..W::DIM).fold(beyond.get(0), |m, i| Real::max(beyond.get(i), m))
    }
    fn normal(&self, p: W) -> W {
        let beyond = Vector::abs(p) - self.half;
        let face = (1..W::DIM).fold(0, |m, i| if beyond.get(i) > beyond.get(m) { i } else { m });
        W::axis(face) * Real::sign_of(p.get(face), 1.0)
    }
    #[inline]
    fn entries(&self, line: &Line<W>) -> [f64; 3] {
        // The last plane to be crossed. A line parallel to a plane does not cross it.
        let last = (0..W::DIM).fold(f64::NEG_INFINITY, |m, i| {
            if line.direction.get(i) == 0.0 { m } else { Real::max(cap_entry(line, i, self.half.get(i)), m) }
        });
        [last, NOWHERE, NOWHERE]
    }
}

/// An ellipse or ellipsoid about the origin.
pub(super) struct Oval<W> {
    pub(super) radii: W,
}

impl<W: Vector<Scalar = f64>> Oval<W> {
    fn relative(&self, p: W) -> W {
        p.zip(self.radii, |x, r| x / r)
    }
}

impl<W: Vector<Scalar = f64>> Solid<W> for Oval<W> {
    /// Let ψ(p) = |p/r|, convex, and g the length of its gradient. Outside, ψ falls by no more than g d over a distance
    /// d, so that (ψ − 1)/g is not more than the distance. Inside, it rises by no more than g d + d²/(ψ r²) as long as d
    /// <= ψ r/2, r the least radius, and in any case by no more than d/r: the distance that brings it to 1 is not more than the
    /// depth.
    #[inline]
    fn side(&self, p: W) -> f64 {
        let relative = self.relative(p);
        let psi = relative.norm();
        let least = smallest(self.radii);
        let room = 1.0 - psi;
        if psi == 0.0 {
            return -least;
        }
        let g = self.relative(relative).norm() / psi;
        if room <= 0.0 {
            return -room / g;
        }
        let bend = room / (psi * least * least);
        let near = 2.0 * room / (g + Real::sqrt(g * g + 4.0 * bend));
        -Real::max(least * room, Real::min(near, 0.5 * psi * least))
    }
    fn normal(&self, p: W) -> W {
        self.relative(self.relative(p))
    }
    #[inline]
    fn entries(&self, line: &Line<W>) -> [f64; 3] {
        // Divided by the radii it is a unit ball, and the line's direction is no longer unit.
        let (o, d) = (self.relative(line.foot), self.relative(line.direction));
        let squared = d.norm_squared();
        let m = -o.dot(d) / squared;
        let q = (o + d * m).norm();
        [m - Real::sqrt((1.0 - q) * (1.0 + q) / squared), NOWHERE, NOWHERE]
    }
}

/// The smallest component.
fn smallest<W: Vector<Scalar = f64>>(v: W) -> f64 {
    (1..W::DIM).fold(v.get(0), |m, i| Real::min(v.get(i), m))
}

/// A cylinder about the z axis.
pub(super) struct Drum {
    pub(super) radius: f64,
    pub(super) half: f64,
}

impl Solid<Vec3<f64>> for Drum {
    #[inline]
    fn side(&self, p: Vec3<f64>) -> f64 {
        Real::max(p.xy().norm() - self.radius, Real::abs(p.z) - self.half)
    }
    fn normal(&self, p: Vec3<f64>) -> Vec3<f64> {
        if p.xy().norm() - self.radius > Real::abs(p.z) - self.half {
            Vec3::new(p.x, p.y, 0.0)
        } else {
            Vec3::new(0.0, 0.0, Real::sign_of(p.z, 1.0))
        }
    }
    #[inline]
    fn entries(&self, line: &Line<Vec3<f64>>) -> [f64; 3] {
        [tube_entry(line, self.radius), cap_entry(line, 2, self.half), NOWHERE]
    }
}

/// A cone about the z axis, apex up.
pub(super) struct Spike {
    pub(super) base: f64,
    pub(super) apex: f64,
    /// Outward unit normal of the side: x away from the axis, y along it.
    pub(super) side: Vec2<f64>,
}

impl Spike {
    fn side_distance(&self, p: Vec3<f64>) -> f64 {
        self.side.x * p.xy().norm() + self.side.y * (p.z - self.apex)
    }
}

impl Solid<Vec3<f64>> for Spike {
    #[inline]
    fn side(&self, p: Vec3<f64>) -> f64 {
        Real::max(self.side_distance(p), self.base - p.z)
    }
    fn normal(&self, p: Vec3<f64>) -> Vec3<f64> {
        if self.side_distance(p) > self.base - p.z {
            let out = p.xy().unit() * self.side.x;
            Vec3::new(out.x, out.y, self.side.y)
        } else {
            Vec3::new(0.0, 0.0, -1.0)
        }
    }
    #[inline]
    fn entries(&self, line: &Line<Vec3<f64>>) -> [f64; 3] {
        // With v from the apex: |v_xy|² sx² = v_z² sz². a t² + 2 b t + c = 0 along the line.
        let (v, d) = (line.foot - Vec3::new(0.0, 0.0, self.apex), line.direction);
        let (xx, zz) = (self.side.x * self.side.x, self.side.y * self.side.y);
        let a = xx * d.xy().norm_squared() - zz * d.z * d.z;
        let b = xx * v.xy().dot(d.xy()) - zz * v.z * d.z;
        let c = xx * v.xy().norm_squared() - zz * v.z * v.z;
        let larger = -(b + Real::sign_of(b, Real::sqrt(b * b - a * c)));
        // Through the base if the line rises.
        let base = if d.z > 0.0 { (self.base - line.foot.z) / d.z } else { NOWHERE };
        [base, c / larger, larger / a]
    }
}

impl Solid<Vec3<f64>> for Frustum<f64> {
    fn side(&self, p: Vec3<f64>) -> f64 {
        faces(self).into_iter().fold(f64::NEG_INFINITY, |m, (n, h)| Real::max(n.dot(p) - h, m))
    }
    fn normal(&self, p: Vec3<f64>) -> Vec3<f64> {
        let faces = faces(self);
        let over = |(n, h): (Vec3<f64>, f64)| n.dot(p) - h;
        faces.into_iter().fold(faces[0], |m, f| if over(f) > over(m) { f } else { m }).0
    }
    fn entries(&self, line: &Line<Vec3<f64>>) -> [f64; 3] {
        let mut last = f64::NEG_INFINITY;
        for (n, h) in faces(self) {
            let along = n.dot(line.direction);
            if along < 0.0 {
                last = Real::max((h - n.dot(line.foot)) / along, last);
            }
        }
        [last, NOWHERE, NOWHERE]
    }
}

/// Outward unit normals and offsets of the faces of a frustum.
fn faces(f: &Frustum<f64>) -> [(Vec3<f64>, f64); 6] {
    let height = f.high() - f.low();
    let side = |axis: usize, sign: f64| {
        let (bottom, top) = (f.bottom().get(axis), f.top().get(axis));
        // Perpendicular to the edge from (bottom, low) to (top, high).
        let n = Vec2::new(height, bottom - top).unit();
        let out = Vec2::axis(axis) * (sign * n.x);
        (Vec3::new(out.x, out.y, n.y), n.x * bottom + n.y * f.low())
    };
    let up = Vec3::new(0.0, 0.0, 1.0);
    [side(0, 1.0), side(0, -1.0), side(1, 1.0), side(1, -1.0), (up, f.high()), (-up, -f.low())]
}
