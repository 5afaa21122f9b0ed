//! Meshes of the fuzz targets: convex, concave, closed, open, a single polygon or point.

use impinge::hull::solid_hull;
use impinge::mesh::polygon::{MeshSettings, PolygonMesh};
use impinge::{Pose, Real, Vec3};
use impinge_scenes::rooms::{self, Faces};

use crate::Rng;
use crate::body::{Named, cloud};
use crate::bytes::Bytes;

/// A mesh and what it is.
#[derive(Clone, Debug)]
pub struct Mesh<T: Real> {
    pub name: &'static str,
    pub mesh: PolygonMesh<T>,
}

impl<T: Real> Mesh<T> {
    pub fn read(bytes: &mut Bytes<'_>) -> Option<Self> {
        let choice = bytes.pick(16);
        let mut cells = 1 + usize::from(choice % 2);
        let (name, faces) = match choice {
            0..=3 => {
                let half = [bytes.size(), bytes.size(), bytes.size()];
                ("cuboid", rooms::cuboid(half, cells))
            }
            4..=6 => {
                let points = cloud(bytes, 3);
                let [x, y, z] = [bytes.size(), bytes.size(), bytes.size()];
                let points: Vec<Vec3<T>> =
                    points.iter().map(|p| crate::body::v3(p[0] * x, p[1] * y, p[2] * z)).collect();
                return Some(Self {
                    name: "hull",
                    mesh: PolygonMesh::from_solid(&solid_hull(&points).ok()?),
                });
            }
            7 => ("letter", rooms::letter(['L', 'U', 'T', 'E'][usize::from(bytes.pick(4))])),
            8 => ("stairs", rooms::stairs(2 + cells, 1.0, 0.5, 3.0)),
            9 => ("torus", rooms::torus(4 + cells, 3 + cells)),
            10 | 11 => ("voxels", voxels(&cubes(bytes.seed()))),
            12 => {
                let half = [bytes.size(), bytes.size(), bytes.size()];
                ("room", rooms::room(half, 1))
            }
            13 => {
                return Some(Self { name: "point", mesh: PolygonMesh::point(Vec3::ZERO) });
            }
            14 => ("polygon", rooms::single_polygon(3 + usize::from(bytes.pick(6)))),
            _ => {
                cells += 1;
                ("patched", rooms::patched_cuboid([1.0, 1.5, 0.5], cells))
            }
        };
        let scale = if choice < 4 || choice == 12 { 1.0 } else { bytes.size() };
        Self::of(name, &faces.map(|p| p * scale))
    }

    pub fn of(name: &'static str, faces: &Faces) -> Option<Self> {
        let built =
            PolygonMesh::with_settings(&faces.points_in::<T>(), &faces.polygons, &MeshSettings::default());
        Some(Self { name, mesh: built.ok()?.0 })
    }
}

/// Which of the cubes of a block of 2 × 2 × 3 are there.
pub fn cubes(seed: u64) -> Vec<[i32; 3]> {
    let mut rng = Rng::xorshift(seed);
    let all = (0..12).map(|i| [i & 1, i >> 1 & 1, i >> 2]);
    let mut chosen: Vec<[i32; 3]> = all.filter(|_| rng.signed() > -0.2).collect();
    if chosen.is_empty() {
        chosen.push([0; 3]);
    }
    chosen
}

/// The surface of unit cubes on a grid, that of all of them together.
pub fn voxels(cubes: &[[i32; 3]]) -> Faces {
    let mut faces = Faces::default();
    for cube in cubes {
        for axis in 0..3 {
            for side in [0, 1] {
                let mut beyond = *cube;
                beyond[axis] += 2 * side - 1;
                if cubes.contains(&beyond) {
                    continue;
                }
                let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
                let corner = |[i, j]: [i32; 2]| {
                    let mut at = *cube;
                    (at[axis], at[u], at[v]) = (at[axis] + side, at[u] + i, at[v] + j);
                    Vec3::from(at.map(f64::from))
                };
                let mut ring = [[0, 0], [1, 0], [1, 1], [0, 1]].map(corner);
                if side == 0 {
                    ring.reverse();
                }
                faces.add(&ring);
            }
        }
    }
    faces
}

/// Poses of two meshes: the second as read; the first beside it so that boxes around them touch, nearly so, or as read.
pub fn poses<T: Real>(bytes: &mut Bytes<'_>, meshes: [&Mesh<T>; 2]) -> Option<[Pose<Vec3<T>>; 2]> {
    type Any<T> = impinge::AnyShape<T>;
    let standing = if bytes.byte() % 3 == 1 { Any::<T>::pose(bytes) } else { Pose::IDENTITY };
    let turn = Any::<T>::rotation(bytes, &standing.rotation());
    let choice = bytes.byte();
    let mut at = if choice & 8 == 0 { Vec3::ZERO } else { Any::<T>::vector(bytes) };
    let axis = usize::from(choice >> 4) % 3;
    if choice % 8 >= 2 {
        let [a, b] = meshes.map(|m| m.mesh.bounds());
        let far = if choice & 0x80 == 0 { b.max - a.min } else { b.min - a.max };
        let touch = far.to_array()[axis] * T::of(1.0 + bytes.tiny());
        let mut beside = at.to_array();
        beside[axis] = touch;
        at = Vec3::from(beside);
    }
    let translation = standing.transform(at);
    let turn = if choice % 8 >= 4 { standing.rotation() } else { standing.rotation().compose(&turn) };
    Some([Pose::try_new(translation, turn).ok()?, standing])
}
