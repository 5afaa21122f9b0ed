//! The kernel of casts: compiled once with this crate, like that of [`answer`](crate::answer).

use super::{CastSettings, CastSpace, Impact, cast_parts};
use crate::answer::Kernel;
use crate::math::{Motion, Vec2, Vec3};
use crate::shape::Parts;

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
