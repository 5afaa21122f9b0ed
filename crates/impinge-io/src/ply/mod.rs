//! PLY, the polygon file format of Stanford, as text and binary of both byte orders.
//!
//! The properties `x`, `y` and `z` of the element `vertex` are read, and the list `vertex_indices` or `vertex_index` of the elements
//! `face` and `tristrips`, in any order and of any type. A strip has a triangle for each three successive vertices, with alternating
//! sides; -1 begins a new one. Other elements and properties are ignored, and faces of fewer than three corners dropped. Files are written
//! as binary, little-endian, with coordinates in double precision.
//!
//! Numbers of elements and lengths of lists are checked against the remaining bytes before memory is allocated for them. A file is
//! streamed: only the mesh is kept.
//!
//! Source: Greg Turk, "The PLY polygon file format", 1994.

mod header;
mod values;

use std::io::{BufRead, BufReader};
use std::path::Path;

use impinge::Vec3;

use self::header::{Element, Encoding, Kind};
use self::values::{Binary, Text, Values};
use crate::precision::Precision;
use crate::words::Lines;
use crate::write::write_file;
use crate::{Error, Mesh, Reason, Source};

/// Reads vertices and faces of a file.
///
/// # Errors
/// If the file cannot be read, is damaged or has no vertices.
pub fn read(source: impl Into<Source>) -> Result<Mesh, Error> {
    let source = source.into();
    let parsed = source.open().and_then(|(file, length)| parse(BufReader::new(file), length));
    parsed.map_err(|reason| source.error(reason))
}

/// Writes vertices and polygons; reading them gives the same bits.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: impl AsRef<Path>, mesh: &Mesh) -> Result<(), Error> {
    write_file(path.as_ref(), &to_bytes(mesh))
}

fn to_bytes(mesh: &Mesh) -> Vec<u8> {
    let most = mesh.faces.iter().map(Vec::len).max().unwrap_or(0);
    let length = if most > usize::from(u8::MAX) { "uint" } else { "uchar" };
    let mut bytes = format!(
        "ply\nformat binary_little_endian 1.0\ncomment written by impinge\nelement vertex {}\nproperty double x\n\
         property double y\nproperty double z\nelement face {}\nproperty list {length} uint vertex_indices\n\
         end_header\n",
        mesh.vertices.len(),
        mesh.faces.len()
    )
    .into_bytes();
    bytes.extend(mesh.vertices.iter().flat_map(|v| v.to_array()).flat_map(f64::to_le_bytes));
    for face in &mesh.faces {
        match u8::try_from(face.len()) {
            Ok(short) if length == "uchar" => bytes.push(short),
            // Corners are counted in 32 bits, like vertex indices.
            _ => bytes.extend((face.len() as u32).to_le_bytes()),
        }
        bytes.extend(face.iter().flat_map(|v| v.to_le_bytes()));
    }
    bytes
}

fn parse(input: impl BufRead, length: u64) -> Result<Mesh, Reason> {
    let mut lines = Lines::new(input);
    let (encoding, elements) = header::read(&mut lines)?;
    // The last number of a text may be the last byte.
    let mut left = length.saturating_sub(lines.read) + 1;
    for element in &elements {
        let needed = element.count.checked_mul(element.least_bytes(encoding));
        left = needed.and_then(|needed| left.checked_sub(needed)).ok_or_else(|| {
            let Element { name, count, .. } = element;
            let name = crate::words::shown(name.as_bytes());
            lines.wrong(format!("the file is too short for the {count} elements `{name}` that it declares"))
        })?;
    }
    if encoding == Encoding::Text {
        return mesh(&mut Text::new(lines, length), &elements);
    }
    let byte = lines.read;
    mesh(&mut Binary::new(lines.into_rest(), encoding, byte, length), &elements)
}

fn mesh(values: &mut impl Values, elements: &[Element]) -> Result<Mesh, Reason> {
    let mut mesh = Mesh::default();
    for element in elements {
        match element.name.as_str() {
            "vertex" => {
                let precision = vertices(values, element, &mut mesh.vertices)?;
                mesh.resolution = precision.resolution(&mesh.vertices);
            }
            "face" => lists(values, element, |corners| {
                if corners.len() > 2 {
                    mesh.faces.push(corners.iter().map(|&v| v as u32).collect());
                }
            })?,
            "tristrips" => lists(values, element, |corners| strips(corners, &mut mesh.faces))?,
            // An element without properties takes no space in the file, regardless of the count.
            _ if element.properties.is_empty() => {}
            _ => (0..element.count).try_for_each(|_| pass(values, element))?,
        }
    }
    values.finish()?;
    if mesh.vertices.is_empty() {
        return Err(Reason::NoVertices);
    }
    // Vertices may come after the faces.
    let count = mesh.vertices.len();
    let wrong = |face: &Vec<u32>| face.iter().copied().find(|&v| v as usize >= count);
    if let Some((face, vertex)) = mesh.faces.iter().enumerate().find_map(|(i, face)| Some((i, wrong(face)?)))
    {
        return Err(values.wrong(format!("face {face} refers to vertex {vertex}, but there are {count}")));
    }
    Ok(mesh)
}

/// Skips one element.
fn pass(values: &mut impl Values, element: &Element) -> Result<(), Reason> {
    for property in &element.properties {
        let count = property.list.map_or(Ok(1), |kind| list_length(values, kind, property.kind))?;
        for _ in 0..count {
            values.next(property.kind)?;
        }
    }
    values.end_element();
    Ok(())
}

fn vertices(
    values: &mut impl Values,
    element: &Element,
    vertices: &mut Vec<Vec3<f64>>,
) -> Result<Precision, Reason> {
    let place = |name: &str| element.properties.iter().position(|p| p.name == name && p.list.is_none());
    let (Some(x), Some(y), Some(z)) = (place("x"), place("y"), place("z")) else {
        return Err(values.wrong("the vertices lack one of the properties `x`, `y` and `z`".into()));
    };
    let mut precision = Precision::Single;
    for i in 0..element.count {
        let mut vertex = [0.0; 3];
        for (p, property) in element.properties.iter().enumerate() {
            let count = property.list.map_or(Ok(1), |kind| list_length(values, kind, property.kind))?;
            for _ in 0..count {
                let value = values.next(property.kind)?;
                if let Some(axis) = [x, y, z].iter().position(|&place| place == p) {
                    vertex[axis] = value;
                    precision = precision.finer(values.precision(property.kind));
                }
            }
        }
        if let Some(value) = vertex.iter().find(|c| !c.is_finite()) {
            return Err(
                values.wrong(format!("a coordinate of vertex {i} just before is {value} but must be finite"))
            );
        }
        values.end_element();
        vertices.push(Vec3::from(vertex));
    }
    Ok(precision)
}

/// Reads the corners of each face or strip; -1 is allowed in strips.
fn lists(values: &mut impl Values, element: &Element, mut take: impl FnMut(&[i64])) -> Result<(), Reason> {
    let (what, least) = if element.name == "face" { ("face", 0.0) } else { ("strip", -1.0) };
    let is_corners = |name: &str| name == "vertex_indices" || name == "vertex_index";
    let Some(corners) = element.properties.iter().position(|p| p.list.is_some() && is_corners(&p.name))
    else {
        return Err(values.wrong(format!("the {what}s have no list `vertex_indices`")));
    };
    let mut list = Vec::new();
    for i in 0..element.count {
        for (p, property) in element.properties.iter().enumerate() {
            let count = property.list.map_or(Ok(1), |kind| list_length(values, kind, property.kind))?;
            if p != corners {
                (0..count).try_for_each(|_| values.next(property.kind).map(drop))?;
                continue;
            }
            list.clear();
            for _ in 0..count {
                let value = values.next(property.kind)?;
                if !(least..=f64::from(u32::MAX)).contains(&value) || value.fract() != 0.0 {
                    return Err(
                        values.wrong(format!("{what} {i} refers to vertex {value}, which does not exist"))
                    );
                }
                list.push(value as i64);
            }
            take(&list);
        }
        values.end_element();
    }
    Ok(())
}

/// Appends the triangles of strips, which -1 separates; triangles with a vertex twice only join others.
fn strips(corners: &[i64], faces: &mut Vec<Vec<u32>>) {
    for strip in corners.split(|&v| v < 0) {
        for (k, &[a, b, c]) in strip.array_windows().enumerate() {
            if a != b && b != c && c != a {
                let [a, b] = if k % 2 == 0 { [a, b] } else { [b, a] };
                faces.push([a, b, c].map(|v| v as u32).to_vec());
            }
        }
    }
}

/// The length of a list of numbers of type `item`, checked against the rest of the file.
fn list_length(values: &mut impl Values, kind: Kind, item: Kind) -> Result<usize, Reason> {
    let length = values.next(kind)?;
    if !(length >= 0.0 && length.fract() == 0.0 && length <= values.room(item) as f64) {
        return Err(values.wrong(format!("a list declares {length} numbers, which are missing")));
    }
    Ok(length as usize)
}

#[cfg(test)]
mod tests;
