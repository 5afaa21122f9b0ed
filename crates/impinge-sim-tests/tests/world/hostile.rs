//! Hostile numbers: what a world takes, it steps with, and no number of its state is NaN or infinite afterwards. What it refuses, it
//! refuses with an error that says what is wrong.

use std::panic::{AssertUnwindSafe, catch_unwind};

use impinge::math::Mat3;
use impinge::{Pose, Real, Sphere, Vec3};
use impinge_scenes::worlds::{FigureSettings, add_figure};
use impinge_sim::joint::{Ball, Distance, Hinge, Motor, Slider, Spring, Universal};
use impinge_sim::study::ThesisSettings;
use impinge_sim::{
    Body, BodyHandle, Character, CharacterSettings, EventSettings, Joint, JointSettings, Mass, Material,
    NoOverlapSettings, PairRule, PreSolve, SleepSettings, SoftSettings, Solver, StepHooks, Surface, World,
    WorldError, WorldSettings,
};

use crate::cubes;

/// Every kind of number.
fn numbers<T: Real>() -> Vec<T> {
    let least = T::power_of_two(1 - T::MAX_EXPONENT) * T::EPSILON;
    let most = T::power_of_two(T::MAX_EXPONENT) * (T::TWO - T::EPSILON);
    let small = T::power_of_two(-(T::MAX_EXPONENT / 2 + 20));
    let above = [T::INFINITY, most, T::LIMIT, T::of(1e15)];
    let mut all = vec![T::of(f64::NAN), T::ZERO, -T::ONE, small, least];
    all.extend(above.into_iter().flat_map(|x| [x, -x]));
    all
}

/// A world, one of its bodies, and a number that is to be put somewhere.
struct Case<'w, T: Real> {
    world: &'w mut World<T>,
    body: BodyHandle,
    other: BodyHandle,
    x: T,
}

/// A place for a number.
type Place<T> = (&'static str, fn(&mut Case<'_, T>) -> Result<(), WorldError>);

/// Settings of a world, with one number changed.
fn set<T: Real>(
    case: &mut Case<'_, T>,
    change: impl FnOnce(&mut WorldSettings<T>, T),
) -> Result<(), WorldError> {
    let mut settings = *case.world.settings();
    change(&mut settings, case.x);
    case.world.set_settings(settings);
    Ok(())
}

fn soft<T: Real>(case: &mut Case<'_, T>, solver: SoftSettings<T>) -> Result<(), WorldError> {
    set(case, |settings, _| settings.solver = Solver::Soft(solver))
}

fn thesis<T: Real>(case: &mut Case<'_, T>, solver: ThesisSettings<T>) -> Result<(), WorldError> {
    set(case, |settings, _| settings.solver = Solver::Thesis(solver))
}

fn no_overlap<T: Real>(case: &mut Case<'_, T>, solver: NoOverlapSettings<T>) -> Result<(), WorldError> {
    set(case, |settings, _| settings.solver = Solver::NoOverlap(solver))
}

fn join<T: Real>(case: &mut Case<'_, T>, joint: Joint<T>) -> Result<(), WorldError> {
    case.world.add_joint(case.body, case.other, joint).map(|_| ())
}

/// Another body beside the others.
fn add<T: Real>(
    case: &mut Case<'_, T>,
    radius: T,
    change: impl FnOnce(Body<T>, T) -> Body<T>,
) -> Result<(), WorldError> {
    let Ok(ball) = Sphere::try_new(radius) else { return Ok(()) };
    let ball = case.world.add_shape(ball);
    let body = Body::dynamic(ball, Pose::at([T::TWO, T::ZERO, T::ONE]));
    case.world.add(change(body, case.x)).map(|_| ())
}

/// A character that walks among the others.
fn walk<T: Real>(
    case: &mut Case<'_, T>,
    change: impl FnOnce(&mut CharacterSettings<T>, T),
    velocity: [T; 3],
    time: T,
) -> Result<(), WorldError> {
    let mut settings = CharacterSettings::default();
    change(&mut settings, case.x);
    let ball = case.world.add_shape(Sphere::new(T::HALF));
    let body = case.world.add(Body::kinematic(ball, Pose::at([T::ONE, T::ONE, T::ONE])))?;
    Character::new(body, settings).walk(case.world, velocity, time).map(|_| ())
}

fn bodies<T: Real>() -> Vec<Place<T>> {
    vec![
        ("velocity", |c| c.world.set_velocity(c.body, [c.x, T::ZERO, T::ONE])),
        ("velocities", |c| c.world.set_velocity(c.body, Vec3::splat(c.x))),
        ("angular velocity", |c| c.world.set_angular_velocity(c.body, [T::ONE, c.x, T::ZERO])),
        ("angular velocities", |c| c.world.set_angular_velocity(c.body, Vec3::splat(c.x))),
        ("force", |c| c.world.apply_force(c.body, Vec3::splat(c.x))),
        ("force at", |c| c.world.apply_force_at(c.body, Vec3::axis(0), Vec3::new(T::ONE, c.x, T::ZERO))),
        ("torque", |c| c.world.apply_torque(c.body, Vec3::splat(c.x))),
        ("impulse", |c| c.world.apply_impulse(c.body, Vec3::splat(c.x))),
        ("impulse at", |c| c.world.apply_impulse_at(c.body, Vec3::axis(0), Vec3::splat(c.x))),
        ("angular impulse", |c| c.world.apply_angular_impulse(c.body, Vec3::splat(c.x))),
        ("surface velocity", |c| c.world.set_surface_velocity(c.body, [c.x, T::ONE, T::ZERO], [T::ZERO; 3])),
        ("surface velocities", |c| c.world.set_surface_velocity(c.body, Vec3::splat(c.x), Vec3::splat(c.x))),
        ("gravity scale", |c| c.world.set_gravity_scale(c.body, c.x)),
        ("linear damping", |c| c.world.set_damping(c.body, c.x, T::ZERO)),
        ("angular damping", |c| c.world.set_damping(c.body, T::ZERO, c.x)),
        ("pose", |c| {
            let Ok(pose) = Pose::try_new(Vec3::new(T::ZERO, c.x, T::ONE), Default::default()) else {
                return Ok(());
            };
            c.world.set_pose(c.body, pose)
        }),
        ("mass", |c| {
            let mass = Mass { mass: c.x, center: Vec3::ZERO, inertia: Mat3::IDENTITY };
            c.world.set_mass(c.body, mass)
        }),
        ("center of mass", |c| {
            let mass = Mass { mass: T::ONE, center: Vec3::splat(c.x), inertia: Mat3::IDENTITY };
            c.world.set_mass(c.body, mass)
        }),
        ("inertia", |c| {
            let inertia = Mat3::diagonal(c.x, T::ONE, c.x);
            c.world.set_mass(c.body, Mass { mass: T::ONE, center: Vec3::ZERO, inertia })
        }),
        ("friction", |c| c.world.set_material(c.body, Material { friction: c.x, ..Material::default() })),
        ("restitution", |c| {
            c.world.set_material(c.body, Material { restitution: c.x, ..Material::default() })
        }),
        ("rolling resistance", |c| {
            c.world.set_material(c.body, Material { rolling_resistance: c.x, ..Material::default() })
        }),
        ("pair rule", |c| {
            let surface = Surface { friction: c.x, restitution: c.x, rolling_resistance: c.x };
            c.world.set_pair_rule(PairRule { materials: (0, 0), surface })
        }),
        ("hook", |c| {
            let x = c.x;
            let mut hook = |contact: &mut PreSolve<'_, T>| {
                contact.surface = Surface { friction: x, restitution: x, rolling_resistance: x };
            };
            let hooks = StepHooks { pre_solve: Some(&mut hook), ..StepHooks::default() };
            c.world.step_with(T::of(1.0 / 60.0), hooks).map(|_| ())
        }),
        ("time of a step with hooks", |c| c.world.step_with(c.x, StepHooks::default()).map(|_| ())),
        ("new radius", |c| {
            let Ok(ball) = Sphere::try_new(c.x) else { return Ok(()) };
            let ball = c.world.add_shape(ball);
            c.world.set_shape(c.body, ball)
        }),
        ("velocity of a character", |c| walk(c, |_, _| (), [c.x, T::ONE, c.x], T::ONE)),
        ("time of a character", |c| walk(c, |_, _| (), [T::ONE; 3], c.x)),
        ("up of a character", |c| walk(c, |settings, x| settings.up = Vec3::splat(x), [T::ONE; 3], T::ONE)),
        ("step of a character", |c| walk(c, |settings, x| settings.step = x, [T::ONE; 3], T::ONE)),
        ("slope of a character", |c| walk(c, |settings, x| settings.slope = x, [T::ONE; 3], T::ONE)),
        ("clearance of a character", |c| walk(c, |settings, x| settings.clearance = x, [T::ONE; 3], T::ONE)),
        ("strength of a character", |c| walk(c, |settings, x| settings.strength = x, [T::ONE; 3], T::ONE)),
        ("mass of a character", |c| walk(c, |settings, x| settings.mass = x, [T::ONE; 3], T::ONE)),
        ("radius", |c| add(c, c.x, |body, _| body)),
        ("density", |c| add(c, T::ONE, |body, x| body.density(x))),
        ("velocity of a new body", |c| add(c, T::ONE, |body, x| body.velocity(Vec3::splat(x)))),
        ("figure", |c| {
            let settings = FigureSettings { height: c.x, ..FigureSettings::default() };
            add_figure(c.world, &Pose::at([T::ZERO, T::TWO, T::TWO]), &settings).map(|_| ())
        }),
        ("weight of a figure", |c| {
            let settings = FigureSettings { mass: c.x, friction: c.x, ..FigureSettings::default() };
            add_figure(c.world, &Pose::at([T::ZERO, T::TWO, T::TWO]), &settings).map(|_| ())
        }),
    ]
}

fn joints<T: Real>() -> Vec<Place<T>> {
    vec![
        ("point", |c| join(c, Joint::ball(Vec3::splat(c.x), Vec3::axis(0), Ball::default()))),
        ("axis", |c| join(c, Joint::hinge(Vec3::ZERO, Vec3::new(c.x, T::ZERO, T::ZERO), Hinge::default()))),
        ("axes", |c| join(c, Joint::slider(Vec3::ZERO, Vec3::splat(c.x), Slider::default()))),
        ("weld", |c| join(c, Joint::weld(Vec3::new(T::ZERO, c.x, T::ONE)))),
        ("cone", |c| {
            join(c, Joint::ball(Vec3::ZERO, Vec3::axis(0), Ball { cone: Some(c.x), ..Ball::default() }))
        }),
        ("twist", |c| {
            let ball = Ball { twist: Some([-c.x, c.x]), friction: c.x.abs(), ..Ball::default() };
            join(c, Joint::ball(Vec3::ZERO, Vec3::axis(0), ball))
        }),
        ("limits", |c| {
            let hinge = Hinge { limits: Some([-c.x, c.x]), ..Hinge::default() };
            join(c, Joint::hinge(Vec3::ZERO, Vec3::axis(0), hinge))
        }),
        ("motor", |c| {
            let hinge = Hinge { motor: Some(Motor { speed: c.x, strength: T::ONE }), ..Hinge::default() };
            join(c, Joint::hinge(Vec3::ZERO, Vec3::axis(0), hinge))
        }),
        ("motor that is set", |c| {
            let hinge = Joint::hinge(Vec3::ZERO, Vec3::axis(0), Hinge::default());
            let joint = c.world.add_joint(c.body, c.other, hinge)?;
            c.world.set_motor(joint, Some(Motor { speed: c.x, strength: c.x }))
        }),
        ("strength", |c| {
            let hinge = Hinge { motor: Some(Motor { speed: T::ONE, strength: c.x }), ..Hinge::default() };
            join(c, Joint::hinge(Vec3::ZERO, Vec3::axis(0), hinge))
        }),
        ("way", |c| {
            let slider = Slider { limits: Some([c.x, c.x]), friction: c.x, ..Slider::default() };
            join(c, Joint::slider(Vec3::ZERO, Vec3::axis(0), slider))
        }),
        ("length", |c| {
            let distance = Distance { length: Some(c.x), ..Distance::default() };
            join(c, Joint::distance(Vec3::ZERO, Vec3::axis(0), distance))
        }),
        ("range", |c| {
            let distance = Distance { range: Some([T::ZERO, c.x]), ..Distance::default() };
            join(c, Joint::distance(Vec3::ZERO, Vec3::axis(0), distance))
        }),
        ("stiffness", |c| {
            let spring = Some(Spring { stiffness: c.x, damping: T::ONE });
            join(c, Joint::distance(Vec3::ZERO, Vec3::axis(0), Distance { spring, ..Distance::default() }))
        }),
        ("damping", |c| {
            let spring = Some(Spring { stiffness: T::ONE, damping: c.x });
            join(c, Joint::distance(Vec3::ZERO, Vec3::axis(0), Distance { spring, ..Distance::default() }))
        }),
        ("ends", |c| {
            let distance = Distance::default();
            join(c, Joint::distance(Vec3::splat(c.x), Vec3::splat(-c.x), distance))
        }),
        ("limits of two", |c| {
            let universal = Universal { limits_a: Some([-c.x, c.x]), limits_b: Some([c.x, c.x]) };
            join(c, Joint::universal(Vec3::ZERO, Vec3::axis(0), Vec3::axis(1), universal))
        }),
        ("ratio", |c| join(c, Joint::gear(Vec3::axis(0), Vec3::axis(0), c.x))),
        ("frames", |c| {
            let Ok(frame) = Pose::try_new(Vec3::splat(c.x), Default::default()) else { return Ok(()) };
            join(c, Joint::weld(Vec3::ZERO).frames(frame, Pose::IDENTITY))
        }),
    ]
}

fn settings<T: Real>() -> Vec<Place<T>> {
    vec![
        ("gravity", |c| set(c, |s, x| s.gravity = Vec3::new(T::ZERO, T::ZERO, x))),
        ("gravity everywhere", |c| set(c, |s, x| s.gravity = Vec3::splat(x))),
        ("speed of sleep", |c| {
            set(c, |s, x| s.sleep = Some(SleepSettings { speed: x, ..SleepSettings::default() }))
        }),
        ("time until sleep", |c| {
            set(c, |s, x| s.sleep = Some(SleepSettings { time: x, ..SleepSettings::default() }))
        }),
        ("impact", |c| set(c, |s, x| s.events = Some(EventSettings { impact: x }))),
        ("frequency", |c| soft(c, SoftSettings { frequency: c.x, ..SoftSettings::default() })),
        ("damping ratio", |c| soft(c, SoftSettings { damping_ratio: c.x, ..SoftSettings::default() })),
        ("push speed", |c| soft(c, SoftSettings { push_speed: c.x, ..SoftSettings::default() })),
        ("margin", |c| soft(c, SoftSettings { margin: c.x, ..SoftSettings::default() })),
        ("bounce speed", |c| soft(c, SoftSettings { bounce_speed: c.x, ..SoftSettings::default() })),
        ("frequency of joints", |c| {
            let joints = JointSettings { frequency: c.x, ..JointSettings::default() };
            soft(c, SoftSettings { joints, ..SoftSettings::default() })
        }),
        ("damping ratio of joints", |c| {
            let joints = JointSettings { damping_ratio: c.x, ..JointSettings::default() };
            soft(c, SoftSettings { joints, ..SoftSettings::default() })
        }),
        ("speeds of joints", |c| {
            let joints = JointSettings { push_speed: c.x, turn_speed: c.x, ..JointSettings::default() };
            soft(c, SoftSettings { joints, ..SoftSettings::default() })
        }),
        ("sweep radius", |c| thesis(c, ThesisSettings { sweep_radius: c.x, ..ThesisSettings::default() })),
        ("fraction", |c| thesis(c, ThesisSettings { fraction: c.x, ..ThesisSettings::default() })),
        ("damping of the thesis", |c| {
            thesis(c, ThesisSettings { damping: c.x, ..ThesisSettings::default() })
        }),
        ("zone", |c| no_overlap(c, NoOverlapSettings { zone: c.x, ..NoOverlapSettings::default() })),
        ("bounce speed of no overlap", |c| {
            no_overlap(c, NoOverlapSettings { bounce_speed: c.x, ..NoOverlapSettings::default() })
        }),
    ]
}

/// The words of a panic.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&s| s.to_owned())).unwrap_or_default()
}

/// First part of a world's state that is not a finite number.
fn fault<T: Real>(world: &World<T>) -> Option<String> {
    for body in world.bodies() {
        let (pose, at) = (world.pose(body).unwrap(), body.index());
        let (velocity, turn) = (world.velocity(body).unwrap(), world.angular_velocity(body).unwrap());
        let turned = pose.rotation().to_xyzw().iter().all(|x| x.is_finite());
        if !(pose.translation().is_finite() && turned && velocity.is_finite() && turn.is_finite()) {
            return Some(format!("body {at}: {pose:?} {velocity:?} {turn:?}"));
        }
    }
    let is_word = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|part| part == "NaN");
    let contacts = world.contacts().map(|contact| format!("{contact:?}"));
    let joints = world.joints().map(|(joint, ..)| format!("{:?}", world.joint(joint).unwrap()));
    contacts.chain(joints).find(|text| is_word(text))
}

/// Puts the number into a world, and steps; what went wrong, if anything did.
fn ask<T: Real>(solver: Solver<T>, (name, place): &Place<T>, x: T, time: T) -> Option<String> {
    let told = |what: &str| format!("{name} of {x:?}, steps of {time:?}, {solver:?}: {what}");
    let (mut world, all) = cubes(WorldSettings { solver, ..WorldSettings::default() }, &[0.5, 1.5]);
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut case = Case { world: &mut world, body: all[2], other: all[1], x };
        let mut refused = place(&mut case).err();
        for _ in 0..2 {
            refused = world.step(time).err().or(refused);
        }
        let short = refused.map(|error| error.to_string()).filter(|text| text.len() < 10);
        short.or_else(|| fault(&world))
    }));
    outcome
        .map_err(|panic| told(&words(&*panic)))
        .map(|wrong| wrong.map(|what| told(&what)))
        .unwrap_or_else(Some)
}

fn check<T: Real>() -> (usize, Vec<String>) {
    let (mut asked, mut faults) = (0, Vec::new());
    let mut take = |solver, place: &Place<T>, x, time| {
        asked += 1;
        faults.extend(ask(solver, place, x, time));
    };
    let tick = T::of(1.0 / 60.0);
    let solvers = [
        Solver::Soft(SoftSettings::default()),
        Solver::Thesis(ThesisSettings::default()),
        Solver::NoOverlap(NoOverlapSettings::default()),
    ];
    for x in numbers::<T>() {
        for solver in solvers {
            bodies().iter().chain(&joints()).for_each(|place| take(solver, place, x, tick));
            let time: Place<T> = ("time", |_| Ok(()));
            take(solver, &time, T::ONE, x);
        }
        settings().iter().for_each(|place| take(solvers[0], place, x, tick));
    }
    (asked, faults)
}

fn hold<T: Real>() {
    let (asked, faults) = check::<T>();
    println!("{asked} asked");
    let first: Vec<&str> = faults.iter().take(40).map(|text| &text[..text.len().min(900)]).collect();
    assert!(faults.is_empty(), "{} of {asked}:\n{}", faults.len(), first.join("\n"));
    assert!(asked > 1_500, "{asked} asked");
}

#[test]
fn worlds_refuse_hostile_numbers_or_step_with_them() {
    hold::<f64>();
}

#[test]
fn worlds_refuse_hostile_numbers_or_step_with_them_in_f32() {
    hold::<f32>();
}

/// Calls that change a world and take no number of a body, a joint or a step.
const WITHOUT_NUMBERS: &[&str] =
    &["remove", "remove_joint", "set_kind", "set_layers", "set_user_data", "sleep", "wake", "add_shape"];

/// Parts of a text between two marks.
fn between<'s>(text: &'s str, from: &'s str, to: &'s str) -> impl Iterator<Item = &'s str> {
    text.split(from).skip(1).filter_map(move |rest| rest.split(to).next())
}

/// A call or a number that nobody asked about here fails the test, so that a new one is not forgotten.
#[test]
fn every_number_of_a_world_is_tested() {
    let here = include_str!("hostile.rs");
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../impinge-sim/src");
    let (mut folders, mut missing, mut found) = (vec![root], Vec::new(), 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            for block in between(&text, "\nimpl<T: Real, V: WorldSpace<Scalar = T>> World<V> {", "\n}\n") {
                for call in between(block, "\n    pub fn ", "{") {
                    let Some((name, rest)) = call.split_once('(') else { continue };
                    if rest.trim_start().starts_with("&mut self") && !WITHOUT_NUMBERS.contains(&name) {
                        found += 1;
                        missing.extend((!here.contains(&format!(".{name}("))).then(|| name.to_owned()));
                    }
                }
            }
            for (at, mark) in text.match_indices("\npub struct ") {
                let before = text[..at].rsplit("\n\n").next().unwrap_or_default();
                let block = text[at + mark.len()..].split("\n}\n").next().unwrap_or_default();
                let (head, fields) = block.split_once('{').unwrap_or((block, ""));
                // What is read from a file is what a user fills in.
                if !before.contains("Deserialize") || head.starts_with("StackSettings") {
                    continue;
                }
                for field in between(fields, "\n    pub ", ",\n") {
                    let Some((name, kind)) = field.split_once(": ") else { continue };
                    if ["T", "Option<T>", "Option<[T; 2]>"].contains(&kind.trim_end_matches(',')) {
                        found += 1;
                        let asked =
                            [format!("{name}:"), format!(".{name} =")].iter().any(|s| here.contains(s));
                        missing.extend((!asked).then(|| format!("{head}{name}")));
                    }
                }
            }
        }
    }
    assert!(missing.is_empty(), "not asked about: {missing:?}");
    assert!(found > 40, "{found}");
}
