//! State of a slide in progress, its elementary motions, and near objects.

use super::facing::{Facing, GAP};
use super::types::{SceneSlideSettings, SlideHit, SlideMemory};
use crate::answer::{Contact, Settings};
use crate::body::{Form, PieceSpace};
use crate::casting::{CastKernel, CastSettings, Impact};
use crate::feature::Tolerances;
use crate::manifolds::ManifoldSettings;
use crate::math::{Aabb, Each, Motion, Pose, Real, Vec3, Vector};
use crate::nonconvex::{self, Dimension, FormSpace};
use crate::ray::Ray;
use crate::scene::{ObjectHandle, Scene};
use crate::shape::{CoreShape, Parts};
use crate::sliding::planes::Planes;
use crate::sliding::{AWAY, Step};

/// Casts look this many clearances beyond the end of a path, so that the player also ends apart from objects just beyond it.
const BEYOND: f64 = 4.0;

/// A player that is stopped moves back along its path by at most this many clearances. More would let planes count where they
/// do not apply; less leaves it nearer to the object it grazes.
const BACK: f64 = 16.0;

/// Tolerance of a cast, in clearances: small compared to the quarter of one between the distances of casts and of the guarantee.
const CAST_TOLERANCE: f64 = 1.0 / 64.0;

/// The same relative to the sizes, if that is less: normals where a ball meets an edge are off by the root of it.
const FINEST: f64 = 1.0 / (1u64 << 30) as f64;

/// Height above an edge, and distance behind it, at which the ray starts that looks for the ground behind it, in clearances. The ratio
/// is that of the steepest face on which it starts outside: 63 degrees.
const EDGE: [f64; 2] = [2.0, 1.0];

/// An edge whose normal rises less than this is one of a wall.
const LEAST_RISE: f64 = 1.0 / 64.0;

/// The error of the points of an object, in ε, counts as this fraction of a size: the least tolerance of a cast is 8 times that
/// error, or about 1024 ε of a size.
const CHOICE: f64 = 1.0 / 128.0;

/// The distances that a slide keeps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zone {
    /// The guaranteed distance.
    pub clearance: f64,
    /// The distance of casts: more than the guaranteed one, by the possible rounding in all motions of a slide. After each stop it is
    /// reduced by the rounding of a pose: a player nearer than the distance of casts would be stopped at once, whichever way it goes.
    pub cast: f64,
    /// The rest distance of the player.
    pub rest: f64,
}

impl Zone {
    pub fn of(clearance: f64) -> Self {
        Self { clearance, cast: 1.25 * clearance, rest: 2.0 * clearance }
    }
}

/// Obstacle that stopped a motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stop<V: Vector> {
    /// The hit, with the normal of the surface.
    pub hit: SlideHit<V>,
    /// Unit normal towards the player: that of the piece by itself, at the impact.
    pub raw: Vec3<f64>,
}

/// The first obstacle of a motion.
struct Met<V: Vector> {
    /// The time at which the player stops.
    at: f64,
    /// The time at which it would be at the distance of casts.
    time: f64,
    hit: SlideHit<V>,
}

/// Result of a motion.
pub(super) struct Traced<V: Vector> {
    pub pose: Pose<V>,
    /// The distance covered, as rounded.
    pub gone: Vec3<f64>,
    pub stop: Option<Stop<V>>,
}

/// Distance of a player from the objects of a scene.
#[derive(Clone, Copy)]
pub(super) struct Near<V: Vector> {
    /// Proven lower bound of the signed distances.
    pub lower: f64,
    /// The nearest object, if it is within the margin.
    pub hit: Option<SlideHit<V>>,
}

/// Identifies a list of planes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum List {
    /// Obstacles at the player's height.
    Here,
    /// Obstacles one step higher.
    Above,
}

/// State of a call.
pub(super) struct Walk<'a, 'm, V: Dimension> {
    pub scene: &'a Scene<V>,
    /// The player in its own frame.
    pub player: Parts<'a, V::Wide>,
    /// The bounding box of the player at a translation of zero, with its orientation and including its error.
    pub around: Aabb<V>,
    pub settings: &'m SceneSlideSettings<'m, V>,
    pub memory: &'m mut SlideMemory<V>,
    pub facing: &'a Facing<'a, V>,
    pub zone: Zone,
    /// Maximum rounding of a pose.
    pub grain: f64,
    /// Unit vector.
    pub up: Vec3<f64>,
    /// Least n · up of ground to stand on.
    pub level: f64,
    /// Height of the player's lowest point above its origin: usually negative.
    pub lowest: f64,
    pub traces: u32,
    pub casts: u32,
    /// The first obstructing surface that is too steep to stand on.
    pub wall: Option<SlideHit<V>>,
    pub step: Step,
    /// Number of steps up that were tried.
    pub tries: u32,
}

impl<'a, V: Dimension> Walk<'a, '_, V> {
    /// The planes of a list.
    pub(super) fn planes(&mut self, list: List) -> &mut Planes {
        &mut self.memory.planes[list as usize]
    }

    /// Adds the player's pose to its path.
    pub(super) fn went_to(&mut self, pose: &Pose<V>) {
        if self.memory.path.last() != Some(pose) {
            self.memory.path.push(*pose);
        }
    }

    /// A translation that stops before the first obstacle, proven to keep the distance of casts until there.
    ///
    /// The player stops at the rest distance, twice the clearance from the obstacle, according to the normal there: the distance of
    /// convex pieces along a line is a convex function of the parameter, so that moving back by x / (n · direction) gains at least x.
    /// If it is nearer already, it stays where it is. So a player that slides along a plane keeps more than a cast requires, and the
    /// internal edges of a surface are not felt.
    pub(super) fn trace(&mut self, from: &Pose<V>, way: Vec3<f64>) -> Traced<V> {
        self.traces += 1;
        let still = Traced { pose: *from, gone: Vec3::ZERO, stop: None };
        let length = way.norm();
        let further: V = V::narrow(lowered::<V>(way * (1.0 + BEYOND * self.zone.clearance / length)));
        let Ok(motion) = Motion::try_translation(further) else { return still };
        let full = lifted::<V>(further.widen());
        let reach = full.norm();
        if !(length > 0.0 && reach > 0.0) {
            return still;
        }
        self.find_near(from, further, self.zone.rest);
        let mut first: Option<Met<V>> = None;
        let near = core::mem::take(&mut self.memory.near);
        for &index in &near {
            let Some((object, form)) = self.form(index) else { continue };
            self.casts += 1;
            let Some(impact) = self.met(from, &form, &motion, full) else { continue };
            let into = lifted::<V>(impact.normal.widen()).dot(full);
            let back = Real::max((self.zone.rest - self.zone.cast) / Real::max(into, 0.0), 0.0);
            let most = BACK * self.zone.clearance / reach;
            let at = Real::max(impact.time.f64() - Real::min(back, most), 0.0);
            let hit = SlideHit {
                object,
                part: impact.part_b,
                point: impact.point_b,
                normal: -impact.normal,
                distance: impact.distance,
            };
            let found = Met { at, time: impact.time.f64(), hit };
            if first.as_ref().is_none_or(|met| precedes((found.time, &found.hit), (met.time, &met.hit))) {
                first = Some(found);
            }
        }
        self.memory.near = near;
        let end = length / reach;
        let stopped = first.filter(|met| met.at < end);
        let by = stopped.as_ref().map_or(way, |met| full * met.at);
        let Some(pose) = moved(from, by) else { return still };
        if stopped.is_some() {
            self.zone.cast = Real::max(self.zone.cast - self.grain, self.zone.clearance);
        }
        let gone = lifted::<V>((pose.translation() - from.translation()).widen());
        let stop = stopped.map(|met| self.stop(from, full, &met));
        Traced { pose, gone, stop }
    }

    /// The obstacle that stopped a motion, with the normal of the surface: at an internal edge, that is not the one of the piece.
    fn stop(&mut self, from: &Pose<V>, full: Vec3<f64>, &Met { time, hit, .. }: &Met<V>) -> Stop<V> {
        let raw = lifted::<V>(hit.normal.widen());
        let Some(there) = moved(from, full * time) else { return Stop { hit, raw } };
        let Some((_, form @ Form::Pieces(..))) = self.form(hit.object.index) else {
            return Stop { hit, raw };
        };
        self.contacts_of(&there, &form, self.zone.cast + CAST_TOLERANCE * self.zone.clearance);
        // The piece that was met if it obstructs the motion, otherwise the most obstructing one.
        let mut best: Option<(bool, f64, SlideHit<V>)> = None;
        for contact in &self.memory.contacts {
            let found = hit_of::<V>(hit.object, contact);
            let into = lifted::<V>(found.normal.widen()).dot(full);
            let same = contact.part_b == hit.part;
            let better = |(was_same, least, best): &(bool, f64, SlideHit<V>)| {
                let nearer = || precedes((into, &found), (*least, best));
                (same && !was_same) || (same == *was_same && nearer())
            };
            if into < 0.0 && best.as_ref().is_none_or(better) {
                best = Some((same, into, found));
            }
        }
        Stop { hit: best.map_or(hit, |(_, _, found)| found), raw }
    }

    /// The impact of a motion on an object. A motion that starts in touch may end five tolerances of a cast nearer than the distance of
    /// casts: from there it is not stopped by the object as long as it comes no nearer, and is farther away than the guaranteed
    /// distance.
    fn met(
        &self,
        from: &Pose<V>,
        form: &Form<'a, V::Wide>,
        motion: &Motion<V>,
        full: Vec3<f64>,
    ) -> Option<Impact<V>> {
        let impact = self.cast(from, form, motion, self.zone.cast)?;
        let into = lifted::<V>(impact.normal.widen()).dot(full);
        let leads_in = into > AWAY * V::Scalar::EPSILON.f64() * full.norm();
        let kept = Real::min(impact.distance.f64(), self.zone.cast) - self.grain;
        if leads_in || impact.time > V::Scalar::ZERO || kept <= self.zone.clearance {
            return Some(impact);
        }
        self.cast(from, form, motion, kept)
    }

    pub(super) fn cast(
        &self,
        from: &Pose<V>,
        form: &Form<'a, V::Wide>,
        motion: &Motion<V>,
        separation: f64,
    ) -> Option<Impact<V>> {
        let player = self.player.placed(from);
        let size = self.size_with(form, motion.linear().widen().norm());
        let tolerance = Real::min(CAST_TOLERANCE * self.zone.clearance / size, FINEST);
        let settings = CastSettings { separation, tolerance: Some(tolerance), ..CastSettings::default() };
        let motions = [&motion.widened(), &Motion::still()];
        match form {
            Form::Convex(other) => V::Wide::cast(player, *other, motions, &settings).map(Impact::narrowed),
            other => {
                let seen = self.facing.seen(other, &player);
                let other = seen.as_ref().unwrap_or(other);
                let impact = V::Wide::cast_forms(&Form::Convex(player), other, motions, &settings, 1.0);
                impact.map(Impact::narrowed)
            }
        }
    }

    /// The combined size of the player and an object, to which tolerances are relative. A half-space counts as far as the player may
    /// go.
    fn size_with(&self, form: &Form<'a, V::Wide>, way: f64) -> f64 {
        let size = self.player.core.reach() + self.player.radius;
        size + match form {
            Form::Convex(parts) => parts.core.reach() + parts.radius,
            Form::Pieces(pieces, _) => pieces.reach(),
            Form::HalfSpace(..) => 8.0 * (size + way),
            Form::Map(map, _) => nonconvex::map_reach::<V::Wide>(*map),
        }
    }

    /// The magnitude of the numbers of the objects within a distance of the player: how far they reach from the origin.
    pub(super) fn farthest(&mut self, pose: &Pose<V>, within: f64) -> f64 {
        self.find_near(pose, V::ZERO, within);
        let mut most = 0.0;
        for &index in &self.memory.near {
            let Some((_, form)) = self.form(index) else { continue };
            let far = match &form {
                Form::Convex(parts) => {
                    let size = parts.core.reach() + parts.radius + parts.pose.translation().sum_abs();
                    size + CHOICE / f64::EPSILON * (parts.core.choice_error() + parts.lost)
                }
                Form::Pieces(pieces, at) => {
                    let size = pieces.reach() + at.translation().sum_abs();
                    size + CHOICE / f64::EPSILON * pieces.lost()
                }
                Form::HalfSpace(half_space, _) => half_space.offset().abs(),
                Form::Map(map, at) => nonconvex::map_reach::<V::Wide>(*map) + at.translation().sum_abs(),
            };
            most = Real::max(most, far);
        }
        most
    }

    /// The distance of the player from all objects at a pose; beyond the margin only a lower bound.
    pub(super) fn look(&mut self, pose: &Pose<V>, margin: f64) -> Near<V> {
        self.find_near(pose, V::ZERO, margin);
        let mut near = Near { lower: margin, hit: None };
        for &index in &self.memory.near {
            let Some((object, form)) = self.form(index) else { continue };
            let Some(contact) = self.contact(pose, &form, margin) else { continue };
            let value = contact.signed_distance.f64();
            // NaN proves nothing.
            let lower = value - contact.error.f64();
            near.lower = if lower >= near.lower { near.lower } else { lower };
            let found = SlideHit {
                object,
                part: contact.part_b,
                point: contact.point_b,
                normal: -contact.normal,
                distance: contact.signed_distance,
            };
            let before = |hit: SlideHit<V>| precedes((value, &found), (hit.distance.f64(), &hit));
            let nearer = near.hit.is_none_or(before);
            if value <= margin && nearer {
                near.hit = Some(found);
            }
        }
        near
    }

    /// The signed distance of the player and a body; `None` if it is proven to be more than the margin.
    pub(super) fn contact(
        &self,
        pose: &Pose<V>,
        form: &Form<'a, V::Wide>,
        margin: f64,
    ) -> Option<Contact<V>> {
        let gap = Real::min(CAST_TOLERANCE * self.zone.clearance / self.size_with(form, 0.0), GAP);
        let settings = Settings { gap: Some(gap), margin: Some(margin) };
        let player = self.player.placed(pose);
        let seen = self.facing.seen(form, &player);
        match seen.as_ref().unwrap_or(form) {
            Form::Convex(other) => V::Wide::contact_of_pieces(&player, other, &settings),
            other => V::Wide::contact_of_forms(&Form::Convex(player), other, &settings),
        }
        .map(Contact::narrowed)
    }

    /// Contacts of the player with an object, piece by piece and without ghost contacts, into the memory.
    pub(super) fn contacts_of(&mut self, pose: &Pose<V>, form: &Form<'a, V::Wide>, margin: f64) {
        let settings = ManifoldSettings {
            margin,
            gap: Some(GAP),
            tolerances: Some(Tolerances::of::<f64>()),
            ..ManifoldSettings::default()
        };
        self.memory.contacts.clear();
        let player = self.player.placed(pose);
        let seen = self.facing.seen(form, &player);
        let form = seen.as_ref().unwrap_or(form);
        V::Wide::contacts_of_forms(&Form::Convex(player), form, &settings, &mut self.memory.contacts);
        self.memory.contacts.sort_unstable_by_key(|contact| contact.part_b);
    }

    /// The ground of the player at a pose.
    pub(super) fn ground(&mut self, pose: &Pose<V>) -> Option<SlideHit<V>> {
        let margin = self.zone.rest + self.zone.clearance;
        self.find_near(pose, V::ZERO, margin);
        let mut best: Option<(f64, SlideHit<V>)> = None;
        for i in 0..self.memory.near.len() {
            let Some((object, form)) = self.form(self.memory.near[i]) else { continue };
            self.contacts_of(pose, &form, margin);
            for contact in &self.memory.contacts {
                let hit = hit_of::<V>(object, contact);
                let rise = lifted::<V>(hit.normal.widen()).dot(self.up);
                let higher = |(most, best): &(f64, SlideHit<V>)| precedes((-rise, &hit), (-most, best));
                if best.as_ref().is_none_or(higher) && self.carries(pose, &hit) {
                    best = Some((rise, hit));
                }
            }
        }
        best.map(|(_, hit)| hit)
    }

    /// Whether a surface can be stood on according to its normal.
    pub(super) fn is_level(&self, normal: Vec3<f64>) -> bool {
        normal.dot(self.up) >= self.level
    }

    /// Whether a touched surface carries the player at a pose: by its normal, or as an edge no higher than a step, behind which
    /// there is level ground. Without the second case a round player would never come to stand on a stair.
    pub(super) fn carries(&self, pose: &Pose<V>, hit: &SlideHit<V>) -> bool {
        let normal = lifted::<V>(hit.normal.widen());
        if self.is_level(normal) {
            return true;
        }
        let rise = normal.dot(self.up);
        let point = lifted::<V>(hit.point.widen());
        if !(rise >= LEAST_RISE && self.is_in_reach(pose, hit)) {
            return false;
        }
        let Some(behind) = (self.up * rise - normal).normalized() else { return false };
        let [above, beyond] = EDGE.each(|share| share * self.zone.clearance);
        let origin = point + self.up * above + behind * beyond;
        let Some((_, form)) = self.form(hit.object.index) else { return false };
        let narrowed = |v: Vec3<f64>| V::narrow(lowered::<V>(v));
        let Ok(ray) = Ray::<V>::try_new(narrowed(origin), narrowed(-self.up)) else { return false };
        let max = V::Scalar::of(2.0 * above).f64();
        let top = V::Wide::ray_cast_form(&form, &ray.widened(), max);
        top.is_some_and(|top| top.distance > 0.0 && self.is_level(lifted::<V>(top.normal)))
    }

    /// Whether a hit is no higher above the feet of a player at a pose than a step.
    pub(super) fn is_in_reach(&self, pose: &Pose<V>, hit: &SlideHit<V>) -> bool {
        let above = lifted::<V>((hit.point - pose.translation()).widen()).dot(self.up) - self.lowest;
        above <= self.settings.step.f64() + self.zone.rest
    }

    /// An object of the scene.
    pub(super) fn form(&self, index: u32) -> Option<(ObjectHandle, Form<'a, V::Wide>)> {
        let (object, generation) = self.scene.objects.at(index)?;
        let form = self.scene.shape_at(object.shape).form_at(&object.pose);
        Some((ObjectHandle { index, generation }, form))
    }

    /// Finds the objects whose boxes are within a margin of the player on a path, into the memory, sorted by index: the order in a tree
    /// depends on how it was built.
    pub(super) fn find_near(&mut self, from: &Pose<V>, way: V, margin: f64) {
        let at = from.translation();
        let here = Aabb { min: self.around.min + at, max: self.around.max + at };
        let there = Aabb { min: here.min + way, max: here.max + way };
        let swept = here.union(&there);
        // Coordinates are rounded a few times.
        let extent = Vector::max(Vector::abs(swept.min), Vector::abs(swept.max)).sum_abs();
        let slack = extent * V::Scalar::of(8.0) * V::Scalar::EPSILON;
        let reach = self.scene.box_margin(V::Scalar::of(margin)) + slack;
        let (scene, settings, near) = (self.scene, self.settings, &mut self.memory.near);
        near.clear();
        scene.tree.each_in_box(&swept.grown(reach), |index| {
            let Some((object, generation)) = scene.objects.at(index) else { return };
            let handle = ObjectHandle { index, generation };
            if settings.layers.meet(&object.layers) && !settings.ignore.contains(&handle) {
                near.push(index);
            }
        });
        near.sort_unstable();
    }
}

/// Whether an obstacle comes before another, by a number, then by the place and normal of the hit: if numbers are equal the order in
/// which objects were added does not decide.
fn precedes<V: Dimension>(a: (f64, &SlideHit<V>), b: (f64, &SlideHit<V>)) -> bool {
    let key = |(value, hit): (f64, &SlideHit<V>)| {
        (value, V::Wide::lifted(hit.normal.widen()), V::Wide::lifted(hit.point.widen()), hit.distance)
    };
    key(a) < key(b)
}

/// A contact of two pieces, at its deepest point.
pub(super) fn hit_of<V: Dimension>(
    object: ObjectHandle,
    contact: &crate::nonconvex::PieceContact<V::Wide>,
) -> SlideHit<V> {
    let manifold = &contact.manifold;
    let deepest = manifold.points().iter().fold(
        None,
        |best: Option<&crate::manifolds::ManifoldPoint<V::Wide>>, point| match best {
            Some(best) if best.signed_distance <= point.signed_distance => Some(best),
            _ => Some(point),
        },
    );
    SlideHit {
        object,
        part: contact.part_b,
        point: deepest.map_or(V::ZERO, |point| V::narrow(point.point_b)),
        normal: V::narrow(-manifold.normal),
        distance: Real::of(deepest.map_or(manifold.signed_distance, |point| point.signed_distance)),
    }
}

/// A pose moved, if the result is in range.
pub(super) fn moved<V: Dimension>(pose: &Pose<V>, by: Vec3<f64>) -> Option<Pose<V>> {
    let to = V::narrow(pose.translation().widen() + lowered::<V>(by));
    Pose::try_new(to, pose.rotation()).ok()
}

/// A vector in space, with the third coordinate 0 for the plane.
#[inline]
pub(super) fn lifted<V: Dimension>(v: V::Wide) -> Vec3<f64> {
    Vec3::from(V::Wide::lifted(v))
}

/// Inverse of [`lifted`].
#[inline]
pub(super) fn lowered<V: Dimension>(v: Vec3<f64>) -> V::Wide {
    let v = v.to_array();
    (0..<V as Vector>::DIM).fold(V::Wide::ZERO, |sum, i| sum + V::Wide::axis(i) * v[i])
}
