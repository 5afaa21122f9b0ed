//! 100,000 placed shapes: all contacts within a margin, all of them moved, asked again; then one moved, a ray, a probe.
//!
//! Run it with `cargo run --release -p impinge --example scene`, and with `--features parallel` on all threads.

use std::time::Instant;

use impinge::scene::{ObjectHandle, Scene, SceneError};
use impinge::{Capsule, ConvexPolyhedron, Cuboid, Cylinder, Pose, Ray, Rot3, Sphere, Vec3};
use impinge_scenes::{Rng, clouds};

const OBJECTS: usize = 100_000;
const MARGIN: f64 = 0.05;

fn main() -> Result<(), SceneError> {
    let mut rng = Rng::new(1);
    let mut scene = Scene::<Vec3<f64>>::new();

    // Shapes are kept once; objects share them.
    let hull: Vec<Vec3<f64>> = clouds::on_sphere::<f64>(24, 2).into_iter().map(|p| p * 0.5).collect();
    let shapes = [
        scene.add_shape(Cuboid::new([0.5, 0.4, 0.3])),
        scene.add_shape(Sphere::new(0.4)),
        scene.add_shape(Capsule::new(0.3, 0.2)),
        scene.add_shape(Cylinder::new(0.4, 0.3)),
        scene.add_shape(ConvexPolyhedron::new(&hull)),
    ];
    let range = 0.9 * (OBJECTS as f64).cbrt();
    let mut objects: Vec<ObjectHandle> = Vec::with_capacity(OBJECTS);
    for i in 0..OBJECTS {
        objects.push(scene.add(shapes[i % shapes.len()], rng.pose3(range))?);
    }

    let start = Instant::now();
    let deepest = scene
        .contacts(MARGIN)
        .iter()
        .min_by(|a, b| a.contact.signed_distance.total_cmp(&b.contact.signed_distance));
    let deepest = deepest.expect("so many objects touch").contact.signed_distance;
    report("all contacts", start, &scene);
    println!("{:>42}", format!("deepest {:.3}", -deepest));

    // Everything moves.
    for &object in &objects {
        let pose = *scene.pose(object)?;
        let turn = Rot3::from_axis_angle(rng.unit3(), 0.02);
        let at = pose.translation() + rng.unit3::<f64>() * 0.02;
        scene.move_object(object, Pose::new(at, turn.compose(&pose.rotation())))?;
    }
    let start = Instant::now();
    scene.contacts(MARGIN);
    report("after all moved", start, &scene);

    // One moves: only its pairs are queried again.
    scene.move_object(objects[7], Pose::at([0.0, 0.0, 0.0]))?;
    let start = Instant::now();
    scene.contacts(MARGIN);
    report("after one moved", start, &scene);

    let ray = Ray::new([-2.0 * range, 0.1, 0.2], [1.0, 0.0, 0.0]);
    let hit = scene.ray_cast(&ray).expect("the ray passes through the middle");
    let normal = hit.hit.normal;
    println!(
        "a ray meets object {} after {:.3}, normal length {:.1}",
        hit.object.index(),
        hit.hit.distance,
        normal.norm()
    );

    let near = scene.nearest(objects[7], 3)?;
    println!("nearest to object 7: {:?}", near.iter().map(|n| n.object.index()).collect::<Vec<_>>());

    let touched = scene.touching(&Sphere::new(2.0), &Pose::IDENTITY, 0.0)?;
    println!("a ball of radius 2 in the middle would touch {} objects", touched.len());

    // A handle that was kept too long is refused.
    scene.remove(objects[7])?;
    println!("asked for a removed object: {}", scene.pose(objects[7]).expect_err("it is gone"));
    Ok(())
}

fn report(what: &str, start: Instant, scene: &Scene<Vec3<f64>>) {
    let time = start.elapsed().as_secs_f64() * 1e3;
    println!("{what:<18}{:>8} contacts, {time:>8.1} ms", scene.last_contacts().len());
}
