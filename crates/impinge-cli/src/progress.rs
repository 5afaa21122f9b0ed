//! Progress bars.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on stderr if that is a terminal; `unit` names the items counted.
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

/// Length of a bar of [`parts`].
pub const WHOLE: f64 = 1000.0;

/// A bar on stderr if that is a terminal, whose message names the current work and the time left.
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

/// A line on stderr that shows progress of work whose end is unknown, if stderr is a terminal.
pub fn line() -> ProgressBar {
    if std::io::stderr().is_terminal() { ProgressBar::new_spinner() } else { ProgressBar::hidden() }
}
