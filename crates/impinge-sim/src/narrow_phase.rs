//! Contact update: which manifolds of the last step are kept, and which are computed again.
//!
//! - A pair that touches in a face keeps its manifold if its bodies moved relative to each other by less than a fraction of the margin
//!   since the manifold was computed: its points move with the bodies. All others go through the narrow phase again. In a pile at rest
//!   none does.
//! - Old and new manifolds are in the order of handles and pieces, so they are merged in one pass. Points are matched to those of the
//!   last step by their features on both bodies.

use core::ops::Range;

use impinge::scene::{ObjectHandle, Scene, SceneManifold};
use impinge::{Real, Vec3};

use crate::body::State;
use crate::speculative::{Ahead, Pair};
use crate::threads;
use crate::touch::{Finding, Key, Touch, Touches};

/// Motion up to which manifolds are kept, relative to the margin. Approaching features are then still found at 3/4 of the margin.
const KEPT: f64 = 0.25;

/// Smallest number of points of a face. A body with fewer may roll on, and its points must follow it in every step.
const FACE: usize = 3;

/// Touches per task.
const STRETCH: usize = 256;

/// Sort key of the touch of a manifold.
fn key<T: Real>(m: &SceneManifold<Vec3<T>>) -> Key {
    (m.a, m.b, (m.part_a, m.part_b, m.patch))
}

/// Working memory of [`renew`], kept for the next step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Renewal<T: Real> {
    last: Touches<T>,
    /// Briefs of the last touches; after a call those of this step.
    briefs: Vec<Brief>,
    kept: Vec<Pair>,
    origins: Vec<Origin>,
    ahead: Ahead<T>,
    /// Pairs that the scene does not test: those that are kept, and those tested ahead.
    except: Vec<Pair>,
}

/// Compact data of a touch for passes over all touches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brief {
    pub pair: Pair,
    /// Number of its points.
    pub count: u8,
    is_kept: bool,
}

impl Brief {
    fn new<T: Real>(touch: &Touch<T>) -> Self {
        Self { pair: touch.pair(), count: touch.count() as u8, is_kept: touch.is_kept }
    }
}

impl<T: Real> Renewal<T> {
    /// Briefs of the touches of this step.
    pub fn briefs(&self) -> &[Brief] {
        &self.briefs
    }

    /// Bodies of each touch of this step.
    pub fn pairs(&self) -> impl Iterator<Item = [ObjectHandle; 2]> + Clone {
        self.briefs.iter().map(|brief| [brief.pair.0, brief.pair.1])
    }
}

/// Origin of a touch. Old ones are given by their index in the last step, manifolds by their list and the index in it.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Kept(u32),
    /// A manifold of two bodies that did not touch before.
    New([u32; 2]),
    /// An old touch, and its new manifold.
    Renewed([u32; 2], u32),
}

/// Range of the contacts to find.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<T> {
    /// Largest distance.
    pub margin: T,
    /// Time ahead for speculative contacts; none if 0.
    pub ahead: T,
    pub keep: Keep,
}

/// Which manifolds are kept from the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// None: all are computed again.
    None,
    /// Manifolds of faces that hardly moved.
    Resting,
}

/// Computes the contacts of this step, with the impulses of the last one, for pairs with a dynamic body.
pub(crate) fn renew<T: Real>(
    scene: &mut Scene<Vec3<T>>,
    states: &[State<T>],
    wanted: &Wanted<T>,
    touches: &mut Touches<T>,
    memory: &mut Renewal<T>,
) {
    let Renewal { last, briefs, kept, origins, ahead, except } = memory;
    let margin = wanted.margin;
    core::mem::swap(touches, last);
    let most = if wanted.keep == Keep::Resting { margin * T::of(KEPT) } else { -T::ONE };
    let all_kept = keep(scene, states, most, &mut last.list, briefs, kept);
    ahead.find(scene, states, margin, wanted.ahead, kept);
    if ahead.pairs().is_empty() {
        scene.manifolds_except(margin, kept);
    } else {
        except.clear();
        except.extend(kept.iter().chain(ahead.pairs()));
        except.sort_unstable();
        scene.manifolds_except(margin, except);
    }
    let list = |list: usize| match list.checked_sub(1) {
        None => scene.last_manifolds_except(),
        Some(ahead_list) => ahead.found(ahead_list),
    };
    let dynamic = |body: ObjectHandle| states[body.index()].is_dynamic();
    let all = |lists: Range<usize>| {
        let items =
            lists.flat_map(|i| (0..).zip(list(i)).map(move |(k, manifold)| ([i as u32, k], manifold)));
        items.filter(|(_, m)| dynamic(m.a) || dynamic(m.b))
    };
    let mut new = merged(all(0..1), all(1..1 + ahead.lists())).peekable();
    if all_kept && new.peek().is_none() {
        return core::mem::swap(touches, last); // The order is unchanged.
    }
    find_origins(last, new, origins);
    reserve(&mut touches.list, origins.len());
    reserve(&mut touches.findings, origins.len());
    let manifold = |[i, k]: [u32; 2]| &list(i as usize)[k as usize];
    let last = &*last;
    // Maps each point of a manifold to its index in an old one.
    let same = |old: usize, new: &SceneManifold<Vec3<T>>| {
        last.findings[old].same(last.list[old].count(), &new.manifold)
    };
    threads::map_into(origins, &mut touches.list, STRETCH, |origin| match *origin {
        Origin::Kept(old) => last.list[old as usize],
        Origin::New(place) => Touch::new(manifold(place), states),
        Origin::Renewed(place, old) => {
            let (new, old) = (manifold(place), old as usize);
            let mut touch = Touch::new(new, states);
            touch.remember(&last.list[old], same(old, new));
            touch
        }
    });
    threads::map_into(origins, &mut touches.findings, STRETCH, |origin| match *origin {
        Origin::Kept(old) => last.findings[old as usize],
        Origin::New(place) => Finding::new(manifold(place)),
        Origin::Renewed(place, old) => {
            let (new, old) = (manifold(place), old as usize);
            let mut finding = Finding::new(new);
            finding.remember(&last.findings[old], same(old, new));
            finding
        }
    });
    threads::map_into(&touches.list, briefs, STRETCH, Brief::new);
}

/// Reserves this capacity. A little more than needed, not twice as much: these lists are the largest part of a world. The contents of the
/// list are overwritten afterwards, by many threads, and need not be copied.
fn reserve<A>(list: &mut Vec<A>, count: usize) {
    if list.capacity() < count {
        list.clear();
        list.reserve_exact(count + count / 8);
    }
}

/// Finds the origin of each touch of this step: kept touches and new ones, both in rising order.
fn find_origins<'a, T: Real>(
    last: &Touches<T>,
    new: impl Iterator<Item = Listed<'a, T>>,
    origins: &mut Vec<Origin>,
) {
    origins.clear();
    let (mut new, mut olds) = (new.peekable(), (0..last.list.len()).peekable());
    loop {
        let next = new.peek().map(|(_, manifold)| key(manifold));
        if let Some(i) = olds.next_if(|&i| next.is_none_or(|next| last.key(i) < next)) {
            if last.list[i].is_kept {
                origins.push(Origin::Kept(i as u32));
            }
            continue;
        }
        let Some((place, _)) = new.next() else { break };
        let old = olds.next_if(|&i| Some(last.key(i)) == next);
        origins.push(old.map_or(Origin::New(place), |i| Origin::Renewed(place, i as u32)));
    }
}

/// A manifold and its location: the list, and the index in it.
type Listed<'a, T> = ([u32; 2], &'a SceneManifold<Vec3<T>>);

/// Merges two lists in rising order.
fn merged<'a, T: Real>(
    first: impl Iterator<Item = Listed<'a, T>>,
    second: impl Iterator<Item = Listed<'a, T>>,
) -> impl Iterator<Item = Listed<'a, T>> {
    let (mut first, mut second) = (first.peekable(), second.peekable());
    core::iter::from_fn(move || match (first.peek(), second.peek()) {
        (Some((_, x)), Some((_, y))) if key(y) < key(x) => second.next(),
        (Some(_), _) => first.next(),
        (None, _) => second.next(),
    })
}

/// Marks touches that are kept, and lists their pairs. All touches of a pair were computed together. Returns whether all are kept.
fn keep<T: Real>(
    scene: &Scene<Vec3<T>>,
    states: &[State<T>],
    most: T,
    last: &mut [Touch<T>],
    briefs: &mut Vec<Brief>,
    kept: &mut Vec<Pair>,
) -> bool {
    threads::map_mut_into(last, briefs, STRETCH, |touch| {
        touch.keep(FACE, most, states);
        touch.is_kept &= scene.is_asked_about(touch.a, touch.b);
        Brief::new(touch)
    });
    kept.clear();
    let (mut start, mut all_kept) = (0, true);
    for pair in briefs.chunk_by(|x, y| x.pair == y.pair) {
        let touches = start..start + pair.len();
        if pair.iter().all(|brief| brief.is_kept) {
            kept.push(pair[0].pair);
        } else {
            last[touches.clone()].iter_mut().for_each(|touch| touch.is_kept = false);
            all_kept = false;
        }
        start = touches.end;
    }
    all_kept
}
