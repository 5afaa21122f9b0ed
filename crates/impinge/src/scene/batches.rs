//! Batches of rays, and of objects that each move alone, against one scene: on all threads with the feature `parallel`.
//!
//! The queries are independent, and each is answered bit for bit as a single one, regardless of the thread.

use alloc::vec::Vec;

use super::{Layers, ObjectHandle, Scene, SceneError, SceneHit, SceneImpact};
use crate::casting::CastSettings;
use crate::math::{Motion, Real};
use crate::nonconvex::Dimension;
use crate::parallel;
use crate::ray::Ray;

/// Number of rays that one thread takes in one go: some tens of microseconds.
const RAYS: usize = 32;

/// Number of casts that one thread takes in one go.
const CASTS: usize = 4;

impl<V: Dimension> Scene<V> {
    /// The first hit of each of many rays, in the order of the rays, as by [`Scene::ray_cast`].
    ///
    /// ```
    /// use impinge::{Pose, Ray, Scene, Sphere, Vec3};
    ///
    /// let mut scene = Scene::<Vec3<f64>>::new();
    /// let ball = scene.add_shape(Sphere::new(1.0));
    /// let ball = scene.add(ball, Pose::at([5.0, 0.0, 0.0]))?;
    /// // A scanner that looks along x, row by row.
    /// let rays = [-2.0, 0.0, 2.0].map(|z| Ray::new([0.0, 0.0, z], [1.0, 0.0, 0.0]));
    /// let hits = scene.ray_casts(&rays);
    /// assert!(hits[0].is_none() && hits[2].is_none());
    /// assert_eq!(hits[1].map(|hit| hit.object), Some(ball));
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    pub fn ray_casts(&self, rays: &[Ray<V>]) -> Vec<Option<SceneHit<V>>> {
        let mut found = Vec::new();
        self.ray_casts_into(rays, V::Scalar::INFINITY, Layers::ALL, &mut found);
        found
    }

    /// The same for rays on the given layers and no farther than `max`, like [`Scene::ray_cast_within`], into reused memory.
    #[inline(never)]
    pub fn ray_casts_into(
        &self,
        rays: &[Ray<V>],
        max: V::Scalar,
        layers: Layers,
        found: &mut Vec<Option<SceneHit<V>>>,
    ) {
        found.clear();
        found.resize(rays.len(), None);
        parallel::each(found, RAYS, &|i, hit| *hit = self.ray_cast_within(&rays[i], max, layers));
    }

    /// The first impact of each of many objects if it alone moved and all others stood still, in the order of the list, as by
    /// [`Scene::cast`] for one object. An object may be listed more than once, to try several motions.
    ///
    /// ```
    /// use impinge::{CastSettings, Cuboid, Motion, Pose, Scene, Sphere, Vec3};
    ///
    /// let mut scene = Scene::<Vec3<f64>>::new();
    /// let (ball, wall) = (scene.add_shape(Sphere::new(0.5)), scene.add_shape(Cuboid::new([0.5, 9.0, 9.0])));
    /// let ball = scene.add(ball, Pose::IDENTITY)?;
    /// let wall = scene.add(wall, Pose::at([5.0, 0.0, 0.0]))?;
    /// let tries = [-8.0, 8.0].map(|x| (ball, Motion::translation([x, 0.0, 0.0])));
    /// let found = scene.casts(&tries, &CastSettings::default())?;
    /// assert!(found[0].is_none()); // the way is free
    /// assert_eq!(found[1].map(|first| (first.a, first.b)), Some((ball, wall)));
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    ///
    /// # Errors
    /// If a handle is stale.
    pub fn casts(
        &self,
        moving: &[(ObjectHandle, Motion<V>)],
        settings: &CastSettings,
    ) -> Result<Vec<Option<SceneImpact<V>>>, SceneError> {
        let mut found = Vec::new();
        self.casts_into(moving, settings, &mut found)?;
        Ok(found)
    }

    /// The same, into reused memory.
    ///
    /// # Errors
    /// If a handle is stale; then nothing is found.
    #[inline(never)]
    pub fn casts_into(
        &self,
        moving: &[(ObjectHandle, Motion<V>)],
        settings: &CastSettings,
        found: &mut Vec<Option<SceneImpact<V>>>,
    ) -> Result<(), SceneError> {
        found.clear();
        for (object, _) in moving {
            self.object(*object)?;
        }
        found.resize(moving.len(), None);
        parallel::each(found, CASTS, &|i, first| {
            // No handle is stale, and none is listed twice.
            *first = self.cast(core::slice::from_ref(&moving[i]), settings).unwrap_or(None);
        });
        Ok(())
    }
}
