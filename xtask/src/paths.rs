//! The path test: every path in a document exists, and every page of results says how the measured program was built.
//!
//! In documents (`*.md`) it reads links and code in backticks, outside fenced blocks. A link counts from the folder of
//! its document; code counts from there or from the root, and only if it looks like a path of the repository. In Rust
//! comments it reads every `docs/…`.

use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use crate::Offence;
use crate::source::{files, shown};

/// Every path in the documents below `root` that does not exist.
pub fn check(root: &Path) -> io::Result<Vec<Offence>> {
    let mut offences = Vec::new();
    for path in files(root, ".md")? {
        let folder = path.parent().unwrap_or(root);
        for mention in mentions(&fs::read_to_string(&path)?) {
            let (places, from) = match mention.kind {
                Kind::Link => (vec![folder.to_path_buf()], "from its folder"),
                Kind::Code => (vec![root.to_path_buf(), folder.to_path_buf()], "from the root or its folder"),
            };
            if !places.iter().any(|place| exists(root, place, &mention.path)) {
                let why = format!("`{}` does not exist {from}: correct the path or drop it", mention.path);
                offences.push(Offence { file: shown(root, &path), line: mention.line, why });
            }
        }
    }
    // A time is meaningless without its build.
    let results = root.join("docs/results");
    for path in if results.is_dir() { files(&results, ".md")? } else { Vec::new() } {
        let text = fs::read_to_string(&path)?;
        let build =
            text.split("\n**Build.** ").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
        let said = build.replace('\n', " ");
        if !["opt-level", "codegen unit", "LTO"].iter().all(|word| said.contains(word)) {
            let why =
                "no paragraph `**Build.** …` says opt-level, codegen units and LTO of what was measured"
                    .into();
            offences.push(Offence { file: shown(root, &path), line: 1, why });
        }
    }
    for path in files(root, ".rs")? {
        for (line, mention) in docs_in_comments(&fs::read_to_string(&path)?) {
            if !exists(root, root, mention) {
                let why = format!("`{mention}` does not exist: correct the path or drop it");
                offences.push(Offence { file: shown(root, &path), line, why });
            }
        }
    }
    Ok(offences)
}

/// Whether `path`, read from `place`, exists inside the repository.
fn exists(root: &Path, place: &Path, path: &str) -> bool {
    let mut full = PathBuf::new();
    let joined = match path.strip_prefix('/') {
        Some(from_root) => root.join(from_root),
        None => place.join(path),
    };
    for part in joined.components() {
        match part {
            Component::ParentDir => {
                full.pop();
            }
            Component::CurDir => {}
            part => full.push(part),
        }
    }
    full.starts_with(root) && full.exists()
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Link,
    Code,
}

#[derive(Debug, PartialEq)]
struct Mention {
    line: usize,
    path: String,
    kind: Kind,
}

/// Paths in a Markdown document.
fn mentions(markdown: &str) -> Vec<Mention> {
    let mut found = Vec::new();
    let mut fence: Option<&str> = None;
    for (i, line) in markdown.lines().enumerate() {
        let start = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|m| start.starts_with(m));
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(close)) if open == close => fence = None,
            (Some(_), _) => {}
            (None, None) => mentions_of_line(i + 1, line, &mut found),
        }
    }
    found
}

fn mentions_of_line(line: usize, text: &str, found: &mut Vec<Mention>) {
    // Odd pieces between backticks are code, even ones are prose.
    let mut prose = String::new();
    for (i, piece) in text.split('`').enumerate() {
        if i % 2 == 0 {
            prose.push_str(piece);
        } else if let Some(path) = path_in_code(piece) {
            found.push(Mention { line, path, kind: Kind::Code });
        }
    }
    let mut rest = prose.as_str();
    while let Some((_, after)) = rest.split_once("](") {
        let (target, after) = after.split_once(')').unwrap_or((after, ""));
        if let Some(path) = path_of_link(target) {
            found.push(Mention { line, path, kind: Kind::Link });
        }
        rest = after;
    }
    // A reference definition: [name]: target
    if let Some((name, target)) = prose.trim_start().split_once("]: ")
        && name.starts_with('[')
        && let Some(path) = path_of_link(target)
    {
        found.push(Mention { line, path, kind: Kind::Link });
    }
}

/// The path in a code span, if it looks like one of the repository.
fn path_in_code(code: &str) -> Option<String> {
    let file = [".rs", ".md", ".toml", ".cff"].iter().any(|ending| code.ends_with(ending));
    let foreign = code.contains("://") || code.starts_with('/') || code.starts_with('~');
    let path = |c: char| c.is_alphanumeric() || "/._-".contains(c);
    let looks = (file || code.contains('/')) && !foreign && code.chars().all(path) && code.len() > 1;
    looks.then(|| code.to_owned())
}

/// The path of a link without its title and anchor, unless it leaves the repository by a scheme.
fn path_of_link(target: &str) -> Option<String> {
    let target = target.split_whitespace().next()?.trim_start_matches('<').trim_end_matches('>');
    let path = target.split('#').next()?;
    (!path.is_empty() && !path.contains(':')).then(|| path.to_owned())
}

/// Every `docs/…` in the comments of a Rust file, with its line.
fn docs_in_comments(source: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    for (i, line) in source.lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("//") else { continue };
        for word in comment.split(|c: char| !(c.is_alphanumeric() || "/._-".contains(c))) {
            let word = word.trim_end_matches('.');
            if word.strip_prefix("docs/").is_some_and(|rest| !rest.is_empty()) {
                found.push((i + 1, word));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(markdown: &str) -> Vec<String> {
        mentions(markdown).into_iter().map(|m| m.path).collect()
    }

    #[test]
    fn finds_links_and_code_that_look_like_paths() {
        assert_eq!(
            paths("see [map](ARCHITECTURE.md#why) and `xtask/src/main.rs`"),
            ["xtask/src/main.rs", "ARCHITECTURE.md"]
        );
        assert_eq!(paths("[`code`](docs/a.md \"title\") ![p](b.svg)"), ["docs/a.md", "b.svg"]);
        assert_eq!(paths("[one]: docs/one.md"), ["docs/one.md"]);
        assert_eq!(paths("`Cargo.toml` `crates/impinge/`"), ["Cargo.toml", "crates/impinge/"]);
    }

    #[test]
    fn skips_other_text() {
        for text in [
            "`cargo run` `a / b` `shape/<name>.rs` `{gjk, mpr}/` `*.md` `docs/*.md` `f32`",
            "[site](https://example.org/a.md) [below](#below) [mail](mailto:a@b.c)",
            "`https://example.org/a.md` `Vec3<T>` `x.y` `/`",
            "```sh\ncat `missing/file.md`\n[a](missing.md)\n```",
            "~~~\n`missing/file.md`\n```\n`missing/file.md`\n~~~",
        ] {
            assert_eq!(paths(text), Vec::<String>::new(), "{text}");
        }
    }

    #[test]
    fn knows_the_line_after_a_fence() {
        assert_eq!(mentions("a\n```\nb\n```\n`docs/x.md`")[0].line, 5);
    }

    #[test]
    fn finds_docs_in_rust_comments_only() {
        let source = "//! The reasons are in `docs/decisions/0001-x.md`.\nlet a = \"docs/y.md\";\n    /// docs/z.md.\n";
        assert_eq!(docs_in_comments(source), [(1, "docs/decisions/0001-x.md"), (3, "docs/z.md")]);
    }

    #[test]
    fn a_missing_path_is_an_offence_and_a_path_out_of_the_repository_too() {
        let outside = std::env::temp_dir().join(format!("impinge-paths-{}", std::process::id()));
        let root = outside.join("repository");
        fs::create_dir_all(root.join("docs")).unwrap();
        fs::write(root.join("README.md"), "`docs/a.md`\n[a](docs/a.md)\n[b](a.md)\n[c](../c.md)\n").unwrap();
        fs::write(root.join("docs/a.md"), "`README.md` `a.md` [up](../README.md) [root](/docs/a.md)\n")
            .unwrap();
        fs::write(outside.join("c.md"), "").unwrap();
        fs::write(root.join("lib.rs"), "//! See docs/a.md and docs/b.md.\n").unwrap();
        let found = check(&root).unwrap();
        fs::remove_dir_all(&outside).unwrap();
        let places: Vec<_> = found.iter().map(|o| (o.file.as_str(), o.line)).collect();
        assert_eq!(places, [("README.md", 3), ("README.md", 4), ("lib.rs", 1)]);
    }
}
