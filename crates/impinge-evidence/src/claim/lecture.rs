//! Statements of the lecture about V-Clip, distance maps and contacts.

use super::{Claim, Paper, Verdict};

const SAID_BY: Paper = Paper::Lecture;

pub(super) const CLAIMS: &[Claim] = &[
    Claim::new(
        SAID_BY,
        "lecture-gjk-constant",
        "pages on GJK",
        "The support function speeds the traversal of GJK up to almost constant time, assuming a coherent simulation.",
        "the time of warm GJK at turns of up to 1°, on the largest hulls over those of 100 vertices; agrees below 2",
    ),
    Claim::new(
        SAID_BY,
        "lecture-climbing",
        "pages on support functions",
        "In a coherent simulation the support vertex is found by hill climbing in almost constant time.",
        "the time of a support call that begins at the last vertex, in directions that turn by 1°, on the largest hulls over that on hulls of 100 vertices: below 2 by climbing, and over twice as much by a scan; one half each",
    )
    .was(
        "the time of GJK with climbing on the largest hulls over those of 100 vertices, and that with a scan of all; agrees below 4 where the scan takes twice that",
        Verdict::Partly,
    ),
    Claim::new(
        SAID_BY,
        "lecture-voronoi",
        "pages on simplex refinement",
        "Solving a system of linear equations for the nearest sub-simplex is slow and has numeric issues; testing Voronoi regions is good.",
        "time in the sub-algorithm of Johnson with Backup and of Backup alone over that by Voronoi regions, above 1 on all hulls; numeric issues are judged with the Signed Volumes paper",
    )
    .was(
        "time in the sub-algorithm of Johnson with Backup and of Backup alone over that by Voronoi regions; agrees where both are above 1 on all hulls",
        Verdict::Agrees,
    ),
    Claim::new(
        SAID_BY,
        "lecture-vclip-few",
        "pages on V-Clip",
        "If V-Clip begins with the closest features of the last step and the simulation is coherent, it probably needs only a few iterations.",
        "mean pairs of features looked at, at turns of up to 1°; agrees below 5",
    ),
    Claim::new(
        SAID_BY,
        "lecture-vclip-ends",
        "pages on V-Clip",
        "V-Clip never cycles and ends at the closest features.",
        "answers that differ from those of GJK by more than their proven errors; none agrees",
    ),
    Claim::new(
        SAID_BY,
        "lecture-vclip-gjk",
        "pages on V-Clip and GJK",
        "Asked by us: the lecture teaches V-Clip for polytopes and GJK for all convex bodies and compares them nowhere; where both can be taken, V-Clip is faster.",
        "time of warm GJK over that of V-Clip, at turns of up to 1°; agrees where V-Clip is faster on all hulls",
    )
    .derived(),
    Claim::new(
        SAID_BY,
        "lecture-brute",
        "distance map construction",
        "Brute force asks each of N³ cells for its distance to each of M triangles.",
        "its time with twice the cells over that before; agrees between 6 and 10",
    ),
    Claim::new(
        SAID_BY,
        "lecture-efficient",
        "distance map construction",
        "Trees, scan conversion, chamfer and vector transforms and fast marching are efficient.",
        "the time of brute force over that of each method, on the finest grid that all were built on; agrees above 5 for all",
    ),
    Claim::new(
        SAID_BY,
        "lecture-approximate",
        "distance maps",
        "Distance maps are for approximate collision detection.",
        "the worst error near the surface, in spacings, and values outside their proven bound, of which none may be",
    ),
    Claim::new(
        SAID_BY,
        "lecture-memory",
        "distance maps",
        "For massive scenarios they need a huge amount of memory.",
        "memory of maps of all cells, 128 along the longest side and 8 bytes each, of a thousand bodies; agrees above 1 GiB",
    )
    .was(
        "bytes of our maps, which keep cells near the surface only, over those of all N³ cells with 8 bytes each, on the finest grid; agrees above a half",
        Verdict::Differs,
    ),
    Claim::new(
        SAID_BY,
        "lecture-redundant",
        "distance maps",
        "They give many contacts that are not needed.",
        "points of a fine torus that a map finds in another, over the four that a manifold keeps; agrees above 10",
    ),
    Claim::new(
        SAID_BY,
        "lecture-look-up",
        "proximity queries with maps",
        "Queries are simple look-ups, fast for complex and finely tessellated bodies.",
        "the time of a look-up on the finest mesh over that on the coarsest; agrees below 1.5",
    ),
    Claim::new(
        SAID_BY,
        "lecture-region",
        "contact region",
        "The contact region is the intersection of the two support sets, projected onto the contact plane.",
        "the area of our manifolds of a box that slides over the edge of another, turned, against that of the polygons' intersection; \
         agrees within 10⁻⁹",
    ),
    Claim::new(
        SAID_BY,
        "lecture-persistent",
        "problem 3: persistent contacts",
        "Contacts that are topologically the same as in the step before can be recognized: the lecture poses it as a problem and does not say how.",
        "the share of contacts of a sliding and turning box that are found again, at slow motion; agrees above 0.9",
    )
    .derived(),
    Claim::new(
        SAID_BY,
        "lecture-bound-tree",
        "distance map construction",
        "A lower-upper bound tree is efficient.",
        "the time of brute force over all cells by that of the tree, on the finest grid and mesh; agrees above 5",
    ),
    Claim::new(
        SAID_BY,
        "lecture-touching-theorem",
        "touching vectors and boundary",
        "A translation brings two convex bodies into touch if and only if it is on the boundary of their configuration space obstacle.",
        "signed distances after translations on the boundary of explicit obstacles and off it; one half each, which holds where all do",
    ),
    Claim::new(
        SAID_BY,
        "lecture-penetration-vector",
        "touching vectors",
        "The penetration vector is usually not unique.",
        "random pairs that overlap with a second face of the obstacle as near as the nearest; agrees above a half",
    ),
    Claim::new(
        SAID_BY,
        "lecture-voronoi-theorem",
        "Voronoi region theorem",
        "The nearest points of two features are those of two disjoint polytopes if and only if each is in the Voronoi region of the other's feature.",
        "all pairs of features of random hulls: those that hold the nearest points, and those that do not; one half each, which holds where all do",
    ),
    Claim::new(
        SAID_BY,
        "lecture-subset-distance",
        "external Voronoi regions",
        "A feature that is part of another one is no farther from any point than that.",
        "points outside of random hulls, and pairs of features of which one is part of the other; agrees where it holds for all",
    ),
    Claim::new(
        SAID_BY,
        "lecture-isa-constant",
        "pages on ISA-GJK",
        "In a coherent simulation ISA-GJK takes constant time on average.",
        "the time at turns of 1° on the largest hulls over those of 100 vertices, apart and overlapping; one half each, below 2",
    ),
    Claim::new(
        SAID_BY,
        "lecture-clustering",
        "strategies",
        "Persistent clustering generates and reduces contacts.",
        "contacts of two tori that slide along one another: a tenth of them or less is left, and nine of ten patches are those of the step before; one half each",
    ),
];
