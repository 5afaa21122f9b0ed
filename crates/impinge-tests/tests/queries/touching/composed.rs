//! Shapes made of placed, rounded and summed shapes: their `error` missed what composing them loses. A point placed in `f32`,
//! a shape placed twice far from the origin, a sum whose parts cancel and radii added in `f32` were off by up to 1e14 times
//! the error claimed, and verdicts with them. The true distance of the shapes and poses given is within `error`, in every
//! nesting; shapes that are apart are never said to meet by more than that, nor the other way round.

use super::double::{Double, Place, difference, length, place, sum, transformed};
use impinge::*;
use impinge_scenes::Rng;

/// A pose, and how a point goes through it in truth.
struct Way<T: Real>(Pose<Vec3<T>>);

impl<T: Real> Way<T> {
    fn new(rng: &mut Rng, translation: [f64; 3]) -> Self {
        let turn = rng.pose3::<T>(0.0).rotation();
        let turn = if rng.below(3) == 0 { Rot3::default() } else { turn };
        Self(Pose::new(Vec3::from(translation.map(T::of)), turn))
    }
    /// One that brings what `first` moved away back to near the origin.
    fn back(rng: &mut Rng, first: &Self) -> Self {
        let turn = Self::new(rng, [0.0; 3]);
        let there = turn.of(place(first.0.translation().to_array().map(Real::f64))).map(Double::value);
        let near = [0, 1, 2].map(|i| T::of(rng.uniform() - there[i]));
        Self(Pose::new(Vec3::from(near), turn.0.rotation()))
    }
    fn of(&self, p: Place) -> Place {
        let quaternion = self.0.rotation().to_xyzw().map(Real::f64);
        transformed(quaternion, self.0.translation().to_array().map(Real::f64), p)
    }
}

#[derive(Default)]
struct Tally {
    pairs: usize,
    hits: usize,
}

/// A body that is in truth a ball about `center`, against a ball beside it.
fn check<T: Real, A: Shape<V = Vec3<T>>>(
    tally: &mut Tally,
    rng: &mut Rng,
    a: &A,
    center: Place,
    radius: Double,
    what: &str,
) {
    let r = T::of(0.1 + rng.uniform());
    let gap = [1.0, 1e-3, 1e-9, 0.0][rng.below(4)] * (rng.uniform() - 0.5);
    let way = rng.unit3::<f64>() * (radius.value() + r.f64() + gap);
    let at = Vec3::new(center[0].value(), center[1].value(), center[2].value()) + way;
    let b = Sphere::new(r).at(Pose::at(at.cast::<T>()));
    let apart = length(difference(place(at.cast::<T>().to_array().map(Real::f64)), center));
    let truth = apart - Double::from(r.f64()) - radius;
    let (d, c, meet) = (distance(a, &b), contact(a, &b), intersects(a, &b));
    let signed = truth.value();
    let off = |found: T, truth: Double| (truth - Double::from(found.f64())).value().abs();
    tally.pairs += 1;
    tally.hits += usize::from(signed <= 0.0);
    let outer = if signed > 0.0 { truth } else { Double::from(0.0) };
    assert!(off(d.distance, outer) <= d.error.f64(), "{what}: {signed:e}, {d:?}");
    assert!(signed <= 0.0 || off(c.signed_distance, truth) <= c.error.f64(), "{what}: {signed:e}, {c:?}");
    // Within rounding of touching counts as touching: that of the verdict, and of the value that it was found by.
    assert!(
        if meet { signed <= 2.0 * c.error.f64() } else { signed > 0.0 },
        "{what}: {signed:e}, {meet}, {c:?}"
    );
}

fn nestings<T: Real>(rounds: usize, decades: f64, seed: u64) {
    let mut rng = Rng::new(seed);
    let mut tally = Tally::default();
    let zero = || place([0.0; 3]);
    for round in 0..rounds {
        let far = 10_f64.powf(decades * rng.uniform() - 1.0);
        let first = [(); 3].map(|()| T::of(far * (2.0 * rng.uniform() - 1.0)).f64());
        let out = Way::<T>::new(&mut rng, first);
        let back = Way::back(&mut rng, &out);
        let near = Way::<T>::new(&mut rng, [0.5, 0.25, -0.125]);
        let place_of = Vec3::from(first.map(T::of));
        let r = T::of(0.1 + rng.uniform());
        let radius = Double::from(r.f64());
        match round % 5 {
            0 => {
                let a = Point::new(place_of).at(back.0);
                check(&mut tally, &mut rng, &a, back.of(place(first)), Double::from(0.0), "point placed");
            }
            1 => {
                let a = Sphere::new(r).at(out.0).at(back.0).at(near.0);
                let center = near.of(back.of(out.of(zero())));
                check(&mut tally, &mut rng, &a, center, radius, "placed three times");
            }
            2 => {
                let more = [T::of(far * rng.uniform()), T::of(1e-3 * far * rng.uniform())];
                let a = Sphere::new(r).rounded(more[0]).rounded(more[1]).at(near.0);
                let all = radius + Double::from(more[0].f64()) + Double::from(more[1].f64());
                check(&mut tally, &mut rng, &a, near.of(zero()), all, "rounded twice");
            }
            3 => {
                let a = Sphere::new(r).at(out.0).minus(Point::new(place_of));
                let center = difference(out.of(zero()), place(first));
                check(&mut tally, &mut rng, &a, center, radius, "difference");
            }
            _ => {
                let ball = Sphere::new(r).at(near.0);
                let a = Point::new(place_of).at(back.0).rounded(r).plus(ball).at(out.0).at(back.0);
                let center = back.of(out.of(sum(back.of(place(first)), near.of(zero()))));
                check(&mut tally, &mut rng, &a, center, radius + radius, "all of it");
            }
        }
    }
    println!("{}: {} of {} meet", T::NAME, tally.hits, tally.pairs);
    assert!(tally.hits * 10 >= tally.pairs * 3 && tally.hits * 10 <= tally.pairs * 7);
}

#[test]
fn the_error_covers_the_loss_of_composing() {
    nestings::<f32>(10_000, 6.0, 31);
    nestings::<f64>(10_000, 16.0, 32);
}

/// A shape of a user's own whose support points are differences of large numbers can say so.
#[test]
fn a_custom_shape_states_its_rounding() {
    /// The ball of radius 1 about the origin, computed about a far point.
    struct Detour(f64);
    impl Support<Vec3<f64>> for Detour {
        fn support(&self, direction: Vec3<f64>) -> Vec3<f64> {
            let far = Vec3::splat(self.0);
            (direction.unit() + far) - far
        }
    }
    impl Bounded<Vec3<f64>> for Detour {
        fn rounding(&self) -> f64 {
            4.0 * f64::EPSILON * self.0
        }
    }
    impl Shape for Detour {
        type V = Vec3<f64>;
    }
    let mut rng = Rng::new(33);
    let mut off = 0;
    for far in [1e6, 1e10, 1e14] {
        for _ in 0..100 {
            let way = rng.unit3::<f64>();
            let c = contact(&Detour(far), &Sphere::new(1.0).at(Pose::at(way * 3.0)));
            let wrong = (c.signed_distance - ((way * 3.0).norm() - 2.0)).abs();
            assert!(wrong <= c.error, "{far:e}: {wrong:e}, {c:?}");
            off += usize::from(wrong > 64.0 * f64::EPSILON);
        }
    }
    assert!(off > 100, "{off}");
}

/// Poses composed beyond the largest number gave NaN. Nothing is known then, and the answer says so.
#[test]
fn composing_beyond_the_largest_number_gives_an_infinite_error() {
    let mut far = Pose::<Vec3<f64>>::at([f64::LIMIT, -f64::LIMIT, 0.0]);
    for _ in 0..8 {
        far = far.compose(&far);
    }
    let (a, b) = (Sphere::new(1.0).at(far), Cuboid::new([1.0, 2.0, 3.0]).at(far.inverse()));
    let (d, c) = (distance(&a, &b), contact(&a, &b));
    assert!(d.error == f64::INFINITY && d.distance.is_finite(), "{d:?}");
    assert!(c.error == f64::INFINITY && c.signed_distance.is_finite() && c.normal.is_finite(), "{c:?}");
    assert!(c.point_a.is_finite() && d.point_b.is_finite());
}
