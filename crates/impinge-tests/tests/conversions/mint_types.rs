//! Conversions to and from mint.
#![cfg(feature = "mint")]

use impinge::{Real, Rot3, Vec2, Vec3};
use impinge_scenes::Rng;

fn check<T: Real>() {
    let mut rng = Rng::new(1);
    for _ in 0..500 {
        let v: Vec3<T> = rng.in_ball();
        let theirs = mint::Vector3::from(v);
        assert_eq!([theirs.x, theirs.y, theirs.z], v.to_array());
        assert_eq!(Vec3::from(theirs), v);
        assert_eq!(Vec3::from(mint::Point3::from(v)), v);
        let theirs = mint::Point2::from(v.xy());
        assert_eq!([theirs.x, theirs.y], v.xy().to_array());
        assert_eq!(Vec2::from(theirs), v.xy());
        assert_eq!(Vec2::from(mint::Vector2::from(v.xy())), v.xy());
        let rotation: Rot3<T> = rng.rotation3();
        let q = mint::Quaternion::from(rotation);
        assert_eq!([q.v.x, q.v.y, q.v.z, q.s], rotation.to_xyzw());
        let back = Rot3::try_from(q).unwrap();
        assert!((back.rotate(v) - rotation.rotate(v)).max_abs() <= T::of(8.0) * T::EPSILON);
    }
    let zero = mint::Vector3 { x: T::ZERO, y: T::ZERO, z: T::ZERO };
    let error = Rot3::try_from(mint::Quaternion { v: zero, s: T::TWO }).unwrap_err();
    let text = "invalid pose: quaternion has length 2 but must be 1; normalize it first";
    assert_eq!(error.to_string(), text);
    let error = Rot3::try_from(mint::Quaternion { v: zero, s: T::of(f64::NAN) }).unwrap_err();
    assert_eq!(error.to_string(), "invalid pose: quaternion is NaN but must be finite");
    // The scalar is the last of our four.
    assert_eq!(Rot3::try_from(mint::Quaternion { v: zero, s: T::ONE }).unwrap(), Rot3::IDENTITY);
}

#[test]
fn both_precisions() {
    check::<f32>();
    check::<f64>();
}
