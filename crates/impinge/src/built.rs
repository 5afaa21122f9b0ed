//! What is built with the crate, for both precisions: a generic function marked `#[inline(never)]` is built where it is first
//! used, and crates that use it later take it from there. So a program that uses these builds sooner, and they run as fast as
//! its dependencies are optimized, whatever its own profile says.
//!
//! To build another function with the crate, mark it `#[inline(never)]` and name it here: one that is long and not in a
//! tight loop.

#![allow(clippy::type_complexity, reason = "tables of functions, which nobody calls through them")]

use crate::error::ShapeError;
use crate::hull::{HullFault, HullReport, Solid, solid_hull};
use crate::math::{Real, Vec2, Vec3};
use crate::query::{Contact, Dimension, Distance, Ray, RayHit, Settings, Verdict, any};
use crate::shape::{At, ConvexPolyhedron, Measure, Shape, Strategy};

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

/// The measure of a shape that is known by its support mapping only.
#[derive(Debug)]
pub struct Measures<V: Dimension> {
    /// [`crate::shape::MeasureSpace::bracket`].
    pub bracket: fn(&dyn Fn(V) -> V) -> Measure<V>,
}

impl<V: Dimension> Measures<V> {
    const BUILT: Self = Self { bracket: V::bracket };
}

/// In space and in the plane, in `f64` and in `f32`.
pub static SPACE: (FrontDoor<Vec3<f64>>, FrontDoor<Vec3<f32>>) = (FrontDoor::BUILT, FrontDoor::BUILT);
/// See [`SPACE`].
pub static PLANE: (FrontDoor<Vec2<f64>>, FrontDoor<Vec2<f32>>) = (FrontDoor::BUILT, FrontDoor::BUILT);
/// See [`SPACE`].
pub static HULLS: (Hulls<f64>, Hulls<f32>) = (Hulls::BUILT, Hulls::BUILT);
/// See [`SPACE`].
pub static MEASURES: (Measures<Vec3<f64>>, Measures<Vec3<f32>>, Measures<Vec2<f64>>, Measures<Vec2<f32>>) =
    (Measures::BUILT, Measures::BUILT, Measures::BUILT, Measures::BUILT);
