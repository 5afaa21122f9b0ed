//! A player that is a capsule walks in a scene of bodies of any form: over terrain, onto a pile of crates, along a wall of triangles.
//!
//! `cargo run --release -p impinge --example player`

use impinge::body::HeightField;
use impinge::mesh::TriangleMesh;
use impinge::scene::{Scene, SceneError, SceneSlideSettings, SlideMemory, SlideStatus, Step};
use impinge::{Capsule, Cuboid, Pose, Vec3};

fn main() -> Result<(), SceneError> {
    let mut scene = Scene::<Vec3<f64>>::new();
    // Low hills, 40 by 40, that are flat around the middle.
    let hill = |row: u32, column: u32| {
        let [x, y] = [column, row].map(|k| f64::from(k) * 0.5 - 20.0);
        (0.002 * (x * x + y * y - 64.0).max(0.0) + 0.02 * (x * 2.0).sin() * (y * 2.0).cos()) as f32
    };
    let ground = scene.add_shape(HeightField::from_fn(81, 81, [0.5, 0.5, 1.0], hill));
    let ground = scene.add(ground, Pose::at([-20.0, -20.0, 0.0]))?;
    // A wall of two triangles along y = 1, seen from both sides, and thousands of crates far away.
    let corners = [[-3.0, 1.0, -1.0], [5.0, 1.0, -1.0], [5.0, 1.0, 3.0], [-3.0, 1.0, 3.0]];
    let (wall, _) = TriangleMesh::new(&corners, &[[0, 1, 2], [0, 2, 3]]).expect("two triangles");
    let wall = scene.add_shape(wall);
    let wall = scene.add(wall, Pose::IDENTITY)?;
    let block = scene.add_shape(Cuboid::new([0.5, 0.5, 0.1]));
    for i in 0..3_u8 {
        // Three slabs, each on the one before and further on.
        let at = Pose::at([1.0 + 0.5 * f64::from(i), 0.25, 0.05 + 0.2 * f64::from(i)]);
        scene.add(block, at)?;
    }
    for i in 0..5000_u32 {
        let [x, y, z] = [i % 20, i / 20 % 20, i / 400].map(|k| f64::from(k) * 1.5);
        scene.add(block, Pose::at([x - 15.0, y - 15.0, z + 20.0]))?;
    }
    println!("{} objects", scene.len());

    // 1.8 high and 0.6 wide. It is pushed ahead and a little against the wall, and gravity pulls it down.
    let player = Capsule::new(0.6, 0.3);
    let settings = SceneSlideSettings { step: 0.3, ..SceneSlideSettings::default() };
    let mut memory = SlideMemory::new();
    let mut pose = Pose::at([-4.0, 0.0, 1.5]);
    let (mut fall, mut highest, mut up, mut along_wall) = (0.0, 0.0, 0, 0);
    for tick in 0..300 {
        let slid = scene.slide(&player, &pose, Vec3::new(0.04, 0.02, fall), &settings, &mut memory)?;
        assert!(slid.clear && slid.status != SlideStatus::Spent);
        pose = slid.pose;
        up += usize::from(slid.step == Step::Up);
        along_wall += usize::from(slid.wall.is_some_and(|hit| hit.object == wall));
        fall = if slid.ground.is_some() { -0.01 } else { fall - 0.005 };
        highest = f64::max(highest, pose.translation().z - 0.9);
        if tick % 30 == 0 {
            let on = match slid.ground {
                Some(hit) if hit.object == ground => "terrain",
                Some(_) => "a slab",
                None => "nothing",
            };
            let [x, y, z] = pose.translation().to_array();
            println!("{tick:4}: at {x:6.2} {y:6.2} {z:6.2}, on {on}, {} casts", slid.casts);
        }
    }
    println!("{up} steps up, {highest:.2} at the highest, {along_wall} times along the wall");
    assert!(up >= 2 && highest > 0.5, "over the slabs");
    assert!(along_wall > 50 && pose.translation().x > 5.0, "and past the wall");
    Ok(())
}
