//! Player movement: a body is pushed, slides along what it meets, steps up and down, and stays on its feet.
//!
//! **Answers** where a body ends that is moved by a vector and does not stop at the first surface but goes on along it.
//! Take it for players, robots on foot and anything steered by hand. For bodies that follow mechanics take
//! [`Mover::translate`] and a solver.
//!
//! # Source
//! Van Waveren 2005, section 5, names player movement as the use of it all and leaves the slide to the reader. The form known
//! from games (clip the velocity by each plane that is met) is trapped in corners: a velocity clipped by a second plane
//! may point into the first one again. Here the way left is the nearest one to what was wanted that leads into none of
//! the planes: a projection onto a cone, solved exactly.
//!
//! # Symbols
//! | symbol | meaning |
//! |---|---|
//! | d | what is left of the motion |
//! | nᵢ | unit normals of the surfaces that the body touches, towards it |
//! | r | the nearest vector to d with nᵢ · r ≥ 0 for all i |
//!
//! In space r is d itself, d less its part along one nᵢ, the part of d along the line nᵢ × nⱼ, or 0: of these the nearest
//! one that all planes allow.
//!
//! # Steps of a call
//! 1. Slide: move along r until something is met, gather what is touched there, go on with the new r. At most
//!    [`SlideSettings::planes`] planes at once and [`MAX_TRACES`] motions.
//! 2. Step up, if 1 met a surface too steep to stand on: up, the same slide, down. Taken if it comes further and ends on
//!    ground to stand on.
//! 3. Step down, if the body stood at the start, was not pushed upwards, and does not stand now: down by the height of a
//!    step, if there is ground to stand on.
//!
//! # Guarantees
//! Each part is a motion of [`Mover::translate`]: what holds for that one holds for all of them, so that the body is never
//! inside anything. The answer depends on the arguments alone. The number of motions is bounded. Nothing is allocated once the
//! memory of the mover has grown.
//!
//! # Failure
//! [`MotionError`], as for the motions; an `up` without length is a [`MotionError::ZeroAxis`].

use super::sweep::answer::{hit_of, zone};
use super::types::{Hit, MotionError, Settings};
use super::{Body, Mover};
use crate::math::{Pose, Real, Vec3, Vector};

/// Most planes that a motion is fitted to. Three close a corner of a room; a pyramid of stone has more.
pub const MAX_PLANES: usize = 16;

/// Most motions of one slide. A box in a room of random needles takes up to 15; where the bound is met, what is left of the
/// motion is given back.
pub const MAX_TRACES: u32 = 32;

/// What is within so many thicknesses of the zone is touched. One is where bodies stop; the thickness comes in powers of two,
/// so that a body may have stopped at twice what it is now, and have slid on from there.
const TOUCH: f64 = 4.0;

/// A way counts as allowed by a plane if it leads into it by at most this many ε of its length: the rounding of r and of a
/// normal in the bodies' numbers.
const INTO: f64 = 4.0;

/// How a body slides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SlideSettings<T: Real> {
    /// Against gravity, of any length but zero.
    pub up: Vec3<T>,
    /// Height of a step that is climbed, and stepped down, without a jump. Zero for none.
    pub step: T,
    /// The steepest ground to stand on, as an angle to the horizontal in radians.
    pub slope: T,
    /// Most planes that a motion is fitted to at once, up to [`MAX_PLANES`]. With none the body stops where it meets the
    /// first.
    pub planes: usize,
    /// How the motions are computed.
    pub motion: Settings,
}

impl<T: Real> Default for SlideSettings<T> {
    /// Up is z, no steps, slopes to 45 degrees.
    fn default() -> Self {
        Self {
            up: Vec3::new(T::ZERO, T::ZERO, T::ONE),
            step: T::ZERO,
            slope: T::of(f64::PI / 4.0),
            planes: 6,
            motion: Settings::default(),
        }
    }
}

/// Which steps a slide took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// None.
    Level,
    /// One up, onto something in the way.
    Up,
    /// One down, back to the ground.
    Down,
}

/// Where a body ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slid<T: Real> {
    /// Where the body is.
    pub pose: Pose<Vec3<T>>,
    /// What the body stands on: ground not too steep, within the zone.
    pub ground: Option<Hit<T>>,
    /// The first surface in the way that is too steep to stand on.
    pub wall: Option<Hit<T>>,
    /// The way left when the slide ended, fitted to what is touched there: zero, unless the motions were used up.
    pub left: Vec3<T>,
    /// Whether a step was taken.
    pub step: Step,
    /// Motions asked for.
    pub traces: u32,
}

/// [`Mover::slide`], once.
///
/// # Errors
/// As there.
pub fn slide<T: Real>(
    moving: &Body<'_, T>,
    by: Vec3<T>,
    world: &[Body<'_, T>],
    settings: &SlideSettings<T>,
) -> Result<Slid<T>, MotionError> {
    Mover::new().slide(moving, by, world, settings)
}

/// What a call works with.
struct Walk<'a, 'b, T: Real> {
    mover: &'a mut Mover,
    body: &'a Body<'b, T>,
    world: &'a [Body<'b, T>],
    settings: &'a SlideSettings<T>,
    /// Unit.
    up: Vec3<f64>,
    /// Least n · up of ground to stand on.
    level: f64,
    traces: u32,
    /// Thickness of the widest zone of all motions so far.
    zone: f64,
}

/// A motion against the whole world.
struct Moved<T: Real> {
    pose: Pose<Vec3<T>>,
    hit: Option<Hit<T>>,
}

/// The end of a slide.
struct Ended<T: Real> {
    pose: Pose<Vec3<T>>,
    wall: Option<Hit<T>>,
    left: Vec3<f64>,
}

/// Normals that the way must not lead against.
struct Planes {
    normals: [Vec3<f64>; MAX_PLANES],
    len: usize,
    most: usize,
}

impl Mover {
    /// Moves a body by a vector and along what it meets, with steps up and down.
    ///
    /// ```
    /// use impinge::motion::{Body, PolygonMesh, SlideSettings, slide};
    /// use impinge::{Pose, Vec3};
    ///
    /// // A wall at x = 1, seen from the left, and a point that runs into it at a slant.
    /// let corners = [[-9.0, -9.0], [-9.0, 9.0], [9.0, 9.0], [9.0, -9.0]].map(|[y, z]| Vec3::new(1.0, y, z));
    /// let (wall, _) = PolygonMesh::from_polygons(&corners, &[[0, 1, 2, 3]]).unwrap();
    /// let point = PolygonMesh::point(Vec3::new(0.0_f64, 0.0, 0.0));
    /// let world = [Body::new(&wall, Pose::IDENTITY)];
    /// let runner = Body::new(&point, Pose::IDENTITY);
    /// let slid = slide(&runner, Vec3::new(2.0, 3.0, 0.0), &world, &SlideSettings::default()).unwrap();
    /// let end = slid.pose.translation();
    /// assert!(0.999 < end.x && end.x < 1.0 && (end.y - 3.0).abs() < 1e-6);
    /// ```
    ///
    /// # Errors
    /// If a number is not finite, `up` has no length, or the zone asked for is too thin.
    pub fn slide<T: Real>(
        &mut self,
        moving: &Body<'_, T>,
        by: Vec3<T>,
        world: &[Body<'_, T>],
        settings: &SlideSettings<T>,
    ) -> Result<Slid<T>, MotionError> {
        let up: Vec3<f64> = settings.up.cast();
        if !(by.is_finite() && up.is_finite() && settings.step.is_finite() && settings.slope.is_finite()) {
            return Err(MotionError::NotFinite);
        }
        let up = up.normalized().ok_or(MotionError::ZeroAxis)?;
        let level = Real::sin_cos(Real::min(Real::max(settings.slope.f64(), 0.0), f64::PI)).1;
        let mut walk = Walk { mover: self, body: moving, world, settings, up, level, traces: 0, zone: 0.0 };
        walk.call(by.cast())
    }
}

impl<T: Real> Walk<'_, '_, T> {
    /// The three steps of the module's text.
    fn call(&mut self, by: Vec3<f64>) -> Result<Slid<T>, MotionError> {
        let start = self.body.pose;
        let height = Real::max(self.settings.step.f64(), 0.0);
        let mut ended = self.slide(&start, by)?;
        let stood = self.ground(&start)?;
        let wall = ended.wall;
        let mut step = Step::Level;
        if wall.is_some()
            && height > 0.0
            && let Some(higher) = self.step_up(&start, by, height, &ended)?
        {
            (ended, step) = (higher, Step::Up);
        }
        let mut ground = self.ground(&ended.pose)?;
        if ground.is_none() && stood.is_some() && height > 0.0 && by.dot(self.up) <= 0.0 {
            let down = self.trace(&ended.pose, self.up * -height)?;
            if let Some(hit) = down.hit.filter(|hit| self.is_level(hit)) {
                (ended.pose, ground, step) = (down.pose, Some(hit), Step::Down);
            }
        }
        let Ended { pose, left, .. } = ended;
        Ok(Slid { pose, ground, wall, left: left.cast(), step, traces: self.traces })
    }

    /// Step 1.
    fn slide(&mut self, from: &Pose<Vec3<T>>, by: Vec3<f64>) -> Result<Ended<T>, MotionError> {
        let most = self.settings.planes.min(MAX_PLANES);
        let mut planes = Planes { normals: [Vec3::ZERO; MAX_PLANES], len: 0, most };
        let mut ended = Ended { pose: *from, wall: None, left: by };
        let mut wanted = by;
        for _ in 0..MAX_TRACES {
            if ended.left == Vec3::ZERO {
                return Ok(ended);
            }
            let way = ended.left;
            let moved = self.trace(&ended.pose, way)?;
            let gone: Vec3<f64> = (moved.pose.translation() - ended.pose.translation()).cast();
            ended.pose = moved.pose;
            let Some(hit) = moved.hit else {
                ended.left = Vec3::ZERO;
                return Ok(ended);
            };
            // What was wanted is used up as far as the way went: of a slanting push along a wall, not only its part along it.
            let share = Real::min(gone.dot(way) / way.norm_squared(), 1.0);
            wanted = wanted * (1.0 - Real::max(share, 0.0));
            let stuck = gone.norm() <= TOUCH * self.zone;
            if !stuck {
                planes.len = 0; // What is still touched is found again.
            }
            let blocked = self.touched(&mut ended, wanted, &mut planes)?;
            // A motion also ends at rims, whose normals mean little within the zone: they count where nothing else stops it.
            if stuck || !blocked {
                self.touch(&hit, wanted, &mut planes, &mut ended.wall);
            }
            ended.left = planes.nearest(wanted);
        }
        Ok(ended)
    }

    /// Adds all surfaces that the body touches where it is, and says whether one of them is in the way.
    fn touched(
        &mut self,
        ended: &mut Ended<T>,
        wanted: Vec3<f64>,
        planes: &mut Planes,
    ) -> Result<bool, MotionError> {
        let body = Body::new(self.body.mesh, ended.pose);
        let mut blocked = false;
        for standing in self.world {
            let frame = self.mover.touching(&body, standing, TOUCH * self.zone)?;
            for i in 0..self.mover.list.len() {
                let hit = hit_of(&self.mover.list[i], &frame);
                blocked |= self.touch(&hit, wanted, planes, &mut ended.wall);
            }
        }
        Ok(blocked)
    }

    /// Adds a surface, and says whether it is in the way. One too steep to stand on also counts as upright: nobody walks
    /// up it.
    fn touch(&self, hit: &Hit<T>, wanted: Vec3<f64>, planes: &mut Planes, wall: &mut Option<Hit<T>>) -> bool {
        let normal: Vec3<f64> = hit.normal.cast();
        planes.add(normal);
        let mut blocks = normal.dot(wanted) < 0.0;
        if !self.is_level(hit) {
            let rise = normal.dot(self.up);
            if rise > 0.0
                && let Some(upright) = (normal - self.up * rise).normalized()
            {
                planes.add(upright);
                blocks |= upright.dot(wanted) < 0.0;
            }
            if blocks {
                *wall = wall.or(Some(*hit));
            }
        }
        blocks
    }

    /// Step 2: `None` if it does not help.
    fn step_up(
        &mut self,
        from: &Pose<Vec3<T>>,
        by: Vec3<f64>,
        height: f64,
        plain: &Ended<T>,
    ) -> Result<Option<Ended<T>>, MotionError> {
        let above = self.trace(from, self.up * height)?;
        let gained: Vec3<f64> = (above.pose.translation() - from.translation()).cast();
        let gained = gained.dot(self.up);
        if gained <= TOUCH * self.zone {
            return Ok(None);
        }
        let mut over = self.slide(&above.pose, by)?;
        let down = self.trace(&over.pose, self.up * -gained)?;
        if !down.hit.is_some_and(|hit| self.is_level(&hit)) {
            return Ok(None);
        }
        over.pose = down.pose;
        let along = |pose: &Pose<Vec3<T>>| {
            let way: Vec3<f64> = (pose.translation() - from.translation()).cast();
            way.dot(by - self.up * by.dot(self.up))
        };
        let better = along(&over.pose) > along(&plain.pose) + self.zone * by.norm();
        Ok(better.then_some(over))
    }

    /// What a body stands on at a pose.
    fn ground(&mut self, pose: &Pose<Vec3<T>>) -> Result<Option<Hit<T>>, MotionError> {
        let body = Body::new(self.body.mesh, *pose);
        let mut best: Option<Hit<T>> = None;
        let rise = |hit: &Hit<T>| hit.normal.cast::<f64>().dot(self.up);
        for standing in self.world {
            let zone = zone(&body, standing, 0.0, 0.0, &self.settings.motion)?;
            let frame = self.mover.touching(&body, standing, TOUCH * zone.thickness)?;
            for pair in &self.mover.list {
                let hit = hit_of(pair, &frame);
                if self.is_level(&hit) && best.as_ref().is_none_or(|best| rise(&hit) > rise(best)) {
                    best = Some(hit);
                }
            }
        }
        Ok(best)
    }

    /// Whether a surface can be stood on.
    fn is_level(&self, hit: &Hit<T>) -> bool {
        hit.normal.cast::<f64>().dot(self.up) >= self.level
    }

    /// A translation that stops at the first body of the world in the way.
    fn trace(&mut self, from: &Pose<Vec3<T>>, by: Vec3<f64>) -> Result<Moved<T>, MotionError> {
        self.traces += 1;
        let body = Body::new(self.body.mesh, *from);
        let motion = &self.settings.motion;
        let mut moved = Moved { pose: *from, hit: None };
        let mut way: Vec3<T> = by.cast();
        let mut stopped_by = None;
        for (i, standing) in self.world.iter().enumerate() {
            let trace = self.mover.translate(&body, way, standing, motion)?;
            self.zone = Real::max(self.zone, trace.zone.thickness);
            if i == 0 || trace.hit.is_some() {
                moved.pose = trace.pose;
            }
            if trace.hit.is_some() {
                moved.hit = trace.hit;
                stopped_by = Some(i);
                way = trace.pose.translation() - from.translation();
            }
        }
        if self.world.is_empty() {
            let pose = Pose::try_new(from.translation() + way, from.rotation());
            moved.pose = pose.map_err(|_| MotionError::NotFinite)?;
        }
        // The others were asked for a longer way, or for one that ends a rounding beside this pose: prove it for them too.
        let ended = Body::new(self.body.mesh, moved.pose);
        for (i, standing) in self.world.iter().enumerate() {
            if stopped_by.is_none_or(|stopped_by| stopped_by == i) {
                continue;
            }
            if !self.mover.translate(&ended, Vec3::ZERO, standing, motion)?.clear {
                moved.pose = *from;
                break;
            }
        }
        Ok(moved)
    }
}

impl Planes {
    /// Adds a normal that is not there yet. When there is no more room the last one makes it.
    fn add(&mut self, normal: Vec3<f64>) {
        let known = |n: &Vec3<f64>| (*n - normal).max_abs() <= INTO * f64::EPSILON;
        if self.most == 0 || self.normals[..self.len].iter().any(known) {
            return;
        }
        let place = self.len.min(self.most - 1);
        self.normals[place] = normal;
        self.len = place + 1;
    }

    /// The nearest vector to `wanted` that leads against none of the normals.
    fn nearest(&self, wanted: Vec3<f64>) -> Vec3<f64> {
        let normals = &self.normals[..self.len];
        if self.most == 0 {
            return Vec3::ZERO;
        }
        let slack = INTO * f64::EPSILON * wanted.norm();
        let allowed = |r: Vec3<f64>| normals.iter().all(|n| n.dot(r) >= -slack);
        if allowed(wanted) {
            return wanted;
        }
        let mut best = (0.0, Vec3::ZERO);
        let mut offer = |r: Vec3<f64>| {
            let along = r.dot(wanted);
            if along > best.0 && allowed(r) {
                best = (along, r);
            }
        };
        for (i, &n) in normals.iter().enumerate() {
            // Twice: what rounding leaves of the first time is taken away.
            let once = wanted - n * n.dot(wanted);
            offer(once - n * n.dot(once));
            for &m in &normals[..i] {
                if let Some(line) = n.cross(m).normalized() {
                    offer(line * line.dot(wanted));
                }
            }
        }
        best.1
    }
}
