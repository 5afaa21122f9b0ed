//! Four contacts in the plane: the points of four manifolds, each with one friction impulse for all of its points.
//!
//! # Symbols
//!
//! n is the normal from A to B, s the tangent: n turned clockwise by a right angle. m is the middle of the points, r the arms from the
//! centers of mass to it, and a point lies at m + x s, with its separation σ. The motion of both bodies at m is expressed as the speed u
//! along n and the angular speed w. With a × b = a_x b_y − a_y b_x, s × n = 1: so the speed at a point is u + x w, and an impulse λ at it
//! is λ n at m with a torque of x λ. The lever of a direction d is r × d: r · s for n, −r · n for s. Its row of the Jacobian has the
//! effective mass 1 / (1/m_A + 1/m_B + (r_A × d)²/I_A + (r_B × d)²/I_B).
//!
//! Friction has one impulse along s, at the middle of the points, at most μ Σ λ.

mod bounce;
mod ready;

use impinge::{Real, Vec2, Vec3};

use super::super::groups::NOTHING;
use super::super::lanes::{Four, FourVec2, LANES};
use super::{FourBelts, FourContacts, FourImpulses, Pass, Stage};
use crate::bodies::Bodies;
use crate::solver_body::SolverBody;
use crate::solver_contact::SolverContact;
use crate::space::Space;

type Body<T> = SolverBody<Vec2<T>>;

/// Limit on the points of a manifold in the plane.
const MAX_POINTS: usize = 2;

/// The velocities of the bodies of four contacts, and their inverse masses and inertias.
#[derive(Clone, Copy, Debug)]
struct FourBodies<T> {
    velocity: FourVec2<T>,
    angular_velocity: Four<T>,
    inverse_mass: Four<T>,
    inverse_inertia: Four<T>,
}

impl<T: Real> FourBodies<T> {
    #[inline(always)]
    fn of(places: &[u32; LANES], moving: &[Body<T>]) -> Self {
        let nobody = Body::nobody();
        let body = |i: usize| moving.get(places[i] as usize).unwrap_or(&nobody);
        let bodies = [body(0), body(1), body(2), body(3)];
        Self {
            velocity: FourVec2::of(|i| bodies[i].velocity),
            angular_velocity: Four::of(|i| bodies[i].angular_velocity),
            inverse_mass: Four::of(|i| bodies[i].inverse_mass),
            inverse_inertia: Four::of(|i| bodies[i].inverse_inertia),
        }
    }
}

/// Four contacts during a step, each between two bodies.
#[derive(Clone, Copy, Debug)]
pub struct PlaneContacts<T> {
    /// Slots of the bodies A and B, or none for a static body.
    places: [[u32; LANES]; 2],
    /// Largest number of points of the four; the others have padding points without mass.
    count: usize,
    /// Index of the velocities of its surfaces; none if they stand still.
    belts: u32,
    /// 1 if one of the bodies is immovable, otherwise 0.
    firm: Four<T>,
    /// Signed distance at the start of the step.
    signed_distance: Four<T>,
    /// n.
    normal: FourVec2<T>,
    /// Levers of n and of s, for A and B.
    levers: [Four<T>; 2],
    across: [Four<T>; 2],
    points: [FourPoints<T>; MAX_POINTS],
    friction: Friction<T>,
    restitution: Four<T>,
    /// Energy that the normal impulses took from the bodies in this step; known only if there is restitution.
    absorbed: Four<T>,
}

/// A point of each of the four contacts.
#[derive(Clone, Copy, Debug)]
struct FourPoints<T> {
    /// Position relative to the middle, along the tangent.
    x: Four<T>,
    /// Change of u and w by a unit impulse.
    response: [Four<T>; 2],
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
    /// Speed at the point: u + x w.
    #[inline(always)]
    fn sees(&self, [u, w]: [Four<T>; 2]) -> Four<T> {
        u + self.x * w
    }
}

/// Friction of all points together.
#[derive(Clone, Copy, Debug)]
struct Friction<T> {
    coefficient: Four<T>,
    mass: Four<T>,
    impulse: Four<T>,
    /// Largest rolling torque per unit of force, a length.
    rolling: Four<T>,
    rolling_mass: Four<T>,
    rolling_impulse: Four<T>,
}

impl<T: Real> FourContacts<Vec2<T>> for PlaneContacts<T> {
    type Impulses = PlaneImpulses<T>;

    #[inline(always)]
    fn new(
        bodies: &Bodies<Vec2<T>>,
        contacts: [u32; LANES],
        places: [[u32; 2]; LANES],
        moving: &[Body<T>],
    ) -> Self {
        Self::prepared(bodies, contacts, places, moving)
    }

    fn count_from(&mut self, first: usize) {
        for place in self.places.as_flattened_mut().iter_mut().filter(|place| **place != NOTHING) {
            *place -= first as u32;
        }
    }

    #[inline(always)]
    fn run(&mut self, stage: &Stage<'_, T>, moving: &mut [Body<T>]) {
        let bodies = self.solved(stage, moving);
        self.hand_back(&bodies, moving);
    }

    fn scale_impulses(&mut self, times: T) {
        if times == T::ONE {
            return;
        }
        let times = Four::all(times);
        for p in &mut self.points[..self.count] {
            p.impulse = p.impulse * times;
        }
        self.friction.impulse = self.friction.impulse * times;
        self.friction.rolling_impulse = self.friction.rolling_impulse * times;
    }

    #[inline(always)]
    fn impulses(&self) -> PlaneImpulses<T> {
        PlaneImpulses {
            signed_distance: self.signed_distance,
            along: self.points.map(|p| p.impulse),
            totals: self.points.map(|p| p.total),
            across: self.normal.turned() * self.friction.impulse,
            rolling: self.friction.rolling_impulse,
        }
    }

    fn arm(&self, lane: usize) -> Vec3<T> {
        (self.normal.turned() * self.levers[0] - self.normal * self.across[0]).at(lane).lift()
    }

    fn set_belts(&mut self, belts: u32) {
        self.belts = belts;
    }
}

impl<T: Real> PlaneContacts<T> {
    /// Runs a stage with the current bodies; returns their new velocities.
    #[inline(never)]
    fn solved(&mut self, stage: &Stage<'_, T>, moving: &[Body<T>]) -> [FourBodies<T>; 2] {
        let mut a = FourBodies::of(&self.places[0], moving);
        let mut b = FourBodies::of(&self.places[1], moving);
        match stage {
            Stage::WarmStart => self.warm_start(&mut a, &mut b),
            Stage::Solve(pass) => self.solve(pass, moving, &mut a, &mut b),
            Stage::Relax(pass, belts) => {
                self.relax((pass, belts.get(self.belts as usize)), moving, &mut a, &mut b)
            }
            Stage::Bounce(slowest) => self.bounce(*slowest, &mut a, &mut b),
        }
        [a, b]
    }

    /// Writes the new velocities of the bodies.
    #[inline(always)]
    fn hand_back(&self, new: &[FourBodies<T>; 2], moving: &mut [Body<T>]) {
        for (places, new) in self.places.iter().zip(new) {
            for (lane, &place) in places.iter().enumerate() {
                if let Some(body) = moving.get_mut(place as usize)
                    && body.inverse_mass > T::ZERO
                {
                    body.velocity = new.velocity.at(lane);
                    body.angular_velocity = new.angular_velocity.0[lane];
                }
            }
        }
    }

    /// u and w of velocities, or of shifts and rotations.
    #[inline(always)]
    fn seen(&self, linear: [FourVec2<T>; 2], angular: [Four<T>; 2]) -> [Four<T>; 2] {
        let along = self.normal.dot(linear[1] - linear[0]);
        [along + (self.levers[1] * angular[1] - self.levers[0] * angular[0]), angular[1] - angular[0]]
    }

    /// u and w of the velocities of the bodies.
    #[inline(always)]
    fn speeds(&self, a: &FourBodies<T>, b: &FourBodies<T>) -> [Four<T>; 2] {
        self.seen([a.velocity, b.velocity], [a.angular_velocity, b.angular_velocity])
    }

    /// Applies an impulse at the middle, with the total angular impulse on each body: positive on B, negative on A.
    #[inline(always)]
    fn push(impulse: FourVec2<T>, turning: [Four<T>; 2], a: &mut FourBodies<T>, b: &mut FourBodies<T>) {
        a.velocity -= impulse * a.inverse_mass;
        b.velocity += impulse * b.inverse_mass;
        a.angular_velocity = a.angular_velocity - a.inverse_inertia * turning[0];
        b.angular_velocity += b.inverse_inertia * turning[1];
    }

    /// Applies impulses along the normal with the sum `sum`, and Σ λ x.
    #[inline(always)]
    fn push_points(&self, [sum, xs]: [Four<T>; 2], a: &mut FourBodies<T>, b: &mut FourBodies<T>) {
        Self::push(self.normal * sum, self.levers.map(|lever| lever * sum + xs), a, b);
    }

    /// Warm start: applies the impulses of the last sub-step again.
    #[inline(always)]
    fn warm_start(&mut self, a: &mut FourBodies<T>, b: &mut FourBodies<T>) {
        let [mut sum, mut xs] = [Four::ZERO; 2];
        for p in &self.points[..self.count] {
            sum += p.impulse;
            xs += p.x * p.impulse;
        }
        let f = &self.friction;
        let impulse = self.normal * sum + self.normal.turned() * f.impulse;
        let turning =
            [0, 1].map(|i| self.levers[i] * sum + self.across[i] * f.impulse + xs + f.rolling_impulse);
        let before = self.may_bounce().then(|| self.speeds(a, b));
        Self::push(impulse, turning, a, b);
        if let Some(before) = before {
            self.absorb([sum, xs], before, self.speeds(a, b));
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
        let shifts = [FourVec2::of(|i| body(first, i).shift), FourVec2::of(|i| body(second, i).shift)];
        let turns = [Four::of(|i| body(first, i).turn), Four::of(|i| body(second, i).turn)];
        let way = self.seen(shifts, turns);
        let mut speeds = self.speeds(a, b);
        let [mut sum, mut xs] = [Four::ZERO; 2];
        for p in &mut self.points[..self.count] {
            let new = wanted(p, p.separation + p.sees(way), p.sees(speeds)).max(Four::ZERO);
            let change = new - p.impulse;
            p.impulse = new;
            sum += change;
            xs += p.x * change;
            for (speed, response) in speeds.iter_mut().zip(p.response) {
                *speed += response * change;
            }
        }
        if self.may_bounce() {
            self.absorb([sum, xs], self.speeds(a, b), speeds);
        }
        self.push_points([sum, xs], a, b);
    }

    /// Applies friction against sliding and rolling, as far as the load of the points allows.
    #[inline(always)]
    fn rub(&mut self, belts: Option<&FourBelts<T>>, a: &mut FourBodies<T>, b: &mut FourBodies<T>) {
        let load = self.points[..self.count].iter().fold(Four::ZERO, |load, p| load + p.impulse);
        let (s, f) = (self.normal.turned(), &mut self.friction);
        if f.rolling.any_positive() {
            let mut speed = b.angular_velocity - a.angular_velocity;
            if let Some(belts) = belts {
                speed += belts.angular_velocity.z;
            }
            let most = f.rolling * load;
            let new = (f.rolling_impulse - f.rolling_mass * speed).max(-most).min(most);
            let change = new - f.rolling_impulse;
            f.rolling_impulse = new;
            a.angular_velocity = a.angular_velocity - a.inverse_inertia * change;
            b.angular_velocity += b.inverse_inertia * change;
        }
        let mut slip = s.dot(b.velocity - a.velocity)
            + (self.across[1] * b.angular_velocity - self.across[0] * a.angular_velocity);
        if let Some(FourBelts { velocity, .. }) = belts {
            slip += s.dot(FourVec2 { x: velocity.x, y: velocity.y });
        }
        let most = f.coefficient * load;
        let new = (f.impulse - f.mass * slip).max(-most).min(most);
        let change = new - f.impulse;
        f.impulse = new;
        Self::push(s * change, self.across.map(|lever| lever * change), a, b);
    }
}

/// The impulses of four contacts after a step, and their initial distances.
#[derive(Clone, Copy, Debug)]
pub struct PlaneImpulses<T> {
    /// Signed distance at the start of the step.
    signed_distance: Four<T>,
    /// Impulse of each point, along the normal.
    along: [Four<T>; MAX_POINTS],
    /// The same, totaled over all sub-steps.
    totals: [Four<T>; MAX_POINTS],
    /// Tangential impulse, in the world.
    across: FourVec2<T>,
    rolling: Four<T>,
}

impl<T: Real> FourImpulses<Vec2<T>> for PlaneImpulses<T> {
    const NONE: Self = Self {
        signed_distance: Four::ZERO,
        along: [Four::ZERO; MAX_POINTS],
        totals: [Four::ZERO; MAX_POINTS],
        across: FourVec2::ZERO,
        rolling: Four::ZERO,
    };

    #[inline(always)]
    fn signed_distance(&self, lane: usize) -> T {
        self.signed_distance.0[lane]
    }

    #[inline(always)]
    fn is_finite(&self, lane: usize) -> bool {
        let along = self.along.iter().fold(T::ZERO, |sum, four| sum + four.0[lane]);
        let across = self.across.at(lane);
        (along + across.x + across.y + self.rolling.0[lane]).is_finite()
    }

    #[inline(always)]
    fn store(&self, lane: usize, contact: &mut SolverContact<Vec2<T>>) {
        let count = contact.count();
        let impulses = &mut contact.data;
        for i in 0..count.min(MAX_POINTS) {
            (impulses.normal[i], impulses.totals[i]) = (self.along[i].0[lane], self.totals[i].0[lane]);
        }
        impulses.tangent = self.across.at(lane).lift();
        impulses.rolling.z = self.rolling.0[lane];
    }
}
