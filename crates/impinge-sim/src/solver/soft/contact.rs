//! A soft contact.
//!
//! Symbols: n the normal from A to B, r the arms from the centers of mass to a point, s its separation, m the effective mass
//! 1 / (1/m_A + 1/m_B + (r_A × n) I_A⁻¹ (r_A × n) + …). A soft constraint of angular frequency ω and damping ratio ζ over a time
//! h has, with a = 2 ζ + h ω: the rate ω / a at which an error is undone, and the parts h ω a / (1 + h ω a) of the mass and
//! 1 / (1 + h ω a) of the impulse so far (Catto, "Soft Constraints", 2011).

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::SoftSettings;
use crate::body::State;
use crate::material::PairRules;
use crate::touch::{MAX_POINTS, Touch};

/// How soft a constraint is.
#[derive(Clone, Copy, Debug)]
struct Softness<T> {
    bias_rate: T,
    mass_part: T,
    impulse_part: T,
}

impl<T: Real> Softness<T> {
    fn new(frequency: T, damping_ratio: T, h: T) -> Self {
        let omega = T::TWO * T::PI * frequency;
        let a = T::TWO * damping_ratio + h * omega;
        let part = h * omega * a;
        let impulse_part = T::ONE / (T::ONE + part);
        Self { bias_rate: omega / a, mass_part: part * impulse_part, impulse_part }
    }
}

/// A contact of two bodies during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactConstraint<T: Real> {
    a: usize,
    b: usize,
    normal: Vec3<T>,
    tangents: [Vec3<T>; 2],
    friction: T,
    restitution: T,
    softness: Softness<T>,
    inverse_mass: [T; 2],
    inverse_inertia: [Mat3<T>; 2],
    count: usize,
    points: [PointConstraint<T>; MAX_POINTS],
}

/// One of its points.
#[derive(Clone, Copy, Debug)]
struct PointConstraint<T: Real> {
    /// From the centers of mass to the point, in the world, at the start of the step.
    arms: [Vec3<T>; 2],
    /// The same in the frames of the bodies.
    anchors: [Vec3<T>; 2],
    /// The part of the separation that does not come from the anchors.
    offset: T,
    normal_mass: T,
    tangent_mass: [T; 2],
    /// Approach before the step, below 0 where they came nearer.
    approach: T,
    impulse: T,
    largest: T,
    /// Of all sub-steps.
    total: T,
    tangent_impulse: [T; 2],
}

impl<T: Real> ContactConstraint<T> {
    /// Ready for the sub-steps of length `h`.
    pub fn new(
        touch: &Touch<T>,
        states: &[State<T>],
        rules: &PairRules<T>,
        settings: &SoftSettings<T>,
        h: T,
    ) -> Self {
        let (a, b) = (touch.a.index(), touch.b.index());
        let (first, second) = (&states[a], &states[b]);
        let normal = touch.normal;
        let s = normal.any_orthogonal();
        let s = s / s.norm();
        let tangents = [s, normal.cross(s)];
        let limit = T::of(0.25) / h;
        let frequency = if settings.frequency < limit { settings.frequency } else { limit };
        // Against what cannot give way twice as stiff.
        let firm = !(first.is_dynamic() && second.is_dynamic());
        let frequency = if firm { T::TWO * frequency } else { frequency };
        let inverse_mass = [first.inverse_mass, second.inverse_mass];
        let inverse_inertia = [first.world_inverse_inertia(), second.world_inverse_inertia()];
        let effective = |arms: &[Vec3<T>; 2], d: Vec3<T>| {
            let (u, v) = (arms[0].cross(d), arms[1].cross(d));
            let k = inverse_mass[0]
                + inverse_mass[1]
                + u.dot(inverse_inertia[0] * u)
                + v.dot(inverse_inertia[1] * v);
            if k > T::ZERO { T::ONE / k } else { T::ZERO }
        };
        let points = touch.points.map(|p| {
            let middle = (p.point_a + p.point_b) * T::HALF;
            let arms = [middle - first.center, middle - second.center];
            let speed = second.velocity_at(arms[1]) - first.velocity_at(arms[0]);
            PointConstraint {
                arms,
                anchors: [first.rotation.unrotate(arms[0]), second.rotation.unrotate(arms[1])],
                offset: p.signed_distance,
                normal_mass: effective(&arms, normal),
                tangent_mass: tangents.map(|t| effective(&arms, t)),
                approach: speed.dot(normal),
                impulse: p.impulse,
                largest: T::ZERO,
                total: T::ZERO,
                tangent_impulse: tangents.map(|t| p.tangent_impulse.dot(t)),
            }
        });
        let surface = rules.surface(&first.material, &second.material);
        Self {
            a,
            b,
            normal,
            tangents,
            friction: surface.friction,
            restitution: surface.restitution,
            softness: Softness::new(frequency, settings.damping_ratio, h),
            inverse_mass,
            inverse_inertia,
            count: touch.count,
            points,
        }
    }

    /// Applies the impulses of the last sub-step again.
    pub fn warm_start(&self, states: &mut [State<T>]) {
        for p in &self.points[..self.count] {
            let impulse = self.normal * p.impulse
                + self.tangents[0] * p.tangent_impulse[0]
                + self.tangents[1] * p.tangent_impulse[1];
            self.apply(states, &p.arms, impulse);
        }
    }

    /// One pass: with `soft`, overlaps are undone; without, only speeds are.
    pub fn solve(&mut self, states: &mut [State<T>], settings: &SoftSettings<T>, h: T, soft: bool) {
        for i in 0..self.count {
            let p = self.points[i];
            let (a, b) = (&states[self.a], &states[self.b]);
            let apart =
                b.center + b.rotation.rotate(p.anchors[1]) - a.center - a.rotation.rotate(p.anchors[0]);
            let separation = apart.dot(self.normal) + p.offset;
            let (mut bias, mut mass_part, mut impulse_part) = (T::ZERO, T::ONE, T::ZERO);
            if separation > T::ZERO {
                bias = separation / h; // It may come nearer by that much.
            } else if soft {
                let over = separation + settings.slop;
                let over = if over < T::ZERO { over } else { T::ZERO };
                let wanted = self.softness.bias_rate * over;
                bias = if wanted > -settings.push_speed { wanted } else { -settings.push_speed };
                (mass_part, impulse_part) = (self.softness.mass_part, self.softness.impulse_part);
            }
            let speed = self.speed(states, &p.arms).dot(self.normal);
            let change = -p.normal_mass * mass_part * (speed + bias) - impulse_part * p.impulse;
            let new = if p.impulse + change > T::ZERO { p.impulse + change } else { T::ZERO };
            self.apply(states, &p.arms, self.normal * (new - p.impulse));
            let point = &mut self.points[i];
            point.impulse = new;
            point.total += if soft { T::ZERO } else { new };
            point.largest = if new > point.largest { new } else { point.largest };
        }
        for i in 0..self.count {
            let p = self.points[i];
            let speed = self.speed(states, &p.arms);
            let mut new = [T::ZERO; 2];
            for k in 0..2 {
                new[k] = p.tangent_impulse[k] - p.tangent_mass[k] * speed.dot(self.tangents[k]);
            }
            let size = (new[0] * new[0] + new[1] * new[1]).sqrt();
            let most = self.friction * p.impulse;
            if size > most {
                new = new.map(|x| x * (most / size));
            }
            let change = self.tangents[0] * (new[0] - p.tangent_impulse[0])
                + self.tangents[1] * (new[1] - p.tangent_impulse[1]);
            self.apply(states, &p.arms, change);
            self.points[i].tangent_impulse = new;
        }
    }

    /// Restitution, after all sub-steps.
    pub fn bounce(&mut self, states: &mut [State<T>], settings: &SoftSettings<T>) {
        if self.restitution == T::ZERO {
            return;
        }
        for i in 0..self.count {
            let p = self.points[i];
            if p.approach > -settings.bounce_speed || p.largest == T::ZERO {
                continue;
            }
            let speed = self.speed(states, &p.arms).dot(self.normal);
            let change = -p.normal_mass * (speed + self.restitution * p.approach);
            let new = if p.impulse + change > T::ZERO { p.impulse + change } else { T::ZERO };
            self.apply(states, &p.arms, self.normal * (new - p.impulse));
            self.points[i].impulse = new;
            self.points[i].total += new - p.impulse;
        }
    }

    /// Keeps the impulses for the next step.
    pub fn store(&self, touch: &mut Touch<T>) {
        for (to, from) in touch.points.iter_mut().zip(&self.points[..self.count]) {
            (to.impulse, to.total) = (from.impulse, from.total);
            to.tangent_impulse =
                self.tangents[0] * from.tangent_impulse[0] + self.tangents[1] * from.tangent_impulse[1];
        }
    }

    /// Of B against A.
    fn speed(&self, states: &[State<T>], arms: &[Vec3<T>; 2]) -> Vec3<T> {
        states[self.b].velocity_at(arms[1]) - states[self.a].velocity_at(arms[0])
    }

    fn apply(&self, states: &mut [State<T>], arms: &[Vec3<T>; 2], impulse: Vec3<T>) {
        let a = &mut states[self.a];
        a.velocity -= impulse * self.inverse_mass[0];
        a.angular_velocity -= self.inverse_inertia[0] * arms[0].cross(impulse);
        let b = &mut states[self.b];
        b.velocity += impulse * self.inverse_mass[1];
        b.angular_velocity += self.inverse_inertia[1] * arms[1].cross(impulse);
    }
}
