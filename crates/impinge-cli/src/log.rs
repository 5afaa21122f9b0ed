//! Messages of the program: one line each on stderr, and in the file given by `--log`.
//!
//! The file gets a first line with version and command, a line per message, and a last one with the exit code; each begins with
//! the seconds since the start. An existing file is continued.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::time::Instant;

use crate::failure::{Failure, on_one_line};

/// The file, and the time when the program started.
static LOG: OnceLock<(Mutex<File>, Instant)> = OnceLock::new();

/// Starts writing messages to this file too.
pub fn open(path: &Path) -> Result<(), Failure> {
    let cannot = |e: io::Error| Failure::Said(format!("{}: cannot write the log: {e}", path.display()));
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(cannot)?;
    // The command line is parsed once, so no log is open yet.
    let _ = LOG.set((Mutex::new(file), Instant::now()));
    let command: Vec<String> = std::env::args().collect();
    write(&format!("impinge {}: {}", env!("CARGO_PKG_VERSION"), command.join(" ")));
    Ok(())
}

/// Prints a line for the user.
pub fn say(text: &str) {
    let text = on_one_line(text);
    // Nothing can be done if stderr is closed.
    let _ = writeln!(io::stderr(), "impinge: {text}");
    write(&text);
}

/// Writes a line to the log only.
pub fn write(text: &str) {
    if let Some((file, start)) = LOG.get()
        && let Ok(mut file) = file.lock()
    {
        // A log that cannot be written is not a reason to fail.
        let _ = writeln!(file, "{:9.3} {}", start.elapsed().as_secs_f64(), on_one_line(text));
    }
}
