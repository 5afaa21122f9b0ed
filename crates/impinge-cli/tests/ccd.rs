//! `impinge ccd` as a user meets it.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use impinge::Vec3;
use impinge_io::ccd::{CcdQuery, write};
use serde_json::Value;

/// A file for one test, removed at its end.
struct File(PathBuf);

impl File {
    fn new(test: &str) -> Self {
        Self(std::env::temp_dir().join(format!("impinge-ccd-{test}-{}", std::process::id())))
    }

    fn with(test: &str, queries: &[CcdQuery]) -> Self {
        let file = Self::new(test);
        write(&file.0, queries).unwrap();
        file
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_impinge"))
            .arg("ccd")
            .arg("--json")
            .args(args)
            .arg(&self.0)
            .output()
            .unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A vertex that falls from `height` to −1 on a triangle, or past it; with the truth.
fn falling(height: f64, x: f64) -> CcdQuery {
    let face = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]].map(Vec3::from);
    let at = |z: f64| [Vec3::new(x, 0.0, z), face[0], face[1], face[2]];
    let touch = x.abs() <= 0.5;
    let time = if touch { height / (height + 1.0) } else { f64::INFINITY };
    CcdQuery { start: at(height), end: at(-1.0), touch, time: Some(time) }
}

/// The same points as two edges: the vertex to the first corner, and the opposite side.
fn crossing(height: f64) -> CcdQuery {
    let at = |z: f64| [[0.0, -1.0, z], [0.0, 1.0, z], [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]].map(Vec3::from);
    CcdQuery { start: at(height), end: at(-height), touch: true, time: None }
}

#[track_caller]
fn json(output: &Output) -> Value {
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    serde_json::from_str(&text).unwrap()
}

#[track_caller]
fn refused(output: &Output, parts: &[&str]) {
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(
        text.lines().count() == 1 && text.starts_with("impinge: ") && output.stdout.is_empty(),
        "{output:?}"
    );
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

const FIELDS: [&str; 8] =
    ["n", "hits", "false_negatives", "false_positives", "late", "max_early", "median_us", "max_us"];

#[test]
fn times_are_judged() {
    let heights = [0.25, 1.0, 3.0, 1e-3, 1e6];
    let mut queries: Vec<CcdQuery> =
        heights.iter().flat_map(|&h| [falling(h, 0.0), falling(h, 0.3), falling(h, 0.75)]).collect();
    let told = json(&File::with("times", &queries).run(&["--kind", "vf"]));
    let fields: Vec<&String> = told.as_object().unwrap().keys().collect();
    assert_eq!(fields.len(), FIELDS.len());
    assert!(FIELDS.iter().all(|f| fields.iter().any(|g| g == f)), "{fields:?}");
    for (field, right) in
        [("n", 15), ("hits", 10), ("false_negatives", 0), ("false_positives", 0), ("late", 0)]
    {
        assert_eq!(told[field], right, "{field}: {told}");
    }
    assert!(told["max_early"].as_f64().unwrap() < 1e-9, "{told}");
    assert!(
        told["median_us"].as_f64().unwrap() > 0.0 && told["max_us"].as_f64() >= told["median_us"].as_f64()
    );

    // Truths that are wrong, and a time that is too early to be met.
    queries[0].touch = false;
    queries[0].time = Some(f64::INFINITY);
    queries[2].touch = true;
    queries[2].time = Some(f64::NAN);
    queries[3].time = Some(0.25);
    let told = json(&File::with("wrong", &queries).run(&["--kind", "vf"]));
    for (field, right) in [("hits", 10), ("false_negatives", 1), ("false_positives", 1), ("late", 1)] {
        assert_eq!(told[field], right, "{field}: {told}");
    }
}

#[test]
fn without_times_no_answer_counts_as_late() {
    let told = json(&File::with("edges", &[crossing(1.0), crossing(0.5)]).run(&["--kind", "ee"]));
    assert_eq!((&told["n"], &told["hits"], &told["late"]), (&2.into(), &2.into(), &0.into()));
    assert_eq!(told["max_early"], Value::Null);
    // The same numbers as vertex and face.
    let told = json(&File::with("edges-as-faces", &[crossing(1.0)]).run(&["--kind", "vf"]));
    assert_eq!(told["n"], 1);
}

#[test]
fn mistakes_are_reported_in_one_line() {
    let good = File::with("good", &[crossing(1.0)]);
    refused(&good.run(&[]), &["--kind"]);
    refused(&good.run(&["--kind", "ve"]), &["ve", "ee"]);
    refused(&File::new("missing").run(&["--kind", "ee"]), &["impinge-ccd-missing"]);
    let cut = File::new("cut");
    let bytes = fs::read(&good.0).unwrap();
    fs::write(&cut.0, &bytes[..bytes.len() - 8]).unwrap();
    refused(&cut.run(&["--kind", "ee"]), &["192 bytes", "25 or 26"]);
    fs::write(&cut.0, []).unwrap();
    refused(&cut.run(&["--kind", "ee"]), &["0 bytes"]);
    let mut poor = crossing(1.0);
    poor.end[1].z = f64::NAN;
    refused(
        &File::with("poor", &[crossing(1.0), poor]).run(&["--kind", "ee"]),
        &["query 1", "column 17", "NaN"],
    );
}
