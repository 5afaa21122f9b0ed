//! Meshes are what their names say, and equal for equal seeds.

use impinge_scenes::fits::{self, Fit, Thread};
use impinge_scenes::meshes::{Triangles, all, bumpy_sphere, icosphere};
use impinge_scenes::oracle::meshes::{all_shared, is_closed, share_a_point};

/// Six times the volume behind all triangles.
fn volume(mesh: &Triangles) -> f64 {
    let triangles = mesh.triangles.iter().map(|t| t.map(|i| mesh.points[i as usize]));
    triangles.map(|[a, b, c]| a.dot(b.cross(c))).sum()
}

#[test]
fn meshes_match_their_names() {
    let again = all(3, 1);
    for (named, again) in all(3, 1).into_iter().zip(again) {
        let (name, mesh) = (named.name, &named.mesh);
        assert_eq!(*mesh, again.mesh, "{name}");
        assert!(
            !mesh.triangles.is_empty() && mesh.triangles.len() <= 12 * 32,
            "{name}: {}",
            mesh.triangles.len()
        );
        assert!(mesh.triangles.iter().flatten().all(|i| (*i as usize) < mesh.points.len()), "{name}");
        let soup = mesh.soup();
        assert_eq!(is_closed(&soup), named.closed, "{name}");
        if named.closed {
            assert_eq!(volume(mesh) > 0.0, name != "inside-out torus", "{name}");
        }
        // Triangles without a common corner share no point.
        let common = |i: usize, j: usize| soup[i].iter().any(|p| soup[j].contains(p));
        let crossings = all_shared(&soup, &soup).into_iter().filter(|&(i, j)| i < j && !common(i, j)).count();
        assert_eq!(crossings == 0, named.clean, "{name}: {crossings}");
        assert!(soup.iter().all(|t| share_a_point(t, t)), "{name}");
    }
}

#[test]
fn a_million_triangles() {
    let ball = icosphere(224);
    assert_eq!((ball.triangles.len(), ball.points.len()), (20 * 224 * 224, 10 * 224 * 224 + 2));
    assert!((volume(&ball) / 6.0 - 4.0 / 3.0 * core::f64::consts::PI).abs() < 1e-3);
    let bumpy = bumpy_sphere(8, 0.3, 4);
    let radii = bumpy.points.iter().map(|p| p.norm());
    let (low, high) = radii.fold((f64::INFINITY, 0.0_f64), |(low, high), r| (low.min(r), high.max(r)));
    assert!(low < 0.95 && low > 0.6 && high > 1.05 && high < 1.4, "{low} {high}");
}

#[test]
fn fitted_meshes_fit() {
    let thread = Thread { around: 24, rings: 6, turns: 4, ..Thread::default() };
    let (bolt, nut) = (fits::bolt(&thread), fits::nut(&thread));
    let fit = Fit { around: 24, ..Fit::default() };
    for (name, mesh) in [("bolt", &bolt), ("nut", &nut)] {
        let soup = mesh.soup();
        assert!(is_closed(&soup) && volume(mesh) > 0.0, "{name}");
        let common = |i: usize, j: usize| soup[i].iter().any(|p| soup[j].contains(p));
        assert!(all_shared(&soup, &soup).into_iter().all(|(i, j)| i >= j || common(i, j)), "{name}");
    }
    // The nut fits one pitch up, and not half a pitch up.
    let up = |pitches: f64| nut.clone().moved(0.0, 0.0, pitches * thread.pitch).soup();
    assert!(all_shared(&bolt.soup(), &up(1.0)).is_empty());
    assert!(!all_shared(&bolt.soup(), &up(1.5)).is_empty());
    // The peg fits into its hole, and not beside it.
    let peg = |x: f64| fits::peg(&fit).moved(x, 0.0, 0.25).soup();
    assert!(all_shared(&fits::hole(&fit).soup(), &peg(0.0)).is_empty());
    assert!(!all_shared(&fits::hole(&fit).soup(), &peg(0.125)).is_empty());
}
