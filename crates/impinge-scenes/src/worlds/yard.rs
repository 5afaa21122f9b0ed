//! Builder of worlds: a floor, shapes, and bodies at positions given in `f64`.

use impinge::body::AnyBody;
use impinge::{Cuboid, HalfSpace, Pose, Real, Rot3, Vec3};
use impinge_sim::{Body, BodyHandle, Joint, ShapeHandle, World, WorldSettings};

use super::figure::{FigureSettings, add_figure};

/// A world under construction.
pub struct Yard<T: Real> {
    world: World<T>,
}

impl<T: Real> Yard<T> {
    /// A world with a floor below z = 0.
    pub fn new(settings: WorldSettings<T>) -> Self {
        let mut yard = Self { world: World::new(settings) };
        yard.half_space([0.0, 0.0, 1.0], 0.0);
        yard
    }

    /// Returns the world.
    pub fn finish(self) -> World<T> {
        self.world
    }

    /// Adds a half-space: everything below the plane n · x = offset is solid.
    pub fn half_space(&mut self, normal: [f64; 3], offset: f64) {
        let solid = HalfSpace::new(Vec3::from(normal.map(T::of)), T::of(offset));
        let shape = self.shape(solid);
        self.put(Body::fixed(shape, Pose::IDENTITY));
    }

    /// Adds a shape.
    pub fn shape(&mut self, shape: impl Into<AnyBody<Vec3<T>>>) -> ShapeHandle {
        self.world.add_shape(shape)
    }

    /// Adds a box with these half extents.
    pub fn cuboid(&mut self, half: [f64; 3]) -> ShapeHandle {
        self.shape(Cuboid::new(half.map(T::of)))
    }

    /// Adds a body.
    pub fn put(&mut self, body: Body<T>) {
        self.add(body);
    }

    /// Adds a body that joints will connect.
    pub fn add(&mut self, body: Body<T>) -> BodyHandle {
        self.world.add(body).expect("the bodies of a scene are valid")
    }

    /// Joins two bodies.
    pub fn join(&mut self, a: BodyHandle, b: BodyHandle, joint: Joint<T>) {
        self.world.add_joint(a, b, joint).expect("the joints of a scene are valid");
    }

    /// Adds a ragdoll that stands at the origin of `pose`.
    pub fn figure(&mut self, pose: &Pose<Vec3<T>>, settings: &FigureSettings<T>) {
        add_figure(&mut self.world, pose, settings).expect("the figures of a scene are valid");
    }
}

/// A pose without rotation.
pub fn at<T: Real>(x: f64, y: f64, z: f64) -> Pose<Vec3<T>> {
    Pose::at([x, y, z].map(T::of))
}

/// A pose with a rotation about an axis.
pub fn turned<T: Real>(place: [f64; 3], axis: [f64; 3], angle: f64) -> Pose<Vec3<T>> {
    Pose::new(place.map(T::of), Rot3::from_axis_angle(axis.map(T::of), T::of(angle)))
}
