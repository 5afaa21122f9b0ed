//! The front door for bodies of any form: dispatch of a pair by the forms of its bodies.
//!
//! A body reports its form through an inlined function; for a convex type the result is a constant, and the branch vanishes. The forms
//! are matched one at a time: collecting them into a pair first would copy them, which takes as long as a query of boxes.
//!
//! Behind a branch on a constant, queries of other forms are not even compiled for convex types, nor is the convex path for types that
//! may have any form: those reach it through the queries of their pieces.

use core::marker::PhantomData;

use crate::answer::{Contact, Distance, Kernel, Settings, Verdict, shell};
use crate::body::{Body, Form};
use crate::casting::{CastKernel, CastSettings, Impact, advance_parts};
use crate::math::{Motion, Real};
use crate::nonconvex::{self, Dimension, FormSpace};
use crate::observe::{CastObserver, CastStep};
use crate::shape::{Point, Shape, Wide, Widen};

/// Panic message for a convex shape type whose form is not convex, which does not occur.
const NOT_CONVEX: &str = "a shape that is not convex";

/// Whether two bodies meet. Touching counts.
///
/// ```
/// use impinge::{Cuboid, Pose, Shape, Sphere, intersects};
///
/// let block = Cuboid::new([1.0, 1.0, 1.0]); // half extents: it ends at x = 1
/// assert!(intersects(&block, &Sphere::new(0.5).at(Pose::at([1.25, 0.0, 0.0]))));
/// assert!(intersects(&block, &Sphere::new(0.5).at(Pose::at([1.5, 0.0, 0.0])))); // just touching
/// assert!(!intersects(&block, &Sphere::new(0.5).at(Pose::at([1.75, 0.0, 0.0]))));
/// ```
///
/// For the proof use [`intersection`](super::intersection); for a pair that is queried in every frame use [`Warm`](super::Warm).
#[inline]
pub fn intersects<A: Body<V: Dimension>, B: Body<V = A::V>>(a: &A, b: &B) -> bool {
    if const { A::CONVEX && B::CONVEX } {
        let Form::Convex(a) = a.form() else { unreachable!("{NOT_CONVEX}") };
        let Form::Convex(b) = b.form() else { unreachable!("{NOT_CONVEX}") };
        return shell::meet(&a, &b, &Settings::default());
    }
    Wide::<A::V>::forms_meet(&a.form(), &b.form(), &Settings::default())
}

/// Whether two shapes are at most `settings.margin` apart (0 if none is given).
///
/// ```
/// use impinge::{Circle, Pose, Settings, Shape, intersects_with};
///
/// let door = Circle::new(1.0);
/// let player = Circle::new(0.5).at(Pose::at([1.75, 0.0])); // 0.25 away
/// let within = |margin| Settings { margin: Some(margin), ..Settings::default() };
/// assert!(intersects_with(&door, &player, &within(0.5)));
/// assert!(!intersects_with(&door, &player, &within(0.125)));
/// ```
#[inline]
pub fn intersects_with<A: Body<V: Dimension>, B: Body<V = A::V>>(a: &A, b: &B, settings: &Settings) -> bool {
    if const { A::CONVEX && B::CONVEX } {
        let Form::Convex(a) = a.form() else { unreachable!("{NOT_CONVEX}") };
        let Form::Convex(b) = b.form() else { unreachable!("{NOT_CONVEX}") };
        return shell::meet(&a, &b, settings);
    }
    Wide::<A::V>::forms_meet(&a.form(), &b.form(), settings)
}

/// Whether two shapes meet, with the proof. Touching counts. The verdict is that of [`intersects`](fn@super::intersects).
///
/// ```
/// use impinge::{Capsule, Cuboid, Pose, Shape, Support, Verdict, intersection};
///
/// let a = Cuboid::new([1.0, 1.0, 1.0]);
/// let b = Capsule::new(1.0, 0.5).at(Pose::at([2.0, 0.0, 0.0]));
/// let Verdict::Apart { axis, .. } = intersection(&a, &b) else { panic!("they are 0.5 apart") };
/// // Two support calls check it: along the axis all of B lies beyond all of A.
/// assert!(b.support(-axis).dot(axis) > a.support(axis).dot(axis));
/// ```
pub fn intersection<A: Shape<V: Dimension>, B: Shape<V = A::V>>(a: &A, b: &B) -> Verdict<A::V> {
    <A::V as Widen>::Wide::verdict(&a.parts(), &b.parts()).narrowed()
}

/// The distance of two bodies.
///
/// ```
/// use impinge::{Cuboid, Pose, Shape, Sphere, distance};
///
/// let a = Cuboid::new([1.0, 1.0, 1.0]);
/// let b = Sphere::new(0.5).at(Pose::at([3.0, 0.0, 0.0]));
/// let d = distance(&a, &b);
/// assert!(f64::abs(d.distance - 1.5) <= d.error);
/// assert_eq!(d.normal.to_array(), [1.0, 0.0, 0.0]); // from A to B
/// assert_eq!((d.point_a.x, d.point_b.x), (1.0, 2.5)); // where they are nearest
/// ```
///
/// Shapes that meet have distance 0; [`contact`](fn@super::contact) gives their penetration depth.
#[inline]
pub fn distance<A: Body<V: Dimension>, B: Body<V = A::V>>(a: &A, b: &B) -> Distance<A::V> {
    distance_with(a, b, &Settings::default())
}

/// The distance of two shapes, to the accuracy that `settings` ask for.
#[inline]
pub fn distance_with<A: Body<V: Dimension>, B: Body<V = A::V>>(
    a: &A,
    b: &B,
    settings: &Settings,
) -> Distance<A::V> {
    if const { A::CONVEX && B::CONVEX } {
        let Form::Convex(a) = a.form() else { unreachable!("{NOT_CONVEX}") };
        let Form::Convex(b) = b.form() else { unreachable!("{NOT_CONVEX}") };
        return shell::distance(&a, &b, settings).narrowed();
    }
    Wide::<A::V>::distance_of_forms(&a.form(), &b.form(), settings).narrowed()
}

/// The signed distance of two bodies, with witness points and normal: positive if they are apart, negative if they overlap. For its
/// meaning for bodies that are not convex see [`body`](crate::body).
///
/// ```
/// use impinge::{Pose, Rectangle, Shape, contact};
///
/// // A box that sank into the floor, by 0.25.
/// let floor = Rectangle::new([5.0, 1.0]);
/// let sunken = Rectangle::new([0.5, 0.5]).at(Pose::at([2.0, 1.25]));
/// let c = contact(&floor, &sunken);
/// assert_eq!((c.signed_distance, c.normal.to_array()), (-0.25, [0.0, 1.0]));
/// // Moving B by the depth along the normal separates them.
/// let freed = Rectangle::new([0.5, 0.5]).at(Pose::at([2.0, 1.25 + 0.25]));
/// assert_eq!(contact(&floor, &freed).signed_distance, 0.0);
/// ```
///
/// One point says little about the contact of resting boxes; [`manifold`](fn@super::manifold) gives the whole
/// contact manifold.
#[inline]
pub fn contact<A: Body<V: Dimension>, B: Body<V = A::V>>(a: &A, b: &B) -> Contact<A::V> {
    contact_with(a, b, &Settings::default())
}

/// The signed distance of two shapes, to the accuracy that `settings` ask for. The margin does not cut it short: see
/// [`contact_within`].
#[inline]
pub fn contact_with<A: Body<V: Dimension>, B: Body<V = A::V>>(
    a: &A,
    b: &B,
    settings: &Settings,
) -> Contact<A::V> {
    if const { A::CONVEX && B::CONVEX } {
        let Form::Convex(a) = a.form() else { unreachable!("{NOT_CONVEX}") };
        let Form::Convex(b) = b.form() else { unreachable!("{NOT_CONVEX}") };
        return shell::contact(&a, &b, settings).narrowed();
    }
    nonconvex::contact(&a.form(), &b.form(), settings).narrowed()
}

/// The signed distance of two bodies that are at most `settings.margin` apart; `None` if they are proven to be farther apart.
/// Without a margin there is always an answer.
///
/// The answer equals that of [`contact_with`] within the errors of both, and is as accurate; only bodies beyond the margin are
/// rejected, as soon as that is certain. Bodies that are beyond it by less than the error may have an answer or none.
///
/// ```
/// use impinge::{Circle, Pose, Settings, Shape, contact_within};
///
/// let near = Settings { margin: Some(0.5), ..Settings::default() };
/// let at = |x| Circle::new(0.5).at(Pose::at([x, 0.0]));
/// assert_eq!(contact_within(&Circle::new(1.0), &at(1.75), &near).unwrap().signed_distance, 0.25);
/// assert!(contact_within(&Circle::new(1.0), &at(2.25), &near).is_none());
/// ```
#[inline]
pub fn contact_within<A: Body<V: Dimension>, B: Body<V = A::V>>(
    a: &A,
    b: &B,
    settings: &Settings,
) -> Option<Contact<A::V>> {
    if const { A::CONVEX && B::CONVEX } {
        let Form::Convex(a) = a.form() else { unreachable!("{NOT_CONVEX}") };
        let Form::Convex(b) = b.form() else { unreachable!("{NOT_CONVEX}") };
        return shell::contact_within(&a, &b, settings).map(Contact::narrowed);
    }
    Wide::<A::V>::contact_of_forms(&a.form(), &b.form(), settings).map(Contact::narrowed)
}

/// Time of impact of two bodies, if they touch between time 0 and time 1.
///
/// For bodies of many pieces the first impact of any two pieces counts. A body that rests on a mesh and slides along it does not hit
/// the next faces of the same floor (internal edges): for bodies that touch at the start an impact counts only if they come closer than
/// they were.
///
/// `None` is a proof that they do not touch; for shapes that touch at the start, within the tolerance, it proves that they come closer
/// by less than five times the tolerance: they may slide and separate. See [`Impact`] for what is proven of an impact.
///
/// ```
/// use impinge::{Cuboid, Motion, Pose, Shape, Sphere, cast};
///
/// // A ball flies against a door that is being closed.
/// let ball = Sphere::new(0.1).at(Pose::at([0.5, -2.0, 0.0]));
/// let door = Cuboid::new([0.5, 0.02, 1.0]).at(Pose::at([0.5, 0.0, 0.0]));
/// let flight = Motion::translation([0.0, 3.0, 0.0]);
/// let closing = Motion::rotation([0.0, 0.0, 0.0], [0.0, 0.0, 1.0], -1.5_f64);
///
/// let impact = cast(&ball, &door, &flight, &closing).unwrap();
/// assert!(impact.time > 0.471 && impact.time < 0.472 && impact.time_error < 1e-8);
/// assert!(impact.distance < 1e-8 && !impact.at_start);
///
/// // A slower ball does not get that far while the door stays open.
/// assert!(cast(&ball, &door, &Motion::translation([0.0, 1.0, 0.0]), &Motion::still()).is_none());
/// ```
#[inline]
pub fn cast<A: Body<V: Dimension>, B: Body<V = A::V>>(
    a: &A,
    b: &B,
    motion_a: &Motion<A::V>,
    motion_b: &Motion<A::V>,
) -> Option<Impact<A::V>> {
    cast_with(a, b, motion_a, motion_b, &CastSettings::default())
}

/// The first time at which two shapes come within a distance, as given by `settings`.
#[inline]
pub fn cast_with<A: Body<V: Dimension>, B: Body<V = A::V>>(
    a: &A,
    b: &B,
    motion_a: &Motion<A::V>,
    motion_b: &Motion<A::V>,
    settings: &CastSettings,
) -> Option<Impact<A::V>> {
    let motions = [&motion_a.widened(), &motion_b.widened()];
    if const { A::CONVEX && B::CONVEX } {
        let Form::Convex(a) = a.form() else { unreachable!("{NOT_CONVEX}") };
        let Form::Convex(b) = b.form() else { unreachable!("{NOT_CONVEX}") };
        return Wide::<A::V>::cast(a, b, motions, settings).map(Impact::narrowed);
    }
    Wide::<A::V>::cast_forms(&a.form(), &b.form(), motions, settings, 1.0).map(Impact::narrowed)
}

/// [`cast_with`](super::cast_with) by conservative advancement even if neither body rotates: for comparison. Both give the same answer
/// within their errors.
pub fn advance<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    motion_a: &Motion<A::V>,
    motion_b: &Motion<A::V>,
    settings: &CastSettings,
) -> Option<Impact<A::V>> {
    let motions = [&motion_a.widened(), &motion_b.widened()];
    advance_parts(a.parts(), b.parts(), motions, settings, &mut ()).map(Impact::narrowed)
}

/// [`advance`], with an observer that receives each distance and each proof. The answer is the same to the bit.
pub fn advance_watched<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    motion_a: &Motion<A::V>,
    motion_b: &Motion<A::V>,
    settings: &CastSettings,
    observer: &mut impl CastObserver<A::V>,
) -> Option<Impact<A::V>> {
    let motions = [&motion_a.widened(), &motion_b.widened()];
    let mut observer = Narrowing { observer, space: PhantomData };
    advance_parts(a.parts(), b.parts(), motions, settings, &mut observer).map(Impact::narrowed)
}

/// An observer in its own precision, adapted to one in `f64`.
struct Narrowing<'o, V, O> {
    observer: &'o mut O,
    space: PhantomData<V>,
}

impl<V: Widen, O: CastObserver<V>> CastObserver<V::Wide> for Narrowing<'_, V, O> {
    const WATCHES: bool = O::WATCHES;
    fn step(&mut self, step: &CastStep<V::Wide>) {
        self.observer.step(&CastStep {
            time: Real::of(step.time),
            free_until: Real::of(step.free_until),
            planes: step.planes,
            bounds: step.bounds.map(Real::of),
            normal: V::narrow(step.normal),
            point_a: V::narrow(step.point_a),
            point_b: V::narrow(step.point_b),
        });
    }
}

/// Whether a body contains a point; its boundary counts. False if a coordinate is not finite or above
/// [`LIMIT`](crate::math::Real::LIMIT).
///
/// ```
/// use impinge::mesh::TriangleMesh;
/// use impinge::{Pose, Shape, Sphere, Vec3, contains_point};
///
/// let ball = Sphere::new(1.0).at(Pose::at([2.0, 0.0, 0.0]));
/// assert!(contains_point(&ball, Vec3::from([1.0, 0.0, 0.0])));
/// assert!(!contains_point(&ball, Vec3::from([0.5, 0.0, 0.0])));
///
/// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(Vec3::from);
/// let faces = vec![vec![0, 2, 1], vec![0, 1, 3], vec![1, 2, 3], vec![2, 0, 3]];
/// let (mesh, _) = TriangleMesh::from_polygons(&corners, &faces).unwrap();
/// assert!(contains_point(&mesh, Vec3::from([1.0, 1.0, 1.0]))); // closed meshes are solid
/// ```
pub fn contains_point<B: Body<V: Dimension>>(body: &B, point: B::V) -> bool {
    Point::try_new(point).is_ok_and(|point| intersects(body, &point))
}

/// The signed distance of a point from a body, negative if it is inside, and the nearest point of the body's surface: the
/// [`Contact`] of the body, as A, with the point, as B. `point_a` is the nearest point, the normal leads out of the body, and `part_a` is
/// the face of a mesh or the part of a compound. `None` if a coordinate is not finite or above
/// [`LIMIT`](crate::math::Real::LIMIT).
///
/// ```
/// use impinge::{Cuboid, Vec3, closest_point};
///
/// let block = Cuboid::new([1.0, 2.0, 3.0]);
/// let outside = closest_point(&block, Vec3::from([1.5, 0.0, 0.0])).unwrap();
/// assert_eq!((outside.signed_distance, outside.point_a.to_array()), (0.5, [1.0, 0.0, 0.0]));
/// let inside = closest_point(&block, Vec3::from([0.75, 0.0, 0.0])).unwrap();
/// assert_eq!((inside.signed_distance, inside.point_a.to_array()), (-0.25, [1.0, 0.0, 0.0]));
/// ```
///
/// For a body of several parts that overlap, and for a body with a margin of its own, see [`body`](crate::body) for what is inside.
pub fn closest_point<B: Body<V: Dimension>>(body: &B, point: B::V) -> Option<Contact<B::V>> {
    Point::try_new(point).ok().map(|point| contact(body, &point))
}
