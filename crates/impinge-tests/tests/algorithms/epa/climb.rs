//! The climb: to the closed form where the surface is smooth, never worse than its start anywhere, and it ends.

use crate::native::Core3;
use impinge::study::climb::{Bend, Free, MAX_CALLS, climb, climb_again};
use impinge::study::pair::{Obstacle, Vertex, separation};
use impinge::{Cone, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, Pose, Real, Segment, Vec3, Vector};
use impinge_scenes::{Rng, clouds};

use super::space::{Native, native};

/// A point and an ellipsoid that is `distance` away along `n`, or so deep if that is negative: the ellipsoid's point with
/// the outward normal −n is p = −r² n/|r n|, and its center is where that brings p to distance × n.
fn ellipsoid_at<'a, T: Real>(radii: Vec3<f64>, n: Vec3<f64>, distance: f64) -> Native<'a, T> {
    let stretched = radii.zip(n, |r, x| r * x);
    let p = radii.zip(stretched, |r, x| -r * x) * (1.0 / stretched.norm());
    let center = n * distance - p;
    let ellipsoid = Core3::Ellipsoid(Ellipsoid::new(radii.to_array().map(T::of)));
    native(Core3::Point, ellipsoid, Pose::at(center.to_array().map(T::of)))
}

/// A direction off by up to `angle`.
fn beside(rng: &mut Rng, n: Vec3<f64>, angle: f64) -> Vec3<f64> {
    (n + rng.in_ball::<f64>() * angle).unit()
}

fn smooth<T: Real>() {
    let mut rng = Rng::new(41);
    let (mut reached, mut tried, mut calls) = (0, 0, 0);
    for i in 0..600 {
        let radii = Vec3::from([(); 3].map(|()| rng.between(0.5, 1.0)));
        let n = rng.unit3::<f64>();
        // Apart, and overlapping by less than the least radius of curvature, which is r²/R.
        let distance = if i % 2 == 0 { rng.between(0.05, 2.0) } else { -rng.between(0.0, 0.1) };
        let pair = ellipsoid_at::<T>(radii, n, distance);
        let start = beside(&mut rng, n, 0.1).cast::<T>().unit();
        let (g, vertex) = separation(&pair, start, &Vertex::default());
        let enough = T::of(4.0) * pair.rounding;
        let peak = climb(&pair, start, vertex, enough);
        assert!(peak.separation >= start.dot(vertex.point) && peak.calls <= MAX_CALLS, "{peak:?} {g}");
        // No direction separates better than the best.
        let slack = 2.0 * pair.rounding.f64();
        assert!(peak.separation.f64() <= distance + slack, "{peak:?} {distance}");
        tried += 1;
        calls += peak.calls;
        if peak.to_gain <= enough {
            reached += 1;
            let short = distance - peak.separation.f64();
            assert!(short <= 4.0 * enough.f64() + slack, "{short:e} short of the peak: {peak:?}");
        }
        // The same pair once more, with the curvature that the first climb found, and with one of another pair.
        let mut bend = Bend::default();
        let first = climb_again(&pair, start, vertex, enough, Free::All, &mut bend);
        let again = climb_again(&pair, start, vertex, enough, Free::All, &mut bend);
        let other = ellipsoid_at::<T>(Vec3::new(1.0, 0.1, 0.3), n, 1.0);
        climb_again(&other, start, other.support(-start, &Vertex::default()), enough, Free::All, &mut bend);
        let stale = climb_again(&pair, start, vertex, enough, Free::All, &mut bend);
        for peak in [first, again, stale] {
            assert!(peak.separation >= start.dot(vertex.point) && peak.calls <= MAX_CALLS, "{peak:?}");
            assert!(peak.separation.f64() <= distance + slack, "{peak:?} {distance}");
            if peak.to_gain <= enough {
                let short = distance - peak.separation.f64();
                assert!(short <= 16.0 * enough.f64() + slack, "{short:e} short of the peak: {peak:?}");
            }
        }
    }
    println!(
        "{}: {reached} of {tried} reached the peak, {} calls each",
        T::NAME,
        f64::from(calls) / f64::from(tried)
    );
    assert!(reached * 10 >= tried * 9, "{reached} of {tried}");
}

#[test]
fn it_reaches_the_closed_form_of_ellipsoids() {
    smooth::<f64>();
    smooth::<f32>();
}

fn anything<T: Real>() {
    let hull = ConvexPolyhedron::new(&clouds::on_sphere::<T>(20, 3));
    let t = T::of;
    let cores = [
        Core3::Point,
        Core3::Segment(Segment::new(T::ONE)),
        Core3::Cuboid(Cuboid::new([t(0.3), t(0.8), t(0.5)])),
        Core3::Ellipsoid(Ellipsoid::new([t(0.9), t(0.02), t(0.5)])),
        Core3::Cylinder(Cylinder::new(t(0.7), t(0.4))),
        Core3::Cone(Cone::new(t(0.6), t(0.6))),
        Core3::Polyhedron(&hull),
    ];
    let mut rng = Rng::new(42);
    let (mut rose, mut stayed) = (0, 0);
    for (a, b) in cores.iter().flat_map(|&a| cores.iter().map(move |&b| (a, b))) {
        for _ in 0..20 {
            let pair = native(a, b, rng.pose3::<T>(1.0));
            let start = rng.unit3::<T>();
            let (_, vertex) = separation(&pair, start, &Vertex::default());
            let before = start.dot(vertex.point);
            let peak = climb(&pair, start, vertex, pair.rounding);
            let unit = (peak.normal.norm() - T::ONE).abs();
            assert!(unit <= t(8.0) * T::EPSILON && peak.calls <= MAX_CALLS, "{peak:?}");
            assert!(peak.separation >= before, "{peak:?} is worse than {before}");
            // The reported value is that of a support call.
            let (g, _) = separation(&pair, peak.normal, &peak.vertex);
            assert!((g - peak.separation).abs() <= t(2.0) * pair.rounding, "{g} {peak:?}");
            if peak.separation > before { rose += 1 } else { stayed += 1 }
        }
    }
    assert!(rose >= 40 && stayed >= 100, "{rose} {stayed}");
}

#[test]
fn it_is_never_worse_than_its_start_and_ends() {
    anything::<f64>();
    anything::<f32>();
}
