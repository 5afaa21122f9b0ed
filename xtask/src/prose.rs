//! The prose test: marks of unidiomatic English are counted, and a count may only fall.
//!
//! Comments and documents are read everywhere; string literals where they are help or errors, in [`TEXTS`]. Code in backticks and
//! fences does not count. Counts by mark and folder are kept in `docs/prose.txt`.

mod marks;
mod text;

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use crate::Offence;
use crate::source::{files, shown};
use marks::{FIRST, MARKS, Mark};
use text::{Block, of_markdown, of_rust};

/// Recorded counts, a line each: count, mark, folder.
pub const COUNTS: &str = "docs/prose.txt";

/// Folders whose string literals a user reads. Those of the evidence are claims and tables of a published run.
const TEXTS: &[&str] = &[
    "crates/impinge/src/",
    "crates/impinge-cli/src/",
    "crates/impinge-io/src/",
    "crates/impinge-page/src/",
    "crates/impinge-sim/src/",
    "xtask/src/",
];

/// Generated documents, with the texts of a published run.
const GENERATED: &[&str] = &["docs/results/evidence.md", "docs/results/searches.md", "docs/results/timed.md"];

/// Occurrences by mark and folder.
type Found = BTreeMap<(&'static str, String), Vec<Offence>>;

/// All occurrences of a mark in a folder with more of them than recorded.
pub fn check(root: &Path) -> io::Result<Vec<Offence>> {
    let recorded = recorded(&fs::read_to_string(root.join(COUNTS)).unwrap_or_default());
    let found = find(root)?;
    let fewer = recorded.iter().any(|((mark, folder), count)| {
        let now = found.iter().find(|((m, f), _)| m == mark && f == folder);
        now.map_or(0, |(_, list)| list.len()) < *count
    });
    if fewer {
        println!("fewer marks than recorded: `cargo xtask prose --write` keeps it so");
    }
    Ok(risen(found, &recorded))
}

/// Records the counts, if none has risen since the last record; returns what has risen.
pub fn write(root: &Path) -> io::Result<Vec<Offence>> {
    let path = root.join(COUNTS);
    let found = find(root)?;
    let lines: String = found
        .iter()
        .map(|((mark, folder), list)| format!("{:>5}  {mark:<12}  {folder}\n", list.len()))
        .collect();
    // The first record has nothing to compare with.
    let risen = match fs::read_to_string(&path) {
        Ok(before) => risen(found, &recorded(&before)),
        Err(_) => Vec::new(),
    };
    if risen.is_empty() {
        fs::write(path, lines)?;
    }
    Ok(risen)
}

fn risen(found: Found, recorded: &BTreeMap<(String, String), usize>) -> Vec<Offence> {
    let more = |key: &(&str, String), list: &[Offence]| {
        list.len() > recorded.get(&(key.0.to_owned(), key.1.clone())).copied().unwrap_or(0)
    };
    found.into_iter().filter(|(key, list)| more(key, list)).flat_map(|(_, list)| list).collect()
}

fn recorded(counts: &str) -> BTreeMap<(String, String), usize> {
    let row = |line: &str| {
        let mut cells = line.split_whitespace();
        let (count, mark, folder) = (cells.next()?, cells.next()?, cells.next()?);
        Some(((mark.to_owned(), folder.to_owned()), count.parse().ok()?))
    };
    counts.lines().filter_map(row).collect()
}

fn find(root: &Path) -> io::Result<Found> {
    let mut found = Found::new();
    let mut add = |file: String, blocks: Vec<Block>| {
        for block in &blocks {
            for (line, mark) in marks_in(block) {
                let why = format!("{}: {}", mark.name, mark.better);
                let list = found.entry((mark.name, folder(&file))).or_default();
                list.push(Offence { file: file.clone(), line, why });
            }
        }
    };
    for path in files(root, ".rs")? {
        let file = shown(root, &path);
        let tests = file.ends_with("/tests.rs") || file.contains("/tests/");
        let texts = !tests && TEXTS.iter().any(|folder| file.starts_with(folder));
        add(file, of_rust(&fs::read_to_string(&path)?, texts));
    }
    for path in files(root, ".md")? {
        let file = shown(root, &path);
        if !GENERATED.contains(&file.as_str()) {
            add(file, of_markdown(&fs::read_to_string(&path)?));
        }
    }
    Ok(found)
}

/// Top folder of a file: the crate, or the first part of the path; `.` in the root.
fn folder(file: &str) -> String {
    let depth = if file.starts_with("crates/") { 2 } else { 1 };
    let parts: Vec<&str> = file.split('/').collect();
    match parts.len() {
        1 => ".".to_owned(),
        n => parts[..depth.min(n - 1)].join("/"),
    }
}

/// Marks in a block, with their lines.
fn marks_in(block: &Block) -> Vec<(usize, &'static Mark)> {
    let mut found = Vec::new();
    for i in 0..block.words.len() {
        if i == 0 && block.doc && begins(block, i, &FIRST) {
            found.push((block.words[i].line, &FIRST));
        }
        found.extend(
            MARKS.iter().filter(|mark| begins(block, i, mark)).map(|mark| (block.words[i].line, mark)),
        );
    }
    found
}

/// Whether the mark begins at word `i`.
fn begins(block: &Block, i: usize, mark: &Mark) -> bool {
    let words = &block.words[i..];
    let Some(part) = words.get(..mark.words.len()) else { return false };
    let fits = part.iter().zip(mark.words).all(|(word, choices)| choices.contains(&word.text.as_str()));
    let joined = part[..part.len() - 1].iter().all(|word| !word.ends);
    let is = |word: Option<&text::Word>, list: &[&str]| word.is_some_and(|w| list.contains(&w.text.as_str()));
    let before = i.checked_sub(1).and_then(|before| block.words.get(before)).filter(|word| !word.ends);
    let after = words.get(mark.words.len()).filter(|_| part.last().is_some_and(|word| !word.ends));
    fits && joined && !is(before, mark.except_after) && !is(after, mark.except_before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(blocks: &[Block]) -> Vec<(usize, &'static str)> {
        blocks.iter().flat_map(marks_in).map(|(line, mark)| (line, mark.name)).collect()
    }

    fn in_rust(source: &str) -> Vec<(usize, &'static str)> {
        names(&of_rust(source, true))
    }

    fn in_markdown(markdown: &str) -> Vec<(usize, &'static str)> {
        names(&of_markdown(markdown))
    }

    #[test]
    fn first_word_of_a_doc_comment_is_found() {
        assert_eq!(
            in_rust("/// How many.\nfn a() {}\n    //! What it does.\n"),
            [(1, "first-word"), (3, "first-word")]
        );
        assert_eq!(in_rust("/// Number of steps.\n///\n/// - `a`: how many\n"), []);
        assert_eq!(in_rust("// How it works is in the paper.\n"), []);
    }

    #[test]
    fn continuation_lines_are_not_first_words() {
        assert_eq!(in_rust("/// Number of steps, and\n/// how long they took.\n/// As in the paper.\n"), []);
        assert_eq!(
            in_rust("    /// Steps.\n    a: u8,\n    /// As in the paper.\n    b: u8,\n"),
            [(3, "first-word")]
        );
        assert_eq!(in_rust("/// `of` the paper.\n"), []);
    }

    #[test]
    fn a_mark_may_go_over_lines_but_not_over_punctuation_or_code() {
        assert_eq!(in_rust("/// The point is\n/// no vertex.\n"), [(1, "is-no")]);
        assert_eq!(in_rust("// It is so: no vertex. What it is, none knows.\n"), []);
        assert_eq!(in_rust("// It is `so` no vertex.\n"), []);
        assert_eq!(in_rust("// It is\nlet a = 1; // no vertex\n"), []);
    }

    #[test]
    fn idioms_do_not_count() {
        assert_eq!(in_markdown("There is no vertex. There are none. It is no longer than told apart."), []);
        assert_eq!(
            in_markdown("A point is no vertex, a set of points is none."),
            [(1, "is-no"), (1, "is-none")]
        );
    }

    #[test]
    fn code_does_not_count() {
        assert_eq!(
            in_markdown("`is no vertex`\n\n```text\nis no vertex\n```\nanew\n~~~\nanew\n~~~\n"),
            [(6, "anew")]
        );
        assert_eq!(in_rust("/// Steps.\n///\n/// ```\n/// // built anew\n/// ```\nfn anew() {}\n"), []);
        assert_eq!(in_rust("/// ```\n/// a\nfn b() {}\n/// Built anew.\n"), [(4, "anew")]);
    }

    #[test]
    fn texts_count_before_the_tests_of_a_file() {
        let source = "const A: &str = \"built \\\n    anew\";\nconst B: &str = \"anew\";\n#[cfg(test)]\nconst C: &str = \"built anew\";\n";
        assert_eq!(in_rust(source), [(2, "anew")]);
        assert_eq!(names(&of_rust(source, false)), []);
    }

    #[test]
    fn a_count_that_rises_is_reported_with_all_places() {
        let list = |lines: &[usize]| -> Vec<Offence> {
            lines.iter().map(|&line| Offence { file: "docs/a.md".into(), line, why: String::new() }).collect()
        };
        let found = || Found::from([(("anew", "docs".to_owned()), list(&[3, 5]))]);
        assert_eq!(risen(found(), &recorded("    2  anew  docs\n")), []);
        assert_eq!(risen(found(), &recorded("    1  anew  docs\n")), list(&[3, 5]));
        assert_eq!(risen(found(), &recorded("    9  told  docs\n")).len(), 2);
    }

    #[test]
    fn folders_are_crates_or_the_first_part() {
        assert_eq!(folder("crates/impinge/src/lib.rs"), "crates/impinge");
        assert_eq!(folder("xtask/src/prose/text.rs"), "xtask");
        assert_eq!(folder("README.md"), ".");
    }
}
