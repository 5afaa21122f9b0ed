//! A joint of a tree with its rows, and a body of a tree.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use crate::body::State;
use crate::joint::constraint::{Constraint, HeldBy, MAX_HELD};
use crate::joint::pass::JointPass;
use crate::joint::six::{Response, Six, invert};
use crate::joint::speeds::Twist;
use crate::moving::Moving;

/// No joint, or no body, in a list of places.
pub(super) const NONE: u32 = u32::MAX;

/// A body of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeBody<T: Real> {
    /// In the world.
    pub place: u32,
    /// How it stands in the world.
    pub state: State<T>,
    pub moving: Moving<T>,
    /// Whether a contact asks for its response with the whole tree, or for that of a body below it.
    pub is_asked: bool,
    /// 1/m and I⁻¹ by itself; 0 unless dynamic.
    pub own: (T, Mat3<T>),
    /// W, with all that hangs on it.
    pub response: Response<T>,
    /// With the whole tree, where it is asked for.
    pub whole: Response<T>,
    /// Inertia that tension adds.
    pub added: Mat3<T>,
    /// What the last push changed of its velocity.
    pub change: Twist<T>,
    /// What pushes changed of it that bodies below, which are not asked for, do not know yet.
    pub pending: Twist<T>,
}

impl<T: Real> TreeBody<T> {
    pub fn new(place: usize, state: &State<T>) -> Self {
        let own = (T::ZERO, Mat3::default());
        let (response, rest) = (Response::of(own), [Vec3::ZERO; 2]);
        Self {
            place: place as u32,
            state: *state,
            moving: Moving::new(state),
            is_asked: false,
            own,
            response,
            whole: response,
            added: Mat3::default(),
            change: rest,
            pending: rest,
        }
    }

    /// Whether it cannot give way.
    pub fn is_firm(&self) -> bool {
        self.own.0 == T::ZERO
    }
}

/// A joint of a tree. That of number k has the child k + 1 among the bodies of the tree, of which the first is the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<T> {
    /// Whether the child is B of its joint.
    pub child_is_b: bool,
    /// Of lower number than the child.
    pub parent: u32,
    /// How many rows it has now.
    count: usize,
    /// What each belongs to.
    held: [HeldBy; MAX_HELD],
    /// Whether each is taken out, as it is beyond its bounds.
    is_out: [bool; MAX_HELD],
    /// J, by axes of the world, the numbers of all rows in each: Ċ = along · (v_c − v_p) + turns_c · w_c − turns_p · w_p.
    along: [Six<T>; 3],
    turns: [[Six<T>; 3]; 2],
    /// W_c J_cᵀ and W_p J_pᵀ of each row.
    child: [Six<T>; MAX_HELD],
    parents: [Six<T>; MAX_HELD],
    /// Rows of S⁻¹ and T⁻¹.
    inverse_s: [Six<T>; MAX_HELD],
    inverse_t: [Six<T>; MAX_HELD],
    /// The rates that are wanted in this pass, of the child against the parent.
    target: Six<T>,
    /// What this round adds to the impulses of the child.
    impulse: Six<T>,
    /// What pushes from outside have added to them.
    given: Six<T>,
}

impl<T: Real> Link<T> {
    /// Without rows.
    pub fn new(parent: u32, child_is_b: bool) -> Self {
        let none = [Six::ZERO; MAX_HELD];
        Self {
            child_is_b,
            parent,
            count: 0,
            held: [HeldBy::Linear(0); MAX_HELD],
            is_out: [false; MAX_HELD],
            along: [Six::ZERO; 3],
            turns: [[Six::ZERO; 3]; 2],
            child: none,
            parents: none,
            inverse_s: none,
            inverse_t: none,
            target: Six::ZERO,
            impulse: Six::ZERO,
            given: Six::ZERO,
        }
    }

    /// 1 where the child is B, whose impulse is the one that is kept.
    fn sign(&self) -> T {
        if self.child_is_b { T::ONE } else { -T::ONE }
    }

    /// Takes the rows of its joint as they are now.
    pub fn take_rows(&mut self, constraint: &Constraint<T>) {
        (self.along, self.turns) = ([Six::ZERO; 3], [[Six::ZERO; 3]; 2]);
        (self.count, self.is_out) = (0, [false; MAX_HELD]);
        constraint.each_held(|by, along, [a, b]| {
            let turns = if self.child_is_b { [b, a] } else { [a, b] };
            for (axis, x) in along.to_array().into_iter().enumerate() {
                self.along[axis][self.count] = x;
            }
            for (to, turn) in self.turns.iter_mut().zip(turns) {
                for (axis, x) in turn.to_array().into_iter().enumerate() {
                    to[axis][self.count] = x;
                }
            }
            self.held[self.count] = by;
            self.count += 1;
        });
    }

    /// The rates that its rows want in a pass.
    pub fn aim(&mut self, constraint: &Constraint<T>, pass: &JointPass<T>) {
        self.target = constraint.held_targets(&self.held[..self.count], pass, self.sign());
    }

    /// A row of J for the child, 0, or the parent, 1.
    fn row(&self, i: usize, of: usize) -> Six<T> {
        let [x, y, z] = [0, 1, 2].map(|axis| self.along[axis][i]);
        let [p, q, r] = [0, 1, 2].map(|axis| self.turns[of][axis][i]);
        Six::of([Vec3::new(x, y, z), Vec3::new(p, q, r)])
    }

    /// J u for a velocity u of the child, 0, or the parent, 1.
    #[inline(always)]
    fn rates(&self, u: &Six<T>, of: usize) -> Six<T> {
        let mut rates = Six::ZERO;
        for axis in 0..3 {
            rates.add(&self.along[axis], u[axis]);
            rates.add(&self.turns[of][axis], u[3 + axis]);
        }
        rates
    }

    /// Leaves to root: with the response of its child, W_c J_cᵀ, S⁻¹ and T⁻¹; the parent gives up what the joint takes of it.
    pub fn eliminate(&mut self, child: &Response<T>, parent: &mut Response<T>, parent_is_firm: bool) {
        let count = self.count;
        for i in 0..count {
            self.child[i] = child.to(&self.row(i, 0));
            self.inverse_s[i] = self.rates(&self.child[i], 0);
        }
        if !parent_is_firm {
            for i in 0..count {
                self.parents[i] = parent.to(&self.row(i, 1));
                self.inverse_t[i] = self.rates(&self.parents[i], 1);
                let s = self.inverse_s[i];
                self.inverse_t[i].add(&s, T::ONE);
            }
        }
        for out in (0..count).filter(|&i| self.is_out[i]) {
            // Zeros count as dependent.
            for m in [&mut self.inverse_s, &mut self.inverse_t] {
                m[out] = Six::ZERO;
                m.iter_mut().for_each(|row| row[out] = T::ZERO);
            }
        }
        invert(&mut self.inverse_s[..count]);
        if parent_is_firm {
            return;
        }
        invert(&mut self.inverse_t[..count]);
        for i in 0..count {
            let taken = Six::sum(&self.parents[..count], &self.inverse_t[i]);
            parent.give_up(&self.parents[i], &taken);
        }
    }

    /// W′_c, the response of its child with the whole tree, by that of its parent; see `push.rs`.
    pub fn whole(&self, child: &Response<T>, parent: Option<&Response<T>>) -> Response<T> {
        let count = self.count;
        let mut q = self.inverse_s;
        if let Some(parent) = parent {
            let mut f = [Six::ZERO; MAX_HELD];
            for (i, row) in f[..count].iter_mut().enumerate() {
                *row = self.rates(&parent.to(&self.row(i, 1)), 1);
            }
            for (row, s) in q[..count].iter_mut().zip(&self.inverse_s) {
                let product = Six::sum(&self.inverse_s[..count], &Six::sum(&f[..count], s));
                row.add(&product, -T::ONE);
            }
        }
        let mut whole = *child;
        for (child, row) in self.child[..count].iter().zip(&q) {
            whole.give_up(child, &Six::sum(&self.child[..count], row));
        }
        whole
    }

    /// J v of each row, the child against the parent.
    #[inline(always)]
    fn speeds(&self, child: &Twist<T>, parent: &Twist<T>) -> Six<T> {
        let apart = (child[0] - parent[0]).to_array();
        let (turn_c, turn_p) = (child[1].to_array(), parent[1].to_array());
        let mut speeds = Six::ZERO;
        for axis in 0..3 {
            speeds.add(&self.along[axis], apart[axis]);
            speeds.add(&self.turns[0][axis], turn_c[axis]);
            speeds.add(&self.turns[1][axis], -turn_p[axis]);
        }
        speeds
    }

    /// What the subtree does to its parent: rates are to become those wanted in the pass, or 0 for a push.
    #[inline(always)]
    pub fn up(&self, child: &Twist<T>, parent: &mut Twist<T>, is_push: bool) {
        let mut speeds = self.speeds(child, parent);
        if !is_push {
            speeds.add(&self.target, -T::ONE);
        }
        // The impulse on the parent is opposite to that on the child.
        let impulse = Six::sum(&self.inverse_t[..self.count], &speeds);
        add(parent, &Six::sum(&self.parents[..self.count], &impulse));
    }

    /// The impulses of a pass, with the velocity of the parent as it will be.
    #[inline(always)]
    pub fn down(&mut self, child: &mut Twist<T>, parent: &Twist<T>) {
        let mut speeds = self.speeds(child, parent);
        speeds.add(&self.target, -T::ONE);
        self.impulse = Six::sum(&self.inverse_s[..self.count], &speeds);
        let change = Six::sum(&self.child[..self.count], &self.impulse);
        // λ = −S⁻¹ (J v + b).
        for i in 0..MAX_HELD {
            self.impulse[i] = -self.impulse[i];
        }
        subtract(child, &change);
    }

    /// The impulses of a push, which add up.
    #[inline(always)]
    pub fn pass_on(&mut self, child: &mut Twist<T>, parent: &Twist<T>) {
        let impulse = Six::sum(&self.inverse_s[..self.count], &self.speeds(child, parent));
        self.given.add(&impulse, -T::ONE);
        subtract(child, &Six::sum(&self.child[..self.count], &impulse));
    }

    /// Whether its joint can give what this round adds.
    pub fn is_within_bounds(&self, constraint: &Constraint<T>) -> bool {
        self.is_within(constraint, &self.impulse)
    }

    fn is_within(&self, constraint: &Constraint<T>, change: &Six<T>) -> bool {
        (0..self.count)
            .all(|i| self.is_out[i] || constraint.within_bounds(self.held[i], self.sign() * change[i]))
    }

    /// Takes out rows that cannot give what this round would add.
    pub fn take_out(&mut self, constraint: &mut Constraint<T>, all: bool, speeds: &mut [Twist<T>]) {
        for i in 0..self.count {
            let change = self.sign() * self.impulse[i];
            self.is_out[i] |= constraint.take_out(self.held[i], change, all, speeds);
        }
    }

    /// The joint keeps what this round added.
    pub fn keep(&self, constraint: &mut Constraint<T>) {
        constraint.add_held(&self.held[..self.count], &self.impulse, self.sign());
    }

    /// The joint keeps what pushes added. Whether it is within its bounds.
    pub fn settle(&mut self, constraint: &mut Constraint<T>) -> bool {
        let given = core::mem::replace(&mut self.given, Six::ZERO);
        let held = self.is_within(constraint, &given);
        constraint.add_held(&self.held[..self.count], &given, self.sign());
        held
    }
}

/// Adds a velocity to another one.
#[inline(always)]
fn add<T: Real>(twist: &mut Twist<T>, change: &Six<T>) {
    let [velocity, angular_velocity] = change.twist();
    twist[0] += velocity;
    twist[1] += angular_velocity;
}

#[inline(always)]
fn subtract<T: Real>(twist: &mut Twist<T>, change: &Six<T>) {
    let [velocity, angular_velocity] = change.twist();
    twist[0] -= velocity;
    twist[1] -= angular_velocity;
}
