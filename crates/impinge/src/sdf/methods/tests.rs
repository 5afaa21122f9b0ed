//! Every method against the distance from all triangles, and against its own error bound.

use core::ops::ControlFlow;

use alloc::vec::Vec;

use super::chamfer::{CHAMFER, RATIO};
use super::csc::CSC;
use super::field::{Field, Told, Way};
use super::lattice::{Lattice, Surface};
use super::marching::MARCHING;
use super::shell::{RADIUS, at_least};
use super::vector::VECTOR;
use crate::math::{Real, Vec3};
use crate::mesh::nearest_of;
use crate::sdf::settings::Watch;

const WAYS: [(&str, Way); 4] =
    [("csc", CSC), ("chamfer", CHAMFER), ("vector", VECTOR), ("marching", MARCHING)];

/// A name, points and triangles.
type Named = (&'static str, Vec<[f64; 3]>, Vec<[u32; 3]>);

/// Surfaces in a lattice of 21 nodes along each side: closed, with an edge that three triangles share, and a needle.
fn surfaces() -> Vec<Named> {
    let octahedron = [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];
    let tips = |r: f64| {
        let c = 10.0 + 0.1 * r;
        [[c + r, c, c], [c - r, c, c], [c, c + r, c], [c, c - r, c], [c, c, c + r], [c, c, c - r]].to_vec()
    };
    // In addition to its first triangle, a fan around the edge from 0 to 1, one of them extremely thin.
    let fan =
        [[2.0, 9.0, 10.0], [18.0, 10.5, 10.0], [10.0, 17.0, 9.0], [9.0, 3.0, 14.0], [9.5, 9.75, 10.0 + 1e-9]];
    alloc::vec![
        ("octahedron", tips(6.3), octahedron.to_vec()),
        ("small octahedron", tips(0.4), octahedron.to_vec()),
        ("fan", fan.to_vec(), alloc::vec![[0, 1, 2], [0, 1, 3], [0, 1, 4]]),
        ("one triangle", fan[..3].to_vec(), alloc::vec![[0, 1, 2]]),
        (
            "on nodes",
            alloc::vec![[3.0, 3.0, 7.0], [16.0, 3.0, 7.0], [3.0, 16.0, 7.0]],
            alloc::vec![[0, 1, 2]]
        ),
    ]
}

fn surface(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Surface {
    let vertices = vertices.iter().map(|v| Vec3::from(*v));
    Surface::new(vertices, triangles.iter().copied(), Vec3::ZERO, 1.0)
}

fn run(way: &Way, surface: &Surface, lattice: &Lattice, reach: f64) -> Field {
    let mut go_on = |_| ControlFlow::Continue(());
    let mut watch = Watch::new(&mut go_on);
    (way.run)(surface, lattice, reach, &mut Told::new(&mut watch, way.phases)).unwrap()
}

fn distance(surface: &Surface, p: Vec3<f64>) -> f64 {
    let of = |t: usize| (nearest_of(surface.corners(t as u32), p) - p).norm();
    (0..surface.triangles.len()).map(of).fold(f64::INFINITY, Real::min)
}

/// Checks that no node is farther from its value than its error bound; also checks how accurate the values are.
#[test]
fn errors_are_never_more_than_proven() {
    let lattice = Lattice { counts: [21, 21, 21] };
    for (name, vertices, triangles) in surfaces() {
        let surface = surface(&vertices, &triangles);
        for (way, run_it) in WAYS {
            let field = run(&run_it, &surface, &lattice, 40.0);
            let (mut worst, mut proven) = (0.0_f64, 0.0_f64);
            for index in 0..lattice.len() {
                let off = (distance(&surface, lattice.point(index)) - f64::from(field.values[index])).abs();
                assert!(
                    off <= field.error(index),
                    "{way} on {name}: off by {off}, {} said",
                    field.error(index)
                );
                worst = worst.max(off);
                proven = proven.max(field.error(index));
            }
            let (most, said) = match way {
                "csc" => (2e-6, 1e-5),
                "vector" => (0.1, 1.8),
                "marching" => (0.6, 1.8),
                _ => (0.6, 0.9),
            };
            assert!(worst < most && proven < said, "{way} on {name}: off by {worst}, {proven} proven");
        }
    }
}

/// Checks that values within the reach do not depend on it.
#[test]
fn a_shorter_reach_gives_the_same_values_within_it() {
    let lattice = Lattice { counts: [21, 21, 21] };
    let (_, vertices, triangles) = surfaces().swap_remove(0);
    let surface = surface(&vertices, &triangles);
    for (way, run_it) in WAYS {
        let (far, near) = (run(&run_it, &surface, &lattice, 40.0), run(&run_it, &surface, &lattice, 4.0));
        let mut within = 0;
        for index in 0..lattice.len() {
            if distance(&surface, lattice.point(index)) <= 4.0 {
                within += 1;
                assert_eq!(
                    (far.values[index], far.error(index)),
                    (near.values[index], near.error(index)),
                    "{way}"
                );
            }
        }
        assert!(within > 1000, "{within}");
    }
}

/// Checks that the bound of the chamfer steps is that of its first cone, and that the bound of the shell never exceeds the distance.
#[test]
fn ratios_and_bounds() {
    let g = Vec3::new(1.0, 5.0_f64.sqrt() - 2.0, 6.0_f64.sqrt() - 5.0_f64.sqrt());
    assert!(g.norm() <= RATIO && RATIO - g.norm() < 1e-5);
    let mut last = 0.0;
    for tenth in 25..400 {
        let u = f64::from(tenth) / 10.0;
        let low = at_least(u, RATIO);
        assert!((RADIUS..=Real::max(u, RADIUS)).contains(&low) && low >= last, "{u}: {low}");
        last = low;
    }
    assert!(at_least(20.0, 1.0) > 19.7);
}
