//! Four contacts in space: the points of four manifolds, each with one friction disc for all of its points.
//!
//! # Symbols
//!
//! n is the normal from A to B, s and t are tangents, so that s × t = n. m is the middle of the points, r the arms from the centers of
//! mass to it, and a point lies at m + x s + y t, with its separation σ. The motion of both bodies at m is expressed as the speed u along
//! n and the angular speeds p and q about s and t. The speed at a point is u + y p − x q, as (x s + y t) × n = y s − x t: so each point
//! takes two numbers, and an impulse λ at it is λ n at m with a torque of λ (y s − x t). A row of the Jacobian along a direction d has
//! the effective mass 1 / (1/m_A + 1/m_B + (r_A × d) · I_A⁻¹ (r_A × d) + (r_B × d) · I_B⁻¹ (r_B × d)).
//!
//! Friction has one impulse tangential to the contact, at the middle of the points, within the disc of radius μ Σ λ, and one twist
//! impulse about the normal, at most μ Σ λ_i √(x_i² + y_i²).

mod bounce;
mod placed;
mod ready;

use impinge::{Real, Vec3};

use self::placed::FourPlaced;
use super::super::groups::NOTHING;
use super::super::lanes::{Four, FourInertias, FourVec3, LANES};
use super::{FourBelts, FourContacts, FourImpulses, Pass, Stage};
use crate::bodies::Bodies;
use crate::solver_body::SolverBody;
use crate::solver_contact::{MAX_POINTS, SolverContact};

type Body<T> = SolverBody<Vec3<T>>;

/// The velocities of the bodies of four contacts, and their inverse masses.
#[derive(Clone, Copy, Debug)]
struct FourBodies<T> {
    velocity: FourVec3<T>,
    angular_velocity: FourVec3<T>,
    inverse_mass: Four<T>,
    inverse_inertia: FourInertias<T>,
}

impl<T: Real> FourBodies<T> {
    #[inline(always)]
    fn of(places: &[u32; LANES], moving: &[Body<T>]) -> Self {
        let nobody = Body::nobody();
        let body = |i: usize| moving.get(places[i] as usize).unwrap_or(&nobody);
        let bodies = [body(0), body(1), body(2), body(3)];
        Self {
            velocity: FourVec3::of(|i| bodies[i].velocity),
            angular_velocity: FourVec3::of(|i| bodies[i].angular_velocity),
            inverse_mass: Four::of(|i| bodies[i].inverse_mass),
            inverse_inertia: FourInertias::of(|i| &bodies[i].inverse_inertia),
        }
    }
}

/// New velocities of the bodies of four contacts: linear and angular ones of A, then of B.
type Velocities<T> = [FourVec3<T>; 4];

/// Four contacts during a step, each between two bodies.
#[derive(Clone, Copy, Debug)]
pub struct SpaceContacts<T> {
    /// Slots of the bodies A and B, or none for a static body.
    places: [[u32; LANES]; 2],
    /// Largest number of points of the four; the others have padding points without mass.
    count: usize,
    /// Whether any of the bodies may turn so far in a step that its inverse inertia is another one.
    may_turn_far: bool,
    /// Index of the velocities of its surfaces; none if they stand still.
    belts: u32,
    /// 1 if one of the bodies is immovable, otherwise 0.
    firm: Four<T>,
    /// Signed distance at the start of the step.
    signed_distance: Four<T>,
    /// n, and s and t.
    normal: FourVec3<T>,
    tangents: [FourVec3<T>; 2],
    /// r and r × n, for A and B.
    arms: [FourVec3<T>; 2],
    levers: [FourVec3<T>; 2],
    points: [FourPoints<T>; MAX_POINTS],
    friction: Friction<T>,
    restitution: Four<T>,
    /// Energy that the normal impulses took from the bodies in this step; known only if there is restitution.
    absorbed: Four<T>,
}

/// A point of each of the four contacts.
#[derive(Clone, Copy, Debug)]
struct FourPoints<T> {
    /// Position relative to the middle, along the tangents.
    x: Four<T>,
    y: Four<T>,
    /// Change of u, p and q by a unit impulse.
    response: [Four<T>; 3],
    mass: Four<T>,
    /// Separation at the start of the step.
    separation: Four<T>,
    impulse: Four<T>,
    /// Total impulse of all sub-steps.
    total: Four<T>,
    /// Speed before the step, below 0 if they approached.
    approach: Four<T>,
}

impl<T: Real> FourPoints<T> {
    const NONE: Self = Self {
        x: Four::ZERO,
        y: Four::ZERO,
        response: [Four::ZERO; 3],
        mass: Four::ZERO,
        separation: Four::ZERO,
        impulse: Four::ZERO,
        total: Four::ZERO,
        approach: Four::ZERO,
    };

    /// Speed at the point: u + y p − x q.
    #[inline(always)]
    fn sees(&self, [u, p, q]: [Four<T>; 3]) -> Four<T> {
        u + self.y * p - self.x * q
    }
}

/// Friction of all points together.
#[derive(Clone, Copy, Debug)]
struct Friction<T> {
    coefficient: Four<T>,
    /// The inverse of the symmetric 2 by 2 matrix of the rows along s and t: first, off-diagonal, second.
    mass: [Four<T>; 3],
    impulse: [Four<T>; 2],
    twist_mass: Four<T>,
    /// Change of the speeds along s and t by a unit of twist impulse.
    twist_response: [Four<T>; 2],
    twist_impulse: Four<T>,
    /// Largest rolling torque per unit of force, a length.
    rolling: Four<T>,
    rolling_impulse: FourVec3<T>,
}

impl<T: Real> FourContacts<Vec3<T>> for SpaceContacts<T> {
    type Impulses = SpaceImpulses<T>;

    fn new(
        bodies: &Bodies<Vec3<T>>,
        contacts: [u32; LANES],
        places: [[u32; 2]; LANES],
        moving: &[Body<T>],
    ) -> Self {
        let Bodies { states, contacts: kept, .. } = bodies;
        let placed = FourPlaced::new(kept, contacts, states);
        let surfaces = contacts.map(|i| bodies.surface(i as usize));
        Self::prepared(
            contacts.map(|i| &kept.contacts()[i as usize]),
            &placed,
            places,
            states,
            moving,
            surfaces,
        )
    }

    fn count_from(&mut self, first: usize) {
        for place in self.places.as_flattened_mut().iter_mut().filter(|place| **place != NOTHING) {
            *place -= first as u32;
        }
    }

    #[inline(always)]
    fn run(&mut self, stage: &Stage<'_, T>, moving: &mut [Body<T>]) {
        let new = self.velocities(stage, moving);
        self.hand_back(&new, moving);
    }

    fn scale_impulses(&mut self, times: T) {
        if times == T::ONE {
            return;
        }
        let times = Four::all(times);
        for p in &mut self.points[..self.count] {
            p.impulse = p.impulse * times;
        }
        let f = &mut self.friction;
        f.impulse = f.impulse.map(|impulse| impulse * times);
        f.twist_impulse = f.twist_impulse * times;
        f.rolling_impulse = f.rolling_impulse * times;
    }

    fn impulses(&self) -> SpaceImpulses<T> {
        let (f, [s, t]) = (&self.friction, self.tangents);
        SpaceImpulses {
            signed_distance: self.signed_distance,
            along: self.points.map(|p| p.impulse),
            totals: self.points.map(|p| p.total),
            across: s * f.impulse[0] + t * f.impulse[1],
            twist: f.twist_impulse,
            rolling: f.rolling_impulse,
        }
    }

    fn arm(&self, lane: usize) -> Vec3<T> {
        self.arms[0].at(lane)
    }

    fn set_belts(&mut self, belts: u32) {
        self.belts = belts;
    }
}

impl<T: Real> SpaceContacts<T> {
    /// Runs a stage with the current bodies; returns their new velocities.
    #[inline(never)]
    fn velocities(&mut self, stage: &Stage<'_, T>, moving: &[Body<T>]) -> Velocities<T> {
        let mut a = FourBodies::of(&self.places[0], moving);
        let mut b = FourBodies::of(&self.places[1], moving);
        match stage {
            Stage::WarmStart => {
                if let Some(turning) = self.turning_far(moving) {
                    self.friction.start_from_zero(turning);
                }
                self.warm_start(&mut a, &mut b);
            }
            Stage::Solve(pass) => self.solve(pass, moving, &mut a, &mut b),
            Stage::Relax(pass, belts) => {
                // The first pass after the bodies moved.
                if self.turning_far(moving).is_some() {
                    self.weigh_again(&[a, b]);
                }
                self.relax((pass, belts.get(self.belts as usize)), moving, &mut a, &mut b)
            }
            Stage::Bounce(slowest) => self.bounce(*slowest, &mut a, &mut b),
        }
        [a.velocity, a.angular_velocity, b.velocity, b.angular_velocity]
    }

    /// Which of the four have a body whose inverse inertia changes from sub-step to sub-step: 1 in their lanes. `None` if none has.
    #[inline(always)]
    fn turning_far(&self, moving: &[Body<T>]) -> Option<Four<T>> {
        let turns_far = |place: u32| moving.get(place as usize).is_some_and(|body| body.turns_far);
        if !self.may_turn_far || !self.places.as_flattened().iter().any(|&place| turns_far(place)) {
            return None;
        }
        Some(Four::of(
            |i| if self.places.iter().any(|places| turns_far(places[i])) { T::ONE } else { T::ZERO },
        ))
    }

    /// Writes the new velocities of the bodies.
    #[inline(always)]
    fn hand_back(&self, new: &Velocities<T>, moving: &mut [Body<T>]) {
        for (places, [velocity, angular_velocity]) in
            self.places.iter().zip([[&new[0], &new[1]], [&new[2], &new[3]]])
        {
            for (lane, &place) in places.iter().enumerate() {
                if let Some(body) = moving.get_mut(place as usize)
                    && body.inverse_mass > T::ZERO
                {
                    body.velocity = velocity.at(lane);
                    body.angular_velocity = angular_velocity.at(lane);
                }
            }
        }
    }

    /// u, p and q of velocities, or of shifts and rotations.
    #[inline(always)]
    fn seen(&self, linear: [FourVec3<T>; 2], angular: [FourVec3<T>; 2]) -> [Four<T>; 3] {
        let along = self.normal.dot(linear[1] - linear[0]);
        let turn = angular[1] - angular[0];
        [
            along + (self.levers[1].dot(angular[1]) - self.levers[0].dot(angular[0])),
            self.tangents[0].dot(turn),
            self.tangents[1].dot(turn),
        ]
    }

    /// u, p and q of the velocities of the bodies.
    #[inline(always)]
    fn speeds(&self, a: &FourBodies<T>, b: &FourBodies<T>) -> [Four<T>; 3] {
        self.seen([a.velocity, b.velocity], [a.angular_velocity, b.angular_velocity])
    }

    /// Applies an impulse at the middle, with the total angular impulse on each body: positive on B, negative on A.
    #[inline(always)]
    fn push(
        &self,
        impulse: FourVec3<T>,
        turning: [FourVec3<T>; 2],
        a: &mut FourBodies<T>,
        b: &mut FourBodies<T>,
    ) {
        a.velocity -= impulse * a.inverse_mass;
        b.velocity += impulse * b.inverse_mass;
        a.angular_velocity -= a.inverse_inertia.times(turning[0]);
        b.angular_velocity += b.inverse_inertia.times(turning[1]);
    }

    /// Applies impulses along the normal with the sum `sum`, Σ λ y and Σ λ x.
    #[inline(always)]
    fn push_points(&self, [sum, ys, xs]: [Four<T>; 3], a: &mut FourBodies<T>, b: &mut FourBodies<T>) {
        let turning = self.tangents[0] * ys - self.tangents[1] * xs;
        self.push(self.normal * sum, self.levers.map(|lever| lever * sum + turning), a, b);
    }

    /// Applies a tangential impulse at the middle, and an angular one.
    #[inline(always)]
    fn push_middle(
        &self,
        impulse: FourVec3<T>,
        turning: FourVec3<T>,
        a: &mut FourBodies<T>,
        b: &mut FourBodies<T>,
    ) {
        self.push(impulse, self.arms.map(|arm| arm.cross(impulse) + turning), a, b);
    }

    /// Warm start: applies the impulses of the last sub-step again.
    #[inline(always)]
    fn warm_start(&mut self, a: &mut FourBodies<T>, b: &mut FourBodies<T>) {
        let f = &self.friction;
        let [mut sum, mut ys, mut xs] = [Four::ZERO; 3];
        for p in &self.points[..self.count] {
            sum += p.impulse;
            ys += p.y * p.impulse;
            xs += p.x * p.impulse;
        }
        let [s, t] = self.tangents;
        let impulse = self.normal * sum + s * f.impulse[0] + t * f.impulse[1];
        let turning = s * ys - t * xs + self.normal * f.twist_impulse + f.rolling_impulse;
        let before = self.may_bounce().then(|| self.speeds(a, b));
        self.push_middle(impulse, turning, a, b);
        if let Some(before) = before {
            self.absorb([sum, ys, xs], before, self.speeds(a, b));
        }
    }

    /// Pushes overlapping points apart, and stops approaching ones, like springs.
    #[inline(always)]
    fn solve(&mut self, pass: &Pass<T>, moving: &[Body<T>], a: &mut FourBodies<T>, b: &mut FourBodies<T>) {
        let [soft, firm] = pass.softness;
        let either = |soft: T, firm: T| self.firm.if_positive(Four::all(firm), Four::all(soft));
        let bias_rate = either(soft.bias_rate, firm.bias_rate);
        let mass_part = either(soft.mass_part, firm.mass_part);
        let impulse_part = either(soft.impulse_part, firm.impulse_part);
        let (rate, slowest) = (Four::all(pass.rate), Four::all(-pass.push_speed));
        self.each_point(moving, a, b, |p, separation, speed| {
            // Speculative: separated points may approach by the separation.
            let bias = separation.if_positive(separation * rate, (bias_rate * separation).max(slowest));
            let mass_part = separation.if_positive(Four::all(T::ONE), mass_part);
            let impulse_part = separation.if_positive(Four::ZERO, impulse_part);
            p.impulse - (p.mass * mass_part * (speed + bias) + impulse_part * p.impulse)
        });
    }

    /// The relaxing pass: friction, then speeds along the normal.
    #[inline(always)]
    fn relax(
        &mut self,
        (pass, belts): (&Pass<T>, Option<&FourBelts<T>>),
        moving: &[Body<T>],
        a: &mut FourBodies<T>,
        b: &mut FourBodies<T>,
    ) {
        self.rub(belts, a, b);
        let rate = Four::all(pass.rate);
        self.each_point(moving, a, b, |p, separation, speed| {
            p.impulse - p.mass * (speed + (separation * rate).max(Four::ZERO))
        });
        for p in &mut self.points[..self.count] {
            p.total += p.impulse;
        }
    }

    /// Gives each point, in turn, the impulse that `wanted` returns for its separation and speed, or none if that would pull.
    #[inline(always)]
    fn each_point(
        &mut self,
        moving: &[Body<T>],
        a: &mut FourBodies<T>,
        b: &mut FourBodies<T>,
        wanted: impl Fn(&FourPoints<T>, Four<T>, Four<T>) -> Four<T>,
    ) {
        let nobody = Body::nobody();
        let [first, second] = &self.places;
        let body = |places: &[u32; LANES], i: usize| moving.get(places[i] as usize).unwrap_or(&nobody);
        let shifts = [FourVec3::of(|i| body(first, i).shift), FourVec3::of(|i| body(second, i).shift)];
        let turns = [FourVec3::of(|i| body(first, i).turn), FourVec3::of(|i| body(second, i).turn)];
        let way = self.seen(shifts, turns);
        let mut speeds = self.speeds(a, b);
        let [mut sum, mut ys, mut xs] = [Four::ZERO; 3];
        for p in &mut self.points[..self.count] {
            let new = wanted(p, p.separation + p.sees(way), p.sees(speeds)).max(Four::ZERO);
            let change = new - p.impulse;
            p.impulse = new;
            sum += change;
            ys += p.y * change;
            xs += p.x * change;
            for (speed, response) in speeds.iter_mut().zip(p.response) {
                *speed += response * change;
            }
        }
        if self.may_bounce() {
            self.absorb([sum, ys, xs], self.speeds(a, b), speeds);
        }
        self.push_points([sum, ys, xs], a, b);
    }

    /// Applies friction against sliding, twisting and rolling, as far as the load of the points allows.
    #[inline(always)]
    fn rub(&mut self, belts: Option<&FourBelts<T>>, a: &mut FourBodies<T>, b: &mut FourBodies<T>) {
        let [mut load, mut twisting] = [Four::ZERO; 2];
        for p in &self.points[..self.count] {
            load += p.impulse;
            twisting += p.impulse * (p.x * p.x + p.y * p.y).sqrt();
        }
        if self.friction.rolling.any_positive() {
            self.roll(load, belts, a, b);
        }
        let (normal, [s, t]) = (self.normal, self.tangents);
        let f = &mut self.friction;
        let most = f.coefficient * twisting;
        let mut spin = b.angular_velocity - a.angular_velocity;
        if let Some(belts) = belts {
            spin += belts.angular_velocity;
        }
        let speed = normal.dot(spin);
        let new = (f.twist_impulse - f.twist_mass * speed).max(-most).min(most);
        let twist = new - f.twist_impulse;
        f.twist_impulse = new;

        let at = |body: &FourBodies<T>, arm: FourVec3<T>| body.velocity + body.angular_velocity.cross(arm);
        let mut slip = at(b, self.arms[1]) - at(a, self.arms[0]);
        if let Some(belts) = belts {
            slip += belts.velocity;
        }
        let u = s.dot(slip) + f.twist_response[0] * twist;
        let v = t.dot(slip) + f.twist_response[1] * twist;
        let [p, q, r] = f.mass;
        let new = [f.impulse[0] - (p * u + q * v), f.impulse[1] - (q * u + r * v)];
        let size = (new[0] * new[0] + new[1] * new[1]).sqrt();
        let part = size.shortening(f.coefficient * load);
        let new = new.map(|x| x * part);
        let change = [new[0] - f.impulse[0], new[1] - f.impulse[1]];
        f.impulse = new;
        self.push_middle(s * change[0] + t * change[1], normal * twist, a, b);
    }

    /// Rolling resistance: one angular impulse.
    #[inline(never)]
    fn roll(
        &mut self,
        load: Four<T>,
        belts: Option<&FourBelts<T>>,
        a: &mut FourBodies<T>,
        b: &mut FourBodies<T>,
    ) {
        let f = &mut self.friction;
        let mut speed = b.angular_velocity - a.angular_velocity;
        if let Some(belts) = belts {
            speed += belts.angular_velocity;
        }
        let new = f.rolling_impulse - a.inverse_inertia.solve_sum(&b.inverse_inertia, speed);
        let new = new * new.dot(new).sqrt().shortening(f.rolling * load);
        let change = new - f.rolling_impulse;
        f.rolling_impulse = new;
        self.push(FourVec3::ZERO, [change, change], a, b);
    }
}

/// The impulses of four contacts after a step, and their initial distances.
#[derive(Clone, Copy, Debug)]
pub struct SpaceImpulses<T> {
    /// Signed distance at the start of the step.
    signed_distance: Four<T>,
    /// Impulse of each point, along the normal.
    along: [Four<T>; MAX_POINTS],
    /// The same, totaled over all sub-steps.
    totals: [Four<T>; MAX_POINTS],
    /// Tangential impulse, in the world.
    across: FourVec3<T>,
    twist: Four<T>,
    rolling: FourVec3<T>,
}

impl<T: Real> FourImpulses<Vec3<T>> for SpaceImpulses<T> {
    const NONE: Self = Self {
        signed_distance: Four::ZERO,
        along: [Four::ZERO; MAX_POINTS],
        totals: [Four::ZERO; MAX_POINTS],
        across: FourVec3::ZERO,
        twist: Four::ZERO,
        rolling: FourVec3::ZERO,
    };

    #[inline(always)]
    fn signed_distance(&self, lane: usize) -> T {
        self.signed_distance.0[lane]
    }

    #[inline(always)]
    fn is_finite(&self, lane: usize) -> bool {
        let along = self.along.iter().fold(T::ZERO, |sum, four| sum + four.0[lane]);
        let vector = self.across.at(lane) + self.rolling.at(lane);
        (along + self.twist.0[lane] + vector.x + vector.y + vector.z).is_finite()
    }

    fn store(&self, lane: usize, contact: &mut SolverContact<Vec3<T>>) {
        let count = contact.count();
        let impulses = &mut contact.data;
        for i in 0..count {
            (impulses.normal[i], impulses.totals[i]) = (self.along[i].0[lane], self.totals[i].0[lane]);
        }
        impulses.tangent = self.across.at(lane);
        impulses.twist = self.twist.0[lane];
        impulses.rolling = self.rolling.at(lane);
    }
}
