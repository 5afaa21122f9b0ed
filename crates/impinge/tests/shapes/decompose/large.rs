//! Meshes of many triangles: no step that grows with the square of their number, a callback that is called often, and the same bits on
//! any number of threads.

use std::ops::ControlFlow;

use impinge::decompose::{DecomposeStatus, Decomposition, decompose, decompose_with};
use impinge::{Real, Vec3};
use impinge_scenes::meshes::{Triangles, figure_of_eight, icosphere, torus};

#[cfg(feature = "parallel")]
use super::bits;
use super::{outside, with};

/// Enough points that a cut is chosen on a coarse copy.
fn wavy() -> Triangles {
    torus(120, 48).map(|p| {
        let wave = |x: f64| Real::sin_cos(x).0;
        p * (1.0 + 0.03 * (wave(7.0 * p.x) + wave(9.0 * p.y + 5.0 * p.z)))
    })
}

fn parts(mesh: &Triangles, concavity: f64) -> Decomposition<f64> {
    decompose(&mesh.points, &mesh.triangles, &with(concavity)).unwrap()
}

/// Every vertex, and what is just below the surface, is in a part.
#[track_caller]
fn holds(mesh: &Triangles, found: &Decomposition<f64>) {
    let held = |p: Vec3<f64>| found.parts.iter().any(|part| outside(part, p) <= 1e-13);
    assert!(mesh.points.iter().all(|&p| held(p)));
    let middles = mesh.triangles.iter().map(|t| {
        let [a, b, c] = t.map(|v| mesh.points[v as usize]);
        (a + b + c) * (1.0 / 3.0) - (b - a).cross(c - a).unit() * 1e-3
    });
    assert!(middles.into_iter().all(held));
}

#[test]
fn fine_meshes_are_cut_as_coarse_ones() {
    let mesh = wavy();
    assert!(mesh.points.len() > 4096);
    let found = parts(&mesh, 0.1);
    assert_eq!(found.status, DecomposeStatus::Reached);
    assert!(
        found.parts.len() <= 16 && found.volume_ratio < 1.2,
        "{} {}",
        found.parts.len(),
        found.volume_ratio
    );
    assert!(found.parts.iter().all(|part| outside(part, Vec3::ZERO) > 0.0), "the hole is open");
    holds(&mesh, &found);
}

/// The hull of a fine sphere has as many faces as the sphere has triangles; each was compared with each.
#[test]
fn a_fine_sphere_is_one_part() {
    let sphere = icosphere(40);
    let found = parts(&sphere, 0.01);
    assert_eq!((found.parts.len(), found.status), (1, DecomposeStatus::Reached));
    assert!(found.concavity <= 0.01 && (found.volume_ratio - 1.0).abs() < 1e-9, "{found:?}");
}

/// Asked many times before the first cut, and what is known is given when it stops.
#[test]
fn work_is_cancelled_in_the_middle_of_a_cut() {
    let mesh = wavy();
    for most in [1, 4, 12] {
        let (mut calls, mut known) = (0, f64::INFINITY);
        let found = decompose_with::<f64, _>(&mesh.points, &mesh.triangles, &with(0.05), |progress| {
            calls += 1;
            known = progress.concavity;
            if calls < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .unwrap();
        assert_eq!((calls, found.status, found.parts.len()), (most, DecomposeStatus::Cancelled, 1));
        assert!(found.concavity >= 0.5 && found.concavity >= found.hausdorff * 0.5, "{found:?}");
        assert!(known == f64::INFINITY || found.concavity == known, "{known} {}", found.concavity);
        holds(&mesh, &found);
    }
}

/// A surface that intersects itself is contained as well.
#[test]
fn a_surface_through_itself_is_held() {
    let eight = figure_of_eight(24, 8);
    let found = parts(&eight, 0.1);
    assert_eq!(found.status, DecomposeStatus::Reached);
    let held = |p: Vec3<f64>| found.parts.iter().any(|part| outside(part, p) <= 1e-13);
    assert!(eight.points.iter().all(|&p| held(p)) && held(Vec3::ZERO));
}

#[cfg(feature = "parallel")]
#[test]
fn threads_do_not_change_a_decomposition() {
    let mesh = wavy();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| bits(&parts(&mesh, 0.2)))
    };
    let one = on(1);
    assert!(one.len() > 100 && one == on(3));
}
