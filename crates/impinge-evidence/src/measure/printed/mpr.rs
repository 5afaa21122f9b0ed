//! MPR in its three phases, and its depth, as the thesis prints them.
//!
//! **Answers** whether two bodies meet, and an estimate of the depth.
//!
//! **Source.** Olvång's thesis, section 2.4, Algorithms 6 to 9; section 2.4.1 for the depth, with section 4.1.2 on its end.
//!
//! | symbol | meaning |
//! |---|---|
//! | v | the point inside: the difference of the centroids; the origin, for the depth |
//! | r | the ray from v: −v, to the origin; for the depth the normal |
//! | a, b, c | the portal |
//! | n | its normal, (c − a) × (b − a) |
//! | p | the point of A ⊖ B farthest along n |
//! | eps | distance of the origin from the portal that counts as on it, and of two points that count as the same |
//!
//! **Where text and algorithm differ.** Algorithm 8, line 7 says "apart" where the origin is in the portal, a·n = 0. The text has "close
//! enough to the current portal" in its place, since on curved boundaries the loop would not end otherwise. [`End::Text`] takes
//! |a·n| ≤ eps |n|; [`End::Printed`] the line as printed, which only rounding ends there.
//!
//! **Kept as printed.**
//! - A portal need not be on the boundary: a body deep in another one is reported to be apart from it if a portal on the way passes within eps of
//!   the origin. That is about as rare as eps is small, see the test `deep_bodies_are_reported_apart`.
//! - v·a < 0 in Algorithm 6 leaves out v = 0: two bodies whose centroids coincide do not meet.
//! - (a − v) × (b − v) looks away from the origin, so that phase two usually begins with a repair, and may let a portal pass that has the
//!   opposite of the ray.
//! - Phase two has no bound; `findPortal` (section 3.4) has, and so has this.
//!
//! **The depth.** Portals are advanced to the boundary, where the new point is one of the portal's within eps (4.1.2). The portal's normal is
//! the normal; a second run has the origin for v and the normal for r, and the point of its last portal closest to the origin (Algorithm 3)
//! is the depth. With v = 0 the formulas of Algorithms 6 to 8, which have −v for the ray, are taken with r: for any v, the side of the plane
//! p v a is that of r·(p × a) = −v·(p × a).
//!
//! **Failure.** No answer at the cutoff, or if the last portal has no area.

use impinge::{Real, Vec3};

use super::CUTOFF;
use super::difference::Difference;
use super::voronoi::triangle;

/// Most portals advanced toward the boundary, after which the last one is taken: the limit of `findCollisionNormal` (section 3.4),
/// which it does not give. If vertices of a face follow one another without end, more would not help.
const LIMIT: u32 = 100;

/// Condition under which phase three takes the origin to be on the portal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End<T> {
    /// Algorithm 8, line 7: exactly on it.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test shows why the text's is taken"))]
    Printed,
    /// The text above it: within this distance of it.
    Text(T),
}

/// The point inside, the ray, and the portal.
#[derive(Clone, Copy, Debug)]
struct Portal<T: Real> {
    v: Vec3<T>,
    r: Vec3<T>,
    a: Vec3<T>,
    b: Vec3<T>,
    c: Vec3<T>,
}

/// End of phase one.
enum Begun<T: Real> {
    /// i = 1, with the first point a: v and a are on opposite sides of the origin.
    Meet(Vec3<T>),
    /// i = −1.
    Apart,
    /// i = 0.
    Portal(Portal<T>),
}

/// Whether A and B meet, Algorithm 9; `None` at the cutoff.
pub(crate) fn meets<T: Real>(bodies: &Difference<'_, T>, end: End<T>) -> Option<bool> {
    Some(!matches!(run(bodies, end)?, Run::Apart))
}

/// End of Algorithm 9.
enum Run<T: Real> {
    Apart,
    /// In phase one, with the first point.
    Early(Vec3<T>),
    /// With the last portal.
    Late(Portal<T>),
}

/// Algorithm 9.
fn run<T: Real>(bodies: &Difference<'_, T>, end: End<T>) -> Option<Run<T>> {
    let v = bodies.position();
    let mut portal = match phase_one(bodies, v, -v) {
        Begun::Meet(a) => return Some(Run::Early(a)),
        Begun::Apart => return Some(Run::Apart),
        Begun::Portal(portal) => portal,
    };
    phase_two(bodies, &mut portal)?;
    let meets = phase_three(bodies, &mut portal, end)?;
    Some(if meets { Run::Late(portal) } else { Run::Apart })
}

/// Algorithm 6.
fn phase_one<T: Real>(bodies: &Difference<'_, T>, v: Vec3<T>, r: Vec3<T>) -> Begun<T> {
    let a = bodies.support(r);
    // v × a with v = −r.
    let across = a.cross(r);
    if across == Vec3::ZERO {
        return if r.dot(a) > T::ZERO { Begun::Meet(a) } else { Begun::Apart };
    }
    let b = bodies.support(across);
    let n = (a - v).cross(b - v);
    if n == Vec3::ZERO {
        return Begun::Apart;
    }
    let c = bodies.support(n);
    Begun::Portal(Portal { v, r, a, b, c })
}

/// Algorithm 7; `None` at the cutoff.
fn phase_two<T: Real>(bodies: &Difference<'_, T>, portal: &mut Portal<T>) -> Option<()> {
    let Portal { v, r, a, b, c } = portal;
    for _ in 0..CUTOFF {
        let n_vab = (*a - *v).cross(*b - *v);
        let n_vbc = (*b - *v).cross(*c - *v);
        let n_vca = (*c - *v).cross(*a - *v);
        if r.dot(n_vab) > T::ZERO {
            *c = bodies.support(n_vab);
            std::mem::swap(a, b);
        } else if r.dot(n_vbc) > T::ZERO {
            *a = bodies.support(n_vbc);
            std::mem::swap(b, c);
        } else if r.dot(n_vca) > T::ZERO {
            *b = bodies.support(n_vca);
            std::mem::swap(a, c);
        } else {
            return Some(());
        }
    }
    None
}

impl<T: Real> Portal<T> {
    fn normal(&self) -> Vec3<T> {
        (self.c - self.a).cross(self.b - self.a)
    }

    /// Lines 14 to 26 of Algorithm 8: the part of the portal, with p, that the ray passes.
    fn advance(&mut self, p: Vec3<T>) {
        // v·(p × a) with v = −r.
        let side = |x: Vec3<T>| -self.r.dot(p.cross(x));
        if side(self.a) > T::ZERO {
            if side(self.b) < T::ZERO { self.c = p } else { self.a = p }
        } else if side(self.c) > T::ZERO {
            self.b = p;
        } else {
            self.a = p;
        }
    }

    /// Advances until the new point is one of the portal's, or to the limit.
    fn reach_boundary(&mut self, bodies: &Difference<'_, T>, eps: T) {
        for _ in 0..LIMIT {
            let p = bodies.support(self.normal());
            if [self.a, self.b, self.c].iter().any(|x| (*x - p).norm() <= eps) {
                return;
            }
            self.advance(p);
        }
    }
}

/// Algorithm 8; `None` at the cutoff.
fn phase_three<T: Real>(bodies: &Difference<'_, T>, portal: &mut Portal<T>, end: End<T>) -> Option<bool> {
    for _ in 0..CUTOFF {
        let n = portal.normal();
        let height = portal.a.dot(n);
        if height > T::ZERO {
            return Some(true);
        }
        let on_portal = match end {
            End::Printed => height == T::ZERO,
            End::Text(eps) => -height <= eps * n.norm(),
        };
        if on_portal {
            return Some(false);
        }
        let p = bodies.support(n);
        if p.dot(n) < T::ZERO {
            return Some(false);
        }
        portal.advance(p);
    }
    None
}

/// The depth of section 2.4.1.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Depth<T: Real> {
    /// They do not meet.
    Apart,
    /// They meet, with this depth vector, a point near the boundary of A ⊖ B; `None` if it was not found.
    Meet(Option<Vec3<T>>),
}

/// Algorithm 9 and, if A and B meet, both steps of section 2.4.1; `None` if Algorithm 9 runs to the cutoff.
pub(crate) fn depth<T: Real>(bodies: &Difference<'_, T>, end: End<T>, eps: T) -> Option<Depth<T>> {
    let normal = match run(bodies, end)? {
        Run::Apart => return Some(Depth::Apart),
        // The best estimate in that case is the direction of the first point.
        Run::Early(a) => a,
        Run::Late(mut portal) => {
            portal.reach_boundary(bodies, eps);
            portal.normal()
        }
    };
    Some(Depth::Meet(depth_along(bodies, normal, eps)))
}

/// The second step, `penDepth` of section 3.4: a portal from the origin along a direction.
fn depth_along<T: Real>(bodies: &Difference<'_, T>, direction: Vec3<T>, eps: T) -> Option<Vec3<T>> {
    let r = direction.normalized()?;
    let mut portal = match phase_one(bodies, Vec3::ZERO, r) {
        // The first point is on the ray.
        Begun::Meet(a) => return Some(a),
        Begun::Apart => return None,
        Begun::Portal(portal) => portal,
    };
    phase_two(bodies, &mut portal)?;
    portal.reach_boundary(bodies, eps);
    let (depth, _) = triangle(portal.a, portal.b, portal.c);
    depth.is_finite().then_some(depth)
}

#[cfg(test)]
mod tests {
    use impinge::{AnyShape, Cuboid, Ellipsoid, Pose, Sphere};
    use impinge_scenes::Rng;

    use super::*;

    const EPS: f64 = 1e-9;

    fn cuboid() -> AnyShape<f64> {
        Cuboid::new([1.0, 0.5, 0.75]).into()
    }

    fn signed(shapes: &[AnyShape<f64>; 2], poses: &[Pose<Vec3<f64>>; 2]) -> f64 {
        let placed = |i: usize| impinge::At::new(&shapes[i], poses[i]);
        impinge::query::any::contact(&placed(0), &placed(1), &Default::default()).signed_distance
    }

    #[test]
    fn verdicts_and_depths_at_random_are_those_of_the_front_door() {
        let mut rng = Rng::new(5);
        let (mut met, mut wrong, mut missing, mut less) = (0, 0, 0, 0);
        for _ in 0..2_000 {
            let shapes = [cuboid(), Ellipsoid::new([0.5, 1.0, 0.75]).into()];
            let poses: [Pose<Vec3<f64>>; 2] = std::array::from_fn(|_| rng.pose3(1.2));
            let bodies = Difference::new(shapes.each_ref(), &poses);
            let truth = signed(&shapes, &poses);
            met += usize::from(truth < 0.0);
            match depth(&bodies, End::Text(EPS), EPS) {
                None | Some(Depth::Meet(None)) => missing += 1,
                Some(Depth::Apart) => wrong += usize::from(truth < -1e-6),
                Some(Depth::Meet(Some(depth))) => {
                    wrong += usize::from(truth > 1e-6);
                    less += usize::from(depth.norm() < -truth - 1e-3);
                }
            }
        }
        assert!(met > 300 && met < 1_700, "{met}");
        assert!(
            wrong <= 4 && missing <= 40 && less <= 10,
            "{wrong} wrong, {missing} missing, {less} too little"
        );
    }

    /// A sphere that touches the face of a box beside the line of centers: with line 7 as printed portals get nearer until only
    /// rounding ends the loop.
    #[test]
    fn as_printed_only_rounding_ends_phase_three_at_a_curved_boundary() {
        let shapes = [Sphere::new(1.0).into(), AnyShape::from(Cuboid::new([1.0; 3]))];
        let (mut printed, mut text) = (0, 0);
        for i in 0..50 {
            let poses = [Pose::IDENTITY, Pose::at([2.0, 0.01 * f64::from(i) + 0.1, 0.2])];
            let bodies = Difference::new(shapes.each_ref(), &poses);
            let _ = meets(&bodies, End::Printed);
            printed += bodies.calls();
            let bodies = Difference::new(shapes.each_ref(), &poses);
            assert_eq!(meets(&bodies, End::Text(1e-6)), Some(false));
            text += bodies.calls();
        }
        assert!(5 * printed > 6 * text, "{printed} calls as printed, {text} with a tolerance");
    }

    /// Centroids that coincide: v = 0, and nothing is below it.
    #[test]
    fn bodies_in_one_place_are_reported_apart() {
        let shapes = [cuboid(), cuboid()];
        let bodies = Difference::new(shapes.each_ref(), &[Pose::IDENTITY; 2]);
        assert_eq!(meets(&bodies, End::Text(EPS)), Some(false));
        assert!(signed(&shapes, &[Pose::IDENTITY; 2]) < -0.9);
    }

    /// A coarse eps shows what a fine one does rarely: the origin is within it of a portal that is deep inside.
    #[test]
    fn deep_bodies_are_reported_apart() {
        let mut rng = Rng::new(9);
        let mut apart = [0; 2];
        for _ in 0..40_000 {
            let shapes = [cuboid(), cuboid()];
            let poses: [Pose<Vec3<f64>>; 2] = std::array::from_fn(|_| rng.pose3(0.5));
            if signed(&shapes, &poses) > -0.1 {
                continue;
            }
            for (count, eps) in apart.iter_mut().zip([3e-3, 3e-2]) {
                let bodies = Difference::new(shapes.each_ref(), &poses);
                *count += usize::from(meets(&bodies, End::Text(eps)) == Some(false));
            }
        }
        assert!(apart[1] > 10 && apart[1] > 4 * apart[0], "{apart:?}");
    }
}
