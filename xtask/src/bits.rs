//! Equal bits everywhere: the hashes of `crates/impinge-scenes/studies/bits` in every build of this machine, and on 1, 2, 4 and 7 threads,
//! held against `docs/results/bits.txt`.
//!
//! A change of an algorithm changes lines; `--write` stores what the release build says, and the commit says why. A build that differs
//! from the others is a bug, of ours or of the compiler.
//!
//! Builds for other processors are run by what stands in for these: WebAssembly in Node, aarch64 in QEMU. Where the standard library for a
//! target, the linker or the runner is missing, the build is skipped, and the last lines say which and why. The compiler may be another one
//! for them, which `IMPINGE_RUSTC` names: a distribution has the standard library of many processors.
//!
//! `cargo xtask test` holds its own build against the same file, the one with assertions and all features.

mod target;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use target::{AARCH64, Target, WASM32};

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
    /// What it is for, if not for this machine.
    target: Option<&'static Target>,
    /// What this machine lacks for it.
    lacks: fn() -> Option<String>,
}

const fn nothing() -> Option<String> {
    None
}

#[cfg(target_arch = "x86_64")]
fn avx2() -> Option<String> {
    (!std::is_x86_feature_detected!("avx2")).then(|| "the processor has no AVX2".into())
}
#[cfg(not(target_arch = "x86_64"))]
fn avx2() -> Option<String> {
    Some("not an x86-64 machine".into())
}

const BUILDS: &[Build] = &[
    Build {
        name: "release",
        about: "as the program is built",
        args: &["--release"],
        flags: "",
        target: None,
        lacks: nothing,
    },
    Build { name: "debug", about: "with assertions", args: &[], flags: "", target: None, lacks: nothing },
    Build {
        name: "thin-lto",
        about: "as the drivers of other libraries are built",
        args: &[
            "--release",
            "--config=profile.release.lto='thin'",
            "--config=profile.release.codegen-units=1",
        ],
        flags: "",
        target: None,
        lacks: nothing,
    },
    Build {
        name: "avx2",
        about: "for processors with AVX2 and FMA",
        args: &["--release"],
        flags: "-C target-cpu=x86-64-v3",
        target: None,
        lacks: avx2,
    },
    Build {
        name: "portable",
        about: "with the loops of other processors",
        args: &["--release"],
        flags: "--cfg impinge_portable",
        target: None,
        lacks: nothing,
    },
    Build {
        name: "wasm32",
        about: "for WebAssembly, in Node",
        args: &["--release"],
        flags: "",
        target: Some(&WASM32),
        lacks: || WASM32.lacks(),
    },
    Build {
        name: "aarch64",
        about: "for 64-bit Arm, in QEMU",
        args: &["--release"],
        flags: "",
        target: Some(&AARCH64),
        lacks: || AARCH64.lacks(),
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
    let (mut differ, mut skipped) = (Vec::new(), Vec::new());
    for build in BUILDS.iter().filter(|build| names.is_empty() || names.contains(&build.name)) {
        if let Some(why) = (build.lacks)() {
            skipped.push(format!("{:<12} skipped: {why}", build.name));
            continue;
        }
        let program = built(root, build)?;
        let asked = |threads| asked(&mut program.command(root), threads);
        if write && build.name == "release" {
            fs::write(&stored, asked(None)?).map_err(|e| format!("{STORED}: {e}"))?;
        }
        let threads = if build.name == "release" { &THREADS[..] } else { &[] };
        for on in [None].into_iter().chain(threads.iter().map(Some)) {
            let lines = different(&held(root)?, &asked(on.copied())?);
            let on = on.map(|on| format!(" on {on} threads")).unwrap_or_default();
            match lines.len() {
                0 => println!("{:<12} equal, {}{on}", build.name, build.about),
                count => {
                    println!("{:<12} {count} lines differ, {}{on}:", build.name, build.about);
                    lines.iter().for_each(|line| println!("  {line}"));
                    differ.push(format!("{}{on}", build.name));
                }
            }
        }
    }
    skipped.iter().for_each(|line| println!("{line}"));
    if differ.is_empty() { Ok(()) } else { Err(format!("other bits than {STORED}: {}", differ.join(", "))) }
}

/// Holds a program that was built for this machine against the hashes that hold.
pub fn hold(root: &Path, program: &Path) -> Result<(), String> {
    let held = held(root)?;
    let lines = different(&held, &asked(&mut Command::new(program), None)?);
    if lines.is_empty() {
        println!("hashes equal: {}", held.lines().count());
        return Ok(());
    }
    Err(format!(
        "other bits than {STORED}; where that is meant, run `cargo xtask bits --write` and say why\n{}",
        lines.join("\n")
    ))
}

fn held(root: &Path) -> Result<String, String> {
    fs::read_to_string(root.join(STORED))
        .map_err(|e| format!("{STORED}: {e}; `cargo xtask bits --write` makes it"))
}

/// A program, and what it was built for.
struct Program {
    path: PathBuf,
    target: Option<&'static Target>,
}

impl Program {
    fn command(&self, root: &Path) -> Command {
        match self.target {
            Some(target) => target.run(root, &self.path),
            None => Command::new(&self.path),
        }
    }
}

/// The program of a build.
fn built(root: &Path, build: &Build) -> Result<Program, String> {
    let folder = root.join(FOLDER).join(build.name);
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).args(PROGRAM).args(build.args).env("CARGO_TARGET_DIR", &folder);
    if !build.flags.is_empty() {
        cargo.env("RUSTFLAGS", build.flags);
    }
    if let Some(target) = build.target {
        target.build(&mut cargo);
    }
    let status = cargo.status().map_err(|e| format!("cargo: {e}"))?;
    if !status.success() {
        return Err(format!("the build `{}` failed", build.name));
    }
    let profile = if build.args.contains(&"--release") { "release" } else { "debug" };
    let path = match build.target {
        Some(target) => target.program(&folder, profile, "examples/bits"),
        None => folder.join(profile).join("examples/bits"),
    };
    Ok(Program { path, target: build.target })
}

/// What a program prints.
fn asked(command: &mut Command, threads: Option<&str>) -> Result<String, String> {
    if let Some(threads) = threads {
        command.env("RAYON_NUM_THREADS", threads);
    }
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|e| format!("{name}: {e}"))?;
    if !output.status.success() {
        return Err(format!("{name} failed: {}", String::from_utf8_lossy(&output.stderr)));
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
