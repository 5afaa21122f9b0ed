//! The packages that are published: what a manifest must say and a package must hold, and a program built against them.
//!
//! `docs/decisions/0017-what-is-published.md` has the reasons.

use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs, io};

use crate::Offence;
use crate::source::{files, shown};

/// The crates that are published, each after those that it needs. All others have `publish = false`.
pub const PUBLISHED: [&str; 7] = [
    "impinge",
    "impinge-page",
    "impinge-io",
    "impinge-sim",
    "impinge-scenes",
    "impinge-evidence",
    "impinge-cli",
];

/// Files that a package has a copy of, each equal to that in the root.
const LICENSES: [&str; 2] = ["LICENSE-MIT", "LICENSE-APACHE"];

/// Keys of a manifest without which a package is hard to find or too large.
const KEYS: [&str; 5] = ["description", "readme", "keywords", "categories", "include"];

/// What includes a file in the code.
const INCLUDES: [&str; 4] = ["include_str!(", "include_bytes!(", "include!(", "#[path = "];

/// A program outside the workspace: a file read, a query, a step of a simulation, a page, and a command of the program.
const PROGRAM: &str = include_str!("packages/program.rs");

/// What is not as a package must be.
pub fn check(root: &Path) -> io::Result<Vec<Offence>> {
    let mut offences = Vec::new();
    let mut manifests = files(&root.join("crates"), "Cargo.toml")?;
    manifests.extend(["fuzz/Cargo.toml", "xtask/Cargo.toml"].map(|manifest| root.join(manifest)));
    for path in manifests {
        let folder = path.parent().unwrap_or(root);
        let text = fs::read_to_string(&path)?;
        let name = value(&text, "name").unwrap_or_default().trim_matches('"').to_owned();
        let file = shown(root, &path);
        let published = PUBLISHED.contains(&name.as_str());
        offences.extend(manifest(&file, &text, published));
        if published {
            offences.extend(copies(root, folder)?);
            offences.extend(sources(root, folder, value(&text, "include").unwrap_or_default())?);
        }
    }
    let [version, date] = release(&fs::read_to_string(root.join("CHANGELOG.md"))?);
    let said = |file: &str, key: &str, separator: &str, wanted: &str| -> io::Result<Option<Offence>> {
        let text = fs::read_to_string(root.join(file))?;
        let found = text.lines().find_map(|line| line.strip_prefix(key)?.trim().strip_prefix(separator));
        let found = found.unwrap_or_default().trim().trim_matches('"');
        let why = || format!("`{key}` is `{found}`, and `{wanted}` in the last release of CHANGELOG.md");
        Ok((found != wanted).then(|| Offence { file: file.into(), line: 1, why: why() }))
    };
    offences.extend(said("CITATION.cff", "version", ":", &version)?);
    offences.extend(said("CITATION.cff", "date-released", ":", &date)?);
    offences.extend(said("Cargo.toml", "version", "=", &version)?);
    Ok(offences)
}

/// Version and date of the last release: `## VERSION - DATE`.
fn release(changelog: &str) -> [String; 2] {
    let heading = changelog.lines().find_map(|line| line.strip_prefix("## ")?.split_once(" - "));
    heading.map_or_else(Default::default, |(version, date)| [version.to_owned(), date.to_owned()])
}

/// The value of a key of the table `[package]`, which is on one line.
fn value<'a>(manifest: &'a str, key: &str) -> Option<&'a str> {
    let (_, package) = manifest.split_once("[package]\n")?;
    let lines = package.lines().take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split_once('=')).find(|(k, _)| k.trim() == key).map(|(_, v)| v.trim())
}

fn manifest(file: &str, text: &str, published: bool) -> Vec<Offence> {
    let offence = |why: String| Offence { file: file.into(), line: 1, why };
    let is_private = value(text, "publish") == Some("false");
    if !published {
        let why = "is not published: say `publish = false`, or add it to PUBLISHED in xtask/src/packages.rs";
        return if is_private { Vec::new() } else { vec![offence(why.into())] };
    }
    let mut offences = Vec::new();
    if is_private {
        offences.push(offence("is published by xtask/src/packages.rs, and says `publish = false`".into()));
    }
    let missing = KEYS.iter().filter(|key| value(text, key).is_none());
    offences.extend(missing.map(|key| offence(format!("`[package]` has no `{key}`"))));
    let keywords = value(text, "keywords").unwrap_or_default().matches('"').count() / 2;
    if keywords > 5 {
        offences.push(offence(format!("{keywords} keywords, and 5 are allowed")));
    }
    offences
}

/// Licenses that are missing, or differ from those of the root; a README that is missing.
fn copies(root: &Path, folder: &Path) -> io::Result<Vec<Offence>> {
    let mut offences = Vec::new();
    for name in LICENSES {
        let copy = folder.join(name);
        if fs::read(&copy).ok() != Some(fs::read(root.join(name))?) {
            let why = format!("is not a copy of `{name}` in the root");
            offences.push(Offence { file: shown(root, &copy), line: 1, why });
        }
    }
    let readme = folder.join("README.md");
    if !readme.is_file() {
        let why = "a published crate has a README of its own".into();
        offences.push(Offence { file: shown(root, &readme), line: 1, why });
    }
    Ok(offences)
}

/// Sources of a package that include what is not in it.
fn sources(root: &Path, folder: &Path, include: &str) -> io::Result<Vec<Offence>> {
    let held: Vec<PathBuf> = include
        .split('"')
        .filter_map(|entry| entry.strip_prefix('/'))
        .map(|entry| folder.join(entry))
        .collect();
    let mut offences = Vec::new();
    for path in files(&folder.join("src"), ".rs")? {
        let text = fs::read_to_string(&path)?;
        for (line, included) in included(&text) {
            let full = plain(&path.parent().unwrap_or(folder).join(included));
            if !held.iter().any(|place| full.starts_with(place)) {
                let why = format!("`{included}` is not in the package: move it, or name it in `include`");
                offences.push(Offence { file: shown(root, &path), line, why });
            }
        }
    }
    Ok(offences)
}

/// Files that a source includes by a path from its own folder, with the lines.
fn included(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (line, text) in (1..).zip(source.lines()) {
        for start in INCLUDES {
            let Some((_, rest)) = text.split_once(start) else { continue };
            // A path that is put together, as by `concat!`, begins with its first text; one from a variable is not of the source.
            let path = rest.split('"').nth(1).unwrap_or_default();
            if !path.is_empty() && !rest.contains("env!(") {
                found.push((line, path));
            }
        }
    }
    found
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Packs all published crates, unpacks them in a folder of their own, and builds and runs a program against them. `more` goes to
/// `cargo package`.
pub fn run(root: &Path, more: &[&str]) -> Result<(), String> {
    let start = Instant::now();
    let mut pack = cargo(root);
    // The program below builds all of them, so there is no need to build each by itself.
    pack.args(["package", "--quiet", "--no-verify"])
        .args(PUBLISHED.iter().flat_map(|name| ["-p", name]))
        .args(more);
    done(&mut pack, "cargo package")?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let packed = root.join(target).join("package");
    let folder = env::temp_dir().join(format!("impinge-packages-{}", std::process::id()));
    let outcome = outside(root, &packed, &folder);
    fs::remove_dir_all(&folder).map_err(|why| format!("{}: {why}", folder.display()))?;
    outcome?;
    println!("{} packages hold together, {:.0} s", PUBLISHED.len(), start.elapsed().as_secs_f64());
    Ok(())
}

/// A program in a folder outside the workspace, which depends on the packages alone.
fn outside(root: &Path, packed: &Path, folder: &Path) -> Result<(), String> {
    let at = |path: &Path, why: io::Error| format!("{}: {why}", path.display());
    let source = folder.join("src");
    fs::create_dir_all(&source).map_err(|why| at(&source, why))?;
    let version = fs::read_to_string(root.join("Cargo.toml")).ok().and_then(|text| {
        text.lines()
            .find_map(|line| Some(line.strip_prefix("version = \"")?.trim_end_matches('"').to_owned()))
    });
    let version = version.ok_or("Cargo.toml has no version")?;
    let mut text =
        String::from("[package]\nname = \"outside\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n");
    PUBLISHED.iter().for_each(|name| text += &format!("{name} = \"{version}\"\n"));
    text += "\n[patch.crates-io]\n";
    for name in PUBLISHED {
        let file = packed.join(format!("{name}-{version}.crate"));
        let size = fs::metadata(&file).map_err(|why| at(&file, why))?.len();
        println!("{name}: {:.0} KB", size as f64 / 1e3);
        done(Command::new("tar").arg("-xzf").arg(&file).arg("-C").arg(folder), "tar")?;
        text += &format!("{name} = {{ path = \"{name}-{version}\" }}\n");
    }
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|why| at(&path, why))
    };
    write("Cargo.toml", &text)?;
    write("src/main.rs", PROGRAM)?;
    // The same versions of everything else as here.
    fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).map_err(|why| at(folder, why))?;
    for command in [&[][..], &["--", "shapes"]] {
        let mut build = cargo(folder);
        build.args(["run", "--quiet"]).args(command).env("CARGO_TARGET_DIR", folder.join("built"));
        done(&mut build, "the program that depends on the packages")?;
    }
    Ok(())
}

fn cargo(at: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(at);
    command
}

fn done(command: &mut Command, what: &str) -> Result<(), String> {
    let status = command.status().map_err(|why| format!("{what}: {why}"))?;
    if status.success() { Ok(()) } else { Err(format!("{what} failed: see above")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "[package]\nname = \"a\"\ndescription = \"b\"\nreadme = \"README.md\"\nkeywords = [\"c\"]\n\
                        categories = [\"d\"]\ninclude = [\"/src\"]\n\n[dependencies]\npublish = false\n";

    #[test]
    fn manifests_say_what_a_package_needs() {
        assert_eq!(manifest("a", GOOD, true), []);
        let of = |from: &str, to: &str| manifest("a", &GOOD.replace(from, to), true);
        assert!(of("readme = \"README.md\"\n", "")[0].why.contains("`readme`"));
        assert!(of("[\"c\"]", "[\"c\", \"c\", \"c\", \"c\", \"c\", \"c\"]")[0].why.contains("6 keywords"));
        assert!(of("[package]\n", "[package]\npublish = false\n")[0].why.contains("publish"));
        // The key of another table does not count.
        assert_eq!(manifest("a", GOOD, false).len(), 1);
        assert_eq!(manifest("a", "[package]\nname = \"a\"\npublish = false\n", false), []);
    }

    #[test]
    fn includes_are_found() {
        let source = "let a = include_str!(\"../a.md\");\n#[doc = include_str!(concat!(\"../b/\", $page))]\n\
                      #[path = \"c.rs\"]\nmod c;\nlet d = include_bytes!(concat!(env!(\"OUT_DIR\"), \"/d\"));\n";
        assert_eq!(included(source), [(1, "../a.md"), (2, "../b/"), (3, "c.rs")]);
        assert_eq!(plain(Path::new("a/src/../../b/./c")), Path::new("b/c"));
    }

    #[test]
    fn the_last_release_is_the_first_heading_with_a_date() {
        let text = "# Changelog\n\n## Unreleased\n\n## 0.2.0 - 2027-01-02\n\n## 0.1.0 - 2026-11-19\n";
        assert_eq!(release(text), ["0.2.0", "2027-01-02"]);
    }
}
