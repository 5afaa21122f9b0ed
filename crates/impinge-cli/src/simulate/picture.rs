//! The bodies and contacts of one step, as they are kept.

use impinge::Vec3;
use impinge_sim::World;
use serde::{Deserialize, Serialize};

use super::subject::Subject;

/// A line of `poses.jsonl`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Picture {
    pub step: u64,
    /// Seconds since the start.
    pub time: f64,
    pub energy: f64,
    /// Of each body x, y, z, and its rotation as a quaternion x, y, z, w.
    pub poses: Vec<[f64; 7]>,
    /// Where bodies touched in the step before; none before the first one.
    pub contacts: Vec<Press>,
}

/// A point at which two bodies touch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Press {
    /// By their places among the bodies.
    pub bodies: [usize; 2],
    pub point: [f64; 3],
    /// Unit, from the first body to the second.
    pub normal: [f64; 3],
    pub signed_distance: f64,
    /// On the second body.
    pub force: [f64; 3],
}

impl Picture {
    /// Of a world as it is now.
    pub fn new(subject: &Subject, world: &World<f64>, step_time: f64) -> Self {
        let numbers = |pose: impinge::Pose<Vec3<f64>>| {
            let ([x, y, z], [a, b, c, w]) = (pose.translation().to_array(), pose.rotation().to_xyzw());
            [x, y, z, a, b, c, w]
        };
        let poses = subject.bodies.iter().map(|body| numbers(subject.pose(world, body))).collect();
        let mut contacts = Vec::new();
        for contact in world.contacts() {
            contacts.extend(contact.points().iter().map(|point| Press {
                bodies: [contact.a, contact.b].map(|handle| subject.place(handle)),
                point: ((point.point_a + point.point_b) * 0.5).to_array(),
                normal: contact.normal.to_array(),
                signed_distance: point.signed_distance,
                force: (contact.normal * (point.impulse / step_time)).to_array(),
            }));
        }
        Self {
            step: world.steps(),
            time: world.steps() as f64 * step_time,
            energy: world.energy(),
            poses,
            contacts,
        }
    }
}
