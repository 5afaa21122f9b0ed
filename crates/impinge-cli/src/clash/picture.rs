//! A picture of a finding, for programs that list topics with images: the two parts in two colors, what is around them as ghosts.

use std::cell::OnceCell;

use impinge::{Aabb, Vec3};
use impinge_io::png::Picture;
use impinge_page::{Geometry, Look, Snapshot};

use super::finding::Finding;
use super::frame::Frame;
use super::geometries::geometry;
use super::parts::Parts;

/// Size in pixels.
const WIDTH: u32 = 600;
const HEIGHT: u32 = 400;

/// Colors of the first part, the second part, and ghosts: those of a light page.
const FIRST: [u8; 3] = [61, 134, 216];
const SECOND: [u8; 3] = [200, 119, 168];
const GHOST: [u8; 3] = [159, 173, 189];
/// Color of the way out or the gap.
const MARK: [u8; 3] = [11, 114, 133];
/// Opacity of the two parts, so that one in the other is seen, and of ghosts.
const SOLID: f64 = 0.8;
const FAINT: f64 = 0.16;

/// Most triangles of ghosts in a picture: those of the nearest parts, so that no picture takes long.
const MOST_TRIANGLES: usize = 50_000;

/// Draws findings; each shape is converted once.
pub struct Painter<'a> {
    parts: &'a Parts,
    shapes: Vec<OnceCell<Geometry>>,
}

impl<'a> Painter<'a> {
    pub fn new(parts: &'a Parts) -> Self {
        Self { parts, shapes: parts.shapes.iter().map(|_| OnceCell::new()).collect() }
    }

    /// The picture of a finding as PNG.
    pub fn png(&self, finding: &Finding, frame: &Frame, line: [Vec3<f64>; 2]) -> Vec<u8> {
        let Frame { center, radius, direction, up } = *frame;
        let look = Look {
            center: center.to_array(),
            direction: direction.to_array(),
            up: up.to_array(),
            height: 2.0 * radius,
        };
        let mut picture = Snapshot::new(WIDTH, HEIGHT, look);
        for (part, color) in [(finding.a, FIRST), (finding.b, SECOND)] {
            picture.layer(color, SOLID, false);
            self.draw(&mut picture, part);
        }
        picture.layer(GHOST, FAINT, true);
        for part in self.around(finding, frame) {
            self.draw(&mut picture, part);
        }
        let [from, to] = line;
        if from != to {
            picture.line(from.to_array(), to.to_array(), MARK);
        }
        let pixels = picture.pixels();
        Picture::new(WIDTH, HEIGHT, |x, y| pixels[(y * WIDTH + x) as usize]).to_png()
    }

    fn draw(&self, picture: &mut Snapshot, part: u32) {
        let part = &self.parts.parts[part as usize];
        let shape = self.shapes[part.shape].get_or_init(|| geometry(&self.parts.shapes[part.shape]));
        picture.body(shape, part.at.to_array());
    }

    /// Other parts near what is shown, the nearest first.
    fn around(&self, finding: &Finding, frame: &Frame) -> Vec<u32> {
        let Frame { center, radius, .. } = *frame;
        // The picture is wider than high: what is within this distance may be in it.
        let reach = radius * (1.0 + f64::from(WIDTH) / f64::from(HEIGHT));
        let mut near: Vec<(f64, u32)> = Vec::new();
        for (number, part) in (0..).zip(&self.parts.parts) {
            if number == finding.a || number == finding.b {
                continue;
            }
            let Aabb { min, max } = part.bounds;
            let off = center - center.max(min).min(max);
            let away = off.dot(off);
            if away <= reach * reach {
                near.push((away, number));
            }
        }
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut left = MOST_TRIANGLES;
        near.retain(|(_, part)| {
            let count = self.parts.shape(*part).len();
            let fits = count <= left;
            left -= if fits { count } else { 0 };
            fits
        });
        near.into_iter().map(|(_, part)| part).collect()
    }
}
