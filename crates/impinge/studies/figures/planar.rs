//! Pictures of the plane: the steps of GJK, EPA and MPR, and the regions of a triangle.

use std::f64::consts::TAU;

use impinge::study::epa::epa2;
use impinge::study::gjk::{Gjk, Goal, MAX_STEPS, SignedVolumes, Simplex, SubAlgorithm, Voronoi};
use impinge::study::mpr::decide;
use impinge::study::observe::Step;
use impinge::study::pair::{Obstacle, Prepared, Vertex};
use impinge::{ConvexPolygon, Ellipse, Pose, Rectangle, Rot2, Shape, Support, Vec2};

use crate::svg::{BLUE, GRAY, GREEN, INK, ORANGE, PALE, PINK, Panel, Sheet, YELLOW};

type V = Vec2<f64>;

/// A step as it was observed, in the units of the shapes.
struct Told {
    vertices: Vec<V>,
    faces: Vec<[u32; 3]>,
    point: V,
    found: V,
    bounds: [f64; 2],
}

impl Told {
    fn new(step: &Step<'_, V>, unit: f64) -> Self {
        Self {
            vertices: step.vertices.iter().map(|v| v.point * unit).collect(),
            faces: step.faces.to_vec(),
            point: step.point * unit,
            found: step.found.point * unit,
            bounds: step.bounds.map(|b| b * unit),
        }
    }
}

fn polygon(corners: &[[f64; 2]]) -> ConvexPolygon<f64> {
    ConvexPolygon::new(&corners.iter().copied().map(V::from).collect::<Vec<_>>())
}

/// A direction by its share of a full turn.
fn direction(turn: f64) -> V {
    V::new((turn * TAU).cos(), (turn * TAU).sin())
}

/// The boundary of a set by its farthest points all around; those that repeat are left out.
fn outline(farthest: impl Fn(V) -> V) -> Vec<V> {
    const DIRECTIONS: u32 = 720;
    let mut points: Vec<V> = Vec::new();
    for i in 0..=DIRECTIONS {
        let p = farthest(direction(f64::from(i) / f64::from(DIRECTIONS)));
        if points.last().is_none_or(|last| (*last - p).norm() > 1e-9) {
            points.push(p);
        }
    }
    points
}

/// Six panels, three in a row.
fn grid(scale: f64, middle: V) -> [Panel; 6] {
    std::array::from_fn(|i| {
        let (column, row) = ((i % 3) as f64, (i / 3) as f64);
        Panel { place: [20.0 + 292.0 * column, 46.0 + 322.0 * row, 276.0, 262.0], middle, scale }
    })
}

/// A and B where they stand.
fn draw_shapes(sheet: &mut Sheet, panel: &Panel, a: &impl Support<V>, b: &impl Support<V>) {
    for (points, color, name) in
        [(outline(|d| a.support(d)), BLUE, "A"), (outline(|d| b.support(d)), ORANGE, "B")]
    {
        panel.path(sheet, &points, color, 1.5, color, "fill-opacity=\"0.15\"");
        let mean = points.iter().fold(V::ZERO, |s, &p| s + p) * (1.0 / points.len() as f64);
        panel.label(sheet, mean, V::new(0.0, 1.0), 0.0, color, name);
    }
}

/// C, the origin and its name.
fn draw_difference(sheet: &mut Sheet, panel: &Panel, c: &[V]) {
    panel.path(sheet, c, GRAY, 1.5, PALE, "");
}

fn draw_origin(sheet: &mut Sheet, panel: &Panel, aside: V) {
    panel.dot(sheet, V::ZERO, 4.5, INK);
    panel.label(sheet, V::ZERO, aside, 13.0, INK, "O");
}

/// GJK on two polygons that are apart.
pub fn gjk() -> String {
    let a = polygon(&[[-1.4, -0.8], [0.9, -1.2], [1.6, 0.1], [0.7, 1.2], [-1.0, 1.0]]);
    let b = polygon(&[[-0.9, -0.7], [0.8, -0.9], [1.1, 0.5], [-0.3, 1.1]])
        .at(Pose::new([2.9, 1.6], Rot2::from_angle(0.5)));
    let (parts_a, parts_b) = (a.parts(), b.parts());
    let prepared = Prepared::new(&parts_a, &parts_b);
    let unit = prepared.frame.length(1.0);
    let mut told = Vec::new();
    let goal = Goal { far: f64::INFINITY, near: 0.0, gap: prepared.pair.rounding, steps: MAX_STEPS };
    // The first direction is a poor one on purpose, so that there is something to see.
    let first = V::new(-0.2, 1.0);
    let mut gjk = Gjk::<V, Voronoi>::from_axis(first);
    let found = gjk.run(&prepared.pair, &goal, &mut |step: &Step<'_, V>| told.push(Told::new(step, unit)));
    let c = outline(|d| prepared.pair.support(d, &Vertex::default()).point * unit);

    let mut sheet = Sheet::new(900.0, 700.0, "GJK: the point of B − A nearest to the origin");
    let panels = grid(43.0, V::new(2.5, 1.25));
    let shapes = Panel { middle: V::new(1.4, 0.75), scale: 40.0, ..panels[0] };
    draw_shapes(&mut sheet, &shapes, &a, &b);
    let (p, q) = gjk.simplex().witnesses();
    let (p, q) = (p * unit, q * unit);
    shapes.arrow(&mut sheet, p, q, GREEN, 2.0);
    shapes.dot(&mut sheet, p, 4.0, GREEN);
    shapes.dot(&mut sheet, q, 4.0, GREEN);
    let caption = format!("the shapes; distance {:.4}", found.upper * unit);
    shapes.frame(&mut sheet, &[&caption, "green: witness points, normal"]);

    let mut v = first;
    for (i, (step, panel)) in told.iter().zip(&panels[1..]).enumerate() {
        sheet.clip(&format!("gjk{i}"), panel.place, |sheet| {
            draw_difference(sheet, panel, &c);
            // The line through w across the direction asked: all of C is beyond it.
            let across = v.perp().unit() * 9.0;
            panel.path(
                sheet,
                &[step.found - across, step.found + across],
                GREEN,
                1.2,
                "none",
                "stroke-dasharray=\"6 4\"",
            );
            panel.path(sheet, &step.vertices, BLUE, 3.0, "none", "");
            for &p in &step.vertices {
                panel.dot(sheet, p, 4.5, BLUE);
            }
            panel.dot(sheet, step.found, 5.5, GREEN);
            panel.label(sheet, step.found, v, 16.0, GREEN, "w");
            panel.arrow(sheet, V::ZERO, step.point, ORANGE, 2.0);
            panel.label(sheet, step.point * 0.5, step.point.perp(), 14.0, ORANGE, "v");
            draw_origin(sheet, panel, V::new(-1.0, -0.6));
        });
        let bounds = format!("{:.4} ≤ distance ≤ {:.4}", step.bounds[0], step.bounds[1]).replace('-', "−");
        panel.frame(&mut sheet, &[&format!("step {}", i + 1), &bounds]);
        v = step.point;
    }
    assert!(told.len() <= 5, "more steps than panels: {}", told.len());
    sheet.word(
        20.0,
        690.0,
        "start",
        GRAY,
        "grey: B − A. Green line: no point of B − A lies on O's side of it. Blue: the simplex that is kept.",
    );
    sheet.finish()
}

/// EPA on a polygon and an ellipse that overlap.
pub fn epa() -> String {
    let a = polygon(&[[-1.5, -0.9], [1.3, -1.1], [1.6, 0.6], [-0.4, 1.3]]);
    let b = Ellipse::new([1.5, 0.8]).at(Pose::new([1.0, 0.75], Rot2::from_angle(0.6)));
    let (parts_a, parts_b) = (a.parts(), b.parts());
    let prepared = Prepared::new(&parts_a, &parts_b);
    let (pair, unit) = (&prepared.pair, prepared.frame.length(1.0));
    let mut gjk = Gjk::<V, Voronoi>::new();
    let goal = Goal { far: pair.rounding, near: pair.rounding, gap: 0.0, steps: MAX_STEPS };
    gjk.run(pair, &goal, &mut ());
    let mut told = Vec::new();
    let depth =
        epa2(pair, gjk.simplex(), 1e-9, 100, &mut |step: &Step<'_, V>| told.push(Told::new(step, unit)));
    let c = outline(|d| pair.support(d, &Vertex::default()).point * unit);

    let mut sheet = Sheet::new(900.0, 700.0, "EPA: the polygon grows at the edge nearest to the origin");
    let panels = grid(41.0, V::new(0.85, 0.55));
    let shapes = Panel { middle: V::new(0.6, 0.35), scale: 52.0, ..panels[0] };
    draw_shapes(&mut sheet, &shapes, &a, &b);
    let (p, q) = (depth.point_a * unit, depth.point_b * unit);
    shapes.arrow(&mut sheet, q, p, GREEN, 2.0);
    shapes.dot(&mut sheet, p, 4.0, GREEN);
    shapes.dot(&mut sheet, q, 4.0, GREEN);
    let caption = format!("the shapes; depth {:.4}", depth.upper * unit);
    shapes.frame(&mut sheet, &[&caption, "green: moving B so parts them"]);

    for (i, (step, panel)) in told.iter().zip(&panels[1..]).enumerate() {
        sheet.clip(&format!("epa{i}"), panel.place, |sheet| {
            draw_difference(sheet, panel, &c);
            for [from, to, _] in &step.faces {
                let ends = [step.vertices[*from as usize], step.vertices[*to as usize]];
                // The nearest edge is the one whose line the point is on.
                let m = (ends[0] - ends[1]).perp().unit();
                let near = (m.dot(ends[0]) - step.point.norm()).abs() < 1e-9 && m.dot(step.point) > 0.0;
                let (color, width) = if near { (ORANGE, 4.0) } else { (BLUE, 2.5) };
                panel.path(sheet, &ends, color, width, "none", "");
            }
            for &p in &step.vertices {
                panel.dot(sheet, p, 4.0, BLUE);
            }
            let across = step.point.perp().unit() * 9.0;
            panel.path(
                sheet,
                &[step.found - across, step.found + across],
                GREEN,
                1.2,
                "none",
                "stroke-dasharray=\"6 4\"",
            );
            panel.arrow(sheet, V::ZERO, step.point, ORANGE, 2.0);
            panel.dot(sheet, step.found, 5.5, GREEN);
            panel.label(sheet, step.found, step.point, 15.0, GREEN, "w");
            draw_origin(sheet, panel, -step.point);
        });
        let bounds = format!("{:.4} ≤ depth ≤ {:.4}", -step.bounds[1], -step.bounds[0]);
        panel.frame(&mut sheet, &[&format!("step {}", i + 1), &bounds]);
    }
    assert!(told.len() >= 5, "fewer steps than panels: {}", told.len());
    sheet.word(20.0, 690.0, "start", GRAY, &format!(
        "Orange: the nearest edge. w: the farthest point along its normal; the edge is then divided at w. {} steps in all.",
        told.len()
    ));
    sheet.finish()
}

/// MPR on a polygon and an ellipse that overlap a little.
pub fn mpr() -> String {
    let a = polygon(&[[-1.5, -0.9], [1.3, -1.1], [1.7, 0.5], [0.4, 1.2], [-1.1, 1.0]]);
    let b = Ellipse::new([1.9, 0.75]).at(Pose::new([0.62, 1.92], Rot2::from_angle(-0.45)));
    let (parts_a, parts_b) = (a.parts(), b.parts());
    let prepared = Prepared::new(&parts_a, &parts_b);
    let (pair, unit) = (&prepared.pair, prepared.frame.length(1.0));
    let mut told = Vec::new();
    let decided = decide(pair, &mut |step: &Step<'_, V>| {
        // Phase three: the portal is whole.
        if step.vertices.len() == 2 {
            told.push(Told::new(step, unit));
        }
    });
    let c = outline(|d| pair.support(d, &Vertex::default()).point * unit);
    let base = pair.inside().point * unit;
    let first = pair.support(-base, &Vertex::default()).point * unit;

    let mut sheet = Sheet::new(900.0, 700.0, "MPR: the portal moves out along the ray from v to the origin");
    let panels = grid(36.0, V::new(0.35, 1.6));
    let shapes = Panel { middle: V::new(0.9, 0.75), scale: 50.0, ..panels[0] };
    draw_shapes(&mut sheet, &shapes, &a, &b);
    shapes.frame(
        &mut sheet,
        &[
            "the shapes",
            &format!("verdict: {}", if decided.decision.is_meet() { "they meet" } else { "apart" }),
        ],
    );

    let ray = |sheet: &mut Sheet, panel: &Panel| {
        panel.path(sheet, &[base, -base * 0.6], INK, 1.2, "none", "stroke-dasharray=\"2 4\"");
        panel.dot(sheet, base, 4.5, PINK);
        panel.label(sheet, base, V::new(1.0, 0.3), 14.0, PINK, "v");
    };
    let panel = &panels[1];
    sheet.clip("mpr-start", panel.place, |sheet| {
        draw_difference(sheet, panel, &c);
        let across = base.perp().unit() * 9.0;
        panel.path(sheet, &[first - across, first + across], GREEN, 1.2, "none", "stroke-dasharray=\"6 4\"");
        ray(sheet, panel);
        panel.dot(sheet, first, 5.0, BLUE);
        panel.label(sheet, first, -base, 15.0, BLUE, "a");
        draw_origin(sheet, panel, V::new(1.0, 0.8));
    });
    panel.frame(&mut sheet, &["phase 1: v inside, a farthest", "from v towards O"]);
    for (i, (step, panel)) in told.iter().zip(&panels[2..]).enumerate() {
        // The last portals are small: the origin in the middle, enlarged.
        let (middle, zoom) = if i < 2 { (panel.middle, 1.0) } else { (V::ZERO, 4.0) };
        let panel = &Panel { middle, scale: panel.scale * zoom, ..*panel };
        sheet.clip(&format!("mpr{i}"), panel.place, |sheet| {
            draw_difference(sheet, panel, &c);
            let across = step.point.perp().unit() * 9.0;
            panel.path(
                sheet,
                &[step.found - across, step.found + across],
                GREEN,
                1.2,
                "none",
                "stroke-dasharray=\"6 4\"",
            );
            for &p in &step.vertices {
                panel.path(sheet, &[base, p], BLUE, 1.0, "none", "");
            }
            ray(sheet, panel);
            panel.path(sheet, &step.vertices, BLUE, 3.5, "none", "");
            for (&p, name) in step.vertices.iter().zip(["a", "b"]) {
                panel.dot(sheet, p, 4.5, BLUE);
                panel.label(sheet, p, p - base, 15.0, BLUE, name);
            }
            if step.vertices.iter().all(|p| (*p - step.found).norm() > 1e-6) {
                panel.dot(sheet, step.found, 5.5, GREEN);
                panel.label(sheet, step.found, step.point, 15.0, GREEN, "p");
            }
            draw_origin(sheet, panel, V::new(1.0, 0.8));
        });
        let head = match i {
            0 => "phase 2: a portal that the ray passes",
            1 => "phase 3: p replaces a or b",
            _ => "phase 3, enlarged 4 times",
        };
        let g = format!("g = {:.4} along the portal's normal", step.bounds[0]).replace('-', "−");
        panel.frame(&mut sheet, &[head, &g]);
    }
    sheet.word(20.0, 690.0, "start", GRAY, &format!(
        "Blue: the portal. Green: p, the farthest point along its normal, and the line that C does not pass. {} steps, {} support calls.",
        told.len(), decided.calls
    ));
    sheet.finish()
}

/// Two rectangles and their shadows on the normals of their sides.
pub fn axes() -> String {
    let a = Rectangle::new([1.3, 0.8]);
    let turn = Rot2::from_angle(0.55);
    let center_b = V::new(2.1, 1.85);
    let b = Rectangle::new([1.1, 0.7]).at(Pose::new(center_b, turn));
    let panel = Panel { place: [20.0, 46.0, 360.0, 330.0], middle: V::new(1.2, 1.05), scale: 66.0 };
    let mut sheet =
        Sheet::new(900.0, 430.0, "The separating-axis test of two rectangles: 4 axes (of two boxes, 15)");
    draw_shapes(&mut sheet, &panel, &a, &b);
    let axes = [V::axis(0), V::axis(1), turn.rotate(V::axis(0)), turn.rotate(V::axis(1))];
    let names = ["1", "2", "3", "4"];
    // From the middle of a side of its own rectangle.
    let feet = [V::new(1.3, 0.0), V::new(0.0, 0.8), b.support(axes[2]), b.support(axes[3])];
    for (i, (&n, foot)) in axes.iter().zip(feet).enumerate() {
        let center = if i < 2 { V::ZERO } else { center_b };
        let foot = center + n * n.dot(foot - center);
        panel.arrow(&mut sheet, foot, foot + n * 0.4, INK, 1.8);
        panel.label(&mut sheet, foot + n * 0.4, n, 11.0, INK, names[i]);
    }
    panel.frame(&mut sheet, &["A, B and the normals of their sides"]);
    let g = |n: V| n.dot(b.support(-n)) - n.dot(a.support(n));
    let all: Vec<f64> = axes.iter().map(|&n| g(n).max(g(-n))).collect();
    let best = all.iter().fold(f64::NEG_INFINITY, |m, &g| m.max(g));
    for (i, (&n, &g)) in axes.iter().zip(&all).enumerate() {
        let y = 84.0 + 78.0 * i as f64;
        let at = |x: f64| 560.0 + 58.0 * x;
        sheet.path(&[(430.0, y), (880.0, y)], "#cccccc", 1.0, "none", "");
        for (shape, color, dy) in [(&a as &dyn Support<V>, BLUE, -6.0), (&b, ORANGE, 6.0)] {
            let ends = [n.dot(shape.support(-n)), n.dot(shape.support(n))];
            sheet.path(&[(at(ends[0]), y + dy), (at(ends[1]), y + dy)], color, 7.0, "none", "");
        }
        let (color, word) = match () {
            () if g == best && g > 0.0 => (GREEN, "separates"),
            () if g > 0.0 => (GREEN, "separates, by less"),
            () => (GRAY, "does not"),
        };
        sheet.word(430.0, y - 16.0, "start", INK, &format!("axis {}", names[i]));
        let text = format!("g = {g:.3}: {word}").replace('-', "−");
        sheet.word(880.0, y - 16.0, "end", color, &text);
    }
    sheet.word(430.0, 394.0, "start", GRAY, "shadows of A (blue) and B (orange) on each axis");
    sheet.finish()
}

/// The seven regions of a triangle, and which of them GJK looks at.
pub fn voronoi() -> String {
    let corners = [V::new(-1.35, -0.75), V::new(1.5, -0.45), V::new(0.25, 1.15)];
    let names = ["a", "b", "c"];
    let panel = Panel { place: [20.0, 46.0, 860.0, 470.0], middle: V::new(0.1, 0.05), scale: 112.0 };
    let mut sheet =
        Sheet::new(900.0, 580.0, "Voronoi regions of a triangle: which part is the origin nearest to?");
    let colors = [YELLOW, YELLOW, GREEN, YELLOW, GREEN, GREEN, BLUE];
    let texts = ["", "vertex a", "vertex b", "edge ab", "vertex c", "edge ac", "edge bc", "inside"];
    sheet.clip("regions", panel.place, |sheet| {
        for mask in 1..8_usize {
            let region = region(&corners, mask);
            // What the picture claims is what the sub-algorithm answers at a point of the region.
            let mean = region.iter().fold(V::ZERO, |s, &p| s + p) * (1.0 / region.len() as f64);
            assert_eq!(nearest(&corners, mean), mask, "{}", texts[mask]);
            let asked = mask & 4 != 0;
            let color = if asked { colors[mask - 1] } else { "#bbbbbb" };
            panel.path(sheet, &region, "white", 2.0, color, "fill-opacity=\"0.35\"");
        }
        let closed = [corners[0], corners[1], corners[2], corners[0]];
        panel.path(sheet, &closed, INK, 2.5, "none", "");
        for (i, &p) in corners.iter().enumerate() {
            panel.dot(sheet, p, 5.5, if i == 2 { ORANGE } else { INK });
            let inward = (corners[(i + 1) % 3] - p).unit() + (corners[(i + 2) % 3] - p).unit();
            panel.label(sheet, p, inward, 20.0, if i == 2 { ORANGE } else { INK }, names[i]);
        }
        for (mask, at) in [
            (1, [-2.6, -1.2]),
            (2, [2.7, -0.9]),
            (3, [0.25, -1.35]),
            (4, [0.2, 1.75]),
            (5, [-1.6, 0.9]),
            (6, [2.1, 0.95]),
            (7, [0.1, 0.0]),
        ] {
            assert_eq!(nearest(&corners, V::from(at)), mask, "{}", texts[mask]);
            panel.label(sheet, V::from(at), V::new(0.0, 1.0), 0.0, INK, texts[mask]);
        }
    });
    panel.frame(&mut sheet, &[
        "c is the newest vertex. Without rounding it is part of the answer, so of the 7 regions only the 4 in color are asked",
        "(of the 15 regions of a tetrahedron, 8).",
    ]);
    sheet.finish()
}

/// The vertices, as bits, of the part of a triangle that `p` is nearest to: by Signed Volumes, which need no newest one.
fn nearest(corners: &[V; 3], p: V) -> usize {
    let vertex = |c: V| Vertex { point: c - p, ..Vertex::default() };
    let mut simplex = Simplex::new(vertex(corners[0]));
    simplex.push(vertex(corners[1]));
    simplex.push(vertex(corners[2]));
    SignedVolumes::default().closest(&mut simplex);
    let kept = simplex.vertices();
    (0..3).filter(|&i| kept.iter().any(|k| k.point == corners[i] - p)).map(|i| 1 << i).sum()
}

/// The region of the vertices in `mask`, cut out of a large square by half planes.
fn region(corners: &[V; 3], mask: usize) -> Vec<V> {
    let far = 5.0;
    let mut region = vec![V::new(-far, -far), V::new(far, -far), V::new(far, far), V::new(-far, far)];
    for i in 0..3 {
        for j in (0..3).filter(|&j| j != i) {
            let (p, q) = (corners[i], corners[j]);
            let k = 3 - i - j;
            let along = q - p;
            let outward = if along.perp().dot(corners[k] - p) > 0.0 { -along.perp() } else { along.perp() };
            match (mask >> i & 1, mask >> j & 1, mask >> k & 1) {
                // A vertex: not beyond it along either edge.
                (1, 0, 0) => cut(&mut region, p, -along),
                // An edge: between its ends, and outside.
                (1, 1, 0) => {
                    cut(&mut region, p, along);
                    cut(&mut region, p, outward);
                }
                (1, 1, 1) => cut(&mut region, p, -outward),
                _ => {}
            }
        }
    }
    region
}

/// Keeps what is on the side of `p` to which `inward` points.
fn cut(region: &mut Vec<V>, p: V, inward: V) {
    let height = |q: V| (q - p).dot(inward);
    let mut kept = Vec::new();
    for (i, &from) in region.iter().enumerate() {
        let to = region[(i + 1) % region.len()];
        let (a, b) = (height(from), height(to));
        if a >= 0.0 {
            kept.push(from);
        }
        if a * b < 0.0 {
            kept.push(from + (to - from) * (a / (a - b)));
        }
    }
    *region = kept;
}
