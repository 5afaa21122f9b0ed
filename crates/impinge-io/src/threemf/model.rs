//! The model of a 3MF file: objects that are meshes or composed of others, and items to build.

use std::collections::HashMap;

use impinge::Vec3;

use crate::affine::{Affine, Budget};
use crate::precision::{Precision, digits as significant};
use crate::xml::{Event, Reader, Tag};
use crate::{Mesh, Part, Reason, Unit};

/// Limit on the depth of nested components.
const MAX_DEPTH: usize = 64;

/// Objects and items.
#[derive(Default)]
pub struct Model {
    /// Millimeters per unit.
    scale: f64,
    objects: HashMap<u32, Object>,
    /// Colors of groups of materials, by the id of the group.
    colors: HashMap<u32, Vec<Option<[u8; 4]>>>,
    items: Vec<Use>,
}

#[derive(Default)]
struct Object {
    name: Option<String>,
    /// Group and index of its color.
    color: Option<(u32, usize)>,
    mesh: Mesh,
    components: Vec<Use>,
}

/// An object that is used, with its transform.
struct Use {
    object: u32,
    at: Affine,
    line: usize,
}

impl Use {
    fn of(tag: &Tag<'_>) -> Result<Self, Reason> {
        if tag.attribute_names().any(|name| name.ends_with(":path")) {
            return Err(tag.wrong("the object is in another file of the archive, which is not supported"));
        }
        Ok(Self { object: whole(tag, "objectid")?, at: transform(tag)?, line: tag.line })
    }
}

/// A transform, as in the format: four rows of three numbers, for row vectors.
fn transform(tag: &Tag<'_>) -> Result<Affine, Reason> {
    let Some(m) = tag.numbers::<12>("transform")? else { return Ok(Affine::IDENTITY) };
    Ok(Affine([0, 1, 2].map(|i| [m[i], m[3 + i], m[6 + i], m[9 + i]])))
}

fn whole(tag: &Tag<'_>, name: &str) -> Result<u32, Reason> {
    let value = tag.need(name)?;
    value.parse().map_err(|_| {
        let found: String = value.chars().take(40).collect();
        tag.wrong(format!("`{name}` of <{}> is `{found}` but must be a whole number", tag.name))
    })
}

/// Reads the XML of a model.
pub fn parse(text: &str) -> Result<Model, Reason> {
    let mut model = Model { scale: 1.0, ..Model::default() };
    let mut reader = Reader::new(text);
    // The current object, and its line.
    let mut current: Option<(u32, Object)> = None;
    // The current group of colors, and the most significant digits of a coordinate of the object.
    let (mut group, mut digits) = (None, 0);
    // Names of the enclosing elements.
    let mut around: Vec<&str> = Vec::new();
    while let Some(event) = reader.next()? {
        let tag = match event {
            Event::Open(tag) => tag,
            Event::Close => {
                if around.pop() == Some("object")
                    && let Some((id, mut object)) = current.take()
                {
                    checked(&object, &mut reader)?;
                    object.mesh.resolution = Precision::Digits(digits).resolution(&object.mesh.vertices);
                    if model.objects.insert(id, object).is_some() {
                        return Err(reader.wrong(format!("there already is an object {id}")));
                    }
                }
                continue;
            }
        };
        match (tag.name, &mut current) {
            ("model", _) if around.is_empty() => model.scale = unit(&tag)?,
            (other, _) if around.is_empty() => {
                return Err(tag.wrong(format!("the outermost element is <{other}>, not <model>")));
            }
            ("object", None) => {
                let of = |name| tag.get(name).and_then(|number| number.parse::<u32>().ok());
                let object = Object {
                    name: tag.get("name").map(str::to_owned),
                    color: of("pid").zip(of("pindex").map(|i| i as usize)),
                    ..Object::default()
                };
                current = Some((whole(&tag, "id")?, object));
                digits = 0;
            }
            ("basematerials" | "colorgroup", None) => {
                group = Some(whole(&tag, "id")?);
                model.colors.entry(group.unwrap_or_default()).or_default();
            }
            ("base", None) | ("color", None) => {
                let name = if tag.name == "base" { "displaycolor" } else { "color" };
                if let Some(colors) = group.and_then(|group| model.colors.get_mut(&group)) {
                    colors.push(tag.get(name).and_then(color));
                }
            }
            ("vertex", Some((_, object))) => {
                let [x, y, z] = ["x", "y", "z"].map(|name| {
                    digits = digits.max(tag.get(name).map_or(0, |word| significant(word.as_bytes())));
                    tag.number(name)?.ok_or_else(|| tag.wrong(format!("<vertex> needs `{name}`")))
                });
                object.mesh.vertices.push(Vec3::new(x?, y?, z?));
            }
            ("triangle", Some((_, object))) => {
                let [a, b, c] = ["v1", "v2", "v3"].map(|name| whole(&tag, name));
                object.mesh.faces.push(vec![a?, b?, c?]);
            }
            ("component", Some((_, object))) => object.components.push(Use::of(&tag)?),
            ("item", None) => model.items.push(Use::of(&tag)?),
            _ => {}
        }
        around.push(tag.name);
    }
    Ok(model)
}

/// A color, `#RRGGBB` or `#RRGGBBAA`.
fn color(text: &str) -> Option<[u8; 4]> {
    let hex = text.strip_prefix('#').filter(|hex| hex.is_ascii() && matches!(hex.len(), 6 | 8))?;
    let byte =
        |i: usize| hex.get(2 * i..2 * i + 2).map_or(Some(u8::MAX), |two| u8::from_str_radix(two, 16).ok());
    Some([byte(0)?, byte(1)?, byte(2)?, byte(3)?])
}

/// Checks that every corner is one of the object's vertices.
fn checked(object: &Object, reader: &mut Reader<'_>) -> Result<(), Reason> {
    let Mesh { vertices, faces, .. } = &object.mesh;
    let wrong = faces.iter().flatten().find(|&&v| v as usize >= vertices.len());
    let count = vertices.len();
    wrong.map_or(Ok(()), |v| {
        Err(reader.wrong(format!(
            "a triangle of the object that ends here refers to vertex {v}, but there are {count}"
        )))
    })
}

/// Millimeters per unit of a model.
fn unit(tag: &Tag<'_>) -> Result<f64, Reason> {
    Ok(match tag.get("unit").unwrap_or("millimeter") {
        "micron" => 0.001,
        "millimeter" => 1.0,
        "centimeter" => 10.0,
        "inch" => 25.4,
        "foot" => 304.8,
        "meter" => 1000.0,
        other => {
            let found: String = other.chars().take(40).collect();
            return Err(tag.wrong(format!("`{found}` is not a unit")));
        }
    })
}

impl Model {
    /// The items that have triangles, in millimeters.
    pub fn parts(&self, budget: &mut Budget, unnamed: &str) -> Result<Vec<Part>, Reason> {
        let k = self.scale;
        let scale = Affine([[k, 0.0, 0.0, 0.0], [0.0, k, 0.0, 0.0], [0.0, 0.0, k, 0.0]]);
        let mut parts = Vec::new();
        for item in &self.items {
            let mut mesh = Mesh { unit: Some(Unit::Millimeter), ..Mesh::default() };
            self.add(item, &scale, 0, budget, &mut mesh)?;
            if !mesh.faces.is_empty() {
                let object = self.objects.get(&item.object);
                let name = object.and_then(|object| object.name.clone()).unwrap_or_else(|| unnamed.into());
                let color = object.and_then(|object| object.color);
                let color = color.and_then(|(group, i)| *self.colors.get(&group)?.get(i)?);
                parts.push(Part { name, mesh, color });
            }
        }
        Ok(parts)
    }

    fn add(
        &self,
        used: &Use,
        above: &Affine,
        depth: usize,
        budget: &mut Budget,
        mesh: &mut Mesh,
    ) -> Result<(), Reason> {
        let wrong = |what: String| Reason::Line { what, line: used.line };
        let object = self.objects.get(&used.object);
        let object = object.ok_or_else(|| wrong(format!("there is no object {}", used.object)))?;
        if depth == MAX_DEPTH {
            return Err(wrong(format!(
                "objects are made of others more than {MAX_DEPTH} deep, or of themselves"
            )));
        }
        let here = above.after(&used.at);
        budget.take(&object.mesh)?;
        mesh.join(here.apply(&object.mesh)?)?;
        object.components.iter().try_for_each(|c| self.add(c, &here, depth + 1, budget, mesh))
    }
}
