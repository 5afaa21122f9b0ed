//! Writer of GLB.

use std::path::Path;

use serde_json::{Value, json};

use super::MAGIC;
use crate::mesh::{Piece, stem};
use crate::write::write_file;
use crate::{Error, Mesh, Part, Reason, Unit};

/// Writes a `.glb` file with one node: polygons cut into triangles, coordinates rounded to `f32`, as the format requires. If the mesh states a
/// unit, it is converted to meters. Files with the extension `.gltf` are not written.
///
/// # Errors
/// If the extension is not `.glb`, a coordinate is beyond the largest `f32`, the file would exceed the range of 32-bit lengths, or it
/// cannot be written.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    let path = path.as_ref();
    write_pieces(path, &[Piece { name: &stem(path), mesh, color: None }])
}

/// Writes parts, each as a node with its name, and with its color as a material. Like [`write()`].
///
/// # Errors
/// The same as [`write()`].
pub fn write_parts(path: impl AsRef<Path>, parts: &[Part]) -> Result<(), Error> {
    write_pieces(path.as_ref(), &parts.iter().map(Piece::from).collect::<Vec<_>>())
}

fn write_pieces(path: &Path, pieces: &[Piece<'_>]) -> Result<(), Error> {
    let written = match path.extension().is_some_and(|e| e.eq_ignore_ascii_case("gltf")) {
        true => Err(Reason::NotWritten),
        false => to_bytes(pieces),
    };
    write_file(path, &written.map_err(|reason| Error::new(path, reason))?)
}

/// The JSON of a file as it grows, and its bytes.
#[derive(Default)]
struct Growing {
    binary: Vec<u8>,
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    accessors: Vec<Value>,
    views: Vec<Value>,
    materials: Vec<Value>,
    /// Colors of the materials.
    colors: Vec<[u8; 4]>,
}

impl Growing {
    fn add(&mut self, piece: &Piece<'_>) -> Result<(), Reason> {
        let Piece { name, mesh, color } = *piece;
        let factor = mesh.unit.map_or(1.0, Unit::meters);
        let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        let positions = self.binary.len();
        for vertex in &mesh.vertices {
            for (axis, number) in vertex.to_array().into_iter().enumerate() {
                let rounded = (number * factor) as f32;
                if !rounded.is_finite() {
                    let what = format!("a coordinate is {number:e}; the format's limit is {:e}", f32::MAX);
                    return Err(Reason::Damaged(what));
                }
                (min[axis], max[axis]) = (min[axis].min(rounded), max[axis].max(rounded));
                self.binary.extend(rounded.to_le_bytes());
            }
        }
        if mesh.vertices.is_empty() {
            return Err(Reason::NoVertices);
        }
        let indices = self.binary.len();
        let triangles = mesh.cut_faces().map_err(Reason::Damaged)?;
        self.binary.extend(triangles.iter().flatten().flat_map(|v| v.to_le_bytes()));
        let end = self.binary.len();
        for (from, to, target) in [(positions, indices, 34962), (indices, end, 34963)] {
            self.views
                .push(json!({ "buffer": 0, "byteOffset": from, "byteLength": to - from, "target": target }));
        }
        let first = self.accessors.len();
        self.accessors.push(json!({
            "bufferView": first, "componentType": 5126, "count": mesh.vertices.len(), "type": "VEC3", "min": min, "max": max
        }));
        let corners = 3 * triangles.len();
        self.accessors.push(
            json!({ "bufferView": first + 1, "componentType": 5125, "count": corners, "type": "SCALAR" }),
        );
        let mut primitive = json!({ "attributes": { "POSITION": first }, "indices": first + 1, "mode": 4 });
        if let Some(color) = color {
            primitive["material"] = self.material(color).into();
        }
        self.nodes.push(json!({ "mesh": self.meshes.len(), "name": name }));
        self.meshes.push(json!({ "name": name, "primitives": [primitive] }));
        Ok(())
    }

    /// The material of a color.
    fn material(&mut self, color: [u8; 4]) -> usize {
        if let Some(known) = self.colors.iter().position(|other| *other == color) {
            return known;
        }
        let [r, g, b, a] = color.map(|c| f64::from(c) / 255.0);
        let [r, g, b] = [r, g, b].map(super::to_linear);
        let mode = if color[3] == u8::MAX { "OPAQUE" } else { "BLEND" };
        self.materials.push(json!({
            "pbrMetallicRoughness": { "baseColorFactor": [r, g, b, a], "metallicFactor": 0 }, "alphaMode": mode
        }));
        self.colors.push(color);
        self.colors.len() - 1
    }
}

pub(super) fn to_bytes(pieces: &[Piece<'_>]) -> Result<Vec<u8>, Reason> {
    let mut all = Growing::default();
    pieces.iter().try_for_each(|piece| all.add(piece))?;
    if pieces.is_empty() {
        return Err(Reason::NoVertices);
    }
    let Growing { binary, nodes, meshes, accessors, views, materials, .. } = all;
    let mut document = json!({
        "asset": { "version": "2.0", "generator": "impinge" },
        "scene": 0,
        "scenes": [{ "nodes": (0..nodes.len()).collect::<Vec<_>>() }],
        "nodes": nodes,
        "meshes": meshes,
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{ "byteLength": binary.len() }],
    });
    if !materials.is_empty() {
        document["materials"] = materials.into();
    }
    let mut text = document.to_string().into_bytes();
    text.resize(text.len().next_multiple_of(4), b' ');
    let length = 12 + 8 + text.len() + 8 + binary.len();
    let Ok(announced) = u32::try_from(length) else {
        return Err(Reason::Damaged(format!("{length} bytes are more than the format can represent")));
    };
    let word = |n: usize| (n as u32).to_le_bytes();
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(MAGIC);
    bytes.extend(2_u32.to_le_bytes());
    bytes.extend(announced.to_le_bytes());
    bytes.extend(word(text.len()));
    bytes.extend(b"JSON");
    bytes.extend(text);
    bytes.extend(word(binary.len()));
    bytes.extend(b"BIN\0");
    bytes.extend(binary);
    Ok(bytes)
}
