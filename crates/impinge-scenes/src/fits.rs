//! Bodies that fit into one another, by formulas: a peg and a block with a hole, a bolt and its nut.
//!
//! Each is a stack of rings around the z axis, all with the same number of points, from a point on the axis to another one or, of the
//! nut, around and back to the first ring. So all are closed. The corners of squares and hexagons are points of their rings where the
//! number is a multiple of 8 or of 6.
//!
//! Facets lie inside of round outsides and, of holes, inside of the round hole: a peg of radius r passes through a hole of radius R in
//! any turn where r < R cos(π / around). Threads are round: the radius is a cosine of height less turn.

use core::f64::consts::TAU;

use impinge::{Real, Vec3};

use crate::triangles::{Triangles, circle};

/// A peg and the block with its hole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// Points around.
    pub around: usize,
    /// Of the hole.
    pub radius: f64,
    /// By how much the peg is thinner, in radius.
    pub clearance: f64,
    /// Of the hole; the peg is half as long again.
    pub depth: f64,
}

/// 48 points around, a hole of radius 1 and depth 2, a gap of 0.05.
impl Default for Fit {
    fn default() -> Self {
        Self { around: 48, radius: 1.0, clearance: 0.05, depth: 2.0 }
    }
}

/// A round peg along z with its lower end at the origin, its lower edge cut off at 45 degrees.
pub fn peg(fit: &Fit) -> Triangles {
    let (r, cut) = (fit.radius - fit.clearance, 0.125 * fit.radius);
    let top = 1.5 * fit.depth;
    let profile = [(r - cut, 0.0), (r, cut), (r, 0.5 * top), (r, top)];
    let rings = profile.map(|(r, z)| ring(fit.around, |k| round(k, fit.around, r, z)));
    capped(&rings, 0.0, top)
}

/// A block, two hole radii from its middle to each side, with a round hole from above whose floor is in the plane z = 0; the block reaches half the
/// depth below that.
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
    /// Points around.
    pub around: usize,
    /// Rings for each turn of the thread.
    pub rings: usize,
    /// Middle radius of the bolt's thread.
    pub radius: f64,
    /// How far the thread goes in and out from there.
    pub height: f64,
    /// How far it climbs with each turn.
    pub pitch: f64,
    /// By how much the nut is wider, in radius.
    pub clearance: f64,
    /// Turns on the bolt.
    pub turns: usize,
    /// Turns in the nut.
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
    /// The radius at part `k` of a turn, `turns` turns up, `wider` than the bolt's.
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

/// The nut of the bolt, around the turns of the thread from the origin up. Moved up by whole pitches, or turned and moved up by the part of a pitch that the turn is of a
/// full one, it fits all along the bolt.
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

/// Part `k` of `n` of a circle.
fn round(k: usize, n: usize, radius: f64, z: f64) -> Vec3<f64> {
    let (sin, cos) = circle(k, n);
    Vec3::new(radius * cos, radius * sin, z)
}

/// Where the ray at part `k` of `n` of a full turn leaves a polygon of so many sides, at a distance `side` from the axis; its first corner is `first` sides from the x
/// axis.
fn polygon(k: usize, n: usize, sides: usize, first: f64, side: f64, z: f64) -> Vec3<f64> {
    let turned = sides as f64 * k as f64 / n as f64 - first;
    // From the middle of the side that is met, as a part of it.
    let off = turned - turned.floor() - 0.5;
    let (_, cos) = Real::sin_cos(TAU * off / sides as f64);
    round(k, n, side / cos, z)
}

/// Rings one above the other, seen from outside, between two points of the axis.
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
