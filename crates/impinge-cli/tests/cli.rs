//! The program as a user meets it: output, errors and exit codes.

mod common;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use common::Folder;
use serde_json::Value;

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_impinge"))
}

fn hull(args: &[&str], file: impl AsRef<Path>) -> Output {
    program().arg("hull").args(args).arg(file.as_ref()).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The single line of stdout of a run that ended well, as JSON.
#[track_caller]
fn json(output: &Output) -> Value {
    assert!(output.status.success(), "{output:?}");
    assert_eq!(stdout(output).lines().count(), 1, "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Checks that a run failed with one line on stderr that holds `parts`, and nothing on stdout.
#[track_caller]
fn refused(output: &Output, parts: &[&str]) {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("impinge: "), "{text}");
    assert_eq!(stdout(output), "");
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

fn cloud(points: &[[f32; 3]]) -> Vec<u8> {
    let count = (points.len() as u32).to_le_bytes();
    count.into_iter().chain(points.iter().flatten().flat_map(|x| x.to_le_bytes())).collect()
}

fn cube() -> Vec<[f32; 3]> {
    (0..8).map(|i| [(i & 1) as f32, (i >> 1 & 1) as f32, (i >> 2) as f32]).collect()
}

/// One cloud of each kind, two that have a hull.
fn clouds() -> Vec<u8> {
    [
        cloud(&cube()),
        cloud(&[]),
        cloud(&[[1.5, 2.0, 3.0]; 4]),
        cloud(&[[0.0; 3], [1.0, 2.0, 3.0], [2.0, 4.0, 6.0]]),
        cloud(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]]),
        cloud(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [f32::NAN, 0.0, 1.0]]),
        cloud(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.25, 0.25, 1e-30]]),
    ]
    .concat()
}

#[test]
fn every_cloud_is_built_or_counted() {
    let folder = Folder::new("cli", "good");
    let file = folder.file("clouds.bin", clouds());
    for (args, epsilon) in [
        (&["--json", "--clouds"][..], f64::EPSILON),
        (&["--json", "--precision", "f64", "--clouds"], f64::EPSILON),
        (&["--json", "--precision", "f32", "--clouds"], f64::from(f32::EPSILON)),
    ] {
        let line = json(&hull(args, &file));
        assert_eq!(line["clouds"], 7);
        assert_eq!(line["hulls"], 2);
        for kind in ["empty", "point", "line", "plane", "not_finite"] {
            assert_eq!(line["refused"][kind], 1, "{kind}");
        }
        let worst = line["worst_outside"].as_f64().unwrap();
        assert!((0.0..=16.0 * epsilon).contains(&worst), "{worst}");
        assert_eq!(line.as_object().unwrap().len(), 4);
        assert_eq!(line["refused"].as_object().unwrap().len(), 5);
    }
}

#[test]
fn a_truncated_file_is_reported_with_its_byte() {
    let folder = Folder::new("cli", "truncated");
    let bytes = clouds();
    let file = folder.file("cut.bin", &bytes[..bytes.len() - 5]);
    refused(&hull(&["--clouds"], &file), &["cut.bin", "cloud 6 at byte", "4 points"]);
    let file = folder.file("trailing.bin", [&bytes[..], &[1, 2, 3]].concat());
    refused(&hull(&["--clouds"], &file), &["trailing.bin", "cloud 7 at byte", "3 trailing bytes"]);
    let file = folder.file("text.bin", "this is no file of clouds");
    refused(&hull(&["--clouds"], &file), &["text.bin", "cloud 0 at byte 0", "not a file of clouds"]);
}

#[test]
fn an_empty_file_is_refused() {
    let folder = Folder::new("cli", "empty");
    refused(&hull(&["--clouds"], folder.file("none.bin", "")), &["none.bin", "empty"]);
    refused(&hull(&[], folder.file("none.obj", "")), &["none.obj", "no vertices"]);
    refused(&hull(&[], folder.file("none.stl", "")), &["none.stl", "too few"]);
}

#[test]
fn a_file_of_refused_clouds_only_is_fine() {
    let folder = Folder::new("cli", "refused");
    let file = folder.file("nan.bin", [cloud(&[[f32::NAN; 3]; 9]), cloud(&[[f32::INFINITY; 3]])].concat());
    let line = json(&hull(&["--json", "--clouds"], &file));
    assert_eq!(line["hulls"], 0);
    assert_eq!(line["refused"]["not_finite"], 2);
    assert_eq!(line["worst_outside"], 0.0);
}

#[test]
fn missing_files_are_named() {
    for args in [&["--clouds"][..], &[]] {
        refused(&hull(args, Path::new("missing.obj")), &["missing.obj"]);
    }
}

#[test]
fn an_unknown_extension_lists_the_known_ones() {
    let folder = Folder::new("cli", "extension");
    refused(&hull(&[], folder.file("mesh.foo", "x")), &["mesh.foo", "`.foo`", ".obj", ".stl"]);
    refused(&hull(&[], folder.file("mesh", "")), &["no extension", ".obj", ".stl"]);
}

#[test]
fn the_hull_of_a_mesh_is_reported_and_written() {
    let folder = Folder::new("cli", "mesh");
    let mut text: String = cube().iter().map(|p| format!("v {} {} {}\n", p[0], p[1], p[2])).collect();
    text += "v 0.5 0.5 0.5\nf 1 2 4 3\nf 5 6 8 7\nf 1 9 2\n";
    let file = folder.file("cube.obj", text);
    let target = folder.0.join("hull.obj");
    let told = hull(&["--out", target.to_str().unwrap()], &file);
    assert!(told.status.success(), "{told:?}");
    for part in ["9 points", "vertices  8", "edges     12", "faces     6", "volume    1\n", "hull.obj"] {
        assert!(stdout(&told).contains(part), "`{part}` is not in: {}", stdout(&told));
    }
    let line = json(&hull(&["--json"], &target));
    for (key, count) in [("points", 8), ("vertices", 8), ("edges", 12), ("faces", 6)] {
        assert_eq!(line[key], count, "{key}");
    }
    assert_eq!(line["volume"], 1.0);
}

#[test]
fn a_flat_mesh_is_refused_with_the_reason() {
    let folder = Folder::new("cli", "flat");
    let file = folder.file("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4 3\n");
    refused(&hull(&[], &file), &["flat.obj", "one plane"]);
    let file = folder.file("nan.obj", "v 0 0 0\nv NaN 0 0\nv 0 1 0\nv 1 1 1\n");
    refused(&hull(&[], &file), &["nan.obj", "line 2"]);
    let file = folder.file("bad.obj", "v 0 0 0\nv 1 x 0\n");
    refused(&hull(&[], &file), &["bad.obj", "line 2"]);
}

#[test]
fn an_unwritable_target_is_reported() {
    let folder = Folder::new("cli", "target");
    let text: String = cube().iter().map(|p| format!("v {} {} {}\n", p[0], p[1], p[2])).collect();
    let file = folder.file("cube.obj", text);
    let target = folder.0.join("missing/hull.obj");
    refused(&hull(&["--out", target.to_str().unwrap()], &file), &["hull.obj"]);
}

#[test]
fn wrong_usage_is_one_line_and_code_2() {
    for (args, part) in [
        (&["frobnicate"][..], "frobnicate"),
        (&["hull"], "--clouds"),
        (&["hull", "a.obj", "--clouds", "b.bin"], "cannot be used with"),
        (&["hull", "a.obj", "--precision", "f16"], "f16"),
    ] {
        refused(&program().args(args).output().unwrap(), &[part, "impinge --help"]);
    }
}

#[test]
fn help_and_version_go_to_stdout() {
    for flag in ["--help", "--version"] {
        let output = program().arg(flag).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        assert!(stdout(&output).contains("impinge"), "{output:?}");
    }
}

#[test]
fn without_arguments_a_scene_is_answered_and_drawn() {
    let folder = Folder::new("cli", "first-minute");
    let output = program().current_dir(&folder.0).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = stdout(&output);
    assert!(text.lines().count() <= 25, "{text}");
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    for part in ["apart", "touching", "overlapping", "parts them", "frees it", "impinge.html", "Next:"] {
        assert!(text.contains(part), "{part}");
    }
    let page = fs::read_to_string(folder.0.join("impinge.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("crate on top"));
}

#[test]
fn without_a_command_json_is_the_same_answers() {
    let folder = Folder::new("cli", "first-json");
    let table = stdout(&program().current_dir(&folder.0).output().unwrap());
    fs::remove_file(folder.0.join("impinge.html")).unwrap();
    let output = program().arg("--json").current_dir(&folder.0).output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let lines: Vec<Value> = stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() > 8 && fs::read_dir(&folder.0).unwrap().count() == 0, "no page");
    for line in &lines {
        let [a, b, state, proof] = ["a", "b", "state", "proof"].map(|key| line[key].as_str().unwrap());
        let row = table.lines().find(|row| row.starts_with(a) && row.contains(b) && row.contains(proof));
        assert!(row.is_some_and(|row| row.contains(state)), "{line}: {table}");
    }
    refused(&program().args(["--json", "shapes"]).output().unwrap(), &["`--json`", "after the command"]);
}

#[test]
fn the_tables_of_shapes_and_hulls_fit_the_screen() {
    let output = program().arg("shapes").output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = stdout(&output);
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    for part in ["Sphere", "Cone", "ConvexPolygon", "cube grid", "one plane"] {
        assert!(text.contains(part), "{part}");
    }
}

#[test]
fn shapes_are_json_lines() {
    let output = program().args(["shapes", "--json"]).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let rows: Vec<Value> = stdout(&output).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert!(rows.len() > 10, "{}", rows.len());
    for row in &rows {
        let (min, max, support) = (&row["min"], &row["max"], &row["support"]);
        let dimension = row["direction"].as_array().unwrap().len();
        assert!(dimension == 2 || dimension == 3, "{row}");
        for i in 0..dimension {
            let at = |v: &Value| v[i].as_f64().unwrap();
            assert!(at(min) <= at(support) && at(support) <= at(max), "{row}");
        }
    }
    let sphere = rows.iter().find(|r| r["name"] == "Sphere").unwrap();
    let radius = sphere["max"][0].as_f64().unwrap();
    let volume = 4.0 / 3.0 * std::f64::consts::PI * radius.powi(3);
    assert!((sphere["volume"].as_f64().unwrap() - volume).abs() < 1e-12 * volume, "{sphere}");
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    // The reader of stdout is gone before the program writes.
    for args in [&[][..], &["shapes"], &["shapes", "--json"]] {
        let mut child = program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{args:?}");
    }
}

/// Vertices that no face uses were left out of the hull without a word.
#[test]
fn vertices_that_no_face_uses_are_part_of_the_hull() {
    let folder = Folder::new("cli", "unused");
    let text = "\u{feff}v 0 0 9\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 2 3 4\nf 2 4 5\nf 2 5 3\nf 3 5 4\n";
    let line = json(&hull(&["--json"], folder.file("unused.obj", text)));
    assert_eq!((line["points"].as_u64(), line["vertices"].as_u64()), (Some(5), Some(4)));
    assert!((line["volume"].as_f64().unwrap() - 1.5).abs() < 1e-12, "{line}");
    // They were not counted, and could not be left out.
    assert_eq!(line["unused"], 1);
    let file = folder.file("unused.obj", text);
    assert!(stdout(&hull(&[], &file)).contains("1 vertices that no face uses"));
    let line = json(&hull(&["--json", "--faces-only"], &file));
    assert_eq!((&line["points"], &line["unused"]), (&4.into(), &1.into()));
    assert!((line["volume"].as_f64().unwrap() - 1.0 / 6.0).abs() < 1e-12, "{line}");
}

/// A file named `.stl` got OBJ text.
#[test]
fn the_hull_is_written_in_the_format_of_its_extension() {
    let folder = Folder::new("cli", "written");
    let vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0.1 0.1 0.1\n";
    let file = folder.file("in.obj", vertices);
    let target = folder.0.join("out.STL");
    let written = hull(&["--out", target.to_str().unwrap()], &file);
    assert!(written.status.success(), "{written:?}");
    let bytes = fs::read(&target).unwrap();
    assert_eq!((bytes.len(), bytes[80]), (84 + 4 * 50, 4));
    let line = json(&hull(&["--json"], &target));
    assert_eq!((line["points"].as_u64(), line["faces"].as_u64()), (Some(4), Some(4)));
    for name in ["out.foo", "out"] {
        let target = folder.0.join(name);
        let refusal = hull(&["--out", target.to_str().unwrap()], &file);
        refused(&refusal, &[name, ".obj", ".stl"]);
        assert!(!target.exists());
    }
}

/// They were once read until memory was exhausted, or waited for.
#[test]
fn files_without_an_end_are_refused_at_once() {
    let folder = Folder::new("cli", "endless");
    let large = folder.0.join("large.obj");
    fs::File::create(&large).unwrap().set_len(1 << 40).unwrap();
    refused(&hull(&[], &large), &["large.obj", "more than 1073741824 bytes", "--max-bytes"]);
    // Zeros are a line that does not end.
    let line = folder.0.join("line.obj");
    fs::File::create(&line).unwrap().set_len(1 << 30).unwrap();
    refused(&hull(&[], &line), &["line.obj", "line 1 has more than"]);
    let file = folder.file("small.bin", cloud(&cube()));
    refused(&hull(&["--max-bytes", "99", "--clouds"], &file), &["small.bin", "more than 99 bytes"]);
    assert_eq!(json(&hull(&["--json", "--max-bytes", "100", "--clouds"], &file))["hulls"], 1);
    #[cfg(unix)]
    {
        let device = folder.0.join("zero.stl");
        std::os::unix::fs::symlink("/dev/zero", &device).unwrap();
        refused(&hull(&[], &device), &["zero.stl", "a device"]);
        refused(&hull(&["--clouds"], &device), &["zero.stl", "a device"]);
        let ccd = program().args(["ccd", "--kind", "ee", "/dev/zero"]).output().unwrap();
        refused(&ccd, &["/dev/zero", "a device"]);
        std::os::unix::fs::symlink("/dev/zero", folder.0.join("sets.json")).unwrap();
        let pairs = program().arg("pairs").arg(&folder.0).output().unwrap();
        refused(&pairs, &["sets.json", "a device"]);
        let pipe = folder.0.join("pipe.obj");
        if Command::new("mkfifo").arg(&pipe).status().is_ok_and(|s| s.success()) {
            refused(&hull(&[], &pipe), &["pipe.obj", "a pipe"]);
        }
    }
}

/// A set named with a line break made two lines of an error.
#[test]
fn a_failure_is_one_line_whatever_the_names() {
    let folder = Folder::new("cli", "names");
    let shape = r#"{"type":"sphere","r":1}"#;
    let list = format!(r#"[{{"name":"a\nb","a":{shape},"b":{shape},"n":1,"file":"c\r\nd.f64"}}]"#);
    folder.file("sets.json", list);
    let pairs = program().arg("pairs").arg(&folder.0).output().unwrap();
    refused(&pairs, &[r"c\r\nd.f64", r"set `a\nb`"]);
    let unknown = program().arg("pairs").arg(&folder.0).args(["--sets", "x\ny"]).output().unwrap();
    refused(&unknown, &[r"x\ny"]);
    refused(&hull(&[], Path::new("no\nsuch.obj")), &[r"no\nsuch.obj"]);
    refused(&program().arg("hu\nll").output().unwrap(), &["hu"]);
}

/// An L of ten faces, as a file of polygons with indices that count back.
fn letter() -> String {
    let outline = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
    let vertex = |z: i32| outline.map(|[x, y]| format!("v {x} {y} {z}\n")).concat();
    let walls: String = (1..=6).map(|i| format!("f {i} {} {} {}\n", i % 6 + 1, i % 6 + 7, i + 6)).collect();
    format!("{}{}f 6 5 4 3 2 1\nf -6 -5 -4 -3 -2 -1\n{walls}", vertex(0), vertex(1))
}

fn decompose(mesh: impl AsRef<Path>, folder: impl AsRef<Path>, args: &[&str]) -> Output {
    program()
        .arg("decompose")
        .arg("--json")
        .arg(mesh.as_ref())
        .arg("--out")
        .arg(folder.as_ref())
        .args(args)
        .output()
        .unwrap()
}

#[test]
fn a_mesh_is_decomposed_into_files() {
    let folder = Folder::new("cli", "decompose");
    let (mesh, parts) = (folder.file("l.obj", letter()), folder.0.join("new/parts"));
    let line = json(&decompose(&mesh, &parts, &["--concavity", "0.05"]));
    assert_eq!((line["parts"].as_u64(), line["vertices"].as_u64()), (Some(2), Some(16)));
    assert_eq!((line["reached"].as_bool(), line["hausdorff"].as_f64()), (Some(true), Some(0.0)));
    assert!((line["volume_ratio"].as_f64().unwrap() - 1.0).abs() < 1e-12, "{line}");
    assert!(line["seconds"].as_f64().unwrap() > 0.0 && line["concavity"].as_f64() == Some(0.0), "{line}");
    assert_eq!((&line["status"], &line["unit"]), (&"reached".into(), &"file".into()));
    let names = || {
        let mut names: Vec<_> = fs::read_dir(&parts).unwrap().map(|e| e.unwrap().file_name()).collect();
        names.sort();
        names
    };
    assert_eq!(names(), ["part_000.obj", "part_001.obj"]);
    let volumes = names()
        .iter()
        .map(|n| json(&hull(&["--json"], parts.join(n)))["volume"].as_f64().unwrap())
        .sum::<f64>();
    assert!((volumes - 3.0).abs() < 1e-9, "{volumes}");
    // A folder that is not empty is left alone without `--force`; with it, old parts are removed, and nothing else.
    refused(&decompose(&mesh, &parts, &[]), &["new/parts", "not empty", "--force"]);
    fs::write(parts.join("notes.txt"), "mine").unwrap();
    json(&decompose(&mesh, &parts, &["--force", "--max-parts", "1", "--max-vertices", "8"]));
    assert_eq!(names(), ["notes.txt", "part_000.obj"]);
}

#[test]
fn meshes_without_a_solid_are_refused_with_the_reason() {
    let folder = Folder::new("cli", "no-solid");
    let out = folder.0.join("parts");
    let open = letter().replace("f 6 5 4 3 2 1\n", "");
    refused(
        &decompose(folder.file("open.obj", open), &out, &[]),
        &["open.obj", "not closed", "close its holes"],
    );
    refused(&decompose(folder.file("points.obj", "v 0 0 0\n"), &out, &[]), &["points.obj", "no faces"]);
    refused(&decompose(folder.file("cut.stl", "solid\nfacet"), &out, &[]), &["cut.stl", "endsolid"]);
    refused(&decompose(Path::new("missing.obj"), &out, &[]), &["missing.obj"]);
    let mesh = folder.file("l.obj", letter());
    refused(&decompose(&mesh, &out, &["--concavity", "0"]), &["concavity is 0", "above 0"]);
    refused(&decompose(&mesh, &mesh, &[]), &["l.obj"]);
    assert!(!out.exists());
}

#[test]
fn completions_and_manual_know_all_commands() {
    let known = ["check", "clash", "convert", "decompose", "explain", "hull", "info", "pairs", "shapes"];
    for args in [&["completions", "bash"][..], &["completions", "zsh"], &["completions", "fish"], &["man"]] {
        let output = program().args(args).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let text = stdout(&output);
        assert!(known.iter().all(|command| text.contains(command)), "{args:?}: {text}");
    }
    let folder = Folder::new("cli", "manual");
    let output = program().args(["man", "--out"]).arg(&folder.0).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    for command in known {
        let page = fs::read_to_string(folder.0.join(format!("impinge-{command}.1"))).unwrap();
        assert!(page.contains(command), "{page}");
    }
    refused(&program().args(["completions", "cmd"]).output().unwrap(), &["cmd", "bash"]);
}

#[test]
fn the_log_has_messages_and_the_exit_code() {
    let folder = Folder::new("cli", "log");
    let log = folder.0.join("log.txt");
    let hull = |file: &str| program().arg("hull").arg(file).arg("--log").arg(&log).output().unwrap();
    refused(&hull("missing.obj"), &["missing.obj"]);
    let tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\n";
    assert!(hull(&folder.file("good.obj", tetrahedron)).status.success());
    let text = fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 5, "{text}");
    for (line, part) in
        lines.iter().zip(["hull missing.obj", "missing.obj: ", "exit 2", "good.obj", "exit 0"])
    {
        assert!(line.contains(part), "{text}");
    }
    let nowhere = program().args(["shapes", "--log"]).arg(folder.0.join("no/log")).output().unwrap();
    refused(&nowhere, &["no/log", "log"]);
}
