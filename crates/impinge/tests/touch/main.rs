//! Distance maps and other bodies, compared with exact queries on the same meshes: no bound is ever broken.

mod bodies;
mod clusters;
mod maps;
mod rays;
mod shapes;

use impinge::mesh::TriangleMesh;
use impinge::sdf::{MapSettings, SampledMap};
use impinge::{Pose, Real, Rot3, Vec3};
use impinge_scenes::fits::{self, Fit, Thread};
use impinge_scenes::meshes::{self, Triangles};

/// A mesh in its precision, with a map, and the same mesh in `f64`: the truth.
pub(crate) struct Sample<T: Real> {
    pub(crate) name: &'static str,
    pub(crate) mesh: TriangleMesh<T>,
    pub(crate) map: SampledMap<T>,
    pub(crate) truth: TriangleMesh<f64>,
}

impl<T: Real> Sample<T> {
    pub(crate) fn new(name: &'static str, triangles: &Triangles, cells: usize, spacing: f64) -> Self {
        Self::with_band(name, triangles, cells, spacing, MapSettings::default().band)
    }

    pub(crate) fn with_band(
        name: &'static str,
        triangles: &Triangles,
        cells: usize,
        spacing: f64,
        band: f64,
    ) -> Self {
        let points: Vec<Vec3<T>> = triangles.points.iter().map(|p| p.cast()).collect();
        let (mesh, _) = TriangleMesh::new(&points, &triangles.triangles).unwrap();
        let settings = MapSettings { cells, band, ..MapSettings::default() };
        let map = SampledMap::new(&mesh, &settings, T::of(spacing)).unwrap();
        let wide: Vec<Vec3<f64>> = mesh.vertices().iter().map(|p| p.cast()).collect();
        let faces: Vec<[u32; 3]> = mesh.triangles().map(|(_, corners)| corners).collect();
        let (truth, _) = TriangleMesh::new(&wide, &faces).unwrap();
        Self { name, mesh, map, truth }
    }

    /// The exact signed distance of a place, and how far it may be off, of a body at a pose.
    pub(crate) fn at(&self, pose: &Pose<Vec3<T>>, place: Vec3<f64>) -> (f64, f64, Vec3<f64>) {
        let pose = wide(pose);
        let local = pose.untransform(place);
        let found = self.truth.nearest(local).unwrap();
        let way = (local - found.point) * if found.signed_distance < 0.0 { -1.0 } else { 1.0 };
        let out = pose.rotation().rotate(way.normalized().unwrap_or(Vec3::new(0.0, 0.0, 0.0)));
        (found.signed_distance, found.error + 1e-14 * (1.0 + place.norm()), out)
    }
}

/// A pose in `f64`: the same one, its rotation unit there.
pub(crate) fn wide<T: Real>(pose: &Pose<Vec3<T>>) -> Pose<Vec3<f64>> {
    let [x, y, z, w] = <[T; 4]>::from(pose.rotation()).map(Real::f64);
    Pose::new(pose.translation().cast::<f64>(), Rot3::try_from([x, y, z, w]).unwrap())
}

/// A thread that is quickly mapped.
pub(crate) fn thread() -> Thread {
    Thread { around: 24, rings: 8, turns: 3, ..Thread::default() }
}

pub(crate) fn bodies<T: Real>() -> Vec<Sample<T>> {
    let fit = Fit { around: 24, ..Fit::default() };
    vec![
        Sample::new("torus", &meshes::torus(24, 12), 40, 0.2),
        Sample::new("peg", &fits::peg(&fit), 40, 0.25),
        Sample::new("hole", &fits::hole(&fit), 48, 0.25),
        Sample::new("bolt", &fits::bolt(&thread()), 48, 0.2),
        Sample::new("nut", &fits::nut(&thread()), 48, 0.2),
        Sample::new("letter U", &meshes::letter('U'), 32, 0.5),
        Sample::new("bumpy sphere", &meshes::bumpy_sphere(6, 0.3, 3), 40, f64::INFINITY),
    ]
}
