//! impinge-sim's side.

use impinge::shape::AnyShape;
use impinge::{Capsule, ConvexPolyhedron, Cuboid, HalfSpace, Pose, Scene, Vec3};
use impinge_sim::joint::{Ball, Hinge};
use impinge_sim::{Body, BodyHandle, Joint, World, WorldSettings};

use crate::RATE;
use crate::scenes::{Form, Setup};

pub struct Ours {
    world: World<f32>,
    bodies: Vec<BodyHandle>,
}

impl Ours {
    pub fn new(setup: &Setup) -> Self {
        // rapier's bodies do not stop at obstacles within a step unless each is configured to.
        let mut world = World::<f32>::new(WorldSettings { continuous: false, ..WorldSettings::default() });
        for (normal, offset) in &setup.planes {
            let plane = world.add_shape(HalfSpace::new(*normal, *offset));
            world.add(Body::fixed(plane, Pose::IDENTITY)).expect("a plane");
        }
        let mut bodies = Vec::new();
        for (form, at) in &setup.bodies {
            let shape = world.add_shape(shape(form));
            bodies.push(world.add(Body::dynamic(shape, Pose::at(*at))).expect("a body"));
        }
        for joined in &setup.joints {
            let joint = match joined.hinge {
                None => {
                    Joint::ball(joined.at, [0.0, 0.0, 1.0], Ball { cone: None, twist: None, friction: 0.0 })
                }
                Some(limits) => {
                    let hinge = Hinge { limits: Some(limits), motor: None, friction: 0.0 };
                    Joint::hinge(joined.at, [0.0, 1.0, 0.0], hinge)
                }
            };
            world.add_joint(bodies[joined.bodies[0]], bodies[joined.bodies[1]], joint).expect("a joint");
        }
        Self { world, bodies }
    }

    pub fn step(&mut self) {
        self.world.step(1.0 / RATE).expect("a step");
    }

    pub fn poses(&self) -> Vec<Pose<Vec3<f32>>> {
        self.bodies.iter().map(|body| *self.world.pose(*body).expect("a body")).collect()
    }
}

fn shape(form: &Form) -> AnyShape<f32> {
    match form {
        Form::Box(half) => Cuboid::new(*half).into(),
        Form::Limb(half, radius) => Capsule::new(*half, *radius).into(),
        Form::Hull(points) => {
            let points: Vec<_> = points.iter().map(|p| Vec3::from(*p)).collect();
            ConvexPolyhedron::try_new(&points).expect("a hull").into()
        }
    }
}

/// Measures overlaps at poses of either side.
pub struct Overlaps {
    scene: Scene<Vec3<f32>>,
    planes: usize,
}

impl Overlaps {
    pub fn new(setup: &Setup) -> Self {
        let mut scene = Scene::<Vec3<f32>>::new();
        for (normal, offset) in &setup.planes {
            let plane = scene.add_shape(HalfSpace::new(*normal, *offset));
            scene.add(plane, Pose::IDENTITY).expect("a plane");
        }
        let mut bodies = Vec::new();
        for (form, at) in &setup.bodies {
            let shape = scene.add_shape(shape(form));
            bodies.push(scene.add(shape, Pose::at(*at)).expect("a body"));
        }
        for joined in &setup.joints {
            let [a, b] = joined.bodies.map(|body| bodies[body]);
            scene.ignore_pair(a, b).expect("two bodies");
        }
        Self { scene, planes: setup.planes.len() }
    }

    /// The deepest overlap of any two bodies that are not joined.
    pub fn deepest(&mut self, poses: &[Pose<Vec3<f32>>]) -> f64 {
        let bodies: Vec<_> = self.scene.objects().skip(self.planes).collect();
        for (body, pose) in bodies.into_iter().zip(poses) {
            self.scene.move_object(body, *pose).expect("a pose");
        }
        let planes = self.planes;
        let contacts =
            self.scene.contacts(0.0).iter().filter(|c| c.a.index() >= planes || c.b.index() >= planes);
        contacts.map(|c| f64::from(-c.contact.signed_distance)).fold(0.0, f64::max)
    }
}
