//! rapier's side, as it ships.

use impinge::{Pose, Rot2, Vec2};
use rapier2d::prelude::{
    CCDSolver, ColliderBuilder, ColliderSet, DefaultBroadPhase, Group, ImpulseJointSet,
    IntegrationParameters, InteractionGroups, IslandManager, MultibodyJointSet, NarrowPhase, PhysicsPipeline,
    RevoluteJointBuilder, RigidBodyBuilder, RigidBodyHandle, RigidBodySet, SharedShape, SoftBodySet, Vector,
};

use crate::scenes::{Form, Setup};
use crate::{FRICTION, GRAVITY, RATE};

#[derive(Default)]
pub struct Theirs {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad: DefaultBroadPhase,
    narrow: NarrowPhase,
    joints: ImpulseJointSet,
    multibodies: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
    handles: Vec<RigidBodyHandle>,
}

impl Theirs {
    pub fn new(setup: &Setup) -> Self {
        let mut world = Self::default();
        for (normal, offset) in &setup.planes {
            let normal = vector(*normal);
            let plane = ColliderBuilder::new(SharedShape::halfspace(normal));
            world.colliders.insert(plane.translation(normal * *offset).friction(FRICTION).build());
        }
        for body in &setup.bodies {
            let made = if body.is_fixed { RigidBodyBuilder::fixed() } else { RigidBodyBuilder::dynamic() };
            let made = world.bodies.insert(made.translation(vector(body.at)).can_sleep(false).build());
            let collider = match &body.form {
                Form::Box([x, y]) => ColliderBuilder::cuboid(*x, *y),
                Form::Limb(half, radius) => ColliderBuilder::capsule_y(*half, *radius),
                Form::Polygon(corners) => {
                    let corners: Vec<_> = corners.iter().map(|p| vector(*p)).collect();
                    ColliderBuilder::convex_hull(&corners).expect("a polygon")
                }
            };
            let groups = if body.group == 0 {
                InteractionGroups::all()
            } else {
                InteractionGroups {
                    memberships: Group::GROUP_2,
                    filter: !Group::GROUP_2,
                    ..InteractionGroups::all()
                }
            };
            let collider = collider.friction(FRICTION).collision_groups(groups).build();
            world.colliders.insert_with_parent(collider, made, &mut world.bodies);
            world.handles.push(made);
        }
        for hinge in &setup.hinges {
            let anchors = hinge.bodies.map(|body| vector(hinge.at) - vector(setup.bodies[body].at));
            let mut joint = RevoluteJointBuilder::new()
                .local_anchor1(anchors[0])
                .local_anchor2(anchors[1])
                .contacts_enabled(false);
            if let Some(limits) = hinge.limits {
                joint = joint.limits(limits);
            }
            let [a, b] = hinge.bodies.map(|body| world.handles[body]);
            world.joints.insert(a, b, joint.build(), true);
        }
        world
    }

    pub fn step(&mut self) {
        let parameters = IntegrationParameters { dt: 1.0 / RATE, ..IntegrationParameters::default() };
        self.pipeline.step(
            Vector::new(0.0, -GRAVITY),
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

    pub fn poses(&self) -> Vec<Pose<Vec2<f32>>> {
        let pose = |body: &RigidBodyHandle| {
            let (at, turn) = (self.bodies[*body].translation(), self.bodies[*body].rotation());
            Pose::new([at.x, at.y], Rot2::from_angle(turn.angle()))
        };
        self.handles.iter().map(pose).collect()
    }
}

fn vector([x, y]: [f32; 2]) -> Vector {
    Vector::new(x, y)
}
