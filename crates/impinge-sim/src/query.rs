//! Queries of a world: rays, overlaps, casts and closest points, with the handles of bodies.
//!
//! All of them see the bodies where they are now, after the last step and all changes since, and none sees sensors. `keep` says which
//! bodies count; answers do not depend on the order in which it is called. [`World::scene`] has more queries, and such that allocate
//! nothing.

use impinge::body::AnyBody;
use impinge::math::Aabb;
use impinge::scene::{Layers, ObjectHandle, SceneHit, Touched};
use impinge::{CastSettings, Impact, Motion, Pose, Ray, Real, Vector, cast_with, closest_point, intersects};

use crate::world::{World, WorldSpace};

impl<T: Real, V: WorldSpace<Scalar = T>> World<V> {
    /// First hit of a ray, no farther away than `max`; among several at the same distance the smaller handle.
    ///
    /// ```
    /// use impinge::{Pose, Ray, Sphere};
    /// use impinge_sim::{Body, World};
    ///
    /// let mut world = World::<f64>::default();
    /// let ball = world.add_shape(Sphere::new(1.0));
    /// let me = world.add(Body::dynamic(ball, Pose::IDENTITY))?;
    /// let other = world.add(Body::dynamic(ball, Pose::at([5.0, 0.0, 0.0])))?;
    /// let ray = Ray::new([0.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    /// let hit = world.ray_cast(&ray, 100.0, |body| body != me).expect("the other ball");
    /// assert_eq!(hit.object, other);
    /// assert!((hit.hit.distance - 4.0).abs() < 1e-12);
    /// # Ok::<(), impinge_sim::WorldError>(())
    /// ```
    pub fn ray_cast(
        &self,
        ray: &Ray<V>,
        max: T,
        mut keep: impl FnMut(ObjectHandle) -> bool,
    ) -> Option<SceneHit<V>> {
        let mut best: Option<SceneHit<V>> = None;
        self.bodies.scene.each_on_ray(ray, max, Layers::ALL, |hit| {
            let key = |hit: &SceneHit<V>| (hit.hit.distance, hit.object);
            if keep(hit.object) && best.as_ref().is_none_or(|best| key(&hit) < key(best)) {
                best = Some(hit);
            }
            best.as_ref().map_or(max, |best| best.hit.distance)
        });
        best
    }

    /// Hits of a ray on all bodies, no farther away than `max`, the nearest first: one for each body.
    pub fn ray_cast_all(
        &self,
        ray: &Ray<V>,
        max: T,
        mut keep: impl FnMut(ObjectHandle) -> bool,
    ) -> Vec<SceneHit<V>> {
        let mut all = Vec::new();
        self.bodies.scene.each_on_ray(ray, max, Layers::ALL, |hit| {
            if keep(hit.object) {
                all.push(hit);
            }
            max
        });
        all.sort_unstable_by(|x, y| {
            let by_distance = x.hit.distance.partial_cmp(&y.hit.distance);
            by_distance.unwrap_or(core::cmp::Ordering::Equal).then(x.object.cmp(&y.object))
        });
        all
    }

    /// Bodies that a shape of any form overlaps at a pose, in the order of handles.
    ///
    /// ```
    /// use impinge::{Cuboid, Pose, Sphere};
    /// use impinge_sim::{Body, World};
    ///
    /// let mut world = World::<f64>::default();
    /// let cube = world.add_shape(Cuboid::new([0.5; 3]));
    /// let near = world.add(Body::dynamic(cube, Pose::at([1.0, 0.0, 0.0])))?;
    /// world.add(Body::dynamic(cube, Pose::at([9.0, 0.0, 0.0])))?;
    /// assert_eq!(world.overlaps(&Sphere::new(0.75).into(), &Pose::IDENTITY, |_| true), [near]);
    /// # Ok::<(), impinge_sim::WorldError>(())
    /// ```
    pub fn overlaps(
        &self,
        shape: &AnyBody<V>,
        pose: &Pose<V>,
        mut keep: impl FnMut(ObjectHandle) -> bool,
    ) -> Vec<ObjectHandle> {
        let (scene, placed) = (&self.bodies.scene, shape.at(*pose));
        let mut all = Vec::new();
        scene.each_on_layers(Layers::ALL, &shape.aabb(pose), |body| {
            if keep(body) && scene.placed(body).is_ok_and(|other| intersects(&placed, &other)) {
                all.push(body);
            }
        });
        all.sort_unstable();
        all
    }

    /// First body that a shape of any form meets on its way from a pose, and the impact, in which the shape is A. Bodies stand still; the
    /// motion takes the time from 0 to 1. Among several at the same time the smaller handle.
    pub fn cast(
        &self,
        shape: &AnyBody<V>,
        pose: &Pose<V>,
        motion: &Motion<V>,
        mut keep: impl FnMut(ObjectHandle) -> bool,
    ) -> Option<(ObjectHandle, Impact<V>)> {
        let (scene, placed, still) = (&self.bodies.scene, shape.at(*pose), Motion::still());
        let mut first: Option<(ObjectHandle, Impact<V>)> = None;
        scene.each_on_layers(Layers::ALL, &way(&shape.aabb(pose), motion), |body| {
            let Ok(other) = scene.placed(body) else { return };
            if keep(body)
                && let Some(impact) = cast_with(&placed, &other, motion, &still, &CastSettings::default())
                && first.as_ref().is_none_or(|(b, i)| (impact.time, body) < (i.time, *b))
            {
                first = Some((body, impact));
            }
        });
        first
    }

    /// Body nearest to a point, no farther away than `max`, with its signed distance and the nearest point of its surface: `point_a` of
    /// the contact. Inside of several the one in which the point is deepest.
    pub fn closest_point(
        &self,
        point: impl Into<V>,
        max: T,
        mut keep: impl FnMut(ObjectHandle) -> bool,
    ) -> Option<Touched<V>> {
        let (scene, point) = (&self.bodies.scene, point.into());
        let mut best: Option<Touched<V>> = None;
        scene.each_on_layers(Layers::ALL, &Aabb { min: point, max: point }.grown(max), |body| {
            let Ok(placed) = scene.placed(body) else { return };
            let Some(contact) = closest_point(&placed, point).filter(|_| keep(body)) else { return };
            let key = |touched: &Touched<V>| (touched.contact.signed_distance, touched.object);
            let found = Touched { object: body, contact };
            if contact.signed_distance <= max && best.as_ref().is_none_or(|best| key(&found) < key(best)) {
                best = Some(found);
            }
        });
        best
    }
}

/// A box around the whole way of a body with these bounds.
pub(crate) fn way<V: WorldSpace>(bounds: &Aabb<V>, motion: &Motion<V>) -> Aabb<V> {
    let linear = motion.linear();
    let around = bounds.union(&Aabb { min: bounds.min + linear, max: bounds.max + linear });
    if motion.is_translation() {
        return around;
    }
    // The farthest corner from the center of rotation; no point goes farther than twice that.
    let center = motion.center();
    let arm = Vector::max(Vector::abs(bounds.min - center), Vector::abs(bounds.max - center)).norm();
    around.grown(arm * motion.angle().abs().min(V::Scalar::TWO))
}
