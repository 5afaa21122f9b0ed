//! The pictures of the book's page on stacking, drawn from runs and from the measured table.
//!
//! ```sh
//! cargo run --release -p impinge-sim --example stack_figures -- docs/book/figures  # writes them
//! cargo run --release -p impinge-sim --example stack_figures                       # draws them and writes nothing
//! ```

use std::fmt::Write as _;
use std::path::Path;
use std::process::ExitCode;

use impinge::scene::ObjectHandle;
use impinge::{Pose, Vec3};
use impinge_sim::study::{StackSettings, ThesisAlgorithm, ThesisSettings, stack};
use impinge_sim::{Solver, World, WorldError};

/// Colors that can be distinguished, also by people who do not see all of them.
const COLORS: [&str; 4] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7"];
const INK: &str = "#222222";

/// Pixels for a unit of length.
const SCALE: f64 = 9.0;

/// The rows of the results: ours.
const MEASURED: &str = include_str!("../../../docs/results/stacking.csv");

/// Table 2 of the thesis, in double precision: iterations and boxes, swept GJK, SA-GJK and MPR.
const THESIS: [(f64, [f64; 3]); 3] =
    [(20.0, [10.0, 11.0, 10.0]), (40.0, [14.0, 14.0, 14.0]), (60.0, [17.0, 17.0, 17.0])];

fn main() -> ExitCode {
    let lean = match lean() {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let folder = std::env::args().nth(1);
    for (name, text) in [("stacking-lean.svg", lean), ("stacking-heights.svg", heights())] {
        assert!(!text.contains("NaN") && !text.contains("inf"), "{name} holds a number that is none");
        let Some(folder) = &folder else {
            println!("{name}: {} bytes, drawn and not written", text.len());
            continue;
        };
        let file = Path::new(folder).join(name);
        if let Err(error) = std::fs::write(&file, text) {
            eprintln!("{}: {error}", file.display());
            return ExitCode::FAILURE;
        }
        println!("{}", file.display());
    }
    ExitCode::SUCCESS
}

fn sheet(width: f64, height: f64, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"14\" fill=\"{INK}\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"20\" y=\"28\" font-size=\"18\">{title}</text>\n"
    )
}

/// A stack with too few iterations, from the side, until it has fallen.
fn lean() -> Result<String, WorldError> {
    const BOXES: usize = 18;
    const SHOWN: usize = 5;
    let thesis =
        ThesisSettings { algorithm: ThesisAlgorithm::Mpr, iterations: 20, ..ThesisSettings::default() };
    let settings = StackSettings::<f64> { solver: Solver::Thesis(thesis), ..StackSettings::default() };
    let (mut world, boxes) = stack(&settings, BOXES)?;
    // When the topmost box has gone this far aside, a picture is taken.
    let marks = [0.0, 1.0, 3.0, 6.0, 12.0];
    let begin = world.pose(boxes[BOXES - 1])?.translation();
    let (width, height) = (SHOWN as f64 * 180.0 + 40.0, 470.0);
    let mut text = sheet(width, height, "18 boxes by the thesis' loop, MPR, 20 iterations");
    let mut shown = 0;
    for step in 0..60_000_u32 {
        let top = world.pose(boxes[BOXES - 1])?.translation();
        let aside = ((top.x - begin.x).powi(2) + (top.z - begin.z).powi(2)).sqrt();
        if aside >= marks[shown] {
            let left = 110.0 + 180.0 * shown as f64;
            let seen = if (top.z - begin.z).abs() > (top.x - begin.x).abs() {
                Vec3::new(1.0, 0.0, 0.0)
            } else {
                Vec3::new(0.0, 0.0, 1.0)
            };
            draw(&mut text, &world, &boxes, [left, height - 50.0], seen)?;
            let _ = writeln!(
                text,
                "<text x=\"{left:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{:.1} s</text>",
                height - 15.0,
                f64::from(step) / 200.0
            );
            shown += 1;
            if shown == SHOWN {
                break;
            }
        }
        world.step(1.0 / 200.0)?;
    }
    text.push_str("</svg>\n");
    Ok(text)
}

/// The boxes seen along a horizontal axis, the middle of the stack's foot at `foot`.
fn draw(
    text: &mut String,
    world: &World<f64>,
    boxes: &[ObjectHandle],
    foot: [f64; 2],
    seen: Vec3<f64>,
) -> Result<(), WorldError> {
    let _ = writeln!(
        text,
        "<path d=\"M{:.1} {y:.1}L{:.1} {y:.1}\" stroke=\"{INK}\" stroke-width=\"2\"/>",
        foot[0] - 80.0,
        foot[0] + 80.0,
        y = foot[1]
    );
    for (i, &handle) in boxes.iter().enumerate() {
        let pose: &Pose<Vec3<f64>> = world.pose(handle)?;
        // The face that looks at us: of a box that has not turned far it is all there is to see.
        let mut corners = String::new();
        for (k, (u, v)) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].into_iter().enumerate() {
            let across = Vec3::new(seen.z, 0.0, seen.x);
            let p = pose.transform(seen * 2.0 + across * (2.0 * u) + Vec3::new(0.0, v, 0.0));
            let x = foot[0] + SCALE * p.dot(across);
            let _ = write!(corners, "{}{x:.1} {:.1}", if k == 0 { "M" } else { "L" }, foot[1] - SCALE * p.y);
        }
        let _ = writeln!(
            text,
            "<path d=\"{corners}Z\" fill=\"{}\" fill-opacity=\"0.35\" stroke=\"{INK}\"/>",
            COLORS[i % 2]
        );
    }
    Ok(())
}

/// Name, color, dashes, and boxes over iterations.
type Line = (String, &'static str, &'static str, Vec<(f64, f64)>);

/// Heights over iterations, the thesis' and ours.
fn heights() -> String {
    let (left, right, top, bottom) = (60.0, 560.0, 60.0, 360.0);
    let mut text = sheet(740.0, 420.0, "Boxes of the tallest stack that stands for 60,000 steps");
    let x = |iterations: f64| left + (iterations - 10.0) / 60.0 * (right - left);
    let mut lines: Vec<Line> = Vec::new();
    for (k, (name, key)) in
        [("swept GJK", "swept"), ("SA-GJK", "separating"), ("MPR", "mpr"), ("own contacts", "own")]
            .into_iter()
            .enumerate()
    {
        let ours = MEASURED.lines().filter_map(|line| {
            let cells: Vec<_> = line.split(',').collect();
            let fits = cells.len() > 7
                && cells[0] == "0"
                && cells[2] == key
                && cells[3] == "f64"
                && cells[4] == "60000";
            if fits { Some((cells[1].parse().ok()?, cells[5].parse().ok()?)) } else { None }
        });
        // Side by side, so that equal heights are seen.
        let beside = |(iterations, boxes): (f64, f64)| (iterations + 0.6 * (k as f64 - 1.0), boxes);
        lines.push((format!("{name}, ours"), COLORS[k], "", ours.map(beside).collect()));
        if k < 3 {
            let theirs = THESIS.iter().map(|(iterations, boxes)| beside((*iterations, boxes[k])));
            lines.push((format!("{name}, thesis"), COLORS[k], "5 4", theirs.collect()));
        }
    }
    let highest = lines.iter().flat_map(|l| &l.3).fold(20.0_f64, |most, p| most.max(p.1));
    let y = |boxes: f64| bottom - boxes / highest * (bottom - top);
    for iterations in [20.0, 40.0, 60.0] {
        let at = x(iterations);
        let _ = writeln!(
            text,
            "<text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{iterations}</text>",
            bottom + 20.0
        );
    }
    for boxes in (0..=highest as usize).step_by(5) {
        let at = y(boxes as f64);
        let _ = writeln!(
            text,
            "<path d=\"M{left} {at:.1}L{right} {at:.1}\" stroke=\"#dddddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{boxes}</text>",
            left - 8.0,
            at + 5.0
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">iterations</text>",
        0.5 * (left + right),
        bottom + 44.0
    );
    for (k, (name, color, dashes, points)) in lines.iter().enumerate() {
        let path: Vec<String> = points.iter().map(|p| format!("{:.1} {:.1}", x(p.0), y(p.1))).collect();
        if path.is_empty() {
            continue;
        }
        let _ = writeln!(
            text,
            "<path d=\"M{}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>",
            path.join("L")
        );
        for p in points {
            let _ = writeln!(
                text,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\" fill=\"{color}\"/>",
                x(p.0),
                y(p.1)
            );
        }
        let at = 80.0 + 22.0 * k as f64;
        let _ = writeln!(
            text,
            "<path d=\"M575 {:.1}L600 {:.1}\" stroke=\"{color}\" stroke-width=\"2\" stroke-dasharray=\"{dashes}\"/>\
             <text x=\"606\" y=\"{at:.1}\">{name}</text>",
            at - 5.0,
            at - 5.0
        );
    }
    text.push_str("</svg>\n");
    text
}
