//! Contact manifolds and contact features.

use std::fmt;

use impinge::feature::Tolerances;
use impinge::manifolds::{Manifold, ManifoldSettings};
use impinge::study::pair::Prepared;
use impinge::study::perturbation::{PerturbationSettings, perturbed_manifold};
use impinge::{Dimension, Real, Settings, Shape, Vector, features, manifold_with};

use super::pair::{Answer, certificate};
use super::{Case, Findings, promise};
use crate::Target;
use crate::body::Named;
use crate::oracle::{Truth, Unit, V, direction};
use crate::pair::Pair;

pub struct Touching<S: Named> {
    pair: Pair<S>,
    settings: ManifoldSettings,
    manifold: bool,
}

impl<S: Named<V: Dimension>> Case for Touching<S> {
    fn read(target: Target, data: &[u8]) -> Option<Self> {
        let first = data.first().copied().unwrap_or(0);
        // The second byte chooses the space; see `run`.
        let pair = Pair::read(data.get(2..).unwrap_or_default(), Unit(0))?;
        let size = pair.truth().size;
        let default = ManifoldSettings::default();
        let settings = match first >> 1 & 7 {
            5 => ManifoldSettings { max_points: None, ..default },
            6 => ManifoldSettings { margin: 0.125 * size, ..default },
            7 => ManifoldSettings { angle: 0.0, ..default },
            _ => default,
        };
        Some(Self { pair, settings, manifold: target == Target::Manifold })
    }

    fn kinds(&self) -> String {
        self.pair.kinds()
    }

    fn check(&self, findings: &mut Findings) {
        let truth = self.pair.truth();
        if self.manifold {
            let found = manifold_with(&self.pair.a, &self.pair.b, &self.settings);
            self.check_manifold(findings, &truth, &found);
            self.check_perturbed(findings, &truth);
        } else {
            self.check_features(findings, &truth);
        }
    }
}

impl<S: Named> fmt::Display for Touching<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}  {:?}", self.pair, self.settings)
    }
}

impl<S: Named<V: Dimension>> Touching<S> {
    /// The touching tolerance of the library's default: relative to the size of the pair as the library has it, which for a shape
    /// that is composed of parts far from its origin counts how far they are.
    fn touch(&self, truth: &Truth) -> f64 {
        let prepared = Prepared::new(&self.pair.a.parts(), &self.pair.b.parts());
        let size = prepared.frame.length(prepared.pair.size).max(truth.size);
        Tolerances::of::<<S::V as Vector>::Scalar>().touch * size
    }

    fn check_manifold(&self, findings: &mut Findings, truth: &Truth, found: &Manifold<S::V>) {
        let unit = Unit(0);
        let (s, e) = (found.signed_distance.f64(), found.error.f64());
        let touch = self.touch(truth);
        // As a contact; where it is farther away than the margin it is only known to be that.
        let far = s - e > self.settings.margin + touch;
        let answer = Answer {
            value: s,
            error: e,
            points: [V::ZERO; 2],
            normal: direction(found.normal),
            status: found.status,
            signed: true,
        };
        // The normal is the first of equally good ones, within the touching tolerance.
        let near = Answer { error: e + touch, ..answer };
        let asked = Settings { gap: self.settings.gap, margin: far.then_some(self.settings.margin) };
        if !certificate::<S::V>(findings, truth, &near, &asked) {
            return;
        }
        let points = found.points();
        let most = self.settings.max_points.map_or(usize::MAX, |m| if S::V::DIM == 2 { m.min(2) } else { m });
        let text = || format!("size {:e}, {found:?}", truth.size);
        findings.hold(points.len() <= most, "no more points than asked for", text);
        findings.hold(
            far || !points.is_empty() || s + e > self.settings.margin,
            "bodies that touch have points",
            text,
        );
        let n = direction(found.normal).unit();
        let off_body = promise::manifold_off(e, touch, truth.size);
        for (i, p) in points.iter().enumerate() {
            let (a, b) = (unit.vector(p.point_a), unit.vector(p.point_b));
            let apart = p.signed_distance.f64();
            let gap = (b - a - n * apart.into()).norm().f64();
            let narrow = e + promise::way_rounding::<S::V>(truth, [a, b], apart);
            findings
                .hold(gap <= narrow, "points lie along the normal", || format!("off {gap:e}, {}", text()));
            for (promise, body, q) in [("point_a in A", &truth.a, a), ("point_b in B", &truth.b, b)] {
                let off = truth.outside(body, q);
                let off_body = off_body + promise::rounding::<S::V>(truth, q);
                let say = || format!("point {i} outside by {off:e}, may {off_body:e}, {}", text());
                findings.hold(off <= off_body, promise, say);
            }
            let deep = apart >= s - e - touch - promise::PARALLEL * truth.size;
            findings.hold(deep, "no point lies deeper than the signed distance", text);
            let alone = points[..i].iter().all(|q| (q.feature_a, q.feature_b) != (p.feature_a, p.feature_b));
            findings.hold(alone, "no two points have the same features", text);
        }
        if let Some(deepest) = found.deepest() {
            let off = deepest.signed_distance.f64() - s;
            let may = e + touch + promise::ROUND * truth.size;
            let say = || format!("off by {off:e}, may {may:e}, {}", text());
            findings.hold(off <= may, "the deepest point is as deep as said", say);
        }
    }

    /// Points by support calls alone: on their bodies too.
    fn check_perturbed(&self, findings: &mut Findings, truth: &Truth) {
        let found = perturbed_manifold(&self.pair.a, &self.pair.b, &PerturbationSettings::default());
        for p in found.points() {
            let points = [
                ("perturbed point_a in A", &truth.a, p.point_a),
                ("perturbed point_b in B", &truth.b, p.point_b),
            ];
            for (promise, body, q) in points {
                let q = Unit(0).vector(q);
                let off = truth.outside(body, q);
                let may = promise::SAMPLED_ERRORS * found.error.f64() + promise::rounding::<S::V>(truth, q);
                findings.hold(off <= may, promise, || format!("outside by {off:e}, may {may:e}, {found:?}"));
            }
        }
    }

    fn check_features(&self, findings: &mut Findings, truth: &Truth) {
        let unit = Unit(0);
        let found = features(&self.pair.a, &self.pair.b);
        let (s, e) = (found.signed_distance.f64(), found.error.f64());
        let touch = self.touch(truth);
        let (a, b) = (unit.vector(found.point_a), unit.vector(found.point_b));
        let answer = Answer {
            value: s,
            error: e + touch,
            points: [a, b],
            normal: direction(found.normal),
            status: found.status,
            signed: true,
        };
        if !certificate::<S::V>(findings, truth, &answer, &Settings::default()) {
            return;
        }
        let text = || format!("size {:e}, {found:?}", truth.size);
        for (promise, body, q) in [("point_a in A", &truth.a, a), ("point_b in B", &truth.b, b)] {
            let off = truth.outside(body, q);
            let may = promise::FEATURE_ERRORS * e + promise::rounding::<S::V>(truth, q);
            findings.hold(off <= may, promise, || format!("outside by {off:e}, may {may:e}, {}", text()));
        }
        let apart = (b - a - direction(found.normal).unit() * s.into()).norm().f64();
        let level = Tolerances::of::<<S::V as Vector>::Scalar>().angle;
        let both = promise::way_rounding::<S::V>(truth, [a, b], s);
        let may = promise::feature_way(e, touch, s, level, truth.size) + both;
        let say = || format!("off {apart:e}, may {may:e}, {}", text());
        findings.hold(apart <= may, "points lie along the normal", say);
        let middle = (unit.vector(found.point) - (a + b) * 0.5.into()).norm().f64();
        findings.hold(middle <= both, "the point is the middle", text);
        let swapped = features(&self.pair.b, &self.pair.a);
        let (t, et) = (swapped.signed_distance.f64(), swapped.error.f64());
        let agree = (s - t).abs() <= e + et;
        findings.hold(agree, "features swapped", || format!("{t:e} ± {et:e}, {}", text()));
    }
}
