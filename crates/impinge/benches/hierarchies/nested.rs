//! Nested hulls: the rival of the tree over the Gauss sphere.
//!
//! **Source.** Dobkin and Kirkpatrick, "A linear algorithm for determining the separation of convex polyhedra", 1985.
//! A sequence of hulls, each of a part of the vertices of the one before, the last of at most [`COARSEST`] vertices.
//! A query scans the coarsest and carries its answer down, hull by hull. Two ways to thin out:
//!
//! - [`Thinning::Independent`], theirs: a large set of vertices of degree at most [`DEGREE`], no two adjacent, is taken
//!   away. If `v` is the top of the coarser hull, the top of the finer is `v` or a vertex that was taken away next to
//!   `v`: of all but the top, the highest has a higher neighbor, which can only be the top. So one look at the
//!   vertices put back around `v` does.
//! - [`Thinning::Share`]: every k-th vertex stays, by lot, and the query climbs within each hull until no neighbor is
//!   higher. Fewer hulls, several steps in each. Vertices of more than [`LONG`] neighbors stay.
//!
//! Lists of the first way are short; joining those of two hulls, to be passed in one look, was tried and gained nothing.
//!
//! **Rounding.** The step of the first way is wrong where two vertices of the coarser hull are level up to rounding and
//! the top of the finer is next to the other one. So the finest hull is climbed in either way, which mends such a slip.
//!
//! **Merged faces.** The library merges faces that lie in one plane up to rounding, and on what is left a climb can end
//! too low: at a nearly straight corner of a merged face the higher corners beyond are not neighbors, and the two that
//! are may lie lower by rounding. So corners of one face count as neighbors, if it has at most [`MERGED`]; that fixed
//! the one wrong answer, 160 ε too low, in 4000 directions on 100 000 points of a sphere in `f32`. Of larger faces it is
//! not made good: they are taken to be flat, as the caps and bases of the clouds here are.
//!
//! **Vertices of high degree.** The cost of a step is the number of vertices put back around `v`, and only the degree
//! of those taken away is bounded, not that of `v`: the apex of a cone has all others for neighbors, on every level.
//! Lists longer than [`LONG`] therefore stand in a hierarchy of bounding spheres, see [`super::bounds`].
//!
//! **Layout.** Vertices are numbered from the coarsest hull to the finest, so a vertex has one number in all hulls and
//! needs no links; lists hold the coordinates of the vertices they name. Lists in blocks of eight for the vector
//! instructions were tried and were slower: most are shorter, and half as much memory again costs more than is saved.

use impinge::hull::{Solid, solid_hull};
use impinge::{Real, Vec3};

use super::bounds::Bounds;
use super::lanes::{Block, LANES, Lanes};

/// No further hull is taken of this many vertices: the query scans them.
const COARSEST: usize = 32;
/// Vertices of at most this degree are taken away.
const DEGREE: usize = 8;
/// Corners of a face of at most this many count as neighbors.
const MERGED: usize = 16;
/// Lists longer than this get bounds.
const LONG: usize = 64;

/// Construction of the next coarser hull.
#[derive(Clone, Copy)]
pub enum Thinning {
    /// An independent set of vertices of low degree goes.
    Independent,
    /// One vertex in this many stays.
    Share(u64),
}

/// A vertex in a list.
#[derive(Clone, Copy)]
pub struct Entry<T> {
    /// Its position.
    pub point: Vec3<T>,
    /// Its number.
    pub id: u32,
}

/// A list of vertices for each vertex of a hull: all its neighbors, or those not in the next coarser hull.
struct Level<T> {
    /// Start of each vertex's list, and one end mark.
    starts: Vec<u32>,
    entries: Vec<Entry<T>>,
    /// Bounds of the long lists, by where the list begins.
    bounds: Vec<(u32, Bounds<T>)>,
    /// Whether one look is enough, or the list must be searched until none in it is higher.
    climb: bool,
}

/// The hierarchy.
pub struct Nested<T> {
    coarsest: Vec<Block<T>>,
    /// From coarse to fine.
    levels: Vec<Level<T>>,
}

/// A hull while the hierarchy is built: vertices by index in the finest hull, and lists of the first of them.
struct Draft {
    vertices: Vec<u32>,
    lists: Vec<Vec<u32>>,
    climb: bool,
}

impl<T: Real + Lanes> Nested<T> {
    /// For a hull whose vertices are in an order that keeps neighbors together.
    pub fn new(finest: &Solid<T>, thinning: Thinning) -> Self {
        let (drafts, coarsest) = drafts(finest, thinning);
        // Numbers, from the coarsest hull to the finest.
        let mut number = vec![u32::MAX; finest.vertices().len()];
        let mut order = Vec::with_capacity(number.len());
        let hulls = std::iter::once(&coarsest).chain(drafts.iter().rev().map(|d| &d.vertices));
        for &v in hulls.flatten() {
            if number[v as usize] == u32::MAX {
                number[v as usize] = order.len() as u32;
                order.push(v);
            }
        }
        let entry = |v: u32| Entry { point: finest.vertices()[v as usize], id: number[v as usize] };
        let last = coarsest.len() - 1;
        let block = |n: usize| {
            Block::from_fn(|i| {
                let e = entry(coarsest[(n * LANES + i).min(last)]);
                (e.point, e.id)
            })
        };
        Self {
            coarsest: (0..coarsest.len().div_ceil(LANES)).map(block).collect(),
            levels: drafts.iter().rev().map(|draft| Level::new(draft, &number, entry)).collect(),
        }
    }

    /// The vertex farthest along a direction.
    #[inline]
    pub fn support(&self, d: Vec3<T>) -> Vec3<T> {
        let (block, lane) = <T as Lanes>::farthest(&self.coarsest, d.x, d.y, d.z);
        let block = &self.coarsest[block];
        let mut top = Entry { point: block.get(lane), id: block.tags[lane] };
        for level in &self.levels {
            if !level.climb {
                top = level.higher(top, d).unwrap_or(top);
                continue;
            }
            // Rounding may lead in a circle; no climb needs more steps than there are vertices.
            for _ in 0..level.starts.len() {
                let Some(next) = level.higher(top, d) else { break };
                top = next;
            }
        }
        top.point
    }

    /// Number of looks or climbs of a query, the scan included.
    pub fn stages(&self) -> usize {
        self.levels.len() + 1
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        let level = |l: &Level<T>| {
            let bounds: usize = l.bounds.iter().map(|b| b.1.heap_bytes()).sum();
            4 * l.starts.len() + size_of::<Entry<T>>() * l.entries.len() + bounds
        };
        size_of::<Block<T>>() * self.coarsest.len() + self.levels.iter().map(level).sum::<usize>()
    }
}

impl<T: Real> Level<T> {
    fn new(draft: &Draft, number: &[u32], entry: impl Fn(u32) -> Entry<T>) -> Self {
        // The vertices with lists are those with the lowest numbers.
        let mut by_number: Vec<usize> = (0..draft.lists.len()).collect();
        by_number.sort_unstable_by_key(|&i| number[draft.vertices[i] as usize]);
        let mut level = Self { starts: vec![0], entries: Vec::new(), bounds: Vec::new(), climb: draft.climb };
        for i in by_number {
            let start = level.entries.len();
            level.entries.extend(draft.lists[i].iter().map(|&v| entry(v)));
            let list = &level.entries[start..];
            if list.len() > LONG {
                level.bounds.push((start as u32, Bounds::new(list)));
            }
            level.starts.push(level.entries.len() as u32);
        }
        level
    }

    /// The highest vertex in the list of `top`, if it is higher than `top`.
    ///
    /// Compared by differences, which are exact or nearly so between neighbors.
    #[inline(always)]
    fn higher(&self, top: Entry<T>, d: Vec3<T>) -> Option<Entry<T>> {
        let start = self.starts[top.id as usize] as usize;
        let list = &self.entries[start..self.starts[top.id as usize + 1] as usize];
        if list.len() > LONG {
            return self.higher_of_many(start, list, top.point, d);
        }
        let (mut gain, mut found) = (T::ZERO, usize::MAX);
        for (i, e) in list.iter().enumerate() {
            let rise = d.dot(e.point - top.point);
            found = if rise > gain { i } else { found };
            gain = rise.max(gain);
        }
        list.get(found).copied()
    }

    #[inline(never)]
    fn higher_of_many(&self, start: usize, list: &[Entry<T>], from: Vec3<T>, d: Vec3<T>) -> Option<Entry<T>> {
        let at = self.bounds.binary_search_by_key(&(start as u32), |b| b.0).ok()?;
        self.bounds[at].1.highest(list, from, d)
    }
}

/// The hulls from the finest to the last but one, and the vertices of the coarsest.
fn drafts<T: Real>(finest: &Solid<T>, thinning: Thinning) -> (Vec<Draft>, Vec<u32>) {
    let mut drafts: Vec<Draft> = Vec::new();
    let mut hull = finest.clone();
    let mut vertices: Vec<u32> = (0..hull.vertices().len() as u32).collect();
    while vertices.len() > COARSEST {
        let kept = match thinning {
            Thinning::Independent => without_independent(&hull),
            Thinning::Share(k) => {
                let hub = |v: u32| around(&hull, v).nth(LONG).is_some();
                let stays = |&v: &u32| lot(drafts.len(), vertices[v as usize], k) || hub(v);
                (0..vertices.len() as u32).filter(stays).collect()
            }
        };
        let points: Vec<Vec3<T>> = kept.iter().map(|&v| hull.vertices()[v as usize]).collect();
        // Too few to span space: what is left is scanned.
        let Ok(coarser) = solid_hull(&points) else { break };
        // A vertex that went into a merged face of the coarser hull is gone as well.
        let kept: Vec<u32> = coarser.sources().iter().map(|&i| kept[i as usize]).collect();
        let mut stays = vec![false; vertices.len()];
        kept.iter().for_each(|&v| stays[v as usize] = true);
        // The finest hull is climbed anyway, all others only if a look is not enough.
        let climb = drafts.is_empty() || matches!(thinning, Thinning::Share(_));
        let list = |v: u32| {
            around(&hull, v).filter(|&u| climb || !stays[u as usize]).map(|u| vertices[u as usize]).collect()
        };
        // The lists are for where a query may stand: on the coarser hull, and anywhere if it climbs.
        let places = vertices.len() as u32;
        let standing = if climb { (0..places).collect() } else { kept.clone() };
        let lists = standing.iter().map(|&v| list(v)).collect();
        let rest = (0..places).filter(|&v| !climb && !stays[v as usize]);
        let all = standing.iter().copied().chain(rest).map(|v| vertices[v as usize]).collect();
        drafts.push(Draft { vertices: all, lists, climb });
        vertices = kept.iter().map(|&v| vertices[v as usize]).collect();
        hull = coarser;
    }
    (drafts, vertices)
}

/// The neighbors of a vertex, and the other corners of its faces where those have few: with these, all neighbors it
/// had before faces were merged.
fn around<T: Real>(hull: &Solid<T>, v: u32) -> impl Iterator<Item = u32> {
    let t = hull.topology();
    t.leaving(v).flat_map(move |h| {
        let (next, previous) = (t.target(h), t.origin(t.previous(h)));
        let corners = t.face_vertices(t.face(h));
        let small = if corners.len() <= MERGED { corners } else { &[] };
        let others = small.iter().copied().filter(move |&u| u != v && u != next && u != previous);
        std::iter::once(next).chain(others)
    })
}

/// The vertices left when a large independent set of those of low degree is gone, lowest degree first.
fn without_independent<T: Real>(hull: &Solid<T>) -> Vec<u32> {
    let count = hull.vertices().len() as u32;
    let degree: Vec<usize> = (0..count).map(|v| around(hull, v).take(DEGREE + 1).count()).collect();
    let mut stays = vec![false; count as usize];
    let mut gone = vec![false; count as usize];
    for low in 3..=DEGREE {
        for v in (0..count).filter(|&v| degree[v as usize] == low) {
            if !stays[v as usize] {
                gone[v as usize] = true;
                around(hull, v).for_each(|u| stays[u as usize] = true);
            }
        }
    }
    (0..count).filter(|&v| !gone[v as usize]).collect()
}

/// Whether a vertex is one of the one in `k` that stay: the same ones in every run, in no pattern.
fn lot(level: usize, v: u32, k: u64) -> bool {
    // A round of SplitMix64 (Steele, Lea and Flood 2014).
    let mut z = ((level as u64 + 1) << 32 | u64::from(v)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31)).is_multiple_of(k)
}
