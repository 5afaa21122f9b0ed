//! Contact manifolds: exact polygons, points on the shapes, ids that stay, few points for many. Every case in `f32` and
//! `f64`.

mod cases;
mod few;
mod fuzz;
mod hard_pairs;
mod steady;
mod witnesses;

use impinge::feature::Feature;
use impinge::manifolds::{Manifold, ManifoldSettings};
use impinge::query::half_space_manifold_with;
use impinge::shape::{Parts, Wide, Widen};
use impinge::{
    Bounded, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Dimension, HalfSpace, Id, Point, Pose, Real,
    Rot3, Shape, Support, Vec2, Vec3, Vector, contact, half_space_contact,
};
use impinge_scenes::Rng;

/// A shape of any type as one type, so that the queries are built once and not for each pair of types.
struct Erased<'a, V: Widen>(&'a dyn Taken<V>);

/// A shape that can be taken apart, as an object.
trait Taken<V: Widen>: Bounded<V> {
    fn taken(&self) -> Parts<'_, V::Wide>;
}

impl<S: Shape> Taken<S::V> for S {
    fn taken(&self) -> Parts<'_, Wide<S::V>> {
        self.parts()
    }
}

fn erased<S: Shape>(shape: &S) -> Erased<'_, S::V> {
    Erased(shape)
}

impl<V: Widen> Support<V> for Erased<'_, V> {
    fn support(&self, direction: V) -> V {
        self.0.support(direction)
    }
    fn center(&self) -> V {
        self.0.center()
    }
}

impl<V: Widen> Bounded<V> for Erased<'_, V> {
    fn aabb(&self, pose: &Pose<V>) -> impinge::Aabb<V> {
        self.0.aabb(pose)
    }
}

impl<V: Widen> Shape for Erased<'_, V> {
    type V = V;
    fn parts(&self) -> Parts<'_, V::Wide> {
        self.0.taken()
    }
}

/// Largest distance of a point from its shape, relative to the size of the pair: the query's own error is 2⁻³³ and 2⁻¹⁹ of it.
fn on_shape<T: Real>() -> f64 {
    if T::NAME == "f64" { 1e-8 } else { 1e-4 }
}

/// Some measure of how large two shapes and their distance are.
fn size<V: Widen>(a: &dyn Bounded<V>, b: &dyn Bounded<V>) -> f64 {
    let (one, two) = (a.aabb(&Pose::IDENTITY), b.aabb(&Pose::IDENTITY));
    (Vector::max(one.max, two.max) - Vector::min(one.min, two.min)).norm().f64()
}

/// The manifold of two shapes, of which all holds that holds of every manifold.
#[track_caller]
fn check<A: Shape<V: Dimension>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    settings: &ManifoldSettings,
) -> Manifold<A::V> {
    let (a, b) = (erased(a), erased(b));
    let m = impinge::manifold_with(&a, &b, settings);
    let wrong = faults(&a, &b, settings, &m, 0.0);
    assert!(wrong.is_empty(), "{}: {m:#?}", wrong.join(", "));
    m
}

/// The manifold of a half-space and a shape: the same as that of a large box, except for the names.
fn on_plane<S: Shape<V: Dimension>>(
    half_space: &HalfSpace<S::V>,
    shape: &S,
    settings: &ManifoldSettings,
) -> Manifold<S::V> {
    let shape = erased(shape);
    let m = half_space_manifold_with(half_space, &shape, settings);
    let c = half_space_contact(half_space, &shape);
    assert_eq!((m.normal, m.status), (c.normal, c.status));
    assert!((m.signed_distance - c.signed_distance).f64().abs() <= (m.error + c.error).f64());
    let size = size(&shape, &shape) + shape.center().norm().f64() + half_space.offset().f64().abs();
    let loose = on_shape::<<S::V as Vector>::Scalar>() * size;
    for p in m.points() {
        assert!(half_space.signed_distance(p.point_a).f64().abs() <= loose, "{p:?}");
        let on_b = contact(&Point::new(p.point_b), &shape).signed_distance.f64();
        assert!(on_b.abs() <= loose, "{on_b:e} from B: {p:?}");
        let off = (p.point_b - p.point_a - m.normal * p.signed_distance).norm().f64();
        assert!(off <= loose, "{off:e} off the normal: {p:?}");
        assert_eq!(p.feature_a, Feature::Face(Id(0)));
    }
    match m.deepest() {
        Some(deep) => {
            let off = (deep.signed_distance - c.signed_distance).f64();
            assert!(off.abs() <= 2e-5 * size, "the deepest is off by {off:e}: {m:?}");
        }
        None => assert!(c.signed_distance.f64() > settings.margin.max(0.0) - loose, "{c:?}"),
    }
    m
}

/// On the default settings.
fn on_ground<S: Shape<V: Dimension>>(half_space: &HalfSpace<S::V>, shape: &S) -> Manifold<S::V> {
    on_plane(half_space, shape, &ManifoldSettings::default())
}

/// Violations of a manifold's promises, in words. Points may be off their shapes by this much of the size in addition.
fn faults<V: Dimension>(
    a: &Erased<'_, V>,
    b: &Erased<'_, V>,
    settings: &ManifoldSettings,
    m: &Manifold<V>,
    beside: f64,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut demand = |holds: bool, what: String| {
        if !holds {
            wrong.push(what);
        }
    };
    let size = size(a, b);
    let eps = <V::Scalar as Real>::EPSILON.f64();
    let far = m.points().iter().fold(size, |s, p| s.max(p.point_a.norm().f64()));
    // Points are rounded where they are, however small the bodies.
    let loose = (on_shape::<V::Scalar>() + beside) * size + 2.0 * eps * far;
    // Of curved surfaces a depth within the error has a normal, and points, within its root.
    let root = (m.error.f64() * size).sqrt();
    let n = m.normal;
    demand((n.norm().f64() - 1.0).abs() <= 8.0 * eps, format!("normal {n:?}"));
    for (i, p) in m.points().iter().enumerate() {
        let off = (p.point_b - p.point_a - n * p.signed_distance).norm().f64();
        demand(off <= 16.0 * eps * far, format!("point {i} is off the normal by {off:e}"));
        let on_a = contact(&Point::new(p.point_a), a).signed_distance.f64();
        let on_b = contact(&Point::new(p.point_b), b).signed_distance.f64();
        demand(on_a.abs() <= loose + root, format!("point {i} is {:e} from A", on_a / size));
        demand(on_b.abs() <= loose + root, format!("point {i} is {:e} from B", on_b / size));
        let margin = settings.margin.max(0.0);
        demand(
            p.signed_distance.f64() <= margin + 2e-5 * size + loose + m.error.f64(),
            format!("point {i} is beyond the margin"),
        );
        let twice = m.points()[..i].iter().any(|q| (p.feature_a, p.feature_b) == (q.feature_a, q.feature_b));
        demand(!twice, format!("point {i} has the features of another"));
    }
    let c = contact(a, b);
    let error = (c.error + m.error).f64();
    if let Some(deep) = m.deepest() {
        let off = (deep.signed_distance - c.signed_distance).f64();
        demand(off.abs() <= 2e-5 * size + error, format!("the deepest is off by {off:e}"));
        demand((c.signed_distance - m.signed_distance).f64().abs() <= error, "another depth".to_string());
    } else {
        demand(
            c.signed_distance.f64() > settings.margin.max(0.0) - loose,
            format!("no point at {:e}", c.signed_distance.f64()),
        );
    }
    wrong
}

/// All points, not only four.
fn all() -> ManifoldSettings {
    ManifoldSettings { max_points: None, ..ManifoldSettings::default() }
}

fn v3<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(x, y, z).cast()
}

fn v2<T: Real>(x: f64, y: f64) -> Vec2<T> {
    Vec2::new(x, y).cast()
}

fn at<T: Real>(x: f64, y: f64, z: f64) -> Pose<Vec3<T>> {
    Pose::at(v3(x, y, z))
}

fn placed<T: Real>(p: [f64; 3], axis: [f64; 3], angle: f64) -> Pose<Vec3<T>> {
    Pose::new(v3(p[0], p[1], p[2]), Rot3::from_axis_angle(v3::<T>(axis[0], axis[1], axis[2]), T::of(angle)))
}

fn cube<T: Real>() -> Cuboid<T> {
    Cuboid::new(v3(1.0, 1.0, 1.0))
}

fn floor<T: Real>() -> HalfSpace<Vec3<T>> {
    HalfSpace::new(v3::<T>(0.0, 0.0, 1.0), T::ZERO)
}

/// A prism about z with `n` sides.
fn prism<T: Real>(n: usize, radius: f64, half_height: f64) -> ConvexPolyhedron<T> {
    let corner = |i: usize, z: f64| {
        let turn = i as f64 / n as f64 * std::f64::consts::TAU;
        v3::<T>(radius * turn.cos(), radius * turn.sin(), z)
    };
    let points: Vec<_> =
        (0..2 * n).map(|i| corner(i / 2, if i % 2 == 0 { half_height } else { -half_height })).collect();
    ConvexPolyhedron::new(&points)
}

/// The area of the points on A, seen along the normal, in the order given: negative where they turn the wrong way.
fn area<T: Real>(m: &Manifold<Vec3<T>>) -> f64 {
    let at = |i: usize| {
        m.points()[i % m.points().len()].point_a.cast::<f64>() - m.points()[0].point_a.cast::<f64>()
    };
    let n = m.normal.cast::<f64>();
    (0..m.points().len()).map(|i| 0.5 * at(i).cross(at(i + 1)).dot(n)).sum()
}

/// The area of the common part of two convex polygons, found another way than by clipping: all crossings of sides and all
/// corners that lie in both, sorted around their mean.
fn common_area(a: &[Vec2<f64>], b: &[Vec2<f64>]) -> f64 {
    let inside = |p: Vec2<f64>, q: &[Vec2<f64>]| {
        (0..q.len()).all(|i| (q[(i + 1) % q.len()] - q[i]).perp_dot(p - q[i]) >= -1e-12)
    };
    let mut points: Vec<Vec2<f64>> =
        a.iter().chain(b).copied().filter(|&p| inside(p, a) && inside(p, b)).collect();
    for i in 0..a.len() {
        for j in 0..b.len() {
            let (d, e) = (a[(i + 1) % a.len()] - a[i], b[(j + 1) % b.len()] - b[j]);
            let p = a[i] + d * ((b[j] - a[i]).perp_dot(e) / d.perp_dot(e));
            if p.is_finite() && inside(p, a) && inside(p, b) {
                points.push(p);
            }
        }
    }
    let mean = points.iter().fold(Vec2::ZERO, |s, &p| s + p) * (1.0 / points.len().max(1) as f64);
    let angle = |p: &Vec2<f64>| (*p - mean).y.atan2((*p - mean).x);
    points.sort_by(|p, q| angle(p).total_cmp(&angle(q)));
    (0..points.len()).map(|i| 0.5 * (points[i] - mean).perp_dot(points[(i + 1) % points.len()] - mean)).sum()
}

/// The names of the points, in order of names.
fn names<V: Vector>(m: &Manifold<V>) -> Vec<(Feature, Feature)> {
    let mut names: Vec<_> = m.points().iter().map(|p| (p.feature_a, p.feature_b)).collect();
    names.sort();
    names
}

fn both(run32: fn(), run64: fn()) {
    run32();
    run64();
}
