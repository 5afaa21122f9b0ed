//! The pairs of shapes of section 4.1.

use impinge::{AnyShape, Cone, ConvexPolyhedron, Cuboid, Ellipsoid, Real, RoundCuboid, Vec3};
use impinge_scenes::Rng;

/// Six pairs of the thesis' five shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pair {
    Boxes,
    Polyhedra,
    RoundBoxes,
    Cones,
    BoxEllipsoid,
    Ellipsoids,
}

impl Pair {
    /// In the thesis' order of difficulty, from the easiest on.
    pub const ALL: [Self; 6] =
        [Self::Boxes, Self::Polyhedra, Self::RoundBoxes, Self::Cones, Self::BoxEllipsoid, Self::Ellipsoids];

    /// The part that measures it.
    pub fn part(self) -> &'static str {
        match self {
            Self::Boxes => "boxes",
            Self::Polyhedra => "polyhedra",
            Self::RoundBoxes => "round-boxes",
            Self::Cones => "cones",
            Self::BoxEllipsoid => "box-ellipsoid",
            Self::Ellipsoids => "ellipsoids",
        }
    }

    /// Name in figures.
    pub fn name(self) -> &'static str {
        match self {
            Self::Boxes => "boxes",
            Self::Polyhedra => "polyhedra",
            Self::RoundBoxes => "round boxes",
            Self::Cones => "cones",
            Self::BoxEllipsoid => "box and ellipsoid",
            Self::Ellipsoids => "ellipsoids",
        }
    }

    /// Approximate microseconds that all algorithms take for a configuration in all cubes, both precisions: for the time left.
    pub fn micros(self) -> f64 {
        match self {
            Self::Boxes => 700.0,
            Self::Polyhedra => 1300.0,
            Self::RoundBoxes => 900.0,
            Self::Cones => 1000.0,
            Self::BoxEllipsoid => 900.0,
            Self::Ellipsoids => 1600.0,
        }
    }

    /// Whether a surface is curved: the thesis' quadrics. Round boxes count among the others, as in its figure 6.
    pub fn is_quadric(self) -> bool {
        matches!(self, Self::Cones | Self::BoxEllipsoid | Self::Ellipsoids)
    }

    /// Both shapes, with the sizes of section 4.1: a box of 2 × 2 × 2, an ellipsoid of 1 × 2 × 1.5, the box with a ball of 0.5, the hull
    /// of 50 points on the unit sphere, a cone of radius 1 and height 2.
    pub fn shapes<T: Real>(self, seed: u64) -> [AnyShape<T>; 2] {
        let cuboid = || AnyShape::from(Cuboid::new([T::ONE; 3]));
        let ellipsoid = || AnyShape::from(Ellipsoid::new([0.5, 1.0, 0.75].map(T::of)));
        match self {
            Self::Boxes => [cuboid(), cuboid()],
            Self::Polyhedra => {
                let mut rng = Rng::new(seed ^ 0x50);
                let mut hull = || {
                    let points: Vec<Vec3<T>> = (0..50).map(|_| rng.unit3()).collect();
                    AnyShape::from(ConvexPolyhedron::new(&points))
                };
                [hull(), hull()]
            }
            Self::RoundBoxes => [(); 2].map(|()| RoundCuboid::new([T::ONE; 3], T::HALF).into()),
            Self::Cones => [(); 2].map(|()| Cone::new(T::ONE, T::ONE).into()),
            Self::BoxEllipsoid => [cuboid(), ellipsoid()],
            Self::Ellipsoids => [ellipsoid(), ellipsoid()],
        }
    }
}
