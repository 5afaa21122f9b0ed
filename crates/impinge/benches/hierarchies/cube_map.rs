//! A flat map of directions: the faces of a cube in G × G squares, each with the vertices whose normals meet it.
//!
//! A query finds its square by one division and scans its list. No hierarchy, hence no cost that grows with the number
//! of levels; but squares know nothing of the shape of cones. Where those are round (a sphere), a square of the size of
//! a cone meets a few. Where they are thin (the rim of a cylinder: as long as the sphere, as wide as a spacing), a
//! square meets about √n of them.
//!
//! The lists are exact: cones are cut along the lines of the grid, as for the tree.

use impinge::hull::Solid;
use impinge::{Real, Vec3};

use super::lanes::{Block, LANES, Lanes};

/// A map of more blocks than this is not built.
const MOST_BLOCKS: usize = 1 << 22;
/// Parts of cones thinner than this angle, in ε, are dropped, as for the tree.
const SLIVER_ULPS: f64 = 2.0;
/// The axis that follows an axis.
const NEXT: [usize; 4] = [1, 2, 0, 1];

/// The map.
pub struct CubeMap<T> {
    /// Squares along an edge of the cube.
    side: usize,
    /// First block of each square, and one end mark.
    starts: Vec<u32>,
    blocks: Vec<Block<T>>,
    candidates: usize,
}

/// A cone cut down to a part of a face.
type Part = (u32, Vec<Vec3<f64>>);

impl<T: Real + Lanes> CubeMap<T> {
    /// With about as many squares as vertices. `None` if the lists are too long.
    pub fn new(solid: &Solid<T>) -> Option<Self> {
        let count = solid.vertices().len();
        let side = ((count as f64 / 6.0).sqrt().ceil() as usize).max(1);
        let mut map = Self { side, starts: vec![0], blocks: Vec::new(), candidates: 0 };
        let normals: Vec<Vec3<f64>> =
            (0..solid.topology().face_count() as u32).map(|f| normal(solid, f)).collect();
        let cone = |v: u32| -> Part {
            (v, solid.topology().leaving(v).map(|h| normals[solid.topology().face(h) as usize]).collect())
        };
        let cones: Vec<Part> = (0..count as u32).map(cone).collect();
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); 6 * side * side];
        let most = MOST_BLOCKS * LANES;
        for face in 0..6 {
            let mut parts = cones.clone();
            for axis in 0..2 {
                parts = cut(&parts, grid_plane(face, axis, -1.0), sliver::<T>()).0;
                parts = cut(&parts, grid_plane(face, axis, 1.0), sliver::<T>()).1;
            }
            map.fill(face, [(0, side), (0, side)], parts, &mut lists);
            if map.candidates > most {
                return None;
            }
        }
        for list in &lists {
            for chunk in list.chunks(LANES) {
                map.blocks.push(Block::from_fn(|i| {
                    let id = chunk[i.min(chunk.len() - 1)];
                    (solid.vertices()[id as usize], id)
                }));
            }
            map.starts.push(map.blocks.len() as u32);
        }
        Some(map)
    }

    /// Divides a rectangle of squares until it is one.
    fn fill(&mut self, face: usize, range: [(usize, usize); 2], parts: Vec<Part>, lists: &mut [Vec<u32>]) {
        let longer = usize::from(range[1].1 - range[1].0 > range[0].1 - range[0].0);
        let (low, high) = range[longer];
        if high - low == 1 {
            self.candidates += parts.len();
            lists[(face * self.side + range[0].0) * self.side + range[1].0] =
                parts.into_iter().map(|p| p.0).collect();
            return;
        }
        let middle = low.midpoint(high);
        let at = 2.0 * middle as f64 / self.side as f64 - 1.0;
        let (above, below) = cut(&parts, grid_plane(face, longer, at), sliver::<T>());
        drop(parts);
        for (half, parts) in [((low, middle), below), ((middle, high), above)] {
            let mut smaller = range;
            smaller[longer] = half;
            if self.candidates <= MOST_BLOCKS * LANES {
                self.fill(face, smaller, parts, lists);
            }
        }
    }

    /// The vertex farthest along a direction.
    #[inline]
    pub fn support(&self, d: Vec3<T>) -> Vec3<T> {
        // By tables, not by branches: for random directions no guess is good.
        let c = d.to_array();
        let (x, y, z) = (d.x.abs(), d.y.abs(), d.z.abs());
        let first = usize::from(y > x);
        let axis = if z > x.max(y) { 2 } else { first };
        let (w, u, v) = (c[axis], c[NEXT[axis]], c[NEXT[axis + 1]]);
        let scale = T::HALF / w.abs();
        let face = 2 * axis + usize::from(w < T::ZERO);
        let square = |c: T| (((c * scale + T::HALF).f64() * self.side as f64) as usize).min(self.side - 1);
        let at = (face * self.side + square(u)) * self.side + square(v);
        let blocks = &self.blocks[self.starts[at] as usize..self.starts[at + 1] as usize];
        let (block, lane) = <T as Lanes>::farthest(blocks, d.x, d.y, d.z);
        blocks[block].get(lane)
    }

    /// Vertices in a square, on average.
    pub fn candidates(&self) -> f64 {
        self.candidates as f64 / (self.starts.len() - 1) as f64
    }

    /// Bytes held on the heap.
    pub fn heap_bytes(&self) -> usize {
        4 * self.starts.len() + size_of::<Block<T>>() * self.blocks.len()
    }
}

fn sliver<T: Real>() -> f64 {
    SLIVER_ULPS * T::EPSILON.f64()
}

/// The plane through the center and a line of the grid on a face, positive beyond the line.
fn grid_plane(face: usize, axis: usize, at: f64) -> Vec3<f64> {
    let w = face / 2;
    let sign = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
    let along: Vec3<f64> = Vec3::axis((w + 1 + axis) % 3);
    (along - Vec3::axis(w) * (sign * at)).unit()
}

/// The parts of cones on the positive and on the negative side of a plane.
fn cut(parts: &[Part], plane: Vec3<f64>, sliver: f64) -> (Vec<Part>, Vec<Part>) {
    let (mut above, mut below) = (Vec::new(), Vec::new());
    for (v, corners) in parts {
        let heights: Vec<f64> = corners.iter().map(|c| c.dot(plane)).collect();
        let low = heights.iter().copied().fold(f64::INFINITY, f64::min);
        let high = heights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low >= -sliver {
            above.push((*v, corners.clone()));
        } else if high <= sliver {
            below.push((*v, corners.clone()));
        } else {
            above.push((*v, clip(corners, plane)));
            below.push((*v, clip(corners, -plane)));
        }
    }
    (above, below)
}

/// The part of a spherical polygon on the non-negative side of a plane (Sutherland and Hodgman).
fn clip(corners: &[Vec3<f64>], plane: Vec3<f64>) -> Vec<Vec3<f64>> {
    let mut inside = Vec::with_capacity(corners.len() + 1);
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (sa, sb) = (a.dot(plane), b.dot(plane));
        if sa >= 0.0 {
            inside.push(a);
        }
        if (sa > 0.0 && sb < 0.0) || (sa < 0.0 && sb > 0.0) {
            inside.push((a * sb.abs() + b * sa.abs()).unit());
        }
    }
    inside
}

/// Unit normal of a face: its vector area.
pub fn normal<T: Real>(solid: &Solid<T>, face: u32) -> Vec3<f64> {
    let corners = solid.topology().face_vertices(face);
    let at = |i: usize| solid.vertices()[corners[i] as usize].cast::<f64>();
    let first = at(0);
    let fan = (2..corners.len()).map(|i| (at(i - 1) - first).cross(at(i) - first));
    fan.fold(Vec3::ZERO, |area, part| area + part).unit()
}
