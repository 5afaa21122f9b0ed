//! Relation of two bodies, with its proof.
//!
//! | state | signed distance | error | proof |
//! |---|---|---|---|
//! | apart | distance | of the query | a separating plane, or the nearest faces: all others are farther |
//! | touching | 0 | of the query | a common point |
//! | overlapping, one in the other | minus the length of a separating translation | how much shorter one may be | the query after it |

use std::time::Instant;

use impinge::nonconvex::{relation, way_out};
use impinge::{contact, distance};
use serde::Serialize;

use super::state::State;
use super::within::within;
use super::{Form, NamedBody};
use crate::table::number;

/// Relation of two bodies, with the proof.
#[derive(Clone, Debug, Serialize)]
pub struct Standing {
    pub state: State,
    /// Negative if they overlap: minus the length of the translation that frees B.
    pub signed_distance: f64,
    /// Bound on the error.
    pub error: f64,
    pub point_a: [f64; 3],
    pub point_b: [f64; 3],
    /// Unit vector from A to B; if they overlap, the direction in which B is freed.
    pub normal: [f64; 3],
    /// Face in the file, from 0; none for a convex body, or for one that contains the other.
    pub face_a: Option<u32>,
    pub face_b: Option<u32>,
    /// Proof in words.
    pub proof: String,
    /// Milliseconds that the query took.
    pub ms: f64,
}

/// Relation of two bodies.
pub fn between(a: &NamedBody, b: &NamedBody) -> Standing {
    let start = Instant::now();
    let (any_a, any_b) = (a.form.any(), b.form.any());
    let (one, two) = (any_a.at(a.pose), any_b.at(b.pose));
    let found = distance(&one, &two);
    let deep = contact(&one, &two);
    let state = match (&a.form, &b.form) {
        _ if found.distance > found.error => State::Apart,
        (Form::Mesh(x), Form::Mesh(y)) => relation(&x.at(a.pose), &y.at(b.pose)).into(),
        _ if deep.signed_distance + deep.error < 0.0 => within(a, b).unwrap_or(State::Overlapping),
        _ => State::Touching,
    };
    let is_convex = matches!((&a.form, &b.form), (Form::Convex(_), Form::Convex(_)));
    let mut standing = Standing {
        state,
        signed_distance: if state == State::Apart { found.distance } else { 0.0 },
        error: found.error,
        point_a: found.point_a.to_array(),
        point_b: found.point_b.to_array(),
        normal: found.normal.to_array(),
        face_a: found.part_a,
        face_b: found.part_b,
        proof: String::new(),
        ms: 0.0,
    };
    match state {
        State::Apart if is_convex => {
            standing.proof = format!("a plane across {} parts them", vector(standing.normal));
        }
        State::Apart => {
            let faces = [(&a.form, found.part_a), (&b.form, found.part_b)];
            let named: Vec<String> = faces.iter().map(|(form, face)| place(form, *face)).collect();
            standing.proof = format!("nearest: {} and {}", named[0], named[1]);
        }
        State::Touching => {
            standing.error = if is_convex { deep.error } else { found.error };
            standing.normal = deep.normal.to_array();
            standing.proof = format!("{} is in both", vector(standing.point_a));
        }
        State::Overlapping | State::Contains | State::Inside => {
            standing.point_a = deep.point_a.to_array();
            standing.point_b = deep.point_b.to_array();
            match way_out(&one, &two) {
                Some(exit) => {
                    let length = exit.by.norm();
                    standing.signed_distance = -length;
                    standing.error = (length - exit.at_least).max(0.0);
                    standing.normal = (exit.by * (1.0 / length)).to_array();
                    standing.proof = format!("moving B by {} frees it", vector(exit.by.to_array()));
                }
                None => {
                    standing.signed_distance = deep.signed_distance;
                    standing.error = deep.error;
                    standing.proof = format!("{} is in both", vector(standing.point_a));
                }
            }
        }
    }
    standing.ms = start.elapsed().as_secs_f64() * 1e3;
    standing
}

/// A place on a body, in words.
fn place(form: &Form, face: Option<u32>) -> String {
    match (form, face) {
        (Form::Mesh(_), Some(face)) => format!("face {face}"),
        (Form::Mesh(_), None) => "the inside".into(),
        (Form::Convex(_), _) => "the solid".into(),
    }
}

/// A point or direction in a sentence; a component below a thousandth of the largest is shown as 0.
pub fn vector(v: [f64; 3]) -> String {
    let most = v.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    let [x, y, z] = v.map(|x| if x.abs() < 1e-3 * most { "0".into() } else { number(x) });
    format!("({x}, {y}, {z})")
}
