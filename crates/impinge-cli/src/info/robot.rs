//! Description of a robot.

use impinge_io::robot::{Element, Joint, JointKind, Robot, read};
use impinge_io::{Folders, Geometry, Source};
use serde::Serialize;

use super::mesh::built;
use crate::failure::Failure;

/// Description of a robot.
#[derive(Serialize)]
pub struct RobotInfo {
    pub name: String,
    /// Root link, from which all others hang.
    pub root: String,
    pub links: Vec<LinkInfo>,
    pub joints: Vec<JointInfo>,
    /// Joints with a value of their own.
    pub free: usize,
    /// Visual elements whose meshes are missing or not read.
    pub visuals_left_out: usize,
}

#[derive(Serialize)]
pub struct LinkInfo {
    pub name: String,
    /// Shapes and meshes for collisions.
    pub collision: Vec<String>,
    /// Triangles of these meshes.
    pub triangles: usize,
    pub visuals: usize,
}

#[derive(Serialize)]
pub struct JointInfo {
    pub name: String,
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub parent: String,
    pub child: String,
    pub axis: [f64; 3],
    /// Lower and upper.
    pub limits: Option<[f64; 2]>,
    /// Joint that it follows.
    pub follows: Option<String>,
}

/// Reads a robot with its collision meshes.
pub fn info(source: Source, folders: &Folders) -> Result<RobotInfo, Failure> {
    let robot = read(source, folders)?;
    let mut links = Vec::new();
    for link in &robot.links {
        let mut triangles = 0;
        for element in &link.collision {
            if let Geometry::Mesh(file) = &element.geometry {
                triangles += built(file.source.path(), &file.read()?)?.0.len();
            }
        }
        links.push(LinkInfo {
            name: link.name.clone(),
            collision: link.collision.iter().map(made_of).collect(),
            triangles,
            visuals: link.visual.len(),
        });
    }
    Ok(RobotInfo {
        root: robot.links[robot.root()].name.clone(),
        links,
        joints: robot.joints.iter().map(|j| joint(&robot, j)).collect(),
        free: robot.free_joints().count(),
        visuals_left_out: robot.visuals_left_out,
        name: robot.name,
    })
}

fn made_of(element: &Element) -> String {
    geometry(&element.geometry)
}

/// The kind of a shape, or the name of a file.
pub fn geometry(geometry: &Geometry) -> String {
    match geometry {
        Geometry::Shape(shape) => shape.name().to_owned(),
        Geometry::Mesh(file) => {
            file.source.path().file_name().unwrap_or_default().to_string_lossy().into_owned()
        }
    }
}

fn joint(robot: &Robot, joint: &Joint) -> JointInfo {
    let link = |i: usize| robot.links[i].name.clone();
    JointInfo {
        name: joint.name.clone(),
        kind: match joint.kind {
            JointKind::Fixed => "fixed",
            JointKind::Revolute => "revolute",
            JointKind::Continuous => "continuous",
            JointKind::Prismatic => "prismatic",
            JointKind::Floating => "floating",
            JointKind::Planar => "planar",
        },
        parent: link(joint.parent),
        child: link(joint.child),
        axis: joint.axis.to_array(),
        limits: joint.limits,
        follows: joint.mimic.map(|mimic| robot.joints[mimic.joint].name.clone()),
    }
}
