//! Articulated figures by constraint forces and Lagrange multipliers, beside the tree of joints of `impinge-sim`.
//!
//! **Statements of the report.** Two sentences of section 6: constraint forces simulate complex articulated figures, and Lagrange multipliers
//! give them, so that with the report's collision detection nothing interpenetrates. There is no equation, no joint, no limit, no friction, no
//! step of time, no order of elimination and no cost. The joints here are those that the game is known for, by name; each is in the
//! plainest textbook form, and so is the system. All of that is ours, and no number of the report is reproduced by it.
//!
//! | file | what it holds |
//! |---|---|
//! | `rigid.rs` | bodies whose state is their momentum |
//! | `row.rs` | rows of Jacobians |
//! | `joint/` | joints, limits, friction and contacts, one file each |
//! | `order.rs` | bodies and joints as a tree |
//! | `block.rs`, `system.rs` | the system of accelerations and multipliers, in linear time |
//! | `complementarity.rs`, `auxiliary.rs` | bounded rows, and rows that close loops |
//! | `dense.rs` | the same by one dense matrix: the oracle |
//! | `surroundings.rs`, `step.rs` | contacts and motions by the collision detection; a step |
//! | `plan.rs`, `watch.rs` | figures built for both, and observations of them |
//! | `study.rs` | the part of the study |

mod auxiliary;
mod block;
mod complementarity;
mod dense;
mod joint;
mod order;
mod plan;
mod rigid;
mod row;
mod step;
mod study;
mod surroundings;
mod system;
#[cfg(test)]
mod tests;
mod watch;

pub(super) use study::run;
