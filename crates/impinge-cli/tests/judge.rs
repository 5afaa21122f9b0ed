//! `impinge judge` and `impinge pairs --make` as a user meets them.

mod common;

use std::fs;
use std::process::{Command, Output};

use common::Folder;
use impinge_io::cases::{self, answers_name, write_answers};
use serde_json::Value;

/// With JSON from `pairs`.
fn impinge(args: &[&str]) -> Output {
    let json = (args[0] == "pairs").then_some("--json");
    Command::new(env!("CARGO_BIN_EXE_impinge")).args(args).args(json).output().unwrap()
}

/// The lines of a run that ended with this code, as JSON.
#[track_caller]
fn lines(code: i32, output: &Output) -> Vec<Value> {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    let text = std::str::from_utf8(&output.stdout).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks that a run failed with one line on stderr that holds `parts`, and nothing on stdout.
#[track_caller]
fn refused(args: &[&str], parts: &[&str]) {
    let output = impinge(args);
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text.lines().count() == 1 && output.stdout.is_empty(), "{output:?}");
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in: {text}");
    }
}

/// Cases of some kinds, made by the program, in the folder `cases`.
fn made(test: &str, kinds: &str, n: &str) -> (Folder, String, String) {
    let folder = Folder::new("judge", test);
    let (cases, answers) = (folder.path("cases"), folder.path("answers"));
    lines(0, &impinge(&["pairs", "--make", kinds, "--n", n, "--seed", "5", "--truth", "--out", &cases]));
    (folder, cases, answers)
}

#[test]
fn cases_of_every_kind_are_made_answered_and_judged_without_a_fault() {
    let (_folder, cases, answers) = made("round", "all", "6");
    let sets = cases::read(&cases).unwrap();
    assert!(sets.len() > 20 && sets.iter().all(|set| set.poses.len() == 6));
    let truths = || sets.iter().flat_map(|set| set.truth.as_ref().unwrap());
    let meet = truths().filter(|truth| truth.signed_distance <= 0.0).count();
    assert!(meet > 30 && truths().count() - meet > 30, "{meet} of {} meet", truths().count());
    for set in &sets {
        for (i, truth) in set.truth.as_ref().unwrap().iter().enumerate() {
            assert!(truth.error <= 5e-13 * set.size(i), "{}, pair {i}: {truth:?}", set.name);
        }
    }
    for query in ["contact", "distance", "intersect"] {
        let told =
            lines(0, &impinge(&["pairs", &cases, "--query", query, "--repeat", "1", "--out", &answers]));
        assert!(
            told.iter().all(|line| line["wrong"] == 0 && line["outside_bound"].as_u64().unwrap_or(0) == 0)
        );
    }
    let told = lines(0, &impinge(&["judge", &cases, &answers, "--json"]));
    assert_eq!(told.len(), 3 * sets.len());
    for line in told {
        assert!(line["wrong"] == 0 && line["nan"] == 0 && line["n"] == 6, "{line}");
        assert!(line["worst_depth"].as_f64().unwrap_or(0.0) < 1e-9, "{line}");
    }
}

#[test]
fn equal_seeds_give_equal_cases_whatever_the_threads_and_the_truth() {
    let folder = Folder::new("judge", "seeds");
    let make = |name: &str, more: &[&str]| {
        let out = folder.path(name);
        let base = ["pairs", "--make", "poly-poly,plates", "--n", "20", "--side", "2,4.5", "--out", &out];
        let told = lines(0, &impinge(&[&base[..], more].concat()));
        assert_eq!(
            told.iter().map(|l| l["set"].as_str().unwrap()).collect::<Vec<_>>(),
            ["poly-poly-L2", "poly-poly-L4.5", "plates"]
        );
        fs::read(folder.0.join(name).join("poly-poly-L2.f64")).unwrap()
    };
    let one = make("one", &["--seed", "3", "--truth"]);
    assert!(folder.0.join("one/plates.truth.f64").exists());
    assert_eq!(make("two", &["--seed", "3", "--threads", "2"]), one);
    assert!(!folder.0.join("two/plates.truth.f64").exists());
    assert_ne!(make("other", &["--seed", "4"]), one);
}

#[test]
fn faults_are_found_and_named() {
    let (folder, cases, answers) = made("faults", "box-box", "8");
    let set = cases::read(&cases).unwrap().swap_remove(0);
    let mut values: Vec<f64> = set.truth.unwrap().iter().map(|truth| truth.signed_distance).collect();
    values[2] = -values[2];
    values[5] = f64::NAN;
    fs::create_dir_all(&answers).unwrap();
    write_answers(folder.0.join("answers").join(answers_name(&set.name, "contact")), &values).unwrap();
    let page = folder.path("page.html");
    let told = lines(1, &impinge(&["judge", &cases, &answers, "--json", "--page", &page]));
    assert_eq!(
        (&told[0]["wrong"], &told[0]["nan"], &told[0]["wrong_pairs"][0]),
        (&1.into(), &1.into(), &2.into())
    );
    assert!(fs::read_to_string(page).unwrap().contains("box-box-L3, pair 2"));
    let table = impinge(&["judge", &cases, &answers]);
    assert_eq!(table.status.code(), Some(1));
    assert!(String::from_utf8(table.stdout).unwrap().contains("contact: 1 wrong of 8 pairs"));
    // As near as that, either verdict is right.
    let told = lines(1, &impinge(&["judge", &cases, &answers, "--json", "--touching", "10"]));
    assert_eq!((&told[0]["wrong"], &told[0]["nan"]), (&0.into(), &1.into()));
}

#[test]
fn unusable_answers_are_refused() {
    let (folder, cases, answers) = made("refused", "box-box,sph-box", "4");
    refused(&["judge", &cases, &answers], &["answers"]);
    let write = |set: &str, values: &[f64]| {
        fs::create_dir_all(&answers).unwrap();
        write_answers(folder.0.join("answers").join(answers_name(set, "contact")), values).unwrap();
    };
    fs::create_dir_all(&answers).unwrap();
    refused(&["judge", &cases, &answers], &["no answers", "SET.contact.f64"]);
    write("box-box-L3", &[1.0; 3]);
    refused(&["judge", &cases, &answers], &["box-box-L3.contact.f64", "24 bytes", "need 32"]);
    write("box-box-L3", &[1.0; 4]);
    refused(&["judge", &cases, &answers], &["sph-box-L3", "no answers", "--partial"]);
    let told = lines(1, &impinge(&["judge", &cases, &answers, "--json", "--partial"]));
    assert_eq!((&told[1]["set"], &told[1]["missing"]), (&"sph-box-L3".into(), &4.into()));
    refused(
        &["judge", &cases, &answers, "--sets", "box-box-L3", "--query", "distance"],
        &["no answers", "distance"],
    );
    write("needles", &[1.0; 4]);
    refused(&["judge", &cases, &answers], &["`needles`", "lacks"]);
    fs::remove_file(folder.0.join("cases/box-box-L3.truth.f64")).unwrap();
    refused(&["judge", &cases, &answers, "--sets", "box-box-L3"], &["box-box-L3", "no truth"]);
    refused(&["judge", &answers, &answers], &["sets.json"]);
    refused(&["pairs", "--make", "box-box"], &["--out"]);
    refused(&["pairs", "--make", "torus", "--out", &cases], &["torus", "box-box"]);
    refused(&["pairs", "--make", "box-box", "--out", &cases], &["already holds cases"]);
    refused(&["pairs", "--make", "box-box", "--n", "0", "--out", &cases], &["--n"]);
    refused(&["pairs", &cases, "--make", "box-box", "--out", &answers], &["--make"]);
}
