//! `impinge info` and `impinge convert` as a user meets them.

mod common;

use std::fs;
use std::process::{Command, Output};

use common::Folder;
use serde_json::Value;

fn impinge(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_impinge")).args(args).output().unwrap()
}

/// Output of a successful run.
#[track_caller]
fn text(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

#[track_caller]
fn lines(output: &Output) -> Vec<Value> {
    text(output).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// A refusal: exit code 2 and one line on stderr.
#[track_caller]
fn refused(output: &Output, parts: &[&str]) {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), said.lines().count()), (Some(2), 1), "{output:?}");
    assert!(said.starts_with("impinge: ") && parts.iter().all(|part| said.contains(part)), "{said}");
}

/// A tetrahedron of volume 1/6 in two groups, with a point twice and one too many.
const TETRAHEDRON: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 1\nv 9 9 9\ng sides\nf 1 2 4\nf 3 1 5\nf 2 3 4\n\
                           g floor\nf 1 3 2\n";

#[test]
fn a_mesh_is_described() {
    let folder = Folder::new("files", "mesh");
    let file = folder.file("part.obj", TETRAHEDRON);
    let told = &lines(&impinge(&["info", &file, "--json"]))[0];
    assert_eq!((&told["kind"], &told["file"]), (&Value::from("mesh"), &Value::from(file.as_str())));
    for (key, wanted) in [("vertices", 6), ("faces", 4), ("triangles", 4), ("pieces", 1), ("open_edges", 0)] {
        assert_eq!(told[key], wanted, "{key}: {told}");
    }
    assert!((told["volume"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-15, "{told}");
    assert_eq!(told["repairs"]["points welded"], 1);
    assert_eq!(told["repairs"]["points unused"], 1);
    assert_eq!(told["parts"][0]["name"], "sides");
    assert_eq!(told["parts"][1]["faces"], 1);
    let shown = text(&impinge(&["info", &file, "--unit", "cm", "--scale", "2"]));
    assert!(
        shown.contains("closed") && shown.contains("to (2, 2, 2)") && shown.contains("lengths   cm"),
        "{shown}"
    );
    assert!(shown.contains("1 points welded") && shown.contains("floor"), "{shown}");
    let open = folder.file("open.obj", TETRAHEDRON.replace("f 1 3 2\n", ""));
    let shown = text(&impinge(&["info", &open]));
    assert!(shown.contains("open      no volume: 3 edges with one face"), "{shown}");
    let told = &lines(&impinge(&["info", &open, "--json"]))[0];
    assert!(told["volume"].is_null() && told["closed"] == false && told["parts"].is_null(), "{told}");
}

const ROBOT: &str = "<robot name='arm'>\n<link name='base'><collision><geometry><mesh filename='package://arm/part.obj'/>\
                     </geometry></collision></link>\n<link name='hand'><collision><geometry><sphere radius='1'/></geometry>\
                     </collision></link>\n<joint name='wrist' type='revolute'><parent link='base'/><child link='hand'/>\
                     <axis xyz='0 0 1'/><limit lower='-1' upper='2'/></joint></robot>";

#[test]
fn robots_and_scenes_are_described() {
    let folder = Folder::new("files", "robot");
    folder.file("part.obj", TETRAHEDRON);
    let robot = folder.file("arm.urdf", ROBOT);
    let scene = folder.file(
        "scene.toml",
        "allowed = [[\"a\", \"*\"]]\n[[body]]\nname = \"a\"\nmesh = { file = \"part.obj\" }\n\
         pose = { position = [1, 0, 0] }\n[[body]]\nname = \"b\"\nshape = { kind = \"Sphere\", radius = 2 }\n",
    );
    let told = lines(&impinge(&["info", &robot, &scene, "--json"]));
    assert_eq!((&told[0]["kind"], &told[0]["free"]), (&Value::from("robot"), &Value::from(1)));
    assert_eq!(told[0]["links"][0]["triangles"], 4);
    assert_eq!(told[0]["joints"][0]["limits"], serde_json::json!([-1.0, 2.0]));
    assert_eq!((&told[1]["kind"], &told[1]["unit"]), (&Value::from("scene"), &Value::from("m")));
    assert_eq!(told[1]["bodies"][0]["max"], serde_json::json!([2.0, 1.0, 1.0]));
    assert_eq!(told[1]["bodies"][1]["min"], serde_json::json!([-2.0, -2.0, -2.0]));
    let shown = text(&impinge(&["info", &robot, &scene]));
    for part in ["arm: 2 links from base, 1 joints, 1 free", "part.obj", "wrist", "-1 to 2", "2 bodies, in m"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[test]
fn files_stay_in_their_folders() {
    let folder = Folder::new("files", "outside");
    folder.file("part.obj", TETRAHEDRON);
    fs::create_dir_all(folder.path("robots")).unwrap();
    let robot = folder.file("robots/arm.urdf", ROBOT.replace("package://arm/", "../"));
    refused(
        &impinge(&["info", &robot]),
        &["`../part.obj` lies outside", "link `base`, line 2", "--allow-outside"],
    );
    text(&impinge(&["info", &robot, "--allow-outside"]));
    let robot = folder.file("robots/arm.urdf", ROBOT);
    refused(&impinge(&["info", &robot]), &["package `arm`", "line 2)", "--package arm=FOLDER"]);
    text(&impinge(&["info", &robot, "--package", &format!("arm={}", folder.path(""))]));
    refused(&impinge(&["info", &robot, "--package", "arm"]), &["NAME=FOLDER"]);
}

#[test]
fn unreadable_files_are_reported_and_the_rest_described() {
    let folder = Folder::new("files", "damaged");
    let good = folder.file("good.obj", TETRAHEDRON);
    let (bad, none) = (folder.file("bad.ply", "plx\n"), folder.path("none.stl"));
    let output = impinge(&["info", &bad, &good, &none, "--json"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 1);
    let said = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() == 2 && lines[0].contains("bad.ply") && lines[0].contains("(line 1)"), "{said}");
    assert!(lines[1].contains("none.stl"), "{said}");
    refused(&impinge(&["info", &folder.path("a.foo")]), &["unknown extension `.foo`"]);
    refused(&impinge(&["info"]), &["required"]);
}

#[test]
fn meshes_are_converted_and_scaled() {
    let folder = Folder::new("files", "convert");
    let file = folder.file("part.obj", TETRAHEDRON);
    let mut from = file;
    for extension in ["ply", "off", "obj", "stl"] {
        let to = folder.path(&format!("next.{extension}"));
        let said = text(&impinge(&["convert", &from, &to]));
        assert!(said.contains("4 faces") && said.contains(&to), "{said}");
        let told = &lines(&impinge(&["info", &to, "--json"]))[0];
        assert!((told["volume"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-15, "{told}");
        from = to;
    }
    let to = folder.path("scaled.ply");
    let told =
        &lines(&impinge(&["convert", &from, &to, "--unit", "in", "--to", "m", "--scale", "10", "--json"]))[0];
    assert_eq!((told["scale"].as_f64(), &told["faces"]), (Some(0.254), &Value::from(4)));
    let told = &lines(&impinge(&["info", &to, "--json"]))[0];
    assert_eq!(told["max"], serde_json::json!([0.254, 0.254, 0.254]));
    for (args, parts) in [
        (["--scale", "0"], ["`--scale` is 0"]),
        (["--scale", "-1"], ["`--scale` is -1"]),
        (["--to", "mm"], ["needs the unit of the input"]),
        (["--unit", "yard"], ["`yard` is not a unit"]),
    ] {
        refused(&impinge(&["convert", &from, &to, args[0], args[1]]), &parts);
    }
    refused(
        &impinge(&["convert", &from, &folder.path("x.foo")]),
        &["x.foo: cannot write files with this extension; use .glb"],
    );
    refused(&impinge(&["convert", &from, &folder.path("none/x.ply")]), &["none/x.ply"]);
    refused(
        &impinge(&[
            "convert",
            &from,
            &to,
            "--scale",
            "1e308",
            "--unit",
            "ft",
            "--to",
            "m",
            "--max-bytes",
            "9",
        ]),
        &["--max-bytes"],
    );
    let left: Vec<_> = fs::read_dir(&folder.0).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert!(left.iter().all(|name| !name.to_string_lossy().ends_with(".part")), "{left:?}");
}

/// Coordinates went into files of another unit as they were.
#[test]
fn formats_with_a_unit_get_their_own() {
    let folder = Folder::new("files", "units");
    let file = folder.file("part.obj", TETRAHEDRON);
    let convert = |from: &str, to: &str, args: &[&str]| {
        let to = folder.path(to);
        let told = lines(&impinge(&[&["convert", from, &to, "--json"], args].concat())).remove(0);
        (to, told["scale"].as_f64().unwrap(), told["unit"].as_str().unwrap().to_owned())
    };
    let (glb, scale, unit) = convert(&file, "a.glb", &["--unit", "mm"]);
    assert_eq!((scale, unit.as_str()), (0.001, "m"));
    let (threemf, scale, unit) = convert(&glb, "b.3mf", &[]);
    assert_eq!((scale, unit.as_str()), (1000.0, "mm"));
    let (ply, scale, unit) = convert(&threemf, "c.ply", &["--to", "cm"]);
    assert_eq!((scale, unit.as_str()), (0.1, "cm"));
    assert_eq!(convert(&ply, "d.stl", &[]).2, "file");
    let told = &lines(&impinge(&["info", &glb, "--json"]))[0];
    assert_eq!((&told["unit"], told["max"][0].as_f64().map(|x| (x * 1e6).round())), (&"m".into(), Some(1e3)));
    let told = &lines(&impinge(&["info", &glb, "--unit", "mm", "--json"]))[0];
    assert_eq!((&told["unit"], told["max"][0].as_f64().map(f64::round)), (&"mm".into(), Some(1.0)));
    let shown = text(&impinge(&["convert", &file, &folder.path("e.glb")]));
    assert!(shown.contains("taken to be in m"), "{shown}");
    refused(&impinge(&["convert", &file, &glb, "--unit", "mm", "--to", "mm"]), &["a.glb", "are in m"]);
}

/// Bodies that face inward were described as if they did not.
#[test]
fn what_faces_inward_is_said() {
    let folder = Folder::new("files", "inward");
    let turned =
        TETRAHEDRON.replace("f 1 2 4", "f 4 2 1").replace("f 3 1 5", "f 5 1 3").replace("f 2 3 4", "f 4 3 2");
    let file = folder.file("turned.obj", turned.replace("f 1 3 2", "f 2 3 1"));
    let told = &lines(&impinge(&["info", &file, "--json"]))[0];
    assert!(told["inside_out"] == true && told["volume"].as_f64().unwrap() < 0.0, "{told}");
    assert!(text(&impinge(&["info", &file])).contains("inside out"));
    assert_eq!(
        lines(&impinge(&["info", &folder.file("part.obj", TETRAHEDRON), "--json"]))[0]["inside_out"],
        false
    );
}

/// Hulls and maps had the unit `file`, whatever the file stated.
#[test]
fn hulls_and_maps_are_in_the_unit_that_was_asked_for() {
    let folder = Folder::new("files", "hulls");
    let part = folder.file("part.obj", TETRAHEDRON);
    let glb = folder.path("part.glb");
    text(&impinge(&["convert", &part, &glb, "--unit", "m"]));
    let hull =
        |args: &[&str]| lines(&impinge(&[&["hull", "--faces-only", "--json"], args].concat())).remove(0);
    let volume = |told: &Value| told["volume"].as_f64().unwrap() * 6.0;
    for (args, unit, wanted) in [
        (&[part.as_str()][..], "file", 1.0),
        (&[&part, "--unit", "cm", "--scale", "2"], "cm", 8.0),
        (&[&glb], "m", 1.0),
        (&[&glb, "--unit", "mm"], "mm", 1e9),
    ] {
        let told = hull(args);
        assert!(told["unit"] == unit && (volume(&told) / wanted - 1.0).abs() < 1e-6, "{told}");
    }
    let map = folder.path("part.isdf");
    let made = impinge(&["sdf", &glb, "--unit", "mm", "--cells", "16", "--out", &map]);
    let said = String::from_utf8(made.stdout).unwrap();
    assert!(said.contains("lengths are in mm"), "{said}");
    let slice = folder.path("slice.svg");
    text(&impinge(&["sdf", &map, "--unit", "mm", "--slice", "z=300", "--out", &slice]));
    assert!(fs::read_to_string(&slice).unwrap().contains(">in mm<"));
    let scaled = impinge(&["sdf", &map, "--scale", "2", "--slice", "z=300", "--out", &slice]);
    refused(&scaled, &["part.isdf", "`--scale` is for meshes"]);
}

/// It was read first, and then said not to be read.
#[test]
fn formats_that_are_not_written_are_refused_at_once() {
    for target in ["part.dae", "part.step", "part.gltf"] {
        refused(&impinge(&["convert", "missing.stl", target]), &[target, "cannot write", "use .glb"]);
        refused(&impinge(&["hull", "missing.stl", "--out", target]), &[target, "cannot write", "use .glb"]);
    }
}
