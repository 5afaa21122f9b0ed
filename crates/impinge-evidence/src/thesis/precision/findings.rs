//! The statements on precision, failures and support calls, judged in one precision throughout.

use super::contestants::Contestant;
use super::rows::{Number, Rows};
use super::tables::shown;
use crate::claim::Verdict;
use crate::study::Out;
use crate::thesis::pair::Pair;

/// Number of compared cases, over all pairs and precisions, below which they tell nothing.
const FEW: f64 = 12.0;

/// Failures that the thesis calls rare, in 1,000.
const RARE: f64 = 2.0;

const QUADRICS: [Pair; 3] = [Pair::Cones, Pair::BoxEllipsoid, Pair::Ellipsoids];
const POLYHEDRAL: [Pair; 2] = [Pair::Boxes, Pair::Polyhedra];

const WORST: &str = "By the printed algorithms; ours fail as the table says.";

/// Effect of a change of precision.
const OURS: &str =
    "By the printed algorithms: the library's queries compute in f64 whatever the precision of the shapes.";

const OURS_THROUGHOUT: &str = "Ours run in one precision throughout here; the library's queries compute in f64 whatever the precision of the shapes.";

/// Judges all of them.
pub(super) fn run(rows: &Rows, out: &mut Out) {
    let judge = Judge { rows };
    judge.calls(out);
    judge.depth_failures(out);
    judge.distances(out);
    judge.differences(out);
    judge.normals(out);
}

struct Judge<'a> {
    rows: &'a Rows,
}

impl Judge<'_> {
    fn gross(&self, pairs: &[Pair], precision: &str, contestant: Contestant) -> f64 {
        self.rows.sum(pairs, precision, contestant, Number::Gross)
    }

    fn mean(&self, pair: Pair, precision: &str, contestant: Contestant, number: Number) -> f64 {
        self.rows.mean(&[pair], precision, contestant, number)
    }

    /// The largest relative difference between precisions over pairs, of means over cubes.
    fn between(&self, contestant: Contestant, number: Number) -> f64 {
        let difference = |pair| {
            let [x, y] = ["f64", "f32"].map(|precision| self.mean(pair, precision, contestant, number));
            (x - y).abs() / x.abs().max(y.abs())
        };
        Pair::ALL.map(difference).into_iter().fold(0.0, f64::max)
    }

    fn by_pair(&self, number: impl Fn(Pair) -> f64) -> String {
        Pair::ALL.map(|pair| format!("{} {}", pair.name(), shown(number(pair)))).join(", ")
    }

    /// Figures 6, 7, 9, 10, 14; section 5.1.
    fn calls(&self, out: &mut Out) {
        use Contestant as C;
        let largest = |all: &[C], number| all.iter().map(|c| self.between(*c, number)).fold(0.0, f64::max);
        let printed =
            largest(&[C::PrintedSaGjk, C::PrintedMpr, C::PrintedEpa, C::PrintedMprDepth], Number::Calls);
        let ours = largest(&[C::SaGjk, C::Mpr, C::Epa, C::MprDepth], Number::Calls);
        out.finding(
            "thesis-depth-precision",
            if printed < 0.02 { Verdict::Agrees } else { Verdict::Differs },
            format!(
                "mean calls of a pair differ by up to {} % as printed, {} % with ours",
                percent(printed),
                percent(ours)
            ),
            OURS_THROUGHOUT,
        );
        let worst = |contestant| {
            let [double, single] = ["f64", "f32"]
                .map(|p| Pair::ALL.map(|pair| self.rows.most(&[pair], p, contestant, Number::MostCalls)));
            let less = double.iter().zip(&single).map(|(x, y)| (x - y) / x.max(*y));
            less.fold(0.0, |most: f64, x| if x.abs() > most.abs() { x } else { most })
        };
        let (mpr, epa) = (worst(C::PrintedMprDepth), worst(C::PrintedEpa));
        out.finding(
            "thesis-depth-worst-precision",
            Verdict::of(usize::from(mpr > 0.1) + usize::from(epa.abs() <= 0.1), 2),
            format!(
                "the highest thousandth is lower in f32 by up to {} % with MPR, {} % with EPA",
                percent(mpr),
                percent(epa)
            ),
            "Below zero where it is higher in f32. As printed: the library's queries compute in f64 whatever the precision of the shapes.",
        );
        let more = |pair| {
            let most = |c| self.rows.most(&[pair], "f64", c, Number::MostCalls);
            most(C::PrintedMpr) - most(C::PrintedSaGjk)
        };
        let mean = |pair| {
            self.mean(pair, "f64", C::PrintedMpr, Number::Calls)
                / self.mean(pair, "f64", C::PrintedSaGjk, Number::Calls)
        };
        let about = Pair::ALL.into_iter().filter(|pair| (0.8..=1.25).contains(&mean(*pair))).count();
        let higher = Pair::ALL.into_iter().filter(|pair| more(*pair) > 0.0).count();
        out.finding(
            "thesis-printed-worst-calls",
            Verdict::of(about + higher, 12),
            format!(
                "calls that MPR takes more at most: {}; mean calls by those of SA-GJK: {}",
                self.by_pair(more),
                self.by_pair(mean)
            ),
            "Both as printed, with the calls before their loops.",
        );
        let harder = |pair| {
            self.mean(pair, "f64", C::PrintedJohnson, Number::Calls)
                / self.mean(pair, "f64", C::PrintedSaGjk, Number::Calls)
        };
        out.finding(
            "thesis-distance-harder",
            Verdict::of(Pair::ALL.into_iter().filter(|pair| harder(*pair) > 1.25).count(), 6),
            format!("calls for a distance by those of SA-GJK: {}", self.by_pair(harder)),
            "Distances by Algorithm 1 with Johnson's sub-algorithm, since that by regions ends early where it fails.",
        );
        let [boxes, polyhedra] =
            POLYHEDRAL.map(|pair| self.mean(pair, "f64", C::PrintedJohnson, Number::Calls));
        out.finding(
            "thesis-distance-same-calls",
            if (0.8..=1.25).contains(&(polyhedra / boxes)) { Verdict::Agrees } else { Verdict::Differs },
            format!("boxes {}, polyhedra {}", shown(boxes), shown(polyhedra)),
            "",
        );
    }

    /// Figure 11; section 4.2.2.
    fn depth_failures(&self, out: &mut Out) {
        use Contestant as C;
        let mut highest: f64 = 0.0;
        for pair in Pair::ALL {
            for precision in ["f64", "f32"] {
                for contestant in [C::PrintedEpa, C::PrintedMprDepth] {
                    if (pair, precision, contestant) != (Pair::Polyhedra, "f32", C::PrintedEpa) {
                        let share = self.rows.in_thousand(&[pair], precision, contestant, Number::Gross);
                        highest = highest.max(share);
                    }
                }
            }
        }
        let excepted = self.rows.in_thousand(&[Pair::Polyhedra], "f32", C::PrintedEpa, Number::Gross);
        out.finding(
            "thesis-throughout-depth-failures",
            Verdict::of(usize::from(highest < RARE) + usize::from(excepted >= RARE), 2),
            format!(
                "polyhedra in f32 with EPA: {} in 1,000; all others at most {}",
                shown(excepted),
                shown(highest)
            ),
            WORST,
        );
        let all: f64 = ["f64", "f32"]
            .into_iter()
            .flat_map(|p| [C::PrintedEpa, C::PrintedMprDepth].map(|c| self.gross(&Pair::ALL, p, c)))
            .sum();
        let fewer = |precision: &str| {
            let less = |pair: &Pair| {
                self.gross(&[*pair], precision, C::PrintedMprDepth)
                    < self.gross(&[*pair], precision, C::PrintedEpa)
            };
            Pair::ALL.iter().filter(|pair| less(pair)).count()
        };
        let count = fewer("f64") + fewer("f32");
        let sums = |c: C| ["f64", "f32"].map(|p| self.gross(&Pair::ALL, p, c));
        let ([epa_double, epa_single], [mpr_double, mpr_single]) =
            (sums(C::PrintedEpa), sums(C::PrintedMprDepth));
        out.finding(
            "thesis-throughout-mpr-fails-less",
            if all < FEW { Verdict::Open } else { Verdict::of(count, 12) },
            format!(
                "fewer in {count} of 12 rows; MPR {mpr_double} in f64 and {mpr_single} in f32, SA-GJK with EPA {epa_double} and {epa_single}"
            ),
            WORST,
        );
        let sum = |precision, pairs: &[Pair]| self.gross(pairs, precision, C::PrintedEpa);
        let more = |pair: &&Pair| sum("f32", &[**pair]) > 2.0 * sum("f64", &[**pair]);
        let chance = |pairs: &[Pair]| sum("f32", pairs) + sum("f64", pairs) >= FEW;
        out.finding(
            "thesis-depth-single-fails",
            if chance(&POLYHEDRAL) {
                Verdict::of(POLYHEDRAL.iter().filter(more).count(), 2)
            } else {
                Verdict::Open
            },
            format!(
                "boxes {} in f64 and {} in f32, polyhedra {} and {}",
                sum("f64", &[Pair::Boxes]),
                sum("f32", &[Pair::Boxes]),
                sum("f64", &[Pair::Polyhedra]),
                sum("f32", &[Pair::Polyhedra])
            ),
            OURS,
        );
        let (double, single) = (sum("f64", &QUADRICS), sum("f32", &QUADRICS));
        out.finding(
            "thesis-quadrics-double-fails",
            match () {
                () if !chance(&QUADRICS) => Verdict::Open,
                () if double > single => Verdict::Agrees,
                () => Verdict::Differs,
            },
            format!("cones and ellipsoids: {double} in f64, {single} in f32"),
            OURS,
        );
        let both = |pair| sum("f64", &[pair]) + sum("f32", &[pair]);
        let (flat, round) = (both(Pair::Boxes), both(Pair::RoundBoxes));
        out.finding(
            "thesis-round-fail-more",
            match () {
                () if flat + round < FEW => Verdict::Open,
                () if round > flat => Verdict::Agrees,
                () => Verdict::Differs,
            },
            format!("boxes {flat}, round boxes {round}, in both precisions"),
            WORST,
        );
    }

    /// Figure 13; section 3.3.
    fn distances(&self, out: &mut Out) {
        use Contestant as C;
        let sums = |c: C| ["f64", "f32"].map(|p| self.gross(&Pair::ALL, p, c));
        let [double, single] = sums(C::PrintedGjk);
        let [ours_double, ours_single] = sums(C::Gjk);
        let n = self.rows.sum(&Pair::ALL, "f64", C::Gjk, Number::N);
        out.finding(
            "thesis-distance-single-fails",
            match () {
                () if double + single < FEW => Verdict::Open,
                () if single > 10.0 * double.max(1.0) => Verdict::Agrees,
                () => Verdict::Differs,
            },
            format!("{double} of {n} in f64, {single} in f32; ours {ours_double} and {ours_single}"),
            "As printed by regions, whose split planes give up the right face in every precision: that may be the error that the thesis did \
             not find. Ours run in one precision throughout here; the library's queries compute in f64 whatever the precision of the shapes.",
        );
        let [johnson_double, johnson_single] = sums(C::PrintedJohnson);
        out.finding(
            "thesis-johnson-single",
            match () {
                () if double + single + johnson_double + johnson_single < FEW => Verdict::Open,
                () => Verdict::of(
                    usize::from(johnson_single > 10.0 * johnson_double.max(1.0)) + usize::from(single < johnson_single),
                    2,
                ),
            },
            format!("distances that fail by Johnson: {johnson_double} in f64, {johnson_single} in f32; by regions {double} and {single}"),
            "",
        );
    }

    /// Figure 17.
    fn differences(&self, out: &mut Out) {
        use Contestant as C;
        let sum = |pairs: &[Pair], c: C| -> f64 {
            ["f64", "f32"].into_iter().map(|p| self.rows.sum(pairs, p, c, Number::Differs)).sum()
        };
        let n: f64 =
            ["f64", "f32"].into_iter().map(|p| self.rows.sum(&Pair::ALL, p, C::Mpr, Number::N)).sum();
        let differ = sum(&Pair::ALL, C::PrintedMpr);
        let rate = 1e6 * differ / n;
        let few = 5e-6 * n < 5.0;
        out.finding(
            "thesis-printed-differ",
            match () {
                () if few && differ < 5.0 => Verdict::Open,
                () if (2.0..=20.0).contains(&rate) => Verdict::Agrees,
                () => Verdict::Differs,
            },
            format!("{differ} of {n} verdicts differ, {} in a million", shown(rate)),
            "Both as printed. MPR tells bodies apart where a portal on its way passes within the tolerance of the origin, so the rate hangs on \
             the tolerance, which the thesis does not give.",
        );
        let failures: f64 =
            ["f64", "f32"].into_iter().map(|p| self.gross(&Pair::ALL, p, C::PrintedEpa)).sum();
        let missing: f64 = ["f64", "f32"]
            .into_iter()
            .map(|p| self.rows.sum(&Pair::ALL, p, C::PrintedEpa, Number::Missing))
            .sum();
        let differ = sum(&Pair::ALL, C::PrintedMprDepth);
        // A failed depth invalidates the verdict, and so differs from one that is there.
        let ratio = (differ + missing) / failures.max(1.0);
        out.finding(
            "thesis-printed-depth-differ",
            match () {
                () if differ + failures < FEW => Verdict::Open,
                () if (0.2..=5.0).contains(&ratio) => Verdict::Agrees,
                () => Verdict::Differs,
            },
            format!("{differ} differ, {missing} more have no depth by EPA, which fails in {failures}"),
            "",
        );
        let [epa, mpr] = [C::PrintedEpa, C::PrintedMprDepth]
            .map(|c| self.rows.in_thousand(&[Pair::Polyhedra], "f32", c, Number::Gross));
        out.finding(
            "thesis-polyhedra-both-fail",
            Verdict::of([epa, mpr].iter().filter(|share| **share > RARE).count(), 2),
            format!("polyhedra in f32: {} in 1,000 with SA-GJK and EPA, {} with MPR", shown(epa), shown(mpr)),
            "",
        );
        let wrong: f64 = ["f64", "f32"]
            .into_iter()
            .flat_map(|p| {
                [C::PrintedSaGjk, C::PrintedMpr]
                    .map(|c| self.rows.sum(&Pair::ALL, p, c, Number::FalseMeetings))
            })
            .sum();
        out.finding(
            "thesis-no-false-meetings",
            if wrong == 0.0 { Verdict::Agrees } else { Verdict::Differs },
            format!("{wrong} of {} verdicts say “meet” of bodies proven apart", 2.0 * n),
            "As printed, in both precisions. The thesis looked at simulations, where one in many thousands cannot be seen.",
        );
    }

    /// Section 4.2.3, on normals and depths.
    fn normals(&self, out: &mut Out) {
        use Contestant as C;
        let mean = |c: C| {
            let of = |number| -> f64 {
                ["f64", "f32"].into_iter().map(|p| self.rows.sum(&Pair::ALL, p, c, number)).sum()
            };
            of(Number::Excess) / of(Number::Directed)
        };
        let (epa, mpr) = (mean(C::PrintedEpa), mean(C::PrintedMprDepth));
        out.finding(
            "thesis-epa-better-on-average",
            if epa < mpr { Verdict::Agrees } else { Verdict::Differs },
            format!(
                "a body goes {} units farther than necessary with EPA, {} with MPR",
                shown(epa),
                shown(mpr)
            ),
            "The mean over all depths that were found, as printed, in both precisions.",
        );
        let worst = |c: C| ["f64", "f32"].map(|p| self.rows.most(&Pair::ALL, p, c, Number::Worst));
        let ([epa_double, epa_single], [mpr_double, mpr_single]) =
            (worst(C::PrintedEpa), worst(C::PrintedMprDepth));
        out.finding(
            "thesis-epa-worst-normals",
            if epa_double.max(epa_single) > mpr_double.max(mpr_single) { Verdict::Agrees } else { Verdict::Differs },
            format!(
                "at most {} units farther than necessary with EPA in f64, {} in f32; with MPR {} and {}",
                shown(epa_double),
                shown(epa_single),
                shown(mpr_double),
                shown(mpr_single)
            ),
            "By the direction of each depth, whether its length is right or not; depths that are missing have none.",
        );
    }
}

fn percent(share: f64) -> String {
    shown(100.0 * share)
}
