//! Contact manifolds seen from above, along the normal.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use impinge::manifolds::ManifoldSettings;
use impinge::{
    AnyShape, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Pose, Rot3, Shape, Support, Vec2, Vec3,
    manifold_with,
};

use crate::svg::{BLUE, GREEN, INK, ORANGE, Panel, Sheet};

/// A caption, A, B and where B stands.
type Case = (&'static str, AnyShape<f64>, AnyShape<f64>, Pose<Vec3<f64>>);

/// The silhouette of a shape seen along z.
fn silhouette(shape: &impl Support<Vec3<f64>>) -> Vec<Vec2<f64>> {
    (0..=720)
        .map(|i| f64::from(i) / 720.0 * TAU)
        .map(|t| shape.support(Vec3::new(t.cos(), t.sin(), 0.0)).xy())
        .collect()
}

fn prism(sides: u32, radius: f64) -> ConvexPolyhedron<f64> {
    let points: Vec<Vec3<f64>> = (0..2 * sides)
        .map(|i| {
            let t = f64::from(i / 2) / f64::from(sides) * TAU;
            Vec3::new(radius * t.cos(), radius * t.sin(), if i % 2 == 0 { 1.0 } else { -1.0 })
        })
        .collect();
    ConvexPolyhedron::new(&points)
}

/// Six contacts: all points of each manifold, and the four that are kept.
pub fn manifolds() -> String {
    let mut sheet = Sheet::new(904.0, 730.0, "Contact manifolds, seen along the normal");
    let table: AnyShape<f64> = Cuboid::new([1.0, 1.0, 1.0]).into();
    let about_z = |angle: f64| Rot3::from_axis_angle([0.0, 0.0, 1.0], angle);
    let lying = Rot3::from_axis_angle([0.0, 1.0, 0.0], FRAC_PI_2);
    let lean = Rot3::from_axis_angle([0.0, 1.0, 0.0], -(PI - 2.0_f64.atan2(1.0)));
    let deep = 1e-3;
    let cases: [Case; 6] = [
        ("box on box", table.clone(), table.clone(), Pose::new([0.2, 0.1, 2.0 - deep], about_z(FRAC_PI_4))),
        (
            "equal boxes, one turned by 10⁻⁶",
            table.clone(),
            table.clone(),
            Pose::new([0.0, 0.0, 2.0 - deep], about_z(1e-6)),
        ),
        (
            "prism on prism",
            prism(6, 1.2).into(),
            prism(5, 1.0).into(),
            Pose::new([0.5, 0.3, 2.0 - deep], about_z(0.3)),
        ),
        (
            "cylinder standing over an edge",
            table.clone(),
            Cylinder::new(1.0, 0.8).into(),
            Pose::at([0.6, 0.2, 2.0 - deep]),
        ),
        (
            "capsule over an edge",
            table.clone(),
            Capsule::new(1.0, 0.4).into(),
            Pose::new([0.7, 0.3, 1.4 - deep], lying),
        ),
        (
            "cone on its side",
            table,
            Cone::new(0.5, 0.5).into(),
            Pose::new([0.2, 0.0, 1.0 + 0.75 / 5.0_f64.sqrt() - deep], lean),
        ),
    ];
    for (i, (name, a, b, pose)) in cases.iter().enumerate() {
        let (column, row) = ((i % 3) as f64, (i / 3) as f64);
        let place = [20.0 + 292.0 * column, 46.0 + 322.0 * row, 276.0, 262.0];
        let panel = Panel { place, middle: Vec2::new(0.2, 0.0), scale: 72.0 };
        let b = b.at(*pose);
        let all = manifold_with(a, &b, &ManifoldSettings { max_points: None, ..ManifoldSettings::default() });
        let kept = all.clone().reduced(4);
        let at = |p: Vec3<f64>| Vec2::new(p.x, p.y);
        let corners: Vec<Vec2<f64>> = all.points().iter().map(|p| at(p.point_a)).collect();
        sheet.clip(&format!("m{i}"), place, |sheet| {
            for (points, color) in [(silhouette(a), BLUE), (silhouette(&b), ORANGE)] {
                panel.path(sheet, &points, color, 1.5, color, "fill-opacity=\"0.12\"");
            }
            panel.path(sheet, &corners, GREEN, 2.0, GREEN, "fill-opacity=\"0.35\"");
            for &p in &corners {
                panel.dot(sheet, p, 3.5, GREEN);
            }
            for p in kept.points() {
                panel.dot(sheet, at(p.point_a), 6.0, INK);
            }
        });
        let points = format!("{} points, {} kept", all.points().len(), kept.points().len());
        panel.frame(&mut sheet, &[name, &points]);
    }
    sheet.legend(
        712.0,
        &[
            (20.0, BLUE, "A, below"),
            (130.0, ORANGE, "B, above"),
            (240.0, GREEN, "contact polygon or line"),
            (450.0, INK, "points kept"),
        ],
    );
    sheet.finish()
}
