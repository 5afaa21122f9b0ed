//! Contact manifolds of selected pairs, for callers that keep the manifolds of the others themselves.
//!
//! 1. The tree is searched for pairs of boxes within the margin; these are sorted.
//! 2. Pairs that the caller excluded, or that are filtered out, are dropped.
//! 3. The others are divided into ranges, each with a list of its own; concatenated, these are in order. So the result is
//!    bit-identical for any number of threads.

use alloc::vec::Vec;

use super::manifolds::{SMALL, TASKS_PER_THREAD, TaskManifolds};
use super::{ObjectHandle, Scene, SceneManifold};
use crate::math::Real;
use crate::nonconvex::Dimension;
use crate::parallel;
use crate::shape::Widen;

/// Working memory of such a call.
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

impl<V: Dimension> Scene<V> {
    /// The result of [`Scene::manifolds`] without the pairs in `except`, which must be sorted in ascending order.
    ///
    /// For a solver that keeps the manifolds of pairs with little relative motion. Nothing is kept here: all other pairs
    /// are recomputed in each call, at half the cost of [`Scene::manifolds`], since [`Scene::contacts`] is not called first.
    ///
    /// ```
    /// use impinge::{Cuboid, Pose, Scene, Vec3};
    ///
    /// let mut scene = Scene::<Vec3<f64>>::new();
    /// let cube = scene.add_shape(Cuboid::new([1.0, 1.0, 1.0]));
    /// let tower: Vec<_> =
    ///     (0..3_u8).map(|i| scene.add(cube, Pose::at([0.0, 0.0, 1.875 * f64::from(i)]))).collect::<Result<_, _>>()?;
    /// assert_eq!(scene.manifolds_except(0.0, &[]).len(), 2);
    /// let found = scene.manifolds_except(0.0, &[(tower[0], tower[1])]);
    /// assert_eq!((found.len(), found[0].a, found[0].b), (1, tower[1], tower[2]));
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    #[inline(never)]
    pub fn manifolds_except(
        &mut self,
        margin: V::Scalar,
        except: &[(ObjectHandle, ObjectHandle)],
    ) -> &[SceneManifold<V>] {
        let mut asked = core::mem::take(&mut self.asked);
        asked.found.clear();
        if margin.partial_cmp(&margin).is_some() {
            self.tree.tidy();
            asked.near.clear();
            self.tree.each_pair(self.box_margin(margin), |a, b| asked.near.push((a, b)));
            asked.by_place.sort(&mut asked.near, self.objects.places());
            self.choose_pairs(except, &mut asked);
            self.ask_for_pairs(margin, &mut asked);
        }
        self.asked = asked;
        &self.asked.found
    }

    /// The result of the last call of [`Scene::manifolds_except`].
    pub fn last_manifolds_except(&self) -> &[SceneManifold<V>] {
        &self.asked.found
    }

    /// Whether a pair of objects is queried: both exist, their layers meet, and the pair is not ignored.
    pub fn is_asked_about(&self, a: ObjectHandle, b: ObjectHandle) -> bool {
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
        // As for contacts: removed if they are proven to be beyond the margin.
        let least = |m: &SceneManifold<V>| m.manifold.signed_distance.f64() - m.manifold.error.f64();
        found.retain(|m| least(m) <= margin.f64());
    }
}

/// Sorts pairs of indices in time linear in both (radix sort): first by the second index, then, stably, by the first.
#[derive(Clone, Debug, Default)]
struct ByPlace {
    /// For the first and the second index of a pair, the number of pairs with each value; then the position of the next of them.
    next: [Vec<u32>; 2],
    /// Sorted by the second index.
    halfway: Vec<(u32, u32)>,
}

impl ByPlace {
    /// A list with this many times fewer pairs than there are indices is sorted by comparison.
    const FEW: usize = 8;

    /// All indices must be below `places`.
    fn sort(&mut self, pairs: &mut [(u32, u32)], places: usize) {
        if pairs.len() < places / Self::FEW {
            return pairs.sort_unstable();
        }
        let Self { next: [first, second], halfway } = self;
        for next in [&mut *first, &mut *second] {
            next.clear();
            next.resize(places, 0);
        }
        for &(a, b) in &*pairs {
            first[a as usize] += 1;
            second[b as usize] += 1;
        }
        for next in [&mut *first, &mut *second] {
            let mut start = 0;
            for next in next {
                start += core::mem::replace(next, start);
            }
        }
        halfway.clear();
        halfway.resize(pairs.len(), (0, 0));
        let take = |next: &mut u32| core::mem::replace(next, *next + 1) as usize;
        for &pair in &*pairs {
            halfway[take(&mut second[pair.1 as usize])] = pair;
        }
        for &pair in &*halfway {
            pairs[take(&mut first[pair.0 as usize])] = pair;
        }
    }
}

impl<V: Widen> Asked<V> {
    pub(super) fn heap_bytes(&self) -> usize {
        (self.near.capacity() + self.by_place.halfway.capacity()) * size_of::<(u32, u32)>()
            + (self.by_place.next[0].capacity() + self.by_place.next[1].capacity()) * size_of::<u32>()
            + self.pairs.capacity() * size_of::<(ObjectHandle, ObjectHandle)>()
            + self.found.capacity() * size_of::<SceneManifold<V>>()
            + self.lists.capacity() * size_of::<TaskManifolds<V>>()
            + self.lists.iter().map(TaskManifolds::heap_bytes).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By index and by comparison: the same order, for few pairs and for many.
    #[test]
    fn pairs_are_sorted() {
        let mut by_place = ByPlace::default();
        for (places, count) in [(1, 0), (40, 3), (40, 200), (1000, 100), (1000, 3000)] {
            let mut seed = 1_u32;
            let mut place = || {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (seed >> 8) % places
            };
            let mut pairs: Vec<(u32, u32)> = (0..count).map(|_| (place(), place())).collect();
            let mut sorted = pairs.clone();
            sorted.sort_unstable();
            by_place.sort(&mut pairs, places as usize);
            assert_eq!(pairs, sorted);
        }
    }
}
