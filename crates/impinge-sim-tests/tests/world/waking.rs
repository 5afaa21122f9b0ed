//! Whatever can change a contact or a joint wakes the bodies concerned, and no others: every method that changes a world has its rows here.

use std::collections::BTreeSet;
use std::path::Path;

use impinge::{Cuboid, Pose, Sphere, Vec3};
use impinge_sim::joint::{Ball, Hinge, Motor};
use impinge_sim::{
    Body, BodyHandle, BodyKind, Joint, JointHandle, Layers, Mass, Material, PairRule, SleepSettings,
    StepHooks, Surface, World, WorldSettings,
};
use impinge_sim_tests::{add_floor, run};

/// A world in which all bodies sleep: groups that do not touch one another.
struct Yard {
    world: World<f64>,
    floor: BodyHandle,
    /// A box on the floor, and one on it.
    low: BodyHandle,
    high: BodyHandle,
    /// A ball that hangs from a fixed box.
    anchor: BodyHandle,
    hung: BodyHandle,
    hook: JointHandle,
    /// A box on a kinematic box.
    lift: BodyHandle,
    rider: BodyHandle,
    /// A box on a fixed box.
    slab: BodyHandle,
    crate_: BodyHandle,
    /// A box that turns about a fixed post.
    arm: BodyHandle,
    hinge: JointHandle,
    /// A box within a fixed box with which it does not collide.
    ghost: BodyHandle,
    haunted: BodyHandle,
    /// Two boxes on the floor, joined.
    left: BodyHandle,
    right: BodyHandle,
    bar: JointHandle,
    /// A box on the floor, far from everything.
    alone: BodyHandle,
}

const UP: [f64; 3] = [0.0, 0.0, 1.0];

fn at(x: f64, z: f64) -> Pose<Vec3<f64>> {
    Pose::at([x, 0.0, z])
}

impl Yard {
    fn new() -> Self {
        let settings = WorldSettings { sleep: Some(SleepSettings::default()), ..WorldSettings::default() };
        let mut world = World::new(settings);
        let floor = add_floor(&mut world);
        let cube = world.add_shape(Cuboid::new([0.5; 3]));
        let mut dynamic = |x: f64, z: f64, id: u32| {
            let material = Material { id, ..Material::default() };
            world.add(Body::dynamic(cube, at(x, z)).material(material)).unwrap()
        };
        let (low, high) = (dynamic(0.0, 0.5, 1), dynamic(0.0, 1.5, 2));
        let (rider, crate_, arm) = (dynamic(10.0, 2.0, 0), dynamic(15.0, 2.0, 0), dynamic(20.8, 3.0, 0));
        let (haunted, alone) = (dynamic(30.0, 0.5, 0), dynamic(25.0, 0.5, 0));
        let (left, right) = (dynamic(35.0, 0.5, 0), dynamic(36.5, 0.5, 0));
        let mut fixed = |x: f64, z: f64| world.add(Body::fixed(cube, at(x, z))).unwrap();
        let (anchor, slab, post, ghost) =
            (fixed(5.0, 5.0), fixed(15.0, 1.0), fixed(20.0, 3.0), fixed(30.0, 0.5));
        world.set_layers(ghost, Layers { member: 0, sees: 0 }).unwrap();
        let lift = world.add(Body::kinematic(cube, at(10.0, 1.0))).unwrap();
        let ball = world.add_shape(Sphere::new(0.5));
        let hung = world.add(Body::dynamic(ball, at(5.0, 3.0))).unwrap();
        let hook = world.add_joint(anchor, hung, Joint::ball([5.0, 0.0, 5.0], UP, Ball::default())).unwrap();
        let hinge = world.add_joint(post, arm, Joint::hinge([20.0, 0.0, 3.0], UP, Hinge::default())).unwrap();
        let bar = world.add_joint(left, right, Joint::weld([35.75, 0.0, 0.5])).unwrap();
        run(&mut world, 120);
        let yard = Self {
            world,
            floor,
            low,
            high,
            anchor,
            hung,
            hook,
            lift,
            rider,
            slab,
            crate_,
            arm,
            hinge,
            ghost,
            haunted,
            left,
            right,
            bar,
            alone,
        };
        assert_eq!(yard.awake(), BTreeSet::new());
        yard
    }

    fn awake(&self) -> BTreeSet<BodyHandle> {
        let is_awake = |body: &BodyHandle| {
            self.world.kind(*body).unwrap() == BodyKind::Dynamic && !self.world.is_asleep(*body).unwrap()
        };
        self.world.bodies().filter(is_awake).collect()
    }

    fn add(&mut self, kind: BodyKind, pose: Pose<Vec3<f64>>) {
        let shape = self.world.add_shape(Cuboid::new([0.3; 3]));
        let body = match kind {
            BodyKind::Dynamic => Body::dynamic(shape, pose),
            BodyKind::Kinematic => Body::kinematic(shape, pose),
            BodyKind::Fixed => Body::fixed(shape, pose),
        };
        self.world.add(body).unwrap();
    }

    fn shape(&mut self, body: BodyHandle, half: [f64; 3]) {
        let shape = self.world.add_shape(Cuboid::new(half));
        self.world.set_shape(body, shape).unwrap();
    }

    fn set(&mut self, change: impl Fn(&mut WorldSettings<f64>)) {
        let mut settings = *self.world.settings();
        change(&mut settings);
        self.world.set_settings(settings);
    }
}

/// A method of the world, a change by it, and the bodies that must be awake after the next step. Bodies that the change adds or makes
/// dynamic are awake besides.
type Row = (&'static str, fn(&mut Yard), fn(&Yard) -> Vec<BodyHandle>);

const ICE: Material<f64> = Material {
    friction: 0.0,
    restitution: 0.0,
    rolling_resistance: 0.0,
    combine_friction: impinge_sim::Combine::Smaller,
    combine_restitution: impinge_sim::Combine::Larger,
    id: 0,
};

const SURFACE: Surface<f64> = Surface { friction: 0.1, restitution: 0.0, rolling_resistance: 0.0 };

/// Everything that stands on the floor or is connected with something that does.
fn on_floor(y: &Yard) -> Vec<BodyHandle> {
    vec![y.low, y.high, y.haunted, y.left, y.right, y.alone]
}

fn everything(y: &Yard) -> Vec<BodyHandle> {
    [on_floor(y), vec![y.hung, y.rider, y.crate_, y.arm]].concat()
}

const ROWS: &[Row] = &[
    ("add", |y| y.add(BodyKind::Fixed, at(25.0, 1.2)), |y| vec![y.alone]),
    ("add", |y| y.add(BodyKind::Kinematic, at(25.0, 1.2)), |y| vec![y.alone]),
    ("add", |y| y.add(BodyKind::Dynamic, at(25.0, 1.2)), |y| vec![y.alone]),
    ("add", |y| y.add(BodyKind::Fixed, at(25.0, 3.0)), |_| vec![]),
    ("remove", |y| y.world.remove(y.low).unwrap(), |y| vec![y.high]),
    ("remove", |y| y.world.remove(y.slab).unwrap(), |y| vec![y.crate_]),
    ("remove", |y| y.world.remove(y.lift).unwrap(), |y| vec![y.rider]),
    ("remove", |y| y.world.remove(y.anchor).unwrap(), |y| vec![y.hung]),
    ("remove", |y| y.world.remove(y.left).unwrap(), |y| vec![y.right]),
    ("remove", |y| y.world.remove(y.floor).unwrap(), on_floor),
    ("set_pose", |y| y.world.set_pose(y.low, at(45.0, 0.5)).unwrap(), |y| vec![y.low, y.high]),
    ("set_pose", |y| y.world.set_pose(y.high, at(25.0, 1.5)).unwrap(), |y| vec![y.low, y.high, y.alone]),
    ("set_pose", |y| y.world.set_pose(y.slab, at(15.0, 0.5)).unwrap(), |y| vec![y.crate_]),
    ("set_pose", |y| y.world.set_pose(y.slab, at(15.0, 1.1)).unwrap(), |y| vec![y.crate_]),
    ("set_pose", |y| y.world.set_pose(y.slab, at(25.0, 0.7)).unwrap(), |y| vec![y.crate_, y.alone]),
    ("set_pose", |y| y.world.set_pose(y.lift, at(25.0, 0.7)).unwrap(), |y| vec![y.rider, y.alone]),
    ("set_pose", |y| y.world.set_pose(y.anchor, at(5.0, 5.2)).unwrap(), |y| vec![y.hung]),
    ("set_pose", |y| y.world.set_pose(y.left, at(35.0, 0.6)).unwrap(), |y| vec![y.left, y.right]),
    ("set_velocity", |y| y.world.set_velocity(y.lift, [0.0, 0.0, -100.0]).unwrap(), |y| vec![y.rider]),
    ("set_velocity", |y| y.world.set_velocity(y.lift, [0.0, 0.0, 1e-3]).unwrap(), |y| vec![y.rider]),
    ("set_velocity", |y| y.world.set_velocity(y.low, [0.0; 3]).unwrap(), |y| vec![y.low, y.high]),
    (
        "set_angular_velocity",
        |y| y.world.set_angular_velocity(y.lift, [0.0, 0.0, 0.1]).unwrap(),
        |y| vec![y.rider],
    ),
    ("set_angular_velocity", |y| y.world.set_angular_velocity(y.high, UP).unwrap(), |y| vec![y.low, y.high]),
    ("set_kind", |y| y.world.set_kind(y.low, BodyKind::Kinematic).unwrap(), |y| vec![y.high]),
    ("set_kind", |y| y.world.set_kind(y.left, BodyKind::Fixed).unwrap(), |y| vec![y.right]),
    ("set_kind", |y| y.world.set_kind(y.slab, BodyKind::Dynamic).unwrap(), |y| vec![y.slab, y.crate_]),
    ("set_kind", |y| y.world.set_kind(y.lift, BodyKind::Fixed).unwrap(), |y| vec![y.rider]),
    ("set_kind", |y| y.world.set_kind(y.anchor, BodyKind::Dynamic).unwrap(), |y| vec![y.anchor, y.hung]),
    (
        "set_mass",
        |y| y.world.set_mass(y.high, Mass::of_shape(&Cuboid::new([0.5; 3]).into(), 9.0).unwrap()).unwrap(),
        |y| vec![y.low, y.high],
    ),
    (
        "set_mass",
        |y| y.world.set_mass(y.right, Mass::of_shape(&Cuboid::new([0.5; 3]).into(), 9.0).unwrap()).unwrap(),
        |y| vec![y.left, y.right],
    ),
    ("set_material", |y| y.world.set_material(y.high, ICE).unwrap(), |y| vec![y.low, y.high]),
    ("set_material", |y| y.world.set_material(y.slab, ICE).unwrap(), |y| vec![y.crate_]),
    ("set_material", |y| y.world.set_material(y.lift, ICE).unwrap(), |y| vec![y.rider]),
    ("set_material", |y| y.world.set_material(y.floor, ICE).unwrap(), on_floor),
    (
        "set_pair_rule",
        |y| y.world.set_pair_rule(PairRule { materials: (2, 1), surface: SURFACE }).unwrap(),
        |y| vec![y.low, y.high],
    ),
    (
        "set_pair_rule",
        |y| y.world.set_pair_rule(PairRule { materials: (0, 1), surface: SURFACE }).unwrap(),
        |y| vec![y.low, y.high],
    ),
    (
        "set_pair_rule",
        |y| y.world.set_pair_rule(PairRule { materials: (7, 1), surface: SURFACE }).unwrap(),
        |_| vec![],
    ),
    (
        "set_surface_velocity",
        |y| y.world.set_surface_velocity(y.slab, [1.0, 0.0, 0.0], [0.0; 3]).unwrap(),
        |y| vec![y.crate_],
    ),
    (
        "set_surface_velocity",
        |y| y.world.set_surface_velocity(y.low, [0.0; 3], UP).unwrap(),
        |y| vec![y.low, y.high],
    ),
    ("set_damping", |y| y.world.set_damping(y.high, 1.0, 1.0).unwrap(), |y| vec![y.low, y.high]),
    ("set_gravity_scale", |y| y.world.set_gravity_scale(y.hung, -1.0).unwrap(), |y| vec![y.hung]),
    (
        "set_layers",
        |y| y.world.set_layers(y.low, Layers { member: 0, sees: 0 }).unwrap(),
        |y| vec![y.low, y.high],
    ),
    (
        "set_layers",
        |y| y.world.set_layers(y.slab, Layers { member: 0, sees: 0 }).unwrap(),
        |y| vec![y.crate_],
    ),
    ("set_layers", |y| y.world.set_layers(y.ghost, Layers::ALL).unwrap(), |y| vec![y.haunted]),
    ("set_user_data", |y| y.world.set_user_data(y.high, 3).unwrap(), |_| vec![]),
    ("wake", |y| y.world.wake(y.high).unwrap(), |y| vec![y.low, y.high]),
    ("wake", |y| y.world.wake(y.slab).unwrap(), |y| vec![y.crate_]),
    ("sleep", |y| y.world.sleep(y.high).unwrap(), |_| vec![]),
    ("apply_force", |y| y.world.apply_force(y.high, UP).unwrap(), |y| vec![y.low, y.high]),
    ("apply_force_at", |y| y.world.apply_force_at(y.right, UP, [0.0; 3]).unwrap(), |y| vec![y.left, y.right]),
    ("apply_torque", |y| y.world.apply_torque(y.arm, UP).unwrap(), |y| vec![y.arm]),
    ("apply_impulse", |y| y.world.apply_impulse(y.hung, UP).unwrap(), |y| vec![y.hung]),
    (
        "apply_impulse_at",
        |y| y.world.apply_impulse_at(y.alone, UP, [25.0, 0.0, 1.0]).unwrap(),
        |y| vec![y.alone],
    ),
    ("apply_angular_impulse", |y| y.world.apply_angular_impulse(y.arm, UP).unwrap(), |y| vec![y.arm]),
    (
        "add_joint",
        |y| {
            y.world.add_joint(y.left, y.alone, Joint::weld([30.0, 0.0, 0.5])).unwrap();
        },
        |y| vec![y.left, y.right, y.alone],
    ),
    (
        "add_joint",
        |y| {
            y.world.add_joint(y.slab, y.crate_, Joint::weld([15.0, 0.0, 1.5])).unwrap();
        },
        |y| vec![y.crate_],
    ),
    ("remove_joint", |y| y.world.remove_joint(y.hook).unwrap(), |y| vec![y.hung]),
    ("remove_joint", |y| y.world.remove_joint(y.bar).unwrap(), |y| vec![y.left, y.right]),
    (
        "set_motor",
        |y| y.world.set_motor(y.hinge, Some(Motor { speed: 1.0, strength: 9.0 })).unwrap(),
        |y| vec![y.arm],
    ),
    ("set_settings", |y| y.set(|settings| settings.gravity = Vec3::ZERO), everything),
    ("set_settings", |y| y.set(|settings| settings.continuous = false), everything),
    ("set_settings", |y| y.set(|settings| settings.sleep = None), everything),
    (
        "set_settings",
        |y| y.set(|settings| settings.solver = impinge_sim::Solver::Thesis(Default::default())),
        everything,
    ),
    (
        "add_shape",
        |y| {
            y.world.add_shape(Sphere::new(1.0));
        },
        |_| vec![],
    ),
    ("set_shape", |y| y.shape(y.low, [0.5, 0.5, 0.6]), |y| vec![y.low, y.high]),
    ("set_shape", |y| y.shape(y.slab, [0.5, 0.5, 0.1]), |y| vec![y.crate_]),
    ("set_shape", |y| y.shape(y.lift, [15.2, 0.3, 0.3]), |y| vec![y.rider, y.alone, y.low, y.high]),
    ("step", |y| run(&mut y.world, 3), |_| vec![]),
    ("step_with", |y| assert!(y.world.step_with(0.01, StepHooks::default()).is_ok()), |_| vec![]),
];

#[test]
fn changes_wake_what_they_concern_and_nothing_else() {
    for (i, (method, change, wakes)) in ROWS.iter().enumerate() {
        let mut yard = Yard::new();
        let bodies = yard.world.bodies().count();
        change(&mut yard);
        run(&mut yard.world, 1);
        let mut expected: BTreeSet<_> = wakes(&yard).into_iter().collect();
        // A body that was added is awake if it is dynamic.
        expected.extend(
            yard.world.bodies().skip(bodies).filter(|body| yard.world.kind(*body) == Ok(BodyKind::Dynamic)),
        );
        assert_eq!(yard.awake(), expected, "row {i}, {method}");
    }
}

/// The methods of `World` that take it by `&mut self`, read from its source.
fn methods(folder: &Path, found: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            methods(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for block in text
            .split("\nimpl")
            .filter(|block| block.starts_with("<T: Real, V: WorldSpace<Scalar = T>> World<V> {"))
        {
            let block = block.split("\n}\n").next().unwrap();
            for function in block.split("\n    pub fn ").skip(1) {
                let (name, rest) = function.split_once('(').unwrap();
                if rest.trim_start().starts_with("&mut self") {
                    found.insert(name.split('<').next().unwrap().to_owned());
                }
            }
        }
    }
}

/// A new method that changes a world needs a row, which says what it wakes.
#[test]
fn every_method_that_changes_a_world_has_a_row() {
    let mut found = BTreeSet::new();
    methods(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../impinge-sim/src"), &mut found);
    let named: BTreeSet<_> = ROWS.iter().map(|(method, ..)| (*method).to_owned()).collect();
    assert!(found.len() > 20, "{found:?}");
    assert_eq!(found, named);
}

/// A body on a support that slips away falls, even if it is slow for longer than a step.
#[test]
fn a_body_does_not_fall_asleep_in_the_air() {
    for rate in [60.0, 240.0, 1000.0] {
        for speed in [[0.1, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, -100.0]] {
            let mut yard = Yard::new();
            yard.world.set_material(yard.lift, ICE).unwrap();
            yard.world.set_velocity(yard.lift, speed).unwrap();
            let steps = (rate * if speed[0] == 0.1 { 14.0 } else { 3.0 }) as usize;
            for _ in 0..steps {
                yard.world.step(1.0 / rate).unwrap();
            }
            let height = yard.world.pose(yard.rider).unwrap().translation().z;
            assert!(height < 1.0, "{rate} {speed:?}: {height}");
        }
    }
}

#[test]
fn a_ball_falls_when_its_anchor_goes() {
    let falls: [fn(&mut Yard); 4] = [
        |y| y.world.remove(y.anchor).unwrap(),
        |y| y.world.set_pose(y.anchor, at(5.0, 3.6)).unwrap(),
        |y| y.world.set_kind(y.anchor, BodyKind::Dynamic).unwrap(),
        |y| y.world.remove_joint(y.hook).unwrap(),
    ];
    for (i, fall) in falls.iter().enumerate() {
        let mut yard = Yard::new();
        fall(&mut yard);
        run(&mut yard.world, 60);
        let height = yard.world.pose(yard.hung).unwrap().translation().z;
        assert!(height < 2.5, "{i}: {height}");
    }
}

#[test]
fn an_island_is_put_to_sleep_and_woken() {
    let mut yard = Yard::new();
    run(&mut yard.world, 1);
    yard.world.apply_impulse(yard.high, [0.0, 0.0, 3.0]).unwrap();
    run(&mut yard.world, 2);
    assert_eq!(yard.awake().len(), 2);
    // Its island is what touches it now.
    yard.world.sleep(yard.low).unwrap();
    assert!(yard.world.is_asleep(yard.low).unwrap());
    yard.world.sleep(yard.high).unwrap();
    run(&mut yard.world, 60);
    assert_eq!(yard.awake(), BTreeSet::new());
    yard.world.wake(yard.low).unwrap();
    run(&mut yard.world, 1);
    assert!(yard.awake().contains(&yard.low));
    // Not for bodies that forces do not move, and without effect if nobody may sleep.
    assert!(yard.world.sleep(yard.slab).is_err());
    yard.set(|settings| settings.sleep = None);
    yard.world.sleep(yard.low).unwrap();
    assert!(!yard.world.is_asleep(yard.low).unwrap());
}
