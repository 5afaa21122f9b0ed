//! Bodies of any form: the arguments of the front door other than convex shapes.
//!
//! A [`Body`] is a convex shape, a [`TriangleMesh`], a [`SampledMap`], a [`HeightField`], a [`Compound`] of convex parts or a
//! [`HalfSpace`], in the plane also a [`Region`] or a [`Chain`]; in its own frame or placed by `at`. The same functions accept all of
//! them: [`intersects`](crate::intersects), [`distance`](fn@crate::distance) and [`contact`](fn@crate::contact), for any two bodies, in
//! either order.
//!
//! ```
//! use impinge::body::Compound;
//! use impinge::{AnyShape, Capsule, Cuboid, Pose, Shape, Sphere, contact, distance, intersects};
//!
//! // A table: a top and two legs.
//! let table = Compound::<AnyShape<f64>>::new([
//!     (Cuboid::new([2.0, 1.0, 0.125]).into(), Pose::at([0.0, 0.0, 2.0])),
//!     (Capsule::new(1.0, 0.25).into(), Pose::at([-1.5, 0.0, 0.75])),
//!     (Capsule::new(1.0, 0.25).into(), Pose::at([1.5, 0.0, 0.75])),
//! ]);
//! let ball = Sphere::new(0.5).at(Pose::at([0.0, 0.0, 1.0])); // under it, between the legs
//! assert!(!intersects(&table, &ball));
//! let d = distance(&table, &ball);
//! assert!((d.distance - 0.375).abs() <= d.error && d.part_a == Some(0)); // the top is nearest
//! assert_eq!(contact(&ball, &table.at(Pose::at([0.0, 0.0, -0.5]))).signed_distance, -0.125);
//! ```
//!
//! # Meaning of an answer
//! A mesh or compound is made of pieces: triangles, convex parts, sides. The interior of a closed mesh is solid too, and so is that of
//! a region. An answer names the piece that it is about on each side, `part_a` and `part_b`: the input face of a mesh, the triangle of
//! a height field, the part of a compound, the side of a region, the segment of a chain, `None` for a convex body.
//!
//! The signed distance of bodies that overlap is minus a depth that is a lower bound on the length of **every** translation which
//! separates them; for convex bodies some translation attains it. It is the larger of two: the depth of the two most deeply overlapping
//! pieces; and the distance from the surface of the deepest part that is inside a solid mesh or region, and meets no face of it. Such
//! parts are the convex parts of a compound and the connected parts of a mesh or region, each by itself (if there are more than 64, a
//! mesh or region as a whole). Two bodies of many pieces may have to move farther to be free.
//!
//! For a map and another body it is the least signed distance that a point of the surface of one has in the other, and the error is the
//! proven one: about a cell of the map and more. Bodies that are not proven to be apart count as meeting.

mod any;
mod compound;
mod height_field;
mod outline;
#[cfg(feature = "serde")]
mod serial;

use core::any::Any;
use core::borrow::Borrow;
use core::convert::Infallible;
use core::marker::PhantomData;

pub use any::AnyBody;
pub use compound::Compound;
#[doc(hidden)]
pub use height_field::Grid;
pub use height_field::HeightField;
pub use outline::{Chain, ConvexPartsError, Region};

use crate::broad::bvh::{Boxes, Frame, Link, Node, Slot, StaticBvh, Turned};
use crate::math::{
    Aabb, ByPrecision, Given, Pose, Precision, Real, Vec2, Vec3, Vector, built_with_the_crate,
};
use crate::mesh::{TriangleMesh, allowed_instead, flat_to, in_front};
use crate::sdf::SampledMap;
use crate::shape::{AnyShape, AnyShape2, Core3, Cuboid, HalfSpace, Parts, Shape, Space, Wide, Widen};

/// Argument of a query: a convex shape, or a body of another form. See the [module](self).
///
/// Every [`Shape`] is a body. Do not implement this trait: for a user-defined convex form implement [`Shape`].
pub trait Body {
    /// Points of the body's space.
    type V: BodySpace;

    /// Whether every body of this type is convex: then the queries of other forms are not compiled for it.
    #[doc(hidden)]
    const CONVEX: bool = false;

    /// The body as seen by the algorithms.
    #[doc(hidden)]
    fn form(&self) -> Form<'_, Wide<Self::V>>;
}

/// A body as seen by the algorithms: in `f64`, whatever its precision.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub enum Form<'a, W: PieceSpace> {
    /// A convex shape.
    Convex(Parts<'a, W>),
    /// Convex pieces under a tree, and their pose.
    Pieces(&'a dyn Pieces<W>, Pose<W>),
    /// A half-space, and the precision in which it was given. Its normal is unit only in that precision.
    HalfSpace(HalfSpace<W>, Precision),
    /// A distance map, and its pose.
    Map(W::Map<'a>, Pose<W>),
}

impl<W: PieceSpace> Form<'_, W> {
    /// The precision of the body, and of answers about it.
    pub(crate) fn precision(&self) -> Precision {
        match self {
            Self::Convex(parts) => parts.precision,
            Self::Pieces(pieces, _) => pieces.precision(),
            Self::HalfSpace(_, precision) => *precision,
            Self::Map(map, _) => W::precision_of_map(*map),
        }
    }
}

/// A borrowed mesh, in the precision in which it was given.
#[doc(hidden)]
pub type LentMesh<'a> = Given<&'a TriangleMesh<f32>, &'a TriangleMesh<f64>>;
/// A borrowed distance map, in the precision in which it was given.
#[doc(hidden)]
pub type LentMap<'a> = Given<&'a SampledMap<f32>, &'a SampledMap<f64>>;

/// Borrowed meshes, by precision.
pub(crate) struct Meshes<'a>(PhantomData<&'a ()>);
/// Borrowed distance maps, by precision.
pub(crate) struct Maps<'a>(PhantomData<&'a ()>);

impl<'a> ByPrecision for Meshes<'a> {
    type Of<T: Real> = &'a TriangleMesh<T>;
}
impl<'a> ByPrecision for Maps<'a> {
    type Of<T: Real> = &'a SampledMap<T>;
}

/// A body that is made of convex pieces, in its own frame.
#[doc(hidden)]
pub trait Pieces<W: PieceSpace> {
    /// The precision of the body, and of answers about it.
    fn precision(&self) -> Precision;
    /// The tree over the pieces.
    fn tree(&self) -> Tree<'_>;
    /// A piece, by its number in the tree.
    fn piece(&self, item: u32) -> Parts<'_, W>;
    /// The piece's name for the user.
    fn name(&self, item: u32) -> u32;
    /// Bound on the distance of a point of the body from the origin of its frame.
    fn reach(&self) -> f64;
    /// Bound on the loss in making a piece from its points: see [`Parts::lost`].
    fn lost(&self) -> f64 {
        0.0
    }
    /// Calls `visit` with the number and a point of each connected part of the body, until it returns false.
    fn each_part(&self, visit: &mut dyn FnMut(u32, W) -> bool);
    /// Number of parts that are distinguished.
    fn part_count(&self) -> usize {
        1
    }
    /// The part of a piece, by its number in the tree, if parts are distinguished.
    fn part_of(&self, _item: u32) -> u32 {
        0
    }
    /// A part, if it is one convex piece: that of the same number in the tree.
    fn convex_part(&self, _part: u32) -> Option<Parts<'_, W>> {
        None
    }
    /// Whether its interior is solid even where there is no piece.
    fn is_solid(&self) -> bool;
    /// Whether a point that is in no piece is inside.
    fn holds(&self, point: W) -> bool;
    /// For a piece of a surface: its outward normal, if a contact at `point` with the given outward normal is
    /// not one of the surface; `None` if it is, and 0 if the piece has no normal. `other` is the middle of the touching body.
    fn allowed_instead(&self, item: u32, point: W, normal: W, other: &mut Middle<W>) -> Option<W> {
        let _ = (item, point, normal, other);
        None
    }
    /// The name of the piece of the surface that contains a point of the plane of another piece within `near`, if the surface is flat
    /// from that piece to it.
    fn flat_to(&self, item: u32, point: W, near: f64) -> Option<u32> {
        let _ = (item, point, near);
        None
    }
    /// The mesh, if it is one.
    fn mesh(&self) -> Option<W::Mesh<'_>>;
    /// Whether pieces are one-sided: absent for bodies behind them.
    fn is_one_sided(&self) -> bool {
        false
    }
    /// Whether a piece, by its number in the tree, is solid for a convex body with this center.
    fn faces(&self, _item: u32, _center: W) -> bool {
        true
    }
    /// Whether a body that touches a piece at a point of it, along a unit normal from the piece to the body, comes from the
    /// front of the piece. `at_start`: it was as near when its motion started.
    fn fronts(&self, _item: u32, _point: W, _normal: W, _at_start: bool) -> bool {
        true
    }
    /// The body by its own type, for serialization.
    fn itself(&self) -> &dyn Any
    where
        Self: 'static;
}

/// The middle of a body that is in contact with a surface, in the surface's frame.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Middle<W> {
    /// Its position.
    pub point: W,
    /// Whether it is in front of the surface, if that was tested before.
    pub in_front: Option<bool>,
}

impl<W> Middle<W> {
    /// Whether it is in front of the surface around a piece. It is if it is in front of the plane of the piece and in front of the
    /// surface elsewhere, and not if it is behind both; otherwise `look` has to find out.
    fn is_in_front(&mut self, of_plane: bool, look: impl FnOnce() -> bool) -> bool {
        match self.in_front {
            Some(known) if known == of_plane => known,
            _ => {
                let found = look();
                self.in_front.get_or_insert(found);
                found
            }
        }
    }
}

/// The static BVH over the pieces of a body: stored, or implicit in a grid.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Tree<'a> {
    /// A stored tree.
    Stored(&'a StaticBvh),
    /// A tree that is computed as it is traversed.
    Grid(&'a Grid),
}

/// A node of either kind of tree.
enum Seen<K, M> {
    Kept(K),
    Made(M),
}

impl<K: Borrow<Node>, M: Borrow<Node>> Borrow<Node> for Seen<K, M> {
    #[inline]
    fn borrow(&self) -> &Node {
        match self {
            Self::Kept(node) => node.borrow(),
            Self::Made(node) => node.borrow(),
        }
    }
}

impl Boxes for Tree<'_> {
    #[inline]
    fn frame(&self) -> &Frame {
        match self {
            Self::Stored(tree) => tree.frame(),
            Self::Grid(grid) => grid.frame(),
        }
    }
    #[inline]
    fn node(&self, node: u32) -> impl Borrow<Node> {
        match self {
            Self::Stored(tree) => Seen::Kept(tree.node(node)),
            Self::Grid(grid) => Seen::Made(grid.node(node)),
        }
    }
    #[inline]
    fn slot(&self, slot: Slot) -> (Turned, Option<Link>) {
        match self {
            Self::Stored(tree) => tree.slot(slot),
            Self::Grid(grid) => grid.slot(slot),
        }
    }
    #[inline]
    fn link(&self, slot: Slot) -> Option<Link> {
        match self {
            Self::Stored(tree) => tree.link(slot),
            Self::Grid(grid) => grid.link(slot),
        }
    }
    #[inline]
    fn starts(&self, near: &Turned, limit: f64) -> ([Slot; 4], usize) {
        match self {
            Self::Stored(tree) => tree.starts(near, limit),
            Self::Grid(grid) => grid.starts(near, limit),
        }
    }
    #[inline]
    fn guess(&self, near: &Turned) -> Option<u32> {
        match self {
            Self::Stored(tree) => tree.guess(near),
            Self::Grid(grid) => grid.guess(near),
        }
    }
}

/// The plane and space in `f64`, with their building blocks of forms.
#[doc(hidden)]
pub trait PieceSpace: Space {
    /// A borrowed triangle mesh; the plane has none.
    type Mesh<'a>: Copy;
    /// A borrowed distance map; the plane has none.
    type Map<'a>: Copy;
    /// A point, with the third coordinate 0 in the plane.
    fn lifted(point: Self) -> [f64; 3];
    /// The bounding box of a map, in the map's frame.
    fn box_of_map<'a>(map: Self::Map<'_>) -> Parts<'a, Self>;
    /// The precision of a map.
    fn precision_of_map(map: Self::Map<'_>) -> Precision;
}

impl PieceSpace for Vec3<f64> {
    type Mesh<'a> = LentMesh<'a>;
    type Map<'a> = LentMap<'a>;
    #[inline(always)]
    fn lifted(point: Self) -> [f64; 3] {
        point.to_array()
    }
    fn box_of_map<'a>(map: LentMap<'_>) -> Parts<'a, Self> {
        match map {
            Given::Single(map) => box_of(map),
            Given::Double(map) => box_of(map),
        }
    }
    fn precision_of_map(map: LentMap<'_>) -> Precision {
        match map {
            Given::Single(_) => Precision::Single,
            Given::Double(_) => Precision::Double,
        }
    }
}

/// The bounding box of a map, in the map's frame.
fn box_of<'a, T: Real>(map: &SampledMap<T>) -> Parts<'a, Vec3<f64>> {
    let bounds = map.map().wide_bounds();
    // For a flat body a box with positive sides.
    let least = Vec3::splat(map.map().grid().spacing);
    let half = Vector::max((bounds.max - bounds.min) * 0.5, least) * (1.0 + 4.0 * T::EPSILON.f64());
    let center = (bounds.min + bounds.max) * 0.5;
    // At the limit it exceeds it by rounding.
    let core = Core3::Cuboid(Cuboid::of_size(half.cast::<T>().cast()));
    Parts { pose: Pose::of(center, crate::math::Rotation::IDENTITY), ..Parts::of(core, T::PRECISION) }
}

impl PieceSpace for Vec2<f64> {
    type Mesh<'a> = Infallible;
    type Map<'a> = Infallible;
    #[inline(always)]
    fn lifted(point: Self) -> [f64; 3] {
        [point.x, point.y, 0.0]
    }
    fn box_of_map<'a>(map: Infallible) -> Parts<'a, Self> {
        match map {}
    }
    fn precision_of_map(map: Infallible) -> Precision {
        match map {}
    }
}

/// The plane and space in either precision, with their building blocks of bodies.
#[doc(hidden)]
pub trait BodySpace: Widen<Wide: PieceSpace> {
    /// Distance maps; the plane has none.
    type Map: Clone + Send + Sync + core::fmt::Debug + 'static;
    /// Any named convex shape.
    type Part: Shape<V = Self> + Clone + core::fmt::Debug;
    /// A map, borrowed.
    fn lent(map: &Self::Map) -> <Self::Wide as PieceSpace>::Map<'_>;
    /// The bounding box of a placed body.
    fn aabb(body: &AnyBody<Self>, pose: &Pose<Self>) -> Aabb<Self>;
}

impl<T: Real> BodySpace for Vec3<T> {
    type Map = SampledMap<T>;
    type Part = AnyShape<T>;
    fn lent(map: &SampledMap<T>) -> LentMap<'_> {
        T::given::<Maps<'_>>(map)
    }
    fn aabb(body: &AnyBody<Self>, pose: &Pose<Self>) -> Aabb<Self> {
        any::box_in_space(body, pose)
    }
}

impl<T: Real> BodySpace for Vec2<T> {
    type Map = Infallible;
    type Part = AnyShape2<T>;
    fn lent(map: &Infallible) -> Infallible {
        *map
    }
    fn aabb(body: &AnyBody<Self>, pose: &Pose<Self>) -> Aabb<Self> {
        any::box_in_plane(body, pose)
    }
}

impl<S: Shape<V: BodySpace>> Body for S {
    type V = S::V;
    const CONVEX: bool = true;
    #[inline(always)]
    fn form(&self) -> Form<'_, Wide<S::V>> {
        Form::Convex(self.parts())
    }
}

impl<T: Real> Body for HalfSpace<Vec3<T>> {
    type V = Vec3<T>;
    #[inline]
    fn form(&self) -> Form<'_, Vec3<f64>> {
        Form::HalfSpace(self.widened(), T::PRECISION)
    }
}

impl<T: Real> Body for HalfSpace<Vec2<T>> {
    type V = Vec2<T>;
    #[inline]
    fn form(&self) -> Form<'_, Vec2<f64>> {
        Form::HalfSpace(self.widened(), T::PRECISION)
    }
}

/// A body that is not a convex shape by its type, placed: created by the `at` of each type, such as [`TriangleMesh::at`] and
/// [`AnyBody::at`].
#[derive(Clone, Copy, Debug)]
pub struct Placed<'a, B, V: Vector> {
    body: &'a B,
    pose: Pose<V>,
}

impl<'a, B, V: Vector> Placed<'a, B, V> {
    /// The body, in its own frame.
    pub fn body(&self) -> &'a B {
        self.body
    }

    /// The pose of the body.
    pub fn pose(&self) -> &Pose<V> {
        &self.pose
    }
}

/// Implements `Body` for a body of many pieces, in its own frame and placed. A blanket implementation would conflict with [`AnyBody`].
macro_rules! body_of_pieces {
    ($($v:ident, $body:ident, $pieces:ident);+) => {$(
        impl<T: Real> Body for Placed<'_, $body<T>, $v<T>> {
            type V = $v<T>;
            #[inline]
            fn form(&self) -> Form<'_, $v<f64>> {
                Form::Pieces($pieces(self.body), $v::widen_pose(&self.pose))
            }
        }
        impl<T: Real> Body for $body<T> {
            type V = $v<T>;
            #[inline]
            fn form(&self) -> Form<'_, $v<f64>> {
                Form::Pieces($pieces(self), Pose::IDENTITY)
            }
        }
        built_with_the_crate! {
            /// The pieces of a body, with functions that are compiled with this crate.
            fn $pieces<'a, T: Real>(body: &'a $body<T>) -> &'a dyn Pieces<$v<f64>> = core::convert::identity;
        }
    )+};
}
body_of_pieces!(
    Vec3, TriangleMesh, pieces_of_mesh;
    Vec3, HeightField, pieces_of_height_field;
    Vec2, Region, pieces_of_region;
    Vec2, Chain, pieces_of_chain
);

impl<T: Real> Body for SampledMap<T> {
    type V = Vec3<T>;
    #[inline]
    fn form(&self) -> Form<'_, Vec3<f64>> {
        Form::Map(T::given::<Maps<'_>>(self), Pose::IDENTITY)
    }
}

impl<T: Real> Body for Placed<'_, SampledMap<T>, Vec3<T>> {
    type V = Vec3<T>;
    #[inline]
    fn form(&self) -> Form<'_, Vec3<f64>> {
        Form::Map(T::given::<Maps<'_>>(self.body), Vec3::widen_pose(&self.pose))
    }
}

impl<T: Real> SampledMap<T> {
    /// This map placed at `pose`.
    pub fn at(&self, pose: Pose<Vec3<T>>) -> Placed<'_, Self, Vec3<T>> {
        Placed { body: self, pose }
    }
}

impl<S: Shape<V: BodySpace>> Body for Placed<'_, Compound<S>, S::V> {
    type V = S::V;
    #[inline]
    fn form(&self) -> Form<'_, Wide<S::V>> {
        Form::Pieces(self.body, S::V::widen_pose(&self.pose))
    }
}

impl<S: Shape<V: BodySpace>> Body for Compound<S> {
    type V = S::V;
    #[inline]
    fn form(&self) -> Form<'_, Wide<S::V>> {
        Form::Pieces(self, Pose::IDENTITY)
    }
}

impl<T: Real> TriangleMesh<T> {
    /// This mesh placed at `pose`.
    ///
    /// ```
    /// use impinge::mesh::TriangleMesh;
    /// use impinge::{Pose, Sphere, distance};
    ///
    /// let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    /// let faces = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]];
    /// let (mesh, _) = TriangleMesh::<f64>::new(&corners, &faces)?;
    /// let d = distance(&Sphere::new(0.5), &mesh.at(Pose::at([2.0, -1.0, -1.0])));
    /// assert!((d.distance - 1.5).abs() <= d.error);
    /// # Ok::<(), impinge::mesh::MeshError>(())
    /// ```
    pub fn at(&self, pose: Pose<Vec3<T>>) -> Placed<'_, Self, Vec3<T>> {
        Placed { body: self, pose }
    }
}

impl<S: Shape> Compound<S> {
    /// This compound placed at `pose`.
    pub fn at(&self, pose: Pose<S::V>) -> Placed<'_, Self, S::V> {
        Placed { body: self, pose }
    }
}

impl<T: Real> Pieces<Vec3<f64>> for TriangleMesh<T> {
    fn precision(&self) -> Precision {
        T::PRECISION
    }
    fn tree(&self) -> Tree<'_> {
        Tree::Stored(TriangleMesh::tree(self))
    }
    fn piece(&self, item: u32) -> Parts<'_, Vec3<f64>> {
        TriangleMesh::piece(self, item)
    }
    fn name(&self, item: u32) -> u32 {
        self.face(item)
    }
    fn reach(&self) -> f64 {
        let bounds = self.wide_bounds();
        bounds.min.abs().max(bounds.max.abs()).norm()
    }
    fn each_part(&self, visit: &mut dyn FnMut(u32, Vec3<f64>) -> bool) {
        for (part, (_, point)) in (0..).zip(self.part_points()) {
            if !visit(part, point) {
                return;
            }
        }
    }
    fn part_count(&self) -> usize {
        self.distinct_parts()
    }
    fn part_of(&self, item: u32) -> u32 {
        TriangleMesh::part_of(self, item)
    }
    fn is_solid(&self) -> bool {
        self.is_closed()
    }
    fn holds(&self, point: Vec3<f64>) -> bool {
        self.is_closed() && self.winding(point) != 0
    }
    fn allowed_instead(
        &self,
        item: u32,
        point: Vec3<f64>,
        normal: Vec3<f64>,
        other: &mut Middle<Vec3<f64>>,
    ) -> Option<Vec3<f64>> {
        // A closed surface has one front; for an open one it is where the other body is.
        let is_in_front = if self.is_closed() {
            self.volume() >= 0.0
        } else {
            let [a, b, c] = self.corners(item);
            let middle = other.point;
            let of_plane = (b - a).cross(c - a).dot(middle - a) >= 0.0;
            other.is_in_front(of_plane, || in_front(self, item, middle))
        };
        allowed_instead(self, item, point, normal, is_in_front)
    }
    fn flat_to(&self, item: u32, point: Vec3<f64>, near: f64) -> Option<u32> {
        flat_to(self, item, point, near).map(|found| self.face(found))
    }
    fn mesh(&self) -> Option<LentMesh<'_>> {
        Some(T::given::<Meshes<'_>>(self))
    }
    fn itself(&self) -> &dyn Any {
        self
    }
}
