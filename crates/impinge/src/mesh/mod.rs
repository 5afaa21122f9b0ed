//! Meshes: [`TriangleMesh`], the mesh of the front door, and [polygon meshes](polygon), those of the strict method.
//!
//! Take a [`TriangleMesh`] for all queries, scenes, maps and simulations. A [`PolygonMesh`](polygon::PolygonMesh) is what
//! [`expel`](crate::expel) moves: its triangles are joined to polygons and its internal edges are flagged. [`TriangleMesh::to_polygon_mesh`]
//! makes one of the other. Both are built by the same steps, with the same errors and the same report of repairs.

pub mod polygon;
mod triangle;
mod volume;

pub use polygon::cut_polygon;
pub use polygon::position::Position;
pub use polygon::settings::{MeshError, MeshReport};
pub(crate) use polygon::{MOST_PARTS, View, collinear, crosses_upward, cut, meets, side};
pub(crate) use triangle::{
    POINT_ULPS, RISE, Surface, Through, allowed_instead, flat_to, in_front, is_level, nearest_of, normal_of,
    off,
};
pub use triangle::{SurfaceFeature, SurfacePoint, TriangleMesh};
pub use volume::{Volume, common_volume};

pub(crate) use crate::math::RANGE;
