//! Ears of polygons with many corners: the same cut as [`cut`](super::cut), triangle for triangle, without a search over all corners.
//!
//! Three things are kept from ear to ear:
//! - a k-d tree of the corners, with the number of hollow ones (those that do not turn left) in each node: whether a triangle holds one;
//! - candidates, in the order of the ring: corners that turn left and may be ears. One that is not is parked at the hollow corner that its triangle
//!   holds, and is a candidate again when that is removed or turns left, or when one of its own neighbors is removed;
//! - straight corners, in the order of the ring.
//!
//! So the first ear after a corner is found without looking at those between that cannot be ears, and the result is that of the plain search.
//!
//! Cost: O(n log n) for n corners, and for each candidate a visit to the nodes that its triangle's sides cross. Each removal makes two
//! candidates, and those parked at what it removes: a handful for convex, star, comb and spiral polygons of 1,000 to 100,000 corners. At 100,000
//! corners, reading included: convex 0.9 s, star 1.2 s, spiral 1.3 s, a star of random radii 1.7 s, ten to twelve times as long as at 10,000. The worst case is
//! O(n²): a long ear beside many corners crosses all their nodes. A comb whose back is not quite straight takes 16 s, 55 times as long.
//!
//! Source: J. L. Bentley, "Multidimensional binary search trees used for associative searching", 1975, for the tree.

use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;

use super::exact::View;
use crate::math::determinants::turn;
use crate::math::{Each, Vec2, Vec3};

/// Largest number of corners in a leaf of the tree.
const LEAF: usize = 8;
/// No node of the tree.
const NONE: u32 = u32::MAX;

type Point = Vec2<f64>;

/// Appends the triangles of a ring. Returns true if the ring crosses itself.
pub(super) fn cut(points: &[Vec3<f64>], ring: &[u32], view: View, triangles: &mut Vec<[u32; 3]>) -> bool {
    let n = ring.len();
    let flat: Vec<Point> = ring.iter().map(|&v| view.flat(points[v as usize])).collect();
    let mut ears = Ears {
        tree: Tree::new(&flat),
        points: flat,
        next: (1..=n as u32).map(|k| k % n as u32).collect(),
        previous: (0..n as u32).map(|k| (k + n as u32 - 1) % n as u32).collect(),
        is_hollow: vec![false; n],
        candidates: BTreeSet::new(),
        straight: BTreeSet::new(),
        parked: vec![Vec::new(); n],
    };
    (0..n as u32).for_each(|k| ears.turned(k));
    let corners = |[a, b, c]: [u32; 3]| [a, b, c].each(|k| ring[k as usize]);
    let mut tangled = false;
    let mut at = 0;
    for _ in 4..=n {
        let ear = ears.first_ear(at);
        let corner = ear.or_else(|| first(&ears.straight, at)).unwrap_or_else(|| {
            tangled = true;
            at
        });
        if ear.is_some() || tangled {
            triangles.push(corners(ears.triangle(corner)));
        }
        at = ears.remove(corner);
    }
    triangles.push(corners(ears.triangle(at)));
    tangled
}

/// The first of these corners, in the order of the ring from `at` on.
fn first(corners: &BTreeSet<u32>, at: u32) -> Option<u32> {
    corners.range(at..).next().or_else(|| corners.first()).copied()
}

struct Ears {
    /// Corners, as seen from the front.
    points: Vec<Point>,
    tree: Tree,
    next: Vec<u32>,
    previous: Vec<u32>,
    is_hollow: Vec<bool>,
    candidates: BTreeSet<u32>,
    straight: BTreeSet<u32>,
    /// For each hollow corner, corners whose triangle holds it, or held it when they had other neighbors.
    parked: Vec<Vec<u32>>,
}

impl Ears {
    fn at(&self, k: u32) -> Point {
        self.points[k as usize]
    }

    fn triangle(&self, k: u32) -> [u32; 3] {
        [self.previous[k as usize], k, self.next[k as usize]]
    }

    /// Takes note of the turn at a corner, which is new or has a new neighbor.
    fn turned(&mut self, k: u32) {
        let [a, b, c] = self.triangle(k).each(|k| self.at(k));
        let turn = turn(a, b, c);
        let is_hollow = turn <= 0.0;
        if turn == 0.0 {
            self.straight.insert(k)
        } else {
            self.straight.remove(&k)
        };
        if is_hollow {
            self.candidates.remove(&k)
        } else {
            self.candidates.insert(k)
        };
        self.set_hollow(k, is_hollow);
    }

    fn set_hollow(&mut self, k: u32, is_hollow: bool) {
        if core::mem::replace(&mut self.is_hollow[k as usize], is_hollow) == is_hollow {
            return;
        }
        self.tree.count(k, is_hollow);
        if !is_hollow {
            for parked in core::mem::take(&mut self.parked[k as usize]) {
                // Removed corners have no neighbors.
                if self.next[parked as usize] != NONE && !self.is_hollow[parked as usize] {
                    self.candidates.insert(parked);
                }
            }
        }
    }

    /// The first ear from `at` on.
    fn first_ear(&mut self, at: u32) -> Option<u32> {
        // What is parked is not a candidate, so every turn of the loop has one less.
        loop {
            let k = first(&self.candidates, at)?;
            match self.held(k) {
                None => return Some(k),
                Some(hollow) => {
                    self.candidates.remove(&k);
                    self.parked[hollow as usize].push(k);
                }
            }
        }
    }

    /// A hollow corner inside the triangle of a corner, or on its rim but not at a vertex.
    fn held(&self, k: u32) -> Option<u32> {
        let own = self.triangle(k);
        let corners = own.each(|k| self.at(k));
        self.tree.find(corners, |j| {
            let p = self.at(j);
            let [a, b, c] = corners;
            self.is_hollow[j as usize]
                && !own.contains(&j)
                && p != a
                && p != b
                && p != c
                && turn(a, b, p) >= 0.0
                && turn(b, c, p) >= 0.0
                && turn(c, a, p) >= 0.0
        })
    }

    /// Removes a corner; returns the one after it.
    fn remove(&mut self, k: u32) -> u32 {
        let [before, _, after] = self.triangle(k);
        self.next[before as usize] = after;
        self.previous[after as usize] = before;
        self.next[k as usize] = NONE;
        self.candidates.remove(&k);
        self.straight.remove(&k);
        self.set_hollow(k, false);
        self.turned(before);
        self.turned(after);
        after
    }
}

/// A k-d tree of all corners, which counts the hollow ones.
struct Tree {
    nodes: Vec<Node>,
    /// Corners in the order of the leaves.
    order: Vec<u32>,
    /// For each corner, its leaf.
    leaf_of: Vec<u32>,
}

struct Node {
    min: Point,
    max: Point,
    /// Hollow corners in it.
    hollow: u32,
    parent: u32,
    /// The second child; the first one is the next node. None for a leaf.
    second: u32,
    /// Its corners, as a part of the order.
    from: u32,
    to: u32,
}

impl Tree {
    fn new(points: &[Point]) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            order: (0..points.len() as u32).collect(),
            leaf_of: vec![0; points.len()],
        };
        tree.split(points, 0, points.len(), NONE);
        tree
    }

    /// Builds the node of a part of the order, and those below; as deep as the logarithm of their number.
    fn split(&mut self, points: &[Point], from: usize, to: usize, parent: u32) -> u32 {
        let name = self.nodes.len() as u32;
        let of = |k: &u32| points[*k as usize];
        let part = &mut self.order[from..to];
        let (mut min, mut max) = (of(&part[0]), of(&part[0]));
        for k in part.iter() {
            (min, max) = (min.min(of(k)), max.max(of(k)));
        }
        self.nodes.push(Node { min, max, hollow: 0, parent, second: NONE, from: from as u32, to: to as u32 });
        if to - from <= LEAF {
            for &k in &self.order[from..to] {
                self.leaf_of[k as usize] = name;
            }
            return name;
        }
        let half = (to - from) / 2;
        let wide = max.x - min.x >= max.y - min.y;
        let key = |k: &u32| if wide { of(k).x } else { of(k).y };
        part.select_nth_unstable_by(half, |a, b| key(a).total_cmp(&key(b)));
        self.split(points, from, from + half, name);
        let second = self.split(points, from + half, to, name);
        self.nodes[name as usize].second = second;
        name
    }

    /// Counts a corner that became hollow, or no longer is.
    fn count(&mut self, k: u32, is_hollow: bool) {
        let mut name = self.leaf_of[k as usize];
        while name != NONE {
            let node = &mut self.nodes[name as usize];
            node.hollow = if is_hollow { node.hollow + 1 } else { node.hollow - 1 };
            name = node.parent;
        }
    }

    /// A corner for which `is_held` holds, in nodes with hollow corners that are not outside of a triangle.
    fn find(&self, triangle: [Point; 3], is_held: impl Fn(u32) -> bool) -> Option<u32> {
        // A second child waits for each node above.
        let mut waiting = [0_u32; 64];
        let mut left = 1;
        while left > 0 {
            left -= 1;
            let name = waiting[left];
            let node = &self.nodes[name as usize];
            if node.hollow == 0 || node.is_outside(triangle) {
                continue;
            }
            if node.second == NONE {
                let corners = &self.order[node.from as usize..node.to as usize];
                if let Some(found) = corners.iter().copied().find(|k| is_held(*k)) {
                    return Some(found);
                }
                continue;
            }
            waiting[left] = node.second;
            waiting[left + 1] = name + 1;
            left += 2;
        }
        None
    }
}

impl Node {
    /// Whether all of its box is outside of a triangle, on one side of a line through two corners; exact.
    fn is_outside(&self, [a, b, c]: [Point; 3]) -> bool {
        let (min, max) = (a.min(b).min(c), a.max(b).max(c));
        let apart = self.max.x < min.x || max.x < self.min.x || self.max.y < min.y || max.y < self.min.y;
        apart
            || [(a, b), (b, c), (c, a)].into_iter().any(|(from, to)| {
                // The corner of the box that is farthest to the left of the side.
                let x = if to.y > from.y { self.min.x } else { self.max.x };
                let y = if to.x > from.x { self.max.y } else { self.min.y };
                turn(from, to, Vec2::new(x, y)) < 0.0
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::polygon::cut::cut_plainly;

    fn of(corners: &[[f64; 2]]) -> Vec<Vec3<f64>> {
        corners.iter().map(|[x, y]| Vec3::new(*x, *y, 0.0)).collect()
    }

    /// Convex, star, comb and spiral polygons, noise around a circle, corners anywhere, corners of a small grid: many are equal or on a line.
    fn polygon(kind: usize, n: usize) -> Vec<Vec3<f64>> {
        let mut state = 88_172_645_463_325_252_u64 + n as u64;
        let mut random = move || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let round = |k: usize, radius: f64| {
            let turn = core::f64::consts::TAU * k as f64 / n as f64;
            [radius * libm::cos(turn), radius * libm::sin(turn)]
        };
        let corners: Vec<[f64; 2]> = match kind {
            0 => (0..n).map(|k| round(k, 1.0)).collect(),
            1 => (0..n).map(|k| round(k, if k % 2 == 0 { 1.0 } else { 0.3 })).collect(),
            2 => (0..n - 2)
                .map(|k| [k as f64, if k % 2 == 0 { 0.1 } else { 10.0 }])
                .chain([[n as f64, 0.0], [-1.0, 0.0]])
                .collect(),
            3 => {
                let arm = |k: usize, wide: f64| {
                    let turn = 8.0 * core::f64::consts::TAU * k as f64 / (n / 2) as f64;
                    [(1.0 + turn + wide) * libm::cos(turn), (1.0 + turn + wide) * libm::sin(turn)]
                };
                let outer = (0..n / 2).map(|k| arm(k, 2.0));
                outer.chain((0..n - n / 2).rev().map(|k| arm(k, 0.0))).collect()
            }
            4 => (0..n).map(|k| round(k, 0.5 + random())).collect(),
            5 => (0..n).map(|_| [random(), random()]).collect(),
            _ => (0..n).map(|_| [libm::floor(6.0 * random()), libm::floor(6.0 * random())]).collect(),
        };
        of(&corners)
    }

    #[test]
    fn triangles_are_those_of_the_plain_search() {
        let mut tangles = 0;
        for kind in 0..7 {
            for n in [4, 5, 9, 17, 40, 100, 333] {
                let points = polygon(kind, n);
                let ring: Vec<u32> = (0..n as u32).collect();
                for up in [1.0, -1.0] {
                    let view = View::onto(Vec3::new(0.0, 0.0, up));
                    let (mut plain, mut fast) = (Vec::new(), Vec::new());
                    let tangled = cut_plainly(&points, &ring, view, &mut plain);
                    assert_eq!(cut(&points, &ring, view, &mut fast), tangled, "{kind} {n} {up}");
                    assert_eq!(fast, plain, "{kind} {n} {up}");
                    tangles += usize::from(tangled);
                }
            }
        }
        assert!(tangles > 20, "{tangles}");
    }
}
