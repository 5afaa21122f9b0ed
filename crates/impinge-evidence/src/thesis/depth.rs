//! Depths as Olvång's thesis measures them in section 4.1.2: first whether two bodies meet, and only then the depth.
//!
//! The query `contact` of `impinge pairs` also computes distances of bodies apart, which costs more the farther it goes on; here such a
//! pair costs what its separating axis costs, and has depth 0. An answer is the depth, 0 or above.

use impinge::Vec3;
use impinge::study::epa::{Gap, epa3};
use impinge::study::gjk::separating::{Decision, isa_gjk};
use impinge::study::gjk::swept::Swept;
use impinge::study::gjk::{Backup, Gjk, Johnson, JohnsonBackup, SignedVolumes, SubAlgorithm, Voronoi};
use impinge::study::mpr::{self, Aim};
use impinge::study::pair::{Grown, Obstacle};

use crate::measure::{
    Algorithm, Answer, Cores, Counted, OnCores, Options, Query, Work, answer, gap, grown, swept,
};

/// Radius by which swept shapes are shrunk or grown, in sizes of the pair: a small one, in the thesis' words.
const SWEPT: f64 = 0.01;

/// The work that measures depths by an algorithm; `None` if it computes none.
pub(super) fn depth_work(algorithm: Algorithm) -> Option<Work> {
    use Algorithm as A;
    let on_cores: OnCores = match algorithm {
        A::Auto => return Some(Work::FrontDoor(Query::Contact)),
        A::Epa | A::SaGjk | A::GjkVoronoi => separating_epa::<Voronoi>,
        A::GjkSignedVolumes => separating_epa::<SignedVolumes>,
        A::GjkJohnson => separating_epa::<Johnson<Vec3<f64>>>,
        A::GjkBackup => separating_epa::<Backup<Vec3<f64>>>,
        A::GjkJohnsonBackup => separating_epa::<JohnsonBackup<Vec3<f64>>>,
        A::Swept => swept_epa,
        A::Mpr => portal,
        A::IsaGjk | A::Certify | A::Vclip => return None,
    };
    Some(Work::Algorithm(on_cores))
}

/// SA-GJK, and EPA from its last simplex if they meet.
fn separating_epa<S: SubAlgorithm<Vec3<f64>>>(pair: &Cores<'_>, options: &Options) -> Answer {
    if pair.radius_a + pair.radius_b == 0.0 {
        meets_then_deep::<S>(pair, pair.pair, options)
    } else {
        meets_then_deep::<S>(pair, &grown(pair), options)
    }
}

fn meets_then_deep<S: SubAlgorithm<Vec3<f64>>>(
    pair: &Cores<'_>,
    obstacle: &dyn Obstacle<Vec3<f64>>,
    options: &Options,
) -> Answer {
    let counted = Counted::new(obstacle);
    let mut gjk = Gjk::<_, S>::new();
    match isa_gjk(&mut gjk, &counted, obstacle.rounding(), &mut ()) {
        Decision::Apart { .. } => answer(pair, 0.0, 0.0, counted.calls()),
        Decision::Undecided { .. } => Answer { calls: Some(counted.calls()), ..Answer::NONE },
        Decision::Meet { .. } => {
            let gap = gap(pair, options);
            let depth = epa3(&counted.as_dyn(), gjk.simplex(), &Gap { bound: gap, value: gap }, &mut ());
            answer(pair, depth.upper, depth.upper - depth.lower, counted.calls())
        }
    }
}

/// Swept GJK with EPA behind it: the balls of rounded shapes, and a little more, subtracted again.
fn swept_epa(pair: &Cores<'_>, options: &Options) -> Answer {
    let counted = Counted::new(pair.pair);
    let gap = gap(pair, options);
    let growth = SWEPT * pair.pair.size();
    let radii = [pair.radius_a + growth, pair.radius_b + growth];
    match swept(&counted, radii, gap) {
        Swept::Apart { .. } => answer(pair, 0.0, 0.0, counted.calls()),
        Swept::Undecided { .. } => Answer { calls: Some(counted.calls()), ..Answer::NONE },
        Swept::Shallow(found) | Swept::Deep(found) => {
            let [lower, upper] = found.depth;
            answer(pair, (upper - 2.0 * growth).max(0.0), upper - lower, counted.calls())
        }
    }
}

/// MPR with its heuristic for depths.
fn portal(pair: &Cores<'_>, options: &Options) -> Answer {
    let aim = Aim { gap: gap(pair, options), ..Aim::default() };
    let counted = Counted::new(pair.pair);
    let grown = Grown { obstacle: &counted, radius_a: pair.radius_a, radius_b: pair.radius_b };
    match mpr::penetration(&grown, &aim, &mut ()) {
        (_, Some(found)) => Answer { error: f64::NAN, ..answer(pair, found.depth, 0.0, counted.calls()) },
        (mpr::Decision::Apart { .. }, None) => answer(pair, 0.0, 0.0, counted.calls()),
        _ => Answer { calls: Some(counted.calls()), ..Answer::NONE },
    }
}
