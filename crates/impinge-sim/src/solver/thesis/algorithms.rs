//! The three algorithms of the thesis on two bodies at their poses, in the precision of the world.
//!
//! The thesis evaluates support mappings in world coordinates and subtracts them. So does [`Difference`]: in `f32` it has all rounding of
//! the thesis' single precision, which the front door, with its `f64` inside, would hide.

use impinge::answer::default_gap;
use impinge::study::epa::{Gap, epa3};
use impinge::study::gjk::separating::{Decision, isa_gjk};
use impinge::study::gjk::swept::{Depth, Swept, swept_gjk};
use impinge::study::gjk::{Gjk, Simplex, Voronoi};
use impinge::study::mpr::{self, Aim};
use impinge::study::pair::{Obstacle, ROUNDING_ULPS, Vertex};
use impinge::{AnyShape, At, Bounded, Pose, Real, Support, Vec3, Vector};

use super::{ThesisAlgorithm, ThesisSettings};

/// Overlap of two bodies, as found by one algorithm.
#[derive(Clone, Copy, Debug)]
pub(super) struct Overlap<T: Real> {
    /// Unit normal, from A to B.
    pub normal: Vec3<T>,
    /// Penetration depth of the bodies grown by balls, if the algorithm grows them.
    pub depth: T,
    /// Signed distance of the bodies themselves, minus their depth.
    pub signed_distance: T,
    /// A point of A near the contact.
    pub point_a: Vec3<T>,
}

/// The Minkowski difference B − A in world coordinates.
pub(super) struct Difference<'a, T: Real> {
    a: At<&'a AnyShape<T>>,
    b: At<&'a AnyShape<T>>,
    size: T,
    rounding: T,
    polytope: bool,
}

/// The trait object that the algorithms use.
type Behind<'a, T> = &'a dyn Obstacle<Vec3<T>>;

impl<'a, T: Real> Difference<'a, T> {
    pub fn new(a: At<&'a AnyShape<T>>, b: At<&'a AnyShape<T>>, polytope: bool) -> Self {
        let (p, q) = (a.pose().translation(), b.pose().translation());
        let reach = |shape: &AnyShape<T>| {
            let whole = shape.aabb(&Pose::IDENTITY);
            Vector::max(whole.max, -whole.min).norm()
        };
        let size = (q - p).norm() + reach(a.shape()) + reach(b.shape());
        // Points in the world are rounded before they are subtracted.
        let rounding = T::of(ROUNDING_ULPS) * T::EPSILON * (size + p.sum_abs() + q.sum_abs());
        Self { a, b, size, rounding, polytope }
    }

    /// Runs the algorithm; `None` if it finds that they do not meet, or cannot tell.
    pub fn overlap(&self, settings: &ThesisSettings<T>) -> Option<Overlap<T>> {
        let found = match settings.algorithm {
            ThesisAlgorithm::Swept => self.swept(settings.sweep_radius),
            ThesisAlgorithm::Separating => self.separating(),
            ThesisAlgorithm::Mpr => self.portal(),
            ThesisAlgorithm::Own => None,
        }?;
        // An algorithm that failed in single precision gives no answer.
        (found.normal.is_finite() && found.depth.is_finite()).then_some(found)
    }

    /// The difference as a trait object, so that the algorithms are compiled once in the library.
    fn as_dyn(&self) -> Behind<'_, T> {
        self
    }

    fn gap(&self) -> T {
        (T::of(default_gap::<T>()) * self.size).max(self.rounding)
    }

    /// Swept GJK: section 2.3.4 with the balls of section 3.3.
    fn swept(&self, radius: T) -> Option<Overlap<T>> {
        let gap = self.gap();
        let deep = |obstacle: &Behind<'_, T>, simplex: &Simplex<Vec3<T>>| {
            let found = epa3(obstacle, simplex, &Gap { bound: gap, value: gap }, &mut ());
            Depth {
                normal: found.normal,
                depth: [found.lower, found.upper],
                point_a: found.point_a,
                point_b: found.point_b,
            }
        };
        let mut gjk = Gjk::<_, Voronoi>::new();
        match swept_gjk(&mut gjk, &self.as_dyn(), [radius, radius], gap, deep, &mut ()) {
            Swept::Shallow(found) | Swept::Deep(found) => {
                let depth = found.depth[1];
                let signed_distance = radius + radius - depth;
                let point_a = found.point_a - found.normal * radius;
                Some(Overlap { normal: found.normal, depth, signed_distance, point_a })
            }
            Swept::Apart { .. } | Swept::Undecided { .. } => None,
        }
    }

    /// SA-GJK (section 2.3.3) and EPA (section 2.5).
    fn separating(&self) -> Option<Overlap<T>> {
        let gap = self.gap();
        let mut gjk = Gjk::<_, Voronoi>::new();
        match isa_gjk(&mut gjk, &self.as_dyn(), self.rounding, &mut ()) {
            Decision::Meet { .. } => {
                let found = epa3(&self.as_dyn(), gjk.simplex(), &Gap { bound: gap, value: gap }, &mut ());
                let depth = found.upper.max(T::ZERO);
                Some(Overlap { normal: found.normal, depth, signed_distance: -depth, point_a: found.point_a })
            }
            Decision::Apart { .. } | Decision::Undecided { .. } => None,
        }
    }

    /// Section 2.4.1: one ray from the inside, one from the origin.
    fn portal(&self) -> Option<Overlap<T>> {
        let aim = Aim { gap: self.gap(), descents: 1, ..Aim::default() };
        let found = mpr::penetration(&self.as_dyn(), &aim, &mut ()).1?;
        let depth = found.depth.max(T::ZERO);
        Some(Overlap { normal: found.normal, depth, signed_distance: -depth, point_a: found.point_a })
    }
}

impl<T: Real> Obstacle<Vec3<T>> for Difference<'_, T> {
    fn support(&self, direction: Vec3<T>, near: &Vertex<Vec3<T>>) -> Vertex<Vec3<T>> {
        let (a, id_a) = self.a.support_from(-direction, near.id_a);
        let (b, id_b) = self.b.support_from(direction, near.id_b);
        Vertex { point: b - a, a, id_a, id_b }
    }

    fn center(&self) -> Vec3<T> {
        self.b.center() - self.a.center()
    }

    fn inside(&self) -> Vertex<Vec3<T>> {
        let a = self.a.center();
        Vertex { point: self.b.center() - a, a, ..Vertex::default() }
    }

    fn size(&self) -> T {
        self.size
    }

    fn rounding(&self) -> T {
        self.rounding
    }

    fn is_polytope(&self) -> bool {
        self.polytope
    }
}
