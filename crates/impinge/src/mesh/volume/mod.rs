//! The common volume of two closed meshes, without cutting one by the other.
//!
//! It answers how much two solids overlap, in units of volume, with a bound on the error. Use it to compare overlaps with one another; to
//! find out whether there is one at all, queries are faster and exact.
//!
//! | file | contents |
//! |---|---|
//! | `columns.rs` | a sum over pairs of triangles in the common box of both meshes, exact up to rounding |
//! | `octants.rs` | bounds, for surfaces that pass through themselves, and if there are too many pairs |

mod columns;
mod octants;

use super::TriangleMesh;
use crate::math::Vec3;

/// A volume with a bound on its error.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Volume {
    /// The volume.
    pub value: f64,
    /// The true volume differs by no more than this.
    pub error: f64,
}

/// The common volume of two meshes, each with the translation that moves it into place; `None` if one of them is open, or a translation
/// is not finite.
///
/// **Guarantee.** The true volume differs by no more than `error`. That is the effect of rounding, unless a surface runs around some
/// point more than once or more than 2²⁴ pairs of triangles lie above one another: then the volume is the midpoint of the bounds that 2¹⁵
/// boxes give.
///
/// **Cost.** n triangles in the common box: O(n log n + k) for k pairs that lie above one another. Allocates.
///
/// ```
/// use impinge::Vec3;
/// use impinge::mesh::{TriangleMesh, common_volume};
///
/// let corners: Vec<[f64; 3]> = (0..8).map(|k| [0, 1, 2].map(|axis| f64::from(k >> axis & 1))).collect();
/// let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
/// let (cube, _) = TriangleMesh::<f64>::from_polygons(&corners, &faces)?;
/// let found = common_volume((&cube, Vec3::ZERO), (&cube, Vec3::new(0.5, 0.25, 0.0))).unwrap();
/// assert!((found.value - 0.5 * 0.75).abs() <= found.error && found.error < 1e-12);
/// # Ok::<(), impinge::mesh::MeshError>(())
/// ```
pub fn common_volume(
    a: (&TriangleMesh<f64>, Vec3<f64>),
    b: (&TriangleMesh<f64>, Vec3<f64>),
) -> Option<Volume> {
    if !a.0.is_closed() || !b.0.is_closed() {
        return None;
    }
    // False for a NaN, which has no answer below.
    let half = columns::shared_box(a, b).1.half_extents();
    if half.x <= 0.0 || half.y <= 0.0 || half.z <= 0.0 {
        return Some(Volume { value: 0.0, error: 0.0 });
    }
    columns::summed_volume(a, b).or_else(|| octants::bounded_volume(a, b))
}
