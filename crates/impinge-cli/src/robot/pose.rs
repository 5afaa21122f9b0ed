//! At one pose: how every pair of links that is asked about stands.

use std::io::Write;

use super::RobotArgs;
use super::model::Model;
use crate::bodies::answers::Answers;
use crate::bodies::standing::{Standing, between};
use crate::failure::Failure;
use crate::outcome::Outcome;

/// Prints how all pairs stand: for each, the two elements that are nearest or deepest in one another.
pub fn run(
    out: &mut impl Write,
    args: &RobotArgs,
    model: &Model,
    values: &[f64],
) -> Result<Outcome, Failure> {
    let poses = model.poses(values)?;
    let (bodies, nodes) = model.bodies(&poses);
    let (bodies, nodes) = (&bodies, &nodes);
    let of_node = |node: usize| (0..bodies.len()).filter(move |k| nodes[*k] == node);
    let mut pairs: Vec<([usize; 2], Standing)> = Vec::new();
    for &[a, b] in &model.pairs {
        let nearest = of_node(a)
            .flat_map(|i| of_node(b).map(move |j| [i, j]))
            .map(|[i, j]| ([i, j], between(&bodies[i], &bodies[j])))
            .min_by(|(_, one), (_, two)| {
                let key = |s: &Standing| (!s.state.is_collision(), s.signed_distance);
                let ((first, x), (second, y)) = (key(one), key(two));
                first.cmp(&second).then(x.total_cmp(&y))
            });
        pairs.extend(nearest);
    }
    let answers = Answers::of(bodies, pairs);
    let collide = answers.has_collision();
    if let Some(page) = &args.page {
        let state = if collide { "Links collide." } else { "Nothing collides." };
        let intro = format!(
            "The robot at one pose, and how every pair of its links stands that is not allowed to collide. {state} Click on a row to see where."
        );
        answers.save_page(page, &model.robot.name, &intro)?;
    }
    if args.json {
        answers.write_json(out)?;
    } else {
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
        answers.write_table(out)?;
    }
    Ok(if collide { Outcome::Collision } else { Outcome::Clear })
}
