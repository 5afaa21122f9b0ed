//! The search: GJK first, then best-first branch and bound, then the witness points.

use super::bound::{MAX_POINTS, across};
use super::cell::{Cell, Sample};
use super::room::Room;
use super::witness::{Seek, Witness};
use super::{CertifySettings, CertifySpace, LOWER_ULPS, UPPER_ULPS};
use crate::gjk::Simplex;
use crate::math::{Each, Real, Vector};
use crate::observe::{Details, Interval, Observer, Status, Step, watches};
use crate::pair::{Obstacle, Vertex};

/// Limit on the calls of GJK, as elsewhere; fewer if the budget is smaller.
const NEAREST_STEPS: u32 = crate::gjk::MAX_STEPS;

/// A cell whose bound keeps at least this fraction of its excess over the best g after a probe is split, otherwise put
/// back. From 0.25 to 0.7 the number of calls is the same within 5 %.
const WORTH_A_PROBE: f64 = 0.5;

/// Number of splits after a probe that was not worthwhile, until the next one. At 0 pairs need 6 to 30 % more calls; 3 is no better.
const REST: u8 = 2;

/// Side of the cells when Newton's method improves the best direction for the first time; each later time the side is a
/// sixteenth. If it were larger, the start would be outside the region where the method converges.
const FIRST_ASCENT: f64 = 0.125;

/// Newton steps of one ascent. From cells of that side 3 or 4 reach rounding.
const ASCENT_STEPS: u32 = 6;

/// State of a search.
pub(super) struct Search<'a, V: Vector, O> {
    obstacle: &'a O,
    /// Orthonormal basis that spans the searched directions.
    basis: &'a [V],
    settings: &'a CertifySettings<V::Scalar>,
    room: Room<V>,
    /// Best g so far, its unit direction and the vertex there.
    best: V::Scalar,
    normal: V,
    vertex: Vertex<V>,
    /// A point of B − A: the signed distance is at most its length.
    nearest: Witness<V>,
    ceiling: V::Scalar,
    /// The point of B − A nearest to best × normal, among those found.
    witness: Witness<V>,
    /// Largest bound of a cell that is no longer examined; infinite until all directions are covered.
    retired: V::Scalar,
    calls: u32,
}

impl<'a, V: CertifySpace, O: Obstacle<V>> Search<'a, V, O> {
    pub fn new(obstacle: &'a O, basis: &'a [V], settings: &'a CertifySettings<V::Scalar>) -> Self {
        let infinity = V::Scalar::INFINITY;
        let nowhere = Witness { point: V::ZERO, a: V::ZERO };
        Self {
            obstacle,
            basis,
            settings,
            room: Room::new(),
            best: -infinity,
            normal: V::axis(0),
            vertex: Vertex::default(),
            nearest: nowhere,
            ceiling: infinity,
            witness: nowhere,
            retired: infinity,
            calls: 0,
        }
    }

    /// Runs to the end. `half`: search only the half circle, in a plane, into which the first base vector turns toward the second.
    pub fn run(&mut self, half: bool, observer: &mut impl Observer<V>) -> Interval<V> {
        let simplex = self.descend(observer);
        let status = if self.ceiling - self.best <= self.settings.gap {
            Status::Converged
        } else {
            self.cover(&simplex, half);
            self.branch(observer)
        };
        self.answer(status)
    }

    /// Step 1, GJK: the answer for most pairs that are apart, and initial points for all others.
    fn descend(&mut self, observer: &mut impl Observer<V>) -> Simplex<V> {
        // At least one: without a point there is no bound.
        let steps = NEAREST_STEPS.min(self.settings.budget).max(1);
        let (found, simplex) = V::nearest(self.obstacle, self.settings.gap, steps, observer);
        self.calls += found.calls;
        // The length of the point is not taken from GJK but recomputed from its weights: any weights prove a bound.
        let zero = V::Scalar::ZERO;
        let sum = simplex.weights().iter().fold(zero, |s, w| s + w.max(zero));
        let first = simplex.vertices()[0];
        let mut nearest = Witness { point: first.point, a: first.a };
        // For a simplex so small that its squares are 0, the weights may not be finite.
        if sum > zero && sum < V::Scalar::INFINITY {
            nearest = Witness { point: V::ZERO, a: V::ZERO };
            for (vertex, w) in simplex.vertices().iter().zip(simplex.weights()) {
                nearest.point += vertex.point * (w.max(zero) / sum);
                nearest.a += vertex.a * (w.max(zero) / sum);
            }
        }
        (self.nearest, self.witness) = (nearest, nearest);
        self.ceiling = nearest.point.norm();
        if let Some(n) = found.axis.normalized() {
            self.probe(n, &simplex.vertices()[0]);
        }
        simplex
    }

    /// Evaluates g(n) and keeps the point, and n if it is the best. Returns the index of the sample.
    fn probe(&mut self, n: V, near: &Vertex<V>) -> u16 {
        let vertex = self.obstacle.support(-n, near);
        self.calls += 1;
        let g = n.dot(vertex.point);
        if g > self.best {
            (self.best, self.normal, self.vertex) = (g, n, vertex);
            self.offer(Witness { point: vertex.point, a: vertex.a });
        }
        self.room.add(Sample { n, vertex })
    }

    /// Keeps a witness if it is nearer to best × normal than the current one.
    fn offer(&mut self, new: Witness<V>) {
        if self.misfit(new) < self.misfit(self.witness) {
            self.witness = new;
        }
    }

    fn misfit(&self, w: Witness<V>) -> V::Scalar {
        (w.point - self.normal * self.best).norm()
    }

    /// Step 2: the cells of an octahedron, a square or half a square.
    fn cover(&mut self, simplex: &Simplex<V>, half: bool) {
        let mut more = [0; 4];
        for (place, &vertex) in more.iter_mut().zip(simplex.vertices()) {
            *place = self.room.add(Sample { n: V::ZERO, vertex });
        }
        let more = &more[..simplex.len()];
        let mut ends = [[0; 2]; 3];
        for (k, &e) in self.basis.iter().enumerate() {
            for (side, end) in ends[k].iter_mut().enumerate() {
                if !(half && k == 1 && side == 1) {
                    let near = simplex.vertices()[0];
                    *end = self.probe(if side == 0 { e } else { -e }, &near);
                }
            }
        }
        self.retired = -V::Scalar::INFINITY;
        let rows = self.basis.len();
        for sides in 0..1_usize << rows {
            if half && sides & 2 != 0 {
                continue;
            }
            let corners = core::array::from_fn(|k| ends[k][(sides >> k) & 1]);
            self.push(Cell::new(self.room.samples(), corners, more, self.basis, self.floor()));
        }
    }

    /// Inserts a cell.
    fn push(&mut self, (cell, witness): (Cell<V>, Witness<V>)) {
        let length = witness.point.norm();
        if length < self.ceiling {
            self.ceiling = length;
            self.nearest = witness;
        }
        self.offer(witness);
        if cell.upper > self.floor() {
            self.room.push(cell);
        } else {
            self.retired = self.retired.max(cell.upper);
        }
    }

    /// Cells with a bound up to this are not examined again.
    fn floor(&self) -> V::Scalar {
        self.best + self.settings.gap * V::Scalar::HALF
    }

    /// Step 3: takes the least certain cell, probes it or splits it, until no cell can contain more than the gap.
    fn branch(&mut self, observer: &mut impl Observer<V>) -> Status {
        let rows = self.basis.len();
        let smallest = V::Scalar::EPSILON.sqrt();
        let mut next_ascent = V::Scalar::of(FIRST_ASCENT);
        let mut iteration = self.calls;
        while let Some(largest) = self.room.largest() {
            if self.ceiling.min(largest) - self.best <= self.settings.gap {
                break;
            }
            if self.calls + 2 > self.settings.budget || !self.room.has_room(2) {
                return Status::Budget;
            }
            let Some(mut cell) = self.room.pop() else { break };
            if cell.side < next_ascent && !self.obstacle.is_polytope() {
                next_ascent = cell.side * V::Scalar::of(1.0 / 16.0);
                self.ascend();
            }
            // The point of its new bound, if that is so much lower that the cell is put back.
            let mut lowered = None;
            let mut rest = cell.rest.saturating_sub(1);
            if cell.rest == 0 && !cell.probed {
                let n = cell.direction;
                let near = self.room.sample(cell.nearest_corner(self.room.samples(), n, rows)).vertex;
                let found = self.probe(n, &near);
                if cell.add(self.room.samples(), found) {
                    let excess = cell.upper - self.best;
                    let witness = cell.solve(self.room.samples(), self.basis, self.floor());
                    let left = cell.upper - self.best;
                    lowered = (left <= excess * V::Scalar::of(WORTH_A_PROBE)).then_some(witness);
                }
                cell.probed = lowered.is_none();
                rest = REST;
            }
            if watches(observer) {
                self.tell(observer, &cell, iteration);
                iteration += 1;
            }
            if let Some(witness) = lowered {
                self.push((cell, witness));
            } else if cell.side < smallest {
                self.retired = self.retired.max(cell.upper);
            } else {
                let [i, j] = cell.ends().each(|i| *self.room.sample(i));
                let middle = self.probe((i.n + j.n).unit(), &i.vertex);
                for mut half in cell.halves(self.room.samples(), middle, self.basis, self.floor()) {
                    half.0.rest = rest;
                    self.push(half);
                }
            }
        }
        if self.upper() - self.best <= self.settings.gap {
            Status::Converged
        } else if self.room.given_up > self.retired {
            Status::Budget
        } else {
            Status::Stalled
        }
    }

    /// Upper bound on g, except for rounding.
    fn upper(&self) -> V::Scalar {
        let cells = self.room.largest().map_or(self.retired, |c| c.max(self.retired));
        self.ceiling.min(cells.max(self.room.given_up).max(self.best))
    }

    /// Newton's method from the best direction, for curved bodies.
    ///
    /// On the sphere g has the gradient F_k = t_k·c(n), and along great circles the second derivatives H_kl =
    /// t_k·∂c/∂t_l − g δ_kl, here by differences. The step solves H x = −F. It is kept only if g improves or, once g no
    /// longer resolves it, the gradient does.
    fn ascend(&mut self) {
        let zero = V::Scalar::ZERO;
        let step = V::Scalar::EPSILON.sqrt();
        let blur = V::Scalar::of(LOWER_ULPS) * V::Scalar::EPSILON * self.obstacle.size();
        for _ in 0..ASCENT_STEPS {
            let (t, count) = across(self.normal, self.basis);
            if self.calls + count as u32 + 1 > self.settings.budget {
                return;
            }
            let (n, g, vertex) = (self.normal, self.best, self.vertex);
            let c = vertex.point;
            let mut h = [[zero; 2]; 2];
            for l in 0..count {
                let moved = self.obstacle.support(-(n + t[l] * step), &vertex).point;
                self.calls += 1;
                for k in 0..count {
                    h[k][l] = t[k].dot(moved - c) / step;
                }
                h[l][l] -= g;
            }
            let f = [t[0].dot(c), t[1].dot(c)];
            let x = if count == 1 {
                [-f[0] / h[0][0], zero]
            } else {
                let det = h[0][0] * h[1][1] - h[0][1] * h[1][0];
                [(f[1] * h[0][1] - f[0] * h[1][1]) / det, (f[0] * h[1][0] - f[1] * h[0][0]) / det]
            };
            let Some(new) = (n + t[0] * x[0] + t[1] * x[1]).normalized() else { return };
            let found = self.obstacle.support(-new, &vertex);
            self.calls += 1;
            let value = new.dot(found.point);
            let slope = |n: V, c: V| (c - n * n.dot(c)).norm();
            if value > g || (value >= g - blur && slope(new, found.point) < V::Scalar::HALF * slope(n, c)) {
                (self.best, self.normal, self.vertex) = (value, new, found);
                self.offer(Witness { point: found.point, a: found.a });
            } else {
                return;
            }
        }
    }

    /// Step 4: the interval with its rounding, and the witness points.
    fn answer(&mut self, status: Status) -> Interval<V> {
        let size = self.obstacle.size();
        let unit = V::Scalar::EPSILON * size;
        let rounding = self.obstacle.rounding();
        let upper = self.upper();
        // A direction that is best within this is off by its square root.
        let within = (upper - self.best).max(unit);
        if self.misfit(self.witness) > V::Scalar::TWO * (within * size).sqrt() {
            let seek = Seek { obstacle: self.obstacle, normal: self.normal, value: self.best };
            let (found, calls) = seek.run(&self.vertex);
            self.calls += calls;
            self.offer(found);
        }
        Interval {
            lower: self.best - rounding - V::Scalar::of(LOWER_ULPS) * unit,
            upper: upper + rounding + V::Scalar::of(UPPER_ULPS) * unit,
            normal: self.normal,
            point_a: self.witness.a,
            point_b: self.witness.a + self.witness.point,
            calls: self.calls,
            status,
        }
    }

    #[cold]
    fn tell(&self, observer: &mut impl Observer<V>, cell: &Cell<V>, iteration: u32) {
        let mut vertices = [Vertex::default(); MAX_POINTS];
        for (vertex, &place) in vertices.iter_mut().zip(cell.points()) {
            *vertex = self.room.sample(place).vertex;
        }
        let corners = cell.corners().each(|place| self.room.sample(place).n);
        observer.step(&Step {
            algorithm: "certify",
            iteration,
            vertices: &vertices[..cell.points().len()],
            faces: &[],
            point: cell.direction,
            cell: &corners[..self.basis.len()],
            found: self.room.samples()[self.room.samples().len() - 1].vertex,
            bounds: [self.best, self.ceiling.min(cell.upper)],
            details: Details::default(),
        });
    }
}
