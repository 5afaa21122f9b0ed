//! Relations of bodies that are known by hand.

use impinge::mesh::TriangleMesh;
use impinge::nonconvex::{Relation, relation};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::meshes::{Triangles, cube, letter, nested_shells};
use impinge_scenes::oracle::judge::reversed;

fn mesh<T: Real>(of: &Triangles) -> TriangleMesh<T> {
    let points: Vec<Vec3<T>> = of.points.iter().map(|p| p.cast()).collect();
    TriangleMesh::new(&points, &of.triangles).unwrap().0
}

/// Sheets of triangles from points.
fn sheet(points: &[[f64; 3]], triangles: &[[u32; 3]]) -> Triangles {
    Triangles { points: points.iter().map(|&p| p.into()).collect(), triangles: triangles.to_vec() }
}

/// The square from −1 to 1 in the plane z = 0.
fn square() -> Triangles {
    sheet(&[[-1., -1., 0.], [1., -1., 0.], [1., 1., 0.], [-1., 1., 0.]], &[[0, 1, 2], [0, 2, 3]])
}

/// Two squares that share the edge from (0, −0.5, 0) to (0, 0.5, 0) and end at x = ±0.5 at these heights.
fn wings(left: f64, right: f64) -> Triangles {
    sheet(
        &[
            [0., -0.5, 0.],
            [0., 0.5, 0.],
            [-0.5, -0.5, left],
            [-0.5, 0.5, left],
            [0.5, -0.5, right],
            [0.5, 0.5, right],
        ],
        &[[0, 1, 3], [0, 3, 2], [1, 0, 4], [1, 4, 5]],
    )
}

#[track_caller]
fn stand<T: Real>(a: &TriangleMesh<T>, b: &TriangleMesh<T>, at: [f64; 3], right: Relation) {
    let pose = Pose::at(Vec3::from(at.map(T::of)));
    assert_eq!(relation(&a.at(Pose::IDENTITY), &b.at(pose)), right, "at {at:?}");
    assert_eq!(relation(&b.at(pose), &a.at(Pose::IDENTITY)), reversed(right), "reversed, at {at:?}");
}

fn surfaces<T: Real>() {
    use Relation::{Apart, Overlapping, Touching};
    let flat = mesh::<T>(&square());
    let upright = mesh::<T>(&square().third_turns(1));
    stand(&flat, &flat, [0.0, 0.0, 0.5], Apart);
    stand(&flat, &upright, [0.25, 0.0, 0.125], Overlapping);
    stand(&flat, &upright, [0.25, 0.0, 1.0], Touching); // on its end
    stand(&flat, &upright, [0.0, 0.0, 0.0], Overlapping); // through the diagonals
    stand(&flat, &flat, [0.0, 0.0, 0.0], Touching); // the same
    stand(&flat, &flat, [0.5, 0.25, 0.0], Touching); // in one plane
    stand(&flat, &flat, [2.0, 0.0, 0.0], Touching); // edge on edge
    // An edge in the plane of a face, between two triangles: both above, or one above and one below.
    stand(&flat, &mesh(&wings(0.5, 0.5)), [0.25, 0.0, 0.0], Touching);
    stand(&flat, &mesh(&wings(0.5, -0.5)), [0.25, 0.0, 0.0], Overlapping);
    stand(&flat, &mesh(&wings(0.5, 0.0)), [0.25, 0.0, 0.0], Touching);
    // An edge on an edge.
    let roof = mesh::<T>(&wings(-0.5, -0.5));
    stand(&roof, &mesh(&wings(0.5, 0.5)), [0.0, 0.0, 0.0], Touching);
    stand(&roof, &mesh(&wings(0.5, -1.0)), [0.0, 0.0, 0.0], Overlapping);
    stand(&roof, &mesh(&wings(-1.0, -1.0)), [0.0, 0.0, 0.0], Touching);
    // Closed bodies as surfaces: containment is apart.
    let [large, small] = [6.0, 1.0].map(|side| mesh::<T>(&cube(side)).into_surface());
    assert!(!large.is_closed());
    stand(&large, &small, [2.0, 2.0, 2.0], Apart);
    stand(&large, &small, [0.0, 2.0, 2.0], Touching);
    stand(&large, &small, [-0.5, 2.0, 2.0], Overlapping);
}

fn surfaces_and_solids<T: Real>() {
    use Relation::{Apart, Contains, Overlapping, Touching};
    let solid = mesh::<T>(&cube(4.0));
    let flat = mesh::<T>(&square());
    stand(&solid, &flat, [2.0, 2.0, 2.0], Contains);
    stand(&solid, &flat, [1.0, 1.0, 2.0], Contains); // to the faces
    stand(&solid, &flat, [0.5, 2.0, 2.0], Overlapping);
    stand(&solid, &flat, [0.5, 2.0, 4.0], Touching); // on a face
    stand(&solid, &flat, [-1.0, 2.0, 2.0], Touching);
    stand(&solid, &flat, [-1.5, 2.0, 2.0], Apart);
    stand(&mesh::<T>(&cube(1.0)), &mesh(&square().scaled(8.0)), [0.0, 0.0, 0.5], Overlapping);
    // Every triangle from both sides: closed, and nothing in it.
    let mut both = square();
    both.triangles.extend(square().flipped().triangles);
    let both = mesh::<T>(&both);
    assert!(both.is_closed());
    stand(&solid, &both, [2.0, 2.0, 2.0], Contains);
    stand(&solid, &both, [0.5, 2.0, 2.0], Overlapping);
    stand(&both, &mesh::<T>(&square().third_turns(1)), [0.25, 0.0, 0.125], Overlapping);
}

fn solids<T: Real>() {
    use Relation::{Contains, Inside, Overlapping, Touching};
    let [unit, four] = [1.0, 4.0].map(|side| mesh::<T>(&cube(side)));
    stand(&four, &four, [0.0, 0.0, 0.0], Overlapping); // equal
    stand(&four, &four, [4.0, 0.0, 0.0], Touching);
    stand(&four, &four, [4.0 - 1.0 / 1024.0, 0.0, 0.0], Overlapping);
    stand(&four, &unit, [0.0, 0.0, 0.0], Contains); // in a corner
    stand(&unit, &four, [-3.0, 0.0, -1.0], Inside); // against a face
    // A block that fills a notch, and one that is a little too large for it.
    let u = mesh::<T>(&letter('U'));
    stand(&u, &unit, [1.0, 3.0, 0.0], Touching);
    stand(
        &u,
        &mesh(&cube(1.0).map(|p| Vec3::new(p.x * (1.0 + 1.0 / 4096.0), p.y, p.z))),
        [1.0, 3.0, 0.0],
        Overlapping,
    );
    // In a cavity, and the plug of it.
    let cavity = mesh::<T>(&nested_shells(true));
    stand(&cavity, &mesh(&cube(2.0)), [2.0, 2.0, 2.0], Touching);
    stand(&cavity, &mesh(&cube(2.0).scaled(1.0 + 1.0 / 4096.0)), [2.0, 2.0, 2.0], Overlapping);
    // Two bodies in one mesh, one of them in the other body.
    let two = mesh::<T>(&cube(1.0).and(&cube(1.0).moved(9.0, 0.0, 0.0)));
    stand(&four, &two, [1.0, 1.0, 1.0], Overlapping);
    stand(&mesh(&cube(16.0)), &two, [1.0, 1.0, 1.0], Contains);
}

#[test]
fn surfaces_cross_or_touch() {
    surfaces::<f64>();
    surfaces::<f32>();
}

#[test]
fn relations_of_surfaces_to_solids() {
    surfaces_and_solids::<f64>();
    surfaces_and_solids::<f32>();
}

#[test]
fn solids_overlap_or_touch() {
    solids::<f64>();
    solids::<f32>();
}

/// Overlaps and gaps far below the size of the bodies, and far above rounding.
#[test]
fn shallow_overlaps_and_narrow_gaps_are_distinguished() {
    let four = mesh::<f64>(&cube(4.0));
    for by in [1e-3, 1e-6, 1e-9, 1e-11] {
        stand(&four, &four, [4.0 + by, 1.0, 2.0], Relation::Apart);
        stand(&four, &four, [4.0 - by, 1.0, 2.0], Relation::Overlapping);
        stand(&four, &mesh(&cube(1.0)), [1.0, 1.0, -by], Relation::Overlapping);
        stand(&four, &mesh(&cube(1.0)), [1.0, 1.0, by], Relation::Contains);
    }
}
