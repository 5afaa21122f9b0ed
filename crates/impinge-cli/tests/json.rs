//! The JSON of every command, compared with `docs/book/json.md`: every key that is printed stands there with its type, and every key
//! there is printed.

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use common::Folder;
use serde_json::Value;

/// A section of the page, and the command lines that have its keys. Each gets `--json`.
type Samples<'a> = &'a [(&'a str, &'a [&'a [&'a str]])];

/// Commands about files of meshes.
const FILES: Samples<'_> = &[
    ("`convert`", &[&["convert", "part.obj", "part.ply"]]),
    ("`hull`", &[&["hull", "part.obj"]]),
    ("`hull --clouds`", &[&["hull", "--clouds", "clouds.bin"]]),
];

#[test]
fn every_key_of_commands_about_files_is_on_the_page() {
    let folder = Folder::new("json", "files");
    make_files(&folder);
    compare(&folder, FILES);
}

#[test]
fn every_section_of_the_page_is_tested() {
    let tested: BTreeSet<&str> = [FILES].into_iter().flatten().map(|(section, _)| *section).collect();
    assert_eq!(sections().keys().map(String::as_str).collect::<BTreeSet<_>>(), tested);
}

/// A tetrahedron in two groups.
const PART: &str =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\ng sides\nf 1 2 4\nf 3 1 4\nf 2 3 4\ng floor\nf 1 3 2\n";

fn make_files(folder: &Folder) {
    folder.file("part.obj", PART);
    let corners = [[0.0_f32; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let bytes = corners.iter().flatten().flat_map(|x| x.to_le_bytes());
    folder.file("clouds.bin", 4_u32.to_le_bytes().into_iter().chain(bytes).collect::<Vec<u8>>());
}

/// Runs all commands in the folder and compares what they print with the page.
fn compare(folder: &Folder, samples: Samples<'_>) {
    let sections = sections();
    for (section, commands) in samples {
        let keys = sections.get(*section).unwrap_or_else(|| panic!("no section {section}"));
        let mut seen = BTreeSet::new();
        for command in *commands {
            let run = |json: &str| {
                let mut program = Command::new(env!("CARGO_BIN_EXE_impinge"));
                program.args(*command).arg(json).current_dir(&folder.0).output().unwrap()
            };
            let output = run("--json");
            assert!(matches!(output.status.code(), Some(0 | 1 | 4)), "{command:?}: {output:?}");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(!text.is_empty(), "{command:?}");
            for line in text.lines() {
                let value: Value =
                    serde_json::from_str(line).unwrap_or_else(|e| panic!("{command:?}: {e}: {line}"));
                let mut found = Vec::new();
                let is_same = value.as_object().is_some_and(|_| flatten("", &value, &mut found));
                assert!(is_same, "{command:?}: {line}");
                let mut present = BTreeSet::new();
                for (path, value) in &found {
                    let Some((key, said)) = entry(keys, path) else {
                        panic!("{section}: `{path}` is not on the page ({command:?})");
                    };
                    assert!(said.fits(value), "{section}: `{path}` is {value}, not {said:?} ({command:?})");
                    present.insert(key.to_owned());
                }
                for (key, said) in keys {
                    let parent = key.rsplit_once('.').map_or("", |(parent, _)| parent);
                    let has_parent = parent.is_empty() || present.contains(parent);
                    assert!(
                        said.is_optional || !has_parent || present.contains(key) || key.contains(['*', '[']),
                        "{section}: `{key}` is missing ({command:?}): {line}"
                    );
                }
                seen.extend(present);
            }
            // The same in a file, with text instead.
            let output = run("--json=out.json");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(!text.starts_with('{') && folder.0.join("out.json").exists(), "{command:?}: {text}");
            fs::remove_file(folder.0.join("out.json")).unwrap();
        }
        let unseen: Vec<&String> = keys.keys().filter(|key| !seen.contains(*key)).collect();
        assert!(unseen.is_empty(), "{section}: no sample has {unseen:?}");
    }
}

/// Type of a key.
#[derive(Debug)]
struct Said {
    kind: String,
    is_optional: bool,
    is_nullable: bool,
}

impl Said {
    fn new(text: &str) -> Self {
        let (is_optional, text) = text.strip_prefix("optional ").map_or((false, text), |rest| (true, rest));
        let (is_nullable, kind) = text.strip_suffix(" or null").map_or((false, text), |rest| (true, rest));
        Self { kind: kind.into(), is_optional, is_nullable }
    }

    fn fits(&self, value: &Value) -> bool {
        match (value, self.kind.as_str()) {
            (Value::Null, _) => self.is_nullable,
            (Value::Bool(_), kind) => kind == "boolean",
            (Value::String(_), kind) => kind == "text",
            (Value::Number(_), "number") => true,
            (Value::Number(x), kind) => kind == "integer" && !x.is_f64(),
            (Value::Array(list), "point") => list.len() == 3 && list.iter().all(Value::is_number),
            (Value::Array(_), kind) => kind == "list",
            (Value::Object(_), kind) => kind == "object",
        }
    }
}

/// The type of a key, by its path, in which names between dots may be `*` on the page.
fn entry<'a>(keys: &'a BTreeMap<String, Said>, path: &str) -> Option<(&'a str, &'a Said)> {
    let fits = |key: &str| {
        let (key, path): (Vec<&str>, Vec<&str>) = (key.split('.').collect(), path.split('.').collect());
        key.len() == path.len() && key.iter().zip(path).all(|(k, p)| *k == "*" || *k == p)
    };
    keys.get_key_value(path).or_else(|| keys.iter().find(|(key, _)| fits(key))).map(|(k, s)| (k.as_str(), s))
}

/// All keys below a value, with what they hold. Lists of three numbers are points.
fn flatten<'a>(path: &str, value: &'a Value, found: &mut Vec<(String, &'a Value)>) -> bool {
    if !path.is_empty() {
        found.push((path.to_owned(), value));
    }
    match value {
        Value::Object(map) => map.iter().all(|(key, value)| {
            let path =
                if path.is_empty() { key.clone() } else { format!("{path}.{}", key.replace('.', "_")) };
            flatten(&path, value, found)
        }),
        Value::Array(list) if list.len() == 3 && list.iter().all(Value::is_number) => true,
        Value::Array(list) => list.iter().all(|value| flatten(&format!("{path}[]"), value, found)),
        _ => true,
    }
}

/// The tables of the page, by their headings.
fn sections() -> BTreeMap<String, BTreeMap<String, Said>> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/book/json.md");
    let page = fs::read_to_string(page).unwrap();
    let mut sections: BTreeMap<String, BTreeMap<String, Said>> = BTreeMap::new();
    let mut section = None;
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = Some(title.to_owned());
        } else if let (Some(title), Some(row)) = (&section, line.strip_prefix("| `")) {
            let mut cells = row.split(" | ");
            let (key, kind) = (cells.next().unwrap().trim_end_matches('`'), cells.next().unwrap());
            let keys = sections.entry(title.clone()).or_default();
            assert!(keys.insert(key.into(), Said::new(kind)).is_none(), "{title}: `{key}` twice");
        }
    }
    sections
}
