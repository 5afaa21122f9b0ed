//! The statements of section 4.1, judged by the rows of the benchmark.

use super::figures::two;
use super::pair::Pair;
use super::rows::{Question, Row, Rows};
use crate::claim::Verdict;
use crate::measure::Algorithm;
use crate::rule::{SAME_MEAN, about, ends, is_about, is_more_often, is_within, time_left};
use crate::study::{Out, Task};
use crate::table::shown;
use crate::timed::{Timed, holding};

/// The benchmark as the statements read it: in `f64` unless said otherwise.
pub(super) struct Bench {
    rows: Rows,
    pub pairs: Vec<Pair>,
}

/// An algorithm and its question.
pub(super) type Asked = (Question, Algorithm);

pub(super) const SA_GJK: Asked = (Question::Meet, Algorithm::SaGjk);
pub(super) const MPR: Asked = (Question::Meet, Algorithm::Mpr);
pub(super) const EPA: Asked = (Question::Depth, Algorithm::Epa);
pub(super) const MPR_DEPTH: Asked = (Question::Depth, Algorithm::Mpr);
pub(super) const GJK: Asked = (Question::Distance, Algorithm::GjkVoronoi);

/// Start of the last five percent of a graph: configurations that meet.
const FEW_LEFT: f64 = 0.95;

/// Whether queries in `f32` compute in it. They do not: shapes, poses and answers are `f32`, and everything between is `f64`, so that a
/// statement about precision is not tested.
const COMPUTES_IN_SINGLE: bool = false;

/// Finding about a precision, or that it was not tested.
pub(super) fn of_precision(found: Verdict) -> Verdict {
    if COMPUTES_IN_SINGLE { found } else { Verdict::Vacuous }
}

/// Reason for that.
pub(super) const IN_DOUBLE: &str =
    "Ours compute in f64 whatever the precision of the shapes, so this tests rounding of the input only.";

/// Reason why calls of curved shapes are open.
pub(super) const NO_TOLERANCE: &str = "The thesis does not give its tolerance; ours is 2 × 10⁻⁶ of the size of a pair. Curved shapes take more calls the \
                                       tighter it is.";

pub(super) const CALLS: fn(&Row) -> f64 = |row| row.calls;
pub(super) const MOST: fn(&Row) -> f64 = |row| row.most_calls;
pub(super) const TIME: fn(&Row) -> f64 = |row| row.ns;
pub(super) const VALUE: fn(&Row) -> f64 = |row| row.value;

/// Judges all of them; none if a pair of shapes was not measured.
pub(super) fn run(task: &Task<'_>, out: &mut Out) {
    let rows = Rows::of(task);
    let pairs = rows.pairs();
    if pairs.len() < Pair::ALL.len() {
        return;
    }
    let bench = Bench { rows, pairs };
    bench.values(out);
    bench.meeting(out);
    bench.depths(out);
    bench.distances(out);
    bench.precisions(out);
    bench.orders(out);
    bench.times(out);
}

impl Bench {
    pub(super) fn mean(
        &self,
        pair: Pair,
        precision: &str,
        (question, algorithm): Asked,
        number: fn(&Row) -> f64,
    ) -> f64 {
        self.rows.mean(pair, precision, question, &algorithm.name(), number)
    }

    /// Over all cubes and pairs.
    pub(super) fn range(
        &self,
        precision: &str,
        (question, algorithm): Asked,
        number: fn(&Row) -> f64,
    ) -> [f64; 2] {
        self.rows.range(&self.pairs, precision, question, &algorithm.name(), number)
    }

    /// The greatest over the cubes of a pair.
    pub(super) fn top(&self, pair: Pair, (question, algorithm): Asked, number: fn(&Row) -> f64) -> f64 {
        self.rows.range(&[pair], "f64", question, &algorithm.name(), number)[1]
    }

    pub(super) fn line(&self, pair: Pair, precision: &str, (question, algorithm): Asked) -> Vec<&Row> {
        self.rows.line(pair, precision, question, &algorithm.name())
    }

    /// A number of each pair, as a text.
    pub(super) fn by_pair(&self, number: impl Fn(Pair) -> f64) -> String {
        let texts = self.pairs.iter().map(|&pair| format!("{} {}", pair.name(), digits(number(pair))));
        texts.collect::<Vec<_>>().join(", ")
    }

    /// A ratio of times of each pair, with its lower limit.
    pub(super) fn above(&self, ratio: impl Fn(Pair) -> f64, limit: f64) -> Vec<Timed> {
        self.pairs.iter().map(|&pair| Timed::above(pair.name(), ratio(pair), limit)).collect()
    }

    /// Number of pairs that have it.
    pub(super) fn count(&self, holds: impl Fn(Pair) -> bool) -> usize {
        self.pairs.iter().filter(|pair| holds(**pair)).count()
    }

    /// Failures and configurations over all pairs and cubes.
    pub(super) fn failures(&self, precision: &str, asked: Asked) -> [f64; 2] {
        let rows = self.pairs.iter().flat_map(|&pair| self.line(pair, precision, asked));
        rows.fold([0.0, 0.0], |[failed, n], row| [failed + row.failures, n + row.n])
    }

    /// Number of missing answers among the failures.
    fn missing(&self, precision: &str, asked: Asked) -> f64 {
        self.pairs.iter().flat_map(|&pair| self.line(pair, precision, asked)).map(|row| row.missing).sum()
    }

    /// Failures of a pair over all cubes.
    pub(super) fn failing(&self, precision: &str, pair: Pair, asked: Asked) -> f64 {
        self.line(pair, precision, asked).iter().map(|row| row.failures).sum()
    }

    /// Configurations of a pair over all cubes.
    fn asked(&self, precision: &str, pair: Pair, asked: Asked) -> f64 {
        self.line(pair, precision, asked).iter().map(|row| row.n).sum()
    }

    /// Largest relative difference of a number between two lines of rows, where at least a tenth meet.
    pub(super) fn largest_difference(
        &self,
        a: (&str, Asked),
        b: (&str, Asked),
        number: fn(&Row) -> f64,
    ) -> f64 {
        let mut largest: f64 = 0.0;
        for &pair in &self.pairs {
            let lines = self.line(pair, a.0, a.1).into_iter().zip(self.line(pair, b.0, b.1));
            for (x, y) in lines.filter(|(x, _)| x.probability >= 0.1) {
                let (x, y) = (number(x), number(y));
                largest = largest.max((x - y).abs() / x.abs().max(y.abs()).max(f64::MIN_POSITIVE));
            }
        }
        largest
    }

    /// Figures 4 and 5.
    fn values(&self, out: &mut Out) {
        let depth = self.largest_difference(("f64", EPA), ("f64", MPR_DEPTH), VALUE);
        out.finding(
            "thesis-depth-same",
            Verdict::yes_or_no(depth < SAME_MEAN),
            format!("the means differ by up to {} %", digits(100.0 * depth)),
            "The heuristic cannot give less than the least depth, but more; a plot over all pairs hides what is small.",
        );
        let differences = [
            self.largest_difference(("f64", EPA), ("f32", EPA), VALUE),
            self.largest_difference(("f64", GJK), ("f32", GJK), VALUE),
            self.largest_difference(("f64", SA_GJK), ("f32", SA_GJK), CALLS),
            self.largest_difference(("f64", MPR), ("f32", MPR), CALLS),
        ];
        let largest = differences.into_iter().fold(0.0, f64::max);
        out.finding(
            "thesis-precision-same",
            of_precision(Verdict::yes_or_no(largest < SAME_MEAN)),
            format!("they differ by up to {} %", digits(100.0 * largest)),
            IN_DOUBLE,
        );
    }

    /// Figures 6 to 8, and 17.
    fn meeting(&self, out: &mut Out) {
        let (gjk, mpr) = (self.range("f64", SA_GJK, CALLS), self.range("f64", MPR, CALLS));
        out.finding(
            "thesis-few-calls",
            Verdict::of(ends(gjk, [2.0, 4.0]) + ends(mpr, [2.0, 4.0]), 4),
            format!("SA-GJK {}, MPR {}", span(gjk), span(mpr)),
            "Bodies far apart take one call: the first axis, between their centers, separates them.",
        );
        let less = |pair| self.mean(pair, "f64", SA_GJK, CALLS) - self.mean(pair, "f64", MPR, CALLS);
        out.finding(
            "thesis-mpr-one-less",
            Verdict::of(self.count(|pair| is_about(less(pair), 1.0)), 6),
            format!("calls that MPR saves: {}", self.by_pair(less)),
            "",
        );
        let ratio = |asked| {
            let mean = |curved: bool| {
                let of = self.pairs.iter().filter(|pair| pair.is_quadric() == curved);
                of.map(|&pair| self.mean(pair, "f64", asked, CALLS)).sum::<f64>() / 3.0
            };
            mean(true) / mean(false)
        };
        let (gjk, mpr) = (ratio(SA_GJK), ratio(MPR));
        out.finding(
            "thesis-mpr-curved",
            Verdict::of(usize::from(mpr > 1.03) + usize::from(gjk <= 1.03), 2),
            format!("curved against other pairs: MPR {} times, SA-GJK {} times", digits(mpr), digits(gjk)),
            "",
        );
        let more = |pair| self.top(pair, MPR, MOST) - self.top(pair, SA_GJK, MOST);
        let (gjk, mpr) = (self.tops(SA_GJK), self.tops(MPR));
        let both = ends(gjk, [6.0, 14.0]) + ends(mpr, [8.0, 16.0]);
        out.finding(
            "thesis-worst-calls",
            Verdict::of(both + self.count(|pair| is_within(more(pair), [2.0, 3.0])), 10),
            format!("SA-GJK {}, MPR {}; MPR takes more by: {}", span(gjk), span(mpr), self.by_pair(more)),
            "",
        );
        let failed = ["f64", "f32"].map(|p| [self.failures(p, SA_GJK), self.failures(p, MPR)]);
        let missing: f64 =
            ["f64", "f32"].map(|p| self.missing(p, SA_GJK) + self.missing(p, MPR)).into_iter().sum();
        let [failures, asked] = failed.iter().flatten().fold([0.0; 2], |[f, n], x| [f + x[0], n + x[1]]);
        out.finding(
            "thesis-meet-no-failures",
            if failures < 1e-5 * asked { Verdict::Agrees } else { Verdict::Differs },
            format!("{missing} of {asked} answers missing, {} against the proof", failures - missing),
            "An answer is missing where a run ends without a proof for either.",
        );
        let faster = |pair| self.mean(pair, "f64", SA_GJK, TIME) / self.mean(pair, "f64", MPR, TIME);
        let timed = self.above(faster, 1.0);
        out.timed(
            "thesis-mpr-faster",
            Verdict::of(holding(&timed), 6),
            format!("time of SA-GJK over that of MPR: {}", self.by_pair(faster)),
            "Our SA-GJK solves its sub-problem with a few sign tests, where the thesis calls its own costly.",
            timed,
        );
        let micros = |pair| self.mean(pair, "f64", SA_GJK, TIME) / 1000.0;
        let others =
            self.pairs.iter().filter(|p| **p != Pair::Polyhedra).map(|&p| micros(p)).fold(0.0, f64::max);
        let polyhedra = micros(Pair::Polyhedra) / others;
        let timed = vec![
            Timed::above("polyhedra by the slowest other pair, by far", polyhedra, 1.3),
            Timed::above("polyhedra by the slowest other pair", polyhedra, 1.0),
        ];
        out.timed(
            "thesis-support-dominates",
            Verdict::of(holding(&timed), 2),
            format!("SA-GJK, µs: {}", self.by_pair(micros)),
            "Our polyhedra look up or walk to their support point; the thesis scans all 50 vertices.",
            timed,
        );
        let saved = |pair| 1.0 - self.mean(pair, "f32", SA_GJK, TIME) / self.mean(pair, "f64", SA_GJK, TIME);
        let expected = |&pair: &Pair| match pair {
            Pair::Polyhedra | Pair::Cones => Timed::above(pair.name(), 1.0 - saved(pair), 1.0),
            _ => Timed::between(pair.name(), 1.0 - saved(pair), time_left([0.0, 25.0])),
        };
        let timed: Vec<Timed> = self.pairs.iter().map(expected).collect();
        out.timed(
            "thesis-single-faster",
            of_precision(Verdict::of(holding(&timed), 6)),
            format!("percent saved by SA-GJK: {}", self.by_pair(|pair| 100.0 * saved(pair))),
            IN_DOUBLE,
            timed,
        );
        let lines = self
            .pairs
            .iter()
            .flat_map(|&pair| ["f64", "f32"].into_iter().flat_map(move |p| self.line(pair, p, MPR)));
        let [differ, n] = lines.fold([0.0; 2], |[d, n], row| [d + row.disagrees, n + row.n]);
        let rate = 1e6 * differ / n;
        out.finding(
            "thesis-algorithms-differ",
            if 5e-6 * n < 5.0 && differ < 5.0 {
                Verdict::Open
            } else if (2.0..=20.0).contains(&rate) {
                Verdict::Agrees
            } else {
                Verdict::Differs
            },
            format!("{differ} of {n} verdicts differ, {} in a million", digits(rate)),
            if 5e-6 * n < 5.0 {
                "Five in a million cannot be told from none by so few."
            } else {
                "Missing answers, of which the thesis had none, are no differing ones: see the failures."
            },
        );
    }

    /// The least and the greatest of the pairs' maxima.
    fn tops(&self, asked: Asked) -> [f64; 2] {
        let tops = self.pairs.iter().map(|&pair| self.top(pair, asked, MOST));
        tops.fold([f64::INFINITY, 0.0], |[a, b], x| [a.min(x), b.max(x)])
    }

    /// Figures 9 to 12.
    fn depths(&self, out: &mut Out) {
        let more = |pair| self.mean(pair, "f64", MPR_DEPTH, CALLS) - self.mean(pair, "f64", EPA, CALLS);
        out.finding(
            "thesis-mpr-more-depth-calls",
            Verdict::of(self.count(|pair| more(pair) > 0.0), 6),
            format!("calls that MPR takes more: {}", self.by_pair(more)),
            "",
        );
        let (epa, mpr) = (self.range("f64", EPA, CALLS), self.range("f64", MPR_DEPTH, CALLS));
        out.finding(
            "thesis-depth-calls",
            Verdict::of(ends(epa, [2.0, 32.0]) + ends(mpr, [2.0, 25.0]), 4).unless_unknown(),
            format!("SA-GJK with EPA {}, MPR {}", span(epa), span(mpr)),
            NO_TOLERANCE,
        );
        let calls = |pair| self.mean(pair, "f64", EPA, CALLS);
        let by_mpr = |pair| self.mean(pair, "f64", MPR_DEPTH, CALLS);
        let order = [Pair::Ellipsoids, Pair::BoxEllipsoid, Pair::Cones];
        let kept =
            |calls: &dyn Fn(Pair) -> f64| order.windows(2).filter(|w| calls(w[0]) >= calls(w[1])).count();
        out.finding(
            "thesis-depth-order",
            Verdict::of(kept(&calls) + kept(&by_mpr), 4).unless_unknown(),
            format!("mean calls: SA-GJK with EPA {}; MPR {}", self.by_pair(calls), self.by_pair(by_mpr)),
            NO_TOLERANCE,
        );
        let (epa, mpr) = (self.tops(EPA), self.tops(MPR_DEPTH));
        out.finding(
            "thesis-depth-worst-calls",
            Verdict::of(ends(epa, [15.0, 98.0]) + ends(mpr, [20.0, 70.0]), 4).unless_unknown(),
            format!("SA-GJK with EPA {}, MPR {}", span(epa), span(mpr)),
            NO_TOLERANCE,
        );
        let most = |pair| self.top(pair, EPA, MOST);
        let holds =
            [calls(Pair::Cones) < calls(Pair::RoundBoxes), most(Pair::Cones) > most(Pair::RoundBoxes)];
        out.finding(
            "thesis-cones-worst",
            Verdict::of(holds.iter().filter(|h| **h).count(), 2),
            format!(
                "mean: cones {}, round boxes {}; worst: {} and {}",
                digits(calls(Pair::Cones)),
                digits(calls(Pair::RoundBoxes)),
                digits(most(Pair::Cones)),
                digits(most(Pair::RoundBoxes))
            ),
            "",
        );
        let share = |precision, pair, asked| {
            1000.0 * self.failing(precision, pair, asked) / self.asked(precision, pair, asked)
        };
        let exception = share("f32", Pair::Polyhedra, EPA);
        let mut most: f64 = 0.0;
        for precision in ["f64", "f32"] {
            for &pair in &self.pairs {
                most = most.max(share(precision, pair, MPR_DEPTH));
                if (precision, pair) != ("f32", Pair::Polyhedra) {
                    most = most.max(share(precision, pair, EPA));
                }
            }
        }
        out.finding(
            "thesis-depth-failures",
            Verdict::of(usize::from(most < 2.0) + usize::from(exception >= 2.0), 2),
            format!("at most {} in 1,000; of polyhedra in f32 with EPA {}", digits(most), digits(exception)),
            "Failures are counted by certified truth. Ours compute in f64 in either precision, so that the exception cannot show.",
        );
        let both = ["f64", "f32"].into_iter().flat_map(|precision| {
            self.pairs.iter().filter_map(move |&pair| {
                let [epa, mpr] = [EPA, MPR_DEPTH].map(|asked| self.failing(precision, pair, asked));
                is_more_often(epa, mpr)
            })
        });
        let told: Vec<bool> = both.collect();
        let fewer = told.iter().filter(|fewer| **fewer).count();
        let [of_epa, of_mpr] =
            [EPA, MPR_DEPTH].map(|asked| self.failures("f64", asked)[0] + self.failures("f32", asked)[0]);
        out.finding(
            "thesis-mpr-fails-less",
            Verdict::of(fewer, told.len()),
            format!(
                "fewer failures of MPR in {fewer} of {} pairs and precisions where chance cannot decide; in all {of_epa} of SA-GJK with EPA, {of_mpr} of MPR",
                told.len()
            ),
            "In the others too few fail to compare them.",
        );
        let faster = |pair| self.mean(pair, "f64", EPA, TIME) / self.mean(pair, "f64", MPR_DEPTH, TIME);
        let timed = self.above(faster, 1.0);
        out.timed(
            "thesis-mpr-depth-faster",
            Verdict::of(holding(&timed), 6),
            format!("time of SA-GJK with EPA over that of MPR: {}", self.by_pair(faster)),
            "",
            timed,
        );
        let rise = |pair: Pair, asked: Asked| {
            let line = self.line(pair, "f64", asked);
            let Some(deepest) = line.iter().min_by(|a, b| a.edge.total_cmp(&b.edge)) else { return f64::NAN };
            let near = |row: &&&Row| (row.probability - FEW_LEFT).abs();
            let other = line.iter().min_by(|a, b| near(a).total_cmp(&near(b)));
            other.map_or(f64::NAN, |other| deepest.ns / other.ns)
        };
        let both = |&pair: &Pair| {
            let (epa, name) = (rise(pair, EPA), pair.name());
            [
                Timed::above(format!("{name}, EPA at the deepest by that at 95 %"), epa, 1.1),
                Timed::above(format!("{name}, rise of EPA by that of MPR"), epa / rise(pair, MPR_DEPTH), 1.0),
            ]
        };
        let timed: Vec<Timed> = self.pairs.iter().flat_map(both).collect();
        out.timed(
            "thesis-deep-steep",
            Verdict::of(timed.chunks(2).filter(|both| holding(both) == 2).count(), 6),
            format!(
                "time at the deepest over that at about 95 %: EPA: {}; MPR: {}",
                self.by_pair(|pair| rise(pair, EPA)),
                self.by_pair(|pair| rise(pair, MPR_DEPTH))
            ),
            "",
            timed,
        );
    }

    /// Figures 13 to 16.
    fn distances(&self, out: &mut Out) {
        let hard: Vec<Pair> = self
            .pairs
            .iter()
            .copied()
            .filter(|pair| !matches!(pair, Pair::Boxes | Pair::Polyhedra))
            .collect();
        let calls = self.rows.range(&hard, "f64", Question::Distance, &Algorithm::GjkVoronoi.name(), CALLS);
        let mean = |pair| self.mean(pair, "f64", GJK, CALLS);
        let flat = mean(Pair::Boxes).max(mean(Pair::Polyhedra));
        let apart = self.pairs.iter().all(|&pair| !pair.is_quadric() || mean(pair) > flat);
        let verdict = Verdict::of(ends(calls, [2.0, 18.0]) + usize::from(apart), 3);
        out.finding(
            "thesis-distance-calls",
            // Only the range depends on the tolerance.
            if apart { verdict.unless_unknown() } else { verdict },
            format!("{} but for boxes and polyhedra; means: {}", span(calls), self.by_pair(mean)),
            NO_TOLERANCE,
        );
        let most = |pair| self.top(pair, GJK, MOST);
        let curved =
            [Pair::Ellipsoids, Pair::BoxEllipsoid, Pair::Cones].map(most).into_iter().fold(0.0, f64::max);
        let ratio = curved / most(Pair::Boxes).max(most(Pair::Polyhedra));
        let range = self.tops(GJK);
        out.finding(
            "thesis-distance-worst-calls",
            Verdict::of(ends(range, [10.0, 60.0]) + usize::from(is_about(ratio, 6.0)), 3).unless_unknown(),
            format!(
                "{}; the worst curved pair takes {} times the worst of boxes and polyhedra",
                span(range),
                digits(ratio)
            ),
            NO_TOLERANCE,
        );
        let order = [
            Pair::Ellipsoids,
            Pair::BoxEllipsoid,
            Pair::Cones,
            Pair::RoundBoxes,
            Pair::Polyhedra,
            Pair::Boxes,
        ];
        let asked = [("verdicts", SA_GJK), ("depths", EPA), ("distances", GJK)];
        let tops = |asked| move |pair| self.top(pair, asked, MOST);
        let kept = asked
            .map(|(_, asked)| order.windows(2).filter(|w| tops(asked)(w[0]) >= tops(asked)(w[1])).count());
        let list = asked.map(|(name, asked)| format!("{name} {}", self.by_pair(tops(asked))));
        let kept: usize = kept.iter().sum();
        out.finding(
            "thesis-distance-order",
            Verdict::of(kept, 15).unless_unknown(),
            format!("{kept} of 15 neighbors in this order: {}", list.join("; ")),
            format!("{NO_TOLERANCE} A round box is measured by its box inside."),
        );
        let time = |pair| self.mean(pair, "f64", GJK, TIME) / 1000.0;
        let twice = time(Pair::Polyhedra) / time(Pair::Boxes);
        let timed = vec![
            Timed::between("polyhedra by boxes", twice, about(2.0)),
            Timed::above("ellipsoids by polyhedra", time(Pair::Ellipsoids) / time(Pair::Polyhedra), 1.0),
        ];
        out.timed(
            "thesis-distance-times",
            Verdict::of(holding(&timed), 2),
            format!("polyhedra {} times boxes; µs: {}", digits(twice), self.by_pair(time)),
            "",
            timed,
        );
    }
}

pub(super) fn digits(x: f64) -> String {
    shown(if x.abs() >= 10.0 { x.round() } else { two(x) })
}

pub(super) fn span([least, most]: [f64; 2]) -> String {
    format!("{} to {}", digits(least), digits(most))
}
