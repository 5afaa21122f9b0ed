//! Speculative contacts: contacts of fast bodies, found ahead by as much as the bodies move within a step.
//!
//! Contacts are found once per step. Two bodies that approach at 5 meters per second from a gap of 0.03 meters would overlap by 0.05
//! meters before a contact holds them; and a body that rolls comes to rest on a corner that was not near before. A speculative contact
//! lets points approach by their distance and no more, sub-step by sub-step.
//!
//! 1. Bodies that move farther than half of the margin have a *way*: their motion in a step, but no more than their inner size. Bodies
//!    that move farther are stopped at impacts, see [`continuous`](crate::continuous).
//! 2. Broad phase: pairs *meet* if their boxes overlap once one is swept along its way relative to the other, and so do the balls around
//!    them. If one body falls behind another, the first may be stopped by the ground: pairs *follow* if their boxes and balls overlap once
//!    one is swept along its own way. All pairs that meet are tested, and pairs that follow one another behind a body that meets
//!    something.
//! 3. Narrow phase: pairs no farther apart than that way along the normal get contacts. Their points reach as far out, and faces that may
//!    turn into the contact plane count as well.
//!
//! Cost: one pass over all bodies; for each with a way a query of the broad phase, and a manifold for each pair that may meet. Nothing if
//! bodies rest. The normal is that of the start of the step: bodies that would just miss one another may be pushed apart (a ghost
//! contact), which the bound on ways keeps small.

use impinge::manifolds::ManifoldSettings;
use impinge::math::Aabb;
use impinge::nonconvex::{PieceContact, contacts_into};
use impinge::query::manifold_with;
use impinge::scene::{ObjectHandle, Scene, SceneManifold};
use impinge::{Real, parallel};

use crate::body::{BodyKind, State};
use crate::islands::Islands;
use crate::space::Space;

/// Largest angle of faces that count for a manifold, in radians: manifolds allow no more.
const WIDEST: f64 = 0.25;

/// Bodies that are pushed aside in a step deviate from their ways by up to this fraction of them. With 1/4 contacts are missed in a pile
/// of hulls; 1/2 finds the same ones as without balls.
const ASIDE: f64 = 0.5;

/// Pairs per task of the narrow phase, some hundred microseconds.
const STRETCH: usize = 64;

/// Bodies per task of the broad phase.
const WAYS: usize = 128;

/// Two bodies, the smaller handle first.
pub(crate) type Pair = (ObjectHandle, ObjectHandle);

/// Working memory of the search, kept for the next step.
#[derive(Clone, Debug)]
pub(crate) struct Ahead<V: Space> {
    /// Fast bodies, in rising order, and their ways.
    movers: Vec<ObjectHandle>,
    ways: Vec<Option<Way<V>>>,
    /// For each slot of the scene, its index among the ways.
    number: Vec<Option<u32>>,
    near: Vec<Near>,
    pairs: Vec<Pair>,
    /// Islands of bodies that follow one another, and for each slot whether it may be stopped.
    queues: Islands,
    stops: Vec<bool>,
    lists: Vec<Found<V>>,
}

/// Pairs that meet and pairs that follow, from one task.
#[derive(Clone, Debug, Default)]
struct Near {
    meeting: Vec<Pair>,
    following: Vec<Pair>,
}

/// Contacts found by one task.
#[derive(Clone, Debug)]
struct Found<V: Space> {
    pieces: Vec<PieceContact<V>>,
    found: Vec<SceneManifold<V>>,
}

impl<V: Space> Default for Ahead<V> {
    fn default() -> Self {
        Self {
            movers: Vec::new(),
            ways: Vec::new(),
            number: Vec::new(),
            near: Vec::new(),
            pairs: Vec::new(),
            queues: Islands::default(),
            stops: Vec::new(),
            lists: Vec::new(),
        }
    }
}

impl<V: Space> Default for Found<V> {
    fn default() -> Self {
        Self { pieces: Vec::new(), found: Vec::new() }
    }
}

/// Motion of a body in a step.
#[derive(Clone, Copy, Debug)]
struct Way<V: Space> {
    body: ObjectHandle,
    by: V,
    /// Angle of the rotation in radians, and the largest distance that a point moves by it.
    angle: V::Scalar,
    turn: V::Scalar,
    /// Bounds of the body at the start: a box, and a ball that contains it in every orientation.
    bounds: Aabb<V>,
    center: V,
    reach: V::Scalar,
}

impl<T: Real, V: Space<Scalar = T>> Way<V> {
    /// The way of a body that does not move.
    fn none(scene: &Scene<V>, body: ObjectHandle, state: &State<T>) -> Option<Self> {
        let bounds = scene.shape_of(body).ok()?.aabb(scene.pose(body).ok()?);
        let (center, reach) =
            (V::flat(state.center), if state.reach > T::ZERO { state.reach } else { T::INFINITY });
        Some(Self { body, by: V::ZERO, angle: T::ZERO, turn: T::ZERO, bounds, center, reach })
    }

    /// The way of a body in a step.
    fn new(scene: &Scene<V>, body: ObjectHandle, state: &State<T>, time: T) -> Option<Self> {
        let length = length(state, time);
        let most = if state.is_dynamic() { state.inner_size } else { state.reach };
        let part = if length > most { most / length } else { T::ONE };
        let (by, angle) =
            (V::flat(state.velocity) * (time * part), state.angular_velocity.norm() * (time * part));
        Some(Self { by, angle, turn: angle * state.reach, ..Self::none(scene, body, state)? })
    }

    fn length(&self) -> T {
        self.by.norm() + self.turn
    }

    /// Bounds of the body while it moves by `by`.
    fn around(&self, by: V) -> Aabb<V> {
        let Aabb { min, max } = self.bounds;
        self.bounds.union(&Aabb { min: min + by, max: max + by })
    }

    /// Whether its box and ball, swept by `by`, come within the margin of those of another body that does not move.
    fn comes_to(&self, other: &Self, by: V, margin: T) -> bool {
        let near = margin + self.turn + other.turn;
        if !self.around(by).grown(near).overlaps(&other.bounds) {
            return false;
        }
        let aside = (self.length() + other.length()) * T::of(ASIDE);
        let between = other.center - self.center;
        let (along, all) = (between.dot(by), by.dot(by));
        let part = if along <= T::ZERO { T::ZERO } else { (along / all).min(T::ONE) };
        (between - by * part).norm() <= self.reach + other.reach + margin + aside
    }

    /// Relation of two bodies that may come within the margin of one another.
    fn meeting(&self, other: &Self, margin: T) -> Meeting {
        if self.comes_to(other, self.by - other.by, margin) {
            Meeting::Meets
        } else if self.comes_to(other, self.by, margin) || other.comes_to(self, other.by, margin) {
            Meeting::Follows
        } else {
            Meeting::Passes
        }
    }
}

/// Largest distance that any point of a body moves in a step.
fn length<T: Real>(state: &State<T>, time: T) -> T {
    (state.velocity.norm() + state.angular_velocity.norm() * state.reach) * time
}

/// Relation of two bodies, judged by their bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meeting {
    /// They may meet as they move.
    Meets,
    /// They may meet if one of them is stopped.
    Follows,
    Passes,
}

impl Near {
    fn clear(&mut self) {
        self.meeting.clear();
        self.following.clear();
    }

    fn add(&mut self, pair: Pair, meeting: Meeting) {
        match meeting {
            Meeting::Meets => self.meeting.push(pair),
            Meeting::Follows => self.following.push(pair),
            Meeting::Passes => {}
        }
    }
}

impl<T: Real, V: Space<Scalar = T>> Ahead<V> {
    /// Finds contacts of the next `time`, for pairs that are not `kept`, which must be in rising order.
    pub fn find(&mut self, scene: &Scene<V>, states: &[State<T>], margin: T, time: T, kept: &[Pair]) {
        self.pairs.clear();
        self.lists.iter_mut().for_each(|list| list.found.clear());
        let farthest = self.find_ways(scene, states, margin, time);
        if !self.ways.is_empty() {
            self.find_pairs(scene, states, margin, farthest, kept);
            self.ask(scene, margin);
        }
    }

    /// Pairs that were tested, in rising order.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// Number of result lists.
    pub fn lists(&self) -> usize {
        self.lists.len()
    }

    /// Results, one list after the other, by handles and pieces.
    pub fn found(&self, list: usize) -> &[SceneManifold<V>] {
        &self.lists[list].found
    }

    /// Step 1; returns the length of the longest way.
    fn find_ways(&mut self, scene: &Scene<V>, states: &[State<T>], margin: T, time: T) -> T {
        let Self { movers, ways, number, .. } = self;
        movers.clear();
        ways.clear();
        // Two bodies that move by less do not approach by more than the margin.
        let least = margin * T::HALF;
        let is_mover =
            |state: &State<T>| state.kind != BodyKind::Fixed && !state.asleep && length(state, time) > least;
        if !states.iter().any(is_mover) {
            return T::ZERO; // A pile at rest: avoids writing a list as long as the world.
        }
        number.clear();
        number.resize(scene.places(), None);
        for body in scene.objects() {
            if is_mover(&states[body.index()]) {
                number[body.index()] = Some(movers.len() as u32);
                movers.push(body);
            }
        }
        // Handles come from the scene.
        parallel::map_into(movers, ways, WAYS, |&body| Way::new(scene, body, &states[body.index()], time));
        ways.iter().flatten().fold(T::ZERO, |most, way| most.max(way.length()))
    }

    /// Step 2.
    fn find_pairs(&mut self, scene: &Scene<V>, states: &[State<T>], margin: T, farthest: T, kept: &[Pair]) {
        let Self { ways, number, near, pairs, queues, stops, .. } = self;
        let count = ways.len().div_ceil(WAYS);
        if near.len() < count {
            near.resize_with(count, Near::default);
        }
        near.iter_mut().for_each(Near::clear);
        // Fast bodies are awake or kinematic.
        let is_dynamic = |body: ObjectHandle| states[body.index()].is_dynamic();
        let search = |near: &mut Near, ways_here: &[Option<Way<V>>]| {
            for way in ways_here.iter().flatten() {
                let around = way.around(way.by).grown(margin + way.turn + farthest);
                // The handle comes from the scene.
                let _ = scene.each_in_box(way.body, &around, |other| {
                    let with = match number[other.index()] {
                        // The pair is found from the other body, too.
                        Some(number) if other > way.body => ways[number as usize],
                        Some(_) => None,
                        None => Way::none(scene, other, &states[other.index()]),
                    };
                    let pair = (way.body.min(other), way.body.max(other));
                    let meeting = with.map_or(Meeting::Passes, |with| way.meeting(&with, margin));
                    if meeting != Meeting::Passes
                        && (is_dynamic(way.body) || is_dynamic(other))
                        && kept.binary_search(&pair).is_err()
                    {
                        near.add(pair, meeting);
                    }
                });
            }
        };
        let search_some = |first: usize, near: &mut [Near]| {
            near.iter_mut().zip(ways.chunks(WAYS).skip(first)).for_each(|(near, some)| search(near, some));
        };
        if parallel::is_shared(ways.len(), WAYS) {
            parallel::each_stretch(&mut near[..count], 1, &search_some);
        } else {
            search_some(0, near);
        }
        near.iter().for_each(|near| pairs.extend(&near.meeting));
        stops.clear();
        stops.resize(scene.places(), false);
        for (a, b) in kept.iter().chain(&*pairs) {
            (stops[a.index()], stops[b.index()]) = (true, true);
        }
        queues.begin(scene.places());
        let following = || near.iter().flat_map(|near| &near.following);
        following().for_each(|(a, b)| queues.join(a.index(), b.index()));
        for way in ways.iter().flatten() {
            let first = queues.root(way.body.index());
            stops[first] |= stops[way.body.index()];
        }
        pairs.extend(following().filter(|(a, _)| stops[queues.root(a.index())]));
        pairs.sort_unstable();
    }

    /// Step 3.
    fn ask(&mut self, scene: &Scene<V>, margin: T) {
        let Self { ways, number, pairs, lists, .. } = self;
        let way = |body: ObjectHandle| number[body.index()].and_then(|i| ways[i as usize].as_ref());
        let count = pairs.len().div_ceil(STRETCH);
        if lists.len() < count {
            lists.resize_with(count, Found::default);
        }
        let ask = |first: usize, lists: &mut [Found<V>]| {
            for (list, some) in lists.iter_mut().zip(pairs.chunks(STRETCH).skip(first)) {
                for &(a, b) in some {
                    list.ask(scene, margin, (a, way(a)), (b, way(b)));
                }
            }
        };
        if parallel::is_shared(pairs.len(), STRETCH) {
            parallel::each_stretch(&mut lists[..count], 1, &ask);
        } else {
            ask(0, lists);
        }
    }
}

impl<T: Real, V: Space<Scalar = T>> Found<V> {
    /// Adds the contacts of a pair that may become active within the step.
    fn ask(
        &mut self,
        scene: &Scene<V>,
        margin: T,
        (a, way_a): (ObjectHandle, Option<&Way<V>>),
        (b, way_b): (ObjectHandle, Option<&Way<V>>),
    ) {
        let Self { pieces, found } = self;
        let sum = |what: fn(&Way<V>) -> T| way_a.map_or(T::ZERO, what) + way_b.map_or(T::ZERO, what);
        let [by_a, by_b] = [way_a, way_b].map(|way| way.map_or(V::ZERO, |way| way.by));
        let farthest = by_a.norm().max(by_b.norm()).max((by_a - by_b).norm());
        let of_rest = ManifoldSettings::default();
        let settings = ManifoldSettings {
            margin: (margin + sum(|way| way.turn) + farthest).f64(),
            angle: (of_rest.angle + sum(|way| way.angle).f64()).min(WIDEST),
            ..of_rest
        };
        let mut add = |part_a, part_b, patch, manifold: impinge::manifolds::Manifold<V>| {
            let (by_a, by_b) = (manifold.normal.dot(by_a), -manifold.normal.dot(by_b));
            let near = margin + sum(|way| way.turn) + by_a.max(by_b).max(by_a + by_b);
            if !manifold.points().is_empty() && manifold.signed_distance <= near {
                found.push(SceneManifold { a, b, part_a, part_b, patch, manifold });
            }
        };
        if let (Ok(a), Ok(b)) = (scene.convex(a), scene.convex(b)) {
            add(None, None, 0, manifold_with(&a, &b, &settings));
        } else if let (Ok(a), Ok(b)) = (scene.placed(a), scene.placed(b)) {
            contacts_into(&a, &b, &settings, pieces);
            for PieceContact { part_a, part_b, patch, manifold } in pieces.drain(..) {
                add(part_a, part_b, patch, manifold);
            }
        }
    }
}
