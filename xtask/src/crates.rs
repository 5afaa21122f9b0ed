//! The layer test between crates: what a manifest may depend on.

use std::path::Path;
use std::{fs, io};

use crate::Offence;
use crate::source::{files, shown};

/// Crates of the workspace and those crates of the workspace that each may use. Dev-dependencies are free.
pub const MAY_USE: &[(&str, &[&str])] = &[
    ("impinge", &[]),
    ("impinge-io", &["impinge"]),
    ("impinge-page", &[]),
    ("impinge-scenes", &["impinge", "impinge-sim"]),
    ("impinge-sim", &["impinge"]),
    (
        "impinge-cli",
        &["impinge", "impinge-evidence", "impinge-io", "impinge-page", "impinge-scenes", "impinge-sim"],
    ),
    ("impinge-evidence", &["impinge", "impinge-io", "impinge-page", "impinge-scenes", "impinge-sim"]),
    ("impinge-fuzz", &["impinge", "impinge-io", "impinge-scenes"]),
    ("impinge-tests", &["impinge"]),
    ("impinge-sim-tests", &["impinge", "impinge-sim"]),
    ("xtask", &[]),
];

/// Every dependency between crates that points the wrong way.
pub fn check(root: &Path) -> io::Result<Vec<Offence>> {
    let mut offences = Vec::new();
    let mut manifests = files(&root.join("crates"), "Cargo.toml")?;
    manifests.extend(["fuzz/Cargo.toml", "xtask/Cargo.toml"].map(|manifest| root.join(manifest)));
    for path in manifests {
        offences.extend(check_manifest(&shown(root, &path), &fs::read_to_string(&path)?));
    }
    Ok(offences)
}

fn check_manifest(file: &str, manifest: &str) -> Vec<Offence> {
    let offence = |line, why| Offence { file: file.into(), line, why };
    let Some(name) = package_name(manifest) else {
        return vec![offence(1, "the manifest names no package".into())];
    };
    let Some((_, allowed)) = MAY_USE.iter().find(|(krate, _)| *krate == name) else {
        let why = format!("crate `{name}` has no place: add it to MAY_USE in xtask/src/crates.rs");
        return vec![offence(1, why)];
    };
    dependencies(manifest)
        .into_iter()
        .filter(|(_, used)| MAY_USE.iter().any(|(krate, _)| krate == used) && !allowed.contains(used))
        .map(|(line, used)| offence(line, format!("`{name}` must not depend on `{used}`")))
        .collect()
}

fn package_name(manifest: &str) -> Option<&str> {
    let (_, package) = manifest.split_once("[package]")?;
    let line = package.lines().find(|l| l.trim_start().starts_with("name"))?;
    line.split('"').nth(1)
}

/// Names of dependencies and build dependencies, each with its line. Knows the forms that manifests use: `name = …`,
/// `name.workspace = true`, a table of its own, and a rename by `package = "…"`.
fn dependencies(manifest: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut inside = false;
    for (i, line) in manifest.lines().enumerate() {
        let line = line.split('#').next().unwrap_or_default().trim();
        if let Some(table) = line.strip_prefix('[') {
            let table = table.trim_end_matches(']');
            let last = table.rsplit('.').next().unwrap_or_default();
            let listed = |t: &str| t.ends_with("dependencies") && !t.ends_with("dev-dependencies");
            inside = listed(last);
            if let Some((parent, name)) = table.rsplit_once('.')
                && listed(parent)
            {
                found.push((i + 1, name.trim_matches('"')));
                inside = true; // A rename may follow.
            }
        } else if inside && let Some((key, value)) = line.split_once('=') {
            let key = key.split('.').next().unwrap_or_default().trim().trim_matches('"');
            let renamed = if key == "package" {
                Some(value)
            } else {
                value.split_once("package").and_then(|(_, rest)| rest.split_once('=')).map(|(_, v)| v)
            };
            let name = renamed.and_then(|v| v.split('"').nth(1)).unwrap_or(key);
            found.push((i + 1, name));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_manifests_pass() {
        let io = "[package]\nname = \"impinge-io\"\n[dependencies]\nimpinge.workspace = true\nstl_io = \"1\"\n\
                  [dev-dependencies]\nimpinge-scenes.workspace = true\n";
        assert_eq!(check_manifest("io", io), []);
        let library = "[package]\nname = \"impinge\"\n[dependencies]\nlibm = \"0.2\" # impinge-io\n\
                       [dev-dependencies]\nimpinge-scenes.workspace = true\n";
        assert_eq!(check_manifest("library", library), []);
    }

    #[test]
    fn upward_dependencies_fail_with_their_line() {
        for dependency in [
            "[dependencies]\nimpinge-io.workspace = true",
            "[dependencies]\nimpinge-io = { path = \"../impinge-io\" }",
            "[dependencies]\nfiles = { package = \"impinge-io\", path = \"../impinge-io\" }",
            "[build-dependencies]\nimpinge-io = \"0.1\"",
            "[target.'cfg(unix)'.dependencies]\nimpinge-io = \"0.1\"",
            "\n[dependencies.impinge-io]\npath = \"../impinge-io\"",
        ] {
            let manifest = format!("[package]\nname = \"impinge\"\n{dependency}\n");
            let found = check_manifest("library", &manifest);
            assert_eq!(found.len(), 1, "{manifest}: {found:?}");
            assert_eq!(found[0].line, 4, "{manifest}");
            assert!(found[0].why.contains("must not depend on `impinge-io`"), "{}", found[0]);
        }
    }

    #[test]
    fn an_unknown_crate_names_the_place_to_add_it() {
        let found = check_manifest("new", "[package]\nname = \"impinge-new\"\n");
        assert!(found[0].why.contains("xtask/src/crates.rs"), "{}", found[0]);
    }
}
