//! What is built with the crate, for both precisions: a generic function marked `#[inline(never)]` is built where it is first
//! used, and crates that use it later take it from there. So a program that uses these builds sooner, and they run as fast as
//! its dependencies are optimized, whatever its own profile says.
//!
//! - In every profile, in space: the front door for shapes of any kind, through which scenes, batches and the program answer, and
//!   hulls; in `f64` also bodies of any form, scenes of them, casts, the building of meshes and distance maps, which the program asks.
//! - In debug builds, that is, with debug assertions: all else that is long and the same code for all shapes. There it
//!   matters most, as a program is built often and its own code is slow; a release build is spared what it may not use.
//!
//!   There the front door is not built anew for each pair of types either: the functions on shapes that are taken apart, which a
//!   release build puts into every call so that the kinds of the cores are known, are called as they are. What a test holds true
//!   in a debug build is the same code, with branches on the kinds.
//!
//! To build another function with the crate, mark it `#[inline(never)]` and name it here: one that is long and not in a
//! tight loop.

use alloc::sync::Arc;

use crate::body::{AnyBody, Body, Compound, Placed};
use crate::decompose::decompose_rings;
use crate::hull::{Solid, solid_hull};
use crate::math::{Real, Vec3};
use crate::mesh::{TriangleMesh, triangles_of_rings};
use crate::mpr::{Aim, Penetration, penetration};
use crate::pair::Obstacle;
use crate::query::{Dimension, any, bodies, relation};
use crate::scene::Scene;
use crate::sdf::{DistanceMap, build_map};
use crate::shape::{AnyShape, ConvexPolyhedron, Shape};

/// The address of a function that is built for being named, and that nobody calls through it.
type Address = *const ();

/// Front doors in both precisions.
type Doors = [[Address; 4]; 2];

/// Built in every profile.
#[inline(never)]
pub fn always() -> (Doors, [[Address; 3]; 2], [Address; 21], Address) {
    let doors = [front_door::<Vec3<f64>>(), front_door::<Vec3<f32>>()];
    (doors, [hulls::<f64>(), hulls::<f32>()], any_form::<f64>(), depth_by_portal::<f64> as Address)
}

/// MPR on what is behind a pointer. GJK's partner for depths and the judge are built so for the front door.
fn depth_by_portal<T: Real>(obstacle: &&dyn Obstacle<Vec3<T>>, aim: &Aim<T>) -> Option<Penetration<Vec3<T>>> {
    penetration(obstacle, aim, &mut ()).ok()
}

/// Bodies of any form in space.
fn any_form<T: Real>() -> [Address; 21]
where
    Vec3<T>: Dimension,
{
    [
        bodies::intersects::<Vec3<T>> as Address,
        bodies::distance::<Vec3<T>> as Address,
        bodies::contact::<Vec3<T>> as Address,
        bodies::contact_within::<Vec3<T>> as Address,
        bodies::contacts_of_forms::<Vec3<T>> as Address,
        bodies::way_out_of_forms::<Vec3<T>> as Address,
        bodies::cast_until::<Vec3<T>> as Address,
        bodies::cast_parts::<Vec3<f64>> as Address,
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
    use crate::contact;
    use crate::math::{Real, Vec2, Vec3};
    use crate::mesh::{self, PolygonMesh};
    use crate::motion::{Mover, World, shrunk};
    use crate::query::{CastSpace, Dimension, Warm, any, batch, parts, relation};
    use crate::scene::Scene;
    use crate::shape::Shape;

    /// Queries of two convex shapes, in the plane and in space.
    type Convex = [[Address; 12]; 2];

    /// Built in debug builds only.
    #[inline(never)]
    pub fn in_debug_builds() -> ([[Address; 25]; 4], Convex, [[Address; 17]; 2], Doors) {
        let spaces = [space::<Vec3<f64>>(), space::<Vec3<f32>>(), space::<Vec2<f64>>(), space::<Vec2<f32>>()];
        let doors = [front_door::<Vec2<f64>>(), front_door::<Vec2<f32>>()];
        let convex = [convex::<Vec3<f64>>(), convex::<Vec2<f64>>()];
        (spaces, convex, [polyhedra::<f64>(), polyhedra::<f32>()], doors)
    }

    /// Scenes, batches, contacts, casts and measures, in the plane and in space.
    fn space<V: Dimension<Any: Shape<V = V>>>() -> [Address; 25] {
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
            parts::half_space_manifold::<V> as Address,
            parts::contacts_of_forms::<V> as Address,
            parts::way_out_of_forms::<V> as Address,
            Warm::<V>::meet as Address,
            Warm::<V>::how_far as Address,
            Warm::<V>::how_deep as Address,
            V::bracket as Address,
        ]
    }

    /// Queries of two convex shapes, in `f64` for both precisions.
    fn convex<W: CastSpace>() -> [Address; 12] {
        [
            contact::manifold::<W> as Address,
            contact::half_space_manifold::<W> as Address,
            contact::features::<W> as Address,
            contact::perturbation::perturbed_manifold::<W> as Address,
            parts::cast_parts::<W> as Address,
            parts::parts_meet::<W> as Address,
            parts::intersects::<W> as Address,
            parts::intersection::<W> as Address,
            parts::distance::<W> as Address,
            parts::contact::<W> as Address,
            parts::features::<W> as Address,
            parts::manifold::<W> as Address,
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
