//! Characters: bodies that walk among others, by the library's [`Scene::slide`].
//!
//! A character is a kinematic body with a convex shape. [`Character::walk`] moves it after each step: there is nothing to save beside the
//! world. In the step it stands still, so that bodies rest on it and bounce off it.
//!
//! 1. **Carry.** A character on a body that has moved in the step is moved along with it, rotation about the body's center included; on a
//!    [belt](crate::Body::surface_velocity) then by the motion of the surface at the point on which it stands.
//! 2. **Push.** A kinematic body that has run into the character pushes it ahead: the body is cast along its way of the step, and the
//!    character slides by what is left of the motion of the point that met it.
//! 3. **Walk.** It slides by its velocity times the time, up and down steps.
//! 4. **Forces.** A dynamic body that stopped it gets the impulse that gives it the character's speed, up to the strength times the
//!    time; a dynamic body below it carries its weight.
//!
//! **Guarantee.** Each slide is proven free of overlap on the whole way, from a start that is: a character does not pass through a body
//! that stands still, at any speed. A kinematic body that presses it against another one overlaps it ([`Walk::squeezed`]): stop it then.
//!
//! **Cost.** Three slides, four on a belt, and a cast; one pass over all bodies, for those that are kinematic and move.

use impinge::math::Aabb;
use impinge::scene::{ObjectHandle, Scene, SceneError, SceneSlideSettings, SlideHit, SlideMemory, Start};
use impinge::{CastSettings, Motion, Pose, Real, Vec3, cast_with};

use crate::World;
use crate::body::{BodyKind, State};
use crate::error::{WorldError, finite, not_negative, positive};
use crate::query::way;

/// Ground is looked for this many clearances below a character at rest, which keeps once to twice the clearance.
const GROUND: f64 = 3.0;

/// A character may be moved out of an overlap by this many clearances, and by as much as others pushed it.
const FREE: f64 = 4.0;

/// Settings of a [`Character`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharacterSettings<T> {
    /// Direction against gravity, of any length above 0.
    pub up: Vec3<T>,
    /// Height of a step that is climbed without a jump.
    pub step: T,
    /// The steepest ground to stand on, as an angle to the horizontal in radians.
    pub slope: T,
    /// Distance that the character keeps from all bodies, if nothing presses it.
    pub clearance: T,
    /// Largest force with which it pushes dynamic bodies ahead.
    pub strength: T,
    /// Mass that weighs on dynamic bodies below it.
    pub mass: T,
}

/// Up along the z axis, steps of 0.3, slopes to 45 degrees, a clearance of 0.01, a strength of 500 and a mass of 80: a person in meters,
/// kilograms and seconds.
impl<T: Real> Default for CharacterSettings<T> {
    fn default() -> Self {
        Self {
            up: Vec3::axis(2),
            step: T::of(0.3),
            slope: T::PI / T::of(4.0),
            clearance: T::of(0.01),
            strength: T::of(500.0),
            mass: T::of(80.0),
        }
    }
}

/// Character in a world: a kinematic body that walks. See [`Character::walk`].
#[derive(Clone, Debug)]
pub struct Character<T: Real> {
    /// Its body.
    pub body: ObjectHandle,
    /// Settings of its walk; may be changed at any time.
    pub settings: CharacterSettings<T>,
    memory: SlideMemory<Vec3<T>>,
}

/// Result of a walk.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Walk<T: Real> {
    /// Ground that it stands on; `None` in the air.
    pub ground: Option<SlideHit<Vec3<T>>>,
    /// Velocity of the ground at the character, if it stood on a body or a belt that moved: for a jump off it.
    pub ground_velocity: Vec3<T>,
    /// First surface that stopped it and is too steep to stand on.
    pub wall: Option<SlideHit<Vec3<T>>>,
    /// Its whole motion: walked, carried and pushed.
    pub moved: Vec3<T>,
    /// Whether it overlaps a body at the end, since there was no room: a kinematic body presses it against another one.
    pub squeezed: bool,
}

impl<T: Real> Character<T> {
    /// A character with this body, which must be kinematic and have a convex shape.
    pub fn new(body: ObjectHandle, settings: CharacterSettings<T>) -> Self {
        Self { body, settings, memory: SlideMemory::new() }
    }

    /// Moves the character by its velocity times the time, after a step of the same time. The velocity is relative to the ground, and
    /// contains the falling speed: add gravity to it while there is no ground.
    ///
    /// ```
    /// use impinge::{Capsule, Cuboid, HalfSpace, Pose};
    /// use impinge_sim::{Body, Character, CharacterSettings, World};
    ///
    /// let mut world = World::<f64>::default();
    /// let floor = world.add_shape(HalfSpace::new([0.0, 0.0, 1.0], 0.0));
    /// let stair = world.add_shape(Cuboid::new([1.0, 1.0, 0.1]));
    /// let player = world.add_shape(Capsule::new(0.6, 0.3)); // 1.8 high
    /// world.add(Body::fixed(floor, Pose::IDENTITY))?;
    /// world.add(Body::fixed(stair, Pose::at([2.0, 0.0, 0.1])))?;
    /// let body = world.add(Body::kinematic(player, Pose::at([0.0, 0.0, 1.0])))?;
    /// let mut character = Character::new(body, CharacterSettings::default());
    /// for _ in 0..60 {
    ///     world.step(1.0 / 60.0)?;
    ///     let walk = character.walk(&mut world, [2.0, 0.0, -3.0], 1.0 / 60.0)?;
    ///     assert!(!walk.squeezed);
    /// }
    /// let at = world.pose(body)?.translation();
    /// assert!(at.x > 1.8 && at.z > 1.1, "it stands on the stair");
    /// # Ok::<(), impinge_sim::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// If the body is not kinematic or not convex, a number is not finite, or below 0 but must not be.
    pub fn walk(
        &mut self,
        world: &mut World<T>,
        velocity: impl Into<Vec3<T>>,
        time: T,
    ) -> Result<Walk<T>, WorldError> {
        let velocity = velocity.into();
        positive("time of a walk", time)?;
        finite("velocity", velocity)?;
        self.settings.check()?;
        if world.kind(self.body)? != BodyKind::Kinematic {
            return Err(WorldError::NotKinematic(self.body));
        }
        let start = *world.pose(self.body)?;
        let mut pushes: [Option<SlideHit<Vec3<T>>>; 2] = [None; 2];
        let mut going = Going { character: self, world, pose: start, free: T::ZERO };
        let ground = going.carry(time)?;
        let ground_velocity = ground.map_or(Vec3::ZERO, |(ground, point)| {
            going.velocity_at(ground, start.translation()) + going.surface_velocity_at(ground, point)
        });
        pushes[0] = going.give_way(ground.map(|(ground, _)| ground), time)?;
        let end = going.slide(velocity * time, &[], true)?;
        pushes[1] = end.wall;
        let pose = going.pose;
        let walk = Walk {
            ground: end.ground,
            ground_velocity,
            wall: end.wall,
            moved: pose.translation() - start.translation(),
            squeezed: end.start == Start::Overlapping,
        };
        if pose != start {
            world.set_pose(self.body, pose)?;
        }
        for hit in pushes.into_iter().flatten() {
            self.push(world, &hit, velocity, time)?;
        }
        if let Some(ground) = &walk.ground
            && world.kind(ground.object)? == BodyKind::Dynamic
        {
            let weight = world.settings().gravity * self.settings.mass;
            world.apply_force_at(ground.object, weight, ground.point)?;
        }
        Ok(walk)
    }

    /// Gives a dynamic body that is in the way the character's speed, as far as its strength allows.
    fn push(
        &self,
        world: &mut World<T>,
        hit: &SlideHit<Vec3<T>>,
        velocity: Vec3<T>,
        time: T,
    ) -> Result<(), WorldError> {
        let state = world.state(hit.object)?;
        if !state.is_dynamic() {
            return Ok(());
        }
        let (into, arm) = (-hit.normal, hit.point - state.center);
        let missing = velocity.dot(into) - state.velocity_at(arm).dot(into);
        let turn = (state.world_inverse_inertia() * arm.cross(into)).cross(arm);
        let impulse = (missing / (state.inverse_mass + turn.dot(into))).min(self.settings.strength * time);
        // Not for NaN.
        if impulse > T::ZERO {
            world.apply_impulse_at(hit.object, into * impulse, hit.point)?;
        }
        Ok(())
    }
}

impl<T: Real> CharacterSettings<T> {
    fn check(&self) -> Result<(), WorldError> {
        finite("up direction", self.up)?;
        not_negative("height of a step", self.step)?;
        not_negative("slope", self.slope)?;
        positive("clearance", self.clearance)?;
        not_negative("strength", self.strength)?;
        not_negative("mass", self.mass)
    }
}

/// End of a slide.
struct Slid<T: Real> {
    ground: Option<SlideHit<Vec3<T>>>,
    wall: Option<SlideHit<Vec3<T>>>,
    start: Start,
}

/// A character on its way.
struct Going<'a, T: Real> {
    character: &'a mut Character<T>,
    world: &'a World<T>,
    pose: Pose<Vec3<T>>,
    /// Length by which it may be moved out of an overlap, beside some clearances.
    free: T,
}

impl<T: Real> Going<'_, T> {
    fn scene(&self) -> &Scene<Vec3<T>> {
        self.world.scene()
    }

    fn state(&self, body: ObjectHandle) -> &State<T> {
        &self.world.bodies.states[body.index()]
    }

    fn velocity_at(&self, body: ObjectHandle, point: Vec3<T>) -> Vec3<T> {
        let state = self.state(body);
        state.velocity_at(point - state.center)
    }

    /// Slides by a vector, past the given bodies; with steps, if it walks.
    fn slide(&mut self, by: Vec3<T>, past: &[ObjectHandle], walks: bool) -> Result<Slid<T>, WorldError> {
        let Character { body, settings, memory } = &mut *self.character;
        let mut ignore = [*body; 3];
        for (place, other) in ignore[1..].iter_mut().zip(past) {
            *place = *other;
        }
        let slide = SceneSlideSettings {
            up: settings.up,
            step: if walks { settings.step } else { T::ZERO },
            slope: settings.slope,
            clearance: Some(settings.clearance),
            free: self.free + settings.clearance * T::of(FREE),
            layers: self.world.layers(*body)?,
            ignore: &ignore,
        };
        let scene = self.world.scene();
        let shape = scene.shape_of(*body)?.convex().ok_or(SceneError::NotConvex(*body))?;
        let slid = scene.slide(shape, &self.pose, by, &slide, memory)?;
        self.pose = slid.pose;
        Ok(Slid { ground: slid.ground, wall: slid.wall, start: slid.start })
    }

    /// Moves along with the body below and its surface, if one of them has moved; returns the body, and the point on which the character
    /// stood.
    fn carry(&mut self, time: T) -> Result<Option<(ObjectHandle, Vec3<T>)>, WorldError> {
        let Some((ground, point)) = self.ground(time)? else { return Ok(None) };
        if moves(self.state(ground)) {
            let motion = motion_of(self.state(ground), time);
            let before = self.pose.translation();
            let by = motion.pose(T::ONE).transform(before) - before;
            self.slide(by, &[ground], false)?;
        }
        if let Some((origin, [velocity, spin])) = self.world.bodies.belts.motion(ground, self.state(ground)) {
            // Unlike its body, a surface does not move out of the way: what else the body has may stop the character.
            let surface = motion_about(origin, velocity * time, spin * time);
            let by = surface.pose(T::ONE).transform(point) - point;
            self.slide(by, &[], false)?;
        }
        Ok(Some((ground, point)))
    }

    /// Velocity of the surface of a body at a point, less that of the body.
    fn surface_velocity_at(&self, body: ObjectHandle, point: Vec3<T>) -> Vec3<T> {
        let found = self.world.bodies.belts.motion(body, self.state(body));
        found.map_or(Vec3::ZERO, |(origin, [velocity, spin])| velocity + spin.cross(point - origin))
    }

    /// The body on which the character stood before the step, if it or its surface moves, and the point on which it stood.
    fn ground(&self, time: T) -> Result<Option<(ObjectHandle, Vec3<T>)>, WorldError> {
        let Character { body, settings, .. } = &*self.character;
        let up = settings.up.normalized().ok_or(SceneError::ZeroUp)?;
        let shape = self.scene().shape_of(*body)?;
        let near = settings.clearance * T::of(GROUND);
        let down = Motion::try_translation(-up * (settings.step + near)).map_err(SceneError::from)?;
        let layers = self.world.layers(*body)?;
        let found = self.world.cast(shape, &self.pose, &down, |other| {
            other != *body && self.scene().layers(other).is_ok_and(|other| other.meet(&layers))
        });
        let Some((ground, impact)) = found else { return Ok(None) };
        let sinks = -self.velocity_at(ground, impact.point_b).dot(up) * time;
        let gap = impact.time * (settings.step + near);
        let level = -impact.normal.dot(up) >= settings.slope.sin_cos().1;
        let stands = (level || impact.at_start) && gap <= near + sinks.max(T::ZERO);
        let state = self.state(ground);
        let carries = moves(state) || self.world.bodies.belts.motion(ground, state).is_some();
        Ok((stands && carries).then_some((ground, impact.point_b)))
    }

    /// Gives way to kinematic bodies that have run into the character in the step, and returns what stopped it.
    fn give_way(
        &mut self,
        ground: Option<ObjectHandle>,
        time: T,
    ) -> Result<Option<SlideHit<Vec3<T>>>, WorldError> {
        let (body, clearance) = (self.character.body, self.character.settings.clearance);
        let layers = self.world.layers(body)?;
        let mut wall = None;
        for other in self.world.scene().objects() {
            let state = self.state(other);
            if other == body || Some(other) == ground || state.kind != BodyKind::Kinematic || !moves(state) {
                continue;
            }
            if !self.scene().layers(other)?.meet(&layers) {
                continue;
            }
            let (motion, end) = (motion_of(state, time), *self.scene().pose(other)?);
            let start = motion.pose(T::ONE).inverse().compose(&end);
            let (shape, form) = (self.scene().shape_of(body)?, self.scene().shape_of(other)?);
            let bounds: Aabb<Vec3<T>> = shape.aabb(&self.pose).grown(clearance);
            if !way(&form.aabb(&start), &motion).overlaps(&bounds) {
                continue;
            }
            let settings = CastSettings { separation: clearance.f64(), ..CastSettings::default() };
            let (placed, moving) = (shape.at(self.pose), form.at(start));
            let Some(impact) = cast_with(&placed, &moving, &Motion::still(), &motion, &settings) else {
                continue;
            };
            // From where the point of the body met the character to where it is now.
            let met = motion.pose(impact.time);
            let last = motion.pose(T::ONE).transform(met.inverse().transform(impact.point_b));
            let away = -impact.normal;
            let left = (last - impact.point_b).dot(away);
            let short = (clearance - impact.distance).max(T::ZERO);
            if left > T::ZERO {
                self.free += left;
                let slid = self.slide(away * (left + short), &[other], false)?;
                wall = wall.or(slid.wall);
            }
        }
        Ok(wall)
    }
}

fn moves<T: Real>(state: &State<T>) -> bool {
    !state.asleep && (state.velocity != Vec3::ZERO || state.angular_velocity != Vec3::ZERO)
}

/// Motion of a body in the last step, by its velocities now: from where it was to where it is.
fn motion_of<T: Real>(state: &State<T>, time: T) -> Motion<Vec3<T>> {
    let by = state.velocity * time;
    motion_about(state.center - by, by, state.angular_velocity * time)
}

/// A turn about a center, while all moves by a vector.
fn motion_about<T: Real>(center: Vec3<T>, by: Vec3<T>, turn: Vec3<T>) -> Motion<Vec3<T>> {
    let angle = turn.norm();
    // Bodies have finite velocities.
    let turned = match angle > T::ZERO {
        true => Motion::try_rotation(center, turn / angle, angle),
        false => Ok(Motion::still()),
    };
    turned.and_then(|motion| motion.try_moving(by)).unwrap_or(Motion::still())
}
