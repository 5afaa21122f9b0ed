//! Files of strangers: thousands of damaged ones, and a few made to do harm.
//!
//! Whatever the bytes, a reader returns: it does not panic, takes no long time, and no more memory than a stated multiple of
//! the file. The multiples are those of the constants below, on top of a base; memory is counted by an allocator.
#![allow(unsafe_code)] // An allocator cannot be written otherwise. This one adds a count to the system's.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use impinge::sdf::{DistanceMap, MapSettings};
use impinge_io::{Error, Folders, Mesh, isdf, read_mesh, read_parts, read_points, robot, scene, write_mesh};
use impinge_scenes::Rng;

/// The most bytes of memory for each byte of a mesh that is read piece by piece: OBJ, OFF, PLY, STL.
const MESH_MULTIPLE: usize = 32;
/// The most bytes of memory for each byte of a file that is read whole: glTF, robots, scenes.
const WHOLE_MULTIPLE: usize = 128;
/// The same of 3MF, which is packed: of each byte 64 may come.
const PACKED_MULTIPLE: usize = 512;
/// The same of distance maps.
const MAP_MULTIPLE: usize = 8;
/// On top of a multiple: buffers and messages.
const BASE: usize = 1 << 20;
/// The most time for one file.
const MOST_TIME: Duration = Duration::from_secs(2);
/// Damaged files of each format.
const MUTATIONS: usize = 1000;

/// The system's allocator, and how much this thread has of it.
struct Counting;

thread_local! {
    static LIVE: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // At the end of a thread the counter is gone, and nobody asks for it.
    let _ = LIVE.try_with(|live| {
        live.set(live.get() + bytes);
        let _ = PEAK.try_with(|peak| peak.set(peak.get().max(live.get())));
    });
}

// SAFETY: every call goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        unsafe { System.dealloc(place, layout) }
    }
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.cast_signed() - layout.size().cast_signed());
        unsafe { System.realloc(place, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Cost of a call: its peak of additional memory, and its time. A slow call is made again, as others may have kept the
/// machine busy.
fn measured<R>(call: impl Fn() -> R) -> (R, usize, Duration) {
    let once = || {
        let before = LIVE.get();
        PEAK.set(before);
        let start = Instant::now();
        let result = call();
        (result, (PEAK.get() - before).max(0) as usize, start.elapsed())
    };
    let mut found = once();
    for _ in 0..3 {
        if found.2 < MOST_TIME {
            break;
        }
        found = once();
    }
    found
}

/// A folder for one test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("impinge-hostile-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        write_mesh(path.join("part.obj"), &tetrahedron()).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn tetrahedron() -> Mesh {
    let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3], vec![2, 0, 3]];
    Mesh::new(vertices.map(impinge::Vec3::from).to_vec(), faces)
}

/// Words that numbers are replaced by, and pieces that are put in.
const NUMBERS: &[&str] = &[
    "nan",
    "inf",
    "-1",
    "-0",
    "1e999",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "1e308",
    "0",
    "0.5",
];
const PIECES: &[&str] = &[
    "[[[[[[[[",
    "{\"a\":",
    "<a><a><a>",
    "</robot>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "&b;",
    "&#0;",
    "]]>",
    "\\\n",
    "\r",
    "\0",
    "\u{feff}",
    "../../../../etc/passwd",
    "package://",
    "f -1 -1 -1\n",
    "#",
    "\"",
    "'",
    "=",
    ".",
];

/// A damaged copy.
fn damaged(good: &[u8], random: &mut Rng) -> Vec<u8> {
    let mut bytes = good.to_vec();
    for _ in 0..=random.below(3) {
        let length = bytes.len().max(1);
        let at = random.below(length).min(bytes.len());
        let end = (at + 1 + random.below(40)).min(bytes.len());
        match random.below(8) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            2 if at < bytes.len() => bytes[at] = random.below(256) as u8,
            3 => drop(bytes.drain(at..end)),
            4 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            5 => drop(bytes.splice(at..at, PIECES[random.below(PIECES.len())].bytes())),
            6 => {
                // Four bytes of a count, an index or a coordinate.
                let end = (at + 4).min(bytes.len());
                bytes[at..end].fill([0xff, 0x7f, 0x00, 0x80][random.below(4)]);
            }
            _ => {
                let is_digit = |b: &u8| b.is_ascii_digit() || *b == b'.';
                let Some(start) = bytes[at..].iter().position(is_digit).map(|i| at + i) else { continue };
                let end = bytes[start..].iter().position(|b| !is_digit(b)).map_or(bytes.len(), |i| start + i);
                bytes.splice(start..end, NUMBERS[random.below(NUMBERS.len())].bytes());
            }
        }
    }
    bytes
}

/// Reads a file, checks what that took, and says how it went.
#[track_caller]
fn read_bounded(path: &Path, multiple: usize) -> Result<(), Error> {
    let length = fs::metadata(path).unwrap().len() as usize;
    let (result, memory, time) = measured(|| read(path));
    assert!(memory <= multiple * length + BASE, "{}: {memory} bytes of memory for {length}", path.display());
    assert!(time < MOST_TIME, "{}: {time:?}", path.display());
    if let Err(error) = &result {
        let text = error.to_string();
        assert!(text.len() < 2000 && error.path.parent() == path.parent(), "{text}");
    }
    result
}

fn read(path: &Path) -> Result<(), Error> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("urdf") => robot::read(path, &Folders::new()).map(|robot| {
            let values = vec![0.5; robot.joints.len()];
            // Far joints lead to no finite pose; that is an answer too.
            let _ = robot.link_poses(&values);
        }),
        Some("srdf") => {
            let robot = robot::read(path.with_extension("urdf"), &Folders::new())?;
            robot::read_allowed(path, &robot).map(drop)
        }
        Some("isdf") => isdf::read(path).map(drop),
        Some("toml" | "json") => scene::read(path, &Folders::new()).map(drop),
        Some("pcd" | "xyz") => read_points(path).map(drop),
        _ => read_mesh(path).and_then(|_| read_parts(path)).map(drop),
    }
}

/// Damages a file in many ways, and reads each copy. Some must be refused, and some must not: otherwise the damage has no effect.
#[track_caller]
fn survive(name: &str, good: &[u8], multiple: usize) {
    survive_in(name, good, multiple, <[u8]>::to_vec);
}

/// The same where what is damaged lies in something that is not.
#[track_caller]
fn survive_in(name: &str, good: &[u8], multiple: usize, around: fn(&[u8]) -> Vec<u8>) {
    let folder = Folder::new(&name.replace('.', "-"));
    let path = folder.0.join(name);
    if name.ends_with(".srdf") {
        fs::write(path.with_extension("urdf"), ROBOT).unwrap();
    }
    fs::write(&path, around(good)).unwrap();
    read_bounded(&path, multiple).unwrap_or_else(|e| panic!("undamaged: {e}"));
    let mut random = Rng::new(good.len() as u64);
    let mut refused = 0;
    for _ in 0..MUTATIONS {
        fs::write(&path, around(&damaged(good, &mut random))).unwrap();
        refused += usize::from(read_bounded(&path, multiple).is_err());
    }
    assert!((MUTATIONS / 4..MUTATIONS).contains(&refused), "{name}: {refused} of {MUTATIONS} were refused");
}

/// The bytes that our writer makes.
fn written(name: &str) -> Vec<u8> {
    let folder = Folder::new(&format!("written-{}", name.replace('.', "-")));
    let path = folder.0.join(name);
    write_mesh(&path, &tetrahedron()).unwrap();
    fs::read(&path).unwrap()
}

/// An archive with the model of a 3MF file in it.
fn model(bytes: &[u8]) -> Vec<u8> {
    archive(bytes, 8, &miniz_oxide::deflate::compress_to_vec(bytes, 6))
}

/// An archive with one file, packed in some way.
fn archive(bytes: &[u8], method: u8, packed: &[u8]) -> Vec<u8> {
    let name = b"3D/3dmodel.model";
    let bit = |crc: u32, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
    let crc = !bytes.iter().fold(!0, |crc: u32, b| (0..8).fold(crc ^ u32::from(*b), bit));
    let sizes = [crc, packed.len() as u32, bytes.len() as u32].map(u32::to_le_bytes).concat();
    let common = [&[20, 0, 0, 0, method, 0, 0, 0, 0x21, 0], &sizes[..], &[name.len() as u8, 0]].concat();
    let mut file = [b"PK\x03\x04", &common[..], &[0; 2], name, packed].concat();
    let start = (file.len() as u32).to_le_bytes();
    let list = [b"PK\x01\x02\x14\0", &common[..], &[0; 16], name].concat();
    let length = (list.len() as u32).to_le_bytes();
    file.extend(list);
    file.extend([b"PK\x05\x06", &[0, 0, 0, 0, 1, 0, 1, 0][..], &length, &start, &[0; 2]].concat());
    file
}

const MODEL: &str = "<?xml version='1.0'?>\n<model unit='inch'><resources><object id='1' name='tile'><mesh>\n<vertices>\
    <vertex x='0' y='0' z='0'/><vertex x='1' y='0' z='0.5'/><vertex x='0' y='1' z='0'/></vertices>\n<triangles>\
    <triangle v1='0' v2='1' v3='2'/></triangles></mesh></object>\n<object id='2'><components><component objectid='1' \
    transform='0 1 0 -1 0 0 0 0 1 0 0 5'/><component objectid='1'/></components></object></resources>\n\
    <build><item objectid='2'/><item objectid='1'/></build></model>";

const ROBOT: &str = "<?xml version='1.0'?>\n<robot name='arm'>\n<link name='base'><collision><origin xyz='0 0 1' rpy='0 1 0'/>\
    <geometry><box size='1 2 3'/></geometry></collision></link>\n<link name='hand'><collision><geometry>\
    <mesh filename='part.obj' scale='1 2 1'/></geometry></collision></link>\n<link name='finger'><collision><geometry>\
    <cylinder length='2' radius='0.5'/></geometry></collision></link>\n<joint name='wrist' type='revolute'>\
    <parent link='base'/><child link='hand'/><origin xyz='0.5 0 0'/><axis xyz='0 0 1'/><limit lower='-1' upper='2'/></joint>\n\
    <joint name='grip' type='prismatic'><parent link='hand'/><child link='finger'/><limit upper='1'/>\
    <mimic joint='wrist' multiplier='2'/></joint>\n</robot>\n";

const TEXT_PLY: &str = "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
    property list uchar int tags\nelement other 1\nproperty double a\nelement face 2\nproperty list uchar int vertex_indices\n\
    end_header\n0 0 0 0\n1 0 0 1 7\n0 1 0 0\n0 0 1 2 8 9\n0.5\n3 0 1 2\n4 0 1 2 3\n";

const TEXT_STL: &str = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0.25\nendloop\nendfacet\n\
    facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 2.5\nendloop\nendfacet\nendsolid a\n";

const SCENE: &str = "unit = \"mm\"\nmargin = 5.0\nallowed = [[\"floor\", \"*\"]]\n[[body]]\nname = \"floor\"\n\
    shape = { kind = \"Cuboid\", half_extents = [500, 500, 10] }\n[[body]]\nname = \"part\"\ngroups = [\"a\", \"b\"]\n\
    mesh = { file = \"part.obj\", unit = \"in\", scale = 2 }\npose = { position = [1, 2, 3], euler = [0, 90, 45] }\n";

const SCENE_JSON: &str = "{\"unit\": \"mm\", \"body\": [{\"name\": \"a\", \"shape\": {\"kind\": \"ConvexPolyhedron\", \"vertices\":\
    [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, \"pose\": {\"matrix\": [[1, 0, 0, 5], [0, 1, 0, 0], [0, 0, 1, 0], \
    [0, 0, 0, 1]]}}, {\"name\": \"b\", \"mesh\": {\"file\": \"part.obj\"}}]}";

const COLLADA: &str = "<?xml version='1.0'?>\n<COLLADA><asset><unit meter='0.01'/></asset><library_geometries><geometry id='g'><mesh>\
    <source id='p'><float_array id='a' count='12'>0 0 0 1 0 0 0 1 0 0 0 1</float_array><technique_common><accessor source='#a' \
    stride='3'/></technique_common></source><vertices id='v'><input semantic='POSITION' source='#p'/></vertices>\n\
    <triangles><input semantic='VERTEX' source='#v' offset='0'/><p>0 1 2 0 2 3</p></triangles></mesh></geometry></library_geometries>\n\
    <library_visual_scenes><visual_scene id='s'><node><translate>1 2 3</translate><rotate>0 0 1 90</rotate><scale>1 2 3</scale>\
    <instance_geometry url='#g'/></node></visual_scene></library_visual_scenes><scene><instance_visual_scene url='#s'/></scene></COLLADA>";

/// The number of the three points of [`GLTF`], with one of them replaced.
const SPARSE: &str = "\"count\": 3, \"sparse\": {\"count\": 1, \"indices\": {\"bufferView\": 0, \"byteOffset\": 2, \"componentType\": 5121}, \
    \"values\": {\"bufferView\": 0, \"byteOffset\": 3}},";

const GLTF: &str = "{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"mesh\": 0, \"children\": [1]}, {\"mesh\": 0, \"scale\": \
    [1, 2, 3], \"translation\": [4, 5, 6]}], \"meshes\": [{\"primitives\": [{\"attributes\": {\"POSITION\": 0}}]}], \
    \"accessors\": [{\"bufferView\": 0, \"componentType\": 5121, \"count\": 3, \"type\": \"VEC3\"}], \
    \"bufferViews\": [{\"buffer\": 0, \"byteLength\": 9}], \"buffers\": [{\"byteLength\": 9, \"uri\": \
    \"data:application/octet-stream;base64,AAAAAQAAAAEA\"}]}";

#[test]
fn damaged_meshes() {
    survive(
        "a.obj",
        b"# c\no one\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1/1 3 2\nf -4 \\\n 2 4\no two\nf 2 3 4\n",
        MESH_MULTIPLE,
    );
    survive("a.off", &written("a.off"), MESH_MULTIPLE);
    survive(
        "b.off",
        b"COFF # colors\n4 2 6\n0 0 0 255 0 0 1\n1 0 0\n0 1 0\n0 0 1\n3 0 1 2 0.5\n4 0 1 2 3\n",
        MESH_MULTIPLE,
    );
    survive("a.ply", &written("a.ply"), MESH_MULTIPLE);
    survive("b.ply", TEXT_PLY.as_bytes(), MESH_MULTIPLE);
    survive("a.stl", &written("a.stl"), MESH_MULTIPLE);
    survive("b.stl", TEXT_STL.as_bytes(), MESH_MULTIPLE);
}

#[test]
fn damaged_assemblies() {
    survive("a.glb", &written("a.glb"), WHOLE_MULTIPLE);
    survive("a.gltf", GLTF.as_bytes(), WHOLE_MULTIPLE);
    survive("b.gltf", GLTF.replace("\"count\": 3,", SPARSE).as_bytes(), WHOLE_MULTIPLE);
    survive("a.dae", COLLADA.as_bytes(), WHOLE_MULTIPLE);
    survive("a.3mf", &written("a.3mf"), PACKED_MULTIPLE);
    survive_in("b.3mf", MODEL.as_bytes(), PACKED_MULTIPLE, model);
}

#[test]
fn damaged_points() {
    let header = "VERSION 0.7\nFIELDS x rgb y z\nSIZE 4 4 4 4\nTYPE F U F F\nCOUNT 1 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\nDATA ";
    let row = [[1.0_f32, 0.0, 2.0, 3.0], [4.0, 0.0, f32::NAN, 5.0]];
    let bytes: Vec<u8> = row.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    survive("a.pcd", format!("{header}ascii\n1 0 2 3\n4 0 nan 5\n").as_bytes(), MESH_MULTIPLE);
    survive("b.pcd", &[header.as_bytes(), b"binary\n", &bytes].concat(), MESH_MULTIPLE);
    // Columns, as one run of 32 bytes.
    let columns: Vec<u8> = (0..4).flat_map(|i| row.map(|point| point[i].to_le_bytes()).concat()).collect();
    let packed = [&[33, 0, 0, 0, 32, 0, 0, 0, 31][..], &columns].concat();
    survive("c.pcd", &[header.as_bytes(), b"binary_compressed\n", &packed].concat(), MESH_MULTIPLE);
    survive("a.xyz", b"# points\n1 2 3 255\n4, 5, 6\n7 8 9\n", MESH_MULTIPLE);
}

#[test]
fn damaged_robots_and_scenes() {
    survive("a.urdf", ROBOT.as_bytes(), WHOLE_MULTIPLE);
    let allowed = b"<robot name='arm'>\n<group name='g'/>\n<disable_collisions link1='base' link2='hand' reason='Adjacent'/>\n\
                    <disable_collisions link1='base' link2='finger' reason='Never'/>\n</robot>\n";
    survive("a.srdf", allowed, WHOLE_MULTIPLE);
    survive("a.toml", SCENE.as_bytes(), WHOLE_MULTIPLE);
    survive("a.json", SCENE_JSON.as_bytes(), WHOLE_MULTIPLE);
}

/// A small map, as our writer makes it.
fn written_map() -> Vec<u8> {
    let folder = Folder::new("written-isdf");
    let mesh = tetrahedron();
    let (mesh, _) = mesh.triangles::<f64>().unwrap();
    let map = DistanceMap::build(&mesh, &MapSettings { cells: 12, ..MapSettings::default() }).unwrap();
    let path = folder.0.join("a.isdf");
    isdf::write(&path, &map).unwrap();
    fs::read(&path).unwrap()
}

/// The checksum, made right again: what is damaged must be found without it.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let content = &bytes[..bytes.len().saturating_sub(4)];
    let bit = |crc: u32, _| if crc & 1 == 1 { 0xedb8_8320 ^ (crc >> 1) } else { crc >> 1 };
    let crc = !content.iter().fold(!0, |crc: u32, b| (0..8).fold(crc ^ u32::from(*b), bit));
    [content, &crc.to_le_bytes()].concat()
}

#[test]
fn damaged_maps() {
    let good = written_map();
    survive_in("a.isdf", &good, MAP_MULTIPLE, sealed);
    // With its checksum as it was, all damage is found.
    let folder = Folder::new("map");
    let path = folder.0.join("a.isdf");
    let mut random = Rng::new(7);
    let mut changed = 0;
    for _ in 0..MUTATIONS {
        let bytes = damaged(&good, &mut random);
        fs::write(&path, &bytes).unwrap();
        assert_eq!(read_bounded(&path, MAP_MULTIPLE).is_err(), bytes != good);
        changed += usize::from(bytes != good);
    }
    assert!(changed > MUTATIONS / 2, "{changed}");
    // Counts beyond all memory, in a file that is as short as it was.
    for at in [112, 116, 120, 124] {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&0xffff_fff8_u32.to_le_bytes());
        fs::write(&path, sealed(&bytes)).unwrap();
        let told = read_bounded(&path, MAP_MULTIPLE).unwrap_err().to_string();
        assert!(told.contains("cut off or damaged (byte 112)"), "{told}");
    }
}

/// Archives that unpack to far more than they are, or say so.
#[test]
fn bombs() {
    let folder = Folder::new("bombs");
    let path = folder.0.join("a.3mf");
    let zeros = vec![b' '; 100 << 20];
    let packed = miniz_oxide::deflate::compress_to_vec(&zeros, 9);
    // In truth 100 MiB; the same that claims less; and one that claims what is not there.
    for bytes in [archive(&zeros, 8, &packed), archive(&zeros[..1000], 8, &packed), archive(&zeros, 8, &[0])]
    {
        fs::write(&path, &bytes).unwrap();
        read_bounded(&path, 1).unwrap_err();
    }
    // Within the ratio, and full of what takes most memory.
    let vertices = "<vertex x='0' y='0' z='0'/>".repeat(40_000);
    let text = MODEL.replacen("</vertices>", &format!("{vertices}</vertices>"), 1);
    let noise: String =
        (0..20_000).map(|i: u64| (i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 3).to_string()).collect();
    fs::write(&path, model(format!("{text}<!-- {noise} -->").as_bytes())).unwrap();
    read_bounded(&path, PACKED_MULTIPLE).unwrap();
}

/// Files of a megabyte or so in which the same few bytes stand again and again: what takes most memory for its length, lies
/// deepest, or is compared with everything before it.
#[test]
fn files_made_to_do_harm() {
    let folder = Folder::new("harm");
    let many = |piece: &str| piece.repeat((1 << 20) / piece.len());
    let numbered = |piece: &dyn Fn(usize) -> String| (0..40_000).map(piece).collect::<String>();
    let chain: String = numbered(&|i| {
        format!(
            "<link name='l{i}'/><joint name='{i}' type='continuous'><parent link='l{i}'/><child link='l{}'/>\
                 <mimic joint='{}'/></joint>",
            i + 1,
            i + 1
        )
    });
    let gltf = "\"asset\": {\"version\": \"2.0\"}";
    let harmful: Vec<(&str, String, bool)> = vec![
        ("a.obj", format!("v 0 0 0\n{}", many("f 1 1 1\n")), true),
        ("a.obj", many("o\n"), false),
        ("a.obj", format!("v 0 0 0\n{}", many("o\nf 1 1 1\n")), true),
        ("a.obj", many("\\\n"), false),
        ("a.off", "OFF 999999999 999999999 0\n".into(), false),
        ("a.off", format!("OFF\n3 {} 0\n0 0 0\n0 0 0\n0 0 0\n{}", (1 << 20) / 8, many("3 0 0 0\n")), true),
        ("a.ply", format!("ply\nformat ascii 1.0\n{}end_header\n", many("element a 1\n")), false),
        (
            "a.ply",
            format!("ply\nformat ascii 1.0\nelement a 1\n{}end_header\n", many("property int x\n")),
            false,
        ),
        (
            "a.ply",
            "ply\nformat binary_little_endian 1.0\nelement vertex 18446744073709551615\nend_header\n".into(),
            false,
        ),
        ("a.ply", "ply\nformat ascii 1.0\nelement a 18446744073709551615\nend_header\n".into(), false),
        (
            "a.stl",
            format!("solid\n{}", many("facet\nvertex 0 0 0\nvertex 0 0 0\nvertex 0 0 0\nendfacet\n")),
            false,
        ),
        ("a.gltf", format!("{{{gltf}, \"nodes\": [{}{{}}]}}", many("{},")), false),
        ("a.gltf", format!("{{{gltf}, \"accessors\": {}", many("[")), false),
        ("a.gltf", format!("{{{gltf}, \"extras\": {}", many("{\"a\":")), false),
        (
            "a.gltf",
            {
                let nodes = numbered(&|i| format!("{{\"children\": [{}]}},", i + 1));
                format!("{{{gltf}, \"scenes\": [{{\"nodes\": [0]}}], \"nodes\": [{nodes}{{}}]}}")
            },
            false,
        ),
        ("a.pcd", "VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 99999999999\nHEIGHT 99999999999\nDATA binary\n".into(), false),
        ("a.pcd", "FIELDS x y z\nSIZE 9 9 9\nTYPE F F F\nCOUNT 9223372036854775807 9223372036854775807 1\nPOINTS 0\nDATA ascii\n".into(), false),
        ("a.xyz", many("1 2 3\n"), true),
        ("a.dae", format!("<COLLADA>{}</COLLADA>", many("<a/>")), false),
        ("a.dae", format!("<COLLADA>{}</COLLADA>", many("a<a/>")), false),
        ("a.dae", COLLADA.replace("0 1 2 0 2 3", &many("0 1 2 ")), true),
        ("a.dae", COLLADA.replace("0 1 0 0 0 1", &many("0 1 0 ")), true),
        ("a.gltf", GLTF.replace("\"bufferView\": 0, \"componentType\": 5121, \"count\": 3,", "\"componentType\": 5121, \"count\": 99999999999, \"sparse\": {\"count\": 0, \"indices\": {\"bufferView\": 0, \"componentType\": 5121}, \"values\": {\"bufferView\": 0}},"), false),
        ("a.urdf", many("<a>"), false),
        ("a.urdf", format!("<robot>{}</robot>", many("<a/>")), false),
        ("a.urdf", format!("<robot {}/>", numbered(&|i| format!("x{i}='' "))), false),
        ("a.urdf", format!("<robot x='{}'/>", many("&amp;")), false),
        ("a.urdf", format!("<!DOCTYPE a [<!ENTITY a 'a'>{}]><robot/>", many("<!ENTITY b '&a;&a;'>")), false),
        ("a.urdf", format!("<!DOCTYPE a [{}", many("<!")), false),
        ("a.urdf", format!("<robot>{}</robot>", many("&a")), false),
        ("a.urdf", format!("<robot>{}</robot>", many("&")), false),
        ("a.urdf", format!("<robot name='a'>{}<link name='a'/></robot>", many("&lt;")), true),
        ("a.urdf", format!("<robot>{}", many("<![CDATA[]]")), false),
        ("a.urdf", format!("<robot>{}", many("<!-- -")), false),
        ("a.urdf", format!("<robot name='a'>{}<link name='a'/></robot>", many("<!--->-->")), true),
        ("a.urdf", many("<?a?>"), false),
        ("a.urdf", many("<? ?"), false),
        ("a.urdf", many("\u{feff}"), false),
        ("a.urdf", format!("<robot x='{}", many("\"")), false),
        ("a.urdf", format!("<{}", many("a'\"")), false),
        ("a.urdf", format!("<robot {}", many("x='")), false),
        ("a.urdf", format!("<robot>{}", many("<a></a >")), false),
        ("a.urdf", format!("<robot>{}", many("</")), false),
        ("a.urdf", format!("<robot name='a'><link name='a'/></robot>{}", many("<robot/>")), false),
        ("a.urdf", format!("<robot name='a'><link name='a'/></robot>{}", many("a ")), false),
        ("a.urdf", format!("<robot name='a'><link name='a'/></robot>{}", many("\r\n\t ")), true),
        ("a.urdf", format!("<robot name='a'><link name='{0}'/></{0}>", many("\u{20ac}")), false),
        ("a.urdf", format!("<{0}><{0}/></{0}>", "a".repeat(1 << 18)), false),
        (
            "a.urdf",
            format!("<robot>{chain}<link name='l40000'/><joint name='40000' type='fixed'/></robot>"),
            false,
        ),
        (
            "a.urdf",
            format!(
                "<robot>{}</robot>",
                chain.replace("<mimic joint='40000'/>", "") + "<link name='l40000'/>"
            ),
            true,
        ),
        (
            "a.urdf",
            format!(
                "<robot><link name='a'><collision><geometry><mesh filename='package://p/{}'/></geometry></collision></link></robot>",
                many("a/")
            ),
            false,
        ),
        ("a.urdf", format!("<robot><link name='{0}'/><link name='{0}'/></robot>", many("a")), false),
        (
            "a.urdf",
            {
                let file = format!("package://p/{}", "a/".repeat(2000));
                let link = |i| {
                    format!(
                        "<link name='{i}'><visual><geometry><mesh filename='{file}'/></geometry></visual></link>"
                    )
                };
                format!("<robot>{}</robot>", (0..250).map(link).collect::<String>())
            },
            false,
        ),
        ("a.toml", format!("[[body]]\nname = \"{}\"\nshape = {{ kind = \"Disc\" }}", many("a")), false),
        (
            "a.toml",
            format!("unit = \"{}\"\n[[body]]\nname = \"a\"\nshape = {{ kind = \"Disc\" }}", many("a")),
            false,
        ),
        (
            "a.json",
            {
                // Points of a sphere, all of them corners of their hull.
                let point = |i: usize| {
                    let (height, turn) = ((2 * i + 1) as f64 / 40_000.0 - 1.0, 2.4 * i as f64);
                    let radius = (1.0 - height * height).sqrt();
                    format!("[{:.6},{:.6},{height:.6}]", radius * turn.cos(), radius * turn.sin())
                };
                let points = (0..40_000).map(point).collect::<Vec<_>>().join(",");
                format!(
                    "{{\"body\": [{{\"name\": \"a\", \"shape\": {{\"kind\": \"ConvexPolyhedron\", \"vertices\": [{points}]}}}}]}}"
                )
            },
            true,
        ),
        ("a.json", many("["), false),
        ("a.json", format!("{{\"body\": [{}", many("{\"name\":\"\"},")), false),
        ("a.json", format!("{{\"allowed\": [{}", many("[\"\",\"\"],")), false),
        ("a.toml", format!("a = {}", many("[")), false),
        ("a.toml", format!("a = {}", many("{a=")), false),
        ("a.toml", many("[[body]]\n"), false),
        ("a.toml", format!("[{}a]", many("a.")), false),
        ("a.toml", numbered(&|i| format!("a{i}=1\n")), false),
        ("a.toml", format!("[[body]]\nname = \"{}", many("a")), false),
    ];
    for (i, (name, text, is_read)) in harmful.into_iter().enumerate() {
        let path = folder.0.join(name);
        fs::write(&path, &text).unwrap();
        let multiple = if matches!(name, "a.obj" | "a.off" | "a.ply" | "a.stl") {
            MESH_MULTIPLE
        } else {
            WHOLE_MULTIPLE
        };
        let (result, memory, time) = measured(|| read(&path));
        let shown: String = text.chars().take(60).collect();
        assert!(memory <= multiple * text.len() + BASE, "{i} {shown}: {memory} bytes for {}", text.len());
        assert!(time < MOST_TIME, "{i} {shown}: {time:?}");
        assert_eq!(result.is_ok(), is_read, "{i} {shown}: {result:?}");
        let told = result.map_or_else(|e| e.to_string(), |()| String::new());
        assert!(told.len() < 2000, "{i} {shown}: {} bytes", told.len());
    }
}
