//! Self-contained HTML pages that show bodies, proofs and numbers: one file each, opened by any browser, without network.
//!
//! A [`Page`] has a title, a few paragraphs, a [`View`] in space or in the plane, [`Table`]s whose rows jump to the things that they
//! refer to, and [`Section`]s with text and figures ([`Plot`]); [`Bars`] are figures for pages of one's own. A view
//! contains [`Body`]s that share [`Geometry`], [`Lines`], [`Point`]s, and [`Step`]s for a slider; it can show slices of a [`Volume`]. A
//! [`Snapshot`] is a still picture of bodies, without a page.
//!
//! ```
//! use impinge_page::{Body, Column, Geometry, Lines, Page, Pose, Role, Row, Step, Table, View};
//!
//! let mut view = View::space();
//! let cube = view.geometry(Geometry::cuboid([0.5, 0.5, 0.5]));
//! let left = view.body(Body::new("left", cube).role(Role::First));
//! let right = view.body(Body::new("right", cube).role(Role::Second).at(Pose::position([1.5, 0.0, 0.0])));
//! view.lines(Lines::arrows([([0.5, 0.0, 0.0], [1.0, 0.0, 0.0])]).role(Role::Accent));
//!
//! let mut closer = Step::new("The right box comes closer.");
//! closer.pose(right, Pose::position([1.2, 0.0, 0.0])).number("distance", 0.2);
//! view.step(closer);
//!
//! let mut pairs = Table::new("Pairs", [Column::text("pair"), Column::number("distance")]);
//! pairs.row(Row::new(["left, right".into(), 0.5.into()]).bodies([left, right]));
//!
//! let mut page = Page::new("Two boxes");
//! page.intro("They are apart.").view(view).table(pairs);
//! let mut html = Vec::new();
//! page.write_to(&mut html)?;
//! # assert!(html.starts_with(b"<!doctype html>"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! **Guarantees.** The same page gives the same bytes. Text is text: a name with HTML in it is shown verbatim, everywhere. The page loads
//! nothing: its security policy forbids it. [`Page::save`] leaves a complete file or none.
//!
//! **Cost.** A body takes about 90 bytes plus its name; a triangle about 8 bytes, regardless of the number of bodies that share its
//! geometry; each geometry is drawn in one call.
//!
//! **Rounding.** Poses and marks are stored as `f32`. Vertices have 24 bits within the box of their geometry, and 16 if there are more than
//! 50,000 in all; the page says how far a vertex is drawn from its place at most. Numbers in tables keep all digits.
//!
//! **Failure.** Only writing can fail. Invalid arguments, such as a triangle that refers to a vertex that does not exist, panic with a
//! message, or are errors of [`Geometry::try_new`].

mod axis;
mod bars;
mod body;
mod coded;
mod data;
mod document;
mod encode;
mod frame;
mod geometry;
mod marks;
mod page;
mod plot;
mod save;
mod snapshot;
mod step;
mod table;
mod view;
mod volume;

pub use bars::Bars;
pub use body::{Body, BodyId, Pose, Role};
pub use encode::{base64, html};
pub use frame::swatch;
pub use geometry::{Geometry, GeometryError, GeometryId};
pub use marks::{Lines, Point};
pub use page::{Page, Section};
pub use plot::Plot;
pub use snapshot::{Look, Snapshot};
pub use step::Step;
pub use table::{Cell, Column, Row, Table};
pub use view::View;
pub use volume::Volume;

/// The program in the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
