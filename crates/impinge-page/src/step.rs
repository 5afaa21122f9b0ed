//! A position of the slider.

use crate::body::{Body, BodyId, Pose, Role};
use crate::marks::{Lines, Point};
use crate::table::Cell;

/// Changes shown at one position of the slider. Each step starts from the view itself, not from the previous step.
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
    pub(crate) focus: Vec<BodyId>,
}

impl Step {
    /// A step with a caption that explains it.
    pub fn new(caption: impl Into<String>) -> Self {
        Self { caption: caption.into(), ..Self::default() }
    }

    /// Sets the pose of a body in this step.
    pub fn pose(&mut self, body: BodyId, pose: Pose) -> &mut Self {
        self.poses.push((body, pose));
        self
    }

    /// Sets the role of a body in this step.
    pub fn role(&mut self, body: BodyId, role: Role) -> &mut Self {
        self.roles.push((body, role));
        self
    }

    /// Hides a body in this step.
    pub fn hide(&mut self, body: BodyId) -> &mut Self {
        self.hidden.push(body);
        self
    }

    /// Moves the camera to these bodies at this step, unless the reader has moved it or the steps are playing.
    pub fn focus(&mut self, bodies: impl IntoIterator<Item = BodyId>) -> &mut Self {
        self.focus.extend(bodies);
        self
    }

    /// Adds a body of this step only. Its geometry is one of the view.
    pub fn body(&mut self, body: Body) -> &mut Self {
        self.bodies.push(body);
        self
    }

    /// Adds lines of this step only.
    pub fn lines(&mut self, lines: Lines) -> &mut Self {
        self.lines.push(lines);
        self
    }

    /// Adds a point of this step only.
    pub fn point(&mut self, point: Point) -> &mut Self {
        self.points.push(point);
        self
    }

    /// Adds a number or a word of the step, shown under its caption.
    pub fn number(&mut self, name: impl Into<String>, value: impl Into<Cell>) -> &mut Self {
        self.numbers.push((name.into(), value.into()));
        self
    }
}
