//! Bodies made smaller by half the zone, so that they come to rest where their full size touches.
//!
//! # Source
//! Van Waveren 2005, section 3.5: "every object can be decreased in size with half the size of the expel zone before being
//! used for collision detection, while keeping the visual representation of the objects the same". The paper does not say
//! how.
//!
//! # Method
//! Every plane of the mesh moves inwards by the same amount. A vertex moves to where its planes then meet: with up to three
//! planes that is a point. If more than three meet, the three that differ most decide, and the others are met
//! approximately. A vertex of two planes moves perpendicular to their edge, one of a single plane along its normal.
//!
//! If parts of a body touch only in an edge or a vertex, they come apart: each moves separately with a vertex of its own. Polygons
//! around a vertex belong together if they follow each other across edges, with solid between them.
//!
//! # Guarantees
//! A closed mesh stays closed, or is rejected.
//!
//! # Failure
//! Details smaller than the amount are turned inside out; if that tears the surface, it is a
//! [`MeshError::TooMuch`]. The amounts required by a [zone](super::zone) are far below any detail. Polygons whose corners are no
//! longer coplanar, up to rounding, are cut into triangles around their middle.

use alloc::vec;
use alloc::vec::Vec;

use crate::math::{Each, Real, Vec3, built_with_the_crate};
use crate::mesh::polygon::{EdgeKind, MeshSettings, PolygonMesh};
use crate::mesh::{MeshError, RANGE};

/// Normals with a determinant (or sine) smaller than this count as dependent: the vertex would move by more than a thousand
/// times the amount.
const INDEPENDENT: f64 = 1e-3;

/// Polygons at an edge that are less than this angle apart, in radians, coincide: there is solid between them only
/// if there is no other pair.
const ON_ONE_ANOTHER: f64 = 1e-9;

/// Returns the mesh with every plane moved inwards by `amount`, in its own units.
///
/// # Errors
/// See [`PolygonMesh::with_settings`]; an amount that is negative or not finite is an invalid setting, and one that would
/// tear a closed surface is [`MeshError::TooMuch`].
pub fn shrunk<T: Real>(mesh: &PolygonMesh<T>, amount: f64) -> Result<PolygonMesh<T>, MeshError> {
    built_shrunk(mesh, amount)
}

built_with_the_crate! {
    /// [`shrunk`].
    fn built_shrunk<'a, T: Real>(
        mesh: &'a PolygonMesh<T>,
        amount: f64,
    ) -> Result<PolygonMesh<T>, MeshError> = moved_inwards;
}

fn moved_inwards<T: Real>(mesh: &PolygonMesh<T>, amount: f64) -> Result<PolygonMesh<T>, MeshError> {
    if !(amount == 0.0 || (amount * RANGE >= 1.0 && amount.is_finite())) {
        return Err(MeshError::BadSetting { what: "amount", value: amount });
    }
    if mesh.polygons().is_empty() {
        return Ok(mesh.clone());
    }
    // Corners are identified by their position in the list of all sides.
    let mut fans = fans(mesh);
    let mut corners: Vec<(u32, u32, Vec3<f64>)> = Vec::new();
    for (p, polygon) in (0..).zip(mesh.polygons()) {
        for (corner, v) in (polygon.first..).zip(mesh.corners(p)) {
            corners.push((fans.of(corner), v, polygon.normal));
        }
    }
    let mut order: Vec<u32> = (0..corners.len() as u32).collect();
    order.sort_by_key(|&corner| corners[corner as usize].0);
    let mut points: Vec<Vec3<T>> = Vec::new();
    let mut name = vec![0; corners.len()];
    let mut normals = Vec::new();
    for fan in order.chunk_by(|&a, &b| corners[a as usize].0 == corners[b as usize].0) {
        normals.clear();
        normals.extend(fan.iter().map(|&corner| corners[corner as usize].2));
        fan.iter().for_each(|&corner| name[corner as usize] = points.len() as u32);
        let x: Vec3<f64> = mesh.vertices()[corners[fan[0] as usize].1 as usize].cast();
        points.push((x - offset(&normals) * amount).cast());
    }
    // Vertices are rounded, and so are their exact positions.
    let rounding = 4.0 * T::EPSILON.f64() * super::zone::extent(mesh);
    let settings = MeshSettings {
        flat: mesh.flatness() + rounding,
        two_sided: mesh.polygons().iter().any(|p| p.two_sided),
        merge: false,
        ..MeshSettings::default()
    };
    let mut rings: Vec<Vec<u32>> = Vec::new();
    for polygon in mesh.polygons() {
        let ring = &name[polygon.first as usize..(polygon.first + polygon.count) as usize];
        let at = |v: u32| points[v as usize].cast::<f64>();
        let off = |&v: &u32| (polygon.normal.dot(at(v)) - (polygon.offset - amount)).abs();
        // With room for the plane that three of the corners span.
        if ring.len() == 3 || ring.iter().all(|v| off(v) <= 0.25 * settings.flat) {
            rings.push(ring.to_vec());
            continue;
        }
        let middle = ring.iter().fold(Vec3::ZERO, |sum, &v| sum + at(v)) * (1.0 / f64::from(polygon.count));
        let next = ring.iter().cycle().skip(1);
        rings.extend(ring.iter().zip(next).map(|(&v, &w)| vec![v, w, points.len() as u32]));
        points.push(middle.cast());
    }
    let small = PolygonMesh::with_settings(&points, &rings, &settings)?.0;
    if mesh.is_closed() && !small.is_closed() { Err(MeshError::TooMuch { amount }) } else { Ok(small) }
}

/// Groups of polygon corners that stay together: those at one vertex that are joined across edges. A forest (union-find) with a root
/// for each fan.
struct Fans {
    parent: Vec<u32>,
}

impl Fans {
    /// The root of a corner's fan.
    fn of(&mut self, mut corner: u32) -> u32 {
        while self.parent[corner as usize] != corner {
            // Path halving, for the next time.
            let above = self.parent[corner as usize];
            self.parent[corner as usize] = self.parent[above as usize];
            corner = above;
        }
        corner
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.of(a), self.of(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}

/// A side of a polygon: its corner, the next one, their vertices, and the orientation of the polygon there.
#[derive(Clone, Copy)]
struct Leaf {
    corners: [u32; 2],
    ends: [u32; 2],
    normal: Vec3<f64>,
    /// From the side into the polygon, perpendicular to both.
    inwards: Vec3<f64>,
    crowded: bool,
}

fn fans<T: Real>(mesh: &PolygonMesh<T>) -> Fans {
    let mut leaves: Vec<Leaf> = Vec::new();
    for (p, polygon) in (0..).zip(mesh.polygons()) {
        for (k, side) in (0..).zip(mesh.ring(p)) {
            let edge = &mesh.edges()[side.edge as usize];
            let ends = if side.reversed { [edge.ends[1], edge.ends[0]] } else { edge.ends };
            let [from, to]: [Vec3<f64>; 2] = ends.each(|v| mesh.vertices()[v as usize].cast());
            leaves.push(Leaf {
                corners: [k, (k + 1) % polygon.count].each(|k| polygon.first + k),
                ends,
                normal: polygon.normal,
                inwards: polygon.normal.cross(to - from).unit(),
                crowded: edge.kind == EdgeKind::Crowded,
            });
        }
    }
    let mut fans = Fans { parent: (0..leaves.len() as u32).collect() };
    let key = |leaf: &Leaf| (leaf.ends[0].min(leaf.ends[1]), leaf.ends[0].max(leaf.ends[1]));
    leaves.sort_by_key(key);
    for edge in leaves.chunk_by(|a, b| key(a) == key(b)) {
        for leaf in edge {
            if leaf.crowded {
                // Bounds no solid: unchanged.
                let first = &edge[0];
                let same = usize::from(first.ends != leaf.ends);
                fans.join(first.corners[same], leaf.corners[0]);
                fans.join(first.corners[1 - same], leaf.corners[1]);
            } else if let Some(next) = across_solid(leaf, edge) {
                fans.join(leaf.corners[0], next.corners[1]);
                fans.join(leaf.corners[1], next.corners[0]);
            }
        }
    }
    fans
}

/// The next polygon at an edge from a given one, on its solid side.
fn across_solid<'a>(leaf: &Leaf, edge: &'a [Leaf]) -> Option<&'a Leaf> {
    let angle = |other: &Leaf| {
        let (sin, cos) = (-leaf.normal.dot(other.inwards), leaf.inwards.dot(other.inwards));
        let angle = libm::atan2(sin, cos);
        if angle < ON_ONE_ANOTHER { angle + 2.0 * f64::PI } else { angle }
    };
    let others = edge.iter().filter(|other| other.ends != leaf.ends);
    others.min_by(|a, b| angle(a).total_cmp(&angle(b)))
}

/// Common point of planes with these normals, all at distance 1 from the origin; as near to it as possible.
fn offset(normals: &[Vec3<f64>]) -> Vec3<f64> {
    let (mut three, mut two) = ((INDEPENDENT, None), (INDEPENDENT, None));
    for (i, &a) in normals.iter().enumerate() {
        for (j, &b) in normals.iter().enumerate().skip(i + 1) {
            let across = a.cross(b);
            if across.norm() > two.0 {
                two = (across.norm(), Some((a, b)));
            }
            for &c in &normals[j + 1..] {
                let determinant = across.dot(c);
                if determinant.abs() > three.0 {
                    // Cramer's rule for a·x = b·x = c·x = 1.
                    let meet = (across + b.cross(c) + c.cross(a)) * (1.0 / determinant);
                    three = (determinant.abs(), Some(meet));
                }
            }
        }
    }
    if let Some(meet) = three.1 {
        return meet;
    }
    // In the plane of both: a·x = b·x = 1 for x = (a + b) / (1 + a·b).
    two.1.map_or_else(
        || normals.first().copied().unwrap_or(Vec3::ZERO),
        |(a, b)| (a + b) * (1.0 / (1.0 + a.dot(b))),
    )
}
