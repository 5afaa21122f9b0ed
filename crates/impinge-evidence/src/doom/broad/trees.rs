//! Structures over the polygons of a level that find those near a motion, and count the cost: hierarchies of any volume,
//! an axial BSP tree, a regular grid and an octree.
//!
//! **Source.** Van Waveren 2005, section 5. All hierarchies are halved at the median along the longest side, so that only their volumes
//! differ. The planes of the BSP tree are bounding planes of the polygons' boxes; what a plane cuts stays at its node, which the report leaves
//! open. The grid has about as many cells as the level has polygons; the octree divides what holds more than [`FEW`].

use impinge::{Vec3, Vector};

use super::volumes::{Aligned, Volume};

type Point = Vec3<f64>;

/// Number of polygons that is not divided further.
const FEW: usize = 4;

/// Deepest level of the BSP tree and of the octree.
const DEEPEST: usize = 24;

/// Planes per axis that are tried at a node.
const TRIED: usize = 16;

/// Most cells of the grid along an axis.
const MOST_CELLS: f64 = 128.0;

/// Cost of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// Nodes, cells and volumes that were looked at.
    pub tests: u64,
    /// Additions, products and comparisons for that.
    pub operations: u64,
}

/// A binary tree of volumes; a leaf is one polygon.
pub struct Hierarchy<V> {
    nodes: Vec<Node<V>>,
}

struct Node<V> {
    volume: V,
    /// A polygon, or two nodes.
    is: Result<u32, [u32; 2]>,
}

impl<V: Volume> Hierarchy<V> {
    /// Over the corners of polygons.
    pub fn new(polygons: &[Vec<Point>]) -> Self {
        let mut tree = Self { nodes: Vec::new() };
        let mut order: Vec<u32> = (0..polygons.len() as u32).collect();
        if !order.is_empty() {
            tree.build(polygons, &mut order);
        }
        tree
    }

    /// The node of some polygons; as deep as the logarithm of their number.
    fn build(&mut self, polygons: &[Vec<Point>], order: &mut [u32]) -> u32 {
        let points: Vec<Point> = order.iter().flat_map(|p| polygons[*p as usize].iter().copied()).collect();
        let at = self.nodes.len();
        self.nodes.push(Node { volume: V::around(&points), is: Ok(order[0]) });
        if order.len() > 1 {
            let Aligned { min, max } = Aligned::around(&points);
            let axis = longest(max - min);
            let middle = |p: u32| {
                let corners = &polygons[p as usize];
                corners.iter().map(|c| c.get(axis)).sum::<f64>() / corners.len() as f64
            };
            order.sort_by(|p, q| middle(*p).total_cmp(&middle(*q)).then(p.cmp(q)));
            let (low, high) = order.split_at_mut(order.len() / 2);
            let children = [self.build(polygons, low), self.build(polygons, high)];
            self.nodes[at].is = Err(children);
        }
        at as u32
    }

    /// Polygons whose volumes meet one.
    pub fn near(&self, way: &V, found: &mut Vec<u32>) -> Searched {
        let mut searched = Searched::default();
        let mut waiting: Vec<u32> = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        while let Some(at) = waiting.pop() {
            let node = &self.nodes[at as usize];
            searched.tests += 1;
            if node.volume.meets(way, &mut searched.operations) {
                match node.is {
                    Ok(polygon) => found.push(polygon),
                    Err(children) => waiting.extend(children),
                }
            }
        }
        searched
    }
}

fn longest(side: Point) -> usize {
    (1..3).fold(0, |best, k| if side.get(k) > side.get(best) { k } else { best })
}

/// Boxes, and lists of them to scan: common to the structures below.
struct Boxes {
    all: Vec<Aligned>,
}

impl Boxes {
    fn new(polygons: &[Vec<Point>]) -> Self {
        Self { all: polygons.iter().map(|corners| Aligned::around(corners)).collect() }
    }

    fn test(&self, p: u32, way: &Aligned, searched: &mut Searched, found: &mut Vec<u32>) {
        searched.tests += 1;
        if self.all[p as usize].meets(way, &mut searched.operations) {
            found.push(p);
        }
    }

    fn whole(&self) -> Aligned {
        let corners: Vec<Point> = self.all.iter().flat_map(|b| [b.min, b.max]).collect();
        Aligned::around(&corners)
    }
}

/// A list of boxes.
pub struct Row {
    boxes: Boxes,
}

impl Row {
    /// Over the corners of polygons.
    pub fn new(polygons: &[Vec<Point>]) -> Self {
        Self { boxes: Boxes::new(polygons) }
    }

    /// Polygons whose boxes meet one.
    pub fn near(&self, way: &Aligned, found: &mut Vec<u32>) -> Searched {
        let mut searched = Searched::default();
        (0..self.boxes.all.len() as u32).for_each(|p| self.boxes.test(p, way, &mut searched, found));
        searched
    }
}

/// A tree of planes across the axes.
pub struct Bsp {
    boxes: Boxes,
    nodes: Vec<Cut>,
}

/// A plane, the polygons that it cuts, and those on its sides; a leaf has no plane.
struct Cut {
    axis: usize,
    plane: f64,
    here: Vec<u32>,
    children: Option<[u32; 2]>,
}

impl Bsp {
    /// Over the corners of polygons.
    pub fn new(polygons: &[Vec<Point>]) -> Self {
        let mut tree = Self { boxes: Boxes::new(polygons), nodes: Vec::new() };
        tree.build((0..polygons.len() as u32).collect(), 0);
        tree
    }

    fn build(&mut self, list: Vec<u32>, depth: usize) -> u32 {
        let at = self.nodes.len();
        self.nodes.push(Cut { axis: 0, plane: 0.0, here: Vec::new(), children: None });
        let best = if list.len() <= FEW || depth == DEEPEST { None } else { self.plane(&list) };
        let Some((axis, plane)) = best else {
            self.nodes[at].here = list;
            return at as u32;
        };
        let (mut below, mut above, mut here) = (Vec::new(), Vec::new(), Vec::new());
        for p in list {
            match self.side(p, axis, plane) {
                0 => below.push(p),
                1 => above.push(p),
                _ => here.push(p),
            }
        }
        let children = [self.build(below, depth + 1), self.build(above, depth + 1)];
        self.nodes[at] = Cut { axis, plane, here, children: Some(children) };
        at as u32
    }

    /// 0 below, 1 above, 2 across.
    fn side(&self, p: u32, axis: usize, plane: f64) -> usize {
        let b = &self.boxes.all[p as usize];
        match () {
            () if b.max.get(axis) <= plane => 0,
            () if b.min.get(axis) >= plane => 1,
            () => 2,
        }
    }

    /// The bounding plane with the least (below + across)² + (above + across)², if it divides.
    fn plane(&self, list: &[u32]) -> Option<(usize, f64)> {
        let mut best = (list.len() * list.len(), None);
        for axis in 0..3 {
            let mut planes: Vec<f64> = list
                .iter()
                .flat_map(|p| {
                    [self.boxes.all[*p as usize].min.get(axis), self.boxes.all[*p as usize].max.get(axis)]
                })
                .collect();
            planes.sort_by(f64::total_cmp);
            for &plane in planes.iter().step_by((planes.len() / TRIED).max(1)) {
                let mut sides = [0; 3];
                list.iter().for_each(|p| sides[self.side(*p, axis, plane)] += 1);
                let [below, above, across] = sides;
                let cost = (below + across) * (below + across) + (above + across) * (above + across);
                if below > 0 && above > 0 && cost < best.0 {
                    best = (cost, Some((axis, plane)));
                }
            }
        }
        best.1
    }

    /// Polygons whose boxes meet one.
    pub fn near(&self, way: &Aligned, found: &mut Vec<u32>) -> Searched {
        let mut searched = Searched::default();
        let mut waiting = vec![0_u32];
        while let Some(at) = waiting.pop() {
            let node = &self.nodes[at as usize];
            searched.tests += 1;
            node.here.iter().for_each(|p| self.boxes.test(*p, way, &mut searched, found));
            if let Some([below, above]) = node.children {
                searched.operations += 2;
                if way.min.get(node.axis) <= node.plane {
                    waiting.push(below);
                }
                if way.max.get(node.axis) >= node.plane {
                    waiting.push(above);
                }
            }
        }
        searched
    }
}

/// Equal cells, each with the polygons whose boxes are in it.
pub struct Grid {
    boxes: Boxes,
    min: Point,
    cell: f64,
    counts: [usize; 3],
    cells: Vec<Vec<u32>>,
}

impl Grid {
    /// Over the corners of polygons.
    pub fn new(polygons: &[Vec<Point>]) -> Self {
        let boxes = Boxes::new(polygons);
        let Aligned { min, max } = boxes.whole();
        let side = max - min;
        let thick = side.map(|x| x.max(1e-3 * side.max_abs()));
        let cell = (thick.x * thick.y * thick.z / polygons.len().max(1) as f64)
            .cbrt()
            .max(side.max_abs() / MOST_CELLS);
        let count = |k: usize| (side.get(k) / cell).floor() as usize + 1;
        let counts = [count(0), count(1), count(2)];
        let mut grid = Self { boxes, min, cell, counts, cells: vec![Vec::new(); counts.iter().product()] };
        for p in 0..polygons.len() as u32 {
            let within = grid.boxes.all[p as usize].clone();
            grid.each_cell(&within).for_each(|at| grid.cells[at].push(p));
        }
        grid
    }

    fn each_cell(&self, within: &Aligned) -> impl Iterator<Item = usize> + use<> {
        let counts = self.counts;
        let at = |x: f64, k: usize| {
            (((x - self.min.get(k)) / self.cell).floor().max(0.0) as usize).min(counts[k] - 1)
        };
        let span = |k: usize| at(within.min.get(k), k)..=at(within.max.get(k), k);
        let [x, y, z] = [span(0), span(1), span(2)];
        x.flat_map(move |i| {
            let z = z.clone();
            y.clone().flat_map(move |j| z.clone().map(move |k| (i * counts[1] + j) * counts[2] + k))
        })
    }

    /// Polygons whose boxes meet one.
    pub fn near(&self, way: &Aligned, found: &mut Vec<u32>) -> Searched {
        let mut searched = Searched { tests: 0, operations: 6 };
        let mut seen = Vec::new();
        for at in self.each_cell(way) {
            searched.tests += 1;
            seen.extend_from_slice(&self.cells[at]);
        }
        once(&self.boxes, seen, way, &mut searched, found);
        searched
    }
}

/// Visits each polygon of a list once; detecting a repeated visit costs a comparison.
fn once(boxes: &Boxes, mut seen: Vec<u32>, way: &Aligned, searched: &mut Searched, found: &mut Vec<u32>) {
    searched.operations += seen.len() as u64;
    seen.sort_unstable();
    seen.dedup();
    seen.into_iter().for_each(|p| boxes.test(p, way, searched, found));
}

/// Cubes divided into eight.
pub struct Octree {
    boxes: Boxes,
    nodes: Vec<(Aligned, Result<Vec<u32>, u32>)>,
}

impl Octree {
    /// Over the corners of polygons.
    pub fn new(polygons: &[Vec<Point>]) -> Self {
        let boxes = Boxes::new(polygons);
        let Aligned { min, max } = boxes.whole();
        let side = (max - min).max_abs();
        let cube = Aligned { min, max: min + Vec3::splat(side) };
        let all = (0..polygons.len() as u32).collect();
        let mut tree = Self { boxes, nodes: vec![(cube, Ok(all))] };
        tree.divide(0, 0);
        tree
    }

    fn divide(&mut self, at: usize, depth: usize) {
        let (cube, Ok(list)) = self.nodes[at].clone() else { return };
        if list.len() <= 2 * FEW || depth == DEEPEST {
            return;
        }
        let half = (cube.max - cube.min) * 0.5;
        let part = |k: usize| {
            let min = cube.min
                + Vec3::new((k & 1) as f64 * half.x, (k >> 1 & 1) as f64 * half.y, (k >> 2) as f64 * half.z);
            let cube = Aligned { min, max: min + half };
            let inside = list.iter().copied().filter(|p| self.boxes.all[*p as usize].meets(&cube, &mut 0));
            (cube.clone(), inside.collect::<Vec<u32>>())
        };
        let parts: Vec<(Aligned, Vec<u32>)> = (0..8).map(part).collect();
        // If most go to most cells, cells do not divide them.
        if parts.iter().map(|(_, list)| list.len()).sum::<usize>() > 4 * list.len() {
            return;
        }
        let first = self.nodes.len();
        self.nodes[at].1 = Err(first as u32);
        self.nodes.extend(parts.into_iter().map(|(cube, list)| (cube, Ok(list))));
        (first..first + 8).for_each(|child| self.divide(child, depth + 1));
    }

    /// Polygons whose boxes meet one.
    pub fn near(&self, way: &Aligned, found: &mut Vec<u32>) -> Searched {
        let mut searched = Searched::default();
        let mut seen = Vec::new();
        let mut waiting = vec![0_u32];
        while let Some(at) = waiting.pop() {
            let (cube, is) = &self.nodes[at as usize];
            searched.tests += 1;
            if cube.meets(way, &mut searched.operations) {
                match is {
                    Ok(list) => seen.extend_from_slice(list),
                    Err(first) => waiting.extend(*first..*first + 8),
                }
            }
        }
        once(&self.boxes, seen, way, &mut searched, found);
        searched
    }
}
