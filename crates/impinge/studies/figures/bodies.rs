//! Bodies that are not convex: what distances, depths and one side of them mean.

use std::f64::consts::TAU;

use impinge::body::{Chain, Region};
use impinge::{AnyShape2, Circle, Pose, Rectangle, Shape, Vec2, contact, distance};

use crate::svg::{BLUE, GRAY, GREEN, INK, ORANGE, PINK, Panel, Sheet, YELLOW};

type V = Vec2<f64>;

/// A region with a hole, its convex parts, a depth that is not enough, and ground with one side.
pub fn bodies() -> String {
    let mut sheet = Sheet::new(904.0, 360.0, "Bodies that are not convex");
    let panel = |i: usize, middle: [f64; 2], scale: f64| Panel {
        place: [20.0 + 220.0 * i as f64, 44.0, 208.0, 220.0],
        middle: middle.into(),
        scale,
    };
    distances(&mut sheet, &panel(0, [0.0, 0.0], 23.0));
    parts(&mut sheet, &panel(1, [0.0, 0.0], 23.0));
    depth(&mut sheet, &panel(2, [0.0, 0.25], 34.0));
    one_side(&mut sheet, &panel(3, [0.0, 0.0], 26.0));
    sheet.finish()
}

/// A gear with a hole.
fn gear() -> Region<f64> {
    let at = |turn: f64, r: f64| V::new((turn * TAU).cos() * r, (turn * TAU).sin() * r);
    let tooth = |k: u32| {
        let start = f64::from(k) / 7.0;
        [at(start, 2.6), at(start + 0.02, 4.0), at(start + 0.06, 4.0), at(start + 0.08, 2.6)]
    };
    let rim = (0..7).flat_map(tooth).collect::<Vec<V>>();
    let hole = (0..12).rev().map(|k| at(f64::from(k) / 12.0, 1.7)).collect();
    Region::new(&[rim, hole])
}

fn circle(middle: V, radius: f64) -> Vec<V> {
    (0..=64).map(|k| f64::from(k) / 64.0 * TAU).map(|t| middle + V::new(t.cos(), t.sin()) * radius).collect()
}

/// The rings, with what they enclose filled as SVG has it.
fn draw_region(sheet: &mut Sheet, panel: &Panel, region: &Region<f64>, color: &str) {
    // The hole is reached by a way there and back, which is not drawn.
    let rings: Vec<Vec<V>> = region.rings().map(<[V]>::to_vec).collect();
    let mut all = Vec::new();
    for ring in &rings {
        all.extend(ring.iter().chain(&ring[..1]).copied());
        all.push(rings[0][0]);
    }
    panel.path(sheet, &all, "none", 0.0, color, "fill-opacity=\"0.18\" fill-rule=\"nonzero\"");
    for ring in rings {
        let closed: Vec<V> = ring.iter().chain(&ring[..1]).copied().collect();
        panel.path(sheet, &closed, color, 1.5, "none", "");
    }
}

fn distances(sheet: &mut Sheet, panel: &Panel) {
    let gear = gear();
    draw_region(sheet, panel, &gear, BLUE);
    for (middle, radius) in [([0.35, 0.25], 0.6), ([3.3, 3.0], 0.5), ([-2.1, -0.3], 0.15)] {
        let middle = V::from(middle);
        let ball = Circle::new(radius).at(Pose::at(middle));
        let found = contact(&gear, &ball);
        panel.path(sheet, &circle(middle, radius), ORANGE, 1.5, ORANGE, "fill-opacity=\"0.2\"");
        panel.path(sheet, &[found.point_a, found.point_b], INK, 2.0, "none", "");
        panel.dot(sheet, found.point_a, 2.6, INK);
        panel.dot(sheet, found.point_b, 2.6, INK);
    }
    panel.frame(
        sheet,
        &["nearest points, in a hole and", "outside; a ball in the solid", "is as deep as its side is far"],
    );
}

fn parts(sheet: &mut Sheet, panel: &Panel) {
    let compound = gear().convex_parts().expect("its rings do not cross");
    for (k, part) in compound.parts().iter().enumerate() {
        let AnyShape2::ConvexPolygon(polygon) = part.shape() else { continue };
        let color = [BLUE, ORANGE, GREEN, PINK, YELLOW][k % 5];
        panel.path(sheet, polygon.vertices(), INK, 0.8, color, "fill-opacity=\"0.35\"");
    }
    let count = format!("its {} convex parts:", compound.parts().len());
    panel.frame(sheet, &[&count, "no gap, no overlap"]);
}

fn depth(sheet: &mut Sheet, panel: &Panel) {
    let clamp = Region::<f64>::new(&[[
        [-2.5, -2.0],
        [2.5, -2.0],
        [2.5, 2.0],
        [1.0, 2.0],
        [1.0, -0.75],
        [-1.0, -0.75],
        [-1.0, 2.0],
        [-2.5, 2.0],
    ]]);
    let parts = clamp.convex_parts().expect("its ring does not cross itself");
    draw_region(sheet, panel, &clamp, BLUE);
    let block = Rectangle::new([1.25, 1.0]).at(Pose::at([0.0, 0.75]));
    let corners = [[-1.25, -0.25], [1.25, -0.25], [1.25, 1.75], [-1.25, 1.75]].map(V::from);
    panel.path(sheet, &corners, ORANGE, 1.5, ORANGE, "fill-opacity=\"0.2\"");
    let found = contact(&parts, &block);
    let from = V::new(found.normal.x.signum() * -1.25, 0.75);
    panel.arrow(sheet, from, from + found.normal * -found.signed_distance, INK, 2.0);
    panel.arrow(sheet, V::new(0.0, 0.75), V::new(0.0, 2.9), GRAY, 2.0);
    let depth = format!("the depth, {:.2}, is that of", -found.signed_distance);
    panel.frame(
        sheet,
        &[&depth, "two pieces: no shorter way", "parts them, but one longer", "may be needed (gray)"],
    );
}

fn one_side(sheet: &mut Sheet, panel: &Panel) {
    let points = [[-3.6, -0.8], [-1.2, -1.2], [0.6, 0.0], [3.6, 0.4]].map(V::from);
    let ground = Chain::<f64>::new(&points).one_sided();
    panel.path(sheet, &points, BLUE, 2.5, "none", "");
    for pair in points.windows(2) {
        let middle = (pair[0] + pair[1]) * 0.5;
        panel.arrow(sheet, middle, middle + (pair[1] - pair[0]).unit().perp() * 0.7, BLUE, 1.2);
    }
    for (middle, color) in [([-2.0, 1.6], ORANGE), ([1.4, 0.6], ORANGE), ([2.9, 0.0], GRAY)] {
        let middle = V::from(middle);
        let ball = Circle::new(0.6).at(Pose::at(middle));
        panel.path(sheet, &circle(middle, 0.6), color, 1.5, color, "fill-opacity=\"0.15\"");
        let found = distance(&ground, &ball);
        if color == ORANGE && found.distance > 0.0 {
            panel.path(sheet, &[found.point_a, found.point_b], INK, 2.0, "none", "");
        }
    }
    panel.frame(
        sheet,
        &["a chain with one side: it is", "not there for the gray ball,", "whose center is behind it"],
    );
}
