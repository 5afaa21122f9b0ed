//! What van Waveren's report says in its abstract and in sections 4 to 7.

use super::{Claim, Paper, Verdict};

const SAID_BY: Paper = Paper::Doom;

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        SAID_BY,
        "doom-no-overlap",
        "abstract and 6",
        "Interpenetration is strictly prevented.",
        "random motions among rooms, stairs, hills and letters after which the front door, other code, finds an overlap; none agrees",
    ),
    Claim::new(
        SAID_BY,
        "doom-contact",
        "abstract and 3",
        "No collision is reported until polyhedra are in contact within a small epsilon.",
        "the largest distance at which a motion was stopped, in thicknesses of the zone; agrees up to 1.05, rounding included",
    ),
    Claim::new(
        SAID_BY,
        "doom-fast",
        "7",
        "Bodies cannot pass through one another, however fast they move.",
        "random motions in closed rooms, up to a hundred times the size of a body long, that end outside; none agrees",
    ),
    Claim::new(
        SAID_BY,
        "doom-internal",
        "6",
        "On the average more than 30 % of all edges are internal, in indoor and in outdoor environments.",
        "the share of internal edges of all edges of our indoor levels together, and of our outdoor ones; one half each",
    )
    .was(
        "the share of internal edges of levels and bodies of our own; agrees where all exceed it",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "doom-internal-speed",
        "6",
        "Some speed is gained by flagging internal edges beforehand.",
        "time without the flags over that with them; agrees above 1.05",
    ),
    Claim::new(
        SAID_BY,
        "doom-culling",
        "4",
        "Polygons that face away from the motion need not be considered.",
        "time without culling over that with it; agrees above 1.02",
    ),
    Claim::new(
        SAID_BY,
        "doom-sides",
        "4",
        "Where there is memory to keep the signs of sides of edges, there is no reason to compute them more than once.",
        "time with sides asked each time over that with answers kept, and over that without asking at all; agrees if keeping is fastest by 2 % or more",
    ),
    Claim::new(
        SAID_BY,
        "doom-tree",
        "5",
        "Localizing what may collide, by boxes and a tree, keeps exact calculations few.",
        "time without the tree over that with it; agrees above 10",
    ),
    Claim::new(
        SAID_BY,
        "doom-point",
        "6",
        "Single points are very fast, fast enough for visibility tests; single polygons need no special case.",
        "time of a box over that of a point on the same ways, above 4; and a polygon among the bodies of the random motions, all without overlap; one half each",
    )
    .was(
        "time of a box over that of a point on the same ways; agrees above 4 where all of both end without overlap",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "doom-wall",
        "6, figure 6",
        "Whatever the update frequency, the bricks of a wall that is blown apart do not sink into each other.",
        "steps at 30, 60, 120 and 240 Hz after which separating axes and formulas of the study's own, and not the solver, do not find all bodies apart; none agrees",
    )
    .was(
        "steps at 30, 60, 120 and 240 Hz after which the least gap of two bodies is not proven above zero; none agrees",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "doom-stable",
        "6, figure 6",
        "Independent of the frequency the simulation does not become unstable or blow up.",
        "the largest rise of energy in a step, as a part of the energy at the start; agrees below 1 %",
    ),
    Claim::new(
        SAID_BY,
        "doom-articulated",
        "6",
        "Constraint forces by Lagrange multipliers, with the collision detection, simulate articulated figures without interpenetration.",
        "people that fall onto a floor, down stairs and hang by a hand: steps after which bodies that no joint holds overlap by the front door, and the largest opening of a joint; agrees if none overlap and joints open by no more than 1 % of the height, in part if one of both",
    ),
    Claim::new(
        SAID_BY,
        "doom-printed-no-overlap",
        "abstract, 3 and 6",
        "Interpenetration is strictly prevented: by the algorithm as printed.",
        "random motions of the printed mover, read to the letter and with gaps closed, in both precisions, after which the front door, other code, finds an overlap, or the body outside its room; agrees if none of the four has any, in part if one of them has none",
    ),
    Claim::new(
        SAID_BY,
        "doom-printed-fast",
        "7",
        "Bodies cannot pass through one another, however fast they move: by the algorithm as printed.",
        "translations of the printed mover in closed rooms, up to a hundred times the size of a body long, that end outside; none agrees",
    ),
    Claim::new(
        SAID_BY,
        "doom-printed-contact",
        "abstract and 3",
        "No collision is reported until polyhedra are in contact within a small epsilon: by the algorithm as printed.",
        "stops of the printed mover that are more than 2.2 thicknesses of its zone from everything, which leaves room for the lines in front of edges; agrees if there are none, in part up to a hundredth of all",
    ),
    Claim::new(
        SAID_BY,
        "doom-shared-edge",
        "2.2",
        "Sides of lines have no degenerate case at an edge that two polygons share, and work better than common tests of a point in a triangle.",
        "paths aimed at shared edges, in single precision, that meet no polygon or two; three parts: kept sides have none, and each of two common tests has some",
    ),
    Claim::new(
        SAID_BY,
        "doom-contacts",
        "2.6",
        "All contact points are listed by moving features outwards along normals, within a small distance.",
        "bars dropped on another one whose contacts, by kind, are the corners of the common part of two rectangles, by hand; agrees if all are",
    ),
    Claim::new(
        SAID_BY,
        "doom-zone-away",
        "3 and 3.3",
        "What turns in the zone can only move away from the surface at any time.",
        "points that turn from within the zone of a floor and end deeper than they began, to the letter and with gaps closed; agrees if neither has any, in part if one has none",
    ),
    Claim::new(
        SAID_BY,
        "doom-zone-error",
        "6",
        "A zone of a quarter of a unit is much larger than the largest accumulated error of the calculations.",
        "how far from the hull of the zone falling and turning bodies end at most, in single precision, up to 100 m from the middle; agrees below a tenth of the zone, in part below all of it",
    ),
    Claim::new(
        SAID_BY,
        "doom-sides-shared",
        "4",
        "A lot of the same sides are used for both kinds of collisions, and kept as bits.",
        "the share of sides that had been computed before; agrees from a third on where no motion ends elsewhere, in part above 0",
    ),
    Claim::new(
        SAID_BY,
        "doom-shared-once",
        "4",
        "Calculations for shared edges and vertices need only be performed once.",
        "calculations if each polygon had vertices and edges of its own over those with shared ones; agrees above 2, in part above 1",
    ),
    Claim::new(
        SAID_BY,
        "doom-tangent",
        "4",
        "The first collision of a turn is found by the tangent of half the angle, without arc tangents.",
        "rows of collisions in single precision that have another first one by angle; none agrees",
    ),
    Claim::new(
        SAID_BY,
        "doom-square-root",
        "4",
        "A square root in single precision takes no more than two iterations of Newton's method.",
        "the largest error after two iterations from tables of 2 to 512 entries; agrees if all are within two units of the last place, in part if some are",
    ),
    Claim::new(
        SAID_BY,
        "doom-broad-phase",
        "5",
        "Of several broad phases, boxes along the axes with an axial BSP tree were the most efficient.",
        "operations of eight broad phases on the same motions, with those of the narrow phase for the polygons they leave; agrees if theirs takes least in all three places, in part in some",
    ),
    Claim::new(
        SAID_BY,
        "doom-printed-wall",
        "6, figure 6",
        "Bricks of a wall do not sink into each other at any update frequency: with impulses and the algorithm as printed.",
        "steps at 30, 60, 120 and 240 Hz after which the front door finds two bodies, or one and the floor, in overlap; agrees if no rate has any, in part if some have none",
    ),
    Claim::new(
        SAID_BY,
        "doom-printed-stable",
        "6, figure 6",
        "Independent of the frequency the simulation does not become unstable: with impulses and the algorithm as printed.",
        "the largest rise of energy in a step, as a part of the energy at the start; agrees if it is below 1 % at all four rates, in part at some",
    ),
    Claim::new(
        SAID_BY,
        "doom-player",
        "6",
        "The same collision detection is very suitable for player movement.",
        "frames of players of the printed mover that end in overlap or outside, and how far they go; two parts: none does, and they go more than three quarters of what our slide goes",
    ),
];
