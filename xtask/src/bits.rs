//! Equal bits everywhere: the hashes of `crates/impinge-scenes/examples/bits` in every build of this machine, and on 1, 2, 4 and 7 threads,
//! held against `docs/results/bits.txt`.
//!
//! A change of an algorithm changes lines; `--write` stores what the release build says, and the commit says why. A build that differs
//! from the others is a bug, of ours or of the compiler.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The hashes that hold.
const STORED: &str = "docs/results/bits.txt";

/// Where builds go, below the root, each in a folder of its own.
const FOLDER: &str = "target/bits";

const PROGRAM: [&str; 7] =
    ["build", "--quiet", "-p", "impinge-scenes", "--features=sim", "--example", "bits"];

/// A way to build the library and the program.
struct Build {
    name: &'static str,
    about: &'static str,
    /// Arguments of Cargo.
    args: &'static [&'static str],
    /// Flags of the compiler.
    flags: &'static str,
    /// What this machine lacks for it.
    lacks: fn() -> Option<&'static str>,
}

const fn nothing() -> Option<&'static str> {
    None
}

#[cfg(target_arch = "x86_64")]
fn avx2() -> Option<&'static str> {
    (!std::is_x86_feature_detected!("avx2")).then_some("the processor has no AVX2")
}
#[cfg(not(target_arch = "x86_64"))]
fn avx2() -> Option<&'static str> {
    Some("not an x86-64 machine")
}

const BUILDS: &[Build] = &[
    Build {
        name: "release",
        about: "as the program is built",
        args: &["--release"],
        flags: "",
        lacks: nothing,
    },
    Build { name: "debug", about: "with assertions", args: &[], flags: "", lacks: nothing },
    Build {
        name: "level-3",
        about: "as a plain release build of a user",
        args: &[
            "--release",
            "--config=profile.release.codegen-units=16",
            "--config=profile.release.package.impinge.opt-level=3",
            "--config=profile.release.package.impinge.codegen-units=16",
            "--config=profile.release.package.impinge-sim.codegen-units=16",
        ],
        flags: "",
        lacks: nothing,
    },
    Build {
        name: "thin-lto",
        about: "as the drivers of other libraries are built",
        args: &[
            "--release",
            "--config=profile.release.lto='thin'",
            "--config=profile.release.codegen-units=1",
            "--config=profile.release.package.impinge.opt-level=3",
        ],
        flags: "",
        lacks: nothing,
    },
    Build {
        name: "avx2",
        about: "for processors with AVX2 and FMA",
        args: &["--release"],
        flags: "-C target-cpu=x86-64-v3",
        lacks: avx2,
    },
    Build {
        name: "portable",
        about: "with the loops of other processors",
        args: &["--release"],
        flags: "--cfg impinge_portable",
        lacks: nothing,
    },
];

/// Threads on which the release build runs again.
const THREADS: [&str; 4] = ["1", "2", "4", "7"];

/// Runs the builds that are named, or all.
pub fn run(root: &Path, words: &[&str]) -> Result<(), String> {
    let write = words.contains(&"--write");
    let names: Vec<&str> = words.iter().copied().filter(|word| *word != "--write").collect();
    if let Some(unknown) = names.iter().find(|name| BUILDS.iter().all(|build| build.name != **name)) {
        let known: Vec<&str> = BUILDS.iter().map(|build| build.name).collect();
        return Err(format!("there is no build `{unknown}`; there are {}", known.join(", ")));
    }
    let stored = root.join(STORED);
    let mut differ = Vec::new();
    for build in BUILDS.iter().filter(|build| names.is_empty() || names.contains(&build.name)) {
        if let Some(why) = (build.lacks)() {
            println!("{:<10} skipped: {why}", build.name);
            continue;
        }
        let program = built(root, build)?;
        if write && build.name == "release" {
            fs::write(&stored, asked(&program, None)?).map_err(|e| format!("{STORED}: {e}"))?;
        }
        let held = fs::read_to_string(&stored).map_err(|e| format!("{STORED}: {e}; `--write` makes it"))?;
        let threads = if build.name == "release" { &THREADS[..] } else { &[] };
        for on in [None].into_iter().chain(threads.iter().map(Some)) {
            let lines = different(&held, &asked(&program, on.copied())?);
            let on = on.map(|on| format!(" on {on} threads")).unwrap_or_default();
            match lines.len() {
                0 => println!("{:<10} equal, {}{on}", build.name, build.about),
                count => {
                    println!("{:<10} {count} lines differ, {}{on}:", build.name, build.about);
                    lines.iter().for_each(|line| println!("  {line}"));
                    differ.push(format!("{}{on}", build.name));
                }
            }
        }
    }
    if differ.is_empty() { Ok(()) } else { Err(format!("other bits than {STORED}: {}", differ.join(", "))) }
}

/// The program of a build.
fn built(root: &Path, build: &Build) -> Result<std::path::PathBuf, String> {
    let folder = root.join(FOLDER).join(build.name);
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).args(PROGRAM).args(build.args).env("CARGO_TARGET_DIR", &folder);
    if !build.flags.is_empty() {
        cargo.env("RUSTFLAGS", build.flags);
    }
    let status = cargo.status().map_err(|e| format!("cargo: {e}"))?;
    if !status.success() {
        return Err(format!("the build `{}` failed", build.name));
    }
    let profile = if build.args.contains(&"--release") { "release" } else { "debug" };
    Ok(folder.join(profile).join("examples/bits"))
}

/// What a program prints.
fn asked(program: &Path, threads: Option<&str>) -> Result<String, String> {
    let mut command = Command::new(program);
    if let Some(threads) = threads {
        command.env("RAYON_NUM_THREADS", threads);
    }
    let output = command.output().map_err(|e| format!("{}: {e}", program.display()))?;
    if !output.status.success() {
        return Err(format!("{} failed: {}", program.display(), String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Lines of the one text that are not in the other, and how many lines are missing.
fn different(held: &str, found: &str) -> Vec<String> {
    let known: Vec<&str> = held.lines().collect();
    let mut lines: Vec<String> =
        found.lines().filter(|line| !known.contains(line)).map(str::to_owned).collect();
    let missing = held.lines().count().saturating_sub(found.lines().count());
    if missing > 0 {
        lines.push(format!("{missing} lines fewer"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::different;

    #[test]
    fn other_missing_and_new_lines_are_seen() {
        assert!(different("a 1\nb 2\n", "a 1\nb 2\n").is_empty());
        assert_eq!(different("a 1\nb 2\n", "a 1\nb 3\n"), ["b 3"]);
        assert_eq!(different("a 1\nb 2\n", "a 1\n"), ["1 lines fewer"]);
        assert_eq!(different("a 1\n", "a 1\nc 4\n"), ["c 4"]);
    }
}
