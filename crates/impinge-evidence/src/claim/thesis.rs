//! What Olvång's thesis says in section 4.

use super::{Claim, Paper};

const fn claim(
    id: &'static str,
    section: &'static str,
    says: &'static str,
    judged_by: &'static str,
) -> Claim {
    Claim { id, source: Paper::Thesis, section, says, judged_by }
}

pub(super) const CLAIMS: &[Claim] = &[
    claim(
        "thesis-depth-same",
        "4.1, figure 4",
        "The mean depths of MPR's heuristic and of EPA cannot be told apart.",
        "the largest relative difference of the mean depths of both, over pairs and cubes where at least a tenth meet; agrees below 2 %",
    ),
    claim(
        "thesis-precision-same",
        "4.1, figures 4 to 6",
        "Single precision changes neither mean depths and distances nor mean support calls noticeably.",
        "the largest relative difference between f32 and f64; agrees below 2 %",
    ),
    claim(
        "thesis-few-calls",
        "4.1.1, figure 6",
        "Whether bodies meet takes 2 to 4 support calls on average, for SA-GJK and for MPR.",
        "the range of mean support calls over pairs and cubes; agrees within half a call",
    ),
    claim(
        "thesis-mpr-one-less",
        "4.1.1, figure 6",
        "MPR takes about one support call less than SA-GJK.",
        "the mean difference for each pair; agrees between 0.5 and 1.5",
    ),
    claim(
        "thesis-mpr-curved",
        "4.1.1, figure 6",
        "MPR takes slightly more calls on curved shapes than on others; SA-GJK does not.",
        "mean calls on the three pairs with quadrics against the other three; agrees if MPR's ratio is above 1.03 and SA-GJK's is not",
    ),
    claim(
        "thesis-worst-calls",
        "4.1.1, figure 7",
        "In the worst case SA-GJK takes 6 to 14 calls and MPR 8 to 16: two to three more for every pair.",
        "the highest thousandth of calls, by pair; agrees where MPR takes more for all pairs",
    ),
    claim(
        "thesis-meet-no-failures",
        "4.1.1",
        "Failures to tell whether bodies meet are too rare to measure, for both.",
        "answers that are missing or contradict the proof, out of all; agrees below 1 in 100,000",
    ),
    claim(
        "thesis-mpr-faster",
        "4.1.1, figure 8",
        "MPR is faster than SA-GJK for every pair of shapes.",
        "mean times, by pair, in f64",
    ),
    claim(
        "thesis-support-dominates",
        "4.1.1, figure 8",
        "The cost of the support mapping dominates: polyhedra are by far the most expensive pair.",
        "mean times of SA-GJK and MPR, by pair, in f64",
    ),
    claim(
        "thesis-single-faster",
        "4.1.1, figure 8",
        "Single precision saves 0 to 25 % of the time, except for polyhedra and cones, which become slower.",
        "mean times in f32 against f64, by pair; agrees where all lie in these ranges",
    ),
    claim(
        "thesis-mpr-more-depth-calls",
        "4.1.2, figure 9",
        "For a depth MPR takes more support calls than SA-GJK with EPA.",
        "mean calls over the cubes, by pair, in f64",
    ),
    claim(
        "thesis-depth-calls",
        "4.1.2 and 4.1.3, figure 9",
        "A depth takes 2 to 32 calls on average with SA-GJK and EPA, 2 to 25 with MPR's heuristic.",
        "the range of mean calls; agrees if neither exceeds the thesis' range by more than a tenth",
    ),
    claim(
        "thesis-depth-order",
        "4.1.2, figure 9",
        "Ellipsoids take the most calls, then box and ellipsoid, then cones, with EPA.",
        "mean calls of SA-GJK with EPA, by pair",
    ),
    claim(
        "thesis-depth-worst-calls",
        "4.1.2, figure 10",
        "In the worst case a depth takes 15 to 98 calls with SA-GJK and EPA, 20 to 70 with MPR.",
        "the range of the highest thousandth; agrees if neither exceeds the thesis' range by more than a tenth",
    ),
    claim(
        "thesis-cones-worst",
        "4.1.2, figure 10",
        "Cones are easier than round boxes on average, and harder in the worst case.",
        "mean and highest calls of SA-GJK with EPA on both pairs",
    ),
    claim(
        "thesis-depth-failures",
        "4.1.2, figure 11",
        "Depths fail in less than 2 of 1,000 cases, except polyhedra in single precision with EPA.",
        "answers that are missing or cannot be true, the worst pair of SA-GJK with EPA and of MPR over all cubes",
    ),
    claim(
        "thesis-mpr-fails-less",
        "4.1.2, figure 11",
        "MPR fails less often than SA-GJK with EPA in all cases.",
        "failures by pair and precision; open where fewer than 12 fail in all",
    ),
    claim(
        "thesis-mpr-depth-faster",
        "4.1.2, figure 12",
        "MPR's heuristic is faster than SA-GJK with EPA in all tests.",
        "mean times over the cubes, by pair, in f64",
    ),
    claim(
        "thesis-deep-steep",
        "4.1.2, figure 12",
        "The time of EPA rises steeply over the last five percent, where overlaps are deepest; that of MPR less.",
        "the time for the smallest cube against that of the cube nearest to 80 %, by pair",
    ),
    claim(
        "thesis-distance-single-fails",
        "4.1.3, figure 13",
        "GJK for distances fails far more often in single precision than in double.",
        "answers that are missing or off, in f32 and in f64, for GJK by Voronoi regions",
    ),
    claim(
        "thesis-distance-calls",
        "4.1.3, figure 14",
        "A distance takes 2 to 18 calls on average; curved shapes are clearly apart from polyhedral ones.",
        "the range of mean calls, and whether each quadric pair takes more than each of boxes and polyhedra",
    ),
    claim(
        "thesis-distance-worst-calls",
        "4.1.3, figure 15",
        "In the worst case a distance takes 10 to 60 calls: curved pairs almost six times those of boxes and polyhedra.",
        "the highest thousandth, by pair; agrees within 10 to 60 and a ratio of 4 to 8",
    ),
    claim(
        "thesis-distance-order",
        "4.1.3, figure 15",
        "In falling order of calls: ellipsoids, box and ellipsoid, cones, round boxes, polyhedra, boxes.",
        "the highest thousandth of GJK by Voronoi regions, by pair",
    ),
    claim(
        "thesis-distance-times",
        "4.1.3, figure 16",
        "Distances of polyhedra cost twice those of boxes, and ellipsoids cost most of all.",
        "mean times, by pair, in f64; agrees for a ratio of 1.5 to 2.5",
    ),
    claim(
        "thesis-algorithms-differ",
        "4.1.4, figure 17",
        "MPR and SA-GJK differ on whether bodies meet in 5 to 10 of a million cases.",
        "differing verdicts out of all; agrees for 2 to 20 in a million, open where too few are asked to expect five",
    ),
    claim(
        "thesis-solver-matters",
        "4.2.1, table 2",
        "For tall stacks the number of impulse iterations matters far more than the algorithm or the precision.",
        "the spread of heights by iterations against that by algorithm and precision",
    ),
    claim(
        "thesis-round-higher",
        "4.2.2, table 3",
        "Round boxes stack higher than boxes.",
        "the tallest stacks of both, by row",
    ),
    claim(
        "thesis-gjk-rounder",
        "4.2.2",
        "With round boxes GJK stacks at least one more than MPR in 8 of 12 cases, with boxes in 3 of 12.",
        "rows where a GJK method stacks higher than MPR",
    ),
    claim(
        "thesis-stack-mpr-faster",
        "4.2.1, tables 2 and 3",
        "In stacks the collision queries of MPR take less time for a box than those of GJK with EPA.",
        "time of the queries for each box, by row",
    ),
];
