//! A soft contact of a body in a tree of joints with an immovable body, or with another body of the same tree.
//!
//! It is solved as in `contact.rs`, with one difference: a push at a foot moves the whole ragdoll. So the effective mass of a row is
//! computed from the responses of the bodies with the whole tree (see `joint/tree/push.rs`), and the impulse of the contact goes
//! through the tree to the next contact as soon as its points are solved. Joints hold before and after it.
//!
//! Two bodies of one tree are assumed to respond independently: the row's mass is off if one moves the other, by less than a factor of 2
//! above and below, and passes correct this.
//!
//! **Rows.** With the effects E of unit impulses of its rows on both bodies, the speeds u of the rows change by K λ with K = J E, which
//! is computed once for each response of the tree. So points and friction are solved with a few numbers, and only their sum is then
//! pushed through the tree. Rows are in SIMD lanes, four by four: points, friction and twist, rolling.
//!
//! Symbols: n the normal from A to B, r the arms, d the direction of a row, λ its impulse.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::contact::Pass;
use super::lanes::{Four, FourVec3, LANES};
use super::tree_rows::{FOURS, Numbers, ROLLING, Rows, TANGENTS, TWIST, dot, response};
use crate::belts::Belts;
use crate::body::State;
use crate::continuous::CoreSpace;
use crate::joint::{Speeds, TreePart, Twist};
use crate::material::Surface;
use crate::softness::Softness;
use crate::solver_body::BySlot;
use crate::solver_contact::{MAX_POINTS, Placed, SolverContact, middle};
use crate::space::Space;

/// Limit on the sweeps over the points of a contact, which all push the same bodies, before their impulses are pushed through the tree.
const SWEEPS: usize = 4;

/// One of the two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub place: usize,
    /// Its index in the tree; `None` for an immovable body.
    pub body: Option<usize>,
}

/// A contact during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeContact<T: Real> {
    sides: [Side; 2],
    count: usize,
    /// Number of fours with rows.
    fours: usize,
    rows: [Rows<T>; FOURS],
    /// K by rows, and 1 over its diagonal.
    stiffness: [Numbers<T>; ROLLING + 3],
    mass: Numbers<T>,
    /// Compliance of each point: what a tree that cannot give way lacks to give way at all.
    gives: Four<T>,
    impulses: Numbers<T>,
    /// Speeds of the rows by the motion of immovable bodies.
    carried: Numbers<T>,
    /// The bias velocity of each point in this pass, negated, and its softness.
    biases: [(T, Softness<T>); MAX_POINTS],
    points: [Point<T>; MAX_POINTS],
    friction: Friction<T>,
    restitution: T,
    /// Velocity and angular velocity of the surface of B relative to that of A at the middle, less those of the bodies.
    belts: Twist<T>,
    /// Energy that the normal impulses took in this step.
    absorbed: T,
    /// Whether it had an impulse in this step, or in the last. A contact without one does not ask the tree.
    acts: bool,
}

#[derive(Clone, Copy, Debug)]
struct Point<T: Real> {
    /// Separation at the start of the step.
    separation: T,
    /// The largest impulse of any sub-step.
    largest: T,
    /// Total impulse of all sub-steps.
    total: T,
    /// Approach speed before the step, below 0 if they approached.
    approach: T,
    /// Distance from the middle of all points.
    radius: T,
}

/// Friction of all points together.
#[derive(Clone, Copy, Debug)]
struct Friction<T: Real> {
    coefficient: T,
    /// The inverse of the symmetric 2 by 2 matrix of both tangents: first, off-diagonal, second.
    mass: [T; 3],
    /// Largest rolling torque per unit of force, a length.
    rolling: T,
    rolling_mass: Mat3<T>,
}

impl<T: Real> TreeContact<T> {
    /// Prepares the contact for the sub-steps.
    pub fn new<V: CoreSpace<Scalar = T>>(
        contact: &SolverContact<V>,
        placed: &Placed<T>,
        sides: [Side; 2],
        states: &[State<T>],
        surface: &Surface<T>,
        belts: &Belts<T>,
    ) -> Self {
        let [first, second] = [contact.a, contact.b].map(|body| &states[body.index()]);
        let (normal, count) = (placed.normal, contact.count());
        let middle = middle(placed, count);
        let belts = if belts.is_empty() {
            [Vec3::ZERO; 2]
        } else {
            belts.relative([contact.a, contact.b], states, middle)
        };
        let (mut rows, mut impulses) = ([Rows::NONE; FOURS], Numbers::ZERO);
        let mut put = |i: usize, [along, a, b]: [Vec3<T>; 3], impulse: T| {
            rows[i / LANES].set(i % LANES, along, [a, b]);
            impulses.set(i, impulse);
        };
        let points = core::array::from_fn(|i| {
            let p = &placed.points[i];
            let at = p.middle();
            let arms = [at - first.center, at - second.center];
            if i < count {
                put(i, [normal, arms[0].cross(normal), arms[1].cross(normal)], contact.data.normal[i]);
            }
            Point {
                separation: p.signed_distance,
                largest: T::ZERO,
                total: T::ZERO,
                approach: (second.velocity_at(arms[1]) - first.velocity_at(arms[0])).dot(normal),
                radius: (at - middle).norm(),
            }
        });
        let arms = [middle - first.center, middle - second.center];
        let s = normal.any_orthogonal();
        let s = s / s.norm();
        for (i, tangent) in TANGENTS.into_iter().zip([s, normal.cross(s)]) {
            let row = [tangent, arms[0].cross(tangent), arms[1].cross(tangent)];
            put(i, row, contact.data.tangent.dot(tangent));
        }
        put(TWIST, [Vec3::ZERO, normal, normal], contact.data.twist);
        let rolls = surface.rolling_resistance > T::ZERO;
        if rolls {
            for (i, rolling) in contact.data.rolling.to_array().into_iter().enumerate() {
                let axis = Vec3::axis(i);
                put(ROLLING + i, [Vec3::ZERO, axis, axis], rolling);
            }
        }
        Self {
            sides,
            count,
            fours: if rolls { FOURS } else { FOURS - 1 },
            rows,
            stiffness: [Numbers::ZERO; ROLLING + 3],
            mass: Numbers::ZERO,
            gives: Four::ZERO,
            impulses,
            carried: Numbers::ZERO,
            biases: [(T::ZERO, Softness::RIGID); MAX_POINTS],
            points,
            friction: Friction {
                coefficient: surface.friction,
                mass: [T::ZERO; 3],
                rolling: surface.rolling_resistance,
                rolling_mass: Mat3::default(),
            },
            restitution: surface.restitution,
            belts,
            absorbed: T::ZERO,
            acts: impulses.0.iter().any(|four| four.0 != [T::ZERO; LANES]),
        }
    }

    /// Asks the tree for its bodies, if it acts.
    pub fn ask(&self, tree: &mut TreePart<'_, T>) {
        if self.acts {
            self.sides.iter().filter_map(|side| side.body).for_each(|body| tree.ask_for(body));
        }
    }

    /// Whether it acts.
    pub fn acts(&self) -> bool {
        self.acts
    }

    /// Prepares it for a pass, in which no body moves.
    pub fn aim<V: Space<Scalar = T>>(
        &mut self,
        pass: &Pass<T>,
        tree: &TreePart<'_, T>,
        moving: &BySlot<'_, V>,
    ) {
        let mut ways = Four::ZERO;
        let mut is_firm = false;
        self.carried = Numbers::ZERO;
        for (i, side) in self.sides.iter().enumerate() {
            if let Some(body) = side.body {
                ways += self.rows[0].speeds(i, &tree.way(body));
                continue;
            }
            is_firm = true;
            if let Some(body) = moving.find(side.place) {
                ways += self.rows[0].speeds(i, &body.way());
                let twist = moving.twist(side.place);
                for (carried, rows) in self.carried.0.iter_mut().zip(&self.rows) {
                    *carried += rows.speeds(i, &twist);
                }
            }
        }
        let softness = pass.softness_of(is_firm);
        for ((bias, p), way) in self.biases.iter_mut().zip(&self.points).zip(ways.0) {
            *bias = pass.bias(p.separation + way, softness);
        }
    }

    /// Whether it does not act yet, but must in this pass: a point overlaps, or would within the sub-step.
    pub fn must_begin(&self, tree: &TreePart<'_, T>) -> bool {
        if self.acts {
            return false;
        }
        let speeds = self.speeds(0, tree);
        speeds.0.iter().zip(&self.biases).take(self.count).any(|(speed, bias)| *speed + bias.0 < T::ZERO)
    }

    /// Lets it act from now on.
    pub fn begin_to_act(&mut self, tree: &mut TreePart<'_, T>) {
        self.acts = true;
        self.ask(tree);
    }

    fn rolls(&self) -> bool {
        self.fours == FOURS
    }

    /// Indices of its rows.
    fn each_row(&self) -> impl Iterator<Item = usize> + use<T> {
        let rolling = if self.rolls() { ROLLING..ROLLING + 3 } else { 0..0 };
        (0..self.count).chain(TANGENTS[0]..=TWIST).chain(rolling)
    }

    /// Updates the responses of its bodies.
    pub fn respond(&mut self, tree: &TreePart<'_, T>) {
        self.stiffness = [Numbers::ZERO; ROLLING + 3];
        for (i, side) in self.sides.iter().enumerate() {
            let Some(body) = side.body else { continue };
            let whole = tree.whole(body);
            for from in 0..self.fours {
                let [shift, spin] = response(whole, &self.rows[from].along, &self.rows[from].turns[i]);
                let first = from * LANES;
                let end = if from == 0 { self.count } else { (first + LANES).min(ROLLING + 3) };
                for (lane, to) in self.stiffness[first..end].iter_mut().enumerate() {
                    let (shift, spin) = (shift.at(lane), spin.at(lane));
                    for (k, rows) in to.0[..self.fours].iter_mut().zip(&self.rows) {
                        *k += dot(&rows.along, &shift) + dot(&rows.turns[i], &spin);
                    }
                }
            }
        }
        for i in self.each_row() {
            let k = self.stiffness[i].get(i);
            self.mass.set(i, inverse(k));
            if i < self.count {
                let mut least = T::ZERO;
                for (side, turns) in self.sides.iter().zip(&self.rows[0].turns) {
                    if let Some(body) = side.body {
                        least += tree.least_response(body, &[self.rows[0].along.at(i), turns.at(i)]);
                    }
                }
                self.gives.0[i] = (least - k).max(T::ZERO);
                self.mass.set(i, inverse(k + self.gives.0[i]));
            }
        }
        let [s, t] = TANGENTS;
        let (p, q) = (self.stiffness[s].get(s), self.stiffness[t].get(t));
        let r = self.stiffness[s].get(t);
        let one_over = inverse(p * q - r * r);
        self.friction.mass = [q * one_over, -r * one_over, p * one_over];
        if self.rolls() {
            let column = |i: usize| self.stiffness[ROLLING + i].rolling();
            let k = Mat3::from_columns(column(0), column(1), column(2));
            self.friction.rolling_mass = k.inverse().unwrap_or_default();
        }
    }

    /// Warm start: applies the impulses of the last sub-step again, to its bodies alone; the joints, which come next, propagate them.
    pub fn warm_start(&self, tree: &mut TreePart<'_, T>) {
        self.give(&self.impulses, |body, given| tree.push_alone(body, given));
    }

    /// Pushes overlapping points apart, and stops approaching ones. With friction, first stops sliding. Returns the largest necessary
    /// change of a speed. Changes up to `unseen` are not applied.
    pub fn solve(&mut self, friction: bool, [settled, unseen]: [T; 2], tree: &mut TreePart<'_, T>) -> T {
        let before = self.impulses;
        let at_first = self.begin(tree);
        let mut speeds = at_first;
        let mut largest = T::ZERO;
        for _ in 0..SWEEPS {
            let slid = if friction { self.solve_friction(&mut speeds) } else { T::ZERO };
            let change = self.solve_points(&mut speeds).max(slid);
            largest = largest.max(change);
            if change <= settled {
                break;
            }
        }
        if largest > unseen {
            let given = self.given(&before);
            if self.restitution > T::ZERO {
                self.absorbed -= self.work(&given, &at_first, &speeds);
            }
            self.give(&given, |body, given| tree.push(body, &given));
        } else {
            self.impulses = before;
        }
        largest
    }

    /// Scales all impulses that are kept for the next step.
    pub fn scale_impulses(&mut self, times: T) {
        if times != T::ONE {
            self.impulses.0.iter_mut().for_each(|four| *four = *four * Four::all(times));
        }
    }

    /// Accumulates impulses at the end of a sub-step.
    pub fn count(&mut self) {
        for (p, &impulse) in self.points[..self.count].iter_mut().zip(&self.impulses.0[0].0) {
            p.total += impulse;
        }
    }

    /// Restitution, after all sub-steps: gives back a part of the energy that was taken, see `contact/bounce.rs`.
    pub fn bounce(&mut self, slowest: T, tree: &mut TreePart<'_, T>) {
        if self.restitution == T::ZERO || !self.acts {
            return;
        }
        let before = self.begin(tree);
        let (mut speeds, impulses) = (before, self.impulses);
        for _ in 0..SWEEPS {
            for i in 0..self.count {
                let p = &self.points[i];
                if p.approach <= -slowest && p.largest > T::ZERO {
                    let speed = speeds.get(i) + self.restitution * p.approach;
                    let new = (self.impulses.get(i) - self.mass.get(i) * speed).max(T::ZERO);
                    self.change(i, new, &mut speeds);
                }
            }
        }
        let mut given = self.given(&impulses);
        let most = (self.restitution * self.restitution * self.absorbed).max(T::ZERO);
        let linear = self.power(&given, &before);
        let part = part_within(linear, self.work(&given, &before, &speeds) - linear, most);
        for i in 0..self.count {
            if given.get(i) != T::ZERO {
                given.set(i, given.get(i) * part);
                self.points[i].total += given.get(i);
                self.impulses.set(i, T::ZERO);
            }
        }
        self.give(&given, |body, given| tree.push(body, &given));
    }

    /// Whether its impulses are finite.
    pub fn is_finite(&self) -> bool {
        self.impulses.0.iter().all(|four| four.0.iter().fold(T::ZERO, |sum, &x| sum + x).is_finite())
    }

    /// Work of impulses along the normal that changed the speeds of the rows from `before` to `after`.
    fn work(&self, given: &Numbers<T>, before: &Numbers<T>, after: &Numbers<T>) -> T {
        (self.power(given, before) + self.power(given, after)) * T::HALF
    }

    /// Power of impulses along the normal at these speeds.
    fn power(&self, given: &Numbers<T>, speeds: &Numbers<T>) -> T {
        (0..self.count).fold(T::ZERO, |sum, i| sum + given.get(i) * speeds.get(i))
    }

    /// Stores the impulses for the next step.
    pub fn store<V: CoreSpace<Scalar = T>>(&self, contact: &mut SolverContact<V>) {
        let impulses = &mut contact.data;
        for (i, from) in self.points[..self.count].iter().enumerate() {
            (impulses.normal[i], impulses.totals[i]) = (self.impulses.get(i), from.total);
        }
        let [s, t] = TANGENTS.map(|i| self.rows[i / LANES].along.at(i % LANES) * self.impulses.get(i));
        impulses.tangent = s + t;
        impulses.twist = self.impulses.get(TWIST);
        impulses.rolling = self.impulses.rolling();
    }

    /// The current speeds of four rows.
    #[inline(always)]
    fn speeds(&self, four: usize, tree: &TreePart<'_, T>) -> Four<T> {
        let mut speeds = self.carried.0[four];
        for (i, side) in self.sides.iter().enumerate() {
            if let Some(body) = side.body {
                speeds += self.rows[four].speeds(i, &tree.twist(body));
            }
        }
        speeds
    }

    /// The current speeds of all rows.
    fn begin(&self, tree: &mut TreePart<'_, T>) -> Numbers<T> {
        self.sides.iter().filter_map(|side| side.body).for_each(|body| tree.visit(body));
        let mut speeds = Numbers::ZERO;
        for (four, speeds) in speeds.0[..self.fours].iter_mut().enumerate() {
            *speeds = self.speeds(four, tree);
        }
        if self.belts != [Vec3::ZERO; 2] {
            self.run_belts(&mut speeds);
        }
        speeds
    }

    /// Adds the speeds of belts to those of the rows of friction.
    fn run_belts(&self, speeds: &mut Numbers<T>) {
        let [velocity, angular_velocity] = self.belts;
        for i in TANGENTS {
            let along = self.rows[i / LANES].along.at(i % LANES);
            speeds.set(i, speeds.get(i) + along.dot(velocity));
        }
        for i in self.each_row().filter(|i| *i >= TWIST) {
            let turn = self.rows[i / LANES].turns[1].at(i % LANES);
            speeds.set(i, speeds.get(i) + turn.dot(angular_velocity));
        }
    }

    /// Sets a new impulse of a row. Returns the change of its speed.
    #[inline(always)]
    fn change(&mut self, i: usize, new: T, speeds: &mut Numbers<T>) -> T {
        let change = new - self.impulses.get(i);
        self.impulses.set(i, new);
        let column = &self.stiffness[i];
        for (speeds, k) in speeds.0[..self.fours].iter_mut().zip(&column.0) {
            *speeds += *k * Four::all(change);
        }
        (column.get(i) * change).abs()
    }

    /// The change of the impulses since `before`.
    fn given(&self, before: &Numbers<T>) -> Numbers<T> {
        let mut given = self.impulses;
        given.0.iter_mut().zip(&before.0).for_each(|(given, before)| *given = *given - *before);
        given
    }

    /// Passes the impulses of the rows on each body, with their angular parts, to `push`.
    fn give(&self, impulses: &Numbers<T>, mut push: impl FnMut(usize, Twist<T>)) {
        let along = self.sum(impulses, |rows| rows.along);
        // B first: it is where the solver is after looking at both.
        for (i, side) in self.sides.iter().enumerate().rev() {
            let Some(body) = side.body else { continue };
            let turn = self.sum(impulses, |rows| rows.turns[i]);
            let given = if i == 0 { [-along, -turn] } else { [along, turn] };
            if given != [Vec3::ZERO; 2] {
                push(body, given);
            }
        }
    }

    /// The sum of vectors of the rows, times their impulses.
    #[inline(always)]
    fn sum(&self, impulses: &Numbers<T>, of: impl Fn(&Rows<T>) -> FourVec3<T>) -> Vec3<T> {
        let mut sum = FourVec3::ZERO;
        for (rows, &impulses) in self.rows[..self.fours].iter().zip(&impulses.0) {
            sum += of(rows) * impulses;
        }
        (sum.at(0) + sum.at(1)) + (sum.at(2) + sum.at(3))
    }

    /// Solves points one after the other. Returns the largest change of a speed.
    fn solve_points(&mut self, speeds: &mut Numbers<T>) -> T {
        let mut largest = T::ZERO;
        for i in 0..self.count {
            let (last, (bias, part)) = (self.impulses.get(i), self.biases[i]);
            let speed = speeds.get(i) + bias + self.gives.0[i] * last;
            let change = -self.mass.get(i) * part.mass_part * speed - part.impulse_part * last;
            let new = (last + change).max(T::ZERO);
            if new != last {
                largest = largest.max(self.change(i, new, speeds));
                self.points[i].largest = self.points[i].largest.max(new);
            }
        }
        largest
    }

    /// Applies friction against sliding, twisting and rolling, as far as the load of the points allows. Returns the largest change of a
    /// tangential speed.
    fn solve_friction(&mut self, speeds: &mut Numbers<T>) -> T {
        let (mut load, mut twisting) = (T::ZERO, T::ZERO);
        for (p, &impulse) in self.points[..self.count].iter().zip(&self.impulses.0[0].0) {
            load += impulse;
            twisting += impulse * p.radius;
        }
        let Friction { coefficient, mass, rolling, rolling_mass } = self.friction;
        if self.rolls() {
            let new = self.impulses.rolling() - rolling_mass * speeds.rolling();
            let new = within(new, rolling * load).to_array();
            (0..3).for_each(|i| {
                self.change(ROLLING + i, new[i], speeds);
            });
        }
        let most = coefficient * twisting;
        let new = self.impulses.get(TWIST) - self.mass.get(TWIST) * speeds.get(TWIST);
        self.change(TWIST, new.max(-most).min(most), speeds);

        let [s, t] = TANGENTS;
        let ([u, v], [p, q, r]) = ([speeds.get(s), speeds.get(t)], mass);
        let new = [self.impulses.get(s) - (p * u + q * v), self.impulses.get(t) - (q * u + r * v)];
        let (size, most) = ((new[0] * new[0] + new[1] * new[1]).sqrt(), coefficient * load);
        let new = if size > most { new.map(|x| x * (most / size)) } else { new };
        self.change(s, new[0], speeds).max(self.change(t, new[1], speeds))
    }
}

/// A vector clamped to the length `most`.
fn within<T: Real>(v: Vec3<T>, most: T) -> Vec3<T> {
    let size = v.norm();
    if size > most { v * (most / size) } else { v }
}

/// The largest s ≤ 1 with s linear + s² square ≤ most.
fn part_within<T: Real>(linear: T, square: T, most: T) -> T {
    if linear + square <= most || square <= T::ZERO {
        return T::ONE;
    }
    let root = (linear * linear + T::of(4.0) * square * most).sqrt();
    if linear > T::ZERO { T::TWO * most / (linear + root) } else { (root - linear) / (T::TWO * square) }
}

/// 1 / x, or 0 if nothing can move.
fn inverse<T: Real>(x: T) -> T {
    if x > T::ZERO { T::ONE / x } else { T::ZERO }
}
