//! Serialization of worlds: a world is its own snapshot.
//!
//! A snapshot contains everything that the next step depends on: settings, the scene with its shapes, motion of bodies, masses and rules,
//! contacts and joints with the impulses of the last step, events. Handles stay the same. Data that can be recomputed are not written. A
//! world that was read continues like the one that was written, bit for bit, if the format keeps numbers exactly (with `serde_json` its
//! feature `float_roundtrip` does). A snapshot of another version is rejected, and so is one whose parts are inconsistent.
//!
//! A world does not write what a [`Scene`] does not write either: shapes of your own and distance maps.

use core::marker::PhantomData;

use impinge::Real;
use impinge::scene::Scene;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::belts::Belts;
use crate::body::{BodyKind, State};
use crate::error::{WorldError, finite, not_negative, number};
use crate::event::{Event, Events, Pushing};
use crate::finite::check_finite;
use crate::joint::Joints;
use crate::mass::Weight;
use crate::material::PairRules;
use crate::sensor::Sensors;
use crate::solver_contact::SolverContacts;
use crate::world::{World, WorldSettings, WorldSpace};

/// The version that is written, and the only one that is read. Incremented whenever a field changes.
const VERSION: u32 = 6;

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

/// The number of dimensions of a world, so that another one is rejected before its vectors are read.
struct Dimensions<V>(PhantomData<V>);

impl<V: WorldSpace> Serialize for Dimensions<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        V::DIM.serialize(serializer)
    }
}

impl<'de, V: WorldSpace> Deserialize<'de> for Dimensions<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let found = usize::deserialize(deserializer)?;
        let error = WorldError::OtherSpace { found, wanted: V::DIM };
        if found == V::DIM { Ok(Self(PhantomData)) } else { Err(D::Error::custom(error)) }
    }
}

#[derive(Serialize)]
#[serde(
    bound = "V: WorldSpace, V::Scalar: Serialize + for<'a> Deserialize<'a>, WorldSettings<V>: Serialize, Scene<V>: Serialize, \
             Weight<V>: Serialize, SolverContacts<V>: Serialize, Event<V>: Serialize"
)]
struct Written<'w, V: WorldSpace> {
    version: Version,
    dimensions: Dimensions<V>,
    settings: &'w WorldSettings<V>,
    scene: &'w Scene<V>,
    states: &'w [State<V::Scalar>],
    weights: &'w [Weight<V>],
    rules: &'w PairRules<V::Scalar>,
    contacts: &'w SolverContacts<V>,
    joints: &'w Joints<V::Scalar>,
    steps: u64,
    events: &'w [Event<V>],
    pushing: &'w [Pushing<V::Scalar>],
    sensors: &'w Sensors,
    belts: &'w Belts<V::Scalar>,
}

#[derive(Deserialize)]
#[serde(
    deny_unknown_fields,
    bound = "V: WorldSpace, V::Scalar: Serialize + for<'a> Deserialize<'a>, WorldSettings<V>: Deserialize<'de>, Scene<V>: Deserialize<'de>, \
             Weight<V>: Deserialize<'de>, SolverContacts<V>: Deserialize<'de>, Event<V>: Deserialize<'de>"
)]
struct Read<V: WorldSpace> {
    #[serde(rename = "version")]
    _version: Version,
    #[serde(rename = "dimensions")]
    _dimensions: Dimensions<V>,
    settings: WorldSettings<V>,
    scene: Scene<V>,
    states: Vec<State<V::Scalar>>,
    weights: Vec<Weight<V>>,
    rules: PairRules<V::Scalar>,
    contacts: SolverContacts<V>,
    joints: Joints<V::Scalar>,
    steps: u64,
    events: Vec<Event<V>>,
    pushing: Vec<Pushing<V::Scalar>>,
    sensors: Sensors,
    #[serde(default)]
    belts: Belts<V::Scalar>,
}

impl<V: WorldSpace> Serialize for World<V>
where
    V::Scalar: Serialize + for<'a> Deserialize<'a>,
    WorldSettings<V>: Serialize,
    Scene<V>: Serialize,
    Weight<V>: Serialize,
    SolverContacts<V>: Serialize,
    Event<V>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written {
            version: Version(VERSION),
            dimensions: Dimensions(PhantomData),
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
            belts: &self.bodies.belts,
        }
        .serialize(serializer)
    }
}

impl<'de, V: WorldSpace> Deserialize<'de> for World<V>
where
    Self: Serialize,
    V::Scalar: Serialize + for<'a> Deserialize<'a>,
    WorldSettings<V>: Deserialize<'de>,
    Scene<V>: Deserialize<'de>,
    Weight<V>: Deserialize<'de>,
    SolverContacts<V>: Deserialize<'de>,
    Event<V>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let read = Read::<V>::deserialize(deserializer)?;
        world_of(read).map_err(D::Error::custom)
    }
}

/// Checks that all parts are consistent.
fn world_of<V: WorldSpace>(read: Read<V>) -> Result<World<V>, WorldError>
where
    World<V>: Serialize,
{
    let mut world = World::new(read.settings);
    let places = read.scene.places();
    (world.bodies.scene, world.bodies.states, world.weights) = (read.scene, read.states, read.weights);
    if world.bodies.states.len() != places || world.weights.len() != places {
        return Err(WorldError::Snapshot { what: "states" });
    }
    for state in &mut world.bodies.states {
        check_state::<V::Scalar, V>(state)?;
    }
    for body in world.bodies.scene.objects() {
        let (state, shape) = (&world.bodies.states[body.index()], world.bodies.scene.shape_of(body)?);
        let is_known = state.reach == V::reach(shape, V::flat(state.mass.center));
        if !is_known || (state.kind == BodyKind::Dynamic && state.inner_size != V::inner_size(shape)) {
            return Err(WorldError::Snapshot { what: "states" });
        }
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
    if !read.belts.fit(&world.bodies.scene) {
        return Err(WorldError::Snapshot { what: "belts" });
    }
    (world.bodies.joints, world.bodies.belts) = (read.joints, read.belts);
    world.sensors = read.sensors;
    (world.bodies.contacts, world.steps) = (read.contacts, read.steps);
    world.events = Events::restored(read.events, read.pushing);
    if let Err(found) = check_finite(&world) {
        return Err(WorldError::NotFinite { what: "value of a number in the snapshot", found });
    }
    Ok(world)
}

/// Rejects numbers that are not finite, and recomputes the inverses.
fn check_state<T: Real, V: WorldSpace<Scalar = T>>(state: &mut State<T>) -> Result<(), WorldError> {
    let vectors =
        [state.center, state.start.center, state.velocity, state.angular_velocity, state.force, state.torque];
    let numbers = [state.gravity_scale, state.linear_damping, state.angular_damping, state.still_for];
    vectors.into_iter().try_for_each(|v| finite("state of a body", v))?;
    numbers.into_iter().try_for_each(|x| number("state of a body", x))?;
    let places = [state.center, state.start.center, state.mass.center];
    let is_outside = V::DIM == 2 && !state.is_in_plane();
    if is_outside || places.iter().any(|p| p.max_abs() > T::LIMIT) || state.try_pose::<V>().is_none() {
        return Err(WorldError::Snapshot { what: "states" });
    }
    not_negative("inner size of a body", state.inner_size)?;
    state.material.check()?;
    if state.kind == BodyKind::Dynamic {
        (state.inverse_mass, state.inverse_inertia) = state.mass.inverses()?;
    }
    Ok(())
}
