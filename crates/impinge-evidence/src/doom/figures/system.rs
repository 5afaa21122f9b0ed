//! The system of accelerations and Lagrange multipliers of a tree of joints, solved in linear time.
//!
//! Answers: the forces of the joints, given all other forces, that make all bodies accelerate so that the joints hold. Use
//! it for joints that form trees; [`super::auxiliary`] adds loops and bounded rows.
//!
//! **Source.** The report names the approach (section 6: constraint forces by Lagrange multipliers) and no equation. The equations are those
//! of Baraff, "Linear-Time Dynamics using Lagrange Multipliers", SIGGRAPH 1996, sections 4 to 6, our choice.
//!
//! | symbol | meaning |
//! |---|---|
//! | M | masses and inertias, 6 × 6 for each body |
//! | J | Jacobian of the joints, C = 0 |
//! | a, λ | accelerations of the bodies, multipliers of the rows: Jᵀ λ are the joints' forces |
//! | F | all other forces and torques |
//! | c | required J a |
//! | H | the matrix below; D its diagonal blocks after elimination |
//!
//! ```text
//! ⎡  M  −Jᵀ ⎤ ⎡ a ⎤   ⎡  F ⎤
//! ⎣ −J   0  ⎦ ⎣ λ ⎦ = ⎣ −c ⎦
//! ```
//!
//! A block of bodies and one of joints is zero unless the joint holds the body, so the graph of H is the tree itself. Eliminated from the
//! leaves on, a node changes nothing but its parent: D_p −= H_cpᵀ D_c⁻¹ H_cp, and no entry that was zero fills. D is positive definite for
//! bodies, negative definite for joints.
//!
//! **Guarantees.** No division by a pivot that is rounding: [`Singular`] names the joint whose rows depend on one another, or the
//! body without mass. Momentum is not kept by `a`, which is rounded, but by the forces Jᵀ λ, which are opposite on both bodies.
//!
//! **Cost.** O(n) for n bodies and joints, in time and memory: one factor of a 6 × 6 matrix for each; a further right-hand side costs
//! O(n), too.
//!
//! **Failure.** Heavy bodies on long chains of light ones lose digits in D, as in every elimination.

use super::block::{Block, Part, SIDE, cholesky, substitute};
use super::order::{Node, Order, Place};
use super::rigid::{Rigid, Six};
use super::row::{Row, Rows};

/// Reason why there are no multipliers, or no acceleration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Singular {
    /// The rows of this joint depend on one another, or on those of other joints.
    Joint(usize),
    /// This body has no mass, or no inertia about some axis.
    Body(usize),
}

/// The factors of H.
#[derive(Clone, Debug, Default)]
pub(crate) struct System {
    /// Rows of each node.
    sizes: Vec<usize>,
    /// The Cholesky factor of D, or of −D for joints.
    factors: Vec<Block>,
    /// D_c⁻¹ H_cp for each node c with the parent p.
    up: Vec<Block>,
}

/// A right-hand side, and then the solution: a or λ for each node.
pub(crate) type Side = Vec<Part>;

impl System {
    /// Eliminates all nodes.
    ///
    /// # Errors
    /// If a pivot is at most rounding.
    pub fn factor(&mut self, order: &Order, bodies: &[Rigid], rows: &[Rows]) -> Result<(), Singular> {
        let count = order.places.len();
        self.factors.clear();
        self.sizes.clear();
        self.up.clear();
        for place in &order.places {
            let (size, block) = match place.node {
                Node::Body(body) => (SIDE, mass(&bodies[body])),
                Node::Joint(joint) => {
                    let rows = rows[joint].as_slice();
                    if rows.iter().any(Row::vanishes) {
                        return Err(Singular::Joint(joint));
                    }
                    (rows.len(), Block::default())
                }
            };
            self.sizes.push(size);
            self.factors.push(block);
        }
        self.up.resize(count, Block::default());
        for i in 0..count {
            let (sign, singular) = match order.places[i].node {
                Node::Body(body) => (1.0, Singular::Body(body)),
                Node::Joint(joint) => (-1.0, Singular::Joint(joint)),
            };
            let size = self.sizes[i];
            let signed = self.factors[i].map(|row| row.map(|entry| sign * entry));
            let factor = cholesky(&signed, size).ok_or(singular)?;
            self.factors[i] = factor;
            let Some(parent) = order.places[i].parent else { continue };
            let between = between(order.places[i], order.places[parent], rows);
            // U = D_c⁻¹ H_cp, by its columns.
            let mut up = Block::default();
            for k in 0..self.sizes[parent] {
                let mut column: Part = std::array::from_fn(|r| sign * between[r][k]);
                substitute(&factor, size, &mut column);
                for r in 0..size {
                    up[r][k] = column[r];
                }
            }
            // D_p −= H_cpᵀ U.
            for (h, u) in between.iter().zip(&up).take(size) {
                for (d, h) in self.factors[parent].iter_mut().zip(h) {
                    for (d, u) in d.iter_mut().zip(u) {
                        *d -= h * u;
                    }
                }
            }
            self.up[i] = up;
        }
        Ok(())
    }

    /// Solves for a right-hand side, in place: F in the parts of bodies becomes a, −c in those of joints becomes λ.
    pub fn solve(&self, order: &Order, side: &mut Side) {
        for (i, place) in order.places.iter().enumerate() {
            let Some(parent) = place.parent else { continue };
            let x = side[i];
            for (u, x) in self.up[i].iter().zip(x).take(self.sizes[i]) {
                for (above, u) in side[parent].iter_mut().zip(u) {
                    *above -= u * x;
                }
            }
        }
        for (i, place) in order.places.iter().enumerate().rev() {
            let mut x = side[i];
            substitute(&self.factors[i], self.sizes[i], &mut x);
            if let Node::Joint(_) = place.node {
                x = x.map(|entry| -entry);
            }
            if let Some(parent) = place.parent {
                let above = side[parent];
                for (r, x) in x.iter_mut().enumerate().take(self.sizes[i]) {
                    *x -= (0..self.sizes[parent]).map(|k| self.up[i][r][k] * above[k]).sum::<f64>();
                }
            }
            side[i] = x;
        }
    }
}

/// M of a body.
fn mass(body: &Rigid) -> Block {
    let mut block = Block::default();
    let inertia = body.inertia_now();
    for k in 0..3 {
        block[k][k] = body.mass;
        let column = inertia.column(k).to_array();
        for (r, entry) in column.into_iter().enumerate() {
            block[3 + r][3 + k] = entry;
        }
    }
    block
}

/// H_cp: −J of the joint, as seen from the child.
fn between(child: Place, parent: Place, rows: &[Rows]) -> Block {
    let mut block = Block::default();
    let (joint, body, from_joint) = match (child.node, parent.node) {
        (Node::Joint(joint), Node::Body(body)) => (joint, body, true),
        (Node::Body(body), Node::Joint(joint)) => (joint, body, false),
        // Bodies and joints alternate in every tree.
        _ => return block,
    };
    for (r, row) in rows[joint].as_slice().iter().enumerate() {
        for (k, entry) in rows[joint].half_on(row, body).to_array().into_iter().enumerate() {
            let (i, j) = if from_joint { (r, k) } else { (k, r) };
            block[i][j] = -entry;
        }
    }
    block
}

/// The forces Jᵀ λ of the joints of a tree, added to those of the bodies.
pub(crate) fn add_forces(order: &Order, rows: &[Rows], solution: &Side, forces: &mut [Six]) {
    for (place, part) in order.places.iter().zip(solution) {
        let Node::Joint(joint) = place.node else { continue };
        let (a, b) = rows[joint].bodies;
        for (row, &multiplier) in rows[joint].as_slice().iter().zip(part) {
            row.add_force(multiplier, a, b, forces);
        }
    }
}
