//! Contact manifolds of all objects of a scene: the input of a solver.
//!
//! 1. [`Scene::contacts`] finds the pairs within the margin, and the objects that changed.
//! 2. Manifolds of objects that changed since the last call are dropped; if the margin changed, all are.
//! 3. For each contact of a changed object the manifolds are computed: for two convex bodies their [`manifold`](crate::manifold), for
//!    others piece by piece, without ghost contacts, as by [`contacts`](crate::contacts).
//! 4. New manifolds are merged with those kept.
//!
//! **Threads.** Contacts are sorted by their handles. Step 3 divides them into ranges, each with a list of its own; concatenated,
//! these are in order. So the result is bit-identical for any number of threads.

use alloc::vec::Vec;

use super::{Object, ObjectHandle, Scene, SceneManifold};
use crate::answer::shell;
use crate::body::Form;
use crate::manifolds::ManifoldSettings;
use crate::math::Real;
use crate::nonconvex::{Dimension, FormSpace, PieceContact};
use crate::parallel;
use crate::shape::Widen;

/// Number of tasks for each thread: the cost of pairs varies, and many small tasks balance the load.
pub(super) const TASKS_PER_THREAD: usize = 16;

/// Scenes with fewer contacts stay on one thread: a manifold takes about a microsecond, waking a thread some ten.
pub(super) const SMALL: usize = 64;

/// Manifolds kept from one call to the next.
#[derive(Clone, Debug)]
pub(super) struct KeptManifolds<V: Widen> {
    /// The margin for which they were computed.
    margin: Option<V::Scalar>,
    /// Sorted by handles, then by the names of the pieces.
    found: Vec<SceneManifold<V>>,
    /// Objects that changed since, by index, and whether any did.
    is_changed: Vec<bool>,
    changed: bool,
    lists: Vec<TaskManifolds<V>>,
    /// Output buffer of the merge.
    merged: Vec<SceneManifold<V>>,
}

/// Results of a task, and working memory for one pair.
#[derive(Clone, Debug)]
pub(super) struct TaskManifolds<V: Widen> {
    pub found: Vec<SceneManifold<V>>,
    pieces: Vec<PieceContact<V::Wide>>,
}

impl<V: Widen> Default for TaskManifolds<V> {
    fn default() -> Self {
        Self { found: Vec::new(), pieces: Vec::new() }
    }
}

impl<V: Widen> TaskManifolds<V> {
    pub(super) fn heap_bytes(&self) -> usize {
        self.found.capacity() * size_of::<SceneManifold<V>>()
            + self.pieces.capacity() * size_of::<PieceContact<V::Wide>>()
    }
}

impl<V: Widen> Default for KeptManifolds<V> {
    fn default() -> Self {
        Self {
            margin: None,
            found: Vec::new(),
            is_changed: Vec::new(),
            changed: false,
            lists: Vec::new(),
            merged: Vec::new(),
        }
    }
}

impl<V: Dimension> Scene<V> {
    /// Contact manifolds of all touching objects: for each pair of [`Scene::contacts`] with the same margin, the manifold of two convex
    /// bodies, or one for each two pieces of bodies of other forms, without ghost contacts at internal edges. Sorted by handles, then
    /// by the names of the pieces.
    ///
    /// Only pairs with an object that changed since the last call are recomputed, as long as the margin is the same; so call this and
    /// [`Scene::contacts`] with the same margin. Points up to the margin apart are included (speculative contacts); a negative margin
    /// counts as 0 for points. A body or part inside a solid mesh or region that meets no face of it has a manifold with the nearest
    /// face, see [`contacts`](crate::contacts).
    ///
    /// ```
    /// use impinge::{Cuboid, HalfSpace, Pose, Scene, Vec3};
    ///
    /// let mut scene = Scene::<Vec3<f64>>::new();
    /// let floor = scene.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    /// let cube = scene.add_shape(Cuboid::new([1.0, 1.0, 1.0]));
    /// scene.add(floor, Pose::IDENTITY)?;
    /// scene.add(cube, Pose::at([0.0, 0.0, 0.875]))?;
    /// scene.add(cube, Pose::at([1.0, 0.0, 2.75]))?; // on the first one, half beside it
    /// let found = scene.manifolds(0.0);
    /// assert_eq!(found.len(), 2);
    /// for each in found {
    ///     assert_eq!((each.manifold.points().len(), each.manifold.normal.z), (4, 1.0));
    ///     assert!(each.manifold.points().iter().all(|p| p.depth() == 0.125));
    /// }
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    #[inline(never)]
    pub fn manifolds(&mut self, margin: V::Scalar) -> &[SceneManifold<V>] {
        if margin.partial_cmp(&margin).is_none() {
            return &[]; // NaN: nothing is near. The manifolds stay.
        }
        self.contacts(margin);
        let mut kept = core::mem::take(&mut self.manifolds);
        let all = kept.margin != Some(margin);
        if all {
            kept.margin = Some(margin);
            kept.found.clear();
            kept.is_changed.clear();
            kept.is_changed.resize(self.objects.places(), true);
        }
        if all || kept.changed {
            let KeptManifolds { found, is_changed, .. } = &mut kept;
            found.retain(|m| !is_changed[m.a.index()] && !is_changed[m.b.index()]);
            let tasks = self.ask_for_manifolds(margin, &mut kept);
            kept.merge(tasks);
            kept.is_changed.fill(false);
            kept.changed = false;
        }
        self.manifolds = kept;
        &self.manifolds.found
    }

    /// Step 3. Returns the number of lists written.
    fn ask_for_manifolds(&self, margin: V::Scalar, kept: &mut KeptManifolds<V>) -> usize {
        let KeptManifolds { is_changed, lists, .. } = kept;
        let settings = self.manifold_settings(margin);
        let threads = if self.contacts.len() < SMALL { 1 } else { parallel::threads() };
        let tasks = if threads == 1 { 1 } else { threads * TASKS_PER_THREAD };
        let stretch = self.contacts.len().div_ceil(tasks).max(1);
        let tasks = self.contacts.len().div_ceil(stretch);
        if lists.len() < tasks {
            lists.resize_with(tasks, TaskManifolds::default);
        }
        parallel::each(&mut lists[..tasks], 1, &|i, list: &mut TaskManifolds<V>| {
            let from = i * stretch;
            let to = usize::min(from + stretch, self.contacts.len());
            for contact in &self.contacts[from..to] {
                if is_changed[contact.a.index()] || is_changed[contact.b.index()] {
                    self.touch(contact.a, contact.b, &settings, list);
                }
            }
        });
        tasks
    }

    pub(super) fn manifold_settings(&self, margin: V::Scalar) -> ManifoldSettings {
        ManifoldSettings { margin: margin.f64(), gap: self.settings.gap, ..ManifoldSettings::default() }
    }

    /// Contact manifolds of two objects.
    pub(super) fn touch(
        &self,
        a: ObjectHandle,
        b: ObjectHandle,
        settings: &ManifoldSettings,
        list: &mut TaskManifolds<V>,
    ) {
        let (Ok(first), Ok(second)) = (self.object(a), self.object(b)) else { return };
        let form = |object: &Object<V>| self.shape_at(object.shape).form_at(&object.pose);
        let (form_a, form_b) = (form(first), form(second));
        if let (Form::Convex(parts_a), Form::Convex(parts_b)) = (&form_a, &form_b) {
            let manifold = shell::manifold(parts_a, parts_b, settings).narrowed();
            if !manifold.points().is_empty() {
                list.found.push(SceneManifold { a, b, part_a: None, part_b: None, patch: 0, manifold });
            }
            return;
        }
        V::Wide::patches_of_forms(&form_a, &form_b, settings, &mut list.pieces);
        let found = list.pieces.drain(..).map(|piece| {
            let PieceContact { part_a, part_b, patch, manifold } = piece;
            SceneManifold { a, b, part_a, part_b, patch, manifold: manifold.narrowed() }
        });
        list.found.extend(found);
    }
}

impl<V: Widen> KeptManifolds<V> {
    /// Notes which objects changed, before contacts forget it.
    pub(super) fn note_changes(&mut self, changed: &[u32], places: usize) {
        if self.margin.is_none() {
            return; // No manifolds have been requested yet.
        }
        self.is_changed.resize(places, false);
        for &index in changed {
            self.is_changed[index as usize] = true;
        }
        self.changed |= !changed.is_empty();
    }

    /// Step 4: merges the sorted contents of the first `tasks` lists with the manifolds kept.
    fn merge(&mut self, tasks: usize) {
        let Self { found, lists, merged, .. } = self;
        if found.is_empty() {
            lists[..tasks].iter_mut().for_each(|list| found.append(&mut list.found));
            return;
        }
        merged.clear();
        let mut new = lists[..tasks].iter_mut().flat_map(|list| list.found.drain(..)).peekable();
        for old in found.drain(..) {
            while let Some(next) = new.next_if(|next| (next.a, next.b) < (old.a, old.b)) {
                merged.push(next);
            }
            merged.push(old);
        }
        merged.extend(new);
        core::mem::swap(found, merged);
    }

    pub(super) fn heap_bytes(&self) -> usize {
        (self.found.capacity() + self.merged.capacity()) * size_of::<SceneManifold<V>>()
            + self.is_changed.capacity()
            + self.lists.capacity() * size_of::<TaskManifolds<V>>()
            + self.lists.iter().map(TaskManifolds::heap_bytes).sum::<usize>()
    }
}
