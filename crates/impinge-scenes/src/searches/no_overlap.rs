//! Random worlds of the solver without overlap, in a closed room: spheres, boxes and capsules, thrown at up to 100 m/s, some at up to 1,000
//! km/s, with and without joints, motors and kinematic bodies, changed while they move.

use impinge::{Capsule, Cuboid, HalfSpace, Pose, Real, Sphere, Vec3};
use impinge_sim::joint::{Ball, Distance, Hinge, Motor, Slider, Spring, Universal};
use impinge_sim::{
    Body, BodyHandle, BodyKind, Joint, Material, NoOverlapSettings, ShapeHandle, Solver, World, WorldSettings,
};

use super::{Row, Search};
use crate::Rng;

/// The search.
pub const SEARCH: Search = Search {
    name: "no-overlap",
    promise: "without overlap every step succeeds, all pairs are apart, nothing leaves the room, and energy stays within its bounds",
    run,
};

/// Half of the room, the pitch of the places in it, and how near to the center of a body no other one is put.
const ROOM: f64 = 4.0;
const PITCH: f64 = 1.6;
const FREE: f64 = 1.3;
/// Number of steps.
const STEPS: usize = 48;
/// Largest lift of a body by the pushes of a step, in zones.
const LIFT: f64 = 1.1;
/// Factor on the energy that bodies would have if all moved with a kinematic one, summed over these: four times that of moving with the
/// velocity of one and the angular velocity of another, which is at most twice the sum, and then a bounce off the fastest.
const DRIVEN: f64 = 32.0;

/// Contents of a world besides free bodies.
#[derive(Clone, Copy)]
struct Contents {
    name: &'static str,
    joints: bool,
    kinematic: bool,
    drives: bool,
    fast: bool,
}

const CONTENTS: [Contents; 7] = [
    Contents { name: "bodies", joints: false, kinematic: false, drives: false, fast: false },
    Contents { name: "bodies, some kinematic", joints: false, kinematic: true, drives: false, fast: false },
    Contents { name: "joints", joints: true, kinematic: false, drives: false, fast: false },
    Contents {
        name: "joints, some bodies kinematic",
        joints: true,
        kinematic: true,
        drives: false,
        fast: false,
    },
    Contents {
        name: "joints, motors, springs, kinematic",
        joints: true,
        kinematic: true,
        drives: true,
        fast: false,
    },
    Contents { name: "bodies, up to 1,000 km/s", joints: false, kinematic: false, drives: false, fast: true },
    Contents { name: "all, up to 1,000 km/s", joints: true, kinematic: true, drives: true, fast: true },
];

fn run(seed: u64, cases: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for (k, contents) in (0..).zip(CONTENTS) {
        let mut row = Row::new(contents.name);
        let mut least = f64::INFINITY;
        let mut most_open = 0.0_f64;
        for i in 0..(cases / CONTENTS.len()).max(1) as u64 {
            let seed = seed.wrapping_mul(1_000_003).wrapping_add(i * 8 + k);
            let found = if i % 4 == 3 {
                Case::<f32>::new(seed, contents).run()
            } else {
                Case::<f64>::new(seed, contents).run()
            };
            least = least.min(found.least);
            most_open = most_open.max(found.open);
            row.count(found.fault.map(|fault| format!("seed {seed}: {fault}")));
        }
        row.worst = format!("gap {:.3} mm, joints open by {:.1} mm", least * 1e3, most_open * 1e3);
        rows.push(row);
    }
    rows
}

struct Found {
    least: f64,
    open: f64,
    fault: Option<String>,
}

struct Case<T: Real> {
    rng: Rng,
    contents: Contents,
    world: World<T>,
    walls: Vec<BodyHandle>,
    bodies: Vec<BodyHandle>,
    shapes: Vec<ShapeHandle>,
    speed: f64,
    rate: f64,
    zone: f64,
    /// Energy that was given from outside: to new bodies, by changes, motors and springs.
    given: f64,
    /// Largest energy so far of all bodies if they moved with the kinematic ones.
    pushed: f64,
    /// Whether a body with a joint was moved by a change.
    pulled: bool,
}

impl<T: Real> Case<T> {
    fn new(seed: u64, contents: Contents) -> Self {
        let mut rng = Rng::new(seed);
        let settings = NoOverlapSettings::<T>::default();
        let zone = settings.zone.f64();
        let solver = Solver::NoOverlap(settings);
        let mut world = World::new(WorldSettings { solver, ..WorldSettings::default() });
        let mut walls = Vec::new();
        for axis in 0..3 {
            for side in [-1.0, 1.0] {
                let wall = world.add_shape(HalfSpace::new(Vec3::axis(axis) * T::of(side), T::of(-ROOM)));
                walls.push(world.add(Body::fixed(wall, Pose::IDENTITY)).expect("a wall"));
            }
        }
        let mut shapes = Vec::new();
        for _ in 0..2 {
            shapes.push(world.add_shape(Sphere::new(T::of(rng.between(0.1, 0.5)))));
            let half = [0; 3].map(|_| T::of(rng.between(0.05, 0.33)));
            shapes.push(world.add_shape(Cuboid::new(half)));
            let [half, radius] = [rng.between(0.05, 0.3), rng.between(0.05, 0.25)].map(T::of);
            shapes.push(world.add_shape(Capsule::new(half, radius)));
        }
        let [slow, times] = if contents.fast { [100.0, 1e4] } else { [5.0, 20.0_f64] };
        let speed = slow * times.powf(rng.uniform());
        let rate = [30.0, 60.0, 120.0, 240.0][rng.below(4)];
        let mut case = Self {
            rng,
            contents,
            world,
            walls,
            bodies: Vec::new(),
            shapes,
            speed,
            rate,
            zone,
            given: 0.0,
            pushed: 0.0,
            pulled: false,
        };
        for _ in 0..3 + case.rng.below(8) {
            case.add();
        }
        if contents.joints {
            for _ in 0..1 + case.rng.below(case.bodies.len()) {
                case.join();
            }
        }
        case
    }

    fn run(mut self) -> Found {
        let (mut least, mut open) = (f64::INFINITY, 0.0_f64);
        let mut fault = None;
        for step in 0..STEPS {
            if self.rng.below(6) == 0 {
                self.edit();
            }
            let before = self.world.energy().f64();
            self.note_drives();
            let kinds = format!(
                "{} bodies at {} Hz, {:.1} m/s, step {step}",
                self.bodies.len(),
                self.rate,
                self.speed
            );
            match self.world.step(T::of(1.0 / self.rate)) {
                Err(error) => {
                    fault = Some(format!("{kinds}: {error}"));
                    break;
                }
                Ok(report) => least = least.min(report.least_gap.map_or(0.0, Real::f64)),
            }
            for (joint, _, _) in self.world.joints().filter(|_| !self.pulled) {
                open = open.max(self.world.joint(joint).expect("a joint").gap.f64());
            }
            if let Some(found) = self.check(before, least) {
                fault = Some(format!("{kinds}: {found}"));
                break;
            }
        }
        Found { least, open, fault }
    }

    /// Finds what is wrong after a step.
    fn check(&mut self, before: f64, least: f64) -> Option<String> {
        let world = &self.world;
        let all: Vec<_> = self.walls.iter().chain(&self.bodies).copied().collect();
        let is_fixed = |body| world.kind(body).expect("a body") == BodyKind::Fixed;
        for (i, &a) in all.iter().enumerate() {
            for &b in &all[i + 1..] {
                if (is_fixed(a) && is_fixed(b)) || world.scene().is_ignored(a, b).expect("two bodies") {
                    continue;
                }
                let found = world.scene().distance_between(a, b).expect("two bodies");
                let [distance, error] = [found.distance, found.error].map(Real::f64);
                if distance - error <= 0.0 || distance + error < least.min(self.zone) * 0.999 {
                    return Some(format!(
                        "{a:?} and {b:?} are {distance:e} apart, the least gap is {least:e}"
                    ));
                }
            }
        }
        for &body in &self.bodies {
            let at = world.pose(body).expect("a body").translation();
            let [v, w] = [world.velocity(body), world.angular_velocity(body)].map(|v| v.expect("a body"));
            if !(at.is_finite() && v.is_finite() && w.is_finite()) {
                return Some(format!("{body:?} is not finite"));
            }
            // A body that a joint connects to a wall does not collide with it.
            let free =
                !self.walls.iter().any(|&wall| world.scene().is_ignored(wall, body).expect("two bodies"));
            if free && at.max_abs().f64() > ROOM {
                return Some(format!("{body:?} is at {at:?}, outside of the room"));
            }
        }
        let (now, kinetic) = (world.energy().f64(), world.kinetic_energy().f64());
        let mass: f64 = self.bodies.iter().map(|&body| world.mass(body).expect("a body").mass.f64()).sum();
        let weight = mass * 9.81;
        let lift = LIFT * self.zone * weight + 64.0 * T::EPSILON.f64() * (kinetic + weight * ROOM);
        if self.contents.kinematic || self.contents.drives {
            let pushed: f64 = self.bodies.iter().map(|&body| self.energy_with(body, mass)).sum();
            self.pushed = self.pushed.max(pushed);
            let most = self.given + 2.0 * weight * ROOM + DRIVEN * self.pushed;
            return (kinetic > most).then(|| format!("kinetic energy {kinetic} of at most {most}"));
        }
        (now > before + lift).then(|| format!("energy from {before} to {now}, pushes lift by {lift}"))
    }

    /// Energy of all bodies if they moved with this one, which is kinematic; else 0.
    fn energy_with(&self, body: BodyHandle, mass: f64) -> f64 {
        if self.world.kind(body).expect("a body") != BodyKind::Kinematic {
            return 0.0;
        }
        let v = self.world.velocity(body).expect("a body").norm().f64();
        let w = self.world.angular_velocity(body).expect("a body").norm().f64();
        0.5 * mass * (v + w * 4.0 * ROOM).powi(2)
    }

    /// Adds what motors can do in this step.
    fn note_drives(&mut self) {
        use impinge_sim::joint::JointKind;
        let mut work = 0.0;
        for (joint, _, _) in self.world.joints() {
            let motor = match self.world.joint_kind(joint).expect("a joint") {
                JointKind::Hinge(hinge) => hinge.motor,
                JointKind::Slider(slider) => slider.motor,
                _ => None,
            };
            work += motor.map_or(0.0, |motor| (motor.speed.abs() * motor.strength).f64());
        }
        self.given += work / self.rate;
    }

    /// A place in the room with nothing near it.
    fn place(&mut self) -> Option<Pose<Vec3<T>>> {
        for _ in 0..64 {
            let at = [0; 3].map(|_| (self.rng.below(4) as f64 - 1.5) * PITCH + 0.05 * self.rng.signed());
            let at = Vec3::from(at);
            let far = |body: &BodyHandle| {
                let other = self.world.pose(*body).expect("a body").translation().cast::<f64>();
                (other - at).norm() > FREE
            };
            if self.bodies.iter().all(far) {
                return Some(Pose::new(at.cast(), self.rng.rotation3()));
            }
        }
        None
    }

    fn add(&mut self) {
        let Some(pose) = self.place() else { return };
        let shape = self.shapes[self.rng.below(self.shapes.len())];
        let velocity: Vec3<T> = self.rng.unit3::<T>() * T::of(self.speed * self.rng.uniform());
        let most = if self.contents.fast { 1e4 } else { 30.0 };
        let spin: Vec3<T> = self.rng.unit3::<T>() * T::of(most * self.rng.uniform());
        let body = if self.contents.kinematic && self.rng.below(4) == 0 {
            Body::kinematic(shape, pose)
        } else if self.rng.below(10) == 0 {
            Body::fixed(shape, pose)
        } else {
            Body::dynamic(shape, pose).density(T::of(10.0_f64.powf(self.rng.signed())))
        };
        let restitution = if self.rng.below(2) == 0 { 0.0 } else { self.rng.uniform() };
        let material = Material { restitution: T::of(restitution), ..Material::default() };
        let body = self.world.add(body.velocity(velocity).angular_velocity(spin).material(material));
        let body = body.expect("a body");
        self.bodies.push(body);
        self.given += self.kinetic(body);
    }

    fn kinetic(&self, body: BodyHandle) -> f64 {
        let mass = self.world.mass(body).expect("a body");
        let v = self.world.velocity(body).expect("a body").cast::<f64>();
        let w = self.world.angular_velocity(body).expect("a body").cast::<f64>();
        0.5 * (mass.mass.f64() * v.norm_squared() + mass.inertia.max_abs().f64() * 3.0 * w.norm_squared())
    }

    fn some_body(&mut self) -> Option<BodyHandle> {
        (!self.bodies.is_empty()).then(|| self.bodies[self.rng.below(self.bodies.len())])
    }

    fn join(&mut self) {
        let (Some(a), Some(b)) = (self.some_body(), self.some_body()) else { return };
        let a = if self.rng.below(8) == 0 { self.walls[self.rng.below(6)] } else { a };
        if a == b || self.world.scene().is_ignored(a, b).expect("two bodies") {
            return;
        }
        let [at_a, at_b] = [a, b].map(|body| self.world.pose(body).expect("a body").translation());
        let at_a = if self.walls.contains(&a) { at_b + Vec3::new(T::HALF, T::ZERO, T::ZERO) } else { at_a };
        let point = at_a + (at_b - at_a) * T::of(self.rng.between(-0.2, 1.2));
        let axis = self.rng.unit3::<T>();
        let rng = &mut self.rng;
        let friction = if rng.below(2) == 0 { T::ZERO } else { T::of(rng.between(0.0, 20.0)) };
        let drives = self.contents.drives && rng.below(2) == 0;
        let [speed, strength] = [rng.signed() * 20.0, 10.0_f64.powf(rng.between(0.0, 4.0))].map(T::of);
        let motor = drives.then_some(Motor { speed, strength });
        let limited = rng.below(2) == 0;
        let length = (at_b - at_a).norm();
        let joint = match rng.below(8) {
            0 | 1 => {
                let cone = limited.then_some(T::of(0.5));
                let twist = limited.then_some([-T::HALF, T::HALF]);
                Joint::ball(point, axis, Ball { cone, twist, friction })
            }
            2 | 3 => {
                let limits = limited.then_some([-T::HALF, T::ONE]);
                Joint::hinge(point, axis, Hinge { limits, motor, friction })
            }
            4 => Joint::weld(point),
            5 => {
                let limits = limited.then_some([-T::HALF, T::HALF]);
                Joint::slider(point, axis, Slider { limits, motor, friction })
            }
            6 => {
                let across = axis.any_orthogonal();
                let limits_a = limited.then_some([-T::HALF, T::HALF]);
                Joint::universal(point, axis, across, Universal { limits_a, limits_b: None })
            }
            _ => {
                let range = limited.then_some([T::ZERO, length]);
                let spring = drives.then(|| {
                    let stiffness = T::of(10.0_f64.powf(rng.between(0.0, 4.0)));
                    Spring { stiffness, damping: T::of(rng.between(0.0, 10.0)) }
                });
                if let Some(spring) = spring {
                    // Stretched to the diagonal of the room.
                    self.given += 0.5 * spring.stiffness.f64() * (4.0 * ROOM).powi(2);
                }
                Joint::distance(at_a, at_b, Distance { length: None, range, spring })
            }
        };
        let joint = if rng.below(4) == 0 { joint.colliding() } else { joint };
        self.world.add_joint(a, b, joint).expect("a joint");
    }

    /// A change from outside.
    fn edit(&mut self) {
        let Some(body) = self.some_body() else { return self.add() };
        match self.rng.below(if self.contents.joints { 8 } else { 6 }) {
            0 => self.add(),
            1 => {
                self.world.remove(body).expect("a body");
                self.bodies.retain(|&other| other != body);
            }
            2 | 3 => {
                if let Some(pose) = self.place() {
                    self.pulled |= self.world.joints().any(|(_, a, b)| [a, b].contains(&body));
                    self.world.set_pose(body, pose).expect("a place");
                }
            }
            4 => {
                let velocity = self.rng.unit3::<T>() * T::of(self.speed);
                if self.world.kind(body).expect("a body") != BodyKind::Fixed {
                    self.world.set_velocity(body, velocity).expect("a velocity");
                    self.given += self.kinetic(body);
                }
            }
            5 => {
                let kinds = [BodyKind::Dynamic, BodyKind::Fixed, BodyKind::Kinematic];
                let kind = kinds[self.rng.below(if self.contents.kinematic { 3 } else { 2 })];
                self.world.set_kind(body, kind).expect("a kind");
                self.given += self.kinetic(body);
            }
            6 => self.join(),
            _ => self.part(),
        }
    }

    /// Removes a joint, unless its bodies would then overlap.
    fn part(&mut self) {
        let joints: Vec<_> = self.world.joints().collect();
        if joints.is_empty() {
            return;
        }
        let (joint, a, b) = joints[self.rng.below(joints.len())];
        let found = self.world.scene().distance_between(a, b).expect("two bodies");
        if found.distance - found.error > T::ZERO {
            self.world.remove_joint(joint).expect("a joint");
        }
    }
}
