//! The statements of sections 4.1 and 5 that compare precisions, the order of pairs, and times.

use super::findings::{Asked, Bench, CALLS, EPA, GJK, MOST, MPR, MPR_DEPTH, SA_GJK, TIME, digits, span};
use super::pair::Pair;
use super::rows::{Question, Row};
use crate::claim::Verdict;
use crate::measure::Algorithm;
use crate::study::Out;
use crate::timed::{Timed, holding};

const SWEPT: Asked = (Question::Depth, Algorithm::Swept);

/// Fewer failures than this, of all pairs and precisions, tell nothing: one each.
const FEW: f64 = 12.0;

/// A ratio that counts as about one.
const ABOUT_ONE: std::ops::RangeInclusive<f64> = 0.8..=1.25;

impl Bench {
    /// What single precision changes: figures 7, and 9 to 12; 17.
    pub(super) fn precisions(&self, out: &mut Out) {
        let between = |asked, number| self.largest_difference(("f64", asked), ("f32", asked), number);
        let input = "Ours compute in f64 whatever the precision of the shapes, so this tests rounding of the input only.";
        let worst = between(SA_GJK, MOST).max(between(MPR, MOST));
        out.finding(
            "thesis-worst-precision",
            if worst < 0.1 { Verdict::Agrees } else { Verdict::Differs },
            format!("the highest thousandth differs by up to {} %", digits(100.0 * worst)),
            input,
        );
        let calls = between(EPA, CALLS).max(between(MPR_DEPTH, CALLS));
        out.finding(
            "thesis-depth-precision",
            if calls < 0.02 { Verdict::Agrees } else { Verdict::Differs },
            format!("mean calls differ by up to {} %", digits(100.0 * calls)),
            input,
        );
        let (mpr, epa) = (between(MPR_DEPTH, MOST), between(EPA, MOST));
        out.finding(
            "thesis-depth-worst-precision",
            Verdict::of(usize::from(mpr > 0.1) + usize::from(epa <= 0.1), 2),
            format!("up to {} % with MPR, {} % with EPA", digits(100.0 * mpr), digits(100.0 * epa)),
            input,
        );
        let failures = |precision: &str, pair: Pair| {
            self.line(pair, precision, EPA).iter().map(|row| row.failures).sum::<f64>()
        };
        let sum = |precision: &str, pairs: &[Pair]| {
            pairs.iter().map(|&pair| failures(precision, pair)).sum::<f64>()
        };
        let all = self.failures("f64", EPA)[0] + self.failures("f32", EPA)[0];
        let too_few = if all < FEW { "Too few fail to compare precisions." } else { "" };
        let polyhedral = [Pair::Boxes, Pair::Polyhedra];
        let more = |pair: &&Pair| failures("f32", **pair) > 2.0 * failures("f64", **pair);
        out.finding(
            "thesis-depth-single-fails",
            if all < FEW { Verdict::Open } else { Verdict::of(polyhedral.iter().filter(more).count(), 2) },
            format!(
                "boxes and polyhedra: {} in f64, {} in f32",
                sum("f64", &polyhedral),
                sum("f32", &polyhedral)
            ),
            too_few,
        );
        let quadrics = [Pair::Cones, Pair::BoxEllipsoid, Pair::Ellipsoids];
        let (double, single) = (sum("f64", &quadrics), sum("f32", &quadrics));
        out.finding(
            "thesis-quadrics-double-fails",
            if all < FEW {
                Verdict::Open
            } else if double > single {
                Verdict::Agrees
            } else {
                Verdict::Differs
            },
            format!("cones and ellipsoids: {double} in f64, {single} in f32"),
            too_few,
        );
        let saved =
            |pair, asked| 1.0 - self.mean(pair, "f32", asked, TIME) / self.mean(pair, "f64", asked, TIME);
        let few_percent = |&pair: &Pair| {
            [(EPA, "SA-GJK with EPA"), (MPR_DEPTH, "MPR")].map(|(asked, name)| {
                Timed::between(format!("{}, {name}", pair.name()), 1.0 - saved(pair, asked), [0.95, 1.05])
            })
        };
        let timed: Vec<Timed> = self.pairs.iter().flat_map(few_percent).collect();
        out.timed(
            "thesis-depth-single-time",
            Verdict::of(timed.chunks(2).filter(|both| holding(both) == 2).count(), self.pairs.len()),
            format!("percent saved with SA-GJK and EPA: {}", self.by_pair(|pair| 100.0 * saved(pair, EPA))),
            "Ours compute in f64 either way and only convert.",
            timed,
        );
        let differ = |precision: &str, pair: Pair| {
            self.line(pair, precision, MPR_DEPTH).iter().map(|row| row.disagrees).sum::<f64>()
        };
        let total: f64 =
            ["f64", "f32"].iter().flat_map(|p| self.pairs.iter().map(|&pair| differ(p, pair))).sum();
        let ratio = total / all.max(1.0);
        out.finding(
            "thesis-depth-differ",
            if total + all < FEW {
                Verdict::Open
            } else if (0.2..=5.0).contains(&ratio) {
                Verdict::Agrees
            } else {
                Verdict::Differs
            },
            format!("{total} differ on whether there is a depth, {all} depths of SA-GJK with EPA fail"),
            if total + all < FEW { "Too few to compare." } else { "" },
        );
        let changes = |pair: Pair| {
            let (double, single) = (differ("f64", pair), differ("f32", pair));
            (double - single).abs() > 0.5 * double.max(single) && double.max(single) > 10.0
        };
        let named = |pair: Pair| matches!(pair, Pair::RoundBoxes | Pair::BoxEllipsoid);
        out.finding(
            "thesis-differ-precision",
            if total < FEW {
                Verdict::Open
            } else {
                Verdict::of(self.count(|pair| changes(pair) == named(pair)), self.pairs.len())
            },
            format!(
                "differing answers, f32 less f64: {}",
                self.by_pair(|pair| differ("f32", pair) - differ("f64", pair))
            ),
            if total < FEW { "Too few to compare precisions." } else { "" },
        );
    }

    /// Which pairs are harder, and for whom: figures 7, 9 and 14.
    pub(super) fn orders(&self, out: &mut Out) {
        let most = |pair, asked| self.top(pair, asked, MOST);
        let (mut kept, mut of) = (0, 0);
        for (i, &p) in self.pairs.iter().enumerate() {
            for &q in &self.pairs[..i] {
                of += 1;
                let [gjk, mpr] = [SA_GJK, MPR].map(|asked| most(p, asked) - most(q, asked));
                kept += usize::from(gjk * mpr >= 0.0);
            }
        }
        out.finding(
            "thesis-worst-order",
            Verdict::of(kept, of),
            format!(
                "{kept} of {of} pairs of pairs in the same order; SA-GJK: {}; MPR: {}",
                self.by_pair(|pair| most(pair, SA_GJK)),
                self.by_pair(|pair| most(pair, MPR))
            ),
            "",
        );
        let calls = |pair, asked| self.mean(pair, "f64", asked, CALLS);
        let ratio = calls(Pair::Ellipsoids, MPR_DEPTH) / calls(Pair::Ellipsoids, EPA);
        out.finding(
            "thesis-depth-ellipsoids",
            if ABOUT_ONE.contains(&ratio) { Verdict::Agrees } else { Verdict::Differs },
            format!("MPR takes {} times the calls of SA-GJK with EPA", digits(ratio)),
            "",
        );
        let [epa, mpr] =
            [EPA, MPR_DEPTH].map(|asked| calls(Pair::Cones, asked) / calls(Pair::BoxEllipsoid, asked));
        out.finding(
            "thesis-depth-cones",
            Verdict::of(usize::from(ABOUT_ONE.contains(&mpr)) + usize::from(epa < *ABOUT_ONE.start()), 2),
            format!("cones by box and ellipsoid: MPR {}, SA-GJK with EPA {}", digits(mpr), digits(epa)),
            "",
        );
        let change = |pair, asked: Asked| {
            let line = self.line(pair, "f64", asked);
            let mean = |often: bool| {
                let rows: Vec<&&Row> = line.iter().filter(|row| (row.probability >= 0.5) == often).collect();
                rows.iter().map(|row| row.calls).sum::<f64>() / rows.len() as f64
            };
            mean(true) / mean(false)
        };
        out.finding(
            "thesis-distance-falls",
            Verdict::of(
                self.count(|pair| change(pair, GJK) < 1.0 && change(pair, SA_GJK) > 1.0),
                self.pairs.len(),
            ),
            format!(
                "calls where most meet by those where few do: distances {}; verdicts {}",
                self.by_pair(|pair| change(pair, GJK)),
                self.by_pair(|pair| change(pair, SA_GJK))
            ),
            "",
        );
    }

    /// Figures 8, 12 and 16, and section 5.
    pub(super) fn times(&self, out: &mut Out) {
        let by_mpr = |pair| self.mean(pair, "f64", SA_GJK, TIME) / self.mean(pair, "f64", MPR, TIME);
        let ratios: Vec<f64> = self.pairs.iter().map(|&pair| by_mpr(pair)).collect();
        let [least, most] = ratios.iter().fold([f64::INFINITY, 0.0], |[a, b], &x| [a.min(x), f64::max(b, x)]);
        let timed = vec![Timed::below("the largest ratio by the least", most / least, 1.5)];
        out.timed(
            "thesis-times-proportional",
            Verdict::of(holding(&timed), 1),
            format!("time of SA-GJK over that of MPR is {}", span([least, most])),
            "",
            timed,
        );
        let asked = [MPR, SA_GJK, GJK, MPR_DEPTH, EPA];
        let ranges = asked.map(|asked| self.range("f64", asked, |row| row.ns / 1000.0));
        let neighbors =
            ["SA-GJK by MPR", "distances by SA-GJK", "MPR's depths by distances", "EPA's depths by MPR's"];
        let timed = neighbors.into_iter().zip(ranges.windows(2));
        let timed: Vec<Timed> = timed.map(|(name, w)| Timed::above(name, w[1][1] / w[0][1], 1.0)).collect();
        let [mpr, sa, distance, mpr_depth, epa] = ranges.map(span);
        out.timed(
            "thesis-time-ranges",
            Verdict::of(holding(&timed), timed.len()),
            format!("µs: MPR {mpr}, SA-GJK {sa}, distances {distance}, depths by MPR {mpr_depth}, by SA-GJK and EPA {epa}"),
            "Machines of 2007 and of today.",
            timed,
        );
        let each = |pair, asked| self.mean(pair, "f64", asked, TIME) / self.mean(pair, "f64", asked, CALLS);
        let timed = self.above(|pair| each(pair, SA_GJK) / each(pair, MPR), 1.0);
        out.timed(
            "thesis-iteration-cost",
            Verdict::of(holding(&timed), self.pairs.len()),
            format!(
                "ns for each call: SA-GJK {}; MPR {}",
                self.by_pair(|pair| each(pair, SA_GJK)),
                self.by_pair(|pair| each(pair, MPR))
            ),
            "What is made once for a pair is in both.",
            timed,
        );
        let swept = |pair| self.mean(pair, "f64", SWEPT, TIME) / self.mean(pair, "f64", MPR_DEPTH, TIME);
        let timed = self.above(swept, 1.0);
        out.timed(
            "thesis-swept-slower",
            Verdict::of(holding(&timed), self.pairs.len()),
            format!("time of swept GJK with EPA over that of MPR: {}", self.by_pair(swept)),
            "",
            timed,
        );
        let worst = |asked| {
            ["f64", "f32"].map(|p| self.range(p, asked, |row| row.worst)[1]).into_iter().fold(0.0, f64::max)
        };
        let (epa, mpr) = (worst(EPA), worst(MPR_DEPTH));
        out.finding(
            "thesis-epa-fails-worse",
            if epa > mpr { Verdict::Agrees } else { Verdict::Differs },
            format!(
                "the depth that is farthest off: SA-GJK with EPA {} units, MPR {}",
                digits(epa),
                digits(mpr)
            ),
            "The thesis saw it in simulations, by normals; here it is judged by depths.",
        );
    }
}
