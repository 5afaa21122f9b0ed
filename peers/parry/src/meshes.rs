//! Triangle meshes: distance and intersection of two of them by impinge and by parry's `TriMesh`, at given poses.
//!
//! `cargo run --release --bin meshes -- A.obj B.obj POSES [--rounds N] [--seconds S] [--out PREFIX]` reads two meshes and rows
//! of 14 little-endian doubles (translation and quaternion x y z w of A, then of B), and prints one line of JSON for each query
//! and precision: `{"peer", "query", "n", "ns_median", "ns_mean", "build_ms", "hits", "triangles"}`. With `--out` the answers to
//! the rows follow in `PREFIX.PEER.QUERY.f64`, one double each: distances, or 1 where they meet and 0 where not.
//!
//! Shapes are built before the clock starts, and `build_ms` says how long that took for both. Each row counts with its best
//! time in `rounds` (3 unless said otherwise), in processor time of the thread. After `seconds` (60) no further row is begun:
//! `n` is how many were answered. A large mesh can take parry seconds a row.

use std::path::Path;
use std::time::Instant;

use impinge::Vec3;
use impinge::mesh::TriangleMesh;
use impinge_peers_common::thread_ns;

/// Translation, then quaternion x y z w.
type Row = [f64; 7];

/// A mesh as both get it: polygons of a file, which need not be convex, are cut into triangles by impinge.
struct Triangles {
    points: Vec<Vec3<f64>>,
    corners: Vec<[u32; 3]>,
}

impl Triangles {
    fn read(path: &str) -> Result<Self, String> {
        let mesh = impinge_io::obj::read(Path::new(path)).map_err(|e| e.to_string())?;
        let cut = TriangleMesh::from_polygons(&mesh.vertices, &mesh.faces);
        let (cut, _) = cut.map_err(|e| format!("{path}: {e}"))?;
        Ok(Self {
            points: cut.vertices().to_vec(),
            corners: cut.triangles().map(|(_, corners)| corners).collect(),
        })
    }
}

/// A driver for one of parry's two crates.
macro_rules! driver {
    ($module:ident, $krate:ident, $real:ident) => {
        mod $module {
            use std::hint::black_box;

            use $krate::math::{Pose, Rotation, Vector};
            use $krate::query;
            pub use $krate::shape::TriMesh;

            use super::{Row, Triangles};

            pub fn build(mesh: &Triangles) -> TriMesh {
                let points = mesh.points.iter().map(|p| vector([p.x, p.y, p.z])).collect();
                TriMesh::new(points, mesh.corners.clone()).expect("a mesh with triangles")
            }

            fn vector([x, y, z]: [f64; 3]) -> Vector {
                Vector::new(x as $real, y as $real, z as $real)
            }

            pub fn pose(&[x, y, z, i, j, k, w]: &Row) -> Pose {
                let length = (i * i + j * j + k * k + w * w).sqrt();
                let [i, j, k, w] = [i, j, k, w].map(|c| (c / length) as $real);
                Pose::from_parts(vector([x, y, z]), Rotation::from_xyzw(i, j, k, w).normalize())
            }

            pub fn distance(a: &TriMesh, at: &Pose, b: &TriMesh, bt: &Pose) -> f64 {
                let found = query::distance(black_box(at), a, black_box(bt), b);
                f64::from(found.expect("meshes are supported").distance)
            }

            pub fn intersects(a: &TriMesh, at: &Pose, b: &TriMesh, bt: &Pose) -> f64 {
                let found = query::intersection_test(black_box(at), a, black_box(bt), b);
                f64::from(u8::from(found.expect("meshes are supported").intersecting))
            }
        }
    };
}

/// The same of impinge.
mod ours {
    use std::hint::black_box;

    use impinge::mesh::TriangleMesh;
    use impinge::{Pose, Rot3, Vec3};

    use super::{Row, Triangles};

    type Place = Pose<Vec3<f64>>;

    pub fn build(mesh: &Triangles) -> TriangleMesh<f64> {
        TriangleMesh::new(&mesh.points, &mesh.corners).expect("a mesh with triangles").0
    }

    pub fn pose(&[x, y, z, i, j, k, w]: &Row) -> Place {
        let length = (i * i + j * j + k * k + w * w).sqrt();
        Pose::new([x, y, z], Rot3::from_xyzw([i, j, k, w].map(|c| c / length)))
    }

    pub fn distance(a: &TriangleMesh<f64>, at: &Place, b: &TriangleMesh<f64>, bt: &Place) -> f64 {
        impinge::distance(&a.at(*black_box(at)), &b.at(*black_box(bt))).distance
    }

    pub fn intersects(a: &TriangleMesh<f64>, at: &Place, b: &TriangleMesh<f64>, bt: &Place) -> f64 {
        f64::from(u8::from(impinge::intersects(&a.at(*black_box(at)), &b.at(*black_box(bt)))))
    }
}

driver!(single, parry3d, f32);
driver!(double, parry3d_f64, f64);

fn main() {
    let Some(arguments) = Arguments::parse(std::env::args().skip(1)) else {
        eprintln!("usage: A.obj B.obj POSES [--rounds N] [--seconds S] [--out PREFIX]");
        std::process::exit(2)
    };
    let [a, b] = [&arguments.a, &arguments.b].map(|path| or_exit(Triangles::read(path)));
    let rows = or_exit(read_rows(&arguments.poses));
    macro_rules! run {
        ($module:ident, $peer:literal) => {{
            let start = Instant::now();
            let (shape_a, shape_b) = ($module::build(&a), $module::build(&b));
            let build_ms = start.elapsed().as_secs_f64() * 1e3;
            let poses: Vec<_> = rows.iter().map(|[a, b]| [$module::pose(a), $module::pose(b)]).collect();
            // Distances of large meshes take so long that they come last.
            for (query, ask) in [
                ("intersect", $module::intersects as fn(&_, &_, &_, &_) -> f64),
                ("distance", $module::distance),
            ] {
                let (times, answers) =
                    timed(rows.len(), &arguments, |i| ask(&shape_a, &poses[i][0], &shape_b, &poses[i][1]));
                report(&arguments, $peer, query, &times, &answers, build_ms, [&a, &b]);
            }
        }};
    }
    run!(ours, "impinge f64");
    run!(double, "parry f64");
    run!(single, "parry f32");
}

struct Arguments {
    a: String,
    b: String,
    poses: String,
    rounds: usize,
    seconds: f64,
    out: Option<String>,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Option<Self> {
        let (a, b, poses) = (words.next()?, words.next()?, words.next()?);
        let mut arguments = Self { a, b, poses, rounds: 3, seconds: 60.0, out: None };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--rounds" => arguments.rounds = words.next()?.parse().ok().filter(|&n| n > 0)?,
                "--seconds" => arguments.seconds = words.next()?.parse().ok()?,
                "--out" => arguments.out = Some(words.next()?),
                _ => return None,
            }
        }
        Some(arguments)
    }
}

fn or_exit<T, E: std::fmt::Display>(result: Result<T, E>) -> T {
    result.unwrap_or_else(|error| {
        eprintln!("{error}");
        std::process::exit(1)
    })
}

fn read_rows(path: &str) -> Result<Vec<[Row; 2]>, String> {
    let bytes = std::fs::read(path).map_err(|e| format!("{path}: {e}"))?;
    let numbers: Vec<f64> =
        bytes.chunks_exact(8).map(|c| f64::from_le_bytes(c.try_into().expect("eight bytes"))).collect();
    if bytes.len() % 112 != 0 {
        return Err(format!("{path}: {} bytes are no rows of 14 doubles", bytes.len()));
    }
    let half = |row: &[f64]| -> Row { row.try_into().expect("seven numbers") };
    Ok(numbers.chunks_exact(14).map(|row| [half(&row[..7]), half(&row[7..])]).collect())
}

/// The best time of each row in nanoseconds, and its answer.
fn timed(rows: usize, arguments: &Arguments, ask: impl Fn(usize) -> f64) -> (Vec<f64>, Vec<f64>) {
    let start = Instant::now();
    let (mut times, mut answers) = (Vec::new(), Vec::new());
    for i in 0..rows {
        if start.elapsed().as_secs_f64() > arguments.seconds {
            break;
        }
        let (mut best, mut answer) = (f64::INFINITY, 0.0);
        for _ in 0..arguments.rounds {
            let begin = thread_ns();
            answer = ask(i);
            best = best.min(thread_ns() - begin);
            if start.elapsed().as_secs_f64() > arguments.seconds {
                break;
            }
        }
        times.push(best);
        answers.push(answer);
    }
    (times, answers)
}

fn report(
    arguments: &Arguments,
    peer: &str,
    query: &str,
    times: &[f64],
    answers: &[f64],
    build_ms: f64,
    meshes: [&Triangles; 2],
) {
    let n = times.len();
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let median = sorted.get(n / 2).copied().unwrap_or(f64::NAN);
    let mean = times.iter().sum::<f64>() / n as f64;
    let hits = answers.iter().filter(|a| (**a == 0.0) == (query == "distance")).count();
    let count: usize = meshes.iter().map(|mesh| mesh.corners.len()).sum();
    println!(
        "{{\"peer\": \"{peer}\", \"query\": \"{query}\", \"n\": {n}, \"ns_median\": {median:.0}, \"ns_mean\": {mean:.0}, \
         \"build_ms\": {build_ms:.2}, \"hits\": {hits}, \"triangles\": {count}}}"
    );
    if let Some(prefix) = &arguments.out {
        let path = format!("{prefix}.{}.{query}.f64", peer.replace(' ', "-"));
        let bytes: Vec<u8> = answers.iter().flat_map(|a| a.to_le_bytes()).collect();
        or_exit(std::fs::write(&path, bytes).map_err(|e| format!("{path}: {e}")));
    }
}
