//! Bodies of the fuzz targets: every named shape and the combinators, in one type a space.

use std::fmt;

use impinge::math::Vector;
use impinge::shape::{Parts, Wide};
use impinge::{
    Aabb, AnyShape, AnyShape2, At, Bounded, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron,
    Cuboid, Cylinder, Difference, Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum, Hull, Id, Lozenge, Motion,
    Point, Pose, Real, Rectangle, RectanglePatch, Rot2, Rot3, RoundCuboid, Rounded, Segment, Segment2, Shape,
    ShapeKind, ShapeKind2, Sphere, Sum, Support, Swept, Triangle, Vec2, Vec3, Wheel,
};

use crate::Rng;
use crate::bytes::Bytes;
use crate::oracle::Known;

/// A named shape or two of them combined.
#[derive(Clone, Debug)]
pub enum Body<S: Shape> {
    Any(S),
    Rounded(Rounded<S>),
    Swept(Swept<S>),
    Sum(Sum<At<S>, At<S>>),
    Difference(Difference<At<S>, At<S>>),
    Hull(Hull<At<S>, At<S>>),
    RoundedHull(Rounded<Hull<At<S>, At<S>>>),
    RoundedInside(Rounded<At<S>>),
    /// Placed in a frame that is placed.
    Twice(At<At<S>>),
    RoundedTwice(Rounded<Rounded<S>>),
}

macro_rules! each {
    ($self:expr, $s:ident => $value:expr) => {
        match $self {
            Body::Any($s) => $value,
            Body::Rounded($s) => $value,
            Body::Swept($s) => $value,
            Body::Sum($s) => $value,
            Body::Difference($s) => $value,
            Body::Hull($s) => $value,
            Body::RoundedHull($s) => $value,
            Body::RoundedInside($s) => $value,
            Body::Twice($s) => $value,
            Body::RoundedTwice($s) => $value,
        }
    };
}

impl<S: Shape> Support<S::V> for Body<S> {
    fn support(&self, direction: S::V) -> S::V {
        each!(self, s => s.support(direction))
    }
    fn support_from(&self, direction: S::V, hint: Id) -> (S::V, Id) {
        each!(self, s => s.support_from(direction, hint))
    }
    fn center(&self) -> S::V {
        each!(self, s => s.center())
    }
    fn is_curved(&self, direction: S::V) -> bool {
        each!(self, s => s.is_curved(direction))
    }
}
impl<S: Shape> Bounded<S::V> for Body<S> {
    fn aabb(&self, pose: &Pose<S::V>) -> Aabb<S::V> {
        each!(self, s => s.aabb(pose))
    }
    fn rounding(&self) -> f64 {
        each!(self, s => s.rounding())
    }
}
impl<S: Shape> Shape for Body<S> {
    type V = S::V;
    fn parts(&self) -> Parts<'_, Wide<S::V>> {
        each!(self, s => s.parts())
    }
}

/// A named shape that can be read, and says what it is.
pub trait Named: Known + Clone + fmt::Debug {
    fn read(bytes: &mut Bytes<'_>) -> Option<Self>;
    fn name(&self) -> &'static str;
    /// With all its numbers.
    fn text(&self) -> String;
    fn pose(bytes: &mut Bytes<'_>) -> Pose<Self::V>;
    fn rotation(
        bytes: &mut Bytes<'_>,
        other: &<Self::V as Vector>::Rotation,
    ) -> <Self::V as Vector>::Rotation;
    fn vector(bytes: &mut Bytes<'_>) -> Self::V;
    /// A motion that turns.
    fn turning(bytes: &mut Bytes<'_>) -> Motion<Self::V>;
}

impl<S: Named> Body<S> {
    pub fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        let choice = bytes.pick(24);
        let first = S::read(bytes)?;
        let of = Real::of;
        let two = |bytes: &mut Bytes<'_>| {
            let pose = S::pose(bytes);
            let second = S::read(bytes)?;
            let place = S::pose(bytes);
            Some((first.clone().at(pose), second.at(place)))
        };
        Some(match choice {
            1 => Self::Rounded(first.rounded(of(bytes.size()))),
            2 => Self::Swept(first.swept(S::vector(bytes))),
            3 => two(bytes).map(|(a, b)| Self::Sum(a.plus(b)))?,
            4 => two(bytes).map(|(a, b)| Self::Difference(a.minus(b)))?,
            5 => two(bytes).map(|(a, b)| Self::Hull(a.hull_with(b)))?,
            6 => {
                let (a, b) = two(bytes)?;
                Self::RoundedHull(a.hull_with(b).rounded(of(bytes.size())))
            }
            7 => {
                let pose = S::pose(bytes);
                Self::RoundedInside(first.at(pose).rounded(of(bytes.size())))
            }
            8 => {
                let (inner, outer) = (S::pose(bytes), S::pose(bytes));
                Self::Twice(first.at(inner).at(outer))
            }
            9 => Self::RoundedTwice(first.rounded(of(bytes.size())).rounded(of(bytes.size()))),
            _ => Self::Any(first),
        })
    }

    /// Whether it is known by its support mapping only, in its own precision. The others are decomposed in `f64`.
    pub fn is_mapped(&self) -> bool {
        use Body::{Difference, Hull, RoundedHull, Sum, Swept};
        matches!(self, Swept(_) | Sum(_) | Difference(_) | Hull(_) | RoundedHull(_))
    }

    pub fn name(&self) -> String {
        match self {
            Self::Any(s) => s.name().into(),
            Self::Rounded(s) => format!("Rounded({})", s.shape().name()),
            Self::Swept(s) => format!("Swept({})", s.shape().name()),
            Self::Sum(s) => format!("Sum({}, {})", s.a().shape().name(), s.b().shape().name()),
            Self::Difference(s) => format!("Difference({}, {})", s.a().shape().name(), s.b().shape().name()),
            Self::Hull(s) => format!("Hull({}, {})", s.a().shape().name(), s.b().shape().name()),
            Self::RoundedHull(s) => {
                format!("RoundedHull({}, {})", s.shape().a().shape().name(), s.shape().b().shape().name())
            }
            Self::RoundedInside(s) => format!("RoundedInside({})", s.shape().shape().name()),
            Self::Twice(s) => format!("Twice({})", s.shape().shape().name()),
            Self::RoundedTwice(s) => format!("RoundedTwice({})", s.shape().shape().name()),
        }
    }

    /// With all its numbers.
    pub fn describe(&self) -> String {
        let placed = |s: &At<S>| {
            format!("{} at {:?} {:?}", s.shape().text(), s.pose().translation(), s.pose().rotation())
        };
        match self {
            Self::Any(s) => s.text(),
            Self::Rounded(s) => format!("Rounded({}; {:?})", s.shape().text(), s.radius()),
            Self::Swept(s) => format!("Swept({}; {:?})", s.shape().text(), s.motion()),
            Self::Sum(s) => format!("Sum({}; {})", placed(s.a()), placed(s.b())),
            Self::Difference(s) => format!("Difference({}; {})", placed(s.a()), placed(s.b())),
            Self::Hull(s) => format!("Hull({}; {})", placed(s.a()), placed(s.b())),
            Self::RoundedHull(s) => {
                let (a, b) = (s.shape().a(), s.shape().b());
                format!("Rounded(Hull({}; {}); {:?})", placed(a), placed(b), s.radius())
            }
            Self::RoundedInside(s) => format!("Rounded({}; {:?})", placed(s.shape()), s.radius()),
            Self::Twice(s) => {
                let pose = s.pose();
                format!("({}) at {:?} {:?}", placed(s.shape()), pose.translation(), pose.rotation())
            }
            Self::RoundedTwice(s) => {
                let inner = s.shape();
                format!("Rounded(Rounded({}; {:?}); {:?})", inner.shape().text(), inner.radius(), s.radius())
            }
        }
    }
}

fn v2<T: Real>(x: f64, y: f64) -> Vec2<T> {
    Vec2::new(T::of(x), T::of(y))
}
pub fn v3<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(T::of(x), T::of(y), T::of(z))
}

/// Points of a polytope of one of several kinds, as coordinates before they are stretched.
pub fn cloud(bytes: &mut Bytes<'_>, dimension: usize) -> Vec<[f64; 3]> {
    let choice = bytes.byte();
    let mut rng = Rng::xorshift(bytes.seed());
    let few = usize::from(choice >> 3) + dimension + 1;
    let mut points = Vec::new();
    match choice % 8 {
        // A cube; one side of it bent a little.
        0 | 1 => {
            let bend = bytes.tiny();
            for i in 0..8 {
                let s = |k: i32| if i >> k & 1 == 0 { -1.0 } else { 1.0 };
                points.push([s(0), s(1), s(2) + if i == 7 { bend } else { 0.0 }]);
            }
        }
        // On a grid.
        2 | 3 => {
            for _ in 0..few + 4 {
                points.push([0; 3].map(|_| (rng.signed() * 2.5).round()));
            }
        }
        // A prism or a regular polygon.
        4 => {
            let n = few.min(24);
            for i in 0..n {
                let (sin, cos) = (std::f64::consts::TAU * i as f64 / n as f64).sin_cos();
                points.extend([[cos, sin, -1.0], [cos, sin, 1.0]]);
            }
        }
        // Nearly flat.
        5 => {
            let thin = bytes.tiny().abs();
            for _ in 0..few + 2 {
                points.push([rng.signed(), rng.signed(), rng.signed() * thin]);
            }
        }
        // On a ball: many.
        6 => {
            for _ in 0..few * 4 {
                let p = [0; 3].map(|_| rng.signed());
                let r = p.iter().take(dimension).map(|x| x * x).sum::<f64>().sqrt();
                points.push(p.map(|x| x / r));
            }
        }
        _ => {
            for _ in 0..few {
                points.push([0; 3].map(|_| rng.signed()));
            }
        }
    }
    points
}

/// Meaning of a byte; some kinds are drawn twice as often. Every kind is here, or this does not compile.
const SOLIDS: &[ShapeKind] = {
    use ShapeKind::*;
    &[
        Sphere,
        Cuboid,
        Cuboid,
        Capsule,
        Cylinder,
        Cone,
        Ellipsoid,
        Segment,
        RectanglePatch,
        Disc,
        EllipticDisc,
        Lozenge,
        RoundCuboid,
        Wheel,
        Frustum,
        Triangle,
        Triangle,
        Point,
        ConvexPolyhedron,
        ConvexPolyhedron,
    ]
};

/// The same in the plane.
const FLATS: &[ShapeKind2] = {
    use ShapeKind2::*;
    &[Circle, Rectangle, Rectangle, Capsule2, Ellipse, Segment2, Point, ConvexPolygon, ConvexPolygon]
};

macro_rules! holds_every_kind {
    ($choices:ident, $kind:ident) => {
        const _: () = {
            let mut k = 0;
            while k < $kind::ALL.len() {
                let mut i = 0;
                while $choices[i] as usize != $kind::ALL[k] as usize {
                    i += 1;
                    assert!(i < $choices.len(), "a kind of shape is missing above");
                }
                k += 1;
            }
        };
    };
}
holds_every_kind!(SOLIDS, ShapeKind);
holds_every_kind!(FLATS, ShapeKind2);

impl<T: Real> Named for AnyShape<T> {
    fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        let kind = SOLIDS[usize::from(bytes.pick(SOLIDS.len() as u8))];
        let mut size = || T::of(bytes.size());
        Some(match kind {
            ShapeKind::Sphere => Sphere::new(size()).into(),
            ShapeKind::Cuboid => Cuboid::new([size(), size(), size()]).into(),
            ShapeKind::Capsule => Capsule::new(size(), size()).into(),
            ShapeKind::Cylinder => Cylinder::new(size(), size()).into(),
            ShapeKind::Cone => Cone::new(size(), size() * T::HALF).into(),
            ShapeKind::Ellipsoid => Ellipsoid::new([size(), size(), size()]).into(),
            ShapeKind::Segment => Segment::new(size()).into(),
            ShapeKind::RectanglePatch => RectanglePatch::new([size(), size()]).into(),
            ShapeKind::Disc => Disc::new(size()).into(),
            ShapeKind::EllipticDisc => EllipticDisc::new([size(), size()]).into(),
            ShapeKind::Lozenge => Lozenge::new([size(), size()], size()).into(),
            ShapeKind::RoundCuboid => RoundCuboid::new([size(), size(), size()], size()).into(),
            ShapeKind::Wheel => Wheel::new(size(), size()).into(),
            ShapeKind::Frustum => {
                let (bottom, height) = ([size(), size()], size());
                let top = match bytes.pick(4) {
                    0 => [T::ZERO; 2],
                    1 => [T::of(bytes.size()), T::ZERO],
                    2 => bottom,
                    _ => [T::of(bytes.size()), T::of(bytes.size())],
                };
                Frustum::new(bottom, top, height * T::HALF).into()
            }
            ShapeKind::Triangle => {
                let mut corner = || -> Vec3<T> { Self::vector(bytes) };
                Triangle::new(corner(), corner(), corner()).into()
            }
            ShapeKind::Point => Point::new(Self::vector(bytes)).into(),
            ShapeKind::ConvexPolyhedron => {
                let points = cloud(bytes, 3);
                let stretch = [bytes.size(), bytes.size(), bytes.size()];
                let [x, y, z] = stretch;
                let points: Vec<Vec3<T>> = points.iter().map(|p| v3(p[0] * x, p[1] * y, p[2] * z)).collect();
                ConvexPolyhedron::try_new(&points).ok()?.into()
            }
        })
    }

    fn name(&self) -> &'static str {
        self.name()
    }

    fn text(&self) -> String {
        // The Debug of a polyhedron leaves its vertices out.
        let Self::ConvexPolyhedron(p) = self else { return format!("{self:?}") };
        format!("{} {:?}", self.name(), p.vertices())
    }

    fn pose(bytes: &mut Bytes<'_>) -> Pose<Vec3<T>> {
        let turn = Self::rotation(bytes, &Rot3::IDENTITY);
        Pose::new(Self::vector(bytes), turn)
    }

    fn rotation(bytes: &mut Bytes<'_>, other: &Rot3<T>) -> Rot3<T> {
        let choice = bytes.byte();
        let high = choice >> 4;
        let axis = Vec3::axis(usize::from(high));
        let turned = |angle: f64| Rot3::from_axis_angle(axis, T::of(angle));
        match choice % 12 {
            0..=2 => Rot3::IDENTITY,
            3 => turned(std::f64::consts::FRAC_PI_2 * f64::from(high)),
            4 => turned(std::f64::consts::FRAC_PI_4 * f64::from(high)),
            5 => turned(bytes.tiny()),
            6 => *other,
            7 => turned(bytes.tiny()).compose(other),
            8 => turned(std::f64::consts::PI * bytes.signed()),
            _ => {
                let q = [bytes.signed(), bytes.signed(), bytes.signed(), bytes.signed() + 0.1];
                Rot3::try_normalize_xyzw(q.map(T::of)).unwrap_or_default()
            }
        }
    }

    fn vector(bytes: &mut Bytes<'_>) -> Vec3<T> {
        v3(bytes.coordinate(), bytes.coordinate(), bytes.coordinate())
    }

    fn turning(bytes: &mut Bytes<'_>) -> Motion<Vec3<T>> {
        let center = Self::vector(bytes);
        let axis = match bytes.byte() {
            n if n % 3 < 2 => Vec3::axis(usize::from(n >> 4)),
            _ => Self::vector(bytes),
        };
        let axis = if axis == Vec3::ZERO { Vec3::axis(2) } else { axis };
        Motion::rotation(center, axis, T::of(bytes.angle()))
    }
}

impl<T: Real> Named for AnyShape2<T> {
    fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        let kind = FLATS[usize::from(bytes.pick(FLATS.len() as u8))];
        let mut size = || T::of(bytes.size());
        Some(match kind {
            ShapeKind2::Circle => Circle::new(size()).into(),
            ShapeKind2::Rectangle => Rectangle::new([size(), size()]).into(),
            ShapeKind2::Capsule2 => Capsule2::new(size(), size()).into(),
            ShapeKind2::Ellipse => Ellipse::new([size(), size()]).into(),
            ShapeKind2::Segment2 => Segment2::new(size()).into(),
            ShapeKind2::Point => Point::new(Self::vector(bytes)).into(),
            ShapeKind2::ConvexPolygon => {
                let points = cloud(bytes, 2);
                let (x, y) = (bytes.size(), bytes.size());
                let points: Vec<Vec2<T>> = points.iter().map(|p| v2(p[0] * x, p[1] * y)).collect();
                ConvexPolygon::try_new(&points).ok()?.into()
            }
        })
    }

    fn name(&self) -> &'static str {
        self.name()
    }

    fn text(&self) -> String {
        let Self::ConvexPolygon(p) = self else { return format!("{self:?}") };
        format!("{} {:?}", self.name(), p.vertices())
    }

    fn pose(bytes: &mut Bytes<'_>) -> Pose<Vec2<T>> {
        let turn = Self::rotation(bytes, &Rot2::IDENTITY);
        Pose::new(Self::vector(bytes), turn)
    }

    fn rotation(bytes: &mut Bytes<'_>, other: &Rot2<T>) -> Rot2<T> {
        let choice = bytes.byte();
        let high = f64::from(choice >> 4);
        let turned = |angle: f64| Rot2::from_angle(T::of(angle));
        match choice % 10 {
            0..=2 => Rot2::IDENTITY,
            3 => turned(std::f64::consts::FRAC_PI_2 * high),
            4 => turned(std::f64::consts::FRAC_PI_4 * high),
            5 => turned(bytes.tiny()),
            6 => *other,
            7 => turned(bytes.tiny()).compose(other),
            _ => turned(std::f64::consts::PI * bytes.signed()),
        }
    }

    fn vector(bytes: &mut Bytes<'_>) -> Vec2<T> {
        v2(bytes.coordinate(), bytes.coordinate())
    }

    fn turning(bytes: &mut Bytes<'_>) -> Motion<Vec2<T>> {
        let center = Self::vector(bytes);
        Motion::turn(center, T::of(bytes.angle()))
    }
}
