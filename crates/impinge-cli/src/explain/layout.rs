//! Layout of the page: the bodies in place, and B − A to the right of them.

use impinge::Support;

use super::subject::{Given, Subject};
use super::world::World;

/// Direction to the right in the initial view of a page: in space, and in the plane.
const RIGHT: [[f64; 3]; 2] = [[0.84, 0.54, 0.0], [1.0, 0.0, 0.0]];
/// Room between the bodies and B − A, relative to their width.
const ROOM: f64 = 0.12;

/// Places on the page.
pub struct Layout<W> {
    shift: [f64; 3],
    /// Largest extent of everything drawn.
    size: f64,
    space: std::marker::PhantomData<W>,
}

impl<W: World> Layout<W> {
    /// Layout for two bodies, B's motion, and B − A if it is drawn.
    pub fn new(subject: &Subject<W>, difference: Option<&[W]>) -> Self {
        let mut bodies = Extent::default();
        for given in [&subject.a, &subject.b] {
            W::support_points(&|d| given.body.support(d)).iter().for_each(|p| bodies.add(p.on_page()));
        }
        let mut size = bodies.size();
        let mut shift = [0.0; 3];
        if let Some(points) = difference {
            let mut beside = Extent::default();
            points.iter().chain([&W::ZERO]).for_each(|p| beside.add(p.on_page()));
            let right = RIGHT[if W::DIM == 3 { 0 } else { 1 }];
            let end = corners(&bodies).map(|c| dot(c, right)).fold(f64::NEG_INFINITY, f64::max);
            let begin = corners(&beside).map(|c| dot(c, right)).fold(f64::INFINITY, f64::min);
            let (from, to) = (beside.middle(), bodies.middle());
            let off = [0, 1, 2].map(|k| to[k] - from[k]);
            let along = end - begin + ROOM * (bodies.size() + beside.size()) - dot(off, right);
            shift = [0, 1, 2].map(|k| off[k] + right[k] * along);
            size = size.max(beside.size());
        }
        let size = if size > 0.0 && size.is_finite() { size } else { 1.0 };
        Self { shift, size, space: std::marker::PhantomData }
    }

    /// Offset of B − A from its true place.
    pub fn shift(&self) -> [f64; 3] {
        self.shift
    }

    /// A fraction of the size of the drawing.
    pub fn length(&self, part: f64) -> f64 {
        self.size * part
    }

    /// Place where a point of B − A is drawn.
    pub fn beside(&self, point: W) -> [f64; 3] {
        let point = point.on_page();
        [0, 1, 2].map(|k| point[k] + self.shift[k])
    }

    /// Place of the name of a body: at its top.
    pub fn label(&self, given: &Given<W>) -> [f64; 3] {
        given.body.support(W::axis(W::DIM - 1)).on_page()
    }

    /// Short lines through the origin of B − A, along the axes.
    pub fn cross(&self) -> Vec<([f64; 3], [f64; 3])> {
        let arm = self.length(0.06);
        (0..W::DIM).map(|i| (self.beside(W::axis(i) * -arm), self.beside(W::axis(i) * arm))).collect()
    }
}

/// Bounding box of points.
struct Extent {
    least: [f64; 3],
    greatest: [f64; 3],
}

impl Default for Extent {
    fn default() -> Self {
        Self { least: [f64::INFINITY; 3], greatest: [f64::NEG_INFINITY; 3] }
    }
}

impl Extent {
    fn add(&mut self, point: [f64; 3]) {
        for (k, x) in point.into_iter().enumerate() {
            self.least[k] = self.least[k].min(x);
            self.greatest[k] = self.greatest[k].max(x);
        }
    }
    fn size(&self) -> f64 {
        [0, 1, 2].map(|k| self.greatest[k] - self.least[k]).into_iter().fold(0.0, f64::max)
    }
    fn middle(&self) -> [f64; 3] {
        [0, 1, 2].map(|k| (self.greatest[k] + self.least[k]) * 0.5)
    }
}

fn corners(extent: &Extent) -> impl Iterator<Item = [f64; 3]> {
    let (least, greatest) = (extent.least, extent.greatest);
    (0..8_usize).map(move |i| [0, 1, 2].map(|k| if i >> k & 1 == 0 { least[k] } else { greatest[k] }))
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
