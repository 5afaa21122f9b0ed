//! The contract itself, in either dimension and precision.

use impinge::shape::MeasureSpace;
use impinge::{Aabb, Bounded, Measured, Pose, Real, Rotation, Shape, Support};
use impinge_scenes::{Rng, Space};

use super::rows::Rays;

type P = [f64; 3];

const DIRECTIONS: usize = 400;
const POSES: usize = 20;
/// Rounding allowed to a support point or a side of a box, in ε × size.
const ULPS: f64 = 8.0;

pub fn dot(a: P, b: P) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// The unit vector that a direction of any kind stands for, by the rule in the documentation of the shapes.
pub fn stands_for(d: P) -> P {
    let infinite = d.map(|c| if c.is_infinite() { c.signum() } else { 0.0 });
    let finite = d.map(|c| if c.is_finite() { c } else { 0.0 });
    let chosen = if infinite == [0.0; 3] { finite } else { infinite };
    let largest = chosen.iter().fold(0.0_f64, |m, c| m.max(c.abs()));
    if largest == 0.0 {
        return [1.0, 0.0, 0.0];
    }
    let scaled = chosen.map(|c| c / largest);
    let length = dot(scaled, scaled).sqrt();
    scaled.map(|c| c / length)
}

/// A shape, an oracle that says how far outside of it a point is, and points of it.
pub struct Contract<'a, S: Shape> {
    name: &'a str,
    shape: &'a S,
    outside: &'a dyn Fn(P) -> f64,
    samples: Vec<P>,
    size: f64,
    epsilon: f64,
    rng: Rng,
}

impl<'a, V: Space + MeasureSpace, S: Shape<V = V> + Measured<V>> Contract<'a, S> {
    pub fn new(
        name: &'a str,
        shape: &'a S,
        outside: &'a dyn Fn(P) -> f64,
        rays: Rays,
        samples: usize,
    ) -> Self {
        let bounds = shape.aabb(&Pose::IDENTITY);
        let size = bounds.min.abs().max(bounds.max.abs()).max_abs().f64();
        assert!(size > 0.0 && size.is_finite(), "{name}: no size");
        let epsilon = V::Scalar::EPSILON.f64();
        let mut contract =
            Self { name, shape, outside, samples: Vec::new(), size, epsilon, rng: Rng::new(1) };
        for _ in 0..samples {
            let sample = contract.sample(&rays);
            contract.samples.push(sample);
        }
        contract
    }

    /// A point of the surface, now and then one inside.
    fn sample(&mut self, rays: &Rays) -> P {
        let rng = &mut self.rng;
        let center = self.shape.center().coordinates();
        let ray = match rays {
            Rays::All => V::random_unit(rng).coordinates(),
            Rays::Plane => rng.unit2::<f64>().coordinates(),
            Rays::Axis => V::axis(V::DIM - 1).coordinates().map(|c| if rng.uniform() < 0.5 { c } else { -c }),
            Rays::Corners(corners) => {
                let weights: Vec<f64> =
                    corners.iter().map(|_| if rng.uniform() < 0.4 { 0.0 } else { rng.uniform() }).collect();
                let sum: f64 = weights.iter().sum();
                return match sum {
                    0.0 => corners[0],
                    _ => [0, 1, 2].map(|i| corners.iter().zip(&weights).map(|(c, w)| c[i] * w / sum).sum()),
                };
            }
        };
        let at = |t: f64| [0, 1, 2].map(|i| center[i] + ray[i] * t);
        let (mut low, mut high) = (0.0, 4.0 * self.size);
        assert!((self.outside)(at(high)) > 0.0, "{}: the oracle has no outside", self.name);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if (self.outside)(at(middle)) <= 0.0 { low = middle } else { high = middle }
        }
        assert!(low > 0.0, "{}: its center is not inside", self.name);
        at(if rng.uniform() < 0.1 { low * rng.uniform() } else { low })
    }

    /// Promises of every named shape.
    pub fn check(self) {
        let (centroid, center) = (self.shape.measure().centroid, self.shape.center());
        let off = (centroid - center).max_abs().f64();
        assert!(off <= self.tolerance(), "{}: centroid off the center by {off}", self.name);
        self.check_combined();
    }

    /// Promises of combinators: the same, except that their center is the centroid.
    pub fn check_combined(mut self) {
        self.center_is_inside();
        self.support_is_inside_and_farthest();
        self.odd_directions_answer_as_documented();
        self.bounds_hold_and_touch();
        self.placing_commutes();
    }

    fn tolerance(&self) -> f64 {
        ULPS * self.epsilon * self.size
    }

    /// Extent of the samples along a direction.
    fn reach(&self, d: P) -> f64 {
        self.samples.iter().map(|p| dot(*p, d)).fold(f64::NEG_INFINITY, |m, r| if r > m { r } else { m })
    }

    fn center_is_inside(&self) {
        let (name, center) = (self.name, self.shape.center());
        let outside = (self.outside)(center.coordinates());
        assert!(outside <= self.tolerance(), "{name}: center {center:?} is outside by {outside}");
    }

    /// Checks that `direction`, which represents `unit`, gets a point of the shape that no sample exceeds.
    fn answers(&self, direction: V, unit: P) {
        let name = self.name;
        let p = self.shape.support(direction).coordinates();
        let outside = (self.outside)(p);
        assert!(outside <= self.tolerance(), "{name}: S({direction:?}) = {p:?} is outside by {outside}");
        let short = self.reach(unit) - dot(p, unit);
        assert!(short <= self.tolerance(), "{name}: S({direction:?}) = {p:?} is short by {short}");
    }

    fn support_is_inside_and_farthest(&mut self) {
        for i in 0..DIRECTIONS {
            let d = V::random_unit(&mut self.rng);
            // Also near the axes, where caps and faces are.
            let d = match i % 4 {
                0 => d * V::Scalar::of(1e-6) + V::axis(i / 4),
                1 => d * V::Scalar::of(1e-3) - V::axis(i / 4),
                _ => d,
            };
            let unit = stands_for(d.coordinates());
            self.answers(d, unit);
            let reach = dot(self.shape.support(d).coordinates(), unit);
            let scales = [1e-300, 1e-40, 1e-20, 3e-5, 7.0, 1e18, 1e37, 1e300];
            // Each direction at two of the scales.
            for scale in [scales[i % 8], scales[(i / 8 + 3) % 8]].map(V::Scalar::of) {
                let scaled = d * scale;
                let unit = stands_for(scaled.coordinates());
                self.answers(scaled, unit);
                let lost = scaled.coordinates().iter().any(|c| c.abs() < 1e-30 || !c.is_finite());
                if !lost {
                    let other = dot(self.shape.support(scaled).coordinates(), unit);
                    let off = (other - reach).abs();
                    let allowed = 2.0 * self.tolerance();
                    assert!(off <= allowed, "{}: S({d:?}) and S({scaled:?}) differ by {off}", self.name);
                }
            }
        }
    }

    fn odd_directions_answer_as_documented(&self) {
        let infinite = f64::INFINITY;
        let values = [0.0, -0.0, 1.0, -2.0, f64::NAN, infinite, -infinite, 1e-310, -1e-42, 1e300, -1e38];
        for x in values {
            for y in values {
                for &z in if V::DIM == 3 { &values[..] } else { &values[..1] } {
                    let direction = V::from_coordinates([x, y, z]);
                    let found = self.shape.support(direction);
                    assert!(found.is_finite(), "{}: S({direction:?}) = {found:?}", self.name);
                    let unit = stands_for(direction.coordinates());
                    self.answers(direction, unit);
                }
            }
        }
    }

    fn bounds_hold_and_touch(&mut self) {
        for i in 0..POSES {
            let pose = match i {
                0 => Pose::IDENTITY,
                _ => V::random_pose(&mut self.rng, 3.0 * self.size),
            };
            let size = self.size + pose.translation().max_abs().f64();
            let allowed = 2.0 * ULPS * self.epsilon * size;
            let bounds = self.shape.aabb(&pose);
            for p in &self.samples {
                let p = pose.transform(V::from_coordinates(*p));
                let out = bounds.min - p;
                let out = out.max(p - bounds.max);
                for axis in 0..V::DIM {
                    assert!(out.get(axis).f64() <= allowed, "{}: {p:?} outside of {bounds:?}", self.name);
                }
            }
            self.touches(&bounds, &pose, allowed);
        }
    }

    /// Each side of the box is where the support point is.
    fn touches(&self, bounds: &Aabb<V>, pose: &Pose<V>, allowed: f64) {
        for i in 0..V::DIM {
            for (axis, side) in [(V::axis(i), bounds.max.get(i)), (-V::axis(i), -bounds.min.get(i))] {
                let p = pose.transform(self.shape.support(pose.rotation().unrotate(axis)));
                let gap = (side - p.dot(axis)).f64().abs();
                assert!(gap <= allowed, "{}: side of {bounds:?} along {axis:?} off by {gap}", self.name);
            }
        }
    }

    fn placing_commutes(&mut self) {
        let name = self.name;
        for i in 0..POSES {
            let pose = V::random_pose(&mut self.rng, self.size);
            let outer = V::random_pose(&mut self.rng, self.size);
            let placed = self.shape.at(pose);
            let allowed = 4.0 * self.tolerance();
            let near = |what: &str, a: V, b: V| {
                let off = (a - b).max_abs().f64();
                assert!(off <= allowed, "{name} placed: {what} is {a:?}, must be {b:?}");
            };
            let d = V::random_unit(&mut self.rng);
            let local = pose.rotation().unrotate(d);
            near("support", placed.support(d), pose.transform(self.shape.support(local)));
            near("center", placed.center(), pose.transform(self.shape.center()));
            assert_eq!(placed.is_curved(d), self.shape.is_curved(local), "{name} placed");
            for odd in [V::ZERO, V::splat(V::Scalar::INFINITY), d * V::Scalar::of(1e37)] {
                let unit = stands_for(odd.coordinates());
                let reach = dot(placed.support(odd).coordinates(), unit);
                let expected = dot(placed.support(V::from_coordinates(unit)).coordinates(), unit);
                assert!((reach - expected).abs() <= allowed, "{name} placed: S({odd:?})");
            }
            let (bounds, expected) = (placed.aabb(&outer), self.shape.aabb(&outer.compose(&pose)));
            near("lower bound", bounds.min, expected.min);
            near("upper bound", bounds.max, expected.max);
            // Measures of combinators take milliseconds.
            if i > 0 {
                continue;
            }
            let (measure, own) = (placed.measure(), self.shape.measure());
            assert_eq!(measure.volume, own.volume, "{name} placed");
            near("centroid", measure.centroid, pose.transform(own.centroid));
        }
    }
}
