//! A slice through a map as a picture: blue outside, orange inside, the surface as a dark line, and lines of equal distance.

use std::io::Write as _;
use std::path::Path;

use impinge::Vec3;
use impinge::sdf::DistanceMap;
use impinge_io::png::Picture;
use impinge_page::{base64, html};

use super::make::Made;
use crate::aside::write_aside;
use crate::failure::Failure;
use crate::table::number;

/// The longer side of the picture, in pixels.
const LONGEST: f64 = 720.0;
/// Approximate number of lines of equal distance from the surface to the farthest point.
const LINES: f64 = 8.0;
/// Half the width of a line in pixels: of the surface, and of the others.
const SURFACE_WIDTH: f64 = 1.25;
const LINE_WIDTH: f64 = 0.6;

const DARK: [f64; 3] = [26.0, 32.0, 39.0];
/// Colors next to the surface and far away from it, inside and outside.
const INSIDE: [[f64; 3]; 2] = [[255.0, 226.0, 178.0], [196.0, 78.0, 18.0]];
const OUTSIDE: [[f64; 3]; 2] = [[238.0, 245.0, 253.0], [46.0, 103.0, 178.0]];

/// A slice: an axis, and the place on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slice {
    axis: usize,
    place: f64,
}

/// A slice from the command line, such as `z=0.2`.
pub fn parse(text: &str) -> Result<Slice, String> {
    let (axis, place) = text.split_once('=').unwrap_or((text, ""));
    let axis = ["x", "y", "z"].iter().position(|name| *name == axis);
    let place = place.parse().ok().filter(|place: &f64| place.is_finite());
    match (axis, place) {
        (Some(axis), Some(place)) => Ok(Slice { axis, place }),
        _ => Err("a slice is an axis and a place on it, such as z=0.2".into()),
    }
}

/// A picture and its legend.
struct Drawn {
    picture: Picture,
    width: u32,
    height: u32,
    /// Lowest and highest coordinates, to the right and upward.
    ranges: [[f64; 2]; 2],
    /// Lowest and highest values.
    values: [f64; 2],
    /// Distance between lines of equal distance.
    step: f64,
}

impl Slice {
    /// Writes the picture: as PNG alone, as SVG with axes and a legend.
    pub fn write(&self, made: &Made, target: &Path, is_png: bool, input: &Path) -> Result<(), Failure> {
        let drawn = self.draw(&made.map)?;
        if is_png {
            return Ok(drawn.picture.write(target)?);
        }
        let name = input.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
        let text = self.svg(&drawn, &name, made.units.phrase());
        write_aside(target, &mut |out| Ok(out.write_all(text.as_bytes())?))
    }

    /// The axes to the right and upward.
    fn across(&self) -> [usize; 2] {
        [[1, 2], [0, 2], [0, 1]][self.axis]
    }

    fn draw(&self, map: &DistanceMap<f64>) -> Result<Drawn, Failure> {
        let bounds = map.bounds();
        let (low, high) = (bounds.min.to_array(), bounds.max.to_array());
        if !(low[self.axis] <= self.place && self.place <= high[self.axis]) {
            let (axis, place) = (self.name(), self.place);
            let [from, to] = [low, high].map(|corner| number(corner[self.axis]));
            let text = format!(
                "`--slice {axis}={place}` is outside the map, which extends from {from} to {to} along {axis}"
            );
            return Err(Failure::Usage(text));
        }
        let ranges = self.across().map(|axis| [low[axis], high[axis]]);
        let sizes = ranges.map(|[from, to]| to - from);
        let pixel = sizes[0].max(sizes[1]) / LONGEST;
        let [width, height] = sizes.map(|size| (size / pixel).round().max(1.0) as u32);
        let at = |x: u32, y: u32| {
            let mut point = [self.place; 3];
            point[self.across()[0]] = ranges[0][0] + (f64::from(x) + 0.5) * pixel;
            point[self.across()[1]] = ranges[1][1] - (f64::from(y) + 0.5) * pixel;
            map.sample(Vec3::from(point)).value
        };
        let found: Vec<f64> =
            (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).map(|(x, y)| at(x, y)).collect();
        let values = found.iter().fold([0.0_f64; 2], |[least, most], v| [least.min(*v), most.max(*v)]);
        let step = round_step(values[1].max(-values[0]) / LINES);
        let color = |x: u32, y: u32| color(found[(y * width + x) as usize], values, step, pixel);
        Ok(Drawn { picture: Picture::new(width, height, color), width, height, ranges, values, step })
    }

    fn name(&self) -> char {
        ['x', 'y', 'z'][self.axis]
    }

    fn svg(&self, drawn: &Drawn, name: &str, unit: &str) -> String {
        let Drawn { picture, width, height, ranges, values, step } = drawn;
        let (left, top, bar) = (70, 48, 18);
        let (right, bottom) = (left + width, top + height);
        let (legend, total) = (right + 26, right + 150);
        let tall = bottom + 52;
        let mut text = String::new();
        let mut put = |line: String| {
            text.push_str(&line);
            text.push('\n');
        };
        put(format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{total}\" height=\"{tall}\" viewBox=\"0 0 {total} {tall}\" \
             font-family=\"system-ui, sans-serif\" font-size=\"13\" fill=\"#1a2027\">"
        ));
        put(format!("<rect width=\"{total}\" height=\"{tall}\" fill=\"#ffffff\"/>"));
        let title = format!("{name}, {} = {}", self.name(), number(self.place));
        put(format!(
            "<text x=\"{left}\" y=\"28\" font-size=\"16\" font-weight=\"600\">{}</text>",
            html(&title)
        ));
        put(image([left, top, *width, *height], picture));
        put(format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"#586472\"/>"
        ));
        for (k, [from, to]) in ranges.iter().enumerate() {
            let step = round_step((to - from) / 5.0);
            let first = (from / step).ceil();
            for i in 0..12 {
                let at = (first + f64::from(i)) * step;
                if at > *to {
                    break;
                }
                let part = (at - from) / (to - from);
                let shown = number(if at.abs() < step * 1e-9 { 0.0 } else { at });
                put(if k == 0 {
                    let x = f64::from(left) + part * f64::from(*width);
                    format!(
                        "<path d=\"M{x:.1} {bottom}v5\" stroke=\"#586472\"/><text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{shown}</text>",
                        bottom + 20
                    )
                } else {
                    let y = f64::from(bottom) - part * f64::from(*height);
                    format!(
                        "<path d=\"M{left} {y:.1}h-5\" stroke=\"#586472\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{shown}</text>",
                        left - 9,
                        y + 4.5
                    )
                });
            }
        }
        let axes = self.across().map(|axis| ['x', 'y', 'z'][axis]);
        put(format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            left + width / 2,
            bottom + 40,
            axes[0]
        ));
        put(format!("<text x=\"16\" y=\"{}\">{}</text>", top + height / 2, axes[1]));
        // From the highest value at the top to the lowest.
        let [least, most] = *values;
        let tall = (*height).min(320);
        let value = |y: u32| most - (most - least) * (f64::from(y) + 0.5) / f64::from(tall);
        let shade = (most - least) / f64::from(tall);
        let scale = Picture::new(bar, tall, |_, y| color(value(y), *values, *step, shade));
        put(image([legend, top, bar, tall], &scale));
        put(format!(
            "<rect x=\"{legend}\" y=\"{top}\" width=\"{bar}\" height=\"{tall}\" fill=\"none\" stroke=\"#586472\"/>"
        ));
        let place =
            |v: f64| f64::from(top) + f64::from(tall) * (most - v) / (most - least).max(f64::MIN_POSITIVE);
        for (v, said) in [(most, "outside"), (0.0, "surface"), (least, "inside")] {
            // Labels too close to the surface would overlap it.
            if v == 0.0 || (place(v) - place(0.0)).abs() > 16.0 {
                let (x, y) = (legend + bar + 8, place(v) + 4.5);
                put(format!("<text x=\"{x}\" y=\"{y:.1}\">{} {said}</text>", number(v)));
            }
        }
        put(format!(
            "<text x=\"{legend}\" y=\"{}\" font-size=\"12\" fill=\"#586472\">lines every {}</text>",
            top + tall + 22,
            number(*step)
        ));
        put(format!(
            "<text x=\"{legend}\" y=\"{}\" font-size=\"12\" fill=\"#586472\">in {unit}</text>",
            top + tall + 38
        ));
        put("</svg>".into());
        text
    }
}

/// A picture within a picture; its pixels stay what they are.
fn image([x, y, width, height]: [u32; 4], picture: &Picture) -> String {
    format!(
        "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" preserveAspectRatio=\"none\" \
         href=\"data:image/png;base64,{}\"/>",
        base64(&picture.to_png())
    )
}

/// Color of a value, for pixels of this size.
fn color(value: f64, [least, most]: [f64; 2], step: f64, pixel: f64) -> [u8; 3] {
    let far = if value < 0.0 { least } else { most };
    let [near, deep] = if value < 0.0 { INSIDE } else { OUTSIDE };
    let part = if far == 0.0 { 0.0 } else { (value / far).clamp(0.0, 1.0).sqrt() };
    // Distance in pixels to the nearest line of equal distance, and how much of the pixel it covers.
    let covers = |off: f64, width: f64| (width + 0.5 - off / pixel).clamp(0.0, 1.0);
    let off = (value / step - (value / step).round()).abs() * step;
    let ink = covers(value.abs(), SURFACE_WIDTH).max(0.35 * covers(off, LINE_WIDTH));
    [0, 1, 2].map(|i| {
        let plain = near[i] + (deep[i] - near[i]) * part;
        (plain + (DARK[i] - plain) * ink).round() as u8
    })
}

/// 1, 2 or 5 times a power of ten, near a number.
fn round_step(about: f64) -> f64 {
    if !(about > 0.0 && about.is_finite()) {
        return 1.0;
    }
    let power = 10_f64.powf(about.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= about * 0.999);
    factor.unwrap_or(10.0) * power
}

#[cfg(test)]
mod tests {
    use super::{color, parse, round_step};

    #[test]
    fn slices_are_read() {
        assert_eq!(parse("z=0.2").map(|s| (s.axis, s.place)), Ok((2, 0.2)));
        assert_eq!(parse("x=-1e3").map(|s| (s.axis, s.place)), Ok((0, -1000.0)));
        for wrong in ["", "z", "z=", "w=1", "z=nan", "z=1=2", "z=inf"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn colors_show_the_side() {
        let [inside, surface, outside] = [-0.55, 0.0, 0.55].map(|v| color(v, [-1.0, 1.0], 0.1, 0.001));
        assert!(inside[0] > inside[2] && outside[2] > outside[0] && surface == [26, 32, 39]);
        // A map that is 0 everywhere is all dark, and nothing is divided by zero.
        assert_eq!(color(0.0, [0.0, 0.0], 1.0, 1.0), surface);
    }

    #[test]
    fn steps_are_round() {
        assert_eq!([0.013, 1.0, 3.0, 700.0].map(round_step), [0.02, 1.0, 5.0, 1000.0]);
        assert_eq!(round_step(f64::NAN), 1.0);
    }
}
