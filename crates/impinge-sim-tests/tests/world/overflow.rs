//! Steps that would write a number that is not finite: they name the bodies, and leave the world as it was.

use impinge::{Pose, Real, Sphere};
use impinge_scenes::worlds::{FigureSettings, add_figure};
use impinge_sim::joint::Ball;
use impinge_sim::{
    Body, EventSettings, Joint, Mass, NoOverlapSettings, SleepSettings, Solver, World, WorldError,
    WorldSettings,
};
use impinge_sim_tests::add_floor;
use serde::{Deserialize, Serialize};

/// Two heavy balls that hit one another at the largest speeds, and a figure and cubes that have nothing to do with them.
fn world<T: Real>(solver: Solver<T>, joined: bool) -> World<T> {
    let settings = WorldSettings {
        solver,
        sleep: Some(SleepSettings::default()),
        events: Some(EventSettings { impact: T::ZERO }),
        ..WorldSettings::default()
    };
    let mut world = World::<T>::new(settings);
    add_floor(&mut world);
    let ball = world.add_shape(Sphere::new(T::of(0.5)));
    let v = |x: f64, y: f64, z: f64| [T::of(x), T::of(y), T::of(z)];
    for i in 0..3 {
        world.add(Body::dynamic(ball, Pose::at(v(f64::from(i) * 1.01, 5.0, 0.51)))).unwrap();
    }
    if joined {
        let figure = FigureSettings { height: T::of(1.8), ..FigureSettings::default() };
        add_figure(&mut world, &Pose::at(v(0.0, -5.0, 0.05)), &figure).unwrap();
    }
    let most = T::power_of_two(T::MAX_EXPONENT - 8);
    let unit = world.mass(world.bodies().nth(1).unwrap()).unwrap();
    let heavy = Mass { mass: unit.mass * most.sqrt(), inertia: unit.inertia * most.sqrt(), ..unit };
    let [a, b] = [-1.0, 1.0].map(|side| {
        let body = Body::dynamic(ball, Pose::at(v(side * 0.51, 0.0, 3.0))).mass(heavy);
        let speed = T::power_of_two(T::MAX_EXPONENT - 9) * T::of(-side);
        world.add(body.velocity([speed, T::ZERO, T::ZERO]).angular_velocity([speed, speed, -speed])).unwrap()
    });
    if joined {
        world.add_joint(a, b, Joint::ball(v(0.0, 0.0, 3.0), v(1.0, 0.0, 0.0), Ball::default())).unwrap();
    }
    world
}

fn check<T: Real + Serialize + for<'a> Deserialize<'a>>(solver: Solver<T>, joined: bool) -> usize {
    let mut world = world(solver, joined);
    let mut refused = 0;
    for _ in 0..4 {
        let before = serde_json::to_string(&world).unwrap();
        let result = world.step(T::of(1.0 / 60.0));
        let after = serde_json::to_string(&world).unwrap();
        assert!(serde_json::from_str::<World<T>>(&after).is_ok(), "every number is finite");
        let Err(error) = result else { continue };
        assert_eq!(after, before, "nothing changed: {error}");
        refused += 1;
        if let WorldError::Overflow { bodies } = &error {
            assert!(error.to_string().starts_with("the motion would not be finite for body "), "{error}");
            assert!(!bodies.is_empty(), "{error}");
            for &body in bodies {
                world.remove(body).unwrap();
            }
            world.step(T::of(1.0 / 60.0)).expect("the others go on");
        }
    }
    refused
}

#[test]
fn steps_beyond_the_range_of_numbers_are_refused_and_change_nothing() {
    let pool = |threads: usize| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    for threads in [1, 3] {
        pool(threads).install(|| {
            let mut refused = 0;
            for joined in [false, true] {
                refused += check::<f64>(Solver::default(), joined) + check::<f32>(Solver::default(), joined);
                let exact = Solver::NoOverlap(NoOverlapSettings::default());
                check::<f64>(exact, joined);
            }
            assert!(refused >= 2, "{refused} steps were refused on {threads} threads");
        });
    }
}
