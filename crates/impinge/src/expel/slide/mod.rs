//! Player movement (character controller): a body is pushed, slides along obstacles, steps up and down, and stays on the ground.
//!
//! **Answer.** The end pose of a body that is moved by a vector and does not stop at the first surface but continues along it.
//! Use it for players, walking robots and anything steered by hand. For bodies that follow mechanics use
//! [`Mover::translate`] and a solver.
//!
//! # Source
//! Van Waveren 2005, section 5, names player movement as the purpose of all this and leaves the slide to the reader. The form
//! known from games (clip the velocity by each plane that is met) gets trapped in corners: a velocity clipped by a second plane
//! may point into the first one again. Here the body continues along the direction nearest to the wanted one that leads into none of
//! the planes, however many: a projection onto a cone, solved to rounding ([`planes`](crate::sliding::planes)).
//!
//! # Steps of a call
//! 1. Slide: move until something is met, gather the surfaces touched there, continue along the nearest direction that all
//!    of them allow. Touched surfaces are a forecast: if they take away too much of the motion, only those that stopped a motion count.
//! 2. Step up, if a body that stands meets a surface too steep to stand on: up, on, down, and 1 again from there. Taken if
//!    one step higher the surface is no longer in the way, and the body lands higher, on ground to stand on. At most once per
//!    call.
//! 3. Step down, if the body stood at the start, was not pushed upwards, and does not stand now: down by the height of a
//!    step, if there is ground to stand on.
//!
//! # Guarantees
//! - Each part is a motion of [`Mover::translate`]: the guarantees of that hold for all parts.
//! - At most [`MAX_TRACES`] motions, steps included.
//! - The remaining motion is nonzero only if the body has moved: see [`SlideStatus`].
//! - The answer depends only on the arguments. Nothing is allocated once the memory of the mover has grown.
//! - A body that starts in another one does not move, and [`SlideStatus::Overlapping`] reports it; with
//!   [`MotionSettings::free`] it is freed first, from all bodies at once.
//!
//! # Failure
//! [`MotionError`], as for the motions; an `up` of zero length is a [`MotionError::ZeroUp`].

mod step;
mod touch;
mod types;
mod walk;

pub use types::{SlideSettings, SlideTrace};

use super::Mover;
use super::error::MotionError;
use super::obstacles::{Region, Standing};
use super::types::{Hit, MotionSettings};
use crate::math::{Pose, Real, Vec3, built_with_the_crate};
use crate::mesh::polygon::PlacedMesh;
use crate::sliding::{AWAY, MAX_TRACES, MOST_RESTARTS, STALE, SlideStatus, Start, Step, level_of, share};
use walk::{List, TOUCH, Walk};

/// If near surfaces leave less than this fraction of the motion that the surfaces which stopped a motion leave, near surfaces no longer
/// count.
const TOO_MUCH: f64 = 0.5;

/// A motion that leads away from a surface by more than this fraction of its length, and was stopped by it, came from behind.
const BEHIND: f64 = 0.1;

/// [`Mover::slide`] as a single call.
///
/// # Errors
/// See [`Mover::slide`].
pub fn slide<T: Real>(
    moving: &PlacedMesh<'_, T>,
    by: Vec3<T>,
    world: &(impl Standing<T> + ?Sized),
    settings: &SlideSettings<T>,
) -> Result<SlideTrace<T>, MotionError> {
    Mover::new().slide(moving, by, world, settings)
}

/// The end of a slide.
struct Ended<T: Real> {
    pose: Pose<Vec3<T>>,
    left: Vec3<f64>,
    status: SlideStatus,
}

built_with_the_crate! {
    /// [`Mover::slide_among`].
    fn built_slide_among<'a, T: Real>(
        mover: &'a mut Mover,
        moving: &'a PlacedMesh<'a, T>,
        by: Vec3<T>,
        world: &'a dyn Standing<T>,
        settings: &'a SlideSettings<T>,
    ) -> Result<SlideTrace<T>, MotionError> = Mover::slide_along;
}

impl Mover {
    /// Moves a body by a vector, sliding along obstacles, with steps up and down.
    ///
    /// ```
    /// use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
    /// use impinge::expel::{SlideSettings, slide};
    /// use impinge::{Pose, Vec3};
    ///
    /// // A wall at x = 1, seen from the left, and a point that runs into it at a slant.
    /// let corners = [[-9.0, -9.0], [-9.0, 9.0], [9.0, 9.0], [9.0, -9.0]].map(|[y, z]| Vec3::new(1.0, y, z));
    /// let (wall, _) = PolygonMesh::from_polygons(&corners, &[[0, 1, 2, 3]]).unwrap();
    /// let point = PolygonMesh::point(Vec3::new(0.0_f64, 0.0, 0.0));
    /// let world = [PlacedMesh::new(&wall, Pose::IDENTITY)];
    /// let runner = PlacedMesh::new(&point, Pose::IDENTITY);
    /// let slid = slide(&runner, Vec3::new(2.0, 3.0, 0.0), &world, &SlideSettings::default()).unwrap();
    /// let end = slid.pose.translation();
    /// assert!(0.999 < end.x && end.x < 1.0 && (end.y - 3.0).abs() < 1e-6);
    /// ```
    ///
    /// # Errors
    /// If a number is not finite, `up` has zero length, or the requested zone is too thin.
    pub fn slide<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        by: Vec3<T>,
        world: &(impl Standing<T> + ?Sized),
        settings: &SlideSettings<T>,
    ) -> Result<SlideTrace<T>, MotionError> {
        self.slide_among(moving, by, &world, settings)
    }

    /// [`Mover::slide`], the same code for all implementations of [`Standing`].
    pub(crate) fn slide_among<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        by: Vec3<T>,
        world: &dyn Standing<T>,
        settings: &SlideSettings<T>,
    ) -> Result<SlideTrace<T>, MotionError> {
        built_slide_among(self, moving, by, world, settings)
    }

    fn slide_along<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        by: Vec3<T>,
        world: &dyn Standing<T>,
        settings: &SlideSettings<T>,
    ) -> Result<SlideTrace<T>, MotionError> {
        let up: Vec3<f64> = settings.up.cast();
        if !(by.is_finite() && up.is_finite() && settings.step.is_finite() && settings.slope.is_finite()) {
            return Err(MotionError::NotFinite);
        }
        let up = up.normalized().ok_or(MotionError::ZeroUp)?;
        let level = level_of(settings.slope.f64());
        let motion = world.settings(&Region::around(moving, 0.0, &settings.motion));
        let mut walk = Walk {
            mover: self,
            body: *moving,
            world,
            settings,
            motion: MotionSettings { free: None, ..motion },
            up,
            level,
            traces: 0,
            zone: 0.0,
            clear: false,
            crossed: None,
            wall: None,
            step: Step::Level,
            tries: 0,
        };
        walk.call(by.cast())
    }
}

impl<T: Real> Walk<'_, '_, T> {
    /// The three steps described in the module's text.
    fn call(&mut self, by: Vec3<f64>) -> Result<SlideTrace<T>, MotionError> {
        let mut start = Start::Apart;
        if let Some(depth) = self.settings.motion.free {
            let freed = self.mover.free(&self.body, self.world, depth, &self.motion)?;
            (self.body.pose, start) = (freed.pose, freed.start);
        }
        let from = self.body.pose;
        if by == Vec3::ZERO {
            // Proves the pose at which it stands.
            self.clear = self.trace(&from, by)?.clear;
        }
        let mut ended = self.slide(&from, by)?;
        let mut ground = None;
        if self.crossed.is_some() {
            start = Start::Overlapping;
            (ended.status, ended.left, self.wall) = (SlideStatus::Overlapping, Vec3::ZERO, self.crossed);
        } else {
            ground = self.ground(&ended.pose)?;
            let height = self.settings.step.f64();
            let may_step = height > 0.0 && by.dot(self.up) <= 0.0;
            if ground.is_none() && may_step && self.ground(&from)?.is_some() {
                let down = self.trace(&ended.pose, self.up * -height)?;
                if let Some(hit) = down.hit.filter(|hit| self.is_level(hit.normal.cast())) {
                    (ended.pose, ground, self.step) = (down.pose, Some(hit), Step::Down);
                    self.clear = down.clear;
                }
            }
        }
        Ok(SlideTrace {
            pose: ended.pose,
            status: ended.status,
            start,
            from,
            clear: self.clear,
            ground,
            wall: self.wall,
            left: ended.left.cast(),
            step: self.step,
            traces: self.traces,
        })
    }

    /// Steps 1 and 2.
    fn slide(&mut self, from: &Pose<Vec3<T>>, by: Vec3<f64>) -> Result<Ended<T>, MotionError> {
        let mut ended = Ended { pose: *from, left: by, status: SlideStatus::Done };
        let mut wanted = by;
        self.forget();
        // How far the body moved since the first of the planes that stopped it, and how often those were determined afresh.
        let (mut drift, mut restarts) = (0.0, 0);
        while ended.left != Vec3::ZERO {
            // One motion is reserved for a step down.
            if self.traces + 1 >= MAX_TRACES {
                ended.status = SlideStatus::Spent;
                if ended.pose == *from {
                    (ended.status, ended.left) = (SlideStatus::Blocked, Vec3::ZERO);
                }
                return Ok(ended);
            }
            let way = ended.left;
            let moved = self.trace(&ended.pose, way)?;
            let gone: Vec3<f64> = (moved.pose.translation() - ended.pose.translation()).cast();
            (ended.pose, self.clear) = (moved.pose, moved.clear);
            if self.crossed.is_some() {
                return Ok(ended);
            }
            let Some(hit) = moved.hit else {
                ended.left = Vec3::ZERO;
                return Ok(ended);
            };
            // The wanted motion is consumed as far as the body moved: for a slanting push along a wall, not only its component along
            // the wall.
            wanted *= 1.0 - share(gone, way);
            let near = gone.norm() <= TOUCH * self.zone;
            if !near {
                self.forget(); // Surfaces still touched are found again.
                (drift, restarts) = (0.0, 0);
            }
            drift += gone.norm();
            let normal = if gone == Vec3::ZERO { self.against(&hit, way) } else { hit.normal.cast() };
            let blocked = self.touched(List::Here, &ended.pose, wanted)?;
            self.touch(List::Stops, normal, wanted, || hit);
            // A motion also ends at rims, whose normals are unreliable within the zone: they count only if nothing else stops it.
            if near || !blocked {
                self.touch(List::Here, normal, wanted, || hit);
            }
            if let Some(stepped) = self.step_up(&ended.pose, wanted)? {
                (ended.pose, ended.left, wanted) = (stepped.pose, stepped.wanted, stepped.wanted);
                self.forget();
                (drift, restarts) = (0.0, 0);
                continue;
            }
            ended.left = self.way_on(wanted);
            if ended.left == Vec3::ZERO && restarts < MOST_RESTARTS && drift > STALE * self.zone {
                self.forget();
                self.touch(List::Stops, normal, wanted, || hit);
                (ended.left, drift, restarts) = (self.way_on(wanted), 0.0, restarts + 1);
            }
        }
        if wanted != Vec3::ZERO {
            ended.status = SlideStatus::Blocked;
        }
        Ok(ended)
    }

    /// Clears the touched planes.
    fn forget(&mut self) {
        for list in [List::Here, List::Stops] {
            self.planes(list).clear::<T>();
        }
    }

    /// The nearest direction to the wanted one. Near surfaces are not always in the way: if they take away too much of the motion, only
    /// those that stopped a motion count. So a body is blocked by nothing else.
    fn way_on(&mut self, wanted: Vec3<f64>) -> Vec3<f64> {
        let way = self.planes(List::Here).nearest(wanted);
        let proven = self.planes(List::Stops).nearest(wanted);
        if way.norm() < TOO_MUCH * proven.norm() { proven } else { way }
    }

    /// The normal of the obstacle that stopped a motion before it began, chosen so that it does not allow the motion again. A one-sided
    /// polygon also stops a body that comes from behind and would end within it; and rounding stops a motion along a surface that the
    /// body is too near to: then a direction that leads away from it a little is used.
    fn against(&self, hit: &Hit<T>, way: Vec3<f64>) -> Vec3<f64> {
        let normal: Vec3<f64> = hit.normal.cast();
        let direction = way.unit();
        let allows = normal.dot(direction);
        let rounding = AWAY * T::EPSILON.f64();
        if allows < -rounding {
            normal
        } else if allows > BEHIND {
            -normal
        } else {
            let tilt = Real::max(AWAY * allows, Real::min(rounding + self.zone / way.norm() / AWAY, BEHIND));
            (normal - direction * tilt).unit()
        }
    }
}
