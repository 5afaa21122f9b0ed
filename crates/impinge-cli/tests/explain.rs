//! `impinge explain` as a user meets it: every algorithm on pairs whose state is known, in space and in the plane.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use common::Folder;
use serde_json::Value;

fn explain(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_impinge")).arg("explain").args(args).output().unwrap()
}

/// The document of a run that ended well; its page was written and is whole.
#[track_caller]
fn document(folder: &Folder, args: &[&str]) -> Value {
    let page = folder.path("page.html");
    let output = explain(&[args, &["--json", "--page", &page]].concat());
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let html = fs::read_to_string(&page).unwrap();
    assert!(html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"), "{args:?}");
    let data = html.split("id=\"page-data\"").nth(1).and_then(|rest| rest.split("</script>").next()).unwrap();
    assert!(!data.contains("NaN") && !data.contains("not a number"), "{args:?}: a number is missing or NaN");
    let data: Value = serde_json::from_str(data.trim_start_matches('>')).unwrap();
    assert!(legend_is_whole(&data["view"]), "{args:?}: a color without a meaning");
    fs::remove_file(&page).unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Whether the legend names the color of everything that any step draws, and none that none does. Corners and lines of the simplex that
/// are dropped are gray, as the text below the picture says.
fn legend_is_whole(view: &Value) -> bool {
    let bytes = |coded: &Value| -> Vec<u8> {
        let digits = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        let text = coded.as_str().unwrap().as_bytes();
        let values: Vec<u32> =
            text.iter().filter_map(|c| digits.iter().position(|d| d == c)).map(|d| d as u32).collect();
        values
            .chunks(4)
            .flat_map(|four| {
                let all = four.iter().fold(0, |all, six| all << 6 | six) << (6 * (4 - four.len()));
                all.to_be_bytes()[1..four.len()].to_vec()
            })
            .collect()
    };
    let drawn: BTreeSet<u8> =
        ["bodies", "lines", "points"].iter().flat_map(|kind| bytes(&view[*kind]["roles"])).collect();
    let named: BTreeSet<u8> =
        view["legend"].as_array().unwrap().iter().map(|entry| entry[0].as_u64().unwrap() as u8).collect();
    let dropped = 1;
    drawn.iter().all(|role| *role == dropped || named.contains(role))
        && named.iter().all(|role| drawn.contains(role))
}

/// Refused on one line with code 2, and nothing is written.
#[track_caller]
fn refused(args: &[&str], parts: &[&str]) {
    let folder = Folder::new("explain", "refused");
    let page = folder.path("page.html");
    let output = explain(&[args, &["--page", &page]].concat());
    assert_eq!(output.status.code(), Some(2), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(output.stdout.is_empty() && !PathBuf::from(page).exists());
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

const STILL: [&str; 12] = [
    "gjk",
    "gjk-voronoi",
    "gjk-signed-volumes",
    "gjk-signed-volumes-exact",
    "gjk-johnson",
    "gjk-backup",
    "gjk-johnson-backup",
    "sa-gjk",
    "swept-gjk",
    "epa",
    "mpr",
    "certify",
];

/// Two shapes, and their signed distance.
const PAIRS: [(&str, &str, f64); 12] = [
    ("box:1,1,1", "box:1,1,1@3,0.25,0.5", 1.0),
    ("box:1,1,1", "box:1,1,1@1.5,0.25,0.5", -0.5),
    ("box:1,1,1@0.5,0.25,0", "box:1,1,1@2.5,0,0", 0.0),
    ("sphere:1@1,2,3", "capsule:1,0.5@1,2,7", 1.5),
    ("sphere:1", "sphere:1@1.5,0,0", -0.5),
    ("box:1,1,1", "sphere:1@2.5,0.5,0", 0.5),
    ("box:1,2,1@0,0,0,0,0,0.6,0.8", "cone:0.5,1@0,0,1.25", -0.25),
    ("cylinder:1,0.5", "convex-polyhedron:0,0,0,1,0,0,0,1,0,0,0,1@0,0,1.25", 0.25),
    ("rectangle:1,0.5", "circle:0.5@2,0.25", 0.5),
    ("rectangle:1,0.5", "rectangle:1,0.5@1.5,0.1", -0.5),
    ("circle:1", "circle:1@2,0", 0.0),
    ("ellipse:1,0.5", "capsule2:1,0.25@1.5,0.125,0", 0.25),
];

/// Tolerance of answers: far above the rounding of any of these.
const SAME: f64 = 1e-9;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(f64::NAN)
}

#[test]
fn every_algorithm_agrees_with_the_front_door() {
    let folder = Folder::new("explain", "agree");
    let mut seen = [0; 3];
    for (a, b, truth) in PAIRS {
        for algorithm in STILL {
            let told = document(&folder, &[a, b, "--algorithm", algorithm]);
            let name = format!("{algorithm} {a} {b}");
            let answer = &told["answer"];
            assert!((number(&told["front_door"]["signed_distance"]) - truth).abs() < SAME, "{name}: {told}");
            assert_eq!(told["front_door"]["agrees"], true, "{name}: {answer}");
            let state = answer["state"].as_str().unwrap();
            let states: &[&str] = match truth {
                0.0 => &["touching", "meeting", "open"],
                truth if truth > 0.0 => &["apart"],
                _ => &["overlapping", "meeting"],
            };
            assert!(states.contains(&state), "{name}: {state}");
            if let Some(found) = answer["signed_distance"].as_f64() {
                assert!((found - truth).abs() < SAME, "{name}: {found}");
            }
            // Infinite bounds are null.
            let (lower, upper) = (answer["lower"].as_f64(), answer["upper"].as_f64());
            assert!(
                lower.is_none_or(|x| x <= truth + SAME) && upper.is_none_or(|x| x >= truth - SAME),
                "{name}"
            );
            seen[usize::from(truth < 0.0) + 2 * usize::from(truth > 0.0)] += 1;
        }
    }
    assert_eq!(seen, [24, 48, 72]);
}

#[test]
fn vclip_walks_over_features() {
    let folder = Folder::new("explain", "vclip");
    for (a, b, truth) in [
        ("box:1,1,1", "box:1,1,1@3,0.25,0.5", 1.0),
        ("box:1,1,1", "box:1,1,1@1.5,0.25,0.5", -0.5),
        ("box:1,1,1", "convex-polyhedron:0,0,0,1,0,0,0,1,0,0,0,1@1.25,0,0", 0.25),
        // Its centroid is 11/28 above its bottom.
        ("frustum:1,1,0.5,0.5,0.5", "box:1,1,1@0.2,0.1,2", 11.0 / 28.0),
    ] {
        let told = document(&folder, &[a, b, "--algorithm", "vclip"]);
        assert_eq!(told["front_door"]["agrees"], true, "{told}");
        if truth > 0.0 {
            assert!((number(&told["answer"]["signed_distance"]) - truth).abs() < SAME, "{told}");
        } else {
            assert_eq!(told["answer"]["state"], "meeting", "{told}");
        }
        let steps = told["steps"].as_array().unwrap();
        let last = steps.last().unwrap()["sentence"].as_str().unwrap();
        assert!(last.contains("done"), "{last}");
        assert!(truth < 0.0 || last.contains("nearest features") || last.contains("Rounding"), "{last}");
    }
    refused(
        &["box:1,1,1", "sphere:1@3,0,0", "--algorithm", "vclip"],
        &["polyhedra", "`sphere:1@3,0,0`", "gjk"],
    );
    refused(&["circle:1", "circle:1@3,0", "--algorithm", "vclip"], &["polyhedra of space"]);
}

#[test]
fn bounds_hold_at_every_step_and_steps_are_counted() {
    let folder = Folder::new("explain", "steps");
    let mut counted = 0;
    for (a, b, truth) in PAIRS {
        for algorithm in STILL {
            let told = document(&folder, &[a, b, "--algorithm", algorithm]);
            let steps = told["steps"].as_array().unwrap();
            let calls = usize::try_from(told["answer"]["calls"].as_u64().unwrap()).unwrap();
            for step in steps {
                let (lower, upper) = (step["lower"].as_f64(), step["upper"].as_f64());
                assert!(lower.is_none_or(|x| x <= truth + SAME), "{algorithm} {a} {b}: {step}");
                // GJK's simplex is in B − A: its nearest point bounds the distance, and only its sign the depth.
                assert!(upper.is_none_or(|x| x >= truth - SAME), "{algorithm} {a} {b}: {step}");
                assert!(step["sentence"].as_str().unwrap().ends_with('.'), "{step}");
            }
            if algorithm.starts_with("gjk") || algorithm == "sa-gjk" || algorithm == "mpr" {
                assert_eq!(steps.len(), calls, "{algorithm} {a} {b}");
                counted += 1;
            } else {
                assert!(steps.len() <= calls, "{algorithm} {a} {b}: {} of {calls}", steps.len());
            }
            if let Some(last) = steps.last() {
                let sentence = last["sentence"].as_str().unwrap();
                assert!(
                    sentence.contains("done") || sentence.contains("EPA"),
                    "{algorithm} {a} {b}: {sentence}"
                );
            }
        }
    }
    assert_eq!(counted, PAIRS.len() * 9);
}

#[test]
fn every_kind_of_shape_has_a_short_form() {
    let folder = Folder::new("explain", "kinds");
    let shapes = Command::new(env!("CARGO_BIN_EXE_impinge")).args(["shapes", "--json"]).output().unwrap();
    let help = explain(&["--help"]);
    let help = String::from_utf8(help.stdout).unwrap();
    let mut count = 0;
    for line in String::from_utf8(shapes.stdout).unwrap().lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let (name, plane) = (row["name"].as_str().unwrap(), row["min"].as_array().unwrap().len() == 2);
        let kebab: String = name
            .char_indices()
            .flat_map(|(i, c)| {
                let dash = (c.is_uppercase() && i > 0).then_some('-');
                dash.into_iter().chain(c.to_lowercase())
            })
            .collect();
        let kebab = if kebab == "cuboid" { "box".to_owned() } else { kebab };
        let form = help.lines().filter(|l| l.trim_start().starts_with(&format!("{kebab}:")));
        let sizes =
            form.map(|l| l.split(',').count()).find(|n| name != "Point" || *n == 2 + usize::from(!plane));
        let numbers = match name {
            "ConvexPolyhedron" => "0,0,0,1,0,0,0,1,0,0,0,1".into(),
            "ConvexPolygon" => "0,0,1,0,0,1".into(),
            _ => vec!["0.5"; sizes.unwrap_or_else(|| panic!("{name} is not in the help"))].join(","),
        };
        let other = if plane { "circle:1@5,0" } else { "sphere:1@5,0,0" };
        let told = document(&folder, &[&format!("{kebab}:{numbers}"), other]);
        assert_eq!(told["answer"]["state"], "apart", "{name}");
        count += 1;
    }
    assert!(count >= 24, "{count} shapes");
}

#[test]
fn casts_and_motions_end_where_bodies_touch() {
    let folder = Folder::new("explain", "casts");
    let run = |args: &[&str]| {
        let told = document(&folder, args);
        assert_eq!(told["front_door"]["agrees"], true, "{told}");
        told
    };
    let told = run(&["box:1,1,1", "sphere:0.5@4,0,0", "--algorithm", "cast", "--motion=-4,0,0"]);
    assert!((number(&told["answer"]["time"]) - 0.625).abs() < 1e-6, "{told}");
    let times: Vec<f64> = told["steps"].as_array().unwrap().iter().map(|s| number(&s["time"])).collect();
    assert!(!times.is_empty() && times.is_sorted() && times.iter().all(|t| *t <= 0.625 + 1e-6), "{times:?}");
    let told = run(&["box:1,1,1", "sphere:0.5@4,0,0", "--algorithm", "cast", "--motion", "1,0,0"]);
    assert_eq!(told["answer"]["state"], "apart");
    assert!(told["answer"]["time"].is_null());
    let told =
        run(&["box:1,1,1", "cone:0.5,1@4,0,0", "--algorithm", "cast", "--motion=-2,0.5,0,0,0.7,0,0.7"]);
    assert_eq!(told["answer"]["state"], "touching");
    let told = run(&["circle:1", "rectangle:0.5,0.5@3,0", "--algorithm", "cast", "--motion=-3,0"]);
    assert!((number(&told["answer"]["time"]) - 0.5).abs() < 1e-6, "{told}");
    let told = run(&["box:1,1,1", "box:1,1,1@1,0,0", "--algorithm", "cast", "--motion=-2,0,0"]);
    assert_eq!(told["answer"]["state"], "overlapping");

    let told = run(&["box:1,1,1", "box:0.5,0.5,0.5@4,0,0", "--algorithm", "expel", "--motion=-4,0,0"]);
    assert!((number(&told["answer"]["time"]) - 0.625).abs() < 1e-6, "{told}");
    let clearances: Vec<f64> =
        told["steps"].as_array().unwrap().iter().map(|s| number(&s["numbers"]["clearance"])).collect();
    assert!(clearances.len() > 2 && clearances.iter().all(|c| *c > 0.0), "{clearances:?}");
    let told =
        run(&["box:1,1,1", "frustum:1,1,0.5,0.5,0.5@4,0,0", "--algorithm", "expel", "--motion", "1,0,0"]);
    assert_eq!(told["answer"]["state"], "apart");
}

#[test]
fn the_hull_of_a_mesh_file_is_used_and_reported() {
    let folder = Folder::new("explain", "mesh");
    let file = folder.path("two words.obj");
    fs::write(&file, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0.1 0.1 0.1\nf 1 2 3\n").unwrap();
    let told = document(&folder, &[&file, &format!("{file}@2,0,0"), "--algorithm", "gjk"]);
    assert!((number(&told["answer"]["signed_distance"]) - 1.0).abs() < SAME, "{told}");
    assert!(
        told["a"].as_str().unwrap().contains("the hull of")
            && told["a"].as_str().unwrap().contains("4 of 5 points")
    );
    refused(&[&file, &format!("{file}@2,x,0")], &["`x` is not a number"]);
    refused(&[&folder.path("none.obj"), "box:1,1,1"], &["none.obj"]);
    refused(&[&file, "box:1,1,1", "--max-bytes", "5"], &["--max-bytes"]);
}

#[test]
fn text_has_a_line_for_each_step_and_says_where_the_page_is() {
    let folder = Folder::new("explain", "text");
    let page = folder.path("seen.html");
    let output = explain(&["box:1,1,1", "sphere:1@2.5,0.5,0", "--page", &page]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text.lines().count(), 7, "{text}");
    assert!(
        text.contains("A and B are apart by 0.5") && text.ends_with(&format!("page: {page}\n")),
        "{text}"
    );
    let output =
        explain(&["ellipsoid:1,2,3", "ellipsoid:3,2,1@1,1,1", "--algorithm", "certify", "--page", &page]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.lines().count() <= 25 && text.contains("... and "), "{text}");
    // The same run gives the same bytes.
    let first = fs::read(&page).unwrap();
    explain(&["ellipsoid:1,2,3", "ellipsoid:3,2,1@1,1,1", "--algorithm", "certify", "--page", &page]);
    assert_eq!(fs::read(&page).unwrap(), first);
}

#[test]
fn names_with_html_are_harmless() {
    let folder = Folder::new("explain", "html");
    let file = folder.path("<b>&\"x'.obj");
    fs::write(&file, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n").unwrap();
    let page = folder.path("page.html");
    let output = explain(&[&file, "box:1,1,1@4,0,0", "--page", &page]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(!fs::read_to_string(&page).unwrap().contains("<b>&"));
}

#[test]
fn a_wrong_short_form_is_refused_at_its_character() {
    let sphere = "sphere:1@3,0,0";
    for (form, parts) in [
        (
            "bx:1,1,1",
            &["character 1:", "`bx` is neither a mesh file nor a shape", "round-cuboid", "`box:1,1,1@0,0,0`"]
                [..],
        ),
        ("", &["character 1:", "example"]),
        ("box", &["character 4:", "`:` and its sizes", "`box:1,1,1@0,0,0`"]),
        ("box:1,one,1", &["character 7:", "`one` is not a number"]),
        ("box:1,,1", &["character 7:", "a number is missing"]),
        ("box:1,1", &["character 8:", "`box` needs 3 sizes, half_x,half_y,half_z; found 2"]),
        ("box:1,1,1,1", &["character 11:", "found 4"]),
        ("box:1,1,nan", &["character 9:", "not finite"]),
        ("box:1,1,-1", &["character 5:", "`box:1,1,1@0,0,0`"]),
        ("box:1,1,1@1,2", &["character 14:", "a pose has 3 numbers, x,y,z, or 7", "found 2"]),
        ("box:1,1,1@1,2,3,0,0,0,0", &["character 17:"]),
        ("box:1,1,1@1,é,3", &["character 13:", "`é` is not a number"]),
        ("convex-polyhedron:1,2,3,4", &["character 26:", "3 numbers for each vertex"]),
        ("convex-polyhedron:1,2,3", &["character 19:"]),
        ("Round_Cuboid:1,1,1", &["character 19:", "`round-cuboid` needs 4 sizes"]),
    ] {
        refused(&[form, sphere], parts);
        refused(&[sphere, form], parts);
    }
    refused(&["circle:1@0", "circle:1"], &["character 11:", "in the plane a pose has 2 numbers"]);
    refused(&["circle:1@0,0", sphere], &["`circle:1@0,0` is a shape of the plane"]);
}

#[test]
fn a_wrong_call_is_refused() {
    let pair = ["box:1,1,1", "sphere:1@3,0,0"];
    refused(&[&pair[..], &["--algorithm", "gkj"]].concat(), &["gkj", "gjk-johnson", "certify"]);
    refused(&[&pair[..], &["--algorithm", "cast"]].concat(), &["`--motion`", "-2,0,0"]);
    refused(&[&pair[..], &["--algorithm", "epa", "--motion", "1,0,0"]].concat(), &["`cast` and `expel`"]);
    refused(&[&pair[..], &["--algorithm", "cast", "--motion", "1,0"]].concat(), &["`1,0`, character 4:"]);
    refused(
        &[&pair[..], &["--algorithm", "expel", "--motion", "1,0,0"]].concat(),
        &["polyhedra", "sphere:1"],
    );
    refused(
        &["circle:1", "circle:1@3,0", "--algorithm", "expel", "--motion", "1,0"],
        &["polyhedra of space", "cast"],
    );
    let output = explain(&[&pair[..], &["--page", "/no/such/folder/page.html"]].concat());
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8(output.stderr).unwrap().contains("page.html"));
}

#[test]
fn the_commands_of_the_book_run() {
    let folder = Folder::new("explain", "book");
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/book/explain.md");
    let text = fs::read_to_string(book).unwrap();
    let commands: Vec<&str> = text.lines().filter_map(|l| l.strip_prefix("impinge explain ")).collect();
    assert_eq!(commands.len(), 4);
    for command in commands {
        document(&folder, &command.split(' ').collect::<Vec<_>>());
    }
    // Every name in the table is one that the program knows, and none is left out.
    let help = String::from_utf8(explain(&["--help"]).stdout).unwrap();
    let names: Vec<&str> = text
        .lines()
        .filter(|l| l.starts_with("| `"))
        .flat_map(|l| l.split('|').nth(1).unwrap().split('`').skip(1).step_by(2))
        .collect();
    let known = help.lines().filter(|l| l.trim_start().starts_with("- ")).count();
    assert_eq!(names.len(), known, "{names:?}\n{help}");
    assert!(names.iter().all(|name| help.contains(&format!("- {name}:"))), "{names:?}\n{help}");
}
