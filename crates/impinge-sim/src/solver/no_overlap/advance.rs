//! Certified motion: moves bodies by their velocities, one after the other, without overlap.
//!
//! **Near.** If no point of a body moves by more than half of the amount by which its smallest gap exceeds the guard, the body needs no
//! cast: two such bodies keep the guard between them in any case, and so does one with a body that waits.
//!
//! **At rest.** A body near others that would move by less than the accuracy of impulses does not move, so that resting bodies do not
//! creep and their contacts need not be computed again.
//!
//! **Far.** Any other body is cast along its motion against all others at their current poses, and advances as far as that is proven
//! free. A body that meets another one that is about to leave tries again in the next pass, from the other end of the order.
//!
//! **Jointed.** Bodies that joints hold together would come apart if one were stopped and the others went on. So all of a group move as
//! one: they are cast together, with one another and with all others, and all make the same part of their motions. A group that does not
//! come to the end of its way, because one of its bodies is held, may give way at its joints: each body moves by itself then, by less than
//! a quarter of the zone.
//!
//! **In the zone.** A body that is nearer to another than the guard may separate and slide, but not approach: its cast uses the current
//! gap. This is the rule of the expel zone of van Waveren, section 3.
//!
//! **Creeping.** If the end poses cannot be proven, because the gap between two bodies is smaller than the tolerance of a cast, all
//! bodies go back and move by less than half of their gaps in this step.

use impinge::scene::{NearestSearch, ObjectHandle, SceneError};
use impinge::{CastSettings, Motion, Pose, Real, Rot3, Scene, Vec3, Vector};

use super::{MARGIN, SETTLED};
use crate::bodies::Bodies;
use crate::body::{BodyKind, State};
use crate::continuous::CoreSpace;
use crate::error::WorldError;
use crate::joint::Twist;

/// Limit on the passes over the bodies that wait, alternately from below and from above. With fewer, bodies that move together separate;
/// more cost casts of bodies that stay.
const PASSES: usize = 4;

/// Tolerance of casts relative to the sizes of both bodies: 2⁻²⁸, or the limit of rounding. A body that slides in the zone may approach
/// by five times as much in each cast: for ten meters that is a fifty-thousandth of the zone. A larger tolerance would be noticeable.
const TOLERANCE: f64 = 1.0 / 268_435_456.0;

/// Nearer than this fraction of the zone, or than four times the rounding of its pose, a body is not cast, since the tolerance would be
/// noticeable: it moves by less than half of its gap.
const TOO_NEAR: f64 = 1.0 / 64.0;

/// Largest way of a body by itself, if the group that its joints hold together is stopped, as a fraction of the zone.
const GIVES: f64 = 0.25;

/// Rounding of the position of a point when a pose is rounded, in ε of its distance from the origin: a product, three sums and the length
/// of a quaternion, twice.
const POSE_ULPS: f64 = 16.0;

/// Data kept from step to step.
#[derive(Clone, Debug, Default)]
pub(super) struct Advance<V: CoreSpace> {
    /// By slot: lower bound on the distance of the body from all others, at the start of the step.
    pub gaps: Vec<V::Scalar>,
    /// By slot: fraction of the step that the body has not moved yet.
    pub left: Vec<V::Scalar>,
    /// By slot: the rotation at the end of the planned motion, if that has no push.
    pub ends: Vec<Option<Rot3<V::Scalar>>>,
    /// Bodies from the lowest to the highest, along gravity.
    order: Vec<ObjectHandle>,
    /// By slot.
    reach: Vec<Option<Reach<V::Scalar>>>,
    search: NearestSearch<V>,
    /// By slot: the slot of a body that joints hold together with it, or its own; then where the first of all those is in the order.
    groups: Vec<usize>,
    ranks: Vec<usize>,
    /// Motions of the bodies of a group.
    motions: Vec<(ObjectHandle, Motion<V>)>,
    plans: Vec<Plan<V>>,
    /// Number of casts of this step.
    pub casts: usize,
}

/// Reach of a body from its center of mass.
#[derive(Clone, Copy, Debug)]
struct Reach<T: Real> {
    /// Source of the number: the body, its center of mass, and sizes that change with its shape.
    of: (ObjectHandle, Vec3<T>, [T; 2]),
    reach: T,
}

/// Planned motion of a body.
#[derive(Clone, Debug)]
struct Plan<V: CoreSpace> {
    motion: Motion<V>,
    /// Upper bound on the distance of a point from where it starts, at any time of the motion.
    way: V::Scalar,
    /// Upper bound on the length of the path of a point: a part of the motion has this part of it.
    path: V::Scalar,
    /// Rounding of the positions of its points.
    blur: V::Scalar,
}

impl<T: Real, V: CoreSpace<Scalar = T>> Advance<V> {
    /// Moves all bodies by their translations and rotations, as far as that is proven free.
    pub fn run(&mut self, bodies: &mut Bodies<V>, ways: &[Twist<T>], zone: T) -> Result<(), WorldError> {
        self.sort(bodies);
        let (order, groups) = (core::mem::take(&mut self.order), core::mem::take(&mut self.groups));
        let mut plans = core::mem::take(&mut self.plans);
        let each_group = || order.chunk_by(|a, b| groups[a.index()] == groups[b.index()]);
        let zones = [zone, zone * T::HALF];
        let result = self.all(bodies, each_group, &mut plans, ways, zones).and_then(|waits| {
            let stuck = each_group().filter(|group| waits && group.len() > 1);
            stuck.flatten().try_for_each(|&body| self.give_way(bodies, body, &mut plans, ways, zones))
        });
        (self.order, self.groups, self.plans) = (order, groups, plans);
        result
    }

    /// Moves the groups; whether any of them waits at the end.
    fn all<'a, G: DoubleEndedIterator<Item = &'a [ObjectHandle]>>(
        &mut self,
        bodies: &mut Bodies<V>,
        each_group: impl Fn() -> G,
        plans: &mut Vec<Plan<V>>,
        ways: &[Twist<T>],
        [zone, guard]: [T; 2],
    ) -> Result<bool, WorldError> {
        for group in each_group() {
            self.plan_all(bodies, group, ways, plans)?;
            let near = zone * T::of(0.5 * MARGIN);
            let gap = |body: &ObjectHandle| self.gaps[body.index()];
            let is_near = group.iter().any(|body| gap(body) < near);
            if is_near && plans.iter().all(|plan| plan.way <= zone * T::of(SETTLED)) {
                // Below the accuracy of impulses: at rest.
                group.iter().for_each(|body| self.left[body.index()] = T::ZERO);
            } else if group.iter().zip(&*plans).all(|(body, plan)| plan.is_free(gap(body), guard)) {
                self.go_all(bodies, group, plans, T::ONE)?;
            }
        }
        for pass in 0..PASSES {
            let mut waits = false;
            let mut groups = each_group();
            while let Some(group) = if pass.is_multiple_of(2) { groups.next() } else { groups.next_back() } {
                if self.left[group[0].index()] > T::ZERO {
                    self.plan_all(bodies, group, ways, plans)?;
                    let part = self.free_part(bodies, group, plans, [zone, guard])?;
                    self.go_all(bodies, group, plans, part)?;
                    waits |= part < T::ONE;
                }
            }
            if !waits {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Moves a body whose group waits a little by itself.
    fn give_way(
        &mut self,
        bodies: &mut Bodies<V>,
        body: ObjectHandle,
        plans: &mut Vec<Plan<V>>,
        ways: &[Twist<T>],
        zones: [T; 2],
    ) -> Result<(), WorldError> {
        let i = body.index();
        let left = self.left[i];
        if left == T::ZERO || !bodies.states[i].is_dynamic() {
            return Ok(());
        }
        let path = self.plan(bodies, body, &ways[i], left)?.path;
        let part = (zones[0] * T::of(GIVES) / path).min(T::ONE);
        plans.clear();
        plans.push(self.plan(bodies, body, &ways[i], left * part)?);
        let free = self.free_part(bodies, &[body], plans, zones)?;
        self.go(bodies, body, &plans[0].motion, free, part * free == T::ONE)?;
        self.left[i] = left * (T::ONE - part * free);
        Ok(())
    }

    /// Plans what is left of the motions of some bodies.
    fn plan_all(
        &mut self,
        bodies: &Bodies<V>,
        group: &[ObjectHandle],
        ways: &[Twist<T>],
        plans: &mut Vec<Plan<V>>,
    ) -> Result<(), WorldError> {
        plans.clear();
        for &body in group {
            let left = self.left[body.index()];
            plans.push(self.plan(bodies, body, &ways[body.index()], left)?);
        }
        Ok(())
    }

    /// Moves bodies along a part of what is left of their motions.
    fn go_all(
        &mut self,
        bodies: &mut Bodies<V>,
        group: &[ObjectHandle],
        plans: &[Plan<V>],
        part: T,
    ) -> Result<(), WorldError> {
        for (&body, plan) in group.iter().zip(plans) {
            self.go(bodies, body, &plan.motion, part, part == T::ONE)?;
            self.left[body.index()] *= T::ONE - part;
        }
        Ok(())
    }

    /// Moves all bodies from their starts again, each by less than half of its gap: proven without a cast.
    pub fn creep(
        &mut self,
        bodies: &mut Bodies<V>,
        starts: &[(Vec3<T>, Rot3<T>)],
        ways: &[Twist<T>],
    ) -> Result<(), WorldError> {
        let order = core::mem::take(&mut self.order);
        let creep = |this: &mut Self, bodies: &mut Bodies<V>, body: ObjectHandle| {
            let i = body.index();
            (bodies.states[i].center, bodies.states[i].rotation) = starts[i];
            place(bodies, body)?;
            let plan = this.plan(bodies, body, &ways[i], T::ONE)?;
            let part = small_part(this.gaps[i], &plan);
            this.left[i] = T::ONE - part;
            this.go(bodies, body, &plan.motion, part, part == T::ONE)
        };
        let result = order.iter().try_for_each(|&body| creep(self, bodies, body));
        self.order = order;
        result
    }

    /// Sorts the bodies that move, the lowest first, and each behind the lowest of its group.
    fn sort(&mut self, bodies: &Bodies<V>) {
        let states = &bodies.states;
        self.order.clear();
        self.order.extend(bodies.scene.objects().filter(|body| states[body.index()].kind != BodyKind::Fixed));
        self.left.clear();
        self.left.resize(states.len(), T::ZERO);
        self.order.iter().for_each(|body| self.left[body.index()] = T::ONE);
        let gravity = bodies.conditions.gravity;
        let height = |body: &ObjectHandle| -states[body.index()].center.dot(gravity).f64();
        self.order.sort_unstable_by(|a, b| height(a).total_cmp(&height(b)).then(a.cmp(b)));

        self.groups.clear();
        self.groups.extend(0..states.len());
        let root = |groups: &[usize], mut at: usize| {
            while groups[at] != at {
                at = groups[at];
            }
            at
        };
        let mut is_grouped = false;
        for joint in bodies.joints.iter().filter(|joint| joint.kind.holds_place()) {
            let pair = joint.bodies.map(|body| body.index());
            if pair.iter().all(|&at| states[at].kind != BodyKind::Fixed) {
                let [a, b] = pair.map(|at| root(&self.groups, at));
                self.groups[a.max(b)] = a.min(b);
                is_grouped = true;
            }
        }
        if !is_grouped {
            return;
        }
        for at in 0..self.groups.len() {
            self.groups[at] = root(&self.groups, at);
        }
        self.ranks.clear();
        self.ranks.resize(states.len(), usize::MAX);
        for (rank, body) in self.order.iter().enumerate() {
            let first = &mut self.ranks[self.groups[body.index()]];
            *first = rank.min(*first);
        }
        let (groups, ranks) = (&self.groups, &self.ranks);
        let rank = |body: &ObjectHandle| ranks[groups[body.index()]];
        self.order.sort_unstable_by(|a, b| {
            rank(a).cmp(&rank(b)).then(height(a).total_cmp(&height(b))).then(a.cmp(b))
        });
    }

    fn plan(
        &mut self,
        bodies: &Bodies<V>,
        body: ObjectHandle,
        way: &Twist<T>,
        part: T,
    ) -> Result<Plan<V>, WorldError> {
        let state = &bodies.states[body.index()];
        let [by, turn] = way.map(|w| w * part);
        let angle = turn.norm();
        let motion = if angle > T::ZERO {
            V::turning(V::flat(state.center), turn, angle).and_then(|turning| turning.try_moving(V::flat(by)))
        } else {
            Motion::try_translation(V::flat(by))
        };
        let motion = motion.map_err(SceneError::Pose)?;
        let reach = self.reach(&bodies.scene, body, state)?;
        let size = state.center.sum_abs() + by.sum_abs() + reach;
        // A point moves by at most its arm times the angle of the rotation, and no farther than twice its arm.
        let turned = |angle: T| if angle > T::ZERO { angle * reach } else { T::ZERO };
        let path = by.norm() + turned(angle);
        let spun = if angle > T::ONE { turned(angle) } else { T::ZERO };
        let blur = (size + spun) * T::of(POSE_ULPS) * T::EPSILON;
        Ok(Plan { motion, way: by.norm() + turned(angle.min(T::TWO)), path, blur })
    }

    /// Distance of the farthest point of a body from its center of mass.
    fn reach(&mut self, scene: &Scene<V>, body: ObjectHandle, state: &State<T>) -> Result<T, WorldError> {
        let i = body.index();
        if self.reach.len() <= i {
            self.reach.resize(i + 1, None);
        }
        let of = (body, state.mass.center, [state.reach, state.inner_size]);
        if let Some(known) = self.reach[i]
            && known.of == of
        {
            return Ok(known.reach);
        }
        let aabb = scene.shape_of(body)?.aabb(&Pose::IDENTITY);
        let center = V::flat(state.mass.center);
        let reach = Vector::max(Vector::abs(aabb.min - center), Vector::abs(aabb.max - center)).norm();
        self.reach[i] = Some(Reach { of, reach });
        Ok(reach)
    }

    /// Moves a body along a part of a motion; `is_last` if it comes to the end of its way.
    fn go(
        &mut self,
        bodies: &mut Bodies<V>,
        body: ObjectHandle,
        motion: &Motion<V>,
        part: T,
        is_last: bool,
    ) -> Result<(), WorldError> {
        if part == T::ZERO {
            return Ok(());
        }
        let state = &mut bodies.states[body.index()];
        state.center += (motion.linear() * part).lift();
        let end = self.ends[body.index()].filter(|_| is_last);
        if let Some(end) = end {
            // The same up to the rounding of the angle, which may be many turns.
            state.rotation = end;
        } else if !motion.is_translation() {
            state.rotation = V::lift_rotation(&motion.pose(part).rotation()).compose(&state.rotation);
        }
        place(bodies, body)
    }

    /// The fraction of their motions that bodies may make at once, among all others at their current poses.
    fn free_part(
        &mut self,
        bodies: &Bodies<V>,
        group: &[ObjectHandle],
        plans: &[Plan<V>],
        [zone, guard]: [T; 2],
    ) -> Result<T, WorldError> {
        let (mut least, mut small, mut is_free, mut is_too_near) = (T::INFINITY, T::ONE, true, false);
        for (&body, plan) in group.iter().zip(plans) {
            bodies.scene.nearest_into(body, 1, &mut self.search)?;
            let near = self.search.found.first();
            let gap = near.map_or(T::INFINITY, |near| near.distance.distance - near.distance.error);
            least = least.min(gap);
            small = small.min(small_part(gap, plan));
            is_free &= plan.is_free(gap, guard);
            is_too_near |= gap < (zone * T::of(TOO_NEAR)).max(plan.blur * T::of(4.0));
        }
        if is_free {
            return Ok(T::ONE);
        }
        if is_too_near {
            return Ok(small);
        }
        self.casts += 1;
        self.motions.clear();
        self.motions.extend(group.iter().zip(plans).map(|(&body, plan)| (body, plan.motion)));
        let separation = least.min(guard).f64();
        let settings = CastSettings { separation, tolerance: Some(TOLERANCE), ..CastSettings::default() };
        let first = bodies.scene.cast(&self.motions, &settings)?;
        Ok(first.map_or(T::ONE, |first| first.impact.time))
    }
}

impl<T: Real, V: CoreSpace<Scalar = T>> Plan<V> {
    /// Whether the motion needs no cast: it is less than half of what the gap has more than the guard.
    fn is_free(&self, gap: T, guard: T) -> bool {
        self.way + self.blur <= (gap - guard) * T::HALF
    }
}

/// The fraction of a motion that moves no point farther than half of the gap.
fn small_part<T: Real, V: CoreSpace<Scalar = T>>(gap: T, plan: &Plan<V>) -> T {
    let free = gap * T::HALF - plan.blur;
    if free < plan.path { free.max(T::ZERO) / plan.path } else { T::ONE }
}

/// Updates the pose of a body in the scene.
pub(super) fn place<T: Real, V: CoreSpace<Scalar = T>>(
    bodies: &mut Bodies<V>,
    body: ObjectHandle,
) -> Result<(), WorldError> {
    let state = &bodies.states[body.index()];
    let at = state.center - state.rotation.rotate(state.mass.center);
    let pose = Pose::try_new(V::flat(at), V::flat_rotation(&state.rotation)).map_err(SceneError::Pose)?;
    Ok(bodies.scene.move_object(body, pose)?)
}
