//! How far distance maps are off, and how long they take, by method and resolution; held against the mesh itself.
//!
//! ```sh
//! cargo run --release -p impinge-scenes --features impinge/parallel --example map_study -- \
//!     [--cells 32,64] [--methods exact,csc] [--samples 100000] [--signs 0] [--look] [FILE...]
//! ```
//!
//! Without files on meshes made by formulas, which the methods share. Points are drawn in the box of the map and beyond it, near the
//! surface, and on nodes. Errors are in spacings. `outside` counts values and gradients outside their bounds, `wrong` signs that are
//! wrong where the bound leaves no doubt: both must be 0, and the exit status says so. Of open meshes the sign is held against the
//! generalised winding number. With `--signs` the signs of so many further samples of closed meshes are held against exact inside
//! tests, most of them near the surface. With `--look` it also prints the time of a look-up, and of the deepest points of shapes.

use std::process::ExitCode;
use std::time::Instant;

use impinge::mesh::{Position, TriangleMesh};
use impinge::sdf::{DeepestSettings, DistanceMap, MapSettings, Method};
use impinge::shape::AnyShape;
use impinge::{ConvexPolyhedron, Cuboid, Pose, Shape, Sphere, Vec3};
use impinge_scenes::{Rng, clouds, meshes};

struct Study {
    cells: Vec<usize>,
    methods: Vec<Method>,
    samples: usize,
    signs: usize,
    look: bool,
}

/// What was found of one map.
#[derive(Default)]
struct Found {
    value: f64,
    bound: f64,
    gradient: f64,
    gradient_bound: f64,
    gradients: usize,
    outside: usize,
    wrong: usize,
    unsure: usize,
}

fn main() -> ExitCode {
    let (study, files) = match arguments() {
        Ok(read) => read,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    println!(
        "mesh                    triangles method    cells  worst   bound   gradient bound   outside wrong of          unsure \
         blocks bytes      seconds sign"
    );
    let mut bad = 0;
    if files.is_empty() {
        for named in meshes::all(8, 1) {
            let built = TriangleMesh::new(&named.mesh.points, &named.mesh.triangles);
            let (mesh, _) = built.expect("meshes made by formulas can be built");
            bad += study.run(named.name, &mesh);
        }
    }
    for file in files {
        let read = impinge_io::read_mesh(file.as_str()).map_err(|error| error.to_string());
        let built = read.and_then(|mesh| {
            TriangleMesh::from_polygons(&mesh.vertices, &mesh.faces).map_err(|error| error.to_string())
        });
        match built {
            Ok((mesh, _)) => bad += study.run(file.rsplit('/').next().unwrap_or(&file), &mesh),
            Err(error) => println!("{file}: {error}"),
        }
    }
    println!("{bad} outside their bound or with a wrong sign");
    ExitCode::from(u8::from(bad > 0))
}

fn arguments() -> Result<(Study, Vec<String>), String> {
    let mut study =
        Study { cells: vec![32, 64], methods: Method::ALL.to_vec(), samples: 100_000, signs: 0, look: false };
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
        let number = |text: &str| text.parse::<usize>().map_err(|_| format!("{text} is not a number"));
        match argument.as_str() {
            "--look" => study.look = true,
            "--samples" => study.samples = number(&value()?)?,
            "--signs" => study.signs = number(&value()?)?,
            "--cells" => study.cells = value()?.split(',').map(number).collect::<Result<_, _>>()?,
            "--methods" => {
                let named = |name: &str| {
                    Method::ALL.into_iter().find(|m| m.name() == name).ok_or(format!("no method {name}"))
                };
                study.methods = value()?.split(',').map(named).collect::<Result<_, _>>()?;
            }
            _ => files.push(argument),
        }
    }
    Ok((study, files))
}

impl Study {
    /// One line for each method and resolution; how much was wrong.
    fn run(&self, name: &str, mesh: &TriangleMesh<f64>) -> usize {
        let mut bad = 0;
        for &cells in &self.cells {
            for &method in &self.methods {
                // The reference looks at all triangles for all nodes.
                if method == Method::Brute && mesh.len() * cells * cells > 200_000_000 {
                    continue;
                }
                let start = Instant::now();
                let map = match DistanceMap::build(mesh, &MapSettings { cells, method, ..Default::default() })
                {
                    Ok(map) => map,
                    Err(error) => {
                        println!("{name:23} {:9} {:9} {cells:5}  {error}", mesh.len(), method.name());
                        continue;
                    }
                };
                let seconds = start.elapsed().as_secs_f64();
                let found = self.hold(mesh, &map);
                let report = map.report();
                println!(
                    "{name:23} {:9} {:9} {cells:5}  {:.4}  {:.4}  {:.4}   {:.4}  {:7} {:5} of {:9} {:8} {:6} {:9} {seconds:8.3} {}",
                    mesh.len(),
                    method.name(),
                    found.value,
                    found.bound,
                    found.gradient / found.gradients.max(1) as f64,
                    found.gradient_bound / found.gradients.max(1) as f64,
                    found.outside,
                    found.wrong,
                    self.samples,
                    found.unsure,
                    report.blocks,
                    report.bytes,
                    report.sign,
                );
                if self.look {
                    look(mesh, &map);
                    shapes(&map);
                }
                bad += found.outside + found.wrong;
                if self.signs > 0 && mesh.is_closed() {
                    bad += self.hold_signs(mesh, &map);
                }
            }
        }
        bad
    }

    /// Holds a map against the mesh.
    fn hold(&self, mesh: &TriangleMesh<f64>, map: &DistanceMap<f64>) -> Found {
        let mut rng = Rng::new(7);
        let mut found = Found::default();
        let (bounds, report) = (map.bounds(), map.report());
        let (size, middle) = (bounds.max - bounds.min, bounds.center());
        for i in 0..self.samples {
            let mut draw = |reach: f64| {
                let mut axis = |size: f64| rng.between(-0.5 * reach, 0.5 * reach) * size;
                Vec3::new(axis(size.x), axis(size.y), axis(size.z)) + middle
            };
            let mut p = draw(if i % 16 == 0 { 3.0 } else { 1.0 });
            if i % 4 == 1 {
                // On a node.
                let h = report.spacing;
                p = bounds.min + ((p - bounds.min) / h).map(f64::floor) * h;
            } else if i % 4 == 2 {
                // Near the surface.
                let Some(near) = mesh.nearest(p) else { continue };
                let h = report.spacing * rng.between(-2.0, 2.0);
                p = near.point + rng.unit3::<f64>() * h;
            }
            found.take(mesh, map, p, report.spacing, report.band);
        }
        found
    }

    /// Holds signs against exact inside tests where the bound leaves no doubt: at nodes, where that is all but on the surface, and near
    /// it. How many were wrong.
    fn hold_signs(&self, mesh: &TriangleMesh<f64>, map: &DistanceMap<f64>) -> usize {
        let start = Instant::now();
        let mut rng = Rng::new(17);
        let (bounds, h) = (map.bounds(), map.spacing());
        let [nx, ny, nz] = map.report().cells;
        let triangles: Vec<[u32; 3]> = mesh.triangles().map(|(_, corners)| corners).collect();
        let count = triangles.len();
        let (mut held, mut nodes, mut inside, mut wrong) = (0, 0, 0, 0);
        for i in 0..self.signs {
            let on_node = i % 4 == 0;
            let p = if on_node {
                let mut node =
                    |cells: usize| (rng.uniform() * (cells as f64 + 1.0)).floor().min(cells as f64);
                bounds.min + Vec3::new(node(nx), node(ny), node(nz)) * h
            } else {
                // Near a random triangle.
                let triangle = ((rng.uniform() * count as f64) as usize).min(count - 1);
                let [a, b, c] = triangles[triangle].map(|v| mesh.vertices()[v as usize]);
                let (u, v) = (rng.uniform(), rng.uniform());
                let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
                a + (b - a) * u + (c - a) * v + rng.unit3::<f64>() * (h * rng.between(0.0, 4.0))
            };
            let sample = map.sample(p);
            if sample.value.abs() <= sample.error {
                continue;
            }
            let truth = match mesh.position(p) {
                Some(Position::Surface) | None => continue,
                Some(position) => position == Position::Inside,
            };
            held += 1;
            nodes += usize::from(on_node);
            inside += usize::from(truth);
            wrong += usize::from((sample.value < 0.0) != truth);
        }
        println!(
            "    signs: {wrong} wrong of {held} that are sure, of {} samples; {inside} inside, {nodes} on nodes; {:.1} s",
            self.signs,
            start.elapsed().as_secs_f64()
        );
        wrong
    }
}

impl Found {
    fn take(&mut self, mesh: &TriangleMesh<f64>, map: &DistanceMap<f64>, p: Vec3<f64>, h: f64, band: f64) {
        let (Some(near), sample) = (mesh.nearest(p), map.sample(p)) else { return };
        let inside = match mesh.position(p) {
            Some(position) => position == Position::Inside,
            None => winding(mesh, p).abs() >= 0.5,
        };
        let distance = near.signed_distance.abs();
        let truth = if inside { -distance } else { distance };
        let off = (sample.value - truth).abs();
        self.outside += usize::from(off > sample.error + near.error);
        let sure = sample.value.abs() > sample.error;
        self.unsure += usize::from(!sure);
        self.wrong += usize::from(sure && (sample.value < 0.0) != inside && distance > near.error);
        if distance <= band && map.bounds().contains(p) {
            self.value = self.value.max(off / h);
            self.bound = self.bound.max(sample.error / h);
        }
        // A gradient that is not made of rounding.
        if distance > 1e3 * near.error {
            let normal = (p - near.point) / truth;
            let off = (sample.gradient - normal).norm();
            self.outside += usize::from(off > sample.gradient_error + 8.0 * near.error / distance);
            self.gradients += 1;
            self.gradient += off;
            self.gradient_bound += sample.gradient_error;
        }
    }
}

/// How often a surface runs around a point, as far as it does.
fn winding(mesh: &TriangleMesh<f64>, p: Vec3<f64>) -> f64 {
    let angle = |corners: [u32; 3]| {
        let [a, b, c] = corners.map(|v| mesh.vertices()[v as usize] - p);
        let [x, y, z] = [a, b, c].map(Vec3::norm);
        2.0 * f64::atan2(a.dot(b.cross(c)), x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
    };
    mesh.triangles().map(|(_, corners)| angle(corners)).sum::<f64>() / (4.0 * std::f64::consts::PI)
}

/// The best time of some passes over a list, in seconds for each item: other programs run on this machine too.
fn best_of<P: Copy>(items: &[P], passes: usize, mut each: impl FnMut(P) -> f64) -> (f64, f64) {
    let (mut best, mut sum) = (f64::INFINITY, 0.0);
    for _ in 0..passes {
        let start = Instant::now();
        sum = items.iter().map(|&item| each(item)).sum();
        best = best.min(start.elapsed().as_secs_f64());
    }
    (best / items.len() as f64, sum)
}

/// The time of a look-up: at places within two spacings of the surface, in random order and along the blocks, and anywhere in the box.
fn look(mesh: &TriangleMesh<f64>, map: &DistanceMap<f64>) {
    let mut rng = Rng::new(3);
    let (bounds, h) = (map.bounds(), map.spacing());
    let size = bounds.max - bounds.min;
    let draw = |rng: &mut Rng| {
        bounds.min + Vec3::new(rng.uniform() * size.x, rng.uniform() * size.y, rng.uniform() * size.z)
    };
    let anywhere: Vec<_> = (0..100_000).map(|_| draw(&mut rng)).collect();
    let beside = |&p: &Vec3<f64>| {
        let near = mesh.nearest(p).map_or(p, |near| near.point);
        near + rng.unit3::<f64>() * (h * rng.between(-2.0, 2.0))
    };
    let near: Vec<_> = anywhere.iter().map(beside).collect();
    let mut ordered = near.clone();
    let block = |p: &Vec3<f64>| {
        let [x, y, z] = ((*p - bounds.min) / (8.0 * h)).map(f64::floor).to_array().map(|x| x as i64);
        [z, y, x]
    };
    ordered.sort_by_key(block);
    for (name, points) in [
        ("near the surface, in random order", &near),
        ("near the surface, block after block", &ordered),
        ("anywhere in the box", &anywhere),
    ] {
        let (seconds, sum) = best_of(points, 50, |p| map.sample(p).error);
        println!("    a look-up {name}: {:.1} ns (sum {sum:.3})", seconds * 1e9);
    }
}

/// The time of the deepest point of shapes that are about to touch, or overlap a little; without a margin and with one of 2 spacings.
fn shapes(map: &DistanceMap<f64>) {
    let mut rng = Rng::new(5);
    let (bounds, h) = (map.mesh_bounds(), map.spacing());
    let size = (bounds.max - bounds.min).norm();
    let points: Vec<Vec3<f64>> =
        clouds::on_sphere(64, 5).into_iter().map(|p: Vec3<f64>| p * (0.1 * size)).collect();
    let kinds: [(&str, AnyShape<f64>); 3] = [
        ("ball", Sphere::new(0.1 * size).into()),
        ("box", Cuboid::new([0.12 * size, 0.08 * size, 0.05 * size]).into()),
        ("hull of 64 points", ConvexPolyhedron::new(&points).into()),
    ];
    for (name, shape) in &kinds {
        // Moved along the way to the nearest point of the mesh until they touch, then by up to 2 spacings more or less.
        let poses: Vec<Pose<Vec3<f64>>> = (0..200)
            .map(|_| {
                let from = bounds.center() + rng.unit3::<f64>() * size;
                let turn = rng.pose3::<f64>(0.0).rotation();
                let way = (bounds.center() - from) / size;
                let mut gone = 0.0;
                for _ in 0..20 {
                    let at = Pose::new(from + way * gone, turn);
                    gone += map
                        .deepest(&Pose::IDENTITY, &shape.at(at), &DeepestSettings::default())
                        .lower
                        .max(0.0);
                }
                Pose::new(from + way * (gone + h * rng.between(-2.0, 2.0)), turn)
            })
            .collect();
        for margin in [f64::INFINITY, 2.0 * h] {
            let settings = DeepestSettings { margin, ..DeepestSettings::default() };
            let mut lookups = 0;
            let mut gap = 0.0_f64;
            let (seconds, _) = best_of(&poses, 5, |pose| {
                let found = map.deepest(&Pose::IDENTITY, &shape.at(pose), &settings);
                lookups += found.lookups;
                gap = gap.max(found.upper - found.lower);
                found.lower
            });
            let mean = f64::from(lookups) / (5 * poses.len()) as f64;
            let margin = margin / h;
            println!(
                "    deepest point of a {name}, margin {margin}: {:.1} µs, {mean:.0} look-ups, bounds at most {:.2} spacings apart",
                seconds * 1e6,
                gap / h
            );
        }
    }
}
