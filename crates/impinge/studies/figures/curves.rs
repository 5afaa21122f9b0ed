//! Pictures with axes: the search of `certify`, and the bounds of GJK against the step.

use std::cell::RefCell;
use std::f64::consts::TAU;

use impinge::study::certify::{CertifySettings, certify_watched};
use impinge::study::gjk::{
    Backup, Gjk, Goal, Johnson, JohnsonBackup, MAX_STEPS, SignedVolumes, SignedVolumesExact, SubAlgorithm,
    Voronoi,
};
use impinge::study::observe::Step;
use impinge::study::pair::{Obstacle, Pair, Prepared, ROUNDING_ULPS, Vertex, separation};
use impinge::{ConvexPolygon, Ellipse, Ellipsoid, Pose, Real, Rot2, Rot3, Rotation, Shape, Vec2, Vec3};

use crate::svg::{BLUE, GRAY, GREEN, INK, ORANGE, PINK, Sheet};

/// A chart: where it is on the sheet, and the ranges of its axes.
struct Chart {
    /// Left, top, width, height.
    place: [f64; 4],
    x: [f64; 2],
    y: [f64; 2],
}

impl Chart {
    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let [left, top, width, height] = self.place;
        let share = |v: f64, [from, to]: [f64; 2]| (v - from) / (to - from);
        (left + width * share(x, self.x), top + height * (1.0 - share(y, self.y)))
    }

    /// A grid line at `x` with a word below.
    fn tick_x(&self, sheet: &mut Sheet, x: f64, word: &str) {
        let (low, high) = (self.at(x, self.y[0]), self.at(x, self.y[1]));
        sheet.path(&[low, high], "#dddddd", 1.0, "none", "");
        sheet.word(low.0, low.1 + 18.0, "middle", INK, word);
    }

    /// A grid line at `y` with a word to the left.
    fn tick_y(&self, sheet: &mut Sheet, y: f64, word: &str) {
        let (low, high) = (self.at(self.x[0], y), self.at(self.x[1], y));
        sheet.path(&[low, high], "#dddddd", 1.0, "none", "");
        sheet.word(low.0 - 6.0, low.1 + 5.0, "end", INK, word);
    }

    fn line(&self, sheet: &mut Sheet, points: &[(f64, f64)], color: &str, width: f64, style: &str) {
        let points: Vec<_> = points.iter().map(|p| self.at(p.0, p.1)).collect();
        sheet.path(&points, color, width, "none", style);
    }
}

/// Events of a search, in order.
enum Event {
    /// A support call: the angle of n, as a share of a full turn.
    Asked(f64),
    /// An arc was looked at: where its bound is attained, and the bound.
    Looked(f64, f64),
}

/// An obstacle that records the directions of its calls.
struct Noted<'a, O> {
    inner: &'a O,
    events: &'a RefCell<Vec<Event>>,
}

fn share(n: Vec2<f64>) -> f64 {
    (n.y.atan2(n.x) / TAU).rem_euclid(1.0)
}

impl<O: Obstacle<Vec2<f64>>> Obstacle<Vec2<f64>> for Noted<'_, O> {
    fn support(&self, direction: Vec2<f64>, near: &Vertex<Vec2<f64>>) -> Vertex<Vec2<f64>> {
        self.events.borrow_mut().push(Event::Asked(share(-direction)));
        self.inner.support(direction, near)
    }
    fn center(&self) -> Vec2<f64> {
        self.inner.center()
    }
    fn inside(&self) -> Vertex<Vec2<f64>> {
        self.inner.inside()
    }
    fn size(&self) -> f64 {
        self.inner.size()
    }
    fn rounding(&self) -> f64 {
        self.inner.rounding()
    }
    fn is_polytope(&self) -> bool {
        self.inner.is_polytope()
    }
}

/// The arcs that were looked at, in order: from, to, and the bound each had then.
///
/// An observer sees where the bound of an arc is attained, not where the arc ends. But the search begins with four
/// quarters, and halves an arc by asking for its middle right after it looked at it: so they are found again.
fn arcs(events: &[Event]) -> Vec<[f64; 3]> {
    const SAME: f64 = 1e-9;
    let mut tiles: Vec<[f64; 2]> = (0..4).map(|i| [f64::from(i) / 4.0, f64::from(i + 1) / 4.0]).collect();
    let mut looked = Vec::new();
    for (i, event) in events.iter().enumerate() {
        let &Event::Looked(at, bound) = event else { continue };
        let holds = |t: &[f64; 2]| at >= t[0] - SAME && at <= t[1] + SAME;
        let asked = match events.get(i + 1) {
            Some(&Event::Asked(next)) => next,
            _ => -1.0,
        };
        let halved = |t: &[f64; 2]| ((t[0] + t[1]) / 2.0 - asked).abs() < SAME;
        let candidates: Vec<usize> = (0..tiles.len()).filter(|&k| holds(&tiles[k])).collect();
        let split = candidates.iter().copied().find(|&k| halved(&tiles[k]));
        let k = split.unwrap_or(candidates[0]);
        let [from, to] = tiles[k];
        looked.push([from, to, bound]);
        if split.is_some() {
            tiles[k] = [from, (from + to) / 2.0];
            tiles.push([(from + to) / 2.0, to]);
        }
    }
    looked
}

/// The search over the directions of the plane, for a polygon and an ellipse that overlap.
pub fn certify() -> String {
    let corners = [[-1.3, -0.7], [0.1, -1.2], [1.5, -0.5], [0.9, 0.9], [-0.8, 1.0]].map(Vec2::from);
    let a = ConvexPolygon::new(&corners);
    let b = Ellipse::new([1.4, 1.05]).at(Pose::new([0.06, 0.08], Rot2::from_angle(0.6)));
    let (parts_a, parts_b) = (a.parts(), b.parts());
    let prepared = Prepared::new(&parts_a, &parts_b);
    let (pair, unit) = (&prepared.pair, prepared.frame.length(1.0));
    let events = RefCell::new(Vec::new());
    let noted = Noted { inner: pair, events: &events };
    let settings = CertifySettings { gap: 1e-6, budget: 1000 };
    let found = certify_watched(&noted, &settings, &mut |step: &Step<'_, Vec2<f64>>| {
        if step.algorithm == "certify" {
            events.borrow_mut().push(Event::Looked(share(step.point), step.bounds[1] * unit));
        }
    });
    let looked = arcs(&events.borrow());
    let g = |turn: f64| {
        let n = Vec2::new((turn * TAU).cos(), (turn * TAU).sin());
        separation(pair, n, &Vertex::default()).0 * unit
    };

    let mut sheet = Sheet::new(900.0, 520.0, "certify: g(n) over all directions, and bounds of arcs");
    let chart = Chart { place: [70.0, 50.0, 800.0, 380.0], x: [0.0, 360.0], y: [-3.1, -1.4] };
    for degrees in (0..=360).step_by(45) {
        chart.tick_x(&mut sheet, f64::from(degrees), &format!("{degrees}°"));
    }
    for y in (-30..=-14).step_by(2) {
        let y = f64::from(y) / 10.0;
        chart.tick_y(&mut sheet, y, &format!("{y:.1}").replace('-', "−"));
    }
    sheet.word(470.0, 470.0, "middle", INK, "direction n, as an angle");
    sheet.upright(24.0, 240.0, "signed distance");
    let curve: Vec<_> = (0..=720).map(|i| f64::from(i) / 2.0).map(|x| (x, g(x / 360.0))).collect();
    chart.line(&mut sheet, &curve, BLUE, 2.5, "");
    for (i, &[from, to, bound]) in looked.iter().enumerate() {
        let (from, to) = (from * 360.0, to * 360.0);
        chart.line(&mut sheet, &[(from, bound), (to, bound)], ORANGE, 2.0, "");
        for end in [from, to] {
            let (x, y) = chart.at(end, bound);
            sheet.path(&[(x, y - 4.0), (x, y + 4.0)], ORANGE, 1.5, "none", "");
        }
        // An arc that was looked at twice in a row of steps has one bar and two numbers.
        let first = looked.iter().position(|l| l[..2] == looked[i][..2]).unwrap_or(i);
        if to - from > 20.0 {
            let middle = chart.at((from + to) / 2.0, bound);
            let aside = if first < i { 14.0 } else { 0.0 };
            let number = if first < i { format!(", {}", i + 1) } else { format!("{}", i + 1) };
            sheet.word(middle.0 + aside, middle.1 - 5.0, "middle", ORANGE, &number);
        }
    }
    let best = (share(found.normal) * 360.0, found.lower * unit);
    let (x, y) = chart.at(best.0, best.1);
    chart.line(&mut sheet, &[(0.0, best.1), (360.0, best.1)], GREEN, 1.2, "stroke-dasharray=\"6 4\"");
    sheet.dot(x, y, 5.5, GREEN);
    let (_, low) = chart.at(0.0, chart.y[0]);
    for (dx, color, text) in [
        (0.0, BLUE, "g(n)".to_owned()),
        (60.0, ORANGE, format!("bounds of the arcs that were looked at, in order ({})", looked.len())),
        (470.0, GREEN, format!("s = {:.6}, proven to {:.0e}", best.1, (found.upper - found.lower) * unit)),
    ] {
        sheet.word(70.0 + dx, low + 66.0, "start", color, &text.replace('-', "−"));
    }
    sheet.finish()
}

/// The bounds after each step of a run of GJK.
fn bounds<T: Real, S: SubAlgorithm<Vec3<T>>>(pair: &impl Obstacle<Vec3<T>>) -> Vec<[f64; 2]> {
    let goal = Goal { far: T::INFINITY, near: T::ZERO, gap: T::ZERO, steps: MAX_STEPS };
    let mut told = Vec::new();
    Gjk::<Vec3<T>, S>::new().run(pair, &goal, &mut |step: &Step<'_, Vec3<T>>| {
        told.push(step.bounds.map(|b| b.f64()));
    });
    told
}

/// A logarithmic chart of values per step; what is not above the lowest power is left out.
fn logarithmic(sheet: &mut Sheet, place: [f64; 4], steps: usize, powers: [i32; 2], label: &str) -> Chart {
    let chart = Chart { place, x: [0.0, steps as f64], y: powers.map(f64::from) };
    for step in (0..=steps).step_by(10) {
        chart.tick_x(sheet, step as f64, &step.to_string());
    }
    for power in (powers[0]..=powers[1]).step_by(2) {
        let raised: String = power.to_string().chars().map(superscript).collect();
        chart.tick_y(sheet, f64::from(power), &format!("10{raised}"));
    }
    let [left, top, width, height] = place;
    sheet.word(left + width / 2.0, top + height + 40.0, "middle", INK, "step");
    sheet.word(left, top - 10.0, "start", INK, label);
    chart
}

fn superscript(c: char) -> char {
    match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        '0' | '4'..='9' => char::from_u32('⁰' as u32 + c as u32 - '0' as u32).unwrap_or(c),
        c => c,
    }
}

fn draw(sheet: &mut Sheet, chart: &Chart, values: &[f64], color: &str, width: f64, style: &str) {
    let points: Vec<_> = values
        .iter()
        .enumerate()
        .filter(|(_, v)| **v > 0.0 && v.log10() >= chart.y[0])
        .map(|(i, v)| ((i + 1) as f64, v.log10().min(chart.y[1])))
        .collect();
    chart.line(sheet, &points, color, width, style);
}

/// The bounds of GJK against the step, for two ellipsoids that are apart.
pub fn duality_gap() -> String {
    let mut sheet = Sheet::new(900.0, 480.0, "GJK on two ellipsoids: how far the bounds are apart");

    // Two round ones in f64.
    let a = Ellipsoid::new([2.0, 1.0, 0.5]);
    let turn = Rot3::from_axis_angle([1.0, 2.0, 0.5], 0.7);
    let b = Ellipsoid::new([1.0, 1.5, 0.7]).at(Pose::new([3.0, 1.5, 1.0], turn));
    let (parts_a, parts_b) = (a.parts(), b.parts());
    let prepared = Prepared::new(&parts_a, &parts_b);
    let told = bounds::<f64, Voronoi>(&prepared.pair);
    let last = told[told.len() - 1];
    let distance = (last[0] + last[1]) / 2.0;
    let place = [70.0, 70.0, 350.0, 300.0];
    let chart = logarithmic(&mut sheet, place, 40, [-16, 0], "round, f64, Voronoi regions");
    let above: Vec<f64> = told.iter().map(|b| b[1] - distance).collect();
    let below: Vec<f64> = told.iter().map(|b| distance - b[0]).collect();
    draw(&mut sheet, &chart, &above, BLUE, 2.5, "");
    draw(&mut sheet, &chart, &below, ORANGE, 2.5, "");
    sheet.word(70.0, 440.0, "start", BLUE, "upper bound − distance");
    sheet.word(70.0, 460.0, "start", ORANGE, "distance − lower bound");

    // Two flat ones that nearly touch, in f32 without preparation.
    let pose: Pose<Vec3<f32>> = Pose::at([0.3, 0.2, 0.0202]);
    let size = 3.0;
    let pair = Pair {
        a: Ellipsoid::new([1.0, 0.3, 0.01]),
        b: Ellipsoid::new([1.0, 1.5, 0.01]),
        turn: pose.rotation().to_turn(),
        offset: pose.translation(),
        size,
        rounding: ROUNDING_ULPS as f32 * f32::EPSILON * size,
        polytope: false,
        smooth: false,
    };
    let place = [520.0, 70.0, 350.0, 300.0];
    let chart = logarithmic(&mut sheet, place, 40, [-10, 0], "flat and 5 · 10⁻⁴ apart, f32, upper − lower");
    let lines = [
        ("Voronoi", BLUE, 5.0, "", bounds::<f32, Voronoi>(&pair)),
        ("Signed Volumes", ORANGE, 2.5, "", bounds::<f32, SignedVolumes>(&pair)),
        ("the same, exact", INK, 1.5, "stroke-dasharray=\"3 4\"", bounds::<f32, SignedVolumesExact>(&pair)),
        ("Backup", GREEN, 2.0, "", bounds::<f32, Backup<_>>(&pair)),
        ("Johnson", PINK, 4.0, "", bounds::<f32, Johnson<_>>(&pair)),
        (
            "Johnson with Backup",
            GRAY,
            1.5,
            "stroke-dasharray=\"6 3\"",
            bounds::<f32, JohnsonBackup<_>>(&pair),
        ),
    ];
    for (i, (name, color, width, style, told)) in lines.iter().enumerate() {
        let gaps: Vec<f64> = told.iter().map(|b| b[1] - b[0]).collect();
        draw(&mut sheet, &chart, &gaps, color, *width, style);
        let (column, row) = ((i / 2) as f64, (i % 2) as f64);
        sheet.word(450.0 + 145.0 * column, 440.0 + 20.0 * row, "start", color, name);
    }
    sheet.finish()
}
