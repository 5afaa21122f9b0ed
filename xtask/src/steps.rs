//! The steps of `cargo xtask test`, each of which can be run alone.

use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};
use std::{fs, io, thread};

use crate::{CHECKS_TARGET, Offence, bits, circles, crates, face, layers, packages, paths, prose};

type Done = Result<(), String>;
type Step = (&'static str, fn(&Path) -> Done);

/// Steps that build and run programs, and so keep both cores busy except while the last program is built.
const STEPS: &[Step] = &[
    ("formatting", formatting),
    ("tests", tests),
    ("release", release),
    ("examples", examples),
    ("bits", bits_of_tests),
];

/// Steps that only read the code. They run beside the others, in their own folder: cargo allows one command at a time in a folder.
const CHECKS: &[Step] =
    &[("clippy", clippy), ("library without std", no_std), ("documentation", documentation)];

/// These take no time; the face is read from the documentation.
const LAST_STEPS: &[Step] = &[
    ("face", face),
    ("layers", layers),
    ("packages", packages),
    ("paths", paths),
    ("prose", prose),
    ("dependencies", deny),
];

/// File to which steps and tests that need something this machine lacks (a browser, cargo-deny) write a line each; `IMPINGE_SKIPPED` gives
/// tests its path.
const SKIPPED: &str = "target/skipped-tests.txt";

/// Tests and checks of the workspace, up to the first failure.
pub fn test(root: &Path) -> Done {
    let start = Instant::now();
    let mut times = Vec::new();
    thread::scope(|scope| {
        let checks = scope.spawn(|| {
            let mut times = Vec::new();
            CHECKS.iter().try_for_each(|step| timed(root, step, &mut times)).map(|()| times)
        });
        STEPS.iter().try_for_each(|step| timed(root, step, &mut times))?;
        times.extend(checks.join().map_err(|_| "a check panicked".to_owned())??);
        LAST_STEPS.iter().try_for_each(|step| timed(root, step, &mut times))
    })?;
    println!();
    for (name, time) in &times {
        println!("{name:<24}{:>10}", seconds(*time));
    }
    let skipped = fs::read_to_string(root.join(SKIPPED)).unwrap_or_default();
    for test in skipped.lines() {
        println!("SKIPPED: {test}");
    }
    let passed = match skipped.lines().count() {
        0 => "all steps passed".to_owned(),
        count => format!("passed, {count} SKIPPED"),
    };
    println!("{passed:<24}{:>10}", seconds(start.elapsed()));
    Ok(())
}

fn timed(root: &Path, (name, step): &Step, times: &mut Vec<(&'static str, Duration)>) -> Done {
    println!("=== {name}");
    let start = Instant::now();
    step(root).map_err(|why| {
        // Reported at once: the steps beside it continue for a while.
        println!("--- {name}: FAILED");
        format!("{name} failed: {why}")
    })?;
    let time = start.elapsed();
    println!("--- {name}: ok, {}", seconds(time));
    times.push((name, time));
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn formatting(root: &Path) -> Done {
    need(root, "fmt", "rustfmt")?;
    run(cargo(root).args(["fmt", "--all", "--check"]), "run `cargo fmt --all`")
}

fn clippy(root: &Path) -> Done {
    need(root, "clippy", "clippy")?;
    let args = ["clippy", "--quiet", "--workspace", "--all-targets", "--all-features"];
    let share = ["--target-dir", CHECKS_TARGET, "--", "-D", "warnings"];
    quietly(cargo(root).args(args).args(share), "fix what clippy reports below")
}

/// Drivers of other libraries, outside the workspace. C and C++ code is built by `cargo xtask peers`, if its library is installed.
const PEERS: &[&str] = &["peers/parry", "peers/native"];

/// Checks that the crates outside the workspace are formatted and compile without warnings, so that a change of the library does not break
/// them unseen. They are not run.
pub fn drivers(root: &Path) -> Done {
    for folder in PEERS {
        let manifest = format!("{folder}/Cargo.toml");
        let format = ["fmt", "--all", "--check", "--manifest-path", &manifest];
        quietly(cargo(root).args(format), &format!("run `cargo fmt --all --manifest-path {manifest}`"))?;
        let check = ["clippy", "--quiet", "--locked", "--all-targets", "--manifest-path", &manifest];
        let share = ["--target-dir", CHECKS_TARGET, "--", "-D", "warnings"];
        let what = format!(
            "fix {folder}; if only its lock file is outdated, run `cargo metadata --manifest-path {manifest}` once"
        );
        quietly(cargo(root).args(check).args(share), &what)?;
        println!("{folder}: compiles");
    }
    Ok(())
}

fn tests(root: &Path) -> Done {
    let what = "run the failed test alone with `cargo test -p CRATE NAME`; for an input of a fuzz target that breaks a promise, use \
                `cargo run -p impinge-fuzz -- TARGET show HEX`";
    let skipped = root.join(SKIPPED);
    if let Err(why) = fs::remove_file(&skipped)
        && why.kind() != io::ErrorKind::NotFound
    {
        return Err(format!("cannot remove {}: {why}", skipped.display()));
    }
    run(cargo(root).args(["test", "--workspace", "--all-features"]).env("IMPINGE_SKIPPED", &skipped), what)
}

/// Tests for the release build, by their names in the program `agreement`: verdicts, distances and contacts of all kinds of
/// shapes in both precisions, compared with certified intervals.
const RELEASE: &[&str] = &["all_answers_agree", "judged::"];

/// Arguments of both builds of the step `release`: the same crates and features for both of its programs, so that the library is built once.
const RELEASED: &[&str] =
    &["--release", "-p", "impinge-tests", "-p", "impinge-scenes", "--features", "impinge-scenes/sim"];

/// Runs the front door as users have it, and compares all its answers with the recorded hashes. The tests are built with assertions and
/// little optimization: what a compiler gets wrong only at the level of a release build shows only here.
fn release(root: &Path) -> Done {
    let what = format!(
        "run `cargo test --release -p impinge-tests --test agreement -- {}`; a test that fails only there points to the release build",
        RELEASE.join(" ")
    );
    let agreement = ["--test", "agreement", "--"];
    let done = output(
        cargo(root).arg("test").args(RELEASED).args(agreement).args(RELEASE).stderr(Stdio::inherit()),
    )?;
    let said = String::from_utf8_lossy(&done.stdout);
    print!("{said}");
    if !done.status.success() {
        return Err(what);
    }
    if let Some(name) = RELEASE.iter().find(|name| !ran(&said, name)) {
        return Err(format!(
            "no test of `agreement` begins with `{name}`: correct RELEASE in xtask/src/steps.rs"
        ));
    }
    let example = ["--example", "bits", "--message-format=json"];
    let built = output(cargo(root).arg("build").args(RELEASED).args(example).stderr(Stdio::inherit()))?;
    if !built.status.success() {
        return Err("run `cargo xtask bits release`".into());
    }
    hold_bits(root, &String::from_utf8_lossy(&built.stdout))
}

/// Whether the output of a test program lists a passed test whose name begins with this.
fn ran(said: &str, name: &str) -> bool {
    said.lines()
        .filter_map(|line| line.strip_prefix("test ")?.strip_suffix(" ... ok"))
        .any(|test| test.starts_with(name))
}

fn no_std(root: &Path) -> Done {
    let args = ["check", "--quiet", "-p", "impinge", "--no-default-features", "--target-dir", CHECKS_TARGET];
    quietly(
        cargo(root).args(args),
        "take the item from `core` or `alloc`, or put it behind the feature `std`",
    )
}

fn documentation(root: &Path) -> Done {
    quietly(documenting(root).arg("--quiet"), "fix the doc comments reported below")
}

/// Builds the documentation with warnings as errors.
pub fn docs(root: &Path, more: &[&str]) -> Done {
    run(documenting(root).args(more), "fix the doc comments reported above")
}

fn documenting(root: &Path) -> Command {
    let mut command = cargo(root);
    command.args(["doc", "--workspace", "--no-deps", "--all-features", "--target-dir", CHECKS_TARGET]);
    command.env("RUSTDOCFLAGS", "-D warnings");
    command
}

/// Runs the benchmarks of the library.
pub fn bench(root: &Path, more: &[&str]) -> Done {
    let mut command = cargo(root);
    command.args(["bench", "-p", "impinge", "--features", "parallel"]);
    if !more.is_empty() {
        command.arg("--").args(more);
    }
    run(&mut command, "see the output above")
}

/// Draws the pictures of the book: an example of the library runs the algorithms and writes what it sees.
pub fn book(root: &Path) -> Done {
    let args =
        ["run", "--quiet", "--release", "-p", "impinge", "--example", "figures", "--", "docs/book/figures"];
    run(cargo(root).args(args), "see the output above")
}

/// Messages of cargo about a build of every example, as the tests have built it.
fn built_examples(root: &Path) -> Result<String, String> {
    let args = ["build", "--quiet", "--workspace", "--all-features", "--profile", "test", "--examples"];
    let mut build = cargo(root);
    build.args(args).args(["--message-format", "json"]).stderr(Stdio::inherit());
    let built = output(&mut build)?;
    if built.status.success() {
        Ok(String::from_utf8_lossy(&built.stdout).into_owned())
    } else {
        Err("an example does not build; see `cargo build --examples --all-features`".into())
    }
}

/// Runs every example and every study of the library; those of other crates need input files. Output is shown only on failure.
fn examples(root: &Path) -> Done {
    let programs = example_programs(&built_examples(root)?, "impinge");
    // Two at a time: most of them use one core.
    let next = Mutex::new(programs.iter());
    let worker = || -> Done {
        loop {
            let Some((name, program)) = next.lock().map_err(|e| e.to_string())?.next() else { return Ok(()) };
            let start = Instant::now();
            let output = output(Command::new(program).current_dir(root))?;
            if !output.status.success() {
                print!("{}", String::from_utf8_lossy(&output.stdout));
                eprint!("{}", String::from_utf8_lossy(&output.stderr));
                return Err(format!(
                    "example `{name}` ended with {}; run it with `cargo run --example {name}`",
                    output.status
                ));
            }
            println!("{name}: ok, {}", seconds(start.elapsed()));
        }
    };
    thread::scope(|scope| {
        let beside = scope.spawn(worker);
        worker().and(beside.join().map_err(|_| "an example panicked".to_owned())?)
    })?;
    println!("examples run: {}", programs.len());
    if programs.is_empty() { Err("cargo named no example".into()) } else { Ok(()) }
}

/// Compares the hashes of the tests' build with the recorded ones: `cargo xtask bits` has the other builds.
fn bits_of_tests(root: &Path) -> Done {
    hold_bits(root, &built_examples(root)?)
}

/// Compares the hashes of the example `bits`, as cargo's messages about a build name it, with the recorded ones.
fn hold_bits(root: &Path, messages: &str) -> Done {
    let programs = example_programs(messages, "impinge-scenes");
    let (_, program) =
        programs.iter().find(|(name, _)| name == "bits").ok_or("cargo named no example `bits`")?;
    bits::hold(root, Path::new(program))
}

/// Names and files of the examples of a crate, from cargo's messages about a build: one message per line.
fn example_programs(messages: &str, krate: &str) -> Vec<(String, String)> {
    let field = |line: &str, name: &str| {
        let start = line.find(&format!("\"{name}\":\""))? + name.len() + 4;
        Some(line[start..].split('"').next()?.to_owned())
    };
    let of = format!("crates/{krate}#");
    let mut programs: Vec<_> = messages
        .lines()
        .filter(|line| line.contains("\"kind\":[\"example\"]") && line.contains(&of))
        .filter_map(|line| {
            let target = &line[line.find("\"target\":")?..];
            Some((field(target, "name")?, field(target, "executable")?))
        })
        .collect();
    programs.sort();
    programs
}

/// Modules, their files and crates depend on one another in one direction only.
pub fn layers(root: &Path) -> Done {
    let mut offences = layers::check(root).map_err(|e| e.to_string())?;
    offences.extend(circles::check(root).map_err(|e| e.to_string())?);
    offences.extend(crates::check(root).map_err(|e| e.to_string())?);
    report("dependencies point down only", &offences, "ARCHITECTURE.md has the order and its reasons")
}

/// The public items are listed, and named by the words of CONTRIBUTING. The documentation must have been built.
pub fn face(root: &Path) -> Done {
    let offences = face::check(root).map_err(|e| e.to_string())?;
    let what = "hide or rename it; if it is intended, run `cargo xtask face --write` and review the change";
    report("public items are as listed", &offences, what)
}

/// Rewrites the list of public items.
pub fn write_face(root: &Path) -> Done {
    face::write(root).map_err(|e| e.to_string())
}

/// Every path in a document exists.
pub fn paths(root: &Path) -> Done {
    let offences = paths::check(root).map_err(|e| e.to_string())?;
    report("all paths in documents exist", &offences, "correct the documents")
}

/// No mark of unidiomatic English has become more frequent.
pub fn prose(root: &Path) -> Done {
    report_prose(&prose::check(root).map_err(|e| e.to_string())?)
}

/// Records the counts of those marks, if none has risen.
pub fn write_prose(root: &Path) -> Done {
    report_prose(&prose::write(root).map_err(|e| e.to_string())?)
}

fn report_prose(offences: &[Offence]) -> Done {
    let what = "more than docs/prose.txt records for these marks and folders: reword what is new";
    report("no mark of unidiomatic English has become more frequent", offences, what)
}

/// The published crates can be packed. `cargo xtask package` does it.
pub fn packages(root: &Path) -> Done {
    let offences = packages::check(root).map_err(|e| e.to_string())?;
    let what = "docs/decisions/0017-what-is-published.md has the reasons";
    report("manifests and sources are fit to be published", &offences, what)
}

/// Checks licenses and advisories of the dependencies, by the rules of `deny.toml`, if cargo-deny is installed.
fn deny(root: &Path) -> Done {
    if !output(cargo(root).args(["deny", "--version"]))?.status.success() {
        let line = "dependencies by deny.toml: there is no cargo-deny";
        println!("{line}");
        let mut skipped = fs::read_to_string(root.join(SKIPPED)).unwrap_or_default();
        skipped += &format!("{line}\n");
        return fs::write(root.join(SKIPPED), skipped).map_err(|e| format!("{SKIPPED}: {e}"));
    }
    quietly(
        cargo(root).args(["deny", "check"]),
        "see what cargo-deny reports below, and the rules of deny.toml",
    )
}

fn report(fine: &str, offences: &[Offence], what_to_do: &str) -> Done {
    if offences.is_empty() {
        println!("{fine}");
        return Ok(());
    }
    for offence in offences {
        eprintln!("{offence}");
    }
    Err(format!("{} found; {what_to_do}", offences.len()))
}

/// The cargo that started this program, in the root of the repository.
fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(root);
    command
}

fn run(command: &mut Command, what_to_do: &str) -> Done {
    let status = command.status().map_err(|e| format!("cannot start cargo: {e}"))?;
    if status.success() { Ok(()) } else { Err(what_to_do.into()) }
}

/// Runs a command whose output is of interest only if it fails.
fn quietly(command: &mut Command, what_to_do: &str) -> Done {
    let output = output(command)?;
    if output.status.success() {
        return Ok(());
    }
    let text =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    Err(format!("{what_to_do}\n{text}"))
}

fn output(command: &mut Command) -> Result<Output, String> {
    command.output().map_err(|e| format!("cannot start cargo: {e}"))
}

/// Explains how to add a missing component of the toolchain.
fn need(root: &Path, subcommand: &str, component: &str) -> Done {
    let found = output(cargo(root).args([subcommand, "--version"]))?.status.success();
    if found {
        return Ok(());
    }
    Err(format!("this toolchain has no {component}; add it with `rustup component add {component}`"))
}

#[cfg(test)]
mod tests {
    use super::{example_programs, ran};

    #[test]
    fn examples_are_read_from_the_messages_of_a_build() {
        let message = |package: &str, kind: &str, name: &str| {
            format!(
                "{{\"package_id\":\"path+file:///x/crates/{package}#0.1.0\",\"target\":{{\"kind\":[\"{kind}\"],\"name\":\"{name}\"}},\"executable\":\"/t/{name}\"}}"
            )
        };
        let messages = [
            message("impinge", "example", "walk"),
            message("impinge", "lib", "impinge"),
            message("impinge-io", "example", "report"),
            message("impinge", "example", "cast"),
        ];
        let found = |krate| example_programs(&messages.join("\n"), krate);
        let listed = |names: &[&str]| -> Vec<_> {
            names.iter().map(|name| (name.to_string(), format!("/t/{name}"))).collect()
        };
        assert_eq!(found("impinge"), listed(&["cast", "walk"]));
        assert_eq!(found("impinge-io"), listed(&["report"]));
    }

    #[test]
    fn a_filter_that_matches_no_test_is_seen() {
        let said = "running 2 tests\ntest agreement::solids ... ok\ntest rays::agreement::lines ... ignored\n\n\
                    test result: ok. 1 passed; 0 failed; 1 ignored; 0 measured; 9 filtered out; finished in 0.00s\n";
        assert!(ran(said, "agreement::") && ran(said, "agreement::solids"));
        assert!(!ran(said, "rays::") && !ran(said, "proofs::") && !ran("running 0 tests\n", "agreement::"));
    }
}
