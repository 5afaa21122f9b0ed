//! Crates on conveyor belts, sorted by their height.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use impinge::{ConvexPolyhedron, Real, Vec3};
use impinge_sim::{
    Body, BodyHandle, BodyKind, Combine, Material, StepReport, World, WorldError, WorldSettings,
};

use super::driven::follow;
use super::yard::{Yard, at, turned};

/// User data of the gate and of its sensor.
const GATE: u64 = 6;

/// Height of the belts' upper faces, half their thickness, and half the width of the main one.
const TOP: f64 = 1.5;
const THIN: f64 = 0.06;
const WIDE: f64 = 0.6;
/// Each belt lies this much below the one before it.
const DROP: f64 = 0.01;
/// Speeds of the feeding belt, and of all others: on these crates are farther apart by the ratio of both.
const SLOW: f64 = 0.6;
const FAST: f64 = 2.0;
/// Distance of crates on the feeding belt.
const PITCH: f64 = 1.0;
/// End of the main belt, and radius of the bend behind it.
const END: f64 = 4.0;
const BEND: f64 = 1.4;
/// Middles of the bins, and half the inner length of their walls.
const BINS: [[f64; 2]; 2] = [[1.2, WIDE + 5.3], [END + BEND, -BEND - 4.1]];
const BIN: f64 = 1.6;
/// Heights of the closed gate's middle and of the open one's.
const CLOSED: f64 = TOP + 0.37;
const OPEN: f64 = CLOSED + 1.2;

/// Crates of two heights on belts: a slow belt feeds a fast one, so that they move apart; a sensor sees the high ones and closes a gate
/// across the belt, along which these slide onto a belt to the side. The low ones go around a bend. Both end in bins.
pub fn conveyor<T: Real>(settings: WorldSettings<T>, crates: usize) -> World<T> {
    let mut yard = Yard::new(settings);
    let length = PITCH * crates as f64 + 0.5;
    // In the order in which crates meet them: middle, half the length, half the width, direction, speed, rank.
    let straight = [
        ([-END - 0.5 * length, 0.0], 0.5 * length, WIDE, 0.0, SLOW, 0),
        ([0.0, 0.0], END, WIDE, 0.0, FAST, 1),
        ([1.2, WIDE + 1.8], 1.8, 1.1, FRAC_PI_2, FAST, 2),
        ([END + BEND, -BEND - 1.2], 1.2, WIDE, -FRAC_PI_2, FAST, 3),
    ];
    for ([x, y], long, wide, yaw, speed, rank) in straight {
        let shape = yard.cuboid([long, wide, THIN]);
        let height = TOP - DROP * f64::from(rank) - THIN;
        let body = Body::fixed(shape, turned([x, y, height], [0.0, 0.0, 1.0], yaw));
        yard.put(body.surface_velocity([speed, 0.0, 0.0].map(T::of), [T::ZERO; 3]));
        let leg = yard.cuboid([0.05, wide - 0.1, 0.5 * (height - THIN)]);
        for end in [-1.0, 1.0] {
            let along = end * (long - 0.2);
            let place = [x + along * yaw.cos(), y + along * yaw.sin(), 0.5 * (height - THIN)];
            yard.put(Body::fixed(leg, turned(place, [0.0, 0.0, 1.0], yaw)));
        }
    }
    bend(&mut yard);

    let gate = yard.cuboid([1.0, 0.04, 0.3]);
    let smooth =
        Material { friction: T::of(0.02), combine_friction: Combine::Smaller, ..Material::default() };
    let plate = Body::kinematic(gate, turned([0.7, 0.0, OPEN], [0.0, 0.0, 1.0], FRAC_PI_4));
    yard.put(plate.material(smooth).user_data(GATE));
    let zone = yard.cuboid([1.45, WIDE - 0.05, 0.14]);
    yard.put(Body::fixed(zone, at(-0.25, 0.0, TOP + 0.76)).sensor().user_data(GATE));

    for [x, y] in BINS {
        for (side, along) in [([BIN, 0.05, 0.35], [0.0, BIN]), ([0.05, BIN, 0.35], [BIN, 0.0])] {
            let wall = yard.cuboid(side);
            for sign in [-1.0, 1.0] {
                yard.put(Body::fixed(wall, at(x + sign * along[0], y + sign * along[1], 0.35)));
            }
        }
    }
    let (low, high) = (yard.cuboid([0.25; 3]), yard.cuboid([0.3, 0.3, 0.4]));
    for i in 0..crates {
        let (shape, half) = if i % 3 == 1 { (high, 0.4) } else { (low, 0.25) };
        yard.put(Body::dynamic(shape, at(-END - 0.5 - PITCH * i as f64, 0.0, TOP + half)));
    }
    yard.finish()
}

/// A quarter of a disc whose surface turns about its tip: a bend to the right.
fn bend<T: Real>(yard: &mut Yard<T>) {
    let mut corners = Vec::new();
    for z in [-THIN, THIN] {
        corners.push(Vec3::new(0.0, 0.0, z));
        let arc = (0..=12).map(|k| FRAC_PI_2 * f64::from(k) / 12.0);
        corners.extend(
            arc.map(|angle| Vec3::new(angle.cos(), angle.sin(), 0.0) * (BEND + WIDE) + Vec3::axis(2) * z),
        );
    }
    let corners: Vec<Vec3<T>> = corners.into_iter().map(Vec3::cast).collect();
    let shape = yard.shape(ConvexPolyhedron::new(&corners));
    let body = Body::fixed(shape, at(END, -BEND, TOP - 2.0 * DROP - THIN));
    yard.put(body.surface_velocity([T::ZERO; 3], [0.0, 0.0, -FAST / BEND].map(T::of)));
    let leg = yard.cuboid([0.05, 0.05, 0.5 * (TOP - 2.0 * DROP - 2.0 * THIN)]);
    yard.put(Body::fixed(leg, at(END + 1.0, -BEND + 1.0, 0.5 * (TOP - 2.0 * DROP - 2.0 * THIN))));
}

/// A step after which the gate is closed as long as its sensor sees a crate, and opened when it does not.
pub fn step_conveyor<T: Real>(world: &mut World<T>, time: T) -> Result<StepReport<T>, WorldError> {
    let report = world.step(time)?;
    let all: Vec<BodyHandle> = world.bodies().filter(|body| world.user_data(*body) == Ok(GATE)).collect();
    for pair in all.chunks_exact(2) {
        let [gate, sensor] = [pair[0], pair[1]];
        let sees = world.sensor_overlaps(sensor).any(|body| world.kind(body) == Ok(BodyKind::Dynamic));
        let place = world.pose(gate)?.translation();
        let height = T::of(if sees { CLOSED } else { OPEN });
        follow(world, gate, [place.x, place.y, height], 4.0, time)?;
    }
    Ok(report)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// High crates end in the bin to the side, low ones in that behind the bend.
    #[test]
    fn crates_are_sorted() {
        let mut world = conveyor::<f64>(WorldSettings::default(), 10);
        for _ in 0..1500 {
            step_conveyor(&mut world, 1.0 / 60.0).unwrap();
        }
        let crates = world.bodies().filter(|body| world.kind(*body) == Ok(BodyKind::Dynamic));
        let ends: Vec<_> = crates.map(|body| world.pose(body).unwrap().translation()).collect();
        assert_eq!(ends.len(), 10);
        for (i, end) in ends.iter().enumerate() {
            let bin = BINS[usize::from(i % 3 != 1)];
            let is_in = (end.x - bin[0]).abs() < BIN && (end.y - bin[1]).abs() < BIN;
            assert!(is_in, "crate {i} at {end:?} of {ends:?}");
        }
    }
}
