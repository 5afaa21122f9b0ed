//! A joint of a tree with its rows, and a body of a tree.

use impinge::math::Mat3;
use impinge::{Real, Vec3};

use super::free::{Free, MAX_FREE, Rates};
use crate::body::State;
use crate::joint::constraint::{Constraint, HeldBy, MAX_HELD};
use crate::joint::pass::JointPass;
use crate::joint::six::{Symmetric, add};
use crate::joint::speeds::Twist;
use crate::solver_body::SolverBody;

/// No joint, or no body, in a list of indices.
pub(super) const NONE: u32 = u32::MAX;

/// Threshold for a row that depends on the previous ones, which is left out: the square of the sine between them, in ε. Below this its
/// dual would be rounding only.
const DEPENDENT_ULPS: f64 = 64.0;

/// A body of a tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct TreeBody<T: Real> {
    /// Slot in the world.
    pub place: u32,
    /// Current state in the world.
    pub state: State<T>,
    /// Axes of its shape's frame, in the world.
    pub axes: Mat3<T>,
    /// Its rotation in this step when its axes were computed.
    pub turned: Vec3<T>,
    pub moving: SolverBody<Vec3<T>>,
    /// Whether a contact needs its response with the whole tree, or that of a body below it.
    pub is_asked: bool,
    /// Its own 1/m and I⁻¹; 0 unless dynamic.
    pub own: (T, Mat3<T>),
    /// Its own I.
    pub own_inertia: Mat3<T>,
    /// A: articulated inertia, with its whole subtree.
    pub inertia: Symmetric<T>,
    /// W: response with the whole tree, if it is needed.
    pub whole: Symmetric<T>,
    /// Inertia added by tension.
    pub added: Mat3<T>,
    /// h: the impulses of a pass on the body and on its subtree.
    pub impulse: Twist<T>,
    /// Change of its velocity by a pass or the last push.
    pub change: Twist<T>,
    /// Change of its velocity by pushes since the joints were last settled, as far as it knows of them.
    pub pending: Twist<T>,
    /// Impulse of pushes on its subtree that it has responded to, and its parent has not.
    pub risen: Twist<T>,
    /// The next body on the way down to the one that is visited.
    pub toward: u32,
}

impl<T: Real> TreeBody<T> {
    pub fn new(place: usize, state: &State<T>) -> Self {
        let rest = [Vec3::ZERO; 2];
        Self {
            place: place as u32,
            state: *state,
            axes: Mat3::IDENTITY,
            turned: Vec3::ZERO,
            moving: at_start(state),
            is_asked: false,
            own: (T::ZERO, Mat3::default()),
            own_inertia: Mat3::default(),
            inertia: Symmetric::default(),
            whole: Symmetric::default(),
            added: Mat3::default(),
            impulse: rest,
            change: rest,
            pending: rest,
            risen: rest,
            toward: NONE,
        }
    }

    /// Begins a step.
    pub fn begin(&mut self, state: &State<T>) {
        (self.state, self.moving) = (*state, at_start(state));
        self.is_asked = false;
    }

    /// Whether the body is immovable.
    pub fn is_firm(&self) -> bool {
        self.own.0 == T::ZERO
    }
}

/// Motion of a body of a tree at the start of a step, with the masses of the tree.
fn at_start<T: Real>(state: &State<T>) -> SolverBody<Vec3<T>> {
    let (velocity, angular_velocity) = (state.velocity, state.angular_velocity);
    SolverBody { velocity, angular_velocity, ..SolverBody::nobody() }
}

/// A joint of a tree. Joint k has the child k + 1 among the bodies of the tree; body 0 is the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link<T: Real> {
    /// Whether the child is B of its joint.
    pub child_is_b: bool,
    /// Index of the parent, lower than that of the child.
    pub parent: u32,
    /// Arms from the centers of child and parent to the joint's point.
    pub(super) arms: [Vec3<T>; 2],
    /// Whether its bodies move in the plane.
    pub(super) in_plane: bool,
    /// Whether it holds points together and nothing else now; see `points.rs`.
    only_points: bool,
    /// Whether its first three rows hold its point completely, and no separate row acts there.
    holds_points: bool,
    /// Number of its current rows. Rows from `first_alone` on are limits, motors and friction, the others belong to blocks.
    count: usize,
    first_alone: usize,
    /// Location of each row in its joint.
    held: [HeldBy; MAX_HELD],
    /// Whether each row is taken out because it is beyond its bounds.
    is_out: [bool; MAX_HELD],
    /// g of each row, and whether it holds an angular velocity: Ċ = g · u, u the motion of the child relative to the parent at the point.
    rows: [Vec3<T>; MAX_HELD],
    is_turn: [bool; MAX_HELD],
    /// Dual of each row: the vector in the span of the rows whose product with this row is 1, and with all others 0.
    duals: [Vec3<T>; MAX_HELD],
    /// Projection of a velocity, and of an angular velocity, to the part that the rows hold: Σ dual_i g_iᵀ.
    holds: [Mat3<T>; 2],
    pub(super) free: Free<T>,
    /// A at the point, as the parent sees it.
    pub(super) felt: Symmetric<T>,
    /// Target of u in this pass by the rows, and its change in this round.
    pub(super) target: Twist<T>,
    pub(super) wanted: Twist<T>,
    /// Rates that the impulse of a pass or of pushes gives, and the rest of that impulse.
    pub(super) rates: Rates<T>,
    pub(super) left: Twist<T>,
    /// Change of the parent's velocity by pushes that the child has followed.
    pub(super) seen: Twist<T>,
    /// Impulse on the child added by this round.
    pub(super) impulse: Twist<T>,
}

impl<T: Real> Link<T> {
    /// A link without rows.
    pub fn new(parent: u32, child_is_b: bool) -> Self {
        Self {
            child_is_b,
            parent,
            arms: [Vec3::ZERO; 2],
            in_plane: false,
            only_points: false,
            holds_points: false,
            count: 0,
            first_alone: 0,
            held: [HeldBy::Linear(0); MAX_HELD],
            is_out: [false; MAX_HELD],
            rows: [Vec3::ZERO; MAX_HELD],
            is_turn: [false; MAX_HELD],
            duals: [Vec3::ZERO; MAX_HELD],
            holds: [Mat3::default(); 2],
            free: Free::none(),
            felt: Symmetric::default(),
            target: [Vec3::ZERO; 2],
            wanted: [Vec3::ZERO; 2],
            rates: [T::ZERO; MAX_FREE],
            left: [Vec3::ZERO; 2],
            seen: [Vec3::ZERO; 2],
            impulse: [Vec3::ZERO; 2],
        }
    }

    /// 1 if the child is B, whose impulse is stored; otherwise −1.
    pub(super) fn sign(&self) -> T {
        if self.child_is_b { T::ONE } else { -T::ONE }
    }

    /// Loads the current rows of its joint.
    pub fn take_rows(&mut self, constraint: &Constraint<T>) {
        let [a, b] = constraint.arms();
        self.arms = if self.child_is_b { [b, a] } else { [a, b] };
        self.in_plane = constraint.in_plane;
        if constraint.holds_only_points() {
            if !self.only_points {
                self.only_points = true;
                self.count = 0;
                self.find_free();
            }
            return;
        }
        self.only_points = false;
        (self.count, self.is_out) = (0, [false; MAX_HELD]);
        self.first_alone = 0;
        constraint.each_held(|by, row, is_turn| {
            self.first_alone += usize::from(!matches!(by, HeldBy::Row(_)));
            self.held[self.count] = by;
            self.rows[self.count] = row;
            self.is_turn[self.count] = is_turn;
            self.count += 1;
        });
        self.holds_points = constraint.holds_points();
        self.find_free();
    }

    /// Whether its arms are those of its joint now, up to this distance.
    pub fn has_arms_of(&self, constraint: &Constraint<T>, most: T) -> bool {
        let [a, b] = constraint.arms();
        let [child, parent] = if self.child_is_b { [b, a] } else { [a, b] };
        (child - self.arms[0]).max_abs() <= most && (parent - self.arms[1]).max_abs() <= most
    }

    /// Computes the duals of the active rows, and the directions that they leave free.
    fn find_free(&mut self) {
        self.free.clear();
        if self.only_points {
            return self.free.add_turns();
        }
        self.duals = [Vec3::ZERO; MAX_HELD];
        self.holds = [Mat3::default(); 2];
        let mut first = 0;
        if self.holds_points {
            // Along the axes of the world, which are their own duals.
            self.duals[..3].copy_from_slice(&self.rows[..3]);
            (self.holds[0], first) = (Mat3::IDENTITY, 3);
        } else {
            self.span(false);
        }
        self.span(true);
        for i in first..self.count {
            let (row, dual) = (self.rows[i], self.duals[i]);
            let by_axes = Mat3::from_columns(dual * row.x, dual * row.y, dual * row.z);
            self.holds[usize::from(self.is_turn[i])] += by_axes;
        }
    }

    /// The same for rows that hold velocities, or angular velocities.
    fn span(&mut self, is_turn: bool) {
        let small = T::of(DEPENDENT_ULPS) * T::EPSILON;
        let (mut of, mut g, mut count) = ([0; 3], [Vec3::ZERO; 3], 0);
        // At right angles to the first two.
        let mut across = Vec3::ZERO;
        for i in (0..self.count).filter(|&i| self.is_turn[i] == is_turn && !self.is_out[i]) {
            let row = self.rows[i];
            let independent = match count {
                0 => row != Vec3::ZERO,
                1 => {
                    across = g[0].cross(row);
                    across.norm_squared() > small * g[0].norm_squared() * row.norm_squared()
                }
                2 => {
                    let volume = across.dot(row);
                    volume * volume > small * across.norm_squared() * row.norm_squared()
                }
                _ => false,
            };
            if independent {
                (of[count], g[count]) = (i, row);
                count += 1;
            }
        }
        match count {
            0 if is_turn => self.free.add_turns(),
            0 => (0..3).for_each(|axis| self.free.add(Vec3::axis(axis), false)),
            // Nothing turns a body out of the plane, so that need not be free.
            1 if is_turn && self.in_plane => self.duals[of[0]] = g[0] / g[0].norm_squared(),
            1 => {
                let side = g[0].any_orthogonal();
                self.free.add(side, is_turn);
                self.free.add(g[0].cross(side), is_turn);
                self.duals[of[0]] = g[0] / g[0].norm_squared();
            }
            2 => {
                self.free.add(across, is_turn);
                let over = T::ONE / across.norm_squared();
                self.duals[of[0]] = g[1].cross(across) * over;
                self.duals[of[1]] = across.cross(g[0]) * over;
            }
            _ => {
                let over = T::ONE / across.dot(g[2]);
                self.duals[of[0]] = g[1].cross(g[2]) * over;
                self.duals[of[1]] = g[2].cross(g[0]) * over;
                self.duals[of[2]] = across * over;
            }
        }
    }

    /// Sets the target rates of its rows in a pass.
    pub fn aim(&mut self, constraint: &Constraint<T>, pass: &JointPass<T>) {
        if self.only_points {
            return self.aim_points(constraint, pass);
        }
        let targets = constraint.held_targets(&self.held[..self.count], pass, self.sign());
        self.target = [Vec3::ZERO; 2];
        for (i, &target) in targets.iter().enumerate().take(self.count) {
            self.target[usize::from(self.is_turn[i])] += self.duals[i] * target;
        }
    }

    /// Leaves to root: adds the inertia of the child along the constrained directions to the parent.
    pub fn eliminate(&mut self, child: &Symmetric<T>, parent: Option<&mut Symmetric<T>>) {
        if self.only_points {
            return self.eliminate_points(child, parent);
        }
        self.felt = child.inertia_at(self.arms[0]);
        self.free.eliminate(&mut self.felt);
        if let Some(parent) = parent {
            *parent += self.felt.inertia_at(-self.arms[1]);
        }
    }

    /// W of its child with the whole tree, from that of its parent.
    pub fn whole(&self, parent: &Symmetric<T>) -> Symmetric<T> {
        let mut response = parent.response_at(self.arms[1]);
        self.free.respond(&mut response);
        response.response_at(-self.arms[0])
    }

    /// Leaves to root: the change that rows require at these velocities, and the effect of the impulse on the child on the parent.
    #[inline(always)]
    pub fn up(&mut self, impulse: &Twist<T>, child: &Twist<T>, parent: &Twist<T>) -> Twist<T> {
        if self.only_points {
            return self.up_points(impulse, child, parent);
        }
        let [c, p] = [speed_at(child, self.arms[0]), speed_at(parent, self.arms[1])];
        let [linear, angular] = &self.holds;
        self.wanted = [self.target[0] - *linear * (c[0] - p[0]), self.target[1] - *angular * (c[1] - p[1])];
        let mut impulse = impulse_at(impulse, self.arms[0]);
        self.rates = self.free.take_up(&mut impulse);
        self.left = impulse;
        add(&mut impulse, &self.felt.to(&self.wanted), -T::ONE);
        impulse_at(&impulse, -self.arms[1])
    }

    /// Root to leaves: the impulses of a pass, and the change of the child's velocity from that of the parent.
    #[inline(always)]
    pub fn down(&mut self, parent: &Twist<T>) -> Twist<T> {
        if self.only_points {
            return self.down_points(parent);
        }
        let mut change = speed_at(parent, self.arms[1]);
        add(&mut change, &self.wanted, T::ONE);
        self.impulse = self.felt_by(&change);
        self.free.pass_on(&self.rates, &mut change);
        self.forget();
        speed_at(&change, -self.arms[0])
    }

    /// The impulse of the joint on a child with this change of velocity before it moves freely.
    #[inline(always)]
    fn felt_by(&self, change: &Twist<T>) -> Twist<T> {
        let mut felt = self.felt.to(change);
        add(&mut felt, &self.left, -T::ONE);
        felt
    }

    /// The component of a row in an impulse on the child, with the sign of B.
    fn part(&self, i: usize, impulse: &Twist<T>) -> T {
        self.sign() * self.duals[i].dot(impulse[usize::from(self.is_turn[i])])
    }

    fn forget(&mut self) {
        (self.rates, self.left) = ([T::ZERO; MAX_FREE], [Vec3::ZERO; 2]);
    }

    /// Effect of pushes on the child on the parent.
    #[inline(always)]
    pub fn push_up(&mut self, impulse: &Twist<T>) -> Twist<T> {
        if self.only_points {
            return self.push_up_points(impulse);
        }
        let mut impulse = impulse_at(impulse, self.arms[0]);
        let rates = self.free.take_up(&mut impulse);
        self.rates.iter_mut().zip(rates).for_each(|(sum, rate)| *sum += rate);
        add(&mut self.left, &impulse, T::ONE);
        impulse_at(&impulse, -self.arms[1])
    }

    /// Change of the child's velocity by all pushes, from the change of the parent's.
    #[inline(always)]
    pub fn push_down(&mut self, parent: &Twist<T>) -> Twist<T> {
        if self.only_points {
            return self.push_down_points(parent);
        }
        let mut change = speed_at(parent, self.arms[1]);
        self.free.pass_on(&self.rates, &mut change);
        self.rates = [T::ZERO; MAX_FREE];
        speed_at(&change, -self.arms[0])
    }

    /// Change of the velocity of a child that is not pushed itself, from the change of the parent's.
    #[inline(always)]
    pub fn follow(&self, parent: &Twist<T>) -> Twist<T> {
        if self.only_points {
            return self.follow_points(parent);
        }
        let mut change = speed_at(parent, self.arms[1]);
        self.free.pass_on(&[T::ZERO; MAX_FREE], &mut change);
        speed_at(&change, -self.arms[0])
    }

    /// Whether its joint can apply the impulse that this round adds.
    pub fn is_within_bounds(&self, constraint: &Constraint<T>) -> bool {
        self.only_points || self.is_within(constraint, &self.impulse)
    }

    fn is_within(&self, constraint: &Constraint<T>, impulse: &Twist<T>) -> bool {
        (self.first_alone..self.count)
            .all(|i| self.is_out[i] || constraint.within_bounds(self.held[i], self.part(i, impulse)))
    }

    /// Takes out rows that cannot apply the impulse that this round would add.
    pub fn take_out(&mut self, constraint: &mut Constraint<T>, all: bool, speeds: &mut [Twist<T>]) {
        if self.only_points {
            return;
        }
        let before = self.is_out;
        for i in self.first_alone..self.count {
            let change = self.part(i, &self.impulse);
            self.is_out[i] |= constraint.take_out(self.held[i], change, all, speeds);
        }
        if self.is_out != before {
            self.find_free();
        }
    }

    /// Adds the impulse of this round to the joint.
    pub fn keep(&self, constraint: &mut Constraint<T>) {
        if self.only_points {
            return constraint.add_to_points(self.impulse[0] * self.sign());
        }
        self.add_to(constraint, &self.impulse);
    }

    /// Splits an impulse on the child into those of separate rows, and the rest for the blocks.
    #[inline(always)]
    fn add_to(&self, constraint: &mut Constraint<T>, impulse: &Twist<T>) {
        let mut blocks = [impulse[0] * self.sign(), impulse[1] * self.sign()];
        for i in self.first_alone..self.count {
            let part = self.part(i, impulse);
            blocks[usize::from(self.is_turn[i])] -= self.rows[i] * part;
            constraint.add_to_row(self.held[i], part);
        }
        // Free directions have no impulse; rounding errors there are dropped.
        let [linear, angular] = &self.holds;
        constraint.add_to_blocks([linear.transpose_mul(blocks[0]), angular.transpose_mul(blocks[1])]);
    }

    /// Adds the impulses of pushes to the joint, from the change of the parent's velocity. Returns whether it is within its bounds.
    pub fn settle(&mut self, constraint: &mut Constraint<T>, parent: &Twist<T>) -> bool {
        if self.only_points {
            self.settle_points(constraint, parent);
            return true;
        }
        let given = self.felt_by(&speed_at(parent, self.arms[1]));
        self.forget();
        let held = self.is_within(constraint, &given);
        self.add_to(constraint, &given);
        held
    }
}

/// A velocity, moved to the point at `arm`.
#[inline(always)]
fn speed_at<T: Real>([v, w]: &Twist<T>, arm: Vec3<T>) -> Twist<T> {
    [*v + w.cross(arm), *w]
}

/// An impulse with its angular part, moved to the point at `arm`.
#[inline(always)]
fn impulse_at<T: Real>([p, turn]: &Twist<T>, arm: Vec3<T>) -> Twist<T> {
    [*p, *turn - arm.cross(*p)]
}
