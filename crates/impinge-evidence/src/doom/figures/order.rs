//! Bodies and joints as a tree, in an order in which each is eliminated before its parent.
//!
//! Of each group of bodies that joints connect, the root is a joint to the world, if there is one: left for last it has its body before
//! it, while one that comes first has nothing to divide by. Else it is the group's first body. Joints that would close a loop, and all
//! further joints to the world, are not in the tree: they are auxiliary ([`super::auxiliary`]).

use super::joint::Joint;

/// A row of blocks of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Node {
    Body(usize),
    Joint(usize),
}

/// A node of the tree, and the place of its parent, which is later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub node: Node,
    pub parent: Option<usize>,
}

/// The order of elimination.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    /// Children before their parents.
    pub places: Vec<Place>,
    /// Index of each body in it.
    pub of_body: Vec<usize>,
    /// Joints outside the tree.
    pub auxiliary: Vec<usize>,
}

impl Order {
    /// Order for this many bodies, held by these joints.
    pub fn new(bodies: usize, joints: &[Joint]) -> Self {
        let mut around = vec![Vec::new(); bodies];
        for (j, joint) in joints.iter().enumerate() {
            for body in joint.a.into_iter().chain([joint.b]) {
                around[body].push(j);
            }
        }
        // From roots on, with the place of the parent in this list, then all turned around.
        let mut list: Vec<Place> = Vec::with_capacity(bodies + joints.len());
        let (mut seen, mut used) = (vec![false; bodies], vec![false; joints.len()]);
        let from_world = (0..joints.len()).filter(|&j| joints[j].a.is_none()).map(Node::Joint);
        for root in from_world.chain((0..bodies).map(Node::Body)) {
            let start = match root {
                Node::Joint(j) => joints[j].b,
                Node::Body(body) => body,
            };
            if seen[start] {
                continue;
            }
            seen[start] = true;
            if let Node::Joint(j) = root {
                used[j] = true;
                list.push(Place { node: root, parent: None });
            }
            let parent = matches!(root, Node::Joint(_)).then(|| list.len() - 1);
            let mut next = list.len();
            list.push(Place { node: Node::Body(start), parent });
            while next < list.len() {
                if let Node::Body(body) = list[next].node {
                    for &j in &around[body] {
                        let Some(a) = joints[j].a else { continue };
                        let other = if a == body { joints[j].b } else { a };
                        if used[j] || seen[other] {
                            continue;
                        }
                        (used[j], seen[other]) = (true, true);
                        list.push(Place { node: Node::Joint(j), parent: Some(next) });
                        list.push(Place { node: Node::Body(other), parent: Some(list.len() - 1) });
                    }
                }
                next += 1;
            }
        }
        let last = list.len().wrapping_sub(1);
        let places: Vec<Place> = list
            .iter()
            .rev()
            .map(|place| Place { parent: place.parent.map(|p| last - p), ..*place })
            .collect();
        let mut of_body = vec![0; bodies];
        for (i, place) in places.iter().enumerate() {
            if let Node::Body(body) = place.node {
                of_body[body] = i;
            }
        }
        let auxiliary = (0..joints.len()).filter(|&j| !used[j]).collect();
        Self { places, of_body, auxiliary }
    }
}

#[cfg(test)]
mod tests {
    use impinge::Pose;

    use super::super::joint::{Joint, Kind};
    use super::{Node, Order};

    fn joint(a: Option<usize>, b: usize) -> Joint {
        Joint { a, b, frames: [Pose::IDENTITY; 2], kind: Kind::Ball, limit: None, friction: 0.0 }
    }

    /// Two groups: a ring of three that hangs on the world twice, and a free pair.
    #[test]
    fn children_come_first_and_loops_are_left_out() {
        let joints = [
            joint(Some(0), 1),
            joint(Some(1), 2),
            joint(Some(2), 0),
            joint(None, 1),
            joint(None, 2),
            joint(Some(4), 3),
        ];
        let order = Order::new(5, &joints);
        assert_eq!(order.places.len(), 5 + 4);
        assert_eq!(
            order.auxiliary,
            [2, 4],
            "the joint that closes the ring, and the second one to the world"
        );
        let mut roots = Vec::new();
        for (i, place) in order.places.iter().enumerate() {
            match place.parent {
                Some(parent) => {
                    assert!(parent > i);
                    let (body, j) = match (place.node, order.places[parent].node) {
                        (Node::Body(body), Node::Joint(j)) | (Node::Joint(j), Node::Body(body)) => (body, j),
                        other => panic!("{other:?}"),
                    };
                    assert!(joints[j].a == Some(body) || joints[j].b == body);
                }
                None => roots.push(place.node),
            }
            if let Node::Body(body) = place.node {
                assert_eq!(order.of_body[body], i);
            }
        }
        assert_eq!(roots, [Node::Body(3), Node::Joint(3)]);
        assert!(Order::new(0, &[]).places.is_empty());
    }
}
