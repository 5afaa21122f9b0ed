//! The kinds of cases that can be generated: one list, used by help, documents and tests.

use impinge_io::cases::CaseShape;
use impinge_scenes::Rng;

use super::draw::{Draw, NEEDLE, PLANET, PLATE};

/// A kind of cases.
#[derive(Clone, Copy)]
pub struct Kind {
    /// Its name on the command line.
    pub name: &'static str,
    /// The family of its sets.
    pub family: &'static str,
    /// The two shapes.
    pub shapes: fn(&mut Rng) -> [CaseShape; 2],
    /// Their placement.
    pub draw: Draw,
}

/// The shapes of the thesis, section 4.1.
const BOX: CaseShape = CaseShape::Box { half: [1.0, 1.0, 1.0] };
const ELLIPSOID: CaseShape = CaseShape::Ellipsoid { radii: [0.5, 1.0, 0.75] };
const ROUND_BOX: CaseShape = CaseShape::RoundBox { half: [1.0, 1.0, 1.0], r: 0.5 };
const CONE: CaseShape = CaseShape::Cone { radius: 1.0, height: 2.0 };
/// Other shapes.
const SPHERE: CaseShape = CaseShape::Sphere { r: 0.7 };
const CAPSULE: CaseShape = CaseShape::Capsule { half: 1.0, r: 0.4 };
const CYLINDER: CaseShape = CaseShape::Cylinder { half: 1.0, r: 0.6 };
/// Number of points of the thesis' polyhedra, random on the unit sphere.
const POINTS: usize = 50;

/// Every kind.
pub const KINDS: &[Kind] = &[
    kind("box-box", "thesis", |_| [BOX, BOX], Draw::Cube),
    kind("ell-ell", "thesis", |_| [ELLIPSOID, ELLIPSOID], Draw::Cube),
    kind("box-ell", "thesis", |_| [BOX, ELLIPSOID], Draw::Cube),
    kind("rbox-rbox", "thesis", |_| [ROUND_BOX, ROUND_BOX], Draw::Cube),
    kind("poly-poly", "thesis", |rng| [random_hull(rng), random_hull(rng)], Draw::Cube),
    kind("cone-cone", "thesis", |_| [CONE, CONE], Draw::Cube),
    kind("sph-sph", "primitive", |_| [SPHERE, SPHERE], Draw::Cube),
    kind("sph-box", "primitive", |_| [SPHERE, BOX], Draw::Cube),
    kind("cap-cap", "primitive", |_| [CAPSULE, CAPSULE], Draw::Cube),
    kind("cap-box", "primitive", |_| [CAPSULE, BOX], Draw::Cube),
    kind("cyl-cyl", "primitive", |_| [CYLINDER, CYLINDER], Draw::Cube),
    kind("cyl-box", "primitive", |_| [CYLINDER, BOX], Draw::Cube),
    kind("plates", "degenerate", |_| twice(CaseShape::Box { half: [1.0, 1.0, PLATE] }), Draw::Plates),
    kind("needles", "degenerate", |_| twice(CaseShape::Box { half: [NEEDLE, NEEDLE, 1.0] }), Draw::Needles),
    kind("planet-pebble", "scale", |_| planet_and_pebble(), Draw::Planet),
    kind("grid-touch", "touch", |_| [BOX, BOX], Draw::Grid),
    kind("sphere8-far", "mesh", |_| spheres(8), FAR),
    kind("sphere8-in", "mesh", |_| spheres(8), NEAR),
    kind("sphere32-far", "mesh", |_| spheres(32), FAR),
    kind("sphere32-in", "mesh", |_| spheres(32), NEAR),
    kind("sphere128-far", "mesh", |_| spheres(128), FAR),
    kind("sphere128-in", "mesh", |_| spheres(128), NEAR),
    kind("sphere512-far", "mesh", |_| spheres(512), FAR),
    kind("sphere512-in", "mesh", |_| spheres(512), NEAR),
];

/// Distance of the centers of unit balls that are apart, and of balls that overlap unless their corners miss one another.
const FAR: Draw = Draw::Centers(2.1, 3.5);
const NEAR: Draw = Draw::Centers(0.3, 1.9);

const fn kind(
    name: &'static str,
    family: &'static str,
    shapes: fn(&mut Rng) -> [CaseShape; 2],
    draw: Draw,
) -> Kind {
    Kind { name, family, shapes, draw }
}

/// Names accepted on the command line: kinds, families, `all`.
pub fn names() -> Vec<&'static str> {
    let mut names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    for kind in KINDS {
        if !names.contains(&kind.family) {
            names.push(kind.family);
        }
    }
    names.push("all");
    names
}

/// The kinds selected by names, in the order of the list.
pub fn chosen(names: &[String]) -> Vec<Kind> {
    let is_chosen = |kind: &&Kind| names.iter().any(|n| n == "all" || n == kind.name || n == kind.family);
    KINDS.iter().filter(is_chosen).copied().collect()
}

fn twice(shape: CaseShape) -> [CaseShape; 2] {
    [shape.clone(), shape]
}

fn planet_and_pebble() -> [CaseShape; 2] {
    [CaseShape::Sphere { r: PLANET }, CaseShape::Box { half: [1e-3, 1e-3, 1e-3] }]
}

fn random_hull(rng: &mut Rng) -> CaseShape {
    CaseShape::Hull { points: (0..POINTS).map(|_| rng.unit3::<f64>().to_array()).collect() }
}

/// Two polygonal spheres: the hull of points on a spiral around the unit sphere, at equal heights (Vogel 1979).
fn spheres(count: usize) -> [CaseShape; 2] {
    let golden = std::f64::consts::PI * (3.0 - impinge::Real::sqrt(5.0_f64));
    let point = |i: usize| {
        let z = 1.0 - (2 * i + 1) as f64 / count as f64;
        let (sin, cos) = impinge::Real::sin_cos(golden * i as f64);
        let r = impinge::Real::sqrt(1.0 - z * z);
        [r * cos, r * sin, z]
    };
    twice(CaseShape::Hull { points: (0..count).map(point).collect() })
}
