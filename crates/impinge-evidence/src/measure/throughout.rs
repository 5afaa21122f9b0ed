//! The library's generic algorithms wholly in one precision: bodies in their poses in the world, as in the thesis.
//!
//! Queries run them in `f64` whatever the precision of the shapes, so that their results say nothing about single precision.
//! Here every support point, simplex, mesh and bound is in `T`, and so is [`Obstacle::rounding`], by which the algorithms know their
//! resolution.

use std::cell::Cell;

use impinge::study::epa::{Gap, epa3};
use impinge::study::gjk::separating::{Decision, isa_gjk};
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, Voronoi};
use impinge::study::mpr::{self, Aim};
use impinge::study::pair::{Obstacle, ROUNDING_ULPS, Vertex};
use impinge::{AnyShape, At, Bounded, Pose, Real, Support, Vec3, Vector};

/// B − A in world coordinates.
pub(crate) struct Throughout<'a, T: Real> {
    a: At<&'a AnyShape<T>>,
    b: At<&'a AnyShape<T>>,
    size: T,
    rounding: T,
    calls: Cell<u32>,
}

/// Result of an algorithm for two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Said<T> {
    /// Undecided.
    Nothing,
    /// They do not meet.
    Apart,
    /// They meet.
    Meet,
    /// They meet, with this depth vector: a point of the boundary of A ⊖ B.
    Depth(Vec3<T>),
    /// This distance, or they meet (0).
    Distance(T),
}

impl<'a, T: Real> Throughout<'a, T> {
    pub fn new([a, b]: [&'a AnyShape<T>; 2], poses: &[Pose<Vec3<T>>; 2]) -> Self {
        let (p, q) = (poses[0].translation(), poses[1].translation());
        let reach = |shape: &AnyShape<T>| {
            let whole = shape.aabb(&Pose::IDENTITY);
            Vector::max(whole.max, -whole.min).norm()
        };
        let size = (q - p).norm() + reach(a) + reach(b);
        // Points of the world are rounded as such before they are subtracted.
        let rounding = T::of(ROUNDING_ULPS) * T::EPSILON * (size + p.sum_abs() + q.sum_abs());
        Self { a: At::new(a, poses[0]), b: At::new(b, poses[1]), size, rounding, calls: Cell::new(0) }
    }

    /// Support calls so far.
    pub fn calls(&self) -> u32 {
        self.calls.get()
    }

    /// Behind a pointer, as the library has the algorithms built.
    fn as_dyn(&self) -> &dyn Obstacle<Vec3<T>> {
        self
    }

    fn gap(&self, gap: T) -> T {
        (gap * self.size).max(self.rounding)
    }

    /// SA-GJK.
    pub fn sa_gjk(&self) -> Said<T> {
        match isa_gjk(&mut Gjk::<_, Voronoi>::new(), &self.as_dyn(), self.rounding, &mut ()) {
            Decision::Apart { .. } => Said::Apart,
            Decision::Meet { .. } => Said::Meet,
            Decision::Undecided { .. } => Said::Nothing,
        }
    }

    /// MPR.
    pub fn mpr(&self) -> Said<T> {
        match mpr::decide(&self.as_dyn(), &mut ()).decision {
            mpr::Decision::Apart { .. } => Said::Apart,
            mpr::Decision::Meet { .. } => Said::Meet,
            mpr::Decision::Undecided { .. } => Said::Nothing,
        }
    }

    /// SA-GJK, and EPA from its last simplex.
    pub fn epa(&self, gap: T) -> Said<T> {
        let gap = self.gap(gap);
        let mut gjk = Gjk::<_, Voronoi>::new();
        match isa_gjk(&mut gjk, &self.as_dyn(), self.rounding, &mut ()) {
            Decision::Apart { .. } => Said::Apart,
            Decision::Undecided { .. } => Said::Nothing,
            Decision::Meet { .. } => {
                let found = epa3(&self.as_dyn(), gjk.simplex(), &Gap { bound: gap, value: gap }, &mut ());
                depth(found.normal, found.upper)
            }
        }
    }

    /// MPR with its heuristic, one ray from the origin as in the thesis.
    pub fn mpr_depth(&self, gap: T) -> Said<T> {
        let aim = Aim { gap: self.gap(gap), descents: 1, ..Aim::default() };
        match mpr::penetration(&self.as_dyn(), &aim, &mut ()) {
            (_, Some(found)) => depth(found.normal, found.depth),
            (mpr::Decision::Apart { .. }, None) => Said::Apart,
            _ => Said::Nothing,
        }
    }

    /// GJK by Voronoi regions.
    pub fn distance(&self, gap: T) -> Said<T> {
        let goal = Goal { far: T::INFINITY, near: self.rounding, gap: self.gap(gap), steps: MAX_STEPS };
        let found = Gjk::<_, Voronoi>::new().run(&self.as_dyn(), &goal, &mut ());
        match found.upper {
            upper if upper <= goal.near => Said::Distance(T::ZERO),
            upper if upper.is_finite() => Said::Distance(upper),
            _ => Said::Nothing,
        }
    }
}

fn depth<T: Real>(normal: Vec3<T>, depth: T) -> Said<T> {
    if normal.is_finite() && depth.is_finite() {
        Said::Depth(normal * depth.max(T::ZERO))
    } else {
        Said::Nothing
    }
}

impl<T: Real> Obstacle<Vec3<T>> for Throughout<'_, T> {
    fn support(&self, direction: Vec3<T>, near: &Vertex<Vec3<T>>) -> Vertex<Vec3<T>> {
        self.calls.set(self.calls.get() + 1);
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

    // EPA uses it only to end sooner.
    fn is_polytope(&self) -> bool {
        false
    }
}
