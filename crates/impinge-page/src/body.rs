//! What stands in a view: a geometry at a pose, with a name and a role.

use crate::geometry::GeometryId;

/// What a thing is for the reader. The page has a color for each role, in light and in dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    /// A body like the others.
    #[default]
    Neutral,
    /// What stands in the background: a floor, an obstacle, a Minkowski difference.
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
    /// What shows a proof: normals, witness points, planes.
    Accent,
}

/// Where a body stands and how it is turned: three rows of four numbers, the last column being the position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose([[f64; 4]; 3]);

impl Pose {
    /// Not moved, not turned.
    pub const IDENTITY: Self = Self([[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]);

    /// At a position, not turned.
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

/// Which body of a view; [`View::body`](crate::View::body) gives it.
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

    /// Stands at this pose.
    pub fn at(mut self, pose: Pose) -> Self {
        self.pose = pose;
        self
    }

    /// Has the color of this role.
    pub fn role(mut self, role: Role) -> Self {
        self.role = role;
        self
    }

    /// From 0, not seen at all, to 1, solid.
    pub fn opacity(mut self, opacity: f64) -> Self {
        self.opacity = opacity;
        self
    }

    /// Is listed, shown and hidden with others of the same group.
    pub fn group(mut self, group: impl Into<String>) -> Self {
        self.group = group.into();
        self
    }

    /// Is hidden until the reader asks for it.
    pub fn hidden(mut self) -> Self {
        self.hidden = true;
        self
    }

    /// A line of text shown when the body is picked, such as its volume.
    pub fn fact(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.facts.push((name.into(), value.into()));
        self
    }
}
