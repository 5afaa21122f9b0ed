//! Do pairs meet: time of impinge against libccd's MPR, in `f64`, on the same pairs, in one process, in turns.
//!
//! `cargo run --release -- FOLDER [--rounds N] [--sets a,b]` takes a folder of cases (see
//! `crates/impinge-io/src/cases/mod.rs`) and prints one row for each set: nanoseconds per pair of `ccdMPRIntersect` and of
//! `impinge::intersects`, libccd's time over impinge's (above 1: impinge is faster), and for both the verdicts that the
//! truth contradicts. At the end: the geometric mean of the ratios of the thesis sets.
//!
//! libccd is the system's, with the tolerance (1e-4) and the limit (100 steps) of its manual. It asks for the shapes by
//! functions, which are in `bodies.c`.

use std::ops::Range;

use impinge_io::cases::{CasePose, CaseSet, CaseShape};
use impinge_peers_common::{Arguments, Query, compare, geometric_mean, wrong_and_missing};

/// What bodies that touch may be apart or deep, relative to size, as `impinge pairs` has it.
const TOUCHING: f64 = 1e-12;

/// As `bodies.c` has it.
#[repr(C)]
struct Body {
    position: [f64; 3],
    turn: [f64; 4],
    unturn: [f64; 4],
    size: [f64; 4],
    points: *const f64,
    count: usize,
}

unsafe extern "C" {
    fn bodies_real() -> usize;
    fn bodies_mpr(
        a: *const Body,
        b: *const Body,
        kind_a: u32,
        kind_b: u32,
        from: usize,
        to: usize,
        answers: *mut f64,
    );
}

/// A shape as `bodies.c` wants it: the index of its function, its sizes, its points.
struct Recipe {
    kind: u32,
    size: [f64; 4],
    points: Vec<f64>,
}

fn recipe(shape: &CaseShape) -> Recipe {
    let of = |kind, size| Recipe { kind, size, points: Vec::new() };
    match *shape {
        CaseShape::Box { half: [x, y, z] } => of(0, [x, y, z, 0.0]),
        CaseShape::Ellipsoid { radii: [x, y, z] } => of(1, [x, y, z, 0.0]),
        CaseShape::RoundBox { half: [x, y, z], r } => of(2, [x, y, z, r]),
        CaseShape::Hull { ref points } => Recipe { points: points.concat(), ..of(3, [0.0; 4]) },
        CaseShape::Cone { radius, height } => of(4, [radius, 0.5 * height, 0.0, 0.0]),
        CaseShape::Sphere { r } => of(5, [r, 0.0, 0.0, 0.0]),
        CaseShape::Capsule { half, r } => of(6, [half, r, 0.0, 0.0]),
        CaseShape::Cylinder { half, r } => of(7, [half, r, 0.0, 0.0]),
    }
}

fn body(recipe: &Recipe, pose: &CasePose) -> Body {
    let length = pose.quaternion.iter().map(|c| c * c).sum::<f64>().sqrt();
    let [x, y, z, w] = pose.quaternion.map(|c| c / length);
    Body {
        position: pose.translation,
        turn: [x, y, z, w],
        unturn: [-x, -y, -z, w],
        size: recipe.size,
        points: recipe.points.as_ptr(),
        count: recipe.points.len() / 3,
    }
}

fn main() {
    // SAFETY: it takes nothing and returns a constant.
    let bytes = unsafe { bodies_real() };
    assert_eq!(bytes, 8, "this libccd computes in single precision; build it with ENABLE_DOUBLE_PRECISION");
    let arguments = Arguments::read();
    println!(
        "{:15} {:>9} {:>9} {:>6}   {:>12}   {:>13}",
        "set", "libccd ns", "impinge", "ratio", "libccd wrong", "impinge wrong"
    );
    let mut ratios = Vec::new();
    for set in &arguments.cases() {
        let (ratio, row) = row(set, arguments.rounds);
        println!("{row}");
        if set.family == "thesis" {
            ratios.push(ratio);
        }
    }
    println!("\ngeometric mean of the ratios of the thesis sets");
    println!("intersect f64: {:.2} ({} sets)", geometric_mean(&ratios), ratios.len());
}

fn row(set: &CaseSet, rounds: usize) -> (f64, String) {
    let (a, b) = (recipe(&set.a), recipe(&set.b));
    let bodies_a: Vec<Body> = set.poses.iter().map(|[pose, _]| body(&a, pose)).collect();
    let bodies_b: Vec<Body> = set.poses.iter().map(|[_, pose]| body(&b, pose)).collect();
    let mut theirs = vec![f64::NAN; set.poses.len()];
    let mut mpr = |block: Range<usize>| {
        assert!(block.end <= theirs.len());
        // SAFETY: the block lies in the three arrays, kinds are those of `bodies.c`, and the points of the recipes
        // outlive this call.
        unsafe {
            bodies_mpr(
                bodies_a.as_ptr(),
                bodies_b.as_ptr(),
                a.kind,
                b.kind,
                block.start,
                block.end,
                theirs.as_mut_ptr(),
            );
        }
    };
    let found = compare::<f64>(set, Query::Intersect, rounds, &mut mpr);
    let ratio = found.theirs / found.ours;
    let wrong = |answers: &[f64]| wrong_and_missing(set, TOUCHING, answers).0;
    let row = format!(
        "{:15} {:9.1} {:9.1} {ratio:6.2}   {:>12}   {:>13}",
        set.name,
        found.theirs,
        found.ours,
        wrong(&theirs),
        wrong(&found.answers)
    );
    (ratio, row)
}
