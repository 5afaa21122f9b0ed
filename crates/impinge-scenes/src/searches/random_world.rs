//! Random worlds, and random changes to them: bodies of all forms and kinds, joints of all kinds, figures.

use impinge::body::Compound;
use impinge::math::Mat3;
use impinge::{AnyShape, Capsule, ConvexPolyhedron, Cuboid, HalfSpace, Pose, Real, Sphere, Vec3};
use impinge_sim::joint::{Ball, Distance, Hinge, JointKind, Motor, Slider, Spring, Universal};
use impinge_sim::study::ThesisSettings;
use impinge_sim::{
    Body, BodyHandle, BodyKind, EventSettings, Joint, JointHandle, Layers, Mass, Material, NoOverlapSettings,
    PairRule, ShapeHandle, SleepSettings, SoftSettings, Solver, Surface, World, WorldError, WorldSettings,
};

use crate::Rng;
use crate::worlds::{FigureSettings, add_figure};

/// Size of the box in which bodies begin, and to which they are moved.
const ROOM: f64 = 6.0;

/// Largest speed and angular speed that a body is given.
const FASTEST: f64 = 20.0;

/// Limit on the bodies of a world.
const MOST_BODIES: usize = 24;

/// One in this many worlds of the soft step has belts, which start, stop and change as it goes on.
pub(super) const WITH_BELTS: u64 = 3;

/// A world with the shapes of its bodies.
#[derive(Clone, Debug)]
pub(super) struct RandomWorld<T: Real> {
    pub world: World<T>,
    pub shapes: Vec<ShapeHandle>,
    pub solver: ChosenSolver,
    /// Source of belts, if the world has any: one of its own, so that a world without belts is what it was before there were any.
    pub belts: Option<Rng>,
}

/// Solver of a random world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChosenSolver {
    Soft,
    Thesis,
    NoOverlap,
}

fn vector<T: Real>(rng: &mut Rng, size: f64) -> Vec3<T> {
    Vec3::new(T::of(rng.signed() * size), T::of(rng.signed() * size), T::of(rng.signed() * size))
}

fn chance(rng: &mut Rng, of: f64) -> bool {
    rng.uniform() < of
}

/// A number between two powers of two, any order of magnitude as likely as the others.
fn power<T: Real>(rng: &mut Rng, least: i32, most: i32) -> T {
    T::power_of_two(least + rng.below((most - least) as usize) as i32) * T::of(rng.between(1.0, 2.0))
}

fn place<T: Real>(rng: &mut Rng) -> Pose<Vec3<T>> {
    let mut at = vector::<T>(rng, ROOM * 0.5);
    at.z = T::of(rng.between(0.0, ROOM));
    let rotation = if chance(rng, 0.3) { Default::default() } else { rng.rotation3() };
    Pose::new(at, rotation)
}

fn material<T: Real>(rng: &mut Rng) -> Material<T> {
    let restitution = if chance(rng, 0.3) { rng.uniform() } else { 0.0 };
    let rolling_resistance = if chance(rng, 0.2) { T::of(rng.uniform() * 0.1) } else { T::ZERO };
    Material {
        friction: T::of(rng.uniform() * 1.5),
        restitution: T::of(restitution),
        rolling_resistance,
        id: rng.below(3) as u32,
        ..Material::default()
    }
}

fn kind(rng: &mut Rng) -> BodyKind {
    match rng.below(10) {
        0 => BodyKind::Fixed,
        1 | 2 => BodyKind::Kinematic,
        _ => BodyKind::Dynamic,
    }
}

fn settings<T: Real>(solver: ChosenSolver, rng: &mut Rng) -> WorldSettings<T> {
    let substeps = [1, 2, 4, 4, 4, 8][rng.below(6)];
    let solver = match solver {
        ChosenSolver::Soft => Solver::Soft(SoftSettings { substeps, ..SoftSettings::default() }),
        ChosenSolver::Thesis => Solver::Thesis(ThesisSettings::default()),
        ChosenSolver::NoOverlap => Solver::NoOverlap(NoOverlapSettings::default()),
    };
    WorldSettings {
        gravity: if chance(rng, 0.8) { Vec3::new(T::ZERO, T::ZERO, T::of(-9.81)) } else { vector(rng, 10.0) },
        solver,
        continuous: chance(rng, 0.8),
        sleep: chance(rng, 0.5).then(SleepSettings::default),
        events: chance(rng, 0.3).then(|| EventSettings { impact: T::of(rng.uniform()) }),
    }
}

/// A joint of a random kind at a random point, which need not be near its bodies.
fn joint<T: Real>(rng: &mut Rng, [a, b]: [Vec3<T>; 2]) -> Joint<T> {
    let near = if chance(rng, 0.8) { 0.3 } else { 3.0 };
    let point = (a + b) * T::HALF + vector(rng, near);
    let axis: Vec3<T> = rng.unit3();
    let angle = |rng: &mut Rng| T::of(rng.between(0.05, 1.5));
    let limits = |rng: &mut Rng| chance(rng, 0.5).then(|| [-angle(rng), angle(rng)]);
    let motor = |rng: &mut Rng| {
        let strength = power(rng, -3, 10);
        chance(rng, 0.3).then(|| Motor { speed: T::of(rng.signed() * 10.0), strength })
    };
    let friction = |rng: &mut Rng| if chance(rng, 0.3) { T::of(rng.uniform() * 5.0) } else { T::ZERO };
    let joint = match rng.below(8) {
        0 | 1 => {
            let cone = chance(rng, 0.5).then(|| angle(rng));
            Joint::ball(point, axis, Ball { cone, twist: limits(rng), friction: friction(rng) })
        }
        2 => {
            let hinge = Hinge { limits: limits(rng), motor: motor(rng), friction: friction(rng) };
            Joint::hinge(point, axis, hinge)
        }
        3 => Joint::weld(point),
        4 => {
            let slider = Slider { limits: limits(rng), motor: motor(rng), friction: friction(rng) };
            Joint::slider(point, axis, slider)
        }
        5 => {
            let other = point + vector(rng, 1.0);
            let spring = chance(rng, 0.4)
                .then(|| Spring { stiffness: power(rng, 0, 14), damping: T::of(rng.uniform() * 10.0) });
            let range = chance(rng, 0.4).then(|| [T::ZERO, T::of(rng.between(0.1, 2.0))]);
            Joint::distance(point, other, Distance { length: None, range, spring })
        }
        6 => {
            let universal = Universal { limits_a: limits(rng), limits_b: limits(rng) };
            Joint::universal(point, axis, axis.any_orthogonal(), universal)
        }
        _ => Joint::gear(axis, rng.unit3(), T::of(rng.between(0.3, 3.0))),
    };
    if chance(rng, 0.2) { joint.colliding() } else { joint }
}

impl<T: Real> RandomWorld<T> {
    /// A world of up to 14 bodies above a floor and beside a wall, often with joints and sometimes with a figure.
    pub fn new(solver: ChosenSolver, rng: &mut Rng) -> Self {
        let mut world = World::new(settings(solver, rng));
        let floor = world.add_shape(HalfSpace::new(Vec3::new(T::ZERO, T::ZERO, T::ONE), T::ZERO));
        let wall = world.add_shape(Cuboid::new(Vec3::new(0.1, 4.0, 4.0).cast()));
        let corners: Vec<Vec3<T>> = (0..9).map(|_| rng.unit3::<T>() * T::of(0.4)).collect();
        let beam = |rng: &mut Rng| {
            let half = Vec3::new(rng.between(0.05, 0.6), rng.between(0.05, 0.3), rng.between(0.05, 0.2));
            AnyShape::from(Cuboid::new(half.cast::<T>()))
        };
        let parts = [(beam(rng), Pose::IDENTITY), (beam(rng), Pose::new(vector(rng, 0.3), rng.rotation3()))];
        let shapes = vec![
            world.add_shape(Cuboid::new(Vec3::new(0.3, 0.25, 0.2).cast())),
            world.add_shape(beam(rng)),
            world.add_shape(Sphere::new(T::of(0.25))),
            world.add_shape(Capsule::new(T::of(0.2), T::of(0.1))),
            world.add_shape(ConvexPolyhedron::try_new(&corners).map_or_else(|_| beam(rng), AnyShape::from)),
            world.add_shape(Compound::new(parts)),
        ];
        let told = "a valid body";
        world.add(Body::fixed(floor, Pose::IDENTITY)).expect(told);
        world.add(Body::fixed(wall, Pose::at(Vec3::new(4.0, 0.0, 2.0).cast()))).expect(told);
        let mut made = Self { world, shapes, solver, belts: None };
        for _ in 0..2 + rng.below(12) {
            made.add(rng).expect(told);
        }
        if chance(rng, 0.7) {
            for _ in 0..rng.below(8) {
                made.join(rng).expect("a valid joint");
            }
        }
        if chance(rng, 0.3) {
            let pose = if chance(rng, 0.5) { Pose::at(Vec3::new(0.0, 0.0, 0.05).cast()) } else { place(rng) };
            add_figure(&mut made.world, &pose, &FigureSettings::default()).expect("a valid figure");
        }
        made
    }

    /// Makes belts of some bodies of any kind, and from now on starts, changes or stops one with every third edit.
    pub fn add_belts(&mut self, mut rng: Rng) -> Result<(), WorldError> {
        for _ in 0..2 + rng.below(4) {
            self.change_belt(&mut rng)?;
        }
        self.belts = Some(rng);
        Ok(())
    }

    fn change_belt(&mut self, rng: &mut Rng) -> Result<(), WorldError> {
        let Some(body) = self.any(rng) else { return Ok(()) };
        let mut speed = |most: f64| if chance(rng, 0.7) { vector::<T>(rng, most) } else { Vec3::ZERO };
        let (velocity, angular_velocity) = (speed(FASTEST), speed(FASTEST * 0.2));
        self.world.set_surface_velocity(body, velocity, angular_velocity)
    }

    /// A body of the world, though seldom the floor.
    fn any(&self, rng: &mut Rng) -> Option<BodyHandle> {
        let all: Vec<_> = self.world.bodies().collect();
        let from = if chance(rng, 0.95) { 1 } else { 0 };
        let some = all.get(from..).filter(|some| !some.is_empty())?;
        Some(some[rng.below(some.len())])
    }

    fn any_joint(&self, rng: &mut Rng) -> Option<JointHandle> {
        let all: Vec<_> = self.world.joints().map(|(joint, ..)| joint).collect();
        (!all.is_empty()).then(|| all[rng.below(all.len())])
    }

    fn add(&mut self, rng: &mut Rng) -> Result<(), WorldError> {
        let shape = self.shapes[rng.below(self.shapes.len())];
        let mut body = match kind(rng) {
            BodyKind::Dynamic => Body::dynamic(shape, place(rng)),
            BodyKind::Kinematic => Body::kinematic(shape, place(rng)),
            BodyKind::Fixed => Body::fixed(shape, place(rng)),
        };
        if chance(rng, 0.3) {
            body = body.velocity(vector(rng, FASTEST)).angular_velocity(vector(rng, FASTEST));
        }
        let density = power(rng, -2, 9);
        self.world.add(body.material(material(rng)).density(density)).map(|_| ())
    }

    fn join(&mut self, rng: &mut Rng) -> Result<(), WorldError> {
        let (Some(a), Some(b)) = (self.any(rng), self.any(rng)) else { return Ok(()) };
        if a == b {
            return Ok(());
        }
        let at = [a, b].map(|body| self.world.pose(body).map_or(Vec3::ZERO, |pose| pose.translation()));
        self.world.add_joint(a, b, joint(rng, at)).map(|_| ())
    }

    /// Makes one random change, and sometimes one of a belt. An error says that a valid change was refused.
    pub fn edit(&mut self, rng: &mut Rng) -> Result<(), WorldError> {
        if let Some(mut belts) = self.belts.take() {
            if chance(&mut belts, 1.0 / 3.0) {
                self.change_belt(&mut belts)?;
            }
            self.belts = Some(belts);
        }
        self.edit_once(rng)
    }

    fn edit_once(&mut self, rng: &mut Rng) -> Result<(), WorldError> {
        let Some(body) = self.any(rng) else { return self.add(rng) };
        let many = self.world.bodies().count() >= MOST_BODIES;
        let world = &mut self.world;
        match rng.below(22) {
            0 | 1 if !many => self.add(rng),
            0..=2 => world.remove(body),
            // The floor has no mass.
            3 | 4 if body.index() > 0 => world.set_kind(body, kind(rng)),
            5 | 6 => self.join(rng),
            7 => self.any_joint(rng).map_or(Ok(()), |joint| self.world.remove_joint(joint)),
            8 | 9 => {
                // Into the room, or a long way from there: joints open.
                let mut pose = place(rng);
                if chance(rng, 0.3) {
                    pose = Pose::new(pose.translation() + rng.unit3() * T::of(15.0), pose.rotation());
                }
                world.set_pose(body, pose)
            }
            10 | 11 if world.kind(body)? != BodyKind::Fixed => {
                world.set_velocity(body, vector::<T>(rng, FASTEST))?;
                world.set_angular_velocity(body, vector::<T>(rng, FASTEST))
            }
            12 if world.kind(body)? == BodyKind::Kinematic => {
                world.set_velocity(body, Vec3::new(0.0, 0.0, -0.1).cast::<T>())?;
                world.set_angular_velocity(body, Vec3::ZERO)
            }
            13 => world.set_material(body, material(rng)),
            14 => {
                let surface = Surface {
                    friction: T::of(rng.uniform()),
                    restitution: T::of(rng.uniform()),
                    rolling_resistance: T::ZERO,
                };
                world.set_pair_rule(PairRule {
                    materials: (rng.below(3) as u32, rng.below(3) as u32),
                    surface,
                })
            }
            15 => {
                let layers = if chance(rng, 0.5) {
                    Layers::ALL
                } else {
                    Layers { member: 1 << rng.below(3), sees: rng.below(16) as u32 | 1 }
                };
                world.set_layers(body, layers)
            }
            16 => world.set_gravity_scale(body, T::of(rng.between(-1.0, 2.0))),
            17 => world.set_damping(body, T::of(rng.uniform()), T::of(rng.uniform())),
            18 if world.kind(body)? == BodyKind::Dynamic => {
                let mass = world.mass(body)?.mass;
                world.apply_impulse(body, vector::<T>(rng, FASTEST) * mass)
            }
            19 if world.kind(body)? == BodyKind::Dynamic => {
                let mass = power(rng, -3, 7);
                let moments = [(); 3].map(|()| mass * T::of(rng.between(0.02, 0.03)));
                let inertia = Mat3::diagonal(moments[0], moments[1], moments[2]);
                world.set_mass(body, Mass { mass, center: vector(rng, 0.05), inertia })
            }
            20 => {
                let Some(joint) = self.any_joint(rng) else { return Ok(()) };
                let has_motor =
                    matches!(self.world.joint_kind(joint)?, JointKind::Hinge(_) | JointKind::Slider(_));
                let motor = Motor { speed: T::of(rng.signed() * 10.0), strength: T::of(100.0) };
                if has_motor { self.world.set_motor(joint, Some(motor)) } else { Ok(()) }
            }
            21 => {
                world.set_settings(settings(self.solver, rng));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// First body whose motion is not a number, or faster than `most`; and the largest speed of any body.
pub(super) fn judge<T: Real>(world: &World<T>, most: f64) -> (Option<String>, f64) {
    let (mut fault, mut fastest) = (None, 0.0_f64);
    for body in world.bodies() {
        let i = body.index();
        let (Ok(pose), Ok(v), Ok(w)) = (world.pose(body), world.velocity(body), world.angular_velocity(body))
        else {
            continue;
        };
        let numbers = pose.translation().to_array().into_iter().chain(pose.rotation().to_xyzw());
        let all_finite = numbers.chain(v.to_array()).chain(w.to_array()).all(|x| x.is_finite());
        let speed = v.norm().f64();
        if !all_finite {
            fault.get_or_insert(format!("body {i} is at {pose:?} with {v:?}, {w:?}"));
        } else if speed > most {
            fault.get_or_insert(format!("body {i} moves at {speed:.3e} m/s"));
        }
        fastest = fastest.max(if speed.is_nan() { f64::INFINITY } else { speed });
    }
    for (joint, ..) in world.joints() {
        let Ok(read) = world.joint(joint) else { continue };
        let numbers = [read.position, read.twist, read.speed, read.gap].into_iter();
        let mut numbers = numbers.chain(read.force.to_array()).chain(read.torque.to_array());
        if !numbers.all(|x| x.is_finite()) {
            fault.get_or_insert(format!("joint {} reads {read:?}", joint.number()));
        }
    }
    (fault, fastest)
}
