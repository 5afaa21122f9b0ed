//! What is drawn beside bodies: lines, arrows and points. Their width is that of the screen, so they are seen from afar.

use crate::body::Role;
use crate::geometry::single;

/// Segments or arrows in one color.
#[derive(Clone, Debug)]
pub struct Lines {
    pub(crate) segments: Vec<[[f32; 3]; 2]>,
    pub(crate) arrows: bool,
    pub(crate) role: Role,
}

impl Lines {
    /// Segments from one point to the other.
    pub fn segments(segments: impl IntoIterator<Item = ([f64; 3], [f64; 3])>) -> Self {
        let segments = segments.into_iter().map(|(from, to)| [single(from), single(to)]).collect();
        Self { segments, arrows: false, role: Role::Accent }
    }

    /// Arrows from one point to the other, as for normals.
    pub fn arrows(arrows: impl IntoIterator<Item = ([f64; 3], [f64; 3])>) -> Self {
        Self { arrows: true, ..Self::segments(arrows) }
    }

    /// Has the color of this role; [`Role::Accent`] unless told.
    pub fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }
}

/// A marker, with a label where one is given.
#[derive(Clone, Debug)]
pub struct Point {
    pub(crate) position: [f32; 3],
    pub(crate) role: Role,
    pub(crate) label: String,
}

impl Point {
    /// A marker without a label.
    pub fn new(position: [f64; 3]) -> Self {
        Self { position: single(position), role: Role::Accent, label: String::new() }
    }

    /// Has the color of this role; [`Role::Accent`] unless told.
    pub fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// Is written beside the marker. A page draws the first 200 labels that are in sight.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }
}
