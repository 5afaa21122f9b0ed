//! Refused changes, after which the world is unchanged.

use impinge_scenes::worlds::{FigureSettings, add_figure};
use impinge_sim::joint::{Ball, Distance, Hinge, Motor, Slider, Spring, Universal};
use impinge_sim::{Joint, World, WorldError};

use super::{add_cube, v, world_on_cube};

const X: [f64; 3] = [1.0, 0.0, 0.0];
const NAN: f64 = f64::NAN;

#[test]
fn joints_that_make_no_sense() {
    let (mut world, a) = world_on_cube::<f64>(9.81);
    let b = add_cube(&mut world, v(1.0, 0.0, 0.0));
    let hinge = |hinge| Joint::hinge([0.0; 3], X, hinge);
    let rod = |distance| Joint::distance([0.0; 3], X, distance);
    let motor = |speed, strength| Hinge { motor: Some(Motor { speed, strength }), ..Hinge::default() };
    let spring =
        |stiffness, damping| Distance { spring: Some(Spring { stiffness, damping }), ..Distance::default() };
    let cases = [
        (
            Joint::ball([NAN, 0.0, 0.0], X, Ball::default()),
            "the point of the joint is NaN; it must be a finite number",
        ),
        (
            Joint::ball([0.0; 3], [0.0, f64::INFINITY, 0.0], Ball::default()),
            "the axis of the joint is inf; it must be a finite number",
        ),
        (
            Joint::ball([0.0; 3], [0.0; 3], Ball::default()),
            "an axis of the joint has no length, or its axes are parallel",
        ),
        (
            Joint::universal([0.0; 3], X, [-2.0, 0.0, 0.0], Universal::default()),
            "an axis of the joint has no length, or its axes are parallel",
        ),
        (
            Joint::ball([0.0; 3], X, Ball { cone: Some(-0.1), ..Ball::default() }),
            "the cone of the joint is limited to 0 to -0.1; limits must be in order, from 0 to 3.141592653589793",
        ),
        (
            Joint::ball([0.0; 3], X, Ball { cone: Some(NAN), ..Ball::default() }),
            "the cone of the joint is NaN; it must be a finite number",
        ),
        (
            Joint::ball([0.0; 3], X, Ball { twist: Some([1.0, -1.0]), ..Ball::default() }),
            "the twist of the joint is limited to 1 to -1; limits must be in order, from -3.141592653589793 to 3.141592653589793",
        ),
        (
            Joint::ball([0.0; 3], X, Ball { friction: -1.0, ..Ball::default() }),
            "the friction of the joint is -1; it must not be below 0",
        ),
        (
            hinge(Hinge { limits: Some([0.5, 0.4]), ..Hinge::default() }),
            "the angle of the joint is limited to 0.5 to 0.4; limits must be in order, from -6.283185307179586 to 6.283185307179586",
        ),
        (
            hinge(Hinge { limits: Some([-4.0, 4.0]), ..Hinge::default() }),
            "the range of the joint is limited to 0 to 8; limits must be in order, from 0 to 6.283185307179586",
        ),
        (
            hinge(Hinge { limits: Some([NAN, 0.4]), ..Hinge::default() }),
            "the angle of the joint is NaN; it must be a finite number",
        ),
        (hinge(motor(NAN, 1.0)), "the speed of the motor is NaN; it must be a finite number"),
        (hinge(motor(1.0, -1.0)), "the strength of the motor is -1; it must not be below 0"),
        (
            Joint::slider([0.0; 3], X, Slider { limits: Some([2.0, 1.0]), ..Slider::default() }),
            "the way of the joint is limited to 2 to 1; limits must be in order, from -7.022238808055922e305 to 7.022238808055922e305",
        ),
        (
            rod(Distance { length: Some(-1.0), ..Distance::default() }),
            "the length of the joint is -1; it must not be below 0",
        ),
        (
            rod(Distance { range: Some([-1.0, 1.0]), ..Distance::default() }),
            "the range of the joint is limited to -1 to 1; limits must be in order, from 0 to 7.022238808055922e305",
        ),
        (rod(spring(0.0, 0.0)), "the stiffness of the joint is 0; it must be above 0"),
        (rod(spring(1.0, NAN)), "the damping of the joint is NaN; it must be a finite number"),
        (Joint::gear(X, X, 0.0), "the size of the gear's ratio is 0; it must be above 0"),
        (Joint::gear(X, X, NAN), "the ratio of the gear is NaN; it must be a finite number"),
    ];
    for (joint, message) in cases {
        assert_eq!(world.add_joint(a, b, joint).unwrap_err().to_string(), message);
    }
    let joint = Joint::weld([0.0; 3]);
    assert_eq!(world.add_joint(b, b, joint), Err(WorldError::JointToItself(b)));
    let c = add_cube(&mut world, v(2.0, 0.0, 0.0));
    world.remove(c).unwrap();
    assert!(matches!(world.add_joint(a, c, joint), Err(WorldError::Scene(_))));
    assert_eq!(world.joints().count(), 0);
    assert!(!world.scene().is_ignored(a, b).unwrap());
}

#[test]
fn joints_that_are_not_there_or_have_no_motor() {
    let (mut world, a) = world_on_cube::<f64>(9.81);
    let b = add_cube(&mut world, v(1.0, 0.0, 0.0));
    let weld = world.add_joint(a, b, Joint::weld([0.0; 3])).unwrap();
    let motor = Some(Motor { speed: 1.0, strength: 1.0 });
    assert_eq!(world.set_motor(weld, motor), Err(WorldError::NoMotor { joint: 0 }));
    world.remove_joint(weld).unwrap();
    let stale = WorldError::StaleJoint { joint: 0 };
    assert_eq!(world.remove_joint(weld), Err(stale.clone()));
    assert_eq!(world.set_motor(weld, motor), Err(stale.clone()));
    assert_eq!(world.joint(weld), Err(stale));
    let next = world.add_joint(a, b, Joint::hinge([0.0; 3], X, Hinge::default())).unwrap();
    assert_ne!(next, weld, "numbers are not used again");
    let weak = Some(Motor { speed: NAN, strength: 1.0 });
    let refused = world.set_motor(next, weak).unwrap_err().to_string();
    assert_eq!(refused, "the speed of the motor is NaN; it must be a finite number");
}

#[test]
fn figures_that_make_no_sense_leave_nothing_behind() {
    let mut world = World::<f64>::default();
    let settings = FigureSettings::default();
    let good = impinge::Pose::IDENTITY;
    for (settings, message) in [
        (FigureSettings { height: 0.0, ..settings }, "the height of the figure is 0; it must be above 0"),
        (FigureSettings { mass: -1.0, ..settings }, "the mass of the figure is -1; it must be above 0"),
        (
            FigureSettings { mass: NAN, ..settings },
            "the mass of the figure is NaN; it must be a finite number",
        ),
        (
            FigureSettings { friction: -1.0, ..settings },
            "the friction of the joint is -1; it must not be below 0",
        ),
    ] {
        assert_eq!(add_figure(&mut world, &good, &settings).unwrap_err().to_string(), message);
        assert_eq!((world.scene().objects().count(), world.joints().count()), (0, 0));
    }
}
