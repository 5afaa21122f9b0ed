//! Which features of two shapes touch, and where: types, centroids and ties.

use impinge::feature::{ContactType, State};
use impinge::{ConvexPolygon, Cuboid, Cylinder, Pose, Rot3, Shape, Vec2, features};

fn main() {
    // A box stands on another, half beside it: the middle of the common part, not one of its corners.
    let table = Cuboid::new([1.0, 1.0, 1.0]);
    let on_top = features(&table, &Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([1.0, 0.0, 2.0])));
    println!("box on box:       {on_top}");
    assert_eq!((on_top.state, on_top.contact_type), (State::Touching, Some(ContactType::FaceFace)));
    assert_eq!(on_top.point.to_array(), [0.5, 0.0, 1.0]);

    // A cylinder lies on it: the part of its side line that is on the box.
    let lying = Pose::new([1.0, 0.0, 1.25], Rot3::from_axis_angle([0.0, 1.0, 0.0], f64::to_radians(90.0)));
    let roller = features(&table, &Cylinder::new(1.0, 0.5).at(lying));
    println!("cylinder on box:  {roller:.3}");
    assert_eq!((roller.state, roller.contact_type), (State::Overlapping, Some(ContactType::EdgeFace)));
    assert!((roller.point_a.x - 0.5).abs() < 1e-9);

    // Corner in corner, equally deep along x, y and z: the first in order is taken, and the answer says so.
    let corner = features(&table, &Cuboid::new([1.0, 1.0, 1.0]).at(Pose::at([1.75, 1.75, 1.75])));
    println!("corner in corner: {corner}");
    assert!(corner.ambiguous && corner.normal.x == 1.0);

    // In the plane: the parallel edges of Feng & Tan's Figure 4.
    let quadrilateral = ConvexPolygon::new(&[[0.0, 0.0], [4.0, 0.0], [4.5, 3.0], [0.0, 2.5]].map(Vec2::from));
    let triangle = ConvexPolygon::new(&[[-1.0, 0.25], [1.5, 0.25], [0.0, -2.0]].map(Vec2::from));
    let edges = features(&quadrilateral, &triangle);
    println!("parallel edges:   {edges}");
    assert_eq!((edges.contact_type, edges.overlap()), (Some(ContactType::EdgeEdge), 0.25));
    assert_eq!(edges.point_a.to_array(), [0.75, 0.0]);
}
