//! 3 by 3 matrices, on whole numbers, where every identity holds to the bit.

use impinge::{Mat3, Real, Rotation, Vec3};
use impinge_scenes::Rng;
use impinge_tests::in_both_precisions;

use super::{CASES, eps, near, whole, whole3};

in_both_precisions! { products, inertia_of_a_point, inertia_turns_with_the_point }

fn matrix<T: Real>(rng: &mut Rng) -> Mat3<T> {
    Mat3::from_columns(whole3(rng), whole3(rng), whole3(rng))
}

fn products<T: Real>() {
    let mut rng = Rng::new(1);
    for _ in 0..CASES {
        let (a, b, c) = (matrix::<T>(&mut rng), matrix(&mut rng), matrix(&mut rng));
        let (v, s) = (whole3(&mut rng), whole(&mut rng));
        assert_eq!(a * Mat3::IDENTITY, a);
        assert_eq!(Mat3::IDENTITY * a, a);
        assert_eq!((a * b) * c, a * (b * c));
        assert_eq!((a * b) * v, a * (b * v));
        assert_eq!((a * b).transpose(), b.transpose() * a.transpose());
        assert_eq!(a.transpose().transpose(), a);
        assert_eq!(a.transpose_mul(v), a.transpose() * v);
        assert_eq!((a * v).dot(v), v.dot(a.transpose_mul(v)));
        assert_eq!((a + b) * v, a * v + b * v);
        assert_eq!(a + b - b, a);
        assert_eq!(a * s * v, a * (v * s));
        assert_eq!(a * Vec3::axis(1), a.y_axis);
        assert_eq!(a.cast::<f64>().cast::<T>(), a);
        assert_eq!(a.max_abs(), a.transpose().max_abs());
    }
    let d = Mat3::diagonal(T::ONE, T::TWO, T::HALF);
    assert_eq!((d * Vec3::splat(T::TWO)).to_array(), [2.0, 4.0, 1.0].map(T::of));
    assert_eq!(d.max_abs(), T::TWO);
}

/// About an axis u the moment is the squared distance from it: uᵀ I u = |u × r|².
fn inertia_of_a_point<T: Real>() {
    let mut rng = Rng::new(2);
    for _ in 0..CASES {
        let (r, u) = (whole3::<T>(&mut rng), whole3::<T>(&mut rng));
        let inertia = Mat3::point_inertia(r);
        assert_eq!(u.dot(inertia * u), u.cross(r).norm_squared());
        assert_eq!(inertia, inertia.transpose());
        assert_eq!(inertia * r, Vec3::ZERO);
    }
    // A point far out on the x axis, 1 beside it: |r|² - x² would give 0 about that axis.
    let far = Vec3::new(T::ONE / T::EPSILON, T::ONE, T::ZERO);
    assert_eq!(Mat3::point_inertia(far).x_axis.x, T::ONE);
}

fn inertia_turns_with_the_point<T: Real>() {
    let mut rng = Rng::new(3);
    for _ in 0..CASES {
        let (rotation, r) = (rng.rotation3::<T>(), rng.in_ball::<T>());
        let (a, b) =
            (rotation.rotate_inertia(Mat3::point_inertia(r)), Mat3::point_inertia(rotation.rotate(r)));
        for i in 0..3 {
            near(a * Vec3::axis(i), b * Vec3::axis(i), eps::<T>(16.0));
        }
    }
}
