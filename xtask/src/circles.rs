//! The circle test: the files of a crate use one another in one direction only, also inside a module.
//!
//! A file uses another one if a path in its code leads to an item that is defined there. Paths are followed through
//! re-exports: `use super::Vec3` leads to the file of `Vec3`, not to the `mod.rs` that re-exports it, and a re-export
//! that its own file does not use does not count. Neither do tests, nor methods, which have no path.
//!
//! The file of a module contains the files inside it: they may use the types, traits and constants that it defines,
//! which are their common vocabulary, but must not call its functions if it calls theirs. The same holds for the files of
//! one folder: a type and a trait may be beside their functions, whoever else names them.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use crate::Offence;
use crate::source::{code_only, files, is_word, shown};

/// Most re-exports that a name may pass through.
const HOPS: usize = 16;

/// Every circle of files in the crates of the workspace.
pub fn check(root: &Path) -> io::Result<Vec<Offence>> {
    let mut offences = Vec::new();
    let manifests =
        files(&root.join("crates"), "Cargo.toml")?.into_iter().chain([root.join("xtask/Cargo.toml")]);
    for src in manifests.map(|manifest| manifest.with_file_name("src")) {
        let mut sources = Vec::new();
        for path in files(&src, ".rs")? {
            sources.push((shown(&src, &path), fs::read_to_string(&path)?));
        }
        let folder = shown(root, &src);
        offences.extend(circles(&sources).into_iter().map(|mut offence| {
            offence.file = format!("{folder}/{}", offence.file);
            offence
        }));
    }
    Ok(offences)
}

/// Circles among the files of one crate, each file by its path from `src` and its text.
fn circles(sources: &[(String, String)]) -> Vec<Offence> {
    let mut tree = Tree::default();
    for (file, (path, source)) in sources.iter().enumerate() {
        tree.read(file, &module_path(path), &words(&code_only(source)));
    }
    let folders: Vec<&str> =
        sources.iter().map(|(path, _)| path.rsplit_once('/').map_or("", |(f, _)| f)).collect();
    let uses = tree.uses(&folders);
    let mut offences: Vec<Offence> = Vec::new();
    let mut named = BTreeSet::new();
    for start in 0..sources.len() {
        // One circle for each file, the shortest, unless it has been reported for another file of it.
        let Some(circle) = shortest_circle(&uses, start) else { continue };
        if !named.insert(circle.iter().copied().collect::<BTreeSet<_>>()) {
            continue;
        }
        let steps: Vec<String> = (0..circle.len())
            .map(|k| {
                let (from, to) = (circle[k], circle[(k + 1) % circle.len()]);
                let (line, name) = &uses[from][&to];
                format!("{}:{line} uses `{name}` of {}", sources[from].0, sources[to].0)
            })
            .collect();
        let line = uses[start][&circle[1 % circle.len()]].0;
        let why =
            format!("a circle of files: {}; put what they share in a file below them", steps.join(", "));
        offences.push(Offence { file: sources[start].0.clone(), line, why });
    }
    offences
}

/// For each file the files that it uses, with the line and the name of the first use.
type Uses = Vec<BTreeMap<usize, (usize, String)>>;

/// The shortest way from `start` back to itself.
fn shortest_circle(uses: &Uses, start: usize) -> Option<Vec<usize>> {
    let mut from = BTreeMap::new();
    let mut open = vec![start];
    while !open.is_empty() {
        let mut next = Vec::new();
        for &file in &open {
            for &to in uses[file].keys() {
                if to == start {
                    let mut way = vec![file];
                    while let Some(&before) = from.get(way.last()?) {
                        way.push(before);
                    }
                    way.reverse();
                    return Some(way);
                }
                if let Entry::Vacant(new) = from.entry(to) {
                    new.insert(file);
                    next.push(to);
                }
            }
        }
        open = next;
    }
    None
}

/// The path of the module that a file holds: `math/vec3.rs` is `math::vec3`.
fn module_path(file: &str) -> Vec<String> {
    let mut path: Vec<String> = file.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if matches!(path.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        path.pop();
    }
    path
}

/// A word or sign of Rust, with its line.
#[derive(Clone)]
struct Word {
    text: String,
    line: usize,
}

/// Code without comments and texts as words and signs; `::` is one sign.
fn words(code: &str) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    for (i, text) in code.lines().enumerate() {
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let length = match first {
                _ if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
                ':' if rest.starts_with("::") => 2,
                _ => first.len_utf8(),
            };
            found.push(Word { text: rest[..length].to_owned(), line: i + 1 });
            rest = rest[length..].trim_start();
        }
    }
    found
}

/// Contents of a module.
#[derive(Default)]
struct Module {
    file: usize,
    /// Items by name, and whether each is a function.
    items: BTreeMap<String, bool>,
    imports: Vec<Import>,
    /// Paths in its code, behind `use` or elsewhere, with their lines.
    paths: Vec<(Vec<String>, usize)>,
    /// Every word of its code outside of `use`.
    words: BTreeSet<String>,
}

/// A name that `use` imports; `*` for all of a module.
struct Import {
    name: String,
    path: Vec<String>,
    line: usize,
    public: bool,
}

/// All modules of a crate by their paths.
#[derive(Default)]
struct Tree {
    modules: BTreeMap<Vec<String>, Module>,
    tests: BTreeSet<Vec<String>>,
}

const ITEMS: [&str; 9] = ["fn", "struct", "enum", "union", "trait", "type", "const", "static", "macro_rules"];

impl Tree {
    /// Enters one file and its inline modules.
    fn read(&mut self, file: usize, path: &[String], code: &[Word]) {
        self.modules.entry(path.to_vec()).or_default().file = file;
        let mut open: Vec<(Vec<String>, usize)> = vec![(path.to_vec(), 0)];
        let (mut depth, mut i, mut test) = (0, 0, false);
        let at = |i: usize| code.get(i).map_or("", |w| w.text.as_str());
        while i < code.len() {
            let (inside, level) = open[open.len() - 1].clone();
            match at(i) {
                "#" if at(i + 1) == "[" && at(i + 2) == "cfg" && at(i + 4) == "test" => {
                    test = true;
                    i += 6;
                }
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if depth < level {
                        open.pop();
                    }
                }
                "mod" if at(i + 2) == ";" || at(i + 2) == "{" => {
                    let mut child = inside.clone();
                    child.push(at(i + 1).to_owned());
                    if test {
                        self.tests.insert(child.clone());
                    }
                    if at(i + 2) == "{" {
                        self.modules.entry(child.clone()).or_default().file = file;
                        depth += 1;
                        open.push((child, depth));
                    }
                    (i, test) = (i + 2, false);
                }
                "use" if at(i + 1) != "<" => {
                    // `pub`, or `)` of `pub(crate)`.
                    let public = i > 0 && matches!(at(i - 1), "pub" | ")");
                    let end = (i..code.len()).find(|&k| at(k) == ";").unwrap_or(code.len());
                    if !test {
                        let mut cursor = Cursor { code: &code[..end], at: i + 1 };
                        let mut imports = Vec::new();
                        cursor.tree(&[], public, &mut imports);
                        self.modules.entry(inside).or_default().imports.extend(imports);
                    }
                    (i, test) = (end, false);
                }
                text => {
                    let module = self.modules.entry(inside).or_default();
                    if depth == level && ITEMS.contains(&text) {
                        let name =
                            (i + 1..i + 3).map(at).find(|w| !matches!(*w, "!" | "fn" | "unsafe" | "mut"));
                        let called = text == "fn" || at(i + 1) == "fn";
                        module.items.insert(name.unwrap_or_default().to_owned(), called);
                        test = false;
                    }
                    let before = if i > 0 { at(i - 1) } else { "" };
                    if text.starts_with(is_word) && !matches!(before, "." | "::") {
                        let mut path = vec![text.to_owned()];
                        let mut k = i;
                        while at(k + 1) == "::" && at(k + 2).starts_with(is_word) {
                            k += 2;
                            path.push(at(k).to_owned());
                        }
                        if path.len() > 1 {
                            module.paths.push((path, code[i].line));
                        }
                        module.words.insert(text.to_owned());
                    }
                }
            }
            i += 1;
        }
    }

    /// Uses of files by files, given the folder of each.
    fn uses(&self, folders: &[&str]) -> Uses {
        let mut uses: Uses = vec![BTreeMap::new(); folders.len()];
        // Files in the root of a crate have layers of their own.
        let beside = |from: usize, to: usize| !folders[to].is_empty() && folders[from] == folders[to];
        for (path, module) in &self.modules {
            if (0..=path.len()).any(|k| self.tests.contains(&path[..k])) {
                continue;
            }
            let mut note = |way: &[String], line: usize| {
                if let Some((to, called)) = self.absolute(path, way).and_then(|way| self.item(&way, HOPS))
                    && to != module.file
                    && (called || !(self.heads(path, to) || beside(module.file, to)))
                {
                    let name = way.last().cloned().unwrap_or_default();
                    uses[module.file].entry(to).or_insert((line, name));
                }
            };
            for (way, line) in &module.paths {
                note(way, *line);
            }
            for import in &module.imports {
                if import.name == "*" {
                    for word in &module.words {
                        let mut way = import.path.clone();
                        way.push(word.clone());
                        note(&way, import.line);
                    }
                } else if !import.public || module.words.contains(&import.name) {
                    note(&import.path, import.line);
                }
            }
        }
        uses
    }

    /// Whether `file` holds a module around the module at `path`.
    fn heads(&self, path: &[String], file: usize) -> bool {
        (0..path.len()).any(|k| self.modules.get(&path[..k]).is_some_and(|m| m.file == file))
    }

    /// A path as seen in module `from`, from the root of the crate; none if it leads out of the crate.
    fn absolute(&self, from: &[String], way: &[String]) -> Option<Vec<String>> {
        let mut base = from.to_vec();
        let mut rest = way;
        match way.first()?.as_str() {
            "crate" => (base, rest) = (Vec::new(), &way[1..]),
            "self" => rest = &way[1..],
            "super" => {
                while rest.first().is_some_and(|w| w == "super") {
                    base.pop()?;
                    rest = &rest[1..];
                }
            }
            first => {
                let module = self.modules.get(from)?;
                let child = [from, &[first.to_owned()]].concat();
                let import = module.imports.iter().find(|i| i.name == first && i.path[0] != *first);
                // A function may have the name of a module: a longer path goes through the module.
                let through = way.len() > 1 && self.modules.contains_key(&child);
                if let (false, Some(import)) = (through, import) {
                    let mut base = self.absolute(from, &import.path)?;
                    base.extend_from_slice(&way[1..]);
                    return Some(base);
                }
                if !self.modules.contains_key(&child) {
                    return None;
                }
            }
        }
        base.extend_from_slice(rest);
        Some(base)
    }

    /// The file of the item at a path from the root, and whether that is a function; none for a module, or if it is not
    /// found.
    fn item(&self, way: &[String], hops: usize) -> Option<(usize, bool)> {
        let hops = hops.checked_sub(1)?;
        let depth = (0..=way.len()).rev().find(|&k| self.modules.contains_key(&way[..k]))?;
        let (path, name) = (&way[..depth], way.get(depth)?);
        let module = &self.modules[path];
        if let Some(&called) = module.items.get(name) {
            return Some((module.file, called));
        }
        let onward = |import: &Import, rest: &[String]| {
            let mut way = self.absolute(path, &import.path)?;
            way.extend_from_slice(rest);
            self.item(&way, hops)
        };
        let named = module.imports.iter().filter(|i| i.name == *name);
        let all = module.imports.iter().filter(|i| i.name == "*");
        named
            .map(|import| onward(import, &way[depth + 1..]))
            .chain(all.map(|import| onward(import, &way[depth..])))
            .find(Option::is_some)
            .flatten()
    }
}

/// Reads the paths of a `use`.
struct Cursor<'a> {
    code: &'a [Word],
    at: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> &str {
        self.code.get(self.at).map_or("", |w| w.text.as_str())
    }

    fn next(&mut self) -> (String, usize) {
        let word = self.code.get(self.at).cloned().unwrap_or(Word { text: String::new(), line: 0 });
        self.at += 1;
        (word.text, word.line)
    }

    /// A path, `*`, or a group of them, behind `head`.
    fn tree(&mut self, head: &[String], public: bool, imports: &mut Vec<Import>) {
        let mut path = head.to_vec();
        loop {
            let (text, line) = self.next();
            match text.as_str() {
                "{" => {
                    while !matches!(self.peek(), "}" | "") {
                        self.tree(&path, public, imports);
                        if self.peek() == "," {
                            self.at += 1;
                        }
                    }
                    self.at += 1;
                    return;
                }
                "*" => {
                    imports.push(Import { name: text, path, line, public });
                    return;
                }
                "" => return,
                // `$crate`, and a path from all crates.
                "$" | "::" => continue,
                // `{self}` behind a path is the path itself.
                "self" if !path.is_empty() => {}
                _ => path.push(text),
            }
            if self.peek() != "::" {
                let mut name = path.last().cloned().unwrap_or_default();
                if self.peek() == "as" {
                    self.at += 1;
                    name = self.next().0;
                }
                imports.push(Import { name, path, line, public });
                return;
            }
            self.at += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(sources: &[(&str, &str)]) -> Vec<String> {
        let sources: Vec<_> = sources.iter().map(|&(path, source)| (path.into(), source.into())).collect();
        circles(&sources)
            .into_iter()
            .map(|offence| format!("{}:{}: {}", offence.file, offence.line, offence.why))
            .collect()
    }

    #[test]
    fn two_files_that_use_one_another_are_found() {
        let found = found(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B;\npub struct A(B);"),
            ("b.rs", "pub struct B;\nfn f() {}\nfn g(_: super::a::A) {}"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0]
                .starts_with("a.rs:1: a circle of files: a.rs:1 uses `B` of b.rs, b.rs:3 uses `A` of a.rs"),
            "{found:?}"
        );
    }

    #[test]
    fn a_circle_is_found_through_re_exports_renames_globs_and_imported_modules() {
        for (room, a, b) in [
            (
                "mod a; mod b; pub use a::A; pub use b::B;",
                "use super::B; pub struct A;",
                "use crate::room::A; pub struct B;",
            ),
            (
                "mod a; mod b; pub use a::A as First;",
                "use super::b; pub fn f() { b::g() } pub struct A;",
                "use super::First; pub fn g() {}",
            ),
            (
                "mod a; mod b; pub use a::*;",
                "use super::b::*; pub struct A(B);",
                "pub struct B; fn f() { crate::room::A }",
            ),
            (
                "mod a; mod b;",
                "use super::{b::{self, B}}; pub const A: u8 = 1;",
                "pub struct B; const C: u8 = super::a::A;",
            ),
        ] {
            let found = found(&[
                ("lib.rs", "mod room;"),
                ("room/mod.rs", room),
                ("room/a/mod.rs", a),
                ("room/b/mod.rs", b),
            ]);
            assert_eq!(found.len(), 1, "{room}: {found:?}");
        }
    }

    #[test]
    fn a_longer_circle_is_named_once() {
        let found = found(&[
            ("a.rs", "use crate::b::B; pub struct A;"),
            ("b.rs", "use crate::c::C; pub struct B;"),
            ("c.rs", "use crate::a::A; pub struct C;"),
            ("d.rs", "use crate::a::A;"),
        ]);
        assert_eq!(found.len(), 1, "{found:?}");
    }

    #[test]
    fn one_direction_is_not_a_circle() {
        for (a, b) in [
            ("pub struct A;", "use super::a::A; pub struct B;"),
            // Tests, comments, texts and names of the other crate do not count.
            ("pub struct A; #[cfg(test)] mod tests { use crate::b::B; }", "use super::a::A; pub struct B;"),
            (
                "/// See [`super::b::B`].\npub struct A; const T: &str = \"super::b::B\";",
                "use super::a::A; pub struct B;",
            ),
            ("use other::b::B; pub struct A;", "use super::a::A; pub struct B;"),
            // A field or variable with the name of a module.
            ("pub struct A; fn f(b: u8) -> u8 { b }", "use super::a::A; pub struct B;"),
            // Definitions of the module around both.
            ("use super::Shared; pub struct A;", "use super::{Shared, a::A}; pub struct B;"),
        ] {
            let lib = "mod a; mod b; pub struct Shared; fn f() { a::f(); b::g() }";
            assert_eq!(found(&[("lib.rs", lib), ("a.rs", a), ("b.rs", b)]), [] as [String; 0], "{a} {b}");
        }
    }

    #[test]
    fn a_room_and_its_files_do_not_call_one_another() {
        let of = |a: &str| {
            found(&[
                ("lib.rs", "mod room;"),
                ("room.rs", "mod a; pub type W = u8; pub fn f() { a::g() }"),
                ("room/a.rs", a),
            ])
        };
        assert_eq!(of("pub fn g() -> super::W { 1 }"), [] as [String; 0]);
        let found = of("use super::f; pub fn g() { f() }");
        assert!(found.len() == 1 && found[0].contains("room.rs:1 uses `g` of room/a.rs"), "{found:?}");
    }

    #[test]
    fn files_of_one_folder_may_name_the_types_of_one_another_but_call_one_way() {
        let of = |a: &str, b: &str| {
            found(&[
                ("lib.rs", "mod room;"),
                ("room/mod.rs", "mod a; mod b;"),
                ("room/a.rs", a),
                ("room/b.rs", b),
            ])
        };
        let types = ("use super::b::B; pub struct A;", "use super::a::A; pub struct B(A); pub fn b() {}");
        assert_eq!(of(types.0, types.1), [] as [String; 0]);
        let calls = of("use super::b::b; pub fn a() { b() }", "use super::a::a; pub fn b() { a() }");
        assert_eq!(calls.len(), 1, "{calls:?}");
    }

    #[test]
    fn files_of_tests_do_not_count() {
        let found = found(&[
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "#[cfg(test)] mod check; pub struct A;"),
            ("a/check.rs", "use crate::b::B; pub fn helper() {}"),
            (
                "b.rs",
                "use crate::a::A; pub struct B; #[cfg(test)] mod tests { use crate::a::check::helper; }",
            ),
        ]);
        assert_eq!(found, [] as [String; 0]);
    }
}
