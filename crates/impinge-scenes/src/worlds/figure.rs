//! A ragdoll: an articulated figure of 14 bones, made by one function.
//!
//! It stands upright along z and looks along x; its left is y. Lengths and masses are fractions of height and mass, rounded from the
//! tables of segments in Winter, "Biomechanics and Motor Control of Human Movement"; a hand is part of its forearm.

use impinge::math::Mat3;
use impinge::scene::ObjectHandle;
use impinge::shape::AnyShape;
use impinge::{Capsule, Cuboid, Measured, Pose, Real, Rot3, Vec3};
use impinge_sim::joint::{Ball, Hinge, Joint, JointHandle};
use impinge_sim::{Body, Material, World, WorldError};

/// The bones of a figure, in the order of [`Figure::bones`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Bone {
    Pelvis,
    Spine,
    Chest,
    Head,
    LeftUpperArm,
    LeftForearm,
    RightUpperArm,
    RightForearm,
    LeftThigh,
    LeftShin,
    LeftFoot,
    RightThigh,
    RightShin,
    RightFoot,
}

/// Number of bones of a figure.
const BONES: usize = 14;

/// Size and weight of a figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FigureSettings<T> {
    /// Height, from the soles to the top of the head.
    pub height: T,
    /// Total mass of all bones.
    pub mass: T,
    /// Friction torque in each joint.
    pub friction: T,
    /// Material of its surface.
    pub material: Material<T>,
}

/// 1.8 meters, 75 kilograms, friction of 1 newton meter.
impl<T: Real> Default for FigureSettings<T> {
    fn default() -> Self {
        Self { height: T::of(1.8), mass: T::of(75.0), friction: T::ONE, material: Material::default() }
    }
}

/// A figure in a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its bodies, in the order of [`Bone`].
    pub bones: [ObjectHandle; BONES],
    /// Its joints: for each bone except the pelvis, the joint to its parent bone, in the same order.
    pub joints: [JointHandle; BONES - 1],
}

impl Figure {
    /// The body of a bone.
    pub fn bone(&self, bone: Bone) -> ObjectHandle {
        self.bones[bone as usize]
    }
}

/// Plan of a bone. Lengths are fractions of the height.
struct Plan {
    form: Form,
    /// Position in the standing figure.
    at: [f64; 3],
    /// Fraction of the mass.
    mass: f64,
}

enum Form {
    /// Half lengths.
    Box([f64; 3]),
    /// Upright capsule: half of the length with its caps, and the radius.
    Limb(f64, f64),
}

/// Connection of a bone to its parent bone.
struct Hang {
    on: Bone,
    /// Position of the joint.
    at: [f64; 3],
    way: Way,
}

/// Freedom of its joint; angles in radians.
enum Way {
    /// Within a cone about a direction fixed in the parent bone, and a twist about its own direction.
    Ball { middle: [f64; 3], bone: [f64; 3], cone: f64, twist: f64 },
    /// About an axis, from straight to bent.
    Hinge { axis: [f64; 3], limits: [f64; 2] },
}

const UP: [f64; 3] = [0.0, 0.0, 1.0];
const DOWN: [f64; 3] = [0.0, 0.0, -1.0];

fn plan(bone: Bone) -> (Plan, Option<Hang>) {
    use Bone::*;
    let left = |bone| matches!(bone, LeftUpperArm | LeftForearm | LeftThigh | LeftShin | LeftFoot);
    let side = if left(bone) { 1.0 } else { -1.0 };
    let upper = |on_left, on_right| if left(bone) { on_left } else { on_right };
    let made = |form, at, mass| Plan { form, at, mass };
    let trunk = |on, z, cone, twist| Hang {
        on,
        at: [0.0, 0.0, z],
        way: Way::Ball { middle: UP, bone: UP, cone, twist },
    };
    match bone {
        Pelvis => (made(Form::Box([0.055, 0.09, 0.04]), [0.0, 0.0, 0.545], 0.142), None),
        Spine => {
            let made = made(Form::Box([0.05, 0.075, 0.035]), [0.0, 0.0, 0.62], 0.139);
            (made, Some(trunk(Pelvis, 0.585, 0.35, 0.3)))
        }
        Chest => {
            let made = made(Form::Box([0.06, 0.1, 0.075]), [0.0, 0.0, 0.735], 0.216);
            (made, Some(trunk(Spine, 0.655, 0.35, 0.3)))
        }
        Head => {
            let made = made(Form::Limb(0.09, 0.055), [0.0, 0.0, 0.91], 0.081);
            (made, Some(trunk(Chest, 0.82, 0.7, 1.0)))
        }
        LeftUpperArm | RightUpperArm => {
            let y = side * 0.129;
            let way = Way::Ball { middle: [0.5, side * 0.8, -0.6], bone: DOWN, cone: 1.5, twist: 1.0 };
            let hang = Hang { on: Chest, at: [0.0, y, 0.8], way };
            (made(Form::Limb(0.093, 0.025), [0.0, y, 0.707], 0.028), Some(hang))
        }
        LeftForearm | RightForearm => {
            let y = side * 0.129;
            let way = Way::Hinge { axis: [0.0, -1.0, 0.0], limits: [0.0, 2.5] };
            let hang = Hang { on: upper(LeftUpperArm, RightUpperArm), at: [0.0, y, 0.614], way };
            (made(Form::Limb(0.11, 0.022), [0.0, y, 0.504], 0.022), Some(hang))
        }
        LeftThigh | RightThigh => {
            let y = side * 0.06;
            let way = Way::Ball { middle: [0.6, side * 0.25, -0.8], bone: DOWN, cone: 1.1, twist: 0.5 };
            let hang = Hang { on: Pelvis, at: [0.0, y, 0.53], way };
            (made(Form::Limb(0.1225, 0.042), [0.0, y, 0.4075], 0.1), Some(hang))
        }
        LeftShin | RightShin => {
            let y = side * 0.06;
            let way = Way::Hinge { axis: [0.0, 1.0, 0.0], limits: [0.0, 2.4] };
            let hang = Hang { on: upper(LeftThigh, RightThigh), at: [0.0, y, 0.285], way };
            (made(Form::Limb(0.123, 0.03), [0.0, y, 0.162], 0.0465), Some(hang))
        }
        LeftFoot | RightFoot => {
            let y = side * 0.06;
            let way = Way::Hinge { axis: [0.0, 1.0, 0.0], limits: [-0.4, 0.8] };
            let hang = Hang { on: upper(LeftShin, RightShin), at: [0.0, y, 0.039], way };
            (made(Form::Box([0.07, 0.028, 0.0195]), [0.03, y, 0.0195], 0.0145), Some(hang))
        }
    }
}

impl Bone {
    const ALL: [Self; BONES] = [
        Self::Pelvis,
        Self::Spine,
        Self::Chest,
        Self::Head,
        Self::LeftUpperArm,
        Self::LeftForearm,
        Self::RightUpperArm,
        Self::RightForearm,
        Self::LeftThigh,
        Self::LeftShin,
        Self::LeftFoot,
        Self::RightThigh,
        Self::RightShin,
        Self::RightFoot,
    ];
}

/// Adds a figure of 14 bones that stands at the origin of `pose`.
///
/// # Errors
/// If height or mass are not finite numbers above 0, friction or material are below 0, or the figure would be out of range.
/// Nothing is added then.
#[inline(never)]
pub fn add_figure<T: Real>(
    world: &mut World<T>,
    pose: &Pose<Vec3<T>>,
    settings: &FigureSettings<T>,
) -> Result<Figure, WorldError> {
    for (what, x) in [("height of the figure", settings.height), ("mass of the figure", settings.mass)] {
        if !x.is_finite() {
            return Err(WorldError::NotFinite { what, found: x.f64() });
        }
        if x <= T::ZERO {
            return Err(WorldError::NotPositive { what, found: x.f64() });
        }
    }
    let mut bones = Vec::with_capacity(BONES);
    let built = build_figure(world, pose, settings, &mut bones);
    if built.is_err() {
        // Removing a bone removes its joints.
        bones.into_iter().try_for_each(|bone| world.remove(bone))?;
    }
    built
}

fn build_figure<T: Real>(
    world: &mut World<T>,
    pose: &Pose<Vec3<T>>,
    settings: &FigureSettings<T>,
    bones: &mut Vec<ObjectHandle>,
) -> Result<Figure, WorldError> {
    let scale = |[x, y, z]: [f64; 3]| Vec3::new(T::of(x), T::of(y), T::of(z)) * settings.height;
    let mut joints = Vec::with_capacity(BONES - 1);
    for bone in Bone::ALL {
        let (made, hang) = plan(bone);
        let shape = made.form.shape(settings.height)?;
        let density = settings.mass * T::of(made.mass) / shape.measure().volume;
        let shape = world.add_shape(shape);
        let own = Pose::try_new(scale(made.at), Rot3::IDENTITY).map_err(|_| out_of_range(settings.height))?;
        let body = Body::dynamic(shape, pose.compose(&own)).density(density).material(settings.material);
        bones.push(world.add(body)?);
        if let Some(hang) = hang {
            let above = Pose::at(scale(plan(hang.on).0.at));
            let [in_above, in_bone] = [&above, &own].map(|at| scale(hang.at) - at.translation());
            let joint = hang.way.joint(in_above, in_bone, settings.friction);
            joints.push(world.add_joint(bones[hang.on as usize], bones[bone as usize], joint)?);
        }
    }
    let (Ok(bones), Ok(joints)) = (bones.as_slice().try_into(), joints.try_into()) else {
        unreachable!("one body for each bone, and one joint for each but the pelvis")
    };
    Ok(Figure { bones, joints })
}

fn out_of_range<T: Real>(height: T) -> WorldError {
    let range = [T::ONE / T::LIMIT, T::LIMIT].map(Real::f64);
    WorldError::OutOfRange { what: "height of the figure", found: height.f64(), range }
}

impl Form {
    fn shape<T: Real>(&self, height: T) -> Result<AnyShape<T>, WorldError> {
        let shape = match *self {
            Self::Box([x, y, z]) => {
                Cuboid::try_new(Vec3::new(T::of(x), T::of(y), T::of(z)) * height).map(AnyShape::from)
            }
            Self::Limb(half, radius) => {
                let half = T::of(half - radius) * height;
                Capsule::try_new(half, T::of(radius) * height).map(AnyShape::from)
            }
        };
        shape.map_err(|_| out_of_range(height))
    }
}

impl Way {
    /// The joint, at its points in the frames of both bones, which have the same orientation.
    fn joint<T: Real>(&self, in_above: Vec3<T>, in_bone: Vec3<T>, friction: T) -> Joint<T> {
        let of = |[x, y, z]: [f64; 3]| Vec3::new(T::of(x), T::of(y), T::of(z));
        match *self {
            Self::Ball { middle, bone, cone, twist } => {
                let (middle, bone) = (of(middle).unit(), of(bone));
                let along = frame(middle);
                // Zero twist in the standing pose.
                let swung = Rot3::between(middle, bone).compose(&along);
                let (cone, twist) = (Some(T::of(cone)), Some([T::of(-twist), T::of(twist)]));
                let ball = Ball { cone, twist, friction };
                Joint::ball(Vec3::ZERO, middle, ball)
                    .frames(Pose::new(in_above, along), Pose::new(in_bone, swung))
            }
            Self::Hinge { axis, limits } => {
                let along = frame(of(axis));
                let hinge = Hinge { limits: Some(limits.map(T::of)), motor: None, friction };
                Joint::hinge(Vec3::ZERO, of(axis), hinge)
                    .frames(Pose::new(in_above, along), Pose::new(in_bone, along))
            }
        }
    }
}

/// A rotation that takes z to this unit vector.
fn frame<T: Real>(z: Vec3<T>) -> Rot3<T> {
    let x = z.any_orthogonal();
    Rot3::from_matrix(Mat3::from_columns(x, z.cross(x), z))
}
