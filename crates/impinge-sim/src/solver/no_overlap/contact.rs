//! A contact during a step: hard, with friction and restitution, and the push that keeps the zone.
//!
//! | symbol | meaning |
//! |---|---|
//! | n | the normal, from A to B |
//! | g | the gap of a point; z the zone; h the time of a sub-step |
//! | u | the speed of B against A along n at the point, above 0 where they part |
//! | b | the speed at which they may come nearer: u ≥ −b |
//! | λ | the impulse of the point, ≥ 0 |
//!
//! **Impulses** solve u ≥ −b, λ ≥ 0, λ (u + b) = 0 point by point, with b = (g − z) / h where the gap is more than the zone, 0
//! where it is less. Friction stays in the disc of radius μ λ. After the last sub-step a point that was pressed and came faster than
//! the bounce speed leaves with u = −e u₀, where u₀ is the speed before the step and e the restitution.
//!
//! **Pushes** are ways beside those of the velocities, made in this step and then forgotten, so that they carry no energy: they bring
//! p ≥ s (z − g) where the gap is less than the zone, with s the share of the missing gap that is won back in a step.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::NoOverlapSettings;
use crate::body::State;
use crate::material::Combine;
use crate::touch::{MAX_POINTS, Touch};

/// A body with a gap of up to this many zones bounces in this step; one that is farther away is first brought near by its cast, so
/// that it bounces where it is.
const BOUNCES_WITHIN: f64 = 1.5;

/// Gaps that miss no more than this part of the zone are left alone, so that bodies come to rest: pushed at every step they would
/// be lifted and fall again by as much.
const UNFELT: f64 = 0.05;

/// Velocity and angular velocity, or a way and a turn.
pub(super) type Twist<T> = [Vec3<T>; 2];

/// A contact of two bodies during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contact<T: Real> {
    pub a: usize,
    pub b: usize,
    normal: Vec3<T>,
    tangents: [Vec3<T>; 2],
    friction: T,
    restitution: T,
    inverse_mass: [T; 2],
    inverse_inertia: [Mat3<T>; 2],
    count: usize,
    points: [Point<T>; MAX_POINTS],
}

/// One of its points.
#[derive(Clone, Copy, Debug)]
struct Point<T: Real> {
    /// From the centers of mass to the point, in the world.
    arms: [Vec3<T>; 2],
    gap: T,
    /// b.
    allowed: T,
    /// u₀, if the point is to bounce.
    bounces: Option<T>,
    /// Left to the casts: it bounces, but is too far away in this step.
    is_left: bool,
    normal_mass: T,
    tangent_mass: [T; 2],
    impulse: T,
    /// The largest impulse of a sub-step.
    largest: T,
    tangent_impulse: [T; 2],
    push: T,
}

impl<T: Real> Contact<T> {
    /// Ready for the sub-steps; `states` have their velocities of before the step.
    pub fn new(touch: &Touch<T>, states: &[State<T>], settings: &NoOverlapSettings<T>) -> Self {
        let (a, b) = (touch.a.index(), touch.b.index());
        let (first, second) = (&states[a], &states[b]);
        let normal = touch.normal;
        let across = normal.any_orthogonal().unit();
        let tangents = [across, normal.cross(across)];
        let inverse_mass = [first.inverse_mass, second.inverse_mass];
        let inverse_inertia = [first.world_inverse_inertia(), second.world_inverse_inertia()];
        let effective = |arms: &[Vec3<T>; 2], along: Vec3<T>| {
            let (u, v) = (arms[0].cross(along), arms[1].cross(along));
            let turning = u.dot(inverse_inertia[0] * u) + v.dot(inverse_inertia[1] * v);
            let k = inverse_mass[0] + inverse_mass[1] + turning;
            if k > T::ZERO { T::ONE / k } else { T::ZERO }
        };
        let (m, n) = (&first.material, &second.material);
        let friction = Combine::of(m.combine_friction, n.combine_friction, m.friction, n.friction);
        let restitution =
            Combine::of(m.combine_restitution, n.combine_restitution, m.restitution, n.restitution);
        let restitution = restitution.min(T::ONE);
        let points = touch.points.map(|p| {
            let middle = (p.point_a + p.point_b) * T::HALF;
            let arms = [middle - first.center, middle - second.center];
            let speed = (second.velocity_at(arms[1]) - first.velocity_at(arms[0])).dot(normal);
            let bounces = (restitution > T::ZERO && speed < -settings.bounce_speed).then_some(speed);
            let near = p.signed_distance <= settings.zone * T::of(BOUNCES_WITHIN);
            Point {
                arms,
                gap: p.signed_distance,
                allowed: T::ZERO,
                bounces,
                is_left: bounces.is_some() && !near,
                normal_mass: effective(&arms, normal),
                tangent_mass: tangents.map(|t| effective(&arms, t)),
                impulse: p.impulse,
                largest: T::ZERO,
                tangent_impulse: tangents.map(|t| p.tangent_impulse.dot(t)),
                push: T::ZERO,
            }
        });
        let count = touch.count;
        Self { a, b, normal, tangents, friction, restitution, inverse_mass, inverse_inertia, count, points }
    }

    /// How fast gaps may close in a sub-step of length `time`.
    pub fn allow(&mut self, zone: T, time: T) {
        for p in &mut self.points[..self.count] {
            p.allowed = (p.gap - zone).max(T::ZERO) / time;
        }
    }

    /// Gaps after a sub-step, to the first order: points that turn with their bodies would leave the floor where a ball rolls.
    pub fn follow(&mut self, states: &[State<T>], time: T) {
        for i in 0..self.count {
            let speed = self.speed(states, &self.points[i].arms).dot(self.normal);
            self.points[i].gap += speed * time;
        }
    }

    /// Begins with the impulses of the last sub-step.
    pub fn begin(&self, states: &mut [State<T>]) {
        for p in &self.points[..self.count] {
            let impulse = self.normal * p.impulse
                + self.tangents[0] * p.tangent_impulse[0]
                + self.tangents[1] * p.tangent_impulse[1];
            self.apply(states, &p.arms, impulse);
        }
    }

    /// One pass over its points. Returns the largest change of a speed along the normal.
    pub fn solve(&mut self, states: &mut [State<T>]) -> T {
        let mut largest = T::ZERO;
        for i in 0..self.count {
            let p = self.points[i];
            if p.is_left {
                continue;
            }
            let speed = self.speed(states, &p.arms).dot(self.normal);
            let wanted = p.impulse - p.normal_mass * (speed + p.allowed);
            let new = wanted.max(T::ZERO);
            let change = new - p.impulse;
            self.apply(states, &p.arms, self.normal * change);
            self.points[i].impulse = new;
            self.points[i].largest = p.largest.max(new);
            if p.normal_mass > T::ZERO {
                largest = largest.max(change.abs() / p.normal_mass);
            }
        }
        for i in 0..self.count {
            let p = self.points[i];
            let speed = self.speed(states, &p.arms);
            let mut new =
                [0, 1].map(|k| p.tangent_impulse[k] - p.tangent_mass[k] * speed.dot(self.tangents[k]));
            let size = (new[0] * new[0] + new[1] * new[1]).sqrt();
            let most = self.friction * p.impulse;
            if size > most {
                new = new.map(|t| t * (most / size));
            }
            let change = self.tangents[0] * (new[0] - p.tangent_impulse[0])
                + self.tangents[1] * (new[1] - p.tangent_impulse[1]);
            self.apply(states, &p.arms, change);
            self.points[i].tangent_impulse = new;
        }
        largest
    }

    /// Lets points bounce that were pressed and came fast. Returns whether one did.
    pub fn bounce(&mut self, states: &mut [State<T>]) -> bool {
        let mut any = false;
        for i in 0..self.count {
            let p = self.points[i];
            let Some(before) = p.bounces else { continue };
            if p.largest == T::ZERO {
                continue;
            }
            any = true;
            let speed = self.speed(states, &p.arms).dot(self.normal);
            let new = (p.impulse - p.normal_mass * (speed + self.restitution * before)).max(T::ZERO);
            self.apply(states, &p.arms, self.normal * (new - p.impulse));
            self.points[i].impulse = new;
        }
        any
    }

    /// One pass of the push: a share of the gap that is missing to the zone is won back. Returns the largest change of a way along
    /// the normal.
    pub fn push(&mut self, pushes: &mut [Twist<T>], zone: T, share: T) -> T {
        let mut largest = T::ZERO;
        for i in 0..self.count {
            let p = self.points[i];
            let missing = zone - p.gap;
            let wanted = if missing > zone * T::of(UNFELT) { missing * share } else { missing.min(T::ZERO) };
            let pushed = at(&pushes[self.b], p.arms[1]) - at(&pushes[self.a], p.arms[0]);
            let new = (p.push + p.normal_mass * (wanted - pushed.dot(self.normal))).max(T::ZERO);
            let change = new - p.push;
            if change == T::ZERO {
                continue;
            }
            let [first, second] = self.effect(&p.arms, self.normal * change);
            pushes[self.a] = [pushes[self.a][0] - first[0], pushes[self.a][1] - first[1]];
            pushes[self.b] = [pushes[self.b][0] + second[0], pushes[self.b][1] + second[1]];
            self.points[i].push = new;
            largest = largest.max(change.abs() / p.normal_mass);
        }
        largest
    }

    /// Keeps the impulses for the next step.
    pub fn store(&self, touch: &mut Touch<T>) {
        for (to, from) in touch.points.iter_mut().zip(&self.points[..self.count]) {
            to.impulse = from.impulse;
            to.tangent_impulse =
                self.tangents[0] * from.tangent_impulse[0] + self.tangents[1] * from.tangent_impulse[1];
        }
    }

    /// Of B against A.
    fn speed(&self, states: &[State<T>], arms: &[Vec3<T>; 2]) -> Vec3<T> {
        states[self.b].velocity_at(arms[1]) - states[self.a].velocity_at(arms[0])
    }

    /// What an impulse changes, with its sign for B.
    fn effect(&self, arms: &[Vec3<T>; 2], impulse: Vec3<T>) -> [Twist<T>; 2] {
        [0, 1].map(|i| [impulse * self.inverse_mass[i], self.inverse_inertia[i] * arms[i].cross(impulse)])
    }

    fn apply(&self, states: &mut [State<T>], arms: &[Vec3<T>; 2], impulse: Vec3<T>) {
        let [first, second] = self.effect(arms, impulse);
        let a = &mut states[self.a];
        a.velocity -= first[0];
        a.angular_velocity -= first[1];
        let b = &mut states[self.b];
        b.velocity += second[0];
        b.angular_velocity += second[1];
    }
}

/// The speed, or the way, of a point at `arm` from the center.
fn at<T: Real>(twist: &Twist<T>, arm: Vec3<T>) -> Vec3<T> {
    twist[0] + twist[1].cross(arm)
}
