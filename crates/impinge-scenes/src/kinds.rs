//! All named shapes of space and of the plane, from a few numbers: about 1 wide, small or large by a scale.

use impinge::Dimension;
use impinge::*;

use crate::{Rng, Space};

/// Number of kinds of [`AnyShape`].
pub const SOLIDS: usize = ShapeKind::ALL.len();
/// Number of kinds of [`AnyShape2`].
pub const PLANARS: usize = ShapeKind2::ALL.len();

/// A shape of space, of the kind with this index in the list. `p` are numbers from 0 to 1; the shape is about 1 wide, times `scale`.
pub fn solid<T: Real>(kind: usize, p: [f64; 4], seed: u64, scale: f64) -> AnyShape<T> {
    let s = |x: f64| T::of(T::of(0.1 + 0.9 * x).f64() * scale);
    let [a, b, c, d] = p.map(s);
    let half = |x: T| x * T::HALF;
    match ShapeKind::ALL[kind] {
        ShapeKind::Point => Point::new(Vec3::new(a, b, c)).into(),
        ShapeKind::Segment => Segment::new(a).into(),
        ShapeKind::RectanglePatch => RectanglePatch::new([a, b]).into(),
        ShapeKind::Triangle => Triangle::new([a, b, -c], [-b, d, a], [c, -d, b]).into(),
        ShapeKind::Disc => Disc::new(a).into(),
        ShapeKind::EllipticDisc => EllipticDisc::new([a, b]).into(),
        ShapeKind::Sphere => Sphere::new(a).into(),
        ShapeKind::Ellipsoid => Ellipsoid::new([a, b, c]).into(),
        ShapeKind::Cuboid => Cuboid::new([a, b, c]).into(),
        ShapeKind::Frustum => Frustum::new([a, b], [half(c), half(d)], half(a + c)).into(),
        ShapeKind::Capsule => Capsule::new(a, half(b)).into(),
        ShapeKind::Lozenge => Lozenge::new([a, b], half(c)).into(),
        ShapeKind::RoundCuboid => RoundCuboid::new([a, b, c], half(d)).into(),
        ShapeKind::Wheel => Wheel::new(a, half(b)).into(),
        ShapeKind::Cylinder => Cylinder::new(a, b).into(),
        ShapeKind::Cone => Cone::new(a, half(b + c)).into(),
        ShapeKind::ConvexPolyhedron => {
            let mut rng = Rng::new(seed);
            let count = 4 + rng.below(24);
            let points = (0..count).map(|_| rng.unit3::<T>().zip(Vec3::new(a, b, c), |x, y| x * y));
            ConvexPolyhedron::new(&points.collect::<Vec<_>>()).into()
        }
    }
}

/// A shape of the plane, in the same way.
pub fn planar<T: Real>(kind: usize, p: [f64; 4], seed: u64, scale: f64) -> AnyShape2<T> {
    let s = |x: f64| T::of(T::of(0.1 + 0.9 * x).f64() * scale);
    let [a, b, ..] = p.map(s);
    match ShapeKind2::ALL[kind] {
        ShapeKind2::Point => Point::new(Vec2::new(a, b)).into(),
        ShapeKind2::Segment2 => Segment2::new(a).into(),
        ShapeKind2::Circle => Circle::new(a).into(),
        ShapeKind2::Ellipse => Ellipse::new([a, b]).into(),
        ShapeKind2::Rectangle => Rectangle::new([a, b]).into(),
        ShapeKind2::Capsule2 => Capsule2::new(a, b * T::HALF).into(),
        ShapeKind2::ConvexPolygon => {
            let mut rng = Rng::new(seed);
            let count = 3 + rng.below(12);
            let points = (0..count).map(|_| rng.unit2::<T>().zip(Vec2::new(a, b), |x, y| x * y));
            ConvexPolygon::new(&points.collect::<Vec<_>>()).into()
        }
    }
}

/// The plane or space with its named shapes.
pub trait Kinds: Dimension + Space {
    /// Number of kinds.
    const KINDS: usize;
    /// Whether the kind is the hull of arbitrary points.
    fn is_hull(kind: usize) -> bool;
    /// The shape that [`solid`] or [`planar`] makes.
    fn any(kind: usize, p: [f64; 4], seed: u64, scale: f64) -> Self::Any;
}
impl<T: Real> Kinds for Vec3<T> {
    const KINDS: usize = SOLIDS;
    fn is_hull(kind: usize) -> bool {
        ShapeKind::ALL[kind] == ShapeKind::ConvexPolyhedron
    }
    fn any(kind: usize, p: [f64; 4], seed: u64, scale: f64) -> AnyShape<T> {
        solid(kind, p, seed, scale)
    }
}
impl<T: Real> Kinds for Vec2<T> {
    const KINDS: usize = PLANARS;
    fn is_hull(kind: usize) -> bool {
        ShapeKind2::ALL[kind] == ShapeKind2::ConvexPolygon
    }
    fn any(kind: usize, p: [f64; 4], seed: u64, scale: f64) -> AnyShape2<T> {
        planar(kind, p, seed, scale)
    }
}

/// A random shape of a kind, at the origin.
pub fn random<V: Kinds>(rng: &mut Rng, kind: usize) -> V::Any {
    V::any(kind, [(); 4].map(|()| rng.uniform()), rng.bits(), 1.0)
}
