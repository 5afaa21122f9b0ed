//! Ray casts against a map, by sphere tracing.
//!
//! **Answers** the first point at which a ray may hit the surface, and one by which it provably has.
//!
//! **Source.** Hart 1996, "Sphere tracing": a ray can advance by the distance at a point without hitting the surface. Here it advances by
//! the *least* distance that the map allows there.
//!
//! **Guarantee.** [`MapRay::Miss`] is a proof: every step was shorter than the distance proven at its start, and no part of the mesh is
//! beyond the box of the map. A [`MapRay::Hit`] is one too: no surface before `nearest`, and by `farthest` the ray is on the other side
//! of it. If neither can be shown, the ray grazes or the budget ran out: [`MapRay::Open`].
//!
//! **Cost.** A look-up for each step: about ten in open space, more along a surface. If the surface is too near to be excluded, steps are
//! an eighth of a spacing.
//!
//! **Failure.** A wall so thin that a map cannot prove its inside, about a spacing, leaves the answer open. The budget bounds all loops.

use super::against::PLACE_ULPS;
use super::{DistanceMap, Sample};
use crate::math::{Real, Vec3, Vector, least_above_zero};

/// Step where nothing is proven, in spacings.
const CREEP: f64 = 0.125;

/// Limit on the look-ups of a ray.
const BUDGET: u32 = 1024;

/// Result of a ray cast against a map.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: serde::Serialize"))]
pub enum MapRay<T: Real> {
    /// The ray certainly hits the surface.
    Hit(MapHit<T>),
    /// The ray may hit the surface: not before `nearest`, and not after `farthest` unless the budget ran out before everything was seen.
    Open(MapHit<T>),
    /// The ray certainly hits nothing.
    Miss,
}

/// Hit of a ray on a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: serde::Serialize"))]
pub struct MapHit<T: Real> {
    /// Distance along the ray at which the map has the surface.
    pub distance: T,
    /// Lower bound: the ray provably does not hit the surface before this.
    pub nearest: T,
    /// Upper bound: the first hit is not after this.
    pub farthest: T,
    /// Outward unit normal of the surface: the normalized gradient at the hit.
    pub normal: Vec3<T>,
    /// Error bound of the normal: the true normal differs by no more than this; 2 carries no information.
    pub normal_error: T,
    /// Number of look-ups.
    pub lookups: u32,
}

impl<T: Real> DistanceMap<T> {
    /// Finds the first hit of a ray on the surface, at a distance up to `max`, in the frame of the map. For a closed surface; a ray that
    /// begins inside hits it at 0.
    ///
    /// ```
    /// use impinge::mesh::TriangleMesh;
    /// use impinge::sdf::{DistanceMap, MapRay, MapSettings};
    /// use impinge::Vec3;
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let (mesh, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
    /// let map = DistanceMap::build(&mesh, &MapSettings { cells: 32, ..MapSettings::default() })?;
    /// let up = Vec3::new(0.0, 0.0, 1.0);
    /// let MapRay::Hit(hit) = map.ray(Vec3::new(0.2, 0.2, -2.0), up, 9.0) else { panic!("it is above") };
    /// assert!(hit.nearest <= 2.0 && 2.0 <= hit.farthest && (hit.distance - 2.0).abs() < 0.01);
    /// assert_eq!(map.ray(Vec3::new(1.2, 0.2, -2.0), up, 9.0), MapRay::Miss);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn ray(&self, origin: Vec3<T>, direction: Vec3<T>, max: T) -> MapRay<T> {
        let from: Vec3<f64> = origin.cast();
        let along = direction.cast::<f64>().unit();
        match self.trace(from, along, max.f64()) {
            Trace { hit: None, .. } => MapRay::Miss,
            Trace { hit: Some(hit), proven } => {
                let off = 4.0 * T::EPSILON.f64();
                let down = |x: f64| Real::max(T::of(x - off * x.abs()) - least_above_zero(), T::ZERO);
                let hit = MapHit {
                    distance: T::of(hit.distance),
                    nearest: down(hit.nearest),
                    farthest: T::of(hit.farthest + off * hit.farthest.abs()) + least_above_zero(),
                    normal: hit.normal.cast(),
                    normal_error: T::of(Real::min(hit.normal_error + off, 2.0)),
                    lookups: hit.lookups,
                };
                if proven { MapRay::Hit(hit) } else { MapRay::Open(hit) }
            }
        }
    }

    /// The same in `f64`, along a unit direction.
    pub(crate) fn trace(&self, from: Vec3<f64>, along: Vec3<f64>, max: f64) -> Trace {
        let miss = Trace { hit: None, proven: true };
        let Some([start, end]) = self.in_box(from, along, max) else { return miss };
        let lost = |t: f64| PLACE_ULPS * f64::EPSILON * (from.sum_abs() + t);
        let creep = CREEP * self.grid().spacing;
        let mut t = start;
        // First point at which it was not proven that there is no surface, and the point of least value since then.
        let mut open: Option<f64> = None;
        let mut last_open = start;
        let mut guess: Option<(f64, f64, Sample<f64>)> = None;
        let mut before: Option<(f64, f64)> = None;
        for step in 1..=BUDGET {
            let sample = self.sample_wide(from + along * t);
            let [low, high] = [sample.value - sample.error - lost(t), sample.value + sample.error + lost(t)];
            let free = low > creep;
            if !free {
                open.get_or_insert(t);
                last_open = t;
                let crossed = guess.is_none_or(|(_, value, _)| value > 0.0 && sample.value < value);
                if crossed {
                    // Zero crossing of the values, between the last point and this one.
                    let at = match before {
                        Some((s, value)) if value > 0.0 && sample.value < 0.0 => {
                            s + (t - s) * (value / (value - sample.value))
                        }
                        _ => t,
                    };
                    guess = Some((at, sample.value, sample));
                }
            }
            before = Some((t, sample.value));
            let inside = high < 0.0;
            // Not reached for a NaN: then the ray creeps, and the answer is open.
            if inside || t >= end || step == BUDGET {
                let proven = inside;
                let (Some(nearest), Some((distance, _, sample))) = (open, guess) else {
                    if t < end {
                        // The budget ran out in open space.
                        let (normal, normal_error) = super::against::outward(&sample);
                        let hit = Hit {
                            distance: t,
                            nearest: t,
                            farthest: end,
                            normal,
                            normal_error,
                            lookups: step,
                        };
                        return Trace { hit: Some(hit), proven: false };
                    }
                    return miss;
                };
                let farthest = if inside {
                    t
                } else if t < end {
                    end
                } else {
                    Real::min(last_open + creep, end)
                };
                let (normal, normal_error) = super::against::outward(&sample);
                let hit = Hit { distance, nearest, farthest, normal, normal_error, lookups: step };
                return Trace { hit: Some(hit), proven };
            }
            t = Real::min(t + if free { low } else { creep }, end);
        }
        miss
    }

    /// Interval of the ray in the box around the mesh, up to `max`.
    fn in_box(&self, from: Vec3<f64>, along: Vec3<f64>, max: f64) -> Option<[f64; 2]> {
        let bounds = self.wide_bounds();
        let more = PLACE_ULPS * f64::EPSILON * (from.sum_abs() + bounds.min.sum_abs() + bounds.max.sum_abs());
        let (mut start, mut end) = (0.0, max);
        for axis in 0..3 {
            let (p, d) = (from.get(axis), along.get(axis));
            let (low, high) = (bounds.min.get(axis) - more - p, bounds.max.get(axis) + more - p);
            if d == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return None;
                }
                continue;
            }
            let (near, far) = if d > 0.0 { (low / d, high / d) } else { (high / d, low / d) };
            // Rounded outward.
            let slack = PLACE_ULPS * f64::EPSILON;
            start = Real::max(start, near - slack * near.abs());
            end = Real::min(end, far + slack * far.abs());
        }
        (start <= end).then_some([start, end])
    }
}

/// Result of a trace, in `f64`.
pub(crate) struct Trace {
    pub(crate) hit: Option<Hit>,
    pub(crate) proven: bool,
}

/// See [`MapHit`].
pub(crate) struct Hit {
    pub(crate) distance: f64,
    pub(crate) nearest: f64,
    pub(crate) farthest: f64,
    pub(crate) normal: Vec3<f64>,
    pub(crate) normal_error: f64,
    pub(crate) lookups: u32,
}
