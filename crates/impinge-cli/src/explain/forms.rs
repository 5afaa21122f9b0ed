//! The short form of a placed shape: `box:1,1,1@0,0,0`, `sphere:1@2,0,0,0,0,0.7,0.7`, `circle:1@0,0`, or a mesh file, `part.stl@0,0,1`.
//!
//! A kind comes before the `:`, in any case and with `-` between words; then its sizes, which are half extents, half lengths and
//! radii; then, after `@`, its pose: x,y,z and a quaternion x,y,z,w if it is rotated; in the plane x,y and an angle in radians.
//! Without `@` it is at the origin. A mesh file stands for its convex hull.
//!
//! **Failure.** The error, the character where it is, and a valid example.

use std::fmt::Write as _;
use std::path::Path;

use impinge::shape::Shape;
use impinge::{
    AnyShape, AnyShape2, ConvexPolyhedron, Motion, Pose, Rot2, Rot3, ShapeKind, ShapeKind2, Vec2, Vec3,
};
use impinge_io::MeshFormat;

use super::kinds::{self, Form};
use super::subject::Given;
use crate::Limit;
use crate::failure::Failure;

/// A placed shape of space or of the plane.
pub enum Placed {
    Space(Given<Vec3<f64>>),
    Plane(Given<Vec2<f64>>),
}

/// Error in a short form.
struct Wrong {
    /// Index of the character, from 0.
    at: usize,
    what: String,
    /// A valid example; empty if none can be given.
    example: String,
}

impl Wrong {
    fn new(at: usize, what: impl Into<String>, example: &str) -> Self {
        Self { at, what: what.into(), example: example.into() }
    }

    fn of(self, text: &str) -> Failure {
        let Self { at, what, example } = self;
        let example = if example.is_empty() { String::new() } else { format!("; an example is `{example}`") };
        Failure::Usage(format!("`{text}`, character {}: {what}{example}", at + 1))
    }
}

/// Reads a short form, or a mesh file.
pub fn read(text: &str, limit: &Limit) -> Result<Placed, Failure> {
    let name = &text[..text.find([':', '@']).unwrap_or(text.len())];
    let (solid, flat) = (solid_kind(name), flat_kind(name));
    if solid.is_none() && flat.is_none() {
        return match mesh_file(text) {
            Some((path, pose)) => hull_of(text, path, pose, limit),
            None => Err(unknown(name).of(text)),
        };
    }
    let rest = &text[name.len()..];
    let Some(rest) = rest.strip_prefix(':') else {
        let example = solid.map_or_else(|| flat.map(flat_example), |kind| Some(solid_example(kind)));
        let what = format!("`{name}` must be followed by `:` and its sizes");
        return Err(Wrong::new(name.chars().count(), what, &example.unwrap_or_default()).of(text));
    };
    let (sizes, pose) = rest.split_once('@').map_or((rest, None), |(sizes, pose)| (sizes, Some(pose)));
    let sizes_at = name.chars().count() + 1;
    let pose = pose.map(|pose| (pose, sizes_at + sizes.chars().count() + 1));
    // Points exist in space and in the plane; the number of coordinates decides.
    let in_the_plane = sizes.split(',').count() == 2;
    let read = match (solid, flat) {
        (Some(kind), flat) if flat.is_none() || !in_the_plane => {
            solid_shape(text, kind, (sizes, sizes_at), pose)
        }
        (_, Some(kind)) => flat_shape(text, kind, (sizes, sizes_at), pose),
        _ => Err(unknown(name)),
    };
    read.map_err(|wrong| wrong.of(text))
}

/// Motion of B: a vector, or its final pose.
pub fn motion(text: &str, from: &Pose<Vec3<f64>>) -> Result<Motion<Vec3<f64>>, Failure> {
    let read = || {
        let example = "2,0,0";
        let given = numbers((text, 0), example)?;
        if given.len() == 3 {
            let by = Vec3::new(given[0], given[1], given[2]);
            return Motion::try_translation(by).map_err(|e| Wrong::new(0, e.to_string(), example));
        }
        Ok(Motion::between(from, &solid_pose((text, 0), example)?))
    };
    read().map_err(|wrong: Wrong| wrong.of(text))
}

/// The same in the plane.
pub fn flat_motion(text: &str, from: &Pose<Vec2<f64>>) -> Result<Motion<Vec2<f64>>, Failure> {
    let read = || {
        let example = "2,0";
        let given = numbers((text, 0), example)?;
        if given.len() == 2 {
            let by = Vec2::new(given[0], given[1]);
            return Motion::try_translation(by).map_err(|e| Wrong::new(0, e.to_string(), example));
        }
        Ok(Motion::between(from, &flat_pose((text, 0), example)?))
    };
    read().map_err(|wrong: Wrong| wrong.of(text))
}

/// All kinds with their sizes, for `--help`.
pub fn list() -> String {
    let mut text = String::from("Shapes of space:\n");
    for kind in ShapeKind::ALL {
        let form = kinds::solid(*kind);
        let more = if form.repeats { ",..." } else { "" };
        let _ = writeln!(text, "  {}:{}{more}", short(kind.name()), form.sizes.join(","));
    }
    text += "Shapes of the plane:\n";
    for kind in ShapeKind2::ALL {
        let form = kinds::flat(*kind);
        let more = if form.repeats { ",..." } else { "" };
        let _ = writeln!(text, "  {}:{}{more}", short(kind.name()), form.sizes.join(","));
    }
    text + "or a mesh file, whose convex hull is used.\n\
        Then, after `@`, where it stands: x,y,z[,qx,qy,qz,qw], in the plane x,y[,angle].\n\n\
        Examples:\n  impinge explain box:1,1,1 sphere:1@2.5,0.5,0 --algorithm gjk\n  \
        impinge explain box:1,1,1 capsule:1,0.5@1,0.6,0.4 --algorithm epa\n  \
        impinge explain rectangle:1,0.5 ellipse:1,0.5@1.2,1,0.4 --algorithm mpr\n  \
        impinge explain box:1,1,1 cone:0.5,1@4,0,0 --algorithm cast --motion=-4,0.5,0"
}

/// Name of a kind in the short form: `RoundCuboid` as `round-cuboid`; for a cuboid the shorter `box`.
fn short(name: &str) -> String {
    if name == ShapeKind::Cuboid.name() {
        return "box".into();
    }
    let mut text = String::new();
    for (i, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && i > 0 {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}

/// Names are compared ignoring case, `-` and `_`.
fn same(written: &str, name: &str) -> bool {
    let letters = |text: &str| text.replace(['-', '_'], "").to_ascii_lowercase();
    let written = letters(written);
    written == letters(name) || written == letters(&short(name))
}

fn solid_kind(name: &str) -> Option<ShapeKind> {
    ShapeKind::ALL.iter().copied().find(|kind| same(name, kind.name()))
}

fn flat_kind(name: &str) -> Option<ShapeKind2> {
    ShapeKind2::ALL.iter().copied().find(|kind| same(name, kind.name()))
}

fn unknown(name: &str) -> Wrong {
    let space = ShapeKind::ALL.iter().map(|kind| short(kind.name()));
    let plane = ShapeKind2::ALL.iter().map(|kind| short(kind.name()));
    let mut all: Vec<_> = space.chain(plane).collect();
    all.dedup();
    let what = format!("`{name}` is neither a mesh file nor a shape; the shapes are {}", all.join(", "));
    Wrong::new(0, what, "box:1,1,1@0,0,0")
}

fn solid_example(kind: ShapeKind) -> String {
    let sizes = match kinds::solid(kind) {
        form if form.repeats => "0,0,0,1,0,0,0,1,0,0,0,1".into(),
        form => vec!["1"; form.sizes.len()].join(","),
    };
    format!("{}:{sizes}@0,0,0", short(kind.name()))
}

fn flat_example(kind: ShapeKind2) -> String {
    let sizes = match kinds::flat(kind) {
        form if form.repeats => "0,0,1,0,0,1".into(),
        form => vec!["1"; form.sizes.len()].join(","),
    };
    format!("{}:{sizes}@0,0", short(kind.name()))
}

/// A piece of the text, and its first character.
type Piece<'a> = (&'a str, usize);

fn solid_shape(
    text: &str,
    kind: ShapeKind,
    sizes: Piece<'_>,
    pose: Option<Piece<'_>>,
) -> Result<Placed, Wrong> {
    let example = solid_example(kind);
    let shape: AnyShape<f64> = made(&short(kind.name()), &kinds::solid(kind), sizes, &example)?;
    let pose = pose.map_or(Ok(Pose::IDENTITY), |pose| solid_pose(pose, &example))?;
    Ok(Placed::Space(Given { name: short(kind.name()), text: text.into(), body: shape.at(pose) }))
}

fn flat_shape(
    text: &str,
    kind: ShapeKind2,
    sizes: Piece<'_>,
    pose: Option<Piece<'_>>,
) -> Result<Placed, Wrong> {
    let example = flat_example(kind);
    let shape: AnyShape2<f64> = made(&short(kind.name()), &kinds::flat(kind), sizes, &example)?;
    let pose = pose.map_or(Ok(Pose::IDENTITY), |pose| flat_pose(pose, &example))?;
    Ok(Placed::Plane(Given { name: short(kind.name()), text: text.into(), body: shape.at(pose) }))
}

/// The shape of these sizes.
fn made<S>(name: &str, form: &Form<S>, sizes: Piece<'_>, example: &str) -> Result<S, Wrong> {
    let given = numbers(sizes, example)?;
    let (count, wanted) = (given.len(), form.sizes.len());
    let fits = if form.repeats { count.is_multiple_of(wanted) } else { count == wanted };
    if !fits {
        let names = form.sizes.join(",");
        let what = if form.repeats {
            format!("`{name}` needs {wanted} numbers for each vertex, {names}; {count} in all do not fit")
        } else {
            format!("`{name}` needs {wanted} sizes, {names}; found {count}")
        };
        let first_extra = if form.repeats { count } else { wanted };
        return Err(Wrong::new(start_of(sizes, first_extra), what, example));
    }
    (form.make)(&given).map_err(|e| Wrong::new(sizes.1, e.to_string(), example))
}

fn solid_pose(piece: Piece<'_>, example: &str) -> Result<Pose<Vec3<f64>>, Wrong> {
    let given = numbers(piece, example)?;
    let rotation = match given.len() {
        3 => Rot3::IDENTITY,
        7 => Rot3::try_normalize_xyzw([given[3], given[4], given[5], given[6]])
            .map_err(|e| Wrong::new(start_of(piece, 3), e.to_string(), example))?,
        count => {
            let what = format!("in space a pose has 3 numbers, x,y,z, or 7 with qx,qy,qz,qw; found {count}");
            return Err(Wrong::new(start_of(piece, if count > 7 { 7 } else { count }), what, example));
        }
    };
    Pose::try_new([given[0], given[1], given[2]], rotation)
        .map_err(|e| Wrong::new(piece.1, e.to_string(), example))
}

fn flat_pose(piece: Piece<'_>, example: &str) -> Result<Pose<Vec2<f64>>, Wrong> {
    let given = numbers(piece, example)?;
    if !(2..=3).contains(&given.len()) {
        let what =
            format!("in the plane a pose has 2 numbers, x,y, or 3 with an angle; found {}", given.len());
        return Err(Wrong::new(start_of(piece, given.len().min(3)), what, example));
    }
    let angle = given.get(2).copied().unwrap_or(0.0);
    Rot2::try_from_angle(angle)
        .and_then(|rotation| Pose::try_new([given[0], given[1]], rotation))
        .map_err(|e| Wrong::new(piece.1, e.to_string(), example))
}

/// Finite numbers separated by commas.
fn numbers(piece: Piece<'_>, example: &str) -> Result<Vec<f64>, Wrong> {
    let one = |(i, text): (usize, &str)| {
        let at = start_of(piece, i);
        match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            Ok(_) => Err(Wrong::new(at, format!("`{text}` is not finite"), example)),
            Err(_) if text.trim().is_empty() => Err(Wrong::new(at, "a number is missing", example)),
            Err(_) => Err(Wrong::new(at, format!("`{text}` is not a number"), example)),
        }
    };
    piece.0.split(',').enumerate().map(one).collect()
}

/// Index of the first character of number `i` of a list, or the end of a shorter list.
fn start_of((text, at): Piece<'_>, i: usize) -> usize {
    let before: usize = text.split(',').take(i).map(|part| part.chars().count() + 1).sum();
    at + before.min(text.chars().count())
}

/// Path of a mesh file and pose of its hull, if the text is one.
fn mesh_file(text: &str) -> Option<(&str, Option<Piece<'_>>)> {
    let is_file = |path: &str| MeshFormat::of(path).is_ok() || Path::new(path).is_file();
    if is_file(text) {
        return Some((text, None));
    }
    let (path, pose) = text.rsplit_once('@')?;
    is_file(path).then(|| (path, Some((pose, path.chars().count() + 1))))
}

fn hull_of(text: &str, path: &str, pose: Option<Piece<'_>>, limit: &Limit) -> Result<Placed, Failure> {
    let points = impinge_io::read_points(limit.of(Path::new(path)))?;
    let hull = ConvexPolyhedron::try_new(&points).map_err(|e| Failure::Said(format!("{path}: {e}")))?;
    let example = "part.stl@0,0,1";
    let pose = pose.map_or(Ok(Pose::IDENTITY), |pose| solid_pose(pose, example)).map_err(|w| w.of(text))?;
    let text = format!("the hull of {text}, {} of {} points", hull.vertices().len(), points.len());
    let name = Path::new(path).file_name().map_or_else(|| path.into(), |name| name.to_string_lossy().into());
    Ok(Placed::Space(Given { name, text, body: AnyShape::from(hull).at(pose) }))
}
