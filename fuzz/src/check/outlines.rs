//! Chains and regions of the plane: points, shapes, rays and casts against all their sides, in numbers of 31 digits.

use std::fmt;

use impinge::Status;
use impinge::body::{Chain, Region};
use impinge::casting::default_tolerance;
use impinge::mesh::Position;
use impinge::{
    AnyShape2, At, Body, Dimension, Motion, Point, Pose, Ray, Real, Shape, Support, Vec2, cast, contact,
    distance, intersects, ray_cast,
};

use super::{Case, Findings};
use crate::Rng;
use crate::Target;
use crate::body::{Body as Convex, Named};
use crate::bytes::Bytes;
use crate::oracle::{Dd, Known, Solid, Unit, V, nearest, placed};

/// Lengths are times 2 to one of these powers, in `f64` and in `f32`: from one end of the numbers to the other.
const UNITS: [[i32; 8]; 2] = [[0, 0, 0, 0, 515, -540, 980, -980], [0, 0, 0, 0, 100, -60, 0, 0]];

/// Distance below which, relative to the size, touching cannot be decided, in `f64` and by the oracle.
const SAME: f64 = 1e-20;

/// The same for when a body that moves straight first touches: it may come near a side slowly, and then it takes long for the rest.
const TOUCH: f64 = 1e-25;

/// Steps to where a body that moves straight comes nearest, and to when it first touches: each leaves 2/3 or 1/2 of the time.
const STEPS: usize = 110;

/// Uncertainty of a query about a place, in ε of `f64` × size, beside its own error.
const PLACE_ULPS: f64 = 4096.0;

enum Outline<T: Real> {
    Chain(Chain<T>),
    Region(Region<T>),
}

pub struct Outlined<T: Real> {
    outline: Outline<T>,
    rings: Vec<Vec<Vec2<T>>>,
    pose: Pose<Vec2<T>>,
    shape: At<Convex<AnyShape2<T>>>,
    /// Pose of the shape; the outline stands still.
    motion: Motion<Vec2<T>>,
    ray: Ray<Vec2<T>>,
    unit: Unit,
}

impl<T: Real> Case for Outlined<T>
where
    Vec2<T>: Dimension<Scalar = T>,
    AnyShape2<T>: Named<V = Vec2<T>>,
{
    fn read(_: Target, data: &[u8]) -> Option<Self> {
        let mut bytes = Bytes::new(data, 1.0);
        bytes.byte();
        let choice = bytes.byte();
        let single = usize::from(size_of::<T>() == 4);
        let unit = Unit(UNITS[single][usize::from(bytes.pick(8))]);
        let scale = 2_f64.powi(unit.0);
        let rings = if choice & 1 == 0 { vec![ring(&mut bytes)] } else { islands(&mut bytes) };
        let rings: Vec<Vec<Vec2<T>>> = rings
            .iter()
            .map(|ring| ring.iter().map(|p| Vec2::new(T::of(p[0] * scale), T::of(p[1] * scale))).collect())
            .collect();
        let outline = match choice >> 1 & 3 {
            0 => Outline::Chain(Chain::try_new(&rings[0]).ok()?),
            1 => Outline::Chain(Chain::try_closed(&rings[0]).ok()?),
            _ => Outline::Region(Region::try_new(&rings).ok()?),
        };
        let rings = if matches!(outline, Outline::Chain(_)) { vec![rings[0].clone()] } else { rings };
        let mut sized = Bytes::new(&data[data.len().min(64)..], scale);
        let pose = if choice & 8 == 0 { Pose::IDENTITY } else { AnyShape2::<T>::pose(&mut sized) };
        let body = if choice & 0x10 == 0 {
            Convex::Any(AnyShape2::from(Point::new(Vec2::ZERO)))
        } else {
            Convex::<AnyShape2<T>>::read(&mut sized)?
        };
        let place = AnyShape2::<T>::pose(&mut sized);
        let shape = body.at(place);
        // At a corner, so that it comes to a joint, or anywhere.
        let ring = &rings[usize::from(sized.byte()) % rings.len()];
        let corner = pose * ring[usize::from(sized.byte()) % ring.len()];
        let from = shape.support(corner - shape.center());
        let by = match sized.pick(4) {
            0 => AnyShape2::<T>::vector(&mut sized),
            1 => (corner - from) * T::of(1.0 + sized.fraction()),
            _ => (corner - from) * T::TWO,
        };
        let motion = Motion::try_translation(by).ok()?;
        let motion = match sized.pick(4) {
            0 => {
                let center = corner + AnyShape2::<T>::vector(&mut sized) * T::of(0.25);
                Motion::try_turn(center, T::of(sized.angle()))
                    .and_then(|m| m.try_moving(by * T::HALF))
                    .ok()?
            }
            _ => motion,
        };
        let origin = AnyShape2::<T>::vector(&mut sized);
        let ray = Ray::try_new(origin, corner - origin).ok()?;
        Some(Self { outline, rings, pose, shape, motion, ray, unit })
    }

    fn kinds(&self) -> String {
        let outline = match &self.outline {
            Outline::Chain(chain) if chain.is_closed() => "closed chain",
            Outline::Chain(_) => "chain",
            Outline::Region(_) => "region",
        };
        let turns = if self.motion.is_translation() { "" } else { " turning" };
        format!("{outline} {}{turns} 2^{}", self.shape.shape().name(), self.unit.0)
    }

    fn check(&self, findings: &mut Findings) {
        match &self.outline {
            Outline::Chain(chain) => self.check_body(findings, &chain.at(self.pose)),
            Outline::Region(region) => {
                self.check_body(findings, &region.at(self.pose));
                self.check_region(findings, region);
            }
        }
    }
}

impl<T: Real> Outlined<T>
where
    Vec2<T>: Dimension<Scalar = T>,
    AnyShape2<T>: Named<V = Vec2<T>>,
{
    fn is_open(&self) -> bool {
        matches!(&self.outline, Outline::Chain(chain) if !chain.is_closed())
    }

    /// The ends of all sides, where they stand.
    fn ends(&self) -> Vec<[V; 2]> {
        let place = AnyShape2::<T>::place(&self.pose, self.unit);
        let at = |p: Vec2<T>| place.apply(self.unit.vector(p));
        let sides = |ring: &Vec<Vec2<T>>| {
            let count = ring.len() - usize::from(self.is_open());
            (0..count).map(|k| [at(ring[k]), at(ring[(k + 1) % ring.len()])]).collect::<Vec<_>>()
        };
        self.rings.iter().flat_map(sides).collect()
    }

    fn check_body<B: Body<V = Vec2<T>> + impinge::ray::RayTarget<Vec2<T>>>(
        &self,
        findings: &mut Findings,
        body: &B,
    ) {
        let ends = self.ends();
        let sides: Vec<Solid> = ends.iter().map(|ends| Solid::Points(ends.to_vec())).collect();
        let shape = placed(&self.shape, self.unit);
        let reach = ends.iter().flatten().map(|p| p.norm().f64()).fold(shape.radius_about(V::ZERO), f64::max);
        // A side is a segment of a half length in the precision of the body.
        let unknown = (PLACE_ULPS * f64::EPSILON + T::EPSILON.f64()) * reach
            + self.unit.length(self.shape.parts().core_error()).f64()
            + 4.0 * self.unit.grain::<T>();
        let length = |x: T| self.unit.length(x.f64()).f64();
        let [low, high] = sides.iter().fold([f64::INFINITY; 2], |[low, high], side| {
            let near = nearest(side, &shape);
            [low.min(near.lower.f64()), high.min(near.upper.f64())]
        });
        // Where no side is met, any point of the shape tells whether it is inside.
        let solid = matches!(self.outline, Outline::Region(_));
        let inside = solid && low > 1e-9 * reach && winding(&ends, shape.support(V::axis(0))) != 0;
        let text = |found: &dyn fmt::Debug| {
            format!("sides {low:e} to {high:e} away, inside {inside}, size {reach:e}, found {found:?}")
        };
        let meets = [intersects(body, &self.shape), intersects(&self.shape, body)];
        findings.hold(meets[0] == meets[1], "the verdict both ways round", || text(&meets));
        if inside || high <= SAME * reach {
            findings.hold(meets[0], "bodies that touch meet", || text(&meets));
        } else if low > unknown && !(solid && low <= 1e-9 * reach) {
            findings.hold(!meets[0], "bodies apart do not meet", || text(&meets));
        }
        for found in [distance(body, &self.shape), distance(&self.shape, body)] {
            let (value, error) = (length(found.distance), length(found.error));
            let [low, high] = if inside { [0.0, 0.0] } else { [low, high] };
            let right = value >= low - error - unknown && value <= high + error + unknown;
            let known = solid && low <= 1e-9 * reach;
            findings.hold(
                right || (known && value == 0.0),
                "the distance is that of the nearest side",
                || text(&found),
            );
        }
        for found in [contact(body, &self.shape), contact(&self.shape, body)] {
            let (value, error) = (length(found.signed_distance), length(found.error));
            let right = if inside {
                value >= -high - error - unknown && value <= -low + error + unknown
            } else if low > 0.0 {
                let apart = value >= low - error - unknown && value <= high + error + unknown;
                apart || (solid && low <= 1e-9 * reach)
            } else {
                value <= high + error + unknown
            };
            findings.hold(right, "the signed distance is that of the nearest side", || text(&found));
        }
        self.check_ray(findings, body, &ends, reach);
        // Bodies that touch at the start, within the tolerance, have rules of their own.
        if low > (8.0 * default_tolerance::<T>() + 1e-9) * reach && !inside {
            self.check_cast(findings, body, &sides, &shape, reach);
        }
    }

    fn check_ray<B: impinge::ray::RayTarget<Vec2<T>>>(
        &self,
        findings: &mut Findings,
        body: &B,
        ends: &[[V; 2]],
        reach: f64,
    ) {
        let (origin, way) =
            (self.unit.vector(self.ray.origin()), self.unit.vector(self.ray.direction()).unit());
        let size = reach + origin.norm().f64();
        let from = Solid::point(origin);
        let near = ends.iter().map(|ends| nearest(&Solid::Points(ends.to_vec()), &from).lower.f64());
        // What begins on the surface has rules of its own.
        if near.fold(f64::INFINITY, f64::min) <= 1e-5 * size {
            return;
        }
        let found = ray_cast(body, &self.ray);
        let text = |truth: &dyn fmt::Debug| format!("true {truth:?}, size {size:e}, found {found:?}");
        if matches!(self.outline, Outline::Region(_)) && winding(ends, origin) != 0 {
            let right = found.is_some_and(|hit| hit.distance == T::ZERO);
            findings.hold(right, "a ray that begins inside", || text(&0.0));
            return;
        }
        // Where it crosses sides: how far on, and between the ends by how much; the least of those that it surely does.
        let crossings: Vec<(f64, f64)> = ends
            .iter()
            .filter_map(|&[a, b]| {
                let (along, to) = (b - a, a - origin);
                let down = way.cross(along).0[2];
                let t = to.cross(along).0[2] / down;
                let share = (to.cross(way).0[2] / down).f64();
                let off = share.min(1.0 - share) * along.norm().f64();
                (down.abs().f64() > 1e-12 * along.norm().f64()).then(|| (t.f64(), off))
            })
            .filter(|(t, _)| *t > 0.0)
            .collect();
        let first =
            crossings.iter().filter(|(_, off)| *off >= 0.0).map(|c| c.0).fold(f64::INFINITY, f64::min);
        let length = |x: T| self.unit.length(x.f64()).f64();
        match found {
            None => {
                findings.hold(first == f64::INFINITY, "a ray that misses crosses no side", || text(&first))
            }
            Some(hit) => {
                let (value, error) = (length(hit.distance), length(hit.error) * (1.0 + 1e-12) + 1e-30 * size);
                findings.hold(value - error <= first, "no side before the hit", || text(&first));
                if hit.status == Status::Converged {
                    let there =
                        crossings.iter().any(|(t, off)| *off >= -1e-12 * size && (t - value).abs() <= error);
                    findings.hold(there, "a side where the ray hits", || text(&crossings));
                }
            }
        }
    }

    fn check_cast<B: Body<V = Vec2<T>>>(
        &self,
        findings: &mut Findings,
        body: &B,
        sides: &[Solid],
        shape: &Solid,
        reach: f64,
    ) {
        let found = cast(&self.shape, body, &self.motion, &Motion::still());
        let at = |t: Dd| shape.clone().at(AnyShape2::<T>::carried(&self.motion, t, self.unit));
        let time = found.map_or(1.0, |impact| impact.time.f64());
        let late = found.map_or(f64::INFINITY, |impact| impact.time_error.f64());
        let asked = default_tolerance::<T>() * 2.0 * reach + PLACE_ULPS * f64::EPSILON * reach;
        for side in sides {
            let near = |t: Dd| nearest(side, &at(t));
            if self.motion.is_translation() {
                // The distance of two convex bodies is a convex function of the time: its least, then where it first is as good as 0.
                let (mut low, mut high) = (Dd::ZERO, Dd::ONE);
                let mut touch = None;
                for _ in 0..STEPS {
                    let third = (high - low) / 3.0.into();
                    let times = [low + third, high - third];
                    let [first, second] = times.map(|t| near(t).upper);
                    let best = if first <= second { (first, times[0]) } else { (second, times[1]) };
                    if best.0.f64() <= TOUCH * reach {
                        touch = Some(best.1);
                        break;
                    }
                    if first <= second { high = times[1] } else { low = times[0] }
                }
                let Some(touch) = touch.or((near(Dd::ONE).upper.f64() <= TOUCH * reach).then_some(Dd::ONE))
                else {
                    continue;
                };
                let (mut before, mut after) = (Dd::ZERO, touch);
                for _ in 0..STEPS {
                    let middle = (before + after) / 2.0.into();
                    if near(middle).upper.f64() <= TOUCH * reach { after = middle } else { before = middle }
                }
                let text = || format!("it touches by {:e}, found {found:?}, size {reach:e}", after.f64());
                findings.hold(found.is_some(), "what passes through a side meets it", text);
                findings.hold(time <= after.f64() * (1.0 + 1e-15), "a cast is not late", text);
            }
            for part in [0.25, 0.5, 0.75, 0.9, 0.99, 0.9999, 1.0 - 1e-6, 1.0 - 1e-9] {
                let t = Dd::from(time * part);
                let near = near(t);
                findings.hold(near.upper.f64() > SAME * reach, "free before the impact", || {
                    format!("at {:e} the distance is {:e}, found {found:?}", t.f64(), near.upper.f64())
                });
            }
        }
        let Some(impact) = found else { return };
        let then = sides
            .iter()
            .map(|side| nearest(side, &at(time.into())).lower.f64())
            .fold(f64::INFINITY, f64::min);
        let room = asked + 4.0 * T::EPSILON.f64() * self.speed(reach);
        if impact.status == Status::Converged {
            findings.hold(then <= 8.0 * room, "near enough to touching at the impact", || {
                format!("{then:e} away, room {room:e}, found {impact:?}")
            });
        }
        // They have touched by the end of the error: some side is met at some time until then. Only a touch at the very end is missed
        // by a glance at some times, so the test is how far they surely are from it.
        let end = time + late;
        if late.is_finite() && end <= 1.0 {
            let speed = self.speed(reach);
            let gap = |t: Dd| {
                sides.iter().map(|side| nearest(side, &at(t)).lower.f64()).fold(f64::INFINITY, f64::min)
            };
            let parts = 64;
            let step = late / f64::from(parts);
            let part = |k: u32| Dd::from(time) + (step * f64::from(k)).into();
            let free = (0..=parts).all(|k| gap(part(k)) > 0.5 * speed * step);
            findings.hold(!free, "touched no later than the time and its error", || {
                format!("{:e} away at the end, found {impact:?}", gap(end.into()))
            });
        }
    }

    /// No point of the shape is faster.
    fn speed(&self, reach: f64) -> f64 {
        let center = self.unit.vector(self.motion.center()).norm().f64();
        self.unit.vector(self.motion.linear()).norm().f64()
            + self.motion.angle().f64().abs() * (reach + center)
    }

    /// Points at random are where their winding numbers say, and parts, where there are any, say the same.
    fn check_region(&self, findings: &mut Findings, region: &Region<T>) {
        let at = |p: Vec2<T>| self.unit.vector(p);
        let ends: Vec<[V; 2]> = self
            .rings
            .iter()
            .flat_map(|ring| (0..ring.len()).map(|k| [at(ring[k]), at(ring[(k + 1) % ring.len()])]))
            .collect();
        let reach = ends.iter().flatten().map(|p| p.norm().f64()).fold(0.0, f64::max);
        let parts = region.convex_parts();
        let tangled = matches!(parts, Err(impinge::body::ConvexPartsError::Tangled));
        findings.hold(!tangled, "rings that do not cross have parts", || "tangled".into());
        let mut rng = Rng::xorshift(3);
        let scale = 2_f64.powi(self.unit.0);
        for _ in 0..12 {
            let p = Vec2::new(T::of(reach * rng.signed() * scale), T::of(reach * rng.signed() * scale));
            let seen = at(p);
            let dot = Solid::point(seen);
            let clear = ends.iter().map(|e| nearest(&Solid::Points(e.to_vec()), &dot).lower.f64());
            if clear.fold(f64::INFINITY, f64::min) <= 1e-9 * reach {
                continue;
            }
            let inside = winding(&ends, seen) != 0;
            let expected = if inside { Position::Inside } else { Position::Outside };
            let found = region.position(p);
            findings.hold(found == Some(expected), "a point is inside or not", || format!("{p:?} {found:?}"));
            if let Ok(parts) = &parts {
                let meet = intersects(parts, &Point::new(p));
                findings.hold(meet == inside, "parts hold what the region holds", || format!("{p:?} {meet}"));
            }
        }
    }
}

/// Loss by choosing support points, as the library reports it.
trait CoreError {
    fn core_error(&self) -> f64;
}

impl<W: impinge::shape::Space> CoreError for impinge::shape::Parts<'_, W> {
    fn core_error(&self) -> f64 {
        use impinge::shape::CoreShape;
        2.0 * self.core.choice_error() + self.lost
    }
}

/// Winding number of the sides around a point that is far from all of them.
fn winding(ends: &[[V; 2]], p: V) -> i32 {
    let mut around = 0;
    for &[a, b] in ends {
        let turn = (b - a).cross(p - a).0[2];
        let ([_, ay, _], [_, by, _], [_, y, _]) = (a.0, b.0, p.0);
        if ay <= y && by > y && turn > Dd::ZERO {
            around += 1;
        } else if ay > y && by <= y && turn < Dd::ZERO {
            around -= 1;
        }
    }
    around
}

/// Points one after the other, on a grid or anywhere.
fn ring(bytes: &mut Bytes<'_>) -> Vec<[f64; 2]> {
    let count = 2 + bytes.pick(6);
    (0..count).map(|_| [bytes.coordinate(), bytes.coordinate()]).collect()
}

/// Squares, diamonds and stars in one another, shuffled, so that land and holes take turns.
fn islands(bytes: &mut Bytes<'_>) -> Vec<Vec<[f64; 2]>> {
    let (mut size, mut clockwise) = (8.0, bytes.pick(2) == 0);
    let at = [bytes.coordinate(), bytes.coordinate()];
    let mut rings: Vec<Vec<[f64; 2]>> = Vec::new();
    for _ in 0..1 + bytes.pick(5) {
        let corners = 3 + bytes.pick(6);
        let start = f64::from(bytes.byte()) / 128.0 * std::f64::consts::PI;
        let mut ring: Vec<[f64; 2]> = (0..corners)
            .map(|k| {
                let (sin, cos) =
                    (start + f64::from(k) / f64::from(corners) * std::f64::consts::TAU).sin_cos();
                [at[0] + size * cos, at[1] + size * sin]
            })
            .collect();
        if clockwise {
            ring.reverse();
        }
        rings.push(ring);
        // Within the ring: a triangle holds half of its radius.
        (size, clockwise) = (0.45 * size, !clockwise);
    }
    for k in (1..rings.len()).rev() {
        rings.swap(k, usize::from(bytes.byte()) % (k + 1));
    }
    rings
}

impl<T: Real> fmt::Display for Outlined<T>
where
    AnyShape2<T>: Named<V = Vec2<T>>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match &self.outline {
            Outline::Chain(_) => "chain",
            Outline::Region(_) => "region",
        };
        writeln!(f, "  {kind} ({}): {:?}", T::NAME, self.rings)?;
        writeln!(f, "     at {:?}", self.pose)?;
        writeln!(f, "  {} at {:?}", self.shape.shape().describe(), self.shape.pose())?;
        writeln!(f, "  {:?}\n  {:?}", self.motion, self.ray)
    }
}
