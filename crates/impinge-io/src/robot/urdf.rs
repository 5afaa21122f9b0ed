//! URDF: converts XML elements to a robot.
//!
//! Source: the pages "urdf/XML" of the ROS wiki. The format gives full sides of boxes and lengths of cylinders; the library uses halves.

use std::collections::{HashMap, VecDeque};

use impinge::{AnyShape, Capsule, Cuboid, Cylinder, Pose, Rot3, ShapeError, Sphere, Vec3};

use super::{Element, Joint, JointKind, LeftOut, Link, Mimic, Remark, Robot};
use crate::words::shortened;
use crate::xml::{self, Tag, document};
use crate::{Folders, Geometry, MeshFile, MeshFormat, Reason, Source};

/// Indices of links or joints by name.
type Names<'a> = HashMap<&'a str, usize>;

/// Parses a robot; mesh references are relative to the file `source`.
pub fn parse(text: &str, source: &Source, folders: &Folders) -> Result<Robot, Reason> {
    let root = document(text)?;
    if root.tag.name != "robot" {
        return Err(root.tag.wrong(format!("the outermost element is <{}>, not <robot>", root.tag.name)));
    }
    let names = names(&root, "link")?;
    if names.is_empty() {
        return Err(root.tag.wrong("the robot has no links"));
    }
    let (mut visuals_left_out, mut left_out, mut remarks) = (0, Vec::new(), Vec::new());
    let mut links = Vec::new();
    for link in root.all("link") {
        let name = link.tag.need("name")?.to_owned();
        let files = Files { source, folders, link: &name };
        let mut collision = Vec::new();
        for element in link.all("collision") {
            match files.element(element) {
                Ok(element) => collision.push(element),
                Err(reason) if is_missing(&reason) && folders.skips_missing() => {
                    left_out.push(LeftOut { link: links.len(), why: reason.to_string() });
                }
                Err(reason) => return Err(reason),
            }
        }
        let mut visual = Vec::new();
        for element in link.all("visual") {
            match files.element(element) {
                Ok(element) => visual.push(element),
                // A program that needs collision geometry can do without visuals.
                Err(reason) if is_missing(&reason) || matches!(reason, Reason::Outside { .. }) => {
                    visuals_left_out += 1;
                }
                Err(reason) => return Err(reason),
            }
        }
        links.push(Link { name, collision, visual });
    }
    let joint_names = self::names(&root, "joint")?;
    let mut joints: Vec<Joint> =
        root.all("joint").map(|e| joint(e, &names, &joint_names, &mut remarks)).collect::<Result<_, _>>()?;
    let tags: Vec<&Tag<'_>> = root.all("joint").map(|e| &e.tag).collect();
    resolve_followers(&mut joints, &tags)?;
    let (top, order) = tree(&root.tag, &links, &joints, &tags)?;
    let name = root.tag.get("name").unwrap_or_default().to_owned();
    Ok(Robot { name, links, joints, visuals_left_out, left_out, remarks, root: top, order })
}

/// Whether a mesh is not there, or of a format that is not read.
fn is_missing(reason: &Reason) -> bool {
    matches!(reason, Reason::MissingFile { .. } | Reason::NoPackage { .. } | Reason::NotRead { .. })
}

/// The elements of one kind by their names, which must be unique.
fn names<'a>(root: &'a xml::Element<'_>, kind: &'static str) -> Result<Names<'a>, Reason> {
    let mut names = HashMap::new();
    for (i, element) in root.all(kind).enumerate() {
        let name = element.tag.need("name")?;
        if names.insert(name, i).is_some() {
            return Err(element.tag.wrong(format!("there already is a {kind} `{name}`")));
        }
    }
    Ok(names)
}

/// The pose in the `origin` of an element.
fn origin(element: &xml::Element<'_>) -> Result<Pose<Vec3<f64>>, Reason> {
    let Some(origin) = element.first("origin") else { return Ok(Pose::IDENTITY) };
    let xyz = origin.tag.numbers("xyz")?.unwrap_or([0.0; 3]);
    let rpy = origin.tag.numbers("rpy")?.unwrap_or([0.0; 3]);
    Pose::try_new(xyz, from_rpy(rpy)).map_err(|e| origin.tag.wrong(e.to_string()))
}

/// Rotation by roll about x, then pitch about y, then yaw about z, all about fixed axes: Rz · Ry · Rx. The angles are finite.
pub(crate) fn from_rpy([roll, pitch, yaw]: [f64; 3]) -> Rot3<f64> {
    let about = |axis: usize, angle: f64| Rot3::from_axis_angle(Vec3::axis(axis), angle);
    about(2, yaw).compose(&about(1, pitch)).compose(&about(0, roll))
}

/// Lookup of the files that the robot refers to.
struct Files<'a> {
    source: &'a Source,
    folders: &'a Folders,
    /// Name of the link that they belong to.
    link: &'a str,
}

impl Files<'_> {
    fn element(&self, element: &xml::Element<'_>) -> Result<Element, Reason> {
        let tag = &element.tag;
        let geometry = element.first("geometry").and_then(|g| g.children().first());
        let Some(geometry) = geometry else {
            return Err(tag.wrong(format!("<{}> needs a <geometry> with a shape in it", tag.name)));
        };
        Ok(Element {
            name: tag.get("name").map(str::to_owned),
            pose: origin(element)?,
            geometry: self.geometry(&geometry.tag)?,
        })
    }

    fn geometry(&self, tag: &Tag<'_>) -> Result<Geometry, Reason> {
        let size = |name| tag.number(name)?.ok_or_else(|| needs(tag, name));
        let built: Result<AnyShape<f64>, ShapeError> = match tag.name {
            "box" => {
                let sides: [f64; 3] = tag.numbers("size")?.ok_or_else(|| needs(tag, "size"))?;
                Cuboid::try_new(Vec3::from(sides) * 0.5).map(Into::into)
            }
            "sphere" => Sphere::try_new(size("radius")?).map(Into::into),
            "cylinder" => Cylinder::try_new(0.5 * size("length")?, size("radius")?).map(Into::into),
            "capsule" => Capsule::try_new(0.5 * size("length")?, size("radius")?).map(Into::into),
            "mesh" => return self.mesh(tag).map(Geometry::Mesh),
            other => {
                return Err(tag.wrong(format!(
                    "<{other}> is not a geometry; use <box>, <sphere>, <cylinder>, <capsule> or <mesh>"
                )));
            }
        };
        built.map(Geometry::Shape).map_err(|e| tag.wrong(format!("<{}>: {e}", tag.name)))
    }

    fn mesh(&self, tag: &Tag<'_>) -> Result<MeshFile, Reason> {
        let written = tag.need("filename")?;
        let scale = tag.numbers("scale")?.unwrap_or([1.0; 3]);
        if scale.contains(&0.0) {
            return Err(tag.wrong("`scale` of <mesh> has a zero"));
        }
        let path = self
            .folders
            .find(&self.source.path, written)
            .map_err(|lost| lost.reason(written, self.place(tag)))?;
        MeshFormat::of(&path).map_err(|e| Reason::NotRead {
            written: shortened(written),
            why: e.reason.to_string(),
            place: self.place(tag),
        })?;
        Ok(MeshFile { source: self.source.beside(path), scale: Vec3::from(scale) })
    }
}

impl Files<'_> {
    /// Place of a tag in the file, in words.
    fn place(&self, tag: &Tag<'_>) -> String {
        format!("link `{}`, line {}", shortened(self.link), tag.line)
    }
}

fn needs(tag: &Tag<'_>, name: &str) -> Reason {
    tag.wrong(format!("<{}> needs the attribute `{name}`", tag.name))
}

fn joint(
    element: &xml::Element<'_>,
    links: &Names<'_>,
    joints: &Names<'_>,
    remarks: &mut Vec<Remark>,
) -> Result<Joint, Reason> {
    let tag = &element.tag;
    let kind = match tag.need("type")? {
        "fixed" => JointKind::Fixed,
        "revolute" => JointKind::Revolute,
        "continuous" => JointKind::Continuous,
        "prismatic" => JointKind::Prismatic,
        "floating" => JointKind::Floating,
        "planar" => JointKind::Planar,
        other => return Err(tag.wrong(format!("`{other}` is not a joint type"))),
    };
    let link = |role| {
        let Some(element) = element.first(role) else {
            return Err(tag.wrong(format!("<joint> needs a <{role}>")));
        };
        let name = element.tag.need("link")?;
        let found = links.get(name).copied();
        found.ok_or_else(|| element.tag.wrong(format!("there is no link `{name}`")))
    };
    let axis = match element.first("axis") {
        Some(axis) => {
            let xyz = axis.tag.numbers("xyz")?.unwrap_or([1.0, 0.0, 0.0]);
            let unit = Vec3::from(xyz).normalized();
            match (unit, kind) {
                (Some(unit), _) => unit,
                (None, JointKind::Fixed | JointKind::Floating) => Vec3::axis(0),
                (None, _) => return Err(axis.tag.wrong("the axis has length zero")),
            }
        }
        None => Vec3::axis(0),
    };
    Ok(Joint {
        name: tag.need("name")?.to_owned(),
        kind,
        parent: link("parent")?,
        child: link("child")?,
        origin: origin(element)?,
        axis,
        limits: limits(element, kind)?,
        mimic: mimic(element, kind, joints, remarks)?,
    })
}

fn limits(element: &xml::Element<'_>, kind: JointKind) -> Result<Option<[f64; 2]>, Reason> {
    if !matches!(kind, JointKind::Revolute | JointKind::Prismatic) {
        return Ok(None);
    }
    let Some(limit) = element.first("limit") else {
        return Err(element.tag.wrong("a revolute or prismatic joint needs a <limit>"));
    };
    let lower = limit.tag.number("lower")?.unwrap_or(0.0);
    let upper = limit.tag.number("upper")?.unwrap_or(0.0);
    if lower > upper {
        return Err(limit.tag.wrong(format!("the lower limit, {lower}, is above the upper one, {upper}")));
    }
    Ok(Some([lower, upper]))
}

fn mimic(
    joint: &xml::Element<'_>,
    kind: JointKind,
    joints: &Names<'_>,
    remarks: &mut Vec<Remark>,
) -> Result<Option<Mimic>, Reason> {
    let Some(element) = joint.first("mimic") else { return Ok(None) };
    let tag = &element.tag;
    if kind == JointKind::Fixed {
        // Files in use have it; a joint that does not move follows nothing.
        let name = shortened(joint.tag.get("name").unwrap_or_default());
        remarks
            .push(Remark { what: format!("<mimic> of the fixed joint `{name}` is ignored"), line: tag.line });
        return Ok(None);
    }
    if !kind.has_value() {
        return Err(tag.wrong("a joint without a single value cannot mimic another one"));
    }
    let name = tag.need("joint")?;
    let joint = joints.get(name).copied().ok_or_else(|| tag.wrong(format!("there is no joint `{name}`")))?;
    let multiplier = tag.number("multiplier")?.unwrap_or(1.0);
    let offset = tag.number("offset")?.unwrap_or(0.0);
    Ok(Some(Mimic { joint, multiplier, offset }))
}

/// Makes every mimic joint follow a joint with a value of its own: resolves chains of mimic joints to one step.
fn resolve_followers(joints: &mut [Joint], tags: &[&Tag<'_>]) -> Result<(), Reason> {
    let mut is_resolved: Vec<bool> = joints.iter().map(|joint| joint.mimic.is_none()).collect();
    for start in 0..joints.len() {
        // The mimic joints up to the first joint that is resolved.
        let (mut chain, mut at) = (Vec::new(), start);
        while let Some(mimic) = joints[at].mimic.filter(|_| !is_resolved[at]) {
            if chain.len() == joints.len() {
                return Err(tags[start].wrong(format!("joint `{}` mimics itself", joints[start].name)));
            }
            chain.push(at);
            at = mimic.joint;
        }
        for &i in chain.iter().rev() {
            let Some(mimic) = joints[i].mimic else { continue };
            let last = &joints[mimic.joint];
            if !last.kind.has_value() {
                let told = format!("`{}` has no single value for another joint to mimic", last.name);
                return Err(tags[i].wrong(told));
            }
            if let Some(next) = last.mimic {
                joints[i].mimic = Some(Mimic {
                    joint: next.joint,
                    multiplier: mimic.multiplier * next.multiplier,
                    offset: mimic.multiplier * next.offset + mimic.offset,
                });
            }
            is_resolved[i] = true;
        }
    }
    Ok(())
}

/// The root link, and the joints in topological order, each after those to its parent.
fn tree(
    robot: &Tag<'_>,
    links: &[Link],
    joints: &[Joint],
    tags: &[&Tag<'_>],
) -> Result<(usize, Vec<usize>), Reason> {
    let mut moved_by = vec![None; links.len()];
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); links.len()];
    for (i, joint) in joints.iter().enumerate() {
        if let Some(other) = moved_by[joint.child].replace(i) {
            let other: &Joint = &joints[other];
            let (child, name) = (&links[joint.child].name, &other.name);
            return Err(tags[i].wrong(format!("joint `{name}` already has the child `{child}`")));
        }
        from[joint.parent].push(i);
    }
    let mut roots = (0..links.len()).filter(|&i| moved_by[i].is_none());
    let root = match (roots.next(), roots.next()) {
        (Some(root), None) => root,
        (Some(one), Some(two)) => {
            let [one, two] = [one, two].map(|i| &links[i].name);
            return Err(robot.wrong(format!("the robot has two roots, the links `{one}` and `{two}`")));
        }
        (None, _) => return Err(robot.wrong("the joints form a loop: every link is a child")),
    };
    let mut order = Vec::with_capacity(joints.len());
    let mut next = VecDeque::from([root]);
    while let Some(link) = next.pop_front() {
        order.extend(&from[link]);
        next.extend(from[link].iter().map(|&i| joints[i].child));
    }
    if order.len() < joints.len() {
        let mut reached = vec![false; joints.len()];
        order.iter().for_each(|&i| reached[i] = true);
        let left = reached.iter().position(|r| !r).unwrap_or_default();
        return Err(tags[left].wrong(format!("joint `{}` is part of a loop", joints[left].name)));
    }
    Ok((root, order))
}
