//! Bodies of a view: a geometry at a pose, with a name and a role.

use crate::geometry::GeometryId;

/// Role of a body for the reader. The page has a color for each role, in light and in dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// A body like the others.
    #[default]
    Neutral,
    /// Background: a floor, an obstacle, a Minkowski difference.
    Quiet,
    /// The first body of a pair.
    First,
    /// The second body of a pair.
    Second,
    /// Fine: apart, or a way out.
    Good,
    /// Touching, or nearer than wished.
    Warn,
    /// Overlapping.
    Bad,
    /// Evidence of a proof: normals, witness points, planes.
    Accent,
    /// Not proven: nothing is known to be outside, as of an open surface.
    Unproven,
}

/// Position and orientation of a body: three rows of four numbers, the last column being the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose([[f64; 4]; 3]);

impl Pose {
    /// No translation, no rotation.
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// A translation without rotation.
    pub fn position(position: [f64; 3]) -> Self {
        Self::new(position, [0.0, 0.0, 0.0, 1.0])
    }

    /// A position and a unit quaternion x, y, z, w.
    pub fn new(position: [f64; 3], [x, y, z, w]: [f64; 4]) -> Self {
        let [px, py, pz] = position;
        Self([
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y), px],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x), py],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y), pz],
        ])
    }

    /// The upper three rows of a 4×4 matrix; it may scale or mirror.
    pub fn rows(rows: [[f64; 4]; 3]) -> Self {
        Self(rows)
    }

    #[expect(clippy::cast_possible_truncation, reason = "pictures are drawn in single precision")]
    pub(crate) fn numbers(&self) -> impl Iterator<Item = f32> {
        self.0.into_iter().flatten().map(|x| x as f32)
    }
}

/// Handle of a body in a view; returned by [`View::body`](crate::View::body).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub(crate) u32);

/// A geometry at a pose. One whose pose is not finite is listed, but not drawn.
#[derive(Clone, Debug)]
pub struct Body {
    pub(crate) name: String,
    pub(crate) geometry: GeometryId,
    pub(crate) pose: Pose,
    pub(crate) role: Role,
    pub(crate) opacity: f64,
    pub(crate) group: String,
    pub(crate) hidden: bool,
    pub(crate) facts: Vec<(String, String)>,
}

impl Body {
    /// A body at the origin, in the neutral color.
    pub fn new(name: impl Into<String>, geometry: GeometryId) -> Self {
        Self {
            name: name.into(),
            geometry,
            pose: Pose::IDENTITY,
            role: Role::Neutral,
            opacity: 1.0,
            group: String::new(),
            hidden: false,
            facts: Vec::new(),
        }
    }

    /// Sets the pose.
    pub fn at(mut self, pose: Pose) -> Self {
        self.pose = pose;
        self
    }

    /// Sets the color to that of a role.
    pub fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// Sets the opacity, from 0, invisible, to 1, solid.
    pub fn opacity(mut self, opacity: f64) -> Self {
        self.opacity = opacity;
        self
    }

    /// Sets the group with which the body is listed, shown and hidden.
    pub fn group(mut self, group: impl Into<String>) -> Self {
        self.group = group.into();
        self
    }

    /// Hides the body until the reader shows it.
    pub fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// Adds a line of text shown when the body is picked, such as its volume.
    pub fn fact(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.facts.push((name.into(), value.into()));
        self
    }
}
