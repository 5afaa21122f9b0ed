//! Ghost contacts: what a piece feels by itself, and what the surface is.

use std::f64::consts::TAU;

use impinge::body::Chain;
use impinge::manifolds::ManifoldSettings;
use impinge::nonconvex::contacts_into;
use impinge::{AnyShape2, Circle, Pose, Rectangle, Segment2, Shape, Vec2, manifold_with};

use crate::svg::{BLUE, GREEN, INK, ORANGE, PINK, Panel, Sheet};

type V = Vec2<f64>;

/// Largest distance of pieces with a contact.
const MARGIN: f64 = 0.05;

/// A box on flat ground, piece by piece and as `contacts` has it; and ground that is not flat.
pub fn ghosts() -> String {
    let mut sheet = Sheet::new(904.0, 330.0, "Ghost contacts");
    let panel = |i: usize, middle: [f64; 2]| Panel {
        place: [20.0 + 294.0 * i as f64, 44.0, 276.0, 190.0],
        middle: middle.into(),
        scale: 62.0,
    };
    let flat = [[-2.2, 0.0], [-0.9, 0.0], [0.3, 0.0], [1.12, 0.0], [2.2, 0.0]].map(V::from);
    let cuboid: AnyShape2<f64> = Rectangle::new([1.1, 0.45]).into();
    // It is 0.1 in the ground, and only 0.03 of it over the last segment.
    let place = Pose::at([0.05, 0.35]);
    by_itself(&mut sheet, &panel(0, [0.0, 0.35]), &flat, &cuboid, place);
    of_surface(&mut sheet, &panel(1, [0.0, 0.35]), &flat, &cuboid, place);
    let ridge = [[-2.2, 0.2], [-1.1, -0.25], [0.1, 0.35], [1.0, -0.2], [2.2, -0.1]].map(V::from);
    let ball: AnyShape2<f64> = Circle::new(0.62).into();
    of_surface(&mut sheet, &panel(2, [0.0, 0.35]), &ridge, &ball, Pose::at([-0.12, 0.92]));
    for (i, lines) in [
        [
            "each segment by itself: the last one has",
            "an end in the box, and the shortest way",
            "out of that end is to the side: a ghost",
        ],
        [
            "contacts: the ground goes on to the left",
            "of that end, so the way is up; all",
            "points feel one plane",
        ],
        ["slopes and ridges stay what they are:", "the ground allows these normals", ""],
    ]
    .iter()
    .enumerate()
    {
        panel(i, [0.0, 0.0]).frame(&mut sheet, lines);
    }
    sheet.legend(
        318.0,
        &[(20.0, BLUE, "ground"), (120.0, ORANGE, "body"), (210.0, GREEN, "normal"), (310.0, PINK, "ghost")],
    );
    sheet.finish()
}

fn scene(sheet: &mut Sheet, panel: &Panel, ground: &[V], shape: &AnyShape2<f64>, pose: Pose<V>) {
    let middle = pose.translation();
    let outline: Vec<V> = match shape {
        AnyShape2::Rectangle(r) => {
            let h = r.half_extents();
            [[-h.x, -h.y], [h.x, -h.y], [h.x, h.y], [-h.x, h.y]]
                .iter()
                .map(|&p| middle + V::from(p))
                .collect()
        }
        AnyShape2::Circle(c) => (0..64)
            .map(|k| f64::from(k) / 64.0 * TAU)
            .map(|t| middle + V::new(t.cos(), t.sin()) * c.radius())
            .collect(),
        _ => Vec::new(),
    };
    panel.path(sheet, &outline, ORANGE, 1.5, ORANGE, "fill-opacity=\"0.15\"");
    panel.path(sheet, ground, BLUE, 2.5, "none", "");
    for &p in ground {
        panel.dot(sheet, p, 3.4, BLUE);
    }
}

fn arrow(sheet: &mut Sheet, panel: &Panel, at: V, normal: V, color: &str) {
    panel.arrow(sheet, at, at + normal * 0.5, color, 2.2);
    panel.dot(sheet, at, 2.6, INK);
}

/// Contacts of each segment by itself.
fn by_itself(sheet: &mut Sheet, panel: &Panel, ground: &[V], shape: &AnyShape2<f64>, pose: Pose<V>) {
    scene(sheet, panel, ground, shape, pose);
    let settings = ManifoldSettings { margin: MARGIN, ..ManifoldSettings::default() };
    let mut ghosts = 0;
    for ends in ground.windows(2) {
        let segment = Segment2::between(ends[0], ends[1]);
        let found = manifold_with(&segment, &shape.clone().at(pose), &settings);
        let is_ghost = found.normal.y < 0.99;
        for p in found.points() {
            ghosts += usize::from(is_ghost);
            arrow(sheet, panel, p.point_a, found.normal, if is_ghost { PINK } else { GREEN });
        }
    }
    assert!(ghosts > 0, "a picture of ghosts without one");
}

/// Contacts of the whole ground.
fn of_surface(sheet: &mut Sheet, panel: &Panel, ground: &[V], shape: &AnyShape2<f64>, pose: Pose<V>) {
    scene(sheet, panel, ground, shape, pose);
    let settings = ManifoldSettings { margin: MARGIN, max_points: None, ..ManifoldSettings::default() };
    let mut found = Vec::new();
    contacts_into(&Chain::<f64>::new(ground), &shape.clone().at(pose), &settings, &mut found);
    assert!(!found.is_empty());
    for contact in &found {
        for p in contact.manifold.points() {
            arrow(sheet, panel, p.point_a, contact.manifold.normal, GREEN);
        }
    }
}
