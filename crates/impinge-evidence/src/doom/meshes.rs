//! Polygons as meshes.

use impinge::mesh::polygon::PolygonMesh;
use impinge_scenes::rooms::Faces;

use crate::study::Stop;

/// The mesh of some polygons.
pub(super) fn mesh(faces: &Faces) -> Result<PolygonMesh<f64>, Stop> {
    let built = PolygonMesh::from_polygons(&faces.points, &faces.polygons);
    built.map(|(mesh, _)| mesh).map_err(|e| Stop::Failed(format!("mesh: {e}")))
}
