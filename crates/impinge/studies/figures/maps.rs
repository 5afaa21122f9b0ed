//! Sections through bodies that fit into one another, with the contacts of their distance maps.

use impinge::manifolds::{ClusterSettings, Clusters};
use impinge::mesh::TriangleMesh;
use impinge::sdf::{MapContactSettings, MapContacts, MapSettings, SampledMap};
use impinge::{Pose, Rot3, Vec2, Vec3};
use impinge_scenes::fits::{self, Fit, Thread};
use impinge_scenes::meshes::{Triangles, torus};

use crate::svg::{BLUE, GREEN, INK, ORANGE, Panel, Sheet};

type V = Vec2<f64>;
type P = Pose<Vec3<f64>>;

/// Contacts this near to the plane of the section are drawn.
const NEAR: f64 = 0.15;

/// A peg in a hole, a nut on a bolt, a torus through a torus.
pub fn contacts() -> String {
    let mut sheet = Sheet::new(904.0, 440.0, "Contacts of distance maps");
    let panel = |i: usize, middle: [f64; 2], scale: f64| Panel {
        place: [20.0 + 294.0 * i as f64, 44.0, 280.0, 290.0],
        middle: middle.into(),
        scale,
    };
    let (fit, thread) = (Fit::default(), Thread::default());
    let about = |axis: [f64; 3], angle: f64| Rot3::from_axis_angle(axis, angle);
    // The peg leans on the rim of the hole.
    let peg = Pose::new([-0.042, 0.0, 0.4], about([0.0, 1.0, 0.0], 0.066));
    draw(
        &mut sheet,
        &panel(0, [0.0, 1.2], 56.0),
        [&fits::hole(&fit), &fits::peg(&fit)],
        &peg,
        &["a peg that leans in its hole:", "the rim holds it, and the gap", "below stays free"],
    );
    // The nut is pulled up: the flanks of the threads touch all around.
    let nut = Pose::at([0.0, 0.0, thread.pitch * 2.0 + 0.09]);
    draw(
        &mut sheet,
        &panel(1, [0.0, 1.4], 56.0),
        [&fits::bolt(&thread), &fits::nut(&thread)],
        &nut,
        &["a nut that is pulled up its bolt:", "the flanks of the threads touch,", "all around"],
    );
    let ring = torus(48, 24);
    let linked = Pose::new([0.8, 0.0, -0.05], about([1.0, 0.0, 0.0], 1.2));
    draw(
        &mut sheet,
        &panel(2, [0.45, 0.0], 74.0),
        [&ring, &ring],
        &linked,
        &["a torus through a torus: their", "hulls overlap deeply, they", "touch at two places"],
    );
    sheet.legend(
        424.0,
        &[
            (20.0, BLUE, "A, cut at y = 0"),
            (230.0, GREEN, "B"),
            (330.0, ORANGE, "contacts near the cut, with their normals from A to B"),
        ],
    );
    sheet.finish()
}

fn draw(sheet: &mut Sheet, panel: &Panel, [a, b]: [&Triangles; 2], pose: &P, caption: &[&str]) {
    let mapped = |triangles: &Triangles| {
        let (mesh, _) = TriangleMesh::new(&triangles.points, &triangles.triangles).expect("closed");
        SampledMap::new(&mesh, &MapSettings { cells: 96, ..MapSettings::default() }, 0.125).expect("closed")
    };
    let (map_a, map_b) = (mapped(a), mapped(b));
    let mut found = MapContacts::new();
    let settings = MapContactSettings { margin: 0.005, ..MapContactSettings::default() };
    map_a.contacts(&Pose::IDENTITY, &map_b, pose, &settings, &mut found);
    assert!(!found.points().is_empty(), "they touch");
    let mut clusters = Clusters::new();
    let patches = ClusterSettings { radius: 0.35, most: 2, ..ClusterSettings::of_size(1.0) };
    clusters.update(found.points(), &Pose::IDENTITY, pose, &patches);
    sheet.clip(&format!("section-{}", panel.place[0]), panel.place, |sheet| {
        for (triangles, pose, color) in [(a, &P::IDENTITY, BLUE), (b, pose, GREEN)] {
            for piece in section(triangles, pose) {
                panel.path(sheet, &piece, color, 1.5, "none", "");
            }
        }
        let flat = |p: Vec3<f64>| V::new(p.x, p.z);
        for c in found.points().iter().filter(|c| c.point_a.y.abs() < NEAR) {
            panel.dot(sheet, flat(c.point_a), 1.6, ORANGE);
        }
        for patch in clusters.patches() {
            for p in patch.points.iter().filter(|p| p.point_a.y.abs() < NEAR) {
                panel.dot(sheet, flat(p.point_a), 3.0, INK);
                panel.arrow(sheet, flat(p.point_a), flat(p.point_a + patch.normal * 0.25), ORANGE, 1.8);
            }
        }
    });
    panel.frame(sheet, caption);
}

/// Intersections of the triangles of a placed mesh with the plane y = 0, in x and z.
fn section(mesh: &Triangles, pose: &P) -> Vec<Vec<V>> {
    let mut pieces = Vec::new();
    for triangle in &mesh.triangles {
        let corners = triangle.map(|k| pose.transform(mesh.points[k as usize]));
        let mut ends = Vec::new();
        for k in 0..3 {
            let (p, q) = (corners[k], corners[(k + 1) % 3]);
            // Above counts with the plane itself, so that a shared corner is met once.
            if (p.y >= 0.0) != (q.y >= 0.0) {
                let at = p + (q - p) * (p.y / (p.y - q.y));
                ends.push(V::new(at.x, at.z));
            }
        }
        if ends.len() == 2 {
            pieces.push(ends);
        }
    }
    pieces
}
