//! Groups of bodies without contacts between them: each group is solved on its own, from the first sub-step to the last.
//!
//! - **Small islands** are combined until a group has enough bodies. One thread takes it, without synchronization, and all data that it
//!   reads stay in the cache of its core.
//! - **A large island** is one group, cut into pieces of the same number of bodies. Pieces are halves of halves: contacts within a piece
//!   are solved first, in parallel with all others; then contacts between two neighboring pieces, then those between pairs of pieces,
//!   and so on. This is nested dissection (George, "Nested Dissection of a Regular Finite Element Mesh", 1973).
//! - **Islands with large mass ratios** take more sub-steps. They are in groups with others that take as many.
//! - **Islands with joints** are in groups of their own, behind all others. Those that take as many sub-steps follow one another, and are
//!   solved together, sub-step by sub-step: a *batch*. No group depends on another one.
//!
//! Groups and pieces depend on bodies and contacts alone, so results do not depend on threads.
//!
//! # Order
//!
//! Bodies are in the order of groups, islands and slots. A *part* is 2^k pieces of a group, starting at a multiple of 2^k, with the
//! contacts that lie within it and in no smaller part. Parts are numbered so that halves come before wholes, and contacts are in the
//! order of these numbers: those of a part with everything in it are contiguous.

use impinge::Real;

use super::constraint_graph::{Link, Role};
use crate::islands::Islands;

/// Number of bodies of a group of small islands, or of a piece of a large one: with their contacts about 200 kB in `f32`.
const PIECE: usize = 256;

/// Instead of an index: no body, or nothing.
pub(super) const NOTHING: u32 = u32::MAX;

/// Bodies without contacts with others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// Index of its first body in the order; the number of bodies follows.
    start: usize,
    len: usize,
    /// Number of pieces, a power of 2.
    pieces: usize,
    /// Index of its first part.
    first_part: usize,
    /// Factor on the requested number of sub-steps.
    times: usize,
    /// Whether its bodies have joints.
    has_joints: bool,
}

/// A part of a group: 2^k pieces, starting at a multiple of 2^k.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    first: usize,
    pieces: usize,
}

impl Part {
    /// Its halves, unless it is a single piece.
    pub fn halves(self) -> Option<[Self; 2]> {
        let pieces = self.pieces / 2;
        (pieces > 0).then(|| [Self { pieces, ..self }, Self { first: self.first + pieces, pieces }])
    }
}

impl Group {
    fn new(start: usize, len: usize, first_part: usize, (times, has_joints): (usize, bool)) -> Self {
        let pieces = 1 << (len / PIECE).max(1).ilog2();
        Self { start, len, pieces, first_part, times, has_joints }
    }

    /// Factor on the requested number of sub-steps.
    pub fn times(&self) -> usize {
        self.times
    }

    /// Index range of its bodies in the order.
    pub fn range(&self) -> core::ops::Range<usize> {
        self.start..self.start + self.len
    }

    /// Index of its first part.
    pub fn first_part(&self) -> usize {
        self.first_part
    }

    /// The part with all of its pieces.
    pub fn whole(&self) -> Part {
        Part { first: 0, pieces: self.pieces }
    }

    /// End of the indices of its parts.
    pub fn end(&self) -> usize {
        self.first_part + 2 * self.pieces - 1
    }

    /// Number of bodies of the group before a piece.
    fn before(&self, piece: usize) -> usize {
        (piece * self.len).div_ceil(self.pieces)
    }

    /// Number of bodies in a part.
    pub fn bodies_of(&self, part: Part) -> usize {
        self.before(part.first + part.pieces) - self.before(part.first)
    }

    /// Number of bodies of the group before a part.
    pub fn before_part(&self, part: Part) -> usize {
        self.before(part.first)
    }

    /// The smallest part with both bodies, given by their indices in the order.
    fn part_with(&self, bodies: [usize; 2]) -> Part {
        let [a, b] = bodies.map(|body| (body - self.start) * self.pieces / self.len);
        let pieces = 1 << (usize::BITS - (a ^ b).leading_zeros());
        Part { first: a & !(pieces - 1), pieces }
    }

    /// Index of the first part within a part, and its own index, which is the last.
    pub fn numbers(&self, part: Part) -> [usize; 2] {
        // Everything before a piece is trees of 2^k pieces each, one for each bit of its index, and each has 2^(k+1) - 1 parts.
        let first = self.first_part + 2 * part.first - part.first.count_ones() as usize;
        [first, first + 2 * part.pieces - 2]
    }
}

/// Assignment of bodies to groups.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    pub list: Vec<Group>,
    /// Slot of each body, in the order of groups.
    pub order: Vec<u32>,
    /// For each slot, its index in the order, and its group; [`NOTHING`] for static bodies.
    pub at: Vec<[u32; 2]>,
    islands: Islands,
    /// For each slot, the number of bodies of the island that begins with it; then the index of the next of them.
    next: Vec<u32>,
    /// For each body, and then for the first of each island, the factor on the requested number of sub-steps, and whether it has joints.
    kinds: Vec<(usize, bool)>,
}

impl Groups {
    /// Finds the groups of bodies with these links, and joints between these slots.
    pub fn find<'a, T: Real>(
        &mut self,
        roles: &[Role<T>],
        links: impl Iterator<Item = &'a Link>,
        joints: impl Iterator<Item = [usize; 2]>,
    ) {
        let Self { list, order, at, islands, next, kinds } = self;
        let count = roles.len();
        at.clear();
        at.extend(roles.iter().map(|role| if role.stays { [NOTHING; 2] } else { [0; 2] }));
        islands.begin(count);
        kinds.clear();
        kinds.resize(count, (1, false));
        for link in links {
            let [a, b] = link.bodies.map(|body| body as usize);
            if at[a][0] != NOTHING && at[b][0] != NOTHING {
                islands.join(a, b);
                kinds[a].0 = kinds[a].0.max(link.times.into());
            }
        }
        let mut have_joints = false;
        for [a, b] in joints {
            have_joints = true;
            if at[a][0] != NOTHING && at[b][0] != NOTHING {
                islands.join(a, b);
            }
            for body in [a, b] {
                kinds[body].1 |= at[body][0] != NOTHING;
            }
        }
        next.clear();
        next.resize(count, 0);
        let mut batches = 0_u128;
        for body in 0..count {
            let first = islands.root(body);
            next[first] += 1;
            let (times, has_joints) = kinds[body];
            kinds[first] = (kinds[first].0.max(times), kinds[first].1 | has_joints);
        }
        if have_joints {
            let all = next.iter().zip(&*kinds).filter(|(len, (_, has_joints))| **len > 0 && *has_joints);
            all.for_each(|(_, (times, _))| batches |= 1 << times);
        }
        list.clear();
        let (mut start, mut end, mut parts, mut taken) = (0, 0, 0, (1, false));
        let mut close = |start: usize, end: usize, kind: (usize, bool)| {
            if start < end {
                let group = Group::new(start, end - start, parts, kind);
                parts = group.end();
                list.push(group);
            }
        };
        // Islands without joints, and then batch by batch.
        let batch = |(times, has_joints): (usize, bool)| if has_joints { times as u32 } else { 0 };
        for now in (0..u128::BITS).filter(|now| *now == 0 || batches & (1 << now) != 0) {
            let islands = next.iter_mut().zip(&*kinds);
            for (first, &kind) in islands.filter(|(len, kind)| **len > 0 && batch(**kind) == now) {
                let len = *first as usize;
                if end + len - start > PIECE || kind != taken {
                    close(start, end, taken);
                    (start, taken) = (end, kind);
                }
                *first = end as u32;
                end += len;
            }
        }
        close(start, end, taken);
        order.clear();
        order.resize(count, 0);
        for body in 0..count {
            let place = &mut next[islands.root(body)];
            order[*place as usize] = body as u32;
            if at[body][0] != NOTHING {
                at[body][0] = *place;
            }
            *place += 1;
        }
        for (number, group) in (0..).zip(&*list) {
            for &body in &order[group.range()] {
                let at = &mut at[body as usize];
                at[1] = if at[0] == NOTHING { NOTHING } else { number };
            }
        }
    }

    /// The groups without joints, and the batches of those with joints.
    pub fn batches(&self) -> (&[Group], impl Iterator<Item = &[Group]>) {
        let (free, joined) = self.list.split_at(self.list.partition_point(|group| !group.has_joints));
        (free, joined.chunk_by(|a, b| a.times == b.times))
    }

    /// Factor on the number of sub-steps of the group of two bodies, one of which moves.
    pub fn times_of(&self, bodies: [usize; 2]) -> usize {
        let group = bodies.iter().map(|&body| self.at[body][1]).find(|&group| group != NOTHING);
        group.map_or(1, |group| self.list[group as usize].times)
    }

    /// Largest factor on the number of sub-steps of any group.
    pub fn most_times(&self) -> usize {
        self.list.iter().fold(1, |most, group| most.max(group.times))
    }

    /// Whether each group has a single piece, so that it fits into the cache.
    pub fn are_small(&self) -> bool {
        self.list.iter().all(|group| group.pieces == 1)
    }

    /// Number of parts of all groups.
    pub fn parts(&self) -> usize {
        self.list.last().map_or(0, Group::end)
    }

    /// Index of a body in the order, or [`NOTHING`] if it is static.
    pub fn at(&self, body: u32) -> u32 {
        self.at[body as usize][0]
    }

    /// The part that a contact of two bodies belongs to, with its group. At least one of the bodies moves.
    pub fn part_of(&self, bodies: [u32; 2]) -> (&Group, Part) {
        let [a, b] = bodies.map(|body| self.at[body as usize]);
        let [a, b] = [if a[0] == NOTHING { b } else { a }, if b[0] == NOTHING { a } else { b }];
        let group = &self.list[a[1] as usize];
        (group, group.part_with([a[0] as usize, b[0] as usize]))
    }
}

#[cfg(test)]
mod tests {
    use impinge::{Cuboid, Pose};

    use super::*;
    use crate::{Body, World};

    /// This many cubes, the first of which is fixed.
    fn roles(count: usize) -> Vec<Role<f64>> {
        let mut world = World::<f64>::default();
        let cube = world.add_shape(Cuboid::new([0.5; 3]));
        world.add(Body::fixed(cube, Pose::IDENTITY)).unwrap();
        world.add(Body::dynamic(cube, Pose::IDENTITY)).unwrap();
        let [fixed, dynamic] = [0, 1].map(|i| Role::new(&world.bodies.states[i]));
        (0..count).map(|i| if i == 0 { fixed } else { dynamic }).collect()
    }

    fn link(bodies: [u32; 2]) -> Link {
        Link { bodies, gives_way: bodies.map(|body| body > 0), is_awake: true, times: 1, count: 1 }
    }

    #[test]
    fn a_chain_is_one_group_whose_parts_nest() {
        let mut groups = Groups::default();
        let roles = roles(4001);
        let links: Vec<Link> = (0..4000).map(|i| link([i, i + 1])).collect();
        groups.find(&roles, links.iter(), core::iter::empty());
        // The fixed one, and 4,000 bodies in 8 pieces of 500.
        assert_eq!(groups.list.iter().map(Group::range).collect::<Vec<_>>(), [0..1, 1..4001]);
        assert_eq!(groups.parts(), 1 + 15);
        let mut counts = vec![0; groups.parts()];
        for Link { bodies, .. } in links {
            let (group, part) = groups.part_of(bodies);
            let start = group.range().start + group.before_part(part);
            let range = start..start + group.bodies_of(part);
            assert!(bodies.iter().all(|body| *body == 0 || range.contains(&(groups.at(*body) as usize))));
            counts[group.numbers(part)[1]] += 1;
        }
        // Halves before wholes: each piece has the contacts within it, the first one also that with the fixed body; each cut has one.
        assert_eq!(counts, [0, 500, 499, 1, 499, 499, 1, 1, 499, 499, 1, 499, 499, 1, 1, 1]);
    }

    #[test]
    fn islands_stay_whole() {
        let mut groups = Groups::default();
        let roles = roles(1501);
        // 100 islands of 15, all of which touch the fixed body; the bodies of the islands are interleaved.
        let island = |body: usize| (body - 1) % 100;
        let pairs = (1..1501).flat_map(|i| [[0, i], [i, if i + 100 < 1501 { i + 100 } else { i }]]);
        let links: Vec<Link> = pairs.map(link).collect();
        groups.find(&roles, links.iter(), core::iter::empty());
        assert!(groups.list.iter().all(|group| group.len <= PIECE));
        assert_eq!(groups.list.iter().map(|group| group.len).sum::<usize>(), 1501);
        for body in 1..1501 {
            let [first, own] = [island(body) + 1, body].map(|body| groups.at[body]);
            assert_eq!(first[1], own[1], "one group");
            assert!(own[0] - first[0] < 15, "side by side");
        }
    }
}
