//! Rules by name: which pairs are not looked at, and which have a clearance of their own.
//!
//! One rule per line; `#` begins a comment. A pattern fits a whole name; `*` stands for any characters, also for none and for `/`.
//! One with spaces or `#` stands in double quotes, in which `\"` is a quote and `\\` a backslash. The order of the two
//! patterns means nothing.
//!
//! ```text
//! # Bolts are meant to sit in their plates.
//! ignore     bolt*   plate*
//! clearance  "hot pipe*"  *  0.05
//! ```
//!
//! The same as TOML, if the file ends with `.toml`:
//!
//! ```toml
//! ignore = [["bolt*", "plate*"]]
//! clearance = [{ between = ["hot pipe*", "*"], length = 0.05 }]
//! ```
//!
//! A pair that any `ignore` names is ignored. If several clearances name a pair, the last one applies.

use std::path::Path;

use impinge_io::scene::is_like;
use serde::Deserialize;

use crate::Limit;
use crate::failure::Failure;

/// The rules of a file.
#[derive(Debug, Default)]
pub struct Rules {
    rules: Vec<Rule>,
}

#[derive(Debug)]
struct Rule {
    patterns: [String; 2],
    /// None if the pair is ignored.
    clearance: Option<f64>,
}

/// Rules as TOML.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(default)]
    ignore: Vec<[String; 2]>,
    #[serde(default)]
    clearance: Vec<Clearance>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Clearance {
    between: [String; 2],
    length: f64,
}

/// Ruling on a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ruling {
    /// No rule names it.
    Silent,
    /// It is not queried.
    Ignore,
    /// Its own clearance.
    Clearance(f64),
}

/// Patterns of the rules that fit one name: two bits per rule.
pub type Fits = Vec<u64>;

impl Rules {
    /// The rules of a file.
    pub fn read(file: &Path, limit: &Limit) -> Result<Self, Failure> {
        let text = limit.text(file, "rules are lines of text")?;
        let is_toml = file.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml"));
        if is_toml { Self::parse_toml(&text) } else { Self::parse(&text) }
            .map_err(|what| Failure::of(file, what))
    }

    /// The rules of a document of TOML; an error names the line.
    fn parse_toml(text: &str) -> Result<Self, String> {
        let text = text.trim_start_matches('\u{feff}');
        let document: Document = toml::from_str(text).map_err(|e| {
            let start = e.span().map_or(0, |span| span.start).min(text.len());
            let line = 1 + text.as_bytes()[..start].iter().filter(|b| **b == b'\n').count();
            format!("line {line}: {}", e.message())
        })?;
        let mut rules: Vec<Rule> =
            document.ignore.into_iter().map(|patterns| Rule { patterns, clearance: None }).collect();
        for (k, Clearance { between, length }) in document.clearance.into_iter().enumerate() {
            if !(length.is_finite() && length >= 0.0) {
                let what = format!(
                    "clearance {}: `{length}` is not a clearance; write a length of at least 0",
                    k + 1
                );
                return Err(what);
            }
            rules.push(Rule { patterns: between, clearance: Some(length) });
        }
        Ok(Self { rules })
    }

    /// The rules of a text; an error names the line.
    fn parse(text: &str) -> Result<Self, String> {
        let mut rules = Vec::new();
        for (line, text) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let said = |what: String| format!("line {}: {what}", line + 1);
            let words = words(text).map_err(said)?;
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let (patterns, clearance) = match words.as_slice() {
                [] => continue,
                ["ignore", a, b] => ([a, b], None),
                ["clearance", a, b, x] => {
                    let length = x.parse().ok().filter(|x: &f64| x.is_finite() && *x >= 0.0);
                    let Some(length) = length else {
                        return Err(said(format!("`{x}` is not a clearance; write a length of at least 0")));
                    };
                    ([a, b], Some(length))
                }
                ["ignore" | "clearance", ..] => {
                    let form = "`ignore PATTERN PATTERN` or `clearance PATTERN PATTERN LENGTH`";
                    return Err(said(format!("found {} words; a rule is {form}", words.len())));
                }
                [word, ..] => {
                    return Err(said(format!("unknown rule `{word}`; use `ignore` or `clearance`")));
                }
            };
            rules.push(Rule { patterns: patterns.map(|p| p.to_string()), clearance });
        }
        Ok(Self { rules })
    }

    /// Number of rules.
    pub fn len(&self) -> usize {
        self.rules.len()
    }

    /// Largest clearance that a rule requires.
    pub fn most(&self) -> f64 {
        self.rules.iter().filter_map(|rule| rule.clearance).fold(0.0, f64::max)
    }

    /// Patterns that fit a name.
    pub fn fits(&self, name: &str) -> Fits {
        let mut bits = vec![0; (2 * self.rules.len()).div_ceil(64)];
        for (k, pattern) in self.rules.iter().flat_map(|rule| &rule.patterns).enumerate() {
            if is_like(pattern, name) {
                bits[k / 64] |= 1 << (k % 64);
            }
        }
        bits
    }

    /// Ruling on two names, by the patterns that fit them.
    pub fn ruling(&self, a: &Fits, b: &Fits) -> Ruling {
        let has = |fits: &Fits, k: usize| fits[k / 64] >> (k % 64) & 1 == 1;
        let mut ruling = Ruling::Silent;
        for (k, rule) in self.rules.iter().enumerate() {
            let (first, second) = (2 * k, 2 * k + 1);
            if (has(a, first) && has(b, second)) || (has(b, first) && has(a, second)) {
                match rule.clearance {
                    None => return Ruling::Ignore,
                    Some(length) => ruling = Ruling::Clearance(length),
                }
            }
        }
        ruling
    }
}

/// The words of a line, without its comment.
fn words(line: &str) -> Result<Vec<String>, String> {
    let mut words = Vec::new();
    let mut rest = line.chars().peekable();
    while let Some(&c) = rest.peek() {
        match c {
            '#' => break,
            c if c.is_whitespace() => {
                rest.next();
            }
            '"' => {
                rest.next();
                let mut word = String::new();
                loop {
                    match rest.next() {
                        None => return Err("unclosed quote".into()),
                        Some('"') => break,
                        Some('\\') => match rest.next() {
                            Some(c @ ('"' | '\\')) => word.push(c),
                            _ => return Err("in quotes, only `\"` or `\\` may follow `\\`".into()),
                        },
                        Some(c) => word.push(c),
                    }
                }
                words.push(word);
            }
            _ => {
                let mut word = String::new();
                while let Some(c) = rest.next_if(|c| !c.is_whitespace() && *c != '#') {
                    word.push(c);
                }
                words.push(word);
            }
        }
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_clearance_counts_and_ignoring_wins_in_either_order() {
        let text = "# all\nclearance * * 1\n\nclearance \"a b*\" c 2 # last\n ignore x *\n";
        let rules = Rules::parse(text).unwrap();
        let ruling = |a: &str, b: &str| rules.ruling(&rules.fits(a), &rules.fits(b));
        assert_eq!((rules.len(), rules.most()), (3, 2.0));
        assert_eq!(ruling("p", "q"), Ruling::Clearance(1.0));
        assert_eq!(ruling("a b1", "c"), Ruling::Clearance(2.0));
        assert_eq!(ruling("c", "a b1"), Ruling::Clearance(2.0));
        assert_eq!(ruling("c", "x"), Ruling::Ignore);
        let none = Rules::default();
        assert_eq!(none.ruling(&none.fits("a"), &none.fits("b")), Ruling::Silent);
    }

    #[test]
    fn toml_gives_the_same_rules() {
        let text = "ignore = [[\"x\", \"*\"]]\n[[clearance]]\nbetween = [\"*\", \"*\"]\nlength = 1\n\
                    [[clearance]]\nbetween = [\"a b*\", \"c\"]\nlength = 2.0\n";
        let rules = Rules::parse_toml(text).unwrap();
        let ruling = |a: &str, b: &str| rules.ruling(&rules.fits(a), &rules.fits(b));
        assert_eq!((rules.len(), rules.most()), (3, 2.0));
        assert_eq!(ruling("p", "q"), Ruling::Clearance(1.0));
        assert_eq!(ruling("c", "a b1"), Ruling::Clearance(2.0));
        assert_eq!(ruling("c", "x"), Ruling::Ignore);
        assert_eq!(Rules::parse_toml("").unwrap().len(), 0);
        for (text, expected) in [
            ("ignore = [[\"a\"]]", "line 1: "),
            ("\n\nallow = 1", "line 3: unknown field `allow`"),
            ("ignore = [", "line 1: "),
            (
                "clearance = [{ between = [\"a\", \"b\"], length = -1 }]",
                "clearance 1: `-1` is not a clearance",
            ),
            ("clearance = [{ between = [\"a\", \"b\"] }]", "line 1: missing field `length`"),
        ] {
            let said = Rules::parse_toml(text).map(|_| ()).unwrap_err();
            assert!(said.starts_with(expected), "{said}");
        }
    }

    #[test]
    fn a_mistake_names_its_line() {
        for (text, expected) in [
            ("ignore a", "line 1: found 2 words; a rule is `ignore PATTERN PATTERN` or"),
            ("\n\nallow a b", "line 3: unknown rule `allow`; use `ignore` or `clearance`"),
            ("clearance a b -1", "line 1: `-1` is not a clearance; write a length of at least 0"),
            ("clearance a b inf", "line 1: `inf` is not a clearance"),
            ("ignore \"a b", "line 1: unclosed quote"),
            ("ignore \"a\\n\" b", "line 1: in quotes, only `\"` or `\\` may follow"),
        ] {
            let said = Rules::parse(text).unwrap_err();
            assert!(said.starts_with(expected), "{said}");
        }
    }
}
