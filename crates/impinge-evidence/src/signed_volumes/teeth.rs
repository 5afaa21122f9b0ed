//! Figures 8, 9, 14 and 15: two gear teeth approach until they touch. The least distance that is still found, and the flatness of the
//! systems that are solved.
//!
//! Teeth and their places are in `bodies.rs`. The second tooth leaves the first along the line of action; s = 2^-k modules from the
//! contact, k = 0, 1, 2 and so on, it stops and the distance is computed. The contact is where the signed distance of the front door is
//! zero, by secants.
//!
//! **Truth.** The front door's distance, which is certified, while s ≥ 2^-30; below, where its certificate no longer resolves it, the
//! distance is in proportion to s, since the features that are nearest stay the same.
//!
//! **Tolerance.** Condition 9 of the paper compares squares, so that ε_tol = 1e-16 calls everything nearer than 1e-8 sizes a contact, and no
//! sub-algorithm could go beyond √ε. It is ε² here, which the range 1e-8 to 1e-16 of section 3.1 does not contain.

use impinge::{At, ConvexPolyhedron, Pose, Shape, Vec3};
use impinge_scenes::Rng;

use super::bodies::{meshing, tooth};
use crate::claim::Verdict;
use crate::drawing::{Drawing, Ink};
use crate::figure::{Chart, Figure};
use crate::measure::{Ended, Run, Sub, watched};
use crate::rule::{is_in_the_order_of, is_more_often};
use crate::study::{Out, Stop, Task};
use crate::table::Table;

const SUBS: [Sub; 9] = [
    Sub::Johnson,
    Sub::JohnsonPrinted,
    Sub::JohnsonBackup,
    Sub::JohnsonBackupPrinted,
    Sub::Backup,
    Sub::BackupPrinted,
    Sub::SignedVolumes,
    Sub::SignedVolumesPrinted,
    Sub::SignedVolumesExact,
];

/// Points from root to tip, and sections along the width.
pub(super) const MESHES: [[usize; 2]; 8] =
    [[4, 3], [6, 5], [8, 5], [12, 7], [16, 9], [24, 13], [32, 17], [64, 33]];

/// The mesh of figures 9 and 14: the third, with 80 vertices.
pub(super) const SHOWN: usize = 2;

/// Largest misalignment, in radians: a tenth of a degree, as in gears.
pub(super) const OUT_OF_LINE: f64 = 0.002;

/// ε_tol of condition 9, which applies to squares.
pub(super) const TOLERANCE: f64 = f64::EPSILON * f64::EPSILON;

/// The last step is 2^-53, a unit in the last place of a module.
const STEPS: i32 = 54;
/// The front door's certificate is relied on up to this step.
const CERTIFIED: i32 = 30;

/// Relative error up to which a distance is right, a hundredth, or some ε of the size of the teeth, 2.5.
const RIGHT: f64 = 0.01;
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Two teeth that touch when the second one is not moved.
pub(super) struct Approach<'a> {
    tooth: &'a ConvexPolyhedron<f64>,
    poses: [Pose<Vec3<f64>>; 2],
    action: Vec3<f64>,
    touch: f64,
    /// Distance per way near contact.
    slope: f64,
}

impl<'a> Approach<'a> {
    pub(super) fn new(tooth: &'a ConvexPolyhedron<f64>, tilt: [f64; 2]) -> Self {
        let (poses, action) = meshing(tilt);
        let mut approach = Self { tooth, poses, action, touch: 0.0, slope: 1.0 };
        let signed = |way: f64| {
            let [a, b] = approach.at(way);
            impinge::contact(&a, &b).signed_distance
        };
        // Secants. The signed distance is made of straight pieces, and straight around 0.
        let (mut t0, mut t1) = (0.0, 0.1);
        let (mut f0, mut f1) = (signed(t0), signed(t1));
        for _ in 0..64 {
            if f1 == f0 || f1 == 0.0 {
                break;
            }
            let t = t1 - f1 * (t1 - t0) / (f1 - f0);
            (t0, f0) = (t1, f1);
            (t1, f1) = (t, signed(t));
        }
        approach.touch = t1;
        let way = f64::powi(0.5, CERTIFIED);
        approach.slope = approach.certified(way) / way;
        approach
    }

    /// Both, `way` along the line of action from the place of the second one.
    fn at(&self, way: f64) -> [At<&'a ConvexPolyhedron<f64>>; 2] {
        let [first, second] = self.poses;
        let moved = second.translation() + self.action * way;
        [self.tooth.at(first), self.tooth.at(Pose::new(moved, second.rotation()))]
    }

    fn certified(&self, way: f64) -> f64 {
        let [a, b] = self.at(self.touch + way);
        impinge::distance(&a, &b).distance
    }
}

/// One query: the truth, and the result of a sub-algorithm.
struct Step {
    truth: f64,
    run: Run,
}

impl Step {
    fn found(&self) -> f64 {
        if self.run.ended == Ended::Contact { 0.0 } else { self.run.distance }
    }

    fn is_right(&self) -> bool {
        let found = self.found();
        found > 0.0 && (found - self.truth).abs() <= RIGHT * self.truth + ROUNDING
    }
}

fn steps(approach: &Approach<'_>, sub: Sub) -> Vec<Step> {
    steps_with(approach, sub, TOLERANCE)
}

/// The last distance before the first wrong answer, with this ε_tol; NaN if the first one is wrong.
pub(super) fn reach(approach: &Approach<'_>, sub: Sub, tolerance: f64) -> f64 {
    last_right(&steps_with(approach, sub, tolerance))
}

fn last_right(steps: &[Step]) -> f64 {
    steps.iter().take_while(|step| step.is_right()).last().map_or(f64::NAN, Step::found)
}

fn steps_with(approach: &Approach<'_>, sub: Sub, tolerance: f64) -> Vec<Step> {
    let step = |k: i32| {
        let way = f64::powi(0.5, k);
        let truth = if k <= CERTIFIED { approach.certified(way) } else { approach.slope * way };
        let run = watched(sub, &approach.at(approach.touch + way), tolerance);
        Step { truth, run }
    };
    (0..STEPS).map(step).collect()
}

/// Results of an approach.
struct Reached {
    sub: Sub,
    vertices: usize,
    /// The last distance before the first wrong answer.
    distance: f64,
    /// Wrong answers above rounding, the number of false contacts among them, and the largest error.
    wrong: usize,
    contacts: usize,
    worst: f64,
    /// Least determinant of the systems solved.
    determinant: f64,
    /// Wrong answers of runs with a simplex with det A below ε.
    flat_when_wrong: usize,
    /// Whether the first wrong answer is below the truth; none if all are right.
    under: Option<bool>,
    no_closer: usize,
}

impl Reached {
    fn of(sub: Sub, vertices: usize, steps: &[Step]) -> Self {
        let distance = last_right(steps);
        let wrong: Vec<&Step> = steps.iter().filter(|s| s.truth > 4.0 * ROUNDING && !s.is_right()).collect();
        let least = |s: &Step| s.run.determinants.map_or(f64::INFINITY, |[low, _]| low);
        Self {
            sub,
            vertices,
            distance,
            wrong: wrong.len(),
            contacts: wrong.iter().filter(|s| s.found() == 0.0).count(),
            worst: wrong.iter().map(|s| (s.found() - s.truth).abs()).fold(0.0, f64::max),
            determinant: steps.iter().map(least).fold(f64::INFINITY, f64::min),
            flat_when_wrong: wrong
                .iter()
                .filter(|s| s.run.given.is_some_and(|[a, _]| a < f64::EPSILON))
                .count(),
            under: wrong.first().map(|s| s.found() < s.truth),
            no_closer: steps.iter().filter(|s| s.run.ended == Ended::NoCloser).count(),
        }
    }
}

pub(super) fn run(task: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let meshes = &MESHES[..task.effort.of([6, 8, 8])];
    let trials = task.effort.of([4, 64, 256]);
    let mut all: Vec<Reached> = Vec::new();
    for (m, &[rows, slices]) in meshes.iter().enumerate() {
        let tooth = tooth(rows, slices);
        let mut rng = Rng::new(task.seed ^ m as u64);
        for trial in 0..trials {
            task.reached((m * trials + trial) as f64 / (meshes.len() * trials) as f64)?;
            let tilt = [(); 2].map(|()| rng.between(-OUT_OF_LINE, OUT_OF_LINE));
            let approach = Approach::new(&tooth, tilt);
            for sub in SUBS {
                let steps = steps(&approach, sub);
                all.push(Reached::of(sub, tooth.vertices().len(), &steps));
                if m == SHOWN && trial == 0 {
                    out.table(step_table(sub, &steps));
                }
            }
            if m == SHOWN && trial == 0 {
                draw_approach(&approach, out);
            }
        }
    }
    draw_reached(&all, out);
    judge(&all, out);
    Ok(())
}

fn step_table(sub: Sub, steps: &[Step]) -> Table {
    let columns = [
        "step",
        "way to contact, modules",
        "distance",
        "distance found",
        "right",
        "least |det|",
        "largest |det|",
        "least |det A| given",
        "least |det M| given",
    ];
    let id = format!("teeth-{}", sub.name().to_lowercase().replace(' ', "-"));
    let mut table =
        Table::new(id, format!("The approach of figures 9 and 14 with {}", sub.name()), columns).hidden();
    for (k, step) in steps.iter().enumerate() {
        let [low, high] = step.run.determinants.map_or([None; 2], |d| d.map(Some));
        let [a, m] = step.run.given.map_or([None; 2], |d| d.map(Some));
        table.row([
            k.into(),
            f64::powi(0.5, k as i32).into(),
            step.truth.into(),
            step.found().into(),
            (if step.is_right() { "yes" } else { "no" }).into(),
            low.into(),
            high.into(),
            a.into(),
            m.into(),
        ]);
    }
    table
}

/// Figures 8, 9 and 14, on one approach.
fn draw_approach(approach: &Approach<'_>, out: &mut Out) {
    let outline = |pose: &Pose<Vec3<f64>>| {
        // The section in the middle of the width, from the root on one side around the tip to the root on the other.
        let mut corners: Vec<Vec3<f64>> =
            approach.tooth.vertices().iter().copied().filter(|v| v.z.abs() < 1e-9).collect();
        corners.sort_by(|p, q| {
            (p.y > 0.0, if p.y > 0.0 { -p.x } else { p.x })
                .partial_cmp(&(q.y > 0.0, if q.y > 0.0 { -q.x } else { q.x }))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        corners.into_iter().map(|v| pose.transform(v)).map(|v| [v.x, v.y]).collect::<Vec<_>>()
    };
    let [first, second] = approach.poses;
    let moved =
        Pose::new(second.translation() + approach.action * (approach.touch + 0.25), second.rotation());
    let action = approach.action;
    out.figure(
        Figure::new("figure-8", "Figure 8", "gear teeth with involute flanks")
            .says(
                "Two teeth of a gear, as meshes, approach one another.",
                format!(
                    "Our own teeth: 20 of module 1, pressure angle 20°, crowned by 0.02; this mesh has {} vertices. Drawn 0.25 modules before contact.",
                    approach.tooth.vertices().len()
                ),
            )
            .panel(
                Drawing::new("the middle sections; lengths in modules")
                    .polygon(outline(&first), Ink::First)
                    .polygon(outline(&moved), Ink::Second)
                    .name([-0.2, -0.95], "P", [0.0, 0.0])
                    .name([0.1, 1.2], "Q", [0.0, 0.0])
                    .arrow([1.9 + 0.5 * action.x, 0.6 + 0.5 * action.y], [1.9 - 0.5 * action.x, 0.6 - 0.5 * action.y])
                    .name([1.9, 0.6], "line of action", [8.0, -4.0])
                    .panel(),
            ),
    );
    let printed = steps(approach, Sub::JohnsonPrinted);
    let johnson = steps(approach, Sub::Johnson);
    let volumes = steps(approach, Sub::SignedVolumes);
    let over = |steps: &[Step], value: &dyn Fn(&Step) -> f64| -> Vec<(f64, f64)> {
        let points = steps.iter().enumerate().map(|(k, s)| (k as f64, value(s)));
        points.filter(|(_, y)| *y > 0.0 && y.is_finite()).collect()
    };
    let wrong = |s: &Step| if s.truth > 4.0 * ROUNDING && !s.is_right() { s.truth } else { f64::NAN };
    let range = |which: usize| move |s: &Step| s.run.determinants.map_or(f64::NAN, |d| d[which]);
    let marks = |steps: &[Step]| steps.iter().filter(|s| wrong(s).is_finite()).count();
    let nine = |heading: &str, steps: &[Step]| {
        Chart::new(heading, "step k; the way to contact is 2⁻ᵏ modules", "distance in modules; |det A|")
            .log_y()
            .scattered()
            .line("distance found", over(steps, &|s| s.found()))
            .line("least |det A| solved", over(steps, &range(0)))
            .line("wrong, at the true distance", over(steps, &wrong))
    };
    out.figure(
        Figure::new("figure-9", "Figure 9", "distance and |det A| as the teeth approach, Johnson alone")
            .says(
                "GJK without the Backup procedure fails three times, where |det A| is of the order of machine precision.",
                format!("As printed it fails {} times in {STEPS} steps, in the library's form {}.", marks(&printed), marks(&johnson)),
            )
            .panel(nine("JH as printed (equation 19)", &printed))
            .panel(nine("JH in the library", &johnson)),
    );
    let fourteen = |heading: &str, steps: &[Step]| {
        Chart::new(heading, "step k; the way to contact is 2⁻ᵏ modules", "distance in modules; |det|")
            .log_y()
            .line("distance found", over(steps, &|s| s.found()))
            .line("least |det| solved", over(steps, &range(0)))
            .line("largest |det| solved", over(steps, &range(1)))
    };
    let least = |steps: &[Step]| steps.iter().map(range(0)).fold(f64::INFINITY, f64::min);
    out.figure(
        Figure::new("figure-14", "Figure 14", "the determinants of both systems")
            .says(
                "|det A| reaches machine precision several times; |det M| stays well above it.",
                format!(
                    "Least |det A| solved: {:.1e} as printed, {:.1e} in the library; least |det M|: {:.1e}.",
                    least(&printed),
                    least(&johnson),
                    least(&volumes)
                ),
            )
            .panel(fourteen("(a) JH: |det A|", &johnson))
            .panel(fourteen("(b) SV: |det M|", &volumes)),
    );
}

/// Figure 15.
fn draw_reached(all: &[Reached], out: &mut Out) {
    let mut chart =
        Chart::new("", "vertices of a tooth", "last right distance, in modules").log_x().log_y().scattered();
    let mut table = Table::new(
        "figure-15-reached",
        "Figure 15 in numbers: how near the teeth come before the first wrong answer",
        ["sub-algorithm", "best, modules", "median", "worst", "wrong answers", "of them contacts that are none", "largest error, modules", "least |det| solved", "ended as v got no shorter"],
    )
    .note("Over all meshes and tilts. The paper: JH stops in the order of √ε = 1.5e-8, SV very close to ε = 2.2e-16. det A for JH, JB and BK, det M for SV.");
    for sub in SUBS {
        let own: Vec<&Reached> = all.iter().filter(|r| r.sub == sub).collect();
        if matches!(sub, Sub::Johnson | Sub::JohnsonPrinted | Sub::SignedVolumes) {
            chart = chart.line(sub.name(), own.iter().map(|r| (r.vertices as f64, r.distance)));
        }
        let mut distances: Vec<f64> = own.iter().map(|r| r.distance).filter(|d| d.is_finite()).collect();
        distances.sort_by(f64::total_cmp);
        let at = |k: usize| distances.get(k).copied().unwrap_or(f64::NAN);
        let fold = |value: fn(&Reached) -> f64, pick: fn(f64, f64) -> f64, from: f64| {
            own.iter().map(|r| value(r)).fold(from, pick)
        };
        table.row([
            sub.name().into(),
            at(0).into(),
            at(distances.len() / 2).into(),
            at(distances.len().saturating_sub(1)).into(),
            own.iter().map(|r| r.wrong).sum::<usize>().into(),
            own.iter().map(|r| r.contacts).sum::<usize>().into(),
            fold(|r| r.worst, f64::max, 0.0).into(),
            fold(|r| r.determinant, f64::min, f64::INFINITY).into(),
            own.iter().map(|r| r.no_closer).sum::<usize>().into(),
        ]);
    }
    let [johnson, printed, volumes] =
        [Sub::Johnson, Sub::JohnsonPrinted, Sub::SignedVolumes].map(|sub| range(all, sub));
    out.figure(
        Figure::new("figure-15", "Figure 15", "the smallest distance that is found, over meshes")
            .says(
                "The last distance found with JH is in the order of √ε, with SV very close to ε, for every mesh.",
                format!(
                    "JH comes to {:.0e} to {:.0e} modules, as printed to {:.0e} to {:.0e}; SV to {:.0e} to {:.0e}.",
                    johnson[0], johnson[1], printed[0], printed[1], volumes[0], volumes[1]
                ),
            )
            .panel(chart),
    );
    out.table(table);
}

/// Least and largest distance reached.
fn range(all: &[Reached], sub: Sub) -> [f64; 2] {
    let own = all.iter().filter(|r| r.sub == sub && r.distance.is_finite());
    own.fold([f64::INFINITY, 0.0], |[low, high], r| [low.min(r.distance), high.max(r.distance)])
}

fn judge(all: &[Reached], out: &mut Out) {
    let of = |sub: Sub| all.iter().filter(move |r| r.sub == sub);
    let approaches = of(Sub::SignedVolumes).count();
    let root = f64::EPSILON.sqrt();
    let near_root = |sub: Sub| of(sub).filter(|r| is_in_the_order_of(r.distance, root)).count();
    let short = |sub: Sub| of(sub).filter(|r| r.distance > 100.0 * f64::EPSILON).count();
    let [volumes_short, johnson_short, printed_short] =
        [Sub::SignedVolumes, Sub::Johnson, Sub::JohnsonPrinted].map(short);
    let worst = of(Sub::Johnson).chain(of(Sub::JohnsonPrinted)).map(|r| r.worst).fold(0.0, f64::max);
    let volumes = range(all, Sub::SignedVolumes);
    out.finding(
        "signed-volumes-machine-precision",
        Verdict::of(approaches - volumes_short, approaches),
        format!("In {} of {approaches} approaches SV is right down to {:.0e} to {:.0e} modules.", approaches - volumes_short, volumes[0], volumes[1]),
        "Only with ε_tol = ε² in condition 9: with any tolerance of the paper's range contact is called at √ε_tol of the size, 1e-8 at best.",
    );
    out.finding(
        "signed-volumes-johnson-root",
        Verdict::of(near_root(Sub::Johnson) + near_root(Sub::JohnsonPrinted), 2 * approaches),
        format!(
            "JH stops short of 100 ε in {johnson_short} of {approaches} approaches, as printed in {printed_short}; in the order of √ε in {} and {}. Its largest error is {worst:.0e} modules.",
            near_root(Sub::Johnson),
            near_root(Sub::JohnsonPrinted)
        ),
        "Where it stops depends on the mesh; see figure 15.",
    );
    let wrong = |sub: Sub| of(sub).map(|r| r.wrong).sum::<usize>();
    let flat = |sub: Sub| of(sub).map(|r| r.flat_when_wrong).sum::<usize>();
    let (all_wrong, all_flat) =
        (wrong(Sub::Johnson) + wrong(Sub::JohnsonPrinted), flat(Sub::Johnson) + flat(Sub::JohnsonPrinted));
    out.finding(
        "signed-volumes-fails-at-epsilon",
        if 10 * all_flat >= 9 * all_wrong { Verdict::Agrees } else { Verdict::of(all_flat, all_wrong) },
        format!("Of {all_wrong} wrong answers of JH in both forms, {all_flat} came from runs with a simplex whose |det A| is below ε."),
        "det A is the square of a volume, so it is below ε for every simplex flatter than √ε.",
    );
    let least = |sub: Sub| of(sub).map(|r| r.determinant).fold(f64::INFINITY, f64::min);
    let (det_a, det_m, det_m_printed) = (
        least(Sub::JohnsonPrinted).min(least(Sub::Johnson)),
        least(Sub::SignedVolumes),
        least(Sub::SignedVolumesPrinted),
    );
    let holds =
        usize::from(det_a < 10.0 * f64::EPSILON) + usize::from(det_m.min(det_m_printed) > 1e3 * f64::EPSILON);
    out.finding(
        "signed-volumes-determinants",
        Verdict::of(holds, 2),
        format!("Least |det A| solved by JH {det_a:.1e}, least |det M| by SV {det_m:.1e}, by SV as printed {det_m_printed:.1e}; in units of the pair's size."),
        "The library's SV searches the edges of needles, so that it never solves for them.",
    );
    let first: Vec<bool> =
        of(Sub::Johnson).chain(of(Sub::JohnsonPrinted)).filter_map(|reached| reached.under).collect();
    let under = first.iter().filter(|under| **under).count();
    out.finding(
        "signed-volumes-underestimates",
        is_more_often(under as f64, (first.len() - under) as f64).map_or(Verdict::Open, Verdict::yes_or_no),
        format!(
            "Of {} first wrong answers of JH in both forms, {under} are below the true distance.",
            first.len()
        ),
        "The paper saw one approach.",
    );
    let contacts = of(Sub::Johnson).chain(of(Sub::JohnsonPrinted)).map(|r| r.contacts).sum::<usize>();
    out.finding(
        "signed-volumes-false-contacts",
        if contacts > 0 { Verdict::Agrees } else { Verdict::Differs },
        format!("Of {all_wrong} wrong answers of JH in both forms, {contacts} call a contact where there is none; SV calls {}.", of(Sub::SignedVolumes).map(|r| r.contacts).sum::<usize>()),
        "",
    );
}
