//! The library's shapes, poses and motions as bodies and places of the oracle: taken from the numbers that they were given,
//! and from nothing that was computed from them.

use impinge::{
    AnyShape, AnyShape2, At, ConvexPolygon, ConvexPolyhedron, Motion, Pose, Real, Shape, Vec2, Vec3, Vector,
};

use super::dd::Dd;
use super::solid::Solid;
use super::space::{Place, V};
use crate::body::Body;

/// Lengths are divided by 2 to this power, so that the largest and the least numbers have all their digits.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unit(pub i32);

impl Unit {
    pub fn length(self, x: f64) -> Dd {
        let half = -self.0 / 2;
        (x * 2_f64.powi(half) * 2_f64.powi(-self.0 - half)).into()
    }

    /// Numbers of a precision are this far apart at least.
    pub fn grain<T: Real>(self) -> f64 {
        let least = if size_of::<T>() == 8 { f64::from_bits(1) } else { f64::from(f32::from_bits(1)) };
        self.length(least).f64()
    }

    pub fn vector<U: Vector>(self, v: U) -> V {
        let mut p = V::ZERO;
        for i in 0..U::DIM {
            p.0[i] = self.length(v.get(i).f64());
        }
        p
    }
}

/// A direction, in which units do not matter.
pub fn direction<U: Vector>(v: U) -> V {
    Unit(0).vector(v)
}

/// The oracle for a space.
pub trait Known: Shape + Sized {
    fn solid(&self, unit: Unit) -> Solid;
    fn place(pose: &Pose<Self::V>, unit: Unit) -> Place;
    /// Pose of a body at a time of its motion.
    fn carried(motion: &Motion<Self::V>, time: Dd, unit: Unit) -> Place {
        let (center, linear) = (unit.vector(motion.center()), unit.vector(motion.linear()));
        let [x, y, z] = motion.axis().to_array().map(|c| Dd::from(c.f64()));
        let turn = Place::turn(V([x, y, z]), Dd::from(motion.angle().f64()) * time);
        Place { at: center - turn.rotate(center) + linear * time, ..turn }
    }
}

pub fn placed<S: Known>(body: &At<S>, unit: Unit) -> Solid {
    body.shape().solid(unit).at(S::place(body.pose(), unit))
}

/// The points of a polyhedron.
pub fn polyhedron<T: Real>(p: &ConvexPolyhedron<T>, unit: Unit) -> Solid {
    Solid::Points(p.vertices().iter().map(|v| unit.vector(*v)).collect())
}

/// The points of a polygon.
pub fn polygon<T: Real>(p: &ConvexPolygon<T>, unit: Unit) -> Solid {
    Solid::Points(p.vertices().iter().map(|v| unit.vector(*v)).collect())
}

impl<T: Real> Known for AnyShape<T> {
    fn solid(&self, unit: Unit) -> Solid {
        let length = |x: T| unit.length(x.f64());
        let flat = |v: Vec2<T>| unit.vector(v);
        let point = |z: T| V([Dd::ZERO, Dd::ZERO, length(z)]);
        let rectangle =
            |half: Vec2<T>, z: T| Solid::cuboid(flat(half)).at(Place { at: point(z), ..Place::HERE });
        let disc = |r: T| Solid::Ellipsoid(V([length(r), length(r), Dd::ZERO]));
        match self {
            Self::Point(s) => Solid::point(unit.vector(s.position())),
            Self::Segment(s) => Solid::segment(length(s.half_length())),
            Self::RectanglePatch(s) => Solid::cuboid(flat(s.half_extents())),
            Self::Triangle(s) => Solid::Points(s.corners().iter().map(|c| unit.vector(*c)).collect()),
            Self::Disc(s) => disc(s.radius()),
            Self::EllipticDisc(s) => Solid::Ellipsoid(flat(s.radii())),
            Self::Sphere(s) => Solid::ball(length(s.radius())),
            Self::Ellipsoid(s) => Solid::Ellipsoid(unit.vector(s.radii())),
            Self::Cuboid(s) => Solid::cuboid(unit.vector(s.half_extents())),
            Self::Frustum(s) => rectangle(s.bottom(), s.low()).hull_with(rectangle(s.top(), s.high())),
            Self::Capsule(s) => Solid::segment(length(s.half_length())).plus(Solid::ball(length(s.radius()))),
            Self::Lozenge(s) => Solid::cuboid(flat(s.half_extents())).plus(Solid::ball(length(s.radius()))),
            Self::RoundCuboid(s) => {
                Solid::cuboid(unit.vector(s.half_extents())).plus(Solid::ball(length(s.radius())))
            }
            Self::Wheel(s) => disc(s.disc_radius()).plus(Solid::ball(length(s.round_radius()))),
            Self::Cylinder(s) => disc(s.radius()).plus(Solid::segment(length(s.half_height()))),
            Self::Cone(s) => {
                let base = disc(s.radius()).at(Place { at: point(s.base()), ..Place::HERE });
                // The sizes given are radius and half height; the apex is rounded.
                base.hull_with(Solid::point(point(s.base()) + point(s.half_height() * T::TWO)))
            }
            Self::ConvexPolyhedron(s) => polyhedron(s, unit),
        }
    }

    fn place(pose: &Pose<Vec3<T>>, unit: Unit) -> Place {
        Place::new(pose.rotation().to_xyzw().map(T::f64), unit.vector(pose.translation()))
    }
}

impl<T: Real> Known for AnyShape2<T> {
    fn solid(&self, unit: Unit) -> Solid {
        let length = |x: T| unit.length(x.f64());
        let zero = Dd::ZERO;
        let segment = |half: T| Solid::cuboid(V([zero, length(half), zero]));
        let circle = |r: T| Solid::Ellipsoid(V([length(r), length(r), zero]));
        match self {
            Self::Point(s) => Solid::point(unit.vector(s.position())),
            Self::Segment2(s) => segment(s.half_length()),
            Self::Circle(s) => circle(s.radius()),
            Self::Ellipse(s) => Solid::Ellipsoid(unit.vector(s.radii())),
            Self::Rectangle(s) => Solid::cuboid(unit.vector(s.half_extents())),
            Self::Capsule2(s) => segment(s.half_length()).plus(circle(s.radius())),
            Self::ConvexPolygon(s) => polygon(s, unit),
        }
    }

    fn place(pose: &Pose<Vec2<T>>, unit: Unit) -> Place {
        let turn = pose.rotation();
        Place::planar(turn.cos().f64(), turn.sin().f64(), unit.vector(pose.translation()))
    }
}

impl<S: Known> Known for Body<S> {
    fn solid(&self, unit: Unit) -> Solid {
        let both = |a: &At<S>, b: &At<S>| (placed(a, unit), placed(b, unit));
        // A ball of the space: in the plane it must not stick out of it.
        let rounded = |inner: Solid, radius: <S::V as Vector>::Scalar| {
            let r = unit.length(radius.f64());
            let z = if S::V::DIM == 3 { r } else { Dd::ZERO };
            inner.plus(Solid::Ellipsoid(V([r, r, z])))
        };
        match self {
            Self::Any(s) => s.solid(unit),
            Self::Rounded(s) => rounded(s.shape().solid(unit), s.radius()),
            Self::Swept(s) => {
                s.shape().solid(unit).plus(Solid::Points(vec![V::ZERO, unit.vector(s.motion())]))
            }
            Self::Sum(s) => {
                let (a, b) = both(s.a(), s.b());
                a.plus(b)
            }
            Self::Difference(s) => {
                let (a, b) = both(s.a(), s.b());
                a.plus(b.mirrored())
            }
            Self::Hull(s) => {
                let (a, b) = both(s.a(), s.b());
                a.hull_with(b)
            }
            Self::RoundedHull(s) => {
                let (a, b) = both(s.shape().a(), s.shape().b());
                rounded(a.hull_with(b), s.radius())
            }
            Self::RoundedInside(s) => rounded(placed(s.shape(), unit), s.radius()),
            Self::Twice(s) => placed(s.shape(), unit).at(S::place(s.pose(), unit)),
            Self::RoundedTwice(s) => {
                rounded(rounded(s.shape().shape().solid(unit), s.shape().radius()), s.radius())
            }
        }
    }

    fn place(pose: &Pose<S::V>, unit: Unit) -> Place {
        S::place(pose, unit)
    }

    fn carried(motion: &Motion<S::V>, time: Dd, unit: Unit) -> Place {
        S::carried(motion, time, unit)
    }
}
