//! Where bodies touch, kept from step to step: this step's manifolds with the impulses of the last one.
//!
//! - A pair that touches in a face, and whose bodies moved against one another by less than a part of the margin since its manifold
//!   was found, keeps it: its points go with the bodies. All others are asked about anew. In a pile at rest nothing is.
//! - Old and new are in the order of handles and pieces, so they are merged in one pass. A point is the one of the last step whose
//!   features on both bodies are the same.

use core::ops::Range;

use impinge::contact::Feature;
use impinge::scene::{ObjectHandle, Scene, SceneManifold};
use impinge::{Real, Rot3, Vec3};
use serde::{Deserialize, Serialize};

use crate::ahead::{Ahead, Pair};
use crate::body::State;
use crate::threads;

/// At most this many points of a manifold.
pub(crate) const MAX_POINTS: usize = 4;

/// Manifolds are kept up to this motion, as a part of the margin. What comes near is then still seen at 3/4 of the margin.
const KEPT: f64 = 0.25;

/// So many points make a face. With fewer a body may roll on, and its points must follow it in every step.
const FACE: usize = 3;

/// Touches that one thread takes in one go.
const STRETCH: usize = 256;

/// Where two bodies touch, or two pieces of them. What most passes read stands first, side by side.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
#[repr(C)]
pub(crate) struct Touch<T: Real> {
    pub a: ObjectHandle,
    pub b: ObjectHandle,
    pub count: usize,
    pub signed_distance: T,
    /// The true signed distance differs by no more than this.
    pub error: T,
    /// Of each point, along the normal, in the last sub-step: kept for the next, as those below.
    pub impulses: [T; MAX_POINTS],
    /// The same of the whole step.
    pub totals: [T; MAX_POINTS],
    /// Across the normal, in the world.
    pub tangent_impulse: Vec3<T>,
    /// About the normal.
    pub twist_impulse: T,
    /// Against rolling.
    pub rolling_impulse: Vec3<T>,
    /// Unit, from A to B.
    pub normal: Vec3<T>,
    pub points: [TouchPoint<T>; MAX_POINTS],
    found: Found<T>,
    /// Pieces of bodies that are not convex.
    pub pieces: (Option<u32>, Option<u32>, u32),
    kept: bool,
}

/// A point of a contact.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct TouchPoint<T: Real> {
    /// On A and on B, in the world, at the start of the step.
    pub point_a: Vec3<T>,
    pub point_b: Vec3<T>,
    pub signed_distance: T,
    pub features: (Feature, Feature),
    /// Across the normal, in the world; with a solver that has friction at each point.
    pub tangent_impulse: Vec3<T>,
    /// The same points from the centers of mass, in the frames of the bodies.
    anchors: [Vec3<T>; 2],
}

/// How bodies stood when their manifold was found.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
struct Found<T: Real> {
    /// The smaller of the two bodies, in the frame of the other.
    smaller: Smaller,
    center: Vec3<T>,
    rotation: Rot3<T>,
    /// The farthest point of the smaller one from its center of mass.
    reach: T,
    /// In the frame of A.
    normal: Vec3<T>,
    error: T,
}

/// What touches are sorted by: bodies, and pieces of them.
type Key = (ObjectHandle, ObjectHandle, (Option<u32>, Option<u32>, u32));

/// Which body is the smaller one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Smaller {
    A,
    B,
}

impl<T: Real> TouchPoint<T> {
    const NONE: Self = Self {
        point_a: Vec3::ZERO,
        point_b: Vec3::ZERO,
        signed_distance: T::ZERO,
        features: (Feature::Curved, Feature::Curved),
        tangent_impulse: Vec3::ZERO,
        anchors: [Vec3::ZERO; 2],
    };

    /// Between the points on A and on B.
    pub fn middle(&self) -> Vec3<T> {
        (self.point_a + self.point_b) * T::HALF
    }
}

impl<T: Real> Touch<T> {
    /// The points.
    pub fn points(&self) -> &[TouchPoint<T>] {
        &self.points[..self.count]
    }

    /// The middle of its points.
    pub fn middle(&self) -> Vec3<T> {
        let sum = self.points().iter().fold(Vec3::ZERO, |sum, p| sum + p.middle());
        sum / T::of(self.count.max(1) as f64)
    }

    /// How much it pushed along the normal in the last sub-step.
    pub fn impulse(&self) -> T {
        self.impulses[..self.count].iter().fold(T::ZERO, |sum, &impulse| sum + impulse)
    }

    /// How much it pushed along the normal in the whole step.
    pub fn push(&self) -> T {
        self.totals[..self.count].iter().fold(T::ZERO, |sum, &total| sum + total)
    }

    /// Whether one of the bodies moves: what stands and sleeps is left alone.
    pub fn is_awake(&self, states: &[State<T>]) -> bool {
        states[self.a.index()].is_awake() || states[self.b.index()].is_awake()
    }

    fn pair(&self) -> Pair {
        (self.a, self.b)
    }

    /// What touches are sorted by.
    pub fn key(&self) -> Key {
        (self.a, self.b, self.pieces)
    }

    fn new(found: &SceneManifold<Vec3<T>>, states: &[State<T>]) -> Self {
        let (a, b) = (&states[found.a.index()], &states[found.b.index()]);
        let mut points = [TouchPoint::NONE; MAX_POINTS];
        let manifold = &found.manifold;
        let count = manifold.points().len().min(MAX_POINTS);
        for (to, from) in points.iter_mut().zip(manifold.points()) {
            to.point_a = from.point_a;
            to.point_b = from.point_b;
            to.signed_distance = from.signed_distance;
            to.features = (from.feature_a, from.feature_b);
            to.anchors =
                [a.rotation.unrotate(to.point_a - a.center), b.rotation.unrotate(to.point_b - b.center)];
        }
        let (reach_a, reach_b) = (reach(a), reach(b));
        let (smaller, reach) = if reach_b <= reach_a { (Smaller::B, reach_b) } else { (Smaller::A, reach_a) };
        let (center, rotation) = smaller.against(a, b);
        Self {
            a: found.a,
            b: found.b,
            pieces: (found.part_a, found.part_b, found.patch),
            normal: manifold.normal,
            signed_distance: manifold.signed_distance,
            error: manifold.error,
            count,
            points,
            impulses: [T::ZERO; MAX_POINTS],
            totals: [T::ZERO; MAX_POINTS],
            tangent_impulse: Vec3::ZERO,
            twist_impulse: T::ZERO,
            rolling_impulse: Vec3::ZERO,
            found: Found {
                smaller,
                center,
                rotation,
                reach,
                normal: a.rotation.unrotate(manifold.normal),
                error: manifold.error,
            },
            kept: false,
        }
    }

    /// How far any point of one body has moved at most against the other since the manifold was found.
    fn moved(&self, states: &[State<T>]) -> T {
        let found = &self.found;
        let (center, rotation) = found.smaller.against(&states[self.a.index()], &states[self.b.index()]);
        let [x, y, z, _] = found.rotation.inverse().compose(&rotation).to_xyzw();
        // The angle is 2 asin of the length of x, y, z, which is at most π times the length.
        (center - found.center).norm() + T::PI * Vec3::new(x, y, z).norm() * found.reach
    }

    /// Lets its points go with the bodies, which moved by no more than `moved` since they were found.
    fn follow(&mut self, states: &[State<T>], moved: T) {
        let (a, b) = (&states[self.a.index()], &states[self.b.index()]);
        self.normal = a.rotation.rotate(self.found.normal);
        self.signed_distance = T::INFINITY;
        for p in &mut self.points[..self.count] {
            p.point_a = a.center + a.rotation.rotate(p.anchors[0]);
            p.point_b = b.center + b.rotation.rotate(p.anchors[1]);
            p.signed_distance = (p.point_b - p.point_a).dot(self.normal);
            self.signed_distance = self.signed_distance.min(p.signed_distance);
        }
        // Points and the true distance have each changed by no more than the motion.
        self.error = self.found.error + T::TWO * moved;
    }

    /// Takes over the impulses of the same points in the last step.
    fn remember(&mut self, last: &Self) {
        for (i, p) in self.points[..self.count].iter_mut().enumerate() {
            if let Some(old) = last.points().iter().position(|old| old.features == p.features) {
                (self.impulses[i], self.totals[i]) = (last.impulses[old], last.totals[old]);
                p.tangent_impulse = last.points[old].tangent_impulse;
            }
        }
        self.tangent_impulse = last.tangent_impulse;
        self.twist_impulse = last.twist_impulse;
        self.rolling_impulse = last.rolling_impulse;
    }
}

impl Smaller {
    /// Center and rotation of the smaller body in the frame of the other one.
    fn against<T: Real>(self, a: &State<T>, b: &State<T>) -> (Vec3<T>, Rot3<T>) {
        let (body, frame) = if self == Self::B { (b, a) } else { (a, b) };
        let back = frame.rotation.inverse();
        (frame.rotation.unrotate(body.center - frame.center), back.compose(&body.rotation))
    }
}

/// The farthest point of a body from its center of mass, or more; infinite for half-spaces.
fn reach<T: Real>(state: &State<T>) -> T {
    if state.reach > T::ZERO { state.reach } else { T::INFINITY }
}

/// What the touch of a manifold is sorted by.
fn key<T: Real>(m: &SceneManifold<Vec3<T>>) -> Key {
    (m.a, m.b, (m.part_a, m.part_b, m.patch))
}

/// Memory of [`renew`], kept for the next step.
#[derive(Clone, Debug, Default)]
pub(crate) struct Renewal<T: Real> {
    last: Vec<Touch<T>>,
    /// The pair of each of the last touches, and whether it is kept.
    briefs: Vec<(Pair, bool)>,
    kept: Vec<Pair>,
    origins: Vec<Origin>,
    ahead: Ahead<T>,
    /// Pairs that the scene is not asked about: those that are kept, and those looked for ahead.
    except: Vec<Pair>,
}

/// Where a touch comes from.
#[derive(Clone, Copy, Debug)]
struct Origin {
    /// Its place among those of the last step, if it was there.
    old: Option<u32>,
    /// Which list has its manifold, at which place; none if it is kept.
    new: Option<[u32; 2]>,
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
    touches: &mut Vec<Touch<T>>,
    memory: &mut Renewal<T>,
) {
    let Renewal { last, briefs, kept, origins, ahead, except } = memory;
    let margin = wanted.margin;
    core::mem::swap(touches, last);
    let most = if wanted.keep == Keep::Resting { margin * T::of(KEPT) } else { -T::ONE };
    let all_kept = keep(scene, states, most, last, briefs, kept);
    ahead.find(scene, states, margin, wanted.ahead, kept);
    except.clear();
    except.extend(kept.iter().chain(ahead.pairs()));
    except.sort_unstable();
    scene.manifolds_except(margin, except);
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
    touches.clear();
    if touches.capacity() < origins.len() {
        // A little more than is needed, not twice as much: these lists are the largest part of a world.
        touches.reserve_exact(origins.len() + origins.len() / 8);
    }
    threads::map_into(origins, touches, STRETCH, |origin| {
        let old = origin.old.map(|i| &last[i as usize]);
        match (origin.new, old) {
            (None, Some(old)) => *old,
            (place, old) => {
                let [i, k] = place.unwrap_or_default().map(|i| i as usize);
                let mut touch = Touch::new(&list(i)[k], states);
                if let Some(old) = old {
                    touch.remember(old);
                }
                touch
            }
        }
    });
}

/// Where each touch of this step comes from: those that are kept, and the new ones, both in rising order.
fn find_origins<'a, T: Real>(
    last: &[Touch<T>],
    new: impl Iterator<Item = Placed<'a, T>>,
    origins: &mut Vec<Origin>,
) {
    origins.clear();
    let (mut new, mut olds) = (new.peekable(), (0..).zip(last).peekable());
    loop {
        let next = new.peek().map(|(_, manifold)| key(manifold));
        let before = |old: &Touch<T>| next.is_none_or(|next| old.key() < next);
        if let Some((i, old)) = olds.next_if(|(_, old)| before(old)) {
            if old.kept {
                origins.push(Origin { old: Some(i), new: None });
            }
            continue;
        }
        let Some((place, _)) = new.next() else { break };
        let old = olds.next_if(|(_, old)| Some(old.key()) == next);
        origins.push(Origin { old: old.map(|(i, _)| i), new: Some(place) });
    }
}

/// A manifold, and where it is: its list, and its place there.
type Placed<'a, T> = ([u32; 2], &'a SceneManifold<Vec3<T>>);

/// Two lists in rising order as one.
fn merged<'a, T: Real>(
    first: impl Iterator<Item = Placed<'a, T>>,
    second: impl Iterator<Item = Placed<'a, T>>,
) -> impl Iterator<Item = Placed<'a, T>> {
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
    briefs: &mut Vec<(Pair, bool)>,
    kept: &mut Vec<Pair>,
) -> bool {
    threads::map_mut_into(last, briefs, STRETCH, |touch| {
        let moved = touch.moved(states);
        touch.kept = touch.count >= FACE && moved <= most && scene.is_asked_about(touch.a, touch.b);
        if touch.kept {
            touch.follow(states, moved);
        }
        (touch.pair(), touch.kept)
    });
    kept.clear();
    let (mut start, mut all_kept) = (0, true);
    for pair in briefs.chunk_by(|x, y| x.0 == y.0) {
        let touches = start..start + pair.len();
        if pair.iter().all(|(_, is_kept)| *is_kept) {
            kept.push(pair[0].0);
        } else {
            last[touches.clone()].iter_mut().for_each(|touch| touch.kept = false);
            all_kept = false;
        }
        start = touches.end;
    }
    all_kept
}
