//! The robot and its surroundings as bodies: each link and each obstacle is a node with parts.

use std::collections::BTreeSet;
use std::sync::Arc;

use impinge::body::{AnyBody, Compound};
use impinge::{Aabb, AnyShape, Pose, Vec3, contact, distance, intersects};
use impinge_io::robot::{self, AllowedPair, Robot};
use impinge_io::scene::{self, SceneFile};
use impinge_io::{Geometry, Reason, Unit};

use super::args::RobotArgs;
use super::asked::neighbors;
use super::configuration::Configuration;
use crate::bodies::meshes::Shared;
use crate::bodies::{Form, NamedBody};
use crate::failure::Failure;
use crate::log;
use crate::outcome::Outcome;

/// Margins of boxes, relative to a coordinate and absolute: far above rounding, so that no pair is lost, and small enough
/// to add hardly any pairs.
const GROWTH: f64 = 1e-9;

/// Poses of all nodes.
pub type Poses = Vec<Pose<Vec3<f64>>>;

/// A body in the frame of its node, built once.
pub struct Part {
    pub body: AnyBody<Vec3<f64>>,
    pub pose: Pose<Vec3<f64>>,
    /// Largest distance of a point from the origin of the node.
    pub reach: f64,
}

/// A link or an obstacle.
pub struct Node {
    pub name: String,
    /// Parts for queries: one for all convex shapes of a link, one for each mesh.
    pub parts: Vec<Part>,
    /// Its elements, in its frame.
    pub elements: Vec<(Form, Pose<Vec3<f64>>)>,
}

/// Links and obstacles, and the pairs of them to check.
pub struct Model {
    pub robot: Robot,
    /// Links in the order of the robot, then obstacles.
    pub nodes: Vec<Node>,
    /// Pairs to check, the smaller node first: never two obstacles.
    pub pairs: Vec<[usize; 2]>,
    /// Pairs of links that may collide, with the reasons.
    pub allowed: Vec<AllowedPair>,
    /// Why nothing can be proven to be clear of some node: its name, and a sentence.
    pub unproven: Vec<(String, String)>,
}

impl Model {
    /// Reads all files.
    pub fn read(args: &RobotArgs) -> Result<Self, Failure> {
        let folders = args.folders.folders();
        let of_robot = if args.ignore_missing { folders.clone().skip_missing() } else { folders.clone() };
        let robot = robot::read(args.limit.of(&args.robot), &of_robot).map_err(|error| {
            let may_be_ignored = matches!(
                error.reason,
                Reason::MissingFile { .. } | Reason::NoPackage { .. } | Reason::NotRead { .. }
            );
            match Failure::from(error) {
                Failure::Said(what) if may_be_ignored => {
                    Failure::Said(format!("{what}; or go on without it with `--ignore-missing`"))
                }
                failure => failure,
            }
        })?;
        robot.remarks.iter().for_each(|remark| log::say(&format!("{}: {remark}", args.robot.display())));
        let adjacent = |links| AllowedPair { links, reason: "Adjacent".into() };
        let mut allowed: Vec<AllowedPair> = neighbors(&robot).into_iter().map(adjacent).collect();
        if let Some(file) = &args.srdf {
            let known: BTreeSet<[usize; 2]> = allowed.iter().map(|pair| pair.links).collect();
            let read = robot::read_allowed(args.limit.of(file), &robot)?;
            read.remarks.iter().for_each(|remark| log::say(&format!("{}: {remark}", file.display())));
            allowed.extend(read.pairs.into_iter().filter(|pair| !known.contains(&pair.links)));
        }
        let scene =
            args.obstacles.as_ref().map(|file| scene::read(args.limit.of(file), &folders)).transpose()?;
        if let Some(unit) = scene.as_ref().map(|scene| scene.unit).filter(|unit| *unit != Unit::Meter) {
            let file = args.obstacles.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
            return Err(Failure::Said(format!(
                "{file}: the unit is {}; robots are in meters, so write the scene in m",
                unit.name()
            )));
        }
        let mut reader = Reader { meshes: Shared::new(args.limit.max_bytes, false) };
        let mut nodes = Vec::new();
        for link in &robot.links {
            let elements = link.collision.iter().map(|element| (&element.geometry, element.pose));
            let node = reader.node(&link.name, elements);
            nodes.push(node.map_err(|failure| match failure {
                Failure::Said(what) => Failure::Said(format!("link `{}`: {what}", link.name)),
                failure => failure,
            })?);
        }
        for body in scene.iter().flat_map(|scene| &scene.bodies) {
            nodes.push(reader.node(&body.name, [(&body.geometry, body.pose)])?);
        }
        let pairs = pairs(&robot, &nodes, &allowed, scene.as_ref());
        if robot.links.iter().all(|link| link.collision.is_empty()) {
            log::say(&format!("{}: no link has a shape for collisions", args.robot.display()));
        }
        let left_out = robot.left_out.iter().map(|out| (robot.links[out.link].name.clone(), out.why.clone()));
        let is_open = |node: &&Node| node.elements.iter().any(|(form, _)| form.is_open());
        let open = nodes.iter().filter(is_open).filter(|node| !args.open.allows(&node.name)).map(|node| {
            let why = "a mesh is open, so that nothing is inside of it; permit it with `--allow-open`".into();
            (node.name.clone(), why)
        });
        let unproven: Vec<(String, String)> = left_out.chain(open).collect();
        for (name, why) in &unproven {
            log::say(&format!("`{name}`: not proven to be clear of anything: {why}"));
        }
        Ok(Self { robot, nodes, pairs, allowed, unproven })
    }

    /// Outcome of work that found no collision.
    pub fn without_collision(&self) -> Outcome {
        if self.unproven.is_empty() { Outcome::Clear } else { Outcome::Unproven }
    }

    /// Names of the nodes that nothing can be proven about.
    pub fn unproven_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.unproven.iter().map(|(name, _)| name.as_str()).collect();
        names.dedup();
        names
    }

    /// Poses of all nodes.
    pub fn poses(&self, at: &Configuration) -> Result<Poses, Failure> {
        let mut poses = at.link_poses(&self.robot).map_err(Failure::Usage)?;
        poses.resize(self.nodes.len(), Pose::IDENTITY);
        Ok(poses)
    }

    /// The link whose frame a node uses; for an obstacle, the root.
    pub fn link_of(&self, node: usize) -> usize {
        if self.is_obstacle(node) { self.robot.root() } else { node }
    }

    pub fn is_obstacle(&self, node: usize) -> bool {
        node >= self.robot.links.len()
    }

    /// Names of both nodes of a pair.
    pub fn names(&self, pair: [usize; 2]) -> [&str; 2] {
        pair.map(|node| self.nodes[node].name.as_str())
    }

    /// Bounding boxes of all parts, node by node.
    pub fn boxes(&self, poses: &Poses) -> Vec<Vec<Aabb<Vec3<f64>>>> {
        let grown =
            |aabb: Aabb<Vec3<f64>>| aabb.grown(GROWTH * (1.0 + aabb.min.max_abs().max(aabb.max.max_abs())));
        let of_node = |(node, pose): (&Node, &Pose<Vec3<f64>>)| {
            node.parts.iter().map(|part| grown(part.body.aabb(&(*pose * part.pose)))).collect()
        };
        self.nodes.iter().zip(poses).map(of_node).collect()
    }

    /// Whether the nodes of a pair have a point in common.
    pub fn meet(&self, pair: [usize; 2], poses: &Poses, boxes: &[Vec<Aabb<Vec3<f64>>>]) -> bool {
        self.any_parts(pair, |[a, b], [i, j]| {
            boxes[pair[0]][i].overlaps(&boxes[pair[1]][j])
                && intersects(&a.body.at(poses[pair[0]] * a.pose), &b.body.at(poses[pair[1]] * b.pose))
        })
    }

    /// Whether the nodes of a pair share more than their surfaces.
    pub fn overlap(&self, pair: [usize; 2], poses: &Poses) -> bool {
        self.any_parts(pair, |[a, b], _| {
            let (one, two) = (a.body.at(poses[pair[0]] * a.pose), b.body.at(poses[pair[1]] * b.pose));
            intersects(&one, &two) && {
                let found = contact(&one, &two);
                found.signed_distance < -found.error
            }
        })
    }

    /// [`Self::meet`] by another method: the distance of every two elements, one by one.
    pub fn no_distance(&self, [a, b]: [usize; 2], poses: &Poses) -> bool {
        let at = |node: usize| {
            self.nodes[node].elements.iter().map(move |(form, pose)| (form.any(), poses[node] * *pose))
        };
        let theirs: Vec<_> = at(b).collect();
        at(a).any(|(one, pose)| {
            theirs.iter().any(|(two, other)| {
                let found = distance(&one.at(pose), &two.at(*other));
                found.distance <= found.error
            })
        })
    }

    /// Whether some two parts of a pair, given with their poses, satisfy a condition.
    fn any_parts(&self, pair: [usize; 2], holds: impl Fn([&Part; 2], [usize; 2]) -> bool) -> bool {
        let [a, b] = pair.map(|node| &self.nodes[node].parts);
        a.iter().enumerate().any(|(i, one)| b.iter().enumerate().any(|(j, two)| holds([one, two], [i, j])))
    }

    /// All elements as bodies with the names of their nodes, and the node of each.
    pub fn bodies(&self, poses: &Poses) -> (Vec<NamedBody>, Vec<usize>) {
        let mut bodies = Vec::new();
        let mut nodes = Vec::new();
        for (k, (node, at)) in self.nodes.iter().zip(poses).enumerate() {
            for (form, pose) in &node.elements {
                let form = match form {
                    Form::Convex(shape) => Form::Convex(shape.clone()),
                    Form::Mesh(mesh) => Form::Mesh(Arc::clone(mesh)),
                };
                let mut body = NamedBody::new(node.name.as_str(), form, *at * *pose);
                body.group = self.group(k).into();
                bodies.push(body);
                nodes.push(k);
            }
        }
        (bodies, nodes)
    }

    /// Group of a node on a page.
    pub fn group(&self, node: usize) -> &str {
        if self.is_obstacle(node) { "obstacles" } else { &self.robot.name }
    }
}

/// Selects the pairs to check.
fn pairs(
    robot: &Robot,
    nodes: &[Node],
    allowed: &[AllowedPair],
    scene: Option<&SceneFile>,
) -> Vec<[usize; 2]> {
    let links = robot.links.len();
    let allowed: BTreeSet<[usize; 2]> = allowed.iter().map(|pair| pair.links).collect();
    let may_meet = |a: usize, b: usize| match (b.checked_sub(links), scene) {
        // The scene refers to links by name.
        (Some(k), Some(scene)) => scene.allowed.iter().any(|[one, two]| {
            let body = &scene.bodies[k];
            let (link, of_none) = (&robot.links[a].name, [].as_slice());
            one.matches(link, of_none) && two.matches(&body.name, &body.groups)
                || two.matches(link, of_none) && one.matches(&body.name, &body.groups)
        }),
        _ => allowed.contains(&[a, b]),
    };
    let has_parts = |node: &usize| !nodes[*node].parts.is_empty();
    let of_link = |a: usize| (a + 1..nodes.len()).filter(has_parts).map(move |b| [a, b]);
    (0..links).filter(has_parts).flat_map(of_link).filter(|[a, b]| !may_meet(*a, *b)).collect()
}

/// Builds bodies; each mesh is read once, however often it is named.
struct Reader {
    meshes: Shared,
}

impl Reader {
    fn node<'a>(
        &mut self,
        name: &str,
        elements: impl IntoIterator<Item = (&'a Geometry, Pose<Vec3<f64>>)>,
    ) -> Result<Node, Failure> {
        let mut node = Node { name: name.into(), parts: Vec::new(), elements: Vec::new() };
        let mut convex: Vec<(AnyShape<f64>, Pose<Vec3<f64>>)> = Vec::new();
        for (geometry, pose) in elements {
            let form = match geometry {
                Geometry::Shape(shape) => {
                    convex.push((shape.clone(), pose));
                    Form::Convex(shape.clone())
                }
                Geometry::Mesh(file) => {
                    let mesh = self.meshes.get(file)?;
                    node.parts.push(part(Arc::clone(&mesh).into(), pose));
                    Form::Mesh(mesh)
                }
            };
            node.elements.push((form, pose));
        }
        match convex.len() {
            0 => {}
            1 => node.parts.extend(convex.into_iter().map(|(shape, pose)| part(shape.into(), pose))),
            _ => node.parts.push(part(Compound::new(convex).into(), Pose::IDENTITY)),
        }
        Ok(node)
    }
}

fn part(body: AnyBody<Vec3<f64>>, pose: Pose<Vec3<f64>>) -> Part {
    let aabb = body.aabb(&pose);
    // The farthest corner of the box.
    let reach = aabb.min.abs().max(aabb.max.abs()).norm() * (1.0 + GROWTH);
    Part { body, pose, reach }
}
