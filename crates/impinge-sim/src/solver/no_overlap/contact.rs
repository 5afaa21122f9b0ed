//! A contact during a step: rigid, with friction and restitution, and the push that keeps the zone.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | the normal, from A to B |
//! | g | the gap of a point; z the zone; h the time of a sub-step |
//! | u | the speed of B relative to A along n at the point, above 0 if they separate |
//! | b | the speed at which they may approach: u ≥ −b |
//! | λ | the impulse of the point, ≥ 0 |
//!
//! **Impulses** solve u ≥ −b, λ ≥ 0, λ (u + b) = 0 point by point, with b = (g − z) / h if the gap is more than the zone, 0 if it is
//! less. Friction stays in the disc of radius μ λ. After the last sub-step a point that had an impulse and came faster than the bounce
//! speed leaves with u = −e u₀, where u₀ is the speed before the step and e the restitution.
//!
//! **Pushes** are motions in addition to those of the velocities, applied in this step and then discarded, so that they carry no energy:
//! they achieve p ≥ s (z − g) if the gap is less than the zone, with s the fraction of the missing gap that is recovered in a step.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::NoOverlapSettings;
use crate::body::State;
use crate::continuous::CoreSpace;
use crate::joint::Twist;
use crate::material::Combine;
use crate::solver_contact::{MAX_POINTS, SolverContact, SolverContacts, placed};

/// A body with a gap of up to this many zones bounces in this step; one that is farther away is first brought near by its cast, so that
/// it bounces at the surface.
const BOUNCES_WITHIN: f64 = 1.5;

/// Gaps that are short of the zone by at most this fraction are left alone, so that bodies come to rest: if they were pushed at every
/// step they would be lifted and fall again by as much.
const UNFELT: f64 = 0.05;

/// A contact of two bodies during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact<T: Real> {
    pub a: usize,
    pub b: usize,
    friction: T,
    restitution: T,
    count: usize,
    points: [Point<T>; MAX_POINTS],
}

/// A point of a contact.
#[derive(Clone, Copy, Debug)]
struct Point<T: Real> {
    normal: Line<T>,
    tangents: [Line<T>; 2],
    gap: T,
    /// b.
    allowed: T,
    /// u₀, if the point may bounce.
    bounces: Option<T>,
    /// Whether it is left to the casts: it bounces, but is too far away in this step.
    is_left: bool,
    impulse: T,
    /// The largest impulse of a sub-step.
    largest: T,
    tangent_impulse: [T; 2],
    push: T,
}

/// A constraint row: a line of action d through a point with the arms r from the centers of mass.
#[derive(Clone, Copy, Debug)]
struct Line<T: Real> {
    along: Vec3<T>,
    /// r × d for A and B.
    turns: [Vec3<T>; 2],
    /// Effects of a unit impulse along d on the velocities and angular velocities of A and B, with its sign for B.
    effects: [Twist<T>; 2],
    /// 1 / (d·(effects of B and A on the point)).
    mass: T,
}

impl<T: Real> Line<T> {
    fn new(inverse_mass: [T; 2], inverse_inertia: &[Mat3<T>; 2], arms: [Vec3<T>; 2], along: Vec3<T>) -> Self {
        let turns = arms.map(|arm| arm.cross(along));
        let effects = [0, 1].map(|i| [along * inverse_mass[i], inverse_inertia[i] * turns[i]]);
        let turning = turns[0].dot(effects[0][1]) + turns[1].dot(effects[1][1]);
        let k = inverse_mass[0] + inverse_mass[1] + turning;
        Self { along, turns, effects, mass: if k > T::ZERO { T::ONE / k } else { T::ZERO } }
    }

    /// Speed of B relative to A, along the line.
    #[inline]
    fn speed(&self, [a, b]: [&Twist<T>; 2]) -> T {
        self.along.dot(b[0] - a[0]) + self.turns[1].dot(b[1]) - self.turns[0].dot(a[1])
    }
}

impl<T: Real> Contact<T> {
    /// A contact, prepared for the sub-steps; `states` have their velocities from before the step.
    pub fn new<V: CoreSpace<Scalar = T>>(
        contacts: &SolverContacts<V>,
        place: usize,
        states: &[State<T>],
        settings: &NoOverlapSettings<T>,
    ) -> Self {
        let (kept_contact, details) = (&contacts.contacts()[place], &contacts.details()[place]);
        let placed = placed(contacts, place, states);
        let (a, b) = (kept_contact.a.index(), kept_contact.b.index());
        let (first, second) = (&states[a], &states[b]);
        let normal = placed.normal;
        let across = normal.any_orthogonal().unit();
        let tangents = [across, normal.cross(across)];
        let (m, n) = (&first.material, &second.material);
        let friction = Combine::of(m.combine_friction, n.combine_friction, m.friction, n.friction);
        let restitution =
            Combine::of(m.combine_restitution, n.combine_restitution, m.restitution, n.restitution);
        let restitution = restitution.min(T::ONE);
        let inverse_mass = [first.inverse_mass, second.inverse_mass];
        let inverse_inertia = [first.world_inverse_inertia(), second.world_inverse_inertia()];
        let points = core::array::from_fn(|i| {
            let p = &placed.points[i];
            let middle = p.middle();
            let arms = [middle - first.center, middle - second.center];
            let speed = (second.velocity_at(arms[1]) - first.velocity_at(arms[0])).dot(normal);
            let bounces = (restitution > T::ZERO && speed < -settings.bounce_speed).then_some(speed);
            let near = p.signed_distance <= settings.zone * T::of(BOUNCES_WITHIN);
            let is_left = bounces.is_some() && !near;
            let kept = if is_left { T::ZERO } else { T::ONE };
            let line = |along| Line::new(inverse_mass, &inverse_inertia, arms, along);
            Point {
                normal: line(normal),
                tangents: tangents.map(line),
                gap: p.signed_distance,
                allowed: T::ZERO,
                bounces,
                is_left,
                impulse: kept_contact.data.normal[i] * kept,
                largest: T::ZERO,
                tangent_impulse: tangents.map(|t| details.data[i].dot(t) * kept),
                push: T::ZERO,
            }
        });
        Self { a, b, friction, restitution, count: kept_contact.count(), points }
    }

    /// Sets the speeds at which gaps may close in a sub-step of length `time`.
    pub fn allow(&mut self, zone: T, time: T) {
        for p in &mut self.points[..self.count] {
            p.allowed = (p.gap - zone).max(T::ZERO) / time;
        }
    }

    /// Drops its impulses.
    pub fn forget(&mut self) {
        for p in &mut self.points {
            (p.impulse, p.largest, p.tangent_impulse) = (T::ZERO, T::ZERO, [T::ZERO; 2]);
        }
    }

    /// Updates gaps after a sub-step, to first order: points that rotate with their bodies would leave the floor under a rolling ball.
    pub fn follow(&mut self, speeds: &[Twist<T>], time: T) {
        let pair = [&speeds[self.a], &speeds[self.b]];
        for p in &mut self.points[..self.count] {
            p.gap += p.normal.speed(pair) * time;
        }
    }

    /// Warm start: applies the impulses of the last sub-step.
    pub fn begin(&self, speeds: &mut [Twist<T>]) {
        for p in &self.points[..self.count] {
            self.apply(speeds, &p.normal, p.impulse);
            self.apply(speeds, &p.tangents[0], p.tangent_impulse[0]);
            self.apply(speeds, &p.tangents[1], p.tangent_impulse[1]);
        }
    }

    /// One pass over its points. Returns the largest change of a speed along the normal.
    pub fn solve(&mut self, speeds: &mut [Twist<T>]) -> T {
        let mut largest = T::ZERO;
        for i in 0..self.count {
            let p = &self.points[i];
            if p.is_left {
                continue;
            }
            let speed = p.normal.speed([&speeds[self.a], &speeds[self.b]]);
            let new = (p.impulse - p.normal.mass * (speed + p.allowed)).max(T::ZERO);
            let change = new - p.impulse;
            self.apply(speeds, &p.normal, change);
            if p.normal.mass > T::ZERO {
                largest = largest.max(change.abs() / p.normal.mass);
            }
            let p = &mut self.points[i];
            p.impulse = new;
            p.largest = p.largest.max(new);
        }
        for i in 0..self.count {
            let p = &self.points[i];
            let pair = [&speeds[self.a], &speeds[self.b]];
            let mut new = [0, 1].map(|k| {
                let line = &p.tangents[k];
                p.tangent_impulse[k] - line.mass * line.speed(pair)
            });
            let size = (new[0] * new[0] + new[1] * new[1]).sqrt();
            let most = self.friction * p.impulse;
            if size > most {
                new = new.map(|t| t * (most / size));
            }
            for k in [0, 1] {
                self.apply(speeds, &p.tangents[k], new[k] - p.tangent_impulse[k]);
            }
            self.points[i].tangent_impulse = new;
        }
        largest
    }

    /// Applies restitution to points that had an impulse and came fast.
    pub fn bounce(&mut self, speeds: &mut [Twist<T>]) {
        for i in 0..self.count {
            let p = &self.points[i];
            let Some(before) = p.bounces else { continue };
            if p.largest == T::ZERO {
                continue;
            }
            let speed = p.normal.speed([&speeds[self.a], &speeds[self.b]]);
            let new = (p.impulse - p.normal.mass * (speed + self.restitution * before)).max(T::ZERO);
            self.apply(speeds, &p.normal, new - p.impulse);
            self.points[i].impulse = new;
        }
    }

    /// One pass of the push: recovers a fraction of the gap that is missing to the zone. Returns the largest change of a motion along the
    /// normal.
    pub fn push(&mut self, pushes: &mut [Twist<T>], zone: T, share: T) -> T {
        let mut largest = T::ZERO;
        for i in 0..self.count {
            let p = &self.points[i];
            let missing = zone - p.gap;
            let wanted = if missing > zone * T::of(UNFELT) { missing * share } else { missing.min(T::ZERO) };
            let pushed = p.normal.speed([&pushes[self.a], &pushes[self.b]]);
            let new = (p.push + p.normal.mass * (wanted - pushed)).max(T::ZERO);
            let change = new - p.push;
            if change != T::ZERO {
                self.apply(pushes, &p.normal, change);
                largest = largest.max(change.abs() / p.normal.mass);
                self.points[i].push = new;
            }
        }
        largest
    }

    /// Stores the impulses for the next step.
    pub fn store<V: CoreSpace<Scalar = T>>(
        &self,
        contact: &mut SolverContact<V>,
        tangents: &mut [Vec3<T>; MAX_POINTS],
    ) {
        for (i, from) in self.points[..self.count].iter().enumerate() {
            contact.data.normal[i] = from.impulse;
            tangents[i] = from.tangents[0].along * from.tangent_impulse[0]
                + from.tangents[1].along * from.tangent_impulse[1];
        }
    }

    #[inline]
    fn apply(&self, speeds: &mut [Twist<T>], line: &Line<T>, impulse: T) {
        let [first, second] = &line.effects;
        let a = &mut speeds[self.a];
        *a = [a[0] - first[0] * impulse, a[1] - first[1] * impulse];
        let b = &mut speeds[self.b];
        *b = [b[0] + second[0] * impulse, b[1] + second[1] * impulse];
    }
}
