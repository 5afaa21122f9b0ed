//! glTF 2.0: `.gltf`, JSON with its bytes in URIs or in files beside it, and `.glb`, both in one file.
//!
//! Reads the meshes of the nodes of the file's scene (or of all root nodes, if it has none), each transformed by its node and the nodes
//! above. Each node with a mesh is a part, with the base color of its material; lengths are in meters. Triangles, strips and fans are supported; points and lines, and everything else that does not
//! belong to a mesh, are ignored. Files that need an extension, other than quantized positions, are rejected.
//!
//! A node has one parent, so nodes cannot blow up a file; instanced meshes can, up to a limit.
//!
//! Source: the Khronos Group, "glTF 2.0 Specification".

mod buffers;
mod document;
mod write;

use std::collections::HashMap;

use impinge::{Rot3, Vec3};

use self::buffers::Buffers;
use self::document::{Document, MeshEntry, Node, Primitive};
use crate::affine::{Affine, Budget};
use crate::mesh::stem;
use crate::precision::Precision;
use crate::source::without_mark;
use crate::{Error, Mesh, Part, Reason, Source, Unit};

pub use write::{write, write_parts};

/// Magic bytes of a GLB file.
const MAGIC: &[u8; 4] = b"glTF";
/// Limit on the depth of nested nodes.
const MAX_DEPTH: usize = 256;
/// The only extension that a file may require.
const QUANTIZATION: &str = "KHR_mesh_quantization";

/// Reads vertices and triangles of a file, all parts joined.
///
/// # Errors
/// If the file cannot be read, is damaged or has no meshes.
pub fn read(source: impl Into<Source>) -> Result<Mesh, Error> {
    let source = source.into();
    Mesh::joined(read_parts(source.clone())?, &source)
}

/// Reads the nodes of a file that have meshes with triangles, each as a part.
///
/// # Errors
/// If the file cannot be read or is damaged.
pub fn read_parts(source: impl Into<Source>) -> Result<Vec<Part>, Error> {
    let source = source.into();
    let parsed = source.bytes().and_then(|bytes| parse(bytes, &source));
    parsed.map_err(|reason| source.error(reason))
}

fn parse(bytes: Vec<u8>, source: &Source) -> Result<Vec<Part>, Reason> {
    let length = bytes.len() as u64;
    let (document, binary) = if bytes.starts_with(MAGIC) {
        let (json, binary) = chunks(&bytes)?;
        (document(json)?, binary.map(<[u8]>::to_vec))
    } else {
        (document(without_mark(&bytes))?, None)
    };
    drop(bytes);
    let buffers = Buffers::read(&document, binary, source)?;
    let mut walk = Walk {
        document: &document,
        buffers,
        meshes: HashMap::new(),
        visited: vec![false; document.nodes.len()],
        budget: Budget::of(length),
        unnamed: stem(&source.path),
        parts: Vec::new(),
    };
    for root in roots(&document)? {
        walk.node(root, &Affine::IDENTITY, 0)?;
    }
    Ok(walk.parts)
}

/// The chunks of a GLB file: JSON, and binary data if present.
fn chunks(bytes: &[u8]) -> Result<(&[u8], Option<&[u8]>), Reason> {
    let wrong = |what: String, byte: usize| Reason::Byte { what, byte: byte as u64 };
    let word = |at: usize| {
        let four = bytes.get(at..at + 4).and_then(|four| <[u8; 4]>::try_from(four).ok());
        four.map(u32::from_le_bytes).ok_or_else(|| wrong("the file is cut off".into(), bytes.len()))
    };
    if word(4)? != 2 {
        return Err(wrong(format!("the version is {}; only 2 is supported", word(4)?), 4));
    }
    if u64::from(word(8)?) != bytes.len() as u64 {
        return Err(wrong(format!("{} bytes are declared, but there are {}", word(8)?, bytes.len()), 8));
    }
    let chunk = |at: usize| {
        let length = usize::try_from(word(at)?).unwrap_or(usize::MAX);
        let (start, kind) = (at + 8, word(at + 4)?);
        let found = start.checked_add(length).and_then(|end| bytes.get(start..end));
        let found = found.ok_or_else(|| wrong(format!("a chunk of {length} bytes is cut off"), at))?;
        Ok::<_, Reason>((kind, found))
    };
    let (kind, json) = chunk(12)?;
    if kind != u32::from_le_bytes(*b"JSON") {
        return Err(wrong("the first chunk is not JSON".into(), 16));
    }
    // Chunks begin at multiples of four, but some writers do not fill up the first one.
    let [unfilled, filled] = [json.len(), json.len().next_multiple_of(4)].map(|length| 20 + length);
    let is_binary = |at: usize| bytes.get(at + 4..at + 8) == Some(b"BIN\0");
    let next = if is_binary(unfilled) { unfilled } else { filled };
    if next + 8 > bytes.len() {
        return Ok((json, None));
    }
    let (kind, binary) = chunk(next)?;
    Ok((json, (kind == u32::from_le_bytes(*b"BIN\0")).then_some(binary)))
}

fn document(json: &[u8]) -> Result<Document, Reason> {
    let document: Document = serde_json::from_slice(json).map_err(|e| {
        let text = e.to_string().replace(char::is_control, " ");
        let what: String = text.split(" at line ").next().unwrap_or_default().chars().take(300).collect();
        Reason::Line { what: format!("its JSON: {what}"), line: e.line() }
    })?;
    match &document.asset {
        Some(asset) if asset.version.starts_with("2.") => {}
        Some(asset) => {
            let version: String = asset.version.chars().take(20).collect();
            return Err(Reason::Damaged(format!("the version is `{version}`; only 2 is supported")));
        }
        None => return Err(Reason::Damaged("the file names no `asset` with its version".into())),
    }
    if let Some(name) = document.extensions_required.iter().find(|name| *name != QUANTIZATION) {
        let name: String = name.chars().take(60).collect();
        let what = match name.as_str() {
            "KHR_draco_mesh_compression" => "; export it without Draco compression",
            "EXT_meshopt_compression" => {
                "; export it without meshopt compression, or unpack it with `gltfpack -noq`"
            }
            _ => "",
        };
        return Err(Reason::Damaged(format!(
            "the file needs the extension `{name}`, which is not supported{what}"
        )));
    }
    Ok(document)
}

/// The root nodes: those of the scene, or those that have no parent.
fn roots(document: &Document) -> Result<Vec<usize>, Reason> {
    if !document.scenes.is_empty() {
        let index = document.scene.unwrap_or(0);
        let scene = document.scenes.get(index);
        let scene = scene.ok_or_else(|| Reason::Damaged(format!("there is no scene {index}")))?;
        return Ok(scene.nodes.clone());
    }
    let mut is_child = vec![false; document.nodes.len()];
    for &child in document.nodes.iter().flat_map(|node| &node.children) {
        if let Some(child) = is_child.get_mut(child) {
            *child = true;
        }
    }
    Ok((0..is_child.len()).filter(|&i| !is_child[i]).collect())
}

/// Traversal of the nodes.
struct Walk<'a> {
    document: &'a Document,
    buffers: Buffers,
    /// Meshes that were already read.
    meshes: HashMap<usize, Mesh>,
    visited: Vec<bool>,
    budget: Budget,
    unnamed: String,
    parts: Vec<Part>,
}

impl Walk<'_> {
    fn node(&mut self, index: usize, above: &Affine, depth: usize) -> Result<(), Reason> {
        let wrong = |what: &str| Reason::Damaged(format!("node {index}: {what}"));
        let document = self.document;
        let node = document.nodes.get(index).ok_or_else(|| wrong("there is none"))?;
        if std::mem::replace(&mut self.visited[index], true) {
            return Err(wrong("it is the child of two nodes, or of itself"));
        }
        if depth > MAX_DEPTH {
            return Err(wrong("nodes are nested too deeply"));
        }
        let here = above.after(&transform(node).map_err(|what| wrong(&what))?);
        if let Some(index) = node.mesh {
            if !self.meshes.contains_key(&index) {
                let mesh = self.mesh(index)?;
                self.meshes.insert(index, mesh);
            }
            let mesh = &self.meshes[&index];
            self.budget.take(mesh)?;
            if !mesh.faces.is_empty() {
                let named = node.name.clone().or_else(|| document.meshes[index].name.clone());
                let name = named.unwrap_or_else(|| self.unnamed.clone());
                let color = color(document, &document.meshes[index]);
                self.parts.push(Part { name, mesh: here.apply(mesh)?, color });
            }
        }
        node.children.iter().try_for_each(|&child| self.node(child, &here, depth + 1))
    }

    fn mesh(&mut self, index: usize) -> Result<Mesh, Reason> {
        let entry = self.document.meshes.get(index);
        let entry = entry.ok_or_else(|| Reason::Damaged(format!("there is no mesh {index}")))?;
        let mut mesh = Mesh { unit: Some(Unit::Meter), ..Mesh::default() };
        for (i, primitive) in entry.primitives.iter().enumerate() {
            let place = format!("mesh {index}, primitive {i}");
            if let Some(part) = self.primitive(primitive, &place)? {
                self.budget.take(&part)?;
                mesh.join(part)?;
            }
        }
        Ok(mesh)
    }

    /// The triangles of a primitive, if it has any.
    fn primitive(&self, primitive: &Primitive, place: &str) -> Result<Option<Mesh>, Reason> {
        let mode = primitive.mode.unwrap_or(4);
        let Some(position) = primitive.attributes.position.filter(|_| (4..=6).contains(&mode)) else {
            return Ok(None);
        };
        let wrong = |what: String| Reason::Damaged(format!("{place}: {what}"));
        let positions = self.buffers.numbers::<3>(self.document, position)?;
        if let Some(i) = positions.iter().position(|p| p.iter().any(|c| !c.is_finite())) {
            return Err(wrong(format!("a coordinate of vertex {i} is not finite")));
        }
        let count = positions.len();
        let corners: Vec<u32> = match primitive.indices {
            Some(indices) => {
                let indices = self.buffers.numbers::<1>(self.document, indices)?;
                let corner = |[index]: &[f64; 1]| match *index {
                    i if i >= 0.0 && i < count as f64 && i.fract() == 0.0 => Ok(i as u32),
                    i => Err(wrong(format!("a corner refers to vertex {i}, but there are {count}"))),
                };
                indices.iter().map(corner).collect::<Result<_, _>>()?
            }
            None => (0..u32::try_from(count).unwrap_or(u32::MAX)).collect(),
        };
        let faces = match mode {
            4 => corners.chunks_exact(3).map(<[u32]>::to_vec).collect(),
            // In a strip, every second triangle is flipped.
            5 => corners
                .windows(3)
                .enumerate()
                .map(|(i, w)| if i % 2 == 0 { w.to_vec() } else { vec![w[1], w[0], w[2]] })
                .collect(),
            _ => corners
                .get(1..)
                .unwrap_or_default()
                .windows(2)
                .map(|w| vec![w[0], w[1], corners[0]])
                .collect(),
        };
        let vertices: Vec<_> = positions.into_iter().map(Vec3::from).collect();
        let resolution = Precision::Single.resolution(&vertices);
        Ok(Some(Mesh { resolution, ..Mesh::new(vertices, faces) }))
    }
}

/// The base color of a mesh, if all its primitives have the same material.
fn color(document: &Document, mesh: &MeshEntry) -> Option<[u8; 4]> {
    let material = mesh.primitives.first()?.material?;
    let same = mesh.primitives.iter().all(|primitive| primitive.material == Some(material));
    let pbr = document.materials.get(material).filter(|_| same)?.pbr.as_ref()?;
    let [r, g, b, a] = pbr.color?;
    let byte = |c: f64| (c.clamp(0.0, 1.0) * 255.0).round() as u8;
    Some([byte(to_srgb(r)), byte(to_srgb(g)), byte(to_srgb(b)), byte(a)])
}

/// The value in sRGB of a linear one (IEC 61966-2-1).
fn to_srgb(linear: f64) -> f64 {
    if linear <= 0.003_130_8 { 12.92 * linear } else { 1.055 * linear.powf(1.0 / 2.4) - 0.055 }
}

/// The linear value of one in sRGB.
fn to_linear(value: f64) -> f64 {
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

/// The transform of a node.
fn transform(node: &Node) -> Result<Affine, String> {
    let affine = match &node.matrix {
        Some(m) => Affine([0, 1, 2].map(|i| [m[i], m[4 + i], m[8 + i], m[12 + i]])),
        None => {
            let rotation =
                Rot3::try_normalize_xyzw(node.rotation.as_deref().copied().unwrap_or([0.0, 0.0, 0.0, 1.0]))
                    .map_err(|e| e.to_string())?
                    .to_matrix();
            let scale = node.scale.as_deref().copied().unwrap_or([1.0; 3]);
            let shift = node.translation.as_deref().copied().unwrap_or_default();
            Affine([0, 1, 2].map(|i| {
                let row = rotation.row(i);
                [row.x * scale[0], row.y * scale[1], row.z * scale[2], shift[i]]
            }))
        }
    };
    match affine.0.as_flattened().iter().all(|c| c.is_finite()) {
        true => Ok(affine),
        false => Err("its transform is not finite".into()),
    }
}

#[cfg(test)]
mod tests;
