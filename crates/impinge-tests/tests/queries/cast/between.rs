//! Motions from one pose to another end at the other, however little they turn, and casts along them too.

use impinge::*;
use impinge_scenes::Rng;

/// A number of any magnitude in a range of powers of ten.
fn any_size(rng: &mut Rng, low: f64, high: f64) -> f64 {
    10_f64.powf(rng.between(low, high))
}

/// ε × how far both poses are from the origin, and from one another; that counts double in `pose(1) * from`.
fn rounding<V: Vector>(from: &Pose<V>, to: &Pose<V>) -> f64 {
    V::Scalar::EPSILON.f64() * (from.translation().sum_abs() + to.translation().sum_abs()).f64()
}

/// An angle from 1e-20 to π, or 0.
fn angle(rng: &mut Rng) -> f64 {
    match rng.below(8) {
        0 => 0.0,
        1 => core::f64::consts::PI,
        2 => rng.between(0.1, 3.1),
        _ => any_size(rng, -20.0, 0.0),
    }
}

/// If the center of the rotation was far away, the end of the motion was off by ε of that: in `f32` by meters.
fn ends_in_space<T: Real>(rng: &mut Rng, count: usize) {
    let (mut near, mut turned) = (0, 0);
    for _ in 0..count {
        let (far, apart) = (any_size(rng, -3.0, 9.0), any_size(rng, -3.0, 9.0));
        let start = rng.in_ball::<f64>() * far;
        let from: Pose<Vec3<T>> = Pose::new(start.cast::<T>(), rng.rotation3());
        let turn = Rot3::from_axis_angle(rng.unit3::<T>(), T::of(angle(rng)));
        // Composed by hand, so that small turns stay: a quaternion in its own precision, which is renormalized.
        let [x, y, z, w] = turn.compose(&from.rotation()).to_xyzw();
        let sign = if rng.below(2) == 0 { T::ONE } else { -T::ONE };
        let rotation = Rot3::try_from_xyzw([x, y, z, w].map(|c| c * sign)).unwrap();
        let to: Pose<Vec3<T>> = Pose::new((start + rng.in_ball::<f64>() * apart).cast::<T>(), rotation);
        let motion: Motion<Vec3<T>> = Motion::between(&from, &to);
        near += u32::from(motion.angle().f64() < 1e-6);
        turned += u32::from(!motion.is_translation());
        let end = motion.pose(T::ONE) * from;
        let off = (end.translation() - to.translation()).norm().f64();
        assert!(off <= 16.0 * rounding(&from, &to), "{off:e} {from:?} {to:?} {motion:?}");
        let [a, b] = [end, to].map(|pose| pose.rotation().to_xyzw().map(Real::f64));
        let same: f64 = a.iter().zip(&b).map(|(x, y)| x * y).sum();
        let other: f64 = a.iter().zip(&b).map(|(x, y)| (x - same.signum() * y).powi(2)).sum::<f64>().sqrt();
        assert!(other <= 16.0 * T::EPSILON.f64(), "{other:e} {from:?} {to:?} {motion:?}");
        let begin = motion.pose(T::ZERO) * from;
        assert_eq!(begin.translation(), from.translation());
    }
    assert!(near * 4 > count as u32 && turned * 2 > count as u32, "{near} {turned} of {count}");
}

fn ends_in_the_plane<T: Real>(rng: &mut Rng, count: usize) {
    let mut near = 0;
    for _ in 0..count {
        let (far, apart) = (any_size(rng, -3.0, 9.0), any_size(rng, -3.0, 9.0));
        let place = |rng: &mut Rng, size: f64| rng.unit2::<f64>() * (size * rng.uniform());
        let start = place(rng, far);
        let from: Pose<Vec2<T>> =
            Pose::new(start.cast::<T>(), Rot2::from_angle(T::of(rng.between(-3.0, 3.0))));
        let turn = Rot2::from_angle(T::of(angle(rng) * if rng.below(2) == 0 { 1.0 } else { -1.0 }));
        let to: Pose<Vec2<T>> =
            Pose::new((start + place(rng, apart)).cast::<T>(), turn.compose(&from.rotation()));
        let motion: Motion<Vec2<T>> = Motion::between(&from, &to);
        near += u32::from(motion.angle().f64().abs() < 1e-6);
        let end = motion.pose(T::ONE) * from;
        let off = (end.translation() - to.translation()).norm().f64();
        assert!(off <= 16.0 * rounding(&from, &to), "{off:e} {from:?} {to:?} {motion:?}");
        let [a, b] = [end, to].map(|pose| Vec2::new(pose.rotation().cos(), pose.rotation().sin()));
        assert!((a - b).norm().f64() <= 16.0 * T::EPSILON.f64(), "{from:?} {to:?} {motion:?}");
    }
    assert!(near * 4 > count as u32, "{near} of {count}");
}

#[test]
fn motions_ended_beside_the_requested_pose() {
    let from: Pose<Vec3<f32>> = Pose::at([1.0, 2.0, 3.0]);
    let to = Pose::new([4.0, 5.0, 1.0], Rot3::from_axis_angle([1.0, -1.0, 0.5], 1e-7));
    let end = Motion::between(&from, &to).pose(1.0) * from;
    assert!((end.translation() - to.translation()).norm() < 1e-5, "{end:?}");
    let mut rng = Rng::new(7);
    ends_in_space::<f32>(&mut rng, 6000);
    ends_in_space::<f64>(&mut rng, 6000);
    ends_in_the_plane::<f32>(&mut rng, 6000);
    ends_in_the_plane::<f64>(&mut rng, 6000);
}

/// A ball that hardly turns on its way meets a plate when it gets there, as well known as if it did not turn.
fn casts<T: Real>() {
    let mut rng = Rng::new(8);
    let mut turned = 0;
    for _ in 0..300 {
        let radius = rng.between(0.1, 1.0);
        let lever = Sphere::new(T::of(radius)).at(Pose::at(rng.in_ball::<T>() * T::of(0.05)));
        let from: Pose<Vec3<T>> = Pose::at(rng.in_ball::<T>());
        let way = Vec3::new(T::of(rng.between(3.0, 6.0)), T::ZERO, T::ZERO);
        let turn = Rot3::from_axis_angle(rng.unit3::<T>(), T::of(any_size(&mut rng, -14.0, -5.0)));
        let to = Pose::new(from.translation() + way, turn);
        let motion = Motion::between(&from, &to);
        turned += u32::from(!motion.is_translation());
        let center = (from * lever.pose().translation()).x.f64();
        let wall = center + radius + rng.between(0.2, 0.9) * way.x.f64();
        let plate = Cuboid::new([T::HALF, T::of(20.0), T::of(20.0)]);
        let wall = T::of(wall + 0.5);
        // Beside a straight way by way × angle / 8, and by the angle × the lever.
        let truth = (wall.f64() - 0.5 - radius - center) / way.x.f64();
        let bent = 4e-5 * motion.angle().f64().min(1.0) / 1e-5;
        let found =
            cast(&lever.at(from), &plate.at(Pose::at([wall, T::ZERO, T::ZERO])), &motion, &Motion::still());
        let found = found.unwrap_or_else(|| panic!("it passed, {motion:?}"));
        let tolerance = bent + 100.0 * if size_of::<T>() == 8 { 1e-9 } else { 1e-5 };
        assert!((found.time.f64() - truth).abs() <= tolerance, "{found:?}, true {truth}, {motion:?}");
        let floor = HalfSpace::<Vec3<T>>::new([-T::ONE, T::ZERO, T::ZERO], -(wall - T::HALF));
        let found = cast(&lever.at(from), &floor, &motion, &Motion::still());
        let found = found.unwrap_or_else(|| panic!("it passed, {motion:?}"));
        assert!((found.time.f64() - truth).abs() <= tolerance, "{found:?}, true {truth}, {motion:?}");
    }
    assert!(turned > 200, "{turned}");
}

#[test]
fn casts_about_far_centers() {
    casts::<f32>();
    casts::<f64>();
}
