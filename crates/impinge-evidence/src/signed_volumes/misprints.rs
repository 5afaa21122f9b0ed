//! Misprints of the paper, found when its algorithms were written.

use crate::study::{Out, Stop, Task};
use crate::table::Table;

/// Place, printed text, and correction.
const MISPRINTS: &[[&str; 3]] = &[
    [
        "Algorithm 1, lines 8 and 9",
        "w ∈ Y, then continue",
        "w is one of the vertices of τ, and the loop is left",
    ],
    [
        "Algorithm 1",
        "no exit where v gets no shorter",
        "the text of section 3.1 has it: the simplex cannot move closer; without it runs go round in circles",
    ],
    [
        "Section 3.1 and condition 9",
        "10^-8 ≤ ε_tol ≤ 10^-16",
        "the order is reversed; and the condition is of squares, so that distances below √ε_tol of the size are called contact: figure 14 (b) needs ε_tol near ε²",
    ],
    ["Equation 12", "ν(τ) − O = ‖v‖", "a vector on the left, a length on the right"],
    ["Equation 13", "λ_i ≤ 0 for vertices outside of W", "λ_i belongs to W with s_i, not to W"],
    ["Equations 15 and 17", "−1^(1+j)", "(−1)^(1+j)"],
    ["Section 4.1, on robustness", "the former, the latter", "swapped"],
    ["Equation 24; Algorithm 3, line 3", "(−1)^(i+j) M_ij; −1^(j+4)", "(−1)^(j+4)"],
    [
        "Introduction; section 4.2.1",
        "six subsets fall away; nine regions are left",
        "seven fall away and 2³ = 8 are left, as section 3.2 has it",
    ],
    [
        "Algorithm 3, line 10; Algorithm 4, line 20",
        "CompareSigns(det, −C_j)",
        "CompareSigns(det, C_j) = 0: with C_j = 0 or NaN the printed test finds nothing and leaves W unset",
    ],
    ["Algorithms 3 and 4", "d is never set", "d begins at infinity"],
    [
        "Algorithm 4, lines 11 to 14",
        "j = 2, 3; (−1)^j; l = i",
        "j from 1, no sign, l = j; the order of the coordinates left is cyclic",
    ],
    ["Equation 27; Algorithm 5, line 3", "p_O = s_2 + …", "p_O = s_2 − (s_2·t)/(t·t) t"],
    ["Algorithm 5, lines 11 to 13", "k is not set", "k is 2, then 1"],
    [
        "Section 4.2.2",
        "Figure 13 is a view of the xy-plane; needles give NaN",
        "x was discarded; a needle has a normal that is poor and not NaN",
    ],
    ["Section 4.3", "the origin is projected in step 2", "in step 1"],
    [
        "Section 5.3, text and table II",
        "7.4 % fewer calls; 18 % less time",
        "7.1 and 18.8 % by the table's counts and minutes",
    ],
    ["Abstract; section 6", "15 % to 30 % times faster", "less time by so much"],
];

pub(super) fn run(_: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    out.table(Table::misprints(
        MISPRINTS,
        "Found when the algorithms were written; the files of the library say what follows for the code.",
    ));
    Ok(())
}
