//! A soft contact of a body in a tree of joints with an immovable body, or with another body of the same tree.
//!
//! It is solved as in `contact.rs`, with one difference: a push at a foot moves the whole ragdoll. So the effective mass of a row is
//! computed from the responses of the bodies with the whole tree (see `joint/tree/push.rs`), and the impulse of the contact is pushed
//! through the tree as soon as its points are solved. Joints hold before and after it.
//!
//! Two bodies of one tree are assumed to respond independently: the row's mass is off if one moves the other, by less than a factor of 2
//! above and below, and passes correct this.
//!
//! **Rows.** With the effects E of unit impulses of its rows on both bodies, the speeds u of the rows change by K λ with K = J E, which
//! is computed once for each response of the tree. So points and friction are solved with a few numbers, and only their sum is then
//! pushed through the tree.
//!
//! Symbols: n the normal from A to B, r the arms, d the direction of a row, λ its impulse.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::contact::Pass;
use crate::belts::Belts;
use crate::body::State;
use crate::joint::{Speeds, TreePart, Twist};
use crate::material::Surface;
use crate::softness::Softness;
use crate::solver_body::BySlot;
use crate::solver_contact::{MAX_POINTS, Placed, SolverContact, middle};
use crate::space::WorldSpace;

/// Limit on the sweeps over the points of a contact, which all push the same bodies, before their impulses are pushed through the tree.
const SWEEPS: usize = 4;

/// Indices of rows: points first, then friction along two tangents, twist about the normal, and, from [`ROLLING`] on, rolling about the
/// three axes of the world. Indices between are unused.
const TANGENTS: [usize; 2] = [MAX_POINTS, MAX_POINTS + 1];
const TWIST: usize = MAX_POINTS + 2;
const ROLLING: usize = 8;
const ROWS: usize = 12;

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
    rows: [Row<T>; ROWS],
    /// K, and 1 over its diagonal.
    stiffness: [[T; ROWS]; ROWS],
    mass: [T; ROWS],
    /// Compliance of each point: what a tree that cannot give way lacks to give way at all.
    gives: [T; MAX_POINTS],
    impulses: [T; ROWS],
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

/// A row of the Jacobian along d.
#[derive(Clone, Copy, Debug)]
struct Row<T: Real> {
    along: Vec3<T>,
    /// r × d.
    turns: [Vec3<T>; 2],
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

/// The current speeds of all rows, and their impulses.
struct Now<T> {
    speeds: [T; ROWS],
    given: [T; ROWS],
}

impl<T: Real> Row<T> {
    fn new(arms: [Vec3<T>; 2], along: Vec3<T>) -> Self {
        Self { along, turns: arms.map(|arm| arm.cross(along)) }
    }

    /// A row about an axis.
    fn about(axis: Vec3<T>) -> Self {
        Self { along: Vec3::ZERO, turns: [axis; 2] }
    }

    /// Speed of B relative to A; for velocities, or for translations and rotations.
    fn speed(&self, [a, b]: &[Twist<T>; 2]) -> T {
        self.along.dot(b[0] - a[0]) + self.turns[1].dot(b[1]) - self.turns[0].dot(a[1])
    }
}

impl<T: Real> TreeContact<T> {
    /// Prepares the contact for the sub-steps.
    pub fn new<V: WorldSpace<Scalar = T>>(
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
        let (mut rows, mut impulses) = ([Row::about(Vec3::ZERO); ROWS], [T::ZERO; ROWS]);
        let points = core::array::from_fn(|i| {
            let p = &placed.points[i];
            let at = p.middle();
            let arms = [at - first.center, at - second.center];
            if i < count {
                (rows[i], impulses[i]) = (Row::new(arms, normal), contact.data.normal[i]);
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
            (rows[i], impulses[i]) = (Row::new(arms, tangent), contact.data.tangent.dot(tangent));
        }
        (rows[TWIST], impulses[TWIST]) = (Row::about(normal), contact.data.twist);
        if surface.rolling_resistance > T::ZERO {
            for (i, rolling) in contact.data.rolling.to_array().into_iter().enumerate() {
                (rows[ROLLING + i], impulses[ROLLING + i]) = (Row::about(Vec3::axis(i)), rolling);
            }
        }
        Self {
            sides,
            count,
            rows,
            stiffness: [[T::ZERO; ROWS]; ROWS],
            mass: [T::ZERO; ROWS],
            gives: [T::ZERO; MAX_POINTS],
            impulses,
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
            acts: impulses != [T::ZERO; ROWS],
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

    /// Whether it does not act yet, but must in this pass: a point overlaps, or would within the sub-step.
    pub fn must_begin(&self, pass: &Pass<T>, tree: &TreePart<'_, T>, moving: &BySlot<'_, T>) -> bool {
        if self.acts {
            return false;
        }
        let (twists, ways) = (self.twists(tree, moving), self.ways(tree, moving));
        let softness = self.softness(pass);
        self.rows[..self.count].iter().zip(&self.points).any(|(row, p)| {
            let (bias, _) = pass.bias(p.separation + row.speed(&ways), softness);
            row.speed(&twists) + bias < T::ZERO
        })
    }

    /// Lets it act from now on.
    pub fn begin_to_act(&mut self, tree: &mut TreePart<'_, T>) {
        self.acts = true;
        self.ask(tree);
    }

    /// Indices of its rows.
    fn each_row(&self) -> impl Iterator<Item = usize> + use<T> {
        let rolling = if self.rolls() { ROLLING..ROLLING + 3 } else { 0..0 };
        (0..self.count).chain(TANGENTS[0]..=TWIST).chain(rolling)
    }

    fn rolls(&self) -> bool {
        self.friction.rolling > T::ZERO
    }

    /// Updates the responses of its bodies.
    pub fn respond(&mut self, tree: &TreePart<'_, T>) {
        // K is symmetric: rows up to i.
        for i in self.each_row() {
            let Row { along, turns } = self.rows[i];
            let effect = |side: usize| match self.sides[side].body {
                Some(body) => tree.whole(body).to(&[along, turns[side]]),
                None => [Vec3::ZERO; 2],
            };
            let effects = [effect(0), effect(1)];
            let shift = effects[0][0] + effects[1][0];
            for j in self.each_row().take_while(|j| *j <= i) {
                let row = &self.rows[j];
                let mut k = row.along.dot(shift);
                for ((side, turn), effect) in self.sides.iter().zip(row.turns).zip(&effects) {
                    if side.body.is_some() {
                        k += turn.dot(effect[1]);
                    }
                }
                (self.stiffness[i][j], self.stiffness[j][i]) = (k, k);
            }
            let k = self.stiffness[i][i];
            self.mass[i] = inverse(k);
            if i < self.count {
                let least = [0, 1].into_iter().fold(T::ZERO, |least, side| match self.sides[side].body {
                    Some(body) => least + tree.least_response(body, &[along, turns[side]]),
                    None => least,
                });
                self.gives[i] = (least - k).max(T::ZERO);
                self.mass[i] = inverse(k + self.gives[i]);
            }
        }
        let [s, t] = TANGENTS;
        let (p, q, r) = (self.stiffness[s][s], self.stiffness[t][t], self.stiffness[s][t]);
        let one_over = inverse(p * q - r * r);
        self.friction.mass = [q * one_over, -r * one_over, p * one_over];
        if self.rolls() {
            let column = |i: usize| {
                let row = &self.stiffness[ROLLING + i];
                Vec3::new(row[ROLLING], row[ROLLING + 1], row[ROLLING + 2])
            };
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
    pub fn solve(
        &mut self,
        pass: &Pass<T>,
        friction: bool,
        [settled, unseen]: [T; 2],
        tree: &mut TreePart<'_, T>,
        moving: &BySlot<'_, T>,
    ) -> T {
        let (before, ways, softness) = (self.impulses, self.ways(tree, moving), self.softness(pass));
        let biases: [_; MAX_POINTS] = core::array::from_fn(|i| {
            pass.bias(self.points[i].separation + self.rows[i].speed(&ways), softness)
        });
        let mut now = self.begin(tree, moving);
        let mut largest = T::ZERO;
        for _ in 0..SWEEPS {
            let slid = if friction { self.solve_friction(&mut now) } else { T::ZERO };
            let change = self.solve_points(&biases, &mut now).max(slid);
            largest = largest.max(change);
            if change <= settled {
                break;
            }
        }
        if largest > unseen {
            if self.restitution > T::ZERO {
                self.absorbed -= self.work(&now, self.begin(tree, moving).speeds);
            }
            self.give(&now.given, |body, given| tree.push(body, given));
        } else {
            self.impulses = before;
        }
        largest
    }

    /// Scales all impulses that are kept for the next step.
    pub fn scale_impulses(&mut self, times: T) {
        if times != T::ONE {
            self.impulses.iter_mut().for_each(|impulse| *impulse *= times);
        }
    }

    /// Accumulates impulses at the end of a sub-step.
    pub fn count(&mut self) {
        for (p, &impulse) in self.points[..self.count].iter_mut().zip(&self.impulses) {
            p.total += impulse;
        }
    }

    /// Restitution, after all sub-steps: gives back a part of the energy that was taken, see `contact/bounce.rs`.
    pub fn bounce(&mut self, slowest: T, tree: &mut TreePart<'_, T>, moving: &BySlot<'_, T>) {
        if self.restitution == T::ZERO || !self.acts {
            return;
        }
        let mut now = self.begin(tree, moving);
        let before = now.speeds;
        for _ in 0..SWEEPS {
            for i in 0..self.count {
                let p = &self.points[i];
                if p.approach <= -slowest && p.largest > T::ZERO {
                    let speed = now.speeds[i] + self.restitution * p.approach;
                    self.change(i, (self.impulses[i] - self.mass[i] * speed).max(T::ZERO), &mut now);
                }
            }
        }
        let most = (self.restitution * self.restitution * self.absorbed).max(T::ZERO);
        let linear = self.power(&now.given, &before);
        let part = part_within(linear, self.work(&now, before) - linear, most);
        for i in 0..self.count {
            if now.given[i] != T::ZERO {
                now.given[i] *= part;
                self.points[i].total += now.given[i];
                self.impulses[i] = T::ZERO;
            }
        }
        self.give(&now.given, |body, given| tree.push(body, given));
    }

    /// Whether its impulses are finite.
    pub fn is_finite(&self) -> bool {
        self.impulses.iter().fold(T::ZERO, |sum, &impulse| sum + impulse).is_finite()
    }

    /// Work of the impulses along the normal that were given while the speeds of the rows changed from `before` to what they are now.
    fn work(&self, now: &Now<T>, before: [T; ROWS]) -> T {
        (self.power(&now.given, &before) + self.power(&now.given, &now.speeds)) * T::HALF
    }

    /// Power of impulses along the normal at these speeds.
    fn power(&self, given: &[T; ROWS], speeds: &[T; ROWS]) -> T {
        given[..self.count].iter().zip(speeds).fold(T::ZERO, |sum, (&given, &speed)| sum + given * speed)
    }

    /// Stores the impulses for the next step.
    pub fn store<V: WorldSpace<Scalar = T>>(&self, contact: &mut SolverContact<V>) {
        let impulses = &mut contact.data;
        for (i, from) in self.points[..self.count].iter().enumerate() {
            (impulses.normal[i], impulses.totals[i]) = (self.impulses[i], from.total);
        }
        let [s, t] = TANGENTS.map(|i| self.rows[i].along * self.impulses[i]);
        impulses.tangent = s + t;
        impulses.twist = self.impulses[TWIST];
        impulses.rolling = self.rolling(&self.impulses);
    }

    fn twists(&self, tree: &TreePart<'_, T>, moving: &BySlot<'_, T>) -> [Twist<T>; 2] {
        self.sides.map(|side| match side.body {
            Some(body) => tree.twist(body),
            None => moving.twist(side.place),
        })
    }

    /// Translation and rotation of both bodies in this step.
    fn ways(&self, tree: &TreePart<'_, T>, moving: &BySlot<'_, T>) -> [Twist<T>; 2] {
        self.sides.map(|side| match side.body {
            Some(body) => tree.way(body),
            None => moving.find(side.place).map_or([Vec3::ZERO; 2], |body| [body.shift, body.turn]),
        })
    }

    fn softness(&self, pass: &Pass<T>) -> Softness<T> {
        pass.softness_of(self.sides.iter().any(|side| side.body.is_none()))
    }

    /// The current speeds of all rows.
    fn begin(&self, tree: &TreePart<'_, T>, moving: &BySlot<'_, T>) -> Now<T> {
        let twists = self.twists(tree, moving);
        let mut now = Now { speeds: [T::ZERO; ROWS], given: [T::ZERO; ROWS] };
        self.each_row().for_each(|i| now.speeds[i] = self.rows[i].speed(&twists));
        if self.belts != [Vec3::ZERO; 2] {
            let [velocity, angular_velocity] = self.belts;
            for i in TANGENTS {
                now.speeds[i] += self.rows[i].along.dot(velocity);
            }
            for i in self.each_row().filter(|i| *i >= TWIST) {
                now.speeds[i] += self.rows[i].turns[1].dot(angular_velocity);
            }
        }
        now
    }

    /// Sets a new impulse of a row. Returns the change of its speed.
    #[inline(always)]
    fn change(&mut self, i: usize, new: T, now: &mut Now<T>) -> T {
        let change = new - core::mem::replace(&mut self.impulses[i], new);
        now.given[i] += change;
        let column = &self.stiffness[i];
        let (speeds, rolling) = now.speeds.split_at_mut(ROLLING);
        speeds.iter_mut().zip(column).for_each(|(speed, &k)| *speed += k * change);
        if self.friction.rolling > T::ZERO {
            rolling.iter_mut().zip(&column[ROLLING..]).for_each(|(speed, &k)| *speed += k * change);
        }
        (column[i] * change).abs()
    }

    /// Passes the impulses of the rows on each body, with their angular parts, to `push`.
    fn give(&self, impulses: &[T; ROWS], mut push: impl FnMut(usize, Twist<T>)) {
        for (i, side) in self.sides.iter().enumerate() {
            let Some(body) = side.body else { continue };
            let sign = if i == 0 { -T::ONE } else { T::ONE };
            let mut given = [Vec3::ZERO; 2];
            for j in self.each_row() {
                let impulse = sign * impulses[j];
                given[0] += self.rows[j].along * impulse;
                given[1] += self.rows[j].turns[i] * impulse;
            }
            if given != [Vec3::ZERO; 2] {
                push(body, given);
            }
        }
    }

    /// Solves points one after the other. Returns the largest change of a speed.
    fn solve_points(&mut self, biases: &[(T, Softness<T>); MAX_POINTS], now: &mut Now<T>) -> T {
        let mut largest = T::ZERO;
        for (i, (bias, part)) in biases.iter().enumerate().take(self.count) {
            let last = self.impulses[i];
            let speed = now.speeds[i] + *bias + self.gives[i] * last;
            let change = -self.mass[i] * part.mass_part * speed - part.impulse_part * last;
            let new = (last + change).max(T::ZERO);
            if new != last {
                largest = largest.max(self.change(i, new, now));
                self.points[i].largest = self.points[i].largest.max(new);
            }
        }
        largest
    }

    /// Applies friction against sliding, twisting and rolling, as far as the load of the points allows. Returns the largest change of a
    /// tangential speed.
    fn solve_friction(&mut self, now: &mut Now<T>) -> T {
        let (mut load, mut twisting) = (T::ZERO, T::ZERO);
        for (p, &impulse) in self.points[..self.count].iter().zip(&self.impulses) {
            load += impulse;
            twisting += impulse * p.radius;
        }
        let Friction { coefficient, mass, rolling, rolling_mass } = self.friction;
        if rolling > T::ZERO {
            let new = self.rolling(&self.impulses) - rolling_mass * self.rolling(&now.speeds);
            let new = within(new, rolling * load).to_array();
            (0..3).for_each(|i| {
                self.change(ROLLING + i, new[i], now);
            });
        }
        let most = coefficient * twisting;
        let new = self.impulses[TWIST] - self.mass[TWIST] * now.speeds[TWIST];
        self.change(TWIST, new.max(-most).min(most), now);

        let [s, t] = TANGENTS;
        let ([u, v], [p, q, r]) = ([now.speeds[s], now.speeds[t]], mass);
        let new = [self.impulses[s] - (p * u + q * v), self.impulses[t] - (q * u + r * v)];
        let (size, most) = ((new[0] * new[0] + new[1] * new[1]).sqrt(), coefficient * load);
        let new = if size > most { new.map(|x| x * (most / size)) } else { new };
        self.change(s, new[0], now).max(self.change(t, new[1], now))
    }

    /// Vector of the rolling rows, about the axes of the world.
    fn rolling(&self, of_rows: &[T; ROWS]) -> Vec3<T> {
        Vec3::new(of_rows[ROLLING], of_rows[ROLLING + 1], of_rows[ROLLING + 2])
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
