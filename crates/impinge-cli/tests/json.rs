//! The JSON of every command, compared with `docs/book/json.md`: every key that is printed stands there with its type, and every key
//! there is printed.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use common::Folder;
use impinge::Vec3;
use impinge_io::cases::{self, CasePose, CaseSet, CaseShape, Truth};
use impinge_io::ccd::{self, CcdQuery};
use serde_json::Value;

/// A section of the page, and the command lines that have its keys. Each gets `--json`.
type Samples<'a> = &'a [(&'a str, &'a [&'a [&'a str]])];

/// Commands about files of meshes.
const FILES: Samples<'_> = &[
    (
        "`check`",
        &[
            &["check", "part.obj", "ball.toml"],
            &["check", "part.obj", "cup.obj", "--whole"],
            &["check", "part.obj", "other.obj", "--whole"],
        ],
    ),
    ("`check --poses`", &[&["check", "part.obj", "other.obj", "--poses", "poses.f64", "--out", "out.f64"]]),
    (
        "`clash`",
        &[
            &[
                "clash",
                "part.obj",
                "other.obj",
                "cup.obj",
                "bad.obj",
                "--skip-unreadable",
                "--whole",
                "--clearance",
                "9",
            ],
            &["clash", "part.obj", "copy.obj", "--whole"],
        ],
    ),
    ("`convert`", &[&["convert", "part.obj", "part.ply"]]),
    ("`hull`", &[&["hull", "part.obj"]]),
    ("`hull --clouds`", &[&["hull", "--clouds", "clouds.bin"]]),
    ("`info` of a mesh", &[&["info", "part.obj"], &["info", "cup.obj"]]),
    ("`info` of a robot", &[&["info", "arm.urdf"]]),
    ("`info` of a scene", &[&["info", "ball.toml"]]),
];

#[test]
fn every_key_of_commands_about_files_is_on_the_page() {
    let folder = Folder::new("json", "files");
    make_files(&folder);
    compare(&folder, FILES);
}

/// Commands about maps, parts, robots, motion, and about the library itself.
const STUDIES: Samples<'_> = &[
    (
        "`sdf`",
        &[
            &["sdf", "part.obj", "--cells", "8", "--out", "part.isdf"],
            &["sdf", "part.obj", "--cells", "8", "--points", "points.f64", "--out", "values.f64"],
        ],
    ),
    ("`decompose`", &[&["decompose", "part.obj", "--out", "parts", "--force"]]),
    ("`robot`", &[&["robot", "cart.urdf", "--joint", "drive=1,0,0"]]),
    ("`robot --random`", &[&["robot", "open.urdf", "--random", "10"]]),
    (
        "`robot --path`",
        &[
            &["robot", "cart.urdf", "--path", "way.csv", "--samples", "3"],
            &["robot", "open.urdf", "--path", "way.csv"],
        ],
    ),
    ("`pairs`", &[&["pairs", "cases", "--repeat", "1"]]),
    ("`pairs --make`", &[&["pairs", "--make", "sph-sph", "--n", "3", "--out", "made"]]),
    ("`ccd`", &[&["ccd", "--kind", "vf", "queries.f64"]]),
    ("`judge`", &[&["judge", "cases", "answers"]]),
    ("`simulate`", &[&["simulate", "stack", "--count", "2", "--steps", "3"]]),
    ("`simulate --tallest`", &[&["simulate", "stack", "--tallest", "--iterations", "5", "--steps", "2"]]),
    (
        "`explain`",
        &[
            &["explain", "box:1,1,1", "sphere:1@2.5,0,0", "--page", "it.html"],
            &[
                "explain",
                "box:1,1,1",
                "box:1,1,1@5,0.1,0.2",
                "--algorithm",
                "cast",
                "--motion=-4,0,0",
                "--page",
                "it.html",
            ],
        ],
    ),
    ("`shapes`", &[&["shapes"]]),
    (
        "`reproduce`",
        &[&[
            "reproduce",
            "contact",
            "--quick",
            "--configurations",
            "1",
            "--only",
            "features",
            "--out",
            "evidence",
        ]],
    ),
];

#[test]
fn every_key_of_commands_about_studies_is_on_the_page() {
    let folder = Folder::new("json", "studies");
    make_files(&folder);
    make_studies(&folder);
    compare(&folder, STUDIES);
}

#[test]
fn every_section_of_the_page_is_tested() {
    let tested: BTreeSet<&str> =
        [FILES, STUDIES].into_iter().flatten().map(|(section, _)| *section).collect();
    assert_eq!(sections().keys().map(String::as_str).collect::<BTreeSet<_>>(), tested);
}

/// A tetrahedron in two groups.
const PART: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng sides\nf 1 2 4\nf 3 1 4\nf 2 3 4\ng floor\nf 1 3 2\n";

fn make_files(folder: &Folder) {
    folder.file("part.obj", PART);
    folder.file("copy.obj", PART);
    // One point is there twice; it overlaps the part.
    let other = PART.replace("v 0 0 0\n", "v 0.25 0.25 0.25\n").replace("v 0 0 1\n", "v 0 0 1\nv 0 0 1\n");
    folder.file("other.obj", other);
    let cup =
        PART.replace("f 1 3 2\n", "f 1 2 2\n").replace("v 1 0 0", "v 3 0 0").replace("v 0 0 0", "v 2 0 0");
    folder.file("cup.obj", cup);
    folder.file("bad.obj", "v 0 0 zero\n");
    let ball = "margin = 9\n[[body]]\nname = \"ball\"\nshape = { kind = \"Sphere\", radius = 1 }\ngroups = [\"g\"]\n\
                pose = { position = [3, 0, 0] }\n";
    folder.file("ball.toml", ball);
    folder.file(
        "arm.urdf",
        "<robot name='arm'><link name='base'><collision><geometry><box size='1 1 1'/></geometry></collision></link>\
         <link name='hand'/><joint name='wrist' type='revolute'><parent link='base'/><child link='hand'/>\
         <axis xyz='0 0 1'/><limit lower='-1' upper='2'/></joint></robot>",
    );
    let pose = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0_f64];
    folder.file(
        "poses.f64",
        [pose, pose].as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>(),
    );
    let corners = [[0.0_f32; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let bytes = corners.iter().flatten().flat_map(|x| x.to_le_bytes());
    folder.file("clouds.bin", 4_u32.to_le_bytes().into_iter().chain(bytes).collect::<Vec<u8>>());
}

/// A cart in the plane and a ball beside it; and the same with an open mesh.
const CART: &str = "<robot name='cart'><link name='world'/>
  <link name='cart'><collision><geometry><sphere radius='0.2'/></geometry></collision></link>
  <link name='mast'><collision><origin xyz='0 0 1'/><geometry><sphere radius='0.2'/></geometry></collision></link>
  <link name='ball'><collision><origin xyz='2 0 1'/><geometry><sphere radius='0.2'/></geometry></collision></link>
  <joint name='drive' type='planar'><parent link='world'/><child link='cart'/><axis xyz='0 0 1'/></joint>
  <joint name='swing' type='continuous'><parent link='cart'/><child link='mast'/></joint>
  <joint name='hold' type='fixed'><parent link='world'/><child link='ball'/></joint></robot>";

fn make_studies(folder: &Folder) {
    folder.file("cart.urdf", CART);
    folder.file("sheet.obj", "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nf 1 2 3\n");
    folder.file("open.urdf", CART.replacen("<sphere radius='0.2'/>", "<mesh filename='sheet.obj'/>", 1));
    folder.file("way.csv", "drive.x,swing\n0,0\n2,0\n");
    folder.file("points.f64", [0_u8; 24]);
    let pose = |x: f64| CasePose { translation: [x, 0.0, 0.0], quaternion: [0.0, 0.0, 0.0, 1.0] };
    let ball = CaseShape::Sphere { r: 1.0 };
    let truths: Vec<Truth> = [1.0, -1.0]
        .map(|signed_distance| Truth { signed_distance, normal: [1.0, 0.0, 0.0], error: 0.0 })
        .into();
    let set = |name: &str| CaseSet {
        name: name.into(),
        family: "balls".into(),
        a: ball.clone(),
        b: ball.clone(),
        side: None,
        poses: vec![[pose(0.0), pose(3.0)], [pose(0.0), pose(1.0)]],
        truth: Some(truths.clone()),
    };
    cases::write(folder.path("cases"), &[set("balls")]).unwrap();
    fs::create_dir_all(folder.path("answers")).unwrap();
    // The second verdict is wrong.
    cases::write_answers(Path::new(&folder.path("answers")).join("balls.contact.f64"), &[1.0, 1.0]).unwrap();
    let points = |z: f64| [[0.25, 0.25, z], [0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
    let fall = CcdQuery { start: points(1.0), end: points(-1.0), touch: true, time: Some(0.5) };
    ccd::write(folder.path("queries.f64"), &[fall]).unwrap();
}

/// Runs all commands in the folder and compares what they print with the page.
fn compare(folder: &Folder, samples: Samples<'_>) {
    let sections = sections();
    for (section, commands) in samples {
        let keys = sections.get(*section).unwrap_or_else(|| panic!("no section {section}"));
        let mut seen = BTreeSet::new();
        for command in *commands {
            let run = |json: &str| {
                // New cases are made in a new folder only.
                let _ = fs::remove_dir_all(folder.path("made"));
                let mut program = Command::new(env!("CARGO_BIN_EXE_impinge"));
                program.args(*command).arg(json).current_dir(&folder.0).output().unwrap()
            };
            let output = run("--json");
            assert!(matches!(output.status.code(), Some(0 | 1 | 4)), "{command:?}: {output:?}");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(!text.is_empty(), "{command:?}");
            for line in text.lines() {
                let value: Value =
                    serde_json::from_str(line).unwrap_or_else(|e| panic!("{command:?}: {e}: {line}"));
                let mut found = Vec::new();
                let is_same = value.as_object().is_some_and(|_| flatten("", &value, &mut found));
                assert!(is_same, "{command:?}: {line}");
                let mut present = BTreeSet::new();
                for (path, value) in &found {
                    let Some((key, said)) = entry(keys, path) else {
                        panic!("{section}: `{path}` is not on the page ({command:?})");
                    };
                    assert!(said.fits(value), "{section}: `{path}` is {value}, not {said:?} ({command:?})");
                    present.insert(key.to_owned());
                }
                for (key, said) in keys {
                    let parent = key.rsplit_once('.').map_or("", |(parent, _)| parent);
                    let has_parent = parent.is_empty() || present.contains(parent);
                    assert!(
                        said.is_optional || !has_parent || present.contains(key) || key.contains(['*', '[']),
                        "{section}: `{key}` is missing ({command:?}): {line}"
                    );
                }
                seen.extend(present);
            }
            // The same in a file, with text instead.
            let output = run("--json=out.json");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(!text.starts_with('{') && folder.0.join("out.json").exists(), "{command:?}: {text}");
            fs::remove_file(folder.0.join("out.json")).unwrap();
        }
        let unseen: Vec<&String> = keys.keys().filter(|key| !seen.contains(*key)).collect();
        assert!(unseen.is_empty(), "{section}: no sample has {unseen:?}");
    }
}

/// Type of a key.
#[derive(Debug)]
struct Said {
    kind: String,
    is_optional: bool,
    is_nullable: bool,
}

impl Said {
    fn new(text: &str) -> Self {
        let (is_optional, text) = text.strip_prefix("optional ").map_or((false, text), |rest| (true, rest));
        let (is_nullable, kind) = text.strip_suffix(" or null").map_or((false, text), |rest| (true, rest));
        Self { kind: kind.into(), is_optional, is_nullable }
    }

    fn fits(&self, value: &Value) -> bool {
        match (value, self.kind.as_str()) {
            (Value::Null, _) => self.is_nullable,
            (Value::Bool(_), kind) => kind == "boolean",
            (Value::String(_), kind) => kind == "text",
            (Value::Number(_), "number") => true,
            (Value::Number(x), kind) => kind == "integer" && !x.is_f64(),
            (Value::Array(list), "point") => list.len() == 3 && list.iter().all(Value::is_number),
            (Value::Array(_), kind) => kind == "list",
            (Value::Object(_), kind) => kind == "object",
        }
    }
}

/// The type of a key, by its path, in which names between dots may be `*` on the page.
fn entry<'a>(keys: &'a BTreeMap<String, Said>, path: &str) -> Option<(&'a str, &'a Said)> {
    let fits = |key: &str| {
        let (key, path): (Vec<&str>, Vec<&str>) = (key.split('.').collect(), path.split('.').collect());
        key.len() == path.len() && key.iter().zip(path).all(|(k, p)| *k == "*" || *k == p)
    };
    keys.get_key_value(path).or_else(|| keys.iter().find(|(key, _)| fits(key))).map(|(k, s)| (k.as_str(), s))
}

/// All keys below a value, with what they hold. Lists of three numbers are points.
fn flatten<'a>(path: &str, value: &'a Value, found: &mut Vec<(String, &'a Value)>) -> bool {
    if !path.is_empty() {
        found.push((path.to_owned(), value));
    }
    match value {
        Value::Object(map) => map.iter().all(|(key, value)| {
            let path =
                if path.is_empty() { key.clone() } else { format!("{path}.{}", key.replace('.', "_")) };
            flatten(&path, value, found)
        }),
        Value::Array(list) if list.len() == 3 && list.iter().all(Value::is_number) => true,
        Value::Array(list) => list.iter().all(|value| flatten(&format!("{path}[]"), value, found)),
        _ => true,
    }
}

/// The tables of the page, by their headings.
fn sections() -> BTreeMap<String, BTreeMap<String, Said>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/json.md");
    let page = fs::read_to_string(page).unwrap();
    let mut sections: BTreeMap<String, BTreeMap<String, Said>> = BTreeMap::new();
    let mut section = None;
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = Some(title.to_owned());
        } else if let (Some(title), Some(row)) = (&section, line.strip_prefix("| `")) {
            let mut cells = row.split(" | ");
            let (key, kind) = (cells.next().unwrap().trim_end_matches('`'), cells.next().unwrap());
            let keys = sections.entry(title.clone()).or_default();
            assert!(keys.insert(key.into(), Said::new(kind)).is_none(), "{title}: `{key}` twice");
        }
    }
    sections
}
