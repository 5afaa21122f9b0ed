//! Serialization of scenes, with the feature `serde`.
//!
//! Settings, shapes, objects with their poses, layers and user data, and ignored pairs are serialized, each at its index in its table
//! and with its generation: handles that were serialized alongside the scene refer to the same objects after both are read. Derived
//! data, such as the tree and the last contacts, is not serialized. A deserialized scene gives bit-identical answers. Serialization of
//! a scene with user-defined shapes fails, with the reason. Objects that are added later get the same handles.

use alloc::vec::Vec;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Entry, Layers, Object, Scene, SceneError};
use crate::answer::Settings;
use crate::body::AnyBody;
use crate::broad::slots::Slots;
use crate::math::{Each, Pose};
use crate::nonconvex::Dimension;

/// One slot of a table; empty if its value was removed.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Place<T> {
    generation: u32,
    value: Option<T>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Placed<P> {
    shape: u32,
    pose: P,
    layers: Layers,
    /// Missing in older files.
    #[serde(default)]
    user_data: u64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<S, P> {
    settings: Settings,
    shapes: Vec<Place<S>>,
    objects: Vec<Place<Placed<P>>>,
    ignored: Vec<(u32, u32)>,
}

fn places<T, U>(slots: &Slots<T>, write: impl Fn(&T) -> U) -> Vec<Place<U>> {
    let each = slots.each();
    each.map(|(generation, value)| Place { generation, value: value.map(&write) }).collect()
}

impl<V: Dimension> Serialize for Scene<V>
where
    AnyBody<V>: Serialize,
    Pose<V>: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let object =
            |o: &Object<V>| Placed { shape: o.shape, pose: o.pose, layers: o.layers, user_data: o.user_data };
        Written {
            settings: self.settings,
            shapes: places(&self.shapes, |entry| entry.shape.clone()),
            objects: places(&self.objects, object),
            // The set holds both orders.
            ignored: self.ignored.iter().copied().filter(|(a, b)| a < b).collect(),
        }
        .serialize(serializer)
    }
}

impl<'de, V: Dimension> Deserialize<'de> for Scene<V>
where
    AnyBody<V>: Deserialize<'de>,
    Pose<V>: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = Written::<AnyBody<V>, Pose<V>>::deserialize(deserializer)?;
        let mut scene = Self::with_settings(written.settings);
        let entry =
            |place: Place<AnyBody<V>>| (place.generation, place.value.map(|shape| Entry { shape, users: 0 }));
        let full = || D::Error::custom(SceneError::Full);
        scene.shapes = Slots::restored(written.shapes.into_iter().map(entry).collect()).ok_or_else(full)?;
        let mut objects = Vec::new();
        for (index, Place { generation, value }) in written.objects.into_iter().enumerate() {
            let object =
                value.map(|placed| scene.put(index, placed)).transpose().map_err(D::Error::custom)?;
            objects.push((generation, object));
        }
        scene.objects = Slots::restored(objects).ok_or_else(full)?;
        scene.is_changed.resize(scene.objects.places(), false);
        for index in 0..scene.objects.places() as u32 {
            scene.note_change(index);
        }
        for (a, b) in written.ignored {
            let [a, b] = [a, b].each(|index| {
                scene
                    .handle_at(index)
                    .ok_or_else(|| D::Error::custom(format_args!("object {index} is not there")))
            });
            scene.ignore_pair(a?, b?).map_err(D::Error::custom)?;
        }
        Ok(scene)
    }
}

impl<V: Dimension> Scene<V> {
    /// Inserts a deserialized object into the tree and counts it as a user of its shape.
    fn put(&mut self, index: usize, placed: Placed<Pose<V>>) -> Result<Object<V>, SceneError> {
        let Placed { shape, pose, layers, user_data } = placed;
        let index = u32::try_from(index).map_err(|_| SceneError::Full)?;
        let Some((entry, _)) = self.shapes.at(shape) else {
            return Err(SceneError::StaleShape(super::ShapeHandle { index: shape, generation: 0 }));
        };
        let aabb = self.grown_box(&entry.shape, &pose)?;
        let leaf = self.tree.insert(aabb, index).map_err(|_| SceneError::TooFar)?;
        if let Some(entry) = self.shapes.at_mut(shape) {
            entry.users += 1;
        }
        Ok(Object { pose, shape, layers, user_data, leaf, ignored: 0 })
    }

    fn handle_at(&self, index: u32) -> Option<super::ObjectHandle> {
        self.objects.at(index).map(|(_, generation)| super::ObjectHandle { index, generation })
    }
}
