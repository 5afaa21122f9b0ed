//! Contacts of a scene over time: which manifolds of the last step are kept, and which are computed again.
//!
//! **Answers**, once for each step of a simulation: all contacts of a [`Scene`], with your data of each from the step before, and which
//! contacts began and ended. Take it for a solver of many bodies; for one pair, take [`Persistent`](super::Persistent).
//!
//! 1. A pair that touches in a face keeps its manifold if its bodies moved relative to each other by less than
//!    [`ContactCacheSettings::kept_motion`] since the manifold was computed: its points move with the bodies.
//! 2. All others go through broad phase and narrow phase again. In a pile at rest none does.
//! 3. Old and new manifolds are in the order of handles and pieces, so they are merged in one pass. Contacts are the same if bodies and
//!    pieces are, points if their features on both bodies are: your data of them are carried.
//!
//! **Guarantee.** The same bits for any number of threads. Contacts are sorted by handles, then by pieces. Without kept manifolds they
//! are those of [`Scene::manifolds`] with the same margin, except for pairs whose distance is the margin up to their errors.
//!
//! **Cost.** One pass over all contacts, and a manifold for each pair that is not kept. Nothing is allocated once the lists have grown,
//! except for handing tasks to other threads.
//!
//! **Failure.** A kept manifold does not show features that come near while the bodies move by less than the limit; its error bound
//! grows with the motion.

use alloc::vec::Vec;
use core::ops::Range;

use super::cached_contact::{CachedContact, ContactData, ContactDetails, Key, PlacedContact};
use crate::math::{Pose, Real, Rotation, Vector};
use crate::nonconvex::Dimension;
use crate::parallel;
use crate::scene::{ObjectHandle, Scene, SceneManifold};

/// Motion up to which manifolds are kept, relative to the margin. Approaching features are then still found at 3/4 of the margin.
const KEPT: f64 = 0.25;

/// Contacts per task.
const STRETCH: usize = 256;

/// Two bodies, the smaller handle first.
type Pair = (ObjectHandle, ObjectHandle);

/// Range of the contacts of a [`ContactCache`], and which are kept.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ContactCacheSettings<T> {
    /// Largest distance of a contact.
    pub margin: T,
    /// Largest motion of bodies relative to one another, since the manifold of a face was computed, up to which it is kept. `None`
    /// computes all manifolds in each step.
    pub kept_motion: Option<T>,
}

impl<T: Real> ContactCacheSettings<T> {
    /// Contacts up to this distance; manifolds are kept up to a quarter of it.
    pub fn of_margin(margin: T) -> Self {
        Self { margin, kept_motion: Some(margin * T::of(KEPT)) }
    }
}

/// Bodies of a program for a [`ContactCache`], and contacts that the program finds itself. `()` stands for the bodies of the scene, each
/// about the origin of its shape.
pub trait ContactBodies<V: Dimension>: Sync {
    /// Center and rotation of a body.
    fn frame(&self, scene: &Scene<V>, body: ObjectHandle) -> (V, V::Rotation);

    /// Upper bound on the distance of a point of a body from its center; infinite if there is none.
    fn reach(&self, scene: &Scene<V>, body: ObjectHandle) -> V::Scalar;

    /// Whether a contact of two bodies is wanted.
    fn is_wanted(&self, _a: ObjectHandle, _b: ObjectHandle) -> bool {
        true
    }

    /// Finds contacts of its own, such as speculative contacts of fast bodies, of pairs that are not among those `kept`, which are
    /// sorted.
    fn find(&mut self, _scene: &Scene<V>, _kept: &[(ObjectHandle, ObjectHandle)]) {}

    /// Pairs whose contacts it found, sorted: they are not computed again.
    fn pairs(&self) -> &[(ObjectHandle, ObjectHandle)] {
        &[]
    }

    /// Number of lists of contacts that it found.
    fn lists(&self) -> usize {
        0
    }

    /// Contacts that it found, one list after the other, sorted by handles and pieces.
    fn found(&self, _list: usize) -> &[SceneManifold<V>] {
        &[]
    }
}

impl<V: Dimension> ContactBodies<V> for () {
    fn frame(&self, scene: &Scene<V>, body: ObjectHandle) -> (V, V::Rotation) {
        scene
            .pose(body)
            .map_or((V::ZERO, V::Rotation::IDENTITY), |pose| (pose.translation(), pose.rotation()))
    }

    fn reach(&self, scene: &Scene<V>, body: ObjectHandle) -> V::Scalar {
        let Ok(shape) = scene.shape_of(body) else { return V::Scalar::INFINITY };
        let bounds = shape.aabb(&Pose::IDENTITY);
        let reach = Vector::max(Vector::abs(bounds.min), Vector::abs(bounds.max)).norm();
        if reach.is_finite() { reach } else { V::Scalar::INFINITY }
    }
}

/// Compact data of a contact for passes over all contacts.
#[derive(Clone, Copy, Debug)]
pub struct ContactBrief {
    /// Its bodies, A first.
    pub pair: (ObjectHandle, ObjectHandle),
    /// Number of its points.
    pub count: u8,
    is_kept: bool,
}

impl ContactBrief {
    fn new<V: Vector, D>(contact: &CachedContact<V, D>) -> Self {
        Self { pair: contact.pair(), count: contact.count() as u8, is_kept: contact.is_kept() }
    }
}

/// All contacts of a scene, updated from step to step, with your data of each: `D` beside its points, and `E` beside its details, for
/// what is seldom read. See [`ContactData`].
///
/// ```
/// use impinge::persist::{ContactCache, ContactCacheSettings};
/// use impinge::{Cuboid, HalfSpace, Pose, Scene, Vec3};
///
/// let mut scene = Scene::<Vec3<f64>>::new();
/// let floor = scene.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
/// let cube = scene.add_shape(Cuboid::new([1.0, 1.0, 1.0]));
/// scene.add(floor, Pose::IDENTITY)?;
/// let body = scene.add(cube, Pose::at([0.0, 0.0, 0.99]))?;
///
/// // An impulse for each point.
/// let mut contacts = ContactCache::<Vec3<f64>, [f64; 4]>::new();
/// let settings = ContactCacheSettings::of_margin(0.02);
/// for step in 0..10 {
///     scene.move_object(body, Pose::at([0.1 * f64::from(step), 0.0, 0.99]))?;
///     contacts.update(&mut scene, &settings);
///     assert_eq!(contacts.began().len(), usize::from(step == 0));
///     for contact in contacts.contacts_mut() {
///         contact.data.iter_mut().for_each(|impulse| *impulse += 2.0);
///     }
/// }
/// assert_eq!((contacts.contacts().len(), contacts.contacts()[0].data), (1, [20.0; 4]));
///
/// scene.move_object(body, Pose::at([0.0, 0.0, 2.0]))?;
/// contacts.update(&mut scene, &settings);
/// assert!(contacts.contacts().is_empty());
/// assert!(contacts.ended().all(|contact| contact.data == [20.0; 4]));
/// # Ok::<(), impinge::scene::SceneError>(())
/// ```
#[derive(Clone, Debug)]
pub struct ContactCache<V: Vector, D = (), E = ()> {
    list: Vec<CachedContact<V, D>>,
    /// Details of the contacts, in the same order.
    details: Vec<ContactDetails<V, E>>,
    memory: Memory<V, D, E>,
}

/// Working memory of an update, kept for the next one.
#[derive(Clone, Debug)]
struct Memory<V: Vector, D, E> {
    last: Vec<CachedContact<V, D>>,
    last_details: Vec<ContactDetails<V, E>>,
    /// Briefs of the last contacts; after an update those of this step.
    briefs: Vec<ContactBrief>,
    kept: Vec<Pair>,
    origins: Vec<Origin>,
    /// Pairs that the scene does not test: those that are kept, and those of the bodies' own contacts.
    except: Vec<Pair>,
    /// Indices of contacts that began, and of last ones that ended.
    began: Vec<u32>,
    ended: Vec<u32>,
}

/// Origin of a contact. Old ones are given by their index in the last step, manifolds by their list and the index in it.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Kept(u32),
    /// A manifold of two bodies that did not touch before.
    New([u32; 2]),
    /// An old contact, and its new manifold.
    Renewed([u32; 2], u32),
}

impl<V: Vector, D, E> Default for ContactCache<V, D, E> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector, D, E> ContactCache<V, D, E> {
    /// An empty cache.
    pub fn new() -> Self {
        Self::of(Vec::new(), Vec::new())
    }

    pub(super) fn of(list: Vec<CachedContact<V, D>>, details: Vec<ContactDetails<V, E>>) -> Self {
        let memory = Memory {
            last: Vec::new(),
            last_details: Vec::new(),
            briefs: Vec::new(),
            kept: Vec::new(),
            origins: Vec::new(),
            except: Vec::new(),
            began: Vec::new(),
            ended: Vec::new(),
        };
        Self { list, details, memory }
    }

    /// The contacts of this step, sorted by handles, then by pieces.
    #[inline]
    pub fn contacts(&self) -> &[CachedContact<V, D>] {
        &self.list
    }

    /// The contacts of this step with mutable data.
    #[inline]
    pub fn contacts_mut(&mut self) -> &mut [CachedContact<V, D>] {
        &mut self.list
    }

    /// The details of the contacts, in their order.
    #[inline]
    pub fn details(&self) -> &[ContactDetails<V, E>] {
        &self.details
    }

    /// Each contact with its details, with mutable data of both.
    pub fn iter_mut(
        &mut self,
    ) -> impl Iterator<Item = (&mut CachedContact<V, D>, &mut ContactDetails<V, E>)> {
        self.list.iter_mut().zip(&mut self.details)
    }

    /// Compact data of the contacts, in their order, from the last update.
    #[inline]
    pub fn briefs(&self) -> &[ContactBrief] {
        &self.memory.briefs
    }

    /// Indices of contacts that began in this step.
    pub fn began(&self) -> &[u32] {
        &self.memory.began
    }

    /// Contacts of the last step that no longer exist in this one, with their data.
    pub fn ended(&self) -> impl Iterator<Item = &CachedContact<V, D>> {
        self.memory.ended.iter().map(|&i| &self.memory.last[i as usize])
    }

    /// Ranges of the contacts of one pair, which are consecutive.
    pub fn pairs(&self) -> impl Iterator<Item = Range<usize>> {
        let mut end = 0;
        self.list.chunk_by(|s, t| s.pair() == t.pair()).map(move |pair| {
            let start = end;
            end += pair.len();
            start..end
        })
    }

    /// A contact in the common frame, for bodies with these centers and rotations.
    ///
    /// # Panics
    /// If there is no contact with this index.
    #[inline]
    pub fn placed(
        &self,
        contact: usize,
        frame: impl Fn(ObjectHandle) -> (V, V::Rotation),
    ) -> PlacedContact<V> {
        let found = &self.list[contact];
        if !found.is_kept() {
            return self.details[contact].placed;
        }
        found.placed([frame(found.a), frame(found.b)])
    }

    /// Whether all handles are below this number of slots for bodies, as those of a cache that was read should be.
    pub fn fits(&self, places: usize) -> bool {
        self.list.iter().all(|contact| contact.fits(places))
    }

    /// Keeps the contacts of this step whose index passes, and removes the others: the next update computes them again. What began and
    /// ended is no longer known.
    pub fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let Self { list, details, memory } = self;
        memory.began.clear();
        memory.ended.clear();
        if (0..list.len()).all(&keep) {
            return;
        }
        let mut i = 0;
        let mut next = || {
            i += 1;
            keep(i - 1)
        };
        list.retain(|_| next());
        i = 0;
        let mut next = || {
            i += 1;
            keep(i - 1)
        };
        details.retain(|_| next());
        i = 0;
        memory.briefs.retain(|_| {
            i += 1;
            keep(i - 1)
        });
    }

    /// Removes the contacts of a body, such as one whose center has changed.
    pub fn forget(&mut self, body: ObjectHandle) {
        let Self { list, details, memory } = self;
        let of_body = |contact: &CachedContact<V, D>| contact.a == body || contact.b == body;
        let mut i = 0;
        details.retain(|_| {
            i += 1;
            !of_body(&list[i - 1])
        });
        list.retain(|contact| !of_body(contact));
        memory.clear();
    }
}

impl<V: Vector, D: Clone, E: Clone> ContactCache<V, D, E> {
    /// Takes the contacts of another cache, in its own memory.
    pub fn copy(&mut self, other: &Self) {
        self.list.clone_from(&other.list);
        self.details.clone_from(&other.details);
        self.memory.clear();
    }
}

impl<V: Vector, D, E> Memory<V, D, E> {
    /// Forgets what was found about the last update.
    fn clear(&mut self) {
        self.briefs.clear();
        self.began.clear();
        self.ended.clear();
    }
}

impl<V: Dimension, D: ContactData, E: ContactData> ContactCache<V, D, E> {
    /// Runs the next step: computes the contacts of a scene, with your data of the last step.
    pub fn update(&mut self, scene: &mut Scene<V>, settings: &ContactCacheSettings<V::Scalar>) {
        self.update_with(scene, &mut (), settings);
    }

    /// Runs the next step, for bodies that are not those of the scene alone.
    pub fn update_with(
        &mut self,
        scene: &mut Scene<V>,
        bodies: &mut impl ContactBodies<V>,
        settings: &ContactCacheSettings<V::Scalar>,
    ) {
        let Self { list, details, memory } = self;
        core::mem::swap(list, &mut memory.last);
        core::mem::swap(details, &mut memory.last_details);
        let Memory { last, last_details, briefs, kept, origins, except, began, ended } = memory;
        let most = settings.kept_motion.unwrap_or(-V::Scalar::ONE);
        let all_kept = keep(scene, bodies, most, last, briefs, kept);
        bodies.find(scene, kept);
        let except = if bodies.pairs().is_empty() {
            &*kept
        } else {
            except.clear();
            except.extend(kept.iter().chain(bodies.pairs()));
            except.sort_unstable();
            except
        };
        scene.manifolds_except(settings.margin, except);
        let (scene, bodies) = (&*scene, &*bodies);
        let found = |list: usize| match list.checked_sub(1) {
            None => scene.last_manifolds(),
            Some(own) => bodies.found(own),
        };
        let all = |lists: Range<usize>| {
            let items =
                lists.flat_map(|i| (0..).zip(found(i)).map(move |(k, manifold)| ([i as u32, k], manifold)));
            items.filter(|(_, m)| bodies.is_wanted(m.a, m.b))
        };
        let mut new = merged(all(0..1), all(1..1 + bodies.lists())).peekable();
        began.clear();
        ended.clear();
        if all_kept && new.peek().is_none() {
            // The order is unchanged.
            core::mem::swap(list, last);
            return core::mem::swap(details, last_details);
        }
        find_origins(last, last_details, new, origins, [began, ended]);
        reserve(list, origins.len());
        reserve(details, origins.len());
        let manifold = |[i, k]: [u32; 2]| &found(i as usize)[k as usize];
        let (last, last_details) = (&*last, &*last_details);
        // Maps each point of a manifold to its index in an old one.
        let same =
            |old: usize, new: &SceneManifold<V>| last_details[old].same(last[old].count(), &new.manifold);
        let contact = |new: &SceneManifold<V>, data: D| {
            let frames = [new.a, new.b].map(|body| bodies.frame(scene, body));
            CachedContact::new(new, frames, [new.a, new.b].map(|body| bodies.reach(scene, body)), data)
        };
        parallel::map_into(origins, list, STRETCH, |origin| match *origin {
            Origin::Kept(old) => last[old as usize],
            Origin::New(place) => contact(manifold(place), D::default()),
            Origin::Renewed(place, old) => {
                let (new, old) = (manifold(place), old as usize);
                contact(new, last[old].data.carried(&same(old, new)))
            }
        });
        parallel::map_into(origins, details, STRETCH, |origin| match *origin {
            Origin::Kept(old) => last_details[old as usize],
            Origin::New(place) => ContactDetails::new(manifold(place), E::default()),
            Origin::Renewed(place, old) => {
                let (new, old) = (manifold(place), old as usize);
                ContactDetails::new(new, last_details[old].data.carried(&same(old, new)))
            }
        });
        parallel::map_into(list, briefs, STRETCH, ContactBrief::new);
    }
}

/// Sort key of the contact of a manifold.
fn key<V: Vector>(m: &SceneManifold<V>) -> Key {
    (m.a, m.b, (m.part_a, m.part_b, m.patch))
}

fn key_of<V: Vector, D, E>(list: &[CachedContact<V, D>], details: &[ContactDetails<V, E>], i: usize) -> Key {
    (list[i].a, list[i].b, details[i].pieces)
}

/// Reserves this capacity. A little more than needed, not twice as much: these lists are the largest part of a world. The contents of the
/// list are overwritten afterwards, by many threads, and need not be copied.
fn reserve<A>(list: &mut Vec<A>, count: usize) {
    if list.capacity() < count {
        list.clear();
        list.reserve_exact(count + count / 8);
    }
}

/// Finds the origin of each contact of this step: kept contacts and new ones, both in rising order.
fn find_origins<'a, V: Vector + 'a, D, E>(
    last: &[CachedContact<V, D>],
    last_details: &[ContactDetails<V, E>],
    new: impl Iterator<Item = Listed<'a, V>>,
    origins: &mut Vec<Origin>,
    [began, ended]: [&mut Vec<u32>; 2],
) {
    origins.clear();
    let (mut new, mut olds) = (new.peekable(), (0..last.len()).peekable());
    let last_key = |i: usize| key_of(last, last_details, i);
    loop {
        let next = new.peek().map(|(_, manifold)| key(manifold));
        if let Some(i) = olds.next_if(|&i| next.is_none_or(|next| last_key(i) < next)) {
            if last[i].is_kept() {
                origins.push(Origin::Kept(i as u32));
            } else {
                ended.push(i as u32);
            }
            continue;
        }
        let Some((place, _)) = new.next() else { break };
        let old = olds.next_if(|&i| Some(last_key(i)) == next);
        if old.is_none() {
            began.push(origins.len() as u32);
        }
        origins.push(old.map_or(Origin::New(place), |i| Origin::Renewed(place, i as u32)));
    }
}

/// A manifold and its location: the list, and the index in it.
type Listed<'a, V> = ([u32; 2], &'a SceneManifold<V>);

/// Merges two lists in rising order.
fn merged<'a, V: Vector + 'a>(
    first: impl Iterator<Item = Listed<'a, V>>,
    second: impl Iterator<Item = Listed<'a, V>>,
) -> impl Iterator<Item = Listed<'a, V>> {
    let (mut first, mut second) = (first.peekable(), second.peekable());
    core::iter::from_fn(move || match (first.peek(), second.peek()) {
        (Some((_, x)), Some((_, y))) if key(y) < key(x) => second.next(),
        (Some(_), _) => first.next(),
        (None, _) => second.next(),
    })
}

/// Marks contacts that are kept, and lists their pairs. All contacts of a pair were computed together. Returns whether all are kept.
fn keep<V: Dimension, D: Send>(
    scene: &Scene<V>,
    bodies: &impl ContactBodies<V>,
    most: V::Scalar,
    last: &mut [CachedContact<V, D>],
    briefs: &mut Vec<ContactBrief>,
    kept: &mut Vec<Pair>,
) -> bool {
    parallel::map_mut_into(last, briefs, STRETCH, |contact| {
        let (a, b) = contact.pair();
        // A contact of a face has as many points as dimensions. With fewer a body may roll on, and its points must follow it in every step.
        contact.keep(V::DIM, most, [bodies.frame(scene, a), bodies.frame(scene, b)]);
        contact.is_kept &= scene.is_asked_about(a, b);
        ContactBrief::new(contact)
    });
    kept.clear();
    let (mut start, mut all_kept) = (0, true);
    for pair in briefs.chunk_by(|x, y| x.pair == y.pair) {
        let contacts = start..start + pair.len();
        if pair.iter().all(|brief| brief.is_kept) {
            kept.push(pair[0].pair);
        } else {
            last[contacts.clone()].iter_mut().for_each(|contact| contact.is_kept = false);
            all_kept = false;
        }
        start = contacts.end;
    }
    all_kept
}
