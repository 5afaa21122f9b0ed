//! Forward kinematics: from joint values to the poses of the links.
//!
//! Symbols: a link's pose W in the world; a joint's origin O in the frame of its parent; the motion M for the value. W_child = W_parent ·
//! O · M, with M a rotation about the axis or a translation along it.

use std::fmt;

use impinge::{Pose, Rot3, Vec3};

use super::{JointKind, Robot};

/// Reason why joint values give no poses.
#[derive(Clone, Debug, PartialEq)]
pub enum ValueError {
    /// The number of values is not the number of joints.
    Count {
        /// Number of given values.
        found: usize,
        /// Number of joints.
        joints: usize,
    },
    /// A value, or a result computed from it, is not finite.
    NotFinite {
        /// Name of the joint.
        joint: String,
        /// The value.
        value: f64,
    },
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count { found, joints } => write!(f, "{found} values are given for {joints} joints"),
            Self::NotFinite { joint, value } => {
                write!(f, "the value of joint `{joint}` is {value}, which does not give a finite pose")
            }
        }
    }
}

impl std::error::Error for ValueError {}

impl Robot {
    /// The pose of each link, with the root at the origin. There is one value for each joint, in their order; values of joints without a
    /// value of their own ([`Joint::is_free`](super::Joint::is_free)) are ignored. Limits are not checked: see [`Robot::outside_limits`].
    ///
    /// # Errors
    /// If the number of values is not the number of joints, or one is not finite.
    pub fn link_poses(&self, values: &[f64]) -> Result<Vec<Pose<Vec3<f64>>>, ValueError> {
        self.link_poses_with(values, &[])
    }

    /// The same with poses for floating and planar joints, each with its joint; a joint without a pose is at its origin.
    ///
    /// # Errors
    /// The same as [`Robot::link_poses`].
    pub fn link_poses_with(
        &self,
        values: &[f64],
        placed: &[(usize, Pose<Vec3<f64>>)],
    ) -> Result<Vec<Pose<Vec3<f64>>>, ValueError> {
        let values = self.followed(values)?;
        let mut poses = vec![Pose::IDENTITY; self.links.len()];
        for &i in &self.order {
            let joint = &self.joints[i];
            let told = |_| ValueError::NotFinite { joint: joint.name.clone(), value: values[i] };
            let motion = match joint.kind {
                JointKind::Fixed => Pose::IDENTITY,
                JointKind::Revolute | JointKind::Continuous => {
                    Pose::turned(Rot3::try_from_axis_angle(joint.axis, values[i]).map_err(told)?)
                }
                JointKind::Prismatic => {
                    Pose::try_new(joint.axis * values[i], Rot3::IDENTITY).map_err(told)?
                }
                JointKind::Floating | JointKind::Planar => {
                    placed.iter().find(|(of, _)| *of == i).map_or(Pose::IDENTITY, |(_, pose)| *pose)
                }
            };
            let pose = poses[joint.parent].compose(&joint.origin).compose(&motion);
            // Far along the chain, lengths may overflow.
            poses[joint.child] = Pose::try_new(pose.translation(), pose.rotation()).map_err(told)?;
        }
        Ok(poses)
    }

    /// The joints whose values are outside of their limits, including the computed values of mimic joints.
    ///
    /// # Errors
    /// The same as [`Robot::link_poses`].
    pub fn outside_limits(&self, values: &[f64]) -> Result<Vec<usize>, ValueError> {
        let values = self.followed(values)?;
        let is_outside = |i: &usize| {
            let limits = self.joints[*i].limits;
            limits.is_some_and(|[lower, upper]| !(lower..=upper).contains(&values[*i]))
        };
        Ok((0..values.len()).filter(is_outside).collect())
    }

    /// The values, with those of mimic joints computed and those of joints without a value at 0.
    fn followed(&self, values: &[f64]) -> Result<Vec<f64>, ValueError> {
        if values.len() != self.joints.len() {
            return Err(ValueError::Count { found: values.len(), joints: self.joints.len() });
        }
        let value = |i: usize| {
            let joint = &self.joints[i];
            if !joint.kind.has_value() {
                return Ok(0.0);
            }
            let value = joint.mimic.map_or(values[i], |m| m.multiplier * values[m.joint] + m.offset);
            if value.is_finite() {
                return Ok(value);
            }
            Err(ValueError::NotFinite { joint: joint.name.clone(), value })
        };
        (0..values.len()).map(value).collect()
    }
}
