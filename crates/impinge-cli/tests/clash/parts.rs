//! Parts: those inside of files, open ones, those that face inward, in any unit.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;

use impinge_io::{Mesh, Part, write_mesh, write_parts};
use impinge_scenes::assembly::assembly;
use serde_json::Value;

use crate::{Folder, clash, cuboid, found, planted, triples, write_assembly};

/// Meshes as objects of one OBJ file.
fn objects<'a>(parts: impl IntoIterator<Item = (&'a str, Mesh)>) -> String {
    let (mut text, mut first) = (String::new(), 1);
    for (name, mesh) in parts {
        writeln!(text, "o {name}").unwrap();
        for v in &mesh.vertices {
            writeln!(text, "v {} {} {}", v.x, v.y, v.z).unwrap();
        }
        for face in &mesh.faces {
            let corners: Vec<String> = face.iter().map(|v| (v + first).to_string()).collect();
            writeln!(text, "f {}", corners.join(" ")).unwrap();
        }
        first += mesh.vertices.len() as u32;
    }
    text
}

/// Five boxes that overlap, in one file, were one part, and clear.
#[test]
fn parts_inside_of_a_file_are_parts() {
    let folder = Folder::new("inside");
    let boxes = (0..5).map(|k| ("box", cuboid([0.75 * f64::from(k), 0.0, 0.0], [1.0; 3])));
    let file = folder.file("five.obj", objects(boxes));
    // Names repeat in the format of objects only in other files: there is one part of a name in OBJ.
    let document = found(&[&file]);
    assert_eq!(document["counts"]["parts"], 1);
    let names = ["a", "b", "c", "d", "e"];
    let boxes =
        names.iter().enumerate().map(|(k, name)| (*name, cuboid([0.75 * k as f64, 0.0, 0.0], [1.0; 3])));
    let file = folder.file("five.obj", objects(boxes));
    let document = found(&[&file]);
    let pairs = names.windows(2).map(|pair| {
        let name = |k: usize| format!("{file}/{}", pair[k]);
        ("hard".to_owned(), name(0), name(1))
    });
    assert_eq!(triples(&document), pairs.collect::<BTreeSet<_>>());
    assert_eq!((&document["counts"]["parts"], &document["counts"]["shapes"]), (&5.into(), &1.into()));
    let whole = found(&[&file, "--whole"]);
    assert_eq!((&whole["counts"]["parts"], &whole["counts"]["hard"]), (&1.into(), &0.into()));
    // `check` uses the same names, without the folder.
    let rules = folder.file("rules.txt", "ignore *.obj/a *.obj/b\n");
    assert_eq!(found(&[&file, "--rules", &rules])["counts"]["ignored_pairs"], 1);
}

/// Solids in a text of STL were one part.
#[test]
fn solids_of_a_file_are_parts() {
    let folder = Folder::new("solids");
    let mut text = String::new();
    for k in 0..5 {
        let mesh = cuboid([0.75 * f64::from(k), 0.0, 0.0], [1.0; 3]);
        writeln!(text, "solid box").unwrap();
        for [first, corners @ ..] in mesh.faces.iter().map(|face| <[u32; 4]>::try_from(&face[..]).unwrap()) {
            for [a, b] in [[0, 1], [1, 2]] {
                writeln!(text, "facet normal 0 0 0\nouter loop").unwrap();
                for v in [first, corners[a], corners[b]].map(|v| mesh.vertices[v as usize]) {
                    writeln!(text, "vertex {} {} {}", v.x, v.y, v.z).unwrap();
                }
                writeln!(text, "endloop\nendfacet").unwrap();
            }
        }
        writeln!(text, "endsolid box").unwrap();
    }
    let file = folder.file("five.stl", text);
    let document = found(&[&file]);
    let counts = &document["counts"];
    assert_eq!((&counts["parts"], &counts["hard"]), (&5.into(), &4.into()), "{counts}");
    assert!(triples(&document).contains(&("hard".into(), format!("{file}/box"), format!("{file}/box (2)"))));
}

/// The same assembly as a folder of files and as one file, resumed and on several threads.
#[test]
fn an_assembly_in_one_file_has_the_same_clashes() {
    let folder = Folder::new("one-file");
    let made = assembly(100, 4, 5);
    let parts = write_assembly(&folder, &made);
    let many = found(&[&parts, "--clearance", "0.25"]);
    assert_eq!(triples(&many), planted(&made));
    fs::create_dir_all(folder.path("one")).unwrap();
    let meshes = made
        .parts
        .iter()
        .map(|part| (part.name.as_str(), Mesh::new(part.points.clone(), part.faces.clone())));
    folder.file("one/all.obj", objects(meshes));
    let one = found(&[&folder.path("one"), "--clearance", "0.25", "--threads", "3"]);
    let renamed = |(kind, a, b): (String, String, String)| {
        let inner = |name: String| format!("{}.obj", name.strip_prefix("all.obj/").unwrap());
        let (a, b) = (inner(a), inner(b));
        (kind, a.clone().min(b.clone()), a.max(b))
    };
    assert_eq!(triples(&one).into_iter().map(renamed).collect::<BTreeSet<_>>(), triples(&many));
    for count in ["parts", "shapes", "near_pairs"] {
        assert_eq!(one["counts"][count], many["counts"][count], "{count}");
    }
}

/// A cube inside of an open box was "contained 0", exit code 0.
#[test]
fn open_parts_are_named_and_nothing_is_proven() {
    let folder = Folder::new("open");
    let mut cup = cuboid([0.0; 3], [4.0; 3]);
    cup.faces.pop();
    folder.file("parts/cup.obj", "");
    write_mesh(folder.path("parts/cup.obj"), &cup).unwrap();
    folder.cube("parts/pin.obj", [1.0; 3]);
    let parts = folder.path("parts");
    let output = clash(&[&parts]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(4), "{text}");
    assert!(
        text.contains("not proven") && text.contains("cup.obj") && text.contains("--allow-open"),
        "{text}"
    );
    let output = clash(&[&parts, "--json", "--clearance", "2"]);
    assert_eq!(output.status.code(), Some(4));
    assert!(String::from_utf8(output.stderr).unwrap().contains("cup.obj"));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["unproven"], serde_json::json!(["cup.obj"]));
    assert_eq!(
        (&document["findings"][0]["kind"], &document["findings"][0]["proven"]),
        (&"clearance".into(), &false.into())
    );
    let document = found(&[&parts, "--allow-open", "cup*"]);
    assert_eq!((&document["counts"]["open"], &document["counts"]["unproven"]), (&1.into(), &0.into()));
    assert_eq!(clash(&[&parts, "--allow-open", "pin*"]).status.code(), Some(4));
    // A collision is worse, a file that is not read is worse still.
    folder.cube("parts/pin.obj", [-0.5, 1.0, 1.0]);
    assert_eq!(clash(&[&parts]).status.code(), Some(1));
    folder.file("parts/bad.obj", "v 0 0 zero\n");
    assert_eq!(clash(&[&parts]).status.code(), Some(2));
}

/// A box whose faces face inward is the same solid, and is said to face inward.
#[test]
fn parts_that_face_inward_are_the_same_solids() {
    let folder = Folder::new("inward");
    let mut turned = cuboid([0.0; 3], [4.0; 3]);
    turned.faces.iter_mut().for_each(|face| face.reverse());
    folder.file("parts/a.obj", "");
    write_mesh(folder.path("parts/a.obj"), &turned).unwrap();
    folder.cube("parts/b.obj", [1.0; 3]);
    let document = found(&[&folder.path("parts")]);
    assert_eq!(
        (&document["counts"]["contained"], &document["parts"][0]["inside_out"]),
        (&1.into(), &true.into())
    );
    folder.cube("parts/b.obj", [3.5, 1.0, 1.0]);
    let document = found(&[&folder.path("parts")]);
    let volume = &document["findings"][0]["volume"];
    assert_eq!(document["counts"]["hard"], 1);
    assert!((volume["value"].as_f64().unwrap() - 0.5).abs() <= volume["error"].as_f64().unwrap(), "{volume}");
    let text = String::from_utf8(clash(&[&folder.path("parts")]).stdout).unwrap();
    assert!(text.contains("1 parts have faces that face inward"), "{text}");
}

/// Files in meters and in millimeters were compared as if both were in one unit.
#[test]
fn files_of_different_units_are_converted() {
    let folder = Folder::new("units");
    for (name, corner, side) in [("a.glb", 0.0, 1.0), ("b.3mf", 750.0, 1000.0), ("c.obj", 1.5, 1.0)] {
        folder.file(&format!("parts/{name}"), "");
        write_mesh(folder.path(&format!("parts/{name}")), &cuboid([corner, 0.0, 0.0], [side; 3])).unwrap();
    }
    let (a, b, c) = (folder.path("parts/a.glb"), folder.path("parts/b.3mf"), folder.path("parts/c.obj"));
    for (unit, factor) in [("m", 1.0), ("mm", 1e3), ("in", 1e3 / 25.4)] {
        let document = found(&[&a, &b, "--unit", unit]);
        let way = &document["findings"][0]["way_out"]["depth"];
        assert_eq!((&document["counts"]["hard"], &document["unit"]), (&1.into(), &unit.into()));
        assert!((way.as_f64().unwrap() - 0.25 * factor).abs() < 1e-6 * factor, "{way}");
        let text = String::from_utf8(clash(&[&a, &b, "--unit", unit]).stdout).unwrap();
        assert!(text.contains(&format!("lengths in {unit}")), "{text}");
    }
    // By name, the first that states a unit states meters; the one that states none is in it, with a warning.
    let output = clash(&[&folder.path("parts"), "--json"]);
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&document["unit"], &document["counts"]["hard"]), (&"m".into(), &2.into()));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("c.obj: states no unit and is taken to be in m"), "{said}");
    assert_eq!(found(&[&c])["unit"], "file");
}

/// A cube inside of a part whose seam differs by rounding was "contained 0", exit code 0.
#[test]
fn seams_that_differ_by_rounding_are_closed() {
    let folder = Folder::new("seam");
    let mut case = cuboid([0.0; 3], [4.0; 3]);
    // The corner at the origin, once more for one face, as programs compute it.
    case.vertices.push([-5e-17, 0.0, 5e-17].into());
    let first = case.faces.iter_mut().find(|face| face.contains(&0)).unwrap();
    first.iter_mut().filter(|v| **v == 0).for_each(|v| *v = 8);
    folder.file("parts/case.obj", "");
    write_mesh(folder.path("parts/case.obj"), &case).unwrap();
    folder.cube("parts/pin.obj", [1.0; 3]);
    let document = found(&[&folder.path("parts")]);
    assert_eq!((&document["counts"]["contained"], &document["counts"]["open"]), (&1.into(), &0.into()));
    assert_eq!(document["parts"][0]["welded"], 1, "{document}");
    // Not if it is not to be, and more on request.
    assert_eq!(clash(&[&folder.path("parts"), "--weld", "0"]).status.code(), Some(4));
    case.vertices[8] = [0.01, 0.0, 0.0].into();
    write_mesh(folder.path("parts/case.obj"), &case).unwrap();
    assert_eq!(clash(&[&folder.path("parts")]).status.code(), Some(4));
    assert_eq!(found(&[&folder.path("parts"), "--weld", "0.02"])["counts"]["contained"], 1);
    // A face that is missing is a gap.
    case.faces.pop();
    write_mesh(folder.path("parts/case.obj"), &case).unwrap();
    assert_eq!(clash(&[&folder.path("parts"), "--weld", "0.02"]).status.code(), Some(4));
    assert_eq!(
        found(&[&folder.path("parts"), "--weld", "0.02", "--close-gaps", "9"])["counts"]["contained"],
        1
    );
}

/// The same parts as one GLB, as a 3MF and as a folder of STL files: numbers that single precision holds.
#[test]
fn formats_of_one_assembly_have_the_same_clashes() {
    let folder = Folder::new("formats");
    let made = assembly(100, 4, 7);
    let rounded = |part: &impinge_scenes::assembly::Part| {
        let points = part.points.iter().map(|p| p.to_array().map(|x| f64::from(x as f32)).into()).collect();
        Part { name: part.name.clone(), mesh: Mesh::new(points, part.faces.clone()), color: None }
    };
    let parts: Vec<Part> = made.parts.iter().map(rounded).collect();
    fs::create_dir_all(folder.path("stl")).unwrap();
    for part in &parts {
        write_mesh(folder.path(&format!("stl/{}.stl", part.name)), &part.mesh).unwrap();
    }
    write_parts(folder.path("all.glb"), &parts).unwrap();
    write_parts(folder.path("all.3mf"), &parts).unwrap();
    // Files of each format are in a unit of their own, and lengths on the command line are in it.
    let inner = |document: &Value, before: &str, after: &str| -> BTreeSet<(String, String, String)> {
        let name = |name: String| name.trim_start_matches(before).trim_end_matches(after).to_owned();
        let sorted = |(kind, a, b)| {
            let (a, b) = (name(a), name(b));
            (kind, a.clone().min(b.clone()), a.max(b))
        };
        triples(document).into_iter().map(sorted).collect()
    };
    let stl = inner(&found(&[&folder.path("stl"), "--clearance", "0.25"]), "", ".stl");
    assert!(stl.len() >= 20, "{stl:?}");
    for (file, unit) in [("all.glb", "m"), ("all.3mf", "mm")] {
        let path = folder.path(file);
        let document = found(&[&path, "--clearance", "0.25"]);
        assert_eq!((&document["unit"], &document["counts"]["parts"]), (&unit.into(), &100.into()));
        assert_eq!(inner(&document, &format!("{path}/"), ""), stl, "{file}");
    }
}
