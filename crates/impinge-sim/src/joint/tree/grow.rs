//! Finds the trees in the constraint graph of the joints.

use impinge::Real;

use super::Trees;
use super::link::{Link, NONE, TreeBody};
use crate::body::State;

/// A tree without an immovable body has its heaviest one as its root if that has more than this many times the mass of the body that was
/// found first. The impulse of a joint on a light parent is a difference of velocities times the mass of its heavy child: in `f32` it is wrong
/// by more than the parent weighs, and the next warm start throws it. Trees of bodies that are more alike keep the root that was found.
const HEAVY: f64 = 64.0;

/// Working memory of the search.
#[derive(Clone, Debug, Default)]
pub(super) struct Search {
    /// Linked lists of the joints of each body: the first joint of each body, and the next ones of both bodies of each joint, by index.
    heads: Vec<u32>,
    nexts: Vec<[u32; 2]>,
    /// Bodies whose joints are still to be visited.
    queue: Vec<u32>,
}

impl<T: Real> Trees<T> {
    /// Finds the trees among joints that connect these bodies, and writes the indices of their joints to `order`, tree by tree; a joint
    /// that connects none, or closes a loop, is in no tree.
    pub fn grow(
        &mut self,
        joints: impl Iterator<Item = Option<[usize; 2]>>,
        states: &[State<T>],
        order: &mut Vec<u32>,
    ) {
        let mut holds = core::mem::take(&mut self.holds);
        holds.clear();
        holds.extend(joints);
        self.grow_all(&holds, states, order);
        self.holds = holds;
        self.begin();
    }

    fn grow_all(&mut self, joints: &[Option<[usize; 2]>], states: &[State<T>], order: &mut Vec<u32>) {
        order.clear();
        self.links.clear();
        self.starts.clear();
        self.bodies.clear();
        self.slots.clear();
        self.slots.resize(states.len(), NONE);
        if joints.is_empty() {
            return;
        }
        let mut search = core::mem::take(&mut self.search);
        search.queue.clear();
        search.heads.clear();
        search.heads.resize(states.len(), NONE);
        search.nexts.clear();
        search.nexts.resize(joints.len(), [NONE; 2]);
        // From last to first, so that lists are in rising order.
        for (i, bodies) in joints.iter().enumerate().rev() {
            for (k, &body) in bodies.iter().flatten().enumerate() {
                search.nexts[i][k] = search.heads[body];
                search.heads[body] = i as u32;
            }
        }
        // The root of a tree is an immovable body, if it has one; otherwise the first body of a joint, or a far heavier one.
        for i in 0..joints.len() {
            let Some([a, b]) = joints[i] else { continue };
            let [firm_a, firm_b] = [a, b].map(|body| !states[body].is_dynamic());
            let (root, child) = if firm_a { (a, b) } else { (b, a) };
            if (firm_a || firm_b) && states[child].is_dynamic() && self.slots[child] == NONE {
                self.plant(root, states);
                self.link(0, child, b == child, states);
                order.push(i as u32);
                search.queue.push(child as u32);
                self.spread(joints, states, &mut search, order);
            }
        }
        for i in 0..joints.len() {
            let Some([a, _]) = joints[i] else { continue };
            if self.slots[a] == NONE && states[a].is_dynamic() {
                let first = order.len();
                self.plant_free(a, joints, states, &mut search, order);
                if let Some(heavy) = self.far_heavier(a) {
                    self.uproot(order, first);
                    self.plant_free(heavy, joints, states, &mut search, order);
                }
            }
        }
        self.search = search;
    }

    /// Grows a tree without an immovable body from this root.
    fn plant_free(
        &mut self,
        root: usize,
        joints: &[Option<[usize; 2]>],
        states: &[State<T>],
        search: &mut Search,
        order: &mut Vec<u32>,
    ) {
        self.plant(root, states);
        self.slots[root] = self.bodies.len() as u32 - 1;
        search.queue.push(root as u32);
        self.spread(joints, states, search, order);
    }

    /// The first of the heaviest bodies of the last tree, if it is far heavier than the root; see [`HEAVY`].
    fn far_heavier(&self, root: usize) -> Option<usize> {
        let tree = &self.bodies[self.first_body()..];
        let mass = |body: &TreeBody<T>| body.state.mass.mass;
        let heaviest =
            tree.iter().fold(&tree[0], |most, body| if mass(body) > mass(most) { body } else { most });
        let is_far = mass(heaviest) > mass(&tree[0]) * T::of(HEAVY);
        (is_far && heaviest.place as usize != root).then_some(heaviest.place as usize)
    }

    /// Takes the last tree out again, whose joints begin at this place of the order.
    fn uproot(&mut self, order: &mut Vec<u32>, first: usize) {
        let body = self.first_body();
        for body in &self.bodies[body..] {
            self.slots[body.place as usize] = NONE;
        }
        self.bodies.truncate(body);
        self.links.truncate(self.starts.pop().map_or(0, |start| start as usize));
        order.truncate(first);
    }

    /// Adds everything that is connected to the bodies in the queue.
    fn spread(
        &mut self,
        joints: &[Option<[usize; 2]>],
        states: &[State<T>],
        search: &mut Search,
        order: &mut Vec<u32>,
    ) {
        while let Some(body) = search.queue.pop() {
            let body = body as usize;
            let parent = self.slots[body] - self.first_body() as u32;
            let mut joint = search.heads[body];
            while joint != NONE {
                let i = joint as usize;
                let Some([a, b]) = joints[i] else { break };
                let other = if a == body { b } else { a };
                if states[other].is_dynamic() && self.slots[other] == NONE {
                    self.link(parent, other, b == other, states);
                    order.push(joint);
                    search.queue.push(other as u32);
                }
                joint = search.nexts[i][usize::from(a != body)];
            }
        }
    }

    /// Index of the first body of the last tree.
    fn first_body(&self) -> usize {
        let tree = self.starts.len() - 1;
        self.starts[tree] as usize + tree
    }

    /// Starts a new tree.
    fn plant(&mut self, root: usize, states: &[State<T>]) {
        self.starts.push(self.links.len() as u32);
        self.bodies.push(TreeBody::new(root, &states[root]));
    }

    fn link(&mut self, parent: u32, child: usize, child_is_b: bool, states: &[State<T>]) {
        self.slots[child] = self.bodies.len() as u32;
        self.bodies.push(TreeBody::new(child, &states[child]));
        self.links.push(Link::new(parent, child_is_b));
    }
}
