//! One position of the slider.

use crate::body::{Body, BodyId, Pose, Role};
use crate::marks::{Lines, Point};
use crate::table::Cell;

/// What one position of the slider shows: all of the view, changed as said here. Each step begins with the view itself, not with the
/// step before.
#[derive(Clone, Debug, Default)]
pub struct Step {
    pub(crate) caption: String,
    pub(crate) poses: Vec<(BodyId, Pose)>,
    pub(crate) roles: Vec<(BodyId, Role)>,
    pub(crate) hidden: Vec<BodyId>,
    pub(crate) bodies: Vec<Body>,
    pub(crate) lines: Vec<Lines>,
    pub(crate) points: Vec<Point>,
    pub(crate) numbers: Vec<(String, Cell)>,
}

impl Step {
    /// A step with a sentence that says what it decided.
    pub fn new(caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), ..Self::default() }
    }

    /// In this step the body stands at this pose.
    pub fn pose(&mut self, body: BodyId, pose: Pose) -> &mut Self {
        self.poses.push((body, pose));
        self
    }

    /// In this step the body has this role.
    pub fn role(&mut self, body: BodyId, role: Role) -> &mut Self {
        self.roles.push((body, role));
        self
    }

    /// In this step the body is not there.
    pub fn hide(&mut self, body: BodyId) -> &mut Self {
        self.hidden.push(body);
        self
    }

    /// A body of this step only. Its geometry is one of the view.
    pub fn body(&mut self, body: Body) -> &mut Self {
        self.bodies.push(body);
        self
    }

    /// Lines of this step only.
    pub fn lines(&mut self, lines: Lines) -> &mut Self {
        self.lines.push(lines);
        self
    }

    /// A point of this step only.
    pub fn point(&mut self, point: Point) -> &mut Self {
        self.points.push(point);
        self
    }

    /// A number or a word of the step, shown under its caption.
    pub fn number(&mut self, name: impl Into<String>, value: impl Into<Cell>) -> &mut Self {
        self.numbers.push((name.into(), value.into()));
        self
    }
}
