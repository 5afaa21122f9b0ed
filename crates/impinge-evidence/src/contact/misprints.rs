//! Misprints of the paper, found when its definitions were written down.

use crate::study::{Out, Stop, Task};
use crate::table::Table;

/// Place, printed text, and correction.
const MISPRINTS: &[[&str; 3]] = &[
    [
        "Sections 2 and 2.2",
        "overlap: A ∩ B ≠ ∅; o ∈ A ⊖ B",
        "that includes touch; for overlap insides must meet, and o is inside",
    ],
    ["Section 2.2, contact states; equation 5", "A ⊕ B", "A ⊖ B"],
    [
        "Equation 5",
        "d is where B must go, and the normal is d by its length",
        "it turns around at touch: from B to A where they are apart, from A to B where they overlap",
    ],
    ["Section 2.4", "the non-explicit construction is necessary", "no explicit construction is"],
    [
        "Box 1",
        "S is returned empty for no contact, and touch has no case",
        "a·v = 0 leaves touch to rounding",
    ],
    [
        "Box 2, step 2.e",
        "new faces from all vertices of a removed face",
        "from the edges of the silhouette only",
    ],
    ["Box 2, step 1; step 3", "GLK; two steps b", "GJK; b and c"],
    ["Section 4.3", "step 2.i", "step 2.a"],
    ["Section 5.1", "GPA; f-f of two polygons", "EPA; e-e"],
    ["Figure 5", "4-type polyhedral system", "three types, as the text has it"],
    ["Figure 6", "3-type polyhedra + sphere", "two types of polyhedra and spheres, as the text has it"],
];

pub(super) fn run(_: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    out.table(Table::misprints(
        MISPRINTS,
        "Found when the definitions were written down and the tables typed in.",
    ));
    Ok(())
}
