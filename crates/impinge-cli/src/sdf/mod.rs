//! `impinge sdf MESH --out FILE.isdf`: a signed distance map of a mesh, and its values.
//!
//! | file | what it does |
//! |---|---|
//! | `make.rs` | from a mesh to a map, or a map from a file |
//! | `points.rs` | values of the map at many points |
//! | `slice.rs` | a slice through it as a picture |
//! | `page.rs` | a page with its slices and the mesh |

mod make;
mod page;
mod points;
mod slice;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use impinge::sdf::{MapSettings, Method};
use impinge_io::isdf;

use self::make::Made;
use self::slice::Slice;
use crate::Limit;
use crate::failure::Failure;
use crate::interruption::interruption;
use crate::json::JsonArgs;
use crate::outcome::Outcome;
use crate::units::UnitArgs;

/// Arguments of `impinge sdf`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  impinge sdf part.stl --cells 128 --out part.isdf            a map of the part
  impinge sdf part.isdf --points p.f64 --out v.f64            distance and gradient at many points
  impinge sdf part.isdf --slice z=0.2 --out slice.svg         a picture; .png omits axes and legend
  impinge sdf part.stl --page part.html                       a page: slices, and the mesh around them
Exit code: 0 done, 2 error in the command line or a file, 3 interrupted.")]
pub struct SdfArgs {
    /// Mesh to make a map of, or existing map, .isdf
    input: PathBuf,
    /// Cells along the longest side of the mesh's bounding box
    #[arg(long, value_name = "N", default_value_t = 128)]
    cells: usize,
    /// Width of the narrow band on each side of the surface, in cells; beyond it the map is eight times as coarse
    #[arg(long, value_name = "X", default_value_t = MapSettings::default().band, allow_hyphen_values = true)]
    band: f64,
    /// Method for distances; exact is best, the others are for comparison
    #[arg(long, value_enum, default_value_t = Way::Exact)]
    method: Way,
    /// Refuse, before making it, a map that takes more memory
    #[arg(long, value_name = "BYTES", default_value_t = MapSettings::default().max_bytes)]
    max_memory: u64,
    /// Output: the map, .isdf; with --points rows of 4 or 6 doubles; with --slice a picture, .svg or .png
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Query these points: rows of 3 doubles, little-endian. The output has rows of 4: signed distance and gradient
    #[arg(long, value_name = "FILE", requires = "out", conflicts_with = "slice")]
    points: Option<PathBuf>,
    /// With --points, write rows of 6 doubles: also the error bounds of the distance and of the gradient
    #[arg(long, requires = "points")]
    errors: bool,
    /// Draw a slice through the map, such as z=0.2, in the coordinates of the mesh
    #[arg(long, value_name = "AXIS=PLACE", requires = "out", value_parser = slice::parse)]
    slice: Option<Slice>,
    /// Write a page with all slices of the map, and the mesh around them
    #[arg(long, value_name = "FILE.html")]
    page: Option<PathBuf>,
    #[command(flatten)]
    units: UnitArgs,
    #[command(flatten)]
    json: JsonArgs,
    #[command(flatten)]
    limit: Limit,
}

/// Method for distances.
#[derive(Clone, Copy, ValueEnum)]
enum Way {
    /// The nearest triangle of each node, by a tree
    Exact,
    /// The nearest of all triangles: slow, the reference
    Brute,
    /// Scan conversion of characteristics (Mauch)
    Csc,
    /// Chamfer distance transform (Borgefors)
    Chamfer,
    /// Vector distance transform (Danielsson; Satherley and Jones)
    Vector,
    /// Fast marching (Sethian)
    Marching,
}

impl From<Way> for Method {
    fn from(way: Way) -> Self {
        match way {
            Way::Exact => Self::Exact,
            Way::Brute => Self::Brute,
            Way::Csc => Self::Csc,
            Way::Chamfer => Self::Chamfer,
            Way::Vector => Self::Vector,
            Way::Marching => Self::Marching,
        }
    }
}

/// Makes or reads a map, and answers the request.
pub fn run(out: &mut impl Write, args: &SdfArgs) -> Result<Outcome, Failure> {
    let is_map = extension(&args.input) == isdf::EXTENSION;
    check(args, is_map)?;
    let stop = interruption()?;
    let Some(made) = (if is_map { make::read(args)? } else { make::build(args, &stop)? }) else {
        return Ok(Outcome::Interrupted);
    };
    let Made { map, .. } = &made;
    let mut asked = None;
    match (&args.points, &args.slice, &args.out) {
        (Some(file), _, Some(target)) => {
            asked = points::run(map, file, target, args.errors, &stop)?;
            if asked.is_none() {
                return Ok(Outcome::Interrupted);
            }
        }
        (_, Some(slice), Some(target)) => {
            slice.write(&made, target, extension(target) == "png", &args.input)?
        }
        (_, _, Some(target)) => isdf::write(target, map)?,
        _ => {}
    }
    if let Some(file) = &args.page {
        page::save(file, args, &made)?;
    }
    make::print(out, args, &made, asked)?;
    Ok(Outcome::Clear)
}

/// Checks the arguments before the work begins.
fn check(args: &SdfArgs, is_map: bool) -> Result<(), Failure> {
    let told = |text: String| Err(Failure::Usage(text));
    if is_map && args.units.scales() {
        return told(format!("{}: `--scale` is for meshes; this is a map", args.input.display()));
    }
    if args.out.is_none() && args.page.is_none() {
        return told("nothing to do; name an output file with `--out` or `--page`".into());
    }
    let Some(target) = &args.out else { return Ok(()) };
    let (found, name) = (extension(target), target.display());
    if args.points.is_some() {
        return Ok(());
    }
    if args.slice.is_some() {
        return match found.as_str() {
            "svg" | "png" => Ok(()),
            _ => told(format!("{name}: a slice is written as .svg or .png")),
        };
    }
    if is_map {
        return told(format!(
            "{}: already a map; add `--points`, `--slice` or `--page`",
            args.input.display()
        ));
    }
    match found == isdf::EXTENSION {
        true => Ok(()),
        false => told(format!("{name}: a map is written as .isdf; for a picture add `--slice z=0`")),
    }
}

/// The extension of a name, in lower case.
fn extension(path: &Path) -> String {
    path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default()
}
