//! Energy of the soft step: contacts take energy, and add none, whatever the shape, its spin and the length of the step; restitution gives
//! back a part of what impacts took.

use impinge::{Cuboid, Pose, Rot3, Sphere, Vec3};
use impinge_scenes::searches::energy::{Gain, MOST, rows};
use impinge_scenes::searches::{Row, elastic};
use impinge_sim::{Body, Material, NoOverlapSettings, SoftSettings, Solver, World, WorldSettings};
use impinge_sim_tests::add_floor;

fn without_faults(rows: &[Row]) -> usize {
    for row in rows {
        assert_eq!(row.faults, 0, "{row:?}");
    }
    rows.iter().map(|row| row.cases).sum()
}

// Thin rods were struck as if they had the orientation of the start of the step, stopped at impacts with an angular velocity that did
// not belong to their orientation there, and had friction of the last sub-step taken back with another inertia: 55 of 120 rods gained
// over 10 %, up to 22,898 times. Then 1 of 30 bodies still gained over 1 %, most of them on light plates.
#[test]
fn contacts_add_no_energy() {
    assert_eq!(without_faults(&rows(38, 660, |throw| Some(throw.gain::<f64>()))), 5 * 660);
}

#[test]
fn contacts_add_no_energy_in_single_precision() {
    without_faults(&rows(39, 110, |throw| Some(throw.gain::<f32>())));
}

// Each contact bounced with the speed at which it was approached before the step, even if another one had stopped the bodies already: 27
// boxes had 2,326 times their energy after 50 seconds, balls and boxes 110 times.
#[test]
fn bodies_in_a_closed_room_bounce_without_gaining_energy() {
    without_faults(&elastic::rows(38, 20, 4.0, |room, time| room.rise::<f64>(time)));
}

/// Two bodies alone bounce by Newton's law.
#[test]
fn an_impact_of_two_bodies_gives_back_the_square_of_the_restitution() {
    for restitution in [0.3, 0.7, 1.0] {
        let weightless = WorldSettings { gravity: Vec3::ZERO, ..WorldSettings::default() };
        let mut world = World::<f64>::new(weightless);
        let ball = world.add_shape(Sphere::new(0.5));
        let material = Material { restitution, ..Material::default() };
        let [a, b] = [-1.0, 1.0].map(|side| {
            let body = Body::dynamic(ball, Pose::at([side, 0.0, 0.0])).material(material);
            world.add(body.velocity([-3.0 * side, 0.0, 0.0])).unwrap()
        });
        for _ in 0..60 {
            world.step(1.0 / 60.0).unwrap();
        }
        let [a, b] = [a, b].map(|body| world.velocity(body).unwrap().x);
        assert!((b - a - 6.0 * restitution).abs() < 1e-9, "{a} {b}");
    }
}

// Damping was applied once in each sub-step: 0.5718 instead of 0.625 in a second.
#[test]
fn damping_is_that_of_the_whole_step() {
    for substeps in [1, 4, 7] {
        let soft = Solver::Soft(SoftSettings { substeps, ..SoftSettings::default() });
        let no_overlap = Solver::NoOverlap(NoOverlapSettings { substeps, ..NoOverlapSettings::default() });
        for solver in [soft, no_overlap] {
            let gravity = Vec3::ZERO;
            let mut world = World::<f64>::new(WorldSettings { solver, gravity, ..WorldSettings::default() });
            let cube = world.add_shape(Cuboid::new([0.5; 3]));
            let body = Body::dynamic(cube, Pose::IDENTITY).damping(0.6, 3.0);
            let body = world.add(body.velocity([1.0, 0.0, 0.0]).angular_velocity([0.0, 0.1, 0.0])).unwrap();
            world.step(1.0).unwrap();
            assert!((world.velocity(body).unwrap().x - 0.625).abs() < 1e-12);
            assert!((world.angular_velocity(body).unwrap().y - 0.025).abs() < 1e-12);
        }
    }
}

/// Energy that contacts give in two seconds, relative to the energy at the start; the floor is at height 0.
fn gain(world: &mut World<f64>) -> f64 {
    let mut gain = Gain::new(world.kinetic_energy(), world.energy());
    for _ in 0..120 {
        world.step(1.0 / 60.0).unwrap();
        gain.see(world.kinetic_energy(), world.energy());
    }
    gain.relative()
}

// The rod that gained most, 22,898 times, and one beside a wall that gained 69 times.
#[test]
fn a_thin_rod_on_a_floor_and_one_at_a_wall_gain_no_energy() {
    let mut world = World::<f64>::default();
    add_floor(&mut world);
    let rod = world.add_shape(Cuboid::new([0.02, 1.0, 0.02]));
    let body = Body::dynamic(rod, Pose::at([0.0, 0.0, 1.502_167_273_206_466_8])).density(1.0);
    let spin = [-2.511_792_158_147_069_5, -0.399_591_761_911_161_8, -2.770_048_573_265_264];
    world.add(body.velocity([0.0, 0.0, -2.0]).angular_velocity(spin)).unwrap();
    assert!(gain(&mut world) < MOST);

    let mut world = World::<f64>::default();
    let wall = world.add_shape(Cuboid::new([0.01, 9.0, 9.0]));
    world.add(Body::fixed(wall, Pose::IDENTITY)).unwrap();
    let rod = world.add_shape(Cuboid::new([0.05, 1.5, 0.05]));
    let body = Body::dynamic(rod, Pose::new(Vec3::new(-1.43, 0.0, 0.0), Rot3::IDENTITY)).density(1.0);
    world.add(body.velocity([2.0, 0.0, 0.0]).angular_velocity([20.0, 10.0, 30.0])).unwrap();
    assert!(gain(&mut world) < MOST);
}
