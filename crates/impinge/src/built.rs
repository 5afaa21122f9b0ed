//! What is built with the crate, for both precisions: a generic function marked `#[inline(never)]` is built where it is first
//! used, and crates that use it later take it from there. So a program that uses these builds sooner, and they run as fast as
//! its dependencies are optimized, whatever its own profile says.
//!
//! To build another function with the crate, mark it `#[inline(never)]` and name it here: one that is long and not in a
//! tight loop.

#![allow(clippy::type_complexity, reason = "tables of functions, which nobody calls through them")]

use alloc::vec::Vec;

use crate::error::ShapeError;
use crate::hull::{HullFault, HullReport, Solid, solid_hull};
use crate::math::{Aabb, Pose, Real, Vec2, Vec3};
use crate::query::batch::{self, Batch, BatchError, ContactArrays, DistanceArrays};
use crate::query::{Contact, Dimension, Distance, Ray, RayHit, Settings, Verdict, any};
use crate::scene::{
    Layers, NearestSearch, ObjectHandle, Scene, SceneContact, SceneError, SceneHit, ShapeHandle, Touched,
};
use crate::shape::{At, ConvexPolyhedron, Measure, Parts, Shape, Strategy};

/// The front door for shapes of any kind.
#[derive(Debug)]
pub struct FrontDoor<V: Dimension> {
    /// [`any::intersects_with`].
    pub meet: fn(&At<&V::Any>, &At<&V::Any>, &Settings) -> bool,
    /// [`any::intersection`].
    pub verdict: fn(&At<&V::Any>, &At<&V::Any>) -> Verdict<V>,
    /// [`any::distance`].
    pub distance: fn(&At<&V::Any>, &At<&V::Any>, &Settings) -> Distance<V>,
    /// [`any::contact`].
    pub contact: fn(&At<&V::Any>, &At<&V::Any>, &Settings) -> Contact<V>,
    /// [`any::ray_cast`].
    pub ray: fn(&At<&V::Any>, &Ray<V>, V::Scalar) -> Option<RayHit<V>>,
}

impl<V: Dimension<Any: Shape<V = V>>> FrontDoor<V> {
    const BUILT: Self = Self {
        meet: any::intersects_with::<V::Any>,
        verdict: any::intersection::<V::Any>,
        distance: any::distance::<V::Any>,
        contact: any::contact::<V::Any>,
        ray: any::ray_cast::<V::Any>,
    };
}

/// Many pairs at once.
#[derive(Debug)]
pub struct Batches<V: Dimension> {
    /// [`batch::intersects`].
    pub meet: fn(&Batch<'_, V>, &Settings, &mut Vec<bool>) -> Result<(), BatchError>,
    /// [`batch::distance`].
    pub distance: fn(&Batch<'_, V>, &Settings, &mut DistanceArrays<V>) -> Result<(), BatchError>,
    /// [`batch::contact`].
    pub contact: fn(&Batch<'_, V>, &Settings, &mut ContactArrays<V>) -> Result<(), BatchError>,
}

impl<V: Dimension> Batches<V> {
    const BUILT: Self = Self { meet: batch::intersects, distance: batch::distance, contact: batch::contact };
}

/// What is asked of a scene in each step.
#[derive(Debug)]
pub struct Scenes<V: Dimension> {
    /// [`Scene::add`].
    pub add: fn(&mut Scene<V>, ShapeHandle, Pose<V>) -> Result<ObjectHandle, SceneError>,
    /// [`Scene::remove`].
    pub remove: fn(&mut Scene<V>, ObjectHandle) -> Result<(), SceneError>,
    /// [`Scene::move_object`].
    pub place: fn(&mut Scene<V>, ObjectHandle, Pose<V>) -> Result<(), SceneError>,
    /// [`Scene::contacts`].
    pub contacts: fn(&mut Scene<V>, V::Scalar) -> &[SceneContact<V>],
    /// [`Scene::distance_between`].
    pub distance: fn(&Scene<V>, ObjectHandle, ObjectHandle) -> Result<Distance<V>, SceneError>,
    /// [`Scene::contact_between`].
    pub contact: fn(&Scene<V>, ObjectHandle, ObjectHandle) -> Result<Contact<V>, SceneError>,
    /// [`Scene::nearest_into`].
    pub nearest: fn(&Scene<V>, ObjectHandle, usize, &mut NearestSearch<V>) -> Result<(), SceneError>,
    /// What [`Scene::touching_into`] does when it knows the shape's core and box.
    pub touching: for<'a> fn(&'a Scene<V>, &Parts<'a, V>, &Aabb<V>, V::Scalar, Layers, &mut Vec<Touched<V>>),
    /// [`Scene::ray_cast_within`].
    pub ray: fn(&Scene<V>, &Ray<V>, V::Scalar, Layers) -> Option<SceneHit<V>>,
}

impl<V: Dimension> Scenes<V> {
    const BUILT: Self = Self {
        add: Scene::add,
        remove: Scene::remove,
        place: Scene::move_object,
        contacts: Scene::contacts,
        distance: Scene::distance_between,
        contact: Scene::contact_between,
        nearest: Scene::nearest_into,
        touching: Scene::touching_parts,
        ray: Scene::ray_cast_within,
    };
}

/// The measure of a shape that is known by its support mapping only.
#[derive(Debug)]
pub struct Measures<V: Dimension> {
    /// [`crate::shape::MeasureSpace::bracket`].
    pub bracket: fn(&dyn Fn(V) -> V) -> Measure<V>,
}

impl<V: Dimension> Measures<V> {
    const BUILT: Self = Self { bracket: V::bracket };
}

/// All that a space has of these.
#[derive(Debug)]
pub struct Built<V: Dimension> {
    /// One pair.
    pub door: FrontDoor<V>,
    /// Many pairs.
    pub batches: Batches<V>,
    /// Many placed shapes.
    pub scenes: Scenes<V>,
    /// What is bounded of a shape.
    pub measures: Measures<V>,
}

impl<V: Dimension<Any: Shape<V = V>>> Built<V> {
    const BUILT: Self = Self {
        door: FrontDoor::BUILT,
        batches: Batches::BUILT,
        scenes: Scenes::BUILT,
        measures: Measures::BUILT,
    };
}

/// Hulls, and polyhedra of them.
#[derive(Debug)]
pub struct Hulls<T: Real> {
    /// [`solid_hull`].
    pub hull: fn(&[Vec3<T>]) -> Result<Solid<T>, ShapeError>,
    /// [`Solid::check`].
    pub check: fn(&Solid<T>, &[Vec3<T>]) -> Result<HullReport, HullFault>,
    /// [`ConvexPolyhedron::with_strategy`].
    pub polyhedron: fn(Solid<T>, Strategy) -> ConvexPolyhedron<T>,
}

impl<T: Real> Hulls<T> {
    const BUILT: Self =
        Self { hull: solid_hull, check: Solid::check, polyhedron: ConvexPolyhedron::with_strategy };
}

/// In space and in the plane, in `f64` and in `f32`.
pub static SPACE: (Built<Vec3<f64>>, Built<Vec3<f32>>) = (Built::BUILT, Built::BUILT);
/// See [`SPACE`].
pub static PLANE: (Built<Vec2<f64>>, Built<Vec2<f32>>) = (Built::BUILT, Built::BUILT);
/// See [`SPACE`].
pub static HULLS: (Hulls<f64>, Hulls<f32>) = (Hulls::BUILT, Hulls::BUILT);
