//! Boxes along the axes.

use impinge::{Aabb, Real, Vec2, Vec3, Vector};
use impinge_scenes::Rng;
use impinge_tests::in_both_precisions;

use super::{CASES, power, whole, whole3};

in_both_precisions! {
    center_and_half_extents, huge_boxes, overlap_is_a_common_point, unions_and_margins, around_points,
    not_a_number_is_passed_over,
}

fn random_box<T: Real>(rng: &mut Rng) -> Aabb<Vec3<T>> {
    Aabb::around(whole3(rng), Vector::abs(whole3(rng)) * T::HALF)
}

fn center_and_half_extents<T: Real>() {
    let mut rng = Rng::new(1);
    for _ in 0..CASES {
        let (center, half) = (whole3::<T>(&mut rng), Vector::abs(whole3::<T>(&mut rng)));
        let aabb = Aabb::around(center, half);
        assert_eq!((aabb.min, aabb.max), (center - half, center + half));
        assert_eq!((aabb.center(), aabb.half_extents()), (center, half));
        assert!(aabb.contains(center) && aabb.contains(aabb.min) && aabb.contains(aabb.max));
        assert!(!aabb.contains(aabb.max + Vec3::axis(rng.below(3))));
        assert!(!aabb.contains(aabb.min - Vec3::axis(rng.below(3))));
    }
}

fn huge_boxes<T: Real>() {
    let largest = power::<T>(T::MAX_EXPONENT);
    let all = Aabb { min: Vec2::splat(-largest), max: Vec2::splat(largest) };
    assert_eq!((all.center(), all.half_extents()), (Vec2::ZERO, Vec2::splat(largest)));
    let far = Aabb { min: Vec2::splat(largest * T::HALF), max: Vec2::splat(largest) };
    assert_eq!(far.center(), Vec2::splat(largest * T::of(0.75)));
    assert_eq!(far.half_extents(), Vec2::splat(largest * T::of(0.25)));
    assert!(all.overlaps(&far) && far.contains(far.center()));
}

/// Boxes of whole and half numbers overlap exactly where a point of the grid lies in both.
fn overlap_is_a_common_point<T: Real>() {
    let mut rng = Rng::new(2);
    let (mut hits, mut touches) = (0, 0);
    for _ in 0..CASES {
        let (a, b) = (random_box::<T>(&mut rng), random_box::<T>(&mut rng));
        let corner = a.min.max(b.min);
        let common = a.contains(corner) && b.contains(corner);
        assert_eq!(a.overlaps(&b), common);
        assert_eq!(b.overlaps(&a), common);
        assert!(a.overlaps(&a));
        let shared = a.max.min(b.max) - corner;
        hits += usize::from(common);
        touches += usize::from(common && (0..3).any(|i| shared.get(i) == T::ZERO));
    }
    assert!(hits > CASES / 20 && hits < CASES - CASES / 20, "{hits}");
    assert!(touches > 20, "{touches}");
}

fn unions_and_margins<T: Real>() {
    let mut rng = Rng::new(3);
    for _ in 0..CASES {
        let (a, b) = (random_box::<T>(&mut rng), random_box::<T>(&mut rng));
        let union = a.union(&b);
        assert_eq!(union, b.union(&a));
        assert_eq!(union, a.union(&union));
        assert_eq!(Some(union), Aabb::of_points([a.min, a.max, b.min, b.max]));
        let margin = Real::abs(whole::<T>(&mut rng));
        let grown = a.grown(margin);
        assert_eq!(
            (grown.center(), grown.half_extents()),
            (a.center(), a.half_extents() + Vec3::splat(margin))
        );
        assert_eq!(grown.union(&a), grown);
    }
}

fn around_points<T: Real>() {
    assert_eq!(Aabb::<Vec3<T>>::of_points([]), None);
    let mut rng = Rng::new(4);
    for _ in 0..CASES / 10 {
        let points: Vec<Vec3<T>> = (0..1 + rng.below(20)).map(|_| rng.in_ball()).collect();
        let aabb = Aabb::of_points(points.iter().copied()).unwrap();
        assert!(points.iter().all(|&p| aabb.contains(p)));
        // The least: every side touches a point.
        for i in 0..3 {
            assert!(points.iter().any(|p| p.get(i) == aabb.min.get(i)));
            assert!(points.iter().any(|p| p.get(i) == aabb.max.get(i)));
        }
    }
}

/// A NaN coordinate of the first point once stayed for good, and the box then held nothing at all.
fn not_a_number_is_passed_over<T: Real>() {
    let (nan, one, two) = (T::of(f64::NAN), T::ONE, T::TWO);
    let points = [Vec2::new(nan, one), Vec2::new(two, nan), Vec2::new(one, two)];
    let expected = Aabb { min: Vec2::splat(one), max: Vec2::splat(two) };
    for order in [[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 1, 0], [2, 0, 1], [0, 2, 1]] {
        assert_eq!(Aabb::of_points(order.map(|i| points[i])), Some(expected), "{order:?}");
    }
    let lost = Aabb::of_points([Vec2::new(nan, one), Vec2::new(nan, two)]).unwrap();
    assert!(!lost.min.is_finite() && !lost.contains(Vec2::new(one, one)) && !lost.overlaps(&expected));
}
