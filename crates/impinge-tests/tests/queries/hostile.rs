//! Hostile numbers at every door and in every room: what a constructor takes, every query answers, in time, with numbers.
//!
//! A constructor refuses with an error, or, where it is a `new`, with a panic in the same words. A query on what was taken returns
//! without a panic, within [`SLOW`], and no number of its answer is NaN; where poses are within the limit, none is infinite.
//!
//! `list.rs` reads the items from `docs/public-items.txt` and from the source: an item that is not tested
//! here, and is not named with a reason, fails the test.

mod algorithms;
mod bodies;
mod doors;
mod front_door;
mod list;
mod maps;
mod meshes;
mod numbers;
mod outlines;
mod rooms;
mod shapes;

use core::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// No single question of these may take longer. Far above what any takes (some 50 ms): it is time on the clock, and on a machine that does
/// other work a thread may wait for long. What it finds are loops without end.
const SLOW: Duration = Duration::from_secs(120);

/// Queries made, and failures.
#[derive(Default)]
pub struct Net {
    asked: usize,
    faults: Vec<String>,
}

/// The words of a panic.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&s| s.to_owned())).unwrap_or_default()
}

/// Whether a word stands in a text by itself.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

impl Net {
    fn fault(&mut self, what: &str, why: &str) {
        // The first are enough to see what is wrong.
        if self.faults.len() < 40 {
            self.faults.push(format!("{what}: {}", why.chars().take(600).collect::<String>()));
        }
    }

    fn run<R>(&mut self, what: &dyn Fn() -> String, f: impl FnOnce() -> R) -> Result<R, String> {
        self.asked += 1;
        let start = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(f));
        if start.elapsed() > SLOW {
            self.fault(&what(), &format!("took {:?}", start.elapsed()));
        }
        answer.map_err(|panic| words(&*panic))
    }

    /// A query: neither a panic nor a NaN. `None` if it panicked.
    pub fn ask<R: Debug>(&mut self, what: impl Fn() -> String, f: impl FnOnce() -> R) -> Option<R> {
        match self.run(&what, f) {
            Ok(answer) => {
                let text = format!("{answer:?}");
                if has_word(&text, "NaN") {
                    self.fault(&what(), &text);
                }
                Some(answer)
            }
            Err(panic) => {
                self.fault(&what(), &format!("panicked: {panic}"));
                None
            }
        }
    }

    /// A query whose numbers are all within the limit: nothing infinite either.
    pub fn finite<R: Debug>(&mut self, what: impl Fn() -> String, f: impl FnOnce() -> R) -> Option<R> {
        let answer = self.ask(&what, f)?;
        let text = format!("{answer:?}");
        if has_word(&text, "inf") {
            self.fault(&what(), &text);
        }
        Some(answer)
    }

    /// Results that may be any number, such as plain arithmetic, but must return.
    pub fn returns<R>(&mut self, what: impl Fn() -> String, f: impl FnOnce() -> R) -> Option<R> {
        let answer = self.run(&what, f);
        if let Err(panic) = &answer {
            self.fault(&what(), &format!("panicked: {panic}"));
        }
        answer.ok()
    }

    /// A constructor that returns an error: no panic, and the error says what is wrong.
    pub fn try_make<S, E: Debug + ToString>(
        &mut self,
        what: impl Fn() -> String,
        f: impl FnOnce() -> Result<S, E>,
    ) -> Option<S> {
        match self.run(&what, f) {
            Ok(Ok(made)) => Some(made),
            Ok(Err(error)) => {
                if error.to_string().len() < 10 {
                    self.fault(&what(), &format!("refused with {error:?}"));
                }
                None
            }
            Err(panic) => {
                self.fault(&what(), &format!("panicked: {panic}"));
                None
            }
        }
    }

    /// A constructor in both forms: `new` panics where `try_new` refuses, in the same words.
    pub fn make<S, E: Debug + ToString>(
        &mut self,
        what: impl Fn() -> String,
        try_new: impl FnOnce() -> Result<S, E>,
        new: impl FnOnce() -> S,
    ) -> Option<S> {
        let tried = self.run(&what, try_new);
        let made = self.run(&what, new);
        match (tried, made) {
            (Ok(Ok(tried)), Ok(_)) => return Some(tried),
            (Ok(Err(error)), Err(panic)) if error.to_string() == panic => {}
            (tried, made) => {
                let tried = tried.map(|t| t.map(|_| "made").map_err(|e| e.to_string()));
                self.fault(&what(), &format!("try_new {tried:?}, new {:?}", made.map(|_| "made")));
            }
        }
        None
    }

    /// A rule that must hold of what was answered.
    pub fn holds(&mut self, what: impl Fn() -> String, holds: bool) {
        if !holds {
            self.fault(&what(), "does not hold");
        }
    }

    /// At the end: nothing went wrong, and enough was tested.
    pub fn done(self, least: usize) {
        println!("{} asked", self.asked);
        assert!(
            self.faults.is_empty(),
            "{} of {}:\n{}",
            self.faults.len(),
            self.asked,
            self.faults.join("\n")
        );
        assert!(self.asked >= least, "{} asked", self.asked);
    }
}
