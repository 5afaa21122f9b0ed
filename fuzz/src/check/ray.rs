//! Hits of a ray on a body.

use std::fmt;

use impinge::study::pair::ROUNDING_ULPS;
use impinge::study::ray::{RayMethod, ray_cast_by};
use impinge::{
    At, Bounded, Dimension, Pose, Ray, RayHit, Real, Rotation, Shape, Support, Vector, ray_cast_within,
};

use super::{Case, Findings, UNIT_ULPS, WITNESS_ULPS};
use crate::Target;
use crate::body::{Body, Named};
use crate::bytes::Bytes;
use crate::oracle::{Dd, Solid, Unit, V, direction, from_point, nearest, placed};

/// A ray that comes this near to a body, in units of the rounding that the library states, may count as touching it.
const GRAZE: f64 = 2.0;

/// An origin this near to the surface, in the same units, counts as on it, beyond what the digits of its coordinates tell: some
/// forty roundings.
const SKIN: f64 = 20.0;

/// The same for polytopes in `f32`, in ε of it × size.
const NARROW_GRAZE_ULPS: f64 = 16.0;

/// Deeper than this many roundings is in a body, and not only on it.
const DEEP: f64 = 8.0;

/// Places along a ray that begins on the surface where its entry is tested, relative to the size.
const DEPTHS: [f64; 4] = [1e-6, 1e-4, 1e-2, 0.1];

/// Steps of the search along the ray.
const STEPS: usize = 80;

pub struct Cast<S: Named> {
    body: At<Body<S>>,
    ray: Ray<S::V>,
    max: f64,
}

impl<S: Named<V: Dimension>> Case for Cast<S> {
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        bytes.byte();
        let choice = bytes.byte();
        let shape = Body::<S>::read(&mut bytes)?;
        let none = <<S::V as Vector>::Rotation as Rotation<S::V>>::IDENTITY;
        let turn = S::rotation(&mut bytes, &none);
        let place = if bytes.byte() % 3 == 1 { S::vector(&mut bytes) } else { S::V::ZERO };
        let body = shape.at(Pose::try_new(place, turn).ok()?);
        let size = body.support(S::V::axis(0)) - body.support(-S::V::axis(0));
        // The origin: anywhere; or at the surface, or off it by little, or far off.
        let mut out = S::vector(&mut bytes);
        if bytes.byte().is_multiple_of(4) {
            out = turn.rotate(S::V::axis(usize::from(bytes.byte())));
        }
        let origin = match choice % 4 {
            0 => place + S::vector(&mut bytes),
            1 => body.support(out) + S::vector(&mut bytes),
            2 => body.support(out) + out.unit() * (size.norm() * Real::of(bytes.tiny().abs())),
            _ => body.support(out) + out.unit() * Real::of(bytes.size()),
        };
        let to = match choice >> 2 & 7 {
            0 | 1 => body.center() - origin,
            2 => S::V::axis(usize::from(bytes.byte())),
            3 => -out,
            4 => out,
            5 => body.support(S::vector(&mut bytes)) - origin,
            6 => out + S::vector(&mut bytes) * Real::of(bytes.tiny()),
            _ => S::vector(&mut bytes),
        };
        let ray = Ray::try_new(origin, to).ok()?;
        let max = if choice & 0x60 == 0x60 { bytes.size() } else { f64::INFINITY };
        // As the library gets it: rounded down, it may end before a hit that the number itself reaches.
        let max = <S::V as Vector>::Scalar::of(max).f64();
        Some(Self { body, ray, max })
    }

    fn kinds(&self) -> String {
        let name = self.body.shape().name();
        name.split('(').next().unwrap_or_default().to_owned()
    }

    fn check(&self, findings: &mut Findings) {
        let truth = Way::of(self);
        let max = <S::V as Vector>::Scalar::of(self.max);
        let found = ray_cast_within(&self.body, &self.ray, max);
        truth.check(findings, self, found.as_ref(), "");
        let general = ray_cast_by(RayMethod::General, &self.body, &self.ray, max);
        truth.check(findings, self, general.as_ref(), "by support calls");
    }
}

impl<S: Named> fmt::Display for Cast<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pose, number) = (self.body.pose(), <<S::V as Vector>::Scalar as Real>::NAME);
        writeln!(f, "  body ({number}): {}", self.body.shape().describe())?;
        writeln!(f, "     at {:?} {:?}", pose.translation(), pose.rotation())?;
        writeln!(f, "  {:?} max {:?}", self.ray, self.max)
    }
}

/// Truth about a ray and a body.
struct Way {
    body: Solid,
    origin: V,
    /// Unit.
    way: V,
    /// Proven free up to this distance.
    free: Dd,
    /// A distance at which the ray is in the body, within 10⁻²² of the size.
    met: Option<Dd>,
    /// The whole ray keeps at least this far away.
    clear: f64,
    /// Distance of the origin from the body, at most.
    outside: f64,
    /// Tolerance of touching.
    graze: f64,
    /// An origin this near to the surface counts as on it.
    skin: f64,
    size: f64,
    epsilon: f64,
}

impl Way {
    fn of<S: Named<V: Dimension>>(cast: &Cast<S>) -> Self {
        let unit = Unit(0);
        let body = placed(&cast.body, unit);
        let (origin, way) = (unit.vector(cast.ray.origin()), direction(cast.ray.direction()).unit());
        let center = unit.vector(cast.body.pose().translation());
        let (radius, far) = (body.radius_about(center), (origin - center).norm().f64());
        let size = radius + far;
        let ray = Solid::Points(vec![origin, origin + way * (2.0 * size).into()]);
        let whole = nearest(&ray, &body);
        let epsilon = <S::V as Vector>::Scalar::EPSILON.f64();
        let narrow = if epsilon > f64::EPSILON { NARROW_GRAZE_ULPS * epsilon * radius } else { 0.0 };
        let (mut free, mut met) = (Dd::ZERO, None);
        let outside = from_point(&body, origin).upper.f64();
        for _ in 0..STEPS {
            let near = from_point(&body, origin + way * free);
            if near.upper.f64() <= 1e-22 * size {
                met = Some(free);
                break;
            }
            let speed = -near.normal.dot(way);
            if speed <= Dd::ZERO || near.lower <= Dd::ZERO {
                break;
            }
            free = free + near.lower / speed;
            if free.f64() > 2.0 * size {
                break;
            }
        }
        // What the steps did not reach: a point a little further on may be in the body.
        if met.is_none() && whole.lower <= Dd::ZERO {
            let ahead = [1e-20, 1e-17, 1e-14, 1e-11, 1e-8, 1e-5, 1e-3];
            let points = ahead.map(|step| free + (step * size).into());
            met =
                points.into_iter().find(|t| from_point(&body, origin + way * *t).upper.f64() <= 1e-22 * size);
        }
        // What composing loses is part of the rounding that the library states: of poses and radii in `f64`, and of support
        // points that are sums or choices of others in the precision of the shape.
        let shape = cast.body.shape();
        let composed = if shape.name().contains('(') { shape.rounding() } else { 0.0 };
        let lost = cast.body.parts().lost + composed;
        let graze = GRAZE * (ROUNDING_ULPS * f64::EPSILON * size + lost) + narrow;
        Self {
            body,
            origin,
            way,
            free,
            met,
            clear: whole.lower.f64(),
            outside,
            graze,
            skin: SKIN * graze + epsilon * (origin.norm().f64() * 2.0 + size),
            size,
            epsilon,
        }
    }

    /// Whether the ray has a point in the body that stays there when it is moved by some roundings along any axis.
    fn is_deep(&self) -> bool {
        let inside = |p: V| from_point(&self.body, p).upper.f64() <= 1e-22 * self.size;
        let deep = |p: V| {
            (0..3).map(|i| V::axis(i) * (DEEP * self.skin).into()).all(|by| inside(p + by) && inside(p - by))
        };
        self.skin > 0.0 && DEPTHS.iter().any(|part| deep(self.origin + self.way * (part * self.size).into()))
    }

    fn check<S: Named<V: Dimension>>(
        &self,
        findings: &mut Findings,
        cast: &Cast<S>,
        found: Option<&RayHit<S::V>>,
        how: &str,
    ) {
        let met = self.met.map(Dd::f64);
        let text = || {
            format!(
                "{found:?} {how}, truth: free to {:e}, met {met:?}, clear {:e}, origin outside {:e}, touching {:e}, size {:e}",
                self.free.f64(),
                self.clear,
                self.outside,
                self.graze,
                self.size
            )
        };
        let Some(hit) = found else {
            // A ray that begins on the surface and leads away does not enter.
            let enters = self.outside > self.skin || self.is_deep();
            let missed = enters && met.is_some_and(|t| t + self.graze <= cast.max);
            findings.hold(!missed, "a miss is certain", text);
            return;
        };
        let (distance, error) = (hit.distance.f64(), hit.error.f64());
        let finite = distance >= 0.0 && error >= 0.0 && error.is_finite();
        let finite = finite && hit.point.is_finite() && hit.normal.is_finite();
        findings.hold(finite, "finite", text);
        if !finite {
            return;
        }
        findings.hold(self.clear <= self.graze, "a hit is certain", text);
        findings.hold(distance - error <= cast.max, "no hit beyond the most asked for", text);
        // What is within rounding of the surface is on it.
        let up_to = Solid::Points(vec![self.origin, self.origin + self.way * (distance + error).into()]);
        let before = nearest(&up_to, &self.body).lower.f64();
        let say = || format!("so far the ray keeps {before:e} away, {}", text());
        findings.hold(before <= self.graze, "no hit before the body", say);
        if let Some(t) = met {
            // What was lost when shapes were composed is not in the bounds.
            let composed = cast.body.shape().name().contains('(');
            let slack = if composed { self.graze } else { 0.0 };
            findings.hold(distance - error <= t + slack, "no hit after the body", text);
        }
        let point = Unit(0).vector(hit.point);
        let size = self.size + point.norm().f64();
        let narrow = WITNESS_ULPS * self.epsilon * size + self.graze;
        let off = from_point(&self.body, point).lower.f64();
        // Where it touches is known as well as how far away that is.
        findings.hold(off <= narrow + error, "the point is on the body", || {
            format!("off by {off:e}, {}", text())
        });
        let normal = direction(hit.normal);
        let off = (normal.norm() - Dd::ONE).abs().f64() / self.epsilon;
        findings.hold(off <= UNIT_ULPS, "normal is unit", text);
        if distance > 0.0 {
            let below = (self.body.reach(normal.unit()) - point.dot(normal.unit())).f64();
            let text = || format!("the body reaches {below:e} beyond the point, {}", text());
            findings.wish(below <= narrow + error + 1e-3 * self.size, "the normal is that of the body", text);
        }
    }
}
