//! Reading and writing with serde: what is written is read back, and what a constructor refuses is refused.
#![cfg(feature = "serde")]

use std::fmt::Debug;

use super::json::{Written, read_back, refused, returns};
use impinge::{
    Aabb, AnyShape, AnyShape2, Bounded, Capsule, Capsule2, Circle, Cone, ConvexPolygon, ConvexPolyhedron,
    Cuboid, Cylinder, Disc, Ellipse, Ellipsoid, EllipticDisc, Frustum, HalfSpace, Lozenge, Mat3, Point, Pose,
    Rectangle, RectanglePatch, Rot2, Rot3, RoundCuboid, Segment, Segment2, ShapeKind, ShapeKind2, Sphere,
    Triangle, Vec2, Vec3, Vector, Wheel,
};
use impinge_scenes::{Rng, clouds};
use serde::de::value::{Error as ValueError, SeqDeserializer};
use serde::de::{Deserialize, DeserializeOwned};
use serde_json::{from_str, to_string};

/// The same by way of a tree of `f64`, where numbers beyond `f32` turn infinite on the way.
#[track_caller]
fn refused_in_a_tree<S: DeserializeOwned + Debug>(text: &str) -> String {
    serde_json::from_value::<S>(from_str(text).unwrap()).unwrap_err().to_string()
}

fn math<T: Written>() {
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        let (v, w): (Vec3<T>, Vec3<T>) = (rng.in_ball(), rng.in_ball());
        returns(v);
        returns(v.xy());
        returns(Mat3::from_columns(v, w, v.cross(w)));
        returns(Aabb { min: v.min(w), max: v.max(w) });
        returns(Aabb { min: v.xy().min(w.xy()), max: v.xy().max(w.xy()) });
        // Rotations are renormalized when they are read, which moves the last digit at most.
        let (pose, flat) = (rng.pose3::<T>(9.0), rng.pose2::<T>(9.0));
        let (p, f) = (read_back(&pose), read_back(&flat));
        assert_eq!((p.translation(), f.translation()), (pose.translation(), flat.translation()));
        let (r, s): (Rot3<T>, Rot2<T>) = (read_back(&pose.rotation()), read_back(&flat.rotation()));
        assert_eq!((p.rotation(), f.rotation()), (r, s));
        for (a, b) in r.to_xyzw().into_iter().zip(pose.rotation().to_xyzw()) {
            assert!((a - b).abs() <= T::EPSILON);
        }
        assert!((s.cos() - flat.rotation().cos()).abs() <= T::EPSILON);
        assert!((s.sin() - flat.rotation().sin()).abs() <= T::EPSILON);
    }
    returns(Pose::<Vec3<T>>::IDENTITY);
    returns(Pose::<Vec2<T>>::at([T::ONE, -T::TWO]));
    assert_eq!(to_string(&Vec3::new(T::ONE, T::TWO, T::HALF)).unwrap(), r#"{"x":1.0,"y":2.0,"z":0.5}"#);
    let written = r#"{"translation":{"x":1.0,"y":2.0},"rotation":[1.0,0.0]}"#;
    assert_eq!(to_string(&Pose::<Vec2<T>>::at([T::ONE, T::TWO])).unwrap(), written);
    let written = r#"{"translation":{"x":0.0,"y":0.0,"z":0.0},"rotation":[0.0,0.0,0.0,1.0]}"#;
    assert_eq!(to_string(&Pose::<Vec3<T>>::IDENTITY).unwrap(), written);
}

#[test]
fn math_comes_back_in_both_precisions() {
    math::<f32>();
    math::<f64>();
}

/// Any bits that make a finite number come back.
#[test]
fn numbers_come_back_to_the_bit() {
    let mut rng = Rng::new(2);
    let mut subnormal = 0;
    for i in 0..5000 {
        let [x, y, z] = [(); 3].map(|()| {
            loop {
                let x = f64::from_bits(rng.bits() >> if i % 10 == 0 { 12 } else { 0 });
                if x.is_finite() {
                    break x;
                }
            }
        });
        subnormal += usize::from(x.is_subnormal());
        let back: Vec3<f64> = read_back(&Vec3::new(x, y, z));
        assert_eq!(back.to_array().map(f64::to_bits), [x, y, z].map(f64::to_bits));
        let back: Vec2<f64> = read_back(&Vec2::new(x, -0.0));
        assert_eq!(back.to_array().map(f64::to_bits), [x, -0.0].map(f64::to_bits));
    }
    assert!(subnormal >= 500, "{subnormal}");
}

/// Values as a format with NaN would pass them.
fn from_numbers<'de, T: Deserialize<'de>>(numbers: &[f64]) -> Result<T, String> {
    T::deserialize(SeqDeserializer::<_, ValueError>::new(numbers.iter().copied())).map_err(|e| e.to_string())
}

#[test]
fn rotations_and_poses_are_checked() {
    let long = "invalid pose: quaternion has length 2 but must be 1; normalize it first";
    assert!(refused::<Rot3<f32>>("[0, 0, 0, 2]").starts_with(long));
    assert!(refused::<Rot3<f64>>("[1, 1, 1, 1]").starts_with(long));
    let pose = r#"{"translation": {"x": 0, "y": 0, "z": 0}, "rotation": [0, 2, 0, 0]}"#;
    assert!(refused::<Pose<Vec3<f64>>>(pose).starts_with(long));
    let long = "invalid pose: cosine and sine has length 0.5 but must be 1; normalize it first";
    assert!(refused::<Rot2<f64>>("[0.5, 0]").starts_with(long));
    // JSON has no NaN, but its numbers may be too large.
    let pose = r#"{"translation": {"x": 1e300, "y": 0, "z": -1e300}, "rotation": [0, 0, 0, 1]}"#;
    let far =
        "invalid pose: translation x is inf but must be finite; translation z is -inf but must be finite";
    assert_eq!(refused_in_a_tree::<Pose<Vec3<f32>>>(pose), far);
    assert!(from_str::<Pose<Vec3<f64>>>(pose).is_ok());
    assert!(refused::<Pose<Vec3<f64>>>(&pose.replace("1e300", "1e999")).contains("out of range"));
    assert!(refused::<Pose<Vec3<f64>>>(&pose.replace("1e300", "null")).contains("null"));
    let nan = from_numbers::<Rot3<f64>>(&[0.0, f64::NAN, 0.0, 1.0]);
    assert_eq!(nan.unwrap_err(), "invalid pose: quaternion is NaN but must be finite");
    let infinite = from_numbers::<Rot2<f64>>(&[f64::INFINITY, 0.0]);
    assert_eq!(infinite.unwrap_err(), "invalid pose: cosine and sine is inf but must be finite");
    // Four digits are enough, and come back unit.
    let read: Rot3<f64> = from_str("[0, 0, 0.7071, 0.7071]").unwrap();
    let length = read.to_xyzw().iter().map(|c| c * c).sum::<f64>();
    assert!((length - 1.0).abs() < 4.0 * f64::EPSILON);
}

fn solids<T: Written>() -> Vec<AnyShape<T>> {
    let n = |x: f64| T::of(x);
    let (a, b, c) = (n(0.7), n(1.3), n(2.1));
    let of = |kind: &ShapeKind| match kind {
        ShapeKind::Point => Point::new(Vec3::new(a, -b, c)).into(),
        ShapeKind::Segment => Segment::new(a).into(),
        ShapeKind::RectanglePatch => RectanglePatch::new([a, b]).into(),
        ShapeKind::Triangle => Triangle::new([a, b, c], [-a, b, c], [a, -b, c]).into(),
        ShapeKind::Disc => Disc::new(a).into(),
        ShapeKind::EllipticDisc => EllipticDisc::new([a, b]).into(),
        ShapeKind::Sphere => Sphere::new(a).into(),
        ShapeKind::Ellipsoid => Ellipsoid::new([a, b, c]).into(),
        ShapeKind::Cuboid => Cuboid::new([a, b, c]).into(),
        ShapeKind::Frustum => Frustum::new([a, b], [b, T::ZERO], c * T::HALF).into(),
        ShapeKind::Capsule => Capsule::new(a, b).into(),
        ShapeKind::Lozenge => Lozenge::new([a, b], c).into(),
        ShapeKind::RoundCuboid => RoundCuboid::new([a, b, c], a).into(),
        ShapeKind::Wheel => Wheel::new(a, b).into(),
        ShapeKind::Cylinder => Cylinder::new(a, b).into(),
        ShapeKind::Cone => Cone::new(a, b * T::HALF).into(),
        ShapeKind::ConvexPolyhedron => ConvexPolyhedron::new(&clouds::on_sphere(30, 1)).into(),
    };
    let large = ConvexPolyhedron::new(&clouds::quantised(2000, 1));
    ShapeKind::ALL.iter().map(of).chain([large.into()]).collect()
}

fn flats<T: Written>() -> Vec<AnyShape2<T>> {
    let (a, b) = (T::of(0.7), T::of(1.3));
    let of = |kind: &ShapeKind2| match kind {
        ShapeKind2::Point => Point::new(Vec2::new(a, -b)).into(),
        ShapeKind2::Segment2 => Segment2::new(a).into(),
        ShapeKind2::Circle => Circle::new(a).into(),
        ShapeKind2::Ellipse => Ellipse::new([a, b]).into(),
        ShapeKind2::Rectangle => Rectangle::new([a, b]).into(),
        ShapeKind2::Capsule2 => Capsule2::new(a, b).into(),
        ShapeKind2::ConvexPolygon => ConvexPolygon::new(&clouds::in_square(50, 1)).into(),
    };
    ShapeKind2::ALL.iter().map(of).collect()
}

/// The same support points and box; a polytope may renumber its vertices.
fn same<V: Vector>(a: &impl Bounded<V>, b: &impl Bounded<V>, directions: impl Iterator<Item = V>) {
    assert_eq!(a.aabb(&Pose::IDENTITY), b.aabb(&Pose::IDENTITY));
    directions.for_each(|d| assert_eq!(a.support(d), b.support(d)));
}

fn shapes<T: Written>() {
    let mut rng = Rng::new(3);
    for shape in solids::<T>() {
        let back = read_back(&shape);
        assert_eq!(back.kind(), shape.kind());
        assert!(to_string(&shape).unwrap().starts_with(&format!("{{\"{}\":{{", shape.name())));
        same(&shape, &back, (0..100).map(|_| rng.unit3()));
        match (&shape, &back) {
            (AnyShape::ConvexPolyhedron(a), AnyShape::ConvexPolyhedron(b)) => {
                assert_eq!(a.vertices().len(), b.vertices().len());
                assert_eq!(a.topology().face_count(), b.topology().face_count());
            }
            _ => assert_eq!(shape, back),
        }
    }
    for shape in flats::<T>() {
        let back = read_back(&shape);
        assert_eq!(back.kind(), shape.kind());
        same(&shape, &back, (0..100).map(|_| rng.unit2()));
        match (&shape, &back) {
            (AnyShape2::ConvexPolygon(a), AnyShape2::ConvexPolygon(b)) => {
                assert_eq!(a.vertices(), b.vertices())
            }
            _ => assert_eq!(shape, back),
        }
    }
    let floor: HalfSpace<Vec3<T>> = HalfSpace::new(Vec3::new(T::ZERO, T::ZERO, T::TWO), T::HALF);
    returns(floor);
    let slope: HalfSpace<Vec2<T>> = HalfSpace::new(Vec2::new(T::ONE, T::TWO), -T::HALF);
    let back: HalfSpace<Vec2<T>> = read_back(&slope);
    assert_eq!(back.offset(), slope.offset());
    assert!((back.normal() - slope.normal()).max_abs() <= T::EPSILON);
}

#[test]
fn shapes_come_back_in_both_precisions() {
    shapes::<f32>();
    shapes::<f64>();
}

#[test]
fn shapes_are_written_by_the_names_of_their_sizes() {
    assert_eq!(to_string(&Capsule::new(1.0, 0.5)).unwrap(), r#"{"half_length":1.0,"radius":0.5}"#);
    let any = AnyShape::from(Sphere::new(0.25_f32));
    assert_eq!(to_string(&any).unwrap(), r#"{"Sphere":{"radius":0.25}}"#);
    let any = r#"{"Cuboid": {"half_extents": {"x": 1, "y": 2, "z": 3}}}"#;
    assert_eq!(from_str::<AnyShape<f64>>(any).unwrap(), Cuboid::new([1.0, 2.0, 3.0]).into());
    let triangle = ConvexPolygon::new(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Vec2::from));
    let written = r#"{"vertices":[{"x":0.0,"y":0.0},{"x":1.0,"y":0.0},{"x":0.0,"y":1.0}]}"#;
    assert_eq!(to_string(&triangle).unwrap(), written);
}

#[test]
fn shapes_are_checked() {
    let both = "invalid shape: half length is -1 but must not be negative; radius is zero but must not be";
    assert!(refused::<Capsule<f64>>(r#"{"half_length": -1, "radius": 0}"#).starts_with(both));
    assert!(refused::<AnyShape<f32>>(r#"{"Capsule": {"half_length": -1, "radius": 0}}"#).starts_with(both));
    let large = "invalid shape: radius is inf but must be finite";
    assert_eq!(refused_in_a_tree::<Circle<f32>>(r#"{"radius": 1e39}"#), large);
    let flat =
        r#"{"vertices": [{"x":0,"y":0,"z":0},{"x":1,"y":0,"z":0},{"x":0,"y":1,"z":0},{"x":1,"y":1,"z":0}]}"#;
    let why = "invalid shape: all points lie in one plane; the hull is a flat polygon";
    assert!(refused::<ConvexPolyhedron<f64>>(flat).starts_with(why));
    assert!(refused::<ConvexPolygon<f64>>(r#"{"vertices": []}"#).contains("the cloud is empty"));
    let point = refused_in_a_tree::<Point<Vec2<f32>>>(r#"{"position": {"x": 1e99, "y": 0}}"#);
    assert!(point.starts_with("invalid shape: position x is inf but must be finite"), "{point}");
    let wall = refused::<HalfSpace<Vec2<f64>>>(r#"{"normal": {"x": 0, "y": 0}, "offset": 1}"#);
    assert!(wall.starts_with("invalid shape: normal is zero"), "{wall}");
    // Wrong names are mistakes as well.
    assert!(refused::<Sphere<f64>>(r#"{"radius": 1, "diameter": 2}"#).contains("unknown field `diameter`"));
    assert!(refused::<Sphere<f64>>("{}").contains("missing field `radius`"));
    assert!(refused::<AnyShape2<f64>>(r#"{"Sphere": {"radius": 1}}"#).contains("unknown variant `Sphere`"));
}
