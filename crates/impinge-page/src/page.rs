//! The page itself, from the top to the bottom.

use std::io::{self, Write};
use std::path::Path;

use crate::plot::Plot;
use crate::table::Table;
use crate::view::View;
use crate::{document, save};

/// A page: title, introduction, a view with tables beside it, and sections below.
#[derive(Clone, Debug)]
pub struct Page {
    pub(crate) title: String,
    pub(crate) intro: Vec<String>,
    pub(crate) view: Option<View>,
    pub(crate) tables: Vec<Table>,
    pub(crate) sections: Vec<Section>,
}

impl Page {
    /// A page with nothing but its title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), intro: Vec::new(), view: None, tables: Vec::new(), sections: Vec::new() }
    }

    /// Adds a paragraph under the title.
    pub fn intro(&mut self, paragraph: impl Into<String>) -> &mut Self {
        self.intro.push(paragraph.into());
        self
    }

    /// Sets what is drawn. A page has one view, or none.
    pub fn view(&mut self, view: View) -> &mut Self {
        self.view = Some(view);
        self
    }

    /// Adds a table beside the view.
    pub fn table(&mut self, table: Table) -> &mut Self {
        self.tables.push(table);
        self
    }

    /// Adds a section below.
    pub fn section(&mut self, section: Section) -> &mut Self {
        self.sections.push(section);
        self
    }

    /// Writes the page as HTML. A buffered writer makes it faster.
    ///
    /// # Errors
    /// If the writer gives one.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        document::write(self, out)
    }

    /// Writes the page to a file: aside in the same folder, then renamed, so that there is never half a page under this name.
    ///
    /// # Errors
    /// If the file cannot be written or renamed; nothing new is left then.
    pub fn save(&self, path: impl AsRef<Path>) -> io::Result<()> {
        save::save(path.as_ref(), |out| document::write(self, out))
    }
}

/// A part of the page below the view: a heading, then text, figures and tables in the order in which they are added.
#[derive(Clone, Debug)]
pub struct Section {
    pub(crate) heading: String,
    pub(crate) blocks: Vec<Block>,
}

#[derive(Clone, Debug)]
pub(crate) enum Block {
    Text(String),
    Plot(Plot),
    Table(Table),
}

impl Section {
    /// A section with nothing but its heading.
    pub fn new(heading: impl Into<String>) -> Self {
        Self { heading: heading.into(), blocks: Vec::new() }
    }

    /// Adds a paragraph.
    pub fn text(&mut self, paragraph: impl Into<String>) -> &mut Self {
        self.blocks.push(Block::Text(paragraph.into()));
        self
    }

    /// Adds a figure.
    pub fn plot(&mut self, plot: Plot) -> &mut Self {
        self.blocks.push(Block::Plot(plot));
        self
    }

    /// Adds a table. Its rows jump as those beside the view do.
    pub fn table(&mut self, table: Table) -> &mut Self {
        self.blocks.push(Block::Table(table));
        self
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::{Page, Section};
    use crate::{Body, Column, Geometry, Lines, Plot, Point, Pose, Role, Row, Step, Table, View};

    const HOSTILE: &str = "</script><!--<script>alert(1)</script>\u{2028}\0\"'&lt;";

    /// A page that has one of everything, and a hostile text in each place that takes a text.
    fn full() -> Page {
        let mut view = View::space();
        let cube = view.geometry(Geometry::cuboid([1.0, 2.0, 3.0]));
        let body = Body::new(HOSTILE, cube).group(HOSTILE).fact(HOSTILE, HOSTILE).opacity(0.5);
        let body = view.body(body.at(Pose::new([1.0, 2.0, 3.0], [0.0, 0.0, 1.0, 0.0])).role(Role::Bad));
        view.lines(Lines::arrows([([0.0; 3], [1.0; 3])])).point(Point::new([0.0; 3]).label(HOSTILE));
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
        // No elements but those of the page itself: shaders are only there with a view.
        let shaders = hostile.matches("<script type=\"x-shader\"").count();
        assert_eq!(hostile.matches("<script").count(), plain.matches("<script").count() + shaders);
        assert_eq!(hostile.matches("</script").count(), hostile.matches("<script").count());
    }

    #[test]
    fn every_text_arrives_as_it_is() {
        let data = data(&written(&full()));
        let view = &data["view"];
        for text in [
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
        // The body without a group, of the step, has the group without a name.
        assert_eq!(view["groups"], serde_json::json!(["", HOSTILE]));
        assert_eq!(view["steps"][0]["numbers"][1][1], "NaN");
        assert_eq!(data["tables"][0]["rows"][0]["cells"][1], 0.1);
    }

    #[test]
    fn arrays_hold_what_they_should() {
        let data = data(&written(&full()));
        // One segment for all steps and one of the first: their steps are 0 and 1, as four bytes each.
        assert_eq!(data["view"]["lines"]["steps"], "AAAAAAEAAAA=");
        assert_eq!(data["view"]["bodies"]["roles"], "BgA=");
        assert_eq!(data["view"]["bodies"]["opacities"], "gP8=");
        // 8 corners of 12 bytes, 12 triangles of 12 bytes; two poses of 48 bytes.
        for (array, bytes) in [
            (&data["view"]["geometries"][0]["positions"], 96),
            (&data["view"]["geometries"][0]["triangles"], 144),
            (&data["view"]["bodies"]["poses"], 96),
        ] {
            assert_eq!(array.as_str().map(str::len), Some(bytes / 3 * 4));
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
            // The name of the SVG language is no address that is visited.
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
