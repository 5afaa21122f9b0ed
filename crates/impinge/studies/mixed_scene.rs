//! A world of mixed bodies over terrain: convex shapes, compounds and meshes, ten thousand of them on request.
//!
//! Shows that contacts are those of brute force, that they and the manifolds are the same on any number of threads, to the bit, and
//! that the time per body does not grow with the number of bodies.
//!
//! `cargo run --release -p impinge --features parallel --example mixed_scene -- 10000`; without a number 200 bodies.

#[path = "../benches/clock/mod.rs"]
mod clock;

use impinge::body::{AnyBody, Compound, HeightField};
use impinge::mesh::TriangleMesh;
use impinge::scene::{ObjectHandle, Scene, SceneContact};
use impinge::{AnyShape, Capsule, ConvexPolyhedron, Cuboid, Cylinder, Pose, Rot3, Settings, Sphere, Vec3};
use impinge::{contact_within, query::any};
use impinge_scenes::{Rng, clouds, meshes};

const MARGIN: f64 = 0.02;

/// Bodies per unit of area, in a layer two units high.
const DENSITY: f64 = 2.0;

/// A body with a bound on its size that owes nothing to the library: no point is farther from its origin.
struct Kind {
    body: AnyBody<Vec3<f64>>,
    radius: f64,
}

/// All kinds of bodies, each about 1 across.
fn kinds() -> Vec<Kind> {
    let mesh = |name: &str, triangles: &meshes::Triangles| {
        let (mesh, report) = TriangleMesh::new(&triangles.points, &triangles.triangles).expect(name);
        assert!(mesh.is_closed() && report.is_clean(), "{name}");
        Kind { body: mesh.into(), radius: radius_of(&triangles.points) }
    };
    let hull: Vec<Vec3<f64>> = clouds::on_sphere::<f64>(24, 2).into_iter().map(|p| p * 0.5).collect();
    let table = Compound::<AnyShape<f64>>::new([
        (Cuboid::new([0.5, 0.375, 0.0625]).into(), Pose::at([0.0, 0.0, 0.25])),
        (Capsule::new(0.25, 0.0625).into(), Pose::at([-0.375, 0.0, -0.0625])),
        (Capsule::new(0.25, 0.0625).into(), Pose::at([0.375, 0.0, -0.0625])),
    ]);
    let dumbbell = Compound::<AnyShape<f64>>::new([
        (Sphere::new(0.25).into(), Pose::at([0.0, 0.0, 0.375])),
        (Sphere::new(0.25).into(), Pose::at([0.0, 0.0, -0.375])),
        (Cylinder::new(0.375, 0.125).into(), Pose::IDENTITY),
    ]);
    vec![
        Kind { body: Sphere::new(0.4).into(), radius: 0.4 },
        Kind { body: Cuboid::new([0.5, 0.4, 0.3]).into(), radius: 0.71 },
        Kind { body: Capsule::new(0.3, 0.2).into(), radius: 0.5 },
        Kind { radius: radius_of(&hull), body: ConvexPolyhedron::new(&hull).into() },
        Kind { body: table.into(), radius: 0.75 },
        Kind { body: dumbbell.into(), radius: 0.625 },
        mesh("icosphere", &meshes::icosphere(2).scaled(0.5)),
        mesh("torus", &meshes::torus(16, 8).scaled(0.4)),
        mesh("letter", &meshes::letter('L').scaled(0.2)),
    ]
}

fn radius_of(points: &[Vec3<f64>]) -> f64 {
    points.iter().map(|p| (p.x * p.x + p.y * p.y + p.z * p.z).sqrt()).fold(0.0, f64::max) * (1.0 + 1e-12)
}

/// A scene, and what is known of its objects: the first one is the terrain.
struct World {
    scene: Scene<Vec3<f64>>,
    objects: Vec<ObjectHandle>,
    radii: Vec<f64>,
}

fn world(count: usize, kinds: &[Kind]) -> World {
    let mut rng = Rng::new(count as u64);
    let mut scene = Scene::new();
    let side = (count as f64 / DENSITY).sqrt();
    // Hills, two samples per unit of length, from the middle.
    let samples = (2.0 * side) as u32 + 3;
    let field = HeightField::<f64>::from_fn(samples, samples, [0.5, 0.5, 0.125], |row, column| {
        let wave = |i: u32, period: u32| (i % period).abs_diff(period / 2) as f32;
        wave(row, 11) * 0.5 + wave(column, 7) + wave(row + column, 5) * 0.25
    });
    let terrain = scene.add_shape(field);
    let shapes: Vec<_> = kinds.iter().map(|kind| scene.add_shape(kind.body.clone())).collect();
    let mut objects = vec![scene.add(terrain, Pose::IDENTITY).expect("terrain of finite size")];
    let mut radii = vec![f64::INFINITY];
    for i in 0..count {
        let at = [rng.between(0.0, side), rng.between(0.0, side), rng.between(0.25, 2.25)];
        let turn = Rot3::from_axis_angle(rng.unit3::<f64>(), rng.between(-3.0, 3.0));
        let kind = i % kinds.len();
        objects.push(scene.add(shapes[kind], Pose::new(at, turn)).expect("bodies within the world"));
        radii.push(kinds[kind].radius);
    }
    World { scene, objects, radii }
}

/// Contacts by asking about every pair, or, `near_only`, every pair whose balls around their origins are within the margin.
fn brute_force(world: &World, near_only: bool) -> (Vec<SceneContact<Vec3<f64>>>, usize) {
    let World { scene, objects, radii } = world;
    let settings = Settings { margin: Some(MARGIN), ..Settings::default() };
    let places: Vec<[f64; 3]> =
        objects.iter().map(|&o| scene.pose(o).expect("in the scene").translation().to_array()).collect();
    let (mut found, mut asked) = (Vec::new(), 0);
    for (i, &a) in objects.iter().enumerate() {
        for (j, &b) in objects.iter().enumerate().skip(i + 1) {
            let [x, y, z] = std::array::from_fn(|k| places[i][k] - places[j][k]);
            let reach = radii[i] + radii[j] + MARGIN;
            if near_only && x * x + y * y + z * z > reach * reach {
                continue;
            }
            asked += 1;
            // Named convex shapes are answered by their kinds.
            let contact = match (scene.convex(a), scene.convex(b)) {
                (Ok(a), Ok(b)) => any::contact_within(&a, &b, &settings),
                _ => {
                    let (a, b) = (scene.placed(a).expect("there"), scene.placed(b).expect("there"));
                    contact_within(&a, &b, &settings)
                }
            };
            found.extend(contact.map(|contact| SceneContact { a, b, contact }));
        }
    }
    (found, asked)
}

/// Moves every body but the terrain a little.
fn stir(world: &mut World, rng: &mut Rng) {
    for &object in &world.objects[1..] {
        let pose = *world.scene.pose(object).expect("in the scene");
        let turn = Rot3::from_axis_angle(rng.unit3::<f64>(), 0.02);
        let to = Pose::new(pose.translation() + rng.unit3::<f64>() * 0.01, turn.compose(&pose.rotation()));
        world.scene.move_object(object, to).expect("a small step");
    }
}

/// Runs `work` in a pool of that many threads, if the library is built for more than one.
fn on_threads<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "parallel")]
    return rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("a pool of threads")
        .install(work);
    #[cfg(not(feature = "parallel"))]
    {
        let _ = threads;
        work()
    }
}

/// Contacts and manifolds of some steps, as text of all their bits.
fn steps(kinds: &[Kind], count: usize) -> String {
    let (mut world, mut rng) = (world(count, kinds), Rng::new(5));
    let mut bits = String::new();
    for _ in 0..2 {
        bits += &format!("{:?}", world.scene.contacts(MARGIN));
        bits += &format!("{:?}", world.scene.manifolds(MARGIN));
        stir(&mut world, &mut rng);
    }
    bits
}

/// Microseconds per body of the quickest of some steps in which all bodies moved, on one thread: contacts, and manifolds after them.
fn time(world: &mut World) -> [f64; 2] {
    let mut rng = Rng::new(6);
    let mut least = [f64::INFINITY; 2];
    for _ in 0..3 {
        stir(world, &mut rng);
        let start = clock::now();
        world.scene.contacts(MARGIN);
        let middle = clock::now();
        world.scene.manifolds(MARGIN);
        least = [least[0].min(middle - start), least[1].min(clock::now() - middle)];
    }
    least.map(|nanoseconds| nanoseconds / 1e3 / (world.objects.len() - 1) as f64)
}

fn main() {
    let count: usize = std::env::args().nth(1).map_or(200, |n| n.parse().expect("a number of bodies"));
    let kinds = kinds();

    // Every pair of a small world, then every pair that its own arithmetic calls near.
    for (bodies, near_only) in [(count.min(300), false), (count, true)] {
        let mut world = world(bodies, &kinds);
        let (wanted, asked) = brute_force(&world, near_only);
        let found = world.scene.contacts(MARGIN);
        assert_eq!(found.len(), wanted.len());
        assert!(found == wanted, "contacts differ from those of brute force");
        assert!(found.len() > bodies / 2, "{} contacts", found.len());
        println!("{bodies} bodies: {} contacts, as {asked} pairs by brute force", found.len());
    }

    if cfg!(feature = "parallel") {
        let one = on_threads(1, || steps(&kinds, count));
        for threads in [2, 3, 7] {
            assert!(on_threads(threads, || steps(&kinds, count)) == one, "{threads} threads give other bits");
        }
        let bytes = one.len();
        println!(
            "{count} bodies: the same contacts and manifolds on 1, 2, 3 and 7 threads, {bytes} bytes as text"
        );
    }

    let mut per_body = Vec::new();
    for bodies in [count / 10, count / 4, count / 2, count] {
        let mut world = world(bodies, &kinds);
        world.scene.manifolds(MARGIN);
        let [contacts, manifolds] = on_threads(1, || time(&mut world));
        let touching = world.scene.last_contacts().len() as f64 / bodies as f64;
        println!(
            "{bodies:>6} bodies: {touching:.2} contacts per body, {contacts:.2} µs per body, manifolds {manifolds:.2} µs more"
        );
        per_body.push(contacts);
    }
    // Clocks of busy machines are not for small worlds.
    assert!(count < 10_000 || per_body[3] < 2.0 * per_body[0], "the time per body grows: {per_body:?}");
}
