//! The deepest point of a convex shape in a map.
//!
//! **Answers** the least signed distance of a point of a convex shape, its position, and a lower bound: no point of the shape is deeper.
//! Works for every shape with a support mapping.
//!
//! **Method.**
//! 1. *Descent.* It starts from the center of the shape and its support points along the axes and along the gradient, and continues from
//!    the best two: step against the gradient, then project back to the shape. Steps that do not lead down are halved.
//! 2. *Branch and bound.* A cube around a node of the grid with half diagonal r contains no point deeper than the least value that the
//!    map allows at the node, less r. If that is not below the target, or no point of the shape is in the cube (proved by GJK), the cube
//!    is done; others are cut into 27, down to cubes of one spacing around one node each. Nodes are the points at which a map is exact. If
//!    a node is deeper than the best point so far, the closest point of the shape is looked up, and becomes the best one if it is deeper.
//!
//! **Guarantee.** The true value is between [`Deepest::lower`] and [`Deepest::upper`], regardless of the result of the descent, and also
//! if the budget ran out. If it did not, they are about one to two spacings apart within the band.
//!
//! **Cost.** A few tens of look-ups if the shape is far from the surface or has a corner in it, a few thousand if one of its faces rests
//! on a large face of the map. No allocation.
//!
//! **Failure.** Beyond the band the map is eight times as coarse, and so is the answer; its bounds include that.

use super::samples::{contact_of, outward};
use super::{MapContact, PLACE_ULPS};
use crate::gjk::{Gjk, Goal, Voronoi};
use crate::math::{Each, Mat3, Pose, Real, Turn, Vec3, Vector, least_above_zero};
use crate::observe::Status;
use crate::pair::{Obstacle, Vertex};
use crate::sdf::{DistanceMap, Sample};
use crate::shape::{CoreShape, Parts, Shape, Space, Support, Widen};

/// Settings of the search for the deepest point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct DeepestSettings {
    /// Allowed gap between the bound and the value, in spacings, beyond its own error. Less than 1 costs time without benefit.
    pub gap: f64,
    /// Distance beyond which the caller needs no exact value: the bound is then at least this, and need not be larger.
    pub margin: f64,
    /// Limit on the look-ups.
    pub budget: u32,
}

/// A gap of one spacing, no margin, 8192 look-ups.
impl Default for DeepestSettings {
    fn default() -> Self {
        Self { gap: 1.0, margin: f64::INFINITY, budget: 8192 }
    }
}

/// The deepest point of a shape in a map, in their common frame.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(bound = "T: serde::Serialize"))]
pub struct Deepest<T: Real> {
    /// The contact at the deepest point that was found: the map is A, the shape is B, and `point_b` is a point of the shape.
    pub contact: MapContact<T>,
    /// Lower bound: no point of the shape has a lower signed distance.
    pub lower: T,
    /// Upper bound: some point of the shape has at most this signed distance.
    pub upper: T,
    /// Number of look-ups.
    pub lookups: u32,
    /// Status of the search: [`Status::Budget`] if the budget ran out. The bounds still hold, and are wider.
    pub status: Status,
}

impl<T: Real> DistanceMap<T> {
    /// Finds the deepest point of a convex shape in this map at `pose`.
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

/// [`DistanceMap::deepest`] for a shape given as its parts.
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
    // From the frame of the map to the common one, as far as the digits of `T` allow.
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
    /// Upper bound on the distance of its points from the origin.
    size: f64,
    /// Rounding error of a support point.
    rounding: f64,
}

impl Seen<'_> {
    /// Support point of the core along a direction.
    fn core_support(&self, direction: Vec3<f64>) -> Vec3<f64> {
        self.turn.turn(self.core.support(self.turn.unturn(direction))) + self.offset
    }

    /// Support point of the shape along a direction.
    fn support(&self, direction: Vec3<f64>) -> Vec3<f64> {
        self.core_support(direction) + direction.unit() * self.radius
    }

    fn center(&self) -> Vec3<f64> {
        self.turn.turn(self.core.center()) + self.offset
    }

    /// Whether no point of the shape is within `limit` of a place: true is a proof.
    fn is_beyond(&self, place: Vec3<f64>, limit: f64) -> bool {
        let around = Around { shape: self, place };
        let far = limit + self.radius + 2.0 * around.rounding();
        let goal = Goal { far, near: far, gap: 0.0, steps: BEYOND_STEPS };
        Gjk::<_, Voronoi>::new().run(&around.as_dyn(), &goal, &mut ()).lower > far
    }

    /// A point of the shape that is approximately the closest to a place.
    fn nearest(&self, place: Vec3<f64>, gap: f64) -> Vec3<f64> {
        let around = Around { shape: self, place };
        let goal = Goal { far: f64::INFINITY, near: 0.0, gap, steps: NEAREST_STEPS };
        let mut gjk = Gjk::<_, Voronoi>::new();
        let found = gjk.run(&around.as_dyn(), &goal, &mut ());
        if !found.upper.is_finite() {
            return self.center();
        }
        // A convex combination of points of the core, so also a point of it.
        let way = gjk.simplex().combination();
        let length = way.norm();
        if length <= self.radius { place } else { place + way * (1.0 - self.radius / length) }
    }
}

/// Limit on the GJK steps to show that a shape is not near; if they do not suffice, it counts as near.
const BEYOND_STEPS: u32 = 12;

/// Limit on the GJK steps to a point of the shape; any point will do, and a near one is better.
const NEAREST_STEPS: u32 = 24;

/// A core relative to a place.
struct Around<'a> {
    shape: &'a Seen<'a>,
    place: Vec3<f64>,
}

impl Around<'_> {
    /// The core as a trait object, so that the code that runs on it is compiled once.
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
    /// Index of the node in units of the search, counted from the first node: an integer, unless it is so large that every number is.
    node: [f64; 3],
    /// Size of the cube: its side is 3^level units.
    level: u32,
    value: f64,
    /// Lower bound: no point in it is deeper.
    low: f64,
}

/// Limit on the subdivisions of a cube: half a million units along the longest side.
const LEVELS: u32 = 12;

/// Capacity of the stack of pending cubes: at most 26 of each level, and one more.
const WAITING: usize = 26 * LEVELS as usize + 27;

/// Limit on the steps of a descent.
const STEPS: u32 = 24;

/// Number of descents.
const STARTS: usize = 2;

/// Initial step of a descent, in spacings; it ends below the second constant.
const FIRST_STEP: f64 = 4.0;
const LAST_STEP: f64 = 1.0 / 64.0;

/// Numbers from 2^52 on are integers.
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

    /// Keeps a point of the shape if it is deeper than the best one.
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

    /// The value that cubes must be proven to lie above to be done.
    fn target(&self) -> f64 {
        let Sample { value, error, .. } = self.best.sample;
        Real::min(value - error - self.settings.gap * self.spacing, self.settings.margin)
    }

    /// Step 2.
    fn bound(&mut self) {
        let Some((unit, root)) = self.root() else {
            // Outside the search region nothing is below the target.
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
                // A NaN stays.
                if next.low >= self.target() {
                    continue;
                }
                // The deepest last, so that it is visited first.
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

    /// Position of a node. Far away, the index of a node is rounded by half an ε at each level, and so is its position: the limit of
    /// [`Seen::is_beyond`] and the bound of a cube allow for more than that.
    fn place(&self, node: [f64; 3], unit: f64) -> Vec3<f64> {
        self.map.grid().origin + Vec3::from(node) * unit
    }

    fn cube(&mut self, node: [f64; 3], level: u32, unit: f64) -> Cube {
        let Spot { place, sample } = self.look(self.place(node, unit));
        let reach = HALF_DIAGONAL * unit * power_of_three(level);
        // The position of a node is rounded.
        let rounding = PLACE_ULPS * f64::EPSILON * (place.sum_abs() + reach);
        let low = sample.value - sample.error - reach - rounding;
        let low = if low.is_nan() { f64::NEG_INFINITY } else { low };
        Cube { node, level, value: sample.value, low }
    }

    /// A cube around all points of the shape that may be below the target, and the unit of the search: no point beyond the box of the
    /// mesh is nearer to the mesh than to the box. `None` if there are no such points.
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
            // A whole number of spacings, so that nodes stay nodes; so far apart that they are whole anyway, approximately that many.
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
