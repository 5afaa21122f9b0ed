//! Shapes made of points: of whatever type the points are, and between two of them.

use impinge::mesh::polygon::PolygonMesh;
use impinge::{
    Capsule, Capsule2, ConvexPolygon, ConvexPolyhedron, Pose, Real, Segment, Segment2, ShapeError, Support,
    Vec2, Vec3,
};
use impinge_scenes::Rng;

/// Arrays, vectors, slices and lists of them are points alike, and make the same shape.
#[test]
fn points_of_any_type_make_the_same_shape() {
    let arrays = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let vectors = arrays.map(Vec3::from);
    let expected = ConvexPolyhedron::new(&vectors);
    assert_eq!(ConvexPolyhedron::new(&arrays), expected);
    let list: Vec<Vec3<f64>> = vectors.into();
    assert_eq!(ConvexPolyhedron::new(&list), expected);
    assert_eq!(ConvexPolyhedron::try_new(&arrays[..]).unwrap(), expected);
    let flat: ConvexPolygon<f32> = ConvexPolygon::new(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(flat, ConvexPolygon::new(flat.vertices()));
    let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let (mesh, _) = PolygonMesh::from_triangles(&arrays, &faces).unwrap();
    assert_eq!(mesh.vertices(), PolygonMesh::from_triangles(&vectors, &faces).unwrap().0.vertices());
}

/// The ends of what stands between two points are those points, within some roundings of their coordinates.
fn ends<T: Real>() {
    const ULPS: f64 = 8.0;
    let mut rng = Rng::new(1);
    for i in 0..2000 {
        let size = 10_f64.powi(i % 9 - 4);
        let far = rng.in_ball::<f64>() * if i % 2 == 0 { 0.0 } else { 9.0 };
        let mut end = || -> Vec3<T> { (rng.in_ball::<f64>() * size + far).cast() };
        let (a, b) = (end(), end());
        let tolerance = ULPS * T::EPSILON.f64() * a.max_abs().max(b.max_abs()).f64();
        let near = |p: Vec3<T>, q: Vec3<T>| assert!((p - q).max_abs().f64() <= tolerance, "{p:?} {q:?}");
        let segment = Segment::between(a, b);
        let half = segment.shape().half_length();
        near(*segment.pose() * Vec3::new(T::ZERO, T::ZERO, half), b);
        near(*segment.pose() * Vec3::new(T::ZERO, T::ZERO, -half), a);
        near(segment.support(b - a), b);
        let capsule = Capsule::between(a, b, T::HALF);
        assert_eq!((capsule.pose(), capsule.shape().half_length()), (segment.pose(), half));
        // In the plane.
        let (p, q) = (a.xy(), b.xy());
        let segment = Segment2::between(p, q);
        let half = segment.shape().half_length();
        let flat = |v: Vec2<T>| Vec3::new(v.x, v.y, T::ZERO);
        near(flat(*segment.pose() * Vec2::new(T::ZERO, half)), flat(q));
        near(flat(*segment.pose() * Vec2::new(T::ZERO, -half)), flat(p));
        let capsule = Capsule2::between(p, q, T::HALF);
        assert_eq!((capsule.pose(), capsule.shape().half_length()), (segment.pose(), half));
    }
}

#[test]
fn segments_and_capsules_end_at_the_points_given() {
    ends::<f32>();
    ends::<f64>();
}

fn text<S>(result: Result<S, ShapeError>) -> String {
    result.map_or_else(|error| error.to_string(), |_| "accepted".into())
}

#[test]
fn ends_that_coincide_or_are_not_finite_are_refused() {
    let zero = "invalid shape: half length is zero but must not be";
    assert_eq!(text(Segment::try_between([1.0; 3], [1.0; 3])), zero);
    assert_eq!(text(Segment2::try_between([1.0; 2], [1.0; 2])), zero);
    let bad = text(Capsule::try_between([f64::NAN, 0.0, 0.0], [0.0, f64::INFINITY, 0.0], 1.0));
    assert_eq!(
        bad,
        "invalid shape: first end x is NaN but must be finite; second end y is inf but must be finite"
    );
    assert!(text(Capsule2::try_between([0.0, 0.0], [0.0, 1.0], 0.0)).contains("radius is zero"));
    // As far apart as numbers may be.
    let limit = f32::LIMIT;
    assert_eq!(text(Segment::try_between([-limit, 0.0, 0.0], [limit, 0.0, 0.0])), "accepted");
    assert!(text(Segment::try_between([-limit; 3], [limit; 3])).contains("half length is"));
}

/// A capsule whose ends coincide stands there unturned.
#[test]
fn between_a_point_and_itself() {
    let ball = Capsule::between([1.0, 2.0, 3.0], [1.0, 2.0, 3.0], 0.5);
    assert_eq!(*ball.pose(), Pose::at([1.0, 2.0, 3.0]));
    assert_eq!(ball.support(Vec3::axis(0)), Vec3::new(1.5, 2.0, 3.0));
    let flat = Capsule2::between([1.0, 2.0], [1.0, 2.0], 0.5);
    assert_eq!(*flat.pose(), Pose::at([1.0, 2.0]));
}
