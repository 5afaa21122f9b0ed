//! Prose of a file, as words with their lines: comments and texts of Rust, paragraphs of Markdown; without code.

use crate::source::{is_word, literals_and_comments};

/// A stretch of prose: adjacent lines of comments, one text, or a document.
#[derive(Debug, Default)]
pub struct Block {
    /// Whether it is a doc comment, which has a first word.
    pub doc: bool,
    /// Words in order.
    pub words: Vec<Word>,
}

/// A word in lower case.
#[derive(Debug, PartialEq)]
pub struct Word {
    /// Line, from 1.
    pub line: usize,
    /// Letters; empty for code, which separates the words around it.
    pub text: String,
    /// Whether punctuation separates it from the next word.
    pub ends: bool,
}

/// Prose of a Markdown document.
pub fn of_markdown(markdown: &str) -> Vec<Block> {
    let mut block = Block::default();
    let mut fence = None;
    for (line, text) in (1..).zip(markdown.lines()) {
        add(&mut block, &mut fence, line, text);
    }
    vec![block]
}

/// Prose of Rust source: comments, and texts of more than one word if `texts` is set, up to its unit tests.
pub fn of_rust(source: &str, texts: bool) -> Vec<Block> {
    let lines: Vec<&str> = source.lines().map(str::trim_start).collect();
    let end = lines.iter().position(|line| line.starts_with("#[cfg(test)]")).unwrap_or(lines.len());
    let mut blocks: Vec<Block> = Vec::new();
    let mut fence = None;
    // Kind and line of the comment before.
    let mut before = ("", 0);
    for (line, piece) in literals_and_comments(source) {
        let kind = ["///", "//!", "//"].into_iter().find(|kind| piece.starts_with(kind));
        if let Some(kind) = kind {
            // Four slashes or more are a ruler.
            let text = piece[kind.len()..].trim_start_matches('/');
            // A comment behind code stands alone.
            if before != (kind, line - 1) || !lines[line - 1].starts_with("//") {
                fence = None;
                blocks.push(Block { doc: kind != "//", words: Vec::new() });
            }
            before = (kind, line);
            add(blocks.last_mut().expect("one was added before"), &mut fence, line, text);
        } else if texts && line <= end && piece.contains(' ') && !piece.starts_with("/*") {
            let mut block = Block::default();
            for (line, text) in (line..).zip(piece.lines()) {
                // A backslash joins lines; an escaped end of line separates words.
                add(&mut block, &mut None, line, &text.trim_end_matches('\\').replace("\\n", " . "));
            }
            blocks.push(block);
        }
    }
    blocks
}

/// Adds the words of a line, unless it is inside a fence or opens or closes one.
fn add(block: &mut Block, fence: &mut Option<&'static str>, line: usize, text: &str) {
    let text = text.trim_start();
    let mark = ["```", "~~~"].into_iter().find(|mark| text.starts_with(mark));
    match (*fence, mark) {
        (None, Some(_)) => *fence = mark,
        (Some(open), Some(close)) if open == close => *fence = None,
        (None, None) => add_words(&mut block.words, line, text),
        _ => {}
    }
    // A blank line and a fence end a sentence.
    if (text.is_empty() || mark.is_some())
        && let Some(last) = block.words.last_mut()
    {
        last.ends = true;
    }
}

/// Adds words outside of backticks.
fn add_words(words: &mut Vec<Word>, line: usize, text: &str) {
    for (i, piece) in text.split('`').enumerate() {
        if i % 2 == 1 {
            words.push(Word { line, text: String::new(), ends: false });
            continue;
        }
        for part in piece.split_whitespace() {
            let word = part.trim_matches(|c: char| !is_word(c));
            let mark = |c: char| !is_word(c);
            if part.starts_with(mark)
                && let Some(last) = words.last_mut()
            {
                last.ends = true;
            }
            if !word.is_empty() {
                words.push(Word { line, text: word.to_lowercase(), ends: part.ends_with(mark) });
            }
        }
    }
}
