//! Welding: joins the open edges of a mesh whose ends are equal up to rounding.
//!
//! Programs that write triangles compute a vertex of a seam once for each side of it, and the results may differ in their last bit: 0 on
//! one side, -5e-17 on the other. The surface is then open there, and has no inside.
//!
//! # Rule
//! An edge is open if it is not run as often in one direction as in the other. Only ends of open edges move. They are divided into
//! clusters, each of which fits into a cube whose side is the resolution of the file's numbers ([`Mesh::resolution`]); or, if a length is
//! given, into a box whose diagonal is that length. Two vertices of a cluster are joined if
//! - they are ends of two open edges that run between the same two clusters, or
//! - they are the ends of one open edge.
//!
//! Joined vertices all move to one of them: the one that is nearest to the origin, so that 0 stays. They are then equal, and
//! [`TriangleMesh`] merges them.
//!
//! # Guarantees
//! - *Nothing is joined that is farther apart than the file resolves.* All vertices that are joined are in one cluster, and a cluster fits into
//!   the cube. There are no chains, since a cluster takes only what leaves it within its cube.
//! - *A closed mesh stays as it is*, to the bit: it has no open edges. So does every vertex that is not on an open edge.
//! - *No edge is opened.* Take a triangle as the sum of its directed sides, so that an edge is open if its sum is not zero. A move of vertices
//!   maps sums to sums: zeros stay zeros, and a side both of whose ends move to one place is dropped from both of its faces.
//! - *What rounding opened is closed*: if every vertex of a closed mesh was split into several within the resolution, and different ones are more
//!   than twice the resolution apart, then each cluster holds the copies of one vertex, and all open edges meet their neighbors.
//! - *The order of triangles and vertices does not matter*: clusters are made in the order of coordinates. A copy of a file in another order or
//!   format gives the same surface.
//!
//! # Cost
//! O(n log n) for n corners, to find open edges; then O(m) for m of their ends, each of which is compared with at most [`MOST`] clusters of
//! each of the 27 cells around it: what would need more stays open.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use impinge::mesh::{MeshError, MeshReport, TriangleMesh};
use impinge::{Real, Vec3};

use crate::Mesh;

/// Limit on the clusters of a cell with which a vertex is compared.
const MOST: usize = 32;
/// Limit on the edges of a gap that is closed.
const MOST_SIDES: usize = 1000;

/// Settings of [`Mesh::weld`].
///
/// ```
/// use impinge_io::Weld;
///
/// let by_rounding = Weld::default();
/// let more = Weld { length: Some(0.01), ..Weld::default() };
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weld {
    /// Largest distance of vertices that are joined, in the unit of the mesh; 0 for none. By default the [resolution](Mesh::resolution) of
    /// the file's numbers, in each coordinate.
    pub length: Option<f64>,
    /// Gaps up to this size are closed by a face: the diagonal of their bounding box, in the unit of the mesh. By default none.
    pub gaps: Option<f64>,
}

/// Report on what [`Mesh::weld`] did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Welded {
    /// Number of different points that became fewer.
    pub points: usize,
    /// Largest distance that a vertex moved.
    pub distance: f64,
    /// Number of gaps that were closed.
    pub gaps: usize,
}

impl Mesh {
    /// The body that queries take, in either precision, and a report on the repairs.
    ///
    /// If the surface is open as it is, its edges are joined if their ends are equal up to the rounding of the file's numbers, as by
    /// [`Mesh::weld`] with the default settings.
    ///
    /// ```
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let folder = std::env::temp_dir().join(format!("impinge-io-triangles-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// # let file = folder.join("part.off");
    /// # std::fs::write(&file, "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 0 3 2\n")?;
    /// let (mesh, report) = impinge_io::read_mesh(&file)?.triangles::<f64>()?;
    /// assert!(mesh.is_closed() && report.is_clean());
    /// assert!(impinge::contains_point(&mesh, impinge::Vec3::new(0.125, 0.125, 0.125)));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The same as [`TriangleMesh::new`].
    pub fn triangles<T: Real>(&self) -> Result<(TriangleMesh<T>, MeshReport), MeshError> {
        self.welded_triangles(&Weld::default()).map(|(mesh, report, _)| (mesh, report))
    }

    /// The same as [`Mesh::triangles`], with the settings of [`Mesh::weld`] and its report. A surface that is closed as it is stays so, to the
    /// bit.
    ///
    /// # Errors
    /// The same as [`TriangleMesh::new`].
    pub fn welded_triangles<T: Real>(
        &self,
        settings: &Weld,
    ) -> Result<(TriangleMesh<T>, MeshReport, Welded), MeshError> {
        let cast = |vertices: &[Vec3<f64>]| -> Vec<Vec3<T>> { vertices.iter().map(|v| v.cast()).collect() };
        let built = TriangleMesh::from_polygons(&cast(&self.vertices), &self.faces);
        let is_exact = self.resolution == 0.0 && *settings == Weld::default();
        if is_exact || built.as_ref().is_ok_and(|(mesh, _)| mesh.is_closed()) {
            return built.map(|(mesh, report)| (mesh, report, Welded::default()));
        }
        let (mesh, report) = built?;
        let mut vertices = self.vertices.clone();
        let (welded, closing) = weld(&mut vertices, &self.faces, self.resolution, settings);
        if welded.points == 0 && welded.gaps == 0 {
            return Ok((mesh, report, welded));
        }
        drop(mesh);
        let faces: Vec<&[u32]> = self.faces.iter().chain(&closing).map(Vec::as_slice).collect();
        let (mesh, report) = TriangleMesh::from_polygons(&cast(&vertices), &faces)?;
        Ok((mesh, report, welded))
    }

    /// Joins open edges whose ends are equal up to the rounding of the file's numbers, or up to the length of the settings, and closes gaps
    /// if the settings say so.
    ///
    /// Vertices keep their numbers; those that are joined get the same coordinates. Afterwards every bit counts: the [resolution](Self::resolution) is 0,
    /// so a second call with the same settings changes nothing.
    pub fn weld(&mut self, settings: &Weld) -> Welded {
        let (welded, closing) = weld(&mut self.vertices, &self.faces, self.resolution, settings);
        self.faces.extend(closing);
        self.resolution = 0.0;
        welded
    }
}

/// Moves vertices as [`Mesh::weld`] does, and returns the faces that close gaps.
pub(crate) fn weld(
    vertices: &mut [Vec3<f64>],
    faces: &[Vec<u32>],
    resolution: f64,
    settings: &Weld,
) -> (Welded, Vec<Vec<u32>>) {
    let limit = match settings.length {
        Some(length) => Limit::Diagonal(length),
        None => Limit::Side(resolution),
    };
    let mut welded = Welded::default();
    if limit.size() > 0.0 {
        let topology = Topology::of(vertices);
        let open = topology.open(faces);
        if !open.is_empty() {
            join(vertices, &topology, &open, limit, &mut welded);
        }
    }
    let Some(size) = settings.gaps else { return (welded, Vec::new()) };
    let topology = Topology::of(vertices);
    let closing = gaps(&topology, &topology.open(faces), size);
    welded.gaps = closing.len();
    (welded, closing)
}

/// The space that a cluster may take.
#[derive(Clone, Copy, Debug)]
enum Limit {
    /// A cube of this side.
    Side(f64),
    /// A box of this diagonal.
    Diagonal(f64),
}

impl Limit {
    fn size(self) -> f64 {
        let (Self::Side(size) | Self::Diagonal(size)) = self;
        size
    }

    fn holds(self, sides: Vec3<f64>) -> bool {
        match self {
            Self::Side(size) => sides.to_array().into_iter().all(|side| side <= size),
            Self::Diagonal(size) => sides.norm() <= size,
        }
    }
}

/// Places of a mesh: its different points, in the order of their coordinates.
struct Topology {
    /// For each vertex, its place.
    place_of: Vec<u32>,
    /// A vertex at each place.
    vertex_at: Vec<u32>,
    points: Vec<Vec3<f64>>,
}

/// An edge that is open: two places, the smaller one first, and the runs from it to the other one less those back.
#[derive(Clone, Copy, Debug)]
struct Open {
    ends: [u32; 2],
    runs: i64,
}

impl Topology {
    fn of(vertices: &[Vec3<f64>]) -> Self {
        // Without the sign of zero.
        let vertices: Vec<Vec3<f64>> =
            vertices.iter().map(|v| Vec3::from(v.to_array().map(|c| c + 0.0))).collect();
        let mut order: Vec<u32> = (0..vertices.len() as u32).collect();
        order.sort_unstable_by(|&a, &b| compare(vertices[a as usize], vertices[b as usize]).then(a.cmp(&b)));
        let mut found = Self { place_of: vec![0; order.len()], vertex_at: Vec::new(), points: Vec::new() };
        for &v in &order {
            let point = vertices[v as usize];
            if found.points.last().is_none_or(|last| compare(*last, point).is_ne()) {
                found.points.push(point);
                found.vertex_at.push(v);
            }
            found.place_of[v as usize] = found.points.len() as u32 - 1;
        }
        found
    }

    /// Open edges, in the order of their ends.
    fn open(&self, faces: &[Vec<u32>]) -> Vec<Open> {
        // Ends, the smaller one in the upper half.
        let (mut along, mut against) = (Vec::new(), Vec::new());
        let place = |v: u32| self.place_of.get(v as usize).copied();
        for face in faces {
            let next = face.iter().cycle().skip(1);
            for (a, b) in face.iter().zip(next) {
                let (Some(a), Some(b)) = (place(*a), place(*b)) else { continue };
                match a.cmp(&b) {
                    Ordering::Less => along.push(u64::from(a) << 32 | u64::from(b)),
                    Ordering::Greater => against.push(u64::from(b) << 32 | u64::from(a)),
                    Ordering::Equal => {}
                }
            }
        }
        along.sort_unstable();
        against.sort_unstable();
        let mut open = Vec::new();
        let (mut i, mut j) = (0, 0);
        while i < along.len() || j < against.len() {
            let first = [along.get(i), against.get(j)].into_iter().flatten().min();
            let Some(&edge) = first else { break };
            let equal = |list: &[u64]| list.iter().take_while(|other| **other == edge).count();
            let (more, less) = (equal(&along[i..]), equal(&against[j..]));
            (i, j) = (i + more, j + less);
            if more != less {
                open.push(Open { ends: [(edge >> 32) as u32, edge as u32], runs: more as i64 - less as i64 });
            }
        }
        open
    }
}

/// Joins ends of open edges.
fn join(vertices: &mut [Vec3<f64>], topology: &Topology, open: &[Open], limit: Limit, welded: &mut Welded) {
    let points = &topology.points;
    let mut ends: Vec<u32> = open.iter().flat_map(|edge| edge.ends).collect();
    ends.sort_unstable();
    ends.dedup();
    let cluster_of = clusters(points, &ends, limit);
    // Every end is in the list.
    let index = |place: u32| ends.binary_search(&place).unwrap_or_default();
    let mut groups = Groups((0..ends.len()).collect());
    let mut first_between: HashMap<[usize; 2], [usize; 2]> = HashMap::new();
    for edge in open {
        let [mut a, mut b] = edge.ends.map(index);
        if cluster_of[a] == cluster_of[b] {
            groups.join(a, b);
            continue;
        }
        if cluster_of[a] > cluster_of[b] {
            (a, b) = (b, a);
        }
        let [c, d] = *first_between.entry([cluster_of[a], cluster_of[b]]).or_insert([a, b]);
        groups.join(a, c);
        groups.join(b, d);
    }
    let mut members: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    for (i, &place) in ends.iter().enumerate() {
        members.entry(groups.root(i)).or_default().push(place);
    }
    let mut target: HashMap<u32, Vec3<f64>> = HashMap::new();
    for places in members.values().filter(|places| places.len() > 1) {
        let size = |place: &u32| points[*place as usize].norm();
        let nearest = places.iter().min_by(|a, b| size(a).total_cmp(&size(b)).then(a.cmp(b)));
        let Some(nearest) = nearest.map(|place| points[*place as usize]) else { continue };
        welded.points += places.len() - 1;
        for place in places {
            welded.distance = welded.distance.max((points[*place as usize] - nearest).norm());
            target.insert(*place, nearest);
        }
    }
    if target.is_empty() {
        return;
    }
    for (vertex, place) in vertices.iter_mut().zip(&topology.place_of) {
        if let Some(point) = target.get(place) {
            *vertex = *point;
        }
    }
}

/// The cluster of each of these places: each place, in the order of coordinates, goes to the nearest cluster before it that it fits into,
/// or begins one.
fn clusters(points: &[Vec3<f64>], ends: &[u32], limit: Limit) -> Vec<usize> {
    struct Cluster {
        first: Vec3<f64>,
        min: Vec3<f64>,
        max: Vec3<f64>,
    }
    let cell = |p: Vec3<f64>| p.to_array().map(|c| (c / limit.size()).floor() as i64);
    let mut clusters: Vec<Cluster> = Vec::new();
    // Clusters by the cell of their first place.
    let mut cells: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    let mut cluster_of = Vec::with_capacity(ends.len());
    for &end in ends {
        let point = points[end as usize];
        let [x, y, z] = cell(point);
        let near = (-1..=1).flat_map(|i| (-1..=1).flat_map(move |j| (-1..=1).map(move |k| [i, j, k])));
        let mut best: Option<(f64, usize)> = None;
        for [i, j, k] in near {
            let around = [x.saturating_add(i), y.saturating_add(j), z.saturating_add(k)];
            for &c in cells.get(&around).into_iter().flatten().take(MOST) {
                let Cluster { first, min, max } = &clusters[c];
                let distance = (point - *first).norm();
                if limit.holds(max.max(point) - min.min(point))
                    && best.is_none_or(|(least, other)| (distance, c) < (least, other))
                {
                    best = Some((distance, c));
                }
            }
        }
        let chosen = match best {
            Some((_, c)) => {
                clusters[c].min = clusters[c].min.min(point);
                clusters[c].max = clusters[c].max.max(point);
                c
            }
            None => {
                clusters.push(Cluster { first: point, min: point, max: point });
                cells.entry([x, y, z]).or_default().push(clusters.len() - 1);
                clusters.len() - 1
            }
        };
        cluster_of.push(chosen);
    }
    cluster_of
}

/// Groups of indices that were joined: union-find with path halving.
struct Groups(Vec<usize>);

impl Groups {
    fn root(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// Faces that close gaps: closed chains of open edges, each run once, without a fork, whose bounding box has at most this diagonal.
fn gaps(topology: &Topology, open: &[Open], size: f64) -> Vec<Vec<u32>> {
    // The missing side at each place, against the run of the face that is there; none at a fork.
    let mut next: BTreeMap<u32, Option<u32>> = BTreeMap::new();
    let mut comes: BTreeMap<u32, u32> = BTreeMap::new();
    for Open { ends: [a, b], runs } in open {
        let (from, to) = if *runs > 0 { (*b, *a) } else { (*a, *b) };
        next.entry(from).and_modify(|to| *to = None).or_insert((runs.abs() == 1).then_some(to));
        *comes.entry(to).or_default() += 1;
    }
    let is_plain = |place: u32| comes.get(&place) == Some(&1);
    let starts: Vec<u32> = next.keys().copied().collect();
    let mut faces = Vec::new();
    for start in starts {
        let mut ring = Vec::new();
        let mut at = start;
        while ring.len() < MOST_SIDES
            && is_plain(at)
            && let Some(to) = next.get_mut(&at).and_then(Option::take)
        {
            ring.push(at);
            at = to;
        }
        if at != start || ring.len() < 3 {
            continue;
        }
        let points = || ring.iter().map(|place| topology.points[*place as usize]);
        let (Some(min), Some(max)) = (points().reduce(Vec3::min), points().reduce(Vec3::max)) else {
            continue;
        };
        if (max - min).norm() <= size {
            faces.push(ring.iter().map(|place| topology.vertex_at[*place as usize]).collect());
        }
    }
    faces
}

/// The order of points by x, then y, then z; any numbers have an order.
fn compare(a: Vec3<f64>, b: Vec3<f64>) -> Ordering {
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).then(a.z.total_cmp(&b.z))
}

#[cfg(test)]
mod tests;
