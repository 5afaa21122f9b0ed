//! The HTML around it all: text that reads without JavaScript, the data as JSON, and the viewer.

use std::io::{self, Write};

use crate::data;
use crate::encode::{Json, html};
use crate::page::{Block, Page};

/// The viewer, in an order in which a module comes after those that it imports.
const MODULES: &[&str] = &[
    include_str!("../viewer/decode.js"),
    include_str!("../viewer/text.js"),
    include_str!("../viewer/matrices.js"),
    include_str!("../viewer/mesh.js"),
    include_str!("../viewer/scene.js"),
    include_str!("../viewer/camera.js"),
    include_str!("../viewer/pointer.js"),
    include_str!("../viewer/program.js"),
    include_str!("../viewer/batches.js"),
    include_str!("../viewer/marks.js"),
    include_str!("../viewer/renderer.js"),
    include_str!("../viewer/overlay.js"),
    include_str!("../viewer/viewer.js"),
    include_str!("../viewer/steps.js"),
    include_str!("../viewer/tables.js"),
    include_str!("../viewer/bodies.js"),
    include_str!("../viewer/section.js"),
    include_str!("../viewer/main.js"),
];

const STYLES: &[&str] = &[include_str!("../viewer/theme.css"), include_str!("../viewer/page.css")];

/// Shaders by the names that the viewer asks for.
const SHADERS: &[(&str, &str)] = &[
    ("faces.vert", include_str!("../viewer/shaders/faces.vert")),
    ("faces.frag", include_str!("../viewer/shaders/faces.frag")),
    ("plain.frag", include_str!("../viewer/shaders/plain.frag")),
    ("pick.frag", include_str!("../viewer/shaders/pick.frag")),
    ("lines.vert", include_str!("../viewer/shaders/lines.vert")),
    ("lines.frag", include_str!("../viewer/shaders/lines.frag")),
    ("points.vert", include_str!("../viewer/shaders/points.vert")),
    ("points.frag", include_str!("../viewer/shaders/points.frag")),
];

/// The view, its controls, and the open panel for bodies and tables.
const WORKSPACE: &str = include_str!("../viewer/workspace.html");

/// Nothing is loaded from anywhere; scripts and styles are those in the file.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

pub(crate) fn write(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    head(page, out)?;
    let title = html(&page.title);
    writeln!(out, "<body>\n<header>\n<div>\n<h1>{title}</h1>")?;
    for paragraph in &page.intro {
        writeln!(out, "<p>{}</p>", html(paragraph))?;
    }
    writeln!(out, "</div>\n<button id=\"theme\" title=\"Light or dark\">Dark</button>\n</header>\n<main>")?;
    let beside = page.tables.len();
    if page.view.is_some() {
        out.write_all(WORKSPACE.as_bytes())?;
        places(0..beside, out)?;
        writeln!(out, "</aside>\n</section>")?;
    } else if beside > 0 {
        writeln!(out, "<section>")?;
        places(0..beside, out)?;
        writeln!(out, "</section>")?;
    }
    sections(page, out)?;
    writeln!(out, "</main>\n<footer>Made by impinge.</footer>")?;
    write!(out, "<script type=\"application/json\" id=\"page-data\">")?;
    data::write(page, &mut Json::new(out))?;
    writeln!(out, "</script>")?;
    if page.view.is_some() {
        for (name, shader) in SHADERS {
            writeln!(out, "<script type=\"x-shader\" id=\"{name}\">\n{shader}</script>")?;
        }
    }
    writeln!(out, "<script type=\"module\">")?;
    MODULES.iter().try_for_each(|module| writeln!(out, "{}", joined(module)))?;
    writeln!(out, "</script>\n</body>\n</html>")
}

fn head(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(out, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(out, "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">")?;
    writeln!(out, "<title>{}</title>\n<style>", html(&page.title))?;
    STYLES.iter().try_for_each(|style| out.write_all(style.as_bytes()))?;
    writeln!(out, "</style>\n</head>")
}

/// Where the viewer puts tables.
fn places(mut tables: std::ops::Range<usize>, out: &mut dyn Write) -> io::Result<()> {
    tables.try_for_each(|table| writeln!(out, "<div data-table=\"{table}\"></div>"))
}

fn sections(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    let mut table = page.tables.len();
    for section in &page.sections {
        writeln!(out, "<section>\n<h2>{}</h2>", html(&section.heading))?;
        for block in &section.blocks {
            match block {
                Block::Text(text) => writeln!(out, "<p class=\"text\">{}</p>", html(text))?,
                Block::Plot(plot) => {
                    let caption = html(plot.caption());
                    writeln!(out, "<figure>\n{}\n<figcaption>{caption}</figcaption>\n</figure>", plot.svg())?;
                }
                Block::Table(_) => {
                    places(table..table + 1, out)?;
                    table += 1;
                }
            }
        }
        writeln!(out, "</section>")?;
    }
    Ok(())
}

/// A module as a part of one script: without its imports, and nothing exported. All names at its top level are names of the script.
fn joined(module: &str) -> String {
    let kept = module.lines().filter(|line| !line.starts_with("import "));
    let kept = kept.map(|line| line.strip_prefix("export ").unwrap_or(line));
    let mut text = String::with_capacity(module.len());
    for line in kept {
        text.push_str(line);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{MODULES, SHADERS, STYLES, WORKSPACE, joined};

    /// All names that the joined modules give at their top level.
    fn names() -> Vec<String> {
        let script: String = MODULES.iter().map(|module| joined(module)).collect();
        let mut names = Vec::new();
        for line in script.lines() {
            for word in ["function ", "const ", "let ", "class "] {
                if let Some(rest) = line.strip_prefix(word) {
                    names.extend(
                        rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(String::from),
                    );
                }
            }
        }
        names
    }

    #[test]
    fn modules_have_no_name_in_common() {
        let names = names();
        assert!(names.len() > 50, "{} names found", names.len());
        let once: BTreeSet<_> = names.iter().collect();
        assert_eq!(once.len(), names.len(), "{names:?}");
    }

    #[test]
    fn a_module_comes_after_what_it_imports() {
        let mut known = BTreeSet::new();
        for module in MODULES {
            for line in module.lines().filter(|line| line.starts_with("import ")) {
                let imported = line.split(['{', '}']).nth(1).expect("imports are by name");
                for name in imported.split(',').map(str::trim) {
                    assert!(known.contains(name), "`{name}` is imported before it is there: {line}");
                }
            }
            for line in module.lines().filter_map(|line| line.strip_prefix("export ")) {
                let name = line.split(' ').nth(1).unwrap_or_default();
                known.insert(name.split(['(', ' ', '=']).next().unwrap_or_default());
            }
        }
    }

    #[test]
    fn nothing_embedded_ends_its_element() {
        let all = MODULES.iter().chain(STYLES).chain(SHADERS.iter().map(|(_, shader)| shader));
        for text in all {
            let lower = text.to_lowercase();
            assert!(!lower.contains("</s") && !lower.contains("<!--"), "{text}");
        }
        for module in MODULES {
            assert!(module.lines().count() < 150, "{}", module.lines().next().unwrap_or_default());
            assert!(!module.contains("innerHTML") && !module.contains("http"), "text is text");
        }
        assert!(WORKSPACE.contains("id=\"canvas\""));
    }
}
