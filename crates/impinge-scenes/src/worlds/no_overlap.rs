//! Scenes of the no-overlap study: a brick wall to shoot at, a pile of letters, and ragdolls on stairs. Gravity is down the z axis,
//! lengths are meters.

use impinge::body::Compound;
use impinge::math::Mat3;
use impinge::{AnyShape, Cuboid, HalfSpace, Pose, Real, Rot3, Sphere, Vec3};
use impinge_sim::{Body, BodyHandle, Mass, NoOverlapSettings, ShapeHandle, Solver, World, WorldSettings};

use super::figure::{FigureSettings, add_figure};

/// Half extents of a brick, along the wall, through it and up.
pub const BRICK: [f64; 3] = [0.25, 0.125, 0.1];

/// A world with the no-overlap solver, with a floor at height 0.
pub fn floor<T: Real>(settings: NoOverlapSettings<T>) -> World<T> {
    let mut world =
        World::new(WorldSettings { solver: Solver::NoOverlap(settings), ..WorldSettings::default() });
    let floor = world.add_shape(HalfSpace::new([T::ZERO, T::ZERO, T::ONE], T::ZERO));
    world.add(Body::fixed(floor, Pose::IDENTITY)).expect("a floor");
    world
}

/// A wall in bond: every other row begins with half a brick. `gap` is left between bricks, and to the floor.
pub fn wall<T: Real>(world: &mut World<T>, columns: usize, rows: usize, gap: f64) -> Vec<BodyHandle> {
    let [length, depth, height] = BRICK;
    let whole = world.add_shape(Cuboid::new(BRICK.map(T::of)));
    // Two halves and the gap between them are as long as a brick.
    let half = (length - gap / 2.0) / 2.0;
    let end = world.add_shape(Cuboid::new([half, depth, height].map(T::of)));
    let pitch = 2.0 * length + gap;
    let mut bricks = Vec::new();
    for row in 0..rows {
        let z = (row as f64 + 0.5) * (2.0 * height + gap) + gap / 2.0;
        let mut put = |shape: ShapeHandle, x: f64| {
            let pose = Pose::at([x, 0.0, z].map(T::of));
            bricks.push(world.add(Body::dynamic(shape, pose).density(T::of(2000.0))).expect("a brick"));
        };
        if row.is_multiple_of(2) {
            (0..columns).for_each(|i| put(whole, i as f64 * pitch));
        } else {
            put(end, half - length);
            (1..columns).for_each(|i| put(whole, (i as f64 - 0.5) * pitch));
            put(end, (columns - 1) as f64 * pitch + length - half);
        }
    }
    bricks
}

/// A ball of 0.2 m radius and the mass of eight bricks, shot at a point of a wall from 2 m in front of it.
pub fn shoot<T: Real>(world: &mut World<T>, at: [f64; 2], speed: f64) -> BodyHandle {
    let ball = world.add_shape(Sphere::new(T::of(0.2)));
    let pose = Pose::at([at[0], -2.0, at[1]].map(T::of));
    let body = Body::dynamic(ball, pose).density(T::of(12_000.0)).velocity([0.0, speed, 0.0].map(T::of));
    world.add(body).expect("a ball")
}

/// Bars of the letters, by their smallest and largest corners, in units in which a letter is 5 high.
const LETTERS: [&[[f64; 4]]; 4] = [
    &[[0.0, 0.0, 1.0, 5.0], [1.0, 0.0, 3.0, 1.0]],
    &[[0.0, 4.0, 3.0, 5.0], [1.0, 0.0, 2.0, 4.0]],
    &[[0.0, 0.0, 1.0, 5.0], [1.0, 0.0, 3.0, 1.0], [1.0, 2.0, 3.0, 3.0], [1.0, 4.0, 3.0, 5.0]],
    &[[0.0, 0.0, 1.0, 5.0], [2.0, 0.0, 3.0, 5.0], [1.0, 2.0, 2.0, 3.0]],
];

/// The letters L, T, E and H, as compounds of boxes, 0.5 m high and 0.1 m thick, with their masses.
pub fn letters<T: Real>(world: &mut World<T>) -> Vec<(ShapeHandle, Mass<T>)> {
    const UNIT: f64 = 0.1;
    const DENSITY: f64 = 700.0;
    let build = |bars: &&[[f64; 4]]| {
        let boxes: Vec<_> = bars
            .iter()
            .map(|&[x, y, right, top]| {
                let half = [(right - x) / 2.0, (top - y) / 2.0, 0.5].map(|c| c * UNIT);
                let center = [x + right - 3.0, y + top - 5.0, 0.0].map(|c| c / 2.0 * UNIT);
                (Vec3::from(half), Vec3::from(center))
            })
            .collect();
        let parts = boxes.iter().map(|&(half, center)| {
            (AnyShape::from(Cuboid::new(half.cast::<T>())), Pose::at(center.cast::<T>()))
        });
        (world.add_shape(Compound::new(parts)), mass_of(&boxes, DENSITY))
    };
    LETTERS.iter().map(build).collect()
}

/// Mass of boxes side by side.
fn mass_of<T: Real>(boxes: &[(Vec3<f64>, Vec3<f64>)], density: f64) -> Mass<T> {
    let masses: Vec<f64> = boxes.iter().map(|(half, _)| 8.0 * density * half.x * half.y * half.z).collect();
    let mass: f64 = masses.iter().sum();
    let moment = boxes.iter().zip(&masses).fold(Vec3::ZERO, |sum, ((_, center), m)| sum + *center * *m);
    let center: Vec3<f64> = moment / mass;
    let mut inertia = Mat3::<f64>::default();
    for ((half, at), m) in boxes.iter().zip(&masses) {
        let [x, y, z] = half.map(|c| c * c / 3.0).to_array();
        inertia += (Mat3::diagonal(y + z, x + z, x + y) + Mat3::point_inertia(*at - center)) * *m;
    }
    Mass { mass: T::of(mass), center: center.cast(), inertia: inertia.cast() }
}

/// Letters above the floor, five in a layer, each layer rotated by its own angle.
pub fn pile<T: Real>(world: &mut World<T>, count: usize) -> Vec<BodyHandle> {
    let letters = letters(world);
    let place = |i: usize| {
        let (layer, spot) = (i / 5, i % 5);
        let angle = 0.7 * layer as f64 + 1.3 * spot as f64;
        let [x, y] = [[0.0, 0.0], [0.7, 0.0], [-0.7, 0.0], [0.0, 0.7], [0.0, -0.7]][spot];
        let turned = Rot3::from_axis_angle([T::ONE, T::of(0.3), T::of(0.2 * spot as f64)], T::of(angle));
        let (shape, mass) = letters[i % letters.len()];
        Body::dynamic(shape, Pose::new([x, y, 0.6 + 0.7 * layer as f64].map(T::of), turned)).mass(mass)
    };
    (0..count).map(|i| world.add(place(i)).expect("a letter")).collect()
}

/// Ragdolls side by side that tip over at the top of ten stairs, each a little farther than the last.
pub fn figures<T: Real>(world: &mut World<T>, count: usize) -> Vec<BodyHandle> {
    let wide = 0.75 * count as f64 + 1.0;
    for i in 0..10_u32 {
        let height = 0.2 * f64::from(10 - i);
        let stair = world.add_shape(Cuboid::new([0.15, wide, height / 2.0].map(T::of)));
        let place = Pose::at([0.3 * f64::from(i), 0.0, height / 2.0].map(T::of));
        world.add(Body::fixed(stair, place)).expect("a stair");
    }
    let bones = |k: usize| {
        let lean =
            Rot3::from_axis_angle([0.0, 1.0, 0.0].map(T::of), T::of(0.2 + 0.1 * k as f64 / count as f64));
        let pose = Pose::new([-0.1, 1.5 * k as f64 - wide + 1.75, 2.05].map(T::of), lean);
        add_figure(world, &pose, &FigureSettings::default()).expect("a figure").bones
    };
    (0..count).flat_map(bones).collect()
}
