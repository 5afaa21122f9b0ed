//! The program on random and damaged files: `impinge-fuzz cli SECONDS [SEED]` runs every verb that reads files, and its exit code must say what
//! is known of the files.
//!
//! What is known is known without the program: files are written here, and so are the bodies in them. A body that contains another one, by its
//! winding number, must not be clear. A file of which nothing can be read must not be read. What is damaged byte by byte may be anything, but
//! stands beside bodies that are not: these have their say whatever becomes of it.
//!
//! The program is `impinge` beside this one, or the one that the variable `IMPINGE` names.

mod bodies;
mod case;
mod dice;
mod formats;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use case::Case;
use dice::Dice;

/// A run that takes longer is reported.
const ENDLESS: Duration = Duration::from_secs(60);
/// Broken promises printed in full.
const EXAMPLES: usize = 20;

/// Result of a run of the program.
struct Ran {
    /// None if it was killed by a signal, or took too long.
    code: Option<i32>,
    stderr: String,
}

/// Runs random cases until the time is over; returns whether all promises were kept.
pub fn search(seconds: u64, seed: u64) -> io::Result<bool> {
    let program = program()?;
    let folder = std::env::temp_dir().join(format!("impinge-fuzz-cli-{}", std::process::id()));
    let start = Instant::now();
    let mut dice = Dice::new(seed);
    let mut codes: BTreeMap<(&'static str, Option<i32>), usize> = BTreeMap::new();
    let (mut runs, mut broken) = (0_u64, 0);
    while start.elapsed() < Duration::from_secs(seconds) {
        let state = dice.state();
        let case = Case::random(&mut dice);
        case.write(&folder)?;
        let ran = run(&program, &folder, &case.args)?;
        runs += 1;
        *codes.entry((case.verb(), ran.code)).or_default() += 1;
        let is_written = case.writes().iter().all(|name| folder.join(name).is_file());
        let unwritten = (ran.code == Some(0) && !is_written).then_some("what is done is written");
        if let Some(promise) = case.broken(ran.code, &ran.stderr).or(unwritten) {
            broken += 1;
            if broken <= EXAMPLES {
                let kept = folder.with_extension(broken.to_string());
                let _ = std::fs::remove_dir_all(&kept);
                std::fs::rename(&folder, &kept)?;
                println!("broken: {promise}");
                println!("  state {state}, exit {:?}, {}", ran.code, case.about);
                println!("  impinge {} in {}", case.args.join(" "), kept.display());
                println!("  {}", ran.stderr.lines().next().unwrap_or("nothing on stderr"));
            }
        }
    }
    let _ = std::fs::remove_dir_all(&folder);
    for ((verb, code), count) in codes {
        println!("{verb:10} exit {:8} {count}", code.map_or("none".into(), |code| code.to_string()));
    }
    println!("{runs} runs in {:.0} s, seed {seed}: {broken} broken promises", start.elapsed().as_secs_f64());
    Ok(broken == 0)
}

fn program() -> io::Result<PathBuf> {
    let path = match std::env::var_os("IMPINGE") {
        Some(path) => path.into(),
        None => std::env::current_exe()?.with_file_name("impinge"),
    };
    let said =
        format!("{}: no program; build it with `cargo build --release -p impinge-cli`", path.display());
    if path.is_file() { Ok(path) } else { Err(io::Error::new(io::ErrorKind::NotFound, said)) }
}

fn run(program: &Path, folder: &Path, args: &[String]) -> io::Result<Ran> {
    let said = folder.join("stderr");
    let mut child = Command::new(program)
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&said)?)
        .spawn()?;
    let start = Instant::now();
    let mut wait = Duration::from_micros(200);
    let code = loop {
        if let Some(status) = child.try_wait()? {
            break status.code();
        }
        if start.elapsed() > ENDLESS {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(wait);
        wait = (wait * 2).min(Duration::from_millis(20));
    };
    Ok(Ran { code, stderr: String::from_utf8_lossy(&std::fs::read(said)?).into_owned() })
}
