//! The first time at which two moving bodies touch, or a core of one reaches the other.

use core::cell::RefCell;

use impinge::body::AnyBody;
use impinge::scene::{ObjectHandle, Scene};
use impinge::{CastSettings, Impact, Motion, Point, Pose, Real, Shape, cast_with, distance};

use super::cores::{Core, CoreSpace, Cores, CoresOf, at};
use super::way::Way;
use crate::body::{BodyKind, State};
use crate::hooks::Asked;
use crate::joint::Joints;
use crate::mass::compound_of;
use crate::solver_contact::SolverContact;

/// A center that is nearer than this fraction of the core may only move away from where it is nearest: casts of balls as small as that are
/// not exact enough.
const LEAST: f64 = 1.0 / 1024.0;

/// Part of the distance between a center and a body which is nearer than its core that is kept out in a step, if both are slow. Not all of
/// it: bodies that are pushed out of one another, and into third ones, would hold one another where they are.
const KEPT: f64 = 0.75;

/// Tolerance of casts of cores, relative to the size of both bodies, in either precision: a core is small beside a wall.
const TOLERANCE: f64 = 1.0 / (1_u64 << 30) as f64;

/// Two bodies with no more pairs of pieces are cast at once.
const FEW: usize = 64;

/// Bodies of many pieces are near at this distance, relative to the reach of the smaller one.
const NEAR: f64 = 0.25;

/// Most leaps of a cast; the rest is cast at once.
const LEAPS: usize = 16;

/// Part of a distance that they leap, since poses are rounded.
const CAUTION: f64 = 1.0 - 1.0 / 1024.0;

/// A body on its way, with its cores if anything must not reach them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved<'a, V: CoreSpace> {
    pub handle: ObjectHandle,
    pub way: &'a Way<V>,
    pub cores: Option<CoresOf<V>>,
}

/// First touch of two bodies, or of a core of the first one and the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Touch<V: CoreSpace> {
    /// Time, as a fraction of the step.
    pub time: V::Scalar,
    /// Unit normal from the first body to the second.
    normal: V,
    point: V,
    distance: V::Scalar,
    parts: [Option<u32>; 2],
}

impl<T: Real, V: CoreSpace<Scalar = T>> Touch<V> {
    fn new(impact: &Impact<V>, time: T) -> Self {
        let point = (impact.point_a + impact.point_b) * T::HALF;
        let parts = [impact.part_a, impact.part_b];
        Self { time, normal: impact.normal, point, distance: impact.distance, parts }
    }

    /// The same touch, of the second body and the first.
    fn swapped(self) -> Self {
        let [a, b] = self.parts;
        Self { normal: -self.normal, parts: [b, a], ..self }
    }

    /// Whether the caller lets the first body stop there.
    pub fn stops(
        &self,
        asked: &mut Asked<'_, V>,
        world: (&Scene<V>, &[State<T>]),
        [a, b]: [ObjectHandle; 2],
    ) -> bool {
        let pair = [(a, self.parts[0]), (b, self.parts[1])];
        asked.stops(world, pair, (self.normal, self.point, self.distance))
    }
}

/// Surroundings of the fast bodies.
pub(super) struct Among<'a, 'h, V: CoreSpace> {
    pub scene: &'a Scene<V>,
    pub states: &'a [State<V::Scalar>],
    pub contacts: &'a [SolverContact<V>],
    pub joints: &'a Joints<V::Scalar>,
    /// The caller's say, if there is one.
    pub asked: Option<RefCell<&'a mut Asked<'h, V>>>,
}

impl<T: Real, V: CoreSpace<Scalar = T>> Among<'_, '_, V> {
    /// First impact of two bodies between two times, which are fractions of the step. Bodies that touched at the start of the step, or
    /// touch now, meet when a core of one reaches the other.
    pub fn impact(&self, a: &Moved<'_, V>, b: &Moved<'_, V>, times: [T; 2], cores: &Cores<V>) -> Option<T> {
        let (Ok(shape_a), Ok(shape_b)) = (self.scene.shape_of(a.handle), self.scene.shape_of(b.handle))
        else {
            return None;
        };
        if !self.touch(a.handle, b.handle) {
            let touch = self.meet((a, shape_a), (b, shape_b), times)?;
            if touch.time > times[0] {
                return self.stop([a.handle, b.handle], &touch);
            }
        }
        self.reach(a, b, times, cores)
    }

    /// The first time at which two bodies touch; that at the start if they do then.
    ///
    /// A cast of two bodies of many pieces takes all pairs of pieces that may meet in its time. So they leap as far as their distance
    /// proves free, and are cast for short times once they are near.
    fn meet(
        &self,
        (a, shape_a): (&Moved<'_, V>, &AnyBody<V>),
        (b, shape_b): (&Moved<'_, V>, &AnyBody<V>),
        [mut from, until]: [T; 2],
    ) -> Option<Touch<V>> {
        let met = |times: [T; 2]| {
            let [from, until] = times;
            let (motion, other) = (a.way.motion(from, until), b.way.motion(from, until));
            let (a, b) = (shape_a.at(a.way.pose(from)), shape_b.at(b.way.pose(from)));
            let impact = cast_with(&a, &b, &motion, &other, &CastSettings::default())?;
            Some(Touch::new(&impact, if impact.at_start { from } else { in_step(impact.time, times) }))
        };
        if count(shape_a).min(count(shape_b)) > 1 && count(shape_a) * count(shape_b) > FEW {
            let reach = |body: &Moved<'_, V>| self.states[body.handle.index()].reach;
            let speed = a.way.most(reach(a)) + b.way.most(reach(b));
            let near = reach(a).min(reach(b)) * T::of(NEAR);
            for _ in 0..LEAPS {
                let gap = distance(&shape_a.at(a.way.pose(from)), &shape_b.at(b.way.pose(from)));
                let free = gap.distance - gap.error;
                let next = from + free.max(near) * T::of(CAUTION) / speed;
                let goes_on = next < until;
                if free <= near {
                    let found = met([from, if goes_on { next } else { until }]);
                    if found.is_some() {
                        return found;
                    }
                }
                if !goes_on {
                    return None;
                }
                from = next;
            }
        }
        met([from, until])
    }

    /// The first time at which a core of one of two bodies reaches the other.
    pub fn reach(&self, a: &Moved<'_, V>, b: &Moved<'_, V>, times: [T; 2], cores: &Cores<V>) -> Option<T> {
        let (Ok(shape_a), Ok(shape_b)) = (self.scene.shape_of(a.handle), self.scene.shape_of(b.handle))
        else {
            return None;
        };
        let kept = if self.is_slow(a) && self.is_slow(b) { T::of(KEPT) } else { T::ONE };
        let first = cores_reach(a, (b.way, shape_b), times, cores, kept);
        let until = first.map_or(times[1], |touch| touch.time);
        let second = cores_reach(b, (a.way, shape_a), [times[0], until], cores, kept).map(Touch::swapped);
        self.stop([a.handle, b.handle], &second.or(first)?)
    }

    /// Whether forces move a body, and not far, or nothing does.
    fn is_slow(&self, body: &Moved<'_, V>) -> bool {
        let state = &self.states[body.handle.index()];
        state.kind != BodyKind::Kinematic
            && body.way.most(state.reach) <= state.inner_size * T::of(super::SLOW_PART)
    }

    /// The time of a touch, unless the caller lets the bodies pass.
    fn stop(&self, bodies: [ObjectHandle; 2], touch: &Touch<V>) -> Option<T> {
        let asked = self.asked.as_ref().and_then(|asked| asked.try_borrow_mut().ok());
        let stops = asked.is_none_or(|mut asked| touch.stops(&mut asked, (self.scene, self.states), bodies));
        stops.then_some(touch.time)
    }

    /// Whether two bodies have a contact in this step.
    fn touch(&self, a: ObjectHandle, b: ObjectHandle) -> bool {
        let pair = (a.min(b), a.max(b));
        self.contacts.binary_search_by_key(&pair, SolverContact::pair).is_ok()
    }
}

/// Number of pieces of a body, at least.
fn count<V: CoreSpace>(shape: &AnyBody<V>) -> usize {
    let AnyBody::Pieces(_) = shape else { return 1 };
    match compound_of(shape) {
        Some(compound) => compound.parts().len(),
        None => V::pieces(shape).unwrap_or(FEW),
    }
}

fn in_step<T: Real>(time: T, [from, until]: [T; 2]) -> T {
    from + time * (until - from)
}

/// The first touch of a core of a body and another one.
pub(super) fn cores_reach<T: Real, V: CoreSpace<Scalar = T>>(
    body: &Moved<'_, V>,
    (other_way, other): (&Way<V>, &AnyBody<V>),
    [from, until]: [T; 2],
    cores: &Cores<V>,
    kept: T,
) -> Option<Touch<V>> {
    match body.cores? {
        CoresOf::Center(radius) => {
            let center = body.way.center + body.way.by * from;
            let motions = [body.way.straight(from, until), other_way.motion(from, until)];
            core_reaches(
                &Core { center, radius },
                &motions,
                (other, &other_way.pose(from)),
                [from, until],
                kept,
            )
        }
        CoresOf::Inside(core) => listed_reach(&[core], body.way, (other, other_way), [from, until], kept),
        CoresOf::Listed(range) => {
            listed_reach(cores.listed(range), body.way, (other, other_way), [from, until], kept)
        }
    }
}

/// The first touch of one of some cores and a body.
fn listed_reach<T: Real, V: CoreSpace<Scalar = T>>(
    list: &[Core<V>],
    way: &Way<V>,
    (other, other_way): (&AnyBody<V>, &Way<V>),
    [from, until]: [T; 2],
    kept: T,
) -> Option<Touch<V>> {
    let (pose, other_pose) = (way.pose(from), other_way.pose(from));
    let mut first: Option<Touch<V>> = None;
    for core in list {
        let until = first.map_or(until, |touch| touch.time);
        let placed = Core { center: pose.transform(core.center), ..*core };
        let motions = [way.motion(from, until), other_way.motion(from, until)];
        first = core_reaches(&placed, &motions, (other, &other_pose), [from, until], kept).or(first);
    }
    first
}

/// The touch of a core in the world and a body; each follows its motion between two times.
fn core_reaches<T: Real, V: CoreSpace<Scalar = T>>(
    core: &Core<V>,
    [motion, other_motion]: &[Motion<V>; 2],
    (other, pose): (&AnyBody<V>, &Pose<V>),
    times: [T; 2],
    kept: T,
) -> Option<Touch<V>> {
    let (other, place) = (other.at(*pose), at(core.center));
    let settings = CastSettings { tolerance: Some(TOLERANCE), ..CastSettings::default() };
    let ball = V::ball(core.radius)?.at(place);
    let impact = cast_with(&ball, &other, motion, other_motion, &settings)?;
    if !impact.at_start {
        return Some(Touch::new(&impact, in_step(impact.time, times)));
    }
    // It overlaps already: a smaller ball, which does not, is kept out.
    let near = distance(&Point::try_new(core.center).ok()?, &other);
    let radius = near.distance - near.error;
    if near.distance <= T::ZERO {
        return None; // It began inside.
    }
    if radius <= core.radius * T::of(LEAST) {
        let by = motion.pose(T::ONE).transform(core.center) - core.center;
        let other_by = other_motion.pose(T::ONE).transform(near.point_b) - near.point_b;
        return (near.normal.dot(by - other_by) > T::ZERO).then_some(Touch {
            time: times[0],
            normal: near.normal,
            point: near.point_b,
            distance: near.distance,
            parts: [near.part_a, near.part_b],
        });
    }
    let ball = V::ball(radius * kept)?.at(place);
    let impact = cast_with(&ball, &other, motion, other_motion, &settings)?;
    Some(Touch::new(&impact, in_step(impact.time, times)))
}
