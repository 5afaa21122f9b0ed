//! The spaces in which queries of two shapes are answered; in them, the start and end of V-Clip's walks.

use super::judge::JudgeSpace;
use crate::certify::CertifySpace;
use crate::climb::Tangents;
use crate::closed::ClosedSpace;
use crate::epa::DepthSpace;
use crate::feature::FeatureSpace;
use crate::gjk::{QuickSpace, Simplex, VoronoiSpace};
use crate::math::{Vec2, Vec3};
use crate::mpr::PortalSpace;
use crate::pair::{Obstacle, Prepared, Vertex};
use crate::shape::Space;
use crate::vclip::{Ending, Feature, Polyhedra, Walk};

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

/// State kept from a walk, and how it went.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trail {
    pub(super) features: Option<[Feature; 2]>,
    pub(super) ending: Option<Ending>,
    pub(super) steps: u32,
}

/// A space in which V-Clip may walk: not the plane.
#[doc(hidden)]
pub trait WalkSpace: Space {
    /// Walks from the kept features, or from those farthest towards the other body, and keeps where the walk ends. Returns the simplex
    /// there and the number of support calls, or `None` if the cores are not both polyhedra.
    fn walk(prepared: &Prepared<'_, Self>, trail: &mut Trail) -> Option<(Simplex<Self>, u32)>;
}

impl WalkSpace for Vec2<f64> {
    #[inline(always)]
    fn walk(_: &Prepared<'_, Self>, _: &mut Trail) -> Option<(Simplex<Self>, u32)> {
        None
    }
}

impl WalkSpace for Vec3<f64> {
    fn walk(prepared: &Prepared<'_, Self>, trail: &mut Trail) -> Option<(Simplex<Vec3<f64>>, u32)> {
        let polyhedra = Polyhedra::of(prepared)?;
        let (start, calls) = match trail.features {
            Some(features) if polyhedra.have(features) => (features, 0),
            _ => {
                let center = prepared.pair.center();
                let towards = if center == Vec3::ZERO { Vec3::axis(0) } else { -center };
                let first = prepared.pair.support(towards, &Vertex::default());
                ([Feature::Vertex(first.id_a.0), Feature::Vertex(first.id_b.0)], 1)
            }
        };
        let Walk { features, nearest, ending, steps } = polyhedra.walk(start, &mut |_| ());
        *trail = Trail { features: Some(features), ending: Some(ending), steps };
        let [first, rest @ ..] = nearest.vertices() else { return None };
        let mut simplex = Simplex::new(*first);
        rest.iter().for_each(|vertex| simplex.push(*vertex));
        Some((simplex, calls))
    }
}
