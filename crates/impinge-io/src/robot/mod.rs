//! Robots: links and joints from URDF, where the links stand, and which pairs of them may collide.
//!
//! [`read`] takes a URDF file and checks it whole before it returns anything: names, sizes, axes and limits, and that the
//! joints make one tree. Meshes are found but not read; [`MeshFile::read`](crate::MeshFile::read) does that. [`Robot::link_poses`] says where each
//! link stands for given values of the joints. [`read_allowed`] takes the pairs of an SRDF file whose collisions do not
//! count, [`write_allowed`] writes such a file.
//!
//! Lengths are in meters and angles in radians, as the format has them.
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
//! **Failure.** Every [`Error`] names the line and the reason: a name that no link or joint has or that two have, joints that
//! make a loop or leave two roots, a mesh that is not there, an axis of length zero, a size that is not positive.

mod kinematics;
mod srdf;
mod urdf;

use impinge::{Pose, Vec3};

use crate::{Error, Folders, Geometry, Source};

pub use kinematics::ValueError;
pub(crate) use urdf::from_rpy;

pub use srdf::{AllowedPair, read_allowed, write_allowed};

/// Links, and the joints between them: a tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Robot {
    /// Its name.
    pub name: String,
    /// In the order of the file.
    pub links: Vec<Link>,
    /// In the order of the file.
    pub joints: Vec<Joint>,
    /// How many visual elements were left out, as their meshes are not there or of a format that is not read.
    pub visuals_left_out: usize,
    /// The link that is no child.
    root: usize,
    /// The joints, each after those that lead to its parent.
    order: Vec<usize>,
}

/// A rigid part of a robot.
#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// Its name, which no other link has.
    pub name: String,
    /// What it is for collisions.
    pub collision: Vec<Element>,
    /// What is seen of it.
    pub visual: Vec<Element>,
}

/// A shape or mesh in the frame of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where it stands in the frame of its link.
    pub pose: Pose<Vec3<f64>>,
    /// What stands there.
    pub geometry: Geometry,
}

/// A joint: how a link moves against another one.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name, which no other joint has.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// The link that it stands on.
    pub parent: usize,
    /// The link that it moves.
    pub child: usize,
    /// Where the child stands in the frame of the parent at value 0.
    pub origin: Pose<Vec3<f64>>,
    /// Unit, in the frame of the joint: what is turned about or moved along, or the normal of the plane.
    pub axis: Vec3<f64>,
    /// Between which values it moves, lower and upper. Continuous, floating and planar joints have none.
    pub limits: Option<[f64; 2]>,
    /// The joint that it follows, if any.
    pub mimic: Option<Mimic>,
}

impl Joint {
    /// Whether it has a value of its own: it moves in one direction and follows no other joint.
    pub fn is_free(&self) -> bool {
        self.mimic.is_none() && self.kind.has_value()
    }
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// Turns about its axis, within limits; the value is an angle.
    Revolute,
    /// Turns about its axis without limits.
    Continuous,
    /// Moves along its axis, within limits; the value is a length.
    Prismatic,
    /// In any way; its pose is given to [`Robot::link_poses_with`].
    Floating,
    /// In the plane across its axis; its pose is given to [`Robot::link_poses_with`].
    Planar,
}

impl JointKind {
    /// Whether one value says where it stands.
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
    /// The other one, which follows none: what follows a follower follows the first of them.
    pub joint: usize,
    /// What its value is multiplied by.
    pub multiplier: f64,
    /// What is added.
    pub offset: f64,
}

impl Robot {
    /// The link of a name.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// The joint of a name.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The link that all others hang from.
    pub fn root(&self) -> usize {
        self.root
    }

    /// The joints that have a value of their own, in the order of the file.
    pub fn free_joints(&self) -> impl Iterator<Item = usize> {
        self.joints.iter().enumerate().filter(|(_, joint)| joint.is_free()).map(|(i, _)| i)
    }
}

/// A robot from a URDF file.
///
/// # Errors
/// If the file cannot be read or is damaged, or a mesh for collisions is not there; the error says which line.
pub fn read(source: impl Into<Source>, folders: &Folders) -> Result<Robot, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| urdf::parse(crate::xml::text(&bytes)?, &source, folders));
    parsed.map_err(|reason| source.error(reason))
}

#[cfg(test)]
mod tests;
