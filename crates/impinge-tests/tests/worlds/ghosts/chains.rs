//! Every kind of shape of the plane, in any pose, on chains of segments: straight ones, ridges and valleys.

use impinge::body::Chain;
use impinge::feature::Tolerances;
use impinge::manifolds::ManifoldSettings;
use impinge::nonconvex::contacts_into;
use impinge::shape::Widen as _;
use impinge::*;
use impinge_scenes::Rng;
use impinge_scenes::kinds::{PLANARS, planar};

/// A chain with the height `slope` · |x|, in pieces of any length. Its points are multiples of 1/64, so that it is as straight as that.
fn chain<T: Real>(slope: f64, rng: &mut Rng) -> Chain<T> {
    let mut points = vec![-8.0, 0.0, 8.0];
    for _ in 0..rng.below(40) {
        points.push(rng.between(-7.9, 7.9) * 10_f64.powf(rng.between(-1.0, 0.0)));
    }
    for x in &mut points {
        *x = (*x * 64.0).round() / 64.0;
    }
    points.sort_by(f64::total_cmp);
    points.dedup();
    let points: Vec<Vec2<T>> = points.iter().map(|&x| Vec2::new(T::of(x), T::of(slope * x.abs()))).collect();
    Chain::new(&points)
}

/// Number of poses that touch, and of all.
fn check<T: Real>(slope: f64, rounds: usize, seed: u64) -> [usize; 2] {
    let mut rng = Rng::new(seed);
    let mut found = Vec::new();
    let mut counts = [0; 2];
    let near = 64.0 * Tolerances::of::<T>().touch + 2e-6;
    let angle = 1.001 / 16384.0 + 16.0 * T::EPSILON.f64();
    for round in 0..rounds {
        let chain = chain::<T>(slope, &mut rng);
        let kind = round % PLANARS;
        let scale = 10_f64.powf(rng.between(-1.3, 0.0));
        let shape = planar::<T>(kind, [(); 4].map(|()| rng.uniform()), rng.bits(), scale);
        let quarter = std::f64::consts::FRAC_PI_2;
        let turn = match rng.below(4) {
            0 => Rot2::from_angle(T::of(quarter * rng.below(4) as f64)),
            1 => Rot2::from_angle(T::of(quarter + 10_f64.powf(rng.between(-8.0, -0.5)))),
            _ => Rot2::from_angle(T::of(rng.between(0.0, 6.3))),
        };
        let x = rng.between(-1.5, 1.5);
        let up = Vec2::new(0.0, 1.0);
        let lowest = turn.rotate(shape.support(turn.unrotate(-up.cast())));
        let (below, lowest) = (slope * (x + lowest.x.f64()).abs(), lowest.y.f64());
        let tall = turn.rotate(shape.center()).y.f64() - lowest;
        let is_above = tall < 1e-3 || rng.below(4) == 0;
        let margin = if is_above { 0.02 } else { 0.0 };
        let deep = if is_above { -0.01 } else { 0.98 * tall * 10_f64.powf(rng.between(-4.0, 0.0)) };
        let pose = Pose::new(Vec2::new(T::of(x), T::of(below - deep - lowest)), turn);
        let body = (&shape).at(pose);
        let center = pose.transform(shape.center());
        if center.y.f64() <= slope * center.x.f64().abs() + 1e-6 {
            continue;
        }
        let settings = ManifoldSettings { margin, ..ManifoldSettings::default() };
        contacts_into(&chain, &body, &settings, &mut found);
        let what = || format!("slope {slope}, round {round}: {shape:?} at {pose:?}: {found:?}");
        let out = [1.0, -1.0].map(|side| Vec2::new(-slope * side, 1.0).normalized().unwrap());
        let reach = |n: Vec2<f64>| body.support((-n).cast()).widen().dot(n);
        let mut least = f64::INFINITY;
        for contact in &found {
            let n = contact.manifold.normal.widen();
            for p in contact.manifold.points() {
                let on = p.point_a.widen();
                let to_face = |k: usize| (n - out[k]).norm();
                let is_between =
                    n.x >= -slope.abs() * n.y - 2.0 * angle && n.x <= slope.abs() * n.y + 2.0 * angle;
                let ok = (on.x >= -near && to_face(0) <= angle)
                    || (on.x <= near && to_face(1) <= angle)
                    || (slope < 0.0 && is_between && to_face(usize::from(on.x < 0.0)) <= 1.0 / 32.0 + angle)
                    || (slope < 0.0 && is_between && on.x.abs() <= near);
                assert!(ok, "normal {n:?}, {}", what());
                assert!((on.y - slope * on.x.abs()).abs() <= near, "{on:?}, {}", what());
                let depth = p.signed_distance.f64();
                assert!(depth >= reach(n) - n.dot(on) - near, "{depth}, {}", what());
                least = least.min(depth);
            }
        }
        counts[0] += 1;
        let touches = if slope == 0.0 {
            reach(up) < margin - near
        } else {
            contact(&chain, &body).signed_distance.f64() < -near
        };
        if touches {
            counts[1] += 1;
            assert!(!found.is_empty(), "{}", what());
            assert!(slope != 0.0 || (least - reach(up)).abs() <= near, "{least}, {}", what());
        }
    }
    counts
}

/// A segment that passed through a straight chain was pushed along it. Every normal is that of the chain, and the deepest point is as deep as
/// the line says; over a ridge it is between those of the sides, in a valley one of them.
#[test]
fn thin_bodies_were_pushed_along_a_straight_chain() {
    for slope in [0.0, -0.125, -0.5, -0.875, 0.125, 0.5, 2.0] {
        for [poses, touching] in [check::<f64>(slope, 800, 1), check::<f32>(slope, 800, 2)] {
            println!("slope {slope}: {poses} poses, {touching} touch");
            assert!(poses > 200 && 4 * touching > poses, "{poses} poses, {touching} touch");
        }
    }
}
