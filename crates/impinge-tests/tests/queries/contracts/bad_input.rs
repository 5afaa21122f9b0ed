//! Refused input, and the messages.

use impinge::{
    Capsule, Capsule2, Circle, Cone, ConvexPolygon, Cuboid, Cylinder, Disc, Ellipse, Ellipsoid, EllipticDisc,
    Extent, Frustum, HalfSpace, Lozenge, Point, Pose, PoseError, Problem, Rectangle, RectanglePatch, Rot2,
    Rot3, RoundCuboid, Segment, Segment2, Shape, ShapeError, ShapeKind, ShapeKind2, Sphere, Triangle, Vec2,
    Vec3, Wheel,
};

const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

fn text<S>(result: Result<S, ShapeError>) -> String {
    match result {
        Ok(_) => "accepted".into(),
        Err(error) => error.to_string(),
    }
}

/// Refuses every bad size in every place, alone and all at once, by its name.
fn refuses<S, const N: usize>(names: [&str; N], make: impl Fn([f64; N]) -> Result<S, ShapeError>) {
    assert_eq!(text(make([1.0; N])), "accepted");
    let bad = [
        (0.0, "zero but must not be"),
        (-0.0, "zero but must not be"),
        (-2.0, "-2 but must not be negative"),
        (NAN, "NaN but must be finite"),
        (INF, "inf but must be finite"),
        (-INF, "-inf but must be finite"),
    ];
    for (value, why) in bad {
        for (i, name) in names.iter().enumerate() {
            let mut sizes = [1.0; N];
            sizes[i] = value;
            assert_eq!(text(make(sizes)), format!("invalid shape: {name} is {why}"));
        }
        let all: Vec<String> = names.iter().map(|name| format!("{name} is {why}")).collect();
        let all = format!("invalid shape: {}", all.join("; "));
        assert_eq!(text(make([value; N])), all);
    }
}

#[test]
fn sizes_must_be_finite_and_positive() {
    let half = ["half extent x", "half extent y", "half extent z"];
    let radii = ["radius x", "radius y", "radius z"];
    let bottom = ["bottom half extent x", "bottom half extent y", "half height"];
    for kind in ShapeKind::ALL {
        match kind {
            ShapeKind::Segment => refuses(["half length"], |[a]| Segment::try_new(a)),
            ShapeKind::RectanglePatch => refuses([half[0], half[1]], RectanglePatch::try_new),
            ShapeKind::Disc => refuses(["radius"], |[a]| Disc::try_new(a)),
            ShapeKind::EllipticDisc => refuses([radii[0], radii[1]], EllipticDisc::try_new),
            ShapeKind::Sphere => refuses(["radius"], |[a]| Sphere::try_new(a)),
            ShapeKind::Ellipsoid => refuses(radii, Ellipsoid::try_new),
            ShapeKind::Cuboid => refuses(half, Cuboid::try_new),
            ShapeKind::Frustum => refuses(bottom, |[a, b, c]| Frustum::try_new([a, b], [1.0, 1.0], c)),
            ShapeKind::Capsule => refuses(["radius"], |[b]| Capsule::try_new(1.0, b)),
            ShapeKind::Lozenge => {
                refuses([half[0], half[1], "radius"], |[a, b, c]| Lozenge::try_new([a, b], c));
            }
            ShapeKind::RoundCuboid => {
                let names = [half[0], half[1], half[2], "radius"];
                refuses(names, |[a, b, c, d]| RoundCuboid::try_new([a, b, c], d));
            }
            ShapeKind::Wheel => refuses(["disc radius", "round radius"], |[a, b]| Wheel::try_new(a, b)),
            ShapeKind::Cylinder => refuses(["half height", "radius"], |[a, b]| Cylinder::try_new(a, b)),
            ShapeKind::Cone => refuses(["radius", "half height"], |[a, b]| Cone::try_new(a, b)),
            // Made of points, which have tests of their own.
            ShapeKind::Point | ShapeKind::Triangle | ShapeKind::ConvexPolyhedron => {}
        }
    }
    for kind in ShapeKind2::ALL {
        match kind {
            ShapeKind2::Segment2 => refuses(["half length"], |[a]| Segment2::try_new(a)),
            ShapeKind2::Circle => refuses(["radius"], |[a]| Circle::try_new(a)),
            ShapeKind2::Ellipse => refuses([radii[0], radii[1]], Ellipse::try_new),
            ShapeKind2::Rectangle => refuses([half[0], half[1]], Rectangle::try_new),
            ShapeKind2::Capsule2 => refuses(["radius"], |[b]| Capsule2::try_new(1.0, b)),
            ShapeKind2::Point | ShapeKind2::ConvexPolygon => {}
        }
    }
}

/// A capsule of length 0 is a ball: data has it, and it is a body. Without a radius it is not a body.
#[test]
fn capsules_may_have_no_length() {
    for make in [|a, b| text(Capsule::try_new(a, b)), |a, b| text(Capsule2::try_new(a, b))] {
        assert_eq!((make(0.0, 1.0).as_str(), make(-0.0, 1.0).as_str()), ("accepted", "accepted"));
        assert_eq!(make(0.0, 0.0), "invalid shape: radius is zero but must not be");
        assert_eq!(
            make(-2.0, 0.0),
            "invalid shape: half length is -2 but must not be negative; radius is zero but must not be"
        );
        assert_eq!(
            make(NAN, INF),
            "invalid shape: half length is NaN but must be finite; radius is inf but must be finite"
        );
    }
}

#[test]
fn several_problems_are_all_named() {
    assert_eq!(
        text(RoundCuboid::try_new([-1.0, NAN, 0.0], INF)),
        "invalid shape: half extent x is -1 but must not be negative; half extent y is NaN but must be finite; \
         half extent z is zero but must not be; radius is inf but must be finite"
    );
    assert_eq!(
        text(Frustum::try_new([1.0, 0.0], [-1.0, NAN], 1.0)),
        "invalid shape: bottom half extent y is zero but must not be; \
         top half extent x is -1 but must not be negative; top half extent y is NaN but must be finite"
    );
    let error = Capsule::try_new(NAN, -1.0).unwrap_err();
    assert_eq!(error.problems().len(), 2);
    assert_eq!(error.problems()[1], Problem::Negative { what: "radius", value: -1.0 });
}

#[test]
fn points_must_be_finite() {
    assert_eq!(
        text(Point::try_new(Vec3::new(NAN, 0.0, INF))),
        "invalid shape: position x is NaN but must be finite; position z is inf but must be finite"
    );
    assert_eq!(
        text(Point::try_new(Vec2::new(0.0, -INF))),
        "invalid shape: position y is -inf but must be finite"
    );
    assert_eq!(
        text(Triangle::try_new([NAN, 0.0, 0.0], [0.0, INF, 0.0], [0.0, 0.0, 1.0])),
        "invalid shape: first corner x is NaN but must be finite; second corner y is inf but must be finite"
    );
    let polygon = ConvexPolygon::try_new(&[[0.0, 0.0], [NAN, 1.0], [1.0, 0.0], [1.0, INF]].map(Vec2::from));
    assert_eq!(
        text(polygon),
        "invalid shape: point 1 has a coordinate that is not finite; point 3 has a coordinate that is not finite"
    );
    let line = ConvexPolygon::try_new(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]].map(Vec2::from)).unwrap_err();
    assert_eq!(line.extent(), Some(Extent::Line));
}

#[test]
fn half_spaces_and_combinators_refuse_bad_input() {
    assert_eq!(
        text(HalfSpace::<Vec3<f64>>::try_new([0.0, 0.0, 0.0], NAN)),
        "invalid shape: normal is zero but must not be; offset is NaN but must be finite"
    );
    assert_eq!(
        text(HalfSpace::<Vec2<f64>>::try_new([INF, NAN], 0.0)),
        "invalid shape: normal x is inf but must be finite; normal y is NaN but must be finite"
    );
    let ball = Sphere::new(1.0);
    assert!(ball.try_rounded(0.0).is_ok() && ball.try_swept([0.0, 0.0, 0.0]).is_ok());
    assert_eq!(text(ball.try_rounded(-1.0)), "invalid shape: radius is -1 but must not be negative");
    assert_eq!(text(ball.try_rounded(NAN)), "invalid shape: radius is NaN but must be finite");
    assert_eq!(
        text(ball.try_swept([NAN, 1.0, -INF])),
        "invalid shape: motion x is NaN but must be finite; motion z is -inf but must be finite"
    );
}

#[test]
fn poses_must_be_finite_and_unit() {
    let text = |result: Result<Rot3<f64>, PoseError>| result.unwrap_err().to_string();
    assert_eq!(text(Rot3::try_from_xyzw([0.0; 4])), "invalid pose: quaternion is zero but must not be");
    assert_eq!(
        text(Rot3::try_from_xyzw([0.0, 0.0, 0.0, 2.0])),
        "invalid pose: quaternion has length 2 but must be 1; normalize it first"
    );
    assert_eq!(
        text(Rot3::try_from_xyzw([NAN, 0.0, INF, 1.0])),
        "invalid pose: quaternion is NaN but must be finite; quaternion is inf but must be finite"
    );
    let pose = Pose::<Vec3<f64>>::try_new([NAN, 0.0, INF], Rot3::default()).unwrap_err();
    assert_eq!(
        pose.to_string(),
        "invalid pose: translation x is NaN but must be finite; translation z is inf but must be finite"
    );
    assert!(Rot2::try_from_angle(NAN).is_err() && Rot2::try_from_cos_sin(1.0, 1.0).is_err());
}

#[test]
#[should_panic(expected = "invalid shape: radius is -1 but must not be negative")]
fn new_panics_with_the_same_words() {
    let _ = Sphere::new(-1.0);
}

#[test]
#[should_panic(expected = "invalid shape: half extent x is zero but must not be; half extent z is NaN")]
fn new_panics_with_every_problem() {
    let _ = Cuboid::new([0.0, 1.0, NAN]);
}
