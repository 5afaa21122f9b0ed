//! Samples of one body looked up in the map of another one.
//!
//! **Source.** The lecture, "Proximity queries with SDM": sample points are kept with the map, "transformed into the local space of
//! the other object and looked up in the SDM of the other object and vice versa".
//!
//! **Guarantee.** Every sample within the margin is found, as long as the budget lasts: a ball of samples is passed over only where the
//! map shows its center to be farther away than the radius and the margin. Let r be how far a point of the surface may be from its
//! nearest sample ([`SampledMap::cover`]) and e how far a look-up may be off. A signed distance changes by no more than the way that is gone, so no point of the surface is deeper
//! than r + e below the deepest sample. Of two solids that overlap, a point of the surface of one is inside the other; so looked up both ways, an
//! overlap deeper than r + e is seen.
//!
//! **Cost.** A look-up for each ball and each sample near the other surface: contacts times a small number, and the logarithm of the
//! samples. No allocation, but for the list of contacts where it grows.
//!
//! **Failure.** Overlaps that are not deeper than r + e may be missed: thin parts of one body between the samples of the other.

use super::{MapContact, MapContactSettings, MapContacts, PLACE_ULPS, SampleName};
use crate::math::{Pose, Real, Turn, Vec3, Vector, least_above_zero};
use crate::observe::Status;
use crate::sdf::cloud::Cloud;
use crate::sdf::{DistanceMap, Sample, SampledMap};
use crate::shape::{Relative, Space, Widen};

/// Samples of a body on their way into the map of another one.
pub(crate) struct Lookup<'a, T: Real> {
    of: &'a SampledMap<T>,
    /// The body of the samples as seen from the map.
    seen: Relative<Vec3<f64>>,
    /// What bringing a sample there loses.
    pub(crate) rounding: f64,
}

impl<'a, T: Real> Lookup<'a, T> {
    /// `of` stands at one pose, what it is looked up in at another.
    pub(crate) fn new(of: &'a SampledMap<T>, pose: &Pose<Vec3<T>>, other: &Pose<Vec3<T>>) -> Self {
        let seen = Space::relative(&Widen::widen_pose(other), &Widen::widen_pose(pose));
        let size = of.reach() + seen.offset.sum_abs();
        Self { of, seen, rounding: PLACE_ULPS * f64::EPSILON * size }
    }

    /// A point of the body in the frame of the other one.
    pub(crate) fn place(&self, p: Vec3<f64>) -> Vec3<f64> {
        self.seen.turn.turn(p) + self.seen.offset
    }

    /// As [`Lookup::each`], in a map: `visit` gets what the map says of the sample, and by how much that may be off in all. Returns also
    /// how far away the samples that were looked at are at least.
    fn each_in(
        &self,
        map: &DistanceMap<T>,
        limit: f64,
        budget: &mut u32,
        mut visit: impl FnMut(u32, Vec3<T>, &Sample<f64>, f64) -> f64,
    ) -> (bool, f64) {
        let mut least = f64::INFINITY;
        let done = self.each(limit, budget, &mut |p| least_at(map, p), &mut |name, p, place| {
            let sample = map.sample_wide(place);
            let error = sample.error + self.rounding + self.of.samples().off;
            least = Real::min(least, sample.value - error);
            visit(name, p, &sample, error)
        });
        (done, least)
    }

    /// Calls `visit` with each sample that may be at most as far away as the limit that it returned last, at first `limit`: its name, its
    /// place in its own frame, and where it is. `low` says how far away a place is at least. Returns whether the budget lasted.
    pub(crate) fn each(
        &self,
        mut limit: f64,
        budget: &mut u32,
        low: &mut dyn FnMut(Vec3<f64>) -> f64,
        visit: &mut dyn FnMut(u32, Vec3<T>, Vec3<f64>) -> f64,
    ) -> bool {
        self.of.samples().clouds.iter().all(|cloud| self.each_of(cloud, &mut limit, budget, low, visit))
    }

    fn each_of(
        &self,
        cloud: &Cloud<T>,
        limit: &mut f64,
        budget: &mut u32,
        low: &mut dyn FnMut(Vec3<f64>) -> f64,
        visit: &mut dyn FnMut(u32, Vec3<T>, Vec3<f64>) -> f64,
    ) -> bool {
        let mut at = 0;
        while let Some(ball) = cloud.balls.get(at) {
            if *budget == 0 {
                return false;
            }
            *budget -= 1;
            let least = low(self.place(ball.center())) - f64::from(ball.radius) - self.rounding;
            // Not a number where the place is none: then all are looked at.
            if least > *limit {
                at = ball.next as usize;
                continue;
            }
            at += 1;
            if ball.is_leaf() {
                for k in ball.samples() {
                    *budget = budget.saturating_sub(1);
                    let p = cloud.points[k];
                    *limit = visit(cloud.names[k], p, self.place(p.cast()));
                }
            }
        }
        true
    }
}

impl<T: Real> SampledMap<T> {
    /// All contacts with another map, this one as A: samples of each looked up in the other.
    ///
    /// ```
    /// use impinge::mesh::TriangleMesh;
    /// use impinge::sdf::{MapContactSettings, MapContacts, MapSettings, SampledMap};
    /// use impinge::Pose;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let (mesh, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
    /// let map = SampledMap::new(&mesh, &MapSettings { cells: 32, ..MapSettings::default() }, 0.125)?;
    /// // The tip of one is 0.1 deep in the other one's base.
    /// let (low, high) = (Pose::at([0.25, 0.25, -0.9]), Pose::IDENTITY);
    /// let mut found = MapContacts::new();
    /// map.contacts(&low, &map, &high, &MapContactSettings::default(), &mut found);
    /// let tip = found.deepest().unwrap();
    /// assert!((tip.signed_distance + 0.1).abs() <= tip.error);
    /// assert!(tip.normal.z > 0.99 && found.lower() > -0.25);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn contacts(
        &self,
        pose: &Pose<Vec3<T>>,
        other: &Self,
        other_pose: &Pose<Vec3<T>>,
        settings: &MapContactSettings,
        found: &mut MapContacts<T>,
    ) {
        found.clear();
        let mut budget = settings.budget;
        let (limit, mut done) = (settings.margin, true);
        let mut lower = limit;
        for (of, pose, map, other, is_a) in
            [(self, pose, other.map(), other_pose, true), (other, other_pose, self.map(), pose, false)]
        {
            let lookup = Lookup::new(of, pose, other);
            let (all, least) = lookup.each_in(map, limit, &mut budget, |name, p, sample, error| {
                // False where it is not a number.
                if sample.value <= limit {
                    found.points.push(contact_of(name, p, pose, other, sample, error, is_a));
                }
                limit
            });
            done &= all;
            lower = Real::min(lower, Real::min(limit, least) - of.samples().cover);
        }
        found.lower = if done { known(lower) } else { f64::NEG_INFINITY };
        found.lookups = settings.budget - budget;
        found.status = if done { Status::Converged } else { Status::Budget };
    }
}

/// The least signed distance that a map allows at a place.
fn least_at<T: Real>(map: &DistanceMap<T>, place: Vec3<f64>) -> f64 {
    let sample = map.sample_wide(place);
    sample.value - sample.error
}

/// The contact at a sample, of A or of B, with the value that the map of the other body has there.
pub(crate) fn contact_of<T: Real>(
    name: u32,
    p: Vec3<T>,
    pose: &Pose<Vec3<T>>,
    map_pose: &Pose<Vec3<T>>,
    sample: &Sample<f64>,
    error: f64,
    is_a: bool,
) -> MapContact<T> {
    let (out, off) = outward(sample);
    let point = pose.transform(p);
    // From the map to the sample.
    let normal = crate::math::Rotation::rotate(&map_pose.rotation(), out.cast::<T>()).unit();
    let value = T::of(sample.value);
    let found = MapContact {
        point_a: point - normal * value,
        point_b: point,
        normal,
        signed_distance: value,
        error: T::of((error + T::EPSILON.f64() * sample.value.abs()) * (1.0 + T::EPSILON.f64()))
            + least_above_zero(),
        normal_error: T::of(Real::min(off + NORMAL_ULPS * T::EPSILON.f64(), 2.0)),
        sample: Some(SampleName::B(name)),
    };
    if is_a { found.swapped() } else { found }
}

/// Of places beyond all numbers nothing is known.
fn known(lower: f64) -> f64 {
    if lower.is_nan() { f64::NEG_INFINITY } else { lower }
}

/// A normal is made unit and turned: rounded by so many ε of its precision.
const NORMAL_ULPS: f64 = 16.0;

/// The gradient made unit, and how far it may be off then. Where there is none, along an axis.
pub(crate) fn outward(sample: &Sample<f64>) -> (Vec3<f64>, f64) {
    match sample.gradient.normalized() {
        // The gradient is off by e from a unit vector, so its length is by no more than that.
        Some(unit) => (unit, Real::min(2.0 * sample.gradient_error, 2.0)),
        None => (Vec3::axis(0), 2.0),
    }
}

/// The least signed distance of samples of a body in a map: the sample and where, or none where all are beyond `limit`; and a bound for
/// all of the surface.
pub(crate) struct Nearest<T: Real> {
    pub(crate) found: Option<MapContact<T>>,
    pub(crate) lower: f64,
    pub(crate) lookups: u32,
    pub(crate) done: bool,
}

/// The sample of a body that is least far away in the map of another one, where `is_a` says whose the samples are.
pub(crate) fn nearest<T: Real>(
    of: &SampledMap<T>,
    pose: &Pose<Vec3<T>>,
    map: &DistanceMap<T>,
    map_pose: &Pose<Vec3<T>>,
    limit: f64,
    budget: u32,
    is_a: bool,
) -> Nearest<T> {
    let lookup = Lookup::new(of, pose, map_pose);
    let (mut best, mut left) = (None::<MapContact<T>>, budget);
    let mut value = limit;
    let (done, least) = lookup.each_in(map, limit, &mut left, |name, p, sample, error| {
        // The first of equals is that of the smallest name in its leaf.
        if sample.value < value || (best.is_none() && sample.value <= value) {
            value = sample.value;
            best = Some(contact_of(name, p, pose, map_pose, sample, error, is_a));
        }
        value
    });
    let lower = if done { known(Real::min(least, value) - of.samples().cover) } else { f64::NEG_INFINITY };
    Nearest { found: best, lower, lookups: budget - left, done }
}
