//! What Feng and Tan say in section 5.

use super::{Claim, Paper};

const SAID_BY: Paper = Paper::Contact;

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        SAID_BY,
        "contact-features-jump",
        "5.1, figure 4",
        "Four configurations that hardly differ have three changes of contact features; three are v-e, and (c) is along parallel edges.",
        "normals and features of four configurations of our own: three changes, and types v-e, v-e, e-e, v-e",
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
        "Updates to find them apart hardly depend on the shape.",
        "the largest mean over the groups by the least, over all stages; agrees below 1.25, the paper has 1.1",
    ),
    Claim::new(
        SAID_BY,
        "contact-meet-6",
        "5.2.1, table 1",
        "It takes around 6 to 7 to find that they meet.",
        "mean over groups and stages; agrees from 5.2, the paper's least, to 7.5",
    ),
    Claim::new(
        SAID_BY,
        "contact-shape-little",
        "5.2.1, table 1",
        "More vertices raise the updates in contact only marginally.",
        "updates of P16-P16 by those of P5-P5; agrees from 1 to 1.5",
    ),
    Claim::new(
        SAID_BY,
        "contact-epa-2",
        "5.2.1, table 1",
        "EPA takes only around 2 iterations.",
        "mean over groups and stages; agrees from 1 to 3",
    ),
    Claim::new(
        SAID_BY,
        "contact-shape-epa",
        "5.2.1, table 1",
        "The number of vertices has a slightly larger effect on EPA than on GJK.",
        "both factors from P5-P5 to P16-P16",
    ),
    Claim::new(
        SAID_BY,
        "contact-tighter",
        "5.2.1, table 1",
        "In tighter packings GJK takes fewer updates, and EPA more iterations.",
        "the change of both means from stage 1 to stage 4; one half each",
    ),
    Claim::new(
        SAID_BY,
        "contact-small-overlap",
        "5.2.1",
        "That EPA takes so few iterations is due to small overlaps.",
        "mean steps over depths from 1e-6 to 0.3 widths: iterations rise, updates fall; one half each",
    ),
    Claim::new(
        SAID_BY,
        "contact-consistent",
        "5.2.2, table 2",
        "Polyhedra among spheres take as many steps as before.",
        "means over all stages of the groups that both tables have; agrees where each measure is within 10 %",
    ),
    Claim::new(
        SAID_BY,
        "contact-sphere-apart",
        "5.2.2, table 2",
        "Apart, spheres take slightly more updates.",
        "updates of pairs with a sphere beside those without; agrees above 0 and below 40 %",
    ),
    Claim::new(
        SAID_BY,
        "contact-sphere-meet",
        "5.2.2, table 2",
        "In contact they take over 50 % more.",
        "updates of pairs with a sphere beside those without; agrees above 50 %",
    ),
];
