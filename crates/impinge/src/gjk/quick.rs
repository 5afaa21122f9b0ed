//! Do two shapes intersect? SA-GJK that follows only directions.
//!
//! **Answers** yes or no in as few operations as we know how, or nothing if rounding might mislead it; then
//! [`Gjk::run`](super::Gjk::run) answers. Use it if only the verdict counts.
//!
//! **Source.** SA-GJK, Olvång's thesis, Algorithm 4. That algorithm needs the point v of the simplex nearest to the
//! origin only for the next search direction, so any multiple of v will do, and no division or root remains. The cases
//! are those of [`Voronoi`](super::Voronoi), with the newest vertex in every region.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | the search direction: a multiple of v |
//! | a | the newest vertex; b, c, d the older ones |
//!
//! **Guarantee.** "Apart" is returned only if a support call shows that n separates by more than `limit`; "meet" only
//! if the origin is in the tetrahedron by more than the rounding of the volumes that say so.
//!
//! The extent of B − A along n is computed before the support point, so that bodies far apart wait for no division
//! ([`Obstacle::support_along`]).
//!
//! **Cost.** 1 to 5 support calls, with 20 to 80 operations each.

use crate::math::{Real, Vec2, Vec3, Vector};
use crate::pair::Obstacle;

/// Number of support calls after which it gives up. Bodies that do not nearly touch need 2 to 6.
const MAX_CALLS: u32 = 16;

/// Bound on the rounding of a volume, in ε × size³: six products of three factors, each with up to three rounded
/// differences and four more roundings.
const VOLUME_ULPS: f64 = 32.0;

/// A space with a fast overlap test.
pub trait QuickSpace: Vector {
    /// Returns whether the shapes intersect: `Some(false)` if they are farther apart than `limit`, `Some(true)` if they
    /// overlap, `None` if this test cannot say. `limit` is at least [`Obstacle::rounding`].
    fn quick(obstacle: &impl Obstacle<Self>, limit: Self::Scalar) -> Option<bool>;
}

impl<T: Real> QuickSpace for Vec2<T> {
    #[inline(always)]
    fn quick(_: &impl Obstacle<Self>, _: T) -> Option<bool> {
        None
    }
}

impl<T: Real> QuickSpace for Vec3<T> {
    #[inline(always)]
    fn quick(obstacle: &impl Obstacle<Self>, limit: T) -> Option<bool> {
        let limit_squared = limit * limit;
        let mut n = obstacle.center();
        if n == Self::ZERO {
            n = Self::axis(0);
        }
        let (mut b, mut c, mut d) = (Self::ZERO, Self::ZERO, Self::ZERO);
        let mut len = 0;
        for _ in 0..MAX_CALLS {
            let (a, against) = obstacle.support_along(-n);
            let along = -against;
            if along > T::ZERO {
                if along * along > limit_squared * n.norm_squared() && along.is_finite() {
                    return Some(false);
                }
                return None; // Within rounding of touching, or not finite.
            }
            match len {
                0 => {
                    (b, len, n) = (a, 1, a);
                }
                1 => {
                    let ab = b - a;
                    if a.dot(ab) < T::ZERO {
                        n = toward_edge(a, ab);
                        (c, b, len) = (b, a, 2);
                    } else {
                        (b, n) = (a, a);
                    }
                }
                2 => match triangle(a, b, c) {
                    Region::Face(normal) => (n, d, c, b, len) = (normal, c, b, a, 3),
                    Region::EdgeB => (n, c, b) = (toward_edge(a, b - a), b, a),
                    Region::EdgeC => (n, b) = (toward_edge(a, c - a), a),
                    Region::Vertex => (n, b, len) = (a, a, 1),
                },
                _ => {
                    let (ab, ac, ad) = (b - a, c - a, d - a);
                    let (bc, cd, db) = (ab.cross(ac), ac.cross(ad), ad.cross(ab));
                    let volume = bc.dot(ad);
                    let sign = volume.sign_of(T::ONE);
                    // Shares of the volume that the origin makes with three vertices.
                    let (part_d, part_b, part_c) = (-bc.dot(a) * sign, -cd.dot(a) * sign, -db.dot(a) * sign);
                    let size = obstacle.size();
                    let bound = T::of(VOLUME_ULPS) * T::EPSILON * size * size * size;
                    let outside = (part_d <= bound, part_b <= bound, part_c <= bound);
                    // Keep the face that the origin is outside of; of several, the one that it is farthest outside.
                    (b, c) = match outside {
                        (false, false, false) => {
                            let part_a = volume.abs() - part_b - part_c - part_d;
                            // Not if the volume is not finite.
                            let inside = part_a > bound && part_a < T::INFINITY;
                            return if inside { Some(true) } else { None };
                        }
                        (true, false, false) => (b, c),
                        (false, true, false) => (c, d),
                        (false, false, true) => (d, b),
                        _ => return None,
                    };
                    match triangle(a, b, c) {
                        Region::Face(normal) => (n, d, c, b, len) = (normal, c, b, a, 3),
                        Region::EdgeB => (n, c, b, len) = (toward_edge(a, b - a), b, a, 2),
                        Region::EdgeC => (n, b, len) = (toward_edge(a, c - a), a, 2),
                        Region::Vertex => (n, b, len) = (a, a, 1),
                    }
                }
            }
            if n == Self::ZERO {
                return None; // The origin is on the simplex, within rounding.
            }
        }
        None
    }
}

/// The Voronoi region of a triangle, with its newest vertex, that contains the origin.
enum Region<T: Real> {
    /// The interior, with the normal that points from the origin to it.
    Face(Vec3<T>),
    /// The edge to b.
    EdgeB,
    /// The edge to c.
    EdgeC,
    /// The newest vertex.
    Vertex,
}

#[inline(always)]
fn triangle<T: Real>(a: Vec3<T>, b: Vec3<T>, c: Vec3<T>) -> Region<T> {
    let (ab, ac) = (b - a, c - a);
    let normal = ab.cross(ac);
    // The foot of the origin is a + β ab + γ ac; these have the signs of γ and β.
    let gamma = normal.dot(a.cross(ab));
    let beta = normal.dot(ac.cross(a));
    if beta > T::ZERO && gamma > T::ZERO {
        return Region::Face(if normal.dot(a) < T::ZERO { -normal } else { normal });
    }
    let (along_b, along_c) = (a.dot(ab) < T::ZERO, a.dot(ac) < T::ZERO);
    if gamma <= T::ZERO && along_b {
        Region::EdgeB
    } else if beta <= T::ZERO && along_c {
        Region::EdgeC
    } else {
        Region::Vertex
    }
}

/// A multiple of the point nearest to the origin on the line from a along `ab`.
#[inline(always)]
fn toward_edge<T: Real>(a: Vec3<T>, ab: Vec3<T>) -> Vec3<T> {
    a * ab.norm_squared() - ab * a.dot(ab)
}
