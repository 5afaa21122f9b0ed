//! Selection of the pairs of links and obstacles to check.

use std::collections::BTreeSet;

use impinge_io::robot::Robot;

/// Adjacent pairs of links, the smaller first: with a joint between them, or with only joints and links
/// without shapes in between.
pub fn neighbors(robot: &Robot) -> BTreeSet<[usize; 2]> {
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); robot.links.len()];
    for joint in &robot.joints {
        next[joint.parent].push(joint.child);
        next[joint.child].push(joint.parent);
    }
    let has_shape = |link: usize| !robot.links[link].collision.is_empty();
    let mut pairs = BTreeSet::new();
    for from in (0..robot.links.len()).filter(|link| has_shape(*link)) {
        let mut seen = vec![false; robot.links.len()];
        seen[from] = true;
        let mut left = next[from].clone();
        while let Some(link) = left.pop() {
            if std::mem::replace(&mut seen[link], true) {
                continue;
            }
            match has_shape(link) {
                true => _ = pairs.insert([from.min(link), from.max(link)]),
                false => left.extend(&next[link]),
            }
        }
    }
    pairs
}

/// A step along the joints from one link to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hop {
    /// From the child of this joint to its parent.
    ToParent(usize),
    /// From the parent of this joint to its child.
    ToChild(usize),
}

/// The joints between two links.
pub fn way(robot: &Robot, from: usize, to: usize) -> Vec<Hop> {
    let mut moved_by = vec![None; robot.links.len()];
    for (k, joint) in robot.joints.iter().enumerate() {
        moved_by[joint.child] = Some(k);
    }
    let to_root = |mut link: usize| {
        let mut joints = Vec::new();
        // The joints form a tree, so this ends.
        while let Some(joint) = moved_by[link] {
            joints.push(joint);
            link = robot.joints[joint].parent;
        }
        joints
    };
    let (mut up, mut down) = (to_root(from), to_root(to));
    while up.last().is_some() && up.last() == down.last() {
        up.pop();
        down.pop();
    }
    let up = up.into_iter().map(Hop::ToParent);
    up.chain(down.into_iter().rev().map(Hop::ToChild)).collect()
}
