//! A soft contact: the points of a manifold, and one disc of friction for all of them.
//!
//! # Symbols
//!
//! n is the normal from A to B, r the arms from the centers of mass to a point, s its separation. A row of the Jacobian along a
//! direction d has the effective mass m = 1 / (1/m_A + 1/m_B + (r_A × d) · I_A⁻¹ (r_A × d) + (r_B × d) · I_B⁻¹ (r_B × d)).
//!
//! How soft a contact is, [`Softness`] says.
//!
//! # How it works
//!
//! - Directions and arms are those at the start of the step. The separation is s₀ + n · (shift of B − shift of A) with the turns
//!   of both to the first order, which is the same row that gives the speed. So a ball that rolls does not seem to lift off.
//! - Friction acts in the relaxing pass only. In the first pass points move apart to undo overlaps, at a speed that is not one of
//!   the bodies; friction against it would push tall stacks over (so do Box2D and rapier).
//! - Friction has one impulse across the normal, at the middle of the points, within the disc of radius μ Σ λ, and one twist about
//!   the normal, at most μ Σ λ_i |r_i|, with λ_i the impulse of a point and r_i its place from the middle.

use impinge::{Real, Vec3};

use super::SoftSettings;
use crate::body::State;
use crate::material::{PairRules, Surface};
use crate::moving::Moving;
use crate::softness::Softness;
use crate::touch::{MAX_POINTS, Touch};

/// What all contacts share in one pass of a sub-step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass<T> {
    /// 1 / length of the sub-step.
    rate: T,
    push_speed: T,
    /// Between two dynamic bodies, and against what cannot give way.
    softness: [Softness<T>; 2],
}

impl<T: Real> Pass<T> {
    /// The pass that undoes overlaps.
    pub fn soft(settings: &SoftSettings<T>, h: T) -> Self {
        let frequency = settings.frequency.min(T::of(super::STIFFEST) / h);
        let softness = [frequency, T::TWO * frequency].map(|f| Softness::new(f, settings.damping_ratio, h));
        Self { rate: T::ONE / h, push_speed: settings.push_speed, softness }
    }

    /// Of a contact with what cannot give way, or of one between two dynamic bodies.
    pub fn softness_of(&self, firm: bool) -> Softness<T> {
        self.softness[usize::from(firm)]
    }

    /// The speed at which a separation is undone, negated, and how soft that is.
    #[inline]
    pub fn bias(&self, separation: T, softness: Softness<T>) -> (T, Softness<T>) {
        if separation > T::ZERO {
            (separation * self.rate, Softness::RIGID) // It may come nearer by that much.
        } else {
            ((softness.bias_rate * separation).max(-self.push_speed), softness)
        }
    }

    /// The pass that takes away the speed by which overlaps were undone.
    pub fn relaxing(self) -> Self {
        Self { softness: [Softness::RIGID; 2], ..self }
    }
}

/// What is done with all contacts, one color after the other.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stage<T> {
    /// The impulses of the last sub-step are applied again.
    WarmStart,
    /// Overlaps are undone.
    Solve(Pass<T>),
    /// Friction, and speeds along the normal.
    Relax(Pass<T>),
    /// Bounces of impacts faster than this.
    Bounce(T),
}

/// A row of the Jacobian along a direction: r × d and I⁻¹ (r × d) of both bodies.
#[derive(Clone, Copy, Debug)]
struct Row<T: Real> {
    arms: [Vec3<T>; 2],
    turns: [Vec3<T>; 2],
}

impl<T: Real> Row<T> {
    fn new(arms: [Vec3<T>; 2], bodies: [&Moving<T>; 2]) -> Self {
        Self { arms, turns: [bodies[0].inverse_inertia * arms[0], bodies[1].inverse_inertia * arms[1]] }
    }

    /// Its part of 1 / m with another row, but for the masses.
    fn stiffness(&self, other: &Self) -> T {
        self.arms[0].dot(other.turns[0]) + self.arms[1].dot(other.turns[1])
    }

    /// What the row sees of turns or angular velocities of both: the second's minus the first's.
    #[inline]
    fn angular(&self, a: Vec3<T>, b: Vec3<T>) -> T {
        self.arms[1].dot(b) - self.arms[0].dot(a)
    }

    #[inline]
    fn speed(&self, d: Vec3<T>, a: &Moving<T>, b: &Moving<T>) -> T {
        (b.velocity - a.velocity).dot(d) + self.angular(a.angular_velocity, b.angular_velocity)
    }

    #[inline]
    fn apply(&self, d: Vec3<T>, impulse: T, a: &mut Moving<T>, b: &mut Moving<T>) {
        a.velocity -= d * (impulse * a.inverse_mass);
        b.velocity += d * (impulse * b.inverse_mass);
        a.angular_velocity -= self.turns[0] * impulse;
        b.angular_velocity += self.turns[1] * impulse;
    }
}

/// A contact of two bodies during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactConstraint<T: Real> {
    /// Places of both bodies.
    pub a: u32,
    pub b: u32,
    /// 1 where one of them cannot give way.
    firm: usize,
    count: usize,
    normal: Vec3<T>,
    points: [PointConstraint<T>; MAX_POINTS],
    friction: Friction<T>,
    restitution: T,
}

/// One of its points.
#[derive(Clone, Copy, Debug)]
struct PointConstraint<T: Real> {
    row: Row<T>,
    /// At the start of the step.
    separation: T,
    mass: T,
    impulse: T,
    /// The largest impulse of any sub-step.
    largest: T,
    /// Of all sub-steps.
    total: T,
    /// Approach before the step, below 0 where they came nearer.
    approach: T,
    /// From the middle of all points.
    radius: T,
}

impl<T: Real> PointConstraint<T> {
    const NONE: Self = Self {
        row: Row { arms: [Vec3::ZERO; 2], turns: [Vec3::ZERO; 2] },
        separation: T::ZERO,
        mass: T::ZERO,
        impulse: T::ZERO,
        largest: T::ZERO,
        total: T::ZERO,
        approach: T::ZERO,
        radius: T::ZERO,
    };
}

/// Friction of all points together.
#[derive(Clone, Copy, Debug)]
struct Friction<T: Real> {
    coefficient: T,
    tangents: [Vec3<T>; 2],
    rows: [Row<T>; 2],
    /// The inverse of the symmetric 2 by 2 matrix of both rows: first, off the diagonal, second.
    mass: [T; 3],
    impulse: [T; 2],
    twist: Row<T>,
    twist_mass: T,
    twist_impulse: T,
    /// Largest rolling torque for each unit of force, a length.
    rolling: T,
    rolling_impulse: Vec3<T>,
}

impl<T: Real> ContactConstraint<T> {
    /// Ready for the sub-steps.
    #[inline]
    pub fn new(touch: &Touch<T>, states: &[State<T>], moving: &[Moving<T>], rules: &PairRules<T>) -> Self {
        let (a, b) = (touch.a.index(), touch.b.index());
        let (first, second) = (&states[a], &states[b]);
        let bodies = [&moving[a], &moving[b]];
        let masses = first.inverse_mass + second.inverse_mass;
        let normal = touch.normal;
        let mut middle = Vec3::ZERO;
        for p in touch.points() {
            middle += p.middle();
        }
        middle /= T::of(touch.count.max(1) as f64);
        let mut points = [PointConstraint::NONE; MAX_POINTS];
        for (point, p) in points.iter_mut().zip(touch.points()) {
            let at = p.middle();
            let arms = [at - first.center, at - second.center];
            let row = Row::new(arms.map(|arm| arm.cross(normal)), bodies);
            *point = PointConstraint {
                row,
                separation: p.signed_distance,
                mass: inverse(masses + row.stiffness(&row)),
                impulse: p.impulse,
                largest: T::ZERO,
                total: T::ZERO,
                approach: (second.velocity_at(arms[1]) - first.velocity_at(arms[0])).dot(normal),
                radius: (at - middle).norm(),
            };
        }
        let surface = rules.surface(&first.material, &second.material);
        Self {
            a: a as u32,
            b: b as u32,
            firm: usize::from(!(first.is_dynamic() && second.is_dynamic())),
            count: touch.count,
            normal,
            points,
            friction: Friction::new(touch, middle, [first, second], bodies, &surface),
            restitution: surface.restitution,
        }
    }

    /// Does what the stage asks for.
    pub fn run(&mut self, stage: &Stage<T>, a: &mut Moving<T>, b: &mut Moving<T>) {
        match stage {
            Stage::WarmStart => self.warm_start(a, b),
            Stage::Solve(pass) => self.solve(pass, a, b),
            Stage::Relax(pass) => self.relax(pass, a, b),
            Stage::Bounce(slowest) => self.bounce(*slowest, a, b),
        }
    }

    /// Applies the impulses of the last sub-step again.
    fn warm_start(&self, a: &mut Moving<T>, b: &mut Moving<T>) {
        let mut sum = T::ZERO;
        for p in &self.points[..self.count] {
            sum += p.impulse;
            a.angular_velocity -= p.row.turns[0] * p.impulse;
            b.angular_velocity += p.row.turns[1] * p.impulse;
        }
        a.velocity -= self.normal * (sum * a.inverse_mass);
        b.velocity += self.normal * (sum * b.inverse_mass);
        self.friction.warm_start(a, b);
    }

    /// Pushes points apart that overlap, and stops those that approach.
    ///
    /// All impulses are along the normal. So the linear part of speed and separation is one number each for all points, and the
    /// linear velocities change once.
    fn solve(&mut self, pass: &Pass<T>, a: &mut Moving<T>, b: &mut Moving<T>) {
        let softness = pass.softness[self.firm];
        let masses = a.inverse_mass + b.inverse_mass;
        let shift = self.normal.dot(b.shift - a.shift);
        let speed = self.normal.dot(b.velocity - a.velocity);
        let mut sum = T::ZERO;
        for p in &mut self.points[..self.count] {
            let separation = p.separation + shift + p.row.angular(a.turn, b.turn);
            let (bias, part) = pass.bias(separation, softness);
            let speed = speed + masses * sum + p.row.angular(a.angular_velocity, b.angular_velocity);
            let change = -p.mass * part.mass_part * (speed + bias) - part.impulse_part * p.impulse;
            let new = (p.impulse + change).max(T::ZERO);
            let change = new - p.impulse;
            sum += change;
            a.angular_velocity -= p.row.turns[0] * change;
            b.angular_velocity += p.row.turns[1] * change;
            p.impulse = new;
            p.largest = p.largest.max(new);
        }
        a.velocity -= self.normal * (sum * a.inverse_mass);
        b.velocity += self.normal * (sum * b.inverse_mass);
    }

    /// The relaxing pass: friction, then speeds along the normal.
    fn relax(&mut self, pass: &Pass<T>, a: &mut Moving<T>, b: &mut Moving<T>) {
        let (mut load, mut twisting) = (T::ZERO, T::ZERO);
        for p in &self.points[..self.count] {
            load += p.impulse;
            twisting += p.impulse * p.radius;
        }
        self.friction.solve(self.normal, load, twisting, a, b);
        self.solve(pass, a, b);
        for p in &mut self.points[..self.count] {
            p.total += p.impulse;
        }
    }

    /// Restitution, after all sub-steps.
    fn bounce(&mut self, slowest: T, a: &mut Moving<T>, b: &mut Moving<T>) {
        if self.restitution == T::ZERO {
            return;
        }
        for p in &mut self.points[..self.count] {
            if p.approach > -slowest || p.largest == T::ZERO {
                continue;
            }
            let speed = p.row.speed(self.normal, a, b);
            let new = (p.impulse - p.mass * (speed + self.restitution * p.approach)).max(T::ZERO);
            p.row.apply(self.normal, new - p.impulse, a, b);
            p.total += new - p.impulse;
            p.impulse = new;
        }
    }

    /// Keeps the impulses for the next step.
    pub fn store(&self, touch: &mut Touch<T>) {
        for (to, from) in touch.points.iter_mut().zip(&self.points[..self.count]) {
            (to.impulse, to.total) = (from.impulse, from.total);
        }
        let f = &self.friction;
        touch.tangent_impulse = f.tangents[0] * f.impulse[0] + f.tangents[1] * f.impulse[1];
        touch.twist_impulse = f.twist_impulse;
        touch.rolling_impulse = f.rolling_impulse;
    }
}

impl<T: Real> Friction<T> {
    fn new(
        touch: &Touch<T>,
        middle: Vec3<T>,
        states: [&State<T>; 2],
        bodies: [&Moving<T>; 2],
        surface: &Surface<T>,
    ) -> Self {
        let normal = touch.normal;
        let s = normal.any_orthogonal();
        let s = s / s.norm();
        let tangents = [s, normal.cross(s)];
        let arms = [middle - states[0].center, middle - states[1].center];
        let rows = tangents.map(|t| Row::new(arms.map(|arm| arm.cross(t)), bodies));
        let masses = states[0].inverse_mass + states[1].inverse_mass;
        let (p, q) = (masses + rows[0].stiffness(&rows[0]), masses + rows[1].stiffness(&rows[1]));
        let r = rows[0].stiffness(&rows[1]);
        let one_over = inverse(p * q - r * r);
        let twist = Row::new([normal, normal], bodies);
        Self {
            coefficient: surface.friction,
            tangents,
            rows,
            mass: [q * one_over, -r * one_over, p * one_over],
            impulse: tangents.map(|t| touch.tangent_impulse.dot(t)),
            twist,
            twist_mass: inverse(twist.stiffness(&twist)),
            twist_impulse: touch.twist_impulse,
            rolling: surface.rolling_resistance,
            rolling_impulse: touch.rolling_impulse,
        }
    }

    fn warm_start(&self, a: &mut Moving<T>, b: &mut Moving<T>) {
        self.push(self.impulse, a, b);
        self.twist.apply(Vec3::ZERO, self.twist_impulse, a, b);
        if self.rolling > T::ZERO {
            a.angular_velocity -= a.inverse_inertia * self.rolling_impulse;
            b.angular_velocity += b.inverse_inertia * self.rolling_impulse;
        }
    }

    /// Stops what slides, turns and rolls, as far as the load of the points allows.
    fn solve(&mut self, normal: Vec3<T>, load: T, twisting: T, a: &mut Moving<T>, b: &mut Moving<T>) {
        if self.rolling > T::ZERO {
            self.roll(load, a, b);
        }
        let most = self.coefficient * twisting;
        let speed = normal.dot(b.angular_velocity - a.angular_velocity);
        let new = (self.twist_impulse - self.twist_mass * speed).max(-most).min(most);
        self.twist.apply(Vec3::ZERO, new - self.twist_impulse, a, b);
        self.twist_impulse = new;

        let u = self.rows[0].speed(self.tangents[0], a, b);
        let v = self.rows[1].speed(self.tangents[1], a, b);
        let [p, q, r] = self.mass;
        let new = [self.impulse[0] - (p * u + q * v), self.impulse[1] - (q * u + r * v)];
        let (size, most) = ((new[0] * new[0] + new[1] * new[1]).sqrt(), self.coefficient * load);
        let new = if size > most { new.map(|x| x * (most / size)) } else { new };
        self.push([new[0] - self.impulse[0], new[1] - self.impulse[1]], a, b);
        self.impulse = new;
    }

    /// Resistance against rolling: one angular impulse.
    fn roll(&mut self, load: T, a: &mut Moving<T>, b: &mut Moving<T>) {
        let Some(mass) = (a.inverse_inertia + b.inverse_inertia).inverse() else { return };
        let new = self.rolling_impulse - mass * (b.angular_velocity - a.angular_velocity);
        let (size, most) = (new.norm(), self.rolling * load);
        let new = if size > most { new * (most / size) } else { new };
        let change = new - self.rolling_impulse;
        a.angular_velocity -= a.inverse_inertia * change;
        b.angular_velocity += b.inverse_inertia * change;
        self.rolling_impulse = new;
    }

    fn push(&self, impulse: [T; 2], a: &mut Moving<T>, b: &mut Moving<T>) {
        self.rows[0].apply(self.tangents[0], impulse[0], a, b);
        self.rows[1].apply(self.tangents[1], impulse[1], a, b);
    }
}

/// 1 / x, or 0 where nothing can move.
fn inverse<T: Real>(x: T) -> T {
    if x > T::ZERO { T::ONE / x } else { T::ZERO }
}
