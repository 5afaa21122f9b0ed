//! Trees of joints, solved exactly in one pass: chains, robots and figures.
//!
//! A row-by-row solver carries an impulse one joint further in each pass, so a long chain, or a heavy ball on a light one, stretches
//! or bursts. Where the joints between dynamic bodies have no loop, the rows that must hold can be solved all at once, in a time that
//! grows with their number (Baraff, "Linear-Time Dynamics using Lagrange Multipliers", 1996; Featherstone's articulated bodies are
//! the same elimination). Limits, motors and friction are among these rows while they act within their bounds. A joint that closes a
//! loop stays with the row-by-row solver.
//!
//! **Symbols.** Each joint has a child c and a parent p one nearer to the root, and the rows J v = J_c v_c + J_p v_p, v = (velocity,
//! angular velocity). W is how a body's velocity responds to an impulse; at first that is M⁻¹. b is the speed wanted, negated.
//!
//! **Leaves to root.** With the joint's impulse λ the child gets W_c J_cᵀ λ. So, with S = J_c W_c J_cᵀ and T = S + J_p W_p J_pᵀ, the
//! subtree takes up λ = −T⁻¹ (J v + b), and the parent with its subtree responds by W_p − W_p J_pᵀ T⁻¹ J_p W_p from then on.
//!
//! **Root to leaves.** The parent's velocity is final: λ = −S⁻¹ (J v + b), and v_c becomes v_c + W_c J_cᵀ λ.
//!
//! **Bounds.** Where a limit would pull or a motor is too weak, its row gets the impulse of its bound and is taken out, and the tree is
//! solved again from where it was; after [`ROUNDS`] rounds all limits and drives are taken out.
//!
//! **Cost.** For a joint with d rows 2 inverses of d × d matrices in each sub-step and for each round after the first, and 4 d products
//! of vectors in each round. The order is that of a walk from the root: it depends on the joints alone.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::constraint::{Constraint, HeldRow, JointPass, MAX_HELD};
use crate::body::State;

/// A row that depends on the ones before it is left out: where of its K less than this many ε is left. Below, the inverse would be
/// rounding alone.
const DEPENDENT_ULPS: f64 = 64.0;

/// A tree is solved at most this often in a pass. Mostly one or two rounds are needed.
const ROUNDS: usize = 3;

/// No joint, or no body, in a list of places.
const NONE: u32 = u32::MAX;

/// A joint of a tree.
#[derive(Clone, Copy, Debug)]
struct Link {
    constraint: u32,
    /// Place of the child, and whether it is B of its joint.
    child: u32,
    child_is_b: bool,
    parent: u32,
    /// Where the responses of both are kept; none of a parent that is not dynamic.
    slots: [u32; 2],
    /// Its rows.
    first: u32,
    count: u32,
}

/// One of its rows.
#[derive(Clone, Copy, Debug)]
struct LinkRow<T> {
    held: HeldRow<T>,
    /// W_c J_cᵀ and W_p J_pᵀ, velocity and angular velocity.
    child: [Vec3<T>; 2],
    parent: [Vec3<T>; 2],
    /// Rows of S⁻¹ and T⁻¹.
    inverse_s: [T; MAX_HELD],
    inverse_t: [T; MAX_HELD],
    /// What this round adds to the impulse of the child.
    impulse: T,
    /// Taken out, as it is beyond its bounds.
    is_out: bool,
}

/// W: symmetric, of three blocks.
#[derive(Clone, Copy, Debug)]
struct Response<T> {
    linear: Mat3<T>,
    /// Velocity by an impulse that turns.
    mixed: Mat3<T>,
    angular: Mat3<T>,
}

/// The trees of a world's joints, in memory that is used again.
#[derive(Clone, Debug)]
pub(super) struct Trees<T> {
    /// Tree by tree, parents before children.
    links: Vec<Link>,
    /// Where each tree begins among the links.
    starts: Vec<u32>,
    rows: Vec<LinkRow<T>>,
    /// Velocities before a round.
    saved: Vec<[Vec3<T>; 2]>,
    responses: Vec<Response<T>>,
    /// The first joint of each body, and the next ones of both bodies of each joint, by places.
    heads: Vec<u32>,
    nexts: Vec<[u32; 2]>,
    /// The place of each body among the responses.
    slots: Vec<u32>,
    queue: Vec<u32>,
}

impl<T> Default for Trees<T> {
    fn default() -> Self {
        Self {
            links: Vec::new(),
            starts: Vec::new(),
            rows: Vec::new(),
            saved: Vec::new(),
            responses: Vec::new(),
            heads: Vec::new(),
            nexts: Vec::new(),
            slots: Vec::new(),
            queue: Vec::new(),
        }
    }
}

impl<T: Real> Trees<T> {
    /// Finds the trees, and tells the constraints that are in one.
    pub fn grow(&mut self, constraints: &mut [(usize, Constraint<T>)], states: &[State<T>]) {
        self.links.clear();
        self.starts.clear();
        self.queue.clear();
        self.responses.clear();
        self.heads.clear();
        self.slots.clear();
        if constraints.is_empty() {
            return;
        }
        self.heads.resize(states.len(), NONE);
        self.slots.resize(states.len(), NONE);
        self.nexts.clear();
        self.nexts.resize(constraints.len(), [NONE; 2]);
        // From the last to the first, so that lists rise.
        for (i, (_, constraint)) in constraints.iter().enumerate().rev().filter(|(_, c)| c.1.holds_place()) {
            for (next, body) in self.nexts[i].iter_mut().zip(constraint.bodies) {
                (*next, self.heads[body]) = (self.heads[body], i as u32);
            }
        }
        // Trees stand on what cannot give way, if they touch it; else on the first body of a joint.
        for i in 0..constraints.len() {
            let [a, b] = constraints[i].1.bodies;
            let [firm_a, firm_b] = [a, b].map(|body| !states[body].is_dynamic());
            if (firm_a || firm_b) && constraints[i].1.holds_place() {
                let (parent, child) = if firm_a { (a, b) } else { (b, a) };
                if self.slots[child] == NONE {
                    self.starts.push(self.links.len() as u32);
                    self.link(constraints, i, parent, child);
                    self.spread(constraints, states);
                }
            }
        }
        for i in 0..constraints.len() {
            let [a, _] = constraints[i].1.bodies;
            if constraints[i].1.holds_place() && self.slots[a] == NONE && states[a].is_dynamic() {
                self.starts.push(self.links.len() as u32);
                self.reach(a);
                self.spread(constraints, states);
            }
        }
    }

    /// All that hangs on the bodies in the queue.
    fn spread(&mut self, constraints: &mut [(usize, Constraint<T>)], states: &[State<T>]) {
        while let Some(body) = self.queue.pop() {
            let body = body as usize;
            let mut joint = self.heads[body];
            while joint != NONE {
                let i = joint as usize;
                let [a, b] = constraints[i].1.bodies;
                let other = if a == body { b } else { a };
                if states[other].is_dynamic() && self.slots[other] == NONE {
                    self.link(constraints, i, body, other);
                }
                joint = self.nexts[i][usize::from(a != body)];
            }
        }
    }

    fn reach(&mut self, body: usize) {
        self.slots[body] = self.responses.len() as u32;
        let zero = Mat3::diagonal(T::ZERO, T::ZERO, T::ZERO);
        self.responses.push(Response::of((T::ZERO, zero)));
        self.queue.push(body as u32);
    }

    fn link(&mut self, constraints: &mut [(usize, Constraint<T>)], i: usize, parent: usize, child: usize) {
        self.reach(child);
        let constraint = &mut constraints[i].1;
        constraint.in_tree = true;
        self.links.push(Link {
            constraint: i as u32,
            child: child as u32,
            child_is_b: constraint.bodies[1] == child,
            parent: parent as u32,
            slots: [child, parent].map(|body| self.slots[body]),
            first: 0,
            count: 0,
        });
    }

    /// Rows, responses and inverses for bodies as they stand now, in sub-steps of length `h`.
    pub fn factor(&mut self, constraints: &mut [(usize, Constraint<T>)], states: &[State<T>], h: T) {
        self.rows.clear();
        for link in &mut self.links {
            let constraint = &mut constraints[link.constraint as usize].1;
            constraint.choose(states, h);
            link.first = self.rows.len() as u32;
            constraint.each_held(|held| self.rows.push(LinkRow::new(held)));
            link.count = self.rows.len() as u32 - link.first;
        }
        let Self { links, rows, responses, .. } = self;
        eliminate(links, rows, responses, constraints);
    }

    /// One pass: all rows of all trees hold after it, as far as their bounds allow.
    pub fn solve(
        &mut self,
        constraints: &mut [(usize, Constraint<T>)],
        states: &mut [State<T>],
        pass: &JointPass<T>,
    ) {
        let Self { links, starts, rows, saved, responses, .. } = self;
        for (i, &start) in starts.iter().enumerate() {
            let end = starts.get(i + 1).map_or(links.len(), |&next| next as usize);
            let links = &links[start as usize..end];
            for round in 1..=ROUNDS {
                save(links, states, saved);
                up(links, rows, constraints, states, pass);
                let held = down(links, rows, constraints, states, pass);
                if held || round == ROUNDS {
                    break;
                }
                restore(links, states, saved);
                let last = round + 1 == ROUNDS;
                for link in links {
                    let constraint = &mut constraints[link.constraint as usize].1;
                    for row in link.rows_mut(rows) {
                        row.is_out |=
                            constraint.take_out(&row.held, link.sign::<T>() * row.impulse, last, states);
                    }
                }
                eliminate(links, rows, responses, constraints);
            }
            for link in links {
                let constraint = &mut constraints[link.constraint as usize].1;
                for row in link.rows(rows) {
                    constraint.add_held(&row.held, link.sign::<T>() * row.impulse);
                }
            }
        }
    }
}

/// Leaves to root: responses and inverses.
fn eliminate<T: Real>(
    links: &[Link],
    rows: &mut [LinkRow<T>],
    responses: &mut [Response<T>],
    constraints: &[(usize, Constraint<T>)],
) {
    for link in links {
        let constraint = &constraints[link.constraint as usize].1;
        for (slot, is_b) in link.slots.into_iter().zip([link.child_is_b, !link.child_is_b]) {
            if slot != NONE {
                responses[slot as usize] = Response::of(constraint.response(usize::from(is_b)));
            }
        }
    }
    for link in links.iter().rev() {
        let rows = link.rows_mut(rows);
        let child = responses[link.slots[0] as usize];
        let parent = responses.get(link.slots[1] as usize).copied();
        for row in rows.iter_mut() {
            let [turn_c, turn_p] = link.turns(&row.held);
            row.child = child.to(row.held.along, turn_c);
            row.parent = parent.map_or([Vec3::ZERO; 2], |parent| parent.to(row.held.along, turn_p));
        }
        link.invert(rows);
        if let Some(parent) = responses.get_mut(link.slots[1] as usize) {
            for k in 0..rows.len() {
                let mut taken = [Vec3::ZERO; 2];
                for (row, &part) in rows.iter().zip(&rows[k].inverse_t) {
                    taken[0] += row.parent[0] * part;
                    taken[1] += row.parent[1] * part;
                }
                parent.give_up(rows[k].parent, taken);
            }
        }
    }
}

/// Leaves to root: the velocity of each parent with all that hangs on it.
fn up<T: Real>(
    links: &[Link],
    rows: &[LinkRow<T>],
    constraints: &[(usize, Constraint<T>)],
    states: &mut [State<T>],
    pass: &JointPass<T>,
) {
    for link in links.iter().rev().filter(|link| link.slots[1] != NONE) {
        let rows = link.rows(rows);
        let speeds = link.speeds(rows, states, &constraints[link.constraint as usize].1, pass);
        let parent = &mut states[link.parent as usize];
        for row in rows {
            // The impulse on the parent is opposite to that on the child.
            let impulse = product(&row.inverse_t, &speeds);
            parent.velocity += row.parent[0] * impulse;
            parent.angular_velocity += row.parent[1] * impulse;
        }
    }
}

/// Root to leaves: impulses and velocities. Whether all are within their bounds.
fn down<T: Real>(
    links: &[Link],
    rows: &mut [LinkRow<T>],
    constraints: &[(usize, Constraint<T>)],
    states: &mut [State<T>],
    pass: &JointPass<T>,
) -> bool {
    let mut held = true;
    for link in links {
        let rows = link.rows_mut(rows);
        let constraint = &constraints[link.constraint as usize].1;
        let speeds = link.speeds(rows, states, constraint, pass);
        let child = &mut states[link.child as usize];
        for row in rows {
            row.impulse = -product(&row.inverse_s, &speeds);
            child.velocity += row.child[0] * row.impulse;
            child.angular_velocity += row.child[1] * row.impulse;
            held &= row.is_out || constraint.within_bounds(&row.held, link.sign::<T>() * row.impulse);
        }
    }
    held
}

/// Keeps the velocities of a tree.
fn save<T: Real>(links: &[Link], states: &[State<T>], saved: &mut Vec<[Vec3<T>; 2]>) {
    saved.clear();
    for body in bodies(links) {
        saved.push([states[body].velocity, states[body].angular_velocity]);
    }
}

/// Brings them back.
fn restore<T: Real>(links: &[Link], states: &mut [State<T>], saved: &[[Vec3<T>; 2]]) {
    for (body, &[velocity, angular_velocity]) in bodies(links).zip(saved) {
        (states[body].velocity, states[body].angular_velocity) = (velocity, angular_velocity);
    }
}

/// The bodies of a tree: its root, which may be fixed, and all children.
fn bodies(links: &[Link]) -> impl Iterator<Item = usize> {
    let root = links.first().map(|link| link.parent as usize);
    root.into_iter().chain(links.iter().map(|link| link.child as usize))
}

impl<T: Real> LinkRow<T> {
    fn new(held: HeldRow<T>) -> Self {
        Self {
            held,
            child: [Vec3::ZERO; 2],
            parent: [Vec3::ZERO; 2],
            inverse_s: [T::ZERO; MAX_HELD],
            inverse_t: [T::ZERO; MAX_HELD],
            impulse: T::ZERO,
            is_out: false,
        }
    }
}

impl Link {
    fn rows<'a, T>(&self, rows: &'a [LinkRow<T>]) -> &'a [LinkRow<T>] {
        &rows[self.first as usize..(self.first + self.count) as usize]
    }

    fn rows_mut<'a, T>(&self, rows: &'a mut [LinkRow<T>]) -> &'a mut [LinkRow<T>] {
        &mut rows[self.first as usize..(self.first + self.count) as usize]
    }

    /// 1 where the child is B, whose impulse is the one that is kept.
    fn sign<T: Real>(&self) -> T {
        if self.child_is_b { T::ONE } else { -T::ONE }
    }

    /// How a row turns the child and the parent.
    fn turns<T: Real>(&self, held: &HeldRow<T>) -> [Vec3<T>; 2] {
        let [a, b] = held.turns;
        if self.child_is_b { [b, a] } else { [a, b] }
    }

    /// S⁻¹ and T⁻¹.
    fn invert<T: Real>(&self, rows: &mut [LinkRow<T>]) {
        let (mut s, mut t) = ([[T::ZERO; MAX_HELD]; MAX_HELD], [[T::ZERO; MAX_HELD]; MAX_HELD]);
        for i in 0..rows.len() {
            let held = rows[i].held;
            let [turn_c, turn_p] = self.turns(&held);
            // Without rows that are taken out: zeros count as dependent.
            for (j, row) in rows.iter().enumerate().filter(|(_, row)| !(rows[i].is_out || row.is_out)) {
                s[i][j] = held.along.dot(row.child[0]) + turn_c.dot(row.child[1]);
                t[i][j] = s[i][j] + held.along.dot(row.parent[0]) + turn_p.dot(row.parent[1]);
            }
        }
        let count = rows.len();
        let (s, t) = (inverse(&s, count), inverse(&t, count));
        for (i, row) in rows.iter_mut().enumerate() {
            (row.inverse_s, row.inverse_t) = (s[i], t[i]);
        }
    }

    /// J v + b of each row, the child against the parent.
    fn speeds<T: Real>(
        &self,
        rows: &[LinkRow<T>],
        states: &[State<T>],
        constraint: &Constraint<T>,
        pass: &JointPass<T>,
    ) -> [T; MAX_HELD] {
        let (child, parent) = (&states[self.child as usize], &states[self.parent as usize]);
        let apart = child.velocity - parent.velocity;
        let bias = constraint.held_bias(pass);
        let mut speeds = [T::ZERO; MAX_HELD];
        for (speed, row) in speeds.iter_mut().zip(rows) {
            let [turn_c, turn_p] = self.turns(&row.held);
            let wanted = row.held.bias(&bias);
            *speed = row.held.along.dot(apart) + turn_c.dot(child.angular_velocity)
                - turn_p.dot(parent.angular_velocity)
                + wanted * self.sign();
        }
        speeds
    }
}

impl<T: Real> Response<T> {
    /// Of a body by itself: 1/m and I⁻¹.
    fn of((mass, angular): (T, Mat3<T>)) -> Self {
        let zero = Mat3::diagonal(T::ZERO, T::ZERO, T::ZERO);
        Self { linear: Mat3::diagonal(mass, mass, mass), mixed: zero, angular }
    }

    /// Velocity and angular velocity by an impulse.
    fn to(&self, along: Vec3<T>, turn: Vec3<T>) -> [Vec3<T>; 2] {
        [self.linear * along + self.mixed * turn, self.mixed.transpose_mul(along) + self.angular * turn]
    }

    /// Less u vᵀ.
    fn give_up(&mut self, u: [Vec3<T>; 2], v: [Vec3<T>; 2]) {
        self.linear -= outer(u[0], v[0]);
        self.mixed -= outer(u[0], v[1]);
        self.angular -= outer(u[1], v[1]);
    }
}

/// u vᵀ.
fn outer<T: Real>(u: Vec3<T>, v: Vec3<T>) -> Mat3<T> {
    Mat3::from_columns(u * v.x, u * v.y, u * v.z)
}

fn product<T: Real>(row: &[T; MAX_HELD], v: &[T; MAX_HELD]) -> T {
    let mut sum = T::ZERO;
    for (&x, &y) in row.iter().zip(v) {
        sum += x * y;
    }
    sum
}

/// The inverse of the first `count` rows and columns of a symmetric, positive definite matrix, by L D Lᵀ. Rows that depend on those
/// before them get zeros.
fn inverse<T: Real>(m: &[[T; MAX_HELD]; MAX_HELD], count: usize) -> [[T; MAX_HELD]; MAX_HELD] {
    let none = [[T::ZERO; MAX_HELD]; MAX_HELD];
    let (mut l, mut over) = (none, [T::ZERO; MAX_HELD]);
    for j in 0..count {
        // l holds L D until the row is used.
        let mut d = m[j][j];
        for k in 0..j {
            d -= l[j][k] * l[j][k] * over[k];
        }
        let kept = d > T::of(DEPENDENT_ULPS) * T::EPSILON * m[j][j];
        over[j] = if kept { T::ONE / d } else { T::ZERO };
        for i in j + 1..count {
            let mut sum = m[i][j];
            for k in 0..j {
                sum -= l[i][k] * l[j][k] * over[k];
            }
            l[i][j] = sum;
        }
    }
    let mut result = none;
    for column in 0..count {
        if over[column] == T::ZERO {
            continue;
        }
        let mut x = [T::ZERO; MAX_HELD];
        x[column] = T::ONE;
        for i in column + 1..count {
            for k in column..i {
                x[i] = x[i] - l[i][k] * over[k] * x[k];
            }
        }
        for i in (0..count).rev() {
            x[i] *= over[i];
            for k in i + 1..count {
                x[i] = x[i] - l[k][i] * over[i] * x[k];
            }
        }
        for (row, &value) in result.iter_mut().zip(&x) {
            row[column] = value;
        }
    }
    result
}
