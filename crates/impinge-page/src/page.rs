//! The page itself, from top to bottom.

use crate::plot::Plot;
use crate::table::Table;
use crate::view::View;

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
    /// A page with only a title.
    pub fn new(title: impl Into<String>) -> Self {
        Self { title: title.into(), intro: Vec::new(), view: None, tables: Vec::new(), sections: Vec::new() }
    }

    /// Adds a paragraph under the title.
    pub fn intro(&mut self, paragraph: impl Into<String>) -> &mut Self {
        self.intro.push(paragraph.into());
        self
    }

    /// Sets the view. A page has one view, or none.
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
    /// A section with only a heading.
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

    /// Adds a table. Its rows jump like those beside the view.
    pub fn table(&mut self, table: Table) -> &mut Self {
        self.blocks.push(Block::Table(table));
        self
    }
}
