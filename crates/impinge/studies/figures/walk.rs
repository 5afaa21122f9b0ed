//! Player movement: pushes of one direction, and where the body goes.

use impinge::expel::{Mover, SlideSettings, Step};
use impinge::mesh::polygon::{PlacedMesh, PolygonMesh};
use impinge::{Pose, Vec2, Vec3};
use impinge_scenes::rooms::{self, Faces};

use crate::svg::{BLUE, GRAY, GREEN, INK, ORANGE, PINK, Panel, Sheet};

type Point = Vec3<f64>;

fn mesh(faces: &Faces) -> PolygonMesh<f64> {
    PolygonMesh::from_polygons(&faces.points, &faces.polygons).expect("a sound mesh").0
}

/// Poses of a body after each of some pushes, and the steps taken.
fn walk(
    half: [f64; 3],
    from: [f64; 3],
    by: [f64; 3],
    pushes: usize,
    world: &[PolygonMesh<f64>],
    step: f64,
) -> Vec<(Point, Step)> {
    let body = mesh(&rooms::cuboid(half, 1));
    let world: Vec<PlacedMesh<'_, f64>> =
        world.iter().map(|mesh| PlacedMesh::new(mesh, Pose::IDENTITY)).collect();
    let settings = SlideSettings { step, ..SlideSettings::default() };
    let (mut mover, mut pose) = (Mover::new(), Pose::at(from));
    let mut places = vec![(pose.translation(), Step::Level)];
    for _ in 0..pushes {
        let slid =
            mover.slide(&PlacedMesh::new(&body, pose), by.into(), &world, &settings).expect("a sound motion");
        pose = slid.pose;
        places.push((pose.translation(), slid.step));
    }
    places
}

/// Draws a way and the body at every `nth` place, as rectangles of these half sides.
fn draw(sheet: &mut Sheet, panel: &Panel, places: &[(Vec2<f64>, Step)], half: Vec2<f64>, nth: usize) {
    for (i, &(p, step)) in places.iter().enumerate() {
        let color = match step {
            Step::Level => BLUE,
            Step::Up => ORANGE,
            Step::Down => GREEN,
        };
        if i % nth == 0 || i + 1 == places.len() || step != Step::Level {
            let corner = |x: f64, y: f64| p + Vec2::new(x * half.x, y * half.y);
            let ring = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
            panel.path(sheet, &ring, color, 1.2, color, "fill-opacity=\"0.10\"");
        }
    }
    let way: Vec<Vec2<f64>> = places.iter().map(|place| place.0).collect();
    panel.path(sheet, &way, INK, 1.5, "none", "");
    panel.dot(sheet, way[0], 4.0, INK);
}

/// Walls seen from above, and stairs seen from the side.
pub fn slides() -> String {
    let mut sheet = Sheet::new(904.0, 404.0, "Player movement: every push is the same vector");
    // From above: a room with a pillar, whose corner is not a trap.
    let room = rooms::room([3.0, 2.5, 1.0], 1);
    let outline = [[0.4, -0.2], [1.6, 0.6], [0.2, 1.4], [-0.6, 0.4]];
    let pillar = rooms::extruded(&outline, -1.0, 1.0);
    let world = [mesh(&room), mesh(&pillar)];
    let panel = Panel { place: [20.0, 46.0, 352.0, 300.0], middle: Vec2::new(0.0, 0.0), scale: 56.0 };
    let rectangle = [[-3.0, -2.5], [3.0, -2.5], [3.0, 2.5], [-3.0, 2.5], [-3.0, -2.5]].map(Vec2::from);
    panel.path(&mut sheet, &rectangle, GRAY, 3.0, "none", "");
    panel.path(&mut sheet, &outline.map(Vec2::from), GRAY, 2.0, "#dddddd", "");
    for (from, by) in [
        ([-2.5, -0.6, 0.0], [0.25, 0.06, 0.0]),
        ([-2.5, -2.2, 0.0], [0.15, 0.2, 0.0]),
        ([0.6, -2.0, 0.0], [0.12, 0.2, 0.0]),
    ] {
        let places: Vec<_> =
            walk([0.2; 3], from, by, 40, &world, 0.0).iter().map(|&(p, step)| (p.xy(), step)).collect();
        draw(&mut sheet, &panel, &places, Vec2::new(0.2, 0.2), 4);
        panel.arrow(&mut sheet, places[0].0, places[0].0 + Vec2::new(by[0], by[1]) * 3.0, PINK, 2.0);
    }
    panel.frame(&mut sheet, &["from above: along walls and into corners"]);

    // From the side: up the stairs, down again, and off their end.
    let mut line = vec![Vec2::new(0.0, 0.0)];
    for (i, height) in [1.0, 2.0, 3.0, 2.0].into_iter().enumerate() {
        let (x, z) = (0.5 * i as f64, 0.2 * height);
        line.extend([Vec2::new(x, z), Vec2::new(x + 0.5, z)]);
    }
    line.push(Vec2::new(2.0, 0.0));
    let outline: Vec<[f64; 2]> = line.iter().rev().map(|p| [p.x, p.y]).collect();
    let stairs = rooms::extruded(&outline, 0.0, 4.0).map(|p| Vec3::new(p.x, -p.z, p.y));
    let world = [mesh(&rooms::floor(40.0, 1)), mesh(&stairs)];
    let panel = Panel { place: [392.0, 46.0, 492.0, 300.0], middle: Vec2::new(1.1, 0.9), scale: 110.0 };
    let mut line: Vec<Vec2<f64>> = line;
    line.insert(0, Vec2::new(-9.0, 0.0));
    line.push(Vec2::new(9.0, 0.0));
    let places: Vec<_> = walk([0.15, 0.15, 0.4], [-0.8, -2.0, 0.45], [0.06, 0.0, -0.04], 60, &world, 0.25)
        .iter()
        .map(|&(p, step)| (Vec2::new(p.x, p.z), step))
        .collect();
    sheet.clip("stairs", panel.place, |sheet| {
        panel.path(sheet, &line, GRAY, 2.5, "#dddddd", "");
        draw(sheet, &panel, &places, Vec2::new(0.15, 0.4), 5);
        panel.arrow(sheet, places[0].0, places[0].0 + Vec2::new(0.36, -0.24), PINK, 2.0);
    });
    panel.frame(&mut sheet, &["from the side: steps up and down, and a fall where it is too deep"]);
    sheet.legend(
        393.0,
        &[
            (20.0, PINK, "the push, enlarged"),
            (190.0, BLUE, "where the body was after some pushes"),
            (530.0, ORANGE, "stepped up"),
            (650.0, GREEN, "stepped down"),
        ],
    );
    sheet.finish()
}
