//! The spaces in which shapes are cast, and the kernel of casts: compiled once with this crate, like that of [`answer`](crate::answer).

use super::{CastSettings, Impact, cast_parts};
use crate::answer::Kernel;
use crate::gjk::{SignedVolumes, Simplex, SubAlgorithm};
use crate::math::{Each, Motion, MotionSpace, Pose, Real, Vec2, Vec3};
use crate::ray::RaySpace;
use crate::shape::Parts;

/// A space in which shapes are cast: the plane and space.
pub trait CastSpace: RaySpace + MotionSpace {
    /// The pose with a rotation that is unit to the last digit.
    #[doc(hidden)]
    fn wide_pose(pose: &Pose<Self>) -> Pose<Self>;
    /// Reduces a simplex to the vertices that its point nearest to the origin needs, and returns that point; any vertices may go.
    #[doc(hidden)]
    fn nearest(simplex: &mut Simplex<Self>) -> Self;
    /// The radius of a ball about the origin that a simplex contains; 0 if it contains none.
    #[doc(hidden)]
    fn depth_in(simplex: &Simplex<Self>) -> f64;
}

impl CastSpace for Vec3<f64> {
    fn wide_pose(pose: &Pose<Vec3<f64>>) -> Pose<Vec3<f64>> {
        Pose::of(pose.translation(), pose.rotation().renormalized())
    }
    #[inline(always)]
    fn nearest(simplex: &mut Simplex<Vec3<f64>>) -> Vec3<f64> {
        SignedVolumes::default().closest(simplex)
    }
    fn depth_in(simplex: &Simplex<Vec3<f64>>) -> f64 {
        let [a, b, c, d] = match simplex.vertices() {
            [a, b, c, d] => [a, b, c, d].each(|v| v.point),
            _ => return 0.0,
        };
        // From the face of three, on the side of the fourth.
        let over = |a: Vec3<f64>, b: Vec3<f64>, c: Vec3<f64>, d: Vec3<f64>| {
            let out = (b - a).cross(c - a).unit();
            -out.dot(a) * Real::sign_of(out.dot(d - a), 1.0)
        };
        let least = Real::min(Real::min(over(a, b, c, d), over(a, b, d, c)), over(a, c, d, b));
        Real::max(Real::min(least, over(b, c, d, a)), 0.0)
    }
}

impl CastSpace for Vec2<f64> {
    fn wide_pose(pose: &Pose<Vec2<f64>>) -> Pose<Vec2<f64>> {
        Pose::of(pose.translation(), pose.rotation().renormalized())
    }
    #[inline(always)]
    fn nearest(simplex: &mut Simplex<Vec2<f64>>) -> Vec2<f64> {
        SignedVolumes::default().closest(simplex)
    }
    fn depth_in(simplex: &Simplex<Vec2<f64>>) -> f64 {
        let [a, b, c] = match simplex.vertices() {
            [a, b, c] => [a, b, c].each(|v| v.point),
            _ => return 0.0,
        };
        let over = |a: Vec2<f64>, b: Vec2<f64>, c: Vec2<f64>| {
            let out = (b - a).unit().perp();
            -out.dot(a) * Real::sign_of(out.dot(c - a), 1.0)
        };
        Real::max(Real::min(Real::min(over(a, b, c), over(b, c, a)), over(c, a, b)), 0.0)
    }
}

/// The plane or space, with the casts of two convex shapes.
pub trait CastKernel: Kernel + CastSpace {
    /// Their time of impact.
    fn cast<'a>(
        a: Parts<'a, Self>,
        b: Parts<'a, Self>,
        motions: [&Motion<Self>; 2],
        settings: &CastSettings,
    ) -> Option<Impact<Self>>;
}

macro_rules! cast_kernel {
    ($space:ty) => {
        impl CastKernel for $space {
            fn cast<'a>(
                a: Parts<'a, Self>,
                b: Parts<'a, Self>,
                motions: [&Motion<Self>; 2],
                settings: &CastSettings,
            ) -> Option<Impact<Self>> {
                cast_parts(a, b, motions, settings)
            }
        }
    };
}
cast_kernel!(Vec3<f64>);
cast_kernel!(Vec2<f64>);
