//! Line 4 of the loop: the contact graph, and projection of overlaps along it.
//!
//! The level of a body is the number of contacts from it to an immovable body, which has level 0. Collisions are processed from the
//! lowest level up. Of two bodies only the upper one moves, by a fraction of the depth along the normal: never the ground, and nothing
//! that was corrected before. Of two on one level the one with the larger handle moves. Bodies that touch nothing fixed are supported by
//! the one among them with the smallest handle.
//!
//! **Departure.** Guendelman et al. let an edge point from A to B if A keeps B from falling, which is found by moving bodies one at a
//! time, and merge cycles into one node. Levels by contacts are the same for stacks, and need no further queries.

use impinge::{Real, Vec3};

use super::collisions::Collisions;
use crate::body::State;
use crate::solver::integrate;

/// Level of a body that is not reached yet.
const UNKNOWN: u32 = u32::MAX;

/// Levels of bodies, and the order of collisions.
#[derive(Clone, Debug)]
pub(super) struct Graph<T: Real> {
    levels: Vec<u32>,
    edges: Vec<Edge<T>>,
    /// Distance that bodies have moved so far.
    moved: Vec<Vec3<T>>,
}

/// A collision, from the lower body to the upper one.
#[derive(Clone, Copy, Debug)]
struct Edge<T: Real> {
    from: usize,
    to: usize,
    /// Normal from the lower body to the upper one.
    normal: Vec3<T>,
    depth: T,
}

impl<T: Real> Default for Graph<T> {
    fn default() -> Self {
        Self { levels: Vec::new(), edges: Vec::new(), moved: Vec::new() }
    }
}

impl<T: Real> Graph<T> {
    /// Moves bodies apart by `fraction` of their depths.
    pub fn project(&mut self, states: &mut [State<T>], collisions: &Collisions<T>, fraction: T) {
        self.build(states, collisions);
        self.moved.clear();
        self.moved.resize(states.len(), Vec3::ZERO);
        for edge in &self.edges {
            // The rest of the depth after both have moved.
            let since = (self.moved[edge.to] - self.moved[edge.from]).dot(edge.normal);
            let depth = edge.depth - since;
            let by = edge.normal * (fraction * depth);
            let to = &mut states[edge.to];
            // A body that would leave the range of numbers stays.
            if depth > T::ZERO && to.is_dynamic() && integrate::fits(to.center + by) {
                to.center += by;
                self.moved[edge.to] += by;
            }
        }
    }

    fn build(&mut self, states: &[State<T>], collisions: &Collisions<T>) {
        let Self { levels, edges, .. } = self;
        edges.clear();
        for (collision, _) in collisions.iter() {
            let [from, to] = collision.bodies;
            edges.push(Edge { from, to, normal: collision.normal, depth: collision.depth });
        }
        levels.clear();
        levels.extend(states.iter().map(|state| if state.is_dynamic() { UNKNOWN } else { 0 }));
        // Each pass reaches one more level, or begins a pile that rests on nothing: fewer than two passes for each body.
        for _ in 0..2 * states.len() {
            if !reach(levels, edges) {
                let Some(root) =
                    edges.iter().flat_map(|e| [e.from, e.to]).filter(|&i| levels[i] == UNKNOWN).min()
                else {
                    break;
                };
                levels[root] = 1;
            }
        }
        for edge in edges.iter_mut() {
            let (from, to) = ((levels[edge.from], edge.from), (levels[edge.to], edge.to));
            if from > to {
                *edge = Edge { from: edge.to, to: edge.from, normal: -edge.normal, depth: edge.depth };
            }
        }
        // Equal levels are ordered by handles.
        edges.sort_unstable_by_key(|e| (levels[e.from], levels[e.to], e.from, e.to));
    }
}

/// Sets the level of everything that touches something of known level. Returns whether there was any.
fn reach<T: Real>(levels: &mut [u32], edges: &[Edge<T>]) -> bool {
    let mut any = false;
    for edge in edges {
        for (from, to) in [(edge.from, edge.to), (edge.to, edge.from)] {
            if levels[from] != UNKNOWN && levels[to] > levels[from] + 1 {
                levels[to] = levels[from] + 1;
                any = true;
            }
        }
    }
    any
}
