//! Invariances of an answer: under a change of unit by a power of two (to the bit), exchange of the shapes, and a rigid
//! motion of both (each within the error that comes with the answer).

use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds::Kinds;
use impinge_tests::front::{self, is_double, place, size};

/// A shape in a pose, by the numbers that make them, so that it can be made again in another unit.
struct Recipe<V: Kinds> {
    kind: usize,
    sizes: [f64; 4],
    seed: u64,
    pose: Pose<V>,
}

impl<V: Kinds> Recipe<V> {
    fn random(rng: &mut Rng, kind: usize, range: f64) -> Self {
        let sizes = [(); 4].map(|()| rng.uniform());
        Self { kind, sizes, seed: rng.bits(), pose: V::random_pose(rng, range) }
    }

    /// Times 2^k: polytopes are given by points, so those are scaled before a hull is made of them.
    fn scaled(&self, k: i32) -> At<V::Any> {
        let unit = V::Scalar::power_of_two(k);
        let pose = Pose::new(self.pose.translation() * unit, self.pose.rotation());
        V::any(self.kind, self.sizes, self.seed, unit.f64()).at(pose)
    }
}

/// Least share of pairs that must meet, and that must be apart.
fn both_ways(hits: usize, pairs: usize) {
    println!("hit rate {:.3}", hits as f64 / pairs as f64);
    assert!(hits * 10 >= pairs * 3 && hits * 10 <= pairs * 7, "{hits} of {pairs} meet");
}

fn unit_of_length<V: Kinds>(rounds: usize, range: f64, most: i32, seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut hits, mut pairs) = (0, 0);
    for _ in 0..rounds {
        for kind_a in 0..V::KINDS {
            for kind_b in 0..V::KINDS {
                let a = Recipe::<V>::random(&mut rng, kind_a, range);
                let b = Recipe::<V>::random(&mut rng, kind_b, range);
                let (a0, b0) = (a.scaled(0), b.scaled(0));
                let (meets, d0, c0) = (intersects(&a0, &b0), distance(&a0, &b0), contact(&a0, &b0));
                let verdict = intersection(&a0, &b0);
                hits += usize::from(meets);
                pairs += 1;
                let any = 1 + rng.below(most as usize) as i32;
                for k in [-most, most, any, -any] {
                    let unit = V::Scalar::power_of_two(k);
                    let (a, b) = (a.scaled(k), b.scaled(k));
                    let what = format!("times 2^{k}: {a0:?}, {b0:?}");
                    assert_eq!(intersects(&a, &b), meets, "{what}");
                    match (intersection(&a, &b), verdict) {
                        (Verdict::Apart { axis, .. }, Verdict::Apart { axis: old, .. }) => {
                            assert_eq!(axis, old, "{what}");
                        }
                        (
                            Verdict::Meet { point, error, .. },
                            Verdict::Meet { point: old, error: bound, .. },
                        ) => {
                            assert_eq!((point, error), (old * unit, bound * unit), "{what}");
                        }
                        (new, old) => panic!("{new:?} was {old:?}, {what}"),
                    }
                    let d = Distance {
                        distance: d0.distance * unit,
                        error: d0.error * unit,
                        point_a: d0.point_a * unit,
                        point_b: d0.point_b * unit,
                        ..d0
                    };
                    assert_eq!(distance(&a, &b), d, "{what}");
                    let c = Contact {
                        signed_distance: c0.signed_distance * unit,
                        error: c0.error * unit,
                        point_a: c0.point_a * unit,
                        point_b: c0.point_b * unit,
                        ..c0
                    };
                    assert_eq!(contact(&a, &b), c, "{what}");
                }
            }
        }
    }
    both_ways(hits, pairs);
}

#[test]
fn any_unit_of_length_gives_the_same_answer_in_space() {
    unit_of_length::<Vec3<f64>>(2, 0.5, 60, 1);
    unit_of_length::<Vec3<f32>>(2, 0.5, 20, 2);
}

#[test]
fn any_unit_of_length_gives_the_same_answer_in_the_plane() {
    unit_of_length::<Vec2<f64>>(8, 0.7, 60, 3);
    unit_of_length::<Vec2<f32>>(8, 0.7, 20, 4);
}

/// The other order, and both moved: the same within the errors of the two answers. A moved pose is rounded: its rotation
/// is off by some ε, which moves a point by ε × size, its translation by ε × its length; 16 of each covers the products.
fn order_and_motion<V: Kinds>(rounds: usize, range: f64, seed: u64) {
    let mut rng = Rng::new(seed);
    let (mut hits, mut pairs) = (0, 0);
    let epsilon = V::Scalar::EPSILON.f64();
    for _ in 0..rounds {
        for kind_a in 0..V::KINDS {
            for kind_b in 0..V::KINDS {
                let (a, b) = (
                    Recipe::<V>::random(&mut rng, kind_a, range).scaled(0),
                    Recipe::<V>::random(&mut rng, kind_b, range).scaled(0),
                );
                let what = format!("{a:?}, {b:?}");
                let c = contact(&a, &b);
                let d = distance(&a, &b);
                let meets = intersects(&a, &b);
                hits += usize::from(meets);
                pairs += 1;
                let near = c.signed_distance.f64().abs()
                    <= size(&a, &b) * if is_double::<V>() { 1e-12 } else { 2e-6 };

                let same = |other: Contact<V>, slack: f64, what: &str| {
                    let off = (other.signed_distance.f64() - c.signed_distance.f64()).abs();
                    let most = c.error.f64() + other.error.f64() + slack;
                    assert!(off <= most, "{off:e} above {most:e}: {c:?} and {other:?}, {what}");
                };
                let turned = contact(&b, &a).swapped();
                same(turned, 0.0, &format!("swapped, {what}"));
                // The normal of the swapped answer may be another one, but it does as well.
                let g = front::separation(&a, &b, turned.normal);
                let most = turned.error.f64() + c.error.f64() + 16.0 * epsilon * place(&a, &b);
                assert!((g - turned.signed_distance.f64()).abs() <= most, "{g} {turned:?}, {what}");
                let back = distance(&b, &a);
                let off = (back.distance.f64() - d.distance.f64()).abs();
                assert!(off <= back.error.f64() + d.error.f64(), "{d:?} and {back:?}, {what}");
                assert!(near || intersects(&b, &a) == meets, "{what}");

                let motion = V::random_pose(&mut rng, 4.0);
                let moved = |s: &At<V::Any>| motion * *s.pose();
                let (pose_a, pose_b) = (moved(&a), moved(&b));
                let (a, b) = (At::new(a.shape(), pose_a), At::new(b.shape(), pose_b));
                let slack = 16.0 * epsilon * place(&a, &b);
                same(contact(&a, &b), slack, &format!("moved, {what}"));
                assert!(
                    near || c.signed_distance.f64().abs() <= slack || intersects(&a, &b) == meets,
                    "{what}"
                );
            }
        }
    }
    both_ways(hits, pairs);
}

#[test]
fn the_order_and_a_motion_do_not_matter_in_space() {
    order_and_motion::<Vec3<f64>>(4, 0.5, 5);
    order_and_motion::<Vec3<f32>>(4, 0.5, 6);
}

#[test]
fn the_order_and_a_motion_do_not_matter_in_the_plane() {
    order_and_motion::<Vec2<f64>>(20, 0.7, 7);
    order_and_motion::<Vec2<f32>>(20, 0.7, 8);
}

/// Two points in one place have distance 0 and nothing is rounded, but the least number was added to their error, the same at
/// every scale. Their error is 0, wherever they are and composed of points or not, and that of points apart scales.
fn points_in_one_place<T: Real>() {
    for place in [0.0, 0.3, -7.0] {
        for k in [-90, -7, 0, 7, 90] {
            let unit = T::power_of_two(k);
            let at = T::of(place) * unit;
            let (a, b) = (Point::new(Vec3::new(at, unit, at)), Point::new(Vec3::new(at, unit, at)));
            let (p, q) = (Point::new(Vec2::new(at, unit)), Point::new(Vec2::new(at, unit)));
            let errors = [contact(&a, &b).error, distance(&a, &b).error, contact(&p, &q).error];
            assert_eq!(errors, [T::ZERO; 3], "times 2^{k}");
            // Nor is it in sums of zeros.
            let zero = || Point::new(Vec2::<T>::ZERO);
            let (swept, sum) = (Swept::new(zero(), Vec2::ZERO), Sum::new(zero(), zero()));
            let hull = Hull::new(zero(), zero());
            let errors = [contact(&swept, &swept).error, contact(&sum, &hull).error];
            assert_eq!(errors, [T::ZERO; 2], "combined points");
            let point = |x: T, y: T| Point::new(Vec2::new(x, y));
            let far = |unit: T| contact(&point(unit, unit), &point(-unit, unit * T::of(0.3)));
            assert_eq!(far(unit).error, far(T::ONE).error * unit, "times 2^{k}");
        }
    }
}

#[test]
fn points_in_one_place_have_no_error() {
    points_in_one_place::<f32>();
    points_in_one_place::<f64>();
}
