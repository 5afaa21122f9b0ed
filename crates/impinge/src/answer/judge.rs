//! The judge: the certified fallback for answers that the fast path cannot prove.
//!
//! It runs branch and bound over the directions ([`certify`](crate::certify)) on the same pair. If both cores are bodies of
//! revolution about one line, no best direction is isolated; then the search about that line is used.

use crate::certify::{CertifySettings, certify, certify_about_axis};
use crate::math::{Turn, Vec2, Vec3};
use crate::observe::Interval;
use crate::pair::Pair;
use crate::shape::{Core3, Space};

/// Number of support calls before the judge gives up: a few milliseconds.
const BUDGET: u32 = 6000;

/// Bodies count as coaxial if their axes differ by at most this many roundings: the accuracy to which the poses are known.
const COAXIAL: f64 = 2.0;

/// A space with a judge.
pub trait JudgeSpace: Space {
    /// A proven interval for the signed distance of two cores, refined until its ends are within `gap`.
    fn judge(pair: &Pair<Self, Self::Core<'_>, Self::Core<'_>>, gap: f64) -> Interval<Self>;
}

impl JudgeSpace for Vec2<f64> {
    #[cold]
    #[inline(never)]
    fn judge(pair: &Pair<Vec2<f64>, Self::Core<'_>, Self::Core<'_>>, gap: f64) -> Interval<Vec2<f64>> {
        certify(&pair.as_dyn(), &CertifySettings { gap, budget: BUDGET })
    }
}

impl JudgeSpace for Vec3<f64> {
    #[cold]
    #[inline(never)]
    fn judge(pair: &Pair<Vec3<f64>, Self::Core<'_>, Self::Core<'_>>, gap: f64) -> Interval<Vec3<f64>> {
        let settings = CertifySettings { gap, budget: BUDGET };
        match common_axis(pair) {
            Some(axis) => {
                let mut interval = certify_about_axis(&pair.as_dyn(), axis, &settings);
                // The bodies are coaxial only within this accuracy.
                interval.lower -= COAXIAL * pair.rounding;
                interval.upper += COAXIAL * pair.rounding;
                interval
            }
            None => certify(&pair.as_dyn(), &settings),
        }
    }
}

/// The line through the origin about which the Minkowski difference B − A is a body of revolution, if there is one.
fn common_axis(pair: &Pair<Vec3<f64>, Core3<'_>, Core3<'_>>) -> Option<Vec3<f64>> {
    let (a, b) = (axis_of(&pair.a)?, axis_of(&pair.b)?);
    let axis = match (a, b) {
        (Axis::Along(a), Axis::Along(b)) => {
            let b = pair.turn.turn(b);
            (a.cross(b).norm() * pair.size <= COAXIAL * pair.rounding).then_some(a)?
        }
        (Axis::Along(a), Axis::Any) => a,
        (Axis::Any, Axis::Along(b)) => pair.turn.turn(b),
        (Axis::Any, Axis::Any) => pair.offset.unit(),
    };
    let off = pair.offset - axis * pair.offset.dot(axis);
    (off.norm() <= COAXIAL * pair.rounding).then_some(axis)
}

enum Axis {
    Along(Vec3<f64>),
    Any,
}

/// The axis of a body of revolution, in its own frame.
fn axis_of(core: &Core3<'_>) -> Option<Axis> {
    let z = Axis::Along(Vec3::axis(2));
    match core {
        Core3::Point => Some(Axis::Any),
        Core3::Segment(_) | Core3::Disc(_) | Core3::Cylinder(_) | Core3::Cone(_) => Some(z),
        Core3::EllipticDisc(s) => (s.radii().x == s.radii().y).then_some(z),
        Core3::Ellipsoid(s) => {
            let r = s.radii();
            if r.x == r.y && r.y == r.z {
                Some(Axis::Any)
            } else if r.x == r.y {
                Some(z)
            } else if r.y == r.z {
                Some(Axis::Along(Vec3::axis(0)))
            } else if r.x == r.z {
                Some(Axis::Along(Vec3::axis(1)))
            } else {
                None
            }
        }
        Core3::Rectangle(_)
        | Core3::Triangle(_)
        | Core3::Cuboid(_)
        | Core3::Frustum(_)
        | Core3::Polyhedron(..)
        | Core3::Custom(..) => None,
    }
}
