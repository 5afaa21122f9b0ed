//! Construction of the [`GaussTree`] and of the map by which a query enters it: the map is filled from above, by
//! [dividing](super::cells) the sphere along its lines, and parts with too many cones for a cell get nodes of their
//! own.

use alloc::vec::Vec;

use super::cells::{Builder, Cell, middle};
use super::gauss::{CELL, GaussTree, HOME_VERTICES};
use super::oct_map::OctMap;
use crate::hull::Topology;
use crate::math::lanes::LANES;
use crate::math::{Each, Real, Vec3};

/// Number of vertices of a round hull per square. With fewer, memory grows; with more, the scan of a cell takes longer.
const VERTICES_PER_SQUARE: f64 = 8.0;
/// Lines through a square of N round cones cut about (1 + 1/√N)² of them for each one in it. The map is made coarser
/// until there are no more cut than if cones were this many times as long.
const MOST_LENGTH: f64 = 2.0;
/// Polyhedra with fewer vertices have no map: one node is as good.
const MAP_VERTICES: usize = 256;
/// Number of cones on which the length is tried.
const SAMPLE: usize = 512;

/// Builds the tree over the cones of a polyhedron's vertices. `normals` are the unit normals of its faces.
pub(super) fn build<T: Real>(
    vertices: &[Vec3<T>],
    topology: &Topology,
    normals: &[Vec3<f64>],
) -> GaussTree<T> {
    let mut all = Cell::default();
    for v in 0..vertices.len() as u32 {
        all.push(v, topology.leaving(v).map(|h| normals[topology.face(h) as usize]));
    }
    let middles: Vec<Vec3<T>> = (0..vertices.len()).map(|i| middle(all.cone(i).1).cast()).collect();
    let mut builder = Builder::new(vertices);
    let mut map = OctMap::new(builder.fineness(&all));
    if map.half == 0 {
        // The query then starts at node 0, so the root is a node even if one cell would do.
        builder.node(all, 0);
    } else {
        builder.fill(&mut map, all, LANES, &mut |builder, cell| builder.entry(cell));
    }
    let mut tree = builder.tree;
    tree.map = map;
    if vertices.len() >= HOME_VERTICES {
        tree.homes = middles.into_iter().map(|d| tree.home(d)).collect();
        if tree.homes.iter().all(|&home| home == 0) {
            tree.homes = Vec::new();
        }
    }
    tree
}

/// A rectangle of squares within an octant.
#[derive(Clone, Copy)]
struct Part {
    /// Signs of the components.
    octant: Vec3<f64>,
    /// First and past-the-end column and row.
    range: [(usize, usize); 2],
}

/// Callback that turns the cones of one or more squares into an entry.
type Finish<'a, 'b, T> = &'a mut dyn FnMut(&mut Builder<'b, T>, Cell) -> u32;

impl<'b, T: Real> Builder<'b, T> {
    /// Number of squares along half a side of the map, 0 for none: about [`VERTICES_PER_SQUARE`] vertices in each,
    /// fewer squares if cones are thin.
    fn fineness(&mut self, all: &Cell) -> usize {
        let count = all.cones.len();
        if count < MAP_VERTICES {
            return 0;
        }
        let step = count.div_ceil(SAMPLE);
        let mut half = Real::sqrt(count as f64 / (4.0 * VERTICES_PER_SQUARE)) as usize;
        while half > 0 {
            let mut sample = Cell::default();
            for i in (0..count).step_by(step) {
                let (vertex, corners) = all.cone(i);
                sample.push(vertex, corners.iter().copied());
            }
            let inside = count as f64 / (4 * half * half) as f64;
            let longer = 1.0 + MOST_LENGTH / Real::sqrt(inside);
            let most = sample.cones.len() as f64 * longer * longer;
            let mut parts = 0;
            self.fill(&mut OctMap::new(half), sample, 0, &mut |_, cell| {
                parts += cell.cones.len();
                CELL
            });
            if parts as f64 <= most {
                break;
            }
            half /= 2;
        }
        half
    }

    /// Cuts the sphere into the squares of a map and enters the result of `finish` for each. Adjacent squares that have
    /// no more than `few` cones together share one entry.
    fn fill(&mut self, map: &mut OctMap<T>, all: Cell, few: usize, finish: Finish<'_, 'b, T>) {
        let half = map.half;
        self.halves(all, 2, &mut |builder, cell, z| {
            builder.halves(cell, 1, &mut |builder, cell, y| {
                builder.halves(cell, 0, &mut |builder, cell, x| {
                    let range = [x, y].each(|s| if s > 0.0 { (half, 2 * half) } else { (0, half) });
                    builder.part(map, cell, Part { octant: Vec3::new(x, y, z), range }, few, finish);
                });
            });
        });
    }

    /// Splits by the plane across an axis; the number is the sign of that component.
    fn halves(&mut self, cell: Cell, axis: usize, next: &mut dyn FnMut(&mut Self, Cell, f64)) {
        let plane: Vec3<f64> = Vec3::axis(axis);
        let [mut positive, mut negative] = self.split(cell, plane);
        // Cones tile the sphere, so both halves have some, unless normals are wrong beyond all reason.
        if positive.cones.is_empty() {
            positive = negative.clone();
        } else if negative.cones.is_empty() {
            negative = positive.clone();
        }
        for (cell, sign) in [(positive, 1.0), (negative, -1.0)] {
            self.path.push(plane * sign);
            next(self, cell, sign);
            self.path.pop();
        }
    }

    /// Divides a rectangle of squares until it is one square or has few cones.
    fn part(&mut self, map: &mut OctMap<T>, cell: Cell, part: Part, few: usize, finish: Finish<'_, 'b, T>) {
        let [columns, rows] = part.range;
        let longer = usize::from(rows.1 - rows.0 > columns.1 - columns.0);
        let (low, high) = part.range[longer];
        if high - low == 1 || cell.cones.len() <= few {
            let entry = finish(self, cell);
            for row in rows.0..rows.1 {
                let start = map.place(part.octant.z < 0.0, row, columns.0);
                map.entries[start..start + columns.1 - columns.0].fill(entry);
            }
            return;
        }
        let middle = low.midpoint(high);
        let plane = map.line(part.octant, longer, middle);
        let [above, below] = self.split(cell, plane);
        // A half without a cone lies outside the diamond or is thinner than rounding: it repeats the line next to it.
        let missing = match (below.cones.is_empty(), above.cones.is_empty()) {
            (true, _) => Some((middle, low..middle)),
            (_, true) => Some((middle - 1, middle..high)),
            _ => None,
        };
        for (cell, plane, half) in [(below, -plane, (low, middle)), (above, plane, (middle, high))] {
            if cell.cones.is_empty() {
                continue;
            }
            let mut smaller = part;
            smaller.range[longer] = half;
            self.path.push(plane);
            self.part(map, cell, smaller, few, finish);
            self.path.pop();
        }
        let Some((source, lines)) = missing else { return };
        let across = part.range[1 - longer];
        for i in across.0..across.1 {
            let place = |map: &OctMap<T>, line: usize| {
                let (column, row) = if longer == 0 { (line, i) } else { (i, line) };
                map.place(part.octant.z < 0.0, row, column)
            };
            let entry = map.entries[place(map, source)];
            for line in lines.clone() {
                let at = place(map, line);
                map.entries[at] = entry;
            }
        }
    }
}
