//! The queries: one body moves, others stand still.
//!
//! # Steps of a motion
//! 1. The moving vertices are transformed into the standing frame. A bounding box of their paths finds the near part of the standing
//!    mesh.
//! 2. Every pair of features that can meet is [swept](super::sweep) against the zone. Most queries find nothing there.
//! 3. Bodies that [overlap](super::overlap) at the start do not move: the sweep proves nothing about them.
//! 4. If something was found, the distance D of the surfaces at the start is computed. If they started within the zone, the sweep is
//!    repeated with D in place of the thickness: a body within the zone may not come nearer than it is.
//! 5. The end pose is rounded to the bodies' precision, the vertices are transformed by the rounded pose, and the surfaces are proven
//!    to keep the floor. If they do not, the motion is rejected: fraction 0, and the start pose.
//! 6. A motion that is rejected because it would end half way through an open mesh, approached from behind, is swept once more
//!    with both sides of such meshes solid (steps 2 to 5): it is stopped where it meets the back.
//!
//! These are the steps for one standing body (`motion/past.rs`); several are combined in `motion/among.rs`, and
//! two bodies that move at once are in `motion/both.rs`.
//!
//! # Guarantees
//! Closed bodies that do not overlap at the start (step 3) and are at least [`Zone::floor`](super::Zone::floor) apart
//! there are at least that far apart at the end, at the rounded pose (step 5), and at all times between, up to
//! the rounding that [`Zone::error`](super::Zone::error) bounds (step 2). Without step 5 this already follows from the
//! bounds for the first 64 motions in a row. [`Trace::clear`] is true only if it was proven.
//!
//! # Cost
//! Transforming the vertices is linear in the moving mesh. The rest grows with the pairs of features near the path: O(log n + k) for k
//! near polygons of n standing ones. A screw costs twice as much as a turn, because it needs sines on the way. No allocation after the
//! first queries.
//!
//! # Failure
//! [`MotionError`]. Bodies that start nearer than the floor, or touch, are kept from coming nearer, may separate and slide,
//! and [`Trace::clear`] is false until they are apart. Bodies that start in overlap stay where they are, and
//! [`Trace::start`] reports it; [`MotionSettings::free`] and [`Mover::free`] move them out. Two single points do not stop
//! one another on the way: only a motion that would end within the floor is rejected. An open one-sided mesh can be
//! passed from behind, by a motion that does not end half way through; one that would is stopped at its back (step 6).

use alloc::vec::Vec;

use super::Mover;
use super::error::MotionError;
use super::obstacles::{Region, Standing};
use super::types::{Clearance, Hit, MotionSettings, Trace};
use crate::math::{Motion, Real, Vec3, built_with_the_crate};
use crate::mesh::polygon::PlacedMesh;
use crate::sliding::Start;

/// [`Mover::translate`] as a single call.
///
/// # Errors
/// See [`Mover::translate`].
pub fn translate<T: Real>(
    moving: &PlacedMesh<'_, T>,
    by: Vec3<T>,
    standing: &(impl Standing<T> + ?Sized),
    settings: &MotionSettings,
) -> Result<Trace<T>, MotionError> {
    Mover::new().translate(moving, by, standing, settings)
}

/// [`Mover::move_by`] as a single call.
///
/// # Errors
/// See [`Mover::move_by`].
pub fn move_by<T: Real>(
    moving: &PlacedMesh<'_, T>,
    motion: &Motion<Vec3<T>>,
    standing: &(impl Standing<T> + ?Sized),
    settings: &MotionSettings,
) -> Result<Trace<T>, MotionError> {
    Mover::new().move_by(moving, motion, standing, settings)
}

built_with_the_crate! {
    /// [`Mover::clearance_among`].
    fn built_clearance_among<'a, T: Real>(
        mover: &'a mut Mover,
        moving: &'a PlacedMesh<'a, T>,
        standing: &'a dyn Standing<T>,
        reach: f64,
    ) -> Result<Clearance<T>, MotionError> = Mover::least_clearance;
}

built_with_the_crate! {
    /// [`Mover::contacts_among`].
    fn built_contacts_among<'a, T: Real>(
        mover: &'a mut Mover,
        moving: &'a PlacedMesh<'a, T>,
        standing: &'a dyn Standing<T>,
        reach: f64,
        contacts: &'a mut Vec<Hit<T>>,
    ) -> Result<Start, MotionError> = Mover::list_contacts;
}

impl Mover {
    /// Moves a body along a vector until something is in the way. A body that starts in another one does not move; see
    /// [`Start`].
    ///
    /// # Errors
    /// If the vector is not finite, or the requested zone is too thin.
    pub fn translate<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        by: Vec3<T>,
        standing: &(impl Standing<T> + ?Sized),
        settings: &MotionSettings,
    ) -> Result<Trace<T>, MotionError> {
        let motion = Motion::try_translation(by).map_err(|_| MotionError::NotFinite)?;
        self.move_by(moving, &motion, standing, settings)
    }

    /// Moves a body along a vector, turns it about an axis, or does both at once as a screw, until something is in the
    /// way.
    ///
    /// The screw has the motion's axis and angle, and the component of its translation along the axis; the perpendicular component must
    /// be no more than rounding. [`Motion::between`] gives the screw that takes one pose to another.
    ///
    /// ```
    /// use impinge::hull::solid_hull;
    /// use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
    /// use impinge::expel::{MotionSettings, Mover};
    /// use impinge::{Motion, Pose, Rot3, Vec3};
    ///
    /// // A door of one by two that hangs on the z axis and opens against a post.
    /// let slab = |low: [f64; 3], high: [f64; 3]| {
    ///     let corner = |i: usize| Vec3::from([0, 1, 2].map(|k| if i >> k & 1 == 0 { low[k] } else { high[k] }));
    ///     PolygonMesh::from_solid(&solid_hull(&(0..8).map(corner).collect::<Vec<_>>()).unwrap())
    /// };
    /// let door = slab([0.0, 0.0, 0.0], [1.0, 0.0625, 2.0]);
    /// let post = slab([-0.25, 0.75, 0.0], [0.25, 1.25, 2.0]);
    /// let closed = Pose::IDENTITY;
    /// let open = Pose::turned(Rot3::from_axis_angle([0.0, 0.0, 1.0], 1.5));
    ///
    /// let mut mover = Mover::new();
    /// let swing = Motion::between(&closed, &open);
    /// let settings = MotionSettings::default();
    /// let standing = PlacedMesh::new(&post, Pose::IDENTITY);
    /// let trace = mover.move_by(&PlacedMesh::new(&door, closed), &swing, &standing, &settings)?;
    /// // It stops before the post, and is proven not to have touched it on the way.
    /// assert!(trace.clear && trace.hit.is_some() && (0.7..0.9).contains(&trace.fraction));
    /// # Ok::<(), impinge::expel::MotionError>(())
    /// ```
    ///
    /// # Errors
    /// If the center of a turn moves perpendicular to the axis, a screw has too many turns, or the requested zone is too thin.
    pub fn move_by<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        motion: &Motion<Vec3<T>>,
        standing: &(impl Standing<T> + ?Sized),
        settings: &MotionSettings,
    ) -> Result<Trace<T>, MotionError> {
        match standing.alone() {
            Some(standing) => self.move_past(moving, motion, standing, settings),
            None => self.move_among(moving, motion, &standing, settings),
        }
    }

    /// Several motions in a row, each starting where the body is after all earlier ones are complete: for example the paper's
    /// translation followed by a turn. When one is stopped, the later ones do not start, and have fraction 0.
    ///
    /// # Errors
    /// See [`Mover::move_by`].
    pub fn move_in_a_row<T: Real, const N: usize>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        motions: &[Motion<Vec3<T>>; N],
        standing: &(impl Standing<T> + ?Sized),
        settings: &MotionSettings,
    ) -> Result<[Trace<T>; N], MotionError> {
        let (mut body, mut last) = (*moving, None);
        let mut traces = [None; N];
        for (trace, motion) in traces.iter_mut().zip(motions) {
            let stopped = last.filter(|last: &Trace<T>| last.hit.is_some());
            let mut found = match stopped {
                None => self.move_by(&body, motion, standing, settings)?,
                Some(_) => self.move_by(&body, &Motion::still(), standing, settings)?,
            };
            if let Some(last) = stopped {
                found = Trace { fraction: T::ZERO, hit: last.hit, pose: last.pose, ..found };
            }
            body.pose = found.pose;
            (last, *trace) = (Some(found), Some(found));
        }
        Ok(traces.map(|trace| trace.expect("every motion was requested")))
    }

    /// A proven lower bound of the distance of the surfaces to those of other bodies, as far as `reach`: zero or negative if they
    /// meet, and if the body [overlaps](Start) one. Features behind an open one-sided mesh are as far from it as those in front,
    /// although such a mesh stops nothing from behind.
    ///
    /// # Errors
    /// If the reach is not finite.
    pub fn clearance<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &(impl Standing<T> + ?Sized),
        reach: f64,
    ) -> Result<Clearance<T>, MotionError> {
        self.clearance_among(moving, &standing, reach)
    }

    /// [`Mover::clearance`], the same code for all implementations of [`Standing`].
    pub(crate) fn clearance_among<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &dyn Standing<T>,
        reach: f64,
    ) -> Result<Clearance<T>, MotionError> {
        built_clearance_among(self, moving, standing, reach)
    }

    fn least_clearance<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &dyn Standing<T>,
        reach: f64,
    ) -> Result<Clearance<T>, MotionError> {
        if !reach.is_finite() {
            return Err(MotionError::NotFinite);
        }
        let region = Region::around(moving, reach, &MotionSettings::default());
        let mut least = Clearance { distance: reach, nearest: None };
        let mut first = true;
        self.each_near(standing, &region, |mover, number, standing| {
            let found = mover.clearance_to(moving, standing, number, reach)?;
            if first || found.distance < least.distance {
                least = found;
            }
            first = false;
            Ok(())
        })?;
        Ok(least)
    }

    /// Lists the contacts of a body at rest with others: every vertex over a polygon and every two crossing edges that are
    /// at most `reach` apart (section 2.6). If only corners or rims are that near, the nearest of these.
    ///
    /// A contact is something that would stop the body: a vertex is over a one-sided polygon if it is in front of it, or behind by
    /// no more than the floor of the [zone](super::zone). So an open one-sided mesh, which can be passed from behind, has no
    /// contacts there except at its rim; for the distance from there see [`clearance`](Self::clearance).
    ///
    /// Bodies that [overlap](Start) have no such list: the answer is [`Start::Overlapping`], with one contact that names the crossing
    /// features, at distance 0.
    ///
    /// # Errors
    /// If the reach is not finite.
    pub fn contacts<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &(impl Standing<T> + ?Sized),
        reach: f64,
        contacts: &mut Vec<Hit<T>>,
    ) -> Result<Start, MotionError> {
        self.contacts_among(moving, &standing, reach, contacts)
    }

    /// [`Mover::contacts`], the same code for all implementations of [`Standing`].
    pub(crate) fn contacts_among<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &dyn Standing<T>,
        reach: f64,
        contacts: &mut Vec<Hit<T>>,
    ) -> Result<Start, MotionError> {
        built_contacts_among(self, moving, standing, reach, contacts)
    }

    fn list_contacts<T: Real>(
        &mut self,
        moving: &PlacedMesh<'_, T>,
        standing: &dyn Standing<T>,
        reach: f64,
        contacts: &mut Vec<Hit<T>>,
    ) -> Result<Start, MotionError> {
        contacts.clear();
        if !reach.is_finite() {
            return Err(MotionError::NotFinite);
        }
        let region = Region::around(moving, reach, &MotionSettings::default());
        let mut crossed = None;
        self.each_near(standing, &region, |mover, number, standing| {
            if crossed.is_none() {
                crossed = mover.contacts_with(moving, standing, number, reach, contacts)?;
            }
            Ok(())
        })?;
        let Some(crossed) = crossed else { return Ok(Start::Apart) };
        contacts.clear();
        contacts.push(crossed);
        Ok(Start::Overlapping)
    }
}
