//! The view in which steps are drawn.

use impinge_page::{BodyId, Geometry, GeometryId, View};

use super::layout::Layout;
use super::world::World;

/// Context for drawing steps.
pub struct Canvas<W: World> {
    pub view: View,
    pub layout: Layout<W>,
    /// Whether B − A is drawn.
    pub difference: bool,
    /// Body B.
    pub b: BodyId,
}

/// Triangles of this step only.
pub fn extra<W: World>(
    canvas: &mut Canvas<W>,
    points: &[[f64; 3]],
    triangles: &[[u32; 3]],
) -> Option<GeometryId> {
    let geometry = Geometry::try_new(points.iter().copied(), triangles.iter().copied()).ok()?;
    Some(canvas.view.geometry(geometry))
}
