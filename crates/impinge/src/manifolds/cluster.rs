//! Contact reduction for distance maps: clusters many contacts by normal and position.
//!
//! **Answers** which of hundreds of points, as samples of a surface give them, a solver should use: patches of nearby
//! points whose normals agree, at most [`ClusterSettings::most`] points each, including the deepest. Use it for
//! [`MapContacts`](crate::sdf::MapContacts), from step to step; pass the points of each patch to
//! [`Persistent`](super::Persistent).
//!
//! **Source.** The lecture names "a large number of redundant (unnecessary) contacts" as the price of signed distance
//! maps, and says no more. The method here:
//!
//! 1. A patch has an anchor, a point and a normal, fixed in A's frame and in B's. A contact belongs to the nearest
//!    patch of the last step, in the frame in which it is nearer, whose anchor is within the radius (and a quarter more,
//!    so that its previous contacts stay) and whose normal is within the angle. So patches stay in place as a body
//!    slides over another one, whichever of the two the contacts stay with.
//! 2. Remaining contacts form patches of their own, the deepest first. Then each goes to the nearest patch.
//! 3. An anchor without a contact nearby moves to the nearest contact of its patch.
//! 4. Of each patch the deepest contact is kept, then the one farthest from all that are kept, until there are enough.
//!    A sample that was kept in the last step counts as farther by a quarter, and as deeper by
//!    [`ClusterSettings::deeper`]: rounding does not swap them.
//!
//! **Guarantee.** The same calls give the same answer. The deepest contact of each patch is kept, within
//! [`ClusterSettings::deeper`]. Every contact belongs to one patch. No id is used twice (until 2³² have been).
//!
//! **Cost.** Contacts times patches, and contacts times kept points; contacts are sorted by depth. Memory is allocated
//! only while the numbers grow to their maximum.
//!
//! **Failure.** The normal of a patch is the mean of those of its contacts: a point whose normal is off by the angle
//! has its reported depth along its own normal, and less along that of the patch.

use alloc::vec::Vec;

use super::ManifoldPoint;
use crate::feature::Feature;
use crate::math::{Each, Pose, Real, Vec3, sort_numbers};
use crate::sdf::{MapContact, SampleName};
use crate::shape::Id;

/// Hysteresis: factor on the radius for the contacts already in a patch, and on the distance of points that were kept.
const STAY: f64 = 1.25;

/// Points closer together than this fraction of the radius are redundant.
const SAME: f64 = 1.0 / 64.0;

/// Criteria of a patch, and the number of its points to keep.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct ClusterSettings<T> {
    /// Contacts within this distance of the anchor of a patch may belong to it.
    pub radius: T,
    /// Normals within this angle of that of a patch may belong to it, in radians.
    pub angle: T,
    /// A new contact must be deeper than a kept one by this length to replace it.
    pub deeper: T,
    /// Largest number of contacts kept per patch, at least 1.
    pub most: usize,
}

impl<T: Real> ClusterSettings<T> {
    /// Settings for bodies of this size: the radius of the smaller one, or half its shortest side. Patches of half
    /// that, normals within half a radian, 1/1024 deeper; four contacts of each patch.
    pub fn of_size(size: T) -> Self {
        Self { radius: size * T::HALF, angle: T::HALF, deeper: size * T::of(1.0 / 1024.0), most: 4 }
    }
}

/// A patch: nearby contacts with nearly the same normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPatch<'a, T: Real> {
    /// Id of the patch among those of its pair, stable from step to step.
    pub id: u32,
    /// The mean of the normals of all its contacts: unit, from A to B.
    pub normal: Vec3<T>,
    /// Number of contacts in the patch.
    pub contacts: usize,
    /// The contacts kept, identified by their samples. A sample is a vertex of its body; the point of the other body is
    /// that far along the normal of the patch.
    pub points: &'a [ManifoldPoint<Vec3<T>>],
}

/// The patches of one pair, updated from step to step.
#[derive(Clone, Debug)]
pub struct Clusters<T: Real> {
    kept: Vec<Kept<T>>,
    points: Vec<ManifoldPoint<Vec3<T>>>,
    names: Vec<Option<SampleName>>,
    next_id: u32,
    /// Scratch memory, kept for reuse.
    old_names: Vec<Option<SampleName>>,
    order: Vec<u32>,
    patch_of: Vec<u32>,
    chosen: Vec<u32>,
}

/// Data kept for a patch.
#[derive(Clone, Copy, Debug)]
struct Kept<T: Real> {
    id: u32,
    normal: Vec3<T>,
    /// Point and normal, in A's frame and in B's.
    anchors: [[Vec3<T>; 2]; 2],
    contacts: u32,
    /// Start of its points in the list of all.
    first: u32,
    end: u32,
}

/// Marks the absence of a patch.
const NONE: u32 = u32::MAX;

impl<T: Real> Default for Clusters<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Real> Clusters<T> {
    /// An empty state without patches.
    pub fn new() -> Self {
        Self {
            kept: Vec::new(),
            points: Vec::new(),
            names: Vec::new(),
            next_id: 0,
            old_names: Vec::new(),
            order: Vec::new(),
            patch_of: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// The patches of this step, by id.
    pub fn patches(&self) -> impl ExactSizeIterator<Item = ContactPatch<'_, T>> {
        self.kept.iter().map(|kept| ContactPatch {
            id: kept.id,
            normal: kept.normal,
            contacts: kept.contacts as usize,
            points: &self.points[kept.first as usize..kept.end as usize],
        })
    }

    /// Runs the next step: takes all contacts of the pair, and the poses of the bodies.
    pub fn update(
        &mut self,
        contacts: &[MapContact<T>],
        pose_a: &Pose<Vec3<T>>,
        pose_b: &Pose<Vec3<T>>,
        settings: &ClusterSettings<T>,
    ) {
        self.order.clear();
        self.order.extend(0..contacts.len() as u32);
        let depth_and_name = |i: u32| {
            let contact = &contacts[i as usize];
            (contact.signed_distance.f64(), contact.sample)
        };
        sort_numbers(&mut self.order, &|i, j| {
            let ((x, s), (y, t)) = (depth_and_name(i), depth_and_name(j));
            x.total_cmp(&y).then(s.cmp(&t)).then(i.cmp(&j))
        });
        self.assign(contacts, [pose_a, pose_b], settings);
        self.settle(contacts, [pose_a, pose_b], settings);
        core::mem::swap(&mut self.names, &mut self.old_names);
        self.names.clear();
        self.points.clear();
        for k in 0..self.kept.len() {
            self.choose(k, contacts, settings);
        }
    }

    /// Runs steps 1 and 2.
    fn assign(
        &mut self,
        contacts: &[MapContact<T>],
        poses: [&Pose<Vec3<T>>; 2],
        settings: &ClusterSettings<T>,
    ) {
        let wide = settings.radius * T::of(STAY);
        let cos = settings.angle.max(T::ZERO).sin_cos().1;
        self.kept.iter_mut().for_each(|kept| kept.contacts = 0);
        self.patch_of.clear();
        self.patch_of.resize(contacts.len(), NONE);
        let old = self.kept.len();
        for &i in &self.order {
            let contact = &contacts[i as usize];
            let is_in = |(k, kept): (usize, &Kept<T>)| {
                kept.distance(contact, poses, cos) <= if k < old { wide } else { settings.radius }
            };
            if !self.kept.iter().enumerate().any(is_in) {
                self.kept.push(Kept::begun(self.next_id, contact, poses));
                self.next_id = self.next_id.wrapping_add(1);
            }
        }
        // Now that all patches are known, to the nearest: the next step begins with the same ones.
        for (contact, patch) in contacts.iter().zip(&mut self.patch_of) {
            let mut nearest = T::INFINITY;
            for (k, kept) in self.kept.iter().enumerate() {
                let at = kept.distance(contact, poses, cos);
                if at < nearest || *patch == NONE {
                    (nearest, *patch) = (at, k as u32);
                }
            }
            if let Some(kept) = self.kept.get_mut(*patch as usize) {
                kept.contacts += 1;
            }
        }
    }

    /// Runs step 3, computes normals, and removes patches without contacts.
    fn settle(
        &mut self,
        contacts: &[MapContact<T>],
        poses: [&Pose<Vec3<T>>; 2],
        settings: &ClusterSettings<T>,
    ) {
        for (k, kept) in self.kept.iter_mut().enumerate() {
            let members = || {
                self.order
                    .iter()
                    .filter(|&&i| self.patch_of[i as usize] == k as u32)
                    .map(|&i| &contacts[i as usize])
            };
            let mut sum = Vec3::ZERO;
            for contact in members() {
                sum += contact.normal;
            }
            if let Some(first) = members().next() {
                kept.normal = sum.normalized().unwrap_or(first.normal);
            }
            for side in 0..2 {
                let mut nearest: Option<(T, &MapContact<T>)> = None;
                for contact in members() {
                    let at = (local(contact, poses, side)[0] - kept.anchors[side][0]).norm();
                    if nearest.is_none_or(|(least, _)| at < least) {
                        nearest = Some((at, contact));
                    }
                }
                if let Some((at, contact)) = nearest
                    && at > settings.radius
                {
                    kept.anchors[side] = local(contact, poses, side);
                }
            }
        }
        // Patch indices change with the removal.
        let mut next = 0;
        let moved = |kept: &Kept<T>| kept.contacts > 0;
        self.chosen.clear();
        for kept in &self.kept {
            self.chosen.push(if moved(kept) { next } else { NONE });
            next += u32::from(moved(kept));
        }
        for patch in &mut self.patch_of {
            *patch = self.chosen[*patch as usize];
        }
        self.kept.retain(moved);
    }

    /// Runs step 4, for one patch.
    fn choose(&mut self, k: usize, contacts: &[MapContact<T>], settings: &ClusterSettings<T>) {
        self.chosen.clear();
        let Self { order, patch_of, chosen, old_names, kept, names, points, .. } = self;
        let members = || order.iter().copied().filter(|&i| patch_of[i as usize] == k as u32);
        let stayed = |i: u32| {
            let name = contacts[i as usize].sample;
            name.is_some() && old_names.binary_search(&name).is_ok()
        };
        let Some(deepest) = members().next() else { return };
        let limit = contacts[deepest as usize].signed_distance + settings.deeper;
        let first = members().find(|&i| stayed(i) && contacts[i as usize].signed_distance <= limit);
        chosen.push(first.unwrap_or(deepest));
        let least = settings.radius * T::of(SAME);
        while chosen.len() < settings.most {
            let mut best: Option<(T, u32)> = None;
            for i in members() {
                let at = |i: u32| contacts[i as usize].point_a;
                let away = chosen.iter().fold(T::INFINITY, |least, &j| least.min((at(i) - at(j)).norm()));
                let counts = if stayed(i) { away * T::of(STAY) } else { away };
                if away > least && best.is_none_or(|(most, _)| counts > most) {
                    best = Some((counts, i));
                }
            }
            let Some((_, i)) = best else { break };
            chosen.push(i);
        }
        let name = |i: u32| (contacts[i as usize].sample, i);
        sort_numbers(chosen, &|i, j| name(i).cmp(&name(j)));
        let kept = &mut kept[k];
        kept.first = points.len() as u32;
        kept.end = kept.first + chosen.len() as u32;
        points.extend(chosen.iter().map(|&i| point_of(&contacts[i as usize], kept.normal)));
        names.extend(chosen.iter().map(|&i| contacts[i as usize].sample));
        if k + 1 == self.kept.len() {
            self.names.sort_unstable();
        }
    }
}

impl<T: Real> Kept<T> {
    fn begun(id: u32, contact: &MapContact<T>, poses: [&Pose<Vec3<T>>; 2]) -> Self {
        let anchors = [0, 1].each(|side| local(contact, poses, side));
        Self { id, normal: contact.normal, anchors, contacts: 0, first: 0, end: 0 }
    }

    /// Distance of a contact from the patch, in the frame in which it is nearer; infinite if the normals do not agree.
    fn distance(&self, contact: &MapContact<T>, poses: [&Pose<Vec3<T>>; 2], cos: T) -> T {
        (0..2).fold(T::INFINITY, |least, side| {
            let [point, normal] = local(contact, poses, side);
            let [anchor, along] = self.anchors[side];
            if normal.dot(along) >= cos { least.min((point - anchor).norm()) } else { least }
        })
    }
}

/// Point and normal of a contact in A's frame (0) or in B's (1).
fn local<T: Real>(contact: &MapContact<T>, poses: [&Pose<Vec3<T>>; 2], side: usize) -> [Vec3<T>; 2] {
    let point = if side == 0 { contact.point_a } else { contact.point_b };
    [poses[side].untransform(point), poses[side].rotation().unrotate(contact.normal)]
}

/// A contact as a manifold point with this normal. A sample is a vertex: it pins the contact down.
fn point_of<T: Real>(contact: &MapContact<T>, normal: Vec3<T>) -> ManifoldPoint<Vec3<T>> {
    let vertex = |name: u32| Feature::Vertex(Id(name));
    let along = normal * contact.signed_distance;
    let on_a = |feature_a| ManifoldPoint {
        point_a: contact.point_a,
        point_b: contact.point_a + along,
        signed_distance: contact.signed_distance,
        feature_a,
        feature_b: Feature::Curved,
    };
    match contact.sample {
        None => on_a(Feature::Curved),
        Some(SampleName::A(name)) => on_a(vertex(name)),
        Some(SampleName::B(name)) => ManifoldPoint {
            point_a: contact.point_b - along,
            point_b: contact.point_b,
            feature_b: vertex(name),
            ..on_a(Feature::Curved)
        },
    }
}
