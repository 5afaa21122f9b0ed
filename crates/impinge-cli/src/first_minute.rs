//! The program without a command: a small scene, the state of every near pair in it, and a page that shows it.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use impinge::mesh::TriangleMesh;
use impinge::{
    AnyShape, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Ellipsoid, Frustum, Pose, Rot3, Sphere, Vec3,
};
use impinge_scenes::Rng;

use crate::bodies::answers::{Answers, Columns};
use crate::bodies::{Form, NamedBody};
use crate::failure::Failure;

/// File name of the page.
const PAGE: &str = "impinge.html";

/// Largest distance at which a pair is reported.
const MARGIN: f64 = 0.25;

/// Segments around the ring and around its tube, and the radius of the tube.
const RING: [f64; 3] = [1.0, 0.6, 0.4];

/// Prints the table, then writes the page; with JSON, prints one line for each pair and writes nothing.
pub fn run(out: &mut impl Write, json: bool) -> Result<(), Failure> {
    let bodies = scene()?;
    let answers = Answers::new(&bodies, MARGIN, |_, _| false)?;
    if json {
        return answers.write_json(out);
    }
    writeln!(out, "{} bodies; pairs at most {MARGIN} m apart:\n", bodies.len())?;
    answers.write_table(out, Columns::Narrow)?;
    writeln!(out)?;
    let page = Path::new(PAGE);
    answers.save_page(
        page,
        "impinge: the first minute",
        "A scene made by the program. Every pair that is near is answered, and every answer comes with what proves it: click on a row to \
         see where.",
    )?;
    writeln!(out, "See it: open {PAGE} in a browser.")?;
    writeln!(out, "Next:   impinge check A.stl B.obj    your own files")?;
    writeln!(
        out,
        "        impinge --help               all commands; from the sources: cargo run --release -- --help"
    )?;
    Ok(())
}

/// Some bodies on a floor: apart, touching, overlapping, and one in the hole of another.
fn scene() -> Result<Vec<NamedBody>, Failure> {
    let convex = |name: &str, shape: AnyShape<f64>, pose| NamedBody::new(name, Form::Convex(shape), pose);
    let turned = |at: [f64; 3], axis: [f64; 3], angle: f64| Pose::new(at, Rot3::from_axis_angle(axis, angle));
    let (across, quarter) = ([1.0, 0.0, 0.0], std::f64::consts::FRAC_PI_2);
    let mut bodies = vec![
        convex("floor", Cuboid::new([3.8, 2.6, 0.1]).into(), Pose::at([0.0, 0.0, -0.1])),
        convex("crate", Cuboid::new([0.5, 0.5, 0.5]).into(), Pose::at([-2.4, -1.2, 0.5])),
        // Penetrates the one below by 0.02.
        convex(
            "crate on top",
            Cuboid::new([0.4, 0.4, 0.4]).into(),
            turned([-2.3, -1.1, 1.38], [0.0, 0.0, 1.0], 0.4),
        ),
        convex("ball", Sphere::new(0.6).into(), Pose::at([-0.5, -1.4, 0.6])),
        convex("egg", Ellipsoid::new([0.7, 0.45, 0.4]).into(), Pose::at([0.85, -1.4, 0.4])),
        // Just above the floor: the gap is visible only from close by.
        convex("drum", Cylinder::new(0.5, 0.45).into(), Pose::at([2.5, -1.3, 0.55])),
        convex("cone", Cone::new(0.5, 0.6).into(), Pose::at([2.6, 0.9, 0.3])),
        convex("bar", Capsule::new(0.9, 0.2).into(), turned([0.3, 1.2, 1.2], across, quarter)),
        convex("log", Capsule::new(0.7, 0.3).into(), turned([-2.2, 1.5, 0.3], [0.0, 1.0, 0.0], quarter)),
        convex("pyramid", Frustum::new([0.4, 0.4], [0.1, 0.1], 0.35).into(), Pose::at([1.75, 0.9, 0.23])),
    ];
    bodies[0].quiet = true;
    let mut rng = Rng::new(12);
    let points: Vec<Vec3<f64>> =
        (0..24).map(|_| rng.unit3::<f64>()).map(|p| Vec3::new(0.5 * p.x, 0.4 * p.y, 0.35 * p.z)).collect();
    let stone = ConvexPolyhedron::try_new(&points).map_err(|e| Failure::Said(format!("the stone: {e}")))?;
    bodies.push(convex("stone", stone.into(), Pose::at([-1.1, 1.0, 0.35])));
    let ring = Form::Mesh(Arc::new(ring(48).map_err(|e| Failure::Said(format!("the ring: {e}")))?));
    bodies.push(NamedBody::new("ring", ring, turned([0.3, 1.2, 1.0], across, quarter)));
    Ok(bodies)
}

/// A ring about the z axis, as a mesh: not convex, with a hole that other bodies fit through.
fn ring(sides: u32) -> Result<TriangleMesh<f64>, impinge::mesh::MeshError> {
    let [outer, inner, thick] = RING;
    let corner = |k: u32| {
        let (sin, cos) = (f64::from(k) * std::f64::consts::TAU / f64::from(sides)).sin_cos();
        let at = move |r: f64, z: f64| [r * cos, r * sin, z];
        [at(outer, -0.5 * thick), at(outer, 0.5 * thick), at(inner, 0.5 * thick), at(inner, -0.5 * thick)]
    };
    let points: Vec<[f64; 3]> = (0..sides).flat_map(corner).collect();
    let face = |k: u32, side: u32| {
        let at = |k: u32, side: u32| 4 * (k % sides) + side % 4;
        vec![at(k, side), at(k + 1, side), at(k + 1, side + 1), at(k, side + 1)]
    };
    let faces: Vec<Vec<u32>> = (0..4 * sides).map(|k| face(k / 4, k % 4)).collect();
    Ok(TriangleMesh::from_polygons(&points, &faces)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The scene shows every state, and a body in a hole that is apart from what surrounds it.
    #[test]
    fn the_scene_has_a_pair_of_each_kind() {
        let bodies = scene().unwrap();
        let answers = Answers::new(&bodies, MARGIN, |_, _| false).unwrap();
        let mut text = Vec::new();
        answers.write_table(&mut text, Columns::Narrow).unwrap();
        let text = String::from_utf8(text).unwrap();
        let state = |a: &str, b: &str| {
            let line = text.lines().find(|line| line.starts_with(a) && line.contains(b));
            let line = line.unwrap_or_else(|| panic!("{a} and {b}: {text}"));
            ["apart", "touching", "overlapping"].into_iter().find(|state| line.contains(state)).unwrap()
        };
        assert_eq!(state("floor", "ball"), "touching");
        assert_eq!(state("floor", "drum"), "apart");
        assert_eq!(state("crate", "crate on top"), "overlapping");
        assert_eq!(state("bar", "ring"), "apart");
        assert!(text.lines().count() <= 20 && answers.has_collision(), "{text}");
    }
}
