//! Surroundings of a motion: one other body, a list of them, or many with a tree.
//!
//! [`Obstacles`] keep a tree over the boxes of their bodies, so that the cost of a motion depends only on what is near its path: a
//! thousand crates in the next room cost one search in the tree. A list is queried body by body. With the same zone the answers are the
//! same: the bodies that the tree skips are beyond the box around the whole path, enlarged by the zone.
//!
//! [`Obstacles`] have one zone for all their bodies, the widest that one of them needs, so that a body can walk from one onto the
//! next: a body that rests on a small stair by a thin zone would be stopped by the thicker zone of the large floor behind it.
//! In a list each body has its own zone, unless [`MotionSettings::world`] or [`MotionSettings::zone`] make them the same.
//!
//! A room (a closed mesh seen from inside) has unbounded solid all around it, so every motion tests it.

use alloc::vec::Vec;

use super::MotionSettings;
use super::error::MotionError;
use super::zone::{Zone, extent};
use crate::broad::{AabbTree, Leaf};
use crate::math::{Aabb, Each, Motion, Pose, Real, Vec3, Vector};
use crate::mesh::polygon::PlacedMesh;

/// Surroundings of a motion: a [`PlacedMesh`], a slice, array or vector of them, or [`Obstacles`]. Bodies are identified by numbers: 0 for a
/// single one, the index in a list, the number returned by [`Obstacles::insert`].
pub trait Standing<T: Real>: Bodies<T> {}
impl<T: Real, S: Bodies<T> + ?Sized> Standing<T> for S {}

/// The interface of [`Standing`] for motions.
pub trait Bodies<T: Real> {
    /// The body of this number.
    fn body(&self, number: u32) -> Option<&PlacedMesh<'_, T>>;
    /// The only body, if there is no other.
    fn alone(&self) -> Option<&PlacedMesh<'_, T>>;
    /// Calls `visit` with the number of every body that is near `region`, in any order. It may report others too, and some twice.
    fn each_near(&self, region: &Region, visit: &mut dyn FnMut(u32));
    /// The settings of a motion through a region.
    fn settings(&self, region: &Region) -> MotionSettings {
        region.settings
    }
}

/// The region of a motion: a box in the world, and the quantities that determine the thickness of a zone.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    way: Aabb<Vec3<f64>>,
    settings: MotionSettings,
    /// No vertex of the moving body is farther than this from its origin.
    extent: f64,
    /// Distance of the moving body and of the axis of its turn from the origin.
    away: f64,
    flatness: f64,
    /// Additional distance to search.
    reach: f64,
}

impl Region {
    /// The region of a moving body.
    pub(super) fn of_way<T: Real>(
        moving: &PlacedMesh<'_, T>,
        motion: &Motion<Vec3<T>>,
        settings: &MotionSettings,
    ) -> Self {
        let start = bounds_of(moving);
        let by: Vec3<f64> = motion.linear().cast();
        let (center, angle): (Vec3<f64>, f64) = (motion.center().cast(), motion.angle().f64());
        let way = if motion.is_translation() {
            let end = Aabb { min: start.min + by, max: start.max + by };
            start.union(&end)
        } else {
            // No point turns farther than its arc, nor leaves the ball around the center.
            let arm = Vector::max(Vector::abs(start.min - center), Vector::abs(start.max - center)).norm();
            let near = start.grown(by.norm() + arm * Real::abs(angle));
            let ball = Aabb { min: center, max: center }.grown(arm + by.norm());
            Aabb { min: Vector::max(near.min, ball.min), max: Vector::min(near.max, ball.max) }
        };
        let away = Real::max(moving.pose.translation().cast::<f64>().norm(), 2.0 * center.norm());
        Self { away, ..Self::of_box(moving, way, settings) }
    }

    /// The region of a body at rest, with everything within `reach`.
    pub(super) fn around<T: Real>(moving: &PlacedMesh<'_, T>, reach: f64, settings: &MotionSettings) -> Self {
        Self { reach, ..Self::of_box(moving, bounds_of(moving), settings) }
    }

    fn of_box<T: Real>(moving: &PlacedMesh<'_, T>, way: Aabb<Vec3<f64>>, settings: &MotionSettings) -> Self {
        Self {
            way,
            settings: *settings,
            extent: extent(moving.mesh),
            away: moving.pose.translation().cast::<f64>().norm(),
            flatness: moving.mesh.flatness(),
            reach: 0.0,
        }
    }

    /// The zone around bodies that reach no farther than `extent` from the origin of the world.
    pub(super) fn zone<T: Real>(&self, farthest: f64, flatness: f64) -> Result<Zone, MotionError> {
        let size = Real::max(self.settings.world, 2.0 * (self.extent + farthest));
        Zone::new::<T>(size, 2.0 * self.away, self.flatness + flatness, self.settings.zone)
    }
}

/// The bounding box of a body, in the world.
fn bounds_of<T: Real>(body: &PlacedMesh<'_, T>) -> Aabb<Vec3<f64>> {
    let bounds = body.mesh.bounds();
    let [low, high]: [Vec3<f64>; 2] = [bounds.min.cast(), bounds.max.cast()];
    let turn = super::sweep::stage::widen(&body.pose.rotation());
    let half = (high - low) * 0.5;
    let axes = [0, 1, 2].each(|i| Vector::abs(turn.rotate(Vec3::axis(i) * half.get(i))));
    let middle = turn.rotate((low + high) * 0.5) + body.pose.translation().cast();
    // Some ten roundings of numbers no larger than these.
    let rounding = 16.0 * f64::EPSILON * (middle.sum_abs() + low.sum_abs() + high.sum_abs());
    let reach = axes[0] + axes[1] + axes[2];
    Aabb { min: middle - reach, max: middle + reach }.grown(rounding)
}

impl<T: Real> Bodies<T> for PlacedMesh<'_, T> {
    fn body(&self, number: u32) -> Option<&PlacedMesh<'_, T>> {
        (number == 0).then_some(self)
    }
    fn alone(&self) -> Option<&PlacedMesh<'_, T>> {
        Some(self)
    }
    fn each_near(&self, _: &Region, visit: &mut dyn FnMut(u32)) {
        visit(0);
    }
}

impl<T: Real, S: Bodies<T> + ?Sized> Bodies<T> for &S {
    fn body(&self, number: u32) -> Option<&PlacedMesh<'_, T>> {
        (**self).body(number)
    }
    fn alone(&self) -> Option<&PlacedMesh<'_, T>> {
        (**self).alone()
    }
    fn each_near(&self, region: &Region, visit: &mut dyn FnMut(u32)) {
        (**self).each_near(region, visit);
    }
    fn settings(&self, region: &Region) -> MotionSettings {
        (**self).settings(region)
    }
}

impl<T: Real> Bodies<T> for [PlacedMesh<'_, T>] {
    fn body(&self, number: u32) -> Option<&PlacedMesh<'_, T>> {
        self.get(number as usize)
    }
    fn alone(&self) -> Option<&PlacedMesh<'_, T>> {
        match self {
            [only] => Some(only),
            _ => None,
        }
    }
    fn each_near(&self, _: &Region, visit: &mut dyn FnMut(u32)) {
        (0..self.len() as u32).for_each(visit);
    }
}

macro_rules! as_slice {
    ($($list:ty, [$($parameter:tt)*];)+) => {$(
        impl<T: Real, $($parameter)*> Bodies<T> for $list {
            fn body(&self, number: u32) -> Option<&PlacedMesh<'_, T>> {
                self.as_slice().body(number)
            }
            fn alone(&self) -> Option<&PlacedMesh<'_, T>> {
                self.as_slice().alone()
            }
            fn each_near(&self, region: &Region, visit: &mut dyn FnMut(u32)) {
                self.as_slice().each_near(region, visit);
            }
        }
    )+};
}
as_slice! {
    [PlacedMesh<'_, T>; N], [const N: usize];
    Vec<PlacedMesh<'_, T>>, [];
}

/// Standing bodies with a dynamic AABB tree over them.
///
/// ```
/// use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
/// use impinge::expel::{Mover, MotionSettings, Obstacles};
/// use impinge::{Pose, Vec3};
///
/// let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
/// let (tile, _) = PolygonMesh::from_polygons(&corners, &[[0, 1, 2, 3]])?;
/// let mut tiles = Obstacles::new();
/// let numbers: Vec<u32> = (0..100)
///     .map(|i| tiles.insert(PlacedMesh::new(&tile, Pose::at([f64::from(i), 0.0, 0.0]))))
///     .collect::<Result<_, _>>()?;
///
/// let point = PolygonMesh::point(Vec3::new(0.0, 0.0, 0.0));
/// let falling = PlacedMesh::new(&point, Pose::at([42.5, 0.5, 3.0]));
/// let trace = Mover::new().translate(&falling, Vec3::new(0.0, 0.0, -5.0), &tiles, &MotionSettings::default())?;
/// assert_eq!(trace.hit.unwrap().body, numbers[42]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Obstacles<'a, T: Real> {
    bodies: Vec<Option<(PlacedMesh<'a, T>, Leaf)>>,
    free: Vec<u32>,
    tree: AabbTree<Vec3<f64>>,
    /// Rooms, which are near everything.
    rooms: Vec<u32>,
    /// Upper bounds for all present and past bodies: distance of a vertex from the origin of the world, and flatness of polygons.
    farthest: f64,
    flatness: f64,
}

impl<'a, T: Real> Obstacles<'a, T> {
    /// Creates an empty set of obstacles.
    pub fn new() -> Self {
        Self {
            bodies: Vec::new(),
            free: Vec::new(),
            tree: AabbTree::new(),
            rooms: Vec::new(),
            farthest: 0.0,
            flatness: 0.0,
        }
    }

    /// Adds a body and returns the number by which hits refer to it. The number of a removed body is reused.
    ///
    /// # Errors
    /// If its coordinates are too large to compute with.
    #[inline(never)]
    pub fn insert(&mut self, body: PlacedMesh<'a, T>) -> Result<u32, MotionError> {
        let number = self.free.last().copied().unwrap_or(self.bodies.len() as u32);
        let leaf = self.tree.insert(bounds_of(&body), number).map_err(|_| MotionError::NotFinite)?;
        if self.free.pop().is_none() {
            self.bodies.push(None);
        }
        self.bodies[number as usize] = Some((body, leaf));
        if body.mesh.is_room() {
            self.rooms.push(number);
        }
        self.note(&body);
        Ok(number)
    }

    /// Removes a body. `None` if no body has this number.
    pub fn remove(&mut self, number: u32) -> Option<PlacedMesh<'a, T>> {
        let (body, leaf) = self.bodies.get_mut(number as usize)?.take()?;
        self.tree.remove(leaf);
        self.rooms.retain(|&room| room != number);
        self.free.push(number);
        Some(body)
    }

    /// Sets the pose of a body. Returns false if no body has this number.
    ///
    /// # Errors
    /// If its coordinates are too large to compute with; then the body does not move.
    #[inline(never)]
    pub fn set_pose(&mut self, number: u32, pose: Pose<Vec3<T>>) -> Result<bool, MotionError> {
        let Some(Some((body, leaf))) = self.bodies.get_mut(number as usize) else { return Ok(false) };
        let moved = PlacedMesh::new(body.mesh, pose);
        self.tree.set(*leaf, bounds_of(&moved)).map_err(|_| MotionError::NotFinite)?;
        *body = moved;
        self.note(&moved);
        Ok(true)
    }

    /// All bodies with their numbers, in ascending order.
    pub fn bodies(&self) -> impl Iterator<Item = (u32, &PlacedMesh<'a, T>)> {
        (0..).zip(&self.bodies).filter_map(|(number, entry)| entry.as_ref().map(|(body, _)| (number, body)))
    }

    /// Number of bodies.
    pub fn len(&self) -> usize {
        self.tree.len()
    }

    /// True if there are no bodies.
    pub fn is_empty(&self) -> bool {
        self.tree.is_empty()
    }

    fn note(&mut self, body: &PlacedMesh<'_, T>) {
        let farthest = extent(body.mesh) + body.pose.translation().cast::<f64>().norm();
        self.farthest = Real::max(self.farthest, farthest);
        self.flatness = Real::max(self.flatness, body.mesh.flatness());
    }
}

impl<T: Real> Bodies<T> for Obstacles<'_, T> {
    fn body(&self, number: u32) -> Option<&PlacedMesh<'_, T>> {
        self.bodies.get(number as usize)?.as_ref().map(|(body, _)| body)
    }
    fn alone(&self) -> Option<&PlacedMesh<'_, T>> {
        None
    }
    fn settings(&self, region: &Region) -> MotionSettings {
        let mut settings = region.settings;
        settings.world = Real::max(settings.world, 2.0 * (region.extent + self.farthest));
        if let (None, Ok(zone)) = (settings.zone, region.zone::<T>(self.farthest, self.flatness)) {
            settings.zone = Some(zone.thickness);
        }
        settings
    }
    fn each_near(&self, region: &Region, visit: &mut dyn FnMut(u32)) {
        let zone = region.zone::<T>(self.farthest, self.flatness);
        let beyond = zone.map(|zone| region.reach + 2.0 * (zone.thickness + zone.pose + 4.0 * zone.error));
        let way = beyond.map(|beyond| region.way.grown(beyond));
        let Some(way) = way.ok().filter(|way| (0..3).all(|i| way.min.get(i) <= way.max.get(i))) else {
            // Numbers too large for a box, or a zone that the first queried body will reject.
            return self.bodies().for_each(|(number, _)| visit(number));
        };
        self.tree.each_in_box(&way, &mut *visit);
        self.rooms.iter().for_each(|&room| visit(room));
    }
}
