//! EPA in space: a closed mesh of triangles that grows inside B − A around the origin.
//!
//! Steps, as in the thesis: take the face nearest to the origin from a heap; ask for the farthest point w along its
//! normal; if w is no farther than the face, the face is on the surface and its distance is the depth; otherwise remove
//! all faces that w sees (a flood fill that leaves a loop of edges, the silhouette) and join w to the loop.
//!
//! **Departures.** (1) A face counts as seen also where w lies in its plane, within rounding. So a new triangle is
//! never flat: if w were on the line of an edge of the loop, it would lie in the plane of the face behind it, and that
//! face would be gone. (2) Slots of removed faces are used again; a heap entry that no longer fits its face is skipped.
//! (3) Where the seen faces do not form a disc, which only rounding can cause, the first face alone is removed. (4) The
//! distance of a face is lowered by the error that its shape makes of rounding: a sliver does not pretend to know.
//!
//! **Misprints.** Algorithm 12 returns the v of the last face taken, even where an earlier one gave the least upper
//! bound; here the normal of the least upper bound is returned. Its connecting step reads "e_x.adj_1 = e_{x⊕1}", where
//! the new entries y_x and y_{x⊕1} are meant. Step 2.e of Feng & Tan joins w to all edges of a removed face, where only
//! those of the silhouette are meant.
//!
//! **Cost.** One support call a step, 2 to 10 steps for polytopes, 20 to 40 for curved bodies at the default gap.

use super::{Depth, Gap};
use crate::climb::{Peak, climb};
use crate::gjk::Simplex;
use crate::math::{Real, Vec3, Vector};
use crate::observe::{Details, Observer, Status, Step};
use crate::pair::{Obstacle, Vertex};

/// A vertex of the mesh may be off by this many ε × size: the rounding of a support point.
const VERTEX_ULPS: f64 = 4.0;

/// The rounding of the faces is looked at one by one where the bound for all of them is more than this many gaps.
const SLIGHT: f64 = 0.25;

/// See [`Epa3::is_small`].
const SMOOTH: f64 = 16.0;

/// Marks the end of a list of faces.
const NONE: u16 = u16::MAX / 4;

/// Cosine of the angle within which faces count as beside the best direction: 2 degrees.
const BESIDE: f64 = 0.9994;

/// The best direction is sharpened when the bounds are within this many gaps: the sharp upper bound then saves steps.
const EARLY: f64 = 64.0;

/// A triangle of the mesh.
#[derive(Clone, Copy, Debug)]
struct Face<T> {
    /// Outward unit normal.
    normal: Vec3<T>,
    /// Distance of the plane from the origin.
    distance: T,
    /// Corners, counter-clockwise from outside.
    corners: [u16; 3],
    /// The face across the edge from corner i to the next, times 4, plus which of its edges that is.
    across: [u16; 3],
    alive: bool,
}

/// The mesh and its heap, for up to `V` vertices, `F` faces and `H` heap entries. F is at least 2 V, H 3 F.
#[derive(Clone, Debug)]
pub struct Epa3<T: Real, const V: usize, const F: usize, const H: usize> {
    vertices: [Vertex<Vec3<T>>; V],
    vertex_count: usize,
    faces: [Face<T>; F],
    face_count: usize,
    /// Removed faces, linked by their first `across`.
    free: u16,
    heap: [(T, u16); H],
    heap_len: usize,
    /// Lists for one step.
    seen: [u16; F],
    rim: [u16; F],
    stack: [u16; F],
    /// Error of a vertex.
    error: T,
    /// The largest (|e| + |f|)/|e × f| of a face with edges e and f.
    spread: T,
}

/// The least depth of two bodies that meet. `simplex` is the last one of GJK, which holds the origin within rounding.
/// Stops where the bounds are within `gap`, or the mesh is full.
pub fn epa3<T: Real>(
    obstacle: &impl Obstacle<Vec3<T>>,
    simplex: &Simplex<Vec3<T>>,
    gap: &Gap<T>,
    observer: &mut impl Observer<Vec3<T>>,
) -> Depth<Vec3<T>> {
    let depth = if obstacle.is_polytope() {
        Epa3::<T, 40, 80, 120>::new(obstacle.size()).run(obstacle, simplex, gap, observer)
    } else {
        Epa3::<T, 112, 224, 336>::new(obstacle.size()).run(obstacle, simplex, gap, observer)
    };
    if depth.status == Status::Budget {
        with_more_room(obstacle, simplex, gap, observer, depth.calls)
    } else {
        depth
    }
}

/// Once more from the beginning, with room for hard cases.
#[cold]
#[inline(never)]
fn with_more_room<T: Real>(
    obstacle: &impl Obstacle<Vec3<T>>,
    simplex: &Simplex<Vec3<T>>,
    gap: &Gap<T>,
    observer: &mut impl Observer<Vec3<T>>,
    calls: u32,
) -> Depth<Vec3<T>> {
    let mut large = Epa3::<T, 384, 768, 1152>::new(obstacle.size());
    let depth = large.run(obstacle, simplex, gap, observer);
    Depth { calls: calls + depth.calls, ..depth }
}

impl<T: Real, const V: usize, const F: usize, const H: usize> Epa3<T, V, F, H> {
    fn new(size: T) -> Self {
        let face =
            Face { normal: Vec3::ZERO, distance: T::ZERO, corners: [0; 3], across: [0; 3], alive: false };
        Self {
            vertices: [Vertex {
                point: Vec3::ZERO,
                a: Vec3::ZERO,
                id_a: crate::shape::Id(0),
                id_b: crate::shape::Id(0),
            }; V],
            vertex_count: 0,
            faces: [face; F],
            face_count: 0,
            free: NONE,
            heap: [(T::ZERO, 0); H],
            heap_len: 0,
            seen: [0; F],
            rim: [0; F],
            stack: [0; F],
            spread: T::ZERO,
            error: T::of(VERTEX_ULPS) * T::EPSILON * size,
        }
    }

    fn run(
        &mut self,
        obstacle: &impl Obstacle<Vec3<T>>,
        simplex: &Simplex<Vec3<T>>,
        gap: &Gap<T>,
        observer: &mut impl Observer<Vec3<T>>,
    ) -> Depth<Vec3<T>> {
        let mut state = State { upper: T::INFINITY, normal: Vec3::ZERO, vertex: Vertex::default(), calls: 0 };
        if !self.start(obstacle, simplex, &mut state) {
            return state.flat();
        }
        // Whether the best direction is known better than the mesh knows it.
        let mut sharp = false;
        let mut lower = T::ZERO;
        let mut floor = T::INFINITY;
        let mut last = 0;
        let mut status = Status::Stalled;
        while let Some(f) = self.pop() {
            let face = self.faces[f];
            let to_go = state.upper - face.distance;
            if to_go <= gap.value {
                lower = face.distance;
                status = Status::Converged;
                break;
            }
            if sharp && to_go <= gap.bound && -face.normal.dot(state.normal) > T::of(BESIDE) {
                // Beside the best direction, which is known better than its neighbourhood.
                floor = floor.min(face.distance);
                continue;
            }
            (lower, last) = (face.distance, f);
            let near = self.vertices[face.corners[2] as usize];
            let mut w = obstacle.support(face.normal, &near);
            let height = face.normal.dot(w.point);
            let better = state.meet(face.normal, w);
            sharp = sharp && !better;
            if watches(observer) {
                self.tell(observer, &face, w, [-state.upper, -lower], state.calls);
            }
            if height - face.distance <= gap.value {
                status = Status::Converged;
                break;
            }
            if self.vertex_count == V {
                status = Status::Budget;
                break;
            }
            let to_go = state.upper - face.distance;
            if !sharp && to_go <= gap.bound * T::of(EARLY) && self.is_small(&face, to_go * obstacle.size()) {
                let peak = climb(obstacle, state.normal, state.vertex, gap.value * T::HALF);
                state.rise(&peak);
                sharp = peak.to_gain <= gap.value;
                if sharp && face.normal.dot(peak.vertex.point) > face.distance + obstacle.rounding() {
                    w = peak.vertex;
                }
            }
            if !self.expand(f, w, state.upper, obstacle.rounding()) {
                floor = floor.min(face.distance);
            }
        }
        let mut lower = lower.min(floor);
        let slack = self.error * (T::ONE + T::TWO * self.spread * obstacle.size());
        lower = if slack <= gap.bound * T::of(SLIGHT) { lower - slack } else { self.nearest_face(lower) };
        let lower = lower.max(T::ZERO).min(state.upper);
        if status == Status::Stalled && state.upper - lower <= gap.bound {
            status = Status::Converged;
        }
        let (point_a, point_b) = self.witnesses(last, &state);
        Depth {
            lower,
            upper: state.upper,
            normal: state.normal,
            point_a,
            point_b,
            calls: state.calls,
            status,
        }
    }

    /// The least distance of a face, as far as rounding lets each be known; `lower` where that is less. For meshes with
    /// slivers.
    #[cold]
    #[inline(never)]
    fn nearest_face(&self, lower: T) -> T {
        let sum = |v: Vec3<T>| v.sum_abs();
        let mut least = lower - self.error;
        for face in self.faces[..self.face_count].iter().filter(|f| f.alive) {
            let [a, b, c] = face.corners.map(|i| self.vertices[i as usize].point);
            let (e, f) = (b - a, c - a);
            let turn = (sum(e) + sum(f)) / e.cross(f).norm();
            let slack = self.error * (T::ONE + T::TWO * turn * sum(a - face.normal * face.distance));
            // Of a face without area nothing is known but that it is a segment.
            let known = if slack.is_finite() { face.distance - slack } else { T::ZERO };
            least = least.min(known);
        }
        least
    }

    /// The first tetrahedron: GJK's simplex, with support points added where it has fewer than four vertices (the
    /// thesis' section on initiation). False where B − A is flat.
    fn start(
        &mut self,
        obstacle: &impl Obstacle<Vec3<T>>,
        simplex: &Simplex<Vec3<T>>,
        state: &mut State<T>,
    ) -> bool {
        let mut corners = [Vertex::default(); 4];
        let mut len = simplex.len();
        corners[..len].copy_from_slice(simplex.vertices());
        let thin = obstacle.rounding() * T::TWO;
        if len == 1 {
            // Touching in a point, or a point alone: any other vertex.
            let first = corners[0].point;
            for direction in [-first, Vec3::axis(0), Vec3::axis(1), Vec3::axis(2)] {
                for d in [direction, -direction] {
                    if len == 1 && d != Vec3::ZERO {
                        let w = obstacle.support(d, &corners[0]);
                        state.meet(d.unit(), w);
                        if (w.point - first).norm() > thin {
                            corners[1] = w;
                            len = 2;
                        }
                    }
                }
            }
            if len == 1 {
                return false;
            }
        }
        if len == 2 {
            let axis = (corners[1].point - corners[0].point).unit();
            let across = axis.any_orthogonal();
            let other = axis.cross(across);
            for d in [across, -across, other, -other] {
                let w = obstacle.support(d, &corners[0]);
                state.meet(d, w);
                let off = w.point - corners[0].point;
                if len == 2 && (off - axis * off.dot(axis)).norm() > thin {
                    corners[2] = w;
                    len = 3;
                }
            }
            if len == 2 {
                return false;
            }
        }
        if len == 3 {
            let [a, b, c] = [0, 1, 2].map(|i| corners[i].point);
            let normal = (b - a).cross(c - a).unit();
            let up = obstacle.support(normal, &corners[0]);
            state.meet(normal, up);
            let down = obstacle.support(-normal, &corners[0]);
            state.meet(-normal, down);
            let (over, under) = (normal.dot(up.point - a), -normal.dot(down.point - a));
            if over <= thin && under <= thin {
                return false;
            }
            if over > thin && under > thin {
                self.bipyramid(&corners, up, down);
                return true;
            }
            corners[3] = if over > thin { up } else { down };
        }
        let [a, b, c, d] = corners.map(|v| v.point);
        if (b - a).cross(c - a).dot(d - a) > T::ZERO {
            corners.swap(0, 1);
        }
        self.vertices[..4].copy_from_slice(&corners);
        self.vertex_count = 4;
        for (corners, across) in [
            ([0, 1, 2], [4, 8, 12]),
            ([1, 0, 3], [0, 14, 9]),
            ([2, 1, 3], [1, 6, 13]),
            ([0, 2, 3], [2, 10, 5]),
        ] {
            self.add(corners, across);
        }
        true
    }

    /// The triangle with a vertex on either side, as a first mesh: the origin is in it whichever side it is on.
    fn bipyramid(&mut self, corners: &[Vertex<Vec3<T>>; 4], up: Vertex<Vec3<T>>, down: Vertex<Vec3<T>>) {
        self.vertices[..3].copy_from_slice(&corners[..3]);
        self.vertices[3] = up;
        self.vertices[4] = down;
        self.vertex_count = 5;
        // Faces 0, 1, 2 above the edges 01, 12, 20; faces 3, 4, 5 below them.
        for i in 0..3_u16 {
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            self.add([i, next, 3], [(3 + i) * 4, next * 4 + 2, last * 4 + 1]);
        }
        for i in 0..3_u16 {
            let (next, last) = ((i + 1) % 3, (i + 2) % 3);
            self.add([next, i, 4], [i * 4, (3 + last) * 4 + 2, (3 + next) * 4 + 1]);
        }
    }

    /// Adds a face, to the heap too.
    fn add(&mut self, corners: [u16; 3], across: [u16; 3]) -> u16 {
        let slot = self.slot();
        self.write(slot, corners, across);
        self.push(self.faces[slot as usize].distance, slot);
        slot
    }

    /// Whether a face is as small as one near a smooth peak is: its squared extent is the gap times the radius of
    /// curvature, by a small factor. On a ridge or a flat face it is not.
    #[inline]
    fn is_small(&self, face: &Face<T>, gap_by_size: T) -> bool {
        let [a, b, c] = face.corners.map(|i| self.vertices[i as usize].point);
        (b - a).norm_squared().max((c - a).norm_squared()) <= T::of(SMOOTH) * gap_by_size
    }

    /// A place for a face; there is one, since F is at least twice V.
    #[inline]
    fn slot(&mut self) -> u16 {
        if self.free == NONE {
            self.face_count += 1;
            (self.face_count - 1) as u16
        } else {
            let slot = self.free;
            self.free = self.faces[slot as usize].across[0];
            slot
        }
    }

    /// Writes a triangle: its unit normal and the distance of its plane. An error δ of the corners turns the plane by
    /// up to 2δ (|e| + |f|)/|e × f|, and moves its foot by that times the way from the foot to the corner on which the
    /// plane is hung, which is less than the size.
    #[inline(always)]
    fn write(&mut self, slot: u16, corners: [u16; 3], across: [u16; 3]) {
        // By reference: copies would go through memory in pieces of another size.
        let [a, b, c] = [0, 1, 2].map(|i| &self.vertices[corners[i] as usize].point);
        let e = Vec3::new(b.x - a.x, b.y - a.y, b.z - a.z);
        let f = Vec3::new(c.x - a.x, c.y - a.y, c.z - a.z);
        let cross = e.cross(f);
        let squared = cross.norm_squared();
        let inverse = T::ONE / squared.sqrt();
        let spread = (e.x.abs() + e.y.abs() + e.z.abs() + f.x.abs() + f.y.abs() + f.z.abs()) * inverse;
        let height = (cross.x * a.x + cross.y * a.y + cross.z * a.z) * inverse;
        let foot = *a;
        let face = &mut self.faces[slot as usize];
        (face.corners, face.across, face.alive) = (corners, across, true);
        (face.normal, face.distance) = (cross * inverse, height);
        if squared > T::ZERO {
            self.spread = self.spread.max(spread);
        } else {
            // No area: the plane is anyone's, and nothing is known of the distance but that it is not negative.
            (face.normal, face.distance) = (foot.unit(), T::ZERO);
        }
    }

    /// Replaces the faces that w sees, `first` among them, by a cone from w. False where that cannot be done.
    fn expand(&mut self, first: usize, w: Vertex<Vec3<T>>, upper: T, coplanar: T) -> bool {
        let alone = self.faces[first].across;
        let (seen_len, mut rim_len) = self.silhouette(first, w.point, coplanar);
        if self.is_loop(rim_len) {
            for i in 0..seen_len {
                self.remove(self.seen[i]);
            }
        } else {
            // Not a disc. The first face alone is one.
            for i in 1..seen_len {
                self.faces[self.seen[i] as usize].alive = true;
            }
            self.remove(first as u16);
            self.rim[..3].copy_from_slice(&alone);
            rim_len = 3;
        }
        if self.vertex_count == V {
            return false;
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
            // The last face is not known yet when the first is made; it is entered at the end.
            self.write(slot, [from, to, tip], [edge, next * 4 + 2, last * 4 + 1]);
            (self.rim[i], last, slot) = (slot, slot, next);
        }
        self.faces[first_slot as usize].across[2] = last * 4 + 1;
        for i in 0..rim_len {
            let slot = self.rim[i];
            let distance = self.faces[slot as usize].distance;
            // A face beyond the upper bound is never the nearest that matters.
            if distance < upper {
                self.push(distance, slot);
            }
        }
        true
    }

    /// Flood fill (Algorithm 10): the faces that see w, and the edges around them, counter-clockwise, as `across` of
    /// the faces inside. Returns how many of both.
    #[inline]
    fn silhouette(&mut self, first: usize, w: Vec3<T>, coplanar: T) -> (usize, usize) {
        let (mut seen_len, mut rim_len) = (1, 0);
        self.seen[0] = first as u16;
        self.faces[first].alive = false;
        for i in 0..3 {
            self.stack[2 - i] = self.faces[first].across[i];
        }
        let mut depth = 3;
        // Each face is seen once and each of its edges stacked once, so no list grows beyond F.
        while depth > 0 {
            depth -= 1;
            let edge = self.stack[depth];
            let (f, side) = ((edge / 4) as usize, (edge % 4) as usize);
            let face = &mut self.faces[f];
            if !face.alive {
                continue;
            }
            if face.normal.dot(w) < face.distance - coplanar {
                self.rim[rim_len] = edge;
                rim_len += 1;
                continue;
            }
            face.alive = false;
            self.seen[seen_len] = f as u16;
            seen_len += 1;
            self.stack[depth] = face.across[before(side)];
            self.stack[depth + 1] = face.across[after(side)];
            depth += 2;
        }
        (seen_len, rim_len)
    }

    /// Whether edges follow one another around a loop.
    #[inline]
    fn is_loop(&self, rim_len: usize) -> bool {
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
    fn remove(&mut self, face: u16) {
        self.faces[face as usize].alive = false;
        self.faces[face as usize].across[0] = self.free;
        self.free = face;
    }

    #[inline]
    fn push(&mut self, key: T, face: u16) {
        if self.heap_len == H {
            self.tidy();
        }
        let mut i = self.heap_len;
        self.heap_len += 1;
        while i > 0 {
            let parent = (i - 1) / 2;
            if self.heap[parent].0 <= key {
                break;
            }
            self.heap[i] = self.heap[parent];
            i = parent;
        }
        self.heap[i] = (key, face);
    }

    /// Drops the entries of faces that are gone, and orders the rest: a sorted list is a heap.
    #[cold]
    fn tidy(&mut self) {
        let mut kept = 0;
        for i in 0..self.heap_len {
            let (key, f) = self.heap[i];
            let face = &self.faces[f as usize];
            if face.alive && face.distance == key {
                self.heap[kept] = (key, f);
                kept += 1;
            }
        }
        self.heap_len = kept;
        self.heap[..kept]
            .sort_unstable_by(|p, q| p.0.partial_cmp(&q.0).unwrap_or(core::cmp::Ordering::Equal));
    }

    /// The face nearest to the origin.
    #[inline]
    fn pop(&mut self) -> Option<usize> {
        while self.heap_len > 0 {
            let (key, f) = self.heap[0];
            self.heap_len -= 1;
            let moved = self.heap[self.heap_len];
            let mut i = 0;
            loop {
                let mut child = 2 * i + 1;
                if child >= self.heap_len {
                    break;
                }
                if child + 1 < self.heap_len && self.heap[child + 1].0 < self.heap[child].0 {
                    child += 1;
                }
                if self.heap[child].0 >= moved.0 {
                    break;
                }
                self.heap[i] = self.heap[child];
                i = child;
            }
            self.heap[i] = moved;
            let face = &self.faces[f as usize];
            if face.alive && face.distance == key {
                return Some(f as usize);
            }
        }
        None
    }

    /// The points of A and B under the foot of the origin on the last face, if the least upper bound is about there;
    /// else those of its support point.
    fn witnesses(&self, face: usize, state: &State<T>) -> (Vec3<T>, Vec3<T>) {
        let face = &self.faces[face];
        let [a, b, c] = face.corners.map(|i| self.vertices[i as usize]);
        let (e, f) = (b.point - a.point, c.point - a.point);
        let normal = e.cross(f);
        let squared = normal.norm_squared();
        // The foot is a + β e + γ f.
        let beta = normal.dot(f.cross(a.point)) / squared;
        let gamma = normal.dot(a.point.cross(e)) / squared;
        if -face.normal.dot(state.normal) <= T::HALF || !(beta + gamma).is_finite() {
            return (state.vertex.a, state.vertex.b());
        }
        let (beta, gamma) = (beta.max(T::ZERO).min(T::ONE), gamma.max(T::ZERO).min(T::ONE));
        let alpha = (T::ONE - beta - gamma).max(T::ZERO);
        let sum = T::ONE / (alpha + beta + gamma);
        let mix = |p: Vec3<T>, q: Vec3<T>, r: Vec3<T>| (p * alpha + q * beta + r * gamma) * sum;
        (mix(a.a, b.a, c.a), mix(a.b(), b.b(), c.b()))
    }

    #[cold]
    fn tell(
        &self,
        observer: &mut impl Observer<Vec3<T>>,
        face: &Face<T>,
        found: Vertex<Vec3<T>>,
        bounds: [T; 2],
        calls: u32,
    ) {
        let mut faces = [[0_u32; 3]; F];
        let mut len = 0;
        for face in self.faces[..self.face_count].iter().filter(|f| f.alive) {
            faces[len] = face.corners.map(u32::from);
            len += 1;
        }
        observer.step(&Step {
            algorithm: "epa",
            iteration: calls,
            vertices: &self.vertices[..self.vertex_count],
            faces: &faces[..len],
            point: face.normal * face.distance,
            found,
            bounds,
            details: Details::default(),
        });
    }
}

/// The least upper bound so far.
struct State<T: Real> {
    upper: T,
    /// From A to B: into C, as seen from the surface.
    normal: Vec3<T>,
    vertex: Vertex<Vec3<T>>,
    calls: u32,
}

impl<T: Real> State<T> {
    /// Takes note of the support point along an outward unit normal; whether it is a better bound.
    #[inline]
    fn meet(&mut self, outward: Vec3<T>, w: Vertex<Vec3<T>>) -> bool {
        self.calls += 1;
        let height = outward.dot(w.point);
        let better = height < self.upper;
        if better {
            (self.upper, self.normal, self.vertex) = (height, -outward, w);
        }
        better
    }

    fn rise(&mut self, peak: &Peak<Vec3<T>>) {
        self.calls += peak.calls;
        if -peak.separation < self.upper {
            (self.upper, self.normal, self.vertex) = (-peak.separation, peak.normal, peak.vertex);
        }
    }

    /// Where B − A has no inside, the depth is what it extends across itself: nothing but rounding.
    fn flat(&self) -> Depth<Vec3<T>> {
        Depth {
            lower: T::ZERO,
            upper: self.upper.max(T::ZERO),
            normal: self.normal,
            point_a: self.vertex.a,
            point_b: self.vertex.b(),
            calls: self.calls,
            status: Status::Converged,
        }
    }
}

/// The next corner or edge of a triangle.
#[inline]
fn after(i: usize) -> usize {
    if i == 2 { 0 } else { i + 1 }
}

/// The corner or edge before.
#[inline]
fn before(i: usize) -> usize {
    if i == 0 { 2 } else { i - 1 }
}

/// Whether an observer looks; known when the program is built.
#[inline(always)]
fn watches<T: Real, O: Observer<Vec3<T>>>(_: &O) -> bool {
    O::WATCHES
}
