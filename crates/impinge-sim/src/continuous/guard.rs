//! The first time at which two moving bodies touch, or a core of one reaches the other.

use impinge::body::{AnyBody, Compound};
use impinge::mesh::TriangleMesh;
use impinge::scene::{ObjectHandle, Scene};
use impinge::{AnyShape, CastSettings, Motion, Point, Pose, Real, Shape, Sphere, Vec3, cast_with, distance};

use super::cores::{Core, Cores, CoresOf, at};
use super::way::Way;
use crate::body::State;
use crate::joint::Joints;
use crate::solver_contact::SolverContact;

/// A center that is nearer than this fraction of the core may only move away from where it is nearest: casts of balls as small as that are
/// not exact enough.
const LEAST: f64 = 1.0 / 1024.0;

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
pub(super) struct Moved<'a, T: Real> {
    pub handle: ObjectHandle,
    pub way: &'a Way<T>,
    pub cores: Option<CoresOf<T>>,
}

/// Surroundings of the fast bodies.
pub(super) struct Among<'a, T: Real> {
    pub scene: &'a Scene<Vec3<T>>,
    pub states: &'a [State<T>],
    pub contacts: &'a [SolverContact<T>],
    pub joints: &'a Joints<T>,
}

impl<T: Real> Among<'_, T> {
    /// First impact of two bodies between two times, which are fractions of the step. Bodies that touched at the start of the step, or
    /// touch now, meet when a core of one reaches the other.
    pub fn impact(&self, a: &Moved<'_, T>, b: &Moved<'_, T>, times: [T; 2], cores: &Cores<T>) -> Option<T> {
        let (Ok(shape_a), Ok(shape_b)) = (self.scene.shape_of(a.handle), self.scene.shape_of(b.handle))
        else {
            return None;
        };
        if !self.touch(a.handle, b.handle) {
            let time = self.meet((a, shape_a), (b, shape_b), times)?;
            if time > times[0] {
                return Some(time);
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
        (a, shape_a): (&Moved<'_, T>, &AnyBody<Vec3<T>>),
        (b, shape_b): (&Moved<'_, T>, &AnyBody<Vec3<T>>),
        [mut from, until]: [T; 2],
    ) -> Option<T> {
        let met = |times: [T; 2]| {
            let [from, until] = times;
            let (motion, other) = (a.way.motion(from, until), b.way.motion(from, until));
            let (a, b) = (shape_a.at(a.way.pose(from)), shape_b.at(b.way.pose(from)));
            let impact = cast_with(&a, &b, &motion, &other, &CastSettings::default())?;
            Some(if impact.at_start { from } else { in_step(impact.time, times) })
        };
        if count(shape_a).min(count(shape_b)) > 1 && count(shape_a) * count(shape_b) > FEW {
            let reach = |body: &Moved<'_, T>| self.states[body.handle.index()].reach;
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
    pub fn reach(&self, a: &Moved<'_, T>, b: &Moved<'_, T>, times: [T; 2], cores: &Cores<T>) -> Option<T> {
        let (Ok(shape_a), Ok(shape_b)) = (self.scene.shape_of(a.handle), self.scene.shape_of(b.handle))
        else {
            return None;
        };
        let first = cores_reach(a, b.way, shape_b, times, cores);
        let until = first.unwrap_or(times[1]);
        cores_reach(b, a.way, shape_a, [times[0], until], cores).or(first)
    }

    /// Whether two bodies have a contact in this step.
    fn touch(&self, a: ObjectHandle, b: ObjectHandle) -> bool {
        let pair = (a.min(b), a.max(b));
        self.contacts.binary_search_by_key(&pair, SolverContact::pair).is_ok()
    }
}

/// Number of pieces of a body, at least.
fn count<T: Real>(shape: &AnyBody<Vec3<T>>) -> usize {
    let AnyBody::Pieces(pieces) = shape else { return 1 };
    let pieces = pieces.itself();
    if let Some(compound) = pieces.downcast_ref::<Compound<AnyShape<T>>>() {
        compound.parts().len()
    } else if let Some(mesh) = pieces.downcast_ref::<TriangleMesh<T>>() {
        mesh.len()
    } else {
        FEW
    }
}

fn in_step<T: Real>(time: T, [from, until]: [T; 2]) -> T {
    from + time * (until - from)
}

/// The first time at which a core of a body reaches another one.
pub(super) fn cores_reach<T: Real>(
    body: &Moved<'_, T>,
    other_way: &Way<T>,
    other: &AnyBody<Vec3<T>>,
    [from, until]: [T; 2],
    cores: &Cores<T>,
) -> Option<T> {
    match body.cores? {
        CoresOf::Center(radius) => {
            let center = body.way.center + body.way.by * from;
            let motions = [body.way.straight(from, until), other_way.motion(from, until)];
            let time = core_reaches(&Core { center, radius }, &motions, (other, &other_way.pose(from)));
            time.map(|time| in_step(time, [from, until]))
        }
        CoresOf::Inside(core) => listed_reach(&[core], body.way, (other, other_way), [from, until]),
        CoresOf::Listed(range) => {
            listed_reach(cores.listed(range), body.way, (other, other_way), [from, until])
        }
    }
}

/// The first time at which one of some cores reaches a body.
fn listed_reach<T: Real>(
    list: &[Core<T>],
    way: &Way<T>,
    (other, other_way): (&AnyBody<Vec3<T>>, &Way<T>),
    [from, until]: [T; 2],
) -> Option<T> {
    let (pose, other_pose) = (way.pose(from), other_way.pose(from));
    let mut first = None;
    for core in list {
        let until = first.unwrap_or(until);
        let placed = Core { center: pose.transform(core.center), ..*core };
        let motions = [way.motion(from, until), other_way.motion(from, until)];
        let time = core_reaches(&placed, &motions, (other, &other_pose));
        first = time.map(|time| in_step(time, [from, until])).or(first);
    }
    first
}

/// The time, from 0 to 1, at which a core in the world reaches a body; each follows its motion.
fn core_reaches<T: Real>(
    core: &Core<T>,
    [motion, other_motion]: &[Motion<Vec3<T>>; 2],
    (other, pose): (&AnyBody<Vec3<T>>, &Pose<Vec3<T>>),
) -> Option<T> {
    let (other, place) = (other.at(*pose), at(core.center));
    let settings = CastSettings { tolerance: Some(TOLERANCE), ..CastSettings::default() };
    let ball = Sphere::try_new(core.radius).ok()?.at(place);
    let impact = cast_with(&ball, &other, motion, other_motion, &settings)?;
    if !impact.at_start {
        return Some(impact.time);
    }
    // It overlaps already: the largest ball that does not is kept out.
    let near = distance(&Point::try_new(core.center).ok()?, &other);
    let radius = near.distance - near.error;
    if near.distance <= T::ZERO {
        return None; // It began inside.
    }
    if radius <= core.radius * T::of(LEAST) {
        let by = motion.pose(T::ONE).transform(core.center) - core.center;
        let other_by = other_motion.pose(T::ONE).transform(near.point_b) - near.point_b;
        return (near.normal.dot(by - other_by) > T::ZERO).then_some(T::ZERO);
    }
    let ball = Sphere::try_new(radius).ok()?.at(place);
    cast_with(&ball, &other, motion, other_motion, &settings).map(|impact| impact.time)
}
