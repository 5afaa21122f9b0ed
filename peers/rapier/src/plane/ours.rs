//! impinge-sim's side.

use impinge::scene::Layers;
use impinge::shape::AnyShape2;
use impinge::{Capsule2, ConvexPolygon, HalfSpace, Pose, Rectangle, Scene, Vec2};
use impinge_sim::BodyHandle;
use impinge_sim::joint::Hinge;
use impinge_sim::plane::{Body, Joint, World, WorldSettings};

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
        for body in &setup.bodies {
            let (shape, pose) = (world.add_shape(shape(&body.form)), Pose::at(body.at));
            let made = if body.is_fixed { Body::fixed(shape, pose) } else { Body::dynamic(shape, pose) };
            bodies.push(world.add(made.layers(layers(body.group))).expect("a body"));
        }
        for hinge in &setup.hinges {
            let joint = Joint::hinge(hinge.at, Hinge { limits: hinge.limits, motor: None, friction: 0.0 });
            world.add_joint(bodies[hinge.bodies[0]], bodies[hinge.bodies[1]], joint).expect("a joint");
        }
        Self { world, bodies }
    }

    pub fn step(&mut self) {
        self.world.step(1.0 / RATE).expect("a step");
    }

    pub fn poses(&self) -> Vec<Pose<Vec2<f32>>> {
        self.bodies.iter().map(|body| *self.world.pose(*body).expect("a body")).collect()
    }
}

/// Bones of a figure are kept apart by one layer for all figures: they stand too far from one another to touch.
fn layers(group: u32) -> Layers {
    if group == 0 { Layers::ALL } else { Layers { member: 2, sees: !2 } }
}

fn shape(form: &Form) -> AnyShape2<f32> {
    match form {
        Form::Box(half) => Rectangle::new(*half).into(),
        Form::Limb(half, radius) => Capsule2::new(*half, *radius).into(),
        Form::Polygon(corners) => ConvexPolygon::try_new(corners).expect("a polygon").into(),
    }
}

/// Measures overlaps at poses of either side.
pub struct Overlaps {
    scene: Scene<Vec2<f32>>,
    planes: usize,
}

impl Overlaps {
    pub fn new(setup: &Setup) -> Self {
        let mut scene = Scene::<Vec2<f32>>::new();
        for (normal, offset) in &setup.planes {
            let plane = scene.add_shape(HalfSpace::new(*normal, *offset));
            scene.add(plane, Pose::IDENTITY).expect("a plane");
        }
        let mut bodies = Vec::new();
        for body in &setup.bodies {
            let shape = scene.add_shape(shape(&body.form));
            let object = scene.add(shape, Pose::at(body.at)).expect("a body");
            scene.set_layers(object, layers(body.group)).expect("a body");
            bodies.push(object);
        }
        for hinge in &setup.hinges {
            let [a, b] = hinge.bodies.map(|body| bodies[body]);
            scene.ignore_pair(a, b).expect("two bodies");
        }
        Self { scene, planes: setup.planes.len() }
    }

    /// The deepest overlap of any two bodies that are not joined.
    pub fn deepest(&mut self, poses: &[Pose<Vec2<f32>>]) -> f64 {
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
