//! Statements of Montanari, Petrinic and Barbieri in sections 3.3, 4.3, 5 and 6.

use super::{Claim, Paper, Verdict};

const SAID_BY: Paper = Paper::SignedVolumes;

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        SAID_BY,
        "signed-volumes-flat-overlap",
        "3.3, figure 7",
        "On a simplex of almost no area Johnson's algorithm fails where the answer is inside it (overlapping), and not where it is on an edge (apart).",
        "answers off by more than 16 ε on slivers higher than √ε, in either form of Johnson: some overlapping, none apart",
    )
    .was(
        "answers off by more than 16 ε on slivers of all 16 heights, in either form of Johnson: some overlapping, none apart",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-flat-robust",
        "4.2.2",
        "Degenerate simplexes cannot compromise the search on triangles: the normal of a needle is lost, and searches on its edges take over.",
        "the slivers higher than √ε, as for Johnson's: no answer of SV, in either form, is off by more than 16 ε",
    )
    .was(
        "the same slivers: no answer of SV is off by more than 16 ε",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-fails-at-epsilon",
        "3.3, figure 9",
        "Johnson's algorithm fails where |det A| is of the order of machine precision.",
        "of all wrong distances, those whose run was given a simplex with |det A| < ε: nine of ten agree, half are in part",
    )
    .was(
        "of all wrong distances, the share whose run was given a simplex with |det A| < ε; agrees from 90 % on",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-false-contacts",
        "1 and 3.3",
        "Its limited accuracy gives false positives: contacts that are none.",
        "wrong answers that call a contact while the teeth are apart by more than rounding; agrees where there are any",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-determinants",
        "5.1, figure 14",
        "|det A| reaches machine precision several times while |det M| stays well above it.",
        "least determinant solved over all approaches: |det A| below 10 ε, |det M| above 1000 ε",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-underestimates",
        "5.1",
        "At the last step before contact Johnson alone underestimates the distance.",
        "of the first wrong answers of JH in each approach, in both forms, those below the truth against those above; open where chance may decide",
    )
    .was(
        "of the first wrong answers of JH in each approach, in both forms, the share below the truth; agrees above a half",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-johnson-root",
        "5.1, figure 15",
        "The last distance found with Johnson alone is in the order of √ε.",
        "the last right distance in each approach, in both forms: those in the order of √ε = 1.5e-8",
    )
    .was(
        "the last right distance in each approach: some above 100 ε, and more than half of both forms above 1e-10",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-machine-precision",
        "5.1, figure 15",
        "With Signed Volumes it is very close to ε, whatever the mesh.",
        "the last right distance is below 100 ε modules in every approach",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-never-slower",
        "5.2, figures 16 and 17",
        "SV is always as fast as JB or faster.",
        "points of both figures where SV takes over 5 % more time in the sub-algorithm; half of the verdict by SV as printed",
    )
    .was(
        "points of figures 16 to 19 where SV takes over 5 % more time in the sub-algorithm; half of the verdict by SV as printed",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-backup-most",
        "5.2, figures 16 and 17",
        "Apart from a few exceptions BK takes the most time.",
        "points of both figures where BK is slowest of BK, JB and SV: nine of ten agree, half are in part",
    )
    .was(
        "share of points where BK is slowest of BK, JB and SV; agrees from 90 % on",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-jb-behind-bk",
        "5.2, figure 17 (a)",
        "There are cases in which JB takes longer than BK.",
        "points where it does; agrees where there are any",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-near-5",
        "5.2, ε_tol = 1e-8",
        "Near contact SV takes 5 % less time than JB on average.",
        "mean gain in the sub-algorithm, within 5 points; half of the verdict by SV as printed",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-apart-10-25",
        "5.2, ε_tol = 1e-8",
        "Apart SV takes 10 to 25 % less time than JB.",
        "mean gain in the sub-algorithm, within 5 points; half of the verdict by SV as printed",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-overlapping-10-25",
        "5.2, ε_tol = 1e-8",
        "Overlapping SV takes 10 to 25 % less time than JB.",
        "mean gain in the sub-algorithm, within 5 points; half of the verdict by SV as printed",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-apart-fine",
        "5.2, ε_tol = 1e-14",
        "Apart SV takes 10 to 25 % less time than JB.",
        "mean gain in the sub-algorithm, within 5 points; half of the verdict by SV as printed",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-overlapping-15-30",
        "5.2, ε_tol = 1e-14",
        "Overlapping SV takes 15 to 30 % less time than JB.",
        "mean gain in the sub-algorithm, within 5 points; half of the verdict by SV as printed",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-near-fine",
        "5.2, ε_tol = 1e-14",
        "Near contact SV takes about as long as JB.",
        "mean gain in the sub-algorithm, from −5 to 5 %, within 5 points; half of the verdict by SV as printed",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-gjk-10",
        "5.2",
        "On average SV takes 10 % off the time of GJK.",
        "mean gain of GJK with hill climbing; half of the verdict by SV as printed",
    )
    .was(
        "mean gain of GJK with hill climbing; agrees from 5 % on; half of the verdict by SV as printed",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-mesh-rises",
        "5.2, figure 20",
        "The time of GJK rises regularly with the mesh.",
        "neighbors in size between which the time of GJK with JB rises, apart, with hill climbing: nine of ten agree, half are in part",
    )
    .was(
        "neighbors in size between which the time of GJK with JB rises, apart, with hill climbing; agrees from 80 % on",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-threshold",
        "5.2, figure 20",
        "ε_tol = 1e-10 appears to be a threshold below which the time of GJK rises.",
        "calls of the sub-algorithm on the largest spheres apart: over 5 % more at 1e-14 than at 1e-10, and not so at 1e-10 beside 1e-8; in part without the latter",
    )
    .was(
        "calls of the sub-algorithm on the largest spheres apart at 1e-14 and at 1e-8",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-700",
        "5.2, figure 20",
        "With 700 vertices and more GJK takes longer with JB, whatever ε_tol.",
        "points of figure 20 with 700 vertices and more where it takes longer than with SV: nine of ten agree, half are in part",
    )
    .was(
        "points of figure 20 with 700 vertices and more where it takes longer than with SV; agrees from 90 % on",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-gjk-contact",
        "5.2, figure 21, and 6",
        "In contact SV takes from a minimum of 5 % to a maximum of 25 % off the time of GJK.",
        "the least and the greatest gain over the points of figure 21; one half each",
    )
    .was(
        "points of figure 21 where it takes at least 5 % off",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-contact-more",
        "5.2, figure 21",
        "In contact SV saves more of the time of GJK than apart.",
        "mean gains of GJK with hill climbing, overlapping and apart",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-gjk-others",
        "6",
        "In other configurations GJK is at least as fast with SV, or up to 15 % faster.",
        "mean gain of GJK with hill climbing, apart and near; one half each",
    )
    .was(
        "mean gain of GJK with hill climbing, apart and near; agrees from −2 to 20 %",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-triangles",
        "5.2, table I",
        "The nearest point of the Minkowski difference is on a triangle four times as likely as on any other feature.",
        "on what runs end that find parts of knots apart: triangles by vertices and by edges, about 4, on the knots of both tables",
    )
    .was(
        "on what runs end that find parts of knots apart; agrees where over half are triangles",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-table-2-backups",
        "5.3, table II",
        "Johnson's algorithm fails in nearly 10 % of its calls.",
        "N_BACKUP by N_SUB of JB on knots of 4.5 k triangles; the table has 9.3 %",
    )
    .was(
        "N_BACKUP by N_SUB of JB on knots of 4.5 k triangles; agrees within a factor of two",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-table-2-calls",
        "5.3, table II",
        "SV is called 7.4 % less often than JB by the text, 7.1 % by the table.",
        "N_SUB of both on the same queries, beside the table",
    )
    .was(
        "N_SUB of both on the same queries; agrees from half of that on",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-bk-calls",
        "5.3, tables II and III",
        "JB is called more often than BK; of table III no sentence says so.",
        "N_SUB of both, by table; agrees from 1 % on",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-table-2-time",
        "5.3, table II",
        "SV takes 18 % less time than JB.",
        "time in the sub-algorithm; half of the verdict by SV as printed",
    )
    .was(
        "time in the sub-algorithm; agrees from half of that on; half of the verdict by SV as printed",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-table-3-backups",
        "5.3, table III",
        "Johnson's algorithm fails in 6.6 % of its calls.",
        "as for table II, on knots of 17.9 k triangles",
    )
    .derived(),
    Claim::new(
        SAID_BY,
        "signed-volumes-table-3-calls",
        "5.3, table III",
        "SV is called 14 % less often than JB.",
        "as for table II, on knots of 17.9 k triangles",
    )
    .derived(),
    Claim::new(
        SAID_BY,
        "signed-volumes-table-3-time",
        "5.3, table III",
        "SV takes 20 % less time than JB.",
        "as for table II, on knots of 17.9 k triangles",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-finer-more",
        "5.3",
        "On finer meshes SV saves more.",
        "gain of time in the sub-algorithm in both tables; half of the verdict by SV as printed",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-exact-modest",
        "4.3",
        "Exact predicates for the determinants bring a modest improvement only.",
        "what exact signs take off the mean error on triangles, and off the last right distance of the gear teeth in the median: half of it at most, and no more than 5 % added; one half each",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-exact-slower",
        "4.3",
        "They take slightly more computing.",
        "time in the sub-algorithm with exact signs by that as printed, on spheres; agrees from 1 to 1.5",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-projection-error",
        "4.3",
        "Most of the error comes from projecting the origin.",
        "share of the mean error on triangles that is left with determinants without error; agrees above a half, and above the share that the determinants add",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-tolerance",
        "5.1",
        "Whatever ε_tol is, the accuracy of GJK depends on the sub-algorithm.",
        "tolerances from 1e-8 to ε² at which SV comes more than twice as near as JH, both as printed, in the median",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-dependent",
        "5.1",
        "Signed Volumes cannot generate systems of linearly dependent equations.",
        "simplexes of no volume or area, to the last digit, that SV as printed solves for as if they had some; agrees where there are none",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-flat-bodies",
        "5.1",
        "Nearly flat bodies are more likely to give extremely deformed simplexes.",
        "the thinnest simplex of a query, median, as bodies get flatter: falls at each step, and to below a tenth in all",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-first-region",
        "5.2",
        "Overlapping, Signed Volumes find the answer in the first region that they inspect.",
        "calls on more than one vertex, of overlapping spheres, that the first region answers; agrees above a half",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-regions-twice",
        "5.2",
        "Some regions are inspected twice, which explains that less is saved near contact.",
        "share of inspections that are repeated: some near contact, and more than apart and overlapping; one half each",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-regions-kept",
        "5.2",
        "To inspect each region once would save time.",
        "time in the sub-algorithm with regions kept by that as printed, on spheres; agrees below 1",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-footnote",
        "5.2, footnote",
        "On a pair of 400 vertices GJK takes a longer path with JB than with BK.",
        "pairs of 400 vertices apart, with hill climbing, in which JB is called more often than BK, both as printed; agrees where there are any",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-finer-accuracy",
        "5.2",
        "The accuracy of the sub-algorithm matters more on meshes of many vertices.",
        "calls of JB beside SV, both as printed, on 20 and on 4000 vertices: higher on the latter, and by 1 % at least",
    ),
    Claim::new(
        SAID_BY,
        "signed-volumes-fewer-iterations",
        "6",
        "With Signed Volumes GJK takes fewer iterations.",
        "calls of JB beside SV, both as printed, over all pairs of spheres; agrees from 1 % on",
    ),
];
