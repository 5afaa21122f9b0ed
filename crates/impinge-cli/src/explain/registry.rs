//! The algorithms that can be explained. To add one that has an observer, add a row here and a function from a [`Subject`] to a [`Run`].

use impinge::study::gjk::{Backup, Johnson, JohnsonBackup, SubAlgorithm, Voronoi};
use impinge::{Vec2, Vec3};

use super::moment::Run;
use super::subject::Subject;
use super::world::World;
use super::{cast, certified, epa, gjk, mpr, polyhedra, swept, vclip};
use crate::failure::Failure;

/// An algorithm and its name.
pub struct Entry<W: World> {
    pub name: &'static str,
    /// Its description, a sentence without the period.
    pub about: &'static str,
    /// Whether B moves.
    pub moves: bool,
    pub run: fn(&Subject<W>) -> Result<Run<W>, Failure>,
}

/// Meaning of a plain `gjk`: the sub-algorithm that the library itself uses.
pub const PLAIN_GJK: &str = "gjk";

/// The plane or space, with the algorithms that exist in one of them only.
pub trait Listed: World {
    /// The motion of a polyhedron.
    fn expel(subject: &Subject<Self>) -> Result<Run<Self>, Failure>;
    /// V-Clip on two polyhedra.
    fn vclip(subject: &Subject<Self>) -> Result<Run<Self>, Failure>;
}

impl Listed for Vec3<f64> {
    fn expel(subject: &Subject<Self>) -> Result<Run<Self>, Failure> {
        polyhedra::run(subject)
    }
    fn vclip(subject: &Subject<Self>) -> Result<Run<Self>, Failure> {
        vclip::run(subject)
    }
}

impl Listed for Vec2<f64> {
    fn expel(_: &Subject<Self>) -> Result<Run<Self>, Failure> {
        Err(Failure::Usage("`expel` moves polyhedra of space; in the plane use `--algorithm cast`".into()))
    }
    fn vclip(_: &Subject<Self>) -> Result<Run<Self>, Failure> {
        Err(Failure::Usage(
            "`vclip` walks over polyhedra of space; in the plane use `--algorithm gjk`".into(),
        ))
    }
}

/// All algorithms.
pub fn all<W: Listed>() -> Vec<Entry<W>> {
    let gjk = "GJK walks to the point of B − A that is nearest to the origin";
    let entry = |name, about, run| Entry { name, about, moves: false, run };
    vec![
        entry(PLAIN_GJK, gjk, gjk::distance::<W, Voronoi>),
        sub_algorithm::<W, Voronoi>("GJK that finds the nearest point of its simplex by Voronoi regions"),
        sub_algorithm::<W, W::Volumes>("GJK with the Signed Volumes of Montanari and others"),
        sub_algorithm::<W, W::ExactVolumes>("GJK with Signed Volumes, their signs exact"),
        sub_algorithm::<W, Johnson<W>>("GJK with Johnson's sub-algorithm"),
        sub_algorithm::<W, Backup<W>>("GJK with the Backup procedure, which tries every face"),
        sub_algorithm::<W, JohnsonBackup<W>>("GJK with Johnson's sub-algorithm, and Backup where that fails"),
        entry(
            "sa-gjk",
            "SA-GJK asks only whether A and B meet, and stops at the first axis that separates",
            gjk::separating,
        ),
        entry(
            "swept-gjk",
            "Swept GJK finds depths of rounded shapes by the distance of their cores",
            swept::run,
        ),
        entry(
            "epa",
            "EPA grows a polytope inside B − A until its nearest face is the shortest way out",
            epa::run,
        ),
        entry("mpr", "MPR moves a portal outwards along a ray until it is past the origin", mpr::run),
        entry(
            "certify",
            "The certified search bounds the signed distance over all directions",
            certified::run,
        ),
        entry(
            "vclip",
            "V-Clip walks from feature to feature of two polyhedra until each is nearest in the region of the other",
            W::vclip,
        ),
        Entry {
            name: "cast",
            about: "A cast finds when B, as it moves, first touches A",
            moves: true,
            run: cast::run,
        },
        Entry {
            name: "expel",
            about: "The expel-zone method takes a polyhedron B as far as it gets before A is in the way",
            moves: true,
            run: W::expel,
        },
    ]
}

fn sub_algorithm<W: World, S: SubAlgorithm<W>>(about: &'static str) -> Entry<W> {
    Entry { name: S::NAME, about, moves: false, run: gjk::distance::<W, S> }
}
