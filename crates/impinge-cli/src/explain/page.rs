//! A run as a page: the bodies, B − A beside them, and a slider over the steps.

use impinge::contact;
use impinge_page::{
    Body, Cell, Column, Lines, Page, Plot, Point, Pose, Role, Row, Section, Step, Table, View,
};

use super::canvas::Canvas;
use super::layout::Layout;
use super::legend;
use super::moment::{Judgment, Moment, Run};
use super::sketch;
use super::subject::{Bodies, Subject};
use super::text::{library, sentence};
use super::world::World;

/// Steps that are drawn. A page with more is slow to load and explains no more.
const MOST_STEPS: usize = 300;
/// Opacity of the body that others are seen through.
const OVERLAPPING: f64 = 0.7;
const DIFFERENCE: f64 = 0.22;

/// The page of a run.
pub fn page<W: World>(
    name: &str,
    about: &str,
    subject: &Subject<W>,
    run: &Run<W>,
    judgment: &Judgment<W>,
) -> Page {
    let mut page = Page::new(format!("{name}: {} and {}", subject.a.name, subject.b.name));
    let still = subject.motion.is_none();
    page.intro(format!("{about}. {}", sentence(run)));
    let mut canvas = canvas(subject, run, still);
    legend::add(&mut canvas.view, run, still);
    let mut shown = Shown { table: table(still), plot: plot(still), series: Default::default(), count: 0 };
    if let Some(moment) = &run.opening {
        shown.add(&mut canvas, "start", moment, moment.sentence.clone());
    }
    let hidden = run.steps.len().saturating_sub(MOST_STEPS);
    for (i, moment) in
        run.steps.iter().enumerate().filter(|(i, _)| *i < MOST_STEPS - 1 || *i + 1 == run.steps.len())
    {
        let mut caption = moment.sentence.clone();
        if hidden > 0 && i + 1 == run.steps.len() {
            caption += &format!(" {hidden} steps before this one are not drawn.");
        }
        shown.add(&mut canvas, &format!("{}", i + 1), moment, caption);
    }
    let checked = format!(" {}", library(judgment, !still));
    shown.add(&mut canvas, "answer", &run.last, sentence(run) + &checked);
    let Shown { table, mut plot, series, .. } = shown;
    for (name, points) in ["lower bound", "upper bound", "free until"].into_iter().zip(series) {
        if !points.is_empty() {
            plot.series(name, points);
        }
    }
    page.view(canvas.view).table(table);
    page.section(drawn(subject, run, still));
    let mut section =
        Section::new(if still { "Bounds against the step" } else { "The way against the step" });
    section.plot(plot);
    page.section(section);
    page
}

/// Explanation of the picture.
fn drawn<W: World>(subject: &Subject<W>, run: &Run<W>, still: bool) -> Section {
    let mut section = Section::new("What is drawn");
    section.text(format!("A is {}. B is {}.", subject.a.text, subject.b.text));
    if !still {
        section.text(format!(
            "B moves from time 0 to 1; the pale line is the way of its origin. a and b are the points of A \
             and B that are nearest to one another, and the green {} is between the bodies.",
            W::PLANE
        ));
        return section;
    }
    section.text(format!(
        "Beside A and B stands B − A, all differences of a point of B and a point of A. A and B meet where \
         it holds the origin O, and are as far apart as it is from O. w = b − a is the point that a step \
         finds: the farthest along the arrow, so that all of B − A is on one side of the green {}. v is the \
         point that is nearest to O, of what is drawn in blue-green. Orange is the direction asked, and of \
         MPR the ray from the base through O.",
        W::PLANE
    ));
    if run.steps.iter().any(|step| !step.sketch.chosen_from.is_empty()) {
        section.text(
            "The pale body around O is the Voronoi region that O is in: to all points of it the part of the simplex that stays is \
             nearest. It continues beyond the cut. Gray lines lead to the corners that are dropped.",
        );
    }
    if run.on_cores {
        section.text(
            "The algorithm sees the cores of A and B, without the balls around them, whose radii it takes \
             off at the end: the inner body is B − A of the cores.",
        );
    }
    section
}

/// Bodies that are shown in all steps.
fn canvas<W: World>(subject: &Subject<W>, run: &Run<W>, still: bool) -> Canvas<W> {
    let whole = subject.difference(Bodies::Whole);
    let layout = Layout::new(subject, if still { Some(&whole) } else { None });
    let mut view = if W::DIM == 2 { View::plane() } else { View::space() };
    let is_apart = contact(&subject.a.body, &subject.b.body).signed_distance > 0.0;
    let opacity = if is_apart { 1.0 } else { OVERLAPPING };
    let mut body = |name: &str, role, given: &super::subject::Given<W>| {
        let geometry = view.geometry(W::drawn(given.body.shape()));
        let body = Body::new(name, geometry)
            .role(role)
            .opacity(opacity)
            .group("A and B")
            .fact("given as", given.text.clone());
        view.body(body.at(W::pose_on_page(given.body.pose())))
    };
    let (_, b) = (body("A", Role::First, &subject.a), body("B", Role::Second, &subject.b));
    for (name, given, role) in [("A", &subject.a, Role::First), ("B", &subject.b, Role::Second)] {
        if still {
            view.point(Point::new(layout.label(given)).role(role).label(name));
        }
    }
    if still {
        let mut difference = |name: &str, points: &[W], opacity: f64| {
            let geometry = view.geometry(W::hull(points));
            let body = Body::new(name, geometry).role(Role::Neutral).opacity(opacity).group("B − A");
            view.body(body.at(Pose::position(layout.shift())));
        };
        if run.on_cores {
            difference("B − A of the cores", &subject.difference(Bodies::Cores), DIFFERENCE);
            difference("B − A", &whole, DIFFERENCE * 0.5);
        } else {
            difference("B − A", &whole, DIFFERENCE);
        }
        view.lines(Lines::segments(layout.cross()).role(Role::Bad));
    } else if let Some(motion) = &subject.motion {
        // Path of B's center.
        let from = *subject.b.body.pose();
        let at = |i: u32| (motion.pose(f64::from(i) / 32.0) * from).translation().on_page();
        view.lines(Lines::segments((0..32).map(|i| (at(i), at(i + 1)))).role(Role::Quiet));
    }
    Canvas { view, layout, difference: still, b }
}

fn table(still: bool) -> Table {
    let numbers = if still { ["lower", "upper"] } else { ["free until", "distance"] };
    Table::new("Steps", [Column::text("step"), Column::number(numbers[0]), Column::number(numbers[1])])
}

fn plot(still: bool) -> Plot {
    let mut plot = if still {
        Plot::new("The signed distance is between the two lines.", "step", "signed distance")
    } else {
        Plot::new("What is proven free of the way.", "step", "time")
    };
    plot.follows_steps();
    plot
}

/// Steps as they are added.
struct Shown {
    table: Table,
    plot: Plot,
    /// Lower bounds, upper bounds and times, by step.
    series: [Vec<(f64, f64)>; 3],
    count: usize,
}

impl Shown {
    fn add<W: World>(&mut self, canvas: &mut Canvas<W>, name: &str, moment: &Moment<W>, caption: String) {
        let mut step = Step::new(caption);
        let [lower, upper] = moment.bounds.unwrap_or([f64::NAN; 2]);
        if moment.bounds.is_some() {
            step.number("lower bound", lower).number("upper bound", upper);
        }
        if let Some(time) = moment.time {
            step.number("free until", time);
        }
        for (name, value) in &moment.numbers {
            step.number(*name, *value);
        }
        if let Some(found) = moment.sketch.found {
            step.number("w", super::words::coordinates(found));
        }
        if let Some(nearest) = moment.sketch.nearest {
            step.number("v", super::words::coordinates(nearest));
        }
        if let Some(pose) = &moment.pose_b {
            step.pose(canvas.b, W::pose_on_page(pose));
        }
        sketch::draw(canvas, &mut step, moment);
        canvas.view.step(step);
        let x = self.count as f64;
        for (series, y) in self.series.iter_mut().zip([lower, upper, moment.time.unwrap_or(f64::NAN)]) {
            if y.is_finite() {
                series.push((x, y));
            }
        }
        let distance = moment.numbers.first().map_or(f64::NAN, |n| n.1);
        let numbers = moment.time.map_or([lower, upper], |time| [time, distance]);
        let [first, second] = numbers.map(|x| if x.is_nan() { Cell::from("") } else { x.into() });
        let cells: [Cell; 3] = [name.into(), first, second];
        self.table.row(Row::new(cells).step(self.count));
        self.count += 1;
    }
}
