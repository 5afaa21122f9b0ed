//! A way out of an overlap: a translation that separates two bodies.
//!
//! **Answer.** A translation of B that is proven by a query at its end, and a lower bound on the length of every such
//! translation. Use it to free a body that was placed inside another one; for a solver that pushes a little in each step use
//! [`contacts`](super::contacts).
//!
//! # Method
//! Every contact is a wall: B must move along its normal by its depth. The shortest translation that all walls allow
//! (`math/walls.rs`) is where B is tested next, and the contacts there add walls. That leads out if bodies overlap a
//! little, also in corners.
//!
//! If it does not, or leads farther than the bounding boxes of the bodies require, B is put beside A along each axis and moves back
//! until it touches, by a [`cast`](fn@crate::cast): the shortest of these translations is used.
//!
//! # Guarantees
//! The bodies are apart at the end, by the query that is part of the answer, also after the moved pose is rounded. No translation that
//! separates them is shorter than `at_least`: it is the depth of the deepest pair of pieces, which have to separate too. For convex
//! bodies and half-spaces the two differ only by rounding; for others the shortest translation is somewhere between them, and finding
//! it is a hard problem that this does not solve.
//!
//! # Cost
//! Some ten calls of `contacts`, as many of `distance`, at most six casts. Allocates.

use alloc::vec::Vec;

use super::PieceContact;
use super::contacts::of_forms as contacts_of_forms;
use super::signed::contact;
use super::walk::{Extent, Side};
use super::{FormSpace, distance};
use super::{half_spaces, maps};
use crate::answer::{Distance, Settings};
use crate::body::{Body, Form};
use crate::casting::CastSettings;
use crate::manifolds::ManifoldSettings;
use crate::math::walls::{least, wall};
use crate::math::{Motion, Pose, Precision, Real, Vector};
use crate::nonconvex::Dimension;
use crate::shape::{CoreShape, HalfSpace, Space, Wide, Widen};

/// A translation that separates two bodies, as found by [`way_out`](super::way_out).
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize"))]
pub struct Exit<V: Vector> {
    /// Translation of B that separates it from A; the opposite does so for A. Zero if they are apart already.
    pub by: V,
    /// Lower bound: no shorter translation separates them.
    pub at_least: V::Scalar,
    /// Their distance at the end: the proof. It holds for the pose of B, or of A, after it is moved and rounded, if the body was
    /// placed at that one pose only.
    pub then: Distance<V>,
}

impl<W: Space> Exit<W> {
    /// The same in another precision.
    pub(super) fn narrowed<V: Widen<Wide = W>>(self) -> Exit<V> {
        Exit { by: V::narrow(self.by), at_least: Real::of(self.at_least), then: self.then.narrowed() }
    }
}

/// Maximum number of pushes. Corners take two or three; if walls contradict one another none is enough.
const MOST_PUSHES: usize = 16;

/// A translation is longer than needed by this many ε of the precision × size, so that bodies are apart at its end and not just
/// touching.
const SLACK_ULPS: f64 = 64.0;

/// A translation whose end is not proven free is lengthened by the slack, then by 8 times as much, this many times: up to 2⁻²⁵ of the
/// size, which is more than the gap of a query.
const MOST_LONGER: i32 = 8;

/// Bodies whose overlap is this fraction of their size touch at the end of a translation that only needs to be a little longer.
const SHALLOW: f64 = 1.0 / 16_777_216.0;

/// Rounding of a pose that is moved, in ε of its size.
const POSE_ULPS: f64 = 4.0;

/// Finds a translation that separates two bodies, proven by a query at its end.
///
/// `None` if there is none, as for two half-spaces that meet, or none was found: for bodies out of range, and for distance maps that
/// are not apart, for which none is searched.
///
/// ```
/// use impinge::mesh::TriangleMesh;
/// use impinge::nonconvex::way_out;
/// use impinge::{Cuboid, Pose, Shape, intersects};
///
/// // A floor, and a crate that sank into it by 0.25.
/// let corners = [[-5.0, -5.0, 0.0], [5.0, -5.0, 0.0], [5.0, 5.0, 0.0], [-5.0, 5.0, 0.0]];
/// let (floor, _) = TriangleMesh::<f64>::new(&corners, &[[0, 1, 2], [0, 2, 3]])?;
/// let at = |z| Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([0.5, 0.25, z]));
/// let out = way_out(&floor, &at(0.75)).unwrap();
/// assert!((out.by.z - 0.25).abs() < 1e-9 && out.by.x.abs() < 1e-9);
/// assert!(out.then.distance > out.then.error); // proven
/// assert!(!intersects(&floor, &at(0.75 + out.by.z)));
/// # Ok::<(), impinge::mesh::MeshError>(())
/// ```
pub fn way_out<A: Body<V: Dimension>, B: Body<V = A::V>>(a: &A, b: &B) -> Option<Exit<A::V>> {
    Wide::<A::V>::way_out_of_forms(&a.form(), &b.form()).map(Exit::narrowed)
}

pub(super) fn of_forms<'a, W: FormSpace>(a: &Form<'a, W>, b: &Form<'a, W>) -> Option<Exit<W>> {
    let start = contact(a, b, &Settings::default());
    let precision = a.precision();
    let at_least = Real::max(-precision.round(start.signed_distance + start.error), 0.0);
    let room = Room { a, b, at_least, precision };
    if let Some(exit) = room.proven(W::ZERO) {
        return Some(exit);
    }
    if !at_least.is_finite() || matches!(a, Form::Map(..)) || matches!(b, Form::Map(..)) {
        return None;
    }
    let pushed = room.pushed();
    let length = |exit: &Exit<W>| exit.by.norm();
    let Some(beside) = room.beside() else { return pushed };
    if let Some(exit) = &pushed
        && beside.iter().all(|by| by.norm() >= length(exit))
    {
        return pushed;
    }
    let back = beside.iter().filter_map(|&by| room.back(by));
    pushed
        .into_iter()
        .chain(back)
        .reduce(|best, exit| if length(&exit) < length(&best) { exit } else { best })
}

/// Two bodies that overlap.
struct Room<'r, 'a, W: FormSpace> {
    a: &'r Form<'a, W>,
    b: &'r Form<'a, W>,
    at_least: f64,
    precision: Precision,
}

impl<W: FormSpace> Room<'_, '_, W> {
    /// The exit by a translation, if its end is proven free.
    fn proven(&self, by: W) -> Option<Exit<W>> {
        let precision = self.precision;
        let by = by.map(|c| precision.round(c));
        let moved = moved(self.b, by)?;
        let mut then = distance(self.a, &moved, &Settings::default());
        if by == W::ZERO {
            if then.distance > 0.0 && then.distance <= then.error {
                // Bodies that are apart by less than the gap of a query are queried once more.
                then = distance(self.a, &moved, &Settings { gap: Some(0.0), ..Settings::default() });
            }
            return (then.distance > then.error).then_some(Exit { by, at_least: 0.0, then });
        }
        // The pose that a user gets, of B moved by this or of A moved by the opposite, is rounded; the query was about the sum in
        // `f64`. The distance changes by no more than the body moves, and the error of the answer covers that.
        let far = place(self.a).sum_abs() + place(self.b).sum_abs() + by.sum_abs();
        let rounded = POSE_ULPS * precision.epsilon() * far;
        let error = precision.round((then.error + rounded) * (1.0 + 2.0 * precision.epsilon()));
        let then = Distance { error, ..then };
        (then.distance > then.error).then_some(Exit { by, at_least: self.at_least, then })
    }

    /// The same, by this translation or a slightly longer one.
    fn proven_about(&self, by: W) -> Option<Exit<W>> {
        let along = by.normalized()?;
        let longer = |k: i32| if k == 0 { 0.0 } else { self.slack(by) * f64::power_of_two(3 * (k - 1)) };
        (0..=MOST_LONGER).find_map(|k| self.proven(by + along * longer(k)))
    }

    fn slack(&self, by: W) -> f64 {
        SLACK_ULPS * self.precision.epsilon() * (size(self.a) + size(self.b) + by.sum_abs())
    }

    /// The exit found by pushing repeatedly out of what is touched.
    fn pushed(&self) -> Option<Exit<W>> {
        let (mut walls, mut touched) = (Vec::new(), Vec::<PieceContact<W>>::new());
        let mut way = W::ZERO;
        for _ in 0..MOST_PUSHES {
            let moved = moved(self.b, way)?;
            let slack = self.slack(way);
            let mut deepest = 0.0;
            touched.clear();
            contacts_of_forms(self.a, &moved, &ManifoldSettings::default(), &mut touched);
            for contact in &touched {
                let normal = contact.manifold.normal;
                let depth = contact.manifold.points().iter().fold(0.0, |most, p| Real::max(most, p.depth()));
                deepest = Real::max(deepest, depth);
                wall(&mut walls, normal, normal.dot(way) + depth + slack);
            }
            if touched.is_empty() {
                // One inside the other, or half-spaces.
                let found = contact(self.a, &moved, &Settings::default());
                let normal = found.normal;
                let depth = Real::max(-found.signed_distance, 0.0);
                deepest = depth;
                wall(&mut walls, normal, normal.dot(way) + depth + slack);
            }
            let is_near = deepest <= SHALLOW * (size(self.a) + size(self.b));
            if let Some(exit) = is_near.then(|| self.proven_about(way)).flatten() {
                return Some(exit);
            }
            way = least(&mut walls)?;
            if let Some(exit) = self.proven(way) {
                return Some(exit);
            }
        }
        None
    }

    /// Translations that put B beside A along each axis; `None` if one of them is unbounded.
    fn beside(&self) -> Option<Vec<W>> {
        let (a, b) = (Extent::of(self.a).bounded()?, Extent::of(self.b).bounded()?);
        let mut ways = Vec::with_capacity(2 * W::DIM);
        for axis in 0..W::DIM {
            for sign in [1.0, -1.0] {
                let along = W::axis(axis) * sign;
                let length = -lowest(&a, -along) - lowest(&b, along);
                let way = along * Real::max(length, 0.0);
                ways.push(way + along * self.slack(way));
            }
        }
        Some(ways)
    }

    /// The exit found by moving back from beside A until it touches.
    fn back(&self, beside: W) -> Option<Exit<W>> {
        let start = self.proven_about(beside)?;
        let moved = moved(self.b, start.by)?;
        let back = Motion::try_translation(-start.by).ok()?;
        let impact = W::cast_forms(self.a, &moved, [&Motion::still(), &back], &CastSettings::default(), 1.0);
        let left = impact.map_or(0.0, |impact| 1.0 - impact.time);
        self.proven_about(start.by * left).or(Some(start))
    }
}

/// A lower bound on the heights of all points of a body along a unit vector.
fn lowest<W: FormSpace>(body: &Side<'_, W>, up: W) -> f64 {
    let found = half_spaces::contact(&HalfSpace::of(up, 0.0), body);
    found.signed_distance - found.error
}

/// The body moved; `None` if that is out of range.
fn moved<'a, W: FormSpace>(form: &Form<'a, W>, by: W) -> Option<Form<'a, W>> {
    let precision = form.precision();
    let by = by.map(|c| precision.round(c));
    // Like a pose of that precision: rounded, and within its limit.
    let moved = |pose: Pose<W>| {
        let to = (pose.translation() + by).map(|c| precision.round(c));
        (to.max_abs() <= precision.limit()).then(|| Pose::of(to, pose.rotation()))
    };
    Some(match *form {
        Form::Convex(mut parts) => {
            let to = parts.pose.translation() + by;
            to.map(|c| precision.round(c)).is_finite().then_some(())?;
            parts.pose = Pose::of(to, parts.pose.rotation());
            Form::Convex(parts)
        }
        Form::Pieces(pieces, pose) => Form::Pieces(pieces, moved(pose)?),
        Form::HalfSpace(half_space, _) => {
            let normal = half_space.normal();
            let offset = precision.round(half_space.offset() + normal.dot(by));
            (offset.abs() <= precision.limit()).then_some(())?;
            Form::HalfSpace(HalfSpace::of(normal, offset), precision)
        }
        Form::Map(map, pose) => Form::Map(map, moved(pose)?),
    })
}

/// The position of a body.
fn place<W: FormSpace>(form: &Form<'_, W>) -> W {
    match form {
        Form::Convex(parts) => parts.pose.translation(),
        Form::Pieces(_, pose) | Form::Map(_, pose) => pose.translation(),
        Form::HalfSpace(half_space, _) => half_space.normal() * half_space.offset(),
    }
}

/// Reach of a body from the origin.
fn size<W: FormSpace>(form: &Form<'_, W>) -> f64 {
    let reach = match form {
        Form::Convex(parts) => parts.core.reach() + parts.radius,
        Form::Pieces(pieces, _) => pieces.reach(),
        Form::HalfSpace(..) => 0.0,
        Form::Map(map, _) => maps::reach::<W>(*map),
    };
    reach + place(form).sum_abs()
}
