//! Algorithms that run in one precision throughout: the thesis' as printed, and the library's.

use impinge::{AnyShape, Pose, Real, Vec3};

use super::super::rows::Question;
use crate::measure::printed::gjk::{Swept, distance, sa_gjk, swept};
use crate::measure::printed::mpr::{self, End};
use crate::measure::printed::{Closest, Difference, Johnson, Voronoi, epa};
use crate::measure::{Said, Throughout};

/// Approximate size of bodies together.
pub(super) const SIZE: f64 = 4.0;

/// The tolerance of every contestant, relative to [`SIZE`], in both precisions alike: 2⁻¹⁷, about 8 × 10⁻⁶. The thesis does not give its
/// own; a tighter one would be below the resolution of single-precision coordinates in the larger cubes.
pub(super) const TOLERANCE: f64 = 1.0 / 131_072.0;

/// The same in units.
pub(in crate::thesis) fn tolerance<T: Real>() -> T {
    T::of(TOLERANCE * SIZE)
}

/// The radius of swept GJK: μ of section 3.3.
const SWEEP: f64 = 0.05;

/// An algorithm and its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::thesis) enum Contestant {
    PrintedSaGjk,
    PrintedMpr,
    SaGjk,
    Mpr,
    PrintedEpa,
    PrintedSwept,
    PrintedMprDepth,
    Epa,
    MprDepth,
    PrintedGjk,
    PrintedJohnson,
    Gjk,
}

impl Contestant {
    pub const ALL: [Self; 12] = [
        Self::PrintedSaGjk,
        Self::PrintedMpr,
        Self::SaGjk,
        Self::Mpr,
        Self::PrintedEpa,
        Self::PrintedSwept,
        Self::PrintedMprDepth,
        Self::Epa,
        Self::MprDepth,
        Self::PrintedGjk,
        Self::PrintedJohnson,
        Self::Gjk,
    ];

    pub fn question(self) -> Question {
        match self {
            Self::PrintedSaGjk | Self::PrintedMpr | Self::SaGjk | Self::Mpr => Question::Meet,
            Self::PrintedEpa | Self::PrintedSwept | Self::PrintedMprDepth | Self::Epa | Self::MprDepth => {
                Question::Depth
            }
            Self::PrintedGjk | Self::PrintedJohnson | Self::Gjk => Question::Distance,
        }
    }

    /// Name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::PrintedSaGjk => "SA-GJK as printed",
            Self::PrintedMpr => "MPR as printed",
            Self::SaGjk => "SA-GJK, ours",
            Self::Mpr => "MPR, ours",
            Self::PrintedEpa => "SA-GJK + EPA as printed",
            Self::PrintedSwept => "swept GJK + EPA as printed",
            Self::PrintedMprDepth => "MPR's depth as printed",
            Self::Epa => "SA-GJK + EPA, ours",
            Self::MprDepth => "MPR's depth, ours",
            Self::PrintedGjk => "GJK as printed, by regions",
            Self::PrintedJohnson => "GJK as printed, by Johnson",
            Self::Gjk => "GJK, ours",
        }
    }

    /// Algorithm with which figure 17 compares its verdicts.
    pub fn rival(self) -> Option<Self> {
        match self {
            Self::PrintedMpr => Some(Self::PrintedSaGjk),
            Self::Mpr => Some(Self::SaGjk),
            Self::PrintedMprDepth => Some(Self::PrintedEpa),
            Self::MprDepth => Some(Self::Epa),
            _ => None,
        }
    }

    /// Answer for two bodies, and its support calls.
    pub fn ask<T: Real>(self, shapes: [&AnyShape<T>; 2], poses: &[Pose<Vec3<T>>; 2]) -> (Said<T>, u32) {
        match self {
            Self::SaGjk | Self::Mpr | Self::Epa | Self::MprDepth | Self::Gjk => {
                let bodies = Throughout::new(shapes, poses);
                let gap = T::of(TOLERANCE);
                let said = match self {
                    Self::SaGjk => bodies.sa_gjk(),
                    Self::Mpr => bodies.mpr(),
                    Self::Epa => bodies.epa(gap),
                    Self::MprDepth => bodies.mpr_depth(gap),
                    _ => bodies.distance(gap),
                };
                (said, bodies.calls())
            }
            _ => {
                let bodies = Difference::new(shapes, poses);
                let said = self.printed(&bodies, tolerance());
                (said.unwrap_or(Said::Nothing), bodies.calls())
            }
        }
    }

    fn printed<T: Real>(self, bodies: &Difference<'_, T>, eps: T) -> Option<Said<T>> {
        let verdict = |meets: bool| if meets { Said::Meet } else { Said::Apart };
        match self {
            Self::PrintedSaGjk => sa_gjk::<_, Voronoi>(bodies, eps).map(|(meets, _)| verdict(meets)),
            Self::PrintedMpr => mpr::meets(bodies, End::Text(eps)).map(verdict),
            Self::PrintedEpa => match sa_gjk::<_, Voronoi>(bodies, eps)? {
                (false, _) => Some(Said::Apart),
                (true, simplex) => finite(epa::depth(bodies, &simplex, eps)?),
            },
            Self::PrintedSwept => {
                match swept::<_, Voronoi>(bodies, T::of(SWEEP), eps, |w| epa::depth(bodies, w, eps))? {
                    Swept::Apart => Some(Said::Apart),
                    // The balls are subtracted again.
                    Swept::Shallow(_, depth) => length(T::of(2.0 * SWEEP) - depth),
                    Swept::Deep(found) => finite(found?),
                }
            }
            Self::PrintedMprDepth => match mpr::depth(bodies, End::Text(eps), eps)? {
                mpr::Depth::Apart => Some(Said::Apart),
                mpr::Depth::Meet(found) => finite(found?),
            },
            Self::PrintedJohnson => gjk::<T, Johnson>(bodies, eps),
            _ => gjk::<T, Voronoi>(bodies, eps),
        }
    }
}

fn gjk<T: Real, C: Closest<T>>(bodies: &Difference<'_, T>, eps: T) -> Option<Said<T>> {
    let found = distance::<T, C>(bodies, eps)?.norm();
    // Within the tolerance v counts as zero.
    length(if found <= eps { T::ZERO } else { found })
}

fn length<T: Real>(x: T) -> Option<Said<T>> {
    x.is_finite().then_some(Said::Distance(x))
}

fn finite<T: Real>(depth: Vec3<T>) -> Option<Said<T>> {
    depth.is_finite().then_some(Said::Depth(depth))
}
