//! Files of the repository, and Rust source without its comments and texts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// All files below `dir` whose name ends in `ending`, sorted; build output and hidden folders are skipped.
pub fn files(dir: &Path, ending: &str) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        for entry in fs::read_dir(&dir)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            // A link to a folder does not count as one, so there are no cycles.
            if entry.file_type()?.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    open.push(entry.path());
                }
            } else if name.ends_with(ending) {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// `path` from `root`, with forward slashes.
pub fn shown(root: &Path, path: &Path) -> String {
    path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

/// Rust source with comments, texts and character literals blanked out. Lines keep their numbers.
pub fn code_only(source: &str) -> String {
    let chars: Vec<char> = source.chars().collect();
    let mut out = String::with_capacity(source.len());
    let mut i = 0;
    while i < chars.len() {
        let end = skipped(&chars, i);
        if end == i {
            out.push(chars[i]);
            i += 1;
        } else {
            out.extend(chars[i..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
            i = end;
        }
    }
    out
}

/// Comments and literals of Rust source, as written, each with the line where it starts.
pub fn literals_and_comments(source: &str) -> Vec<(usize, String)> {
    let chars: Vec<char> = source.chars().collect();
    let mut found = Vec::new();
    let (mut i, mut line) = (0, 1);
    while i < chars.len() {
        let end = skipped(&chars, i).max(i + 1);
        if end > i + 1 {
            found.push((line, chars[i..end].iter().collect()));
        }
        line += chars[i..end].iter().filter(|&&c| c == '\n').count();
        i = end;
    }
    found
}

/// End of the comment or literal that starts at `i`; `i` if none starts there.
fn skipped(chars: &[char], i: usize) -> usize {
    let at = |k: usize| chars.get(k).copied().unwrap_or('\0');
    match (at(i), at(i + 1)) {
        ('/', '/') => (i..chars.len()).find(|&k| at(k) == '\n').unwrap_or(chars.len()),
        ('/', '*') => block_comment_end(chars, i),
        ('"', _) => text_end(chars, i),
        ('\'', '\\') => (i + 3..chars.len()).find(|&k| at(k) == '\'').map_or(chars.len(), |k| k + 1),
        ('\'', _) if at(i + 2) == '\'' => i + 3,
        ('r', '"' | '#') if i == 0 || !is_word(at(i - 1)) || raw_prefix(chars, i) => raw_text_end(chars, i),
        _ => i,
    }
}

/// Whether the `r` at `i` follows the single letter `b` or `c` of a byte or C text.
fn raw_prefix(chars: &[char], i: usize) -> bool {
    matches!(chars[i - 1], 'b' | 'c') && (i < 2 || !is_word(chars[i - 2]))
}

fn block_comment_end(chars: &[char], start: usize) -> usize {
    let mut depth = 0;
    let mut k = start;
    while k + 1 < chars.len() {
        match (chars[k], chars[k + 1]) {
            ('/', '*') => (depth, k) = (depth + 1, k + 2),
            ('*', '/') => {
                (depth, k) = (depth - 1, k + 2);
                if depth == 0 {
                    return k;
                }
            }
            _ => k += 1,
        }
    }
    chars.len()
}

fn text_end(chars: &[char], start: usize) -> usize {
    let mut k = start + 1;
    while k < chars.len() {
        match chars[k] {
            '\\' => k += 2,
            '"' => return k + 1,
            _ => k += 1,
        }
    }
    chars.len()
}

fn raw_text_end(chars: &[char], start: usize) -> usize {
    let hashes = chars[start + 1..].iter().take_while(|&&c| c == '#').count();
    let open = start + 1 + hashes;
    if chars.get(open) != Some(&'"') {
        return start; // A raw identifier such as r#type.
    }
    let closes = |k: usize| {
        chars[k] == '"' && chars[k + 1..].iter().take(hashes).filter(|&&c| c == '#').count() == hashes
    };
    (open + 1..chars.len()).find(|&k| closes(k)).map_or(chars.len(), |k| k + 1 + hashes)
}

/// Whether `c` can stand in an identifier.
pub fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_texts_are_blanked() {
        let source = "a // crate::x\n/* crate::y /* in */ still */ b \"crate::z \\\" c\" d\n";
        assert_eq!(code_only(source).split_whitespace().collect::<Vec<_>>(), ["a", "b", "d"]);
        assert_eq!(code_only(source).lines().count(), source.lines().count());
    }

    #[test]
    fn comments_and_texts_have_the_line_where_they_start() {
        let source = "a // b\n\"c\nd\" e\n/* f */ 'g'\n";
        let found: Vec<(usize, String)> = literals_and_comments(source);
        let expected = [(1, "// b"), (2, "\"c\nd\""), (4, "/* f */"), (4, "'g'")];
        assert_eq!(found, expected.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn lifetimes_stay_and_characters_go() {
        assert_eq!(code_only("fn f<'a>(x: &'a str) {}"), "fn f<'a>(x: &'a str) {}");
        assert_eq!(code_only("('\"', '\\'', '\\\\', 'x') y").trim_end(), "(   ,     ,     ,    ) y");
    }

    #[test]
    fn raw_texts_go_and_raw_identifiers_stay() {
        assert_eq!(code_only("r#\"crate::x \" \"# + r#type").trim(), "+ r#type");
        assert_eq!(code_only("br\"crate::x\" + 1").trim(), "b            + 1");
        assert_eq!(code_only("for x").trim(), "for x");
    }
}
