//! Costs of building and of a debug build: the figures of `docs/results/building.md` that the project promises.
//!
//! 1. The program from scratch, in release.
//! 2. A user's program with one query, in release, rebuilt after one number in it was changed: on named types and on
//!    shapes of any kind.
//! 3. Queries, which are built with the library, in a debug build with `opt-level = 3` for dependencies and in a release build.
//!
//! Everything is in `target/times`, which is emptied first. Times are wall-clock times: let nothing else run.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// Folder of the builds, below the root.
const FOLDER: &str = "target/times";

/// Number of rebuilds of a program; the fastest counts.
const REBUILDS: u32 = 5;

/// The number that is changed.
const RADIUS: &str = "RADIUS: f64 = 0.5;";

const PROGRAMS: [(&str, &str); 3] = [
    ("named", include_str!("times/named.rs")),
    ("any", include_str!("times/any.rs")),
    ("asked", include_str!("times/asked.rs")),
];

const PROFILE: &str = "[profile.dev.package.\"*\"]\nopt-level = 3\n";

/// Measures and prints everything.
pub fn run(root: &Path) -> Result<(), String> {
    let folder = root.join(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| format!("{FOLDER}: {e}"))?;
    }
    let whole = seconds(cargo(root, &folder).args(["build", "--release"]))?;
    println!("the program from nothing, release: {whole:.1} s");
    let user = folder.join("user");
    write_user(&user, &root.join("crates/impinge"))?;
    for (name, source) in &PROGRAMS[..2] {
        let mut least = f64::INFINITY;
        for i in 0..=REBUILDS {
            let source = source.replace(RADIUS, &format!("RADIUS: f64 = 0.5 + {i}.0 / 64.0;"));
            fs::write(user.join(format!("src/bin/{name}.rs")), source).map_err(|e| e.to_string())?;
            let took = seconds(cargo(&user, &folder).args(["build", "--release", "--bin", name]))?;
            // The first build includes the library.
            least = if i == 0 { least } else { least.min(took) };
        }
        println!("a program with one query ({name}) again, release: {least:.1} s");
    }
    let debug = asked(&user, &folder, &[])?;
    let release = asked(&user, &folder, &["--release"])?;
    println!("\n| question | debug | release | ratio |\n|---|---|---|---|");
    for ((name, slow), (_, fast)) in debug.iter().zip(&release) {
        println!("| {name} | {slow:.0} ns | {fast:.0} ns | {:.2} |", slow / fast);
    }
    Ok(())
}

/// A crate of its own, outside the workspace.
fn write_user(user: &Path, library: &Path) -> Result<(), String> {
    let manifest = format!(
        "[package]\nname = \"user\"\nedition = \"2024\"\n\n[dependencies]\nimpinge = {{ path = {:?} }}\n\n[workspace]\n\n{PROFILE}",
        library.display().to_string()
    );
    fs::create_dir_all(user.join("src/bin")).map_err(|e| e.to_string())?;
    fs::write(user.join("Cargo.toml"), manifest).map_err(|e| e.to_string())?;
    for (name, source) in PROGRAMS {
        fs::write(user.join(format!("src/bin/{name}.rs")), source).map_err(|e| e.to_string())?;
    }
    Ok(())
}

/// Output lines of the timed program.
fn asked(user: &Path, folder: &Path, profile: &[&str]) -> Result<Vec<(String, f64)>, String> {
    let mut command = cargo(user, folder);
    let output = command.args(["run", "--quiet", "--bin", "asked"]).args(profile).output();
    let output = output.map_err(|e| format!("cargo: {e}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(lines(&String::from_utf8_lossy(&output.stdout)))
}

/// Names and nanoseconds.
fn lines(text: &str) -> Vec<(String, f64)> {
    let row = |line: &str| {
        let (name, nanoseconds) = line.split_once('\t')?;
        Some((name.to_owned(), nanoseconds.parse().ok()?))
    };
    text.lines().filter_map(row).collect()
}

fn cargo(at: &Path, folder: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(at).env("CARGO_TARGET_DIR", folder.join("built")).env_remove("RUSTFLAGS");
    command
}

/// Duration of a command.
fn seconds(command: &mut Command) -> Result<f64, String> {
    let start = Instant::now();
    let status = command.status().map_err(|e| format!("cargo: {e}"))?;
    if status.success() { Ok(start.elapsed().as_secs_f64()) } else { Err(format!("{status}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both programs contain the number that is changed; otherwise nothing would be rebuilt.
    #[test]
    fn programs_have_the_number_that_is_changed() {
        for (name, source) in &PROGRAMS[..2] {
            assert_eq!(source.matches(RADIUS).count(), 1, "{name}");
        }
    }

    #[test]
    fn reads_names_and_times() {
        let found = lines("any::contact, boxes\t248.5\nno time\nScene::contacts\t1e6\n");
        assert_eq!(found, [("any::contact, boxes".to_owned(), 248.5), ("Scene::contacts".to_owned(), 1e6)]);
    }
}
