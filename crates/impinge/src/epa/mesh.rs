//! The mesh of EPA: triangles inside B − A that enclose the origin, and a heap of them by distance.
//!
//! Slots of removed faces are reused; a heap entry that no longer matches its face is skipped. All arrays have fixed
//! sizes: a query does not allocate.

use super::cap::Caps;
use crate::math::{Each, Real, Vec3};
use crate::observe::{Details, Observer, Step};
use crate::pair::Vertex;
use crate::shape::Id;

/// Error of a vertex of the mesh, in ε × size: the rounding of a support point.
const VERTEX_ULPS: f64 = 4.0;

/// See [`Mesh::is_small`].
const SMOOTH: f64 = 16.0;

/// Largest number of vertices of any mesh.
pub(super) const MOST_VERTICES: usize = 384;
pub(super) const MOST_FACES: usize = 2 * MOST_VERTICES;

/// Marks the end of a list of faces.
const NONE: u16 = u16::MAX / 4;

/// A triangle of the mesh.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face<T> {
    /// Outward unit normal.
    pub(super) normal: Vec3<T>,
    /// Distance of the plane from the origin.
    pub(super) distance: T,
    /// Corners, counter-clockwise from outside.
    pub(super) corners: [u16; 3],
    /// The face across the edge from corner i to the next, times 4, plus the index of its edge.
    pub(super) across: [u16; 3],
    /// 1 while the face is part of the mesh, 0 when it is removed. A number this wide leaves no padding after it.
    alive: u32,
}

impl<T> Face<T> {
    #[inline(always)]
    pub(super) fn is_alive(&self) -> bool {
        self.alive != 0
    }
}

/// Storage for a mesh of up to `V` vertices, `F` faces and `H` heap entries. F is at least 2 V, H 3 F / 2.
///
/// It is created for each query, in one go: it has no padding, and all of it is zero at first.
pub(super) struct Room<T: Real, const V: usize, const F: usize, const H: usize> {
    vertices: [Vertex<Vec3<T>>; V],
    faces: [Face<T>; F],
    keys: [T; H],
    keyed: [u16; H],
    lists: [[u16; F]; 3],
}

impl<T: Real, const V: usize, const F: usize, const H: usize> Room<T, V, F, H> {
    /// Empty storage for a mesh.
    pub(super) const EMPTY: Self = {
        assert!(V <= MOST_VERTICES && F <= MOST_FACES && F >= 2 * V && 2 * H >= 3 * F);
        let zero = Vec3::new(T::ZERO, T::ZERO, T::ZERO);
        let face = Face { normal: zero, distance: T::ZERO, corners: [0; 3], across: [0; 3], alive: 0 };
        Self {
            vertices: [Vertex { point: zero, a: zero, id_a: Id(0), id_b: Id(0) }; V],
            faces: [face; F],
            keys: [T::ZERO; H],
            keyed: [0; H],
            lists: [[0; F]; 3],
        }
    };

    /// A mesh in this storage, without vertices, of a body of this size.
    #[inline]
    pub(super) fn mesh(&mut self, size: T) -> Mesh<'_, T> {
        let [seen, rim, stack] = &mut self.lists;
        Mesh {
            vertices: &mut self.vertices,
            vertex_count: 0,
            faces: &mut self.faces,
            face_count: 0,
            free: NONE,
            keys: &mut self.keys,
            keyed: &mut self.keyed,
            heap_len: 0,
            seen,
            rim,
            stack,
            spread: T::ZERO,
            error: T::of(VERTEX_ULPS) * T::EPSILON * size,
        }
    }
}

/// The mesh and its heap. Slices give their capacity, so that all sizes share one code.
pub(super) struct Mesh<'r, T: Real> {
    pub(super) vertices: &'r mut [Vertex<Vec3<T>>],
    pub(super) vertex_count: usize,
    pub(super) faces: &'r mut [Face<T>],
    pub(super) face_count: usize,
    /// Removed faces, linked by their first `across`.
    free: u16,
    /// The heap: distances, and the faces they belong to.
    keys: &'r mut [T],
    keyed: &'r mut [u16],
    heap_len: usize,
    /// Lists for a single step.
    seen: &'r mut [u16],
    rim: &'r mut [u16],
    stack: &'r mut [u16],
    /// Error of a vertex.
    pub(super) error: T,
    /// The largest (|e| + |f|)/|e × f| of a face with edges e and f.
    pub(super) spread: T,
}

impl<T: Real> Mesh<'_, T> {
    /// Proven lower bound on the distance of the mesh's triangles from the origin, near the smallest distance of a
    /// face; at most `lower`. It holds also for meshes with slivers, whose planes are poorly known: regardless of the
    /// rounding of a unit vector u, a triangle is no nearer to the origin than the smallest u·v of its corners v, since
    /// u·x of a convex combination x of them is at least that. Moving a corner by its error moves no point of the
    /// triangle by more. `slack` bounds the error of the distance of any face. Faces that the `caps` contain are left
    /// to them.
    #[inline(never)]
    pub(super) fn nearest_face(&self, lower: T, upper: T, slack: T, caps: &Caps<T>) -> T {
        let mut least = lower.min(caps.lower());
        for face in self.faces[..self.face_count].iter().filter(|f| f.is_alive()) {
            // False too if the slack is infinite.
            let beyond = face.distance - slack >= least;
            if !beyond {
                let [a, b, c] = face.corners.each(|i| face.normal.dot(self.vertices[i as usize].point));
                let out = a.min(b).min(c);
                if out < least && !caps.hold(face.normal, out - self.error * T::TWO, upper) {
                    least = out;
                }
            }
        }
        // The error of a corner, and of a product with it.
        least - self.error * T::TWO
    }

    /// Adds a face, also to the heap.
    pub(super) fn add(&mut self, corners: [u16; 3], across: [u16; 3]) -> u16 {
        let slot = self.slot();
        self.write(slot, corners, across);
        self.push(self.faces[slot as usize].distance, slot);
        slot
    }

    /// Whether a face is as small as those near a smooth peak: its squared extent is the gap times the radius of
    /// curvature, up to a small factor. On a ridge or a flat face it is not.
    #[inline]
    pub(super) fn is_small(&self, face: &Face<T>, gap_by_size: T) -> bool {
        let [a, b, c] = face.corners.each(|i| self.vertices[i as usize].point);
        (b - a).norm_squared().max((c - a).norm_squared()) <= T::of(SMOOTH) * gap_by_size
    }

    /// A slot for a face; there is always one, since there is room for twice as many faces as vertices.
    #[inline]
    pub(super) fn slot(&mut self) -> u16 {
        if self.free == NONE {
            self.face_count += 1;
            (self.face_count - 1) as u16
        } else {
            let slot = self.free;
            self.free = self.faces[slot as usize].across[0];
            slot
        }
    }

    /// Writes a triangle: its unit normal and the distance of its plane. An error δ of the corners rotates the plane by
    /// up to 2δ (|e| + |f|)/|e × f|, and moves its foot by that times the distance from the foot to the corner that
    /// fixes the plane, which is less than the size.
    #[inline(always)]
    pub(super) fn write(&mut self, slot: u16, corners: [u16; 3], across: [u16; 3]) {
        // By reference: copies would go through memory in pieces of another size.
        let [a, b, c] = [0, 1, 2].each(|i| &self.vertices[corners[i] as usize].point);
        let e = Vec3::new(b.x - a.x, b.y - a.y, b.z - a.z);
        let f = Vec3::new(c.x - a.x, c.y - a.y, c.z - a.z);
        let cross = e.cross(f);
        let squared = cross.norm_squared();
        let inverse = T::ONE / squared.sqrt();
        let spread = (e.x.abs() + e.y.abs() + e.z.abs() + f.x.abs() + f.y.abs() + f.z.abs()) * inverse;
        let height = (cross.x * a.x + cross.y * a.y + cross.z * a.z) * inverse;
        let foot = *a;
        let face = &mut self.faces[slot as usize];
        (face.corners, face.across, face.alive) = (corners, across, 1);
        (face.normal, face.distance) = (cross * inverse, height);
        if squared > T::ZERO {
            self.spread = self.spread.max(spread);
        } else {
            // No area: the plane is undetermined, and all that is known of the distance is that it is not negative.
            (face.normal, face.distance) = (foot.unit(), T::ZERO);
        }
    }

    /// Replaces the faces that w sees, which include `first`, by a cone from w. There is room for a vertex.
    pub(super) fn expand(&mut self, first: usize, w: Vertex<Vec3<T>>, upper: T, coplanar: T) {
        let alone = self.faces[first].across;
        let (seen_len, mut rim_len) = self.silhouette(first, w.point, coplanar);
        if self.is_loop(rim_len) {
            for i in 0..seen_len {
                self.remove(self.seen[i]);
            }
        } else {
            // Not a disc. The first face alone is one.
            for i in 1..seen_len {
                self.faces[self.seen[i] as usize].alive = 1;
            }
            self.remove(first as u16);
            self.rim[..3].copy_from_slice(&alone);
            rim_len = 3;
        }
        let tip = self.vertex_count as u16;
        self.vertices[self.vertex_count] = w;
        self.vertex_count += 1;
        let first_slot = self.slot();
        let (mut slot, mut last) = (first_slot, NONE);
        for i in 0..rim_len {
            let edge = self.rim[i];
            let (behind, side) = ((edge / 4) as usize, (edge % 4) as usize);
            let next = if i + 1 == rim_len { first_slot } else { self.slot() };
            let face = &mut self.faces[behind];
            face.across[side] = slot * 4;
            let (from, to) = (face.corners[after(side)], face.corners[side]);
            // The last face is not known yet when the first is made; it is filled in at the end.
            self.write(slot, [from, to, tip], [edge, next * 4 + 2, last * 4 + 1]);
            (self.rim[i], last, slot) = (slot, slot, next);
        }
        self.faces[first_slot as usize].across[2] = last * 4 + 1;
        for i in 0..rim_len {
            let slot = self.rim[i];
            let distance = self.faces[slot as usize].distance;
            // A face beyond the upper bound cannot be the nearest.
            if distance < upper {
                self.push(distance, slot);
            }
        }
    }

    /// Flood fill (Algorithm 10): the faces that see w, and the edges around them, counter-clockwise, as `across` of
    /// the faces inside. Returns the number of both.
    #[inline]
    pub(super) fn silhouette(&mut self, first: usize, w: Vec3<T>, coplanar: T) -> (usize, usize) {
        let (mut seen_len, mut rim_len) = (1, 0);
        self.seen[0] = first as u16;
        self.faces[first].alive = 0;
        for i in 0..3 {
            self.stack[2 - i] = self.faces[first].across[i];
        }
        let mut depth = 3;
        // Each face is visited once and each of its edges is pushed once, so no list grows beyond the number of faces.
        while depth > 0 {
            depth -= 1;
            let edge = self.stack[depth];
            let (f, side) = ((edge / 4) as usize, (edge % 4) as usize);
            let face = &mut self.faces[f];
            if !face.is_alive() {
                continue;
            }
            if face.normal.dot(w) < face.distance - coplanar {
                self.rim[rim_len] = edge;
                rim_len += 1;
                continue;
            }
            face.alive = 0;
            self.seen[seen_len] = f as u16;
            seen_len += 1;
            self.stack[depth] = face.across[before(side)];
            self.stack[depth + 1] = face.across[after(side)];
            depth += 2;
        }
        (seen_len, rim_len)
    }

    /// Whether the edges follow one another around a loop.
    #[inline]
    pub(super) fn is_loop(&self, rim_len: usize) -> bool {
        let rim = &self.rim[..rim_len];
        if rim.len() < 3 {
            return false;
        }
        let ends = |edge: u16| {
            let corners = self.faces[(edge / 4) as usize].corners;
            let side = (edge % 4) as usize;
            (corners[after(side)], corners[side])
        };
        let mut last = ends(rim[rim.len() - 1]).1;
        for &edge in rim {
            let (from, to) = ends(edge);
            if from != last {
                return false;
            }
            last = to;
        }
        true
    }

    #[inline]
    pub(super) fn remove(&mut self, face: u16) {
        self.faces[face as usize].alive = 0;
        self.faces[face as usize].across[0] = self.free;
        self.free = face;
    }

    #[inline]
    pub(super) fn push(&mut self, key: T, face: u16) {
        if self.heap_len == self.keys.len() {
            self.tidy();
        }
        let mut i = self.heap_len;
        self.heap_len += 1;
        while i > 0 {
            let parent = (i - 1) / 2;
            if self.keys[parent] <= key {
                break;
            }
            (self.keys[i], self.keyed[i]) = (self.keys[parent], self.keyed[parent]);
            i = parent;
        }
        (self.keys[i], self.keyed[i]) = (key, face);
    }

    /// Drops the entries of removed faces, and rebuilds the order of the rest. A reused slot may have an equal
    /// distance: then its face is listed twice, and once is enough.
    #[cold]
    pub(super) fn tidy(&mut self) {
        let len = self.heap_len;
        let mut listed = [false; MOST_FACES];
        self.heap_len = 0;
        for i in 0..len {
            let (key, f) = (self.keys[i], self.keyed[i]);
            let face = &self.faces[f as usize];
            // Pushed to a place before this one, or to it.
            if face.is_alive() && face.distance == key && !listed[f as usize] {
                listed[f as usize] = true;
                self.push(key, f);
            }
        }
    }

    /// The face nearest to the origin.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<usize> {
        while self.heap_len > 0 {
            let (key, f) = (self.keys[0], self.keyed[0]);
            self.heap_len -= 1;
            let (moved, moved_face) = (self.keys[self.heap_len], self.keyed[self.heap_len]);
            let mut i = 0;
            loop {
                let mut child = 2 * i + 1;
                if child >= self.heap_len {
                    break;
                }
                if child + 1 < self.heap_len && self.keys[child + 1] < self.keys[child] {
                    child += 1;
                }
                if self.keys[child] >= moved {
                    break;
                }
                (self.keys[i], self.keyed[i]) = (self.keys[child], self.keyed[child]);
                i = child;
            }
            (self.keys[i], self.keyed[i]) = (moved, moved_face);
            let face = &self.faces[f as usize];
            if face.is_alive() && face.distance == key {
                return Some(f as usize);
            }
        }
        None
    }

    #[cold]
    pub(super) fn tell(
        &self,
        observer: &mut impl Observer<Vec3<T>>,
        face: &Face<T>,
        found: Vertex<Vec3<T>>,
        bounds: [T; 2],
        calls: u32,
    ) {
        let mut faces = [[0_u32; 3]; MOST_FACES];
        let mut len = 0;
        for face in self.faces[..self.face_count].iter().filter(|f| f.is_alive()) {
            faces[len] = face.corners.each(u32::from);
            len += 1;
        }
        observer.step(&Step {
            algorithm: "epa",
            iteration: calls,
            vertices: &self.vertices[..self.vertex_count],
            faces: &faces[..len],
            point: face.normal * face.distance,
            cell: &[],
            found,
            bounds,
            details: Details::default(),
        });
    }
}

/// The index of the next corner or edge of a triangle.
#[inline]
fn after(i: usize) -> usize {
    if i == 2 { 0 } else { i + 1 }
}

/// The index of the previous corner or edge.
#[inline]
fn before(i: usize) -> usize {
    if i == 0 { 2 } else { i - 1 }
}
