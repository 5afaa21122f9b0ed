//! Figures by their boxes and joints, built for both: as a [`Figure`] by Lagrange multipliers, and as a world of `impinge-sim`.

use impinge::mesh::polygon::PolygonMesh;
use impinge::scene::ObjectHandle;
use impinge::{Cuboid, Mat3, Pose, Rot3, Sphere, Vec3};
use impinge_scenes::rooms;
use impinge_sim::joint::{Ball, Hinge, Slider, Universal};
use impinge_sim::{Body, Layers, Material, World, WorldError, WorldSettings};

use super::joint::{Joint, Kind, Limit};
use super::rigid::{Rigid, Six};
use super::step::Figure;
use super::surroundings::Surroundings;
use crate::doom::meshes::mesh;
use crate::study::Stop;

/// Friction of all surfaces.
const FRICTION: f64 = 0.5;

/// A box.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limb {
    pub half: [f64; 3],
    pub pose: Pose<Vec3<f64>>,
    pub mass: f64,
}

/// Freedom of a joint of a plan.
#[derive(Clone, Copy, Debug)]
pub(super) enum Hold {
    /// With the half angle of a cone about the axis.
    Ball(Option<f64>),
    /// A ball within a pyramid about the axis. Ours has none, and gets the cone within it.
    Pyramid([f64; 2]),
    /// With least and largest angle.
    Hinge(Option<[f64; 2]>),
    /// With least and largest way.
    Slider(Option<[f64; 2]>),
    Universal,
    Fixed,
}

/// A joint at a point of the world, along an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub a: Option<usize>,
    pub b: usize,
    pub at: Vec3<f64>,
    pub axis: Vec3<f64>,
    pub hold: Hold,
    pub friction: f64,
}

/// A figure, and the boxes around it.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub limbs: Vec<Limb>,
    pub links: Vec<Link>,
    /// Half lengths and centers.
    pub standing: Vec<([f64; 3], Vec3<f64>)>,
    /// Initial velocity of all limbs.
    pub speed: Vec3<f64>,
    /// Whether limbs collide with one another and with the surroundings.
    pub solid: bool,
}

/// A world, and its bodies in the order of the plan.
pub(super) struct Ours {
    pub world: World<f64>,
    pub bodies: Vec<ObjectHandle>,
}

impl Plan {
    /// From the first limb to the farthest corner of any, where it starts.
    pub fn size(&self) -> f64 {
        let Some(first) = self.limbs.first() else { return 0.0 };
        let from = first.pose.translation();
        let reach = |limb: &Limb| (limb.pose.translation() - from).norm() + Vec3::from(limb.half).norm();
        self.limbs.iter().map(reach).fold(0.0, f64::max)
    }

    /// Built for Lagrange multipliers.
    pub fn figure(&self) -> Figure {
        let speed = Six { linear: self.speed, angular: Vec3::ZERO };
        let bodies: Vec<Rigid> =
            self.limbs.iter().map(|limb| Rigid::cuboid(limb.half, limb.pose, limb.mass, speed)).collect();
        let joint = |link: &Link| {
            let x = link.axis.any_orthogonal();
            let turn = Rot3::from_matrix(Mat3::from_columns(x, link.axis.cross(x), link.axis));
            let world = Pose::new(link.at, turn);
            let within = |body: usize| self.limbs[body].pose.inverse().compose(&world);
            let frames = [link.a.map_or(world, within), within(link.b)];
            let (kind, limit) = match link.hold {
                Hold::Ball(cone) => (Kind::Ball, cone.map(Limit::Cone)),
                Hold::Pyramid(halves) => (Kind::Ball, Some(Limit::Pyramid(halves))),
                Hold::Hinge(range) => (Kind::Hinge, range.map(Limit::Range)),
                Hold::Slider(range) => (Kind::Slider, range.map(Limit::Range)),
                Hold::Universal => (Kind::Universal, None),
                Hold::Fixed => (Kind::Fixed, None),
            };
            Joint { a: link.a, b: link.b, frames, kind, limit, friction: link.friction }
        };
        Figure::new(bodies, self.links.iter().map(joint).collect())
    }

    /// Surroundings of the figure; none if it is not solid.
    pub fn surroundings(&self, figure: &Figure) -> Result<Option<Surroundings>, Stop> {
        if !self.solid {
            return Ok(None);
        }
        let boxed = |half: [f64; 3]| mesh(&rooms::cuboid(half, 1));
        let skins: Vec<PolygonMesh<f64>> =
            self.limbs.iter().map(|limb| boxed(limb.half)).collect::<Result<_, _>>()?;
        let mut standing = Vec::new();
        for &(half, center) in &self.standing {
            standing.push((boxed(half)?, Pose::at(center)));
        }
        Ok(Some(Surroundings::new(standing, skins, &figure.joints, FRICTION)))
    }

    /// Converts to a world of `impinge-sim`, with its default solver.
    pub fn ours(&self) -> Result<Ours, WorldError> {
        let mut world = World::new(WorldSettings::<f64>::default());
        let material = Material { friction: FRICTION, ..Material::default() };
        for &(half, center) in &self.standing {
            let shape = world.add_shape(Cuboid::new(half));
            world.add(Body::fixed(shape, Pose::at(center)).material(material))?;
        }
        let mut bodies = Vec::new();
        for limb in &self.limbs {
            let shape = world.add_shape(Cuboid::new(limb.half));
            let volume = 8.0 * limb.half[0] * limb.half[1] * limb.half[2];
            let body = Body::dynamic(shape, limb.pose).density(limb.mass / volume).velocity(self.speed);
            let layers = if self.solid { Layers::ALL } else { Layers::NONE };
            bodies.push(world.add(body.material(material).layers(layers))?);
        }
        for link in &self.links {
            let a = match link.a {
                Some(a) => bodies[a],
                None => {
                    // A hook that collides with nothing.
                    let shape = world.add_shape(Sphere::new(0.01));
                    world.add(Body::fixed(shape, Pose::at(link.at)).layers(Layers::NONE))?
                }
            };
            world.add_joint(a, bodies[link.b], link.ours())?;
        }
        Ok(Ours { world, bodies })
    }
}

impl Link {
    /// Converts to a joint of `impinge-sim`.
    fn ours(&self) -> impinge_sim::Joint<f64> {
        let (at, axis, friction) = (self.at, self.axis, self.friction);
        let ball = |cone| impinge_sim::Joint::ball(at, axis, Ball { cone, twist: None, friction });
        match self.hold {
            Hold::Ball(cone) => ball(cone),
            Hold::Pyramid([x, y]) => ball(Some(x.min(y))),
            Hold::Hinge(limits) => {
                impinge_sim::Joint::hinge(at, axis, Hinge { limits, motor: None, friction })
            }
            Hold::Slider(limits) => {
                impinge_sim::Joint::slider(at, axis, Slider { limits, motor: None, friction })
            }
            Hold::Universal => {
                impinge_sim::Joint::universal(at, axis, axis.any_orthogonal(), Universal::default())
            }
            Hold::Fixed => impinge_sim::Joint::weld(at),
        }
    }
}

/// Links of 0.3 m and 1 kg in a row along x, let go level, by balls without limits or friction; the first hangs on the world.
pub(super) fn chain(links: usize) -> Plan {
    let mut plan = Plan::default();
    for i in 0..links {
        let start = 0.3 * i as f64;
        let pose = Pose::at([start + 0.15, 0.0, 0.0]);
        plan.limbs.push(Limb { half: [0.15, 0.03, 0.03], pose, mass: 1.0 });
        plan.links.push(Link {
            a: i.checked_sub(1),
            b: i,
            at: Vec3::new(start, 0.0, 0.0),
            axis: Vec3::axis(0),
            hold: Hold::Ball(None),
            friction: 0.0,
        });
    }
    plan
}

/// A machine of all joints: a cart on a rail, an arm that a cardan joint hangs on it, a foot fixed to the arm, a rod that leans within a
/// pyramid, and a flap within a range; it starts at a meter per second. Contacts are ignored.
pub(super) fn machine() -> Plan {
    let mut plan = Plan { speed: Vec3::new(1.0, 0.0, 0.0), ..Plan::default() };
    let mut add = |half: [f64; 3], center: [f64; 3], mass, at: [f64; 3], axis: Vec3<f64>, hold, friction| {
        let b = plan.limbs.len();
        plan.limbs.push(Limb { half, pose: Pose::at(center), mass });
        plan.links.push(Link { a: b.checked_sub(1), b, at: at.into(), axis, hold, friction });
    };
    let [x, y, down] = [Vec3::axis(0), Vec3::axis(1), Vec3::new(0.0, 0.0, -1.0)];
    add([0.2, 0.1, 0.05], [0.0; 3], 4.0, [0.0; 3], x, Hold::Slider(Some([-0.5, 0.5])), 2.0);
    add([0.04, 0.04, 0.3], [0.0, 0.0, -0.4], 2.0, [0.0, 0.0, -0.1], y, Hold::Universal, 0.0);
    add([0.2, 0.04, 0.04], [0.2, 0.0, -0.75], 1.0, [0.0, 0.0, -0.7], down, Hold::Fixed, 0.0);
    add([0.03, 0.03, 0.2], [0.4, 0.0, -1.0], 1.0, [0.4, 0.0, -0.8], down, Hold::Pyramid([0.3, 0.5]), 0.0);
    add([0.1, 0.1, 0.02], [0.5, 0.0, -1.2], 0.5, [0.4, 0.0, -1.2], y, Hold::Hinge(Some([-0.4, 1.0])), 0.0);
    plan
}

/// A limb and its joint: half lengths, center, mass, parent limb, place, axis, and kind.
type Bone = ([f64; 3], [f64; 3], f64, Option<(usize, [f64; 3], [f64; 3], Hold)>);

const UP: [f64; 3] = [0.0, 0.0, 1.0];
const DOWN: [f64; 3] = [0.0, 0.0, -1.0];
const LEFT: [f64; 3] = [0.0, 1.0, 0.0];
const RIGHT: [f64; 3] = [0.0, -1.0, 0.0];

/// A person of 13 boxes, 75 kg and 1.8 m, who stands on the plane z = 0, faces along x and has the left at y. Hinges bend one way.
fn bones() -> Vec<Bone> {
    let ball = |cone| Hold::Ball(Some(cone));
    let hinge = |low, high| Hold::Hinge(Some([low, high]));
    let mut bones: Vec<Bone> = vec![
        ([0.10, 0.16, 0.09], [0.0, 0.0, 0.98], 10.3, None),
        ([0.11, 0.18, 0.20], [0.0, 0.0, 1.30], 26.0, Some((0, [0.0, 0.0, 1.085], UP, ball(0.5)))),
        ([0.09, 0.08, 0.12], [0.0, 0.0, 1.66], 5.3, Some((1, [0.0, 0.0, 1.52], UP, ball(0.7)))),
    ];
    for y in [0.25, -0.25] {
        let upper = bones.len();
        bones.push(([0.045, 0.045, 0.15], [0.0, y, 1.32], 2.2, Some((1, [0.0, y, 1.47], DOWN, ball(1.5)))));
        let elbow = Some((upper, [0.0, y, 1.16], RIGHT, hinge(0.0, 2.4)));
        bones.push(([0.04, 0.04, 0.15], [0.0, y, 1.0], 1.7, elbow));
    }
    for y in [0.1, -0.1] {
        let thigh = bones.len();
        bones.push(([0.075, 0.07, 0.19], [0.0, y, 0.69], 8.0, Some((0, [0.0, y, 0.885], DOWN, ball(1.1)))));
        let knee = Some((thigh, [0.0, y, 0.49], LEFT, hinge(0.0, 2.3)));
        bones.push(([0.05, 0.05, 0.19], [0.0, y, 0.29], 3.7, knee));
        let ankle = Some((thigh + 1, [0.0, y, 0.0925], LEFT, hinge(-0.4, 0.8)));
        bones.push(([0.12, 0.045, 0.035], [0.05, y, 0.05], 1.1, ankle));
    }
    bones
}

/// Index of the left forearm, and the place of its hand in the standing person.
const HAND: (usize, [f64; 3]) = (4, [0.0, 0.25, 0.85]);

/// The person, with this friction in all joints, with its origin at a pose.
pub(super) fn person(pose: &Pose<Vec3<f64>>, friction: f64) -> Plan {
    let mut plan = Plan { solid: true, ..Plan::default() };
    for (b, (half, center, mass, hang)) in bones().into_iter().enumerate() {
        plan.limbs.push(Limb { half, pose: pose.compose(&Pose::at(center)), mass });
        if let Some((a, at, axis, hold)) = hang {
            let (at, axis) = (pose.transform(at.into()), pose.rotation().rotate(axis.into()));
            plan.links.push(Link { a: Some(a), b, at, axis, hold, friction });
        }
    }
    plan
}

/// A person who falls onto a floor, stiff and a little turned.
pub(super) fn falling() -> Plan {
    let turn = Rot3::from_axis_angle([0.3, 1.0, 0.2], 0.4);
    let mut plan = person(&Pose::new([0.0, 0.0, 0.4], turn), 1.0);
    plan.standing.push(([6.0, 6.0, 0.5], Vec3::new(0.0, 0.0, -0.5)));
    plan
}

/// A person who falls down stairs.
pub(super) fn on_stairs() -> Plan {
    let turn = Rot3::from_axis_angle([0.1, 1.0, 0.3], 0.3);
    let mut plan = person(&Pose::new([0.0, 0.0, 0.1], turn), 1.0);
    plan.speed = Vec3::new(1.5, 0.0, 0.0);
    // The landing, eight stairs, and the floor below.
    plan.standing.push(([1.5, 2.0, 0.5], Vec3::new(-1.0, 0.0, -0.5)));
    for k in 0..8 {
        let (x, top) = (0.65 + 0.3 * f64::from(k), -0.2 * f64::from(k + 1));
        plan.standing.push(([0.15, 2.0, 0.5], Vec3::new(x, 0.0, top - 0.5)));
    }
    plan.standing.push(([4.0, 2.0, 0.5], Vec3::new(6.9, 0.0, -2.3)));
    plan
}

/// A person who hangs by the left hand, let go with the arm level: the joint to the world is at the hand.
pub(super) fn hanging() -> Plan {
    let turn = Rot3::from_axis_angle([1.0, 0.0, 0.0], -1.2);
    let mut plan = person(&Pose::new([0.0, 0.0, 3.0], turn), 0.0);
    let (b, hand) = HAND;
    let at = plan.limbs[b].pose.transform(Vec3::from(hand) - Vec3::from(bones()[b].1));
    plan.links.push(Link { a: None, b, at, axis: Vec3::axis(2), hold: Hold::Ball(None), friction: 0.0 });
    plan
}
