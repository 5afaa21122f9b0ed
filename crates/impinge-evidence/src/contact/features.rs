//! Figure 4: a quadrilateral A stands still, a triangle B moves a little, and the contact features jump.
//!
//! The paper gives no coordinates. Here a corner of B is near a corner of A, 0.30 and 0.32 deep along the two edges there: (a). In (b) B is
//! moved to the right by 0.05; in (c) it is turned about that corner until its upper edge is parallel to A's lower one; in (d) it is turned on.

use impinge::feature::Features;
use impinge::{ConvexPolygon, Pose, Real, Rot2, Shape, Vec2};

use crate::claim::Verdict;
use crate::drawing::{Drawing, Ink};
use crate::figure::Figure;
use crate::study::{Out, Stop, Task};
use crate::table::Table;

type Polygon = ConvexPolygon<f64>;

/// The corners of B from the one that is in A.
const TRIANGLE: [[f64; 2]; 3] = [[0.0, 0.0], [-2.2, -0.5], [-0.6, -2.2]];

/// One of the four cases.
struct Case {
    letter: &'static str,
    about: &'static str,
    a: Polygon,
    b: Polygon,
    found: Features<Vec2<f64>>,
}

fn cases() -> Vec<Case> {
    let level = Real::atan2(0.5_f64, 2.2);
    let rows = [
        ("(a)", "corner in corner", [0.30, 0.32], 0.0),
        ("(b)", "moved to the right", [0.35, 0.32], 0.0),
        ("(c)", "turned until edges are parallel", [0.35, 0.32], -level),
        ("(d)", "turned on", [0.35, 0.32], -level - 10.0_f64.to_radians()),
    ];
    let case = |(letter, about, corner, angle): (&'static str, &'static str, [f64; 2], f64)| {
        let a = Polygon::new(&[[0.0, 0.0], [4.0, 0.0], [4.5, 3.0], [0.0, 2.5]].map(Vec2::from));
        let turn = Rot2::from_angle(angle);
        let b = Polygon::new(&TRIANGLE.map(|p| turn.rotate(Vec2::from(p)) + Vec2::from(corner)));
        let found = impinge::features(&a.clone().at(Pose::IDENTITY), &b.clone().at(Pose::IDENTITY));
        Case { letter, about, a, b, found }
    };
    rows.into_iter().map(case).collect()
}

fn place(v: Vec2<f64>) -> [f64; 2] {
    [v.x, v.y]
}

fn corners(polygon: &Polygon) -> Vec<[f64; 2]> {
    polygon.vertices().iter().copied().map(place).collect()
}

/// Edge of a polygon whose line is nearest to a point, and its distance.
fn nearest_edge(polygon: &Polygon, p: Vec2<f64>) -> ([Vec2<f64>; 2], f64) {
    let v = polygon.vertices();
    let edges = (0..v.len()).map(|k| [v[k], v[(k + 1) % v.len()]]);
    let away = |[a, b]: [Vec2<f64>; 2]| (p - a).perp_dot((b - a).unit()).abs();
    edges.map(|e| (e, away(e))).min_by(|x, y| x.1.total_cmp(&y.1)).unwrap_or(([v[0], v[0]], 0.0))
}

pub(super) fn run(_: &Task<'_>, out: &mut Out) -> Result<(), Stop> {
    let cases = cases();
    let columns = [
        "case",
        "overlap",
        "normal x",
        "normal y",
        "type",
        "feature of A",
        "feature of B",
        "point of A, x",
        "y",
        "point of B, x",
        "y",
        "ambiguous",
    ];
    let mut table = Table::new("figure-4-features", "Figure 4 in numbers", columns)
        .note("The normal points from A to B, of length 1. Points are the middle of the region that features share.");
    let mut figure =
        Figure::new("figure-4", "Figure 4", "contact features of quadrilateral A and triangle B");
    for case in &cases {
        let f = &case.found;
        table.row([
            format!("{} {}", case.letter, case.about).into(),
            f.overlap().into(),
            f.normal.x.into(),
            f.normal.y.into(),
            f.contact_type.map_or("", |t| t.name()).into(),
            f.feature_a.to_string().into(),
            f.feature_b.to_string().into(),
            f.point_a.x.into(),
            f.point_a.y.into(),
            f.point_b.x.into(),
            f.point_b.y.into(),
            (if f.ambiguous { "yes" } else { "no" }).into(),
        ]);
        let bodies = Drawing::new(format!("{} {}", case.letter, case.about))
            .polygon(corners(&case.a), Ink::First)
            .polygon(corners(&case.b), Ink::Second);
        let (edge, _) = nearest_edge(&case.a, f.point_a);
        // The vector by which B must move is from its point to that of A.
        let bodies = bodies
            .line(edge.map(place), Ink::Marked)
            .arrow(place(f.point_b), place(f.point_a))
            .dot(place(f.point_a), Ink::First)
            .dot(place(f.point_b), Ink::Second)
            .name([2.6, 1.3], "A", [0.0, 0.0])
            .name([-0.9, -0.9], "B", [0.0, 0.0])
            .name(place(f.point_a), "c_A", [-30.0, -4.0])
            .name(place(f.point_b), "c_B", [9.0, 6.0]);
        figure = figure.panel(bodies.panel());
        let difference = case
            .a
            .minkowski_difference(&case.b)
            .map_err(|e| Stop::Failed(format!("the Minkowski difference of figure 4: {e}")))?;
        let (face, _) = nearest_edge(&difference, Vec2::ZERO);
        // a − b: from the origin to the nearest point is where B must go.
        let c = f.point_a - f.point_b;
        figure = figure.panel(
            Drawing::new(format!("{} A ⊖ B and the origin", case.letter))
                .polygon(corners(&difference), Ink::Around)
                .line(face.map(place), Ink::Marked)
                .arrow([0.0, 0.0], place(c))
                .dot([0.0, 0.0], Ink::First)
                .dot(place(c), Ink::Marked)
                .name([0.0, 0.0], "o", [9.0, 4.0])
                .name(place(c), "c", [-14.0, -12.0])
                .panel(),
        );
    }
    let jumps = cases.windows(2).filter(|pair| changes(&pair[0].found, &pair[1].found)).count();
    let types: Vec<&str> = cases.iter().map(|c| c.found.contact_type.map_or("", |t| t.name())).collect();
    let found = format!(
        "Types {}; the features change {jumps} times over four cases that differ by 0.05 or by turns.",
        types.join(", ")
    );
    out.figure(figure.says(
        "All four contacts are v-e, and the features change three times while B hardly moves; case (c) is really along a whole edge.",
        found.clone(),
    ));
    out.table(table);
    out.finding(
        "contact-features-jump",
        Verdict::of(usize::from(jumps == 3) + usize::from(types.iter().all(|name| *name == "v-e")), 2),
        found,
        "The library names case (c) e-e, which the paper says that it really is, and gives the middle of the common part, which the paper recommends \
         (section 4.3) and does not do.",
    );
    Ok(())
}

/// Whether normal or features differ.
fn changes(f: &Features<Vec2<f64>>, g: &Features<Vec2<f64>>) -> bool {
    f.feature_a != g.feature_a || f.feature_b != g.feature_b || f.normal.dot(g.normal) < 0.9
}
