//! A world of bodies: its contents, access to them, and its step. User changes are in [`change`](super::change).

use impinge::body::AnyBody;
use impinge::math::built_with_the_crate;
use impinge::scene::{Layers, ObjectHandle, Scene, ShapeHandle};
use impinge::{Pose, Real, Vec2, Vec3, Vector};
use serde::{Deserialize, Serialize};

use crate::bodies::{Bodies, Conditions};
use crate::body::{Body, BodyKind, State};
use crate::contact::{Contact, contacts_of};
use crate::error::{WorldError, finite, not_negative, number, positive};
use crate::event::{Event, EventSettings, Events};
use crate::hooks::{Asked, StepHooks};
use crate::mass::{Mass, Weight};
use crate::material::Material;
use crate::report::StepReport;
use crate::sensor::Sensors;
use crate::sleep::SleepSettings;
use crate::solver::Memory;
use crate::solver::soft::SolverSpace;
use crate::solver::thesis::{InScene, Moved};
use crate::solver::{self, Solver};

/// Settings of a whole world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(
    default,
    deny_unknown_fields,
    bound(
        serialize = "V: Serialize, V::Scalar: Serialize + for<'a> Deserialize<'a>",
        deserialize = "V: WorldSpace + Deserialize<'de>, V::Scalar: Serialize + for<'a> Deserialize<'a>"
    )
)]
pub struct WorldSettings<V: Vector> {
    /// Acceleration of all dynamic bodies.
    pub gravity: V,
    /// Solver of a step.
    pub solver: Solver<V::Scalar>,
    /// Whether the soft step uses continuous collision detection: bodies that move far in a step stop at their time of impact.
    pub continuous: bool,
    /// Settings of sleep in the soft step: when bodies that hardly move are skipped; never if `None`.
    pub sleep: Option<SleepSettings<V::Scalar>>,
    /// Settings of [`World::events`]; no events if `None`.
    pub events: Option<EventSettings<V::Scalar>>,
}

/// 9.81 down the z axis, in the plane down the y axis; the soft step with continuous collision detection; no sleep, and no events.
impl<T: Real, V: WorldSpace<Scalar = T>> Default for WorldSettings<V> {
    fn default() -> Self {
        Self {
            gravity: V::axis(V::DIM - 1) * T::of(-9.81),
            solver: Solver::default(),
            continuous: true,
            sleep: None,
            events: None,
        }
    }
}

impl<T: Real, V: WorldSpace<Scalar = T>> WorldSettings<V> {
    fn conditions(&self) -> Conditions<T> {
        Conditions { gravity: self.gravity.lift(), continuous: self.continuous, sleep: self.sleep }
    }

    fn check(&self) -> Result<(), WorldError> {
        finite("gravity", self.gravity)?;
        if let Some(sleep) = &self.sleep {
            not_negative("speed of sleep", sleep.speed)?;
            not_negative("time until sleep", sleep.time)?;
        }
        if let Some(events) = &self.events {
            not_negative("least impulse of an impact", events.impact)?;
        }
        Ok(())
    }
}

/// Vectors of a world: [`Vec3`] in space, [`Vec2`] in the plane.
pub trait WorldSpace: SolverSpace {
    /// Bodies in space, if these are.
    #[doc(hidden)]
    fn in_space(bodies: &mut Bodies<Self>) -> Option<&mut Bodies<Vec3<Self::Scalar>>>;
    #[doc(hidden)]
    fn add_body(world: &mut World<Self>, body: Body<Self>) -> Result<ObjectHandle, WorldError>;
    #[doc(hidden)]
    fn step_world(
        world: &mut World<Self>,
        time: Self::Scalar,
        hooks: StepHooks<'_, Self>,
    ) -> Result<StepReport<Self::Scalar>, WorldError>;
}

/// Momentum and angular momentum of all dynamic bodies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(bound = "V: Serialize, V::Angular: Serialize")]
pub struct Momentum<V: WorldSpace> {
    /// Mass times velocity.
    pub linear: V,
    /// Angular momentum about the origin.
    pub angular: V::Angular,
}

/// Bodies, with joints and settings. See the [crate](crate).
///
/// A world is its own snapshot: written by `serde` and read again, it continues bit for bit as it would have.
#[derive(Clone, Debug)]
pub struct World<V: WorldSpace> {
    pub(crate) settings: WorldSettings<V>,
    pub(crate) bodies: Bodies<V>,
    /// Sources of the masses of bodies, by the slots of the scene.
    pub(crate) weights: Vec<Weight<V>>,
    /// Number of steps so far.
    pub(crate) steps: u64,
    pub(crate) events: Events<V>,
    pub(crate) sensors: Sensors,
    /// Working memory of the solver of the last step.
    pub(crate) memory: Memory<V>,
}

impl<V: WorldSpace> Default for World<V> {
    fn default() -> Self {
        Self::new(WorldSettings::default())
    }
}

impl<T: Real, V: WorldSpace<Scalar = T>> World<V> {
    /// A world without bodies.
    pub fn new(settings: WorldSettings<V>) -> Self {
        Self {
            bodies: Bodies::new(settings.conditions()),
            memory: Memory::of(&settings.solver),
            settings,
            weights: Vec::new(),
            steps: 0,
            events: Events::default(),
            sensors: Sensors::default(),
        }
    }

    /// Adds a shape for use by bodies.
    pub fn add_shape(&mut self, shape: impl Into<AnyBody<V>>) -> ShapeHandle {
        self.bodies.scene.add_shape(shape)
    }

    /// Adds a body.
    ///
    /// # Errors
    /// If a handle is stale, a number is not finite, or a dynamic body has no mass.
    pub fn add(&mut self, body: Body<V>) -> Result<ObjectHandle, WorldError> {
        V::add_body(self, body)
    }

    fn added(&mut self, body: Body<V>) -> Result<ObjectHandle, WorldError> {
        finite("velocity", body.velocity)?;
        finite("angular velocity", V::lift_angular(body.angular_velocity))?;
        not_negative("linear damping", body.linear_damping)?;
        not_negative("angular damping", body.angular_damping)?;
        number("scale of gravity", body.gravity_scale)?;
        body.material.check()?;
        let (velocity, angular_velocity) = body.surface_velocity;
        let surface_velocity = [velocity.lift(), V::lift_angular(angular_velocity)];
        finite("surface velocity", surface_velocity[0])?;
        finite("angular surface velocity", surface_velocity[1])?;
        let shape = self.bodies.scene.shape(body.shape)?;
        let mut state = State {
            velocity: body.velocity.lift(),
            angular_velocity: V::lift_angular(body.angular_velocity),
            gravity_scale: body.gravity_scale,
            linear_damping: body.linear_damping,
            angular_damping: body.angular_damping,
            ..State::fixed(body.material)
        };
        state.become_kind(body.kind, shape, &body.weight)?;
        state.set_pose(&body.pose);
        let handle = self.bodies.scene.add(body.shape, body.pose)?;
        let layers = if body.is_sensor { Layers::NONE } else { body.layers };
        self.bodies.scene.set_layers(handle, layers)?;
        self.bodies.scene.set_user_data(handle, body.user_data)?;
        if self.bodies.states.len() <= handle.index() {
            self.bodies.states.resize(handle.index() + 1, state);
            self.weights.resize(handle.index() + 1, body.weight);
        }
        // Contacts of a body that was removed from this slot are reported until the next step.
        state.start = self.bodies.states[handle.index()].start;
        self.bodies.states[handle.index()] = state;
        self.weights[handle.index()] = body.weight;
        if body.is_sensor {
            self.sensors.add(handle, body.layers);
        }
        self.bodies.belts.set(handle, surface_velocity);
        Ok(handle)
    }

    /// Removes a body, with its joints.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn remove(&mut self, body: ObjectHandle) -> Result<(), WorldError> {
        self.bodies.scene.remove(body)?;
        self.wake_neighbors(body);
        self.bodies.joints.remove_body(body);
        self.sensors.remove(body);
        self.bodies.belts.set(body, [Vec3::ZERO; 2]);
        let state = &mut self.bodies.states[body.index()];
        state.kind = BodyKind::Fixed;
        (state.inverse_mass, state.inverse_inertia) = (T::ZERO, Default::default());
        (state.velocity, state.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        Ok(())
    }

    /// Pose of the shape of a body.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn pose(&self, body: ObjectHandle) -> Result<&Pose<V>, WorldError> {
        Ok(self.bodies.scene.pose(body)?)
    }

    /// Velocity of a body's center of mass.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn velocity(&self, body: ObjectHandle) -> Result<V, WorldError> {
        Ok(V::flat(self.state(body)?.velocity))
    }

    /// Angular velocity of a body.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn angular_velocity(&self, body: ObjectHandle) -> Result<V::Angular, WorldError> {
        Ok(V::flat_angular(self.state(body)?.angular_velocity))
    }

    /// Kind of a body, by what moves it.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn kind(&self, body: ObjectHandle) -> Result<BodyKind, WorldError> {
        Ok(self.state(body)?.kind)
    }

    /// Mass, center and inertia of a body; all zero unless it is dynamic.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn mass(&self, body: ObjectHandle) -> Result<Mass<V>, WorldError> {
        Ok(Mass::flat(&self.state(body)?.mass))
    }

    /// Material of a body.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn material(&self, body: ObjectHandle) -> Result<Material<T>, WorldError> {
        Ok(self.state(body)?.material)
    }

    /// Layers that decide which bodies a body collides with.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn layers(&self, body: ObjectHandle) -> Result<Layers, WorldError> {
        let layers = self.bodies.scene.layers(body)?;
        Ok(self.sensors.layers(body).unwrap_or(layers))
    }

    /// Whether a body is a sensor.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn is_sensor(&self, body: ObjectHandle) -> Result<bool, WorldError> {
        self.bodies.scene.pose(body)?;
        Ok(self.sensors.layers(body).is_some())
    }

    /// Bodies that overlapped a sensor at the end of the last step, in the order of handles; some may have been removed since. None if it
    /// is not a sensor.
    pub fn sensor_overlaps(&self, sensor: ObjectHandle) -> impl Iterator<Item = ObjectHandle> {
        self.sensors.overlaps(sensor)
    }

    /// User data of a body.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn user_data(&self, body: ObjectHandle) -> Result<u64, WorldError> {
        Ok(self.bodies.scene.user_data(body)?)
    }

    /// Whether a body sleeps.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn is_asleep(&self, body: ObjectHandle) -> Result<bool, WorldError> {
        Ok(self.state(body)?.asleep)
    }

    /// All bodies, in the order of their handles.
    pub fn bodies(&self) -> impl Iterator<Item = ObjectHandle> {
        self.bodies.scene.objects()
    }

    /// Contacts of the last step, in the order of their handles.
    pub fn contacts(&self) -> impl Iterator<Item = Contact<V>> {
        contacts_of(&self.bodies)
    }

    /// Events of the last step: contact events in the order of handles, if the settings ask for them, then those of sensors.
    pub fn events(&self) -> &[Event<V>] {
        self.events.last()
    }

    /// The scene of the bodies, for queries.
    pub fn scene(&self) -> &Scene<V> {
        &self.bodies.scene
    }

    /// Settings of the whole world.
    pub fn settings(&self) -> &WorldSettings<V> {
        &self.settings
    }

    /// Number of steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Kinetic energy of all dynamic bodies, and their potential energy in the world's gravity, which is 0 at the origin.
    pub fn energy(&self) -> T {
        let mut energy = T::ZERO;
        let gravity = self.settings.gravity.lift();
        for state in self.bodies.states.iter().filter(|state| state.is_dynamic()) {
            let weight = gravity * (state.mass.mass * state.gravity_scale);
            energy += state.kinetic_energy() - weight.dot(state.center);
        }
        energy
    }

    /// Kinetic energy of all dynamic bodies.
    pub fn kinetic_energy(&self) -> T {
        let dynamic = self.bodies.states.iter().filter(|state| state.is_dynamic());
        dynamic.fold(T::ZERO, |sum, state| sum + state.kinetic_energy())
    }

    /// Momentum and angular momentum of all dynamic bodies.
    pub fn momentum(&self) -> Momentum<V> {
        let (mut sum, mut turning) = (Vec3::ZERO, Vec3::ZERO);
        for state in self.bodies.states.iter().filter(|state| state.is_dynamic()) {
            let linear = state.velocity * state.mass.mass;
            let w = state.rotation.unrotate(state.angular_velocity);
            sum += linear;
            turning += state.center.cross(linear) + state.rotation.rotate(state.mass.inertia * w);
        }
        Momentum { linear: V::flat(sum), angular: V::flat_angular(turning) }
    }

    /// Advances the simulation by `time`.
    ///
    /// A body that would leave the range of numbers stays where it is, and stops; so does one whose velocity forces would take there.
    ///
    /// # Errors
    /// If `time` is not a finite number above 0, a setting is not valid, a surface moves and the solver is not the soft step
    /// ([`Body::surface_velocity`]), or the motion of a body would not be finite ([`WorldError::Overflow`]). The world is then unchanged,
    /// in every part that a snapshot has.
    pub fn step(&mut self, time: T) -> Result<StepReport<T>, WorldError> {
        V::step_world(self, time, StepHooks { pre_solve: None, clock: None })
    }

    /// Advances the simulation by `time` with hooks: a function that may change contacts or drop them, and a clock.
    ///
    /// ```
    /// use impinge::{Cuboid, Pose};
    /// use impinge_sim::{Body, PreSolve, StepHooks, World};
    ///
    /// let mut world = World::<f64>::default();
    /// let [slab, cube] = [[2.0, 2.0, 0.1], [0.5; 3]].map(|half| world.add_shape(Cuboid::new(half)));
    /// let platform = world.add(Body::fixed(slab, Pose::IDENTITY))?;
    /// let jumper = world.add(Body::dynamic(cube, Pose::at([0.0, 0.0, -1.0])).velocity([0.0, 0.0, 8.0]))?;
    /// // Solid for what is above its top. It was added first, so it has the smaller handle of each pair.
    /// let mut one_way = |contact: &mut PreSolve<'_, f64>| {
    ///     let is_above = contact.scene.pose(contact.b).is_ok_and(|pose| pose.translation().z > 0.1);
    ///     contact.enabled = contact.a != platform || is_above;
    /// };
    /// for _ in 0..180 {
    ///     world.step_with(1.0 / 60.0, StepHooks { pre_solve: Some(&mut one_way), ..StepHooks::default() })?;
    /// }
    /// assert!((world.pose(jumper)?.translation().z - 0.6).abs() < 0.01, "it stands on the platform");
    /// # Ok::<(), impinge_sim::WorldError>(())
    /// ```
    ///
    /// # Errors
    /// Those of [`World::step`]; and if [`StepHooks::pre_solve`] is given and the solver is not the soft step.
    pub fn step_with(&mut self, time: T, hooks: StepHooks<'_, V>) -> Result<StepReport<T>, WorldError> {
        V::step_world(self, time, hooks)
    }

    fn stepped(&mut self, time: T, hooks: StepHooks<'_, V>) -> Result<StepReport<T>, WorldError> {
        let needs_soft = hooks.pre_solve.is_some() || !self.bodies.belts.is_empty();
        if needs_soft && !matches!(self.settings.solver, Solver::Soft(_)) {
            return Err(WorldError::NotSoft);
        }
        let mut asked = Asked::new(hooks);
        self.begin(time)?;
        let bodies = &mut self.bodies;
        let solver = &self.settings.solver;
        self.memory.fit(solver);
        let report = match (solver, &mut self.memory) {
            (Solver::Soft(settings), Memory::Soft(memory)) => {
                solver::soft::step(bodies, memory, time, settings, &mut asked)?
            }
            (Solver::Thesis(settings), Memory::Thesis(memory, handles)) => {
                let bodies = V::in_space(bodies).ok_or(WorldError::OnlyInSpace)?;
                let ground = &mut InScene::new(&mut bodies.scene, handles);
                let gravity = bodies.conditions.gravity;
                let moved = Moved { ground, states: &mut bodies.states, gravity };
                solver::thesis::step(moved, memory, time, settings)?
            }
            (Solver::NoOverlap(settings), Memory::NoOverlap(memory)) => {
                solver::no_overlap::step(bodies, memory, time, settings)?
            }
            _ => unreachable!("the memory was made for the solver"),
        };
        asked.lap(|times| &mut times.solve);
        self.end();
        asked.lap(|times| &mut times.events);
        Ok(StepReport { times: asked.times(), ..report })
    }

    fn begin(&mut self, time: T) -> Result<(), WorldError> {
        positive("time of a step", time)?;
        self.settings.check()?;
        self.bodies.conditions = self.settings.conditions();
        Ok(())
    }

    fn end(&mut self) {
        self.events.note(self.settings.events.as_ref(), &self.bodies.contacts, &self.bodies.states);
        self.sensors.find(&self.bodies.scene, &self.bodies.states, self.events.list());
        self.steps = self.steps.saturating_add(1);
    }

    pub(crate) fn state(&self, body: ObjectHandle) -> Result<&State<T>, WorldError> {
        self.bodies.scene.pose(body)?;
        Ok(&self.bodies.states[body.index()])
    }
}

/// Compiled with the crate, for each space and precision.
macro_rules! built {
    ($step:ident, $add:ident, $vector:ident, $text:literal, $in_space:expr) => {
        built_with_the_crate! {
            #[doc = concat!("[`World::step`] in ", $text)]
            fn $step<'a, 'h, T: Real>(
                world: &'a mut World<$vector<T>>,
                time: T,
                hooks: StepHooks<'h, $vector<T>>,
            ) -> Result<StepReport<T>, WorldError> = World::stepped;
        }

        built_with_the_crate! {
            #[doc = concat!("[`World::add`] in ", $text)]
            fn $add<'a, T: Real>(
                world: &'a mut World<$vector<T>>,
                body: Body<$vector<T>>,
            ) -> Result<ObjectHandle, WorldError> = World::added;
        }

        impl<T: Real> WorldSpace for $vector<T> {
            fn in_space(bodies: &mut Bodies<Self>) -> Option<&mut Bodies<Vec3<T>>> {
                $in_space(bodies)
            }
            fn add_body(world: &mut World<Self>, body: Body<Self>) -> Result<ObjectHandle, WorldError> {
                $add(world, body)
            }
            fn step_world(
                world: &mut World<Self>,
                time: T,
                hooks: StepHooks<'_, Self>,
            ) -> Result<StepReport<T>, WorldError> {
                $step(world, time, hooks)
            }
        }
    };
}

built!(step_in_space, add_in_space, Vec3, "space.", Some);
built!(step_in_plane, add_in_plane, Vec2, "the plane.", |_| None);
