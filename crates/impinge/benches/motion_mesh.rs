//! Cost of a polygon mesh as it grows.
//!
//! `cargo bench -p impinge --bench motion_mesh` prints, for terrain of 1,000 to 1,000,000 triangles in `f32`, whose
//! triangles are of one size whatever their number:
//!
//! - build: nanoseconds per triangle to weld, repair, merge, flag and index; and bytes a polygon on the heap;
//! - move: nanoseconds to gather the polygons, edges and vertices near a short move of a body as large as two triangles, and
//!   how many polygons these are; for a body that goes on from where it was, and for places scattered over the whole mesh,
//!   which are not in the cache;
//! - ray: nanoseconds for a ray down onto the ground, likewise, and for one of 8 triangles' length across it;
//! - point: nanoseconds to tell whether a point is inside a torus of as many triangles.
//!
//! The last line holds the growth of moves and rays against the promise. The best round counts, in processor time of the thread
//! where there is such a clock. `-- --quick` leaves out the
//! largest.

mod clock;

use std::hint::black_box;

use impinge::mesh::polygon::{Gathered, PolygonMesh, position, trace_ray, trace_segment};
use impinge::{Aabb, Vec3};
use impinge_scenes::{Rng, rooms};

use clock::now;

/// Squares along a side: two triangles each.
const CELLS: [usize; 4] = [22, 71, 224, 707];
/// Roughness of the hills, the same from triangle to triangle whatever the size of the terrain.
const HEIGHT: f64 = 4.0;
/// Length of a ray across, in sides of a triangle.
const ACROSS: f32 = 8.0;
const QUERIES: usize = 20_000;
const ROUNDS: usize = 5;
/// Promised factor: largest cost of a short move or ray in a million triangles relative to a thousand. The logarithm
/// doubles; the rest is for the cache.
const GROWTH: f64 = 3.0;

type V = Vec3<f32>;

/// The best of some rounds, in nanoseconds per query.
fn time(mut query: impl FnMut(usize)) -> f64 {
    (0..ROUNDS)
        .map(|_| {
            let start = now();
            (0..QUERIES).for_each(&mut query);
            (now() - start) / QUERIES as f64
        })
        .fold(f64::INFINITY, f64::min)
}

fn main() {
    let quick = std::env::args().any(|a| a == "--quick");
    println!(
        "triangles  build ns/tri  bytes/polygon  internal  found  move ns  scattered  ray ns  scattered  across ns  point ns"
    );
    let mut rows: Vec<[f64; 3]> = Vec::new();
    for &cells in &CELLS[..if quick { 3 } else { 4 }] {
        let side = cells as f64;
        let faces = rooms::terrain(side, HEIGHT, cells, 1);
        let (points, triangles) = (faces.points_in::<f32>(), faces.triangles());
        let start = now();
        let (mesh, _) = PolygonMesh::from_triangles(&points, &triangles).expect("terrain is a mesh");
        let build = (now() - start) / triangles.len() as f64;
        let internal =
            mesh.edges().iter().filter(|e| e.is_internal()).count() as f64 / mesh.edges().len() as f64;
        let bytes = mesh.heap_bytes() as f64 / mesh.polygons().len() as f64;

        let mut rng = Rng::new(3);
        let reach = 0.45 * side;
        let ground = |x: f64, y: f64| -> V {
            let above = Vec3::new(x, y, side).cast();
            let down =
                trace_ray(&mesh, above, Vec3::new(0.0, 0.0, -1.0)).expect("there is ground everywhere");
            above + Vec3::new(0.0, 0.0, -down.fraction)
        };
        let scattered: Vec<V> =
            (0..QUERIES).map(|_| ground(rng.between(-reach, reach), rng.between(-reach, reach))).collect();
        // Along a path that turns back at the border.
        let (mut x, mut y) = (0.0, 0.0);
        let path: Vec<V> = (0..QUERIES)
            .map(|_| {
                x = (x + rng.between(-1.0, 1.0)).clamp(-reach, reach);
                y = (y + rng.between(-1.0, 1.0)).clamp(-reach, reach);
                ground(x, y)
            })
            .collect();
        let mut near = Gathered::new();
        let mut found = 0;
        let mut gather = |at: V| {
            mesh.gather(&Aabb::around(at.cast(), Vec3::new(1.0, 1.0, 1.0)), &mut near);
            found += near.polygons().len();
        };
        let moves = time(|k| gather(path[k]));
        let cold = time(|k| gather(scattered[k]));
        let found = found as f64 / (2 * ROUNDS * QUERIES) as f64;
        let down = |at: V| {
            let above = at + Vec3::new(0.0, 0.0, 1.0);
            black_box(trace_ray(&mesh, above, Vec3::new(0.0, 0.0, -1.0)));
        };
        let ray = time(|k| down(path[k]));
        let cold_ray = time(|k| down(scattered[k]));
        let across = time(|k| {
            let above = path[k] + Vec3::new(0.0, 0.0, 2.0);
            let towards = if above.x > 0.0 { -ACROSS } else { ACROSS };
            black_box(trace_segment(&mesh, above, above + Vec3::new(towards, 0.0, -2.0)));
        });
        let around = rooms::torus(cells, cells);
        let (torus, _) =
            PolygonMesh::from_polygons(&around.points_in::<f32>(), &around.polygons).expect("a torus");
        let inside: Vec<V> = (0..QUERIES).map(|_| rng.in_ball::<f32>()).collect();
        let point = time(|k| {
            black_box(position(&torus, inside[k]));
        });
        println!(
            "{:9}  {build:12.0}  {bytes:13.0}  {:7.1}%  {found:5.1}  {moves:7.0}  {cold:9.0}  {ray:6.0}  {cold_ray:9.0}  \
             {across:9.0}  {point:8.0}",
            triangles.len(),
            100.0 * internal
        );
        rows.push([moves, ray, across]);
    }
    let (first, last) = (rows[0], rows[rows.len() - 1]);
    for (name, (a, b)) in ["move", "ray", "across"].iter().zip(first.iter().zip(last)) {
        let growth = b / a;
        let verdict = if growth <= GROWTH { "held" } else { "BROKEN" };
        println!("{name}: {growth:.1} times as long in the largest, promised {GROWTH}: {verdict}");
    }
}
