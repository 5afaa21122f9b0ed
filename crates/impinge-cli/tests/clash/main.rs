//! `impinge clash` as a user meets it.

#[cfg(unix)]
mod browser;
#[path = "../common/mod.rs"]
mod common;
mod killed;
mod mistakes;
mod parts;
mod reports;

use std::collections::BTreeSet;
use std::fs;
use std::ops::Deref;
use std::path::Path;
use std::process::{Command, Output};

use impinge::Vec3;
use impinge_io::{Mesh, write_mesh};
use impinge_scenes::assembly::{Assembly, GAP, assembly};
use serde_json::Value;

/// A folder for one test, removed at its end.
struct Folder(common::Folder);

impl Folder {
    fn new(test: &str) -> Self {
        Self(common::Folder::new("clash", test))
    }

    /// A cube of side 1 with its least corner here.
    fn cube(&self, name: &str, corner: [f64; 3]) -> String {
        let path = self.file(name, "");
        write_mesh(&path, &cuboid(corner, [1.0; 3])).unwrap();
        path
    }
}

impl Deref for Folder {
    type Target = common::Folder;
    fn deref(&self) -> &common::Folder {
        &self.0
    }
}

/// A box by its least corner and its sides.
fn cuboid(corner: [f64; 3], sides: [f64; 3]) -> Mesh {
    let at = |k: usize| {
        let bit = |axis: usize| corner[axis] + sides[axis] * (k >> axis & 1) as f64;
        [bit(0), bit(1), bit(2)].into()
    };
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    Mesh::new((0..8).map(at).collect(), faces.map(|f| f.to_vec()).to_vec())
}

/// Writes an assembly as OBJ files.
fn write_assembly(folder: &Folder, made: &Assembly) -> String {
    let parts = folder.path("parts");
    fs::create_dir_all(&parts).unwrap();
    for part in &made.parts {
        let mesh = Mesh::new(part.points.clone(), part.faces.clone());
        write_mesh(Path::new(&parts).join(format!("{}.obj", part.name)), &mesh).unwrap();
    }
    parts
}

fn clash(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_impinge")).arg("clash").args(args).output().unwrap()
}

/// The JSON document of a run, whose exit code says the same.
#[track_caller]
fn found(args: &[&str]) -> Value {
    let output = clash(&[args, &["--json"]].concat());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.is_empty(), "{stderr}");
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    let collides = ["hard", "contained", "duplicate"].iter().any(|kind| document["counts"][kind] != 0);
    assert_eq!(output.status.code(), Some(i32::from(collides)));
    document
}

/// A run that was refused, with one line that has all of these in it.
#[track_caller]
fn refused(output: &Output, parts: &[&str]) {
    let stderr = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{part} in {stderr}");
    }
}

/// Kinds and names of all findings.
fn triples(document: &Value) -> BTreeSet<(String, String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rows = document["findings"].as_array().unwrap();
    let all: BTreeSet<_> = rows.iter().map(|f| (text(&f["kind"]), text(&f["a"]), text(&f["b"]))).collect();
    assert_eq!(all.len(), rows.len(), "a pair is found once");
    all
}

/// The planted findings, as the report must list them.
fn planted(made: &Assembly) -> BTreeSet<(String, String, String)> {
    let name = |part: usize| format!("{}.obj", made.parts[part].name);
    let sorted = |(case, a, b): &(_, usize, usize)| {
        let (a, b) = (name(*a), name(*b));
        (format!("{case:?}").to_lowercase(), a.clone().min(b.clone()), a.max(b))
    };
    made.planted.iter().map(sorted).collect()
}

/// Every kind of planted case is found, and nothing else, on one thread and on several.
#[test]
fn exactly_the_planted_clashes_are_found() {
    for (count, cases, seed) in [(200, 8, 1), (1_000, 50, 2)] {
        let folder = Folder::new(&format!("planted-{count}"));
        let made = assembly(count, cases, seed);
        let parts = write_assembly(&folder, &made);
        let document = found(&[&parts, "--clearance", "0.25", "--threads", "1"]);
        assert_eq!(triples(&document), planted(&made));
        assert_eq!(document["counts"]["parts"], count);
        // Forms, halved forms, the box above others, and renumbered copies: many parts of few shapes.
        assert!(document["counts"]["shapes"].as_u64().unwrap() <= 13, "{}", document["counts"]);
        for finding in document["findings"].as_array().unwrap() {
            let number = |name: &str| finding[name].as_f64().unwrap();
            match finding["kind"].as_str().unwrap() {
                "hard" | "contained" => {
                    let out = &finding["way_out"];
                    let [depth, least, then] =
                        ["depth", "at_least", "then"].map(|name| out[name].as_f64().unwrap());
                    assert!(least > 0.0 && least <= depth && then > 0.0, "{finding}");
                    let volume = finding["volume"]["value"].as_f64().unwrap();
                    let error = finding["volume"]["error"].as_f64().unwrap();
                    assert!(volume > 0.1 && error < 1e-9, "{finding}");
                }
                "duplicate" => assert_eq!(number("deviation"), 0.0),
                "clearance" => assert!((number("distance") - GAP).abs() <= number("error"), "{finding}"),
                _ => assert!(number("distance") <= number("error"), "{finding}"),
            }
        }
        assert_eq!(document, found(&[&parts, "--clearance", "0.25", "--threads", "5"]));
    }
}

/// Boxes whose overlap is known by hand: the volume is exact up to rounding, and the way out is the shortest.
#[test]
fn depth_and_volume_are_those_of_the_boxes() {
    let folder = Folder::new("volume");
    folder.cube("parts/a.obj", [0.0; 3]);
    folder.cube("parts/b.stl", [0.75, 0.5, 0.25]);
    let document = found(&[&folder.path("parts")]);
    let finding = &document["findings"][0];
    assert_eq!(finding["kind"], "hard");
    let close = |value: &Value, expected: f64| (value.as_f64().unwrap() - expected).abs() < 1e-9;
    assert!(close(&finding["volume"]["value"], 0.25 * 0.5 * 0.75), "{finding}");
    assert!(close(&finding["way_out"]["depth"], 0.25), "{finding}");
    assert!(
        close(&finding["way_out"]["at_least"], 0.25) || finding["way_out"]["at_least"].as_f64() < Some(0.25)
    );
    // Far from the origin too, where coordinates have fewer digits.
    let folder = Folder::new("volume-far");
    folder.cube("parts/a.obj", [1e6, -2e6, 3e6]);
    folder.cube("parts/b.obj", [1e6 + 0.75, -2e6 + 0.5, 3e6 + 0.25]);
    let far = found(&[&folder.path("parts")]);
    let volume = &far["findings"][0]["volume"];
    let off = (volume["value"].as_f64().unwrap() - 0.25 * 0.5 * 0.75).abs();
    assert!(off <= volume["error"].as_f64().unwrap(), "{volume}");
}

/// A shell in a cavity: what is inside a cavity is not inside the part. Where a part runs around a point twice, its volume is bounded.
#[test]
fn cavities_are_empty_and_doubled_shells_count_once() {
    let folder = Folder::new("cavity");
    let shells = |inner: Mesh, outward: bool| {
        let mut mesh = cuboid([0.0; 3], [6.0; 3]);
        let first = mesh.vertices.len() as u32;
        mesh.vertices.extend(inner.vertices);
        mesh.faces.extend(inner.faces.into_iter().map(|mut face| {
            if !outward {
                face.reverse();
            }
            face.into_iter().map(|corner| corner + first).collect::<Vec<u32>>()
        }));
        mesh
    };
    let cavity = shells(cuboid([2.0; 3], [2.0; 3]), false);
    write_mesh(folder.path("cavity.obj"), &cavity).unwrap();
    write_mesh(folder.path("in-cavity.obj"), &cuboid([2.5; 3], [1.0; 3])).unwrap();
    assert_eq!(found(&[&folder.path("")])["findings"], serde_json::json!([]));
    write_mesh(folder.path("in-cavity.obj"), &cuboid([2.5, 2.5, 3.0], [1.0, 1.0, 8.0])).unwrap();
    let document = found(&[&folder.path("")]);
    let finding = &document["findings"][0];
    assert_eq!(finding["kind"], "hard");
    assert!((finding["volume"]["value"].as_f64().unwrap() - 2.0).abs() < 1e-9, "{finding}");
    write_mesh(folder.path("cavity.obj"), &shells(cuboid([2.0; 3], [2.0; 3]), true)).unwrap();
    let document = found(&[&folder.path("")]);
    assert_eq!(document["findings"][0]["kind"], "hard");
    let [value, error] =
        ["value", "error"].map(|name| document["findings"][0]["volume"][name].as_f64().unwrap());
    assert!((value - 3.0).abs() <= error && error < 0.5, "{value} give or take {error}");
}

/// The tolerance turns shallow clashes and small gaps into touches, and near copies into duplicates.
#[test]
fn the_tolerance_is_for_gaps_depths_and_copies() {
    let folder = Folder::new("tolerance");
    let kind = |args: &[&str]| {
        let document = found(&[&[folder.path("parts").as_str()], args].concat());
        assert!(document["findings"].as_array().unwrap().len() <= 1);
        document["findings"][0]["kind"].as_str().unwrap_or("clear").to_owned()
    };
    folder.cube("parts/a.obj", [0.0; 3]);
    folder.cube("parts/b.obj", [0.0, 0.0, 1.01]);
    assert_eq!(kind(&[]), "clear");
    assert_eq!(kind(&["--clearance", "0.02"]), "clearance");
    assert_eq!(kind(&["--clearance", "0.02", "--tolerance", "0.015"]), "touching");
    folder.cube("parts/b.obj", [0.0, 0.0, 0.99]);
    assert_eq!(kind(&["--clearance", "0.02"]), "hard");
    assert_eq!(kind(&["--tolerance", "0.015"]), "touching");
    folder.cube("parts/b.obj", [0.0, 0.0, 0.01]);
    assert_eq!(kind(&[]), "hard");
    assert_eq!(kind(&["--tolerance", "0.015"]), "duplicate");
    folder.cube("parts/b.obj", [0.0, 0.0, 1.0]);
    assert_eq!(kind(&[]), "touching");
}

/// The same part written in other ways: vertices and triangles in another order, polygons from another corner on, faces cut along other
/// diagonals, loose triangles.
#[test]
fn duplicates_are_recognized_however_they_are_written() {
    let folder = Folder::new("rewritten");
    let turned = |p: Vec3<f64>| {
        let (sin, cos) = 0.7_f64.sin_cos();
        Vec3::new(cos * p.x - sin * p.y, sin * p.x + cos * p.y, p.z + 0.25 * p.x)
    };
    let mut first = cuboid([0.1, 0.2, 0.3], [1.0, 0.7, 0.9]);
    for (k, is_turned) in [false, true].into_iter().enumerate() {
        if is_turned {
            first.vertices.iter_mut().for_each(|v| *v = turned(*v));
        }
        let mut other = first.clone();
        // Another corner first, another face first, the vertices from behind.
        other.vertices.reverse();
        other.faces.reverse();
        for face in &mut other.faces {
            face.iter_mut().for_each(|corner| *corner = 7 - *corner);
            face.rotate_left(1);
        }
        let parts = format!("parts-{k}");
        fs::create_dir_all(folder.path(&parts)).unwrap();
        write_mesh(folder.path(&format!("{parts}/a.obj")), &first).unwrap();
        write_mesh(folder.path(&format!("{parts}/b.obj")), &other).unwrap();
        write_mesh(folder.path(&format!("{parts}/c.ply")), &other).unwrap();
        let document = found(&[&folder.path(&parts)]);
        assert_eq!(document["counts"]["duplicate"], 3, "{document}");
        let off = document["findings"][0]["deviation"].as_f64().unwrap();
        assert!(if is_turned { off < 1e-12 } else { off == 0.0 }, "{off}");
        // A vertex more on an edge is not recognized; the parts are inside one another then, or clash.
        let middle = (first.vertices[0] + first.vertices[1]) * 0.5;
        let mut split = first.clone();
        split.vertices.push(middle);
        for face in &mut split.faces {
            if let Some(k) = (0..4).find(|k| [face[*k], face[(*k + 1) % 4]].iter().all(|c| *c < 2)) {
                face.insert(k + 1, 8);
            }
        }
        write_mesh(folder.path(&format!("{parts}/c.ply")), &split).unwrap();
        assert_eq!(found(&[&folder.path(&parts)])["counts"]["duplicate"], 1);
    }
}

/// Rules by name: ignored pairs are counted, clearances hold for the pairs that they name.
#[test]
fn rules_by_name_ignore_pairs_and_set_clearances() {
    let folder = Folder::new("rules");
    folder.cube("parts/bolt 1.obj", [0.0; 3]);
    folder.cube("parts/plate.obj", [0.5, 0.0, 0.0]);
    folder.cube("parts/pipe.obj", [0.0, 0.0, 3.0]);
    let rules = folder.file("rules.txt", "# fits\nignore plate* \"bolt *\"\nclearance pipe* * 2.5\n");
    let document = found(&[&folder.path("parts"), "--rules", &rules]);
    let expected = [("bolt 1.obj", "pipe.obj"), ("pipe.obj", "plate.obj")]
        .map(|(a, b)| ("clearance".to_owned(), a.to_owned(), b.to_owned()));
    assert_eq!(triples(&document), BTreeSet::from(expected));
    assert_eq!(document["counts"]["ignored_pairs"], 1);
    assert_eq!(document["findings"][0]["limit"], 2.5);
    let text =
        "ignore = [[\"plate*\", \"bolt *\"]]\nclearance = [{ between = [\"pipe*\", \"*\"], length = 2.5 }]\n";
    let rules = folder.file("rules.TOML", text);
    assert_eq!(document, found(&[&folder.path("parts"), "--rules", &rules]));
}
