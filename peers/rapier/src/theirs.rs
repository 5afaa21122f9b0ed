//! rapier's side, as it ships.

use impinge::{Pose, Rot3, Vec3};
use rapier3d::prelude::{
    CCDSolver, ColliderBuilder, ColliderSet, DefaultBroadPhase, GenericJoint, ImpulseJointSet,
    IntegrationParameters, IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline,
    RevoluteJointBuilder, RigidBodyBuilder, RigidBodyHandle, RigidBodySet, SharedShape, SoftBodySet,
    SphericalJointBuilder, Vector,
};

use crate::scenes::{Form, Setup};
use crate::{FRICTION, GRAVITY, RATE};

#[derive(Default)]
pub struct Theirs {
    pub bodies: RigidBodySet,
    pub colliders: ColliderSet,
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad: DefaultBroadPhase,
    narrow: NarrowPhase,
    joints: ImpulseJointSet,
    multibodies: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
    pub handles: Vec<RigidBodyHandle>,
}

impl Theirs {
    pub fn new(setup: &Setup) -> Self {
        let mut world = Self::default();
        for (normal, offset) in &setup.planes {
            let normal = vector(*normal);
            let plane = ColliderBuilder::new(SharedShape::halfspace(normal));
            world.colliders.insert(plane.translation(normal * *offset).friction(FRICTION).build());
        }
        for (form, at) in &setup.bodies {
            let body = RigidBodyBuilder::dynamic().translation(vector(*at)).can_sleep(false).build();
            let body = world.bodies.insert(body);
            let collider = match form {
                Form::Box([x, y, z]) => ColliderBuilder::cuboid(*x, *y, *z),
                Form::Limb(half, radius) => ColliderBuilder::capsule_z(*half, *radius),
                Form::Hull(points) => {
                    let points: Vec<_> = points.iter().map(|p| vector(*p)).collect();
                    ColliderBuilder::convex_hull(&points).expect("a hull")
                }
            };
            world.colliders.insert_with_parent(collider.friction(FRICTION).build(), body, &mut world.bodies);
            world.handles.push(body);
        }
        for joined in &setup.joints {
            let anchors = joined.bodies.map(|body| vector(joined.at) - vector(setup.bodies[body].1));
            let joint: GenericJoint = match joined.hinge {
                None => SphericalJointBuilder::new()
                    .local_anchor1(anchors[0])
                    .local_anchor2(anchors[1])
                    .contacts_enabled(false)
                    .build()
                    .into(),
                Some(limits) => RevoluteJointBuilder::new(Vector::new(0.0, 1.0, 0.0))
                    .local_anchor1(anchors[0])
                    .local_anchor2(anchors[1])
                    .contacts_enabled(false)
                    .limits(limits)
                    .build()
                    .into(),
            };
            let [a, b] = joined.bodies.map(|body| world.handles[body]);
            world.joints.insert(a, b, joint, true);
        }
        world
    }

    pub fn step(&mut self) {
        self.step_by(1.0 / RATE, GRAVITY);
    }

    /// A step of this length.
    pub fn step_by(&mut self, dt: f32, gravity: f32) {
        let parameters = IntegrationParameters { dt, ..IntegrationParameters::default() };
        self.pipeline.step(
            Vector::new(0.0, 0.0, -gravity),
            &parameters,
            &mut self.islands,
            &mut self.broad,
            &mut self.narrow,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.joints,
            &mut self.multibodies,
            &mut self.soft_bodies,
            &mut self.ccd,
            &(),
            &(),
        );
    }

    /// Mass of a body, computed from its collider.
    pub fn mass(&mut self, body: RigidBodyHandle) -> f32 {
        let colliders = &self.colliders;
        let body = &mut self.bodies[body];
        body.recompute_mass_properties_from_colliders(colliders);
        body.mass()
    }

    /// Kinetic energy, and the potential one relative to height 0.
    pub fn energies(&mut self, gravity: f32) -> [f64; 2] {
        let mut sums = [0.0; 2];
        for handle in &self.handles {
            let body = &mut self.bodies[*handle];
            // Also updates the inertia in the world's frame, which the kinetic energy is computed with.
            body.recompute_mass_properties_from_colliders(&self.colliders);
            sums[0] += f64::from(body.kinetic_energy());
            sums[1] += f64::from(body.mass() * gravity) * f64::from(body.center_of_mass().z);
        }
        sums
    }

    pub fn poses(&self) -> Vec<Pose<Vec3<f32>>> {
        let pose = |body: &RigidBodyHandle| {
            let (at, turn) = (self.bodies[*body].translation(), self.bodies[*body].rotation());
            let turn = Rot3::try_normalize_xyzw([turn.x, turn.y, turn.z, turn.w]).expect("a rotation");
            Pose::new([at.x, at.y, at.z], turn)
        };
        self.handles.iter().map(pose).collect()
    }
}

fn vector([x, y, z]: [f32; 3]) -> Vector {
    Vector::new(x, y, z)
}
