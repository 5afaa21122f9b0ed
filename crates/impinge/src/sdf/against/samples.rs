//! Contacts between two maps: samples of one body looked up in the map of the other.
//!
//! **Source.** The lecture, "Proximity queries with SDM": sample points are kept with the map, "transformed into the local space of
//! the other object and looked up in the SDM of the other object and vice versa".
//!
//! **Guarantee.** Every sample within the margin is found, as long as the budget lasts: a ball of samples is skipped only if the map
//! proves that its center is farther away than the radius plus the margin. Let r be the largest distance of a point of the surface from
//! its nearest sample ([`SampledMap::cover`]), and e the largest error of a look-up. A signed distance changes by no more than the
//! distance moved, so no point of the surface is deeper than r + e below the deepest sample. If two solids overlap, a point of the
//! surface of one is inside the other. So if samples are looked up both ways, an overlap deeper than r + e is found.
//!
//! **Cost.** A look-up for each ball and each sample near the other surface: the number of contacts times a small factor, and the
//! logarithm of the number of samples. No allocation, except when the list of contacts grows.
//!
//! **Failure.** Overlaps no deeper than r + e may be missed: thin parts of one body between the samples of the other.

use super::{MapContact, MapContactSettings, MapContacts, PLACE_ULPS, SampleName};
use crate::math::{Pose, Real, Turn, Vec3, Vector, least_above_zero};
use crate::observe::Status;
use crate::sdf::cloud::Cloud;
use crate::sdf::{DistanceMap, Sample, SampledMap};
use crate::shape::{Relative, Space, Widen};

/// Looks up the samples of a body in the map of another one.
pub(crate) struct Lookup<'a, T: Real> {
    of: &'a SampledMap<T>,
    /// Pose of the body with the samples relative to the map.
    seen: Relative<Vec3<f64>>,
    /// Rounding error of transforming a sample there.
    pub(crate) rounding: f64,
}

impl<'a, T: Real> Lookup<'a, T> {
    /// A look-up of the samples of `of`, at one pose, in a body at the other pose.
    pub(crate) fn new(of: &'a SampledMap<T>, pose: &Pose<Vec3<T>>, other: &Pose<Vec3<T>>) -> Self {
        let seen = Space::relative(&Widen::widen_pose(other), &Widen::widen_pose(pose));
        let size = of.reach() + seen.offset.sum_abs();
        Self { of, seen, rounding: PLACE_ULPS * f64::EPSILON * size }
    }

    /// Transforms a point of the body into the frame of the other one.
    pub(crate) fn place(&self, p: Vec3<f64>) -> Vec3<f64> {
        self.seen.turn.turn(p) + self.seen.offset
    }

    /// Like [`Lookup::each`], in a map: `visit` gets the map's value at the sample, and its total error. Also returns a lower bound on
    /// the distance of the samples that were visited.
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

    /// Calls `visit` with each sample whose distance may be at most the limit that it returned last, at first `limit`: its name, its
    /// position in its own frame, and its position in the other. `low` gives a lower bound on the distance of a point. Returns false if
    /// the budget ran out.
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
            // NaN if the position is NaN: then all are visited.
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
                // False for a NaN.
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

/// The least signed distance that a map allows at a point.
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

/// Replaces a bound that is not a number: nothing is known about points out of range.
fn known(lower: f64) -> f64 {
    if lower.is_nan() { f64::NEG_INFINITY } else { lower }
}

/// Rounding of a normal that is normalized and rotated, in ε of its precision.
const NORMAL_ULPS: f64 = 16.0;

/// The normalized gradient, and its error bound. If there is no gradient, an axis.
pub(crate) fn outward(sample: &Sample<f64>) -> (Vec3<f64>, f64) {
    match sample.gradient.normalized() {
        // The gradient is off by e from a unit vector, so its length is off by no more than that.
        Some(unit) => (unit, Real::min(2.0 * sample.gradient_error, 2.0)),
        None => (Vec3::axis(0), 2.0),
    }
}

/// The least signed distance of samples of a body in a map: the sample and its position, or none if all are beyond `limit`; and a lower
/// bound for the whole surface.
pub(crate) struct Nearest<T: Real> {
    pub(crate) found: Option<MapContact<T>>,
    pub(crate) lower: f64,
    pub(crate) lookups: u32,
    pub(crate) done: bool,
}

/// Finds the sample of a body with the least signed distance in the map of another one; `is_a` says whether the samples are those of A.
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
        // Among equals the first one, which has the smallest name in its leaf.
        if sample.value < value || (best.is_none() && sample.value <= value) {
            value = sample.value;
            best = Some(contact_of(name, p, pose, map_pose, sample, error, is_a));
        }
        value
    });
    let lower = if done { known(Real::min(least, value) - of.samples().cover) } else { f64::NEG_INFINITY };
    Nearest { found: best, lower, lookups: budget - left, done }
}
