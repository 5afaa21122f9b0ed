//! Comparison of the sub-algorithms of GJK as in the Signed Volumes paper: their accuracy, number of calls,
//! and cost.
//!
//! **Source.** Montanari, Petrinic and Barbieri 2017: Algorithm 1, sections 3.3 and 5.
//!
//! | file | what it holds |
//! |---|---|
//! | `algorithm.rs` | the GJK of the paper, with its own two conditions to stop |
//! | `printed/` | Johnson's algorithm, the Backup procedure and Signed Volumes with the formulas as printed, without the library's guards |
//! | `regions.rs` | number of regions that Signed Volumes inspect |
//!
//! **Time.** The time of a sub-algorithm is measured on the simplexes that a run gave it, in their order: they are recorded, copied,
//! and processed again by a loop that does nothing else. So no clock is read between two calls. Of several such loops the
//! fastest counts, in processor time of the thread.

mod algorithm;
mod printed;
mod regions;

use std::hint::black_box;

use impinge::study::gjk::{Backup, Johnson, JohnsonBackup, SignedVolumes, Simplex, SubAlgorithm, Voronoi};
use impinge::study::observe::Details;
use impinge::study::pair::{Obstacle, Prepared, Vertex};
use impinge::{At, ConvexPolygon, ConvexPolyhedron, Shape, Vec2, Vec3, Vector};

use super::clock::thread_ns;
pub use algorithm::{Ended, Run};
use algorithm::{Watch, algorithm_1};
pub(crate) use printed::nearest_point;
use printed::{
    AsPrinted, ExactDeterminants, ExactSigns, Forgotten, Kept, PrintedBackup, PrintedJohnson,
    PrintedJohnsonBackup, PrintedSignedVolumes,
};
pub use regions::Regions;
use regions::regions_of;

/// A sub-algorithm, by the paper's letters if it has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sub {
    /// JH: Johnson's algorithm alone, as the library has it.
    Johnson,
    /// JH with the scalar products of equation 19 as printed.
    JohnsonPrinted,
    /// JB: Johnson's algorithm, and the Backup procedure if it fails.
    JohnsonBackup,
    /// JB with the scalar products of equation 19 as printed, falling back only if no subset passes.
    JohnsonBackupPrinted,
    /// BK: the Backup procedure alone.
    Backup,
    /// BK with the scalar products of equation 19 as printed.
    BackupPrinted,
    /// SV: Signed Volumes, as the library has it.
    SignedVolumes,
    /// SV with Algorithms 2 to 5 as printed, misprints corrected and nothing added.
    SignedVolumesPrinted,
    /// The same with the exact predicates of section 4.3.
    SignedVolumesExact,
    /// The same with determinants that are rounded once. Not in the paper.
    SignedVolumesDoubled,
    /// The same, each region inspected once, as section 5.2 proposes.
    SignedVolumesKept,
    /// The library's own choice, by Voronoi regions. Not in the paper.
    Voronoi,
}

impl Sub {
    /// A short name for legends.
    pub fn name(self) -> &'static str {
        match self {
            Self::Johnson => "JH",
            Self::JohnsonPrinted => "JH as printed",
            Self::JohnsonBackup => "JB",
            Self::JohnsonBackupPrinted => "JB as printed",
            Self::Backup => "BK",
            Self::BackupPrinted => "BK as printed",
            Self::SignedVolumes => "SV",
            Self::SignedVolumesPrinted => "SV as printed",
            Self::SignedVolumesExact => "SV as printed with exact signs",
            Self::SignedVolumesDoubled => "SV as printed with exact determinants",
            Self::SignedVolumesKept => "SV as printed with regions kept",
            Self::Voronoi => "ours (Voronoi)",
        }
    }
}

/// Calls `$run` with the type of a sub-algorithm for vectors of type `$vector`.
macro_rules! by_sub {
    ($sub:expr, $vector:ty, $run:ident($($argument:expr),*)) => {
        match $sub {
            Sub::Johnson => $run::<$vector, Johnson<$vector>>($($argument),*),
            Sub::JohnsonPrinted => $run::<$vector, PrintedJohnson>($($argument),*),
            Sub::JohnsonBackup => $run::<$vector, JohnsonBackup<$vector>>($($argument),*),
            Sub::JohnsonBackupPrinted => $run::<$vector, PrintedJohnsonBackup>($($argument),*),
            Sub::Backup => $run::<$vector, Backup<$vector>>($($argument),*),
            Sub::BackupPrinted => $run::<$vector, PrintedBackup>($($argument),*),
            Sub::SignedVolumes => $run::<$vector, SignedVolumes>($($argument),*),
            Sub::SignedVolumesPrinted => $run::<$vector, PrintedSignedVolumes<AsPrinted, Forgotten>>($($argument),*),
            Sub::SignedVolumesExact => $run::<$vector, PrintedSignedVolumes<ExactSigns, Forgotten>>($($argument),*),
            Sub::SignedVolumesDoubled => {
                $run::<$vector, PrintedSignedVolumes<ExactDeterminants, Forgotten>>($($argument),*)
            }
            Sub::SignedVolumesKept => $run::<$vector, PrintedSignedVolumes<AsPrinted, Kept>>($($argument),*),
            Sub::Voronoi => $run::<$vector, Voronoi>($($argument),*),
        }
    };
}

/// Two placed polyhedra.
pub type Couple<'a> = [At<&'a ConvexPolyhedron<f64>>; 2];

/// Statistics of the sub-algorithm on some couples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// Couples queried.
    pub queries: u64,
    /// Couples found in contact.
    pub contacts: u64,
    /// Calls of the sub-algorithm: N_SUB.
    pub calls: u64,
    /// Calls of the Backup procedure: N_BACKUP.
    pub backups: u64,
    /// Runs that ended because v did not get shorter.
    pub no_closer: u64,
    /// Runs that were given up.
    pub endless: u64,
    /// Numbers of runs, among those that found the couple apart, that ended on a vertex, an edge, a triangle.
    pub ended_on: [u64; 3],
    /// Nanoseconds in the sub-algorithm, over all queries.
    pub sub_ns: f64,
}

/// Average cost of a couple. Nanoseconds of processor time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// In the sub-algorithm, per query.
    pub sub_ns: f64,
    /// In the whole query.
    pub gjk_ns: f64,
    /// Calls of the sub-algorithm per query.
    pub calls: f64,
    /// Calls of the Backup procedure per query.
    pub backups: f64,
}

/// One query, watched. Lengths are in the unit of the couple; determinants in a unit of length that is a power of two near
/// the couple's size.
#[inline(never)]
pub fn watched(sub: Sub, couple: &Couple<'_>, tolerance: f64) -> Run {
    let [a, b] = couple;
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let pair: &dyn Obstacle<Vec3<f64>> = &prepared.pair;
    let run = by_sub!(sub, Vec3<f64>, watch(pair, tolerance));
    Run { distance: prepared.frame.length(run.distance), ..run }
}

/// The same in the plane, with the last simplex as points of B − A, in the unit of the couple.
#[inline(never)]
pub fn watched_in_plane(
    sub: Sub,
    a: &At<&ConvexPolygon<f64>>,
    b: &At<&ConvexPolygon<f64>>,
    tolerance: f64,
) -> (Run, Vec<[f64; 2]>) {
    let prepared = Prepared::new(&a.parts(), &b.parts());
    let pair: &dyn Obstacle<Vec2<f64>> = &prepared.pair;
    let unit = prepared.frame.length(1.0);
    let (run, simplex) = by_sub!(sub, Vec2<f64>, watch_with_simplex(pair, tolerance));
    let corners = simplex.iter().map(|p| [p.x * unit, p.y * unit]).collect();
    (Run { distance: prepared.frame.length(run.distance), ..run }, corners)
}

/// The mean cost of a query over these couples, each loop run `loops` times.
#[inline(never)]
pub fn cost<'a>(sub: Sub, couples: &'a [Couple<'a>], tolerance: f64, loops: u32) -> Cost {
    let prepared = prepare(couples);
    let pairs: Vec<&dyn Obstacle<Vec3<f64>>> = prepared.iter().map(|p| &p.pair as _).collect();
    by_sub!(sub, Vec3<f64>, cost_of(&pairs, tolerance, loops))
}

/// Queries all couples and counts. The sub-algorithm is timed afterwards, `loops` times.
#[inline(never)]
pub fn tally<'a>(sub: Sub, couples: &'a [Couple<'a>], tolerance: f64, loops: u32) -> Tally {
    let prepared = prepare(couples);
    let pairs: Vec<&dyn Obstacle<Vec3<f64>>> = prepared.iter().map(|p| &p.pair as _).collect();
    by_sub!(sub, Vec3<f64>, tally_of(&pairs, tolerance, loops))
}

/// Number of regions that Signed Volumes as printed inspect on the way to the answers for these couples.
pub fn regions<'a>(couples: &'a [Couple<'a>], tolerance: f64) -> Regions {
    let prepared = prepare(couples);
    let pairs: Vec<&dyn Obstacle<Vec3<f64>>> = prepared.iter().map(|p| &p.pair as _).collect();
    regions_of(&pairs, tolerance)
}

/// Point that a sub-algorithm finds on a simplex of two to four vertices, the newest last, and the number of vertices that it keeps.
pub fn point_of(sub: Sub, points: &[Vec3<f64>]) -> (Vec3<f64>, usize) {
    by_sub!(sub, Vec3<f64>, point_by(points))
}

fn point_by<V: Vector<Scalar = f64>, S: SubAlgorithm<V>>(points: &[V]) -> (V, usize) {
    let vertex = |&point: &V| Vertex { point, ..Vertex::default() };
    let mut simplex = Simplex::new(vertex(&points[0]));
    points[1..].iter().for_each(|point| simplex.push(vertex(point)));
    let v = S::default().closest(&mut simplex);
    (v, simplex.len())
}

fn prepare<'a>(couples: &'a [Couple<'a>]) -> Vec<Prepared<'a, Vec3<f64>>> {
    couples.iter().map(|[a, b]| Prepared::new(&a.parts(), &b.parts())).collect()
}

/// Lowest and highest determinant, and the number of calls in which the sub-algorithm found no subset.
#[derive(Default)]
struct Seen<V: Vector> {
    determinants: Option<[f64; 2]>,
    failures: u32,
    backups: u32,
    given: Option<[f64; 2]>,
    thinnest: Option<f64>,
    last: Vec<V>,
}

impl<V: Vector<Scalar = f64>> Watch<V> for Seen<V> {
    fn asked(&mut self, simplex: &Simplex<V>) {
        self.last = simplex.vertices().iter().map(|v| v.point).collect();
        if self.last.len() > 1 {
            let form = form(&self.last);
            let [a, m] = self.given.unwrap_or([f64::INFINITY; 2]);
            self.given = Some([a.min(form.norm_squared()), m.min(form.max_abs())]);
            let edges: f64 = self.last[1..].iter().map(|&p| (p - self.last[0]).norm()).product();
            self.thinnest = Some(self.thinnest.unwrap_or(1.0).min(form.norm() / edges));
        }
    }

    fn told<S: SubAlgorithm<V>>(&mut self, sub: &S, simplex: &Simplex<V>) {
        let Details { det_a, det_m, backups, .. } = sub.details();
        self.backups = backups;
        // A vertex alone is not a system of equations: its determinant is 1 by definition.
        match det_a.or(det_m).map(f64::abs) {
            None => self.failures += 1,
            Some(_) if simplex.len() == 1 => {}
            Some(det) => {
                let [low, high] = self.determinants.unwrap_or([det; 2]);
                self.determinants = Some([low.min(det), high.max(det)]);
            }
        }
    }
}

fn watch<V: Vector<Scalar = f64>, S: SubAlgorithm<V>>(pair: &dyn Obstacle<V>, tolerance: f64) -> Run {
    watch_with_simplex::<V, S>(pair, tolerance).0
}

fn watch_with_simplex<V: Vector<Scalar = f64>, S: SubAlgorithm<V>>(
    pair: &dyn Obstacle<V>,
    tolerance: f64,
) -> (Run, Vec<V>) {
    let mut seen =
        Seen { determinants: None, failures: 0, backups: 0, given: None, thinnest: None, last: Vec::new() };
    let run = algorithm_1(&mut S::default(), pair, tolerance, &mut seen);
    let Seen { determinants, failures, backups, given, thinnest, last } = seen;
    (Run { determinants, failures, backups, given, thinnest, ..run }, last)
}

/// The length, twice the area or six times the volume of two to four points: the edge, the product of two edges, or that of three as
/// an x component. Its square is det A of equation 14, its largest component det M of equation 20.
fn form<V: Vector<Scalar = f64>>(points: &[V]) -> Vec3<f64> {
    let edge = |i: usize| {
        let e = points[i] - points[0];
        Vec3::new(e.get(0), e.get(1), if V::DIM > 2 { e.get(2) } else { 0.0 })
    };
    match points.len() {
        2 => edge(1),
        3 => edge(1).cross(edge(2)),
        _ => Vec3::new(edge(1).dot(edge(2).cross(edge(3))), 0.0, 0.0),
    }
}

/// The simplexes given to a sub-algorithm, one query after the other.
struct Recorded<V: Vector> {
    /// Whether a query begins with it, and the simplex.
    asked: Vec<(bool, Simplex<V>)>,
    backups: u64,
    begins: bool,
    in_query: u32,
}

impl<V: Vector<Scalar = f64>> Recorded<V> {
    fn new() -> Self {
        Self { asked: Vec::new(), backups: 0, begins: true, in_query: 0 }
    }

    /// The next simplex is the first one of a query.
    fn next_query(&mut self) {
        self.backups += u64::from(self.in_query);
        (self.begins, self.in_query) = (true, 0);
    }

    /// Nanoseconds to process all of them, the least of `loops`.
    fn replay<S: SubAlgorithm<V>>(&self, loops: u32, fresh: &mut Vec<(bool, Simplex<V>)>) -> f64 {
        let mut least = f64::INFINITY;
        for _ in 0..loops {
            fresh.clear();
            fresh.extend_from_slice(&self.asked);
            let mut sub = S::default();
            let start = thread_ns();
            let mut sum = 0.0;
            for (begins, simplex) in black_box(&mut *fresh) {
                if *begins {
                    sub.restart();
                }
                sum += sub.closest(simplex).get(0);
            }
            black_box(sum);
            least = least.min(thread_ns() - start);
        }
        least
    }
}

impl<V: Vector<Scalar = f64>> Watch<V> for Recorded<V> {
    fn asked(&mut self, simplex: &Simplex<V>) {
        self.asked.push((self.begins, *simplex));
        self.begins = false;
    }

    fn told<S: SubAlgorithm<V>>(&mut self, sub: &S, _: &Simplex<V>) {
        self.in_query = sub.details().backups;
    }
}

fn cost_of<V: Vector<Scalar = f64>, S: SubAlgorithm<V>>(
    pairs: &[&dyn Obstacle<V>],
    tolerance: f64,
    loops: u32,
) -> Cost {
    let mut record = Recorded::new();
    for pair in pairs {
        algorithm_1(&mut S::default(), *pair, tolerance, &mut record);
        record.next_query();
    }
    let sub_ns = record.replay::<S>(loops, &mut Vec::new());
    let mut gjk_ns = f64::INFINITY;
    for _ in 0..loops {
        let start = thread_ns();
        for pair in black_box(pairs) {
            black_box(algorithm_1(&mut S::default(), *pair, tolerance, &mut ()));
        }
        gjk_ns = gjk_ns.min(thread_ns() - start);
    }
    let queries = pairs.len() as f64;
    let mean = |x: f64| x / queries;
    Cost {
        sub_ns: mean(sub_ns),
        gjk_ns: mean(gjk_ns),
        calls: mean(record.asked.len() as f64),
        backups: mean(record.backups as f64),
    }
}

/// Simplexes processed between two readings of the clock, which costs as much as about five of them.
const BATCH: usize = 512;

fn tally_of<V: Vector<Scalar = f64>, S: SubAlgorithm<V>>(
    pairs: &[&dyn Obstacle<V>],
    tolerance: f64,
    loops: u32,
) -> Tally {
    let mut tally = Tally::default();
    let mut record = Recorded::new();
    let mut fresh = Vec::new();
    for (k, pair) in pairs.iter().enumerate() {
        let run = algorithm_1(&mut S::default(), *pair, tolerance, &mut record);
        record.next_query();
        tally.queries += 1;
        match run.ended {
            Ended::Contact => tally.contacts += 1,
            Ended::Nearest => tally.ended_on[run.corners.clamp(1, 3) as usize - 1] += 1,
            Ended::NoCloser => tally.no_closer += 1,
            Ended::Endless => tally.endless += 1,
        }
        if record.asked.len() >= BATCH || k + 1 == pairs.len() {
            tally.calls += record.asked.len() as u64;
            tally.sub_ns += record.replay::<S>(loops, &mut fresh);
            record.asked.clear();
        }
    }
    tally.backups = record.backups;
    tally
}

#[cfg(test)]
mod tests {
    use impinge::Pose;
    use impinge_scenes::Rng;

    use super::*;

    const ALL: [Sub; 12] = [
        Sub::Johnson,
        Sub::JohnsonPrinted,
        Sub::JohnsonBackup,
        Sub::JohnsonBackupPrinted,
        Sub::Backup,
        Sub::BackupPrinted,
        Sub::SignedVolumes,
        Sub::SignedVolumesPrinted,
        Sub::SignedVolumesExact,
        Sub::SignedVolumesDoubled,
        Sub::SignedVolumesKept,
        Sub::Voronoi,
    ];

    fn cloud(rng: &mut Rng) -> ConvexPolyhedron<f64> {
        let points: Vec<Vec3<f64>> = (0..24).map(|_| rng.unit3()).collect();
        ConvexPolyhedron::new(&points)
    }

    /// On bodies of round form all of them find the distance that the front door finds, and contact where it finds one.
    #[test]
    fn all_find_the_distance() {
        let mut rng = Rng::new(17);
        let (mut apart, mut meeting) = (0, 0);
        for _ in 0..60 {
            let (a, b) = (cloud(&mut rng), cloud(&mut rng));
            let couple = [(&a).at(Pose::IDENTITY), (&b).at(rng.pose3(1.7))];
            let truth = impinge::distance(&couple[0], &couple[1]).distance;
            for sub in ALL {
                let run = watched(sub, &couple, 1e-14);
                let found = if run.ended == Ended::Contact { 0.0 } else { run.distance };
                // Condition 10 with 1e-14 lets the distance be too large by that relative error; the rest is rounding.
                assert!((found - truth).abs() <= 1e-13, "{sub:?}: {run:?}, {truth}");
            }
            if truth > 0.0 {
                apart += 1;
            } else {
                meeting += 1;
            }
        }
        assert!(apart > 15 && meeting > 15, "{apart} {meeting}");
    }

    /// Counts agree with single runs, whatever the batches, and only the procedure itself and its fallbacks count
    /// calls of it.
    #[test]
    fn tallies_are_sums() {
        let mut rng = Rng::new(18);
        let bodies: Vec<ConvexPolyhedron<f64>> = (0..40).map(|_| cloud(&mut rng)).collect();
        let couples: Vec<Couple<'_>> =
            bodies.iter().map(|b| [(&bodies[0]).at(Pose::IDENTITY), b.at(rng.pose3(2.5))]).collect();
        for sub in ALL {
            let tally = tally(sub, &couples, 1e-14, 1);
            let runs: Vec<Run> = couples.iter().map(|couple| watched(sub, couple, 1e-14)).collect();
            assert_eq!(tally.calls, runs.iter().map(|run| u64::from(run.calls)).sum::<u64>(), "{sub:?}");
            assert_eq!(tally.backups, runs.iter().map(|run| u64::from(run.backups)).sum::<u64>(), "{sub:?}");
            assert_eq!(
                tally.queries,
                tally.contacts + tally.no_closer + tally.endless + tally.ended_on.iter().sum::<u64>()
            );
            assert!(tally.sub_ns > 0.0);
            match sub {
                Sub::Backup | Sub::BackupPrinted => assert_eq!(tally.backups, tally.calls),
                Sub::JohnsonBackup | Sub::JohnsonBackupPrinted => assert!(tally.backups < tally.calls),
                _ => assert_eq!(tally.backups, 0),
            }
            let cost = cost(sub, &couples, 1e-14, 8);
            // On a busy machine, either of the two may be longer.
            assert!(cost.sub_ns > 0.0 && cost.gjk_ns > 0.0, "{sub:?} {cost:?}");
        }
    }
}
