//! Recorded bodies and contacts of one step.

use impinge_sim::DebugLineKind;
use impinge_sim::generic::World;
use serde::{Deserialize, Serialize};

use super::space::{Drawn, numbers, place};
use super::subject::Subject;

/// A line of `poses.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    pub step: u64,
    /// Seconds since the start.
    pub time: f64,
    pub energy: f64,
    /// For each body x, y, z, and its rotation as a quaternion x, y, z, w.
    pub poses: Vec<[f64; 7]>,
    /// Contacts of the step before; none before the first one.
    pub contacts: Vec<Press>,
    /// Debug lines, if the page shows them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<(DebugLineKind, [f64; 3], [f64; 3])>,
}

/// A contact point of two bodies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Press {
    /// Indices of the bodies.
    pub bodies: [usize; 2],
    pub point: [f64; 3],
    /// Unit vector from the first body to the second.
    pub normal: [f64; 3],
    pub signed_distance: f64,
    /// Mean force over the step, along the normal.
    pub force: f64,
}

impl Picture {
    /// Picture of a world as it is now.
    pub fn new<V: Drawn>(
        subject: &Subject<V>,
        world: &World<V>,
        step_time: f64,
        size_of_lines: Option<f64>,
    ) -> Self {
        let poses = subject.bodies.iter().map(|body| numbers(&subject.pose(world, body))).collect();
        let contacts = world.contacts().flat_map(|contact| {
            let presses = contact.points().iter().map(|point| Press {
                bodies: [contact.a, contact.b].map(|handle| subject.place(handle)),
                point: place((point.point_a + point.point_b) * 0.5),
                normal: place(contact.normal),
                signed_distance: point.signed_distance,
                force: point.impulse / step_time,
            });
            presses.collect::<Vec<_>>()
        });
        let mut lines = Vec::new();
        if let Some(size) = size_of_lines {
            world.debug_lines(size, |line| lines.push((line.kind, place(line.from), place(line.to))));
        }
        Self {
            lines,
            step: world.steps(),
            time: world.steps() as f64 * step_time,
            energy: world.energy(),
            poses,
            contacts: contacts.collect(),
        }
    }
}
