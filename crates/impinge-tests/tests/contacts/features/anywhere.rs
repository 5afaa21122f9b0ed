//! Contacts moved a little, turned anyhow, at random, and at the ends of the range of numbers.

use super::*;

/// Small motions leave the ids as they are, where the contact is not at a limit.
#[test]
fn ids_are_stable() {
    let mut rng = Rng::new(3);
    let a = cube::<f64>();
    let quarter = std::f64::consts::FRAC_PI_4;
    let poses = [
        at(0.5, 0.25, 2.25),
        at(0.5, 0.25, 2.0),
        at(0.5, 0.25, 1.75),
        placed([0.25, 1.0, 1.25 + 2.0_f64.sqrt()], [0.0, 1.0, 0.0], quarter),
        placed([0.25, 1.0, 0.75 + 2.0_f64.sqrt()], [0.0, 1.0, 0.0], quarter),
        placed([0.25, 0.5, 2.5], [1.0, 2.0, 0.5], 1.0),
        placed([0.25, 0.5, 2.0], [1.0, 2.0, 0.5], 1.0),
    ];
    for pose in poses {
        let b = Cuboid::new([0.75, 1.0, 1.0]);
        let still = check(&a, &b.at(pose));
        for _ in 0..50 {
            let turn = Rot3::from_axis_angle(rng.unit3::<f64>(), 1e-7);
            let moved =
                Pose::new(pose.translation() + rng.unit3::<f64>() * 1e-7, turn.compose(&pose.rotation()));
            let f = check(&a, &b.at(moved));
            assert_eq!((f.feature_a, f.feature_b), (still.feature_a, still.feature_b), "{still}\n{f}");
            assert!((f.point - still.point).norm() < 2e-6, "{still}\n{f}");
        }
    }
}

/// Any two boxes or hulls: the answer hangs together, and scaling by a power of two scales it, to the bit.
fn random_pairs<T: Real>() {
    let mut rng = Rng::new(9);
    let mut seen = [0; 3];
    for i in 0..600 {
        let cloud = |rng: &mut Rng| {
            let points: Vec<Vec3<T>> = (0..12).map(|_| rng.in_ball::<T>()).collect();
            ConvexPolyhedron::new(&points)
        };
        let (pose, half) = (rng.pose3::<T>(1.2), [rng.between(0.2, 1.0), rng.between(0.2, 1.0), 0.5]);
        let small = Cuboid::new(v3::<T>(half[0], half[1], half[2]));
        let f = match i % 3 {
            0 => check(&cube::<T>(), &small.at(pose)),
            1 => check(&cloud(&mut rng), &small.at(pose)),
            _ => {
                let (p, q) = (cloud(&mut rng), cloud(&mut rng));
                check(&p, &q.at(pose))
            }
        };
        seen[f.state as usize] += 1;
        // In general position these types are all that overlaps.
        if f.state == State::Overlapping {
            assert!(matches!(f.contact_type, Some(VertexFace | EdgeEdge)), "{f}");
        }
        if i % 3 == 0 {
            let scale = T::power_of_two(20);
            let b = Cuboid::new(small.half_extents() * scale);
            let far = Pose::new(pose.translation() * scale, pose.rotation());
            let g = features(&Cuboid::new(v3::<T>(1.0, 1.0, 1.0) * scale), &b.at(far));
            assert_eq!((g.feature_a, g.feature_b, g.normal), (f.feature_a, f.feature_b, f.normal));
            assert_eq!((g.point, g.signed_distance), (f.point * scale, f.signed_distance * scale));
        }
    }
    assert!(seen[0] > 50 && seen[2] > 50, "{seen:?}");
}

#[test]
fn features_of_any_polytopes_hold_their_promise() {
    both(random_pairs::<f32>, random_pairs::<f64>);
}

/// The same contacts anywhere, turned anyhow, at gaps down to nothing: normals that a query knows badly are found again.
fn anywhere<T: Real>() {
    let mut rng = Rng::new(12);
    let quarter = std::f64::consts::FRAC_PI_4;
    let a = cube::<T>();
    let up = (2.0_f64).sqrt();
    let small = [1e-3, 1e-6, 1e-9, 1e-12, 0.0, -1e-12, -1e-9, -1e-6, -1e-3];
    let cylinder = Cylinder::new(T::ONE, T::HALF);
    let cone = Cone::new(T::HALF, T::HALF);
    // The cone's side lies on the box: its normal (2, 1)/√5 is turned down, from the apex 3/4 up to the rim 1/4 below.
    let lean = -(std::f64::consts::PI - (2.0_f64).atan2(1.0));
    let lift = 0.75 / (5.0_f64).sqrt();
    for i in 0..400 {
        let gap = small[i % small.len()];
        let world = rng.pose3::<T>(3.0);
        let w = |pose: Pose<Vec3<T>>| world.compose(&pose);
        let near = |found: Features<Vec3<T>>, kind: ContactType, p: [f64; 3]| {
            assert_eq!(found.contact_type, Some(kind), "gap {gap}: {found}");
            let off = (world.untransform(found.point_a) - v3(p[0], p[1], p[2])).norm().f64();
            let bound = if T::NAME == "f64" { 1e-5 } else { 1e-3 };
            assert!(off <= bound, "gap {gap}: off by {off:e}: {found}");
            assert!(!found.ambiguous, "gap {gap}: {found}");
        };
        let put = a.at(world);
        near(check(&put, &a.at(w(at(0.5, 0.25, 2.0 + gap)))), FaceFace, [0.25, 0.125, 1.0]);
        let edge = placed([0.25, 1.0, 1.0 + up + gap], [0.0, 1.0, 0.0], quarter);
        near(check(&put, &a.at(w(edge))), EdgeFace, [0.25, 0.5, 1.0]);
        let tilt = Rot3::between(v3::<T>(1.0, 1.0, 1.0).unit(), v3(0.0, 0.0, 1.0));
        let tip = Pose::new(v3::<T>(0.25, 0.5, 1.0 + (3.0_f64).sqrt() + gap), tilt);
        near(check(&put, &a.at(w(tip))), VertexFace, [0.25, 0.5, 1.0]);
        let low = a.at(w(placed([0.0, 0.0, 0.0], [1.0, 0.0, 0.0], quarter)));
        let high = a.at(w(placed([0.25, 0.5, 2.0 * up + gap], [0.0, 1.0, 0.0], quarter)));
        near(check(&low, &high), EdgeEdge, [0.25, 0.0, up]);
        let six = prism::<T>(6, 1.0, 0.5);
        near(check(&put, &(&six).at(w(at(0.0, 0.0, 1.5 + gap)))), FaceFace, [0.0, 0.0, 1.0]);
        near(check(&put, &cylinder.at(w(at(0.25, 0.0, 2.0 + gap)))), FaceFace, [0.25, 0.0, 1.0]);
        let lying = placed([1.0, 0.0, 1.5 + gap], [0.0, 1.0, 0.0], 2.0 * quarter);
        near(check(&put, &cylinder.at(w(lying))), EdgeFace, [0.5, 0.0, 1.0]);
        near(check(&put, &Capsule::new(T::ONE, T::HALF).at(w(lying))), EdgeFace, [0.5, 0.0, 1.0]);
        let leaning = placed([0.0, 0.0, 1.0 + lift + gap], [0.0, 1.0, 0.0], lean);
        let f = check(&put, &cone.at(w(leaning)));
        assert_eq!((f.contact_type, f.feature_b), (Some(EdgeFace), Feature::Edge([Id(0), Id::NONE])), "{f}");
        // Parallel cylinders, side by side; where they touch or nearly so, the normal is theirs alone too.
        let f = check(&cylinder.at(world), &cylinder.at(w(at(1.0 + gap, 0.0, 0.5))));
        near(f, EdgeEdge, [0.5, 0.0, 0.25]);
    }
}

#[test]
fn contact_types_are_found_anywhere_and_at_any_gap() {
    both(anywhere::<f32>, anywhere::<f64>);
}

/// At the ends of the range of numbers.
#[test]
fn huge_and_tiny() {
    for exponent in [-1000, -500, 500, 1000] {
        let k = f64::power_of_two(exponent);
        let a = Cuboid::new(Vec3::splat(k));
        let f = features(&a, &Cuboid::new(Vec3::splat(k)).at(Pose::at(Vec3::new(0.5, 0.0, 1.75) * k)));
        assert_eq!((f.state, f.contact_type), (State::Overlapping, Some(FaceFace)));
        assert_eq!(f.point, Vec3::new(0.25, 0.0, 0.875) * k);
        let o: Vec<Vec3<f64>> = octahedron::<f64>().vertices().iter().map(|&v| v * k).collect();
        let o = ConvexPolyhedron::new(&o);
        let f = features(&a, &(&o).at(Pose::at(Vec3::new(0.5, 0.25, 2.5) * k)));
        assert_eq!((f.state, f.contact_type), (State::Apart, Some(VertexFace)));
        assert_eq!(f.point_a, Vec3::new(0.5, 0.25, 1.0) * k);
    }
}

/// The middle was rounded on its own, on the way back from where A stands, and was off the middle of the two points by
/// more than they are large where they are near the origin. It is their middle to the last digit.
fn middles<T: Real>() {
    let mut rng = Rng::new(17);
    let mut near = 0;
    for _ in 0..400 {
        // They touch near the origin, far from where they stand.
        let (a, b) = (rng.between(0.5, 2.0), rng.between(0.5, 2.0));
        let out = rng.unit3::<T>();
        let left = Sphere::new(T::of(a)).at(Pose::new(-out * T::of(a), rng.rotation3()));
        let right = Sphere::new(T::of(b)).at(Pose::at(out * T::of(b)));
        let f = features(&left, &right);
        let (p, q) = (f.point_a.cast::<f64>(), f.point_b.cast::<f64>());
        let off = (f.point.cast::<f64>() - (p + q) * 0.5).norm();
        assert!(off <= T::EPSILON.f64() * (p + q).norm(), "{off:e} {f:?}");
        near += usize::from(p.norm() < 1e-6);
    }
    assert!(near > 300, "{near}");
}

#[test]
fn the_point_is_the_middle_to_the_last_digit() {
    middles::<f32>();
    middles::<f64>();
}

/// Beyond the tip of a sliver a place is near the lines of both its sides; it was taken for one of the sliver.
#[test]
fn points_of_slivers_that_touch_tip_to_tip_are_on_them() {
    let sliver = impinge::Triangle::<f64>::new([7.0, 0.0, 0.0], [-8.0, 0.0, 0.0], [0.0, 1e-6, 0.0]);
    let found = features(&sliver, &sliver.at(Pose::at([15.000000000015001, 0.0, 0.0])));
    let (a, b) = (found.point_a, found.point_b);
    assert!(a.x <= 7.0 + 4.0 * found.error, "{found:?}");
    assert!(b.x >= 7.000000000015 - 4.0 * found.error, "{found:?}");
}
