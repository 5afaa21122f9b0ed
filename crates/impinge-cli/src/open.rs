//! Open bodies: surfaces without an inside, so that nothing can be proven to be outside of them.

use std::io::{self, Write};

use clap::Args;
use impinge_io::scene::is_like;

use crate::failure::on_one_line;
use crate::log;
use crate::outcome::Outcome;

/// Most names that are listed; the reports have all.
const MOST_NAMES: usize = 20;

/// Names of bodies that may be open.
#[derive(Args)]
pub struct OpenArgs {
    /// Accept bodies of this name as surfaces, without an inside; `*` stands for any characters; may be repeated
    #[arg(long, value_name = "PATTERN")]
    allow_open: Vec<String>,
}

impl OpenArgs {
    /// Whether a body of this name may be open.
    pub fn allows(&self, name: &str) -> bool {
        self.allow_open.iter().any(|pattern| is_like(pattern, name))
    }
}

/// Outcome if bodies are open that are not allowed to be.
pub fn outcome(names: &[&str]) -> Outcome {
    if names.is_empty() { Outcome::Clear } else { Outcome::Unproven }
}

/// Names the bodies that are open, and says what to do.
pub fn write_text(out: &mut impl Write, names: &[&str]) -> io::Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "\nnot proven, as these are open, so that nothing can be proven to be outside of them: {}",
        listed(names)
    )?;
    writeln!(
        out,
        "Close them, or accept them as surfaces by `--allow-open NAME`; `--whole` takes a file as one body, if its parts bound one together."
    )
}

/// The same on one line of stderr, beside JSON on stdout.
pub fn say(names: &[&str]) {
    if !names.is_empty() {
        let names = listed(names);
        log::say(&format!(
            "open, so that nothing can be proven to be outside of them: {names}; pass `--allow-open NAME` to accept them"
        ));
    }
}

/// The first of the names.
fn listed(names: &[&str]) -> String {
    let listed: Vec<String> = names.iter().take(MOST_NAMES).map(|name| on_one_line(name)).collect();
    let more = match names.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", listed.join(", "))
}
