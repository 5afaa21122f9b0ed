//! Collada 1.4 and 1.5, `.dae`.
//!
//! Reads the geometries that the nodes of the file's scene instance, each transformed by its node and the nodes above: triangles, strips, fans,
//! polygons and lists of polygons. Each geometry of a node is a part, with the diffuse color of its material. A skinned geometry is
//! read in its bind shape. Lines, curves and everything else that does not belong to a mesh are ignored; holes in polygons, splines and nodes in
//! other files are rejected.
//!
//! The file's unit is stated if it is one of [`Unit`]; coordinates in another one are converted to meters. Coordinates stay in the axes of
//! the file: no axis is "up", as in glTF and as readers of robots take them.
//!
//! Source: the Khronos Group, "COLLADA - Digital Asset Schema Release 1.4.1".

mod geometry;

use std::collections::HashMap;

use impinge::{Rot3, Vec3};

use self::geometry::{Geometry, numbers};
use crate::affine::{Affine, Budget};
use crate::mesh::stem;
use crate::xml::{Element, MAX_DEPTH, document, text};
use crate::{Error, Mesh, Part, Reason, Source, Unit};

/// Reads vertices and polygons of a file, all parts joined.
///
/// # Errors
/// If the file cannot be read, is damaged or has no meshes.
pub fn read(source: impl Into<Source>) -> Result<Mesh, Error> {
    let source = source.into();
    Mesh::joined(read_parts(source.clone())?, &source)
}

/// Reads the geometries that the nodes of the scene instance, each as a part.
///
/// # Errors
/// If the file cannot be read or is damaged.
pub fn read_parts(source: impl Into<Source>) -> Result<Vec<Part>, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| parse(&bytes, &stem(&source.path)));
    parsed.map_err(|reason| source.error(reason))
}

fn parse(bytes: &[u8], unnamed: &str) -> Result<Vec<Part>, Reason> {
    let root = document(text(bytes)?)?;
    if root.tag.name != "COLLADA" {
        return Err(root.tag.wrong(format!("the outermost element is <{}>, not <COLLADA>", root.tag.name)));
    }
    let mut walk = Walk {
        by_id: HashMap::new(),
        geometries: HashMap::new(),
        budget: Budget::of(bytes.len() as u64),
        unnamed,
        parts: Vec::new(),
    };
    walk.index(&root);
    let (unit, factor) = unit(&root)?;
    let start = Affine([[factor, 0.0, 0.0, 0.0], [0.0, factor, 0.0, 0.0], [0.0, 0.0, factor, 0.0]]);
    // Without a scene there is nothing to show, but exporters of a single body may write none.
    let instance = root.first("scene").and_then(|scene| scene.first("instance_visual_scene"));
    let scene = match instance {
        Some(instance) => Some(walk.named(instance, "url", "visual_scene")?),
        None => root.all("library_visual_scenes").find_map(|library| library.first("visual_scene")),
    };
    for node in scene.into_iter().flat_map(|scene| scene.all("node")) {
        walk.node(node, &start, 0)?;
    }
    let Walk { mut parts, .. } = walk;
    parts.iter_mut().for_each(|part| part.mesh.unit = Some(unit));
    Ok(parts)
}

/// The unit of the parts, and the factor from the coordinates of the file to it.
fn unit(root: &Element<'_>) -> Result<(Unit, f64), Reason> {
    let Some(unit) = root.first("asset").and_then(|asset| asset.first("unit")) else {
        return Ok((Unit::Meter, 1.0));
    };
    let meters = unit.tag.number("meter")?.unwrap_or(1.0);
    if meters.is_nan() || meters <= 0.0 {
        return Err(unit.tag.wrong(format!("`meter` of <unit> is {meters} but must be positive")));
    }
    // Exporters round to single precision.
    let is_same = |unit: &&Unit| (unit.meters() / meters - 1.0).abs() < 1e-6;
    Ok(Unit::ALL.iter().find(is_same).map_or((Unit::Meter, meters), |unit| (*unit, 1.0)))
}

/// Traversal of the nodes.
struct Walk<'a> {
    by_id: HashMap<&'a str, &'a Element<'a>>,
    /// Geometries that were already read, by their element.
    geometries: HashMap<*const Element<'a>, Geometry>,
    budget: Budget,
    unnamed: &'a str,
    parts: Vec<Part>,
}

impl<'a> Walk<'a> {
    fn index(&mut self, element: &'a Element<'a>) {
        if let Some(id) = element.tag.get("id") {
            self.by_id.entry(id).or_insert(element);
        }
        element.children().iter().for_each(|child| self.index(child));
    }

    /// The element that an attribute refers to.
    fn named(&self, from: &Element<'a>, attribute: &str, kind: &str) -> Result<&'a Element<'a>, Reason> {
        let url = from.tag.need(attribute)?;
        let Some(id) = url.strip_prefix('#') else {
            return Err(from.tag.wrong(format!("`{url}` is in another file, which is not supported")));
        };
        let found = self.by_id.get(id).copied().filter(|element| element.tag.name == kind);
        found.ok_or_else(|| from.tag.wrong(format!("there is no <{kind}> with the id `{id}`")))
    }

    fn node(&mut self, node: &'a Element<'a>, above: &Affine, depth: usize) -> Result<(), Reason> {
        if depth > MAX_DEPTH {
            return Err(node.tag.wrong("nodes are nested too deeply, or in themselves"));
        }
        self.budget.take(&Mesh::default())?;
        let mut here = *above;
        for child in node.children() {
            if let Some(transform) = transform(child)? {
                here = here.after(&transform);
            }
        }
        for child in node.children() {
            match child.tag.name {
                "node" => self.node(child, &here, depth + 1)?,
                "instance_node" => self.node(self.named(child, "url", "node")?, &here, depth + 1)?,
                "instance_geometry" => {
                    let geometry = self.named(child, "url", "geometry")?;
                    self.part(node, child, geometry, &here)?;
                }
                "instance_controller" => {
                    let controller = self.named(child, "url", "controller")?;
                    let Some(skin) = controller.first("skin") else { continue };
                    let bind = skin.first("bind_shape_matrix").map(matrix).transpose()?;
                    let geometry = self.named(skin, "source", "geometry")?;
                    self.part(node, child, geometry, &bind.map_or(here, |bind| here.after(&bind)))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn part(
        &mut self,
        node: &Element<'a>,
        instance: &'a Element<'a>,
        geometry: &'a Element<'a>,
        at: &Affine,
    ) -> Result<(), Reason> {
        let key = std::ptr::from_ref(geometry);
        if !self.geometries.contains_key(&key) {
            let read = Geometry::read(geometry, &self.by_id)?;
            self.budget.take(&read.mesh)?;
            self.geometries.insert(key, read);
        }
        let color = self.color(instance, self.geometries[&key].material.as_deref());
        let mesh = &self.geometries[&key].mesh;
        if mesh.faces.is_empty() {
            return Ok(());
        }
        self.budget.take(mesh)?;
        let named = [node, geometry].iter().find_map(|e| e.tag.get("name").or_else(|| e.tag.get("id")));
        let name = named.unwrap_or(self.unnamed).to_owned();
        let mesh = at.apply(mesh)?;
        self.parts.push(Part { name, mesh, color });
        Ok(())
    }

    /// The diffuse color of the material that an instance binds to a symbol.
    fn color(&self, instance: &'a Element<'a>, symbol: Option<&str>) -> Option<[u8; 4]> {
        let bound = instance.first("bind_material")?.first("technique_common")?;
        let bound = bound.all("instance_material").find(|material| material.tag.get("symbol") == symbol)?;
        let material = self.named(bound, "target", "material").ok()?;
        let effect = self.named(material.first("instance_effect")?, "url", "effect").ok()?;
        let technique = effect.first("profile_COMMON")?.first("technique")?;
        let diffuse = technique.children().iter().find_map(|shading| shading.first("diffuse"))?;
        let color = numbers::<4>(diffuse.first("color")?).ok()?;
        Some(color.map(|c| (c.clamp(0.0, 1.0) * 255.0).round() as u8))
    }
}

/// The transform that an element of a node stands for.
fn transform(element: &Element<'_>) -> Result<Option<Affine>, Reason> {
    let rows = |x: [f64; 4], y, z| Ok(Some(Affine([x, y, z])));
    match element.tag.name {
        "matrix" => matrix(element).map(Some),
        "translate" => {
            let [x, y, z] = numbers(element)?;
            rows([1.0, 0.0, 0.0, x], [0.0, 1.0, 0.0, y], [0.0, 0.0, 1.0, z])
        }
        "scale" => {
            let [x, y, z] = numbers(element)?;
            rows([x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0])
        }
        "rotate" => {
            let [x, y, z, degrees] = numbers(element)?;
            let Some(axis) = Vec3::new(x, y, z).normalized() else { return Ok(None) };
            let half = degrees.to_radians() / 2.0;
            let [x, y, z] = (axis * half.sin()).to_array();
            let turn = Rot3::try_normalize_xyzw([x, y, z, half.cos()]);
            let turn = turn.map_err(|e| element.tag.wrong(e.to_string()))?.to_matrix();
            let row = |i| {
                let row: Vec3<f64> = turn.row(i);
                [row.x, row.y, row.z, 0.0]
            };
            rows(row(0), row(1), row(2))
        }
        name @ ("skew" | "lookat") => Err(element.tag.wrong(format!("<{name}> is not supported"))),
        _ => Ok(None),
    }
}

/// A matrix, row by row.
fn matrix(element: &Element<'_>) -> Result<Affine, Reason> {
    let m = numbers::<16>(element)?;
    Ok(Affine([0, 1, 2].map(|i| [m[4 * i], m[4 * i + 1], m[4 * i + 2], m[4 * i + 3]])))
}

#[cfg(test)]
mod tests;
