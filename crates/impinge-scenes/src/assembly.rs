//! An assembly of many parts on a grid, clear of one another, with planted cases whose ground truth is known.
//!
//! Every part is in a cell of its own, at least 0.5 from all parts of other cells. A planted case puts a second part into a cell. A tenth
//! of all parts are in the notches of brackets, within their boxes and clear of them. All coordinates are multiples of 2⁻¹⁰ and no larger
//! than 2¹³, so that they are exact in `f32` too and the gaps are exact.

use impinge::{Real, Vec3};

use crate::Rng;

type Point = Vec3<f64>;

/// Distance of cells. Parts are within 1.75 of the middle of their cell, so that those of two cells are at least 0.5 apart.
const PITCH: f64 = 4.0;

/// Grid of coordinates: all are multiples of this.
const GRAIN: f64 = 1.0 / 1024.0;

/// Gap between parts that are planted near one another.
pub const GAP: f64 = 0.125;

/// A part: points and polygons, counter-clockwise seen from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Name, without an extension.
    pub name: String,
    /// Vertices.
    pub points: Vec<Point>,
    /// Polygons, by the indices of their corners.
    pub faces: Vec<Vec<u32>>,
}

/// Relation of two parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Case {
    /// A part and its copy, translated by less than its thickness.
    Hard,
    /// A part with a small part of the same form inside.
    Contained,
    /// A part twice; in every other pair with its points and polygons in another order.
    Duplicate,
    /// A box [`GAP`] above the top of a part.
    Clearance,
    /// A box on the top of a part.
    Touching,
}

impl Case {
    /// All cases.
    pub const ALL: [Self; 5] =
        [Self::Hard, Self::Contained, Self::Duplicate, Self::Clearance, Self::Touching];
}

/// Parts, and the planted pairs among them; all other pairs are clear.
#[derive(Clone, Debug, PartialEq)]
pub struct Assembly {
    /// Parts, in any order.
    pub parts: Vec<Part>,
    /// Planted cases: the case, and the indices of both parts, the host and the planted one.
    pub planted: Vec<(Case, usize, usize)>,
}

/// An assembly of `count` parts with `cases` planted cases of each kind.
///
/// # Panics
/// If there are not at least fifteen parts for each of the `cases`, or more than eight million parts.
pub fn assembly(count: usize, cases: usize, seed: u64) -> Assembly {
    assert!(
        15 * cases <= count,
        "an assembly needs at least fifteen parts for each planted case of five kinds"
    );
    assert!(count <= 8_000_000, "an assembly has at most eight million parts");
    let mut rng = Rng::new(seed);
    let notched = count / 10;
    let cells = count - 5 * cases - notched;
    let side = (1..).find(|n: &usize| n.pow(3) >= cells).unwrap_or(1);
    let mut parts = Vec::with_capacity(count);
    for cell in 0..cells {
        let form = if cell < notched { Form::Bracket } else { Form::ALL[rng.below(Form::ALL.len())] };
        let place = [cell % side, cell / side % side, cell / side / side];
        let middle = Vec3::from(place.map(|k| k as f64 * PITCH + (rng.below(5) as f64 - 2.0) / 16.0));
        let part = form.part().moved(middle);
        parts.push((form, middle, Part { name: format!("{}-{cell:06}", form.name()), ..part }));
    }
    // Cells that get a second part: random, each at most once.
    let mut order: Vec<usize> = (0..cells).collect();
    for k in (1..cells).rev() {
        order.swap(k, rng.below(k + 1));
    }
    let mut planted = Vec::new();
    // 5/8 from the bracket, and 3/8 from a copy of it that is translated by 1/4.
    let in_notch = |(_, middle, _): &(Form, Point, Part)| {
        cuboid([0.25; 3]).moved(*middle + Vec3::new(0.375, 0.375, 0.0))
    };
    let mut others: Vec<Part> = parts.iter().take(notched).map(in_notch).collect();
    others.iter_mut().enumerate().for_each(|(k, part)| part.name = format!("pin-{:06}", cells + k));
    for (k, &host) in order.iter().take(5 * cases).enumerate() {
        let case = Case::ALL[k % 5];
        let (form, middle, part) = &parts[host];
        let other = case.plant(*form, *middle, part, k / 5, &mut rng);
        planted.push((case, host, cells + others.len()));
        others.push(Part { name: format!("{}-{:06}", form.name(), cells + others.len()), ..other });
    }
    Assembly { parts: parts.into_iter().map(|(_, _, part)| part).chain(others).collect(), planted }
}

impl Case {
    /// Creates the second part of a cell.
    fn plant(self, form: Form, middle: Point, host: &Part, number: usize, rng: &mut Rng) -> Part {
        let above = |gap: f64| {
            let at = middle + Vec3::new(form.heart().x, form.heart().y, form.top() + gap + 0.25);
            cuboid([0.25; 3]).moved(at)
        };
        match self {
            Self::Hard => {
                // 1/8 to 1/4 along x and y, in which every form is at least 1/2 thick.
                let [x, y] = [(); 2].map(|()| (128 + rng.below(129)) as f64 * GRAIN);
                host.clone().moved(Vec3::new(x, y, 0.0))
            }
            Self::Contained => {
                let heart = form.heart();
                let small = form.part().map(|p| heart + (p - heart) * 0.5);
                small.map(snapped).moved(middle)
            }
            Self::Duplicate if number.is_multiple_of(2) => host.clone(),
            Self::Duplicate => host.clone().renumbered(),
            Self::Clearance => above(GAP),
            Self::Touching => above(0.0),
        }
    }
}

impl Part {
    fn map(mut self, f: impl FnMut(Point) -> Point) -> Self {
        self.points = self.points.into_iter().map(f).collect();
        self
    }

    fn moved(self, by: Point) -> Self {
        self.map(|p| p + by)
    }

    /// The same surface with its points and polygons in the opposite order.
    fn renumbered(mut self) -> Self {
        let last = self.points.len() as u32 - 1;
        self.points.reverse();
        self.faces.reverse();
        self.faces.iter_mut().flatten().for_each(|corner| *corner = last - *corner);
        self
    }
}

/// Form of a part, around the middle of its cell and within 1 of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Block,
    Cylinder,
    Bracket,
    Bolt,
}

impl Form {
    const ALL: [Self; 4] = [Self::Block, Self::Cylinder, Self::Bracket, Self::Bolt];

    fn name(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Cylinder => "cylinder",
            Self::Bracket => "bracket",
            Self::Bolt => "bolt",
        }
    }

    fn part(self) -> Part {
        match self {
            Self::Block => cuboid([1.0, 0.75, 0.5]),
            Self::Cylinder => lathe(&[[0.75, -1.0], [0.75, 1.0]], 24),
            Self::Bracket => prism(
                &[[-1.0, -1.0], [1.0, -1.0], [1.0, -0.5], [-0.5, -0.5], [-0.5, 1.0], [-1.0, 1.0]],
                [-0.5, 0.5],
            ),
            Self::Bolt => lathe(&[[0.375, -1.0], [0.375, 0.5], [0.75, 0.5], [0.75, 1.0]], 12),
        }
    }

    /// A point from which all of the part is visible, below a flat piece of its top.
    fn heart(self) -> Point {
        match self {
            Self::Block | Self::Cylinder => Vec3::ZERO,
            Self::Bracket => Vec3::new(-0.75, -0.75, 0.0),
            Self::Bolt => Vec3::new(0.0, 0.0, 0.75),
        }
    }

    fn top(self) -> f64 {
        match self {
            Self::Block | Self::Bracket => 0.5,
            Self::Cylinder | Self::Bolt => 1.0,
        }
    }
}

/// A point rounded to the grain.
fn snapped(p: Point) -> Point {
    Vec3::from(p.to_array().map(|x| (x / GRAIN).round() * GRAIN))
}

/// A box around the origin, by its half extents.
fn cuboid([x, y, z]: [f64; 3]) -> Part {
    prism(&[[-x, -y], [x, -y], [x, y], [-x, y]], [-z, z])
}

/// A counter-clockwise polygon of the plane, extruded along z.
fn prism(outline: &[[f64; 2]], [low, high]: [f64; 2]) -> Part {
    let ring = |z: f64| outline.iter().map(move |[x, y]| Vec3::new(*x, *y, z));
    tube([low, high].into_iter().map(|z| ring(z).collect()).collect())
}

/// A profile of radius and height, from bottom to top, revolved about z in `n` steps.
fn lathe(profile: &[[f64; 2]], n: usize) -> Part {
    let ring = |[r, z]: &[f64; 2]| {
        let corner = |k: usize| {
            let (sin, cos) = Real::sin_cos(core::f64::consts::TAU * k as f64 / n as f64);
            snapped(Vec3::new(cos * r, sin * r, *z))
        };
        (0..n).map(corner).collect()
    };
    tube(profile.iter().map(ring).collect())
}

/// A closed surface of rings of points, each counter-clockwise seen from above, from bottom to top.
fn tube(rings: Vec<Vec<Point>>) -> Part {
    let (n, last) = (rings[0].len() as u32, rings.len() as u32 - 1);
    let mut faces = vec![(0..n).rev().collect(), (last * n..(last + 1) * n).collect()];
    for ring in 0..last {
        for k in 0..n {
            let (from, next) = (ring * n + k, ring * n + (k + 1) % n);
            faces.push(vec![from, next, next + n, from + n]);
        }
    }
    Part { name: String::new(), points: rings.concat(), faces }
}
