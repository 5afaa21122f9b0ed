//! Free rotation of a body by any angle in one step: energy and angular momentum stay, to rounding.
//!
//! **Take it** if a body turns by more than a radian in a step; below that the energy-momentum method of `integrate.rs` costs less.
//!
//! | symbol | meaning |
//! |---|---|
//! | I₁ ≤ I₂ ≤ I₃ | principal moments, with the axes e₁, e₂, e₃ |
//! | L, l | size of the angular momentum; its direction along the axes of the body, Σ lᵢ² = 1 |
//! | δₖ | 1/Iₖ − 1/I₂ |
//!
//! **Splitting.** The energy is L²/(2 I₂) + δ₁ L² l₁²/2 + δ₃ L² l₃²/2. Each term alone is a rotation at a constant rate: the first about
//! the angular momentum, which commutes with the others and is taken once; the others about e₁ and e₃, in turn, with the coefficients of
//! Blanes and Moan ("Practical symplectic partitioned Runge–Kutta and Runge–Kutta–Nyström methods", 2002, S₆ of order 4). If two moments
//! are equal, only one of them is left, and the motion is exact at any rate.
//!
//! **Projection.** Each rotation keeps Σ lᵢ² but only the sum of all keeps the energy. Both are linear in xᵢ = lᵢ²: they leave a segment
//! along d = (1/I₂ − 1/I₃, 1/I₃ − 1/I₁, 1/I₁ − 1/I₂). The x at the end is moved to the nearest point of the segment through the first
//! one. Last, the body is turned the shortest way such that its angular momentum is the one that it had in the world.
//!
//! **Accuracy.** In `f64` for both precisions. The attitude has an error of order 4 in the angle of a cycle, which is at most
//! [`CYCLE`] up to [`CYCLES`] times that in a step. Beyond, energy and angular momentum stay as they are, but the phase is arbitrary.
//! **Cost.** At most [`CYCLES`] · 12 rotations.

use impinge::math::Mat3;
use impinge::{Real, Rot3, Vec3};

/// Angle of a cycle, in radians: of the faster of the rotations about e₁ and e₃, when it is fastest.
const CYCLE: f64 = 0.5;

/// Limit on the cycles of a step.
const CYCLES: f64 = 128.0;

/// Sweeps of Jacobi's method over the inertia; it converges quadratically, in five or six.
const SWEEPS: usize = 12;

/// Coefficients of the rotations about e₁: one more than those about e₃, in front of them and behind; the last half of both lists is
/// the first one backwards.
const FIRST: [f64; 7] = {
    let [a, b, c] = [0.079_203_696_431_195_7, 0.353_172_906_049_774, -0.042_065_080_357_719_5];
    [a, b, c, 1.0 - 2.0 * (a + b + c), c, b, a]
};
const SECOND: [f64; 6] = {
    let [a, b] = [0.209_515_106_613_362, -0.143_851_773_179_818];
    let c = 0.5 - (a + b);
    [a, b, c, c, b, a]
};

/// A rotation as a quaternion: vector part and real part.
#[derive(Clone, Copy, Debug)]
struct Quaternion {
    v: Vec3<f64>,
    w: f64,
}

impl Quaternion {
    fn of<T: Real>(rotation: &Rot3<T>) -> Self {
        let [x, y, z, w] = rotation.to_xyzw().map(Real::f64);
        Self { v: Vec3::new(x, y, z), w }
    }

    /// A rotation about a unit vector.
    fn about(axis: Vec3<f64>, angle: f64) -> Self {
        let (sin, cos) = Real::sin_cos(angle * 0.5);
        Self { v: axis * sin, w: cos }
    }

    /// `other`, then this one.
    fn after(&self, other: &Self) -> Self {
        let v = self.v.cross(other.v) + other.v * self.w + self.v * other.w;
        Self { v, w: self.w * other.w - self.v.dot(other.v) }
    }

    fn unit(&self) -> Self {
        let scale = 1.0 / (self.v.norm_squared() + self.w * self.w).sqrt();
        Self { v: self.v * scale, w: self.w * scale }
    }

    fn rotation<T: Real>(&self) -> Option<Rot3<T>> {
        let numbers = [self.v.x, self.v.y, self.v.z, self.w];
        let unit = Rot3::<f64>::try_normalize_xyzw(numbers).ok()?;
        Rot3::try_from_xyzw(unit.to_xyzw().map(T::of)).ok()
    }
}

/// A rotation, followed by one at a constant angular velocity, given as its axis times its angle; exact at any angle. Unchanged if the
/// angle is not finite.
pub(super) fn turned<T: Real>(rotation: &Rot3<T>, turn: Vec3<T>) -> Rot3<T> {
    let turn = turn.cast::<f64>();
    let angle = turn.norm();
    let Some(axis) = turn.normalized().filter(|_| angle.is_finite()) else { return *rotation };
    Quaternion::about(axis, angle).after(&Quaternion::of(rotation)).rotation().unwrap_or(*rotation)
}

/// Rotation and angular velocity after `time` without torque, from an angular velocity in the frame of the body. `None` if numbers
/// overflow.
pub(super) fn spin<T: Real>(
    rotation: &Rot3<T>,
    inertia: &Mat3<T>,
    w: Vec3<T>,
    time: T,
) -> Option<(Rot3<T>, Vec3<T>)> {
    let (axes, moments) = principal(&inertia.cast());
    let along: [f64; 3] = core::array::from_fn(|i| axes[i].dot(w.cast()) * moments[i]);
    let momentum = Vec3::from(along);
    let (size, from) = (momentum.norm(), momentum.normalized()?);
    let travel = size * time.f64();
    let [p, q, r] = moments.map(|moment| 1.0 / moment);
    if !(travel * p).is_finite() {
        return None;
    }
    let start = Quaternion::of(rotation);
    let in_world = |l: Vec3<f64>, q: &Quaternion| {
        let v = axes[0] * l.x + axes[1] * l.y + axes[2] * l.z;
        let t = q.v.cross(v) * 2.0;
        v + t * q.w + q.v.cross(t)
    };
    let kept = in_world(from, &start);

    let rates = [(p - q) * travel, (r - q) * travel];
    let free = Segment::new(from, [q - r, r - p, p - q]);
    let fastest = (rates[0].abs() * free.most(0)).max(rates[1].abs() * free.most(2));
    let cycles = (fastest / CYCLE).ceil().clamp(0.0, CYCLES);
    let (mut l, mut body) = (from, Quaternion { v: Vec3::ZERO, w: 1.0 });
    let mut turn = |k: usize, part: f64, l: &mut Vec3<f64>| {
        let angle = rates[k] / cycles * part * [l.x, l.z][k];
        body = body.after(&Quaternion::about(axes[2 * k], angle));
        let (sin, cos) = Real::sin_cos(angle);
        if k == 0 {
            (l.y, l.z) = (cos * l.y + sin * l.z, cos * l.z - sin * l.y);
        } else {
            (l.x, l.y) = (cos * l.x + sin * l.y, cos * l.y - sin * l.x);
        }
    };
    for _ in 0..cycles as usize {
        for (i, &part) in FIRST.iter().enumerate() {
            turn(0, part, &mut l);
            if let Some(&part) = SECOND.get(i) {
                turn(1, part, &mut l);
            }
        }
    }
    let l = free.nearest(l);
    let moved = Quaternion::about(kept, q * travel).after(&start).after(&body).unit();
    // What is left: rounding, and what the projection moved.
    let back = Rot3::between(in_world(l, &moved), kept);
    let rotation: Rot3<T> = Quaternion::of(&back).after(&moved).rotation()?;
    let next = Vec3::new(l.x * p, l.y * q, l.z * r) * size;
    Some((rotation, in_world(next, &Quaternion::of(&rotation)).cast()))
}

/// Squares of the coordinates of l with the same sum and the same energy: x + s d ≥ 0, for s from `from` to `to`.
struct Segment {
    x: [f64; 3],
    d: [f64; 3],
    from: f64,
    to: f64,
}

impl Segment {
    /// The segment through a direction, along `d` of any length.
    fn new(l: Vec3<f64>, d: [f64; 3]) -> Self {
        let x = l.to_array().map(|c| c * c);
        let largest = d.iter().fold(0.0, |most: f64, c| most.max(c.abs()));
        if largest == 0.0 {
            return Self { x, d: [0.0; 3], from: 0.0, to: 0.0 };
        }
        let d = d.map(|c| c / largest);
        let (mut from, mut to) = (f64::NEG_INFINITY, f64::INFINITY);
        for (x, d) in x.into_iter().zip(d) {
            if d > 0.0 {
                from = from.max(-x / d);
            } else if d < 0.0 {
                to = to.min(-x / d);
            }
        }
        Self { x, d, from, to }
    }

    /// The largest coordinate on axis `i`.
    fn most(&self, i: usize) -> f64 {
        let [a, b] = [self.from, self.to].map(|s| self.x[i] + s * self.d[i]);
        a.max(b).max(0.0).sqrt()
    }

    /// The direction whose squares are nearest to those of `l`, with its signs.
    fn nearest(&self, l: Vec3<f64>) -> Vec3<f64> {
        let Self { x, d, from, to } = *self;
        let l = l.to_array();
        let squared: f64 = d.iter().map(|c| c * c).sum();
        if squared == 0.0 {
            return Vec3::from(core::array::from_fn(|i| l[i].sign_of(x[i].sqrt())));
        }
        let along: f64 = (0..3).map(|i| d[i] * (l[i] * l[i] - x[i])).sum();
        let s = (along / squared).max(from).min(to);
        Vec3::from(core::array::from_fn(|i| l[i].sign_of((x[i] + s * d[i]).max(0.0).sqrt())))
    }
}

/// Principal axes, right-handed, and moments, the smallest first, by Jacobi's method; moments are at least ε of the largest.
fn principal(inertia: &Mat3<f64>) -> ([Vec3<f64>; 3], [f64; 3]) {
    let mut m = [inertia.x_axis, inertia.y_axis, inertia.z_axis].map(|axis| axis.to_array());
    let mut axes = [0, 1, 2].map(Vec3::<f64>::axis);
    for _ in 0..SWEEPS {
        if m[0][1] == 0.0 && m[0][2] == 0.0 && m[1][2] == 0.0 {
            break;
        }
        for [i, j] in [[0, 1], [0, 2], [1, 2]] {
            let off = m[i][j];
            // Below the rounding of both moments it is 0.
            if off.abs() <= f64::EPSILON * 0.25 * (m[i][i] * m[j][j]).abs().sqrt() {
                (m[i][j], m[j][i]) = (0.0, 0.0);
                continue;
            }
            let ratio = (m[j][j] - m[i][i]) / (2.0 * off);
            let tan = ratio.sign_of(1.0) / (ratio.abs() + (ratio * ratio + 1.0).sqrt());
            let cos = 1.0 / (tan * tan + 1.0).sqrt();
            let sin = tan * cos;
            let k = 3 - i - j;
            let (a, b) = (m[i][k], m[j][k]);
            m[i][i] -= tan * off;
            m[j][j] += tan * off;
            (m[i][j], m[j][i]) = (0.0, 0.0);
            (m[i][k], m[j][k]) = (cos * a - sin * b, sin * a + cos * b);
            (m[k][i], m[k][j]) = (m[i][k], m[j][k]);
            (axes[i], axes[j]) = (axes[i] * cos - axes[j] * sin, axes[i] * sin + axes[j] * cos);
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| m[a][a].total_cmp(&m[b][b]));
    let moments = order.map(|i| m[i][i]);
    let least = moments[2] * f64::EPSILON;
    let [first, _, last] = order.map(|i| axes[i]);
    ([first, last.cross(first), last], moments.map(|moment| moment.max(least)))
}
