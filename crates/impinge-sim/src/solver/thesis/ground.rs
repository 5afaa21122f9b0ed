//! Where the bodies of the loop stand, and which of them are near one another.
//!
//! A [`World`](crate::World) asks its scene. A stack by itself asks its boxes (`crates/impinge-sim/src/stack/by_thesis.rs`): a program
//! that has single precision for the thesis' sake only builds no scene in `f32`.

use impinge::contact::Manifold;
use impinge::scene::{ObjectHandle, Scene, SceneError};
use impinge::{AnyShape, At, Pose, Real, Vec3};

/// Told of the manifold of two bodies.
pub(crate) type Each<'a, T> = dyn FnMut([usize; 2], &Manifold<Vec3<T>>) + 'a;

/// Bodies by their places in the list of states.
pub(crate) trait Ground<T: Real> {
    /// Sets where a body is now.
    fn place(&mut self, body: usize, pose: Pose<Vec3<T>>) -> Result<(), SceneError>;

    /// Tells of all manifolds of bodies within the margin, in the order of their places.
    fn near(&mut self, margin: T, each: &mut Each<'_, T>);

    /// A body where it stands; `None` if it is not a named convex shape.
    fn convex(&self, body: usize) -> Option<At<&AnyShape<T>>>;
}

/// The scene of a world.
pub(crate) struct InScene<'a, T: Real> {
    scene: &'a mut Scene<Vec3<T>>,
    /// By places; those of bodies that were removed have any handle, and are fixed.
    handles: &'a [ObjectHandle],
}

impl<'a, T: Real> InScene<'a, T> {
    /// `handles` is written anew.
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

    fn near(&mut self, margin: T, each: &mut Each<'_, T>) {
        for found in self.scene.manifolds(margin) {
            each([found.a.index(), found.b.index()], &found.manifold);
        }
    }

    fn convex(&self, body: usize) -> Option<At<&AnyShape<T>>> {
        self.scene.convex(self.handles[body]).ok()
    }
}
