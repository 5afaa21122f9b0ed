//! Contact manifolds: exact polygons, points on the shapes, ids that stay, few points for many. Every case in `f32` and
//! `f64`.

#[path = "manifold/fuzz.rs"]
mod fuzz;

use impinge::contact::{Manifold, ManifoldSettings};
use impinge::query::QuerySpace;
use impinge::{Point, Real, Shape, Vec2, Vec3, Vector, contact};

/// How far from its shape a point may be, in the size of the pair: the query's own error is 2⁻³³ and 2⁻¹⁹ of it.
fn on_shape<T: Real>() -> f64 {
    if T::NAME == "f64" { 1e-8 } else { 1e-4 }
}

/// Some measure of how large two shapes and their distance are.
fn size<V: Vector>(a: &impl Shape<V = V>, b: &impl Shape<V = V>) -> f64
where
    V: impinge::shape::Space,
{
    let (one, two) = (a.aabb(&impinge::Pose::IDENTITY), b.aabb(&impinge::Pose::IDENTITY));
    (Vector::max(one.max, two.max) - Vector::min(one.min, two.min)).norm().f64()
}

/// What holds of every manifold.
#[track_caller]
fn check<A: Shape<V: QuerySpace>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    settings: &ManifoldSettings,
) -> Manifold<A::V> {
    let m = impinge::manifold_with(a, b, settings);
    let wrong = faults(a, b, settings, &m);
    assert!(wrong.is_empty(), "{}: {m:#?}", wrong.join(", "));
    m
}

/// What does not hold of a manifold, in words.
fn faults<A: Shape<V: QuerySpace>, B: Shape<V = A::V>>(
    a: &A,
    b: &B,
    settings: &ManifoldSettings,
    m: &Manifold<A::V>,
) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut demand = |holds: bool, what: String| {
        if !holds {
            wrong.push(what);
        }
    };
    let size = size(a, b);
    let eps = <<A::V as Vector>::Scalar as Real>::EPSILON.f64();
    let loose = on_shape::<<A::V as Vector>::Scalar>() * size;
    // Of curved surfaces a depth within the error has a normal, and points, within its root.
    let root = (m.error.f64() * size).sqrt();
    let n = m.normal;
    demand((n.norm().f64() - 1.0).abs() <= 8.0 * eps, format!("normal {n:?}"));
    let far = m.points().iter().fold(size, |s, p| s.max(p.point_a.norm().f64()));
    for (i, p) in m.points().iter().enumerate() {
        let off = (p.point_b - p.point_a - n * p.signed_distance).norm().f64();
        demand(off <= 16.0 * eps * far, format!("point {i} is off the normal by {off:e}"));
        let on_a = contact(&Point::new(p.point_a), a).signed_distance.f64();
        let on_b = contact(&Point::new(p.point_b), b).signed_distance.f64();
        demand(on_a.abs() <= loose + root, format!("point {i} is {:e} from A", on_a / size));
        demand(on_b.abs() <= loose + root, format!("point {i} is {:e} from B", on_b / size));
        let margin = settings.margin.max(0.0);
        demand(
            p.signed_distance.f64() <= margin + 2e-5 * size + loose,
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
            c.signed_distance.f64() > settings.margin - loose,
            format!("no point at {:e}", c.signed_distance.f64()),
        );
    }
    wrong
}

fn v3<T: Real>(x: f64, y: f64, z: f64) -> Vec3<T> {
    Vec3::new(x, y, z).cast()
}

fn v2<T: Real>(x: f64, y: f64) -> Vec2<T> {
    Vec2::new(x, y).cast()
}
