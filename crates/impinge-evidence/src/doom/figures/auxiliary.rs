//! Constraints outside the tree of joints: loops, limits, friction and contacts.
//!
//! Answers: the multipliers of a few rows beside the tree, bounded or not, so that their conditions hold together with it.
//!
//! **Source.** Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996, section 7; our choice, as the report names none.
//!
//! | symbol | meaning |
//! |---|---|
//! | j_k | an auxiliary row |
//! | a_0 | accelerations without auxiliary rows, the tree holding |
//! | a_k | what a unit of the row k adds to them, the tree holding on: the response to j_kᵀ |
//! | A, b | A_kl = j_k · a_l, b_k = j_k · a_0 − c_k |
//! | μ | friction of contacts |
//!
//! w = A λ + b is what each row lacks, so with its bounds on λ it is the problem of [`super::complementarity`].
//!
//! **Friction** of contacts needs the normal forces: first all without it, then once more with |λ| ≤ μ λ_n of the first. That is ours.
//!
//! **Cost.** O(n k) for k rows beside n bodies and joints, O(k² + k³) for the problem.
//!
//! **Failure.** Loops whose rows depend on the tree, such as four hinges with parallel axes in a ring, are [`Singular`]. Bounded rows that
//! depend on one another, such as the corners of a box on a floor, are not: each has [`SOFTNESS`].

use super::block::SINGULAR;
use super::complementarity;
use super::order::Order;
use super::rigid::{Rigid, Six};
use super::row::Row;
use super::system::{Side, Singular, System};

/// Softness of a bounded row, relative to its acceleration without other rows: a millionth, so that four
/// corners of a box share its weight. Less than 1e-10 and the problem is singular to rounding; 1e-3 would be visible.
const SOFTNESS: f64 = 1e-6;

/// Bounds of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Bound {
    /// Anything: a row of this joint, which closes a loop.
    Loop(usize),
    /// λ ≥ 0.
    Push,
    /// |λ| up to this.
    Within(f64),
    /// |λ| up to this many times that of another row, which comes before.
    Rub { normal: usize, factor: f64 },
}

/// An auxiliary row, and the required J a.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extra {
    pub a: Option<usize>,
    pub b: usize,
    pub row: Row,
    pub wanted: f64,
    pub bound: Bound,
}

impl Extra {
    /// j · a.
    fn of(&self, order: &Order, side: &Side) -> f64 {
        let part = |body: usize| Six::from_array(side[order.of_body[body]]);
        self.row.rate(self.a.map(part).as_ref(), &part(self.b))
    }

    /// j M⁻¹ jᵀ, without joints.
    fn alone(&self, bodies: &[Rigid]) -> f64 {
        let of = |body: usize, half: &Six| half.dot(&bodies[body].response(half));
        self.a.map_or(0.0, |a| of(a, &self.row.on_a)) + of(self.b, &self.row.on_b)
    }
}

/// Multipliers of auxiliary rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Multipliers {
    pub list: Vec<f64>,
    /// Whether all conditions hold.
    pub complete: bool,
}

/// The multipliers of `extras`, with `free` the accelerations without them.
///
/// # Errors
/// If a loop depends on the tree or on other loops.
pub(crate) fn multipliers(
    system: &System,
    order: &Order,
    bodies: &[Rigid],
    free: &Side,
    extras: &[Extra],
) -> Result<Multipliers, Singular> {
    let n = extras.len();
    if n == 0 {
        return Ok(Multipliers { list: Vec::new(), complete: true });
    }
    let mut a = vec![0.0; n * n];
    let mut side = Side::new();
    let mut bounds = vec![[0.0, 0.0]; n];
    for (l, extra) in extras.iter().enumerate() {
        side.clear();
        side.resize(order.places.len(), Default::default());
        if let Some(body) = extra.a {
            side[order.of_body[body]] = extra.row.on_a.to_array();
        }
        side[order.of_body[extra.b]] = extra.row.on_b.to_array();
        system.solve(order, &mut side);
        for (k, other) in extras.iter().enumerate() {
            a[k * n + l] = other.of(order, &side);
        }
        // The part of it that the joints let through; rounding if they hold all of it.
        let passes = a[l * n + l] > SINGULAR * extra.alone(bodies);
        bounds[l] = match extra.bound {
            Bound::Loop(joint) if !passes => return Err(Singular::Joint(joint)),
            _ if !passes => [0.0, 0.0],
            Bound::Loop(_) => [f64::NEG_INFINITY, f64::INFINITY],
            Bound::Push => [0.0, f64::INFINITY],
            Bound::Within(most) => [-most, most],
            Bound::Rub { .. } => [0.0, 0.0],
        };
        if !matches!(extra.bound, Bound::Loop(_)) {
            a[l * n + l] *= 1.0 + SOFTNESS;
        }
    }
    // Responses are symmetric up to rounding; the factors read one half.
    let b: Vec<f64> = extras.iter().map(|extra| extra.of(order, free) - extra.wanted).collect();
    let problem = |bounds: &[[f64; 2]]| {
        complementarity::solve(&a, &b, bounds).map_err(|complementarity::Dependent(row)| {
            match extras[row].bound {
                Bound::Loop(joint) => Singular::Joint(joint),
                Bound::Push | Bound::Within(_) | Bound::Rub { .. } => Singular::Body(extras[row].b),
            }
        })
    };
    let mut found = problem(&bounds)?;
    let mut rubs = false;
    for (l, extra) in extras.iter().enumerate() {
        if let Bound::Rub { normal, factor } = extra.bound {
            let most = factor * found.x[normal];
            if most > 0.0 && a[l * n + l] > SINGULAR * extra.alone(bodies) {
                bounds[l] = [-most, most];
                rubs = true;
            }
        }
    }
    if rubs {
        let first = found.complete;
        found = problem(&bounds)?;
        found.complete &= first;
    }
    Ok(Multipliers { list: found.x, complete: found.complete })
}
