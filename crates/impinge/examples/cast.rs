//! When do moving bodies touch? A tool that screws towards a plate, a bullet, and what each answer promises.

use impinge::{
    Capsule, CastSettings, Cuboid, Cylinder, Motion, Pose, Shape, Sphere, cast, cast_with, distance,
};

fn main() {
    // A bit that turns three times while it goes down by 2, and a plate below it that is tilted.
    let bit = Cylinder::new(0.25, 0.5).at(Pose::at([0.0, 0.0, 2.0]));
    let plate =
        Cuboid::new([1.0, 1.0, 0.1]).at(Pose::turned(impinge::Rot3::from_axis_angle([1.0, 0.0, 0.0], 0.2)));
    let down = Motion::screw([0.0, 0.0, 0.0], [0.0, 0.0, -1.0], 6.0 * std::f64::consts::PI, 2.0);
    let impact = cast(&bit, &plate, &down, &Motion::still()).expect("it reaches the plate");
    println!(
        "the bit touches at {:.9} + {:.0e} of the way, at {:?}, {} support calls",
        impact.time,
        impact.time_error,
        impact.point_a.to_array(),
        impact.iterations
    );

    // Before that time they are apart: this is proven, and any distance shows it.
    let before = down.pose(impact.time * 0.999) * Pose::at([0.0, 0.0, 2.0]);
    assert!(distance(&Cylinder::new(0.25, 0.5).at(before), &plate).distance > 0.0);
    assert!(impact.distance <= 1e-8);

    // A bullet that flies 500 m in the step, through a wall of 1 cm: no step is too long.
    let bullet = Capsule::new(0.01_f64, 0.004).at(Pose::at([0.0, 0.0, 1.0]));
    let wall = Cuboid::new([0.005, 5.0, 5.0]).at(Pose::at([321.0, 0.0, 0.0]));
    let flight = Motion::rotation([0.0, 0.0, 1.0], [1.0, 0.0, 0.0], 300.0).moving([500.0, 0.0, 0.0]);
    let hit = cast(&bullet, &wall, &flight, &Motion::still()).expect("the wall is in the way");
    println!("the bullet hits after {:.6} m", hit.time * 500.0);
    let nose: f64 = 321.0 - 0.005 - 0.004;
    assert!((hit.time * 500.0 - nose).abs() < 0.011);

    // Two bodies in formation: neither moves as seen from the other, whatever they do.
    let turn = Motion::rotation([9.0, 0.0, 0.0], [0.0, 1.0, 0.0], 40.0);
    assert!(cast(&Sphere::new(1.0), &Sphere::new(1.0).at(Pose::at([2.5, 0.0, 0.0])), &turn, &turn).is_none());

    // When do they come within a safe distance?
    let keep = CastSettings { separation: 0.5, ..CastSettings::default() };
    let near = cast_with(&bit, &plate, &down, &Motion::still(), &keep).expect("it comes near");
    assert!(near.time < impact.time);
    println!("half a meter before: {:.6}", near.time);
}
