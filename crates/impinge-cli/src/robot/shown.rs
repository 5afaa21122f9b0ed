//! A robot and its obstacles in the view of a page.

use impinge_io::robot::{JointKind, Robot};
use impinge_page::{Body, BodyId, Pose as PagePose, Role, Step, View};

use super::configuration::Configuration;
use super::model::{Model, Poses};
use crate::bodies::Form;
use crate::drawn;

/// Names in a sentence; a page has room for no more.
const MOST_NAMES: usize = 8;

/// Bodies of the view: for each element its node, its place in the node's frame, and its body.
pub struct Shown<'a> {
    elements: Vec<(usize, &'a impinge::Pose<impinge::Vec3<f64>>, BodyId)>,
}

impl<'a> Shown<'a> {
    /// Adds all elements, and the legend: what collides at some step, what is not proven, links and obstacles, with their numbers.
    pub fn new(view: &mut View, model: &'a Model, poses: &Poses) -> Self {
        view.unit("m");
        let unproven = model.unproven_names();
        let is_unproven = |k: usize| unproven.contains(&model.nodes[k].name.as_str());
        let count = |of: &dyn Fn(usize) -> bool| (0..model.nodes.len()).filter(|k| of(*k)).count();
        let mut entries = vec![
            (Role::Unproven, count(&is_unproven), "not proven (incomplete or open)"),
            (Role::Quiet, count(&|k| model.is_obstacle(k) && !is_unproven(k)), "obstacles"),
        ];
        let links = count(&|k| !model.is_obstacle(k) && !is_unproven(k));
        entries.push((Role::Neutral, links, "links (in turn gray and blue)"));
        view.legend(Role::Bad, "colliding here");
        for (role, count, meaning) in entries.into_iter().filter(|(_, count, _)| *count > 0) {
            view.legend(role, format!("{meaning}: {count}"));
        }
        let mut elements = Vec::new();
        for (k, node) in model.nodes.iter().enumerate() {
            for (form, pose) in &node.elements {
                let geometry = view.geometry(match form {
                    Form::Convex(shape) => drawn::solid(shape),
                    Form::Mesh(mesh) => drawn::surface(mesh),
                });
                // Links alternate in color, so that they can be told apart.
                let role = match (model.is_obstacle(k), k % 2) {
                    _ if is_unproven(k) => Role::Unproven,
                    (true, _) => Role::Quiet,
                    (_, 0) => Role::Neutral,
                    _ => Role::First,
                };
                let body = Body::new(node.name.as_str(), geometry).role(role).group(model.group(k));
                elements.push((k, pose, view.body(body.at(drawn_at(&(poses[k] * *pose))))));
            }
        }
        Self { elements }
    }

    /// Places the links at these poses in this step.
    pub fn place(&self, step: &mut Step, model: &Model, poses: &Poses) {
        for (node, pose, body) in self.elements.iter().filter(|(node, ..)| !model.is_obstacle(*node)) {
            step.pose(*body, drawn_at(&(poses[*node] * **pose)));
        }
    }

    /// The bodies of a node.
    pub fn of(&self, node: usize) -> impl Iterator<Item = BodyId> {
        self.elements.iter().filter(move |(of, ..)| *of == node).map(|(.., body)| *body)
    }
}

/// Adds the values of all joints to a step, with their units.
pub fn add_joints(step: &mut Step, at: &Configuration, robot: &Robot) {
    for (column, number) in at.columns(robot) {
        let kind = robot.joint(&column).map(|joint| robot.joints[joint].kind);
        let unit = match (kind, column.rsplit_once('.').map(|(_, part)| part)) {
            (Some(JointKind::Prismatic), _) | (None, Some("x" | "y" | "z")) => ", m",
            (Some(_), _) | (None, Some("angle")) => ", rad",
            _ => "",
        };
        step.number(format!("{column}{unit}"), number);
    }
}

/// Sentence that names the links and obstacles about which nothing is proven, if any.
pub fn doubt(model: &Model) -> Option<String> {
    let names = model.unproven_names();
    let first = names.iter().take(MOST_NAMES).copied().collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(MOST_NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    (!names.is_empty()).then(|| {
        format!("Not proven, as these are incomplete or open, so that nothing can be proven to be clear of them: {first}{more}.")
    })
}

fn drawn_at(pose: &impinge::Pose<impinge::Vec3<f64>>) -> PagePose {
    PagePose::new(pose.translation().to_array(), pose.rotation().to_xyzw())
}
