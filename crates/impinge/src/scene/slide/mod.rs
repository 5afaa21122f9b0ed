//! Character controller in a scene: a convex body of any kind is pushed, slides along obstacles, steps up and down.
//!
//! **Answer.** The end pose of a player that is moved by a vector among the objects of a scene, whatever their form, and does not stop
//! at the first surface but continues along it. Use it for players, walking robots and cameras. For a player that is a mesh use
//! [`Mover::slide`](crate::expel::Mover::slide), with the same terms and rules.
//!
//! # Source
//! Van Waveren 2005, section 5, for bodies that keep a distance (his expel zone) and so never start in overlap; the slide
//! as in [`expel::slide`](fn@crate::expel::slide). The tests cover known problems of other character controllers: players
//! that are caught at the internal edges of a mesh, jitter in corners, sink by rounding, do not step beside a wall, and round ones that
//! do not come to stand on a stair.
//!
//! # Method
//! | distance from all objects | meaning |
//! |---|---|
//! | c, the clearance | the guaranteed and proven distance at the end |
//! | 1.25 c | the distance that every [`cast`](fn@crate::cast) keeps; the quarter covers rounding in all motions of a slide |
//! | 2 c | the rest distance of a player that is stopped |
//!
//! 1. Start. A player nearer than 1.25 c is moved away first, by the normals of all near pieces; the pose is proven by a distance.
//! 2. Slide. A cast determines how far the path is free. When it is stopped, the player rests at 2 c, the plane of the obstacle counts,
//!    and it continues along the nearest direction that leads into none of the planes. Only obstacles that stopped a motion count, so
//!    that nothing else blocks a path, and a round player does not rise over the edges of crates that stand side by side.
//! 3. Step up, if a player that stands meets a surface too steep to stand on: up, on, down. At most once per call.
//! 4. Step down, if the player stood at the start, was not pushed upwards, and does not stand now.
//! 5. End. The distance from all near objects is computed once more, at the rounded pose.
//!
//! **Internal edges.** A player at rest is 0.75 c farther from a flat floor than a cast requires. It moves along the floor, so none of
//! its casts is stopped by a triangle of the floor, whichever edge is ahead. If a surface rises, the normal is that of
//! [`contacts`](fn@crate::contacts), which has no ghost contacts.
//!
//! **One-sided chains.** A segment is solid for a player that is wholly apart from it, on its front; others pass it: see
//! [`SceneSlide::passing`]. A ledge neither stops nor pushes a player that comes from behind, and no player gets stuck in one.
//!
//! # Guarantees
//! - A player that starts apart from all objects never overlaps one that is solid for it, on no part of its path: every straight part
//!   is proven by casts, which are never late. A player that starts in overlap is moved out, to a pose proven to be apart, or not at
//!   all.
//! - [`SceneSlide::clear`]: at the end it keeps the clearance from every object. It does, unless it started nearer and there is
//!   no room. After a slide that started clear, the player is clear again; it may be passing through a one-sided chain.
//! - At most [`MAX_TRACES`] motions, steps included. The answer depends only on the arguments and the objects, not on the order in
//!   which they were added, moved or queried; the only exception is which of two objects is reported that are met in the same point
//!   along the same normal. Nothing is allocated once the memory has grown.
//!
//! # Cost
//! A motion costs a search in the scene's tree and a cast for each object near the path: objects far away cost nothing. Usually 2
//! to 3 motions.
//!
//! # Failure
//! [`SceneError::NotFinite`], [`SceneError::ZeroUp`], [`SceneError::TooFar`] if out of range.

mod facing;
mod free;
mod step;
mod types;
mod walk;

pub use types::{SceneSlide, SceneSlideSettings, SlideHit, SlideMemory};

use super::{Scene, SceneError};
use crate::math::{Aabb, Pose, Real, Turn, Vec3, Vector};
use crate::nonconvex::Dimension;
use crate::shape::{CoreShape, Parts, Shape, Space, Support};
use crate::sliding::planes::Plane;
use crate::sliding::{AWAY, MAX_TRACES, MOST_RESTARTS, STALE, SlideStatus, Start, Step, level_of, share};
use facing::Facing;
use free::Beginning;
use walk::{List, Near, Stop, Walk, Zone, lifted, lowered};

/// The default clearance, as a fraction of the player's reach.
const CLEARANCE: f64 = 1.0 / 256.0;

/// The least clearance, in ε of the precision and in ε of `f64`, times all relevant lengths: a quarter of it covers the rounding of
/// [`MAX_TRACES`] poses, one ulp each, and the error of a cast in `f64`: its tolerance is at least 8 times the rounding of a
/// distance, about 100 ε of all sizes and coordinates.
const LEAST_ULPS: [f64; 2] = [256.0, 65536.0];

/// Rounding of a pose, in ε of the precision times all lengths: half of one for each coordinate, and [`MAX_TRACES`] times this are a
/// quarter of the least clearance.
const GRAIN: f64 = 2.0;

/// The least clearance for an object, in ε of `f64` times its size and coordinates: as large as 24 least tolerances of a cast. For
/// bodies that touch at the start a cast bounds within five tolerances how close they come, and a quarter of the clearance covers that.
/// ε of `f64` regardless of the precision: the numbers of an object are taken as given.
const OBJECT_ULPS: f64 = 24576.0;

/// Number of times the clearance is widened for objects that a wider one brought near.
const MOST_WIDENED: u32 = 4;

/// Objects are near if they are within this many clearances of where the player may go.
const NEARBY: f64 = 16.0;

/// Planes that stopped the player farther back than this many clearances are dropped: an obstacle still touched stops it again.
const FAR: f64 = 8.0;

/// Maximum tilt of a motion away from a surface.
const MOST_TILT: f64 = 0.1;

/// The end of the slide proper.
struct Ended<V: Vector> {
    pose: Pose<V>,
    left: Vec3<f64>,
    status: SlideStatus,
}

impl<V: Dimension> Scene<V> {
    /// Moves a convex player, which need not be in the scene, by a vector, sliding along obstacles, with steps up and down. The scene
    /// is unchanged.
    ///
    /// ```
    /// use impinge::scene::{Scene, SceneSlideSettings, SlideMemory, Step};
    /// use impinge::{Capsule, Cuboid, HalfSpace, Pose, Vec3};
    ///
    /// // A floor, and a block on it, 0.2 high.
    /// let mut scene = Scene::<Vec3<f64>>::new();
    /// let floor = scene.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    /// let block = scene.add_shape(Cuboid::new([1.0, 1.0, 0.1]));
    /// scene.add(floor, Pose::IDENTITY)?;
    /// let block = scene.add(block, Pose::at([2.0, 0.0, 0.1]))?;
    ///
    /// // A player 1.8 high, which stands upright: a capsule 0.6 wide.
    /// let player = Capsule::new(0.6, 0.3);
    /// let settings = SceneSlideSettings { step: 0.25, ..SceneSlideSettings::default() };
    /// let (mut memory, mut pose) = (SlideMemory::new(), Pose::at([0.0, 0.0, 1.0]));
    /// let (mut steps, mut on) = (0, None);
    /// for _ in 0..20 {
    ///     let slid = scene.slide(&player, &pose, Vec3::new(0.1, 0.0, -0.1), &settings, &mut memory)?;
    ///     assert!(slid.clear); // proven to keep its distance from all objects
    ///     steps += usize::from(slid.step == Step::Up);
    ///     (pose, on) = (slid.pose, slid.ground.map(|hit| hit.object));
    /// }
    /// assert!(steps >= 1 && on == Some(block)); // onto the block
    /// let end = pose.translation();
    /// assert!(end.x > 1.5 && (end.z - 1.1).abs() < 0.01, "{end:?}");
    /// # Ok::<(), impinge::scene::SceneError>(())
    /// ```
    ///
    /// # Errors
    /// If a number is not finite, `up` has zero length, or the player would extend beyond the largest number.
    pub fn slide<S: Shape<V = V>>(
        &self,
        player: &S,
        pose: &Pose<V>,
        by: V,
        settings: &SceneSlideSettings<'_, V>,
        memory: &mut SlideMemory<V>,
    ) -> Result<SceneSlide<V>, SceneError> {
        // A shape known only by its support mapping may extend beyond its box by its rounding.
        let unsure = V::Scalar::of(player.rounding() * (1.0 + V::Scalar::EPSILON.f64()));
        let turned = Pose::of(V::ZERO, pose.rotation());
        let around = self.grown(player.aabb(&turned), &turned)?.grown(unsure);
        self.slide_parts(&Facing::new(player.parts()), &around, pose, by, settings, memory)
    }

    /// [`Scene::slide`], the same code for all shapes.
    #[inline(never)]
    pub(crate) fn slide_parts<'a>(
        &'a self,
        facing: &'a Facing<'a, V>,
        around: &Aabb<V>,
        pose: &Pose<V>,
        by: V,
        settings: &SceneSlideSettings<'_, V>,
        memory: &mut SlideMemory<V>,
    ) -> Result<SceneSlide<V>, SceneError> {
        let player = &facing.shape;
        let wanted = lifted::<V>(by.widen());
        let up = lifted::<V>(settings.up.widen());
        let numbers =
            [settings.step, settings.slope, settings.free, settings.clearance.unwrap_or(V::Scalar::ZERO)];
        if !(by.is_finite() && settings.up.is_finite() && numbers.iter().all(|x| x.is_finite())) {
            return Err(SceneError::NotFinite);
        }
        let up = up.normalized().ok_or(SceneError::ZeroUp)?;
        if !wanted.norm().is_finite() || !(pose.translation() + by).is_finite() {
            return Err(SceneError::TooFar);
        }
        let reach = player.core.reach() + player.radius + player.pose.translation().norm();
        let all = reach + pose.translation().widen().sum_abs() + wanted.norm();
        let least = all * Real::max(LEAST_ULPS[0] * V::Scalar::EPSILON.f64(), LEAST_ULPS[1] * f64::EPSILON);
        let clearance = Real::max(settings.clearance.map_or(CLEARANCE * reach, Real::f64), least);
        let mut walk = Walk {
            scene: self,
            player: *player,
            around: *around,
            settings,
            memory,
            facing,
            zone: Zone::of(clearance),
            grain: GRAIN * V::Scalar::EPSILON.f64() * all,
            up,
            level: level_of(settings.slope.f64()),
            lowest: lowest(player, pose, up),
            traces: 0,
            casts: 0,
            wall: None,
            step: Step::Level,
            tries: 0,
        };
        // The queries involve objects, too, and these may be larger. A larger clearance may bring more of them near.
        for _ in 0..MOST_WIDENED {
            let within =
                wanted.norm() + settings.step.f64() + settings.free.f64() + NEARBY * walk.zone.clearance;
            let needed = OBJECT_ULPS * f64::EPSILON * walk.farthest(pose, within);
            if needed <= walk.zone.clearance {
                break;
            }
            walk.zone = Zone::of(needed);
        }
        Ok(walk.call(pose, wanted))
    }
}

/// Height of the lowest point of a player above its origin.
fn lowest<V: Dimension>(player: &Parts<'_, V::Wide>, pose: &Pose<V>, up: Vec3<f64>) -> f64 {
    let placed = player.placed(pose);
    let place = <V::Wide as Space>::relative(&Pose::IDENTITY, &placed.pose);
    let down = -lowered::<V>(up);
    let point = place.turn.turn(placed.core.support(place.turn.unturn(down))) + place.offset;
    -(point - pose.translation().widen()).dot(down) - placed.radius
}

impl<V: Dimension> Walk<'_, '_, V> {
    /// The five steps described in the module's text.
    fn call(&mut self, pose: &Pose<V>, by: Vec3<f64>) -> SceneSlide<V> {
        let promised = self.zone;
        self.memory.path.clear();
        let (from, start) = match self.begin(pose) {
            Beginning::At(from, start) => (from, start),
            Beginning::Inside(near) => return self.overlapping(pose, &near),
        };
        self.facing.begun(self.player.placed(&from), self.zone.cast);
        self.went_to(&from);
        let mut ended = self.slide(&from, by);
        let mut ground = self.ground(&ended.pose);
        let height = self.settings.step.f64();
        let may_step = height > 0.0 && by.dot(self.up) <= 0.0;
        if ground.is_none() && may_step && self.ground(&from).is_some() {
            let down = self.trace(&ended.pose, self.up * -height);
            if let Some(stop) = down.stop.filter(|stop| self.carries(&down.pose, &stop.hit)) {
                (ended.pose, ground, self.step) = (down.pose, Some(stop.hit), Step::Down);
                self.went_to(&down.pose);
            }
        }
        self.facing.note(promised.cast, promised.clearance);
        let mut near = self.look(&ended.pose, promised.rest);
        if near.lower <= 0.0 {
            // So near to the object at its start that rounding decides: at the start it was proven to be apart.
            self.facing.note(promised.cast, promised.clearance);
            near = self.look(&from, promised.rest);
            ended = Ended { pose: from, left: Vec3::ZERO, status: SlideStatus::Blocked };
            (ground, self.step) = (self.ground(&from), Step::Level);
            self.memory.path.truncate(1);
        }
        SceneSlide {
            pose: ended.pose,
            status: ended.status,
            start,
            from,
            clear: near.lower >= promised.clearance,
            passing: self.facing.passing(),
            distance: V::Scalar::of(near.lower),
            clearance: V::Scalar::of(promised.clearance),
            ground,
            wall: self.wall,
            left: V::narrow(lowered::<V>(ended.left)),
            step: self.step,
            traces: self.traces,
            casts: self.casts,
        }
    }

    /// The answer for a player that stays in overlap.
    fn overlapping(&self, pose: &Pose<V>, near: &Near<V>) -> SceneSlide<V> {
        SceneSlide {
            pose: *pose,
            status: SlideStatus::Overlapping,
            start: Start::Overlapping,
            from: *pose,
            clear: false,
            passing: false,
            distance: V::Scalar::of(near.lower),
            clearance: V::Scalar::of(self.zone.clearance),
            ground: None,
            wall: near.hit,
            left: V::ZERO,
            step: Step::Level,
            traces: self.traces,
            casts: self.casts,
        }
    }

    /// Steps 2 and 3.
    fn slide(&mut self, from: &Pose<V>, by: Vec3<f64>) -> Ended<V> {
        let mut ended = Ended { pose: *from, left: by, status: SlideStatus::Done };
        let mut wanted = by;
        self.planes(List::Here).clear::<V::Scalar>();
        // Whether the ground holds the player; how far it moved since the first of the planes that stopped it, and how often those were
        // determined afresh.
        let (mut held, mut drift, mut restarts) = (false, 0.0, 0);
        while ended.left != Vec3::ZERO {
            // One motion is reserved for a step down.
            if self.traces + 1 >= MAX_TRACES {
                ended.status = SlideStatus::Spent;
                if ended.pose == *from {
                    (ended.status, ended.left) = (SlideStatus::Blocked, Vec3::ZERO);
                }
                return ended;
            }
            let way = ended.left;
            let moved = self.trace(&ended.pose, way);
            ended.pose = moved.pose;
            self.went_to(&moved.pose);
            let Some(stop) = moved.stop else {
                ended.left = Vec3::ZERO;
                return ended;
            };
            // The wanted motion is consumed as far as the player moved: for a slanting push along a wall, not only its component along
            // the wall.
            wanted *= 1.0 - share(moved.gone, way);
            if moved.gone.norm() > FAR * self.zone.clearance {
                self.planes(List::Here).clear::<V::Scalar>();
                (held, drift, restarts) = (false, 0.0, 0);
            }
            drift += moved.gone.norm();
            let normal = self.against(&stop, way, moved.gone == Vec3::ZERO);
            held |= self.touch(normal, &ended.pose, wanted, &stop);
            if let Some(stepped) = self.step_up(&ended.pose, wanted) {
                (ended.pose, ended.left, wanted) = (stepped.pose, stepped.wanted, stepped.wanted);
                self.planes(List::Here).clear::<V::Scalar>();
                (held, drift, restarts) = (false, 0.0, 0);
                continue;
            }
            ended.left = self.way_on(wanted, held);
            if ended.left == Vec3::ZERO && restarts < MOST_RESTARTS && drift > STALE * self.zone.clearance {
                self.planes(List::Here).clear::<V::Scalar>();
                held = self.touch(normal, &ended.pose, wanted, &stop);
                (ended.left, drift, restarts) = (self.way_on(wanted, held), 0.0, restarts + 1);
            }
        }
        if wanted != Vec3::ZERO {
            ended.status = SlideStatus::Blocked;
        }
        ended
    }

    /// The direction nearest to the wanted one that leads into none of the planes; without its downward component, if the ground holds
    /// the player.
    fn way_on(&mut self, wanted: Vec3<f64>, held: bool) -> Vec3<f64> {
        let fall = Real::min(wanted.dot(self.up), 0.0);
        let wanted = if held { wanted - self.up * fall } else { wanted };
        self.planes(List::Here).nearest(wanted)
    }

    /// Adds the plane of the obstacle that stopped a motion, and returns whether it holds the player: ground does if the player is not
    /// pushed down along it, so that a player who stands on a slope does not creep down. A surface too steep to stand on also counts as
    /// upright, so that no player walks up it; but an edge that carries the player and that it is not pushed against holds it from
    /// below.
    fn touch(&mut self, normal: Vec3<f64>, pose: &Pose<V>, wanted: Vec3<f64>, stop: &Stop<V>) -> bool {
        let rise = normal.dot(self.up);
        let level = wanted - self.up * wanted.dot(self.up);
        if self.is_level(normal) {
            self.planes(List::Here).add(Plane { normal, wall: false });
            return normal.dot(level) <= 0.0;
        }
        let upright = (normal - self.up * rise).normalized().filter(|_| rise > 0.0);
        if let Some(upright) = upright
            && upright.dot(wanted) >= 0.0
            && self.carries(pose, &stop.hit)
        {
            let normal = self.up;
            self.planes(List::Here).add(Plane { normal, wall: false });
            return true;
        }
        self.planes(List::Here).add(Plane { normal, wall: true });
        if let Some(normal) = upright {
            self.planes(List::Here).add(Plane { normal, wall: true });
        }
        if self.wall.is_none() {
            self.wall = Some(stop.hit);
        }
        false
    }

    /// The normal of the obstacle that stopped a motion, chosen so that it does not allow the motion again if it was stopped at once:
    /// that of the surface; if the motion is along that already, that of the piece; if along both, one that leads away a little.
    fn against(&self, stop: &Stop<V>, way: Vec3<f64>, at_once: bool) -> Vec3<f64> {
        let normal = lifted::<V>(stop.hit.normal.widen());
        let direction = way.unit();
        let rounding = AWAY * V::Scalar::EPSILON.f64();
        if !at_once || normal.dot(direction) < -rounding {
            return normal;
        }
        let allows = stop.raw.dot(direction);
        if allows < -rounding {
            return stop.raw;
        }
        let least = rounding + self.zone.clearance / way.norm() / AWAY;
        let tilt = Real::min(Real::max(AWAY * allows, Real::min(least, MOST_TILT)), 1.0);
        (stop.raw - direction * tilt).unit()
    }
}
