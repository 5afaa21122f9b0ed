//! Characters that walk at random among stairs, crates, lifts and pistons, in a closed room of thin walls.

use impinge::{Capsule, Cuboid, Cylinder, Pose, Rot3, Sphere, Vec3, contact};
use impinge_sim::{Body, BodyHandle, BodyKind, Character, CharacterSettings, World, WorldError};

use super::{Row, Search};
use crate::Rng;

/// Half the width of the room.
const ROOM: f64 = 6.0;

/// Steps of a case.
const STEPS: usize = 300;

/// Overlap with a body that presses the character against nothing.
const MOST: f64 = 1e-6;

/// The search.
pub const SEARCH: Search = Search {
    name: "walkers",
    promise: "A character passes through nothing, and overlaps nothing unless a moving body squeezes it.",
    run,
};

/// The cases of one seed.
pub fn run(seed: u64, cases: usize) -> Vec<Row> {
    let mut rng = Rng::new(seed);
    let speeds = [("walking", 2.0), ("running", 10.0), ("thrown", 200.0)];
    let mut rows = Vec::new();
    for (name, most) in speeds {
        let mut row = Row::new(name);
        let (mut squeezed, mut steps) = (0, 0);
        for _ in 0..cases.div_ceil(speeds.len()) {
            let case = rng.bits();
            match walk(case, most) {
                Ok(Ok([of_case, all])) => {
                    (squeezed, steps) = (squeezed + of_case, steps + all);
                    row.count(None);
                }
                Ok(Err(fault)) => row.count(Some(format!("{fault}: case {case}, speeds to {most}"))),
                Err(error) => row.count(Some(format!("{error}: case {case}, speeds to {most}"))),
            }
        }
        row.worst = format!("squeezed in {squeezed} of {steps} steps");
        rows.push(row);
    }
    rows
}

/// One case: counts of steps in which the character was squeezed, and of all.
fn walk(case: u64, most: f64) -> Result<Result<[usize; 2], String>, WorldError> {
    let mut rng = Rng::new(case);
    let mut world = World::<f64>::default();
    let cuboid = |world: &mut World<f64>, kind: BodyKind, half: [f64; 3], pose: Pose<Vec3<f64>>| {
        let shape = world.add_shape(Cuboid::new(half));
        world.add(match kind {
            BodyKind::Fixed => Body::fixed(shape, pose),
            BodyKind::Kinematic => Body::kinematic(shape, pose),
            BodyKind::Dynamic => Body::dynamic(shape, pose).density(50.0),
        })
    };
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let (mut half, mut at) = ([ROOM + 1.0; 3], [0.0; 3]);
            (half[axis], at[axis]) = (0.02, side * (ROOM + 0.02));
            cuboid(&mut world, BodyKind::Fixed, half, Pose::at(at))?;
        }
    }
    for _ in 0..8 {
        let half = [rng.between(0.1, 1.5), rng.between(0.1, 1.5), rng.between(0.05, 0.4)];
        let at = [rng.between(-5.0, 5.0), rng.between(-5.0, 5.0), -ROOM + rng.between(0.0, 2.0)];
        let tilt = Rot3::from_axis_angle(rng.unit3::<f64>(), rng.between(0.0, 0.8));
        cuboid(&mut world, BodyKind::Fixed, half, Pose::new(at, tilt))?;
    }
    for _ in 0..6 {
        let half = [rng.between(0.1, 0.5), rng.between(0.1, 0.5), rng.between(0.1, 0.5)];
        let at = [rng.between(-5.0, 5.0), rng.between(-5.0, 5.0), rng.between(-5.0, 0.0)];
        cuboid(&mut world, BodyKind::Dynamic, half, Pose::at(at))?;
    }
    // A piston as wide as the room, and lifts and turning beams.
    let piston = cuboid(
        &mut world,
        BodyKind::Kinematic,
        [0.03, ROOM - 0.01, ROOM - 0.01],
        Pose::at([-5.5, 0.0, 0.0]),
    )?;
    world.set_velocity(piston, [rng.between(0.2, 6.0), 0.0, 0.0])?;
    let mut movers = Vec::new();
    for _ in 0..3 {
        let half = [rng.between(0.3, 1.2), rng.between(0.3, 1.2), 0.1];
        let at = [rng.between(-3.0, 5.0), rng.between(-5.0, 5.0), rng.between(-5.5, -2.0)];
        let mover = cuboid(&mut world, BodyKind::Kinematic, half, Pose::at(at))?;
        world.set_velocity(mover, [0.0, 0.0, rng.between(-2.0, 2.0)])?;
        world.set_angular_velocity(mover, [0.0, 0.0, rng.between(-2.0, 2.0)])?;
        movers.push(mover);
    }
    let shape = match rng.below(4) {
        0 => world.add_shape(Sphere::new(0.4)),
        1 => world.add_shape(Cuboid::new([0.3, 0.3, 0.9])),
        2 => world.add_shape(Cylinder::new(0.9, 0.3)),
        _ => world.add_shape(Capsule::new(0.6, 0.3)),
    };
    let body = world.add(Body::kinematic(shape, Pose::at([0.0, 0.0, 3.0])))?;
    let mut character = Character::new(body, CharacterSettings::default());
    let rate = [30.0, 60.0, 120.0][rng.below(3)];
    let (mut squeezed, mut wanted) = (0, Vec3::ZERO);
    for step in 0..STEPS {
        if step % 20 == 0 {
            wanted = rng.unit3::<f64>() * rng.between(0.0, most);
        }
        world.step(1.0 / rate)?;
        let walk = character.walk(&mut world, wanted - Vec3::new(0.0, 0.0, 3.0), 1.0 / rate)?;
        let at = world.pose(body)?.translation();
        if at.abs().max_abs() > ROOM {
            return Ok(Err(format!("it left the room in step {step}: {at:?}")));
        }
        if at.x < world.pose(piston)?.translation().x {
            return Ok(Err(format!("it passed through the piston in step {step}: {at:?}")));
        }
        // Movers turn back at walls, and where they squeeze the character.
        squeezed += usize::from(walk.squeezed);
        let place = world.pose(piston)?.translation().x;
        let speed = world.velocity(piston)?.x;
        if (walk.squeezed && speed > 0.0) || place > 4.5 {
            world.set_velocity(piston, [-speed.abs(), 0.0, 0.0])?;
        } else if place < -5.5 {
            world.set_velocity(piston, [speed.abs(), 0.0, 0.0])?;
        }
        for &mover in &movers {
            let (z, v) = (world.pose(mover)?.translation().z, world.velocity(mover)?);
            if walk.squeezed || (z < -5.7 && v.z < 0.0) || (z > -1.0 && v.z > 0.0) {
                world.set_velocity(mover, -v)?;
            }
        }
        if !walk.squeezed
            && let Some(depth) = overlap(&world, body)?
        {
            return Ok(Err(format!("it overlaps a body by {depth:e} in step {step}")));
        }
    }
    Ok(Ok([squeezed, STEPS]))
}

/// Overlap with a body, if there is one.
fn overlap(world: &World<f64>, body: BodyHandle) -> Result<Option<f64>, WorldError> {
    for other in world.bodies().filter(|other| *other != body) {
        let depth = -contact(&world.scene().placed(body)?, &world.scene().placed(other)?).signed_distance;
        if depth > MOST {
            return Ok(Some(depth));
        }
    }
    Ok(None)
}
