//! `impinge reproduce` as a user meets it, with the least effort: mistakes, one part, and going on after what is done.

mod common;

use std::fs;
use std::process::{Command, Output};

use common::Folder;
use serde_json::Value;

fn impinge(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_impinge")).arg("reproduce").args(args).output().unwrap()
}

/// The line of a run that went well.
#[track_caller]
fn line(args: &[&str]) -> Value {
    let output = impinge(args);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[track_caller]
fn refused(args: &[&str], part: &str) {
    let output = impinge(args);
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty() && text.contains(part), "`{part}` is not in: {text}");
}

#[test]
fn mistakes_are_refused_in_a_sentence() {
    let folder = Folder::new("reproduce", "mistakes");
    let out = folder.path("evidence");
    refused(&["novel", "--out", &out], "thesis");
    refused(&["thesis", "--quick", "--full", "--out", &out], "--full");
    refused(&["thesis", "--configurations", "0", "--out", &out], "configurations");
    refused(&["all", "--only", "boxes", "--out", &out], "--only");
    refused(&["contact", "--least", "--only", "boxes", "--out", &out], "polyhedra");
    refused(&["contact", "--least", "--out", &folder.file("file", "in the way")], "folder");
    assert_eq!(folder.names("."), ["file"]);
}

#[test]
fn a_run_goes_on_after_what_is_done_with_the_same_numbers() {
    let folder = Folder::new("reproduce", "goes-on");
    let (one, two) = (folder.path("one"), folder.path("two"));
    let first = line(&["contact", "--least", "--only", "depths", "--out", &one]);
    assert_eq!((&first["papers"][0]["measured"], &first["papers"][0]["kept"]), (&1.into(), &0.into()));
    let rest = line(&["contact", "--least", "--out", &one]);
    assert_eq!(rest["papers"][0]["kept"], 1);
    let at_once = line(&["contact", "--least", "--out", &two]);
    for name in ["figures", "tables", "agrees", "partly", "differs", "open"] {
        assert_eq!(rest[name], at_once[name], "{name}");
    }
    let tables: Vec<String> =
        folder.names("two/contact").into_iter().filter(|n| n.ends_with(".csv")).collect();
    assert!(tables.len() >= 5, "{tables:?}");
    for name in tables {
        let read = |run: &str| fs::read_to_string(format!("{run}/contact/{name}")).unwrap();
        assert_eq!(read(&one), read(&two), "{name}");
    }
}
