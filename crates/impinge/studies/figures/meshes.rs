//! Polygon meshes and what their edges are.

use impinge::mesh::polygon::{EdgeKind, MeshSettings, PolygonMesh};
use impinge::{Vec2, Vec3};
use impinge_scenes::rooms::{self, Faces};

use crate::svg::{GRAY, INK, ORANGE, Panel, Sheet};

/// Direction of the viewer.
const EYE: [f64; 3] = [0.55, -1.0, 0.75];

/// Four meshes with their edges: sharp, flat seams, and internal ones.
pub fn edges() -> String {
    let mut sheet = Sheet::new(904.0, 360.0, "What the edges of a mesh are");
    let merged = MeshSettings::default();
    let raw = MeshSettings { merge: false, ..merged };
    let corner = rooms::room([1.0; 3], 1);
    let panels: [(&[&str], Faces, MeshSettings, f64); 4] = [
        (&["a letter, its caps", "cut into triangles"], rooms::letter('E'), raw, 34.0),
        (&["the same, merged", "to convex polygons"], rooms::letter('E'), merged, 34.0),
        (&["stairs"], rooms::stairs(4, 1.0, 0.6, 2.5).map(|p| Vec3::new(-p.x, -p.y, p.z)), merged, 36.0),
        (&["a room: every edge", "and vertex is internal"], corner, merged, 66.0),
    ];
    for (i, (caption, faces, settings, scale)) in panels.into_iter().enumerate() {
        let (mesh, _) = PolygonMesh::with_settings(&faces.points, &faces.polygons, &settings)
            .expect("the scenes are good meshes");
        let middle = seen(mesh.bounds().center());
        let panel = Panel { place: [20.0 + 220.0 * i as f64, 44.0, 208.0, 220.0], middle, scale };
        draw(&panel, &mut sheet, &mesh);
        panel.frame(&mut sheet, caption);
    }
    for (k, (color, width, style, word)) in [
        (INK, 1.6, "", "sharp: can be hit"),
        (GRAY, 1.2, "stroke-dasharray=\"4 3\"", "flat seam: internal"),
        (ORANGE, 3.2, "", "concave: internal"),
    ]
    .into_iter()
    .enumerate()
    {
        let x = 20.0 + 220.0 * k as f64;
        sheet.path(&[(x, 336.0), (x + 36.0, 336.0)], color, width, "none", style);
        sheet.word(x + 44.0, 341.0, "start", INK, word);
    }
    sheet.finish()
}

/// Seen from [`EYE`], which is above z: to the right, and upwards.
fn seen(p: Vec3<f64>) -> Vec2<f64> {
    let back = Vec3::from(EYE).unit();
    let right = Vec3::new(0.0, 0.0, 1.0).cross(back).unit();
    Vec2::new(right.dot(p), back.cross(right).dot(p))
}

/// Polygons that face the viewer, the farthest first, each with its sides.
fn draw(panel: &Panel, sheet: &mut Sheet, mesh: &PolygonMesh<f64>) {
    let back = Vec3::from(EYE).unit();
    let depth = |p: u32| {
        let corners = mesh.corners(p).map(|v| back.dot(mesh.vertices()[v as usize]));
        corners.clone().sum::<f64>() / corners.len() as f64
    };
    let mut order: Vec<u32> = (0..mesh.polygons().len() as u32)
        .filter(|&p| mesh.polygons()[p as usize].normal.dot(back) > 0.0)
        .collect();
    order.sort_by(|&a, &b| depth(a).total_cmp(&depth(b)));
    for p in order {
        let ring: Vec<Vec2<f64>> = mesh.corners(p).map(|v| seen(mesh.vertices()[v as usize])).collect();
        panel.path(sheet, &ring, "none", 0.0, "#f4f7fa", "");
        for (k, side) in mesh.ring(p).iter().enumerate() {
            let (color, width, style) = match mesh.edges()[side.edge as usize].kind {
                EdgeKind::Flat => (GRAY, 1.2, "stroke-dasharray=\"4 3\""),
                EdgeKind::Concave => (ORANGE, 3.2, "stroke-linecap=\"round\""),
                _ => (INK, 1.6, "stroke-linecap=\"round\""),
            };
            panel.path(sheet, &[ring[k], ring[(k + 1) % ring.len()]], color, width, "none", style);
        }
    }
}
