//! Time of impact of moving objects with others or one another: the swept check between two configurations of a robot, bullets.
//!
//! Objects not listed stand still. A box around the whole path of each moving object finds its candidates; each such pair is cast
//! by the front door.

use super::{ObjectHandle, Scene, SceneError, SceneImpact};
use crate::body::Body;
use crate::casting::{CastSettings, Impact};
use crate::math::{Aabb, Motion, Real, Vector};
use crate::nonconvex::{Dimension, FormSpace};

impl<V: Dimension> Scene<V> {
    /// The first impact of objects that move at once, from time 0 to time 1, with one another and with all others, which stand
    /// still. Pairs that are ignored or on layers that do not meet are skipped. `None`: nothing touches; this is proven as
    /// [`cast`](crate::cast) proves it. Among impacts at the same time, the pair with the smaller handles wins.
    ///
    /// ```
    /// use impinge::{CastSettings, Cuboid, Motion, Pose, Scene, Sphere, Vec3};
    ///
    /// let mut scene = Scene::<Vec3<f64>>::new();
    /// let ball = scene.add_shape(Sphere::new(0.5));
    /// let wall = scene.add_shape(Cuboid::new([0.5, 9.0, 9.0]));
    /// let ball = scene.add(ball, Pose::at([0.0, 0.0, 0.0]))?;
    /// let wall = scene.add(wall, Pose::at([5.0, 0.0, 0.0]))?;
    /// let moving = [(ball, Motion::translation([8.0, 0.0, 0.0]))];
    /// let first = scene.cast(&moving, &CastSettings::default())?.unwrap();
    /// assert_eq!((first.a, first.b), (ball, wall));
    /// assert!((first.impact.time - 0.5).abs() < 1e-8);
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    ///
    /// Cost: the objects near the path of each moving one, and pairs of moving objects whose paths come near one another; for bodies of
    /// many pieces those that may meet before the first impact so far. Allocates nothing.
    ///
    /// # Errors
    /// If a handle is stale or named twice.
    #[inline(never)]
    pub fn cast(
        &self,
        moving: &[(ObjectHandle, Motion<V>)],
        settings: &CastSettings,
    ) -> Result<Option<SceneImpact<V>>, SceneError> {
        for (i, (object, _)) in moving.iter().enumerate() {
            self.object(*object)?;
            if moving[..i].iter().any(|(earlier, _)| earlier == object) {
                return Err(SceneError::NamedTwice(*object));
            }
        }
        let mut first: Option<SceneImpact<V>> = None;
        let still = Motion::still();
        for (i, (object, motion)) in moving.iter().enumerate() {
            let way = self.way(*object, motion, settings)?;
            for (other, other_motion) in &moving[i + 1..] {
                let other_way = self.way(*other, other_motion, settings)?;
                if way.overlaps(&other_way) {
                    self.meet([*object, *other], [motion, other_motion], settings, &mut first);
                }
            }
            self.tree.each_in_box(&way, |index| {
                let Some((_, generation)) = self.objects.at(index) else { return };
                let other = ObjectHandle { index, generation };
                if moving.iter().all(|(moving, _)| *moving != other) {
                    self.meet([*object, other], [motion, &still], settings, &mut first);
                }
            });
        }
        Ok(first)
    }

    /// A box around the whole path of an object, and the distance that counts as contact with it.
    fn way(
        &self,
        object: ObjectHandle,
        motion: &Motion<V>,
        settings: &CastSettings,
    ) -> Result<Aabb<V>, SceneError> {
        let found = self.object(object)?;
        let aabb = self.grown_box(self.shape_at(found.shape), &found.pose)?;
        let size = Vector::max(Vector::abs(aabb.min), Vector::abs(aabb.max)).sum_abs();
        let linear = motion.linear();
        let moved = Aabb { min: aabb.min + linear, max: aabb.max + linear };
        let along = aabb.union(&moved);
        let turned = if motion.is_translation() {
            V::Scalar::ZERO
        } else {
            // The farthest corner of the box from the center of rotation; no point goes farther than twice that.
            let center = motion.center();
            let arm =
                Vector::max(Vector::abs(aabb.min - center), Vector::abs(aabb.max - center)).widen().norm();
            V::Scalar::of(arm * motion.angle().f64().abs().min(2.0))
        };
        let separation = V::Scalar::of(Real::max(settings.separation, 0.0));
        let tolerance = V::Scalar::of(settings.tolerance.unwrap_or(0.0).clamp(0.0, 1.0));
        let slack = V::Scalar::of(f64::from(f32::EPSILON));
        Ok(along.grown(turned + separation + (size + linear.sum_abs()) * (tolerance + slack)))
    }

    /// Casts two objects, if their pair is not filtered out, and keeps the impact if it is the first.
    fn meet(
        &self,
        pair: [ObjectHandle; 2],
        motions: [&Motion<V>; 2],
        settings: &CastSettings,
        first: &mut Option<SceneImpact<V>>,
    ) {
        // Sorted by handle, so that the answer does not depend on the order of the list.
        let ([a, b], motions) =
            if pair[0] < pair[1] { (pair, motions) } else { ([pair[1], pair[0]], [motions[1], motions[0]]) };
        let (Ok(object_a), Ok(object_b)) = (self.object(a), self.object(b)) else { return };
        if !self.is_asked(a.index, object_a, b.index, object_b) {
            return;
        }
        let (placed_a, placed_b) = (self.place(object_a), self.place(object_b));
        let latest = first.as_ref().map_or(1.0, |first| first.impact.time.f64());
        let motions = [&motions[0].widened(), &motions[1].widened()];
        let found = V::Wide::cast_forms(&placed_a.form(), &placed_b.form(), motions, settings, latest);
        if let Some(impact) = found.map(Impact::narrowed) {
            let earlier =
                |first: &SceneImpact<V>| (impact.time, a, b) < (first.impact.time, first.a, first.b);
            if first.as_ref().is_none_or(earlier) {
                *first = Some(SceneImpact { a, b, impact });
            }
        }
    }
}
