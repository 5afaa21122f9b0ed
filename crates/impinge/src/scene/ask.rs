//! Queries of single objects of a scene, of shapes that are not in it, and of rays.
//!
//! All of them see the scene in its present state, also between two calls of [`Scene::contacts`], and borrow it only for reading: many
//! threads may query at once. The functions that end in `_into` and `_with` keep no memory of their own and allocate nothing
//! once the buffers passed to them have grown.

use alloc::vec::Vec;

use super::work::NearestSearch;
use super::{Layers, NearObject, Object, ObjectHandle, Scene, SceneError, SceneHit, Touched};
use crate::answer::{Contact, Distance, Settings};
use crate::body::{AnyBody, Body, Form, Placed};
use crate::math::{Aabb, Pose, Real, Vector, exponent_of};
use crate::nonconvex::{self, Dimension, FormSpace};
use crate::query::any;
use crate::ray::{Ray, RayHit};
use crate::shape::{At, Parts, Shape};

/// A body of a scene, placed.
type InScene<'a, V> = Placed<'a, AnyBody<V>, V>;

/// A ray's bound is kept this many ε above the best hit, for the rounding of the tree and of this file. With less, a hit that is
/// just as near might be missed.
const RAY_ULPS: f64 = 16.0;

impl<V: Dimension> Scene<V> {
    /// The distance of two objects, regardless of their layers.
    ///
    /// # Errors
    /// If a handle is stale.
    #[inline(never)]
    pub fn distance_between(&self, a: ObjectHandle, b: ObjectHandle) -> Result<Distance<V>, SceneError> {
        let (a, b) = (self.object(a)?, self.object(b)?);
        Ok(distance(&self.place(a), &self.place(b), &self.settings))
    }

    /// The signed distance of two objects, with witness points and normal, regardless of their layers.
    ///
    /// # Errors
    /// If a handle is stale.
    #[inline(never)]
    pub fn contact_between(&self, a: ObjectHandle, b: ObjectHandle) -> Result<Contact<V>, SceneError> {
        let (a, b) = (self.object(a)?, self.object(b)?);
        Ok(contact(&self.place(a), &self.place(b), &self.settings))
    }

    /// The `k` nearest neighbors of an object, among those not filtered out (layers, ignored pairs): nearest first; among equally near
    /// ones (such as all that overlap it) the smaller handle first. Fewer if there are not that many. With `k` = 1
    /// it is the nearest of all others, with a witness point on each.
    ///
    /// ```
    /// use impinge::{Circle, Pose, Scene, Vec2};
    ///
    /// let mut scene = Scene::<Vec2<f64>>::new();
    /// let disc = scene.add_shape(Circle::new(0.5));
    /// let [a, _, c] = [0.0, 9.0, 2.0].map(|x| scene.add(disc, Pose::at([x, 0.0])));
    /// let nearest = scene.nearest(a?, 1)?;
    /// assert_eq!((nearest[0].object, nearest[0].distance.distance), (c?, 1.0));
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn nearest(&self, object: ObjectHandle, k: usize) -> Result<Vec<NearObject<V>>, SceneError> {
        let mut search = NearestSearch::default();
        self.nearest_into(object, k, &mut search)?;
        Ok(search.found)
    }

    /// The same, into reused memory.
    ///
    /// # Errors
    /// If the handle is stale; then nothing is found.
    #[inline(never)]
    pub fn nearest_into(
        &self,
        object: ObjectHandle,
        k: usize,
        search: &mut NearestSearch<V>,
    ) -> Result<(), SceneError> {
        search.found.clear();
        let from = self.object(object)?;
        let Some(aabb) = self.tree.aabb(from.leaf) else { return Ok(()) };
        if k == 0 {
            return Ok(());
        }
        let NearestSearch { frontier, found, .. } = search;
        let placed = self.place(from);
        let bound = |found: &[NearObject<V>]| match found.get(k - 1) {
            Some(last) => last.distance.distance,
            None => V::Scalar::INFINITY,
        };
        self.tree.each_by_distance(&aabb, frontier, |index| {
            if let Some((to, handle)) = self.partner(object.index, from, index) {
                let distance = distance(&placed, &self.place(to), &self.settings);
                let near = NearObject { object: handle, distance };
                let place = found.partition_point(|other| is_nearer(other, &near));
                if place < k {
                    found.truncate(k - 1);
                    found.insert(place, near);
                }
            }
            bound(found)
        });
        Ok(())
    }

    /// Overlap query: contacts of a shape that is not in the scene, at `pose`, with all objects except those proven to be farther than
    /// `margin` from it, sorted by handle. The shape is A of the contacts.
    ///
    /// ```
    /// use impinge::scene::Scene;
    /// use impinge::{Capsule, Cuboid, Pose, Vec3};
    ///
    /// let mut scene = Scene::<Vec3<f64>>::new();
    /// let cube = scene.add_shape(Cuboid::new([1.0, 1.0, 1.0]));
    /// let a = scene.add(cube, Pose::at([2.0, 0.0, 0.0]))?;
    /// scene.add(cube, Pose::at([9.0, 0.0, 0.0]))?;
    /// let touched = scene.touching(&Capsule::new(1.0, 0.5), &Pose::IDENTITY, 0.75)?;
    /// assert_eq!((touched.len(), touched[0].object), (1, a));
    /// assert_eq!(touched[0].contact.signed_distance, 0.5);
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    ///
    /// # Errors
    /// If the placed shape extends beyond the largest number.
    pub fn touching<S: Shape<V = V>>(
        &self,
        shape: &S,
        pose: &Pose<V>,
        margin: V::Scalar,
    ) -> Result<Vec<Touched<V>>, SceneError> {
        let mut found = Vec::new();
        self.touching_into(shape, pose, margin, Layers::ALL, &mut found)?;
        Ok(found)
    }

    /// The same for a shape on layers, into reused memory.
    ///
    /// # Errors
    /// If the placed shape extends beyond the largest number; then nothing is found.
    #[inline(never)]
    pub fn touching_into<S: Shape<V = V>>(
        &self,
        shape: &S,
        pose: &Pose<V>,
        margin: V::Scalar,
        layers: Layers,
        found: &mut Vec<Touched<V>>,
    ) -> Result<(), SceneError> {
        found.clear();
        // A shape known only by its support mapping may extend beyond its box by its rounding.
        let unsure = V::Scalar::of(shape.rounding() * (1.0 + V::Scalar::EPSILON.f64()));
        let aabb = self.grown(shape.aabb(pose), pose)?.grown(unsure);
        self.touching_parts(&shape.parts().placed(pose), &aabb, margin, layers, found);
        Ok(())
    }

    /// Overlap query of a placed shape inside the box: the same code for all shapes.
    #[inline(never)]
    pub(crate) fn touching_parts<'a>(
        &'a self,
        placed: &Parts<'a, V::Wide>,
        aabb: &Aabb<V>,
        margin: V::Scalar,
        layers: Layers,
        found: &mut Vec<Touched<V>>,
    ) {
        let settings = self.settings_within(margin);
        let reach = self.box_margin(margin);
        self.tree.each_in_box(&aabb.grown(reach), |index| {
            let Some((object, generation)) = self.objects.at(index) else { return };
            if !layers.meet(&object.layers) {
                return;
            }
            let contact = match self.shape_at(object.shape).form_at(&object.pose) {
                Form::Convex(other) => V::Wide::contact_of_pieces(placed, &other, &settings),
                other => V::Wide::contact_of_forms(&Form::Convex(*placed), &other, &settings),
            };
            if let Some(contact) = contact.map(Contact::narrowed)
                && is_within(&contact, margin)
            {
                found.push(Touched { object: ObjectHandle { index, generation }, contact });
            }
        });
        found.sort_unstable_by_key(|touched| touched.object);
    }

    /// The first object that a ray hits, and the hit. Among several at the same distance, the smaller handle.
    ///
    /// An object that a ray merely grazes, that is, with a hit that would be [`Status::Stalled`](crate::observe::Status::Stalled), is
    /// skipped if the ray misses its box.
    ///
    /// ```
    /// use impinge::{Pose, Ray, Scene, Sphere, Vec3};
    ///
    /// let mut scene = Scene::<Vec3<f64>>::new();
    /// let ball = scene.add_shape(Sphere::new(1.0));
    /// let near = scene.add(ball, Pose::at([5.0, 0.0, 0.0]))?;
    /// scene.add(ball, Pose::at([9.0, 0.0, 0.0]))?;
    /// let hit = scene.ray_cast(&Ray::new([0.0, 0.0, 0.0], [1.0, 0.0, 0.0])).expect("two balls ahead");
    /// assert_eq!(hit.object, near);
    /// assert!((hit.hit.distance - 4.0).abs() <= 1e-12);
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    pub fn ray_cast(&self, ray: &Ray<V>) -> Option<SceneHit<V>> {
        self.ray_cast_within(ray, V::Scalar::INFINITY, Layers::ALL)
    }

    /// The first object that a ray on the given layers hits, no farther away than `max`.
    #[inline(never)]
    pub fn ray_cast_within(&self, ray: &Ray<V>, max: V::Scalar, layers: Layers) -> Option<SceneHit<V>> {
        // The tree counts in lengths of the direction. A power of two leaves the direction unchanged, and keeps the count in range.
        let exponent = exponent_of(ray.direction().max_abs());
        let direction = ray.direction() * V::Scalar::power_of_two(-exponent);
        let above =
            V::Scalar::of(1.0 + RAY_ULPS * V::Scalar::EPSILON.f64()) * (V::Scalar::ONE / direction.norm());
        let mut best: Option<SceneHit<V>> = None;
        let mut bound = max * above;
        self.tree.each_on_ray(ray.origin(), direction, bound, |index, _| {
            let Some((object, generation)) = self.objects.at(index) else { return bound };
            if !layers.meet(&object.layers) {
                return bound;
            }
            let Some(hit) = ray_cast(&self.place(object), ray, max) else { return bound };
            let found = SceneHit { object: ObjectHandle { index, generation }, hit };
            let nearer = best
                .as_ref()
                .is_none_or(|best| (hit.distance, found.object) < (best.hit.distance, best.object));
            if nearer {
                best = Some(found);
                bound = Real::min(hit.distance * above, bound);
            }
            bound
        });
        best
    }

    /// Calls `visit` with each object that may reach into a box and is not filtered out with `object` (layers, ignored pairs), in no
    /// particular order: the objects that `object` may hit there. Boxes in the tree are slightly enlarged.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn each_in_box(
        &self,
        object: ObjectHandle,
        aabb: &Aabb<V>,
        mut visit: impl FnMut(ObjectHandle),
    ) -> Result<(), SceneError> {
        let from = self.object(object)?;
        self.tree.each_in_box(aabb, |index| {
            if let Some((_, handle)) = self.partner(object.index, from, index) {
                visit(handle);
            }
        });
        Ok(())
    }

    /// Calls `visit` with each object that may reach into a box and whose layers meet the given ones, in no particular order: for queries
    /// of what is not in the scene. Boxes in the tree are slightly enlarged.
    pub fn each_on_layers(&self, layers: Layers, aabb: &Aabb<V>, mut visit: impl FnMut(ObjectHandle)) {
        self.tree.each_in_box(aabb, |index| {
            if let Some((object, generation)) = self.objects.at(index)
                && layers.meet(&object.layers)
            {
                visit(ObjectHandle { index, generation });
            }
        });
    }

    /// The object at an index, if its pair with another one is not filtered out.
    pub(super) fn partner(&self, i: u32, from: &Object<V>, index: u32) -> Option<(&Object<V>, ObjectHandle)> {
        let (to, generation) = self.objects.at(index)?;
        (index != i && self.is_asked(i, from, index, to)).then_some((to, ObjectHandle { index, generation }))
    }

    pub(super) fn settings_within(&self, margin: V::Scalar) -> Settings {
        Settings { margin: Some(margin.f64()), ..self.settings }
    }
}

/// The signed distance of two bodies of a scene. For named convex shapes by [`any`], which is compiled with this crate.
#[inline]
pub(super) fn contact<V: Dimension>(
    a: &InScene<'_, V>,
    b: &InScene<'_, V>,
    settings: &Settings,
) -> Contact<V> {
    match (a.body().convex(), b.body().convex()) {
        (Some(x), Some(y)) => any::contact(&At::new(x, *a.pose()), &At::new(y, *b.pose()), settings),
        _ => nonconvex::contact(&a.form(), &b.form(), settings).narrowed(),
    }
}

/// Whether an answer of [`contact_within`] counts. A negative margin, which counts as 0 there, selects overlaps; a NaN margin selects
/// nothing.
#[inline]
pub(super) fn is_within<V: Vector>(contact: &Contact<V>, margin: V::Scalar) -> bool {
    margin >= V::Scalar::ZERO || contact.signed_distance.f64() - contact.error.f64() <= margin.f64()
}

/// The same, if it is at most the margin of the settings; `None` if it is proven not to be.
#[inline]
pub(super) fn contact_within<V: Dimension>(
    a: &InScene<'_, V>,
    b: &InScene<'_, V>,
    settings: &Settings,
) -> Option<Contact<V>> {
    match (a.body().convex(), b.body().convex()) {
        (Some(x), Some(y)) => any::contact_within(&At::new(x, *a.pose()), &At::new(y, *b.pose()), settings),
        _ => V::Wide::contact_of_forms(&a.form(), &b.form(), settings).map(Contact::narrowed),
    }
}

/// The distance of two bodies of a scene, like [`contact`].
#[inline]
pub(super) fn distance<V: Dimension>(
    a: &InScene<'_, V>,
    b: &InScene<'_, V>,
    settings: &Settings,
) -> Distance<V> {
    match (a.body().convex(), b.body().convex()) {
        (Some(x), Some(y)) => any::distance(&At::new(x, *a.pose()), &At::new(y, *b.pose()), settings),
        _ => V::Wide::distance_of_forms(&a.form(), &b.form(), settings).narrowed(),
    }
}

/// The hit of a ray on a body of a scene, like [`contact`].
#[inline]
fn ray_cast<V: Dimension>(body: &InScene<'_, V>, ray: &Ray<V>, max: V::Scalar) -> Option<RayHit<V>> {
    match body.body().convex() {
        Some(shape) => any::ray_cast(&At::new(shape, *body.pose()), ray, max),
        None => V::Wide::ray_cast_form(&body.form(), &ray.widened(), max.f64()).map(RayHit::narrowed),
    }
}

/// Nearest first, then by handle.
fn is_nearer<V: Vector>(a: &NearObject<V>, b: &NearObject<V>) -> bool {
    (a.distance.distance, a.object) < (b.distance.distance, b.object)
}
