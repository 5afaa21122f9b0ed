//! `impinge reproduce` as a user meets it: mistakes, a look at all papers, and going on after what is done.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use common::Folder;
use impinge_evidence::{Paper, claims};
use serde_json::Value;

fn impinge(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_impinge")).arg("reproduce").args(args).arg("--json").output().unwrap()
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
    refused(&["contact", "--quick", "--only", "boxes", "--out", &out], "polyhedra");
    refused(&["contact", "--quick", "--out", &folder.file("file", "in the way")], "folder");
    assert_eq!(folder.names("."), ["file"]);
}

/// The figures and tables of the papers, and ours where a paper has none, by their names in addresses.
fn named(paper: Paper) -> Vec<String> {
    let own = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>();
    match paper {
        Paper::Thesis => {
            let figures =
                (4..=17).flat_map(|n| ["f64", "f32"].map(|precision| format!("figure-{n}-{precision}")));
            figures
                .chain(own(&[
                    "table-2",
                    "table-3",
                    "precision-depth-failures",
                    "precision-distance-failures",
                    "precision-depth-worst-calls",
                    "precision-summary",
                    "precision-by-pair",
                    "wedge",
                    "manifolds",
                ]))
                .collect()
        }
        Paper::SignedVolumes => {
            let figures = [7, 8, 9].into_iter().chain(14..=21).map(|n| format!("figure-{n}"));
            figures.chain(own(&["table-1", "table-2", "table-3", "misprints"])).collect()
        }
        Paper::Doom => own(&[
            "zone",
            "savings-time",
            "internal-edges-figure",
            "wall-gap",
            "wall-energy",
            "figures-energy",
        ]),
        Paper::Lecture => {
            own(&["coherence-time", "maps-time", "maps-error", "contact-region", "contact-persistence"])
        }
        Paper::Contact => own(&["figure-4", "figure-5", "figure-6", "table-1", "table-2", "misprints"]),
    }
}

/// Claims of which a look may see too little, as their rules say, or that an input decides which the paper does not give.
const MAY_BE_OPEN: &[&str] = &[
    "thesis-mpr-fails-less",
    "thesis-algorithms-differ",
    "thesis-depth-differ",
    "thesis-epa-fails-worse",
    "thesis-depth-calls",
    "thesis-depth-worst-calls",
    "thesis-depth-order",
    "thesis-depth-ellipsoids",
    "thesis-depth-cones",
    "thesis-distance-calls",
    "thesis-distance-worst-calls",
    "thesis-distance-order",
    "thesis-round-higher",
    "thesis-solver-round",
    "thesis-gjk-rounder",
    "signed-volumes-underestimates",
    "thesis-differ-precision",
    "thesis-johnson-single",
    "thesis-throughout-mpr-fails-less",
    "thesis-depth-single-fails",
    "thesis-quadrics-double-fails",
    "thesis-distance-single-fails",
    "thesis-printed-differ",
    "thesis-printed-depth-differ",
    "thesis-polyhedra-both-fail",
    "thesis-round-fail-more",
];

/// Claims that must hold in every run: promises of the library, and counts that do not depend on luck.
const HOLDS: [&str; 7] = [
    "doom-no-overlap",
    "doom-fast",
    "doom-contact",
    "doom-wall",
    "lecture-vclip-ends",
    "lecture-approximate",
    "lecture-region",
];

/// Verdicts that no clock decides, a claim and its verdict in each line.
const VERDICTS: &str = include_str!("verdicts.txt");

/// The verdict on a claim that no clock decides.
fn held(claim: &str) -> Option<&'static str> {
    VERDICTS.lines().find_map(|line| line.strip_prefix(claim)?.strip_prefix(' ')).map(str::trim)
}

/// Build of the program under test, by the profiles of the workspace.
fn built() -> String {
    let manifest = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml")).unwrap();
    let manifest: toml::Table = manifest.parse().unwrap();
    let is_release = !cfg!(debug_assertions);
    let (name, level, units) = if is_release { ("release", 3, 16) } else { ("dev", 0, 256) };
    let profile = &manifest["profile"][name];
    let of = |package: &str, key: &str, default: i64| {
        let own = profile.get("package").and_then(|packages| packages.get(package)?.get(key));
        own.or_else(|| profile.get(key)).map_or(default, |value| value.as_integer().unwrap())
    };
    assert!(profile.get("lto").is_none());
    format!(
        "{name} profile, no LTO; library: opt-level {}, codegen units {}; timed loops: opt-level {}, codegen units {}",
        of("impinge", "opt-level", level),
        of("impinge", "codegen-units", units),
        of("impinge-evidence", "opt-level", level),
        of("impinge-evidence", "codegen-units", units),
    )
}

#[test]
fn a_look_at_all_papers_leaves_every_page_figure_table_and_verdict() {
    let folder = Folder::new("reproduce", "look");
    let out = folder.path("evidence");
    let said = line(&["all", "--quick", "--out", &out]);
    assert!(said["figures"].as_u64().unwrap() >= 30, "{said}");
    let front = fs::read_to_string(folder.path("evidence/index.html")).unwrap();
    let verdicts = fs::read_to_string(folder.path("evidence/evidence.md")).unwrap();
    let (mut judged, mut kept) = (0, 0);
    for paper in Paper::ALL {
        let name = paper.name();
        assert!(front.contains(&format!("{name}/index.html")));
        let page = fs::read_to_string(folder.path(&format!("evidence/{name}/index.html"))).unwrap();
        let figures = page.matches("<figure id=").count();
        let summary =
            said["papers"].as_array().unwrap().iter().find(|summary| summary["paper"] == name).unwrap();
        assert_eq!(summary["figures"], figures);
        assert!(!page.contains("src=") && !page.contains("not measured in this run"), "{name}");
        for id in named(paper) {
            assert!(page.contains(&format!("id=\"{id}\"")), "{name} has no {id}");
            assert!(
                folder.names(&format!("evidence/{name}")).contains(&format!("{id}.csv")),
                "{name}: {id}.csv"
            );
        }
        let drawings: Vec<&str> =
            page.split("<svg").skip(1).map(|rest| rest.split_once("</svg>").unwrap().0).collect();
        assert!(drawings.len() >= figures, "{name}: {} drawings", drawings.len());
        for drawing in drawings {
            is_well_formed(&format!("<svg{drawing}</svg>"));
        }
        let made = fs::read_to_string(folder.path(&format!("evidence/{name}/run.json"))).unwrap();
        let made: Value = serde_json::from_str(&made).unwrap();
        let timed = made["timed"].as_array().unwrap();
        for claim in claims(paper) {
            // Every verdict is held by somebody: those that a clock decides by `cargo xtask timed`.
            let is_timed = timed.iter().any(|decided| decided["claim"] == claim.id);
            assert_eq!(is_timed, held(claim.id).is_none(), "{}: by a clock, or in verdicts.txt", claim.id);
            let row = page
                .split(&format!("<tr id=\"{}\">", claim.id))
                .nth(1)
                .unwrap_or_else(|| panic!("{}", claim.id));
            let verdict = row.split("<td class=\"verdict ").nth(1).unwrap().split('"').next().unwrap();
            assert!(verdict != "open" || MAY_BE_OPEN.contains(&claim.id), "{} is open", claim.id);
            assert!(verdict == "agrees" || !HOLDS.contains(&claim.id), "{} {verdict}", claim.id);
            assert!(verdicts.contains(&claim.says.replace('|', "\\|")), "{}", claim.id);
            if let Some(expected) = held(claim.id) {
                assert_eq!(verdict, expected, "{}: see crates/impinge-cli/tests/verdicts.txt", claim.id);
                kept += 1;
            }
            judged += 1;
        }
        assert_eq!(made["build"], built(), "{name}");
        assert!(page.contains(&built()), "{name}");
        assert_eq!(page.matches("<td class=\"verdict ").count(), claims(paper).len());
    }
    let counts = ["agrees", "partly", "differs", "open", "vacuous", "derived"]
        .map(|name| said[name].as_u64().unwrap());
    assert_eq!(counts.iter().sum::<u64>(), judged, "{said}");
    assert_eq!(kept, VERDICTS.lines().filter(|line| !line.starts_with('#')).count());
    assert!(verdicts.contains(&format!("**Build.** {}; rustc ", built())) && front.contains(&built()));

    // The same paper in two runs, of which the second goes on after the first: the same numbers.
    let first = line(&["contact", "--quick", "--only", "depths", "--out", &folder.path("again")]);
    assert_eq!((&first["papers"][0]["measured"], &first["papers"][0]["kept"]), (&1.into(), &0.into()));
    let rest = line(&["contact", "--quick", "--out", &folder.path("again")]);
    assert_eq!(rest["papers"][0]["kept"], 1);
    let tables = |run: &str| -> Vec<String> {
        folder.names(&format!("{run}/contact")).into_iter().filter(|name| name.ends_with(".csv")).collect()
    };
    assert_eq!(tables("evidence"), tables("again"));
    assert!(tables("again").len() >= 5);
    for name in tables("again") {
        let read = |run: &str| fs::read_to_string(folder.path(&format!("{run}/contact/{name}"))).unwrap();
        assert_eq!(read("evidence"), read("again"), "{name}");
    }
}

/// Tags that close in the order in which they opened, attributes with one value each, no bare `&` or `<`, and no NaN.
#[track_caller]
fn is_well_formed(svg: &str) {
    assert!(!svg.contains("NaN") && !svg.contains("inf\"") && !svg.contains("=\"inf"), "{svg}");
    let mut open: Vec<&str> = Vec::new();
    for piece in svg.split('<').skip(1) {
        let (tag, text) = piece.split_once('>').unwrap_or_else(|| panic!("a tag without an end: {piece}"));
        for entity in tag.split('&').skip(1).chain(text.split('&').skip(1)) {
            let name = entity.split(';').next().unwrap_or_default();
            assert!(["amp", "lt", "gt", "quot", "apos", "#39"].contains(&name), "&{name} in {piece}");
        }
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "{piece}");
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = tag.split_once(' ').unwrap_or((tag, ""));
        let mut seen = BTreeSet::new();
        let mut rest = attributes.trim();
        while let Some((key, value)) = rest.split_once("=\"") {
            let (_, after) = value.split_once('"').unwrap_or_else(|| panic!("{piece}"));
            assert!(seen.insert(key) && !key.contains(['"', ' ']), "{key} in {piece}");
            rest = after.trim_start();
        }
        assert!(rest.is_empty(), "{piece}");
        if !empty {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}
