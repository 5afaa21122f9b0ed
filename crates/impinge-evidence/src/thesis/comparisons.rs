//! The statements of sections 4.1 and 5 that compare precisions, the order of pairs, and times.

use super::findings::{
    Asked, Bench, CALLS, EPA, GJK, IN_DOUBLE, MOST, MPR, MPR_DEPTH, NO_TOLERANCE, SA_GJK, TIME, digits,
    of_precision, span,
};
use super::pair::Pair;
use super::rows::Row;
use crate::claim::Verdict;
use crate::rule::{SAME_MOST, about, is_about, is_in_the_order_of, is_more_often};
use crate::study::Out;
use crate::timed::{Timed, holding};

/// Number of failures, of all pairs and precisions, below which they tell nothing: one each.
const FEW: f64 = 12.0;

impl Bench {
    /// Changes by single precision: figures 7, and 9 to 12; 17.
    pub(super) fn precisions(&self, out: &mut Out) {
        let between = |asked, number| self.largest_difference(("f64", asked), ("f32", asked), number);
        let worst = between(SA_GJK, MOST).max(between(MPR, MOST));
        out.finding(
            "thesis-worst-precision",
            of_precision(Verdict::yes_or_no(worst < SAME_MOST)),
            format!("the highest thousandth differs by up to {} %", digits(100.0 * worst)),
            IN_DOUBLE,
        );
        let all = self.failures("f64", EPA)[0] + self.failures("f32", EPA)[0];
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
            of_precision(Verdict::of(
                timed.chunks(2).filter(|both| holding(both) == 2).count(),
                self.pairs.len(),
            )),
            format!("percent saved with SA-GJK and EPA: {}", self.by_pair(|pair| 100.0 * saved(pair, EPA))),
            IN_DOUBLE,
            timed,
        );
        let of_both = |number: fn(&Row) -> f64| {
            move |precision: &str, pair: Pair| {
                self.line(pair, precision, MPR_DEPTH).into_iter().map(number).sum::<f64>()
            }
        };
        let over_all = |count: &dyn Fn(&str, Pair) -> f64| {
            ["f64", "f32"].iter().flat_map(|p| self.pairs.iter().map(|&pair| count(p, pair))).sum::<f64>()
        };
        let differ = of_both(|row| row.disagrees_or_fails);
        let (total, answered) = (over_all(&differ), over_all(&of_both(|row| row.disagrees)));
        out.finding(
            "thesis-depth-differ",
            if total + all < FEW {
                Verdict::Open
            } else if answered == 0.0 {
                Verdict::Vacuous
            } else {
                Verdict::yes_or_no(is_in_the_order_of(total, all))
            },
            format!(
                "{total} differ on whether there is a depth, {answered} of them where both answer; {all} depths of SA-GJK with EPA fail"
            ),
            if total + all < FEW { "Too few to compare." } else { "" },
        );
        let changes = |pair: Pair| {
            let (double, single) = (differ("f64", pair), differ("f32", pair));
            is_more_often(double, single).is_some()
        };
        let named = |pair: Pair| matches!(pair, Pair::RoundBoxes | Pair::BoxEllipsoid);
        out.finding(
            "thesis-differ-precision",
            of_precision(Verdict::of(self.count(|pair| changes(pair) == named(pair)), self.pairs.len())),
            format!(
                "differing answers, f32 less f64: {}",
                self.by_pair(|pair| differ("f32", pair) - differ("f64", pair))
            ),
            IN_DOUBLE,
        );
    }

    /// Difficulty of pairs, by algorithm: figures 7, 9 and 14.
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
            Verdict::yes_or_no(is_about(ratio, 1.0)).unless_unknown(),
            format!("MPR takes {} times the calls of SA-GJK with EPA", digits(ratio)),
            NO_TOLERANCE,
        );
        let [epa, mpr] =
            [EPA, MPR_DEPTH].map(|asked| calls(Pair::Cones, asked) / calls(Pair::BoxEllipsoid, asked));
        out.finding(
            "thesis-depth-cones",
            Verdict::of(usize::from(is_about(mpr, 1.0)) + usize::from(epa < about(1.0)[0]), 2)
                .unless_unknown(),
            format!("cones by box and ellipsoid: MPR {}, SA-GJK with EPA {}", digits(mpr), digits(epa)),
            NO_TOLERANCE,
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
        let worst = |asked| {
            ["f64", "f32"].map(|p| self.range(p, asked, |row| row.worst)[1]).into_iter().fold(0.0, f64::max)
        };
        let (epa, mpr) = (worst(EPA), worst(MPR_DEPTH));
        let failed = ["f64", "f32"].iter().map(|precision| self.failures(precision, EPA)[0]).sum::<f64>();
        out.finding(
            "thesis-epa-fails-worse",
            if failed < FEW {
                Verdict::Open
            } else if epa >= 2.0 * mpr {
                Verdict::Agrees
            } else if epa > mpr {
                Verdict::Partly
            } else {
                Verdict::Differs
            },
            format!(
                "the depth that is farthest off: SA-GJK with EPA {} units, MPR {}; {failed} depths of SA-GJK with EPA fail",
                digits(epa),
                digits(mpr)
            ),
            if failed < FEW {
                "Too few fail."
            } else {
                "The thesis saw it in simulations, by normals; here it is judged by depths."
            },
        );
    }
}
