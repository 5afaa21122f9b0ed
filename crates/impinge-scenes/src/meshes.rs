//! Triangle meshes: closed and open, clean and broken, from one triangle to millions.
//!
//! Points are shared, triangles run counter-clockwise seen from outside. Meshes of unit cells have integer coordinates, so that
//! statements about them at integer positions and quarter turns are exact. Polygon meshes to move among are in [`rooms`](crate::rooms).

use std::collections::BTreeMap;

use impinge::{Real, Vec3};

use crate::Rng;
use crate::fits::{self, Fit};
use crate::triangles::circle;

pub use crate::triangles::Triangles;

type Point = Vec3<f64>;

/// One triangle with a right angle at the origin, in the plane z = 0, facing up.
pub fn one_triangle() -> Triangles {
    let points = [[0., 0., 0.], [1., 0., 0.], [0., 1., 0.]].map(Vec3::from).to_vec();
    Triangles { points, triangles: vec![[0, 1, 2]] }
}

/// The surface of a body of unit cells, each given by its smallest corner: squares between a cell and an empty one. Cells that meet in an
/// edge or a corner only share its points.
pub fn cells(cells: &[[i32; 3]]) -> Triangles {
    let mut mesh = Triangles::default();
    let mut named: BTreeMap<[i32; 3], u32> = BTreeMap::new();
    for cell in cells {
        for axis in 0..3 {
            let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
            for end in [0, 1] {
                let mut neighbor = *cell;
                neighbor[axis] += 2 * end - 1;
                if cells.contains(&neighbor) {
                    continue;
                }
                let mut ring = [[0, 0], [1, 0], [1, 1], [0, 1]].map(|[i, j]| {
                    let mut at = *cell;
                    at[axis] += end;
                    at[u] += i;
                    at[v] += j;
                    *named.entry(at).or_insert_with(|| {
                        mesh.points.push(Vec3::from(at.map(f64::from)));
                        mesh.points.len() as u32 - 1
                    })
                });
                if end == 0 {
                    ring.reverse();
                }
                mesh.square(ring);
            }
        }
    }
    mesh
}

/// A cube from the origin to (side, side, side).
pub fn cube(side: f64) -> Triangles {
    cells(&[[0; 3]]).scaled(side)
}

/// A letter of unit cells: L, U or H, in the plane of x and y and one thick; L for any other character.
pub fn letter(name: char) -> Triangles {
    let rows: &[&[u8]] = match name {
        'U' => &[b"###", b"#.#", b"#.#", b"#.#"],
        'H' => &[b"#.#", b"#.#", b"###", b"#.#", b"#.#"],
        _ => &[b"###", b"#..", b"#..", b"#.."],
    };
    let filled = rows.iter().enumerate().flat_map(|(y, row)| {
        row.iter().enumerate().filter(|(_, c)| **c == b'#').map(move |(x, _)| [x as i32, y as i32, 0])
    });
    cells(&filled.collect::<Vec<_>>())
}

/// A block of `n`³ cells: 12 n² triangles, coplanar in its faces.
pub fn block(n: usize) -> Triangles {
    let n = n as i32;
    let mut filled: Vec<[i32; 3]> = Vec::new();
    for x in 0..n {
        for y in 0..n {
            // Cells inside have no faces, and are needed as neighbors only.
            filled.extend((0..n).map(|z| [x, y, z]));
        }
    }
    cells(&filled)
}

/// An edge of one cube lies on an edge of another one; they are one mesh.
pub fn cubes_sharing_an_edge() -> Triangles {
    cells(&[[0, 0, 0], [1, 1, 0]])
}

/// A corner of one cube lies on a corner of another one; they are one mesh.
pub fn cubes_sharing_a_corner() -> Triangles {
    cells(&[[0, 0, 0], [1, 1, 1]])
}

/// A torus around the z axis, radii 1 and 0.4: 2 · around · across triangles.
pub fn torus(around: usize, across: usize) -> Triangles {
    let mut mesh = Triangles::default();
    for i in 0..around {
        for j in 0..across {
            let ((s, c), (height, out)) = (circle(i, around), circle(j, across));
            let r = 1.0 + 0.4 * out;
            mesh.points.push(Vec3::new(r * c, r * s, 0.4 * height));
        }
    }
    mesh.grid(around, across, |i, j| ((i % around) * across + j % across) as u32);
    mesh
}

/// Needles: tetrahedra of length 1 and of the given thickness, in random directions, with their tips in a cube of side 1.
pub fn needles(count: usize, thickness: f64, seed: u64) -> Triangles {
    let mut rng = Rng::new(seed);
    let mut mesh = Triangles::default();
    for _ in 0..count {
        let pose = rng.pose3::<f64>(0.5);
        let first = mesh.points.len() as u32;
        let t = thickness;
        let corners = [[0., 0., 0.], [1., t, 0.], [1., 0., t], [1., -t, -t]];
        mesh.points.extend(corners.map(|p| pose.transform(p.into())));
        let faces = [[0, 2, 1], [0, 3, 2], [0, 1, 3], [1, 2, 3]];
        mesh.triangles.extend(faces.map(|t| t.map(|i| first + i)));
    }
    mesh
}

/// Random triangles: their middles in a cube of side 1, their corners up to `size` from there along each axis.
pub fn random_soup(count: usize, size: f64, seed: u64) -> Triangles {
    let mut rng = Rng::new(seed);
    let mut mesh = Triangles::default();
    for i in 0..count as u32 {
        let middle = Vec3::from([(); 3].map(|()| rng.uniform()));
        mesh.points.extend([(); 3].map(|()| middle + Vec3::from([(); 3].map(|()| rng.between(-size, size)))));
        mesh.triangles.push([3 * i, 3 * i + 1, 3 * i + 2]);
    }
    mesh
}

/// A cube of side 6 with a cavity of side 2 in its middle; or with a cube there that has the same orientation, so that the space inside
/// it counts twice.
pub fn nested_shells(cavity: bool) -> Triangles {
    let inner = cube(2.0).moved(2.0, 2.0, 2.0);
    cube(6.0).and(&if cavity { inner.flipped() } else { inner })
}

/// A Möbius strip of radius 1 and width 0.6: it has one side and one rim.
pub fn moebius(around: usize, across: usize) -> Triangles {
    let mut mesh = Triangles::default();
    for i in 0..around {
        let ((s, c), (sin, cos)) = (circle(i, around), circle(i, 2 * around));
        for j in 0..=across {
            let t = 0.6 * (j as f64 / across as f64 - 0.5);
            mesh.points.push(Vec3::new((1.0 + t * cos) * c, (1.0 + t * cos) * s, t * sin));
        }
    }
    // After one turn the strip is upside down.
    let at = |i: usize, j: usize| if i == around { across - j } else { i * (across + 1) + j };
    mesh.grid(around, across, |i, j| at(i, j) as u32);
    mesh
}

/// A unit sphere from an icosahedron, each of whose 20 faces is cut into `n`² triangles: n = 224 gives a million.
pub fn icosphere(n: usize) -> Triangles {
    assert!(n > 0, "a face is cut into at least one triangle");
    let g = 0.5 * (1.0 + Real::sqrt(5.0));
    let corners: [[f64; 3]; 12] = [
        [-1., g, 0.],
        [1., g, 0.],
        [-1., -g, 0.],
        [1., -g, 0.],
        [0., -1., g],
        [0., 1., g],
        [0., -1., -g],
        [0., 1., -g],
        [g, 0., -1.],
        [g, 0., 1.],
        [-g, 0., -1.],
        [-g, 0., 1.],
    ];
    const FACES: [[usize; 3]; 20] = [
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    let mut mesh =
        Triangles { points: corners.map(Vec3::from).to_vec(), triangles: Vec::with_capacity(20 * n * n) };
    // The points within each edge, from its lower corner to its higher one.
    let mut on_edges: BTreeMap<(usize, usize), u32> = BTreeMap::new();
    let mut rows: Vec<Vec<u32>> = Vec::new();
    for [a, b, c] in FACES {
        let mut on_edge = |mesh: &mut Triangles, a: usize, b: usize, k: usize| -> u32 {
            if k == 0 || k == n {
                return if k == 0 { a } else { b } as u32;
            }
            let (low, high) = (a.min(b), a.max(b));
            let first = *on_edges.entry((low, high)).or_insert_with(|| {
                let first = mesh.points.len() as u32;
                let (from, to) = (mesh.points[low], mesh.points[high]);
                mesh.points.extend((1..n).map(|k| from + (to - from) * (k as f64 / n as f64)));
                first
            });
            first + if a < b { k } else { n - k } as u32 - 1
        };
        // Row i has i + 1 points, from the edge ab to the edge ac.
        rows.clear();
        for i in 0..=n {
            let mut row = Vec::with_capacity(i + 1);
            for j in 0..=i {
                row.push(match (i, j) {
                    _ if i == n => on_edge(&mut mesh, b, c, j),
                    (i, 0) => on_edge(&mut mesh, a, b, i),
                    (i, j) if i == j => on_edge(&mut mesh, a, c, i),
                    (i, j) => {
                        let [a, b, c] = [a, b, c].map(|k| mesh.points[k]);
                        let part = |k: usize| k as f64 / n as f64;
                        mesh.points.push(a + (b - a) * part(i) + (c - b) * part(j));
                        mesh.points.len() as u32 - 1
                    }
                });
            }
            rows.push(row);
        }
        for i in 0..n {
            for j in 0..=i {
                mesh.triangles.push([rows[i][j], rows[i + 1][j], rows[i + 1][j + 1]]);
                if j < i {
                    mesh.triangles.push([rows[i][j], rows[i + 1][j + 1], rows[i][j + 1]]);
                }
            }
        }
    }
    mesh.map(|p| p * (1.0 / p.norm()))
}

/// An icosphere with waves and noise of the given height: not convex.
pub fn bumpy_sphere(n: usize, height: f64, seed: u64) -> Triangles {
    let mut rng = Rng::new(seed);
    let waves: Vec<(Point, f64)> =
        (0..6).map(|_| (rng.unit3::<f64>() * rng.between(4.0, 12.0), rng.between(0.0, 6.0))).collect();
    icosphere(n).map(|p| {
        let wave: f64 = waves.iter().map(|(k, phase)| Real::sin_cos(k.dot(p) + phase).0).sum();
        p * (1.0 + height * (wave / 6.0 + rng.between(-0.02, 0.02)))
    })
}

/// Hills over the square of side 2 around the origin, facing up; open. 2 · cells² triangles.
pub fn terrain(cells: usize, height: f64, seed: u64) -> Triangles {
    let mut rng = Rng::new(seed);
    let waves: Vec<[f64; 3]> =
        (0..4).map(|_| [rng.between(-6.0, 6.0), rng.between(-6.0, 6.0), rng.between(0.0, 6.0)]).collect();
    let mut mesh = Triangles::default();
    for i in 0..=cells {
        for j in 0..=cells {
            let [x, y] = [i, j].map(|k| 2.0 * k as f64 / cells as f64 - 1.0);
            let wave: f64 = waves.iter().map(|w| Real::sin_cos(w[0] * x + w[1] * y + w[2]).0).sum();
            mesh.points.push(Vec3::new(x, y, height * (0.25 * wave + rng.between(-0.03, 0.03))));
        }
    }
    mesh.grid(cells, cells, |i, j| (i * (cells + 1) + j) as u32);
    mesh
}

/// A gear around the z axis, radii 0.8 and 1, thickness 0.4: 32 triangles for each tooth.
pub fn gear(teeth: usize) -> Triangles {
    let n = 4 * teeth;
    let mut mesh = Triangles::default();
    mesh.points.extend([Vec3::new(0.0, 0.0, -0.2), Vec3::new(0.0, 0.0, 0.2)]);
    for k in 0..n {
        let (s, c) = circle(k, n);
        let r = if k % 4 < 2 { 1.0 } else { 0.8 };
        mesh.points.extend([-0.2, 0.2].map(|z| Vec3::new(r * c, r * s, z)));
    }
    let at = |k: usize, top: usize| (2 + 2 * (k % n) + top) as u32;
    for k in 0..n {
        mesh.triangles.extend([[0, at(k + 1, 0), at(k, 0)], [1, at(k, 1), at(k + 1, 1)]]);
        mesh.square([at(k, 0), at(k + 1, 0), at(k + 1, 1), at(k, 1)]);
    }
    mesh
}

/// A closed tube along a path that crosses itself: a torus whose center line is a figure of eight, so that it runs through itself near
/// the origin.
pub fn figure_of_eight(around: usize, across: usize) -> Triangles {
    let mut mesh = Triangles::default();
    for i in 0..around {
        let ((s, c), (s2, c2)) = (circle(i, around), circle(2 * i, around));
        // The center line (cos t, sin 2t / 2, 0), and the vector across it.
        let (middle, along) = (Vec3::new(c, 0.5 * s2, 0.0), Vec3::new(-s, c2, 0.0));
        let side = Vec3::new(along.y, -along.x, 0.0) * (1.0 / along.norm());
        for j in 0..across {
            let (up, out) = circle(j, across);
            mesh.points.push(middle + side * (0.2 * out) + Vec3::new(0.0, 0.0, 0.2 * up));
        }
    }
    mesh.grid(around, across, |i, j| ((i % around) * across + j % across) as u32);
    mesh
}

/// A mesh for tests.
#[derive(Clone, Debug)]
pub struct Named {
    /// Name of the mesh.
    pub name: &'static str,
    /// Whether the mesh is closed: every edge is run as often one way as the other, so that it has an inside.
    pub closed: bool,
    /// Whether no two of its triangles share a point except for common corners and edges.
    pub clean: bool,
    /// The mesh.
    pub mesh: Triangles,
}

/// All named meshes, with up to about 12 n² triangles, about 1 to 6 wide.
pub fn all(n: usize, seed: u64) -> Vec<Named> {
    let n = n.max(2);
    let named = |name, closed, clean, mesh| Named { name, closed, clean, mesh };
    vec![
        named("cube", true, true, cube(1.0)),
        named("block", true, true, block(n)),
        named("letter L", true, true, letter('L')),
        named("letter U", true, true, letter('U')),
        named("letter H", true, true, letter('H')),
        named("cubes sharing an edge", true, true, cubes_sharing_an_edge()),
        named("cubes sharing a corner", true, true, cubes_sharing_a_corner()),
        named("torus", true, true, torus(3 * n, 2 * n)),
        named("one needle", true, true, needles(1, 1e-3, seed)),
        named("needles", true, false, needles(3 * n * n, 3e-2, seed)),
        named("cavity", true, true, nested_shells(true)),
        named("shell in a shell", true, true, nested_shells(false)),
        named("icosphere", true, true, icosphere(n)),
        named("bumpy sphere", true, true, bumpy_sphere(n, 0.3, seed)),
        named("gear", true, true, gear(4 * n)),
        named("peg", true, true, fits::peg(&Fit { around: 8 * n, ..Fit::default() })),
        named("hole", true, true, fits::hole(&Fit { around: 8 * n, ..Fit::default() })),
        named("figure of eight", true, false, figure_of_eight(8 * n, 2 * n)),
        named("inside-out torus", true, true, torus(3 * n, 2 * n).flipped()),
        named("one triangle", false, true, one_triangle()),
        named("soup", false, false, random_soup(4 * n * n, 0.2, seed)),
        named("moebius", false, true, moebius(4 * n, 2)),
        named("terrain", false, true, terrain(2 * n, 0.3, seed)),
    ]
}
