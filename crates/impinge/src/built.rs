//! What is still generic over the scalar and built with the crate all the same: bodies of any form, scenes, meshes, maps, motions and hulls.
//!
//! A generic function marked `#[inline(never)]` is built where it is first used, and crates that use it later take it from there. So a
//! program that uses these builds sooner, and they run as fast as its dependencies are optimized, whatever its own profile says. Where a
//! function is built does not change what it does: debug and release builds run the same code.
//!
//! - In every profile, in space: the front door for shapes of any kind, through which scenes, batches and the program answer, and
//!   hulls; in `f64` also bodies of any form, scenes of them, casts, the building of meshes and distance maps, which the program asks.
//! - In debug builds, that is, with debug assertions: the rest. There it matters most, as a program is built often and its own code is
//!   slow; a release build is spared what it may not use.
//!
//! Queries of two convex shapes need no line here: what they call has no type parameter, see
//! [`Kernel`](crate::query::Kernel). To build another function with the crate, take its scalar away, or mark it `#[inline(never)]` and
//! name it here.

use alloc::sync::Arc;

use crate::body::{AnyBody, Body, Compound, Placed};
use crate::decompose::decompose_rings;
use crate::hull::{Solid, solid_hull};
use crate::math::{Real, Vec3};
use crate::mesh::{TriangleMesh, triangles_of_rings};
use crate::mpr::{Aim, Penetration, penetration};
use crate::pair::Obstacle;
use crate::query::{Dimension, any, forms, relation};
use crate::scene::Scene;
use crate::sdf::{DistanceMap, build_map};
use crate::shape::{AnyShape, ConvexPolyhedron, Shape};

/// The address of a function that is built for being named, and that nobody calls through it.
type Address = *const ();

/// Front doors in both precisions.
type Doors = [[Address; 4]; 2];

/// Built in every profile.
#[inline(never)]
pub fn always() -> (Doors, [[Address; 3]; 2], [Address; 20], Address) {
    let doors = [front_door::<Vec3<f64>>(), front_door::<Vec3<f32>>()];
    (doors, [hulls::<f64>(), hulls::<f32>()], any_form::<f64>(), depth_by_portal::<f64> as Address)
}

/// MPR on what is behind a pointer. GJK's partner for depths and the judge are built so for the front door.
fn depth_by_portal<T: Real>(obstacle: &&dyn Obstacle<Vec3<T>>, aim: &Aim<T>) -> Option<Penetration<Vec3<T>>> {
    penetration(obstacle, aim, &mut ()).ok()
}

/// Bodies of any form in space.
fn any_form<T: Real>() -> [Address; 20]
where
    Vec3<T>: Dimension,
{
    [
        forms::intersects::<Vec3<T>> as Address,
        forms::distance::<Vec3<T>> as Address,
        forms::contact::<Vec3<T>> as Address,
        forms::contact_within::<Vec3<T>> as Address,
        forms::contacts_of_forms::<Vec3<T>> as Address,
        forms::way_out_of_forms::<Vec3<T>> as Address,
        forms::cast_until::<Vec3<T>> as Address,
        relation::<T> as Address,
        Scene::<Vec3<T>>::add as Address,
        Scene::<Vec3<T>>::contacts as Address,
        triangles_of_rings::<T> as Address,
        TriangleMesh::<T>::nearest as Address,
        TriangleMesh::<T>::position as Address,
        decompose_rings::<T> as Address,
        build_map::<T> as Address,
        DistanceMap::<T>::sample_at as Address,
        <Placed<'_, TriangleMesh<T>, Vec3<T>> as Body>::form as Address,
        <AnyBody<Vec3<T>> as From<TriangleMesh<T>>>::from as Address,
        <AnyBody<Vec3<T>> as From<Arc<TriangleMesh<T>>>>::from as Address,
        <AnyBody<Vec3<T>> as From<Compound<AnyShape<T>>>>::from as Address,
    ]
}

/// The front door for shapes of any kind.
fn front_door<V: Dimension<Any: Shape<V = V>>>() -> [Address; 4] {
    [
        any::intersects_with::<V::Any> as Address,
        any::intersection::<V::Any> as Address,
        any::distance::<V::Any> as Address,
        any::contact::<V::Any> as Address,
    ]
}

/// Hulls, and polyhedra of them.
fn hulls<T: Real>() -> [Address; 3] {
    [
        solid_hull::<T> as Address,
        Solid::<T>::check as Address,
        ConvexPolyhedron::<T>::with_strategy as Address,
    ]
}

#[cfg(debug_assertions)]
pub use debug::in_debug_builds;

#[cfg(debug_assertions)]
mod debug {
    use super::{Address, Doors, front_door};
    use crate::math::{Real, Vec2, Vec3};
    use crate::mesh::{self, PolygonMesh};
    use crate::motion::{Mover, World, shrunk};
    use crate::query::{Dimension, any, batch, forms, relation};
    use crate::scene::Scene;
    use crate::shape::Shape;

    /// Built in debug builds only.
    #[inline(never)]
    pub fn in_debug_builds() -> ([[Address; 20]; 4], [[Address; 17]; 2], Doors) {
        let spaces = [space::<Vec3<f64>>(), space::<Vec3<f32>>(), space::<Vec2<f64>>(), space::<Vec2<f32>>()];
        let doors = [front_door::<Vec2<f64>>(), front_door::<Vec2<f32>>()];
        (spaces, [polyhedra::<f64>(), polyhedra::<f32>()], doors)
    }

    /// Scenes, batches, contacts, casts and measures, in the plane and in space.
    fn space<V: Dimension<Any: Shape<V = V>>>() -> [Address; 20] {
        [
            any::ray_cast::<V::Any> as Address,
            batch::intersects::<V> as Address,
            batch::distance::<V> as Address,
            batch::contact::<V> as Address,
            Scene::<V>::add as Address,
            Scene::<V>::remove as Address,
            Scene::<V>::move_object as Address,
            Scene::<V>::contacts as Address,
            Scene::<V>::manifolds as Address,
            Scene::<V>::nearest_pair_with as Address,
            Scene::<V>::cast as Address,
            Scene::<V>::distance_between as Address,
            Scene::<V>::contact_between as Address,
            Scene::<V>::nearest_into as Address,
            Scene::<V>::touching_parts as Address,
            Scene::<V>::touching_into::<V::Any> as Address,
            Scene::<V>::ray_cast_within as Address,
            Scene::<V>::slide_parts as Address,
            forms::contacts_of_forms::<V> as Address,
            forms::way_out_of_forms::<V> as Address,
        ]
    }

    /// Meshes and what moves.
    fn polyhedra<T: Real>() -> [Address; 17] {
        [
            PolygonMesh::<T>::of_rings as Address,
            relation::<T> as Address,
            PolygonMesh::<T>::from_solid as Address,
            mesh::position::<T> as Address,
            mesh::winding_number::<T> as Address,
            mesh::trace_segment::<T> as Address,
            mesh::in_solid::<T> as Address,
            mesh::is_in_solid::<T> as Address,
            shrunk::<T> as Address,
            World::<T>::insert as Address,
            World::<T>::set_pose as Address,
            Mover::move_past::<T> as Address,
            Mover::move_among::<T> as Address,
            Mover::free_among::<T> as Address,
            Mover::clearance_among::<T> as Address,
            Mover::contacts_among::<T> as Address,
            Mover::slide_among::<T> as Address,
        ]
    }
}
