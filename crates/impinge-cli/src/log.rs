//! What the program says beside its results: one line each on stderr, and in a file where `--log` names one.
//!
//! The file gets a first line with version and command, a line for all that is said, and a last one with the exit code; each begins with
//! the seconds since the start. A file that is there already is continued.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use crate::failure::{Failure, on_one_line};

/// The file, and when the program started.
static LOG: OnceLock<(Mutex<File>, Instant)> = OnceLock::new();

/// From now on lines go to this file too.
pub fn open(path: &Path) -> Result<(), Failure> {
    let cannot =
        |e: io::Error| Failure::Said(format!("{}: {e}; the log cannot be written there", path.display()));
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(cannot)?;
    // The command line is parsed once, so there is none yet.
    let _ = LOG.set((Mutex::new(file), Instant::now()));
    let command: Vec<String> = std::env::args().collect();
    write(&format!("impinge {}: {}", env!("CARGO_PKG_VERSION"), command.join(" ")));
    Ok(())
}

/// Says a line to the user.
pub fn say(text: &str) {
    let text = on_one_line(text);
    // Nothing is left to do if stderr is closed.
    let _ = writeln!(io::stderr(), "impinge: {text}");
    write(&text);
}

/// Writes a line to the log only.
pub fn write(text: &str) {
    if let Some((file, start)) = LOG.get()
        && let Ok(mut file) = file.lock()
    {
        // What cannot be logged is not worth failing for.
        let _ = writeln!(file, "{:9.3} {}", start.elapsed().as_secs_f64(), on_one_line(text));
    }
}
