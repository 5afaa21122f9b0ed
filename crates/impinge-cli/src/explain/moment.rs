//! Record of a run: its steps and its answer. Text, JSON and page are printed from it.

use impinge::Status;
use impinge::answer::Contact;
use impinge::casting::Impact;
use impinge::{Motion, Pose, cast, contact};

use super::subject::{Subject, Told};
use super::world::World;

/// A step, or the state before the first or after the last one.
pub struct Moment<W: World> {
    /// Name of the algorithm.
    pub algorithm: &'static str,
    /// Sentence about the step and its decision.
    pub sentence: String,
    /// Numbers beside the bounds.
    pub numbers: Vec<(&'static str, f64)>,
    /// Bounds on the signed distance, if the step has any.
    pub bounds: Option<[f64; 2]>,
    /// For motions: time until which the motion is known to be free.
    pub time: Option<f64>,
    /// Drawing around the origin of B − A.
    pub sketch: Sketch<W>,
    /// Points of A and B, drawn on the bodies.
    pub points: Option<[W; 2]>,
    /// Features of A and B, drawn on the bodies by their corners.
    pub outlines: Vec<Vec<W>>,
    /// Pose of B, if it moved.
    pub pose_b: Option<Pose<W>>,
    /// A plane between the bodies: a point of it, and its normal from A to B.
    pub between: Option<(W, W)>,
}

/// Drawing of a step around the origin of B − A.
pub struct Sketch<W> {
    /// Corners of the simplex, portal or polytope.
    pub vertices: Vec<W>,
    /// Its faces; none for a simplex, whose faces are all triples.
    pub faces: Vec<[u32; 3]>,
    /// Its point nearest to the origin, called v.
    pub nearest: Option<W>,
    /// Direction of the query, from where it is drawn.
    pub direction: Option<(W, W)>,
    /// The point found, called w.
    pub found: Option<W>,
    /// Corners of the simplex before the step reduced it, if by Voronoi regions.
    pub chosen_from: Vec<W>,
    /// A point inside, from which portals are seen.
    pub base: Option<W>,
    /// Cells of directions, by their unit corners, drawn around the origin: the last is the current one.
    pub cells: Vec<Vec<W>>,
    /// A plane that bounds B − A: a point of it, and its normal.
    pub plane: Option<(W, W)>,
}

impl<W> Default for Sketch<W> {
    fn default() -> Self {
        Self {
            vertices: Vec::new(),
            faces: Vec::new(),
            nearest: None,
            direction: None,
            found: None,
            chosen_from: Vec::new(),
            base: None,
            cells: Vec::new(),
            plane: None,
        }
    }
}

impl<W: World> Moment<W> {
    /// A moment with a sentence and no drawing.
    pub fn new(algorithm: &'static str, sentence: impl Into<String>) -> Self {
        Self {
            algorithm,
            sentence: sentence.into(),
            numbers: Vec::new(),
            bounds: None,
            time: None,
            sketch: Sketch::default(),
            points: None,
            outlines: Vec::new(),
            pose_b: None,
            between: None,
        }
    }

    /// A moment that draws an observed query along `direction`.
    pub fn of(told: &Told<W>, direction: Option<W>, sentence: String) -> Self {
        let direction = direction.and_then(W::normalized);
        let sketch = Sketch {
            vertices: told.vertices.clone(),
            faces: told.faces.clone(),
            direction: direction.map(|d| (W::ZERO, d)),
            found: Some(told.found),
            plane: direction.map(|d| (told.found, d)),
            ..Sketch::default()
        };
        let moment = Self::new(told.algorithm, sentence);
        Self { bounds: Some(told.bounds), sketch, points: Some(told.found_at), ..moment }
    }
}

/// Relation of two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum State {
    Apart,
    Touching,
    Overlapping,
    /// They meet; the algorithm does not compute the depth.
    Meeting,
    /// The algorithm left it open.
    Open,
}

impl State {
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Touching => "touching",
            Self::Overlapping => "overlapping",
            Self::Meeting => "meeting",
            Self::Open => "open",
        }
    }

    /// State proven by bounds on a signed distance.
    pub fn of([lower, upper]: [f64; 2]) -> Self {
        match (lower > 0.0, upper < 0.0) {
            (true, _) => Self::Apart,
            (_, true) => Self::Overlapping,
            _ => Self::Touching,
        }
    }
}

/// Result of a run.
pub struct Answer<W: World> {
    pub state: State,
    /// Signed distance, if the algorithm computes it and not only its sign.
    pub signed_distance: Option<f64>,
    /// Bounds on the signed distance.
    pub bounds: [f64; 2],
    /// Unit vector from A to B: the separating axis, or the way out.
    pub normal: Option<W>,
    /// A point of A and one of B that show the answer.
    pub points: Option<[W; 2]>,
    /// For motions: free until the first time, in touch by the second, which is infinite if that is not proven. None if they never
    /// touch.
    pub time: Option<[f64; 2]>,
    /// Count of the algorithm: its support calls or steps.
    pub calls: u32,
    pub status: Status,
}

impl<W: World> Answer<W> {
    /// With the best lower bound of its steps, less possible rounding, if the answer itself has none: every query
    /// direction gives one.
    pub fn with_lower(mut self, steps: &[Moment<W>], rounding: f64) -> Self {
        let known = steps.iter().filter_map(|step| step.bounds).map(|[lower, _]| lower - rounding);
        self.bounds[0] = known.fold(self.bounds[0], f64::max);
        self
    }
}

/// A whole run.
pub struct Run<W: World> {
    /// State before the first step.
    pub opening: Option<Moment<W>>,
    pub steps: Vec<Moment<W>>,
    /// Drawing of the answer.
    pub last: Moment<W>,
    pub answer: Answer<W>,
    /// Whether the algorithm saw only the cores.
    pub on_cores: bool,
}

impl<W: World> Run<W> {
    /// Gives every step the best bounds known so far: each algorithm knows only its own.
    pub fn keep_best_bounds(&mut self) {
        let mut best = [f64::NEG_INFINITY, f64::INFINITY];
        for bounds in self.steps.iter_mut().filter_map(|step| step.bounds.as_mut()) {
            best = [best[0].max(bounds[0]), best[1].min(bounds[1])];
            *bounds = best;
        }
    }
}

/// The answer of the library's front door, and whether the run agrees with it.
pub struct Judgment<W: World> {
    /// Contact of the bodies at the start.
    pub contact: Contact<W>,
    /// Time at which B first touches A, if it moves.
    pub impact: Option<Impact<W>>,
    pub agrees: bool,
}

/// Queries the front door. For bodies at rest, its signed distance must be within the run's bounds; for motions, neither may call free
/// what the other proves to touch.
pub fn judged<W: World>(subject: &Subject<W>, answer: &Answer<W>) -> Judgment<W> {
    let (a, b) = (&subject.a.body, &subject.b.body);
    let contact = contact(a, b);
    let Some(motion) = &subject.motion else {
        let [lower, upper] = answer.bounds;
        let (value, error) = (contact.signed_distance, contact.error);
        return Judgment { contact, impact: None, agrees: value + error >= lower && value - error <= upper };
    };
    let impact = cast(a, b, &Motion::still(), motion);
    let never = [1.0, f64::INFINITY];
    let [free, touching] = answer.time.unwrap_or(never);
    let [also_free, also_touching] = impact.map_or(never, |i| [i.time, i.time + i.time_error]);
    Judgment { contact, impact, agrees: free <= also_touching && also_free <= touching }
}
