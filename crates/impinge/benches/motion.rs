//! Cost of a motion: against the size of the level, the length of the motion, and each optimization.
//!
//! ```sh
//! cargo bench -p impinge --bench motion            # levels of up to 1,000,000 triangles
//! cargo bench -p impinge --bench motion -- 100000  # up to so many
//! ```
//!
//! Bodies move over hills of triangles, at random places just above them. A triangle is as large as half the body, whatever
//! the level. Times are nanoseconds of processor time per query, the least of 7 runs over
//! 256 queries.

mod clock;

use std::hint::black_box;

use impinge::expel::{MotionSettings, Mover, Sides, Trace};
use impinge::mesh::polygon::{MeshSettings, PlacedMesh, PolygonMesh};
use impinge::{Aabb, Motion, Pose, Vec3};
use impinge_scenes::{Rng, rooms};

use clock::now;

const QUERIES: usize = 256;
const RUNS: usize = 7;
/// Rounds in which the parts that save work are left out in turn.
const ROUNDS: usize = 12;

type Mesh = PolygonMesh<f64>;

fn mesh(faces: &rooms::Faces) -> Mesh {
    PolygonMesh::from_polygons(&faces.points, &faces.polygons).expect("a scene is a mesh").0
}

/// Hills of triangles with sides of 1/2.
fn hills(cells: usize) -> Mesh {
    mesh(&rooms::terrain(0.5 * cells as f64, 0.3, cells, 5))
}

/// Time, hits, pairs and steps per query.
fn time(poses: &[Pose<Vec3<f64>>], mut ask: impl FnMut(&Pose<Vec3<f64>>, usize) -> Trace<f64>) -> [f64; 4] {
    let mut least = f64::INFINITY;
    let (mut hits, mut pairs, mut steps) = (0, 0, 0);
    for run in 0..RUNS {
        let start = now();
        for (i, pose) in poses.iter().enumerate() {
            let trace = black_box(ask(black_box(pose), i));
            if run == 0 {
                hits += u64::from(trace.hit.is_some());
                pairs += trace.pairs;
                steps += trace.steps;
            }
        }
        least = least.min((now() - start) / poses.len() as f64);
    }
    let count = poses.len() as f64;
    [least, hits as f64 / count, pairs as f64 / count, steps as f64 / count]
}

/// Places above the hills.
fn places(level: &Mesh, rng: &mut Rng) -> Vec<Pose<Vec3<f64>>> {
    let half = level.bounds().half_extents().x - 3.0;
    let high = level.bounds().max.z + 0.7;
    let place = |_| Pose::new([rng.between(-half, half), rng.between(-half, half), high], rng.rotation3());
    (0..QUERIES).map(place).collect()
}

fn main() {
    let most = std::env::args().filter_map(|a| a.parse::<usize>().ok()).next().unwrap_or(1_000_000);
    let body = mesh(&rooms::cuboid([0.5, 0.3, 0.4], 1));
    let letter = mesh(&rooms::letter('U').map(|p| p * 0.25));
    let point = Mesh::point(Vec3::ZERO);
    let mut mover = Mover::new();

    println!(
        "| polygons | near a query | box, ns | pairs | steps | hits | letter U, ns | point, ns | box turns, ns |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for cells in [8, 23, 71, 224, 708] {
        if 2 * cells * cells > most + most / 100 {
            continue;
        }
        let level = hills(cells);
        let standing = PlacedMesh::new(&level, Pose::IDENTITY);
        let mut rng = Rng::new(1);
        let poses = places(&level, &mut rng);
        let by: Vec<Vec3<f64>> =
            poses.iter().map(|_| rng.unit3::<f64>() - Vec3::new(0.0, 0.0, 0.5)).collect();
        let near = poses.iter().zip(&by).map(|(pose, by)| {
            let at = Aabb::around(pose.translation(), Vec3::splat(0.7));
            let way = at.union(&Aabb::around(pose.translation() + *by, Vec3::splat(0.7)));
            let mut count = 0;
            level.near(&way, |_| count += 1);
            count
        });
        let near = near.sum::<usize>() as f64 / QUERIES as f64;
        let settings = MotionSettings::default();
        let mut slide = |mesh: &Mesh| {
            time(&poses, |pose, i| {
                mover.translate(&PlacedMesh::new(mesh, *pose), by[i], &standing, &settings).unwrap()
            })
        };
        let [boxes, letters, points] = [slide(&body), slide(&letter), slide(&point)];
        let turns = time(&poses, |pose, i| {
            let turning = Motion::rotation(pose.translation() + by[i], by[i].any_orthogonal(), 0.7);
            mover.move_by(&PlacedMesh::new(&body, *pose), &turning, &standing, &settings).unwrap()
        });
        println!(
            "| {} | {near:.0} | {:.0} | {:.0} | {:.0} | {:.2} | {:.0} | {:.0} | {:.0} |",
            level.polygons().len(),
            boxes[0],
            boxes[2],
            boxes[3],
            boxes[1],
            letters[0],
            points[0],
            turns[0]
        );
    }

    println!(
        "\n| level of 10,082 triangles, bodies move by 1 | box, ns | pairs | steps | hull of 64, ns | pairs | steps |"
    );
    println!("|---|---|---|---|---|---|---|");
    let level = hills(71);
    let hull = mesh(&rooms::random_hull(64, 3).map(|p| p * 0.5));
    let told = MeshSettings { internal: false, ..MeshSettings::default() };
    let faces = rooms::terrain(0.5 * 71.0, 0.3, 71, 5);
    let untold =
        PolygonMesh::with_settings(&faces.points, &faces.polygons, &told).expect("a scene is a mesh").0;
    let mut rng = Rng::new(1);
    let poses = places(&level, &mut rng);
    let by: Vec<Vec3<f64>> = poses.iter().map(|_| rng.unit3::<f64>() - Vec3::new(0.0, 0.0, 0.5)).collect();
    let all = MotionSettings::default();
    let rows = [
        ("as it is", &level, all),
        ("without culling", &level, MotionSettings { culling: false, ..all }),
        ("sides asked, not kept", &level, MotionSettings { sides: Sides::Asked, ..all }),
        ("sides asked and kept", &level, MotionSettings { sides: Sides::Kept, ..all }),
        ("internal edges tested too", &untold, all),
        ("without the tree", &level, MotionSettings { tree: false, ..all }),
    ];
    // In turns, so that a slow moment hits all rows alike; the row without the tree is not worth it.
    let mut best = [[[f64::INFINITY; 4]; 2]; 6];
    for round in 0..ROUNDS {
        for (i, (_, level, settings)) in rows.iter().enumerate() {
            if round > 0 && !settings.tree {
                continue;
            }
            let standing = PlacedMesh::new(level, Pose::IDENTITY);
            for (best, mesh) in best[i].iter_mut().zip([&body, &hull]) {
                let row = time(&poses, |pose, i| {
                    mover.translate(&PlacedMesh::new(mesh, *pose), by[i], &standing, settings).unwrap()
                });
                if row[0] < best[0] {
                    *best = row;
                }
            }
        }
    }
    for ((name, ..), best) in rows.iter().zip(best) {
        print!("| {name} ");
        for row in best {
            print!("| {:.0} | {:.0} | {:.0} ", row[0], row[2], row[3]);
        }
        println!("|");
    }
    let standing = PlacedMesh::new(&level, Pose::IDENTITY);

    println!("\n| bodies turn by 0.7 | box, ns | pairs | hull of 64, ns | pairs |");
    println!("|---|---|---|---|---|");
    let mut best = [[[f64::INFINITY; 4]; 2]; 2];
    for _ in 0..ROUNDS {
        for (best, culling) in best.iter_mut().zip([true, false]) {
            for (best, mesh) in best.iter_mut().zip([&body, &hull]) {
                let row = time(&poses, |pose, i| {
                    let turning = Motion::rotation(pose.translation() + by[i], by[i].any_orthogonal(), 0.7);
                    let settings = MotionSettings { culling, ..all };
                    mover.move_by(&PlacedMesh::new(mesh, *pose), &turning, &standing, &settings).unwrap()
                });
                if row[0] < best[0] {
                    *best = row;
                }
            }
        }
    }
    for (name, [boxes, hulls]) in ["as it is", "without culling"].iter().zip(best) {
        println!("| {name} | {:.0} | {:.0} | {:.0} | {:.0} |", boxes[0], boxes[2], hulls[0], hulls[2]);
    }

    println!("\n| how far the box moves | ns | pairs | hits |");
    println!("|---|---|---|---|");
    for length in [0.1, 1.0, 10.0, 100.0] {
        let row = time(&poses, |pose, i| {
            let along = by[i] * length - Vec3::new(0.0, 0.0, by[i].z * length * 0.98);
            mover.translate(&PlacedMesh::new(&body, *pose), along, &standing, &all).unwrap()
        });
        println!("| {length} | {:.0} | {:.0} | {:.2} |", row[0], row[2], row[1]);
    }

    println!("\n| mesh | edges | internal | share |");
    println!("|---|---|---|---|");
    let apart = MeshSettings { merge: false, ..MeshSettings::default() };
    let triangles = |faces: &rooms::Faces| {
        PolygonMesh::with_settings(&faces.points, &faces.triangles(), &apart).expect("a scene is a mesh").0
    };
    let room = rooms::room([4.0, 4.0, 4.0], 4);
    let rows = [
        ("hills", level.clone()),
        ("room of 4 × 4 squares a wall, merged", mesh(&room)),
        ("the same in triangles", triangles(&room)),
        ("20 stairs", mesh(&rooms::stairs(20, 0.3, 0.2, 2.0))),
        ("torus", mesh(&rooms::torus(48, 24))),
        ("letter S", mesh(&rooms::letter('S'))),
    ];
    for (name, mesh) in &rows {
        let internal = mesh.edges().iter().filter(|edge| edge.is_internal()).count();
        let share = internal as f64 / mesh.edges().len() as f64;
        println!("| {name} | {} | {internal} | {:.0} % |", mesh.edges().len(), 100.0 * share);
    }
}
