//! Verdicts, distances and contacts of two convex bodies, and support mappings.

use std::fmt;

use impinge::Status;
use impinge::answer::default_gap;
use impinge::study::certify::{CertifySettings, certify};
use impinge::study::pair::Prepared;
use impinge::{
    Bounded, Contact, Dimension, Id, Pose, Real, Settings, Shape, Support, Vector, Verdict, contact,
    contact_with, contact_within, distance, distance_with, intersection, intersects, intersects_with,
};

use super::{Case, Findings, UNIT_ULPS, narrow, promise};
use crate::Target;
use crate::body::Named;
use crate::oracle::{Dd, Known, Truth, Unit, V, direction};
use crate::pair::Pair;

/// An error bound above this × the size says next to nothing.
const WIDE: f64 = 1e-3;

/// A normal that falls short of the value by more than this many errors is wrong; by less, it is only not the best.
const NEARLY: f64 = 4.0;

/// Calls of the judge.
const BUDGET: u32 = 3000;

/// Error of the support value of any shape, in ε × reach: those of the two of a combinator, and of their poses.
const COMBINED_ULPS: f64 = 64.0;

/// The same where digits are lost below the least normal number, in the least number: 16 for each shape and each pose.
const COMBINED_LEAST: f64 = 256.0;

/// Deepest composition of shapes; every level adds its own rounding.
const DEPTH: f64 = 4.0;

/// The scaled pair is 2 to this power times larger.
const SCALE: i32 = 7;

/// Two bodies and their queries.
pub struct Asked<S: Named> {
    pair: Pair<S>,
    /// The same pair, larger, for testing whether that changes anything.
    scaled: Option<Pair<S>>,
    question: Question,
}

#[derive(Clone, Copy)]
enum Question {
    Verdict,
    Distance,
    Contact,
    Support,
}

impl<S: Named<V: Dimension>> Case for Asked<S> {
    fn read(target: Target, data: &[u8]) -> Option<Self> {
        let (first, rest) = data.split_first().map_or((0, data), |(f, r)| (*f, r));
        let question = match (target, first >> 1 & 3) {
            (Target::Support, _) => Question::Support,
            (Target::Verdict, _) | (Target::Plane, 0) => Question::Verdict,
            (Target::Distance, _) | (Target::Plane, 1) => Question::Distance,
            _ => Question::Contact,
        };
        // Most often of everyday sizes; or near the largest or the least numbers.
        let wide = size_of::<<S::V as Vector>::Scalar>() == 8;
        let unit = Unit(match (first >> 3 & 15, wide) {
            (12, true) => 990,
            (13, true) => 1018,
            (14, true) => -1000,
            (15, true) => -1050,
            (12, false) => 100,
            (13, false) => 122,
            (14, false) => -110,
            (15, false) => -140,
            _ => 0,
        });
        let pair = Pair::read(rest, unit)?;
        let larger = first & 0x80 != 0 && unit.0 == 0;
        let scaled = larger.then(|| Pair::read(rest, Unit(SCALE))).flatten();
        Some(Self { pair, scaled, question })
    }

    fn kinds(&self) -> String {
        self.pair.kinds()
    }

    fn check(&self, findings: &mut Findings) {
        match self.question {
            Question::Verdict => verdict(findings, &self.pair),
            Question::Distance => distances(findings, &self.pair),
            Question::Contact => contacts(findings, &self.pair, self.scaled.as_ref()),
            Question::Support => support(findings, &self.pair),
        }
    }
}

impl<S: Named> fmt::Display for Asked<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pair.fmt(f)
    }
}

/// Settings by the options of a pair: most often the default.
fn settings<S: Named>(pair: &Pair<S>, size: f64) -> Settings {
    match pair.options >> 1 & 7 {
        5 => Settings { gap: Some(0.0), margin: None },
        6 => Settings { gap: Some(1e-3), margin: None },
        7 => Settings { gap: None, margin: Some(size * 0.125 * 2_f64.powi(pair.unit.0)) },
        _ => Settings::default(),
    }
}

/// A contact, and a distance as one: what the two have in common, lengths in units.
pub struct Answer {
    pub value: f64,
    pub error: f64,
    pub points: [V; 2],
    pub normal: V,
    pub status: Status,
    /// Whether `value` is the signed distance, or 0 for all below.
    pub signed: bool,
}

impl Answer {
    pub fn contact<U: Vector>(c: &Contact<U>, unit: Unit) -> Self {
        Self {
            value: unit.length(c.signed_distance.f64()).f64(),
            error: unit.length(c.error.f64()).f64(),
            points: [unit.vector(c.point_a), unit.vector(c.point_b)],
            normal: direction(c.normal),
            status: c.status,
            signed: true,
        }
    }

    fn distance<U: Vector>(c: &impinge::Distance<U>, unit: Unit) -> Self {
        Self {
            value: unit.length(c.distance.f64()).f64(),
            error: unit.length(c.error.f64()).f64(),
            points: [unit.vector(c.point_a), unit.vector(c.point_b)],
            normal: direction(c.normal),
            status: c.status,
            signed: false,
        }
    }
}

/// The answer is finite; no direction separates by more than `value + error`; the normal by no less than
/// `value − error`. `asked`: how far the answer may stop short of its bounds. Returns whether it is finite.
pub fn certificate<U: Vector>(
    findings: &mut Findings,
    truth: &Truth,
    answer: &Answer,
    asked: &Settings,
) -> bool {
    let Answer { value, error, points, normal, status, signed } = answer;
    let (value, error) = (*value, *error);
    let epsilon = U::Scalar::EPSILON.f64();
    let numbers = || {
        let points = points.map(V::f64);
        format!(
            "value {value:e} error {error:e} normal {:?} points {points:?} {status:?} size {:e}, {asked:?}, truth {:e} to {:e}",
            normal.f64(),
            truth.size,
            truth.nearest.lower.f64(),
            truth.nearest.upper.f64(),
        )
    };
    let finite = value.is_finite() && error.is_finite() && error >= 0.0;
    let finite = finite && normal.is_finite() && points.iter().all(|p| p.is_finite());
    findings.hold(finite, "finite", numbers);
    if !finite {
        return false;
    }
    let off = (normal.norm() - Dd::ONE).abs().f64() / epsilon;
    findings.hold(off <= UNIT_ULPS, "normal is unit", || format!("off by {off} ε, {}", numbers()));

    // Points that both have, and a direction between them.
    let least = value - error;
    findings.hold(least <= truth.nearest.upper.f64(), "no farther apart than the nearest points", numbers);
    // A distance is 0 for every overlap, and proves nothing of how deep that is.
    let met = truth.g(*normal).f64();
    let met = if *signed { met } else { met.max(0.0) };
    // The normal was rounded to its precision.
    let strict = error + 4.0 * epsilon * truth.size;
    let short = value - met;
    let text = || format!("g(normal) {met:e}, {}", numbers());
    findings.hold(short <= NEARLY * strict, "normal separates as said", text);
    findings.wish(short <= strict || short > NEARLY * strict, "normal separates within error", text);

    let mut best = (truth.g(*normal), *normal);
    for n in truth.directions() {
        let g = truth.g(n);
        if g > best.0 {
            best = (g, n);
        }
    }
    // For bodies apart the nearest points gave the best direction.
    if truth.nearest.lower <= Dd::ZERO {
        for from in [*normal, best.1] {
            let climbed = truth.climb(from);
            if climbed.0 > best.0 {
                best = climbed;
            }
        }
    }
    findings.hold(best.0.f64() <= value + error, "no direction separates more", || {
        format!("g {:e} along {:?}, {}", best.0.f64(), best.1.f64(), numbers())
    });
    let stopped = asked.margin.is_some();
    let wide = WIDE * truth.size + 4.0 * asked.gap.unwrap_or(0.0) * truth.size;
    findings.wish(stopped || error <= wide, "narrow error bound", numbers);
    true
}

/// The error is what the settings promise wherever the answer says that it converged: (gap + ε) S + 5 r at most, for polytopes ε S + 5 r.
/// See [`Settings::gap`].
fn as_exact_as_asked<S: Named<V: Dimension>>(
    findings: &mut Findings,
    pair: &Pair<S>,
    answer: &Answer,
    asked: &Settings,
) {
    if answer.status != Status::Converged || asked.margin.is_some() {
        return;
    }
    let unit = pair.unit;
    let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
    let prepared = Prepared::new(&pair.a.parts(), &pair.b.parts());
    let length = |l: f64| unit.length(prepared.frame.length(l)).f64();
    let (size, rounding) = (length(prepared.pair.size), length(prepared.pair.rounding));
    let gap = asked.gap.unwrap_or(default_gap::<<S::V as Vector>::Scalar>());
    let gap = if prepared.pair.polytope { 0.0 } else { gap };
    // The sum itself is rounded to the precision.
    let grain = unit.grain::<<S::V as Vector>::Scalar>();
    let may = ((gap + epsilon) * size + 5.0 * rounding) * (1.0 + 4.0 * epsilon) + 4.0 * grain;
    findings.hold(answer.error <= may, "as exact as asked", || {
        format!("error {:e}, may {may:e}, size {size:e}, rounding {rounding:e}, {asked:?}", answer.error)
    });
}

/// The points are in the bodies, and as far apart as the value says.
pub fn witnesses<U: Vector>(findings: &mut Findings, truth: &Truth, answer: &Answer) {
    let Answer { value, error, points, normal, signed, .. } = answer;
    let (value, error) = (*value, *error);
    let numbers = || {
        let (points, normal) = (points.map(V::f64), normal.f64());
        format!("value {value:e} error {error:e}, size {:e}, points {points:?} normal {normal:?}", truth.size)
    };
    for (promise, body, p) in [("point_a in A", &truth.a, points[0]), ("point_b in B", &truth.b, points[1])] {
        let off = truth.outside(body, p);
        let may = error + promise::rounding::<U>(truth, p);
        findings.hold(off <= may, promise, || format!("outside by {off:e}, may {may:e}, {}", numbers()));
    }
    let between = points[1] - points[0];
    let both = promise::way_rounding::<U>(truth, *points, value);
    let apart = between.norm().f64();
    let off = (apart - value.abs()).abs();
    let may = if *signed { 2.0 * error } else { error } + both;
    findings.hold(off <= may, "points as far apart as said", || {
        format!("{apart:e}, off by {off:e}, may {may:e}, {}", numbers())
    });
    if *signed {
        let off = (between - normal.unit() * value.into()).norm().f64();
        let may = promise::contact_way(error, value) + both;
        let text = || format!("off by {off:e}, may {may:e}, {}", numbers());
        findings.hold(off <= may, "points lie along the normal", text);
    }
}

/// Verdicts agree with the truth, and prove themselves.
fn verdict<S: Named<V: Dimension>>(findings: &mut Findings, pair: &Pair<S>) {
    let truth = pair.truth();
    let (a, b, unit) = (&pair.a, &pair.b, pair.unit);
    let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
    let proof = intersection(a, b);
    let meet = matches!(proof, Verdict::Meet { .. });
    let text = || {
        let [low, high] = [truth.nearest.lower.f64(), truth.nearest.upper.f64()];
        format!("{proof:?}, truth {low:e} to {high:e}, size {:e}", truth.size)
    };
    // Within rounding both are right: of `f64` × size, and of numbers that a shape has in its own precision.
    let grain = unit.grain::<<S::V as Vector>::Scalar>();
    // Bodies that are composed twice lose as much again.
    let near = 2.0 * COMBINED_ULPS * epsilon * (truth.size + truth.far) + COMBINED_LEAST * grain;
    let (low, high) = (truth.nearest.lower.f64() - near, truth.nearest.upper.f64() - near);
    let right = |meet: bool, level: f64| if meet { low <= level } else { high + 2.0 * near > level };
    let quick = intersects(a, b);
    findings.hold(quick == meet, "intersects is intersection", text);
    findings.hold(right(quick, 0.0) || (!quick && deep(&truth) <= near), "intersects", text);
    findings.hold(
        intersects(b, a) == quick || low <= 0.0 && deep(&truth) <= near,
        "intersects swapped",
        text,
    );
    let margin = truth.size * 0.0625;
    let settings = Settings { gap: None, margin: Some(margin * 2_f64.powi(unit.0)) };
    let within = intersects_with(a, b, &settings);
    let said = contact(a, b);
    let e = unit.length(said.error.f64()).f64() + near;
    let right = if within { low - e <= margin } else { truth.nearest.upper.f64() + e >= margin };
    findings.hold(right, "intersects with a margin", || format!("margin {margin:e}, {}", text()));
    let far = distance(a, b);
    findings.hold(far.distance.is_finite(), "finite", text);
    match proof {
        Verdict::Apart { axis, .. } => {
            let g = truth.g(direction(axis)).f64();
            let text = || format!("g {g:e}, {}", text());
            findings.hold(g >= -4.0 * epsilon * truth.size - near, "axis separates", text);
        }
        Verdict::Meet { point, error, .. } => {
            let slack = unit.length(error.f64()).f64() + narrow::<S::V>(&truth);
            for (promise, body) in [("common point in A", &truth.a), ("common point in B", &truth.b)] {
                let off = truth.outside(body, unit.vector(point));
                let text = || format!("outside by {off:e} beyond {slack:e}, {}", text());
                findings.hold(off <= slack, promise, text);
            }
        }
    }
}

/// Least depth of the bodies along the directions tried: a number that shrinks as more are.
fn deep(truth: &Truth) -> f64 {
    if truth.nearest.lower > Dd::ZERO {
        return 0.0;
    }
    let best =
        truth.directions().into_iter().map(|n| truth.climb(n).0.f64()).fold(f64::NEG_INFINITY, f64::max);
    -best
}

/// A distance holds its certificate, and is that of the contact.
fn distances<S: Named<V: Dimension>>(findings: &mut Findings, pair: &Pair<S>) {
    let truth = pair.truth();
    let unit = pair.unit;
    let mut settings = settings(pair, truth.size);
    settings.margin = None;
    let found = Answer::distance(&distance_with(&pair.a, &pair.b, &settings), unit);
    as_exact_as_asked(findings, pair, &found, &settings);
    if certificate::<S::V>(findings, &truth, &found, &settings) {
        witnesses::<S::V>(findings, &truth, &found);
    }
    let swapped = Answer::distance(&distance_with(&pair.b, &pair.a, &settings), unit);
    let slack = found.error + swapped.error;
    let text =
        || format!("{:e} ± {:e} and {:e} ± {:e}", found.value, found.error, swapped.value, swapped.error);
    findings.hold((found.value - swapped.value).abs() <= slack, "distance swapped", text);
}

/// A contact holds its certificate; the judge, the swapped pair and the scaled pair agree.
fn contacts<S: Named<V: Dimension>>(findings: &mut Findings, pair: &Pair<S>, scaled: Option<&Pair<S>>) {
    let truth = pair.truth();
    let unit = pair.unit;
    let settings = settings(pair, truth.size);
    let raw = contact_with(&pair.a, &pair.b, &settings);
    let found = Answer::contact(&raw, unit);
    as_exact_as_asked(findings, pair, &found, &settings);
    // A margin does not cut it short.
    if certificate::<S::V>(findings, &truth, &found, &Settings { margin: None, ..settings }) {
        witnesses::<S::V>(findings, &truth, &found);
    }
    margins(findings, pair, &truth, &raw, settings.gap);
    let (s, e) = (found.value, found.error);
    let swapped = Answer::contact(&contact_with(&pair.b, &pair.a, &settings), unit);
    let (t, et) = (swapped.value, swapped.error);
    findings.hold((s - t).abs() <= e + et, "contact swapped", || format!("{s:e} ± {e:e} and {t:e} ± {et:e}"));
    if let Some(scaled) = scaled {
        let scale = 2_f64.powi(SCALE);
        let margin = settings.margin.map(|m| m * scale);
        let larger = contact_with(&scaled.a, &scaled.b, &Settings { margin, ..settings });
        let times = |x: <S::V as Vector>::Scalar| x.f64() * scale;
        let same = larger.signed_distance.f64() == times(raw.signed_distance)
            && larger.error.f64() == times(raw.error)
            && larger.normal == raw.normal;
        // A combined shape in `f32` turns its directions in `f32`, where a tiny rotation underflows.
        let narrow = size_of::<<S::V as Vector>::Scalar>() < size_of::<f64>();
        let text = || format!("{raw:?} and {larger:?}");
        findings.hold(same || narrow, "scaled by a power of two to the bit", text);
    }
    if pair.options & 0xc0 == 0xc0 && unit.0 == 0 {
        let prepared = Prepared::new(&pair.a.parts(), &pair.b.parts());
        let interval = certify(&prepared.pair, &CertifySettings { gap: 1e-10, budget: BUDGET });
        let radii = prepared.radius_a + prepared.radius_b;
        let [lower, upper] = [interval.lower, interval.upper].map(|x| prepared.frame.length(x - radii));
        let rounding = 2.0 * prepared.frame.length(prepared.pair.rounding);
        findings.hold(s - e <= upper + rounding && s + e >= lower - rounding, "the judge agrees", || {
            format!("{s:e} ± {e:e} ({:?}), judge {lower:e} to {upper:e}", found.status)
        });
    }
}

/// Within any margin the answer is the same; beyond it there is none, and nowhere else.
fn margins<S: Named<V: Dimension>>(
    findings: &mut Findings,
    pair: &Pair<S>,
    truth: &Truth,
    exact: &Contact<S::V>,
    gap: Option<f64>,
) {
    // That of the radii, which are taken off what is known of the cores.
    let size = truth.size * 2_f64.powi(truth.unit.0);
    let [value, error] = [exact.signed_distance.f64(), exact.error.f64()];
    for margin in [0.0, 0.5 * value, value - 2.0 * error, value - error, value, value + error, 2.0 * value] {
        // Less than 0 counts as 0.
        let margin = margin.max(0.0);
        let found = contact_within(&pair.a, &pair.b, &Settings { gap, margin: Some(margin) });
        let text = || format!("margin {margin:e}: {found:?}, without one {exact:?}");
        match found {
            None => findings.hold(value + error > margin, "nothing within a margin is lost", text),
            Some(found) => {
                let [s, e] = [found.signed_distance.f64(), found.error.f64()];
                findings.hold((s - value).abs() <= e + error, "a margin changes no answer", text);
                findings.hold(e <= 4.0 * error, "a margin makes no answer rough", text);
                let room =
                    4.0 * (<S::V as Vector>::Scalar::EPSILON.f64() * (s.abs() + e) + f64::EPSILON * size);
                findings.hold(s - e <= margin + room, "no answer beyond a margin", text);
            }
        }
    }
}

/// A support mapping gives the farthest point that there is, and where the search begins makes no difference.
fn support<S: Named<V: Dimension>>(findings: &mut Findings, pair: &Pair<S>) {
    let body = pair.a.shape();
    let solid = body.solid(pair.unit);
    let truth = pair.truth();
    let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
    let aabb = body.aabb(&Pose::IDENTITY);
    let reach = solid.radius_about(V::ZERO);
    let grain = pair.unit.grain::<<S::V as Vector>::Scalar>();
    let lost = pair.unit.length(body.rounding()).f64();
    // A shape's own error does not excuse this: it is bounded by the largest numbers that it is composed of.
    let most = COMBINED_ULPS * (epsilon * solid.largest() + grain);
    findings.hold(lost <= DEPTH * most, "little is lost", || {
        format!("{lost:e}, {} ε × largest", lost / epsilon / solid.largest())
    });
    let slack = COMBINED_ULPS * (epsilon * reach + grain) + lost;
    // Anywhere, and near the axes and one another, where flat parts are.
    let back = |n: V| {
        let mut d = S::V::ZERO;
        for i in 0..S::V::DIM {
            d += S::V::axis(i) * Real::of(n.f64()[i]);
        }
        d
    };
    let mut directions: Vec<S::V> = truth.directions().into_iter().map(back).collect();
    for step in [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8] {
        for i in 0..S::V::DIM {
            let d = S::V::axis(i) + back(truth.random()) * Real::of(step);
            directions.extend([d, -d]);
        }
        directions.push(directions[0] + back(truth.random()) * Real::of(step));
    }
    let mut id = Id::NONE;
    for &d in &directions {
        let unit = direction(d).unit();
        let (warm, next) = body.support_from(d, id);
        id = next;
        for (promise, p) in [("support is farthest", body.support(d)), ("with a hint too", warm)] {
            let p = pair.unit.vector(p);
            let (far, most) = (p.dot(unit), solid.reach(unit));
            let off = (far - most).abs().f64();
            let text = || {
                format!(
                    "{:e} and not {:e}, {} ε × reach, along {d:?}",
                    far.f64(),
                    most.f64(),
                    off / epsilon / reach
                )
            };
            findings.hold(off <= slack, promise, text);
            findings.hold(off <= lost || !body.is_mapped(), "support is rounded as said", text);
        }
    }
    for i in 0..S::V::DIM {
        let (low, high) = (-solid.reach(-V::axis(i)), solid.reach(V::axis(i)));
        let said = [aabb.min, aabb.max].map(|v| pair.unit.vector(v).0[i]);
        let inside = (said[0] - low).f64() <= slack && (high - said[1]).f64() <= slack;
        findings.hold(inside, "the box holds the shape", || format!("{aabb:?}"));
    }
}
