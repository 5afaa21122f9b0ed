//! Contacts of a map with a half-space: its samples above the plane.
//!
//! **Guarantee.** All vertices of the mesh are samples, and no point of the mesh is lower than its lowest vertex: the least height is
//! exact up to rounding. The map is not sampled.

use super::{MapContact, MapContactSettings, MapContacts, PLACE_ULPS, SampleName};
use crate::math::{Pose, Real, Vec3, Vector, least_above_zero};
use crate::observe::Status;
use crate::sdf::SampledMap;
use crate::shape::HalfSpace;

impl<T: Real> SampledMap<T> {
    /// All contacts with a half-space, this map as A: samples whose height above it is at most the margin. Their errors are rounding
    /// only, and [`MapContacts::lower`] is that of the lowest vertex.
    pub fn half_space_contacts(
        &self,
        pose: &Pose<Vec3<T>>,
        half_space: &HalfSpace<Vec3<T>>,
        settings: &MapContactSettings,
        found: &mut MapContacts<T>,
    ) {
        found.clear();
        let mut budget = settings.budget;
        let above = Above::new(self, pose, half_space);
        let mut least = settings.margin;
        let done = self.each_below(&above, settings.margin, &mut budget, &mut |name, p, height| {
            least = Real::min(least, height - above.rounding);
            if height <= settings.margin {
                found.points.push(above.contact(name, p, pose, half_space, height));
            }
            settings.margin
        });
        found.lower = if done { least } else { f64::NEG_INFINITY };
        found.lookups = settings.budget - budget;
        found.status = if done { Status::Converged } else { Status::Budget };
    }

    /// The lowest sample above a half-space, this map as A.
    pub(crate) fn lowest(
        &self,
        pose: &Pose<Vec3<T>>,
        half_space: &HalfSpace<Vec3<T>>,
    ) -> Option<MapContact<T>> {
        let above = Above::new(self, pose, half_space);
        let mut best: Option<(f64, u32, Vec3<T>)> = None;
        self.each_below(&above, f64::INFINITY, &mut u32::MAX.clone(), &mut |name, p, height| {
            if best.is_none_or(|(least, first, _)| (height, name) < (least, first)) {
                best = Some((height, name, p));
            }
            best.map_or(f64::INFINITY, |(least, ..)| least)
        });
        best.map(|(height, name, p)| above.contact(name, p, pose, half_space, height))
    }

    /// Calls `visit` with each sample that is no higher than the limit that it returned last: name, position in its frame, height.
    /// Returns false if the budget ran out.
    fn each_below(
        &self,
        above: &Above,
        mut limit: f64,
        budget: &mut u32,
        visit: &mut dyn FnMut(u32, Vec3<T>, f64) -> f64,
    ) -> bool {
        for cloud in &self.samples().clouds {
            let mut at = 0;
            while let Some(ball) = cloud.balls.get(at) {
                if *budget == 0 {
                    return false;
                }
                *budget -= 1;
                let least = above.height(ball.center()) - f64::from(ball.radius) - above.rounding;
                if least > limit {
                    at = ball.next as usize;
                    continue;
                }
                at += 1;
                if ball.is_leaf() {
                    for k in ball.samples() {
                        let p = cloud.points[k];
                        limit = visit(cloud.names[k], p, above.height(p.cast()));
                    }
                }
            }
        }
        true
    }
}

/// Heights of the points of a body above a half-space, in the body's frame.
struct Above {
    up: Vec3<f64>,
    /// Offset: the height of a point x is `up` · x plus this.
    higher: f64,
    rounding: f64,
}

impl Above {
    fn new<T: Real>(map: &SampledMap<T>, pose: &Pose<Vec3<T>>, half_space: &HalfSpace<Vec3<T>>) -> Self {
        let wide: Pose<Vec3<f64>> = crate::shape::Widen::widen_pose(pose);
        let given: Vec3<f64> = half_space.normal().cast();
        let up = given * (1.0 / given.norm());
        let level = half_space.offset().f64() / given.norm();
        // The rotation counts as normalized.
        let turned = wide.rotation().unrotate(up).unit();
        let size = wide.translation().sum_abs() + level.abs() + map.reach();
        let rounding = PLACE_ULPS * f64::EPSILON * size + map.samples().off;
        Self { up: turned, higher: up.dot(wide.translation()) - level, rounding }
    }

    fn height(&self, p: Vec3<f64>) -> f64 {
        self.up.dot(p) + self.higher
    }

    /// The contact at a sample, with the map as A.
    fn contact<T: Real>(
        &self,
        name: u32,
        p: Vec3<T>,
        pose: &Pose<Vec3<T>>,
        half_space: &HalfSpace<Vec3<T>>,
        height: f64,
    ) -> MapContact<T> {
        let (point, up) = (pose.transform(p), half_space.normal());
        let value = T::of(height);
        MapContact {
            point_a: point,
            point_b: point - up * value,
            normal: -up,
            signed_distance: value,
            error: T::of((self.rounding + T::EPSILON.f64() * height.abs()) * (1.0 + T::EPSILON.f64()))
                + least_above_zero(),
            normal_error: T::of(4.0 * T::EPSILON.f64()),
            sample: Some(SampleName::A(name)),
        }
    }
}
