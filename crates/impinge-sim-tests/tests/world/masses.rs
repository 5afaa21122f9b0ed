//! Masses of compounds and meshes are those of the same body in another form.

use impinge::body::{AnyBody, Compound};
use impinge::mesh::TriangleMesh;
use impinge::{AnyShape, Cuboid, Pose, Real, Rot3, Vec3};
use impinge_sim::{Mass, WorldError};

fn close<T: Real>(found: &Mass<T>, truth: &Mass<T>) {
    let allowed = T::of(64.0) * T::EPSILON;
    assert!((found.mass / truth.mass - T::ONE).abs() <= allowed, "{found:?}");
    assert!((found.center - truth.center).norm() <= allowed * T::of(8.0), "{found:?}");
    assert!(
        (found.inertia - truth.inertia).max_abs() <= allowed * truth.inertia.max_abs(),
        "{found:?} {truth:?}"
    );
}

fn check<T: Real>() {
    let v = |x: f64, y: f64, z: f64| Vec3::new(T::of(x), T::of(y), T::of(z));
    let cuboid = Cuboid::new(v(1.0, 0.5, 0.25));
    let whole = Mass::of_shape(&AnyBody::from(cuboid), T::TWO).unwrap();
    assert_eq!(whole.mass, T::TWO);
    // The same in two halves, of which one is turned by half a circle.
    let half = || AnyShape::from(Cuboid::new(v(0.5, 0.5, 0.25)));
    let turn = Rot3::from_axis_angle(v(0.0, 1.0, 0.0), T::PI);
    let halves =
        Compound::new([(half(), Pose::at(v(-0.5, 0.0, 0.0))), (half(), Pose::new(v(0.5, 0.0, 0.0), turn))]);
    close(&Mass::of_shape(&AnyBody::from(halves), T::TWO).unwrap(), &whole);
    // The same as a mesh, off the origin; also with its faces inward.
    let offset = v(3.0, -2.0, 1.0);
    let corner = |i: u32| {
        let side = |bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
        (v(side(0), 0.5 * side(1), 0.25 * side(2)) + offset).to_array()
    };
    let corners: Vec<_> = (0..8).map(corner).collect();
    let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let inward = faces.map(|[a, b, c, d]| [d, c, b, a]);
    for faces in [faces, inward] {
        let (mesh, _) = TriangleMesh::from_polygons(&corners, &faces).unwrap();
        assert!(mesh.is_closed());
        close(&Mass::of_shape(&AnyBody::from(mesh), T::TWO).unwrap(), &Mass { center: offset, ..whole });
    }
    let (open, _) = TriangleMesh::from_polygons(&corners, &faces[1..]).unwrap();
    assert_eq!(Mass::of_shape(&AnyBody::from(open), T::TWO), Err(WorldError::NoVolume));
}

#[test]
fn a_box_whole_in_halves_and_as_a_mesh() {
    check::<f32>();
    check::<f64>();
}

#[test]
fn parts_of_many_densities_add_up() {
    let part =
        |x: f64, mass: f64| Mass { mass, center: Vec3::new(x, 0.0, 0.0), inertia: impinge::Mat3::default() };
    let sum = Mass::of_parts([part(0.0, 1.0), part(4.0, 3.0)]);
    assert_eq!((sum.mass, sum.center.x), (4.0, 3.0));
    assert_eq!((sum.inertia.x_axis.x, sum.inertia.z_axis.z), (0.0, 12.0)); // 1·9 + 3·1
}
