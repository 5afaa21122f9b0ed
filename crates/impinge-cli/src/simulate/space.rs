//! Spaces of runs: worlds in space, and worlds in the plane, which are recorded and drawn at z = 0.

use impinge::body::AnyBody;
use impinge::{Pose, Vec2, Vec3};
use impinge_scenes::worlds::{self, WorldScene};
use impinge_sim::generic::{World, WorldSpace};
use serde::de::{Deserialize, DeserializeOwned, Deserializer};
use serde::ser::{Serialize, Serializer};

use super::looks::Looks;

/// Vectors of a world that the program runs: those of space or of the plane.
pub trait Drawn: WorldSpace<Scalar = f64> + Serialize + DeserializeOwned {
    /// Whether it is the plane.
    const PLANE: bool;
    /// Addition to the names of scenes.
    const ADDITION: &'static str;

    /// Built-in scenes.
    fn scenes() -> Vec<WorldScene<Self>>;
    /// Appearance of a body.
    fn looks(body: &AnyBody<Self>) -> Looks;
    /// Calls `each` with all numbers of a body's state.
    fn each_number(velocity: Self, spin: Self::Angular, pose: &Pose<Self>, each: impl FnMut(f64));
    /// Snapshot of a world.
    fn write_world<S: Serializer>(world: &World<Self>, to: S) -> Result<S::Ok, S::Error>;
    /// World of a snapshot.
    fn read_world<'de, D: Deserializer<'de>>(from: D) -> Result<World<Self>, D::Error>;
}

impl Drawn for Vec3<f64> {
    const PLANE: bool = false;
    const ADDITION: &'static str = "";

    fn scenes() -> Vec<WorldScene<Self>> {
        worlds::all()
    }
    fn looks(body: &AnyBody<Self>) -> Looks {
        Looks::of(body)
    }
    fn each_number(velocity: Self, spin: Self, pose: &Pose<Self>, each: impl FnMut(f64)) {
        let vectors = [velocity, spin, pose.translation()].into_iter().flat_map(Self::to_array);
        vectors.chain(pose.rotation().to_xyzw()).for_each(each);
    }
    fn write_world<S: Serializer>(world: &World<Self>, to: S) -> Result<S::Ok, S::Error> {
        world.serialize(to)
    }
    fn read_world<'de, D: Deserializer<'de>>(from: D) -> Result<World<Self>, D::Error> {
        World::deserialize(from)
    }
}

impl Drawn for Vec2<f64> {
    const PLANE: bool = true;
    const ADDITION: &'static str = " in the plane";

    fn scenes() -> Vec<WorldScene<Self>> {
        worlds::plane::all()
    }
    fn looks(body: &AnyBody<Self>) -> Looks {
        Looks::of_plane(body)
    }
    fn each_number(velocity: Self, spin: f64, pose: &Pose<Self>, each: impl FnMut(f64)) {
        let (v, at, turn) = (velocity, pose.translation(), pose.rotation());
        [v.x, v.y, spin, at.x, at.y, turn.cos(), turn.sin()].into_iter().for_each(each);
    }
    fn write_world<S: Serializer>(world: &World<Self>, to: S) -> Result<S::Ok, S::Error> {
        world.serialize(to)
    }
    fn read_world<'de, D: Deserializer<'de>>(from: D) -> Result<World<Self>, D::Error> {
        World::deserialize(from)
    }
}

/// Coordinates of a vector in space.
pub fn place<V: Drawn>(v: V) -> [f64; 3] {
    v.lift().to_array()
}

/// The pose in space.
pub fn in_space<V: Drawn>(pose: &Pose<V>) -> Pose<Vec3<f64>> {
    Pose::try_new(pose.translation().lift(), V::lift_rotation(&pose.rotation())).unwrap_or_default()
}

/// Position of a pose in space, and its rotation as a quaternion x, y, z, w.
pub fn numbers<V: Drawn>(pose: &Pose<V>) -> [f64; 7] {
    let ([x, y, z], [a, b, c, w]) = (place(pose.translation()), V::lift_rotation(&pose.rotation()).to_xyzw());
    [x, y, z, a, b, c, w]
}
