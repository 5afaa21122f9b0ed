//! `impinge explain A B --algorithm NAME`: an algorithm at work on two shapes, step by step.
//!
//! Every step is observed as the algorithm takes it: its state, its query, the result and the decision. Text, JSON and a page
//! with a slider are printed from the same record. At the end, the front door is queried too, and the answers are compared.

mod canvas;
mod cast;
mod certified;
mod epa;
mod forms;
mod gjk;
mod kinds;
mod layout;
mod legend;
mod moment;
mod mpr;
mod page;
mod polyhedra;
mod regions;
mod registry;
mod sketch;
mod subject;
mod swept;
mod text;
mod vclip;
mod words;
mod world;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use impinge::{Vec2, Vec3};

use crate::Limit;
use crate::failure::Failure;
use crate::json::{self, JsonArgs};
use forms::Placed;
use registry::Listed;
use subject::Subject;

/// Arguments of `impinge explain`.
#[derive(Args)]
#[command(after_long_help = forms::list())]
pub struct ExplainArgs {
    /// Shape A, such as `box:1,1,1@0,0,0` (half extents and a position), or a mesh file, whose convex hull is used
    #[arg(allow_hyphen_values = true)]
    a: String,
    /// Shape B, such as `sphere:1@2.5,0,0`
    #[arg(allow_hyphen_values = true)]
    b: String,
    /// Algorithm to explain
    #[arg(long, value_name = "NAME", default_value = registry::PLAIN_GJK, value_parser = names())]
    algorithm: String,
    /// Motion of B, for `cast` and `expel`: a vector x,y,z, or the final pose x,y,z,qx,qy,qz,qw; in the plane x,y or
    /// x,y,angle
    #[arg(long, value_name = "MOTION", allow_hyphen_values = true)]
    motion: Option<String>,
    /// Page to write
    #[arg(long, value_name = "FILE", default_value = "explain.html")]
    page: PathBuf,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    limit: Limit,
}

/// Names of all algorithms, with their descriptions.
fn names() -> PossibleValuesParser {
    let all = registry::all::<Vec3<f64>>();
    PossibleValuesParser::new(all.iter().map(|entry| PossibleValue::new(entry.name).help(entry.about)))
}

/// Explains, writes the page and prints the steps.
pub fn run(out: &mut impl Write, args: &ExplainArgs) -> Result<(), Failure> {
    let (a, b) = (forms::read(&args.a, &args.limit)?, forms::read(&args.b, &args.limit)?);
    match (a, b) {
        (Placed::Space(a), Placed::Space(b)) => {
            let motion = args.motion.as_deref().map(|text| forms::motion(text, b.body.pose())).transpose()?;
            explain::<Vec3<f64>>(out, args, &Subject { a, b, motion })
        }
        (Placed::Plane(a), Placed::Plane(b)) => {
            let motion =
                args.motion.as_deref().map(|text| forms::flat_motion(text, b.body.pose())).transpose()?;
            explain::<Vec2<f64>>(out, args, &Subject { a, b, motion })
        }
        (Placed::Space(_), Placed::Plane(_)) => Err(mixed(&args.b, &args.a)),
        (Placed::Plane(_), Placed::Space(_)) => Err(mixed(&args.a, &args.b)),
    }
}

fn mixed(plane: &str, space: &str) -> Failure {
    Failure::Usage(format!(
        "`{plane}` is a shape of the plane and `{space}` one of space; use two of the same, as in `circle:1 \
         rectangle:1,1@2,0`"
    ))
}

fn explain<W: Listed>(out: &mut impl Write, args: &ExplainArgs, subject: &Subject<W>) -> Result<(), Failure> {
    let all = registry::all::<W>();
    let Some(entry) = all.iter().find(|entry| entry.name == args.algorithm) else {
        return Err(Failure::Usage(format!("unknown algorithm `{}`", args.algorithm)));
    };
    if subject.motion.is_some() && !entry.moves {
        let text = "`--motion` applies to `cast` and `expel` only: nothing moves in";
        return Err(Failure::Usage(format!("{text} `--algorithm {}`", entry.name)));
    }
    let mut run = (entry.run)(subject)?;
    if !entry.moves {
        run.keep_best_bounds();
        run.last.bounds = Some(run.answer.bounds);
    }
    let judgment = moment::judged(subject, &run.answer);
    let page = page::page(entry.name, entry.about, subject, &run, &judgment);
    page.save(&args.page).map_err(|e| Failure::of(&args.page, e))?;
    let document = text::document(entry.name, subject, &run, &judgment);
    if args.json.write(out, &mut |out| json::line(out, &document))? {
        return Ok(());
    }
    text::print(out, entry.name, subject, &run, &judgment, &args.page)
}
