use super::*;

fn of(bytes: &[u8]) -> Result<Mesh, Reason> {
    parse(bytes, bytes.len() as u64)
}

fn pyramid() -> Mesh {
    let vertices = [[0.1, 0.0, 0.0], [1.0 / 3.0, 1e-300, 0.0], [1.0, 1e9, 0.0], [0.0, 1.0, -0.5]];
    let faces = vec![vec![0, 1, 2, 3], vec![0, 3, 1], vec![1, 3, 2]];
    Mesh::new(vertices.map(Vec3::from).to_vec(), faces)
}

/// Everything that a reader must skip, in odd types and orders; the values follow the types below.
const HEADER: &str = "comment strange\nobj_info 7 8 9\nelement camera 2\nproperty list short double view\n\
                      property uchar on\nelement vertex 3\nproperty uchar red\nproperty int z\nproperty float x\n\
                      property list uchar ushort tags\nproperty double y\nelement face 2\nproperty char flag\n\
                      property list ushort short vertex_index\nelement nothing 9999999999999\nend_header\n";

fn text() -> Vec<u8> {
    let body = "2 0.5 0.25 1 0 0\n255 -4 0.5 2 7 8 3\n0 0 1 0 1 0 0\r\n0 0 2\n1 3 0 1 2 0 2 0 1\n";
    format!("ply\nformat ascii 1.0\n{HEADER}{body}").into_bytes()
}

fn binary(big: bool) -> Vec<u8> {
    let (name, ends) = if big { ("big", true) } else { ("little", false) };
    let mut bytes = format!("ply\nformat binary_{name}_endian 1.0\n{HEADER}").into_bytes();
    let mut put = |value: &[u8]| match ends {
        true => bytes.extend(value.iter().rev()),
        false => bytes.extend(value),
    };
    put(&2_i16.to_le_bytes());
    put(&0.5_f64.to_le_bytes());
    put(&0.25_f64.to_le_bytes());
    put(&[1]);
    put(&0_i16.to_le_bytes());
    put(&[0]);
    let vertices: [(u8, i32, f32, &[u16], f64); 3] =
        [(255, -4, 0.5, &[7, 8], 3.0), (0, 0, 1.0, &[], 1.0), (0, 0, 0.0, &[0, 0], 2.0)];
    for (red, z, x, tags, y) in vertices {
        put(&[red]);
        put(&z.to_le_bytes());
        put(&x.to_le_bytes());
        put(&[tags.len() as u8]);
        tags.iter().for_each(|t| put(&t.to_le_bytes()));
        put(&y.to_le_bytes());
    }
    let faces: [&[i16]; 2] = [&[0, 1, 2], &[0, 1]];
    for corners in faces {
        put(&[1]);
        put(&(corners.len() as u16).to_le_bytes());
        corners.iter().for_each(|c| put(&c.to_le_bytes()));
    }
    bytes
}

#[test]
fn written_data_reads_back_to_the_bit() {
    assert_eq!(of(&to_bytes(&pyramid())).unwrap(), pyramid());
    let many = Mesh::new(vec![Vec3::ZERO; 300], vec![(0..300).collect(), vec![0, 1, 2]]);
    assert_eq!(of(&to_bytes(&many)).unwrap(), many);
}

#[test]
fn any_order_and_type_is_read_and_the_rest_is_skipped() {
    let vertices = [[0.5, 3.0, -4.0], [1.0, 1.0, 0.0], [0.0, 2.0, 0.0]].map(Vec3::from).to_vec();
    let wanted = Mesh::new(vertices, vec![vec![0, 1, 2]]);
    // The second vertex of the text has a tag too few: its line is "0 0 1 0 1".
    let text =
        String::from_utf8(text()).unwrap().replace("0 0 1 0 1 0 0\r\n0 0 2\n", "0 0 1 0 1\n0 0 0 0 2\n");
    assert_eq!(of(text.as_bytes()).unwrap(), wanted);
    assert_eq!(of(&binary(false)).unwrap(), wanted);
    assert_eq!(of(&binary(true)).unwrap(), wanted);
    // Lines have no meaning in the text, and the last one may have no end.
    let (header, body) = text.split_once("end_header\n").unwrap();
    let one_line = format!("{header}end_header\n{}", body.replace(['\n', '\r'], " ").trim_end());
    assert_eq!(of(one_line.as_bytes()).unwrap(), wanted);
}

#[test]
fn faces_may_come_before_their_vertices() {
    let text = b"ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex 3\n\
                 property float x\nproperty float y\nproperty float z\nend_header\n3 0 1 2\n0 0 0 1 0 0 0 1 0\n";
    assert_eq!(of(text).unwrap().faces, [[0, 1, 2]]);
}

#[test]
fn every_cut_is_noticed() {
    for whole in [to_bytes(&pyramid()), binary(false), binary(true)] {
        for length in 0..whole.len() {
            assert!(of(&whole[..length]).is_err(), "{length} of {}", whole.len());
        }
    }
}

#[test]
fn damage_is_named_with_its_place() {
    let told = |text: String| of(text.as_bytes()).unwrap_err().to_string();
    let start = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n\
                 element face 1\nproperty list uchar int vertex_indices\nend_header\n";
    let body = "0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    assert!(of(format!("{start}{body}").as_bytes()).is_ok());
    for (from, to, wanted) in [
        ("ply\n", "plx\n", "the line `ply` (line 1)"),
        ("ascii", "morse", "`morse` is not a format of PLY 1.0 (line 2)"),
        ("format ascii 1.0\n", "", "the header names no format (line 8)"),
        ("vertex 3", "vertex three", "`three` is not a number of elements (line 3)"),
        ("vertex 3", "vertex 18446744073709551615", "the file is too short"),
        ("face 1", "face 400", "the file is too short for the 400 elements `face` that it declares"),
        ("property float x", "property half x", "`half` is not a number type (line 4)"),
        ("property float x", "property float", "a type and a name"),
        ("property float x", "property float u", "lack one of the properties"),
        ("vertex_indices", "corners", "no list `vertex_indices`"),
        ("element face 1\n", "face 1\n", "`face 1` is not a header line (line 7)"),
        ("end_header\n", "", "(line 9)"),
        ("1 0 0\n", "1 zero 0\n", "`zero` is not a number (line 11)"),
        ("1 0 0\n", "1 nan 0\n", "a coordinate of vertex 1 just before is NaN but must be finite (line 11)"),
        ("3 0 1 2", "3 0 1 3", "face 0 refers to vertex 3, but there are 3"),
        ("3 0 1 2", "3 0 1 -1", "face 0 refers to vertex -1, which does not exist (line 13)"),
        ("3 0 1 2", "3 0 1 1.5", "face 0 refers to vertex 1.5"),
        ("3 0 1 2", "3 0 1", "the file ends where a number is expected"),
        (
            "3 0 1 2",
            "3 0 1 2 6 0.5",
            "numbers are left after the last element; line 13 has more numbers than",
        ),
        ("1 0 0\n", "1 0 0 7\n", "numbers are left after the last element; line 11 has more numbers"),
        (
            "0 0 0\n1 0 0\n",
            "0 0 0 1\n1 0 0 1\n",
            "line 10 has more numbers than the header declares for an element (line ",
        ),
        ("3 0 1 2", "99999 0 1 2", "a list declares 99999 numbers, which are missing (line 13)"),
        ("3 0 1 2", "-3 0 1 2", "a list declares -3 numbers"),
        ("element vertex 3\n", "", "a property comes before the first element (line 3)"),
    ] {
        let damaged = format!("{start}{body}").replacen(from, to, 1);
        let text = told(damaged);
        assert!(text.contains(wanted), "{from} to {to}: {text}");
    }
    let mut wrong = to_bytes(&Mesh::new(vec![Vec3::ZERO; 3], vec![vec![0, 1, 2]]));
    let last = wrong.len() - 4;
    wrong[last..].copy_from_slice(&77_u32.to_le_bytes());
    let text = of(&wrong).unwrap_err().to_string();
    assert!(text.contains("face 0 refers to vertex 77, but there are 3 (byte "), "{text}");
}

/// Files of Stanford and Georgia Tech have strips, and were said to have no faces.
#[test]
fn strips_are_triangles_with_alternating_sides() {
    let text = "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 2\n\
                property list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 2 0\n9 0 1 2 3 4 -1 2 1 4\n4 0 0 1 2\n";
    let mesh = of(text.as_bytes()).unwrap();
    assert_eq!(mesh.faces, [[0, 1, 2], [2, 1, 3], [2, 3, 4], [2, 1, 4], [1, 0, 2]]);
    for (from, to, wanted) in
        [("-1", "-2", "strip 0 refers to vertex -2"), ("3 4 -1", "3 5 -1", "refers to vertex 5, but")]
    {
        let error = of(text.replace(from, to).as_bytes()).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}
