//! Where bodies touch in this step: what is kept of the last one, and what is found anew.
//!
//! - A pair that touches in a face, and whose bodies moved against one another by less than a part of the margin since its manifold
//!   was found, keeps it: its points go with the bodies. All others are asked about anew. In a pile at rest nothing is.
//! - Old and new are in the order of handles and pieces, so they are merged in one pass. A point is the one of the last step whose
//!   features on both bodies are the same.

use core::ops::Range;

use impinge::scene::{ObjectHandle, Scene, SceneManifold};
use impinge::{Real, Vec3};

use crate::ahead::{Ahead, Pair};
use crate::body::State;
use crate::threads;
use crate::touch::{Finding, Key, Touch, Touches};

/// Manifolds are kept up to this motion, as a part of the margin. What comes near is then still seen at 3/4 of the margin.
const KEPT: f64 = 0.25;

/// So many points make a face. With fewer a body may roll on, and its points must follow it in every step.
const FACE: usize = 3;

/// Touches that one thread takes in one go.
const STRETCH: usize = 256;

/// What the touch of a manifold is sorted by.
fn key<T: Real>(m: &SceneManifold<Vec3<T>>) -> Key {
    (m.a, m.b, (m.part_a, m.part_b, m.patch))
}

/// Memory of [`renew`], kept for the next step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Renewal<T: Real> {
    last: Touches<T>,
    /// Of each of the last touches; after a call of those of this step.
    briefs: Vec<Brief>,
    kept: Vec<Pair>,
    origins: Vec<Origin>,
    ahead: Ahead<T>,
    /// Pairs that the scene is not asked about: those that are kept, and those looked for ahead.
    except: Vec<Pair>,
}

/// What passes over all touches need, in a few bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Brief {
    pub pair: Pair,
    /// Of its points.
    pub count: u8,
    is_kept: bool,
}

impl Brief {
    fn new<T: Real>(touch: &Touch<T>) -> Self {
        Self { pair: touch.pair(), count: touch.count() as u8, is_kept: touch.is_kept }
    }
}

impl<T: Real> Renewal<T> {
    /// Of each touch of this step.
    pub fn briefs(&self) -> &[Brief] {
        &self.briefs
    }

    /// The bodies of each touch of this step.
    pub fn pairs(&self) -> impl Iterator<Item = [ObjectHandle; 2]> + Clone {
        self.briefs.iter().map(|brief| [brief.pair.0, brief.pair.1])
    }
}

/// Where a touch comes from. Old ones are told by their places in the last step, manifolds by their list and the place in it.
#[derive(Clone, Copy, Debug)]
enum Origin {
    Kept(u32),
    /// Of two bodies that did not touch before.
    New([u32; 2]),
    /// A manifold that was found anew.
    Renewed([u32; 2], u32),
}

/// What contacts are looked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<T> {
    /// Up to this distance.
    pub margin: T,
    /// Those that come about within this time, too; none of these if 0.
    pub ahead: T,
    pub keep: Keep,
}

/// Which manifolds are kept from the last step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// None: all are found anew.
    None,
    /// Those of faces that hardly moved.
    Resting,
}

/// The contacts of this step, with the impulses of the last one, of pairs with a dynamic body.
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
        return core::mem::swap(touches, last); // Each stays in its place.
    }
    find_origins(last, new, origins);
    reserve(&mut touches.list, origins.len());
    reserve(&mut touches.findings, origins.len());
    let manifold = |[i, k]: [u32; 2]| &list(i as usize)[k as usize];
    let last = &*last;
    // For each point of a manifold its place in an old one.
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

/// Room for so many. A little more than is needed, not twice as much: these lists are the largest part of a world. What is in the list
/// is to be written over, by many threads, and need not be carried along.
fn reserve<A>(list: &mut Vec<A>, count: usize) {
    if list.capacity() < count {
        list.clear();
        list.reserve_exact(count + count / 8);
    }
}

/// Where each touch of this step comes from: those that are kept, and the new ones, both in rising order.
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

/// A manifold, and where it is: its list, and its place there.
type Listed<'a, T> = ([u32; 2], &'a SceneManifold<Vec3<T>>);

/// Two lists in rising order as one.
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

/// Marks touches that are kept, and lists their pairs. All touches of a pair were found at once. Returns whether all are kept.
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
