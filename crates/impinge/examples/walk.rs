//! A walk in a level of meshes: a player goes up stairs, along a wall, past crates, and falls off a ledge.
//!
//! `cargo run --release -p impinge --example walk`

use impinge::expel::{MotionError, MotionSettings, Mover, Obstacles, SlideSettings, SlideStatus, Step};
use impinge::hull::solid_hull;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Pose, Vec3};

/// A box from corner to corner.
fn block(low: [f64; 3], high: [f64; 3]) -> PolygonMesh<f64> {
    let corner = |i: usize| Vec3::from([0, 1, 2].map(|k| if i >> k & 1 == 0 { low[k] } else { high[k] }));
    let corners: Vec<Vec3<f64>> = (0..8).map(corner).collect();
    PolygonMesh::from_solid(&solid_hull(&corners).expect("eight corners of a box"))
}

fn main() -> Result<(), MotionError> {
    // A floor, stairs of five steps to a platform, a wall beside them, and crates far away.
    let floor = block([-20.0, -20.0, -1.0], [20.0, 20.0, 0.0]);
    let wall = block([-5.0, 1.0, 0.0], [8.0, 1.2, 4.0]);
    let step = block([0.0, -1.0, 0.0], [0.4, 1.0, 0.2]);
    let platform = block([2.0, -1.0, 0.0], [5.0, 1.0, 1.0]);
    let small = block([-0.5, -0.5, 0.0], [0.5, 0.5, 1.0]);
    let mut world = Obstacles::new();
    let mut names = Vec::new();
    for (name, mesh) in [("floor", &floor), ("wall", &wall), ("platform", &platform)] {
        world.insert(PlacedMesh::new(mesh, Pose::IDENTITY))?;
        names.push(name);
    }
    for i in 0..5 {
        // Each is a block of its own, on top of one another.
        for level in 0..=i {
            world.insert(PlacedMesh::new(
                &step,
                Pose::at([0.4 * f64::from(i), 0.0, 0.2 * f64::from(level)]),
            ))?;
            names.push("stairs");
        }
    }
    for i in 0..1000 {
        let place =
            [-15.0 + 2.0 * f64::from(i % 15), -15.0 + 2.0 * f64::from(i / 15 % 4), 2.0 * f64::from(i / 60)];
        world.insert(PlacedMesh::new(&small, Pose::at(place)))?;
        names.push("crate");
    }
    println!("a level of {} bodies", world.len());

    // A player as wide as a person. It pushes ahead and a little against the wall, and gravity pulls it down.
    let player = block([-0.3, -0.3, 0.0], [0.3, 0.3, 1.8]);
    let settings = SlideSettings {
        step: 0.3,
        motion: MotionSettings { free: Some(0.05), ..MotionSettings::default() },
        ..SlideSettings::default()
    };
    let mut mover = Mover::new();
    let mut pose = Pose::at([-3.0, 0.0, 0.5]);
    let (mut up, mut fall, mut highest) = (0, 0.0, 0.0);
    for tick in 0..400 {
        let wish = Vec3::new(0.04, 0.02, fall);
        let slide = mover.slide(&PlacedMesh::new(&player, pose), wish, &world, &settings)?;
        assert!(slide.clear && slide.status != SlideStatus::Overlapping);
        pose = slide.pose;
        up += usize::from(slide.step == Step::Up);
        fall = if slide.ground.is_some() { -0.01 } else { fall - 0.005 };
        highest = f64::max(highest, pose.translation().z);
        if tick % 50 == 0 {
            let on = slide.ground.map_or("nothing", |hit| names[hit.body as usize]);
            let beside = slide.wall.map_or("nothing", |hit| names[hit.body as usize]);
            let [x, y, z] = pose.translation().to_array();
            println!("{tick:4}: at {x:6.2} {y:6.2} {z:6.2}, on {on}, held by {beside}");
        }
    }
    println!("{up} steps up, {highest:.2} at the highest");
    let end = pose.translation();
    assert!(up >= 5 && (1.0..1.3).contains(&highest), "five stairs of 0.2 lead to the platform");
    assert!(end.x > 5.0 && end.z < 0.01, "and over its edge down to the floor");
    Ok(())
}
