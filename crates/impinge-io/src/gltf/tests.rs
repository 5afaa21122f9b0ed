use super::*;
use crate::mesh::Piece;

fn to_bytes(mesh: &Mesh, name: &str) -> Result<Vec<u8>, Reason> {
    super::write::to_bytes(&[Piece { name, mesh, color: None }])
}

fn of(bytes: &[u8]) -> Result<Vec<Part>, Reason> {
    parse(bytes.to_vec(), &Source::new("part.gltf"))
}

fn pyramid() -> Mesh {
    let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.5, 0.5, -1.5]];
    let faces = vec![vec![0, 1, 2, 3], vec![0, 4, 1], vec![1, 4, 2], vec![2, 4, 3], vec![3, 4, 0]];
    Mesh::new(vertices.map(Vec3::from).to_vec(), faces)
}

/// Four vertices as `f32` at byte 0, the corners 0 1 2 3 as bytes at byte 48; in base64, encoded by the test.
fn data() -> String {
    let points: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let bytes: Vec<u8> = points.iter().flat_map(|x| x.to_le_bytes()).chain([0, 1, 2, 3]).collect();
    let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::from("data:application/octet-stream;base64,");
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0_u32, |bits, i| bits << 8 | u32::from(chunk.get(i).copied().unwrap_or(0)));
        text.extend((0..=chunk.len()).map(|i| char::from(digits[(bits >> (18 - 6 * i) & 63) as usize])));
    }
    text
}

/// A file with these nodes and this mode of its only mesh.
fn with(nodes: &str, mode: u32) -> String {
    format!(
        "{{\"asset\": {{\"version\": \"2.0\"}}, \"extras\": {{\"deep\": [[[1]]]}},\n\"nodes\": {nodes},\n\
         \"meshes\": [{{\"name\": \"m\", \"primitives\": [{{\"attributes\": {{\"POSITION\": 0, \"NORMAL\": 9}}, \"indices\": 1, \
         \"mode\": {mode}}}, {{\"attributes\": {{}}, \"mode\": 0}}]}}],\n\"accessors\": [{{\"bufferView\": 0, \"componentType\": 5126, \
         \"count\": 4, \"type\": \"VEC3\"}}, {{\"bufferView\": 1, \"componentType\": 5121, \"count\": 4, \"type\": \"SCALAR\"}}],\n\
         \"bufferViews\": [{{\"buffer\": 0, \"byteLength\": 48}}, {{\"buffer\": 0, \"byteOffset\": 48, \"byteLength\": 4}}],\n\
         \"buffers\": [{{\"byteLength\": 52, \"uri\": \"{}\"}}]}}",
        data()
    )
}

#[test]
fn written_data_reads_back() {
    let parts = of(&to_bytes(&pyramid(), "part").unwrap()).unwrap();
    assert_eq!((parts.len(), parts[0].name.as_str()), (1, "part"));
    assert_eq!(parts[0].mesh.vertices, pyramid().vertices);
    assert_eq!(parts[0].mesh.faces[..3], [vec![3, 0, 1], vec![3, 1, 2], vec![0, 4, 1]]);
    let huge = Mesh::new(vec![Vec3::splat(1e39); 3], vec![vec![0, 1, 2]]);
    assert!(to_bytes(&huge, "").unwrap_err().to_string().contains("1e39"));
    let error = write(std::env::temp_dir().join("impinge-never.gltf"), &pyramid()).unwrap_err();
    assert!(error.to_string().contains(".glb"), "{error}");
}

#[test]
fn triangles_strips_and_fans_are_read() {
    for (mode, wanted) in [
        (4, vec![vec![0, 1, 2]]),
        (5, vec![vec![0, 1, 2], vec![2, 1, 3]]),
        (6, vec![vec![1, 2, 0], vec![2, 3, 0]]),
    ] {
        let parts = of(with("[{\"mesh\": 0}]", mode).as_bytes()).unwrap();
        assert_eq!((parts[0].name.as_str(), &parts[0].mesh.faces), ("m", &wanted), "{mode}");
    }
    assert!(of(with("[{\"mesh\": 0}]", 1).as_bytes()).unwrap().is_empty());
}

/// The child is rotated by a quarter turn about z and translated; its parent scales it by two and mirrors it in x.
#[test]
fn nodes_are_where_their_transforms_put_them() {
    let nodes = "[{\"name\": \"top\", \"children\": [1], \"matrix\": [-2,0,0,0, 0,2,0,0, 0,0,2,0, 10,0,0,1]}, \
                 {\"mesh\": 0, \"name\": \"child\", \"translation\": [0, 0, 3], \"rotation\": [0, 0, 1, 1]}, \
                 {\"mesh\": 0, \"scale\": [1, 1, 5]}]";
    let parts = of(with(nodes, 4).as_bytes()).unwrap();
    assert_eq!(parts.iter().map(|p| p.name.as_str()).collect::<Vec<_>>(), ["child", "m"]);
    let near = |a: Vec3<f64>, b: [f64; 3]| (a - Vec3::from(b)).norm() < 1e-14;
    assert!(near(parts[0].mesh.vertices[0], [10.0, 0.0, 6.0]));
    // x maps to y, and twice as far.
    assert!(near(parts[0].mesh.vertices[1], [10.0, 2.0, 6.0]));
    // y maps to -x, and is mirrored.
    assert!(near(parts[0].mesh.vertices[2], [12.0, 0.0, 6.0]));
    assert_eq!(parts[0].mesh.faces, [[2, 1, 0]]);
    assert!(near(parts[1].mesh.vertices[3], [0.0, 0.0, 5.0]));
}

/// A linear 0.5 is 188 of 255 in sRGB.
#[test]
fn parts_have_the_color_of_their_material_and_are_in_meters() {
    let text = with("[{\"mesh\": 0}]", 4).replace("\"mode\": 4", "\"mode\": 4, \"material\": 1");
    let material = "{}, {\"pbrMetallicRoughness\": {\"baseColorFactor\": [1, 0.5, 0, 0.25]}}";
    let colored = |second: &str| {
        let text = text.replace("\"mode\": 0", &format!("\"mode\": 0, \"material\": {second}"));
        let parts = of(text.replacen('{', &format!("{{\"materials\": [{material}],"), 1).as_bytes()).unwrap();
        assert_eq!(parts[0].mesh.unit, Some(Unit::Meter));
        parts[0].color
    };
    assert_eq!((colored("1"), colored("0")), (Some([255, 188, 0, 64]), None));
}

/// The corners 0 1 2 3 are the indices of the sparse elements, and the first points their values, in another order.
#[test]
fn sparse_accessors_are_read() {
    let sparse = |count, first: &str| {
        let text = format!(
            "\"count\": 4, \"sparse\": {{\"count\": {count}, \"indices\": {{\"bufferView\": 1, \"byteOffset\": 1, \"componentType\": 5121}}, \
             \"values\": {{\"bufferView\": 0, \"byteOffset\": 12}}}},"
        );
        of(with("[{\"mesh\": 0}]", 4)
            .replacen("\"count\": 4,", &text, 1)
            .replacen("\"bufferView\": 0,", first, 1)
            .as_bytes())
    };
    let points = |parts: Result<Vec<Part>, Reason>| parts.unwrap()[0].mesh.vertices.clone();
    let [zero, x, y, z] = [Vec3::ZERO, Vec3::axis(0), Vec3::axis(1), Vec3::axis(2)];
    assert_eq!(points(sparse(2, "\"bufferView\": 0,")), [zero, x, y, z]);
    // Without a buffer view, the other elements are zero.
    assert_eq!(points(sparse(2, "")), [zero, x, y, zero]);
    assert!(sparse(4, "").unwrap_err().to_string().contains("do not fit"));
}

#[test]
fn bytes_may_lie_in_a_file_beside_and_nowhere_else() {
    let folder = std::env::temp_dir().join(format!("impinge-io-gltf-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("inner")).unwrap();
    let points: [f32; 12] = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
    let bytes: Vec<u8> = points.iter().flat_map(|x| x.to_le_bytes()).chain([0, 1, 2, 3]).collect();
    std::fs::write(folder.join("inner/my data.bin"), &bytes).unwrap();
    std::fs::write(folder.join("outer.bin"), &bytes).unwrap();
    let text = with("[{\"mesh\": 0}]", 4);
    let at = |uri: &str| {
        let path = folder.join("inner/a.gltf");
        std::fs::write(&path, text.replace(&data(), uri)).unwrap();
        read(&path)
    };
    assert_eq!(at("my%20data.bin").unwrap().faces, [[0, 1, 2]]);
    let told = at("../outer.bin").unwrap_err();
    assert!(matches!(told.reason, Reason::Outside { .. }), "{told}");
    let told = at("none.bin").unwrap_err();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(matches!(told.reason, Reason::MissingFile { .. }), "{told}");
}

#[test]
fn damage_is_reported() {
    let good = with("[{\"mesh\": 0}]", 4);
    for (from, to, wanted) in [
        ("\"version\": \"2.0\"", "\"version\": \"1.0\"", "the version is `1.0`"),
        ("\"asset\"", "\"other\"", "names no `asset`"),
        ("\"mesh\": 0", "\"mesh\": 7", "there is no mesh 7"),
        (
            "\"nodes\": [{\"mesh\": 0}]",
            "\"scenes\": [{\"nodes\": [0]}], \"nodes\": [{\"mesh\": 0, \"children\": [0]}]",
            "node 0: it is the child of two nodes, or of itself",
        ),
        ("\"mesh\": 0", "\"mesh\": 0, \"children\": [5]", "node 5: there is none"),
        ("\"mesh\": 0", "\"mesh\": 0, \"rotation\": [0, 0, 0, 0]", "node 0: "),
        ("\"POSITION\": 0", "\"POSITION\": 1", "accessor 1: its type must be VEC3"),
        ("\"POSITION\": 0", "\"POSITION\": 8", "accessor 8: there is none"),
        ("5126", "5124", "accessor 0: 5124 is not a number type"),
        ("\"count\": 4", "\"count\": 5", "accessor 0: 5 elements do not fit"),
        ("\"count\": 4", "\"count\": 18446744073709551615", "do not fit"),
        ("\"count\": 4", "\"count\": 2", "mesh 0, primitive 0: a corner refers to vertex 2, but there are 2"),
        ("\"count\": 4,", "\"count\": 4, \"sparse\": {},", "its JSON: missing field"),
        ("\"byteLength\": 52", "\"byteLength\": 53", "buffer 0: it declares 53 bytes, but there are 52"),
        ("\"byteLength\": 48", "\"byteLength\": 480", "do not fit"),
        ("\"buffer\": 0, \"byteLength\": 48", "\"buffer\": 3, \"byteLength\": 48", "its view has no buffer"),
        ("\"byteLength\": 48", "\"byteLength\": 48, \"byteStride\": 2", "lie 2 bytes apart"),
        ("\"nodes\"", "\"extensionsRequired\": [\"KHR_x\"], \"nodes\"", "the extension `KHR_x`"),
        ("\"nodes\"", "\"scenes\": [], \"scene\": 0, \"nodes\": 1, \"nodes2\"", "its JSON: "),
        ("\"nodes\"", "\"scene\": 4, \"scenes\": [{}], \"nodes\"", "there is no scene 4"),
        ("}]}]", "}]", "(line 6)"),
    ] {
        assert!(good.contains(from), "{from}");
        let told = of(good.replacen(from, to, 1).as_bytes()).map(|_| ()).unwrap_err().to_string();
        assert!(told.contains(wanted), "{from} to {to}: {told}");
    }
}

#[test]
fn every_cut_of_a_binary_file_is_noticed() {
    let whole = to_bytes(&pyramid(), "part").unwrap();
    for length in 0..whole.len() {
        assert!(of(&whole[..length]).is_err(), "{length}");
    }
    let mut old = whole;
    old[4] = 1;
    assert!(of(&old).unwrap_err().to_string().contains("the version is 1; only 2 is supported (byte 4)"));
}

#[test]
fn a_mesh_that_is_used_too_often_is_refused() {
    let nodes = format!("[{}{{\"mesh\": 0}}]", "{\"mesh\": 0},".repeat(300));
    assert_eq!(of(with(&nodes, 5).as_bytes()).unwrap().len(), 301);
    // A mesh of a strip with many corners, all of them zero, used by many nodes.
    let zeros = "A".repeat(4 * 100_000);
    let text = with(&nodes, 5)
        .replace(&data(), &format!("{}{zeros}", data()))
        .replace("\"byteLength\": 52", "\"byteLength\": 300052")
        .replace("\"byteLength\": 4}", "\"byteLength\": 300004}")
        .replace("\"componentType\": 5121, \"count\": 4", "\"componentType\": 5121, \"count\": 300000");
    let told = of(text.as_bytes()).unwrap_err().to_string();
    assert!(told.contains("used so often"), "{told}");
}

/// Some writers do not fill up the first chunk to a multiple of four; their files were said to be cut off.
#[test]
fn a_first_chunk_of_any_length_is_read() {
    let bytes = to_bytes(&pyramid(), "a").unwrap();
    let wanted = of(&bytes).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let json = bytes[20..20 + length].trim_ascii_end();
    for spaces in 0..8 {
        let json = [json, &b"        "[..spaces]].concat();
        let rest = &bytes[20 + length..];
        let total = (20 + json.len() + rest.len()) as u32;
        let head = [&bytes[..8], &total.to_le_bytes(), &(json.len() as u32).to_le_bytes(), b"JSON"].concat();
        assert_eq!(of(&[&head, &json[..], rest].concat()).unwrap(), wanted, "{spaces} spaces");
    }
}
