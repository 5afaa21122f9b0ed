//! A world of bodies.

use impinge::body::AnyBody;
use impinge::scene::{ObjectHandle, Scene, ShapeHandle};
use impinge::{Measured, Pose, Real, Vec3};
use serde::{Deserialize, Serialize};

use crate::body::{Body, BodyKind, Mass, State, Weight};
use crate::error::WorldError;
use crate::material::Material;
use crate::solver::Solver;
use crate::touch::Touch;

/// What holds for a whole world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub struct WorldSettings<T> {
    /// Acceleration of all dynamic bodies.
    pub gravity: Vec3<T>,
    /// How a step is solved.
    pub solver: Solver<T>,
}

/// 9.81 down the z axis; the soft step.
impl<T: Real> Default for WorldSettings<T> {
    fn default() -> Self {
        Self { gravity: Vec3::new(T::ZERO, T::ZERO, T::of(-9.81)), solver: Solver::default() }
    }
}

/// What a step did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct StepReport<T> {
    /// Pairs of bodies, or of pieces of them, within the margin of one another at the start of the step.
    pub contacts: usize,
    /// Points of these contacts.
    pub points: usize,
    /// The deepest overlap at the start of the step; 0 where there is none.
    pub deepest: T,
    /// The true depth differs from `deepest` by no more than this.
    pub deepest_error: T,
    /// Passes over all constraints.
    pub iterations: usize,
}

/// Bodies, and all that moves them. See the [crate](crate).
#[derive(Clone, Debug)]
pub struct World<T: Real> {
    pub(crate) settings: WorldSettings<T>,
    pub(crate) scene: Scene<Vec3<T>>,
    /// How bodies move, by the places of the scene; those of removed bodies are fixed.
    pub(crate) states: Vec<State<T>>,
    /// Where bodies touch, kept from step to step, by handles and pieces.
    pub(crate) touches: Vec<Touch<T>>,
    /// Steps so far.
    pub(crate) steps: u64,
    /// Lists of the thesis' loop, which matter to no step but their own.
    pub(crate) thesis: crate::solver::thesis::Memory<T>,
}

impl<T: Real> Default for World<T> {
    fn default() -> Self {
        Self::new(WorldSettings::default())
    }
}

impl<T: Real> World<T> {
    /// A world without bodies.
    pub fn new(settings: WorldSettings<T>) -> Self {
        Self {
            settings,
            scene: Scene::new(),
            states: Vec::new(),
            touches: Vec::new(),
            steps: 0,
            thesis: Default::default(),
        }
    }

    /// Keeps a shape for use by bodies.
    pub fn add_shape(&mut self, shape: impl Into<AnyBody<Vec3<T>>>) -> ShapeHandle {
        self.scene.add_shape(shape)
    }

    /// Adds a body.
    ///
    /// # Errors
    /// If a handle is stale, a number is not finite, or a dynamic body has no mass.
    pub fn add(&mut self, body: Body<T>) -> Result<ObjectHandle, WorldError> {
        finite("velocity", body.velocity)?;
        finite("angular velocity", body.angular_velocity)?;
        not_negative("linear damping", body.linear_damping)?;
        not_negative("angular damping", body.angular_damping)?;
        if !body.gravity_scale.is_finite() {
            return Err(WorldError::NotFinite { what: "scale of gravity" });
        }
        check(&body.material)?;
        let mut state = State {
            kind: body.kind,
            center: Vec3::ZERO,
            rotation: body.pose.rotation(),
            velocity: body.velocity,
            angular_velocity: body.angular_velocity,
            force: Vec3::ZERO,
            torque: Vec3::ZERO,
            mass: Mass { mass: T::ZERO, center: Vec3::ZERO, inertia: Default::default() },
            inverse_mass: T::ZERO,
            inverse_inertia: Default::default(),
            material: body.material,
            gravity_scale: body.gravity_scale,
            linear_damping: body.linear_damping,
            angular_damping: body.angular_damping,
            asleep: false,
            still_for: T::ZERO,
        };
        match body.kind {
            BodyKind::Dynamic => {
                state.mass = self.mass_of(body.shape, &body.weight)?;
                state.inverse_inertia = state.mass.inverse_inertia()?;
                state.inverse_mass = T::ONE / state.mass.mass;
            }
            BodyKind::Kinematic => {}
            BodyKind::Fixed => (state.velocity, state.angular_velocity) = (Vec3::ZERO, Vec3::ZERO),
        }
        state.set_pose(&body.pose);
        let handle = self.scene.add(body.shape, body.pose)?;
        self.scene.set_layers(handle, body.layers)?;
        self.scene.set_user_data(handle, body.user_data)?;
        if self.states.len() <= handle.index() {
            self.states.resize(handle.index() + 1, state);
        }
        self.states[handle.index()] = state;
        Ok(handle)
    }

    fn mass_of(&self, shape: ShapeHandle, weight: &Weight<T>) -> Result<Mass<T>, WorldError> {
        let shape = self.scene.shape(shape)?;
        match weight {
            Weight::Mass(mass) => Ok(*mass),
            Weight::Density(density) => {
                if !density.is_finite() {
                    return Err(WorldError::NotFinite { what: "density" });
                }
                if *density <= T::ZERO {
                    return Err(WorldError::NotPositive { what: "density", found: density.f64() });
                }
                let measure = shape.convex().ok_or(WorldError::NoVolume)?.measure();
                if measure.volume <= T::ZERO {
                    return Err(WorldError::NoVolume);
                }
                Ok(Mass {
                    mass: measure.volume * *density,
                    center: measure.centroid,
                    inertia: measure.inertia * *density,
                })
            }
        }
    }

    /// Takes a body out.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn remove(&mut self, body: ObjectHandle) -> Result<(), WorldError> {
        self.scene.remove(body)?;
        let state = &mut self.states[body.index()];
        state.kind = BodyKind::Fixed;
        (state.inverse_mass, state.inverse_inertia) = (T::ZERO, Default::default());
        (state.velocity, state.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
        Ok(())
    }

    /// Where the shape of a body is.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn pose(&self, body: ObjectHandle) -> Result<&Pose<Vec3<T>>, WorldError> {
        Ok(self.scene.pose(body)?)
    }

    /// Velocity of a body's center of mass.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn velocity(&self, body: ObjectHandle) -> Result<Vec3<T>, WorldError> {
        Ok(self.state(body)?.velocity)
    }

    /// Angular velocity of a body.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn angular_velocity(&self, body: ObjectHandle) -> Result<Vec3<T>, WorldError> {
        Ok(self.state(body)?.angular_velocity)
    }

    /// The scene of the bodies, for queries.
    pub fn scene(&self) -> &Scene<Vec3<T>> {
        &self.scene
    }

    /// What holds for the whole world.
    pub fn settings(&self) -> &WorldSettings<T> {
        &self.settings
    }

    /// Steps so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Kinetic energy of all dynamic bodies, and their potential energy in the world's gravity, which is 0 at the origin.
    pub fn energy(&self) -> T {
        let mut energy = T::ZERO;
        for state in self.states.iter().filter(|state| state.is_dynamic()) {
            let weight = self.settings.gravity * (state.mass.mass * state.gravity_scale);
            energy += state.kinetic_energy() - weight.dot(state.center);
        }
        energy
    }

    /// Moves all bodies by `time`.
    ///
    /// # Errors
    /// If `time` is not a finite number above 0, or a body would leave the range of numbers. The world is then as it was at the start
    /// of the step.
    #[inline(never)]
    pub fn step(&mut self, time: T) -> Result<StepReport<T>, WorldError> {
        if !time.is_finite() {
            return Err(WorldError::NotFinite { what: "time of a step" });
        }
        if time <= T::ZERO {
            return Err(WorldError::NotPositive { what: "time of a step", found: time.f64() });
        }
        let report = match self.settings.solver {
            Solver::Soft(settings) => crate::solver::soft::step(self, time, &settings)?,
            Solver::Thesis(settings) => crate::solver::thesis::step(self, time, &settings)?,
        };
        self.steps += 1;
        Ok(report)
    }

    pub(crate) fn state(&self, body: ObjectHandle) -> Result<&State<T>, WorldError> {
        self.scene.pose(body)?;
        Ok(&self.states[body.index()])
    }
}

fn finite<T: Real>(what: &'static str, v: Vec3<T>) -> Result<(), WorldError> {
    if v.is_finite() { Ok(()) } else { Err(WorldError::NotFinite { what }) }
}

pub(crate) fn not_negative<T: Real>(what: &'static str, x: T) -> Result<(), WorldError> {
    if !x.is_finite() {
        return Err(WorldError::NotFinite { what });
    }
    if x < T::ZERO { Err(WorldError::Negative { what, found: x.f64() }) } else { Ok(()) }
}

fn check<T: Real>(material: &Material<T>) -> Result<(), WorldError> {
    not_negative("friction", material.friction)?;
    not_negative("restitution", material.restitution)?;
    not_negative("rolling resistance", material.rolling_resistance)
}
