//! Collisions at one pose: the relation of every pair of links to check.

use std::cmp;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use impinge_io::Unit;

use super::args::RobotArgs;
use super::configuration::Configuration;
use super::model::Model;
use super::told::interrupted;
use super::values::tell_moved;
use crate::bodies::NamedBody;
use crate::bodies::answers::{Answers, Columns};
use crate::bodies::standing::{Standing, between};
use crate::bodies::state::State;
use crate::failure::Failure;
use crate::outcome::Outcome;

/// Most separate pairs shown on a page: all of them would hide the robot.
const NEAREST: usize = 8;

/// Collisions first, then the nearest pairs.
fn worse(one: &Standing, two: &Standing) -> cmp::Ordering {
    let apart = |standing: &Standing| !standing.state.is_collision();
    apart(one).cmp(&apart(two)).then(one.signed_distance.total_cmp(&two.signed_distance))
}

/// Relation of two nodes: that of the two elements, by their indices, that are nearest or overlap most deeply. One node is inside the other if
/// each of its elements is inside one of the other's.
pub fn of_nodes(bodies: &[NamedBody], nodes: &[usize], [a, b]: [usize; 2]) -> Option<([usize; 2], Standing)> {
    let of_node = |node: usize| (0..bodies.len()).filter(move |k| nodes[*k] == node);
    let all: Vec<([usize; 2], Standing)> = of_node(a)
        .flat_map(|i| of_node(b).map(move |j| [i, j]))
        .map(|[i, j]| ([i, j], between(&bodies[i], &bodies[j])))
        .collect();
    let has = |k: usize, element: usize, state: State| {
        all.iter().any(|(pair, standing)| pair[k] == element && standing.state == state)
    };
    let is_inside = of_node(a).all(|i| has(0, i, State::Inside));
    let contains = of_node(b).all(|j| has(1, j, State::Contains));
    let (pair, mut standing) = all.into_iter().min_by(|(_, one), (_, two)| worse(one, two))?;
    if standing.state.is_collision() {
        standing.state = match (is_inside, contains) {
            (true, _) => State::Inside,
            (_, true) => State::Contains,
            _ => State::Overlapping,
        };
    }
    Some((pair, standing))
}

/// Prints the relation of all pairs: for each, the two elements that are nearest or overlap most deeply.
pub fn run(
    out: &mut impl Write,
    args: &RobotArgs,
    model: &Model,
    start: &Configuration,
    stop: &AtomicBool,
) -> Result<Outcome, Failure> {
    tell_moved(&model.robot, args, start, &[]);
    let poses = model.poses(start)?;
    let (bodies, nodes) = model.bodies(&poses);
    let (bodies, nodes) = (&bodies, &nodes);
    let mut pairs: Vec<([usize; 2], Standing)> = Vec::new();
    for &pair in &model.pairs {
        if stop.load(Ordering::Relaxed) {
            return Ok(interrupted());
        }
        pairs.extend(of_nodes(bodies, nodes, pair));
    }
    pairs.sort_by(|(_, one), (_, two)| worse(one, two));
    let shown = pairs.iter().take_while(|(_, standing)| standing.state != State::Apart).count() + NEAREST;
    let shown: Vec<_> = pairs.iter().take(shown).cloned().collect();
    let unproven = model.unproven_names();
    let is_open = nodes.iter().map(|node| unproven.contains(&model.nodes[*node].name.as_str())).collect();
    let answers = Answers::of(bodies, pairs).with("m", is_open);
    let collide = answers.has_collision();
    if let Some(page) = &args.page {
        let state = match (collide, model.unproven.is_empty()) {
            (true, _) => "Links collide.",
            (false, true) => "Nothing collides.",
            (false, false) => "No collision was found.",
        };
        let intro = format!(
            "The robot at one pose: which links collide or touch that may not, and which others are nearest. {state} Click on a row to see where."
        );
        let unproven = model.unproven_names();
        let is_open = nodes.iter().map(|node| unproven.contains(&model.nodes[*node].name.as_str())).collect();
        Answers::of(bodies, shown).with(Unit::Meter.name(), is_open).opened_at_collision().save_page(
            page,
            &model.robot.name,
            &intro,
        )?;
    }
    if let Some(results) = &args.results {
        answers.save_results(results)?;
    }
    if !args.json.write(out, &mut |mut out| answers.write_json(&mut out))? {
        let links = model.robot.links.len();
        let obstacles = match model.nodes.len() - links {
            0 => String::new(),
            n => format!(" and {n} obstacles"),
        };
        let asked = model.pairs.len();
        writeln!(
            out,
            "{}: {links} links{obstacles}, {asked} pairs that may not collide:\n",
            model.robot.name
        )?;
        answers.write_table(out, Columns::All)?;
        if !model.unproven.is_empty() {
            let unproven = model.unproven_names().join(", ");
            writeln!(out, "\nNot proven to be clear, as they are incomplete or open: {unproven}")?;
        }
    }
    Ok(if collide { Outcome::Collision } else { model.without_collision() })
}
