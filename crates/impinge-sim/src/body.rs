//! A body: its properties and its motion.

use impinge::body::AnyBody;
use impinge::math::Mat3;
use impinge::scene::{Layers, ShapeHandle};
use impinge::{Pose, Real, Rot3, Rotation, Vec3};
use serde::{Deserialize, Serialize};

use crate::error::WorldError;
use crate::mass::{Mass, MassSpace, Weight};
use crate::material::Material;
use crate::space::Space;

/// Kind of a body, by what moves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BodyKind {
    /// Moved by forces, contacts and joints.
    Dynamic,
    /// Moved by its velocity alone: it pushes and is not pushed.
    Kinematic,
    /// Does not move.
    Fixed,
}

/// Definition of a body, for [`World::add`](crate::World::add): a shape and a pose; everything else is set by the methods below.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Body<V: Space> {
    pub(crate) kind: BodyKind,
    pub(crate) shape: ShapeHandle,
    pub(crate) pose: Pose<V>,
    pub(crate) velocity: V,
    pub(crate) angular_velocity: V::Angular,
    pub(crate) weight: Weight<V>,
    pub(crate) material: Material<V::Scalar>,
    pub(crate) gravity_scale: V::Scalar,
    pub(crate) linear_damping: V::Scalar,
    pub(crate) angular_damping: V::Scalar,
    pub(crate) layers: Layers,
    pub(crate) user_data: u64,
    pub(crate) is_sensor: bool,
    pub(crate) surface_velocity: (V, V::Angular),
}

impl<T: Real, V: Space<Scalar = T>> Body<V> {
    fn new(kind: BodyKind, shape: ShapeHandle, pose: Pose<V>) -> Self {
        Self {
            kind,
            shape,
            pose,
            velocity: V::ZERO,
            angular_velocity: V::Angular::default(),
            weight: Weight::Density(T::ONE),
            material: Material::default(),
            gravity_scale: T::ONE,
            linear_damping: T::ZERO,
            angular_damping: T::ZERO,
            layers: Layers::ALL,
            user_data: 0,
            is_sensor: false,
            surface_velocity: (V::ZERO, V::Angular::default()),
        }
    }

    /// A body that forces move, with density 1.
    pub fn dynamic(shape: ShapeHandle, pose: Pose<V>) -> Self {
        Self::new(BodyKind::Dynamic, shape, pose)
    }

    /// A body that moves by its velocity alone.
    pub fn kinematic(shape: ShapeHandle, pose: Pose<V>) -> Self {
        Self::new(BodyKind::Kinematic, shape, pose)
    }

    /// A body that does not move.
    pub fn fixed(shape: ShapeHandle, pose: Pose<V>) -> Self {
        Self::new(BodyKind::Fixed, shape, pose)
    }

    /// Sets the velocity of the center of mass.
    pub fn velocity(mut self, velocity: impl Into<V>) -> Self {
        self.velocity = velocity.into();
        self
    }

    /// Sets the angular velocity; in the plane a number, counter-clockwise.
    pub fn angular_velocity(mut self, angular_velocity: impl Into<V::Angular>) -> Self {
        self.angular_velocity = angular_velocity.into();
        self
    }

    /// Sets the mass per volume; mass, center and inertia come from the shape.
    pub fn density(mut self, density: T) -> Self {
        self.weight = Weight::Density(density);
        self
    }

    /// Sets mass, center and inertia.
    pub fn mass(mut self, mass: Mass<V>) -> Self {
        self.weight = Weight::Mass(mass);
        self
    }

    /// Sets the material of its surface.
    pub fn material(mut self, material: Material<T>) -> Self {
        self.material = material;
        self
    }

    /// Lets its surface move although the body does not, as a conveyor belt: with a velocity and an angular velocity about the origin of its
    /// shape, both relative to the body and in the frame of the shape. Friction carries what lies on it along. Only the soft step has
    /// belts; a step of another solver is refused.
    ///
    /// ```
    /// use impinge::{Cuboid, Pose};
    /// use impinge_sim::{Body, World};
    ///
    /// let mut world = World::<f64>::default();
    /// let [belt, crate_] = [[5.0, 0.5, 0.1], [0.2; 3]].map(|half| world.add_shape(Cuboid::new(half)));
    /// world.add(Body::fixed(belt, Pose::IDENTITY).surface_velocity([1.5, 0.0, 0.0], [0.0; 3]))?;
    /// let cargo = world.add(Body::dynamic(crate_, Pose::at([-4.0, 0.0, 0.3])))?;
    /// for _ in 0..120 {
    ///     world.step(1.0 / 60.0)?;
    /// }
    /// assert!((world.velocity(cargo)?.x - 1.5).abs() < 1e-6);
    /// # Ok::<(), impinge_sim::WorldError>(())
    /// ```
    pub fn surface_velocity(
        mut self,
        velocity: impl Into<V>,
        angular_velocity: impl Into<V::Angular>,
    ) -> Self {
        self.surface_velocity = (velocity.into(), angular_velocity.into());
        self
    }

    /// Sets the factor on the world's gravity; 1 by default.
    pub fn gravity_scale(mut self, scale: T) -> Self {
        self.gravity_scale = scale;
        self
    }

    /// Sets the rates at which velocity and angular velocity decay: v becomes v / (1 + rate × time) in each step, however many sub-steps
    /// it has.
    pub fn damping(mut self, linear: T, angular: T) -> Self {
        (self.linear_damping, self.angular_damping) = (linear, angular);
        self
    }

    /// Sets the layers that decide which bodies it collides with.
    pub fn layers(mut self, layers: Layers) -> Self {
        self.layers = layers;
        self
    }

    /// Makes it a sensor: it touches nothing, and each step tells which bodies begin and end to overlap it ([`Event::Entered`],
    /// [`Event::Left`]). It moves as its kind says; a joint can attach it to another body. Its layers decide which bodies it sees; it sees
    /// no sensor, no body that a joint keeps from colliding with it, and, if it is fixed, no fixed body. Casts and other queries of the
    /// world pass through it.
    ///
    /// [`Event::Entered`]: crate::Event::Entered
    /// [`Event::Left`]: crate::Event::Left
    pub fn sensor(mut self) -> Self {
        self.is_sensor = true;
        self
    }

    /// Sets a number of your own.
    pub fn user_data(mut self, data: u64) -> Self {
        self.user_data = data;
        self
    }
}

/// Position and orientation of a body.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
pub(crate) struct Frame<T: Real> {
    /// Center of mass, in the world.
    pub center: Vec3<T>,
    /// Rotation from the frame of the shape to the world.
    pub rotation: Rot3<T>,
}

/// Solver body: the state that solvers read and write, one for each slot of the scene. Fields that passes over all bodies read come
/// first, contiguous: 64 bytes in `f32`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(bound = "T: Real + Serialize + for<'a> Deserialize<'a>")]
#[repr(C)]
pub(crate) struct State<T: Real> {
    pub kind: BodyKind,
    /// True if the body sleeps: it does not move until it is woken.
    pub asleep: bool,
    /// Center of mass, in the world.
    pub center: Vec3<T>,
    /// Rotation from the frame of the shape to the world.
    pub rotation: Rot3<T>,
    pub velocity: Vec3<T>,
    pub angular_velocity: Vec3<T>,
    /// A body cannot pass through anything in a step in which it moves by less than this.
    pub inner_size: T,
    /// Largest distance of its points from its center of mass; 0 if it is unbounded, as a half-space.
    pub reach: T,
    /// 1 / mass; 0 unless dynamic. Recomputed from the mass, like the inverse inertia.
    #[serde(skip)]
    pub inverse_mass: T,
    /// Mass; center and inertia in the frame of the shape. Zero unless dynamic.
    pub mass: Mass<Vec3<T>>,
    /// Position and orientation at the start of the last soft step.
    pub start: Frame<T>,
    /// Inverse inertia in the frame of the shape; 0 unless dynamic.
    #[serde(skip)]
    pub inverse_inertia: Mat3<T>,
    /// External force for the next step.
    pub force: Vec3<T>,
    pub torque: Vec3<T>,
    pub material: Material<T>,
    pub gravity_scale: T,
    pub linear_damping: T,
    pub angular_damping: T,
    /// Time for which it has hardly moved.
    pub still_for: T,
}

impl<T: Real> State<T> {
    /// State of a fixed body at the origin, for any shape.
    pub fn fixed(material: Material<T>) -> Self {
        Self {
            kind: BodyKind::Fixed,
            center: Vec3::ZERO,
            rotation: Rot3::IDENTITY,
            velocity: Vec3::ZERO,
            angular_velocity: Vec3::ZERO,
            start: Frame { center: Vec3::ZERO, rotation: Rot3::IDENTITY },
            force: Vec3::ZERO,
            torque: Vec3::ZERO,
            mass: Mass::none(),
            inverse_mass: T::ZERO,
            inverse_inertia: Mat3::default(),
            material,
            gravity_scale: T::ONE,
            linear_damping: T::ZERO,
            angular_damping: T::ZERO,
            asleep: false,
            still_for: T::ZERO,
            inner_size: T::ZERO,
            reach: T::ZERO,
        }
    }

    /// Its position and orientation.
    pub fn frame(&self) -> Frame<T> {
        Frame { center: self.center, rotation: self.rotation }
    }

    /// The pose of its shape.
    pub fn pose<V: Space<Scalar = T>>(&self) -> Pose<V> {
        let at = self.center - self.rotation.rotate(self.mass.center);
        Pose::new(V::flat(at), V::flat_rotation(&self.rotation))
    }

    /// The pose of its shape, if it is in the range of numbers.
    pub fn try_pose<V: Space<Scalar = T>>(&self) -> Option<Pose<V>> {
        let at = self.center - self.rotation.rotate(self.mass.center);
        Pose::try_new(V::flat(at), V::flat_rotation(&self.rotation)).ok()
    }

    /// Sets the kind of the body, and the mass that this implies. Set the pose after this call: the center may change.
    pub fn become_kind<V: MassSpace<Scalar = T>>(
        &mut self,
        kind: BodyKind,
        shape: &AnyBody<V>,
        weight: &Weight<V>,
    ) -> Result<(), WorldError> {
        let (mass, inverses) = match (kind, weight) {
            (BodyKind::Dynamic, weight) => {
                let mass = match weight {
                    Weight::Mass(mass) => mass.lift(),
                    Weight::Density(density) => Mass::of_shape(shape, *density)?.lift(),
                };
                (mass, mass.inverses()?)
            }
            (BodyKind::Kinematic | BodyKind::Fixed, _) => (Mass::none(), (T::ZERO, Mat3::default())),
        };
        (self.kind, self.mass) = (kind, mass);
        (self.inverse_mass, self.inverse_inertia) = inverses;
        match kind {
            BodyKind::Dynamic => self.inner_size = V::inner_size(shape),
            BodyKind::Kinematic => (self.force, self.torque) = (Vec3::ZERO, Vec3::ZERO),
            BodyKind::Fixed => {
                (self.force, self.torque) = (Vec3::ZERO, Vec3::ZERO);
                (self.velocity, self.angular_velocity) = (Vec3::ZERO, Vec3::ZERO);
            }
        }
        self.reach = V::reach(shape, V::flat(mass.center));
        self.wake();
        Ok(())
    }

    /// Inverse inertia in the world's frame.
    pub fn world_inverse_inertia(&self) -> Mat3<T> {
        self.rotation.rotate_inertia(self.inverse_inertia)
    }

    /// The axes of its shape's frame, in the world.
    pub fn axes(&self) -> Mat3<T> {
        matrix_of(&self.rotation)
    }

    /// Moves the state to another pose of its shape.
    pub fn set_pose<V: Space<Scalar = T>>(&mut self, pose: &Pose<V>) {
        self.rotation = V::lift_rotation(&pose.rotation());
        self.center = pose.transform(V::flat(self.mass.center)).lift();
    }

    /// Whether forces move the body now.
    pub fn is_awake(&self) -> bool {
        self.is_dynamic() && !self.asleep
    }

    /// Wakes the body and resets its sleep timer; if it is not dynamic, the next step wakes everything that it touches.
    pub fn wake(&mut self) {
        (self.asleep, self.still_for) = (false, T::ZERO);
    }

    /// Wakes the body after a change of something that it touches.
    pub fn wake_if_dynamic(&mut self) {
        if self.is_dynamic() {
            self.wake();
        }
    }

    /// Whether it is as a body of the plane is in space.
    pub fn is_in_plane(&self) -> bool {
        let flat = |v: Vec3<T>| v.z == T::ZERO;
        let about_z = |v: Vec3<T>| v.x == T::ZERO && v.y == T::ZERO;
        let turned = |rotation: &Rot3<T>| {
            let [x, y, _, _] = rotation.to_xyzw();
            x == T::ZERO && y == T::ZERO
        };
        [self.center, self.start.center, self.velocity, self.force, self.mass.center].into_iter().all(flat)
            && [self.angular_velocity, self.torque].into_iter().all(about_z)
            && [&self.rotation, &self.start.rotation].into_iter().all(turned)
    }

    /// Drops what rounding left outside of the plane.
    pub fn flatten(&mut self) {
        (self.center.z, self.velocity.z) = (T::ZERO, T::ZERO);
        let spin = &mut self.angular_velocity;
        (spin.x, spin.y) = (T::ZERO, T::ZERO);
        let [x, y, z, w] = self.rotation.to_xyzw();
        if x != T::ZERO || y != T::ZERO {
            self.rotation = Rot3::try_from_xyzw([T::ZERO, T::ZERO, z, w]).unwrap_or(self.rotation);
        }
    }

    /// Whether all numbers of its motion are finite.
    pub fn is_finite(&self) -> bool {
        let rotation = self.rotation.to_xyzw().iter().all(|x| x.is_finite());
        rotation && self.center.is_finite() && self.velocity.is_finite() && self.angular_velocity.is_finite()
    }

    pub fn is_dynamic(&self) -> bool {
        self.kind == BodyKind::Dynamic
    }

    /// Velocity of the point at `arm` from the center of mass.
    pub fn velocity_at(&self, arm: Vec3<T>) -> Vec3<T> {
        self.velocity + self.angular_velocity.cross(arm)
    }

    pub fn kinetic_energy(&self) -> T {
        let w = self.rotation.unrotate(self.angular_velocity);
        (self.mass.mass * self.velocity.dot(self.velocity) + w.dot(self.mass.inertia * w)) * T::HALF
    }
}

/// The matrix of a rotation whose quaternion is of length 1 up to rounding.
#[inline(always)]
pub(crate) fn matrix_of<T: Real>(rotation: &Rot3<T>) -> Mat3<T> {
    let [x, y, z, w] = rotation.to_xyzw();
    let [a, b, c] = [x + x, y + y, z + z];
    let (xx, xy, xz) = (a * x, a * y, a * z);
    let (yy, yz, zz) = (b * y, b * z, c * z);
    let (wx, wy, wz) = (a * w, b * w, c * w);
    Mat3::from_columns(
        Vec3::new(T::ONE - (yy + zz), xy + wz, xz - wy),
        Vec3::new(xy - wz, T::ONE - (xx + zz), yz + wx),
        Vec3::new(xz + wy, yz - wx, T::ONE - (xx + yy)),
    )
}
