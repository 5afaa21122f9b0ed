//! Touching and nearly touching, one shape in the other, all in one plane, very large, very small, far away, and shapes of
//! a user's own: the places where a collision library is queried most and wrong most.

mod composed;
mod double;
mod ends;
use impinge::Dimension;
use impinge_scenes::kinds::{self, Kinds, random};

use std::fmt::Debug;

use impinge::*;
use impinge_scenes::Rng;
use impinge_tests::front::{self, Worst, agree, is_double, place, size};

type V3 = Vec3<f64>;

#[track_caller]
fn near(found: f64, truth: f64, slack: f64) {
    assert!((found - truth).abs() <= slack, "{found:e}, not {truth:e}, off by {:e}", found - truth);
}

/// Boxes at whole offsets touch to the bit, at faces, edges and corners.
#[test]
fn boxes_in_a_grid_touch() {
    fn check<T: Real>() {
        let half = |x: f64| T::of(x);
        let a = Cuboid::new([half(0.5), half(0.5), half(0.5)]);
        let mut touching = 0;
        for i in 0..125 {
            let [x, y, z] = [i % 5, i / 5 % 5, i / 25].map(|c| f64::from(c) - 2.0);
            let b =
                Cuboid::new([half(0.5), half(0.5), half(0.5)]).at(Pose::at([T::of(x), T::of(y), T::of(z)]));
            let most = x.abs().max(y.abs()).max(z.abs());
            let gap = V3::new(x.abs(), y.abs(), z.abs()).map(|c| (c - 1.0).max(0.0)).norm();
            let d = distance(&a, &b);
            let c = contact(&a, &b);
            assert_eq!(intersects(&a, &b), most <= 1.0, "{x} {y} {z}");
            near(d.distance.f64(), gap, d.error.f64());
            near(c.signed_distance.f64(), if most < 1.0 { -1.0 } else { gap }, c.error.f64());
            if most == 1.0 {
                touching += 1;
                assert_eq!(d.distance, T::ZERO, "{x} {y} {z}");
                assert!(c.signed_distance.f64().abs() <= 1e-14, "{x} {y} {z}: {c:?}");
                assert!(matches!(intersection(&a, &b), Verdict::Meet { .. }));
            }
        }
        assert_eq!(touching, 26);
    }
    check::<f32>();
    check::<f64>();
}

/// B is moved so that its lowest point along n is above A's highest by a gap. That is the distance where it is positive.
/// Negative, it bounds the depth; but sharp and flat shapes may pass one another and be apart again, by as much at most.
fn gaps<V: Kinds>(gaps: &[f64], rounds: usize, seed: u64) {
    let mut rng = Rng::new(seed);
    let epsilon = V::Scalar::EPSILON.f64();
    let mut worst = Worst::default();
    for round in 0..rounds {
        for kind_a in 0..V::KINDS {
            for kind_b in 0..V::KINDS {
                let (a, b) = (random::<V>(&mut rng, kind_a), random::<V>(&mut rng, kind_b));
                // Along a face normal of A, or along any direction.
                let n = match rng.below(3) {
                    0 => V::axis(rng.below(V::DIM)),
                    1 => -V::axis(V::DIM - 1),
                    _ => V::random_unit(&mut rng),
                };
                let turned = Pose::turned(V::random_pose(&mut rng, 1.0).rotation());
                let reach = a.support(n) - At::new(&b, turned).support(-n);
                // Two points that touch have no size.
                let scale = size(&a, &At::new(&b, Pose::new(reach, turned.rotation()))).max(1.0);
                for &gap in gaps {
                    let away = n * V::Scalar::of(gap * scale);
                    let b = At::new(&b, Pose::new(reach + away, turned.rotation()));
                    // What the place of B is rounded by.
                    let slack = 16.0 * epsilon * place(&a, &b);
                    let what = format!("round {round}, gap {gap:e} along {n:?}, {a:?}, {b:?}");
                    agree(&a, &b, &mut worst, &what);
                    let truth = gap * scale;
                    let (c, d) = (contact(&a, &b), distance(&a, &b));
                    let value = c.signed_distance.f64();
                    if gap > 0.0 {
                        let off = (value - truth).abs().max((d.distance.f64() - truth).abs());
                        assert!(off <= c.error.f64().max(d.error.f64()) + slack, "{c:?} {d:?}, {what}");
                    } else {
                        assert!(value >= truth - c.error.f64() - slack, "{c:?}, {what}");
                        assert!(value <= c.error.f64() - truth + slack, "{c:?}, {what}");
                    }
                    // Below this, touching is what it is.
                    if truth.abs() > slack + 64.0 * epsilon * scale && gap > 0.0 {
                        assert!(!intersects(&a, &b), "{what}");
                    }
                }
            }
        }
    }
    println!("{}: hit rate {:.3}, {worst:?}", core::any::type_name::<V>(), worst.hit_rate());
    assert!((0.25..=0.7).contains(&worst.hit_rate()), "{}", worst.hit_rate());
}

const DOUBLE: [f64; 10] = [1e-3, -1e-3, 1e-6, -1e-6, 1e-9, -1e-9, 1e-12, -1e-12, 1e-14, -1e-14];
const SINGLE: [f64; 4] = [1e-3, -1e-3, 1e-5, -1e-5];

#[test]
fn gaps_in_space_are_found() {
    gaps::<Vec3<f64>>(&DOUBLE, 1, 1);
}

#[test]
fn gaps_in_space_are_found_in_single() {
    gaps::<Vec3<f32>>(&SINGLE, 1, 2);
}

#[test]
fn gaps_in_the_plane_are_found() {
    gaps::<Vec2<f64>>(&DOUBLE, 4, 3);
    gaps::<Vec2<f32>>(&SINGLE, 4, 4);
}

/// Bodies with one axis or one center: the best direction is a whole circle or sphere of directions.
#[test]
fn coaxial_and_concentric_bodies_have_their_depth() {
    #[track_caller]
    fn depth<A: Shape<V = V3>, B: Shape<V = V3>>(a: &A, b: &B, truth: f64) {
        for c in [contact(a, b), contact(b, a)] {
            assert!(c.error <= 1e-6 * size(a, b), "{c:?}");
            near(c.signed_distance, truth, c.error);
            near(c.signed_distance, truth, 1e-9 * size(a, b));
            near(
                front::separation(a, b, c.normal).max(front::separation(b, a, c.normal)),
                truth,
                1e-9 * size(a, b),
            );
        }
        assert!(intersects(a, b));
        assert_eq!(distance(a, b).distance, 0.0);
    }
    let up = |z: f64| Pose::at([0.0, 0.0, z]);
    // The least of: out along the axis, out sideways.
    depth(&Cylinder::new(1.0, 0.5), &Cylinder::new(2.0, 0.25), -0.75);
    depth(&Cylinder::new(1.0, 0.5), &Cylinder::new(1.0, 0.5).at(up(1.5)), -0.5);
    depth(&Cylinder::new(1.0, 0.5), &Cylinder::new(1.0, 0.5), -1.0);
    depth(&Capsule::new(1.0, 0.5), &Capsule::new(1.0, 0.25), -0.75);
    depth(&Capsule::new(1.0, 0.5), &Capsule::new(1.0, 0.5).at(up(0.25)), -1.0);
    depth(&Sphere::new(1.0), &Sphere::new(0.5), -1.5);
    depth(&Sphere::new(1.0), &Cylinder::new(2.0, 0.5), -1.5);
    depth(&Sphere::new(1.0), &Cuboid::new([0.5, 2.0, 3.0]), -1.5);
    depth(&Ellipsoid::new([1.0, 1.0, 3.0]), &Ellipsoid::new([0.5, 0.5, 0.25]), -1.5);
    depth(&Ellipsoid::new([1.0, 1.0, 0.5]), &Ellipsoid::new([2.0, 2.0, 0.25]), -0.75);
    depth(&Ellipsoid::new([1.0, 2.0, 0.5]), &Ellipsoid::new([1.0, 2.0, 0.5]), -1.0);
    depth(&Cuboid::new([1.0, 2.0, 3.0]), &Cuboid::new([1.0, 2.0, 3.0]), -2.0);
    depth(&Disc::new(1.0), &Cylinder::new(0.5, 0.5), -0.5);
    depth(&Wheel::new(1.0, 0.25), &Wheel::new(1.0, 0.25), -0.5);
    // A cone and itself: the difference reaches h along the axis and 2r sideways, and between them along a slope.
    let (r, h) = (0.5, 4.0);
    depth(&Cone::new(r, 0.5 * h), &Cone::new(r, 0.5 * h), -{
        // g(n) at an angle t from the axis is −max(h cos t + r sin t, 2 r sin t): least at sideways or where both meet.
        let t = f64::atan2(h, r);
        f64::min(2.0 * r, 2.0 * r * t.sin())
    });
    for (a, b) in [(0.3, 2.0), (1.0, 0.4), (0.7, 0.7)] {
        let (p, q) = (Cone::new(a, 0.5 * b), Cylinder::new(b, a).at(up(0.1)));
        depth(&p, &q, {
            let pair = impinge::study::pair::Prepared::new(&p.parts(), &q.parts());
            let found =
                impinge::study::certify::certify_about_axis(&pair.pair, V3::axis(2), &Default::default());
            pair.frame.length(found.lower)
        });
    }
}

/// Flat shapes in one plane have no depth; apart, they are as far as in the plane.
#[test]
fn flat_shapes_in_one_plane_have_no_depth() {
    let mut worst = Worst::default();
    let mut rng = Rng::new(9);
    for round in 0..300 {
        let flat = |rng: &mut Rng| -> AnyShape<f64> {
            let [a, b] = [(); 2].map(|()| rng.between(0.2, 1.0));
            match rng.below(5) {
                0 => Disc::new(a).into(),
                1 => RectanglePatch::new([a, b]).into(),
                2 => Triangle::new([a, 0.0, 0.0], [-a, b, 0.0], [0.0, -b, 0.0]).into(),
                3 => EllipticDisc::new([a, b]).into(),
                _ => Point::new(V3::new(a, b, 0.0)).into(),
            }
        };
        let (a, b) = (flat(&mut rng), flat(&mut rng));
        let x = rng.between(-1.0, 1.0);
        let spin = Rot3::from_axis_angle(V3::axis(2), rng.between(-3.0, 3.0));
        let b = b.at(Pose::new([x, rng.between(-1.0, 1.0), 0.0], spin));
        agree(&a, &b, &mut worst, &format!("round {round}, {a:?}, {b:?}"));
        let c = contact(&a, &b);
        assert!(c.signed_distance >= -c.error, "{c:?} of {a:?}, {b:?}");
    }
    println!("one plane: hit rate {:.3}", worst.hit_rate());
    assert!((0.3..=0.7).contains(&worst.hit_rate()), "{}", worst.hit_rate());
    // Segments on one line, and points.
    let s = Segment::new(1.0);
    near(contact(&s, &s.at(Pose::at([0.0, 0.0, 1.0]))).signed_distance, 0.0, 1e-14);
    near(contact(&s, &s.at(Pose::at([0.0, 0.0, 2.5]))).signed_distance, 0.5, 1e-14);
    let p = Point::new(V3::new(1.0, 2.0, 3.0));
    assert!(intersects(&p, &p) && contact(&p, &p).signed_distance == 0.0);
    near(distance(&p, &Point::new(V3::new(1.0, 2.0, 5.0))).distance, 2.0, 1e-14);
}

/// Very large and very small.
#[test]
fn huge_and_tiny() {
    let mut rng = Rng::new(10);
    let mut worst = Worst::default();
    for exponent in [-100, -60, -30, 30, 60, 100] {
        let scale = 10_f64.powi(exponent);
        for kind_a in 0..kinds::SOLIDS {
            for kind_b in 0..kinds::SOLIDS {
                let mut shape = |kind| {
                    let sizes = [(); 4].map(|()| rng.uniform());
                    let pose = rng.pose3::<f64>(0.5);
                    let pose = Pose::new(pose.translation() * scale, pose.rotation());
                    kinds::solid::<f64>(kind, sizes, rng.bits(), scale).at(pose)
                };
                let (a, b) = (shape(kind_a), shape(kind_b));
                agree(&a, &b, &mut worst, &format!("scale {scale:e}, {a:?}, {b:?}"));
            }
        }
    }
    println!("huge and tiny: hit rate {:.3}", worst.hit_rate());
    assert!((0.3..=0.7).contains(&worst.hit_rate()), "{}", worst.hit_rate());
    // Very different sizes.
    let (ball, grain) = (Sphere::new(1e30), Cuboid::new([1e-30; 3]).at(Pose::at([2e30, 0.0, 0.0])));
    near(distance(&ball, &grain).distance, 1e30, 1e15);
    assert!(!intersects(&ball, &grain));
}

/// A million sizes from the origin: the poses are what they are, and the answer is exact for them.
#[test]
fn answers_far_from_the_origin_hold() {
    fn check<V: Kinds>(far: f64, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut worst = Worst::default();
        for kind_a in 0..V::KINDS {
            for kind_b in 0..V::KINDS {
                let away = V::random_unit(&mut rng) * V::Scalar::of(far);
                let mut shape = |kind| {
                    let pose = V::random_pose(&mut rng, 0.5);
                    let pose = Pose::new(pose.translation() + away, pose.rotation());
                    random::<V>(&mut rng, kind).at(pose)
                };
                let (a, b) = (shape(kind_a), shape(kind_b));
                agree(&a, &b, &mut worst, &format!("{a:?}, {b:?}"));
            }
        }
        println!("far: hit rate {:.3}", worst.hit_rate());
        assert!((0.3..=0.75).contains(&worst.hit_rate()), "{}", worst.hit_rate());
        assert!(is_double::<V>() || far <= 1e4);
    }
    check::<Vec3<f64>>(1e6, 11);
    check::<Vec2<f64>>(1e6, 12);
    check::<Vec3<f32>>(1e3, 13);
}

/// A lens: the points within 1 of both (0, 0, −1/2) and (0, 0, 1/2). A user's own, with a sharp rim.
struct Lens;
impl Support<V3> for Lens {
    fn support(&self, direction: V3) -> V3 {
        let d = direction.unit();
        let across = V3::new(d.x, d.y, 0.0);
        // The cap's normals are within 60 degrees of the axis; the rest is the rim.
        if d.z.abs() >= 0.5 {
            d - V3::axis(2) * (0.5 * d.z.signum())
        } else {
            across.unit() * 0.75_f64.sqrt()
        }
    }
}
impl Bounded<V3> for Lens {}
impl Shape for Lens {
    type V = V3;
}

#[test]
fn custom_shapes_have_their_distance_and_depth() {
    let at = |x: f64, y: f64, z: f64| Pose::at([x, y, z]);
    let rim = 0.75_f64.sqrt();
    for gap in [0.25, 1e-3, 1e-9, -1e-9, -1e-3, -0.125] {
        for (b, truth) in [(at(0.0, 0.0, 1.0 + gap), gap), (at(2.0 * rim + gap, 0.0, 0.0), gap)] {
            let c = contact(&Lens, &Lens.at(b));
            let slack = c.error + 1e-14;
            // Rim to rim and overlapping, the caps slope away: less depth.
            if gap > 0.0 || b.translation().x == 0.0 {
                near(c.signed_distance, truth, slack)
            }
            assert!(c.signed_distance >= truth - slack, "{c:?}");
            assert_eq!(intersects(&Lens, &Lens.at(b)), gap < 0.0);
        }
    }
}

#[test]
fn combinators() {
    let mut rng = Rng::new(14);
    let mut worst = Worst::default();
    for round in 0..25 {
        for kind in 0..kinds::SOLIDS {
            let mut shape = |kind| random::<V3>(&mut rng, kind);
            let (p, q, r) = (
                shape(kind),
                shape((kind * 5 + round) % kinds::SOLIDS),
                shape((kind + round) % kinds::SOLIDS),
            );
            let (pose, other) = (rng.pose3::<f64>(0.3), rng.pose3::<f64>(1.4));
            let what = format!("round {round}: {p:?}, {q:?}, {r:?} at {pose:?}, {other:?}");
            let b = r.at(other);
            match round % 5 {
                0 => agree(&p.plus(q.at(pose)), &b, &mut worst, &what),
                1 => agree(&p.hull_with(q.at(pose)), &b, &mut worst, &what),
                2 => agree(&p.minus(q.at(pose)), &b, &mut worst, &what),
                3 => agree(&p.swept(pose.translation()), &b, &mut worst, &what),
                _ => {
                    agree(&p.at(pose).rounded(0.25).at(pose), &q.rounded(0.125).at(other), &mut worst, &what)
                }
            };
        }
    }
    println!("combinators: hit rate {:.3}, {worst:?}", worst.hit_rate());
    assert!((0.3..=0.8).contains(&worst.hit_rate()), "{}", worst.hit_rate());
}

/// A flat rectangle and a flat ellipse that cross by 0.0037 near their rims. GJK cannot decide, and the judge knows only the
/// deepest points; half way between them is a point that is in neither shape. The common point is MPR's.
#[test]
fn the_common_point_where_the_judge_decides() {
    let a = RectanglePatch::new([0.11138423_f32, 0.93528676]);
    let turn = Rot3::from_xyzw([0.643774, 0.5141271, 0.44071096, -0.35637385]);
    let b = EllipticDisc::new([0.9216503_f32, 0.92800385])
        .at(Pose::new([-0.1938383, 1.2840233, 0.8447059], turn));
    let Verdict::Meet { point, error, .. } = intersection(&a, &b) else { panic!("they meet") };
    assert!(error <= 1e-5, "{error}");
    for d in [distance(&a, &Point::new(point)), distance(&b, &Point::new(point))] {
        assert!(d.distance <= error + d.error, "{d:?}");
    }
}

/// Found by fuzzing: bodies that touch exactly, or whose cores meet in a flat simplex, got points that were not numbers, or a
/// common point far outside of one.
#[test]
fn bodies_that_touch_exactly_have_points_of_their_own() {
    fn check<A: Shape<V: Dimension> + Debug, B: Shape<V = A::V> + Debug>(a: &A, b: &B) {
        let (c, d) = (contact(a, b), distance(a, b));
        for p in [c.point_a, c.point_b, d.point_a, d.point_b] {
            assert!(Vector::is_finite(p), "{a:?}, {b:?}: {c:?}, {d:?}");
        }
        let outside = [distance(a, &Point::new(d.point_a)), distance(b, &Point::new(d.point_b))];
        for o in outside {
            assert!(o.distance <= o.error + d.error, "{a:?}, {b:?}: {d:?}, {o:?}");
        }
    }
    let at = |x, y, z| Pose::at([x, y, z]);
    check(&Cylinder::new(1.0, 1.0), &Sphere::new(1.0).swept([0.0; 3]).at(at(2.0, 0.0, 0.0)));
    check(&Cuboid::new([1.0, 1.0, 0.01]), &Wheel::new(1.0, 1.0).at(at(3.0, 0.0, 0.0)));
    check(&RoundCuboid::new([2.0, 1.0, 1.0], 1.0), &Cylinder::new(1.0, 1.0).at(at(0.0, 3.0, -2.0)));
    let corner = Triangle::new([0.0, -8.0, 0.0], [0.0; 3], [-8.0, 0.0, 0.0]);
    check(&Capsule::new(1.0, 1.0), &corner);
    let turned = Segment2::new(1.0).at(Pose::new([0.0, 0.0], Rot2::from_angle(1e-12)));
    check(&turned, &Segment2::new(1.0).at(Pose::at([1e-12, 0.0])));
    let round =
        Rectangle::new([7.0, 0.959375]).at(Pose::new([0.0, 2.0], Rot2::from_angle(1e-9))).rounded(1.0);
    check(&Rectangle::new([1e5, 0.1]), &round);
}
