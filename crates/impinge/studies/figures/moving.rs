//! Bodies in motion: a letter thrown around, casts of convex shapes, a vertex and an edge.

use impinge::expel::{MotionSettings, Mover};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::soft::{CcdSettings, vertex_edge};
use impinge::{ConvexPolygon, Motion, Pose, Rectangle, Shape, Vec2, Vec3, cast};
use impinge_scenes::rooms::{self, Faces};

use crate::svg::{BLUE, GRAY, GREEN, INK, ORANGE, Panel, Sheet};

type Point = Vec2<f64>;

/// Pose of a body at a fraction of its motion.
type PoseAt = Box<dyn Fn(f64) -> Pose<Vec3<f64>>>;

const LETTER: [[f64; 2]; 6] = [[0.0, 0.0], [0.7, 0.0], [0.7, 0.25], [0.25, 0.25], [0.25, 1.0], [0.0, 1.0]];
const GROUND: [[f64; 2]; 12] = [
    [-3.0, -0.6],
    [5.0, -0.6],
    [5.0, 3.2],
    [4.6, 3.2],
    [4.6, 0.0],
    [2.6, 0.0],
    [2.6, 0.4],
    [1.8, 0.4],
    [1.8, 0.8],
    [1.0, 0.8],
    [1.0, 0.0],
    [-3.0, 0.0],
];

fn mesh(faces: &Faces) -> PolygonMesh<f64> {
    PolygonMesh::from_polygons(&faces.points, &faces.polygons).expect("a sound mesh").0
}

/// The outline of a prism at a pose that keeps it upright.
fn placed(outline: &[[f64; 2]], pose: &Pose<Vec3<f64>>) -> Vec<Point> {
    outline.iter().map(|p| pose.transform(Vec3::new(p[0], p[1], 0.0)).xy()).collect()
}

/// A concave letter on its way over stairs: every outline is the end of a motion or on its way.
pub fn tumbles() -> String {
    let mut sheet = Sheet::new(904.0, 470.0, "A letter moves and turns until something is in the way");
    let panel = Panel { place: [20.0, 46.0, 864.0, 360.0], middle: Vec2::new(1.0, 1.3), scale: 106.0 };
    let ground = mesh(&rooms::extruded(&GROUND, -2.0, 2.0));
    let letter = mesh(&rooms::extruded(&LETTER, -0.5, 0.5));
    let standing = PlacedMesh::new(&ground, Pose::IDENTITY);
    let (mut mover, settings) = (Mover::new(), MotionSettings::default());
    let mut pose = Pose::at([-2.6, 1.6, 0.0]);
    let z = Vec3::new(0.0, 0.0, 1.0);
    // Along a vector, about a point of the letter, or both at once.
    enum Go {
        Along([f64; 2]),
        About([f64; 2], f64),
    }
    let motions = [
        Go::Along([0.5, -3.0]),
        Go::About([0.7, 0.0], -1.2),
        Go::Along([4.0, 0.0]),
        Go::Along([0.0, 1.25]),
        Go::About([0.3, 0.3], 2.2),
        Go::Along([1.3, 0.0]),
        Go::Along([0.4, -3.0]),
        Go::About([0.25, 0.25], 1.6),
        Go::Along([3.0, 0.6]),
        Go::Along([-0.1, -3.0]),
    ];
    let mut hits = Vec::new();
    sheet.clip("ground", panel.place, |sheet| {
        panel.path(sheet, &GROUND.map(Point::from), GRAY, 2.0, "#dddddd", "");
        for (i, motion) in motions.iter().enumerate() {
            let body = PlacedMesh::new(&letter, pose);
            let (trace, at): (_, PoseAt) = match *motion {
                Go::Along([x, y]) => {
                    let by = Vec3::new(x, y, 0.0);
                    let trace = mover.translate(&body, by, &standing, &settings).expect("a sound motion");
                    (trace, Box::new(move |f| Pose::new(pose.translation() + by * f, pose.rotation())))
                }
                Go::About([x, y], angle) => {
                    let center = pose.transform(Vec3::new(x, y, 0.0));
                    let turning = Motion::rotation(center, z, angle);
                    let trace = mover.move_by(&body, &turning, &standing, &settings).expect("a sound motion");
                    let turn = Motion::rotation(center, z, angle);
                    (trace, Box::new(move |f| turn.pose(f) * pose))
                }
            };
            let color = [BLUE, ORANGE][usize::from(matches!(motion, Go::About(..)))];
            for step in 1..4 {
                let on_way = placed(&LETTER, &at(trace.fraction * f64::from(step) / 4.0));
                panel.path(sheet, &on_way, color, 0.6, color, "fill-opacity=\"0.04\" stroke-opacity=\"0.4\"");
            }
            pose = trace.pose;
            panel.path(sheet, &placed(&LETTER, &pose), color, 1.8, color, "fill-opacity=\"0.18\"");
            if let Some(hit) = trace.hit {
                hits.push((hit.point.xy(), hit.normal.xy()));
            }
            let middle = pose.transform(Vec3::new(0.125, 0.125, 0.0)).xy();
            panel.label(sheet, middle, Vec2::new(0.0, 1.0), 0.0, INK, &format!("{}", i + 1));
        }
        for &(p, n) in &hits {
            panel.arrow(sheet, p, p + n * 0.35, GREEN, 2.0);
            panel.dot(sheet, p, 4.0, GREEN);
        }
    });
    panel.frame(&mut sheet, &["numbers: the ends of ten motions in a row; pale: on the way"]);
    sheet.legend(
        455.0,
        &[
            (20.0, BLUE, "after a translation"),
            (220.0, ORANGE, "after a turn"),
            (380.0, GREEN, "what stopped it, and the normal there"),
        ],
    );
    sheet.finish()
}

/// Two casts of shapes of the plane, and a vertex that meets an edge.
pub fn casts() -> String {
    let mut sheet = Sheet::new(904.0, 400.0, "When do moving bodies first touch?");
    let plate = Rectangle::new([1.6, 0.25]);
    let outline: Vec<Point> = [[-0.6, -0.3], [0.5, -0.4], [0.8, 0.3], [0.0, 0.6]].map(Point::from).to_vec();
    let stone = ConvexPolygon::new(&outline);
    let cases = [
        ("a stone flies and turns", Motion::turn([-2.2, 1.3], -3.0).moving([3.6, -1.2]), Motion::still()),
        (
            "both turn and move",
            Motion::turn([-2.2, 1.3], 2.0).moving([2.0, -1.0]),
            Motion::turn([0.0, 0.0], 1.4).moving([-1.0, 0.3]),
        ),
    ];
    for (i, (name, of_stone, of_plate)) in cases.into_iter().enumerate() {
        let place = [20.0 + 292.0 * i as f64, 46.0, 276.0, 276.0];
        let panel = Panel { place, middle: Vec2::new(-0.6, 0.4), scale: 58.0 };
        let start = Pose::at([-2.2, 1.3]);
        let impact = cast(&(&stone).at(start), &plate, &of_stone, &of_plate).expect("they meet");
        let corners = [[-1.6, -0.25], [1.6, -0.25], [1.6, 0.25], [-1.6, 0.25]].map(Point::from);
        sheet.clip(&format!("cast{i}"), place, |sheet| {
            for step in 0..=6 {
                let t = impact.time * f64::from(step) / 6.0;
                let last = step == 6;
                let style = if last {
                    "fill-opacity=\"0.3\""
                } else {
                    "fill-opacity=\"0.05\" stroke-opacity=\"0.45\""
                };
                let width = if last { 2.0 } else { 0.8 };
                let stone: Vec<Point> =
                    outline.iter().map(|&p| (of_stone.pose(t) * start).transform(p)).collect();
                panel.path(sheet, &stone, ORANGE, width, ORANGE, style);
                panel.path(sheet, &corners.map(|p| of_plate.pose(t).transform(p)), BLUE, width, BLUE, style);
            }
            panel.arrow(sheet, impact.point_b, impact.point_b + impact.normal * 0.7, GREEN, 2.0);
            panel.dot(sheet, impact.point_b, 4.5, GREEN);
        });
        let words = format!("first touch at {:.4}, {} support calls", impact.time, impact.iterations);
        panel.frame(&mut sheet, &[name, &words]);
    }
    // A vertex and an edge, both of whose ends move.
    let place = [604.0, 46.0, 276.0, 276.0];
    let panel = Panel { place, middle: Vec2::new(0.0, 0.0), scale: 58.0 };
    let vertex = [[-1.6, 1.4], [1.0, -1.6]].map(Point::from);
    let edge = [[[-1.8, -1.6], [1.2, -1.2]], [[-0.4, 0.2], [1.8, 1.6]]].map(|ends| ends.map(Point::from));
    let impact =
        vertex_edge(vertex[0], vertex[1], edge[0], edge[1], &CcdSettings::default()).expect("they meet");
    let at = |a: Point, b: Point, t: f64| a + (b - a) * t;
    sheet.clip("vertex", place, |sheet| {
        for step in 0..=8 {
            let t = f64::from(step) / 8.0;
            let ends = [at(edge[0][0], edge[1][0], t), at(edge[0][1], edge[1][1], t)];
            panel.path(sheet, &ends, BLUE, 1.2, "none", "stroke-opacity=\"0.35\"");
            panel.dot(sheet, at(vertex[0], vertex[1], t), 2.5, ORANGE);
        }
        let t = impact.time;
        panel.path(
            sheet,
            &[at(edge[0][0], edge[1][0], t), at(edge[0][1], edge[1][1], t)],
            BLUE,
            3.0,
            "none",
            "",
        );
        panel.path(sheet, &vertex, ORANGE, 1.2, "none", "stroke-dasharray=\"5 4\"");
        panel.dot(sheet, impact.point_a, 5.5, GREEN);
        panel.arrow(sheet, impact.point_a, impact.point_a + impact.normal * 0.7, GREEN, 2.0);
    });
    panel.frame(
        &mut sheet,
        &["a vertex and an edge, points on lines", &format!("first touch at {:.4}", impact.time)],
    );
    sheet.legend(
        389.0,
        &[
            (20.0, ORANGE, "A"),
            (80.0, BLUE, "B"),
            (140.0, GREEN, "where they touch, and the normal from A to B"),
        ],
    );
    sheet.finish()
}
