//! What Montanari, Petrinic and Barbieri say in sections 3.3 and 5.

use super::{Claim, Paper};

const fn claim(
    id: &'static str,
    section: &'static str,
    says: &'static str,
    judged_by: &'static str,
) -> Claim {
    Claim { id, source: Paper::SignedVolumes, section, says, judged_by }
}

pub(super) const CLAIMS: &[Claim] = &[
    claim(
        "signed-volumes-flat-overlap",
        "3.3, figure 7",
        "On a simplex of almost no area Johnson's algorithm fails where the answer is inside it (overlapping), and not where it is on an edge (apart).",
        "answers off by more than 16 ε on slivers higher than √ε, in either form of Johnson: some overlapping, none apart",
    ),
    claim(
        "signed-volumes-flat-robust",
        "4.2.2",
        "Signed Volumes cannot be hurt by simplexes of no area.",
        "the same slivers: no answer of SV is off by more than 16 ε",
    ),
    claim(
        "signed-volumes-fails-at-epsilon",
        "3.3, figure 9",
        "Johnson's algorithm fails where |det A| is of the order of machine precision.",
        "of all wrong distances, the share whose run was given a simplex with |det A| < ε; agrees from 90 % on",
    ),
    claim(
        "signed-volumes-false-contacts",
        "1 and 3.3",
        "Its limited accuracy gives false positives: contacts that are none.",
        "wrong answers that call a contact while the teeth are apart by more than rounding; agrees where there are any",
    ),
    claim(
        "signed-volumes-determinants",
        "5.1, figure 14",
        "|det A| reaches machine precision several times while |det M| stays well above it.",
        "least determinant solved over all approaches: |det A| below 10 ε, |det M| above 1000 ε",
    ),
    claim(
        "signed-volumes-johnson-root",
        "5.1, figure 15",
        "The last distance found with Johnson alone is in the order of √ε.",
        "the last right distance in each approach: some above 100 ε, and more than half of both forms above 1e-10",
    ),
    claim(
        "signed-volumes-machine-precision",
        "5.1, figure 15",
        "With Signed Volumes it is very close to ε, whatever the mesh.",
        "the last right distance is below 100 ε modules in every approach",
    ),
    claim(
        "signed-volumes-never-slower",
        "5.2, figures 16 and 17",
        "SV is always as fast as JB or faster.",
        "points of figures 16 to 19 where SV takes over 5 % more time in the sub-algorithm; half of the verdict by SV as printed",
    ),
    claim(
        "signed-volumes-backup-most",
        "5.2, figures 16 to 19",
        "BK takes the most time.",
        "share of points where BK is slowest of BK, JB and SV; agrees from 90 % on",
    ),
    claim(
        "signed-volumes-jb-behind-bk",
        "5.2, figure 17 (a)",
        "There are cases in which JB takes longer than BK.",
        "points where it does; agrees where there are any",
    ),
    claim(
        "signed-volumes-near-5",
        "5.2, ε_tol = 1e-8",
        "Near contact SV takes 5 % less time than JB on average.",
        "mean gain in the sub-algorithm, within 5 points; half of the verdict by SV as printed",
    ),
    claim(
        "signed-volumes-apart-10-25",
        "5.2, ε_tol = 1e-8",
        "Apart SV takes 10 to 25 % less time than JB.",
        "mean gain in the sub-algorithm, within 5 points; half of the verdict by SV as printed",
    ),
    claim(
        "signed-volumes-overlapping-10-25",
        "5.2, ε_tol = 1e-8",
        "Overlapping SV takes 10 to 25 % less time than JB.",
        "mean gain in the sub-algorithm, within 5 points; half of the verdict by SV as printed",
    ),
    claim(
        "signed-volumes-apart-fine",
        "5.2, ε_tol = 1e-14",
        "Apart SV takes 10 to 25 % less time than JB.",
        "mean gain in the sub-algorithm, within 5 points; half of the verdict by SV as printed",
    ),
    claim(
        "signed-volumes-overlapping-15-30",
        "5.2, ε_tol = 1e-14",
        "Overlapping SV takes 15 to 30 % less time than JB.",
        "mean gain in the sub-algorithm, within 5 points; half of the verdict by SV as printed",
    ),
    claim(
        "signed-volumes-gjk-10",
        "5.2",
        "On average SV takes 10 % off the time of GJK.",
        "mean gain of GJK with hill climbing; agrees from 5 % on; half of the verdict by SV as printed",
    ),
    claim(
        "signed-volumes-threshold",
        "5.2, figure 20",
        "Below ε_tol = 1e-10 the time of GJK rises.",
        "calls of the sub-algorithm on the largest spheres apart at 1e-14 and at 1e-8",
    ),
    claim(
        "signed-volumes-gjk-contact",
        "5.2, figure 21, and 6",
        "In contact SV takes 5 to 25 % off the time of GJK.",
        "points of figure 21 where it takes at least 5 % off",
    ),
    claim(
        "signed-volumes-triangles",
        "5.2, table I",
        "The nearest point of the Minkowski difference is on a triangle four times as likely as on any other feature.",
        "on what runs end that find parts of knots apart; agrees where over half are triangles",
    ),
    claim(
        "signed-volumes-table-2-backups",
        "5.3, table II",
        "Johnson's algorithm fails in nearly 10 % of its calls.",
        "N_BACKUP by N_SUB of JB on knots of 4.5 k triangles; agrees within a factor of two",
    ),
    claim(
        "signed-volumes-table-2-calls",
        "5.3, table II",
        "SV is called 7.4 % less often than JB.",
        "N_SUB of both on the same queries; agrees from half of that on",
    ),
    claim(
        "signed-volumes-table-2-time",
        "5.3, table II",
        "SV takes 18 % less time than JB.",
        "time in the sub-algorithm; agrees from half of that on; half of the verdict by SV as printed",
    ),
    claim(
        "signed-volumes-table-3-backups",
        "5.3, table III",
        "Johnson's algorithm fails in 6.6 % of its calls.",
        "as for table II, on knots of 17.9 k triangles",
    ),
    claim(
        "signed-volumes-table-3-calls",
        "5.3, table III",
        "SV is called 14 % less often than JB.",
        "as for table II, on knots of 17.9 k triangles",
    ),
    claim(
        "signed-volumes-table-3-time",
        "5.3, table III",
        "SV takes 20 % less time than JB.",
        "as for table II, on knots of 17.9 k triangles",
    ),
];
