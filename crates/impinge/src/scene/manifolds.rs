//! Contact manifolds of all objects of a scene: the input of a solver.
//!
//! 1. Pairs are those of [`Scene::contacts`]; or, for a cache of contacts, the tree is searched for pairs of boxes within the margin, which
//!    are sorted.
//! 2. Of these, pairs that are filtered out, or that the cache keeps, are dropped.
//! 3. For the others the manifolds are computed: for two convex bodies their [`manifold`](crate::manifold), for others piece by piece,
//!    without ghost contacts, as by [`contacts`](crate::contacts).
//!
//! No manifold is kept: [`ContactCache`](crate::persist::ContactCache), which stands on this, keeps contacts from step to step.
//!
//! **Threads.** Step 3 divides the pairs into ranges, each with a list of its own; concatenated, these are in order. So the result is
//! bit-identical for any number of threads.

use alloc::vec::Vec;

use super::pair_sort::ByPlace;
use super::{Object, ObjectHandle, Scene, SceneManifold};
use crate::answer::shell;
use crate::body::Form;
use crate::manifolds::ManifoldSettings;
use crate::math::Real;
use crate::nonconvex::{Dimension, FormSpace, PieceContact};
use crate::parallel;
use crate::shape::Widen;

/// Number of tasks for each thread: the cost of pairs varies, and many small tasks balance the load.
const TASKS_PER_THREAD: usize = 16;

/// Scenes with fewer pairs stay on one thread: a manifold takes about a microsecond, waking a thread some ten.
const SMALL: usize = 64;

/// Working memory of such a call, and its result.
#[derive(Clone, Debug)]
pub(super) struct Asked<V: Widen> {
    near: Vec<(u32, u32)>,
    by_place: ByPlace,
    pairs: Vec<(ObjectHandle, ObjectHandle)>,
    lists: Vec<TaskManifolds<V>>,
    found: Vec<SceneManifold<V>>,
}

impl<V: Widen> Default for Asked<V> {
    fn default() -> Self {
        Self {
            near: Vec::new(),
            by_place: ByPlace::default(),
            pairs: Vec::new(),
            lists: Vec::new(),
            found: Vec::new(),
        }
    }
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

impl<V: Dimension> Scene<V> {
    /// Contact manifolds of all touching objects: for each pair of [`Scene::contacts`] with the same margin, the manifold of two convex
    /// bodies, or one for each two pieces of bodies of other forms, without ghost contacts at internal edges. Sorted by handles, then
    /// by the names of the pieces.
    ///
    /// Points up to the margin apart are included (speculative contacts); a negative margin counts as 0 for points. A body or part
    /// inside a solid mesh or region that meets no face of it has a manifold with the nearest face, see [`contacts`](crate::contacts).
    ///
    /// No manifold is kept for the next call. For contacts over time, with data of yours and with manifolds that are kept while bodies
    /// rest, there is [`ContactCache`](crate::persist::ContactCache), which asks each pair once.
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
            return &[]; // NaN: nothing is near.
        }
        self.contacts(margin);
        let mut asked = core::mem::take(&mut self.asked);
        asked.found.clear();
        asked.pairs.clear();
        asked.pairs.extend(self.contacts.iter().map(|contact| (contact.a, contact.b)));
        self.ask_for_pairs(margin, &mut asked);
        self.asked = asked;
        &self.asked.found
    }

    /// Manifolds within a margin of at least 0, without the pairs in `except`, which must be sorted in ascending order. Unlike
    /// [`Scene::manifolds`] it does not ask for the contact of a pair first, so of pairs whose distance is the margin, up to their errors,
    /// it may have others.
    #[inline(never)]
    pub(crate) fn manifolds_except(&mut self, margin: V::Scalar, except: &[(ObjectHandle, ObjectHandle)]) {
        let mut asked = core::mem::take(&mut self.asked);
        asked.found.clear();
        if margin.partial_cmp(&margin).is_some() {
            self.tree.tidy();
            asked.near.clear();
            self.tree.each_pair(self.box_margin(margin), |a, b| asked.near.push((a, b)));
            asked.by_place.sort(&mut asked.near, self.objects.places());
            self.choose_pairs(except, &mut asked);
            self.ask_for_pairs(margin, &mut asked);
            // Removed if they are proven to be beyond the margin.
            let least = |m: &SceneManifold<V>| m.manifold.signed_distance.f64() - m.manifold.error.f64();
            asked.found.retain(|m| least(m) <= margin.f64());
        }
        self.asked = asked;
    }

    /// The result of the last call of [`Scene::manifolds_except`].
    pub(crate) fn last_manifolds(&self) -> &[SceneManifold<V>] {
        &self.asked.found
    }

    /// Whether a pair of objects is queried: both exist, their layers meet, and the pair is not ignored.
    pub(crate) fn is_asked_about(&self, a: ObjectHandle, b: ObjectHandle) -> bool {
        match (self.object(a), self.object(b)) {
            (Ok(first), Ok(second)) => self.is_asked(a.index, first, b.index, second),
            _ => false,
        }
    }

    /// Step 2.
    fn choose_pairs(&self, except: &[(ObjectHandle, ObjectHandle)], asked: &mut Asked<V>) {
        let mut except = except.iter().peekable();
        asked.pairs.clear();
        for &(a, b) in &asked.near {
            let (Some((first, generation_a)), Some((second, generation_b))) =
                (self.objects.at(a), self.objects.at(b))
            else {
                continue;
            };
            let pair = (
                ObjectHandle { index: a, generation: generation_a },
                ObjectHandle { index: b, generation: generation_b },
            );
            while except.next_if(|&&left_out| left_out < pair).is_some() {}
            if except.next_if(|&&left_out| left_out == pair).is_none() && self.is_asked(a, first, b, second) {
                asked.pairs.push(pair);
            }
        }
    }

    /// Step 3.
    fn ask_for_pairs(&self, margin: V::Scalar, asked: &mut Asked<V>) {
        let Asked { pairs, lists, found, .. } = asked;
        let settings = self.manifold_settings(margin);
        let threads = if pairs.len() < SMALL { 1 } else { parallel::threads() };
        let tasks = if threads == 1 { 1 } else { threads * TASKS_PER_THREAD };
        let stretch = pairs.len().div_ceil(tasks).max(1);
        let tasks = pairs.len().div_ceil(stretch);
        if lists.len() < tasks {
            lists.resize_with(tasks, TaskManifolds::default);
        }
        parallel::each(&mut lists[..tasks], 1, &|i, list: &mut TaskManifolds<V>| {
            let from = i * stretch;
            for &(a, b) in &pairs[from..usize::min(from + stretch, pairs.len())] {
                self.touch(a, b, &settings, list);
            }
        });
        match &mut lists[..tasks] {
            [all] => core::mem::swap(found, &mut all.found),
            lists => lists.iter_mut().for_each(|list| found.append(&mut list.found)),
        }
    }

    fn manifold_settings(&self, margin: V::Scalar) -> ManifoldSettings {
        ManifoldSettings { margin: margin.f64(), gap: self.settings.gap, ..ManifoldSettings::default() }
    }

    /// Contact manifolds of two objects.
    fn touch(
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

impl<V: Widen> Asked<V> {
    pub(super) fn heap_bytes(&self) -> usize {
        self.near.capacity() * size_of::<(u32, u32)>()
            + self.by_place.heap_bytes()
            + self.pairs.capacity() * size_of::<(ObjectHandle, ObjectHandle)>()
            + self.found.capacity() * size_of::<SceneManifold<V>>()
            + self.lists.capacity() * size_of::<TaskManifolds<V>>()
            + self.lists.iter().map(TaskManifolds::heap_bytes).sum::<usize>()
    }
}
