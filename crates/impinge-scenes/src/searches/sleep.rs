//! Changes of worlds that have fallen asleep: what a change concerns wakes.
//!
//! A case is a yard of piles, hanging bodies, doors, lifts and figures that all sleep, and one random change by a public method. The same
//! world in which nothing may sleep from then on, and in which everything was woken before the change, is the oracle.

use impinge::body::Compound;
use impinge::{AnyShape, Capsule, Cuboid, Cylinder, HalfSpace, Pose, Real, Rot3, Sphere, Vec3};
use impinge_sim::joint::{Ball, Hinge, JointKind, Motor};
use impinge_sim::{
    Body, BodyHandle, BodyKind, Joint, JointHandle, Layers, Mass, Material, PairRule, ShapeHandle,
    SleepSettings, Surface, World, WorldError, WorldSettings,
};

use super::{Row, Search};
use crate::Rng;
use crate::worlds::{FigureSettings, add_figure};

/// The search.
pub const SEARCH: Search = Search {
    name: "sleep",
    promise: "what falls asleep was slow, and a body that sleeps through a change is within two seconds at most 0.1 m from where it \
              would be without sleep: what a speed of 0.05 m/s lets pass",
    run,
};

/// Steps per second.
const RATE: f64 = 60.0;

/// Steps in which a yard may fall asleep.
const SETTLE: usize = 1_500;

/// Steps after the change.
const STEPS: usize = 120;

/// Largest difference of positions, in meters: sleep's speed times the time of these steps.
const MOST: f64 = 0.1;

/// Difference of positions, in meters, up to which a body that falls asleep again is compared: those that have hit others in different
/// orders go their own ways.
const SAME: f64 = 0.01;

/// Distance between the groups of a yard.
const PITCH: f64 = 4.0;

/// Changes of a case.
const CHANGES: [&str; 25] = [
    "add",
    "remove",
    "set_pose, near",
    "set_pose, far",
    "set_velocity",
    "set_angular_velocity",
    "set_kind",
    "set_mass",
    "set_shape",
    "set_material",
    "set_pair_rule",
    "set_damping",
    "set_gravity_scale",
    "set_layers",
    "apply_force",
    "apply_torque",
    "apply_impulse",
    "apply_angular_impulse",
    "add_joint",
    "remove_joint",
    "set_motor",
    "set_settings, gravity",
    "set_settings, others",
    "sleep",
    "wake",
];

fn run(seed: u64, cases: usize) -> Vec<Row> {
    let mut rows: Vec<Row> = CHANGES.map(Row::new).into();
    let mut worst = [(0.0_f64, 0, 0); CHANGES.len()];
    for case in 0..cases as u64 {
        let number = seed.wrapping_mul(1_000_003).wrapping_add(case);
        let change = case as usize % CHANGES.len();
        let is_single = case / CHANGES.len() as u64 % 4 == 3;
        let found = if is_single { check::<f32>(number, change) } else { check::<f64>(number, change) };
        let Ok(Some(found)) = found else {
            // A yard that does not come to rest, or a change that it refuses, does not count as a case; an error after the change does, as a fault.
            if let Err(what) = found {
                rows[change].count(Some(format!("seed {number}: {what}")));
            }
            continue;
        };
        let of = &mut worst[change];
        *of = (of.0.max(found.off), of.1 + found.woken, of.2 + found.bodies);
        rows[change].count(found.fault.map(|what| format!("seed {number}: {what}")));
    }
    for (row, (off, woken, bodies)) in rows.iter_mut().zip(worst) {
        row.worst = format!("{off:.4} m; {woken} of {bodies} bodies woke");
    }
    rows
}

/// Outcome of a case.
struct Found {
    off: f64,
    woken: usize,
    bodies: usize,
    fault: Option<String>,
}

fn check<T: Real>(seed: u64, change: usize) -> Result<Option<Found>, String> {
    let mut rng = Rng::new(seed);
    let Some(mut one) = Yard::<T>::new(&mut rng).map_err(|e| e.to_string())? else { return Ok(None) };
    let mut other = one.clone();
    let mut settings = *other.world.settings();
    settings.sleep = settings.sleep.map(|sleep| SleepSettings { time: T::of(1e30), ..sleep });
    other.world.set_settings(settings);
    if let Some(fault) = moves_by_itself(&other.world)? {
        return Ok(fault.map(|what| Found { off: f64::NAN, woken: 0, bodies: 0, fault: Some(what) }));
    }
    let mut same = rng.clone();
    let changed = one.change(change, &mut rng);
    if changed != other.change(change, &mut same) {
        return Err("one world takes the change, the other does not".into());
    }
    let Ok(what) = changed else { return Ok(None) };
    let bodies: Vec<_> = (one.world.bodies().enumerate())
        .filter(|(_, body)| one.world.kind(*body) == Ok(BodyKind::Dynamic))
        .collect();
    let mut found = Found { off: 0.0, woken: 0, bodies: bodies.len(), fault: None };
    let mut seen = vec![Seen::default(); bodies.len()];
    for step in 0..STEPS {
        for world in [&mut one.world, &mut other.world] {
            world.step(T::of(1.0 / RATE)).map_err(|e| format!("{what}, step {step}: {e}"))?;
        }
        for ((k, body), seen) in bodies.iter().zip(&mut seen) {
            let center = |world: &World<T>| -> Result<Vec3<f64>, WorldError> {
                Ok(world.pose(*body)?.transform(world.mass(*body)?.center).cast())
            };
            let [Ok(a), Ok(b)] = [&one.world, &other.world].map(center) else {
                return Err(format!("{what}: a body is gone"));
            };
            let off = (a - b).norm();
            if one.world.is_asleep(*body) == Ok(false) {
                *seen = Seen { woke: true, off, since: step };
                continue;
            }
            // One that fell asleep again is compared while its speed then counts.
            let most =
                if seen.woke { seen.off + 4.0 * 0.05 * (step - seen.since) as f64 / RATE } else { MOST };
            if seen.woke && (step - seen.since > 10 || seen.off > SAME) {
                continue;
            }
            found.off = found.off.max(off);
            // Written so that NaN is a fault, too.
            let agrees = off <= most;
            if !agrees {
                let state = if seen.woke { "fell asleep again" } else { "did not wake" };
                let [a, b] = [a, b].map(|v| v.to_array());
                found.fault.get_or_insert(format!(
                    "{what}: body {k} {state}, and is at {a:?} in step {step} instead of {b:?}"
                ));
            }
        }
    }
    found.woken = seen.iter().filter(|seen| seen.woke).count();
    Ok(Some(found))
}

/// History of a body after the change.
#[derive(Clone, Copy, Default)]
struct Seen {
    woke: bool,
    /// Difference between the worlds when it was last awake; 0 if it did not wake.
    off: f64,
    /// Step in which it was last awake.
    since: usize,
}

/// Whether bodies of a woken world move without a change: those that fell asleep in motion, which is a fault, or those that stood on an
/// edge, with which nothing can be compared.
fn moves_by_itself<T: Real>(world: &World<T>) -> Result<Option<Option<String>>, String> {
    let mut world = world.clone();
    let before: Vec<_> = world.bodies().map(|body| (body, world.pose(body).copied())).collect();
    for step in 1..=STEPS {
        world.step(T::of(1.0 / RATE)).map_err(|e| e.to_string())?;
        for (body, pose) in &before {
            let (Ok(before), Ok(now)) = (pose, world.pose(*body)) else { continue };
            let way = (now.translation() - before.translation()).norm().f64();
            // At the origin of the shape a body that turns is faster than in the mean.
            if step <= 10 && way > 4.0 * 0.05 * step as f64 / RATE {
                return Ok(Some(Some(format!(
                    "body {} fell asleep in motion: {way} m in {step} steps",
                    body.index()
                ))));
            }
            if way > 0.25 * MOST {
                return Ok(Some(None));
            }
        }
    }
    Ok(None)
}

/// A world, and what changes use.
#[derive(Clone)]
struct Yard<T: Real> {
    world: World<T>,
    shapes: Vec<ShapeHandle>,
    groups: usize,
}

fn v<T: Real>(v: [f64; 3]) -> Vec3<T> {
    Vec3::from(v.map(T::of))
}

fn at<T: Real>(x: f64, y: f64, z: f64) -> Pose<Vec3<T>> {
    Pose::at(v([x, y, z]))
}

impl<T: Real> Yard<T> {
    /// A yard that sleeps, or none if it does not come to rest.
    fn new(rng: &mut Rng) -> Result<Option<Self>, WorldError> {
        let sleep = Some(SleepSettings::default());
        let mut world = World::new(WorldSettings { sleep, ..WorldSettings::default() });
        let floor = world.add_shape(HalfSpace::new(v([0.0, 0.0, 1.0]), T::ZERO));
        world.add(Body::fixed(floor, Pose::IDENTITY))?;
        let mut size = |low: f64, high: f64| rng.between(low, high);
        let beam = |half: [f64; 3]| AnyShape::from(Cuboid::new(v::<T>(half)));
        let angle = [
            (beam([0.6, 0.15, 0.15]), Pose::IDENTITY),
            (beam([0.15, 0.15, 0.4]), at(0.45, 0.0, size(0.3, 0.5))),
        ];
        let shapes = vec![
            world.add_shape(Cuboid::new(v::<T>([0.4, 0.4, 0.4]))),
            world.add_shape(Cuboid::new(v::<T>([0.5, 0.3, size(0.05, 0.3)]))),
            world.add_shape(Cylinder::new(T::of(0.3), T::of(0.4))),
            world.add_shape(Compound::new(angle)),
            world.add_shape(Sphere::new(T::of(0.3))),
            world.add_shape(Capsule::new(T::of(0.4), T::of(0.2))),
        ];
        let mut yard = Self { world, shapes, groups: 3 + rng.below(5) };
        for group in 0..yard.groups {
            yard.add_group(group as f64 * PITCH, rng)?;
        }
        for _ in 0..SETTLE {
            yard.world.step(T::of(1.0 / RATE))?;
            let sleeps = |body| {
                yard.world.kind(body) != Ok(BodyKind::Dynamic) || yard.world.is_asleep(body) == Ok(true)
            };
            if yard.world.bodies().all(sleeps) {
                return Ok(Some(yard));
            }
        }
        Ok(None)
    }

    fn body(&self, rng: &mut Rng, shapes: usize, pose: Pose<Vec3<T>>) -> Body<T> {
        let material = Material { id: rng.below(3) as u32, ..Material::default() };
        let density = 10.0_f64.powf(rng.between(1.0, 3.0));
        let body = Body::dynamic(self.shapes[rng.below(shapes)], pose).material(material);
        body.density(T::of(density)).damping(T::of(0.5), T::of(2.0))
    }

    /// Things that come to rest, near this place.
    fn add_group(&mut self, x: f64, rng: &mut Rng) -> Result<(), WorldError> {
        let up = v::<T>([0.0, 0.0, 1.0]);
        let cube = self.shapes[0];
        let friction = T::of(rng.between(0.0, 2.0));
        match rng.below(9) {
            0 => {
                for i in 0..2 + rng.below(4) {
                    let body = self.body(rng, 2, at(x, 0.0, 0.45 + 0.85 * i as f64));
                    self.world.add(body)?;
                }
            }
            kind @ (1 | 2) => {
                let pose = at(x, 0.0, 0.8);
                let support = [Body::fixed(cube, pose), Body::kinematic(cube, pose)][kind - 1];
                self.world.add(support)?;
                for i in 0..1 + rng.below(3) {
                    let pose = at(x + 0.1 * rng.signed(), 0.0, 1.7 + 0.85 * i as f64);
                    let body = self.body(rng, 2, pose);
                    self.world.add(body)?;
                }
            }
            3 => {
                let pose = at(x, 0.0, 5.0);
                let kinematic = rng.below(2) == 0;
                let anchor = if kinematic { Body::kinematic(cube, pose) } else { Body::fixed(cube, pose) };
                let mut above = self.world.add(anchor)?;
                for i in 0..1 + rng.below(3) {
                    let z = 3.8 - 1.2 * i as f64;
                    let body = self.body(rng, 6, at(x, 0.0, z));
                    let body = self.world.add(body)?;
                    let ball = Ball { friction, ..Ball::default() };
                    self.world.add_joint(above, body, Joint::ball(v([x, 0.0, z + 0.6]), up, ball))?;
                    above = body;
                }
            }
            4 => {
                let post = self.world.add(Body::fixed(cube, at(x, 0.0, 1.5)))?;
                let door = self.body(rng, 2, at(x + 1.2, 0.0, 1.5));
                let door = self.world.add(door)?;
                let limits = (rng.below(2) == 0).then(|| [-T::ONE, T::ONE]);
                let axis = if rng.below(3) == 0 { v([0.0, 1.0, 0.0]) } else { up };
                let hinge = Hinge { limits, friction: friction + T::ONE, motor: None };
                self.world.add_joint(post, door, Joint::hinge(v([x + 0.5, 0.0, 1.5]), axis, hinge))?;
            }
            5 => {
                let ends = [x, x + 1.5].map(|x| self.body(rng, 2, at(x, 0.0, 0.45)));
                let [a, b] = [self.world.add(ends[0])?, self.world.add(ends[1])?];
                let joint = match rng.below(3) {
                    0 => Joint::weld(v([x + 0.7, 0.0, 0.4])),
                    1 => Joint::ball(v([x + 0.7, 0.0, 0.4]), up, Ball { friction, ..Ball::default() }),
                    _ => Joint::hinge(v([x + 0.7, 0.0, 0.4]), up, Hinge { friction, ..Hinge::default() }),
                };
                self.world.add_joint(a, b, joint)?;
            }
            6 => {
                // In a place that does not see it.
                let ghost = Body::fixed(cube, at(x, 0.0, 0.4)).layers(Layers { member: 0, sees: 0 });
                self.world.add(ghost)?;
                let body = self.body(rng, 2, at(x, 0.0, 0.45));
                self.world.add(body)?;
                let sensor = Body::fixed(self.shapes[4], at(x, 0.0, 0.8)).sensor();
                self.world.add(sensor)?;
            }
            7 => {
                let turn = Rot3::from_axis_angle([0.0, 1.0, 0.0], 1.5).cast();
                let pose = Pose::new(v([x, 0.0, 0.4]), turn);
                add_figure(&mut self.world, &pose, &FigureSettings::default())?;
            }
            _ => {
                for _ in 0..2 + rng.below(3) {
                    let near = [x + rng.signed(), rng.signed(), rng.between(0.5, 2.5)];
                    let pose = Pose::new(v(near), rng.rotation3());
                    let body = self.body(rng, 4, pose);
                    self.world.add(body)?;
                }
            }
        }
        Ok(())
    }
}

impl<T: Real> Yard<T> {
    fn body_of_kind(&self, rng: &mut Rng, is_right: impl Fn(BodyKind) -> bool) -> Option<BodyHandle> {
        let is_right = |body: &BodyHandle| self.world.kind(*body).is_ok_and(&is_right);
        let all: Vec<_> = self.world.bodies().filter(is_right).collect();
        (!all.is_empty()).then(|| all[rng.below(all.len())])
    }

    fn any_joint(&self, rng: &mut Rng) -> Option<JointHandle> {
        let all: Vec<_> = self.world.joints().map(|(joint, ..)| joint).collect();
        (!all.is_empty()).then(|| all[rng.below(all.len())])
    }

    fn vector(rng: &mut Rng, size: f64) -> Vec3<T> {
        rng.unit3::<T>() * T::of(size * rng.uniform())
    }

    /// Makes a change, and returns its description; the error says that it cannot be made in this yard.
    fn change(&mut self, change: usize, rng: &mut Rng) -> Result<String, String> {
        let name = CHANGES[change];
        let dynamic = self.body_of_kind(rng, |kind| kind == BodyKind::Dynamic);
        let moving = self.body_of_kind(rng, |kind| kind != BodyKind::Fixed);
        // The floor seldom.
        let mut any = self.body_of_kind(rng, |_| true);
        if any.is_some_and(|body| body.index() == 0) {
            any = self.body_of_kind(rng, |_| true);
        }
        let none = || "nothing to change".to_owned();
        let (dynamic, moving, any) =
            (dynamic.ok_or_else(none)?, moving.ok_or_else(none)?, any.ok_or_else(none)?);
        let mass = self.world.mass(dynamic).map_err(|e| e.to_string())?.mass;
        let told = match name {
            "add" | "set_pose, far" => format!("{name} of body {}", any.index()),
            "set_velocity" | "set_angular_velocity" => format!("{name} of body {}", moving.index()),
            _ => format!("{name} of body {} or {}", any.index(), dynamic.index()),
        };
        let body = any;
        let is_floor = any.index() == 0;
        let x = rng.between(-1.0, self.groups as f64 * PITCH - 3.0);
        let far = Pose::new(v([x, 0.5 * rng.signed(), rng.between(0.4, 3.0)]), rng.rotation3());
        let shape = self.shapes[rng.below(self.shapes.len())];
        let world = &mut self.world;
        let settings = *world.settings();
        let done = match name {
            "add" => {
                let made = match rng.below(3) {
                    0 => Body::fixed(shape, far),
                    1 => Body::kinematic(shape, far),
                    _ => Body::dynamic(shape, far),
                };
                world.add(made.density(T::of(100.0))).map(|_| ())
            }
            "remove" => world.remove(body),
            "set_pose, near" => {
                let by = Self::vector(rng, 0.6);
                let turn: Rot3<T> = if rng.below(2) == 0 { Rot3::IDENTITY } else { rng.rotation3() };
                let pose = *world.pose(body).map_err(|e| e.to_string())?;
                world.set_pose(body, Pose::new(pose.translation() + by, turn * pose.rotation()))
            }
            "set_pose, far" if !is_floor => world.set_pose(body, far),
            "set_velocity" => world.set_velocity(moving, Self::vector(rng, 2.0)),
            "set_angular_velocity" => world.set_angular_velocity(moving, Self::vector(rng, 2.0)),
            "set_kind" if !is_floor => {
                let kinds = [BodyKind::Dynamic, BodyKind::Fixed, BodyKind::Kinematic];
                world.set_kind(body, kinds[rng.below(3)])
            }
            "set_mass" => {
                let mass = mass * T::of(rng.between(0.1, 5.0));
                let center = Self::vector(rng, 0.2);
                Mass::of_shape(&Cuboid::new([T::of(0.4); 3]).into(), T::ONE).map_or(Ok(()), |of| {
                    let inertia = of.inertia * (mass / of.mass);
                    world.set_mass(dynamic, Mass { mass, center, inertia })
                })
            }
            "set_shape" if !is_floor => world.set_shape(body, shape),
            "set_material" => {
                let ice = Material { friction: T::ZERO, ..Material::default() };
                let combine_friction = impinge_sim::Combine::Smaller;
                world.set_material(body, Material { combine_friction, ..ice })
            }
            "set_pair_rule" => {
                let surface = Surface { friction: T::ZERO, restitution: T::ONE, rolling_resistance: T::ZERO };
                world.set_pair_rule(PairRule {
                    materials: (rng.below(3) as u32, rng.below(3) as u32),
                    surface,
                })
            }
            "set_damping" => world.set_damping(dynamic, T::ZERO, T::ZERO),
            "set_gravity_scale" => {
                world.set_gravity_scale(dynamic, T::of([-1.0, -0.3, 0.0, 0.5, 3.0][rng.below(5)]))
            }
            "set_layers" => {
                let layers = if rng.below(2) == 0 { Layers::ALL } else { Layers { member: 0, sees: 0 } };
                world.set_layers(body, layers)
            }
            "apply_force" => {
                let force = Self::vector(rng, 60.0) * mass;
                let point = far.translation();
                if rng.below(2) == 0 {
                    world.apply_force(dynamic, force)
                } else {
                    world.apply_force_at(dynamic, force, point)
                }
            }
            "apply_torque" => world.apply_torque(dynamic, Self::vector(rng, 60.0) * mass),
            "apply_impulse" => world.apply_impulse(dynamic, Self::vector(rng, 2.0) * mass),
            "apply_angular_impulse" => world.apply_angular_impulse(dynamic, Self::vector(rng, 0.5) * mass),
            "add_joint" if any != dynamic && !is_floor => {
                let point = world.pose(dynamic).map_err(|e| e.to_string())?.translation();
                let joint = match rng.below(3) {
                    0 => Joint::weld(point),
                    1 => Joint::ball(point, v([0.0, 0.0, 1.0]), Ball::default()),
                    _ => {
                        let motor = Some(Motor { speed: T::ONE, strength: T::of(1e3) });
                        Joint::hinge(point, rng.unit3(), Hinge { motor, ..Hinge::default() })
                    }
                };
                world.add_joint(any, dynamic, joint).map(|_| ())
            }
            "remove_joint" => {
                let joint = self.any_joint(rng).ok_or_else(none)?;
                self.world.remove_joint(joint)
            }
            "set_motor" => {
                let joint = self.any_joint(rng).ok_or_else(none)?;
                if !matches!(self.world.joint_kind(joint), Ok(JointKind::Hinge(_))) {
                    return Err(none());
                }
                self.world.set_motor(joint, Some(Motor { speed: T::ONE, strength: T::of(1e3) }))
            }
            "set_settings, gravity" => {
                let gravity =
                    settings.gravity * T::of([-0.2, 0.0, 0.5, 1.5][rng.below(4)]) + Self::vector(rng, 3.0);
                world.set_settings(WorldSettings { gravity, ..settings });
                Ok(())
            }
            "set_settings, others" => {
                world.set_settings(WorldSettings { continuous: !settings.continuous, ..settings });
                Ok(())
            }
            "sleep" => world.sleep(dynamic),
            "wake" => world.wake(body),
            _ => return Err(none()),
        };
        done.map(|()| told).map_err(|e| e.to_string())
    }
}
