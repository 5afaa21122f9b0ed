//! Solids and their convex parts.

use impinge::decompose::{DecomposeSettings, decompose};
use impinge::{Vec2, Vec3};
use impinge_scenes::rooms::{self, Faces};

use crate::svg::{BLUE, GREEN, INK, ORANGE, PINK, Panel, Sheet, YELLOW};

/// Where the viewer is.
const EYE: [f64; 3] = [0.55, -1.0, 0.9];
/// How far parts are drawn from one another, as a part of their way from the middle.
const APART: f64 = 0.35;

/// Four solids, and below each its parts, drawn apart.
pub fn parts() -> String {
    let mut sheet = Sheet::new(904.0, 560.0, "Solids and their convex parts, drawn apart");
    let hollow = rooms::cuboid([1.0; 3], 1).and(&rooms::cuboid([0.7; 3], 1).flipped());
    let letter = |name| rooms::letter(name).map(|p| Vec3::new(p.x - 1.5, -p.z, p.y - 2.5));
    let panels: [(&str, Faces, f64, f64); 4] = [
        ("a letter", letter('E'), 0.05, 26.0),
        ("a torus", rooms::torus(32, 16), 0.05, 50.0),
        ("stairs", rooms::stairs(4, 1.0, 0.6, 2.5).map(|p| Vec3::new(-p.x, -p.y, p.z)), 0.05, 30.0),
        ("a hollow box", hollow, 0.05, 46.0),
    ];
    for (i, (name, faces, concavity, scale)) in panels.into_iter().enumerate() {
        let settings = DecomposeSettings { concavity, ..DecomposeSettings::default() };
        let found =
            decompose::<f64, _>(&faces.points, &faces.polygons, &settings).expect("the scenes are solids");
        let middle =
            faces.points.iter().fold(Vec3::ZERO, |sum, &p| sum + p) * (1.0 / faces.points.len() as f64);
        let panel = |row: usize| Panel {
            place: [20.0 + 220.0 * i as f64, 44.0 + 240.0 * row as f64, 208.0, 220.0],
            middle: seen(middle),
            scale,
        };
        let rings =
            faces.polygons.iter().map(|ring| ring.iter().map(|&v| faces.points[v as usize]).collect());
        draw(&panel(0), &mut sheet, rings.map(|ring| (ring, "#f4f7fa")).collect());
        panel(0).frame(&mut sheet, &[]);
        let mut polygons = Vec::new();
        for (part, color) in found.parts.iter().zip([BLUE, ORANGE, GREEN, PINK, YELLOW].iter().cycle()) {
            let vertices = part.vertices();
            let own = vertices.iter().fold(Vec3::ZERO, |sum, &p| sum + p) * (1.0 / vertices.len() as f64);
            let away = (own - middle) * APART;
            for face in 0..part.topology().face_count() as u32 {
                let ring = part.topology().face_vertices(face).iter().map(|&v| vertices[v as usize] + away);
                polygons.push((ring.collect(), *color));
            }
        }
        draw(&panel(1), &mut sheet, polygons);
        let count = found.parts.len();
        panel(1).frame(
            &mut sheet,
            &[&format!("{name}: {count} parts,"), &format!("volume ratio {:.3}", found.volume_ratio)],
        );
    }
    sheet.finish()
}

/// Seen from [`EYE`], which is above z: to the right, and upwards.
fn seen(p: Vec3<f64>) -> Vec2<f64> {
    let back = Vec3::from(EYE).unit();
    let right = Vec3::new(0.0, 0.0, 1.0).cross(back).unit();
    Vec2::new(right.dot(p), back.cross(right).dot(p))
}

/// Polygons that face the viewer, the farthest first.
fn draw(panel: &Panel, sheet: &mut Sheet, mut polygons: Vec<(Vec<Vec3<f64>>, &str)>) {
    let back = Vec3::from(EYE).unit();
    // A polygon that is not convex has its area all the same.
    let normal = |ring: &[Vec3<f64>]| {
        (2..ring.len()).fold(Vec3::ZERO, |n, k| n + (ring[k - 1] - ring[0]).cross(ring[k] - ring[0]))
    };
    let depth = |ring: &[Vec3<f64>]| ring.iter().map(|p| back.dot(*p)).sum::<f64>() / ring.len() as f64;
    polygons.retain(|(ring, _)| normal(ring).dot(back) > 0.0);
    polygons.sort_by(|a, b| depth(&a.0).total_cmp(&depth(&b.0)));
    for (ring, color) in polygons {
        let light = 0.55 + 0.35 * normal(&ring).unit().dot(Vec3::new(-0.3, -0.5, 0.8)).max(0.0);
        let flat: Vec<Vec2<f64>> = ring.iter().map(|&p| seen(p)).collect();
        panel.path(sheet, &flat, INK, 0.6, color, &format!("fill-opacity=\"{light:.2}\""));
    }
}
