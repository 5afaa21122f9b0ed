//! States of two bodies to one another.

use impinge::nonconvex::Relation;
use serde::Serialize;

/// Relation of A to B.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Apart,
    Touching,
    Overlapping,
    Contains,
    Inside,
}

impl State {
    /// One word for it.
    pub fn word(self) -> &'static str {
        match self {
            State::Apart => "apart",
            State::Touching => "touching",
            State::Overlapping => "overlapping",
            State::Contains => "contains",
            State::Inside => "inside",
        }
    }

    /// Whether the bodies share more than their surfaces.
    pub fn is_collision(self) -> bool {
        !matches!(self, State::Apart | State::Touching)
    }
}

impl From<Relation> for State {
    fn from(relation: Relation) -> Self {
        match relation {
            Relation::Apart => State::Apart,
            Relation::Touching => State::Touching,
            Relation::Overlapping => State::Overlapping,
            Relation::Contains => State::Contains,
            Relation::Inside => State::Inside,
        }
    }
}
