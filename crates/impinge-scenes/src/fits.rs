//! Bodies that fit into one another, by formulas: a peg and a block with a hole, a bolt and its nut.
//!
//! Each is a stack of rings around the z axis, all with the same number of points, from a point on the axis to another one or, for the
//! nut, around and back to the first ring. So all are closed. The corners of squares and hexagons are points of their rings if the number
//! is a multiple of 8 or of 6.
//!
//! Facets lie inside round outer surfaces and, for holes, inside the round hole: a peg of radius r passes through a hole of radius R at
//! any angle if r < R cos(π / around). Threads are round: the radius is a cosine of height minus angle.

use core::f64::consts::TAU;

use impinge::{Real, Vec3};

use crate::triangles::{Triangles, circle};

/// A peg and the block with its hole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Number of points around.
    pub around: usize,
    /// Radius of the hole.
    pub radius: f64,
    /// Difference of the radii of hole and peg.
    pub clearance: f64,
    /// Depth of the hole; the peg is half as long again.
    pub depth: f64,
}

/// 48 points around, a hole of radius 1 and depth 2, a gap of 0.05.
impl Default for Fit {
    fn default() -> Self {
        Self { around: 48, radius: 1.0, clearance: 0.05, depth: 2.0 }
    }
}

/// A round peg along z with its lower end at the origin and its lower edge chamfered at 45 degrees.
pub fn peg(fit: &Fit) -> Triangles {
    let (r, cut) = (fit.radius - fit.clearance, 0.125 * fit.radius);
    let top = 1.5 * fit.depth;
    let profile = [(r - cut, 0.0), (r, cut), (r, 0.5 * top), (r, top)];
    let rings = profile.map(|(r, z)| ring(fit.around, |k| round(k, fit.around, r, z)));
    capped(&rings, 0.0, top)
}

/// A block, two hole radii from its middle to each side, with a round hole from above whose floor is in the plane z = 0; the block
/// extends by half the depth below that.
pub fn hole(fit: &Fit) -> Triangles {
    let (n, r, side) = (fit.around, fit.radius, 2.0 * fit.radius);
    let square = |z: f64| ring(n, |k| polygon(k, n, 4, 0.5, side, z));
    let rings = [
        square(-0.5 * fit.depth),
        square(fit.depth),
        ring(n, |k| round(k, n, r, fit.depth)),
        ring(n, |k| round(k, n, r, 0.5 * fit.depth)),
        ring(n, |k| round(k, n, r, 0.0)),
    ];
    capped(&rings, -0.5 * fit.depth, 0.0)
}

/// A bolt and its nut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thread {
    /// Number of points around.
    pub around: usize,
    /// Number of rings per turn of the thread.
    pub rings: usize,
    /// Mean radius of the bolt's thread.
    pub radius: f64,
    /// Amplitude of the thread around that radius.
    pub height: f64,
    /// Pitch: the height of one turn.
    pub pitch: f64,
    /// Difference of the radii of nut and bolt.
    pub clearance: f64,
    /// Number of turns on the bolt.
    pub turns: usize,
    /// Number of turns in the nut.
    pub nut_turns: usize,
}

/// 48 points around, 12 rings for each turn, radius 1, height 0.15, pitch 0.6, clearance 0.06, 6 turns on the bolt, 2 in the nut.
impl Default for Thread {
    fn default() -> Self {
        Self {
            around: 48,
            rings: 12,
            radius: 1.0,
            height: 0.15,
            pitch: 0.6,
            clearance: 0.06,
            turns: 6,
            nut_turns: 2,
        }
    }
}

impl Thread {
    /// The point at fraction `k` of a turn and `turns` turns up, with a radius `wider` than the bolt's.
    fn point(&self, k: usize, turns: f64, wider: f64) -> Vec3<f64> {
        let part = k as f64 / self.around as f64;
        let (_, wave) = Real::sin_cos(TAU * (turns - part));
        round(k, self.around, self.radius + wider + self.height * wave, self.pitch * turns)
    }
}

/// A bolt along z: its thread begins at the origin and goes up; its head, a hexagon, is below.
pub fn bolt(thread: &Thread) -> Triangles {
    let n = thread.around;
    let (side, head) = (1.6 * thread.radius, -thread.radius);
    let hexagon = |z: f64| ring(n, |k| polygon(k, n, 6, 0.0, side, z));
    let mut rings = vec![hexagon(head), hexagon(0.0)];
    let rows = thread.turns * thread.rings;
    rings.extend((0..=rows).map(|row| ring(n, |k| thread.point(k, row as f64 / thread.rings as f64, 0.0))));
    capped(&rings, head, thread.pitch * thread.turns as f64)
}

/// The nut of the bolt, around the turns of the thread from the origin up. It fits along the whole bolt if it is moved up by whole
/// pitches, or rotated and moved up by the matching fraction of a pitch.
pub fn nut(thread: &Thread) -> Triangles {
    let n = thread.around;
    let rows = thread.nut_turns * thread.rings;
    let top = thread.pitch * thread.nut_turns as f64;
    let hexagon = |z: f64| ring(n, |k| polygon(k, n, 6, 0.0, 1.6 * thread.radius, z));
    let mut rings = vec![hexagon(0.0), hexagon(top)];
    rings.extend(
        (0..=rows)
            .rev()
            .map(|row| ring(n, |k| thread.point(k, row as f64 / thread.rings as f64, thread.clearance))),
    );
    let mut mesh = Triangles { points: rings.concat(), triangles: Vec::new() };
    let count = rings.len();
    mesh.grid(n, count, |i, j| ((j % count) * n + i % n) as u32);
    mesh
}

fn ring(n: usize, at: impl Fn(usize) -> Vec3<f64>) -> Vec<Vec3<f64>> {
    (0..n).map(at).collect()
}

/// Point at part `k` of `n` of a circle.
fn round(k: usize, n: usize, radius: f64, z: f64) -> Vec3<f64> {
    let (sin, cos) = circle(k, n);
    Vec3::new(radius * cos, radius * sin, z)
}

/// Exit point of the ray at part `k` of `n` of a full turn from a polygon with this many sides, at a distance `side` from the axis; its
/// first corner is `first` sides from the x axis.
fn polygon(k: usize, n: usize, sides: usize, first: f64, side: f64, z: f64) -> Vec3<f64> {
    let turned = sides as f64 * k as f64 / n as f64 - first;
    // Distance from the middle of the side that is hit, as a fraction of the side.
    let off = turned - turned.floor() - 0.5;
    let (_, cos) = Real::sin_cos(TAU * off / sides as f64);
    round(k, n, side / cos, z)
}

/// Stacked rings, seen from outside, between two points of the axis.
fn capped(rings: &[Vec<Vec3<f64>>], first: f64, last: f64) -> Triangles {
    let n = rings[0].len();
    let mut mesh = Triangles { points: rings.concat(), triangles: Vec::new() };
    mesh.grid(n, rings.len() - 1, |i, j| (j * n + i % n) as u32);
    let [low, high] = [0, 1].map(|k| (mesh.points.len() + k) as u32);
    mesh.points.extend([first, last].map(|z| Vec3::new(0.0, 0.0, z)));
    let top = ((rings.len() - 1) * n) as u32;
    for k in 0..n as u32 {
        let next = (k + 1) % n as u32;
        mesh.triangles.extend([[low, next, k], [high, top + k, top + next]]);
    }
    mesh
}
