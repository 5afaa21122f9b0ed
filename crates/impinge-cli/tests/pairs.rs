//! `impinge pairs` as a user meets it.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use common::Folder;
use impinge_io::cases::{self, CasePose, CaseSet, CaseShape, LIST, Truth};
use serde_json::Value;

/// A folder with cases in it.
fn with_cases(test: &str) -> Folder {
    let folder = Folder::new("pairs", test);
    cases::write(&folder.0, &sets()).unwrap();
    folder
}

/// With text in its list replaced.
fn relisted(test: &str, from: &str, to: &str) -> Folder {
    let folder = with_cases(test);
    let list = folder.0.join(LIST);
    let text = fs::read_to_string(&list).unwrap();
    assert!(text.contains(from), "{text}");
    fs::write(&list, text.replace(from, to)).unwrap();
    folder
}

/// With a file changed.
fn damaged(test: &str, file: &str, change: impl FnOnce(&mut Vec<u8>)) -> Folder {
    let folder = with_cases(test);
    let path = folder.0.join(file);
    let mut bytes = fs::read(&path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
    folder
}

/// Gaps of the bodies of the sets, along x.
const GAPS: [f64; 4] = [0.5, 0.0, -0.25, 2.0];

/// Sets along the x axis, where the truth is known: of boxes with truth, and of each shape against a ball without.
fn sets() -> Vec<CaseSet> {
    let points = (0..8).map(|i| [0, 1, 2].map(|k| if i >> k & 1 == 1 { 1.0 } else { -1.0 })).collect();
    let set = |name: &str, a: CaseShape, b: CaseShape, reach: f64, truth: bool| CaseSet {
        name: name.into(),
        family: "test".into(),
        a,
        b,
        side: None,
        poses: GAPS
            .map(|gap| {
                let pose = |x| CasePose { translation: [x, 0.0, 0.0], quaternion: [0.0, 0.0, 0.0, 2.0] };
                [pose(1.0), pose(1.0 + reach + gap)]
            })
            .into(),
        truth: truth.then(|| {
            GAPS.map(|s| Truth { signed_distance: s, normal: [1.0, 0.0, 0.0], error: 1e-15 }).into()
        }),
    };
    let ball = || CaseShape::Sphere { r: 0.5 };
    let cube = || CaseShape::Box { half: [1.0, 1.0, 1.0] };
    vec![
        set("cubes", cube(), cube(), 2.0, true),
        set("ellipsoid", CaseShape::Ellipsoid { radii: [2.0, 1.0, 0.5] }, ball(), 2.5, false),
        set("roundbox", CaseShape::RoundBox { half: [1.0, 0.5, 0.5], r: 0.5 }, ball(), 2.0, false),
        set("hull", CaseShape::Hull { points }, ball(), 1.5, false),
        set("capsule", CaseShape::Capsule { half: 1.0, r: 0.5 }, ball(), 1.0, false),
        set("cylinder", CaseShape::Cylinder { half: 1.0, r: 0.5 }, cube(), 1.5, false),
        set("planet", CaseShape::Sphere { r: 100.0 }, ball(), 100.5, true),
    ]
}

fn pairs(folder: &Path, args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_impinge");
    Command::new(program).arg("pairs").arg(folder).arg("--json").args(args).output().unwrap()
}

/// The lines of a run that ended well, as JSON.
#[track_caller]
fn lines(output: &Output) -> Vec<Value> {
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks that a run failed with one line on stderr that holds `parts`, and nothing on stdout.
#[track_caller]
fn refused(output: &Output, parts: &[&str]) {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.starts_with("impinge: ") && output.stdout.is_empty(), "{output:?}");
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

fn answers(folder: &Path, file: &str) -> Vec<f64> {
    let bytes = fs::read(folder.join(file)).unwrap();
    assert_eq!(bytes.len() % 8, 0);
    bytes.as_chunks::<8>().0.iter().map(|&b| f64::from_le_bytes(b)).collect()
}

const FIELDS: [&str; 12] = [
    "peer",
    "version",
    "precision",
    "algorithm",
    "set",
    "query",
    "ns",
    "n",
    "hits",
    "failures",
    "mean_support_calls",
    "max_error_bound",
];
const TRUTH_FIELDS: [&str; 4] = ["wrong", "worst_distance", "worst_depth", "outside_bound"];

#[test]
fn distances_are_reported_and_written() {
    let folder = with_cases("distance");
    let out = Folder::new("pairs", "distance-out");
    for (precision, epsilon) in [("f64", 1e-9), ("f32", 1e-5)] {
        for algorithm in ["auto", "gjk-voronoi"] {
            let told = pairs(
                &folder.0,
                &[
                    "--query",
                    "distance",
                    "--precision",
                    precision,
                    "--algorithm",
                    algorithm,
                    "--repeat",
                    "2",
                    "--out",
                    out.0.to_str().unwrap(),
                ],
            );
            let told = lines(&told);
            assert_eq!(told.len(), sets().len());
            for (line, set) in told.iter().zip(sets()) {
                let mut fields: Vec<&str> = FIELDS.into();
                if set.truth.is_some() {
                    fields.extend(TRUTH_FIELDS);
                }
                assert_eq!(line.as_object().unwrap().len(), fields.len() + 1, "{line}");
                for field in fields {
                    assert!(!line[field].is_null(), "{field}: {line}");
                }
                // Only the front door has a judge behind it. These pairs do not need it.
                let judged = if algorithm == "auto" { 0.into() } else { Value::Null };
                assert_eq!(line["judged"], judged, "{line}");
                for (field, value) in [
                    ("peer", "impinge"),
                    ("precision", precision),
                    ("algorithm", algorithm),
                    ("query", "distance"),
                    ("set", &set.name),
                ] {
                    assert_eq!(line[field], value, "{line}");
                }
                assert_eq!((&line["n"], &line["failures"]), (&4.into(), &0.into()), "{line}");
                assert!(
                    line["ns"].as_f64().unwrap() > 0.0 && line["mean_support_calls"].as_f64().unwrap() >= 0.0
                );
                if set.truth.is_some() {
                    assert_eq!((&line["wrong"], &line["outside_bound"]), (&0.into(), &0.into()), "{line}");
                    assert!(line["worst_distance"].as_f64().unwrap() < epsilon, "{line}");
                }
                let size = set.size(3);
                for (got, gap) in answers(&out.0, &format!("{}.distance.f64", set.name)).iter().zip(GAPS) {
                    assert!((got - gap.max(0.0)).abs() < epsilon * size, "{}: {got} for {gap}", set.name);
                }
            }
        }
    }
    assert_eq!(fs::read_dir(&out.0).unwrap().count(), sets().len(), "only whole files are left");
}

#[test]
fn verdicts_are_infinite_and_touching_is_meeting() {
    let folder = with_cases("intersect");
    let out = Folder::new("pairs", "intersect-out");
    for algorithm in ["auto", "gjk-voronoi"] {
        let args = ["--query", "intersect", "--algorithm", algorithm, "--out", out.0.to_str().unwrap()];
        for line in lines(&pairs(&folder.0, &args)) {
            assert_eq!((&line["failures"], &line["max_error_bound"]), (&0.into(), &Value::Null), "{line}");
            assert_eq!(line["judged"].is_null(), algorithm != "auto", "{line}");
            if line.get("wrong").is_some() {
                assert_eq!((&line["wrong"], &line["worst_depth"]), (&0.into(), &Value::Null), "{line}");
            }
        }
        let infinity = f64::INFINITY;
        let expected = [infinity, -infinity, -infinity, infinity];
        assert_eq!(answers(&out.0, "cubes.intersect.f64"), expected);
        assert_eq!(answers(&out.0, "roundbox.intersect.f64"), expected);
    }
}

#[test]
fn threads_change_no_answer() {
    let folder = with_cases("threads");
    let out = Folder::new("pairs", "threads-out");
    let run = |threads: &str| {
        let args = ["--query", "distance", "--threads", threads, "--out", out.0.to_str().unwrap()];
        assert_eq!(lines(&pairs(&folder.0, &args)).len(), sets().len());
        answers(&out.0, "ellipsoid.distance.f64")
    };
    let one = run("1");
    for threads in ["3", "4", "9"] {
        assert_eq!(run(threads), one);
    }
}

#[test]
fn sets_are_chosen_by_name() {
    let folder = with_cases("chosen");
    let told = lines(&pairs(&folder.0, &["--query", "distance", "--sets", "hull,cubes", "--gap", "1e-3"]));
    assert_eq!(told.iter().map(|l| l["set"].as_str().unwrap()).collect::<Vec<_>>(), ["cubes", "hull"]);
    refused(&pairs(&folder.0, &["--sets", "cubes,none"]), &["sets.json", "`none`", "cubes, ellipsoid"]);
}

#[test]
fn damaged_files_are_named_and_leave_nothing() {
    let nan = |byte: usize| move |b: &mut Vec<u8>| b[byte..byte + 8].copy_from_slice(&f64::NAN.to_le_bytes());
    let huge =
        |byte: usize| move |b: &mut Vec<u8>| b[byte..byte + 8].copy_from_slice(&1e300_f64.to_le_bytes());
    type Case = (Folder, &'static [&'static str], &'static [&'static str]);
    let cases: [Case; 13] = [
        (
            damaged("short", "planet.f64", |b| b.truncate(b.len() - 3)),
            &[],
            &["planet.f64", "445 bytes", "need 448", "cut off"],
        ),
        (
            damaged("long", "planet.truth.f64", |b| b.push(0)),
            &[],
            &["planet.truth.f64", "161 bytes", "need 160"],
        ),
        (damaged("nan", "hull.f64", nan(112)), &[], &["hull.f64", "pair 1", "tA x", "NaN"]),
        (
            damaged("truth", "planet.truth.f64", nan(40)),
            &[],
            &["planet.truth.f64", "pair 1", "s at byte 40", "NaN"],
        ),
        (
            damaged("zero", "hull.f64", |b| b[24..56].fill(0)),
            &[],
            &["hull.f64", "pair 0", "quaternion qA", "zero"],
        ),
        (
            damaged("range", "hull.f64", huge(0)),
            &["--precision", "f32"],
            &["set `hull`", "pair 0 in f32", "translation x", "finite"],
        ),
        (damaged("json", LIST, |b| b.truncate(40)), &[], &[LIST, "JSON", "line 1"]),
        (damaged("utf", LIST, |b| b[30] = 0xff), &[], &[LIST]),
        (
            relisted("kind", "\"type\":\"roundbox\"", "\"type\":\"torus\""),
            &[],
            &[LIST, "set `roundbox`", "`torus`"],
        ),
        (
            relisted("count", "\"n\":4,\"file\":\"capsule", "\"n\":5,\"file\":\"capsule"),
            &[],
            &["capsule.f64", "5 pairs", "need 560"],
        ),
        (
            relisted("size", "\"r\":100.0", "\"r\":-100.0"),
            &[],
            &[LIST, "set `planet`", "shape a", "negative"],
        ),
        (relisted("field", "\"half\":1.0", "\"length\":1.0"), &[], &[LIST, "set `capsule`", "`length`"]),
        (relisted("outside", "hull.f64", "../hull.f64"), &[], &[LIST, "set `hull`", "plain file name"]),
    ];
    for (folder, more, parts) in cases {
        let out = folder.0.join("out");
        let args = [&["--query", "distance", "--out", out.to_str().unwrap()], more].concat();
        refused(&pairs(&folder.0, &args), parts);
        assert!(!out.exists(), "{parts:?}");
    }
    let folder = with_cases("missing");
    fs::remove_file(folder.0.join("hull.f64")).unwrap();
    refused(&pairs(&folder.0, &[]), &["hull.f64", "set `hull`"]);
    refused(&pairs(&folder.0.join("nowhere"), &[]), &["nowhere", "sets.json"]);
}

#[test]
fn an_unwritable_folder_is_reported_before_the_first_pair() {
    let folder = with_cases("unwritable");
    let file = folder.0.join("cubes.f64");
    refused(&pairs(&folder.0, &["--out", file.to_str().unwrap()]), &["cubes.f64", "folder"]);
}

#[test]
fn vclip_answers_sets_of_polyhedra_and_refuses_others() {
    let folder = with_cases("vclip");
    for query in ["intersect", "distance", "contact"] {
        for precision in ["f32", "f64"] {
            let args =
                ["--algorithm", "vclip", "--sets", "cubes", "--query", query, "--precision", precision];
            let told = lines(&pairs(&folder.0, &args));
            assert_eq!(
                (&told[0]["algorithm"], &told[0]["wrong"]),
                (&"vclip".into(), &0.into()),
                "{}",
                told[0]
            );
        }
    }
    refused(&pairs(&folder.0, &["--algorithm", "vclip"]), &["polyhedra", "set `ellipsoid`", "--sets"]);
}

#[test]
fn senseless_pairs_and_wrong_usage_are_code_2() {
    let folder = with_cases("senseless");
    for (algorithm, query) in [
        ("sa-gjk", "distance"),
        ("sa-gjk", "contact"),
        ("isa-gjk", "distance"),
        ("isa-gjk", "contact"),
        ("mpr", "distance"),
        ("epa", "distance"),
        ("epa", "intersect"),
        ("swept", "distance"),
    ] {
        let output = pairs(&folder.0, &["--algorithm", algorithm, "--query", query]);
        refused(&output, &[algorithm, query, "it answers `", "impinge --help"]);
    }
    for args in [
        &["--query", "volume"][..],
        &["--precision", "f16"],
        &["--algorithm", "gjk"],
        &["--repeat", "0"],
        &["--threads", "0"],
        &["--gap=-1"],
        &["--gap", "NaN"],
    ] {
        refused(&pairs(&folder.0, args), &["impinge --help"]);
    }
    let output = Command::new(env!("CARGO_BIN_EXE_impinge")).arg("pairs").output().unwrap();
    refused(&output, &["DIR"]);
}
