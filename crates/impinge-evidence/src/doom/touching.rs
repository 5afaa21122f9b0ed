//! Section 2.6: whether moving features outwards along normals lists all contact points. Bars that lie across one another have as many as
//! the common part of two rectangles has corners, counted by hand in the plane.

use core::f64::consts::PI;

use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Pose, Rot3, Vec3};
use impinge_scenes::{Rng, rooms};

use super::printed::{Fixed, Kind, PrintedMover, PrintedSettings, Reading};
use crate::claim::Verdict;
use crate::study::{Out, Stop};

/// Half the sides of the bars.
const BARS: [[f64; 3]; 2] = [[1.0, 0.3, 0.2], [0.8, 0.4, 0.25]];

type Flat = [f64; 2];

/// Corners of one rectangle in the other, of that in the first, and crossings of their sides.
fn corners(first: [Flat; 4], second: [Flat; 4]) -> [usize; 3] {
    let left =
        |[a, b]: [Flat; 2], p: Flat| (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0.0;
    let sides = |r: [Flat; 4]| [[r[0], r[1]], [r[1], r[2]], [r[2], r[3]], [r[3], r[0]]];
    let inside = |p: Flat, r: [Flat; 4]| sides(r).into_iter().all(|side| left(side, p));
    let cross = |s: [Flat; 2], t: [Flat; 2]| left(s, t[0]) != left(s, t[1]) && left(t, s[0]) != left(t, s[1]);
    let crossings =
        sides(first).iter().map(|s| sides(second).iter().filter(|t| cross(*s, **t)).count()).sum();
    [
        first.iter().filter(|p| inside(**p, second)).count(),
        second.iter().filter(|p| inside(**p, first)).count(),
        crossings,
    ]
}

/// Number of bars with exactly the expected contacts.
fn exact(cases: usize, seed: u64) -> Result<usize, Stop> {
    let settings = PrintedSettings::new(Reading::Letter);
    let bar = |half| -> Result<PolygonMesh<f64>, Stop> {
        let faces = rooms::cuboid(half, 1);
        let built = PolygonMesh::from_polygons(&faces.points, &faces.polygons);
        built.map(|(mesh, _)| mesh).map_err(|e| Stop::Failed(format!("bar: {e}")))
    };
    let [upper, lower] = [bar(BARS[0])?, bar(BARS[1])?];
    let mut mover = PrintedMover::new(settings);
    let standing = Fixed::new(&lower, &Pose::IDENTITY, &settings);
    let mut rng = Rng::new(seed);
    let mut right = 0;
    for _ in 0..cases {
        let (turn, [x, y]) = (rng.between(-PI, PI), [(); 2].map(|()| rng.between(-0.7, 0.7)));
        let up = Rot3::from_axis_angle([0.0, 0.0, 1.0], turn);
        let start = PlacedMesh::new(&upper, Pose::new([x, y, 2.0], up));
        let fall = mover.translate(&start, Vec3::new(0.0, 0.0, -2.0), &[&standing]);
        let found = mover.contacts(&PlacedMesh::new(&upper, fall.pose), &[&standing], 1.001 * settings.zone);
        let count = |kind| found.iter().filter(|contact| contact.kind == kind).count();
        let up_or_level = found.iter().all(|contact| contact.normal.z.abs() > 0.999);
        let flat = |half: [f64; 3]| {
            [[-half[0], -half[1]], [half[0], -half[1]], [half[0], half[1]], [-half[0], half[1]]]
        };
        let (sin, cos) = turn.sin_cos();
        let placed = flat(BARS[0]).map(|[a, b]| [x + cos * a - sin * b, y + sin * a + cos * b]);
        let expected = corners(placed, flat(BARS[1]));
        let kinds = [Kind::VertexPolygon, Kind::PolygonVertex, Kind::EdgeEdge];
        right += usize::from(fall.met.is_some() && up_or_level && kinds.map(count) == expected);
    }
    Ok(right)
}

pub(super) fn contacts(out: &mut Out, cases: usize, seed: u64) -> Result<(), Stop> {
    let right = exact(cases, seed)?;
    out.finding(
        "doom-contacts",
        Verdict::of(right, cases),
        format!("{right} of {cases} bars that were dropped on another one have exactly the contacts that they must have"),
        "",
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_across_one_another_touch_where_they_must() {
        let square = |half: f64| [[-half, -half], [half, -half], [half, half], [-half, half]];
        assert_eq!(corners(square(1.0), square(2.0)), [4, 0, 0]);
        assert_eq!(corners(square(1.0).map(|[x, y]| [3.0 * x, 0.5 * y]), square(1.0)), [0, 0, 4]);
        assert_eq!(exact(200, 1).expect("bars"), 200);
    }
}
