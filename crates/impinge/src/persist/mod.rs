//! Persistent contacts: matches the contacts of this step with those of the last.
//!
//! **Answers**, for the manifold of one pair at each step of a simulation: which points were there before, which began
//! and which ended; and carries your data of a contact, such as an accumulated impulse or the anchor of a friction
//! spring, from step to step. A solver with a warm start from last step's impulses needs far fewer iterations.
//!
//! **Source.** The lecture on narrow-phase collision detection, Problem 3: "recognize persistent contacts, i.e.
//! topologically equivalent contacts from previous time steps". It says no more. The method here:
//!
//! 1. Contacts with the same features of A and of B are the same, if the features pin the point down: a vertex of one
//!    body (or a corner of the polygon that approximates a round rim) and any feature of the other, or an edge of each.
//!    This holds however far the point moved.
//! 2. Others are the same within [`Persistence::distance`], those with the same features first: points of curved
//!    surfaces and rims, and points whose features changed, as when a corner slides over an edge. The distance is
//!    measured in A's frame and in B's, and the smaller counts: the corner of a box that slides is at rest in the box.
//! 3. One old contact matches at most one new point, nearest first. Ties go to the older contact, then to the earlier
//!    point.
//! 4. If the normal turned by more than 60° in both frames, nothing is the same: an impulse would push in another direction.
//!
//! **Reduction.** A solver wants few points. If there are more than [`Persistence::limit`], those whose removal
//! shortens the outline least are dropped, but not the deepest. The points of the last step are kept until others are
//! clearly better, so that rounding does not swap them at every step: see `reduce.rs`. Pass all points of a manifold,
//! not an already reduced one.
//!
//! **Guarantee.** The same calls give the same answer. Contacts are sorted by id, so by age. No id is used twice (until
//! 2³² have been), and an id stays with a contact as long as it is found in every step.
//!
//! **Cost.** For k contacts and m points k m distances and at most k² m comparisons, and m² for the reduction: for 4
//! points a seventh of the time of the manifold, for 4 of 16 about as long as that. Memory is allocated only while the
//! number of points grows to its maximum.
//!
//! **Failure.** A point that jumps farther than the distance in both frames between two steps, with features that do
//! not pin it down, starts as a new contact. Two points of a rim closer together than they move in a step may be
//! confused; each still has a contact of its own.

mod cached_contact;
mod contact_cache;
mod matching;
mod reduce;
#[cfg(feature = "serde")]
mod serial;

use alloc::vec::Vec;

pub use cached_contact::{
    CachedContact, ContactData, ContactDetails, MAX_POINTS, PlacedContact, PlacedPoint,
};
pub use contact_cache::{ContactBodies, ContactBrief, ContactCache, ContactCacheSettings};

use crate::manifolds::{Manifold, ManifoldPoint};
use crate::math::{Pose, Real, Rotation, Vector};
use matching::pair_up;
use reduce::{Link, reduce};

/// Largest number of contacts kept: more than the points of any two faces of a box, or the samples of
/// [`perturbation`](crate::study::perturbation).
pub const MAX_CONTACTS: usize = 16;

/// Cosine of the largest angle by which the normal may turn in a step. Bodies that turn farther between steps have
/// other contacts; smaller angles would lose those of bodies that roll fast.
const SAME_SIDE: f64 = 0.5;

/// Fraction of the size within which points are the same, see [`Persistence::of_size`]. A body that moves farther in a
/// step is beyond what a solver handles; twice this is less than half the distance of the corners of a cube.
const DISTANCE: f64 = 1.0 / 16.0;

/// Fraction of the size by which a new point must be deeper than a kept one. Well above the rounding of `f32`, and
/// below what is visible.
const DEEPER: f64 = 1.0 / 1024.0;

/// Criteria for matching contacts, and the number to keep.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Persistence<T> {
    /// A point within this distance of a contact of the last step is the same.
    pub distance: T,
    /// A new point must be deeper than a contact of the last step by this length to replace it.
    pub deeper: T,
    /// Largest number of contacts kept, from 1 to [`MAX_CONTACTS`].
    pub limit: usize,
}

impl<T: Real> Persistence<T> {
    /// Settings for bodies of this size: the radius of the smaller one, or half its shortest side. A point that moves
    /// by 1/16 of that is the same, one 1/1024 of that deeper is better; four contacts are kept.
    pub fn of_size(size: T) -> Self {
        Self { distance: size * T::of(DISTANCE), deeper: size * T::of(DEEPER), limit: 4 }
    }
}

/// A persistent contact, with your data.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound = "V: serde::Serialize, V::Scalar: serde::Serialize, D: serde::Serialize")
)]
pub struct PersistentContact<V: Vector, D> {
    /// Id of the contact among those of its pair.
    pub id: u32,
    /// Number of steps since it began: 0 in its first step.
    pub age: u32,
    /// Your data; the default when it begins.
    pub data: D,
    /// Contact point in this step, in the common frame.
    pub point: ManifoldPoint<V>,
    /// Its point on A, in A's frame.
    pub local_a: V,
    /// Its point on B, in B's frame.
    pub local_b: V,
    /// `local_a` when it began.
    pub first_a: V,
    /// `local_b` when it began.
    pub first_b: V,
}

impl<V: Vector, D> PersistentContact<V, D> {
    /// Displacement of B over A since the contact began: from the current position of A's first point to that of B's.
    pub fn drift(&self, pose_a: &Pose<V>, pose_b: &Pose<V>) -> V {
        pose_b.transform(self.first_b) - pose_a.transform(self.first_a)
    }
}

/// The contacts of one pair, updated from step to step.
///
/// ```
/// use impinge::persist::{Persistence, Persistent};
/// use impinge::{Cuboid, Pose, Shape, Vec3, manifold};
///
/// let (floor, cube) = (Cuboid::new([9.0, 9.0, 1.0]), Cuboid::new([1.0, 1.0, 1.0]));
/// let settings = Persistence::of_size(1.0);
/// let mut contacts = Persistent::<Vec3<f64>, f64>::new();
/// for step in 0..10 {
///     // The cube slides over the floor, 0.01 too deep.
///     let (at_floor, at_cube) = (Pose::IDENTITY, Pose::at([0.1 * f64::from(step), 0.0, 1.99]));
///     let touching = manifold(&floor.at(at_floor), &cube.at(at_cube));
///     contacts.update(&touching, &at_floor, &at_cube, &settings);
///     // Some impulse, accumulated.
///     for contact in contacts.contacts_mut() {
///         contact.data += 2.0;
///     }
/// }
/// assert_eq!(contacts.contacts().len(), 4);
/// assert!(contacts.contacts().iter().all(|c| c.age == 9 && c.data == 20.0));
/// assert_eq!(contacts.normal(), Some(Vec3::new(0.0, 0.0, 1.0)));
/// ```
#[derive(Clone, Debug)]
pub struct Persistent<V: Vector, D> {
    contacts: Vec<PersistentContact<V, D>>,
    ended: Vec<PersistentContact<V, D>>,
    /// Normal of the last step, unit, from A to B.
    normal: Option<V>,
    /// The same normal in A's frame and in B's.
    normals: [V; 2],
    next_id: u32,
    left_out: usize,
    /// Scratch memory, kept for reuse.
    old: Vec<PersistentContact<V, D>>,
    incoming: Vec<Incoming<V>>,
    moved: Vec<V::Scalar>,
    ring: Vec<Link<V::Scalar>>,
}

/// A point of this step's manifold in the bodies' frames.
#[derive(Clone, Copy, Debug)]
struct Incoming<V> {
    local_a: V,
    local_b: V,
    /// Index of the matching contact of the last step.
    known: Option<usize>,
    kept: bool,
}

impl<V: Vector, D> Default for Persistent<V, D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector, D> Persistent<V, D> {
    /// An empty state without contacts.
    pub fn new() -> Self {
        Self {
            contacts: Vec::new(),
            ended: Vec::new(),
            normal: None,
            normals: [V::ZERO; 2],
            next_id: 0,
            left_out: 0,
            old: Vec::new(),
            incoming: Vec::new(),
            moved: Vec::new(),
            ring: Vec::new(),
        }
    }

    /// The contacts of this step, sorted by id.
    pub fn contacts(&self) -> &[PersistentContact<V, D>] {
        &self.contacts
    }

    /// The contacts of this step, sorted by id, with mutable data.
    pub fn contacts_mut(&mut self) -> &mut [PersistentContact<V, D>] {
        &mut self.contacts
    }

    /// Contacts that began in this step.
    pub fn began(&self) -> &[PersistentContact<V, D>] {
        // Sorted by id, so the new ones are last.
        let old = self.contacts.iter().take_while(|c| c.age > 0).count();
        &self.contacts[old..]
    }

    /// Contacts of the last step that no longer exist in this one, with their data.
    pub fn ended(&self) -> &[PersistentContact<V, D>] {
        &self.ended
    }

    /// The normal of this step's manifold, shared by all its contacts: unit, from A to B, in the common frame. `None`
    /// before the first step.
    pub fn normal(&self) -> Option<V> {
        self.normal
    }

    /// Number of points of this step's manifold that were dropped to keep few.
    pub fn left_out(&self) -> usize {
        self.left_out
    }
}

impl<V: Vector, D: Default> Persistent<V, D> {
    /// Runs the next step: takes the pair's manifold, and the poses of the bodies. The poses are those of the frames in
    /// which the bodies are at rest.
    pub fn update(
        &mut self,
        manifold: &Manifold<V>,
        pose_a: &Pose<V>,
        pose_b: &Pose<V>,
        settings: &Persistence<V::Scalar>,
    ) {
        self.update_points(manifold.normal, manifold.points(), pose_a, pose_b, settings);
    }

    /// Runs the next step for points from elsewhere, in order around their polygon, with their common normal.
    pub fn update_points(
        &mut self,
        normal: V,
        points: &[ManifoldPoint<V>],
        pose_a: &Pose<V>,
        pose_b: &Pose<V>,
        settings: &Persistence<V::Scalar>,
    ) {
        core::mem::swap(&mut self.contacts, &mut self.old);
        self.contacts.clear();
        self.ended.clear();
        self.incoming.clear();
        self.incoming.extend(points.iter().map(|p| Incoming {
            local_a: pose_a.untransform(p.point_a),
            local_b: pose_b.untransform(p.point_b),
            known: None,
            kept: true,
        }));
        let normals = [pose_a.rotation().unrotate(normal), pose_b.rotation().unrotate(normal)];
        let cosine = normals[0].dot(self.normals[0]).max(normals[1].dot(self.normals[1]));
        if cosine >= V::Scalar::of(SAME_SIDE) {
            pair_up(&self.old, points, &mut self.incoming, &mut self.moved, settings.distance);
        }
        self.left_out = reduce(points, &mut self.incoming, &mut self.ring, settings);
        self.carry_over(points);
        self.normals = normals;
        self.normal = Some(normal);
    }

    /// Fills `contacts` with those that continue, in their old order, and then those that begin; the rest have ended.
    fn carry_over(&mut self, points: &[ManifoldPoint<V>]) {
        for (i, mut contact) in self.old.drain(..).enumerate() {
            let found = self.incoming.iter().position(|p| p.kept && p.known == Some(i));
            if let Some(j) = found {
                contact.age = contact.age.saturating_add(1);
                contact.point = points[j];
                (contact.local_a, contact.local_b) = (self.incoming[j].local_a, self.incoming[j].local_b);
                self.contacts.push(contact);
            } else {
                self.ended.push(contact);
            }
        }
        for (p, incoming) in points.iter().zip(&self.incoming) {
            if incoming.kept && incoming.known.is_none() {
                let Incoming { local_a, local_b, .. } = *incoming;
                self.contacts.push(PersistentContact {
                    id: self.next_id,
                    age: 0,
                    data: D::default(),
                    point: *p,
                    local_a,
                    local_b,
                    first_a: local_a,
                    first_b: local_b,
                });
                self.next_id = self.next_id.wrapping_add(1);
            }
        }
    }
}

impl<V: Vector, D> Persistent<V, D> {
    /// Forgets everything but its memory: for another pair.
    pub fn reset(&mut self) {
        self.contacts.clear();
        self.ended.clear();
        self.normal = None;
        self.normals = [V::ZERO; 2];
        self.next_id = 0;
        self.left_out = 0;
    }
}
