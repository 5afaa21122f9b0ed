//! Projection onto the cone of allowed motions: the nearest vector to a wanted one that leads into none of them.
//!
//! # Symbols
//! | symbol | meaning |
//! |---|---|
//! | w | the wanted motion |
//! | nᵢ | unit normals, towards the body |
//! | r | the nearest vector to w with nᵢ · r ≥ 0 for all i |
//!
//! # Method
//! The allowed vectors form a convex cone, so r is one point, and it is w itself, or lies in one plane, on the line of two, or
//! is 0. Planes are added one by one (Seidel 1991, for linear programs in few variables). If r leads into the next one, the
//! new r lies in it: the same problem among the planes before, in two dimensions; and there, on a line, in one.
//!
//! # Guarantees
//! r leads into no plane by more than the tolerance, however many there are: none is dropped. The answer depends only on the
//! planes and their order.
//!
//! # Cost
//! n planes: usually O(n), O(n³) in the worst case. Memory is kept.

use alloc::vec::Vec;

use crate::math::{Each, Real, Vec3};

/// A vector counts as allowed by a plane if it leads into it by at most this many ε of its length, and planes whose normals
/// differ by no more are one: the rounding of a vector and of a normal in the bodies' precision. It is what the
/// [slack](crate::expel::Zone::slack) covers for a motion no longer than the world. If it were smaller, two polygons of one
/// wall would block the motion along it.
const INTO: f64 = 4.0;

/// A plane that the motion must not lead into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    /// Unit normal towards the body.
    pub normal: Vec3<f64>,
    /// Whether it belongs to a surface too steep to stand on.
    pub wall: bool,
}

/// All planes to which a motion is fitted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Planes {
    list: Vec<Plane>,
    /// Fraction of its length by which a vector may lead into a plane.
    tolerance: f64,
}

impl Planes {
    /// Removes all planes. Those to come belong to bodies in the precision of type `T`.
    pub fn clear<T: Real>(&mut self) {
        self.list.clear();
        self.tolerance = INTO * T::EPSILON.f64();
    }

    pub fn iter(&self) -> impl Iterator<Item = &Plane> {
        self.list.iter()
    }

    /// Adds a plane, unless it is there already.
    pub fn add(&mut self, plane: Plane) {
        let known = |p: &&mut Plane| (p.normal - plane.normal).max_abs() <= self.tolerance;
        match self.list.iter_mut().find(known) {
            Some(known) => known.wall |= plane.wall,
            None => self.list.push(plane),
        }
    }

    /// The nearest vector to `wanted` that leads into none of the planes: exactly 0 if all of it would be rounding.
    pub fn nearest(&self, wanted: Vec3<f64>) -> Vec3<f64> {
        let limit = self.tolerance * wanted.norm();
        let mut way = wanted;
        for i in 0..self.list.len() {
            if self.leads_into(way, i, limit) {
                way = self.in_plane(wanted, i, limit);
            }
        }
        if way.norm() <= limit { Vec3::ZERO } else { way }
    }

    /// Whether a motion leads past the plane of a wall that obstructs the wanted one, by more than `more_than`.
    pub fn leads_past(&self, way: Vec3<f64>, wanted: Vec3<f64>, up: Vec3<f64>, more_than: f64) -> bool {
        self.list.iter().filter(|plane| plane.wall).any(|wall| {
            let level = wall.normal - up * wall.normal.dot(up);
            level.dot(wanted) < 0.0 && level.dot(way) < -more_than * level.norm()
        })
    }

    fn leads_into(&self, way: Vec3<f64>, plane: usize, limit: f64) -> bool {
        self.list[plane].normal.dot(way) < -limit
    }

    /// The nearest vector in one plane that leads into none of those before it.
    fn in_plane(&self, wanted: Vec3<f64>, plane: usize, limit: f64) -> Vec3<f64> {
        let n = self.list[plane].normal;
        let mut way = without(wanted, n);
        for other in 0..plane {
            if self.leads_into(way, other, limit) {
                way = self.on_line(wanted, [plane, other], limit);
            }
        }
        way
    }

    /// The nearest vector on the line of two planes that leads into none of those before both: along the line, or 0.
    fn on_line(&self, wanted: Vec3<f64>, [plane, other]: [usize; 2], limit: f64) -> Vec3<f64> {
        let [n, m] = [plane, other].each(|i| self.list[i].normal);
        // Perpendicular to the first to the last digit; then the second is off only by its rounding.
        let Some(line) = n.cross(m).normalized().and_then(|line| without(line, n).normalized()) else {
            return Vec3::ZERO;
        };
        let way = line * line.dot(wanted);
        let allowed = !(0..other).any(|i| self.leads_into(way, i, limit));
        if allowed { way } else { Vec3::ZERO }
    }
}

/// A vector minus its component along a unit one; subtracted twice, to remove the rounding residue of the first time.
fn without(v: Vec3<f64>, n: Vec3<f64>) -> Vec3<f64> {
    let once = v - n * n.dot(v);
    once - n * n.dot(once)
}

#[cfg(test)]
mod tests {
    use impinge_scenes::Rng;

    use super::*;

    fn vector(rng: &mut Rng) -> Vec3<f64> {
        Vec3::new(rng.uniform() - 0.5, rng.uniform() - 0.5, rng.uniform() - 0.5)
    }

    /// Brute force over all candidates: w, its component in each plane, along each line of two.
    fn by_trying_all(planes: &Planes, w: Vec3<f64>) -> Vec3<f64> {
        let normals: Vec<Vec3<f64>> = planes.iter().map(|p| p.normal).collect();
        let mut candidates = alloc::vec![w];
        for (i, &n) in normals.iter().enumerate() {
            candidates.push(without(w, n));
            for &m in &normals[..i] {
                candidates.extend(n.cross(m).normalized().map(|line| line * line.dot(w)));
            }
        }
        let allowed = |r: &Vec3<f64>| normals.iter().all(|n| n.dot(*r) >= -1e-12);
        let best = candidates.into_iter().filter(allowed).min_by(|a, b| {
            let far = |r: Vec3<f64>| (r - w).norm_squared();
            far(*a).total_cmp(&far(*b))
        });
        best.filter(|r| (*r - w).norm() < w.norm()).unwrap_or(Vec3::ZERO)
    }

    #[test]
    fn the_way_is_the_nearest_of_all_that_are_allowed() {
        let mut rng = Rng::linear(1);
        let mut kinds = [0; 4];
        for round in 0..20_000 {
            let mut planes = Planes::default();
            planes.clear::<f64>();
            // Around an axis, so that cones of many planes stay open.
            let axis = vector(&mut rng).unit();
            let spread = rng.uniform() * 1.6;
            for _ in 0..1 + round % 14 {
                let normal = (axis + vector(&mut rng).unit() * spread).unit();
                planes.add(Plane { normal, wall: false });
            }
            let w = vector(&mut rng);
            let (r, truth) = (planes.nearest(w), by_trying_all(&planes, w));
            assert!((r - truth).norm() < 1e-9, "round {round}: {r:?} and not {truth:?}");
            let active = planes.iter().filter(|p| p.normal.dot(r).abs() < 1e-9).count();
            kinds[if r == Vec3::ZERO { 3 } else { active.min(2) }] += 1;
        }
        assert!(kinds.iter().all(|&k| k > 1000), "of every kind {kinds:?}");
    }

    /// Normals of one wall that differ by rounding and a little more do not block the motion along it.
    #[test]
    fn nearly_parallel_planes_leave_the_way_along_them() {
        let mut rng = Rng::linear(2);
        for round in 0..2000 {
            let mut planes = Planes::default();
            planes.clear::<f32>();
            let (wall, floor) = (vector(&mut rng).unit(), vector(&mut rng).unit());
            let size = [1e-16, 1e-8, 1e-7, 1e-6, 1e-3][round % 5];
            for _ in 0..6 {
                for n in [wall, floor] {
                    planes.add(Plane { normal: (n + vector(&mut rng) * size).unit(), wall: false });
                }
            }
            let along = wall.cross(floor).unit();
            let w = along * 0.5 - wall - floor;
            let r = planes.nearest(w);
            assert!((r - along * r.dot(along)).norm() < 100.0 * size + 1e-6, "round {round}: {r:?}");
            let sharp = wall.cross(floor).norm();
            assert!(r.dot(along) > 0.49 - 20.0 * size / (sharp * sharp) && planes.iter().count() <= 12);
        }
    }
}
