//! Reduction: the deepest stays, the area stays large, dropped points are reported.

use impinge::feature::Tolerances;

use super::*;

/// The largest area of `n` of the corners.
fn largest(points: &[Vec2<f64>], n: usize) -> f64 {
    let area = |chosen: &[usize]| -> f64 {
        (0..chosen.len())
            .map(|i| 0.5 * points[chosen[i]].perp_dot(points[chosen[(i + 1) % chosen.len()]]))
            .sum()
    };
    let mut best = 0.0;
    for mask in 0_u32..1 << points.len() {
        if mask.count_ones() as usize == n {
            let chosen: Vec<usize> = (0..points.len()).filter(|&i| mask >> i & 1 == 1).collect();
            best = f64::max(best, area(&chosen));
        }
    }
    best
}

fn reduced<T: Real>() {
    let mut rng = Rng::new(6);
    let (mut least, mut hits) = (1.0_f64, 0);
    for _ in 0..300 {
        let (n, k) = (3 + rng.below(6), 3 + rng.below(6));
        let turn = rng.between(0.0, 6.0);
        let tilt = if rng.below(2) == 0 { 0.0 } else { rng.between(0.0, 0.02) };
        let axis = rng.unit2::<f64>();
        let lean = Rot3::from_axis_angle(v3::<T>(axis.x, axis.y, 0.0), T::of(tilt));
        let about = Rot3::from_axis_angle(Vec3::<T>::axis(2), T::of(turn));
        let pose =
            Pose::new(v3::<T>(rng.between(-0.5, 0.5), rng.between(-0.5, 0.5), 1.95), lean.compose(&about));
        let (a, b) = (prism::<T>(n, 1.0, 1.0), prism::<T>(k, 1.0, 1.0));
        let b = (&b).at(pose);
        let settings = ManifoldSettings { margin: 0.1, ..all() };
        let full = check(&a, &b, &settings);
        if full.normal.z.f64() < 0.9 {
            continue;
        }
        let corners: Vec<Vec2<f64>> = full
            .points()
            .iter()
            .map(|p| {
                let [s, t] = impinge::study::climb::Tangents::tangents(full.normal.cast::<f64>());
                let from = p.point_a.cast::<f64>();
                Vec2::new(s.dot(from), t.dot(from))
            })
            .collect();
        let deepest = full.deepest().unwrap().signed_distance.f64();
        let none = full.clone().reduced(0);
        assert!(none.points().is_empty() && none.dropped.map(Real::f64) == Some(deepest));
        for most in 1..=full.points().len() + 1 {
            let few = full.clone().reduced(most);
            let direct = check(&a, &b, &ManifoldSettings { max_points: Some(most), ..settings });
            if T::NAME == "f64" && tilt == 0.0 {
                // In one go or later: the same, but that depths within rounding are ordered by their ids.
                assert_eq!(names(&few), names(&direct), "{most} of {full:?}");
            }
            assert_eq!(direct.points().len(), few.points().len());
            assert_eq!(few.points().len(), most.min(full.points().len()));
            for p in few.points() {
                assert!(full.points().contains(p));
            }
            // The dropped points are reported, and are no deeper than the kept ones, except for the tie.
            let left: Vec<f64> = full
                .points()
                .iter()
                .filter(|p| !few.points().contains(p))
                .map(|p| p.signed_distance.f64())
                .collect();
            assert_eq!(few.dropped.map(Real::f64), left.iter().copied().reduce(f64::min));
            {
                let kept = few.points().iter().map(|p| p.signed_distance.f64()).fold(f64::INFINITY, f64::min);
                assert!(kept <= deepest + 6e-5, "{kept} {deepest}");
            }
            if most == 4 && full.points().len() > 4 && full.points().len() <= 12 {
                hits += 1;
                least = least.min(area(&few) / area(&full));
                assert!(area(&few) >= 0.5 * largest(&corners, 4), "{} {}", area(&few), largest(&corners, 4));
            }
        }
    }
    println!("{}: four points keep {least} of the area at least, of {hits}", T::NAME);
    assert!(hits > 100 && least >= 0.6, "{least} of {hits}");
}

#[test]
fn the_deepest_and_the_largest_area_are_kept() {
    both(reduced::<f32>, reduced::<f64>);
}

/// The choice among equal ones does not depend on rounding: a box turned by 45° keeps the same four of eight corners.
#[test]
fn ties_are_broken_by_ids() {
    let mut rng = Rng::new(7);
    let mut first = None;
    for _ in 0..100 {
        let pose =
            placed([0.0, 0.0, 1.99], [0.0, 0.0, 1.0], std::f64::consts::FRAC_PI_4 + rng.between(-1e-7, 1e-7));
        let tremble = Rot3::from_axis_angle(rng.unit3::<f64>(), rng.between(0.0, 1e-7));
        let pose =
            Pose::new(pose.translation() + rng.unit3::<f64>() * 1e-8, tremble.compose(&pose.rotation()));
        let m = check(&cube::<f64>(), &cube().at(pose), &ManifoldSettings::default());
        assert_eq!(m.points().len(), 4);
        let first = first.get_or_insert_with(|| names(&m));
        assert_eq!(&names(&m), first);
    }
}

/// Faces tilted by less than the tie: four points were kept of many, and none of them was as deep as the signed distance. One
/// of them must be, except for what the rustdoc of `Manifold` allows.
fn tilted<T: Real>() {
    let mut rng = Rng::new(8);
    let mut hits = 0;
    for _ in 0..200 {
        let about = Rot3::from_axis_angle(Vec3::<T>::axis(2), T::of(rng.between(0.0, 6.0)));
        let axis = rng.unit2::<f64>();
        let tilt = 10.0_f64.powf(rng.between(-6.0, -4.0));
        let lean = Rot3::from_axis_angle(v3::<T>(axis.x, axis.y, 0.0), T::of(tilt));
        let pose = Pose::new(v3::<T>(0.0, 0.0, 1.9), lean.compose(&about));
        let (block, cylinder, prism) = (cube::<T>(), Cylinder::new(T::ONE, T::ONE), prism::<T>(7, 1.0, 1.0));
        let all = [erased(&block), erased(&cylinder), erased(&prism)];
        let (a, b) = (&all[rng.below(3)], (&all[rng.below(3)]).at(pose));
        for most in 1..=4 {
            let m = check(a, &b, &ManifoldSettings { max_points: Some(most), ..ManifoldSettings::default() });
            hits += usize::from(m.dropped.is_some());
            let off = (m.deepest().unwrap().signed_distance - m.signed_distance).f64();
            let size: f64 = size(a, &b);
            let may: f64 = m.error.f64() + Tolerances::of::<T>().touch * size + size / 1_048_576.0;
            assert!(off <= may, "{most}: {off:e}, may {may:e}, {m:?}");
        }
    }
    assert!(hits > 500, "{hits}");
}

#[test]
fn few_points_show_the_depth_of_faces_that_tilt_by_less_than_the_tie() {
    both(tilted::<f32>, tilted::<f64>);
}
