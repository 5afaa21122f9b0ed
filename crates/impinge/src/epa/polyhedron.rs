//! EPA in space: a closed mesh of triangles that expands inside B − A around the origin.
//!
//! Steps, as in the thesis: pop the face nearest to the origin from a heap; compute the support point w along its
//! normal; if w is no farther than the face, the face is on the surface and its distance is the depth; otherwise remove
//! all faces that w sees (a flood fill that leaves a loop of edges, the silhouette) and join w to the loop.
//!
//! **Departures.** (1) A face counts as seen also if w lies in its plane, within rounding. So, except for rounding, a
//! new triangle is not flat: if w were on the line of an edge of the loop, it would lie in the plane of the face behind
//! it, and that face would be gone. (2) Slots of removed faces are reused; a heap entry that no longer matches its face
//! is skipped. (3) If the seen faces do not form a disc, which only rounding can cause, only the first face is removed.
//! (4) A face proves the smallest product of a unit vector with its corners, so that slivers do no harm. (5) Beside the
//! smooth peak of two ellipsoids curvature proves the depth ([`cap`](super::cap)), and faces there stay large.
//!
//! **Misprints.** Algorithm 12 returns the v of the last face taken, even if an earlier one gave the smallest upper
//! bound; here the normal of the smallest upper bound is returned. Its connecting step reads "e_x.adj_1 = e_{x⊕1}" but
//! means the new entries y_x and y_{x⊕1}. Step 2.e of Feng & Tan joins w to all edges of a removed face, but means only
//! those of the silhouette.
//!
//! **Cost.** One support call per step, 2 to 10 steps for polytopes, 20 to 40 for curved bodies at the default gap.

use super::cap::Caps;
use super::mesh::{Face, MOST_FACES, MOST_VERTICES, Mesh, Room};
use super::sound::sound;
use super::{Gap, Start};
use crate::climb::{Peak, Ridge, climb, climb_ridge};
use crate::gjk::{Known, Simplex};
use crate::math::{Each, Real, Vec3};
use crate::observe::{Interval, Observer, Status, watches};
use crate::pair::{Guard, Obstacle, Vertex};

/// Cosine of the angle within which faces count as close to the best direction: 2 degrees.
const BESIDE: f64 = 0.9994;

/// The best direction is refined when the bounds are within this many gaps: the sharp upper bound then saves steps.
const EARLY: f64 = 64.0;

/// If curvature is known ([`Caps`]), it is refined when the bounds are within this fraction of the size. With a larger
/// value, faces are too large for a cap; with a smaller one, they get smaller than a cap needs.
const CAP_EARLY: f64 = 1.0 / 1024.0;

/// If no cap contained the face, the next one is searched for when the bounds are this much closer together.
const CAP_AGAIN: f64 = 0.125;

/// If curvature is known, the remaining gain is to be at most this × gap × depth/size: the proven curvature may be much less than the
/// actual one, and the support point of a peak of small depth is to be as near to its direction.
const SHARPER: f64 = 1.0 / 64.0;

/// A ridge is climbed when the bounds are within this fraction of the size, if a face looks like one ([`Mesh::ridge_at`]).
const RIDGE_EARLY: f64 = 1.0 / 512.0;

/// A point counts as close to an end of an edge while its squared distance is within this × gap × size.
const BESIDE_END: f64 = 4.0;

/// The far end of an edge is this many times farther, squared, than a point close to its near end may be.
const LONG: f64 = 16.0;

/// A mixed point is worth a vertex if its height above the face is this fraction of the support point's.
const MIXED: f64 = 0.5;
const FAR: f64 = 1.0 / 64.0;

/// Corners of faces within these multiples of the depth are kept first.
const NEARER: [f64; 3] = [1.1, 1.5, f64::INFINITY];

/// Vertices within this fraction of the size of a smooth peak are of no use to the next query.
const PASSING: f64 = 1.0 / 32.0;

/// A support point lies on its direction while beside² is within the size × δ, where δ is the allowed height error: the
/// requested gap, and at most this × the error of a vertex, 10⁻¹⁰ of the size in `f64`. The reason: at a smooth peak of
/// radius R a direction that is off by θ has its support point R θ beside it, R θ²/2 too high, so beside² = 2 R δ. If
/// it were smaller, a peak that rounding has moved would count as a corner; if larger, a corner near the direction
/// would count as a peak.
const OPPOSITE: f64 = 1.0e5;

/// The smallest depth of two overlapping bodies. `simplex` is the last one of GJK, which contains the origin within
/// rounding. Stops when the bounds are within `gap`, or the mesh is full.
#[inline(never)]
pub fn epa3<T: Real>(
    obstacle: &impl Obstacle<Vec3<T>>,
    simplex: &Simplex<Vec3<T>>,
    gap: &Gap<T>,
    observer: &mut impl Observer<Vec3<T>>,
) -> Interval<Vec3<T>> {
    let obstacle = &Guard::new(obstacle);
    let depth = if obstacle.is_polytope() {
        let mut room = Room::<T, 40, 80, 120>::EMPTY;
        room.mesh(obstacle.size()).run(obstacle, simplex, gap, None, observer)
    } else {
        let mut room = Room::<T, 112, 224, 336>::EMPTY;
        room.mesh(obstacle.size()).run(obstacle, simplex, gap, None, observer)
    };
    let depth = if depth.status == Status::Budget {
        with_more_room(obstacle, simplex, gap, observer, depth.calls)
    } else {
        depth
    };
    sound(depth, obstacle)
}

/// The same, beginning with what an earlier run left.
pub(super) fn epa3_from<T: Real>(
    obstacle: &impl Obstacle<Vec3<T>>,
    simplex: &Simplex<Vec3<T>>,
    gap: &Gap<T>,
    start: &mut Start<Vec3<T>>,
) -> Interval<Vec3<T>> {
    let obstacle = &Guard::new(obstacle);
    let depth = if obstacle.is_polytope() {
        let mut room = Room::<T, 64, 128, 192>::EMPTY;
        room.mesh(obstacle.size()).run(obstacle, simplex, gap, Some(start), &mut ())
    } else {
        let mut room = Room::<T, 112, 224, 336>::EMPTY;
        room.mesh(obstacle.size()).run(obstacle, simplex, gap, Some(start), &mut ())
    };
    let depth = if depth.status == Status::Budget {
        with_more_room(obstacle, simplex, gap, &mut (), depth.calls)
    } else {
        depth
    };
    sound(depth, obstacle)
}

/// Runs again from the beginning, with room for hard cases.
#[cold]
#[inline(never)]
fn with_more_room<T: Real>(
    obstacle: &impl Obstacle<Vec3<T>>,
    simplex: &Simplex<Vec3<T>>,
    gap: &Gap<T>,
    observer: &mut impl Observer<Vec3<T>>,
    calls: u32,
) -> Interval<Vec3<T>> {
    let mut room = Room::<T, MOST_VERTICES, MOST_FACES, 1152>::EMPTY;
    let depth = room.mesh(obstacle.size()).run(obstacle, simplex, gap, None, observer);
    Interval { calls: calls + depth.calls, ..depth }
}

impl<T: Real> Mesh<'_, T> {
    fn run(
        &mut self,
        obstacle: &impl Obstacle<Vec3<T>>,
        simplex: &Simplex<Vec3<T>>,
        gap: &Gap<T>,
        start: Option<&mut Start<Vec3<T>>>,
        observer: &mut impl Observer<Vec3<T>>,
    ) -> Interval<Vec3<T>> {
        let mut state = State { upper: T::INFINITY, normal: Vec3::ZERO, vertex: Vertex::default(), calls: 0 };
        if !self.start(obstacle, simplex, &mut state) {
            return state.flat(simplex);
        }
        // Whether the best direction is known better than the mesh knows it, and the ridge that was climbed for that.
        let mut sharp = false;
        let round = obstacle.least_radius(Vec3::axis(0), T::ZERO) > T::ZERO;
        let mut try_peak = if round { obstacle.size() * T::of(CAP_EARLY) } else { gap.bound * T::of(EARLY) };
        let mut caps = Caps::new();
        let mut ridge = None;
        let mut look_for_ridge = !obstacle.is_polytope();
        if let Some(start) = &start {
            for vertex in start.known.vertices().iter().chain(start.near.vertices()) {
                self.insert(vertex, obstacle.rounding());
            }
            if let Some(peak) = &start.peak {
                state.rise(peak);
                sharp = peak.to_gain <= gap.value;
                if sharp && round {
                    caps.add(obstacle, peak, self.error, gap.value);
                }
            }
        }
        let mut lower = T::ZERO;
        let mut floor = T::INFINITY;
        let mut last = 0;
        let mut status = Status::Stalled;
        while let Some(f) = self.pop() {
            let face = self.faces[f];
            let to_go = state.upper - face.distance;
            if to_go <= gap.value {
                (lower, last) = (face.distance, f);
                status = Status::Converged;
                break;
            }
            if caps.hold(face.normal, face.distance, state.upper) {
                continue;
            }
            if sharp && to_go <= gap.bound && -face.normal.dot(state.normal) > T::of(BESIDE) {
                // Close to the best direction, which is known better than its neighborhood.
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
            if self.vertex_count == self.vertices.len() {
                status = Status::Budget;
                break;
            }
            let to_go = state.upper - face.distance;
            if to_go <= try_peak
                && (!sharp || round && caps.may_miss(face.normal))
                && self.is_small(&face, to_go * obstacle.size())
            {
                try_peak = to_go * T::of(CAP_AGAIN);
                // There is another peak beside the known one.
                let (n, vertex) = if sharp { (-face.normal, w) } else { (state.normal, state.vertex) };
                let enough = if round { state.sharper(obstacle.size()) } else { T::HALF };
                let peak = climb(obstacle, n, vertex, gap.value * enough);
                state.rise(&peak);
                sharp = sharp || peak.to_gain <= gap.value;
                if peak.to_gain <= gap.value {
                    caps.add(obstacle, &peak, self.error, gap.value);
                    if caps.hold(face.normal, face.distance, state.upper) {
                        continue;
                    }
                    if face.normal.dot(peak.vertex.point) > face.distance + obstacle.rounding() {
                        w = peak.vertex;
                    }
                }
            }
            if look_for_ridge
                && !sharp
                && to_go <= T::of(RIDGE_EARLY) * obstacle.size()
                && let Some(ends) = self.ridge_at(&face, &w, to_go * obstacle.size())
            {
                // Only once: if there is no ridge, that costs a few calls.
                look_for_ridge = false;
                ridge = state.climb_ridge(obstacle, &ends, gap.value);
                if let Some(ridge) = &ridge {
                    sharp = true;
                    self.expand(f, w, state.upper, obstacle.rounding());
                    self.insert(&ridge.ends[0], obstacle.rounding());
                    self.insert(&ridge.ends[1], obstacle.rounding());
                    continue;
                }
            }
            self.expand(f, w, state.upper, obstacle.rounding());
            if start.is_some() && !obstacle.is_polytope() {
                self.mix_in(&face, &w, obstacle);
            }
        }
        // If no face is left below the upper bound, only those set aside are.
        let mut lower = if status == Status::Stalled { floor.min(state.upper) } else { lower.min(floor) };
        let slack = self.error * (T::ONE + T::TWO * self.spread * obstacle.size());
        // Usually good enough for all faces; otherwise each is examined.
        let is_slight = caps.is_empty() && state.upper - (lower - slack) <= gap.bound;
        lower = if is_slight { lower - slack } else { self.nearest_face(lower, state.upper, slack, &caps) };
        let lower = lower.max(T::ZERO).min(state.upper);
        if status == Status::Stalled && state.upper - lower <= gap.bound {
            status = Status::Converged;
        }
        // Not if a better direction was found since.
        let ridge = ridge.filter(|ridge| ridge.normal == state.normal);
        let near = gap.value.min(T::of(OPPOSITE) * self.error) * obstacle.size();
        let (point_a, point_b) = match &ridge {
            Some(ridge) => ridge.points(),
            // The support point of a peak that has a cap is beside its direction by no more than the cap allows.
            None if caps.are_about(-state.normal) => (state.vertex.a, state.vertex.b()),
            None => self.witnesses(last, &state, near),
        };
        if let Some(start) = start {
            let sharp = sharp && ridge.is_none();
            let beside = if sharp { Some(state.vertex.point) } else { None };
            self.keep(&mut start.known, state.upper, beside, obstacle.size());
            start.peak = sharp.then(|| state.peak());
        }
        Interval {
            lower,
            upper: state.upper,
            normal: state.normal,
            point_a,
            point_b,
            calls: state.calls,
            status,
        }
    }

    /// The ends of an edge of C near a face, if it seems to be at one: w, the support point of the face, is close to a
    /// corner (`gap_by_size` is as in [`is_small`](Mesh::is_small)), and another corner is far from both.
    #[inline(never)]
    fn ridge_at(&self, face: &Face<T>, w: &Vertex<Vec3<T>>, gap_by_size: T) -> Option<[Vertex<Vec3<T>>; 2]> {
        let away = face.corners.each(|i| (self.vertices[i as usize].point - w.point).norm_squared());
        let (mut near, mut far) = (0, 0);
        for i in 1..3 {
            near = if away[i] < away[near] { i } else { near };
            far = if away[i] > away[far] { i } else { far };
        }
        let beside = T::of(BESIDE_END) * gap_by_size;
        let is_edge = away[near] <= beside && away[far] > beside * T::of(LONG);
        is_edge.then(|| [*w, self.vertices[face.corners[far] as usize]])
    }

    /// Adds a point of C, if it lies outside the mesh: as if a support call had found it.
    fn insert(&mut self, w: &Vertex<Vec3<T>>, coplanar: T) {
        let mut best = (coplanar, None);
        for (f, face) in self.faces[..self.face_count].iter().enumerate() {
            let above = face.normal.dot(w.point) - face.distance;
            if face.is_alive() && above > best.0 {
                best = (above, Some(f));
            }
        }
        if let (_, Some(f)) = best
            && self.vertex_count < self.vertices.len()
        {
            self.expand(f, *w, T::INFINITY, coplanar);
        }
    }

    /// Adds the combinations of a new point of A with the points of B at the corners of a face, and vice versa. They
    /// are points of C too: where a face of one body touches a curved one, all three new corners cost one call.
    fn mix_in(&mut self, face: &Face<T>, w: &Vertex<Vec3<T>>, obstacle: &impl Obstacle<Vec3<T>>) {
        let height = |p: Vec3<T>| face.normal.dot(p) - face.distance;
        let enough = height(w.point) * T::of(MIXED);
        let far = obstacle.size() * T::of(FAR);
        for i in face.corners {
            let v = self.vertices[i as usize];
            let (a, b) = (v.b() - w.a, w.b() - v.a);
            let (moved_a, moved_b) = ((v.a - w.a).norm_squared(), (v.b() - w.b()).norm_squared());
            if moved_b > (moved_a * T::of(16.0)).max(far * far) && height(a) > enough {
                self.insert(&Vertex { point: a, a: w.a, id_a: w.id_a, id_b: v.id_b }, obstacle.rounding());
            }
            if moved_a > (moved_b * T::of(16.0)).max(far * far) && height(b) > enough {
                self.insert(&Vertex { point: b, a: v.a, id_a: v.id_a, id_b: w.id_b }, obstacle.rounding());
            }
        }
    }

    /// Keeps the corners of the mesh for the next query, those of the nearest faces first. Those near a smooth peak
    /// will not be on the surface then.
    fn keep(&self, known: &mut Known<Vec3<T>>, upper: T, peak: Option<Vec3<T>>, size: T) {
        let near = T::of(PASSING) * size;
        let mut used = [false; MOST_VERTICES];
        known.clear();
        for reach in NEARER {
            let limit = upper * T::of(reach);
            for face in self.faces[..self.face_count].iter().filter(|f| f.is_alive() && f.distance <= limit) {
                for i in face.corners {
                    used[i as usize] = true;
                }
            }
            for (vertex, used) in self.vertices[..self.vertex_count].iter().zip(used) {
                if used && peak.is_none_or(|p| (vertex.point - p).norm_squared() > near * near) {
                    known.push(vertex);
                }
            }
        }
    }

    /// The points of A and B of the best direction: those of its support point if that lies on the direction, as at a
    /// smooth peak; otherwise those where the ray along it leaves the mesh, usually through the last face. `near` is a
    /// squared length, see [`OPPOSITE`].
    fn witnesses(&self, last: usize, state: &State<T>, near: T) -> (Vec3<T>, Vec3<T>) {
        let m = -state.normal;
        let beside = state.vertex.point - m * state.upper;
        if beside.norm_squared() <= near {
            return (state.vertex.a, state.vertex.b());
        }
        let face = &self.faces[last];
        let found = if face.is_alive() { self.pierce(face, m) } else { None };
        found.or_else(|| self.pierced(m)).unwrap_or((state.vertex.a, state.vertex.b()))
    }

    /// The points of A and B where the ray from the origin along m passes a face, if it does.
    ///
    /// For the corners a, b, c: m·(b × c) a + m·(c × a) b + m·(a × b) c is a multiple of m, and the ray hits the
    /// triangle if no weight is negative.
    fn pierce(&self, face: &Face<T>, m: Vec3<T>) -> Option<(Vec3<T>, Vec3<T>)> {
        let [a, b, c] = face.corners.each(|i| self.vertices[i as usize].point);
        let weights = [b.cross(c).dot(m), c.cross(a).dot(m), a.cross(b).dot(m)];
        // All are zero if the ray lies in the plane of the face.
        let meets = weights.iter().all(|&w| w >= T::ZERO) && weights.iter().any(|&w| w > T::ZERO);
        meets.then(|| self.mix(face.corners, weights))
    }

    fn mix(&self, corners: [u16; 3], weights: [T; 3]) -> (Vec3<T>, Vec3<T>) {
        let sum = weights[0] + weights[1] + weights[2];
        let mut points = (Vec3::ZERO, Vec3::ZERO);
        for (weight, i) in weights.into_iter().zip(corners) {
            let vertex = &self.vertices[i as usize];
            points.0 += vertex.a * (weight / sum);
            points.1 += vertex.b() * (weight / sum);
        }
        points
    }

    /// The points of A and B where the ray from the origin along m leaves the mesh: there b − a is the depth times m,
    /// except for the gap. For a best direction that is older than the last face.
    ///
    /// For the corners a, b, c: m·(b × c) a + m·(c × a) b + m·(a × b) c is a multiple of m, and the ray hits the
    /// triangle if no weight is negative.
    #[cold]
    fn pierced(&self, m: Vec3<T>) -> Option<(Vec3<T>, Vec3<T>)> {
        let mut best = ([T::ZERO; 3], [0; 3], -T::INFINITY);
        for face in self.faces[..self.face_count].iter().filter(|f| f.is_alive()) {
            let [a, b, c] = face.corners.each(|i| self.vertices[i as usize].point);
            let weights = [b.cross(c).dot(m), c.cross(a).dot(m), a.cross(b).dot(m)];
            let sum = weights[0] + weights[1] + weights[2];
            let least = weights[0].min(weights[1]).min(weights[2]) / sum;
            if sum > T::ZERO && least > best.2 {
                best = (weights, face.corners, least);
            }
        }
        let (weights, corners, least) = best;
        if least == -T::INFINITY {
            return None;
        }
        Some(self.mix(corners, weights.each(|w| w.max(T::ZERO))))
    }

    /// The first tetrahedron: GJK's simplex, with support points added if it has fewer than four vertices (the thesis'
    /// section on initiation). False if B − A is flat.
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
            // Touching at a point, or a single point: any other vertex.
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
            let [a, b, c] = [0, 1, 2].each(|i| corners[i].point);
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
        let [a, b, c, d] = corners.each(|v| v.point);
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

    /// The triangle with a vertex on either side, as an initial mesh: it contains the origin whichever side that is on.
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
}

/// The smallest upper bound so far.
struct State<T: Real> {
    upper: T,
    /// Direction from A to B: into C, as seen from the surface.
    normal: Vec3<T>,
    vertex: Vertex<Vec3<T>>,
    calls: u32,
}

impl<T: Real> State<T> {
    /// Records the support point along an outward unit normal; returns whether it is a better bound.
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

    /// Remaining gain that a refinement may leave if curvature is known, in gaps.
    fn sharper(&self, size: T) -> T {
        T::of(SHARPER) * (self.upper / size).min(T::ONE)
    }

    fn rise(&mut self, peak: &Peak<Vec3<T>>) {
        self.calls += peak.calls;
        if -peak.separation < self.upper {
            (self.upper, self.normal, self.vertex) = (-peak.separation, peak.normal, peak.vertex);
        }
    }

    /// Climbs to the ridge between two vertices. `None` if there is none, or a better direction is known.
    #[inline(never)]
    fn climb_ridge(
        &mut self,
        obstacle: &impl Obstacle<Vec3<T>>,
        ends: &[Vertex<Vec3<T>>; 2],
        gap: T,
    ) -> Option<Ridge<Vec3<T>>> {
        match climb_ridge(obstacle, self.normal, *ends, gap * T::HALF) {
            Ok(ridge) => {
                self.calls += ridge.calls;
                if -ridge.separation > self.upper {
                    return None;
                }
                (self.upper, self.normal, self.vertex) = (-ridge.separation, ridge.normal, ridge.vertex);
                Some(ridge)
            }
            Err(calls) => {
                self.calls += calls;
                None
            }
        }
    }

    fn peak(&self) -> Peak<Vec3<T>> {
        let (normal, vertex) = (self.normal, self.vertex);
        Peak { normal, separation: -self.upper, vertex, to_gain: T::ZERO, calls: 0 }
    }

    /// The result if B − A has no interior: the depth is its extent across itself, nothing but rounding. GJK's own
    /// witness points are then a common point.
    fn flat(&self, simplex: &Simplex<Vec3<T>>) -> Interval<Vec3<T>> {
        let (point_a, point_b) = simplex.witnesses();
        Interval {
            lower: T::ZERO,
            upper: self.upper.max(T::ZERO),
            normal: self.normal,
            point_a,
            point_b,
            calls: self.calls,
            status: Status::Converged,
        }
    }
}
