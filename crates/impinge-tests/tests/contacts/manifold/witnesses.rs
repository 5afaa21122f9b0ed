//! Promises of witness points, on the pairs on which they were once wrong. Distances of points from shapes are those of the
//! oracle, which knows no support mapping.
//!
//! Before, of a million pairs like these one in fifty broke a promise: points at the wrong end of a segment that is coaxial
//! with a cylinder, anywhere on faces that lie on one another, 10⁶ apart where sizes differ by as much and the distance
//! is 10⁻⁹, 0.69 apart where the distance is 0; contact points beside flat discs.

use super::hard_pairs::{ALL, Bodies, Body, Hard, pair};
use super::*;
use impinge::feature::Tolerances;
use impinge::study::perturbation::{PerturbationSettings, perturbed_manifold};

/// Error of a point by the rounding of its own coordinates.
fn rounding<V: Vector>(p: V) -> f64 {
    2.0 * V::Scalar::EPSILON.f64() * p.norm().f64()
}

/// b − a, in `f64`.
fn way<V: Widen>(a: V, b: V) -> V::Wide {
    b.widen() - a.widen()
}

/// Numbers of pairs by kind.
#[derive(Debug, Default)]
struct Seen {
    pairs: usize,
    apart: usize,
    deep: usize,
    touching: usize,
    points: usize,
}

/// A pair, and the tolerances of every point.
struct Trial<'a, V: Bodies> {
    bodies: &'a [Body<V>; 2],
    what: &'a dyn Fn() -> String,
}

impl<V: Bodies> Trial<'_, V> {
    #[track_caller]
    fn demand(&self, off: f64, may: f64, of: &str, answer: &dyn std::fmt::Debug) {
        assert!(off <= may, "{of} off by {off:e}, may be {may:e}: {answer:?}\n{}", (self.what)());
    }

    #[track_caller]
    fn on_bodies(&self, a: V, b: V, may: f64, answer: &dyn std::fmt::Debug) {
        self.demand(self.bodies[0].off(a), may + rounding(a), "the point of A is", answer);
        self.demand(self.bodies[1].off(b), may + rounding(b), "the point of B is", answer);
    }

    fn look(&self, a: &Erased<'_, V>, b: &Erased<'_, V>, seen: &mut Seen) {
        let d = impinge::distance(a, b);
        let error = d.error.f64();
        self.on_bodies(d.point_a, d.point_b, error, &d);
        let round = rounding(d.point_a) + rounding(d.point_b);
        let off = (way(d.point_a, d.point_b).norm() - d.distance.f64()).abs();
        self.demand(off, error + round, "the distance is", &d);

        let c = contact(a, b);
        let (error, s) = (c.error.f64(), c.signed_distance.f64());
        self.on_bodies(c.point_a, c.point_b, error, &c);
        let round = rounding(c.point_a) + rounding(c.point_b);
        let between = way(c.point_a, c.point_b);
        self.demand((between.norm() - s.abs()).abs(), 2.0 * error + round, "the length is", &c);
        let off = (between - c.normal.widen() * s).norm();
        let root = |error: f64, s: f64| 2.0 * (error * s.abs()).sqrt();
        self.demand(off, error + root(error, s) + round, "the way is", &c);

        let tolerances = Tolerances::of::<V::Scalar>();
        let [[one, far_one], [two, far_two]] = [self.bodies[0].extent(), self.bodies[1].extent()];
        let offset = (self.bodies[1].pose.translation() - self.bodies[0].pose.translation()).norm().f64();
        let touch = tolerances.touch * 2.0 * (one + two + offset + far_one + far_two);
        let f = impinge::features(a, b);
        let (error, s) = (f.error.f64(), f.signed_distance.f64());
        self.on_bodies(f.point_a, f.point_b, 4.0 * error, &f);
        let round = rounding(f.point_a) + rounding(f.point_b);
        let off = (way(f.point_a, f.point_b) - f.normal.widen() * s).norm();
        let level = error + touch + tolerances.angle * (one + two);
        self.demand(off, level + 2.0 * root(error + touch, s) + round, "the way is", &f);

        let m = impinge::manifold(a, b);
        let n = m.normal.widen();
        let error = m.error.f64();
        // Edges at a small angle, features that meet in a line or corner; curved parts.
        let beside = 4.0 * one.min(two) / 65536.0 + 2.0 * root(error + touch, s.abs() + one + two);
        for p in m.points() {
            self.on_bodies(p.point_a, p.point_b, 4.0 * error + touch + beside, &(p, &m));
            let off = (way(p.point_a, p.point_b) - n * p.signed_distance.f64()).norm();
            let round = rounding(p.point_a) + rounding(p.point_b);
            self.demand(off, error + round, "the way is", &(p, &m));
            seen.points += 1;
        }

        let m = perturbed_manifold(a, b, &PerturbationSettings::default());
        let n = m.normal.widen();
        let error = m.error.f64();
        for p in m.points() {
            self.on_bodies(p.point_a, p.point_b, 8.0 * error, &(p, &m));
            let off = (way(p.point_a, p.point_b) - n * p.signed_distance.f64()).norm();
            let round = rounding(p.point_a) + rounding(p.point_b);
            self.demand(off, error + root(error, m.signed_distance.f64()) + round, "the way is", &(p, &m));
            seen.points += 1;
        }
        seen.pairs += 1;
        seen.apart += usize::from(s > touch);
        seen.touching += usize::from(s.abs() <= touch);
        seen.deep += usize::from(s < -touch);
    }
}

/// `rounds` pairs of each two kinds for each way of being hard.
fn search<V: Bodies>(kinds: &[usize], hards: &[Hard], rounds: usize, seed: u64) -> Seen {
    let mut seen = Seen::default();
    let mut rng = Rng::new(seed);
    for _ in 0..rounds {
        for (&i, &j) in kinds.iter().flat_map(|i| kinds.iter().map(move |j| (i, j))) {
            for &hard in hards {
                let bodies = pair::<V>([i, j], hard, &mut rng);
                let [a, b] = &bodies;
                let what = || {
                    let of = |b: &Body<V>| format!("{:?} ({:?}) at {:?}", b.shape, b.made, b.pose);
                    format!("{hard:?}: {} and {}", of(a), of(b))
                };
                let trial = Trial { bodies: &bodies, what: &what };
                a.with(|a| b.with(|b| trial.look(a, b, &mut seen)));
            }
        }
    }
    println!("{seen:?}");
    seen
}

fn all_kinds<V: Bodies>(rounds: usize, seed: u64) {
    let kinds: Vec<usize> = (0..V::KINDS).collect();
    let seen = search::<V>(&kinds, &ALL, rounds, seed);
    assert!(seen.apart * 3 > seen.pairs && seen.deep * 10 > seen.pairs, "{seen:?}");
    assert!(seen.touching * 20 > seen.pairs && seen.points > seen.pairs, "{seen:?}");
}

#[test]
fn witnesses_of_all_solids_keep_their_promise() {
    both(|| all_kinds::<Vec3<f32>>(1, 1), || all_kinds::<Vec3<f64>>(1, 2));
}

#[test]
fn witnesses_of_all_shapes_of_the_plane_keep_their_promise() {
    both(|| all_kinds::<Vec2<f32>>(10, 3), || all_kinds::<Vec2<f64>>(10, 4));
}

/// The manifold took the end of the segment that belongs to the opposite normal, which is as good: segment, patch, disc,
/// capsule, cylinder, cone about one line.
#[test]
fn manifolds_of_coaxial_pairs_take_the_right_end() {
    fn check<T: Real>() {
        let hards = [Hard::Concentric, Hard::Coaxial];
        let seen = search::<Vec3<T>>(&[1, 2, 4, 10, 13, 14, 15], &hards, 8, 5);
        assert!(seen.deep * 2 > seen.pairs && seen.points > 2 * seen.pairs, "{seen:?}");
        let seen = search::<Vec2<T>>(&[1, 4, 5], &hards, 30, 6);
        assert!(seen.deep * 2 > seen.pairs, "{seen:?}");
    }
    both(check::<f32>, check::<f64>);
}

/// Points of bodies of very different sizes and of thin ones were support points along the normal: on the bodies, but far
/// from nearest. Where bodies met and the certified search had to say so, they were GJK's last ones, anywhere.
#[test]
fn witnesses_of_thin_pairs_and_of_unlike_sizes_are_nearest() {
    fn check<T: Real>() {
        let seen =
            search::<Vec3<T>>(&[3, 4, 5, 7, 13, 15, 16], &[Hard::Thin, Hard::Sizes, Hard::Mixed], 4, 7);
        assert!(seen.apart * 3 > seen.pairs && seen.touching * 10 > seen.pairs, "{seen:?}");
    }
    both(check::<f32>, check::<f64>);
}

/// The centroid of what a flat round face and another face have in common lost its digits where that is little.
#[test]
fn features_of_flat_discs_are_on_them() {
    fn check<T: Real>() {
        let seen = search::<Vec3<T>>(&[2, 4, 5, 14, 15], &[Hard::Flush, Hard::Coaxial, Hard::Mixed], 8, 8);
        assert!(seen.touching * 10 > seen.pairs, "{seen:?}");
    }
    both(check::<f32>, check::<f64>);
}

/// Two edges that are parallel up to rounding cross somewhere on one of them, and the corner was put there: up to 6 off
/// the other, a long segment that lies flush with the edge of a box.
#[test]
fn perturbed_manifolds_of_a_segment_along_an_edge_are_on_the_edge() {
    fn check<T: Real>() {
        let mut rng = Rng::new(9);
        let mut points = 0;
        for _ in 0..500 {
            let half = v3::<T>(rng.between(0.5, 1.5), rng.between(0.5, 1.5), rng.between(0.5, 1.5));
            let turn = Rot3::from_axis_angle(v3::<T>(0.0, 1.0, 0.0), T::of(std::f64::consts::FRAC_PI_2));
            let at = Vec3::new(T::of(rng.between(-1.0, 1.0)), half.y, half.z);
            let bodies = [
                Body { shape: Cuboid::new(half).into(), made: hard_pairs::Made::Plain, pose: Pose::IDENTITY },
                Body {
                    shape: impinge::Segment::new(T::of(rng.between(1.0, 8.0))).into(),
                    made: hard_pairs::Made::Plain,
                    pose: Pose::new(at, turn),
                },
            ];
            let world = rng.pose3::<T>(1.0);
            let bodies = bodies.map(|b: Body<Vec3<T>>| Body { pose: world.compose(&b.pose), ..b });
            let what = || format!("{half:?}, {at:?}, {world:?}");
            let (trial, mut seen) = (Trial { bodies: &bodies, what: &what }, Seen::default());
            bodies[0].with(|a| bodies[1].with(|b| trial.look(a, b, &mut seen)));
            points += seen.points;
        }
        assert!(points > 1000, "{points}");
    }
    both(check::<f32>, check::<f64>);
}
