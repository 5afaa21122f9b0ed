//! Writer of GLB.

use std::path::Path;

use serde_json::json;

use super::MAGIC;
use crate::mesh::stem;
use crate::write::write_file;
use crate::{Error, Mesh, Reason};

/// Writes a `.glb` file with one node: polygons as fans of triangles, coordinates rounded to `f32`, as the format requires. Files with
/// the extension `.gltf` are not written.
///
/// # Errors
/// If the extension is not `.glb`, a coordinate is beyond the largest `f32`, the file would exceed the range of 32-bit lengths, or it
/// cannot be written.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    let path = path.as_ref();
    let written = match path.extension().is_some_and(|e| e.eq_ignore_ascii_case("gltf")) {
        true => Err(Reason::NotWritten { instead: "glb" }),
        false => to_bytes(mesh, &stem(path)),
    };
    write_file(path, &written.map_err(|reason| Error::new(path, reason))?)
}

pub(super) fn to_bytes(mesh: &Mesh, name: &str) -> Result<Vec<u8>, Reason> {
    let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
    let mut binary = Vec::new();
    for vertex in &mesh.vertices {
        for (axis, number) in vertex.to_array().into_iter().enumerate() {
            let rounded = number as f32;
            if !rounded.is_finite() {
                let what = format!("a coordinate is {number:e}; the format's limit is {:e}", f32::MAX);
                return Err(Reason::Damaged(what));
            }
            (min[axis], max[axis]) = (min[axis].min(rounded), max[axis].max(rounded));
            binary.extend(rounded.to_le_bytes());
        }
    }
    if mesh.vertices.is_empty() {
        return Err(Reason::NoVertices);
    }
    let positions = binary.len();
    let mut corners = 0_usize;
    for face in &mesh.faces {
        for i in 2..face.len() {
            corners += 3;
            binary.extend([face[0], face[i - 1], face[i]].iter().flat_map(|v| v.to_le_bytes()));
        }
    }
    let document = json!({
        "asset": { "version": "2.0", "generator": "impinge" },
        "scene": 0,
        "scenes": [{ "nodes": [0] }],
        "nodes": [{ "mesh": 0, "name": name }],
        "meshes": [{ "name": name, "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1, "mode": 4 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": mesh.vertices.len(), "type": "VEC3", "min": min, "max": max },
            { "bufferView": 1, "componentType": 5125, "count": corners, "type": "SCALAR" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 0, "byteLength": positions, "target": 34962 },
            { "buffer": 0, "byteOffset": positions, "byteLength": binary.len() - positions, "target": 34963 },
        ],
        "buffers": [{ "byteLength": binary.len() }],
    });
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
