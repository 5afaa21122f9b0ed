//! The face test: the public items of the library are listed in `docs/public-items.txt`, those of the crates beside it in lists beside that
//! one, and they use the words of `CONTRIBUTING.md`.
//!
//! A list comes from the documentation, which `cargo xtask docs` builds: from its page of all items. So it has what a user
//! sees, in the place where the user finds it, and nothing hidden.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use crate::source::{code_only, files, shown};
use crate::{CHECKS_TARGET, Offence};

/// Crates and their lists, which have a line for each item: its kind and its path.
const LISTS: [(&str, &str); 7] = [
    ("impinge", "docs/public-items.txt"),
    ("impinge-cli", "docs/public-items-cli.txt"),
    ("impinge-evidence", "docs/public-items-evidence.txt"),
    ("impinge-io", "docs/public-items-io.txt"),
    ("impinge-page", "docs/public-items-page.txt"),
    ("impinge-scenes", "docs/public-items-scenes.txt"),
    ("impinge-sim", "docs/public-items-sim.txt"),
];

/// Crates with other words too: those of file formats, such as the primitives of glTF; of command lines, whose names no user of a library
/// sees; and of the papers.
const OWN_WORDS: [&str; 3] = ["impinge-io", "impinge-cli", "impinge-evidence"];

/// Heading in `CONTRIBUTING.md` above the table of words. Its first column has the word, the last the words that it replaces.
const WORDS: &str = "## Words";

/// Items that are new or removed, and names with a word that another one replaces.
pub fn check(root: &Path) -> io::Result<Vec<Offence>> {
    let words = avoided(&fs::read_to_string(root.join("CONTRIBUTING.md"))?);
    let mut offences = Vec::new();
    let mut sources = Vec::new();
    for (krate, list) in LISTS {
        let listed = fs::read_to_string(root.join(list)).unwrap_or_default();
        offences.extend(differences(list, &listed, &documented(root, krate)?));
        if !OWN_WORDS.contains(&krate) {
            sources.extend(files(&root.join("crates").join(krate).join("src"), ".rs")?);
        }
    }
    for path in sources {
        let code = code_only(&fs::read_to_string(&path)?);
        for (line, name) in public_names(&code) {
            if let Some((word, instead)) =
                words.iter().find(|(word, _)| parts(&name).any(|part| part == *word))
            {
                let why =
                    format!("`{name}` says `{word}`: the word for it is `{instead}`, see CONTRIBUTING.md");
                offences.push(Offence { file: shown(root, &path), line, why });
            }
        }
    }
    Ok(offences)
}

/// Rewrites the lists.
pub fn write(root: &Path) -> io::Result<()> {
    for (krate, list) in LISTS {
        let lines: Vec<String> = documented(root, krate)?.into_iter().collect();
        fs::write(root.join(list), lines.join("\n") + "\n")?;
    }
    Ok(())
}

/// The items of a crate, from the page of its documentation that lists all.
fn documented(root: &Path, krate: &str) -> io::Result<BTreeSet<String>> {
    let page = root.join(CHECKS_TARGET).join("doc").join(krate.replace('-', "_")).join("all.html");
    Ok(items(&fs::read_to_string(page)?))
}

/// The items of the page: its links are `path/kind.Name.html`.
fn items(html: &str) -> BTreeSet<String> {
    let mut items = BTreeSet::new();
    for link in html.split("<a href=\"").skip(1) {
        let Some(target) = link.split('"').next().and_then(|target| target.strip_suffix(".html")) else {
            continue;
        };
        let (folder, file) = target.rsplit_once('/').unwrap_or(("", target));
        let Some((kind, name)) = file.split_once('.') else { continue };
        if folder.starts_with("..") {
            continue; // Elsewhere than in the crate.
        }
        let path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).chain([name]).collect();
        items.insert(format!("{kind} {}", path.join("::")));
    }
    items
}

fn differences(list: &str, listed: &str, now: &BTreeSet<String>) -> Vec<Offence> {
    let offence = |line, why| Offence { file: list.into(), line, why };
    let mut offences = Vec::new();
    let mut known = BTreeSet::new();
    for (line, item) in (1..).zip(listed.lines()) {
        known.insert(item);
        if !now.contains(item) {
            offences.push(offence(line, format!("`{item}` is public no more")));
        }
    }
    let new = now.iter().filter(|item| !known.contains(item.as_str()));
    offences.extend(new.map(|item| offence(1, format!("`{item}` is public and not listed"))));
    offences
}

/// Words to avoid, each with its replacement, from the table under the heading.
fn avoided(contributing: &str) -> Vec<(String, String)> {
    let Some((_, section)) = contributing.split_once(WORDS) else { return Vec::new() };
    let mut words = Vec::new();
    for row in
        section.lines().take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with("| "))
    {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let (Some(word), Some(not)) = (cells.first(), cells.last()) else { continue };
        let clean = |text: &str| text.trim().trim_matches('`').to_lowercase();
        words.extend(not.split(',').filter(|w| w.contains('`')).map(|w| (clean(w), clean(word))));
    }
    words
}

/// Names of public functions, types, constants and fields, with their lines.
fn public_names(code: &str) -> Vec<(usize, String)> {
    let mut names = Vec::new();
    for (line, text) in (1..).zip(code.lines()) {
        let Some(rest) = text.trim_start().strip_prefix("pub ") else { continue };
        let rest = rest.trim_start_matches("const ").trim_start_matches("unsafe ");
        let after = ["fn ", "struct ", "enum ", "trait ", "type ", "mod "]
            .iter()
            .find_map(|kind| rest.strip_prefix(kind))
            .unwrap_or(rest);
        let name: String = after.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if !name.is_empty() && !name.starts_with("use") {
            names.push((line, name));
        }
    }
    names
}

/// The words of a name, whether they are joined by `_` or begin with a capital.
fn parts(name: &str) -> impl Iterator<Item = String> + '_ {
    let mut parts: Vec<String> = vec![String::new()];
    let mut before = '_';
    for c in name.chars() {
        if c == '_' || (c.is_uppercase() && !before.is_uppercase()) {
            parts.push(String::new());
        }
        if c != '_' {
            parts.last_mut().expect("there is one").extend(c.to_lowercase());
        }
        before = c;
    }
    parts.into_iter().filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_read_from_the_page_of_all_items() {
        let page = r##"<ul><li><a href="broad/struct.AabbTree.html">broad::AabbTree</a></li><li><a href="fn.cast.html">cast</a>
            </li><a href="../help.html">help</a><a href="index.html">all</a>"##;
        let found: Vec<String> = items(page).into_iter().collect();
        assert_eq!(found, ["fn cast", "struct broad::AabbTree"]);
    }

    #[test]
    fn new_and_removed_items_are_reported() {
        let now = BTreeSet::from(["fn cast".to_owned(), "fn new".to_owned()]);
        let told: Vec<String> =
            differences("list", "fn cast\nfn old\n", &now).iter().map(Offence::to_string).collect();
        let [gone, new] = ["`fn old` is public no more", "`fn new` is public and not listed"];
        assert_eq!(told, [format!("list:2: {gone}"), format!("list:1: {new}")]);
    }

    #[test]
    fn words_to_avoid_come_from_the_table() {
        let text = "## Words\n\n| word | for | not |\n|---|---|---|\n| `center` | a point | `centre`, `middle` |\n\n## Next\n| `a` | b | `c` |\n";
        let pair = |a: &str| (a.to_owned(), "center".to_owned());
        assert_eq!(avoided(text), [pair("centre"), pair("middle")]);
    }

    #[test]
    fn names_fall_into_words() {
        let names = public_names(
            "    pub fn of_the_centre() {}\npub struct TwoCentres;\n    pub centre: f64,\nfn own() {}\n",
        );
        assert_eq!(names.iter().map(|n| n.0).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(parts("TwoCentres_of").collect::<Vec<_>>(), ["two", "centres", "of"]);
        assert_eq!(parts("from_axis_angle").collect::<Vec<_>>(), ["from", "axis", "angle"]);
    }
}
