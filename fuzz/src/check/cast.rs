//! When two moving bodies first touch.

use std::fmt;

use impinge::Status;
use impinge::casting::{CastSettings, default_tolerance};
use impinge::shape::CoreShape;
use impinge::{Bounded, Dimension, Motion, Real, Shape, Vector, cast_with};

use super::{Case, Findings, UNIT_ULPS, narrow};
use crate::Target;
use crate::body::Named;
use crate::bytes::Bytes;
use crate::oracle::{Dd, Nearest, Solid, Truth, Unit, V, direction, nearest};
use crate::pair::Pair;

/// Bytes for the motions, before those of the pair.
const HEAD: usize = 48;

/// The tolerance of a cast is at least this many times the rounding of a distance; see [`CastSettings::tolerance`]. Bodies that
/// are known by their support mapping only say themselves what that rounds ([`Bounded::rounding`]), and the target `support`
/// holds them to it. In `f32` a sum of two placed shapes loses some 26 ε × reach, so that no cast can tell distances below
/// twice as much from 0, and [`narrow`] alone asks for more than there is to know.
const LEAST_TOLERANCE: f64 = 8.0;

/// A direction is rounded to the precision of such a body first: what that costs, in ε × reach.
const ASKED_ULPS: f64 = 2.0;

/// Number of halvings of a stretch of time to show that it is free.
const HALVINGS: u32 = 7;

pub struct Moving<S: Named> {
    pair: Pair<S>,
    motions: [Motion<S::V>; 2],
    settings: CastSettings,
}

impl<S: Named<V: Dimension>> Case for Moving<S> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let (head, rest) = data.split_at(data.len().min(HEAD));
        let mut bytes = Bytes::new(head, 1.0);
        bytes.byte();
        let choice = bytes.byte();
        let pair = Pair::<S>::read(rest, Unit(0))?;
        let between = pair.b.pose().translation() - pair.a.pose().translation();
        let mut motion = |aim: S::V| match bytes.pick(8) {
            0 => Motion::still(),
            1 | 2 => Motion::translation(aim * Real::of(2.0 * bytes.fraction())),
            3 => Motion::translation(S::vector(&mut bytes)),
            4 | 5 => S::turning(&mut bytes),
            _ => S::turning(&mut bytes).moving(aim * Real::of(bytes.fraction())),
        };
        let motions = [motion(between), motion(-between)];
        let mut settings = CastSettings::default();
        match choice >> 2 & 7 {
            5 => settings.separation = bytes.size(),
            6 => settings.tolerance = Some(bytes.tiny().abs()),
            7 => settings.max_steps = u32::from(bytes.byte() % 16),
            _ => {}
        }
        Some(Self { pair, motions, settings })
    }

    fn kinds(&self) -> String {
        let turns = self.motions.iter().filter(|m| !m.is_translation()).count();
        format!("{} {turns} turning", self.pair.kinds())
    }

    fn check(&self, findings: &mut Findings) {
        let truth = self.pair.truth();
        let path = Path::of(self);
        let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
        let CastSettings { separation, tolerance, .. } = self.settings;
        let found = cast_with(&self.pair.a, &self.pair.b, &self.motions[0], &self.motions[1], &self.settings);
        // The tolerance that counts: as asked, and what rounding needs.
        let arms: f64 = self.motions.iter().map(|m| direction(m.center()).norm().f64()).sum();
        let needed = 4096.0 * f64::EPSILON * (path.size + truth.far + arms + path.speed + separation);
        let asked = tolerance.unwrap_or(default_tolerance::<<S::V as Vector>::Scalar>());
        let tolerance = asked.max(0.0) * 2.0 * path.size + needed;
        let start = path.at(Dd::ZERO);
        let text = |t: Dd, near: &Nearest| {
            format!(
                "at {:e} the distance is {:e} to {:e}, found {found:?}, tolerance {tolerance:e}, speed {:e}, {:?}",
                t.f64(),
                near.lower.f64(),
                near.upper.f64(),
                path.speed,
                self.settings,
            )
        };
        // Bodies that touch at the start, within the tolerance that counts, have rules of their own: these need depths.
        let least = LEAST_TOLERANCE * self.choices();
        let touches = start.lower.f64() <= separation + tolerance + least;
        let until = found.map_or(1.0, |impact| impact.time.f64());
        if !touches {
            let steps = (1..16).map(|k| f64::from(k) / 16.0);
            let near_end = [1e-2, 1e-3, 1e-5, 1e-8, 1e-12].map(|k| 1.0 - k);
            for part in steps.chain(near_end).chain(found.is_none().then_some(1.0)) {
                let t = Dd::from(until) * part.into();
                let near = path.at(t);
                // Shapes that share a point are no farther apart than 0.
                let free =
                    near.upper.f64() > separation || (near.upper.f64() == separation && separation > 0.0);
                findings.hold(free, "free before the impact", || text(t, &near));
            }
        }
        let Some(impact) = found else { return };
        let (time, late) = (impact.time.f64(), impact.time_error.f64());
        let lengths = [impact.distance.f64(), time];
        let finite = lengths.iter().all(|x| x.is_finite()) && late >= 0.0;
        let finite = finite && (0.0..=1.0).contains(&time) && impact.normal.is_finite();
        let finite = finite && impact.point_a.is_finite() && impact.point_b.is_finite();
        let then = path.at(time.into());
        let say = || text(time.into(), &then);
        findings.hold(finite, "finite", say);
        if !finite {
            return;
        }
        let off = (direction(impact.normal).norm() - Dd::ONE).abs().f64() / epsilon;
        findings.hold(off <= UNIT_ULPS, "normal is unit", say);
        let room = tolerance + 4.0 * epsilon * path.speed + narrow::<S::V>(&truth);
        if impact.at_start {
            findings.hold(time == 0.0 && start.lower.f64() <= separation, "at the start", say);
        } else if touches {
            // From a touch they may have come to overlap: the signed distance is at least what any direction separates them by.
            let [a, b] = path.bodies(time.into());
            let at = [V::ZERO; 2];
            let overlap = Truth::new([a, b], at, Unit(0), <S::V as Vector>::DIM == 2, self.pair.seed);
            let separated = overlap.climb(direction(impact.normal)).0;
            let lower = if then.lower > Dd::ZERO { then.lower } else { separated }.f64();
            let distance = impact.distance.f64();
            let room = room + least;
            let right = distance <= then.upper.f64() + room && distance >= lower - room;
            findings.hold(right, "the distance is that at the time, from a touch", || {
                format!("at least {lower:e}, {}", say())
            });
        } else {
            if impact.status == Status::Converged {
                let near = then.lower.f64() <= separation + room + LEAST_TOLERANCE * self.blur(&path);
                findings.hold(near, "near enough to touching at the impact", say);
            }
            let distance = impact.distance.f64();
            let right = distance <= then.upper.f64() + room && distance >= then.lower.f64() - room;
            findings.hold(right, "the distance is that at the time", say);
            if late.is_finite() {
                let end = (time + late).min(1.0);
                // A body that is known by its support mapping only is known within what that rounds.
                let known = needed + self.blur(&path);
                let free = path.stays_free(time, end, separation + known, HALVINGS);
                findings.hold(!free, "touched no later than the time and its error", || {
                    let near = path.at(end.into());
                    text(end.into(), &near)
                });
            }
            let [a, b] = path.bodies(time.into());
            for (promise, body, p) in
                [("point_a in A", &a, impact.point_a), ("point_b in B", &b, impact.point_b)]
            {
                let off = truth.outside(body, Unit(0).vector(p));
                findings.hold(off <= room, promise, || format!("outside by {off:e}, {}", say()));
            }
        }
    }
}

impl<S: Named> Moving<S> {
    /// Loss by choosing support points in a body's own precision, as the library reports it: polytopes in `f32`, and bodies that
    /// are known by their support mapping only. It counts in the tolerance; the target `support` holds bodies to it.
    fn choices(&self) -> f64 {
        [&self.pair.a, &self.pair.b].map(|b| b.parts().core.choice_error()).iter().sum()
    }

    /// Uncertainty of a distance, as bodies in their own precision are known by their support mapping only.
    fn blur(&self, path: &Path<'_, S>) -> f64 {
        let asked = ASKED_ULPS * <S::V as Vector>::Scalar::EPSILON.f64() * path.size;
        let bodies = [self.pair.a.shape(), self.pair.b.shape()];
        bodies.into_iter().filter(|b| b.is_mapped()).map(|b| b.rounding() + asked).sum()
    }
}

impl<S: Named> fmt::Display for Moving<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  {:?}\n  {:?}\n  {:?}\n", self.pair, self.motions[0], self.motions[1], self.settings)
    }
}

/// Two bodies over time.
struct Path<'a, S: Named> {
    moving: &'a Moving<S>,
    truth: Truth,
    /// Size of both bodies together, each about its own origin.
    size: f64,
    /// No two points of the bodies come nearer to one another faster than this.
    speed: f64,
}

impl<'a, S: Named<V: Dimension>> Path<'a, S> {
    fn of(moving: &'a Moving<S>) -> Self {
        let truth = moving.pair.truth();
        let unit = Unit(0);
        let (mut size, mut speed) = (0.0, 0.0);
        let bodies = [(&truth.a, &moving.pair.a), (&truth.b, &moving.pair.b)];
        for ((solid, body), motion) in bodies.into_iter().zip(&moving.motions) {
            size += solid.radius_about(unit.vector(body.pose().translation()));
            let turned = motion.angle().f64().abs() * solid.radius_about(unit.vector(motion.center()));
            speed += unit.vector(motion.linear()).norm().f64() + turned;
        }
        Self { moving, truth, size, speed: speed * (1.0 + 1e-12) }
    }

    fn bodies(&self, t: Dd) -> [Solid; 2] {
        let [a, b] = [0, 1].map(|i| S::carried(&self.moving.motions[i], t, Unit(0)));
        [self.truth.a.clone().at(a), self.truth.b.clone().at(b)]
    }

    fn at(&self, t: Dd) -> Nearest {
        let [a, b] = self.bodies(t);
        nearest(&a, &b)
    }

    /// Whether the bodies are surely farther apart than `level` all the time: they do not come nearer faster than they move.
    fn stays_free(&self, from: f64, to: f64, level: f64, halvings: u32) -> bool {
        let [first, last] = [from, to].map(|t| self.at(t.into()).lower.f64());
        if first <= level || last <= level {
            return false;
        }
        if first + last - self.speed * (to - from) > 2.0 * level {
            return true;
        }
        let middle = 0.5 * (from + to);
        halvings > 0
            && self.stays_free(from, middle, level, halvings - 1)
            && self.stays_free(middle, to, level, halvings - 1)
    }
}
