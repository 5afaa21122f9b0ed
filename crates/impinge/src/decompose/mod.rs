//! Convex decomposition: convex parts that together hold a solid of any form, and little more.
//!
//! What it answers: which convex polyhedra can stand for a closed mesh, so that everything that works on convex shapes works on
//! it: contact with depth, casts, simulation. Take it once, when a model is loaded or made; for questions that a mesh answers
//! itself see [`mesh`](crate::mesh).
//!
//! # Method
//! Planes divide the solid into pieces, each the solid inside a convex cell. The hull of a piece has its corners among the
//! corners of the surface inside the cell and those corners of the cell that are in the solid. So no lids are needed where
//! planes cut, and there is nothing to stitch. Cells fill space, so every point of the solid is in a piece, and in its hull.
//!
//! | file | what it does |
//! |---|---|
//! | `input` | repairs, scales and turns the mesh; says what is solid |
//! | `whole`, `nearest` | the solid: is a point in it, how far is it from its surface |
//! | `plane`, `cell`, `piece` | cuts |
//! | `hull`, `depths`, `concavity`, `part` | how far a hull is from the solid, by branch and bound |
//! | `candidates`, `coarse`, `choose` | which plane: the one that leaves the least volume, after one more cut where that is not clear |
//! | `merge` | joins parts that planes cut for nothing |
//! | `limit` | fewer vertices, outwards |
//! | `watch` | tells the caller, and asks whether to go on |
//!
//! The piece that is most concave is cut first, until none is more concave than asked for. Then parts are merged.
//!
//! # Guarantees
//! - No gap: every point of the solid is in a part, up to rounding. Points where an edge meets a plane are off by some ε of the
//!   largest coordinate (64 at most, of the type of the points); pieces thinner than that may be missing.
//! - With the status [`Reached`](DecomposeStatus::Reached) no part is more concave than asked for: proven by a search, not by
//!   samples.
//! - Each part is a checked hull. Parts do not overlap, except where they were merged or made larger to have fewer vertices.
//! - A mesh that is convex gives one part: its hull.
//! - The result depends on the input and the settings only: the same bits on every machine, on any number of threads.
//! - A bounded number of steps: at most [`MAX_PIECES`] pieces, and no more work than [`DecomposeSettings::budget`], of which the
//!   last report needs an eighth at most. Some twenty seconds of one processor for a mesh of 1,000 points, whatever its form.
//!
//! Where rounding may enter: crossings of edges and planes (`plane`), distances (`nearest`). Whether a point is in the solid is
//! decided exactly.
//!
//! # Cost
//! n corners of the mesh, k pieces: O(n log n) for the tree, about 200 pairs of hulls for each cut, O(n log k) of these
//! points in all. Three seconds for a cow of 5,856 triangles, on one thread.
//!
//! # Failure
//! [`DecomposeError`]: an open mesh has no inside. A concavity that cannot be reached is no failure, but a [status](DecomposeStatus).
//!
//! Source: the measure of concavity is that of Wei, Liu, Ling, Su 2022 ("CoACD"). Cells, hulls without lids and the search are our
//! own; why, says decision 0009.

mod candidates;
mod cell;
mod choose;
mod coarse;
mod concavity;
mod depths;
mod hull;
mod input;
mod limit;
mod merge;
mod nearest;
mod part;
mod piece;
mod plane;
mod settings;
mod watch;
mod whole;

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

pub use settings::{DecomposeError, DecomposeProgress, DecomposeSettings, DecomposeStatus};

use crate::math::{Each, Real, Vec3};
use crate::mesh::MeshReport;
use crate::parallel;
use crate::shape::ConvexPolyhedron;
use concavity::Found;
use hull::Hull;
use input::Input;
use part::Part;
use piece::Piece;
use watch::Watch;
use whole::Whole;

/// The most pieces that a solid is cut into. A concavity that needs more is not reached.
pub const MAX_PIECES: usize = 4096;

/// Pieces with less volume than this part of the cube of half the longest side are not cut any more: where faces that should be flat
/// are not quite, planes along them leave slivers, which merging takes up.
const SLIVER: f64 = 1e-7;

/// Steps of the budget that a cut and both hulls take for each point of a piece, about.
const STEPS_OF_CUT: usize = 64;

/// A solid as convex parts.
#[derive(Clone, Debug)]
pub struct Decomposition<T: Real> {
    /// The parts, in the coordinates of the mesh.
    pub parts: Vec<ConvexPolyhedron<T>>,
    /// The sum of the volumes of the parts, as a part of that of the solid. What shells of the mesh hold twice counts twice in
    /// both, unless one part has it.
    pub volume_ratio: f64,
    /// How far points of the parts are from the solid, in the unit of the mesh: none on the surface of a part is farther, up to the
    /// rounding of its vertices. 0 where nothing was found and there can be no more than 13 % of the concavity that was asked for, or
    /// than 1e-4 in its unit. One was found that is no less far by more than 5 % of it, or of what was asked for, unless the budget was
    /// spent. Inside a part, hollows are distinguished above 90 % of what was asked for only. Infinite if the work was cancelled before
    /// anything was known.
    pub hausdorff: f64,
    /// How concave the worst part is at most, in the unit of [`DecomposeSettings::concavity`]; a bound of the same kind. Where the surface
    /// runs through itself, polygons that bound the solid in part are looked at as finely as was asked for.
    pub concavity: f64,
    /// How it ended.
    pub status: DecomposeStatus,
    /// What was found in the input and what was done about it.
    pub report: MeshReport,
    /// Shells of the mesh that were inside out, and were turned.
    pub turned: usize,
}

/// Convex parts of the solid that a closed mesh bounds. Polygons are lists of points, counter-clockwise seen from outside;
/// triangles are the usual ones.
///
/// ```
/// use impinge::decompose::{DecomposeSettings, DecomposeStatus, decompose};
///
/// // An L: six corners below, six above, and the walls between them.
/// let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
/// let points: Vec<[f64; 3]> = [0.0, 1.0].iter().flat_map(|&z| outline.map(|[x, y]| [x, y, z])).collect();
/// let mut polygons = vec![vec![5, 4, 3, 2, 1, 0], (6..12).collect()];
/// polygons.extend((0..6).map(|i| vec![i, (i + 1) % 6, (i + 1) % 6 + 6, i + 6]));
///
/// let found = decompose(&points, &polygons, &DecomposeSettings::default())?;
/// assert_eq!(found.parts.len(), 2);
/// assert_eq!(found.status, DecomposeStatus::Reached);
/// assert!(f64::abs(found.volume_ratio - 1.0) < 1e-12 && found.hausdorff == 0.0);
/// # Ok::<(), impinge::decompose::DecomposeError>(())
/// ```
///
/// # Errors
/// A mesh that is not closed, holds no volume or cannot be built, or a setting that makes no sense: see [`DecomposeError`].
pub fn decompose<T: Real, P: AsRef<[u32]>>(
    points: &[impl Copy + Into<Vec3<T>>],
    polygons: &[P],
    settings: &DecomposeSettings,
) -> Result<Decomposition<T>, DecomposeError> {
    decompose_with(points, polygons, settings, |_| ControlFlow::Continue(()))
}

/// The same, with a callback that is told before each cut, after each merge and several times a second in between how far it is, but
/// not before the mesh is built. If it breaks, the parts so far are the result: they hold the solid as well, but are more concave
/// or more than need be.
///
/// # Errors
/// As [`decompose`].
pub fn decompose_with<T: Real, P: AsRef<[u32]>>(
    points: &[impl Copy + Into<Vec3<T>>],
    polygons: &[P],
    settings: &DecomposeSettings,
    mut progress: impl FnMut(DecomposeProgress) -> ControlFlow<()>,
) -> Result<Decomposition<T>, DecomposeError> {
    let rings: Vec<&[u32]> = polygons.iter().map(AsRef::as_ref).collect();
    decompose_rings(&crate::shape::common::vectors(points), &rings, settings, &mut progress)
}

pub(crate) fn decompose_rings<T: Real>(
    points: &[Vec3<T>],
    rings: &[&[u32]],
    settings: &DecomposeSettings,
    progress: &mut dyn FnMut(DecomposeProgress) -> ControlFlow<()>,
) -> Result<Decomposition<T>, DecomposeError> {
    settings.check()?;
    let input = Input::new(points, rings)?;
    let whole = &input.whole;
    // All coordinates are at most 1: more than this is all the same, and less is rounding.
    let asked = settings.concavity.clamp(LEAST, MOST) * whole.unit;
    let thousands = 1 + whole.mesh.vertices().len() as u64 / 1000;
    let budget = settings.budget.saturating_mul(thousands);
    let watch = &mut Watch::new(progress, budget);
    let (pieces, mut parts, mut status) = cut(whole, asked, watch);
    let most = settings.max_parts.unwrap_or(usize::MAX);
    if watch.stopped() {
        parts = merge::few(parts, most, watch);
    } else {
        watch.tell(parts.len(), settings.concavity);
        parts = merge::merge(whole, &pieces, parts, asked, most, watch);
    }
    let within = |parts: &[Part]| parts.iter().all(|part| part.concavity <= asked);
    if status == DecomposeStatus::Reached && !within(&parts) {
        status = DecomposeStatus::PartLimit;
    }
    if watch.stopped() {
        status = DecomposeStatus::Budget;
    }
    if let Some(most) = settings.max_vertices {
        for part in parts.iter_mut().filter(|part| part.hull.vertices().len() > most) {
            *part = part.limited(most);
        }
        if status == DecomposeStatus::Reached && !within(&parts) {
            status = DecomposeStatus::VertexLimit;
        }
    }
    watch.grant(budget / REPORT);
    let found = largest(whole, &pieces, &parts, asked, watch);
    if watch.cancelled() {
        status = DecomposeStatus::Cancelled;
    } else if found.concavity <= asked {
        status = DecomposeStatus::Reached;
    }
    Ok(finish(&input, &parts, &found, status))
}

/// What is asked for counts as from here
const LEAST: f64 = 1e-9;
/// to here.
const MOST: f64 = 1e6;

/// So many times the work of the report is the budget, at least.
const REPORT: u64 = 8;

/// Cuts the worst piece until none is more concave than asked for; pieces, and a part for each that has volume.
fn cut(whole: &Whole, asked: f64, watch: &mut Watch<'_>) -> (Vec<Piece>, Vec<Part>, DecomposeStatus) {
    let mut pieces = vec![Piece::of(whole)];
    // Those that are concave, and those that are not or that no plane cuts.
    let (mut open, mut done) = (Vec::new(), Vec::new());
    let sort = |pieces: &[Piece],
                index: usize,
                open: &mut Vec<Part>,
                done: &mut Vec<Part>,
                watch: &mut Watch<'_>| {
        // A flat piece lies on the border of its cell, and its points belong to the neighbor too.
        let Some(hull) = Hull::of(&pieces[index].hull_points()) else { return };
        let part = Part::new(whole, pieces, vec![index as u32], hull, asked, f64::INFINITY, watch);
        let sliver = part.hull.volume <= SLIVER * whole.unit * whole.unit * whole.unit;
        if part.concavity <= asked || sliver { done.push(part) } else { open.push(part) }
    };
    sort(&pieces, 0, &mut open, &mut done, watch);
    let worst = |open: &[Part]| {
        let by_concavity = |&a: &usize, &b: &usize| open[a].concavity.total_cmp(&open[b].concavity);
        (0..open.len()).rev().max_by(by_concavity)
    };
    while let Some(at) = worst(&open) {
        let parts = open.len() + done.len();
        watch.charge(STEPS_OF_CUT * pieces[open[at].pieces[0] as usize].points.len());
        let go_on = watch.tell(parts, open[at].concavity / whole.unit);
        if !go_on || pieces.len() >= MAX_PIECES {
            done.append(&mut open);
            return (pieces, done, DecomposeStatus::PartLimit);
        }
        let part = open.swap_remove(at);
        let index = part.pieces[0] as usize;
        let Some(plane) =
            choose::best_cut(whole, &pieces[index], part.worst, watch).filter(|_| !watch.stopped())
        else {
            done.push(part);
            continue;
        };
        let [behind, front] = pieces[index].split(whole, &plane);
        pieces[index] = behind;
        pieces.push(front);
        for half in [index, pieces.len() - 1] {
            sort(&pieces, half, &mut open, &mut done, watch);
        }
    }
    (pieces, done, DecomposeStatus::Reached)
}

/// How far parts are from the solid at most; if the work was cancelled, what was known of them when it was.
fn largest(whole: &Whole, pieces: &[Piece], parts: &[Part], asked: f64, watch: &mut Watch<'_>) -> Found {
    let hulls: Vec<(&Hull, Vec<&Piece>)> = parts
        .iter()
        .map(|part| (&part.hull, part.pieces.iter().map(|&i| &pieces[i as usize]).collect()))
        .collect();
    // What is known of each, by its own search, and what that does not look at any closer.
    let known = parts.iter().fold(0.0, |most, part| Real::max(part.concavity, most));
    let fine = concavity::FINEST * whole.unit;
    let known = if concavity::TOLERANCE * asked >= fine { known } else { known + fine };
    if !watch.cancelled() {
        let found = concavity::largest(whole, &hulls, asked, watch);
        if !watch.cancelled() {
            let [distance, concavity] = [found.distance, found.concavity].each(|x| Real::min(x, known));
            return Found { distance, concavity };
        }
    }
    Found { distance: known, concavity: known }
}

/// The parts in the coordinates of the mesh, and what is to be said of them.
fn finish<T: Real>(
    input: &Input,
    parts: &[Part],
    found: &Found,
    status: DecomposeStatus,
) -> Decomposition<T> {
    let whole = &input.whole;
    let volume: f64 = parts.iter().map(|part| part.hull.volume).sum();
    let mut polyhedra: Vec<Option<ConvexPolyhedron<T>>> = vec![None; parts.len()];
    parallel::each(&mut polyhedra, 1, &|i, polyhedron| {
        let vertices: Vec<Vec3<T>> =
            parts[i].hull.vertices().iter().map(|&v| (v * input.scale + input.shift).cast()).collect();
        // Rounded to `f32`, a part may be flat.
        *polyhedron = ConvexPolyhedron::try_new(&vertices).ok();
    });
    Decomposition {
        parts: polyhedra.into_iter().flatten().collect(),
        volume_ratio: volume / whole.mesh.volume(),
        hausdorff: found.distance * input.scale,
        concavity: found.concavity / whole.unit,
        status,
        report: input.report,
        turned: input.turned,
    }
}
