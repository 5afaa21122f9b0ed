//! Groups of shells that are cut one after the other: the parts of an assembly are not cut by planes through all of them.
//!
//! A shell is a surface whose polygons share vertices. The solid is where the winding number of the surface is positive: if all shells face
//! outward, it is the union of their solids, wherever they cross, so each may be decomposed alone. A cavity, a shell that faces inward, belongs
//! to the shells around it: it is in one group with all shells whose boxes overlap its own.
//!
//! Concavity is measured against the whole solid, and parts are merged across groups.
//!
//! **Failure.** A shell that crosses itself may wind around a region the wrong way. What another shell has there counts as solid here, though
//! the sum says otherwise: the parts then contain more than the solid, and what is reported about them holds.

use alloc::vec;
use alloc::vec::Vec;

use crate::math::{Aabb, Vec3};
use crate::mesh::polygon::PolygonMesh;

/// Groups of the shells of a mesh.
pub(super) struct Groups {
    /// For each polygon its group; empty if there is one group.
    of_polygon: Vec<u32>,
    /// For each group its surface; empty if there is one group.
    surfaces: Vec<PolygonMesh<f64>>,
}

impl Groups {
    pub(super) fn new(mesh: &PolygonMesh<f64>) -> Self {
        let one = Self { of_polygon: Vec::new(), surfaces: Vec::new() };
        let (shell_of, count) = shells(mesh);
        if count < 2 {
            return one;
        }
        let volumes = six_volumes(mesh, &shell_of, count);
        let boxes = boxes(mesh, &shell_of, count);
        let mut below: Vec<u32> = (0..count as u32).collect();
        for cavity in (0..count).filter(|&shell| volumes[shell] <= 0.0) {
            for other in 0..count {
                if boxes[cavity].overlaps(&boxes[other]) {
                    join(&mut below, cavity as u32, other as u32);
                }
            }
        }
        let mut names = vec![u32::MAX; count];
        let mut groups = 0;
        let mut of_polygon = Vec::with_capacity(shell_of.len());
        for shell in shell_of {
            let name = &mut names[root(&mut below, shell as u32) as usize];
            if *name == u32::MAX {
                *name = groups;
                groups += 1;
            }
            of_polygon.push(*name);
        }
        if groups < 2 {
            return one;
        }
        let mut groups = Self { of_polygon, surfaces: vec![] };
        let surfaces = groups.lists(mesh).into_iter().map(|polygons| {
            let Own { vertices, rings } = Own::of(mesh, &polygons);
            let points: Vec<Vec3<f64>> = vertices.iter().map(|&v| mesh.vertices()[v as usize]).collect();
            PolygonMesh::from_polygons(&points, &rings).ok().map(|(surface, _)| surface)
        });
        // Each was closed and well-formed in the whole.
        match surfaces.collect::<Option<Vec<_>>>().filter(|all| all.iter().all(PolygonMesh::is_closed)) {
            Some(surfaces) => {
                groups.surfaces = surfaces;
                groups
            }
            None => one,
        }
    }

    /// Polygons of each group.
    pub(super) fn lists(&self, mesh: &PolygonMesh<f64>) -> Vec<Vec<u32>> {
        let polygons = 0..mesh.polygons().len() as u32;
        if self.of_polygon.is_empty() {
            return vec![polygons.collect()];
        }
        let count = self.of_polygon.iter().max().map_or(0, |&last| last as usize + 1);
        let mut lists = vec![Vec::new(); count];
        polygons.for_each(|p| lists[self.of_polygon[p as usize] as usize].push(p));
        lists
    }

    /// Surface of a group; none if it is the whole.
    pub(super) fn surface(&self, group: u32) -> Option<&PolygonMesh<f64>> {
        self.surfaces.get(group as usize)
    }
}

/// Some polygons of a mesh with their own numbers of vertices.
pub(super) struct Own {
    /// For each vertex that they have, its number in the mesh.
    pub(super) vertices: Vec<u32>,
    pub(super) rings: Vec<Vec<u32>>,
}

impl Own {
    pub(super) fn of(mesh: &PolygonMesh<f64>, polygons: &[u32]) -> Self {
        let mut vertices: Vec<u32> = polygons.iter().flat_map(|&p| mesh.corners(p)).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let number = |v: u32| vertices.partition_point(|&other| other < v) as u32;
        let rings = polygons.iter().map(|&p| mesh.corners(p).map(number).collect()).collect();
        Self { vertices, rings }
    }
}

/// Six times the volume of each shell, negative if it faces inward.
pub(super) fn six_volumes(mesh: &PolygonMesh<f64>, shell_of: &[usize], count: usize) -> Vec<f64> {
    let mut volumes = vec![0.0; count];
    let middle = mesh.bounds().center();
    for (p, &shell) in shell_of.iter().enumerate() {
        let ring: Vec<Vec3<f64>> =
            mesh.corners(p as u32).map(|v| mesh.vertices()[v as usize] - middle).collect();
        volumes[shell] += (2..ring.len()).map(|k| ring[0].dot(ring[k - 1].cross(ring[k]))).sum::<f64>();
    }
    volumes
}

/// Bounding box of each shell.
fn boxes(mesh: &PolygonMesh<f64>, shell_of: &[usize], count: usize) -> Vec<Aabb<Vec3<f64>>> {
    let none = Aabb { min: Vec3::splat(f64::INFINITY), max: Vec3::splat(f64::NEG_INFINITY) };
    let mut boxes = vec![none; count];
    for (p, &shell) in shell_of.iter().enumerate() {
        for v in mesh.corners(p as u32) {
            let (at, own) = (mesh.vertices()[v as usize], &mut boxes[shell]);
            *own = Aabb { min: own.min.min(at), max: own.max.max(at) };
        }
    }
    boxes
}

/// Shell of each polygon, where polygons that share vertices are in one shell; and the number of shells.
pub(super) fn shells(mesh: &PolygonMesh<f64>) -> (Vec<usize>, usize) {
    // Union-find trees of vertices that point at smaller ones, so that every walk ends.
    let mut below: Vec<u32> = (0..mesh.vertices().len() as u32).collect();
    let polygons = mesh.polygons().len() as u32;
    for p in 0..polygons {
        let mut corners = mesh.corners(p);
        let Some(first) = corners.next() else { continue };
        for corner in corners {
            join(&mut below, first, corner);
        }
    }
    let mut names = vec![usize::MAX; below.len()];
    let (mut shell_of, mut count) = (Vec::new(), 0);
    for p in 0..polygons {
        let first = mesh.corners(p).next().unwrap_or(0);
        let name = &mut names[root(&mut below, first) as usize];
        if *name == usize::MAX {
            *name = count;
            count += 1;
        }
        shell_of.push(*name);
    }
    (shell_of, count)
}

/// Joins two trees.
fn join(below: &mut [u32], a: u32, b: u32) {
    let (a, b) = (root(below, a), root(below, b));
    below[a.max(b) as usize] = a.min(b);
}

/// Smallest vertex of a tree, with path halving.
fn root(below: &mut [u32], mut vertex: u32) -> u32 {
    while below[vertex as usize] != vertex {
        below[vertex as usize] = below[below[vertex as usize] as usize];
        vertex = below[vertex as usize];
    }
    vertex
}
