//! Geometries as few bytes, each after the other: one block for all of a view.
//!
//! | bytes | what |
//! |---|---|
//! | variable, twice | number of vertices, number of triangles |
//! | 3 × 4 | smallest corner of the box, `f32` |
//! | 3 × 4 | length of a step along each axis, `f32` |
//! | 3 × 2 or 3 × 3 for each vertex | steps from the smallest corner |
//! | variable, for each corner of each triangle | its vertex, as the difference from that of the corner before, in zigzag |
//!
//! A number of variable length has seven bits in each byte, the low ones first; the eighth bit says that more follow. Zigzag is
//! 0, −1, 1, −2, 2 as 0, 1, 2, 3, 4. `viewer/decode.js` reads it.

use crate::geometry::Geometry;

/// Number of vertices of a view up to which positions have 24 bits, as exact as `f32`; beyond, 16, so that pages of large assemblies stay
/// small.
const FINE: usize = 50_000;

/// Geometries of a view, coded.
pub(crate) struct Coded {
    /// Bytes of a coordinate: 2 or 3.
    pub size: usize,
    /// Bound on the distance of a drawn vertex from that of its geometry: by rounding to a step, and to `f32` before.
    pub rounding: f64,
    pub bytes: Vec<u8>,
}

impl Coded {
    /// Codes geometries in order.
    pub fn new(geometries: &[Geometry]) -> Self {
        let vertices: usize = geometries.iter().map(|geometry| geometry.positions.len()).sum();
        let mut coded = Self { size: if vertices <= FINE { 3 } else { 2 }, rounding: 0.0, bytes: Vec::new() };
        geometries.iter().for_each(|geometry| coded.add(geometry));
        coded
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "steps are whole, and fit in `size` bytes"
    )]
    fn add(&mut self, geometry: &Geometry) {
        let Geometry { positions, triangles } = geometry;
        self.variable(positions.len() as u64);
        self.variable(triangles.len() as u64);
        let [low, high] = bounds(positions);
        let most = f64::from((1_u32 << (8 * self.size)) - 1);
        let step = [0, 1, 2].map(|k| ((f64::from(high[k]) - f64::from(low[k])) / most) as f32);
        for number in low.into_iter().chain(step) {
            self.bytes.extend(number.to_le_bytes());
        }
        let mut off = [0.0_f64; 3];
        for position in positions {
            for k in 0..3 {
                let (low, step, at) = (f64::from(low[k]), f64::from(step[k]), f64::from(position[k]));
                let steps = if step > 0.0 { ((at - low) / step).round().clamp(0.0, most) } else { 0.0 };
                self.bytes.extend(&(steps as u32).to_le_bytes()[..self.size]);
                let drawn = f64::from((low + step * steps) as f32);
                off[k] = off[k].max((drawn - at).abs() + at.abs() * (0.5 * f64::from(f32::EPSILON)));
            }
        }
        self.rounding = self.rounding.max(off.iter().map(|x| x * x).sum::<f64>().sqrt());
        let mut last = 0;
        for corner in triangles.iter().flatten().map(|corner| i64::from(*corner)) {
            let by = corner - last;
            self.variable(((by << 1) ^ (by >> 63)) as u64);
            last = corner;
        }
    }

    /// Adds a number of variable length.
    fn variable(&mut self, mut number: u64) {
        while number > 127 {
            self.bytes.push((number & 127) as u8 | 128);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

/// Corners of the box around points; the origin twice for an empty list.
fn bounds(points: &[[f32; 3]]) -> [[f32; 3]; 2] {
    let Some(first) = points.first() else { return [[0.0; 3]; 2] };
    points.iter().fold([*first, *first], |[low, high], p| {
        [[0, 1, 2].map(|k| low[k].min(p[k])), [0, 1, 2].map(|k| high[k].max(p[k]))]
    })
}

#[cfg(test)]
mod tests {
    use super::{Coded, FINE};
    use crate::Geometry;

    /// Reads as `viewer/decode.js` does.
    fn decoded(coded: &Coded, count: usize) -> Vec<Geometry> {
        let bytes = &coded.bytes;
        let mut at = 0;
        let variable = |at: &mut usize| {
            let (mut number, mut shift) = (0_u64, 0);
            loop {
                let byte = bytes[*at];
                *at += 1;
                number |= u64::from(byte & 127) << shift;
                shift += 7;
                if byte < 128 {
                    return number;
                }
            }
        };
        let all = (0..count).map(|_| {
            let [vertices, triangles] = [variable(&mut at), variable(&mut at)].map(|n| n as usize);
            let mut float = || {
                at += 4;
                f64::from(f32::from_le_bytes([bytes[at - 4], bytes[at - 3], bytes[at - 2], bytes[at - 1]]))
            };
            let low = [float(), float(), float()];
            let step = [float(), float(), float()];
            let mut corner = |k: usize| {
                let steps = (0..coded.size).map(|i| u32::from(bytes[at + i]) << (8 * i)).sum::<u32>();
                at += coded.size;
                low[k] + step[k] * f64::from(steps)
            };
            let points: Vec<[f64; 3]> = (0..vertices).map(|_| [corner(0), corner(1), corner(2)]).collect();
            let mut last = 0_i64;
            let mut index = || {
                let code = variable(&mut at) as i64;
                last += (code >> 1) ^ -(code & 1);
                u32::try_from(last).expect("an index")
            };
            let triangles: Vec<[u32; 3]> = (0..triangles).map(|_| [index(), index(), index()]).collect();
            Geometry::new(points, triangles)
        });
        let all = all.collect();
        assert_eq!(at, bytes.len(), "nothing is left");
        all
    }

    /// A wavy strip far from the origin, with as many vertices as wanted.
    fn strip(vertices: u32) -> Geometry {
        let point = |i: u32| {
            let t = f64::from(i);
            [1000.0 + 0.01 * t, -500.0 + 3.0 * (0.37 * t).sin(), 0.125]
        };
        Geometry::new((0..vertices).map(point), (2..vertices).map(|i| [i, i - 1, i / 2]))
    }

    #[test]
    fn what_is_read_is_what_was_written_within_the_bound() {
        for vertices in [3, 400, 60_000_u32] {
            let given = [strip(vertices), Geometry::new([], []), Geometry::cuboid([1.0, 2.0, 0.0])];
            let coded = Coded::new(&given);
            assert_eq!(coded.size, if vertices as usize > FINE { 2 } else { 3 });
            let read = decoded(&coded, given.len());
            let mut most = 0.0_f64;
            for (given, read) in given.iter().zip(&read) {
                assert_eq!(given.triangles, read.triangles);
                for (p, q) in given.positions.iter().zip(&read.positions) {
                    let off = [0, 1, 2].map(|k| f64::from(p[k]) - f64::from(q[k]));
                    most = most.max(off.iter().map(|x| x * x).sum::<f64>().sqrt());
                }
            }
            assert!(most <= coded.rounding, "{most} {}", coded.rounding);
            // Not much looser than a step and the rounding to single precision.
            let extent = 0.01 * f64::from(vertices) + 6.0;
            let bound = extent / f64::from(1_u32 << (8 * coded.size)) + 1.5e-4;
            assert!(coded.rounding < bound, "{} {bound}", coded.rounding);
        }
    }

    /// The largest boxes that single precision can express, and boxes without width.
    #[test]
    fn extremes_are_coded() {
        let huge = Geometry::new([[3e38; 3], [-3e38; 3], [3e38, 0.0, 0.0]], [[0, 1, 2]]);
        let point = Geometry::new([[0.1; 3]; 3], [[0, 1, 2]]);
        let read = decoded(&Coded::new(&[huge.clone(), point.clone()]), 2);
        assert!(read[0].positions.iter().flatten().all(|x| x.is_finite()));
        assert_eq!(read[1].positions, point.positions);
        assert_eq!(read[0].triangles, huge.triangles);
    }
}
