//! Bodies of triangles, and what is known of two of them without the program.

use super::dice::Dice;

pub type Point = [f64; 3];

/// Triangles on numbered points.
#[derive(Clone, Debug)]
pub struct Body {
    pub points: Vec<Point>,
    pub triangles: Vec<[usize; 3]>,
}

/// The squares of a cube, counter-clockwise seen from outside; bit k of a corner is its side along axis k.
const SQUARES: [[usize; 4]; 6] =
    [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

impl Body {
    /// A box by its least corner and its sides. Coordinates are multiples of 1/64, which all formats hold.
    pub fn cuboid(corner: Point, sides: Point) -> Self {
        let at = |k: usize| [0, 1, 2].map(|axis| corner[axis] + sides[axis] * (k >> axis & 1) as f64);
        let triangles = SQUARES.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
        Self { points: (0..8).map(at).collect(), triangles }
    }

    /// Changes it: moves a point, drops, turns, doubles or adds triangles, or turns it inside out.
    pub fn change(&mut self, dice: &mut Dice) -> &'static str {
        let triangle = dice.below(self.triangles.len());
        match dice.below(7) {
            0 => {
                let point = dice.below(self.points.len());
                self.points[point] = self.points[point].map(|x| x + grid(dice.unit() - 0.5));
                "a point moved"
            }
            1 => {
                self.triangles.remove(triangle);
                "a triangle missing"
            }
            2 => {
                self.triangles[triangle].reverse();
                "a triangle turned"
            }
            3 => {
                self.triangles.push(self.triangles[triangle]);
                "a triangle twice"
            }
            4 => {
                self.triangles.iter_mut().for_each(|t| t.reverse());
                "inside out"
            }
            5 => {
                // A seam whose points differ by rounding.
                let copy = self.points[self.triangles[triangle][0]].map(|x| x + 1e-17);
                self.points.push(copy);
                self.triangles[triangle][0] = self.points.len() - 1;
                "a point in two copies"
            }
            _ => {
                let far = self.points.len();
                self.points.push([9.0; 3].map(|x: f64| x + grid(dice.unit())));
                let [a, b, _] = self.triangles[triangle];
                self.triangles.push([a, b, far]);
                "a fin"
            }
        }
    }

    /// Whether every edge is run as often in one direction as in the other, by places.
    pub fn is_closed(&self) -> bool {
        let place = |k: usize| self.points[k].map(|x| (x * 1e9).round() as i64);
        let mut sides: Vec<([[i64; 3]; 2], i32)> = Vec::new();
        for t in &self.triangles {
            for k in 0..3 {
                let (a, b) = (place(t[k]), place(t[(k + 1) % 3]));
                sides.push(if a < b { ([a, b], 1) } else { ([b, a], -1) });
            }
        }
        sides.sort_unstable();
        sides
            .chunk_by(|one, other| one.0 == other.0)
            .all(|same| same.iter().map(|side| side.1).sum::<i32>() == 0)
    }

    /// Number of times that the surface runs around a point: the sum of solid angles (Van Oosterom and Strackee 1983).
    fn winding(&self, p: Point) -> f64 {
        let angle = |t: &[usize; 3]| {
            let [a, b, c] = t.map(|k| [0, 1, 2].map(|i| self.points[k][i] - p[i]));
            let dot = |u: Point, v: Point| u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
            let [u, v, w] = [a, b, c].map(|x| dot(x, x).sqrt());
            let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
            let below = u * v * w + dot(a, b) * w + dot(b, c) * u + dot(c, a) * v;
            2.0 * dot(a, cross).atan2(below)
        };
        self.triangles.iter().map(angle).sum::<f64>() / (4.0 * std::f64::consts::PI)
    }

    /// Whether a point of the other body is surely in it: then the bodies are not clear of one another.
    pub fn holds(&self, other: &Self) -> bool {
        let is_in = |p: &Point| {
            let around = self.winding(*p).abs();
            around.round() >= 1.0 && (around - around.round()).abs() < 1e-6
        };
        self.is_closed() && other.points.iter().take(8).any(is_in)
    }
}

/// A coordinate that all formats hold.
pub fn grid(x: f64) -> f64 {
    (x * 64.0).round() / 64.0
}
