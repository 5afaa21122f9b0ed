//! The spaces in which queries of two shapes are answered.

use super::judge::JudgeSpace;
use super::trail::WalkSpace;
use crate::certify::CertifySpace;
use crate::climb::Tangents;
use crate::closed::ClosedSpace;
use crate::epa::DepthSpace;
use crate::feature::FeatureSpace;
use crate::gjk::{QuickSpace, VoronoiSpace};
use crate::mpr::PortalSpace;

/// A space in which all queries are answered: the plane and space.
#[doc(hidden)]
pub trait QuerySpace:
    ClosedSpace
    + FeatureSpace
    + WalkSpace
    + JudgeSpace
    + VoronoiSpace
    + QuickSpace
    + DepthSpace
    + PortalSpace
    + Tangents
    + CertifySpace
{
}

impl<V> QuerySpace for V where
    V: ClosedSpace
        + FeatureSpace
        + WalkSpace
        + JudgeSpace
        + VoronoiSpace
        + QuickSpace
        + DepthSpace
        + PortalSpace
        + Tangents
        + CertifySpace
{
}
