//! A still picture of bodies, drawn in software: for files that hold an image beside their data.
//!
//! Each layer keeps the nearest surface at every pixel (a depth buffer), shaded by its direction to the light. Layers are laid over one
//! another from the farthest to the nearest, those in front (ghosts) last. Only sums, products, quotients and square roots are used, so that
//! the pixels are the same on every machine.

use crate::geometry::Geometry;

type Point = [f64; 3];

/// Red, green and blue.
type Color = [u8; 3];

/// A parallel projection: what it shows, and from where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Point in the middle of the picture.
    pub center: Point,
    /// Unit vector along which the camera looks.
    pub direction: Point,
    /// Unit vector upward in the picture, perpendicular to the direction.
    pub up: Point,
    /// Height of what is shown.
    pub height: f64,
}

/// A still picture in the making.
#[derive(Clone, Debug)]
pub struct Snapshot {
    width: usize,
    height: usize,
    look: Look,
    right: Point,
    layers: Vec<Layer>,
    /// Pixels of lines, in order.
    inks: Vec<(usize, Color)>,
}

/// Bodies of one color.
#[derive(Clone, Debug)]
struct Layer {
    color: Color,
    opacity: f64,
    in_front: bool,
    /// Depth and shade of the nearest surface; infinity in pixels without one.
    depths: Vec<f32>,
    shades: Vec<u8>,
}

/// Color of what nothing covers.
const GROUND: Color = [255, 255, 255];
/// Half the width of a line in pixels.
const HALF_LINE: f64 = 1.2;

impl Snapshot {
    /// An empty picture of this many pixels, at least one in each direction.
    pub fn new(width: u32, height: u32, look: Look) -> Self {
        let (width, height) = (width.max(1) as usize, height.max(1) as usize);
        Self {
            width,
            height,
            look,
            right: cross(look.direction, look.up),
            layers: Vec::new(),
            inks: Vec::new(),
        }
    }

    /// Begins a layer: bodies of one color and opacity. One in front is laid over all others, whatever is nearer, as ghosts are.
    pub fn layer(&mut self, color: [u8; 3], opacity: f64, in_front: bool) -> &mut Self {
        let pixels = self.width * self.height;
        let (depths, shades) = (vec![f32::INFINITY; pixels], vec![0; pixels]);
        self.layers.push(Layer { color, opacity, in_front, depths, shades });
        self
    }

    /// Draws a geometry, moved by a translation, into the last layer, if the picture has one.
    pub fn body(&mut self, geometry: &Geometry, at: [f64; 3]) -> &mut Self {
        let places: Vec<Point> = geometry
            .positions
            .iter()
            .map(|p| self.place([0, 1, 2].map(|k| f64::from(p[k]) + at[k])))
            .collect();
        for triangle in &geometry.triangles {
            self.triangle(triangle.map(|corner| places[corner as usize]));
        }
        self
    }

    /// Draws a segment over all layers.
    pub fn line(&mut self, from: [f64; 3], to: [f64; 3], color: [u8; 3]) -> &mut Self {
        let [a, b] = [self.place(from), self.place(to)];
        let by = [b[0] - a[0], b[1] - a[1]];
        // The part of it that is in the picture.
        let (mut start, mut end) = (0.0_f64, 1.0_f64);
        for (k, size) in [self.width, self.height].into_iter().enumerate() {
            let [one, other] = [-HALF_LINE, size as f64 + HALF_LINE].map(|side| (side - a[k]) / by[k]);
            if by[k] != 0.0 {
                (start, end) = (start.max(one.min(other)), end.min(one.max(other)));
            }
        }
        let length = (end - start) * by[0].abs().max(by[1].abs());
        if !(length >= 0.0 && length.is_finite()) {
            return self;
        }
        let count = (2.0 * length).ceil().max(1.0);
        let mut k = 0.0;
        while k <= count {
            let part = start + (end - start) * (k / count);
            self.dot([0, 1].map(|i| a[i] + by[i] * part), color);
            k += 1.0;
        }
        self
    }

    /// Pixels of the picture: rows from the top, each from the left.
    pub fn pixels(&self) -> Vec<[u8; 3]> {
        let mut pixels: Vec<Color> = (0..self.width * self.height).map(|at| self.mixed(at)).collect();
        for (at, color) in &self.inks {
            pixels[*at] = *color;
        }
        pixels
    }

    /// Column and row of a point, and its depth.
    fn place(&self, point: Point) -> Point {
        let Look { center, direction, up, height } = self.look;
        let from = [0, 1, 2].map(|k| point[k] - center[k]);
        let scale = self.height as f64 / height;
        [
            0.5 * self.width as f64 + scale * dot(from, self.right),
            0.5 * self.height as f64 - scale * dot(from, up),
            scale * dot(from, direction),
        ]
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "within the picture")]
    fn triangle(&mut self, [a, b, c]: [Point; 3]) {
        let area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
        let least = |k: usize| a[k].min(b[k]).min(c[k]);
        let most = |k: usize| a[k].max(b[k]).max(c[k]);
        let is_seen =
            least(0) < self.width as f64 && least(1) < self.height as f64 && most(0) > 0.0 && most(1) > 0.0;
        if !(area != 0.0 && area.is_finite() && is_seen) {
            return;
        }
        let shade = shade(a, b, c);
        let (first, last) = (least(0).max(0.0) as usize, most(0).min(self.width as f64 - 1.0) as usize);
        let (top, bottom) = (least(1).max(0.0) as usize, most(1).min(self.height as f64 - 1.0) as usize);
        let Some(Layer { depths, shades, .. }) = self.layers.last_mut() else { return };
        for row in top..=bottom {
            for column in first..=last {
                let (x, y) = (column as f64 + 0.5, row as f64 + 0.5);
                // Weights of the three corners.
                let u = ((b[0] - x) * (c[1] - y) - (b[1] - y) * (c[0] - x)) / area;
                let v = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / area;
                let w = 1.0 - u - v;
                if u < 0.0 || v < 0.0 || w < 0.0 {
                    continue;
                }
                let depth = (u * a[2] + v * b[2] + w * c[2]) as f32;
                let at = row * self.width + column;
                if depth < depths[at] {
                    (depths[at], shades[at]) = (depth, shade);
                }
            }
        }
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be in the picture"
    )]
    fn dot(&mut self, [x, y]: [f64; 2], color: Color) {
        let mut row = (y - HALF_LINE).floor();
        while row <= y + HALF_LINE {
            let mut column = (x - HALF_LINE).floor();
            while column <= x + HALF_LINE {
                let near = (column + 0.5 - x) * (column + 0.5 - x) + (row + 0.5 - y) * (row + 0.5 - y);
                let inside =
                    column >= 0.0 && row >= 0.0 && column < self.width as f64 && row < self.height as f64;
                if inside && near <= HALF_LINE * HALF_LINE {
                    self.inks.push((row as usize * self.width + column as usize, color));
                }
                column += 1.0;
            }
            row += 1.0;
        }
    }

    /// The color of a pixel: what is far first, then what is in front.
    fn mixed(&self, at: usize) -> Color {
        let mut seen: Vec<&Layer> = self.layers.iter().filter(|layer| layer.depths[at].is_finite()).collect();
        seen.sort_by(|a, b| a.in_front.cmp(&b.in_front).then(b.depths[at].total_cmp(&a.depths[at])));
        seen.iter().fold(GROUND, |under, layer| {
            let shade = f64::from(layer.shades[at]) / 255.0;
            [0, 1, 2].map(|k| {
                let over = f64::from(layer.color[k]) * shade;
                blend(f64::from(under[k]), over, layer.opacity)
            })
        })
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between two colors")]
fn blend(under: f64, over: f64, opacity: f64) -> u8 {
    (under + (over - under) * opacity).round().clamp(0.0, 255.0) as u8
}

/// Brightness of a face given by its places in the picture, from 0 to 255: lit from above and the left of the camera.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped")]
fn shade(a: Point, b: Point, c: Point) -> u8 {
    let minus = |p: Point, q: Point| [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
    let normal = cross(minus(b, a), minus(c, a));
    let length = dot(normal, normal).sqrt();
    // Toward the camera: the third axis goes away from it, the second one down.
    let sign = if normal[2] > 0.0 { -1.0 } else { 1.0 };
    let [x, y, z] = normal.map(|k| if length > 0.0 { sign * k / length } else { 0.0 });
    let lit = (-0.35 * x - 0.55 * y - z) / (1.0 + 0.35 * 0.35 + 0.55 * 0.55_f64).sqrt();
    (255.0 * (0.55 + 0.45 * lit.max(0.0))).round().clamp(0.0, 255.0) as u8
}

fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Point, b: Point) -> Point {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[cfg(test)]
mod tests {
    use super::{Look, Snapshot};
    use crate::Geometry;

    const RED: [u8; 3] = [255, 0, 0];
    const BLUE: [u8; 3] = [0, 0, 255];

    /// Looks along y at 4 × 4 around the origin.
    fn empty() -> Snapshot {
        let look = Look { center: [0.0; 3], direction: [0.0, 1.0, 0.0], up: [0.0, 0.0, 1.0], height: 4.0 };
        Snapshot::new(40, 40, look)
    }

    fn at(pixels: &[[u8; 3]], column: usize, row: usize) -> [u8; 3] {
        pixels[40 * row + column]
    }

    #[test]
    fn the_nearer_of_two_bodies_hides_the_other() {
        let cube = Geometry::cuboid([0.5; 3]);
        for (red, blue) in [(-2.0, 2.0), (2.0, -2.0)] {
            let mut picture = empty();
            picture.layer(RED, 1.0, false).body(&cube, [0.0, red, 0.0]);
            picture.layer(BLUE, 1.0, false).body(&cube, [0.75, blue, 0.0]);
            let pixels = picture.pixels();
            let middle = at(&pixels, 23, 20);
            assert_eq!((middle[0] > 100, middle[2] > 100), (red < blue, blue < red), "{middle:?}");
            // One alone on either side, nothing in the corner; x is to the right, and z upward.
            assert!(at(&pixels, 17, 20)[0] > 100 && at(&pixels, 30, 20)[2] > 100);
            assert_eq!([at(&pixels, 0, 0), at(&pixels, 20, 12), at(&pixels, 10, 20)], [[255; 3]; 3]);
        }
    }

    #[test]
    fn ghosts_are_one_thin_layer() {
        let cube = Geometry::cuboid([0.5; 3]);
        let picture = |ghosts: u32| {
            let mut picture = empty();
            picture.layer(RED, 1.0, false).body(&cube, [0.0; 3]).layer(BLUE, 0.25, true);
            for k in 0..ghosts {
                picture.body(&cube, [0.0, -1.0 - f64::from(k), 0.0]);
            }
            at(&picture.pixels(), 20, 20)
        };
        assert_eq!(picture(1), picture(50));
        assert!(picture(0)[2] == 0 && picture(1)[2] > 20 && picture(1)[0] > 150);
    }

    #[test]
    fn lines_are_over_all_and_odd_numbers_draw_nothing() {
        let mut picture = empty();
        let cube = Geometry::cuboid([1.0; 3]);
        picture.body(&cube, [0.0; 3]).layer(RED, 1.0, false).body(&cube, [0.0; 3]).body(&cube, [f64::NAN; 3]);
        picture.line([-1.0, 0.0, 0.0], [1e9, 0.0, 0.0], BLUE).line([0.0; 3], [f64::INFINITY; 3], BLUE);
        let pixels = picture.pixels();
        assert_eq!([at(&pixels, 12, 20), at(&pixels, 12, 24)].map(|p| p == BLUE), [true, false]);
        assert!(at(&pixels, 12, 24)[0] > 100);
        assert_eq!(pixels, picture.pixels());
    }
}
