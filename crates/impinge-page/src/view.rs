//! The view of a page: bodies, lines, points and steps.

use crate::body::{Body, BodyId, Role};
use crate::geometry::{Geometry, GeometryId};
use crate::marks::{Lines, Point};
use crate::step::Step;
use crate::volume::Volume;

/// Content of the drawing. Bodies of a step follow those of all steps.
#[derive(Clone, Debug)]
pub struct View {
    pub(crate) flat: bool,
    pub(crate) geometries: Vec<Geometry>,
    pub(crate) bodies: Vec<Body>,
    pub(crate) lines: Vec<Lines>,
    pub(crate) points: Vec<Point>,
    pub(crate) steps: Vec<Step>,
    pub(crate) legend: Vec<(Role, String)>,
    pub(crate) volume: Option<Volume>,
    pub(crate) unit: String,
    pub(crate) start: usize,
    pub(crate) focus: Vec<BodyId>,
}

impl View {
    /// A view in space, with a camera that orbits about the z axis.
    pub fn space() -> Self {
        Self {
            flat: false,
            geometries: Vec::new(),
            bodies: Vec::new(),
            lines: Vec::new(),
            points: Vec::new(),
            steps: Vec::new(),
            legend: Vec::new(),
            volume: None,
            unit: String::new(),
            start: 0,
            focus: Vec::new(),
        }
    }

    /// A view of the plane z = 0 from above: x points right, y up. Transparent bodies are drawn over solid ones, then those of a later
    /// geometry over those of an earlier one.
    pub fn plane() -> Self {
        Self { flat: true, ..Self::space() }
    }

    /// Adds a geometry for bodies to share.
    pub fn geometry(&mut self, geometry: Geometry) -> GeometryId {
        self.geometries.push(geometry);
        GeometryId(index(self.geometries.len() - 1))
    }

    /// Adds a body that is present in all steps.
    ///
    /// # Panics
    /// If its geometry is not one of this view.
    pub fn body(&mut self, body: Body) -> BodyId {
        self.check(&body);
        self.bodies.push(body);
        BodyId(index(self.bodies.len() - 1))
    }

    /// Adds lines that are present in all steps.
    pub fn lines(&mut self, lines: Lines) -> &mut Self {
        self.lines.push(lines);
        self
    }

    /// Adds a point that is present in all steps.
    pub fn point(&mut self, point: Point) -> &mut Self {
        self.points.push(point);
        self
    }

    /// Adds an entry to the legend in the corner of the view: the meaning of a role's color.
    pub fn legend(&mut self, role: Role, meaning: impl Into<String>) -> &mut Self {
        self.legend.push((role, meaning.into()));
        self
    }

    /// Sets the volume whose slices are shown. A view in space has one, or none; a view of the plane shows none.
    pub fn volume(&mut self, volume: Volume) -> &mut Self {
        self.volume = Some(volume);
        self
    }

    /// Sets the unit of lengths, such as `mm`, shown behind positions and values.
    pub fn unit(&mut self, unit: impl Into<String>) -> &mut Self {
        self.unit = unit.into();
        self
    }

    /// Sets the step at which the page opens, counted from 0; the first by default, and the last if there are fewer.
    pub fn start(&mut self, step: usize) -> &mut Self {
        self.start = step;
        self
    }

    /// Opens the page with the camera at these bodies; at all by default.
    ///
    /// # Panics
    /// If one of them is not in this view.
    pub fn focus(&mut self, bodies: impl IntoIterator<Item = BodyId>) -> &mut Self {
        self.focus.extend(bodies);
        let known = self.focus.iter().all(|body| (body.0 as usize) < self.bodies.len());
        assert!(known, "the focus is on a body that is not in the view");
        self
    }

    /// Adds a position of the slider.
    ///
    /// # Panics
    /// If it refers to a body or a geometry that is not one of this view.
    pub fn step(&mut self, step: Step) -> &mut Self {
        step.bodies.iter().for_each(|body| self.check(body));
        let poses = step.poses.iter().map(|(body, _)| body);
        let mut named =
            poses.chain(step.roles.iter().map(|(body, _)| body)).chain(&step.hidden).chain(&step.focus);
        assert!(
            named.all(|body| (body.0 as usize) < self.bodies.len()),
            "a step speaks of a body that is not in the view"
        );
        self.steps.push(step);
        self
    }

    fn check(&self, body: &Body) {
        let known = (body.geometry.0 as usize) < self.geometries.len();
        assert!(known, "body `{}` has a geometry that is not in the view", body.name);
    }
}

fn index(place: usize) -> u32 {
    u32::try_from(place).expect("a page holds fewer than 2^32 things")
}
