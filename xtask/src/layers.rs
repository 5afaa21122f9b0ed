//! The layer test: modules of the library use only modules below them.
//!
//! It reads every `crate::…` path of the source, in `use` lines (grouped or not) and inside code, and every chain of
//! `super::` that reaches the root of the crate. Comments and texts do not count. A name that the root re-exports
//! counts as the module that it comes from.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use crate::Offence;
use crate::source::{code_only, files, is_word, shown};

/// Modules of `crates/impinge/src` from the bottom to the top. A module may use those of lower levels.
pub const LEVELS: &[&[&str]] = &[
    &["error", "math", "parallel"],
    &["hull"],
    &["shape"],
    &["pair"],
    &["observe", "climb"],
    &["gjk", "mpr", "vclip", "broad"],
    &["epa", "certify", "closed", "mesh", "soft"],
    &["sdf", "sliding"],
    &["expel", "body", "decompose"],
    &["feature"],
    &["manifolds"],
    &["answer"],
    &["ray"],
    &["casting"],
    &["nonconvex"],
    &["query"],
    &["scene"],
    &["persist", "study"],
];

/// Pairs on one level; the first module of each may use the second.
pub const WITHIN_A_LEVEL: &[(&str, &str)] = &[("math", "error")];

/// Everything in the library that violates the order of the levels.
pub fn check(root: &Path) -> io::Result<Vec<Offence>> {
    let src = root.join("crates/impinge/src");
    let exports = root_exports(&code_only(&fs::read_to_string(src.join("lib.rs"))?));
    let mut offences = Vec::new();
    for path in files(&src, ".rs")? {
        let module = shown(&src, &path);
        offences.extend(check_file(&shown(root, &path), &module, &fs::read_to_string(&path)?, &exports));
    }
    Ok(offences)
}

/// Offences of one file. `inside` is its path from `src`, such as `math/vec3.rs`.
fn check_file(file: &str, inside: &str, source: &str, exports: &BTreeMap<String, String>) -> Vec<Offence> {
    if inside == "lib.rs" {
        return Vec::new(); // The root stands above all levels.
    }
    let mut modules: Vec<&str> = inside.trim_end_matches(".rs").split('/').collect();
    if modules.last() == Some(&"mod") {
        modules.pop();
    }
    let from = modules[0];
    let offence = |line, why| Offence { file: file.into(), line, why };
    let Some(level) = level_of(from) else {
        let why = format!("module `{from}` has no level: add it to LEVELS in xtask/src/layers.rs");
        return vec![offence(1, why)];
    };
    let mut offences = Vec::new();
    for name in root_names(&code_only(source), modules.len()) {
        let to = exports.get(&name.text).map_or(name.text.as_str(), String::as_str);
        if to == from || (WITHIN_A_LEVEL.contains(&(from, to))) {
            continue;
        }
        let why = match level_of(to) {
            Some(below) if below < level => continue,
            Some(same) if same == level => format!(
                "`{from}` uses `{to}` of its own level: move what both need below them, or list the pair in \
                 WITHIN_A_LEVEL in xtask/src/layers.rs"
            ),
            Some(_) => format!("`{from}` uses `{to}`, which stands above it: move what it needs down"),
            // Behind `super::` an unknown name belongs to an inner module.
            None if !name.certain => continue,
            None => format!(
                "`crate::{to}` has no level: add a module to LEVELS in xtask/src/layers.rs, or name an item by the \
                 module it lives in"
            ),
        };
        offences.push(offence(name.line, why));
    }
    offences
}

fn level_of(module: &str) -> Option<usize> {
    LEVELS.iter().position(|level| level.contains(&module))
}

/// A name that a path takes from the root of the crate.
#[derive(Debug, PartialEq)]
struct Name {
    text: String,
    line: usize,
    /// Whether the path starts with `crate`; with `super` an inline module may lie between.
    certain: bool,
}

/// Names that follow `crate::`, or `super::` repeated at least `depth` times, in code without comments.
fn root_names(code: &str, depth: usize) -> Vec<Name> {
    let mut names = Vec::new();
    let mut i = 0;
    while i < code.len() {
        let rest = &code[i..];
        let starts_word = !code[..i].chars().next_back().is_some_and(|c| is_word(c) || c == '$');
        let (keyword, least) = match () {
            () if starts_word && rest.starts_with("crate") => ("crate", 1),
            // `$crate` of a macro is the same crate.
            () if rest.starts_with("$crate") => ("$crate", 1),
            () if starts_word && rest.starts_with("super") => ("super", depth),
            () => {
                i += rest.chars().next().map_or(1, char::len_utf8);
                continue;
            }
        };
        let mut cursor = Cursor { code, at: i };
        let mut count = 0;
        while cursor.path_step(keyword) {
            count += 1;
        }
        let head = cursor.at;
        if count >= least {
            let from = names.len();
            cursor.tree(true, &mut names);
            for name in &mut names[from..] {
                name.certain = keyword != "super";
            }
        }
        // On behind the head: the generic arguments of a path may hold more paths.
        i = head.max(i + keyword.len());
    }
    names
}

/// Reads paths and groups of paths.
struct Cursor<'a> {
    code: &'a str,
    at: usize,
}

impl Cursor<'_> {
    fn space(&mut self) {
        let rest = &self.code[self.at..];
        self.at += rest.len() - rest.trim_start().len();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let found = self.code[self.at..].starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn word(&mut self) -> Option<&str> {
        self.space();
        self.eat("r#");
        let rest = &self.code[self.at..];
        let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        self.at += length;
        (length > 0).then(|| &rest[..length])
    }

    /// Passes `keyword ::`; stays where it is if something else follows.
    fn path_step(&mut self, keyword: &str) -> bool {
        let before = self.at;
        if self.eat(keyword) && self.eat("::") {
            return true;
        }
        self.at = before;
        false
    }

    /// A path, `*`, or a group of them. Collects first names only while `first`.
    fn tree(&mut self, first: bool, names: &mut Vec<Name>) {
        if self.eat("{") {
            while !self.eat("}") && self.at < self.code.len() {
                let before = self.at;
                self.tree(first, names);
                self.eat(",");
                if self.at == before {
                    return;
                }
            }
            return;
        }
        if self.eat("*") {
            return;
        }
        self.space();
        let line = 1 + self.code[..self.at].matches('\n').count();
        let Some(word) = self.word().map(str::to_owned) else { return };
        if first && word != "self" {
            names.push(Name { text: word.clone(), line, certain: true });
        }
        if self.eat("::") {
            // `crate::{self::x}` names x.
            self.tree(first && word == "self", names);
        }
        let before = self.at;
        if self.word().is_some_and(|w| w == "as") {
            self.word();
        } else {
            self.at = before;
        }
    }
}

/// Names that the root of the crate re-exports, with the module of each.
fn root_exports(code: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for statement in code.split(';') {
        let Some((_, path)) = statement.split_once("pub use ") else { continue };
        let path = path.trim_start().trim_start_matches("crate::").trim_start_matches("self::");
        let Some((module, names)) = path.split_once("::") else { continue };
        for name in names.split(|c| !is_word(c)).filter(|n| !n.is_empty() && *n != "as" && *n != "self") {
            if level_of(name).is_none() {
                exports.insert(name.to_owned(), module.trim().to_owned());
            }
        }
    }
    exports
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offences(inside: &str, source: &str) -> Vec<Offence> {
        let exports = root_exports("pub use math::{Real, Vec3};\npub use shape::Sphere;");
        check_file(&format!("src/{inside}"), inside, source, &exports)
    }

    #[test]
    fn good_samples_pass() {
        for (inside, source) in [
            ("shape/sphere.rs", "use crate::math::{Real, Vec3};\nuse crate::{error, hull::solid_hull};"),
            ("math/pose.rs", "use crate::error::PoseError;\nuse super::Vec3;"),
            (
                "math/vec3.rs",
                "//! Used by crate::shape.\n/// See [`crate::shape::Sphere`].\nconst A: u8 = 1;",
            ),
            ("math/vec3.rs", "const A: &str = \"crate::shape\"; // crate::shape"),
            ("math/convert/glam.rs", "use super::super::Vec3; use crate::Real;"),
            ("gjk/mod.rs", "mod tests { use super::simplex; use super::*; }"),
            ("scene/mod.rs", "use crate::{manifolds::{Manifold as M}, query, math::*};"),
            ("lib.rs", "pub use shape::Sphere; use crate::scene::Scene;"),
        ] {
            assert_eq!(offences(inside, source), [], "{inside}: {source}");
        }
    }

    #[test]
    fn math_must_not_use_shape() {
        for source in [
            "\nuse crate::shape::Sphere;",
            "\nuse crate::{error::PoseError, shape::{Sphere, Cuboid}};",
            "\nfn f() { let s = crate::shape::Sphere::new(1.0); }",
            "\nuse crate::Sphere;",
            "\nuse super::super::shape;",
            "\nmacro_rules! m { () => { $crate::shape::Sphere } }",
            "\ntype A = Vec<crate::math::B<crate::shape::Sphere>>;",
            "\nuse crate :: { self, math as m, shape as s };",
            "\npub(crate) fn f(x: &dyn crate::shape::Support) {}",
        ] {
            let found = offences("math/vec3.rs", source);
            assert_eq!(found.len(), 1, "{source}: {found:?}");
            assert_eq!((found[0].file.as_str(), found[0].line), ("src/math/vec3.rs", 2), "{source}");
            assert!(found[0].why.contains("`math` uses `shape`"), "{}", found[0]);
        }
    }

    #[test]
    fn each_offence_of_a_group_has_its_line() {
        let found = offences("hull/solid.rs", "use crate::{\n  math::Vec3,\n  gjk::Gjk,\n  scene,\n};");
        assert_eq!(found.iter().map(|o| o.line).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn modules_of_one_level_stay_apart() {
        let found = offences("gjk/mod.rs", "use crate::mpr::Portal;");
        assert!(found[0].why.contains("of its own level"), "{}", found[0]);
        assert_eq!(offences("error.rs", "use crate::math::Vec3;").len(), 1);
    }

    #[test]
    fn an_unknown_module_names_the_place_to_add_it() {
        let found = offences("magic/mod.rs", "");
        assert!(found[0].why.contains("xtask/src/layers.rs"), "{}", found[0]);
        let found = offences("scene/mod.rs", "use crate::magic::Wand;");
        assert!(found[0].why.contains("xtask/src/layers.rs"), "{}", found[0]);
    }
}
