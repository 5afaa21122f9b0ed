//! Worlds that are driven from outside in each step: by hooks, sensors and characters. All that the drivers know is in the world, so that a
//! run resumes from a snapshot.

use impinge::{Capsule, Real, Sphere};
use impinge_sim::{
    Body, BodyHandle, BodyKind, Character, CharacterSettings, Layers, PreSolve, Solver, StepHooks,
    StepReport, World, WorldError, WorldSettings,
};

use super::yard::{Yard, at, turned};
use crate::Rng;

/// User data of the bodies that drivers look for.
const PLATFORM: u64 = 1;
const DOOR: u64 = 2;
const LIFT: u64 = 3;
const WALL: u64 = 4;
const CHARACTER: u64 = 5;

/// Half the thickness of a one-way platform.
const THIN: f64 = 0.05;

/// Three one-way platforms above one another, and bodies on the floor that fly up through some of them.
pub fn platforms<T: Real>(settings: WorldSettings<T>, bodies: usize, seed: u64) -> World<T> {
    let (mut yard, mut rng) = (Yard::new(settings), Rng::new(seed));
    let columns = bodies.isqrt().max(2);
    let wide = 0.5 * columns as f64 + 0.5;
    let slab = yard.cuboid([wide, wide, THIN]);
    for i in 0..3 {
        yard.put(Body::fixed(slab, at(0.0, 0.0, 2.5 + 2.0 * f64::from(i))).user_data(PLATFORM));
    }
    let shapes = [
        yard.shape(Sphere::new(T::of(0.25))),
        yard.cuboid([0.25, 0.2, 0.3]),
        yard.shape(Capsule::new(T::of(0.15), T::of(0.2))),
    ];
    for i in 0..bodies {
        let [x, y] = [i % columns, i / columns].map(|k| k as f64 - 0.5 * (columns - 1) as f64);
        let speed = [0.0, 0.0, rng.between(4.0, 13.0)];
        let spin = rng.unit3::<T>() * T::of(rng.between(0.0, 4.0));
        let body = Body::dynamic(shapes[i % 3], at(x, y, 0.5)).velocity(speed.map(T::of));
        yard.put(body.angular_velocity(spin));
    }
    yard.finish()
}

/// A step in which platforms hold only what is above them. Other solvers than the soft step have solid platforms.
pub fn step_platforms<T: Real>(world: &mut World<T>, time: T) -> Result<StepReport<T>, WorldError> {
    if !matches!(world.settings().solver, Solver::Soft(_)) {
        return world.step(time);
    }
    // Platforms were added first: they have the smaller handle of each pair.
    let mut one_way = |contact: &mut PreSolve<'_, T>| {
        if let (Ok(PLATFORM), Ok(platform), Ok(body)) =
            (contact.scene.user_data(contact.a), contact.scene.pose(contact.a), contact.scene.pose(contact.b))
        {
            contact.enabled = body.translation().z > platform.translation().z + T::of(THIN);
        }
    };
    world.step_with(time, StepHooks { pre_solve: Some(&mut one_way), ..StepHooks::default() })
}

/// Number of crates of a chute, its slope, and the height to which its door opens.
const CRATES: usize = 4;
const SLOPE: f64 = 0.5;
const OPEN: f64 = 1.1;
/// Height of the middle of a closed door.
const CLOSED: f64 = 1.78;

/// Chutes side by side, each with crates, a door at its end, and a sensor before the door.
pub fn doors<T: Real>(settings: WorldSettings<T>, chutes: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let (sin, cos) = SLOPE.sin_cos();
    let bed = yard.cuboid([4.0, 0.6, 0.1]);
    let side = yard.cuboid([4.0, 0.05, 0.3]);
    let (door, zone) = (yard.cuboid([0.06, 0.56, 0.5]), yard.cuboid([0.6, 0.5, 0.45]));
    // Doors meet crates alone, not the chutes that they close.
    let layers = |member: u32, sees: u32| Layers { member, sees };
    let (fixed, crates, moving) = (layers(4, u32::MAX), layers(1, u32::MAX), layers(2, 1));
    let smooth = impinge_sim::Material { friction: T::of(0.15), ..Default::default() };
    for i in 0..chutes {
        let y = 1.6 * (i as f64 - 0.5 * (chutes - 1) as f64);
        // Along the chute and across it, from the middle of its upper face.
        let place = |along: f64, above: f64| [along * cos + above * sin, y, 2.4 - along * sin + above * cos];
        let tilted = |along: f64, above: f64| turned(place(along, above), [0.0, 1.0, 0.0], SLOPE);
        yard.put(Body::fixed(bed, tilted(0.0, -0.1)).material(smooth).layers(fixed));
        for across in [-0.65, 0.65] {
            let [x, _, z] = place(0.0, 0.2);
            yard.put(Body::fixed(side, turned([x, y + across, z], [0.0, 1.0, 0.0], SLOPE)).layers(fixed));
        }
        let [x, _, z] = place(2.2, 0.5);
        let lifted = Body::kinematic(door, at(x + 0.2, y, z)).user_data(DOOR).layers(moving);
        yard.put(lifted);
        yard.put(Body::fixed(zone, tilted(1.3 - 0.15 * i as f64, 0.5)).sensor().user_data(DOOR));
        for k in 0..CRATES {
            let half = 0.16 + 0.03 * ((i + k) % 3) as f64;
            let crate_ = yard.cuboid([half; 3]);
            let place = tilted(-3.3 + 0.9 * k as f64, half + 0.01);
            yard.put(Body::dynamic(crate_, place).material(smooth).layers(crates));
        }
    }
    yard.finish()
}

/// A step after which each door opens as long as its sensor sees a crate, and closes when it does not.
pub fn step_doors<T: Real>(world: &mut World<T>, time: T) -> Result<StepReport<T>, WorldError> {
    let report = world.step(time)?;
    let tagged = |world: &World<T>, body: BodyHandle| world.user_data(body) == Ok(DOOR);
    let all: Vec<BodyHandle> = world.bodies().filter(|body| tagged(world, *body)).collect();
    for pair in all.chunks_exact(2) {
        let [door, sensor] = [pair[0], pair[1]];
        let sees = world.sensor_overlaps(sensor).any(|body| world.kind(body) == Ok(BodyKind::Dynamic));
        let (height, speed) = if sees { (OPEN, 3.0) } else { (0.0, 1.5) };
        let place = world.pose(door)?.translation();
        follow(world, door, [place.x, place.y, T::of(CLOSED + height)], speed, time)?;
    }
    Ok(report)
}

/// Stairs up to a gallery, a lift down from it, a way back past crates and a wall that slides across, and characters that go around.
pub fn characters<T: Real>(settings: WorldSettings<T>, count: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    for i in 0..8 {
        let height = 0.25 * f64::from(i + 1);
        let stair = yard.cuboid([0.2, 1.0, 0.5 * height]);
        yard.put(Body::fixed(stair, at(-3.0 + 0.4 * f64::from(i), 3.0, 0.5 * height)));
    }
    let gallery = yard.cuboid([1.4, 1.0, 0.1]);
    yard.put(Body::fixed(gallery, at(1.4, 3.0, 1.9)));
    let ramp = yard.cuboid([1.6, 1.0, 0.1]);
    yard.put(Body::fixed(ramp, turned([-4.3, -3.0, 0.2], [0.0, 1.0, 0.0], 0.35)));
    let lift = yard.cuboid([1.0, 1.0, 0.1]);
    yard.put(Body::kinematic(lift, at(3.85, 3.0, 1.9)).user_data(LIFT));
    let wall = yard.cuboid([0.1, 0.9, 0.8]);
    yard.put(Body::kinematic(wall, at(2.0, -4.5, 0.82)).user_data(WALL));
    let crate_ = yard.cuboid([0.3; 3]);
    for i in 0..6 {
        let place = at(0.4 - 0.7 * f64::from(i % 3), -2.4 - 0.7 * f64::from(i / 3), 0.3);
        yard.put(Body::dynamic(crate_, place).density(T::of(60.0)));
    }
    let person = yard.shape(Capsule::new(T::of(0.5), T::of(0.3)));
    for i in 0..count {
        let place = at(-4.5 - 0.8 * (i / 2) as f64, 2.6 + 0.8 * (i % 2) as f64, 0.82);
        yard.put(Body::kinematic(person, place).user_data(CHARACTER));
    }
    yard.finish()
}

/// A step after which the lift and the wall turn back at their ends and the characters walk on.
pub fn step_characters<T: Real>(world: &mut World<T>, time: T) -> Result<StepReport<T>, WorldError> {
    let report = world.step(time)?;
    let now = T::of(world.steps() as f64) * time;
    let all: Vec<(BodyHandle, u64)> =
        world.bodies().filter_map(|body| Some((body, world.user_data(body).ok()?))).collect();
    for &(body, tag) in &all {
        let place = world.pose(body)?.translation();
        match tag {
            LIFT => {
                // Four seconds above, two down, two below, two up.
                let phase = now.f64() % 10.0;
                let goal = if (4.0..8.0).contains(&phase) { 0.12 } else { 1.9 };
                follow(world, body, [place.x, place.y, T::of(goal)], 1.0, time)?;
            }
            WALL => {
                let goal = if now.f64() % 8.0 < 4.0 { -4.5 } else { -2.2 };
                follow(world, body, [place.x, T::of(goal), place.z], 0.8, time)?;
            }
            CHARACTER => {
                let mut character = Character::new(body, CharacterSettings::default());
                let [x, y, z] = place.to_array().map(|x| x.f64());
                let [lift_x, lift_z] = lift_of(world, &all)?;
                let goal = goal_of([x, y, z], [lift_x, lift_z]);
                let way = [goal[0] - x, goal[1] - y];
                let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
                let speed = if length > 0.05 { 1.6 / length } else { 0.0 };
                let velocity = [way[0] * speed, way[1] * speed, -4.0].map(T::of);
                character.walk(world, velocity, time)?;
            }
            _ => {}
        }
    }
    Ok(report)
}

/// Drives a kinematic body toward a place.
pub(super) fn follow<T: Real>(
    world: &mut World<T>,
    body: BodyHandle,
    goal: [T; 3],
    speed: f64,
    time: T,
) -> Result<(), WorldError> {
    let way = impinge::Vec3::from(goal) - world.pose(body)?.translation();
    let length = way.norm();
    let velocity = if length > T::ZERO { way * (T::of(speed).min(length / time) / length) } else { way };
    if world.velocity(body)? != velocity {
        world.set_velocity(body, velocity)?;
    }
    Ok(())
}

/// Position of the lift along the gallery, and its height.
fn lift_of<T: Real>(world: &World<T>, all: &[(BodyHandle, u64)]) -> Result<[f64; 2], WorldError> {
    let Some((lift, _)) = all.iter().find(|(_, tag)| *tag == LIFT) else { return Ok([0.0; 2]) };
    let place = world.pose(*lift)?.translation();
    Ok([place.x.f64(), place.z.f64()])
}

/// Next goal of a character at a place: around, by stairs, gallery, lift, crates and ramp.
fn goal_of([x, y, z]: [f64; 3], [lift_x, lift_z]: [f64; 2]) -> [f64; 2] {
    let stands_high = z > 2.4;
    if y > 1.8 && x > 4.95 && z < 1.6 {
        return [5.4, -3.2]; // Off the lift: along the far side.
    }
    if y > 1.8 && (x - lift_x).abs() < 1.0 {
        // On the lift: off it below, else to its middle.
        return if lift_z < 0.3 { [5.6, 3.0] } else { [lift_x.max(x.min(lift_x + 0.4)), y] };
    }
    if y > 1.8 && stands_high && x > 2.0 {
        return if lift_z > 1.85 { [lift_x, 3.0] } else { [2.2, y] }; // Waits for the lift.
    }
    if y > 1.8 && x < 4.0 && (y > 2.6 || z > 0.95) {
        return [4.0, 3.0]; // Up the stairs.
    }
    if y > -2.2 && x > 4.0 {
        return [5.4, -3.0];
    }
    if y < -1.5 && x > -5.8 {
        return [-6.2, -3.0]; // Past the wall, through the crates, over the ramp.
    }
    if x < -4.2 && y < 2.6 {
        return [-6.0, 3.0];
    }
    [-6.0, 2.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(
        mut world: World<f64>,
        step: fn(&mut World<f64>, f64) -> Result<StepReport<f64>, WorldError>,
        steps: usize,
    ) -> World<f64> {
        for _ in 0..steps {
            step(&mut world, 1.0 / 60.0).unwrap();
        }
        world
    }

    /// Bodies come to rest on all three platforms and on the floor.
    #[test]
    fn bodies_end_on_all_platforms() {
        let world = run(platforms(WorldSettings::default(), 36, 1), step_platforms, 480);
        let mut on = [0; 4];
        for body in world.bodies().filter(|body| world.kind(*body) == Ok(BodyKind::Dynamic)) {
            let z = world.pose(body).unwrap().translation().z;
            on[((z - 0.5) / 2.0).max(0.0) as usize] += 1;
        }
        assert!(on.iter().all(|count| *count > 2), "{on:?}");
    }

    /// All crates leave their chutes through the doors.
    #[test]
    fn crates_pass_the_doors() {
        let world = run(doors(WorldSettings::default(), 4), step_doors, 480);
        let crates = world.bodies().filter(|body| world.kind(*body) == Ok(BodyKind::Dynamic));
        let left = crates.filter(|body| world.pose(*body).unwrap().translation().x > 2.3).count();
        assert!(left >= 12, "{left} of 16");
    }

    /// Each character has been on the gallery and on the far side after a round.
    #[test]
    fn characters_go_around() {
        let mut world = characters::<f64>(WorldSettings::default(), 2);
        let all: Vec<_> = world.bodies().filter(|body| world.user_data(*body) == Ok(CHARACTER)).collect();
        let mut seen = vec![[false; 3]; all.len()];
        for _ in 0..3000 {
            step_characters(&mut world, 1.0 / 60.0).unwrap();
            for (seen, body) in seen.iter_mut().zip(&all) {
                let at = world.pose(*body).unwrap().translation();
                seen[0] |= at.z > 2.5 && at.x > 0.5;
                seen[1] |= at.y < -1.5 && at.x > 4.0;
                seen[2] |= seen[1] && at.x < -4.0;
            }
        }
        assert!(seen.iter().flatten().all(|seen| *seen), "{seen:?}");
    }
}
