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
];
