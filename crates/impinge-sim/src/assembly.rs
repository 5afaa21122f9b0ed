//! Joints of a world: add, remove, read and drive them.

use impinge::Real;
use impinge::scene::ObjectHandle;

use crate::error::WorldError;
use crate::joint::definition::{Joint, JointReading};
use crate::joint::{JointHandle, JointKind, Motor};
use crate::space::lift_pose;
use crate::world::{World, WorldSpace};

impl<T: Real, V: WorldSpace<Scalar = T>> World<V> {
    /// Adds a joint between two bodies. They no longer collide with one another, unless the joint allows it ([`Joint::colliding`]).
    ///
    /// # Errors
    /// If a handle is stale, both bodies are the same, a number is not finite, an axis has no length, or limits leave nothing.
    #[inline(never)]
    pub fn add_joint(
        &mut self,
        a: ObjectHandle,
        b: ObjectHandle,
        joint: Joint<V>,
    ) -> Result<JointHandle, WorldError> {
        let poses = [lift_pose(self.bodies.scene.pose(a)?), lift_pose(self.bodies.scene.pose(b)?)];
        if a == b {
            return Err(WorldError::JointToItself(a));
        }
        let ignores = !joint.collide && !self.bodies.scene.is_ignored(a, b)?;
        let handle = self.bodies.joints.add([a, b], &joint, [&poses[0], &poses[1]], ignores)?;
        if ignores {
            self.bodies.scene.ignore_pair(a, b)?;
        }
        self.rouse([a, b]);
        Ok(handle)
    }

    /// Removes a joint. The bodies may collide again, unless another joint connects them.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn remove_joint(&mut self, joint: JointHandle) -> Result<(), WorldError> {
        let held = self.bodies.joints.remove(joint)?;
        let [a, b] = held.bodies;
        if held.ignores {
            // If another joint of the pair disables collision too, it takes over.
            let heir = self
                .bodies
                .joints
                .iter()
                .find(|other| !other.collides && (other.bodies == [a, b] || other.bodies == [b, a]));
            match heir.map(|heir| heir.handle) {
                Some(heir) => self.bodies.joints.get_mut(heir)?.ignores = true,
                None => self.bodies.scene.watch_pair(a, b)?,
            }
        }
        self.rouse([a, b]);
        Ok(())
    }

    /// State of a joint: its angle or length, and the forces in it.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn joint(&self, joint: JointHandle) -> Result<JointReading<V>, WorldError> {
        Ok(JointReading::flat(self.bodies.joints.get(joint)?.read(&self.bodies.states)))
    }

    /// Kind of a joint, with the settings that it has now.
    ///
    /// # Errors
    /// If the handle is stale.
    pub fn joint_kind(&self, joint: JointHandle) -> Result<&JointKind<T>, WorldError> {
        Ok(&self.bodies.joints.get(joint)?.kind)
    }

    /// All joints with their bodies, in the order in which they were added.
    pub fn joints(&self) -> impl Iterator<Item = (JointHandle, ObjectHandle, ObjectHandle)> {
        self.bodies.joints.iter().map(|held| (held.handle, held.bodies[0], held.bodies[1]))
    }

    /// Drives a hinge or a slider from now on; with `None` it moves freely.
    ///
    /// # Errors
    /// If the handle is stale, the joint has another kind, or a number is not finite, or below 0 but must not be.
    pub fn set_motor(&mut self, joint: JointHandle, motor: Option<Motor<T>>) -> Result<(), WorldError> {
        let held = self.bodies.joints.get_mut(joint)?;
        let bodies = held.bodies;
        let place = held.kind.motor().ok_or(WorldError::NoMotor { joint: joint.number() })?;
        if let Some(motor) = motor {
            motor.check()?;
        }
        *place = motor;
        self.rouse(bodies);
        Ok(())
    }

    /// Wakes bodies whose joint changed.
    fn rouse(&mut self, bodies: [ObjectHandle; 2]) {
        bodies.into_iter().for_each(|body| self.bodies.states[body.index()].wake_if_dynamic());
    }
}
