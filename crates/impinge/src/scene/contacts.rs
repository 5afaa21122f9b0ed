//! All contacts of a scene, kept from one call to the next.
//!
//! 1. Contacts of objects that changed since the last call are dropped; if the margin changed, all are.
//! 2. The tree is searched for pairs at least one of which changed: the whole tree against itself if many did, the
//!    surroundings of each changed object if few did. Each pair is queried as soon as it is found, while its objects are
//!    still in the cache.
//! 3. New contacts are sorted by handles and merged with those kept.
//!
//! **Threads.** Steps 2 and 3 are divided into tasks. A task writes to a list of its own; sorting makes one order of them,
//! regardless of the threads. Each answer depends only on its pair. So the result is bit-identical for any number
//! of threads.
//!
//! **No warm starts.** Answers are computed without memory of the last ones, so that they do not depend on the history of
//! a scene. State to be kept for each pair (a warm start, a manifold, impulses) is stored alongside the
//! contacts, by their handles, and used in queries of [`Scene::placed`].

use alloc::vec::Vec;

use super::ask;
use super::work::{Place, TaskContacts, Work, at_least, key, sort};
use super::{ObjectHandle, Scene, SceneContact};
use crate::answer::Settings;
use crate::nonconvex::Dimension;
use crate::parallel;

/// If fewer than one object in this many changed, the surroundings of each are searched; otherwise the whole tree. A
/// search from the root costs several times as much as an object's share in the search of the whole.
const FEW: usize = 8;

/// Number of tasks for each thread: pairs are spread unevenly, and many small tasks balance the load. More would cost too much
/// overhead.
const TASKS_PER_THREAD: usize = 16;

/// Number of contacts that one thread copies in one go: some tens of microseconds.
const COPIED: usize = 1024;

/// Scenes with fewer objects and contacts in total stay on one thread: waking another one takes about as long as a search of
/// a thousand objects that hardly touch.
const SMALL: usize = 2048;

/// Criteria of a search.
struct Wanted<T> {
    settings: Settings,
    margin: T,
    /// Whether every pair is wanted, not only those that changed.
    all: bool,
}

impl<V: Dimension> Scene<V> {
    /// All pairs of objects that are not filtered out (layers, ignored pairs) and whose signed distance is at most
    /// `margin`, sorted by handles. With a negative margin, those that overlap by at least that depth. A pair is omitted only
    /// if it is proven to be beyond the margin, so a reported pair may be beyond it by less than its error.
    ///
    /// Only pairs with an object that changed since the last call are recomputed, as long as the margin is the same.
    ///
    /// ```
    /// use impinge::{Circle, Pose, Scene, Vec2};
    ///
    /// let mut scene = Scene::<Vec2<f32>>::new();
    /// let coin = scene.add_shape(Circle::new(0.5));
    /// // A row of coins, each 0.25 away from the next.
    /// let row: Vec<_> =
    ///     (0..4_u8).map(|i| scene.add(coin, Pose::at([1.25 * f32::from(i), 0.0]))).collect::<Result<_, _>>()?;
    /// assert_eq!(scene.contacts(0.0).len(), 0);
    /// assert_eq!(scene.contacts(0.3).len(), 3);
    /// // One is pushed against its neighbor on the right: only its pairs are asked about again.
    /// scene.move_object(row[1], Pose::at([1.5, 0.0]))?;
    /// let touching = scene.contacts(0.0);
    /// assert_eq!((touching[0].a, touching[0].b), (row[1], row[2]));
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    #[inline(never)]
    pub fn contacts(&mut self, margin: V::Scalar) -> &[SceneContact<V>] {
        if margin.partial_cmp(&margin).is_none() {
            return &[]; // NaN: nothing is near. The contacts stay.
        }
        let all = self.margin != Some(margin);
        self.margin = Some(margin);
        let kept = self.drop_changed(all);
        let mut work = core::mem::take(&mut self.work);
        if all || !self.changed.is_empty() {
            self.tree.tidy();
            let wanted = Wanted { settings: self.settings_within(margin), margin, all };
            if all || self.changed.len() * FEW >= self.objects.len() {
                self.search_tree(&wanted, &mut work);
            } else {
                self.search_around(&wanted, &mut work);
            }
            sort(&mut work);
            self.merge(kept, &work);
        }
        self.work = work;
        for &index in &self.changed {
            self.is_changed[index as usize] = false;
        }
        self.changed.clear();
        &self.contacts
    }

    /// The contacts found by the last call of [`Scene::contacts`].
    pub fn last_contacts(&self) -> &[SceneContact<V>] {
        &self.contacts
    }

    /// Step 1. Returns the number of contacts that stay, at the front; if none do, all are left for [`Scene::merge`] to overwrite.
    fn drop_changed(&mut self, all: bool) -> usize {
        if all || self.changed.len() >= self.objects.places() {
            return 0;
        }
        if !self.changed.is_empty() {
            let changed = &self.is_changed;
            self.contacts.retain(|c| !changed[c.a.index()] && !changed[c.b.index()]);
        }
        self.contacts.len()
    }

    /// Number of threads that the next search is worth.
    fn threads(&self) -> usize {
        if self.changed.len() + self.contacts.len() < SMALL { 1 } else { parallel::threads() }
    }

    /// Step 2 if many changed.
    fn search_tree(&self, wanted: &Wanted<V::Scalar>, work: &mut Work<V>) {
        let reach = self.box_margin(wanted.margin);
        let threads = self.threads();
        if threads == 1 {
            let found = &mut at_least(&mut work.lists, 1)[0];
            self.tree.each_pair(reach, |a, b| self.look(a, b, wanted, &mut found.contacts));
            found.note_places(0);
            return;
        }
        let Work { lists, tasks, .. } = work;
        self.tree.tasks_into(threads * TASKS_PER_THREAD, reach, tasks);
        let lists = at_least(lists, tasks.len());
        parallel::each(lists, 1, &|i, found: &mut TaskContacts<V>| {
            self.tree.each_pair_of(tasks[i], reach, |a, b| self.look(a, b, wanted, &mut found.contacts));
            found.note_places(i);
        });
    }

    /// Step 2 if few changed.
    fn search_around(&self, wanted: &Wanted<V::Scalar>, work: &mut Work<V>) {
        let reach = self.box_margin(wanted.margin);
        let threads = self.threads();
        let tasks = if threads == 1 { 1 } else { threads * TASKS_PER_THREAD };
        let stretch = self.changed.len().div_ceil(tasks).max(1);
        let lists = at_least(&mut work.lists, self.changed.len().div_ceil(stretch));
        parallel::each(lists, 1, &|i, found: &mut TaskContacts<V>| {
            let from = i * stretch;
            let to = usize::min(from + stretch, self.changed.len());
            for &a in &self.changed[from..to] {
                // Removed objects are among the changed ones.
                let Some((object, _)) = self.objects.at(a) else { continue };
                let Some(aabb) = self.tree.aabb(object.leaf) else { continue };
                self.tree.each_in_box(&aabb.grown(reach), |b| {
                    // A pair of two changed objects is found twice.
                    if a != b && (a < b || !self.is_changed[b as usize]) {
                        self.look(a, b, wanted, &mut found.contacts);
                    }
                });
            }
            found.note_places(i);
        });
    }

    /// Queries two objects whose boxes are near one another.
    #[inline]
    fn look(&self, a: u32, b: u32, wanted: &Wanted<V::Scalar>, found: &mut Vec<SceneContact<V>>) {
        if !wanted.all && !self.is_changed[a as usize] && !self.is_changed[b as usize] {
            return;
        }
        let (a, b) = if a < b { (a, b) } else { (b, a) };
        let (Some((first, generation_a)), Some((second, generation_b))) =
            (self.objects.at(a), self.objects.at(b))
        else {
            return;
        };
        if !self.is_asked(a, first, b, second) {
            return;
        }
        let contact = ask::contact_within(&self.place(first), &self.place(second), &wanted.settings);
        if let Some(contact) = contact
            && ask::is_within(&contact, wanted.margin)
        {
            found.push(SceneContact {
                a: ObjectHandle { index: a, generation: generation_a },
                b: ObjectHandle { index: b, generation: generation_b },
                contact,
            });
        }
    }

    /// Step 3: merges the sorted new contacts with the first `kept` ones.
    #[inline(never)]
    fn merge(&mut self, kept: usize, work: &Work<V>) {
        let (order, lists) = (&work.order, &work.lists);
        self.contacts.truncate(kept + order.len());
        let at = |&(_, list, place): &Place| lists[list as usize].contacts[place as usize];
        let Some(first) = order.first() else { return };
        self.contacts.resize(kept + order.len(), at(first));
        if kept == 0 {
            parallel::each(&mut self.contacts, COPIED, &|i, contact| *contact = at(&order[i]));
            return;
        }
        // From the end, so that nothing is overwritten before it is read.
        let (mut old, mut new) = (kept, order.len());
        while new > 0 {
            if old > 0 && key(&self.contacts[old - 1]) > order[new - 1].0 {
                old -= 1;
                self.contacts[old + new] = self.contacts[old];
            } else {
                new -= 1;
                self.contacts[old + new] = at(&order[new]);
            }
        }
    }
}
