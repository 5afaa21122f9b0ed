//! Fast bodies in a closed room: milliseconds for each step, with continuous collision and without.
//!
//! `cargo run --release -p impinge-sim --example hail -- [COUNT] [STEPS] [SPEED]`
//!
//! Each line: form of the bodies, time of a step with continuous collision, without, and the number of bodies outside of the room at the
//! end of each.

use std::time::Instant;

use impinge::body::{AnyBody, Compound};
use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, Cuboid, Pose, Sphere, Vec3};
use impinge_scenes::Rng;
use impinge_sim::{Body, Material, World, WorldError, WorldSettings};

/// Half of the side of the room.
const HALF: f32 = 10.0;

fn main() -> Result<(), WorldError> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default| arguments.get(i).map_or(default, |text| text.parse().expect("a number"));
    let (count, steps, speed) = (number(0, 200), number(1, 120), number(2, 60));
    for (name, form) in forms() {
        let mut line = format!("{name:>10}");
        for continuous in [true, false] {
            let (time, outside) = run(&form, count, steps, speed as f32, continuous)?;
            line += &format!("  {time:8.3} ms, {outside:4} outside");
        }
        println!("{line}");
    }
    Ok(())
}

/// Bodies of about half a meter.
fn forms() -> Vec<(&'static str, AnyBody<Vec3<f32>>)> {
    let part = |half: [f32; 3], at: [f32; 3]| (AnyShape::from(Cuboid::new(half)), Pose::at(at));
    vec![
        ("ball", Sphere::new(0.2).into()),
        ("box", Cuboid::new([0.2, 0.15, 0.1]).into()),
        ("rod", Cuboid::new([0.5, 0.02, 0.02]).into()),
        (
            "two boxes",
            Compound::new([part([0.3, 0.08, 0.08], [0.0; 3]), part([0.08, 0.25, 0.08], [0.2, 0.2, 0.0])])
                .into(),
        ),
        ("letter", letter(1).into()),
        ("fine", letter(8).into()),
    ]
}

/// The letter L as a mesh, with its sides cut into `pieces` along z.
fn letter(pieces: u32) -> TriangleMesh<f32> {
    let outline = [[0.0, 0.0], [0.45, 0.0], [0.45, 0.15], [0.15, 0.15], [0.15, 0.45], [0.0, 0.45]];
    let mut points: Vec<[f32; 3]> = Vec::new();
    for layer in 0..=pieces {
        let z = 0.15 * layer as f32 / pieces as f32 - 0.075;
        points.extend(outline.map(|[x, y]| [x - 0.17, y - 0.17, z]));
    }
    let top = pieces * 6;
    let mut faces: Vec<Vec<u32>> = vec![vec![5, 4, 3, 0], vec![3, 2, 1, 0]];
    faces.extend([[0, 3, 4, 5], [0, 1, 2, 3]].map(|face| face.map(|i| i + top).to_vec()));
    for layer in 0..pieces {
        let [low, high] = [layer * 6, layer * 6 + 6];
        faces.extend((0..6).map(|i| vec![low + i, low + (i + 1) % 6, high + (i + 1) % 6, high + i]));
    }
    TriangleMesh::from_polygons(&points, &faces).expect("a mesh").0
}

/// Time of a step in milliseconds, and the number of bodies outside at the end.
fn run(
    form: &AnyBody<Vec3<f32>>,
    count: usize,
    steps: usize,
    speed: f32,
    continuous: bool,
) -> Result<(f64, usize), WorldError> {
    let mut world = World::<f32>::new(WorldSettings { continuous, ..WorldSettings::default() });
    let hard = Material { restitution: 0.8, ..Material::default() };
    for side in 0..6 {
        let (axis, sign) = (side / 2, [-1.0, 1.0][side % 2]);
        let (mut size, mut place) = ([HALF; 3], [0.0; 3]);
        (size[axis], place[axis]) = (0.1, sign * (HALF + 0.1));
        let shape = world.add_shape(Cuboid::new(size));
        world.add(Body::fixed(shape, Pose::at(place)).material(hard))?;
    }
    let (mut rng, shape) = (Rng::new(1), world.add_shape(form.clone()));
    let bodies: Vec<_> = (0..count)
        .map(|i| {
            let place = [i % 8, i / 8 % 8, i / 64].map(|x| 2.0 * x as f32 - 7.0);
            let pose = Pose::new(place, rng.rotation3());
            let body = Body::dynamic(shape, pose).velocity(rng.in_ball::<f32>() * speed).material(hard);
            world.add(body.angular_velocity(rng.in_ball::<f32>() * 20.0))
        })
        .collect::<Result<_, _>>()?;
    let start = Instant::now();
    for _ in 0..steps {
        world.step(1.0 / 60.0)?;
    }
    let time = start.elapsed().as_secs_f64() * 1e3 / steps as f64;
    let is_outside = |body: &&_| world.pose(**body).is_ok_and(|pose| pose.translation().max_abs() > HALF);
    Ok((time, bodies.iter().filter(is_outside).count()))
}
