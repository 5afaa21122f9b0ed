//! Statements of Olvång's thesis in sections 4 and 5.

mod printed;

use super::{Claim, Paper, Verdict};
use printed::PRINTED;

const SAID_BY: Paper = Paper::Thesis;

pub(super) const CLAIMS: &[Claim] = &{
    let mut all = [MEASURED[0]; MEASURED.len() + PRINTED.len()];
    let mut k = 0;
    while k < all.len() {
        all[k] = if k < MEASURED.len() { MEASURED[k] } else { PRINTED[k - MEASURED.len()] };
        k += 1;
    }
    all
};

/// Statements about its figures and tables.
const MEASURED: &[Claim] = &[
    Claim::new(
        SAID_BY,
        "thesis-depth-same",
        "4.1, figure 4",
        "The mean depths of MPR's heuristic and of EPA cannot be told apart.",
        "the largest relative difference of the mean depths of both, over pairs and cubes where at least a tenth meet; agrees below 2 %",
    ),
    Claim::new(
        SAID_BY,
        "thesis-precision-same",
        "4.1, figures 4 to 6",
        "Single precision changes neither mean depths and distances nor mean support calls noticeably.",
        "the largest relative difference between f32 and f64; agrees below 2 %; vacuous where algorithms compute in f64 whatever the precision of shapes",
    )
    .was(
        "the largest relative difference between f32 and f64; agrees below 2 %",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-few-calls",
        "4.1.3, figure 6",
        "Whether bodies meet takes roughly 2 to 4 support calls on average, for SA-GJK and for MPR.",
        "the range of mean support calls over pairs and cubes: the four ends of both",
    )
    .was(
        "the range of mean support calls over pairs and cubes; agrees within half a call",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-mpr-one-less",
        "4.1.1, figure 6",
        "MPR takes roughly one support call less than SA-GJK.",
        "the mean difference, by pair",
    )
    .was(
        "the mean difference for each pair; agrees between 0.5 and 1.5",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-mpr-curved",
        "4.1.1, figure 6",
        "It seems slightly harder for MPR to tell on pairs of mostly quadratic surfaces than on the others; SA-GJK shows no such separation.",
        "mean calls on the three pairs with quadrics against the other three; agrees if MPR's ratio is above 1.03 and SA-GJK's is not",
    ),
    Claim::new(
        SAID_BY,
        "thesis-worst-calls",
        "4.1.1 and 4.1.3, figure 7",
        "In the worst case MPR takes roughly two to three calls more than SA-GJK for every pair; SA-GJK takes 6 to 14 and MPR 8 to 16.",
        "the highest thousandth of calls: the four ends of both ranges, and the difference of each pair",
    )
    .was(
        "the highest thousandth of calls, by pair; agrees where MPR takes more for all pairs",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-worst-order",
        "4.1.1, figure 7",
        "Ordered by calls in the worst case, pairs are in the same order for SA-GJK and for MPR.",
        "the highest thousandth, by pair: of each two pairs, whether both algorithms order them alike; agrees where all are",
    ),
    Claim::new(
        SAID_BY,
        "thesis-worst-precision",
        "4.1.1, figure 7",
        "Precision makes no noticeable difference in the worst case either.",
        "the largest relative difference of the highest thousandth between f32 and f64; agrees below 10 %; vacuous where algorithms compute in f64 whatever the precision of shapes",
    )
    .was(
        "the largest relative difference of the highest thousandth between f32 and f64; agrees below 10 %",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-meet-no-failures",
        "4.1.1",
        "Failures to tell whether bodies meet are too rare to measure, for both.",
        "answers that are missing or contradict the proof, out of all; agrees below 1 in 100,000",
    ),
    Claim::new(
        SAID_BY,
        "thesis-mpr-faster",
        "4.1.1, figure 8",
        "MPR is faster than SA-GJK for every pair of shapes.",
        "mean times, by pair, in f64",
    ),
    Claim::new(
        SAID_BY,
        "thesis-support-dominates",
        "4.1.1, figure 8",
        "The cost of the support mapping dominates: polyhedra are by far the most expensive pair.",
        "mean times of SA-GJK and MPR, by pair, in f64",
    ),
    Claim::new(
        SAID_BY,
        "thesis-single-faster",
        "4.1.1, figure 8",
        "Single precision saves 0 to 25 % of the time, except for polyhedra and cones, which become slower.",
        "mean times in f32 against f64, by pair; vacuous where algorithms compute in f64 whatever the precision of shapes",
    )
    .was(
        "mean times in f32 against f64, by pair; agrees where all lie in these ranges",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "thesis-times-proportional",
        "4.1.1, figure 8",
        "The time of GJK is proportional to that of MPR for all pairs.",
        "the ratio of mean times, by pair; agrees where the largest is below 1.5 times the least",
    ),
    Claim::new(
        SAID_BY,
        "thesis-mpr-more-depth-calls",
        "4.1.2, figure 9",
        "For a depth MPR takes more support calls than SA-GJK with EPA.",
        "mean calls over the cubes, by pair, in f64",
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-calls",
        "4.1.3, figure 9",
        "A depth takes roughly 2 to 32 calls on average with SA-GJK and EPA, 2 to 25 with MPR's heuristic.",
        "the range of mean calls: the four ends of both; the tolerance is not given",
    )
    .was(
        "the range of mean calls; agrees if neither exceeds the thesis' range by more than a tenth",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-order",
        "4.1.2, figure 9",
        "Of the pairs with quadratic surfaces ellipsoids take the most calls, then box and ellipsoid, then cones, with EPA as with MPR.",
        "mean calls of SA-GJK with EPA and of MPR, by pair: each two neighbors, for both; the tolerance is not given",
    )
    .was(
        "mean calls of SA-GJK with EPA, by pair",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-ellipsoids",
        "4.1.2, figure 9",
        "On ellipsoids MPR and EPA take about the same number of calls.",
        "the ratio of mean calls is about 1; the tolerance is not given",
    )
    .was(
        "the ratio of mean calls; agrees from 0.8 to 1.25",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-cones",
        "4.1.2, figure 9",
        "MPR takes roughly as many calls for cones as for box and ellipsoid, EPA significantly fewer.",
        "mean calls of cones by those of box and ellipsoid: MPR about 1, EPA below 0.75; one half each; the tolerance is not given",
    )
    .was(
        "mean calls of cones by those of box and ellipsoid: MPR from 0.8 to 1.25, EPA below 0.8; one half each",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-worst-calls",
        "4.1.3, figure 10",
        "In the worst case a depth takes 15 to 98 calls with SA-GJK and EPA, 20 to 70 with MPR.",
        "the range of the highest thousandth: the four ends of both; the tolerance is not given",
    )
    .was(
        "the range of the highest thousandth; agrees if neither exceeds the thesis' range by more than a tenth",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-cones-worst",
        "4.1.2, figure 10",
        "Cones are easier than round boxes on average, and harder in the worst case.",
        "mean and highest calls of SA-GJK with EPA on both pairs",
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-failures",
        "4.1.2, figure 11",
        "Depths fail in less than 2 of 1,000 cases in all tests except that of polyhedra in single precision with EPA.",
        "answers that are missing or cannot be true, the worst pair of SA-GJK with EPA and of MPR over all cubes, the exception left out; and the exception, which must reach 2 in 1,000; one half each",
    )
    .was(
        "answers that are missing or cannot be true, the worst pair of SA-GJK with EPA and of MPR over all cubes",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-mpr-fails-less",
        "4.1.2, figure 11",
        "MPR fails significantly less often than SA-GJK with EPA in all cases.",
        "failures by pair and precision, of those where chance cannot decide",
    )
    .was(
        "failures by pair and precision; open where fewer than 12 fail in all",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "thesis-mpr-depth-faster",
        "4.1.2, figure 12",
        "MPR's heuristic is faster than SA-GJK with EPA in all tests.",
        "mean times over the cubes, by pair, in f64",
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-single-time",
        "4.1.2, figure 12",
        "Single precision saves at most a few percent of the time of a depth.",
        "mean times in f32 against f64, by pair; agrees where SA-GJK with EPA and MPR change by at most 5 %; vacuous where algorithms compute in f64 whatever the precision of shapes",
    )
    .was(
        "mean times in f32 against f64, by pair; agrees where SA-GJK with EPA and MPR change by at most 5 %",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "thesis-deep-steep",
        "4.1.2, figure 12",
        "Over the last five percent of the graphs, where nearly all pairs meet, the time of EPA rises steeply in all tests: deep overlaps raise its cost more than that of MPR.",
        "the time for the smallest cube against that of the cube nearest to 95 % that meet: above 1.1 for EPA, and more than for MPR; by pair",
    )
    .was(
        "the time for the smallest cube against that of the cube nearest to 80 %, by pair",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-distance-calls",
        "4.1.3, figure 14",
        "But for the easy polyhedral pairs a distance takes roughly 2 to 18 calls on average; quadratic surfaces are clearly apart from polyhedral ones.",
        "the range of mean calls over all pairs but boxes and polyhedra, both ends, and whether each quadric pair takes more than each of these; the tolerance is not given",
    )
    .was(
        "the range of mean calls, and whether each quadric pair takes more than each of boxes and polyhedra",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-distance-falls",
        "4.1.3, figure 14",
        "The more pairs meet, the fewer calls a distance takes, but for a first rise that comes of its relative tolerance; those of a verdict rise.",
        "mean calls over cubes where half or more meet by those where fewer do: below 1 for distances, above 1 for SA-GJK, by pair",
    ),
    Claim::new(
        SAID_BY,
        "thesis-distance-worst-calls",
        "4.1.3, figure 15",
        "In the worst case a distance takes 10 to 60 calls: pairs with ellipsoids or cones almost six times those of boxes or polyhedra.",
        "the highest thousandth, by pair: both ends of the range, and the ratio; the tolerance is not given",
    )
    .was(
        "the highest thousandth, by pair; agrees within 10 to 60 and a ratio of 4 to 8",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "thesis-distance-order",
        "4.1.3, figures 7, 10 and 15",
        "In the worst case verdicts, depths and distances have the pairs in the same order of falling calls: ellipsoids, box and ellipsoid, cones, round boxes, polyhedra, boxes.",
        "the highest thousandth of SA-GJK, of SA-GJK with EPA and of GJK by Voronoi regions, by pair: each two neighbors, for all three; the tolerance is not given",
    )
    .was(
        "the highest thousandth of GJK by Voronoi regions, by pair",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "thesis-distance-times",
        "4.1.3, figure 16",
        "Distances of polyhedra take twice the time of those of boxes in roughly as many calls, and those of ellipsoids more time than those of polyhedra.",
        "mean times, by pair, in f64: polyhedra by boxes about 2, ellipsoids by polyhedra above 1; one half each",
    )
    .was(
        "mean times, by pair, in f64; agrees for a ratio of 1.5 to 2.5",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "thesis-time-ranges",
        "4.1.3, figure 16",
        "Whether bodies meet takes 1.6 to 3.5 µs with MPR, 1.8 to 4.2 with SA-GJK; a distance 2 to 12, a depth 2 to 15 with MPR, 2 to 45 with SA-GJK and EPA.",
        "the order of the upper ends, which does not hang on the machine; agrees where all neighbors keep it",
    ),
    Claim::new(
        SAID_BY,
        "thesis-algorithms-differ",
        "4.1.4, figure 17",
        "Where both answer, MPR and SA-GJK differ on whether bodies meet in roughly 5 to 10 of a million cases, by a very rough estimate.",
        "verdicts of both that differ, out of all; agrees for 2 to 20 in a million, since five to ten cases are known to a factor of two only; open where too few are asked to expect five",
    )
    .was(
        "differing verdicts out of all; agrees for 2 to 20 in a million, open where too few are asked to expect five",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-differ",
        "4.1.4, figure 17",
        "On depths they differ about as often as EPA fails; a depth that fails counts as no overlap.",
        "differing answers by failures of SA-GJK with EPA, in the same order; vacuous where all that differ are missing answers, which count on both sides; open where fewer than 12 of both are seen",
    )
    .was(
        "differing answers by failures of SA-GJK with EPA; agrees from 0.2 to 5, open where fewer than 12 of both are seen",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-differ-precision",
        "4.1.4, figure 17",
        "Precision changes how often they differ for round boxes and for box and ellipsoid only.",
        "differing answers on depths in f32 and f64, by pair; a change is one by half and of ten; open where fewer than 12 differ; vacuous where algorithms compute in f64 whatever the precision of shapes",
    )
    .was(
        "differing answers on depths in f32 and f64, by pair; a change is one by half and of ten; open where fewer than 12 differ",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "thesis-solver-matters",
        "4.2.1, table 2",
        "For tall stacks the quality of the constraint solver, its number of iterations, is significantly more important than the collision algorithm.",
        "the spread of heights by iterations against that by algorithm and precision: agrees from twice on, in part above",
    )
    .was(
        "the spread of heights by iterations against that by algorithm and precision",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-algorithm-precision",
        "4.2.1, table 2",
        "The collision algorithm is roughly as important as the precision.",
        "the largest difference of heights between algorithms and between precisions; agrees where they differ by one box at most; vacuous where both are 0",
    )
    .was(
        "the largest difference of heights between algorithms and between precisions; agrees where they differ by one box at most",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-round-higher",
        "4.2.2, table 3",
        "Round boxes stack higher than boxes.",
        "the tallest stacks of both, by row; the radius is not given",
    )
    .was(
        "the tallest stacks of both, by row",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-solver-round",
        "4.2.2, table 3",
        "For round boxes too the solver matters most.",
        "the spread of heights by iterations against that by algorithm and precision: agrees from twice on, in part above; the radius is not given",
    )
    .was(
        "the spread of heights by iterations against that by algorithm and precision",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-gjk-rounder",
        "4.2.2",
        "With round boxes GJK stacks at least one more than MPR in 8 of 12 cases, with boxes in 3 of 12.",
        "rows where a GJK method stacks higher than MPR: about 8 and about 3; the radius is not given",
    )
    .was(
        "rows where a GJK method stacks higher than MPR",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-stack-mpr-faster",
        "4.2.1, tables 2 and 3",
        "In stacks the collision queries of MPR take less time for a box than those of GJK with EPA.",
        "time of the queries for each box, by row",
    )
    .derived(),
    Claim::new(
        SAID_BY,
        "thesis-manifold-times",
        "4.2.1 and 4.2.2",
        "The contact points of two boxes take less than 8 µs, those of round boxes at most 17 µs: roughly twice as much.",
        "the time of a query in a stack less that of a depth: below 8 and 17 µs, and a ratio from 1.5 to 2.5; one half each",
    ),
    Claim::new(
        SAID_BY,
        "thesis-mpr-sways",
        "4.2.3",
        "With MPR stacks sway to and fro, almost walking, until they collapse; with EPA they are more stable as long as the solver does well.",
        "the way that the topmost box goes sideways; agrees where that with MPR is over 1.1 times that with SA-GJK and EPA",
    ),
    Claim::new(
        SAID_BY,
        "thesis-epa-fails-worse",
        "4.2.3",
        "Where EPA fails it fails far worse than MPR.",
        "the depth that is farthest from the truth in the benchmark, where a missing answer is a depth of 0, as in the thesis: agrees from twice MPR's on, in part above; open where SA-GJK with EPA fails fewer than 12 times",
    )
    .was(
        "the depth that is farthest from the truth in the benchmark",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-iteration-cost",
        "5.1",
        "An iteration of GJK costs more than one of MPR.",
        "mean time by mean calls of SA-GJK and MPR, by pair",
    ),
    Claim::new(
        SAID_BY,
        "thesis-swept-slower",
        "5.2, tables 2 and 3",
        "Swept GJK with EPA behind it, for shallow overlaps, seems to be slower than MPR.",
        "time of the queries for each box in stacks, by group of rows, in f64",
    )
    .was(
        "mean times of depths, by pair, in f64",
        Verdict::Partly,
    ),
];
