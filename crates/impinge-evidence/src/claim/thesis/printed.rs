//! Statements of the thesis about its algorithms themselves, judged by the algorithms as it prints them, or by ours in one
//! precision throughout.

use super::super::{Claim, Verdict};
use super::SAID_BY;

/// These statements.
pub(super) const PRINTED: &[Claim] = &[
    Claim::new(
        SAID_BY,
        "thesis-geometric-slower",
        "2.3.2",
        "The geometric way to the closest point of a simplex is probably slower than the algebraic one.",
        "time for a support call of Algorithm 1 with the regions of 2.3.2 over that with the cofactors of 2.3.1, in f64; agrees above 1 for all pairs",
    ),
    Claim::new(
        SAID_BY,
        "thesis-johnson-single",
        "3.3",
        "In single precision Johnson's algorithm has numerical problems that the computation by regions has not.",
        "distances that fail in one precision throughout: by Johnson ten times as many in f32 as in f64, and more than by regions in f32; one half each; open where fewer than 12 fail in all",
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-precision",
        "4.1.1 and 4.1.2, figures 6 and 9",
        "The floating point model does not change the mean support calls for a verdict or a depth.",
        "the largest relative difference of a pair's mean calls between f32 and f64, computed in one precision throughout, of the printed SA-GJK, MPR and both depths; agrees below 2 %",
    )
    .was(
        "the largest relative difference between f32 and f64; agrees below 2 %",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-worst-precision",
        "4.1.2, figure 10",
        "In the worst case MPR's depth takes significantly fewer calls in single precision, since it ends where the new point is in the portal already; EPA does not change.",
        "the highest thousandth of calls of a pair, in one precision throughout: lower by more than 10 % in f32 with MPR for some pair, within 10 % with EPA for all; one half each",
    )
    .was(
        "the largest relative difference of the highest thousandth: MPR above 10 %, EPA not; one half each",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "thesis-throughout-depth-failures",
        "4.1.2, figure 11",
        "Depths fail in less than 2 of 1,000 cases, except polyhedra in single precision with EPA.",
        "answers that are missing or off by more than a hundredth of the size of the bodies, of the printed algorithms in one precision throughout: above 2 in 1,000 of that row, below it in all others; one half each",
    ),
    Claim::new(
        SAID_BY,
        "thesis-throughout-mpr-fails-less",
        "4.1.2, figure 11",
        "MPR's depth fails less often than SA-GJK with EPA in all cases.",
        "answers that are missing or off by more than a hundredth of the size of the bodies, of the printed algorithms in one precision throughout, by pair and precision; open where fewer than 12 fail in all",
    ),
    Claim::new(
        SAID_BY,
        "thesis-depth-single-fails",
        "4.1.2, figure 11",
        "Boxes and polyhedra are strongly affected by a switch to single precision: depths fail more often, with EPA.",
        "answers that are missing or off by more than a hundredth of the size of the bodies, of the printed algorithms in one precision throughout: more than twice as many in f32, by pair; open where fewer than 12 fail",
    )
    .was(
        "failures of both pairs in f32 over twice those in f64; open where fewer than 12 fail in all",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-quadrics-double-fails",
        "4.1.2, figure 11",
        "Curved shapes fail more often in double precision than in single, with EPA.",
        "answers that are missing or off by more than a hundredth of the size of the bodies, of the printed algorithms in one precision throughout: cones and ellipsoids; open where fewer than 12 fail",
    )
    .was(
        "failures of the three pairs with quadrics; open where fewer than 12 fail in all",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "thesis-costly-support",
        "4.1.2",
        "Support mappings would have to be very costly for SA-GJK with EPA to be faster than MPR's depth.",
        "what a call would have to cost more for both to take the same time, the least over pairs, by the time of a step of SA-GJK on polyhedra; agrees above 1",
    ),
    Claim::new(
        SAID_BY,
        "thesis-distance-harder",
        "4.1.3, figure 14",
        "A distance is significantly harder than a verdict.",
        "mean calls of Algorithm 1 by those of Algorithm 4, by pair; agrees above 1.25 for all",
    ),
    Claim::new(
        SAID_BY,
        "thesis-distance-single-fails",
        "4.1.3, figure 13",
        "Its GJK for distances fails far more often in single precision than in double, which it takes for an error of its own.",
        "answers that are missing or off by more than a hundredth of the size of the bodies, of the printed algorithms in one precision throughout: Algorithm 1 by regions; agrees where f32 has more than ten times the failures of f64; open where fewer than 12 fail",
    )
    .was(
        "answers that are missing or off, in f32 and in f64, for GJK by Voronoi regions",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "thesis-distance-same-calls",
        "4.1.3, figure 16",
        "Distances of boxes and of polyhedra take roughly the same number of calls.",
        "mean calls of Algorithm 1, polyhedra by boxes; agrees from 0.8 to 1.25",
    ),
    Claim::new(
        SAID_BY,
        "thesis-printed-differ",
        "4.1.4, figure 17",
        "MPR and SA-GJK differ on whether bodies meet in 5 to 10 of a million cases.",
        "differing verdicts of both as printed, where both give one; agrees for 2 to 20 in a million, open where too few are asked to expect five and fewer than five differ",
    ),
    Claim::new(
        SAID_BY,
        "thesis-printed-depth-differ",
        "4.1.4, figure 17",
        "With depths they differ about as often as EPA fails.",
        "differing answers and depths that EPA does not find, by gross failures of EPA, as printed; agrees from 0.2 to 5, open where fewer than 12 of both are seen",
    ),
    Claim::new(
        SAID_BY,
        "thesis-polyhedra-both-fail",
        "4.1.4",
        "MPR has trouble with polyhedra in single precision as EPA has.",
        "answers that are missing or off by more than a hundredth of the size of the bodies, of the printed algorithms in one precision throughout: polyhedra in f32, with MPR and with EPA in more than 2 of 1,000; one half each",
    ),
    Claim::new(
        SAID_BY,
        "thesis-round-fail-more",
        "4.2.2",
        "Depths of boxes fail less often than those of round boxes in the benchmark.",
        "answers that are missing or off by more than a hundredth of the size of the bodies, of the printed algorithms in one precision throughout, with EPA, in both precisions; open where fewer than 12 fail",
    ),
    Claim::new(
        SAID_BY,
        "thesis-no-false-meetings",
        "4.2.3",
        "Nothing was noticed that was taken to meet and did not.",
        "verdicts of SA-GJK and MPR as printed that say so of bodies proven to be apart by more than tolerance and rounding; agrees where there are none",
    ),
    Claim::new(
        SAID_BY,
        "thesis-epa-better-on-average",
        "4.2.3",
        "In the average case EPA's normals and depths are slightly better than MPR's.",
        "how much farther than necessary a body goes along the direction of a depth, the mean over all depths as printed",
    ),
    Claim::new(
        SAID_BY,
        "thesis-epa-worst-normals",
        "4.2.3",
        "Where EPA fails it fails a lot worse than MPR: its normals can be far off.",
        "the most that a body goes farther than necessary along the direction of a depth, as printed, in either precision",
    ),
    Claim::new(
        SAID_BY,
        "thesis-wedge",
        "4.2.3",
        "Near the top of a wedge EPA in single precision gives normals by which a cube slides up; in double precision, and with MPR, it does not.",
        "slides in which the cube is ever farther up than it began, as printed: agrees where some do with EPA in f32 and none with EPA in f64 and with MPR, in part where some do with these too, differs where none does with EPA in f32",
    ),
    Claim::new(
        SAID_BY,
        "thesis-rounded-points",
        "4.2.3",
        "Contact points are better for slightly rounded bodies than for purely polygonal ones.",
        "manifolds with a point far from a body, of boxes and of round boxes, clipped as written",
    ),
    Claim::new(
        SAID_BY,
        "thesis-sharp-points",
        "4.2.3 and 5.3",
        "Contact points are noticeably worse for cones, cylinders and what else has sharp edges on quadratic surfaces, so that they are given one point.",
        "manifolds with a point far from a body, clipped as written: cylinders and cones above all four others; one half each",
    ),
    Claim::new(
        SAID_BY,
        "thesis-quadric-piles",
        "4.2.3",
        "In unorganized piles of quadratic shapes contact points flicker a lot, and some are far from where they should be.",
        "ellipsoids that lie in one another at random: points jump by a twentieth of the size in more than 10 % of turns by a thousandth, and more than 1 % have a far point; one half each",
    ),
    Claim::new(
        SAID_BY,
        "thesis-printed-worst-calls",
        "5.1",
        "In the worst case SA-GJK takes fewer calls than MPR; on average they take about the same.",
        "calls of both as printed, by pair: the highest thousandth of MPR above that of SA-GJK, and mean calls within 0.8 to 1.25; a twelfth each",
    ),
    Claim::new(
        SAID_BY,
        "thesis-sampling-works",
        "5.3",
        "Contact points by perturbed sampling work in most cases.",
        "manifolds without a far point, by the thesis' rules, the mean over kinds of bodies; agrees above one half",
    ),
    Claim::new(
        SAID_BY,
        "thesis-sampling-slow",
        "5.3",
        "The implementation of the sampling is quite slow.",
        "the time of the points by that of MPR with its depth, as printed; agrees where it is more, for boxes and round boxes",
    ),
];
