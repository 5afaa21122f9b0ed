//! A scene of many objects that move: broad phase, contacts, nearest neighbors, ray casts, shape casts and sliding.
//!
//! Use it whenever there are more than a few objects. Shapes are stored once and shared by handle; an object is a shape
//! and a pose. A shape may be convex, a mesh, a compound of convex parts, a half-space, or a user-defined convex shape
//! ([`AnyBody`]). A dynamic AABB tree (the broad phase) finds the candidate pairs, and the front door (the narrow phase) answers them.
//!
//! ```
//! use impinge::scene::Scene;
//! use impinge::{Cuboid, Pose, Ray, Sphere, Vec3};
//!
//! let mut scene = Scene::<Vec3<f64>>::new();
//! let cube = scene.add_shape(Cuboid::new([0.5, 0.5, 0.5]));
//! let ball = scene.add_shape(Sphere::new(0.5));
//! let a = scene.add(cube, Pose::at([0.0, 0.0, 0.0]))?;
//! let b = scene.add(cube, Pose::at([0.75, 0.0, 0.0]))?;
//! let c = scene.add(ball, Pose::at([5.0, 0.0, 0.0]))?;
//!
//! let found = scene.contacts(0.1); // all pairs within 0.1 of one another
//! assert_eq!((found.len(), found[0].a, found[0].b), (1, a, b));
//! assert_eq!(found[0].contact.signed_distance, -0.25);
//!
//! scene.move_object(b, Pose::at([4.0, 0.0, 0.0]))?;
//! let found = scene.contacts(0.1); // only pairs of b are asked about again
//! assert_eq!((found.len(), found[0].a, found[0].b), (1, b, c));
//!
//! let hit = scene.ray_cast(&Ray::new([0.0, 0.0, 9.0], [0.0, 0.0, -1.0])).unwrap();
//! assert_eq!(hit.object, a);
//!
//! scene.remove(a)?;
//! assert!(scene.remove(a).is_err()); // a stale handle
//! # Ok::<(), impinge::scene::SceneError>(())
//! ```
//!
//! | query | function |
//! |---|---|
//! | all pairs within a margin of one another | [`Scene::contacts`] |
//! | their contact manifolds, for a solver | [`Scene::manifolds`]; over time [`ContactCache`](crate::persist::ContactCache) |
//! | distance or penetration depth of two objects | [`Scene::distance_between`], [`Scene::contact_between`] |
//! | nearest neighbors of an object | [`Scene::nearest`] |
//! | distance of two groups of objects, such as two robots | [`Scene::nearest_pair`] |
//! | overlap query: the objects that a shape would touch at a pose | [`Scene::touching`] |
//! | first hit of a ray | [`Scene::ray_cast`], many at once [`Scene::ray_casts`] |
//! | time of impact of objects that move at once | [`Scene::cast`] |
//! | first impact of each of many objects, if it alone moved | [`Scene::casts`] |
//! | end pose of a player that is pushed and slides along obstacles (character controller) | [`Scene::slide`] |
//!
//! **Guarantees.** Answers are bit for bit those of the front door for the pairs concerned, with their proofs. The tree loses no pair:
//! boxes are enlarged by more than the possible error of answers. Contacts do not depend on the order of moves, on the state kept from
//! the last call, or on the number of threads, to the bit.
//!
//! **Cost.** [`Scene::contacts`] queries only pairs with an object that changed since the last call with the same margin; if
//! all move, time and memory grow with the number of objects and of pairs near one another. With the feature `parallel` it
//! runs on the threads of the rayon pool in which it is called. Nothing is allocated once the arrays have grown, except for
//! handing tasks to other threads.
//!
//! **Failure.** Stale handles and poses beyond the largest number are rejected with a [`SceneError`], and the scene is
//! unchanged. A NaN margin finds nothing.

mod ask;
mod batches;
mod casts;
mod contacts;
mod groups;
mod manifolds;
mod pair_sort;
#[cfg(feature = "serde")]
mod serial;
mod slide;
mod types;
mod work;

pub use crate::sliding::{MAX_TRACES, SlideStatus, Start, Step};
pub use slide::{SceneSlide, SceneSlideSettings, SlideHit, SlideMemory};
pub use types::{
    Layers, NearObject, NearPair, ObjectHandle, SceneContact, SceneError, SceneHit, SceneImpact,
    SceneManifold, ShapeHandle, Touched,
};
pub use work::NearestSearch;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use crate::answer::{Settings, default_gap};
use crate::body::{AnyBody, Placed};
use crate::broad::slots::Slots;
use crate::broad::{AabbTree, Leaf};
use crate::math::{Aabb, Each, Pose, Real, Vector};
use crate::nonconvex::Dimension;
use crate::shape::At;
use manifolds::Asked;
use work::Work;

/// Boxes are enlarged by this many gaps times the size of the object, and this many ε times its distance from the origin: more
/// than the computed distance of a pair may be below that of its boxes. That error is at most four gaps times the size
/// of the pair, which for boxes near one another is up to 2.8 times that of both objects and 3 times the margin. Coordinates
/// of a box are rounded a few times. With less, a pair that barely touches might be lost; with more, pairs are queried
/// unnecessarily.
const GROWTH: f64 = 16.0;

/// A shape and the number of objects that use it.
#[derive(Clone, Debug)]
struct Entry<S> {
    shape: S,
    users: u32,
}

/// A placed shape.
#[derive(Clone, Debug)]
struct Object<V: Vector> {
    pose: Pose<V>,
    shape: u32,
    layers: Layers,
    /// User data.
    user_data: u64,
    leaf: Leaf,
    /// Number of its partners in the set of ignored pairs.
    ignored: u32,
}

/// A scene of many placed shapes. See the [module](self).
#[derive(Clone, Debug)]
pub struct Scene<V: Dimension> {
    settings: Settings,
    shapes: Slots<Entry<AnyBody<V>>>,
    objects: Slots<Object<V>>,
    tree: AabbTree<V>,
    /// Ignored pairs of indices, in both orders.
    ignored: BTreeSet<(u32, u32)>,
    /// Objects that changed since the last contacts, each once, and a flag for each object whether it is among them.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
    /// The margin for which `contacts` were computed.
    margin: Option<V::Scalar>,
    contacts: Vec<SceneContact<V>>,
    work: Work<V>,
    asked: Asked<V>,
}

impl<V: Dimension> Default for Scene<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Dimension> Scene<V> {
    /// Creates an empty scene.
    pub fn new() -> Self {
        Self::with_settings(Settings::default())
    }

    /// Creates an empty scene with the accuracy of `settings`. Their margin is ignored; each call has its own.
    pub fn with_settings(settings: Settings) -> Self {
        Self {
            settings: Settings { margin: None, ..settings },
            shapes: Slots::default(),
            objects: Slots::default(),
            tree: AabbTree::new(),
            ignored: BTreeSet::new(),
            changed: Vec::new(),
            is_changed: Vec::new(),
            margin: None,
            contacts: Vec::new(),
            work: Work::default(),
            asked: Asked::default(),
        }
    }

    /// Adds a shape for use by objects: a convex shape, a mesh, a compound, a half-space or a user-defined convex shape, see
    /// [`AnyBody`].
    ///
    /// # Panics
    /// If there are 2³² shapes.
    pub fn add_shape(&mut self, shape: impl Into<AnyBody<V>>) -> ShapeHandle {
        let (index, generation) =
            self.shapes.insert(Entry { shape: shape.into(), users: 0 }).expect("fewer than 2^32 shapes");
        ShapeHandle { index, generation }
    }

    /// Removes a shape that no object uses.
    ///
    /// # Errors
    /// If the handle is stale or the shape is in use.
    pub fn remove_shape(&mut self, shape: ShapeHandle) -> Result<(), SceneError> {
        match self.entry(shape)?.users {
            0 => {
                self.shapes.remove(shape.index, shape.generation);
                Ok(())
            }
            objects => Err(SceneError::ShapeInUse { objects }),
        }
    }

    /// A shape of the scene.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn shape(&self, shape: ShapeHandle) -> Result<&AnyBody<V>, SceneError> {
        Ok(&self.entry(shape)?.shape)
    }

    /// Adds an object: a shape at a pose. For coordinates that may be NaN, `add(shape, Pose::try_new(..)?)` returns the error.
    ///
    /// # Errors
    /// If the handle is stale or the placed shape extends beyond the largest number.
    #[inline(never)]
    pub fn add(&mut self, shape: ShapeHandle, pose: Pose<V>) -> Result<ObjectHandle, SceneError> {
        let aabb = self.grown_box(&self.entry(shape)?.shape, &pose)?;
        let index = self.objects.next().ok_or(SceneError::Full)?;
        let leaf = self.tree.insert(aabb, index).map_err(|_| SceneError::TooFar)?;
        let object = Object { pose, shape: shape.index, layers: Layers::ALL, user_data: 0, leaf, ignored: 0 };
        let (index, generation) = self.objects.insert(object).ok_or(SceneError::Full)?;
        if let Some(entry) = self.shapes.at_mut(shape.index) {
            entry.users += 1;
        }
        if self.is_changed.len() < self.objects.places() {
            self.is_changed.resize(self.objects.places(), false);
        }
        self.note_change(index);
        Ok(ObjectHandle { index, generation })
    }

    /// Removes an object. Its shape stays.
    ///
    /// # Errors
    /// If the handle is stale.
    #[inline(never)]
    pub fn remove(&mut self, object: ObjectHandle) -> Result<(), SceneError> {
        let removed =
            self.objects.remove(object.index, object.generation).ok_or(SceneError::StaleObject(object))?;
        self.tree.remove(removed.leaf);
        if let Some(entry) = self.shapes.at_mut(removed.shape) {
            entry.users -= 1;
        }
        if removed.ignored > 0 {
            self.forget_ignored(object.index);
        }
        self.note_change(object.index);
        Ok(())
    }

    /// Sets the pose of an object. For coordinates that may be NaN, `move_object(object, Pose::try_new(..)?)` returns
    /// the error.
    ///
    /// # Errors
    /// If the handle is stale or the placed shape would extend beyond the largest number; then the object does not move.
    #[inline(never)]
    pub fn move_object(&mut self, object: ObjectHandle, pose: Pose<V>) -> Result<(), SceneError> {
        let found = self.object(object)?;
        if found.pose == pose {
            return Ok(());
        }
        let aabb = self.grown_box(self.shape_at(found.shape), &pose)?;
        let leaf = found.leaf;
        self.tree.set(leaf, aabb).map_err(|_| SceneError::TooFar)?;
        if let Some(found) = self.objects.get_mut(object.index, object.generation) {
            found.pose = pose;
        }
        self.note_change(object.index);
        Ok(())
    }

    /// Gives an object another shape. Its pose stays.
    ///
    /// # Errors
    /// If a handle is stale or the placed shape would extend beyond the largest number; then the object keeps its shape.
    pub fn set_shape(&mut self, object: ObjectHandle, shape: ShapeHandle) -> Result<(), SceneError> {
        let found = self.object(object)?;
        let (pose, leaf, old) = (found.pose, found.leaf, found.shape);
        let aabb = self.grown_box(&self.entry(shape)?.shape, &pose)?;
        self.tree.set(leaf, aabb).map_err(|_| SceneError::TooFar)?;
        if let Some(found) = self.objects.get_mut(object.index, object.generation) {
            found.shape = shape.index;
        }
        for (index, more) in [(shape.index, true), (old, false)] {
            if let Some(entry) = self.shapes.at_mut(index) {
                entry.users = if more { entry.users + 1 } else { entry.users - 1 };
            }
        }
        self.note_change(object.index);
        Ok(())
    }

    /// The pose of an object.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn pose(&self, object: ObjectHandle) -> Result<&Pose<V>, SceneError> {
        Ok(&self.object(object)?.pose)
    }

    /// The shape of an object.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn shape_of(&self, object: ObjectHandle) -> Result<&AnyBody<V>, SceneError> {
        Ok(self.shape_at(self.object(object)?.shape))
    }

    /// An object as a placed body, for the queries of bodies of any form: `scene.placed(c.a)?` and `scene.placed(c.b)?` for
    /// a contact `c`, in this order.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn placed(&self, object: ObjectHandle) -> Result<Placed<'_, AnyBody<V>, V>, SceneError> {
        Ok(self.place(self.object(object)?))
    }

    /// An object that is a named convex shape as a placed shape: for manifolds, features, casts and all other queries of
    /// convex shapes only.
    ///
    /// # Errors
    /// If the handle is stale or the object is not a named convex shape.
    pub fn convex(&self, object: ObjectHandle) -> Result<At<&V::Any>, SceneError> {
        let found = self.object(object)?;
        let shape = self.shape_at(found.shape).convex().ok_or(SceneError::NotConvex(object))?;
        Ok(At::new(shape, found.pose))
    }

    /// Whether the object is still in the scene.
    pub fn contains(&self, object: ObjectHandle) -> bool {
        self.object(object).is_ok()
    }

    /// Number of objects in the scene.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// True if the scene has no objects.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Upper bound of indices: every [`ObjectHandle::index`] is below this number.
    pub fn places(&self) -> usize {
        self.objects.places()
    }

    /// All objects, sorted by index.
    pub fn objects(&self) -> impl Iterator<Item = ObjectHandle> {
        self.objects.iter().map(|(index, generation, _)| ObjectHandle { index, generation })
    }

    /// Sets the layers of an object; see [`Layers`].
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn set_layers(&mut self, object: ObjectHandle, layers: Layers) -> Result<(), SceneError> {
        let found =
            self.objects.get_mut(object.index, object.generation).ok_or(SceneError::StaleObject(object))?;
        if found.layers != layers {
            found.layers = layers;
            self.note_change(object.index);
        }
        Ok(())
    }

    /// The layers of an object.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn layers(&self, object: ObjectHandle) -> Result<Layers, SceneError> {
        Ok(self.object(object)?.layers)
    }

    /// Sets the user data of an object: an index into a table, an id, flags. No answer depends on it.
    ///
    /// ```
    /// use impinge::{Pose, Scene, Sphere, Vec3};
    ///
    /// let names = ["ball", "moon"];
    /// let mut scene = Scene::<Vec3<f64>>::new();
    /// let ball = scene.add_shape(Sphere::new(1.0));
    /// let moon = scene.add(ball, Pose::IDENTITY)?;
    /// scene.set_user_data(moon, 1)?;
    /// assert_eq!(names[scene.user_data(moon)? as usize], "moon");
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn set_user_data(&mut self, object: ObjectHandle, data: u64) -> Result<(), SceneError> {
        let found =
            self.objects.get_mut(object.index, object.generation).ok_or(SceneError::StaleObject(object))?;
        found.user_data = data;
        Ok(())
    }

    /// The user data of an object: the number set by [`Scene::set_user_data`], 0 before.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn user_data(&self, object: ObjectHandle) -> Result<u64, SceneError> {
        Ok(self.object(object)?.user_data)
    }

    /// Ignores a pair, such as neighboring links of a robot: it is not queried until
    /// [`Scene::watch_pair`], or until one of the objects is removed.
    ///
    /// # Errors
    /// If a handle is stale.
    pub fn ignore_pair(&mut self, a: ObjectHandle, b: ObjectHandle) -> Result<(), SceneError> {
        self.set_ignored(a, b, true)
    }

    /// Reverts [`Scene::ignore_pair`].
    ///
    /// # Errors
    /// If a handle is stale.
    pub fn watch_pair(&mut self, a: ObjectHandle, b: ObjectHandle) -> Result<(), SceneError> {
        self.set_ignored(a, b, false)
    }

    /// Whether a pair is ignored.
    ///
    /// # Errors
    /// If a handle is stale.
    pub fn is_ignored(&self, a: ObjectHandle, b: ObjectHandle) -> Result<bool, SceneError> {
        self.object(a)?;
        self.object(b)?;
        Ok(self.ignored.contains(&(a.index, b.index)))
    }

    /// Number of bytes on the heap, without the data of polyhedra and polygons (which may be shared with others) and without the
    /// set of ignored pairs.
    pub fn heap_bytes(&self) -> usize {
        self.shapes.heap_bytes()
            + self.objects.heap_bytes()
            + self.tree.heap_bytes()
            + self.changed.capacity() * size_of::<u32>()
            + self.is_changed.capacity()
            + self.contacts.capacity() * size_of::<SceneContact<V>>()
            + self.work.heap_bytes()
            + self.asked.heap_bytes()
    }

    fn set_ignored(&mut self, a: ObjectHandle, b: ObjectHandle, ignore: bool) -> Result<(), SceneError> {
        self.object(a)?;
        self.object(b)?;
        if a == b {
            return Ok(()); // An object is never paired with itself.
        }
        let keys = [(a.index, b.index), (b.index, a.index)];
        for key in keys {
            let changed = if ignore { self.ignored.insert(key) } else { self.ignored.remove(&key) };
            if let (true, Some(object)) = (changed, self.objects.at_mut(key.0)) {
                object.ignored = if ignore { object.ignored + 1 } else { object.ignored - 1 };
                self.note_change(key.0);
            }
        }
        Ok(())
    }

    fn forget_ignored(&mut self, index: u32) {
        let partners: Vec<u32> =
            self.ignored.range((index, 0)..=(index, u32::MAX)).map(|&(_, partner)| partner).collect();
        for partner in partners {
            self.ignored.remove(&(index, partner));
            self.ignored.remove(&(partner, index));
            if let Some(object) = self.objects.at_mut(partner) {
                object.ignored -= 1;
            }
        }
    }

    fn note_change(&mut self, index: u32) {
        if let Some(changed) = self.is_changed.get_mut(index as usize)
            && !*changed
        {
            *changed = true;
            self.changed.push(index);
        }
    }

    fn entry(&self, shape: ShapeHandle) -> Result<&Entry<AnyBody<V>>, SceneError> {
        self.shapes.get(shape.index, shape.generation).ok_or(SceneError::StaleShape(shape))
    }

    fn object(&self, object: ObjectHandle) -> Result<&Object<V>, SceneError> {
        self.objects.get(object.index, object.generation).ok_or(SceneError::StaleObject(object))
    }

    /// A shape that an object uses: it cannot have been removed.
    #[inline]
    fn shape_at(&self, index: u32) -> &AnyBody<V> {
        &self.shapes.at(index).expect("shapes in use are not removed").0.shape
    }

    #[inline]
    fn place(&self, object: &Object<V>) -> Placed<'_, AnyBody<V>, V> {
        self.shape_at(object.shape).at(object.pose)
    }

    /// Whether a pair is not filtered out.
    #[inline]
    fn is_asked(&self, i: u32, a: &Object<V>, j: u32, b: &Object<V>) -> bool {
        a.layers.meet(&b.layers) && (a.ignored == 0 || b.ignored == 0 || !self.ignored.contains(&(i, j)))
    }

    /// The bounding box of a body of the scene at a pose, enlarged so that no answer contradicts it. That of a half-space is unbounded.
    fn grown_box(&self, body: &AnyBody<V>, pose: &Pose<V>) -> Result<Aabb<V>, SceneError> {
        let aabb = body.aabb(pose);
        match body {
            AnyBody::HalfSpace(_) => {
                let at = pose.translation().sum_abs();
                let ends = [aabb.min, aabb.max]
                    .each(|v| v.map(|x| if x.is_finite() { x.abs() } else { Real::ZERO }));
                let size = ends[0].sum_abs() + ends[1].sum_abs();
                Ok(aabb.grown((at + size) * V::Scalar::of(GROWTH) * V::Scalar::EPSILON))
            }
            _ => self.grown(aabb, pose),
        }
    }

    /// The bounding box of a placed body, enlarged so that no answer contradicts it; see [`GROWTH`].
    fn grown(&self, aabb: Aabb<V>, pose: &Pose<V>) -> Result<Aabb<V>, SceneError> {
        let at = pose.translation();
        let size = Vector::max(Vector::abs(aabb.min - at), Vector::abs(aabb.max - at)).sum_abs();
        let epsilon = V::Scalar::of(GROWTH) * V::Scalar::EPSILON;
        let growth = size * self.share() + at.sum_abs() * epsilon;
        let grown = aabb.grown(growth);
        // NaN and infinite coordinates show up in the sum.
        if growth.is_finite() && grown.min.is_finite() && grown.max.is_finite() {
            Ok(grown)
        } else {
            Err(SceneError::TooFar)
        }
    }

    /// Upper bound on the distance of boxes for shapes within the margin: for a negative margin they must overlap.
    fn box_margin(&self, margin: V::Scalar) -> V::Scalar {
        Real::max(margin, V::Scalar::ZERO) * (V::Scalar::ONE + self.share())
    }

    /// Enlargement of a box, as a fraction of its size.
    fn share(&self) -> V::Scalar {
        // A gap above 1 requests no accuracy, NaN requests full accuracy.
        let gap = Real::min(Real::max(self.settings.gap.unwrap_or(default_gap::<V::Scalar>()), 0.0), 1.0);
        V::Scalar::of(GROWTH * (gap + V::Scalar::EPSILON.f64()))
    }
}
