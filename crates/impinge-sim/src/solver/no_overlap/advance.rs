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
//! **Jointed.** The bodies of a tree of joints would come apart if one were stopped and the others went on. So all of a tree are first
//! cast together, and their motions end at the first impact of any of them. Then each moves by itself, like all others.
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

/// Rounding of the position of a point when a pose is rounded, in ε of its distance from the origin: a product, three sums and the length
/// of a quaternion, twice.
const POSE_ULPS: f64 = 16.0;

/// Data kept from step to step.
#[derive(Clone, Debug, Default)]
pub(super) struct Advance<T: Real> {
    /// By slot: lower bound on the distance of the body from all others, at the start of the step.
    pub gaps: Vec<T>,
    /// By slot: fraction of the step that the body has not moved yet.
    pub left: Vec<T>,
    /// Bodies from the lowest to the highest, along gravity.
    order: Vec<ObjectHandle>,
    /// By slot: the body that it was computed for, and its reach from its center of mass.
    reach: Vec<Option<(ObjectHandle, T)>>,
    search: NearestSearch<Vec3<T>>,
    /// Bodies of trees, tree by tree, with the tree; and the motions of one tree.
    joined: Vec<(usize, ObjectHandle)>,
    motions: Vec<(ObjectHandle, Motion<Vec3<T>>)>,
    /// Number of casts of this step.
    pub casts: usize,
}

/// Planned motion of a body.
struct Plan<T: Real> {
    motion: Motion<Vec3<T>>,
    /// Upper bound on the distance that one of its points moves.
    way: T,
    /// Rounding of the positions of its points.
    blur: T,
}

impl<T: Real> Advance<T> {
    /// Moves all bodies by their translations and rotations, as far as that is proven free.
    pub fn run(&mut self, bodies: &mut Bodies<T>, ways: &[Twist<T>], zone: T) -> Result<(), WorldError> {
        self.sort(bodies);
        let guard = zone * T::HALF;
        let order = core::mem::take(&mut self.order);
        let result = self.all(bodies, &order, ways, [zone, guard]);
        self.order = order;
        result
    }

    fn all(
        &mut self,
        bodies: &mut Bodies<T>,
        order: &[ObjectHandle],
        ways: &[Twist<T>],
        [zone, guard]: [T; 2],
    ) -> Result<(), WorldError> {
        for &body in order {
            let i = body.index();
            let plan = self.plan(bodies, body, &ways[i], T::ONE)?;
            let is_near = self.gaps[i] < zone * T::of(0.5 * MARGIN);
            if is_near && plan.way <= zone * T::of(SETTLED) {
                self.left[i] = T::ZERO; // Below the accuracy of impulses: at rest.
            } else if plan.way + plan.blur <= (self.gaps[i] - guard) * T::HALF {
                go(bodies, body, &plan.motion, T::ONE)?;
                self.left[i] = T::ZERO;
            }
        }
        for pass in 0..PASSES {
            let mut waits = false;
            for k in 0..order.len() {
                let body = order[if pass.is_multiple_of(2) { k } else { order.len() - 1 - k }];
                let left = self.left[body.index()];
                if left > T::ZERO {
                    let plan = self.plan(bodies, body, &ways[body.index()], left)?;
                    let part = self.free_part(bodies, body, &plan, [zone, guard])?;
                    go(bodies, body, &plan.motion, part)?;
                    self.left[body.index()] = left * (T::ONE - part);
                    waits |= part < T::ONE;
                }
            }
            if !waits {
                break;
            }
        }
        Ok(())
    }

    /// Ends the motions of each tree of joints, and their pushes, at the first impact of any of its bodies.
    pub fn shorten_trees(
        &mut self,
        bodies: &Bodies<T>,
        ways: &mut [Twist<T>],
        pushes: &mut [Twist<T>],
        zone: T,
    ) -> Result<(), WorldError> {
        let (mut joined, mut motions) =
            (core::mem::take(&mut self.joined), core::mem::take(&mut self.motions));
        joined.clear();
        for body in bodies.scene.objects() {
            joined.extend(bodies.joints.tree_of(body.index()).map(|(tree, _)| (tree, body)));
        }
        joined.sort_unstable();
        let mut shorten = |tree: &[(usize, ObjectHandle)]| {
            motions.clear();
            let mut is_free = true;
            for &(_, body) in tree {
                let i = body.index();
                let plan = self.plan(bodies, body, &ways[i], T::ONE)?;
                is_free &= plan.way + plan.blur <= (self.gaps[i] - zone * T::HALF) * T::HALF;
                motions.push((body, plan.motion));
            }
            if is_free {
                return Ok(());
            }
            self.casts += 1;
            let first = bodies.scene.cast(&motions, &CastSettings::default())?;
            if let Some(first) = first {
                let scale = |twist: &mut Twist<T>| *twist = twist.map(|v| v * first.impact.time);
                for &(_, body) in tree {
                    scale(&mut ways[body.index()]);
                    scale(&mut pushes[body.index()]);
                }
            }
            Ok(())
        };
        let result = joined.chunk_by(|x, y| x.0 == y.0).try_for_each(&mut shorten);
        (self.joined, self.motions) = (joined, motions);
        result
    }

    /// Moves all bodies from their starts again, each by less than half of its gap: proven without a cast.
    pub fn creep(
        &mut self,
        bodies: &mut Bodies<T>,
        starts: &[(Vec3<T>, Rot3<T>)],
        ways: &[Twist<T>],
    ) -> Result<(), WorldError> {
        let order = core::mem::take(&mut self.order);
        let creep = |this: &mut Self, bodies: &mut Bodies<T>, body: ObjectHandle| {
            let i = body.index();
            (bodies.states[i].center, bodies.states[i].rotation) = starts[i];
            place(bodies, body)?;
            let plan = this.plan(bodies, body, &ways[i], T::ONE)?;
            let part = small_part(this.gaps[i], &plan);
            this.left[i] = T::ONE - part;
            go(bodies, body, &plan.motion, part)
        };
        let result = order.iter().try_for_each(|&body| creep(self, bodies, body));
        self.order = order;
        result
    }

    /// Sorts the bodies that move, the lowest first.
    fn sort(&mut self, bodies: &Bodies<T>) {
        let states = &bodies.states;
        self.order.clear();
        self.order.extend(bodies.scene.objects().filter(|body| states[body.index()].kind != BodyKind::Fixed));
        self.left.clear();
        self.left.resize(states.len(), T::ZERO);
        self.order.iter().for_each(|body| self.left[body.index()] = T::ONE);
        let gravity = bodies.conditions.gravity;
        let height = |body: &ObjectHandle| -states[body.index()].center.dot(gravity).f64();
        self.order.sort_unstable_by(|a, b| height(a).total_cmp(&height(b)).then(a.cmp(b)));
    }

    fn plan(
        &mut self,
        bodies: &Bodies<T>,
        body: ObjectHandle,
        way: &Twist<T>,
        part: T,
    ) -> Result<Plan<T>, WorldError> {
        let state = &bodies.states[body.index()];
        let [by, turn] = way.map(|w| w * part);
        let angle = turn.norm();
        let motion = if angle > T::ZERO {
            Motion::try_rotation(state.center, turn, angle).and_then(|turning| turning.try_moving(by))
        } else {
            Motion::try_translation(by)
        };
        let motion = motion.map_err(SceneError::Pose)?;
        let reach = self.reach(&bodies.scene, body, state)?;
        let blur = (state.center.sum_abs() + by.sum_abs() + reach) * T::of(POSE_ULPS) * T::EPSILON;
        // A point moves by at most its arm times the angle of the rotation.
        let turned = if angle > T::ZERO { angle * reach } else { T::ZERO };
        Ok(Plan { motion, way: by.norm() + turned, blur })
    }

    /// Distance of the farthest point of a body from its center of mass.
    fn reach(
        &mut self,
        scene: &Scene<Vec3<T>>,
        body: ObjectHandle,
        state: &State<T>,
    ) -> Result<T, WorldError> {
        let i = body.index();
        if self.reach.len() <= i {
            self.reach.resize(i + 1, None);
        }
        if let Some((known, reach)) = self.reach[i]
            && known == body
        {
            return Ok(reach);
        }
        let aabb = scene.shape_of(body)?.aabb(&Pose::IDENTITY);
        let center = state.mass.center;
        let reach = Vector::max(Vector::abs(aabb.min - center), Vector::abs(aabb.max - center)).norm();
        self.reach[i] = Some((body, reach));
        Ok(reach)
    }

    /// The fraction of its motion that a body may make among all others at their current poses.
    fn free_part(
        &mut self,
        bodies: &Bodies<T>,
        body: ObjectHandle,
        plan: &Plan<T>,
        [zone, guard]: [T; 2],
    ) -> Result<T, WorldError> {
        bodies.scene.nearest_into(body, 1, &mut self.search)?;
        let gap = self
            .search
            .found
            .first()
            .map_or(T::INFINITY, |near| near.distance.distance - near.distance.error);
        if plan.way + plan.blur <= (gap - guard) * T::HALF {
            return Ok(T::ONE);
        }
        if gap < (zone * T::of(TOO_NEAR)).max(plan.blur * T::of(4.0)) {
            return Ok(small_part(gap, plan));
        }
        self.casts += 1;
        let separation = gap.min(guard).f64();
        let settings = CastSettings { separation, tolerance: Some(TOLERANCE), ..CastSettings::default() };
        let first = bodies.scene.cast(&[(body, plan.motion)], &settings)?;
        Ok(first.map_or(T::ONE, |first| first.impact.time))
    }
}

/// The fraction of a motion that moves no point farther than half of the gap.
fn small_part<T: Real>(gap: T, plan: &Plan<T>) -> T {
    let free = gap * T::HALF - plan.blur;
    if free < plan.way { free.max(T::ZERO) / plan.way } else { T::ONE }
}

/// Moves a body along its motion.
fn go<T: Real>(
    bodies: &mut Bodies<T>,
    body: ObjectHandle,
    motion: &Motion<Vec3<T>>,
    part: T,
) -> Result<(), WorldError> {
    if part == T::ZERO {
        return Ok(());
    }
    let state = &mut bodies.states[body.index()];
    state.center += motion.linear() * part;
    if !motion.is_translation() {
        state.rotation = motion.pose(part).rotation().compose(&state.rotation);
    }
    place(bodies, body)
}

/// Updates the pose of a body in the scene.
pub(super) fn place<T: Real>(bodies: &mut Bodies<T>, body: ObjectHandle) -> Result<(), WorldError> {
    let state = &bodies.states[body.index()];
    let at = state.center - state.rotation.rotate(state.mass.center);
    let pose = Pose::try_new(at, state.rotation).map_err(SceneError::Pose)?;
    Ok(bodies.scene.move_object(body, pose)?)
}
