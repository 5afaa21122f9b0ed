//! The model of a 3MF file: objects that are meshes or composed of others, and items to build.

use std::collections::HashMap;

use impinge::Vec3;

use crate::affine::{Affine, Budget};
use crate::xml::{Event, Reader, Tag};
use crate::{Mesh, Part, Reason};

/// Limit on the depth of nested components.
const MAX_DEPTH: usize = 64;

/// Objects and items.
#[derive(Default)]
pub struct Model {
    /// Millimeters per unit.
    scale: f64,
    objects: HashMap<u32, Object>,
    items: Vec<Use>,
}

#[derive(Default)]
struct Object {
    name: Option<String>,
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
    // Names of the enclosing elements.
    let mut around: Vec<&str> = Vec::new();
    while let Some(event) = reader.next()? {
        let tag = match event {
            Event::Open(tag) => tag,
            Event::Close => {
                if around.pop() == Some("object")
                    && let Some((id, object)) = current.take()
                {
                    checked(&object, &mut reader)?;
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
                let object = Object { name: tag.get("name").map(str::to_owned), ..Object::default() };
                current = Some((whole(&tag, "id")?, object));
            }
            ("vertex", Some((_, object))) => {
                let [x, y, z] = ["x", "y", "z"].map(|name| match tag.number(name) {
                    Ok(number) => number.ok_or_else(|| tag.wrong(format!("<vertex> needs `{name}`"))),
                    Err(reason) => Err(reason),
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

/// Checks that every corner is one of the object's vertices.
fn checked(object: &Object, reader: &mut Reader<'_>) -> Result<(), Reason> {
    let Mesh { vertices, faces } = &object.mesh;
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
            let mut mesh = Mesh::default();
            self.add(item, &scale, 0, budget, &mut mesh)?;
            if !mesh.faces.is_empty() {
                let named = self.objects.get(&item.object).and_then(|object| object.name.clone());
                parts.push(Part { name: named.unwrap_or_else(|| unnamed.into()), mesh });
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
