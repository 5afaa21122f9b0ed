//! Pairs of shapes on which witness points went astray: thin, far, of very different sizes, concentric, coaxial, flush; of
//! all named shapes, some of them rounded, swept, or known by their support mapping only.

use super::*;
use impinge::{AnyShape, AnyShape2, Capsule2, Circle, Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum};
use impinge::{ConvexPolygon, Lozenge, Rectangle, RectanglePatch, Rot2, RoundCuboid, Segment, Segment2};
use impinge::{ShapeKind, ShapeKind2, Sphere, Triangle, Wheel};
use impinge_scenes::oracle::{distance_to, distance_to2, seen_from, seen_from2, swept};

/// Difficulty of a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hard {
    /// One or both thin: 10⁻³ to 10⁻⁹ of their length.
    Thin,
    /// B is 10⁻⁹ to 10⁹ times as large as A.
    Sizes,
    /// One center.
    Concentric,
    /// Both on one axis of A.
    Coaxial,
    /// Round sizes and places, so that faces, edges and rims lie on one another.
    Flush,
    /// 10³ to 10⁹ sizes away.
    Far,
    /// Any of the first two at once, far from the origin.
    Mixed,
}

pub const ALL: [Hard; 7] =
    [Hard::Thin, Hard::Sizes, Hard::Concentric, Hard::Coaxial, Hard::Flush, Hard::Far, Hard::Mixed];

/// Construction of a shape from a named one.
#[derive(Clone, Copy, Debug)]
pub enum Made {
    Plain,
    /// Its support mapping is all that is known.
    Hidden,
    Rounded(f64),
    Swept([f64; 3]),
}

/// A shape by its support mapping only.
pub struct Hidden<'a, V: Widen>(pub &'a dyn Taken<V>);

impl<V: Widen> Support<V> for Hidden<'_, V> {
    fn support(&self, direction: V) -> V {
        self.0.support(direction)
    }
    fn center(&self) -> V {
        self.0.center()
    }
}
impl<V: Widen> Bounded<V> for Hidden<'_, V> {
    fn aabb(&self, pose: &Pose<V>) -> impinge::Aabb<V> {
        self.0.aabb(pose)
    }
}
impl<V: Widen> Shape for Hidden<'_, V> {
    type V = V;
}

/// The plane and space, for both precisions at once.
pub trait Bodies: impinge::Dimension {
    const KINDS: usize;
    fn named(kind: usize, sizes: [f64; 3], radius: f64, rng: &mut Rng) -> Self::Any;
    fn turned(rng: &mut Rng, square: bool) -> Self::Rotation;
    fn of(v: [f64; 3]) -> Self;
    /// Distance of a point of the common frame from a shape, by its definition.
    fn off(shape: &Self::Any, made: Made, pose: &Pose<Self>, p: Self) -> f64;
}

/// The distance from a shape made from another, of which the distance is known.
fn made_distance(made: Made, p: [f64; 3], of: impl Fn([f64; 3]) -> f64) -> f64 {
    match made {
        Made::Plain | Made::Hidden => of(p),
        Made::Rounded(r) => (of(p) - r).max(0.0),
        Made::Swept(motion) => swept(p, motion, of),
    }
}

impl<T: Real> Bodies for Vec3<T> {
    const KINDS: usize = fuzz::SOLIDS;
    fn named(kind: usize, sizes: [f64; 3], radius: f64, rng: &mut Rng) -> AnyShape<T> {
        let [a, b, c] = sizes.map(T::of);
        let r = T::of(radius);
        let mut corner = || {
            let p: Vec3<f64> = rng.in_ball();
            Vec3::new(p.x * sizes[0], p.y * sizes[1], p.z * sizes[2]).cast::<T>()
        };
        match ShapeKind::ALL[kind] {
            ShapeKind::Point => Point::new(Vec3::ZERO).into(),
            ShapeKind::Segment => Segment::new(a).into(),
            ShapeKind::RectanglePatch => RectanglePatch::new(Vec2::new(a, b)).into(),
            ShapeKind::Triangle => Triangle::new(corner(), corner(), corner()).into(),
            ShapeKind::Disc => Disc::new(a).into(),
            ShapeKind::EllipticDisc => EllipticDisc::new(Vec2::new(a, b)).into(),
            ShapeKind::Sphere => Sphere::new(a).into(),
            ShapeKind::Ellipsoid => Ellipsoid::new(Vec3::new(a, b, c)).into(),
            ShapeKind::Cuboid => Cuboid::new(Vec3::new(a, b, c)).into(),
            ShapeKind::Frustum => {
                Frustum::new(Vec2::new(a, b), Vec2::new(a * T::HALF, r), c * T::HALF).into()
            }
            ShapeKind::Capsule => Capsule::new(a, r).into(),
            ShapeKind::Lozenge => Lozenge::new(Vec2::new(a, b), r).into(),
            ShapeKind::RoundCuboid => RoundCuboid::new(Vec3::new(a, b, c), r).into(),
            ShapeKind::Wheel => Wheel::new(a, r).into(),
            ShapeKind::Cylinder => impinge::Cylinder::new(a, b).into(),
            ShapeKind::Cone => Cone::new(a, b * T::HALF).into(),
            // Some clouds are flat in this precision.
            ShapeKind::ConvexPolyhedron => (0..64)
                .find_map(|_| ConvexPolyhedron::try_new(&[(); 12].map(|()| corner())).ok())
                .map_or_else(|| Sphere::new(a).into(), Into::into),
        }
    }
    fn turned(rng: &mut Rng, square: bool) -> Rot3<T> {
        let quarter = |k: usize, rng: &mut Rng| {
            Rot3::from_axis_angle(Vec3::axis(k), T::of(std::f64::consts::FRAC_PI_2 * rng.below(4) as f64))
        };
        if !square {
            return rng.rotation3();
        }
        let turn = quarter(0, rng).compose(&quarter(1, rng));
        match rng.below(3) {
            0 => turn,
            1 => turn.compose(&Rot3::from_axis_angle(Vec3::<T>::axis(2), T::of(rng.between(0.0, 6.3)))),
            _ => Rot3::from_axis_angle(rng.unit3::<T>(), T::of(10.0_f64.powf(rng.between(-12.0, -1.5))))
                .compose(&turn),
        }
    }
    fn of(v: [f64; 3]) -> Self {
        Vec3::from(v).cast()
    }
    fn off(shape: &AnyShape<T>, made: Made, pose: &Pose<Self>, p: Self) -> f64 {
        made_distance(made, seen_from(pose, p), distance_to(shape))
    }
}

impl<T: Real> Bodies for Vec2<T> {
    const KINDS: usize = fuzz::FLATS;
    fn named(kind: usize, sizes: [f64; 3], radius: f64, rng: &mut Rng) -> AnyShape2<T> {
        let [a, b, _] = sizes.map(T::of);
        let r = T::of(radius);
        let mut corner = || {
            let p = rng.unit2::<f64>() * rng.between(0.5, 1.0);
            Vec2::new(p.x * sizes[0], p.y * sizes[1]).cast::<T>()
        };
        match ShapeKind2::ALL[kind] {
            ShapeKind2::Point => Point::new(Vec2::ZERO).into(),
            ShapeKind2::Segment2 => Segment2::new(a).into(),
            ShapeKind2::Circle => Circle::new(a).into(),
            ShapeKind2::Ellipse => Ellipse::new(Vec2::new(a, b)).into(),
            ShapeKind2::Rectangle => Rectangle::new(Vec2::new(a, b)).into(),
            ShapeKind2::Capsule2 => Capsule2::new(a, r).into(),
            ShapeKind2::ConvexPolygon => (0..64)
                .find_map(|_| ConvexPolygon::try_new(&[(); 8].map(|()| corner())).ok())
                .map_or_else(|| Circle::new(a).into(), Into::into),
        }
    }
    fn turned(rng: &mut Rng, square: bool) -> Rot2<T> {
        let quarter = std::f64::consts::FRAC_PI_2 * rng.below(4) as f64;
        let more = if rng.below(2) == 0 { 0.0 } else { 10.0_f64.powf(rng.between(-12.0, -1.5)) };
        Rot2::from_angle(T::of(if square { quarter + more } else { rng.between(0.0, 6.3) }))
    }
    fn of(v: [f64; 3]) -> Self {
        Vec2::new(v[0], v[1]).cast()
    }
    fn off(shape: &AnyShape2<T>, made: Made, pose: &Pose<Self>, p: Self) -> f64 {
        made_distance(made, seen_from2(pose, p), distance_to2(shape))
    }
}

/// A named shape, how it is made into another, and where that stands.
pub struct Body<V: Bodies> {
    pub shape: V::Any,
    pub made: Made,
    pub pose: Pose<V>,
}

impl<V: Bodies> Body<V> {
    /// Calls `ask` with the shape.
    pub fn with<R>(&self, ask: impl FnOnce(&Erased<'_, V>) -> R) -> R {
        match self.made {
            Made::Plain => ask(&erased(&(&self.shape).at(self.pose))),
            Made::Hidden => ask(&erased(&Hidden(&(&self.shape).at(self.pose)))),
            Made::Rounded(r) => ask(&erased(&(&self.shape).rounded(Real::of(r)).at(self.pose))),
            Made::Swept(by) => ask(&erased(&(&self.shape).swept(V::of(by)).at(self.pose))),
        }
    }
    pub fn off(&self, p: V) -> f64 {
        V::off(&self.shape, self.made, &self.pose, p)
    }
    /// Diagonal of its box, and how far it reaches beyond that from the origin of what the algorithms run on.
    pub fn extent(&self) -> [f64; 2] {
        let aabb = self.shape.aabb(&Pose::IDENTITY);
        let more = match self.made {
            Made::Plain | Made::Hidden => 0.0,
            Made::Rounded(r) => 2.0 * r,
            Made::Swept(by) => by.iter().fold(0.0, |sum, c| sum + c.abs()),
        };
        let far = if matches!(self.made, Made::Hidden) { self.pose.translation().norm().f64() } else { 0.0 };
        [(aabb.max - aabb.min).norm().f64() + more, far]
    }
}

/// A pair of these kinds.
pub fn pair<V: Bodies>(kinds: [usize; 2], hard: Hard, rng: &mut Rng) -> [Body<V>; 2] {
    let mixed = hard == Hard::Mixed;
    let round = matches!(hard, Hard::Concentric | Hard::Coaxial | Hard::Flush);
    let tenth = |rng: &mut Rng| 10.0_f64.powi(-(3 + rng.below(7) as i32));
    let scale = if hard == Hard::Sizes || (mixed && rng.below(2) == 0) {
        [1e-9, 1e-6, 1e-3, 1e3, 1e6, 1e9][rng.below(6)]
    } else {
        1.0
    };
    let mut body = |kind: usize, scale: f64| {
        let size =
            |rng: &mut Rng| if round { [0.25, 0.5, 1.0, 2.0][rng.below(4)] } else { rng.between(0.25, 1.5) };
        let mut sizes = [(); 3].map(|()| scale * size(rng));
        let mut radius = scale * if round { 0.25 } else { rng.between(0.05, 0.5) };
        if hard == Hard::Thin || (mixed && rng.below(2) == 0) {
            let (factor, axis) = (tenth(rng), rng.below(3));
            sizes[axis] *= factor;
            if rng.below(2) == 0 {
                sizes[rng.below(3)] *= factor;
                radius *= factor;
            }
        }
        let made = match rng.below(12) {
            0 => Made::Hidden,
            // Exact in both precisions.
            1 => Made::Rounded(0.25),
            2 => Made::Swept([0.5, -0.25, if V::DIM == 3 { 1.0 } else { 0.0 }]),
            _ => Made::Plain,
        };
        let turn = if round && rng.below(2) == 0 { V::Rotation::default() } else { V::turned(rng, round) };
        Body { shape: V::named(kind, sizes, radius, rng), made, pose: Pose::turned(turn) }
    };
    let [mut a, mut b] = [body(kinds[0], 1.0), body(kinds[1], scale)];
    let any = |rng: &mut Rng, by: f64| V::of(rng.unit3::<f64>().to_array()) * Real::of(by);
    if mixed {
        a.pose = Pose::new(any(rng, 1e4), a.pose.rotation());
    }
    let places = [0.0, 0.25, 0.5, 1.0, 2.0, -1.0];
    let offset = match hard {
        Hard::Concentric => V::ZERO,
        Hard::Coaxial => V::axis(rng.below(V::DIM)) * Real::of(places[1 + rng.below(4)]),
        Hard::Flush => V::of([(); 3].map(|()| places[rng.below(6)])),
        Hard::Far => {
            let by = 10.0_f64.powi(3 + rng.below(7) as i32);
            any(rng, by)
        }
        _ => any(rng, 2.5 * scale.max(1.0)),
    };
    b.pose = Pose::new(a.pose.transform(offset), b.pose.rotation());
    if matches!(hard, Hard::Thin | Hard::Sizes | Hard::Coaxial | Hard::Mixed) && rng.below(2) == 0 {
        // Touching, or nearly so.
        let c = a.with(|a| b.with(|b| contact(a, b)));
        let gap = [0.0, 1e-9, -1e-9, 1e-4, -0.01][rng.below(5)];
        let to = b.pose.translation() + c.normal * Real::of(gap - c.signed_distance.f64());
        b.pose = Pose::new(to, b.pose.rotation());
    }
    [a, b]
}
