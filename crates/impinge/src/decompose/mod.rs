//! Convex decomposition: convex parts that together contain a solid of any form, with little excess.
//!
//! Answers: which convex polyhedra can represent a closed mesh, so that everything that works on convex shapes works on
//! it: contact with depth, casts, simulation. Use it once, when a model is loaded or made; for queries that a mesh answers
//! itself see [`mesh`](crate::mesh).
//!
//! # Method
//! Planes divide the solid into pieces, each the solid inside a convex cell. The hull of a piece has its corners among the
//! corners of the surface inside the cell and those corners of the cell that are in the solid. So cuts need no caps,
//! and there is nothing to stitch. Cells fill space, so every point of the solid is in a piece, and in its hull.
//!
//! | file | what it does |
//! |---|---|
//! | `input` | repairs, scales and orients the mesh; defines the solid |
//! | `groups` | shells that are cut one by one |
//! | `whole`, `nearest` | the solid: point tests, and distances from its surface |
//! | `plane`, `cell`, `piece` | cuts |
//! | `hull`, `depths`, `concavity`, `part` | the distance of a hull from the solid, by branch and bound |
//! | `candidates`, `coarse`, `choose` | the plane: the one that leaves the least volume, after one more cut if that is not clear |
//! | `merge` | joins parts that were cut unnecessarily |
//! | `limit` | fewer vertices, with the hull grown outward |
//! | `watch` | reports progress to the caller, and asks whether to continue |
//!
//! The most concave piece is cut first, until none is more concave than requested. Then parts are merged.
//!
//! # Guarantees
//! - No gap: every point of the solid is in a part, up to rounding. Points where an edge meets a plane are off by some ε of the
//!   largest coordinate (64 at most, of the type of the points); pieces thinner than that may be missing.
//! - With the status [`Reached`](DecomposeStatus::Reached) no part is more concave than requested: proven by a search, not by
//!   samples.
//! - Each part is a checked hull. Parts do not overlap, except where shells of the mesh do, and where they were merged or enlarged to have
//!   fewer vertices.
//! - A convex mesh gives one part: its hull.
//! - The result depends only on the input and the settings: the same bits on every machine, on any number of threads.
//! - A bounded number of steps: at most [`MAX_PIECES`] pieces, or one for each shell, and no more work than [`DecomposeSettings::budget`], of which the
//!   last report needs at most an eighth. About twenty seconds of one processor for a mesh of 1,000 points, whatever its form.
//!
//! Where rounding may enter: crossings of edges and planes (`plane`), distances (`nearest`). Whether a point is in the solid is
//! decided exactly.
//!
//! # Cost
//! n corners of the mesh, k pieces: O(n log n) for the tree, about 200 pairs of hulls for each cut, O(n log k) of these
//! points in all. Three seconds for a cow of 5,856 triangles, on one thread.
//!
//! # Failure
//! [`DecomposeError`]: an open mesh has no inside. A concavity that cannot be reached is not an error, but a [status](DecomposeStatus).
//!
//! Source: the measure of concavity is that of Wei, Liu, Ling, Su 2022 ("CoACD"). Cells, hulls without caps and the search are our
//! own; decision 0009 gives the reasons.

mod candidates;
mod cell;
mod choose;
mod coarse;
mod concavity;
mod depths;
mod groups;
mod hull;
mod input;
mod limit;
mod merge;
mod nearest;
mod piece;
mod settings;
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
use merge::Part;
use piece::Piece;
use settings::Watch;
use whole::Whole;

/// Most pieces that a solid is cut into, unless it has more shells. A concavity that needs more is not reached.
pub const MAX_PIECES: usize = 4096;

/// Volume, relative to the cube of half the longest side, below which pieces are not cut any further: where faces that should be flat
/// are not quite, planes along them leave slivers, which merging absorbs.
const SLIVER: f64 = 1e-7;

/// Approximate steps of the budget that a cut and both hulls take for each point of a piece.
const STEPS_OF_CUT: usize = 64;

/// A solid as convex parts.
#[derive(Clone, Debug)]
pub struct Decomposition<T: Real> {
    /// Parts, in the coordinates of the mesh.
    pub parts: Vec<ConvexPolyhedron<T>>,
    /// Sum of the volumes of the parts, relative to that of the solid. Space that shells of the mesh cover twice counts twice in
    /// both, unless one part has it.
    pub volume_ratio: f64,
    /// Largest distance of points of the parts from the solid, in the unit of the mesh: a bound for the surfaces of the parts, up to the
    /// rounding of their vertices. 0 if no distance was found and none can exceed 13 % of the requested concavity, or
    /// 1e-4 in its unit. It exceeds the largest distance found by at most 5 % of that, or of the requested concavity, unless the budget was
    /// spent. Inside a part, hollows are resolved only above 90 % of the requested concavity. Infinite if the work was cancelled before
    /// anything was known.
    pub hausdorff: f64,
    /// Bound on the concavity of the worst part, in the unit of [`DecomposeSettings::concavity`], of the same kind. If the surface
    /// intersects itself, polygons that bound the solid in part are searched as finely as requested.
    pub concavity: f64,
    /// Status of the decomposition.
    pub status: DecomposeStatus,
    /// Repairs of the input.
    pub report: MeshReport,
    /// Number of inside-out shells of the mesh that were flipped.
    pub turned: usize,
}

/// Decomposes the solid bounded by a closed mesh into convex parts. Polygons are lists of points, counter-clockwise seen from outside;
/// usually triangles.
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

/// The same, with a callback that reports progress before each cut, after each merge and several times a second in between, but
/// not before the mesh is built. If it breaks, the result is the parts so far: they contain the solid too, but are more concave
/// or more numerous than necessary.
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
    // All coordinates are at most 1: a larger concavity makes no difference, and a smaller one is rounding.
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

/// The requested concavity counts from here
const LEAST: f64 = 1e-9;
/// to here.
const MOST: f64 = 1e6;

/// The budget is at least this many times the work of the report.
const REPORT: u64 = 8;

/// Cuts the worst piece until none is more concave than requested; pieces, and a part for each that has volume.
fn cut(whole: &Whole, asked: f64, watch: &mut Watch<'_>) -> (Vec<Piece>, Vec<Part>, DecomposeStatus) {
    let mut pieces = Piece::all(whole);
    // Concave pieces, and those that are not concave or that no plane cuts.
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
    for group in 0..pieces.len() {
        sort(&pieces, group, &mut open, &mut done, watch);
    }
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

/// Bounds on the distance of parts from the solid; if the work was cancelled, those known by then.
fn largest(whole: &Whole, pieces: &[Piece], parts: &[Part], asked: f64, watch: &mut Watch<'_>) -> Found {
    let hulls: Vec<(&Hull, Vec<&Piece>)> = parts
        .iter()
        .map(|part| (&part.hull, part.pieces.iter().map(|&i| &pieces[i as usize]).collect()))
        .collect();
    // Bound on each part by its own search, and the excess that it does not resolve.
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

/// The parts in the coordinates of the mesh, with the report.
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
