//! The plane and space, where explanations differ between them.

use impinge::nonconvex::Dimension;
use impinge::shape::Space;
use impinge::study::certify::CertifySpace;
use impinge::study::epa::DepthSpace;
use impinge::study::gjk::{SignedVolumes, SignedVolumesExact, SubAlgorithm, VoronoiSpace};
use impinge::study::mpr::PortalSpace;
use impinge::{AnyShape, AnyShape2, Pose, Vec2, Vec3, Vector};
use impinge_page::Geometry;

use crate::drawn;

/// The plane or space.
pub trait World:
    Dimension + DepthSpace + CertifySpace + PortalSpace + VoronoiSpace + Space<Wide = Self> + Vector<Scalar = f64>
{
    /// Signed Volumes, in this space.
    type Volumes: SubAlgorithm<Self>;
    /// The same, with exact signs.
    type ExactVolumes: SubAlgorithm<Self>;
    /// Name of the boundary of a body: face, or edge in the plane.
    const FACE: &'static str;
    /// Name of a separating hyperplane: plane, or line in the plane.
    const PLANE: &'static str;

    /// Coordinates for a page.
    fn on_page(self) -> [f64; 3];
    /// A pose for a page.
    fn pose_on_page(pose: &Pose<Self>) -> impinge_page::Pose;
    /// A shape in its own frame, for drawing.
    fn drawn(shape: &Self::Any) -> Geometry;
    /// Points that together look like the body with this support mapping.
    fn support_points(support: &dyn Fn(Self) -> Self) -> Vec<Self>;
    /// The hull of points, for drawing.
    fn hull(points: &[Self]) -> Geometry;
    /// Unit vectors perpendicular to a direction: one in the plane, two in space.
    fn sideways(direction: Self) -> Vec<Self>;
}

impl World for Vec3<f64> {
    type Volumes = SignedVolumes;
    type ExactVolumes = SignedVolumesExact;
    const FACE: &'static str = "face";
    const PLANE: &'static str = "plane";

    fn on_page(self) -> [f64; 3] {
        self.to_array()
    }
    fn pose_on_page(pose: &Pose<Self>) -> impinge_page::Pose {
        impinge_page::Pose::new(pose.translation().to_array(), pose.rotation().to_xyzw())
    }
    fn drawn(shape: &AnyShape<f64>) -> Geometry {
        drawn::solid(shape)
    }
    fn support_points(support: &dyn Fn(Self) -> Self) -> Vec<Self> {
        drawn::support_points(support)
    }
    fn hull(points: &[Self]) -> Geometry {
        drawn::hull(points)
    }
    fn sideways(direction: Self) -> Vec<Self> {
        let first = direction.any_orthogonal().unit();
        vec![first, direction.unit().cross(first)]
    }
}

impl World for Vec2<f64> {
    type Volumes = SignedVolumes;
    type ExactVolumes = SignedVolumesExact;
    const FACE: &'static str = "edge";
    const PLANE: &'static str = "line";

    fn on_page(self) -> [f64; 3] {
        [self.x, self.y, 0.0]
    }
    fn pose_on_page(pose: &Pose<Self>) -> impinge_page::Pose {
        let (half, [x, y]) = (pose.rotation().angle() / 2.0, pose.translation().to_array());
        impinge_page::Pose::new([x, y, 0.0], [0.0, 0.0, half.sin(), half.cos()])
    }
    fn drawn(shape: &AnyShape2<f64>) -> Geometry {
        drawn::flat(shape)
    }
    fn support_points(support: &dyn Fn(Self) -> Self) -> Vec<Self> {
        drawn::flat_support_points(support)
    }
    fn hull(points: &[Self]) -> Geometry {
        drawn::flat_hull(points)
    }
    fn sideways(direction: Self) -> Vec<Self> {
        vec![direction.unit().perp()]
    }
}
