//! The deepest point of a convex shape in a map.
//!
//! **Answers** the least signed distance that a point of a convex shape has, where that is, and a bound: no point of the shape is
//! deeper. Take it for every shape with a support mapping.
//!
//! **Method.**
//! 1. *Descent.* From the center of the shape, its farthest points along the axes and along the gradient, the best two go on: against
//!    the gradient and back to the nearest point of the shape, with steps that are halved where they do not lead down.
//! 2. *Branch and bound.* A cube around a node of the grid with half diagonal r holds no point deeper than the least that the map
//!    allows at the node, less r. Where that is not below the target, or no point of the shape is in the cube (GJK shows it), the cube
//!    is done; others are cut into 27, down to cubes of one spacing, around a node each. Nodes are where a map is
//!    exact. Where a node is deeper than the best point so far, the nearest point of the shape is looked at, and is the best one from then on if it is deeper.
//!
//! **Guarantee.** The true value is from [`Deepest::lower`] to [`Deepest::upper`], whatever the descent found, also where the budget is
//! spent. Without that, within the band, they are about one to two spacings apart.
//!
//! **Cost.** Some tens of look-ups where the shape is far from the surface or has a corner in it, some thousands where a face of it rests on a large
//! face of the map. No allocation.
//!
//! **Failure.** Beyond the band the map is eight times as coarse, and so is the answer; it says so.

use super::samples::{contact_of, outward};
use super::{MapContact, PLACE_ULPS};
use crate::gjk::{Gjk, Goal, Voronoi};
use crate::math::{Each, Mat3, Pose, Real, Turn, Vec3, Vector, least_above_zero};
use crate::observe::Status;
use crate::pair::{Obstacle, Vertex};
use crate::sdf::{DistanceMap, Sample};
use crate::shape::{CoreShape, Parts, Shape, Space, Support, Widen};

/// How far to go in search of the deepest point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct DeepestSettings {
    /// How far beyond its own error, in spacings, the bound may be from the value. Less than 1 costs time for nothing.
    pub gap: f64,
    /// Whoever asks does not care how far away a shape is beyond this: the bound is then as large as this, and may be no larger.
    pub margin: f64,
    /// The most places that are looked up.
    pub budget: u32,
}

/// A gap of one spacing, no margin, 8192 look-ups.
impl Default for DeepestSettings {
    fn default() -> Self {
        Self { gap: 1.0, margin: f64::INFINITY, budget: 8192 }
    }
}

/// The deepest point of a shape in a map, in the frame in which both are.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: serde::Serialize"))]
pub struct Deepest<T: Real> {
    /// The contact at the deepest point that was found: the map is A, the shape is B, and `point_b` is a point of the shape.
    pub contact: MapContact<T>,
    /// No point of the shape has a lower signed distance.
    pub lower: T,
    /// Some point of the shape has at most this one.
    pub upper: T,
    /// Places looked up.
    pub lookups: u32,
    /// [`Status::Budget`] where the budget ended the search: the bounds hold, and are wider.
    pub status: Status,
}

impl<T: Real> DistanceMap<T> {
    /// The deepest point of a convex shape in this map, which stands at `pose`.
    ///
    /// ```
    /// use impinge::mesh::TriangleMesh;
    /// use impinge::sdf::{DeepestSettings, DistanceMap, MapSettings};
    /// use impinge::{Pose, Shape, Sphere};
    ///
    /// let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let (mesh, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
    /// let map = DistanceMap::build(&mesh, &MapSettings { cells: 32, ..MapSettings::default() })?;
    /// let ball = Sphere::new(0.25).at(Pose::at([0.3, 0.3, -0.2])); // 0.05 deep
    /// let found = map.deepest(&Pose::IDENTITY, &ball, &DeepestSettings::default());
    /// assert!(found.lower <= -0.05 && -0.05 <= found.upper);
    /// assert!((found.contact.signed_distance + 0.05).abs() < 0.01 && found.contact.normal.z < -0.9);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn deepest<S: Shape<V = Vec3<T>>>(
        &self,
        pose: &Pose<Vec3<T>>,
        shape: &S,
        settings: &DeepestSettings,
    ) -> Deepest<T> {
        deepest_of_parts(self, pose, &shape.parts(), settings)
    }
}

/// [`DistanceMap::deepest`] of a shape that is taken apart.
pub(crate) fn deepest_of_parts<T: Real>(
    map: &DistanceMap<T>,
    pose: &Pose<Vec3<T>>,
    parts: &Parts<'_, Vec3<f64>>,
    settings: &DeepestSettings,
) -> Deepest<T> {
    let seen = <Vec3<f64> as Space>::relative(&Widen::widen_pose(pose), &parts.pose);
    let core = parts.core;
    let size = parts.core.reach() + parts.radius + seen.offset.sum_abs();
    let rounding = PLACE_ULPS * f64::EPSILON * size + parts.core.choice_error() + parts.lost;
    let shape =
        Seen { core: &core, turn: seen.turn, offset: seen.offset, radius: parts.radius, size, rounding };
    let mut search = Search::new(map, &shape, settings);
    search.descend();
    search.bound();
    let Search { best, lower, left, status, .. } = search;
    let error = best.sample.error + rounding;
    // From the frame of the map to the common one, as far as `T` has digits for it.
    let wide = Widen::widen_pose(pose);
    let point = wide.transform(best.place).cast();
    let contact = contact_of(0, point, &Pose::IDENTITY, pose, &best.sample, error, false);
    let upper = best.sample.value + error;
    let up = |x: f64| T::of(x + T::EPSILON.f64() * x.abs()) + least_above_zero();
    Deepest {
        contact: MapContact { sample: None, ..contact },
        lower: -up(-Real::min(lower - rounding, upper)),
        upper: up(upper),
        lookups: settings.budget - left,
        status,
    }
}

/// A convex shape in the frame of a map: all points within `radius` of a core.
struct Seen<'a> {
    core: &'a dyn Support<Vec3<f64>>,
    turn: Mat3<f64>,
    offset: Vec3<f64>,
    radius: f64,
    /// No point of it is farther from the origin.
    size: f64,
    /// How far a support point may be off.
    rounding: f64,
}

impl Seen<'_> {
    /// The farthest point of the core along a direction.
    fn core_support(&self, direction: Vec3<f64>) -> Vec3<f64> {
        self.turn.turn(self.core.support(self.turn.unturn(direction))) + self.offset
    }

    /// The farthest point of the shape along a direction.
    fn support(&self, direction: Vec3<f64>) -> Vec3<f64> {
        self.core_support(direction) + direction.unit() * self.radius
    }

    fn center(&self) -> Vec3<f64> {
        self.turn.turn(self.core.center()) + self.offset
    }

    /// Whether no point of the shape is within `limit` of a place: then true is proven.
    fn is_beyond(&self, place: Vec3<f64>, limit: f64) -> bool {
        let around = Around { shape: self, place };
        let far = limit + self.radius + 2.0 * around.rounding();
        let goal = Goal { far, near: far, gap: 0.0, steps: BEYOND_STEPS };
        Gjk::<_, Voronoi>::new().run(&around.as_dyn(), &goal, &mut ()).lower > far
    }

    /// A point of the shape as near to a place as there is one, about.
    fn nearest(&self, place: Vec3<f64>, gap: f64) -> Vec3<f64> {
        let around = Around { shape: self, place };
        let goal = Goal { far: f64::INFINITY, near: 0.0, gap, steps: NEAREST_STEPS };
        let mut gjk = Gjk::<_, Voronoi>::new();
        let found = gjk.run(&around.as_dyn(), &goal, &mut ());
        if !found.upper.is_finite() {
            return self.center();
        }
        // A combination of points of the core, so one of them too.
        let way = gjk.simplex().combination();
        let length = way.norm();
        if length <= self.radius { place } else { place + way * (1.0 - self.radius / length) }
    }
}

/// GJK steps to show that a shape is not near; where they do not, it counts as near.
const BEYOND_STEPS: u32 = 12;

/// GJK steps to a point of the shape; any point of it will do, and a near one is better.
const NEAREST_STEPS: u32 = 24;

/// A core as seen from a place.
struct Around<'a> {
    shape: &'a Seen<'a>,
    place: Vec3<f64>,
}

impl Around<'_> {
    /// Behind a pointer, as what runs on it is built once.
    fn as_dyn(&self) -> &dyn Obstacle<Vec3<f64>> {
        self
    }
}

impl Obstacle<Vec3<f64>> for Around<'_> {
    fn support(&self, direction: Vec3<f64>, _: &Vertex<Vec3<f64>>) -> Vertex<Vec3<f64>> {
        Vertex { point: self.shape.core_support(direction) - self.place, ..Vertex::default() }
    }
    fn center(&self) -> Vec3<f64> {
        self.shape.center() - self.place
    }
    fn size(&self) -> f64 {
        self.shape.size + self.place.sum_abs()
    }
    fn rounding(&self) -> f64 {
        self.shape.rounding + PLACE_ULPS * f64::EPSILON * self.place.sum_abs()
    }
    fn is_polytope(&self) -> bool {
        false
    }
}

/// A point of the shape that was looked up.
#[derive(Clone, Copy)]
struct Spot {
    place: Vec3<f64>,
    sample: Sample<f64>,
}

/// A cube around a node of the grid.
#[derive(Clone, Copy, Default)]
struct Cube {
    /// In units of the search from the first node: whole numbers, unless they are so large that all are.
    node: [f64; 3],
    /// Its side is 3^level units.
    level: u32,
    value: f64,
    /// No point of it is deeper.
    low: f64,
}

/// Cubes are cut up to so often: half a million units along the longest side.
const LEVELS: u32 = 12;

/// Cubes that wait: 26 of each level at most, and one more.
const WAITING: usize = 26 * LEVELS as usize + 27;

/// Steps of a descent.
const STEPS: u32 = 24;

/// Descents.
const STARTS: usize = 2;

/// A step of a descent begins with this many spacings, and ends below the second.
const FIRST_STEP: f64 = 4.0;
const LAST_STEP: f64 = 1.0 / 64.0;

/// Numbers from here on, 2^52, are whole.
const WHOLE: f64 = 4_503_599_627_370_496.0;

/// Half the diagonal of a cube of side 1, rounded up.
const HALF_DIAGONAL: f64 = 0.866_025_403_784_439;

struct Search<'a, T: Real> {
    map: &'a DistanceMap<T>,
    shape: &'a Seen<'a>,
    settings: &'a DeepestSettings,
    spacing: f64,
    best: Spot,
    lower: f64,
    left: u32,
    status: Status,
}

impl<'a, T: Real> Search<'a, T> {
    fn new(map: &'a DistanceMap<T>, shape: &'a Seen<'a>, settings: &'a DeepestSettings) -> Self {
        let place = shape.center();
        let best = Spot { place, sample: map.sample_wide(place) };
        let (spacing, left) = (map.grid().spacing, settings.budget.saturating_sub(1));
        let (lower, status) = (f64::INFINITY, Status::Converged);
        Self { map, shape, settings, spacing, best, lower, left, status }
    }

    fn look(&mut self, place: Vec3<f64>) -> Spot {
        self.left = self.left.saturating_sub(1);
        Spot { place, sample: self.map.sample_wide(place) }
    }

    /// Keeps a point of the shape if it is deeper.
    fn offer(&mut self, spot: Spot) {
        if spot.sample.value < self.best.sample.value || self.best.sample.value.is_nan() {
            self.best = spot;
        }
    }

    /// Step 1.
    fn descend(&mut self) {
        let mut starts = [self.best; STARTS];
        let way = outward(&self.best.sample).0;
        let axes = [0, 1, 2].each(Vec3::axis);
        for direction in axes.into_iter().flat_map(|axis| [axis, -axis]).chain([-way]) {
            let spot = self.look(self.shape.support(direction));
            if spot.sample.value < starts[0].sample.value {
                starts = [spot, starts[0]];
            } else if spot.sample.value < starts[1].sample.value {
                starts[1] = spot;
            }
        }
        for mut spot in starts {
            let mut step = FIRST_STEP * self.spacing;
            for _ in 0..STEPS {
                if self.left == 0 || step < LAST_STEP * self.spacing {
                    break;
                }
                let to = spot.place - outward(&spot.sample).0 * step;
                let next = self.look(self.shape.nearest(to, LAST_STEP * self.spacing));
                if next.sample.value < spot.sample.value {
                    spot = next;
                } else {
                    step *= 0.5;
                }
            }
            self.offer(spot);
        }
    }

    /// What cubes must be proven to be above, to be done.
    fn target(&self) -> f64 {
        let Sample { value, error, .. } = self.best.sample;
        Real::min(value - error - self.settings.gap * self.spacing, self.settings.margin)
    }

    /// Step 2.
    fn bound(&mut self) {
        let Some((unit, root)) = self.root() else {
            // Outside of what was searched nothing is below the target.
            self.lower = Real::min(self.lower, self.target());
            return;
        };
        let mut waiting = [Cube::default(); WAITING];
        let mut count = 1;
        waiting[0] = root;
        while count > 0 {
            count -= 1;
            let cube = waiting[count];
            if cube.low >= self.target() {
                continue;
            }
            if self.left < 27 {
                self.status = Status::Budget;
                self.lower = Real::min(self.lower, cube.low);
                continue;
            }
            let side = unit * power_of_three(cube.level);
            let place = self.place(cube.node, unit);
            if self.shape.is_beyond(place, HALF_DIAGONAL * side) {
                continue;
            }
            if cube.value < self.best.sample.value {
                let spot = self.look(self.shape.nearest(place, LAST_STEP * self.spacing));
                self.offer(spot);
            }
            if cube.level == 0 {
                self.lower = Real::min(self.lower, cube.low);
                continue;
            }
            let first = count;
            for child in 0..27_usize {
                let step = power_of_three(cube.level - 1);
                let mut node = cube.node;
                for (axis, digit) in [child % 3, child / 3 % 3, child / 9].into_iter().enumerate() {
                    node[axis] += (digit as f64 - 1.0) * step;
                }
                let next = self.cube(node, cube.level - 1, unit);
                // What is not a number stays.
                if next.low >= self.target() {
                    continue;
                }
                // The deepest last, so that it is looked at first.
                let mut at = count;
                while at > first && waiting[at - 1].low < next.low {
                    waiting[at] = waiting[at - 1];
                    at -= 1;
                }
                waiting[at] = next;
                count += 1;
            }
        }
        self.lower = Real::min(self.lower, self.target());
    }

    /// Where a node is. Far away, the number of a node is rounded by half an ε at each level, and so is its place: the limit of
    /// [`Seen::is_beyond`] and the bound of a cube count more than that.
    fn place(&self, node: [f64; 3], unit: f64) -> Vec3<f64> {
        self.map.grid().origin + Vec3::from(node) * unit
    }

    fn cube(&mut self, node: [f64; 3], level: u32, unit: f64) -> Cube {
        let Spot { place, sample } = self.look(self.place(node, unit));
        let reach = HALF_DIAGONAL * unit * power_of_three(level);
        // The place of a node is rounded.
        let rounding = PLACE_ULPS * f64::EPSILON * (place.sum_abs() + reach);
        let low = sample.value - sample.error - reach - rounding;
        let low = if low.is_nan() { f64::NEG_INFINITY } else { low };
        Cube { node, level, value: sample.value, low }
    }

    /// A cube around all points of the shape that may be below the target, and the unit of the search: no point beyond the box of the
    /// mesh is nearer to it than to the box. `None` if there are no such points.
    fn root(&mut self) -> Option<(f64, Cube)> {
        let reach = Real::max(self.target(), 0.0);
        let more = self.shape.rounding + PLACE_ULPS * f64::EPSILON * self.shape.size;
        let grow = Vec3::splat(reach * (1.0 + PLACE_ULPS * f64::EPSILON) + more);
        let bounds = self.map.wide_bounds();
        let (mut low, mut high) = (bounds.min - grow, bounds.max + grow);
        for axis in 0..3 {
            let along = Vec3::axis(axis);
            let [from, to] = [-along, along].each(|d| self.shape.support(d).get(axis));
            let set = |v: Vec3<f64>, x: f64| v + along * (x - v.get(axis));
            if from - more > low.get(axis) {
                low = set(low, from - more);
            }
            if to + more < high.get(axis) {
                high = set(high, to + more);
            }
            if low.get(axis) > high.get(axis) {
                return None;
            }
        }
        let grid = self.map.grid();
        let extent = (high - low).max_abs();
        let most = power_of_three(LEVELS) * 0.25;
        let mut unit = grid.spacing;
        if extent > most * unit {
            let times = extent / (most * unit);
            // Whole spacings, so that nodes stay nodes; so far apart that they are whole anyway, about as many.
            unit = if times < WHOLE { unit * (times as u64 + 1) as f64 } else { extent / most };
        }
        let middle = ((low + high) * 0.5 - grid.origin) * (1.0 / unit);
        let node = middle.to_array().each(|x| if x.abs() < WHOLE { (x as i64) as f64 } else { x });
        // The node is up to one unit from the middle along each axis.
        let wanted = extent + 2.0 * unit;
        let level = (0..=LEVELS).find(|&level| power_of_three(level) * unit >= wanted).unwrap_or(LEVELS);
        let root = self.cube(node, level, unit);
        (!unit.is_nan()).then_some((unit, root))
    }
}

/// 3^k, for small k.
fn power_of_three(k: u32) -> f64 {
    3_u64.pow(k) as f64
}
