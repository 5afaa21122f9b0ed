//! Serialization of worlds: a world is its own snapshot.
//!
//! A snapshot contains everything that the next step depends on: settings, the scene with its shapes, motion of bodies, masses and rules,
//! contacts and joints with the impulses of the last step, events. Handles stay the same. Data that can be recomputed are not written. A
//! world that was read continues like the one that was written, bit for bit, if the format keeps numbers exactly (with `serde_json` its
//! feature `float_roundtrip` does). A snapshot of another version is rejected, and so is one whose parts are inconsistent.
//!
//! A world does not write what a [`Scene`] does not write either: shapes of your own and distance maps.

use impinge::scene::Scene;
use impinge::{Pose, Real, Vec3};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::body::{BodyKind, State};
use crate::error::{WorldError, not_negative};
use crate::event::{Event, Events, Pushing};
use crate::joint::Joints;
use crate::mass::Weight;
use crate::material::PairRules;
use crate::sensor::Sensors;
use crate::solver_contact::SolverContacts;
use crate::world::{World, WorldSettings};

/// The version that is written, and the only one that is read. Incremented whenever a field changes.
const VERSION: u32 = 5;

/// The version of a snapshot; the first field, so that another one is rejected before anything else is read.
#[derive(Serialize)]
#[serde(transparent)]
struct Version(u32);

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u32::deserialize(deserializer)? {
            VERSION => Ok(Self(VERSION)),
            found => Err(D::Error::custom(WorldError::Version { found, known: VERSION })),
        }
    }
}

#[derive(Serialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
struct Written<'w, T: Real> {
    version: Version,
    settings: &'w WorldSettings<T>,
    scene: &'w Scene<Vec3<T>>,
    states: &'w [State<T>],
    weights: &'w [Weight<T>],
    rules: &'w PairRules<T>,
    contacts: &'w SolverContacts<T>,
    joints: &'w Joints<T>,
    steps: u64,
    events: &'w [Event<T>],
    pushing: &'w [Pushing<T>],
    sensors: &'w Sensors,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
struct Read<T: Real> {
    #[serde(rename = "version")]
    _version: Version,
    settings: WorldSettings<T>,
    scene: Scene<Vec3<T>>,
    states: Vec<State<T>>,
    weights: Vec<Weight<T>>,
    rules: PairRules<T>,
    contacts: SolverContacts<T>,
    joints: Joints<T>,
    steps: u64,
    events: Vec<Event<T>>,
    pushing: Vec<Pushing<T>>,
    sensors: Sensors,
}

impl<T: Real + Serialize + for<'a> Deserialize<'a>> Serialize for World<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written {
            version: Version(VERSION),
            settings: &self.settings,
            scene: &self.bodies.scene,
            states: &self.bodies.states,
            weights: &self.weights,
            rules: &self.bodies.rules,
            contacts: &self.bodies.contacts,
            joints: &self.bodies.joints,
            steps: self.steps,
            events: self.events.last(),
            pushing: self.events.pushing(),
            sensors: &self.sensors,
        }
        .serialize(serializer)
    }
}

impl<'de, T: Real + Serialize + for<'a> Deserialize<'a>> Deserialize<'de> for World<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = Read::deserialize(deserializer)?;
        world_of(read).map_err(D::Error::custom)
    }
}

/// Checks that all parts are consistent.
fn world_of<T: Real>(read: Read<T>) -> Result<World<T>, WorldError> {
    let mut world = World::new(read.settings);
    let places = read.scene.places();
    (world.bodies.scene, world.bodies.states, world.weights) = (read.scene, read.states, read.weights);
    if world.bodies.states.len() != places || world.weights.len() != places {
        return Err(WorldError::Snapshot { what: "states" });
    }
    for state in &mut world.bodies.states {
        check_state(state)?;
    }
    for rule in read.rules.rules() {
        world.bodies.rules.set(*rule)?;
    }
    if !read.contacts.fits(places) {
        return Err(WorldError::Snapshot { what: "contacts" });
    }
    if !read.joints.fit(&world.bodies.scene) {
        return Err(WorldError::Snapshot { what: "joints" });
    }
    if !read.sensors.fit(&world.bodies.scene) {
        return Err(WorldError::Snapshot { what: "sensors" });
    }
    world.bodies.joints = read.joints;
    world.sensors = read.sensors;
    (world.bodies.contacts, world.steps) = (read.contacts, read.steps);
    world.events = Events::restored(read.events, read.pushing);
    Ok(world)
}

/// Rejects numbers that are not finite, and recomputes the inverses.
fn check_state<T: Real>(state: &mut State<T>) -> Result<(), WorldError> {
    let vectors =
        [state.center, state.start.center, state.velocity, state.angular_velocity, state.force, state.torque];
    let numbers = [state.gravity_scale, state.linear_damping, state.angular_damping, state.still_for];
    if !(vectors.iter().all(|v| v.is_finite()) && numbers.iter().all(|x| x.is_finite())) {
        return Err(WorldError::NotFinite { what: "state of a body" });
    }
    let places = [state.center, state.start.center, state.mass.center];
    let shape = state.center - state.rotation.rotate(state.mass.center);
    if places.iter().any(|p| p.max_abs() > T::LIMIT)
        || Pose::<Vec3<T>>::try_new(shape, state.rotation).is_err()
    {
        return Err(WorldError::Snapshot { what: "states" });
    }
    not_negative("inner size of a body", state.inner_size)?;
    not_negative("reach of a body", state.reach)?;
    state.material.check()?;
    if state.kind == BodyKind::Dynamic {
        (state.inverse_mass, state.inverse_inertia) = state.mass.inverses()?;
    }
    Ok(())
}
