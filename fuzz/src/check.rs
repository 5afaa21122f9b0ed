//! What must hold of every answer. A check says which promise was broken, and by how much.

use impinge::certify::{Settings as CertifySettings, certify};
use impinge::observe::Status;
use impinge::query::{QuerySpace, features};
use impinge::shape::{SUPPORT_ULPS, Space};
use impinge::{
    Bounded, Contact, Id, Pose, Real, Rotation, Settings, Support, Vector, Verdict, contact, contact_with,
    distance, distance_with, intersection, intersects, intersects_with,
};

use crate::body::Named;
use crate::facts::Facts;
use crate::scene::Scene;

/// Points are combinations of up to four vertices; their own rounding is a few times that of the value.
const WITNESS_ROUNDINGS: f64 = 8.0;

/// A promise that was broken.
#[derive(Clone, Debug)]
pub struct Broken {
    /// Which one.
    pub promise: &'static str,
    /// The numbers.
    pub numbers: String,
    /// Not wrong, but worse than it should be.
    pub soft: bool,
}

/// All promises that an input broke.
#[derive(Clone, Debug, Default)]
pub struct Findings(pub Vec<Broken>);

impl Findings {
    fn hold(&mut self, holds: bool, promise: &'static str, numbers: impl FnOnce() -> String) {
        if !holds {
            self.0.push(Broken { promise, numbers: numbers(), soft: false });
        }
    }

    fn wish(&mut self, holds: bool, promise: &'static str, numbers: impl FnOnce() -> String) {
        if !holds {
            self.0.push(Broken { promise, numbers: numbers(), soft: true });
        }
    }
}

/// An error bound above this × the size says next to nothing.
const WIDE: f64 = 1e-3;

/// A normal may be off unit by this many ε.
const UNIT_ULPS: f64 = 8.0;

/// A normal that falls short of the value by more than this many errors is wrong; by less, it is only not the best.
const NEARLY: f64 = 4.0;

/// Calls of the judge.
const BUDGET: u32 = 3000;

/// Error of the support value of any shape, in ε × reach: two of [`SUPPORT_ULPS`] for the two of a combinator, and their
/// poses.
const COMBINED_ULPS: f64 = 32.0;

/// Settings by the options of a scene: most often the default.
fn settings<S: Named>(scene: &Scene<S>, size: f64) -> Settings {
    match scene.options >> 1 & 7 {
        5 => Settings { gap: Some(0.0), margin: None },
        6 => Settings { gap: Some(1e-3), margin: None },
        7 => Settings { gap: None, margin: Some(size * 0.125) },
        _ => Settings::default(),
    }
}

/// A contact, and a distance as one: what the two have in common.
struct Answer<V: Vector> {
    value: f64,
    error: f64,
    points: [V; 2],
    normal: V,
    status: Status,
    /// Whether `value` is the signed distance, or 0 for all below.
    signed: bool,
}

impl<V: Vector> From<Contact<V>> for Answer<V> {
    fn from(c: Contact<V>) -> Self {
        Self {
            value: c.signed_distance.f64(),
            error: c.error.f64(),
            points: [c.point_a, c.point_b],
            normal: c.normal,
            status: c.status,
            signed: true,
        }
    }
}

impl<V: Vector> From<impinge::Distance<V>> for Answer<V> {
    fn from(c: impinge::Distance<V>) -> Self {
        Self {
            value: c.distance.f64(),
            error: c.error.f64(),
            points: [c.point_a, c.point_b],
            normal: c.normal,
            status: c.status,
            signed: false,
        }
    }
}

/// The answer is finite; no direction separates by more than `value + error`; the normal by no less than
/// `value − error`; the points are in the bodies, and as far apart along the normal as `value` says.
fn certificate<S: Named<V: QuerySpace>>(
    findings: &mut Findings,
    scene: &Scene<S>,
    facts: &Facts<'_, S>,
    answer: &Answer<S::V>,
    settings: &Settings,
) {
    let Answer { value, error, points, normal, status, signed } = answer;
    let (value, error) = (*value, *error);
    let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
    let numbers = || {
        format!(
            "value {value:e} error {error:e} normal {normal:?} points {points:?} {status:?} size {:e}, {settings:?}",
            facts.size
        )
    };
    let finite = value.is_finite() && error.is_finite() && error >= 0.0;
    let finite = finite && normal.is_finite() && points.iter().all(|p| p.is_finite());
    findings.hold(finite, "finite", numbers);
    if !finite {
        return;
    }
    let off = (normal.norm().f64() - 1.0).abs() / epsilon;
    findings.hold(off <= UNIT_ULPS, "normal is unit", || format!("off by {off} ε, {}", numbers()));

    // A distance is 0 for every overlap, and proves nothing of how deep that is.
    let floor = if *signed { f64::NEG_INFINITY } else { 0.0 };
    let limit = value + error + facts.rounding;
    let inner = facts.prepared.frame.direction_in(*normal).unit();
    let mut best = (facts.g(inner), inner);
    let met = best.0.max(floor);
    // The normal was rounded to its precision.
    let turned = 4.0 * epsilon * facts.size;
    let short = value - met;
    let text = || format!("g(normal) {met:e}, {}", numbers());
    let strict = error + facts.rounding + turned;
    findings.hold(short <= NEARLY * strict, "normal separates as said", text);
    findings.wish(short <= strict || short > NEARLY * strict, "normal separates within error", text);
    for n in facts.directions() {
        let g = facts.g(n);
        if g > best.0 {
            best = (g, n);
        }
    }
    let mut reached = facts.climb(inner);
    let other = facts.climb(best.1);
    if other.0 > reached.0 {
        reached = other;
    }
    findings.hold(reached.0 <= limit, "no direction separates more", || {
        let n: S::V = facts.prepared.frame.direction(reached.1);
        let missed = [(&scene.a, n), (&scene.b, -n)]
            .map(|(body, d)| body.shape().missed(body.pose().rotation().unrotate(d)).map(|m| m[0]));
        format!(
            "g {:e} above {limit:e} by {:e} along {n:?}, support missed {missed:?}, {}",
            reached.0,
            reached.0 - limit,
            numbers()
        )
    });
    for (promise, body, p) in [("point_a in A", &scene.a, points[0]), ("point_b in B", &scene.b, points[1])] {
        let off = facts.outside(body, p);
        let text = || format!("outside by {off:e}, {}", numbers());
        findings.hold(off <= facts.narrow + facts.rounding, promise, text);
    }
    let between = points[1] - points[0];
    let way = between.dot(*normal).f64();
    let slack = error + WITNESS_ROUNDINGS * facts.rounding + facts.narrow;
    let text = || format!("along the normal {way:e}, off by {:e}, {}", (way - value).abs(), numbers());
    let fits = (way - value).abs() <= slack;
    if value == 0.0 && !signed {
        findings.wish(fits, "points of a distance of 0 are one", text);
    } else {
        findings.hold(fits, "points as far apart as said", text);
    }
    let across = (between - *normal * Real::of(way)).norm().f64();
    let text = || format!("{across:e}, {}", numbers());
    let asked = settings.gap.unwrap_or(0.0) * facts.size;
    let aside = WIDE * facts.size + facts.narrow + (2.0 * (error + asked) * facts.size).sqrt();
    findings.wish(across <= aside, "points opposite one another", text);
    let stopped = settings.margin.is_some_and(|m| value - error >= m * (1.0 - epsilon));
    findings.wish(stopped || error <= WIDE * facts.size + 4.0 * asked, "narrow error bound", numbers);
}

/// The support mapping of a polytope gives the farthest vertex, as far as the precision tells.
fn supports<S: Named<V: QuerySpace>>(
    findings: &mut Findings,
    scene: &Scene<S>,
    facts: &Facts<'_, S>,
    normal: S::V,
) {
    let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
    for body in [&scene.a, &scene.b] {
        for i in 0..6 {
            // Near the normal, then anywhere.
            let random: S::V = facts.prepared.frame.direction(facts.random());
            let d = normal * Real::of(if i < 3 { 1.0 } else { 0.0 })
                + random * Real::of([0.0, 1e-3, 0.1, 1.0][i.min(3)]);
            let d = if std::ptr::eq(body, &scene.b) { -d } else { d };
            let Some([missed, reach]) = body.shape().missed(body.pose().rotation().unrotate(d)) else {
                break;
            };
            findings.hold(missed <= SUPPORT_ULPS * epsilon * reach, "support is farthest", || {
                format!(
                    "another vertex is {missed:e} farther, {} ε × reach {reach:e}, along {d:?}",
                    missed / epsilon / reach
                )
            });
        }
    }
}

/// Verdicts agree with one another and with the signed distance, and prove themselves.
pub fn verdict<S: Named<V: QuerySpace>>(scene: &Scene<S>) -> Findings {
    let mut findings = Findings::default();
    let facts = Facts::new(scene);
    let (a, b) = (&scene.a, &scene.b);
    let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
    let found = contact(a, b);
    let (s, e) = (found.signed_distance.f64(), found.error.f64() + 2.0 * facts.rounding);
    let far = distance(a, b);
    let proof = intersection(a, b);
    let meet = matches!(proof, Verdict::Meet { .. });
    let text = || format!("{proof:?}, contact {found:?}, distance {far:?}, rounding {:e}", facts.rounding);
    let may = [s - e <= 0.0, s + e >= 0.0];
    let agrees = |meet: bool| if meet { may[0] } else { may[1] };
    findings.hold(agrees(intersects(a, b)), "intersects agrees with contact", text);
    findings.hold(agrees(intersects(b, a)), "intersects swapped agrees with contact", text);
    findings.hold(agrees(meet), "intersection agrees with contact", text);
    let margin = facts.size * 0.0625;
    let near = intersects_with(a, b, &Settings { gap: None, margin: Some(margin) });
    let may = if near { s - e <= margin } else { s + e >= margin };
    findings.hold(may, "intersects with a margin agrees with contact", text);
    match proof {
        Verdict::Apart { axis, .. } => {
            let g = facts.g_of(axis);
            findings
                .hold(g >= -4.0 * epsilon * facts.size, "axis separates", || format!("g {g:e}, {}", text()));
        }
        Verdict::Meet { point, error, .. } => {
            for (promise, body) in [("common point in A", a), ("common point in B", b)] {
                let off = facts.outside(body, point);
                let slack = error.f64() + facts.narrow + 2.0 * facts.rounding;
                findings.hold(off <= slack, promise, || {
                    format!("outside by {off:e} beyond {slack:e}, {}", text())
                });
            }
        }
    }
    let n: S::V = facts.prepared.frame.direction(facts.random());
    let (g, plain) = (facts.g_of(n), facts.g_plain(n));
    findings.hold(
        (g - plain).abs() <= facts.narrow + facts.rounding,
        "the prepared pair is the pair",
        || format!("g {g:e} and {plain:e} along {n:?}"),
    );
    findings
}

/// A distance holds its certificate, and is that of the contact.
pub fn distances<S: Named<V: QuerySpace>>(scene: &Scene<S>) -> Findings {
    let mut findings = Findings::default();
    let facts = Facts::new(scene);
    let mut settings = settings(scene, facts.size);
    settings.margin = None;
    let found = distance_with(&scene.a, &scene.b, &settings);
    certificate(&mut findings, scene, &facts, &found.into(), &settings);
    let (d, e) = (found.distance.f64(), found.error.f64());
    let deep = contact(&scene.a, &scene.b);
    let (s, es) = (deep.signed_distance.f64(), deep.error.f64());
    let slack = e + es + 2.0 * facts.rounding;
    findings.hold((d - s.max(0.0)).abs() <= slack, "distance agrees with contact", || {
        format!("{d:e} ± {e:e} and {s:e} ± {es:e}")
    });
    let swapped = distance_with(&scene.b, &scene.a, &settings);
    let slack = e + swapped.error.f64() + 2.0 * facts.rounding;
    findings.hold((d - swapped.distance.f64()).abs() <= slack, "distance swapped", || {
        format!("{d:e} ± {e:e} and {:e} ± {:e}", swapped.distance.f64(), swapped.error.f64())
    });
    findings
}

/// A contact holds its certificate; the judge, the swapped pair and the scaled pair agree.
pub fn contacts<S: Named<V: QuerySpace>>(
    scene: &Scene<S>,
    scaled: Option<&Scene<S>>,
    scale: f64,
) -> Findings {
    let mut findings = Findings::default();
    let facts = Facts::new(scene);
    let settings = settings(scene, facts.size);
    let found = contact_with(&scene.a, &scene.b, &settings);
    let (s, e) = (found.signed_distance.f64(), found.error.f64());
    // Beyond the margin the answer is a lower bound, and its error bound still holds.
    certificate(&mut findings, scene, &facts, &found.into(), &settings);
    supports(&mut findings, scene, &facts, found.normal);
    let swapped = contact_with(&scene.b, &scene.a, &settings);
    let (t, et) = (swapped.signed_distance.f64(), swapped.error.f64());
    let slack = e + et + 2.0 * facts.rounding;
    findings.hold((s - t).abs() <= slack, "contact swapped", || format!("{s:e} ± {e:e} and {t:e} ± {et:e}"));
    if let Some(scaled) = scaled {
        let larger = contact_with(
            &scaled.a,
            &scaled.b,
            &Settings { margin: settings.margin.map(|m| m * scale), ..settings },
        );
        let same = larger.signed_distance.f64() == s * scale && larger.normal == found.normal;
        // A combined shape in `f32` turns its directions in `f32`, where a tiny rotation underflows.
        let narrow = size_of::<<S::V as Vector>::Scalar>() < size_of::<f64>();
        findings.hold(same || narrow, "scaled by a power of two to the bit", || {
            format!("{found:?} and {larger:?}")
        });
    }
    if scene.options & 0xc0 == 0x40 {
        let listed = features(&scene.a, &scene.b);
        let f = listed.signed_distance.f64();
        let ef = listed.error.f64();
        findings.hold((f - s).abs() <= e + ef + 2.0 * facts.rounding, "features agree with contact", || {
            format!("{f:e} ± {ef:e} and {s:e} ± {e:e}")
        });
    }
    if scene.options & 0xc0 == 0xc0 {
        let interval = certify(&facts.prepared.pair, &CertifySettings { gap: 1e-10, budget: BUDGET });
        let radii = facts.prepared.radius_a + facts.prepared.radius_b;
        let [lower, upper] = [interval.lower, interval.upper].map(|x| facts.prepared.frame.length(x - radii));
        let meets = s - e <= upper + 2.0 * facts.rounding && s + e >= lower - 2.0 * facts.rounding;
        findings.hold(meets, "the judge agrees", || {
            format!("{s:e} ± {e:e} ({:?}), judge {lower:e} to {upper:e}", found.status)
        });
    }
    findings
}

/// A support mapping gives the farthest point: no support point of another direction is farther, nor is any vertex; and
/// where the search begins makes no difference.
pub fn support<S: Named<V: QuerySpace>>(scene: &Scene<S>) -> Findings {
    let mut findings = Findings::default();
    let facts = Facts::new(scene);
    let body = scene.a.shape();
    let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
    let aabb = body.aabb(&Pose::IDENTITY);
    let reach = Vector::max(Vector::abs(aabb.min), Vector::abs(aabb.max)).norm().f64();
    let slack = COMBINED_ULPS * epsilon * reach;
    // Anywhere, and near the axes and one another, where flat parts are.
    let mut directions: Vec<S::V> = facts.directions().iter().map(|&n| S::V::narrow(n)).collect();
    for step in [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8] {
        for i in 0..S::V::DIM {
            let d = S::V::axis(i) + S::V::narrow(facts.random()) * Real::of(step);
            directions.extend([d, -d]);
        }
        let d = directions[0] + S::V::narrow(facts.random()) * Real::of(step);
        directions.push(d);
    }
    let wide = |v: S::V| v.widen();
    let mut id = Id::NONE;
    let mut points = Vec::new();
    for &d in &directions {
        let (p, next) = body.support_from(d, id);
        id = next;
        let (cold, unit) = (body.support(d), wide(d).unit());
        let off = (wide(p) - wide(cold)).dot(unit).abs();
        findings.hold(off <= slack, "the hint makes no difference", || {
            format!("by {off:e}, {} ε × reach {reach:e}, along {d:?}", off / epsilon / reach)
        });
        if let Some([missed, reach]) = body.missed(d) {
            findings.hold(missed <= SUPPORT_ULPS * epsilon * reach, "support is farthest", || {
                let ulps = missed / epsilon / reach;
                format!("another vertex is {missed:e} farther, {ulps} ε × reach {reach:e}, along {d:?}")
            });
        }
        points.push(wide(p));
    }
    for (d, p) in directions.iter().zip(&points) {
        let unit = wide(*d).unit();
        let best = points.iter().map(|q| (*q - *p).dot(unit)).fold(0.0, f64::max);
        findings.hold(best <= slack, "no support point is farther", || {
            format!(
                "another is {best:e} farther, {} ε × reach {reach:e}, along {d:?}",
                best / epsilon / reach
            )
        });
    }
    findings.0.truncate(4);
    findings
}
