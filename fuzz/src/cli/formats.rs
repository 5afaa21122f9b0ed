//! Writers of mesh files, and damage to their bytes.

use std::fmt::Write;

use super::bodies::Body;
use super::dice::Dice;

/// Extensions of files with one body.
pub const ALONE: [&str; 6] = ["obj", "off", "ply", "stl", "text.stl", "binary.ply"];

/// One body in the format of this extension.
pub fn alone(extension: &str, body: &Body) -> Vec<u8> {
    match extension {
        "obj" => objects(&[("one", body)]),
        "off" => off(body).into_bytes(),
        "ply" => ply(body).into_bytes(),
        "binary.ply" => binary_ply(body),
        "text.stl" => text_stl(body).into_bytes(),
        _ => stl(body),
    }
}

/// Objects of an OBJ file.
pub fn objects(bodies: &[(&str, &Body)]) -> Vec<u8> {
    let (mut text, mut first) = (String::new(), 1);
    for (name, body) in bodies {
        let _ = writeln!(text, "o {name}");
        for [x, y, z] in &body.points {
            let _ = writeln!(text, "v {x} {y} {z}");
        }
        for [a, b, c] in &body.triangles {
            let _ = writeln!(text, "f {} {} {}", a + first, b + first, c + first);
        }
        first += body.points.len();
    }
    text.into_bytes()
}

/// Nodes of a GLB file.
pub fn nodes(bodies: &[(&str, &Body)]) -> Vec<u8> {
    let mut binary: Vec<u8> = Vec::new();
    let (mut meshes, mut nodes, mut accessors, mut views) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (k, (name, body)) in bodies.iter().enumerate() {
        let start = binary.len();
        for point in &body.points {
            point.iter().for_each(|x| binary.extend((*x as f32).to_le_bytes()));
        }
        let bound = |pick: fn(f64, f64) -> f64| {
            let all = |axis: usize| body.points.iter().map(|p| p[axis]).reduce(pick).unwrap_or(0.0);
            format!("[{},{},{}]", all(0), all(1), all(2))
        };
        views
            .push(format!("{{\"buffer\":0,\"byteOffset\":{start},\"byteLength\":{}}}", binary.len() - start));
        accessors.push(format!(
            "{{\"bufferView\":{},\"componentType\":5126,\"count\":{},\"type\":\"VEC3\",\"min\":{},\"max\":{}}}",
            2 * k,
            body.points.len(),
            bound(f64::min),
            bound(f64::max)
        ));
        let start = binary.len();
        for corner in body.triangles.iter().flatten() {
            binary.extend((*corner as u32).to_le_bytes());
        }
        views
            .push(format!("{{\"buffer\":0,\"byteOffset\":{start},\"byteLength\":{}}}", binary.len() - start));
        accessors.push(format!(
            "{{\"bufferView\":{},\"componentType\":5125,\"count\":{},\"type\":\"SCALAR\"}}",
            2 * k + 1,
            3 * body.triangles.len()
        ));
        meshes.push(format!(
            "{{\"primitives\":[{{\"attributes\":{{\"POSITION\":{}}},\"indices\":{}}}]}}",
            2 * k,
            2 * k + 1
        ));
        nodes.push(format!("{{\"name\":\"{name}\",\"mesh\":{k}}}"));
    }
    let roots: Vec<String> = (0..bodies.len()).map(|k| k.to_string()).collect();
    let mut json = format!(
        "{{\"asset\":{{\"version\":\"2.0\"}},\"scene\":0,\"scenes\":[{{\"nodes\":[{}]}}],\"nodes\":[{}],\"meshes\":[{}],\
         \"accessors\":[{}],\"bufferViews\":[{}],\"buffers\":[{{\"byteLength\":{}}}]}}",
        roots.join(","),
        nodes.join(","),
        meshes.join(","),
        accessors.join(","),
        views.join(","),
        binary.len()
    );
    while json.len() % 4 != 0 {
        json.push(' ');
    }
    let mut file = b"glTF".to_vec();
    for word in [2, 28 + json.len() + binary.len(), json.len()] {
        file.extend((word as u32).to_le_bytes());
    }
    file.extend(b"JSON");
    file.extend(json.as_bytes());
    file.extend((binary.len() as u32).to_le_bytes());
    file.extend(b"BIN\0");
    file.extend(binary);
    file
}

fn off(body: &Body) -> String {
    let mut text = format!("OFF\n{} {} 0\n", body.points.len(), body.triangles.len());
    for [x, y, z] in &body.points {
        let _ = writeln!(text, "{x} {y} {z}");
    }
    for [a, b, c] in &body.triangles {
        let _ = writeln!(text, "3 {a} {b} {c}");
    }
    text
}

fn ply_header(body: &Body, form: &str) -> String {
    format!(
        "ply\nformat {form} 1.0\nelement vertex {}\nproperty double x\nproperty double y\nproperty double z\n\
         element face {}\nproperty list uchar int vertex_indices\nend_header\n",
        body.points.len(),
        body.triangles.len()
    )
}

fn ply(body: &Body) -> String {
    let mut text = ply_header(body, "ascii");
    for [x, y, z] in &body.points {
        let _ = writeln!(text, "{x} {y} {z}");
    }
    for [a, b, c] in &body.triangles {
        let _ = writeln!(text, "3 {a} {b} {c}");
    }
    text
}

fn binary_ply(body: &Body) -> Vec<u8> {
    let mut file = ply_header(body, "binary_little_endian").into_bytes();
    body.points.iter().flatten().for_each(|x| file.extend(x.to_le_bytes()));
    for triangle in &body.triangles {
        file.push(3);
        triangle.iter().for_each(|k| file.extend((*k as i32).to_le_bytes()));
    }
    file
}

fn text_stl(body: &Body) -> String {
    let mut text = String::from("solid s\n");
    for triangle in &body.triangles {
        text.push_str("facet normal 0 0 0\nouter loop\n");
        for [x, y, z] in triangle.map(|k| body.points[k]) {
            let _ = writeln!(text, "vertex {x} {y} {z}");
        }
        text.push_str("endloop\nendfacet\n");
    }
    text.push_str("endsolid s\n");
    text
}

fn stl(body: &Body) -> Vec<u8> {
    let mut file = vec![b' '; 80];
    file.extend((body.triangles.len() as u32).to_le_bytes());
    for triangle in &body.triangles {
        file.extend([0; 12]);
        triangle.iter().flat_map(|k| body.points[*k]).for_each(|x| file.extend((x as f32).to_le_bytes()));
        file.extend([0; 2]);
    }
    file
}

/// Words that are put into files.
const WORDS: [&[u8]; 14] = [
    b"0",
    b"-1",
    b"1e999",
    b"nan",
    b"4294967296",
    b"9223372036854775807",
    b" ",
    b"\n",
    b"\0",
    b"\xff",
    b"\nf 1 2 3\n",
    b"\nv 1 2\n",
    b"{[",
    b"<",
];

/// Damages the bytes of a file.
pub fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len().max(1));
        match dice.below(5) {
            0 => bytes.truncate(at),
            1 if !bytes.is_empty() => bytes[at] ^= 1 << dice.below(8),
            2 if !bytes.is_empty() => bytes[at] = dice.word() as u8,
            3 => {
                let end = (at + dice.below(40)).min(bytes.len());
                bytes.drain(at.min(end)..end);
            }
            _ => {
                let at = at.min(bytes.len());
                bytes.splice(at..at, dice.pick(&WORDS).iter().copied());
            }
        }
    }
}
