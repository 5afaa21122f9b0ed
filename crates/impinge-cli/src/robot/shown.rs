//! A robot and its obstacles in the view of a page.

use impinge_page::{Body, BodyId, Pose as PagePose, Role, Step, View};

use super::model::{Model, Poses};
use crate::bodies::Form;
use crate::drawn;

/// Bodies of the view: for each element its node, its place in the node's frame, and its body.
pub struct Shown<'a> {
    elements: Vec<(usize, &'a impinge::Pose<impinge::Vec3<f64>>, BodyId)>,
}

impl<'a> Shown<'a> {
    pub fn new(view: &mut View, model: &'a Model, poses: &Poses) -> Self {
        let mut elements = Vec::new();
        for (k, node) in model.nodes.iter().enumerate() {
            for (form, pose) in &node.elements {
                let geometry = view.geometry(match form {
                    Form::Convex(shape) => drawn::solid(shape),
                    Form::Mesh(mesh) => drawn::surface(mesh),
                });
                // Links alternate in color, so that they can be told apart.
                let role = match (model.is_obstacle(k), k % 2) {
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

fn drawn_at(pose: &impinge::Pose<impinge::Vec3<f64>>) -> PagePose {
    PagePose::new(pose.translation().to_array(), pose.rotation().to_xyzw())
}
