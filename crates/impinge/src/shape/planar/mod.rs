//! Shapes in the plane.

mod capsule2;
mod circle;
mod convex_polygon;
mod ellipse;
mod rectangle;
mod segment2;

pub use capsule2::Capsule2;
pub use circle::Circle;
pub use convex_polygon::ConvexPolygon;
pub use ellipse::Ellipse;
pub use rectangle::Rectangle;
pub use segment2::Segment2;
