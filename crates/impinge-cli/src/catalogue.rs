//! What the tables show: shapes and point clouds inside the program.
//!
//! To add a shape, add a row to [`shapes`].

use impinge::math::{Pose, Vec3, Vector};
use impinge::shape::{Bounded, Measured};
use impinge::{Aabb, Real};

/// What is told of a shape.
pub struct Row {
    /// Its name.
    pub name: &'static str,
    /// Volume.
    pub volume: f64,
    /// Centre of mass.
    pub centroid: Vec3<f64>,
    /// The least box around it.
    pub bounds: Aabb<Vec3<f64>>,
    /// Its farthest point in [`DIRECTION`].
    pub support: Vec3<f64>,
}

/// Direction of the support point of a row.
pub const DIRECTION: Vec3<f64> = Vec3 { x: 1.0, y: 2.0, z: 3.0 };

/// All shapes that the program knows.
pub fn shapes() -> Vec<Row> {
    Vec::new()
}

/// The row of a shape.
#[allow(dead_code)]
fn row(name: &'static str, shape: &(impl Bounded<Vec3<f64>> + Measured<Vec3<f64>>)) -> Row {
    let measure = shape.measure();
    Row {
        name,
        volume: measure.volume,
        centroid: measure.centroid,
        bounds: shape.aabb(&Pose::IDENTITY),
        support: shape.support(DIRECTION),
    }
}

/// Point clouds whose hulls are shown, each with its name.
pub fn clouds() -> Vec<(&'static str, Vec<Vec3<f64>>)> {
    let signs = || [-1.0, 1.0].into_iter();
    let cube = signs().flat_map(|x| signs().flat_map(move |y| signs().map(move |z| Vec3::new(x, y, z))));
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let icosahedron = signs()
        .flat_map(|a| signs().map(move |b| (a, b * golden)))
        .flat_map(|(a, b)| [Vec3::new(0.0, a, b), Vec3::new(a, b, 0.0), Vec3::new(b, 0.0, a)]);
    let grid = (0..125).map(|i| Vec3::new(f64::from(i % 5), f64::from(i / 5 % 5), f64::from(i / 25)));
    vec![
        ("cube, corners", cube.collect()),
        ("icosahedron, corners", icosahedron.collect()),
        ("grid 5 x 5 x 5", grid.collect()),
        ("sphere, 500 points", spiral(500).collect()),
        ("needle 1 : 1000000", spiral(100).map(|p| Vec3::new(p.x, p.y * 1e-6, p.z * 1e-6)).collect()),
    ]
}

/// Points spread evenly on the unit sphere, along a spiral from pole to pole.
fn spiral(count: u32) -> impl Iterator<Item = Vec3<f64>> {
    let golden_angle = f64::PI * (3.0 - 5.0_f64.sqrt());
    (0..count).map(move |i| {
        let z = 1.0 - (2.0 * f64::from(i) + 1.0) / f64::from(count);
        let (sin, cos) = (golden_angle * f64::from(i)).sin_cos();
        let across = (1.0 - z * z).sqrt();
        Vec3::new(cos * across, sin * across, z).unit()
    })
}
