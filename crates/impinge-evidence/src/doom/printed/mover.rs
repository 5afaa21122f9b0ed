//! Motions among polyhedra as in the report: how far a body gets, and what it touches.
//!
//! **Answers** how far a polyhedron of any form can move along a vector or turn about an axis among others at rest, and which features
//! meet. A contestant of the study; programs use [`impinge::expel::Mover`].
//!
//! **Source.** Van Waveren 2005, sections 2 to 5. A motion that does both is replaced by a translation and a turn, one after the other
//! (section 2). The broad phase uses boxes and an axial BSP tree (section 5).
//!
//! | symbol | meaning |
//! |---|---|
//! | f | fraction of a translation |
//! | r | tan(α/2) of a turn by α; the pose there is the quaternion (k r, 1)/√(1 + r²) about the axis k |
//!
//! **Guarantees.** None: that is what the study is for. **Cost.** All pairs of features near the way. **Failure.** See `zone.rs`, `rotate.rs`.

use impinge::broad::AxialBsp;
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Aabb, Motion, Pose, Real, Rot3, Vec3};

use super::placed::{Frame, MOST_REACH, Placed};
use super::plucker::Plucker;
use super::rotate::rotate;
use super::translate::{Kept, crossing, edge_fraction, translate};
use super::types::{Counts, Kind, Met, Moved, PrintedSettings};

/// Largest turn in one part, in radians: the report has turns of up to π, where the tangent ends.
const MOST_TURNED: f64 = 3.1;

/// Number of polygons from which a standing body has a tree.
const FEWEST: usize = 16;

/// A body at rest.
#[derive(Clone, Debug)]
pub struct Fixed<T: Real> {
    placed: Placed<T>,
    boxes: Vec<Aabb<Vec3<T>>>,
    tree: Option<AxialBsp<Vec3<T>>>,
}

impl<T: Real> Fixed<T> {
    /// A mesh at a pose.
    pub fn new(mesh: &PolygonMesh<T>, pose: &Pose<Vec3<T>>, settings: &PrintedSettings) -> Self {
        let placed = Placed::new(mesh, pose, T::of(settings.zone));
        let boxes: Vec<_> = (0..placed.polygons.len()).map(|p| placed.polygon_box(p)).collect();
        let tree =
            if settings.tree && boxes.len() >= FEWEST { AxialBsp::from_boxes(&boxes).ok() } else { None };
        Self { placed, boxes, tree }
    }

    /// Polygons whose boxes meet one.
    fn near(&self, way: &Aabb<Vec3<T>>, settings: &PrintedSettings, found: &mut Vec<u32>) {
        found.clear();
        match &self.tree {
            Some(tree) => tree.each_in_box(way, |p| found.push(p)),
            None => {
                let all = 0..self.boxes.len() as u32;
                found.extend(all.filter(|&p| !settings.tree || self.boxes[p as usize].overlaps(way)));
            }
        }
        found.sort_unstable();
    }
}

/// The printed collision detection with its memory.
#[derive(Clone, Debug)]
pub struct PrintedMover<T: Real> {
    settings: PrintedSettings,
    kept: Kept,
    near: Placed<T>,
    /// Start of the vertices, edges and polygons of each body in `near`, and its index.
    starts: Vec<([usize; 3], usize)>,
    list: Vec<u32>,
    /// Work so far.
    pub counts: Counts,
}

/// A place where bodies touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PrintedContact<T: Real> {
    /// The vertex, or the point of the standing edge.
    pub point: Vec3<T>,
    /// From the standing body to the moving one.
    pub normal: Vec3<T>,
    /// The features.
    pub kind: Kind,
}

impl<T: Real> PrintedMover<T> {
    /// Without any kept sides.
    pub fn new(settings: PrintedSettings) -> Self {
        Self {
            settings,
            kept: Kept::default(),
            near: Placed::default(),
            starts: Vec::new(),
            list: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// Along a vector.
    pub fn translate(&mut self, body: &PlacedMesh<'_, T>, by: Vec3<T>, standing: &[&Fixed<T>]) -> Moved<T> {
        let moving = Placed::new(body.mesh, &body.pose, T::of(self.settings.zone));
        let Some(start) = moving.bounds() else { return whole(body.pose) };
        let end = Aabb { min: start.min + by, max: start.max + by };
        self.gather(&start.union(&end), standing);
        self.count_unshared(&moving);
        let met = translate(&moving, &self.near, by, &self.settings, &mut self.kept, &mut self.counts);
        let met = met.map(|met| self.owned(met));
        let fraction = met.map_or(T::ONE, |met| met.f);
        Moved {
            fraction,
            pose: Pose::new(body.pose.translation() + by * fraction, body.pose.rotation()),
            met,
        }
    }

    /// About an axis through a point, counter-clockwise when it points at the viewer.
    pub fn rotate(
        &mut self,
        body: &PlacedMesh<'_, T>,
        center: Vec3<T>,
        axis: Vec3<T>,
        angle: T,
        standing: &[&Fixed<T>],
    ) -> Moved<T> {
        let parts = (angle.f64().abs() / MOST_TURNED).ceil().max(1.0);
        let (part, axis) = (angle / T::of(parts), axis.unit());
        let mut pose = body.pose;
        for k in 0..parts as u32 {
            let moved = self.turn(&PlacedMesh::new(body.mesh, pose), center, axis, part, standing);
            if moved.met.is_some() {
                let fraction = (T::of(f64::from(k)) + moved.fraction) / T::of(parts);
                return Moved { fraction, ..moved };
            }
            pose = moved.pose;
        }
        whole(pose)
    }

    /// Parts of a motion in order: first its whole translation, then its rotation (section 2).
    pub fn move_by(
        &mut self,
        body: &PlacedMesh<'_, T>,
        motion: &Motion<Vec3<T>>,
        standing: &[&Fixed<T>],
    ) -> Moved<T> {
        let moved = self.translate(body, motion.linear(), standing);
        if moved.met.is_some() || motion.is_translation() {
            return moved;
        }
        let center = motion.center() + motion.linear();
        self.rotate(&PlacedMesh::new(body.mesh, moved.pose), center, motion.axis(), motion.angle(), standing)
    }

    /// One turn by less than π.
    fn turn(
        &mut self,
        body: &PlacedMesh<'_, T>,
        center: Vec3<T>,
        axis: Vec3<T>,
        angle: T,
        standing: &[&Fixed<T>],
    ) -> Moved<T> {
        if angle == T::ZERO {
            return whole(body.pose);
        }
        // The report turns clockwise.
        let k = if angle < T::ZERO { -axis } else { axis };
        let frame = Frame::about(center, -k);
        let moving = Placed::new(body.mesh, &body.pose, T::of(self.settings.zone)).seen_from(&frame);
        let (sin, cos) = (T::HALF * angle.abs()).sin_cos();
        let limit = sin / cos;
        self.gather(&self.swept(&moving, &frame, limit), standing);
        self.count_unshared(&moving);
        let near = self.near.seen_from(&frame);
        let met = rotate(&moving, &near, limit, &self.settings, &mut self.counts);
        let r = met.map_or(limit, |met| met.f);
        let spin = k * r;
        let Ok(turn) = Rot3::try_normalize_xyzw([spin.x, spin.y, spin.z, T::ONE]) else {
            return whole(body.pose);
        };
        let pose = Pose::new(
            center + turn.rotate(body.pose.translation() - center),
            turn.compose(&body.pose.rotation()),
        );
        let fraction = met.map_or(T::ONE, |met| T::of(2.0 * met.f.f64().atan()) / angle.abs());
        let met = met.map(|met| {
            let (normal, point) = (frame.back(met.normal), frame.point_back(met.point));
            self.owned(Met { normal, point, ..met })
        });
        Moved { fraction, pose, met }
    }

    /// Bounding box of a turn: no vertex gets farther than the chord of its circle.
    fn swept(&self, moving: &Placed<T>, frame: &Frame<T>, limit: T) -> Aabb<Vec3<T>> {
        // sin(α/2), at most 1.
        let half = limit / (T::ONE + limit * limit).sqrt();
        let far = moving.vertices.iter().fold(T::ZERO, |far, v| far.max(v.x * v.x + v.y * v.y)).sqrt();
        let points = moving.vertices.iter().map(|v| frame.point_back(*v));
        let start = Aabb::of_points(points).unwrap_or(Aabb { min: Vec3::ZERO, max: Vec3::ZERO });
        start.grown(T::TWO * far * half)
    }

    /// Nearby parts of the standing bodies.
    fn gather(&mut self, way: &Aabb<Vec3<T>>, standing: &[&Fixed<T>]) {
        let way = way.grown(T::of(2.0 * MOST_REACH * self.settings.zone));
        self.near = Placed::default();
        self.starts.clear();
        for (number, body) in standing.iter().enumerate() {
            body.near(&way, &self.settings, &mut self.list);
            if !self.list.is_empty() {
                let near = &self.near;
                self.starts.push(([near.vertices.len(), near.edges.len(), near.polygons.len()], number));
                self.near.take(&body.placed, &self.list);
            }
        }
        self.counts.polygons += self.near.polygons.len() as u64;
    }

    fn owned(&self, met: Met<T>) -> Met<T> {
        let kind = match met.kind {
            Kind::PolygonVertex => 0,
            Kind::EdgeEdge => 1,
            Kind::VertexPolygon => 2,
        };
        let owner = self.starts.iter().rev().find(|(starts, _)| starts[kind] <= met.feature);
        Met { body: owner.map_or(0, |(_, number)| *number), ..met }
    }

    /// Number of all pairs if polygons shared nothing: each polygon with its own corners and sides.
    fn count_unshared(&mut self, moving: &Placed<T>) {
        let sum = |placed: &Placed<T>| placed.polygons.iter().map(|p| p.sides.len() as u64).sum::<u64>();
        let [own, other] = [sum(moving), sum(&self.near)];
        let polygons = [moving.polygons.len() as u64, self.near.polygons.len() as u64];
        self.counts.unshared += own * polygons[1] + other * polygons[0] + own * other;
    }

    /// All places where features come within a distance of the surface or its zone when they are moved against its normals (section 2.6).
    pub fn contacts(
        &mut self,
        body: &PlacedMesh<'_, T>,
        standing: &[&Fixed<T>],
        within: T,
    ) -> Vec<PrintedContact<T>> {
        let moving = Placed::new(body.mesh, &body.pose, T::of(self.settings.zone));
        let Some(bounds) = moving.bounds() else { return Vec::new() };
        self.gather(&bounds.grown(within), standing);
        let near = &self.near;
        let mut contacts = Vec::new();
        for (points, faces, kind) in
            [(&moving, near, Kind::VertexPolygon), (near, &moving, Kind::PolygonVertex)]
        {
            for polygon in &faces.polygons {
                let way = -polygon.normal * within;
                for (_, &a) in points.vertices.iter().enumerate().filter(|(i, _)| !points.inner[*i]) {
                    let alpha = polygon.normal.dot(a) + polygon.d;
                    // f = −α/β of section 2.2, with β = −within.
                    let touches = T::ZERO <= alpha && alpha <= within;
                    let path = Plucker::path(a, way);
                    let between = |&(edge, reversed): &(u32, bool)| {
                        (path.side(&faces.edges[edge as usize].line) < T::ZERO) == reversed
                    };
                    if touches && polygon.sides.iter().all(between) {
                        let out = kind == Kind::VertexPolygon;
                        let normal = if out { polygon.normal } else { -polygon.normal };
                        contacts.push(PrintedContact { point: a, normal, kind });
                    }
                }
            }
        }
        for p in moving.edges.iter().filter(|p| !p.internal) {
            for q in near.edges.iter().filter(|q| !q.internal) {
                let across = p.line.direction().cross(q.line.direction());
                if across == Vec3::ZERO {
                    continue;
                }
                let normal = across.unit() * if across.dot(q.out) < T::ZERO { -T::ONE } else { T::ONE };
                let way = -normal * within;
                let Some(f) = edge_fraction(&p.line, &q.line, way) else { continue };
                let touches = T::ZERO <= f && f <= T::ONE;
                let right = |end: Vec3<T>, way: Vec3<T>, line: &Plucker<T>| {
                    Plucker::path(end, way).side(line) < T::ZERO
                };
                let ([a, b], [c, d]) = (moving.ends(p), near.ends(q));
                if touches
                    && right(a, way, &q.line) != right(b, way, &q.line)
                    && right(c, -way, &p.line) != right(d, -way, &p.line)
                    && let Some(point) = crossing([c, d], a, b - a)
                {
                    contacts.push(PrintedContact { point, normal, kind: Kind::EdgeEdge });
                }
            }
        }
        contacts
    }
}

fn whole<T: Real>(pose: Pose<Vec3<T>>) -> Moved<T> {
    Moved { fraction: T::ONE, pose, met: None }
}
