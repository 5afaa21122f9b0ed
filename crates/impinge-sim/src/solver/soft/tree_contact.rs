//! A soft contact of a body in a tree of joints with what cannot give way, or with another body of the same tree.
//!
//! It is solved as `contact.rs` tells, with one difference: a push at a foot moves the whole figure. So the effective mass of a row is
//! found from the responses of the bodies with the whole tree (see `joint/tree/push.rs`), and what the contact gives is pushed through the
//! tree as soon as its points are solved. Joints hold before and after it.
//!
//! Of two bodies of one tree each is taken to respond by itself: the row's mass is off where one moves the other, by less than a factor
//! of 2 above and below, and passes make up for it.
//!
//! Symbols: n the normal from A to B, r the arms, d the direction of a row, λ its impulse.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::contact::Pass;
use crate::body::State;
use crate::joint::{TreePart, Twist};
use crate::material::{PairRules, Surface};
use crate::moving::Moving;
use crate::softness::Softness;
use crate::touch::{MAX_POINTS, Placed, Touch};

/// The points of a contact, which all push at the same bodies, are solved so often, at most, before the tree learns what they gave.
const SWEEPS: usize = 4;

/// One of the two bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    pub place: usize,
    /// Its number in the tree; none of what cannot give way.
    pub body: Option<usize>,
}

/// A contact during a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeContact<T: Real> {
    sides: [Side; 2],
    count: usize,
    points: [Point<T>; MAX_POINTS],
    friction: Friction<T>,
    restitution: T,
    /// Whether it has given an impulse in this step, or in the last. Of one that has not the tree is not asked.
    acts: bool,
}

/// A row of the Jacobian along d.
#[derive(Clone, Copy, Debug)]
struct Row<T: Real> {
    along: Vec3<T>,
    /// r × d.
    turns: [Vec3<T>; 2],
    /// What a unit impulse changes of the velocities of both.
    effects: [Twist<T>; 2],
    /// 1 / K.
    mass: T,
}

#[derive(Clone, Copy, Debug)]
struct Point<T: Real> {
    row: Row<T>,
    /// At the start of the step.
    separation: T,
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

/// Friction of all points together.
#[derive(Clone, Copy, Debug)]
struct Friction<T: Real> {
    coefficient: T,
    rows: [Row<T>; 2],
    /// The inverse of the symmetric 2 by 2 matrix of both rows: first, off the diagonal, second.
    mass: [T; 3],
    impulse: [T; 2],
    twist: Row<T>,
    twist_impulse: T,
    /// Largest rolling torque for each unit of force, a length.
    rolling: T,
    /// About the axes of the world.
    rolling_rows: [Row<T>; 3],
    rolling_mass: Mat3<T>,
    rolling_impulse: Vec3<T>,
}

/// All impulses of a contact.
#[derive(Clone, Copy, Debug)]
struct Impulses<T> {
    points: [T; MAX_POINTS],
    across: [T; 2],
    twist: T,
    rolling: Vec3<T>,
}

/// The velocities of both bodies, and what the contact has given to each.
struct Pair<T> {
    twists: [Twist<T>; 2],
    given: [Twist<T>; 2],
}

impl<T: Real> Row<T> {
    fn new(arms: [Vec3<T>; 2], along: Vec3<T>) -> Self {
        let effects = [[Vec3::ZERO; 2]; 2];
        Self { along, turns: arms.map(|arm| arm.cross(along)), effects, mass: T::ZERO }
    }

    /// With the responses of both bodies as they now are.
    fn respond(&mut self, sides: &[Side; 2], tree: &TreePart<'_, T>) {
        for ((side, &turn), effect) in sides.iter().zip(&self.turns).zip(&mut self.effects) {
            *effect = side.body.map_or([Vec3::ZERO; 2], |body| tree.whole(body).to(&[self.along, turn]));
        }
        self.mass = inverse(self.stiffness(self));
    }

    /// K with another row.
    fn stiffness(&self, other: &Self) -> T {
        let of = |i: usize| self.along.dot(other.effects[i][0]) + self.turns[i].dot(other.effects[i][1]);
        of(0) + of(1)
    }

    /// Of B against A; of velocities, or of ways and turns.
    fn speed(&self, [a, b]: &[Twist<T>; 2]) -> T {
        self.along.dot(b[0] - a[0]) + self.turns[1].dot(b[1]) - self.turns[0].dot(a[1])
    }

    fn apply(&self, impulse: T, pair: &mut Pair<T>) {
        for (i, signed) in [-impulse, impulse].into_iter().enumerate() {
            pair.twists[i][0] += self.effects[i][0] * signed;
            pair.twists[i][1] += self.effects[i][1] * signed;
            pair.given[i][0] += self.along * signed;
            pair.given[i][1] += self.turns[i] * signed;
        }
    }
}

impl<T: Real> TreeContact<T> {
    /// Ready for the sub-steps.
    pub fn new(
        touch: &Touch<T>,
        placed: &Placed<T>,
        sides: [Side; 2],
        states: &[State<T>],
        rules: &PairRules<T>,
    ) -> Self {
        let [first, second] = [touch.a, touch.b].map(|body| &states[body.index()]);
        let (normal, middle) = (placed.normal, placed.middle(touch.count()));
        let points = core::array::from_fn(|i| {
            let p = &placed.points[i];
            let at = p.middle();
            let arms = [at - first.center, at - second.center];
            Point {
                row: Row::new(arms, normal),
                separation: p.signed_distance,
                impulse: touch.impulses[i],
                largest: T::ZERO,
                total: T::ZERO,
                approach: (second.velocity_at(arms[1]) - first.velocity_at(arms[0])).dot(normal),
                radius: (at - middle).norm(),
            }
        });
        let surface = rules.surface(&first.material, &second.material);
        let arms = [middle - first.center, middle - second.center];
        let friction = Friction::new(touch, normal, arms, &surface);
        let count = touch.count();
        let acts = touch.impulses[..count].iter().any(|&impulse| impulse != T::ZERO) || friction.acts();
        Self { sides, count, points, friction, restitution: surface.restitution, acts }
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

    /// Whether it does not act yet, and has to in this pass: a point overlaps, or would within the sub-step.
    pub fn must_begin(&self, pass: &Pass<T>, tree: &TreePart<'_, T>, moving: &[Moving<T>]) -> bool {
        if self.acts {
            return false;
        }
        let (twists, ways) = (self.begin(tree, moving).twists, self.ways(tree, moving));
        let softness = self.softness(pass);
        self.points[..self.count].iter().any(|p| {
            let (bias, _) = pass.bias(p.separation + p.row.speed(&ways), softness);
            p.row.speed(&twists) + bias < T::ZERO
        })
    }

    /// Acts from now on.
    pub fn begin_to_act(&mut self, tree: &mut TreePart<'_, T>) {
        self.acts = true;
        self.ask(tree);
    }

    /// Takes the responses of its bodies as they now are.
    pub fn respond(&mut self, tree: &TreePart<'_, T>) {
        for p in &mut self.points[..self.count] {
            p.row.respond(&self.sides, tree);
        }
        self.friction.respond(&self.sides, tree);
    }

    /// Applies the impulses of the last sub-step again, to its bodies by themselves: joints, which come next, pass them on.
    pub fn warm_start(&self, tree: &mut TreePart<'_, T>) {
        let mut pair = Pair { twists: [[Vec3::ZERO; 2]; 2], given: [[Vec3::ZERO; 2]; 2] };
        for p in &self.points[..self.count] {
            p.row.apply(p.impulse, &mut pair);
        }
        let f = &self.friction;
        f.rows[0].apply(f.impulse[0], &mut pair);
        f.rows[1].apply(f.impulse[1], &mut pair);
        f.twist.apply(f.twist_impulse, &mut pair);
        pair.given[0][1] -= f.rolling_impulse;
        pair.given[1][1] += f.rolling_impulse;
        for (side, given) in self.sides.iter().zip(pair.given) {
            if let Some(body) = side.body {
                tree.push_alone(body, given);
            }
        }
    }

    /// Pushes points apart that overlap, and stops those that approach. With friction, first what slides. Returns the largest change of a
    /// speed that it finds necessary. Changes up to `unseen` are not made.
    pub fn solve(
        &mut self,
        pass: &Pass<T>,
        friction: bool,
        [settled, unseen]: [T; 2],
        tree: &mut TreePart<'_, T>,
        moving: &[Moving<T>],
    ) -> T {
        let (before, ways, softness) = (self.impulses(), self.ways(tree, moving), self.softness(pass));
        let mut pair = self.begin(tree, moving);
        let mut largest = T::ZERO;
        for _ in 0..SWEEPS {
            let slid = if friction { self.solve_friction(&mut pair) } else { T::ZERO };
            let change = self.solve_points(pass, softness, &ways, &mut pair).max(slid);
            largest = largest.max(change);
            if change <= settled {
                break;
            }
        }
        if largest > unseen {
            self.end(&pair, tree);
        } else {
            self.set_impulses(&before);
        }
        largest
    }

    fn solve_friction(&mut self, pair: &mut Pair<T>) -> T {
        let (mut load, mut twisting) = (T::ZERO, T::ZERO);
        for p in &self.points[..self.count] {
            load += p.impulse;
            twisting += p.impulse * p.radius;
        }
        self.friction.solve(load, twisting, pair)
    }

    fn impulses(&self) -> Impulses<T> {
        let f = &self.friction;
        let points = core::array::from_fn(|i| self.points[i].impulse);
        Impulses { points, across: f.impulse, twist: f.twist_impulse, rolling: f.rolling_impulse }
    }

    fn set_impulses(&mut self, impulses: &Impulses<T>) {
        for (point, &impulse) in self.points.iter_mut().zip(&impulses.points) {
            point.impulse = impulse;
        }
        let f = &mut self.friction;
        (f.impulse, f.twist_impulse, f.rolling_impulse) = (impulses.across, impulses.twist, impulses.rolling);
    }

    /// At the end of a sub-step.
    pub fn count(&mut self) {
        for p in &mut self.points[..self.count] {
            p.total += p.impulse;
        }
    }

    /// Restitution, after all sub-steps.
    pub fn bounce(&mut self, slowest: T, tree: &mut TreePart<'_, T>, moving: &[Moving<T>]) {
        if self.restitution == T::ZERO || !self.acts {
            return;
        }
        let mut pair = self.begin(tree, moving);
        for p in &mut self.points[..self.count] {
            if p.approach <= -slowest && p.largest > T::ZERO {
                let speed = p.row.speed(&pair.twists) + self.restitution * p.approach;
                let new = (p.impulse - p.row.mass * speed).max(T::ZERO);
                p.row.apply(new - p.impulse, &mut pair);
                p.total += new - p.impulse;
                p.impulse = new;
            }
        }
        self.end(&pair, tree);
    }

    /// Keeps the impulses for the next step.
    pub fn store(&self, touch: &mut Touch<T>) {
        for (i, from) in self.points[..self.count].iter().enumerate() {
            (touch.impulses[i], touch.totals[i]) = (from.impulse, from.total);
        }
        let f = &self.friction;
        touch.tangent_impulse = f.rows[0].along * f.impulse[0] + f.rows[1].along * f.impulse[1];
        touch.twist_impulse = f.twist_impulse;
        touch.rolling_impulse = f.rolling_impulse;
    }

    fn begin(&self, tree: &TreePart<'_, T>, moving: &[Moving<T>]) -> Pair<T> {
        let twists = self.sides.map(|side| match side.body {
            Some(body) => tree.twist(body),
            None => [moving[side.place].velocity, moving[side.place].angular_velocity],
        });
        Pair { twists, given: [[Vec3::ZERO; 2]; 2] }
    }

    /// How far both have come and turned in this step.
    fn ways(&self, tree: &TreePart<'_, T>, moving: &[Moving<T>]) -> [Twist<T>; 2] {
        self.sides.map(|side| match side.body {
            Some(body) => tree.way(body),
            None => [moving[side.place].shift, moving[side.place].turn],
        })
    }

    fn softness(&self, pass: &Pass<T>) -> Softness<T> {
        pass.softness_of(self.sides.iter().any(|side| side.body.is_none()))
    }

    fn end(&self, pair: &Pair<T>, tree: &mut TreePart<'_, T>) {
        for (side, given) in self.sides.iter().zip(&pair.given) {
            if let Some(body) = side.body
                && *given != [Vec3::ZERO; 2]
            {
                tree.push(body, *given);
            }
        }
    }

    /// Points one after the other. Returns the largest change of a speed.
    fn solve_points(
        &mut self,
        pass: &Pass<T>,
        softness: Softness<T>,
        ways: &[Twist<T>; 2],
        pair: &mut Pair<T>,
    ) -> T {
        let mut largest = T::ZERO;
        for p in &mut self.points[..self.count] {
            let separation = p.separation + p.row.speed(ways);
            let (bias, part) = pass.bias(separation, softness);
            let speed = p.row.speed(&pair.twists);
            let change = -p.row.mass * part.mass_part * (speed + bias) - part.impulse_part * p.impulse;
            let new = (p.impulse + change).max(T::ZERO);
            let change = new - p.impulse;
            if change != T::ZERO {
                p.row.apply(change, pair);
                largest = largest.max(change.abs() * p.row.stiffness(&p.row));
            }
            p.impulse = new;
            p.largest = p.largest.max(new);
        }
        largest
    }
}

impl<T: Real> Friction<T> {
    fn new(touch: &Touch<T>, normal: Vec3<T>, arms: [Vec3<T>; 2], surface: &Surface<T>) -> Self {
        let s = normal.any_orthogonal();
        let s = s / s.norm();
        let tangents = [s, normal.cross(s)];
        let about = |axis| Row { turns: [axis; 2], ..Row::new([Vec3::ZERO; 2], Vec3::ZERO) };
        Self {
            coefficient: surface.friction,
            rows: tangents.map(|t| Row::new(arms, t)),
            mass: [T::ZERO; 3],
            impulse: tangents.map(|t| touch.tangent_impulse.dot(t)),
            twist: about(normal),
            twist_impulse: touch.twist_impulse,
            rolling: surface.rolling_resistance,
            rolling_rows: [0, 1, 2].map(|i| about(Vec3::axis(i))),
            rolling_mass: Mat3::default(),
            rolling_impulse: touch.rolling_impulse,
        }
    }

    /// Whether it has impulses of the last step.
    fn acts(&self) -> bool {
        let (across, rolling) = (self.impulse, self.rolling_impulse);
        across != [T::ZERO; 2] || self.twist_impulse != T::ZERO || rolling != Vec3::ZERO
    }

    fn respond(&mut self, sides: &[Side; 2], tree: &TreePart<'_, T>) {
        self.rows.iter_mut().for_each(|row| row.respond(sides, tree));
        self.twist.respond(sides, tree);
        let [s, t] = &self.rows;
        let (p, q, r) = (s.stiffness(s), t.stiffness(t), s.stiffness(t));
        let one_over = inverse(p * q - r * r);
        self.mass = [q * one_over, -r * one_over, p * one_over];
        if self.rolling > T::ZERO {
            self.rolling_rows.iter_mut().for_each(|row| row.respond(sides, tree));
            let mut k = Mat3::default();
            for body in sides.iter().filter_map(|side| side.body) {
                k += tree.whole(body).angular();
            }
            self.rolling_mass = k.inverse().unwrap_or_default();
        }
    }

    /// Stops what slides, turns and rolls, as far as the load of the points allows. Returns the largest change of a speed across the
    /// normal.
    fn solve(&mut self, load: T, twisting: T, pair: &mut Pair<T>) -> T {
        if self.rolling > T::ZERO {
            let new = self.rolling_impulse - self.rolling_mass * (pair.twists[1][1] - pair.twists[0][1]);
            let new = within(new, self.rolling * load);
            let change = (new - self.rolling_impulse).to_array();
            self.rolling_rows.iter().zip(change).for_each(|(row, change)| row.apply(change, pair));
            self.rolling_impulse = new;
        }
        let most = self.coefficient * twisting;
        let speed = self.twist.speed(&pair.twists);
        let new = (self.twist_impulse - self.twist.mass * speed).max(-most).min(most);
        self.twist.apply(new - self.twist_impulse, pair);
        self.twist_impulse = new;

        let [u, v] = [0, 1].map(|k| self.rows[k].speed(&pair.twists));
        let [p, q, r] = self.mass;
        let new = [self.impulse[0] - (p * u + q * v), self.impulse[1] - (q * u + r * v)];
        let (size, most) = ((new[0] * new[0] + new[1] * new[1]).sqrt(), self.coefficient * load);
        let new = if size > most { new.map(|x| x * (most / size)) } else { new };
        let mut largest = T::ZERO;
        for k in [0, 1] {
            let change = new[k] - self.impulse[k];
            self.rows[k].apply(change, pair);
            largest = largest.max(change.abs() * self.rows[k].stiffness(&self.rows[k]));
        }
        self.impulse = new;
        largest
    }
}

/// A vector, made no longer than `most`.
fn within<T: Real>(v: Vec3<T>, most: T) -> Vec3<T> {
    let size = v.norm();
    if size > most { v * (most / size) } else { v }
}

/// 1 / x, or 0 where nothing can move.
fn inverse<T: Real>(x: T) -> T {
    if x > T::ZERO { T::ONE / x } else { T::ZERO }
}
