//! Depenetration at the start of a slide: a way out by the normals of all near pieces, if the player is too near or overlaps.
//!
//! # Method
//! From every near piece the player must move along its normal until it is at the rest distance. The shortest such translation is found
//! by averaged projections (Cimmino 1938): if there is none, as between walls that are too near to one another, they lead to the
//! middle. Normals change on the way, so this is repeated a few times.
//!
//! # Guarantees
//! A pose is accepted only if a distance query proves that the player keeps the distance of casts from every object there. A player
//! that was apart from all of them is moved along a path that casts prove free. One that was not may pass through the object it was in.

use super::walk::{Near, Walk, Zone, hit_of, lifted, moved};
use crate::math::{Motion, Pose, Real, Vec3, Vector};
use crate::nonconvex::Dimension;
use crate::scene::ObjectHandle;
use crate::sliding::Start;

/// Number of times the normals are updated.
const ROUNDS: u32 = 8;

/// Number of projections per round.
const SWEEPS: u32 = 64;

/// A player may be moved by this many clearances in any case.
const ALWAYS: f64 = 4.0;

/// Allowance for rounding beyond the missing distance, in clearances.
const MORE: f64 = 1.0 / 32.0;

/// Beginning of a slide.
pub(super) enum Beginning<V: Dimension> {
    /// The pose from which the player goes, and whether it is the given one.
    At(Pose<V>, Start),
    /// The nearest object, if the player is in an object and no way out was found.
    Inside(Near<V>),
}

impl<V: Dimension> Walk<'_, '_, V> {
    /// The start of the slide. If the player is too near to others and cannot get away, the slide continues with the distance that there
    /// is.
    pub(super) fn begin(&mut self, pose: &Pose<V>) -> Beginning<V> {
        let deepest = self.settings.free.f64();
        self.facing.begin(Real::max(deepest, 0.0));
        let found = self.find_start(pose);
        if matches!(found, Beginning::At(..)) || deepest <= 0.0 {
            return found;
        }
        // Not even out of one-sided chains: these are passed.
        self.facing.begin(0.0);
        self.find_start(pose)
    }

    fn find_start(&mut self, pose: &Pose<V>) -> Beginning<V> {
        let near = self.look(pose, self.zone.rest);
        if near.lower >= self.zone.cast {
            return Beginning::At(*pose, Start::Apart);
        }
        let apart = near.lower > 0.0;
        if let Some(freed) = self.way_out(pose)
            && (!apart || self.is_free(pose, &freed, near.lower))
        {
            return Beginning::At(freed, Start::Freed);
        }
        if !apart {
            return Beginning::Inside(near);
        }
        self.zone = Zone::of(0.5 * near.lower);
        Beginning::At(*pose, Start::Apart)
    }

    /// A pose proven to be apart from all objects.
    fn way_out(&mut self, from: &Pose<V>) -> Option<Pose<V>> {
        let most = self.settings.free.f64() + ALWAYS * self.zone.clearance;
        let mut pose = *from;
        for _ in 0..ROUNDS {
            self.find_needs(&pose);
            let step = self.relaxed();
            pose = moved(&pose, step)?;
            let all = lifted::<V>((pose.translation() - from.translation()).widen());
            if step == Vec3::ZERO || all.norm() > most {
                return None;
            }
            if self.look(&pose, self.zone.rest).lower >= self.zone.cast {
                return Some(pose);
            }
        }
        None
    }

    /// Finds the missing distances to the rest position, and their normals.
    fn find_needs(&mut self, pose: &Pose<V>) {
        let rest = self.zone.rest + MORE * self.zone.clearance;
        self.memory.needs.clear();
        self.find_near(pose, V::ZERO, rest);
        for i in 0..self.memory.near.len() {
            let Some((object, form)) = self.form(self.memory.near[i]) else { continue };
            let deepest = self.contact(pose, &form, rest);
            self.contacts_of(pose, &form, rest);
            let touched = self.memory.contacts.iter().map(|contact| {
                let hit = hit_of::<V>(object, contact);
                (hit.normal, hit.distance)
            });
            let deepest = deepest.map(|deepest| (-deepest.normal, deepest.signed_distance));
            for (normal, distance) in touched.chain(deepest) {
                let missing = rest - distance.f64();
                if missing > 0.0 && missing.is_finite() {
                    self.memory.needs.push((lifted::<V>(normal.widen()), missing));
                }
            }
        }
        // Sums depend on the order, so sort to be independent of the order of lists.
        let key = |&(normal, missing): &(Vec3<f64>, f64)| (missing, normal.to_array());
        self.memory.needs.sort_unstable_by(|a, b| {
            let (a, b) = (key(a), key(b));
            a.partial_cmp(&b).unwrap_or(core::cmp::Ordering::Equal)
        });
    }

    /// A short translation after which nothing is missing, or as little as possible.
    fn relaxed(&self) -> Vec3<f64> {
        let needs = &self.memory.needs;
        let mut way = Vec3::ZERO;
        for _ in 0..SWEEPS {
            let (mut sum, mut count) = (Vec3::ZERO, 0.0);
            for &(normal, missing) in needs {
                let left = missing - normal.dot(way);
                if left > 0.0 {
                    (sum, count) = (sum + normal * left, count + 1.0);
                }
            }
            if count == 0.0 {
                break;
            }
            way += sum * (1.0 / count);
        }
        way
    }

    /// Whether the straight path between two poses is free, for a player that is at least `lower` from all objects at the first.
    fn is_free(&mut self, from: &Pose<V>, to: &Pose<V>, lower: f64) -> bool {
        let way = to.translation() - from.translation();
        if way.widen().norm() < lower {
            return true;
        }
        let Ok(motion) = Motion::try_translation(way) else { return false };
        let zone = core::mem::replace(&mut self.zone, Zone::of(0.5 * lower));
        self.find_near(from, way, self.zone.rest);
        let free = self.memory.near.iter().all(|&index| {
            self.form(index).is_none_or(|(_, form): (ObjectHandle, _)| {
                self.cast(from, &form, &motion, self.zone.cast).is_none()
            })
        });
        self.zone = zone;
        free
    }
}
