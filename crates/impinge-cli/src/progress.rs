//! A bar that shows how far the work is.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on stderr if that is a terminal; `unit` says what is counted.
pub fn bar(length: usize, unit: &str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(length as u64);
    match ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{eta}} left")) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// How long a bar of [`parts`] is.
pub const WHOLE: f64 = 1000.0;

/// A bar on stderr if that is a terminal, whose message says what is being done and how long the rest takes.
pub fn parts() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(WHOLE as u64);
    match ProgressStyle::with_template("{bar:40} {percent} %, {msg}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// A line on stderr that says how far work is of which nobody knows the end, if stderr is a terminal.
pub fn line() -> ProgressBar {
    if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() }
}
