//! Subject of an explanation: two placed shapes, their Minkowski difference, and an observer that records its view.

use impinge::Motion;
use impinge::shape::{At, Shape};
use impinge::study::observe::{Details, Observer, Step};
use impinge::study::pair::{Frame, Grown, Obstacle, Prepared, Vertex};

use super::world::World;

/// Two placed shapes, and the motion of B if there is one.
pub struct Subject<W: World> {
    /// Shape A, with the name given by the user.
    pub a: Given<W>,
    /// Shape B.
    pub b: Given<W>,
    /// Motion of B from time 0 to 1, if the algorithm needs one.
    pub motion: Option<Motion<W>>,
}

/// A shape from the command line.
pub struct Given<W: World> {
    /// One word: its kind, or the name of its file.
    pub name: String,
    /// Text as the user wrote it.
    pub text: String,
    /// The shape at its pose.
    pub body: At<W::Any>,
}

/// Conversion from an algorithm's frame and units to those of the shapes.
#[derive(Clone, Copy)]
pub struct Lens<W: World> {
    frame: Frame<W>,
    /// Excess of the distance of the cores, which lack the balls around them, in the shapes' units.
    pub taken_off: f64,
}

impl<W: World> Lens<W> {
    /// A point of B − A.
    pub fn difference(&self, point: W) -> W {
        self.frame.direction(point) * self.frame.length(1.0)
    }
    /// A point of A or B.
    pub fn point(&self, point: W) -> W {
        self.frame.point(point)
    }
    /// A direction.
    pub fn direction(&self, direction: W) -> W {
        self.frame.direction(direction)
    }
    /// A direction of the shapes' frame, in the algorithm's.
    pub fn direction_in(&self, direction: W) -> W {
        self.frame.direction_in(direction)
    }
    /// A length other than a distance of the bodies.
    pub fn length(&self, length: f64) -> f64 {
        self.frame.length(length)
    }
    /// A signed distance, for the bodies with their balls.
    pub fn distance(&self, distance: f64) -> f64 {
        self.frame.length(distance) - self.taken_off
    }
    /// A bound on an error of this signed distance, both in the algorithm's units.
    pub fn error(&self, error: f64, value: f64) -> f64 {
        self.frame.error(error, value)
    }
}

/// B − A, ready for an algorithm.
pub struct Stage<'a, W: World> {
    /// The obstacle that the algorithm queries.
    pub obstacle: &'a dyn Obstacle<W>,
    /// Conversion of its results.
    pub lens: Lens<W>,
    /// Bound on the error of a computed g(n), in the obstacle's units.
    pub rounding: f64,
    /// Radii of the omitted balls, in the obstacle's units: of A and of B.
    pub radii: [f64; 2],
}

/// Whether an algorithm runs on the cores of shapes, whose balls are subtracted from the answer, or on the whole shapes.
#[derive(Clone, Copy, PartialEq)]
pub enum Bodies {
    Cores,
    Whole,
}

impl<W: World> Subject<W> {
    /// Runs something on B − A.
    pub fn stage<R>(&self, bodies: Bodies, mut run: impl FnMut(&Stage<'_, W>) -> R) -> R {
        let mut done = None;
        self.staged(bodies, &mut |stage| done = Some(run(stage)));
        done.expect("the stage is set up once")
    }

    /// [`Subject::stage`], compiled once for everything that runs on it.
    fn staged(&self, bodies: Bodies, run: &mut dyn FnMut(&Stage<'_, W>)) {
        let (a, b) = (self.a.body.parts(), self.b.body.parts());
        let prepared = Prepared::<W>::new(&a, &b);
        let cores: &dyn Obstacle<W> = &prepared.pair;
        let frame = prepared.frame;
        let radii = [prepared.radius_a, prepared.radius_b];
        if bodies == Bodies::Cores || radii == [0.0; 2] {
            let taken_off = frame.length(radii[0] + radii[1]);
            let lens = Lens { frame, taken_off };
            return run(&Stage { obstacle: cores, lens, rounding: prepared.pair.rounding, radii });
        }
        let grown = Grown { obstacle: &cores, radius_a: radii[0], radius_b: radii[1] };
        let lens = Lens { frame, taken_off: 0.0 };
        run(&Stage { obstacle: &grown, lens, rounding: grown.rounding(), radii: [0.0; 2] })
    }

    /// Points that together look like B − A, of the cores or of the whole bodies.
    pub fn difference(&self, bodies: Bodies) -> Vec<W> {
        self.stage(bodies, |stage| {
            W::support_points(&|direction| {
                let asked = stage.lens.direction_in(direction);
                stage.lens.difference(stage.obstacle.support(asked, &Vertex::default()).point)
            })
        })
    }

    /// Whether one of the shapes is a core with a ball around it.
    pub fn is_round(&self) -> bool {
        self.a.body.parts().radius + self.b.body.parts().radius > 0.0
    }
}

/// An observed step, in the shapes' frame and units.
#[derive(Clone, Debug)]
pub struct Told<W: World> {
    pub algorithm: &'static str,
    pub vertices: Vec<W>,
    pub faces: Vec<[u32; 3]>,
    pub point: W,
    /// Corners of a cell of directions, unit vectors.
    pub cell: Vec<W>,
    pub found: W,
    /// Points of A and of B whose difference is `found`.
    pub found_at: [W; 2],
    /// Bounds on the signed distance of the bodies.
    pub bounds: [f64; 2],
    pub details: Details<f64>,
}

/// Observer that records the steps of an algorithm.
pub struct Watch<W: World> {
    lens: Lens<W>,
    pub told: Vec<Told<W>>,
}

impl<W: World> Watch<W> {
    pub fn new(lens: Lens<W>) -> Self {
        Self { lens, told: Vec::new() }
    }
}

impl<W: World> Observer<W> for Watch<W> {
    fn step(&mut self, step: &Step<'_, W>) {
        let lens = &self.lens;
        self.told.push(Told {
            algorithm: step.algorithm,
            vertices: step.vertices.iter().map(|v| lens.difference(v.point)).collect(),
            faces: step.faces.to_vec(),
            point: lens.difference(step.point),
            cell: step.cell.iter().map(|n| lens.direction(*n)).collect(),
            found: lens.difference(step.found.point),
            found_at: [lens.point(step.found.a), lens.point(step.found.b())],
            bounds: step.bounds.map(|b| lens.distance(b)),
            details: step.details,
        });
    }
}

/// Point of B − A that is least far along an axis of the algorithm's frame, and the unit axis, both in the shapes' frame.
pub fn separation<W: World>(stage: &Stage<'_, W>, axis: W) -> Option<(W, W)> {
    let unit = axis.normalized()?;
    let found = stage.obstacle.support(-unit, &Vertex::default());
    Some((stage.lens.difference(found.point), stage.lens.direction(unit)))
}
