//! What every world is built with: a floor, shapes, and bodies at places given in `f64`.

use impinge::body::AnyBody;
use impinge::{Cuboid, HalfSpace, Pose, Real, Rot3, Vec3};
use impinge_sim::{Body, ShapeHandle, World, WorldSettings};

/// A world in the making.
pub struct Yard<T: Real> {
    world: World<T>,
}

impl<T: Real> Yard<T> {
    /// With a floor below z = 0.
    pub fn new(settings: WorldSettings<T>) -> Self {
        let mut yard = Self { world: World::new(settings) };
        yard.half_space([0.0, 0.0, 1.0], 0.0);
        yard
    }

    /// Without anything more.
    pub fn finish(self) -> World<T> {
        self.world
    }

    /// All below the plane n · x = offset is solid.
    pub fn half_space(&mut self, normal: [f64; 3], offset: f64) {
        let solid = HalfSpace::new(Vec3::from(normal.map(T::of)), T::of(offset));
        let shape = self.shape(solid);
        self.put(Body::fixed(shape, Pose::IDENTITY));
    }

    /// Keeps a shape.
    pub fn shape(&mut self, shape: impl Into<AnyBody<Vec3<T>>>) -> ShapeHandle {
        self.world.add_shape(shape)
    }

    /// A box of these half extents.
    pub fn cuboid(&mut self, half: [f64; 3]) -> ShapeHandle {
        self.shape(Cuboid::new(half.map(T::of)))
    }

    /// Adds a body.
    pub fn put(&mut self, body: Body<T>) {
        self.world.add(body).expect("the bodies of a scene are valid");
    }
}

/// Not turned.
pub fn at<T: Real>(x: f64, y: f64, z: f64) -> Pose<Vec3<T>> {
    Pose::at([x, y, z].map(T::of))
}

/// Turned about an axis.
pub fn turned<T: Real>(place: [f64; 3], axis: [f64; 3], angle: f64) -> Pose<Vec3<T>> {
    Pose::new(place.map(T::of), Rot3::from_axis_angle(axis.map(T::of), T::of(angle)))
}
