//! Poses of the bodies in the loop, and the pairs that are near one another.
//!
//! A [`World`](crate::World) uses its scene. A stack by itself uses its boxes (`crates/impinge-sim/src/study/by_thesis.rs`): a program
//! that needs single precision only for the thesis builds no scene in `f32`.

use impinge::manifolds::Manifold;
use impinge::scene::{ObjectHandle, Scene, SceneError};
use impinge::{AnyShape, At, Pose, Real, Vec3};

/// Callback for the manifold of two bodies.
pub(crate) type Each<'a, T> = dyn FnMut([usize; 2], &Manifold<Vec3<T>>) + 'a;

/// Bodies by their indices in the list of states.
pub(crate) trait Ground<T: Real> {
    /// Sets the pose of a body.
    fn place(&mut self, body: usize, pose: Pose<Vec3<T>>) -> Result<(), SceneError>;

    /// Calls `each` with all manifolds of bodies within the margin, in the order of their indices.
    fn near(&mut self, margin: T, each: &mut Each<'_, T>);

    /// Handle of a body, if it has one.
    fn handle(&self, _body: usize) -> Option<ObjectHandle> {
        None
    }

    /// A body at its pose; `None` if it is not a named convex shape.
    fn convex(&self, body: usize) -> Option<At<&AnyShape<T>>>;
}

/// The scene of a world.
pub(crate) struct InScene<'a, T: Real> {
    scene: &'a mut Scene<Vec3<T>>,
    /// Handles by slots; those of removed bodies have any handle, and are fixed.
    handles: &'a [ObjectHandle],
}

impl<'a, T: Real> InScene<'a, T> {
    /// `handles` is overwritten.
    pub fn new(scene: &'a mut Scene<Vec3<T>>, handles: &'a mut Vec<ObjectHandle>) -> Self {
        handles.clear();
        for handle in scene.objects() {
            handles.resize(handle.index() + 1, handle);
        }
        Self { scene, handles }
    }
}

impl<T: Real> Ground<T> for InScene<'_, T> {
    fn place(&mut self, body: usize, pose: Pose<Vec3<T>>) -> Result<(), SceneError> {
        self.scene.move_object(self.handles[body], pose)
    }

    fn handle(&self, body: usize) -> Option<ObjectHandle> {
        self.handles.get(body).copied()
    }

    fn near(&mut self, margin: T, each: &mut Each<'_, T>) {
        for found in self.scene.manifolds(margin) {
            each([found.a.index(), found.b.index()], &found.manifold);
        }
    }

    fn convex(&self, body: usize) -> Option<At<&AnyShape<T>>> {
        self.scene.convex(self.handles[body]).ok()
    }
}
