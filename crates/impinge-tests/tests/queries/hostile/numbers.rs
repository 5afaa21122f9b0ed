//! The hostile numbers.

use impinge::{Real, Rot2, Rot3, Vec2, Vec3};

/// The least number above 0.
pub fn least<T: Real>() -> T {
    T::power_of_two(1 - T::MAX_EXPONENT) * T::EPSILON
}

/// The next number above the limit.
pub fn beyond<T: Real>() -> T {
    T::LIMIT + T::LIMIT * T::EPSILON
}

/// The largest number.
pub fn most<T: Real>() -> T {
    T::power_of_two(T::MAX_EXPONENT) * (T::TWO - T::EPSILON)
}

/// A number whose square is below all numbers, 1e-22 or 1e-160; its inverse is one whose square is above all.
pub fn small<T: Real>() -> T {
    T::power_of_two(-(T::MAX_EXPONENT / 2 + 20))
}

/// Every kind of number.
pub fn all<T: Real>() -> Vec<T> {
    let above = T::ONE / small();
    let mut all: Vec<T> = vec![
        T::of(f64::NAN),
        T::INFINITY,
        T::ZERO,
        least(),
        T::power_of_two(1 - T::MAX_EXPONENT),
        small(),
        T::EPSILON,
        T::ONE,
        above,
        T::LIMIT,
        beyond(),
        most(),
    ];
    let negative: Vec<T> = all[1..].iter().map(|&x| -x).collect();
    all.extend(negative);
    all
}

/// Sizes that every shape takes.
pub fn sizes<T: Real>() -> [T; 7] {
    [least(), T::power_of_two(1 - T::MAX_EXPONENT), small(), T::EPSILON, T::ONE, T::ONE / small(), T::LIMIT]
}

/// Three sizes each: equal ones, and such as are far apart.
pub fn triples<T: Real>() -> Vec<[T; 3]> {
    let (one, far, tiny) = (T::ONE, T::LIMIT, least::<T>());
    let mixed = [
        [far, tiny, one],
        [tiny, far, one],
        [one, tiny, far],
        [one, far, far],
        [one, one, small()],
        [far, far, one],
        [one, one + T::EPSILON, T::HALF],
    ];
    sizes().into_iter().map(|s| [s; 3]).chain(mixed).collect()
}

/// Points within the limit.
pub fn places<T: Real>() -> Vec<Vec3<T>> {
    let (o, one, far, tiny) = (T::ZERO, T::ONE, T::LIMIT, least::<T>());
    vec![
        Vec3::ZERO,
        Vec3::new(one, -T::HALF, one + one),
        Vec3::new(far, -far, far),
        Vec3::new(-far, -far, -far),
        Vec3::new(tiny, o, -tiny),
        Vec3::new(o, small(), o),
        Vec3::new(one / small(), one, o),
        Vec3::new(o, o, far),
    ]
}

/// Vectors of every kind of number: each alone in each place, and all three.
pub fn wild<T: Real>() -> Vec<Vec3<T>> {
    let mut found = Vec::new();
    for x in all::<T>() {
        found.push(Vec3::new(x, T::ONE, T::ZERO));
        found.push(Vec3::new(T::ZERO, T::HALF, x));
        found.push(Vec3::splat(x));
    }
    found
}

/// Rotations.
pub fn turns<T: Real>() -> [Rot3<T>; 3] {
    let axis = Vec3::new(T::ONE, T::TWO, -T::ONE);
    [Rot3::default(), Rot3::from_axis_angle(axis, T::of(1.1)), Rot3::from_axis_angle(axis, T::PI)]
}

/// Rotations of the plane.
pub fn turns2<T: Real>() -> [Rot2<T>; 3] {
    [Rot2::default(), Rot2::from_angle(T::of(0.7)), Rot2::from_angle(T::PI)]
}

/// The first two coordinates.
pub fn flat<T: Real>(p: Vec3<T>) -> Vec2<T> {
    Vec2::new(p.x, p.y)
}
