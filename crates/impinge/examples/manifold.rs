//! All of where two shapes touch: faces, lines and points, with ids that stay, reduced to four.

use impinge::manifolds::{Manifold, ManifoldSettings};
use impinge::{
    Cone, Cuboid, Cylinder, HalfSpace, Pose, Rot3, Shape, Vec3, half_space_manifold, manifold, manifold_with,
};

fn show(what: &str, contact: &Manifold<Vec3<f64>>) {
    // Adding zero turns −0 into 0.
    println!("{what}: depth {:.3}, {} points", 0.0 - contact.signed_distance, contact.points().len());
    for p in contact.points() {
        let at = p.point().to_array().map(|c| format!("{c:.2}")).join(", ");
        println!("  ({at}), {:.3} deep: {} of A, {} of B", p.depth(), p.feature_a, p.feature_b);
    }
    if let Some(least) = contact.dropped {
        println!("  others, up to {:.3} deep, were left out", 0.0 - least);
    }
}

fn main() {
    // A box on a box, half beside it and a hundredth too deep: the corners of the part that both faces share.
    let table = Cuboid::new([1.0, 1.0, 1.0]);
    let cube = Cuboid::new([1.0, 1.0, 1.0]);
    let stacked = manifold(&table, &cube.at(Pose::at([1.0, 0.5, 1.99])));
    show("box on box", &stacked);
    assert_eq!(stacked.points().len(), 4);

    // Turned by a millionth it is the same contact: the ids say so.
    let tremble = Rot3::from_axis_angle([0.3, 0.4, 0.5], 1e-6);
    let again = manifold(&table, &cube.at(Pose::new([1.0, 0.5, 1.99], tremble)));
    for p in again.points() {
        let same = |q: &&impinge::manifolds::ManifoldPoint<_>| {
            (q.feature_a, q.feature_b) == (p.feature_a, p.feature_b)
        };
        let old = stacked.points().iter().find(same).expect("the same features");
        assert!((old.point_a - p.point_a).norm_squared() < 1e-10);
    }

    // A cylinder on the floor: lying it touches along a line, standing with a disc.
    let floor = HalfSpace::new([0.0, 0.0, 1.0], 0.0);
    let quarter = Rot3::from_axis_angle([0.0, 1.0, 0.0], f64::to_radians(90.0));
    let cylinder = Cylinder::new(1.0, 0.5);
    let lying = half_space_manifold(&floor, &cylinder.at(Pose::new([0.0, 0.0, 0.5], quarter)));
    show("cylinder lying on the floor", &lying);
    assert_eq!(lying.points().len(), 2);
    let standing = half_space_manifold(&floor, &cylinder.at(Pose::at([0.0, 0.0, 1.0])));
    show("cylinder standing on the floor", &standing);
    assert_eq!((standing.points().len(), standing.dropped), (4, Some(0.0)));

    // All points, also those that are still up to a tenth apart: a cone that leans.
    let lean = Rot3::from_axis_angle([1.0, 0.0, 0.0], 0.02);
    let turned = lean.compose(&Rot3::from_axis_angle([0.0, 0.0, 1.0], 0.2));
    let cone = Cone::new(0.5, 1.0).at(Pose::new([0.0, 0.0, 1.5], turned));
    let settings = ManifoldSettings { max_points: None, margin: 0.1, ..ManifoldSettings::default() };
    let leaning = manifold_with(&table, &cone, &settings);
    // The 16 corners on the rim of its base, and the deepest point of the rim, which is between two of them.
    assert_eq!(leaning.points().len(), 17);
    show("cone leaning on a box", &leaning.reduced(4));
}
