//! The HTML document: text that reads without JavaScript, the data as JSON, and the viewer.

use std::io::{self, Write};
use std::path::Path;

use crate::encode::{Json, html};
use crate::page::{Block, Page};
use crate::{data, save};

/// The viewer, with each module after those that it imports.
const MODULES: &[&str] = &[
    include_str!("../viewer/decode.js"),
    include_str!("../viewer/text.js"),
    include_str!("../viewer/matrices.js"),
    include_str!("../viewer/mesh.js"),
    include_str!("../viewer/scene.js"),
    include_str!("../viewer/camera.js"),
    include_str!("../viewer/aim.js"),
    include_str!("../viewer/pointer.js"),
    include_str!("../viewer/program.js"),
    include_str!("../viewer/coarse.js"),
    include_str!("../viewer/batches.js"),
    include_str!("../viewer/marks.js"),
    include_str!("../viewer/renderer.js"),
    include_str!("../viewer/picking.js"),
    include_str!("../viewer/overlay.js"),
    include_str!("../viewer/viewer.js"),
    include_str!("../viewer/steps.js"),
    include_str!("../viewer/cards.js"),
    include_str!("../viewer/tables.js"),
    include_str!("../viewer/bodies.js"),
    include_str!("../viewer/section.js"),
    include_str!("../viewer/scale.js"),
    include_str!("../viewer/volume.js"),
    include_str!("../viewer/main.js"),
];

const STYLES: &[&str] = &[include_str!("../viewer/theme.css"), include_str!("../viewer/page.css")];

/// Shaders by the names that the viewer uses.
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

/// The view and its controls, and the beginning of the panel: tables and the list of bodies follow.
const WORKSPACE: &str = include_str!("../viewer/workspace.html");

/// Security policy: nothing is loaded; scripts and styles are those in the file.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

impl Page {
    /// Writes the page as HTML. A buffered writer makes it faster.
    ///
    /// # Errors
    /// If the writer returns one.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        write(self, out)
    }

    /// Writes the page to a file atomically: to a temporary file in the same folder, then renamed, so that there is never half a page
    /// under this name.
    ///
    /// # Errors
    /// If the file cannot be written or renamed; then no new file is left.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        save::save(path.as_ref(), |out| write(self, out))
    }
}

fn write(page: &Page, out: &mut dyn Write) -> io::Result<()> {
    head(page, out)?;
    let title = html(&page.title);
    writeln!(
        out,
        "<body>\n<header>\n<button id=\"theme\" title=\"Light or dark\">Dark</button>\n<h1>{title}</h1>"
    )?;
    for paragraph in &page.intro {
        writeln!(out, "<p>{}</p>", html(paragraph))?;
    }
    writeln!(out, "</header>\n<main>")?;
    let scripted = "The view and the tables of this page need JavaScript, which is switched off.";
    writeln!(out, "<noscript><p class=\"text\">{scripted}</p></noscript>")?;
    let beside = page.tables.len();
    if page.view.is_some() {
        out.write_all(WORKSPACE.as_bytes())?;
        places(0..beside, out)?;
        writeln!(out, "<div id=\"body-list\"></div>\n<p id=\"rounding\"></p>\n</aside>\n</section>")?;
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

/// Containers in which the viewer puts tables.
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

/// A module as a part of one script: without its imports and exports. All its top-level names are names of the script.
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

    use serde_json::Value;

    use super::{MODULES, Page, SHADERS, STYLES, WORKSPACE, joined};
    use crate::{Body, Column, Geometry, Lines, Plot, Point, Pose, Role, Row, Section, Step, Table, View};

    /// All top-level names of the joined modules.
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

    const HOSTILE: &str = "</script><!--<script>alert(1)</script>\u{2028}\0\"'&lt;";

    /// A page that has one of everything, with a hostile text wherever it takes a text.
    fn full() -> Page {
        let mut view = View::space();
        let cube = view.geometry(Geometry::cuboid([1.0, 2.0, 3.0]));
        let body = Body::new(HOSTILE, cube).group(HOSTILE).fact(HOSTILE, HOSTILE).opacity(0.5);
        let body = view.body(body.at(Pose::new([1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 0.0])).role(Role::Bad));
        view.lines(Lines::arrows([([0.0; 3], [1.0; 3])])).point(Point::new([0.0; 3]).label(HOSTILE));
        view.legend(Role::Bad, HOSTILE);
        let mut step = Step::new(HOSTILE);
        step.pose(body, Pose::IDENTITY).role(body, Role::Good).hide(body).body(Body::new(HOSTILE, cube));
        step.lines(Lines::segments([([0.0; 3], [1.0; 3])])).point(Point::new([0.0; 3]).label(HOSTILE));
        step.number(HOSTILE, HOSTILE).number("n", f64::NAN);
        view.step(step);
        let mut table = Table::new(HOSTILE, [Column::text(HOSTILE), Column::number(HOSTILE)]);
        table.row(Row::new([HOSTILE.into(), 0.1.into()]).bodies([body]).frame([0.0; 3], [1.0; 3]).step(0));
        let mut plot = Plot::new(HOSTILE, HOSTILE, HOSTILE);
        plot.series(HOSTILE, [(0.0, 1.0)]);
        let mut section = Section::new(HOSTILE);
        section.text(HOSTILE).plot(plot).table(table.clone());
        let mut page = Page::new(HOSTILE);
        page.intro(HOSTILE).view(view).table(table).section(section);
        page
    }

    fn written(page: &Page) -> String {
        let mut html = Vec::new();
        page.write_to(&mut html).expect("memory takes all");
        String::from_utf8(html).expect("a page is text")
    }

    fn data(html: &str) -> Value {
        let (_, data) = html.split_once("id=\"page-data\">").expect("a page has data");
        serde_json::from_str(data.split("</script>").next().expect("an end")).expect("the data is JSON")
    }

    #[test]
    fn no_text_becomes_html() {
        let (plain, hostile) = (written(&Page::new("plain")), written(&full()));
        assert!(!hostile.contains("alert(1)</script") && !hostile.contains("<!--"));
        // No elements except those of the page itself: shaders exist only with a view.
        let shaders = hostile.matches("<script type=\"x-shader\"").count();
        assert_eq!(hostile.matches("<script").count(), plain.matches("<script").count() + shaders);
        assert_eq!(hostile.matches("</script").count(), hostile.matches("<script").count());
    }

    #[test]
    fn every_text_arrives_as_it_is() {
        let data = data(&written(&full()));
        let view = &data["view"];
        for text in [
            &view["legend"][0][1],
            &view["bodies"]["names"][0],
            &view["bodies"]["names"][1],
            &view["bodies"]["facts"]["0"][0][1],
            &view["points"]["labels"][1],
            &view["steps"][0]["caption"],
            &view["steps"][0]["numbers"][0][1],
            &data["tables"][0]["title"],
            &data["tables"][1]["columns"][0]["name"],
            &data["tables"][1]["rows"][0]["cells"][0],
        ] {
            assert_eq!(text, HOSTILE);
        }
        // The body of the step has no group, so it is in the group without a name.
        assert_eq!(view["groups"], serde_json::json!(["", HOSTILE]));
        assert_eq!(view["steps"][0]["numbers"][1][1], "NaN");
        assert_eq!(data["tables"][0]["rows"][0]["cells"][1], 0.1);
    }

    #[test]
    fn arrays_hold_the_expected_values() {
        let data = data(&written(&full()));
        // One segment for all steps and one of the first: their steps are 0 and 1, as four bytes each.
        assert_eq!(data["view"]["lines"]["steps"], "AAAAAAEAAAA=");
        assert_eq!(data["view"]["bodies"]["roles"], "BgA=");
        assert_eq!(data["view"]["bodies"]["opacities"], "gP8=");
        // Two poses of 48 bytes; a cuboid of two counts, a box of 24 bytes, 8 corners of 9 bytes, and 36 indices.
        for (array, bytes) in
            [(&data["view"]["bodies"]["poses"], 96_usize), (&data["view"]["geometries"]["bytes"], 134)]
        {
            assert_eq!(array.as_str().map(str::len), Some(bytes.div_ceil(3) * 4));
        }
    }

    #[test]
    fn the_same_page_has_the_same_bytes() {
        assert_eq!(written(&full()), written(&full()));
    }

    #[test]
    fn nothing_is_loaded() {
        let html = written(&full());
        assert!(html.contains("default-src 'none'"));
        for outside in ["http://", "https://", "src=", "@import", "url("] {
            let found = html.matches(outside).count();
            // The XML namespace of SVG is not an address that is visited.
            let known = if outside == "http://" {
                html.matches("xmlns=\"http://www.w3.org/2000/svg\"").count()
            } else {
                0
            };
            assert_eq!(found, known, "{outside}");
        }
    }

    #[test]
    fn a_page_without_a_view_has_its_tables() {
        let mut page = Page::new("numbers");
        page.table(Table::new("t", [Column::text("c")]));
        let html = written(&page);
        assert!(html.contains("data-table=\"0\"") && !html.contains("<canvas"));
        assert!(data(&html)["view"].is_null());
    }

    #[test]
    #[should_panic(expected = "one cell for each column")]
    fn a_row_fits_its_table() {
        Table::new("t", [Column::text("c")]).row(Row::new([]));
    }

    #[test]
    #[should_panic(expected = "not in the view")]
    fn a_step_knows_its_bodies() {
        let mut other = View::space();
        let cube = other.geometry(Geometry::cuboid([1.0; 3]));
        let stranger = other.body(Body::new("stranger", cube));
        let mut step = Step::new("");
        step.hide(stranger);
        View::space().step(step);
    }
}
