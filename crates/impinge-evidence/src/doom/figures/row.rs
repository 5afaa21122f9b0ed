//! Rows of Jacobians, and the place where a joint holds its two bodies.
//!
//! **Symbols.** A and B the bodies, c their centers of mass, p the joint's point fixed in each, x y z the axes of its frame in each,
//! u = p_B − p_A. A constraint C depends on the pose of B as seen from A alone, so Ċ = J (v_A, w_A, v_B, w_B) is that of
//!
//! | row | Ċ | on A | on B |
//! |---|---|---|---|
//! | along d, turning with A | d · (v_B + w_B × r_B − v_A − w_A × r_A) | −d, −r_A × d | d, r_B × d |
//! | about e | e · (w_B − w_A) | 0, −e | 0, e |
//!
//! with **both** arms to the same point, r_A = p_B − c_A and r_B = p_B − c_B. What a row gives A it takes from B at that point, so
//! angular momentum is kept to rounding even where a joint has opened, and J is the exact derivative of C there, too.

use impinge::{Mat3, Pose, Vec3};

use super::block::SINGULAR;
use super::rigid::Six;

/// Most rows of a joint: one that leaves nothing free.
pub(crate) const MOST: usize = 6;

/// One row: its halves, and C.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Row {
    pub on_a: Six,
    pub on_b: Six,
    pub value: f64,
}

impl Row {
    /// J v; A is the world where it has no speed.
    pub fn rate(&self, a: Option<&Six>, b: &Six) -> f64 {
        a.map_or(0.0, |a| self.on_a.dot(a)) + self.on_b.dot(b)
    }

    /// Whether it holds nothing, up to rounding: such as for a universal joint with coincident axes. Rows that hold fully have length 1.
    pub fn vanishes(&self) -> bool {
        let squared = self.on_b.linear.norm_squared() + self.on_b.angular.norm_squared();
        squared <= SINGULAR || squared.is_nan()
    }

    /// Adds Jᵀ λ to the forces on A, unless it is the world, and on B.
    pub fn add_force(&self, multiplier: f64, a: Option<usize>, b: usize, forces: &mut [Six]) {
        if let Some(a) = a {
            forces[a] = forces[a].plus(&self.on_a.times(multiplier));
        }
        forces[b] = forces[b].plus(&self.on_b.times(multiplier));
    }
}

/// The rows of a joint.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rows {
    /// A, or none for the world, and B.
    pub bodies: (Option<usize>, usize),
    list: [Row; MOST],
    count: usize,
}

impl Rows {
    /// No rows, for these bodies.
    pub fn of(bodies: (Option<usize>, usize)) -> Self {
        Self { bodies, ..Self::default() }
    }

    /// Adds a row. No joint has more than [`MOST`].
    pub fn add(&mut self, row: Row) {
        self.list[self.count] = row;
        self.count += 1;
    }

    pub fn as_slice(&self) -> &[Row] {
        &self.list[..self.count]
    }

    /// The half of one of these rows that acts on a body.
    pub fn half_on(&self, row: &Row, body: usize) -> Six {
        if self.bodies.1 == body { row.on_b } else { row.on_a }
    }
}

/// Place where a joint holds its bodies, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ends {
    centers: [Vec3<f64>; 2],
    points: [Vec3<f64>; 2],
    pub axes: [Mat3<f64>; 2],
    /// The quaternion q from A's frame to B's, with w ≥ 0.
    pub turn: (Vec3<f64>, f64),
}

impl Ends {
    /// Place for bodies at these poses, with the joint's frame in each.
    pub fn new(poses: [Pose<Vec3<f64>>; 2], frames: [Pose<Vec3<f64>>; 2]) -> Self {
        let [a, b] = [poses[0].compose(&frames[0]), poses[1].compose(&frames[1])];
        let [x, y, z, w] = a.rotation().inverse().compose(&b.rotation()).to_xyzw();
        let sign = if w < 0.0 { -1.0 } else { 1.0 };
        Self {
            centers: poses.map(|pose| pose.translation()),
            points: [a.translation(), b.translation()],
            axes: [a.rotation().to_matrix(), b.rotation().to_matrix()],
            turn: (Vec3::new(x, y, z) * sign, w * sign),
        }
    }

    /// u.
    pub fn apart(&self) -> Vec3<f64> {
        self.points[1] - self.points[0]
    }

    /// A row along `d`.
    pub fn along(&self, d: Vec3<f64>, value: f64) -> Row {
        acting(self.centers, self.points[1], d, value)
    }

    /// A row about `e`.
    pub fn about(&self, e: Vec3<f64>, value: f64) -> Row {
        let half = |angular| Six { linear: Vec3::ZERO, angular };
        Row { on_a: half(-e), on_b: half(e), value }
    }

    /// The three rows that hold both points together.
    pub fn hold_points(&self, rows: &mut Rows) {
        let u = self.apart();
        for k in 0..3 {
            let d = self.axes[0].column(k);
            rows.add(self.along(d, d.dot(u)));
        }
    }

    /// The three rows that hold both frames turned alike: C = 2 q, the vector of the quaternion, and with q̇ = ω q / 2 in A's frame
    /// Ċ = q_w ω + ω × q, about q_w a + q × a for each axis a.
    pub fn hold_turn(&self, rows: &mut Rows) {
        let (q, w) = self.turn;
        for k in 0..3 {
            let a = Vec3::axis(k);
            rows.add(self.about(self.axes[0] * (a * w + q.cross(a)), 2.0 * q.dot(a)));
        }
    }
}

/// A row along `d` at a point, with arms from both centers to it.
pub(crate) fn acting(centers: [Vec3<f64>; 2], point: Vec3<f64>, d: Vec3<f64>, value: f64) -> Row {
    let [r_a, r_b] = centers.map(|center| point - center);
    Row {
        on_a: Six { linear: -d, angular: -r_a.cross(d) },
        on_b: Six { linear: d, angular: r_b.cross(d) },
        value,
    }
}
