//! Polygon meshes to move, and places to move them in.

use impinge::mesh::polygon::{MeshSettings, PolygonMesh};
use impinge::{Real, Vec3};

use crate::Rng;
use crate::rooms::{self, Faces};

/// The polygon mesh of these faces.
pub fn mesh<T: Real>(faces: &Faces) -> PolygonMesh<T> {
    PolygonMesh::from_polygons(&faces.points_in::<T>(), &faces.polygons).expect("a scene is a mesh").0
}

/// The same with two-sided polygons, for open surfaces.
pub fn two_sided<T: Real>(faces: &Faces) -> PolygonMesh<T> {
    let settings = MeshSettings { two_sided: true, ..MeshSettings::default() };
    PolygonMesh::with_settings(&faces.points_in::<T>(), &faces.polygons, &settings)
        .expect("a scene is a mesh")
        .0
}

/// Bodies about 1 across, with their names: a box, letters, hulls, a needle, a single polygon, a point.
pub fn bodies<T: Real>() -> Vec<(&'static str, PolygonMesh<T>)> {
    let small = |faces: Faces, by: f64| faces.map(|p| p * by);
    let square = Faces {
        points: [[-0.5, -0.4], [0.5, -0.4], [0.6, 0.4], [-0.3, 0.5]]
            .map(|[x, y]| Vec3::new(x, y, 0.0))
            .into(),
        polygons: vec![vec![0, 1, 2, 3]],
    };
    vec![
        ("box", mesh(&rooms::cuboid([0.5, 0.3, 0.4], 1))),
        ("letter L", mesh(&small(rooms::letter('L'), 0.3))),
        ("letter U", mesh(&small(rooms::letter('U'), 0.25))),
        ("hull", mesh(&small(rooms::random_hull(14, 5), 0.5))),
        ("needle", mesh(&rooms::needles(1, 0.01, 0.1, 3))),
        ("polygon", two_sided(&square)),
        ("point", PolygonMesh::point(Vec3::new(T::ZERO, T::ZERO, T::ZERO))),
    ]
}

/// Closed or open places of a few units that surround the origin or lie under it, with their names and a free point.
pub fn places<T: Real>() -> Vec<(&'static str, PolygonMesh<T>, Vec3<f64>)> {
    let low = |p: Vec3<f64>| p - Vec3::new(3.0, 3.0, 1.5);
    vec![
        ("room", mesh(&rooms::room([4.0, 3.0, 2.5], 2)), Vec3::new(0.0, 0.0, 0.0)),
        (
            "stairs in a room",
            mesh(&rooms::room([4.0, 4.0, 4.0], 1).and(&rooms::stairs(5, 0.7, 0.4, 4.0).map(low))),
            Vec3::new(-1.0, 0.0, 2.5),
        ),
        (
            "terrain in a room",
            two_sided(&rooms::room([4.0, 4.0, 4.0], 1).and(&rooms::terrain(7.5, 0.8, 6, 9))),
            Vec3::new(0.0, 0.0, 2.6),
        ),
        (
            "needles in a room",
            mesh(&rooms::room([4.0, 4.0, 4.0], 1).and(&rooms::needles(12, 0.02, 4.0, 7))),
            Vec3::new(3.0, 3.0, 3.0),
        ),
        (
            "letters in a room",
            mesh(
                &rooms::room([4.0, 4.0, 4.0], 1)
                    .and(&rooms::letter('S').map(|p| p * 0.5 - Vec3::new(2.0, 1.0, 3.0)))
                    .and(&rooms::letter('U').map(|p| p * 0.6 - Vec3::new(-1.0, 1.0, 1.0))),
            ),
            Vec3::new(0.0, 2.6, 2.8),
        ),
    ]
}

/// A random vector of this length.
pub fn vector<T: Real>(rng: &mut Rng, length: f64) -> Vec3<T> {
    (rng.unit3::<f64>() * length).cast()
}
