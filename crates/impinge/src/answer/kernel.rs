//! The kernel: the queries of two convex shapes, compiled once with this crate. Casts have one of their own in
//! [`casting`](crate::casting).
//!
//! A function with a type parameter is compiled in each program that calls it. The functions behind this trait have none: programs call
//! them as compiled with this crate. A program only compiles the shell, for the types that it queries: the shell decomposes the shapes
//! ([`Shape::parts`](crate::shape::Shape::parts)), prepares the pair, answers in closed form if there is one, and
//! otherwise calls the function of the pair's kinds. In a release build the types determine the kinds, and the branch on them is gone.
//!
//! | kinds | answered by |
//! |---|---|
//! | points, segments and boxes with a closed form; boxes that overlap | the shell: a call would take as long as the closed form |
//! | the pairs listed below | the function of that pair, whose loops do not branch on the kinds |
//! | others | one function for all of them, which branches on the kinds in each support call |
//!
//! Each pair below takes a second to compile and makes its queries about 1.15 times as fast.

use super::QuerySpace;
use super::ladder::Solution;
use super::types::{Distance, Verdict};
use super::warm::{self, Kept};
use super::{Settings, distance, half_space, intersects, ladder};
use crate::closed::Answer;
use crate::feature::{self, CoreDistance, Features, Tolerances};
use crate::manifolds::perturbation::{Perturbation, perturbed_manifold};
use crate::manifolds::{self, Manifold, ManifoldSettings};
use crate::math::{Vec2, Vec3};
use crate::pair::Prepared;
use crate::shape::{Core2, Core3, Parts};

/// The plane or space, with the queries of two convex shapes.
pub trait Kernel: QuerySpace {
    /// Whether the shapes meet; neither has a radius.
    fn meet_by_kinds(prepared: &Prepared<'_, Self>) -> bool;
    /// Whether the shapes meet.
    fn meet_rounded_by_kinds(prepared: &Prepared<'_, Self>) -> bool;
    /// The distance of the shapes.
    fn distance_by_kinds(prepared: &Prepared<'_, Self>, settings: &Settings) -> Distance<Self>;
    /// The signed distance of the cores. Stops early if they are farther apart than `far`. `boxes` is the result of the separating axes
    /// of two boxes, if they were tested.
    fn solve_by_kinds(
        prepared: &Prepared<'_, Self>,
        boxes: Option<&Answer<Self>>,
        settings: &Settings,
        far: f64,
    ) -> Solution<Self>;

    /// Whether the shapes meet, with the proof.
    fn verdict<'a>(a: &Parts<'a, Self>, b: &Parts<'a, Self>) -> Verdict<Self>;
    /// Their features in contact.
    fn features(
        prepared: &Prepared<'_, Self>,
        found: &CoreDistance<Self>,
        tolerances: &Tolerances,
    ) -> Features<Self>;
    /// Their contact manifold.
    fn manifold(
        prepared: &Prepared<'_, Self>,
        found: &CoreDistance<Self>,
        settings: &ManifoldSettings,
    ) -> Manifold<Self>;
    /// The contact manifold of a shape and the half-space below the plane `normal` · x = `offset`.
    fn manifold_above(
        normal: Self,
        offset: f64,
        shape: &Parts<'_, Self>,
        settings: &ManifoldSettings,
    ) -> Manifold<Self>;
    /// Their contact manifold, by support mappings alone.
    fn perturbed(
        prepared: &Prepared<'_, Self>,
        found: &CoreDistance<Self>,
        curved: [bool; 2],
        perturbation: &Perturbation,
        margin: f64,
    ) -> Manifold<Self>;

    /// Whether the shapes meet, and the number of support calls.
    fn meet_again(kept: &mut Kept<Self>, prepared: &Prepared<'_, Self>) -> (bool, u32);
    /// Whether the shapes meet, with the proof, and the number of support calls.
    fn verdict_again(kept: &mut Kept<Self>, prepared: &Prepared<'_, Self>) -> (Verdict<Self>, u32);
    /// The distance of the shapes.
    fn distance_again(
        kept: &mut Kept<Self>,
        prepared: &Prepared<'_, Self>,
        settings: &Settings,
    ) -> Distance<Self>;
    /// The signed distance of the cores. `boxes` is the result of the separating axes of two boxes, if they were tested.
    fn solve_again(
        kept: &mut Kept<Self>,
        prepared: &Prepared<'_, Self>,
        boxes: Option<&Answer<Self>>,
        settings: &Settings,
    ) -> Solution<Self>;
}

/// Defines a function for each listed pair of kinds, one for all others, and the branch. `$takes` and `$given` are its arguments;
/// `$prepared` is the one that determines the kinds.
macro_rules! by_kinds {
    (
        $question:ident = $of:path, $prepared:ident $takes:tt $given:tt -> $answer:ty, $core:ident;
        $($pair:ident $a:ident $b:ident,)+
    ) => {
        struct $question;

        impl $question {
            $(
                #[inline(never)]
                fn $pair $takes -> $answer {
                    match (&$prepared.pair.a, &$prepared.pair.b) {
                        ($core::$a { .. }, $core::$b { .. }) => $of $given,
                        _ => Self::others $given,
                    }
                }
            )+

            #[inline(never)]
            fn others $takes -> $answer {
                $of $given
            }

            #[inline(always)]
            fn ask $takes -> $answer {
                match (&$prepared.pair.a, &$prepared.pair.b) {
                    $(($core::$a { .. }, $core::$b { .. }) => Self::$pair $given,)+
                    _ => Self::others $given,
                }
            }
        }
    };
}

macro_rules! kernel {
    ($space:ty, $core:ident, $meet:ident, $meet_rounded:ident, $distance:ident, $solve:ident; $($pairs:tt)+) => {
        by_kinds!(
            $meet = intersects::meet,
            prepared (prepared: &Prepared<'_, $space>) (prepared) -> bool,
            $core; $($pairs)+
        );
        by_kinds!(
            $meet_rounded = intersects::meet_rounded,
            prepared (prepared: &Prepared<'_, $space>) (prepared) -> bool,
            $core; $($pairs)+
        );
        by_kinds!(
            $distance = distance::iterate,
            prepared (prepared: &Prepared<'_, $space>, settings: &Settings) (prepared, settings) -> Distance<$space>,
            $core; $($pairs)+
        );
        by_kinds!(
            $solve = ladder::iterate,
            prepared
            (prepared: &Prepared<'_, $space>, boxes: Option<&Answer<$space>>, settings: &Settings, far: f64)
            (prepared, boxes, settings, far) -> Solution<$space>,
            $core; $($pairs)+
        );

        impl Kernel for $space {
            #[inline(always)]
            fn meet_by_kinds(prepared: &Prepared<'_, Self>) -> bool {
                $meet::ask(prepared)
            }
            #[inline(always)]
            fn meet_rounded_by_kinds(prepared: &Prepared<'_, Self>) -> bool {
                $meet_rounded::ask(prepared)
            }
            #[inline(always)]
            fn distance_by_kinds(prepared: &Prepared<'_, Self>, settings: &Settings) -> Distance<Self> {
                $distance::ask(prepared, settings)
            }
            #[inline(always)]
            fn solve_by_kinds(
                prepared: &Prepared<'_, Self>,
                boxes: Option<&Answer<Self>>,
                settings: &Settings,
                far: f64,
            ) -> Solution<Self> {
                $solve::ask(prepared, boxes, settings, far)
            }

            fn verdict<'a>(a: &Parts<'a, Self>, b: &Parts<'a, Self>) -> Verdict<Self> {
                intersects::verdict(a, b)
            }
            fn features(
                prepared: &Prepared<'_, Self>,
                found: &CoreDistance<Self>,
                tolerances: &Tolerances,
            ) -> Features<Self> {
                feature::features(prepared, found, tolerances)
            }
            fn manifold(
                prepared: &Prepared<'_, Self>,
                found: &CoreDistance<Self>,
                settings: &ManifoldSettings,
            ) -> Manifold<Self> {
                manifolds::manifold(prepared, found, settings)
            }
            fn manifold_above(
                normal: Self,
                offset: f64,
                shape: &Parts<'_, Self>,
                settings: &ManifoldSettings,
            ) -> Manifold<Self> {
                half_space::manifold_above(normal, offset, shape, settings)
            }
            fn perturbed(
                prepared: &Prepared<'_, Self>,
                found: &CoreDistance<Self>,
                curved: [bool; 2],
                perturbation: &Perturbation,
                margin: f64,
            ) -> Manifold<Self> {
                perturbed_manifold(prepared, found, curved, perturbation, margin)
            }

            fn meet_again(kept: &mut Kept<Self>, prepared: &Prepared<'_, Self>) -> (bool, u32) {
                warm::meet(kept, prepared)
            }
            fn verdict_again(kept: &mut Kept<Self>, prepared: &Prepared<'_, Self>) -> (Verdict<Self>, u32) {
                warm::verdict(kept, prepared)
            }
            fn distance_again(
                kept: &mut Kept<Self>,
                prepared: &Prepared<'_, Self>,
                settings: &Settings,
            ) -> Distance<Self> {
                warm::how_far(kept, prepared, settings)
            }
            fn solve_again(
                kept: &mut Kept<Self>,
                prepared: &Prepared<'_, Self>,
                boxes: Option<&Answer<Self>>,
                settings: &Settings,
            ) -> Solution<Self> {
                warm::solve(kept, prepared, boxes, settings)
            }
        }
    };
}
kernel!(
    Vec3<f64>, Core3, MeetInSpace, MeetRoundedInSpace, DistanceInSpace, SolveInSpace;
    boxes Cuboid Cuboid,
    ellipsoids Ellipsoid Ellipsoid,
    polyhedra Polyhedron Polyhedron,
    cones Cone Cone,
    cylinders Cylinder Cylinder,
    box_ellipsoid Cuboid Ellipsoid,
    ellipsoid_box Ellipsoid Cuboid,
    box_cylinder Cuboid Cylinder,
    cylinder_box Cylinder Cuboid,
    box_segment Cuboid Segment,
    segment_box Segment Cuboid,
);
kernel!(
    Vec2<f64>, Core2, MeetInPlane, MeetRoundedInPlane, DistanceInPlane, SolveInPlane;
    rectangles Rectangle Rectangle,
    polygons Polygon Polygon,
);
