//! Marks drawn beside bodies: lines, arrows and points. Their width is in screen pixels, so they are visible from afar.

use crate::body::{BodyId, Role};
use crate::geometry::single;

/// Segments or arrows in one color.
#[derive(Clone, Debug)]
pub struct Lines {
    pub(crate) segments: Vec<[[f32; 3]; 2]>,
    pub(crate) arrows: bool,
    pub(crate) role: Role,
    pub(crate) between: Option<[BodyId; 2]>,
}

impl Lines {
    /// Segments from one point to the other.
    pub fn segments(segments: impl IntoIterator<Item = ([f64; 3], [f64; 3])>) -> Self {
        let segments = segments.into_iter().map(|(from, to)| [single(from), single(to)]).collect();
        Self { segments, arrows: false, role: Role::Accent, between: None }
    }

    /// Arrows from one point to the other, as for normals.
    pub fn arrows(arrows: impl IntoIterator<Item = ([f64; 3], [f64; 3])>) -> Self {
        Self { arrows: true, ..Self::segments(arrows) }
    }

    /// Sets the color to that of a role; [`Role::Accent`] by default.
    pub fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// Ties the lines to a pair of bodies: while other bodies are shown alone, they are not drawn.
    pub fn between(mut self, pair: [BodyId; 2]) -> Self {
        self.between = Some(pair);
        self
    }
}

/// A marker with an optional label.
#[derive(Clone, Debug)]
pub struct Point {
    pub(crate) position: [f32; 3],
    pub(crate) role: Role,
    pub(crate) label: String,
    pub(crate) between: Option<[BodyId; 2]>,
}

impl Point {
    /// A marker without a label.
    pub fn new(position: [f64; 3]) -> Self {
        Self { position: single(position), role: Role::Accent, label: String::new(), between: None }
    }

    /// Sets the color to that of a role; [`Role::Accent`] by default.
    pub fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// Sets the label beside the marker. A page draws the first 200 labels that are in sight.
    pub fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Ties the marker to a pair of bodies: while other bodies are shown alone, it is not drawn.
    pub fn between(mut self, pair: [BodyId; 2]) -> Self {
        self.between = Some(pair);
        self
    }
}
