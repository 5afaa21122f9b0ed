//! Robots: links and joints from URDF, forward kinematics, and the pairs of links that may collide.
//!
//! [`read`] reads a URDF file and checks it completely before it returns anything: names, sizes, axes and limits, and that the joints
//! form one tree. Meshes are located but not read; [`MeshFile::read`](crate::MeshFile::read) does that. [`Robot::link_poses`] computes
//! the pose of each link for given joint values; [`Robot::link_poses_with`] takes poses for floating and planar joints, which have no
//! single value. [`read_allowed`] reads the pairs of an SRDF file whose collisions are disabled,
//! [`write_allowed`] writes such a file.
//!
//! Lengths are in meters and angles in radians, as in the format.
//!
//! ```no_run
//! use impinge_io::{Folders, robot};
//!
//! let robot = robot::read("arm.urdf", &Folders::new().package("arm_description", "arm"))?;
//! let mut values = vec![0.0; robot.joints.len()];
//! values[robot.joint("elbow").expect("a joint of the arm")] = 1.5;
//! let poses = robot.link_poses(&values).expect("finite values");
//! for (link, pose) in robot.links.iter().zip(&poses) {
//!     println!("{} is at {:?}", link.name, pose.translation());
//! }
//! # Ok::<(), impinge_io::Error>(())
//! ```
//!
//! **Failure.** Every [`Error`] gives the line and the reason: a name that no link or joint has or that two have, joints that form a loop
//! or leave two roots, an axis of length zero, a size that is not positive. A mesh for collisions that is missing, or of a format that is not
//! read, is an error with its link, unless [`Folders::skip_missing`] permits it; then [`Robot::left_out`] lists it. What is ignored
//! without an influence on answers is listed in [`Robot::remarks`].

mod kinematics;
mod remark;
mod srdf;
mod urdf;

use impinge::{Pose, Vec3};

use crate::{Error, Folders, Geometry, Source};

pub use kinematics::ValueError;
pub use remark::{LeftOut, Remark};
pub(crate) use urdf::from_rpy;

pub use srdf::{Allowed, AllowedPair, read_allowed, write_allowed};

/// Links, and the joints between them: a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Robot {
    /// Its name.
    pub name: String,
    /// Links, in the order of the file.
    pub links: Vec<Link>,
    /// Joints, in the order of the file.
    pub joints: Vec<Joint>,
    /// Number of visual elements that were left out because their meshes are missing or of an unsupported format.
    pub visuals_left_out: usize,
    /// Collision elements that were left out, as [`Folders::skip_missing`] permits: nothing can be proven about their links.
    pub left_out: Vec<LeftOut>,
    /// Elements that were ignored, without an influence on any pose or shape.
    pub remarks: Vec<Remark>,
    /// The root: the link that is not a child.
    root: usize,
    /// The joints in topological order, each after those that lead to its parent.
    order: Vec<usize>,
}

/// A rigid part of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Its unique name.
    pub name: String,
    /// Collision geometry.
    pub collision: Vec<Element>,
    /// Visual geometry.
    pub visual: Vec<Element>,
}

/// A shape or mesh in the frame of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Pose in the frame of its link.
    pub pose: Pose<Vec3<f64>>,
    /// Shape or mesh.
    pub geometry: Geometry,
}

/// A joint: the motion of a link relative to another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its unique name.
    pub name: String,
    /// Kind of its motion.
    pub kind: JointKind,
    /// The parent link.
    pub parent: usize,
    /// The link that it moves.
    pub child: usize,
    /// Pose of the child in the frame of the parent at value 0.
    pub origin: Pose<Vec3<f64>>,
    /// Unit axis of rotation or translation, or the normal of the plane, in the frame of the joint.
    pub axis: Vec3<f64>,
    /// Lower and upper limit of its value. Continuous, floating and planar joints have none.
    pub limits: Option<[f64; 2]>,
    /// The joint that it mimics, if any.
    pub mimic: Option<Mimic>,
}

impl Joint {
    /// Whether it has a value of its own: it has one degree of freedom and mimics no other joint.
    pub fn is_free(&self) -> bool {
        self.mimic.is_none() && self.kind.has_value()
    }
}

/// Kind of the motion of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// No motion.
    Fixed,
    /// Rotation about its axis, within limits; the value is an angle.
    Revolute,
    /// Rotation about its axis without limits.
    Continuous,
    /// Translation along its axis, within limits; the value is a length.
    Prismatic,
    /// Free motion; its pose is given to [`Robot::link_poses_with`].
    Floating,
    /// Motion in the plane at right angles to its axis; its pose is given to [`Robot::link_poses_with`].
    Planar,
}

impl JointKind {
    /// Whether a single value determines its position.
    pub fn has_value(self) -> bool {
        match self {
            JointKind::Revolute | JointKind::Continuous | JointKind::Prismatic => true,
            JointKind::Fixed | JointKind::Floating | JointKind::Planar => false,
        }
    }
}

/// A joint whose value is `multiplier` times that of another one, plus `offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic {
    /// Index of the other joint, which mimics none: chains of mimic joints are resolved to the first of them.
    pub joint: usize,
    /// Factor on its value.
    pub multiplier: f64,
    /// Offset that is added.
    pub offset: f64,
}

impl Robot {
    /// The link with a name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// The joint with a name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The root link, which all others are connected to.
    pub fn root(&self) -> usize {
        self.root
    }

    /// The joints that have a value of their own, in the order of the file.
    pub fn free_joints(&self) -> impl Iterator<Item = usize> {
        self.joints.iter().enumerate().filter(|(_, joint)| joint.is_free()).map(|(i, _)| i)
    }
}

/// Reads a robot from a URDF file.
///
/// # Errors
/// If the file cannot be read or is damaged, or a mesh for collisions is missing; the error gives the line.
pub fn read(source: impl Into<Source>, folders: &Folders) -> Result<Robot, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| urdf::parse(crate::xml::text(&bytes)?, &source, folders));
    parsed.map_err(|reason| source.error(reason))
}

#[cfg(test)]
mod tests;
