//! Queries between a distance map (signed distance field) and another body. The map is A.
//!
//! | other body | method | error |
//! |---|---|---|
//! | convex shape | its deepest point in the map | of the look-up there and of the search, about a cell or two |
//! | half-space | the lowest vertex | rounding |
//! | map | samples of each in the other | of a look-up, and of the distance of the surface from a sample |
//! | pieces | the deepest point of each near piece, as for convex shapes; samples of the map in a solid mesh | as for these |
//!
//! Contacts for a solver are the samples and points within the margin, in patches ([`Clusters`]): few for each normal and
//! place. They allocate.

use alloc::vec::Vec;

use super::PieceContact;
use super::walk::{Side, walk};
use crate::answer::{Contact, Settings};
use crate::body::{Form, Maps, Meshes, PieceSpace, Pieces};
use crate::climb::Tangents;
use crate::manifolds::{ClusterSettings, Clusters, Manifold, ManifoldSettings};
use crate::math::{Pose, Real, Vec3, Vector};
use crate::mesh::{SurfaceFeature, TriangleMesh};
use crate::observe::{Rung, Status};
use crate::sdf::{
    DeepestSettings, Lookup, MapContact, MapContactSettings, MapContacts, Sample, SampledMap, contact_of,
    deepest_of_parts, nearest_sample,
};
use crate::shape::{CoreShape, HalfSpace, Parts, Space, Support, Widen};

/// Maximum number of look-ups for one pair of bodies, in each direction.
const LOOKUPS: u32 = 1 << 20;

/// Maximum number of look-ups for a piece of a body with many pieces.
const PIECE_LOOKUPS: u32 = 4096;

/// Directions of a shape's points other than the deepest one, around the normal, and their angles from it: sine and cosine of 0.2 and
/// of 0.8.
const AROUND: u32 = 8;
const TILTS: [[f64; 2]; 2] = [[0.198_669, 0.980_067], [0.717_356, 0.696_707]];

/// A search that is to prove that bodies are beyond a margin goes this fraction of a cell beyond it.
const PROOF: f64 = 1.0 / 1024.0;

/// Size of patches of contacts, as a fraction of the map.
const PATCH: f64 = 0.25;

/// Best result so far for a pair: the least signed distance found, and a lower bound for all.
struct Best<T: Real> {
    contact: Option<MapContact<T>>,
    part: Option<u32>,
    lower: f64,
    lookups: u32,
    done: bool,
}

impl<T: Real> Best<T> {
    fn new() -> Self {
        Self { contact: None, part: None, lower: f64::INFINITY, lookups: 0, done: true }
    }

    fn value(&self) -> f64 {
        self.contact.map_or(f64::INFINITY, |contact| contact.signed_distance.f64())
    }

    fn take(
        &mut self,
        contact: Option<MapContact<T>>,
        part: Option<u32>,
        lower: f64,
        lookups: u32,
        done: bool,
    ) {
        if let Some(contact) = contact {
            let value = contact.signed_distance.f64();
            // The first one, and a NaN, too.
            if self.contact.is_none() || value < self.value() || (value == self.value() && part < self.part) {
                (self.contact, self.part) = (Some(contact), part);
            }
        }
        self.lower = Real::min(self.lower, lower);
        self.lookups = self.lookups.saturating_add(lookups);
        self.done &= done;
    }

    fn answer(self) -> Contact<Vec3<f64>> {
        let Some(found) = self.contact else { return unknown() };
        let value = found.signed_distance.f64();
        let off = value - Real::min(self.lower, value);
        let error = T::of(off * (1.0 + T::EPSILON.f64()));
        let known = value.is_finite() && !error.f64().is_nan();
        Contact {
            signed_distance: if known { value } else { 0.0 },
            error: if known { error.max(found.error).f64() } else { f64::INFINITY },
            point_a: found.point_a.cast(),
            point_b: found.point_b.cast(),
            normal: found.normal.cast(),
            status: if self.done { Status::Converged } else { Status::Budget },
            rung: Rung::Closed,
            iterations: self.lookups,
            part_a: None,
            part_b: self.part,
        }
    }
}

/// The answer if nothing is known.
fn unknown() -> Contact<Vec3<f64>> {
    Contact {
        signed_distance: 0.0,
        error: f64::INFINITY,
        point_a: Vec3::ZERO,
        point_b: Vec3::ZERO,
        normal: Vec3::axis(0),
        status: Status::Stalled,
        rung: Rung::Closed,
        iterations: 0,
        part_a: None,
        part_b: None,
    }
}

/// See [`FormSpace::map_contact`](super::FormSpace::map_contact).
pub(super) fn contact<'a, T: Real>(
    map: &'a SampledMap<T>,
    pose: &Pose<Vec3<f64>>,
    other: &Form<'a, Vec3<f64>>,
    settings: &Settings,
) -> Option<Contact<Vec3<f64>>> {
    let pose = &narrowed(pose);
    let Some(margin) = settings.margin() else {
        return Some(search(map, pose, other, f64::INFINITY).answer());
    };
    // A search that ends above the margin is the proof. A result within it is the same as that of an unlimited search: cubes and
    // samples were skipped only beyond the margin. In between, the search continues.
    let above = margin + PROOF * map.map().grid().spacing;
    let near = search(map, pose, other, above);
    if near.lower > margin {
        return None;
    }
    let is_cut = matches!(other, Form::Convex(_) | Form::Pieces(..)) && near.value() > margin;
    let best = if is_cut { search(map, pose, other, f64::INFINITY) } else { near };
    if best.lower > margin { None } else { Some(best.answer()) }
}

/// The result for a pair, as far as it is not beyond `margin`.
fn search<'a, T: Real>(
    map: &'a SampledMap<T>,
    pose: &Pose<Vec3<T>>,
    other: &Form<'a, Vec3<f64>>,
    margin: f64,
) -> Best<T> {
    let mut best = Best::new();
    match other {
        Form::Convex(parts) => {
            let search = DeepestSettings { margin, ..DeepestSettings::default() };
            best.deepest(map, pose, parts, None, &search);
        }
        Form::HalfSpace(half_space, _) => {
            let lowest = map.lowest(pose, &in_precision(half_space));
            let lower = lowest.map_or(f64::INFINITY, |c| (c.signed_distance - c.error).f64());
            best.take(lowest, None, lower, 0, true);
        }
        Form::Map(other, other_pose) => {
            // Two bodies of a pair have the same precision.
            let Some(other) = T::taken::<Maps<'_>>(*other) else { return best };
            let other_pose = &narrowed(other_pose);
            for is_a in [true, false] {
                let (of, at, into, into_pose) =
                    if is_a { (map, pose, other, other_pose) } else { (other, other_pose, map, pose) };
                let found = nearest_sample(of, at, into.map(), into_pose, best.value(), LOOKUPS, is_a);
                best.take(found.found, None, found.lower, found.lookups, found.done);
            }
        }
        Form::Pieces(pieces, place) => {
            each_piece(map, pose, *pieces, place, margin, &mut |item, piece| {
                let limit = Real::min(margin, best.value());
                let search = DeepestSettings { margin: limit, budget: PIECE_LOOKUPS, ..Default::default() };
                best.deepest(map, pose, piece, item, &search);
                Real::min(Real::max(best.value(), 0.0), margin)
            });
            if let Some(mesh) = solid_mesh(*pieces) {
                best.inside(map, pose, mesh, &narrowed(place), margin);
            }
            // Skipped pieces are farther away than the nearest one, or than the margin.
            best.lower = Real::min(best.lower, Real::max(best.value(), 0.0).min(margin));
        }
    }
    best
}

impl<T: Real> Best<T> {
    /// The deepest point of a convex shape or piece.
    fn deepest(
        &mut self,
        map: &SampledMap<T>,
        pose: &Pose<Vec3<T>>,
        parts: &Parts<'_, Vec3<f64>>,
        part: Option<u32>,
        settings: &DeepestSettings,
    ) {
        let found = deepest_of_parts(map.map(), pose, parts, settings);
        let done = found.status == Status::Converged;
        self.take(Some(found.contact), part, found.lower.f64(), found.lookups, done);
    }

    /// Samples of the map in a solid mesh.
    fn inside(
        &mut self,
        map: &SampledMap<T>,
        pose: &Pose<Vec3<T>>,
        mesh: &TriangleMesh<T>,
        place: &Pose<Vec3<T>>,
        margin: f64,
    ) {
        let lookup = Lookup::new(map, pose, place);
        let mut lower = f64::INFINITY;
        // Points between samples may be nearer than these, by up to the cover.
        let limit = Real::min(Real::min(self.value(), margin + map.samples().cover), f64::MAX);
        let mut left = LOOKUPS;
        let mut best: Option<(f64, MapContact<T>)> = None;
        let done = lookup.each(
            limit,
            &mut left,
            &mut |p| exact(mesh, p).map_or(f64::NEG_INFINITY, |s| s.value - s.error),
            &mut |name, p, at| {
                let Some(sample) = exact(mesh, at) else {
                    lower = f64::NEG_INFINITY;
                    return limit;
                };
                let error = sample.error + lookup.rounding + map.samples().off;
                lower = Real::min(lower, sample.value - error);
                if best.is_none_or(|(least, _)| sample.value < least) {
                    best = Some((sample.value, contact_of(name, p, pose, place, &sample, error, true)));
                }
                Real::min(best.map_or(limit, |(least, _)| least), limit)
            },
        );
        // Skipped samples are beyond the least value.
        let lower = Real::min(lower, best.map_or(limit, |(least, _)| Real::min(least, limit)));
        let lower = if done { lower - map.samples().cover } else { f64::NEG_INFINITY };
        self.take(best.map(|(_, contact)| contact), None, lower, LOOKUPS - left, done);
    }
}

/// Exact sample of a mesh at a place in its frame. `None` if that is not finite.
fn exact<T: Real>(mesh: &TriangleMesh<T>, place: Vec3<f64>) -> Option<Sample<f64>> {
    let p: Vec3<T> = place.cast();
    let found = mesh.nearest(p)?;
    // Rounded to the precision of the mesh.
    let moved = (p.cast::<f64>() - place).norm();
    let value = found.signed_distance.f64();
    let error = found.error.f64() + moved;
    let way = (p - found.point).cast::<f64>() * if value < 0.0 { -1.0 } else { 1.0 };
    // The foot has the same error as the distance, and a small one turns the direction to it by little; near the surface nothing
    // is known, except inside a triangle.
    let length = way.norm();
    let flat = found.feature == SurfaceFeature::Face && length > 0.0;
    let gradient_error = if flat { Real::min(4.0 * error / length, 2.0) } else { 2.0 };
    let gradient = way.normalized().unwrap_or(Vec3::ZERO);
    Some(Sample { value, error, gradient, gradient_error })
}

/// The mesh of a body, if it is a solid mesh.
fn solid_mesh<T: Real>(pieces: &dyn Pieces<Vec3<f64>>) -> Option<&TriangleMesh<T>> {
    pieces.mesh().and_then(T::taken::<Meshes<'_>>).filter(|mesh| mesh.is_closed())
}

/// A pose in the precision of a map. One that was given in that precision is unchanged.
fn narrowed<T: Real>(pose: &Pose<Vec3<f64>>) -> Pose<Vec3<T>> {
    Pose::of(pose.translation().cast(), pose.rotation().same_numbers())
}

/// A half-space in the precision of a map.
fn in_precision<T: Real>(half_space: &HalfSpace<Vec3<f64>>) -> HalfSpace<Vec3<T>> {
    HalfSpace::of(half_space.normal().cast(), T::of(half_space.offset()))
}

/// Callback for a piece and its name.
type VisitPiece<'v, 'a> = dyn FnMut(Option<u32>, &Parts<'a, Vec3<f64>>) -> f64 + 'v;

/// Calls `visit` with each piece that is within `limit` of the bounding box of a map, and its name; `visit` returns the new
/// limit.
fn each_piece<'a, T: Real>(
    map: &'a SampledMap<T>,
    pose: &Pose<Vec3<T>>,
    pieces: &'a dyn Pieces<Vec3<f64>>,
    place: &Pose<Vec3<f64>>,
    limit: f64,
    visit: &mut VisitPiece<'_, 'a>,
) {
    let around = Vec3::box_of_map(T::given::<Maps<'_>>(map)).placed(pose);
    let (box_side, pieces_side) = (Side::Convex(around), Side::Pieces(pieces, *place));
    walk(&box_side, &pieces_side, limit, &mut |_, _, item, piece| visit(pieces_side.name(item), piece));
}

/// See [`FormSpace::map_contacts`](super::FormSpace::map_contacts).
pub(super) fn contacts<'a, T: Real>(
    map: &'a SampledMap<T>,
    pose: &Pose<Vec3<f64>>,
    other: &Form<'a, Vec3<f64>>,
    settings: &ManifoldSettings,
    found: &mut Vec<PieceContact<Vec3<f64>>>,
) {
    let pose = &narrowed(pose);
    let margin = Real::max(settings.margin, 0.0);
    let wanted = MapContactSettings { margin, budget: LOOKUPS };
    let mut all = MapContacts::new();
    let mut other_pose = Pose::IDENTITY;
    match other {
        Form::Convex(parts) => points_of(map, pose, parts, margin, LOOKUPS, &mut all),
        Form::HalfSpace(half_space, _) => {
            map.half_space_contacts(pose, &in_precision(half_space), &wanted, &mut all);
        }
        Form::Map(other, at) => {
            let Some(other) = T::taken::<Maps<'_>>(*other) else { return };
            other_pose = narrowed(at);
            map.contacts(pose, other, &other_pose, &wanted, &mut all);
        }
        Form::Pieces(pieces, at) => {
            other_pose = narrowed(at);
            each_piece(map, pose, *pieces, at, margin, &mut |_, piece| {
                points_of(map, pose, piece, margin, PIECE_LOOKUPS, &mut all);
                margin
            });
            if let Some(mesh) = solid_mesh(*pieces) {
                samples_in(map, pose, mesh, &other_pose, margin, &mut all);
            }
        }
    }
    let most = settings.max_points.unwrap_or(usize::MAX).max(1);
    let radius = T::of(PATCH * map.reach());
    let clusters = ClusterSettings { radius, angle: T::HALF, deeper: T::ZERO, most };
    let mut patches = Clusters::new();
    patches.update(&all.points, pose, &other_pose, &clusters);
    let first = found.last().map_or(0, |last| last.patch + 1);
    let error = all.points.iter().fold(T::ZERO, |most, contact| most.max(contact.error));
    found.extend(patches.patches().zip(first..).map(|(kept, patch)| PieceContact {
        part_a: None,
        part_b: None,
        patch,
        manifold: Manifold::of_points(kept.normal, error, kept.points).widened(),
    }));
}

/// Points of a convex shape within the margin of a map: the deepest, and those farthest along directions around its normal.
fn points_of<T: Real>(
    map: &SampledMap<T>,
    pose: &Pose<Vec3<T>>,
    parts: &Parts<'_, Vec3<f64>>,
    margin: f64,
    budget: u32,
    all: &mut MapContacts<T>,
) {
    let search = DeepestSettings { margin, budget, ..DeepestSettings::default() };
    let deepest = deepest_of_parts(map.map(), pose, parts, &search).contact;
    // False for NaN.
    let near = deepest.signed_distance.f64() <= margin;
    if !near {
        return;
    }
    all.points.push(deepest);
    let wide = Widen::widen_pose(pose);
    let seen = <Vec3<f64> as Space>::relative(&wide, &parts.pose);
    let core = parts.core;
    // Against the normal of the map, in its frame.
    let down = -wide.rotation().unrotate(deepest.normal.cast::<f64>()).unit();
    let [s, t] = down.tangents();
    let size = parts.core.reach() + parts.radius + seen.offset.sum_abs();
    let rounding = crate::sdf::PLACE_ULPS * f64::EPSILON * size + parts.core.choice_error() + parts.lost;
    for [sin, cos] in TILTS {
        for k in 0..AROUND {
            let (y, x) = Real::sin_cos(core::f64::consts::TAU * f64::from(k) / f64::from(AROUND));
            let direction = down * cos + (s * x + t * y) * sin;
            use crate::math::Turn as _;
            let at = seen.turn.turn(core.support(seen.turn.unturn(direction))) + seen.offset;
            let at = at + direction * parts.radius;
            let sample = map.map().sample_wide(at);
            if sample.value <= margin {
                let point = wide.transform(at).cast();
                let contact =
                    contact_of(0, point, &Pose::IDENTITY, pose, &sample, sample.error + rounding, false);
                all.points.push(MapContact { sample: None, ..contact });
            }
        }
    }
}

/// Samples of a map within the margin of a solid mesh.
fn samples_in<T: Real>(
    map: &SampledMap<T>,
    pose: &Pose<Vec3<T>>,
    mesh: &TriangleMesh<T>,
    place: &Pose<Vec3<T>>,
    margin: f64,
    all: &mut MapContacts<T>,
) {
    let lookup = Lookup::new(map, pose, place);
    lookup.each(
        margin,
        &mut LOOKUPS.clone(),
        &mut |p| exact(mesh, p).map_or(f64::NEG_INFINITY, |s| s.value - s.error),
        &mut |name, p, at| {
            if let Some(sample) = exact(mesh, at).filter(|sample| sample.value <= margin) {
                let error = sample.error + lookup.rounding + map.samples().off;
                all.points.push(contact_of(name, p, pose, place, &sample, error, true));
            }
            margin
        },
    );
}
