//! The algorithms of Olvång's thesis as it prints them, each wholly in one precision: support points, simplexes, planes and tolerances.
//!
//! The library's own forms decide by bounds on the distance, begin again where rounding leads astray, and run in `f64`. What the thesis
//! measured is neither of these, so its algorithms are here as they are printed, for studies only. Misprints are corrected where a derivation
//! shows them, and each file names its own; loops that the thesis does not bound end at a limit, as those of its implementation do.
//!
//! | file | what it holds |
//! |---|---|
//! | `difference.rs` | A ⊖ B by support mappings in world coordinates (sections 2.1 and 2.2) |
//! | `simplex.rs` | the simplex W, and the interface for finding its point closest to the origin |
//! | `voronoi.rs` | that by regions: Algorithms 2 and 3, and the text on tetrahedra (2.3.2) |
//! | `johnson.rs` | that by cofactors: equations 6 to 9 (2.3.1) |
//! | `gjk.rs` | GJK, SA-GJK and swept SA-GJK: Algorithms 1, 4 and 5 |
//! | `mpr.rs` | MPR in its three phases, and its depth: Algorithms 6 to 9 (2.4), 2.4.1 |
//! | `epa.rs` | EPA: Algorithms 10 to 12 (2.5) |
//! | `clip.rs` | contact points: Algorithm 13 and clipping in the plane (2.6), one point for sharp quadrics (4.2.3) |

pub(crate) mod clip;
mod difference;
pub(crate) mod epa;
pub(crate) mod gjk;
mod johnson;
pub(crate) mod mpr;
mod simplex;
mod voronoi;

pub(crate) use difference::Difference;
pub(crate) use johnson::Johnson;
pub(crate) use simplex::Closest;
pub(crate) use voronoi::Voronoi;

/// Steps after which a loop is given up: the thesis' very high cutoff (section 4.1), which it does not give.
pub(crate) const CUTOFF: u32 = 1_000;
