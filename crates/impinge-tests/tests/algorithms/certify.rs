//! Certified intervals: closed forms, pairs that nearly touch, and properties of random pairs of all cores.
//!
//! The strongest property ties overlapping pairs to pairs apart: moved by t >= 0 along its best direction n, a pair of
//! signed distance s has s + t. For no direction gains more than t, and n gains t.

use impinge::study::certify::{CertifySettings, certify, certify_about_axis, certify_watched};
use impinge::study::observe::{Interval, Status, Step};
use impinge::study::pair::{Obstacle, Pair, Prepared, ROUNDING_ULPS, Vertex, separation};
use impinge::*;
use impinge_scenes::{Rng, clouds};

use super::native::{Core2, Core3, native};

type V3 = Vec3<f64>;

/// The interval of two shapes in their own units, radii taken off.
fn interval<A: Shape, B: Shape<V = A::V>>(a: &A, b: &B) -> (f64, f64, Status, u32)
where
    A::V: impinge::shape::Widen,
    <A::V as impinge::shape::Widen>::Wide: impinge::study::certify::CertifySpace,
{
    let p = Prepared::new(&a.parts(), &b.parts());
    let found = certify(&p.pair, &CertifySettings::default());
    let radii = p.radius_a + p.radius_b;
    (p.frame.length(found.lower - radii), p.frame.length(found.upper - radii), found.status, found.calls)
}

/// The interval holds the truth (known to within `slack`) and is as narrow as asked.
#[track_caller]
fn holds<A: Shape, B: Shape<V = A::V>>(a: &A, b: &B, truth: f64, slack: f64)
where
    A::V: impinge::shape::Widen,
    <A::V as impinge::shape::Widen>::Wide: impinge::study::certify::CertifySpace,
{
    let (lower, upper, status, _) = interval(a, b);
    assert!(lower - slack <= truth && truth <= upper + slack, "{lower} {upper}, not {truth}");
    let size = Prepared::new(&a.parts(), &b.parts());
    let size = size.frame.length(size.pair.size);
    assert!(upper - lower <= 2e-12 * size, "{:e} {status:?}", (upper - lower) / size);
    assert_eq!(status, Status::Converged);
}

/// Signed distance of a point from a box.
fn point_box(p: V3, half: V3) -> f64 {
    let q = Vector::abs(p) - half;
    let outside = Vector::max(q, V3::ZERO).norm();
    if outside > 0.0 { outside } else { q.x.max(q.y).max(q.z) }
}

#[test]
fn balls_and_boxes_are_within_the_interval() {
    let mut rng = Rng::new(1);
    let mut inside = 0;
    for _ in 0..400 {
        let half = V3::new(rng.between(0.2, 2.0), rng.between(0.2, 2.0), rng.between(0.2, 2.0));
        let (r, pose) = (rng.between(0.0, 1.0), rng.pose3::<f64>(1.0));
        let at = V3::new(rng.between(-2.5, 2.5), rng.between(-2.5, 2.5), rng.between(-2.5, 2.5));
        let truth = point_box(at, half) - r;
        inside += u32::from(truth + r < 0.0);
        let cuboid = Cuboid::new(half.to_array()).at(pose);
        let ball = Sphere::new(r).at(Pose::at(pose.transform(at).to_array()));
        holds(&cuboid, &ball, truth, 4e-15);
        holds(&ball, &cuboid, truth, 4e-15);
        // A ball with a ball.
        let other = Sphere::new(0.5).at(pose);
        let apart = (ball.pose().translation() - pose.translation()).norm();
        holds(&ball, &other, apart - r - 0.5, 2e-15);
    }
    assert!((30..370).contains(&inside), "{inside}");
}

#[test]
fn capsules_are_as_far_apart_as_by_hand() {
    // Crossed at a right angle, one above the other; then in one line, side by side, and crossing.
    let z = Capsule::new(1.0, 0.25);
    let x = Rot3::from_axis_angle(V3::axis(1), core::f64::consts::FRAC_PI_2);
    holds(&z, &Capsule::new(2.0, 0.5).at(Pose::new([0.0, 3.0, 0.5], x)), 2.25, 1e-14);
    holds(&z, &Capsule::new(2.0, 0.5).at(Pose::new([0.0, 0.0, 0.5], x)), -0.75, 1e-14);
    holds(&z, &z.at(Pose::at([0.0, 0.0, 3.0])), 0.5, 1e-14);
    holds(&z, &z.at(Pose::at([0.5, 0.0, 0.5])), 0.0, 1e-14);
    holds(&z, &z.at(Pose::at([0.0, 0.0, 0.5])), -0.5, 1e-14);
}

/// Signed distance of overlapping polytopes: the least overlap along the normals given, by supports alone.
fn by_axes(a: &impl Support<V3>, b: &impl Support<V3>, normals: &[V3]) -> f64 {
    let mut best = f64::NEG_INFINITY;
    for n in normals.iter().filter_map(|n| n.normalized()) {
        for n in [n, -n] {
            best = best.max(n.dot(b.support(-n)) - n.dot(a.support(n)));
        }
    }
    best
}

#[test]
fn overlapping_boxes_agree_with_the_fifteen_axes() {
    let mut rng = Rng::new(2);
    let (mut overlaps, mut calls) = (0, 0);
    for _ in 0..400 {
        let mut cuboid = || {
            let half = [(); 3].map(|()| rng.between(0.3, 1.5));
            Cuboid::new(half).at(rng.pose3(0.8))
        };
        let (a, b) = (cuboid(), cuboid());
        let axes = |s: &At<Cuboid<f64>>| [0, 1, 2].map(|k| s.pose().rotation().rotate(V3::axis(k)));
        let (e, f) = (axes(&a), axes(&b));
        let mut normals = [e, f].concat();
        for e in e {
            for f in f {
                // Nearly parallel edges have no axis of their own.
                if e.cross(f).norm() > 1e-6 {
                    normals.push(e.cross(f));
                }
            }
        }
        let truth = by_axes(&a, &b, &normals);
        if truth < 0.0 {
            overlaps += 1;
            calls += interval(&a, &b).3;
            holds(&a, &b, truth, 4e-15);
        }
    }
    assert!(overlaps > 200, "{overlaps}");
    assert!(calls / overlaps < 200, "{}", calls / overlaps);
}

#[test]
fn concentric_ellipsoids_part_along_their_least_radii() {
    let mut rng = Rng::new(3);
    for _ in 0..100 {
        let pose = rng.pose3(1.0);
        let least = [rng.between(0.2, 0.9), rng.between(0.2, 0.9)];
        let a = Ellipsoid::new([least[0], 1.0, 1.5]).at(pose);
        let b = Ellipsoid::new([least[1], 1.2, 2.0]).at(pose);
        holds(&a, &b, -least[0] - least[1], 1e-14);
    }
}

/// A ball that is only known by its support mapping.
struct Ball<T>(T);

impl<T: Real> Support<Vec3<T>> for Ball<T> {
    fn support(&self, direction: Vec3<T>) -> Vec3<T> {
        direction.unit() * self.0
    }
}

impl<T: Real> Bounded<Vec3<T>> for Ball<T> {}

impl<T: Real> Shape for Ball<T> {
    type V = Vec3<T>;
}

/// The search kept all its cells in lists that grew, so that a query that asked it did allocate. Where its room is full it
/// now gives up cells, and forgets samples: the interval must stay true.
#[test]
fn a_full_room_keeps_the_bounds_true() {
    fn check<T: Real>() {
        let mut rng = Rng::new(12);
        let (mut full, mut isolated) = (0, 0);
        let sizes = [0.0, 1e-9, 1e-6, 1e-4, 1e-3, 1e-2, 0.1, 0.3, 0.6];
        for (i, off) in sizes.into_iter().flat_map(|off| [off; 3]).enumerate() {
            // Nearly concentric balls: the best direction is isolated as far as they are not. And a ball in a cylinder as
            // long as it is wide, where a circle of directions and two poles are equal.
            let center = rng.in_ball::<f64>().unit() * off;
            let (a, b) = (Ball(T::of(1.0)), Ball(T::of(0.5)).at(Pose::at(center.to_array().map(T::of))));
            let c = Cylinder::new(T::of(1.0), T::of(1.0));
            let (p, truth) = if i % 3 == 2 {
                let inside = Real::sqrt(center.x * center.x + center.y * center.y).max(center.z.abs());
                (Prepared::new(&c.parts(), &b.parts()), inside - 1.5)
            } else {
                (Prepared::new(&a.parts(), &b.parts()), center.norm() - 1.5)
            };
            let found = certify(&p.pair, &CertifySettings { budget: 10_000, gap: 1e-12 });
            let (lower, upper) = (p.frame.length(found.lower), p.frame.length(found.upper));
            // The balls and where they stand are rounded.
            let rounding = 4.0 * T::EPSILON.f64();
            assert!(lower - rounding <= truth && truth <= upper + rounding, "{lower} {truth} {upper} {off}");
            match found.status {
                Status::Budget => full += 1,
                _ => isolated += 1,
            }
            assert!(found.calls <= 10_032 && upper - lower < 0.04, "{} {lower} {upper}", found.calls);
        }
        assert!(full >= 8 && isolated >= 8, "{full} {isolated}");
    }
    check::<f32>();
    check::<f64>();
}

#[test]
fn best_directions_that_are_not_isolated() {
    // All directions are equal, so the budget is spent, and the interval is true.
    let (a, b) = (Ball(1.0), Ball(0.5));
    let p = Prepared::new(&a.parts(), &b.parts());
    let found = certify(&p.pair, &CertifySettings { budget: 2000, ..CertifySettings::default() });
    assert_eq!(found.status, Status::Budget);
    assert!(found.calls <= 2000 + 32);
    let (lower, upper) = (p.frame.length(found.lower), p.frame.length(found.upper));
    assert!((-1.5 - 1e-13..=-1.5).contains(&lower) && (-1.5..-1.47).contains(&upper), "{lower} {upper}");
    // About an axis it is the same, since every direction of the meridian is equal too: but an arc takes fewer calls.
    let found = certify_about_axis(
        &p.pair,
        V3::axis(2),
        &CertifySettings { budget: 4000, ..CertifySettings::default() },
    );
    let (lower, upper) = (p.frame.length(found.lower), p.frame.length(found.upper));
    assert!(lower <= -1.5 && (-1.5..-1.5 + 1e-5).contains(&upper), "{lower} {upper}");
    // No budget at all: an interval nevertheless.
    let found = certify(&p.pair, &CertifySettings { budget: 0, ..CertifySettings::default() });
    assert!(p.frame.length(found.lower) <= -1.5 && p.frame.length(found.upper) >= -1.5 && found.calls <= 40);
}

#[test]
fn the_search_about_an_axis_holds_the_truth() {
    let mut rng = Rng::new(4);
    let (mut inside, mut worst) = (0, 0);
    for _ in 0..200 {
        let [r, q, h, k] = [(); 4].map(|()| rng.between(0.3, 2.0));
        let (d, pose) = (rng.between(-3.0, 3.0), rng.pose3::<f64>(1.0));
        let a = Cylinder::new(h, r).at(pose);
        let move_by = |d: f64| Pose::new(pose.transform(V3::new(0.0, 0.0, d)).to_array(), pose.rotation());
        let b = Cylinder::new(k, q).at(move_by(d));
        // B − A is a cylinder of radius r + q and half height h + k about the axis, with its center at d.
        let along = d.abs() - h - k;
        let truth = if along > 0.0 { along } else { along.max(-r - q) };
        inside += u32::from(truth == -r - q);
        let p = Prepared::new(&a.parts(), &b.parts());
        let found = certify_about_axis(&p.pair, V3::axis(2), &CertifySettings::default());
        let (lower, upper) = (p.frame.length(found.lower), p.frame.length(found.upper));
        assert!(lower - 1e-14 <= truth && truth <= upper + 1e-14, "{lower} {upper} {truth}");
        assert_eq!(found.status, Status::Converged);
        worst = worst.max(found.calls);
        // Cone and ellipsoid: against the search of all directions, which needs not converge.
        let b = Ellipsoid::new([q, q, k]).at(move_by(d));
        let cone = Cone::new(r, 0.5 * h).at(pose);
        let p = Prepared::new(&cone.parts(), &b.parts());
        let found = certify_about_axis(&p.pair, V3::axis(2), &CertifySettings::default());
        let wide = certify(&p.pair, &CertifySettings { budget: 1000, ..CertifySettings::default() });
        assert!(found.lower <= wide.upper && wide.lower <= found.upper);
        assert_eq!(found.status, Status::Converged);
        worst = worst.max(found.calls);
    }
    assert!(inside > 20 && worst < 500, "{inside} {worst}");
}

#[test]
fn polytopes_that_nearly_touch_are_within_the_interval() {
    let mut rng = Rng::new(5);
    let settings = CertifySettings { gap: 1e-13, ..CertifySettings::default() };
    for (half, gaps) in [([1.0, 1.0, 1.0], [1e-12, -1e-12]), ([1.0, 1.0, 1e-4], [1e-9, -1e-9])] {
        for gap in gaps.into_iter().chain([0.0, 1e-6, -1e-6, 1e-14]) {
            for _ in 0..20 {
                // B is turned about z and moved within the plane, so that the faces still meet.
                let pose = rng.pose3::<f64>(2.0);
                let turn = Rot3::from_axis_angle(V3::axis(2), rng.between(0.0, 3.0));
                let up = 2.0 * half[2] + gap;
                let at = V3::new(rng.between(-0.5, 0.5), rng.between(-0.5, 0.5), up);
                let a = Cuboid::new(half).at(Pose::IDENTITY);
                let b = Cuboid::new(half).at(Pose::new(at.to_array(), turn));
                let p = Prepared::new(&a.parts(), &b.parts());
                let found = certify(&p.pair, &settings);
                let (lower, upper) = (p.frame.length(found.lower), p.frame.length(found.upper));
                assert!(lower <= up - 2.0 * half[2] && up - 2.0 * half[2] <= upper, "{lower} {upper} {gap}");
                assert!(found.upper - found.lower <= 2e-13 * p.pair.size, "{:e}", found.upper - found.lower);
                // Anywhere in space the pose is rounded, by some ε.
                let (a, b) = (a.at(pose), b.at(pose));
                let p = Prepared::new(&a.parts(), &b.parts());
                let found = certify(&p.pair, &settings);
                let (lower, upper) = (p.frame.length(found.lower), p.frame.length(found.upper));
                assert!(lower - 5e-15 <= gap && gap <= upper + 5e-15, "{lower} {upper} {gap}");
                assert!(found.upper - found.lower <= 2e-13 * p.pair.size);
            }
        }
    }
}

/// All cores of space in one precision, about as large as 1.
fn cores<T: Real>() -> Vec<AnyShape<T>> {
    let t = T::of;
    let cloud = |n, seed| ConvexPolyhedron::new(&clouds::on_sphere::<T>(n, seed));
    vec![
        Point::new(Vec3::ZERO).into(),
        Segment::new(t(0.7)).into(),
        RectanglePatch::new([t(0.5), t(0.8)]).into(),
        Triangle::new([t(0.8), T::ZERO, T::ZERO], [t(-0.5), t(0.6), T::ZERO], [t(-0.3), t(-0.6), T::ZERO])
            .into(),
        Disc::new(t(0.8)).into(),
        EllipticDisc::new([t(0.5), t(0.9)]).into(),
        Ellipsoid::new([t(0.4), t(0.7), t(1.0)]).into(),
        Cuboid::new([t(0.4), t(0.6), t(0.8)]).into(),
        Frustum::new([t(0.8), t(0.6)], [t(0.3), t(0.4)], t(0.6)).into(),
        Cylinder::new(t(0.7), t(0.5)).into(),
        Cone::new(t(0.7), t(0.6)).into(),
        cloud(12, 1).into(),
        cloud(200, 2).into(),
    ]
}

/// Properties of an interval, whatever the pair: the normal attains the lower bound, no direction beats the upper
/// one, and the witnesses are a point of A and a point of B.
fn facts<V: impinge::study::certify::CertifySpace>(
    pair: &impl Obstacle<V>,
    found: &Interval<V>,
    direction: &mut impl FnMut() -> V,
) {
    let scale = pair.size() * V::Scalar::EPSILON;
    let rounding = pair.rounding() + scale * V::Scalar::of(8.0);
    assert!(found.lower <= found.upper);
    assert!((found.normal.norm() - V::Scalar::ONE).abs() <= V::Scalar::of(4.0) * V::Scalar::EPSILON);
    let near = Vertex::default();
    assert!(separation(pair, found.normal, &near).0 >= found.lower);
    let difference = found.point_b - found.point_a;
    for _ in 0..64 {
        let n = direction();
        let (g, _) = separation(pair, n, &near);
        assert!(g <= found.upper + rounding, "{g} above {}", found.upper);
        assert!(n.dot(difference) / n.norm() >= g - rounding, "witness outside");
    }
    // The witnesses are as far apart as the bounds say, along the normal.
    if found.status == Status::Converged {
        // A direction that is best within the width is off by the root of it.
        let off = (difference - found.normal * found.lower).norm();
        let width = found.upper - found.lower;
        assert!(off <= V::Scalar::of(4.0) * (width * pair.size()).sqrt(), "{off} {found:?}");
    }
}

fn random_pairs<T: Real>(seed: u64, rounds: usize) {
    let mut rng = Rng::new(seed);
    let cores = cores::<T>();
    let (mut overlaps, mut pairs, mut converged) = (0, 0, 0);
    for a in &cores {
        for b in &cores {
            for _ in 0..rounds {
                let a = a.clone().at(rng.pose3(0.4));
                let b = b.clone().at(rng.pose3(0.4));
                let p = Prepared::new(&a.parts(), &b.parts());
                let found = certify(&p.pair, &CertifySettings::default());
                facts(&p.pair, &found, &mut || rng.unit3());
                pairs += 1;
                overlaps += usize::from(found.upper < -1e-3);
                converged += usize::from(found.status == Status::Converged);
                // Moved apart along the normal.
                let t = 0.5 - found.lower.min(0.0);
                let mut moved = p.pair;
                moved.offset += found.normal * t;
                moved.size += t;
                moved.rounding += ROUNDING_ULPS * f64::EPSILON * t;
                let apart = certify(&moved, &CertifySettings::default());
                assert!(
                    apart.lower <= found.upper + t && found.lower + t <= apart.upper,
                    "{t:e} {found:?} {apart:?} {:?}",
                    p.pair
                );
                assert_eq!(apart.status, Status::Converged);
            }
        }
    }
    assert!(overlaps * 3 > pairs, "{overlaps} of {pairs}");
    assert_eq!(converged, pairs);
}

#[test]
fn intervals_hold_for_random_pairs_of_all_cores() {
    random_pairs::<f64>(6, 3);
    random_pairs::<f32>(7, 1);
}

fn native_pairs<T: Real>(seed: u64) {
    let mut rng = Rng::new(seed);
    let cores = cores::<T>();
    for a in &cores {
        for b in &cores {
            let pose = rng.pose3::<T>(0.5);
            let pair = native(Core3::of(a), Core3::of(b), &pose, 1.0);
            let found = certify(&pair, &CertifySettings::of_size(pair.size));
            facts(&pair, &found, &mut || rng.unit3());
            assert_eq!(found.status, Status::Converged);
            let width = (found.upper - found.lower).f64() / pair.size.f64();
            assert!(width <= if T::NAME == "f64" { 2e-12 } else { 2e-5 }, "{width:e}");
            // Against f64.
            let at = b.clone().at(pose);
            let p = Prepared::new(&a.parts(), &at.parts());
            let wide = certify(&p.pair, &CertifySettings::default());
            let slack = p.pair.rounding * 4.0;
            assert!(found.lower.f64() <= p.frame.length(wide.upper + slack));
            assert!(found.upper.f64() >= p.frame.length(wide.lower - slack));
        }
    }
}

#[test]
fn bounds_hold_in_native_precision() {
    native_pairs::<f32>(8);
    native_pairs::<f64>(9);
}

#[test]
fn times_a_power_of_two_is_the_same_to_the_bit() {
    let mut rng = Rng::new(10);
    for k in [-300, -40, 3, 200] {
        let f = f64::power_of_two(k);
        for _ in 0..10 {
            let (pa, pb) = (rng.pose3::<f64>(0.5), rng.pose3::<f64>(0.5));
            let of = |f: f64| {
                let times = |p: &Pose<V3>| Pose::new((p.translation() * f).to_array(), p.rotation());
                interval(&Cuboid::new([f, f, 0.5 * f]).at(times(&pa)), &Cone::new(f, f).at(times(&pb)))
            };
            let (one, other) = (of(1.0), of(f));
            assert!((one.0 * f, one.1 * f, one.2, one.3) == other);
        }
    }
}

#[test]
fn bounds_hold_in_the_plane() {
    let mut rng = Rng::new(11);
    let polygon = |n, seed| ConvexPolygon::new(&clouds::circle::<f64>(n, seed));
    let shapes: Vec<AnyShape2<f64>> = vec![
        Circle::new(0.5).into(),
        Rectangle::new([0.5, 0.8]).into(),
        Capsule2::new(0.6, 0.2).into(),
        Ellipse::new([0.4, 0.9]).into(),
        Segment2::new(0.7).into(),
        polygon(7, 1).into(),
        polygon(100, 2).into(),
    ];
    let (mut overlaps, mut pairs) = (0, 0);
    for a in &shapes {
        for b in &shapes {
            for _ in 0..5 {
                let (a, b) = (a.clone().at(rng.pose2(0.4)), b.clone().at(rng.pose2(0.4)));
                let p = Prepared::new(&a.parts(), &b.parts());
                let found = certify(&p.pair, &CertifySettings::default());
                facts(&p.pair, &found, &mut || rng.unit2());
                assert_eq!(found.status, Status::Converged);
                assert!(
                    found.upper - found.lower <= 2e-12 * p.pair.size && found.calls < 200,
                    "{}",
                    found.calls
                );
                pairs += 1;
                overlaps += usize::from(found.upper < -1e-3);
                // A finely divided circle of directions comes near to the best one.
                let best = (0..2000).fold(f64::NEG_INFINITY, |m, k| {
                    let (y, x) = Real::sin_cos(f64::from(k) * 0.001 * core::f64::consts::PI);
                    m.max(separation(&p.pair, Vec2::new(x, y), &Vertex::default()).0)
                });
                assert!(best <= found.upper + 1e-15 && best >= found.lower - 0.002 * p.pair.size);
            }
        }
    }
    assert!(overlaps * 3 > pairs, "{overlaps} of {pairs}");
    // Closed forms.
    holds(&Rectangle::new([1.0, 0.5]), &Rectangle::new([1.0, 1.0]).at(Pose::at([0.25, 0.5])), -1.0, 1e-14);
    holds(&Rectangle::new([1.0, 0.5]), &Circle::new(0.5).at(Pose::at([0.8, 0.0])), -0.7, 1e-14);
    holds(&Rectangle::new([1.0, 0.5]), &Circle::new(0.5).at(Pose::at([4.0, 4.5])), 4.5, 1e-14);
    // In f32, as it is.
    let (a, b) = (
        Core2::<f32>::Rectangle(Rectangle::new([1.0, 0.5])),
        Core2::<f32>::Ellipse(Ellipse::new([1.0, 0.5])),
    );
    let turn = Rot2::IDENTITY;
    let pair = Pair {
        a,
        b,
        turn,
        offset: Vec2::new(1.5, 0.0),
        size: 4.0,
        rounding: 1e-5,
        polytope: false,
        smooth: false,
    };
    let found = certify(&pair, &CertifySettings::of_size(4.0_f32));
    assert!(found.lower <= -0.5 && -0.5 <= found.upper && found.upper - found.lower < 1e-4, "{found:?}");
}

#[test]
fn coincident_flat_and_thin_bodies_get_true_intervals() {
    let flat = Rot3::from_axis_angle(V3::axis(2), 0.7);
    // At one place with themselves: flat bodies have no depth.
    let mut rng = Rng::new(12);
    for shape in cores::<f64>() {
        let a = shape.clone().at(rng.pose3(2.0));
        let p = Prepared::new(&a.parts(), &a.parts());
        let found = certify(&p.pair, &CertifySettings { budget: 3000, ..CertifySettings::default() });
        facts(&p.pair, &found, &mut || rng.unit3());
        let solid = a.measure().volume > 0.0;
        assert!(if solid { found.upper < -0.1 } else { found.upper.abs() < 1e-12 && found.lower > -1e-11 });
    }
    // In one plane, crossing, overlapping, touching at a corner, apart.
    let patch = RectanglePatch::new([1.0, 1.0]);
    holds(&patch, &patch.at(Pose::new([0.3, 0.2, 0.0], flat)), 0.0, 1e-14);
    holds(&patch, &Disc::new(0.5).at(Pose::at([1.5, 0.0, 0.0])), 0.0, 1e-14);
    holds(&patch, &Disc::new(0.5).at(Pose::at([4.5, 0.0, 0.0])), 3.0, 1e-14);
    holds(&patch, &patch.at(Pose::at([2.0, 2.0, 0.0])), 0.0, 1e-14);
    let segment = Segment::new(1.0);
    holds(&segment, &segment.at(Pose::at([0.0, 0.0, 1.5])), 0.0, 1e-14);
    holds(&segment, &segment.at(Pose::at([0.0, 0.0, 2.0 + 1e-9])), 1e-9, 1e-15);
    // A gap of 0 is never reached for sure; the interval is as narrow as rounding.
    let (a, b) = (Cuboid::new([1.0; 3]), Cuboid::new([0.5; 3]).at(Pose::new([0.1, 0.2, 0.3], flat)));
    let p = Prepared::new(&a.parts(), &b.parts());
    let found = certify(&p.pair, &CertifySettings { gap: 0.0, ..CertifySettings::default() });
    assert!(found.upper - found.lower <= 5e-14 * p.pair.size, "{found:?}");
    let up = p.frame.length(found.upper) + 1.2;
    let down = p.frame.length(found.lower) + 1.2;
    assert!(down <= 0.0 && up >= 0.0);
    // A needle in a needle, 10⁵ times as long as wide.
    let needle = Cuboid::new([1e-5, 1e-5, 1.0]);
    let other = needle.at(Pose::new([5e-6, 0.0, 0.3], flat));
    let [x, y, z] = [0, 1, 2].map(V3::axis);
    holds(&needle, &other, by_axes(&needle, &other, &[x, y, z, flat.rotate(x), flat.rotate(y)]), 1e-15);
    let thin = Ellipsoid::new([1e-3, 1.0, 1.0]);
    holds(&thin, &thin.at(Pose::at([1e-3, 0.0, 0.0])), -1e-3, 1e-15);
}

#[test]
fn observers_see_bounds_that_close_in() {
    let (a, b) = (Cuboid::new([1.0; 3]), Cone::new(1.0, 1.0).at(Pose::at([0.3, 0.2, 0.1])));
    let p = Prepared::new(&a.parts(), &b.parts());
    let (mut steps, mut lower) = (0, f64::NEG_INFINITY);
    let mut watch = |step: &Step<'_, V3>| {
        if step.algorithm == "certify" {
            assert!(step.bounds[0] >= lower - 1e-15 && step.bounds[1] >= step.bounds[0] - 1e-12);
            (steps, lower) = (steps + 1, step.bounds[0]);
        }
    };
    let seen = certify_watched(&p.pair, &CertifySettings::default(), &mut watch);
    assert!(steps > 10);
    assert_eq!(seen, certify(&p.pair, &CertifySettings::default()));
}
