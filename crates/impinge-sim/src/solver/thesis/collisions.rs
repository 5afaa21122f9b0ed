//! Line 2 of the loop: collisions, with their depths and contact points.
//!
//! Candidates are the pairs within the margin according to the scene; they also give the deepest overlap with the bound on its error,
//! regardless of the algorithm. The algorithm decides whether a candidate is a collision, and gives its normal and its depth. Bodies that
//! are not named convex shapes, such as infinite floors and meshes, have no support mapping: their collisions are the scene's own, with
//! those of its points that touch.

use impinge::Status;
use impinge::feature::CoreDistance;
use impinge::study::pair::Prepared;
use impinge::study::perturbation::perturbed_manifold_of_cores;
use impinge::{Real, Shape, Support, Vec3};

use super::algorithms::{Difference, Overlap};
use super::ground::Ground;
use super::{ThesisAlgorithm, ThesisSettings};
use crate::body::State;
use crate::report::{Deepest, StepReport};

/// A collision of two bodies: the thesis' `Collision`, section 3.6.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Collision<T: Real> {
    /// Slots of both, the smaller one first.
    pub bodies: [usize; 2],
    /// Unit normal, from A to B.
    pub normal: Vec3<T>,
    /// Penetration depth, one for all points.
    pub depth: T,
    first: usize,
    count: usize,
}

/// The collisions of a step, by slots.
#[derive(Clone, Debug)]
pub(crate) struct Collisions<T: Real> {
    near: List<T>,
    found: List<T>,
}

/// Collisions and their points, which are contiguous.
#[derive(Clone, Debug)]
struct List<T: Real> {
    collisions: Vec<Collision<T>>,
    points: Vec<Vec3<T>>,
}

impl<T: Real> Default for Collisions<T> {
    fn default() -> Self {
        let empty = List { collisions: Vec::new(), points: Vec::new() };
        Self { near: empty.clone(), found: empty }
    }
}

impl<T: Real> List<T> {
    fn clear(&mut self) {
        self.collisions.clear();
        self.points.clear();
    }

    fn push(
        &mut self,
        bodies: [usize; 2],
        (normal, depth): (Vec3<T>, T),
        points: impl Iterator<Item = Vec3<T>>,
    ) {
        let first = self.points.len();
        self.points.extend(points);
        self.collisions.push(Collision { bodies, normal, depth, first, count: self.points.len() - first });
    }

    fn points_of(&self, collision: &Collision<T>) -> &[Vec3<T>] {
        &self.points[collision.first..collision.first + collision.count]
    }
}

impl<T: Real> Collisions<T> {
    /// Each collision with its points, in the world.
    pub fn iter(&self) -> impl Iterator<Item = (&Collision<T>, &[Vec3<T>])> {
        self.found.collisions.iter().map(|collision| (collision, self.found.points_of(collision)))
    }

    /// Finds all collisions of bodies that can move.
    pub fn find(
        &mut self,
        ground: &mut impl Ground<T>,
        states: &[State<T>],
        settings: &ThesisSettings<T>,
    ) -> StepReport<T> {
        let mut report = self.candidates(ground, states, settings);
        self.decide(ground, settings);
        report.contacts = self.found.collisions.len();
        report.points = self.found.points.len();
        report
    }

    /// Finds pairs within the margin, with the scene's own answers.
    pub fn candidates(
        &mut self,
        ground: &mut impl Ground<T>,
        states: &[State<T>],
        settings: &ThesisSettings<T>,
    ) -> StepReport<T> {
        let (mut report, mut deepest) = (StepReport::default(), Deepest::NONE);
        self.near.clear();
        ground.near(T::TWO * settings.sweep_radius, &mut |bodies, manifold| {
            if !bodies.iter().any(|&body| states[body].is_dynamic()) {
                return;
            }
            deepest.see(manifold.signed_distance, manifold.error);
            let touching = manifold.points().iter().filter(|p| p.signed_distance <= T::ZERO);
            let points = touching.map(|p| (p.point_a + p.point_b) * T::HALF);
            self.near.push(bodies, (manifold.normal, -manifold.signed_distance), points);
        });
        deepest.tell(&mut report);
        report
    }

    /// Runs the algorithm on the candidates.
    pub fn decide(&mut self, ground: &impl Ground<T>, settings: &ThesisSettings<T>) {
        self.found.clear();
        for near in &self.near.collisions {
            let [a, b] = near.bodies.map(|body| ground.convex(body));
            let (Some(a), Some(b), true) = (a, b, settings.algorithm != ThesisAlgorithm::Own) else {
                if near.depth >= T::ZERO {
                    let points = self.near.points_of(near).iter().copied();
                    self.found.push(near.bodies, (near.normal, near.depth), points);
                }
                continue;
            };
            let (parts_a, parts_b) = (a.parts(), b.parts());
            let prepared = Prepared::new(&parts_a, &parts_b);
            let polytope = prepared.pair.polytope && prepared.radius_a + prepared.radius_b == 0.0;
            let Some(overlap) = Difference::new(a, b, polytope).overlap(settings) else { continue };
            let curved = [a.is_curved(overlap.normal), b.is_curved(-overlap.normal)];
            let found = in_frame(&prepared, &overlap);
            // The algorithm has decided that they meet, so no margin applies.
            let manifold =
                perturbed_manifold_of_cores(&prepared, &found, curved, &settings.perturbation, f64::INFINITY);
            let middle = |[a, b]: [Vec3<T>; 2]| (a + b) * T::HALF;
            let points = manifold.points().iter().map(|p| middle([p.point_a.cast(), p.point_b.cast()]));
            self.found.push(near.bodies, (overlap.normal, overlap.depth), points);
        }
    }
}

/// An answer about two bodies in the world, in the form that sampling takes: for their cores, in the frame and the unit of the pair.
fn in_frame<T: Real>(prepared: &Prepared<'_, Vec3<f64>>, overlap: &Overlap<T>) -> CoreDistance<Vec3<f64>> {
    let frame = &prepared.frame;
    let normal = frame.direction_in(overlap.normal.cast());
    let origin = frame.point(Vec3::ZERO).cast();
    let on_a = frame.direction_in((overlap.point_a - origin).cast()) * frame.length_in(1.0);
    let value = frame.length_in(overlap.signed_distance.f64()) + prepared.radius_a + prepared.radius_b;
    let point_a = on_a - normal * prepared.radius_a;
    CoreDistance {
        value,
        error: prepared.pair.rounding,
        normal,
        point_a,
        point_b: point_a + normal * value,
        status: Status::Converged,
        calls: 0,
    }
}
