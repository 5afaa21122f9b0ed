//! Meshes to move in and to move: rooms, stairs, terrain, needles, letters, floors, hulls, tori.
//!
//! Each is points and polygons, counter-clockwise seen from the front, with the requested subdivision. Points are shared; [`Faces::soup`]
//! separates them.

use std::collections::BTreeMap;

use impinge::hull::solid_hull;
use impinge::{Real, Vec3};

use crate::{Rng, clouds};

type Point = Vec3<f64>;

/// Points and the polygons between them.
#[derive(Clone, Debug, Default)]
pub struct Faces {
    /// Points.
    pub points: Vec<Point>,
    /// Corners of each polygon, counter-clockwise seen from the front.
    pub polygons: Vec<Vec<u32>>,
}

impl Faces {
    /// The points in the requested precision, rounded to nearest.
    pub fn points_in<T: Real>(&self) -> Vec<Vec3<T>> {
        self.points.iter().map(|p| p.cast()).collect()
    }

    /// The polygons as triangles around their first corners; correct for convex ones.
    pub fn triangles(&self) -> Vec<[u32; 3]> {
        let fan = |ring: &Vec<u32>| {
            let ring = ring.clone();
            (1..ring.len().saturating_sub(1)).map(move |k| [ring[0], ring[k], ring[k + 1]])
        };
        self.polygons.iter().flat_map(fan).collect()
    }

    /// The same surface, facing the other side.
    #[must_use]
    pub fn flipped(mut self) -> Self {
        self.polygons.iter_mut().for_each(|ring| ring.reverse());
        self
    }

    /// Maps every point.
    #[must_use]
    pub fn map(mut self, f: impl FnMut(Point) -> Point) -> Self {
        self.points = self.points.into_iter().map(f).collect();
        self
    }

    /// Joins both, sharing nothing.
    #[must_use]
    pub fn and(mut self, other: &Self) -> Self {
        let first = self.points.len() as u32;
        self.points.extend_from_slice(&other.points);
        self.polygons.extend(other.polygons.iter().map(|ring| ring.iter().map(|i| i + first).collect()));
        self
    }

    /// Triangles that share no points, as in many files.
    #[must_use]
    pub fn soup(&self) -> Self {
        let mut soup = Self::default();
        for triangle in self.triangles() {
            soup.add(&triangle.map(|i| self.points[i as usize]));
        }
        soup
    }

    /// Adds a polygon with points of its own.
    pub fn add(&mut self, ring: &[Point]) {
        let first = self.points.len() as u32;
        self.points.extend_from_slice(ring);
        self.polygons.push((first..self.points.len() as u32).collect());
    }
}

/// A box around the origin with `cells` squares along each side of each face.
pub fn cuboid(half: [f64; 3], cells: usize) -> Faces {
    let mut faces = Faces::default();
    let mut named: BTreeMap<[usize; 3], u32> = BTreeMap::new();
    let n = cells as f64;
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for end in [0, cells] {
            for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
                let mut ring: Vec<u32> = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)]
                    .into_iter()
                    .map(|(i, j)| {
                        let mut at = [0; 3];
                        (at[axis], at[u], at[v]) = (end, i, j);
                        *named.entry(at).or_insert_with(|| {
                            let c = |k: usize| half[k] * (2.0 * at[k] as f64 / n - 1.0);
                            faces.points.push(Vec3::new(c(0), c(1), c(2)));
                            faces.points.len() as u32 - 1
                        })
                    })
                    .collect();
                if end == 0 {
                    ring.reverse();
                }
                faces.polygons.push(ring);
            }
        }
    }
    faces
}

/// A box around the origin whose top alone is cut into squares, with points of its own: its sides meet the squares of the top at
/// T-junctions.
pub fn patched_cuboid(half: [f64; 3], cells: usize) -> Faces {
    let mut faces = cuboid(half, 1);
    let top = |ring: &Vec<u32>| ring.iter().all(|&i| faces.points[i as usize].z == half[2]);
    let (patch, rest): (Vec<_>, Vec<_>) = faces.polygons.iter().cloned().partition(top);
    faces.polygons = rest;
    debug_assert_eq!(patch.len(), 1);
    let at = |i: usize, half: f64| half * (2.0 * i as f64 / cells as f64 - 1.0);
    for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
        let ring = [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)];
        faces.add(&ring.map(|(i, j)| Vec3::new(at(i, half[0]), at(j, half[1]), half[2])));
    }
    faces
}

/// Unit boxes side by side in a wall of columns and rows, with points of their own: four or eight polygons meet at the edges between
/// them, and faces lie on one another.
pub fn bricks(columns: usize, rows: usize) -> Faces {
    let places = (0..columns).flat_map(|i| (0..rows).map(move |j| (i as f64, j as f64)));
    places.fold(Faces::default(), |wall, (x, z)| {
        wall.and(&cuboid([0.5; 3], 1).map(|p| p + Vec3::new(x + 0.5, 0.5, z + 0.5)))
    })
}

/// A room: a box seen from inside.
pub fn room(half: [f64; 3], cells: usize) -> Faces {
    cuboid(half, cells).flipped()
}

/// A flat floor at z = 0 around the origin, facing up, of `cells` × `cells` squares.
pub fn floor(side: f64, cells: usize) -> Faces {
    terrain_of(side, cells, |_, _| 0.0, false)
}

/// Hills: a height field of `cells` × `cells` squares of two triangles each, facing up.
pub fn terrain(side: f64, height: f64, cells: usize, seed: u64) -> Faces {
    let mut rng = Rng::new(seed);
    let waves: Vec<[f64; 4]> = (0..4)
        .map(|_| [rng.between(1.0, 9.0), rng.between(1.0, 9.0), rng.between(0.0, 6.0), rng.between(0.1, 0.3)])
        .collect();
    let rough: Vec<f64> = (0..=cells * (cells + 2)).map(|_| rng.between(-0.02, 0.02)).collect();
    let hills = |i: usize, j: usize| {
        let (x, y) = (i as f64 / cells as f64, j as f64 / cells as f64);
        let wave = |w: &[f64; 4]| w[3] * Real::sin_cos(w[0] * x + w[1] * y + w[2]).0;
        height * (waves.iter().map(wave).sum::<f64>() + rough[i * (cells + 1) + j])
    };
    terrain_of(side, cells, hills, true)
}

fn terrain_of(side: f64, cells: usize, height: impl Fn(usize, usize) -> f64, triangles: bool) -> Faces {
    let mut faces = Faces::default();
    for i in 0..=cells {
        for j in 0..=cells {
            let c = |k: usize| side * (k as f64 / cells as f64 - 0.5);
            faces.points.push(Vec3::new(c(i), c(j), height(i, j)));
        }
    }
    let at = |i: usize, j: usize| (i * (cells + 1) + j) as u32;
    for (i, j) in (0..cells).flat_map(|i| (0..cells).map(move |j| (i, j))) {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        if triangles {
            faces.polygons.extend([vec![a, b, c], vec![a, c, d]]);
        } else {
            faces.polygons.push(vec![a, b, c, d]);
        }
    }
    faces
}

/// A solid between two copies of an outline of the plane, which runs counter-clockwise: its caps are one polygon each, and are not convex
/// if the outline is not.
pub fn extruded(outline: &[[f64; 2]], low: f64, high: f64) -> Faces {
    let n = outline.len() as u32;
    let at = |z: f64| outline.iter().map(move |&[x, y]| Vec3::new(x, y, z));
    let mut faces = Faces { points: at(low).chain(at(high)).collect(), polygons: Vec::new() };
    faces.polygons.push((0..n).rev().collect());
    faces.polygons.push((n..2 * n).collect());
    for i in 0..n {
        let j = (i + 1) % n;
        faces.polygons.push(vec![i, j, n + j, n + i]);
    }
    faces
}

/// Outlines of the letters L, U, T and E, about 4 high.
pub const LETTERS: [(char, &[[f64; 2]]); 4] = [
    ('L', &[[0., 0.], [3., 0.], [3., 1.], [1., 1.], [1., 4.], [0., 4.]]),
    ('U', &[[0., 0.], [3., 0.], [3., 4.], [2., 4.], [2., 1.], [1., 1.], [1., 4.], [0., 4.]]),
    ('T', &[[1., 0.], [2., 0.], [2., 3.], [3., 3.], [3., 4.], [0., 4.], [0., 3.], [1., 3.]]),
    (
        'E',
        &[
            [0., 0.],
            [3., 0.],
            [3., 1.],
            [1., 1.],
            [1., 2.],
            [2., 2.],
            [2., 3.],
            [1., 3.],
            [1., 4.],
            [3., 4.],
            [3., 5.],
            [0., 5.],
        ],
    ),
];

/// A letter of [`LETTERS`], 1 thick; L for any other character.
pub fn letter(name: char) -> Faces {
    let outline = LETTERS.iter().find(|letter| letter.0 == name).map_or(LETTERS[0].1, |letter| letter.1);
    extruded(outline, 0.0, 1.0)
}

/// Stairs that rise along x, a closed solid; the edges below the risers are concave.
pub fn stairs(steps: usize, run: f64, rise: f64, width: f64) -> Faces {
    let mut outline = vec![[0.0, 0.0], [steps as f64 * run, 0.0]];
    for step in (0..steps).rev() {
        let height = (step + 1) as f64 * rise;
        outline.extend([[(step + 1) as f64 * run, height], [step as f64 * run, height]]);
    }
    // The outline is in x and z.
    extruded(&outline, 0.0, width).map(|p| Vec3::new(p.x, -p.z, p.y))
}

/// Needles: tetrahedra of length 1 and of about the given thickness, in random directions, in a cube of the given side.
pub fn needles(count: usize, thickness: f64, side: f64, seed: u64) -> Faces {
    let mut rng = Rng::new(seed);
    let mut faces = Faces::default();
    for _ in 0..count {
        let at = Vec3::new(rng.between(0.0, side), rng.between(0.0, side), rng.between(0.0, side));
        let turn = rng.pose3::<f64>(0.0);
        let first = faces.points.len() as u32;
        let t = thickness;
        for p in [[0., 0., 0.], [1., t, 0.], [1., 0., t], [1., -t, -t]] {
            faces.points.push(turn.transform(Vec3::from(p)) + at);
        }
        for ring in [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]] {
            // Seen from outside the tip's faces turn the other way.
            faces.polygons.push(ring.iter().rev().map(|i| first + i).collect());
        }
    }
    faces
}

/// The hull of random points on the unit sphere, with its polygons.
pub fn random_hull(points: usize, seed: u64) -> Faces {
    let hull = solid_hull(&clouds::on_sphere::<f64>(points, seed)).expect("points on a sphere span space");
    let rings = (0..hull.topology().face_count() as u32).map(|f| hull.topology().face_vertices(f).to_vec());
    Faces { points: hull.vertices().to_vec(), polygons: rings.collect() }
}

/// A torus around the z axis, radii 1 and 0.4, of triangles: half of its inner edges are concave.
pub fn torus(around: usize, across: usize) -> Faces {
    let circle = |k: usize, n: usize| Real::sin_cos(core::f64::consts::TAU * k as f64 / n as f64);
    let mut faces = Faces::default();
    for i in 0..around {
        for j in 0..across {
            let ((s, c), (height, out)) = (circle(i, around), circle(j, across));
            let r = 1.0 + 0.4 * out;
            faces.points.push(Vec3::new(r * c, r * s, 0.4 * height));
        }
    }
    let at = |i: usize, j: usize| ((i % around) * across + j % across) as u32;
    for (i, j) in (0..around).flat_map(|i| (0..across).map(move |j| (i, j))) {
        let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
        faces.polygons.extend([vec![a, b, c], vec![a, c, d]]);
    }
    faces
}

/// A regular polygon of radius 1 in the plane z = 0, facing up.
pub fn single_polygon(sides: usize) -> Faces {
    let corner = |k: usize| {
        let (s, c) = Real::sin_cos(core::f64::consts::TAU * k as f64 / sides as f64);
        Vec3::new(c, s, 0.0)
    };
    let mut faces = Faces::default();
    faces.add(&(0..sides).map(corner).collect::<Vec<_>>());
    faces
}

/// All of them, with about this many cells per side, with their names; closed ones first.
pub fn all(cells: usize, seed: u64) -> Vec<(&'static str, bool, Faces)> {
    vec![
        ("cuboid", true, cuboid([1.0, 2.0, 0.5], cells)),
        ("room", true, room([4.0, 3.0, 2.0], cells)),
        ("stairs", true, stairs(2 * cells, 1.0, 0.5, 3.0)),
        ("letter L", true, letter('L')),
        ("letter U", true, letter('U')),
        ("letter T", true, letter('T')),
        ("letter E", true, letter('E')),
        ("needles", true, needles(4 * cells, 1e-3, 4.0, seed)),
        ("random hull", true, random_hull(8 * cells + 4, seed)),
        ("torus", true, torus(4 * cells + 3, 2 * cells + 3)),
        ("patched cuboid", true, patched_cuboid([1.0, 1.5, 0.5], cells)),
        ("bricks", true, bricks(cells, 2)),
        ("floor", false, floor(8.0, cells)),
        ("terrain", false, terrain(8.0, 1.0, cells, seed)),
        ("single polygon", false, single_polygon(cells + 2)),
    ]
}
