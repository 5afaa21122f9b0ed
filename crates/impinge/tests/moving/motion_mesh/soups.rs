//! Soups of polygons on a small grid: faces that coincide, overlap, fold, cross and are all but flat, at all scales and
//! with all settings. Whatever comes of them passes the checks, and what is inside is behind a hit.

use impinge::mesh::polygon::{
    EdgeKind, MeshSettings, PlacedMesh, PolygonMesh, in_solid, is_in_solid, position, trace_segment,
};
use impinge::mesh::{MeshReport, Position};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::Rng;

use super::check::{check, count, internal};

struct Soup<T> {
    points: Vec<Vec3<T>>,
    faces: Vec<Vec<u32>>,
    /// Side of a cell of the grid, and how many.
    cell: f64,
    cells: usize,
}

fn soup<T: Real>(rng: &mut Rng) -> Soup<T> {
    let cells = 2 + rng.below(4);
    // In one plane, more of it merges.
    let heights = 1 + rng.below(2) * (cells - 1);
    let cell = [1.0, 0.1, 1.0 / 3.0, 1e9, 1e-9][rng.below(5)];
    // Exactly on the grid, or so little off it that only exact signs see it.
    let off = [0.0, T::EPSILON.f64(), 1e3 * T::EPSILON.f64()][rng.below(3)];
    let most = [3, 8, 30, 60][rng.below(4)];
    let points: Vec<Vec3<T>> = (0..3 + rng.below(20))
        .map(|_| {
            let at = |n: usize, rng: &mut Rng| T::of(cell * (rng.below(n) as f64 + off * rng.uniform()));
            Vec3::new(at(cells, rng), at(cells, rng), at(heights, rng))
        })
        .collect();
    let corner = |rng: &mut Rng| rng.below(points.len()) as u32;
    let mut faces: Vec<Vec<u32>> =
        (0..1 + rng.below(most)).map(|_| (0..3 + rng.below(4)).map(|_| corner(rng)).collect()).collect();
    // With its other side, a surface is closed.
    if rng.below(2) == 0 {
        let backs: Vec<Vec<u32>> = faces.iter().map(|f| f.iter().rev().copied().collect()).collect();
        faces.extend(backs);
    }
    Soup { points, faces, cell, cells }
}

fn soups_give_sound_meshes<T: Real>() {
    let mut rng = Rng::new(31);
    let mut sum = MeshReport::default();
    let (mut closed, mut with_internal, mut crossings) = (0, 0, 0);
    let mut last: Option<PolygonMesh<T>> = None;
    for round in 0..2500 {
        let Soup { points, faces, cell, cells } = soup::<T>(&mut rng);
        let settings = MeshSettings {
            merge: rng.below(2) == 0,
            two_sided: rng.below(4) == 0,
            flat: [0.0, 0.0, 10.0 * T::EPSILON.f64() * cell, 0.3 * cell][rng.below(4)],
            weld: [0.0, 0.0, 10.0 * T::EPSILON.f64() * cell, 0.5 * cell][rng.below(4)],
            internal: true,
        };
        let Ok((mesh, report)) = PolygonMesh::with_settings(&points, &faces, &settings) else { continue };
        check(&mesh, settings.flat == 0.0);
        assert_eq!(count(&mesh, EdgeKind::Crowded), report.crowded);
        closed += usize::from(mesh.is_closed());
        with_internal += usize::from(internal(&mesh) > 0);
        for _ in 0..16 {
            let half = |rng: &mut Rng| T::of(cell * 0.5 * rng.below(2 * cells) as f64);
            let [a, b] = [(); 2].map(|()| Vec3::new(half(&mut rng), half(&mut rng), half(&mut rng)));
            if (position(&mesh, a), position(&mesh, b)) == (Some(Position::Outside), Some(Position::Inside)) {
                crossings += 1;
                assert!(trace_segment(&mesh, a, b).is_some(), "round {round}");
            }
        }
        if let Some(other) = &last
            && round % 10 == 0
        {
            let pose = if rng.below(2) == 0 { rng.pose3::<T>(2.0 * cell) } else { Pose::IDENTITY };
            let found = in_solid(&PlacedMesh::new(&mesh, pose), &PlacedMesh::new(other, Pose::IDENTITY));
            assert_eq!(
                found.map(|f| f.evidence),
                is_in_solid(&PlacedMesh::new(&mesh, pose), &PlacedMesh::new(other, Pose::IDENTITY))
            );
        }
        last = Some(mesh);
        sum.crowded += report.crowded;
        sum.junctions += report.junctions;
        sum.duplicate += report.duplicate;
        sum.zero_area += report.zero_area;
        sum.merged += report.merged;
        sum.straightened += report.straightened;
        sum.welded += report.welded;
        sum.non_planar += report.non_planar;
        sum.non_convex += report.non_convex;
    }
    let least = [sum.crowded, sum.zero_area, sum.welded, sum.non_planar, sum.duplicate, sum.non_convex];
    assert!(least.iter().all(|&n| n > 500), "{sum:?}");
    assert!(sum.junctions > 100 && sum.merged > 50 && sum.straightened > 3, "{sum:?}");
    assert!(closed > 500 && with_internal > 300 && crossings > 25, "{closed} {with_internal} {crossings}");
}

#[test]
fn soups_of_all_kinds_give_sound_meshes() {
    soups_give_sound_meshes::<f32>();
    soups_give_sound_meshes::<f64>();
}
