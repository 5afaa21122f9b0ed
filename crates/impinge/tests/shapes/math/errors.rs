//! The words of errors.

use impinge::{Extent, PoseError, Problem, ShapeError};

#[test]
fn problems_are_listed_in_order() {
    let mut error = ShapeError::new(Problem::Negative { what: "radius", value: -0.5 });
    error.push(Problem::Zero { what: "half length" });
    error.push(Problem::NotFinite { what: "height", value: f64::NEG_INFINITY });
    let text = "invalid shape: radius is -0.5 but must not be negative; half length is zero but must not be; \
                height is -inf but must be finite";
    assert_eq!(error.to_string(), text);
    assert_eq!(error.problems().len(), 3);
    assert_eq!(error.extent(), None);
    let mut error = PoseError::default();
    error.push(Problem::NotUnit { what: "quaternion", length: 1.5 });
    error.push(Problem::NotFinite { what: "translation x", value: f64::NAN });
    let text = "invalid pose: quaternion has length 1.5 but must be 1; normalize it first; \
                translation x is NaN but must be finite";
    assert_eq!(error.to_string(), text);
}

#[test]
fn nothing_wrong_is_not_an_error() {
    assert_eq!(ShapeError::default().or_ok(7), Ok(7));
    let error = PoseError::new(Problem::Zero { what: "quaternion" });
    assert_eq!(error.clone().or_ok(7), Err(error));
}

#[test]
fn errors_name_the_span_of_points() {
    let rows = [
        (Extent::Empty, "the cloud is empty; a hull needs points"),
        (Extent::Point, "all points coincide; the hull is a single point"),
        (Extent::Line, "all points lie on one line; the hull is a segment"),
        (Extent::Plane, "all points lie in one plane; the hull is a flat polygon"),
    ];
    for (extent, text) in rows {
        let error = ShapeError::new(Problem::Flat(extent));
        assert_eq!(error.to_string(), format!("invalid shape: {text}"));
        assert_eq!(error.extent(), Some(extent));
    }
}

#[test]
fn errors_of_points() {
    let mut error = ShapeError::new(Problem::PointNotFinite { index: 3 });
    error.push(Problem::PointNotFinite { index: 12 });
    error.push(Problem::Flat(Extent::Line));
    let text = "invalid shape: point 3 has a coordinate that is not finite; point 12 has a coordinate that is not \
                finite; all points lie on one line; the hull is a segment";
    assert_eq!(error.to_string(), text);
    assert_eq!(error.extent(), Some(Extent::Line));
    let error = ShapeError::new(Problem::TooManyPoints { count: 5_000_000_000 });
    assert_eq!(
        error.to_string(),
        "invalid shape: 5000000000 points are more than 32-bit indices can represent"
    );
}

/// Errors travel as `dyn Error` between threads.
#[test]
fn errors_are_errors() {
    fn boxed<E: std::error::Error + Send + Sync + 'static>(
        error: E,
    ) -> Box<dyn std::error::Error + Send + Sync> {
        Box::new(error)
    }
    let error = boxed(ShapeError::new(Problem::Zero { what: "radius" }));
    assert_eq!(error.to_string(), "invalid shape: radius is zero but must not be");
    assert!(error.downcast_ref::<ShapeError>().is_some());
    assert_eq!(boxed(PoseError::default()).to_string(), "invalid pose: ");
}
