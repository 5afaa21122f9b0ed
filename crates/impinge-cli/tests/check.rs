//! `impinge check` as a user meets it.

mod common;

use std::fmt::Write;
use std::fs;
use std::process::{Command, Output};

use common::Folder;
use serde_json::Value;

fn check(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_impinge")).arg("check").args(args).output().unwrap()
}

fn check_json(args: &[&str]) -> Output {
    check(&[args, &["--json"]].concat())
}

/// The one line of stdout of a run that ended well, and what is on stderr. The exit code says the same as the line.
#[track_caller]
fn told(output: &Output) -> (Value, String) {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    let line: Value = serde_json::from_str(&text).unwrap();
    let has_collision = match line["hits"].as_u64() {
        Some(hits) => hits > 0,
        None => line["state"] != "apart" && line["state"] != "touching",
    };
    let code = match (has_collision, line["proven"].as_bool().unwrap()) {
        (true, _) => 1,
        (false, true) => 0,
        (false, false) => 4,
    };
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    (line, String::from_utf8(output.stderr.clone()).unwrap())
}

#[track_caller]
fn json(output: &Output) -> Value {
    let (json, notes) = told(output);
    assert_eq!(notes, "");
    json
}

#[track_caller]
fn refused(output: &Output, parts: &[&str]) {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text.starts_with("impinge: ") && output.stdout.is_empty(), "{output:?}");
    let last = text.lines().last().unwrap();
    for part in parts {
        assert!(last.contains(part), "`{part}` is not in: {last}");
    }
}

/// A cube from the origin, of squares, as OBJ.
fn cube(side: f64) -> String {
    let mut text = String::new();
    for i in 0..8 {
        let at = |bit: u32| if i >> bit & 1 == 1 { side } else { 0.0 };
        writeln!(text, "v {} {} {}", at(0), at(1), at(2)).unwrap();
    }
    for [a, b, c, d] in [[1, 3, 4, 2], [5, 6, 8, 7], [1, 2, 6, 5], [3, 7, 8, 4], [1, 5, 7, 3], [2, 4, 8, 6]] {
        writeln!(text, "f {a} {b} {c} {d}").unwrap();
    }
    text
}

#[rustfmt::skip]
const KEYS: [&str; 19] = [
    "a", "b", "state", "distance", "signed_distance", "depth", "error", "point_a", "point_b", "normal", "face_a", "face_b", "proof",
    "proven", "open_a", "open_b", "triangles", "ms", "unit",
];

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn two_cubes_in_every_relation() {
    let folder = Folder::new("check", "states");
    let (large, small) = (folder.file("large.obj", cube(4.0)), folder.file("small.obj", cube(1.0)));
    let at = |pose: &str, more: &[&str]| {
        json(&check_json(&[&[large.as_str(), &small, "--pose-b", pose], more].concat()))
    };
    let apart = at("7,1,2,0,0,0,1", &[]);
    let keys: Vec<&String> = apart.as_object().unwrap().keys().collect();
    assert_eq!(keys.len(), KEYS.len());
    assert!(KEYS.iter().all(|key| keys.iter().any(|k| k == key)), "{keys:?}");
    assert_eq!((&apart["state"], &apart["triangles"]), (&"apart".into(), &24.into()));
    let (distance, error) = (apart["distance"].as_f64().unwrap(), apart["error"].as_f64().unwrap());
    assert!((distance - 3.0).abs() <= error && error < 1e-12, "{apart}");
    assert_eq!(numbers(&apart["normal"]), [1.0, 0.0, 0.0]);
    let (a, b) = (numbers(&apart["point_a"]), numbers(&apart["point_b"]));
    assert!((a[0] - 4.0).abs() <= error && (b[0] - 7.0).abs() <= error, "{apart}");
    // The face x = 4, counted as in the file, and one at the edge of x = 0.
    assert_eq!((&apart["face_a"], &apart["face_b"]), (&5.into(), &0.into()));
    assert!(apart["ms"].as_f64().unwrap() > 0.0);

    for (pose, state, surfaces) in [
        ("4,1,2,0,0,0,1", "touching", "touching"),
        ("-1,-1,-1,0,0,0,1", "touching", "touching"),
        ("3.5,1,2,0,0,0,1", "overlapping", "overlapping"),
        ("1,1,2,0,0,0,1", "contains", "apart"),
        ("0,0,0,0,0,0,1", "contains", "touching"),
        // A quaternion of any length.
        ("2,2,2,0.5,0.25,-0.125,3", "contains", "apart"),
    ] {
        let solid = at(pose, &[]);
        assert_eq!((&solid["state"], &solid["distance"]), (&state.into(), &0.0.into()), "{pose}: {solid}");
        let surface = at(pose, &["--surface"]);
        assert_eq!(surface["state"], surfaces, "{pose}: {surface}");
        assert_eq!(surface["distance"].as_f64().unwrap() > 0.0, surfaces == "apart", "{pose}: {surface}");
    }
    let inside = json(&check_json(&[&small, &large, "--pose-a", "1,1,2,0,0,0,1"]));
    assert_eq!((&inside["state"], &inside["face_b"]), (&"inside".into(), &Value::Null));
}

#[test]
fn many_poses_give_one_distance_each() {
    let folder = Folder::new("check", "many");
    let (large, small) = (folder.file("large.obj", cube(4.0)), folder.file("small.obj", cube(1.0)));
    // The quaternions are made unit.
    let row = |x: f64, q: f64| [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, q, x, 1.0, 1.0, 0.0, 0.0, 0.0, q];
    let rows = [row(6.0, 1.0), row(4.0, 2.0), row(1.0, 0.5), row(-11.0, -1.0)];
    let bytes: Vec<u8> = rows.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    let (poses, out) = (folder.file("poses.f64", &bytes), folder.path("out.f64"));
    let many = ["--poses", &poses, "--out", &out];
    let read = || -> Vec<f64> {
        let bytes = fs::read(&out).unwrap();
        bytes.chunks(8).map(|c| f64::from_le_bytes(c.try_into().unwrap())).collect()
    };
    let line = json(&check_json(&[&[large.as_str(), &small], &many[..]].concat()));
    assert_eq!((&line["n"], &line["hits"]), (&4.into(), &2.into()), "{line}");
    assert!(line["ns"].as_f64().unwrap() > 0.0 && KEYS.iter().all(|key| line.get(key).is_some()), "{line}");
    assert_eq!(line["state"], "contains");
    for (told, right) in read().iter().zip([2.0, 0.0, 0.0, 10.0]) {
        assert!((told - right).abs() < 1e-12, "{told} {right}");
    }
    let line = json(&check_json(&[&[large.as_str(), &small, "--surface"], &many[..]].concat()));
    assert_eq!(line["hits"], 1, "{line}");
    assert_eq!(read()[2], 1.0);
    // Nothing else is left behind.
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 4);
}

#[test]
fn repairs_are_reported_one_line_each() {
    let folder = Folder::new("check", "repairs");
    let good = folder.file("good.obj", cube(1.0));
    // The last square is turned around, one is there twice, one has no area, and a vertex is there twice.
    let broken = cube(1.0)
        .replace("f 2 4 8 6", "f 2 6 8 4\nf 1 3 4 2\nf 1 1 2 2\nv 0 0 0")
        .replace("f 1 5 7 3", "f 9 5 7 3");
    let broken = folder.file("broken.obj", broken);
    let (line, notes) = told(&check_json(&[&good, &broken, "--pose-b", "3,0,0,0,0,0,1"]));
    assert_eq!(line["state"], "apart");
    for note in ["broken.obj: 1 points welded", "flipped", "1 faces without area dropped", "copies"] {
        assert_eq!(notes.lines().filter(|line| line.contains(note)).count(), 1, "{note}: {notes}");
    }
    assert!(notes.lines().all(|line| line.starts_with("impinge: ")) && !notes.contains("open"), "{notes}");
    let open = folder.file("open.obj", cube(4.0).replace("f 2 4 8 6\n", ""));
    let inner = ["--pose-b", "1,1,1,0,0,0,1"];
    let (line, notes) = told(&check_json(&[&[open.as_str(), &good], &inner[..]].concat()));
    assert!(
        line["state"] == "apart" && notes.contains("open.obj: open: no inside (4 edges"),
        "{line} {notes}"
    );
    assert_eq!(
        json(&check_json(&[&[open.as_str(), &good, "--surface"], &inner[..]].concat()))["distance"],
        1.0
    );
}

#[test]
fn mistakes_are_reported_in_one_line() {
    let folder = Folder::new("check", "mistakes");
    let good = folder.file("good.obj", cube(1.0));
    refused(&check(&[&good]), &["good.obj", "only one body"]);
    refused(&check(&[&good, &folder.path("missing.obj")]), &["missing.obj"]);
    refused(&check(&[&good, &folder.file("mesh.foo", "ply")]), &[".foo", ".obj", ".stl"]);
    refused(&check(&[&folder.file("text.obj", "v 0 0 zero\nf 1 1 1\n"), &good]), &["text.obj", "line 1"]);
    refused(&check(&[&good, &folder.file("points.obj", "v 0 0 0\n")]), &["points.obj", "no faces"]);
    let flat = folder.file("flat.obj", "v 0 0 0\nv 1 0 0\nf 1 2 1\n");
    refused(&check(&[&good, &flat]), &["flat.obj", "without area"]);
    let far = folder.file("far.obj", "v 1e100 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    refused(&check(&[&good, &far]), &["far.obj", "point 0"]);
    refused(&check(&[&good, &folder.file("cut.stl", [0; 90])]), &["cut.stl"]);
    for (pose, part) in [
        ("0,0,0,0,0,0", "7 numbers"),
        ("0,0,zero,0,0,0,1", "`zero`"),
        ("nan,0,0,0,0,0,1", "finite"),
        ("0,0,0,0,inf,0,1", "quaternion"),
        ("0,0,0,0,0,0,0", "quaternion"),
        ("1e308,0,0,0,0,0,1", "translation"),
    ] {
        refused(&check(&[&good, &good, "--pose-a", pose]), &["--pose-a", part]);
    }
    let out = folder.path("out.f64");
    let many = |poses: &str, out: &str| check(&[&good, &good, "--poses", poses, "--out", out]);
    let row = |x: f64, w: f64| {
        let row = [x, 0.0, 0.0, 0.0, 0.0, 0.0, w, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
        row.into_iter().flat_map(f64::to_le_bytes).collect::<Vec<u8>>()
    };
    let whole = folder.file("whole.f64", row(0.0, 1.0));
    refused(&check(&[&good, &good, "--poses", &whole]), &["--out"]);
    refused(&check(&[&good, &good, "--out", &out]), &["--poses"]);
    refused(&many(&folder.file("cut.f64", &row(0.0, 1.0)[8..]), &out), &["cut.f64", "104 bytes", "112"]);
    refused(&many(&folder.file("none.f64", ""), &out), &["none.f64", "0 bytes"]);
    refused(
        &many(&folder.file("nan.f64", [row(0.0, 1.0), row(f64::NAN, 1.0)].concat()), &out),
        &["pair 1", "tA x", "NaN"],
    );
    refused(&many(&folder.file("zero.f64", row(0.0, 0.0)), &out), &["zero.f64", "qA"]);
    refused(&many(&folder.file("far.f64", row(1e308, 1.0)), &out), &["far.f64", "row 0", "translation"]);
    refused(&many(&whole, &folder.path("no/such/folder.f64")), &["no/such"]);
    refused(&many(&whole, folder.0.to_str().unwrap()), &["impinge-check-mistakes"]);
    assert!(!fs::exists(&out).unwrap());
}

/// A scene: two boxes that overlap and may, a ball that touches one of them, a mesh that is near.
const SCENE: &str = r#"
margin = 0.5
allowed = [["left", "right*"]]
[[body]]
name = "left"
shape = { kind = "Cuboid", half_extents = [1, 1, 1] }
[[body]]
name = "right box"
shape = { kind = "Cuboid", half_extents = [1, 1, 1] }
pose = { position = [1.5, 0, 0] }
[[body]]
name = "ball <b>"
shape = { kind = "Sphere", radius = 0.5 }
pose = { position = [0, 0, 1.5] }
[[body]]
name = "mesh"
mesh = { file = "cube.obj" }
pose = { position = [-2.25, 0, 0] }
"#;

#[test]
fn a_scene_is_answered_pair_by_pair() {
    let folder = Folder::new("check", "scene");
    folder.file("cube.obj", cube(1.0));
    let (scene, page) = (folder.file("scene.toml", SCENE), folder.path("page.html"));
    let output = check(&[&scene, "--json", "--page", &page]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |a: &str, b: &str| lines.iter().find(|line| line["a"] == a && line["b"] == b);
    assert!(of("left", "right box").is_none(), "they may meet");
    let ball = of("left", "ball <b>").unwrap();
    assert_eq!((&ball["state"], &ball["signed_distance"]), (&"touching".into(), &0.0.into()));
    let mesh = of("left", "mesh").unwrap();
    let (distance, error) = (mesh["signed_distance"].as_f64().unwrap(), mesh["error"].as_f64().unwrap());
    assert!(mesh["state"] == "apart" && (distance - 0.25).abs() <= error && error < 1e-12, "{mesh}");
    // A name is text, wherever it stands.
    let html = fs::read_to_string(page).unwrap();
    assert!(html.starts_with("<!doctype html>") && !html.contains("ball <b>"));
    for (name, start) in [
        ("r.csv", "a,b,state"),
        ("r.jsonl", "{\"a\":\"left\""),
        ("r.parquet", "PAR1"),
        ("r.vtp", "<?xml"),
        ("r.vtu", "<?xml"),
    ] {
        let results = folder.path(name);
        assert_eq!(check(&[&scene, "--results", &results]).status.code(), Some(0));
        assert!(fs::read(results).unwrap().starts_with(start.as_bytes()), "{name}");
    }
    let wrong = check(&[&scene, "--results", &folder.path("r.xls")]);
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
    assert!(wrong.stdout.is_empty(), "refused before anything is asked: {wrong:?}");
    // Nobody said that these may meet.
    let strict = folder.file("strict.toml", SCENE.replace("left\", \"right*", "left\", \"none"));
    let output = check(&[&strict]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("overlapping") && text.contains("frees it"), "{text}");
}

#[test]
fn many_meshes_are_checked_at_once() {
    let folder = Folder::new("check", "many-meshes");
    let files: Vec<String> = (0..4)
        .map(|k| {
            let moved = cube(1.0).replace("v 0 ", &format!("v {} ", 1.25 * f64::from(k)));
            folder.file(
                &format!("{k}.obj"),
                moved.replace("v 1 ", &format!("v {} ", 1.25 * f64::from(k) + 1.0)),
            )
        })
        .collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let apart = check(&files);
    assert_eq!(apart.status.code(), Some(0), "{apart:?}");
    assert!(String::from_utf8(apart.stdout).unwrap().contains("4 bodies, all of them apart"));
    let near = check(&[&files[..], &["--margin", "0.3", "--json"]].concat());
    let text = String::from_utf8(near.stdout).unwrap();
    assert_eq!(text.lines().count(), 3, "{text}");
    refused(&check(&[&files[..], &["--pose-a", "0,0,0,0,0,0,1"]].concat()), &["--pose-a", "two meshes"]);
    refused(&check(&[&files[..], &["--joint", "a=1"]].concat()), &["--joint", ".urdf"]);
    refused(&check(&[&files[..], &["--margin", "-1"]].concat()), &["--margin", "-1"]);
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Two files printed JSON without `--json`, and nothing with it when they were apart.
#[test]
fn two_files_have_the_form_of_three() {
    let folder = Folder::new("check", "grammar");
    let moved = |name: &str, x: f64| {
        let text = cube(1.0).replace("v 0 ", &format!("v {x} ")).replace("v 1 ", &format!("v {} ", x + 1.0));
        folder.file(name, text)
    };
    let (a, b, c) = (moved("a.obj", 0.0), moved("b.obj", 0.75), moved("c.obj", 5.0));
    let rows = |files: &[&str]| {
        let output = check_json(files);
        let text = stdout(&output);
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (output.status.code(), lines)
    };
    let (code, three) = rows(&[&a, &b, &c]);
    assert_eq!((code, three.len()), (Some(1), 1));
    let (code, two) = rows(&[&a, &b]);
    assert_eq!((code, two.len()), (Some(1), 1));
    let keys = |line: &Value| line.as_object().unwrap().keys().cloned().collect::<Vec<String>>();
    assert_eq!(keys(&two[0]), keys(&three[0]));
    let depth = two[0]["depth"].as_f64().unwrap();
    assert!((depth - 0.25).abs() <= two[0]["error"].as_f64().unwrap() + 1e-12, "{}", two[0]);
    // Apart: the pair stands there all the same, in both forms.
    let (code, two) = rows(&[&a, &c]);
    assert_eq!(
        (code, two.len(), &two[0]["depth"], &two[0]["unit"]),
        (Some(0), 1, &Value::Null, &"file".into())
    );
    assert_eq!((&two[0]["a"], &two[0]["b"]), (&"a.obj".into(), &"c.obj".into()));
    let (two, three) = (stdout(&check(&[&a, &c])), stdout(&check(&[&a, &b, &c])));
    let header = |text: &str| {
        text.lines().find(|line| line.starts_with('A')).unwrap().split_whitespace().collect::<String>()
    };
    assert_eq!(header(&two), header(&three));
    assert!(two.contains("apart") && two.contains("units of the file") && !two.contains('{'), "{two}");
    let shown = stdout(&check(&[&a, &c, "--unit", "mm"]));
    assert!(shown.contains("lengths in mm"), "{shown}");
}

/// A file that was named and not read was an error that ended everything, or worse.
#[test]
fn the_rest_is_checked_if_a_file_is_not_read() {
    let folder = Folder::new("check", "unread");
    let (one, two) = (folder.file("one.obj", cube(1.0)), folder.file("two.obj", cube(2.0)));
    let broken = folder.file("broken.obj", "v 0 0 zero\n");
    let output = check(&[&one, &broken, &two]);
    assert_eq!(output.status.code(), Some(2), "worse than the collision: {output:?}");
    assert!(stdout(&output).contains("two.obj"), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("broken.obj") && said.contains("line 1"), "{said}");
    assert_eq!(check(&[&one, &broken, &two, "--skip-unreadable"]).status.code(), Some(1));
    let far = folder.file("far.obj", cube(1.0).replace("v 0 ", "v 7 ").replace("v 1 ", "v 8 "));
    assert_eq!(check(&[&one, &broken, &far]).status.code(), Some(2));
    assert_eq!(check(&[&one, &broken, &far, "--skip-unreadable"]).status.code(), Some(0));
    for files in [&[broken.as_str()][..], &[&broken, &one], &[&folder.path("none.toml"), &one]] {
        for skip in [&[][..], &["--skip-unreadable"]] {
            assert_eq!(check(&[files, skip].concat()).status.code(), Some(2), "{files:?}");
        }
    }
    let scene = folder.file("scene.toml", "[[body]]\nname = \"m\"\nmesh = { file = \"broken.obj\" }\n");
    assert_eq!(check(&[&one, &far, &scene]).status.code(), Some(2));
}

/// A cube wholly inside of an open part was "apart", exit code 0.
#[test]
fn open_bodies_prove_nothing() {
    let folder = Folder::new("check", "open");
    let cup = folder.file("cup.obj", cube(4.0).replace("f 2 4 8 6\n", ""));
    let pin = folder.file("pin.obj", cube(1.0));
    let inner = ["--pose-b", "1,1,1,0,0,0,1"];
    let run = |args: &[&str]| check(&[&[cup.as_str(), &pin], &inner[..], args].concat());
    let open = run(&[]);
    assert_eq!(open.status.code(), Some(4), "{open:?}");
    assert!(stdout(&open).contains("not proven") && stdout(&open).contains("cup.obj"), "{open:?}");
    let line: Value = serde_json::from_slice(&run(&["--json"]).stdout).unwrap();
    assert_eq!(
        (&line["proven"], &line["open_a"], &line["open_b"]),
        (&false.into(), &true.into(), &false.into())
    );
    assert!(String::from_utf8(run(&["--json"]).stderr).unwrap().contains("--allow-open"));
    for allowed in ["cup.obj", "c*", "*"] {
        let output = run(&["--allow-open", allowed]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(!stdout(&output).contains("not proven"), "{output:?}");
    }
    assert_eq!(run(&["--allow-open", "pin*"]).status.code(), Some(4));
    assert_eq!(run(&["--surface"]).status.code(), Some(0));
    // A collision is one all the same, and far apart is as unproven as near.
    assert_eq!(check(&[&cup, &pin, "--pose-b=-0.5,1,1,0,0,0,1"]).status.code(), Some(1));
    assert_eq!(check(&[&cup, &pin, "--pose-b", "35,1,1,0,0,0,1"]).status.code(), Some(4));
    let scene = "[[body]]\nname = \"m\"\nmesh = { file = \"cup.obj\" }\n[[body]]\nname = \"ball\"\n\
                 shape = { kind = \"Sphere\", radius = 0.5 }\npose = { position = [2, 2, 2] }\n";
    let scene = folder.file("scene.toml", scene);
    assert_eq!(check(&[&scene]).status.code(), Some(4));
    assert_eq!(check(&[&scene, "--allow-open", "m"]).status.code(), Some(0));
}

/// Faces that face inward bound a solid all the same, and a message says so.
#[test]
fn inside_out_bodies_are_solid() {
    let folder = Folder::new("check", "inside-out");
    let turned: String = cube(4.0)
        .lines()
        .map(|line| match line.strip_prefix("f ") {
            Some(face) => format!("f {}\n", face.split(' ').rev().collect::<Vec<_>>().join(" ")),
            None => format!("{line}\n"),
        })
        .collect();
    let (turned, pin) = (folder.file("turned.obj", turned), folder.file("pin.obj", cube(1.0)));
    let output = check_json(&[&turned, &pin, "--pose-b", "1,1,1,0,0,0,1"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stdout(&output).contains("contains"), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("turned.obj: its faces face inward"));
}

/// A scene in millimeters beside a robot in meters was as if both had one unit.
#[test]
fn files_of_different_units_are_converted() {
    let folder = Folder::new("check", "units");
    let ball = |name: &str, unit: &str, x: f64, radius: f64| {
        let text = format!(
            "unit = \"{unit}\"\n[[body]]\nname = \"{name}\"\nshape = {{ kind = \"Sphere\", radius = {radius} }}\n\
             pose = {{ position = [{x}, 0, 0] }}\n"
        );
        folder.file(&format!("{name}.toml"), text)
    };
    let (meters, millimeters) = (ball("m", "m", 0.0, 0.5), ball("mm", "mm", 2000.0, 250.0));
    for (args, unit, expected) in [
        (&[&meters[..], &millimeters][..], "m", 1.25),
        (&[&millimeters, &meters], "mm", 1250.0),
        (&[&meters, &millimeters, "--unit", "cm"], "cm", 125.0),
    ] {
        let line = json(&check_json(args));
        assert_eq!(line["unit"], unit);
        let off = (line["distance"].as_f64().unwrap() - expected).abs();
        assert!(off <= line["error"].as_f64().unwrap() + 1e-12 * expected, "{line}");
    }
    // A mesh that states no unit: in the one of the others, with a message, or in the one of the command.
    let mesh = folder.file("cube.obj", cube(1.0).replace("v 0 ", "v 3 ").replace("v 1 ", "v 4 "));
    let (line, said) = told(&check_json(&[&meters, &mesh]));
    assert!(
        (line["distance"].as_f64().unwrap() - 2.5).abs() < 1e-12 && said.contains("cube.obj: states no unit"),
        "{said}"
    );
    let line = json(&check_json(&[&meters, &mesh, "--unit", "m"]));
    assert_eq!(line["unit"], "m");
}

/// Parts of two files: the nearest pair of one of each is shown, however far apart they are.
#[test]
fn parts_of_two_files_are_bodies() {
    let folder = Folder::new("check", "parts");
    // Two cubes as objects of one file, with two names, and the same twice.
    let objects = |xs: [f64; 2]| {
        let one = |k: usize| {
            let x = xs[k];
            let text =
                cube(1.0).replace("v 0 ", &format!("v {x} ")).replace("v 1 ", &format!("v {} ", x + 1.0));
            let numbers = |face: &str| {
                face.split(' ')
                    .map(|v| (v.parse::<usize>().unwrap() + 8 * k).to_string())
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            let line = |line: &str| match line.strip_prefix("f ") {
                Some(face) => format!("f {}\n", numbers(face)),
                None => format!("{line}\n"),
            };
            format!("o part{k}\n{}", text.lines().map(line).collect::<String>())
        };
        format!("{}{}", one(0), one(1))
    };
    let (a, b) = (folder.file("a.obj", objects([0.0, 5.0])), folder.file("b.obj", objects([9.0, 90.0])));
    let line = json(&check_json(&[&a, &b]));
    assert_eq!((&line["a"], &line["b"]), (&"a.obj/part1".into(), &"b.obj/part0".into()));
    assert!((line["distance"].as_f64().unwrap() - 3.0).abs() < 1e-12, "{line}");
    let whole = json(&check_json(&[&a, &b, "--whole"]));
    assert_eq!((&whole["a"], &whole["triangles"]), (&"a.obj".into(), &48.into()));
    // One file twice: the second has numbers.
    let output = check_json(&[&a, &a]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("a.obj/part0 (2)"), "{output:?}");
    let alone = check(&[&a]);
    assert_eq!(alone.status.code(), Some(0));
    assert!(stdout(&alone).contains("2 bodies, all of them apart"), "{alone:?}");
}

/// It ended at once, without a word, and another exit code.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_run_writes_nothing() {
    use std::process::Stdio;

    let folder = Folder::new("check", "interrupted");
    let (large, small) = (folder.file("large.obj", cube(4.0)), folder.file("small.obj", cube(1.0)));
    let row = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 9.0, 1.0, 1.0, 0.25, 0.5, 0.125, 1.0_f64];
    let bytes: Vec<u8> = row.iter().flat_map(|x| x.to_le_bytes()).collect();
    let (poses, out) = (folder.file("poses.f64", bytes.repeat(150_000)), folder.path("out.f64"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_impinge"))
        .args(["check", &large, &small, "--poses", &poses, "--out", &out])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Long enough for it to watch for interruptions, and short of its end.
    while fs::read_to_string(format!("/proc/{}/status", child.id())).is_ok_and(|status| !watches(&status)) {
        assert!(child.try_wait().unwrap().is_none(), "it ended before");
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(output.stdout.is_empty() && !fs::exists(out).unwrap(), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("interrupted"));
}

/// Whether a process has a handler for interruptions, by its status.
#[cfg(target_os = "linux")]
fn watches(status: &str) -> bool {
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
    u64::from_str_radix(caught.trim(), 16).unwrap_or(0) & 2 != 0
}
