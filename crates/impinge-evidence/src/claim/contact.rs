//! Statements of Feng and Tan in sections 4.2.2, 5 and 6.

use super::{Claim, Paper, Verdict};

const SAID_BY: Paper = Paper::Contact;

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        SAID_BY,
        "contact-features-jump",
        "5.1, figure 4",
        "Four configurations that hardly differ are all of type v-e, and the features change three times; in (c), where edges are parallel, contact is really along the whole segment.",
        "four configurations of our own: three changes, and type v-e four times; one half each",
    )
    .was(
        "normals and features of four configurations of our own: three changes, and types v-e, v-e, e-e, v-e",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "contact-apart-4",
        "5.2.1, table 1",
        "GJK takes around 4 updates to find that polyhedra are apart.",
        "mean over groups and stages; agrees from 3 to 5",
    ),
    Claim::new(
        SAID_BY,
        "contact-apart-shape",
        "5.2.1, table 1",
        "Updates to find them apart, and to find that they meet, are almost independent of shapes and sizes.",
        "the largest mean over the groups by the least, and that over pairs of small, mixed and large bodies, over all stages, apart and in contact: each of the four below 1.3; the paper has 1.08 and 1.26 by group",
    )
    .was(
        "the largest mean over the groups by the least, over all stages; agrees below 1.25, the paper has 1.1",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "contact-meet-6",
        "5.2.1, table 1",
        "It takes around 6 to 7 updates to find that they meet.",
        "mean over groups and stages; the paper has 6.2",
    )
    .was(
        "mean over groups and stages; agrees from 5.2, the paper's least, to 7.5",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "contact-shape-little",
        "5.2.1, table 1",
        "In contact more vertices and faces raise the updates only marginally.",
        "updates of P16-P16 by those of P5-P5; agrees from 1 to 1.5",
    ),
    Claim::new(
        SAID_BY,
        "contact-epa-2",
        "5.2.1, table 1",
        "EPA takes only around 2 iterations; 1 or 2 by the abstract and section 6, where overlaps are small.",
        "mean over groups and stages, as 1 to 2; the paper has 2.0",
    )
    .was(
        "mean over groups and stages; agrees from 1 to 3",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "contact-shape-epa",
        "5.2.1, table 1",
        "The number of vertices has a slightly larger effect on EPA than on GJK.",
        "both factors from P5-P5 to P16-P16: that of EPA by that of GJK above 1 and below 1.5; the paper has 1.21",
    )
    .was(
        "both factors from P5-P5 to P16-P16",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "contact-tighter",
        "5.2.1, table 1",
        "It appears that in tighter packings, where overlaps are larger, GJK takes fewer updates in contact and EPA more iterations.",
        "the change of both means from stage 1 to stage 4; one half each",
    ),
    Claim::new(
        SAID_BY,
        "contact-small-overlap",
        "5.2.1",
        "That EPA takes so few iterations may be due to overlaps so small that the simplex of GJK almost has the real contact face.",
        "mean iterations by depth: at most 1.5 at 1e-6 widths, and at least twice as many at 0.3; one half each",
    )
    .was(
        "mean steps over depths from 1e-6 to 0.3 widths: iterations rise, updates fall; one half each",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "contact-consistent",
        "5.2.2, table 2",
        "Polyhedra among spheres generally take as many steps as before.",
        "means over all stages of the groups that both tables have; agrees where each measure is within 10 %",
    ),
    Claim::new(
        SAID_BY,
        "contact-sphere-apart",
        "5.2.2, table 2",
        "Apart, spheres take slightly more updates.",
        "updates of pairs with a sphere beside those without: above 0 and below 50 %; the paper has 17 %",
    )
    .was(
        "updates of pairs with a sphere beside those without; agrees above 0 and below 40 %",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "contact-sphere-meet",
        "5.2.2, table 2",
        "In contact they take over 50 % more.",
        "updates of pairs with a sphere beside those without; agrees above 50 %, the paper has 65 %",
    ),
    Claim::new(
        SAID_BY,
        "contact-types-common",
        "4.2.2",
        "In space the common types of contacts are e-e, v-f and e-f.",
        "types of all contacts of a tight packing, by the corners of EPA's last face as printed: over 99 % are of the three, and each is 1 % at least; one half each",
    ),
    Claim::new(
        SAID_BY,
        "contact-types-touch",
        "4.2.2",
        "The types v-v and, in space, v-e can only be of bodies that just touch.",
        "contacts of these types in the same packing that overlap by more than rounding; agrees where there are none",
    ),
    Claim::new(
        SAID_BY,
        "contact-types-parallel",
        "4.2.2",
        "The type f-f is that of parallel faces only.",
        "contacts of that type in the same packing, of which none may be, and of prisms face to face, which must be in over 99 %; one half each",
    ),
    Claim::new(
        SAID_BY,
        "contact-epa-one-two",
        "Abstract and 6",
        "EPA takes only 1 or 2 iterations where the overlap is small.",
        "contacts of a tight packing in which EPA as printed takes no more; agrees from 90 % on, in part from 50 %",
    ),
    Claim::new(
        SAID_BY,
        "contact-six",
        "6",
        "GJK takes around 6 updates to find contact or no contact.",
        "mean over groups and stages of table 1, in contact and apart: from 5 to 7; one half each",
    ),
    Claim::new(
        SAID_BY,
        "contact-shapes-none",
        "6",
        "Shapes may have no effect on GJK.",
        "mean updates in contact of prisms and frustums with 16 vertices; agrees within 10 %",
    ),
    Claim::new(
        SAID_BY,
        "contact-sizes-none",
        "6",
        "Sizes may have no effect on GJK.",
        "mean updates in contact of small and large bodies of three kinds; a third for each within 10 %",
    ),
    Claim::new(
        SAID_BY,
        "contact-epa-vertices",
        "6",
        "EPA is hardly affected by the number of vertices and the shapes.",
        "iterations from P5-P5 to P16-P16, and among prisms and frustums: by a factor below 1.2; one half each",
    ),
    Claim::new(
        SAID_BY,
        "contact-smooth",
        "6",
        "GJK and EPA are less effective for smooth surfaces.",
        "mean updates, and iterations of EPA as printed, of prisms and spheres beside two prisms: over 10 % more; one half each",
    ),
    Claim::new(
        SAID_BY,
        "contact-coherence",
        "6",
        "Coherence may make GJK faster.",
        "mean updates from the direction in which the step before ended beside those from an arbitrary one, apart and in contact: over 10 % less; one half each",
    ),
];
