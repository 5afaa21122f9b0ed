//! Sensors: bodies that report which others they overlap, and touch nothing.
//!
//! In the scene a sensor is on no layer, so that no solver sees it, nor does any query; its layers are kept here. At the end of each step
//! the bodies that overlap it are found: by the broad phase with its box, then the exact verdict on both shapes, whatever their forms.
//! All pairs are tested in each step, so sleeping bodies count, and nothing is woken. Pairs are in the order of handles, and verdicts do
//! not depend on one another: events are the same for any number of threads.
//!
//! Cost: for each sensor a query of the broad phase, and for each body whose box meets its box a verdict.

use impinge::scene::{Layers, ObjectHandle, Scene};
use impinge::{intersects, parallel};
use serde::{Deserialize, Serialize};

use crate::body::{BodyKind, State};
use crate::event::Event;
use crate::space::Space;

/// Pairs per task: a verdict takes about a microsecond.
const STRETCH: usize = 64;

/// A sensor and a body.
type Pair = (ObjectHandle, ObjectHandle);

/// Sensors of a world.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sensors {
    /// In the order of handles.
    list: Vec<Sensor>,
    /// Pairs that overlapped at the end of the last step, in order.
    inside: Vec<Pair>,
    /// Working memory.
    #[serde(skip)]
    before: Vec<Pair>,
    #[serde(skip)]
    near: Vec<Pair>,
    #[serde(skip)]
    overlap: Vec<bool>,
}

/// A sensor, and the layers that decide which bodies it sees.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sensor {
    body: ObjectHandle,
    layers: Layers,
}

impl Sensors {
    pub fn add(&mut self, body: ObjectHandle, layers: Layers) {
        let at = self.list.partition_point(|sensor| sensor.body < body);
        self.list.insert(at, Sensor { body, layers });
    }

    pub fn remove(&mut self, body: ObjectHandle) {
        self.list.retain(|sensor| sensor.body != body);
    }

    /// Layers of a sensor; `None` if the body is not one.
    pub fn layers(&self, body: ObjectHandle) -> Option<Layers> {
        self.place(body).map(|at| self.list[at].layers)
    }

    /// Sets the layers of a sensor; false if the body is not one.
    pub fn set_layers(&mut self, body: ObjectHandle, layers: Layers) -> bool {
        let place = self.place(body);
        if let Some(at) = place {
            self.list[at].layers = layers;
        }
        place.is_some()
    }

    /// Bodies that a sensor overlapped at the end of the last step, in order.
    pub fn overlaps(&self, sensor: ObjectHandle) -> impl Iterator<Item = ObjectHandle> {
        let from = self.inside.partition_point(|pair| pair.0 < sensor);
        self.inside[from..].iter().take_while(move |pair| pair.0 == sensor).map(|pair| pair.1)
    }

    /// Whether all sensors are bodies of a scene and hidden in it, and all lists in order.
    pub fn fit<V: Space>(&self, scene: &Scene<V>) -> bool {
        let hidden = |sensor: &Sensor| scene.layers(sensor.body) == Ok(Layers::NONE);
        self.list.iter().all(hidden)
            && self.list.is_sorted_by(|x, y| x.body < y.body)
            && self.inside.is_sorted_by(|x, y| x < y)
    }

    /// Finds the overlaps at the end of a step, and adds what has changed to the events.
    pub fn find<V: Space>(
        &mut self,
        scene: &Scene<V>,
        states: &[State<V::Scalar>],
        events: &mut Vec<Event<V>>,
    ) {
        if self.list.is_empty() && self.inside.is_empty() {
            return;
        }
        let Self { list, inside, before, near, overlap } = self;
        core::mem::swap(inside, before);
        inside.clear();
        near.clear();
        for &Sensor { body, layers } in &*list {
            let (Ok(shape), Ok(pose)) = (scene.shape_of(body), scene.pose(body)) else { continue };
            let is_fixed = |body: ObjectHandle| states[body.index()].kind == BodyKind::Fixed;
            let first = near.len();
            scene.each_on_layers(layers, &shape.aabb(pose), |other| {
                let is_seen =
                    !(is_fixed(body) && is_fixed(other)) && scene.is_ignored(body, other) == Ok(false);
                if is_seen {
                    near.push((body, other));
                }
            });
            near[first..].sort_unstable();
        }
        parallel::map_into(near, overlap, STRETCH, |&(sensor, body)| {
            match (scene.placed(sensor), scene.placed(body)) {
                (Ok(sensor), Ok(body)) => intersects(&sensor, &body),
                _ => false,
            }
        });
        inside.extend(near.iter().zip(&*overlap).filter(|(_, overlap)| **overlap).map(|(pair, _)| *pair));
        let mut olds = before.iter().peekable();
        for &pair in &*inside {
            while let Some(&(sensor, body)) = olds.next_if(|old| **old < pair) {
                events.push(Event::Left { sensor, body });
            }
            if olds.next_if(|old| **old == pair).is_none() {
                events.push(Event::Entered { sensor: pair.0, body: pair.1 });
            }
        }
        events.extend(olds.map(|&(sensor, body)| Event::Left { sensor, body }));
    }

    fn place(&self, body: ObjectHandle) -> Option<usize> {
        self.list.binary_search_by_key(&body, |sensor| sensor.body).ok()
    }
}
