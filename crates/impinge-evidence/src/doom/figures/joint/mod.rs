//! Joints, limits, friction and contacts by name, one file each with its rows of the Jacobian.
//!
//! The report names none of these; the names are those that its game is known by. Each has the plainest textbook form of its constraint,
//! which is ours. Jacobians are tested against numeric differentiation.
//!
//! | file | what it is | rows |
//! |---|---|---|
//! | `fixed.rs` | nothing is left free | 6 |
//! | `ball.rs` | ball and socket: turning about a point | 3 |
//! | `universal.rs` | turning about two axes at a right angle | 4 |
//! | `hinge.rs` | turning about an axis | 5 |
//! | `slider.rs` | gliding along an axis | 5 |
//! | `cone.rs` | limit: an axis stays within a cone | 1 bounded |
//! | `pyramid.rs` | limit: an axis stays within a pyramid | up to 4 bounded |
//! | `range.rs` | limit of the angle of a hinge, or of the way of a slider | up to 2 bounded |
//! | `friction.rs` | dry friction in a joint | 1 to 3 bounded |
//! | `contact.rs` | a contact and its friction | 3 bounded |
//!
//! `angle.rs` has what `pyramid.rs` and `range.rs` share.

mod angle;
mod ball;
mod cone;
pub(crate) mod contact;
mod fixed;
mod friction;
mod hinge;
mod pyramid;
mod range;
mod slider;
#[cfg(test)]
mod tests;
mod universal;

use impinge::{Pose, Vec3};

use super::row::{Ends, Rows};

/// Freedom of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Fixed,
    Ball,
    Universal,
    Hinge,
    Slider,
}

/// Limit of the free motion of a joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Limit {
    /// The half angle.
    Cone(f64),
    /// Half angles about the y and the x axis of A's frame: how far the axis may lean along x and along y.
    Pyramid([f64; 2]),
    /// Least and largest angle of a hinge, or way of a slider.
    Range([f64; 2]),
}

/// A joint between two bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    /// A, or none for the world.
    pub a: Option<usize>,
    pub b: usize,
    /// The joint's frame in A, or in the world, and in B.
    pub frames: [Pose<Vec3<f64>>; 2],
    pub kind: Kind,
    pub limit: Option<Limit>,
    /// The largest torque of dry friction, or force for a slider.
    pub friction: f64,
}

impl Joint {
    /// The rows that hold, C = 0.
    pub fn rows(&self, ends: &Ends) -> Rows {
        let mut rows = Rows::of((self.a, self.b));
        match self.kind {
            Kind::Fixed => fixed::rows(ends, &mut rows),
            Kind::Ball => ball::rows(ends, &mut rows),
            Kind::Universal => universal::rows(ends, &mut rows),
            Kind::Hinge => hinge::rows(ends, &mut rows),
            Kind::Slider => slider::rows(ends, &mut rows),
        }
        rows
    }

    /// The rows of its limit, C ≥ 0.
    pub fn limits(&self, ends: &Ends) -> Rows {
        let mut rows = Rows::of((self.a, self.b));
        match self.limit {
            None => {}
            Some(Limit::Cone(half)) => cone::rows(ends, half, &mut rows),
            Some(Limit::Pyramid(half)) => pyramid::rows(ends, half, &mut rows),
            Some(Limit::Range(range)) => range::rows(ends, self.kind, range, &mut rows),
        }
        rows
    }

    /// The rows of its friction, Ċ = 0 as far as it is strong enough.
    pub fn friction(&self, ends: &Ends) -> Rows {
        let mut rows = Rows::of((self.a, self.b));
        if self.friction > 0.0 {
            friction::rows(ends, self.kind, &mut rows);
        }
        rows
    }
}
